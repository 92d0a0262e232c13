//! Finds routes round a track, for its direction arrows. The routes lead over grid points from the start to the finish
//! and keep away from walls. They are used only in pictures. So rounded numbers are exact enough, and drafts with
//! errors are accepted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cells;
use crate::games::vector_racing::draft::{Draft, Kind};
use crate::games::vector_racing::king::STEPS;
use crate::games::vector_racing::layout::spot;

/// The largest number of points that are searched. On a map with more grid points, the searched points are several
/// squares apart, so that the map is drawn quickly.
const MOST: u64 = 15_000;
/// The cost of a step along an axis, and of a diagonal step.
const COSTS: [u32; 2] = [5, 7];
/// The distance that the route tries to keep from walls, in steps.
const FAR: u8 = 6;
/// A point can be part of a further route only if it is more than this number of steps away from all known routes.
const ASIDE: u32 = 8;
/// A further route is drawn only if at least this number of its points are far from the known routes.
const LEAST: usize = 6;
/// The largest number of routes.
const ROUTES: usize = 4;

/// The points among which a route is searched, and the steps between neighbouring points. Walls block some of the
/// steps.
struct Field {
    low: [i64; 2],
    /// The distance between neighbouring points of the search, in squares.
    apart: i64,
    columns: usize,
    /// Whether each point is on the track.
    open: Vec<bool>,
    /// For each point, the steps that touch a wall, as a bit mask.
    blocked: Vec<u8>,
    /// For each point, the steps that cross the finish line, as a bit mask.
    across: Vec<u8>,
}

/// A point of a route: its index, and its distance from the start. The distance is measured along the first route, in
/// steps; on the other routes it is estimated.
type Along = (usize, u32);

/// The places at which a route may begin and end.
struct Ends {
    starts: Vec<usize>,
    /// For each point, whether a route may end there: the next step crosses the finish line, or the point is a finish
    /// cell.
    finishes: Vec<bool>,
}

/// Returns routes from the start to the finish, as lists of points, one per square; empty if there is no route. The
/// first route is complete. Of each further route, such as one on the other side of an island, only the part that is
/// far from the earlier routes is returned.
pub(super) fn ways(draft: &Draft, rings: &[Vec<[f64; 2]>], bounds: [[f64; 2]; 2]) -> Vec<Vec<[f64; 2]>> {
    let Some(mut field) = Field::new(draft, rings, bounds) else { return Vec::new() };
    for ring in rings {
        field.wall(ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)));
    }
    field.wall(draft.walls.iter().map(|line| (spot(&line.from), spot(&line.to))));
    let ends = field.ends(draft);
    let clear = field.clearance();
    let Some(first) = field.spread(&ends.starts, &clear, |index| ends.finishes[index]).route() else {
        return Vec::new();
    };
    let mut known: Vec<Vec<Along>> = vec![(0..).zip(first).map(|(at, index)| (index, at)).collect()];
    while known.len() < ROUTES
        && let Some(other) = field.other_route(&known, &clear)
    {
        known.push(other);
    }
    known
        .iter()
        .map(|way| field.each_square(&way.iter().map(|(index, _)| field.at(*index)).collect::<Vec<_>>()))
        .collect()
}

/// The cheapest routes that a search found from its starting points to all points that it reached.
struct Spread {
    /// The points that were reached, the nearest first.
    order: Vec<usize>,
    /// For each point, the previous point of its route; `usize::MAX` for the first point of a route and for points that
    /// were not reached.
    before: Vec<usize>,
    /// The cost of the route to each point; `u32::MAX` for points that were not reached.
    cost: Vec<u32>,
    /// Whether the search found a point that it was looking for. If it did, this point is the last of `order`.
    is_found: bool,
}

impl Spread {
    /// Returns the route to the point with this index, as a list of points from the beginning of the route.
    fn to(&self, index: usize) -> Vec<usize> {
        let before = |index: &usize| Some(self.before[*index]).filter(|index| *index != usize::MAX);
        let mut way: Vec<usize> = std::iter::successors(Some(index), before).collect();
        way.reverse();
        way
    }

    /// Returns the route to the point that the search was looking for; `None` if it found no such point.
    fn route(&self) -> Option<Vec<usize>> {
        self.order.last().filter(|_| self.is_found).map(|index| self.to(*index))
    }
}

