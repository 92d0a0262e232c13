//! Snapping in the games with freehand circuits: to points, edges, axes and angles of shapes that are already drawn.

use super::{At, Form, Grid, Held, Settled, Shape, ShapeId, Sketch, Snap, limited};
use crate::geometry::{Direction, Point, Surd};

/// The largest distance over which a point snaps to another point or to an edge, in units of the game.
pub(super) const CATCH: f64 = 0.4;
/// The largest distance over which a point snaps to a line through another point, in units of the game.
const CATCH_LINE: f64 = 0.2;

/// A point of the drawing, with the name of its shape.
struct Anchor<'a> {
    at: At,
    name: &'a str,
}

/// A line through a point of the drawing: horizontal, vertical or diagonal.
struct Ray<'a> {
    from: At,
    direction: Direction,
    /// The reason for snapping to this line, such as "in line with". In the message, the name of a shape follows this
    /// text.
    words: &'static str,
    name: &'a str,
}

/// Snaps the shapes or points that the user drags, or the new shape that the user draws. `wanted` is the point where
/// they would be without snapping.
pub(super) fn usual<G: Sketch>(draft: &G::Draft, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
    let on_grid = Settled::on_grid(snap.grid, wanted);
    if !snap.steps && !snap.edges {
        return on_grid;
    }
    let all: Vec<Shape> = G::shapes(draft).into_iter().filter(|shape| G::stands_alone(draft, shape.id.tool)).collect();
    let is_held = |id: ShapeId| matches!(held, Held::Parts(parts, _) if parts.iter().any(|part| part.shape == id));
    let others: Vec<&Shape> = all.iter().filter(|shape| !is_held(shape.id)).collect();
    let exact = |shape: &Shape, point: usize| G::exact(draft, shape, point);
    if snap.edges && form_of::<G>(held) != Form::Point {
        if let Some(settled) = on_point(&others, &exact, wanted) {
            return settled;
        }
        if let Some(settled) = on_edge::<G>(&others, wanted, snap.grid) {
            return settled;
        }
    }
    if !snap.steps {
        return on_grid;
    }
    let near = near::<G>(draft, held, &all);
    let mut rays: Vec<Ray<'_>> = near
        .iter()
        .flat_map(|from| (0..4).map(|eighth| (*from, Direction::new(eighth))))
        .map(|(from, direction)| {
            let words = ["horizontal", "at 45°", "vertical", "at 135°"][direction.number() as usize % 4];
            Ray { from, direction, words, name: "" }
        })
        .collect();
    let anchors = others.iter().flat_map(|shape| {
        (0..shape.points.len()).filter_map(|point| Some(Anchor { at: exact(shape, point)?, name: &shape.name }))
    });
    rays.extend(anchors.flat_map(|Anchor { at, name }| {
        [0, 2].map(|eighth| Ray { from: at, direction: Direction::new(eighth), words: "in line with", name })
    }));
    on_rays(&rays, &on_grid, wanted, snap.grid).unwrap_or(on_grid)
}

/// Returns the form (line, circle and so on) of the shape that the user drags or draws. If the user drags a point of a
/// shape, returns the form of that shape.
fn form_of<G: Sketch>(held: Held<'_>) -> Form {
    match held {
        Held::New(tool, ..) => G::MANNER.form(tool),
        Held::Parts(parts, _) => parts.first().map_or(Form::Point, |part| G::MANNER.form(part.shape.tool)),
    }
}

/// The points that are joined to the held point: the last point of a new line, or the corners beside a dragged corner.
fn near<G: Sketch>(draft: &G::Draft, held: Held<'_>, all: &[Shape]) -> Vec<At> {
    match held {
        Held::New(_, _, points) => points.last().copied().into_iter().collect(),
        Held::Parts([part], _) => {
            let (Some(point), Some(shape)) = (part.point, all.iter().find(|shape| shape.id == part.shape)) else {
                return Vec::new();
            };
            let count = shape.corners;
            if point >= count {
                return Vec::new();
            }
            let is_ring = shape.form.is_closed();
            let before = if point > 0 { Some(point - 1) } else { is_ring.then_some(count - 1) };
            let after = if point + 1 < count { Some(point + 1) } else { is_ring.then_some(0) };
            let corners = before.into_iter().chain(after).filter(|corner| *corner != point);
            corners.filter_map(|corner| G::exact(draft, shape, corner)).collect()
        }
        Held::Parts(..) => Vec::new(),
    }
}

