//! Compares the best play of a lone driver with published figures, with a second, slow method, and with races driven by
//! the rules.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::*;
use fnv::FnvHashMap;
use paddock::game::Progress;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::analysis::{
    Best, ChainError, Goal, Policy, Strategies, Traffic, alone as alone_from_now, bound, planned, sample, strategies,
};
use paddock::games::wheel_to_wheel::{
    Action, Branch, Dice, Die, Draft, GarageDraft, Plan, Setup, Skills, State, Track, Turn, WheelToWheel, forced, lone,
};
use paddock::replay::{TrackFile, parse};

const QUIET: Progress<'_> = Progress::SILENT;

/// A board that ships.
fn shipped(name: &str) -> Draft {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/wheel_to_wheel").join(name).with_extension("json");
    let file: TrackFile<WheelToWheel> = parse(&std::fs::read(path).unwrap()).unwrap();
    file.track
}

fn small_board() -> Draft {
    Draft {
        name: "SMALL-24".to_owned(),
        loop_len: 24,
        red: vec![9],
        grid: (1..=12).map(|slot| 24 - slot).collect(),
        pit_entry: 19,
        pit_exit: 3,
        lane_len: 8,
        lane_line: 6,
        garages: vec![GarageDraft::new("amber", "AM", 3), GarageDraft::new("azure", "AZ", 4)],
        crash_next: 8,
        ..Draft::default()
    }
}

fn on(draft: &Draft) -> (Track, State) {
    let track = valid(draft);
    let start = lone(&track, &Setup::usual(draft), 0).unwrap();
    (track, start)
}

fn turns(best: &Best, state: &State) -> f64 {
    best.turns(state).unwrap().exact().unwrap()
}

fn of(found: &Strategies, plan: Plan) -> f64 {
    found.plans.iter().find(|strategy| strategy.plan == plan).unwrap().best.exact().unwrap()
}

#[test]
fn best_play_on_the_shipped_boards_is_what_others_found() {
    for (name, shh, shs) in [("skerry-sands", 36.00, 38.43), ("lanternwood", 56.68, 57.38)] {
        let (track, start) = on(&shipped(name));
        let found = strategies(&track, &start, QUIET).unwrap();
        for (plan, expected) in [(Plan::Shh, shh), (Plan::Shs, shs)] {
            let turns = of(&found, plan);
            assert!((turns - expected).abs() < 0.01, "{name}, {}: {turns}, not {expected}", plan.id());
        }
        assert_eq!(found.plans.len(), 6);
        for strategy in &found.plans {
            let (best, fixed) = (strategy.best.exact().unwrap(), strategy.fixed.mean());
            assert!(best < fixed, "{name}, {}: {best} {fixed}", strategy.plan.id());
            assert!(strategy.fixed.is_whole() && (strategy.chances.mean() - best).abs() < 1e-6);
            // Whoever is bound to no strategy does at least as well as with any that begins on the same tyres.
            let compound = strategy.plan.compounds()[0];
            let free = found.free.iter().find(|(tyre, _)| *tyre == compound).unwrap().1.exact().unwrap();
            assert!(free <= best + 1e-9, "{name}: {free} {best}");
        }
    }
}

/// The part of a lone driver's state that the rules use, for the slow method: without rounds, stops and history.
fn reported(state: &State) -> State {
    let mut reported = state.clone();
    (reported.round, reported.awarded, reported.finished) = (1, 0, 0);
    // Sixes in a row count only where they break the engine.
    if reported.teams[0].skills.breaking_six().is_none() {
        reported.row = 0;
    }
    reported.teams.iter_mut().for_each(|team| (team.free, team.six) = (0, false));
    for driver in &mut reported.drivers {
        (driver.landed, driver.die, driver.stops, driver.driven) = (0, None, 0, [None; 3]);
    }
    reported
}

/// The entries of a state, by the choice before the throw and by face, with the state each leads to; `None` is the
/// finish.
type Options = Vec<Vec<(f64, Vec<Option<usize>>)>>;

