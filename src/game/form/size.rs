//! Sizes of a document, such as the length of a list, and their limits.

use std::fmt;

use serde_json::Value as Json;

use super::FormData;
use super::schema::{Node, schema_of, spoken};

/// The size of a part of a circuit or a setup, such as the number of its spaces, and the limit of this size. A file
/// that exceeds the limit is not opened, because the time to check and draw it may grow with the square of the size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The plural noun for what is counted, such as `spaces`.
    pub what: String,
    /// The count, such as the number of spaces.
    pub count: usize,
    /// The largest count allowed.
    pub most: usize,
}

impl Size {
    /// Makes a size. `what` is the plural noun for what is counted, such as `spaces`; `count` is the number of them,
    /// and `most` is the largest number allowed.
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

/// Returns every size of a document that exceeds its limit in the schema. A size is the number of items of a list
/// (`maxItems`), the number of characters of a text (`maxLength`), or a number that is itself a size or a position
/// (`x-most`).
#[must_use]
pub fn excess<T: FormData>(data: &T) -> Vec<Size> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::to_value(data) {
        measure(Node::new("", schema_of::<T>()), &value, &mut found);
    }
    found
}

/// Whether the schema limits the size of a node's value, or of anything inside it. A list of fixed length counts as
/// unlimited, because it can never be too long.
fn has_limits(node: &Node<'_>) -> bool {
    let is_fixed = node.number("minItems") == node.number("maxItems");
    ["x-most", "maxLength"].into_iter().any(|name| node.attribute(name).is_some())
        || (!is_fixed && node.attribute("maxItems").is_some())
        || node.items().iter().chain(&node.properties()).any(has_limits)
}

/// Finds the sizes that exceed their limits in one value of a document and everything inside it. Adds them to
/// `found`.
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
            // Most lists are long lists of plain numbers, which have no limits.
            let nodes = node.items();
            if nodes.iter().any(has_limits) {
                for (place, item) in items.iter().enumerate() {
                    if let Some(node) = nodes.get(place).or(nodes.last()) {
                        measure(*node, item, found);
                    }
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
            // Short texts are measured in bytes. That is faster, and the number of bytes is never less than the number
            // of characters.
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
