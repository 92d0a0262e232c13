//! The race in figures. Works on the common words of all games; knows no rules and no window.
//!
//! [`Telemetry`] is every car after every turn; [`Series`] is what changes from turn to turn, grown with the race;
//! [`Digest`] is what people ask of a race: laps, stints, corners, points spent and on what, attacks, where it was decided;
//! [`Record`] adds many races up, by driver and by circuit.

mod corners;
mod decided;
mod digest;
mod laps;
mod record;
mod series;
mod steps;
mod telemetry;

pub use corners::{CornerPassage, corners};
pub use decided::decided;
pub use digest::{CarDigest, Digest, Spending};
pub use laps::{LapRow, Stint, laps, stints};
pub use record::{DriverRecord, DriverResult, RaceResult, Record, TrackRecord};
pub use series::{Quantity, Series};
pub use telemetry::{Sample, Samples, Telemetry};
