//! The table's edge: VR-EDGE of section 3.10 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{ALL, Formula8, Online, PRINTED, Position, Second, empty, point};
use paddock::game::EventKind;
use paddock::game::prelude::*;
use paddock::games::vektorace::{Action, Edges, Edition, Fall, TableEdge, Vektorace};

/// Returns a car three octagons from the right edge of EMPTY, in fourth gear.
fn at_the_edge(edition: Edition, words: &str) -> Position {
    empty(edition, &format!("A(37,10)0 g4 {words}"))
}

fn falls(position: &Position) -> Vec<Option<u8>> {
    let heading = |turn: &paddock::games::vektorace::Turn| match turn.action {
        Action::Edge { heading, .. } => Some(heading.map(|heading| heading.number())),
        _ => None,
    };
    position.listed().iter().filter_map(heading).collect()
}

#[test]
fn vr_edge_01_when_a_car_falls() {
    for edition in PRINTED {
        let start = at_the_edge(edition, "t1");
        assert!(!falls(&start).is_empty() && start.moves().is_empty());
        start.refused("X-", "VR-EDGE-01", "over the table's edge");
        // With two tyre points the car can brake to second gear.
        let brakes = at_the_edge(edition, "t2");
        assert!(falls(&brakes).is_empty());
        brakes.refused(if edition == Second { "E2" } else { "E" }, "VR-BRAKE-06", "must jam");
        assert!(brakes.moves().iter().all(|text| text.starts_with("J2")), "{:?}", brakes.moves());
        // A car never falls by choice, nor if the path ahead stays on the table.
        let free = empty(edition, "A(10,10)0 g3");
        free.refused(if edition == Second { "E2" } else { "E" }, "VR-EDGE-01", "edge: it has a legal move");
        let stuck = empty(edition, "A(10,10)0 g3 t0; B(11.2,10)0").order("BA", 1);
        stuck.refused(if edition == Second { "E2" } else { "E" }, "VR-EDGE-01", "must stand still");
    }
}

#[test]
fn vr_edge_02_the_second_edition_puts_the_car_along_the_edge() {
    let start = at_the_edge(Second, "t1 n4");
    assert_eq!(falls(&start), [Some(2), Some(6)]);
    let next = start.goes("E2", "(39.5,10)2 g1 t1 n4");
    start.goes("E6", "(39.5,10)6 g1");
    start.refused("E0", "VR-EDGE-02", "parallel");
    start.refused("E1", "VR-EDGE-02", "parallel");
    start.refused("E", "VR-EDGE-02", "heading is missing");
    start.refused("E2 =2", "VR-GEAR-08", "must declare gear");
    assert_eq!(start.events("E2"), [EventKind::Fell]);
    // The car is not rotated any further. It continues with this heading, in first gear.
    next.clone().refused("< 1F F-", "VR-PEN-03", "first edition");
    next.goes("1F F-", "(39.5,12)2");
}

#[test]
fn vr_edge_02_every_edge_and_a_diagonal_path() {
    // The car drives up and to the right, and leaves over the upper edge, because y reaches 23.5 first.
    let start = empty(Second, "A(30,22)1 g5 t0");
    assert_eq!(falls(&start), [Some(0), Some(4)]);
    start.goes("E0", "(31.5,23.5)0");
    // Marks and corners passed do not change, because the fall has no path.
    let marked = empty(Second, "A(37,10)0 g4 t0 j1 pushed");
    let next = marked.goes("E6", "(39.5,10)6 j1 c1");
    assert!(!next.car('A').marks.pushed);
}

