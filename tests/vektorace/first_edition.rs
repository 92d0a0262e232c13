//! Tests of the clauses in which the first edition differs. Rules that it shares with the second edition are tested in
//! the other files.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{Formula8, Position, Second, dir, empty, number, oval, oval_draft, point, track};
use paddock::game::prelude::*;
use paddock::game::{CarId, EventKind, Issue};
use paddock::games::vektorace::{
    Action, CarEntry, Edition, FirstMove, GridPlace, GridSide, Marks, Rotation, Setup, Standing, State, Vektorace,
};

/// Returns a race of this number of cars on OVAL, with pole at this distance from the wall's axis.
fn setup(edition: Edition, cars: u32, aside: &str, side: Option<GridSide>) -> Setup {
    let entry =
        |car| CarEntry { car: CarId(car), name: String::new(), tyre: 5, nitro: 3, start_boost: false, power: None };
    let place = |car| GridPlace {
        car: CarId(car),
        aside: (car == 1).then(|| number(aside)),
        back: None,
        behind: None,
        place: None,
    };
    Setup {
        edition,
        laps: 3,
        start_gear: 3,
        options: Default::default(),
        cars: (1..=cars).map(entry).collect(),
        grid_side: side,
        grid: (1..=cars).map(place).collect(),
    }
}

/// Returns such a race with the black side and pole 1 from the axis, as in the clauses.
fn black(cars: u32) -> Setup {
    setup(Formula8, cars, "1", Some(GridSide::Black))
}

fn start(setup: &Setup) -> Result<State, Vec<Issue>> {
    Vektorace::start(&track(&oval_draft()), setup)
}

#[track_caller]
fn refused(setup: &Setup, clause: &str, word: &str) {
    let issues = start(setup).expect_err("refused");
    assert!(issues.iter().any(|issue| issue.id == clause && issue.message.contains(word)), "{issues:?}");
}

#[test]
fn vr_setup_01_two_to_four_cars() {
    for cars in 2..=4 {
        start(&black(cars)).unwrap();
    }
    refused(&black(5), "VR-SETUP-01", "2 to 4");
    refused(&black(1), "VR-SETUP-01", "2 to 4");
}

#[test]
fn vr_setup_02_any_number_of_laps() {
    start(&Setup { laps: 99, ..black(2) }).unwrap();
    refused(&Setup { laps: 0, ..black(2) }, "VR-SETUP-02", "laps");
    refused(&Setup { laps: 100, ..black(2) }, "VR-SETUP-02", "laps");
}

#[test]
fn vr_grid_02_pole_stands_on_the_finish_line() {
    let state = start(&black(2)).unwrap();
    assert_eq!((state.cars[0].position, state.cars[0].heading), (point("79/4-3/8r,7"), dir(4)));
    let mut elsewhere = black(2);
    elsewhere.grid[0].back = Some(number("0"));
    refused(&elsewhere, "VR-GRID-02", "start and finish line");
    refused(&setup(Formula8, 2, "-1", Some(GridSide::Black)), "VR-GRID-02", "track side");
    // Pole must be clear of everything: the wall is 3/8 wide on either side.
    start(&setup(Formula8, 2, "0.9", Some(GridSide::Black))).unwrap();
    refused(&setup(Formula8, 2, "0.6", Some(GridSide::Black)), "VR-GRID-02", "not free");
}

#[test]
fn vr_grid_03_the_slots_of_the_starting_grid() {
    let state = start(&black(4)).unwrap();
    let places: Vec<_> = state.cars.iter().map(|car| car.position).collect();
    let expected = ["79/4-3/8r,7", "79/4+1/8r,7+w", "79/4+5/8r,7", "79/4+9/8r,7+w"];
    assert_eq!(places, expected.map(point));
    assert!(state.cars.iter().all(|car| car.heading == dir(4)));
    // The white face is the other side.
    let white = start(&setup(Formula8, 2, "2", Some(GridSide::White))).unwrap();
    assert_eq!(white.cars[1].position, point("79/4+1/8r,8-w"));
    refused(&setup(Formula8, 2, "1", None), "VR-GRID-03", "side");
    let mut chosen = black(3);
    chosen.grid[2].behind = Some(CarId(1));
    refused(&chosen, "VR-GRID-03", "token");
    // The flying start has no side.
    let mut flying = setup(Second, 2, "2", Some(GridSide::Black));
    flying.grid[1].behind = Some(CarId(1));
    flying.grid[1].place = Some(1);
    refused(&flying, "VR-GRID-03", "flying start");
}

