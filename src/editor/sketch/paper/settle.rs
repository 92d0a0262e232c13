//! Snaps shapes on squared paper to the places that the rules require: starts and spinners to grid points, reflectors
//! to grid lines, and the finish line to a grid line from wall to wall.

use super::{handles, shapes, tool};
use crate::editor::sketch::settle::{CATCH, usual};
use crate::editor::sketch::{At, Grid, Held, Part, Settled, Shape, Sketch as _, Snap, UNIT, thousandths, to_world};
use crate::games::vector_racing::{Crossing, Draft, VectorRacing};

/// Snaps the shapes or points that the user drags, or the new shape that the user draws. `wanted` is the point where
/// they would be without snapping.
pub(super) fn settle(draft: &Draft, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
    let on_grid = Snap { grid: whole(snap.grid), ..snap };
    let (tool, other) = match held {
        Held::New(tool, _, points) => (tool, points.last().copied()),
        Held::Parts(parts, _) => {
            let Some(part) = parts.first().copied() else { return usual::<VectorRacing>(draft, held, wanted, snap) };
            let all = shapes::shapes(draft);
            let shape = all.iter().find(|shape| shape.id == part.shape);
            if shape.is_some_and(|shape| shape.handle(part).is_some()) {
                return handles::settle(draft, part.shape, wanted, snap);
            }
            if let Some(settled) = shape.and_then(|shape| of_area(shape, part, wanted, on_grid.grid)) {
                return settled;
            }
            let other = part.point.filter(|_| parts.len() == 1).map(|point| 1_usize.saturating_sub(point));
            (part.shape.tool, other.and_then(|point| VectorRacing::place(draft, part.shape.point(point))))
        }
    };
    let is_free = draft.finish.as_ref().is_some_and(|line| line.crossing == Crossing::Any);
    match (tool, other) {
        (tool::START | tool::SPINNER, _) => Settled::on_grid(on_grid.grid, wanted),
        (tool::REFLECTOR, None) => Settled::on_grid(on_grid.grid, wanted),
        (tool::REFLECTOR, Some(other)) => straight(other, wanted, on_grid.grid),
        (tool::FINISH, None) if !is_free => usual::<VectorRacing>(draft, held, wanted, on_grid),
        (tool::FINISH, Some(other)) if !is_free => {
            let settled = straight(other, wanted, snap.grid);
            if snap.edges { on_wall(draft, other, wanted, &settled).unwrap_or(settled) } else { settled }
        }
        _ => usual::<VectorRacing>(draft, held, wanted, snap),
    }
}

/// Returns `grid` if all its points are grid points of the squared paper. Otherwise returns the grid of whole squares.
const fn whole(grid: Grid) -> Grid {
    if matches!(grid, Grid::Five) { grid } else { Grid::Whole }
}

/// Snaps a part of a region or of a warp. The second end of a warp snaps to a whole number of squares from the first
/// end; an outline of a single point snaps to a grid point. Returns `None` for all other parts.
fn of_area(shape: &Shape, part: Part, wanted: [f64; 2], grid: Grid) -> Option<Settled> {
    let is_area = matches!(shape.id.tool, tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN | tool::WARP);
    if is_area && part.point == Some(shape.corners) {
        let [x, y] = *shape.points.first()?;
        let by = Grid::Whole.place([wanted[0] - x, wanted[1] - y]);
        return Some(Settled { place: Grid::Off.place([x, y]) + by, guides: Vec::new(), words: String::new() });
    }
    (is_area && shape.corners == 1).then(|| Settled::on_grid(grid, wanted))
}

/// The axis that is closer to the direction of a line between two points: 0 (x) if the line is more horizontal than
/// vertical, else 1 (y).
fn axis_of(from: [f64; 2], to: [f64; 2]) -> usize {
    usize::from((to[0] - from[0]).abs() < (to[1] - from[1]).abs())
}

/// Snaps an end of a line to a grid point, so that the line is horizontal or vertical and at least one square long.
fn straight(other: At, wanted: [f64; 2], grid: Grid) -> Settled {
    let from = to_world(other);
    let axis = axis_of(from, wanted);
    let mut place = other;
    let value = if axis == 0 { &mut place.x } else { &mut place.y };
    let along = grid.number(wanted[axis]);
    let sign = if wanted[axis] < from[axis] { -1 } else { 1 };
    let one = thousandths([sign * UNIT, 0]).x;
    *value = if along == *value { *value + one } else { along };
    let words = ["horizontal", "vertical"][axis].to_owned();
    Settled { place, guides: vec![[from, to_world(place)]], words }
}

/// Makes a line longer or shorter, so that its end lies on a wall. Returns `None` if no wall is near the end.
fn on_wall(draft: &Draft, other: At, wanted: [f64; 2], settled: &Settled) -> Option<Settled> {
    let from = to_world(other);
    let axis = axis_of(from, wanted);
    let level = from[1 - axis];
    let mut nearest: Option<(f64, f64, String)> = None;
    let solid = shapes::shapes(draft);
    for shape in solid.iter().filter(|shape| matches!(shape.id.tool, tool::BOUNDARY | tool::WALL)) {
        for ends in shape.line().windows(2) {
            let [a, b] = [ends[0], ends[1]];
            let (low, high) = (a[1 - axis].min(b[1 - axis]), a[1 - axis].max(b[1 - axis]));
            if level < low || level > high {
                continue;
            }
            let way = b[1 - axis] - a[1 - axis];
            let cuts = if way == 0.0 {
                [a[axis], b[axis]]
            } else {
                [a[axis] + (level - a[1 - axis]) / way * (b[axis] - a[axis]); 2]
            };
            for cut in cuts {
                let off = (cut - wanted[axis]).abs();
                let is_nearer = nearest.as_ref().is_none_or(|(least, ..)| off < *least);
                if off <= CATCH && is_nearer && (cut - from[axis]).abs() > 1e-9 {
                    nearest = Some((off, cut, shape.name.clone()));
                }
            }
        }
    }
    let (_, cut, name) = nearest?;
    let mut place = other;
    *(if axis == 0 { &mut place.x } else { &mut place.y }) = thousandths([(cut * UNIT as f64).round() as i64, 0]).x;
    let guides = vec![[from, to_world(place)]];
    Some(Settled { place, guides, words: format!("{}, on {name}", settled.words) })
}
