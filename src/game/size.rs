//! How much of something a document has, and how much it may have.

use std::fmt;

use crate::limits::{MAX_REMARK, MAX_TITLE};

/// A count in a draft or a setup, and the most there may be. A file that has more is not read at all: what follows,
/// checking and drawing, may take time that grows with the square of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// What is counted, in the plural: `spaces`.
    pub what: &'static str,
    /// How much there is.
    pub count: usize,
    /// How much there may be.
    pub most: usize,
}

impl Size {
    /// So many of something, where there may be so many.
    #[must_use]
    pub const fn new(what: &'static str, count: usize, most: usize) -> Self {
        Self { what, count, most }
    }

    /// The size of what a document is called, and of what it says about itself.
    #[must_use]
    pub fn of_texts(name: &str, description: &str) -> [Self; 2] {
        [
            Self::new("characters in its name", length(name), MAX_TITLE),
            Self::new("characters in its description", length(description), MAX_REMARK),
        ]
    }

    /// The size of the longest of some names.
    pub fn of_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new("characters in a name", names.into_iter().map(length).max().unwrap_or(0), MAX_TITLE)
    }

    /// Whether there is more than there may be.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        self.count > self.most
    }
}

fn length(text: &str) -> usize {
    // Bytes tell as much, where there are few of them.
    if text.len() <= MAX_TITLE { text.len() } else { text.chars().count() }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}; at most {}", self.count, self.what, self.most)
    }
}
