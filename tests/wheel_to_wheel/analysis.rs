//! Tests of odds, the model of a lone driver, simulated races and luck, compared with the ledger's exact values
//! (section 7).
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::Progress;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::analysis::{
    Best, Chain, ChainError, Choice, Distribution, Goal, Policy, Sample, Speed, alone as alone_from_now,
    chance_of_failure, chance_of_rain, collision_risk, decision, expected_steps, expected_steps_after_battery, luck,
    planned, qualifying_sums, sample, throws_to_fill, throws_to_garage, throws_to_travel, what_if, what_if_sampled,
    what_if_watched,
};
use paddock::games::wheel_to_wheel::{
    Compound, Die, Draft, Faces, GarageDraft, Plan, Skills, State, Track, Turn, TyreOverrun, WheelToWheel, lone, next,
};

fn is_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found} is not {expected}");
}

fn faces() -> Faces {
    *valid(&test_60()).faces()
}

fn tools(slot: u8) -> Skills {
    Skills { tools: slot, ..Skills::default() }
}

fn headset(slot: u8) -> Skills {
    Skills { headset: slot, ..Skills::default() }
}

/// AM1 alone on TEST-60.
fn alone(draft: &Draft, overrun: TyreOverrun, skills: Skills) -> (Track, State) {
    let mut setup = setup(2);
    setup.options.tyre_overrun = overrun;
    let track = valid(draft);
    let mut state = lone(&track, &setup, 0).unwrap();
    state.teams[0].skills = skills;
    (track, state)
}

/// A small board: what a chain over all states can be checked by.
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

#[test]
fn qualifying() {
    let sums = qualifying_sums(&faces());
    let expected = [1.0 / 54.0, 1.0 / 18.0, 1.0 / 9.0, 4.0 / 27.0, 1.0 / 6.0];
    for (sum, chance) in (6..).zip(expected.iter().chain(expected.iter().rev())) {
        is_near(sums[&sum], *chance);
    }
    is_near(sums.iter().map(|(sum, chance)| f64::from(*sum) * chance).sum(), 10.5);
    is_near(sums.values().map(|chance| chance * chance).sum(), 191.0 / 1458.0);
}

#[test]
fn steps_of_a_move() {
    use Die::{Green, Red};
    for (first, extra, expected) in [
        (Green, Green, [299.0 / 72.0, 1811.0 / 432.0, 21.0 / 5.0]),
        (Red, Red, [7.0, 22.0 / 3.0, 15.0 / 2.0]),
        (Red, Green, [227.0 / 36.0, 1379.0 / 216.0, 32.0 / 5.0]),
        (Green, Red, [9.0 / 2.0, 14.0 / 3.0, 19.0 / 4.0]),
    ] {
        for (slot, value) in (1..).zip(expected) {
            is_near(expected_steps(&faces(), first, extra, tools(slot)), value);
        }
    }
    is_near(expected_steps_after_battery(&faces(), Green, tools(1)), 731.0 / 72.0);
    is_near(expected_steps_after_battery(&faces(), Red, tools(1)), 13.0);
    is_near(chance_of_failure(&faces(), Green, tools(1)), 1.0 / 216.0);
    is_near(chance_of_failure(&faces(), Green, tools(2)), 1.0 / 1296.0);
    is_near(chance_of_failure(&faces(), Red, tools(1)), 1.0 / 27.0);
    is_near(chance_of_failure(&faces(), Red, tools(2)), 1.0 / 81.0);
    is_near(chance_of_failure(&faces(), Red, tools(3)), 0.0);
}

