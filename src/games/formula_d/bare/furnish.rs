//! A bare graph put together as a draft.

use super::lanes::lanes;
use super::place::{along, contacts, outline, rounded};
use super::{Bare, BareError, BareKind, Furnished, corner, pit};
use crate::game::Issue;
use crate::games::formula_d::draft::{Draft, EdgeDraft, EdgeKind, Side, SpaceDraft, SpaceKind};

pub(super) fn furnish(bare: &Bare) -> Result<Furnished, BareError> {
    let mut notes = Vec::new();
    let lanes = lanes(bare)?;
    let middle = lanes.rows[(lanes.rows.len() - 1) / 2].len();
    let distance = |one: usize, other: usize| {
        let (a, b) = (bare.spaces[one].at, bare.spaces[other].at);
        (b[0] - a[0]).hypot(b[1] - a[1])
    };
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().filter(|value| *value > 1e-9).unwrap_or(1.0)
    };
    let track: Vec<usize> = (0..bare.spaces.len()).filter(|space| lanes.of[*space].is_some()).collect();
    let steps = track.iter().filter_map(|space| Some(distance(*space, lanes.next[*space]?))).collect();
    let scale = 1.0 / median(steps);
    let along = along(bare, &lanes);
    let mut touching = contacts(&lanes, &along, middle as f64);
    let widths = touching
        .iter()
        .map(|[one, other]| {
            let (a, b) = (bare.spaces[*one].at, bare.spaces[*other].at);
            let ahead = bare.spaces[lanes.next[*one].unwrap_or(*one)].at;
            let length = (ahead[0] - a[0]).hypot(ahead[1] - a[1]).max(1e-9);
            (((ahead[0] - a[0]) * (b[1] - a[1]) - (ahead[1] - a[1]) * (b[0] - a[0])) / length).abs()
        })
        .collect();
    let half = median(widths) * scale / 2.0;
    let at = |space: usize| bare.spaces[space].at.map(|value| rounded(value * scale));
    let mut draft = Draft { name: bare.name.clone(), lanes: lanes.rows.len() as u8, ..Draft::default() };
    let id = |space: usize| bare.spaces[space].id.clone();
    for space in &track {
        let behind = lanes.prev[*space].unwrap_or(*space);
        let ahead = lanes.next[*space].unwrap_or(*space);
        let (shape, angle) = outline(at(behind), at(*space), at(ahead), half);
        draft.spaces.push(SpaceDraft {
            id: id(*space),
            lane: lanes.of[*space].map_or(0, |lane| lane as u8 + 1),
            at: at(*space),
            angle: rounded(angle),
            outline: shape,
            lane_start: lanes.prev[*space].is_none(),
            lane_end: lanes.next[*space].is_none(),
            ..SpaceDraft::default()
        });
    }
    for (lane, _) in lanes.is_closed.iter().enumerate().filter(|(_, closed)| !**closed) {
        let (first, last) = (lanes.rows[lane][0], lanes.rows[lane][lanes.rows[lane].len() - 1]);
        let message = format!("Lane {} is no ring: it begins at {} and ends at {}.", lane + 1, id(first), id(last));
        notes.push(Issue::warning("FD-VAL-12", message).at(at(first)));
    }
    for [from, to] in &bare.edges {
        let (Some(one), Some(other)) = (lanes.of[*from], lanes.of[*to]) else { continue };
        let kind = if lanes.next[*from] == Some(*to) {
            EdgeKind::Ahead
        } else if other + 1 == one {
            EdgeKind::Left
        } else if one + 1 == other {
            EdgeKind::Right
        } else {
            let message = format!("Edge {}>{} jumps a lane or points the wrong way: left out.", id(*from), id(*to));
            notes.push(Issue::warning("FD-VAL-06", message).at(at(*from)));
            continue;
        };
        if kind != EdgeKind::Ahead && !touching.iter().any(|pair| *pair == [*from, *to] || *pair == [*to, *from]) {
            touching.push([*from, *to]);
        }
        let finish = bare.spaces[*to].finish && !bare.spaces[*from].finish;
        draft.edges.push(EdgeDraft { from: id(*from), to: id(*to), kind, finish, police: false });
    }
    draft.contacts = touching.iter().map(|[one, other]| [id(*one), id(*other)]).collect();
    ranks(bare, &track, &along, middle as i32, &mut draft);
    corners(bare, &track, &touching, &mut draft);
    pit::add(bare, scale, half, &mut draft, &mut notes);
    slots(bare, &mut draft, &mut notes);
    Ok(Furnished { draft, notes })
}

