//! Labels on the board and a picture for tracing. The rules ignore both.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::coordinates;
use crate::geometry::{Point, Surd};

pub use crate::limits::vektorace::{MAX_LABEL_TEXT, MAX_LABELS};
/// The least and greatest height of a label's capital letters, in octagons.
pub(super) const LABEL_SIZE: [Surd; 2] = [Surd::from_units(2_000, 0), Surd::from_int(20)];
/// A label: a line of text on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabelDraft {
    /// The label's middle.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub at: Point,
    /// The label's text.
    #[schemars(title = "Text", length(max = MAX_LABEL_TEXT))]
    pub text: String,
    /// The height of a capital letter, in octagons.
    #[serde(default = "usual_size")]
    #[schemars(title = "Size", extend("x-unit" = "octagons"))]
    pub size: Surd,
}

const fn usual_size() -> Surd {
    Surd::HALF
}

impl LabelDraft {
    /// Creates a label of the usual size.
    #[must_use]
    pub fn new(at: Point, text: impl Into<String>) -> Self {
        Self { at, text: text.into(), size: usual_size() }
    }

    /// Estimates half the width and half the height of the label on the board, in octagons. The mouse selects the label
    /// within this area.
    #[must_use]
    pub fn half_extent(&self) -> [f64; 2] {
        let size = self.size.to_f64().clamp(0.01, LABEL_SIZE[1].to_f64());
        // A letter of the font is about 0.8 times as wide as a capital letter is high.
        [0.4 * size * self.text.chars().count().clamp(1, MAX_LABEL_TEXT) as f64 + 0.2 * size, 0.75 * size]
    }
}

/// A picture shown under the circuit in the editor, such as a photograph of a table. It is not exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferenceDraft {
    /// The picture's file, relative to the circuit's file. It must be in the same folder or below.
    pub file: String,
    /// The picture's middle.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub at: Point,
    /// The picture's scale, in pixels per octagon.
    pub scale: Surd,
    /// The picture's rotation, in degrees counter-clockwise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rotation: Surd,
    /// The picture's opacity, in percent.
    #[serde(default = "usual_opacity")]
    pub opacity: u8,
}

const fn usual_opacity() -> u8 {
    50
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &Surd) -> bool {
    *number == Surd::ZERO
}

impl ReferenceDraft {
    /// Creates a picture with the usual opacity and no rotation.
    #[must_use]
    pub fn new(file: impl Into<String>, at: Point, scale: Surd) -> Self {
        Self { file: file.into(), at, scale, rotation: Surd::ZERO, opacity: usual_opacity() }
    }
}
