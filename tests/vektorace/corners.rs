//! Tests of corners: VR-CUT (ledger, section 3.10), VR-TRACK-05, and section 4 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, Online, PRINTED, Second, dir, oval, oval_draft, point, position, track};
use paddock::games::vektorace::{Action, Hand, Zone};
use paddock::geometry::Point;

#[test]
fn vr_track_05_a_corner_is_passed_on_its_curb_side() {
    for edition in ALL {
        oval(edition, "A(9,8)4 j0").goes("3F F-", "(5,8)4 j1");
        // On the other side of the table no corner is passed.
        oval(edition, "A(20,8)4 j0 c2").goes("3F F-", "(16,8)4 j0");
    }
}

#[test]
fn vr_cut_01_no_cutting() {
    for edition in PRINTED {
        oval(edition, "A(9,9)2 j0").refused("3F F-", "VR-CUT-01", "cuts corner 1");
        // Ending exactly on the inside ray is not a cut, and neither is going back over it.
        oval(edition, "A(9,8)2 g2 j0").goes("2F F-", "(9,11)2 j0");
        oval(edition, "A(9,11)6 g2 j0").goes("2F F-", "(9,8)6 j0");
        oval(edition, "A(9,11)2 g1 j0").refused("1F F-", "VR-CUT-01", "cuts corner 1");
        // After all corners are passed, crossing corner 1's inside ray is already a cut.
        oval(edition, "A(12,13)2 g2 j4 c1").refused("2F F-", "VR-CUT-01", "cuts corner 1");
        oval(edition, "A(12,13)2 g2 j1 c1").goes("2F F-", "(12,16)2 j1");
    }
}

#[test]
fn vr_cut_02_only_cutting_moves_left() {
    let brakes = |words: &str| {
        let mut gears: Vec<u8> = oval(Second, &format!("A(9,9)2 g5 j0 {words}"))
            .listed()
            .iter()
            .filter_map(|turn| match turn.action {
                Action::Move(m) if m.brake => Some(m.gear),
                _ => None,
            })
            .collect();
        gears.dedup();
        gears
    };
    assert!(oval(Second, "A(9,9)2 g5 j0 t0").must_stop());
    assert_eq!(brakes("t3"), [4, 3, 2]);
    let three = oval(Second, "A(9,9)2 g5 j0 t3");
    three.refused("X-", "VR-BRAKE-06", "must jam");
    three.goes("J4 4SR FR-", "(10+w,12+w)2 t1 j0");
    three.goes("J3 3FR FR-", "(9+2w,11+2w)2 t1 j0");
}

#[test]
fn vr_cut_03_corners_are_passed_in_order() {
    // The move crosses only corner 2's outside ray.
    oval(Second, "A(5,17)2 j0").goes("3F F-", "(5,21)2 j0");
    oval(Second, "A(5,17)2 j1").goes("3F F-", "(5,21)2 j2");
    // Online a car that already stands past its corner passes it at the end of the turn, and never more than one
    // corner.
    oval(Online, "A(5,17)2 j0 z3").goes("3F F-", "(5,21)2 j1");
}

#[test]
fn vr_cut_04_zone_limits() {
    oval(Online, "A(9,8)2 g2 j0").refused("2F F-", "VR-CUT-04", "corner 1");
    oval(Online, "A(7.75,7)2 g5 t2 j0").goes("5SR F-", "(8.75,12)2 t1");
    oval(Second, "A(7.75,7)2 g5 t2 j0").refused("5SR F-", "VR-CUT-01", "cuts corner 1");
}

/// The tests of section 4.3: corner 1 with its rays.
#[test]
fn section_4_3_rays_and_paths() {
    for edition in PRINTED {
        oval(edition, "A(9,8)4 j0").goes("3F F-", "(5,8)4 j1");
        let on_the_ray = oval(edition, "A(10,8)4 j0").goes("3F F-", "(6,8)4 j0");
        on_the_ray.goes("3F F-", "(2,8)4 j1");
        oval(edition, "A(9,9)2 j0").refused("3F F-", "VR-CUT-01", "cuts");
        // All corners are passed but the line is not yet crossed, so corner 1 cannot be passed.
        oval(edition, "A(9,8)4 j4 c0").goes("3F F-", "(5,8)4 c1 j1");
    }
}

