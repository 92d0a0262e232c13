//! Tests of bounds on a call: it keeps to the time and memory given, Ctrl+C ends it, and it reports partial results.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use super::command::{call, paddock, said, text};

/// A circuit of VektoRace whose proof takes more than a minute.
const HARD: &str = "tests/data/cases/reliability/solve-crash-1c1502449d.json";
/// A circuit of Formula D whose ten laps take seconds.
const DICE: &str = "tracks/formula_d/cobalt-pass.json";

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said(output)))
}

/// An open field with this number of cells a side, the start and the finish at opposite ends, as a circuit.
fn field(folder: &Path, side: usize) -> std::path::PathBuf {
    let mut rows = vec![".".repeat(side); side];
    rows[side / 2] = format!("S{}*", ".".repeat(side - 2));
    let (map, circuit) = (folder.join("field.txt"), folder.join("field.json"));
    std::fs::write(&map, rows.join("\n")).unwrap();
    let output = paddock(&["import", "ascii", text(&map), "-o", text(&circuit)]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    circuit
}

/// The names in a folder, including those that begin with a dot.
fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// A folder with 6,000 races, which take seconds to read.
fn many_races(folder: &Path) -> std::path::PathBuf {
    let races = folder.join("races");
    std::fs::create_dir(&races).unwrap();
    let first = races.join("0.json");
    std::fs::copy("replays/vektorace/kestrel-ring-three-laps.json", &first).unwrap();
    (1..6_000).for_each(|number| std::fs::hard_link(&first, races.join(format!("{number}.json"))).unwrap());
    races
}

#[test]
fn invalid_bounds_are_refused() {
    for (option, value) in
        [("--max-time", "soon"), ("--max-time", "0s"), ("--max-memory", "1500"), ("--max-memory", "1MB")]
    {
        for arguments in
            [&["solve", HARD][..], &["analyze", "x"], &["render", "x", "-o", "y"], &["export", "x", "-o", "y"]]
        {
            let output = paddock(&[arguments, &[option, value]].concat());
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {option} {value}");
            assert!(said(&output).contains(option), "{}", said(&output));
        }
    }
}

#[test]
fn a_proof_without_an_answer_in_time_gives_its_bound() {
    let output = paddock(&["solve", HARD, "--json", "--max-time", "1.5s"]);
    let answer = json(&output);
    assert_eq!(output.status.code(), Some(2), "no verdict on the circuit: {answer}");
    assert_eq!(
        (&answer["turns"], &answer["optimal"], &answer["stopped"]),
        (&Value::Null, &false.into(), &"max-time".into())
    );
    let least = answer["at_least"].as_u64().unwrap();
    assert!((1..60).contains(&least), "{least}");
    assert!(answer.get("refused").is_none(), "{answer}");
    let words = said(&output);
    assert!(words.contains("the time was up (--max-time 1.5 s) before any lap was found"), "{words}");

    let output = paddock(&["solve", DICE, "--json", "--laps", "20", "--max-time", "1s"]);
    let answer = json(&output);
    assert_eq!((output.status.code(), &answer["turns"]), (Some(2), &Value::Null), "{answer}");
    assert_eq!((&answer["game"], &answer["stopped"]), (&"formula_d".into(), &"max-time".into()));
    assert!(answer["at_least"].as_f64().is_some_and(|least| least >= 1.0));
}

/// Calls with `--max-time`, which is reached each time, until `is_enough` accepts the output.
///
/// On a busy machine a call may be ended before it can report anything, so the time is doubled after each call.
fn cut_short(arguments: &[&str], is_enough: impl Fn(&Output) -> bool) -> Output {
    let calls = [0.5, 1.0, 2.0, 4.0, 8.0].into_iter().map(|seconds: f64| {
        let time = format!("{seconds}s");
        let output = paddock(&[arguments, &["--max-time", &time]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(&format!("the time was up (--max-time {seconds} s)")), "{}", said(&output));
        output
    });
    calls.into_iter().find(is_enough).expect("a report in eight seconds")
}

#[test]
fn tables_and_figures_of_a_folder_report_what_they_leave_out() {
    let folder = tempfile::tempdir().unwrap();
    let races = many_races(folder.path());
    let table = folder.path().join("table.parquet");
    cut_short(&["export", text(&races), "-o", text(&table)], |output| {
        assert_eq!(names(folder.path()), ["races"], "no half of a table: {}", said(output));
        said(output).contains("nothing was written")
    });

    let output = cut_short(&["analyze", text(&races), "--json"], |output| !output.stdout.is_empty());
    let answer = json(&output);
    // The files are copies of one race.
    let [read, left, copies] = ["races", "not_read", "copies"].map(|count| answer[count].as_u64().unwrap_or_default());
    assert!(left > 0 && read == 1 && read + left + copies == 6_000, "{read} + {left} + {copies}");
    assert!(said(&output).contains(&format!("{left} of 6000 files were not read")), "{}", said(&output));
}

#[test]
fn a_folder_that_was_drawn_in_whole_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("pictures");
    // Some of these bounds are hardly enough for the pictures.
    let whole = ["80MB", "160MB", "240MB", "4GB"].map(|memory| {
        let output = paddock(&["render", "tracks/vector_racing", "-o", text(&out), "--max-memory", memory]);
        let is_whole = String::from_utf8_lossy(&output.stdout).contains("6 of 6 drawn");
        assert_eq!(output.status.code(), Some(if is_whole { 0 } else { 2 }), "{memory}: {}", said(&output));
        assert_eq!(said(&output).contains("the memory was used up"), !is_whole, "{memory}: {}", said(&output));
        is_whole
    });
    assert!(whole[3], "4 GB are enough for six pictures");
}

/// Sends a signal to a call once `has_begun` is true, and waits for its end.
fn interrupted(mut child: Child, signal: Signal, has_begun: impl Fn() -> bool) -> Output {
    while !has_begun() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(1));
    }
    kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
    child.wait_with_output().unwrap()
}

