//! Tests of random circuits: for every seed, the circuit is valid and looks like one drawn by a person.

use std::collections::BTreeSet;

use paddock::editor::random::{Proposals, RandomError, propose};
use paddock::editor::sketch::AnySketch;
use paddock::editor::sketch::SketchDocument;
use paddock::game::prelude::*;
use paddock::games::vektorace::{Draft, Hand, MAX_CORNERS, TableDraft, Vektorace};
use paddock::geometry::{Point, Surd};

fn table(width: i64, height: i64) -> TableDraft {
    TableDraft { from: Point::ORIGIN, to: Point::new(Surd::from_int(width), Surd::from_int(height)) }
}

fn bytes(draft: &Draft) -> String {
    SketchDocument::<Vektorace>::new(draft.clone(), true).to_text().expect("text")
}

/// Checks the properties of every random circuit.
fn look_at(draft: &Draft, corners: usize, what: &str) {
    let (track, issues) = Vektorace::validate(draft);
    assert!(track.is_some() && issues.is_empty(), "{what}: {issues:#?}");
    assert_eq!(draft.corners.len(), corners, "{what}");
    let wall = draft.pitwall.expect("a pitwall");
    assert!(!wall.direction.is_diagonal(), "{what}: the pitwall is parallel to an edge");
    assert!(draft.corners.iter().all(|corner| corner.facing.is_diagonal()), "{what}: corners are square");
    for at in draft.corners.iter().map(|corner| corner.at).chain([wall.at]) {
        let on_grid = |number: Surd| matches!(number.units(), (a, 0) if a % 5_000 == 0);
        assert!(on_grid(at.x) && on_grid(at.y), "{what}: {at:?} is on the grid of quarters");
    }
    let apart = draft.corners.iter().enumerate().flat_map(|(index, corner)| {
        draft.corners.iter().skip(index + 1).map(move |other| {
            let [x, y] = (corner.at - other.at).to_f64();
            x.hypot(y)
        })
    });
    assert!(apart.fold(f64::INFINITY, f64::min) >= 3.25, "{what}: corners stand apart");
}

#[test]
fn every_seed_gives_a_valid_circuit_that_is_the_same_every_time() {
    let tables = [TableDraft::default(), table(33, 18)];
    std::thread::scope(|scope| {
        for table in tables {
            for corners in 3..=MAX_CORNERS {
                scope.spawn(move || {
                    let mut seen = BTreeSet::new();
                    let (mut hands, mut flipped) = (BTreeSet::new(), 0);
                    for seed in 0..200 {
                        let what = format!("seed {seed}, {corners} corners, {table:?}");
                        let draft = propose(seed, corners, table).unwrap_or_else(|error| panic!("{what}: {error}"));
                        look_at(&draft, corners, &what);
                        if seed % 20 == 0 {
                            let again = propose(seed, corners, table).map(|again| bytes(&again));
                            assert_eq!(again.ok(), Some(bytes(&draft)), "{what}");
                        }
                        hands.insert(draft.direction == Some(Hand::Clockwise));
                        flipped += usize::from(draft.corners.iter().any(|corner| corner.hand.is_some()));
                        let places: Vec<String> =
                            draft.corners.iter().map(|corner| format!("{:?}", corner.at)).collect();
                        seen.insert(places);
                    }
                    assert!(seen.len() > 190, "{corners} corners: {} of 200 are different", seen.len());
                    assert_eq!(hands.len(), 2, "{corners} corners: both ways round");
                    if corners >= 5 {
                        assert!(flipped > 100, "{corners} corners: {flipped} have a corner passed against the race");
                    }
                });
            }
        }
    });
}

#[test]
fn a_seed_gives_a_series_of_different_circuits() {
    let proposals = Proposals::new(7, 6, table(33, 18)).expect("six are possible");
    let drafts: Vec<Draft> = proposals.clone().take(20).collect();
    let texts: BTreeSet<String> = drafts.iter().map(bytes).collect();
    assert_eq!(texts.len(), 20, "each is another");
    for (number, draft) in (1..).zip(&drafts) {
        look_at(draft, 6, &format!("proposal {number}"));
        let said = format!("seed 7, proposal {number}.");
        assert!(number == 1 || draft.description.ends_with(&said), "{}", draft.description);
    }
    assert_eq!(proposals.take(20).collect::<Vec<_>>(), drafts, "the same again");
}

#[test]
fn impossible_requests_are_reported() {
    for corners in [0, 1, 9, usize::MAX] {
        assert_eq!(propose(1, corners, table(40, 24)), Err(RandomError::Corners(corners)));
    }
    let cramped = propose(1, 8, table(17, 12)).expect_err("no room");
    assert_eq!(
        cramped.to_string(),
        "the table of 17 × 12 octagons is too small for 8 corners; enlarge it or choose fewer corners"
    );
    for (width, height) in [(0, 0), (-10, 5), (4, 4), (i64::MAX / 1_000_000, 3)] {
        assert!(propose(1, 4, table(width, height)).is_err());
    }
}

#[test]
fn tables_of_any_size_and_position_get_circuits() {
    let at = |x: f64, y: f64| paddock::editor::place_at(x, y);
    let aslant = Point::new(Surd::from_units(3, 70_001), Surd::from_units(-1, 12_345));
    for (from, to) in [
        (at(-20.1, -11.13), at(19.87, 13.0)),
        (aslant, aslant + Point::new(Surd::from_int(44), Surd::from_int(29))),
        (at(0.0, 0.0), at(18.0, 33.0)),
        (at(0.0, 0.0), at(24.0, 24.0)),
        (at(100.0, 100.0), at(490.0, 480.0)),
    ] {
        for corners in [2, 4, 6] {
            for seed in [0, 1, u64::MAX] {
                let draft = propose(seed, corners, TableDraft { from, to }).expect("there is room");
                look_at(&draft, corners, &format!("{from:?} to {to:?}, seed {seed}"));
            }
        }
    }
}
