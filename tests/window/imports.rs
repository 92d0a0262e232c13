//! Files of other programs, opened in the window: dropped, or chosen under File, Open.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::tabs::Content;
use paddock::replay::{Opened, code, no_files};

use crate::desk::program;
use crate::hands::{CTRL, Window, paddock, press, race_tab};

const MAP: &str = "##########\n#........#\n#S......*#\n#........#\n##########\n";

/// A file that is dropped.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Drops files onto the window, and waits until they were read.
fn drop_files(harness: &mut Window, files: &[PathBuf]) {
    let dropped = files.iter().map(|path| -> egui::DroppedFileHandle { std::sync::Arc::new(Dropped(path.clone())) });
    harness.input_mut().dropped_files = dropped.collect();
    harness.run_steps(2);
    harness.input_mut().dropped_files.clear();
    harness.run_steps(6);
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The game and the title of the document on screen.
fn shown(harness: &Window) -> (&'static str, String) {
    let document = paddock(harness).document().unwrap_or_else(|| panic!("nothing: {}", paddock(harness).status()));
    let game = match &document.content {
        Content::Race(tab) => tab.race().info().id,
        Content::Circuit(tab) => tab.draft().info().id,
    };
    assert_eq!(document.path, None, "an imported document has no file of its own");
    (game, document.title())
}

#[test]
fn maps_and_moves_are_imported_when_they_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let map = written(folder.path(), "field.txt", MAP);
    let moves = written(folder.path(), "stroll.txt", "1R 2R 2R\n");
    let mut harness = program(folder.path().join("unused.json"));
    drop_files(&mut harness, &[map]);
    assert_eq!(shown(&harness), ("vector_racing", "field".to_owned()));
    // The moves were made on the track on screen: nothing is asked.
    drop_files(&mut harness, std::slice::from_ref(&moves));
    assert_eq!(shown(&harness), ("vector_racing", "stroll".to_owned()));
    assert_eq!(race_tab(&harness).race().len(), 3);
    // Without a track on screen it is asked for, with what to do. Escape opens nothing.
    press(&mut harness, CTRL, Key::Home);
    drop_files(&mut harness, std::slice::from_ref(&moves));
    harness.get_by_label("stroll.txt needs the track on which the moves were made");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_label_contains("stroll.txt needs").is_none());
    assert!(paddock(&harness).document().is_none());
}

#[test]
fn a_second_file_is_chosen_after_the_window_has_said_which() {
    let folder = tempfile::tempdir().unwrap();
    let track = crate::desk::shipped("tracks/vector_racing/mill-lane.json");
    let moves = written(folder.path(), "lane.txt", "1R1U 2R 3R\n");
    let mut harness = program(track);
    for _ in 0..2 {
        press(&mut harness, CTRL, Key::Home);
        drop_files(&mut harness, std::slice::from_ref(&moves));
        let button = harness
            .query_all_by_role(egui::accesskit::Role::Button)
            .find(|button| button.accesskit_node().label().is_some_and(|label| label.ends_with("Choose the file…")));
        button.unwrap().click();
        harness.run_steps(6);
        assert_eq!(shown(&harness), ("vector_racing", "lane".to_owned()));
        assert_eq!(race_tab(&harness).race().len(), 3);
    }
}

#[test]
fn a_race_as_text_is_imported_with_its_circuit() {
    let race = "replays/vector_racing/two-ponds-photo-finish.json";
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_paddock")).args(["show", "--notation", race]).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "photo.txt", &text);
    let mut harness = program(file);
    press(&mut harness, CTRL, Key::O);
    assert_eq!(shown(&harness).0, "vector_racing");
    assert!(race_tab(&harness).race().len() > 20);
    // A wrong line is named, with its number.
    let broken = written(folder.path(), "broken.txt", &text.replacen("\n1: ", "\n1: nonsense ", 1));
    drop_files(&mut harness, &[broken]);
    let messages = paddock(&harness).errors();
    assert!(
        messages.iter().any(|message| message.contains("broken.txt: ") && message.contains("line ")),
        "{messages:?}"
    );
}

