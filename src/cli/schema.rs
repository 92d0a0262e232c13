//! `paddock schema`: the JSON Schema of the file formats.

use clap::ValueEnum;

use super::{Answer, Failure, Outcome, say};
use crate::games::vektorace::Vektorace;
use crate::replay::{ReplayFile, TrackFile};

/// Prints the JSON Schema of a file format.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Which
    #[arg(value_enum)]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Circuits
    Track,
    /// Races
    Replay,
}

pub fn run(arguments: &Arguments) -> Answer {
    let schema = match arguments.kind {
        Kind::Track => schemars::schema_for!(TrackFile<Vektorace>),
        Kind::Replay => schemars::schema_for!(ReplayFile<Vektorace>),
    };
    let text = serde_json::to_string_pretty(&schema)
        .map_err(|error| Failure::new(format!("the schema cannot be written: {error}")))?;
    say(&text);
    Ok(Outcome::Fine)
}
