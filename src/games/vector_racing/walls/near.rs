//! Finds the walls near a move. An index lists the walls in each row of grid squares. A quick test finds moves that
//! have no walls nearby.

use super::{Disc, Wall};
use crate::games::vector_racing::exact::{Leg, Vector};
use crate::games::vector_racing::grid::cover;
use crate::games::vector_racing::polygon::bounds;

/// If the box around all walls has more grid squares than this, `sums` stays empty. `is_clear` then always returns
/// false, so each move is checked exactly.
const MOST_SQUARES: usize = 20_000_000;

/// An index of walls by rows of grid squares.
#[derive(Clone, Debug)]
pub(in crate::games::vector_racing) struct Near {
    scale: i64,
    /// The lower left grid point of the box around all walls.
    from: [i32; 2],
    columns: usize,
    /// For each row of grid squares, the indices of the straight walls that touch it.
    rows: Vec<Vec<u32>>,
    /// For each corner of a square, the number of squares that contain walls, among all squares to the left of the
    /// corner and below it. There is one more column and one more row of corners than of squares.
    sums: Vec<u32>,
}

impl Near {
    /// Creates the index of these walls.
    pub fn new(walls: &[Wall], discs: &[Disc], scale: i64) -> Self {
        let reach = |disc: &Disc| disc.square.isqrt() + 1;
        let corners: Vec<_> = walls
            .iter()
            .flat_map(|wall| [wall.a, wall.b])
            .chain(discs.iter().flat_map(|disc| {
                let reach = reach(disc);
                [disc.at.map(|value| value - reach), disc.at.map(|value| value + reach)]
            }))
            .collect();
        if corners.is_empty() {
            return Self { scale, from: [0, 0], columns: 0, rows: Vec::new(), sums: Vec::new() };
        }
        let (from, columns, height) = cover(bounds(&corners), scale);
        let mut near = Self { scale, from, columns, rows: vec![Vec::new(); height], sums: Vec::new() };
        let has_sums = columns.saturating_mul(height) <= MOST_SQUARES;
        let mut touched = vec![false; if has_sums { columns * height } else { 0 }];
        for (index, wall) in (0u32..).zip(walls) {
            near.each_row(wall, |row, [left, right], rows| {
                rows.push(index);
                if has_sums {
                    touched[row * columns + left..=row * columns + right].fill(true);
                }
            });
        }
        if has_sums {
            for disc in discs {
                let reach = reach(disc);
                let [low, high] = [disc.at.map(|value| value - reach), disc.at.map(|value| value + reach)];
                let (corner, width, tall) = cover([low, high], scale);
                let (column, row) = ((corner[0] - from[0]) as usize, (corner[1] - from[1]) as usize);
                for row in row..(row + tall).min(height) {
                    touched[row * columns + column..(row * columns + column + width).min((row + 1) * columns)]
                        .fill(true);
                }
            }
            near.sum_up(&touched);
        }
        near
    }

    /// Calls `tell` for each row of squares that the wall touches. Passes the row and the first and last column
    /// touched in it.
    fn each_row(&mut self, wall: &Wall, mut tell: impl FnMut(usize, [usize; 2], &mut Vec<u32>)) {
        let (low, high) = if wall.a[1] <= wall.b[1] { (wall.a, wall.b) } else { (wall.b, wall.a) };
        let scale = self.scale;
        // A wall on a grid line touches the squares on both its sides.
        let first = (low[1] - 1).div_euclid(scale) - i64::from(self.from[1]);
        let last = high[1].div_euclid(scale) - i64::from(self.from[1]);
        for row in first.max(0)..=last.min(self.rows.len() as i64 - 1) {
            let strip = [(row + i64::from(self.from[1])) * scale, (row + i64::from(self.from[1]) + 1) * scale];
            let x = |y: i64| {
                let y = y.clamp(low[1], high[1]);
                match high[1] - low[1] {
                    0 => None,
                    tall => Some(
                        i128::from(low[0]) * i128::from(tall) + i128::from(y - low[1]) * i128::from(high[0] - low[0]),
                    )
                    .map(|above| (above.div_euclid(i128::from(tall)) as i64, above.rem_euclid(i128::from(tall)) != 0)),
                }
            };
            let [left, right] = match (x(strip[0]), x(strip[1])) {
                (Some((a, a_part)), Some((b, b_part))) => {
                    [a.min(b), if a >= b { a + i64::from(a_part) } else { b + i64::from(b_part) }]
                }
                _ => [low[0].min(high[0]), low[0].max(high[0])],
            };
            let column =
                |x: i64| (x - i64::from(self.from[0]) * scale).div_euclid(scale).clamp(0, self.columns as i64 - 1);
            let span = [column(left - 1) as usize, column(right) as usize];
            tell(row as usize, span, &mut self.rows[row as usize]);
        }
    }

