//! The relaxed problem. The table is cut into small squares. A car may make every move that may be possible from some
//! point of its square. The solution of the relaxed problem is a lower bound for the real problem.

use rayon::prelude::*;

use super::board::Board;
use super::course::{self, Course, Phase, Xy, plus};
use super::templates::{Ending, Laying, Templates};
use crate::geometry::Direction;

/// The largest length of a move, in octagons: 10.5. Gear 5, a boost of 4 and the car's own step add up to 10, and the
/// car's front is half an octagon further.
pub const LONGEST_MOVE: f64 = 10.5;

/// The largest amount of memory needed for one square in one phase of the lap, in bytes. It covers one bit for each
/// move from the square, the square's values in the tables of thirty moves, and its values in the tables being
/// computed.
const BYTES: f64 = 2_500.0;

/// Returns the amount of memory that a search takes, in bytes. `side` is the side of a square in octagons, and `done`
/// is the number of the phase in which a lap is complete.
pub fn bytes_of(board: &Board, done: Phase, side: f64) -> f64 {
    let squares = (board.size[0] / side) * (board.size[1] / side);
    squares * (done + 1) as f64 * BYTES
}

/// The table cut into squares.
#[derive(Clone, Copy, Debug)]
pub struct Tiling {
    from: Xy,
    /// The side of a square, in octagons.
    pub side: f64,
    /// The number of squares in a row, a multiple of 8.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

impl Tiling {
    pub fn new(board: &Board, side: f64) -> Self {
        // Shift the squares by an irregular fraction of their side. Cars often stand at whole octagons, and these
        // points should not lie on a line between two squares.
        let from = board.from.map(|edge| edge - 0.3719 * side);
        let across = |length: f64| (length / side + 0.3719).ceil() as usize;
        Self { from, side, columns: across(board.size[0]).next_multiple_of(8), rows: across(board.size[1]) }
    }

    /// Returns the number of squares.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns half the side of a square, in octagons.
    pub fn reach(&self) -> f64 {
        self.side / 2.0
    }

    /// Returns the middle of a square.
    #[inline]
    pub fn middle(&self, column: usize, row: usize) -> Xy {
        [self.from[0] + (column as f64 + 0.5) * self.side, self.from[1] + (row as f64 + 0.5) * self.side]
    }

    /// Returns the index of the square that contains a point; `None` if the point is off the tiling.
    #[inline]
    pub fn cell(&self, at: Xy) -> Option<usize> {
        let (x, y) = ((at[0] - self.from[0]) / self.side, (at[1] - self.from[1]) / self.side);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        (column < self.columns && row < self.rows).then_some(row * self.columns + column)
    }

    /// Whether a point is so close to the line between two squares that floating point cannot decide in which of them
    /// the point is.
    #[inline]
    pub fn is_on_line(&self, at: Xy) -> bool {
        [0, 1].into_iter().any(|axis| {
            let squares = (at[axis] - self.from[axis]) / self.side;
            (squares - squares.round()).abs() < 1e-6
        })
    }
}

/// The block of squares to which a move may lead, relative to the square where the move begins. It has one or two
/// columns and one or two rows.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The offset of the block's left column from the column where the move begins, in squares.
    pub columns: isize,
    /// The offset of the block's lowest row from the row where the move begins, in squares.
    pub rows: isize,
    /// The index of the table for a block of this size in `Tables::pooled`. Bit 0 is set if the block is two columns
    /// wide, bit 1 if it is two rows high.
    pub pool: usize,
}

impl Shift {
    fn new(way: Xy, side: f64) -> Self {
        let along = |length: f64| {
            let squares = length / side;
            let whole = squares.round();
            if (squares - whole).abs() < 1e-9 { (whole as isize, false) } else { (squares.floor() as isize, true) }
        };
        let ((columns, wide), (rows, high)) = (along(way[0]), along(way[1]));
        Self { columns, rows, pool: usize::from(wide) | usize::from(high) << 1 }
    }
}

/// A move that may begin in a square of the tiling: the way in which the vector and the boost are laid (`Laying`), and
/// one final placement of the car (`Ending`).
#[derive(Clone, Debug)]
pub struct Choice {
    /// The gear played.
    pub gear: u8,
    /// The tyre and nitro points that the move costs, together.
    pub points: u8,
    /// The car's heading after the move.
    pub heading: Direction,
    /// The block of squares to which the move leads, relative to the square where it begins.
    pub shift: Shift,
}

/// A set of squares of the table, stored row by row with one bit for each square. Empty rows at the start and at the
/// end are not stored.
#[derive(Clone, Debug, Default)]
pub struct Squares {
    /// The index of the first row stored.
    pub first_row: usize,
    /// The rows as bits, eight squares per byte.
    pub bits: Vec<u8>,
}

