//! Luck: compares the throws of a race with the averages of the chosen dice. The choice of a die does not count as
//! luck.

use crate::game::CarId;
use crate::games::wheel_to_wheel::dice::{FACES, LARGEST_FACE};
use crate::games::wheel_to_wheel::rules;
use crate::games::wheel_to_wheel::state::{Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Action, Turn, Use};

/// A driver's luck in a race: its throws compared with the averages of the dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// The number of the driver's car.
    pub car: CarId,
    /// The number of throws that the driver made.
    pub throws: u32,
    /// The sum of the faces that the driver threw, minus the sum that the same dice give on average.
    pub score: f64,
    /// The sum of the variances of the dice thrown.
    pub variance: f64,
    /// The number of sixes thrown minus the expected number.
    pub sixes: f64,
    /// The number of engine failures, minus the number expected from those throws that could break the engine.
    pub failures: f64,
    /// The number of failed tries to hit the garage, minus the number of tries expected to fail.
    pub tries: f64,
}

impl Luck {
    /// Returns the driver's luck: the sum of the faces thrown minus the expected sum, in standard deviations of this
    /// sum. The result is 0 without throws.
    #[must_use]
    pub fn z(&self) -> f64 {
        if self.variance > 0.0 { self.score / self.variance.sqrt() } else { 0.0 }
    }
}

/// Returns the drivers' luck in a race, in grid order.
#[must_use]
pub fn luck(track: &Track, start: &State, turns: &[Turn]) -> Vec<Luck> {
    let of = |index: usize| Luck {
        car: start.car(index),
        throws: 0,
        score: 0.0,
        variance: 0.0,
        sixes: 0.0,
        failures: 0.0,
        tries: 0.0,
    };
    let mut found: Vec<Luck> = (0..start.drivers.len()).map(of).collect();
    let mut state = start.clone();
    for turn in turns {
        if let (Some(index), Action::Throw(throw)) = (state.index_of(turn.car), turn.action) {
            let faces = track.faces();
            let chance = |face: u8| {
                let sides = faces.of(throw.die).iter().filter(|side| **side == face).count();
                sides as f64 / FACES as f64
            };
            let luck = &mut found[index];
            luck.throws += 1;
            luck.score += f64::from(throw.face) - faces.mean(throw.die);
            luck.variance += faces.variance(throw.die);
            let six = chance(LARGEST_FACE);
            luck.sixes += f64::from(u8::from(throw.face == LARGEST_FACE)) - six;
            if state.team_of(index).skills.breaking_six() == Some(state.row.saturating_add(1)) {
                luck.failures += f64::from(u8::from(throw.what == Use::Failure)) - six;
            }
            if let Some(report) = rules::report(track, &state, turn) {
                luck.tries += try_of(track, &state, index, &report, chance);
            }
        }
        state = rules::force(track, &state, turn).played.state;
    }
    found
}

/// Returns a driver's bad luck in a try to hit the garage: 1 if the try failed or 0 if it hit, minus the chance of
/// failing. Returns 0 for any other throw, including one that charges the battery.
fn try_of(track: &Track, state: &State, index: usize, report: &rules::Report, chance: impl Fn(u8) -> f64) -> f64 {
    let spot = state.drivers[index].spot;
    let is_near = spot == Spot::Loop(track.pit_entry) || matches!(spot, Spot::Lane(_));
    let steps = track.steps_to_garage(spot, state.garage(index)).and_then(|steps| u8::try_from(steps).ok());
    let Some(steps) = steps.filter(|_| is_near) else { return 0.0 };
    let is_hit = matches!(report.landing, rules::Landing::Garage) && !report.helped && !report.failure;
    let is_failed = report.failed_try.is_some();
    if is_hit || is_failed { f64::from(u8::from(is_failed)) - (1.0 - chance(steps)) } else { 0.0 }
}