fn start(arguments: &[&str]) -> Child {
    call(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Half a second after its start a call is busy.
fn half_a_second() -> impl Fn() -> bool {
    let began = std::time::Instant::now();
    move || began.elapsed() > Duration::from_millis(500)
}

#[test]
fn a_signal_ends_a_call_with_its_results_so_far() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let output = interrupted(start(&["solve", HARD, "--json"]), signal, half_a_second());
        assert_eq!(output.status.signal(), Some(signal as i32), "as shells expect: {}", said(&output));
        assert!(said(&output).contains("the command was interrupted"), "{}", said(&output));
        let answer = json(&output);
        assert_eq!((&answer["stopped"], &answer["optimal"]), (&"interrupt".into(), &false.into()));
    }
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let (races, out) = (many_races(folder.path()), folder.path().join("out"));
    std::fs::create_dir(&out).unwrap();
    let table = out.join("table.csv");
    std::fs::write(&table, "former").unwrap();
    let child = start(&["export", text(&races), "-o", text(&table)]);
    let output = interrupted(child, Signal::SIGINT, || names(&out).iter().any(|name| name.starts_with(".paddock-")));
    assert_eq!(output.status.signal(), Some(2), "{}", said(&output));
    assert_eq!(names(&out), ["table.csv"], "nothing else is left");
    assert_eq!(std::fs::read(&table).unwrap(), b"former");
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn a_folder_is_left_with_whole_pictures_when_the_time_is_up() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("pictures");
        std::fs::create_dir(&out).unwrap();
        // The time for a picture depends on the machine and its load: takes the shortest time that is enough for one.
        let drawn = [4, 8, 16, 32, 64, 128].into_iter().find_map(|seconds| {
            let time = format!("{seconds}s");
            let output =
                paddock(&["render", "replays", "tracks", "-o", text(&out), "--width", "6000", "--max-time", &time]);
            assert_eq!(output.status.code(), Some(2), "{}", said(&output));
            let said = said(&output);
            assert!(said.contains(&format!("the time was up (--max-time {seconds} s)")), "{said}");
            let drawn = names(&out);
            (!drawn.is_empty()).then_some(drawn)
        });
        let drawn = drawn.expect("a picture in two minutes");
        assert!(drawn.len() < 44, "{} of 44", drawn.len());
        for name in drawn {
            assert!(!name.starts_with('.'), "{name}");
            image::open(out.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    #[ignore = "slow"]
    fn a_proof_that_runs_out_of_memory_gives_a_race_and_its_bound() {
        let folder = tempfile::tempdir().unwrap();
        let circuit = field(folder.path(), 1_400);
        let output = paddock(&["solve", text(&circuit), "--json", "--max-memory", "400MB"]);
        let answer = json(&output);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert_eq!((&answer["optimal"], &answer["stopped"]), (&false.into(), &"max-memory".into()));
        let (turns, least) = (answer["turns"].as_u64().unwrap(), answer["at_least"].as_u64().unwrap());
        // The line is 1,399 squares away: with one more each turn it is passed in 53 turns.
        assert!((2..=53).contains(&least) && turns >= 53, "{least} to {turns}");
        assert_eq!(answer["moves"].as_array().unwrap().len() as u64, turns);
    }
}
