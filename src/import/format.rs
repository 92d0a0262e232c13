//! Recognises the format of a file by its content.

use serde_json::Value;

use super::racetrack;
use crate::replay::code;

/// A format that can be imported: a file of another program, or a circuit or a race as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The log of a VektoRace game that was played online, in JSON.
    OnlineLog,
    /// The table data of a VektoRace game that was played online, in JSON.
    OnlineTable,
    /// A circuit as the text of a QR code.
    CircuitText,
    /// A race as text, as `show --notation` prints it.
    RaceText,
    /// A track of Vector Racing as a map of characters.
    Map,
    /// A track of Vector Racing as outlines in XML.
    Outlines,
    /// The moves of one racer in a race of Vector Racing.
    Moves,
    /// A circuit of Formula D from the program GP Online.
    GpOnline,
}

/// The number of lines, from the start of a text, that are read to find out its format.
const LINES: usize = 200;

impl Format {
    /// Recognises the format of a file. Returns `None` for Paddock's own files and for unknown files. A recognised file
    /// may still have errors.
    ///
    /// ```
    /// use paddock::import::Format;
    ///
    /// assert_eq!(Format::of(b"#####\n#S.*#\n#####\n"), Some(Format::Map));
    /// assert_eq!(Format::of(b"1R 2R1U 3R1U"), Some(Format::Moves));
    /// assert_eq!(Format::of(b"{\"paddock\": \"track\"}"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).ok()?;
        let first = text.trim_start();
        if first.starts_with('<') {
            return Some(Self::Outlines);
        }
        if first.starts_with('{') {
            return Self::of_json(bytes);
        }
        if code::is_text(text) {
            return Some(Self::CircuitText);
        }
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(LINES).collect();
        if is_tag(first.lines().next()?) {
            Some(Self::RaceText)
        } else if is_map(&lines) {
            Some(Self::Map)
        } else if lines.iter().any(|line| is_space(line)) {
            Some(Self::GpOnline)
        } else if racetrack::moves(bytes).is_ok_and(|moves| !moves.is_empty()) {
            Some(Self::Moves)
        } else {
            None
        }
    }

    fn of_json(bytes: &[u8]) -> Option<Self> {
        let json: Value = serde_json::from_slice(bytes).ok()?;
        if json.get("paddock").is_some() {
            None
        } else if json.pointer("/data/logs").or_else(|| json.get("logs")).is_some_and(Value::is_array) {
            Some(Self::OnlineLog)
        } else if json.get("game_element").is_some() {
            Some(Self::OnlineTable)
        } else {
            None
        }
    }
}

/// Whether a line is a header tag of a race written as text, such as `[Title "…"]`.
fn is_tag(line: &str) -> bool {
    let inner = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
    inner.and_then(|inner| inner.split_once(" \"")).is_some_and(|(name, _)| name.chars().all(char::is_alphanumeric))
}

/// Whether the lines are a map. A map may begin with lines of numbers. All other lines have only map characters, and at
/// least one of them has a start or a finish.
fn is_map(lines: &[&str]) -> bool {
    let is_heading = |line: &&&str| {
        line.trim_start_matches("dim:").chars().all(|sign| sign.is_ascii_digit() || sign.is_whitespace())
    };
    let rows = &lines[lines.iter().take_while(is_heading).count()..];
    let has = |signs: &str| rows.iter().any(|row| row.contains(|sign| signs.contains(sign)));
    rows.iter().all(|row| row.trim_end().chars().all(racetrack::is_map_character)) && has("Ss@*GgFf")
}

/// Whether a line describes a space of GP Online. Such a line has a number, two coordinates and a type, all of them
/// whole numbers.
fn is_space(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() >= 4 && words.iter().all(|word| word.parse::<i64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_content() {
        for (text, format) in [
            ("<?xml version=\"1.0\"?><Track/>", Some(Format::Outlines)),
            ("\u{feff}<Track/>", Some(Format::Outlines)),
            ("{\"data\": {\"logs\": []}}", Some(Format::OnlineLog)),
            ("{\"logs\": []}", Some(Format::OnlineLog)),
            ("{\"game_element\": []}", Some(Format::OnlineTable)),
            ("{\"paddock\": \"replay\", \"logs\": []}", None),
            ("{\"other\": 1}", None),
            ("{", None),
            ("[Title \"An evening\"]\n[Game \"vektorace\"]\n", Some(Format::RaceText)),
            (" PADDOCK1:ABC\n", Some(Format::CircuitText)),
            ("[1, 2]", None),
            ("100\n7 3\nxxxxxxx\nxS...Gx\nxxxxxxx\n", Some(Format::Map)),
            ("dim: 3 3\n@ ..\n..F\n", Some(Format::Map)),
            ("austria.png 0\n0 828 847 5\n1 815 862 5\n\n0 1\n", Some(Format::GpOnline)),
            ("(1,0) (2,1)\n", Some(Format::Moves)),
            ("1 0\n2 1\n", Some(Format::Moves)),
            ("# a remark\n1R 2R1U", Some(Format::Moves)),
            ("Dear diary", None),
            ("", None),
        ] {
            assert_eq!(Format::of(text.as_bytes()), format, "{text:?}");
        }
        assert_eq!(Format::of(&[0xff, 0xfe, 0, 1]), None);
    }
}
