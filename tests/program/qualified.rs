//! Figures of races with qualifying, rolled grids and turns of several throws: the race begins on the grid, and every
//! place says the same.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::collections::BTreeMap;
use std::process::Command;

use paddock::analysis::{Digest, Telemetry, Value, tables};
use paddock::game::{EventKind, Status};
use paddock::replay::{Opened, Race, no_files};

fn open(file: &str) -> Box<dyn Race> {
    let bytes = std::fs::read(file).unwrap();
    match paddock::open(&bytes, &no_files) {
        Ok(Opened::Race(race)) => race,
        _ => panic!("{file} is not a race"),
    }
}

const QUALIFIED: &str = "replays/formula_d/cobalt-pass-teams.json";

#[test]
fn figures_begin_on_the_grid_after_qualifying() {
    let race = open(QUALIFIED);
    let (digest, telemetry) = (Digest::of(race.as_ref()), Telemetry::of(race.as_ref()));
    let grid = telemetry.grid();
    assert!(grid > 0 && race.view(grid - 1).is_qualifying() && !race.view(grid).is_qualifying());
    assert!(telemetry.at(grid).iter().all(|sample| sample.driven == 0.0 && sample.luck.unwrap_or(0.0) == 0.0));
    let last = telemetry.at(telemetry.positions() - 1);
    for car in &digest.cars {
        let end = last.iter().find(|sample| sample.car == car.car).unwrap();
        assert!((end.driven - car.distance).abs() < 1e-9, "{}: {} {}", car.name, end.driven, car.distance);
        let luck = car.dice.as_ref().unwrap().luck;
        assert!((end.luck.unwrap() - luck).abs() < 1e-9, "{}: {:?} {luck}", car.name, end.luck);
        assert!(car.qualifying.as_ref().is_some_and(|lap| lap.distance > 0.0), "{}", car.name);
        assert_eq!(car.grid, race.view(grid).car(car.car).unwrap().rank);
    }
    // Every turn of the race, up to the winner's last, was led by one car at most.
    let won = (grid..).find(|at| telemetry.at(*at).iter().any(|sample| sample.turns_behind.is_some())).unwrap();
    let led: u32 = digest.cars.iter().map(|car| car.turns_led).sum();
    assert!(led > 0 && led as usize <= won - grid, "{led} of {}", won - grid);
}

#[test]
fn places_gained_and_luck_of_the_table_of_turns_begin_on_the_grid() {
    let race = open(QUALIFIED);
    let digest = Digest::of(race.as_ref());
    let grid = Telemetry::of(race.as_ref()).grid();
    let table = tables::turns(race.as_ref());
    let column = |name: &str| table.column(name).unwrap();
    let number = |row: usize, name: &str| match &table.rows[row][column(name)] {
        Value::Number(number) => *number,
        _ => panic!("not a number"),
    };
    assert!((0..grid).all(|row| number(row, "gained").is_none()));
    let ranks =
        |at: usize| -> BTreeMap<u32, u32> { race.view(at).cars.iter().map(|car| (car.car.0, car.rank)).collect() };
    let end = (grid + 1..race.len()).find(|at| race.view(*at).round > race.view(grid).round).unwrap();
    let (before, after) = (ranks(grid), ranks(end));
    for turn in grid + 1..=end {
        let car = race.step(turn).unwrap().car.0;
        let gained = f64::from(before[&car]) - f64::from(after[&car]);
        assert!((number(turn - 1, "gained").unwrap_or(0.0) - gained).abs() < 1e-9, "turn {turn}");
    }
    for car in &digest.cars {
        let own = (grid..table.rows.len()).filter(|row| race.step(row + 1).unwrap().car == car.car);
        let last = own.filter_map(|row| number(row, "luck")).next_back().unwrap();
        assert!((last - car.dice.as_ref().unwrap().luck).abs() < 1e-9, "{}", car.name);
    }
}