#[test]
fn vr_grid_04_a_slot_must_be_free() {
    // White: slot 2 at y = 7 - w would overlap the pitwall.
    refused(&setup(Formula8, 2, "1", Some(GridSide::White)), "VR-GRID-04", "slot 2");
    start(&black(2)).unwrap();
    // A corner stands where slot 3 would be. That matters only to a grid that uses the slot.
    let mut draft = oval_draft();
    draft.corners[3].at = point("20.6,6.2");
    draft.pitwall.as_mut().unwrap().at = point("20,4");
    let track = track(&draft);
    let place = |cars| Vektorace::start(&track, &setup(Formula8, cars, "2.9", Some(GridSide::Black)));
    place(2).unwrap();
    let issues = place(3).unwrap_err();
    assert_eq!(issues[0].id, "VR-GRID-04", "{issues:?}");
    assert!(issues[0].fix.as_deref().unwrap().contains("other side"));
}

#[test]
fn vr_res_01_exactly_eight_points() {
    let mut few = black(2);
    few.cars[1].nitro = 2;
    refused(&few, "VR-RES-01", "exactly 8");
    few.cars[1].tyre = 6;
    start(&few).unwrap();
}

#[test]
fn vr_first_01_every_car_begins_in_third_gear() {
    for gear in [1, 2, 4, 5] {
        refused(&Setup { start_gear: gear, ..black(2) }, "VR-FIRST-01", "must be 3");
    }
    let position = Position { track: track(&oval_draft()), state: start(&black(2)).unwrap() };
    position.then("3F F-");
    position.refused("4F F-", "VR-MOVE-01", "declared gear is 3");
}

#[test]
fn vr_first_02_the_secret_boost() {
    let mut setup = black(2);
    setup.cars[1].start_boost = true;
    let state = start(&setup).unwrap();
    // The boost is paid for when it is revealed.
    assert_eq!([state.cars[0].nitro, state.cars[1].nitro], [3, 2]);
    assert_eq!([0, 1].map(|car| state.cars[car].first_move), [Some(FirstMove::Plain), Some(FirstMove::Boost)]);
    setup.cars[1] = CarEntry { tyre: 8, nitro: 0, ..setup.cars[1].clone() };
    refused(&setup, "VR-FIRST-02", "no nitro");
    let mut second = Setup { edition: Second, start_gear: 4, grid_side: None, ..setup };
    second.grid[1].behind = Some(CarId(1));
    second.grid[1].place = Some(1);
    refused(&second, "VR-FIRST-02", "first edition");

    let start = |words: &str| empty(Formula8, &format!("A(10,10)0 g3 n2 {words}; B(30,20)0 g3"));
    start("plain").refused("3F+1 F-", "VR-FIRST-02", "not committed");
    start("plain").goes("3F F-", "(14,10)0 n2");
    start("boost").refused("3F F-", "VR-FIRST-02", "must boost");
    // The boost costs nothing more, and may have any length the gear offers.
    start("boost").goes("3F+2 F-", "(16,10)0 n2");
    start("boost").goes("3F+1 FL<", "(14+w,10+w)1 n2");
    assert!(start("boost").moves().iter().all(|text| text.contains('+')));
    // The point paid beforehand counts as spent on this move.
    let paid = |words: &str, turn: &str| {
        let spent = |event: &EventKind| {
            matches!(event, EventKind::Spent { resource: "nitro", amount: 1, purpose: "boost", .. })
        };
        start(words).events(turn).iter().filter(|event| spent(event)).count()
    };
    assert_eq!([paid("boost", "3F+2 F-"), paid("plain", "3F F-")], [1, 0]);
    // So it does if the car leaves the race instead of moving.
    assert_eq!([paid("boost", "Q"), paid("plain", "Q")], [1, 0]);
    // From the second move on the normal rules for boosts apply.
    let next = start("plain").then("3F F-").then("3F F-").order("AB", 0);
    next.goes("3F+1 F-", "(19,10)0 n1");
    assert_eq!(next.car('A').first_move, None);
}