#[test]
fn batteries_garages_rain_and_ways() {
    use Die::{Blue, Green, Red};
    is_near(throws_to_fill(&faces(), &[Blue], 0).unwrap(), 43.0 / 9.0);
    is_near(throws_to_fill(&faces(), &[Green], 0).unwrap(), 6.0);
    is_near(throws_to_fill(&faces(), &[Blue, Green], 0).unwrap(), 15.0 / 4.0);
    assert_eq!(throws_to_fill(&faces(), &[Red], 3), None);
    for (slot, expected) in [
        (1, [3.0, 3.0, 3.0, 4.0, 13.0 / 3.0, 43.0 / 9.0]),
        (2, [19.0 / 9.0, 19.0 / 9.0, 19.0 / 9.0, 28.0 / 9.0, 31.0 / 9.0, 35.0 / 9.0]),
        (3, [5.0 / 3.0, 5.0 / 3.0, 5.0 / 3.0, 8.0 / 3.0, 3.0, 31.0 / 9.0]),
    ] {
        for (steps, value) in (1..).zip(expected) {
            is_near(throws_to_garage(&faces(), steps, headset(slot)).unwrap(), value);
        }
    }
    let round = |chance: f64| (chance * 1e4).round() / 1e4;
    assert_eq!([2, 3, 4].map(|teams| round(chance_of_rain(&faces(), Green, teams))), [0.0934, 0.0285, 0.0087]);
    assert_eq!([2, 3, 4].map(|teams| round(chance_of_rain(&faces(), Red, teams))), [0.3086, 0.1715, 0.0953]);
    assert_eq!([Blue, Green, Red].map(|die| round(throws_to_travel(&faces(), die, 60))), [30.3333, 17.619, 12.413]);
}

#[test]
fn the_chain_gives_the_ledgers_turns_of_a_first_lap() {
    for (die, expected) in
        [(Die::Green, [16.191618, 15.352965, 15.206349]), (Die::Red, [13.049100, 9.939568, 8.808859])]
    {
        for (slot, value) in (1..).zip(expected) {
            let (track, state) = alone(&test_60(), TyreOverrun::Off, tools(slot));
            let start = planned(&state, Plan::Shh, None);
            let policy = Policy { speed: Speed::Always(die), ..Policy::default() };
            let chain = Chain::new(&track, &start, policy, Goal::Lap(1)).unwrap();
            let mean = chain.distribution().mean();
            assert!((mean - value).abs() < 1e-6, "{die:?}, tools {slot}: {mean}, not {value}");
        }
    }
}

fn agree(plan: Plan, exact: &Distribution, drawn: &Sample) {
    assert_eq!(drawn.unfinished, 0);
    let (off, half) = ((exact.mean() - drawn.mean()).abs(), drawn.half_interval());
    assert!(off <= half, "{}: {} exactly, {} drawn, within {half}", plan.id(), exact.mean(), drawn.mean());
    // The whole distribution too, by Kolmogorov's distance, which is below 1.95 roots with a chance of 999 in 1,000.
    let (mut below, mut counted, mut widest) = (0.0, 0.0, 0.0_f64);
    for (turns, chance) in exact.chances.iter().enumerate() {
        below += chance;
        counted += f64::from(drawn.counts.get(turns).copied().unwrap_or(0)) / f64::from(drawn.races());
        widest = widest.max((below - counted).abs());
    }
    assert!(widest < 1.95 / f64::from(drawn.races()).sqrt(), "{}: {widest}", plan.id());
    let sum: f64 = exact.chances.iter().sum();
    assert!((sum + exact.left - 1.0).abs() < 1e-9 && exact.left < 1e-11);
}

#[test]
fn strategies_drawn_agree_with_the_exact_chain_on_a_small_board() {
    for (charges, skills) in [(0, Skills::default()), (2, Skills { tools: 2, headset: 3, helmet: 1 })] {
        let (track, state) = alone(&small_board(), TyreOverrun::ForcedPit, skills);
        let policy = Policy { charges, ..Policy::default() };
        let exact = what_if(&track, &state, policy).unwrap();
        let drawn = what_if_sampled(&track, &state, policy, 5_000, 4);
        assert_eq!(exact.len(), 6);
        for ((plan, exact), (_, drawn)) in exact.iter().zip(&drawn) {
            agree(*plan, exact, drawn);
        }
        // Seeds draw the same races.
        let few = |seed| what_if_sampled(&track, &state, policy, 50, seed);
        assert_eq!(few(4), few(4));
        assert_ne!(few(4), few(5));
    }
}

