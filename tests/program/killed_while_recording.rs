//! A program that is killed after any turn loses no recorded turn.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that fails panics, in its helpers too")]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use paddock::app::workspaces::recording::{self, JournalPlace, Recording};
use paddock::open;
use paddock::replay::{LineId, Opened, Race, RaceEdit, journal};

const FOLDER: &str = "PADDOCK_TEST_RECORDS_IN";
const MAIN: LineId = LineId(0);
/// The number of turns recorded before the program is killed.
const TURNS: usize = 30;

fn shipped() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/widdershins-four-cars.json")).unwrap()
}

fn race(bytes: &[u8]) -> Box<dyn Race> {
    let Ok(Opened::Race(race)) = open(bytes, &paddock::replay::no_files) else { unreachable!("a race that ships") };
    race
}

/// A race without turns, and the turns to record in it.
fn begun() -> (Vec<u8>, Vec<RaceEdit>) {
    let mut race = race(&shipped());
    let play = |turn| RaceEdit::Play { line: MAIN, at: turn - 1, turn: race.turn_json(turn).unwrap(), reason: None };
    let edits = (1..=TURNS).map(play).collect();
    race.recorder().unwrap().record(&RaceEdit::Cut { line: MAIN, at: 0 }).unwrap();
    (race.file_text(true).unwrap().into_bytes(), edits)
}

fn paths(folder: &Path) -> PathBuf {
    folder.join("race.json")
}

#[test]
#[ignore = "started and killed by the test below"]
fn records_without_end() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let (bytes, edits) = begun();
    let mut race = race(&bytes);
    let mut recording = Recording::default();
    let place = JournalPlace::Beside(paths(Path::new(&folder)), journal::digest(&bytes));
    for (index, edit) in edits.iter().enumerate() {
        recording.record(race.as_mut(), edit, &place).unwrap();
        println!("recorded {}", index + 1);
    }
    std::thread::park();
}

