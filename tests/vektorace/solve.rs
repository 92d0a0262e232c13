//! Searches: the fastest lap of every shipped circuit, a comparison with a slow search without bounds, and circuits
//! that cannot be raced.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test fails by panicking and prints why")]
#![allow(clippy::disallowed_types, reason = "looked up by key and never iterated")]

use std::collections::HashMap;
use std::path::Path;

use crate::common as vr;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::vektorace::solve::{Extent, Progress, Question, Solution, Stage, solve, solve_race};
use paddock::games::vektorace::{
    Action, Car, CornerDraft, Draft, Edition, Hand, PitwallDraft, PowerSet, Standing, State, Terms, Track, Vektorace,
};
use paddock::geometry::{Direction, Point, Surd};

fn shipped(name: &str) -> Track {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace").join(name).with_extension("json");
    let value: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let draft: Draft = serde_json::from_value(value["track"].clone()).unwrap();
    vr::track(&draft)
}

fn fastest(track: &Track) -> Solution {
    solve(track, &Question { extent: Extent::Lap, ..Question::default() }, Progress::SILENT).unwrap()
}

/// Checks that the lap is proved, and that its turns are legal for a lone car with the lap's points.
fn assert_fastest(name: &str, turns: usize) {
    let track = shipped(name);
    let solution = fastest(&track);
    assert_eq!(solution.refused, None);
    let fastest = solution.fastest.unwrap();
    assert_eq!((fastest.lap.turns.len(), fastest.at_least), (turns, turns), "{name}");
    assert!(fastest.is_optimal());
    let lap = &fastest.lap;
    assert!(lap.tyre + lap.nitro <= 8);
    let first = lap.turns[0].path[0];
    let mut state = alone(&track, Edition::Second, at_grid(&track, first), lap.gear, lap.tyre, lap.nitro);
    for (number, turn) in (1..).zip(&lap.turns) {
        state = match Vektorace::play(&track, &state, &turn.turn) {
            Ok(played) => played.state,
            Err(illegal) => panic!("{name}, turn {number}: {illegal}"),
        };
        let [x, y] = state.cars[0].position.to_f64();
        let end = turn.path.last().unwrap();
        assert!((x - end[0]).abs() < 1e-9 && (y - end[1]).abs() < 1e-9, "{name}, turn {number}");
        assert_eq!(state.cars[0].heading.number(), turn.heading);
    }
    assert_eq!(state.cars[0].standing, Standing::Finished(1));
    assert_eq!((state.cars[0].tyre, state.cars[0].nitro), (0, 0), "{name}: the lap takes what it says");
}

/// Returns the exact place of pole: a multiple of half an octagon from the wall, as in the grid of the search.
fn at_grid(track: &Track, near: [f64; 2]) -> Point {
    let wall = track.pitwall();
    let back = paddock::games::vektorace::pieces::PIT_LINE_OFFSET + Surd::HALF;
    (2..=12)
        .filter_map(|halves| {
            let aside = wall.track.normal.times(Surd::HALF * halves)?;
            Some(wall.at + aside + wall.direction.opposite().times(back)?)
        })
        .find(|at| {
            let [x, y] = at.to_f64();
            (x - near[0]).abs() < 1e-6 && (y - near[1]).abs() < 1e-6
        })
        .unwrap()
}

/// Returns a race of one lap with one car.
fn alone(track: &Track, edition: Edition, at: Point, gear: u8, tyre: u8, nitro: u8) -> State {
    let corners = track.corners().len() as u8;
    let car = Car { tyre, nitro, ..Car::new(CarId(1), at, track.pitwall().direction, gear, corners) };
    State {
        edition,
        terms: Terms::of(edition),
        laps: 1,
        cars: [car].into_iter().collect(),
        order: [0].into_iter().collect(),
        settled: [0].into_iter().collect(),
        played: 0,
        round: 1,
        reserve: PowerSet::default(),
        declared: None,
    }
}

#[test]
fn copper_kettle_takes_9_turns() {
    assert_fastest("copper-kettle", 9);
}

#[test]
fn every_shipped_circuit_is_tested_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 8, "a circuit came: assert its fastest lap, too");
}

