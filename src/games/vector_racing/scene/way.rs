//! Finds the way round a track for its direction arrows: from the start to the finish over grid points, away from
//! walls. For pictures only, so it also works on a draft with faults, and with rounded numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::games::vector_racing::draft::{Draft, Kind};
use crate::games::vector_racing::king::STEPS;
use crate::games::vector_racing::layout::spot;

/// The most grid points that are searched. On a larger map there are no arrows along the way.
const MOST: usize = 300_000;
/// The cost of a step along an axis, and of a diagonal step.
const COSTS: [u32; 2] = [5, 7];
/// The distance from walls up to which a way keeps away from them, in squares.
const FAR: u8 = 6;

/// The grid points of a draft, with the steps between them that no wall is in the way of.
struct Field {
    low: [i64; 2],
    columns: usize,
    /// Whether each point is on the track.
    open: Vec<bool>,
    /// For each point, the steps that touch a wall, as a bit mask.
    blocked: Vec<u8>,
    /// For each point, the steps that cross the finish line.
    across: Vec<u8>,
}

/// Returns the points of a way from the start to the finish, one for each square; empty if there is none.
pub(super) fn way(draft: &Draft, rings: &[Vec<[f64; 2]>], bounds: [[f64; 2]; 2]) -> Vec<[f64; 2]> {
    let Some(mut field) = Field::new(draft, rings, bounds) else { return Vec::new() };
    for ring in rings {
        field.wall(ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)));
    }
    field.wall(draft.walls.iter().map(|line| (spot(&line.from), spot(&line.to))));
    field.search(draft)
}

