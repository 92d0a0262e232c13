//! The order of a round, taken from the log of an online game.

use super::CarId;
use crate::games::vektorace::MAX_CARS;

/// The cars still racing, from first to last, in the order that the log of a game gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoggedOrder {
    cars: [CarId; MAX_CARS],
    count: u8,
}

impl LoggedOrder {
    /// Creates the order of these cars. Returns `None` if the list is empty or longer than [`MAX_CARS`].
    #[must_use]
    pub fn new(cars: &[CarId]) -> Option<Self> {
        if cars.is_empty() {
            return None;
        }
        let mut order = Self { cars: [CarId(0); MAX_CARS], count: cars.len() as u8 };
        order.cars.get_mut(..cars.len())?.copy_from_slice(cars);
        Some(order)
    }

    /// Returns the cars, from first to last.
    #[must_use]
    pub fn cars(&self) -> &[CarId] {
        &self.cars[..usize::from(self.count)]
    }
}