fn distance(from: [f64; 2], to: [f64; 2]) -> f64 {
    (from[0] - to[0]).hypot(from[1] - to[1])
}

/// Returns the point nearest to `wanted` among the points of other shapes. Returns `None` if no such point is near.
fn on_point(others: &[&Shape], exact: &dyn Fn(&Shape, usize) -> Option<At>, wanted: [f64; 2]) -> Option<Settled> {
    let points = others.iter().flat_map(|shape| (0..).zip(&shape.points).map(move |(point, at)| (*shape, point, *at)));
    let near = points.map(|(shape, point, at)| (distance(at, wanted), shape, point)).filter(|(off, ..)| *off <= CATCH);
    let (_, shape, point) = near.min_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    let place = exact(shape, point)?;
    let at = place.to_f64();
    Some(Settled { place, guides: vec![[at, at]], words: format!("on a corner of {}", shape.name) })
}

/// Returns the point nearest to `wanted` among the points on the edges of other shapes. Rounds one coordinate of this
/// point to the grid, if the rounded point still lies on the edge. Returns `None` if no edge is near.
fn on_edge<G: Sketch>(others: &[&Shape], wanted: [f64; 2], grid: Grid) -> Option<Settled> {
    let mut nearest: Option<(f64, &Shape, [[f64; 2]; 2])> = None;
    for shape in others.iter().filter(|shape| shape.form != Form::Circle) {
        for ends in shape.line().windows(2) {
            let off = super::pick::from_segment(wanted, ends[0], ends[1]);
            if off <= CATCH && nearest.as_ref().is_none_or(|(least, ..)| off < *least) {
                nearest = Some((off, shape, [ends[0], ends[1]]));
            }
        }
    }
    let (_, shape, [from, to]) = nearest?;
    let way = [to[0] - from[0], to[1] - from[1]];
    let main = usize::from(way[0].abs() < way[1].abs());
    let square = way[0] * way[0] + way[1] * way[1];
    let part = ((wanted[0] - from[0]) * way[0] + (wanted[1] - from[1]) * way[1]) / square;
    let along = from[main] + part * way[main];
    let rounded = grid.number(along).to_f64();
    let is_inside = |value: f64| value >= from[main].min(to[main]) && value <= from[main].max(to[main]);
    let along =
        if is_inside(rounded) { rounded } else { along.clamp(from[main].min(to[main]), from[main].max(to[main])) };
    let mut at = [along; 2];
    at[1 - main] = from[1 - main] + (along - from[main]) / way[main] * way[1 - main];
    let place = G::MANNER.grids[0].place(at);
    Some(Settled { place, guides: vec![[from, to]], words: format!("on an edge of {}", shape.name) })
}

/// Returns a point near `wanted`: the nearest point on a ray, or a point where two rays cross. Returns `None` if no ray
/// is near.
fn on_rays(rays: &[Ray<'_>], on_grid: &Settled, wanted: [f64; 2], grid: Grid) -> Option<Settled> {
    let off = |ray: &Ray<'_>| {
        let ([x, y], [dx, dy]) = (ray.from.to_f64(), ray.direction.unit().to_f64());
        ((wanted[0] - x) * dy - (wanted[1] - y) * dx).abs()
    };
    // Of several rays along one line, the one that begins nearest says why the point snaps.
    let rank = |ray: &&Ray<'_>| {
        let is_other = !ray.name.is_empty();
        ((off(ray) * 1_000.0).round(), is_other, distance(ray.from.to_f64(), wanted))
    };
    let order = |a: &&Ray<'_>, b: &&Ray<'_>| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal);
    let near = |not: Option<&Ray<'_>>| {
        let is_parallel = |ray: &Ray<'_>| not.is_some_and(|not| not.direction == ray.direction);
        rays.iter().filter(|ray| off(ray) <= CATCH_LINE && !is_parallel(ray)).min_by(order)
    };
    let first = near(None)?;
    let second = near(Some(first)).and_then(|second| Some((second, crossing(first, second)?)));
    let second = second.filter(|(_, place)| distance(place.to_f64(), wanted) <= 2.0 * CATCH_LINE);
    let (place, second) = match second {
        Some((second, place)) => (place, Some(second)),
        None => (along(first, on_grid, wanted, grid), None),
    };
    let used: Vec<&Ray<'_>> = std::iter::once(first).chain(second).collect();
    let mut words: Vec<String> =
        used.iter().map(|ray| format!("{} {}", ray.words, ray.name).trim_end().to_owned()).collect();
    words.dedup();
    let guides = used.iter().map(|ray| [ray.from.to_f64(), place.to_f64()]).collect();
    Some(Settled { place: limited(place), guides, words: words.join(", ") })
}

