//! Decisions of computer drivers: they can be stopped at any moment, and do not depend on the number of threads.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use paddock::Games;
use paddock::drivers::{Advised, Candidate, DriveError, DrivePlan, Effort, Level, School, Start};
use paddock::game::Progress;
use paddock::replay::{Opened, Race, RaceEdit, no_files};
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use super::command::call;

/// A shipped race of each game, and the number of rollouts of a decision.
const RACES: [(&str, u32); 4] = [
    ("replays/vektorace/copper-kettle-six-cars.json", 24),
    ("replays/vector_racing/mill-lane-three-pencils.json", 24),
    ("replays/formula_d/saltmarsh-six-cars.json", 60),
    ("replays/wheel_to_wheel/harbour-cup-1.json", 60),
];
/// A position is looked at after each of these shares of a race.
const SHARES: [usize; 4] = [5, 30, 55, 80];

fn opened(file: &str) -> Box<dyn Race> {
    let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(file).unwrap(), &no_files) else { panic!("{file}") };
    race
}

/// Asserts that this turn can be recorded after `at` turns of a shipped race.
fn is_legal(file: &str, at: usize, turn: &Value) {
    let mut race = opened(file);
    let edit = RaceEdit::Play { line: race.shown_line(), at, turn: turn.clone(), reason: None };
    let recorded = race.recorder().unwrap().record(&edit);
    assert!(recorded.is_ok(), "turn {}: {turn}: {recorded:?}", at + 1);
}

/// The decision of an expert who must stop when it has asked `asked` times whether to stop. Returns also how often it
/// asked in all.
fn stopped_after(school: &dyn School, plan: &DrivePlan, asked: u64) -> (Result<Vec<Value>, DriveError>, u64) {
    let count = AtomicU64::new(0);
    let stop = || count.fetch_add(1, Ordering::Relaxed) >= asked;
    let decided = school.turns(plan, 1, Progress { report: &|_| (), stop: &stop });
    (decided, count.into_inner())
}

#[test]
fn a_decision_that_is_stopped_is_legal_and_the_best_so_far() {
    let one_thread = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for (file, rollouts) in RACES {
        let race = opened(file);
        let game = Games::all().of(&race.draft()).unwrap();
        let (mut stops, mut changed) = (0, 0);
        for at in SHARES.map(|share| race.len() * share / 100) {
            let school = game.learn_race(race.as_ref(), at, Progress::SILENT).unwrap();
            let effort = Effort { rollouts: Some(rollouts), ..Effort::default() };
            let plan = DrivePlan { effort, ..DrivePlan::of(Level::Expert, 5) };
            // A driver that compares one decision takes the one that the tables rate best.
            let first = DrivePlan { effort: Effort { candidates: 1, ..effort }, ..plan.clone() };
            let [whole, first] = [&plan, &first].map(|plan| school.turns(plan, 1, Progress::SILENT).unwrap());
            let stopped = |asked| one_thread.install(|| stopped_after(school.as_ref(), &plan, asked));
            let (never, questions) = stopped(u64::MAX);
            assert_eq!(never.unwrap(), whole, "{file}, turn {}", at + 1);
            assert!(matches!(stopped(0).0, Err(DriveError::Stopped)), "{file}: stopped before it began");
            assert_eq!(stopped(1).0.unwrap(), first, "{file}, turn {}: nothing was tried yet", at + 1);
            assert_eq!(stopped(questions).0.unwrap(), whole, "{file}, turn {}: stopped at the end", at + 1);
            let mut asked = 2;
            while asked < questions {
                let decided = stopped(asked).0.unwrap();
                is_legal(file, at, &decided[0]);
                changed += usize::from(decided != first);
                stops += 1;
                asked *= 3;
            }
        }
        println!("{file}: stopped {stops} times while rollouts ran, {changed} decisions other than the first");
        // In Vector Racing cars do not meet, so an expert needs no rollouts.
        assert!(stops > 4 || file.contains("vector_racing"), "{file}: stopped {stops} times");
    }
}

