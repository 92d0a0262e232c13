//! The pit stop: section 3.15 of the ledger, on OVAL. The lane is below the wall; its entry line is at about x = 21.28,
//! its exit (the finish line) at about x = 18.72, and cars drive towards −x.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{
    ALL, BOTH, Formula8, Online, PRINTED, Second, corner, dir, oval, oval_draft, point, position, table,
};
use paddock::game::EventKind;
use paddock::game::prelude::*;
use paddock::games::vektorace::{Draft, PitwallDraft, Vektorace};

fn pitted(events: &[EventKind]) -> Option<&'static str> {
    events.iter().find_map(|event| match event {
        EventKind::Pitted { stop } => Some(*stop),
        _ => None,
    })
}

#[test]
fn vr_pit_01_when_the_entry_is_open() {
    for edition in BOTH {
        let start = |words: &str| oval(edition, &format!("A(24,4)4 g2 t0 n0 {words}"));
        start("j4 c1").goes("2F F- T5N3 =2", "(21,4)4 t5 n3 c1");
        start("j4 c2").goes("2F F- T5N3 =2", "(21,4)4 t5 n3 c2");
        start("j4 c3").refused("2F F- =2", "VR-PIT-01", "closed");
        start("j4 c0").refused("2F F- =2", "VR-PIT-01", "closed");
    }
    oval(Second, "A(24,4)4 g2 j3 c1").refused("2F F- =2", "VR-PIT-01", "closed");
}

/// Returns a circuit on which the last corner's outside ray meets the pit side before the lane. The entry line is at
/// about x = 23.28.
fn tight_entry() -> Draft {
    Draft {
        table: table(44, 22),
        pitwall: Some(PitwallDraft { at: point("22,6"), direction: dir(4) }),
        corners: vec![corner(1, "13,10", 5), corner(2, "27,12", 1), corner(3, "24.4,7.4", 7)],
        ..oval_draft()
    }
}

#[test]
fn vr_pit_01_counts_corners_that_the_same_move_passes_before_the_lane() {
    let tight = |edition, cars: &str| position(edition, &tight_entry(), cars);
    tight(Second, "A(28.2,4)4 g5 t0 n0 j2").goes("5F F- T1N1 =2", "(22.2,4)4 t1 n1 j3");
    tight(Formula8, "A(28.2,4)4 g2 t0 n0 j2").goes("2F F-", "(25.2,4)4 j3");
    // Corners before it must be passed too, and a corner after the lane's entry does not count: here the last corner's
    // ray crosses the lane.
    tight(Second, "A(28.2,4)4 g5 j1").refused("5F F- =2", "VR-PIT-01", "has not passed corner 2 yet");
    let late =
        Draft { corners: vec![corner(1, "8,10", 5), corner(2, "35,16", 1), corner(3, "18.6,7.4", 7)], ..tight_entry() };
    let late = position(Second, &late, "A(25,4)4 g3 j2");
    late.refused("3F F- =2", "VR-PIT-01", "has not passed corner 3 yet");
}

#[test]
fn vr_pit_01_a_closed_lane_may_not_be_jumped_over() {
    for edition in BOTH {
        // The move leads from before the entry line to wholly past the exit.
        oval(edition, "A(24.2,4)4 g5 j4 c3").refused("5F F- =-", "VR-PIT-01", "final lap");
        oval(edition, "A(24.2,4)4 g5 j4 c0").refused("5F F-", "VR-PIT-01", "closed");
        // The nose is past the exit, the base still in the lane.
        oval(edition, "A(24,4)4 g4 j4 c3").refused("4F F- =-", "VR-PIT-01", "final lap");
    }
    // The move leads through the lane and round the wall's far end to the track side.
    let round = oval(Second, "A(23.4,5.1)4 g5 j4 c3; B(30,12)4 j4 c3");
    round.refused("5F FR> =-", "VR-PIT-01", "final lap");
    // A move past the wall on the track side and round its end does not lead through the lane.
    oval(Second, "A(23.4,6.9)4 g5 j4 c3; B(30,12)4 j4 c3").then("5F FL- =-");
    // In the first edition the lane is open on the final lap.
    oval(Formula8, "A(24,4)4 g2 j4 c3").then("2F F-");
}

