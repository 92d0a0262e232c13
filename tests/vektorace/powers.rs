//! Super Powers: section 3.17 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{Formula8, Online, Position, Second, empty, number, oval, oval_draft, power, track};
use paddock::game::prelude::*;
use paddock::game::{CarId, EventKind, Issue};
use paddock::games::vektorace::{
    Action, CarEntry, Edition, GridPlace, Marks, Measuring, Move, Options, Power, PowerSet, Setup, State, Token,
    Vektorace, measure,
};

/// Returns the position with Super Powers switched on. The reserve holds the powers that no car has.
fn with_powers(mut position: Position) -> Position {
    position.state.terms.powers = true;
    let held: Vec<Power> = position.state.cars.iter().filter_map(|car| car.token).map(|token| token.power).collect();
    position.state.reserve = held.into_iter().fold(PowerSet::ALL, PowerSet::without);
    position
}

/// Returns EMPTY with these cars and Super Powers switched on.
fn field(cars: &str) -> Position {
    with_powers(empty(Second, cars))
}

fn used(position: &Position, letter: char) -> Option<bool> {
    position.car(letter).token.map(|token| token.used)
}

fn setup(edition: Edition, powers: &[Option<&str>], agreed: bool) -> Setup {
    let cars = (1..).zip(powers).map(|(car, code)| CarEntry {
        car: CarId(car),
        name: String::new(),
        tyre: 5,
        nitro: 3,
        start_boost: false,
        power: code.map(power),
    });
    let place = |car: u32| GridPlace {
        car: CarId(car),
        aside: (car == 1).then(|| number("2")),
        back: None,
        behind: (car > 1).then(|| CarId(car - 1)),
        place: (car > 1).then_some(if car.is_multiple_of(2) { 2 } else { 3 }),
    };
    Setup {
        edition,
        laps: 3,
        start_gear: 4,
        options: Options { powers: agreed.then_some(true), ..Options::default() },
        cars: cars.collect(),
        grid_side: None,
        grid: (1..=powers.len() as u32).map(place).collect(),
    }
}

fn start(setup: &Setup) -> Result<State, Vec<Issue>> {
    Vektorace::start(&track(&oval_draft()), setup)
}

#[test]
fn vr_pow_01_each_car_takes_a_different_power_and_the_rest_is_the_reserve() {
    let six = ["wide", "open", "spare", "late", "shield", "tape"].map(Some);
    let state = start(&setup(Second, &six, true)).unwrap();
    assert_eq!(state.reserve.iter().collect::<Vec<_>>(), [Power::JumpShift, Power::SwapPoint]);
    assert_eq!(state.cars[3].token, Some(Token { power: Power::LateShift, used: false }));
    // The last car on the grid chooses first, so a car further ahead cannot take the same power.
    let twice = start(&setup(Second, &[Some("wide"), Some("wide")], true)).unwrap_err();
    assert!(twice[0].id == "VR-POW-01" && twice[0].message.contains("Car 1"), "{twice:?}");
    // Only in a race with Super Powers, and only in the second edition.
    assert_eq!(start(&setup(Second, &[Some("wide"), None], false)).unwrap_err()[0].id, "VR-POW-01");
    let mut first = setup(Formula8, &[None, None], true);
    first.start_gear = 3;
    assert!(start(&first).unwrap_err().iter().any(|issue| issue.id == "VR-POW-01"));
    assert!(start(&setup(Second, &[None, None], true)).is_ok());
    // In a race without Super Powers no turn may use one.
    empty(Second, "A(10,10)0 g3 *spare").refused("3F F- *spareT", "VR-POW-01", "no Super Powers");
}

#[test]
fn vr_pow_02_a_token_works_once() {
    let start = field("A(10,10)0 g2 t0 *spare; B(30,20)0");
    let next = start.goes("2F SL< *spareT", "(12,11)1 t0");
    assert_eq!(used(&next, 'A'), Some(true));
    let again = next.order("AB", 0);
    again.refused("2F SL< *spareT", "VR-POW-02", "already used");
    start.refused("2F F- *late+", "VR-POW-02", "does not hold");
    field("A(10,10)0 g2 t0; B(30,20)0").refused("2F SL< *spareT", "VR-POW-02", "does not hold");
}

