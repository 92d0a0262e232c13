//! The order of a round as the log of a game has it.

use super::CarId;
use crate::games::vektorace::MAX_CARS;

/// The cars still racing, from first to last, in an order that a log tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoggedOrder {
    cars: [CarId; MAX_CARS],
    count: u8,
}

impl LoggedOrder {
    /// The order of these cars; `None` for none, or for more than a race has.
    #[must_use]
    pub fn new(cars: &[CarId]) -> Option<Self> {
        if cars.is_empty() {
            return None;
        }
        let mut order = Self { cars: [CarId(0); MAX_CARS], count: cars.len() as u8 };
        order.cars.get_mut(..cars.len())?.copy_from_slice(cars);
        Some(order)
    }

    /// The cars, the first one first.
    #[must_use]
    pub fn cars(&self) -> &[CarId] {
        &self.cars[..usize::from(self.count)]
    }
}
