//! The list of games. No other module names all the games.
//!
//! Code that needs the games takes a [`Games`].
//! Therefore another crate can add a game: it passes its own list to the window or the command line.

use std::sync::LazyLock;

use crate::drivers::Drivable;
use crate::editor::sketch::{AnySketch, Drawable, Sketch};
use crate::game::AnyDraft;
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::VectorRacing;
use crate::games::vektorace::Vektorace;
use crate::games::wheel_to_wheel::WheelToWheel;
use crate::replay::{self, Fetch, FileError, Kind, OpenError, Opened, PlanStart, Playable, RacePlan};

/// A game in the list of games ([`Games`]). Its circuits can be drawn, and its races can be played by people and driven
/// by the computer. [`Kind`] implements this trait for every game with an editor.
pub trait Offered: Drawable + Drivable {}

impl<T: Drawable + Drivable> Offered for T {}

/// The games that come with Paddock.
const ALL: &[&dyn Offered] =
    &[&Kind::<Vektorace>::new(), &Kind::<VectorRacing>::new(), &Kind::<FormulaD>::new(), &Kind::<WheelToWheel>::new()];

/// The games that the program offers, in display order. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Games {
    offered: &'static [&'static dyn Offered],
    playable: &'static [&'static dyn Playable],
}

impl Games {
    /// Makes a list of these games. It stays in memory until the program ends.
    ///
    /// ```
    /// use paddock::games::formula_d::FormulaD;
    /// use paddock::{Games, Offered, replay::Kind};
    ///
    /// const ONE: &[&dyn Offered] = &[&Kind::<FormulaD>::new()];
    /// let games = Games::new(ONE);
    /// assert!(games.find("formula_d").is_some() && games.find("vektorace").is_none());
    /// ```
    #[must_use]
    pub fn new(games: &'static [&'static dyn Offered]) -> Self {
        let playable: Vec<&'static dyn Playable> = games.iter().map(|game| *game as &dyn Playable).collect();
        Self { offered: games, playable: Vec::leak(playable) }
    }

    /// The games that come with Paddock.
    #[must_use]
    pub fn all() -> Self {
        static GAMES: LazyLock<Games> = LazyLock::new(|| Games::new(ALL));
        *GAMES
    }

    /// Returns a list of these games, followed by the game `G`. The new list stays in memory until the program ends.
    ///
    /// ```
    /// use paddock::Games;
    /// use paddock::games::formula_d::FormulaD;
    /// use paddock::games::vektorace::Vektorace;
    ///
    /// let games = Games::new(&[]).with::<FormulaD>().with::<Vektorace>();
    /// let ids: Vec<&str> = games.iter().map(|game| game.info().id).collect();
    /// assert_eq!(ids, ["formula_d", "vektorace"]);
    /// ```
    #[must_use]
    pub fn with<G: Sketch>(self) -> Self {
        let game: &'static dyn Offered = Box::leak(Box::new(Kind::<G>::new()));
        Self::new(Vec::leak(self.iter().chain([game]).collect()))
    }

    /// The games, in display order.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Offered> + Clone {
        self.offered.iter().copied()
    }

    /// The game with this id in files; `None` if it is not in the list.
    #[must_use]
    pub fn find(self, id: &str) -> Option<&'static dyn Offered> {
        self.iter().find(|game| game.info().id == id)
    }

    /// The game that a circuit belongs to; `None` if this list of games does not contain it.
    #[must_use]
    pub fn of(self, draft: &AnyDraft) -> Option<&'static dyn Offered> {
        self.find(draft.info().id)
    }

    /// Makes an editable document from a circuit: see [`Drawable::document`].
    ///
    /// # Panics
    /// Panics if the circuit's game is not in the list.
    #[must_use]
    pub fn document(self, draft: &AnyDraft, saved: bool) -> Box<dyn AnySketch> {
        let document = self.of(draft).and_then(|game| game.document(draft, saved));
        document.expect("the game of the circuit is in the list of games")
    }

    /// The position of the game with this id in the list, from 0. If the id is unknown, this is the length of the list.
    #[must_use]
    pub fn place(self, id: &str) -> usize {
        self.iter().take_while(|game| game.info().id != id).count()
    }

    /// The games of this list, in the type that the functions of [`replay`] take.
    #[must_use]
    pub const fn playable(self) -> &'static [&'static dyn Playable] {
        self.playable
    }

    /// Opens a file from its bytes. A race may name a track file by a path that is relative to the race file; `fetch`
    /// reads that track file.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`replay::open`].
    pub fn open(self, bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
        replay::open(self.playable, bytes, fetch)
    }

    /// Converts a race that is written as text to the text of a race file.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`replay::file_from_text`].
    pub fn file_from_text(self, bytes: &[u8], fetch: Fetch<'_>) -> Result<String, FileError> {
        replay::file_from_text(self.playable, bytes, fetch)
    }

    /// Plans a race on a circuit: see [`Playable::plan`].
    #[must_use]
    pub fn plan(self, draft: &AnyDraft, start: &PlanStart) -> Option<Box<dyn RacePlan>> {
        self.of(draft)?.plan(draft, start)
    }
}

/// Opens a circuit or a race of a game that comes with Paddock. A race may name a track file by a path that is relative
/// to the race file; `fetch` reads that track file.
///
/// # Errors
/// Returns an error in the same cases as [`replay::open`].
pub fn open(bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
    Games::all().open(bytes, fetch)
}
