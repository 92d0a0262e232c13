//! Imports games of VektoRace recorded by the published online implementation: a game log and table data.
//!
//! The log has coordinates as decimals, cut off after a few digits. They are not copied. Instead, each pair is matched
//! to one of the points on the board that the pieces can take, and the race is replayed exactly from there. Costs and
//! laps are not read from the log: the rules compute them, and a difference shows as an illegal turn. The order of play
//! is computed too, with one exception: if cars are exactly level, the order of the log is used, and a note says so
//! (ruling R-47).

mod packets;
mod places;
mod table;
mod turns;

use crate::games::vektorace::{Edition, Setup, Turn, Vektorace};
use crate::replay::{FileError, ReplayFile};

/// An imported game, with messages about its log.
#[derive(Debug)]
pub struct Imported {
    /// The race.
    pub replay: ReplayFile<Vektorace>,
    /// Warnings about packets that could not be used, one sentence each. The rest of the log was used.
    pub warnings: Vec<String>,
    /// Notes about decisions that were taken from the log because the rules leave a choice (ruling R-47), one sentence
    /// each.
    pub notes: Vec<String>,
}

/// The reason why a game cannot be imported, and the file with the error.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The game log.
    #[error("game log: {0}")]
    Log(FileError),
    /// The table data.
    #[error("table data: {0}")]
    Table(FileError),
}

/// Reads a game from its log and its table data, both JSON.
///
/// # Errors
/// Returns an error if a file is not valid, or if the log does not contain the start of a game.
pub fn import(log: &[u8], table: &[u8]) -> Result<Imported, ImportError> {
    let table = table::read(table).map_err(ImportError::Table)?;
    let packets = packets::read(log).map_err(ImportError::Log)?;
    let draft = table.draft();
    let Translated { setup, turns, warnings, notes } =
        turns::translate(&table, &draft, &packets.notifications).map_err(ImportError::Log)?;
    let title = match packets.table_id {
        Some(id) => format!("VektoRace online, table {id}"),
        None => "VektoRace online".to_owned(),
    };
    Ok(Imported { replay: ReplayFile::new(title, draft, setup, turns), warnings, notes })
}

/// The edition of the rules for imported games.
const EDITION: Edition = Edition::Online;

/// The setup and the turns of a race, as read from a log.
struct Translated {
    setup: Setup,
    turns: Vec<Turn>,
    warnings: Vec<String>,
    notes: Vec<String>,
}
