//! A race as text. The text has tags, then the circuit and the setup as JSON, then one line for each turn.
//!
//! The line of a turn is in the game's own notation ([`Game::notation`]) and begins with a digit. All other lines have
//! the same form in every game ([`head`], [`remark`]). Blank lines and lines that begin with `#` are ignored.
//!
//! The text always contains the whole circuit, even if the race names a track file. It does not contain fingerprints.

mod head;
mod line;
mod remark;

use std::fmt::Write as _;

use self::head::Head;
pub(super) use self::head::game_of;
use self::line::{Line, Lines};
use self::remark::Draft;
use super::file::{self, FileError, MAX_TURNS, Position, ReplayFile, text_of};
use super::line::LineId;
use super::open::Fetch;
use super::race::Race as _;
use super::timeline::Timeline;
use crate::game::{Game, NotationError};

/// Writes the race as text: its head, then the first `at` turns of the shown line with their remarks. If the main line
/// is shown, also writes the variations that begin within these turns.
pub(super) fn print<G: Game>(race: &Timeline<G>, at: usize) -> String {
    let mut text = head::print(race, at);
    text.push('\n');
    let with_variations = race.tree.main().id == race.shown;
    let line = race.line();
    let remarks = race.remarks();
    let remarks = remark::Beside::new(&remarks);
    remark::print(&remarks, 0, None, 0, &mut text);
    for (turn, link) in (1..).zip(line.links.iter().take(at)) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", G::notation(&link.turn));
        remark::print(&remarks, turn, link.step.reason.as_deref(), 0, &mut text);
        if with_variations {
            print_variations(race, line.id, turn, line.links.len(), 0, &mut text);
        }
    }
    text
}

/// Writes the variations whose first turn has the number `turn`. If `turn` is the last turn (`len`), also writes the
/// variations that begin after it.
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

/// Reads a race from text. `load` reads the track file if the text names one.
///
/// ```
/// use paddock::games::vektorace::Vektorace;
/// use paddock::replay::read_text;
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let text = race.notation_text(race.len());
/// let again = read_text::<Vektorace>(text.as_bytes(), &no_files).unwrap();
/// assert_eq!(again.turns.len(), race.len());
/// ```
///
/// # Errors
/// Returns the first error, with its line and column. It is also an error if the race exceeds a limit of race files.
pub fn read_text<G: Game>(bytes: &[u8], load: Fetch<'_>) -> Result<ReplayFile<G>, FileError> {
    let mut lines = Lines::new(text_of(bytes)?);
    let mut head = Head::<G>::default();
    let mut draft = Draft::<G>::default();
    let mut turns = 0;
    while let Some(line) = lines.next() {
        let Line { number, text } = line;
        let wrong = |message: String| FileError::from(NotationError::new(1, message).or_line(number));
        if turns == 0 && head.read(&mut lines, (number, text), load)? {
            continue;
        }
        if draft.read(text).map_err(|error| error.or_line(number))? {
            continue;
        }
        if let Some(missing) = head.missing() {
            return Err(wrong(missing.to_owned()));
        }
        if turns == MAX_TURNS {
            return Err(wrong(format!("the race has more than {MAX_TURNS} turns, which is the limit")));
        }
        turns += 1;
        draft.play(turn::<G>(&head, text).map_err(|error| error.or_line(number))?);
    }
    let end = lines.number() + 1;
    let missing = head.missing().unwrap_or_default();
    let (Some(track), Some(setup)) = (head.track, head.setup) else {
        return Err(NotationError::new(1, missing).or_line(end).into());
    };
    let mut replay = ReplayFile::new(head.title.unwrap_or_default(), track, setup, Vec::new()).with_about(head.about);
    draft.finish(&mut replay).map_err(|error| error.or_line(end))?;
    // The race will be saved in a file, so it must also be within the limits of files.
    match file::check(&replay) {
        Ok(()) => Ok(replay),
        Err((path, message)) => Err(FileError { path: Some(path), ..FileError::new(message) }),
    }
}

/// Reads a turn. Refuses a turn that cannot be written in a race file.
fn turn<G: Game>(head: &Head<G>, line: &str) -> Result<G::Turn, NotationError> {
    let turn = match (&head.track, &head.setup) {
        (Some(track), Some(setup)) => G::read_notation_in(track, setup, line)?,
        _ => G::read_notation(line)?,
    };
    // The notation can express combinations that a file does not allow, such as a turn on the spot before a missed
    // turn. They are refused here, because the race will be saved in a file.
    match serde_json::to_value(&turn).and_then(serde_json::from_value::<G::Turn>) {
        Ok(_) => Ok(turn),
        Err(error) => {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            Err(NotationError::new(column, format!("this turn cannot be saved in a race file: {error}")))
        }
    }
}

impl From<NotationError> for FileError {
    fn from(error: NotationError) -> Self {
        let position = Position { line: error.line.unwrap_or(1), column: error.column };
        Self { position: Some(position), ..Self::new(error.message) }
    }
}
