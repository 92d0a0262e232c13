//! Converts a state into the view that all games share.

use super::Vektorace;
use super::state::{Car, FirstMove, Standing, State};
use super::{Edition, Track};
use crate::game::{CarView, CornerSpan, Details, StateView, Status, TokenView, View};

impl View for Vektorace {
    fn details(_: &Track, state: &State) -> Details {
        super::details::details(state)
    }

    fn corner_spans(track: &Track) -> Vec<CornerSpan> {
        let length = track.lap_length().max(f64::MIN_POSITIVE);
        // The lap line begins and ends at the finish line, with a point for each corner between.
        let corners = track.lap_line.iter().skip(1).zip((1..).zip(track.corners()));
        let span = |((_, along), (number, corner)): (&([f64; 2], f64), (u32, &super::track::Corner))| CornerSpan {
            number,
            name: String::new(),
            index: corner.drawn,
            from: along / length,
            to: along / length,
        };
        corners.map(span).collect()
    }

    fn view(track: &Track, state: &State) -> StateView {
        let places = state.places();
        let rank = |index: usize| {
            places.iter().position(|place| usize::from(*place) == index).map_or(0, |place| place as u32 + 1)
        };
        let to_act = state.to_act().map(|index| state.cars[index].id);
        StateView {
            round: state.round,
            to_act,
            phase: if to_act.is_some() { "race" } else { "finished" },
            cars: state
                .cars
                .iter()
                .enumerate()
                .map(|(index, car)| car_view(track, state.edition, car, rank(index)))
                .collect(),
        }
    }
}

fn car_view(track: &Track, edition: Edition, car: &Car, rank: u32) -> CarView {
    let distance = distance(track, edition, car);
    CarView {
        velocity: None,
        car: car.id,
        at: car.position.to_f64(),
        dir: Some(car.heading.number()),
        gear: Some(car.gear),
        resources: vec![u32::from(car.tyre), u32::from(car.nitro)],
        lap: u32::from(car.crossings),
        // The first crossing of the finish line begins the first lap and does not complete a lap (VR-LAP-02).
        laps_done: u32::from(car.crossings.saturating_sub(1)),
        corners: passed(track, edition, car) as u32,
        progress: distance / track.lap_length().max(f64::MIN_POSITIVE),
        distance,
        rank,
        status: match car.standing {
            Standing::Racing => Status::Racing,
            Standing::Finished(_) => Status::Finished,
            Standing::Withdrawn(_) => Status::Withdrawn,
        },
        marks: marks(car),
        tokens: car.token.iter().map(|token| TokenView { name: token.power.name(), used: token.used }).collect(),
    }
}

/// Returns the distance that the car has covered along its laps, in octagons. The distance is zero at the first
/// crossing of the finish line and negative before that crossing (ledger, section 4.4).
pub(super) fn distance(track: &Track, edition: Edition, car: &Car) -> f64 {
    let along = track.along_lap(passed(track, edition, car), car.position.to_f64());
    (f64::from(car.crossings) - 1.0) * track.lap_length() + along
}

/// Returns the number of this lap's corners that the car has passed.
fn passed(track: &Track, edition: Edition, car: &Car) -> usize {
    let count = track.corners().len();
    match edition {
        Edition::Formula8 | Edition::Second => usize::from(car.passed),
        // In the online edition the last corner stays current until the car crosses the finish line. Here it counts as
        // passed as soon as the car is past its outside ray (ledger, section 4.5).
        Edition::Online if usize::from(car.passed) + 1 == count && car.sector > 3 => count,
        Edition::Online => usize::from(car.passed),
    }
}

fn marks(car: &Car) -> Vec<&'static str> {
    [
        (car.marks.pushed, "pushed"),
        (car.marks.shunted_left, "shunted left"),
        (car.marks.shunted_right, "shunted right"),
        (car.box_box, "BOX-BOX"),
        (car.in_lane, "in the pit lane"),
        (car.has_given_way(), "gave way"),
        (car.fallen.is_some(), "off the table"),
        (car.first_move == Some(FirstMove::Boost), "boost committed"),
    ]
    .into_iter()
    .filter_map(|(is_set, mark)| is_set.then_some(mark))
    .collect()
}
