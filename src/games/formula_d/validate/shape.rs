//! Checks the coordinates and outlines of spaces (FD-VAL-25 to 28). To find crossings of edges exactly, coordinates are
//! rounded to thousandths of a space and computed as whole numbers.

use std::collections::BTreeMap;

use super::Found;
use super::net::{Net, Way};
use crate::game::Issue;
use crate::games::formula_d::draft::{Draft, EdgeKind};

/// The largest number of pairs of neighbouring spaces or edges that are checked. If a draft has more pairs, it is so
/// faulty that the checked pairs already show the faults.
const MOST_PAIRS: usize = 100_000;

pub(super) fn check(net: &Net<'_>, found: &mut Found) {
    contacts(net, found);
    outlines(net, found);
    crossings(net, found);
    steps(net, found);
}

/// Checks that touching spaces lie in neighbouring lanes, and that the two spaces of each lane change touch
/// (FD-VAL-25).
fn contacts(net: &Net<'_>, found: &mut Found) {
    let mut pairs: Vec<[usize; 2]> = net.contacts.iter().map(|[u, v]| [*u.min(v), *u.max(v)]).collect();
    pairs.sort_unstable();
    let joined = |u: usize, v: usize, says: &str| {
        let message = format!("Spaces {} and {} {says}", net.id(u), net.id(v));
        Issue::error("FD-VAL-25", message).at(net.at(u))
    };
    for [u, v] in &pairs {
        let tracks = net.is_track(*u) && net.is_track(*v);
        if !tracks || net.lane(*u).abs_diff(net.lane(*v)) != 1 {
            found.add(joined(*u, *v, "touch, but do not lie in neighbouring lanes."));
        }
    }
    for way in net.ways.iter().filter(|way| way.is_change()) {
        if pairs.binary_search(&[way.from.min(way.to), way.from.max(way.to)]).is_err() {
            let issue = joined(way.from, way.to, "are joined by a lane change but do not touch.");
            found.add(issue.fix("Mark the two spaces as touching, or delete the edge between them."));
        }
    }
}

