//! Validates the boundaries, islands and free walls (RT-VAL-01 to 03).

use super::{Ground, are_few_crossings, fits, scaled, shown};
use crate::game::Issue;
use crate::games::vector_racing::draft::Draft;
use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, dot, minus};
use crate::games::vector_racing::grid::{Points, cover};
use crate::games::vector_racing::options::Axis;
use crate::games::vector_racing::polygon::{Meeting, Place, Polygon, meet};
use crate::games::vector_racing::walls::{Disc, Part, Wall};

/// A boundary, and the slits removed from it. A slit is an edge that leads to a corner and straight back.
struct Boundary {
    corners: Vec<Vector>,
    slits: Vec<[Vector; 2]>,
}

/// Returns the boundaries, walls and grid points of a draft; `None` if errors in an outline make further checks
/// impossible.
pub(super) fn ground(draft: &Draft, scale: i64, issues: &mut Vec<Issue>) -> Option<Ground> {
    let before = issues.len();
    let axis = draft.rules.y_axis;
    let mut walls = Vec::new();
    let mut rings = Vec::new();
    let mut slits = Vec::new();
    let outlines = std::iter::once(("The outer boundary", Part::Outer, &draft.outer))
        .chain(draft.islands.iter().enumerate().map(|(index, outline)| ("Island", Part::Island(index), outline)));
    for (word, part, outline) in outlines {
        let id = match part {
            Part::Island(index) => format!("{word} {}", index + 1),
            _ => word.to_owned(),
        };
        let boundary = without_slits(outline.iter().map(|spot| scaled(*spot, scale)).collect());
        // Without slits, an outline whose corners all lie on one line has fewer than three corners.
        if boundary.corners.len() < 3 {
            let place = outline.first().copied().map(shown).unwrap_or_default();
            let message = format!("{id} is not a closed shape.");
            issues.push(
                Issue::error("RT-VAL-01", message)
                    .at(place)
                    .fix("Draw the boundary with at least three corners that do not lie on one line."),
            );
            continue;
        }
        slits.extend(boundary.slits);
        // The track is on the left of every boundary: inside the outer one, outside the islands.
        let ring = Polygon::new(boundary.corners, part == Part::Outer);
        if let Some(at) = crosses_itself(&ring) {
            let at = at.map(|value| value as f64 / scale as f64);
            let message = format!("{id} crosses or touches itself at {}.", axis.named(at));
            issues.push(
                Issue::error("RT-VAL-02", message)
                    .at(at)
                    .fix("Move a corner until the outline no longer crosses or touches itself."),
            );
        }
        walls.extend(ring.edges().map(|(a, b)| Wall::edge(a, b, part)));
        rings.push((part, ring));
    }
    if issues.len() > before {
        return None;
    }
    islands(&rings, scale, axis, issues);
    for [a, b] in slits {
        let is_along = walls.iter().any(|wall| !wall.is_free() && covers(wall, a) && covers(wall, b));
        if a == b || is_along {
            continue;
        }
        let spot = |point: Vector| axis.named(point.map(|value| value as f64 / scale as f64));
        let message = format!(
            "The outline runs from {} to {} and straight back, so this line was made a wall.",
            spot(a),
            spot(b)
        );
        issues.push(Issue::warning("N02", message).at(a.map(|value| value as f64 / scale as f64)));
        walls.push(Wall { a, b, open_a: false, open_b: false, part: Part::Free(usize::MAX) });
    }
    let outer = rings.iter().find(|(part, _)| *part == Part::Outer).map(|(_, ring)| ring)?;
    for (index, wall) in draft.walls.iter().enumerate() {
        let (a, b) = (scaled(wall.from, scale), scaled(wall.to, scale));
        if a == b {
            let message = format!("Wall {} has no length (at {}).", index + 1, axis.named(wall.from));
            issues
                .push(Issue::error("RT-VAL-03", message).at(shown(wall.from)).fix("Move the ends of the wall apart."));
            continue;
        }
        if outer.place(a) == Place::Outside || outer.place(b) == Place::Outside {
            let at = axis.named(wall.from);
            let message = format!("Wall {} does not lie inside the outer boundary (at {at}).", index + 1);
            issues.push(Issue::error("RT-VAL-03", message).at(shown(wall.from)).fix("Move the wall onto the track."));
        }
        walls.push(Wall { a, b, open_a: wall.open_from, open_b: wall.open_to, part: Part::Free(index) });
    }
    let (from, width, height) = cover(outer.bounds(), scale);
    if !fits(width, height, issues) {
        return None;
    }
    if !are_few_crossings(&walls, scale, issues) {
        return None;
    }
    let discs = discs(draft, scale, issues);
    let mut inside = Points::empty(from, width, height);
    let mut rim = inside.clone();
    for (_, ring) in &rings {
        inside.flip_inside(ring, scale, &mut rim);
    }
    inside.remove_all(&rim);
    let rings = rings.into_iter().map(|(_, ring)| ring).collect();
    Some(Ground { walls, discs, rings, inside, rim, goals: None })
}