impl Field {
    fn new(draft: &Draft, rings: &[Vec<[f64; 2]>], [low, high]: [[f64; 2]; 2]) -> Option<Self> {
        let from = low.map(|value| value.floor() as i64);
        let squares = [0, 1].map(|axis| (high[axis].ceil() as i64).saturating_sub(from[axis]).max(0) as u64);
        let along = |apart: u64| squares.map(|side| side / apart + 1);
        let apart = (1..=64)
            .find(|apart| along(*apart).into_iter().try_fold(1, u64::checked_mul).is_some_and(|all| all <= MOST))?;
        let (size, apart) = (along(apart).map(|side| side as usize), apart as i64);
        let count = size[0] * size[1];
        let mut open = vec![rings.is_empty() && draft.cells.is_none(); count];
        for (row, open) in open.chunks_mut(size[0]).enumerate() {
            let y = (from[1] + row as i64 * apart) as f64;
            // The x coordinates at which this row crosses the outlines, from left to right. Each pair of them is the
            // beginning and the end of a part of the row that is on the track.
            let mut places: Vec<f64> = rings.iter().flat_map(|ring| crossings(ring, y)).collect();
            places.sort_by(f64::total_cmp);
            for pair in places.chunks_exact(2) {
                let place = |x: f64| (x - from[0] as f64) / apart as f64;
                let ends = [place(pair[0]).ceil() as i64, place(pair[1]).floor() as i64 + 1];
                let [begin, end] = ends.map(|at| at.clamp(0, size[0] as i64) as usize);
                open.get_mut(begin..end).into_iter().flatten().for_each(|point| *point = true);
            }
        }
        let mut field =
            Self { low: from, apart, columns: size[0], open, blocked: vec![0; count], across: vec![0; count] };
        if draft.cells.is_some() {
            field.open_cells(draft);
        }
        for disc in &draft.discs {
            let (center, radius) = (spot(&disc.at), disc.radius_squared.to_f64().max(0.0).sqrt());
            for index in 0..count {
                let at = field.at(index);
                field.open[index] &= (at[0] - center[0]).hypot(at[1] - center[1]) > radius;
            }
        }
        Some(field)
    }

    /// Returns the index of the searched point that is nearest to a grid point; `None` if the grid point is outside the
    /// area that is searched.
    fn index(&self, at: [i64; 2]) -> Option<usize> {
        let place = |axis: usize| (at[axis] - self.low[axis] + self.apart / 2).div_euclid(self.apart);
        let [column, row] = [0, 1].map(|axis| usize::try_from(place(axis)).ok());
        let column = column.filter(|column| *column < self.columns)?;
        row.map(|row| row * self.columns + column).filter(|index| *index < self.open.len())
    }

    /// Opens every point of the search that lies on a track cell of a map. Blocks every step that passes over a wall
    /// cell.
    fn open_cells(&mut self, draft: &Draft) {
        let (rows, from) = (cells::rows(draft), cells::from(draft));
        let is_track = |at: [i64; 2]| {
            let [column, row] = [0, 1].map(|axis| usize::try_from(at[axis] - from[axis]).ok());
            cells::is_track(&rows, column, row)
        };
        for index in 0..self.open.len() {
            let at = self.grid(index);
            self.open[index] = is_track(at);
            for (step, way) in STEPS.iter().enumerate() {
                let between = |part: i64| [0, 1].map(|axis| at[axis] + i64::from(way[axis]) * part);
                if !(1..self.apart).all(|part| is_track(between(part))) {
                    self.blocked[index] |= 1 << step;
                }
            }
        }
    }

    fn at(&self, index: usize) -> [f64; 2] {
        self.grid(index).map(|value| value as f64)
    }

    fn grid(&self, index: usize) -> [i64; 2] {
        let place = [index % self.columns, index / self.columns];
        [0, 1].map(|axis| self.low[axis] + place[axis] as i64 * self.apart)
    }

    /// Returns the index of the searched point to which a step leads; `None` if the step leaves the area that is
    /// searched.
    fn after(&self, index: usize, step: usize) -> Option<usize> {
        let at = self.grid(index);
        self.index([0, 1].map(|axis| at[axis] + i64::from(STEPS[step][axis]) * self.apart))
    }

