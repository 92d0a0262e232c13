//! Tests of calls whose files are not plain files: standard output, pipes, links, and an output that is also an input.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;

use super::command::{call, paddock, said, text};

use paddock::replay::Opened;

const RACE: &str = "replays/vektorace/nightjar-park-duel.json";
const CIRCUIT: &str = "tracks/vector_racing/two-ponds.json";

/// A shipped race as text.
fn notation() -> Vec<u8> {
    paddock(&["show", RACE, "--notation"]).stdout
}

/// A race with an illegal turn.
fn faulty(folder: &Path) -> std::path::PathBuf {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(RACE)).unwrap();
    let mut race: serde_json::Value = serde_json::from_str(&text).unwrap();
    race["turns"].as_array_mut().unwrap().remove(5);
    let path = folder.join("faulty.json");
    std::fs::write(&path, race.to_string()).unwrap();
    path
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let calls: [&[&str]; 14] = [
        &["check", RACE],
        &["check", RACE, "--json"],
        &["show", RACE],
        &["show", RACE, "--json"],
        &["show", RACE, "--notation"],
        &["moves", RACE, "--at", "3"],
        &["analyze", RACE],
        &["solve", CIRCUIT],
        &["schema", "track"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
        &["check", "--help"],
    ];
    for arguments in calls {
        let output = call(arguments).stdout(File::options().write(true).open("/dev/full").unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains("standard output: the disk is full"), "{arguments:?}: {}", said(&output));
    }
}

#[test]
fn a_closed_reader_does_not_change_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let faulty = faulty(folder.path());
    for (file, code) in [(RACE, 0), (text(&faulty), 1), ("none.json", 2)] {
        for more in [&["--json"][..], &[]] {
            let arguments = [&["check", file], more].concat();
            let mut child = call(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            drop(child.stdout.take());
            assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments:?}");
        }
    }
}

#[test]
fn an_import_may_go_to_standard_output_and_to_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("race.txt");
    std::fs::write(&from, notation()).unwrap();
    let is_race = |bytes: &[u8]| matches!(paddock::open(bytes, &paddock::replay::no_files), Ok(Opened::Race(race)) if race.len() == 55);
    for output in ["-", "/dev/stdout"] {
        let done = paddock(&["import", "text", text(&from), "-o", output]);
        assert_eq!(done.status.code(), Some(0), "{output}: {}", said(&done));
        assert!(is_race(&done.stdout), "{output}: the race and nothing else");
        assert!(said(&done).contains("55 turns"), "{}", said(&done));
    }
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("-").exists());
    let pipe = folder.path().join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    let done = paddock(&["import", "text", text(&from), "-o", text(&pipe)]);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    assert!(is_race(&reader.join().unwrap()));
}

#[test]
fn an_output_is_never_an_input_of_the_same_call() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let track = Path::new(env!("CARGO_MANIFEST_DIR")).join(CIRCUIT);
    std::fs::copy(&track, at("track.json")).unwrap();
    std::fs::copy(&track, at("track.png")).unwrap();
    std::fs::write(at("a.txt"), notation()).unwrap();
    std::fs::write(at("moves.txt"), "(1,0) (2,0)").unwrap();
    std::fs::write(at("map.txt"), "####\n#S*#\n####\n").unwrap();
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(RACE), at("race.csv")).unwrap();
    std::fs::hard_link(at("a.txt"), at("linked.txt")).unwrap();
    symlink(at("a.txt"), at("link.txt")).unwrap();
    let calls: [&[&str]; 8] = [
        &["import", "text", "a.txt", "-o", "a.txt"],
        &["import", "text", "a.txt", "-o", "./a.txt"],
        &["import", "text", "a.txt", "-o", "linked.txt"],
        &["import", "text", "link.txt", "-o", "a.txt"],
        &["import", "moves", "moves.txt", "--track", "track.json", "-o", "track.json"],
        &["import", "ascii", "map.txt", "-o", "map.txt"],
        &["render", "track.png", "-o", "track.png"],
        &["export", "race.csv", "-o", "race.csv"],
    ];
    let names = ["a.txt", "moves.txt", "map.txt", "track.json", "track.png", "race.csv"];
    let contents = || names.map(|name| std::fs::read(at(name)).unwrap());
    let before = contents();
    for arguments in calls {
        let output = call(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains("an input of the command"), "{arguments:?}: {}", said(&output));
        assert!(contents() == before, "{arguments:?}");
    }
}

