//! Tests of the grid, the flying start, the points and the first move: section 3.3 of the ledger, on the circuit OVAL.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{BOTH, Online, Position, Second, corner, dir, number, oval_draft, point, track};
use paddock::game::prelude::*;
use paddock::game::{CarId, Issue};
use paddock::games::vektorace::{CarEntry, Draft, Edition, GridPlace, Setup, State, Vektorace, grid_place};

/// Returns pole at this distance from the wall's axis and, online, this distance behind its centre.
fn pole(aside: &str, back: Option<&str>) -> GridPlace {
    GridPlace { car: CarId(1), aside: Some(number(aside)), back: back.map(number), behind: None, place: None }
}

/// Returns car `car` at one of the seven places behind another.
fn behind(car: u32, other: u32, place: u8) -> GridPlace {
    GridPlace { car: CarId(car), aside: None, back: None, behind: Some(CarId(other)), place: Some(place) }
}

/// Returns the usual pole of each edition: 2 from the axis; online also 8 behind the wall's centre.
fn usual(edition: Edition) -> GridPlace {
    pole("2", (edition == Online).then_some("8"))
}

fn setup(edition: Edition, grid: Vec<GridPlace>) -> Setup {
    let mut cars: Vec<CarEntry> = grid
        .iter()
        .map(|place| CarEntry {
            car: place.car,
            name: String::new(),
            tyre: 5,
            nitro: 3,
            start_boost: false,
            power: None,
        })
        .collect();
    cars.sort_by_key(|entry| entry.car);
    cars.dedup_by_key(|entry| entry.car);
    Setup { edition, laps: 3, start_gear: 4, options: Default::default(), cars, grid_side: None, grid }
}

fn start_on(draft: &Draft, setup: &Setup) -> Result<State, Vec<Issue>> {
    Vektorace::start(&track(draft), setup)
}

fn start(setup: &Setup) -> Result<State, Vec<Issue>> {
    start_on(&oval_draft(), setup)
}

/// Checks that a setup is refused for this clause, in a message with this word.
#[track_caller]
fn refused(setup: &Setup, clause: &str, word: &str) {
    let issues = start(setup).expect_err("refused");
    assert!(
        issues.iter().any(|issue| issue.id == clause && issue.message.contains(word)),
        "{clause} {word}: {issues:?}"
    );
}

#[test]
fn vr_grid_01_the_grid_lists_every_car_once() {
    for edition in BOTH {
        let grid = |second: u32, third: u32| vec![usual(edition), behind(second, 1, 6), behind(third, 1, 3)];
        start(&setup(edition, grid(2, 3))).unwrap();
        refused(&setup(edition, grid(2, 1)), "VR-GRID-01", "every entered car");
        let mut missing = setup(edition, grid(2, 3));
        missing.grid.pop();
        refused(&missing, "VR-GRID-01", "every entered car");
        let mut twins = setup(edition, grid(2, 3));
        twins.cars[2].car = CarId(2);
        refused(&twins, "VR-GRID-01", "Two cars have the number 2.");
        for (number, allowed) in [(1000, false), (999, true), (0, false)] {
            let mut one = setup(edition, grid(number, 3));
            one.grid[2].behind = Some(CarId(number));
            assert_eq!(start(&one).is_ok(), allowed, "{number}: {:?}", start(&one).err());
        }
    }
}

