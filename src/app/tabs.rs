//! The open documents, one for each tab.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Games;
use crate::app::commands::{Command, Situation};
use crate::app::documents::autosave::{self, Autosave};
use crate::app::documents::figures::Figures;
use crate::app::documents::files::{Loaded, OnDisk};
use crate::app::documents::unsaved::Kept;
use crate::app::settings::Seats;
use crate::app::workspaces::Workspace;
use crate::app::workspaces::editor::EditorTab;
use crate::app::workspaces::race::RaceTab;
use crate::app::workspaces::recording::JournalPlace;
use crate::editor::sketch::Findings;
use crate::game::scene::Scene;
use crate::game::{AnyDraft, words};
use crate::replay::Race;
use crate::storage::Claim;

/// The content of a document.
pub enum Content {
    /// A recorded race.
    Race(Box<RaceTab>),
    /// A circuit.
    Circuit(Box<EditorTab>),
}

/// An open document.
pub struct Document {
    /// The document's file; `None` for new and shipped documents.
    pub path: Option<PathBuf>,
    /// The state of the document's file when it was last read or written; `None` if it has no file.
    pub on_disk: Option<OnDisk>,
    /// The name of the document if it has no file.
    name: String,
    /// The circuit or race.
    pub content: Content,
    /// Decides when changes to the document are autosaved.
    pub autosave: Autosave,
    /// For a circuit without a file: its autosave in the data folder.
    pub unsaved: Option<Kept>,
    /// For a race without a file: the path of its journal.
    pub journal: Option<PathBuf>,
    /// The paths of the autosaves beside the document's file. New changes are written to the first path. When the
    /// document is saved, the autosaves at all paths are deleted.
    pub kept_at: Vec<PathBuf>,
    /// Whether the data folder lists the document's file as changed.
    pub is_listed: bool,
    /// The lock that keeps other windows away from the journal and the autosave.
    pub claim: Option<Claim>,
    /// For a copy: the file from which it was opened. The copy's reference picture is in the folder of that file.
    pub copied_from: Option<PathBuf>,
    /// A number, from 1, that distinguishes this document from other open circuits that have neither a name nor a file.
    number: usize,
    /// The id of the document, unique in this run.
    mark: u64,
}