#[test]
fn vr_first_02_a_committed_boost_that_does_not_fit_is_lost() {
    let wall = "A(10,10)0 g2 n0 boost; B(14.1,10)0; C(14.1,11)0; D(14.1,9)0; E(14.8,12)0; F(14.8,8)0";
    let start = empty(Formula8, wall);
    let unboosted = start.moves();
    assert!(unboosted.iter().all(|text| !text.contains('+')), "{unboosted:?}");
    start.goes("2F F-", "(13,10)0 n0");
    start.refused("2F+0 F-", "VR-BOOST-06", "cannot be wasted");
}

#[test]
fn vr_first_04_attacks_on_the_first_move() {
    let next = empty(Formula8, "A(14.5,10)0 g3 plain; B(20,10)0 g3 plain").goes("3F F- PB", "(19,10)0");
    assert!(next.car('B').marks.pushed);
}

#[test]
fn vr_move_04_there_is_no_swerve() {
    empty(Formula8, "A(10,10)0 t8").refused("3SL F-", "VR-MOVE-04", "no swerve");
    empty(Formula8, "A(10,10)0 t8").refused("3SR F-", "VR-MOVE-04", "no swerve");
    // The side places for the car are printed and cost a tyre point.
    empty(Formula8, "A(10,10)0 t1").goes("3F SL-", "(13,11)0 t0");
}

#[test]
fn vr_move_05_and_06_the_number_of_moves_on_an_empty_table() {
    for gear in 1..=5 {
        let count = |words: &str| empty(Formula8, &format!("A(10,10)0 g{gear} n0 {words}")).moves().len();
        assert_eq!(count("t8"), if gear == 1 { 27 } else { 39 }, "gear {gear}");
        assert_eq!(count("t0"), 21, "gear {gear}");
        assert_eq!(count("t8 left right"), 3, "gear {gear}");
    }
}

#[test]
fn vr_legal_04_without_a_swerve_there_is_no_move() {
    let stuck = empty(Formula8, "A(10,10)0 g3 t0; B(11.2,10)0").order("BA", 1);
    assert!(stuck.must_stop());
    // Even with a tyre point there is no swerve, so the car brakes or stands still.
    let one = empty(Formula8, "A(10,10)0 g3 t1; B(11.2,10)0").order("BA", 1);
    assert!(one.must_stop());
}

#[test]
fn vr_boost_06_a_boost_and_its_length_are_chosen_together() {
    let start = empty(Formula8, "A(10,10)0 g2; B(14.1,10)0; C(14.1,11)0; D(14.1,9)0");
    start.refused("2F+0 F-", "VR-BOOST-06", "cannot be wasted");
    start.refused("2F+1 F-", "VR-LEGAL-02", "overlaps");
    start.goes("2F F-", "(13,10)0 n4");
}

/// Returns a position in which no vector fits in gear 4, but lower gears have moves.
fn braking(words: &str) -> Position {
    let cars = format!("A(10,10)0 g4 {words}; B(14.9,10)0; C(14.4,11.3)0; D(14.4,8.7)0");
    empty(Formula8, &cars).order("BCDA", 3)
}

#[test]
fn vr_brake_02_and_03_any_lower_gear_that_works() {
    let start = braking("t3");
    let gears: Vec<u8> =
        (1..=4).filter(|gear| start.moves().iter().any(|text| text.starts_with(&format!("J{gear}")))).collect();
    assert_eq!(gears, [1, 2, 3]);
    start.goes("J3 3FL FR-", "(12+2w,10)0 t2 g3");
    start.goes("J1 1F F-", "(12,10)0 t0 g1");
    braking("t1").refused("J2 2F F-", "VR-BRAKE-02", "2 tyre points");
    braking("t3").refused("X-", "VR-BRAKE-06", "must jam");
    braking("t3").refused("J3 3FL FR- PB", "VR-BRAKE-05", "brakes");
}

