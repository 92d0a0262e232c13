//! Finds the part of a Formula D circuit at a point of the board, and the position of a part on the board.

use std::mem::take;

use crate::editor::sketch::pick::from_segment;
use crate::editor::sketch::{At, to_world};
use crate::games::formula_d::{Draft, LineChange, SpaceDraft, SpaceKind, police_line, relay};

/// The largest distance from the centre of a space at which a click still selects the space, in the game's unit.
const NEAR: f64 = 1.5;

pub(super) fn rounded(at: [f64; 2]) -> [f64; 2] {
    at.map(|value| (value * 100.0).round() / 100.0)
}

/// Returns the index of the track space nearest to a point of the board. Returns `None` if no space is within reach of
/// a click.
pub(super) fn nearest(draft: &Draft, at: At) -> Option<usize> {
    let at = to_world(at);
    let far = |space: &SpaceDraft| (space.at[0] - at[0]).hypot(space.at[1] - at[1]);
    let lanes = draft.spaces.iter().enumerate().filter(|(_, space)| space.lane > 0);
    let (index, space) = lanes.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))?;
    (far(space) <= NEAR).then_some(index)
}

/// Returns the distances along the lap at which a corner begins and ends, in half spaces (the `rank` of a space).
/// Returns `None` if there is no such corner, or if it has no spaces.
pub(super) fn span(draft: &Draft, corner: usize) -> Option<[i32; 2]> {
    let id = SpaceKind::Corner(draft.corners.get(corner)?.id.clone());
    let ranks = || draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank);
    let (first, last) = (ranks().min()?, ranks().max()?);
    // A corner across the finish line has ranks at both ends of the lap.
    let half = draft.lap / 2;
    match (ranks().filter(|rank| *rank >= half).min(), ranks().filter(|rank| *rank < half).max()) {
        (Some(from), Some(to)) if last.abs_diff(first) > half.unsigned_abs() => Some([from, to]),
        _ => Some([first, last]),
    }
}

/// Puts two places of the lap in driving order. Both are distances along the lap in half spaces, like the `rank` of a
/// space. The order is chosen so that the way from the first place to the second is at most half a lap.
pub(super) fn in_order(draft: &Draft, a: i32, b: i32) -> [i32; 2] {
    let lap = i64::from(draft.lap.max(1));
    let way = (i64::from(b) - i64::from(a)).rem_euclid(lap);
    if way * 2 <= lap { [a, b] } else { [b, a] }
}

/// A lane counts as open at a place of the lap if a space of the lane is at most this number of half spaces away.
const OPEN: u32 = 3;

/// Returns the point on the board for a distance along the lap, in half spaces. This is the centre of the nearest space
/// of the middle lane. If the middle lane is closed there, the nearest open lane is used. Returns `None` if the track
/// has no spaces.
pub(super) fn place_of(draft: &Draft, rank: i32) -> Option<[f64; 2]> {
    let middle = draft.lanes.div_ceil(2).max(1);
    let lanes = draft.spaces.iter().filter(|space| space.lane > 0);
    let key = |space: &&SpaceDraft| {
        let far = space.rank.abs_diff(rank);
        (far.saturating_sub(OPEN), space.lane.abs_diff(middle), far)
    };
    lanes.min_by_key(key).map(|space| space.at)
}

/// Applies `change` to the line of a draft, or to the marks along the line, and then lays out the spaces again.
/// `change` gets a draft without spaces. If the draft has no line, the spaces stay where they are.
pub(super) fn relaid(draft: &mut Draft, line: LineChange, change: impl FnOnce(&mut Draft)) {
    // A circuit has hundreds of spaces and thousands of edges. They are laid out again, so they are not copied.
    let laid = |draft: &mut Draft| (take(&mut draft.spaces), take(&mut draft.edges), take(&mut draft.contacts));
    let (spaces, edges, contacts) = laid(draft);
    let mut after = draft.clone();
    (draft.spaces, draft.edges, draft.contacts) = (spaces, edges, contacts);
    change(&mut after);
    *draft = if after.line.is_empty() {
        let (spaces, edges, contacts) = laid(draft);
        Draft { spaces, edges, contacts, ..after }
    } else {
        relay(draft, after, line)
    };
}

/// Returns the points of the board at the two ends of a tunnel. `point` is the index of the line's point where the
/// tunnel begins. Returns `None` if there is no such point.
pub(super) fn tunnel(draft: &Draft, point: usize) -> Option<[[f64; 2]; 2]> {
    Some([*draft.line.get(point)?, *draft.line.get((point + 1) % draft.line.len())?])
}

/// Finds the stretch of the line nearest to a point of the board. Returns the index of the line's point where the
/// stretch begins. Returns `None` if there is no line.
pub(super) fn stretch(draft: &Draft, at: At) -> Option<usize> {
    let at = to_world(at);
    let far = |point: &usize| tunnel(draft, *point).map_or(f64::MAX, |[from, to]| from_segment(at, from, to));
    (0..draft.line.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Returns the two ends of the police line, which crosses all lanes. Returns `None` if the circuit has no police line.
pub(super) fn police(draft: &Draft) -> Option<Vec<[f64; 2]>> {
    let rank = i64::from(police_line(draft)?);
    let lap = i64::from(draft.lap.max(1));
    let ahead = |space: &&SpaceDraft| (i64::from(space.rank) - rank).rem_euclid(lap);
    let first = |lane: u8| draft.spaces.iter().filter(|space| space.lane == lane).min_by_key(ahead);
    // A lane that is closed here has its next space further ahead.
    let mut open: Vec<&SpaceDraft> = (1..=draft.lanes).filter_map(first).collect();
    let nearest = open.iter().map(ahead).min()?;
    open.retain(|space| ahead(space) <= nearest + i64::from(OPEN));
    Some(vec![open.first()?.at, open.last()?.at])
}
