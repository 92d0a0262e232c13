//! Describes a Wheel to Wheel state in the form that all games share.

use super::WheelToWheel;
use super::draft::LAPS;
use super::order::ranks;
use super::rules;
use super::setup::DRIVERS;
use super::skills::Icon;
use super::state::{Driver, Phase, Spot, State};
use super::track::Track;
use super::tyres::Compound;
use crate::game::{CarView, Details, StateView, Status, TokenView, View};

impl View for WheelToWheel {
    fn details(_: &Track, state: &State) -> Details {
        super::details::details(state)
    }

    fn view(track: &Track, state: &State) -> StateView {
        let ranks = ranks(track, state);
        let cars = ranks.iter().enumerate().map(|(index, rank)| car_view(track, state, index, *rank)).collect();
        let phase = match state.phase {
            Phase::Racing => "race",
            Phase::Over => "finished",
            Phase::Abandoned => "abandoned",
        };
        StateView { round: state.round, to_act: state.to_act().map(|index| state.car(index)), phase, cars }
    }
}

fn car_view(track: &Track, state: &State, index: usize, rank: u32) -> CarView {
    let driver = &state.drivers[index];
    let progress = progress(track, driver);
    let done = if driver.finished > 0 { LAPS } else { driver.lap - 1 };
    // After an engine failure the driver drives the same lap again, from its garage (WW-ENG-03).
    let restarts = !driver.lap_open && (driver.lap > 1 || matches!(driver.spot, Spot::Lane(_)));
    let is_in_lap = driver.finished == 0 && (driver.lap_open || restarts);
    CarView {
        velocity: None,
        car: state.car(index),
        at: track.place_of(driver.spot),
        dir: None,
        gear: driver.die.map(super::dice::Die::gear),
        resources: vec![u32::from(driver.battery), u32::from(driver.set.left())],
        lap: u32::from(done) + u32::from(is_in_lap),
        laps_done: u32::from(done),
        corners: 0,
        progress,
        distance: progress * f64::from(track.loop_len),
        rank,
        status: if driver.finished > 0 { Status::Finished } else { Status::Racing },
        marks: marks(track, state, index),
        tokens: tokens(state, index),
    }
}

/// Returns the number of laps driven since the driver first crossed the finish line, with a fraction for the current
/// lap. The number is negative before that crossing. The length of the pit lane makes no difference.
fn progress(track: &Track, driver: &Driver) -> f64 {
    if driver.finished > 0 {
        return f64::from(LAPS);
    }
    let length = f64::from(track.loop_len);
    let left = f64::from(track.steps_to_line(driver.spot)).min(length) / length;
    f64::from(driver.lap - u8::from(!driver.lap_open)) - left
}

/// Returns the labels shown for a driver: flags, rain, forced stops.
fn marks(track: &Track, state: &State, index: usize) -> Vec<&'static str> {
    let driver = &state.drivers[index];
    if !driver.is_racing() {
        return Vec::new();
    }
    let is_moving = state.is_extra(index);
    let tyres = match driver.set.compound {
        Compound::Hard => "hard tyres",
        Compound::Soft => "soft tyres",
        Compound::Wet => "wet tyres",
    };
    [
        (true, tyres),
        (rules::forced(track, state, index).is_some(), "must stop"),
        (matches!(driver.spot, Spot::Lane(_)), "pit lane"),
        (driver.spot == Spot::Lane(state.garage(index)), "in the garage"),
        (driver.spot == Spot::CrashZone, "crash zone"),
        (state.rain.is_some(), "rain"),
        (state.yellow.is_some(), "yellow flag"),
        (is_moving, "throws again"),
        (is_moving && state.row == 1, "one six"),
        (is_moving && state.row == 2, "two sixes in a row"),
        (is_moving && state.row > 2, "three or more sixes in a row"),
        (driver.fails == 1, "one failed try"),
        (driver.fails > 1, "failed tries"),
    ]
    .into_iter()
    .filter_map(|(is_set, mark)| is_set.then_some(mark))
    .collect()
}

/// Returns the team's skills and unspent slots.
fn tokens(state: &State, index: usize) -> Vec<TokenView> {
    let team = &state.teams[index / DRIVERS];
    let mut held = Vec::new();
    for icon in Icon::ALL {
        for slot in 2..=team.skills.of(icon) {
            held.push(TokenView { name: icon.slot_name(slot), used: false });
        }
    }
    held.extend((0..team.free).map(|_| TokenView { name: "free slot", used: false }));
    held
}