/// Returns a circuit with a few corners on a small table.
fn small(width: i64, height: i64, corners: &[(&str, i64)], pitwall: &str) -> Draft {
    Draft {
        table: vr::table(width, height),
        direction: Some(Hand::Clockwise),
        pitwall: Some(PitwallDraft { at: vr::point(pitwall), direction: Direction::new(4) }),
        corners: (1..)
            .zip(corners)
            .map(|(number, (at, facing))| vr::corner(number, at, *facing))
            .collect::<Vec<CornerDraft>>(),
        ..Draft::default()
    }
}

/// Place, heading, gear, crossings of the line, corners passed.
type Key = (Point, Direction, u8, u8, u8);

/// Returns the fewest turns of a clean lap by trying every turn that the rules list, position by position, without
/// bounds or squares. Tries every division of the points into tyre and nitro points.
fn slowly(track: &Track, at: Point, points: u8, gears: std::ops::RangeInclusive<u8>) -> Option<usize> {
    (0..=points)
        .flat_map(|tyre| gears.clone().map(move |gear| (tyre, gear)))
        .filter_map(|(tyre, gear)| {
            let first = alone(track, Edition::Second, at, gear, tyre, points - tyre);
            let mut known: HashMap<Key, Vec<(u8, u8)>> = HashMap::new();
            let mut front = vec![first];
            for turn in 1..=14 {
                let mut next = Vec::new();
                for state in &front {
                    for legal in Vektorace::legal_turns(track, state) {
                        if !matches!(legal.turn.action, Action::Move(_)) {
                            continue;
                        }
                        let after = Vektorace::play(track, state, &legal.turn).unwrap().state;
                        let car = &after.cars[0];
                        if car.standing == Standing::Finished(1) {
                            return Some(turn);
                        }
                        let key = (car.position, car.heading, car.gear, car.crossings, car.passed);
                        let seen = known.entry(key).or_default();
                        if seen.iter().any(|(tyre, nitro)| *tyre >= car.tyre && *nitro >= car.nitro) {
                            continue;
                        }
                        seen.push((car.tyre, car.nitro));
                        next.push(after);
                    }
                }
                front = next;
            }
            None
        })
        .min()
}

#[test]
fn a_move_may_pass_many_corners_at_once() {
    let mut draft = vr::oval_draft();
    let row = ["8,16", "9,16", "10,16", "11,16", "12,16"];
    draft.corners.truncate(1);
    draft.corners.extend((2..).zip(row).map(|(number, at)| vr::corner(number, at, 3)));
    draft.corners.extend([vr::corner(7, "32,16", 1), vr::corner(8, "32,10", 7)]);
    let fastest = fastest(&vr::track(&draft)).fastest.unwrap();
    assert!(fastest.is_optimal());
    let passed: Vec<&[u8]> = fastest.lap.turns.iter().map(|turn| turn.corners.as_slice()).collect();
    assert!(passed.iter().any(|corners| corners.len() >= 3), "{passed:?}");
}

/// A small table with a pitwall and these corners: the point, the direction that the corner faces, and whether cars pass
/// it counter-clockwise.
fn tight(pitwall: &str, corners: &[(&str, i64, bool)]) -> Track {
    let corner = |(number, (at, facing, is_counter)): (u32, &(&str, i64, bool))| CornerDraft {
        hand: is_counter.then_some(Hand::CounterClockwise),
        ..vr::corner(number, at, *facing)
    };
    vr::track(&Draft {
        table: vr::table(22, 15),
        pitwall: Some(PitwallDraft { at: vr::point(pitwall), direction: Direction::new(4) }),
        corners: (1..).zip(corners).map(corner).collect(),
        ..vr::oval_draft()
    })
}

