//! Arrows on spaces. They show in which directions a car may leave a space. An arrow pattern sets the arrows of a whole
//! corner.

use crate::games::formula_d::draft::Id;
use fnv::FnvHashMap;

use super::measure_laid;
use super::police::{mark_police, police_line};
use crate::games::formula_d::draft::{Arrow, Draft, EdgeDraft, EdgeKind, Side, SpaceDraft, SpaceKind};
use crate::games::formula_d::line::{OpenLanes, ahead};

/// An arrow pattern of a corner: the lane changes that its arrows allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerArrows {
    /// No arrows: cars may change lanes to both sides.
    Free,
    /// Cars must keep their lane.
    KeepLane,
    /// Cars may change lanes only towards the inside of the corner.
    Inwards,
    /// Cars may change lanes only towards the outside of the corner.
    Outwards,
    /// Cars may change lanes towards the inside in the first half of the corner, and towards the outside in the second
    /// half.
    RacingLine,
}

impl CornerArrows {
    /// All arrow patterns.
    pub const ALL: [Self; 5] = [Self::Free, Self::KeepLane, Self::Inwards, Self::Outwards, Self::RacingLine];

    /// Returns the directions that this arrow pattern allows in one half of a corner. `is_second` chooses the second
    /// half.
    const fn ways(self, inside: Side, is_second: bool) -> Ways {
        let (inwards, outwards) = match self {
            Self::Free => (true, true),
            Self::KeepLane => (false, false),
            Self::Inwards => (true, false),
            Self::Outwards => (false, true),
            Self::RacingLine => (!is_second, is_second),
        };
        match inside {
            Side::Left => Ways { ahead: true, left: inwards, right: outwards },
            Side::Right => Ways { ahead: true, left: outwards, right: inwards },
        }
    }
}

/// Returns the spaces of a corner, and the side of the track on which its inside lies. Each space is given by its
/// index. The flag after the index is true if the space lies in the second half of the corner.
fn halves(draft: &Draft, corner: usize) -> (Vec<(usize, bool)>, Side) {
    let Some(drawn) = draft.corners.get(corner) else { return (Vec::new(), Side::Left) };
    let kind = SpaceKind::Corner(drawn.id.clone());
    let own = || draft.spaces.iter().enumerate().filter(|(_, space)| space.kind == kind);
    let lap = i64::from(draft.lap.max(1));
    // Ranks are counted from the start of the corner, because the corner may span the finish line.
    let ranks: Vec<i64> = own().map(|(_, space)| space.rank.into()).collect();
    let is_over = ranks.iter().max().zip(ranks.iter().min()).is_some_and(|(last, first)| last - first > lap / 2);
    let from_start = |rank: i64| if is_over && rank < lap / 2 { rank + lap } else { rank };
    let ends = ranks.iter().map(|rank| from_start(*rank));
    let middle = (ends.clone().min().unwrap_or(0) + ends.max().unwrap_or(0)) / 2;
    let spaces = own().map(|(index, space)| (index, from_start(space.rank.into()) > middle)).collect();
    (spaces, drawn.inside.unwrap_or(Side::Left))
}

/// Returns the arrow pattern of the corner with this index; `None` if the arrows on its spaces match none of the
/// patterns.
#[must_use]
pub fn corner_arrows(draft: &Draft, corner: usize) -> Option<CornerArrows> {
    let (spaces, inside) = halves(draft, corner);
    let kinds = ways_by_space(draft);
    let open = OpenLanes::laid(draft);
    // The direction out of a lane that ends, and the direction into a lane that begins, belong to no pattern.
    let free = spaces.into_iter().filter(|(index, _)| !draft.spaces[*index].lane_end);
    let ways: Vec<(bool, Ways, [Option<bool>; 2])> = free
        .map(|(index, is_second)| {
            let space = &draft.spaces[index];
            let has = kinds.get(space.id.as_str()).copied().unwrap_or(Ways::NONE);
            (is_second, has, sides(draft, open.as_ref(), space))
        })
        .collect();
    CornerArrows::ALL.into_iter().find(|arrows| {
        ways.iter().all(|(is_second, has, [left, right])| {
            let wanted = arrows.ways(inside, *is_second);
            let fits =
                |is_open: Option<bool>, has: bool, wanted: bool| is_open.is_none_or(|open| has == (wanted && open));
            fits(*left, has.left, wanted.left) && fits(*right, has.right, wanted.right)
        })
    })
}

