//! The text of a journal, which lists the edits of a race. The first line says which race the journal belongs to. Each
//! further line is one edit.
//!
//! At most [`MAX_EDITS`] edits are read, and applying them checks at most [`MAX_WORK`] turns. So restoring a race takes
//! a minute or two at most. If a journal exceeds a limit, only its first part is applied. The file of the journal stays
//! unchanged.

pub use crate::limits::{MAX_EDITS, MAX_WORK};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::file::{FileError, text_of};
use super::{Opened, Playable, RaceEdit, Recorder};

/// The newest version of the journal format.
const JOURNAL_VERSION: u32 = 1;

/// The race that a journal belongs to.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// The race in the file beside the journal. The number is the [`digest`] of that file.
    File(u64),
    /// A race inside the journal, as the text of a race file. This may be the only copy of the race.
    Race(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    paddock: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    race: Option<Value>,
}

/// Computes a number from the bytes of a file. The number shows later whether a file is still the same. The same bytes
/// give the same number on every machine.
///
/// ```
/// use paddock::replay::journal::digest;
///
/// assert_eq!(digest(b"oval"), digest(b"oval"));
/// assert_ne!(digest(b"oval"), digest(b"Oval"));
/// ```
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    use std::hash::Hasher as _;
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Writes the first line of a journal, which says which race it belongs to.
///
/// # Errors
/// Returns an error if the race's text is not JSON.
pub fn first_line(base: &Base) -> Result<String, FileError> {
    let wrong = |error: serde_json::Error| FileError::new(format!("the journal cannot be started: {error}"));
    let mut header = Header { paddock: "journal".to_owned(), version: JOURNAL_VERSION, base: None, race: None };
    match base {
        Base::File(digest) => header.base = Some(format!("{digest:016x}")),
        Base::Race(text) => header.race = Some(serde_json::from_str(text).map_err(wrong)?),
    }
    serde_json::to_string(&header).map_err(wrong)
}

/// Writes an edit as a line of the journal.
///
/// ```
/// use paddock::replay::{LineId, RaceEdit, journal};
///
/// let edit = RaceEdit::Play { line: LineId::default(), at: 3, turn: serde_json::json!({"car": 7}), reason: None };
/// assert!(journal::line(&edit).unwrap().contains("\"play\""));
/// ```
///
/// # Errors
/// Returns an error if serialisation fails. This never happens for an edit.
pub fn line(edit: &RaceEdit) -> Result<String, FileError> {
    serde_json::to_string(edit).map_err(|error| FileError::new(format!("the edit cannot be saved: {error}")))
}

/// The content of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The race that the journal's edits belong to.
    pub base: Base,
    /// The journal's edits, in order.
    pub edits: Vec<RaceEdit>,
    /// The total length of the journal's complete lines, in bytes.
    pub whole: u64,
    /// Whether the journal ends with an incomplete line. This line was left out of `edits`.
    pub torn: bool,
    /// Whether the journal has more than [`MAX_EDITS`] edits. Only the first [`MAX_EDITS`] were read.
    pub longer: bool,
}

/// Reads a journal. Leaves out an incomplete or unreadable last line, which a power failure can cause.
///
/// # Errors
/// Returns an error if the text is not a journal, or if a line before the last one cannot be read.
pub fn read(bytes: &[u8]) -> Result<Kept, FileError> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let text = text_of(&bytes[..end])?;
    let mut lines = text.lines();
    let no_journal = |why: String| FileError::new(format!("this is not the journal of a race: {why}"));
    let header: Header =
        serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| no_journal(error.to_string()))?;
    if header.paddock != "journal" {
        return Err(no_journal(format!("`paddock` is \"{}\"", header.paddock.chars().take(40).collect::<String>())));
    }
    if header.version > JOURNAL_VERSION {
        return Err(FileError::new(format!(
            "the journal has version {}, and this Paddock reads up to {JOURNAL_VERSION}; open it with a newer Paddock",
            header.version
        )));
    }
    let digest = header.base.as_deref().map(|digits| u64::from_str_radix(digits, 16));
    let base = match (digest, header.race) {
        (Some(Ok(digest)), None) => Base::File(digest),
        (None, Some(race)) => Base::Race(race.to_string()),
        _ => return Err(no_journal("the first line does not say which race the journal belongs to".to_owned())),
    };
    let mut kept = Kept { base, edits: Vec::new(), whole: 0, torn: end < bytes.len(), longer: false };
    kept.whole = text.find('\n').map_or(0, |first| first as u64 + 1);
    for (number, line) in (2..).zip(lines) {
        if kept.edits.len() == MAX_EDITS {
            (kept.longer, kept.torn) = (true, false);
            break;
        }
        match serde_json::from_str(line) {
            Ok(edit) => {
                kept.edits.push(edit);
                kept.whole += line.len() as u64 + 1;
            }
            Err(_) if kept.whole + line.len() as u64 + 1 >= text.len() as u64 => kept.torn = true,
            Err(error) => return Err(FileError::new(format!("line {number} of the journal: {error}"))),
        }
    }
    Ok(kept)
}

