//! The designer of a circuit, and the terms on which others may use it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_REMARK, MAX_TITLE};

/// The designer of a circuit, and notes for people who want to use it. All entries may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credits {
    /// The person who designed the circuit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Designer", length(max = MAX_TITLE))]
    pub designer: String,
    /// The date of the design, in any form.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Date", length(max = MAX_TITLE))]
    pub date: String,
    /// The terms of use, such as "CC BY 4.0".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Licence", length(max = MAX_TITLE))]
    pub licence: String,
    /// The model for the circuit: a real circuit, another design, or a web page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Source", length(max = MAX_TITLE))]
    pub source: String,
    /// Notes of the designer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Notes", length(max = MAX_REMARK), extend("x-lines" = 3))]
    pub notes: String,
}

impl Credits {
    /// Whether all entries are empty.
    ///
    /// ```
    /// assert!(paddock::game::Credits::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The total length of all entries, in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        let Self { designer, date, licence, source, notes } = self;
        [designer, date, licence, source, notes].into_iter().map(String::len).sum()
    }

    /// All entries except the notes in one line, for a printed page. Empty if there are no entries.
    ///
    /// ```
    /// use paddock::game::Credits;
    ///
    /// let credits = Credits { designer: "Ada Lane".into(), licence: "CC BY 4.0".into(), ..Credits::default() };
    /// assert_eq!(credits.line(), "Designed by Ada Lane · CC BY 4.0");
    /// ```
    #[must_use]
    pub fn line(&self) -> String {
        let named = |name: &str, value: &str| if value.is_empty() { String::new() } else { format!("{name} {value}") };
        let parts = [
            named("Designed by", &self.designer),
            self.date.clone(),
            self.licence.clone(),
            named("Source:", &self.source),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}