/// Whether a car on a space could change into the lane to the left, and whether it could change into the lane to the
/// right. The answer is `None` for a side where a lane begins, because every arrow pattern allows a change into such a
/// lane.
fn sides(draft: &Draft, open: Option<&OpenLanes>, space: &SpaceDraft) -> [Option<bool>; 2] {
    let Some(open) = open else { return [Some(space.lane > 1), Some(space.lane < draft.lanes)] };
    let lane = usize::from(space.lane.saturating_sub(1));
    let to = space.rank.max(0) as usize / 2 + ahead(lane);
    let there = |other: usize| (!open.is_first(other, to)).then(|| open.has(other, to));
    [lane.checked_sub(1).map_or(Some(false), there), there(lane + 1)]
}

/// Draws an arrow pattern in the corner with this index.
pub fn set_corner_arrows(draft: &mut Draft, corner: usize, arrows: CornerArrows) {
    let (spaces, inside) = halves(draft, corner);
    for (space, is_second) in spaces {
        set_ways(draft, space, arrows.ways(inside, is_second));
    }
    measure_laid(draft);
}

/// Draws the arrows of the usual racing line in all corners. Call it before the spaces are joined by edges.
pub(super) fn draw(draft: &mut Draft) {
    for corner in 0..draft.corners.len() {
        let (spaces, inside) = halves(draft, corner);
        for (space, is_second) in spaces {
            let ways = CornerArrows::RacingLine.ways(inside, is_second);
            draft.spaces[space].arrows = ARROWS.into_iter().filter(|arrow| ways.has(*arrow)).collect();
        }
    }
}

/// Changes the arrows drawn on spaces so that they agree with the edges. If a space has edges straight on and into each
/// open lane beside it, it needs no arrows, so they are removed. The last space of a lane that ends gets arrows into
/// the lane beside it.
pub(super) fn tidy(draft: &mut Draft, open: &OpenLanes) {
    let known = ways_by_space(draft);
    let ways: Vec<Ways> =
        draft.spaces.iter().map(|space| known.get(space.id.as_str()).copied().unwrap_or(Ways::NONE)).collect();
    let spaces = draft.spaces.iter_mut().zip(ways);
    for (space, has) in spaces.filter(|(space, _)| !space.arrows.is_empty() || space.lane_end) {
        let lane = usize::from(space.lane) - 1;
        let is_there = |other: usize| open.has(other, space.rank as usize / 2 + ahead(lane));
        let is_free =
            has.ahead && (has.left || !lane.checked_sub(1).is_some_and(is_there)) && (has.right || !is_there(lane + 1));
        space.arrows = ARROWS.into_iter().filter(|arrow| !is_free && has.has(*arrow)).collect();
    }
}

fn ways_by_space(draft: &Draft) -> FnvHashMap<&str, Ways> {
    let mut ways: FnvHashMap<&str, Ways> = FnvHashMap::default();
    for edge in &draft.edges {
        let Some(arrow) = arrow_of(edge.kind) else { continue };
        let own = ways.entry(&edge.from).or_insert(Ways::NONE);
        own.set(arrow, true);
    }
    ways
}

/// The directions in which a car may leave a space of the track. Arrows on the space show these directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Whether the car may drive ahead in the same lane.
    pub ahead: bool,
    /// Whether the car may change into the lane to the left.
    pub left: bool,
    /// Whether the car may change into the lane to the right.
    pub right: bool,
}

impl Ways {
    /// No direction is allowed.
    const NONE: Self = Self { ahead: false, left: false, right: false };

    /// Whether a car may leave the space in the direction of this arrow.
    #[must_use]
    pub const fn has(self, arrow: Arrow) -> bool {
        match arrow {
            Arrow::Ahead => self.ahead,
            Arrow::Left => self.left,
            Arrow::Right => self.right,
        }
    }
}