/// Opens the race that a journal contains. Returns `None` if the journal belongs to a race in a separate file.
///
/// # Errors
/// Returns an error if the race in the journal cannot be opened.
pub fn own_race(games: &[&'static dyn Playable], kept: &Kept) -> Result<Option<Opened>, super::OpenError> {
    match &kept.base {
        Base::File(_) => Ok(None),
        Base::Race(text) => super::open(games, text.as_bytes(), &|name| {
            Err(format!("the race in the journal names the track file \"{name}\" instead of containing the track")
                .into())
        })
        .map(Some),
    }
}

/// The result of applying a journal to its race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redone {
    /// The number of edits that were applied. It is smaller than the number of all edits if an edit no longer fits the
    /// race, or if the journal is too long.
    pub done: usize,
    /// Whether the last edits were left out because the journal is too long.
    pub cut: bool,
}

/// Applies the edits of a journal to a race. Checks at most [`MAX_WORK`] turns.
pub fn replay(race: &mut dyn Recorder, kept: &Kept) -> Redone {
    replay_within(race, kept, MAX_WORK)
}

fn replay_within(race: &mut dyn Recorder, kept: &Kept, mut left: usize) -> Redone {
    for (done, edit) in kept.edits.iter().enumerate() {
        let work = race.turns_behind(edit);
        if work > left {
            return Redone { done, cut: true };
        }
        left -= work;
        if race.record(edit).is_err() {
            return Redone { done, cut: false };
        }
    }
    Redone { done: kept.edits.len(), cut: kept.longer }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::LineId;

    fn journal() -> String {
        let edits = [RaceEdit::Undo, RaceEdit::Cut { line: LineId(0), at: 3 }];
        let lines = edits.iter().map(|edit| line(edit).expect("JSON"));
        let first = first_line(&Base::File(0xabc)).expect("JSON");
        std::iter::once(first).chain(lines).map(|line| line + "\n").collect()
    }

    #[test]
    fn a_journal_reads_back_and_a_torn_line_is_left_out() {
        let text = journal();
        let kept = read(text.as_bytes()).expect("whole");
        assert_eq!((kept.edits.len(), kept.torn, kept.whole), (2, false, text.len() as u64));
        assert_eq!(kept.base, Base::File(0xabc));
        let header = text.find('\n').expect("a line") + 1;
        for cut in header..text.len() {
            let torn = read(&text.as_bytes()[..cut]).expect("the rest is whole");
            assert!(kept.edits.starts_with(&torn.edits), "{cut}");
            assert_eq!(torn.torn, !text[..cut].ends_with('\n'), "{cut}");
            assert!(text[..torn.whole as usize].ends_with('\n'), "{cut}");
        }
        let filled = format!("{text}\0\0\0\n");
        assert_eq!(read(filled.as_bytes()).map(|kept| (kept.edits.len(), kept.torn)), Ok((2, true)));
    }

    #[test]
    fn of_a_journal_that_never_ends_the_first_part_is_read() {
        let mut text = first_line(&Base::File(0xabc)).expect("JSON") + "\n";
        let undo = line(&RaceEdit::Undo).expect("JSON") + "\n";
        text.push_str(&undo.repeat(MAX_EDITS));
        let kept = read(text.as_bytes()).expect("whole");
        assert_eq!((kept.edits.len(), kept.longer), (MAX_EDITS, false));
        let kept = read((text + &undo).as_bytes()).expect("read as far as it goes");
        assert_eq!((kept.edits.len(), kept.longer, kept.torn), (MAX_EDITS, true, false));
    }

    #[test]
    fn edits_are_done_again_until_too_many_turns_would_be_rechecked() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/nightjar-park-duel.json");
        let bytes = std::fs::read(file).expect("a race that ships");
        let open = || match crate::open(&bytes, &crate::replay::no_files) {
            Ok(Opened::Race(race)) => race,
            _ => unreachable!("it is a race"),
        };
        let turns = open().len();
        let note = RaceEdit::Note { line: LineId(0), at: 1, text: "a".to_owned() };
        let early = RaceEdit::Remove { line: LineId(0), number: 1 };
        let edits = vec![note, early.clone(), RaceEdit::Undo, early, RaceEdit::Undo];
        let kept = Kept { base: Base::File(0), edits, whole: 0, torn: false, longer: false };
        let redone = |most| replay_within(open().recorder().expect("a race"), &kept, most);
        assert_eq!(redone(2 * turns), Redone { done: 5, cut: false });
        assert_eq!(redone(2 * turns - 1), Redone { done: 3, cut: true });
        assert_eq!(redone(0), Redone { done: 1, cut: true });
    }

    #[test]
    fn what_is_no_journal_is_refused() {
        let text = journal();
        assert!(
            read(b"").is_err() && read(b"{}\n").is_err() && read(b"{\"paddock\":\"track\",\"version\":1}\n").is_err()
        );
        let spoilt = text.replacen("\"undo\"", "\"dance\"", 1);
        assert!(read(spoilt.as_bytes()).expect_err("refused").to_string().contains("line 2"));
        let newer = text.replacen("\"version\":1", "\"version\":2", 1);
        assert!(read(newer.as_bytes()).expect_err("refused").to_string().contains("newer Paddock"));
    }
}
