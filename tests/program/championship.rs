//! Tests of championships: adding up races in the program and on the command line (rules WW-CHAMP-01 and WW-CHAMP-02).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};

use paddock::analysis::{ScoredRace, Value, championship_of, championships, tables};
use paddock::replay::{Opened, Race};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("replays").join(name).with_extension("json")
}

fn race(name: &str) -> std::sync::Arc<dyn Race> {
    let bytes = std::fs::read(path(name)).unwrap();
    match paddock::open(&bytes, &|_| panic!("no track file is named")).unwrap() {
        Opened::Race(race) => race.into(),
        Opened::Track(_) => panic!("{name} is a circuit"),
    }
}

fn cup(number: u32) -> ScoredRace {
    ScoredRace::of(race(&format!("wheel_to_wheel/harbour-cup-{number}")).as_ref()).unwrap()
}

#[test]
fn ww_champ_01_the_cup_is_added_up_in_whatever_order_it_is_opened() {
    let races = [cup(3), cup(1), cup(2)];
    let [found] = championships(&races).try_into().unwrap();
    assert_eq!((found.of, found.notes.len()), (Some(3), 0), "{:?}", found.notes);
    assert_eq!(found.races.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(found.teams.iter().map(|line| line.points).collect::<Vec<_>>(), [110, 90, 64]);
    assert_eq!(found.drivers.len(), 6);
    let sum = |lines: &[paddock::analysis::Line]| lines.iter().map(|line| line.points).sum::<u32>();
    assert_eq!(sum(&found.drivers), sum(&found.teams));
    for line in found.teams.iter().chain(&found.drivers) {
        assert_eq!(line.by_race.iter().sum::<u32>(), line.points);
        assert!(!line.name.is_empty());
    }
    // The tables agree.
    let table = tables::team_championship(&found);
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_ref()).collect();
    assert_eq!(names, ["place", "team", "points", "race_1", "race_2", "race_3", "wins", "seconds", "thirds"]);
    assert_eq!(table.whole(0, "points"), Some(110));
    assert_eq!(table.rows[0][1], Value::text(found.teams[0].name.clone()));
    let table = tables::driver_championship(&found);
    assert_eq!((table.rows.len(), table.whole(0, "car")), (6, found.drivers[0].car.map(|car| car.0 as i32)));
}

#[test]
fn missing_and_duplicate_races_are_reported() {
    let two = championship_of(&cup(2), &[cup(2), cup(3)]);
    assert_eq!(two.notes, ["Race 1 is missing."]);
    assert_eq!(two.teams.iter().map(|line| line.by_race.len()).collect::<Vec<_>>(), [2, 2, 2]);
    let mut other = cup(2);
    other.title = "Another evening".to_owned();
    other.score.over = false;
    let twice = championship_of(&other, &[cup(1), cup(2), other.clone(), cup(3)]);
    assert_eq!(twice.races[1].1, "Another evening", "the shown one counts");
    assert!(twice.notes[0].starts_with("Race 2 appears more than once"), "{:?}", twice.notes);
    assert_eq!(twice.notes[1], "Race 2 is not over. It counts as if it ended now.");
    // Races of other teams, or outside a championship, are separate.
    let evening = ScoredRace::of(race("wheel_to_wheel/skerry-sands-four-teams").as_ref()).unwrap();
    assert_eq!(championships(&[cup(1), evening.clone(), cup(2)]).len(), 2);
    assert_eq!(championship_of(&evening, &[cup(1), evening.clone()]).races.len(), 1);
    assert!(ScoredRace::of(race("vektorace/nightjar-park-duel").as_ref()).is_none(), "no points, no championship");
}

fn call(arguments: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_line_adds_up_a_championship() {
    let files: Vec<String> =
        (1..=3).map(|number| path(&format!("wheel_to_wheel/harbour-cup-{number}")).display().to_string()).collect();
    let (code, text, _) = call(&["analyze", &files[0], &files[1], &files[2]]);
    assert_eq!(code, 0);
    assert!(text.contains("Championship of 3 races:") && text.contains("race 2"), "{text}");
    let (code, text, _) = call(&["analyze", &files[0], &files[1], &files[2], "--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["races"]), (0, &3.into()));
    assert_eq!(report["championships"][0]["teams"][0]["points"], 110);
    assert_eq!(report["championships"][0]["drivers"].as_array().unwrap().len(), 6);
}

#[test]
fn the_command_line_forecasts_strategies() {
    let file = path("wheel_to_wheel/harbour-cup-1").display().to_string();
    let (code, text, _) = call(&["analyze", &file, "--what-if", "11", "--at", "100", "--json"]);
    let reported: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &reported["turn"], &reported["car"]), (0, &100.into(), &11.into()));
    let ways = reported["prospects"].as_array().unwrap();
    assert_eq!(ways.len(), 6);
    assert!(ways.iter().any(|way| way["turns"].as_f64().is_some_and(|turns| turns > 3.0)), "{ways:?}");
    assert!(ways.iter().all(|way| way["turns"].is_number() != way["closed"].is_string()), "{ways:?}");
    for (car, at, why) in [("99", "0", "there is no car 99"), ("11", "9999", "turns")] {
        let (code, _, error) = call(&["analyze", &file, "--what-if", car, "--at", at]);
        assert!(code == 2 && error.contains(why), "{error}");
    }
    let duel = path("vektorace/nightjar-park-duel").display().to_string();
    let (code, _, error) = call(&["analyze", &duel, "--what-if", "101"]);
    assert!(code == 2 && error.contains("no forecast of strategies"), "{error}");
}