/// The states that the uses of each face lead to.
type Faces = BTreeMap<u8, Vec<Option<usize>>>;

/// Expected turns by value iteration over whole states, through `legal_turns` and `play` alone.
fn slowly(track: &Track, start: &State, may: impl Fn(&State, &Turn) -> bool) -> (f64, usize) {
    let mut states = vec![reported(start)];
    let mut numbers: FnvHashMap<State, usize> = FnvHashMap::from_iter([(states[0].clone(), 0)]);
    let mut all: Vec<Options> = Vec::new();
    while all.len() < states.len() {
        let state = states[all.len()].clone();
        let mut by_die: Vec<(Option<Die>, Faces)> = Vec::new();
        for legal in WheelToWheel::legal_turns(track, &state) {
            if !may(&state, &legal.turn) {
                continue;
            }
            let (die, face) = match legal.turn.action {
                Action::Throw(throw) => (Some(throw.die), throw.face),
                Action::Discharge => (None, 0),
                Action::Spend { .. } | Action::Pass => continue,
            };
            let next = WheelToWheel::play(track, &state, &legal.turn).unwrap().state;
            let to = (next.drivers[0].finished == 0).then(|| {
                let next = reported(&next);
                *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                })
            });
            if by_die.iter().all(|(known, _)| *known != die) {
                by_die.push((die, Faces::new()));
            }
            let faces = by_die.iter_mut().find(|(known, _)| *known == die).unwrap();
            faces.1.entry(face).or_default().push(to);
        }
        let options = by_die.into_iter().map(|(die, faces)| {
            let chance = |face: u8| match die {
                Some(die) => track.faces().of(die).iter().filter(|side| **side == face).count() as f64 / 6.0,
                None => 1.0,
            };
            faces.into_iter().map(|(face, uses)| (chance(face), uses)).collect()
        });
        all.push(options.collect());
    }
    let mut values = vec![0.0_f64; states.len()];
    for _ in 0..2_000 {
        let worth = |to: &Option<usize>| match to {
            None => 1.0,
            Some(to) if states[*to].extra.is_some() => values[*to],
            Some(to) => 1.0 + values[*to],
        };
        let option = |faces: &Vec<(f64, Vec<Option<usize>>)>| -> f64 {
            faces.iter().map(|(chance, uses)| chance * uses.iter().map(worth).fold(f64::INFINITY, f64::min)).sum()
        };
        let next: Vec<f64> =
            all.iter().map(|options| options.iter().map(option).fold(f64::INFINITY, f64::min)).collect();
        let change = next.iter().zip(&values).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        values = next;
        if change < 1e-12 {
            break;
        }
    }
    (values[0], states.len())
}

#[test]
fn a_search_that_ends_early_says_no_more_than_a_lower_bound() {
    let (track, start) = on(&small_board());
    let whole = Best::new(&track, std::slice::from_ref(&start)).unwrap();
    let exact = turns(&whole, &start);
    let mut last = 0.0;
    for sweeps in [1, 2, 4] {
        let uses = whole.sweeps();
        assert!(uses > sweeps, "{uses}");
        let few = Best::sweeping(&track, &start, sweeps).unwrap();
        let found = few.turns(&start).unwrap();
        assert_eq!((few.sweeps(), found.at_most, found.exact()), (sweeps, None, None));
        assert!(found.at_least <= exact && found.at_least >= last, "{found:?} {exact}");
        last = found.at_least;
    }
    assert_eq!(Best::watched(&track, std::slice::from_ref(&start), &|| true).err(), Some(ChainError::Stopped));
}

/// The turns that a driver among others needs from the start.
fn among(track: &Track, start: &State, traffic: Traffic) -> f64 {
    let found = Best::among(track, std::slice::from_ref(start), traffic).unwrap().turns(start).unwrap();
    assert_eq!(found.at_most, None, "an estimate has no bounds");
    found.at_least
}