#[test]
fn vr_brake_04_a_car_that_braked_may_boost() {
    let start = braking("t3 n1");
    start.goes("J2 2FL+1 FR-", "(12+2w,10)0 t1 n0");
    start.refused("J2 2FL+2 FR-", "VR-BOOST-02", "boost 2");
}

#[test]
fn vr_gear_06_a_car_that_braked_may_shift_up_again() {
    let start = braking("t3 n2");
    assert_eq!(start.declarable("J2 2F F-"), [1, 2, 3, 4, 5]);
    braking("t3 n0").goes("J2 2F F- =3", "g3");
    // The cost is counted from the reduced gear: two gears up cost a point.
    braking("t3 n0").refused("J2 2F F- =4", "VR-GEAR-02", "1 nitro point");
}

#[test]
fn vr_gear_05_pushed_and_braked() {
    assert_eq!(braking("t3 n0 pushed").declarable("J3 3FL FR-"), [3, 4]);
}

#[test]
fn vr_pen_03_the_car_rotates_before_it_restarts() {
    let stuck = empty(Formula8, "A(10,10)0 g3 t0; B(11.2,10)4 g3 t0").order("BA", 1);
    stuck.refused("X<", "VR-PEN-03", "start of the turn after");
    let stopped = stuck.goes("X-", "(10,10)0 g1");
    assert!(stopped.car('A').restart);
    // The list has only one way to stand still, and three headings at the start of the next turn.
    let stops = stuck.listed().into_iter().filter(|turn| matches!(turn.action, Action::Stop { .. })).count();
    assert_eq!(stops, 1);
    let mut again = stopped.order("AB", 0);
    again.state.cars[1].position = point("30,20");
    again.goes("< 1F F-", "(10+2w,10+2w)1 g1");
    again.goes("> 1F F-", "(10+2w,10-2w)7 g1");
    let starts: Vec<Rotation> = again.listed().iter().map(|turn| turn.start.rotation).collect();
    assert!(Rotation::ALL.iter().all(|rotation| starts.contains(rotation)));
    // The car may not rotate a second time, nor without a penalty.
    let moved = again.then("< 1F F-").order("AB", 0);
    moved.refused("< 1F F-", "VR-PEN-03", "after a penalty");
    // A rotation by more than 45 degrees cannot be written.
    let text = r#"{"car":1,"kind":"stop","start_rotation":"back","rotation":"straight","declare":1}"#;
    assert!(serde_json::from_str::<paddock::games::vektorace::Turn>(text).is_err());
}

#[test]
fn vr_pen_05_penalties_repeat() {
    // There is no move in any of the three headings: E stands where the car would go after rotating right.
    let others = "B(11.2,9.7)0; C(10.9,11)0; D(9.2,11.2)0; E(10,8.8)0";
    let boxed = empty(Formula8, &format!("A(10,10)0 g1 t0 restart left pushed; {others}")).order("BCDEA", 4);
    let first = boxed.then("< X-");
    assert_eq!((first.car('A').heading, first.car('A').marks), (dir(1), Marks::default()));
    let second = first.order("BCDEA", 4).then("< X-");
    second.has('A', "(10,10)2 g1");
}

#[test]
fn vr_pen_04_a_second_penalty_is_not_a_free_choice() {
    // B is in the way straight ahead and to the right. If the car rotates left, it has a move.
    let stuck = empty(Formula8, "A(10,10)0 g1 t0 restart; B(11.2,9.9)0").order("BA", 1);
    stuck.refused("X-", "VR-PEN-04", "rotates left");
    stuck.refused("> X-", "VR-PEN-04", "legal move");
    stuck.refused("< X-", "VR-PEN-04", "legal move");
    stuck.goes("< 1FL F-", "(10+w,11+w)1");
    assert!(stuck.listed().iter().all(|turn| !matches!(turn.action, Action::Stop { .. })));
    // For the first penalty there is no choice of headings, so nothing changes.
    empty(Formula8, "A(10,10)0 g1 t0; B(11.2,9.9)0").order("BA", 1).then("X-");
}