/// VR-START-01: pole may stand anywhere beside the wall, so a proof names the place from which it searched. A race is
/// compared with the fastest lap from its own grid.
#[test]
fn a_lap_is_proved_from_the_place_that_is_named() {
    let track = tight("12,3", &[("9,4", 3, true), ("5,9", 5, false), ("17,8", 1, false)]);
    let question = Question { points: 0, extent: Extent::Lap, ..Question::default() };
    let solution = solve(&track, &question, Progress::SILENT).unwrap();
    let nearest = solution.fastest.as_ref().unwrap();
    assert_eq!((solution.pole_aside, nearest.lap.turns.len(), nearest.at_least), (Some(1.0), 10, 10));
    let claim = nearest.claim(&solution.place());
    assert!(
        claim.starts_with("No lap from pole 1 octagon beside the pitwall's axis takes fewer turns, unless"),
        "{claim}"
    );
    assert!(claim.contains("pit lane") && claim.contains("penalty") && claim.contains("falls"), "{claim}");

    let first = at(&track, 5, 2.5);
    let solution = solve_race(&track, &question, &first, Progress::SILENT).unwrap();
    assert_eq!(solution.place(), "from the grid of this race");
    let farther = solution.fastest.unwrap();
    assert_eq!((farther.lap.turns.len(), farther.at_least), (9, 9), "a better place than the nearest");
    let proved = Vektorace::proved_lap(&track, &first, paddock::game::Progress::SILENT);
    let words = proved.unwrap().unwrap().words;
    assert!(words.contains("from the grid of this race") && words.contains("9 turns, unless"), "{words}");
}

/// VR-BRAKE-02 and 04: a car without a move in its starting gear may brake to a move that costs tyre points too.
#[test]
fn vr_brake_02_a_lap_may_begin_with_a_brake_and_a_swerve() {
    let corners = [("3,10", 5, false), ("16,9", 1, false), ("12.28,3.88", 3, true), ("11.3,5", 3, true)];
    let track = tight("12,3", &corners);
    let question = Question { points: 3, extent: Extent::Lap, ..Question::default() };
    let fastest = solve(&track, &question, Progress::SILENT).unwrap().fastest.unwrap();
    assert_eq!((fastest.lap.turns.len(), fastest.at_least), (12, 12));
    let Action::Move(first) = fastest.lap.turns[0].turn.action else { panic!("{}", fastest.lap.turns[0].notation) };
    assert!(first.brake && first.gear == 2 && first.vector.is_aside(), "{}", fastest.lap.turns[0].notation);
}

/// The lap that is found is also listed for its grid place.
#[test]
fn the_fastest_lap_is_one_of_the_laps_from_its_grid_place() {
    let track = tight("11,6", &[("5,9", 5, false), ("17,10", 1, false), ("13.4,4.4", 7, false)]);
    let question = Question { edition: Edition::Formula8, points: 0, ..Question::default() };
    let solution = solve(&track, &question, Progress::SILENT).unwrap();
    let turns = solution.fastest.unwrap().lap.turns.len();
    let start = solution.starts.iter().find(|start| start.place == 1).unwrap();
    assert!(start.lap.is_some_and(|lap| lap.turns <= turns), "{start:?}");
}

/// The first state of a race of two cars without points, with pole at this distance from the wall's axis.
fn at(track: &Track, gear: u8, aside: f64) -> State {
    let setup = serde_json::json!({
        "edition": "second", "laps": 1, "start_gear": gear, "options": {"points": 0},
        "cars": [{"car": 1, "tyre": 0, "nitro": 0}, {"car": 2, "tyre": 0, "nitro": 0}],
        "grid": [{"car": 1, "aside": aside}, {"car": 2, "behind": 1, "place": 1}],
    });
    Vektorace::start(track, &serde_json::from_value(setup).unwrap()).unwrap()
}

#[test]
fn a_table_that_is_too_large_is_refused() {
    let mut draft = vr::oval_draft();
    draft.table = vr::table(400, 400);
    let refused = fastest(&vr::track(&draft)).refused.unwrap();
    assert!(!refused.proved && refused.message.contains("too large"), "{}", refused.message);
}

#[test]
fn a_grid_without_room_is_refused() {
    let mut draft = vr::oval_draft();
    // Cars drive above this wall, where the edge of the table is.
    draft.pitwall = Some(PitwallDraft { at: vr::point("20,47/2"), direction: Direction::new(4) });
    let solution = fastest(&vr::track(&draft));
    let refused = solution.refused.unwrap();
    assert_eq!((refused.corner, refused.proved), (None, false), "pole was tried at some distances, not at all");
    assert!(refused.message.contains("place of the grid"), "{}", refused.message);
}