    fn sum_up(&mut self, touched: &[bool]) {
        let (columns, height) = (self.columns, self.rows.len());
        self.sums = vec![0; (columns + 1) * (height + 1)];
        for row in 0..height {
            let mut along = 0;
            for column in 0..columns {
                along += u32::from(touched[row * columns + column]);
                self.sums[(row + 1) * (columns + 1) + column + 1] = self.sums[row * (columns + 1) + column + 1] + along;
            }
        }
    }

    /// Whether no wall touches any square of the box around the move. This is a quick test: even if it returns false,
    /// the move may be clear of walls.
    pub fn is_clear(&self, from: [i32; 2], to: [i32; 2]) -> bool {
        if self.sums.is_empty() {
            return false;
        }
        let span = |axis: usize, count: usize| {
            let low = i64::from(from[axis].min(to[axis])) - i64::from(self.from[axis]);
            let high = i64::from(from[axis].max(to[axis])) - i64::from(self.from[axis]);
            // A move along a grid line needs a box at least one square high.
            let (low, high) = (low, high.max(low + 1));
            (low.clamp(0, count as i64) as usize, high.clamp(0, count as i64) as usize)
        };
        let ((left, right), (low, high)) = (span(0, self.columns), span(1, self.rows.len()));
        let sum = |column: usize, row: usize| self.sums[row * (self.columns + 1) + column];
        sum(right, high) + sum(left, low) == sum(left, high) + sum(right, low)
    }

    /// Iterates over the walls that touch a row of grid squares covered by the box. Returns each wall's index once, in
    /// ascending order.
    pub fn around(&self, [low, high]: [Vector; 2]) -> impl Iterator<Item = usize> {
        let row =
            |y: i64| (y.div_euclid(self.scale) - i64::from(self.from[1])).clamp(0, self.rows.len() as i64) as usize;
        let (first, last) = (row(low[1] - 1), row(high[1]));
        let mut found: Vec<u32> = self.rows[first..(last + 1).min(self.rows.len())].concat();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|index| index as usize)
    }

    /// Calls `tell` for every wall whose bounding box meets the bounding box of the leg. May also call it for other
    /// walls, and more than once for the same wall.
    pub fn each(&self, walls: &[Wall], leg: &Leg, mut tell: impl FnMut(&Wall)) {
        let [low, high] = leg.bounds();
        let first = low[1].div_euclid(self.scale) - i64::from(self.from[1]);
        let last = high[1].div_euclid(self.scale) - i64::from(self.from[1]);
        if walls.len() <= 12 || last - first > 64 {
            walls.iter().for_each(tell);
            return;
        }
        for row in first.max(0)..=last.min(self.rows.len() as i64 - 1) {
            for index in &self.rows[row as usize] {
                let wall = &walls[*index as usize];
                let is_off = wall.a[0].max(wall.b[0]) < low[0] || wall.a[0].min(wall.b[0]) > high[0];
                if !is_off {
                    tell(wall);
                }
            }
        }
    }
}
