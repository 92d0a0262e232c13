//! How far cars are behind each other.

use crate::game::{CarView, StateView, Status};

/// How far a car is behind the first one that still races, and behind the one next ahead that does, along the lap in the
/// game's unit; 0 for the first. Never negative: one may be ahead on the road and not yet in the order, which is settled
/// at the end of a round. `None` for a car that is out of the race: it stands where the race ended for it, and how far that
/// is from others means nothing.
#[must_use]
pub fn gaps(view: &StateView, car: &CarView) -> Option<[f64; 2]> {
    if car.status != Status::Racing {
        return None;
    }
    let racing = || view.cars.iter().filter(|other| other.status == Status::Racing && other.rank < car.rank);
    let first = racing().min_by_key(|other| other.rank).unwrap_or(car);
    let ahead = racing().max_by_key(|other| other.rank).unwrap_or(car);
    Some([first, ahead].map(|other| (other.distance - car.distance).max(0.0)))
}
