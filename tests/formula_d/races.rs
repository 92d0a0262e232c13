//! Plays random races from fixed seeds on the imported circuits: none reaches an illegal state, and each replays from
//! its record.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::{
    Additions, Chance, ChartLine, Draft, Forecast, FormulaD, Phase, PitStop, Purpose, Roll, Searcher, Setup, Shape,
    Side, Skill, Slip, Start, State, StopKind, Track, Turn, TyreSet, complete, gears,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The number of races on each circuit.
const RACES: u64 = 1_000;

/// A race whose options, cars and laps depend on the seed.
fn random_setup(track: &Track, seed: u64, rng: &mut ChaCha8Rng) -> Setup {
    let cars = rng.random_range(1..=track.slots().len()) as u32;
    let mut setup = setup(cars);
    setup.laps = rng.random_range(1..=2);
    match seed % 8 {
        0 => setup.rules.preset = paddock::games::formula_d::Preset::Basic,
        1 => {
            setup.rules.road = true;
            setup.rules.weather = true;
            let mut skills = Skill::ALL.to_vec();
            for entry in &mut setup.cars {
                entry.skill = Some(skills.swap_remove(rng.random_range(0..skills.len())));
            }
        }
        2 | 3 => {
            setup.laps = 3;
            setup.rules.weather = true;
            setup.rules.tyres = true;
            setup.rules.pit_options = track.has_pit();
            for entry in &mut setup.cars {
                entry.tyres = TyreSet::ALL[rng.random_range(0..3)];
            }
        }
        4 => setup.rules.qualifying = true,
        5 if cars.is_multiple_of(2) => {
            setup.rules.teams = true;
            setup.rules.pit_options = track.has_pit();
        }
        _ => {}
    }
    if setup.rules.weather {
        setup.weather.race = Some(rng.random_range(1..=20));
    }
    setup
}

/// A random turn of the car to act.
fn random_turn(track: &Track, state: &State, searcher: &mut Searcher, rng: &mut ChaCha8Rng) -> Turn {
    let index = state.to_act().unwrap();
    let car = &state.cars[index];
    let first = Turn::of(car.car, state.round);
    let is_due = state.phase == Phase::Race && car.start == Start::Due;
    if rng.random_range(0..500) == 0 {
        return Turn { retires: true, ..first };
    }
    let mut rolls = Vec::new();
    let face;
    let mut gear = 1;
    let mut turn = first.clone();
    if is_due {
        let value = rng.random_range(1..=20u8);
        rolls.push(Roll { purpose: Purpose::Start, value: Chance::Known(value) });
        if value == 1 {
            return Turn { skip: true, rolls, ..first };
        }
        turn.gear = Some(1);
        if value == 20 {
            face = 4;
        } else {
            face = rng.random_range(1..=2);
            turn.die = Some(Chance::Known(face));
        }
    } else {
        let may = gears(track, state);
        assert!(!may.is_empty(), "no gear: {car:?}");
        gear = may[rng.random_range(0..may.len())];
        // Drivers like to shift up, but not before corners.
        if rng.random_range(0..3) > 0 {
            gear = may[may.len() - 1].min(4).max(may[0]);
        }
        let faces = paddock::games::formula_d::dice::faces(gear);
        face = faces[rng.random_range(0..faces.len())];
        turn.gear = Some(gear);
        turn.die = Some(Chance::Known(face));
        // The last engine point was paid for the gear: no die is rolled.
        let probe = Turn { die: None, ..turn.clone() };
        if complete(track, state, &probe, &mut |_| 20).is_ok() {
            return probe;
        }
    }
    turn.rolls = rolls;
    let mut additions = Additions::default();
    if turn.die.is_some() {
        additions.soft = state.has_soft_bonus(car) && rng.random_range(0..2) == 0;
        if state.phase == Phase::Race && state.terms.rules.road && !car.nitro_used && rng.random_range(0..4) == 0 {
            let better = state.terms.has(index, Skill::BetterNitro) && rng.random_range(0..2) == 0;
            additions.nitro = Some(paddock::games::formula_d::Nitro { part: None, better });
        }
        let at = track.space(car.at);
        if state.terms.has(index, Skill::SkiddingPro) && car.wear[0] > 0 && at.ground.corner().is_some() && face > 1 {
            additions.skid = [1, -1][rng.random_range(0..2)];
        }
        (turn.soft, turn.nitro, turn.skid) = (additions.soft, additions.nitro, additions.skid);
    }
    let moves = searcher.moves(track, state, index, gear, face, additions);
    assert!(!moves.options.is_empty(), "no move: {car:?} gear {gear} face {face} {additions:?}");
    let alive = moves.options.iter().filter(|option| !option.is_out && !option.spins).count();
    let pits: Vec<usize> = (0..alive).filter(|place| moves.options[*place].is_boxed).collect();
    let place = if !pits.is_empty() && rng.random_range(0..2) == 0 {
        pits[0]
    } else if alive > 0 {
        rng.random_range(0..alive)
    } else {
        rng.random_range(0..moves.options.len())
    };
    let option = &moves.options[place];
    let mut turn = option.turn(track, turn);
    if option.is_boxed {
        turn.ends.clear();
        if state.terms.rules.pit_options {
            let kind = if rng.random_range(0..2) == 0 { StopKind::Tyre } else { StopKind::Technical };
            turn.pit = Some(PitStop { kind, ..PitStop::default() });
        }
    }
    if option.may_slip && rng.random_range(0..2) == 0 {
        let slip = Slip {
            shape: Shape::ALL[rng.random_range(0..3)],
            side: [Side::Left, Side::Right][rng.random_range(0..2)],
            brakes: 0,
        };
        let with = Turn { slips: vec![slip], ends: Vec::new(), ..turn.clone() };
        if complete(track, state, &with, &mut |_| 20).is_ok() {
            turn = with;
        }
    }
    turn
}