/// Ranks: twice the place along the middle lane, raised where edges need it (FD-TRK-03).
fn ranks(bare: &Bare, track: &[usize], along: &[f64], middle: i32, draft: &mut Draft) {
    let mut place = vec![usize::MAX; bare.spaces.len()];
    for (index, space) in track.iter().enumerate() {
        place[*space] = index;
        draft.spaces[index].rank = ((along[*space] * 2.0).round() as i32).max(0);
    }
    let inner: Vec<[usize; 2]> = bare
        .edges
        .iter()
        .filter(|[from, to]| place[*from] != usize::MAX && place[*to] != usize::MAX)
        .filter(|[from, to]| !bare.spaces[*to].finish || bare.spaces[*from].finish)
        .map(|[from, to]| [place[*from], place[*to]])
        .collect();
    // As many rounds as a lap has steps settle every rank of a graph without loops.
    for _ in 0..=track.len() {
        let mut is_settled = true;
        for [from, to] in &inner {
            let least = draft.spaces[*from].rank + 1;
            if draft.spaces[*to].rank < least && least < middle * 4 {
                draft.spaces[*to].rank = least;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    let highest = draft.spaces.iter().map(|space| space.rank).max().unwrap_or(0);
    draft.lap = (middle * 2).max(highest + 1);
}

/// How much deeper a space may lie in a corner than the one beside it.
const BESIDE: f64 = 2.0;

/// Corners: spaces that demand the same stops, joined by edges along which it gets deeper, or lying beside each other.
fn corners(bare: &Bare, track: &[usize], touching: &[[usize; 2]], draft: &mut Draft) {
    let mut group: Vec<usize> = (0..bare.spaces.len()).collect();
    fn root(group: &mut [usize], mut space: usize) -> usize {
        while group[space] != space {
            group[space] = group[group[space]];
            space = group[space];
        }
        space
    }
    let edges = bare.edges.iter().map(|pair| (pair, true));
    for ([from, to], is_edge) in edges.chain(touching.iter().map(|pair| (pair, false))) {
        let (one, other) = (&bare.spaces[*from], &bare.spaces[*to]);
        let deeper = match (one.depth, other.depth) {
            (Some(one), Some(other)) if is_edge => other > one,
            (Some(one), Some(other)) => (other - one).abs() <= BESIDE,
            _ => is_edge,
        };
        if matches!(one.kind, BareKind::Corner(_)) && one.kind == other.kind && deeper {
            let (one, other) = (root(&mut group, *from), root(&mut group, *to));
            group[one.max(other)] = one.min(other);
        }
    }
    let mut found: Vec<(i32, usize, u8)> = Vec::new();
    for (place, space) in track.iter().enumerate() {
        let BareKind::Corner(stops) = bare.spaces[*space].kind else { continue };
        let (root, rank) = (root(&mut group, *space), draft.spaces[place].rank);
        match found.iter_mut().find(|(_, other, _)| *other == root) {
            Some((first, _, _)) => *first = rank.min(*first),
            None => found.push((rank, root, stops)),
        }
    }
    found.sort_unstable();
    for (number, (_, wanted, stops)) in (1..).zip(found) {
        let mut corner = corner(number, stops);
        let mut turned = 0.0;
        for (place, space) in track.iter().enumerate() {
            if matches!(bare.spaces[*space].kind, BareKind::Corner(_)) && root(&mut group, *space) == wanted {
                draft.spaces[place].kind = SpaceKind::Corner(corner.id.clone());
                turned += turning(&draft.spaces[place].outline);
            }
        }
        corner.inside = Some(if turned > 0.0 { Side::Left } else { Side::Right });
        draft.corners.push(corner);
    }
}

/// How much a space turns to the left: the sine between its back and its front.
fn turning(outline: &[[f64; 2]]) -> f64 {
    let [a, b, c, d] = outline else { return 0.0 };
    let (back, front) = ([d[0] - a[0], d[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
    let product = back[0].hypot(back[1]) * front[0].hypot(front[1]);
    if product > 0.0 { (back[0] * front[1] - back[1] * front[0]) / product } else { 0.0 }
}

/// Grid slots by progress, pole first (FD-SET-04); those in corners are left out (FD-VAL-22).
fn slots(bare: &Bare, draft: &mut Draft, notes: &mut Vec<Issue>) {
    let mut slots: Vec<(i32, usize)> = Vec::new();
    for space in bare.spaces.iter().filter(|space| space.slot) {
        let Some(place) = draft.spaces.iter().position(|drawn| drawn.id == space.id) else { continue };
        let drawn = &draft.spaces[place];
        if drawn.kind != SpaceKind::Straight {
            let message = format!("Grid slot on {} lies in a corner or in the pit lane: left out.", drawn.id);
            notes.push(Issue::warning("FD-VAL-22", message).at(drawn.at));
            continue;
        }
        let progress = if drawn.rank * 2 > draft.lap { drawn.rank } else { drawn.rank + draft.lap };
        slots.push((-progress, place));
    }
    slots.sort_unstable();
    for (number, (_, place)) in (1..).zip(slots) {
        draft.spaces[place].slot = Some(number);
    }
}
