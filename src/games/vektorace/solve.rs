//! Proof that a circuit can be raced: the fastest lap, what it takes from each place of the grid, and how cars get
//! round each corner.
//!
//! A lap begins on the grid and ends where the line is crossed for the second time. It is a clean one: a car that stands
//! still, falls from the table or stops in the pit lane is not asked for. The car is alone, and takes its points as it
//! needs them: how many are for tyres and how many for nitro is settled when the lap is known.
//!
//! The positions of a car lie dense on the table, since steps along the diagonals are not commensurable with those
//! along the axes. So the search works on two levels:
//!
//! 1. The table is cut into squares (`cells`). A move is possible from a square where it may be from some point of it.
//!    Tables over squares, directions, gears and parts of the lap, filled backwards from the line, tell how many
//!    points are needed at least with so many moves left (`bound`). What cannot be done there cannot be done.
//! 2. From the grid every position is looked at, by the rules themselves and with exact numbers, that could lead to a
//!    lap of so many moves as far as the bound tells (`search`): first for the fewest moves the bound allows, then for
//!    one more, until a lap is found. So the first lap found is a fastest one; its turns are then played by the rules.

mod board;
mod bound;
mod cells;
mod course;
mod grid;
mod hunt;
mod lattice;
mod line;
mod lone;
mod model;
mod proof;
mod report;
mod search;
mod survey;
mod templates;
#[cfg(test)]
mod tests;

pub use proof::solve;
pub use report::{
    CornerReport, CutShort, Extent, Fastest, Lap, LapTurn, LeastPoints, MOST_BYTES, PitReport, Progress, Question,
    Reach, Refusal, Solution, Stage, StartReport,
};
