//! A turn that breaks a rule, with what proves it.

use serde::Serialize;

/// Why a turn may not be played.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{message} [{clause}]")]
pub struct IllegalTurn {
    /// The clause of the rules that it breaks, such as `VR-MOVE-01`.
    pub clause: &'static str,
    /// A sentence a player understands.
    pub message: String,
    /// The shapes that prove it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

/// Something to show beside the sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Evidence {
    /// An outline, in world units: a piece that lies where it must not, or what it lies on.
    Shape {
        /// Its corners.
        outline: Vec<[f64; 2]>,
    },
    /// A line that was crossed, or should have been.
    Line {
        /// One end.
        from: [f64; 2],
        /// The other.
        to: [f64; 2],
    },
    /// What would have had to be paid.
    Cost {
        /// Of this resource.
        resource: &'static str,
        /// So many points.
        due: u32,
        /// And so many were there.
        available: u32,
    },
}

impl IllegalTurn {
    /// A refusal without shapes.
    #[must_use]
    pub fn new(clause: &'static str, message: impl Into<String>) -> Self {
        Self { clause, message: message.into(), evidence: Vec::new() }
    }

    /// The same refusal with more evidence.
    #[must_use]
    pub fn with(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Self {
        self.evidence.extend(evidence);
        self
    }
}