#[test]
fn vr_pit_01_a_lane_may_not_be_crossed_against_the_race() {
    for edition in PRINTED {
        // The car comes from behind the exit line. It would end in the lane, or wholly before the entry line.
        for turn in ["2F F-", "3F F-", "4F F-", "5F F-"] {
            let start = |words: &str| oval(edition, &format!("A(17.1,3.5)0 g{} {words}", &turn[..1]));
            start("j0 c1").refused(turn, "VR-PIT-01", "closed");
            start("j4 c0").refused(turn, "VR-PIT-01", "closed");
            // An open lane is entered in the direction of the race only.
            let ahead = if edition == Formula8 && !turn.starts_with('2') { "VR-PIT-02" } else { "VR-PIT-10" };
            start("j4 c1").refused(turn, ahead, "");
        }
        // Beside the wall and behind the exit nothing is refused.
        oval(edition, "A(17.1,8)0 g4 j0 c1").then("4F F-");
        oval(edition, "A(14,3.5)0 g1 j0 c1").then("1F F-");
    }
}

#[test]
fn vr_pit_01_the_message_names_the_condition_that_is_not_met() {
    let said =
        |words: &str, word: &str| oval(Second, &format!("A(24,4)4 g2 {words}")).refused("2F F- =2", "VR-PIT-01", word);
    said("j4 c0", "for the first time");
    said("j3 c1", "has not passed corner 4 yet");
    said("j2 c1", "has not passed corner 3 yet");
    said("j4 c3", "final lap");
}

#[test]
fn r_30_online_a_car_may_enter_from_the_track_side_on_any_lap() {
    // in recorded games cars enter on lap 0 and get their points (game 153, turn 7). From the track side the
    // final lap is open too.
    for laps in [0, 1, 3] {
        let start = oval(Online, &format!("A(26.88,6.43)4 g5 j4 t1 n0 c{laps}; B(34,12)4"));
        let inside = start.goes("5FL FL- T2N0 =2", "(22.88-2w,6.43-2w)4 t3 n0");
        assert!(inside.car('A').in_lane);
        start.refused("5FL FL- =2", "VR-PIT-04", "2");
    }
    // Places in a closed lane do not count as legal moves (VR-LEGAL-04). A car that entered on lap 0 is stuck until it
    // has rotated far enough (game 153, turns 13 to 40).
    assert!(oval(Online, "A(21.4,5)4 g2 j4 c0 t4 lane").must_stop());
    assert!(!oval(Online, "A(21.4,5)4 g2 j4 c1 t4 lane").must_stop());
    oval(Second, "A(26,6.1)4 g5 j4 t1 c0").refused("5SL F- =2", "VR-PIT-01", "closed");
}

#[test]
fn vr_pit_01_and_10_hold_for_a_car_that_is_partly_inside_already() {
    for edition in PRINTED {
        // The base is partly past the entry line while the front is still before it.
        oval(edition, "A(24.7,4)4 g2 j3").refused("2F F<", "VR-PIT-10", "parallel");
        oval(edition, "A(24.8,4)4 g2 j3").goes("2F F-", "(21.8,4)4");
        oval(edition, "A(21.7,4)5 g2 j3").refused("2F F>", "VR-PIT-01", "closed");
        oval(edition, "A(21.6,4)4 g1 j4 n4").refused("1F FL- =2", "VR-PIT-11", "straight ahead");
    }
    oval(Formula8, "A(21.7,4)5 g3 j4").refused("3F F> =2", "VR-PIT-02", "gear 2");
}