impl Field {
    fn new(draft: &Draft, rings: &[Vec<[f64; 2]>], [low, high]: [[f64; 2]; 2]) -> Option<Self> {
        let from = low.map(|value| value.floor() as i64);
        let size = [0, 1].map(|axis| (high[axis].ceil() as i64 - from[axis] + 1).max(0) as usize);
        let count = size[0].checked_mul(size[1]).filter(|count| (1..=MOST).contains(count))?;
        let mut open = vec![rings.is_empty() && draft.cells.is_none(); count];
        for (row, open) in open.chunks_mut(size[0]).enumerate() {
            let y = (from[1] + row as i64) as f64;
            // The outline is crossed at these places from left to right; islands add two crossings each.
            let mut places: Vec<f64> = rings.iter().flat_map(|ring| crossings(ring, y)).collect();
            places.sort_by(f64::total_cmp);
            for pair in places.chunks_exact(2) {
                let ends = [pair[0].ceil() as i64 - from[0], pair[1].floor() as i64 - from[0] + 1];
                let [begin, end] = ends.map(|at| at.clamp(0, size[0] as i64) as usize);
                open.get_mut(begin..end).into_iter().flatten().for_each(|point| *point = true);
            }
        }
        let mut field = Self { low: from, columns: size[0], open, blocked: vec![0; count], across: vec![0; count] };
        for (index, sign) in field.cells(draft) {
            field.open[index] = sign != '#';
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

    fn index(&self, at: [i64; 2]) -> Option<usize> {
        let [column, row] = [0, 1].map(|axis| usize::try_from(at[axis] - self.low[axis]).ok());
        let column = column.filter(|column| *column < self.columns)?;
        row.map(|row| row * self.columns + column).filter(|index| *index < self.open.len())
    }

    /// The points of a map of cells, and their signs.
    fn cells(&self, draft: &Draft) -> Vec<(usize, char)> {
        let Some(map) = &draft.cells else { return Vec::new() };
        let rows = map.rows.iter().rev().enumerate();
        let signs =
            rows.flat_map(|(row, cells)| cells.chars().enumerate().map(move |(column, sign)| (column, row, sign)));
        let from = map.from.map(i64::from);
        signs
            .filter_map(|(column, row, sign)| {
                Some((self.index([from[0] + column as i64, from[1] + row as i64])?, sign))
            })
            .collect()
    }

    fn at(&self, index: usize) -> [f64; 2] {
        self.grid(index).map(|value| value as f64)
    }

    fn grid(&self, index: usize) -> [i64; 2] {
        [self.low[0] + (index % self.columns) as i64, self.low[1] + (index / self.columns) as i64]
    }

    /// The point after a step.
    fn after(&self, index: usize, step: usize) -> Option<usize> {
        let at = self.grid(index);
        self.index([at[0] + i64::from(STEPS[step][0]), at[1] + i64::from(STEPS[step][1])])
    }

    /// The steps that touch a straight line: the point and the step.
    fn touching(&self, from: [f64; 2], to: [f64; 2]) -> Vec<(usize, usize)> {
        let range = |axis: usize| {
            let (least, most) =
                (from[axis].min(to[axis]).floor() as i64 - 1, from[axis].max(to[axis]).ceil() as i64 + 1);
            let last =
                self.low[axis] + if axis == 0 { self.columns } else { self.open.len() / self.columns } as i64 - 1;
            least.max(self.low[axis])..=most.min(last)
        };
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let length = x.hypot(y).max(1e-9);
        let mut found = Vec::new();
        for (row, column) in range(1).flat_map(|row| range(0).map(move |column| (row, column))) {
            let at = [column as f64, row as f64];
            // Points farther away than a diagonal step cannot reach the line.
            let aside = ((at[0] - from[0]) * y - (at[1] - from[1]) * x).abs() / length;
            let Some(index) = self.index([column, row]).filter(|index| aside < 1.5 && self.open[*index]) else {
                continue;
            };
            for (step, [dx, dy]) in STEPS.iter().enumerate() {
                if meet((at, [at[0] + f64::from(*dx), at[1] + f64::from(*dy)]), (from, to)) {
                    found.push((index, step));
                }
            }
        }
        found
    }

    fn wall(&mut self, lines: impl Iterator<Item = ([f64; 2], [f64; 2])>) {
        for (from, to) in lines {
            for (index, step) in self.touching(from, to) {
                self.blocked[index] |= 1 << step;
            }
        }
    }

    /// The distance of each point from the walls, in steps, at most [`FAR`].
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

    fn search(&mut self, draft: &Draft) -> Vec<[f64; 2]> {
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
        let goals = self.cells(draft).into_iter().filter(|(_, sign)| *sign == '*');
        goals.for_each(|(index, _)| finishes[index] = true);
        if draft.kind == Kind::Sprint {
            starts = draft.all_starts().filter_map(|at| self.index(at.map(i64::from))).collect();
        }
        // A point from which both sides of the line can be reached lies on it.
        starts.retain(|index| self.open[*index] && !finishes[*index]);
        let clear = self.clearance();
        let (mut cost, mut from) = (vec![u32::MAX; self.open.len()], vec![usize::MAX; self.open.len()]);
        let mut due: BinaryHeap<Reverse<(u32, usize)>> = starts.iter().map(|index| Reverse((0, *index))).collect();
        starts.iter().for_each(|index| cost[*index] = 0);
        while let Some(Reverse((now, index))) = due.pop() {
            if now > cost[index] {
                continue;
            }
            if finishes[index] {
                let mut way: Vec<[f64; 2]> =
                    std::iter::successors(Some(index), |index| Some(from[*index]).filter(|index| *index != usize::MAX))
                        .map(|index| self.at(index))
                        .collect();
                way.reverse();
                return way;
            }
            let shut = self.blocked[index] | self.across[index];
            for step in (0..8).filter(|step| shut & (1 << step) == 0) {
                let Some(next) = self.after(index, step).filter(|next| self.open[*next]) else { continue };
                let total = now + COSTS[step % 2] * (1 + u32::from(FAR - clear[next]));
                if total < cost[next] {
                    (cost[next], from[next]) = (total, index);
                    due.push(Reverse((total, next)));
                }
            }
        }
        Vec::new()
    }
}

/// Where the sides of a ring cross a horizontal line.
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
