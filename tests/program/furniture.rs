//! The table of cars beside the picture of a position.

use serde_json::Value;

use crate::command::paddock;
use crate::shipped::of_all_games;

#[test]
fn cars_are_listed_in_their_order_with_gear_and_points() {
    let folder = tempfile::tempdir().unwrap();
    let races = of_all_games("replays");
    assert!(races.len() > 20, "{}", races.len());
    let mut checked = 0;
    for race in races.iter().step_by(3) {
        let file = race.to_str().unwrap();
        let run = |arguments: &[&str]| {
            let answer = paddock(arguments);
            assert_eq!(answer.status.code(), Some(0), "{file}: {}", String::from_utf8_lossy(&answer.stderr));
            answer.stdout
        };
        let out = folder.path().join("position.svg");
        run(&["render", file, "-o", out.to_str().unwrap(), "--at", "12", "--furniture", "cars", "--text", "named"]);
        let drawn = std::fs::read_to_string(&out).unwrap();
        let shown: Value = serde_json::from_slice(&run(&["show", file, "--at", "12", "--json"])).unwrap();
        for car in shown["cars"].as_array().unwrap().iter().filter(|car| car["status"] == "racing") {
            let start = format!(">{}.  ", car["rank"]);
            let rows = drawn.match_indices(&start).map(|(at, _)| &drawn[at + 1..]);
            let number = format!("({})", car["car"]);
            let row = rows.map(|row| &row[..row.find('<').unwrap()]).find(|row| row.contains(&number));
            let row = row.unwrap_or_else(|| panic!("{file}: no row of car {}", car["car"]));
            if let Some(gear) = car["gear"].as_u64() {
                let dice = ["–", "blue", "green", "red"];
                let is_die = file.contains("wheel_to_wheel");
                let gear = if is_die { dice[gear as usize].to_owned() } else { gear.to_string() };
                assert!(row.contains(&format!(" {gear}")), "{file}: {row}");
            }
            // In Vector Racing, lives count only if the options say so.
            let is_lives = |name: &str| name == "life" || name == "lives";
            for left in car["resources"].as_object().into_iter().flatten().filter(|(name, _)| !is_lives(name)) {
                let left = left.1;
                assert!(row.contains(&format!(" {left}")), "{file}: {row}: {left}");
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn a_moving_picture_has_no_table_that_would_be_out_of_date() {
    let folder = tempfile::tempdir().unwrap();
    let sizes = ["title", "title,cars"].map(|parts| {
        let out = folder.path().join("race.gif");
        let race = "replays/vektorace/nightjar-park-duel.json";
        let range = ["--from", "2", "--to", "4", "--width", "200", "--furniture", parts];
        let answer = paddock(&[&["render", race, "-o", out.to_str().unwrap()], &range[..]].concat());
        assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stderr));
        std::fs::read(&out).unwrap()
    });
    assert!(!sizes[0].is_empty() && sizes[0] == sizes[1]);
}

#[test]
fn the_key_of_a_race_explains_the_last_move() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("position.svg");
    let out = out.to_str().unwrap();
    for (race, words) in [
        ("vektorace/nightjar-park-duel", "the vector of the last move"),
        ("vector_racing/two-ponds-photo-finish", "the last move"),
        ("formula_d/saltmarsh-six-cars", "the last move"),
        ("wheel_to_wheel/skerry-sands-four-teams", "the last move"),
    ] {
        let file = format!("replays/{race}.json");
        let answer = paddock(&["render", &file, "-o", out, "--at", "12", "--furniture", "key", "--text", "named"]);
        assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stderr));
        let drawn = std::fs::read_to_string(out).unwrap();
        for words in [words, "the car to act", "where the car was before the last move"] {
            assert_eq!(drawn.matches(&format!(">{words}<")).count(), 1, "{race}: {words}");
        }
    }
}
