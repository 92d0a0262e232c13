//! Draws a map of cells: the track, the finish cells, and walls between track and wall cells.

use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::draft::Draft;

/// The most rows and columns that are drawn.
const MOST: [usize; 2] = [2_000, 100_001];

/// The signs of the map from its lowest row up.
fn rows(draft: &Draft) -> Vec<Vec<char>> {
    let rows = draft.cells.iter().flat_map(|map| map.rows.iter().rev().take(MOST[0]));
    rows.map(|row| row.chars().take(MOST[1]).collect()).collect()
}

/// The lower left corner of the cell in a column and row.
fn corner(draft: &Draft, column: usize, row: usize) -> [f64; 2] {
    let from = draft.cells.as_ref().map_or([0, 0], |map| map.from).map(f64::from);
    [from[0] + column as f64 - 0.5, from[1] + row as f64 - 0.5]
}

/// Whether the cell in a column and row is track; cells beside the map are walls.
fn is_track(rows: &[Vec<char>], column: Option<usize>, row: Option<usize>) -> bool {
    let cell = row.and_then(|row| rows.get(row)).zip(column).and_then(|(row, column)| row.get(column));
    cell.is_some_and(|sign| *sign != '#')
}

/// Draws the track, in one rectangle for each stretch of a row.
pub(super) fn draw_ground(draft: &Draft, scene: &mut Scene) {
    let rows = rows(draft);
    for (row, cells) in rows.iter().enumerate() {
        let mut column = 0;
        for run in cells.chunk_by(|a, b| (*a == '#') == (*b == '#')) {
            let (from, to) = (corner(draft, column, row), corner(draft, column + run.len(), row + 1));
            column += run.len();
            if run.first() != Some(&'#') {
                scene.add(Style::Ground, Shape::Polygon(vec![from, [to[0], from[1]], to, [from[0], to[1]]]));
            }
        }
    }
}

/// Draws the chequers of the finish cells.
pub(super) fn draw_finish(draft: &Draft, scene: &mut Scene) {
    for (row, cells) in rows(draft).iter().enumerate() {
        for column in (0..cells.len()).filter(|column| cells[*column] == '*') {
            let [x, y] = corner(draft, column, row);
            let square = |left: f64, below: f64, side: f64| {
                Shape::Polygon(vec![
                    [x + left, y + below],
                    [x + left + side, y + below],
                    [x + left + side, y + below + side],
                    [x + left, y + below + side],
                ])
            };
            scene.add(Style::ChequerLight, square(0.0, 0.0, 1.0));
            scene.add(Style::ChequerDark, square(0.0, 0.0, 0.5));
            scene.add(Style::ChequerDark, square(0.5, 0.5, 0.5));
        }
    }
}

/// The middle of the finish cells; `None` if there are none.
pub(super) fn finish_middle(draft: &Draft) -> Option<[f64; 2]> {
    let rows = rows(draft);
    let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
        (0..cells.len()).filter(|column| cells[*column] == '*').map(move |column| (column, row))
    });
    let (count, sum) = cells
        .fold((0.0, [0.0; 2]), |(count, [x, y]), (column, row)| (count + 1.0, [x + column as f64, y + row as f64]));
    let [x, y] = corner(draft, 0, 0);
    (count > 0.0).then(|| [x + 0.5 + sum[0] / count, y + 0.5 + sum[1] / count])
}

/// Draws a wall wherever a track cell touches a wall cell or the end of the map, in straight pieces.
pub(super) fn draw_walls(draft: &Draft, scene: &mut Scene) {
    let rows = rows(draft);
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut add = |from: [f64; 2], to: [f64; 2]| scene.add(Style::Boundary, Shape::Polyline(vec![from, to]));
    let below = |index: usize| index.checked_sub(1);
    for row in 0..=rows.len() {
        let mut begun = None;
        for column in 0..=wide {
            let here =
                column < wide && is_track(&rows, Some(column), Some(row)) != is_track(&rows, Some(column), below(row));
            match (here, begun) {
                (true, None) => begun = Some(column),
                (false, Some(from)) => {
                    add(corner(draft, from, row), corner(draft, column, row));
                    begun = None;
                }
                _ => {}
            }
        }
    }
    for column in 0..=wide {
        let mut begun = None;
        for row in 0..=rows.len() {
            let here = row < rows.len()
                && is_track(&rows, Some(column), Some(row)) != is_track(&rows, below(column), Some(row));
            match (here, begun) {
                (true, None) => begun = Some(row),
                (false, Some(from)) => {
                    add(corner(draft, column, from), corner(draft, column, row));
                    begun = None;
                }
                _ => {}
            }
        }
    }
}