    /// Returns all steps that touch a straight line. A step leads from a searched point to a neighbouring one. It is
    /// given by two indices: the index of the point where it begins, and the index of its direction in `STEPS`.
    fn touching(&self, from: [f64; 2], to: [f64; 2]) -> Vec<(usize, usize)> {
        let (apart, rows) = (self.apart as f64, self.open.len() / self.columns);
        let range = |axis: usize| {
            let place = |value: f64| (value - self.low[axis] as f64) / apart;
            let [least, most] =
                [place(from[axis].min(to[axis])).floor() - 1.0, place(from[axis].max(to[axis])).ceil() + 1.0];
            let last = if axis == 0 { self.columns } else { rows };
            least.max(0.0) as usize..(most.max(-1.0) + 1.0).min(last as f64) as usize
        };
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let length = x.hypot(y).max(1e-9);
        let mut found = Vec::new();
        for index in range(1).flat_map(|row| range(0).map(move |column| row * self.columns + column)) {
            let at = self.at(index);
            // A step is less than 1.5 `apart` long, so from points farther away no step reaches the line.
            let aside = ((at[0] - from[0]) * y - (at[1] - from[1]) * x).abs() / length;
            if aside > 1.5 * apart || !self.open[index] {
                continue;
            }
            for (step, [dx, dy]) in STEPS.iter().enumerate() {
                if meet((at, [at[0] + f64::from(*dx) * apart, at[1] + f64::from(*dy) * apart]), (from, to)) {
                    found.push((index, step));
                }
            }
        }
        found
    }

    /// Adds points between the points of a route, so that the route has one point per square.
    fn each_square(&self, way: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let part = |from: [f64; 2], to: [f64; 2], step: i64| {
            [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * step as f64 / self.apart as f64)
        };
        let between = way.windows(2).flat_map(|pair| (0..self.apart).map(move |step| part(pair[0], pair[1], step)));
        between.chain(way.last().copied()).collect()
    }

    fn wall(&mut self, lines: impl Iterator<Item = ([f64; 2], [f64; 2])>) {
        for (from, to) in lines {
            for (index, step) in self.touching(from, to) {
                self.blocked[index] |= 1 << step;
            }
        }
    }

    /// Returns the distance of each point from the walls, in steps, at most [`FAR`].
    fn clearance(&self) -> Vec<u8> {
        let is_beside = |index: usize| {
            self.blocked[index] != 0 || (0..8).any(|step| !self.after(index, step).is_some_and(|next| self.open[next]))
        };
        let mut clear = vec![FAR; self.open.len()];
        let mut layer: Vec<usize> = (0..self.open.len()).filter(|at| self.open[*at] && is_beside(*at)).collect();
        for far in 0..FAR {
            layer.retain(|index| {
                let is_new = clear[*index] == FAR;
                clear[*index] = clear[*index].min(far);
                is_new
            });
            let next = layer.iter().flat_map(|index| (0..8).filter_map(|step| self.after(*index, step)));
            layer = next.filter(|next| self.open[*next] && clear[*next] == FAR).collect();
        }
        clear
    }

    /// Returns the part of a further route that is far from the known routes; `None` if there is no such route. To find
    /// the route, looks for two neighbouring points that are reached from places far apart on the known routes. Such
    /// neighbours lie behind an island, for example.
    fn other_route(&self, known: &[Vec<Along>], clear: &[u8]) -> Option<Vec<Along>> {
        let sources: Vec<usize> = known.iter().flatten().map(|(index, _)| *index).collect();
        let spread = self.spread(&sources, clear, |_| false);
        // For each point, the number of steps from the known routes, and how far along the race it leaves them.
        let mut near = vec![(0, 0); self.open.len()];
        known.iter().flatten().for_each(|(index, along)| near[*index].1 = *along);
        for index in &spread.order {
            if let Some((steps, along)) = near.get(spread.before[*index]) {
                near[*index] = (steps + 1, *along);
            }
        }
        let is_far = |index: usize| near[index].0 > ASIDE;
        let pairs = spread.order.iter().filter(|index| is_far(**index)).flat_map(|index| {
            let shut = self.blocked[*index] | self.across[*index];
            let next = (0..8).filter(move |step| shut & (1 << step) == 0).filter_map(|step| self.after(*index, step));
            next.filter(|next| is_far(*next) && near[*next].1 > near[*index].1).map(|next| (*index, next))
        });
        // Of the pairs across a lane, the cheapest is in its middle.
        let (from, to) = pairs.max_by_key(|(from, to)| {
            (near[*to].1 - near[*from].1, Reverse(spread.cost[*from].saturating_add(spread.cost[*to])))
        })?;
        let mut way: Vec<usize> = spread.to(from);
        way.extend(spread.to(to).into_iter().rev());
        way.retain(|index| is_far(*index));
        let (begin, end) = (near[from].1, near[to].1);
        if way.len() < LEAST || end - begin < ASIDE {
            return None;
        }
        let along = |at: usize| begin + ((end - begin) as usize * (at + 1) / (way.len() + 1)) as u32;
        Some(way.iter().enumerate().map(|(at, index)| (*index, along(at))).collect())
    }

