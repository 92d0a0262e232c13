//! Laps and victory: section 3.16 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, BOTH, Formula8, Online, Position, Second, oval};
use paddock::game::EventKind;
use paddock::game::prelude::*;
use paddock::games::vektorace::{Edition, Standing, Vektorace};

/// Returns OVAL with these cars on their last lap, so that the next crossing of the line finishes.
fn last_lap(edition: Edition, cars: &[&str]) -> Position {
    let cars: Vec<String> = cars.iter().map(|car| format!("{car} c3 j4")).collect();
    oval(edition, &cars.join("; "))
}

#[test]
fn vr_lap_01_counting_the_line() {
    for edition in ALL {
        let start = oval(edition, "A(20,8)4 j4 c1");
        start.goes("3F F-", "(16,8)4 c2 j0");
        assert!(start.events("3F F-").contains(&EventKind::Lap { lap: 2 }));
        // One corner is not passed. Online `j` stops one below the count, so it is one less here.
        let early = oval(edition, if edition == Second { "A(20,8)4 j3 c1" } else { "A(20,8)4 j2 c1" });
        early.goes("3F F-", "(16,8)4 c1");
    }
    // A rotation on the spot never counts as a crossing, although here it brings the front past the line.
    let stuck = oval(Second, "A(19.3,8)3 j4 c1 t0; B(18.4,8.8)4").order("BA", 1);
    assert!(stuck.must_stop());
    stuck.goes("X<", "(19.3,8)4 c1 j4");
}

#[test]
fn vr_lap_01_after_any_attack() {
    for edition in BOTH {
        // The move ends before the line, and the place behind B is past it.
        let start = oval(edition, "A(23.9,8)4 j4 c1; B(18.1,8)4 j4 c1");
        start.goes("3F F-", "(19.9,8)4 c1");
        start.goes("3F F- DB", "(19.1,8)4 c2 j0");
    }
}

#[test]
fn vr_lap_02_the_first_crossing_opens_lap_one() {
    for edition in ALL {
        let next = oval(edition, "A(20,8)4 j4 c0").goes("3F F-", "(16,8)4 c1 j0");
        let view = Vektorace::view(&next.track, &next.state);
        assert_eq!((view.cars[0].lap, view.cars[0].laps_done), (1, 0));
    }
}

#[test]
fn vr_lap_03_backwards_changes_nothing() {
    for edition in ALL {
        // The car drives back over the line and forwards again without passing a corner.
        oval(edition, "A(16,8)0 j0 c2").goes("3F F-", "(20,8)0 c2 j0");
        oval(edition, "A(20,8)4 j0 c2").goes("3F F-", "(16,8)4 c2 j0");
    }
    // The car crosses corner 1's outside ray backwards after passing the corner.
    oval(Second, "A(5,8)0 j1 c1").goes("3F F-", "(9,8)0 c1 j1");
}

#[test]
fn vr_lap_04_on_the_line_is_not_across() {
    for edition in ALL {
        oval(edition, "A(95/4-3/8r,8)4 j4 c1").goes("3F F-", "(79/4-3/8r,8)4 c1");
    }
    oval(Second, "A(23.2196,8)4 j4 c1").goes("3F F-", "(19.2196,8)4 c2 j0");
    // Online the nose counts, 1/200 behind the front.
    oval(Online, "A(23.2196,8)4 j4 c1").goes("3F F-", "(19.2196,8)4 c1");
    oval(Online, "A(23.2146,8)4 j4 c1").goes("3F F-", "(19.2146,8)4 c2 j0");
}

#[test]
fn vr_win_01_the_first_across_wins_at_once() {
    for edition in ALL {
        let start = last_lap(edition, &["A(24,8)4", "B(20,10)4", "C(20,12)4"]);
        let next = start.then("3F F-");
        let won = next.then("3F F- =-");
        assert_eq!(won.car('B').standing, Standing::Finished(1));
        assert_eq!(next.events("3F F- =-").last(), Some(&EventKind::Finished { rank: 1 }));
        // The third car still plays, for the next place.
        assert_eq!((won.state.to_act(), won.state.round), (Some(2), 1));
        let over = won.then("3F F- =-");
        assert_eq!(over.car('C').standing, Standing::Finished(2));
        let turn = over.state.to_act();
        assert_eq!(turn, None);
        let late = paddock::games::vektorace::Turn::new(crate::common::id('B'), crate::common::action("3F F-"));
        assert_eq!(Vektorace::play(&over.track, &over.state, &late).unwrap_err().clause, "VR-WIN-04");
        // A finished car has no turn while others race.
        assert_eq!(Vektorace::play(&won.track, &won.state, &late).unwrap_err().clause, "VR-TURN-01");
    }
}

