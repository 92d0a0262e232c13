//! Fields that a person fills in: what a circuit or a setup has besides its shapes, in the words of its game.
//!
//! They come from the JSON Schema of the type that holds them ([`FormData`]), which says each once, for the file, the form and the
//! reference. Whoever shows them ([`Field`], [`Entry`]: the inspector, the page of a new race) knows no game.

mod reference;
mod schema;
mod show;
mod size;
mod take;

use crate::game::Refused;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use schema::{Kind, Node, schema_of};
use show::Walk;

pub use reference::{Described, described};
pub use size::{Size, excess};

/// Why an entry is not taken, where no more can be said of it.
#[must_use]
pub fn misfit(field: &str) -> String {
    format!("That cannot be entered into `{field}`.")
}

/// One thing that may be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, unlike that of any other field of the form, such as `/finish/crossing`.
    pub id: String,
    /// What stands before it.
    pub label: String,
    /// What it means, in a sentence; may be empty.
    pub help: String,
    /// What it has now.
    pub value: Value,
    /// The heading it begins a group with, if it does.
    pub heading: Option<String>,
    /// Whether it stands beside the field before it, in one row of a list.
    pub beside: bool,
    /// The car it begins to tell of, by its place in the list, which gives its colour.
    pub car: Option<usize>,
    /// The items of lists that it is about, such as `driver 1, team 2`; empty where it is about all.
    pub about: String,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Some text, on so many lines.
    Text(String, usize),
    /// A number as text: games have whole numbers, fractions and decimals. What stands after it, such as `mm`.
    Number(String, String),
    /// A whole number within bounds.
    Count(i64, std::ops::RangeInclusive<i64>),
    /// One of several, by its place.
    Choice(Vec<String>, usize),
    /// Yes or no.
    Flag(bool),
    /// Nothing: something to be done, such as entering one more racer; whether it can be.
    Press(bool),
}

/// What was entered into a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Text, or a number as text.
    Text(String),
    /// A whole number.
    Count(i64),
    /// The place of what was chosen.
    Choice(usize),
    /// Yes or no.
    Flag(bool),
    /// It was pressed.
    Press,
}

impl Field {
    /// A field with this name, words before it, and value.
    #[must_use]
    pub fn new(id: impl Into<String>, label: impl Into<String>, value: Value) -> Self {
        Self {
            id: id.into(),
            label: label.into(),
            help: String::new(),
            value,
            heading: None,
            beside: false,
            car: None,
            about: String::new(),
        }
    }

    /// The same field with what it means.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// The same field, beginning a group.
    #[must_use]
    pub fn heading(mut self, heading: impl Into<String>) -> Self {
        self.heading = Some(heading.into());
        self
    }

    /// What it is called where it stands for itself, such as to those who only hear it: `Player, car 2`.
    #[must_use]
    pub fn spoken(&self) -> String {
        if self.about.is_empty() { self.label.clone() } else { format!("{}, {}", self.label, self.about) }
    }

    /// The same field, beside the one before it.
    #[must_use]
    pub const fn beside(mut self) -> Self {
        self.beside = true;
        self
    }
}

impl Value {
    /// A choice among names, of which one is chosen now; the first where it is none of them.
    pub fn choice<T: Copy + PartialEq>(options: &[(T, &str)], now: T) -> Self {
        let chosen = options.iter().position(|(option, _)| *option == now).unwrap_or(0);
        Self::Choice(options.iter().map(|(_, name)| (*name).to_owned()).collect(), chosen)
    }
}

impl Entry {
    /// The option that was chosen.
    pub fn chosen<T: Copy>(&self, options: &[(T, &str)]) -> Option<T> {
        let Self::Choice(index) = self else { return None };
        options.get(*index).map(|(option, _)| *option)
    }

    /// The text that was entered.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The flag.
    #[must_use]
    pub const fn flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The whole number.
    #[must_use]
    pub const fn count(&self) -> Option<i64> {
        match self {
            Self::Count(count) => Some(*count),
            _ => None,
        }
    }
}

/// What a schema cannot say of a place in a document, because it depends on the rest of it, or on the circuit.
#[derive(Clone, Debug, Default)]
pub struct Hint {
    /// There is nothing to fill in now.
    pub hidden: bool,
    /// Within which bounds a number is, or how many there may be of a list.
    pub range: Option<std::ops::RangeInclusive<i64>>,
    /// What there is to choose from, as files have it and as it is called.
    pub choices: Option<Vec<(Json, String)>>,
}

