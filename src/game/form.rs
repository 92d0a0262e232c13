//! Forms: input fields for a circuit or a setup, labelled in the words of its game. The outlines of shapes have no
//! input fields, because the user draws them on the board.
//!
//! The fields come from the JSON Schema of the type ([`FormData`]), so files, forms and the reference always agree. The
//! code that shows the fields ([`Field`], [`Entry`]), such as the inspector and the page for a new race, works for
//! every game.

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

/// The error message for an entry that does not fit its field, if no better message is known.
#[must_use]
pub fn misfit(field: &str) -> String {
    format!("This value does not fit the field `{field}`. Enter another value.")
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The field's id, unique in the form, such as `/finish/crossing`.
    pub id: String,
    /// The label shown before the field.
    pub label: String,
    /// A sentence that explains the field; may be empty.
    pub help: String,
    /// The current value of the field.
    pub value: Value,
    /// The words shown in the field while it is empty; may be empty.
    pub empty: String,
    /// The heading of the group of fields that begins with this field. `None` if no group begins here.
    pub heading: Option<String>,
    /// Whether the group that begins with this field is folded until the user opens it.
    pub folded: bool,
    /// Whether the field is in the same row as the field before it.
    pub beside: bool,
    /// If this is the first field of a car, the index of the car in the entry list. Forms show the car's colour at this
    /// field. `None` for any other field.
    pub car: Option<usize>,
    /// The names of the list items that contain the field, such as `driver 1, team 2`. Empty if the field is in no
    /// list.
    pub about: String,
}

/// The value of a field, with everything that is needed to show it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text, and the number of lines to show.
    Text(String, usize),
    /// A number as text, because games use whole numbers, fractions and decimals. The second text is its unit, such
    /// as `mm`.
    Number(String, String),
    /// A whole number, and the range in which it must lie.
    Count(i64, std::ops::RangeInclusive<i64>),
    /// The names to choose from, and the index of the chosen one.
    Choice(Vec<String>, usize),
    /// Yes or no, shown as a switch.
    Flag(bool),
    /// A button, such as "Add a racer". The flag says whether it can be pressed.
    Press(bool),
}

/// The user's input into a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Text, or a number as text.
    Text(String),
    /// A whole number that was entered.
    Count(i64),
    /// The index of the chosen option.
    Choice(usize),
    /// Yes or no, entered with a switch.
    Flag(bool),
    /// The button was pressed.
    Press,
}

impl Field {
    /// Makes a field with this id, label and value.
    #[must_use]
    pub fn new(id: impl Into<String>, label: impl Into<String>, value: Value) -> Self {
        Self {
            id: id.into(),
            label: label.into(),
            help: String::new(),
            value,
            empty: String::new(),
            heading: None,
            folded: false,
            beside: false,
            car: None,
            about: String::new(),
        }
    }

    /// Sets the field's explanation.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Starts a group of fields with this heading.
    #[must_use]
    pub fn heading(mut self, heading: impl Into<String>) -> Self {
        self.heading = Some(heading.into());
        self
    }

    /// The full name of the field, such as `Player, car 2`. Used by screen readers, and for a field that is shown
    /// alone.
    #[must_use]
    pub fn spoken(&self) -> String {
        match (self.label.as_str(), self.about.as_str()) {
            (label, "") => label.to_owned(),
            ("", about) => about.to_owned(),
            (label, about) => format!("{label}, {about}"),
        }
    }

    /// Puts the field in the same row as the field before it.
    #[must_use]
    pub const fn beside(mut self) -> Self {
        self.beside = true;
        self
    }
}

impl Value {
    /// Makes a choice among names. If `now` is not one of the options, the first option is chosen.
    pub fn choice<T: Copy + PartialEq>(options: &[(T, &str)], now: T) -> Self {
        let chosen = options.iter().position(|(option, _)| *option == now).unwrap_or(0);
        Self::Choice(options.iter().map(|(_, name)| (*name).to_owned()).collect(), chosen)
    }
}

impl Entry {
    /// The value of the chosen option; `None` if the entry is not a choice.
    pub fn chosen<T: Copy>(&self, options: &[(T, &str)]) -> Option<T> {
        let Self::Choice(index) = self else { return None };
        options.get(*index).map(|(option, _)| *option)
    }

    /// The entered text; `None` if the entry is not a text.
    ///
    /// ```
    /// use paddock::game::form::Entry;
    ///
    /// assert_eq!(Entry::Text("Ada".to_owned()).text(), Some("Ada"));
    /// assert_eq!(Entry::Flag(true).text(), None);
    /// ```
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The position of the switch that the user set, true for on; `None` if the entry is not from a switch.
    #[must_use]
    pub const fn flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The entered whole number; `None` if the entry is not a whole number.
    #[must_use]
    pub const fn count(&self) -> Option<i64> {
        match self {
            Self::Count(count) => Some(*count),
            _ => None,
        }
    }
}