#[test]
fn vr_win_02_the_last_crossing_is_square() {
    let second = last_lap(Second, &["A(20,8)3", "B(30,8)4", "C(34,8)4"]);
    second.refused("3F F- =-", "VR-WIN-02", "at a right angle");
    second.refused("3F F> =-", "VR-WIN-02", "at a right angle");
    let finished = second.then("3F F< =-");
    assert_eq!(finished.car('A').standing, Standing::Finished(1));
    // It is enough that the move is square; the car may be rotated after it.
    last_lap(Second, &["A(20,8)4", "B(30,8)4", "C(34,8)4"]).then("3F F> =-");
    let online = last_lap(Online, &["A(20,8)3", "B(30,8)4", "C(34,8)4"]);
    online.then("3F F- =-");
    online.then("3F F< =-");
    // Earlier crossings need not be square.
    oval(Second, "A(20,8)3 c2 j4").goes("3F F-", "(20-4w,8+4w)3 c3 j0");
}

#[test]
fn vr_win_03_the_others_race_on() {
    for edition in ALL {
        let start = last_lap(edition, &["A(20,8)4", "B(30,8)4", "C(34,8)4"]);
        start.refused("3F F- =3", "VR-WIN-03", "declares no gear");
        start.refused("3F F- BOX =-", "VR-PIT-13", "finished");
        start.refused("3F F- T1N0 =-", "VR-PIT-03", "finished");
        let next = start.then("3F F- =-");
        assert_eq!(next.letters(), "BC");
        // A finished car is not an obstacle.
        let after = next.then("3F F-").then("3F F-");
        assert_eq!(after.letters().len(), 2);
    }
    // An attack in the finishing move: online it comes first; in the printed editions the race is over before it.
    let cars = ["A(21.5,8)4", "B(16,8)4", "C(34,8)4"];
    last_lap(Second, &cars).refused("3F F- DB =-", "VR-ATT-03", "may not attack");
    let online = last_lap(Online, &cars).then("3F F- PB =-");
    assert_eq!(online.car('A').standing, Standing::Finished(1));
    assert!(online.car('B').marks.pushed);
}

#[test]
fn r_42_an_attack_may_carry_a_car_over_the_line() {
    // the move ends before the line, the slingshot past it.
    for edition in ALL {
        let start = oval(edition, "A(23.6,8)4 c3 j4; B(18.4,8)4 c3 j0; C(34,8)4 c3 j3");
        let won = start.then("3F F- SB.F =-");
        assert_eq!(won.car('A').standing, Standing::Finished(1), "{edition:?}");
        // In the printed editions a gear declared in this turn is ignored; online the car must not declare one.
        if edition.is_printed() {
            assert_eq!(start.then("3F F- SB.F =3").car('A').standing, Standing::Finished(1));
        } else {
            start.refused("3F F- SB.F =3", "VR-WIN-03", "declares no gear");
        }
        // The slipstream or push leads to x = 19.4, still before the line.
        assert_eq!(start.then("3F F- PB").car('A').crossings, 3);
        // A move that itself crosses the line ends the car's race at once.
        if edition.is_printed() {
            let home = oval(edition, "A(22,8)4 c3 j4; B(16.8,8)4 c3 j0; C(34,8)4 c3 j3");
            for attack in ["SB.F", "PB"] {
                home.refused(&format!("3F F- {attack} =-"), "VR-ATT-03", "may not attack");
            }
            home.then("3F F- =-");
        }
    }
    // The last crossing must be square, by an attack as by a move (VR-WIN-02).
    let slanted = |edition| oval(edition, "A(19.4+2r,11-2r)3 c3 j4; B(18.5,11.9)3 c3 j0; C(34,8)4 c3 j3");
    slanted(Second).refused("3F F- SB.F =-", "VR-WIN-02", "at a right angle");
    slanted(Formula8).then("3F F- SB.F =-");
}

#[test]
fn vr_win_04_the_race_ends_with_one_car_left() {
    for edition in ALL {
        let start = last_lap(edition, &["A(20,8)4", "B(20,10)4", "C(34,8)4"]);
        let (over, events) = start.then("3F F- =-").play("3F F- =-").unwrap();
        assert_eq!(over.state.to_act(), None);
        let standing = ['A', 'B', 'C'].map(|letter| over.car(letter).standing);
        assert_eq!(standing, [1, 2, 3].map(Standing::Finished));
        assert_eq!(events.last().unwrap().kind, EventKind::Classified { rank: 3 });
        assert_eq!(over.state.places().as_slice(), [0, 1, 2]);
        assert!(over.listed().is_empty());
    }
    // If the race ends by agreement, the cars still racing are ranked in the current order.
    let early = last_lap(Second, &["A(26,12)4", "B(20,10)4", "C(34,8)4"]).order("CBA", 0);
    let next = early.then("3F F-").then("3F F- =-");
    assert_eq!(next.state.places().as_slice(), [1, 2, 0]);
}

#[test]
fn vr_win_05_the_earlier_turn_ranks_higher() {
    for edition in ALL {
        // B ends further past the line, in the same round.
        let start = last_lap(edition, &["A(20,8)4", "B(20,10)4 g5", "C(34,8)4"]);
        let over = start.then("3F F- =-").then("5F F- =-");
        assert_eq!(over.car('A').standing, Standing::Finished(1));
        assert_eq!(over.car('B').standing, Standing::Finished(2));
    }
}
