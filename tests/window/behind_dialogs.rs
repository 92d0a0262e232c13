//! Behind a dialog or a question only Escape works: every other shortcut does nothing.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};

use egui::{Key, KeyboardShortcut, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::app::commands::{Command, Deletion, Request, TABLE, rows};
use paddock::app::tabs::Content;
use paddock::editor::sketch::AnySketch as _;

use crate::desk::{Always, Document, program_in, shipped, starter};
use crate::hands::{CTRL, Window, paddock, press};

/// A circuit and a race in a folder of their own; the race is open, and `circuit` is the circuit's file.
struct Table {
    folder: tempfile::TempDir,
    harness: Window,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let race = folder.path().join("race.json");
        std::fs::copy(shipped("replays/vektorace/widdershins-four-cars.json"), &race).unwrap();
        std::fs::write(folder.path().join("circuit.json"), circuit()).unwrap();
        let mut harness = program_in(Always { file: race.clone(), picture: None }, 3_600);
        open(&mut harness, race);
        Self { folder, harness }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Opens the circuit too, and changes it.
    fn change_circuit(&mut self) -> PathBuf {
        let path = self.path("circuit.json");
        open(&mut self.harness, path.clone());
        press(&mut self.harness, CTRL, Key::A);
        press(&mut self.harness, Modifiers::SHIFT, Key::ArrowUp);
        assert!(paddock(&self.harness).document().unwrap().is_unsaved());
        path
    }
}

fn circuit() -> String {
    Document::new(starter(), true).to_text().unwrap()
}

fn open(harness: &mut Window, path: PathBuf) {
    request(harness, Request::OpenFiles(vec![path]));
    harness.run_steps(8);
}

fn request(harness: &mut Window, request: impl Into<Request>) {
    harness.state_mut().as_mut().unwrap().request(request);
    harness.run_steps(6);
}

/// All shortcuts of the program except Escape, and Enter, which is a key of dialogs too.
fn shortcuts(harness: &Window) -> Vec<KeyboardShortcut> {
    let situations = paddock(harness).documents().iter().map(|document| document.situation().at_its_best());
    let of_documents = situations.flat_map(|situation| rows(&situation));
    let all = of_documents.chain(TABLE.iter().copied()).flat_map(|spec| spec.shortcuts.iter().copied());
    let mut known: Vec<KeyboardShortcut> = Vec::new();
    for shortcut in all.filter(|shortcut| ![Key::Escape, Key::Enter].contains(&shortcut.logical_key)) {
        if !known.contains(&shortcut) {
            known.push(shortcut);
        }
    }
    known
}

/// Describes everything that a shortcut could change.
fn seen(harness: &Window) -> String {
    let window = paddock(harness);
    let of = |content: &Content| match content {
        Content::Race(tab) => format!(
            "turn {} of {}, {:?}, {:?}",
            tab.playback().position(),
            tab.race().len(),
            tab.playback().is_playing(),
            tab.board().view().scale
        ),
        Content::Circuit(tab) => format!("{} {:?}", tab.document().revision(), tab.board().view().scale),
    };
    let documents: Vec<String> = window
        .documents()
        .iter()
        .map(|document| format!("{} {:?} {}", document.mark(), document.situation(), of(&document.content)))
        .collect();
    let shown = window.document().map(|document| document.mark());
    let settings = serde_json::to_string(window.settings()).unwrap();
    let dialogs = ["Keyboard map", "Command", "Licences", "Export", "New circuit", "Random circuit", "Player programs"];
    let dialogs = dialogs.map(|title| harness.query_all_by_label(title).count());
    format!("{documents:?}\n{shown:?} {:?} {settings}\n{dialogs:?} {}", window.errors(), harness.ctx.zoom_factor())
}

/// Presses every shortcut behind the dialog with this heading. Then Escape closes the dialog.
fn only_escape_works(harness: &mut Window, heading: &str, can_wait: bool) {
    let shortcuts = shortcuts(harness);
    assert!(shortcuts.len() > 80, "{}", shortcuts.len());
    assert!(harness.query_all_by_label(heading).next().is_some(), "{heading} is not open");
    let before = seen(harness);
    for shortcut in shortcuts {
        // A focused field or button of the dialog has keys of its own.
        harness.ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
        harness.key_press_modifiers(shortcut.modifiers, shortcut.logical_key);
        harness.run_steps(2);
        let keys = paddock::app::commands::shortcut_words(&shortcut);
        assert!(harness.query_all_by_label(heading).next().is_some(), "{heading}: {keys} closes it");
        assert_eq!(seen(harness), before, "{heading}: {keys}");
    }
    press(harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.query_all_by_label(heading).next().is_none(), can_wait, "{heading}: Escape");
}

#[test]
fn behind_a_dialog_only_escape_works() {
    let mut table = Table::new();
    table.change_circuit();
    let dialogs: [(&str, Command); 6] = [
        ("Start race", Command::NewRace),
        ("New circuit", Command::NewCircuit),
        ("Random circuit", Command::RandomCircuit),
        ("Extras", Command::Export),
        ("Size of the screen", Command::MeasureScreen),
        ("Player programs", Command::Players),
    ];
    for _ in 0..2 {
        for (heading, command) in dialogs {
            if command == Command::Players {
                press(&mut table.harness, CTRL, Key::PageUp);
            }
            request(&mut table.harness, command);
            only_escape_works(&mut table.harness, heading, true);
        }
    }
}

#[test]
fn behind_a_question_only_escape_works() {
    let mut table = Table::new();
    let path = table.change_circuit();
    for _ in 0..2 {
        // Closing with unsaved changes.
        press(&mut table.harness, CTRL, Key::W);
        only_escape_works(&mut table.harness, "Unsaved changes", true);
        // A file that was set aside is deleted.
        let aside = table.path("aside.json");
        request(&mut table.harness, Request::AskDelete(Deletion::Aside(aside)));
        only_escape_works(&mut table.harness, "Delete permanently?", true);
    }
    // Another program has changed the file, and the user saves.
    write_again(&path);
    table.harness.run_steps(200);
    only_escape_works(&mut table.harness, "Another program changed the file", false);
    only_escape_works(&mut table.harness, "Another program changed the file", false);
    table.harness.get_by_label_contains("Keep mine").click();
    table.harness.run_steps(4);
    // An import needs a second file.
    let moves = table.path("stroll.txt");
    std::fs::write(&moves, "1R 2R 2R\n").unwrap();
    for _ in 0..2 {
        open(&mut table.harness, moves.clone());
        only_escape_works(&mut table.harness, "stroll.txt needs the track on which the moves were made", true);
    }
}

#[test]
fn behind_the_question_about_a_protected_file_only_escape_works() {
    let mut table = Table::new();
    let path = table.change_circuit();
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    for _ in 0..2 {
        press(&mut table.harness, CTRL, Key::S);
        only_escape_works(&mut table.harness, "The file is write-protected", true);
    }
}

/// Writes another circuit to a file.
fn write_again(path: &Path) {
    let mut draft = starter();
    draft.name = "Another".to_owned();
    std::fs::write(path, Document::new(draft, true).to_text().unwrap()).unwrap();
}
