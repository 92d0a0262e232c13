//! Other programs as players: they take part in races, and those that misbehave harm nobody.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::command::{call, paddock, said, text};

const SALTMARSH: &str = "tracks/formula_d/saltmarsh.json";
const KETTLE: &str = "tracks/vektorace/copper-kettle.json";
const PONDS: &str = "tracks/vector_racing/two-ponds.json";
const SKERRY: &str = "tracks/wheel_to_wheel/skerry-sands.json";

/// Answers until the race has begun, then does `misdeed` when it must decide.
fn shell(folder: &TempDir, name: &str, misdeed: &str) -> String {
    let script = format!(
        r#"#!/bin/sh
echo $$ >> "$0.pids"
while read -r line; do
  case "$line" in
    '{{"type":"hello"'*) echo '{{"type":"hello","name":"{name}"}}' ;;
    '{{"type":"position"'*|'{{"type":"turn"'*) echo '{{"type":"ready"}}' ;;
    '{{"type":"go"'*) {misdeed} ;;
    '{{"type":"quit"'*) exit ;;
  esac
done
"#
    );
    let path = folder.path().join(name);
    std::fs::write(&path, script).unwrap();
    format!("{name}=sh {}", path.display())
}

/// The numbers of all processes of a player.
fn processes(folder: &TempDir, name: &str) -> Vec<String> {
    let pids = std::fs::read_to_string(folder.path().join(format!("{name}.pids"))).unwrap();
    pids.lines().map(ToOwned::to_owned).collect()
}

/// Checks that no process of a player is left, not even as a zombie.
#[cfg(target_os = "linux")]
fn assert_gone(pids: &[String]) {
    assert!(!pids.is_empty());
    for pid in pids {
        assert!(!Path::new("/proc").join(pid).exists(), "process {pid} is left");
    }
}

