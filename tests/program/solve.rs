//! `paddock solve` and `paddock render --racing-line`, as scripts use them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn paddock(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap()
}

fn shipped(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace").join(name);
    path.to_str().unwrap().to_owned()
}

#[test]
fn exit_codes_of_invalid_and_unreadable_circuits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cornered.json");
    let text = std::fs::read_to_string(shipped("copper-kettle.json")).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    file["track"]["corners"][1]["at"] = serde_json::json!([27.5, 17.5]);
    std::fs::write(&path, file.to_string()).unwrap();
    let out = paddock(&["solve", path.to_str().unwrap(), "--json"]);
    assert_eq!(out.status.code(), Some(1));
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((&document["turns"], &document["refused"]["corner"]), (&serde_json::Value::Null, &2.into()));
    assert!(String::from_utf8(out.stderr).unwrap().contains("get round corner 2"));

    file["track"]["corners"][1]["at"] = serde_json::json!([27.9, 17.9]);
    std::fs::write(&path, file.to_string()).unwrap();
    let out = paddock(&["solve", path.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1), "a circuit with errors");
    assert!(!out.stderr.is_empty() && out.stdout.is_empty());

    std::fs::write(&path, "{").unwrap();
    assert_eq!(paddock(&["solve", path.to_str().unwrap()]).status.code(), Some(2));
    assert_eq!(paddock(&["solve", &shipped("copper-kettle.json"), "--edition", "online"]).status.code(), Some(2));
    assert_eq!(paddock(&["solve", &shipped("copper-kettle.json"), "--points", "9"]).status.code(), Some(2));
    let race = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace");
    let race = std::fs::read_dir(race).unwrap().next().unwrap().unwrap().path();
    let out = paddock(&["solve", race.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("name a circuit"));
}

#[test]
fn the_racing_line_is_drawn_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |more: &[&str]| {
        let out = folder.path().join("picture.svg");
        let track = shipped("copper-kettle.json");
        let arguments = [&["render", &track, "-o", out.to_str().unwrap()], more].concat();
        assert_eq!(paddock(&arguments).status.code(), Some(0));
        std::fs::read_to_string(out).unwrap()
    };
    let (plain, lined) = (picture(&[]), picture(&["--racing-line"]));
    assert!(lined.len() > plain.len() && lined.matches("<circle").count() == plain.matches("<circle").count() + 9);
}

