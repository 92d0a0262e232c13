//! Reads a circuit from text, as a graph of spaces and edges.

use smol_str::ToSmolStr as _;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use super::{GpOnlineError, header};
use crate::game::Issue;
use crate::games::formula_d::bare::{Bare, BareKind, BareSpace};
use crate::games::formula_d::{MAX_EDGES, MAX_SPACES};

/// The largest coordinate, in pixels. No picture is that wide.
const LARGEST: f64 = 1_000_000.0;

fn wrong(line: usize, message: impl Into<String>) -> GpOnlineError {
    GpOnlineError::Line { line, message: message.into().replace(char::is_control, "\u{fffd}") }
}

fn number<T: FromStr>(line: usize, word: Option<&str>, what: &str) -> Result<T, GpOnlineError> {
    let word = word.ok_or_else(|| wrong(line, format!("{what} is missing")))?;
    let shown: String = word.chars().take(30).collect();
    word.parse().map_err(|_| wrong(line, format!("`{shown}` is not {what}")))
}

/// Reads a coordinate, in pixels.
fn coordinate(line: usize, word: Option<&str>) -> Result<f64, GpOnlineError> {
    let value: f64 = number(line, word, "a coordinate")?;
    if value.abs() <= LARGEST {
        return Ok(value);
    }
    Err(wrong(line, format!("a coordinate is larger than {LARGEST}; use pixels of the picture")))
}

pub(super) fn graph(name: &str, text: &str) -> Result<Bare, GpOnlineError> {
    let mut bare = Bare { name: name.to_owned(), ..Bare::default() };
    let mut index: BTreeMap<u32, usize> = BTreeMap::new();
    let mut known = BTreeSet::new();
    let mut twice = 0;
    let mut part = 0;
    let mut is_blank = true;
    for (line, said) in (1..).zip(text.lines()) {
        let mut words = said.split_whitespace().peekable();
        if words.peek().is_none() {
            // Several blank lines are treated as one. The first part always has at least its header, so it is never
            // empty.
            part += usize::from(!is_blank);
            is_blank = true;
            continue;
        }
        is_blank = false;
        if line == 1 {
            bare.chart = header::weather(said, &mut bare.notes);
            continue;
        }
        let find = |word: Option<&str>| {
            let id: u32 = number(line, word, "the number of a space")?;
            index.get(&id).copied().ok_or_else(|| wrong(line, format!("there is no space {id}")))
        };
        match part {
            0 => {
                let id: u32 = number(line, words.next(), "the number of a space")?;
                let x = coordinate(line, words.next())?;
                let y = coordinate(line, words.next())?;
                let kind: u8 = number(line, words.next(), "the type of a space")?;
                let flag = words.next();
                if flag.is_some_and(|flag| flag != "F") {
                    return Err(wrong(line, "the text after the space's type is not `F`; delete this text"));
                }
                let kind = match kind {
                    1 | 5 => BareKind::Straight,
                    2 => BareKind::Corner(2),
                    3 => BareKind::Corner(1),
                    6 => BareKind::Corner(3),
                    7 => BareKind::Pit,
                    4 => BareKind::Blocked,
                    _ => return Err(wrong(line, format!("the type of a space must be from 1 to 7, not {kind}"))),
                };
                let finish = flag.is_some() || said.split_whitespace().nth(3) == Some("5");
                if index.insert(id, bare.spaces.len()).is_some() {
                    return Err(wrong(
                        line,
                        format!("there are two spaces with the number {id}; give one of them another number"),
                    ));
                }
                // Subtracting from 0.0 avoids a negative zero.
                let at = [x, 0.0 - y];
                let space =
                    BareSpace { id: id.to_smolstr(), at, kind, finish, depth: None, garage: false, slot: false };
                bare.spaces.push(space);
            }
            1 => {
                let (from, to) = (find(words.next())?, find(words.next())?);
                // A repeated edge is counted and left out.
                if known.insert([from, to]) {
                    bare.edges.push([from, to]);
                } else {
                    twice += 1;
                }
            }
            2 => {
                let node = find(words.next())?;
                let value: f64 = number(line, words.next(), "a number")?;
                let space = &mut bare.spaces[node];
                match space.kind {
                    BareKind::Pit => space.garage = value > 0.0,
                    BareKind::Corner(_) => space.depth = Some(value).filter(|value| value.is_finite()),
                    BareKind::Straight | BareKind::Blocked => {
                        let message = format!(
                            "Space {} is not in a corner. Its depth within a corner ({value}) is left out.",
                            space.id
                        );
                        bare.notes.push(Issue::warning("FD-VAL-13", message));
                    }
                }
            }
            3 => {
                let node = find(words.next())?;
                bare.spaces[node].slot = true;
            }
            _ => {
                return Err(wrong(
                    line,
                    "this line comes after the grid, which is the last part of a file; delete this line",
                ));
            }
        }
        if bare.spaces.len() > MAX_SPACES || bare.edges.len() > MAX_EDGES {
            return Err(wrong(
                line,
                format!("the file has more than {MAX_SPACES} spaces or {MAX_EDGES} edges, which is too large"),
            ));
        }
    }
    if twice > 0 {
        let lines = if twice == 1 {
            "line repeats an edge and is left out".to_owned()
        } else {
            "lines repeat edges and are left out".to_owned()
        };
        bare.notes.push(Issue::warning("FD-VAL-07", format!("{twice} {lines}.")));
    }
    if part < 1 {
        return Err(wrong(1, "the file has no edges: put a blank line between the spaces and the edges"));
    }
    Ok(bare)
}