#[test]
fn a_plan_is_what_is_driven() {
    // One race of each plan, followed turn by turn.
    let (track, state) = alone(&small_board(), TyreOverrun::ForcedPit, Skills::default());
    for late in [false, true] {
        let mut draft = small_board();
        if late {
            (draft.lane_line, draft.crash_next) = (2, 8);
        }
        let (track, state) = if late {
            alone(&draft, TyreOverrun::ForcedPit, Skills::default())
        } else {
            (track.clone(), state.clone())
        };
        for plan in Plan::ALL {
            let policy = Policy { plan: Some(plan), ..Policy::default() };
            let start = planned(&state, plan, None);
            let ends = paddock::games::wheel_to_wheel::analysis::ends(&track, &start, policy, 200, 11);
            assert_eq!(ends.len(), 200);
            for end in ends {
                let driven: String = end.drivers[0].driven.iter().map(|tyre| tyre.unwrap().letter()).collect();
                assert_eq!(driven, plan.id());
                assert!(usize::from(end.drivers[0].stops) >= plan.stops());
            }
        }
    }
}

#[test]
fn the_whole_board_as_a_chain() {
    let (track, state) = alone(&test_60(), TyreOverrun::ForcedPit, Skills::default());
    let policy = Policy { charges: 2, plan: Some(Plan::Hhs), ..Policy::default() };
    let start = planned(&state, Plan::Hhs, None);
    let chain = Chain::new(&track, &start, policy, Goal::Finish).unwrap();
    let exact = chain.distribution();
    agree(Plan::Hhs, &exact, &sample(&track, &start, policy, Goal::Finish, 4_000, 1));
    assert!(chain.states() > 1_000 && chain.states() < 120_000, "{}", chain.states());
    assert!(exact.quantile(0.5) > 20 && exact.quantile(0.9) > exact.quantile(0.5));
    let (ahead, level) = exact.against(&exact);
    is_near(2.0 * ahead + level, 1.0);
}

#[test]
fn what_was_luck() {
    let trial = Trial::new(2).turn_of("AM1");
    let turns = [
        trial.throw("AM1", mv(Die::Green, 6)),
        trial.throw("AM1", mv(Die::Green, 1)),
        trial.throw("AM2", mv(Die::Red, 4)),
        trial.throw("AZ1", mv(Die::Blue, 3)),
    ];
    let found = luck(&trial.track, &trial.state, &turns);
    assert_eq!(found.iter().map(|luck| luck.throws).collect::<Vec<u32>>(), [2, 1, 1, 0]);
    is_near(found[0].score, 0.0);
    is_near(found[0].variance, 35.0 / 6.0);
    is_near(found[0].sixes, 1.0 - 2.0 / 6.0);
    is_near(found[1].score, -1.0);
    is_near(found[1].z(), -1.0 / (2.0_f64 / 3.0).sqrt());
    is_near(found[2].score, 1.0);
    is_near(found[3].z(), 0.0);
    // A third six, and tries to hit the garage.
    let mut third = Trial::new(2).turn_of("AM1");
    (third.state.row, third.state.extra) = (2, Some(0));
    is_near(luck(&third.track, &third.state, &[third.throw("AM1", failure(Die::Green))])[0].failures, 5.0 / 6.0);
    is_near(luck(&third.track, &third.state, &[third.throw("AM1", mv(Die::Green, 2))])[0].failures, -1.0 / 6.0);
    let lane = Trial::new(2).at("AM1", "P3").turn_of("AM1");
    is_near(luck(&lane.track, &lane.state, &[lane.throw("AM1", hold(3))])[0].tries, 1.0 / 3.0);
    is_near(luck(&lane.track, &lane.state, &[lane.throw("AM1", mv(Die::Blue, 1))])[0].tries, -2.0 / 3.0);
}