fn discs(draft: &Draft, scale: i64, issues: &mut Vec<Issue>) -> Vec<Disc> {
    let mut discs = Vec::new();
    for disc in &draft.discs {
        // The squared radius times the squared scale. The scale is a multiple of the squared radius's denominator.
        let square = disc.radius_squared.scaled(scale).saturating_mul(scale);
        if square <= 0 || square > i64::MAX / 16 {
            let message = format!("The disc at {} has no valid radius.", draft.rules.y_axis.named(disc.at));
            issues.push(Issue::error("RT-VAL-03", message).at(shown(disc.at)));
            continue;
        }
        discs.push(Disc { at: scaled(disc.at, scale), square });
    }
    discs
}

/// Returns an outline without its repeated corners and slits. A slit is an edge that leads to a corner and straight
/// back. Returns the slits separately.
fn without_slits(outline: Vec<Vector>) -> Boundary {
    let mut corners = outline;
    let mut slits = Vec::new();
    loop {
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let count = corners.len();
        let spike = (0..count).find(|index| {
            let [a, b, c] = [count - 1, 0, 1].map(|step| corners[(index + step) % count]);
            let (there, back) = (minus(b, a), minus(c, b));
            count > 2 && cross(there, back) == 0 && dot(there, back) < 0
        });
        let Some(index) = spike else { break };
        let [a, b, c] = [count - 1, 0, 1].map(|step| corners[(index + step) % count]);
        let length = |edge: Vector| dot(edge, edge);
        let nearer = if length(minus(a, b)) <= length(minus(c, b)) { a } else { c };
        slits.push([b, nearer]);
        corners[index] = nearer;
    }
    Boundary { corners, slits }
}

/// Whether a point is on a wall. Both ends of the wall count, even if the wall is open there.
pub(super) fn covers(wall: &Wall, point: Vector) -> bool {
    let edge = minus(wall.b, wall.a);
    cross(edge, minus(point, wall.a)) == 0
        && (0..2)
            .all(|axis| wall.a[axis].min(wall.b[axis]) <= point[axis] && point[axis] <= wall.a[axis].max(wall.b[axis]))
}

/// Returns a point where two segments meet; `None` if they do not meet. The ends belong to the segments.
pub(super) fn meets([a, b]: [Vector; 2], [c, d]: [Vector; 2]) -> Option<Vector> {
    let leg = Leg { origin: a, velocity: minus(b, a) };
    let t = match meet(&leg, c, d)? {
        Meeting::Point { t, .. } => t,
        Meeting::Stretch { from, to } => {
            let begins = from.max(Time::START);
            return (begins <= to && begins <= Time::END).then(|| leg.at(begins, 1).map(|value| value.round() as i64));
        }
    };
    // The point is only for display, so rounding does not matter.
    (Time::START <= t && t <= Time::END).then(|| leg.at(t, 1).map(|value| value.round() as i64))
}

