//! Analyses races in figures. It uses the common types of all games, and neither rules nor the window.
//!
//! [`Telemetry`] has every car after every turn. [`Series`] has the values that change from turn to turn, and grows with
//! the race.
//! [`Digest`] sums up a race: laps, stints, corners, points spent by purpose, attacks, and where it was decided.
//! [`lines`] makes plots over turns, rounds or the lap, and [`difference`] compares two cars. [`Record`] adds up many races,
//! by driver and by circuit. [`tables`] has the same as rows and columns, which can be sorted, filtered and written.

mod car;
mod championship;
mod compare;
mod corners;
mod decided;
mod digest;
mod gap;
mod ghost;
mod laps;
mod outcome;
mod plot;
mod record;
mod series;
mod steps;
mod table;
pub mod tables;
mod telemetry;

pub use car::{CarDigest, DiceLuck, Spending};
pub use championship::{Championship, Line, ScoredRace, championship_of, championships};
pub use compare::difference;
pub use corners::{CornerPassage, StopCorner, corners};
pub use decided::decided;
pub use digest::Digest;
pub use gap::{Gap, gaps, is_home};
pub use ghost::{ghost, into_lap};
pub use laps::{LapRow, Stint, laps, stints};
pub use outcome::words_of_move;
pub use plot::{Axis, Joining, Laps, PlotLine, lap_place, lines, moved_in, turn_at};
pub use record::{DriverRecord, DriverResult, RaceResult, Record, TrackRecord};
pub use series::{Quantity, Series};
pub use table::{Choice, Column, Kind, Row, Table, Value};
pub use telemetry::{Sample, Samples, Telemetry};
