//! The file formats: the content of a file of a circuit or a race. Each file is one JSON object (`json`). Files are read
//! strictly, and the same content is always written as the same text.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

mod check;
mod error;
mod json;
mod locate;

pub(super) use check::{check, checked};
pub(super) use error::shorten;
pub use error::{FileError, Position};
pub(super) use json::{identify, text_of};
pub use json::{parse, print};
pub use locate::locate;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
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
