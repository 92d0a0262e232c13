//! Fields that a person fills in: what a circuit or a setup has besides its shapes, in the words of its game.
//!
//! A game lists its fields ([`Field`]) and takes what was entered ([`Entry`]) by the field's name; whoever shows them (the
//! inspector, the page of a new race) knows no game.

/// Why an entry is not taken, where no more can be said of it.
#[must_use]
pub fn misfit(field: &str) -> String {
    format!("That cannot be entered into `{field}`.")
}

/// One thing that may be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, unlike that of any other field of the form, such as `finish.crossing`.
    pub id: String,
    /// What stands before it.
    pub label: String,
    /// What it means, in a sentence; may be empty.
    pub help: String,
    /// What it has now.
    pub value: Value,
    /// The heading it begins a group with, if it does.
    pub heading: Option<&'static str>,
    /// Whether it stands beside the field before it, in one row of a list.
    pub beside: bool,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Some text, on so many lines.
    Text(String, usize),
    /// A number as text: games have whole numbers, fractions and decimals. What stands after it, such as `mm`.
    Number(String, &'static str),
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
        Self { id: id.into(), label: label.into(), help: String::new(), value, heading: None, beside: false }
    }

    /// The same field with what it means.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// The same field, beginning a group.
    #[must_use]
    pub const fn heading(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
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

/// A game whose races are begun by filling in fields.
pub trait Entered: super::Game {
    /// A race as one would begin it on this circuit, ready to be changed.
    fn new_setup(draft: &Self::Draft) -> Self::Setup;

    /// What there is to fill in. A heading with the name of those who race begins the entry list.
    fn setup_fields(draft: &Self::Draft, setup: &Self::Setup) -> Vec<Field>;

    /// Fills in a field.
    ///
    /// # Errors
    /// A sentence, where what was entered cannot be; the setup is as it was.
    fn enter_setup(draft: &Self::Draft, setup: &mut Self::Setup, field: &str, entry: &Entry) -> Result<(), String>;
}
