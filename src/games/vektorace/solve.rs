//! The solver. It finds a circuit's fastest lap, the tyre and nitro points that a car needs for a lap from each grid
//! place, and the gears in which cars can pass each corner. Where possible, it proves its results.
//!
//! A lap begins on the grid and ends when the car crosses the finish line for the second time. Only clean laps are
//! searched: the car does not stand still, fall from the table or drive through the pit lane. The rules allow pole
//! anywhere beside the pitwall (VR-START-01, VR-GRID-02), but the search tries only one place for it. The car is alone.
//! Its points are divided into tyre and nitro points only when the lap is known.
//!
//! Steps along the diagonals and along the axes do not fit one common grid, so a car can reach points that are
//! arbitrarily close together. Therefore the search works on two levels:
//!
//! 1. The table is cut into squares (`cells`). A move counts as possible from a square if it may be possible from some
//!    point of the square. For every square, direction, gear and phase of the lap, tables give the least number of
//!    points with which a car can still finish in a certain number of moves (`bound`). The tables are filled backwards
//!    from the finish line. A lap that is impossible by these tables is impossible in a race.
//!
//! 2. From the grid, `search` visits every state of the car from which the tables still allow a lap of a certain number
//!    of moves. It uses the rules themselves and exact numbers. It begins with the fewest moves the tables allow and
//!    adds one move at a time until it finds a lap. So no lap is faster than the first lap found. The search then plays
//!    that lap's turns by the rules.

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
mod route;
mod search;
mod survey;
mod tables;
mod templates;
#[cfg(test)]
mod tests;

pub use proof::{solve, solve_race};
pub(super) use report::EXCEPT;
pub use report::{
    CornerReport, CutShort, Extent, Fastest, Lap, LapTurn, LeastPoints, MOST_BYTES, PitReport, Progress, Question,
    Reach, Refusal, Solution, Stage, StartReport,
};
pub(super) use route::{alone, route};
pub(super) use tables::Tables;