#[test]
fn killing_a_program_that_records_loses_no_turn() {
    let (bytes, edits) = begun();
    let this = std::env::current_exe().unwrap();
    for killed_after in [1, 2, 3, 7, 12, 19, TURNS] {
        let folder = tempfile::tempdir().unwrap();
        let file = paths(folder.path());
        std::fs::write(&file, &bytes).unwrap();
        let mut child = Command::new(&this)
            .args(["--exact", "killed_while_recording::records_without_end", "--ignored", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let reported = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let last = format!("recorded {killed_after}");
        assert!(reported.into_iter().any(|line| line.ends_with(&last)), "it records");
        // SIGKILL: the program cannot react.
        child.kill().unwrap();
        child.wait().unwrap();
        let (path, kept) = recording::find(&file, &bytes).unwrap().expect("a journal");
        assert!(kept.edits.len() >= killed_after, "{} of {killed_after}", kept.edits.len());
        assert_eq!(kept.edits, edits[..kept.edits.len()]);
        let mut again = race(&bytes);
        let mut recording = Recording::default();
        assert_eq!(recording.resume(again.as_mut(), &path, &kept), Ok(0));
        assert_eq!(again.len(), kept.edits.len());
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "the file itself is as it was");
        recording.forget();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_torn_last_line_is_dropped_and_the_journal_continues() {
    let folder = tempfile::tempdir().unwrap();
    let file = paths(folder.path());
    let (bytes, edits) = begun();
    std::fs::write(&file, &bytes).unwrap();
    let place = JournalPlace::Beside(file.clone(), journal::digest(&bytes));
    let mut first = race(&bytes);
    let mut recording = Recording::default();
    for edit in &edits[..5] {
        recording.record(first.as_mut(), edit, &place).unwrap();
    }
    let path = recording.path().unwrap().to_owned();
    drop(recording);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let (path, kept) = recording::find(&file, &bytes).unwrap().expect("a journal");
    assert_eq!((kept.edits.len(), kept.torn), (4, true));
    let mut second = race(&bytes);
    let mut recording = Recording::default();
    recording.resume(second.as_mut(), &path, &kept).unwrap();
    recording.record(second.as_mut(), &edits[4], &place).unwrap();
    drop(recording);
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    // The file was changed since, so the journal belongs to no file: this is reported, and the journal is kept under
    // another name.
    let unusable = recording::find(&file, b"{}").unwrap_err();
    assert!(unusable.message.contains("changed the file since"), "{}", unusable.message);
    assert_eq!(std::fs::read(unusable.aside.unwrap()).unwrap(), whole);
    assert!(!path.exists());
}

#[test]
fn undoing_edits_older_than_the_journal_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = paths(folder.path());
    let (bytes, edits) = begun();
    let mut race = race(&bytes);
    for edit in &edits[..3] {
        race.recorder().unwrap().record(edit).unwrap();
    }
    let saved = race.file_text(true).unwrap().into_bytes();
    std::fs::write(&file, &saved).unwrap();
    let place = JournalPlace::Beside(file.clone(), journal::digest(&saved));
    let mut recording = Recording::default();
    let undo_and_redo = [RaceEdit::Undo, RaceEdit::Undo, RaceEdit::Redo, RaceEdit::Undo];
    for edit in undo_and_redo.iter().chain(&edits[1..2]).chain([&RaceEdit::Undo, &RaceEdit::Redo]) {
        recording.record(race.as_mut(), edit, &place).unwrap();
    }
    assert!(recording.record(race.as_mut(), &RaceEdit::Redo, &place).is_err(), "there is nothing to redo");
    drop(recording);
    let (_, kept) = recording::find(&file, &saved).unwrap().expect("a journal");
    let Some(Opened::Race(mut again)) = journal::own_race(paddock::Games::all().playable(), &kept).unwrap() else {
        unreachable!("it holds the race")
    };
    let redone = journal::replay(again.recorder().unwrap(), &kept);
    assert_eq!((redone.done, redone.cut), (kept.edits.len(), false));
    assert_eq!(again.file_text(true).unwrap(), race.file_text(true).unwrap());
}

#[test]
fn a_journal_that_is_too_long_is_set_aside_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = paths(folder.path());
    let (bytes, edits) = begun();
    std::fs::write(&file, &bytes).unwrap();
    let place = JournalPlace::Beside(file.clone(), journal::digest(&bytes));
    let (mut first, mut recording) = (race(&bytes), Recording::default());
    for edit in &edits[..5] {
        recording.record(first.as_mut(), edit, &place).unwrap();
    }
    drop(recording);
    let (path, mut kept) = recording::find(&file, &bytes).unwrap().expect("a journal");
    let whole = std::fs::read(&path).unwrap();
    kept.longer = true;
    let (mut second, mut recording) = (race(&bytes), Recording::default());
    let reported = recording.resume(second.as_mut(), &path, &kept).unwrap_err();
    assert!(reported.contains("Its first 5 entries are restored") && reported.contains(".journal.1"), "{reported}");
    let aside = PathBuf::from(format!("{}.1", path.display()));
    assert_eq!(std::fs::read(aside).unwrap(), whole);
    // The new journal holds the restored race, and continues from there.
    recording.record(second.as_mut(), &edits[5], &place).unwrap();
    drop(recording);
    let (_, kept) = recording::find(&file, &bytes).unwrap().expect("a journal");
    let Some(Opened::Race(mut again)) = journal::own_race(paddock::Games::all().playable(), &kept).unwrap() else {
        unreachable!("it holds the race")
    };
    assert_eq!(journal::replay(again.recorder().unwrap(), &kept).done, 1);
    assert_eq!(again.file_text(true).unwrap(), second.file_text(true).unwrap());
}

#[test]
fn edits_that_cannot_be_stored_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, edits) = begun();
    let mut race = race(&bytes);
    let place = JournalPlace::Beside(folder.path().join("no/such/race.json"), 0);
    let error = Recording::default().record(race.as_mut(), &edits[0], &place).unwrap_err().to_string();
    assert!(error.contains("Not recorded") && error.contains("journal"), "{error}");
    assert!(race.is_empty());
    // A refused edit leaves no journal behind.
    let place = JournalPlace::Own(folder.path().join("own.journal"));
    assert!(Recording::default().record(race.as_mut(), &edits[3], &place).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
