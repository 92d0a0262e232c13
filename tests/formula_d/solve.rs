//! The model of a lone car: compared with races played by the rules, and the meaning of its results.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::solve::{
    Progress, Question, Solution, SolveError, evaluate, forecast, simulate, solve, solve_best,
};
use paddock::games::formula_d::{
    Additions, Chance, FormulaD, Phase, PitStop, Purpose, Roll, Searcher, Setup, Start, State, Track, Turn, TyreSet,
    Wear, WeatherRolls, complete, dice, gears,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The number of standard errors of an interval with 99.7 % confidence.
const THREE: f64 = 3.0;

fn solved(track: &Track, question: &Question) -> Solution {
    solve(track, question, &Progress::SILENT).unwrap()
}

fn stock(track: &Track, laps: u32) -> Question {
    Question::stock(track, laps).unwrap()
}

fn start(track: &Track, question: &Question) -> f64 {
    solved(track, question).start_value(track, question.grid()).unwrap()
}

/// Checks that the value of the start agrees with races played by the rules, with every die rolled.
fn agrees(track: &Track, question: &Question, races: u32) -> f64 {
    let solution = solved(track, question);
    let value = solution.start_value(track, question.grid()).unwrap();
    let all = forecast(track, &solution, &solution.on_grid(track, question.grid()), true, &Progress::SILENT).unwrap();
    let result = simulate(track, &solution, question.grid(), true, races, 7, &Progress::SILENT);
    println!(
        "value {value:.4}, out {:.6}; simulated {:.4} +- {:.4}, out {}, {} stops; {} states",
        all.out,
        result.mean,
        result.interval(THREE),
        result.out,
        result.stops,
        solution.states
    );
    assert!(result.deviation > 0.0);
    assert!((result.mean - value).abs() <= result.interval(THREE), "{value} {result:?}");
    let stops = f64::from(result.stops) / f64::from(races);
    assert!((stops - all.stops).abs() <= 0.05, "{stops} {}", all.stops);
    value
}

#[test]
fn fd_chk_01_the_model_says_that_it_leaves_out_the_checkpoint() {
    let track = valid(&oval());
    let left = |laps: u32| Question::new(&track, &Setup { laps, ..road(1) }).unwrap().left_out();
    let checkpoint = "the new tyres and repairs of the checkpoint";
    assert!(left(2).contains(&checkpoint));
    // The last crossing is no checkpoint.
    assert!(left(1).contains(&"nitro, skills and road markings") && !left(1).contains(&checkpoint));
    assert!(!stock(&track, 2).left_out().contains(&checkpoint));
}

#[test]
fn more_wear_points_are_never_worse() {
    let track = valid(&oval());
    let with = |wear: [u8; 6]| {
        let mut setup = Setup { laps: 2, ..setup(1) };
        setup.rules.switches.stock_car = false;
        setup.cars[0].wear = Some(Wear(wear));
        start(&track, &Question::new(&track, &setup).unwrap())
    };
    let usual = with([3, 2, 2, 3, 2, 2]);
    for more in [[4, 2, 2, 3, 2, 2], [3, 3, 2, 3, 2, 2], [3, 2, 3, 3, 2, 2], [3, 2, 2, 3, 3, 2]] {
        assert!(with(more) <= usual + 1e-12, "{more:?}");
    }
}

#[test]
fn the_forecast_adds_up() {
    let track = valid(&oval());
    for question in [stock(&track, 2), Question::basic(&track, 2).unwrap()] {
        let solution = solved(&track, &question);
        let lone = solution.on_grid(&track, question.grid());
        let plain = forecast(&track, &solution, &lone, false, &Progress::SILENT).unwrap();
        let all = forecast(&track, &solution, &lone, true, &Progress::SILENT).unwrap();
        assert!((all.spread.iter().sum::<f64>() + all.out - 1.0).abs() < 1e-9);
        // Few cars are eliminated, so the mean of the spread is close to the value.
        let value = solution.start_value(&track, question.grid()).unwrap();
        assert!(all.out < 1e-3, "{}", all.out);
        assert!((all.turns - value).abs() < all.out * question.out + 1e-9, "{} {value}", all.turns);
        assert!((plain.turns - solution.value(&lone).unwrap()).abs() < plain.out * question.out + 1e-9);
        let turns: f64 = plain.corners.iter().map(|corner| corner.turns).sum();
        assert!((turns * 2.0 - plain.turns).abs() < 0.1, "{turns}");
        for corner in &plain.corners {
            assert!((corner.gears.iter().sum::<f64>() - corner.stops).abs() < 1e-9);
            assert!(corner.stops <= corner.turns + 1.0 && corner.stops > 0.3, "{corner:?}");
        }
        let [low, middle, high] = [0.05, 0.5, 0.95].map(|share| all.within(share));
        assert!(low < middle && middle < high && (middle as f64 - all.turns).abs() < 2.0);
    }
}

#[test]
fn values_are_the_same_on_any_number_of_threads() {
    let track = valid(&oval());
    let question = stock(&track, 2);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let solution = solved(&track, &question);
            let races = simulate(&track, &solution, question.grid(), true, 200, 3, &Progress::SILENT);
            (solution.start_value(&track, question.grid()).unwrap().to_bits(), solution.states, races)
        })
    };
    assert_eq!(on(1), on(3));
}