/// Asks for more rollouts than anybody can wait for, and stops when each decision was tried a hundred times.
#[test]
fn advice_that_is_stopped_has_tried_all_its_decisions_equally_often() {
    for (file, _) in RACES {
        let race = opened(file);
        let game = Games::all().of(&race.draft()).unwrap();
        let school = game.learn_race(race.as_ref(), race.len() * 2 / 5, Progress::SILENT).unwrap();
        let effort = Effort { rollouts: Some(u32::MAX), ..Effort::default() };
        let least = |moves: &[Candidate]| moves.iter().map(|known| known.rollouts).min();
        let is_enough = AtomicBool::new(false);
        let seen = |advised: &Advised| {
            if least(&advised.moves).is_some_and(|least| least >= 100) {
                is_enough.store(true, Ordering::Relaxed);
            }
        };
        let stop = || is_enough.load(Ordering::Relaxed);
        let advised = school.advise(effort, 1, Progress { report: &|_| (), stop: &stop }, &seen);
        assert!(advised.moves.len() > 1, "{file}: {advised:?}");
        let most = advised.moves.iter().map(|known| known.rollouts).max();
        assert_eq!(most, least(&advised.moves), "{file}: {advised:?}");
    }
}

#[test]
fn experts_drive_the_same_race_on_one_thread_and_on_many() {
    for (circuit, cars, laps) in [
        ("tracks/vektorace/copper-kettle.json", 3, Some(1)),
        ("tracks/vector_racing/two-ponds.json", 3, None),
        ("tracks/formula_d/saltmarsh.json", 3, Some(1)),
        ("tracks/wheel_to_wheel/skerry-sands.json", 4, None),
    ] {
        let Ok(Opened::Track(draft)) = paddock::open(&std::fs::read(circuit).unwrap(), &no_files) else {
            panic!("{circuit}")
        };
        let game = Games::all().of(&draft).unwrap();
        let effort = Effort { rollouts: Some(12), ..Effort::default() };
        let plan = DrivePlan { effort, ..DrivePlan::of(Level::Expert, 9) };
        let [one, many] = [1, 5].map(|threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let start = Start { laps, cars: Some(cars), ..Start::default() };
                let school = game.learn(&draft, &start, Progress::SILENT).unwrap();
                school.play(&plan, Progress::SILENT).unwrap()
            })
        });
        assert!(one.1.turns > 20, "{circuit}: {} turns", one.1.turns);
        assert_eq!(one.0, many.0, "{circuit}: one thread and five");
    }
}

/// Asks for more rollouts than anybody can wait for, and stops the engine.
#[test]
fn the_engine_answers_with_the_best_so_far_when_it_is_stopped() {
    let mut engine = call(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines();
    let mut answer = || -> Value {
        loop {
            let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
            if answer["type"] != "info" {
                return answer;
            }
        }
    };
    for (file, _) in RACES {
        let race = opened(file);
        let at = race.len() * 2 / 5;
        let written: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        writeln!(input, "{}", json!({"type": "position", "race": written, "at": at})).unwrap();
        let position = answer();
        assert_eq!(position["turn"], at, "{file}: {position}");
        let stop = json!({"type": "stop"});
        let go = json!({"type": "go", "level": "expert", "rollouts": u32::MAX, "seed": 5});
        write!(input, "{go}\n{stop}\n").unwrap();
        let best = answer();
        assert_eq!(best["car"], position["car"], "{file}: {best}");
        is_legal(file, at, &best["turn"]);
        let advise = json!({"type": "advise", "rollouts": u32::MAX, "seed": 5});
        write!(input, "{advise}\n{stop}\n").unwrap();
        let advice = answer();
        assert_eq!((&advice["type"], &advice["car"]), (&"advice".into(), &position["car"]), "{file}: {advice}");
    }
    writeln!(input, r#"{{"type":"quit"}}"#).unwrap();
    assert_eq!(engine.wait().unwrap().code(), Some(0));
}
