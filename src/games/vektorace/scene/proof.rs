//! Draws the results of a search on top of the board.

use crate::game::scene::{Scene, Shape, Style};
use crate::games::vektorace::solve::{Lap, Reach};

/// Draws a lap: its line, and each move's gear at the point where the move ends.
pub fn draw_lap(lap: &Lap, scene: &mut Scene) {
    let mut line: Vec<[f64; 2]> = Vec::new();
    for point in lap.turns.iter().flat_map(|turn| &turn.path) {
        if line.last() != Some(point) {
            line.push(*point);
        }
    }
    scene.add(Style::RacingLine, Shape::Polyline(line));
    for turn in &lap.turns {
        let Some(at) = turn.path.last() else { continue };
        scene.add(Style::RacingPlace, Shape::Circle { center: *at, radius: 0.36 });
        scene.add(Style::RacingGear, Shape::Text { at: *at, height: 0.36, text: turn.gear.to_string() });
    }
}

/// Draws the squares of the table that cars can reach. The colour of a square shows the earliest turn in which a car
/// can reach it. If `only` is given, draws only the squares first reached in that turn.
pub fn draw_reach(reach: &Reach, only: Option<u8>, scene: &mut Scene) {
    let last = reach.turns.iter().copied().max().unwrap_or(1).max(2);
    let when = |turn: u8| (u32::from(turn - 1) * 255 / u32::from(last - 1)) as u8;
    let shown = |turn: u8| turn > 0 && only.is_none_or(|only| only == turn);
    for (row, turns) in reach.turns.chunks(reach.columns.max(1)).enumerate() {
        let mut column = 0;
        // Neighbouring squares of the same turn become one rectangle, because a large table has thousands of squares.
        for run in turns.chunk_by(|a, b| a == b) {
            let (from, to) = (column, column + run.len());
            column = to;
            let Some(turn) = run.first().copied().filter(|turn| shown(*turn)) else { continue };
            let at = |column: usize, row: usize| {
                [reach.from[0] + column as f64 * reach.side, reach.from[1] + row as f64 * reach.side]
            };
            let corners = vec![at(from, row), at(to, row), at(to, row + 1), at(from, row + 1)];
            scene.add(Style::Reach(when(turn)), Shape::Polygon(corners));
        }
    }
}