/// A race of one car driven at random, including the pit lane, to its end.
fn raced(track: &Track, setup: &Setup, seed: u64) -> (State, Vec<Turn>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let first = FormulaD::start(track, setup).unwrap();
    let mut state = first.clone();
    let (mut turns, mut searcher) = (Vec::new(), Searcher::default());
    while state.phase != Phase::Over {
        let turn = Turn::of(state.cars[0].car, state.round);
        let start = rng.random_range(1..=20u8);
        let is_due = state.cars[0].start == Start::Due;
        let rolls =
            if is_due { vec![Roll { purpose: Purpose::Start, value: Chance::Known(start) }] } else { Vec::new() };
        let turn = Turn { rolls, ..turn };
        let turn = if is_due && start == 1 {
            Turn { skip: true, ..turn }
        } else {
            let may = gears(track, &state);
            let gear = if is_due { 1 } else { may[rng.random_range(0..may.len())] };
            let faces = dice::faces(gear);
            let is_great = is_due && start == 20;
            let face = if is_great { 4 } else { faces[rng.random_range(0..faces.len())] };
            let die = if is_great { None } else { Some(Chance::Known(face)) };
            let options = searcher.moves(track, &state, 0, gear, face, Additions::default()).options;
            // Into the box if it is in reach, and careful elsewhere.
            let into = options.iter().find(|option| option.is_boxed);
            let alive: Vec<_> = options.iter().filter(|option| !option.is_out).collect();
            let careful: Vec<_> = alive.iter().copied().filter(|option| option.tyres == 0).collect();
            let list = if careful.is_empty() { alive } else { careful };
            let any = list.get(rng.random_range(0..list.len().max(1))).copied();
            let option = into.or(any).unwrap_or(&options[0]);
            let turn = option.turn(track, Turn { gear: Some(gear), die, ..turn });
            if option.is_boxed { Turn { pit: Some(PitStop::default()), ends: Vec::new(), ..turn } } else { turn }
        };
        let mut black = |purpose: Purpose| if purpose == Purpose::Danger { 20 } else { rng.random_range(1..=20u8) };
        let Ok((turn, played)) = complete(track, &state, &turn, &mut black) else {
            // This driver does not pay the last engine point for a gear.
            continue;
        };
        turns.push(turn);
        state = played.state;
    }
    (first, turns)
}