#[test]
fn a_search_reports_its_progress_and_can_be_stopped() {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};
    let track = shipped("copper-kettle");
    let stages = Mutex::new(Vec::new());
    let report = |stage: Stage| stages.lock().unwrap().push(stage);
    let all = solve(&track, &Question::default(), Progress { report: &report, ..Progress::SILENT }).unwrap();
    let stages = stages.into_inner().unwrap();
    assert_eq!(stages.first(), Some(&Stage::Board));
    assert!(stages.contains(&Stage::Lap(9)) && stages.last() == Some(&Stage::Corners));
    assert!(stages.windows(2).all(|pair| pair[0].share() <= pair[1].share()));

    assert_eq!(all.starts.len(), 6 * 3, "six places, three gears");
    assert!(all.starts.iter().all(|start| start.lap.is_some_and(|lap| lap.tyre + lap.nitro == 0 && lap.proved)));
    assert!(all.corners.iter().all(|corner| corner.entry_gear == Some(5) && corner.abreast == 6));
    assert_eq!(
        all.pit.iter().map(|entry| (entry.gear, entry.points)).collect::<Vec<_>>(),
        [(1, 8), (2, 8), (3, 6), (4, 4), (5, 2)]
    );
    let reach = all.reach.unwrap();
    assert_eq!(reach.turns.len() % reach.columns, 0);
    assert!(reach.turns.contains(&1) && reach.turns.contains(&9));

    let stopped = AtomicBool::new(false);
    let report = |stage: Stage| stopped.store(matches!(stage, Stage::Lap(_)), Ordering::Relaxed);
    assert!(
        solve(
            &track,
            &Question::default(),
            Progress { report: &report, stop: &|| stopped.load(Ordering::Relaxed), ..Progress::SILENT }
        )
        .is_none()
    );
}

#[test]
fn the_first_edition_has_its_own_laps() {
    let track = shipped("copper-kettle");
    let question = Question { edition: Edition::Formula8, extent: Extent::Lap, ..Question::default() };
    let fastest = solve(&track, &question, Progress::SILENT).unwrap().fastest.unwrap();
    assert!(fastest.is_optimal());
    assert_eq!(fastest.lap.gear, 3, "VR-FIRST-01");
    for turn in &fastest.lap.turns {
        let Action::Move(played) = turn.turn.action else { panic!("{}", turn.notation) };
        assert!(!played.vector.is_aside(), "{}: no swerve in the first edition", turn.notation);
    }
    assert!(!fastest.lap.turns.is_empty());
}

