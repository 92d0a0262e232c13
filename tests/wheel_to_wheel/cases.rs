//! Small recorded races on which rulebook and program once disagreed (`tests/data/cases/wheel_to_wheel`).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};
use std::process::Command;

use paddock::game::prelude::*;
use paddock::game::{EventKind, IllegalTurn, Progress};
use paddock::games::wheel_to_wheel::analysis::{Best, Decision, alone, decision};
use paddock::games::wheel_to_wheel::{Draft, Spot, State, Track, Turn, WheelToWheel};
use paddock::replay::{ReplayFile, TrackFile, TrackSource, parse};

const QUIET: Progress<'_> = Progress::SILENT;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/wheel_to_wheel").join(name).with_extension("json")
}

/// A race up to its last entry, and that entry.
struct Case {
    track: Track,
    first: State,
    turns: Vec<Turn>,
    /// Before the last entry.
    state: State,
}

fn case(name: &str) -> Case {
    let file: ReplayFile<WheelToWheel> = parse(&std::fs::read(path(name)).unwrap()).unwrap();
    let TrackSource::Here(draft) = &file.track else { panic!("{name} names a file") };
    let track = WheelToWheel::validate(draft).0.unwrap();
    let first = WheelToWheel::start(&track, &file.setup).unwrap();
    let mut state = first.clone();
    assert!(file.turns.len() > 5);
    for turn in &file.turns[..file.turns.len() - 1] {
        state = WheelToWheel::play(&track, &state, turn).unwrap_or_else(|error| panic!("{name}: {error}")).state;
    }
    Case { track, first, turns: file.turns, state }
}

impl Case {
    fn last(&self) -> &Turn {
        self.turns.last().unwrap()
    }

    fn refused(&self) -> IllegalTurn {
        WheelToWheel::play(&self.track, &self.state, self.last()).unwrap_err()
    }
}

/// What the command line prints.
fn paddock(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&paddock(arguments)).unwrap()
}

/// WW-TYRE-05: a driver that must stop may not stay on the track, so the advice leaves that out.
#[test]
fn ww_pit_01_a_forced_driver_is_advised_to_halt() {
    let refused = case("forced-past-the-entry").refused();
    assert_eq!(refused.clause, "WW-PIT-01");
    assert!(refused.message.ends_with("may enter. Halt on field 17."), "{}", refused.message);
}

#[test]
fn ww_pit_01_p3b_says_which_field_is_passed() {
    let refused = case("p3b").refused();
    assert_eq!(refused.clause, "WW-PIT-01");
    assert_eq!(
        refused.message,
        "This throw cannot enter the pit lane, because 4 from field 24 passes the pit entry, field 25. Only a throw \
         that begins on field 25 may enter. Halt on field 25, or stay on the track."
    );
    // What it proposes is legal.
    let case = case("p3b");
    let fields: Vec<Spot> = WheelToWheel::legal_turns(&case.track, &case.state)
        .into_iter()
        .filter(|legal| legal.turn.car == case.last().car)
        .filter_map(|legal| {
            let after = WheelToWheel::play(&case.track, &case.state, &legal.turn).ok()?.state;
            Some(after.drivers[0].spot)
        })
        .collect();
    assert!(fields.contains(&Spot::Loop(25)) && fields.contains(&Spot::Loop(28)), "{fields:?}");
}

#[test]
fn ww_skill_02_s3_says_which_of_the_two_reasons_it_is() {
    let case = case("s3");
    let refused = case.refused();
    assert_eq!(refused.clause, "WW-SKILL-02");
    assert_eq!(refused.message, "The team has no free slot: it has taken all the slots that it has earned so far.");
    let against = |free: u8, icon, slot| {
        let mut state = case.state.clone();
        state.teams[0].free = free;
        let turn = Turn::spend(case.last().car, icon, slot);
        WheelToWheel::play(&case.track, &state, &turn).unwrap_err().message
    };
    use paddock::games::wheel_to_wheel::Icon::{Headset, Helmet, Tools};
    assert_eq!(against(1, Headset, 3), "Slot 2 of headset must be taken before slot 3.");
    assert_eq!(against(1, Tools, 2), "Slot 2 of tools is taken already.");
    assert_eq!(against(1, Helmet, 4), "Helmet has only 3 slots.");
    assert_eq!(against(0, Headset, 3), "The team has no free slot, and slot 2 of headset must be taken before slot 3.");
}