/// Returns the point nearest to `wanted` on a ray. If there is a grid, one coordinate of the point is on the grid.
fn along(ray: &Ray<'_>, on_grid: &Settled, wanted: [f64; 2], grid: Grid) -> At {
    let from = ray.from;
    match ray.direction.number() % 4 {
        0 => Point::new(on_grid.place.x, from.y),
        2 => Point::new(from.x, on_grid.place.y),
        diagonal => {
            let sign = if diagonal == 1 { 1.0 } else { -1.0 };
            let [x, y] = from.to_f64();
            let along = ((wanted[0] - x) + sign * (wanted[1] - y)) / 2.0;
            let x = grid.number(x + along);
            let along = x - from.x;
            Point::new(x, if diagonal == 1 { from.y + along } else { from.y - along })
        }
    }
}

/// The point where two rays cross. `None` if they are parallel.
fn crossing(a: &Ray<'_>, b: &Ray<'_>) -> Option<At> {
    // Each line is u·x + v·y = w, with u and v of −1, 0 or 1.
    let line = |ray: &Ray<'_>| {
        let (u, v) = match ray.direction.number() % 4 {
            0 => (0, 1),
            1 => (1, -1),
            2 => (1, 0),
            _ => (1, 1),
        };
        (u, v, ray.from.x * u + ray.from.y * v)
    };
    let ((u, v, w), (p, q, r)) = (line(a), line(b));
    let over = |number: Surd| match u * q - v * p {
        1 => Some(number),
        -1 => Some(-number),
        2 => number.half(),
        -2 => (-number).half(),
        _ => None,
    };
    Some(Point::new(over(w * q - r * v)?, over(r * u - w * p)?))
}

#[cfg(test)]
mod tests {
    use super::super::{Part, place_at, to_world};
    use super::*;
    use crate::games::formula_d::FormulaD;
    use crate::games::vector_racing::{Draft, VectorRacing};
    use crate::games::wheel_to_wheel::WheelToWheel;

