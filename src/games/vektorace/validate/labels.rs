//! Checks the labels, the scale and the picture of a circuit.

use crate::game::Issue;
use crate::games::vektorace::Draft;
use crate::games::vektorace::labels::{LABEL_SIZE, MAX_LABEL_TEXT, MAX_LABELS};
use crate::geometry::Surd;

/// The smallest and the largest width of an octagon that raise no warning, in millimetres.
const OCTAGON_MM: [Surd; 2] = [Surd::ONE, Surd::from_int(1_000)];
/// The smallest and the largest scale of a picture that raise no warning, in pixels per octagon.
const PICTURE_SCALE: [Surd; 2] = [Surd::from_units(200, 0), Surd::from_int(10_000)];

/// Checks labels, scale and picture. Reports only warnings, because a race is possible even with these mistakes.
pub(super) fn check(draft: &Draft, issues: &mut Vec<Issue>) {
    let within = |value: Surd, [least, most]: [Surd; 2]| value >= least && value <= most;
    if draft.labels.len() > MAX_LABELS {
        let message = format!("The circuit has {} labels; at most {MAX_LABELS} are possible.", draft.labels.len());
        issues.push(Issue::warning("VR-TRACK-LABEL", message).fix("Delete some of the labels."));
    }
    for (number, label) in (1..).zip(draft.labels.iter().take(MAX_LABELS)) {
        let mut odd = |what: String, fix: &str| {
            issues.push(Issue::warning("VR-TRACK-LABEL", what).at(label.at.to_f64()).fix(fix));
        };
        if label.text.trim().is_empty() {
            odd(format!("Label {number} is empty."), "Enter a text, or delete the label.");
        } else if label.text.chars().count() > MAX_LABEL_TEXT {
            odd(format!("Label {number} is longer than {MAX_LABEL_TEXT} characters."), "Shorten it.");
        }
        if !within(label.size, LABEL_SIZE) {
            odd(format!("Label {number} is {} octagons high; it should be 0.1 to 20.", label.size), "Change its size.");
        }
    }
    if let Some(size) = draft.octagon_mm.filter(|size| !within(*size, OCTAGON_MM)) {
        let message = format!("An octagon is {size} mm wide; it should be 1 to 1000 mm.");
        issues.push(Issue::warning("VR-TRACK-SCALE", message).fix("Change the width of an octagon."));
    }
    if let Some(reference) = &draft.reference {
        if !within(reference.scale, PICTURE_SCALE) {
            let message = format!(
                "The picture under the board has {} pixels per octagon; it should be 0.01 to 10000.",
                reference.scale
            );
            issues.push(
                Issue::warning("VR-TRACK-REFERENCE", message)
                    .fix("Scale the picture with two points whose distance you know."),
            );
        }
        if reference.opacity > 100 {
            let message = format!("The picture under the board has an opacity of {} %.", reference.opacity);
            issues.push(Issue::warning("VR-TRACK-REFERENCE", message).fix("Choose an opacity from 0 to 100 %."));
        }
    }
}
