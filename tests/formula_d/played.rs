//! Tests of illegal turns that stay in the record as played (FD-LOG-06), and of players who retire.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::PathBuf;

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{EventKind, Status};
use paddock::games::formula_d::{FormulaD, Phase, Setup, Standing, State, Turn};

/// A case that once went wrong, raced on OVAL: the states after each turn, and the clauses broken.
fn case(name: &str) -> (Table, Vec<State>, Vec<Option<&'static str>>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/cases/formula_d/{name}.json"));
    let value: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let setup: Setup = serde_json::from_value(value["setup"].clone()).unwrap();
    let turns: Vec<Turn> = serde_json::from_value(value["turns"].clone()).unwrap();
    let track = valid(&oval());
    let first = FormulaD::start(&track, &setup).unwrap();
    let mut states = vec![first.clone()];
    let mut clauses = Vec::new();
    for turn in &turns {
        let forced = FormulaD::force(&track, &states[states.len() - 1], turn);
        clauses.push(forced.illegal.map(|illegal| illegal.clause));
        states.push(forced.played.state);
    }
    assert!(turns.len() > 1);
    (Table { track, setup, state: first }, states, clauses)
}

#[test]
fn fd_log_06_the_order_follows_the_typed_end() {
    let (table, states, clauses) = case("forced_order");
    assert_eq!(clauses, [None, Some("FD-LOG-04"), None], "the third turn is that of the car that leads");
    // Car 2 was put on c3, ahead of car 1 on a1, so it begins round 2.
    assert_eq!((table.track.name(states[2].cars[1].at), states[2].round, states[2].to_act()), ("c3", 2, Some(1)));
}

#[test]
fn fd_log_06_a_typed_end_past_the_line_counts_the_crossing() {
    let (table, states, clauses) = case("lap_lost");
    assert_eq!(clauses[0], Some("FD-DRV-01"));
    let car = &states[1].cars[0];
    assert_eq!((table.track.name(car.at), car.lap), ("a1", 1));
}

fn forced(table: &Table, line: &str) -> State {
    let forced = FormulaD::force(&table.track, &table.state, &turn(line));
    assert!(forced.illegal.is_some(), "{line} is legal");
    let after = &forced.played.state;
    // No car is lost, and the following order is that of the positions.
    let laps = |state: &State| state.cars.iter().map(|car| car.lap).collect::<Vec<_>>();
    let counted = forced.played.events.iter().filter(|event| matches!(event.kind, EventKind::Lap { .. })).count();
    let gained: i32 =
        laps(after).iter().zip(laps(&table.state)).map(|(after, before)| i32::from(*after) - i32::from(before)).sum();
    assert_eq!(gained.max(0), counted as i32, "{line}");
    forced.played.state
}

#[test]
fn fd_log_06_laps_are_those_of_the_typed_end() {
    // The route led over the line, but the record ends before it: no crossing.
    let back = forced(&table("a55 g4, c20 g4"), "1.1 g4 d7 m7 =b58");
    assert_eq!((back.cars[0].lap, back.cars[0].stops), (1, 0));
    // The route ends before the line, but the record ends beyond it: a crossing.
    let over = forced(&table("a55 g4, c20 g4"), "1.1 g4 d7 m7L1 =b2");
    assert_eq!(over.cars[0].lap, 2);
    // On the last lap that is the finish. A finish that the record does not have does not count.
    let home = forced(&table("a55 g4 lap=2, c20 g4"), "1.1 g4 d7 m7L1 =b2");
    assert!(home.cars[0].standing == Standing::Finished(1) && !home.cars[0].is_on_board() && home.finished == 1);
    let open = forced(&table("a55 g4 lap=2, c20 g4"), "1.1 g4 d7 m7 =b58");
    assert_eq!((open.cars[0].standing, open.cars[0].lap, open.finished), (Standing::Racing, 2, 0));
    // A car put back behind the line has not crossed it.
    let behind = forced(&table("a1 g1 lap=1, c20 g4"), "1.1 g1 d1 m1 b1 =b59");
    assert_eq!(behind.cars[0].lap, 0);
    // A move of 35 spaces on a lap of 60 is forward, not backward.
    let far = forced(&table("b46 g6, c20 g4"), "1.1 g6 d30 m30L1 =a20");
    assert_eq!(far.cars[0].lap, 2);
}

#[test]
fn fd_log_06_stops_are_those_of_the_typed_end() {
    let again = forced(&table("a26 g2 made=1, c20 g4"), "1.1 g2 d2 m2R1 =a30");
    assert_eq!(again.cars[0].stops, 2, "a second stop in the same corner");
    let first = forced(&table("a20 g3, c50 g4"), "1.1 g3 d8 m8L1 =a30");
    assert_eq!(first.cars[0].stops, 1);
}

#[test]
fn fd_log_06_the_typed_end_of_a_qualifying_roll() {
    let mut laps = setup(2);
    laps.rules.qualifying = true;
    let track = valid(&oval());
    let state = FormulaD::start(&track, &laps).unwrap();
    let table = Table { track, setup: laps, state };
    let after = forced(&table, "0.1 g1 d2 m2L1L2 =b2");
    assert_eq!((after.cars[0].lap, after.phase), (1, Phase::Qualifying(0)));
}

