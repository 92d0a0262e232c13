//! Validates the objects (RT-VAL-14, 15, 16, 18).

use super::{scaled, shown};
use crate::game::Issue;
use crate::game::words::capital;
use crate::games::vector_racing::draft::Draft;
use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, minus, times};
use crate::games::vector_racing::grid::Points;
use crate::games::vector_racing::line::Line;
use crate::games::vector_racing::number::Spot;
use crate::games::vector_racing::objects::ObjectKind;
use crate::games::vector_racing::options::Axis;
use crate::games::vector_racing::placed::{Area, Objects, Reflector, Region, Spinner, Warp};
use crate::games::vector_racing::polygon::{Place, Polygon, bounds};
use crate::games::vector_racing::walls::Walls;

use super::outline::meets;

/// The walls and grid points of the track. The objects are checked against them.
struct Board<'a> {
    scale: i64,
    walls: &'a Walls,
    inside: &'a Points,
}

/// An object that must not share points with other objects: its name, the edges of its outline and, for a reflector,
/// its data.
struct Solid {
    name: String,
    edges: Vec<[Vector; 2]>,
    reflector: Option<Reflector>,
}

/// Returns the name of an object with a capital letter, such as "Reflector 2", for the beginning of a sentence.
pub(super) fn called(kind: ObjectKind, number: usize) -> String {
    format!("{} {number}", capital(kind.name()))
}

/// Checks the objects of a draft (regions, warps, reflectors and spinners) and returns the valid ones.
pub(super) fn objects(
    draft: &Draft,
    scale: i64,
    walls: &Walls,
    inside: &Points,
    line: Option<&Line>,
    issues: &mut Vec<Issue>,
) -> Objects {
    let board = Board { scale, walls, inside };
    let axis = draft.rules.y_axis;
    let mut objects = Objects::default();
    let mut numbers = [0u8; 3];
    for region in &draft.regions {
        let number = &mut numbers[region.kind as usize];
        *number += 1;
        let name = called(region.kind.object(), usize::from(*number));
        let Some(area) = board.area(&region.outline, &name, false, issues) else { continue };
        if !board.touches_track(&area) {
            let at = axis.named(region.outline[0]);
            let message = format!("{name} lies off the track (at {at}).");
            issues.push(
                Issue::warning("RT-VAL-18", message)
                    .at(shown(region.outline[0]))
                    .fix("Move the object onto the track, or delete it."),
            );
            objects.idle |= 1 << objects.regions.len();
        }
        objects.regions.push(Region { kind: region.kind, number: *number, area });
    }
    let mut solids = Vec::new();
    for (index, warp) in draft.warps.iter().enumerate() {
        let name = called(ObjectKind::Warp, index + 1);
        let Some(area) = board.area(&warp.outline, &name, true, issues) else { continue };
        let offset = warp.offset.map(i64::from);
        let other = area.moved(times(offset, scale));
        let must = |be: &str| Issue::error("RT-VAL-14", format!("{name} is not {be}.")).at(shown(warp.outline[0]));
        if offset == [0, 0] {
            issues.push(
                must("valid, because its two ends are in the same place")
                    .fix("Move the other end of the warp further from this end."),
            );
            continue;
        }
        let is_off = |end: &Area| !board.is_usable(end);
        if is_off(&area) || is_off(&other) {
            // An end between the grid points of the track is on the track, but nobody can come to stand there.
            if [&area, &other].iter().all(|end| !is_off(end) || board.touches_track(end)) {
                issues.push(
                    must("valid, because one of its ends covers no grid point of the track")
                        .fix("Make the warp larger, or move it."),
                );
                continue;
            }
            issues.push(
                must("inside the track")
                    .fix("Move both ends onto the track. Each end must cover at least one grid point."),
            );
            continue;
        }
        let edges = outline_edges(&area).into_iter().chain(outline_edges(&other)).collect();
        if areas_meet(&area, &other) {
            issues.push(
                must("valid, because its two ends touch or overlap")
                    .fix("Move the other end of the warp further from this end."),
            );
        }
        solids.push(Solid { name, edges, reflector: None });
        objects.warps.push(Warp { ends: [area, other], offset });
    }
    for (index, draft) in draft.reflectors.iter().enumerate() {
        let name = called(ObjectKind::Refl, index + 1);
        let (a, b) = (scaled(draft.from, scale), scaled(draft.to, scale));
        let must = |be: &str| Issue::error("RT-VAL-14", format!("{name} is not {be}.")).at(shown(draft.from));
        if a == b {
            issues.push(
                must("valid, because its two ends are the same point").fix("Move the ends of the reflector apart."),
            );
            continue;
        }
        let is_grid = [a, b].iter().flatten().all(|value| value.rem_euclid(scale) == 0);
        if !is_grid || (a[0] == b[0]) == (a[1] == b[1]) {
            issues.push(must("on a grid line").fix("Put both ends onto grid points of one grid line."));
            continue;
        }
        let leg = Leg { origin: a, velocity: minus(b, a) };
        let ends = [draft.from, draft.to].map(|spot| spot.map(|number| number.as_int().unwrap_or(0) as i32));
        if !ends.iter().all(|end| inside.has(*end)) || walls.first_contact(&leg, Time::START, Time::END).is_some() {
            issues.push(must("inside the track").fix("Move the reflector off every wall."));
            continue;
        }
        let along = usize::from(a[0] == b[0]);
        let reflector = Reflector { along, at: a[1 - along], from: a[along].min(b[along]), to: a[along].max(b[along]) };
        if line.is_some_and(|line| lies_along(&reflector, line)) {
            let message = format!("{name} lies along the finish line.");
            issues.push(
                Issue::error("RT-VAL-15", message).at(shown(draft.from)).fix("Move the reflector or the finish line."),
            );
        }
        solids.push(Solid { name, edges: vec![[a, b]], reflector: Some(reflector) });
        objects.reflectors.push(reflector);
    }
    for (index, draft) in draft.spinners.iter().enumerate() {
        let name = called(ObjectKind::Spin, index + 1);
        let at = scaled(draft.at, scale);
        if !board.is_usable(&Area::Point(at)) {
            let is_grid = at.iter().all(|value| value.rem_euclid(scale) == 0);
            let message = format!("{name} is not {}.", if is_grid { "inside the track" } else { "on a grid point" });
            issues.push(
                Issue::error("RT-VAL-14", message)
                    .at(shown(draft.at))
                    .fix("Put the spinner on a grid point of the track."),
            );
            continue;
        }
        solids.push(Solid { name, edges: vec![[at, at]], reflector: None });
        objects.spinners.push(Spinner { at, turn: draft.turn });
    }
    apart(&solids, scale, axis, issues);
    objects
}

