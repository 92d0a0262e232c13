//! Maps of signs: `#` wall, `.` free, `S` start, `*` finish (RT-WALL-04).

use super::{RacetrackError, text_of};
use crate::games::vector_racing::{CellsDraft, Draft, FinishRule, Kind, Rules, WallRule};
use crate::limits::import::MAX_CELLS;

/// The track of a map, to be raced by this rule for walls; it is finished by landing on a finish cell. Lines before the map
/// that hold numbers only (a limit of turns, width and height) are skipped.
///
/// # Errors
/// Where a sign is unknown, lines differ in length, or there is not one start and some finish.
pub fn ascii(bytes: &[u8], name: &str, walls: WallRule) -> Result<Draft, RacetrackError> {
    let text = text_of(bytes)?;
    let is_heading = |line: &str| line.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    let mut rows: Vec<String> = Vec::new();
    let mut start = None;
    let mut finishes = 0usize;
    let mut cells = 0usize;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        let error = |message: String| RacetrackError::Line { line: number, message };
        if line.is_empty() || (rows.is_empty() && is_heading(line)) {
            continue;
        }
        cells += line.len();
        if cells > MAX_CELLS {
            return Err(error(format!("the map has more than {MAX_CELLS} cells")));
        }
        let mut row = String::with_capacity(line.len());
        for (column, sign) in line.chars().enumerate() {
            match sign {
                '#' | '.' => row.push(sign),
                '*' => {
                    finishes += 1;
                    row.push(sign);
                }
                'S' | 's' => {
                    if start.replace((column, rows.len())).is_some() {
                        return Err(error("there is a second start".to_owned()));
                    }
                    row.push('.');
                }
                other => {
                    let message = format!(
                        "`{}` is not a cell: `#` wall, `.` free, `S` start, `*` finish",
                        other.escape_default()
                    );
                    return Err(error(message));
                }
            }
        }
        if rows.first().is_some_and(|first| first.len() != row.len()) {
            return Err(error(format!("the row has {} cells and the first has {}", row.len(), rows[0].len())));
        }
        rows.push(row);
    }
    let whole = |message: &str| RacetrackError::Whole(message.to_owned());
    let (column, row) = start.ok_or_else(|| whole("the map has no start (`S`)"))?;
    if finishes == 0 {
        return Err(whole("the map has no finish (`*`)"));
    }
    // Rows are written from the top, and y grows upwards.
    let y = rows.len() - 1 - row;
    let place = |value: usize| i32::try_from(value).map_err(|_| whole("the map is too large"));
    Ok(Draft {
        name: name.to_owned(),
        kind: Kind::Sprint,
        start: Some([place(column)?, place(y)?]),
        cells: Some(CellsDraft { from: [0, 0], rows }),
        rules: Rules { walls, finish: FinishRule::CellsLand, ..Rules::default() },
        ..Draft::default()
    })
}