#[test]
fn what_decisions_are_worth() {
    let track = valid(&small_board());
    let mut trial = Trial::on(&small_board(), &setup(2)).round(5).turn_of("AM1").tyres("AM1", "S0", "");
    for (index, field) in [(0, "10"), (1, "2"), (2, "5"), (3, "15")] {
        let name = trial.state.name(index);
        trial = trial.at(&name, field).change(&name, |driver| driver.lap_open = true);
    }
    let weigh = |trial: &Trial, turn: &Turn| {
        let best = Best::new(&track, &[alone_from_now(&trial.state, 0)]);
        // What a race allows and a lone driver does not, such as the crash zone, is known, too.
        let mut from = vec![alone_from_now(&trial.state, 0)];
        // A driver who has finished has no play left.
        let reached = next(&track, &trial.state, turn).filter(|next| next.drivers[0].finished == 0);
        from.extend(reached.map(|next| alone_from_now(&next, 0)));
        assert!(best.is_ok());
        decision(&track, &trial.state, turn, &Best::new(&track, &from).unwrap())
    };
    let worth = |trial: &Trial, throw| weigh(trial, &trial.throw("AM1", throw)).unwrap();
    // Moving a five loses nothing; charging it does.
    let moved = worth(&trial, mv(Die::Red, 5));
    let charged = worth(&trial, charge(Die::Red, 5));
    assert_eq!((moved.lost_after(), moved.uses[0].0), (Some(0.0), mv(Die::Red, 5)));
    let lost = charged.lost_after().unwrap();
    assert!(lost > 0.15, "{charged:?}");
    is_near(charged.used.unwrap() - charged.uses[0].1, lost);
    is_near(charged.uses[0].1, moved.uses[0].1);
    // Dice are compared before the throw, and the mean of a die's best uses is what it is worth.
    assert_eq!(moved.choices.len(), 3);
    let blue = worth(&trial, mv(Die::Blue, 3));
    assert!(blue.lost_before().unwrap() > 0.1, "{blue:?}");
    is_near(blue.lost().unwrap(), blue.lost_before().unwrap() + blue.lost_after().unwrap());
    // Luck is the throw against its die: over all faces it comes to nothing.
    let mut sum = 0.0;
    for (face, sides) in track.faces().odds(Die::Red) {
        sum += f64::from(sides) * worth(&trial, mv(Die::Red, face)).luck().unwrap();
    }
    assert!(sum.abs() < 1e-9, "{sum}");
    // Into an occupied red field (9) from 8: charging is better.
    let red = trial.clone().at("AM1", "8").at("AZ1", "9");
    let crash = worth(&red, mv(Die::Blue, 1));
    assert!(crash.lost_after().unwrap() > 0.5 && crash.uses[0].0 == charge(Die::Blue, 1), "{crash:?}");
    // A move that finishes needs exactly one turn.
    let home = trial.at("AM1", "23").lap("AM1", 3).tyres("AM1", "H1", "HS");
    assert_eq!(worth(&home, mv(Die::Green, 2)).used, Some(1.0));
    // An illegal entry has no value; spending a slot is not such a decision.
    assert_eq!(worth(&home, mv(Die::Red, 5)).lost(), None);
    assert_eq!(weigh(&home, &home.discharge("AM1")).unwrap().lost(), None);
    assert_eq!(weigh(&home, &home.spend("AM1", paddock::games::wheel_to_wheel::Icon::Tools, 2)), None);
    let full = home.clone().at("AM1", "12").battery("AM1", 6);
    let battery = weigh(&full, &full.discharge("AM1")).unwrap();
    // Now or after the throw: the battery takes the driver as far.
    assert_eq!(battery.lost(), Some(0.0));
    let discharged = battery.choices.iter().find(|weighed| weighed.choice == Choice::Battery).unwrap();
    is_near(discharged.turns, battery.choices[0].turns);
    let start = alone_from_now(&home.state, 0);
    assert_eq!((start.drivers.len(), start.to_act(), start.car(0).0), (2, Some(0), 11));
}

/// A driver that throws red dice only never hits a garage three fields from the entry, unless its engine breaks.
#[test]
fn a_policy_without_an_end_gives_no_mean() {
    let (track, state) = alone(&small_board(), TyreOverrun::ForcedPit, tools(3));
    let endless = Policy { plan: Some(Plan::Shh), speed: Speed::Always(Die::Red), ..Policy::default() };
    let start = planned(&state, Plan::Shh, None);
    let found = Chain::new(&track, &start, endless, Goal::Finish).unwrap().distribution();
    assert!(!found.is_whole() && found.left > 0.1 && found.at_least() > 1_000.0, "{}", found.left);
}

