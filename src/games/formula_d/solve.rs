//! Solves the race of a lone car: finds the choices of gears, moves and stops with which the car needs the fewest turns
//! to the finish on average (section 7 of the rules ledger).
//!
//! A state of the model has these parts: the space, the stops made in its corner, gear, lap, wear points, the set of
//! tyres, the weather and the stage of a visit to the pit lane. With every move the car advances or loses wear points,
//! so it never returns to an earlier state. Therefore one pass is enough: the solver goes backwards through laps, ranks
//! and wear points. Moves, gears, overshoots, motor rolls and stops are computed by the code that checks recorded races
//! (`rules/lone`), so the options of a race apply here too.
//!
//! The best play has the lowest expected number of turns to the finish. An elimination adds [`Question::out`] turns to
//! the turns already driven. That is more than the whole race takes in first gear, so an elimination never pays.
//! [`Question::left_out`] lists the rules that the model leaves out.
//!
//! The memory is eight bytes for each state, plus the moves. [`Question::bytes`] estimates the memory beforehand. A
//! model that needs more than [`Progress::bytes`] is refused.

mod boxes;
mod fill;
mod forecast;
mod losses;
mod modes;
mod moves;
mod policy;
mod question;
mod simulate;
mod size;
mod table;

use super::options::TyreSet;
use super::state::{State, Weather};
use super::track::{SpaceIndex, Track};

pub use boxes::{Best, solve_best};
pub use forecast::{CornerUse, Forecast, forecast};
pub use losses::{SoloEvaluation, TurnLoss, evaluate, turn_loss};
pub use policy::SoloMove;
pub use question::Question;
pub use simulate::{Simulation, simulate};
pub use table::{Solution, solve};

/// The default limit of a model's memory, in bytes.
pub const MOST_BYTES: u64 = 4 << 30;

/// Lets the caller control the solver: receives reports of its progress, can stop it, and limits its memory.
pub struct Progress<'a> {
    /// Receives the completed fraction of the work, from 0 to 1, and returns whether to continue.
    pub report: &'a (dyn Fn(f64) -> bool + Sync),
    /// The largest amount of memory that a model may take, in bytes.
    pub bytes: u64,
}

impl Progress<'_> {
    /// A [`Progress`] that reports nothing and never stops the solver.
    pub const SILENT: Progress<'static> = Progress { report: &|_| true, bytes: MOST_BYTES };
}

/// The reason why the solver has no solution.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The solver was stopped by [`Progress::report`].
    #[error("the solver was stopped")]
    Stopped {
        /// A lower bound for the expected number of turns of the race, valid for every slot of the grid.
        at_least: f64,
    },
    /// The model would take too much memory.
    #[error("the model needs {} MB, but at most {} MB are allowed: solve fewer laps, or leave out changes of the weather", bytes >> 20, most >> 20)]
    TooLarge {
        /// The memory that the model would take, in bytes.
        bytes: u64,
        /// The largest amount of memory that the model may take, in bytes.
        most: u64,
    },
}

/// The state of a lone car in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lone {
    /// The space on which the car stands.
    pub at: SpaceIndex,
    /// The number of stops made in the corner where the car stands.
    pub made: u8,
    /// The engaged gear; 0 if no gear is engaged, for example after a spin.
    pub gear: u8,
    /// The lap of the car: the number of times that it has crossed the finish line.
    pub lap: u16,
    /// The car's wear points by zone.
    pub wear: [u8; 6],
    /// Whether the car is in the pits and has already been in its box on this visit.
    pub boxed: bool,
    /// Whether the car stays in its box until its next turn, after a slow stop or a technical stop.
    pub waits: bool,
    /// The set of tyres on the car.
    pub tyres: TyreSet,
    /// Whether the car's tyres were fitted at a pit stop.
    pub fresh: bool,
    /// The weather in which the car drives.
    pub weather: Weather,
}

impl Lone {
    /// Returns the state of a car in a race, as if it were alone; `None` if the car is off the board.
    #[must_use]
    pub fn of(track: &Track, state: &State, index: usize) -> Option<Self> {
        let car = state.cars.get(index).filter(|car| car.is_on_board())?;
        let ground = track.space(car.at).ground;
        let stops = ground.corner().map_or(0, |corner| track.corners()[usize::from(corner)].stops);
        Some(Self {
            at: car.at,
            made: car.stops.min(stops),
            gear: if car.spun { 0 } else { car.gear },
            lap: car.lap,
            wear: car.wear,
            boxed: ground.is_pit() && car.boxed,
            waits: car.waits,
            tyres: car.tyres,
            fresh: car.fresh,
            weather: state.weather,
        })
    }
}