#[test]
fn folders_are_walked_through_links_once_and_past_unreadable_files() {
    let folder = tempfile::tempdir().unwrap();
    let races = folder.path().join("races");
    std::fs::create_dir_all(races.join("inner")).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(RACE);
    std::fs::copy(&shipped, races.join("one.json")).unwrap();
    std::fs::create_dir(folder.path().join("elsewhere")).unwrap();
    std::fs::copy(&shipped, folder.path().join("elsewhere/two.json")).unwrap();
    // A cycle, one file under two names, and a folder elsewhere.
    symlink(&races, races.join("inner/again")).unwrap();
    symlink(races.join("one.json"), races.join("same.json")).unwrap();
    symlink(folder.path().join("elsewhere"), races.join("linked")).unwrap();
    symlink(folder.path().join("gone"), races.join("note")).unwrap();
    let output = paddock(&["check", text(&races)]);
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(found.contains("2 files checked, 0 with errors") && found.contains("two.json"), "{found}");
    // A race that cannot be read is reported, and the others are checked.
    symlink(folder.path().join("gone.json"), races.join("gone.json")).unwrap();
    let output = paddock(&["check", text(&races)]);
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("gone.json: skipped: there is no such file"), "{}", said(&output));
    assert!(found.contains("2 files checked"), "{found}");
}

#[test]
fn pictures_keep_dots_in_names_and_report_errors() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("in")).unwrap();
    let track = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace/adder-lane.json");
    for name in ["round.1.json", "round.2.json"] {
        std::fs::copy(&track, at("in").join(name)).unwrap();
    }
    let output = paddock(&["render", text(&at("in")), "-o", text(&at("out")), "--width", "200"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(at("out/round.1.png").is_file() && at("out/round.2.png").is_file());
    for name in [".png", "out/.svg", ".pdf"] {
        let output = paddock(&["render", text(&track), "-o", text(&at(name))]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(said(&output).contains("only an extension") && !at(name).exists(), "{name}: {}", said(&output));
    }
    let mut drawn: serde_json::Value = serde_json::from_slice(&std::fs::read(&track).unwrap()).unwrap();
    drawn["track"]["corners"].as_array_mut().unwrap().truncate(1);
    std::fs::write(at("faulty.json"), drawn.to_string()).unwrap();
    let output = paddock(&["render", text(&at("faulty.json")), "-o", text(&at("faulty.png"))]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("the circuit was drawn anyway") && at("faulty.png").is_file(), "{}", said(&output));
}

#[test]
fn a_circuit_of_another_game_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let shipped = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let track = shipped("tracks/formula_d/saltmarsh.json");
    std::fs::copy(&track, folder.path().join("track.json")).unwrap();
    let mut race: serde_json::Value = serde_json::from_slice(&std::fs::read(shipped(RACE)).unwrap()).unwrap();
    race["track"] = "track.json".into();
    let path = folder.path().join("race.json");
    std::fs::write(&path, race.to_string()).unwrap();
    let output = paddock(&["check", text(&path)]);
    let words = "the track file track.json: this is a Formula D circuit; choose a VektoRace circuit";
    assert!(output.status.code() == Some(2) && said(&output).contains(words), "{}", said(&output));
    std::fs::write(folder.path().join("moves.txt"), "(1,0)").unwrap();
    let moves = text(&folder.path().join("moves.txt")).to_owned();
    let output = paddock(&["import", "moves", &moves, "--track", text(&track), "-o", text(&path)]);
    let words = "this is a Formula D circuit; choose a Vector Racing circuit";
    assert!(output.status.code() == Some(2) && said(&output).contains(words), "{}", said(&output));
}