impl Board<'_> {
    /// Returns the area inside an outline; `None` if the outline is not valid.
    fn area(&self, outline: &[Spot], name: &str, is_convex: bool, issues: &mut Vec<Issue>) -> Option<Area> {
        let corners: Vec<Vector> = outline.iter().map(|spot| scaled(*spot, self.scale)).collect();
        let clause = if is_convex { "RT-VAL-14" } else { "RT-VAL-01" };
        if let [point] = corners[..] {
            if point.iter().any(|value| value.rem_euclid(self.scale) != 0) {
                let message = format!("{name} is not on a grid point.");
                issues.push(
                    Issue::error("RT-VAL-14", message).at(shown(outline[0])).fix("Move the object onto a grid point."),
                );
                return None;
            }
            return Some(Area::Point(point));
        }
        let place = outline.first().copied().map(shown).unwrap_or_default();
        if corners.len() < 3 || is_flat(&corners) {
            let message = format!("{name} is neither a closed shape nor a single grid point.");
            issues.push(Issue::error(clause, message).at(place).fix("Draw the shape with at least three corners."));
            return None;
        }
        let polygon = Polygon::new(corners, true);
        let is_simple = super::outline::is_simple(&polygon);
        if !is_simple || (is_convex && !polygon.is_convex()) {
            let shape = if is_convex { "is not convex" } else { "crosses or touches itself" };
            let clause = if is_convex { "RT-VAL-14" } else { "RT-VAL-02" };
            issues.push(Issue::error(clause, format!("{name} {shape}.")).at(place).fix("Move a corner."));
            return None;
        }
        Some(Area::Polygon(polygon))
    }

    /// Iterates over the grid points of an area of the board.
    fn points(&self, area: &Area) -> impl Iterator<Item = [i32; 2]> {
        let [low, high] = area.bounds();
        let from = self.inside.from();
        let size = [self.inside.width(), self.inside.height()];
        let span = |axis: usize| {
            let first = i64::from(from[axis]);
            let last = first + size[axis] as i64;
            low[axis].div_euclid(self.scale).clamp(first, last)..=high[axis].div_euclid(self.scale).clamp(first, last)
        };
        let (columns, area, scale) = (span(0), area.clone(), self.scale);
        span(1)
            .flat_map(move |y| columns.clone().map(move |x| [x, y]))
            .filter(move |at| area.holds(times(*at, scale)))
            .map(|at| at.map(|value| value as i32))
    }

    /// Whether a racer can stand in the area.
    fn is_usable(&self, area: &Area) -> bool {
        self.points(area).any(|at| self.inside.has(at))
    }

    /// Whether any part of the area is on the track.
    fn touches_track(&self, area: &Area) -> bool {
        let edges = outline_edges(area);
        let leg = Leg { origin: area.corners()[0], velocity: [0, 0] };
        self.is_usable(area)
            || (!self.walls.is_map() && self.walls.place_at(&leg, Time::START) == Place::Inside)
            || self
                .walls
                .list
                .iter()
                .any(|wall| edges.iter().any(|edge| edge[0] != edge[1] && meets(*edge, [wall.a, wall.b]).is_some()))
    }
}