/// Returns the pairs of bounding boxes that may overlap, by index. To be fast, divides the board into squares two
/// spaces wide: two boxes are a pair if they reach into the same square. A very large box forms a pair with every other
/// box.
fn near_pairs(boxes: &[[f64; 4]]) -> Vec<[usize; 2]> {
    const CELL: f64 = 2.0;
    const WIDEST: i64 = 30;
    let mut cells: BTreeMap<[i64; 2], Vec<usize>> = BTreeMap::new();
    let mut pairs = Vec::new();
    let mut wide: Vec<usize> = Vec::new();
    for (index, [left, low, right, high]) in boxes.iter().enumerate() {
        let [left, low, right, high] = [left, low, right, high].map(|value| (value / CELL).floor() as i64);
        if right - left > WIDEST || high - low > WIDEST {
            wide.push(index);
            continue;
        }
        for x in left..=right {
            for y in low..=high {
                let here = cells.entry([x, y]).or_default();
                for other in here.iter() {
                    if pairs.len() >= MOST_PAIRS {
                        break;
                    }
                    pairs.push([*other, index]);
                }
                here.push(index);
            }
        }
    }
    for index in wide {
        let room = MOST_PAIRS.saturating_sub(pairs.len());
        pairs.extend((0..boxes.len()).filter(|other| *other != index).map(|other| [other, index]).take(room));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn box_of(points: &[[f64; 2]]) -> [f64; 4] {
    points.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[left, low, right, high], [x, y]| {
        [left.min(*x), low.min(*y), right.max(*x), high.max(*y)]
    })
}

/// Checks the outlines of the spaces (FD-VAL-26). The computation uses floating point, so rounding can change the
/// result. That is acceptable, because faults of outlines are only warnings.
fn outlines(net: &Net<'_>, found: &mut Found) {
    let drawn = drawn(net);
    for (space, outline) in drawn.iter().enumerate().filter(|(space, _)| !net.draft.spaces[*space].outline.is_empty()) {
        let (id, at) = (net.id(space), net.at(space));
        if net.draft.spaces[space].outline.len() < 3 || !is_simple(outline) || !holds(outline, at) {
            let message = format!("The outline of {id} crosses itself, or does not contain its centre.");
            found.add(Issue::warning("FD-VAL-26", message).at(at));
        }
    }
    for [one, other] in overlapping(net, &drawn) {
        let message = format!("The outlines of spaces {} and {} overlap.", net.id(one), net.id(other));
        let issue = Issue::warning("FD-VAL-26", message).at(net.at(one));
        found.add(issue.fix("Move one of the spaces, or put it onto a bridge (level 1)."));
    }
}

/// Returns the outline of each space as it is drawn, in counter-clockwise order.
fn drawn(net: &Net<'_>) -> Vec<Vec<[f64; 2]>> {
    let counter_clockwise = |mut outline: Vec<[f64; 2]>| {
        if area(&outline) < 0.0 {
            outline.reverse();
        }
        outline
    };
    net.draft.spaces.iter().map(|space| counter_clockwise(space.shown())).collect()
}

/// Finds pairs of spaces on the same bridge level whose outlines overlap.
fn overlapping(net: &Net<'_>, drawn: &[Vec<[f64; 2]>]) -> Vec<[usize; 2]> {
    let boxes: Vec<[f64; 4]> = drawn.iter().map(|outline| box_of(outline)).collect();
    let mut pairs = near_pairs(&boxes);
    pairs.retain(|[one, other]| {
        let is_apart = net.draft.spaces[*one].level != net.draft.spaces[*other].level;
        if is_apart || net.is_blocked(*one) || net.is_blocked(*other) {
            return false;
        }
        let common = area(&clipped(&drawn[*one], &drawn[*other]));
        let least = area(&drawn[*one]).min(area(&drawn[*other]));
        least > 0.0 && common > least * 0.1
    });
    pairs
}

fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn area(outline: &[[f64; 2]]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}

fn is_simple(outline: &[[f64; 2]]) -> bool {
    let count = outline.len();
    let side = |index: usize| (outline[index], outline[(index + 1) % count]);
    (0..count).all(|one| {
        (one + 2..count).filter(|other| (other + 1) % count != one).all(|other| {
            let ((a, b), (c, d)) = (side(one), side(other));
            turn(a, b, c) * turn(a, b, d) >= 0.0 || turn(c, d, a) * turn(c, d, b) >= 0.0
        })
    })
}

fn holds(outline: &[[f64; 2]], point: [f64; 2]) -> bool {
    let mut is_inside = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        if (a[1] > point[1]) != (b[1] > point[1]) && point[0] < (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1]) + a[0]
        {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// Returns the part of the outline `subject` that lies inside `window`. The window must be convex and
/// counter-clockwise.
fn clipped(subject: &[[f64; 2]], window: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut left = subject.to_vec();
    for (a, b) in window.iter().zip(window.iter().cycle().skip(1)) {
        let before = std::mem::take(&mut left);
        for (p, q) in before.iter().zip(before.iter().cycle().skip(1)) {
            let (s, t) = (turn(*a, *b, *p), turn(*a, *b, *q));
            if s >= 0.0 {
                left.push(*p);
            }
            if (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0) {
                let part = s / (s - t);
                left.push([0, 1].map(|axis| p[axis] + (q[axis] - p[axis]) * part));
            }
        }
    }
    left
}

/// Whether an edge has no line on the board. This is true for edges through tunnels, and for edges into and out of
/// boxes.
const fn is_jump(kind: EdgeKind) -> bool {
    matches!(kind, EdgeKind::Portal(_) | EdgeKind::BoxIn | EdgeKind::BoxOut)
}

/// Returns the indices of all pairs of edges that cross on the same bridge level. Edges through tunnels, and edges into
/// and out of boxes, are not drawn on the board, so they cannot cross another edge.
fn crossed(net: &Net<'_>) -> Vec<[usize; 2]> {
    let ways: Vec<usize> = (0..net.ways.len()).filter(|way| !is_jump(net.ways[*way].kind)).collect();
    let ends = |way: usize| [net.ways[way].from, net.ways[way].to];
    let boxes: Vec<[f64; 4]> = ways.iter().map(|way| box_of(&ends(*way).map(|end| net.at(end)))).collect();
    let whole = |space: usize| net.at(space).map(|value| (value * 1000.0).round() as i128);
    let level = |way: usize| ends(way).into_iter().map(|end| net.draft.spaces[end].level).max();
    let mut pairs: Vec<[usize; 2]> = near_pairs(&boxes).into_iter().map(|pair| pair.map(|way| ways[way])).collect();
    pairs.retain(|[one, other]| {
        let (first, second) = (ends(*one), ends(*other));
        if first.iter().any(|end| second.contains(end)) || level(*one) != level(*other) {
            return false;
        }
        let ([a, b], [c, d]) = (first.map(whole), second.map(whole));
        let side = |a: [i128; 2], b: [i128; 2], c: [i128; 2]| {
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
        };
        side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    });
    pairs
}

/// Whether the crossing of two edges is only a warning, not an error. This is true for two lane changes between the
/// same two lanes: if the spaces of these lanes lie exactly side by side, such edges always cross.
fn is_tolerated(net: &Net<'_>, [one, other]: [usize; 2]) -> bool {
    let (first, second) = (&net.ways[one], &net.ways[other]);
    let lanes = |way: &Way| {
        let (from, to) = (net.lane(way.from), net.lane(way.to));
        [from.min(to), from.max(to)]
    };
    first.is_change() && second.is_change() && lanes(first) == lanes(second)
}

/// Pairs of edges or spaces that clash on the same bridge level.
#[derive(Debug, Default)]
pub(in crate::games::formula_d) struct Clashes {
    /// Pairs of edges that cross each other. Each edge is given by the indices of its two spaces.
    pub edges: Vec<[[usize; 2]; 2]>,
    /// Pairs of spaces whose outlines overlap, by index.
    pub outlines: Vec<[usize; 2]>,
}

/// Finds the clashes in a draft: edges that cross and spaces that overlap. The lists are empty if names in the draft
/// are unknown or not unique.
pub(in crate::games::formula_d) fn clashes(draft: &Draft) -> Clashes {
    let mut nothing = Found::default();
    let Some(net) = Net::new(draft, &mut nothing) else { return Clashes::default() };
    let mut edges = crossed(&net);
    edges.retain(|pair| !is_tolerated(&net, *pair));
    let ends = |way: usize| [net.ways[way].from, net.ways[way].to];
    Clashes { edges: edges.into_iter().map(|pair| pair.map(ends)).collect(), outlines: overlapping(&net, &drawn(&net)) }
}

/// Reports edges that cross (FD-VAL-27).
fn crossings(net: &Net<'_>, found: &mut Found) {
    for pair in crossed(net) {
        let [first, second] = pair.map(|way| &net.ways[way]);
        let name = |way: &Way| format!("{}>{}", net.id(way.from), net.id(way.to));
        let message = format!("Edges {} and {} cross.", name(first), name(second));
        let issue = if is_tolerated(net, pair) {
            Issue::warning("FD-VAL-27", message)
        } else {
            Issue::error("FD-VAL-27", message).fix("Put one of the edges onto a bridge (level 1), or move its ends.")
        };
        found.add(issue.at([0, 1].map(|axis| f64::midpoint(net.at(first.from)[axis], net.at(first.to)[axis]))));
    }
}

/// Reports each space whose distance to the next space of its lane is much shorter or much longer than is usual on the
/// circuit (FD-VAL-28).
fn steps(net: &Net<'_>, found: &mut Found) {
    let is_portal =
        |from: usize, to: usize| net.ways_out(from).any(|way| way.to == to && matches!(way.kind, EdgeKind::Portal(_)));
    let mut steps: Vec<(f64, usize)> = (0..net.len())
        .filter_map(|space| {
            let is_near = |next: &usize| net.is_track(space) && !is_portal(space, *next);
            let next = net.next[space].filter(is_near)?;
            if net.is_blocked(space) || net.is_blocked(next) {
                return None;
            }
            let (from, to) = (net.at(space), net.at(next));
            Some(((to[0] - from[0]).hypot(to[1] - from[1]), space))
        })
        .collect();
    let mut lengths: Vec<f64> = steps.iter().map(|(length, _)| *length).collect();
    lengths.sort_by(f64::total_cmp);
    let Some(median) = lengths.get(lengths.len() / 2).copied() else { return };
    steps.retain(|(length, _)| *length < median * 0.4 || *length > median * 2.5);
    for (length, space) in steps {
        let how = if length > median { "far from" } else { "very near" };
        let message = format!("Space {} is {how} the space ahead of it.", net.id(space));
        let issue = Issue::warning("FD-VAL-28", message).at(net.at(space));
        found.add(issue.fix("Spread the spaces of the lane evenly."));
    }
}
