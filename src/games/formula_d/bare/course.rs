//! Computes each space's distance along the lap in two steps. First, the edges of the graph give a rough distance. Then
//! the point of the middle lane that is nearest to the space gives the exact distance.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::lanes::Lanes;
use super::{Bare, BareKind};

/// The largest allowed difference between a space's exact distance along the lap and the rough distance that was
/// computed first, in spaces of the middle lane.
const WINDOW: f64 = 6.0;

/// The largest number of edges that are tried as the start of the reference lap. Each of these edges crosses the finish
/// line.
const MOST_LINES: usize = 40;

/// The reference lap: a lap in or near the middle lane. The distances of all spaces from the finish line are measured
/// along this lap.
pub(super) struct Course {
    /// The spaces of the reference lap in driving order. The first space past the finish line comes first.
    pub middle: Vec<usize>,
    /// Each track space's rough distance from the finish line along the lap, in spaces of the middle lane. This
    /// distance follows from the edges of the graph alone. The positions of the spaces on the board do not change it.
    pub rough: Vec<f64>,
}

impl Course {
    /// Finds the reference lap of a graph, and the rough distances of its spaces along this lap.
    pub fn new(bare: &Bare, lanes: &Lanes) -> Self {
        let middle = middle(bare, lanes);
        let rough = rough(bare, lanes, &middle);
        Self { middle, rough }
    }

    /// The length of a lap in spaces of the middle lane.
    pub fn length(&self) -> f64 {
        self.middle.len() as f64
    }

    /// Whether a step from one space to another crosses the finish line.
    pub fn crosses(&self, from: usize, to: usize) -> bool {
        self.rough[from] - self.rough[to] > self.length() / 2.0
    }

