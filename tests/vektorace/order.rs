//! The turn, and the order of the next round: sections 3.4 and 3.11 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, Online, PRINTED, Position, Second, empty, id, oval};
use paddock::game::prelude::*;
use paddock::game::{CarId, Event, EventKind, ORDER_FROM_LOG};
use paddock::games::vektorace::{Edition, LoggedOrder, Marks, Measuring, Standing, State, Turn, Vektorace, measure};

/// Returns the next round's order of these cars. One more car, far behind all of them, ends the round.
fn next_order(edition: Edition, cars: &str) -> String {
    let position = empty(edition, &format!("{cars}; Z(1,3)0 g1"));
    let count = position.state.cars.len() as u8;
    let letters = position.letters();
    let next = position.order(&letters, count - 1).then("1F F-");
    assert_eq!(next.state.round, 2);
    let order = next.letters();
    assert!(order.ends_with('Z'), "{order}");
    order[..order.len() - 1].to_owned()
}

#[test]
fn vr_turn_01_each_car_plays_once_in_the_rounds_order() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0; B(10,14)0");
        let early = Turn::new(id('B'), crate::common::action("3F F-"));
        let illegal = Vektorace::play(&start.track, &start.state, &early).unwrap_err();
        assert_eq!(illegal.clause, "VR-TURN-01");
        assert!(illegal.message.contains("not car 2's turn"), "{illegal}");
        let next = start.then("3F F-");
        assert_eq!((next.state.to_act(), next.state.round), (Some(1), 1));
        let next = next.then("3F F-");
        assert_eq!((next.state.to_act(), next.state.round), (Some(0), 2));
        let stranger = Turn { car: id('C'), ..early };
        assert_eq!(Vektorace::play(&start.track, &start.state, &stranger).unwrap_err().clause, "VR-TURN-01");
    }
}

#[test]
fn vr_turn_02_a_turn_is_recorded_whole_and_clears_the_cars_marks() {
    // The steps cannot be recorded out of order: a turn without its vector or place cannot be written.
    for text in [r#"{"car":1,"kind":"move","declare":3}"#, r#"{"car":1,"kind":"move","gear":3,"declare":3}"#] {
        assert!(serde_json::from_str::<Turn>(text).unwrap_err().to_string().contains("lacks"), "{text}");
    }
    for edition in ALL {
        let next = empty(edition, "A(10,10)0 pushed left right; B(10,14)0 pushed left").then("3F F-");
        assert_eq!(next.car('A').marks, Marks::default());
        assert_eq!(next.car('B').marks, Marks { pushed: true, shunted_left: true, shunted_right: false });
    }
}

#[test]
fn vr_turn_03_the_declaration_is_part_of_the_turn_and_binds() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0; B(10,14)0");
        start.refused("3F F- =-", "VR-TURN-03", "must declare");
        let declared = start.then("3F F- =4").then("3F F-");
        declared.refused("3F F-", "VR-MOVE-01", "declared gear is 4");
        declared.goes("4F F-", "(19,10)0");
    }
    assert!(serde_json::from_str::<Turn>(r#"{"car":1,"kind":"declare","declare":4}"#).is_err());
}

#[test]
fn vr_turn_04_measuring_before_declaring_is_not_allowed() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0; B(10,14)0");
        let turn = start.turn("3F F- =-");
        let ask = |gear, when| measure(&start.track, &start.state, &turn, gear, when);
        let refused = ask(4, Measuring::Live).unwrap_err();
        assert_eq!(refused.clause, "VR-TURN-04");
        // After the race the places of every gear may be shown.
        let places = ask(4, Measuring::Afterwards).unwrap();
        assert!(places.iter().any(|place| place.at == [19.0, 10.0] && place.illegal.is_none()), "{places:?}");
        assert_eq!(ask(6, Measuring::Afterwards).unwrap_err().clause, "VR-GEAR-01");
    }
}

#[test]
fn vr_order_01_the_order_changes_only_at_the_rounds_end() {
    for edition in ALL {
        // B, the last car but one, passes A during the round.
        let start = empty(edition, "A(10,10)0; B(9,12)0 g5; C(1,3)0 g1");
        let next = start.then("3F F-");
        let passed = next.then("5F F-");
        assert_eq!(passed.letters(), "ABC");
        let (last, events) = passed.play("1F F-").unwrap();
        assert_eq!(last.letters(), "BAC");
        let overtaking = |kind: &EventKind| matches!(kind, EventKind::Overtook { other } if other.0 == 1);
        assert!(events.iter().any(|event| event.car.0 == 2 && overtaking(&event.kind)), "{events:?}");
    }
}

