//! `paddock schema`: the JSON Schema of the file formats.

use clap::ValueEnum;

use super::{Answer, Failure, Outcome, say_lines};
use crate::games::AnyGame;
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::VectorRacing;
use crate::games::vektorace::Vektorace;
use crate::games::wheel_to_wheel::WheelToWheel;
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

pub fn run(arguments: &Arguments) -> Answer {
    let schema = match (arguments.kind, arguments.game) {
        (Kind::Track, AnyGame::Vektorace) => schemars::schema_for!(TrackFile<Vektorace>),
        (Kind::Replay, AnyGame::Vektorace) => schemars::schema_for!(ReplayFile<Vektorace>),
        (Kind::Track, AnyGame::VectorRacing) => schemars::schema_for!(TrackFile<VectorRacing>),
        (Kind::Replay, AnyGame::VectorRacing) => schemars::schema_for!(ReplayFile<VectorRacing>),
        (Kind::Track, AnyGame::FormulaD) => schemars::schema_for!(TrackFile<FormulaD>),
        (Kind::Replay, AnyGame::FormulaD) => schemars::schema_for!(ReplayFile<FormulaD>),
        (Kind::Track, AnyGame::WheelToWheel) => schemars::schema_for!(TrackFile<WheelToWheel>),
        (Kind::Replay, AnyGame::WheelToWheel) => schemars::schema_for!(ReplayFile<WheelToWheel>),
    };
    let text = serde_json::to_string_pretty(&schema)
        .map_err(|error| Failure::new(format!("the schema cannot be written: {error}")))?;
    say_lines(&text);
    Ok(Outcome::Fine)
}