/// Returns a new unique id. When a background job ends, it finds its document by this id.
fn new_mark() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Document {
    /// Makes a document from the content of a file.
    #[must_use]
    pub fn new(games: Games, path: Option<PathBuf>, loaded: Loaded) -> Self {
        match loaded {
            Loaded::Race(race, figures) => Self::race(path, race, figures),
            Loaded::Circuit(draft) => {
                Self { path, name: draft.name().to_owned(), ..Self::circuit(games, &draft, true) }
            }
        }
    }

    /// Makes a document for a circuit that has no file. If `saved` is true, the circuit has no unsaved changes until
    /// the user changes it.
    fn circuit(games: Games, draft: &AnyDraft, saved: bool) -> Self {
        Self {
            mark: new_mark(),
            path: None,
            on_disk: None,
            name: String::new(),
            number: 1,
            content: Content::Circuit(Box::new(EditorTab::new(games.document(draft, saved)))),
            autosave: Autosave::default(),
            unsaved: None,
            journal: None,
            kept_at: Vec::new(),
            is_listed: false,
            claim: None,
            copied_from: None,
        }
    }

    /// Makes a document that contains a race.
    #[must_use]
    pub fn race(path: Option<PathBuf>, race: Arc<dyn Race>, figures: Arc<Figures>) -> Self {
        let name = race.title().to_owned();
        Self {
            mark: new_mark(),
            path,
            on_disk: None,
            name,
            number: 1,
            content: Content::Race(Box::new(RaceTab::new(race, figures))),
            autosave: Autosave::default(),
            unsaved: None,
            journal: None,
            kept_at: Vec::new(),
            is_listed: false,
            claim: None,
            copied_from: None,
        }
    }

    /// Makes a document that contains a race without a file: a new race, or one found in a journal.
    #[must_use]
    pub fn new_race(race: Arc<dyn Race>) -> Self {
        let figures = Arc::new(Figures::of(race.as_ref()));
        let mut document = Self::race(None, race, figures);
        "New race".clone_into(&mut document.name);
        if let Content::Race(tab) = &mut document.content {
            tab.mark_unsaved();
            tab.set_recording(true);
        }
        document
    }

    /// The path at which the race's journal is written: beside its file, or in the data folder.
    #[must_use]
    pub fn journal_place(&self) -> JournalPlace {
        match (&self.path, &self.on_disk, &self.journal) {
            (Some(path), Some(on_disk), _) => JournalPlace::Beside(path.clone(), on_disk.journal),
            (_, _, Some(own)) => JournalPlace::Own(own.clone()),
            _ => JournalPlace::Nowhere,
        }
    }

    /// The path under which the settings store data about this document: its file, or else its journal.
    #[must_use]
    pub fn kept_place(&self) -> Option<&Path> {
        self.path.as_deref().or(self.journal.as_deref())
    }

    /// Makes an unsaved document with this circuit.
    #[must_use]
    pub fn new_circuit(games: Games, draft: &AnyDraft) -> Self {
        Self::circuit(games, draft, true)
    }

    /// Makes a document with a random circuit. `findings` has the results of the search for its fastest lap.
    #[must_use]
    pub fn drawn(games: Games, draft: &AnyDraft, findings: Findings) -> Self {
        let mut document = Self::recovered(games, draft, None);
        if let Content::Circuit(tab) = &mut document.content {
            tab.know(findings);
        }
        document
    }

    /// Makes a document with a circuit that was never saved, and was found in an autosave.
    #[must_use]
    pub fn recovered(games: Games, draft: &AnyDraft, kept: Option<Kept>) -> Self {
        Self { unsaved: kept, ..Self::circuit(games, draft, false) }
    }

    /// Replaces the content with a race that has no file.
    pub fn become_race(&mut self, race: Arc<dyn Race>) {
        let figures = Arc::new(Figures::of(race.as_ref()));
        let mut tab = RaceTab::new(race, figures);
        tab.mark_unsaved();
        self.content = Content::Race(Box::new(tab));
    }

    /// Replaces the content with the current content of the document's file.
    pub fn reload(&mut self, games: Games, loaded: Loaded, on_disk: OnDisk) {
        let mut seats = Seats::new();
        if let Content::Race(tab) = &mut self.content {
            tab.forget_journal();
            seats.clone_from(tab.seats());
        }
        autosave::forget(&self.kept_at);
        let (mark, claim) = (self.mark, self.claim.take());
        *self = Self { mark, claim, on_disk: Some(on_disk), ..Self::new(games, self.path.take(), loaded) };
        if let Content::Race(tab) = &mut self.content {
            tab.set_seats(seats);
        }
    }

    /// The id of the document, unique in this run.
    #[must_use]
    pub const fn mark(&self) -> u64 {
        self.mark
    }

    /// The version number of the content. It changes with every edit. Two documents may have the same version number.
    #[must_use]
    pub fn state(&self) -> u64 {
        match &self.content {
            Content::Race(tab) => tab.state(),
            Content::Circuit(tab) => tab.document().revision(),
        }
    }

    /// Makes the document a copy without a file. This is needed if another window has the document's file open.
    #[must_use]
    pub fn into_copy(mut self) -> Self {
        self.copied_from = self.path.take();
        self.on_disk = None;
        self
    }

    /// The type of the document (circuit or race) and its game, in words.
    #[must_use]
    pub fn kind(&self) -> String {
        match &self.content {
            Content::Race(tab) => {
                format!("a race of {}, {}", tab.race().info().name, words::many(tab.race().len() as u64, "turn"))
            }
            Content::Circuit(tab) => format!("a circuit of {}", tab.draft().info().name),
        }
    }

    /// The title of the document's tab.
    #[must_use]
    pub fn title(&self) -> String {
        let file = self.path.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        let named = match &self.content {
            Content::Circuit(tab) => tab.document().name().to_owned(),
            Content::Race(tab) => tab.race().title().to_owned(),
        };
        let name = if named.is_empty() { file.unwrap_or_else(|| self.name.clone()) } else { named };
        let name = if name.is_empty() { self.untitled() } else { name };
        // Until it is saved, a copy of a document that another window has open is marked as a copy.
        if self.path.is_none() && self.copied_from.is_some() { format!("{name} (copy)") } else { name }
    }

    /// The title of a document without a name and a file, such as "Untitled 2 · Formula D".
    fn untitled(&self) -> String {
        let game = match &self.content {
            Content::Circuit(tab) => tab.draft().info().name,
            Content::Race(tab) => tab.race().info().name,
        };
        if self.number > 1 { format!("Untitled {} · {game}", self.number) } else { format!("Untitled · {game}") }
    }

    /// Numbers a document that has no name yet, so that its title differs from those of the `others`.
    pub fn number_among(&mut self, others: &[Self]) {
        let is_free = |number: &usize| others.iter().all(|other| other.number != *number || !other.name.is_empty());
        self.number = (1..).find(is_free).unwrap_or(1);
    }

    /// A suggested name for the document's file.
    #[must_use]
    pub fn base_name(&self) -> String {
        let path = self.path.as_deref().or(self.copied_from.as_deref());
        let file = path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        let name = file.unwrap_or_else(|| self.title());
        let words = name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_lowercase()
    }

    /// The circuit, as a draft that can be copied and edited; `None` if the document is a race.
    #[must_use]
    pub fn draft(&self) -> Option<AnyDraft> {
        match &self.content {
            Content::Circuit(tab) => Some(tab.draft()),
            Content::Race(_) => None,
        }
    }

    /// The workspace that shows the document.
    #[must_use]
    pub const fn workspace(&self) -> Workspace {
        match &self.content {
            Content::Race(tab) => tab.workspace(),
            Content::Circuit(_) => Workspace::Editor,
        }
    }

    /// Whether the document has unsaved changes.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        match &self.content {
            Content::Race(tab) => tab.is_dirty(),
            Content::Circuit(tab) => tab.document().is_dirty(),
        }
    }

    /// Whether players have handed in secret moves for a round that is not complete. No file contains them.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        matches!(&self.content, Content::Race(tab) if tab.has_secrets())
    }

    /// Whether something would be lost if the document were closed now.
    #[must_use]
    pub fn loses_by_closing(&self) -> bool {
        self.is_unsaved() || self.has_secrets()
    }

    /// The facts about the document that decide which commands are available.
    #[must_use]
    pub fn situation(&self) -> Situation {
        match &self.content {
            Content::Race(tab) => tab.situation(),
            Content::Circuit(tab) => tab.situation(),
        }
    }

    /// Whether a command's tool, switch or setting is on; `None` for a command that has none.
    #[must_use]
    pub fn is_on(&self, command: Command) -> Option<bool> {
        match &self.content {
            Content::Race(tab) => tab.is_on(command),
            Content::Circuit(tab) => tab.is_on(command),
        }
    }

    /// The scene on the document's board.
    #[must_use]
    pub fn picture(&self) -> Scene {
        match &self.content {
            Content::Race(tab) => tab.picture(),
            Content::Circuit(tab) => tab.drawn(),
        }
    }
}