#[test]
fn luck_and_losses_add_up_to_the_turns() {
    let track = valid(&oval());
    let setup = Setup { laps: 2, ..setup(1) };
    let solution = solved(&track, &Question::new(&track, &setup).unwrap());
    let mut stops = 0;
    for seed in 0..60u64 {
        let (first, turns) = raced(&track, &setup, seed);
        stops += turns.iter().filter(|turn| turn.pit.is_some()).count();
        let found = evaluate(&track, &solution, &first, &turns).unwrap();
        assert_eq!(found.turns.len(), turns.len());
        assert!(
            (found.accounted() - turns.len() as f64).abs() < 1e-6,
            "seed {seed}: {} {}",
            found.accounted(),
            turns.len()
        );
        assert!(found.turns.iter().all(|turn| turn.gear > -1e-9 && turn.route > -1e-9), "seed {seed}");
    }
    println!("{stops} stops");
    assert!(stops >= 5, "{stops}");
}

#[test]
fn the_solver_can_be_stopped_and_is_bounded() {
    let track = valid(&oval());
    let stop = Progress { report: &|share| share < 0.3, ..Progress::SILENT };
    assert!(matches!(solve(&track, &stock(&track, 3), &stop), Err(SolveError::Stopped { .. })));
    let mut vast = Setup { laps: 99, weather: WeatherRolls { race: Some(12), ..WeatherRolls::default() }, ..setup(1) };
    (vast.rules.weather, vast.rules.tyres) = (true, true);
    let vast = Question::new(&track, &vast).unwrap();
    assert!(matches!(solve(&track, &vast, &Progress::SILENT), Err(SolveError::TooLarge { .. })));
}

