//! Table and track: sections 3.1 and 3.2 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{BOTH, Online, Second, corner, dir, oval_draft, point, table, track};
use paddock::game::prelude::*;
use paddock::game::{CarId, Issue, Severity};
use paddock::games::vektorace::{CarEntry, Draft, Edition, GridPlace, Hand, Setup, Turn, Vektorace, Zone};
use paddock::geometry::{Point, Surd};

/// Returns the errors of a draft with this clause.
fn errors(draft: &Draft, clause: &str) -> Vec<String> {
    let (track, issues) = Vektorace::validate(draft);
    assert_eq!(track.is_none(), issues.iter().any(|issue| issue.severity == Severity::Error), "{issues:?}");
    said(&issues, clause, Severity::Error)
}

/// Returns the warnings with this clause of a draft without errors.
fn warnings(draft: &Draft, clause: &str) -> Vec<String> {
    let (track, issues) = Vektorace::validate(draft);
    assert!(track.is_some(), "{issues:?}");
    said(&issues, clause, Severity::Warning)
}

fn said(issues: &[Issue], clause: &str, severity: Severity) -> Vec<String> {
    let of = issues.iter().filter(|issue| issue.id == clause && issue.severity == severity);
    of.map(|issue| issue.message.clone()).collect()
}

/// Returns a race of this number of cars on a circuit.
fn setup(edition: Edition, cars: u32, laps: u8) -> Setup {
    let online = edition == Online;
    let entry =
        |car| CarEntry { car: CarId(car), name: String::new(), tyre: 8, nitro: 0, start_boost: false, power: None };
    let place = |car: u32| GridPlace {
        car: CarId(car),
        aside: (car == 1).then(|| Surd::from_int(2)),
        back: (car == 1 && online).then(|| Surd::from_int(8)),
        behind: (car > 1).then(|| CarId(car - 1)),
        place: (car > 1).then_some(if car.is_multiple_of(2) { 2 } else { 3 }),
    };
    Setup {
        edition,
        laps,
        start_gear: 4,
        options: Default::default(),
        grid_side: None,
        cars: (1..=cars).map(entry).collect(),
        grid: (1..=cars).map(place).collect(),
    }
}

/// Returns the clauses of all issues that prevent a race from starting.
fn refused(draft: &Draft, setup: &Setup) -> Vec<&'static str> {
    Vektorace::start(&track(draft), setup).err().unwrap_or_default().iter().map(|issue| issue.id).collect()
}

#[test]
fn vr_table_01_the_tables_size() {
    let sized = |width, height| Draft { table: table(width, height), ..oval_draft() };
    assert_eq!(errors(&sized(3, 24), "VR-TABLE-01").len(), 1);
    assert_eq!(errors(&sized(40, 401), "VR-TABLE-01").len(), 1);
    assert!(errors(&sized(40, 24), "VR-TABLE-01").is_empty());
    assert!(errors(&sized(400, 400), "VR-TABLE-01").is_empty());
    // The smallest table is too small for OVAL, but allowed by the clause.
    assert!(errors(&sized(4, 4), "VR-TABLE-01").is_empty());
}

#[test]
fn vr_setup_01_the_number_of_cars() {
    for edition in BOTH {
        for cars in 2..=6 {
            assert!(refused(&oval_draft(), &setup(edition, cars, 3)).is_empty(), "{edition:?} {cars}");
        }
        assert_eq!(refused(&oval_draft(), &setup(edition, 1, 3)), ["VR-SETUP-01"]);
        assert_eq!(refused(&oval_draft(), &setup(edition, 7, 3)), ["VR-SETUP-01"]);
    }
}

#[test]
fn vr_setup_02_the_number_of_laps() {
    assert!(refused(&oval_draft(), &setup(Second, 2, 6)).is_empty());
    assert!(refused(&oval_draft(), &setup(Second, 2, 99)).is_empty());
    assert_eq!(refused(&oval_draft(), &setup(Second, 2, 100)), ["VR-SETUP-02"]);
    assert_eq!(refused(&oval_draft(), &setup(Online, 2, 6)), ["VR-SETUP-02"]);
    assert!(refused(&oval_draft(), &setup(Online, 2, 5)).is_empty());
    for edition in BOTH {
        assert_eq!(refused(&oval_draft(), &setup(edition, 2, 0)), ["VR-SETUP-02"]);
    }
}