#[test]
fn vr_pen_03_no_rotation_at_the_restart_in_the_pit_lane() {
    let inside = oval(Formula8, "A(21,4)4 g1 j4 lane restart");
    inside.refused("< 1F F- =2", "VR-PEN-03", "may not rotate");
    inside.goes("1F F- =2", "(19,4)4");
    // If its base is wholly outside, the car may rotate.
    oval(Formula8, "A(24,4)4 g1 j4 restart").then("< 1F F-");
}

#[test]
fn vr_yield_01_there_is_no_giving_way() {
    let start = empty(Formula8, "A(10,10)0 g3 t0; B(11.2,10)0");
    start.refused("YB", "VR-YIELD-01", "cannot give way");
    assert!(start.listed().iter().all(|turn| !matches!(turn.action, Action::GiveWay { .. })));
}

/// Returns a position in which car A ends at this place, heading 0, in this gear, with B(20,10)0 in gear 1.
fn attacking(place: &str, gear: i64, words: &str) -> Position {
    let at = point(place) - dir(0).unit() * (gear + 1);
    empty(Formula8, &format!("A({},{})0 g{gear} {words}; B(20,10)0 g1", at.x, at.y))
}

#[test]
fn vr_slip_01_less_than_one_octagon() {
    attacking("18.1,10", 3, "").goes("3F F- PB", "(19,10)0");
    // A gap of exactly one octagon is too far, because the distance token fits into it.
    attacking("18,10", 3, "").refused("3F F- PB", "VR-SLIP-01", "too far");
    attacking("18.5,10.7", 3, "").goes("3F F- PB", "(19,10)0");
    attacking("18.5,10.71", 3, "").refused("3F F- PB", "VR-SLIP-01", "not straight ahead");
    // The target's gear does not matter. The attacker must be in second gear or higher.
    attacking("18.5,10", 2, "").goes("2F F- PB", "(19,10)0");
    attacking("18.5,10", 1, "").refused("1F F- PB", "VR-SLIP-01", "second gear");
    // There is no slipstream without a push.
    attacking("18.5,10", 3, "").refused("3F F- DB", "VR-SLIP-01", "Use a push instead");
}

#[test]
fn vr_slip_04_nothing_stands_in_the_gap() {
    let start = |c: &str| empty(Formula8, &format!("A(14.3,10)0 g3; B(20,10)0; C{c}0"));
    start("(19.2,10.9)").refused("3F F- PB", "VR-SLIP-04", "blocked");
    start("(19.2,11)").goes("3F F- PB", "(19,10)0");
}

#[test]
fn vr_push_01_a_pushed_car_does_not_shift_down() {
    let next = attacking("19,10", 3, "").goes("3F F- PB", "(19,10)0");
    assert_eq!(next.car('B').marks, Marks { pushed: true, ..Marks::default() });
    assert_eq!(next.declarable("1F F-"), [1, 2, 3, 4, 5]);
    let fast = empty(Formula8, "A(14.5,10)0 g3; B(20,10)0 g3").then("3F F- PB");
    fast.refused("3F F- =2", "VR-GEAR-05", "pushed");
}

#[test]
fn vr_sling_01_and_02_straight_in_front() {
    let start = attacking("18.5,10", 2, "n1");
    start.goes("2F F- SB.F", "(21,10)0 n0");
    start.refused("2F F- SB.FL", "VR-SLING-02", "straight in front");
    start.refused("2F F- SB.SR", "VR-SLING-02", "straight in front");
    attacking("18.5,10", 3, "n0").refused("3F F- SB.F", "VR-SLING-01", "nitro");
}

#[test]
fn vr_sling_03_a_blocked_slingshot_is_not_possible() {
    let start = empty(Formula8, "A(14.5,10)0 g3; B(20,10)0; D(21,10)0");
    start.refused("3F F- SB.F", "VR-SLING-03", "overlaps car 4");
    start.refused("3F F- SB.SL", "VR-SLING-02", "straight in front");
}

#[test]
fn vr_att_05_no_push_or_slingshot_after_a_black_arrow() {
    // A black arrow leads to (18.5, 10.6), which is beside the rear and in the slipstream.
    let start = empty(Formula8, "A(15.5,9.6)0 g3 t1; B(20,10)0");
    start.goes("3F SL-", "(18.5,10.6)0 t0");
    start.refused("3F SL- PB", "VR-ATT-05", "used a tyre point");
    start.refused("3F SL- SB.F", "VR-ATT-05", "used a tyre point");
    start.goes("3F SL- HB.L", "(20-w,10+w)0 t0");
}

