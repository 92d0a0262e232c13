//! Lists a circuit's pieces with their positions, for building the circuit on a real table.

use super::Draft;
use crate::game::{Layout, PlacedPiece};
use crate::geometry::Direction;

/// Returns the list of the circuit's pieces: the pitwall, then the corners in the order of a lap.
pub(super) fn layout(draft: &Draft) -> Layout {
    let mut pieces = Vec::new();
    if let Some(wall) = &draft.pitwall {
        pieces.push(PlacedPiece {
            name: "Pitwall".to_owned(),
            at: wall.at.to_f64(),
            turned: format!("{} end at the finish line: {}", arrow(wall.direction), words(wall.direction)),
        });
    }
    let mut corners: Vec<_> = draft.corners.iter().collect();
    corners.sort_by_key(|corner| corner.number);
    pieces.extend(corners.into_iter().map(|corner| PlacedPiece {
        name: format!("Corner {}", corner.number),
        at: corner.at.to_f64(),
        turned: format!("{} curbs: {}", arrow(corner.facing), words(corner.facing)),
    }));
    Layout {
        table: [draft.table.from.to_f64(), draft.table.to.to_f64()],
        pieces,
        measured: "Positions are measured from the left and lower edges of the table to the middle of each corner piece and of the pitwall.",
    }
}

const fn arrow(direction: Direction) -> char {
    ['→', '↗', '↑', '↖', '←', '↙', '↓', '↘'][direction.index()]
}

pub(super) const fn words(direction: Direction) -> &'static str {
    ["right", "up right", "up", "up left", "left", "down left", "down", "down right"][direction.index()]
}
