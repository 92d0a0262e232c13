//! Suggested fixes for circuits on squared paper.

mod ground;
mod rules;

use self::ground::Ground;
use super::points::{crossing, each_spot, ring, start};
use super::{put, tool};
use crate::editor::sketch::fixing::{changed, deleted, edited, first_that_works, named};
use crate::editor::sketch::{Fix, Form, Grid, Part, Shape, ShapeId, Sketch as _, SketchEdit, UNIT, thousandths};
use crate::game::Issue;
use crate::games::vector_racing::{Crossing, Draft, Kind, Rational, VectorRacing};

/// The offsets by which a fix tries to move a shape, in squares. The shortest offsets come first.
const OFFSETS: [[i64; 2]; 24] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
    [2, 0],
    [0, 2],
    [-2, 0],
    [0, -2],
    [3, 0],
    [0, 3],
    [-3, 0],
    [0, -3],
    [3, 3],
    [-3, 3],
    [-3, -3],
    [3, -3],
    [5, 0],
    [0, 5],
    [-5, 0],
    [0, -5],
];
/// The largest number of fixes that are tried for an issue. Each fix is checked on the whole circuit.
const TRIES: usize = 6;

/// Returns a fix for an issue. Returns `None` if the program has no good fix, so that a person has to decide.
pub(super) fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
    let issue = issues.get(index)?;
    let usual = Draft::default();
    let one = |title: &str, change: &dyn Fn(&mut Draft)| changed(draft, title, change).into_iter().collect();
    let shapes = VectorRacing::shapes(draft);
    let sentence = issue.message.strip_prefix("Boundary ").unwrap_or(&issue.message);
    let shape = named(&shapes, sentence)
        .or_else(|| shapes.iter().find(|shape| sentence.starts_with("Outer ") && shape.id.tool == tool::BOUNDARY));
    let fixes: Vec<Fix<Draft>> = match (issue.id, shape) {
        ("RT-SET-01", _) => one("Race one lap", &|draft| draft.laps = 1),
        ("RT-TURN-04", _) => one("Use the default turn limit", &|draft| draft.rules.turn_cap = usual.rules.turn_cap),
        ("RT-VAL-17", _) => one("Remove the required hits", &|draft| draft.rules.hits = None),
        ("RT-VAL-04", _) => {
            let mut fixes = rules::near(draft);
            fixes.extend(changed(draft, "Round all points to tenths", |draft| round_all(draft, 100)));
            fixes
        }
        ("RT-VAL-05" | "RT-VAL-12" | "RT-VAL-13", _) => starts(draft, issue),
        ("RT-VAL-07", _) => crossings(draft),
        ("RT-VAL-06", _) => {
            rules::at_the_line(draft).into_iter().chain(lines(draft, issue)).chain(rules::as_sprint(draft)).collect()
        }
        ("RT-VAL-08", _) => {
            let walls = rules::opened(draft, &shapes, &[tool::WALL, tool::DISC]).into_iter();
            walls.chain(lines(draft, issue)).chain(rules::as_sprint(draft)).collect()
        }
        ("RT-VAL-09", _) => {
            rules::before_the_line(draft).into_iter().chain(rules::opened(draft, &shapes, rules::IN_THE_WAY)).collect()
        }
        ("RT-WALL-04", _) => rules::cells(draft),
        ("N02", _) => rules::without_slit(draft, issue),
        ("RT-VAL-01", None) => rules::outermost(draft),
        ("RT-VAL-01" | "RT-VAL-02", Some(shape)) => {
            let untangled = untangled(draft, shape);
            untangled.into_iter().chain(deleted::<VectorRacing>(draft, shape.id)).collect()
        }
        ("RT-VAL-14", Some(shape)) if shape.id.tool == tool::WARP => {
            rules::warped(draft, shape).into_iter().chain(moved(draft, shape)).collect()
        }
        ("RT-VAL-03" | "RT-VAL-14" | "RT-VAL-15" | "RT-VAL-18", Some(shape)) => moved(draft, shape),
        ("RT-VAL-03", None) => discs(draft, issue),
        ("RT-VAL-19", _) => {
            let oil = shapes.iter().filter(|shape| shape.id.tool == tool::OIL);
            let near = issue.at.and_then(|at| oil.min_by(|a, b| from(a, at).total_cmp(&from(b, at))));
            near.map_or_else(Vec::new, |shape| moved(draft, shape))
        }
        _ => Vec::new(),
    };
    first_that_works::<VectorRacing>(issues, index, fixes)
}

