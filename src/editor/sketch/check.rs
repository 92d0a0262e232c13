//! Checks a circuit on another thread, so that the window never waits.

use std::any::Any;

use super::{Fix, Sketch};
use crate::game::Issue;

/// A check to run on any thread.
pub type Check = Box<dyn FnOnce() -> Checked + Send>;

/// The result of a check, for [`Checks::take_checked`](super::Checks::take_checked).
pub struct Checked(Box<dyn Any + Send>);

/// The result of a check, in the types of its game.
pub(super) struct Found<G: Sketch> {
    pub(super) revision: u64,
    pub(super) track: Option<G::Track>,
    pub(super) issues: Vec<Issue>,
    /// The suggested fix of each issue; `None` for an issue without one.
    pub(super) fixes: Vec<Option<Fix<G::Draft>>>,
}

/// Validates a draft. The errors come first, then the warnings.
pub(super) fn validated<G: Sketch>(draft: &G::Draft) -> (Option<G::Track>, Vec<Issue>) {
    let (track, mut issues) = G::validate(draft);
    issues.sort_by_key(|issue| issue.severity);
    (track, issues)
}

/// Makes a check of this draft. `revision` is the draft's revision.
pub(super) fn check<G: Sketch>(draft: G::Draft, revision: u64) -> Check {
    Box::new(move || {
        let (track, issues) = validated::<G>(&draft);
        let fixes = (0..issues.len()).map(|index| G::fix(&draft, &issues, index)).collect();
        Checked(Box::new(Found::<G> { revision, track, issues, fixes }))
    })
}

/// Unpacks the result of a check. Returns `None` if the check was of another game or another revision.
pub(super) fn found<G: Sketch>(checked: Checked, revision: u64) -> Option<Found<G>> {
    let found = checked.0.downcast::<Found<G>>().ok()?;
    (found.revision == revision).then_some(*found)
}
