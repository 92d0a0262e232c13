//! Tests of moves: sections 3.5 to 3.7 of the ledger, and the numbers of moves in section 2.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, BOTH, Online, PRINTED, Second, empty};
use paddock::game::EventKind;

#[test]
fn vr_table_02_all_on_the_table() {
    for edition in PRINTED {
        empty(edition, "A(36,10)0").refused("3F F-", "VR-TABLE-02", "off the table");
        empty(edition, "A(35.5,10)0").goes("3F F-", "(39.5,10)0");
        // This holds for the vector as for the car: the vector's head would reach 40.5.
        empty(edition, "A(36,10)0 g5").refused("5F SL<", "VR-TABLE-02", "vector");
    }
}

#[test]
fn vr_table_03_only_centres_must_be_on_the_map() {
    empty(Online, "A(36,10)0").goes("3F F-", "(40,10)0");
    empty(Online, "A(36.1,10)0").refused("3F F-", "VR-TABLE-03", "off the map");
    // The centre of vector 5 at (39,10) is on the map; its head at (41,10) does not matter. But no car place behind it
    // is on the map.
    empty(Online, "A(36,10)0 g5").refused("5F F-", "VR-LEGAL-04", "no legal place");
    empty(Online, "A(38,10)0 g5").refused("5F F-", "VR-TABLE-03", "vector");
}

#[test]
fn vr_move_01_the_vector_is_the_gear() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0 g3");
        start.refused("4F F-", "VR-MOVE-01", "declared gear is 3");
        start.refused("2F F-", "VR-MOVE-01", "declared gear is 3");
        start.goes("3F F-", "(14,10)0 t4 n4");
    }
}

#[test]
fn vr_move_02_the_vector_follows_the_car() {
    for edition in ALL {
        empty(edition, "A(10,10)1 g2").goes("2F F-", "(10+3w,10+3w)1");
        empty(edition, "A(10,10)5 g5").goes("5F F-", "(10-6w,10-6w)5");
    }
}

#[test]
fn vr_move_03_free_placement() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0 t0 n0");
        start.goes("3F F-", "(14,10)0 t0");
        start.goes("3FL F-", "(13+w,10+w)0 t0");
        start.goes("3FR F-", "(13+w,10-w)0 t0");
    }
}

#[test]
fn vr_move_04_swerve() {
    for edition in BOTH {
        let start = empty(edition, "A(10,10)0 t1");
        start.goes("3SL F-", "(13,11)0 t0");
        start.goes("3SR F-", "(13,9)0 t0");
        empty(edition, "A(10,10)0 t0").refused("3SL F-", "VR-MOVE-04", "tyre");
        empty(edition, "A(10,10)0 g1 t8").refused("1SL F-", "VR-MOVE-04", "front, front-left or front-right");
        empty(edition, "A(10,10)0 g2 t1").goes("2SL F-", "(12,11)0 t0");
    }
}

#[test]
fn vr_move_05_white_arrows_are_free() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0 t0");
        start.goes("3FL FL<", "(12+2w,10+2w)1 t0");
        start.goes("3F F>", "(14,10)7 t0");
        start.goes("3F FR>", "(13+w,10-w)7 t0");
        start.goes("3F FR-", "(13+w,10-w)0 t0");
    }
}

#[test]
fn vr_move_06_black_arrows_cost_a_tyre_point() {
    for edition in ALL {
        empty(edition, "A(10,10)0 g2 t1").goes("2F SL<", "(12,11)1 t0");
        empty(edition, "A(10,10)0 g2 t1").goes("2F FL>", "(12+w,10+w)7 t0");
        empty(edition, "A(10,10)0 g2 t0").refused("2F FL>", "VR-MOVE-06", "tyre");
        empty(edition, "A(10,10)0 g2 t0").refused("2F SL<", "VR-MOVE-06", "tyre");
        empty(edition, "A(10,10)0 g1 t1").goes("1F FR<", "(11+w,10-w)1 t0");
    }
}

#[test]
fn vr_move_07_only_printed_arrows() {
    for edition in ALL {
        empty(edition, "A(10,10)0 t8").refused("3F SL>", "VR-MOVE-07", "no arrow for this rotation");
        empty(edition, "A(10,10)0 t8").refused("3F SR<", "VR-MOVE-07", "no arrow for this rotation");
        empty(edition, "A(10,10)0 g1 t8").refused("1F SL-", "VR-MOVE-07", "no arrow for this rotation");
    }
}

#[test]
fn vr_move_08_costs_add_up() {
    for edition in BOTH {
        empty(edition, "A(10,10)0 g2 t2").goes("2SL SR-", "(11,10)0 t0");
        empty(edition, "A(10,10)0 g2 t1").refused("2SL SR-", "VR-MOVE-08", "2 tyre points");
    }
}

