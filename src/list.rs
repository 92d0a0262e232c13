//! The list of games: the one place that names them all.
//!
//! Everything above takes a [`Games`], so that a crate of its own can add a game and hand its list to the window and the
//! command line.

use std::sync::LazyLock;

use serde_json::Value;

use crate::editor::sketch::{AnySketch, Drawable};
use crate::game::AnyDraft;
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::VectorRacing;
use crate::games::vektorace::Vektorace;
use crate::games::wheel_to_wheel::WheelToWheel;
use crate::replay::{self, Fetch, FileError, Kind, OpenError, Opened, Playable, RacePlan};

/// The games that Paddock comes with.
const ALL: &[&dyn Drawable] =
    &[&Kind::<Vektorace>::new(), &Kind::<VectorRacing>::new(), &Kind::<FormulaD>::new(), &Kind::<WheelToWheel>::new()];

/// The games a program knows, in the order in which it shows them. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Games {
    drawable: &'static [&'static dyn Drawable],
    playable: &'static [&'static dyn Playable],
}

impl Games {
    /// A list of these games. It stays in memory to the end of the program.
    ///
    /// ```
    /// use paddock::editor::sketch::Drawable;
    /// use paddock::games::formula_d::FormulaD;
    /// use paddock::{Games, replay::Kind};
    ///
    /// const ONE: &[&dyn Drawable] = &[&Kind::<FormulaD>::new()];
    /// let games = Games::new(ONE);
    /// assert!(games.find("formula_d").is_some() && games.find("vektorace").is_none());
    /// ```
    #[must_use]
    pub fn new(games: &'static [&'static dyn Drawable]) -> Self {
        let playable: Vec<&'static dyn Playable> = games.iter().map(|game| *game as &dyn Playable).collect();
        Self { drawable: games, playable: Vec::leak(playable) }
    }

    /// The games that Paddock comes with.
    #[must_use]
    pub fn all() -> Self {
        static GAMES: LazyLock<Games> = LazyLock::new(|| Games::new(ALL));
        *GAMES
    }

    /// The games, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Drawable> + Clone {
        self.drawable.iter().copied()
    }

    /// The game that files name so.
    #[must_use]
    pub fn find(self, id: &str) -> Option<&'static dyn Drawable> {
        self.iter().find(|game| game.info().id == id)
    }

    /// The game of a circuit; `None` if it is none of these.
    #[must_use]
    pub fn of(self, draft: &AnyDraft) -> Option<&'static dyn Drawable> {
        self.find(draft.info().id)
    }

    /// A document on a circuit of one of these games: see [`Drawable::document`].
    ///
    /// # Panics
    /// If the circuit is of a game that is not in the list it was opened with.
    #[must_use]
    pub fn document(self, draft: &AnyDraft, saved: bool) -> Box<dyn AnySketch> {
        let document = self.of(draft).and_then(|game| game.document(draft, saved));
        document.expect("circuits are opened with the list of games they are edited with")
    }

    /// The place of a game in the order; behind all others for one that is none of these.
    #[must_use]
    pub fn place(self, id: &str) -> usize {
        self.iter().take_while(|game| game.info().id != id).count()
    }

    /// The games for the functions of [`replay`].
    #[must_use]
    pub const fn playable(self) -> &'static [&'static dyn Playable] {
        self.playable
    }

    /// Opens a file's bytes. `fetch` fetches a track file that a race names, relative to it.
    ///
    /// # Errors
    /// As [`replay::open`].
    pub fn open(self, bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
        replay::open(self.playable, bytes, fetch)
    }

    /// Returns the file of a race that is written as text.
    ///
    /// # Errors
    /// As [`replay::file_from_text`].
    pub fn file_from_text(self, bytes: &[u8], fetch: Fetch<'_>) -> Result<String, FileError> {
        replay::file_from_text(self.playable, bytes, fetch)
    }

    /// Plans a race on a circuit: see [`Playable::plan`].
    #[must_use]
    pub fn plan(self, draft: &AnyDraft, setup: Option<&Value>) -> Option<Box<dyn RacePlan>> {
        self.of(draft)?.plan(draft, setup)
    }
}

/// Opens a circuit or a race of one of the games that Paddock comes with. `fetch` fetches a track file that a race names,
/// relative to it.
///
/// # Errors
/// As [`replay::open`].
pub fn open(bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
    Games::all().open(bytes, fetch)
}
