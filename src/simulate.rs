//! Many driven races: their rows for tables, and what they say about a circuit.
//!
//! Races are numbered over all circuits, and each has dice of its own, so a run can be split into shards that together
//! are exactly the whole run ([`Shard`]). [`Row`] is what a table has for each race and car, and [`StretchRow`] what a
//! second table has for each race, car and stretch of the lap. [`Balance`] reads rows of the first. [`compare`] sets two
//! balances side by side.

mod balance;
mod compare;
mod figures;
mod row;
mod run;
mod shard;
mod stats;
mod stretch;
mod study;

pub use balance::{Balance, CircuitBalance, Entry, SlotBalance};
pub use compare::{Comparison, Difference, compare};
pub use row::Row;
pub use run::Run;
pub use shard::{Shard, ShardError};
pub use stats::{even_chance, wilson};
pub use stretch::StretchRow;
pub use study::study;
