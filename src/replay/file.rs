//! The file formats. Each file is one JSON object. Files are read strictly, and the same content is always written as
//! the same text.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

mod check;
mod locate;

pub(super) use check::{check, checked};
pub use locate::locate;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::remarks::{Bookmark, Note, Remarks, TurnMark};
use crate::game::form::excess;
use crate::game::{Game, Size};

/// The newest version of the format. This program reads files of this version and of all older versions. It writes each
/// file in the oldest version that can hold the file's content, so that older programs can read it too.
///
/// | version | added |
/// |---|---|
/// | 2 | `date` and `place` of a race; `anchors` and `narrows` of a circuit of Formula D; `groups` of a circuit |
pub const FORMAT_VERSION: u32 = 2;

pub use crate::limits::{MAX_TURNS, MAX_VALUES};

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A circuit.
    Track,
    /// A recorded race.
    Replay,
}

impl FileKind {
    /// The name of this kind of file, as written in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Track => "track",
            Self::Replay => "replay",
        }
    }
}

/// The line and column of a character in a text, counted from 1. In JSON, the column counts bytes. In notation, it
/// counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The number of the line.
    pub line: usize,
    /// The number of the column in the line.
    pub column: usize,
}

/// The reason why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileError {
    /// A sentence that says why the file cannot be read.
    pub message: String,
    /// The JSON path of the mistake, such as `turns[12].gear`. `None` if unknown.
    pub path: Option<String>,
    /// The line and column of the mistake in the text. `None` if unknown.
    pub position: Option<Position>,
}

impl FileError {
    /// Makes an error about the file as a whole.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), path: None, position: None }
    }

    pub(super) fn from_json(path: Option<String>, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = text.strip_suffix(&suffix).unwrap_or(&text);
        let message = match error.classify() {
            serde_json::error::Category::Eof => {
                "the file ends too early: it was cut short, or a bracket is missing".to_owned()
            }
            _ => abridged(message),
        };
        let position = (error.line() > 0).then(|| Position { line: error.line(), column: error.column() });
        let path = path.filter(|path| path != ".").map(|path| abridged(&path));
        Self { message, path, position }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(path) = &self.path {
            write!(f, "{path}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// The track of a race file. It is either the track itself or the name of its file.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackSource<D> {
    /// The track itself, which is inside the race's file.
    Here(Box<D>),
    /// The name of a track file. The file is in the race's folder or in a folder inside it.
    File(String),
}

impl<D: Serialize> Serialize for TrackSource<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Here(draft) => draft.serialize(serializer),
            Self::File(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de, D: Deserialize<'de>> Deserialize<'de> for TrackSource<D> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        struct Source<D>(PhantomData<D>);

        impl<'de, D: Deserialize<'de>> Visitor<'de> for Source<D> {
            type Value = TrackSource<D>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a track, or the name of a track file")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(TrackSource::File(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                D::deserialize(MapAccessDeserializer::new(map)).map(|draft| TrackSource::Here(Box::new(draft)))
            }
        }

        deserializer.deserialize_any(Source(PhantomData))
    }
}

/// Reads a struct from a JSON object, and from no other JSON value. By default, serde would also accept a list, and
/// even an empty list for a struct without required fields.
fn from_object<'de, D: Deserialize<'de>, T: Deserializer<'de>>(deserializer: T) -> Result<D, T::Error> {
    struct Object<D>(PhantomData<D>);

    impl<'de, D: Deserialize<'de>> Visitor<'de> for Object<D> {
        type Value = D;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<D, A::Error> {
            D::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_any(Object(PhantomData))
}

/// Checks that the sizes are within their limits. `what` names the checked document.
///
/// # Errors
/// Returns a sentence about the first size that exceeds its limit.
pub(super) fn within(what: &str, sizes: Vec<Size>) -> Result<(), String> {
    match sizes.iter().find(|size| size.is_too_large()) {
        Some(size) => Err(format!("the {what} is too large: {size}")),
        None => Ok(()),
    }
}

/// Reads a draft and checks its sizes.
fn draft<'de, G: Game, T: Deserializer<'de>>(deserializer: T) -> Result<G::Draft, T::Error> {
    let draft = from_object(deserializer)?;
    within("circuit", G::sizes(&draft)).map_err(de::Error::custom)?;
    Ok(draft)
}

/// Reads the circuit of a race: a draft, or the name of its file. Checks the sizes of the draft.
fn source<'de, G: Game, T: Deserializer<'de>>(deserializer: T) -> Result<TrackSource<G::Draft>, T::Error> {
    let source = TrackSource::<G::Draft>::deserialize(deserializer)?;
    if let TrackSource::Here(draft) = &source {
        within("circuit", G::sizes(draft)).map_err(de::Error::custom)?;
    }
    Ok(source)
}

/// Reads the setup of a race and checks its sizes.
fn setup<'de, G: Game, T: Deserializer<'de>>(deserializer: T) -> Result<G::Setup, T::Error> {
    let setup = from_object(deserializer)?;
    within("setup", excess(&setup)).map_err(de::Error::custom)?;
    Ok(setup)
}

