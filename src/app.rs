//! The window.
//!
//! | module | what is in it | uses |
//! |---|---|---|
//! | [`shell`] | the frame around the workspaces: menu, palette, messages, questions, welcome page, tour | all below |
//! | `execute` | the one place that carries commands out | all below |
//! | [`tabs`] | what is open, one document a tab | all below |
//! | [`workspaces`] | the editor of circuits, Replay and Analysis of a race, the page of a new race | all below |
//! | [`commands`] | the one table of commands, and the queue panels push requests into | all below |
//! | [`documents`] | what is read and kept: files, autosaves, what was set aside, figures of a race | `board` |
//! | [`jobs`] | work in the background, and searches that can be stopped | nothing |
//! | [`board`] | how things look: the board, painted scenes, pictures, fonts, icons | nothing |
//! | [`settings`], [`shipped`] | what is kept between runs; what is inside the program | nothing |

pub mod board;
pub mod commands;
pub mod documents;
mod execute;
pub mod jobs;
pub mod settings;
pub mod shell;
pub mod shipped;
pub mod tabs;
pub mod workspaces;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, ViewportBuilder};

use board::{icon, look};
use commands::{CommandQueue, Request, Situation};
use documents::autosave;
use documents::figures::Figures;
use documents::files::{FileDialogs, SystemDialogs};
use documents::unsaved::Unsaved;
pub use execute::Done;
use jobs::background::Background;
use settings::Settings;
use shell::licenses;
use shell::messages::Messages;
use shell::palette::Palette;
use shell::questions::Question;
use shell::templates::Templates;
use shell::tour::Tour;
use shell::welcome::Welcome;
use tabs::{Content, Document};
use workspaces::analysis::arrangement::Arrangement;
use workspaces::chance::Chance;
use workspaces::new_race::NewRace;

use crate::Games;
use crate::replay::Race;

/// Why the window cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no display, or it cannot draw.
    #[error("{0}")]
    Window(String),
}

/// What waits for the user's answer, because changes would be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    /// The document at this place of the tabs.
    Document(usize),
    /// The window.
    Window,
}

/// The program's window, without the window: everything it shows and knows.
pub struct Paddock {
    documents: Vec<Document>,
    /// The document that is shown; the welcome page where there is none.
    shown: Option<usize>,
    /// The document whose tab the strip was scrolled to last, and among how many.
    revealed: Option<(Option<u64>, usize)>,
    settings: Settings,
    /// The panels of the Analysis workspace.
    arrangement: Arrangement,
    /// The race that is being read for it: its document's mark, and which state of it.
    being_read: Option<(u64, u64)>,
    /// The state of a race whose reading failed last.
    unreadable: Option<(u64, u64)>,
    queue: CommandQueue,
    background: Background<Done>,
    dialogs: Arc<dyn FileDialogs>,
    games: Games,
    messages: Messages,
    status: String,
    palette: Palette,
    templates: Templates,
    tour: Tour,
    /// The race that the tour goes through: its document's mark, once it is open.
    toured: Option<u64>,
    /// How many pictures were written.
    pictures: usize,
    chance: Chance,
    new_race: NewRace,
    keyboard_map: bool,
    licenses: licenses::Licenses,
    closing: Option<Closing>,
    /// Marks of the documents that are being saved, so that no two jobs write the same one.
    saving: Vec<u64>,
    /// Marks of those that close once they are saved.
    closes_when_saved: Vec<u64>,
    /// The document whose file was changed by another program when it was to be saved.
    changed_outside: Option<u64>,
    /// Marks of those whose user was asked about that, until they are saved or reloaded.
    asked_at_save: Vec<u64>,
    /// What waits for an answer, the oldest first.
    questions: Vec<Question>,
    /// Those that were put off until something would be lost.
    put_off: Vec<Question>,
    /// Where circuits without a file are kept, if anywhere.
    unsaved: Option<Unsaved>,
    /// Files that were set aside and not deleted yet.
    aside: Vec<PathBuf>,
    /// When the open files were looked at last, in seconds.
    looked_at_files: f64,
    /// The window closes once everything is saved.
    quits_when_saved: bool,
    may_quit: bool,
    welcome: Welcome,
    looked_at_shipped: bool,
}

impl Paddock {
    /// A window with nothing open. The context gets its fonts and style.
    #[must_use]
    pub fn new(ctx: &Context, settings: Settings, dialogs: Arc<dyn FileDialogs>, background: Background<Done>) -> Self {
        look::install(ctx);
        // + and − zoom the board, not the window.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        ctx.set_zoom_factor(settings.zoom());
        Self {
            documents: Vec::new(),
            shown: None,
            revealed: None,
            arrangement: Arrangement::from_text(&settings.panels).unwrap_or_default(),
            being_read: None,
            unreadable: None,
            settings,
            queue: CommandQueue::default(),
            background,
            dialogs,
            games: Games::all(),
            messages: Messages::default(),
            status: String::new(),
            palette: Palette::default(),
            templates: Templates::default(),
            tour: Tour::default(),
            toured: None,
            pictures: 0,
            chance: Chance::default(),
            keyboard_map: false,
            licenses: licenses::Licenses::default(),
            closing: None,
            saving: Vec::new(),
            changed_outside: None,
            asked_at_save: Vec::new(),
            questions: Vec::new(),
            put_off: Vec::new(),
            new_race: NewRace::default(),
            unsaved: None,
            aside: Vec::new(),
            looked_at_files: 0.0,
            closes_when_saved: Vec::new(),
            quits_when_saved: false,
            may_quit: false,
            welcome: Welcome::default(),
            looked_at_shipped: false,
        }
    }

