//! Printing: pages are written to a temporary file and shown by a program of the system. Without such a program, the
//! window says where the file is.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::documents::files::{FileDialogs, SaveKind};
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;

use crate::desk::shipped;
use crate::hands::{CTRL, Window, paddock, press};

/// Dialogs of a system that shows files, or does not.
struct Viewer {
    works: bool,
    shown: Mutex<Vec<PathBuf>>,
}

impl FileDialogs for Viewer {
    fn open(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn import(&self) -> Vec<PathBuf> {
        vec![shipped("replays/vektorace/widdershins-four-cars.json")]
    }

    fn view(&self, path: &Path) -> bool {
        self.shown.lock().unwrap().push(path.to_owned());
        self.works
    }

    fn save(&self, _kind: SaveKind, _suggested: &str) -> Option<PathBuf> {
        None
    }
}

fn window(works: bool, files: Vec<PathBuf>) -> (Arc<Viewer>, Window) {
    let viewer = Arc::new(Viewer { works, shown: Mutex::default() });
    let dialogs = Arc::clone(&viewer);
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let mut window =
                Paddock::new(ui.ctx(), Settings::default(), Arc::clone(&dialogs) as Arc<_>, Background::inline());
            window.open(ui.ctx(), files.clone());
            window
        });
        window.show(ui);
    };
    let builder = egui_kittest::Harness::builder().with_size(egui::vec2(1366.0, 768.0)).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    (viewer, harness)
}

#[test]
fn a_circuit_and_a_race_are_printed_by_a_program_of_the_system() {
    for (file, extension, begin) in [
        ("tracks/vektorace/widdershins.json", "pdf", "%PDF"),
        ("replays/vektorace/widdershins-four-cars.json", "pdf", "%PDF-"),
    ] {
        let (viewer, mut harness) = window(true, vec![shipped(file)]);
        for times in 1..=2 {
            press(&mut harness, CTRL, Key::P);
            harness.run_steps(4);
            let shown = viewer.shown.lock().unwrap().clone();
            assert_eq!(shown.len(), times, "{file}");
            let page = shown.last().unwrap();
            assert_eq!(page.extension().unwrap(), extension);
            let text = std::fs::read(page).unwrap();
            assert!(text.to_ascii_lowercase().starts_with(begin.to_ascii_lowercase().as_bytes()), "{file}");
            assert!(paddock(&harness).status().contains(&page.display().to_string()), "{}", paddock(&harness).status());
            std::fs::remove_dir_all(page.parent().unwrap()).unwrap();
        }
    }
}

#[test]
fn without_such_a_program_the_window_says_where_the_pages_are() {
    let (viewer, mut harness) = window(false, vec![shipped("tracks/formula_d/saltmarsh.json")]);
    harness.get_by_label("File").click();
    harness.run_steps(4);
    let entry = harness.query_all_by_label_contains("Print").next().unwrap();
    entry.click();
    harness.run_steps(4);
    let page = viewer.shown.lock().unwrap().last().unwrap().clone();
    let error = paddock(&harness).errors().join(" ");
    assert!(error.contains(&page.display().to_string()) && page.exists(), "{error}");
    std::fs::remove_dir_all(page.parent().unwrap()).unwrap();
}

#[test]
fn files_of_other_programs_are_imported_from_the_menu() {
    let (_, mut harness) = window(true, Vec::new());
    harness.get_by_label("File").click();
    harness.run_steps(4);
    harness.query_all_by_label_contains("Import").next().unwrap().click();
    harness.run_steps(6);
    assert!(paddock(&harness).document().is_some());
}
