//! A lone car's race as a decision process: the least expected number of turns to the finish (ledger, section 7).
//!
//! A state is space, stops made in the corner there, gear, lap, wear points, the set of tyres, the weather and how a visit to
//! the pit lane stands. Every move raises progress or spends wear points, and a stop raises progress, so one backward pass by
//! laps, ranks and wear points solves it; no iteration to a limit. Moves, gears, overshoot, motors and stops are those of
//! the rules, asked once for each case (`rules/lone`), so the switches of a race hold here too.
//!
//! The objective is one number: expected turns, where elimination counts [`Question::out`] turns on top of those driven:
//! more than the whole race takes in first gear. So going out never pays. What the process leaves out is listed by
//! [`Question::left_out`].
//!
//! Memory: eight bytes a state and the moves; [`Question::bytes`] estimates it before anything is done, and more than
//! [`Progress::bytes`] is refused.

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

/// The most memory that a process takes where nothing else is said, in bytes.
pub const MOST_BYTES: u64 = 4 << 30;

/// Reports progress while a question is solved, and bounds the work.
pub struct Progress<'a> {
    /// Takes the share that is done, from 0 to 1, and answers whether to go on.
    pub report: &'a (dyn Fn(f64) -> bool + Sync),
    /// The most memory a process may take, in bytes.
    pub bytes: u64,
}

impl Progress<'_> {
    /// Reports to nobody and never stops.
    pub const SILENT: Progress<'static> = Progress { report: &|_| true, bytes: MOST_BYTES };
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// It was stopped.
    #[error("the solver was stopped")]
    Stopped {
        /// No play takes fewer turns on average, from any place on the grid.
        at_least: f64,
    },
    /// It would take too much memory.
    #[error("this takes {} MB; at most {} MB are allowed: race fewer laps, or without changes of the weather", bytes >> 20, most >> 20)]
    TooLarge {
        /// The bytes it would take.
        bytes: u64,
        /// The most that are allowed.
        most: u64,
    },
}

/// A lone car's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lone {
    /// Its space.
    pub at: SpaceIndex,
    /// Stops made in the corner there.
    pub made: u8,
    /// The gear engaged; 0 for none, also after a spin.
    pub gear: u8,
    /// How often the line was crossed.
    pub lap: u16,
    /// Its wear points by zone.
    pub wear: [u8; 6],
    /// Whether it has been in its box on this visit to the pit lane.
    pub boxed: bool,
    /// Whether it waits in its box.
    pub waits: bool,
    /// Its tyres.
    pub tyres: TyreSet,
    /// Whether they were fitted at a stop.
    pub fresh: bool,
    /// The weather.
    pub weather: Weather,
}

impl Lone {
    /// The state of a car in a race, as if it were alone; none off the board.
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
