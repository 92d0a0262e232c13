//! Adds and deletes pieces.

use super::numbering::{close_gaps, next_number};
use super::{At, Piece, ShapeId, limited, tool};
use crate::game::Refused;
use crate::games::vektorace::{
    CornerDraft, Draft, Hand, Keep, LabelDraft, LimitDraft, MAX_LABELS, MAX_LIMITS, PitwallDraft,
};
use crate::geometry::Direction;
use crate::limits::vektorace::MAX_DRAWN_CORNERS;

/// The text of a new label.
const NEW_LABEL: &str = "Label";

/// Adds a piece with this tool at these points.
pub(super) fn put(draft: &mut Draft, tool: &str, points: &[At]) -> Result<ShapeId, Refused> {
    let at = limited(*points.first().ok_or("Click the point of the board where the shape should be.")?);
    let room = |count: usize, most: usize, what: &str| {
        if count < most {
            Ok(())
        } else {
            Err(format!("A circuit can have at most {most} {what}. Delete one of them before you add another."))
        }
    };
    let piece = match tool {
        tool::CORNER => {
            room(draft.corners.len(), MAX_DRAWN_CORNERS, "corners")?;
            let (number, facing) = (next_number(draft), facing_at(draft, at));
            draft.corners.push(CornerDraft { number, at, facing, hand: None });
            Piece::Corner(draft.corners.len() - 1)
        }
        tool::PITWALL => {
            draft.pitwall = Some(PitwallDraft { at, direction: run_at(draft, at) });
            Piece::Pitwall
        }
        tool::LIMIT => {
            room(draft.limits.len(), MAX_LIMITS, "track limits")?;
            draft.limits.push(LimitDraft { keep: Keep::Out, outline: points.iter().map(|at| limited(*at)).collect() });
            Piece::Limit(draft.limits.len() - 1)
        }
        tool::LABEL => {
            room(draft.labels.len(), MAX_LABELS, "labels")?;
            draft.labels.push(LabelDraft::new(at, NEW_LABEL));
            Piece::Label(draft.labels.len() - 1)
        }
        _ => return Err(format!("VektoRace has no tool `{tool}`. Choose another tool.").into()),
    };
    Ok(piece.shape_id())
}

/// Deletes a piece. The remaining corners are renumbered.
pub(super) fn remove(draft: &mut Draft, shape: ShapeId) {
    match Piece::of(shape.whole()) {
        Some(Piece::Pitwall) => draft.pitwall = None,
        Some(Piece::Corner(index)) if index < draft.corners.len() => {
            draft.corners.remove(index);
            close_gaps(draft);
        }
        Some(Piece::Limit(index)) if index < draft.limits.len() => {
            draft.limits.remove(index);
        }
        Some(Piece::Label(index)) if index < draft.labels.len() => {
            draft.labels.remove(index);
        }
        _ => {}
    }
}

/// Returns a draft with only these pieces. Its corners are in the order in which cars pass them.
pub(super) fn only(draft: &Draft, pieces: &[Piece]) -> Draft {
    let mut only = Draft::default();
    for piece in pieces {
        match *piece {
            Piece::Pitwall => only.pitwall = draft.pitwall,
            Piece::Corner(index) => only.corners.extend(draft.corners.get(index)),
            Piece::Limit(index) => only.limits.extend(draft.limits.get(index).cloned()),
            Piece::Label(index) => only.labels.extend(draft.labels.get(index).cloned()),
            Piece::LimitCorner(..) => {}
        }
    }
    only.corners.sort_by_key(|corner| corner.number);
    only
}

/// Adds the pieces of another draft, moved by the offset `by`. Corners get the next numbers. The pitwall is added only
/// if the draft has no pitwall.
pub(super) fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
    let moved = |at: At| limited(at + by);
    let mut added = Vec::new();
    if let Some(wall) = other.pitwall.filter(|_| draft.pitwall.is_none()) {
        draft.pitwall = Some(PitwallDraft { at: moved(wall.at), ..wall });
        added.push(Piece::Pitwall);
    }
    for corner in other.corners.iter().take(MAX_DRAWN_CORNERS.saturating_sub(draft.corners.len())) {
        let number = next_number(draft);
        draft.corners.push(CornerDraft { number, at: moved(corner.at), ..*corner });
        added.push(Piece::Corner(draft.corners.len() - 1));
    }
    for limit in other.limits.iter().take(MAX_LIMITS.saturating_sub(draft.limits.len())) {
        let outline = limit.outline.iter().map(|at| moved(*at)).collect();
        draft.limits.push(LimitDraft { keep: limit.keep, outline });
        added.push(Piece::Limit(draft.limits.len() - 1));
    }
    for label in other.labels.iter().take(MAX_LABELS.saturating_sub(draft.labels.len())) {
        draft.labels.push(LabelDraft { at: moved(label.at), ..label.clone() });
        added.push(Piece::Label(draft.labels.len() - 1));
    }
    added.into_iter().map(Piece::shape_id).collect()
}

/// Returns the direction in which a new corner at this point faces. It faces away from the middle of the table, along a
/// diagonal.
pub(super) fn facing_at(draft: &Draft, at: At) -> Direction {
    let [x, y] = off_middle(draft, at);
    Direction::new(match (x >= 0.0, y >= 0.0) {
        (true, true) => 1,
        (false, true) => 3,
        (false, false) => 5,
        (true, false) => 7,
    })
}

/// Returns the direction in which cars pass a new pitwall at this point. The direction is chosen so that the middle of
/// the table lies on the track side of the pitwall.
pub(super) fn run_at(draft: &Draft, at: At) -> Direction {
    let [x, y] = off_middle(draft, at);
    let [width, height] = (draft.table.to - draft.table.from).to_f64();
    // The pitwall is parallel to the nearest edge.
    let (right, up) = (x / width.abs().max(1.0), y / height.abs().max(1.0));
    let inwards = match (right.abs() > up.abs(), right > 0.0, up > 0.0) {
        (true, true, _) => 4,
        (true, false, _) => 0,
        (false, _, true) => 6,
        (false, _, false) => 2,
    };
    Direction::new(inwards - 2 * draft.direction.unwrap_or(Hand::Clockwise).eta())
}

/// Returns the offset from the table's middle to a point.
fn off_middle(draft: &Draft, at: At) -> [f64; 2] {
    let (from, to, at) = (draft.table.from.to_f64(), draft.table.to.to_f64(), at.to_f64());
    [0, 1].map(|axis| at[axis] - (from[axis] + to[axis]) / 2.0)
}