#[test]
fn vr_start_01_pole_stands_on_the_entry_line() {
    let second = |aside: &str| setup(Second, vec![pole(aside, None), behind(2, 1, 1)]);
    let state = start(&second("2")).unwrap();
    assert_eq!((state.cars[0].position, state.cars[0].heading), (point("85/4+3/8r,8"), dir(4)));
    // Pole at (22,8) would need a distance behind the wall's centre, which this edition does not have.
    let elsewhere = setup(Second, vec![pole("2", Some("2")), behind(2, 1, 1)]);
    refused(&elsewhere, "VR-START-01", "pit entry line");
    refused(&second("-2"), "VR-START-01", "track side");
    refused(&second("0"), "VR-START-01", "track side");
    let mut nowhere = second("2");
    nowhere.grid[0].aside = None;
    refused(&nowhere, "VR-START-01", "missing");
    // Pole must be clear of everything: the wall reaches a little past its line, and a corner may stand there.
    start(&second("0.6")).unwrap();
    refused(&second("0.5"), "VR-START-05", "not free");
    let mut blocked = oval_draft();
    blocked.corners[3].at = point("22,8.6");
    assert_eq!(start_on(&blocked, &second("2")).unwrap_err()[0].id, "VR-START-05");
}

#[test]
fn vr_start_02_pole_online() {
    let online = |aside: &str, back: &str| setup(Online, vec![pole(aside, Some(back)), behind(2, 1, 1)]);
    start(&online("0.5", "8")).unwrap();
    start(&online("3.5", "8")).unwrap();
    refused(&online("0.4", "8"), "VR-START-02", "0.40");
    refused(&online("3.51", "8"), "VR-START-02", "3.51");
    // The front is 4.5 to 7.5 before the entry line. The centre's coordinate is cut to two decimals.
    start(&online("2", "6.28")).unwrap();
    start(&online("2", "9.28")).unwrap();
    refused(&online("2", "6.26"), "VR-START-02", "4.5 to 7.5");
    refused(&online("2", "9.29"), "VR-START-02", "4.5 to 7.5");
    refused(&setup(Online, vec![pole("2", None), behind(2, 1, 1)]), "VR-START-02", "missing");
    let state = start(&online("2", "8")).unwrap();
    assert_eq!(state.cars[0].position, point("28,8"));
}

#[test]
fn vr_start_03_seven_places() {
    let at = |place| grid_place(dir(4), place).map(|way| point("22,8") + way);
    let places = ["24,8", "23+w,8-w", "23+w,8+w", "22+r,8-r", "22+r,8+r", "22+w,7-w", "22+w,9+w"];
    for (place, expected) in (1..).zip(places) {
        assert_eq!(at(place), Some(point(expected)), "place {place}");
    }
    assert_eq!((at(0), at(8)), (None, None));
    for edition in BOTH {
        for place in 1..=7 {
            let state = start(&setup(edition, vec![usual(edition), behind(2, 1, place)])).unwrap();
            let way = state.cars[1].position - state.cars[0].position;
            assert_eq!(Some(way), grid_place(dir(4), place));
        }
        refused(&setup(edition, vec![usual(edition), behind(2, 1, 8)]), "VR-START-03", "1 to 7");
        // A car may start behind any car further ahead on the grid, not only the last, but not behind a later one.
        start(&setup(edition, vec![usual(edition), behind(2, 1, 6), behind(3, 1, 5)])).unwrap();
        let later = setup(edition, vec![usual(edition), behind(2, 3, 1), behind(3, 1, 1)]);
        refused(&later, "VR-START-03", "further ahead on the grid");
    }
}

#[test]
fn vr_start_04_strictly_behind_the_car_before() {
    for edition in BOTH {
        // The second car is at (w, 1+w) behind pole on its right. The matching place on the left is level with it.
        let third = |place| setup(edition, vec![usual(edition), behind(2, 1, 7), behind(3, 1, place)]);
        refused(&third(6), "VR-START-04", "behind car 2");
        start(&third(2)).unwrap();
        // This place is in front of the car before, although it is behind the reference car.
        let ahead = setup(edition, vec![usual(edition), behind(2, 1, 1), behind(3, 1, 6)]);
        refused(&ahead, "VR-START-04", "behind car 2");
    }
}

