//! Objects on the paper.

use super::{closed, spot};
use crate::game::scene::{Scene, Shape, Style};
use crate::games::vector_racing::draft::{Draft, Spin};
use crate::games::vector_racing::exact::{cross, minus};
use crate::games::vector_racing::number::{Rational, Spot};

/// All objects of a draft.
pub(super) fn draw(draft: &Draft, scene: &mut Scene) {
    for region in &draft.regions {
        area(&region.outline, region.kind.object().id(), scene);
    }
    for (number, warp) in (1..).zip(&draft.warps) {
        let moved: Vec<Spot> = warp.outline.iter().filter_map(|at| shifted(at, warp.offset)).collect();
        let label = format!("W{number}");
        area(&warp.outline, &label, scene);
        area(&moved, &label, scene);
        if let (Some(from), Some(to)) = (warp.outline.first(), moved.first()) {
            scene.add(Style::Guide, Shape::Polyline(vec![spot(from), spot(to)]));
        }
    }
    for reflector in &draft.reflectors {
        scene.add(Style::EvidenceLine, Shape::Polyline(vec![spot(&reflector.from), spot(&reflector.to)]));
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

/// A region: filled where it is convex, outlined always, a small square where it is a point; with its name.
fn area(outline: &[Spot], label: &str, scene: &mut Scene) {
    let points: Vec<[f64; 2]> = outline.iter().map(spot).collect();
    let count = points.len().max(1) as f64;
    let middle = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count);
    if let [[x, y]] = points[..] {
        scene.add(
            Style::Zone,
            Shape::Polygon(vec![[x - 0.3, y - 0.3], [x + 0.3, y - 0.3], [x + 0.3, y + 0.3], [x - 0.3, y + 0.3]]),
        );
    } else if is_convex(outline) {
        scene.add(Style::Zone, Shape::Polygon(points));
    } else {
        scene.add(Style::Guide, Shape::Polyline(closed(outline)));
    }
    scene.add(Style::Label, Shape::Text { at: middle, height: 0.3, text: label.to_owned() });
}

fn is_convex(outline: &[Spot]) -> bool {
    // Thousandths are fine enough to tell for a picture.
    let points: Vec<[i64; 2]> =
        outline.iter().map(|at| spot(at).map(|value| (value * 1_000.0).round() as i64)).collect();
    let count = points.len();
    let turns = || {
        (0..count).map(|index| {
            let [a, b, c] = [0, 1, 2].map(|step| points[(index + step) % count]);
            cross(minus(b, a), minus(c, b)).signum()
        })
    };
    count > 2 && (turns().all(|turn| turn >= 0) || turns().all(|turn| turn <= 0))
}
