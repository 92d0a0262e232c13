//! Lays out the pit lane along the draft's pit line, which is separate from the centre line.

use super::rounded;
use crate::games::formula_d::draft::{Draft, MAX_LINE, SpaceDraft};
use crate::games::formula_d::line::{Curve, OpenLanes};
use crate::games::formula_d::pit_lane::PitLane;
use fnv::FnvHashSet;
use smol_str::{SmolStr, format_smolstr};

/// Half the width of the pit lane, in space lengths.
const HALF: f64 = 0.4;
/// The most spaces in the pit lane.
const MOST: usize = 200;

/// Removes the pit lane of a circuit, and lays it out again along [`Draft::pit_line`]. If that line is empty, the
/// circuit then has no pit lane. The track does not change.
pub fn lay_pit(draft: &mut Draft) {
    let old: FnvHashSet<SmolStr> = draft.spaces.extract_if(.., |space| space.lane == 0).map(|space| space.id).collect();
    draft.edges.retain(|edge| !old.contains(&edge.from) && !old.contains(&edge.to));
    if draft.pit_line.len() <= MAX_LINE {
        add(draft);
    }
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
