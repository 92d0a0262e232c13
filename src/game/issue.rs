//! What is wrong, or odd, about a circuit or a setup.

use serde::Serialize;

use super::scene::Tag;

/// How much an issue matters, what matters most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It cannot be used so.
    Error,
    /// It can, but probably should not.
    Warning,
    /// It is as it should be, and worth knowing.
    Note,
}

/// What a program can do about an issue by itself; how, it works out from the circuit as it is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Move this piece off those it overlaps, by the least way.
    MoveApart(Tag),
    /// Move this piece onto the table.
    MoveOntoTable(Tag),
    /// Move this piece away from the other until a car fits between them.
    Widen(Tag, Tag),
    /// Number the corners 1, 2, 3, ... in their present order.
    Renumber,
    /// Turn this piece by 45°.
    TurnSquare(Tag),
    /// Turn this piece, or have cars go round it the other way, until the race meets it from its front.
    FaceTheRace(Tag),
    /// Move or turn the wall at the start along its straight until the issue is gone.
    ShiftWall,
    /// Untangle this track limit, or thin it out; where nothing is left of it, take it away.
    TidyLimit(Tag),
    /// Have the race go clockwise.
    SetDirection,
}

/// One thing to fix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Issue {
    /// The clause or the kind, such as `VR-TRACK-02`.
    pub id: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// A sentence.
    pub message: String,
    /// Where on the board, in world units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// What would fix it.
    #[serde(rename = "mend", skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// What a program can do about it by itself; boxed, because issues travel as errors.
    #[serde(skip)]
    pub remedy: Option<Box<Remedy>>,
}

impl Severity {
    /// All of them, what matters most first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// In a word.
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
    /// An error without a place.
    #[must_use]
    pub fn error(id: &'static str, message: impl Into<String>) -> Self {
        Self { id, severity: Severity::Error, message: message.into(), at: None, fix: None, remedy: None }
    }

    /// A warning without a place.
    #[must_use]
    pub fn warning(id: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(id, message) }
    }

    /// A note without a place.
    #[must_use]
    pub fn note(id: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(id, message) }
    }

    /// The same issue with its place.
    #[must_use]
    pub fn at(mut self, at: [f64; 2]) -> Self {
        self.at = Some(at);
        self
    }

    /// The same issue with its fix.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// The same issue with what can be done about it.
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

/// How many issues there are of each severity, in the order of [`Severity::ALL`].
#[must_use]
pub fn counted(issues: &[Issue]) -> [usize; 3] {
    Severity::ALL.map(|severity| issues.iter().filter(|issue| issue.severity == severity).count())
}
