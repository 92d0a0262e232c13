//! Adds shapes to a Formula D circuit.

use super::find::{in_order, nearest, relaid, rounded, stretch};
use super::{arrow, tool};
use crate::editor::sketch::{At, ShapeId, to_world};
use crate::game::Refused;
use crate::games::formula_d::{
    CornerArrows, Draft, LineChange, MAX_CORNERS, MAX_LINE, MAX_NARROWS, Side, lay, lay_pit, mark_corner, mark_police,
    narrow_between, police_line, set_corner_arrows,
};

const NO_TRACK: &str = "Draw the centre line first, because the pit lane must leave the track and rejoin it.";
const NO_LINE: &str = "Draw a centre line first, because a tunnel lies between two points of this line.";
const NO_SPACE: &str = "No space of the track was found at this point. Click a space of the track.";

/// Adds a shape with this tool at these points.
pub(super) fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
    let first = *points.first().ok_or("Click the point of the board where the shape should be.")?;
    let space = |draft: &Draft| nearest(draft, first).ok_or(NO_SPACE);
    let line = || -> Result<Vec<[f64; 2]>, Refused> {
        if points.len() > MAX_LINE {
            return Err(format!("A line can have at most {MAX_LINE} points. Use fewer points.").into());
        }
        Ok(points.iter().map(|at| rounded(to_world(*at))).collect())
    };
    let whole = |index: usize| ShapeId { tool, index };
    match tool {
        tool::CENTRE_LINE => {
            // A new line has no tunnels and no narrowings, because they belonged to the old line.
            draft.tunnels.clear();
            draft.narrows.clear();
            *draft = lay(draft, &line()?);
            Ok(whole(0))
        }
        tool::LANE => {
            if draft.spaces.iter().all(|space| space.lane == 0) {
                return Err(NO_TRACK.into());
            }
            draft.pit_line = line()?;
            lay_pit(draft);
            Ok(whole(0))
        }
        tool::CORNER => {
            const WHERE: &str = "The corner begins or ends outside the track. Begin and end it on spaces of the track.";
            if draft.corners.len() >= MAX_CORNERS {
                return Err(format!(
                    "A circuit can have at most {MAX_CORNERS} corners. Delete a corner before you add another."
                )
                .into());
            }
            let last = points.last().copied().unwrap_or(first);
            let rank = |at: At| nearest(draft, at).map(|index| draft.spaces[index].rank);
            let (from, to) = (rank(first).ok_or(WHERE)?, rank(last).ok_or(WHERE)?);
            let [from, to] = in_order(draft, from, to);
            let corner = mark_corner(draft, None, from, to);
            let (side, _) = super::fix::inside(draft, corner);
            enter_inside(draft, corner, side);
            Ok(whole(corner))
        }
        tool::ARROW => {
            let ends = arrow::ends(draft, points).ok_or(NO_SPACE)?;
            arrow::toggle(draft, ends)?;
            Ok(ShapeId { tool: tool::SPACE, index: ends[0] })
        }
        tool::TUNNEL => {
            let begin = stretch(draft, first).ok_or(NO_LINE)?;
            let known = draft.tunnels.iter().position(|known| *known == begin);
            relaid(draft, LineChange::Same, |draft| {
                if let Some(known) = known {
                    draft.tunnels.remove(known);
                } else {
                    draft.tunnels.push(begin);
                    draft.tunnels.sort_unstable();
                }
            });
            let added = draft.tunnels.iter().position(|known| *known == begin);
            Ok(added.map_or(ShapeId { tool: tool::CENTRE_LINE, index: 0 }, whole))
        }
        tool::NARROW => {
            const WHERE: &str =
                "The narrowing begins or ends outside the track. Begin and end it on spaces of the track.";
            if draft.narrows.len() >= MAX_NARROWS {
                return Err(format!(
                    "A circuit can have at most {MAX_NARROWS} narrowings. Delete a narrowing before you add another."
                )
                .into());
            }
            if draft.lanes < 3 {
                return Err(
                    "The circuit has only 2 lanes, and a narrowing must leave 2 open. Give the circuit a third lane first.".into()
                );
            }
            let last = points.last().copied().unwrap_or(first);
            let begin = nearest(draft, first).ok_or(WHERE)?;
            nearest(draft, last).ok_or(WHERE)?;
            let narrow = narrow_between(draft, draft.spaces[begin].lane, [first, last].map(to_world));
            let narrow = narrow.ok_or("Draw a centre line first, because a narrowing lies along this line.")?;
            relaid(draft, LineChange::Same, |draft| draft.narrows.push(narrow));
            Ok(whole(draft.narrows.len() - 1))
        }
        tool::POLICE => {
            let index = space(draft)?;
            let rank = draft.spaces[index].rank;
            let is_there = police_line(draft).is_some_and(|line| line.abs_diff(rank) <= 1);
            mark_police(draft, (!is_there).then_some(rank));
            Ok(if is_there { ShapeId { tool: tool::SPACE, index } } else { whole(0) })
        }
        _ => {
            let index = space(draft)?;
            match tool {
                tool::NOISE => draft.spaces[index].noise = !draft.spaces[index].noise,
                tool::SLOT => slot(draft, index),
                _ => draft.spaces[index].danger = !draft.spaces[index].danger,
            }
            Ok(ShapeId { tool: tool::SPACE, index })
        }
    }
}

/// Gives a space the next grid slot. If the space already has a slot, that slot is removed, and the numbers of all
/// later slots go down by one.
fn slot(draft: &mut Draft, index: usize) {
    let last = draft.spaces.iter().filter_map(|space| space.slot).max().unwrap_or(0);
    let Some(gone) = draft.spaces[index].slot.take() else {
        draft.spaces[index].slot = Some(last.saturating_add(1));
        return;
    };
    for slot in draft.spaces.iter_mut().filter_map(|space| space.slot.as_mut()).filter(|slot| **slot > gone) {
        *slot -= 1;
    }
}

/// Sets the side on which the inside of a new corner lies. Also sets the corner's arrows: they lead inwards in its
/// first half and outwards in its second half.
fn enter_inside(draft: &mut Draft, corner: usize, side: Side) {
    if let Some(marked) = draft.corners.get_mut(corner) {
        marked.inside = Some(side);
        set_corner_arrows(draft, corner, CornerArrows::RacingLine);
    }
}
