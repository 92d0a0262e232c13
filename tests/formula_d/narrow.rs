//! Circuits that narrow: cars drive out of lanes that end and into lanes that begin, and races can be driven.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{Table, setup, valid};
use paddock::editor::place_at;
use paddock::editor::sketch::{AnySketch as _, SketchDocument, SketchEdit, Steps as _};
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::{Additions, Draft, FormulaD, SpaceIndex, lay, moves};

/// The last spaces of a lane before the place where it ends.
const BEFORE: i32 = 12;

const RING: [[f64; 2]; 8] =
    [[0.0, 0.0], [14.0, 0.0], [22.0, 5.0], [22.0, 12.0], [14.0, 17.0], [-14.0, 17.0], [-22.0, 8.0], [-14.0, 0.0]];

/// A ring whose lanes are closed from one space to another, in the order of the list.
fn ring(lanes: u8, closed: &[[&str; 2]]) -> Draft {
    let pit_line = vec![[-13.0, 2.4], [-9.0, 3.4], [8.0, 3.4], [11.0, 2.4]];
    let draft = lay(&Draft { lanes, laps: 1, pit_line, ..Draft::default() }, &RING);
    let places = draft.clone();
    let mut document = SketchDocument::<FormulaD>::checked_later(draft, true);
    for ends in closed {
        let ends = ends.map(|id| places.spaces.iter().find(|space| space.id == id).unwrap().at);
        let edit = SketchEdit::Put("narrowing", ends.map(|[x, y]| place_at(x, y)).to_vec());
        assert!(document.apply(&edit).unwrap());
    }
    document.draft().clone()
}

/// A lone car in a race on a circuit.
fn alone(draft: &Draft) -> Table {
    let (track, setup) = (valid(draft), setup(1));
    let state = FormulaD::start(&track, &setup).unwrap();
    Table { track, setup, state }
}

/// The circuits: a straight and a corner that narrow by one lane or by two, on either side, and the finish line.
fn circuits() -> Vec<Draft> {
    vec![
        ring(3, &[["c58", "c72"]]),
        ring(3, &[["a58", "a72"], ["c20", "c30"]]),
        ring(4, &[["c56", "c74"]]),
        ring(4, &[["b18", "b36"], ["d60", "d70"]]),
        ring(4, &[["b56", "b64"], ["c76", "c84"]]),
    ]
}

#[test]
fn a_lone_car_can_always_drive_the_whole_length_of_its_move() {
    for (number, draft) in circuits().iter().enumerate() {
        let mut table = alone(draft);
        let ends: Vec<SpaceIndex> =
            (0..draft.spaces.len()).filter(|at| draft.spaces[*at].lane_end).map(|at| at as SpaceIndex).collect();
        assert!(!ends.is_empty());
        let mut tried = 0;
        for (at, space) in draft.spaces.iter().enumerate().filter(|(_, space)| space.lane > 0) {
            let is_before = |end: &SpaceIndex| {
                let end = &draft.spaces[usize::from(*end)];
                (0..=BEFORE).contains(&(end.rank - space.rank))
            };
            if !ends.iter().any(is_before) {
                continue;
            }
            table.place(&format!("{} g4", space.id));
            for (gear, face) in [(1, 1), (2, 2), (3, 5), (4, 9), (5, 16), (6, 24)] {
                table.state.cars[0].gear = gear;
                let (found, _) = moves(&table.track, &table.state, CarId(1), gear, face, Additions::default());
                let whole = found.options.iter().filter(|option| option.blocked.is_none() && option.brakes == 0);
                assert!(
                    whole.count() > 0,
                    "circuit {number}, {} in gear {gear}, {face}",
                    table.track.name(at as SpaceIndex)
                );
                tried += 1;
            }
        }
        assert!(tried > 100, "{tried}");
    }
}

#[test]
fn the_only_move_out_of_the_last_space_is_a_change_into_the_next_lane() {
    let draft = ring(4, &[["c56", "c74"]]);
    let mut table = alone(&draft);
    let ends: Vec<String> =
        draft.spaces.iter().filter(|space| space.lane_end).map(|space| space.id.to_string()).collect();
    assert_eq!(ends, ["c55", "d53"]);
    table.place("c55 g1");
    assert_eq!(table.refusal("1.1 g1 d1 m1R1").clause, "FD-DRV-01");
    // A change that is the only way is not written in a record.
    table.clone().go("1.1 g1 d1 m1 =b55");
    // Two lanes end one after the other: the car changes lanes twice, which a straight allows (FD-STR-01).
    table.place("d53 g2");
    table.clone().go("1.1 g2 d4 m4 =b56");
    assert_eq!(table.refusal("1.1 g2 d4 m4L4").clause, "FD-STR-01");
    // A lane that begins is reached from the lane beside it.
    table.place("b74 g1");
    table.go("1.1 g1 d1 m1R1 =c75");
}

#[test]
fn a_narrowed_circuit_is_proved_raceable() {
    for draft in [ring(3, &[["c58", "c72"]]), ring(4, &[["c18", "c30"]])] {
        let document = SketchDocument::<FormulaD>::checked_later(draft, true);
        let solver = document.solver().unwrap();
        let findings = solver.solve(&|_| {}, &|| false).unwrap();
        assert!(findings.is_raceable, "{}", findings.headline);
    }
}