#[test]
fn vr_setup_03_each_car_has_its_own_pieces() {
    for edition in BOTH {
        let track = track(&oval_draft());
        let mut state = Vektorace::start(&track, &setup(edition, 4, 3)).unwrap();
        assert!(state.cars.iter().all(|car| car.tyre == 8));
        // All four play vector 4 and declare it again.
        for _ in 0..4 {
            let listed = Vektorace::legal_turns(&track, &state);
            let fourth = |turn: &Turn| match turn.action {
                paddock::games::vektorace::Action::Move(m) => m.gear == 4 && m.declare == Some(4),
                _ => false,
            };
            let turn = listed.iter().find(|legal| fourth(&legal.turn)).expect("gear 4 again").turn;
            state = Vektorace::play(&track, &state, &turn).unwrap().state;
        }
        assert!(state.cars.iter().all(|car| car.gear == 4));
    }
}

#[test]
fn vr_setup_04_the_direction_of_the_race() {
    let clockwise = oval_draft();
    assert_eq!(track(&clockwise).pitwall().zone(point("20,8")), Zone::Grid);
    let counter = Draft { direction: Some(Hand::CounterClockwise), ..oval_draft() };
    assert_eq!(track(&counter).pitwall().zone(point("20,8")), Zone::Box);
    assert_eq!(errors(&Draft { direction: None, ..oval_draft() }, "VR-SETUP-04").len(), 1);
}

#[test]
fn vr_track_01_corner_numbers() {
    let numbered = |numbers: &[u32]| {
        let mut draft = oval_draft();
        draft.corners.truncate(numbers.len());
        draft.corners.iter_mut().zip(numbers).for_each(|(corner, number)| corner.number = *number);
        errors(&draft, "VR-TRACK-01")
    };
    assert!(numbered(&[1, 2, 3, 4]).is_empty() && numbered(&[1, 2]).is_empty());
    let missing = numbered(&[1, 2, 4]);
    assert!(missing.len() == 1 && missing[0].contains("Corner 3 is missing"), "{missing:?}");
    let twice = numbered(&[1, 2, 2, 3]);
    assert!(twice.len() == 1 && twice[0].contains("more than one corner 2"), "{twice:?}");
    assert!(numbered(&[2, 3, 4])[0].contains("Corner 1 is missing"));
    assert!(numbered(&[1])[0].contains("2 to 8"));
    let mut nine = oval_draft();
    nine.corners = (1..=9).map(|number| corner(number, &format!("{},16", 4 * number), 3)).collect();
    assert!(errors(&nine, "VR-TRACK-01")[0].contains("2 to 8"));
}

#[test]
fn vr_track_02_no_overlap_and_all_on_the_table() {
    let moved = |at: &str| {
        let mut draft = oval_draft();
        draft.corners[0].at = point(at);
        errors(&draft, "VR-TRACK-02")
    };
    let over = moved("8,15.5");
    assert!(over.len() == 1 && over[0].contains("Corner 1 overlaps corner 2"), "{over:?}");
    let wall = moved("21.5,6");
    assert!(wall.len() == 1 && wall[0].contains("Corner 1 overlaps the pitwall"), "{wall:?}");
    let off = moved("0.4,10");
    assert!(off.len() == 1 && off[0].contains("Corner 1 is off the table"), "{off:?}");
    assert!(moved("0.45,10").is_empty());
    let mut draft = oval_draft();
    if let Some(wall) = &mut draft.pitwall {
        wall.at = point("1.4,6");
    }
    assert!(errors(&draft, "VR-TRACK-02")[0].contains("pitwall is off the table"));
}