#[test]
fn vr_pit_12_binds_a_car_that_came_into_the_lane_from_the_edge() {
    let back = oval(Formula8, "A(21.7,0.5)4 g1 back n1 c1 j4; B(30,12)4 c1");
    back.refused("R4 1F F- =3", "VR-PIT-12", "highest");
    back.goes("R4 1F F- =2", "(19.7,0.5)4 g2");
}

#[test]
fn vr_pit_03_a_stop_gives_eight_points() {
    for edition in ALL {
        let start = oval(edition, "A(24,4)4 g2 j4 t0 n0");
        for taken in ["T8N0", "T4N4", "T0N8"] {
            start.then(&format!("2F F- {taken} =2"));
        }
        // In the printed editions any number up to the limit, even 0; online all of them.
        if edition.is_printed() {
            start.goes("2F F- T3N1 =2", "t3 n1");
            start.goes("2F F- T0N0 =2", "t0 n0");
            start.goes("2F F- =2", "t0 n0 g2");
        } else {
            for taken in ["T3N1", "T0N0", ""] {
                start.refused(&format!("2F F- {taken} =2"), "VR-PIT-03", "exactly 8");
            }
        }
        start.refused("2F F- T5N4 =2", "VR-PIT-03", "8");
        assert_eq!(pitted(&start.events("2F F- T5N3 =2")), Some("pit stop"));
        // The points are added to those the car has left.
        oval(edition, "A(24,4)4 g2 j4 t2 n1").goes("2F F- T5N3 =2", "(21,4)4 t7 n4");
        oval(edition, "A(23,4)4 g1 j4 t0 n0").goes("1F F- T5N3 =2", "(21,4)4 t5 n3");
        // No points are taken outside the lane, or twice in one visit.
        oval(edition, "A(24,8)4 g2 j4 t0").refused("2F F- T1N0", "VR-PIT-03", "not entered");
        oval(edition, "A(21.4,4)4 g1 j4 t0 lane").refused("1F F- T1N0 =2", "VR-PIT-03", "not entered");
    }
}

#[test]
fn vr_pit_04_splash_and_go() {
    for edition in BOTH {
        let third = oval(edition, "A(24,4)4 g3 j4 t0 n0");
        third.goes("3F F- T3N3 =2", "(20,4)4 t3 n3");
        third.refused("3F F- T4N3 =2", "VR-PIT-04", "6");
        assert_eq!(pitted(&third.events("3F F- T3N3 =2")), Some("splash and go"));
        let fourth = oval(edition, "A(24.8,4)4 g4 j4 t0 n0");
        fourth.goes("4F F- T4N0 =2", "(19.8,4)4 t4 n0");
        fourth.refused("4F F- T4N1 =2", "VR-PIT-04", "4");
        let fifth = oval(edition, "A(25.5,4)4 g5 j4 t0 n0");
        fifth.goes("5F F- T0N2 =2", "(19.5,4)4 t0 n2");
        fifth.refused("5F F- T2N1 =2", "VR-PIT-04", "2");
    }
    // The car takes as many points as it likes, up to the limit; online all of them.
    let start = |edition| oval(edition, "A(24,4)4 g3 j4 t0 n0");
    start(Second).goes("3F F- T1N0 =2", "(20,4)4 t1 n0");
    start(Second).goes("3F F- =2", "(20,4)4 t0 n0 g2");
    start(Online).refused("3F F- T1N0 =2", "VR-PIT-04", "exactly 6");
}

#[test]
fn vr_pit_05_no_more_than_eight_of_a_kind() {
    let second = oval(Second, "A(24,4)4 g2 j4 t8 n6");
    second.goes("2F F- T0N2 =2", "(21,4)4 t8 n8");
    second.refused("2F F- T1N2 =2", "VR-PIT-05", "more than 8 tyre points or more than 8 nitro points");
    second.refused("2F F- T0N8 =2", "VR-PIT-05", "more than 8 tyre points or more than 8 nitro points");
    // Online all points are taken, without a limit of 8.
    let online = oval(Online, "A(24,4)4 g2 j4 t8 n6");
    online.goes("2F F- T0N8 =2", "(21,4)4 t8 n14");
    online.refused("2F F- T0N2 =2", "VR-PIT-03", "8");
    // Points offered to a full car are lost.
    let full = oval(Second, "A(24,4)4 g2 j4 t8 n8");
    full.goes("2F F- =2", "(21,4)4 t8 n8");
    full.refused("2F F- T0N0 =2", "VR-PIT-05", "may not take points");
}