#[test]
fn ww_skill_05_s9_says_which_driver_slots_are_entered_for() {
    let case = case("s9");
    let refused = case.refused();
    assert_eq!(refused.clause, "WW-SKILL-05");
    assert_eq!(
        refused.message,
        "A skill slot cannot be entered for AM2 (car 12) now. Enter it for the driver that moves next, AM1 (car 11). It counts for \
         both drivers of the team."
    );
    // Entered so, it is legal.
    let paddock::games::wheel_to_wheel::Action::Spend { icon, slot } = case.last().action else { panic!("no slot") };
    let turn = Turn::spend(case.state.car(0), icon, slot);
    assert!(WheelToWheel::play(&case.track, &case.state, &turn).is_ok());
}

#[test]
fn ww_red_02_mv_tells_the_collision_of_each_listed_throw() {
    let case = case("mv");
    let state = WheelToWheel::play(&case.track, &case.state, case.last()).unwrap().state;
    let listed = WheelToWheel::legal_turns(&case.track, &state);
    let mut collisions = 0;
    for legal in &listed {
        let played = WheelToWheel::play(&case.track, &state, &legal.turn).unwrap();
        let reported = played.events.iter().any(|event| matches!(event.kind, EventKind::Collided { .. }));
        let index = state.index_of(legal.turn.car).unwrap();
        let crashed = played.state.drivers[index].spot == Spot::CrashZone;
        assert_eq!(reported, crashed, "{:?}", legal.turn);
        collisions += usize::from(reported);
    }
    assert!(collisions > 0 && collisions < listed.len(), "{collisions} of {}", listed.len());
}

/// The decision of the last entry of a case.
fn weighed(case: &Case) -> Decision {
    let index = case.state.index_of(case.last().car).unwrap();
    let best = Best::new(&case.track, &[alone(&case.state, index)]).unwrap();
    decision(&case.track, &case.state, case.last(), &best).unwrap()
}

#[test]
fn dec_chg3_charging_costs_a_twentieth_of_a_turn() {
    let case = case("dec_chg3");
    let decision = weighed(&case);
    let after = decision.lost_after().unwrap();
    assert!((after - 0.055).abs() < 0.01, "{decision:?}");
    // So says the race, too, with what would have been better.
    let turns: Vec<&Turn> = case.turns.iter().collect();
    let evaluation = WheelToWheel::evaluate(&case.track, &case.first, &turns, QUIET).unwrap();
    assert_eq!((evaluation.verdicts.len(), evaluation.advice.len()), (case.turns.len(), case.turns.len() + 1));
    let verdict = evaluation.verdict(case.turns.len()).unwrap();
    let [before, after_it] = verdict.shares.unwrap();
    assert!((after_it - after).abs() < 1e-9 && (verdict.lost.unwrap() - before - after).abs() < 1e-9, "{verdict:?}");
    let advice = evaluation.advice(case.turns.len() - 1).unwrap();
    assert_eq!(advice.thrown, "green 3 thrown");
    let uses: Vec<(&str, bool)> = advice.uses.iter().map(|of| (of.words.as_str(), of.taken)).collect();
    assert_eq!(uses, [("move 3", false), ("charge 3", true)]);
    assert!((advice.uses[1].turns - advice.uses[0].turns - after).abs() < 1e-9);
    // Chances of what may come of a die add up to 1, and the mean of its best uses is what the die is worth.
    assert!(advice.choices.len() >= 2);
    for choice in &advice.choices {
        let sum: f64 = choice.outcomes.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{choice:?}");
    }
    // After the last entry somebody is to act, and may be advised, too.
    let next = evaluation.advice(case.turns.len()).unwrap();
    assert!(next.thrown.is_empty() && next.uses.is_empty() && !next.choices.is_empty());
}

