//! Chooses one of many legal turns step by step, in any game. Each step asks about one field of the turn and offers the
//! values that are still possible.
//!
//! A turn is an object with fields, and the order of the fields is the order of the steps. A step asks about the first
//! field in which the remaining turns differ. A field that is the same in all remaining turns is skipped.

mod question;

use serde_json::{Map, Value};

pub use self::question::{Choice, Question};

use crate::game::{Cost, LegalTurn, Place};

/// The name of the field that holds the action of a turn, such as a move or a stop. Only games with several actions
/// have this field.
const ACTION: &str = "kind";

/// A choice among legal turns. It holds the answers given so far, and the legal turns from which the player chooses.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    turns: Vec<LegalTurn<Value>>,
    /// The names of all fields of the turns, in order.
    fields: Vec<String>,
    chosen: Vec<Chosen>,
    /// A counter that grows whenever the player makes or takes back a choice.
    changes: u64,
}

/// A choice that the player made.
#[derive(Clone, Debug, PartialEq)]
enum Chosen {
    /// The value of a field. `Null` if the turn does not have the field.
    Field(String, Value),
    /// The usual action of a turn, such as a move. The player was asked only for a detail of this action, such as the
    /// gear. By answering, the player also chose the action.
    Action(Value),
    /// A place on the board where the car ends: the routes to this place, and the place in words.
    Place(Vec<Value>, String),
}

impl Chosen {
    fn fits(&self, turn: &Value) -> bool {
        match self {
            Self::Field(field, value) => turn.get(field).unwrap_or(&Value::Null) == value,
            Self::Action(value) => turn.get(ACTION) == Some(value),
            Self::Place(ways, _) => ways.iter().any(|way| leads(way, turn)),
        }
    }
}

/// Whether a turn belongs to this route: its fields have all the values that the route lists.
fn leads(way: &Value, turn: &Value) -> bool {
    let fields = way.as_object().into_iter().flatten();
    fields.into_iter().all(|(field, value)| turn.get(field).unwrap_or(&Value::Null) == value)
}

/// A field whose value is not chosen yet, with the values that it may have.
pub type OpenField = (String, Vec<Value>);

/// The turns that lead to a place on the board.
#[derive(Clone, Debug)]
pub struct Ways<'a> {
    /// A turn with the lowest cost.
    pub cheapest: &'a LegalTurn<Value>,
    /// The cost of the dearest turn.
    pub dearest: &'a [Cost],
    /// The fields in which the turns differ.
    pub open: Vec<OpenField>,
}

impl Chooser {
    /// Starts a choice among these turns.
    ///
    /// ```
    /// use paddock::replay::chooser::Chooser;
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let chooser = Chooser::new(race.legal_turns(0).unwrap());
    /// // Some choice is left, and it has several options.
    /// let question = chooser.question().unwrap();
    /// assert!(question.options.len() > 1);
    /// ```
    #[must_use]
    pub fn new(turns: Vec<LegalTurn<Value>>) -> Self {
        let mut fields: Vec<String> = Vec::new();
        for legal in &turns {
            let mut after = 0;
            for field in legal.turn.as_object().map(Map::keys).into_iter().flatten() {
                match fields.iter().position(|known| known == field) {
                    Some(index) => after = after.max(index + 1),
                    None => {
                        fields.insert(after, field.clone());
                        after += 1;
                    }
                }
            }
        }
        Self { turns, fields, chosen: Vec::new(), changes: 0 }
    }

