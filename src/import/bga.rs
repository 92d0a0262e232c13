//! Imports games of VektoRace that were played with the published online version. A game has two files: a game log and
//! table data.
//!
//! The log has coordinates as decimals that are cut off after a few digits. These decimals are not copied. Instead,
//! each pair of coordinates is matched to a point on the board where a piece can lie. The race is then replayed exactly
//! from these points. Costs and laps are not read from the log, because the rules compute them. If the log has a turn
//! that the rules do not allow, the imported race shows this turn as illegal. The order of play is computed too, with
//! one exception: if cars are exactly level, the order of the log is used, and a note says so (ruling R-47).

mod packets;
mod places;
mod table;
mod turns;

use crate::games::vektorace::{Edition, Setup, Turn, Vektorace};
use crate::replay::{FileError, ReplayFile};

/// An imported game, with messages about the import.
#[derive(Debug)]
pub struct Imported {
    /// The imported race.
    pub replay: ReplayFile<Vektorace>,
    /// Warnings, one sentence each, for example about a packet (message) that could not be used. The rest of the log
    /// was imported.
    pub warnings: Vec<String>,
    /// Notes about the order of cars that were exactly level, one sentence each. The rules leave this order open, so it
    /// was taken from the log (ruling R-47).
    pub notes: Vec<String>,
}

/// The reason why a game cannot be imported. The variant says which file has the error.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The game log has an error.
    #[error("game log: {0}")]
    Log(FileError),
    /// The table data have an error.
    #[error("table data: {0}")]
    Table(FileError),
}

/// Reads a game from its log and its table data. Both are JSON.
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