#[test]
fn vr_track_03_square_pieces() {
    let mut turned = oval_draft();
    turned.corners[2].facing = dir(2);
    assert_eq!(refused(&turned, &setup(Second, 2, 3)), ["VR-TRACK-03"]);
    assert!(refused(&turned, &setup(Online, 2, 3)).is_empty());
    // The draft can be raced in one of the editions, so there is only a warning.
    assert_eq!(warnings(&turned, "VR-TRACK-03").len(), 1);
    let mut diagonal = oval_draft();
    if let Some(wall) = &mut diagonal.pitwall {
        wall.direction = dir(3);
    }
    assert!(refused(&diagonal, &setup(Second, 2, 3)).contains(&"VR-TRACK-03"));
    assert!(refused(&diagonal, &setup(Online, 2, 3)).is_empty());
    assert!(refused(&oval_draft(), &setup(Second, 2, 3)).is_empty());
}

#[test]
fn vr_track_04_the_direction_round_a_corner() {
    // An M-shaped circuit: cars go round the middle corner in the other direction.
    let mut draft = oval_draft();
    draft.corners = vec![
        corner(1, "8,10", 5),
        corner(2, "8,19", 3),
        corner(3, "20,13", 7),
        corner(4, "32,19", 1),
        corner(5, "32,10", 7),
    ];
    draft.corners[2].hand = Some(Hand::CounterClockwise);
    let track = track(&draft);
    let hands: Vec<Hand> = track.corners().iter().map(|corner| corner.hand).collect();
    let clockwise = Hand::Clockwise;
    assert_eq!(hands, [clockwise, clockwise, Hand::CounterClockwise, clockwise, clockwise]);
    // A corner without its own hand has that of the race.
    let flipped = Draft { direction: Some(Hand::CounterClockwise), ..oval_draft() };
    let track = crate::common::track(&flipped);
    assert!(track.corners().iter().all(|corner| corner.hand == Hand::CounterClockwise));
}

#[test]
fn vr_track_06_a_warning_about_the_place_of_the_pitwall() {
    assert!(warnings(&oval_draft(), "VR-TRACK-06").is_empty());
    let mut draft = oval_draft();
    if let Some(wall) = &mut draft.pitwall {
        wall.at = point("4,6");
    }
    assert_eq!(warnings(&draft, "VR-TRACK-06").len(), 1);
}

#[test]
fn vr_track_07_a_warning_about_a_corner_entered_from_behind() {
    assert!(warnings(&oval_draft(), "VR-TRACK-07").is_empty());
    let mut draft = oval_draft();
    draft.corners[1].facing = dir(7);
    let warned = warnings(&draft, "VR-TRACK-07");
    assert!(warned.iter().any(|message| message.contains("Corner 2")), "{warned:?}");
}

#[test]
fn vr_track_07_a_warning_about_corner_1_and_about_curbs_that_face_the_wrong_way() {
    let facing = |corner: usize, to: i64| {
        let mut draft = oval_draft();
        draft.corners[corner].facing = dir(to);
        warnings(&draft, "VR-TRACK-07")
    };
    let right = i64::from(oval_draft().corners[0].facing.number());
    assert!(facing(0, right).is_empty());
    assert!(facing(0, right + 4).iter().any(|message| message.contains("Corner 1 is entered from behind")));
    for turned in [2, 4, 6] {
        assert!(facing(0, right + turned).iter().any(|message| message.contains("orner 1 ")), "by {turned} eighths");
    }
}

#[test]
fn a_pit_lane_needs_room_for_a_car() {
    let mut draft = oval_draft();
    assert!(warnings(&draft, "VR-TRACK-LANE").is_empty());
    let wall = draft.pitwall.as_mut().expect("a wall");
    wall.at = Point::new(wall.at.x, draft.table.from.y + Surd::ONE);
    assert_eq!(warnings(&draft, "VR-TRACK-LANE").len(), 1);
}

#[test]
fn vr_track_08_the_track_cannot_change_during_a_race() {
    // No kind of turn can move a piece of the track.
    for kind in ["move_corner", "track", "edit"] {
        let text = format!(r#"{{"car":1,"kind":"{kind}","to":2}}"#);
        let refused = serde_json::from_str::<Turn>(&text).unwrap_err().to_string();
        assert!(refused.contains("unknown variant"), "{refused}");
    }
}
