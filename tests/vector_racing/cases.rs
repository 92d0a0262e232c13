//! Recorded races on which rulebook and program once disagreed (`tests/data/cases/vector_racing`), and similar
//! positions.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::Path;

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{EventKind, Sort};
use paddock::games::vector_racing::solve::{Progress, Question, solve};
use paddock::games::vector_racing::{
    AfterFinish, CrashRule, Crossing, Draft, Rules, Setup, Standing, State, Turn, VectorRacing, WallRule,
};

/// A recorded race: its circuit, its setup and its entries.
fn case(name: &str) -> (Draft, Setup, Vec<Turn>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/vector_racing").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let part = |name: &str| file[name].clone();
    (
        serde_json::from_value(part("track")).unwrap(),
        serde_json::from_value(part("setup")).unwrap(),
        serde_json::from_value(part("turns")).unwrap(),
    )
}

/// The race in any position, and all the entries that are legal from the first on.
fn played(name: &str) -> (Trial, Vec<State>) {
    let (draft, setup, turns) = case(name);
    let mut trial = Trial::with(&draft, &setup);
    let mut states = vec![trial.state.clone()];
    for turn in turns {
        trial = trial.play(turn);
        states.push(trial.state.clone());
    }
    assert!(states.len() > 1);
    (trial, states)
}

#[test]
fn rt_crash_04_ponds4_a_crash_on_the_line_gains_no_crossing() {
    let (trial, states) = played("ponds4.json");
    let progress: Vec<i32> = states.iter().map(|state| state.racers[0].progress).collect();
    assert_eq!(progress, [0; 5], "the line is never crossed");
    // Who stands on the line is after it, and stays there.
    let crashed = &states[3].racers[0];
    assert!(crashed.at[0] >= 17, "{:?}", crashed.at);
    assert!(trial.racer().is_racing());
}

#[test]
fn rt_crash_04_lo_what_is_crossed_behind_a_wall_is_not_crossed() {
    let (draft, setup, turns) = case("lo.json");
    let mut trial = Trial::with(&draft, &setup);
    for turn in &turns[..4] {
        trial = trial.play(*turn);
    }
    let before = trial.racer().progress;
    trial = trial.play(turns[4]);
    assert!(trial.racer().base == [0, 0] && trial.racer().progress == before, "{:?}", trial.racer());
    trial = trial.play(turns[5]);
    assert!(trial.racer().is_racing(), "the ring was not driven round");
}

