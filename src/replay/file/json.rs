//! Files as JSON text: identifies, reads and prints them. The same document is always printed as the same text.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::{FORMAT_VERSION, FileError, FileKind, MAX_VALUES, Position, shorten};

/// The first three fields of a file. They say how to read the other fields.
#[derive(Deserialize)]
struct Header {
    paddock: Option<String>,
    version: Option<serde_json::Value>,
    game: Option<String>,
    #[serde(flatten)]
    _rest: BTreeMap<String, IgnoredAny>,
}

/// Returns the kind of a file and the id of its game, without reading the rest.
///
/// # Errors
/// Returns an error if the bytes are not a JSON object of this program, or if a newer version wrote them.
pub(in crate::replay) fn identify(bytes: &[u8]) -> Result<(FileKind, String), FileError> {
    let text = text_of(bytes)?;
    if !text.trim_start().starts_with('{') {
        return Err(FileError::new("this is not a Paddock file: it must be a JSON object, beginning with `{`"));
    }
    let header: Header = serde_json::from_str(text).map_err(|error| FileError::from_json(None, &error))?;
    let kind = match header.paddock.as_deref() {
        Some("track") => FileKind::Track,
        Some("replay") => FileKind::Replay,
        Some(other) => {
            return Err(FileError::new(format!(
                "`paddock` must be \"track\" or \"replay\", not \"{}\"",
                shorten(other)
            )));
        }
        None => {
            return Err(FileError::new(
                "this is JSON, but not a Paddock file: the field `paddock` is missing (games of other programs are read by `paddock import`)",
            ));
        }
    };
    match header.version.as_ref().map(|version| version.as_u64()) {
        None => {
            return Err(FileError::new(format!(
                "the field `version` is missing; this program writes {FORMAT_VERSION}"
            )));
        }
        Some(Some(version)) if version > u64::from(FORMAT_VERSION) => {
            return Err(FileError::new(format!(
                "the file has version {version}; this Paddock reads up to {FORMAT_VERSION}. Open it with a newer Paddock"
            )));
        }
        Some(Some(version)) if version >= 1 => {}
        Some(_) => return Err(FileError::new(format!("`version` must be a whole number from 1 to {FORMAT_VERSION}"))),
    }
    let game = header.game.ok_or_else(|| FileError::new("the field `game` is missing"))?;
    Ok((kind, game))
}

/// Reads a document strictly: an unknown field is an error.
///
/// ```
/// use paddock::games::vektorace::Vektorace;
/// use paddock::replay::{TrackFile, parse, print};
///
/// let bytes = std::fs::read("tracks/vektorace/copper-kettle.json").unwrap();
/// let file: TrackFile<Vektorace> = parse(&bytes).unwrap();
/// // The same document gives the same bytes.
/// assert_eq!(print(&file).unwrap().as_bytes(), bytes);
/// ```
///
/// # Errors
/// Returns the first error, with its path, line and column.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FileError> {
    let text = text_of(bytes)?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let document = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| FileError::from_json(Some(error.path().to_string()), error.inner()))?;
    deserializer.end().map_err(|error| FileError::from_json(None, &error))?;
    Ok(document)
}

/// Writes a document as text, one line for each turn or piece. The same document always gives the same bytes.
///
/// # Errors
/// Returns an error if serialisation fails. This never happens for documents of this program.
pub fn print<T: Serialize>(document: &T) -> Result<String, FileError> {
    let value = serde_json::to_value(document).map_err(|error| FileError::from_json(None, &error))?;
    let mut text = String::new();
    layout(&value, 0, &mut text);
    text.push('\n');
    Ok(text)
}

/// Writes a JSON value. It takes several lines if it contains large lists or objects, and one line otherwise.
fn layout(value: &serde_json::Value, depth: usize, out: &mut String) {
    use serde_json::Value;
    let flat = value.to_string();
    let nested = |value: &Value| matches!(value, Value::Object(_) | Value::Array(_));
    let simple = match value {
        Value::Object(map) => depth > 1 && (flat.len() <= 240 || !map.values().any(nested)),
        Value::Array(list) => !list.iter().any(|item| item.is_object()),
        _ => true,
    };
    if simple {
        out.push_str(&flat);
        return;
    }
    let indent = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', depth));
    };
    match value {
        Value::Object(map) => {
            out.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                indent(out, depth + 1);
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(": ");
                layout(value, depth + 1, out);
            }
            indent(out, depth);
            out.push('}');
        }
        Value::Array(list) => {
            out.push('[');
            for (index, value) in list.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                indent(out, depth + 1);
                layout(value, depth + 2, out);
            }
            indent(out, depth);
            out.push(']');
        }
        _ => out.push_str(&flat),
    }
}

/// Returns the text of a file. Checks that its bytes are UTF-8 and that it does not have too many values.
pub(in crate::replay) fn text_of(bytes: &[u8]) -> Result<&str, FileError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.is_empty() {
        return Err(FileError::new("the file is empty"));
    }
    let values = bytes.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
    if values > MAX_VALUES {
        return Err(FileError::new(format!(
            "the file has more than {MAX_VALUES} values; no Paddock file is that large"
        )));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        FileError {
            position: Some(Position { line, column }),
            ..FileError::new("this is not text: the file is not UTF-8")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::TrackFile;

    #[test]
    fn files_of_others_are_refused_in_words() {
        let refuse = |text: &str| {
            let opened = crate::open(text.as_bytes(), &crate::replay::no_files);
            opened.err().expect("refused").to_string()
        };
        assert!(refuse("").contains("empty"));
        assert!(refuse("[1]").contains("JSON object"));
        assert!(refuse("{\"a\":1}").contains("`paddock` is missing"));
        assert!(refuse(r#"{"paddock":"tune"}"#).contains("\"track\" or \"replay\""));
        let open = |text: &str| parse::<TrackFile<crate::games::formula_d::FormulaD>>(text.as_bytes());
        let with_schema =
            open(r#"{"$schema":"https://x.org/a.json","paddock":"track","version":1,"game":"formula_d","track":{}}"#);
        let written = with_schema.as_ref().ok().and_then(|file| print(file).ok());
        assert!(written.is_some_and(|text| !text.contains("schema")), "{with_schema:?}");
        assert!(refuse(r#"{"paddock":"track"}"#).contains("`version` is missing"));
        assert!(refuse(r#"{"paddock":"track","version":3,"game":"vektorace"}"#).contains("a newer Paddock"));
        assert!(refuse(r#"{"paddock":"track","version":0}"#).contains("whole number"));
        assert!(refuse(r#"{"paddock":"track","version":1,"game":"ludo"}"#).contains("use one of: vektorace"));
        assert!(refuse(r#"{"paddock":"track","version":1,"#).contains("cut short"));
        assert_eq!(identify(b"{\n\"a\": \xff}").expect_err("refused").position, Some(Position { line: 2, column: 6 }));
    }
}
