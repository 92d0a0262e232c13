//! Drives many races, writes their results as tables, and sums up what the results show about a circuit.
//!
//! Races are numbered across all circuits, and each race has its own dice. Therefore a run can be split into shards
//! ([`Shard`]). All shards together drive exactly the races of the whole run. The results are two tables. The first
//! table has one [`Row`] for each race and car. The second table has one [`StretchRow`] for each race, car and stretch
//! of the lap. A [`Balance`] is computed from the first table. [`compare`] compares two balances, and tests whether
//! their differences are significant.

mod balance;
mod compare;
mod corners;
mod entry;
mod figures;
mod row;
mod run;
mod shard;
mod stats;
mod stops;
mod stretch;
mod study;

pub use balance::{Balance, CircuitBalance, SlotBalance};
pub use compare::{Comparison, Difference, compare};
pub use corners::{HeatPlace, StretchBalance};
pub use entry::Entry;
pub use row::Row;
pub use run::Run;
pub use shard::{Shard, ShardError};
pub use stats::{even_chance, wilson};
pub use stops::StopBalance;
pub use stretch::StretchRow;
pub use study::{Studied, study};
