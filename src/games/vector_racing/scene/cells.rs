//! Draws a map of cells: the track, the finish cells, and walls between track and wall cells.

use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::draft::Draft;

/// The largest number of rows and of columns that are drawn.
const MOST: [usize; 2] = [2_000, 100_001];

/// Returns the characters of the map, row by row, from the lowest row up.
pub(super) fn rows(draft: &Draft) -> Vec<Vec<char>> {
    let rows = draft.cells.iter().flat_map(|map| map.rows.iter().rev().take(MOST[0]));
    rows.map(|row| row.chars().take(MOST[1]).collect()).collect()
}

/// Returns the grid point of the cell in the first column and the lowest row.
pub(super) fn from(draft: &Draft) -> [i64; 2] {
    draft.cells.as_ref().map_or([0, 0], |map| map.from).map(i64::from)
}

/// Returns the grid points of the finish cells.
pub(super) fn finishes(draft: &Draft) -> Vec<[i64; 2]> {
    let [x, y] = from(draft);
    let rows = (y..).zip(rows(draft));
    let goals = rows.flat_map(|(y, cells)| {
        (x..).zip(cells).filter(|(_, sign)| *sign == '*').map(move |(x, _)| [x, y]).collect::<Vec<_>>()
    });
    goals.collect()
}

/// Returns the lower left corner of the cell in a column and row.
fn corner(draft: &Draft, column: usize, row: usize) -> [f64; 2] {
    let [x, y] = from(draft).map(|value| value as f64 - 0.5);
    [x + column as f64, y + row as f64]
}

/// Whether the cell in a column and row is on the track. Cells outside the map count as walls.
pub(super) fn is_track(rows: &[Vec<char>], column: Option<usize>, row: Option<usize>) -> bool {
    let cell = row.and_then(|row| rows.get(row)).zip(column).and_then(|(row, column)| row.get(column));
    cell.is_some_and(|sign| *sign != '#')
}

/// Draws the track. Neighbouring track cells of a row are drawn as one rectangle.
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

/// The number of chequers along a side of a finish cell.
const CHEQUERS: u32 = 4;

/// Draws chequers on the finish cells, in a frame.
pub(super) fn draw_finish(draft: &Draft, scene: &mut Scene) {
    let cells: std::collections::BTreeSet<[i64; 2]> = finishes(draft).into_iter().collect();
    for at in &cells {
        let [x, y] = at.map(|value| value as f64 - 0.5);
        let square = |left: f64, below: f64, side: f64| {
            Shape::Polygon(vec![
                [x + left, y + below],
                [x + left + side, y + below],
                [x + left + side, y + below + side],
                [x + left, y + below + side],
            ])
        };
        scene.add(Style::ChequerLight, square(0.0, 0.0, 1.0));
        for index in (0..CHEQUERS * CHEQUERS).filter(|index| (index / CHEQUERS + index % CHEQUERS).is_multiple_of(2)) {
            let side = 1.0 / f64::from(CHEQUERS);
            scene.add(
                Style::ChequerDark,
                square(f64::from(index % CHEQUERS) * side, f64::from(index / CHEQUERS) * side, side),
            );
        }
    }
    // A frame sets the finish apart from the track. Its outer half is on the track, so that the squares stay whole.
    for [x, y] in &cells {
        let corner = |right: f64, up: f64| [*x as f64 + right, *y as f64 + up];
        for (beside, from, to) in [
            ([x - 1, *y], corner(-0.5, -0.5), corner(-0.5, 0.5)),
            ([x + 1, *y], corner(0.5, -0.5), corner(0.5, 0.5)),
            ([*x, y - 1], corner(-0.5, -0.5), corner(0.5, -0.5)),
            ([*x, y + 1], corner(-0.5, 0.5), corner(0.5, 0.5)),
        ] {
            if !cells.contains(&beside) {
                scene.add(Style::FinishLine, Shape::Polyline(vec![from, to]));
            }
        }
    }
}

/// Returns the middle of the finish cells; `None` if there are no finish cells.
pub(super) fn finish_middle(draft: &Draft) -> Option<[f64; 2]> {
    let cells = finishes(draft);
    let mean = |axis: usize| cells.iter().map(|at| at[axis] as f64).sum::<f64>() / cells.len() as f64;
    (!cells.is_empty()).then(|| [mean(0), mean(1)])
}

/// Draws straight walls wherever a track cell touches a wall cell or the edge of the map.
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
