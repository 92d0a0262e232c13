//! A draft in the form that all checks use: spaces and corners are given by their indices instead of their names.

use fnv::FnvHashMap;

use super::{Found, is_name, named};
use crate::game::Issue;
use crate::games::formula_d::draft::{Draft, EdgeKind, SpaceKind};

/// An edge whose two spaces are given by index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub from: usize,
    pub to: usize,
    pub kind: EdgeKind,
    pub finish: bool,
    pub police: bool,
}

impl Way {
    pub(super) const fn is_ahead(&self) -> bool {
        matches!(self.kind, EdgeKind::Ahead | EdgeKind::Portal(_))
    }

    pub(super) const fn is_change(&self) -> bool {
        matches!(self.kind, EdgeKind::Left | EdgeKind::Right)
    }
}

/// A draft with indices instead of names.
#[derive(Debug)]
pub(super) struct Net<'a> {
    pub draft: &'a Draft,
    pub ways: Vec<Way>,
    /// The indices of the edges out of each space.
    pub out: Vec<Vec<usize>>,
    /// The indices of the edges into each space.
    pub into: Vec<Vec<usize>>,
    /// For each space, the index of the space directly in front of it, to which an edge or a link of the draft leads;
    /// `None` if there is no such space.
    pub next: Vec<Option<usize>>,
    /// For each space, the index of the space directly behind it; `None` if no space is there.
    pub prev: Vec<Option<usize>>,
    pub corner: Vec<Option<usize>>,
    pub contacts: Vec<[usize; 2]>,
    /// The edges into and out of blocked spaces. They show how the lane runs, but no car may drive along them.
    pub barred: Vec<Way>,
}

impl<'a> Net<'a> {
    /// Replaces the names in a draft by indices; `None` if a name is unknown or not unique.
    pub(super) fn new(draft: &'a Draft, found: &mut Found) -> Option<Self> {
        let mut is_sound = true;
        let mut index: FnvHashMap<&str, usize> = FnvHashMap::default();
        for (number, space) in draft.spaces.iter().enumerate() {
            if index.insert(&space.id, number).is_some() {
                let message = format!("Space {}: its id is used twice.", named(&space.id));
                found.add(Issue::error("FD-VAL-02", message).at(space.at).fix("Give each space its own id."));
                is_sound = false;
            }
        }
        let mut corners: FnvHashMap<&str, usize> = FnvHashMap::default();
        for (number, corner) in draft.corners.iter().enumerate() {
            let id = named(&corner.id);
            if corners.insert(&corner.id, number).is_some() || !is_name(&corner.id) {
                let message = format!("Corner {id}: its id is not valid, or is used twice.");
                found.add(Issue::error("FD-VAL-13", message).fix("Give each corner its own id of letters and digits."));
                is_sound = false;
            }
        }
        let mut corner = Vec::with_capacity(draft.spaces.len());
        for space in &draft.spaces {
            corner.push(match &space.kind {
                SpaceKind::Corner(id) => {
                    let known = corners.get(id.as_str()).copied();
                    if known.is_none() {
                        let message = format!("Space {}: there is no corner {}.", space.id, named(id));
                        found.add(Issue::error("FD-VAL-13", message).at(space.at));
                        is_sound = false;
                    }
                    known.filter(|_| !space.blocked)
                }
                _ => None,
            });
        }
        let count = draft.spaces.len();
        let mut net = Self {
            draft,
            ways: Vec::with_capacity(draft.edges.len()),
            out: vec![Vec::new(); count],
            into: vec![Vec::new(); count],
            next: vec![None; count],
            prev: vec![None; count],
            corner,
            contacts: Vec::with_capacity(draft.contacts.len()),
            barred: Vec::new(),
        };
        let mut look_up = |what: &str, pair: [&str; 2], is_sound: &mut bool| {
            let ends = pair.map(|id| index.get(id).copied());
            if let [Some(from), Some(to)] = ends {
                return Some([from, to]);
            }
            let missing = if ends[0].is_none() { pair[0] } else { pair[1] };
            let message =
                format!("{what} {}>{}: there is no space {}.", named(pair[0]), named(pair[1]), named(missing));
            found.add(Issue::error("FD-VAL-02", message));
            *is_sound = false;
            None
        };
        for edge in &draft.edges {
            let Some([from, to]) = look_up("Edge", [&edge.from, &edge.to], &mut is_sound) else { continue };
            let way = Way { from, to, kind: edge.kind, finish: edge.finish, police: edge.police };
            if [from, to].into_iter().any(|end| draft.spaces[end].blocked) {
                net.barred.push(way);
                continue;
            }
            let number = net.ways.len();
            net.out[from].push(number);
            net.into[to].push(number);
            net.ways.push(way);
        }
        for [one, other] in &draft.contacts {
            net.contacts.extend(look_up("Contact", [one, other], &mut is_sound));
        }
        let aheads = net
            .ways
            .iter()
            .chain(&net.barred)
            .filter(|way| way.is_ahead())
            .map(|way| [way.from, way.to])
            .collect::<Vec<_>>();
        let links: Vec<[usize; 2]> =
            draft.links.iter().filter_map(|[one, other]| look_up("Link", [one, other], &mut is_sound)).collect();
        for [from, to] in aheads {
            net.next[from].get_or_insert(to);
            net.prev[to].get_or_insert(from);
        }
        for [from, to] in links {
            let is_doubled =
                net.next[from].is_some_and(|next| next != to) || net.prev[to].is_some_and(|prev| prev != from);
            if is_doubled {
                let message =
                    format!("Space {} has two spaces ahead of it in lane {}.", net.id(from), draft.spaces[from].lane);
                found.add(Issue::error("FD-VAL-05", message).at(draft.spaces[from].at));
            }
            net.next[from].get_or_insert(to);
            net.prev[to].get_or_insert(from);
        }
        is_sound.then_some(net)
    }

