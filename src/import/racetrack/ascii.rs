//! Reads tracks that are maps of characters (rule RT-WALL-04 of Vector Racing). Such maps come from other racetrack
//! programs, and from libraries for planning and reinforcement learning.
//!
//! Walls are `#`, `x` and `X`. Free cells are `.`, `-`, `_` and spaces. Starts are `S`, `s` and `@`; there may be
//! several. Finish cells are `*`, `G`, `g`, `F` and `f`. On the cells `o`, `O` and `P`, those libraries let a car slip
//! or skid at random. Vector Racing has no random events, so these cells are read as free cells, and a note says so. In
//! a map with spaces, short rows are filled up with wall.

use super::{RacetrackError, text_of};
use crate::games::vector_racing::{CellsDraft, Draft, FinishRule, Kind, Rules, WallRule};
use crate::limits::import::MAX_CELLS;

/// The meaning of a character in a map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Wall,
    Free,
    Start,
    Finish,
    /// A cell on which the original program moves a car at random. Paddock treats it as a free cell of the track.
    Slippery,
}

impl Cell {
    fn of(sign: char) -> Option<Self> {
        Some(match sign {
            '#' | 'x' | 'X' => Self::Wall,
            '.' | '-' | '_' | ' ' => Self::Free,
            'S' | 's' | '@' => Self::Start,
            '*' | 'G' | 'g' | 'F' | 'f' => Self::Finish,
            'o' | 'O' | 'P' => Self::Slippery,
            _ => return None,
        })
    }
}

/// Whether a character may occur in a map.
pub fn is_map_character(sign: char) -> bool {
    Cell::of(sign).is_some()
}

/// Reads the track from a map of characters. `walls` is the rule for its walls. A racer finishes the race by landing on
/// a finish cell. Lines of numbers before the map (a turn limit, width and height) are skipped, even if they begin with
/// `dim:`.
///
/// # Errors
/// Returns an error if a character is unknown, rows differ in length, or there is no start or no finish.
pub fn ascii(bytes: &[u8], name: &str, walls: WallRule) -> Result<Draft, RacetrackError> {
    ascii_noted(bytes, name, walls).map(|(draft, _)| draft)
}

/// Reads the track from a map of characters. Also returns notes on how the track differs from the original, one
/// sentence each.
///
/// # Errors
/// Returns the same errors as [`ascii`].
pub fn ascii_noted(bytes: &[u8], name: &str, walls: WallRule) -> Result<(Draft, Vec<String>), RacetrackError> {
    let text = text_of(bytes)?;
    let is_heading = |line: &str| {
        let numbers = line.trim_start().strip_prefix("dim:").unwrap_or(line);
        numbers.chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
    };
    let mut rows: Vec<String> = Vec::new();
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let (mut finishes, mut slippery, mut cells) = (0usize, 0usize, 0usize);
    let mut has_blanks = false;
    let mut lengths: Vec<(usize, usize)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        let error = |message: String| RacetrackError::Line { line: number, message };
        if line.is_empty() || (rows.is_empty() && is_heading(line)) {
            continue;
        }
        cells += line.len();
        if cells > MAX_CELLS {
            return Err(error(format!("the map has more than {MAX_CELLS} cells, which is too large")));
        }
        let mut row = String::with_capacity(line.len());
        for (column, sign) in line.chars().enumerate() {
            has_blanks |= sign == ' ';
            row.push(match Cell::of(sign) {
                Some(Cell::Wall) => '#',
                Some(Cell::Free) => '.',
                Some(Cell::Start) => {
                    starts.push((column, rows.len()));
                    '.'
                }
                Some(Cell::Finish) => {
                    finishes += 1;
                    '*'
                }
                Some(Cell::Slippery) => {
                    slippery += 1;
                    '.'
                }
                None => {
                    let message = format!(
                        "`{}` (column {}) is not a cell. Use `#` or `x` for a wall, `.` or `o` for a free cell, `S` for a start, \
                         `*` or `G` for the finish",
                        sign.escape_default(),
                        column + 1
                    );
                    return Err(error(message));
                }
            });
        }
        lengths.push((number, row.len()));
        rows.push(row);
    }
    let mut notes = Vec::new();
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    if has_blanks {
        let short = rows.iter().filter(|row| row.len() < width).count();
        if short > 0 {
            notes.push(format!(
                "Rows that end before column {width} are filled up with wall. There are {short} such rows."
            ));
        }
        rows.iter_mut().for_each(|row| row.extend(std::iter::repeat_n('#', width - row.len())));
        if width * rows.len() > MAX_CELLS {
            return Err(RacetrackError::Whole(format!("the map has more than {MAX_CELLS} cells, which is too large")));
        }
    } else if let Some((first, (line, length))) =
        lengths.first().zip(lengths.iter().find(|(_, length)| Some(*length) != lengths.first().map(|first| first.1)))
    {
        let message =
            format!("this row has {length} cells, but the first row has {}; make all rows equally long", first.1);
        return Err(RacetrackError::Line { line: *line, message });
    }
    let whole = |message: &str| RacetrackError::Whole(message.to_owned());
    if starts.is_empty() {
        return Err(whole("the map has no start; mark one with `S`"));
    }
    if finishes == 0 {
        return Err(whole("the map has no finish; mark it with `*` or `G`"));
    }
    if slippery > 0 {
        notes.push(format!(
            "In the original game, a car may slip on {slippery} of the cells (`o`, `P`). Here, they are ordinary cells of the track."
        ));
    }
    // The rows are listed from top to bottom, but y points upwards.
    let place = |value: usize| i32::try_from(value).map_err(|_| whole("the map is too large"));
    let mut places: Vec<[i32; 2]> = Vec::new();
    for (column, row) in starts {
        places.push([place(column)?, place(rows.len() - 1 - row)?]);
    }
    let draft = Draft {
        name: name.to_owned(),
        kind: Kind::Sprint,
        start: places.first().copied(),
        starts: places.split_off(1),
        cells: Some(CellsDraft { from: [0, 0], rows }),
        rules: Rules { walls, finish: FinishRule::CellsLand, ..Rules::default() },
        ..Draft::default()
    };
    Ok((draft, notes))
}
