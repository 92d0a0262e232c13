//! Opening, saving and closing documents: nothing is lost, written over or opened twice.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::Mutex;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::app::commands::Command;

use crate::hands::{CTRL, Window, ask_to_close, click, paddock, press};
use crate::shell::{Choices, position, race, window};

/// A window with a new circuit that was mirrored and is in no file. The dialog for saving answers with this path.
fn changed(save: Option<PathBuf>) -> Window {
    let mut harness = window(Vec::new(), Choices { save: Mutex::new(save), ..Choices::default() });
    press(&mut harness, CTRL, Key::N);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, Modifiers::NONE, Key::M);
    harness
}

#[test]
fn a_file_is_opened_once_and_remembered() {
    let mut harness = window(vec![race()], Choices { open: vec![race()], ..Choices::default() });
    press(&mut harness, CTRL, Key::O);
    assert_eq!(paddock(&harness).documents().len(), 1);
    assert_eq!(paddock(&harness).settings().recent, [race()]);
}

#[test]
fn closing_a_circuit_with_changes_asks_once() {
    let mut harness = changed(None);
    assert!(paddock(&harness).document().is_some_and(|document| document.is_unsaved()));
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "Keep open");
    assert_eq!(paddock(&harness).documents().len(), 1);
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "\u{e4a6} Discard changes");
    assert!(paddock(&harness).documents().is_empty());
    assert_eq!(Command::CloseDocument.spec().keys(), "Ctrl+W");
}

#[test]
fn changes_can_be_saved_where_closing_would_lose_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.json");
    let mut harness = changed(Some(path.clone()));
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "\u{e248} Save");
    assert!(path.exists());
    assert!(paddock(&harness).documents().is_empty(), "it closed once it was saved");
    // Where the user does not say where to, it stays open.
    let mut harness = changed(None);
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "\u{e248} Save");
    assert_eq!(paddock(&harness).documents().len(), 1);
}

#[test]
fn a_file_that_is_open_has_one_tab_whatever_it_is_called() {
    let detour = race().parent().expect("a folder").join("../vektorace/widdershins-four-cars.json");
    let harness = window(vec![race(), race(), detour.clone()], Choices::default());
    assert_eq!(paddock(&harness).documents().len(), 1);
    let mut harness = window(vec![race()], Choices { open: vec![detour], ..Choices::default() });
    press(&mut harness, CTRL, Key::N);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, CTRL, Key::O);
    assert_eq!(paddock(&harness).documents().len(), 2);
    assert_eq!(position(&harness), 0, "the race is shown again");
}

#[test]
fn nothing_is_written_over_what_is_open_or_was_not_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("race.png");
    std::fs::copy(race(), &copy).expect("copied");
    let before = std::fs::read(&copy).expect("read");
    for chosen in ["race.png", "race"] {
        let choices = Choices { save: Mutex::new(Some(folder.path().join(chosen))), ..Choices::default() };
        let mut harness = window(vec![copy.clone()], choices);
        press(&mut harness, CTRL, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        let [error] = paddock(&harness).errors() else { panic!("{chosen}: {:?}", paddock(&harness).errors()) };
        assert!(error.contains("race.png") && error.contains("nothing was written"), "{error}");
        assert_eq!(std::fs::read(&copy).expect("read"), before);
        press(&mut harness, CTRL, Key::N);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::S);
        assert_eq!(folder.path().join("race.json").exists(), chosen == "race", "a document gets its ending");
        assert_eq!(std::fs::read(&copy).expect("read"), before);
    }
}

#[test]
fn a_file_another_program_changed_is_not_overwritten_silently() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.json");
    let mut harness = window(Vec::new(), Choices { save: Mutex::new(Some(path.clone())), ..Choices::default() });
    press(&mut harness, CTRL, Key::N);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, CTRL, Key::S);
    let ours = std::fs::read(&path).expect("saved");
    press(&mut harness, Modifiers::NONE, Key::M);
    press(&mut harness, CTRL, Key::S);
    let mirrored = std::fs::read(&path).expect("saved again");
    assert_ne!(ours, mirrored, "its own writing is no change");
    std::fs::write(&path, &ours).expect("changed outside");
    press(&mut harness, Modifiers::NONE, Key::M);
    press(&mut harness, Modifiers::NONE, Key::R);
    press(&mut harness, CTRL, Key::S);
    assert_eq!(std::fs::read(&path).expect("there"), ours);
    click(&mut harness, "\u{e036} Reload");
    assert!(paddock(&harness).document().is_some_and(|document| !document.is_unsaved()));
    press(&mut harness, Modifiers::NONE, Key::M);
    std::fs::write(&path, "{}").expect("changed outside");
    press(&mut harness, CTRL, Key::S);
    click(&mut harness, "\u{e248} Save anyway");
    assert_eq!(std::fs::read(&path).expect("there"), mirrored);
    assert!(paddock(&harness).document().is_some_and(|document| !document.is_unsaved()));
}

#[test]
fn quitting_saves_what_has_changes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.json");
    let mut harness = changed(Some(path.clone()));
    ask_to_close(&mut harness);
    harness.get_by_label("\u{e248} Save").click();
    let mut closes = false;
    for _ in 0..4 {
        harness.step();
        let commands = harness.output().viewport_output.values().flat_map(|output| output.commands.iter());
        closes |= commands.clone().any(|command| *command == egui::ViewportCommand::Close);
    }
    assert!(path.exists() && closes, "saved, then closed");
    assert!(paddock(&harness).document().is_some_and(|document| !document.is_unsaved()));
}
