//! Opens a file of a known game as a circuit or a race.

use serde::Serialize;
use serde_json::Value;

use super::file::{self, FileError, FileKind, ReplayFile, TrackFile, TrackSource};
use super::race::Race;
use super::timeline::Timeline;
use crate::game::{AnyDraft, Game, GameInfo, Issue, Refused};

/// The circuit or race that was opened from a file.
pub enum Opened {
    /// A circuit. It may have errors.
    Track(AnyDraft),
    /// A race. Some of its turns may be illegal.
    Race(Box<dyn Race>),
}

/// The reason why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file was read, but its track or setup has errors, so that no race can be shown.
    #[error("the race cannot be shown: {}", .issues.first().map_or("", |issue| issue.message.as_str()))]
    Invalid {
        /// The game that the file belongs to.
        game: &'static GameInfo,
        /// All issues of the track or setup.
        issues: Vec<Issue>,
    },
}

/// A function that returns the content of the track file that a race names. The name is relative to the race file.
pub type Fetch<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Refused>;

/// A [`Fetch`] that refuses to read any file. It is enough for races that contain their circuit.
///
/// ```
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// assert!(matches!(paddock::open(&bytes, &no_files), Ok(Opened::Race(_))));
/// assert!(no_files("oval.json").is_err());
/// ```
///
/// This function always returns an error. The error's sentence names the file.
pub fn no_files(name: &str) -> Result<Vec<u8>, Refused> {
    Err(Refused::from(format!(
        "The race names the circuit file {name}, which cannot be read here. Save the race with its circuit inside."
    )))
}

/// Returns the text of the file for a circuit.
///
/// ```
/// use paddock::game::AnyDraft;
/// use paddock::games::vektorace::{Draft, Vektorace};
///
/// let text = paddock::replay::track_text(&AnyDraft::new::<Vektorace>(Draft::default())).unwrap();
/// assert!(text.contains("\"paddock\": \"track\""));
/// ```
///
/// # Errors
/// Returns an error if the circuit cannot be written as JSON.
pub fn track_text(draft: &AnyDraft) -> Result<String, FileError> {
    #[derive(Serialize)]
    struct Track {
        paddock: FileKind,
        version: u32,
        game: &'static str,
        track: Value,
    }
    let track = draft.json().map_err(|error| FileError::new(format!("the circuit cannot be written: {error}")))?;
    file::print(&Track { paddock: FileKind::Track, version: draft.file_version(), game: draft.info().id, track })
}

/// Returns the error message for a circuit of the wrong game. `is` is the name of the circuit's game, and `wanted` is
/// the expected game.
#[must_use]
pub fn of_another_game(is: &str, wanted: &GameInfo) -> String {
    format!("this is a {is} circuit; choose a {} circuit", wanted.name)
}

/// Reads the circuit of a race from the track file that the race names.
pub(super) fn draft_of_file<G: Game>(name: &str, fetch: Fetch<'_>) -> Result<G::Draft, FileError> {
    let fetched = fetch(name).map_err(FileError::new)?;
    let about = |error: FileError| FileError::new(format!("the track file {name}: {error}"));
    match file::identify(&fetched).map_err(about)? {
        (FileKind::Track, game) if game == G::INFO.id => {}
        (FileKind::Track, game) => return Err(about(FileError::new(of_another_game(&game, G::INFO)))),
        (FileKind::Replay, _) => {
            return Err(about(FileError::new("this is a race, not a circuit; choose a circuit file")));
        }
    }
    let track: TrackFile<G> = file::parse(&fetched).map_err(about)?;
    Ok(track.track)
}

pub(super) fn race<G: Game>(bytes: &[u8], fetch: Fetch<'_>) -> Result<Opened, OpenError> {
    let mut replay: ReplayFile<G> = file::checked(file::parse(bytes)?, file::text_of(bytes)?)?;
    let draft = match &replay.track {
        TrackSource::Here(draft) => (**draft).clone(),
        TrackSource::File(name) => draft_of_file::<G>(name, fetch)?,
    };
    let fingerprints = std::mem::take(&mut replay.fingerprints);
    let mut timeline =
        Timeline::<G>::of_file(replay, draft).map_err(|issues| OpenError::Invalid { game: G::INFO, issues })?;
    let mut recorded = Vec::with_capacity(fingerprints.len());
    for (at, digits) in fingerprints {
        let number = u64::from_str_radix(&digits, 16)
            .map_err(|_| FileError::new(format!("fingerprints.{at}: a fingerprint must be 16 hexadecimal digits")))?;
        recorded.push((at, number));
    }
    timeline.compare_fingerprints(recorded);
    Ok(Opened::Race(Box::new(timeline)))
}