/// Sections 2.1 to 2.4: the number of moves.
#[test]
fn vr_move_05_and_06_the_number_of_moves_on_an_empty_table() {
    for edition in BOTH {
        for gear in 1..=5 {
            let count = |words: &str| empty(edition, &format!("A(10,10)0 g{gear} n0 {words}")).moves().len();
            assert_eq!(count("t8"), if gear == 1 { 27 } else { 65 }, "gear {gear}");
            assert_eq!(count("t2"), if gear == 1 { 27 } else { 65 }, "gear {gear}");
            assert_eq!(count("t0"), 21, "gear {gear}");
            // One tyre point pays for either the vector or the arrow: 3 × 13 + 2 × 7.
            assert_eq!(count("t1"), if gear == 1 { 27 } else { 53 }, "gear {gear}");
            assert_eq!(count("t8 left right"), 3, "gear {gear}");
            // Shunted from one side: F, FR (and SR) are left for vector and car, with their arrows.
            assert_eq!(count("t8 left"), if gear == 1 { 12 } else { 24 }, "gear {gear}");
            assert_eq!(count("t8 right"), if gear == 1 { 12 } else { 24 }, "gear {gear}");
        }
    }
}

/// Section 2.3: boosts 1 to 4 have 7, 5, 3 and 1 places.
#[test]
fn vr_boost_04_the_number_of_places_behind_each_boost() {
    for edition in ALL {
        for gear in 1..=5u8 {
            let moves = empty(edition, &format!("A(10,10)0 g{gear} t0 n1")).moves();
            let boosted = moves.iter().filter(|text| text.contains('+')).count();
            let behind: usize = [7, 5, 3, 1][..usize::from(gear - 1)].iter().sum();
            assert_eq!(boosted, 3 * behind, "gear {gear}");
            assert_eq!(moves.len() - boosted, 21);
        }
    }
}

#[test]
fn vr_boost_01_a_boost_costs_one_nitro_point() {
    for edition in ALL {
        empty(edition, "A(10,10)0 g4 n0").refused("4F+2 F-", "VR-BOOST-01", "nitro");
        empty(edition, "A(10,10)0 g4 n1").goes("4F+2 F-", "(17,10)0 n0 t4");
        empty(edition, "A(10,10)0 g5 n4").goes("5F+4 F-", "(20,10)0 n3");
    }
}

#[test]
fn vr_boost_02_a_boost_is_shorter_than_the_gear() {
    for edition in ALL {
        empty(edition, "A(10,10)0 g3").refused("3F+3 F-", "VR-BOOST-02", "boost 3");
        empty(edition, "A(10,10)0 g3").goes("3F+2 F-", "(16,10)0");
        empty(edition, "A(10,10)0 g1").refused("1F+1 F-", "VR-BOOST-02", "gear 1");
        empty(edition, "A(10,10)0 g5").refused("5F+5 F-", "VR-BOOST-02", "boost 5");
    }
}

#[test]
fn vr_boost_03_a_boost_lies_straight_ahead_and_needs_room() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0 g4; B(15.9,9.6)0");
        start.refused("4F+1 F-", "VR-BOOST-03", "overlaps car 2");
        start.goes("4F FL-", "(14+w,10+w)0");
    }
    empty(Second, "A(33,10)0 g4").refused("4F+3 F-", "VR-TABLE-02", "boost");
}

#[test]
fn vr_boost_04_a_boost_has_its_own_arrows() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0 g4 t8");
        start.goes("4F+2 FL-", "(16+w,10+w)0 t8");
        start.refused("4F+2 FL<", "VR-BOOST-04", "no arrow for this rotation");
        start.goes("4F+3 F<", "(18,10)1 t8");
        start.refused("4F+3 FL-", "VR-BOOST-04", "no arrow for this rotation");
        start.goes("4F+1 FL<", "(15+w,10+w)1 t8");
        start.refused("4F+1 FL>", "VR-BOOST-04", "no arrow for this rotation");
        start.refused("4F+1 SL-", "VR-BOOST-04", "no arrow for this rotation");
    }
}

#[test]
fn vr_boost_05_the_declaration_refers_to_the_gear_vector() {
    for edition in ALL {
        assert_eq!(empty(edition, "A(10,10)0 g4 t0 n1").declarable("4F+3 F-"), [3, 4, 5]);
    }
}

#[test]
fn vr_boost_06_a_boost_that_does_not_fit_is_refused_online() {
    // A row of cars ahead of boost 1: every place at its end is taken, and no longer boost fits.
    let wall = "A(10,10)0 g2; B(14.1,10)0; C(14.1,11)0; D(14.1,9)0";
    let start = empty(Online, wall);
    start.refused("2F+1 F-", "VR-BOOST-06", "cannot be laid");
    // None can be wasted either; the reason is not the length.
    start.refused("2F+0 F-", "VR-BOOST-06", "only if a boost fits");
    empty(Second, "A(10,10)0 g1").refused("1F+0 F-", "VR-BOOST-02", "Gear 1 offers no boost");
    assert!(start.moves().iter().all(|text| !text.starts_with("2F+")), "{:?}", start.moves());
    start.goes("2F F-", "(13,10)0 n4");
}

