//! Lists the coordinates of all spaces, so that players can set up a circuit on the table.

use super::draft::{Draft, SpaceKind};
use crate::game::{Layout, PlacedPiece};

/// The largest number of spaces that a layout lists.
const MOST: usize = super::draft::MAX_SPACES;

/// Returns the bounding box of the whole circuit, with a margin.
pub(super) fn bounds(draft: &Draft) -> [[f64; 2]; 2] {
    // Corner labels are drawn outside the track, so the margin must have room for them.
    const ROOM: f64 = 3.0;
    let mut bounds = [[f64::MAX; 2], [f64::MIN; 2]];
    for space in &draft.spaces {
        for point in space.outline.iter().chain([&space.at]) {
            for axis in 0..2 {
                let value = if point[axis].is_finite() { point[axis].clamp(-1e6, 1e6) } else { 0.0 };
                bounds[0][axis] = bounds[0][axis].min(value - ROOM);
                bounds[1][axis] = bounds[1][axis].max(value + ROOM);
            }
        }
    }
    // An empty canvas has room for a circuit of the usual size.
    if draft.spaces.is_empty() { [[-40.0, -15.0], [40.0, 40.0]] } else { bounds }
}

pub(super) fn layout(draft: &Draft) -> Layout {
    let piece = |space: &super::draft::SpaceDraft| {
        let name = match &space.kind {
            SpaceKind::Straight => format!("Space {}", space.id),
            SpaceKind::Corner(corner) => format!("Space {} of corner {corner}", space.id),
            SpaceKind::Pit => format!("Pit lane {}", space.id),
            SpaceKind::Box(number) => format!("Pit box {number}"),
        };
        PlacedPiece { name, at: space.at, turned: format!("{:.0}\u{b0}", space.angle) }
    };
    Layout {
        table: bounds(draft),
        pieces: draft.spaces.iter().take(MOST).map(piece).collect(),
        measured: "Positions are measured from the left and lower edges of the board to the middle of each space.",
    }
}
