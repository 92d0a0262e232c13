//! Draws corner pieces and the pitwall.

use super::super::pieces::pieces;
use super::super::{CornerDraft, PitwallDraft};
use super::{Local, lerp, outline};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::geometry::{Direction, Point};

/// The depth of a curb, in octagons.
pub(super) const CURB: f64 = 0.11;
/// The number of stripes on a curb.
const STRIPES: usize = 4;
/// The side of a square in the pitwall's chequered pattern, in octagons.
const FIELD: f64 = 0.125;

/// Draws a corner piece with its curbs.
pub(super) fn draw_corner(index: usize, corner: &CornerDraft, marked: bool, scene: &mut Scene) {
    let tag = Tag::Corner(index);
    let shape = pieces().corner(corner.facing).moved(corner.at);
    draw_shadow(outline(&shape), scene);
    scene.add_tagged(Style::Corner, tag, Shape::Polygon(outline(&shape)));
    draw_curbs(corner.at, corner.facing, scene);
    if marked {
        scene.add(Style::Selection, Shape::Circle { center: corner.at.to_f64(), radius: 0.78 });
    }
}

/// Draws the shadow of a piece.
fn draw_shadow(outline: Vec<[f64; 2]>, scene: &mut Scene) {
    let shifted = |[x, y]: [f64; 2]| [x + 0.07, y - 0.11];
    scene.add(Style::Shadow, Shape::Polygon(outline.into_iter().map(shifted).collect()));
}

/// Draws stripes along the three curbed edges, which face `facing` and 45° to either side.
fn draw_curbs(at: Point, facing: Direction, scene: &mut Scene) {
    let shape = outline(&pieces().corner(facing).moved(at));
    let edges = shape.iter().zip(shape.iter().cycle().skip(1));
    let mut curbs: Vec<(i64, [f64; 2], [f64; 2])> = edges
        .filter_map(|(from, to)| {
            let normal = [to[1] - from[1], from[0] - to[0]];
            // The number of the curbed edge, from -1 to 1. The edges at the back of the piece have no curb.
            let place = (-1..=1).find(|turn| {
                let [x, y] = facing.turned(*turn).unit().to_f64();
                (normal[0] * y - normal[1] * x).abs() < 1e-6 && normal[0] * x + normal[1] * y > 0.0
            })?;
            Some((place, *from, *to))
        })
        .collect();
    curbs.sort_by_key(|(place, ..)| *place);
    // Two curbs meet at 135°, so their inner edges are shorter than the outer ones by this length.
    let mitre = CURB * (std::f64::consts::PI / 8.0).tan();
    for (number, (place, from, to)) in curbs.into_iter().enumerate() {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-9);
        let way = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
        let inner = |point: [f64; 2], back: f64| {
            [point[0] - way[1] * CURB + way[0] * back, point[1] + way[0] * CURB + way[1] * back]
        };
        // The outline runs counter-clockwise, so the next curb begins at `to`.
        let (inner_from, inner_to) =
            (inner(from, if place > -1 { mitre } else { 0.0 }), inner(to, if place < 1 { -mitre } else { 0.0 }));
        for stripe in 0..STRIPES {
            let (start, end) = (stripe as f64 / STRIPES as f64, (stripe + 1) as f64 / STRIPES as f64);
            let style = if (number * STRIPES + stripe).is_multiple_of(2) { Style::CurbDark } else { Style::CurbLight };
            let stripe = vec![
                lerp(from, to, start),
                lerp(from, to, end),
                lerp(inner_from, inner_to, end),
                lerp(inner_from, inner_to, start),
            ];
            scene.add(style, Shape::Polygon(stripe));
        }
    }
}

/// Draws the pitwall, with its chequered end at the finish line.
pub(super) fn draw_pitwall(wall: &PitwallDraft, marked: bool, scene: &mut Scene) {
    let [rear, front, shaft] = pieces().pitwall(wall.direction);
    for part in [&shaft, &rear, &front] {
        draw_shadow(outline(&part.moved(wall.at)), scene);
    }
    for part in [shaft, rear, front] {
        scene.add_tagged(Style::Wall, Tag::Wall, Shape::Polygon(outline(&part.moved(wall.at))));
    }
    let local = Local::new(wall.at, wall.direction);
    for row in 0..4i32 {
        for column in 0..4i32 {
            let along = 1.125 + f64::from(row - 2) * FIELD;
            let left = f64::from(column - 2) * FIELD;
            let style = if (row + column) % 2 == 0 { Style::ChequerLight } else { Style::ChequerDark };
            scene.add(style, Shape::Polygon(local.rect([along, along + FIELD], [left, left + FIELD])));
        }
    }
    if marked {
        let frame = local.all([[-1.6, -0.5], [1.6, -0.5], [1.6, 0.5], [-1.6, 0.5]]);
        scene.add(Style::Selection, Shape::Polygon(frame));
    }
}
