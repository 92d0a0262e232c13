//! Issues: errors, warnings and notes about a circuit or a setup.

use serde::Serialize;

use super::scene::Tag;

/// The severity of an issue, from most severe to least severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The circuit or setup cannot be used.
    Error,
    /// The issue should probably be fixed.
    Warning,
    /// The circuit or setup is allowed, but the message is worth knowing.
    Note,
}

/// A fix that the program can apply by itself. The details of the fix are computed when it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Move this piece off the pieces it overlaps, by the shortest distance.
    MoveApart(Tag),
    /// Move this piece onto the table.
    MoveOntoTable(Tag),
    /// Move the first piece away from the second until a car fits between them.
    Widen(Tag, Tag),
    /// Number the corners 1, 2, 3, ... without gaps. Their order stays the same.
    Renumber,
    /// Rotate this piece by 45°.
    TurnSquare(Tag),
    /// Rotate this piece, or change the side on which cars pass it, so that cars do not enter it from behind.
    FaceTheRace(Tag),
    /// Rotate the pitwall, or move it along its straight, until the issue is fixed.
    ShiftWall,
    /// Untangle the outline of this track limit, or remove corners from it. Delete it if no area is left.
    TidyLimit(Tag),
    /// Set the direction of the race to clockwise.
    SetDirection,
}

/// An error, a warning or a note.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Issue {
    /// The rule's clause or the kind of issue, such as `VR-TRACK-02`.
    pub id: &'static str,
    /// The severity of the issue.
    pub severity: Severity,
    /// A sentence that says what is wrong.
    pub message: String,
    /// The point on the board where the issue is, in world units. `None` if the issue has no such point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// The suggested fix, in a sentence; `None` if there is no suggestion.
    #[serde(rename = "mend", skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// The fix that the program can apply by itself. `None` if there is no such fix. It is boxed, so that errors need
    /// little memory.
    #[serde(skip)]
    pub remedy: Option<Box<Remedy>>,
}

impl Severity {
    /// All severities, from most severe to least severe.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The name of the severity as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl Issue {
    /// Makes an error without a point on the board.
    ///
    /// ```
    /// use paddock::game::{Issue, has_errors};
    ///
    /// let issue = Issue::error("VR-TRACK-02", "Corner 3 is off the table.").fix("Move it onto the table.").at([41.0,
    /// 7.0]); assert!(has_errors(&[issue]));
    /// ```
    #[must_use]
    pub fn error(id: &'static str, message: impl Into<String>) -> Self {
        Self { id, severity: Severity::Error, message: message.into(), at: None, fix: None, remedy: None }
    }

    /// Makes a warning without a point on the board.
    #[must_use]
    pub fn warning(id: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(id, message) }
    }

    /// Makes a note without a point on the board.
    #[must_use]
    pub fn note(id: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(id, message) }
    }

    /// Sets the point on the board where the issue is.
    #[must_use]
    pub fn at(mut self, at: [f64; 2]) -> Self {
        self.at = Some(at);
        self
    }

    /// Sets the suggested fix.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Sets the fix that the program can apply.
    #[must_use]
    pub fn remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(Box::new(remedy));
        self
    }
}

/// Whether any issue is an error.
#[must_use]
pub fn has_errors(issues: &[Issue]) -> bool {
    issues.iter().any(|issue| issue.severity == Severity::Error)
}

/// The number of issues of each severity, in the order of [`Severity::ALL`].
///
/// ```
/// use paddock::game::{Issue, counted};
///
/// let issues = [Issue::warning("A", "odd"), Issue::error("B", "wrong"), Issue::warning("C", "odd, too")];
/// assert_eq!(counted(&issues), [1, 2, 0]);
/// ```
#[must_use]
pub fn counted(issues: &[Issue]) -> [usize; 3] {
    Severity::ALL.map(|severity| issues.iter().filter(|issue| issue.severity == severity).count())
}