impl Hint {
    /// Nothing to fill in, where this holds.
    #[must_use]
    pub fn hidden(hidden: bool) -> Self {
        Self { hidden, ..Self::default() }
    }

    /// Bounds.
    #[must_use]
    pub fn range(range: std::ops::RangeInclusive<i64>) -> Self {
        Self { range: Some(range), ..Self::default() }
    }

    /// Something to choose from.
    #[must_use]
    pub fn choices(choices: Vec<(Json, String)>) -> Self {
        Self { choices: Some(choices), ..Self::default() }
    }
}

/// What can be filled in: its fields are those of its JSON Schema.
///
/// Titles and descriptions of the schema are what people read. These attributes say the rest: `x-heading` begins a group;
/// `x-beside` stands in the row of the field before; `x-when` lists what has to hold elsewhere in the document, as paths with
/// values, in any of several ways; `x-hidden` is for what is not filled in; `x-none` is the name of nothing in a choice; `x-lines` and
/// `x-unit` are of texts and numbers; `x-add`, `x-item`, `x-numbered`, `x-ordered`, `x-cars` and `x-with` are of lists: the words of the button
/// for one more, what an item is called, whether that stands before its first field with its number, whether it can be moved up and down, whether each is a car, and a list that says more of the same items;
/// `x-always` is for what may be missing in files and is shown as if it never were; `x-most` is the largest
/// number that is read from files at all.
pub trait FormData: Clone + Serialize + DeserializeOwned + JsonSchema + 'static {
    /// What the fields depend on besides the document: of a setup, the circuit.
    type Of;

    /// The same, with what it does not say spelled out.
    #[must_use]
    fn complete(&self, _of: &Self::Of) -> Self {
        self.clone()
    }

    /// What the schema cannot say of a place.
    fn hint(&self, _of: &Self::Of, _path: &[&str]) -> Hint {
        Hint::default()
    }

    /// What one more of a list begins with, or what may be there and was not.
    fn item(&self, _of: &Self::Of, _path: &[&str]) -> Json {
        Json::Null
    }

    /// Brings in line what follows from something that was entered; `before` is what it was entered into.
    fn settle(&mut self, _of: &Self::Of, _before: &Self, _id: &str) {}
}

/// What people call a value, where its type lists several.
#[must_use]
pub fn name_of<T: Serialize + JsonSchema + 'static>(value: &T) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    match Node::new("", schema_of::<T>()).kind() {
        Kind::Choice(options) => options.into_iter().find(|(option, _)| *option == value).map(|(_, name)| name),
        _ => None,
    }
    .unwrap_or_default()
}

fn steps(path: &str) -> Vec<&str> {
    path.split('/').skip(1).collect()
}

/// The fields of a place in a document, such as `/cars/0`; of all of it where the path is empty.
#[must_use]
pub fn fields<T: FormData>(data: &T, of: &T::Of, path: &str) -> Vec<Field> {
    let data = data.complete(of);
    let Ok(document) = serde_json::to_value(&data) else { return Vec::new() };
    let hints = |path: &str| data.hint(of, &steps(path));
    let mut walk = Walk::new(Node::new("", schema_of::<T>()), &document, &hints);
    // An item that is not in its list has none.
    let steps = path.match_indices('/').map(|(at, _)| &path[..at]).chain([path]);
    let is_item = |step: &&str| step.rsplit('/').next().is_some_and(|name| name.parse::<usize>().is_ok());
    let is_there = steps.filter(is_item).all(|step| document.pointer(step).is_some());
    if let Some(node) = walk.node(path).filter(|_| is_there) {
        walk.open(node, path, None);
    }
    walk.fields
}

/// Fills in a field.
///
/// # Errors
/// A sentence, where there is no such field or the entry does not fit it; the document is as it was.
pub fn enter<T: FormData>(data: &mut T, of: &T::Of, id: &str, entry: &Entry) -> Result<(), Refused> {
    let full = data.complete(of);
    let mut document = serde_json::to_value(&full).map_err(|_| misfit(id))?;
    let hints = |path: &str| full.hint(of, &steps(path));
    let item = |path: &str| full.item(of, &steps(path));
    take::take(Node::new("", schema_of::<T>()), &mut document, &hints, &item, (id, entry))?;
    let mut next = T::deserialize(document).map_err(|error| format!("{error}."))?;
    next.settle(of, &full, id);
    *data = next;
    Ok(())
}
