//! Races on which the program once disagreed with the rulebooks, in `tests/data/cases/vektorace`.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::Path;

use paddock::game::Status;
use paddock::replay::{Opened, Race};

fn race(name: &str) -> Box<dyn Race> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/vektorace");
    let bytes = std::fs::read(folder.join(name).with_extension("json")).unwrap();
    let opened = paddock::open(&bytes, &|name| panic!("{name}: the track is within")).unwrap();
    let Opened::Race(race) = opened else { panic!("{name}: no race") };
    assert!(!race.is_empty(), "{name}");
    race
}

/// Checks that this turn is the first one refused, and for this clause.
#[track_caller]
fn refuses(race: &dyn Race, turn: usize, clause: &str) {
    for number in 1..turn {
        let step = race.step(number).unwrap();
        assert!(step.illegal.is_none(), "turn {number}: {:?}", step.illegal);
    }
    let illegal = race.step(turn).unwrap().illegal.as_ref();
    assert_eq!(illegal.map(|illegal| illegal.clause), Some(clause), "turn {turn}: {illegal:?}");
}

#[track_caller]
fn is_legal(race: &dyn Race) {
    for number in 1..=race.len() {
        let step = race.step(number).unwrap();
        assert!(step.illegal.is_none(), "turn {number}: {:?}", step.illegal);
    }
}

#[test]
fn a_slingshot_carries_a_car_over_the_line_and_wins() {
    let race = race("01-slingshot-for-the-win");
    is_legal(race.as_ref());
    let last = race.step(race.len()).unwrap();
    let view = race.view(race.len());
    let winner = view.standings()[0];
    assert_eq!((winner.car, winner.status), (last.car, Status::Finished));
}

#[test]
fn a_move_that_passes_the_last_corner_enters_the_lane() {
    let race = race("02-last-corner-and-pit-entry-in-one-move");
    is_legal(race.as_ref());
    let last = race.step(race.len()).unwrap();
    assert!(last.events.iter().any(|event| matches!(event.kind, paddock::game::EventKind::Pitted { .. })));
}

/// VR-POW-12: the swap may be made at any moment of the turn, so also after the pit stop of the same turn has given the
/// point, and after the move has been paid.
#[test]
fn a_point_from_the_pit_stop_is_swapped_in_the_same_turn() {
    let race = race("swap-after-refuelling");
    is_legal(race.as_ref());
    let last = race.turn_json(race.len()).unwrap();
    let listed = race.legal_turns(race.len() - 1);
    assert!(listed.iter().flat_map(|legal| legal.iter()).any(|legal| legal.turn == last), "the turn is listed too");
    let car = race.view(race.len()).cars[0].clone();
    assert_eq!(car.resources[..2], [0, 8]);
}

#[test]
fn a_car_may_not_rotate_in_the_lane() {
    refuses(race("03-rotation-and-diagonal-in-the-pit-lane").as_ref(), 31, "VR-PEN-03");
}

#[test]
fn a_second_penalty_is_not_a_free_choice() {
    refuses(race("04-f8-voluntary-second-penalty").as_ref(), 3, "VR-PEN-04");
}

#[test]
fn a_car_may_not_jump_over_a_closed_lane_to_win() {
    let race = race("online-closed-lane-win-130");
    refuses(race.as_ref(), race.len(), "VR-PIT-01");
}
