//! Reports what is wrong with a drawing: errors of the circuit, and characters for which no font has a glyph.

use std::path::Path;

use crate::cli::{Outcome, complain};
use crate::game::scene::{Scene, Shape};
use crate::game::{AnyDraft, Severity, words};
use crate::render;

/// Reports the characters of a picture for which no font has a glyph. Reports only once in a run of the program.
pub(super) fn unwritten(scene: &Scene) {
    let texts = scene.items.iter().filter_map(|item| match &item.shape {
        Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    unwritten_text(&texts.collect::<String>());
}

/// Reports the characters of a text for which no font has a glyph. Reports only once in a run of the program.
pub(super) fn unwritten_text(text: &str) {
    static REPORTED: std::sync::Once = std::sync::Once::new();
    let missing = render::unwritable(text);
    if !missing.is_empty() {
        let few: Vec<String> = missing.iter().take(8).map(ToString::to_string).collect();
        REPORTED.call_once(|| {
            complain(&format!(
                "no font on this computer has the characters {} ({} in all), so boxes are drawn instead. Install a font that has them, or draw an SVG",
                few.join(" "),
                words::many(missing.len() as u64, "character")
            ));
        });
    }
}

/// Reports the first error of a circuit, and the number of further errors.
pub(super) fn faults(draft: &AnyDraft, file: &Path) -> Outcome {
    let issues = draft.issues();
    let mut errors = issues.iter().filter(|issue| issue.severity == Severity::Error);
    let Some(first) = errors.next() else { return Outcome::Fine };
    let more = match errors.count() {
        0 => String::new(),
        others => format!(" (and {})", words::many(others as u64, "other error")),
    };
    complain(&format!("{}: {} [{}]{more}; the circuit was drawn anyway", file.display(), first.message, first.id));
    Outcome::Faulty
}