#[test]
fn rt_crash_03_p5_where_the_king_distance_is_flat_the_middle_decides() {
    let (trial, _) = played("p5.json");
    assert_eq!(trial.racer().at, [38, 1], "not ahead of the crash at x = 38 2/3");
    // All round the ring, both ways, whatever wall is hit: nobody is put ahead of the crash as the straight goes.
    let (draft, ..) = case("p5.json");
    let mut looked = 0;
    for (crossing, sense) in [(Crossing::Right, 1), (Crossing::Left, -1)] {
        let finish = line("30,0", "30,20", crossing);
        let trial = Trial::new(&Draft { finish, ..draft.clone() });
        // Bottom, right, top and left straight: from where, along which axis, and which way the race goes there.
        for (at, axis, way) in [([36, 4], 0, 1), ([56, 28], 1, 1), ([28, 56], 0, -1), ([4, 32], 1, -1)] {
            for along in 1..=3 {
                for across in 3..=7 {
                    let outwards = if at[1 - axis] < 30 { -across } else { across };
                    let mut velocity = [outwards; 2];
                    velocity[axis] = way * sense * along;
                    let report = trial.from(at, velocity);
                    let Some(crash) = &report.crash else { continue };
                    let hit = crash.leg.at(crash.contact)[axis];
                    let ahead = (f64::from(crash.placed[axis]) - hit) * f64::from(way * sense);
                    assert!(ahead < 1e-9, "{at:?} + {velocity:?}: put at {:?}, {ahead} ahead", crash.placed);
                    assert!(ahead > -2.0, "{at:?} + {velocity:?}: put at {:?}", crash.placed);
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 80, "{looked}");
}

#[test]
fn rt_fin_04_f2_a_wall_behind_the_line_by_either_option() {
    let (trial, _) = played("f2.json");
    assert!(matches!(trial.racer().standing, Standing::Finished(_)), "the book's 7: who crosses the line has won");
    let (mut draft, setup, turns) = case("f2.json");
    draft.rules.crash_after_finish = AfterFinish::Crashes;
    let mut trial = Trial::with(&draft, &setup);
    for turn in &turns {
        trial = trial.play(*turn);
    }
    let racer = trial.racer();
    assert!(racer.is_racing() && racer.progress == 0 && racer.base == [0, 0] && racer.lost == 1, "{racer:?}");
    // It was at the line half way through the move, and is put down before it.
    assert_eq!(racer.at, [1, 1]);
    let state = trial.lose();
    let over = state.go([1, 0]);
    assert!(matches!(over.racer().standing, Standing::Finished(_)), "a move without a wall behind it finishes");
}

#[test]
fn moves_tell_crash_and_finish_as_events() {
    let (trial, _) = played("p8.json");
    let mut kinds = [0; 3];
    for legal in VectorRacing::legal_turns(&trial.track, &trial.state) {
        let played = VectorRacing::play(&trial.track, &trial.state, &legal.turn).unwrap();
        let report = paddock::games::vector_racing::report(&trial.track, &trial.state, &legal.turn).unwrap();
        let crashed = |kind: &EventKind| matches!(kind, EventKind::Incident { what: "crash", sort: Sort::Penalty, .. });
        let crashes = played.events.iter().filter(|event| crashed(&event.kind)).count();
        assert_eq!(crashes, usize::from(report.crash.is_some()), "{:?}", legal.turn);
        kinds[0] += crashes;
        kinds[1] += 1;
    }
    assert_eq!(kinds[1], 9);
    assert!(kinds[0] > 0, "a move that hits the wall is among them");
}

#[test]
fn solve_takes_crashes_for_what_they_are() {
    for (name, most) in [("ell14.json", 14), ("ptrack47.json", 47)] {
        let (draft, setup, turns) = case(name);
        let (trial, _) = played(name);
        let Standing::Finished(finish) = trial.racer().standing else { panic!("{name} does not finish") };
        assert_eq!((finish.turn, turns.len()), (most, most as usize));
        let track = valid(&draft);
        let question = Question { with_crashes: true, ..Question::of(&track) };
        let solution = solve(&track, &question, Progress::SILENT).unwrap();
        let best = solution.best().unwrap();
        assert!(solution.is_proved() && best.turns <= most, "{name}: {}", solution.headline());
        assert!(best.crashes() > 0 && solution.turns.unwrap() > best.turns, "{name}: without a crash it takes longer");
        let mut trial = Trial::with(&draft, &Setup { racers: setup.racers.clone(), ..setup });
        trial.state.racers[0].at = best.line[0];
        for (velocity, turn) in best.moves.iter().zip(&best.at) {
            while trial.racer().lost > 0 {
                trial = trial.lose();
            }
            assert_eq!(trial.state.turn, *turn, "{name}");
            trial = trial.go(*velocity);
        }
        let Standing::Finished(finish) = trial.racer().standing else { panic!("{name}: {best:?}") };
        assert_eq!((finish.turn, finish.t), (best.turns, best.fraction), "{name}");
    }
}

/// The signed crossings of the line on the straight way from one place to another, places on the line being after it.
fn crossings(draft: &Draft, from: [f64; 2], to: [f64; 2]) -> i32 {
    let line = draft.finish.as_ref().unwrap();
    let (a, b) = (line.from.map(|part| part.to_f64()), line.to.map(|part| part.to_f64()));
    let normal = line.crossing.normal().map(|part| part as f64);
    let side = |at: [f64; 2]| (at[0] - a[0]) * normal[0] + (at[1] - a[1]) * normal[1];
    let is_after = |at: [f64; 2]| side(at) >= -1e-9;
    if is_after(from) == is_after(to) {
        return 0;
    }
    let share = side(from) / (side(from) - side(to));
    let at = [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
    let is_on = (0..2).all(|axis| at[axis] > a[axis].min(b[axis]) - 1e-9 && at[axis] < a[axis].max(b[axis]) + 1e-9);
    if !is_on {
        0
    } else if is_after(to) {
        1
    } else {
        -1
    }
}

#[test]
fn rt_crash_04_no_crash_gains_a_crossing_in_any_mode_of_walls() {
    let rings = |crossing| {
        let slanted = Draft {
            outer: spots("0,0 26,0 30,9 24,20 2,20 0,12"),
            islands: vec![spots("8,6 20,5 21,13 9,14")],
            finish: line("14,0", "14,11/2", crossing),
            start: Some([14, 3]),
            ..ring()
        };
        let mut walled = Draft { finish: line("6,0", "6,4", crossing), ..ring() };
        walled.walls = vec![wall("13/2,1", "13/2,2"), wall("11/2,5/2", "11/2,3"), wall("5,0", "5,3/2")];
        [Draft { finish: line("6,0", "6,4", crossing), ..ring() }, slanted, walled]
    };
    let mut looked = [0usize; 3];
    let mut on_line = 0;
    for draft in [Crossing::Right, Crossing::Left].into_iter().flat_map(rings) {
        for (mode, walls) in [WallRule::NoTouch, WallRule::MayTouch, WallRule::LandingOnly].into_iter().enumerate() {
            let draft = Draft { rules: Rules { walls, ..Rules::default() }, laps: 9, ..draft.clone() };
            let mut race = setup(1);
            race.laps = 9;
            let trial = Trial::with(&draft, &race);
            let x = draft.finish.as_ref().unwrap().from[0].to_f64() as i32;
            for at in (x - 3..=x + 3).flat_map(|x| (0..=6).map(move |y| [x, y])) {
                let stands = trial.track.is_inside(at) || (mode == 1 && trial.track.king_distance(at).is_some());
                if !stands {
                    continue;
                }
                for velocity in (-8..=8).flat_map(|x| (-8..=8).map(move |y| [x, y])) {
                    let before = trial.clone().at(at, velocity);
                    let report = before.report(velocity);
                    let Some(crash) = &report.crash else { continue };
                    let hit = crash.leg.at(crash.contact);
                    let from = at.map(f64::from);
                    let placed = crash.placed.map(f64::from);
                    let driven = crossings(&draft, from, hit) + crossings(&draft, hit, placed);
                    let counted = report.after.progress - report.before.progress;
                    assert_eq!(counted, driven, "{walls:?}: {at:?} + {velocity:?} at {hit:?}, put at {placed:?}");
                    looked[mode] += 1;
                    on_line += usize::from((hit[0] - f64::from(x)).abs() < 1e-9);
                }
            }
        }
    }
    assert!(looked.iter().all(|count| *count > 2_000) && on_line > 100, "{looked:?}, {on_line} on the line");
}

#[test]
fn rt_fin_08_places_do_not_collapse_on_walls() {
    let mut draft = ring();
    draft.rules.walls = WallRule::MayTouch;
    let trial = Trial::with(&draft, &setup(3));
    // On the outer wall, further and further round; none of these points has a way that touches nothing.
    let around = [[12, 3], [12, 9], [9, 12], [3, 12], [0, 9], [0, 3], [3, 0]];
    let steps: Vec<u32> = around.iter().map(|at| trial.track.king_distance(*at).unwrap()).collect();
    assert!(steps.windows(2).all(|pair| pair[0] > pair[1]), "{steps:?}");
    for (index, pair) in around.windows(2).enumerate() {
        let mut state = trial.state.clone();
        (state.racers[0].at, state.racers[1].at, state.racers[2].at) = (pair[0], pair[1], [6, 2]);
        let view = VectorRacing::view(&trial.track, &state);
        let ranks: Vec<u32> = view.cars.iter().map(|car| car.rank).collect();
        assert_eq!(ranks, [2, 1, 3], "{index}");
        let progress: Vec<f64> = view.cars.iter().map(|car| car.progress).collect();
        assert!(progress[1] > progress[0] && progress[0] > progress[2], "{index}: {progress:?}");
    }
}

#[test]
fn what_was_not_searched_is_not_said_to_be_proved() {
    let (draft, ..) = case("ell14.json");
    let track = valid(&draft);
    // Without crashes, nothing is said of races with them.
    let solution = solve(&track, &Question::of(&track), Progress::SILENT).unwrap();
    assert!(!solution.is_proved() && solution.headline().contains("without a crash"), "{}", solution.headline());
    // With too few states a race is still found, and the bounds are given.
    let few = Question { states: 300, with_crashes: true, ..Question::of(&track) };
    let solution = solve(&track, &few, Progress::SILENT).unwrap();
    let (best, least) = (solution.best().unwrap(), solution.bound().unwrap());
    assert!(!solution.is_proved() && !solution.is_complete());
    assert!(least <= 14 && best.turns >= 14, "at most {}, at least {least}", best.turns);
    assert_eq!(solution.headline(), format!("at most {} turns, at least {least}", best.turns));
    let mut trial = Trial::new(&draft);
    for velocity in &best.moves {
        trial = trial.go(*velocity);
    }
    assert!(matches!(trial.racer().standing, Standing::Finished(_)));
    // Where crashes gain nothing, that is proved, too.
    let back = Draft { rules: Rules { crash: CrashRule::BackToStart, ..Rules::default() }, ..draft };
    let track = valid(&back);
    let question = Question { with_crashes: true, ..Question::of(&track) };
    let solution = solve(&track, &question, Progress::SILENT).unwrap();
    assert!(solution.is_proved() && solution.best().unwrap().turns == 15);
}