/// If the solver is stopped, no start has a lower value than its bound. With boxes, solved results are kept.
#[test]
fn a_solver_that_is_stopped_gives_a_valid_bound() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let track = valid(&oval());
    let question = stock(&track, 3);
    let value = start(&track, &question);
    let mut known = 0.0;
    let mut cuts = 0;
    for most in (0..40).map(|power| 1.4_f64.powi(power) as u32) {
        let asked = AtomicU32::new(0);
        let progress = Progress { report: &|_| asked.fetch_add(1, Ordering::Relaxed) < most, ..Progress::SILENT };
        let Err(SolveError::Stopped { at_least }) = solve(&track, &question, &progress) else { break };
        assert!(at_least >= known && at_least <= value, "{at_least} after {most} questions; {known}, {value}");
        known = at_least;
        cuts += 1;
    }
    assert!((3..40).contains(&cuts) && known > value / 4.0, "{cuts} cuts, {known} of {value}");

    let question = stock(&track, 2);
    let boxes: Vec<u32> = track.boxes().iter().map(|(number, _)| *number).collect();
    let whole = solve_best(&track, &question, &boxes, true, &Progress::SILENT).unwrap().unwrap();
    assert!(whole.is_complete);
    let share = 1.5 / (boxes.len() as f64 + 1.0);
    let progress = Progress { report: &|done| done < share, ..Progress::SILENT };
    let cut = solve_best(&track, &question, &boxes, true, &progress).unwrap().unwrap();
    assert!(!cut.is_complete && cut.boxes.is_empty() && cut.pit_box.is_none(), "within the first box");
    assert_eq!(cut.turns.to_bits(), whole.without.to_bits());

    let small = Progress { bytes: 1_000_000, ..Progress::SILENT };
    let Err(error) = solve(&track, &question, &small) else { panic!("too large") };
    assert!(
        error.to_string().ends_with("at most 0 MB are allowed: solve fewer laps, or leave out changes of the weather")
    );
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    #[cfg(shared_data)]
    fn two_laps_with_a_stop_are_no_slower_than_another_program_found() {
        for (name, most) in [("minikart", 29.68), ("monaco", 36.51), ("monza", 25.24)] {
            let track = valid(&imported(name).draft);
            let question = stock(&track, 2);
            let boxes: Vec<u32> = track.boxes().iter().map(|(number, _)| *number).collect();
            assert!(boxes.len() > 1, "{name}");
            let best = solve_best(&track, &question, &boxes, true, &Progress::SILENT).unwrap().unwrap();
            println!("{name}: {:.4} with stops, {:.4} without; {:?}", best.turns, best.without, best.boxes);
            assert!(best.turns < most + 0.005, "{name}: {}", best.turns);
            assert!(best.without > best.turns, "{name}: a stop pays");
            // All boxes share the solution of the last lap; a box solved alone gives the same value.
            let own = question.in_box(&track, best.pit_box.unwrap());
            let value = agrees(&track, &own, 10_000);
            assert_eq!(value.to_bits(), best.turns.to_bits());
        }
    }

    #[test]
    #[ignore = "slow"]
    fn options_of_a_race_are_solved_as_the_rules_play_them() {
        let track = valid(&oval());
        let ask = |change: &dyn Fn(&mut Setup)| {
            let mut setup = Setup { laps: 2, ..setup(1) };
            change(&mut setup);
            Question::new(&track, &setup).unwrap()
        };
        let weather = |roll: u8| {
            move |setup: &mut Setup| {
                (setup.rules.weather, setup.rules.tyres) = (true, true);
                setup.weather = WeatherRolls { race: Some(roll), ..WeatherRolls::default() };
            }
        };
        let built = ask(&|setup| {
            setup.rules.construction = true;
            setup.cars[0].wear = Some(Wear([9, 4, 2, 1, 3, 1]));
        });
        let soft = ask(&|setup| {
            setup.rules.tyres = true;
            setup.cars[0].tyres = TyreSet::Soft;
        });
        let built = agrees(&track, &built, 4_000);
        let dry = agrees(&track, &ask(&weather(1)), 4_000);
        let changeable = agrees(&track, &ask(&weather(12)), 4_000);
        let rain = agrees(&track, &ask(&weather(18)), 4_000);
        let soft = agrees(&track, &soft, 4_000);
        println!("built {built:.3}, dry {dry:.3}, changeable {changeable:.3}, rain {rain:.3}, soft {soft:.3}");
        // In dry weather, hard tyres may be changed for soft ones at a stop; their extra space is optional.
        assert!(soft <= dry && dry <= start(&track, &ask(&|_| {})) + 1e-9);
        assert!((rain - dry).abs() > 0.01 && built > 0.0);
        let slots = [1, 5, 10].map(|slot| start(&track, &ask(&|setup| setup.cars[0].slot = Some(slot))));
        assert!(slots[0] < slots[1] && slots[1] < slots[2], "{slots:?}");
    }

    #[test]
    #[ignore = "slow"]
    fn an_elimination_never_pays() {
        let track = valid(&oval());
        let turns = [1, 2, 13, 40].map(|laps| start(&track, &stock(&track, laps)));
        println!("{turns:?}");
        assert!(turns[2] > 5.0 * turns[1] && turns[3] > 2.5 * turns[2]);
        let question = stock(&track, 13);
        let solution = solved(&track, &question);
        let all =
            forecast(&track, &solution, &solution.on_grid(&track, question.grid()), true, &Progress::SILENT).unwrap();
        assert!(all.out < 1e-3, "{}", all.out);
        assert!(question.out > turns[2]);
        let message = Question::stock(&track, 100).unwrap_err()[0].message.clone();
        assert_eq!(message, "The number of laps must be 1 to 99.");
    }

    #[test]
    #[ignore = "slow"]
    fn the_value_agrees_with_ten_thousand_races_on_the_oval() {
        let track = valid(&oval());
        agrees(&track, &stock(&track, 1), 10_000);
        agrees(&track, &stock(&track, 2), 10_000);
        agrees(&track, &stock(&track, 2).without_stops(), 10_000);
        agrees(&track, &Question::basic(&track, 1).unwrap(), 10_000);
    }
}
