//! Lays out the pit lane along the draft's pit line, which is separate from the centre line.

use super::{Point, rounded};
use crate::games::formula_d::draft::{Draft, MAX_LINE, SpaceDraft};
use crate::games::formula_d::line::{Course, Curve, OpenLanes};
use crate::games::formula_d::pit_lane::PitLane;
use fnv::FnvHashSet;
use smol_str::{SmolStr, format_smolstr};
use std::f64::consts::{PI, TAU};

/// Half the width of the pit lane, in space lengths.
const HALF: f64 = 0.4;
/// The most spaces in the pit lane.
const MOST: usize = 200;
/// A pit lane that the program draws leaves and rejoins the track on this number of spaces.
const JOINT: f64 = 4.0;
/// The track turns by less than this angle, in radians, where such a lane leaves or rejoins it. On a sharper bend, the
/// lane would cut across the track.
const MOST_AT_JOINT: f64 = 0.3;

/// Removes the pit lane of a circuit, and lays it out again along [`Draft::pit_line`]. If that line is empty, the
/// circuit then has no pit lane. The track does not change.
pub fn lay_pit(draft: &mut Draft) {
    let old: FnvHashSet<SmolStr> = draft.spaces.extract_if(.., |space| space.lane == 0).map(|space| space.id).collect();
    draft.edges.retain(|edge| !old.contains(&edge.from) && !old.contains(&edge.to));
    if draft.pit_line.len() <= MAX_LINE {
        add(draft);
    }
}

/// Returns the points of a pit line beside the track: from `back` spaces before the finish line to `front` spaces past
/// it, to the left of the track, or to its right if `is_left` is false. Also returns by how much the track turns beside
/// the line, in radians, all bends added. Returns `None` if there is no centre line, or if a tunnel, another stretch of
/// the track, or a bend at an end of the lane is in the way.
#[must_use]
pub fn pit_line_beside(draft: &Draft, is_left: bool, [back, front]: [f64; 2]) -> Option<(Vec<Point>, f64)> {
    let course = Course::drawn(draft)?;
    let count = course.count as f64;
    if back + front > count / 2.0 || course.tunnel(count - back - 1.0, count + front + 1.0).is_some() {
        return None;
    }
    let edge = f64::from(draft.lanes) / 2.0;
    let at = |along: f64, beside: f64| {
        let left = if is_left { edge + beside } else { -edge - beside };
        course.point(0.0, along, left).map(rounded)
    };
    // The lane is parallel to the track between the two joints.
    let [from, to] = [JOINT - back, front - JOINT];
    let pieces = ((to - from) / 4.0).ceil().max(1.0);
    let beside = (0..=pieces as usize).map(|piece| at(from + (to - from) * piece as f64 / pieces, 1.5));
    let line: Vec<Point> = [at(-back, 0.4)].into_iter().chain(beside).chain([at(front, 0.4)]).collect();
    let others: Vec<Point> = (0..(count - back - front - 6.0) as usize)
        .map(|place| course.point(0.0, front + 3.0 + place as f64, 0.0))
        .collect();
    let near = edge + 1.0;
    let is_near = |a: &Point| others.iter().any(|b| (a[0] - b[0]).hypot(a[1] - b[1]) < near);
    if line.iter().any(is_near) {
        return None;
    }
    let turns = |from: f64, to: f64| -> f64 {
        let ways: Vec<f64> =
            (0..=(to - from) as usize).map(|place| course.at(0.0, from + place as f64, 0.0).1).collect();
        ways.windows(2).map(|two| ((two[1] - two[0] + PI).rem_euclid(TAU) - PI).abs()).sum()
    };
    let joints = [turns(-back - 2.0, from), turns(to, front + 2.0)];
    joints.into_iter().all(|joint| joint < MOST_AT_JOINT).then(|| (line, turns(-back, front)))
}

/// Adds the pit lane along the draft's pit line. The pit lane leaves the track at the space nearest to the first point
/// of the pit line, and rejoins the track at the space nearest to the last point. Only spaces of the leftmost and the
/// rightmost open lane are considered.
pub(super) fn add(draft: &mut Draft) {
    let Some(curve) = Curve::open(&draft.pit_line) else { return };
    let count = (curve.length.round() as usize).clamp(1, MOST);
    let pitch = curve.length / count as f64;
    let open = OpenLanes::laid(draft);
    let outer = |space: &&SpaceDraft| {
        let rank = usize::try_from(space.rank).unwrap_or(0);
        let is_outer =
            |open: &OpenLanes| open.outer(rank / 2).is_some_and(|ends| ends.contains(&(usize::from(space.lane) - 1)));
        space.lane > 0 && open.as_ref().map_or(space.lane == 1 || space.lane == draft.lanes, is_outer)
    };
    let nearest = |at: [f64; 2]| {
        let far = |space: &&SpaceDraft| (space.at[0] - at[0]).hypot(space.at[1] - at[1]);
        let nearest = draft.spaces.iter().filter(outer).min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.map(|space| space.id.clone())
    };
    let ends = [0.0, curve.length].map(|along| nearest(curve.at(along, 0.0).0));
    let [Some(entry), Some(exit)] = ends else { return };
    let middle = |place: usize| curve.at((place as f64 + 0.5) * pitch, 0.0).0.map(rounded);
    // The boxes lie around the middle of the pit lane, with a free space between them if there are enough spaces.
    let room = count.saturating_sub(2);
    let wanted = draft.pit_boxes as usize;
    let step = if wanted * 2 <= room + 1 { 2 } else { 1 };
    let boxes = wanted.min(room);
    let first = 1 + (room - (boxes * step).saturating_sub(step - 1).min(room)) / 2;
    let lane = PitLane {
        entries: vec![entry],
        chain: (0..count).map(|place| (format_smolstr!("p{place}"), middle(place))).collect(),
        exits: vec![exit],
        garages: (0..boxes).map(|number| first + number * step).collect(),
        half: HALF,
    };
    lane.join(draft);
}
