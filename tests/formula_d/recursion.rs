//! Compares the model of a lone car with a second, slow method: plain recursion over whole states of a race, with every
//! turn played by the rules.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use std::collections::BTreeMap;

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::solve::{Lone, Progress, Question, solve};
use paddock::games::formula_d::{
    Additions, Chance, FormulaD, PitStop, Preset, Purpose, Searcher, Setup, Standing, Start, State, Track, Turn,
    TyreSet, Wear, WeatherRolls, complete, dice, gears,
};

/// A race of one car with few wear points, so that all states can be tried.
fn small(laps: u32, change: impl FnOnce(&mut Setup)) -> Setup {
    let mut setup = Setup { laps, ..setup(1) };
    setup.rules.switches.stock_car = false;
    setup.cars[0].wear = Some(Wear([1, 1, 1, 1, 2, 2]));
    setup.cars[0].pit_box = Some(5);
    change(&mut setup);
    setup
}

/// Everything that the value of a state depends on.
type Key = (u16, u8, u8, u16, [u8; 6], [bool; 3], (TyreSet, bool, u8));

/// The value of a turn over all its black rolls: each result of the black die is played by the rules.
fn over_rolls(
    track: &Track,
    state: &State,
    turn: &Turn,
    script: &mut Vec<u8>,
    worth: &mut dyn FnMut(&State) -> f64,
) -> f64 {
    let mut asked = 0;
    let mut black = |purpose: Purpose| {
        // Danger rolls on the car's own markers are not part of the model.
        if purpose == Purpose::Danger {
            return 20;
        }
        asked += 1;
        script.get(asked - 1).copied().unwrap_or(20)
    };
    let (_, played) = complete(track, state, turn, &mut black).unwrap();
    if asked <= script.len() {
        return worth(&played.state);
    }
    let mut sum = 0.0;
    for value in 1..=20 {
        script.push(value);
        sum += 0.05 * over_rolls(track, state, turn, script, worth);
        script.pop();
    }
    sum
}

/// The turns of a move before black rolls: one for each set of tyres that may be fitted.
fn turns(track: &Track, state: &State, gear: u8, face: u8, soft: bool) -> Vec<Turn> {
    let additions = Additions { soft, ..Additions::default() };
    let options = Searcher::default().moves(track, state, 0, gear, face, additions).options;
    let mut found = Vec::new();
    for option in options {
        let plain =
            Turn { gear: Some(gear), die: Some(Chance::Known(face)), soft, ..Turn::of(state.cars[0].car, state.round) };
        let turn = option.turn(track, plain);
        if !option.is_boxed {
            found.push(turn);
            continue;
        }
        let sets: &[Option<TyreSet>] = if state.terms.rules.tyres {
            &[Some(TyreSet::Hard), Some(TyreSet::Soft), Some(TyreSet::Rain)]
        } else {
            &[None]
        };
        for tyres in sets {
            let pit = Some(PitStop { tyres: *tyres, ..PitStop::default() });
            found.push(Turn { pit, ends: Vec::new(), ..turn.clone() });
        }
    }
    found
}