    /// The same with these games instead of those that Paddock comes with.
    #[must_use]
    pub fn with_games(self, games: Games) -> Self {
        Self { games, ..self }
    }

    /// Opens files.
    pub fn open(&mut self, ctx: &Context, paths: Vec<PathBuf>) {
        self.open_files(ctx, paths);
    }

    /// Carries out a request in the next frame, as if a panel had sent it.
    pub fn request(&mut self, request: impl Into<Request>) {
        self.queue.push(request);
    }

    /// Opens a race that is in no file.
    pub fn open_race(&mut self, race: Arc<dyn Race>) {
        let figures = Arc::new(Figures::of(race.as_ref()));
        self.add(Document::race(None, race, figures));
    }

    /// The documents, in the order of their tabs.
    #[must_use]
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The one that is shown.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.shown.and_then(|index| self.documents.get(index))
    }

    /// Whether anything that was begun in the background is waited for.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.background.is_busy()
    }

    /// What the last command did.
    #[must_use]
    pub fn status(&self) -> &str {
        &self.status
    }

    /// Errors that are shown.
    #[must_use]
    pub fn errors(&self) -> &[String] {
        self.messages.all()
    }

    /// The user's choices.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The same with the arrangement of panels in it, as it is kept between runs.
    #[must_use]
    pub fn settings_to_keep(&self) -> Settings {
        let arrangement = self.arrangement.of_any_race();
        let is_default = arrangement == Arrangement::default();
        let panels = if is_default { String::new() } else { arrangement.to_text() };
        Settings { panels, ..self.settings.clone() }
    }

    fn content_mut(&mut self) -> Option<&mut Content> {
        let index = self.shown?;
        self.documents.get_mut(index).map(|document| &mut document.content)
    }

    fn situation(&self) -> Situation {
        let several = self.documents.len() > usize::from(self.shown.is_some());
        let situation = self.document().map_or_else(Situation::default, Document::situation);
        Situation { several, ..situation }
    }

    fn add(&mut self, document: Document) {
        self.documents.push(document);
        self.shown = Some(self.documents.len() - 1);
    }

    fn select(&mut self, index: Option<usize>) {
        self.shown = index.filter(|index| *index < self.documents.len());
    }

    fn turn_tabs(&mut self, by: usize) {
        if !self.documents.is_empty() {
            // The welcome page stands before the first document.
            let next = self.shown.map_or(by.saturating_sub(1), |now| now + by);
            self.shown = Some(next % self.documents.len());
        }
    }

    /// Closes a document, after asking where changes would be lost.
    fn close(&mut self, index: usize) {
        match self.documents.get(index) {
            Some(document) if document.is_unsaved() => self.closing = Some(Closing::Document(index)),
            Some(_) => self.close_now(index),
            None => {}
        }
    }

    fn close_now(&mut self, index: usize) {
        if index >= self.documents.len() {
            return;
        }
        let mut closed = self.documents.remove(index);
        if let Content::Race(tab) = &mut closed.content {
            // The user has said that what is in no file may go.
            tab.forget_journal();
        }
        // The user has said that these changes may go.
        autosave::forget(&closed.kept_at);
        execute::kept::forget(closed.unsaved.clone());
        self.status = format!("Closed {}", closed.title());
        self.shown = match self.shown {
            Some(shown) if shown > index => Some(shown - 1),
            Some(shown) if shown == index => self.documents.len().checked_sub(1).map(|last| shown.min(last)),
            other => other,
        };
    }
}

impl eframe::App for Paddock {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, settings::KEY, &self.settings_to_keep());
    }
}

/// Opens the window on the files, or on the welcome page, for these games. Returns when it is closed.
///
/// # Errors
/// Where no window can be opened, as on a machine without a display.
pub fn run(files: Vec<PathBuf>, games: Games) -> Result<(), AppError> {
    let viewport = ViewportBuilder::default()
        .with_title("Paddock")
        .with_app_id("paddock")
        .with_inner_size([1_440.0, 900.0])
        .with_min_inner_size([960.0, 600.0])
        .with_drag_and_drop(true);
    let viewport = match icon::icon() {
        Some(icon) => viewport.with_icon(icon),
        None => viewport,
    };
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    crate::process::leave_a_core_to_the_window();
    let create: eframe::AppCreator<'_> = Box::new(move |creation| {
        let stored = creation.storage.and_then(|storage| eframe::get_value(storage, settings::KEY));
        let ctx = &creation.egui_ctx;
        let stored = stored.unwrap_or_default();
        let mut window = Paddock::new(ctx, stored, Arc::new(SystemDialogs), Background::default()).with_games(games);
        if let Some(folder) = eframe::storage_dir("paddock") {
            window.keep_unsaved_in(ctx, folder.join("unsaved"));
        }
        window.open(ctx, files);
        Ok(Box::new(window))
    });
    // Without a display some window systems panic deep inside instead of answering: that is an error, too.
    let opened =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| eframe::run_native("paddock", options, create)));
    match opened {
        Ok(result) => result.map_err(|error| AppError::Window(cause(&error.to_string()))),
        Err(_) => Err(AppError::Window("the window system gave up".to_owned())),
    }
}

/// The cause in an error of the window system, without the place in its source that it begins with.
fn cause(error: &str) -> String {
    let after_place = error.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(error, |(_, cause)| cause).trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn errors_of_the_window_system_are_reported_without_places_in_its_source() {
        let error = "winit EventLoopError: os error at /x/mod.rs:788: Failed to open connection to X server";
        assert_eq!(super::cause(error), "Failed to open connection to X server");
        assert_eq!(super::cause("no such thing"), "no such thing");
    }
}