impl Ways {
    /// Allows or forbids the direction of this arrow.
    pub const fn set(&mut self, arrow: Arrow, allowed: bool) {
        match arrow {
            Arrow::Ahead => self.ahead = allowed,
            Arrow::Left => self.left = allowed,
            Arrow::Right => self.right = allowed,
        }
    }

    /// Whether at least one direction is allowed.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.ahead || self.left || self.right
    }
}

const ARROWS: [Arrow; 3] = [Arrow::Ahead, Arrow::Left, Arrow::Right];

pub(super) const fn arrow_of(kind: EdgeKind) -> Option<Arrow> {
    match kind {
        EdgeKind::Ahead | EdgeKind::Portal(_) => Some(Arrow::Ahead),
        EdgeKind::Left => Some(Arrow::Left),
        EdgeKind::Right => Some(Arrow::Right),
        _ => None,
    }
}

/// Returns the directions in which a car may leave the space with this index.
#[must_use]
pub fn ways_of(draft: &Draft, space: usize) -> Ways {
    let id = draft.spaces.get(space).map(|space| space.id.as_str());
    let has = |arrow: Arrow| {
        draft.edges.iter().any(|edge| Some(edge.from.as_str()) == id && arrow_of(edge.kind) == Some(arrow))
    };
    Ways { ahead: has(Arrow::Ahead), left: has(Arrow::Left), right: has(Arrow::Right) }
}

/// Finds the space to which an edge in the direction of the arrow would lead: the next space in the same lane, or the
/// touching space in the lane on the arrow's side. Returns the name of that space, and whether the edge would cross the
/// finish line.
fn leads_to(draft: &Draft, space: usize, arrow: Arrow) -> Option<(Id, bool)> {
    let from = draft.spaces.get(space)?;
    let lap = i64::from(draft.lap.max(1));
    let further = |rank: i32| (i64::from(rank) - i64::from(from.rank)).rem_euclid(lap);
    let lane = match arrow {
        // The next space of a lane that ends is behind a gap.
        Arrow::Ahead if from.lane_end => return None,
        Arrow::Ahead => from.lane,
        Arrow::Left => from.lane.checked_sub(1)?,
        Arrow::Right => from.lane.checked_add(1)?,
    };
    let other = |[one, other]: &'_ [Id; 2]| match (*one == from.id, *other == from.id) {
        (true, _) => Some(other.clone()),
        (_, true) => Some(one.clone()),
        _ => None,
    };
    let touching: Vec<Id> = draft.contacts.iter().filter_map(other).collect();
    let there = draft.spaces.iter().filter(|space| {
        let is_near = arrow == Arrow::Ahead || touching.contains(&space.id);
        space.lane == lane && space.lane > 0 && further(space.rank) > 0 && is_near
    });
    let to = there.min_by_key(|space| further(space.rank)).filter(|space| further(space.rank) * 2 < lap)?;
    Some((to.id.clone(), to.rank < from.rank))
}

/// Returns the arrow for a step from one space to another, along an edge that exists or could be added. Returns `None`
/// if no such arrow is possible. The spaces are given by index.
#[must_use]
pub fn arrow_between(draft: &Draft, from: usize, to: usize) -> Option<Arrow> {
    let [start, end] = [draft.spaces.get(from)?, draft.spaces.get(to)?].map(|space| space.id.as_str());
    let drawn = draft.edges.iter().find(|edge| edge.from == start && edge.to == end);
    let drawn = drawn.and_then(|edge| arrow_of(edge.kind));
    let has = ways_of(draft, from);
    // A space has at most one edge in each direction.
    let mut possible = ARROWS.into_iter().filter(|arrow| !has.has(*arrow));
    drawn.or_else(|| possible.find(|arrow| leads_to(draft, from, *arrow).is_some_and(|(to, _)| to == end)))
}

