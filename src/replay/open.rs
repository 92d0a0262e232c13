//! From the bytes of a file to a circuit or a race.

use super::file::{self, FileError, FileKind, ReplayFile, TrackFile, TrackSource};
use super::race::Race;
use super::timeline::Timeline;
use crate::game::Issue;
use crate::games::{AnyDraft, AnyGame, Listed, Work};

/// What a file turned out to hold.
#[allow(clippy::large_enum_variant, reason = "few are alive at once, and none is kept in a list")]
pub enum Opened {
    /// A circuit, valid or not.
    Track(AnyDraft),
    /// A race, legal or not.
    Race(Box<dyn Race>),
}

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was read, but its track or setup has errors, so there is no race to show.
    #[error("the race cannot be shown: {}", .issues.first().map_or("", |issue| issue.message.as_str()))]
    Invalid {
        /// The game.
        game: AnyGame,
        /// All of them.
        issues: Vec<Issue>,
    },
}

/// Opens a file's bytes. `track_bytes` fetches a track file that a replay names, relative to the replay.
///
/// # Errors
/// Where the bytes are not a document of ours, or its track or setup has errors.
pub fn open(bytes: &[u8], track_bytes: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<Opened, OpenError> {
    let (kind, game) = file::identify(bytes)?;
    game.run(Open { kind, bytes, track_bytes })
}

/// Opening a file whose kind is known.
struct Open<'a> {
    kind: FileKind,
    bytes: &'a [u8],
    track_bytes: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
}

impl Work for Open<'_> {
    type Output = Result<Opened, OpenError>;

    fn of<G: Listed>(self) -> Result<Opened, OpenError> {
        match self.kind {
            FileKind::Track => Ok(Opened::Track(G::any(file::parse::<TrackFile<G>>(self.bytes)?.track))),
            FileKind::Replay => race::<G>(self.bytes, self.track_bytes),
        }
    }
}

/// Returns the text of a circuit's file.
///
/// # Errors
/// Returns an error if the circuit cannot be written as JSON.
pub fn track_text(draft: &AnyDraft) -> Result<String, FileError> {
    struct Text<'a>(&'a AnyDraft);

    impl Work for Text<'_> {
        type Output = Result<String, FileError>;

        fn of<G: Listed>(self) -> Self::Output {
            let draft = G::own(self.0).ok_or_else(|| FileError::new(of_another_game(self.0.game(), G::GAME)))?;
            file::print(&TrackFile::<G>::new(draft.clone()))
        }
    }

    draft.game().run(Text(draft))
}

/// Says that a circuit is of another game than the one wanted.
#[must_use]
pub fn of_another_game(is: AnyGame, wanted: AnyGame) -> String {
    format!("this is a {} circuit; {} was asked for", is.name(), wanted.name())
}

/// Reads the circuit of a race from the track file it names.
pub(super) fn draft_of_file<G: Listed>(
    name: &str,
    track_bytes: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<G::Draft, FileError> {
    let fetched = track_bytes(name).map_err(FileError::new)?;
    let about = |error: FileError| FileError::new(format!("the track file {name}: {error}"));
    match file::identify(&fetched).map_err(about)? {
        (FileKind::Track, game) if game == G::GAME => {}
        (FileKind::Track, game) => return Err(about(FileError::new(of_another_game(game, G::GAME)))),
        (FileKind::Replay, _) => return Err(about(FileError::new("this is a race, not a circuit"))),
    }
    let track: TrackFile<G> = file::parse(&fetched).map_err(about)?;
    Ok(track.track)
}

fn race<G: Listed>(bytes: &[u8], track_bytes: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<Opened, OpenError> {
    let mut replay: ReplayFile<G> = file::checked(file::parse(bytes)?, file::text_of(bytes)?)?;
    let draft = match &replay.track {
        TrackSource::Here(draft) => (**draft).clone(),
        TrackSource::File(name) => draft_of_file::<G>(name, track_bytes)?,
    };
    let fingerprints = std::mem::take(&mut replay.fingerprints);
    let mut timeline =
        Timeline::<G>::of_file(replay, draft).map_err(|issues| OpenError::Invalid { game: G::GAME, issues })?;
    let mut recorded = Vec::with_capacity(fingerprints.len());
    for (at, digits) in fingerprints {
        let number = u64::from_str_radix(&digits, 16)
            .map_err(|_| FileError::new(format!("fingerprints.{at}: a fingerprint is 16 hexadecimal digits")))?;
        recorded.push((at, number));
    }
    timeline.compare_fingerprints(recorded);
    Ok(Opened::Race(Box::new(timeline)))
}
