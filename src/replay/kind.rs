//! The games whose files can be read, and functions that open a file of any of these games.

use std::marker::PhantomData;

use super::file::{self, FileError, FileKind, ReplayFile, TrackFile};
use super::open::{self, Fetch, OpenError, Opened};
use super::plan::{PlanOf, PlanStart, RacePlan};
use super::text;
use crate::game::form::{Described, described};
use crate::game::{AnyDraft, Game, GameInfo, NotationError, Refused};

/// A game whose circuits and races can be opened and started by code that does not know the game. [`Kind`] implements
/// this trait for every [`Game`].
pub trait Playable: Send + Sync {
    /// The facts that are the same in every race of the game.
    fn info(&self) -> &'static GameInfo;

    /// Opens a file of this game.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`open`].
    fn open(&self, kind: FileKind, bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError>;

    /// Converts a race of this game from notation text to the text of a race file, which is JSON.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`read_text`](super::read_text).
    fn file_from_text(&self, bytes: &[u8], fetch: Fetch<'_>) -> Result<String, FileError>;

    /// Makes the plan of a new race on a circuit. If `start` holds no setup of this game, the plan begins with the usual
    /// setup. Returns `None` if the circuit belongs to another game.
    fn plan(&self, draft: &AnyDraft, start: &PlanStart) -> Option<Box<dyn RacePlan>>;

    /// The JSON Schema for files of this kind in this game.
    fn schema(&self, kind: FileKind) -> schemars::Schema;

    /// Two lists for the reference page `docs/fields.md`: the fields of the game's setups, and the fields of its
    /// circuits.
    fn fields(&self) -> [Vec<Described>; 2];
}

/// The game `G` as a value that implements [`Playable`].
pub struct Kind<G>(PhantomData<fn() -> G>);

impl<G> Kind<G> {
    /// Makes the value that stands for the game `G`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Kind<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Playable for Kind<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn open(&self, kind: FileKind, bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
        match kind {
            FileKind::Track => Ok(Opened::Track(AnyDraft::new::<G>(file::parse::<TrackFile<G>>(bytes)?.track))),
            FileKind::Replay => open::race::<G>(bytes, fetch),
        }
    }

    fn file_from_text(&self, bytes: &[u8], fetch: Fetch<'_>) -> Result<String, FileError> {
        file::print(&text::read_text::<G>(bytes, fetch)?)
    }

    fn plan(&self, draft: &AnyDraft, start: &PlanStart) -> Option<Box<dyn RacePlan>> {
        Some(Box::new(PlanOf::<G>::new(draft.of::<G>()?.clone(), start)))
    }

    fn schema(&self, kind: FileKind) -> schemars::Schema {
        match kind {
            FileKind::Track => schemars::schema_for!(TrackFile<G>),
            FileKind::Replay => schemars::schema_for!(ReplayFile<G>),
        }
    }

    fn fields(&self) -> [Vec<Described>; 2] {
        [described::<G::Setup>(), described::<G::Draft>()]
    }
}

/// Finds the game with this id.
///
/// # Errors
/// Returns a sentence that lists the known games.
fn find(games: &[&'static dyn Playable], id: &str) -> Result<&'static dyn Playable, String> {
    games.iter().copied().find(|game| game.info().id == id).ok_or_else(|| {
        let known = games.iter().map(|game| game.info().id).collect::<Vec<_>>().join(", ");
        format!("the game \"{}\" is unknown; use one of: {known}", file::shorten(id))
    })
}

/// Returns a function that reads a track file with `fetch`. The function refuses a circuit of any game other than
/// `game`. The error message names the game of the circuit.
fn only_of<'a>(
    game: &'static GameInfo,
    games: &'a [&'static dyn Playable],
    fetch: Fetch<'a>,
) -> impl Fn(&str) -> Result<Vec<u8>, Refused> + 'a {
    move |name| {
        let bytes = fetch(name)?;
        let id = file::identify(&bytes).map(|(_, id)| id).unwrap_or_default();
        let other = games.iter().map(|other| other.info()).find(|other| other.id == id && other.id != game.id);
        other.map_or(Ok(bytes), |other| {
            Err(format!("the track file {name}: {}", open::of_another_game(other.name, game)).into())
        })
    }
}

/// Opens a file from its bytes if it belongs to one of these games. `fetch` reads the track file that a race names. The
/// name is relative to the race file.
///
/// # Errors
/// Returns an error if the bytes are not a file of one of the games, or if the track or setup of a race has errors.
pub fn open(games: &[&'static dyn Playable], bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
    let (kind, id) = file::identify(bytes)?;
    let game = find(games, &id).map_err(FileError::new)?;
    game.open(kind, bytes, &only_of(game.info(), games, fetch))
}

/// Converts a race of one of these games, written as text, to the text of a race file.
///
/// # Errors
/// Returns an error in the same cases as [`read_text`](super::read_text). Also returns an error if the text does not
/// name one of the games.
pub fn file_from_text(games: &[&'static dyn Playable], bytes: &[u8], fetch: Fetch<'_>) -> Result<String, FileError> {
    let (game, line) = text::game_of(bytes)?;
    let wrong = |message| NotationError::new(1, message).or_line(line);
    let game = find(games, &game).map_err(wrong)?;
    game.file_from_text(bytes, &only_of(game.info(), games, fetch))
}