/// The kind of an edge in the direction of an arrow. An edge straight ahead leads through a tunnel if the other lanes
/// lead through a tunnel here.
fn kind_of(draft: &Draft, from: usize, arrow: Arrow) -> EdgeKind {
    match arrow {
        Arrow::Left => EdgeKind::Left,
        Arrow::Right => EdgeKind::Right,
        Arrow::Ahead => {
            let own = &draft.spaces[from];
            let portal = |edge: &EdgeDraft| {
                let EdgeKind::Portal(number) = edge.kind else { return None };
                let other = draft.spaces.iter().find(|space| space.id == edge.from)?;
                let is_beside = other.rank.abs_diff(own.rank) <= 1;
                // The portals of the lanes have consecutive numbers.
                let number = (i64::from(number) + i64::from(own.lane) - i64::from(other.lane)).try_into().ok();
                number.filter(|_| is_beside).map(EdgeKind::Portal)
            };
            draft.edges.iter().find_map(portal).unwrap_or(EdgeKind::Ahead)
        }
    }
}

/// Whether a direction out of a space must stay allowed: it is the only way out of a lane that ends, or the only way
/// into a lane that begins.
fn is_needed(draft: &Draft, space: usize, arrow: Arrow) -> bool {
    let Some(from) = draft.spaces.get(space) else { return false };
    let own = |edge: &&EdgeDraft| edge.from == from.id && arrow_of(edge.kind) == Some(arrow);
    let Some(edge) = draft.edges.iter().find(own) else { return false };
    let begins = draft.spaces.iter().any(|to| to.id == edge.to && to.lane_start);
    let others = |count: &dyn Fn(&EdgeDraft) -> bool| draft.edges.iter().filter(|edge| count(edge)).count();
    (from.lane_end && others(&|other| other.from == from.id) == 1)
        || (begins && others(&|other| other.to == edge.to) == 1)
}

/// Sets the directions in which a car may leave a track space. A direction that leads to no space stays forbidden. A
/// direction stays allowed if it is the only way out of a lane that ends, or the only way into a lane that begins. If
/// at least one possible direction is now forbidden, draws arrows for the allowed directions. Returns the directions
/// that are now allowed.
pub fn set_ways(draft: &mut Draft, space: usize, ways: Ways) -> Ways {
    let Some(id) = draft.spaces.get(space).filter(|space| space.lane > 0).map(|space| space.id.clone()) else {
        return ways_of(draft, space);
    };
    let had = ways_of(draft, space);
    let police = police_line(draft);
    for arrow in ARROWS {
        if had.has(arrow) && !ways.has(arrow) && !is_needed(draft, space, arrow) {
            draft.edges.retain(|edge| edge.from != id || arrow_of(edge.kind) != Some(arrow));
        }
        if !had.has(arrow)
            && ways.has(arrow)
            && let Some((to, finish)) = leads_to(draft, space, arrow)
        {
            let kind = kind_of(draft, space, arrow);
            // The edges of a space stay together, in the order in which they are laid out.
            let is_before =
                |edge: &EdgeDraft| edge.from == id && arrow_of(edge.kind).is_some_and(|other| other < arrow);
            let is_own = |edge: &EdgeDraft| edge.from == id;
            let place = draft.edges.iter().rposition(is_before).map(|last| last + 1);
            let place = place.or_else(|| draft.edges.iter().position(is_own)).unwrap_or(draft.edges.len());
            draft.edges.insert(place, EdgeDraft { from: id.clone(), to, kind, finish, police: false });
        }
    }
    if police.is_some() {
        mark_police(draft, police);
    }
    let has = ways_of(draft, space);
    let misses = draft.spaces[space].lane_end
        || ARROWS.into_iter().any(|arrow| !has.has(arrow) && leads_to(draft, space, arrow).is_some());
    let arrows = ARROWS.into_iter().filter(|arrow| misses && has.has(*arrow)).collect();
    draft.spaces[space].arrows = arrows;
    has
}

/// Lets cars leave the space in every direction in which another space follows: ahead, to the left and to the right.
pub(super) fn open_ways(draft: &mut Draft, space: usize) {
    set_ways(draft, space, Ways { ahead: true, left: true, right: true });
}
