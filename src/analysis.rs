//! The race in figures. Works on the common words of all games; knows no rules and no window.
//!
//! [`Telemetry`] is every car after every turn; [`Series`] is what changes from turn to turn, grown with the race;
//! [`Digest`] is what people ask of a race: laps, stints, corners, points spent and on what, attacks, where it was decided;
//! [`lines`] draw it over turns, rounds or the lap, [`difference`] sets two cars against each other; [`Record`] adds many races up, by driver and by circuit. [`tables`] are the same as rows and columns, to be sorted,
//! filtered and written.

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
