//! A lone car's race as a decision process: the least expected number of turns to the finish, exactly (ledger, section 7).
//!
//! A state is space, stops made in the corner there, gear, lap and the wear points that vary. Every move raises progress or
//! spends wear points, so one backward pass by laps, ranks and wear points solves it; no iteration to a limit. Dry weather,
//! hard tires, nobody else on the track, no pit stops. Zones that do not vary are never spent: without brakes nobody brakes,
//! without gearbox nobody skips gears, and without an engine motors do not suffer. Body and road handling matter only with
//! other cars and markers (section 7.1).
//!
//! Memory: a number for each state, [`Question::bytes`] tells how much before anything is done; more than [`MOST_BYTES`] is
//! refused.

mod losses;
mod moves;
mod simulate;
mod table;

use super::options::{BASIC_POOL, STOCK, Zone};
use super::state::State;
use super::track::{SpaceIndex, Track};

pub use losses::{Judged, TurnLoss, judge, turn_loss};
pub use simulate::{Simulation, simulate};
pub use table::{SoloMove, Solution, solve};

/// The most memory a process may take, in bytes.
pub const MOST_BYTES: u64 = 2 << 30;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// How many laps.
    pub laps: u16,
    /// Wear points at the start by zone; of the basic game the pool first.
    pub wear: [u8; 6],
    /// The zones whose points vary: of tires, brakes, gearbox and engine.
    pub zones: Vec<Zone>,
    /// Whether one pool pays for everything, as in the basic game.
    pub pool: bool,
    /// What going out counts, in turns.
    pub out: f64,
}

impl Question {
    /// A race of so many laps of a stock car of which only tires vary.
    #[must_use]
    pub fn tires(laps: u16) -> Self {
        Self { laps, wear: STOCK, zones: vec![Zone::Tires], pool: false, out: 200.0 }
    }

    /// A race of so many laps of a stock car of which all zones vary that matter to a lone car.
    #[must_use]
    pub fn all(laps: u16) -> Self {
        let zones = vec![Zone::Tires, Zone::Brakes, Zone::Gearbox, Zone::Engine];
        Self { zones, ..Self::tires(laps) }
    }

    /// A race of the basic game.
    #[must_use]
    pub fn basic(laps: u16) -> Self {
        Self { wear: [BASIC_POOL, 0, 0, 0, 0, 0], pool: true, ..Self::tires(laps) }
    }

    /// The most points of each of the four dimensions; 0 where a zone does not vary.
    fn most(&self) -> [u8; 4] {
        let zones = [Zone::Tires, Zone::Brakes, Zone::Gearbox, Zone::Engine];
        zones.map(|zone| {
            let varies = if self.pool { zone == Zone::Tires } else { self.zones.contains(&zone) };
            if varies { self.wear[zone as usize] } else { 0 }
        })
    }

    /// How many combinations of wear points there are.
    fn combinations(&self) -> u64 {
        self.most().iter().map(|most| u64::from(*most) + 1).product()
    }

    /// How many states there are on a track.
    #[must_use]
    pub fn states(&self, track: &Track) -> u64 {
        let pairs = moves::pairs(track).0.len() as u64;
        // Before the line there is half a lap more, and gears from none to six.
        pairs * (u64::from(self.laps) + 1) * self.combinations() * 7
    }

    /// How much memory it takes at most, in bytes: value and chance of going out of each state, and the moves.
    #[must_use]
    pub fn bytes(&self, track: &Track) -> u64 {
        let pairs = moves::pairs(track).0.len() as u64;
        self.states(track).saturating_mul(16) + pairs * 2 * 2_000 * size_of::<super::rules::LoneEnd>() as u64
    }
}

/// What is told while it is solved, and how it is stopped.
pub struct Watch<'a> {
    /// Told the share that is done, from 0 to 1; to go on it answers `true`.
    pub progress: &'a (dyn Fn(f64) -> bool + Sync),
}

impl Watch<'_> {
    /// Nobody watches.
    pub const NOBODY: Watch<'static> = Watch { progress: &|_| true };
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It was stopped.
    #[error("the solver was stopped")]
    Stopped,
    /// It would take too much memory.
    #[error("this takes {bytes} bytes; at most {MOST_BYTES} are allowed: let fewer zones vary, or race fewer laps")]
    TooLarge {
        /// So much.
        bytes: u64,
    },
}

/// A lone car's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lone {
    /// Where it stands.
    pub at: SpaceIndex,
    /// Stops made in the corner there.
    pub made: u8,
    /// The gear engaged; 0 for none, also after a spin.
    pub gear: u8,
    /// How often the line was crossed.
    pub lap: u16,
    /// Its wear points by zone.
    pub wear: [u8; 6],
}

impl Lone {
    /// The state of a car in a race, as if it were alone.
    #[must_use]
    pub fn of(track: &Track, state: &State, index: usize) -> Option<Self> {
        let car = state.cars.get(index).filter(|car| car.is_on_board())?;
        let stops = track.space(car.at).ground.corner().map_or(0, |corner| track.corners()[usize::from(corner)].stops);
        let gear = if car.spun { 0 } else { car.gear };
        Some(Self { at: car.at, made: car.stops.min(stops), gear, lap: car.lap, wear: car.wear })
    }
}