#[test]
fn section_4_3_one_move_passes_several_corners() {
    // Two corners close together: one vector crosses both outside rays.
    let mut draft = oval_draft();
    draft.corners[0].at = point("8,11");
    draft.corners[1].at = point("8,13");
    let start = position(Second, &draft, "A(6,9)2 g5 j0; B(30,20)0");
    start.goes("5F+4 F-", "(6,19)2 j2");
    // Online only one corner is passed at a time; the other one at the end of the next turn.
    let online = position(Online, &draft, "A(6,8)2 g5 j0 z3; B(30,20)0").order("BA", 1);
    online.goes("5F F-", "(6,14)2 j1");
}

#[test]
fn section_4_3_only_the_rest_of_a_segment_counts_for_the_next_corner() {
    // The vector crosses corner 2's outside ray before corner 1's, so corner 2 does not count.
    let mut draft = oval_draft();
    draft.pitwall.as_mut().unwrap().at = point("30,3");
    draft.pitwall.as_mut().unwrap().direction = dir(0);
    draft.corners.truncate(2);
    (draft.corners[0].at, draft.corners[0].facing) = (point("10,10"), dir(1));
    (draft.corners[1].at, draft.corners[1].facing) = (point("13,16"), dir(7));
    draft.corners[1].hand = Some(Hand::CounterClockwise);
    for edition in PRINTED {
        let start = position(edition, &draft, "A(10.9,15.2)0 g5 c1 j0; B(30,20)0");
        start.goes("5F F-", "(16.9,15.2)0 j1");
        // A move that begins between the two rays still has to pass corner 2 and passes nothing else.
        position(edition, &draft, "A(10.9,15.2)0 g3 c1 j1; B(30,20)0").goes("3F F-", "(14.9,15.2)0 j2");
    }
}

#[test]
fn section_4_3_the_line_and_corner_1_in_one_move() {
    let mut draft = oval_draft();
    draft.corners[0].at = point("17,10");
    let start = position(Second, &draft, "A(20,7.2)4 g5 j4 c1");
    start.goes("5F F-", "(14,7.2)4 c2 j1");
    let short = position(Second, &draft, "A(20,7.2)4 g3 j4 c1");
    short.goes("3F F-", "(16,7.2)4 c2 j0");
}

#[test]
fn section_4_3_an_s_bend_is_passed_the_other_way() {
    // Corner 2 faces down and is passed counter-clockwise: its outside ray runs down, and "before" is to the ray's
    // left.
    let mut draft = oval_draft();
    draft.corners[1].hand = Some(Hand::CounterClockwise);
    draft.corners[1].facing = dir(7);
    draft.corners[1].at = point("16,18");
    let start = position(Second, &draft, "A(17,14)1 g3 j1");
    start.goes("3F F-", "(17+4w,14+4w)1 j2");
    position(Second, &draft, "A(17,14)1 g3 j0").goes("3F F-", "(17+4w,14+4w)1 j0");
    // Crossing the ray in the other direction does not pass the corner.
    position(Second, &draft, "A(20,17)5 g3 j1").goes("3F F-", "(20-4w,17-4w)5 j1");
}

/// Section 4.4: t is about 0.498 between the line and corner 1.
#[test]
fn section_4_4_progress() {
    let track = track(&oval_draft());
    let first = track.along_lap(1, [-100.0, 9.0]);
    let t = track.along_lap(0, [13.0, 8.0]) / first;
    assert!((t - 0.498).abs() < 1e-3, "{t}");
    assert_eq!(track.along_lap(0, [40.0, 8.0]), 0.0);
    assert!(track.lap_length() > first);
}

