//! Tests of journals that block a new one, cannot be read, belong to another file, or vanish: no recorded turn is lost.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;
use paddock::editor::sketch::AnySketch;
use paddock::storage::Journal;

use crate::hands::{CTRL, Window, click, paddock, press, race_tab as tab};

/// A race of its own, which may be written to; its journal's place; and a data folder.
struct Table {
    folder: tempfile::TempDir,
    file: PathBuf,
    journal: PathBuf,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("race.json");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/widdershins-four-cars.json");
        std::fs::copy(shipped, &file).unwrap();
        let journal = Journal::beside(&file).unwrap();
        Self { folder, file, journal }
    }

    /// A window that has the race open.
    fn window(&self) -> Window {
        let mut harness = self.start();
        press(&mut harness, CTRL, Key::O);
        harness
    }

    /// A window on the welcome page.
    fn start(&self) -> Window {
        let answers = crate::desk::Always { file: self.file.clone(), picture: None };
        crate::desk::program_with_data(answers, 3_600, Some(self.folder.path().join("data")))
    }

    /// Files beside the race whose names begin like the journal's, but for the journal itself.
    fn aside(&self) -> Vec<PathBuf> {
        let prefix = self.journal.file_name().unwrap().to_string_lossy().into_owned() + ".";
        let names = std::fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<PathBuf> =
            names.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&prefix)).collect();
        names.sort();
        names
    }
}

/// Takes three turns off the end, one entry each; answers the race's text. The window is then gone as if it were
/// killed.
fn three_entries(table: &Table) -> String {
    let mut harness = table.window();
    for _ in 0..3 {
        press(&mut harness, CTRL, Key::Backspace);
    }
    assert!(table.journal.exists());
    tab(&harness).race().file_text(true).unwrap()
}

/// Sets the title in the race's file by other means than the program's.
fn change_title(file: &Path) {
    let mut race: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    race["title"] = "Another evening".into();
    std::fs::write(file, race.to_string()).unwrap();
}

#[test]
fn turns_beside_a_file_are_offered_at_the_next_start() {
    let table = Table::new();
    assert!(table.start().query_by_label_contains("has unsaved changes").is_none());
    three_entries(&table);
    let mut harness = table.start();
    harness.get_by_label("race.json has unsaved changes from less than a minute ago.");
    let buttons = harness.get_all_by_role(egui::accesskit::Role::Button);
    let label = buttons.filter_map(|node| node.accesskit_node().label()).find(|label| label.ends_with("Recover…"));
    click(&mut harness, &label.unwrap());
    harness.get_by_label_contains("Recover them");
}

#[test]
fn the_journal_of_a_file_that_another_program_changed_is_kept_and_listed_until_it_is_deleted() {
    let table = Table::new();
    three_entries(&table);
    let journal = std::fs::read(&table.journal).unwrap();
    change_title(&table.file);
    {
        let mut harness = table.window();
        let reported = paddock(&harness).errors().join(" ");
        assert!(
            reported.contains("another program has changed the file") && reported.contains(".journal.1"),
            "{reported}"
        );
        let aside = table.aside();
        assert_eq!(aside.len(), 1);
        assert_eq!(std::fs::read(&aside[0]).unwrap(), journal);
        // What is recorded now has a journal of its own.
        press(&mut harness, CTRL, Key::Backspace);
        assert!(table.journal.exists());
        assert_eq!(std::fs::read(&aside[0]).unwrap(), journal);
    }
    // A window started later lists it, and opens it as a copy.
    let mut harness = table.start();
    harness.get_by_label("Unsaved work set aside");
    click(&mut harness, ".race.json.journal.1");
    assert_eq!(paddock(&harness).errors(), [] as [String; 0]);
    let before = serde_json::from_slice::<serde_json::Value>(&std::fs::read(&table.file).unwrap()).unwrap();
    let turns = before["turns"].as_array().unwrap().len();
    assert_eq!(tab(&harness).race().len(), turns - 3);
    assert!(paddock(&harness).document().unwrap().path.is_none() && paddock(&harness).document().unwrap().is_unsaved());
    // It is deleted only after a question.
    for keeps in [true, false] {
        press(&mut harness, CTRL, Key::Home);
        click(&mut harness, "Delete .race.json.journal.1");
        harness.get_by_label("Delete permanently?");
        if keeps {
            press(&mut harness, Modifiers::NONE, Key::Escape);
            assert!(harness.query_by_label("Delete permanently?").is_none());
        } else {
            let buttons = harness.get_all_by_role(egui::accesskit::Role::Button);
            let labels = buttons.filter_map(|node| node.accesskit_node().label());
            let label = labels.into_iter().find(|label| label.ends_with(" Delete")).unwrap();
            click(&mut harness, &label);
        }
        assert_eq!(table.aside().len(), usize::from(keeps));
    }
    assert!(harness.query_by_label("Unsaved work set aside").is_none());
}