/// Whether all corners of an outline lie on one line.
fn is_flat(corners: &[Vector]) -> bool {
    let Some(first) = corners.first() else { return true };
    let Some(far) = corners.iter().find(|corner| *corner != first) else { return true };
    let edge = minus(*far, *first);
    corners.iter().all(|corner| cross(edge, minus(*corner, *first)) == 0)
}

fn outline_edges(area: &Area) -> Vec<[Vector; 2]> {
    match area {
        Area::Point(at) => vec![[*at, *at]],
        Area::Polygon(polygon) => polygon.edges().map(|(a, b)| [a, b]).collect(),
    }
}

/// Returns a point that two segments of objects share; `None` if they share no point. Either segment may be a single
/// point.
fn shared(a: [Vector; 2], b: [Vector; 2]) -> Option<Vector> {
    let is_on = |point: Vector, [c, d]: [Vector; 2]| {
        let [low, high] = bounds(&[c, d]);
        cross(minus(d, c), minus(point, c)) == 0
            && (0..2).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis])
    };
    if a[0] == a[1] {
        return is_on(a[0], b).then_some(a[0]);
    }
    if b[0] == b[1] {
        return is_on(b[0], a).then_some(b[0]);
    }
    meets(a, b)
}

fn areas_meet(a: &Area, b: &Area) -> bool {
    let (edges, others) = (outline_edges(a), outline_edges(b));
    edges.iter().any(|edge| others.iter().any(|other| shared(*edge, *other).is_some()))
        || a.holds(b.corners()[0])
        || b.holds(a.corners()[0])
}

fn lies_along(reflector: &Reflector, line: &Line) -> bool {
    let across = 1 - reflector.along;
    let is_along = line.from[across] == reflector.at && line.to[across] == reflector.at;
    let (low, high) = (
        line.from[reflector.along].min(line.to[reflector.along]),
        line.from[reflector.along].max(line.to[reflector.along]),
    );
    is_along && reflector.from <= high && low <= reflector.to
}

/// Checks that warps, reflectors and spinners share no points with one another (RT-VAL-15).
fn apart(solids: &[Solid], scale: i64, axis: Axis, issues: &mut Vec<Issue>) {
    for (index, b) in solids.iter().enumerate() {
        for a in &solids[..index] {
            if let (Some(first), Some(second)) = (a.reflector, b.reflector) {
                let overlap = first.along == second.along
                    && first.at == second.at
                    && first.from.max(second.from) < first.to.min(second.to);
                if !overlap {
                    continue;
                }
            }
            let point = a.edges.iter().find_map(|edge| b.edges.iter().find_map(|other| shared(*edge, *other)));
            let Some(point) = point else { continue };
            let at = point.map(|value| value as f64 / scale as f64);
            let place = axis.named(at);
            let message = format!("{} and {} share the point {place}.", a.name, b.name.to_lowercase());
            issues.push(Issue::error("RT-VAL-15", message).at(at).fix("Move one of the two objects."));
        }
    }
}