/// Section 4.5: eight sectors, numbered from the inside ray in the direction of the corner's hand.
#[test]
fn section_4_5_sectors() {
    let clockwise = track(&oval_draft()).corners()[0];
    // Corner 1 faces 5, so its inside ray points to 1. Just clockwise of that is sector 0.
    let around = [(1, 0, 0), (0, 0, 1), (7, 1, 2), (6, 2, 3), (5, 3, 4), (4, 4, 5), (3, 5, 6), (2, 6, 7)];
    for (ray, on_it, beyond) in around {
        let unit = dir(ray).unit() * 4;
        assert_eq!(clockwise.sector(clockwise.at + unit), on_it, "ray {ray}");
        let step = dir(ray - 2).unit();
        assert_eq!(clockwise.sector(clockwise.at + unit + step), beyond, "beyond ray {ray}");
    }
    let mut draft = oval_draft();
    draft.corners[0].hand = Some(Hand::CounterClockwise);
    let counter = track(&draft).corners()[0];
    for (ray, on_it, beyond) in [(1, 0, 0), (2, 0, 1), (3, 1, 2), (4, 2, 3), (5, 3, 4), (6, 4, 5), (7, 5, 6), (0, 6, 7)]
    {
        let unit = dir(ray).unit() * 4;
        assert_eq!(counter.sector(counter.at + unit), on_it, "ray {ray}");
        assert_eq!(counter.sector(counter.at + unit + dir(ray + 2).unit()), beyond, "beyond ray {ray}");
    }
}

/// The table of section 4.5: situation, rays, zones.
#[test]
fn section_4_5_rays_and_zones_compared() {
    // The centre is on the outside ray, the nose past it.
    oval(Second, "A(10,8)4 j0").goes("3F F-", "(6,8)4 j0");
    oval(Online, "A(10,8)4 j0").goes("3F F-", "(6,8)4 j1");
    // The centre is on the inside ray, the nose past it.
    oval(Second, "A(9,8)2 g2 j0").goes("2F F-", "(9,11)2 j0");
    oval(Online, "A(9,8)2 g2 j0").refused("2F F-", "VR-CUT-04", "corner 1");
    // The vector leads straight through the inside.
    oval(Second, "A(7.75,7)2 g5 t2 j0").refused("5SR F-", "VR-CUT-01", "cuts");
    oval(Online, "A(7.75,7)2 g5 t2 j0").goes("5SR F-", "(8.75,12)2 j1");
    // The car is between the last corner's outside ray and 45° beyond it: online the corner is not yet passed.
    oval(Second, "A(37,6)4 g1 j3").goes("1F F-", "(35,6)4 j4");
    oval(Online, "A(37,6)4 g1 j3").goes("1F F-", "(35,6)4 j3 z4 c1");
    // A car that already stands after its current corner.
    oval(Second, "A(5,12)2 g1 j0").goes("1F F-", "(5,14)2 j0");
    oval(Online, "A(5,12)2 g1 j0").goes("1F F-", "(5,14)2 j1");
}

/// Section 1.3: the zones of a point. A point on a line is not past it.
#[test]
fn section_1_3_pit_zones() {
    let track = track(&oval_draft());
    let zone = |text: &str| track.pitwall().zone(point(text));
    assert_eq!(zone("20,8"), Zone::Grid);
    assert_eq!(zone("18,8"), Zone::Start);
    assert_eq!(zone("22,8"), Zone::Finish);
    assert_eq!(zone("22,4"), Zone::Entrance);
    assert_eq!(zone("20,4"), Zone::Box);
    assert_eq!(zone("18,4"), Zone::Exit);
    // A point on the wall's axis is not on the track side. A point on a line is neither before the entry nor past the
    // finish.
    assert_eq!(zone("20,6"), Zone::Box);
    assert_eq!(zone("83/4+3/8r,8"), Zone::Grid);
    assert_eq!(zone("77/4-3/8r,4"), Zone::Box);
    assert_eq!(track.pitwall().entry.origin, point("83/4+3/8r,6"));
    assert_eq!(track.pitwall().finish.origin, point("77/4-3/8r,6"));
    assert_ne!(track.pitwall().entry.origin, Point::ORIGIN);
}