#[test]
fn vr_order_02_a_completed_overtaking() {
    for edition in PRINTED {
        let order = |a: &str| next_order(edition, &format!("B(20,10)0; A{a}"));
        assert_eq!(order("(20.3,12)0"), "AB");
        assert_eq!(order("(20,12)0"), "BA");
        assert_eq!(order("(20.0001,12)0"), "AB");
        assert_eq!(order("(20.3,12)1"), "AB");
        assert_eq!(order("(20.2,12)1"), "BA");
        // Neither car has overtaken the other: A is ahead of B's line, and B is ahead of A's.
        assert_eq!(order("(20.5,8)2"), "BA");
    }
}

#[test]
fn vr_order_03_only_nearby_cars_are_compared_by_their_fronts() {
    for edition in PRINTED {
        // L leads by four gates although F is far ahead of L's front line.
        let oval_order = |cars: &str| {
            let position = oval(edition, cars);
            let (letters, count) = (position.letters(), position.state.cars.len() as u8);
            position.order(&letters, count - 1).then("1F F-").letters()
        };
        assert_eq!(oval_order("F(20,18)0 c1 j2; L(6,12)2 c2 j1; Z(36,20)6 g1 c0 j4"), "LFZ");
        // With one gate between them, gates decide if the headings differ by 90 degrees; otherwise the fronts decide.
        assert_eq!(oval_order("F(20,18)0 c1 j2; L(6,20)2 c1 j3; Z(36,20)6 g1 c0 j4"), "LFZ");
        assert_eq!(oval_order("F(20,18)0 c1 j2; L(14,20)1 c1 j3; Z(36,20)6 g1 c0 j4"), "FLZ");
        assert_eq!(oval_order("L(14,20)1 c1 j3; F(20,18)0 c1 j2; Z(36,20)6 g1 c0 j4"), "FLZ");
        // No car has overtaken another, so the old order stays.
        assert_eq!(oval_order("F(20,18)0 c1 j2; L(20,20)0 c1 j2; Z(36,20)6 g1 c0 j4"), "FLZ");
        assert_eq!(oval_order("L(20,20)0 c1 j2; F(20,18)0 c1 j2; Z(36,20)6 g1 c0 j4"), "LFZ");
    }
}

#[test]
fn vr_order_04_past_one_is_past_all() {
    for edition in PRINTED {
        assert_eq!(next_order(edition, "L(20,10)0; M(20,14)2; T(20.3,12)0"), "TLM");
        // The same car behind the leader passes no car, although it is beside the second.
        assert_eq!(next_order(edition, "L(20,10)0; M(20,14)2; T(19.7,12)0"), "LMT");
        // A car can pass several cars at once.
        assert_eq!(next_order(edition, "L(20,10)0; M(19,14)0; N(18,6)0; T(21,12)0"), "TLMN");
    }
}

#[test]
fn vr_order_05_a_standing_car_is_compared_where_it_stands() {
    for edition in ALL {
        let stuck = "A(20,10)0 g3 t0 n0; B(15,14)0; C(21.2,10)0 g1";
        // A stopped leader stays first while no car has passed it.
        let position = empty(edition, stuck).order("CAB", 1).then("X-").then("3F F-");
        assert_eq!(position.letters(), "CAB");
        // A car that has passed it comes before it.
        let position = empty(edition, stuck).order("CAB", 1).then("X-").then("3F+2 F-");
        assert_eq!(position.letters(), "CBA");
        // A car that is out of the race is no longer compared.
        let mut position = empty(edition, "A(20,10)0; B(15,14)0; C(30,10)0");
        position.state.cars[2].standing = Standing::Withdrawn(1);
        position = position.order("AB", 0).then("3F F-").then("3F F-");
        assert_eq!(position.letters(), "AB");
    }
}

#[test]
fn vr_order_06_online_any_corner_of_the_body_counts() {
    let order = |edition, a: &str| next_order(edition, &format!("B(20,10)0; A{a}"));
    assert_eq!(order(Online, "(20.2,12)1"), "AB");
    assert_eq!(order(Second, "(20.2,12)1"), "BA");
    assert_eq!(order(Online, "(20,12)0"), "BA");
    assert_eq!(order(Online, "(20.1,12)0"), "AB");
}