#[test]
fn vr_edge_03_a_fallen_car_misses_a_turn_in_the_first_edition() {
    let start = at_the_edge(Formula8, "t1");
    assert_eq!(falls(&start), [None]);
    start.refused("E2", "VR-EDGE-03", "when it comes back");
    let fallen = start.goes("E", "(39.5,10)0 g1 t1");
    let over = Edges::default().with(TableEdge::Right);
    assert_eq!(fallen.car('A').fallen, Some(Fall::Lost(over)));
    // The car misses turn n+1.
    fallen.refused("1F F-", "VR-EDGE-03", "misses this turn");
    fallen.refused("X-", "VR-EDGE-03", "misses this turn");
    let actions: Vec<Action> = fallen.listed().into_iter().map(|turn| turn.action).collect();
    assert_eq!(actions, [Action::Lost, Action::Withdraw]);
    let lost = fallen.goes("L", "(39.5,10)0 g1");
    // In turn n+2 it is put back in any of the eight directions and moves in first gear.
    lost.refused("1F F-", "VR-EDGE-03", "put it back");
    lost.refused("L", "VR-EDGE-03", "must come back");
    lost.goes("R6 1F F-", "(39.5,8)6 g1");
    lost.goes("R4 1F F<", "(37.5,10)5 g1");
    let headings: Vec<u8> =
        lost.listed().iter().filter_map(|turn| turn.start.placing.map(|placing| placing.heading.number())).collect();
    // Facing the edge (0) it would have no move (VR-EDGE-01).
    assert!((0..8).all(|heading| headings.contains(&heading) == (heading != 0)), "{headings:?}");
    let back = lost.then("R6 1F F- =2");
    assert_eq!(back.car('A').fallen, None);
    back.refused("R6 2F F-", "VR-EDGE-03", "fell from the table");
    // A car that did not fall does not miss a turn.
    empty(Formula8, "A(10,10)0 g3").refused("L", "VR-EDGE-03", "did not fall");
}

#[test]
fn vr_edge_01_a_car_put_back_chooses_no_direction_without_a_move() {
    let lost = at_the_edge(Formula8, "t0").then("E").then("L");
    // Facing the edge, the car would fall again. In other directions it has moves.
    lost.refused("R0 E", "VR-PEN-04", "put back facing");
    lost.refused("R0 X-", "VR-PEN-04", "put back facing");
    let listed = lost.listed();
    assert!(listed.iter().any(|turn| matches!(turn.action, Action::Move(_))));
    assert!(listed.iter().all(|turn| !matches!(turn.action, Action::Stop { .. } | Action::Edge { .. })));
    // The direction itself is free, as long as the car has a move.
    lost.goes("R2 1F F-", "(39.5,12)2 g1");
    // Hemmed in on all sides, it may fall again or stand still.
    let walls = "B(38.3,10)0; C(39.5,11.2)0; D(39.5,8.8)0; E(38.4,11.1)0; F(38.4,8.9)0";
    let hemmed = empty(Formula8, &format!("A(39.5,10)0 g1 back; {walls}"));
    let listed = hemmed.listed();
    assert!(listed.iter().all(|turn| !matches!(turn.action, Action::Move(_))), "{:?}", hemmed.moves());
    assert!(listed.iter().any(|turn| matches!(turn.action, Action::Stop { .. } | Action::Edge { .. })));
    hemmed.then("R0 E");
}

#[test]
fn vr_edge_03_a_fallen_car_is_neither_an_obstacle_nor_a_target() {
    let start = empty(Formula8, "B(33.5,10)0 g3; A(39.5,10)0 g1 back; C(1,1)0 g1");
    start.goes("3FL FR-", "(35.5+2w,10)0");
    start.refused("3F F- PA", "VR-ATT-01", "fallen from the table");
    // For the order it counts at the point where it fell, still ahead of B.
    let next = start.then("3F F-").then("R6 1F F-");
    assert_eq!(next.car('A').position, point("39.5,8"));
    let order = empty(Formula8, "A(39.5,10)0 g1 lost; B(33,10)0 g3; C(1,3)0 g1").then("L").then("3F F-").then("1F F-");
    assert_eq!(order.letters(), "ABC");
}

