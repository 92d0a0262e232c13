//! The measurements of a circuit's parts, for drawing it by hand on squared paper.

use super::draft::Draft;
use super::number::{Rational, Spot};
use crate::game::{Layout, PlacedPiece};

/// The default side of a square on paper, in millimetres (school paper).
const SQUARE_MM: f64 = 5.0;
/// The largest coordinate that is drawn. Valid tracks stay well below it.
const FAR: f64 = 200_000.0;

/// Returns the parts of a circuit, in the order in which a person would draw them.
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

/// Returns the part of the paper to show.
pub(super) fn bounds(draft: &Draft) -> [[f64; 2]; 2] {
    let mut points: Vec<[f64; 2]> = draft.outer.iter().chain(draft.islands.iter().flatten()).map(spot).collect();
    if let Some(map) = &draft.cells {
        let width = map.rows.first().map_or(0, |row| row.chars().count()) as f64;
        let from = map.from.map(f64::from);
        points.push([from[0] - 0.5, from[1] - 0.5]);
        points.push([from[0] + width - 0.5, from[1] + map.rows.len() as f64 - 0.5]);
    }
    points.extend(draft.finish.iter().flat_map(|line| [spot(&line.from), spot(&line.to)]));
    points.extend(draft.all_starts().map(|at| at.map(|value| f64::from(value).clamp(-FAR, FAR))));
    let sheet = draft.sheet.map(|sheet| [sheet.from, sheet.to].map(|corner| corner.map(f64::from)));
    if points.is_empty() && sheet.is_none() {
        return [[0.0, 0.0], [24.0, 16.0]];
    }
    let low = [0, 1].map(|axis| points.iter().map(|point| point[axis]).fold(f64::MAX, f64::min).floor() - 1.0);
    let high = [0, 1].map(|axis| points.iter().map(|point| point[axis]).fold(f64::MIN, f64::max).ceil() + 1.0);
    let Some([from, to]) = sheet else { return [low, high] };
    // Parts outside the sheet must be visible, too.
    let least = |axis: usize| from[axis].min(to[axis]).clamp(-FAR, FAR).min(low[axis] + 1.0);
    let most = |axis: usize| from[axis].max(to[axis]).clamp(-FAR, FAR).max(high[axis] - 1.0);
    [[least(0), least(1)], [most(0), most(1)]]
}

/// Returns a point of the draft as coordinates for drawing.
pub(super) fn spot(spot: &Spot) -> [f64; 2] {
    spot.map(|number| number.to_f64().clamp(-FAR, FAR))
}