#[test]
fn unknown_files_are_reported_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = program(folder.path().join("unused.json"));
    for (name, text) in [("diary.txt", "Dear diary"), ("other.json", "{\"a\": 1}"), ("empty.txt", "")] {
        drop_files(&mut harness, &[written(folder.path(), name, text)]);
        assert!(paddock(&harness).document().is_none());
        assert!(paddock(&harness).errors().iter().any(|message| message.contains(name)), "{name}");
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

#[cfg(shared_data)]
mod recorded {
    use super::*;

    fn data(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path)
    }

    /// The files of a folder with this name, in any of its subfolders.
    fn found_in(folder: &Path, name: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                found.extend(found_in(&entry, name));
            } else if entry
                .file_name()
                .is_some_and(|own| own == name || name == "*.dat" && own.to_string_lossy().ends_with(".dat"))
            {
                found.push(entry);
            }
        }
        found
    }

    #[test]
    fn an_online_game_is_imported_from_its_two_files_in_any_order() {
        let mut logs = found_in(&data("vektorace/online"), "log.json");
        logs.sort();
        let log = logs.first().expect("a recorded game").clone();
        let table = log.with_file_name("gamedatas.json");
        for files in [[log.clone(), table.clone()], [table.clone(), log.clone()]] {
            let mut harness = program(PathBuf::from("unused.json"));
            drop_files(&mut harness, &files);
            assert_eq!(shown(&harness).0, "vektorace");
            assert!(race_tab(&harness).race().len() > 50);
            assert!(race_tab(&harness).first_illegal().is_none());
        }
        // Alone, it needs the other one, which nobody names here.
        let mut harness = program(PathBuf::from("unused.json"));
        drop_files(&mut harness, &[log]);
        assert!(paddock(&harness).document().is_none() && paddock(&harness).errors().is_empty());
        harness.get_by_label("log.json needs the table data of this online game");
        harness.get_by_label_contains("gameui.gamedatas");
        let mut harness = program(PathBuf::from("unused.json"));
        drop_files(&mut harness, &[table]);
        harness.get_by_label("gamedatas.json needs the log of this game");
        harness.get_by_label_contains("archive/archive/logs.html");
    }

    #[test]
    fn a_circuit_of_gp_online_is_imported_with_remarks() {
        let circuits = found_in(&data("formula_d"), "*.dat");
        assert!(circuits.len() > 3);
        let mut remarks = 0;
        for circuit in &circuits {
            let mut harness = program(PathBuf::from("unused.json"));
            drop_files(&mut harness, std::slice::from_ref(circuit));
            assert_eq!(shown(&harness).0, "formula_d", "{}", circuit.display());
            remarks += paddock(&harness).errors().len();
        }
        assert!(remarks > 0, "something was fixed in one of them");
    }
}

#[test]
fn the_text_of_a_qr_code_is_opened_as_a_file_and_pasted_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read("tracks/vektorace/adder-lane.json").unwrap();
    let Ok(Opened::Track(draft)) = paddock::open(&bytes, &no_files) else { panic!("a circuit") };
    let text = code::text_of(&draft).unwrap();
    let file = written(folder.path(), "scanned.txt", &format!("{text}\n"));
    let mut harness = program(folder.path().join("unused.json"));
    drop_files(&mut harness, &[file]);
    assert_eq!(shown(&harness), ("vektorace", "Adder Lane".to_owned()));
    // From the welcome page, from a circuit, and from a race.
    for place in 0..3 {
        match place {
            0 => press(&mut harness, CTRL, Key::Home),
            1 => {}
            _ => drop_files(&mut harness, &[crate::desk::shipped("replays/vektorace/nightjar-park-duel.json")]),
        }
        harness.run_steps(4);
        let before = paddock(&harness).documents().len();
        harness.event(egui::Event::Paste(format!(" {}", text.to_lowercase())));
        harness.run_steps(4);
        assert_eq!(paddock(&harness).documents().len(), before + 1, "{place}");
        let document = paddock(&harness).document().unwrap();
        assert!(document.title().starts_with("Adder Lane") && document.is_unsaved(), "{place}");
    }
    let before = paddock(&harness).documents().len();
    harness.event(egui::Event::Paste(text[..text.len() / 2].to_owned()));
    harness.run_steps(4);
    assert_eq!(paddock(&harness).documents().len(), before);
    assert!(paddock(&harness).errors().iter().any(|error| error.contains("Scan the code again")));
}