    /// The number of legal turns before the player made any choice.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.turns.len()
    }

    /// The turns that remain after the choices made so far.
    pub fn left(&self) -> impl Iterator<Item = &LegalTurn<Value>> {
        self.left_after(&self.chosen)
    }

    /// The turns that remain after these choices.
    fn left_after<'a>(&'a self, chosen: &'a [Chosen]) -> impl Iterator<Item = &'a LegalTurn<Value>> {
        self.turns.iter().filter(|legal| chosen.iter().all(|chosen| chosen.fits(&legal.turn)))
    }

    /// The chosen turn. `None` if more than one turn, or no turn, remains.
    #[must_use]
    pub fn only(&self) -> Option<&LegalTurn<Value>> {
        let mut left = self.left();
        left.next().filter(|_| left.next().is_none())
    }

    /// Returns the next question to the player. Returns `None` if the choices so far leave at most one turn.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        self.question_after(&self.chosen)
    }

    /// Returns the question that follows these choices. Returns `None` if no question is left. There is no separate
    /// question for the action. If several actions are possible, the question is about the usual action, which is the
    /// first one. The other actions follow as further options, after the options of the usual action.
    fn question_after(&self, chosen: &[Chosen]) -> Option<Question> {
        let left: Vec<&LegalTurn<Value>> = self.left_after(chosen).collect();
        let actions = self.ask(&left)?;
        let Some(usual) = actions.options.first().filter(|_| actions.field == ACTION) else { return Some(actions) };
        let is_usual = |legal: &&LegalTurn<Value>| legal.turn.get(ACTION) == Some(&usual.value);
        let of_usual: Vec<&LegalTurn<Value>> = left.iter().copied().filter(is_usual).collect();
        let Some(mut first) = self.ask(&of_usual) else { return Some(actions) };
        for option in &mut first.options {
            option.action = Some(usual.value.clone());
        }
        first.options.extend(actions.options.into_iter().skip(1));
        Some(first)
    }

    /// Returns the question about the first field in which these turns differ. Returns `None` if all of them are equal.
    fn ask(&self, left: &[&LegalTurn<Value>]) -> Option<Question> {
        let field = self.open_fields(left).next()?;
        let mut options: Vec<Choice> = Vec::new();
        for legal in left {
            let value = legal.turn.get(field).cloned().unwrap_or(Value::Null);
            match options.iter_mut().find(|option| option.value == value) {
                Some(option) => {
                    option.turns += 1;
                    if total(&legal.cost) < total(&option.cost) {
                        option.cost = legal.cost.to_vec();
                    }
                }
                None => options.push(Choice { cost: legal.cost.to_vec(), ..Choice::new(field, value) }),
            }
        }
        // The options have the same order as in the list of legal turns, but numbers are sorted by size. Earlier
        // choices do not change the order.
        let first = |fits: &dyn Fn(&Value) -> bool| {
            self.turns.iter().position(|legal| fits(legal.turn.get(field).unwrap_or(&Value::Null)))
        };
        let rank = |option: &Choice| match &option.value {
            Value::Number(number) => (first(&Value::is_number), number.as_i64()),
            value => (first(&|other| other == value), None),
        };
        options.sort_by_cached_key(rank);
        Some(Question { field: field.to_owned(), options })
    }

    /// Answers all further questions with the function `answer`, and returns the answers. Returns `None` if `answer`
    /// gives no answer to a question.
    pub fn rest(&self, mut answer: impl FnMut(&LegalTurn<Value>, Question) -> Option<Choice>) -> Option<Vec<Choice>> {
        let (mut chosen, mut answers) = (self.chosen.clone(), Vec::new());
        while let Some(question) = self.question_after(&chosen) {
            let left = self.left_after(&chosen).next()?;
            let option = answer(left, question)?;
            chosen.extend(option.chosen());
            answers.push(option);
        }
        Some(answers)
    }

    /// The fields in which these turns differ, in the order in which they are asked about.
    fn open_fields<'a>(&'a self, left: &'a [&LegalTurn<Value>]) -> impl Iterator<Item = &'a str> {
        let differs = |field: &&str| {
            let first = left.first().map(|legal| legal.turn.get(*field));
            left.iter().any(|legal| Some(legal.turn.get(*field)) != first)
        };
        self.fields.iter().map(String::as_str).filter(differs)
    }

    /// Returns the turns that lead to a place on the board and agree with the choices so far. Ignores a place that was
    /// chosen before. Returns `None` if no turn leads to the place.
    #[must_use]
    pub fn ways_to(&self, place: &Place) -> Option<Ways<'_>> {
        let leads = |legal: &&LegalTurn<Value>| {
            self.fields_chosen().all(|chosen| chosen.fits(&legal.turn))
                && place.ways.iter().any(|way| leads(way, &legal.turn))
        };
        let left: Vec<&LegalTurn<Value>> = self.turns.iter().filter(leads).collect();
        let cheapest = left.iter().copied().min_by_key(|legal| total(&legal.cost))?;
        let dearest = &left.iter().max_by_key(|legal| total(&legal.cost))?.cost;
        let values = |field: &str| {
            let mut values: Vec<Value> = Vec::new();
            for value in left.iter().map(|legal| legal.turn.get(field).unwrap_or(&Value::Null)) {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            (field.to_owned(), values)
        };
        Some(Ways { cheapest, dearest, open: self.open_fields(&left).map(values).collect() })
    }

    /// Drops earlier choices. Then answers each question with the value that this turn has in the question's field.
    /// Stops at the first question that does not offer this value.
    pub fn follow(&mut self, turn: &Value) {
        self.chosen.clear();
        self.changes += 1;
        while let Some(option) = self.question().and_then(|question| question.of(turn).cloned()) {
            self.take(&option);
        }
    }

    /// Chooses an option of a question.
    pub fn take(&mut self, option: &Choice) {
        self.changes += 1;
        self.chosen.extend(option.chosen());
    }

    /// Chooses the result of a die for a field. Choices that contradict it, such as a place on the board, are dropped; what
    /// was chosen for earlier fields stays. Returns `None` if no turn has the result, and else whether choices were
    /// dropped.
    pub fn take_rolled(&mut self, field: &str, value: &Value) -> Option<bool> {
        let rolled = Chosen::Field(field.to_owned(), value.clone());
        let place = |field: &str| self.fields.iter().position(|known| known == field);
        let is_before = |chosen: &&Chosen| match chosen {
            Chosen::Field(other, _) => place(other) < place(field),
            Chosen::Action(_) => true,
            Chosen::Place(..) => false,
        };
        let early: Vec<Chosen> = self.chosen.iter().filter(is_before).cloned().collect();
        let has_turn = |mut chosen: Vec<Chosen>| {
            chosen.push(rolled.clone());
            let has_left = self.left_after(&chosen).next().is_some();
            has_left.then_some(chosen)
        };
        let all = has_turn(self.chosen.clone()).map(|chosen| (chosen, false));
        let (chosen, has_dropped) = all.or_else(|| has_turn(early).map(|chosen| (chosen, true)))?;
        self.changes += 1;
        self.chosen = chosen;
        Some(has_dropped)
    }

    /// Takes back the choice with this index and keeps the other choices.
    pub fn drop_choice(&mut self, index: usize) {
        if index < self.chosen.len() {
            self.changes += 1;
            self.chosen.remove(index);
        }
    }

    /// Chooses a value for a field.
    pub fn choose(&mut self, field: &str, value: Value) {
        self.changes += 1;
        self.chosen.push(Chosen::Field(field.to_owned(), value));
    }

    /// Chooses a place on the board. It replaces a place that was chosen before. Values that were chosen for fields,
    /// such as a die roll, are kept if a turn with them leads to the place. Otherwise they are dropped. Returns `false`
    /// if no turn leads to the place.
    pub fn choose_place(&mut self, place: &Place) -> bool {
        let chosen = Chosen::Place(place.ways.clone(), place.words.clone());
        let mut kept: Vec<Chosen> = self.fields_chosen().cloned().collect();
        kept.push(chosen.clone());
        let leads = |kept: &[Chosen]| self.turns.iter().any(|legal| kept.iter().all(|one| one.fits(&legal.turn)));
        if !leads(&kept) {
            kept = vec![chosen];
            if !leads(&kept) {
                return false;
            }
        }
        self.changes += 1;
        self.chosen = kept;
        true
    }

    /// The chosen fields and actions, without the chosen place on the board.
    fn fields_chosen(&self) -> impl Iterator<Item = &Chosen> {
        self.chosen.iter().filter(|chosen| !matches!(chosen, Chosen::Place(..)))
    }

    /// Whether a place on the board was chosen.
    #[must_use]
    pub fn has_place(&self) -> bool {
        self.chosen.iter().any(|chosen| matches!(chosen, Chosen::Place(..)))
    }

    /// A counter that grows whenever the player makes or takes back a choice.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the places on the board that can still be reached with the values that the player has chosen, such as a
    /// gear. Ignores a place that the player has chosen. Each place has the costs of the routes that are still
    /// possible. Returns `None` if the player has chosen no value, because then all places are possible.
    #[must_use]
    pub fn open_places(&self, places: &[Place]) -> Option<Vec<Place>> {
        self.fields_chosen().next()?;
        let left: Vec<&LegalTurn<Value>> =
            self.turns.iter().filter(|legal| self.fields_chosen().all(|chosen| chosen.fits(&legal.turn))).collect();
        let may_fit = |way: &&Value| {
            self.fields_chosen().all(|chosen| match chosen {
                Chosen::Field(field, value) => way.get(field).is_none_or(|known| known == value),
                Chosen::Action(value) => way.get(ACTION).is_none_or(|known| known == value),
                Chosen::Place(..) => true,
            })
        };
        let open = |place: &Place| {
            if place.illegal.is_some() {
                return None;
            }
            let ways: Vec<&Value> = place.ways.iter().filter(may_fit).collect();
            let mut costs = Vec::new();
            let mut cheapest: Option<&LegalTurn<Value>> = None;
            for legal in left.iter().filter(|legal| ways.iter().any(|way| leads(way, &legal.turn))) {
                Cost::add_way(&mut costs, &legal.cost);
                if cheapest.is_none_or(|known| total(&legal.cost) < total(&known.cost)) {
                    cheapest = Some(legal);
                }
            }
            let cost = cheapest?.cost.to_vec();
            Some(Place { cost, costs, ..place.clone() })
        };
        Some(places.iter().filter_map(open).collect())
    }

    /// Returns the choices, in order. Each has its index, its field and value (`None` for a place on the board), and a
    /// text that describes it. The choices never contradict each other. If several routes to the chosen place are still
    /// possible, the text lists only the values that all these routes share.
    pub fn choices(&self) -> impl Iterator<Item = (usize, Option<(&str, &Value)>, String)> {
        self.chosen.iter().enumerate().filter_map(|(index, chosen)| match chosen {
            Chosen::Field(field, value) => Some((index, Some((field.as_str(), value)), choice_in_words(field, value))),
            Chosen::Action(_) => None,
            Chosen::Place(ways, words) if ways.len() == 1 => Some((index, None, words.clone())),
            Chosen::Place(ways, _) => self.common(ways).map(|words| (index, None, words)),
        })
    }

    /// The choices made so far, in words, in the order of the steps.
    #[must_use]
    pub fn chosen(&self) -> Vec<String> {
        self.choices().map(|(_, _, words)| words).collect()
    }

    /// Describes the values that several routes have in common. Ignores routes that are no longer possible. Leaves out
    /// fields of the turn for which the player has already chosen a value, and fields that are the same in all turns.
    /// Returns `None` if no fields are left.
    fn common(&self, ways: &[Value]) -> Option<String> {
        let open: Vec<&Value> = ways.iter().filter(|way| self.left().any(|legal| leads(way, &legal.turn))).collect();
        let value_of = |way: &Value, field: &str| way.get(field).cloned().unwrap_or(Value::Null);
        let is_choice = |field: &&String| {
            let first = self.turns.first().map(|legal| value_of(&legal.turn, field));
            self.turns.iter().any(|legal| Some(value_of(&legal.turn, field)) != first)
        };
        let was_chosen = |field: &str| {
            self.fields_chosen().any(|chosen| match chosen {
                Chosen::Field(known, _) => known == field,
                Chosen::Action(_) => field == ACTION,
                Chosen::Place(..) => false,
            })
        };
        let words = self.fields.iter().filter(is_choice).filter(|field| !was_chosen(field)).filter_map(|field| {
            let value = value_of(open.first()?, field);
            let is_common = open.iter().all(|way| value_of(way, field) == value);
            (is_common && !matches!(value, Value::Null | Value::Bool(false))).then(|| choice_in_words(field, &value))
        });
        Some(words.collect::<Vec<_>>().join(", ")).filter(|words| !words.is_empty())
    }

    /// Whether a turn that fits the choices made so far leads to this place on the board.
    #[must_use]
    pub fn may_lead(&self, place: &Place) -> bool {
        self.left().any(|legal| place.ways.iter().any(|way| leads(way, &legal.turn)))
    }

    /// Takes back the last choice, and the action that was chosen with it. Returns `false` if there was no choice.
    pub fn back(&mut self) -> bool {
        self.changes += 1;
        let had_one = self.chosen.pop().is_some();
        self.chosen.pop_if(|chosen| matches!(chosen, Chosen::Action(_)));
        had_one
    }
}

fn total(cost: &[Cost]) -> u32 {
    cost.iter().map(|cost| cost.amount).sum()
}

/// A chosen value of a field in words.
fn choice_in_words(field: &str, value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(false) => format!("no {}", field_in_words(field)),
        _ => format!("{} {}", field_in_words(field), in_words(value)),
    }
}

/// A field's name in words.
#[must_use]
pub fn field_in_words(field: &str) -> String {
    field.replace('_', " ")
}

/// A field's value in words.
///
/// ```
/// use paddock::replay::chooser::in_words;
///
/// assert_eq!(in_words(&serde_json::json!("front-left")), "front-left");
/// ```
#[must_use]
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(false) => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::String(word) => word.replace('_', " "),
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let parts = fields.iter().map(|(field, value)| match value {
                Value::String(word) if field == "kind" => word.replace('_', " "),
                Value::Bool(true) => field_in_words(field),
                _ => format!("{} {}", field_in_words(field), in_words(value)),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.to_string(),
    }
}

#[cfg(test)]
mod tests;