#[test]
fn what_would_have_been_better_is_printed() {
    let file = path("dec_chg3").display().to_string();
    let text = paddock(&["analyze", "--compare", &file]);
    let line = text.lines().find(|line| line.contains("turn 13,")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("better: ") && line.contains("move 3"), "{line}");
    assert!(text.contains("best play of a single driver without opponents") && text.contains("left out"), "{text}");
    let found = json(&["analyze", "--compare", "--json", &file]);
    let last = found["compared"]["turns"].as_array().unwrap().iter().find(|turn| turn["turn"] == 13).unwrap().clone();
    assert_eq!(last["uses"][0]["words"], "move 3");
    assert!(last["choices"].as_array().unwrap().len() >= 2);
    let compared_with = found["compared"]["judged_by"].as_str().unwrap();
    assert!(
        compared_with.contains("best play") && compared_with.contains("left out") && compared_with.contains("rain"),
        "{compared_with}"
    );
}

#[test]
fn a_races_team_points_are_printed() {
    let race = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/wheel_to_wheel/skerry-sands-four-teams.json");
    let file = race.display().to_string();
    let checked = json(&["check", "--json", &file]);
    let points = &checked["files"][0]["points"];
    let teams = points["teams"].as_array().unwrap();
    assert_eq!((teams.len(), points["over"].as_bool()), (4, Some(true)));
    assert_eq!(points["winning_team"], teams[0]["name"]);
    let sum = |list: &serde_json::Value| -> u64 {
        list.as_array().unwrap().iter().map(|line| line["points"].as_u64().unwrap()).sum()
    };
    assert_eq!(sum(&points["teams"]), sum(&points["drivers"]));
    assert_eq!(sum(&points["teams"]), 25 + 18 + 15 + 12 + 10 + 8 + 6 + 5);
    assert_eq!(json(&["show", "--json", &file])["points"], *points);
    assert_eq!(json(&["analyze", "--json", &file])["points"], *points);
    let winner = format!("Winning team: {}.", teams[0]["name"].as_str().unwrap());
    for command in ["check", "show", "analyze"] {
        let text = paddock(&[command, &file]);
        assert!(text.contains("Team points: ") && text.contains(&winner), "{command}: {text}");
    }
    // Before the end nobody has won.
    let early = json(&["show", "--json", "--at", "20", &file]);
    assert!(early["points"]["winning_team"].is_null() && early["points"]["over"] == false);
    assert!(paddock(&["show", "--at", "20", &file]).contains("Team points if the race ended now: "));
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn a_chain_longer_than_what_is_followed_says_so() {
        let file: TrackFile<WheelToWheel> = parse(&std::fs::read(path("w2w-1000-fields")).unwrap()).unwrap();
        let draft: Draft = file.track;
        assert_eq!(draft.loop_len, 1_000);
        let board = path("w2w-1000-fields").display().to_string();
        let found = json(&["solve", "--json", &board]);
        let strategies = found["strategies"].as_array().unwrap();
        assert_eq!(strategies.len(), 6);
        // Skill slots are part of a lone driver's race and are left out: no claim to be the optimum of the rules.
        let left_out = found["left_out"].as_array().unwrap();
        assert!(
            found["optimal"] == false && left_out.iter().any(|rule| rule.as_str().unwrap().contains("skill slots"))
        );
        let mut unfinished = 0;
        for strategy in strategies {
            let (least, fixed) = (strategy["at_least"].as_f64().unwrap(), &strategy["fixed"]);
            assert!(least > 500.0, "{strategy}");
            if let Some(turns) = strategy["turns"].as_f64() {
                assert!(turns <= strategy["at_most"].as_f64().unwrap(), "{strategy}");
            }
            // The best play is found; its spread lies within what was followed.
            assert!(strategy["turns"].is_f64() && strategy["deviation"].is_f64(), "{strategy}");
            // The fixed policy is followed for 5,000 turns. Beyond that only a lower bound of the mean is given.
            if fixed["turns"].is_null() {
                unfinished += 1;
                assert!(fixed["at_least"].as_f64().unwrap() > 500.0 && fixed["deviation"].is_null(), "{strategy}");
            }
        }
        assert!(unfinished > 0);
    }
}