#[test]
fn vr_pow_03_a_lap_swaps_the_token() {
    let start = with_powers(oval(Second, "A(20,8)4 j4 c1 *late!; B(30,8)4 j4 c1 *wide; C(34,8)4 c1 *open"));
    start.refused("3F F-", "VR-POW-03", "take one from the reserve");
    let next = start.goes("3F F- *take.shield", "(16,8)4 c2 j0");
    assert_eq!(next.car('A').token, Some(Token { power: Power::Shield, used: false }));
    assert!(next.state.reserve.contains(Power::LateShift) && !next.state.reserve.contains(Power::Shield));
    assert!(next.listed().iter().all(|turn| !matches!(turn.action, Action::Move(Move { exchange: Some(_), .. }))));
    // A car cannot take its own power again, nor another car's.
    start.refused("3F F- *take.late", "VR-POW-03", "not in the reserve");
    start.refused("3F F- *take.wide", "VR-POW-03", "not in the reserve");
    // Only at the end of a lap: not when lap 1 begins, not elsewhere on the lap, and not without a token.
    let first = with_powers(oval(Second, "A(20,8)4 j4 c0 *late; B(30,8)4 j4 c0 *wide"));
    first.goes("3F F-", "(16,8)4 c1");
    first.refused("3F F- *take.shield", "VR-POW-03", "only at the end of a lap");
    let none = with_powers(oval(Second, "A(20,8)4 j4 c1; B(30,8)4 j4 c1 *wide"));
    none.goes("3F F-", "(16,8)4 c2");
    // A car that finishes does not swap its token.
    let last = with_powers(oval(Second, "A(20,8)4 j4 c3 *late; B(30,8)4 j4 c1 *wide; C(34,8)4 c1"));
    last.then("3F F- =-");
    last.refused("3F F- *take.shield =-", "VR-POW-03", "only at the end of a lap");
}

#[test]
fn vr_pow_03_the_new_token_works_at_once_for_what_is_left_of_the_turn() {
    let start = with_powers(oval(Second, "A(21,8)4 j4 c1 g4 t1 n0 *open; B(30,8)4 j4 c1"));
    // The old token works during the move, the new one for the declaration.
    start.refused("4F+5 F- *open *jump *take.jump =1", "VR-BOOST-01", "nitro");
    let rich = with_powers(oval(Second, "A(21,8)4 j4 c1 g4 t1 n1 *open; B(30,8)4 j4 c1"));
    let next = rich.goes("4F+5 F- *open *jump *take.jump =1", "(11,8)4 c2 g1 t0 n0");
    assert_eq!(next.car('A').token, Some(Token { power: Power::JumpShift, used: true }));
    rich.refused("4F+5 F- *jump *open *take.jump =1", "VR-POW-02", "already used");
    rich.refused("4F F- *late+ *take.late", "VR-POW-02", "cannot be used in this turn");
    // A token taken at the end of a lap does not work earlier: the spare point pays only for the declaration.
    rich.refused("4F F- *spareT *take.spare", "VR-POW-07", "pays nothing with this point");
    rich.goes("4F F- *spareT *take.spare =2", "g2 t1");
}

#[test]
fn vr_pow_04_no_power_on_a_penalty_move() {
    let braking = field("A(10,10)0 g4 t4 *swap; B(13.5,10)0; C(13.5,11.1)0; D(13.5,8.9)0").order("BCDA", 3);
    braking.goes("J2 2FL FL-", "(11+2w,10+2w)0 t2");
    let restart = field("A(10,10)0 g1 t4 *swap restart; B(30,20)0");
    restart.refused("1F F- *swapTN", "VR-POW-04", "first move after a penalty");
    let moved = restart.then("1F F-").order("AB", 0);
    moved.goes("1F F- *swapTN", "t3 n5");
}

#[test]
fn r_49_powers_may_be_used_when_jamming_on_the_brakes() {
    let blocked = |words: &str| {
        field(&format!("A(10,10)0 g4 {words}; B(13.5,10)0; C(13.5,11.1)0; D(13.5,8.9)0")).order("BCDA", 3)
    };
    blocked("t4 n4 *swap").goes("J2 2FL FL- *swapTN", "(11+2w,10+2w)0 t1 n5");
    // A spare point pays for braking that the car could not pay alone. Without it the car stands still.
    let poor = blocked("t1 *spare");
    assert!(poor.listed().iter().any(|turn| matches!(turn.action, Action::Stop { .. })));
    poor.refused("J2 2FL FL-", "VR-BRAKE-02", "costs 2 tyre points");
    let saved = poor.goes("J2 2FL FL- *spareT", "(11+2w,10+2w)0 t0");
    assert_eq!(used(&saved, 'A'), Some(true));
    // A late shift comes first: the car brakes from the gear it leads to.
    blocked("t2 *late").goes("J2 2FL FL- *late-", "(11+2w,10+2w)0 t0");
    // In the first move after a penalty no power may be used (VR-POW-04).
    let restart = field("A(10,10)0 g1 t4 *swap restart; B(30,20)0");
    restart.refused("1F F- *swapTN", "VR-POW-04", "first move after a penalty");
}