impl Squares {
    fn trimmed(bits: &[u8], stride: usize) -> Self {
        let used = |row: &[u8]| row.iter().any(|byte| *byte != 0);
        let Some(first_row) = bits.chunks_exact(stride).position(used) else { return Self::default() };
        let last_row = bits.chunks_exact(stride).rposition(used).unwrap_or(first_row);
        Self { first_row, bits: bits[first_row * stride..(last_row + 1) * stride].to_vec() }
    }
}

/// The moves of a car in one phase of the lap with one heading, grouped by the phase to which they lead: the same
/// phase, the next one, or (rarely) a later one.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// For each move in `choices`, the squares from which the move may end in the same phase of the lap in which it
    /// began.
    pub stays: Vec<Squares>,
    /// For each move in `choices`, the squares from which the move may take the car to the next phase of the lap.
    pub advances: Vec<Squares>,
    /// The moves that lead beyond the next phase. Each entry has the index of the move in `choices`, the square where
    /// the move begins, and the phase reached.
    pub leaps: Vec<(u16, u32, u8)>,
}

/// The relaxed problem: the squares of the table, and the moves that may be possible from each square.
#[derive(Debug)]
pub struct Relaxed {
    /// The table, cut into squares.
    pub tiling: Tiling,
    /// The number of the lap's last phase: in this phase the lap is complete.
    pub done: Phase,
    /// For each heading of a car, the moves that the printed arrows allow.
    pub choices: Vec<Vec<Choice>>,
    /// For each phase of the lap and each heading, the squares from which each move is possible.
    pub moves: Vec<Vec<Moves>>,
}

impl Relaxed {
    /// Cuts the table into squares with sides of `side` octagons, and finds every move that may be possible from each
    /// square. Returns `None` if `stop` returns true before the end.
    pub fn new(
        board: &Board,
        course: &Course,
        templates: &Templates,
        side: f64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let tiling = Tiling::new(board, side);
        let reach = tiling.reach();
        let open: Vec<bool> = (0..tiling.len())
            .map(|cell| !board.blocks_car(tiling.middle(cell % tiling.columns, cell / tiling.columns), reach))
            .collect();
        let rooms: Vec<Rooms> = Direction::ALL
            .into_par_iter()
            .map(|heading| Rooms::new(board, &tiling, &open, templates, heading, stop))
            .collect::<Option<_>>()?;
        let choices: Vec<Vec<Choice>> = Direction::ALL
            .into_iter()
            .map(|heading| {
                every_ending(templates, heading)
                    .map(|(laying, ending)| Choice {
                        gear: laying.gear,
                        points: ending.points(),
                        heading: ending.heading,
                        shift: Shift::new(ending.way.to_f64(), side),
                    })
                    .collect()
            })
            .collect();
        let tasks: Vec<(Phase, Direction)> =
            (0..course.done()).flat_map(|phase| Direction::ALL.map(|heading| (phase, heading))).collect();
        let found: Option<Vec<Moves>> = tasks
            .into_par_iter()
            .map(|(phase, heading)| moves(course, &tiling, templates, &rooms[heading.index()], (phase, heading), stop))
            .collect();
        let mut found = found?.into_iter();
        let moves = (0..course.done()).map(|_| found.by_ref().take(8).collect()).collect();
        Some(Self { tiling, done: course.done(), choices, moves })
    }
}

/// Returns every final placement of a move with this heading, in the order of `Relaxed::choices`.
fn every_ending(templates: &Templates, heading: Direction) -> impl Iterator<Item = (&Laying, &Ending)> {
    (1..=5u8)
        .flat_map(move |gear| templates.of(heading, gear))
        .flat_map(|laying| laying.endings.iter().map(move |ending| (laying, ending)))
}

/// For every move of a car with one heading: the squares from which the pieces of the move may fit on the board. Each
/// move has one bit for each square.
struct Rooms {
    bits: Vec<Vec<u8>>,
}

impl Rooms {
    /// Finds, for each move, the squares from which its pieces may have room on the board. Returns `None` if `stop`
    /// returns true before all moves are done.
    fn new(
        board: &Board,
        tiling: &Tiling,
        open: &[bool],
        templates: &Templates,
        heading: Direction,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let reach = tiling.reach();
        let mut bits = Vec::new();
        for gear in 1..=5 {
            for laying in templates.of(heading, gear) {
                if stop() {
                    return None;
                }
                let (first, end, last) = (laying.first.to_f64(), laying.vector_end.to_f64(), laying.last.to_f64());
                let ahead = course::unit(heading);
                let boost_first = plus(end, ahead);
                let lays: Vec<u8> = fill(tiling, |cell, middle| {
                    open[cell]
                        && !board.blocks_vector(gear, heading, plus(middle, first), plus(middle, end), reach)
                        && (laying.boost == 0
                            || !board.blocks_vector(
                                laying.boost,
                                heading,
                                plus(middle, boost_first),
                                plus(middle, last),
                                reach,
                            ))
                });
                let mut by_side: [Option<Vec<u8>>; 5] = [const { None }; 5];
                for ending in &laying.endings {
                    let way = ending.way.to_f64();
                    let room = by_side[(ending.side.eighths() + 2) as usize].get_or_insert_with(|| {
                        let mut room = lays.clone();
                        keep(&mut room, tiling, |middle| !board.blocks_car(plus(middle, way), reach));
                        room
                    });
                    bits.push(room.clone());
                }
            }
        }
        Some(Self { bits })
    }
}