#[test]
fn the_risk_of_a_collision() {
    let trial = Trial::new(3).at("AM1", "25").at("AZ1", "27").at("AZ2", "28").turn_of("AM1");
    is_near(collision_risk(&trial.track, &trial.state, 0, Die::Blue), 2.0 / 3.0);
    is_near(collision_risk(&trial.track, &trial.state, 0, Die::Green), 1.0 / 3.0);
    is_near(collision_risk(&trial.track, &trial.state, 0, Die::Red), 0.0);
    is_near(collision_risk(&trial.track, &trial.clone().round(2).state, 0, Die::Blue), 0.0);
}

/// What the strategies promise a driver, by name: turns, or why not.
fn promised(trial: &Trial, name: &str) -> Vec<(&'static str, Result<f64, String>)> {
    let progress = Progress::SILENT;
    let car = trial.state.car(trial.index(name));
    let found = WheelToWheel::forecast(&trial.track, &trial.state, car, progress).unwrap();
    assert_eq!(found.best().is_some(), found.headline.contains("fastest"), "{}", found.headline);
    let reported = |prospect: paddock::game::Prospect| {
        (prospect.name, prospect.expected.map(|expected| expected.turns).ok_or(prospect.closed))
    };
    found.prospects.into_iter().map(reported).collect()
}

#[test]
fn strategies_that_were_departed_from_are_closed() {
    let driven = |name: &str, tyres: &str, used: &str, first: Compound| {
        let trial = Trial::on(&small_board(), &setup(2)).round(9).at(name, "5").lap(name, 2).tyres(name, tyres, used);
        trial.change(name, |driver| {
            driver.lap_open = true;
            driver.driven[0] = Some(first);
        })
    };
    let open = |trial: &Trial| {
        promised(trial, "AM1").into_iter().filter(|(_, turns)| turns.is_ok()).map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(open(&driven("AM1", "H1", "H", H)), ["HHS"]);
    assert_eq!(open(&driven("AM1", "S0", "H", H)), ["HSH", "HSS"]);
    assert_eq!(open(&driven("AM1", "H0", "S", S)), ["SHS", "SHH"]);
    // Wet counts as hard.
    assert_eq!(open(&driven("AM1", "W0", "S", W)), ["HHS"]);
    let reported = promised(&driven("AM1", "H1", "H", H), "AM1");
    assert_eq!(reported[2], ("SHS", Err("the driver uses hard tyres in lap 1, but this strategy does not".to_owned())));
    // Behind the pit entry, the next lap begins on the same tyres (WW-TYRE-02).
    let first = |at: &str, tyres: &str| {
        let trial = Trial::on(&small_board(), &setup(2)).round(9).at("AM1", at).lap("AM1", 1).tyres("AM1", tyres, "");
        trial.change("AM1", |driver| driver.lap_open = true)
    };
    let entry = small_board().pit_entry;
    assert_eq!(open(&first(&entry.to_string(), "H0")), ["HHS", "HSH", "HSS"]);
    assert_eq!(open(&first(&(entry + 1).to_string(), "H0")), ["HHS"]);
    assert_eq!(open(&first("5", "H0")), ["HHS", "HSH", "HSS"]);
    let reported = promised(&first(&(entry + 1).to_string(), "H0"), "AM1");
    assert_eq!(reported[4], ("HSS", Err("the driver uses hard tyres in lap 2, but this strategy does not".to_owned())));
    // The battery helps: whoever has it full needs fewer turns.
    let full = driven("AM1", "H1", "H", H).battery("AM1", 6);
    let turns = |trial: &Trial| promised(trial, "AM1")[0].1.clone().unwrap();
    assert!(turns(&full) < turns(&driven("AM1", "H1", "H", H)));
}

#[test]
fn a_search_for_strategies_is_stopped_between_two_and_within_one() {
    let trial = Trial::on(&test_60(), &setup(2));
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let after = |most: usize| {
        asked.store(0, std::sync::atomic::Ordering::Relaxed);
        let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= most;
        let progress = Progress { report: &|_| (), stop: &stop };
        let found = WheelToWheel::forecast(&trial.track, &trial.state, trial.state.car(0), progress);
        let lone = alone_from_now(&trial.state, 0);
        asked.store(0, std::sync::atomic::Ordering::Relaxed);
        let reported = what_if_watched(&trial.track, &lone, Policy::default(), progress);
        (found.is_none(), reported == Err(ChainError::Stopped))
    };
    assert_eq!([after(0), after(1), after(5)], [(true, true); 3]);
}
