//! Checking a circuit beside the window: a check may take as long as it takes, and nobody waits for it.

use std::any::Any;

use super::{Fix, Sketch};
use crate::game::Issue;

/// A check that is to be made, on any thread.
pub type Check = Box<dyn FnOnce() -> Checked + Send>;

/// What a check has found: for [`Checks::take_checked`](super::Checks::take_checked) alone.
pub struct Checked(Box<dyn Any + Send>);

/// The same of a game.
pub(super) struct Found<G: Sketch> {
    pub(super) revision: u64,
    pub(super) track: Option<G::Track>,
    pub(super) issues: Vec<Issue>,
    /// What fixes each of the issues.
    pub(super) fixes: Vec<Option<Fix<G::Draft>>>,
}

/// The check of a draft that is at this revision.
pub(super) fn check<G: Sketch>(draft: G::Draft, revision: u64) -> Check {
    Box::new(move || {
        let (track, issues) = G::validate(&draft);
        let fixes = (0..issues.len()).map(|index| G::fix(&draft, &issues, index)).collect();
        Checked(Box::new(Found::<G> { revision, track, issues, fixes }))
    })
}

/// What a check has found, where it is of this game and the draft is still at the revision that was checked.
pub(super) fn found<G: Sketch>(checked: Checked, revision: u64) -> Option<Found<G>> {
    let found = checked.0.downcast::<Found<G>>().ok()?;
    (found.revision == revision).then_some(*found)
}