#[test]
fn vr_shunt_02_the_victim_may_not_go_that_way() {
    let next = attacking("18.5,10.6", 2, "").goes("2F F- HB.L", "(20-w,10+w)0");
    next.refused("1FL F-", "VR-SHUNT-02", "shunted");
    next.refused("1F FL-", "VR-SHUNT-02", "shunted");
    next.goes("1F F<", "(22,10)1");
}

#[test]
fn vr_att_02_both_cars_head_the_same_way() {
    empty(Formula8, "A(14.5,10)0 g3; B(20,10)0").refused("3F F< PB", "VR-ATT-02", "direction");
}

#[test]
fn vr_att_03_no_attack_in_the_lane() {
    let target = oval(Formula8, "A(25.5,4)4 j4 g2; B(21.4,4)4 j4 g2 lane");
    target.refused("2F F- PB", "VR-ATT-03", "pit lane");
}

#[test]
fn vr_pit_01_the_lane_is_open_on_the_last_lap() {
    let start = |words: &str| oval(Formula8, &format!("A(24,4)4 g2 t0 n0 {words}"));
    for open in ["j4 c1", "j4 c2", "j4 c3"] {
        start(open).goes("2F F- T5N3 =2", "(21,4)4 t5 n3");
    }
    start("j4 c0").refused("2F F- =2", "VR-PIT-01", "closed");
    start("j3 c1").refused("2F F- =2", "VR-PIT-01", "closed");
}

#[test]
fn vr_pit_02_second_gear_is_the_limit() {
    oval(Formula8, "A(24,4)4 g3 j4").refused("3F F- =2", "VR-PIT-02", "gear 2");
    oval(Formula8, "A(24,4)4 g2 j4 t0 n0").goes("2F F- T8N0 =2", "(21,4)4 t8");
    // Passing through the lane or leaving it faster is not allowed either.
    oval(Formula8, "A(22,4)4 g4 j4").refused("4F F- =2", "VR-PIT-02", "gear 2");
    oval(Formula8, "A(20,4)4 g3 j4 lane").refused("3F F- =2", "VR-PIT-02", "gear 2");
    // The limit ends when the front is past the exit line.
    oval(Formula8, "A(19,4)4 g3 j4").goes("3F F-", "(15,4)4");
    // If no other move is left, the car brakes. Without tyre points it stands still.
    let boxed = |tyre: u8| {
        let cars = format!("A(24,1)4 g3 j4 c1 t{tyre}; B(21.6,2.3)4 c1; C(24,2.3)4 c1");
        oval(Formula8, &cars).order("BCA", 2)
    };
    assert!(boxed(0).must_stop(), "{:?}", boxed(0).moves());
    assert!(boxed(1).moves().iter().all(|text| text.starts_with("J2")), "{:?}", boxed(1).moves());
}

#[test]
fn vr_pit_03_and_05_a_stop_gives_eight_points_capped() {
    let full = oval(Formula8, "A(24,4)4 g2 j4 t8 n6");
    full.goes("2F F- T0N2 =2", "(21,4)4 t8 n8");
    full.refused("2F F- T1N2 =2", "VR-PIT-05", "more than 8 tyre points or more than 8 nitro points");
    let empty = oval(Formula8, "A(24,4)4 g2 j4 t0 n0");
    empty.refused("2F F- T5N4 =2", "VR-PIT-03", "8");
    // Points are taken once per visit.
    oval(Formula8, "A(21.4,4)4 g1 j4 t0 lane").refused("1F F- T1N0 =2", "VR-PIT-03", "not entered");
}

