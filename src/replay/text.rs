//! A race as text: the lines of its setup, then one line a turn.
//!
//! What the lines say is each game's own ([`Game::notation`]); this is what all have in common. Blank lines and lines that
//! begin with `#` say nothing; a turn's line begins with a digit, and all lines of the setup come before the first turn.
//! Lines that begin with one of a few words ([`remark`]) say what is written beside the turn before, or what else may have
//! been played.
//!
//! What else a replay's file may hold is left out: fingerprints, and the name of a track file (the circuit itself is
//! written).

mod remark;

use std::fmt::Write as _;

use self::remark::Draft;
use super::file::{FileError, MAX_TURNS, Position, ReplayFile, text_of, within};
use super::line::LineId;
use super::timeline::Timeline;
use super::variation;
use crate::game::{Game, NotationError, NotationHeader, NotationLine};

use crate::limits::MAX_SETUP_LINES;

/// The race as text: the setup, a blank line, the first `at` turns of the line that is shown with what is written beside
/// them. The main line has its variations with it, as far as they depart from these turns.
pub(super) fn print<G: Game>(race: &Timeline<G>, at: usize) -> String {
    let mut text = G::notation_header(&race.title, &race.draft, &race.setup).join("\n");
    text.push_str("\n\n");
    let with_variations = race.tree.main().id == race.shown;
    let line = race.line();
    let remarks = super::Race::remarks(race);
    let remarks = remark::Beside::new(&remarks);
    remark::print(&remarks, 0, None, 0, &mut text);
    for (turn, link) in (1..).zip(line.links.iter().take(at)) {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{}", G::notation(&link.turn));
        remark::print(&remarks, turn, link.step.reason.as_deref(), 0, &mut text);
        if with_variations {
            print_variations(race, line.id, turn, line.links.len(), 0, &mut text);
        }
    }
    text
}

/// The variations that begin with turn `turn`; after the last turn also those that go on from there.
fn print_variations<G: Game>(race: &Timeline<G>, of: LineId, turn: usize, len: usize, depth: usize, text: &mut String) {
    for line in race.tree.children(of) {
        let begins = line.at() + 1;
        if begins != turn && !(turn == len && begins > len) || line.links.len() <= line.at() {
            continue;
        }
        remark::begin(begins, &line.name, depth, text);
        let remarks = remark::Beside::new(&line.remarks);
        for (number, link) in (1..).zip(line.links.iter()).skip(line.at()) {
            let _ = writeln!(text, "{}{}", remark::indent(depth + 1), G::notation(&link.turn));
            remark::print(&remarks, number, link.step.reason.as_deref(), depth + 1, text);
            print_variations(race, line.id, number, line.links.len(), depth + 1, text);
        }
        remark::end(depth, text);
    }
}

/// Reads a race from text.
///
/// # Errors
/// The first thing that is wrong, with its line and column, and where the text is larger than any race of ours.
pub fn read_text<G: Game>(bytes: &[u8]) -> Result<ReplayFile<G>, FileError> {
    let text = text_of(bytes)?;
    let mut setup: Vec<NotationLine<'_>> = Vec::new();
    let mut header = None;
    let mut draft = Draft::<G>::default();
    let mut turns = 0;
    for (number, text) in (1..).zip(text.lines()) {
        let said = text.trim_start();
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        let line = NotationLine { number, text };
        if draft.read(line).map_err(|error| error.or_line(number))? {
            continue;
        }
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
        if turns == MAX_TURNS {
            let message = format!("the race has more than {MAX_TURNS} turns, and Paddock reads no more");
            return Err(NotationError::new(1, message).or_line(number).into());
        }
        turns += 1;
        if let Some(header) = &header {
            draft.play(turn::<G>(header, line).map_err(|error| error.or_line(number))?);
        }
    }
    let end = text.lines().count() + 1;
    let NotationHeader { title, draft: circuit, setup } = match header {
        Some(header) => header,
        None => header_of::<G>(&setup, end)?,
    };
    let mut replay = ReplayFile::new(title, circuit, setup, Vec::new());
    draft.finish(&mut replay).map_err(|error| error.or_line(end))?;
    // What is read here is going to be written to a file, which has limits of its own.
    match variation::check(&replay) {
        Ok(()) => Ok(replay),
        Err((path, message)) => Err(FileError { path: Some(path), ..FileError::new(message) }),
    }
}

/// What the lines of the setup say; `end` is the line after them.
fn header_of<G: Game>(lines: &[NotationLine<'_>], end: usize) -> Result<NotationHeader<G>, NotationError> {
    let header: NotationHeader<G> = G::read_notation_header(lines).map_err(|error| error.or_line(end))?;
    let within =
        within("circuit", G::sizes(&header.draft)).and_then(|()| within("setup", G::setup_sizes(&header.setup)));
    match within {
        Ok(()) => Ok(header),
        Err(message) => Err(NotationError::new(1, message).or_line(end)),
    }
}

/// A turn that a file can hold.
fn turn<G: Game>(header: &NotationHeader<G>, line: NotationLine<'_>) -> Result<G::Turn, NotationError> {
    let turn = G::read_notation_in(&header.draft, &header.setup, line.text)?;
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
