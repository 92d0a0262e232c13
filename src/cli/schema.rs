//! `paddock schema`: the JSON Schema of the file formats.

use clap::ValueEnum;

use super::{Answer, Failure, Outcome, games, say_lines};
use crate::replay::FileKind;

/// Prints the JSON Schema of a file format.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The kind of file that the schema describes
    #[arg(value_enum)]
    kind: Kind,
    /// The game: vektorace, vector_racing, formula_d, wheel_to_wheel, or the id of another game
    #[arg(long, default_value = "vektorace")]
    game: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Files of circuits
    Track,
    /// Files of races
    Replay,
}

pub fn run(arguments: &Arguments) -> Answer {
    let game = games().find(&arguments.game).ok_or_else(|| {
        let ids: Vec<&str> = games().iter().map(|game| game.info().id).collect();
        Failure::new(format!("--game {}: choose one of {}", arguments.game, ids.join(", ")))
    })?;
    let schema = game.schema(match arguments.kind {
        Kind::Track => FileKind::Track,
        Kind::Replay => FileKind::Replay,
    });
    let text = serde_json::to_string_pretty(&schema)
        .map_err(|error| Failure::new(format!("the schema cannot be written: {error}")))?;
    say_lines(&text);
    Ok(Outcome::Fine)
}