#[test]
fn vr_order_06_online_laps_and_corners_come_first() {
    let order = |cars: &str| {
        let position = oval(Online, cars);
        let (letters, count) = (position.letters(), position.state.cars.len() as u8);
        position.order(&letters, count - 1).then("1F F-").letters()
    };
    // A car with one more lap leads, wherever the bodies are.
    assert_eq!(order("F(20,18)0 c1 j2; L(6,12)2 c2 j1; Z(36,20)6 g1 c0 j4"), "LFZ");
    // A car with two more corners leads; with one more corner it leads unless the sum of the sectors is at most 6.
    assert_eq!(order("F(20,18)0 c1 j1; L(14,18)0 c1 j3; Z(36,20)6 g1 c0 j4"), "LFZ");
    assert_eq!(order("F(20,18)0 c1 j1 z4; L(14,18)0 c1 j2 z3; Z(36,20)6 g1 c0 j4"), "LFZ");
    assert_eq!(order("L(14,18)0 c1 j2 z3; F(20,18)0 c1 j1 z3; Z(36,20)6 g1 c0 j4"), "FLZ");
}

#[test]
fn vr_order_06_online_a_circle_of_three_is_sorted_by_exchanges() {
    // Each car leads the next in a circle: A is ahead of B's line, B of C's, and C of A's, and never the other way
    // round.
    let place = |letter: char| ["A(20,16)0", "B(17,10)3", "C(23,10)5"][usize::from(letter as u8 - b'A')];
    // Calculated by hand from section 4.5: an order that follows the circle stays, the opposite one is exchanged.
    for (old, expected) in
        [("ABC", "ABC"), ("BCA", "BCA"), ("CAB", "CAB"), ("ACB", "BCA"), ("BAC", "CAB"), ("CBA", "ABC")]
    {
        let cars: Vec<&str> = old.chars().map(place).collect();
        assert_eq!(next_order(Online, &cars.join("; ")), expected, "from {old}");
    }
}

#[test]
fn r_47_a_log_decides_between_cars_that_are_exactly_level() {
    let logged = |position: &Position, text: &str, order: &str| {
        let cars: Vec<CarId> = order.chars().map(id).collect();
        let turn = Turn { next_order: LoggedOrder::new(&cars), ..position.turn(text) };
        Vektorace::play(&position.track, &position.state, &turn)
    };
    let letters = |state: State, position: &Position| Position { track: position.track.clone(), state }.letters();
    // B ends exactly level with A. By the rules the old order stays, but the log may decide differently.
    let level = empty(Online, "A(14,10)0 g3; B(10,12)0 g3; C(1,10)0 g3").order("ACB", 2);
    assert_eq!(level.then("3F F-").letters(), "ABC");
    for order in ["ABC", "BAC"] {
        let played = logged(&level, "3F F-", order).unwrap();
        let by_log = |event: &Event| matches!(event.kind, EventKind::Incident { what: ORDER_FROM_LOG, .. });
        assert!(played.events.iter().any(by_log), "{order}");
        assert_eq!(letters(played.state, &level), order);
    }
    // An order that rounding cannot explain is refused: C is far behind, and a car must not be listed twice.
    for order in ["ACB", "CAB", "AB", "AAC", "ABD"] {
        assert_eq!(logged(&level, "3F F-", order).unwrap_err().clause, "VR-ORDER-06", "{order}");
    }
    // A lenient checker carries the turn out and keeps the exact order.
    let turn = Turn { next_order: LoggedOrder::new(&[id('C'), id('A'), id('B')]), ..level.turn("3F F-") };
    let forced = Vektorace::force(&level.track, &level.state, &turn);
    assert_eq!(forced.illegal.map(|illegal| illegal.clause), Some("VR-ORDER-06"));
    assert_eq!(letters(forced.played.state, &level), "ABC");
    // Cars with a tiny distance between them are not level.
    let near = empty(Online, "A(14,10)0 g3; B(9.9999,12)0 g3; C(1,10)0 g3").order("ACB", 2);
    assert_eq!(logged(&near, "3F F-", "BAC").unwrap_err().clause, "VR-ORDER-06");
    // In the printed editions, or before the round ends, the log cannot decide.
    let second = empty(Second, "A(14,10)0 g3; B(10,12)0 g3; C(1,10)0 g3").order("ACB", 2);
    assert_eq!(logged(&second, "3F F-", "BAC").unwrap_err().clause, "VR-ORDER-06");
    let early = empty(Online, "A(14,10)0 g3; B(10,12)0 g3; C(1,10)0 g3").order("ACB", 1);
    assert_eq!(logged(&early, "3F F-", "BAC").unwrap_err().clause, "VR-ORDER-01");
    // Five cars in one line, all exactly level: any order that the sort can produce is accepted.
    let row = "A(14,10)0 g3; B(14,11.5)0 g3; C(14,13)0 g3; D(14,14.5)0 g3; E(10,16)0 g3";
    let row = empty(Online, row).order("ABCDE", 4);
    assert_eq!(letters(logged(&row, "3F F-", "EDCBA").unwrap().state, &row), "EDCBA");
}
