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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CarId;

    fn car(number: u32, rank: u32, distance: f64, status: Status) -> CarView {
        CarView {
            velocity: None,
            car: CarId(number),
            at: [0.0; 2],
            dir: None,
            gear: None,
            resources: Vec::new(),
            lap: 1,
            laps_done: 0,
            corners: 0,
            progress: 0.0,
            distance,
            rank,
            status,
            marks: Vec::new(),
            tokens: Vec::new(),
        }
    }

    #[test]
    fn gaps_are_to_those_who_still_race_and_never_negative() {
        let cars = vec![
            car(1, 1, 90.0, Status::Finished),
            car(2, 2, 12.0, Status::Racing),
            car(3, 3, 9.75, Status::Racing),
            // Ahead on the road, and not yet in the order.
            car(4, 4, 20.0, Status::Racing),
        ];
        let view = StateView { round: 1, to_act: None, phase: "race", cars };
        let told: Vec<Option<[f64; 2]>> = view.cars.iter().map(|car| gaps(&view, car)).collect();
        assert_eq!(told, [None, Some([0.0, 0.0]), Some([2.25, 2.25]), Some([0.0, 0.0])]);
    }
}