/// Returns the distance between a shape's first point and a point of the board.
fn from(shape: &Shape, at: [f64; 2]) -> f64 {
    shape.points.first().map_or(f64::MAX, |[x, y]| (x - at[0]).hypot(y - at[1]))
}

/// Rounds the coordinates of every point of the circuit to multiples of `to` thousandths of a unit.
fn round_all(draft: &mut Draft, to: i64) {
    let rounded = |value: &Rational| {
        let thousandths = (value.to_f64() * UNIT as f64).round() as i64;
        Rational::thousandths((thousandths + to / 2).div_euclid(to) * to).unwrap_or(*value)
    };
    for shape in VectorRacing::shapes(draft) {
        each_spot(draft, shape.id, &|spot| [rounded(&spot[0]), rounded(&spot[1])], &|at| at);
    }
}

/// Returns fixes for a start in a wrong place. They move the start onto the finish line, or to the nearest grid point
/// inside the track.
fn starts(draft: &Draft, issue: &Issue) -> Vec<Fix<Draft>> {
    let ground = Ground::of(draft);
    let all: Vec<[i32; 2]> = draft.all_starts().collect();
    let wrong = issue.at.and_then(|at| all.iter().position(|start| start.map(f64::from) == at));
    let line = draft.finish.as_ref().map(|line| [line.from, line.to].map(|end| end.map(Rational::to_f64)));
    let near = wrong.map(|wrong| all[wrong].map(f64::from));
    let middle = line.map(|[a, b]| [0, 1].map(|axis| f64::midpoint(a[axis], b[axis])));
    let mut places = line.map_or_else(Vec::new, |ends| ground.on_line(ends));
    let mut aside = near.or(middle).or_else(|| ground.middle()).map_or_else(Vec::new, |at| ground.around(at));
    aside.truncate(TRIES);
    places.truncate(TRIES);
    places.extend(aside);
    let is_free = |at: &[i32; 2]| !all.contains(at);
    let places = places.into_iter().filter(is_free);
    places
        .filter_map(|at| match wrong {
            Some(index) => {
                let title = if line.is_some_and(|ends| ground::from_segment(at.map(f64::from), ends) < 0.01) {
                    "Move the start onto the finish line"
                } else {
                    "Move the start onto the track"
                };
                changed(draft, title, |draft| {
                    if let Some(start) = start(draft, index) {
                        *start = at;
                    }
                })
            }
            None if all.is_empty() => changed(draft, "Put a start on the track", |draft| draft.start = Some(at)),
            None => None,
        })
        .collect()
}

/// Returns fixes that set the direction in which cars cross the finish line.
fn crossings(draft: &Draft) -> Vec<Fix<Draft>> {
    let words = |crossing| match crossing {
        Crossing::Right => "to the right",
        Crossing::Left => "to the left",
        Crossing::Up => "upwards",
        Crossing::Down => "downwards",
        Crossing::Any => "either way",
    };
    let all = [Crossing::Right, Crossing::Up, Crossing::Left, Crossing::Down];
    let turned = all.into_iter().filter_map(|crossing| {
        changed(draft, format!("Cross the finish line {}", words(crossing)), |draft| {
            if let Some(line) = &mut draft.finish {
                line.crossing = crossing;
            }
        })
    });
    turned.collect()
}

