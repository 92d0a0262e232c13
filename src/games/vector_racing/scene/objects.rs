//! Draws the objects of a track: regions, warps, reflectors and spinners.

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
        area(&region.outline, region.kind.object().id(), style, scene);
    }
    for (number, warp) in (1..).zip(&draft.warps) {
        let moved: Vec<Spot> = warp.outline.iter().filter_map(|at| shifted(at, warp.offset)).collect();
        let label = format!("W{number}");
        area(&warp.outline, &label, Style::Warp, scene);
        area(&moved, &label, Style::Warp, scene);
        if let (Some(from), Some(to)) = (warp.outline.first(), moved.first()) {
            scene.add(Style::Guide, Shape::Polyline(vec![spot(from), spot(to)]));
        }
    }
    for reflector in &draft.reflectors {
        scene.add(Style::Reflector, Shape::Polyline(vec![spot(&reflector.from), spot(&reflector.to)]));
    }
    for spinner in &draft.spinners {
        let [x, y] = spot(&spinner.at);
        scene.add(Style::EntryLine, Shape::Circle { center: [x, y], radius: 0.32 });
        let side = if spinner.turn == Spin::Cw { 1.0 } else { -1.0 };
        let at = |along: f64, up: f64| [x + side * along, y + up];
        scene.add(Style::Chevron, Shape::Polyline(vec![at(0.05, 0.5), at(0.32, 0.3), at(0.1, 0.12)]));
    }
}

fn shifted([x, y]: &Spot, by: [i32; 2]) -> Option<Spot> {
    Some([x.plus(Rational::int(by[0].into()))?, y.plus(Rational::int(by[1].into()))?])
}

/// Draws an area with its name; a point becomes a small square.
fn area(outline: &[Spot], label: &str, style: Style, scene: &mut Scene) {
    let points: Vec<[f64; 2]> = outline.iter().map(spot).collect();
    let count = points.len().max(1) as f64;
    let middle = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count);
    if let [[x, y]] = points[..] {
        let corners = vec![[x - 0.4, y - 0.4], [x + 0.4, y - 0.4], [x + 0.4, y + 0.4], [x - 0.4, y + 0.4]];
        scene.add(style, Shape::Polygon(corners));
    } else {
        scene.add(style, Shape::Polygon(points));
    }
    let height = if outline.len() == 1 { 0.22 } else { 0.4 };
    scene.add(Style::Label, Shape::Text { at: middle, height, text: label.to_owned() });
}