#[test]
fn vr_pow_05_wide_boost() {
    let start = field("A(10,10)0 g5 *wide; B(30,20)0");
    start.goes("5F+4 FL> *wide", "(19+w,10+w)7 n3 t4");
    start.goes("5F+1 FR< *wide", "(16+w,10-w)1 n3");
    start.refused("5F+4 FL>", "VR-BOOST-04", "no arrow for this rotation");
    start.refused("5F+4 SL- *wide", "VR-BOOST-04", "no arrow for this rotation");
    start.refused("5F F- *wide", "VR-POW-05", "needs a boost");
}

#[test]
fn vr_pow_06_open_boost() {
    let start = field("A(10,10)0 g1 n1 *open; B(30,20)0");
    start.goes("1F+5 F- *open", "(17,10)0 n0");
    start.goes("1F+2 FL- *open", "n0");
    start.refused("1F+5 F-", "VR-BOOST-02", "gear 1");
    field("A(10,10)0 g1 n0 *open; B(30,20)0").refused("1F+5 F- *open", "VR-BOOST-01", "nitro");
    field("A(10,10)0 g1 n1 *open; B(30,20)0").refused("1F+6 F- *open", "VR-BOOST-02", "no boost 6");
    start.refused("1F F- *open", "VR-POW-05", "needs a boost");
}

#[test]
fn vr_pow_07_spare_point() {
    let start = field("A(10,10)0 g2 t0 n0 *spare; B(30,20)0");
    start.goes("2F SL< *spareT", "(12,11)1 t0");
    start.refused("2F SL<", "VR-MOVE-06", "tyre");
    start.goes("2F+1 F- *spareN", "(14,10)0 n0");
    start.refused("2F F- *spareT", "VR-POW-07", "pays nothing with this point");
    start.refused("2SL SR- *spareT", "VR-MOVE-08", "2 tyre points");
    // It can pay for a declaration, together with the car's own points.
    field("A(10,10)0 g4 t0 *spare; B(30,20)0").goes("4F F- *spareT =2", "g2 t0");
    field("A(10,10)0 g2 t1 *spare; B(30,20)0").goes("2SL SR- *spareT", "(11,10)0 t0");
    // A spare tyre point counts as a tyre point used.
    let near = field("A(15.5,9.6)0 g3 t0 *spare; B(20,10)0");
    near.goes("3F SL- *spareT", "(18.5,10.6)0 t0");
    near.refused("3F SL- PB *spareT", "VR-ATT-05", "used a tyre point");
    near.goes("3F SL- HB.L *spareT", "(20-w,10+w)0");
}

#[test]
fn vr_pow_08_late_shift() {
    let start = field("A(10,10)0 g4 t1 n1 pushed *late; B(30,20)0");
    start.goes("3F F- *late- =3", "(14,10)0 t0 g3");
    start.goes("5F F- *late+ =5", "(16,10)0 n0 g5");
    start.refused("3F F-", "VR-MOVE-01", "declared gear is 4");
    start.refused("4F F- *late-", "VR-MOVE-01", "declared gear is 3");
    // A pushed car still may not declare a gear below the one it plays.
    start.refused("3F F- *late- =2", "VR-GEAR-05", "pushed");
    let poor = field("A(10,10)0 g4 t0 n0 *late; B(30,20)0");
    poor.refused("3F F- *late-", "VR-POW-08", "tyre point");
    poor.refused("5F F- *late+", "VR-POW-08", "nitro point");
    field("A(10,10)0 g5 n1 *late; B(30,20)0").refused("5F F- *late+", "VR-POW-08", "1 to 5");
    // It cannot change a gear forced by the pit lane or by a penalty.
    let lane = with_powers(oval(Second, "A(20,4)4 g2 j4 c1 lane *late; B(30,8)4 c1"));
    lane.refused("3F F- *late+ *take.wide =2", "VR-POW-08", "pit lane");
    field("A(10,10)0 g1 restart *late; B(30,20)0").refused("2F F- *late+", "VR-POW-04", "penalty");
    // It comes first in a turn, so it is too late after giving way.
    field("A(10,10)0 g4 t1 yielded *late; B(30,20)0").refused("3F F- *late-", "VR-POW-08", "given way");
    // Its tyre point counts as used in this turn.
    let near = field("A(13.5,10)0 g4 t1 *late; B(20,10)0");
    near.goes("3F F- *late-", "(17.5,10)0 t0");
    near.refused("3F F- PB *late-", "VR-ATT-05", "used a tyre point");
}

