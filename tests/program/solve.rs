//! `paddock solve` and `paddock render --racing-line` as scripts call them.

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
fn the_lap_is_printed_as_one_document_and_in_words() {
    let track = shipped("copper-kettle.json");
    let out = paddock(&["solve", &track, "--json", "--reach"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(out.stderr.is_empty(), "no bar where nobody looks");
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((&document["turns"], &document["at_least"], &document["optimal"]), (&9.into(), &9.into(), &true.into()));
    assert_eq!(document["line"].as_array().unwrap().len(), 10);
    assert_eq!((document["list"].as_array().unwrap().len(), document["gears"].as_array().unwrap().len()), (9, 9));
    assert_eq!(document["list"][0]["kind"], "move");
    assert!(document["states"].as_u64().unwrap() > 0);
    assert_eq!(document["starts"].as_array().unwrap().len(), 18);
    assert_eq!(document["corners"].as_array().unwrap().len(), 3);
    assert!(!document["reach"]["turns"].as_array().unwrap().is_empty());
    let out = paddock(&["solve", &track, "--points", "0"]);
    let words = String::from_utf8(out.stdout).unwrap();
    assert!(words.contains("The quickest lap takes 10 turns, and no clean lap takes fewer."), "{words}");
    assert!(words.contains("with 0 tyre and 0 nitro points"), "{words}");
}

#[test]
fn what_cannot_be_raced_or_read_has_its_exit_code() {
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
    assert!(String::from_utf8(out.stderr).unwrap().contains("the call is about a circuit"));
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
