//! How much a circuit or a setup has of what there may be too much of.

use super::labels::{MAX_LABEL_TEXT, MAX_LABELS};
use super::limits::{MAX_LIMIT_CORNERS, MAX_LIMITS};
use super::{Draft, Setup};
use crate::game::Size;
use crate::limits::vektorace::{MAX_DRAWN_CORNERS, MAX_ENTRIES};

pub(super) fn sizes(draft: &Draft) -> Vec<Size> {
    let longest = draft.labels.iter().map(|label| label.text.chars().count()).max().unwrap_or(0);
    let corners = draft.limits.iter().map(|limit| limit.outline.len()).max().unwrap_or(0);
    let mut sizes = vec![
        Size::new("corners", draft.corners.len(), MAX_DRAWN_CORNERS),
        Size::new("track limits", draft.limits.len(), MAX_LIMITS),
        Size::new("corners of a track limit", corners, MAX_LIMIT_CORNERS),
        Size::new("labels", draft.labels.len(), MAX_LABELS),
        Size::new("characters in a label", longest, MAX_LABEL_TEXT),
    ];
    sizes.extend(Size::of_texts(&draft.name, &draft.description));
    sizes
}

pub(super) fn setup_sizes(setup: &Setup) -> Vec<Size> {
    vec![
        Size::new("cars", setup.cars.len(), MAX_ENTRIES),
        Size::new("places on the grid", setup.grid.len(), MAX_ENTRIES),
        Size::of_names(setup.cars.iter().map(|entry| entry.name.as_str())),
    ]
}
