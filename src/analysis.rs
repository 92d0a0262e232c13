//! Computes statistics of races. Uses only data that all games share, and depends neither on the rules nor on the
//! window.
//!
//! [`Telemetry`] has the state of every car after every turn.
//! [`Series`] has the same data as one series of values for each car and quantity, and can grow with the race.
//! [`Digest`] sums up one race: laps, stints, corners, points spent, attacks, and the moments that decided it.
//! [`lines`] makes plots over turns, rounds or the lap.
//! [`difference`] compares two cars. [`Record`] sums up many races, by driver and by circuit.
//! [`tables`] makes tables from these data. Tables can be sorted, filtered and exported.

mod car;
mod championship;
mod compare;
mod corners;
mod decided;
mod digest;
mod driven;
mod expression;
mod extent;
mod fastest;
mod gap;
mod ghost;
mod highlights;
mod laps;
mod outcome;
mod plot;
mod plotted;
mod record;
mod series;
mod steps;
mod stretch;
mod table;
pub mod tables;
mod telemetry;

pub use car::{CarDigest, DiceLuck, Spending};
pub use championship::{Championship, Line, ScoredRace, championship_of, championships};
pub use compare::{Drive, by_corner, by_corner_of_race, difference, difference_of, lap_of_way, lead, parts_of_side};
pub use corners::{CornerPassage, StopCorner, corners};
pub use decided::decided;
pub use digest::Digest;
pub use driven::PathValue;
pub use expression::{Expression, ExpressionError, MAX_EXPRESSION, expression_names};
pub use fastest::fastest_laps;
pub use gap::{Gap, gaps, is_home};
pub use ghost::{ghost, into_lap};
pub use highlights::highlights;
pub use laps::{LapRow, Stint, laps, stints};
pub use outcome::words_of_move;
pub use plot::{Axis, Joining, Laps, PlotLine, lap_place, lines, moved_in, turn_at};
pub use plotted::{UnknownQuantity, lap_length, plotted};
pub use record::{DriverRecord, DriverResult, RaceResult, Record, TrackRecord};
pub use series::{Quantity, Series, lap_part, last_lap};
pub use stretch::{Stretch, StretchSum, sums};
pub use table::{Choice, Column, FROM_GRID, Kind, QUALIFYING, Row, Table, Value};
pub use telemetry::{Sample, Samples, Telemetry};
