//! Builds the form fields for a document from the document's schema.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::schema::{Kind, Node, spoken};
use super::{Field, Hint, Value};

/// A function that asks the game for its [`Hint`] about the field at a path in the document.
pub(super) type Hints<'a> = &'a dyn Fn(&str) -> Hint;

/// Walks through a schema and a document, and collects the form fields.
pub(super) struct Walk<'a> {
    pub root: Node<'a>,
    pub document: &'a Json,
    pub hints: Hints<'a>,
    pub fields: Vec<Field>,
    /// The heading of the group that begins with the next field, and whether that group is folded. `None` if the next
    /// field begins no group.
    heading: Option<(String, bool)>,
}

impl<'a> Walk<'a> {
    pub fn new(root: Node<'a>, document: &'a Json, hints: Hints<'a>) -> Self {
        Self { root, document, hints, fields: Vec::new(), heading: None }
    }

    /// The schema node at a path, such as `/cars/0/name`; `None` if there is no such node.
    pub fn node(&self, path: &str) -> Option<Node<'a>> {
        path.split('/').skip(1).try_fold(self.root, |node, name| node.step(name))
    }

    /// The value at a path. If the document does not contain the value, returns its default instead.
    fn value(&self, path: &str) -> Json {
        let (mut node, mut value) = (self.root, Cow::Borrowed(self.document));
        for name in path.split('/').skip(1) {
            let Some(next) = node.step(name) else { return Json::Null };
            let inner = match &value {
                Cow::Borrowed(outer) => inside(outer, name).map(Cow::Borrowed),
                Cow::Owned(outer) => inside(outer, name).cloned().map(Cow::Owned),
            };
            (node, value) = (next, inner.unwrap_or_else(|| Cow::Owned(next.usual())));
        }
        value.into_owned()
    }

    /// Whether a field is shown now. A field is always shown if it has no `x-when`. Otherwise at least one of the
    /// conditions in `x-when` must hold in the document.
    fn applies(&self, node: Node<'_>) -> bool {
        let Some(ways) = node.attribute("x-when").and_then(Json::as_array) else { return true };
        ways.iter().filter_map(Json::as_object).any(|way| way.iter().all(|(path, wanted)| self.value(path) == *wanted))
    }

    fn push(&mut self, node: Node<'_>, field: Field) {
        let (heading, folded) = self.heading.take().unzip();
        let beside = heading.is_none() && !self.fields.is_empty() && (field.beside || node.has("x-beside"));
        let help =
            if field.help.is_empty() { node.text("description").unwrap_or_default().to_owned() } else { field.help };
        let empty = node.text("x-empty").unwrap_or_default().to_owned();
        self.fields.push(Field { heading, folded: folded == Some(true), beside, help, empty, ..field });
    }

    /// Collects the fields of the value at a path. `label` replaces the label of the first field.
    pub fn collect(&mut self, node: Node<'a>, path: &str, label: Option<&str>) {
        if node.has("x-hidden") || !self.applies(node) {
            return;
        }
        // If this field is hidden, the next visible field takes over its heading.
        if let Some(heading) = node.text("x-heading") {
            self.heading = Some((heading.to_owned(), node.has("x-folded")));
        }
        let hint = (self.hints)(path);
        if !hint.hidden {
            self.open(node, path, label);
        }
    }

    /// Collects the fields of the value at a path, even if the value is hidden.
    pub fn open(&mut self, node: Node<'a>, path: &str, label: Option<&str>) {
        let hint = (self.hints)(path);
        let value = self.value(path);
        let label = label.map_or_else(|| node.label(), str::to_owned);
        let field = |value: Value| Field::new(path, label.clone(), value);
        let within = |least: i64, most: i64| match &hint.range {
            Some(range) => range.clone(),
            None => least..=most,
        };
        if let Some(choices) = hint.choices {
            return self.push(node, field(chosen(&choices, &value)));
        }
        match node.kind() {
            Kind::Flag => self.push(node, field(Value::Flag(value == true))),
            Kind::Count(least, most) if !node.optional => {
                self.push(node, field(Value::Count(value.as_i64().unwrap_or_default(), within(least, most))));
            }
            Kind::Count(..) | Kind::Number(_) => self.push(node, field(number(node, &value))),
            Kind::Choice(mut options) => {
                if node.optional {
                    options.insert(0, (Json::Null, node.text("x-none").unwrap_or("none").to_owned()));
                }
                self.push(node, field(chosen(&options, &value)));
            }
            Kind::Text => {
                let lines = node.number("x-lines").unwrap_or(1) as usize;
                self.push(node, field(Value::Text(value.as_str().unwrap_or_default().to_owned(), lines)));
            }
            Kind::Row(..) | Kind::Rows(..) | Kind::Words => self.push(node, field(Value::Text(written(&value), 1))),
            Kind::Pair(item) => self.pair(node, item, path, &value, &hint),
            Kind::Set(options) => {
                for (option, name) in options {
                    let is_in = value.as_array().is_some_and(|values| values.contains(&option));
                    let id = format!("{path}#{}", option.as_str().unwrap_or_default());
                    self.push(node, Field::new(id, name, Value::Flag(is_in)));
                }
            }
            Kind::Order(options) => self.order(node, path, &label, &options, &value),
            Kind::Group(fields) => {
                if node.optional && !node.has("x-always") {
                    let is_there = !value.is_null();
                    self.push(node, Field::new(format!("{path}#there"), label, Value::Flag(is_there)));
                    if !is_there {
                        return;
                    }
                }
                for node in fields {
                    self.collect(node, &format!("{path}/{}", node.key), None);
                }
            }
            Kind::List(item) => self.list(node, item, path, &value, &hint),
            Kind::Other => {}
        }
    }

    /// Adds two number fields in one row.
    fn pair(&mut self, node: Node<'_>, item: Node<'_>, path: &str, value: &Json, hint: &Hint) {
        let title = node.text("title").unwrap_or_default();
        for (axis, name) in ["x", "y"].into_iter().enumerate() {
            let label = if axis == 0 { format!("{title} {name}").trim_start().to_owned() } else { name.to_owned() };
            let value = match (item.kind(), &hint.range) {
                (Kind::Count(..), Some(range)) => Value::Count(value[axis].as_i64().unwrap_or_default(), range.clone()),
                _ => number(item, &value[axis]),
            };
            let field = Field::new(format!("{path}/{axis}"), label, value);
            let field = if axis == 0 { field } else { Field { about: title.to_owned(), ..field.beside() } };
            self.push(node, field);
        }
    }

    /// Adds one choice field for each value of a sequence, and one more field to append a value.
    fn order(&mut self, node: Node<'_>, path: &str, label: &str, options: &[(Json, String)], value: &Json) {
        let chosen_now = value.as_array().map_or(&[][..], Vec::as_slice);
        let none = (Json::Null, node.text("x-none").unwrap_or("none").to_owned());
        let options: Vec<_> = std::iter::once(none).chain(options.iter().cloned()).collect();
        for place in 0..=chosen_now.len().min(options.len() - 2) {
            let label = if place == 0 { label } else { "if still tied" };
            let now = chosen_now.get(place).unwrap_or(&Json::Null);
            self.push(node, Field::new(format!("{path}#{place}"), label, chosen(&options, now)));
        }
    }

    /// Adds the fields of each item of a list, and the buttons to add, move and remove items.
    fn list(&mut self, node: Node<'a>, item: Node<'a>, path: &str, value: &Json, hint: &Hint) {
        let count = value.as_array().map_or(0, Vec::len);
        let is_fixed = node.number("minItems").is_some_and(|least| node.number("maxItems") == Some(least));
        for place in 0..count {
            let begin = self.fields.len();
            let at = format!("{path}/{place}");
            let Kind::Group(fields) = item.kind() else { return };
            let noun = node.text("x-item").unwrap_or("item");
            let named = node.has("x-numbered").then(|| format!("{} {}", spoken(noun, true), place + 1));
            for (number, node) in fields.into_iter().enumerate() {
                let label = named.as_deref().filter(|_| number == 0);
                self.collect(node, &format!("{at}/{}", node.key), label);
            }
            if let Some(first) = self.fields.get_mut(begin).filter(|_| node.has("x-cars")) {
                first.car = Some(place);
            }
            if !is_fixed {
                self.controls(node, &at, begin, place, count, hint);
            }
            // Adds the fields of the other list that describes the same items.
            if let Some(with) = node.text("x-with")
                && let Some(other) = self.node(&format!("{with}/{place}"))
            {
                self.collect(other, &format!("{with}/{place}"), None);
            }
            for field in self.fields.iter_mut().skip(begin) {
                let before = if field.about.is_empty() { "" } else { ", " };
                field.about.push_str(&format!("{before}{noun} {}", place + 1));
            }
        }
        if !is_fixed {
            let most = hint.range.as_ref().map_or(i64::MAX, |range| *range.end());
            let words = node.text("x-add").unwrap_or("Add");
            let add = Field::new(format!("{path}#add"), words, Value::Press((count as i64) < most));
            self.push(node, add.help("Adds an item at the end of the list."));
        }
    }

    /// Adds the buttons that move and remove a list item. The buttons are in the row of the item's first field.
    fn controls(&mut self, list: Node<'_>, at: &str, begin: usize, place: usize, count: usize, hint: &Hint) {
        let least = hint.range.as_ref().map_or(0, |range| *range.start());
        let press = |what: &str, label: &str, help: &str, can: bool| {
            Field::new(format!("{at}#{what}"), label, Value::Press(can)).help(help).beside()
        };
        let mut controls = Vec::new();
        if list.has("x-ordered") {
            controls.push(press("up", "Up", "Moves this item up the list.", place > 0));
            controls.push(press("down", "Down", "Moves this item down the list.", place + 1 < count));
        }
        controls.push(press("remove", "Remove", "Removes this item from the list.", count as i64 > least));
        let first = self.fields.iter().skip(begin + 1).take_while(|field| field.beside).count();
        let end = (begin + 1 + first).min(self.fields.len());
        self.fields.splice(end..end, controls);
    }
}