/// A turn that is kept as played has its recorded result: elimination, spin, or an empty zone (FD-ELI-01).
#[test]
fn fd_log_06_the_typed_result_counts() {
    let out = forced(&table("a46 g4, c20 g4"), "1.1 g4 d9 m7 x");
    assert!(matches!(out.cars[0].standing, Standing::Out(1)) && out.to_act() == Some(1));
    let spun = forced(&table("a46 g4, c20 g4"), "1.1 g4 d9 m7 spin");
    assert_eq!((spun.cars[0].spun, spun.cars[0].gear), (true, 0));
    let broken = forced(&table("a46 g4, c20 g4"), "1.1 g4 d9 m7 =6/3/3/0/3/2");
    assert!(matches!(broken.cars[0].standing, Standing::Out(1)), "no body points are left");
    let worn = forced(&table("a46 g4, c20 g4"), "1.1 g4 d9 m7 =0/0/0/3/3/2");
    assert_eq!(worn.cars[0].standing, Standing::Racing, "tyres, brakes and gearbox may be empty");
}

#[test]
fn fd_log_06_never_onto_a_blocked_space() {
    let mut draft = oval();
    draft.spaces.iter_mut().find(|space| space.id == "b52").unwrap().blocked = true;
    let track = valid(&draft);
    let mut table = table("a46 g4, c20 g4");
    table.track = track;
    let after = forced(&table, "1.1 g4 d9 m7 =b52");
    assert_eq!(table.track.name(after.cars[0].at), "a53");
}

#[test]
fn fd_eli_02_a_player_retires() {
    let mut table = table("a46 g4, a20 g4, a10 g4");
    let events = table.play("1.1 retires").events;
    assert!(events.iter().any(|event| event.kind == EventKind::Withdrew));
    assert!(!table.car(1).is_on_board() && table.car(1).standing == Standing::Retired(1));
    assert!(table.state.markers.is_empty(), "nothing broke");
    assert_eq!(table.state.to_act(), Some(1));
    // Eliminated cars are shown as eliminated, retired ones as withdrawn.
    table.state.cars[1].wear[4] = 1;
    table.state.cars[1].gear = 6;
    let events = table.play("1.2 g2 m0").events;
    assert!(events.iter().any(|event| event.kind == EventKind::Eliminated { cause: "gearing down" }));
    let view = FormulaD::view(&table.track, &table.state);
    assert_eq!(
        [view.cars[0].status, view.cars[1].status, view.cars[2].status],
        [Status::Withdrawn, Status::Eliminated, Status::Racing]
    );
    // Places of cars that left the race: the latest first.
    assert_eq!([view.cars[0].rank, view.cars[1].rank, view.cars[2].rank], [3, 2, 1]);
    assert_eq!(table.refused("2.1 g1 d1 m1").message, "Car 1 has retired. Delete this turn.");
    table.play("1.3 retires");
    assert_eq!(table.state.phase, Phase::Over);
    // Such a turn can contain nothing else.
    let table = crate::common::table("a46 g4, a20 g4");
    let refused = table.refused("1.1 retires g4 d9 m9");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-ELI-02", "Car 1 retires in this turn, so the turn cannot contain anything else.")
    );
    assert_eq!(FormulaD::notation(&turn("1.1 retires")), "1.1 retires");
    // A player cannot retire before the car's turn.
    assert_eq!(table.refused("1.2 retires").clause, "FD-ORD-01");
}

#[test]
fn fd_eli_02_a_player_retires_in_qualifying() {
    let mut laps = setup(2);
    laps.rules.qualifying = true;
    let track = valid(&oval());
    let state = FormulaD::start(&track, &laps).unwrap();
    let mut table = Table { track, setup: laps, state };
    table.play("0.1 retires");
    assert_eq!(table.state.phase, Phase::Qualifying(1));
    let mut both = table.clone();
    both.play("0.2 retires");
    assert_eq!(both.state.phase, Phase::Over);
    table.state.cars[1].lap = 1;
    table.state.cars[1].gear = 1;
    table.play("0.2 g1 d1 m1 clock:60");
    // Cars that are tied when the last car retires still roll for the place.
    let mut three = setup(3);
    three.rules.qualifying = true;
    let track = valid(&oval());
    let state = FormulaD::start(&track, &three).unwrap();
    let mut tied = Table { track, setup: three, state };
    for car in 0..2 {
        tied.state.cars[car].lap = 1;
        tied.state.cars[car].gear = 1;
        tied.play(&format!("0.{} g1 d1 m1 clock:60", car + 1));
    }
    assert_eq!(tied.refused("0.3 retires").clause, "FD-SET-03");
    tied.play("0.3 retires !Q=4 !Q=9");
    assert_eq!((tied.at(2), tied.at(1)), ("a59", "c58"));
    // The remaining car has pole; the other is off the board.
    assert_eq!((table.state.phase, table.at(2), table.car(1).is_on_board()), (Phase::Race, "a59", false));
    assert_eq!(table.state.to_act(), Some(1));
}
