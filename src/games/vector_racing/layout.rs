//! The measurements of a circuit's parts, for drawing it by hand on squared paper.

use super::draft::Draft;
use super::number::{Rational, Spot};
use crate::game::{Layout, PlacedPiece};

/// The default side of a square on paper, in millimetres (school paper).
const SQUARE_MM: f64 = 5.0;
/// The largest coordinate that is drawn. Valid tracks stay well below it.
const FAR: f64 = 200_000.0;

/// Returns the side length of a square of the grid, in millimetres.
pub(super) fn square_mm(draft: &Draft) -> f64 {
    draft.square_mm.map_or(SQUARE_MM, Rational::to_f64)
}

pub(super) fn layout(draft: &Draft) -> Layout {
    let mut pieces = Vec::new();
    let mut add = |name: String, at: &Spot, turned: String| {
        pieces.push(PlacedPiece { name, at: at.map(Rational::to_f64), turned });
    };
    let mut outline = |name: &str, corners: &[Spot], note: &str| {
        for (number, corner) in (1..).zip(corners) {
            add(format!("{name}, corner {number}"), corner, if number == 1 { note.to_owned() } else { String::new() });
        }
    };
    outline("Outer boundary", &draft.outer, "");
    for (number, island) in (1..).zip(&draft.islands) {
        outline(&format!("Island {number}"), island, "");
    }
    for region in &draft.regions {
        outline(region.kind.object().name(), &region.outline, "");
    }
    for (number, warp) in (1..).zip(&draft.warps) {
        let [x, y] = warp.offset;
        outline(&format!("Warp {number}"), &warp.outline, &format!("other end {x} squares right and {y} up"));
    }
    let mut line = |name: &str, ends: [&Spot; 2], note: String| {
        add(format!("{name}, from"), ends[0], note);
        add(format!("{name}, to"), ends[1], String::new());
    };
    for (number, wall) in (1..).zip(&draft.walls) {
        line(&format!("Wall {number}"), [&wall.from, &wall.to], String::new());
    }
    for (number, reflector) in (1..).zip(&draft.reflectors) {
        line(&format!("Mirror {number}"), [&reflector.from, &reflector.to], String::new());
    }
    if let Some(finish) = &draft.finish {
        line("Finish line", [&finish.from, &finish.to], format!("crossed {}", finish.crossing.id()));
    }
    for (number, disc) in (1..).zip(&draft.discs) {
        add(format!("Disc {number}"), &disc.at, format!("radius squared {}", disc.radius_squared));
    }
    for (number, at) in (1..).zip(draft.all_starts()) {
        let name = if number == 1 { "Start".to_owned() } else { format!("Start {number}") };
        add(name, &at.map(|value| Rational::int(i64::from(value))), String::new());
    }
    for (number, spinner) in (1..).zip(&draft.spinners) {
        let turn = if spinner.turn == super::draft::Spin::Cw { "clockwise" } else { "counter-clockwise" };
        add(format!("Spinner {number}"), &spinner.at, turn.to_owned());
    }
    let measured = if draft.cells.is_some() {
        "Positions are measured from the left and lower edges of the paper. \
         The squares of the map are not listed: copy them from the plan."
    } else {
        "Positions are measured from the left and lower edges of the paper."
    };
    Layout { table: bounds(draft), pieces, measured }
}

/// Returns the part of the paper to show: its lower left and upper right corner.
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