/// The part of a race's text that holds the circuit: the circuit itself, or the name of its file.
#[derive(Deserialize)]
#[serde(transparent, bound = "")]
pub(super) struct Circuit<G: Game>(#[serde(deserialize_with = "source::<G, _>")] pub TrackSource<G::Draft>);

/// The part of a race's text that holds the setup.
#[derive(Deserialize)]
#[serde(transparent, bound = "")]
pub(super) struct SetupBlock<G: Game>(#[serde(deserialize_with = "setup::<G, _>")] pub G::Setup);

impl<D: JsonSchema> JsonSchema for TrackSource<D> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}OrFileName", D::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let draft = generator.subschema_for::<D>();
        schemars::json_schema!({"anyOf": [draft, {"type": "string", "description": "The name of a track file, relative to the folder of this file"}]})
    }
}

/// A file with a circuit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(rename = "TrackFile", bound = "")]
pub struct TrackFile<G: Game> {
    /// The address of the JSON Schema, for text editors. It is accepted when a file is read, but it is not written
    /// again.
    #[serde(rename = "$schema", default, skip_serializing)]
    _schema: Option<String>,
    paddock: FileKind,
    version: u32,
    game: String,
    /// The circuit.
    #[serde(deserialize_with = "draft::<G, _>")]
    pub track: G::Draft,
}

impl<G: Game> TrackFile<G> {
    /// Makes the file for a circuit.
    pub fn new(track: G::Draft) -> Self {
        Self {
            _schema: None,
            paddock: FileKind::Track,
            version: G::file_version(&track),
            game: G::INFO.id.to_owned(),
            track,
        }
    }
}

/// The date and the place of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The day of the race, as the players wrote it. May be empty.
    pub date: String,
    /// The place where the race was played, such as the town, the club or the table. May be empty.
    pub place: String,
}

/// A file with a recorded race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(rename = "ReplayFile", bound = "")]
pub struct ReplayFile<G: Game> {
    paddock: FileKind,
    version: u32,
    game: String,
    /// The title of the race.
    #[serde(default)]
    pub title: String,
    /// The day the race was played (since version 2).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    date: String,
    /// The town, the club or the table where the race was played (since version 2).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    place: String,
    /// The circuit on which the race was driven.
    #[serde(deserialize_with = "source::<G, _>")]
    pub track: TrackSource<G::Draft>,
    /// The setup: cars, grid, options.
    #[serde(deserialize_with = "setup::<G, _>")]
    pub setup: G::Setup,
    /// The turns, in order.
    pub turns: Vec<G::Turn>,
    /// Notes on turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Marks for turns, such as `!?`. The key is the turn's number, from 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<usize, TurnMark>,
    /// Bookmarks of positions in the race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<Bookmark>,
    /// The reasons why the players let illegal turns stand. The key is the turn's number, from 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reasons: BTreeMap<usize, String>,
    /// Variations: turns that could have been played instead of the recorded turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation<G>>,
    /// The fingerprints of states, by the number of turns played. A fingerprint is a number that identifies a state,
    /// written as 16 hexadecimal digits. `paddock check` compares it with the state.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fingerprints: BTreeMap<usize, String>,
}

impl<G: Game> ReplayFile<G> {
    /// Makes the file for a race, with its track inside.
    pub fn new(title: String, track: G::Draft, setup: G::Setup, turns: Vec<G::Turn>) -> Self {
        Self {
            paddock: FileKind::Replay,
            version: G::file_version(&track),
            game: G::INFO.id.to_owned(),
            title,
            date: String::new(),
            place: String::new(),
            track: TrackSource::Here(Box::new(track)),
            setup,
            turns,
            notes: Vec::new(),
            marks: BTreeMap::new(),
            bookmarks: Vec::new(),
            reasons: BTreeMap::new(),
            variations: Vec::new(),
            fingerprints: BTreeMap::new(),
        }
    }

    /// Sets the date and the place of the race.
    #[must_use]
    pub fn with_about(mut self, about: About) -> Self {
        if about != About::default() {
            self.version = self.version.max(2);
        }
        Self { date: about.date, place: about.place, ..self }
    }

    /// The date and the place of the race.
    #[must_use]
    pub fn about(&self) -> About {
        About { date: self.date.clone(), place: self.place.clone() }
    }
}

/// A variation: turns that could have been played instead of the turns of another line of play. Turns are numbered from
/// the start of the race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(rename = "Variation", bound = "")]
pub struct Variation<G: Game> {
    /// The number of turns from the grid to the point where the variation branches off.
    pub at: usize,
    /// The name of the variation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The variation's own turns, in order.
    pub turns: Vec<G::Turn>,
    /// Notes on the variation's turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Marks for the variation's turns, such as `!?`. The key is the turn's number, counted from the start of the race.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<usize, TurnMark>,
    /// Bookmarks of positions in the variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<Bookmark>,
    /// The reasons why the players let illegal turns of the variation stand. The key is the turn's number, counted from
    /// the start of the race.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reasons: BTreeMap<usize, String>,
    /// Variations that branch off from this variation, after one or more of its own turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Self>,
}

impl<G: Game> Variation<G> {
    /// The remarks on the variation's own turns.
    pub(in crate::replay) fn remarks(&self) -> Remarks {
        Remarks { notes: self.notes.clone(), marks: self.marks.clone(), bookmarks: self.bookmarks.clone() }
    }
}

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
pub(super) fn identify(bytes: &[u8]) -> Result<(FileKind, String), FileError> {
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
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, FileError> {
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

/// Shortens an error message that may quote a long part of a file.
fn abridged(message: &str) -> String {
    const LONGEST: usize = 240;
    match message.char_indices().nth(LONGEST) {
        None => message.to_owned(),
        Some((end, _)) => format!("{} ...", &message[..end]),
    }
}

/// The first 40 characters of a text, for a message.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