#[test]
fn a_driver_among_others_needs_more_turns_or_fewer() {
    let (track, start) = on(&small_board());
    let alone = turns(&Best::new(&track, std::slice::from_ref(&start)).unwrap(), &start);
    assert!((among(&track, &start, Traffic::default()) - alone).abs() < 1e-4);
    let slow = among(&track, &start, Traffic { slow: 0.5, ..Traffic::default() });
    let towed = among(&track, &start, Traffic { slipstream: 0.5, ..Traffic::default() });
    let met = among(&track, &start, Traffic { collision: 0.5, ..Traffic::default() });
    assert!(slow > alone + 1.0, "{slow} {alone}: half of the turns have the blue die only (WW-YEL-01)");
    assert!(towed < alone - 0.1, "{towed} {alone}: the red die in half of the turns (WW-SLIP-01)");
    assert!(met > alone + 0.01, "{met} {alone}: half of the red fields are occupied (WW-RED-02)");
    // With the blue die only, in every turn, the slipstream is void (WW-SLIP-04).
    let crawl = |slipstream| among(&track, &start, Traffic { slow: 1.0, slipstream, collision: 0.0 });
    assert!((crawl(0.0) - crawl(1.0)).abs() < 1e-9);
}

#[test]
fn traffic_is_measured_in_races_of_all_cars() {
    let draft = shipped("skerry-sands");
    let track = valid(&draft);
    let measured = |teams: usize| {
        let mut setup = Setup::usual(&draft);
        for colour in ["jade", "coral"].into_iter().take(teams - 2) {
            let mut team = setup.teams[0].clone();
            (team.name, team.colour) = (format!("Team {colour}"), colour.to_owned());
            team.drivers.iter_mut().for_each(|driver| driver.name = format!("{} of {colour}", driver.name));
            setup.teams.push(team);
        }
        let start = WheelToWheel::start(&track, &setup).unwrap();
        assert_eq!(Traffic::measured(&track, &start), Traffic::measured(&track, &start));
        Traffic::measured(&track, &start)
    };
    let (few, many) = (measured(2), measured(4));
    assert!(many.slipstream > few.slipstream + 0.02, "{few:?} {many:?}: more cars, more slipstreams");
    assert!(few.slow > many.slow + 0.05, "{few:?} {many:?}: two teams are enough for rain more often (WW-RAIN-01)");
    for traffic in [few, many] {
        assert!(traffic.collision > 0.01 && traffic.collision < 0.5, "{traffic:?}");
    }
}

#[test]
fn figures_do_not_depend_on_the_number_of_threads() {
    let (track, start) = on(&small_board());
    let figures = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let found = pool.install(|| strategies(&track, &start, QUIET)).unwrap();
        let plans = found.plans.iter().map(|plan| (plan.best.at_least.to_bits(), plan.states, plan.sweeps));
        (plans.collect::<Vec<_>>(), found.free.map(|(_, bounds)| bounds.at_least.to_bits()))
    };
    let one = figures(1);
    assert_eq!(one.0.len(), 6);
    assert_eq!(one, figures(2));
    assert_eq!(one, figures(3));
}