#[test]
fn vr_start_05_room_and_heading() {
    for edition in BOTH {
        let state = start(&setup(edition, vec![usual(edition), behind(2, 1, 1)])).unwrap();
        assert!(state.cars.iter().all(|car| car.heading == dir(4)));
        // The third car would overlap the second: (2,0) and (1+w,w).
        refused(&setup(edition, vec![usual(edition), behind(2, 1, 2), behind(3, 1, 1)]), "VR-START-05", "not free");
    }
    // A corner stands where the flying-start piece would lie, clear of both cars.
    let with_corner = |at: &str| {
        let mut draft = oval_draft();
        draft.corners[3] = corner(4, at, 7);
        draft
    };
    let second = setup(Second, vec![usual(Second), behind(2, 1, 1)]);
    let issues = start_on(&with_corner("22.78,8.8"), &second).unwrap_err();
    assert_eq!(issues[0].id, "VR-START-05");
    start_on(&with_corner("22.78,9"), &second).unwrap();
    // Online the piece is not used.
    start_on(&with_corner("29,8.8"), &setup(Online, vec![usual(Online), behind(2, 1, 1)])).unwrap();
}

#[test]
fn vr_res_01_exactly_eight_points() {
    for edition in BOTH {
        let with = |tyre, nitro| {
            let mut setup = setup(edition, vec![usual(edition), behind(2, 1, 1)]);
            (setup.cars[1].tyre, setup.cars[1].nitro) = (tyre, nitro);
            setup
        };
        for tyre in 0..=8 {
            let state = start(&with(tyre, 8 - tyre)).unwrap();
            assert_eq!((state.cars[1].tyre, state.cars[1].nitro), (tyre, 8 - tyre));
        }
        refused(&with(5, 2), "VR-RES-01", "exactly 8");
        refused(&with(9, 0), "VR-RES-01", "exactly 8");
        refused(&with(0, 0), "VR-RES-01", "exactly 8");
        refused(&with(255, 255), "VR-RES-01", "exactly 8");
    }
}

#[test]
fn vr_res_02_points_are_declared_before_the_cars_are_placed() {
    // An entry without its points cannot be written, whatever the grid is.
    let text = r#"{"car":1,"name":"One"}"#;
    let refused = serde_json::from_str::<CarEntry>(text).unwrap_err().to_string();
    assert!(refused.contains("missing field `tyre`"), "{refused}");
}

#[test]
fn vr_first_03_the_common_first_gear() {
    for edition in BOTH {
        let with = |gear| Setup { start_gear: gear, ..setup(edition, vec![usual(edition), behind(2, 1, 1)]) };
        for gear in 3..=5 {
            let state = start(&with(gear)).unwrap();
            assert!(state.cars.iter().all(|car| car.gear == gear));
        }
        for gear in [0, 1, 2, 6] {
            refused(&with(gear), "VR-FIRST-03", "3, 4 or 5");
        }
    }
}

#[test]
fn vr_first_04_the_first_move_obeys_every_rule() {
    for edition in BOTH {
        let mut setup = setup(edition, vec![usual(edition), behind(2, 1, 1)]);
        setup.start_gear = 3;
        let track = track(&oval_draft());
        let state = Vektorace::start(&track, &setup).unwrap();
        assert!(state.cars.iter().all(|car| car.crossings == 0));
        let grid = Position { track, state };
        grid.refused("4F F-", "VR-MOVE-01", "declared gear is 3");
        // The second car ends two octagons behind pole and takes its slipstream.
        let next = grid.then("3F F-").then("3F F- DA");
        assert_eq!(next.car('A').position - next.car('B').position, dir(4).unit());
    }
}

#[test]
fn a_list_of_thousands_of_cars_gets_only_one_error() {
    let grid: Vec<GridPlace> = (1..=5_000).map(|car| GridPlace { car: CarId(car), ..usual(Second) }).collect();
    let mut many = setup(Second, grid);
    let issues = start(&many).unwrap_err();
    assert_eq!(issues.len(), 1, "{:?}", issues[0].message);
    assert!(issues[0].message.contains("The race has 5000 cars"), "{}", issues[0].message);
    many.cars.truncate(4);
    assert_eq!(start(&many).unwrap_err().len(), 1);
}
