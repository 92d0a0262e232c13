//! Validates maps of cells (RT-WALL-04).

use super::{Ground, fits};
use crate::game::Issue;
use crate::games::vector_racing::draft::{CellsDraft, Draft};
use crate::games::vector_racing::grid::Points;
use crate::games::vector_racing::walls::{Part, Wall};

/// The largest number of errors in a map that are reported one by one. A text that is not a map at all may have
/// millions of errors.
const MOST_NAMED: usize = 25;

/// Returns the walls and grid points of a map of cells; `None` if the map is not valid.
pub(super) fn ground(draft: &Draft, map: &CellsDraft, scale: i64, issues: &mut Vec<Issue>) -> Option<Ground> {
    let before = issues.len();
    if !draft.outer.is_empty() || !draft.islands.is_empty() || !draft.walls.is_empty() || !draft.discs.is_empty() {
        let message = "The circuit is a map of cells, so it cannot have other boundaries or walls.";
        issues.push(Issue::error("RT-WALL-04", message).fix("Delete the outline, the islands and the walls."));
    }
    let height = map.rows.len();
    let width = map.rows.first().map_or(0, |row| row.chars().count());
    if width == 0 {
        issues.push(Issue::error("RT-WALL-04", "The map of cells is empty."));
        return None;
    }
    if !fits(width, height, issues) {
        return None;
    }
    let mut inside = Points::empty(map.from, width, height);
    let mut goals = inside.clone();
    let mut unnamed = 0usize;
    for (row, text) in map.rows.iter().rev().enumerate() {
        if text.chars().count() != width {
            let message =
                format!("Row {} of the map is not as long as the first row. Make all rows equally long.", height - row);
            if issues.len() < before + MOST_NAMED {
                issues.push(Issue::error("RT-WALL-04", message));
            } else {
                unnamed += 1;
            }
            continue;
        }
        for (column, sign) in text.chars().enumerate() {
            let at = inside.point(column, row);
            match sign {
                '#' => {}
                '.' => inside.set(at, true),
                '*' => {
                    inside.set(at, true);
                    goals.set(at, true);
                }
                _ if issues.len() >= before + MOST_NAMED => unnamed += 1,
                other => {
                    let message = format!(
                        "Row {} of the map has `{}`. Use only `#` (wall), `.` (free) and `*` (finish).",
                        height - row,
                        other.escape_default()
                    );
                    issues.push(Issue::error("RT-WALL-04", message).at(at.map(f64::from)));
                }
            }
        }
    }
    if unnamed > 0 {
        let message = format!("There are {unnamed} more mistakes in the map.");
        issues.push(Issue::error("RT-WALL-04", message).fix("Fix the mistakes that are listed first."));
    }
    if issues.len() > before {
        return None;
    }
    let walls = borders(&inside, scale);
    let rim = Points::empty(map.from, width, height);
    let goals = (goals.count() > 0).then_some(goals);
    Some(Ground { walls, discs: Vec::new(), rings: Vec::new(), inside, rim, goals })
}

/// Returns the borders between free cells and walls, in straight pieces with the free cells on their left.
fn borders(inside: &Points, scale: i64) -> Vec<Wall> {
    let mut walls = Vec::new();
    let (width, height) = (inside.width() as i32, inside.height() as i32);
    let from = inside.from();
    let half = scale / 2;
    // Along each axis, go over the borders between neighbouring rows (or columns), one piece at a time.
    for axis in 0..2usize {
        let (along, across) = if axis == 0 { (width, height) } else { (height, width) };
        for line in 0..=across {
            let mut begun: Option<(i32, bool)> = None;
            for step in 0..=along {
                let cell = |offset: i32| {
                    let mut at = [from[0], from[1]];
                    at[axis] += step;
                    at[1 - axis] += line + offset;
                    at
                };
                // The cells below and above a horizontal border, or left and right of a vertical one.
                let (near, far) = (step < along && inside.has(cell(-1)), step < along && inside.has(cell(0)));
                let side = (near != far).then_some(far);
                if let Some((start, was_far)) = begun.filter(|(_, was_far)| side != Some(*was_far)) {
                    let point = |step: i32| {
                        let mut at = [0i64; 2];
                        at[axis] = i64::from(from[axis] + step) * scale - half;
                        at[1 - axis] = i64::from(from[1 - axis] + line) * scale - half;
                        at
                    };
                    // A border that runs to the right has the upper cell on its left. A border that runs upwards has
                    // the left cell on its left.
                    let forward = was_far == (axis == 0);
                    let (a, b) = if forward { (point(start), point(step)) } else { (point(step), point(start)) };
                    walls.push(Wall::edge(a, b, Part::Cells));
                    begun = None;
                }
                if let (None, Some(side)) = (begun, side) {
                    begun = Some((step, side));
                }
            }
        }
    }
    walls
}