#[test]
fn vr_pit_06_an_overshooting_car_is_set_back() {
    let start = oval(Second, "A(24,4)4 g4 j4 c1 t0 n0");
    let back = start.goes("4F F- =2", "(79/4-3/8r,4)4 t0 n0 g2");
    // The front stands on the line, so the car has not crossed it yet. It does on the way out.
    back.has('A', "c1 j4");
    assert!(back.car('A').in_lane);
    assert_eq!(pitted(&start.events("4F F- =2")), Some("overshoot"));
    assert!(!start.events("4F F- =2").iter().any(|event| matches!(event, EventKind::Lap { .. })));
    start.refused("4F F- T1N0 =2", "VR-PIT-06", "overshot");
    start.refused("4F F- =3", "VR-PIT-12", "must declare gear");
    back.goes("2F F-", "(67/4-3/8r,4)4 c2 j0");
    // The list shows the car at the place where it will stand.
    let turn = start.turn("4F F- =2");
    let legal = Vektorace::legal_turns(&start.track, &start.state);
    let at = legal.iter().find(|legal| legal.turn == turn).unwrap().at;
    assert_eq!(at, back.car('A').position.to_f64());
}

#[test]
fn vr_pit_06_the_nominal_place_must_be_legal() {
    oval(Second, "A(24,4)4 g4 j4; B(19,4.5)4").refused("4F F- =2", "VR-LEGAL-02", "overlaps car 2");
}

#[test]
fn vr_pit_06_the_car_is_set_further_back_if_that_place_is_taken() {
    // B stands beside the vector's shaft. With B a little lower the place on the line is free.
    let start = oval(Second, "A(22.5,4)4 g5 j4; B(19.5,3)4").order("BA", 1);
    start.goes("5F F- =2", "(79/4-3/8r,4)4");
    // The base is set back until it touches B's slanted side, where x + y is √2 more than at B's centre.
    let taken = oval(Second, "A(22.5,4)4 g5 j4; B(19.5,3.2)4").order("BA", 1);
    taken.goes("5F F- =2", "(18.7+r,4)4");
}

#[test]
fn vr_pit_07_overshooting_online() {
    let start = oval(Online, "A(24,4)4 g4 j4 c1 t0 n0");
    start.goes("4F F- T2N0 =2", "(19,4)4 t2 n0 g2");
    start.refused("4F F- T2N2 =2", "VR-PIT-04", "2");
    start.refused("4F F- T2N0 =3", "VR-PIT-12", "must declare gear");
    // In fifth gear no points are left, and also none if the vector itself ends past the exit.
    oval(Online, "A(25,4)4 g5 j4 t0 n0").goes("5F F- =2", "(19,4)4 t0 n0 g2");
    let out = oval(Online, "A(22.5,4)4 g4 j4 t0 n0");
    out.goes("4F F- =2", "(17.5,4)4 t0 n0 g2");
    out.refused("4F F- T1N0 =2", "VR-PIT-07", "overshot");
    // If the base is partly inside, that decides before the vector does, as in the recorded game 110, turn 62.
    oval(Online, "A(22.6,4)4 g4 j4 t1 n0").goes("4F SL- T2N0 =2", "(18.6,3)4 t2 n0 g2");
    // The same from the track side.
    let side = oval(Online, "A(23.9,6.1)4 g5 j4 t1 n0");
    side.refused("5SL F- T2N0 =2", "VR-PIT-07", "overshot");
    side.goes("5SL F- =2", "(18.9,5.1)4 t0 g2");
}

