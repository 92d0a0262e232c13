//! Helpers of the editor tests: the Editor workspace in a window, used with pointer and keys.

#![allow(clippy::panic, reason = "a helper fails the test and says why")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use paddock::app::Paddock;
use paddock::app::board::fonts;
use paddock::app::commands::{self, Command, CommandQueue, Request};
use paddock::app::documents::files::SaveKind;
use paddock::app::documents::files::{FileDialogs, NO_PICTURE};
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;
use paddock::editor::sketch::{SketchDocument, pieces};
use paddock::games::vektorace::{Draft, Vektorace};
use paddock::render::Theme;

/// A circuit of VektoRace.
pub type Document = SketchDocument<Vektorace>;

/// The titles of the steps, in order.
pub fn titles_of(document: &Document) -> Vec<&str> {
    document.history().steps().iter().map(paddock::editor::Step::title).collect()
}

/// A shipped file in a folder of this test's own, with all that lie beside it: a file that one window has open is
/// opened as a copy by the next, and tests run at the same time.
pub fn shipped(name: &str) -> PathBuf {
    thread_local! {
        static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a folder");
    }
    let path = FOLDER.with(|folder| folder.path().join(name));
    let (folder, name) = (path.parent().expect("a folder"), Path::new(name).parent().expect("a folder"));
    if !folder.exists() {
        std::fs::create_dir_all(folder).expect("made");
        let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("shipped");
        for file in entries.map(|entry| entry.expect("listed").path()).filter(|file| file.extension().is_some()) {
            std::fs::copy(&file, folder.join(file.file_name().expect("a name"))).expect("copied");
        }
    }
    path
}

/// The workspace in a window of its own, with the command table around it.
pub struct Desk {
    /// The workspace.
    pub tab: EditorTab,
    queue: CommandQueue,
    /// Commands that are the shell's to carry out.
    pub left: Vec<Command>,
}

impl Desk {
    fn show(&mut self, ui: &mut egui::Ui) {
        for request in commands::pressed(ui.ctx(), &self.tab.situation(), false) {
            self.queue.push(request);
        }
        self.tab.show(ui, Theme::Light, &mut self.queue);
        for request in self.queue.take() {
            if let Request::Do(command) = request
                && !self.tab.run(command)
            {
                self.left.push(command);
            }
        }
    }
}

pub fn window(draft: Draft) -> Harness<'static, Desk> {
    let desk = Desk {
        tab: EditorTab::new(Box::new(Document::new(draft, true))),
        queue: CommandQueue::default(),
        left: Vec::new(),
    };
    let mut harness = Harness::builder()
        .with_size(egui::vec2(1400.0, 900.0))
        .with_context_setup(fonts::install)
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk);
    harness.run();
    harness
}

pub fn starter() -> Draft {
    pieces::starter()
}

/// Where a place of the table is on the screen.
pub fn screen(harness: &mut Harness<'_, Desk>, at: [f64; 2]) -> Pos2 {
    harness.state_mut().tab.board().screen_from_world(at)
}

pub fn move_to(harness: &mut Harness<'_, Desk>, at: [f64; 2]) {
    let place = screen(harness, at);
    harness.event(egui::Event::PointerMoved(place));
    harness.run();
}

pub fn button(harness: &mut Harness<'_, Desk>, at: [f64; 2], pressed: bool) {
    let pos = screen(harness, at);
    let button = PointerButton::Primary;
    harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.run();
}

pub fn click(harness: &mut Harness<'_, Desk>, at: [f64; 2]) {
    move_to(harness, at);
    button(harness, at, true);
    button(harness, at, false);
}

pub fn document<'a>(harness: &'a Harness<'_, Desk>) -> &'a Document {
    harness.state().tab.document().of().expect("a circuit of VektoRace")
}

/// Presses and lets go of the pointer's button with modifiers held.
pub fn click_with(harness: &mut Harness<'_, Desk>, at: [f64; 2], button: PointerButton, modifiers: Modifiers) {
    move_to(harness, at);
    let pos = screen(harness, at);
    harness.event(egui::Event::ModifiersChanged(modifiers));
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        harness.run();
    }
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
}

/// Drags with the left button, by way of two places between.
pub fn drag(harness: &mut Harness<'_, Desk>, from: [f64; 2], to: [f64; 2]) {
    move_to(harness, from);
    button(harness, from, true);
    for part in [0.3, 0.7, 1.0] {
        move_to(harness, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
    }
    button(harness, to, false);
}

/// Presses a key.
pub fn press(harness: &mut Harness<'_, Desk>, key: Key) {
    harness.key_press(key);
    harness.run();
}

/// The titles of the steps, in order.
pub fn titles(harness: &Harness<'_, Desk>) -> Vec<String> {
    document(harness).history().steps().iter().map(|step| step.title().to_owned()).collect()
}

/// Answers every question for a file with the same path.
pub struct Always {
    /// To open, and to save to.
    pub file: PathBuf,
    /// To trace.
    pub picture: Option<PathBuf>,
}

impl FileDialogs for Always {
    fn open(&self) -> Vec<PathBuf> {
        vec![self.file.clone()]
    }

    fn save(&self, _: SaveKind, _: &str) -> Option<PathBuf> {
        Some(self.file.clone())
    }

    fn second(&self, _: &'static str) -> Option<PathBuf> {
        Some(self.file.clone())
    }

    fn picture(&self) -> Option<PathBuf> {
        self.picture.clone()
    }

    fn copied_picture(&self) -> Result<Vec<u8>, String> {
        let picture = self.picture.as_ref().ok_or(NO_PICTURE)?;
        std::fs::read(picture).map_err(|error| error.to_string())
    }
}

/// The whole program's window, with nothing open.
pub fn program(path: PathBuf) -> Harness<'static, Option<Paddock>> {
    program_with(Always { file: path, picture: None })
}

/// The same with these answers.
pub fn program_with(answers: Always) -> Harness<'static, Option<Paddock>> {
    program_in(answers, 3_600)
}

/// The same program, which autosaves changes beside their file after this number of seconds.
pub fn program_in(answers: Always, keep_changes_after: u32) -> Harness<'static, Option<Paddock>> {
    program_with_data(answers, keep_changes_after, None)
}

/// The same, which keeps circuits that have no file in a folder, if any.
pub fn program_with_data(
    answers: Always,
    keep_changes_after: u32,
    data: Option<PathBuf>,
) -> Harness<'static, Option<Paddock>> {
    let mut harness = Harness::builder().with_size(egui::vec2(1440.0, 900.0)).build_ui_state(
        move |ui, window: &mut Option<Paddock>| {
            let create = || {
                let dialogs = Arc::new(Always { file: answers.file.clone(), picture: answers.picture.clone() });
                Paddock::new(
                    ui.ctx(),
                    Settings { keep_changes_after, ..Settings::default() },
                    dialogs,
                    Background::inline(),
                )
            };
            if window.is_none() {
                // The fonts are there from the next frame on.
                let mut created = create();
                if let Some(folder) = data.clone() {
                    created.keep_unsaved_in(ui.ctx(), folder);
                }
                *window = Some(created);
            } else if let Some(window) = window {
                window.show(ui);
            }
        },
        None,
    );
    harness.run_steps(8);
    harness
}

/// The circuit that is shown.
pub fn circuit(harness: &Harness<'_, Option<Paddock>>) -> Document {
    let window = harness.state().as_ref().expect("made in the first frame");
    match &window.document().expect("one is shown").content {
        Content::Circuit(tab) => tab.document().of::<Vektorace>().expect("a circuit of VektoRace").clone(),
        Content::Race(_) => panic!("a race is shown"),
    }
}