    const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [20.0, 0.0], [20.0, 10.3], [0.0, 10.3]];

    fn put<G: Sketch>(draft: &mut G::Draft, tool: &'static str, points: &[[f64; 2]]) -> ShapeId {
        G::put(draft, tool, &points.iter().map(|[x, y]| place_at(*x, *y)).collect::<Vec<_>>()).expect("put")
    }

    fn drawn<G: Sketch>(tool: &'static str, points: &[[f64; 2]]) -> G::Draft {
        let mut draft = G::Draft::default();
        put::<G>(&mut draft, tool, points);
        draft
    }

    fn next(draft: &Draft, points: &[[f64; 2]], wanted: [f64; 2], snap: Snap) -> ([f64; 2], String) {
        let points: Vec<At> = points.iter().map(|[x, y]| place_at(*x, *y)).collect();
        let settled = usual::<VectorRacing>(draft, Held::New("wall", None, &points), wanted, snap);
        (to_world(settled.place), settled.words)
    }

    #[test]
    fn a_new_point_snaps_to_points_edges_axes_and_angles() {
        let draft = drawn::<VectorRacing>("boundary", &SQUARE);
        let (fine, whole) = (Snap::all(Grid::Off), Snap::all(Grid::Whole));
        let said = |words: &str, (place, reason): ([f64; 2], String)| {
            assert_eq!(reason, words);
            place
        };
        let corner = said("on a corner of the outer boundary", next(&draft, &[], [19.8, 10.1], whole));
        assert_eq!(corner, [20.0, 10.3], "the corner is not on the grid");
        assert_eq!(said("on an edge of the outer boundary", next(&draft, &[], [7.43, 10.1], fine)), [7.43, 10.3]);
        assert_eq!(said("on an edge of the outer boundary", next(&draft, &[], [7.43, 10.1], whole)), [7.0, 10.3]);
        let last = [[4.5, 3.25]];
        assert_eq!(said("horizontal", next(&draft, &last, [9.11, 3.1], fine)), [9.11, 3.25]);
        assert_eq!(said("vertical", next(&draft, &last, [4.6, 7.77], fine)), [4.5, 7.77]);
        assert_eq!(said("at 45°", next(&draft, &last, [7.6, 6.25], fine)), [7.55, 6.3]);
        assert_eq!(said("at 135°", next(&draft, &last, [2.5, 5.21], fine)), [2.52, 5.23]);
        assert_eq!(next(&draft, &last, [9.11, 5.0], fine), ([9.11, 5.0], String::new()));
        for off in [Grid::Off, Grid::Whole] {
            let (place, words) = next(&draft, &last, [7.6, 6.25], Snap::grid(off));
            assert_eq!((place, words.as_str()), (to_world(off.place([7.6, 6.25])), ""), "only the grid");
        }
    }

    #[test]
    fn a_dragged_corner_snaps_to_its_neighbours_and_to_other_shapes() {
        let mut draft = drawn::<VectorRacing>("boundary", &SQUARE);
        let wall = put::<VectorRacing>(&mut draft, "wall", &[[3.3, 4.0], [8.0, 4.4]]);
        let held = [wall.point(1)];
        let start = place_at(8.0, 4.4);
        let settle = |wanted| usual::<VectorRacing>(&draft, Held::Parts(&held, start), wanted, Snap::all(Grid::Off));
        let settled = settle([9.0, 4.1]);
        assert_eq!((to_world(settled.place), settled.words.as_str()), ([9.0, 4.0], "horizontal"));
        assert_eq!(settled.guides, [[[3.3, 4.0], [9.0, 4.0]]]);
        let whole = [wall.whole()];
        let start = place_at(3.3, 4.0);
        let settled = usual::<VectorRacing>(&draft, Held::Parts(&whole, start), [0.2, 5.0], Snap::all(Grid::Whole));
        assert_eq!((to_world(settled.place), settled.words.as_str()), ([0.0, 5.0], "on an edge of the outer boundary"));
        let parts: [Part; 1] = [ShapeId { tool: "boundary", index: 0 }.point(2)];
        let settled =
            usual::<VectorRacing>(&draft, Held::Parts(&parts, place_at(20.0, 10.3)), [19.9, 9.9], Snap::all(Grid::Off));
        assert_eq!(to_world(settled.place), [20.0, 9.9], "in line with the corner below");
    }

    #[test]
    fn lines_of_the_other_games_snap_alike() {
        let formula_d = drawn::<FormulaD>("centre-line", &SQUARE);
        let settled = usual::<FormulaD>(&formula_d, Held::New("lane", None, &[]), [6.2, 0.3], Snap::all(Grid::Whole));
        assert_eq!((to_world(settled.place), settled.words.as_str()), ([6.0, 0.0], "on an edge of the centre line"));
        let wheel_to_wheel = drawn::<WheelToWheel>("loop", &SQUARE);
        let settled =
            usual::<WheelToWheel>(&wheel_to_wheel, Held::New("lane", None, &[]), [20.1, 0.3], Snap::all(Grid::Off));
        assert_eq!((to_world(settled.place), settled.words.as_str()), ([20.0, 0.0], "on a corner of the loop"));
    }
}