#[test]
fn strategies_are_forecast_as_they_are_played_best() {
    let trial = Trial::on(&small_board(), &setup(2));
    let from = alone_from_now(&trial.state, 0);
    let found = WheelToWheel::forecast(&trial.track, &trial.state, trial.state.car(0), QUIET).unwrap();
    assert_eq!(found.prospects.len(), 6);
    for (plan, prospect) in Plan::ALL.into_iter().zip(&found.prospects) {
        let start = bound(&planned(&from, plan, None), plan);
        let best = Best::with_stops_due(&trial.track, &start, &|| false).unwrap();
        let expected = prospect.expected.unwrap();
        assert!((expected.turns - turns(&best, &start)).abs() < 1e-9);
        assert!(f64::from(expected.within[0]) < expected.turns && expected.turns < f64::from(expected.within[1]));
    }
    let notes = found.notes.join(" ");
    assert!(notes.contains("best play") && notes.contains("leaves out"), "{notes}");
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn races_played_so_take_as_many_turns_on_average() {
        for (draft, races) in [(small_board(), 24_000), (shipped("skerry-sands"), 1_500)] {
            let (track, start) = on(&draft);
            let held = bound(&planned(&start, Plan::Shh, None), Plan::Shh);
            for start in [planned(&start, Plan::Hhs, None), held] {
                let best = Best::new(&track, std::slice::from_ref(&start)).unwrap();
                let drawn = sample(&track, &start, &best, Goal::Finish, races, 5);
                let (exact, half) = (turns(&best, &start), drawn.half_interval());
                assert_eq!((drawn.races(), drawn.unfinished), (races, 0));
                assert!(
                    (drawn.mean() - exact).abs() <= 1.4 * half,
                    "{}: {exact}, {} ± {half}",
                    draft.name,
                    drawn.mean()
                );
                let due = Best::with_stops_due(&track, &start, &|| false).unwrap();
                let drawn = sample(&track, &start, &due, Goal::Finish, races, 6);
                let expected = turns(&due, &start);
                // Eight means are compared: 3.6 standard errors, 1.4 intervals of 99 in a hundred, fail one time in 400.
                assert!(
                    (drawn.mean() - expected).abs() <= 1.4 * drawn.half_interval(),
                    "{}: {} ± {}, {expected} expected, {} unfinished",
                    draft.name,
                    drawn.mean(),
                    drawn.half_interval(),
                    drawn.unfinished
                );
                for (best, exact) in [(&best, exact), (&due, expected)] {
                    let chain = best.chain(&start).unwrap().distribution();
                    assert!(chain.is_whole() && (chain.mean() - exact).abs() < 1e-6, "{} {exact}", chain.mean());
                }
                // No policy is better than the best.
                let fixed = sample(&track, &start, Policy::default(), Goal::Finish, races, 5);
                assert!(fixed.mean() + fixed.half_interval() > exact);
            }
        }
    }

    #[test]
    #[ignore = "slow"]
    fn a_second_and_slow_method_finds_the_same_on_a_small_board() {
        let mut late = small_board();
        (late.lane_line, late.crash_next) = (2, 8);
        // Garages behind the lane's line, skills that help, dice on which a six is common.
        let helped = Skills { helmet: 1, tools: 2, headset: 3 };
        let never = Skills { helmet: 1, tools: 3, headset: 2 };
        let mut sixes = small_board();
        sixes.dice = Dice { blue: vec![1, 1, 2, 2, 3, 6], ..Dice::default() };
        for (draft, skills) in [(small_board(), Skills::default()), (late, helped), (sixes, never)] {
            let (track, start) = on(&draft);
            for plan in [Plan::Shh, Plan::Hsh] {
                let start = bound(&planned(&start, plan, Some(skills)), plan);
                let best = Best::new(&track, std::slice::from_ref(&start)).unwrap();
                let (slow, states) = slowly(&track, &start, |_, _| true);
                let found = best.turns(&start).unwrap();
                assert!(states > 1_000, "{states}");
                assert!((found.exact().unwrap() - slow).abs() < 1e-7, "{}: {found:?} {slow}", plan.id());
                assert!(found.at_least <= slow + 1e-9 && slow <= found.at_most.unwrap() + 1e-9);
                // Turning in only for stops that are due.
                let due = Best::with_stops_due(&track, &start, &|| false).unwrap();
                let (slow_due, _) = slowly(&track, &start, |state, turn| {
                    let turns_in = turn.as_throw().is_some_and(|throw| throw.branch == Some(Branch::Pit));
                    !turns_in || forced(&track, state, 0).is_some()
                });
                assert!((turns(&due, &start) - slow_due).abs() < 1e-7 && slow_due >= slow - 1e-9, "{slow_due} {slow}");
            }
        }
    }
}
