//! From the bytes of a file to a circuit or a race.

use super::file::{self, FileError, FileKind, ReplayFile, TrackFile, TrackSource};
use super::{Race, Timeline, variation};
use crate::game::{Game, Issue};
use crate::games::{
    AnyDraft, AnyGame, formula_d::FormulaD, vector_racing::VectorRacing, vektorace::Vektorace,
    wheel_to_wheel::WheelToWheel,
};

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
    match file::identify(bytes)? {
        (FileKind::Track, AnyGame::Vektorace) => {
            let file: TrackFile<Vektorace> = file::parse(bytes)?;
            Ok(Opened::Track(AnyDraft::Vektorace(file.track)))
        }
        (FileKind::Track, AnyGame::VectorRacing) => {
            let file: TrackFile<VectorRacing> = file::parse(bytes)?;
            Ok(Opened::Track(AnyDraft::VectorRacing(file.track)))
        }
        (FileKind::Track, AnyGame::WheelToWheel) => {
            let file: TrackFile<WheelToWheel> = file::parse(bytes)?;
            Ok(Opened::Track(AnyDraft::WheelToWheel(file.track)))
        }
        (FileKind::Track, AnyGame::FormulaD) => {
            let file: TrackFile<FormulaD> = file::parse(bytes)?;
            Ok(Opened::Track(AnyDraft::FormulaD(file.track)))
        }
        (FileKind::Replay, AnyGame::FormulaD) => race::<FormulaD>(bytes, track_bytes, AnyGame::FormulaD),
        (FileKind::Replay, AnyGame::WheelToWheel) => race::<WheelToWheel>(bytes, track_bytes, AnyGame::WheelToWheel),
        (FileKind::Replay, AnyGame::VectorRacing) => race::<VectorRacing>(bytes, track_bytes, AnyGame::VectorRacing),
        (FileKind::Replay, AnyGame::Vektorace) => race::<Vektorace>(bytes, track_bytes, AnyGame::Vektorace),
    }
}

/// Says that a circuit is of another game than the one wanted.
#[must_use]
pub fn of_another_game(is: AnyGame, wanted: AnyGame) -> String {
    format!("this is a {} circuit; {} was asked for", is.name(), wanted.name())
}

fn race<G: Game>(
    bytes: &[u8],
    track_bytes: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    game: AnyGame,
) -> Result<Opened, OpenError> {
    let mut replay: ReplayFile<G> = variation::checked(file::parse(bytes)?, file::text_of(bytes)?)?;
    let draft = match &replay.track {
        TrackSource::Here(draft) => (**draft).clone(),
        TrackSource::File(name) => {
            let fetched = track_bytes(name).map_err(FileError::new)?;
            let about = |error: FileError| FileError::new(format!("the track file {name}: {error}"));
            match file::identify(&fetched).map_err(about)? {
                (FileKind::Track, of) if of == game => {}
                (FileKind::Track, of) => return Err(about(FileError::new(of_another_game(of, game))).into()),
                (FileKind::Replay, _) => return Err(about(FileError::new("this is a race, not a circuit")).into()),
            }
            let track: TrackFile<G> = file::parse(&fetched).map_err(about)?;
            track.track
        }
    };
    let fingerprints = std::mem::take(&mut replay.fingerprints);
    let mut timeline = Timeline::<G>::of_file(replay, draft).map_err(|issues| OpenError::Invalid { game, issues })?;
    let mut recorded = Vec::with_capacity(fingerprints.len());
    for (at, digits) in fingerprints {
        let number = u64::from_str_radix(&digits, 16)
            .map_err(|_| FileError::new(format!("fingerprints.{at}: a fingerprint is 16 hexadecimal digits")))?;
        recorded.push((at, number));
    }
    timeline.compare_fingerprints(recorded);
    Ok(Opened::Race(Box::new(timeline)))
}