/// Checks what must hold in every state.
fn check(track: &Track, state: &State) {
    let mut stands = Vec::new();
    for (index, car) in state.cars.iter().enumerate() {
        if car.is_on_board() {
            assert!(car.is_racing(), "a car that left the race stands on the board");
            assert!(!stands.contains(&car.at), "two cars on {}", track.name(car.at));
            stands.push(car.at);
        }
        for (points, limit) in car.wear.iter().zip(state.terms.cars[index].wear) {
            assert!(*points <= limit);
        }
        assert!(car.gear <= 6);
        if let (true, Some(corner)) =
            (car.is_on_board(), car.is_on_board().then(|| track.space(car.at).ground.corner()).flatten())
        {
            assert!(car.stops <= 9 && usize::from(corner) < track.corners().len());
        }
        if car.is_racing() && !state.terms.rules.is_basic() {
            assert!(car.wear[3] > 0 && car.wear[4] > 0 && car.wear[5] > 0, "a car races on with an empty zone");
        }
    }
}

fn race(track: &Track, seed: u64) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let setup = random_setup(track, seed, &mut rng);
    let first = FormulaD::start(track, &setup).unwrap_or_else(|issues| panic!("seed {seed}: {issues:?}"));
    let mut state = first.clone();
    let mut searcher = Searcher::default();
    let mut turns = Vec::new();
    while state.phase != Phase::Over {
        let turn = random_turn(track, &state, &mut searcher, &mut rng);
        let seconds = rng.random_range(60..400);
        let mut dice = |_: Purpose| rng.random_range(1..=20u8);
        let (turn, played) = complete(track, &state, &turn, &mut dice).unwrap_or_else(|illegal| {
            panic!("seed {seed}, turn {}: {} {illegal}", turns.len(), FormulaD::notation(&turn))
        });
        let timed = Turn { seconds: turn.seconds.map(|_| seconds), ..turn };
        // With another time two cars may be tied, and then re-rolls are due.
        let (turn, played) = match timed.seconds {
            Some(_) => complete(track, &state, &timed, &mut dice).unwrap_or_else(|illegal| {
                panic!("seed {seed}, turn {}: {} {illegal}", turns.len(), FormulaD::notation(&timed))
            }),
            None => (timed, played),
        };
        state = played.state;
        check(track, &state);
        turns.push(turn);
        assert!(turns.len() < 20_000, "seed {seed}: the race does not end");
    }
    // The record, read back from its text, leads to the same race.
    let mut again = first;
    for turn in &turns {
        let read = FormulaD::read_notation(&FormulaD::notation(turn)).unwrap();
        assert_eq!(read, *turn);
        again = replay(track, &again, &read);
    }
    assert_eq!(again, state, "seed {seed}");
    turns.len()
}

fn replay(track: &Track, state: &State, turn: &Turn) -> State {
    FormulaD::play(track, state, turn).unwrap_or_else(|illegal| panic!("{} {illegal}", FormulaD::notation(turn))).state
}

fn with_chart(mut draft: Draft) -> Draft {
    draft.chart = vec![
        ChartLine { from: 1, to: 8, weather: Forecast::Good },
        ChartLine { from: 9, to: 14, weather: Forecast::Changeable },
        ChartLine { from: 15, to: 20, weather: Forecast::Rain },
    ];
    draft
}

pub fn races(name: &str, draft: &Draft, count: u64) {
    assert!(!draft.chart.is_empty() && count > 0, "{name}: nothing to race");
    let track = valid(&with_chart(draft.clone()));
    let turns: usize = (0..count).into_par_iter().map(|seed| race(&track, seed)).sum();
    println!("{name}: {count} races, {turns} turns");
    assert!(turns as u64 > count * 10);
}

#[test]
fn random_races_on_the_oval_end_and_replay() {
    races("oval", &oval(), RACES);
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
#[cfg(shared_data)]
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn random_races_on_imported_circuits_end_and_replay() {
        let all = circuits();
        assert_eq!(all.len(), 9);
        for (name, draft) in all {
            races(&name, &draft, RACES);
        }
    }
}
