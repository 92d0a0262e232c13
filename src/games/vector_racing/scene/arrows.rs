//! Draws arrows for the direction of the race.

use super::way::ways;
use crate::game::room::{Room, Wish};
use crate::game::scene::{Scene, Style};
use crate::game::signs::arrow;
use crate::games::vector_racing::draft::Draft;
use crate::games::vector_racing::layout::spot;

/// The largest number of arrows along the first route. On other routes the arrows are about as far apart as on the
/// first.
const MOST: f64 = 8.0;
/// The least distance from an arrow to the next arrow and to the finish line, as a multiple of the arrow's size.
const APART: f64 = 3.0;
/// An arrow's direction is computed from two points of the route: the point this number of steps before the arrow and
/// the point this number of steps after it.
const BESIDE: usize = 3;

/// Draws an arrow at the finish line, and arrows along the routes from the start to the finish. `letters` is the height
/// of letters on signs.
pub(super) fn draw(draft: &Draft, rings: &[Vec<[f64; 2]>], letters: f64, scene: &mut Scene) {
    let size = (1.8 * letters).max(0.7);
    let mut room = Room::new(scene.bounds);
    for item in scene.items.iter().filter(|item| item.style != Style::Ground && !item.style.is_backdrop()) {
        room.block(&item.shape, 0.1);
    }
    let mut free = |at: [f64; 2], size: f64| {
        room.beside(Wish { anchor: at, away: [0.0; 2], size: [size; 2], gap: 0.0 }).is_some_and(|place| place == at)
    };
    let ends = draft.finish.as_ref().map(|line| [spot(&line.from), spot(&line.to)]);
    let normal = draft.finish.as_ref().map_or([0, 0], |line| line.crossing.normal());
    if let Some(ends) = ends.filter(|_| normal != [0, 0]) {
        let across = normal.map(|value| value as f64);
        let beside = |part: f64| {
            [0, 1].map(|axis| ends[0][axis] + (ends[1][axis] - ends[0][axis]) * part + across[axis] * 1.2 * size)
        };
        // The arrow stands beside the chequered strip, on the side to which racers drive.
        if let Some(at) = [0.5, 0.35, 0.65, 0.2, 0.8].map(beside).into_iter().find(|at| free(*at, size)) {
            arrow(at, across, size, scene);
        }
    }
    let ways = ways(draft, rings, scene.bounds);
    let Some(first) = ways.first().filter(|way| !way.is_empty()) else { return };
    // The number of squares from one arrow to the next.
    let spacing = (APART * size).max(first.len() as f64 / MOST);
    for way in &ways {
        let place = |part: f64| {
            let index = (part * way.len() as f64) as usize;
            let at = *way.get(index)?;
            // Compute the direction over several squares, because a single step has one of only eight directions.
            let (before, after) = (way[index.saturating_sub(BESIDE)], way[(index + BESIDE).min(way.len() - 1)]);
            let direction = [0, 1].map(|axis| after[axis] - before[axis]);
            let from_line = ends.map(|[from, to]| apart(nearest(from, to, at), at));
            (direction != [0.0; 2] && from_line.is_none_or(|far| far > APART * size)).then_some((at, direction))
        };
        let count = (way.len() as f64 / spacing + 1e-9).floor() as usize;
        for part in 0..count {
            let moved =
                [0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.4, -0.4].map(|by| (part as f64 + 0.5 + by) / count as f64);
            let places: Vec<_> = moved.into_iter().filter_map(place).collect();
            // In a narrow corridor the arrow is smaller.
            let sized = [1.0, 0.75, 0.55].map(|share| share * size);
            let found = sized.into_iter().find_map(|size| {
                let (at, direction) = places.iter().find(|(at, _)| free(*at, size))?;
                Some((*at, *direction, size))
            });
            if let Some((at, direction, size)) = found {
                arrow(at, direction, size, scene);
            }
        }
    }
}

fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns the point of a straight line that is nearest to another point.
fn nearest(from: [f64; 2], to: [f64; 2], at: [f64; 2]) -> [f64; 2] {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let part = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / (x * x + y * y).max(1e-12);
    [0, 1].map(|axis| from[axis] + [x, y][axis] * part.clamp(0.0, 1.0))
}
