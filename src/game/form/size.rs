//! Counts in a document, and their limits.

use std::fmt;

use serde_json::Value as Json;

use super::FormData;
use super::schema::{Node, schema_of, spoken};

/// A count in a circuit or a setup, and its limit. A file that exceeds it is not read, because checking and drawing may
/// take time proportional to its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The things counted, in the plural: `spaces`.
    pub what: String,
    /// The number of them.
    pub count: usize,
    /// The most there may be.
    pub most: usize,
}

impl Size {
    /// Makes a count with its limit.
    #[must_use]
    pub fn new(what: impl Into<String>, count: usize, most: usize) -> Self {
        Self { what: what.into(), count, most }
    }

    /// Whether the count exceeds its limit.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        self.count > self.most
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}; at most {}", self.count, self.what, self.most)
    }
}

/// Returns every count of a document that exceeds the limit of its schema: items of a list (`maxItems`), characters of
/// a text (`maxLength`), and numbers that are sizes or positions (`x-most`).
#[must_use]
pub fn excess<T: FormData>(data: &T) -> Vec<Size> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::to_value(data) {
        measure(Node::new("", schema_of::<T>()), &value, &mut found);
    }
    found
}

/// Adds the counts that exceed their limits at one place of a document and below it.
pub(super) fn measure(node: Node<'_>, value: &Json, found: &mut Vec<Size>) {
    let mut bound = |what: &dyn Fn(String) -> String, count: usize, name: &str| {
        let most = node.number(name).and_then(|most| usize::try_from(most).ok());
        if let Some(most) = most.filter(|most| count > *most) {
            let title = node.text("title").map_or_else(|| spoken(node.key, false), str::to_lowercase);
            found.push(Size::new(what(title), count, most));
        }
    };
    match value {
        Json::Array(items) => {
            bound(&|title| title, items.len(), "maxItems");
            let numbers = items.iter().filter_map(Json::as_u64).max();
            let largest = numbers.and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
            bound(&|_| format!("as a number in `{}`", node.key), largest, "x-most");
            for (place, item) in items.iter().enumerate() {
                if let Some(node) = node.step(&place.to_string()) {
                    measure(node, item, found);
                }
            }
        }
        Json::Object(fields) => {
            for (key, field) in fields {
                if let Some(node) = node.step(key) {
                    measure(node, field, found);
                }
            }
        }
        Json::String(text) => {
            // For short texts the bytes are counted: no need to count characters.
            let length = if text.len() <= 24 { text.len() } else { text.chars().count() };
            bound(&|_| format!("characters in `{}`", node.key), length, "maxLength");
        }
        Json::Number(number) => {
            let size = number.as_i64().map_or(usize::MAX, |number| number.unsigned_abs() as usize);
            bound(&|title| title, size, "x-most");
        }
        _ => {}
    }
}
