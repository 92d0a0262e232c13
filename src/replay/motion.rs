//! A turn in motion: the moving car is drawn part of the way along its path.

use super::Race;
use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::game::{CarId, CarView, EventKind};

/// The move in one turn: the car that moved, its state before and after the turn, and its path.
struct Move {
    car: CarId,
    before: CarView,
    now: CarView,
    path: Vec<[f64; 2]>,
}

impl Move {
    /// The move of turn `at`, counted from 1. `None` if there is no such turn.
    fn of(race: &dyn Race, at: usize) -> Option<Self> {
        let step = race.step(at).filter(|_| at > 0)?;
        let car = step.car;
        let now = race.view(at).car(car)?.clone();
        let before = race.view(at - 1).car(car)?.clone();
        let path = step.events.iter().find_map(|event| match &event.kind {
            EventKind::Moved { points, .. } if event.car == car => Some(points.clone()),
            _ => None,
        });
        let path = path.unwrap_or_else(|| vec![before.at, now.at]);
        Some(Self { car, before, now, path })
    }
}

/// Draws the position after `at` turns, but with the car of turn `at` still on its way. `part` is the fraction of the
/// move's time that has passed, from 0 to 1. If `gently` is true, the car accelerates and brakes smoothly. Returns
/// `None` if no car moves, or if `part` is 1 or more.
#[must_use]
pub fn in_motion(race: &dyn Race, at: usize, part: f64, picture: &Scene, gently: bool) -> Option<Scene> {
    if part >= 1.0 {
        return None;
    }
    let Move { car, before, now, path } = Move::of(race, at)?;
    let part = if gently { eased(part) } else { part };
    let place = along(&path, part)?;
    let turn = turned(before.dir, now.dir) * (1.0 - part);
    let (sin, cos) = turn.sin_cos();
    let shift = |[x, y]: [f64; 2]| {
        let (x, y) = (x - now.at[0], y - now.at[1]);
        [place[0] + x * cos - y * sin, place[1] + x * sin + y * cos]
    };
    let moved = |item: &Item| {
        if item.tag != Tag::Car(car) || item.style == Style::ActRing {
            return item.clone();
        }
        let shape = match &item.shape {
            Shape::Polygon(corners) => Shape::Polygon(corners.iter().copied().map(shift).collect()),
            Shape::Polyline(points) => Shape::Polyline(points.iter().copied().map(shift).collect()),
            Shape::Circle { center, radius } => Shape::Circle { center: shift(*center), radius: *radius },
            Shape::Text { at, height, text } => Shape::Text { at: shift(*at), height: *height, text: text.clone() },
        };
        Item { shape, ..item.clone() }
    };
    Some(Scene { bounds: picture.bounds, items: picture.items.iter().map(moved).collect() })
}

/// Returns the point on the board where a car is after `at` turns, in the game's unit. If the car made the last move,
/// `part` is the fraction of the move's time that has passed, from 0 to 1. Returns `None` if the car is not in the
/// race.
#[must_use]
pub fn place_of(race: &dyn Race, at: usize, car: CarId, part: f64) -> Option<[f64; 2]> {
    let moving = Move::of(race, at).filter(|moving| moving.car == car && part < 1.0);
    match moving {
        Some(moving) => along(&moving.path, eased(part)),
        None => race.view(at).car(car).map(|car| car.at),
    }
}

/// Changes a fraction of a path (0 to 1) so that the motion along the path starts and ends slowly.
fn eased(part: f64) -> f64 {
    part * part * (3.0 - 2.0 * part)
}

/// Returns the smallest rotation from a car's new direction back to its old direction. It is in radians, and
/// counter-clockwise is positive.
fn turned(before: Option<u8>, now: Option<u8>) -> f64 {
    let (Some(before), Some(now)) = (before, now) else { return 0.0 };
    let eighths = (i32::from(before) - i32::from(now) + 12).rem_euclid(8) - 4;
    f64::from(eighths) * std::f64::consts::FRAC_PI_4
}

/// Returns the point at a fraction of a path's length, from 0 to 1. Returns `None` if the path is empty.
fn along(path: &[[f64; 2]], part: f64) -> Option<[f64; 2]> {
    let pieces = || path.iter().zip(path.iter().skip(1));
    let length = |(from, to): (&[f64; 2], &[f64; 2])| (to[0] - from[0]).hypot(to[1] - from[1]);
    let mut left = pieces().map(length).sum::<f64>() * part;
    for piece in pieces() {
        let here = length(piece);
        if here > 0.0 && left <= here {
            let (from, to) = piece;
            let share = left / here;
            return Some([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
        }
        left -= here;
    }
    path.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_walked_at_an_even_pace() {
        let path = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]];
        assert_eq!(along(&path, 0.0), Some([0.0, 0.0]));
        assert_eq!(along(&path, 0.5), Some([2.0, 0.0]));
        assert_eq!(along(&path, 0.875), Some([3.0, 0.5]));
        assert_eq!(along(&path, 1.0), Some([3.0, 1.0]));
        assert_eq!(along(&[], 0.5), None);
    }

    #[test]
    fn cars_turn_the_short_way() {
        let quarter = std::f64::consts::FRAC_PI_4;
        assert_eq!(turned(Some(0), Some(1)), -quarter);
        assert_eq!(turned(Some(0), Some(7)), quarter);
        assert_eq!(turned(Some(3), Some(3)), 0.0);
        assert_eq!(turned(None, Some(3)), 0.0);
    }
}
