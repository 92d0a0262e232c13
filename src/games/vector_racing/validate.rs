//! Validates a draft (rules ledger, section 9) and reports all issues at once.

mod cells;
mod line;
mod objects;
mod outline;
mod race;
mod steps;

use super::draft::Draft;
use super::exact::Vector;
use super::grid::Points;
use super::king::King;
use super::number::{Rational, Spot, gcd};
use super::options::{FinishRule, LARGEST_TURN_CAP};
use super::polygon::Polygon;
use super::setup::MAX_LAPS;
use super::track::Track;
use super::walls::{Disc, Wall, Walls};
use crate::game::{Issue, has_errors};
use crate::limits::vector_racing::{MAX_CROSSINGS, MAX_GRID_POINTS};
pub(super) use race::{Reached, Reaches, options};

/// The largest absolute value of a coordinate (RT-VAL-04).
const LARGEST_COORDINATE: i64 = 100_000;
/// The largest common denominator of a track's coordinates.
const LARGEST_DENOMINATOR: i64 = 1_000;

/// The boundaries and walls of a draft, and the grid points between them.
struct Ground {
    walls: Vec<Wall>,
    discs: Vec<Disc>,
    rings: Vec<Polygon>,
    inside: Points,
    /// The grid points on boundaries.
    rim: Points,
    goals: Option<Points>,
}

/// Returns all issues of the draft, and the track if the draft has no errors. `reaches` is the function that searches
/// for a route to the finish.
pub(super) fn validate(draft: &Draft, reaches: Reaches) -> (Option<Track>, Vec<Issue>) {
    let mut issues = Vec::new();
    limits(draft, &mut issues);
    if has_errors(&issues) {
        return (None, issues);
    }
    let scale = common_denominator(draft);
    let ground = match &draft.cells {
        Some(map) => cells::ground(draft, map, scale, &mut issues),
        None => outline::ground(draft, scale, &mut issues),
    };
    let Some(mut ground) = ground else {
        return (None, issues);
    };
    let line = line::line(draft, &mut ground, scale, &mut issues);
    let walls = Walls::new(ground.walls, ground.discs, ground.rings, scale);
    // Points inside discs or on free walls are not on the track.
    let on_rims = under_discs(&mut ground.inside, &ground.rim, &walls, scale);
    for at in ground.inside.clone().iter() {
        if walls.is_on_free(at.map(|value| i64::from(value) * scale)) {
            ground.inside.set(at, false);
        }
    }
    starts(draft, [&ground.inside, &ground.rim], &mut issues);
    let mut touchable = ground.inside.clone();
    touchable.add_all(&ground.rim);
    for at in on_rims.into_iter().chain(ground.rim.iter()) {
        let point = at.map(|value| i64::from(value) * scale);
        touchable.set(at, !walls.is_barred(point));
    }
    let objects = objects::objects(draft, scale, &walls, &ground.inside, line.as_ref(), &mut issues);
    if ground.inside.count() == 0 {
        issues.push(
            Issue::error("RT-VAL-05", "There is no grid point strictly inside the track.").fix("Make the track wider."),
        );
    }
    options(&draft.rules, &objects, &mut issues);
    let king = {
        let ground = super::king::Ground {
            inside: &ground.inside,
            touchable: &touchable,
            walls: &walls,
            line: line.as_ref().filter(|_| draft.rules.finish == FinishRule::Line),
            goals: ground.goals.as_ref(),
            scale,
        };
        King::new(&ground)
    };
    let track = Track {
        draft: draft.clone(),
        scale,
        walls,
        inside: ground.inside,
        touchable,
        goals: ground.goals,
        line,
        objects,
        king,
        middle: std::sync::OnceLock::new(),
        lap: std::sync::OnceLock::new(),
    };
    if has_errors(&issues) {
        race::warn(&track, None, &mut issues);
        return (None, issues);
    }
    race::check(&track, reaches, &mut issues);
    let track = (!has_errors(&issues)).then_some(track);
    (track, issues)
}

/// Removes from `inside` all grid points that lie in a disc or on its rim. Returns the grid points on the rims that are
/// on the track or on a boundary. For this test, the discs are ignored.
fn under_discs(inside: &mut Points, rim: &Points, walls: &Walls, scale: i64) -> Vec<[i32; 2]> {
    let mut on_rims = std::collections::BTreeSet::new();
    let mut left_over = inside.clone();
    for disc in &walls.discs {
        disc.each_row(scale, [inside.from(), inside.last()], |y, [left, right]| {
            left_over.remove_row(y, left, right);
            // Only the first and the last point of a row can lie on the rim itself.
            for at in [[left, y], [right, y]] {
                let is_on_rim = disc.compare(at.map(|value| i64::from(value) * scale)).is_eq();
                if is_on_rim && (inside.has(at) || rim.has(at)) {
                    on_rims.insert(at);
                }
            }
        });
    }
    *inside = left_over;
    on_rims.into_iter().collect()
}

/// Iterates over all coordinates of a draft.
fn coordinates(draft: &Draft) -> impl Iterator<Item = Rational> + '_ {
    let outlines = std::iter::once(&draft.outer)
        .chain(&draft.islands)
        .chain(draft.regions.iter().map(|region| &region.outline))
        .chain(draft.warps.iter().map(|warp| &warp.outline));
    let pairs = draft
        .walls
        .iter()
        .map(|wall| [wall.from, wall.to])
        .chain(draft.reflectors.iter().map(|reflector| [reflector.from, reflector.to]))
        .chain(draft.finish.iter().map(|line| [line.from, line.to]));
    let single = draft.discs.iter().map(|disc| disc.at).chain(draft.spinners.iter().map(|spinner| spinner.at));
    outlines.flatten().copied().chain(pairs.flatten()).chain(single).flatten()
}