/// If the memory is too small for the table, that is reported. The circuit is not reported as impossible.
#[test]
fn a_search_uses_only_the_memory_allowed() {
    let track = shipped("copper-kettle");
    let small = Question { bytes: 1_000_000, ..Question::default() };
    let refused = solve(&track, &small, Progress::SILENT).unwrap().refused.unwrap();
    assert!(!refused.proved && refused.reason.contains("memory"), "{refused:?}");
    // Larger squares prove the same lap.
    let coarse = Question { bytes: 40_000_000, extent: Extent::Lap, ..Question::default() };
    let fastest = solve(&track, &coarse, Progress::SILENT).unwrap().fastest.unwrap();
    assert_eq!((fastest.lap.turns.len(), fastest.at_least), (9, 9));
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn a_slow_search_finds_the_same_laps() {
        let circuits = [
            small(13, 8, &[("4,4", 5), ("8,5", 1)], "8,2"),
            small(12, 9, &[("4,5", 5), ("8,6", 1)], "7,5/2"),
            small(14, 9, &[("4,4", 5), ("6,6", 3), ("9,5", 1)], "9,2"),
        ];
        for (index, draft) in circuits.iter().enumerate() {
            let track = vr::track(draft);
            for points in 0..=1 {
                let question = Question { points, extent: Extent::Lap, ..Question::default() };
                let solution = solve(&track, &question, Progress::SILENT).unwrap();
                let fastest = solution.fastest.unwrap_or_else(|| panic!("circuit {index}: {:?}", solution.refused));
                assert!(fastest.is_optimal());
                let at = at_grid(&track, fastest.lap.turns[0].path[0]);
                println!("circuit {index}, {points} points: {} turns", fastest.lap.turns.len());
                assert_eq!(
                    Some(fastest.lap.turns.len()),
                    slowly(&track, at, points, 3..=5),
                    "circuit {index}, {points} points"
                );
            }
        }
    }

    /// Wherever the search is cut short, its results are correct, and a later end gives more results.
    #[test]
    #[ignore = "slow"]
    fn a_search_that_is_cut_short_returns_what_is_known() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let track = shipped("copper-kettle");
        let mut known = 1;
        let mut kinds = [0; 4];
        for most in (0..24).map(|power| 1u32 << power) {
            let asked = AtomicU32::new(0);
            let conclude = || asked.fetch_add(1, Ordering::Relaxed) >= most;
            let solution = solve(&track, &Question::default(), Progress { conclude: &conclude, ..Progress::SILENT })
                .expect("an answer");
            assert_eq!(solution.refused, None, "a search that was cut short refuses nothing");
            let Some(cut) = solution.cut_short else {
                kinds[3] += 1;
                assert_eq!(solution.starts.len(), 18);
                break;
            };
            assert!(cut.at_least <= 9 && cut.at_least >= known, "{cut:?} after {most} questions");
            known = cut.at_least;
            if let Some(fastest) = &solution.fastest {
                assert_eq!((fastest.lap.turns.len(), fastest.at_least), (9, 9));
            }
            assert!(solution.starts.iter().all(|start| start.lap.is_some_and(|lap| lap.proved)), "all or none");
            assert!(solution.fastest.is_some() || (solution.starts.is_empty() && solution.reach.is_none()));
            kinds[usize::from(solution.fastest.is_some()) + usize::from(!solution.starts.is_empty())] += 1;
        }
        assert!(kinds[0] >= 3 && kinds[1] >= 1 && kinds[3] == 1, "before a lap, after it, and whole: {kinds:?}");
        assert!(known > 3, "{known}");
    }

    #[test]
    #[ignore = "slow"]
    fn long_barrow_takes_21_turns() {
        assert_fastest("long-barrow", 21);
    }

    #[test]
    #[ignore = "slow"]
    fn widdershins_takes_14_turns() {
        assert_fastest("widdershins", 14);
    }

    #[test]
    #[ignore = "slow"]
    fn three_sisters_takes_11_turns() {
        assert_fastest("three-sisters", 11);
    }

    #[test]
    #[ignore = "slow"]
    fn adder_lane_takes_14_turns() {
        assert_fastest("adder-lane", 14);
    }

    #[test]
    #[ignore = "slow"]
    fn nightjar_park_takes_12_turns() {
        assert_fastest("nightjar-park", 12);
    }

    #[test]
    #[ignore = "slow"]
    fn lovers_knot_takes_15_turns() {
        assert_fastest("lovers-knot", 15);
    }

    #[test]
    #[ignore = "slow"]
    fn each_turn_lists_the_corners_it_passes_on_this_lap() {
        // On the second circuit a fast car passes corner 1 in the same move in which it crosses the line.
        let mut early = vr::oval_draft();
        early.corners[0] = vr::corner(1, "15,10", 5);
        for draft in [vr::oval_draft(), early] {
            let fastest = fastest(&vr::track(&draft)).fastest.unwrap();
            let turns = &fastest.lap.turns;
            let passed: Vec<u8> = turns.iter().flat_map(|turn| turn.corners.iter().copied()).collect();
            assert_eq!(passed, (1..=draft.corners.len() as u8).collect::<Vec<_>>());
            // The line is crossed twice: before all corners, and in the last turn.
            let crossings: Vec<usize> = (0..turns.len()).filter(|turn| turns[*turn].crosses).collect();
            assert_eq!((crossings.len(), crossings[1]), (2, turns.len() - 1));
            assert!(turns[..crossings[0]].iter().all(|turn| turn.corners.is_empty() && turn.passes().is_empty()));
            assert!(turns[crossings[1]].passes().ends_with("the line"));
        }
    }

    #[test]
    #[ignore = "slow"]
    fn kestrel_ring_takes_13_turns() {
        assert_fastest("kestrel-ring", 13);
    }

    #[test]
    #[ignore = "slow"]
    fn a_corner_without_room_outside_is_named() {
        let mut draft = vr::oval_draft();
        // Corner 2, the upper left one, is moved into the corner of the table.
        draft.corners[1] = vr::corner(2, "1/2,47/2", 3);
        let solution = fastest(&vr::track(&draft));
        let refused = solution.refused.unwrap();
        assert_eq!((refused.corner, refused.proved), (Some(2), true), "{}", refused.message);
        assert!(refused.message.contains("corner 2"));
        assert!(solution.fastest.is_none());
    }
}