/// The expected turns of the best play, without tables: only states already seen are remembered.
fn plain(track: &Track, state: &State, out: f64, memory: &mut BTreeMap<Key, f64>) -> f64 {
    let car = &state.cars[0];
    match car.standing {
        Standing::Finished(_) => return 0.0,
        Standing::Out(_) | Standing::Retired(_) => return out,
        Standing::Racing => {}
    }
    let gear = if car.spun { 0 } else { car.gear };
    let flags = [car.spun, car.boxed, car.waits];
    let key = (car.at, car.stops, gear, car.lap, car.wear, flags, (car.tyres, car.fresh, state.weather as u8));
    if let Some(value) = memory.get(&key) {
        return *value;
    }
    let mut best = 1.0 + out;
    for gear in gears(track, state) {
        if (complete(track, state, &Turn { gear: Some(gear), ..Turn::of(car.car, state.round) }, &mut |_| 20)).is_ok() {
            // The last engine point, paid for a gear, ends the race before the die.
            continue;
        }
        let sides = dice::faces(gear).len() as f64;
        let mut sum = 0.0;
        for (face, count) in dice::weights(gear) {
            let mut least = out;
            for soft in [false, true] {
                if soft && !state.has_soft_bonus(car) {
                    continue;
                }
                for turn in turns(track, state, gear, face, soft) {
                    let mut worth = |next: &State| plain(track, next, out, memory);
                    least = least.min(over_rolls(track, state, &turn, &mut Vec::new(), &mut worth));
                }
            }
            sum += f64::from(count) / sides * least;
        }
        best = best.min(1.0 + sum);
    }
    memory.insert(key, best);
    best
}

/// Compares the table with plain recursion from a state of a small race; at least `least` states must be visited.
fn compare(track: &Track, setup: &Setup, name: &str, (gear, made, lap): (u8, u8, u16), least: usize) {
    let question = Question::new(track, setup).unwrap();
    let solution = solve(track, &question, &Progress::SILENT).unwrap();
    let mut state = FormulaD::start(track, setup).unwrap();
    let at = track.find(name).unwrap();
    let car = &mut state.cars[0];
    (car.at, car.last, car.gear, car.stops, car.lap, car.start) = (at, at, gear, made, lap, Start::Done);
    let mut memory = BTreeMap::new();
    let wanted = plain(track, &state, question.out, &mut memory);
    let table = solution.value(&Lone::of(track, &state, 0).unwrap()).unwrap();
    println!("{name}: {table:.9} {wanted:.9}, {} states", memory.len());
    assert!((table - wanted).abs() < 1e-9, "{name}: {table} {wanted}");
    assert!(memory.len() > least, "{}", memory.len());
}

#[test]
fn the_table_agrees_with_plain_recursion() {
    let track = valid(&oval());
    // Before the pit entry: the rest of the lap with or without a stop, and the last lap.
    compare(&track, &small(2, |_| {}), "c44", (3, 2, 1), 2_000);
    compare(&track, &small(1, |_| {}), "b40", (3, 1, 1), 50);
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn tyres_fitted_at_a_stop_agree_with_plain_recursion() {
        let track = valid(&oval());
        let setup = small(2, |setup| {
            (setup.rules.weather, setup.rules.tyres) = (true, true);
            setup.weather = WeatherRolls { race: Some(12), ..WeatherRolls::default() };
            setup.cars[0].wear = Some(Wear([1, 1, 1, 1, 1, 1]));
        });
        // Only the move into the box is left: the stop comes in the next turn.
        compare(&track, &setup, "p2", (4, 0, 1), 2_000);
    }

    #[test]
    #[ignore = "slow"]
    fn the_basic_game_agrees_with_plain_recursion() {
        let track = valid(&oval());
        let setup = small(1, |setup| {
            setup.rules.preset = Preset::Basic;
            setup.rules.switches.stock_car = true;
            (setup.cars[0].wear, setup.cars[0].pit_box) = (None, None);
        });
        compare(&track, &setup, "b30", (4, 1, 1), 500);
    }

    #[test]
    #[ignore = "slow"]
    fn rain_and_tyres_agree_with_plain_recursion() {
        let track = valid(&oval());
        for (roll, tyres) in [(18, TyreSet::Hard), (1, TyreSet::Soft), (12, TyreSet::Rain)] {
            let setup = small(1, |setup| {
                (setup.rules.weather, setup.rules.tyres) = (true, true);
                setup.weather = WeatherRolls { race: Some(roll), ..WeatherRolls::default() };
                setup.cars[0].tyres = tyres;
            });
            compare(&track, &setup, "b22", (4, 0, 1), 300);
        }
    }
}