#[test]
fn vr_boost_06_a_boost_that_does_not_fit_is_wasted_in_the_second_edition() {
    let start = empty(Second, "A(10,10)0 g2; B(14.1,10)0; C(14.1,11)0; D(14.1,9)0");
    start.refused("2F+1 F-", "VR-LEGAL-02", "overlaps");
    start.goes("2F+0 F-", "(13,10)0 n3");
    assert_eq!(start.declarable("2F+0 F-"), [1, 2, 3, 4, 5]);
    assert!(start.events("2F+0 F-").iter().any(|event| matches!(event, EventKind::Spent { resource: "nitro", .. })));
    // A boost cannot be wasted while one fits, by a car without nitro, or in first gear.
    empty(Second, "A(10,10)0 g2").refused("2F+0 F-", "VR-BOOST-06", "there is room for boost");
    empty(Second, "A(10,10)0 g2 n0; B(14.1,10)0; C(14.1,11)0; D(14.1,9)0").refused("2F+0 F-", "VR-BOOST-01", "nitro");
    empty(Second, "A(10,10)0 g1; B(13.1,10)0; C(13.1,11)0").refused("1F+0 F-", "VR-BOOST-02", "gear 1");
    empty(Online, "A(10,10)0 g2; B(14.1,10)0; C(14.1,11)0; D(14.1,9)0").refused(
        "2F+0 F-",
        "VR-BOOST-06",
        "only if a boost fits",
    );
}

#[test]
fn vr_legal_01_a_vector_may_not_overlap_anything() {
    for edition in ALL {
        empty(edition, "A(10,10)0; B(12,10)0").refused("3F F-", "VR-LEGAL-01", "overlaps car 2");
        empty(edition, "A(10,10)0; B(12,10.78)0").goes("3F F-", "(14,10)0");
    }
    empty(Second, "A(10,10)0; B(12,10.77)0").refused("3F F-", "VR-LEGAL-01", "overlaps car 2");
    // Online an overlap counts if it is at least 1/50.
    empty(Online, "A(10,10)0; B(12,10.77)0").goes("3F F-", "(14,10)0");
    empty(Online, "A(10,10)0; B(12,10.7601)0").goes("3F F-", "(14,10)0");
    empty(Online, "A(10,10)0; B(12,10.76)0").refused("3F F-", "VR-LEGAL-01", "overlaps car 2");
}

#[test]
fn vr_legal_02_the_car_may_not_overlap_anything() {
    for edition in ALL {
        empty(edition, "A(10,10)0; B(14,10.5)0").refused("3F F-", "VR-LEGAL-02", "car overlaps car 2");
        empty(edition, "A(10,10)0; B(14,11)0").goes("3F F-", "(14,10)0");
    }
    empty(Second, "A(10,10)0; B(14,10.99)0").refused("3F F-", "VR-LEGAL-02", "car overlaps car 2");
    empty(Online, "A(10,10)0; B(14,10.99)0").goes("3F F-", "(14,10)0");
}

#[test]
fn vr_legal_03_only_placed_pieces_count() {
    for edition in BOTH {
        empty(edition, "A(10,10)0 g2 t2").goes("2SL SR-", "(11,10)0 t0");
        // The car is lifted over anything between it and its place, here beside a shaft.
        empty(edition, "A(10,10)0 g5; B(13,10.8)0").goes("5F F-", "(16,10)0");
    }
}

#[test]
fn vr_legal_04_a_gear_has_a_legal_move_or_not() {
    for edition in BOTH {
        let stuck = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0").order("BA", 1);
        assert!(stuck.must_stop());
        assert_eq!(stuck.moves(), Vec::<String>::new());
        let swerves = empty(edition, "A(10,10)0 g3 t1 n0; B(11.2,10)0").order("BA", 1);
        swerves.goes("3SL F-", "(13,11)0 t0");
        assert!(swerves.moves().iter().all(|text| text.starts_with("3SL") || text.starts_with("3SR")));
        swerves.refused("J2 2SL F-", "VR-BRAKE-01", "legal move");
        swerves.refused("X-", "VR-PEN-04", "legal move");
    }
}

/// Online a vector is laid only if a place is free at its end.
#[test]
fn vr_legal_04_online_refuses_the_vector_where_the_second_edition_refuses_the_car() {
    let cars = "A(10,10)0 g3 t0 n4; B(14.1,10)0; C(13.7,11)0; D(13.7,9)0";
    empty(Second, cars).refused("3F F-", "VR-LEGAL-02", "car overlaps car 2");
    empty(Online, cars).refused("3F F-", "VR-LEGAL-04", "no legal place");
}