#[test]
fn vr_edge_04_the_nearest_free_place_along_the_edge() {
    let start = empty(Second, "A(37,10)0 g4 t1; B(39.5,10.4)0");
    start.goes("E2", "(39.5,9.4)2");
    start.goes("E6", "(39.5,9.4)6");
    // If both places are equally near, the one further back along the chosen heading is taken.
    let level = empty(Second, "A(37,10)0 g4 t1; B(39.5,10)0");
    level.goes("E2", "(39.5,9)2");
    level.goes("E6", "(39.5,11)6");
    // With several cars in the way, the place is past all of them on the nearer side.
    let three = empty(Second, "A(37,10)0 g4 t0; B(39.5,10)0; C(39.5,8.8)0; D(39.5,11.1)0");
    three.goes("E2", "(39.5,12.1)2");
    three.goes("E6", "(39.5,12.1)6");
    // Beside the slanted side of another car the distance is a little less.
    let beside = empty(Second, "A(37,10)0 g4 t0; B(38.9,10.6)0");
    let next = beside.then("E2");
    let [_, y] = next.car('A').position.to_f64();
    assert!(y < 10.0 && y > 9.3, "{y}");
    assert_eq!(next.car('A').position, point("39.5,11.2-r"));
}

#[test]
fn vr_edge_04_through_a_corner_of_the_table() {
    // The car reaches both edges at once. In the second edition the heading decides the edge.
    let second = empty(Second, "A(38,22)1 g4 t0");
    assert_eq!(falls(&second), [Some(0), Some(2), Some(4), Some(6)]);
    second.goes("E2", "(39.5,23.5)2");
    let taken = empty(Second, "A(38,22)1 g4 t0; B(39.5,23.5)0");
    taken.goes("E2", "(39.5,22.5)2");
    taken.goes("E0", "(38.5,23.5)0");
    // In the first edition the edge is named only if it matters, that is, if the spot is taken.
    let back = |b: &str| empty(Formula8, &format!("A(39.5,23.5)1 g1 back; B{b}0"));
    back("(30,10)").goes("R4 1F F-", "(37.5,23.5)4");
    back("(30,10)").refused("R4T 1F F-", "VR-EDGE-04", "do not name an edge");
    back("(39.5,23.5)").refused("R4 1F F-", "VR-EDGE-04", "name the edge");
    back("(39.5,23.5)").goes("R4T 1F F-", "(36.5,23.5)4");
    back("(39.5,23.5)").goes("R6R 1F F-", "(39.5,20.5)6");
    back("(39.5,23.5)").refused("R6L 1F F-", "VR-EDGE-04", "did not fall from that edge");
    // The car drove along the upper edge and over the right one. It touches both edges but fell over one.
    let along = empty(Formula8, "A(37,23.5)0 g4 t0; B(1,1)0 g1").then("E").order("AB", 0).then("L");
    let mut along = along.order("AB", 0);
    along.state.cars[1].position = point("39.5,23.5");
    along.refused("R6R 1F F-", "VR-EDGE-04", "only one edge");
    along.goes("R6 1F F-", "(39.5,20.5)6");
    // A car that fell over one edge names no edge.
    let one = empty(Formula8, "A(39.5,10)1 g1 back; B(39.5,10)0");
    one.refused("R4R 1F F-", "VR-EDGE-04", "only one edge");
    // With a heading perpendicular to the edge neither side is further back, so the car goes towards the edge's middle,
    // here downwards.
    one.goes("R4 1F F-", "(37.5,9)4");
}

#[test]
fn vr_edge_05_online_it_is_a_stop() {
    let start = empty(Online, "A(39,10)0 g4 t0");
    assert!(start.must_stop() && falls(&start).is_empty());
    start.goes("X<", "(39,10)1 g1");
    start.refused("E2", "VR-EDGE-01", "must stand still");
    start.refused("4F F-", "VR-TABLE-03", "off the map");
}

/// The turn is listed with the place where the car will stand.
#[test]
fn vr_edge_02_the_list_shows_where_the_car_will_stand() {
    let start = at_the_edge(Second, "t1");
    for legal in Vektorace::legal_turns(&start.track, &start.state) {
        if matches!(legal.turn.action, Action::Edge { .. }) {
            assert_eq!((legal.at, legal.turn.declared()), ([39.5, 10.0], Some(1)));
        }
    }
    for edition in ALL {
        assert_eq!(empty(edition, "A(10,10)0").moves().iter().filter(|text| text.contains('E')).count(), 0);
    }
}
