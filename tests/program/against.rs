//! Comparisons of two drives on the command line: their points agree with the exported telemetry.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use serde_json::Value;

use crate::command::{paddock, said, text};

const THREE_LAPS: &str = "replays/vektorace/kestrel-ring-three-laps.json";
const PHOTO_FINISH: &str = "replays/vector_racing/two-ponds-photo-finish.json";

fn compared(arguments: &[&str]) -> Value {
    let output = paddock(&[&["analyze"], arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn points(document: &Value) -> Vec<[f64; 2]> {
    let points: Vec<[f64; 2]> = serde_json::from_value(document["points"].clone()).unwrap();
    assert!(points.len() > 4, "{document}");
    points
}

/// The laps since the start and the number of own turns, after each own turn of a car that took it farther.
fn way(race: &str, car: u64) -> Vec<[f64; 2]> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("export.csv");
    assert_eq!(paddock(&["export", race, "-o", text(&file)]).status.code(), Some(0));
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let rows: Vec<std::collections::BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let mut way: Vec<[f64; 2]> = Vec::new();
    let (mut count, mut round) = (0.0, String::new());
    for row in rows.iter().filter(|row| row["car"] == car.to_string()) {
        // The throws of a driver in a round are one turn.
        if row["acted"] == "1" && round != row["round"] {
            round.clone_from(&row["round"]);
            count += 1.0;
        }
        let progress: f64 = row["progress"].parse().unwrap();
        let is_own = row["acted"] == "1" || row["turn"] == "0";
        if is_own && way.last().is_none_or(|[before, _]| progress > *before) {
            way.pop_if(|[_, known]| *known == count);
            way.push([progress, count]);
        }
    }
    assert!(way.len() > 4, "{race}: car {car}");
    way
}

/// The number of turns, with a fraction, that a car needed to come this far.
fn needed(way: &[[f64; 2]], at: f64) -> f64 {
    let next = way.iter().position(|[progress, _]| *progress >= at).unwrap_or(way.len() - 1);
    let [to, count] = way[next];
    let [from, before] = way[next.saturating_sub(1)];
    if to <= from { count } else { before + (count - before) * (at - from) / (to - from) }
}

#[test]
fn cars_of_two_races_are_compared_at_the_same_points() {
    for (first, second) in [
        ("replays/vektorace/copper-kettle-six-cars.json", "replays/vektorace/copper-kettle-first-edition.json"),
        ("replays/formula_d/saltmarsh-six-cars.json", "replays/formula_d/saltmarsh-first-evening.json"),
        ("replays/wheel_to_wheel/lanternwood-cloudburst.json", "replays/wheel_to_wheel/lanternwood-twelve-cars.json"),
        (PHOTO_FINISH, PHOTO_FINISH),
    ] {
        let document = compared(&[first, "--against", second]);
        let ways = [0, 1].map(|side| {
            let car = document["sides"][side]["car"].as_u64().unwrap();
            way([first, second][side], car)
        });
        for [at, lead] in points(&document) {
            let expected = needed(&ways[1], at) - needed(&ways[0], at);
            // Exported progress has four decimals.
            assert!((lead - expected).abs() < 0.02, "{first} at {at}: {lead} and {expected}");
        }
        let named = document["corners"].as_array().unwrap();
        let has_corners = first.contains("vektorace") || first.contains("formula_d");
        assert_eq!(!named.is_empty(), has_corners, "{first}");
    }
}

#[test]
fn what_two_laps_won_at_corners_adds_up_to_the_lead() {
    let document = compared(&[THREE_LAPS, "--against", THREE_LAPS, "--cars", "1", "--laps", "1,2"]);
    assert_eq!(document["sides"][0]["car"], document["sides"][1]["car"]);
    assert_eq!((&document["sides"][0]["lap"], &document["sides"][1]["lap"]), (&1.into(), &2.into()));
    let all = points(&document);
    assert_eq!((all[0], all[all.len() - 1][0]), ([0.0, 0.0], 1.0), "from line to line");
    let won: f64 = document["corners"].as_array().unwrap().iter().map(|corner| corner["won"].as_f64().unwrap()).sum();
    assert!((won - document["lead"].as_f64().unwrap()).abs() < 1e-9, "{document}");
    // The text says the same.
    let output = paddock(&["analyze", THREE_LAPS, "--against", THREE_LAPS, "--cars", "1", "--laps", "1,2"]);
    let words = String::from_utf8(output.stdout).unwrap();
    assert!(words.contains(", lap 1 against ") && words.contains(" gained at the corners: C1 "), "{words}");
}

#[test]
fn a_race_is_compared_with_the_proved_fastest_one() {
    let document = compared(&[PHOTO_FINISH, "--against", "fastest-lap", "--max-time", "120s"]);
    let proved = document["proved"].as_str().unwrap();
    assert!(proved.starts_with("Proved: without a crash, no race from this start takes fewer than "), "{proved}");
    // `solve` proves the same number of turns, and nobody is ahead of the proved race at the end.
    let solved = paddock(&["solve", "tracks/vector_racing/two-ponds.json", "--clean", "--json"]);
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    let turns = solved["turns"].as_u64().unwrap();
    assert!(proved.contains(&format!(" {turns} turns")), "{proved}; solve: {turns}");
    assert!(document["lead"].as_f64().unwrap() <= 0.0, "{document}");
    // A game with dice has no fastest lap that a race could be compared with.
    for (race, words) in [
        ("replays/formula_d/saltmarsh-six-cars.json", "Paddock cannot prove the fastest lap in Formula D"),
        ("replays/vektorace/long-barrow-online.json", "can be proved only for the printed rules"),
    ] {
        let output = paddock(&["analyze", race, "--against", "fastest-lap"]);
        assert_eq!(output.status.code(), Some(2), "{race}");
        assert!(said(&output).contains(words), "{}", said(&output));
    }
}

#[test]
fn wrong_comparisons_say_why() {
    let other = "replays/vektorace/widdershins-four-cars.json";
    let cases: &[(&[&str], &str)] = &[
        (&["--against", other], "this race is on another circuit, "),
        (&["--against", THREE_LAPS, "--cars", "1,99"], "unknown car 99; this race has "),
        (&["--against", THREE_LAPS, "--cars", "1,2,3"], "3 cars are named; name two cars"),
        (&["--against", THREE_LAPS, "--laps", "9"], "there is no lap 9; the race has laps 1 to "),
        (&["--against", "replays/nothing.json"], "nothing.json"),
        (&["--against", "fastest-lap", "--cars", "1,2"], "name only one car"),
        (&["--laps", "1"], "--against"),
        (&["--against", THREE_LAPS, "--record"], "cannot be used with"),
    ];
    for (arguments, words) in cases {
        let output = paddock(&[&["analyze", THREE_LAPS], *arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains(words), "{arguments:?}: {}", said(&output));
    }
}

#[test]
fn the_difference_is_plotted_with_the_values_of_the_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("delta.csv");
    let call = |file: &str, more: &[&str]| {
        let output = paddock(&[&["render", THREE_LAPS, "-o", file, "--plot", "delta"], more].concat());
        (output.status.code(), said(&output))
    };
    let laps = ["--cars", "1,2", "--laps", "2"];
    assert_eq!(call(text(&file), &laps), (Some(0), String::new()));
    let document = compared(&[THREE_LAPS, "--against", THREE_LAPS, "--cars", "1,2", "--laps", "2"]);
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let plotted: Vec<[f64; 2]> = reader.deserialize::<(f64, f64)>().map(|row| row.unwrap().into()).collect();
    let all = points(&document);
    assert_eq!(plotted.len(), all.len());
    for (one, other) in plotted.iter().zip(&all) {
        assert!((0..2).all(|axis| (one[axis] - other[axis]).abs() < 1e-4), "{one:?} {other:?}");
    }
    for name in ["delta.svg", "delta.png"] {
        let file = folder.path().join(name);
        assert_eq!(call(text(&file), &laps).0, Some(0));
        assert!(std::fs::metadata(&file).unwrap().len() > 1_000, "{name}");
    }
    let both = paddock(&["render", THREE_LAPS, "-o", text(&file), "--plot", "delta,gear"]);
    assert!(both.status.code() == Some(2) && said(&both).contains("drawn alone"), "{}", said(&both));
    let alone = paddock(&["render", THREE_LAPS, "-o", text(&file), "--plot", "gear", "--laps", "1"]);
    assert!(alone.status.code() == Some(2) && said(&alone).contains("for --plot delta"), "{}", said(&alone));
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn a_race_of_vektorace_is_compared_with_the_proved_fastest_lap() {
        let race = "replays/vektorace/nightjar-park-duel.json";
        let document = compared(&[race, "--against", "fastest-lap"]);
        let solved = paddock(&["solve", "tracks/vektorace/nightjar-park.json", "--json"]);
        let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
        assert_eq!(solved["optimal"], true);
        let words = format!("takes fewer than {} turns", solved["turns"]);
        assert!(document["proved"].as_str().unwrap().contains(&words), "{document}");
        assert!(document["lead"].as_f64().unwrap() < 0.5, "nobody beats the proved lap: {document}");
    }
}