#[test]
fn the_entry_gear_of_a_corner_with_stops_is_that_of_the_move_that_enters_it() {
    let race = open("replays/formula_d/saltmarsh-six-cars.json");
    let digest = Digest::of(race.as_ref());
    let mut entered: BTreeMap<(u32, u32), Option<u8>> = BTreeMap::new();
    let mut seen = 0;
    for turn in 1..=race.len() {
        let step = race.step(turn).unwrap();
        let own = || step.events.iter().filter(|event| event.car == step.car).map(|event| &event.kind);
        let gear = own().find_map(|event| match event {
            EventKind::Moved { gear, .. } => *gear,
            _ => None,
        });
        for event in own() {
            if let EventKind::Cornered(corner) = event
                && corner.entered.is_some()
            {
                entered.insert((step.car.0, corner.corner), gear);
            }
        }
        for car in digest.cars.iter().filter(|car| car.car == step.car) {
            for passage in car.corners.iter().filter(|passage| passage.turn == turn && passage.stop_corner.is_some()) {
                assert_eq!(Some(&passage.entry), entered.get(&(car.car.0, passage.corner)), "turn {turn}");
                assert!(passage.minimum <= passage.entry, "turn {turn}");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The value of each column of a table in the form of CSV, row by row.
fn cells(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines();
    let titles: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row =
        |line: &str| titles.iter().map(|title| (*title).to_owned()).zip(line.split(',').map(str::to_owned)).collect();
    lines.map(row).collect()
}

#[test]
fn simulated_races_have_the_grid_places_and_turns_of_their_analysis() {
    for (circuit, more) in [
        ("tracks/formula_d/saltmarsh.json", ["--laps", "1", "--set", "rules.qualifying=true"].as_slice()),
        ("tracks/wheel_to_wheel/skerry-sands.json", &[]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (table, races) = (folder.path().join("t.csv"), folder.path().join("races"));
        let mut call = Command::new(env!("CARGO_BIN_EXE_paddock"));
        call.args(["simulate", circuit, "--races", "2", "--drivers", "novice", "--seed", "3"]).args(more);
        call.arg("-o").arg(&table).arg("--keep-races").arg(&races);
        let output = call.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let rows = cells(&std::fs::read_to_string(&table).unwrap());
        let mut is_new_order = false;
        let mut seen = 0;
        for number in 0..2 {
            let race = open(races.join(format!("race-{number}.json")).to_str().unwrap());
            // Nobody leads after the round in which the first car finished.
            let is_won = |at: &usize| race.view(*at).cars.iter().any(|car| car.status == Status::Finished);
            let won = race.view((0..=race.len()).find(is_won).unwrap()).round;
            let of_race = rows.iter().filter(|row| row["race"] == number.to_string());
            let led: u32 = of_race.map(|row| row["led"].parse::<u32>().unwrap()).sum();
            assert!((1..=won).contains(&led), "{circuit}: race {number}: led {led} of {won} rounds");
            for car in Digest::of(race.as_ref()).cars {
                let wanted = [number.to_string(), car.car.0.to_string()];
                let row = rows.iter().find(|row| [&row["race"], &row["car"]] == [&wanted[0], &wanted[1]]).unwrap();
                assert_eq!(
                    (row["slot"].as_str(), row["turns"].as_str()),
                    (car.grid.to_string().as_str(), car.turns.to_string().as_str()),
                    "{circuit}: race {number}, car {}",
                    car.car
                );
                let entry = race.entrants().iter().position(|entrant| entrant.car == car.car).unwrap();
                is_new_order |= car.grid as usize != entry + 1;
                seen += 1;
            }
        }
        assert!(seen >= 4);
        assert_eq!(is_new_order, !more.is_empty(), "{circuit}: only qualifying changes the order");
    }
}

/// A sprint of two racers, A and B. Each moves by these numbers of squares to the right. The line is eight squares ahead
/// of the start.
fn sprint(laps: u32, a: &[i32], b: &[i32]) -> Box<dyn Race> {
    let rounds = (0..a.len()).flat_map(|round| [(1, a.get(round)), (2, b.get(round))]);
    let turns = rounds.filter_map(|(car, by)| Some(serde_json::json!({"car": car, "move": [by?, 0]})));
    let race = serde_json::json!({
        "paddock": "replay", "version": 1, "game": "vector_racing", "title": "Sprint",
        "track": {
            "name": "Lane", "kind": "sprint", "laps": laps, "outer": [[0, 0], [24, 0], [24, 4], [0, 4]],
            "finish": {"from": [12, 0], "to": [12, 4], "crossing": "+x"}, "start": [4, 2],
            "rules": {"ties": ["fraction"]},
        },
        "setup": {"laps": laps, "racers": [{"car": 1, "name": "A"}, {"car": 2, "name": "B"}]},
        "turns": turns.collect::<Vec<_>>(),
    });
    match paddock::open(race.to_string().as_bytes(), &no_files) {
        Ok(Opened::Race(race)) => race,
        _ => panic!("not a race"),
    }
}

#[test]
fn a_sprint_has_one_lap_whatever_its_file_says() {
    let figures = |laps: u32| {
        let race = sprint(laps, &[1, 2, 3, 4], &[1, 2, 2, 3]);
        assert!((1..=race.len()).all(|turn| race.step(turn).unwrap().fault().is_none()));
        assert_eq!(race.laps(), 1);
        let digest = Digest::of(race.as_ref());
        let cars: Vec<_> = digest.cars.iter().map(|car| (car.name.clone(), car.turns_behind, car.laps.len())).collect();
        (cars, digest.story)
    };
    let (cars, story) = figures(1);
    assert_eq!((cars.len(), figures(3)), (2, (cars, story)));
}

#[test]
fn nobody_has_won_before_the_round_is_over() {
    let open = Digest::of(sprint(1, &[1, 2, 3, 2], &[1, 2, 3]).as_ref());
    assert_eq!(open.story, ["A has crossed the line, but round 4 is not over."]);
    let over = Digest::of(sprint(1, &[1, 2, 3, 2], &[1, 2, 3, 4]).as_ref());
    assert!(over.story[0].starts_with("B won, A came second in the same round."), "{:?}", over.story);
}