/// Returns one bit for each square of the table. The bit is set if `holds` is true for the square's index and middle.
fn fill(tiling: &Tiling, holds: impl Fn(usize, Xy) -> bool) -> Vec<u8> {
    let mut bits = vec![0u8; tiling.len() / 8];
    for row in 0..tiling.rows {
        for column in 0..tiling.columns {
            let cell = row * tiling.columns + column;
            if holds(cell, tiling.middle(column, row)) {
                bits[cell / 8] |= 1 << (cell % 8);
            }
        }
    }
    bits
}

/// Calls `holds` with the middle of every square whose bit is set, and clears the bit if the result is false.
fn keep(bits: &mut [u8], tiling: &Tiling, holds: impl Fn(Xy) -> bool) {
    for (index, byte) in bits.iter_mut().enumerate() {
        let mut left = *byte;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let cell = index * 8 + bit;
            if !holds(tiling.middle(cell % tiling.columns, cell / tiling.columns)) {
                *byte &= !(1 << bit);
            }
        }
    }
}

/// Finds the moves that may be possible in one phase of the lap with one heading: the squares where they begin, and the
/// phases to which they may lead. Returns `None` if `stop` returns true before the end.
fn moves(
    course: &Course,
    tiling: &Tiling,
    templates: &Templates,
    rooms: &Rooms,
    (phase, heading): (Phase, Direction),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Moves> {
    let (reach, stride) = (tiling.reach(), tiling.columns / 8);
    let lane = fill(tiling, |_, middle| course.is_near_the_lane(middle, LONGEST_MOVE, reach));
    let (depths, finish_depths): (Vec<f64>, Vec<f64>) = (0..tiling.len())
        .map(|cell| course.depths(phase, tiling.middle(cell % tiling.columns, cell / tiling.columns)))
        .unzip();
    let within = |depths: &[f64], byte: usize, from: f64, to: f64| {
        let depths = &depths[byte * 8..byte * 8 + 8];
        (0..8).fold(0u8, |bits, bit| bits | u8::from(depths[bit] > from && depths[bit] <= to) << bit)
    };
    let mut found = Moves::default();
    let (mut stays, mut advances) = (vec![0u8; lane.len()], vec![0u8; lane.len()]);
    for (index, (laying, ending)) in every_ending(templates, heading).enumerate() {
        if stop() {
            return None;
        }
        let room = &rooms.bits[index];
        let (first, last, way) = (laying.first.to_f64(), laying.last.to_f64(), ending.way.to_f64());
        let band = course.band(phase, [first, last, way], reach);
        let finish = course.finish_band(phase, way, ending.heading, reach);
        let may_finish = course.may_finish(phase, heading, ending.heading);
        for (byte, room) in room.iter().enumerate() {
            let near = if *room == 0 { 0 } else { room & (within(&depths, byte, band.0, band.1) | lane[byte]) };
            let plain = room & !near;
            (stays[byte], advances[byte]) = (plain, 0);
            if let Some((from, surely)) = finish
                && plain != 0
            {
                stays[byte] &= within(&finish_depths, byte, f64::NEG_INFINITY, surely);
                if may_finish {
                    advances[byte] = plain & within(&finish_depths, byte, from, f64::INFINITY);
                }
            }
            let mut left = near;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let cell = byte * 8 + bit;
                let middle = tiling.middle(byte % stride * 8 + bit, byte / stride);
                let points = [middle, plus(middle, first), plus(middle, last), plus(middle, way)];
                let mut phases =
                    course.outcomes(phase, &course::Way { points, moved: heading, heading: ending.heading }, reach);
                if phases & (1 << phase) != 0 {
                    stays[byte] |= 1 << bit;
                }
                if phases & (2 << phase) != 0 {
                    advances[byte] |= 1 << bit;
                }
                phases &= !(3 << phase);
                while phases != 0 {
                    found.leaps.push((index as u16, cell as u32, phases.trailing_zeros() as u8));
                    phases &= phases - 1;
                }
            }
        }
        found.stays.push(Squares::trimmed(&stays, stride));
        found.advances.push(Squares::trimmed(&advances, stride));
    }
    Some(found)
}
