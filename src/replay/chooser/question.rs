//! A question about one field of a turn, and its options.

use serde_json::Value;

use super::{Chosen, in_words, total};
use crate::game::Cost;

/// The values of a field that mean straight ahead.
const AHEAD: [&str; 2] = ["straight", "front"];

/// A question about one field of a turn. A player who enters a turn step by step answers one question in each step.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The field that the question asks about.
    pub field: String,
    /// The options from which the player chooses the answer.
    pub options: Vec<Choice>,
}

impl Question {
    /// Sorts the options: first those that cost nothing, then those that cost points, and last those that belong to
    /// another action.
    #[must_use]
    pub fn free_first(mut self) -> Self {
        self.options.sort_by_key(|option| (option.field != self.field, total(&option.cost) > 0));
        self
    }

    /// Returns the option that agrees with this turn: the turn has the option's value in the option's field. Returns
    /// `None` if there is no such option.
    #[must_use]
    pub fn of(&self, turn: &Value) -> Option<&Choice> {
        self.options.iter().find(|option| option.chosen().all(|chosen| chosen.fits(turn)))
    }

    /// Returns the option that most players choose. For a question about a gear, this is the current gear, if it is an
    /// option. For a question about a direction, it is straight ahead, unless that costs more than the first option. In all
    /// other cases, it is the first option. Returns `None` if that option belongs to another action.
    #[must_use]
    pub fn usual(&self, gear: Option<u8>) -> Option<&Choice> {
        let is_gear = ["gear", "declare"].contains(&self.field.as_str());
        let present = gear.filter(|_| is_gear).map(Value::from);
        let present = self.options.iter().find(|option| Some(&option.value) == present.as_ref());
        let first = self.options.first();
        let ahead = |option: &&Choice| option.value.as_str().is_some_and(|value| AHEAD.contains(&value));
        let is_as_cheap = |option: &&Choice| first.is_some_and(|first| total(&option.cost) <= total(&first.cost));
        let ahead = self.options.iter().find(ahead).filter(is_as_cheap);
        present.or(ahead).or(first).filter(|option| option.field == self.field)
    }

    /// The code of each option, in digits. All codes have the same length. If the options are different numbers, each
    /// number is its own code. "None" and "no" have the code 0, "yes" has the code 1. Other options are numbered from
    /// 1.
    ///
    /// ```
    /// use paddock::replay::chooser::{Choice, Question};
    /// use serde_json::json;
    ///
    /// let question = |values: &[u8]| Question {
    ///     field: "die".to_owned(),
    ///     options: values.iter().map(|value| Choice::new("die", json!(value))).collect(),
    /// };
    /// assert_eq!(question(&[3, 5]).codes(), ["3", "5"]);
    /// assert_eq!(question(&[7, 12]).codes(), ["07", "12"]);
    /// ```
    #[must_use]
    pub fn codes(&self) -> Vec<String> {
        let number = |option: &Choice| match &option.value {
            Value::Null | Value::Bool(false) => Some(0),
            // `true` has the code 1 even if it is not the first option. For example, the result 1 of the start die is
            // the option `true`, and its code must be 1.
            Value::Bool(true) => Some(1),
            Value::Number(number) => number.as_u64().filter(|number| *number < 1_000),
            _ => None,
        };
        let is_distinct =
            |numbers: &Vec<u64>| numbers.iter().all(|one| numbers.iter().filter(|other| *other == one).count() == 1);
        let numbers: Option<Vec<u64>> = self.options.iter().map(number).collect();
        let numbers = numbers.filter(is_distinct).unwrap_or_else(|| (1..=self.options.len() as u64).collect());
        let width = numbers.iter().max().map_or(1, |most| most.to_string().len());
        numbers.into_iter().map(|number| format!("{number:0width$}")).collect()
    }

    /// The key of each option on a keypad with nine keys. Key 5 keeps the velocity, key 6 adds a step to the right, and
    /// key 8 adds a step up. `None` if an option is not a velocity, or if it differs from `now` by more than one step
    /// along an axis.
    #[must_use]
    pub fn keypad(&self, now: [i32; 2]) -> Option<Vec<u8>> {
        let key = |option: &Choice| {
            let [x, y] = serde_json::from_value::<[i64; 2]>(option.value.clone()).ok()?;
            let step = [x - i64::from(now[0]), y - i64::from(now[1])];
            let is_near = step.iter().all(|part| part.abs() <= 1);
            is_near.then(|| u8::try_from(5 + step[0] + 3 * step[1]).ok()).flatten()
        };
        self.options.iter().map(key).collect()
    }
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The field that the option sets. Usually, this is the field of the question. For an option that belongs to
    /// another action, it is the field that holds the action.
    pub field: String,
    /// The value that the option gives to the field. `Null` means that the turn does not have the field.
    pub value: Value,
    /// The action that is chosen together with the option. `None` if the option chooses no action.
    pub(super) action: Option<Value>,
    /// The option's value in words.
    pub words: String,
    /// The cost of the cheapest turn with this option.
    pub cost: Vec<Cost>,
    /// The number of turns with this option that fit the choices made so far.
    pub turns: usize,
}

impl Choice {
    /// Makes an option that costs nothing.
    #[must_use]
    pub fn new(field: &str, value: Value) -> Self {
        Self { field: field.to_owned(), words: in_words(&value), value, action: None, cost: Vec::new(), turns: 1 }
    }

    /// The choices that this option makes: the action, if the option chooses one, and then the value of the field.
    pub(super) fn chosen(&self) -> impl Iterator<Item = Chosen> {
        let action = self.action.clone().map(Chosen::Action);
        action.into_iter().chain([Chosen::Field(self.field.clone(), self.value.clone())])
    }
}