    pub(super) fn id(&self, space: usize) -> &str {
        &self.draft.spaces[space].id
    }

    pub(super) fn lane(&self, space: usize) -> u8 {
        self.draft.spaces[space].lane
    }

    pub(super) fn rank(&self, space: usize) -> i32 {
        self.draft.spaces[space].rank
    }

    pub(super) fn at(&self, space: usize) -> [f64; 2] {
        self.draft.spaces[space].at
    }

    /// Whether a space is on the track, not in the pit lane.
    pub(super) fn is_track(&self, space: usize) -> bool {
        matches!(self.draft.spaces[space].kind, SpaceKind::Straight | SpaceKind::Corner(_))
    }

    /// Whether a space is blocked: no car may stand on it.
    pub(super) fn is_blocked(&self, space: usize) -> bool {
        self.draft.spaces[space].blocked
    }

    pub(super) fn len(&self) -> usize {
        self.draft.spaces.len()
    }

    pub(super) fn ways_out(&self, space: usize) -> impl Iterator<Item = &Way> {
        self.out[space].iter().map(|way| &self.ways[*way])
    }

    pub(super) fn ways_in(&self, space: usize) -> impl Iterator<Item = &Way> {
        self.into[space].iter().map(|way| &self.ways[*way])
    }

    /// Makes an error about an edge. The error is shown on the board at the middle of the edge.
    pub(super) fn edge_error(&self, id: &'static str, way: &Way, says: &str) -> Issue {
        let (from, to) = (self.at(way.from), self.at(way.to));
        let message = format!("Edge {}>{}{says}", self.id(way.from), self.id(way.to));
        Issue::error(id, message).at([0, 1].map(|axis| f64::midpoint(from[axis], to[axis])))
    }

    /// Sorts the spaces so that every edge leads to a later space in the list. Edges over the finish line are ignored.
    /// Spaces on a loop, or reached from a loop, cannot be sorted and are left out.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut waiting: Vec<usize> =
            (0..self.len()).map(|space| self.ways_in(space).filter(|way| !way.finish).count()).collect();
        let mut ready: Vec<usize> = (0..self.len()).rev().filter(|space| waiting[*space] == 0).collect();
        let mut order = Vec::with_capacity(self.len());
        while let Some(space) = ready.pop() {
            order.push(space);
            for way in self.ways_out(space).filter(|way| !way.finish) {
                waiting[way.to] -= 1;
                if waiting[way.to] == 0 {
                    ready.push(way.to);
                }
            }
        }
        order
    }
}
