//! Draws the objects of a track as signs: oil with a drop, speed with double chevrons, warps with a letter, reflectors
//! as double lines, and spinners as circling arrows.

use super::super::layout::spot;
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::draft::{Draft, Spin};
use crate::games::vector_racing::number::{Rational, Spot};
use crate::games::vector_racing::objects::RegionKind;

/// Draws all objects of a draft.
pub(super) fn draw(draft: &Draft, scene: &mut Scene) {
    for region in &draft.regions {
        let style = match region.kind {
            RegionKind::Oil => Style::Oil,
            RegionKind::Fast => Style::SpeedUp,
            RegionKind::Slow => Style::SlowDown,
        };
        let (middle, size) = area(&region.outline, style, scene);
        match region.kind {
            RegionKind::Oil => drop(middle, size, scene),
            RegionKind::Fast => chevrons(middle, size, 1.0, scene),
            RegionKind::Slow => chevrons(middle, size, -1.0, scene),
        }
    }
    for (number, warp) in draft.warps.iter().enumerate() {
        let moved: Vec<Spot> = warp.outline.iter().filter_map(|at| shifted(at, warp.offset)).collect();
        for outline in [&warp.outline, &moved] {
            let (middle, size) = area(outline, Style::Warp, scene);
            scene.add(Style::Label, Shape::Text { at: middle, height: size, text: letter(number) });
        }
    }
    for reflector in &draft.reflectors {
        let (from, to) = (spot(&reflector.from), spot(&reflector.to));
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let length = x.hypot(y).max(1e-9);
        for side in [-0.11, 0.11] {
            let aside = |at: [f64; 2]| [at[0] - y / length * side, at[1] + x / length * side];
            scene.add(Style::Reflector, Shape::Polyline(vec![aside(from), aside(to)]));
        }
    }
    for spinner in &draft.spinners {
        let [x, y] = spot(&spinner.at);
        let side = if spinner.turn == Spin::Cw { -1.0 } else { 1.0 };
        // The disc covers the ring, whose dashes would look like a digit. The key finds spinners by the ring's style.
        for style in [Style::EntryLine, Style::Symbol] {
            scene.add(style, Shape::Circle { center: [x, y], radius: 0.15 });
        }
        let at = |part: f64, radius: f64| {
            let (sin, cos) = (side * part * std::f64::consts::TAU).sin_cos();
            [x + radius * cos, y + radius * sin]
        };
        scene.add(Style::Slot, Shape::Polyline((0..=16).map(|step| at(f64::from(step) / 20.0, 0.6)).collect()));
        scene.add(Style::Symbol, Shape::Polygon(vec![at(0.77, 0.38), at(0.77, 0.82), at(0.9, 0.6)]));
    }
}

/// Returns the letter of a warp: A to Z, then A2 and so on.
fn letter(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26 + 1) }
}

fn shifted([x, y]: &Spot, by: [i32; 2]) -> Option<Spot> {
    Some([x.plus(Rational::int(by[0].into()))?, y.plus(Rational::int(by[1].into()))?])
}

/// Draws an area; a single point becomes a small square. Returns the middle of the area and the size of its symbol.
fn area(outline: &[Spot], style: Style, scene: &mut Scene) -> ([f64; 2], f64) {
    let points: Vec<[f64; 2]> = outline.iter().map(spot).collect();
    let count = points.len().max(1) as f64;
    let middle = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count);
    if let [[x, y]] = points[..] {
        let corners = vec![[x - 0.4, y - 0.4], [x + 0.4, y - 0.4], [x + 0.4, y + 0.4], [x - 0.4, y + 0.4]];
        scene.add(style, Shape::Polygon(corners));
        return (middle, 0.34);
    }
    let reach = points.iter().map(|at| (at[0] - middle[0]).hypot(at[1] - middle[1])).fold(f64::MAX, f64::min);
    scene.add(style, Shape::Polygon(points));
    (middle, (reach * 0.6).clamp(0.3, 4.0))
}

/// Draws a drop of oil.
fn drop([x, y]: [f64; 2], size: f64, scene: &mut Scene) {
    let radius = 0.36 * size;
    let center = [x, y - 0.2 * size];
    scene.add(Style::Symbol, Shape::Circle { center, radius });
    let tip = vec![[x - 0.31 * size, y], [x, y + 0.62 * size], [x + 0.31 * size, y]];
    scene.add(Style::Symbol, Shape::Polygon(tip));
}

/// Draws two chevrons side by side. They point to the right for a speed-up and to the left for a slow-down.
fn chevrons([x, y]: [f64; 2], size: f64, side: f64, scene: &mut Scene) {
    for along in [-0.45, 0.15] {
        let at = |right: f64, up: f64| [x + side * (along + right) * size, y + up * size];
        for up in [0.5, -0.5] {
            let arm = vec![at(-0.1, up), at(0.12, up), at(0.5, 0.0), at(0.28, 0.0)];
            scene.add(Style::Symbol, Shape::Polygon(arm));
        }
    }
}