/// Returns the value under a field name in an object, or under an index in an array. `None` if the value is missing or
/// null.
fn inside<'a>(value: &'a Json, name: &str) -> Option<&'a Json> {
    let inner = match value {
        Json::Array(items) => name.parse().ok().and_then(|place: usize| items.get(place)),
        other => other.get(name),
    };
    inner.filter(|inner| !inner.is_null())
}

/// Returns a choice field in which the current value is selected.
fn chosen(options: &[(Json, String)], now: &Json) -> Value {
    let place = options.iter().position(|(value, _)| value == now).unwrap_or(0);
    Value::Choice(options.iter().map(|(_, name)| name.clone()).collect(), place)
}

/// Returns a number field. Its text is empty if the value is not a number.
fn number(node: Node<'_>, value: &Json) -> Value {
    let unit = node.text("x-unit").unwrap_or_default().to_owned();
    Value::Number(written(value), unit)
}

/// Returns a value as text. List items are separated by spaces, or by commas if they are texts or lists.
pub(super) fn written(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let between = if items.iter().any(|item| item.is_array() || item.is_string()) { ", " } else { " " };
            items.iter().map(written).collect::<Vec<_>>().join(between)
        }
        // A whole number is written as `2`, not `2.0`.
        Json::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()),
        other => other.to_string(),
    }
}
