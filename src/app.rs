//! The window.
//!
//! | module | content | uses |
//! |---|---|---|
//! | [`shell`] | the frame around the workspaces: menu, palette, messages, questions, welcome page, tour | all below |
//! | `execute` | carries out all commands | all below |
//! | [`tabs`] | the open documents, one for each tab | all below |
//! | [`workspaces`] | the editor of circuits, Replay and Analysis of a race, the dialog of a new race | all below |
//! | [`commands`] | the table of commands, and the queue that panels push requests to | all below |
//! | [`documents`] | files, autosaves, unsaved work of earlier runs, figures of a race | `board` |
//! | [`jobs`] | background jobs, and searches that can be stopped | nothing |
//! | [`board`] | drawing: the board, painted scenes, pictures, fonts, icons | nothing |
//! | [`settings`], [`shipped`] | the settings kept between runs; the circuits and races inside the program | nothing |

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

use egui::{Context, ThemePreference, ViewportBuilder};

use board::{icon, look};
use commands::{Command, CommandQueue, Request, Situation};
use documents::export::Filming;
use documents::figures::Figures;
use documents::files::{FileDialogs, SystemDialogs};
use documents::left_over::LeftOver;
use documents::unsaved::Unsaved;
use documents::{autosave, crash};
pub use execute::Done;
use jobs::background::Background;
use settings::Settings;
use shell::closing::Closing;
use shell::export::ExportDialog;
use shell::licenses;
use shell::messages::Messages;
use shell::palette::Palette;
use shell::questions::Question;
use shell::{players, screen_size};

use shell::templates::Templates;
use shell::tour::Tour;
use shell::welcome::Welcome;
use tabs::{Content, Document};
use workspaces::analysis::arrangement::Arrangement;
use workspaces::analysis::layouts::Layout;
use workspaces::chance::Chance;
use workspaces::new_race::NewRace;
use workspaces::race::Programs;

use crate::Games;
use crate::replay::Race;

/// The reason why the window could not be opened, or why it closed after a crash.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The window cannot be opened or drawn, for example because there is no display. The text is the cause.
    #[error("{0}")]
    Window(String),
    /// The window panicked. The crash report was written to this folder.
    #[error(
        "Paddock crashed. This is a bug; the report is in {}. Start Paddock again to see the report and recover unsaved work",
        .0.display()
    )]
    Crashed(PathBuf),
}

/// The state of the program's window. Tests can run it without a real window.
pub struct Paddock {
    documents: Vec<Document>,
    /// The index of the document on screen; `None` for the welcome page.
    shown: Option<usize>,
    /// The id of the document whose tab was last scrolled into view, and the number of open documents at that time.
    revealed: Option<(Option<u64>, usize)>,
    settings: Settings,
    /// The arrangement of the panels of the Analysis workspace.
    arrangement: Arrangement,
    /// The layouts of the Analysis workspace that the user has saved.
    layouts: Vec<Layout>,
    /// The race whose analysis is being computed, given by the id of its document and the race's version number.
    being_read: Option<(u64, u64)>,
    /// The race whose analysis failed most recently, given by the id of its document and the race's version number.
    unreadable: Option<(u64, u64)>,
    queue: CommandQueue,
    background: Background<Done>,
    dialogs: Arc<dyn FileDialogs>,
    games: Games,
    messages: Messages,
    status: String,
    /// The message in the status bar about the document on screen, such as the result of a search. The number is the
    /// version number that the document had when the message appeared. `None` if the status bar shows another text.
    finding: Option<(u64, String)>,
    palette: Palette,
    export: ExportDialog,
    /// The export of a moving picture (GIF or APNG) that is running; `None` if no such export is running.
    filming: Option<Arc<Filming>>,
    templates: Templates,
    tour: Tour,
    /// The id of the document that contains the tour's race; `None` until this race is opened.
    toured: Option<u64>,
    /// The number of files exported in this run: pictures, set-up sheets, plots and tables.
    pictures: usize,
    chance: Chance,
    new_race: NewRace,
    keyboard_map: bool,
    licenses: licenses::Licenses,
    screen_size: screen_size::ScreenSize,
    players: players::Players,
    /// The other programs that are running as players.
    programs: Programs,
    closing: Option<Closing>,
    /// The ids of the documents being saved, so that two jobs never write the same document.
    saving: Vec<u64>,
    /// The ids of the documents to close once they are saved.
    closes_when_saved: Vec<u64>,
    /// The id of a document that was not saved because another program had changed its file.
    /// The user is asked which version to keep.
    changed_outside: Option<u64>,
    /// The ids of the documents for which the user was asked which version to keep, because another program had changed
    /// the file before a save. An id is removed when its document is saved or reloaded.
    asked_at_save: Vec<u64>,
    /// The questions that the user has not answered yet, the oldest first.
    questions: Vec<Question>,
    /// The postponed questions about journals. They are asked again before the next turn is recorded.
    put_off: Vec<Question>,
    /// The data folder with the autosaves of documents without a file; `None` if there is no data folder.
    unsaved: Option<Unsaved>,
    /// Collects the facts to write to a crash report.
    log: crash::Log,
    /// The paths of the autosaves and journals that were set aside. The welcome page lists them.
    aside: Vec<PathBuf>,
    /// The files with unsaved changes from closed windows. The welcome page offers to recover these changes.
    left_over: Vec<LeftOver>,
    /// The time at which open files were last checked for changes, in seconds since the start of the program.
    looked_at_files: f64,
    /// Whether the window closes as soon as all documents are saved.
    quits_when_saved: bool,
    may_quit: bool,
    welcome: Welcome,
    looked_at_shipped: bool,
}

