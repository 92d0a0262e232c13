//! Games of VektoRace recorded by the published online implementation: its game log and its table data.
//!
//! Positions in the log are decimals, cut to a few places. They are not copied: each is recognised among the places
//! the pieces can take, and the race is replayed exactly from there. What the log says beside positions (costs, laps) is
//! not taken at all: the rules work it out, and a difference shows as an illegal turn. The same goes for orders of play,
//! but where front lines are exactly level: there the log's order is taken, and the race says so.

mod packets;
mod places;
mod table;
mod turns;

use crate::games::vektorace::{Edition, Setup, Turn, Vektorace};
use crate::replay::{FileError, ReplayFile};

/// A game that was read, and what was odd about its log.
#[derive(Debug)]
pub struct Imported {
    /// The race.
    pub replay: ReplayFile<Vektorace>,
    /// Sentences about packets that could not be used; the rest was.
    pub warnings: Vec<String>,
    /// Sentences about what the log has decided where the rules leave it open.
    pub notes: Vec<String>,
}

/// Why a game cannot be imported: which of its two files is at fault.
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
/// Where either is not what it should be, or the log does not even hold a start.
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

/// The edition these games are played in.
const EDITION: Edition = Edition::Online;

/// A log that has been read.
struct Translated {
    setup: Setup,
    turns: Vec<Turn>,
    warnings: Vec<String>,
    notes: Vec<String>,
}