#[test]
fn vr_pit_09_no_boost_into_the_lane() {
    for edition in ALL {
        let start = oval(edition, "A(25,4)4 g2 j4 t0 n4");
        start.refused("2F+1 F- T5N3 =2", "VR-PIT-09", "boost");
        start.goes("2F F-", "(22,4)4 n4");
    }
}

#[test]
fn vr_pit_09_no_attack_into_the_lane() {
    for edition in BOTH {
        // B stands at the entry, wholly outside the lane. The lane begins just past it.
        let start = oval(edition, "A(28.2,4)4 g3 j4; B(22.4,4)4 g3 j4");
        start.goes("3F F- DB", "(23.4,4)4");
        for place in ["SB.F", "SB.FL"] {
            start.refused(&format!("3F F- {place}"), "VR-PIT-09", "pit lane");
        }
        // A car inside the lane may not attack at all.
        let inside = oval(edition, "A(27,4)4 g3 j4; B(21,4)4 g3 j4 lane");
        inside.refused("3F F- DB", "VR-ATT-03", "pit lane");
    }
}

#[test]
fn vr_pit_10_no_rotation_in_the_lane() {
    for edition in BOTH {
        oval(edition, "A(24,4)4 g2 j4").refused("2F F< T4N4 =2", "VR-PIT-10", "parallel");
        oval(edition, "A(24,4)4 g2 j4").refused("2F F> T4N4 =2", "VR-PIT-10", "parallel");
        // On the way out the car may rotate once it is wholly outside.
        oval(edition, "A(21,4)4 g2 j4 lane").goes("2F F<", "(18,4)5 c2");
        oval(edition, "A(21.7,4)4 g2 j4 lane").refused("2F F<", "VR-PIT-10", "parallel");
    }
    // The entering move must be along the wall; online only the final heading counts.
    let diagonal = "A(22.5,2.5)3 g1 j4 t0 n0";
    oval(Second, diagonal).refused("1F F< T4N4 =2", "VR-PIT-10", "parallel");
    oval(Online, diagonal).goes("1F F< T4N4 =2", "(22.5-r,2.5+r)4 t4 n4");
}

#[test]
fn vr_pit_11_no_sideways_movement_in_the_lane() {
    let inside = oval(Second, "A(21,4)4 g2 j4 lane");
    inside.refused("2FL F-", "VR-PIT-11", "straight ahead");
    inside.refused("2F FL-", "VR-PIT-11", "straight ahead");
    inside.refused("2SR F-", "VR-PIT-11", "straight ahead");
    inside.goes("2F F-", "(18,4)4");
    oval(Online, "A(21,4)4 g2 j4 lane").goes("2FL F-", "(19-w,4-w)4");
    // The entering move may use any placement and any place with a straight arrow.
    for edition in BOTH {
        let near = oval(edition, "A(23,3)4 g2 j4 t4 n0");
        near.goes("2FR F- T4N4 =2", "(21-w,3+w)4");
        near.goes("2SR F- T4N4 =2", "(21,4)4 t7");
    }
}

#[test]
fn vr_pit_12_out_in_second_gear() {
    for edition in BOTH {
        let start = oval(edition, "A(25.5,4)4 g5 j4 t0 n0 pushed");
        let inside = start.goes("5F F- T1N1 =2", "(19.5,4)4 g2 t1 n1");
        start.refused("5F F- T1N1 =3", "VR-PIT-12", "must declare gear");
        start.refused("5F F- T1N1 =5", "VR-PIT-12", "must declare gear");
        // Past the line the declaration is free again, starting from second gear.
        assert_eq!(inside.declarable("2F F-"), [1, 2, 3, 4]);
        // Still inside, gear 2 is forced again.
        let slow = oval(edition, "A(21.4,4)4 g1 j4 t8 n8 lane");
        assert_eq!(slow.declarable("1F F-"), [2]);
    }
}