impl Paddock {
    /// Makes a window without documents. Installs the fonts and styles in the egui context.
    #[must_use]
    pub fn new(ctx: &Context, settings: Settings, dialogs: Arc<dyn FileDialogs>, background: Background<Done>) -> Self {
        look::install(ctx);
        // + and − zoom the board, not the window.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        ctx.set_zoom_factor(settings.zoom());
        // Lists of another race begin at their top, also where the last window had the same list.
        ctx.data_mut(|data| data.remove_by_type::<egui::scroll_area::State>());
        Self {
            documents: Vec::new(),
            shown: None,
            revealed: None,
            arrangement: Arrangement::from_text(&settings.panels).unwrap_or_default(),
            layouts: settings.layouts.iter().filter_map(|text| Layout::from_file(text).ok()).collect(),
            being_read: None,
            unreadable: None,
            settings,
            queue: CommandQueue::default(),
            background,
            dialogs,
            games: Games::all(),
            messages: Messages::default(),
            status: String::new(),
            finding: None,
            palette: Palette::default(),
            export: ExportDialog::default(),
            filming: None,
            templates: Templates::default(),
            tour: Tour::default(),
            toured: None,
            pictures: 0,
            chance: Chance::default(),
            keyboard_map: false,
            licenses: licenses::Licenses::default(),
            screen_size: screen_size::ScreenSize::default(),
            players: players::Players::default(),
            programs: Programs::default(),
            closing: None,
            saving: Vec::new(),
            changed_outside: None,
            asked_at_save: Vec::new(),
            questions: Vec::new(),
            put_off: Vec::new(),
            new_race: NewRace::default(),
            unsaved: None,
            log: crash::Log::default(),
            aside: Vec::new(),
            left_over: Vec::new(),
            looked_at_files: 0.0,
            closes_when_saved: Vec::new(),
            quits_when_saved: false,
            may_quit: false,
            welcome: Welcome::default(),
            looked_at_shipped: false,
        }
    }

    /// Uses these games instead of Paddock's own.
    #[must_use]
    pub fn with_games(self, games: Games) -> Self {
        Self { games, ..self }
    }

    /// Sets the log from which crash reports are written. Offers to show the newest report in the folder.
    #[must_use]
    pub fn with_crash_reports(mut self, ctx: &Context, log: crash::Log, folder: PathBuf) -> Self {
        log.opened();
        self.log = log;
        self.background.start_quietly(ctx, move || match crash::newest(&folder) {
            Some((path, text)) => {
                crash::mark_shown(&folder);
                Done::FoundCrash(path, text)
            }
            None => Done::Nothing,
        });
        self
    }

    /// Opens these files, each in a tab.
    pub fn open(&mut self, ctx: &Context, paths: Vec<PathBuf>) {
        self.open_files(ctx, paths);
    }

    /// Queues a request, as a panel does. The next frame carries it out.
    pub fn request(&mut self, request: impl Into<Request>) {
        self.queue.push(request);
    }

    /// Opens a race without a file.
    pub fn open_race(&mut self, race: Arc<dyn Race>) {
        let figures = Arc::new(Figures::of(race.as_ref()));
        self.add(Document::race(None, race, figures));
    }