#[test]
fn a_journal_that_cannot_be_read_or_is_newer_is_kept_whole() {
    let newer = "{\"paddock\":\"journal\",\"version\":99,\"base\":\"0\"}\n\"undo\"\n";
    for bytes in [b"\xff\xfe not a journal".as_slice(), newer.as_bytes()] {
        let table = Table::new();
        std::fs::write(&table.journal, bytes).unwrap();
        let mut harness = table.window();
        assert_eq!(paddock(&harness).errors().len(), 1, "{:?}", paddock(&harness).errors());
        press(&mut harness, CTRL, Key::Backspace);
        assert!(paddock(&harness).document().unwrap().is_unsaved());
        let aside = table.aside();
        assert_eq!(aside.len(), 1);
        assert_eq!(std::fs::read(&aside[0]).unwrap(), bytes);
    }
}

#[test]
fn a_journal_that_appears_while_the_race_is_open_is_not_written_over() {
    let table = Table::new();
    let mut harness = table.window();
    std::fs::write(&table.journal, "someone else's\n").unwrap();
    press(&mut harness, CTRL, Key::Backspace);
    let aside = table.aside();
    assert_eq!(aside.len(), 1);
    assert_eq!(std::fs::read_to_string(&aside[0]).unwrap(), "someone else's\n");
    press(&mut harness, CTRL, Key::Home);
    harness.get_by_label(".race.json.journal.1");
}

#[cfg(unix)]
#[test]
fn a_journal_that_vanishes_is_written_again_at_once() {
    let table = Table::new();
    let mut harness = table.window();
    press(&mut harness, CTRL, Key::Backspace);
    std::fs::remove_file(&table.journal).unwrap();
    // The window looks every other second, whether or not anything is recorded.
    for _ in 0..200 {
        harness.step();
    }
    assert!(table.journal.exists(), "written again while nothing is recorded");
    std::fs::remove_file(&table.journal).unwrap();
    press(&mut harness, CTRL, Key::Backspace);
    let raced = tab(&harness).race().file_text(true).unwrap();
    drop(harness);
    let mut harness = table.window();
    let button = harness.get_all_by_role(egui::accesskit::Role::Button);
    let label = button.filter_map(|node| node.accesskit_node().label());
    let label = label.into_iter().find(|label| label.contains("Recover them")).unwrap();
    click(&mut harness, &label);
    assert_eq!(tab(&harness).race().file_text(true).unwrap(), raced);
    let Content::Race(tab) = &paddock(&harness).document().unwrap().content else { panic!("a race") };
    assert!(tab.is_dirty());
}