    /// Finds the points at which a lap begins and ends, and the steps that cross the finish line.
    fn ends(&mut self, draft: &Draft) -> Ends {
        let (mut starts, mut finishes) = (Vec::new(), vec![false; self.open.len()]);
        if let Some(line) = &draft.finish {
            let [x, y] = line.crossing.normal();
            for (index, step) in self.touching(spot(&line.from), spot(&line.to)) {
                self.across[index] |= 1 << step;
                let ahead = i64::from(STEPS[step][0]) * x + i64::from(STEPS[step][1]) * y;
                finishes[index] |= ahead > 0 || [x, y] == [0, 0];
                if ahead < 0 && draft.kind == Kind::Circuit {
                    starts.push(index);
                }
            }
        }
        for at in cells::finishes(draft) {
            self.index(at).into_iter().for_each(|index| finishes[index] = true);
        }
        if draft.kind == Kind::Sprint {
            starts = draft.all_starts().filter_map(|at| self.index(at.map(i64::from))).collect();
        }
        // A point from which steps cross the line in both directions lies on the line, so a lap does not start there.
        starts.retain(|index| self.open[*index] && !finishes[*index]);
        Ends { starts, finishes }
    }

    /// Finds the cheapest routes from some points to all others. Stops at the first point for which `is_end` is true.
    /// The cost of a step is its length, increased near walls. `clear` has the distance of each point from the walls.
    fn spread(&self, from: &[usize], clear: &[u8], is_end: impl Fn(usize) -> bool) -> Spread {
        let (mut cost, mut before) = (vec![u32::MAX; self.open.len()], vec![usize::MAX; self.open.len()]);
        let mut due: BinaryHeap<Reverse<(u32, usize)>> = from.iter().map(|index| Reverse((0, *index))).collect();
        from.iter().for_each(|index| cost[*index] = 0);
        let (mut order, mut is_found) = (Vec::new(), false);
        while let Some(Reverse((now, index))) = due.pop() {
            if now > cost[index] {
                continue;
            }
            order.push(index);
            is_found = is_end(index);
            if is_found {
                break;
            }
            let shut = self.blocked[index] | self.across[index];
            for step in (0..8).filter(|step| shut & (1 << step) == 0) {
                let Some(next) = self.after(index, step).filter(|next| self.open[*next]) else { continue };
                let total = now + COSTS[step % 2] * (1 + u32::from(FAR - clear[next]));
                if total < cost[next] {
                    (cost[next], before[next]) = (total, index);
                    due.push(Reverse((total, next)));
                }
            }
        }
        Spread { order, before, cost, is_found }
    }
}

/// Returns the x coordinates at which the sides of a closed outline pass through the height `y`.
fn crossings(ring: &[[f64; 2]], y: f64) -> impl Iterator<Item = f64> + '_ {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    sides
        .filter(move |(a, b)| (a[1] > y) != (b[1] > y))
        .map(move |(a, b)| a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
}

/// Whether two straight lines meet.
fn meet((a, b): ([f64; 2], [f64; 2]), (c, d): ([f64; 2], [f64; 2])) -> bool {
    let side = |from: [f64; 2], to: [f64; 2], at: [f64; 2]| {
        (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
    };
    let apart = |from, to, ends: [[f64; 2]; 2]| {
        let [one, other] = ends.map(|at| side(from, to, at));
        one.min(other) > 1e-9 || one.max(other) < -1e-9
    };
    !apart(a, b, [c, d]) && !apart(c, d, [a, b])
}