/// Calls `look` once for each pair of edges whose ranges of x coordinates overlap. Stops when `look` returns true.
fn near_pairs(edges: &[[Vector; 2]], mut look: impl FnMut(usize, usize) -> bool) {
    let low = |index: usize| edges[index][0][0].min(edges[index][1][0]);
    let high = |index: usize| edges[index][0][0].max(edges[index][1][0]);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|index| low(*index));
    for (place, first) in order.iter().enumerate() {
        for second in order[place + 1..].iter().take_while(|second| low(**second) <= high(*first)) {
            if look(*first.min(second), *first.max(second)) {
                return;
            }
        }
    }
}

/// Returns a point at which a closed outline crosses or touches itself; `None` if there is no such point.
fn crosses_itself(ring: &Polygon) -> Option<Vector> {
    let edges: Vec<[Vector; 2]> = ring.edges().map(|(a, b)| [a, b]).collect();
    let count = edges.len();
    let mut found = None;
    near_pairs(&edges, |first, second| {
        let follows = second == first + 1 || (first == 0 && second == count - 1);
        if follows {
            // Neighbouring edges share only a corner, because slits have been removed.
            return false;
        }
        found = meets(edges[first], edges[second]);
        found.is_some()
    });
    found
}

/// Checks that islands lie strictly inside the outer boundary and do not touch each other (RT-VAL-03).
fn islands(rings: &[(Part, Polygon)], scale: i64, axis: Axis, issues: &mut Vec<Issue>) {
    let edges: Vec<(usize, [Vector; 2])> = rings
        .iter()
        .enumerate()
        .flat_map(|(ring, (_, polygon))| polygon.edges().map(move |(a, b)| (ring, [a, b])))
        .collect();
    let only: Vec<[Vector; 2]> = edges.iter().map(|(_, edge)| *edge).collect();
    let mut touching = std::collections::BTreeMap::new();
    near_pairs(&only, |first, second| {
        let (a, b) = (edges[first].0, edges[second].0);
        if a != b
            && let Some(at) = meets(only[first], only[second])
        {
            touching.entry((a.min(b), a.max(b))).or_insert(at);
        }
        false
    });
    let id = |ring: usize| match rings[ring].0 {
        Part::Island(index) => index + 1,
        _ => 0,
    };
    // `other` is the island that this one touches or lies in, if any.
    let mut report = |island: usize, other: Option<usize>, at: Vector| {
        let at = at.map(|value| value as f64 / scale as f64);
        let what = match other {
            Some(other) => format!("touches or overlaps island {}", id(other)),
            None => "is not strictly inside the outer boundary".to_owned(),
        };
        let message = format!("Island {} {what} (near {}).", id(island), axis.named(at));
        issues.push(
            Issue::error("RT-VAL-03", message).at(at).fix("Move the island inside, away from every other boundary."),
        );
    };
    let is_island = |ring: usize| matches!(rings[ring].0, Part::Island(_));
    for ((a, b), at) in &touching {
        match is_island(*b) {
            true => report(*b, Some(*a).filter(|ring| is_island(*ring)), *at),
            false => report(*a, None, *at),
        }
    }
    for (index, (part, ring)) in rings.iter().enumerate() {
        let is_touching = touching.keys().any(|(a, b)| *a == index || *b == index);
        let Some(corner) = ring.corners().first().filter(|_| !is_touching && *part != Part::Outer) else { continue };
        let misplaced = rings.iter().enumerate().position(|(other, (part, polygon))| {
            other != index && (polygon.place(*corner) == Place::Inside) != (*part == Part::Outer)
        });
        if let Some(other) = misplaced {
            report(index, Some(other).filter(|ring| is_island(*ring)), *corner);
        }
    }
}

/// Whether a closed outline neither crosses nor touches itself. An outline with a slit (an edge that leads to a corner
/// and straight back) touches itself.
pub(super) fn is_simple(ring: &Polygon) -> bool {
    let corners = ring.corners();
    let boundary = without_slits(corners.to_vec());
    boundary.slits.is_empty() && boundary.corners.len() == corners.len() && crosses_itself(ring).is_none()
}
