//! `paddock schema`: the JSON Schema of the file formats.

use clap::ValueEnum;

use super::{Answer, Failure, Outcome, say_lines};
use crate::games::{AnyGame, Listed, Work};
use crate::replay::{ReplayFile, TrackFile};

/// Prints the JSON Schema of a file format.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Which
    #[arg(value_enum)]
    kind: Kind,
    /// Of which game: vektorace, vector_racing, formula_d or wheel_to_wheel
    #[arg(long, default_value = "vektorace", value_parser = game)]
    game: AnyGame,
}

/// The names files have for games.
fn ids() -> String {
    AnyGame::ALL.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ")
}

fn game(text: &str) -> Result<AnyGame, String> {
    AnyGame::from_id(text).ok_or_else(|| format!("one of {} is expected", ids()))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Circuits
    Track,
    /// Races
    Replay,
}

impl Work for Kind {
    type Output = schemars::Schema;

    fn of<G: Listed>(self) -> schemars::Schema {
        match self {
            Self::Track => schemars::schema_for!(TrackFile<G>),
            Self::Replay => schemars::schema_for!(ReplayFile<G>),
        }
    }
}

pub fn run(arguments: &Arguments) -> Answer {
    let schema = arguments.game.run(arguments.kind);
    let text = serde_json::to_string_pretty(&schema)
        .map_err(|error| Failure::new(format!("the schema cannot be written: {error}")))?;
    say_lines(&text);
    Ok(Outcome::Fine)
}
