//! What is written and shown on the board and means nothing to the rules: labels, the printed size of an octagon,
//! and a picture to trace.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Draft;
use super::track::coordinates;
use crate::game::Issue;
use crate::geometry::{Point, Surd};

pub use crate::limits::vektorace::{MAX_LABEL_TEXT, MAX_LABELS};
/// How large a label may be, in octagons.
const LABEL_SIZE: [Surd; 2] = [Surd::from_units(2_000, 0), Surd::from_int(20)];
/// How large an octagon may be, in millimetres.
const OCTAGON_MM: [Surd; 2] = [Surd::ONE, Surd::from_int(1_000)];
/// How many pixels of a picture an octagon may take.
const PICTURE_SCALE: [Surd; 2] = [Surd::from_units(200, 0), Surd::from_int(10_000)];

/// A line of writing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabelDraft {
    /// Its middle.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub at: Point,
    /// What it says.
    #[schemars(title = "Text", length(max = MAX_LABEL_TEXT))]
    pub text: String,
    /// The height of a capital letter.
    #[serde(default = "usual_size")]
    #[schemars(title = "Size", extend("x-unit" = "octagons"))]
    pub size: Surd,
}

const fn usual_size() -> Surd {
    Surd::HALF
}

impl LabelDraft {
    /// A label of the usual size.
    #[must_use]
    pub fn new(at: Point, text: impl Into<String>) -> Self {
        Self { at, text: text.into(), size: usual_size() }
    }

    /// About half as wide and half as high as it is drawn, in octagons: for picking it up.
    #[must_use]
    pub fn half_extent(&self) -> [f64; 2] {
        let size = self.size.to_f64().clamp(0.01, LABEL_SIZE[1].to_f64());
        // A letter of the font is about four fifths as wide as a capital is high.
        [0.4 * size * self.text.chars().count().clamp(1, MAX_LABEL_TEXT) as f64 + 0.2 * size, 0.75 * size]
    }
}

/// A picture that lies under the circuit while it is drawn, such as a photograph of a table. It is no part of what is
/// exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferenceDraft {
    /// The picture's file, relative to the track's file and not outside of its folder.
    pub file: String,
    /// Where the picture's middle lies.
    #[serde(with = "coordinates")]
    #[schemars(schema_with = "coordinates::schema")]
    pub at: Point,
    /// How many of its pixels an octagon takes.
    pub scale: Surd,
    /// By how many degrees it is turned, counter-clockwise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rotation: Surd,
    /// How strongly it shows, in percent.
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
    /// A picture of the usual strength, unturned.
    #[must_use]
    pub fn new(file: impl Into<String>, at: Point, scale: Surd) -> Self {
        Self { file: file.into(), at, scale, rotation: Surd::ZERO, opacity: usual_opacity() }
    }
}

/// What is odd about labels, scale and picture. None of it keeps a circuit from being raced, so all are warnings.
pub(super) fn check(draft: &Draft, issues: &mut Vec<Issue>) {
    let within = |value: Surd, [least, most]: [Surd; 2]| value >= least && value <= most;
    if draft.labels.len() > MAX_LABELS {
        let message = format!("The circuit has {} labels; at most {MAX_LABELS} are possible.", draft.labels.len());
        issues.push(Issue::warning("VR-TRACK-LABEL", message).mend("Take some of them away."));
    }
    for (number, label) in (1..).zip(draft.labels.iter().take(MAX_LABELS)) {
        let mut odd = |what: String, mend: &str| {
            issues.push(Issue::warning("VR-TRACK-LABEL", what).at(label.at.to_f64()).mend(mend));
        };
        if label.text.trim().is_empty() {
            odd(format!("Label {number} says nothing."), "Write something, or take it away.");
        } else if label.text.chars().count() > MAX_LABEL_TEXT {
            odd(format!("Label {number} is longer than {MAX_LABEL_TEXT} characters."), "Shorten it.");
        }
        if !within(label.size, LABEL_SIZE) {
            odd(format!("Label {number} is {} octagons high; it should be 0.1 to 20.", label.size), "Set its size.");
        }
    }
    if let Some(size) = draft.octagon_mm.filter(|size| !within(*size, OCTAGON_MM)) {
        let message = format!("An octagon of {size} mm cannot be laid on a table; it should be 1 to 1000 mm.");
        issues.push(Issue::warning("VR-TRACK-SCALE", message).mend("Set the size of an octagon."));
    }
    if let Some(reference) = &draft.reference {
        if !within(reference.scale, PICTURE_SCALE) {
            let message = format!(
                "The picture below the board has {} pixels an octagon; it should be 0.01 to 10000.",
                reference.scale
            );
            issues.push(
                Issue::warning("VR-TRACK-REFERENCE", message).mend("Scale it by two points whose distance is known."),
            );
        }
        if reference.opacity > 100 {
            let message = format!("The picture below the board has an opacity of {} %.", reference.opacity);
            issues.push(Issue::warning("VR-TRACK-REFERENCE", message).mend("Set it to 0 to 100 %."));
        }
    }
}
