//! Draws arrows for the direction of the race, halfway between the outer boundary and the nearest island.

use crate::game::room::{Room, Wish};
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::draft::{Crossing, Draft, Kind};
use crate::games::vector_racing::layout::spot;

/// The number of arrows along the outer boundary.
const COUNT: usize = 8;
/// The least distance between an arrow and the finish line, in sizes of an arrow.
const APART: f64 = 3.0;

/// Draws an arrow across the finish line, and arrows all around a circuit with islands. `letters` is the height of
/// letters on signs.
pub(super) fn draw(draft: &Draft, rings: &[Vec<[f64; 2]>], letters: f64, scene: &mut Scene) {
    let Some(line) = draft.finish.as_ref().filter(|line| line.crossing != Crossing::Any) else { return };
    let size = (1.8 * letters).max(0.7);
    let mut room = Room::new(scene.bounds);
    for item in scene.items.iter().filter(|item| item.style != Style::Ground && !item.style.is_backdrop()) {
        room.block(&item.shape, 0.1);
    }
    let mut free = |at: [f64; 2]| {
        room.beside(Wish { anchor: at, away: [0.0; 2], size: [size; 2], gap: 0.0 }).is_some_and(|place| place == at)
    };
    let ends = [spot(&line.from), spot(&line.to)];
    let [x, y] = line.crossing.normal().map(|value| value as f64);
    let beside = |part: f64| {
        [0, 1].map(|axis| ends[0][axis] + (ends[1][axis] - ends[0][axis]) * part + [x, y][axis] * 1.2 * size)
    };
    // Beside the strip, on the side to which cars drive.
    if let Some(at) = [0.5, 0.35, 0.65, 0.2, 0.8].map(beside).into_iter().find(|at| free(*at)) {
        arrow(at, [x, y], size, scene);
    }
    let Some((outer, islands)) = rings.split_first().filter(|_| draft.kind == Kind::Circuit) else { return };
    // The race follows the boundary's points in their order, or against it: the side nearest to the line shows which.
    let middle = [0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
    let ahead =
        sides(outer).map(|(from, to)| (apart(nearest(from, to, middle), middle), [to[0] - from[0], to[1] - from[1]]));
    let Some((_, ahead)) = ahead.min_by(|(a, _), (b, _)| a.total_cmp(b)) else { return };
    let along = ahead[0] * x + ahead[1] * y;
    // A side that is parallel to the line says nothing about the direction.
    if along.abs() < 1e-9 {
        return;
    }
    let sign = along.signum();
    let length: f64 = sides(outer).map(|(from, to)| apart(from, to)).sum();
    let place = |part: f64| {
        let (at, [dx, dy]) = at_distance(outer, length * part.rem_euclid(1.0))?;
        let inner = islands.iter().flat_map(|island| sides(island)).map(|(from, to)| nearest(from, to, at));
        let inner = inner.min_by(|a, b| apart(*a, at).total_cmp(&apart(*b, at)))?;
        let place = [0, 1].map(|axis| (at[axis] + inner[axis]) / 2.0);
        let line_at = nearest(ends[0], ends[1], place);
        let has_room = apart(at, inner) > 2.0 * size && apart(line_at, place) > APART * size;
        has_room.then_some((place, [dx * sign, dy * sign]))
    };
    for part in 0..COUNT {
        let moved = [0.0, 0.2, -0.2, 0.4, -0.4].map(|by| (part as f64 + 0.5 + by) / COUNT as f64);
        if let Some((at, way)) = moved.into_iter().filter_map(place).find(|(at, _)| free(*at)) {
            arrow(at, way, size, scene);
        }
    }
}

/// Draws an arrow along a direction.
pub(super) fn arrow(at: [f64; 2], way: [f64; 2], size: f64, scene: &mut Scene) {
    let length = way[0].hypot(way[1]).max(1e-9);
    let [x, y] = way.map(|value| value / length * size);
    let place = |along: f64, left: f64| [at[0] + x * along - y * left, at[1] + y * along + x * left];
    let [tip, notch] = [place(0.5, 0.0), place(-0.25, 0.0)];
    for side in [1.0, -1.0] {
        scene.add(Style::Arrow, Shape::Polygon(vec![tip, place(-0.5, 0.42 * side), notch]));
    }
}

fn sides(ring: &[[f64; 2]]) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The point of a straight line that is nearest to another point.
fn nearest(from: [f64; 2], to: [f64; 2], at: [f64; 2]) -> [f64; 2] {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let part = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / (x * x + y * y).max(1e-12);
    [0, 1].map(|axis| from[axis] + [x, y][axis] * part.clamp(0.0, 1.0))
}

/// The point at a distance along a ring, and the direction of the ring there.
fn at_distance(ring: &[[f64; 2]], mut left: f64) -> Option<([f64; 2], [f64; 2])> {
    for (from, to) in sides(ring) {
        let length = apart(from, to);
        if left <= length && length > 0.0 {
            let part = left / length;
            let way = [to[0] - from[0], to[1] - from[1]];
            return Some(([from[0] + way[0] * part, from[1] + way[1] * part], way));
        }
        left -= length;
    }
    None
}
