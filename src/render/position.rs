//! The scene of a position of a race, and the kinds of elements that a picture may leave out.

use crate::game::scene::{Scene, Style};
use crate::replay::Race;

/// The styles of the grid and the numbers on the table's edge.
pub const COORDINATES: &[Style] = &[Style::GridLine, Style::GridLineStrong, Style::Ruler];

/// The styles of the guide along the lap: the line, the direction arrows, and the road with its edge.
pub const GUIDE: &[Style] = &[Style::LapLine, Style::Arrow, Style::Road, Style::RoadEdge];

/// The number of earlier turns whose paths are drawn.
const TRAIL: usize = 12;

/// Draws a race after `at` turns, with the paths of the last turns. If the last turn is illegal, the drawing shows why.
/// If `legal` is true, it also shows where the car to act can legally go.
#[must_use]
pub fn position(race: &dyn Race, at: usize, legal: bool) -> Scene {
    let mut scene = race.scene(at, TRAIL);
    if legal {
        scene.add_places(&race.places(at), false);
    }
    if let Some(illegal) = race.step(at).filter(|_| at > 0).and_then(|step| step.illegal.as_ref()) {
        scene.add_evidence(illegal);
    }
    scene
}