/// Facts about a field that are not in its schema, because they depend on other fields or on the circuit.
#[derive(Clone, Debug, Default)]
pub struct Hint {
    /// Whether the field is hidden now.
    pub hidden: bool,
    /// The allowed range of a number, or of the length of a list. `None` if the schema's range applies.
    pub range: Option<std::ops::RangeInclusive<i64>>,
    /// The options to choose from: for each, the value in files and the name shown. `None` if the schema's options
    /// apply.
    pub choices: Option<Vec<(Json, String)>>,
}

impl Hint {
    /// Hides the field if `hidden` is true.
    #[must_use]
    pub fn hidden(hidden: bool) -> Self {
        Self { hidden, ..Self::default() }
    }

    /// Sets the allowed range of a number or of a list's length.
    #[must_use]
    pub fn range(range: std::ops::RangeInclusive<i64>) -> Self {
        Self { range: Some(range), ..Self::default() }
    }

    /// Sets the options to choose from.
    #[must_use]
    pub fn choices(choices: Vec<(Json, String)>) -> Self {
        Self { choices: Some(choices), ..Self::default() }
    }
}

/// A type whose fields can be edited in a form. The form is made from the type's JSON Schema.
///
/// The labels and explanations of fields are the titles and descriptions in the schema. The following attributes of the
/// schema set everything else:
///
/// - `x-heading`: the heading of the group that begins with this field.
/// - `x-folded`: the group that begins with this field is folded until the user opens it.
/// - `x-beside`: the field is in the same row as the field before it.
/// - `x-when`: a list of conditions; the field is shown only if at least one of them holds. A condition names paths in
///   the document and the values that they must have.
/// - `x-hidden`: the field is never shown.
/// - `x-none`: the name of the option that stands for no value.
/// - `x-empty`: the words shown in a text or number field while it is empty.
/// - `x-lines`, `x-unit`: the number of lines of a text, and the unit of a number.
/// - `x-add`, `x-item`: the label of the button that adds an item to a list, and the noun for an item.
/// - `x-numbered`: the first field of each item is labelled with the noun of `x-item` and the item's number.
/// - `x-ordered`: the user can move the items of the list up and down.
/// - `x-cars`: each item of the list is a car.
/// - `x-with`: the path of another list with more fields for the same items.
/// - `x-always`: the group has no switch and is always shown, even if the file leaves it out.
/// - `x-most`: the largest number that is accepted when a file is read.
pub trait FormData: Clone + Serialize + DeserializeOwned + JsonSchema + 'static {
    /// The type of the data that the form needs besides the document. For example, the form of a setup needs the
    /// circuit.
    type Of;

    /// Returns the same document with every missing value replaced by its default.
    #[must_use]
    fn complete(&self, _of: &Self::Of) -> Self {
        self.clone()
    }

    /// Returns facts about the field at this path that the schema cannot give.
    fn hint(&self, _of: &Self::Of, _path: &[&str]) -> Hint {
        Hint::default()
    }

    /// Returns the initial value of a new list item, or of an optional value that the user switches on.
    fn item(&self, _of: &Self::Of, _path: &[&str]) -> Json {
        Json::Null
    }

    /// Adjusts other values of the document after the user entered a value into the field `id`. `before` is the
    /// document before that entry.
    fn settle(&mut self, _of: &Self::Of, _before: &Self, _id: &str) {}
}

/// The name that forms show for a value. Empty if the schema of the value's type does not list the possible values.
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

/// Returns the form fields for a part of a document. `path` says which part, such as `/cars/0`; an empty path means the
/// whole document.
#[must_use]
pub fn fields<T: FormData>(data: &T, of: &T::Of, path: &str) -> Vec<Field> {
    let data = data.complete(of);
    let Ok(document) = serde_json::to_value(&data) else { return Vec::new() };
    let hints = |path: &str| data.hint(of, &steps(path));
    let mut walk = Walk::new(Node::new("", schema_of::<T>()), &document, &hints);
    // A list item that does not exist has no fields.
    let steps = path.match_indices('/').map(|(at, _)| &path[..at]).chain([path]);
    let is_item = |step: &&str| step.rsplit('/').next().is_some_and(|name| name.parse::<usize>().is_ok());
    let is_there = steps.filter(is_item).all(|step| document.pointer(step).is_some());
    if let Some(node) = walk.node(path).filter(|_| is_there) {
        walk.open(node, path, None);
    }
    walk.fields
}

/// Enters a value into a form field of a document.
///
/// # Errors
/// Returns a sentence if there is no such field, or if the entry does not fit the field. The document is then
/// unchanged.
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
