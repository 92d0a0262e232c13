//! `paddock import`: games recorded by other programs, or written as text.

use std::path::{Path, PathBuf};

use super::open::{self, Found};
use super::{Answer, Failure, Outcome, complain, say};
use crate::game::Game;
use crate::games::vektorace::Vektorace;
use crate::import::bga;
use crate::replay::{self, FileError, ReplayFile};
use crate::storage;

/// Reads games recorded by other programs, or written as text.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    format: Format,
}

#[derive(Debug, clap::Subcommand)]
enum Format {
    /// A game of VektoRace from its online game log and table data
    Bga(BgaArguments),
    /// A race written as text, one line a turn, as `show --notation` prints it
    Text(TextArguments),
}

#[derive(Debug, clap::Args)]
struct BgaArguments {
    /// The game log
    log: PathBuf,
    /// The table data
    #[arg(long, value_name = "GAMEDATAS")]
    table: PathBuf,
    /// The race to write
    #[arg(short, long, value_name = "GAME")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct TextArguments {
    /// The text
    text: PathBuf,
    /// The race to write
    #[arg(short, long, value_name = "GAME")]
    output: PathBuf,
}

pub fn run(arguments: &Arguments) -> Answer {
    match &arguments.format {
        Format::Bga(arguments) => bga(arguments),
        Format::Text(arguments) => text(arguments),
    }
}

fn bga(arguments: &BgaArguments) -> Answer {
    let log = storage::read(&arguments.log)?;
    let table = storage::read(&arguments.table)?;
    let imported = bga::import(&log, &table).map_err(|error| named(error, arguments))?;
    for warning in &imported.warnings {
        complain(&format!("{}: {warning}", arguments.log.display()));
    }
    write(&arguments.output, &imported.replay)
}

fn text(arguments: &TextArguments) -> Answer {
    let text = storage::read(&arguments.text)?;
    // So far there is one game; where there are more, a line of the text will have to say which.
    let replay = replay::read_text::<Vektorace>(&text)
        .map_err(|error| Failure::new(format!("{}: {error}", arguments.text.display())))?;
    write(&arguments.output, &replay)
}

/// Writes the race, and says whether it is legal.
fn write<G: Game>(output: &Path, replay: &ReplayFile<G>) -> Answer {
    let text = replay::print(replay).map_err(|error| Failure::new(error.to_string()))?;
    storage::write(output, text.as_bytes())?;
    say(&format!("{}: {} turns", output.display(), replay.turns.len()));
    // What was written is opened again: it says at once whether every turn is legal.
    match open::race(output, None)? {
        Found::Race(race, at) => Ok(open::legality(output, race.as_ref(), at)),
        Found::Faulty => Ok(Outcome::Faulty),
    }
}

/// The sentence with the file it is about: the importer tells the two apart by what it expects in them.
fn named(error: bga::ImportError, arguments: &BgaArguments) -> Failure {
    let with = |path: &Path, error: FileError| Failure::new(format!("{}: {error}", path.display()));
    match error {
        bga::ImportError::Log(error) => with(&arguments.log, error),
        bga::ImportError::Table(error) => with(&arguments.table, error),
    }
}