#[test]
fn formula_d_refuses_invalid_setups_and_options_of_other_games() {
    let track = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/formula_d/saltmarsh.json");
    let track = track.to_str().unwrap();
    let refused = |arguments: &[&str]| {
        let out = paddock(arguments);
        assert_eq!(out.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(out.stderr).unwrap()
    };
    assert!(refused(&["solve", track, "--laps", "100"]).contains("The number of laps must be 1 to 99."));
    assert!(refused(&["solve", track, "--wear", "15/1/1/1/1/1"]).contains("The wear points must add up to 20"));
    assert!(refused(&["solve", track, "--box", "40"]).contains("The pit lane has no box 40."));
    assert!(refused(&["solve", track, "--slot", "40"]).contains("There is no slot 40 on this grid"));
    assert!(refused(&["solve", track, "--preset", "basic", "--tyres", "soft"]).contains("not part of the basic game."));
    for options in [&["--edition", "second"][..], &["--points", "8"], &["--crashes"], &["--track-limits"]] {
        let words = refused(&[&["solve", track], options].concat());
        assert!(words.contains(options[0]) && words.contains("this is a circuit of Formula D"), "{words}");
    }
    for option in ["--no-stops", "--no-start-die"] {
        let words = refused(&["solve", &shipped("copper-kettle.json"), option]);
        assert!(
            words.contains(&format!("{option} is for circuits of Formula D; this is a circuit of VektoRace")),
            "{words}"
        );
    }
}

/// Makes a circuit of Vector Racing from a character map.
fn map(folder: &Path, name: &str, rows: &str) -> String {
    let (map, circuit) = (folder.join(format!("{name}.txt")), folder.join(format!("{name}.json")));
    std::fs::write(&map, rows).unwrap();
    // A map that cannot be raced is written, too.
    let out = paddock(&["import", "ascii", map.to_str().unwrap(), "-o", circuit.to_str().unwrap()]);
    assert!(out.status.code().is_some_and(|code| code < 2));
    circuit.to_str().unwrap().to_owned()
}

/// "No route" is reported only if it is proved. If the states run out, the output says so, with the known bounds.
#[test]
fn no_route_to_the_finish_is_reported_only_if_proved() {
    let folder = tempfile::tempdir().unwrap();
    let walled = map(folder.path(), "walled", "..........\nS...##...*\n....##....\n");
    let blocked = map(folder.path(), "blocked", "....#.....\nS...#....*\n....#.....\n");
    let said = |circuit: &str, more: &[&str]| {
        let out = paddock(&[&["solve", circuit], more].concat());
        let words = [out.stdout, out.stderr].concat();
        (out.status.code(), String::from_utf8(words).unwrap())
    };
    let (code, words) = said(&walled, &[]);
    assert!(code == Some(0) && words.contains("and no race takes fewer"), "{words}");
    let (code, words) = said(&blocked, &[]);
    assert!(code == Some(1) && words.contains("No sequence of moves reaches the finish"), "{words}");
    assert!(!words.contains("states (raise"), "{words}");
    let mut rows = vec![".".repeat(900); 900];
    rows[450] = format!("S{}*", ".".repeat(898));
    let open = map(folder.path(), "open", &rows.join("\n"));
    let (code, words) = said(&open, &["--states", "1"]);
    assert!(code == Some(0) && words.contains("reached its limit of states (raise --states)"), "{words}");
    assert!(words.contains("takes at most ") && words.contains(", at least "), "{words}");
    assert!(!words.contains("no race takes fewer") && !words.contains("o sequence"), "{words}");
}

/// An option of another game is an error, whatever its value.
#[test]
fn options_of_another_game_are_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks");
    let circuit = |name: &str| root.join(name).to_str().unwrap().to_owned();
    let (pieces, paper) = (circuit("vektorace/copper-kettle.json"), circuit("vector_racing/two-ponds.json"));
    let (dice, board) = (circuit("formula_d/saltmarsh.json"), circuit("wheel_to_wheel/skerry-sands.json"));
    for (circuit, option) in [
        (&pieces, &["--states", "200"][..]),
        (&pieces, &["--laps", "2"]),
        (&pieces, &["--compare", "race.json"]),
        (&pieces, &["--clean"]),
        (&paper, &["--edition", "second"]),
        (&paper, &["--json", "--reach"]),
        (&paper, &["--weather", "rain"]),
        (&dice, &["--states", "200"]),
        (&dice, &["--crashes"]),
        (&board, &["--laps", "3"]),
        (&board, &["--races", "10"]),
        (&board, &["--points", "8"]),
    ] {
        let out = paddock(&[&["solve", circuit], option].concat());
        let words = String::from_utf8(out.stderr).unwrap();
        let name = option.iter().rfind(|word| word.starts_with("--")).unwrap();
        assert!(
            out.status.code() == Some(2) && words.contains(&format!("{name} is for circuits of")),
            "{option:?}: {words}"
        );
    }
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    /// More laps take more turns, for any number of laps: elimination does not count as finishing.
    #[test]
    #[ignore = "slow"]
    fn elimination_does_not_count_as_finishing() {
        let track = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/formula_d/saltmarsh.json");
        let turns = |laps: &str| {
            let out = paddock(&["solve", track.to_str().unwrap(), "--json", "--preset", "basic", "--laps", laps]);
            let answer: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
            assert!(answer["out"].as_f64().unwrap() < 0.5, "{laps} laps: most cars finish");
            assert!(answer["out_counts"].as_f64().unwrap() > answer["turns"].as_f64().unwrap(), "{laps} laps");
            answer["turns"].as_f64().unwrap()
        };
        let (one, thirteen, thirty) = (turns("1"), turns("13"), turns("30"));
        assert!(thirteen > 11.0 * one && thirty > 25.0 * one, "{one}, {thirteen}, {thirty}");
    }

    #[test]
    #[ignore = "slow"]
    fn a_lone_car_of_formula_d_is_solved_with_its_options() {
        let track = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/formula_d/saltmarsh.json");
        let track = track.to_str().unwrap();
        let solved = |more: &[&str]| -> serde_json::Value {
            let out = paddock(&[&["solve", track, "--json"], more].concat());
            assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
            serde_json::from_slice(&out.stdout).unwrap()
        };
        let turns = |document: &serde_json::Value| document["turns"].as_f64().unwrap();
        let one = solved(&["--laps", "1"]);
        assert_eq!((&one["optimal"], &one["stops"]["allowed"]), (&true.into(), &false.into()));
        let two = solved(&["--laps", "2", "--races", "300"]);
        assert_eq!((&two["optimal"], &two["stops"]["allowed"]), (&false.into(), &true.into()));
        assert!(two["left_out"][0].as_str().unwrap().contains("danger rolls"));
        let boxes = two["stops"]["boxes"].as_array().unwrap();
        assert!(boxes.len() > 1 && boxes.iter().all(|pit_box| pit_box["turns"].as_f64().unwrap() >= turns(&two)));
        let gain = two["stops"]["turns_without"].as_f64().unwrap() - turns(&two);
        assert!(gain > -1e-9 && (gain - two["stops"]["gain"].as_f64().unwrap()).abs() < 1e-9);
        let spread: f64 = two["spread"].as_array().unwrap().iter().map(|share| share["chance"].as_f64().unwrap()).sum();
        assert!((spread + two["out"].as_f64().unwrap() - 1.0).abs() < 1e-9);
        assert!(two["out_counts"].as_f64().unwrap() > turns(&two));
        let mean = two["simulated"]["mean"].as_f64().unwrap();
        assert!((mean - turns(&two)).abs() < 5.0 * two["simulated"]["error"].as_f64().unwrap());
        assert!(two["corners"].as_array().unwrap().iter().all(|corner| corner["turns"].as_f64().unwrap() > 0.0));
        let later = solved(&["--laps", "1", "--slot", "4"]);
        assert!(turns(&later) > turns(&one) && later["slot"] == 4);
        let sure = solved(&["--laps", "1", "--no-start-die"]);
        assert!(turns(&sure) < turns(&one) + 0.06 && sure["start_die"] == false);
        assert_eq!(solved(&["--laps", "1", "--preset", "basic"])["wear"], "18");
        assert_eq!(solved(&["--laps", "1", "--wear", "9/3/3/2/2/1"])["wear"], "9/3/3/2/2/1");
        assert_eq!(solved(&["--laps", "2", "--no-stops"])["stops"]["allowed"], false);
        assert_eq!(solved(&["--laps", "1", "--tyres", "soft"])["tires"], "soft");
        let out = paddock(&["solve", track, "--laps", "2"]);
        let words = String::from_utf8(out.stdout).unwrap();
        assert!(
            words.contains("with best play, pit stops included (box ") && words.contains("; left out: danger rolls"),
            "{words}"
        );
    }

    #[test]
    #[ignore = "slow"]
    fn the_lap_is_printed_as_one_document_and_in_words() {
        let track = shipped("copper-kettle.json");
        let out = paddock(&["solve", &track, "--json", "--reach"]);
        assert_eq!(out.status.code(), Some(0));
        assert!(out.stderr.is_empty(), "no progress bar without a terminal");
        let document: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(
            (&document["turns"], &document["at_least"], &document["optimal"]),
            (&9.into(), &9.into(), &true.into())
        );
        assert_eq!(document["line"].as_array().unwrap().len(), 10);
        assert_eq!((document["list"].as_array().unwrap().len(), document["gears"].as_array().unwrap().len()), (9, 9));
        assert_eq!(document["list"][0]["kind"], "move");
        assert!(document["states"].as_u64().unwrap() > 0);
        assert_eq!(document["starts"].as_array().unwrap().len(), 18);
        assert_eq!(document["corners"].as_array().unwrap().len(), 3);
        assert!(!document["reach"]["turns"].as_array().unwrap().is_empty());
        let out = paddock(&["solve", &track, "--points", "0"]);
        let words = String::from_utf8(out.stdout).unwrap();
        assert!(words.contains("The fastest lap takes 10 turns. No lap from pole 1 octagon beside the pitwall's axis takes fewer turns, unless"), "{words}");
        assert!(words.contains("with 0 tyre and 0 nitro points"), "{words}");
    }
}
