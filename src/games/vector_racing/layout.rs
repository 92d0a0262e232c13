//! Where a circuit's parts lie, for drawing it by hand on squared paper.

use super::draft::Draft;
use super::number::{Rational, Spot};
use super::scene::bounds;
use crate::game::{Layout, PlacedPiece};

/// How long a grid unit is on paper, in millimetres, where the circuit does not say: school paper.
const SQUARE_MM: f64 = 5.0;

/// The parts, in the order one would draw them.
pub(super) fn layout(draft: &Draft) -> Layout {
    let mut pieces = Vec::new();
    let mut add = |name: String, outline: &[Spot], turned: String| {
        let count = outline.len().max(1) as f64;
        let at = [0, 1].map(|axis| outline.iter().map(|spot| spot[axis].to_f64()).sum::<f64>() / count);
        pieces.push(PlacedPiece { name, at, turned });
    };
    let path = |outline: &[Spot]| outline.iter().map(|[x, y]| format!("({x}, {y})")).collect::<Vec<_>>().join(" ");
    if !draft.outer.is_empty() {
        add("Outer boundary".to_owned(), &draft.outer, path(&draft.outer));
    }
    for (number, island) in (1..).zip(&draft.islands) {
        add(format!("Island {number}"), island, path(island));
    }
    for (number, wall) in (1..).zip(&draft.walls) {
        let ends = [wall.from, wall.to];
        add(format!("Wall {number}"), &ends, path(&ends));
    }
    for (number, disc) in (1..).zip(&draft.discs) {
        add(format!("Disc {number}"), &[disc.at], format!("radius squared {}", disc.radius_squared));
    }
    if let Some(line) = &draft.finish {
        let ends = [line.from, line.to];
        add("Finish line".to_owned(), &ends, format!("{}, crossed {}", path(&ends), line.crossing.id()));
    }
    for (number, at) in (1..).zip(draft.all_starts()) {
        let name = if number == 1 { "Start".to_owned() } else { format!("Start {number}") };
        add(name, &[at.map(|value| Rational::int(i64::from(value)))], String::new());
    }
    for region in &draft.regions {
        add(region.kind.object().name().to_owned(), &region.outline, path(&region.outline));
    }
    for (number, warp) in (1..).zip(&draft.warps) {
        let [x, y] = warp.offset;
        add(
            format!("Warp {number}"),
            &warp.outline,
            format!("{}, other end {x} right and {y} up", path(&warp.outline)),
        );
    }
    for (number, reflector) in (1..).zip(&draft.reflectors) {
        let ends = [reflector.from, reflector.to];
        add(format!("Reflector {number}"), &ends, path(&ends));
    }
    for (number, spinner) in (1..).zip(&draft.spinners) {
        let turn = if spinner.turn == super::draft::Spin::Cw { "clockwise" } else { "counter-clockwise" };
        add(format!("Spinner {number}"), &[spinner.at], turn.to_owned());
    }
    Layout { table: bounds(draft), unit_mm: Some(draft.square_mm.map_or(SQUARE_MM, Rational::to_f64)), pieces }
}