#[test]
fn vr_pit_13_the_call() {
    let call = |edition, words: &str| oval(edition, &format!("A{words} j4"));
    assert!(call(Second, "(30,8)4").goes("3F F- BOX", "(26,8)4").car('A').box_box);
    // Online the call is possible only from the pit side.
    call(Online, "(30,8)4").refused("3F F- BOX", "VR-PIT-13", "box-box");
    assert!(call(Online, "(30,4)4").goes("3F F- BOX", "(26,4)4").car('A').box_box);
    for edition in ALL {
        call(edition, "(30,4)4 c3").refused("3F F- BOX", "VR-PIT-13", "open");
        call(edition, "(30,4)4 c0").refused("3F F- BOX", "VR-PIT-13", "open");
        call(edition, "(24,8)4").refused("3F F- BOX", "VR-PIT-13", "pit entry");
        // The call is optional.
        call(edition, "(24,4)4 g2 t0 n0").then("2F F- T4N4 =2");
    }
    call(Second, "(30,8)4").refused("3F F< BOX", "VR-PIT-13", "before the pit entry");
    oval(Second, "A(30,8)4 j3").refused("3F F- BOX", "VR-PIT-13", "all corners");
    // Online the last corner is passed beyond sector 4 (section 4.5). The nose is tested with the heading of the move.
    call(Online, "(36.5,4)4").refused("3F F- BOX", "VR-PIT-13", "corner 4");
    call(Online, "(36,4)4").goes("3F F- BOX", "(32,4)4 z5");
    call(Second, "(30,8)4 box").refused("3F F- BOX", "VR-PIT-13", "already called");
    call(Formula8, "(30,8)4").refused("3F F- BOX", "VR-PIT-13", "first edition has no BOX-BOX");
}

#[test]
fn vr_pit_14_a_car_that_has_called_must_enter_the_lane() {
    let called = oval(Second, "A(26,8)4 g4 j4 box");
    called.refused("4F F-", "VR-PIT-14", "must drive into the pit lane");
    called.refused("4F+1 F-", "VR-PIT-14", "may not boost");
    called.refused("4FL+1 F-", "VR-PIT-14", "may not boost");
    let online = oval(Online, "A(26,4)4 g3 j4 t8 box");
    online.refused("3F+1 F-", "VR-PIT-14", "may not boost");
    online.goes("3F F-", "(22,4)4");
    // It may not go back to the track side, here around the wall's rear end.
    let back = oval(Online, "A(26,4.5)3 g3 j4 box");
    back.refused("3F F<", "VR-PIT-14", "must drive into the pit lane");
    // From the pit side it may end between the lines on the track side (recorded games 116 and 131). From the track
    // side it may not, and once it is there it has no legal move (game 131, turns 98 to 113).
    oval(Online, "A(26.8,5.9)4 g5 j4 box").goes("5FR FR-", "(22.8-2w,5.9+2w)4");
    assert!(oval(Online, "A(21.4,7.3)4 g4 j4 box t4").must_stop());
    assert!(!oval(Online, "A(21.4,7.3)4 g4 j4 t4").must_stop());
    for words in ["2F F-", "2FR F-", "2F FR<"] {
        oval(Online, "A(24.2,7.2)4 g2 j4 t8 box").refused(words, "VR-PIT-14", "must drive into the pit lane");
    }
    for edition in ALL {
        // The call lasts until the car crosses the line.
        let inside = oval(edition, "A(21,4)4 g2 j4 box lane");
        assert!(!inside.then("2F F-").car('A').box_box);
        let waits = oval(edition, "A(26,4)4 g2 j4 box").then("2F F-");
        assert!(waits.car('A').box_box);
    }
}

#[test]
fn vr_pit_15_the_line_counts_in_the_lane_but_no_car_wins_there() {
    for edition in BOTH {
        oval(edition, "A(20,4)4 g2 j4 c1 lane").goes("2F F-", "(17,4)4 c2 j0");
        oval(edition, "A(24,4)4 g2 j4 c3").refused("2F F- =2", "VR-PIT-01", "closed");
    }
}
