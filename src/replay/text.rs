//! A race as text: the lines of its setup, then one line a turn.
//!
//! What the lines say is each game's own ([`Game::notation`]); this is what all have in common. Blank lines and lines that
//! begin with `#` say nothing; a turn's line begins with a digit, and all lines of the setup come before the first turn.
//!
//! A text holds the title, the circuit, the setup and the turns. What else a replay's file may hold is left out: notes,
//! fingerprints, and the name of a track file (the circuit itself is written).

use std::fmt::Write as _;

use super::file::{FileError, MAX_TURNS, Position, ReplayFile, text_of};
use crate::game::{Game, NotationError, NotationHeader, NotationLine};

/// The most lines before the first turn: many times those of the largest circuit and field.
const MAX_SETUP_LINES: usize = 1_000;

/// The race as text: the setup, a blank line, the turns.
pub(super) fn print<G: Game>(title: &str, draft: &G::Draft, setup: &G::Setup, turns: &[G::Turn]) -> String {
    let mut text = G::notation_header(title, draft, setup).join("\n");
    text.push_str("\n\n");
    for turn in turns {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{}", G::notation(turn));
    }
    text
}

/// Reads a race from text.
///
/// # Errors
/// The first thing that is wrong, with its line and column, and where the text is larger than any race of ours.
pub fn read_text<G: Game>(bytes: &[u8]) -> Result<ReplayFile<G>, FileError> {
    let text = text_of(bytes)?;
    let mut setup: Vec<NotationLine<'_>> = Vec::new();
    let mut header = None;
    let mut turns = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        let said = text.trim_start();
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        let line = NotationLine { number, text };
        if header.is_none() && !said.starts_with(|c: char| c.is_ascii_digit()) {
            if setup.len() == MAX_SETUP_LINES {
                let message =
                    format!("no turn begins within {MAX_SETUP_LINES} lines, which no race needs before its first");
                return Err(NotationError::new(1, message).or_line(number).into());
            }
            setup.push(line);
            continue;
        }
        if header.is_none() {
            header = Some(header_of::<G>(&setup, number)?);
        }
        if turns.len() == MAX_TURNS {
            let message = format!("the race has more than {MAX_TURNS} turns, and Paddock reads no more");
            return Err(NotationError::new(1, message).or_line(number).into());
        }
        turns.push(turn::<G>(line).map_err(|error| error.or_line(number))?);
    }
    let NotationHeader { title, draft, setup } = match header {
        Some(header) => header,
        None => header_of::<G>(&setup, text.lines().count() + 1)?,
    };
    Ok(ReplayFile::new(title, draft, setup, turns))
}

/// What the lines of the setup say; `end` is the line after them.
fn header_of<G: Game>(lines: &[NotationLine<'_>], end: usize) -> Result<NotationHeader<G>, NotationError> {
    G::read_notation_header(lines).map_err(|error| error.or_line(end))
}

/// A turn that a file can hold.
fn turn<G: Game>(line: NotationLine<'_>) -> Result<G::Turn, NotationError> {
    let turn = G::read_notation(line.text)?;
    // The notation can put parts together that a file refuses, such as a turn on the spot before a turn that is missed.
    // What is read here is going to be written there.
    match serde_json::to_value(&turn).and_then(serde_json::from_value::<G::Turn>) {
        Ok(_) => Ok(turn),
        Err(error) => {
            let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
            Err(NotationError::new(column, format!("no race can hold this turn: {error}")))
        }
    }
}

impl From<NotationError> for FileError {
    fn from(error: NotationError) -> Self {
        let position = Position { line: error.line.unwrap_or(1), column: error.column };
        Self { position: Some(position), ..Self::new(error.message) }
    }
}
