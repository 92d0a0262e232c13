//! Arrows drawn by hand. An arrow from one space to another allows a car to drive from the first to the second.

use super::find::nearest;
use crate::editor::sketch::At;
use crate::game::Refused;
use crate::games::formula_d::{Draft, arrow_between, measure_corners, set_ways, ways_of};

/// The spaces at the two ends of an arrow, by index: the space that it leads from, and the space that it leads to.
pub(super) fn ends(draft: &Draft, points: &[At]) -> Option<[usize; 2]> {
    let [first, last] = [points.first()?, points.last()?];
    Some([nearest(draft, *first)?, nearest(draft, *last)?])
}

/// Whether an arrow leads from one space to another.
pub(super) fn is_drawn(draft: &Draft, [from, to]: [usize; 2]) -> bool {
    exits(draft, from).contains(&to)
}

/// The spaces to which a car can drive from a space. All are given by index.
pub(super) fn exits(draft: &Draft, from: usize) -> Vec<usize> {
    let Some(from) = draft.spaces.get(from) else { return Vec::new() };
    let ends = draft.edges.iter().filter(|edge| edge.from == from.id);
    ends.filter_map(|edge| draft.spaces.iter().position(|space| space.id == edge.to)).collect()
}

/// Draws the arrow from one space to another, or removes this arrow if it exists.
pub(super) fn toggle(draft: &mut Draft, [from, to]: [usize; 2]) -> Result<(), Refused> {
    let [start, end] = [from, to].map(|index| draft.spaces[index].id.clone());
    if from == to {
        return Err(format!("The arrow would begin and end on {start}. Drag it to another space.").into());
    }
    let Some(arrow) = arrow_between(draft, from, to) else {
        return Err(if arrow_between(draft, to, from).is_some() {
            format!("An arrow from {start} to {end} leads against the driving direction. Drag it from {end} to {start}.")
        } else {
            format!("{end} does not follow {start}. End the arrow on the next space of the same lane, or on the space of a neighbouring lane that lies half a space ahead.")
        }
        .into());
    };
    let mut ways = ways_of(draft, from);
    let is_new = !ways.has(arrow);
    ways.set(arrow, is_new);
    if !ways.is_open() {
        return Err(format!(
            "This is the only arrow out of {start}, so it cannot be removed. Draw another arrow out of {start} first."
        )
        .into());
    }
    if set_ways(draft, from, ways) != ways {
        return Err(format!(
            "This is the only arrow into {end}, where a lane begins, so it cannot be removed. Draw another arrow into {end} first."
        )
        .into());
    }
    measure(draft);
    Ok(())
}

/// Computes the lengths of the corners again after the exits of a space were changed. Does nothing if the circuit has
/// no centre line.
pub(super) fn measure(draft: &mut Draft) {
    if !draft.line.is_empty() {
        measure_corners(draft);
    }
}

/// Describes the edit that draws the arrow from one space to another, or removes this arrow if it exists.
pub(super) fn words(draft: &Draft, ends: [usize; 2]) -> String {
    let verb = if is_drawn(draft, ends) { "Remove" } else { "Draw" };
    let [from, to] = ends.map(|index| &draft.spaces[index].id);
    format!("{verb} the arrow from {from} to {to}")
}