#[test]
fn vr_pit_08_passing_straight_through_is_a_stop() {
    let start = oval(Formula8, "A(21.8,4)4 g2 j4 t0 n0");
    start.goes("2F F- T4N4 =3", "(18.8,4)4 t4 n4 g3");
    let stop = start.events("2F F- T4N4 =3").into_iter().find(|event| matches!(event, EventKind::Pitted { .. }));
    assert_eq!(stop, Some(EventKind::Pitted { stop: "pit stop" }));
    // In the second edition that is an overshoot.
    oval(Second, "A(21.8,4)4 g2 j4 t0 n0").goes("2F F- =2", "(79/4-3/8r,4)4 t0 n0");
}

#[test]
fn vr_pit_09_no_boost_and_no_attack_into_the_lane() {
    let start = oval(Formula8, "A(25,4)4 g2 j4 t0 n4");
    start.refused("2F+1 F- T5N3 =2", "VR-PIT-09", "boost");
    oval(Formula8, "A(21.5,4)4 g2 j4 lane").refused("2F+1 F- =2", "VR-PIT-09", "boost");
    let push = oval(Formula8, "A(26.4,4)4 g2 j4; B(22.4,4)4 g2 j4");
    push.goes("2F F- PB", "(23.4,4)4");
    push.refused("2F F- SB.F", "VR-PIT-09", "pit lane");
}

#[test]
fn vr_pit_10_no_rotation_on_the_way_out_either() {
    oval(Formula8, "A(24,4)4 g2 j4").refused("2F F< T4N4 =2", "VR-PIT-10", "parallel");
    oval(Formula8, "A(21,4)4 g2 j4 lane").refused("2F F<", "VR-PIT-10", "parallel");
    oval(Second, "A(21,4)4 g2 j4 lane").goes("2F F<", "(18,4)5");
    oval(Formula8, "A(21,4)4 g2 j4 lane").goes("2F F-", "(18,4)4 c2");
}

#[test]
fn vr_pit_11_straight_ahead_inside() {
    let inside = oval(Formula8, "A(21,4)4 g2 j4 lane");
    inside.refused("2FL F-", "VR-PIT-11", "straight ahead");
    inside.refused("2F FR-", "VR-PIT-11", "straight ahead");
}

#[test]
fn vr_pit_12_second_gear_at_most_while_inside() {
    let start = oval(Formula8, "A(24,4)4 g2 j4 t0 n8");
    assert_eq!(start.declarable("2F F- T8N0"), [1, 2]);
    start.refused("2F F- T8N0 =3", "VR-PIT-12", "highest");
    // Outside the lane the declaration is free.
    assert_eq!(oval(Formula8, "A(21,4)4 g2 j4 n0 lane").declarable("2F F-"), [1, 2, 3]);
}

#[test]
fn vr_pit_13_there_is_no_box_box_call() {
    oval(Formula8, "A(30,8)4 j4").refused("3F F- BOX", "VR-PIT-13", "box-box");
}

#[test]
fn vr_pit_15_a_race_can_be_won_in_the_lane() {
    let start = oval(Formula8, "A(20,4)4 g2 j4 c3 lane; B(30,8)4 c3; C(34,8)4 c3");
    let won = start.then("2F F- =-");
    assert_eq!(won.car('A').standing, Standing::Finished(1));
}

#[test]
fn vr_win_02_the_last_crossing_need_not_be_square() {
    let start = oval(Formula8, "A(20,8)3 c3 j4; B(30,8)4 c3; C(34,8)4 c3");
    let won = start.then("3F F- =-");
    assert_eq!(won.car('A').standing, Standing::Finished(1));
    // A move that itself crosses the line may not be followed by an attack.
    let attack = oval(Formula8, "A(20.6,8)4 c3 j4; B(15.5,8)4 c3 j0; C(34,8)4 c3");
    attack.refused("3F F- PB =-", "VR-ATT-03", "may not attack");
}

#[test]
fn vr_legal_03_only_placed_pieces_count() {
    empty(Formula8, "A(10,10)0 g5; B(13,10.8)0").goes("5F F-", "(16,10)0");
}

#[test]
fn vr_lap_01_the_line_is_counted_after_a_push() {
    let start = oval(Formula8, "A(23.3,8)4 j4 c1; B(18.1,8)4 j4 c1");
    start.goes("3F F-", "(19.3,8)4 c1");
    start.goes("3F F- PB", "(19.1,8)4 c2 j0");
}