#[test]
fn a_second_window_opens_a_copy_and_touches_nothing_of_the_first() {
    let table = Table::new();
    let mut first = table.window();
    press(&mut first, CTRL, Key::Backspace);
    let journal = std::fs::read(&table.journal).unwrap();
    let saved = std::fs::read(&table.file).unwrap();
    {
        let mut second = table.window();
        let reported = paddock(&second).errors().join(" ");
        assert!(reported.contains("another window (process") && reported.contains("copy"), "{reported}");
        assert!(
            second.query_by_label_contains("that the race's file does not have").is_none(),
            "the journal is the first window's"
        );
        let document = paddock(&second).document().unwrap();
        assert!(document.path.is_none() && document.title().ends_with("(copy)"), "{}", document.title());
        press(&mut second, CTRL, Key::Backspace);
        // Saving asks for a name; the dialog's answer is the very file, which the first window has open.
        press(&mut second, CTRL, Key::S);
        let reported = paddock(&second).errors().join(" ");
        assert!(reported.contains("has this file open; nothing was written"), "{reported}");
        assert!(paddock(&second).document().unwrap().is_unsaved());
    }
    assert_eq!(std::fs::read(&table.journal).unwrap(), journal);
    assert_eq!(std::fs::read(&table.file).unwrap(), saved);
    press(&mut first, CTRL, Key::Backspace);
    press(&mut first, CTRL, Key::S);
    assert!(!table.journal.exists() && !paddock(&first).document().unwrap().is_unsaved());
    drop(first);
    // Nothing is left but the race and the data folder, in which the second window's race waits.
    let mut third = table.start();
    assert_eq!(paddock(&third).documents().len(), 1, "what the second window recorded is found");
    press(&mut third, CTRL, Key::O);
    assert!(
        paddock(&third).document().unwrap().path.is_some(),
        "nobody has it open now: {:?}",
        paddock(&third).errors()
    );
}

#[test]
fn changes_that_wait_for_an_answer_are_kept_whatever_is_changed_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    std::fs::write(&path, crate::desk::Document::new(crate::desk::starter(), true).to_text().unwrap()).unwrap();
    let open = || {
        let mut harness = crate::desk::program_in(crate::desk::Always { file: path.clone(), picture: None }, 0);
        press(&mut harness, CTRL, Key::O);
        harness
    };
    let change = |harness: &mut Window| {
        harness.get_by_label("Select Corner 3").click();
        harness.run_steps(2);
        press(harness, Modifiers::SHIFT, Key::ArrowUp);
    };
    let kept = || {
        let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains(".autosave")).count()
    };
    {
        let mut harness = open();
        change(&mut harness);
    }
    assert_eq!(kept(), 1);
    {
        let mut harness = open();
        click(&mut harness, "Ask again later");
        change(&mut harness);
        // Another change than the one that waits: the same one would be in the file once this is saved.
        press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
        assert_eq!(kept(), 2, "the older changes are not written over");
        press(&mut harness, CTRL, Key::S);
        assert_eq!(kept(), 1, "what was saved needs no keeping");
    }
    let harness = open();
    harness.get_by_label_contains("The file has changed since");
}

#[test]
fn recovered_races_are_counted_and_do_not_hide_the_file_that_was_named() {
    let table = Table::new();
    {
        let mut harness = table.start();
        for _ in 0..2 {
            press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
            harness.run_steps(8);
            click(&mut harness, "Start race");
            harness.run_steps(8);
        }
        assert_eq!(paddock(&harness).documents().len(), 2);
    }
    // The races are found after the file is read, or before.
    for finds_last in [true, false] {
        let (file, data) = (table.file.clone(), table.folder.path().join("data"));
        let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
            let window = window.get_or_insert_with(|| {
                let dialogs = std::sync::Arc::new(crate::desk::Always { file: file.clone(), picture: None });
                let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
                if finds_last {
                    window.open(ui.ctx(), vec![file.clone()]);
                }
                window.keep_unsaved_in(ui.ctx(), data.clone());
                if !finds_last {
                    window.open(ui.ctx(), vec![file.clone()]);
                }
                window
            });
            window.show(ui);
        };
        let mut harness = egui_kittest::Harness::builder()
            .with_size(egui::vec2(1440.0, 900.0))
            .with_context_setup(look::install)
            .build_ui_state(show, None);
        harness.run_steps(8);
        assert_eq!(paddock(&harness).documents().len(), 3, "{finds_last}");
        assert_eq!(paddock(&harness).document().unwrap().path.as_ref(), Some(&table.file), "{finds_last}");
        if finds_last {
            let status = paddock(&harness).status();
            assert_eq!(
                status,
                "Recovered 2 races, last changed less than a minute ago. They have no file yet; save them to keep them"
            );
        }
    }
}
