//! Moves, mirrors and rotates the shapes of a circuit of Formula D, and moves, inserts and deletes their points.

use super::find::{in_order, nearest, relaid, rounded, span};
use super::tool;
use crate::editor::sketch::{At, Grid, Motion, ShapeId, to_world};
use crate::games::formula_d::{Draft, LineChange, MAX_LINE, lay_pit, mark_corner, mark_police, move_narrow};

/// Moves a shape. The spaces and the pit lane move with the centre line.
pub(super) fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
    let way = to_world(by);
    let moved = |at: [f64; 2]| rounded([at[0] + way[0], at[1] + way[1]]);
    match shape.tool {
        tool::CENTRE_LINE => {
            draft.line.iter_mut().chain(&mut draft.pit_line).for_each(|at| *at = moved(*at));
            // Spaces have three decimals, and points of lines have two.
            let moved = |at: [f64; 2]| [0, 1].map(|axis| ((at[axis] + way[axis]) * 1000.0).round() / 1000.0);
            for space in &mut draft.spaces {
                space.at = moved(space.at);
                space.outline.iter_mut().for_each(|at| *at = moved(*at));
            }
        }
        tool::LANE => {
            draft.pit_line.iter_mut().for_each(|at| *at = moved(*at));
            lay_pit(draft);
        }
        tool::SPACE => {
            if let Some(space) = draft.spaces.get_mut(shape.index) {
                space.at = moved(space.at);
                space.outline.iter_mut().for_each(|at| *at = moved(*at));
            }
        }
        _ => {}
    }
}

/// Moves a point of a shape to a point on the board.
pub(super) fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
    match shape.tool {
        tool::CENTRE_LINE => {
            let at = rounded(to_world(at));
            if draft.line.get(point).is_some_and(|place| *place != at) {
                relaid(draft, LineChange::Same, |draft| draft.line[point] = at);
            }
        }
        tool::LANE => {
            if let Some(place) = draft.pit_line.get_mut(point) {
                *place = rounded(to_world(at));
                lay_pit(draft);
            }
        }
        tool::TUNNEL => {
            // The ends of a tunnel are points of the line.
            let end = draft.tunnels.get(shape.index).copied();
            let count = draft.line.len();
            // A file may name a point that the line does not have.
            let end = end.filter(|begin| *begin < count).map(|begin| begin.saturating_add(point) % count);
            if let Some(end) = end {
                set_point(draft, ShapeId { tool: tool::CENTRE_LINE, index: 0 }, end, at);
            }
        }
        tool::NARROW => {
            let mut moved = draft.narrows.clone();
            std::mem::swap(&mut moved, &mut draft.narrows);
            move_narrow(draft, shape.index, point, to_world(at));
            std::mem::swap(&mut moved, &mut draft.narrows);
            if moved != draft.narrows {
                relaid(draft, LineChange::Same, |draft| draft.narrows = moved);
            }
        }
        tool::POLICE => {
            let rank = nearest(draft, at).map(|index| draft.spaces[index].rank);
            if rank.is_some() {
                mark_police(draft, rank);
            }
        }
        tool::CORNER => {
            let rank = nearest(draft, at).map(|index| draft.spaces[index].rank);
            if let (Some([from, to]), Some(rank)) = (span(draft, shape.index), rank) {
                // An end of a corner cannot be moved past the other end.
                let [from, to] = match (point, in_order(draft, rank, to), in_order(draft, from, rank)) {
                    (0, [first, _], _) if first == rank => [rank, to],
                    (0, ..) => [to, to],
                    (_, _, [_, last]) if last == rank => [from, rank],
                    _ => [from, from],
                };
                mark_corner(draft, Some(shape.index), from, to);
            }
        }
        tool::SPACE => {
            if let Some(space) = draft.spaces.get(shape.index) {
                let now = Grid::Off.place(space.at);
                shift(draft, shape, at - now);
            }
        }
        _ => {}
    }
}

