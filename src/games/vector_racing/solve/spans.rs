//! The cells of a map that a move passes over, row by row. They depend on the velocity only, not on the start.

use super::speeds::Speeds;
use crate::games::vector_racing::grid::Points;

/// A run of neighbouring cells in one row: the cells of this row that a move passes over. The row and the columns are
/// relative to the start of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    row: i32,
    from: i32,
    to: i32,
}

/// For each velocity, the cells that a move passes over, as rows of cells.
#[derive(Clone, Debug)]
pub(super) struct Spans {
    list: Vec<Span>,
    /// For each velocity, the index of its first row in `list`, with one extra entry at the end.
    begin: Vec<u32>,
}

impl Spans {
    /// Finds the cells that a move passes over, for every velocity. If `is_open` is true, these are only the cells that
    /// the move passes through. If it is false, they also include the cells that the move touches only at an edge or a
    /// corner.
    pub fn new(speeds: &Speeds, is_open: bool) -> Self {
        let mut spans = Self { list: Vec::new(), begin: vec![0] };
        for index in 0..speeds.count() {
            let [x, y] = speeds.velocity(index);
            for row in y.min(0)..=y.max(0) {
                let touched = |column: &i32| is_met([x, y], [*column, row], is_open);
                let from = (x.min(0)..=x.max(0)).find(touched);
                let to = (x.min(0)..=x.max(0)).rev().find(touched);
                if let (Some(from), Some(to)) = (from, to) {
                    spans.list.push(Span { row, from, to });
                }
            }
            spans.begin.push(spans.list.len() as u32);
        }
        spans
    }

    /// Whether all cells that a move passes over are in the set `free`. The move begins at this column and row.
    pub fn are_free(&self, free: &Points, column: i64, row: i64, speed: usize) -> bool {
        let range = self.begin[speed] as usize..self.begin[speed + 1] as usize;
        self.list[range].iter().all(|span| {
            let mut from = i64::from(span.from);
            let to = i64::from(span.to);
            while from <= to {
                let count = (to - from + 1).min(64);
                let mask = if count == 64 { u64::MAX } else { (1 << count) - 1 };
                if free.extract(column + from, row + i64::from(span.row)) & mask != mask {
                    return false;
                }
                from += 64;
            }
            true
        })
    }
}

/// Whether a move with this velocity from the middle of cell (0, 0) meets the square of `cell`. If `is_open` is true,
/// the square's edges do not count. The function doubles all coordinates to get whole numbers: along each axis, the
/// square reaches from 2c - 1 to 2c + 1, and the path from 0 to 2v.
fn is_met(velocity: [i32; 2], cell: [i32; 2], is_open: bool) -> bool {
    // The times at which the path enters and leaves the square, as fractions (above, below) with below > 0.
    let (mut enters, mut leaves) = ((0i64, 1i64), (1i64, 1i64));
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    for axis in 0..2 {
        let (v, c) = (2 * i64::from(velocity[axis]), 2 * i64::from(cell[axis]));
        if v == 0 {
            if c != 0 {
                return false;
            }
            continue;
        }
        let (a, b) = if v > 0 { ((c - 1, v), (c + 1, v)) } else { ((-c - 1, -v), (1 - c, -v)) };
        if less(enters, a) {
            enters = a;
        }
        if less(b, leaves) {
            leaves = b;
        }
    }
    if is_open { less(enters, leaves) } else { !less(leaves, enters) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_touches_the_cells_beside_it_and_crosses_none() {
        let met = |velocity, cell| (is_met(velocity, cell, false), is_met(velocity, cell, true));
        assert_eq!(met([1, 1], [1, 0]), (true, false));
        assert_eq!(met([1, 1], [1, 1]), (true, true));
        assert_eq!(met([2, 1], [1, 0]), (true, true));
        assert_eq!(met([2, 1], [2, 0]), (false, false));
        assert_eq!(met([-3, 0], [-2, 0]), (true, true));
        assert_eq!(met([-1, -3], [-1, -1]), (true, false));
        assert_eq!(met([-1, -3], [0, -2]), (true, false));
        assert_eq!(met([-1, -3], [-1, -2]), (true, true));
    }
}