/// Returns fixes for a finish line. They fit it between the walls, or draw a new finish line across the track.
fn lines(draft: &Draft, issue: &Issue) -> Vec<Fix<Draft>> {
    let ground = Ground::of(draft);
    let old = draft.finish.as_ref().map(|line| [line.from, line.to].map(|end| end.map(Rational::to_f64)));
    let mut across = Vec::new();
    if let Some(ends) = old.filter(|_| issue.id == "RT-VAL-06") {
        across.extend(ground.stretched(ends).into_iter().map(|line| (line, "Fit the finish line between the walls")));
    }
    let mut shortest = ground.across();
    if draft.kind == Kind::Sprint {
        // The finish of a sprint can be anywhere, best far from the start.
        let start = draft.all_starts().next().map(|at| at.map(f64::from));
        shortest.extend(ground.gates(start));
    }
    if let Some([a, b]) = old {
        let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]));
        shortest.sort_by(|x, y| ground::from_segment(middle, *x).total_cmp(&ground::from_segment(middle, *y)));
    }
    let title = if old.is_some() { "Move the finish line to another place" } else { "Draw a finish line" };
    across.extend(shortest.into_iter().take(2 * TRIES).map(|line| (line, title)));
    let drawn = across.into_iter().filter_map(|(ends, title)| {
        changed(draft, title, |draft| {
            let points = ends.map(|end| Grid::Off.place(end));
            if put::put(draft, tool::FINISH, &points).is_err() {
                return;
            }
            if let Some(line) = draft.finish.as_mut().filter(|line| line.crossing == Crossing::Any) {
                line.crossing = crossing(points[0], points[1]);
            }
            // The exact ends on slanted walls need more than the two decimals that drawing allows.
            let exact = ends.map(|end| end.map(|value| Rational::thousandths((value * 1_000.0).round() as i64)));
            if let (Some(line), [[Some(ax), Some(ay)], [Some(bx), Some(by)]]) = (&mut draft.finish, exact) {
                (line.from, line.to) = ([ax, ay], [bx, by]);
            }
        })
    });
    drawn.collect()
}

/// Returns a fix for an outline that crosses itself. It puts the corners into an order in which the outline does not
/// cross itself.
fn untangled(draft: &Draft, shape: &Shape) -> Option<Fix<Draft>> {
    let order = ground::untangled(&shape.points[..shape.corners])?;
    changed(draft, format!("Untangle {}", shape.name), |draft| {
        if let Some(ring) = ring(draft, shape.id) {
            let old = ring.clone();
            *ring = order.iter().filter_map(|corner| old.get(*corner).copied()).collect();
        }
    })
}

/// Returns fixes for a shape in a wrong place. They move it onto the grid, move it a little, or delete it.
fn moved(draft: &Draft, shape: &Shape) -> Vec<Fix<Draft>> {
    let ground = Ground::without(draft, shape.id);
    let on_grid = changed(draft, format!("Put {} on the grid", shape.name), |draft| {
        let whole = |value: Rational| Rational::int(value.to_f64().round() as i64);
        each_spot(draft, shape.id, &|spot| spot.map(whole), &|at| at);
    });
    let straight = changed(draft, format!("Put {} on a grid line", shape.name), |draft| {
        if let Some([from, to]) = super::points::ends(draft, shape.id).filter(|_| shape.id.tool == tool::REFLECTOR) {
            let whole = |value: Rational| Rational::int(value.to_f64().round() as i64);
            (*from, *to) = (from.map(whole), to.map(whole));
            let way = [0, 1].map(|axis| (to[axis].to_f64() - from[axis].to_f64()).abs());
            let axis = usize::from(way[0] >= way[1]);
            to[axis] = from[axis];
        }
    });
    let is_inside = |by: &[i64; 2]| {
        shape.points.iter().all(|at| ground.holds([at[0] + by[0] as f64, at[1] + by[1] as f64]))
            || (shape.form == Form::Area && shape.corners > 1)
    };
    let shifts = OFFSETS.into_iter().filter(is_inside).take(TRIES).filter_map(|by| {
        let by = thousandths(by.map(|value| value * UNIT));
        edited::<VectorRacing>(draft, &SketchEdit::Shift(vec![Part { shape: shape.id, point: None }], by))
    });
    let shifts: Vec<Fix<Draft>> = shifts.collect();
    on_grid.into_iter().chain(straight).chain(shifts).chain(deleted::<VectorRacing>(draft, shape.id)).collect()
}

/// Returns fixes for a round wall without a radius. They make its radius one square, or delete the wall.
fn discs(draft: &Draft, issue: &Issue) -> Vec<Fix<Draft>> {
    let found = issue.at.and_then(|at| {
        draft.discs.iter().position(|disc| disc.at.map(Rational::to_f64) == at && disc.radius_squared.to_f64() <= 0.0)
    });
    let Some(index) = found else { return Vec::new() };
    let wide = changed(draft, format!("Give disc {} a radius of 1", index + 1), |draft| {
        draft.discs[index].radius_squared = Rational::int(1);
    });
    wide.into_iter().chain(deleted::<VectorRacing>(draft, ShapeId { tool: tool::DISC, index })).collect()
}

#[cfg(test)]
mod tests;
