//! Reads the moves of one racer from text. Moves are written as pairs of numbers or in letters (`2R1U`).

use super::{RacetrackError, text_of};
use crate::game::prelude::*;
use crate::game::{CarId, Issue};
use crate::games::vector_racing::notation::read_move;
use crate::games::vector_racing::{Draft, RacerEntry, Setup, Turn, VectorRacing};
use crate::limits::import::MAX_MOVES;
use crate::replay::ReplayFile;

/// Reads moves in order. A move is a pair in brackets such as `(2,1)`, letters such as `2R1U`, or a line with two bare
/// numbers. A line may have several moves, separated by spaces, commas or semicolons. Text after a `#` is a remark.
///
/// # Errors
/// Returns an error about the first part of the text that is not a move, with its line.
pub fn moves(bytes: &[u8]) -> Result<Vec<[i32; 2]>, RacetrackError> {
    let text = text_of(bytes)?;
    let mut moves = Vec::new();
    for (line, said) in (1..).zip(text.lines()) {
        let said = said.split_once('#').map_or(said, |(said, _)| said).trim();
        let error = |message: String| RacetrackError::Line { line, message };
        let mut add = |part: &str| {
            if moves.len() == MAX_MOVES {
                return Err(error(format!("the list has more than {MAX_MOVES} moves, which is too many")));
            }
            moves.push(read_move(part).map_err(|problem| error(problem.to_string()))?);
            Ok(())
        };
        let bare: Vec<&str> = said.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
        if let [x, y] = bare[..]
            && let (Ok(_), Ok(_)) = (x.parse::<i32>(), y.parse::<i32>())
        {
            add(&format!("({x},{y})"))?;
            continue;
        }
        for part in parts(said) {
            add(part)?;
        }
    }
    Ok(moves)
}

/// Makes a race with one racer from the racer's moves on this track. Inserts the turns that the racer loses after
/// crashes. The race may contain illegal turns. The first of them is reported when the race is opened.
///
/// # Errors
/// Returns the errors of the track, or the reasons why no racer can start on it.
pub fn race(title: &str, draft: Draft, moves: &[[i32; 2]]) -> Result<ReplayFile<VectorRacing>, Vec<Issue>> {
    let car = CarId(1);
    let setup = Setup { laps: draft.laps, rules: None, racers: vec![RacerEntry::new(car, "")] };
    let (track, issues) = VectorRacing::validate(&draft);
    let Some(track) = track else { return Err(issues) };
    let mut state = VectorRacing::start(&track, &setup)?;
    let mut turns = Vec::with_capacity(moves.len());
    for velocity in moves {
        while state.racers.first().is_some_and(|racer| racer.lost > 0) && state.to_act().is_some() {
            turns.push(Turn::lost(car));
            state = VectorRacing::force(&track, &state, &Turn::lost(car)).played.state;
        }
        turns.push(Turn::go(car, *velocity));
        state = VectorRacing::force(&track, &state, &Turn::go(car, *velocity)).played.state;
    }
    Ok(ReplayFile::new(title.to_owned(), draft, setup, turns))
}

/// Splits a line into moves. A pair in brackets is one move. The rest of the line is split at spaces, commas and
/// semicolons.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';');
        if rest.is_empty() {
            return None;
        }
        let end = if rest.starts_with('(') {
            rest.find(')').map_or(rest.len(), |at| at + 1)
        } else {
            rest.find(|c: char| c.is_whitespace() || c == ',' || c == ';' || c == '(').unwrap_or(rest.len())
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_and_bare_numbers_are_read() {
        let read = |text: &str| moves(text.as_bytes());
        assert_eq!(
            read("(1,0)(1, -1); 2R1D # and on\n\n0\n-1 2\n3,4"),
            Ok(vec![[1, 0], [1, -1], [2, -1], [0, 0], [-1, 2], [3, 4]])
        );
        assert_eq!(
            read("1R\n1X").map_err(|error| error.to_string()),
            Err("line 2: `1X` is not a move: write `(x,y)`, or letters such as `1L3U`".to_owned())
        );
        assert!(moves(b"\xff").is_err());
    }

    #[test]
    fn a_list_is_read_up_to_its_limit_in_either_form() {
        for word in ["1 0\n", "(1,0)\n", "1R;"] {
            assert_eq!(moves(word.repeat(MAX_MOVES).as_bytes()).map(|moves| moves.len()), Ok(MAX_MOVES), "{word}");
            let more = moves(word.repeat(MAX_MOVES + 1).as_bytes()).map_err(|error| error.to_string());
            assert!(more.is_err_and(|why| why.contains("more than 50000 moves")), "{word}");
        }
    }
}