fn limits(draft: &Draft, issues: &mut Vec<Issue>) {
    for size in draft.excess() {
        issues.push(Issue::error("RT-VAL-04", format!("The track has {size} can be raced.")));
    }
    let is_off = |number: &Rational| {
        number.denominator() > LARGEST_DENOMINATOR
            || number.numerator().abs() > LARGEST_COORDINATE * number.denominator()
    };
    let shown = |number: String| {
        format!(
            "Coordinate {number} is out of range: use numbers up to {LARGEST_COORDINATE} \
             and denominators up to {LARGEST_DENOMINATOR}."
        )
    };
    if let Some(number) = coordinates(draft).chain(draft.discs.iter().map(|disc| disc.radius_squared)).find(is_off) {
        issues.push(Issue::error("RT-VAL-04", shown(number.to_string())));
        return;
    }
    let offsets = draft.warps.iter().flat_map(|warp| warp.offset);
    let whole = draft.all_starts().flatten().chain(offsets).chain(draft.cells.iter().flat_map(|map| map.from));
    if let Some(number) = whole.into_iter().find(|value| i64::from(value.unsigned_abs()) > LARGEST_COORDINATE) {
        issues.push(Issue::error("RT-VAL-04", shown(number.to_string())));
        return;
    }
    let denominator = common_denominator(draft);
    if denominator > LARGEST_DENOMINATOR {
        let message = format!("The common denominator of all coordinates is more than {LARGEST_DENOMINATOR}.");
        issues.push(
            Issue::error("RT-VAL-04", message).fix("Move the corners to a coarser grid, such as halves or tenths."),
        );
    }
    if draft.laps == 0 || draft.laps > MAX_LAPS {
        issues.push(Issue::error("RT-SET-01", format!("The number of laps must be 1 to {MAX_LAPS}.")));
    }
    if draft.rules.turn_cap == 0 || draft.rules.turn_cap > LARGEST_TURN_CAP {
        issues.push(Issue::error("RT-TURN-04", format!("The turn limit must be 1 to {LARGEST_TURN_CAP}.")));
    }
}

/// Returns the common denominator of a draft's coordinates. If it is above the limit, the function may return another
/// number above the limit instead.
fn common_denominator(draft: &Draft) -> i64 {
    let first = if draft.cells.is_some() { 2 } else { 1 };
    let radii = draft.discs.iter().map(|disc| disc.radius_squared);
    coordinates(draft).chain(radii).fold(first, |common, number| {
        let next = common / gcd(common, number.denominator()) * number.denominator();
        next.min(LARGEST_DENOMINATOR * LARGEST_DENOMINATOR)
    })
}

/// Whether the number of grid points in the box around a track is within the limit for a race. If not, adds an issue.
fn fits(width: usize, height: usize, issues: &mut Vec<Issue>) -> bool {
    let count = (width as i64).saturating_mul(height as i64);
    if count > MAX_GRID_POINTS {
        let message =
            format!("The track spans {width} x {height} grid points; a race allows at most {MAX_GRID_POINTS} in all.");
        issues.push(Issue::error("RT-VAL-04", message).fix("Draw the track smaller."));
    }
    count <= MAX_GRID_POINTS
}

/// Whether the walls cross few enough grid lines. If not, adds an issue. The limit keeps the index of walls small,
/// because the index has an entry for each row of grid squares that a wall touches.
fn are_few_crossings(walls: &[Wall], scale: i64, issues: &mut Vec<Issue>) -> bool {
    let crossed = |wall: &Wall| -> i64 { (0..2).map(|axis| (wall.b[axis] - wall.a[axis]).abs() / scale + 1).sum() };
    let count: i64 = walls.iter().map(crossed).sum();
    if count > MAX_CROSSINGS {
        let message = format!(
            "The boundaries and walls cross grid lines {count} times; the limit for a race is {MAX_CROSSINGS}."
        );
        issues.push(Issue::error("RT-VAL-04", message).fix("Draw fewer long edges, or draw the track smaller."));
    }
    count <= MAX_CROSSINGS
}

/// Checks the start and the other start points (RT-VAL-05): each is one of the points `inside` the track, or a point on
/// its `rim` where racers may touch walls.
fn starts(draft: &Draft, [inside, rim]: [&Points; 2], issues: &mut Vec<Issue>) {
    if draft.all_starts().next().is_none() {
        issues.push(
            Issue::error("RT-VAL-05", "The track has no start.").fix("Put the start on a grid point of the track."),
        );
    }
    for at in draft.all_starts() {
        let may_touch = draft.rules.walls == super::options::WallRule::MayTouch && rim.has(at);
        if !inside.has(at) && !may_touch {
            let at_start = draft.rules.y_axis.named(at);
            let message = format!("The start {at_start} is not a grid point strictly inside the track.");
            issues.push(
                Issue::error("RT-VAL-05", message)
                    .at(at.map(f64::from))
                    .fix("Put the start on a grid point of the track."),
            );
        }
    }
}

/// Returns a point of a draft in scaled units: its coordinates multiplied by `scale`.
fn scaled(spot: Spot, scale: i64) -> Vector {
    spot.map(|number| number.scaled(scale))
}

/// Converts a point of a draft into floating-point coordinates, for display on the board.
fn shown(spot: Spot) -> [f64; 2] {
    spot.map(Rational::to_f64)
}
