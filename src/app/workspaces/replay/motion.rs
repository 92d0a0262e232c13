//! Animates a turn: moves the car along its path.

use crate::app::workspaces::desk::Shown;
use crate::game::EventKind;
use crate::game::scene::{Item, Scene, Shape, Style, Tag};

/// The scene with the moving car part of the way along its path; `None` if the car has arrived.
pub(in crate::app::workspaces) fn in_motion(shown: Shown<'_>, picture: &Scene, gently: bool) -> Option<Scene> {
    let (at, part) = (shown.playback.position(), shown.playback.part());
    if at == 0 || part >= 1.0 {
        return None;
    }
    let step = shown.race.step(at)?;
    let now = shown.view.car(step.car)?;
    let before = shown.race.view(at - 1);
    let before = before.car(step.car)?;
    let path = step.events.iter().find_map(|event| match &event.kind {
        EventKind::Moved { points, .. } if event.car == step.car => Some(points.as_slice()),
        _ => None,
    });
    let straight = [before.at, now.at];
    let eased = if gently { part * part * (3.0 - 2.0 * part) } else { part };
    let place = along(path.unwrap_or(&straight), eased)?;
    let turn = turned(before.dir, now.dir) * (1.0 - eased);
    let (sin, cos) = turn.sin_cos();
    let shift = |[x, y]: [f64; 2]| {
        let (x, y) = (x - now.at[0], y - now.at[1]);
        [place[0] + x * cos - y * sin, place[1] + x * sin + y * cos]
    };
    let moved = |item: &Item| {
        if item.tag != Tag::Car(step.car) || item.style == Style::ActRing {
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

/// The smaller of the two angles from the new direction back to the old one, in radians, with its sign.
fn turned(before: Option<u8>, now: Option<u8>) -> f64 {
    let (Some(before), Some(now)) = (before, now) else { return 0.0 };
    let eighths = (i32::from(before) - i32::from(now) + 12).rem_euclid(8) - 4;
    f64::from(eighths) * std::f64::consts::FRAC_PI_4
}

/// The point at a fraction of a path's length, from 0 to 1; `None` if the path is empty.
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