    /// The open documents, in the order of their tabs.
    #[must_use]
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The document on screen; `None` if the welcome page is shown.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.shown.and_then(|index| self.documents.get(index))
    }

    /// Whether a background job is running.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.background.is_busy()
    }

    /// The text of the status bar, such as the result of the last command.
    #[must_use]
    pub fn status(&self) -> &str {
        &self.status
    }

    /// The error messages on screen.
    #[must_use]
    pub fn errors(&self) -> &[String] {
        self.messages.all()
    }

    /// The settings of the window.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings to save for the next run, including the current arrangement of the Analysis panels.
    #[must_use]
    pub fn settings_to_keep(&self) -> Settings {
        let arrangement = self.arrangement.of_any_race();
        let is_default = arrangement == Arrangement::default();
        let panels = if is_default { String::new() } else { arrangement.to_text() };
        let layouts = self.layouts.iter().filter_map(|layout| layout.to_file().ok()).collect();
        let mut settings = Settings { panels, layouts, ..self.settings.clone() };
        self.seats_to_keep(&mut settings);
        settings
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

    /// Whether the setting or tool that a command selects is on; `None` if the command selects no setting or tool.
    /// Menus show a tick if it is on.
    fn is_on(&self, ctx: &Context, command: Command) -> Option<bool> {
        let settings = &self.settings;
        let theme = || ctx.options(|options| options.theme_preference);
        Some(match command {
            Command::FollowCar => settings.follow,
            Command::ShowMinimap => settings.minimap,
            Command::SecretMoves => settings.secret,
            Command::ShowLegend => match &self.document()?.content {
                Content::Race(tab) => settings.shows_legend(tab.race().info().id),
                Content::Circuit(_) => return None,
            },
            Command::Easing => settings.easing,
            Command::ShowBefore => settings.before,
            Command::LegalPlaces => settings.legal,
            Command::ShowPlots => settings.shows_plots(ctx.content_rect().height()),
            Command::ThemeLight => theme() == ThemePreference::Light,
            Command::ThemeDark => theme() == ThemePreference::Dark,
            Command::ThemeSystem => theme() == ThemePreference::System,
            Command::UsualText => settings.text_scale == 100,
            Command::ShowWelcome => self.shown.is_none(),
            _ => return self.document()?.is_on(command),
        })
    }

    fn add(&mut self, mut document: Document) {
        document.number_among(&self.documents);
        let seats = document.kept_place().and_then(|place| self.settings.seats_of(place));
        if let (Content::Race(tab), Some(seats)) = (&mut document.content, seats) {
            tab.set_seats(seats.clone());
        }
        self.documents.push(document);
        self.shown = Some(self.documents.len() - 1);
    }

    fn select(&mut self, index: Option<usize>) {
        self.shown = index.filter(|index| *index < self.documents.len());
    }

    fn turn_tabs(&mut self, by: usize) {
        if !self.documents.is_empty() {
            // The welcome page counts as the tab before the first document.
            let next = self.shown.map_or(by.saturating_sub(1), |now| now + by);
            self.shown = Some(next % self.documents.len());
        }
    }

    /// Closes a document. Asks first if something would be lost.
    fn close(&mut self, index: usize) {
        match self.documents.get(index) {
            Some(document) if document.loses_by_closing() => self.closing = Some(Closing::Document(index)),
            Some(_) => self.close_now(index),
            None => {}
        }
    }

    fn close_now(&mut self, index: usize) {
        if index >= self.documents.len() {
            return;
        }
        let mut settings = std::mem::take(&mut self.settings);
        self.seats_to_keep(&mut settings);
        self.settings = settings;
        let mut closed = self.documents.remove(index);
        if let Content::Race(tab) = &mut closed.content {
            // The user has agreed to lose the turns that are not saved.
            tab.forget_journal();
        }
        // The user has agreed to lose the changes that are not saved.
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

/// Opens Paddock's window with these files, or with the welcome page if there are no files. Only these games are
/// supported. Returns when the window is closed.
///
/// # Errors
/// Returns an error if no window can be opened, for example without a display.
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
    let (log, reports) = (crash::Log::default(), eframe::storage_dir("paddock").map(|folder| folder.join("reports")));
    if let Some(reports) = &reports {
        crash::install(reports.clone(), log.clone());
    }
    let (of_window, offered) = (log.clone(), reports.clone());
    let create: eframe::AppCreator<'_> = Box::new(move |creation| {
        let stored = creation.storage.and_then(|storage| eframe::get_value(storage, settings::KEY));
        let ctx = &creation.egui_ctx;
        let stored = stored.unwrap_or_default();
        let mut window =
            Paddock::new(ctx, stored, Arc::new(SystemDialogs::new(ctx)), Background::default()).with_games(games);
        if let Some(reports) = offered {
            window = window.with_crash_reports(ctx, of_window, reports);
        }
        if let Some(folder) = eframe::storage_dir("paddock") {
            window.keep_unsaved_in(ctx, folder.join("unsaved"));
        }
        window.open(ctx, files);
        Ok(Box::new(window))
    });
    // Without a display some window systems panic instead of returning an error.
    let opened =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| eframe::run_native("paddock", options, create)));
    match (opened, reports) {
        (Ok(result), _) => result.map_err(|error| AppError::Window(cause(&error.to_string()))),
        (Err(_), Some(reports)) if log.has_window() => Err(AppError::Crashed(reports)),
        (Err(_), reports) => {
            // If the display could not be opened, the next start must not report a crash.
            if let Some(reports) = reports {
                crash::forget_own(&reports);
            }
            Err(AppError::Window("the window system crashed".to_owned()))
        }
    }
}

/// Returns the cause of an error of the window system: its message without the source code location at the start.
fn cause(error: &str) -> String {
    let after_place = error.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(error, |(_, cause)| cause).trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn errors_of_the_window_system_are_reported_without_source_positions() {
        let error = "winit EventLoopError: os error at /x/mod.rs:788: Failed to open connection to X server";
        assert_eq!(super::cause(error), "Failed to open connection to X server");
        assert_eq!(super::cause("no such thing"), "no such thing");
    }
}