    /// Returns each space's distance from the finish line along the middle lane, in spaces of that lane. The distance
    /// of a space close to the finish line can be slightly below 0.
    pub fn along(&self, bare: &Bare, lanes: &Lanes) -> Vec<f64> {
        let length = self.middle.len() as i64;
        let point = |step: i64| bare.spaces[self.middle[step.rem_euclid(length) as usize]].at;
        let reach = WINDOW.min(self.length() / 4.0);
        let mut along = self.rough.clone();
        let is_beside = |space: usize| lanes.of[space].is_some() && bare.spaces[space].kind != BareKind::Blocked;
        for space in (0..bare.spaces.len()).filter(|space| is_beside(*space)) {
            let (at, rough) = (bare.spaces[space].at, self.rough[space]);
            let mut best = (f64::MAX, rough);
            for step in (rough - reach).floor() as i64..(rough + reach).ceil() as i64 {
                let (a, b) = (point(step), point(step + 1));
                let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
                let square = (dx * dx + dy * dy).max(1e-9);
                let part = (((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square).clamp(0.0, 1.0);
                let distance = (a[0] + dx * part - at[0]).hypot(a[1] + dy * part - at[1]);
                if distance < best.0 - 1e-9 {
                    best = (distance, step as f64 + part);
                }
            }
            along[space] = best.1;
        }
        along
    }
}

/// Whether a step between two spaces crosses the finish line according to the finish marks: the second space has a mark
/// and the first has none.
fn is_marked(bare: &Bare, from: usize, to: usize) -> bool {
    bare.spaces[to].finish && !bare.spaces[from].finish
}

/// Returns the spaces of the reference lap: the closed lane nearest to the middle. Closed lanes without blocked spaces
/// are preferred. If no lane is closed, returns the lap that [`cheapest_lap`] finds. If that function finds no lap,
/// returns the longest row of spaces in any lane.
fn middle(bare: &Bare, lanes: &Lanes) -> Vec<usize> {
    let wanted = (lanes.count - 1) / 2;
    let rings = (0..lanes.rows.len()).filter(|row| lanes.rows[*row].is_closed);
    let key = |row: &usize| {
        let row = &lanes.rows[*row];
        let is_blocked = row.spaces.iter().any(|space| bare.spaces[*space].kind == BareKind::Blocked);
        (is_blocked, row.lane.abs_diff(wanted), row.lane)
    };
    if let Some(ring) = rings.min_by_key(key) {
        return from_the_line(bare, lanes.rows[ring].spaces.clone());
    }
    cheapest_lap(bare, lanes, wanted)
        .or_else(|| lanes.rows.iter().map(|row| row.spaces.clone()).max_by_key(Vec::len))
        .unwrap_or_default()
}

/// Rotates the list of spaces in a closed lane so that the first space past the finish line comes first. If no space of
/// the lane has a finish mark, the space nearest to a finish mark comes first.
fn from_the_line(bare: &Bare, mut ring: Vec<usize>) -> Vec<usize> {
    let count = ring.len();
    let is_first = |place: &usize| is_marked(bare, ring[(place + count - 1) % count], ring[*place]);
    let marks: Vec<[f64; 2]> = bare.spaces.iter().filter(|space| space.finish).map(|space| space.at).collect();
    let far = |place: &usize| {
        let at = bare.spaces[ring[*place]].at;
        marks.iter().map(|mark| (mark[0] - at[0]).hypot(mark[1] - at[1])).fold(f64::MAX, f64::min)
    };
    let first = (0..count).find(is_first).or_else(|| (0..count).min_by(|one, other| far(one).total_cmp(&far(other))));
    ring.rotate_left(first.unwrap_or(0));
    ring
}

/// Finds the lap of least cost from the finish line back to the finish line. Each space of a lap adds to the cost. Lane
/// changes, and spaces far from the lane `wanted`, add more.
fn cheapest_lap(bare: &Bare, lanes: &Lanes, wanted: usize) -> Option<Vec<usize>> {
    let count = bare.spaces.len();
    let is_open = |space: usize| lanes.of[space].is_some() && bare.spaces[space].kind != BareKind::Blocked;
    let mut out = vec![Vec::new(); count];
    let mut lines = Vec::new();
    for [from, to] in bare.edges.iter().filter(|[from, to]| is_open(*from) && is_open(*to)) {
        if is_marked(bare, *from, *to) {
            lines.push([*from, *to]);
        } else {
            let aside = lanes.of[*to].map_or(0, |lane| lane.abs_diff(wanted));
            let change = if lanes.next[*from] == Some(*to) { 0 } else { 2 };
            out[*from].push((*to, 2 + aside + change));
        }
    }
    // On a real circuit only a few edges cross the finish line. If many are marked, only the first ones are tried.
    lines.truncate(MOST_LINES);
    let mut best: Option<(usize, Vec<usize>)> = None;
    for [last, first] in lines {
        let mut cost = vec![usize::MAX; count];
        let mut before = vec![usize::MAX; count];
        let mut open = BinaryHeap::from([(Reverse(0), first)]);
        cost[first] = 0;
        while let Some((Reverse(so_far), space)) = open.pop() {
            if so_far > cost[space] {
                continue;
            }
            for (to, price) in &out[space] {
                let total = so_far + price;
                if total < cost[*to] {
                    (cost[*to], before[*to]) = (total, space);
                    open.push((Reverse(total), *to));
                }
            }
        }
        if cost[last] == usize::MAX || best.as_ref().is_some_and(|(least, _)| *least <= cost[last]) {
            continue;
        }
        let mut lap = vec![last];
        let mut space = last;
        while space != first {
            space = before[space];
            lap.push(space);
        }
        lap.reverse();
        best = Some((cost[last], lap));
    }
    best.map(|(_, lap)| lap)
}

/// Computes each space's rough distance from the finish line along the lap. Numbers the spaces of the reference lap
/// from 0. Then follows edges from these spaces to all other spaces, and counts the steps. Never follows an edge across
/// the finish line. So a space just before the finish line has a distance of nearly one lap.
fn rough(bare: &Bare, lanes: &Lanes, middle: &[usize]) -> Vec<f64> {
    let count = bare.spaces.len();
    let mut rough = vec![f64::NAN; count];
    let mut near = vec![Vec::new(); count];
    let is_open = |space: usize| lanes.of[space].is_some() && bare.spaces[space].kind != BareKind::Blocked;
    for [from, to] in bare.edges.iter().filter(|[from, to]| is_open(*from) && is_open(*to)) {
        if is_marked(bare, *from, *to) {
            continue;
        }
        let step = if lanes.next[*from] == Some(*to) { 1.0 } else { 0.5 };
        near[*from].push((*to, step));
        near[*to].push((*from, -step));
    }
    let mut open = VecDeque::new();
    for (place, space) in middle.iter().enumerate() {
        rough[*space] = place as f64;
        open.push_back(*space);
    }
    while let Some(space) = open.pop_front() {
        for (other, step) in &near[space] {
            if rough[*other].is_nan() {
                rough[*other] = rough[space] + step;
                open.push_back(*other);
            }
        }
    }
    // A blocked space gets a distance between the distances of its two neighbours in the lane.
    for row in &lanes.rows {
        let known: Vec<usize> = (0..row.spaces.len()).filter(|place| !rough[row.spaces[*place]].is_nan()).collect();
        let length = middle.len() as f64;
        for place in 0..row.spaces.len() {
            if !rough[row.spaces[place]].is_nan() {
                continue;
            }
            let before = known.iter().rev().find(|other| **other < place).or(known.last().filter(|_| row.is_closed));
            let after = known.iter().find(|other| **other > place).or(known.first().filter(|_| row.is_closed));
            let size = row.spaces.len();
            let gap = |from: usize, to: usize| ((to + size - from) % size).max(1) as f64;
            rough[row.spaces[place]] = match (before, after) {
                (Some(before), Some(after)) => {
                    let (from, mut to) = (rough[row.spaces[*before]], rough[row.spaces[*after]]);
                    if to <= from {
                        to += length;
                    }
                    let part = gap(*before, place) / (gap(*before, place) + gap(place, *after));
                    (from + (to - from) * part).min(length - 0.5)
                }
                (Some(before), None) => rough[row.spaces[*before]] + gap(*before, place),
                (None, Some(after)) => rough[row.spaces[*after]] - gap(place, *after),
                (None, None) => place as f64 * length / size as f64,
            };
        }
    }
    rough.into_iter().map(|place| if place.is_nan() { 0.0 } else { place }).collect()
}
