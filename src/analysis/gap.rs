//! Measures the gaps between cars.

use crate::game::{CarId, CarView, StateView, Status};

/// A car's gaps to the leader and to the car ahead, measured along the lap in the game's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The distance of this car to the leader. Once the leader has finished, the distance of this car to the finish
    /// line.
    pub first: f64,
    /// The car's gap to the car ranked ahead; 0 for the leader.
    pub ahead: f64,
}

/// The gap of each car, in the order of their ranks. `laps` is the number of laps in the race.
///
/// Gaps never contradict the order: the gap of a car is at least as large as the gap of the car ranked ahead. A car may
/// be ahead on the road but not yet in the order, because some games update the order only at the end of a round. Once
/// the leader has finished, gaps are measured to the finish line, and finished cars have a gap of 0. Cars that have
/// left the race have no gap. During qualifying, no car has a gap.
///
/// ```
/// use paddock::analysis::gaps;
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let gaps = gaps(&race.view(30), race.laps());
/// assert_eq!(gaps[0].1.ahead, 0.0, "the leader");
/// assert!(gaps[1].1.first >= 0.0);
/// ```
#[must_use]
pub fn gaps(view: &StateView, laps: u32) -> Vec<(CarId, Gap)> {
    if view.is_qualifying() {
        return Vec::new();
    }
    let order: Vec<&CarView> = view.standings().into_iter().filter(|car| !car.status.is_out()).collect();
    in_order(&order, |car| to_go(view, laps, car))
}

/// Returns the gaps of cars that are listed in the order of their ranks. `behind` returns the distance from a car to
/// the leader.
pub(super) fn in_order(order: &[&CarView], behind: impl Fn(&CarView) -> f64) -> Vec<(CarId, Gap)> {
    let mut before = 0.0;
    let each = order.iter().map(|car| {
        let first = behind(car).max(before);
        let ahead = first - before;
        before = first;
        (car.car, Gap { first, ahead })
    });
    each.collect()
}

/// Returns the distance by which a car is behind the leader. Once the leader has finished, this is the car's distance
/// to the finish line. The distance is never negative.
pub(super) fn to_go(view: &StateView, laps: u32, car: &CarView) -> f64 {
    if is_home(car, laps) {
        return 0.0;
    }
    let first = view.cars.iter().filter(|other| !other.status.is_out()).min_by_key(|other| other.rank);
    first.map_or(0.0, |first| {
        let at = if is_home(first, laps) { line(first, laps) } else { first.distance };
        (at - car.distance).max(0.0)
    })
}

/// Whether a car has driven all laps and finished. A car can also finish without driving all laps.
/// For example, the race may end for the last car before it reaches the line (rule VR-WIN-04 of VektoRace).
#[must_use]
pub fn is_home(car: &CarView, laps: u32) -> bool {
    car.status == Status::Finished && car.laps_done >= laps
}

/// Returns the length of the whole race: the distance from the start to the finish line after the last lap, measured
/// like [`CarView::distance`]. It is computed from `home`, a car that has finished. Any finished car gives the same
/// result, because laps are equally long for all cars.
fn line(home: &CarView, laps: u32) -> f64 {
    if home.progress == 0.0 { home.distance } else { f64::from(laps) * home.distance / home.progress }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn car(number: u32, distance: f64, status: Status) -> CarView {
        CarView {
            velocity: None,
            car: CarId(number),
            at: [0.0; 2],
            dir: None,
            gear: None,
            resources: Vec::new(),
            lap: 2,
            laps_done: u32::from(status == Status::Finished) * 2,
            corners: 0,
            progress: distance / 50.0,
            distance,
            rank: number,
            status,
            marks: Vec::new(),
            tokens: Vec::new(),
        }
    }

    fn gaps_of(cars: Vec<CarView>) -> Vec<(u32, f64, f64)> {
        let view = StateView { round: 1, to_act: None, phase: "race", cars };
        gaps(&view, 2).into_iter().map(|(car, gap)| (car.0, gap.first, gap.ahead)).collect()
    }

    #[test]
    fn gaps_follow_the_order_and_are_never_negative() {
        // The third car is ahead on the road, but not yet in the order.
        let cars = [(1, 12.0), (2, 9.75), (3, 20.0), (4, 7.0)].map(|(number, at)| car(number, at, Status::Racing));
        assert_eq!(gaps_of(cars.into()), [(1, 0.0, 0.0), (2, 2.25, 2.25), (3, 2.25, 0.0), (4, 5.0, 2.75)]);
    }

    #[test]
    fn once_the_winner_is_home_gaps_are_to_the_line() {
        let cars = vec![
            car(1, 103.0, Status::Finished),
            car(2, 101.0, Status::Finished),
            car(3, 92.0, Status::Racing),
            car(4, 60.0, Status::Withdrawn),
        ];
        assert_eq!(gaps_of(cars), [(1, 0.0, 0.0), (2, 0.0, 0.0), (3, 8.0, 8.0)]);
        // The race ends for the last car where it stands, before the line.
        let mut left = car(2, 40.0, Status::Finished);
        left.laps_done = 0;
        assert_eq!(gaps_of(vec![car(1, 100.0, Status::Finished), left]), [(1, 0.0, 0.0), (2, 60.0, 60.0)]);
    }
}