/// Waits until the processes have ended. Those whose parent has ended before them are waited for by the system, which
/// may take its time.
#[cfg(target_os = "linux")]
fn assert_ended(pids: &[String]) {
    assert!(!pids.is_empty());
    let lives = |pid: &String| {
        let state = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    let end = Instant::now() + Duration::from_secs(5);
    while pids.iter().any(lives) {
        assert!(Instant::now() < end, "a process is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn json(arguments: &[&str]) -> Value {
    let output = paddock(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The player's entry in the result of a league.
fn player(league: &Value) -> &Value {
    assert_eq!(league["players"].as_array().map(Vec::len), Some(1), "{league}");
    &league["players"][0]
}

#[test]
fn players_that_misbehave_lose_their_turns_and_the_races_go_on() {
    let folder = TempDir::new().unwrap();
    for (name, misdeed, reason, words) in [
        ("killed", "kill -9 $$", "died", ""),
        ("leaves", "echo 'I give up' >&2; exit 3", "died", "I give up"),
        ("garbage", "echo 'what a nice day'", "nonsense", "what a nice day"),
        ("refuses", r#"echo '{"type":"error","message":"too hard"}'"#, "refused", "too hard"),
        ("cheats", r#"echo '{"type":"bestmove","turn":{"car":1,"gear":77}}'"#, "illegal", ""),
        ("floods", r#"yes '{"type":"info"}'"#, "flooded", ""),
        ("babbles", "yes | tr -d '\\n'", "flooded", ""),
        ("noisy", r#"yes noise >&2 & exit"#, "died", ""),
    ] {
        let program = shell(&folder, name, misdeed);
        let drivers = format!("{name},novice");
        let call = ["league", PONDS, "--drivers", &drivers, "--races", "2", "--cars", "2"];
        let league = json(&[&call[..], &["--player", &program, "--json"]].concat());
        assert_eq!(league["pairs"][0]["races"], 2, "{name}: the league is finished");
        assert_eq!(league["pairs"][0]["a"], name);
        let player = player(&league);
        let count = |name: &str| player[name].as_u64().unwrap();
        assert!(count("lost") > 4 && count("lost") == count("asked"), "{name}: {player}");
        let reasons = player["reasons"].as_object().unwrap();
        let counted = reasons[reason].as_u64().unwrap_or_else(|| panic!("{name}: {player}"));
        assert!(player["words"].as_str().unwrap().contains(words), "{name}: {player}");
        let pids = processes(&folder, name);
        if ["illegal", "refused"].contains(&reason) {
            assert_eq!((counted, pids.len()), (count("lost"), 1 + usize::from(pids.len() > 1)), "{name}: not ended");
        } else {
            // Started once and again three times, in each of two races.
            assert_eq!((counted, pids.len()), (8, 8), "{name}: {player}");
            assert_eq!(counted + reasons["absent"].as_u64().unwrap(), count("lost"));
        }
        #[cfg(target_os = "linux")]
        assert_gone(&pids);
    }
}

#[test]
fn a_player_that_hangs_is_ended_with_its_children_after_the_time_limit() {
    let folder = TempDir::new().unwrap();
    let program = shell(&folder, "hangs", r#"sleep 1000 & echo $! >> "$0.pids"; wait"#);
    let race = folder.path().join("race.json");
    let begin = Instant::now();
    let output = paddock(&[
        "play",
        SKERRY,
        "--drivers",
        "hangs,novice",
        "--player",
        &program,
        "--player-time",
        "50ms",
        "-o",
        text(&race),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(begin.elapsed() < Duration::from_secs(60));
    let words = String::from_utf8(output.stdout).unwrap();
    assert!(words.contains("won"), "{words}");
    assert!(
        words.contains("lost: the novice driver made these decisions (4 because the program was late, "),
        "{words}"
    );
    assert!(words.contains("because the program had failed too often"), "{words}");
    assert_eq!(json(&["check", text(&race), "--json"])["files"][0]["ok"], true, "a legal race");
    let pids = processes(&folder, "hangs");
    assert_eq!(pids.len(), 8, "four programs and a child each");
    #[cfg(target_os = "linux")]
    assert_ended(&pids);
}

#[test]
fn a_program_that_fails_in_every_race_is_not_started_for_ever() {
    let folder = TempDir::new().unwrap();
    let program = shell(&folder, "dies", "exit");
    let call = ["league", PONDS, "--drivers", "dies,novice", "--races", "8", "--cars", "2"];
    // With one thread races are driven one after the other.
    let output = call_alone(&[&call[..], &["--player", &program, "--json"]].concat());
    let player = player(&output).clone();
    assert_eq!(player["reasons"]["died"], 20, "{player}");
    assert_eq!(processes(&folder, "dies").len(), 20);
}

fn call_alone(arguments: &[&str]) -> Value {
    let output = call(arguments).env("RAYON_NUM_THREADS", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_engine_is_a_player_in_every_game_and_loses_no_turn() {
    let folder = TempDir::new().unwrap();
    let engine = format!("engine='{}' engine", env!("CARGO_BIN_EXE_paddock"));
    for (circuit, cars) in [(SALTMARSH, "2"), (SKERRY, "4"), (KETTLE, "2"), (PONDS, "2")] {
        let race = folder.path().join("race.json");
        let play = |drivers: &str| {
            // A busy machine may take long.
            let player = ["--player", &engine, "--player-time", "2m"];
            let call = ["play", circuit, "--cars", cars, "--seed", "5", "-o", text(&race)];
            let laps = if [SALTMARSH, KETTLE].contains(&circuit) { &["--laps", "1"][..] } else { &[] };
            let output = paddock(&[&call[..], &player, laps, &["--drivers", drivers]].concat());
            assert_eq!(output.status.code(), Some(0), "{circuit}: {}", said(&output));
            let words = String::from_utf8(output.stdout).unwrap();
            assert!(words.contains("decisions, none lost"), "{circuit}: {words}");
            std::fs::read(&race).unwrap()
        };
        let first = play("engine,novice");
        assert_eq!(json(&["check", text(&race), "--json"])["files"][0]["ok"], true, "{circuit}");
        if circuit == SKERRY {
            assert_eq!(first, play("engine,novice"), "{circuit}: the same seed, the same race");
        }
    }
}

#[test]
fn players_take_part_in_simulations_and_their_lost_turns_are_a_column() {
    let folder = TempDir::new().unwrap();
    let program = shell(&folder, "refuses", r#"echo '{"type":"error"}'"#);
    let table = folder.path().join("races.csv");
    let call = ["simulate", PONDS, "--races", "2", "--cars", "2", "--drivers", "novice,refuses"];
    let output = paddock(&[&call[..], &["--player", &program, "-o", text(&table)]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("refuses: "));
    let table = std::fs::read_to_string(&table).unwrap();
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let place = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    let mut rows = 0;
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let lost: u32 = cells[place("lost")].parse().unwrap();
        assert_eq!(lost > 0, cells[place("driver")] == "refuses", "{line}");
        assert!(lost <= cells[place("turns")].parse().unwrap());
        rows += 1;
    }
    assert_eq!(rows, 4);
}

#[test]
fn wrong_players_are_refused_in_a_sentence() {
    let out = "/nowhere/race.json";
    for (more, words) in [
        (&["--drivers", "mine"][..], "novice, club or expert, or name a program with --player mine='COMMAND'"),
        (&["--player", "mine"], "write NAME=COMMAND"),
        (&["--player", "club=true"], "cannot be the name of a player"),
        (&["--player", "a b=true"], "cannot be the name of a player"),
        (&["--player", "mine="], "an example of a command is python3 player.py"),
        (&["--player", "mine=/no/such/program"], "cannot be started"),
        (&["--player", "mine=true", "--player", "mine=false"], "used twice"),
        (&["--player-time", "5s"], "--player <NAME=COMMAND>"),
        (&["--player", "mine=true", "--player-time", "soon"], "write a number with ms, s, m or h"),
    ] {
        let output = paddock(&[&["play", SALTMARSH, "-o", out][..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(said(&output).contains(words), "{more:?}: {}", said(&output));
    }
}

#[test]
fn a_player_is_ended_when_the_time_of_the_command_is_up() {
    let folder = TempDir::new().unwrap();
    let program = shell(&folder, "sleeps", "sleep 1000");
    let race = folder.path().join("race.json");
    let begin = Instant::now();
    let call = ["play", SKERRY, "--drivers", "sleeps", "--player", &program, "--max-time", "1s", "-o", text(&race)];
    let output = paddock(&call);
    assert_eq!(output.status.code(), Some(2));
    assert!(begin.elapsed() < Duration::from_secs(30));
    assert!(said(&output).contains("the time was up"), "{}", said(&output));
    #[cfg(target_os = "linux")]
    assert_ended(&processes(&folder, "sleeps"));
}

/// Plays a league of the Python player against the novice, twice.
fn python_league(races: &str) {
    let guide = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine.md")).unwrap();
    let player_file =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/player.py")).unwrap();
    assert!(guide.contains(player_file.trim()), "docs/engine.md quotes examples/player.py");
    let call = ["league", SALTMARSH, "--drivers", "mine,novice", "--races", races, "--cars", "2", "--laps", "1"];
    let call = [&call[..], &["--player", "mine=python3 examples/player.py", "--json"]].concat();
    let league = json(&call);
    assert_eq!(league["pairs"][0]["races"].to_string(), races);
    let player = player(&league);
    assert!(player["asked"].as_u64().unwrap() > 20, "{player}");
    assert_eq!(player["lost"], 0, "{player}");
    assert_eq!(league, json(&call), "the same seed, the same league");
}

/// Tests that need Python: `cargo test -- --ignored python::` runs them.
mod python {
    #[test]
    #[ignore = "needs python3"]
    fn the_player_of_the_documentation_finishes_a_league_of_a_hundred_races() {
        super::python_league("100");
    }
}
