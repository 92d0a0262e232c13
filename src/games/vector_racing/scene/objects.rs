//! Draws the objects of a track as signs: oil with a drop, speed with double chevrons, warps with a letter, reflectors
//! as double lines, and spinners as circling arrows.

use super::super::layout::spot;
use crate::game::scene::{Scene, Shape, Style};
use crate::game::signs::objects;
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
            RegionKind::Oil => objects::drop(middle, size, scene),
            RegionKind::Fast => objects::chevrons(middle, size, 1.0, scene),
            RegionKind::Slow => objects::chevrons(middle, size, -1.0, scene),
        }
    }
    for (number, warp) in draft.warps.iter().enumerate() {
        let moved: Vec<Spot> = warp.outline.iter().filter_map(|at| shifted(at, warp.offset)).collect();
        for outline in [&warp.outline, &moved] {
            let (middle, size) = area(outline, Style::Warp, scene);
            objects::letter(middle, size, letter(number), scene);
        }
    }
    for reflector in &draft.reflectors {
        objects::mirror(spot(&reflector.from), spot(&reflector.to), scene);
    }
    for spinner in &draft.spinners {
        objects::spinner(spot(&spinner.at), 0.6, if spinner.turn == Spin::Cw { -1.0 } else { 1.0 }, scene);
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