/// Moves several points of a shape to points on the board.
pub(super) fn set_points(draft: &mut Draft, shape: ShapeId, points: &[(usize, At)]) {
    let placed = |line: &mut Vec<[f64; 2]>| {
        for (point, at) in points {
            if let Some(place) = line.get_mut(*point) {
                *place = rounded(to_world(*at));
            }
        }
    };
    match shape.tool {
        // All points are changed at once, so that the spaces are laid out only once.
        tool::CENTRE_LINE => relaid(draft, LineChange::Same, |draft| placed(&mut draft.line)),
        tool::LANE => {
            placed(&mut draft.pit_line);
            lay_pit(draft);
        }
        _ => points.iter().for_each(|(point, at)| set_point(draft, shape, *point, *at)),
    }
}

/// Inserts a point into the centre line or the line of the pit lane.
pub(super) fn insert_point(draft: &mut Draft, shape: ShapeId, place: usize, at: At) {
    match shape.tool {
        tool::CENTRE_LINE if draft.line.len() < MAX_LINE => {
            let place = place.min(draft.line.len());
            relaid(draft, LineChange::Inserted(place), |draft| {
                draft.line.insert(place, rounded(to_world(at)));
                // If a point is inserted into a tunnel, the tunnel is continued and still ends where it did.
                let moved = draft.tunnels.iter().flat_map(|begin| {
                    let begin = if *begin < place { *begin } else { begin.saturating_add(1) };
                    [Some(begin), (begin.checked_add(1) == Some(place)).then_some(place)]
                });
                draft.tunnels = moved.flatten().collect();
            });
        }
        tool::LANE if draft.pit_line.len() < MAX_LINE => {
            draft.pit_line.insert(place.min(draft.pit_line.len()), rounded(to_world(at)));
            lay_pit(draft);
        }
        _ => {}
    }
}

/// Deletes a point of the centre line or of the line of the pit lane. Returns `false` and changes nothing if too few
/// points would remain.
pub(super) fn remove_point(draft: &mut Draft, shape: ShapeId, point: usize) -> bool {
    match shape.tool {
        tool::CENTRE_LINE if draft.line.len() > 3 && point < draft.line.len() => {
            relaid(draft, LineChange::Removed(point), |draft| {
                draft.line.remove(point);
                let count = draft.line.len();
                draft.tunnels.retain(|begin| *begin <= count);
                for begin in &mut draft.tunnels {
                    *begin = if *begin >= point { (*begin + count - 1) % count } else { *begin };
                }
                draft.tunnels.sort_unstable();
                draft.tunnels.dedup();
            });
            true
        }
        tool::LANE if draft.pit_line.len() > 2 && point < draft.pit_line.len() => {
            draft.pit_line.remove(point);
            lay_pit(draft);
            true
        }
        _ => false,
    }
}

/// Mirrors or rotates a shape.
pub(super) fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
    // Spaces follow their line. Without a line, each space is rotated by itself.
    let turned = |at: &[f64; 2]| rounded(to_world(motion.place(Grid::Off.place(*at))));
    match shape.tool {
        tool::CENTRE_LINE => {
            let change = if motion.is_mirror() { LineChange::Mirrored } else { LineChange::Same };
            relaid(draft, change, |draft| {
                draft.line.iter_mut().chain(&mut draft.pit_line).for_each(|at| *at = turned(at));
            });
        }
        tool::LANE => {
            draft.pit_line.iter_mut().for_each(|at| *at = turned(at));
            lay_pit(draft);
        }
        tool::SPACE if draft.line.is_empty() && !motion.is_mirror() => {
            let [x, y] = motion.way([1, 0]);
            if let Some(space) = draft.spaces.get_mut(shape.index) {
                space.at = turned(&space.at);
                space.outline.iter_mut().for_each(|at| *at = turned(at));
                space.angle = (space.angle + (y as f64).atan2(x as f64).to_degrees()).rem_euclid(360.0);
            }
        }
        _ => {}
    }
}
