//! The plan of a driven race: its drivers and its dice.

use rand::SeedableRng as _;

use super::driver::Driver;
use super::level::{Effort, Level};
use crate::game::Dice;

/// The drivers and the dice of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrivePlan {
    /// The drivers of the cars, in grid order. If there are more cars than drivers, the list is repeated.
    pub drivers: Vec<Driver>,
    /// The seed of the dice.
    pub seed: u64,
    /// The number of this race. Races with the same seed and different numbers have different dice.
    pub stream: u64,
    /// The amount of computation that an expert does before each decision, and the aim of the expert.
    pub effort: Effort,
    /// Whether to collect the cars' statistics for each stretch of the lap.
    pub logs_stretches: bool,
}

impl DrivePlan {
    /// Makes a plan in which every car has a driver of this level.
    #[must_use]
    pub fn of(level: Level, seed: u64) -> Self {
        Self { drivers: vec![level.into()], seed, ..Self::default() }
    }

    /// The dice of this race.
    pub(super) fn dice(&self) -> Dice {
        let mut dice = Dice::seed_from_u64(self.seed);
        dice.set_stream(self.stream);
        dice
    }

    /// The driver of the car on this grid place, counted from 0.
    #[must_use]
    pub fn driver(&self, slot: usize) -> Driver {
        let slot = slot.checked_rem(self.drivers.len());
        slot.and_then(|slot| self.drivers.get(slot)).cloned().unwrap_or_default()
    }
}
