//! Illegal turns: the rule that was broken, and the evidence.

use serde::Serialize;

/// The reason why a turn is illegal.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{message} [{clause}]")]
pub struct IllegalTurn {
    /// The clause that the turn breaks, such as `VR-MOVE-01`.
    pub clause: &'static str,
    /// An explanation in a sentence for players.
    pub message: String,
    /// The shapes and costs that show why the turn is illegal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

/// A shape or a cost that shows why a turn is illegal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Evidence {
    /// The outline of a piece or a space: for example, of a piece at a forbidden position, or of a piece that it would
    /// overlap there.
    Shape {
        /// The corners of the outline, in world units.
        outline: Vec<[f64; 2]>,
    },
    /// A line on the board that a car crossed, or should have crossed.
    Line {
        /// One end of the line, in world units.
        from: [f64; 2],
        /// The other end of the line, in world units.
        to: [f64; 2],
    },
    /// A cost that the car cannot pay.
    Cost {
        /// The name of the resource.
        resource: &'static str,
        /// The number of points that the turn would cost.
        due: u32,
        /// The number of points that the car has.
        available: u32,
    },
}

impl IllegalTurn {
    /// Makes an illegal turn without evidence.
    ///
    /// ```
    /// use paddock::game::IllegalTurn;
    ///
    /// let illegal = IllegalTurn::new("VR-GEAR-01", "Gear 5 does not follow gear 3.");
    /// assert_eq!(illegal.clause, "VR-GEAR-01");
    /// ```
    #[must_use]
    pub fn new(clause: &'static str, message: impl Into<String>) -> Self {
        Self { clause, message: message.into(), evidence: Vec::new() }
    }

    /// Adds evidence to the illegal turn: shapes or costs that show why it is illegal.
    #[must_use]
    pub fn with(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Self {
        self.evidence.extend(evidence);
        self
    }
}