#[test]
fn vr_pow_09_shield() {
    let push = field("A(14.5,10)0 g3; B(20,10)0 g3 *shield");
    let next = push.goes("3F F- PB!", "(19,10)0");
    assert_eq!(next.car('B').marks, Marks::default());
    assert_eq!(used(&next, 'B'), Some(true));
    assert!(next.declarable("3F F-").contains(&2));
    let events = push.play("3F F- PB!").unwrap().1;
    let shielded = |event: &paddock::game::Event| event.kind == EventKind::UsedPower { power: "shield" };
    assert!(events.iter().any(|event| event.car == CarId(2) && shielded(event)));
    // The target need not use its shield, and cannot if there is no mark to prevent or it has no shield.
    assert!(push.then("3F F- PB").car('B').marks.pushed);
    push.refused("3F F- DB!", "VR-POW-09", "shield does not help");
    field("A(14.5,10)0 g3; B(20,10)0 g3 *shield!").refused("3F F- PB!", "VR-POW-09", "no shield");
    field("A(14.5,10)0 g3; B(20,10)0 g3 *late").refused("3F F- PB!", "VR-POW-09", "no shield");
    let shunt = field("A(14.5,10.6)0 g3; B(20,10)0 g3 *shield").goes("3F F- HB.L!", "(20-w,10+w)0");
    assert_eq!(shunt.car('B').marks, Marks::default());
}

#[test]
fn vr_pow_10_tape_measure() {
    let start = field("A(10,10)0 g3 *tape; B(30,20)0");
    let ask = |text: &str, when| measure(&start.track, &start.state, &start.turn(text), 4, when);
    assert_eq!(ask("3F F- =-", Measuring::Live).unwrap_err().clause, "VR-TURN-04");
    let places = ask("3F F- *tape =-", Measuring::Live).unwrap();
    assert!(places.iter().any(|place| place.at == [19.0, 10.0]));
    let next = start.then("3F F- *tape");
    assert_eq!(used(&next, 'A'), Some(true));
    let again = next.order("AB", 0);
    let second = measure(&again.track, &again.state, &again.turn("3F F- *tape"), 4, Measuring::Live);
    assert_eq!(second.unwrap_err().clause, "VR-POW-02");
}

#[test]
fn vr_pow_11_jump_shift() {
    let down = field("A(10,10)0 g5 t1 n0 *jump; B(30,20)0");
    down.goes("5F F- *jump =1", "(16,10)0 g1 t0");
    down.refused("5F F- =1", "VR-GEAR-03", "3 tyre points");
    field("A(10,10)0 g5 t0 *jump; B(30,20)0").refused("5F F- *jump =1", "VR-GEAR-03", "1 tyre point");
    let up = field("A(10,10)0 g1 t0 n1 *jump; B(30,20)0");
    up.goes("1F F- *jump =5", "(12,10)0 g5 n0");
    field("A(10,10)0 g1 n0 *jump; B(30,20)0").refused("1F F- *jump =5", "VR-GEAR-02", "1 nitro point");
    up.refused("1F F- *jump =2", "VR-POW-11", "not needed");
    // It does not allow a pushed car to shift down.
    field("A(10,10)0 g5 t4 pushed *jump; B(30,20)0").refused("5F F- *jump =1", "VR-GEAR-05", "pushed");
}

#[test]
fn vr_pow_12_swap_point() {
    let start = field("A(10,10)0 g2 t0 n1 *swap; B(30,20)0");
    start.goes("2F F- *swapNT", "(13,10)0 t1 n0");
    // At any moment: in the first case before the point is spent, in the second after a point has been spent.
    start.goes("2F SL< *swapNT", "(12,11)1 t0 n0");
    field("A(10,10)0 g2 t8 n1 *swap; B(30,20)0").goes("2F SL< *swapNT", "t8 n0");
    field("A(10,10)0 g2 t8 n1 *swap; B(30,20)0").refused("2F F- *swapNT", "VR-POW-12", "already has 8");
    field("A(10,10)0 g2 t0 n0 *swap; B(30,20)0").refused("2F F- *swapNT", "VR-POW-12", "that it could swap");
    field("A(10,10)0 g2 t0 n0 *swap; B(30,20)0").refused("2F F- *swapTN", "VR-POW-12", "that it could swap");
    // A point cannot be both spent and swapped.
    field("A(10,10)0 g2 t0 n1 *swap; B(30,20)0").refused("2F+1 F- *swapNT", "VR-BOOST-01", "nitro");
}

/// Used and unused tokens are shown in every view of the race.
#[test]
fn vr_pow_02_tokens_are_shown() {
    let next = field("A(10,10)0 g2 t0 *spare; B(30,20)0 *late").then("2F SL< *spareT");
    let view = Vektorace::view(&next.track, &next.state);
    assert_eq!(
        view.cars[0].tokens.iter().map(|token| (token.name, token.used)).collect::<Vec<_>>(),
        [("spare point", true)]
    );
    assert_eq!(
        view.cars[1].tokens.iter().map(|token| (token.name, token.used)).collect::<Vec<_>>(),
        [("late shift", false)]
    );
    let online = empty(Online, "A(10,10)0");
    assert!(Vektorace::view(&online.track, &online.state).cars[0].tokens.is_empty());
}
