//! The computer drivers of Vector Racing, where a rule of the race limits them.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use serde_json::json;

use crate::common::*;
use paddock::Games;
use paddock::drivers::Effort;
use paddock::game::{CarId, Progress};
use paddock::games::vector_racing::solve::{Progress as SolverProgress, losses};
use paddock::games::vector_racing::{CrashRule, DamageRule, Draft, Measure, Turn};
use paddock::replay::{Opened, no_files};

/// A race past a corner in which every touch of a wall costs life. Nine times, each racer has bumped into the wall beside
/// the start, so that it has one point of life left.
fn bumped(racers: u32) -> Vec<u8> {
    let mut draft = ell(40, 36);
    draft.rules.crash = CrashRule::StopAtWall;
    (draft.rules.damage, draft.rules.measure) = (DamageRule::Life, Measure::Perpendicular);
    let turns: Vec<_> = (0..9).flat_map(|_| 1..=racers).map(|car| json!({ "car": car, "move": [-1, 0] })).collect();
    let racers: Vec<_> = (1..=racers).map(|car| json!({ "car": car })).collect();
    let race = json!({
        "paddock": "replay", "version": 1, "game": "vector_racing", "track": draft,
        "setup": { "racers": racers }, "turns": turns,
    });
    serde_json::to_vec(&race).unwrap()
}

#[test]
fn rt_dmg_02_advice_puts_moves_that_take_the_racer_out_last() {
    for racers in [1, 2] {
        let Ok(Opened::Race(race)) = paddock::open(&bumped(racers), &no_files) else { panic!("no race") };
        let game = Games::all().of(&race.draft()).unwrap();
        let school = game.learn_race(race.as_ref(), 9 * racers as usize, Progress::SILENT).unwrap();
        let effort = Effort { rollouts: Some(36), ..Effort::default() };
        let advised = school.advise(effort, 1, Progress::SILENT, &|_| ());
        assert_eq!(advised.moves.len(), 9);
        let best = &advised.moves[0];
        assert!(
            best.words.starts_with("1: 1R") && best.turns.is_some_and(|turns| (turns - 15.0).abs() < 1e-9),
            "{best:?}"
        );
        for (place, known) in advised.moves.iter().enumerate() {
            assert_eq!(known.words.starts_with("1: 1L"), place > 5, "{place}: {known:?}");
            assert_eq!(known.turns.is_none(), place > 5, "{place}: {known:?}");
        }
        assert!(advised.moves[6].loss > 0.0);
    }
}

/// A race towards a corner, in which the first racer is too fast to turn in time: it must crash. The second one has
/// hardly moved.
fn too_fast(draft: &Draft) -> Vec<u8> {
    let turns: Vec<_> = (1..=7)
        .flat_map(|speed| {
            [json!({ "car": 1, "move": [speed, 0] }), json!({ "car": 2, "move": [i32::from(speed == 1), 0] })]
        })
        .collect();
    let race = json!({
        "paddock": "replay", "version": 1, "game": "vector_racing", "track": draft,
        "setup": { "racers": [{ "car": 1 }, { "car": 2 }] }, "turns": turns,
    });
    serde_json::to_vec(&race).unwrap()
}

#[test]
fn advice_counts_the_turns_of_a_crash_that_cannot_be_avoided() {
    for crash in [CrashRule::default(), CrashRule::StopAtWall, CrashRule::BackToStart] {
        let mut draft = ell(40, 36);
        draft.rules.crash = crash;
        let Ok(Opened::Race(race)) = paddock::open(&too_fast(&draft), &no_files) else { panic!("no race") };
        let game = Games::all().of(&race.draft()).unwrap();
        let school = game.learn_race(race.as_ref(), 14, Progress::SILENT).unwrap();
        let advised = school.advise(Effort::default(), 1, Progress::SILENT, &|_| ());
        let best = &advised.moves[0];
        // The exact number, crashes included, from the comparison of a recorded race with the best moves.
        let (track, first) = (valid(&draft), Trial::with(&draft, &setup(2)).state);
        let turns: Vec<Turn> = (1..=7)
            .flat_map(|speed| [Turn::go(CarId(1), [speed, 0]), Turn::go(CarId(2), [i32::from(speed == 1), 0])])
            .chain([Turn::go(CarId(1), [6, 0])])
            .collect();
        let exact = losses(&track, &first, &turns, SolverProgress::SILENT).unwrap()[14].before.unwrap();
        let known = best.turns.unwrap();
        assert!((known - f64::from(exact)).abs() < 1e-9, "{crash:?}: {known} and {exact}");
    }
}
