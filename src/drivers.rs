//! Computer drivers: they decide turns, drive races to their end, and say how good a move is.
//!
//! Each game tells its drivers which decisions a turn has, and how many turns a lone car still needs ([`Drive`]).
//! Everything in this module works for all games.
//!
//! - [`Level`] has three drivers. A *novice* plays by a rule of thumb. A *club* driver makes the decision after which a
//!   lone car needs the fewest turns. An *expert* tries the best decisions of a club driver: it continues the race from
//!   each of them for some rounds, with club drivers in all cars, and compares the positions that result.
//! - A [`Guest`] is a player from outside, such as another program. It is asked for the same decisions as a computer
//!   driver, and Paddock rolls the dice.
//! - A [`School`] is a circuit that drivers have learned. With a school, drivers race from any position, and give
//!   advice ([`Advised`]). A [`League`] has the results of drivers that raced each other.
//!
//! ```
//! use paddock::Games;
//! use paddock::drivers::{DrivePlan, Level, Start};
//! use paddock::game::Progress;
//! use paddock::replay::{Opened, no_files};
//!
//! let bytes = std::fs::read("tracks/wheel_to_wheel/skerry-sands.json").unwrap();
//! let Ok(Opened::Track(draft)) = paddock::open(&bytes, &no_files) else { panic!("not a circuit") };
//! let game = Games::all().of(&draft).unwrap();
//! let school = game.learn(&draft, &Start::default(), Progress::SILENT).unwrap();
//! let race = school.race(&DrivePlan::of(Level::Novice, 7), Progress::SILENT).unwrap();
//! assert!(race.winner().is_some());
//! ```
//!
//! Drivers are deterministic, on any number of threads.
//! The same position, seed and number of rollouts give the same decision.

mod advise;
mod cockpit;
mod decide;
mod driver;
mod expert;
mod forecast;
mod guest;
mod league;
mod level;
mod plan;
mod race;
mod rollout;
mod school;
mod seats;
mod stretches;

pub use advise::{Advised, Candidate, Estimate, LossUnit};
pub use cockpit::{Cockpit, Decision};
pub use driver::Driver;
pub use forecast::Forecast;
pub use guest::{Guest, Opening, Question, Seat};
pub use league::{League, LeagueRace, Pair, Rating};
pub use level::{Aim, Effort, Level, UnknownLevel};
pub use plan::DrivePlan;
pub use race::{DriveError, DrivenRace, Finisher, MOST_TURNS};
pub use school::{Drivable, School, Start};
pub use stretches::{Stretch, StretchUse, Stretches};

#[cfg(doc)]
use crate::game::Drive;
