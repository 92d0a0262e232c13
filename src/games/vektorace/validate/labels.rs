//! What is odd about labels, scale and picture.

use crate::game::Issue;
use crate::games::vektorace::Draft;
use crate::games::vektorace::labels::{LABEL_SIZE, MAX_LABEL_TEXT, MAX_LABELS};
use crate::geometry::Surd;

/// How large an octagon may be, in millimetres.
const OCTAGON_MM: [Surd; 2] = [Surd::ONE, Surd::from_int(1_000)];
/// How many pixels of a picture an octagon may take.
const PICTURE_SCALE: [Surd; 2] = [Surd::from_units(200, 0), Surd::from_int(10_000)];

/// Checks labels, scale and picture. Nothing odd about them keeps a circuit from being raced, so all are warnings.
pub(super) fn check(draft: &Draft, issues: &mut Vec<Issue>) {
    let within = |value: Surd, [least, most]: [Surd; 2]| value >= least && value <= most;
    if draft.labels.len() > MAX_LABELS {
        let message = format!("The circuit has {} labels; at most {MAX_LABELS} are possible.", draft.labels.len());
        issues.push(Issue::warning("VR-TRACK-LABEL", message).fix("Take some of them away."));
    }
    for (number, label) in (1..).zip(draft.labels.iter().take(MAX_LABELS)) {
        let mut odd = |what: String, fix: &str| {
            issues.push(Issue::warning("VR-TRACK-LABEL", what).at(label.at.to_f64()).fix(fix));
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
        issues.push(Issue::warning("VR-TRACK-SCALE", message).fix("Set the size of an octagon."));
    }
    if let Some(reference) = &draft.reference {
        if !within(reference.scale, PICTURE_SCALE) {
            let message = format!(
                "The picture below the board has {} pixels an octagon; it should be 0.01 to 10000.",
                reference.scale
            );
            issues.push(
                Issue::warning("VR-TRACK-REFERENCE", message).fix("Scale it by two points whose distance is known."),
            );
        }
        if reference.opacity > 100 {
            let message = format!("The picture below the board has an opacity of {} %.", reference.opacity);
            issues.push(Issue::warning("VR-TRACK-REFERENCE", message).fix("Set it to 0 to 100 %."));
        }
    }
}
