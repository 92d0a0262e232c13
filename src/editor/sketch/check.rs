//! Checks a circuit on another thread, so that the window never waits.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Fix, Sketch};
use crate::game::Issue;

/// A check to run on any thread.
pub type Check = Box<dyn FnOnce() -> Checked + Send>;

/// The result of a check, to be passed to [`Checks::take_checked`](super::Checks::take_checked).
pub struct Checked {
    result: Box<dyn Any + Send>,
    /// True if the result contains the fixes of issues, false if it contains the issues themselves.
    pub are_fixes: bool,
}

/// The track and the issues that a check found for one revision of a circuit, in the data types of the circuit's game.
pub(super) struct Found<G: Sketch> {
    pub(super) revision: u64,
    pub(super) track: Option<G::Track>,
    pub(super) issues: Vec<Issue>,
}

/// The suggested fixes for the issues of one revision of the draft, in the order of the issues. The list has `None` for
/// an issue without a fix.
pub(super) struct Fixed<G: Sketch> {
    pub(super) revision: u64,
    pub(super) fixes: Vec<Option<Fix<G::Draft>>>,
}

/// Validates a draft. The errors come first, then the warnings.
pub(super) fn validated<G: Sketch>(draft: &G::Draft) -> (Option<G::Track>, Vec<Issue>) {
    let (track, mut issues) = G::validate(draft);
    issues.sort_by_key(|issue| issue.severity);
    (track, issues)
}

/// Prepares a check of this draft, to be run on any thread. `revision` is the draft's revision.
pub(super) fn check<G: Sketch>(draft: G::Draft, revision: u64) -> Check {
    Box::new(move || {
        let (track, issues) = validated::<G>(&draft);
        Checked { result: Box::new(Found::<G> { revision, track, issues }), are_fixes: false }
    })
}

/// Prepares a search for the fixes of issues, to be run on any thread. The search takes longer than the check that
/// found the issues, because it tries each fix on the whole circuit. If `stop` becomes true, the search ends before the
/// next issue, and the result has no fixes for the remaining issues.
pub(super) fn fixes<G: Sketch>(draft: G::Draft, issues: Vec<Issue>, revision: u64, stop: Arc<AtomicBool>) -> Check {
    Box::new(move || {
        let is_wanted = |_: &usize| !stop.load(Ordering::Relaxed);
        let fixes = (0..issues.len()).take_while(is_wanted).map(|index| G::fix(&draft, &issues, index)).collect();
        Checked { result: Box::new(Fixed::<G> { revision, fixes }), are_fixes: true }
    })
}

/// The content of a [`Checked`]: issues or fixes, in the data types of the circuit's game.
pub(super) enum Unpacked<G: Sketch> {
    Found(Found<G>),
    Fixed(Fixed<G>),
}

/// Unpacks the result of a check. Returns `None` if the result belongs to another game or another revision.
pub(super) fn unpack<G: Sketch>(checked: Checked, revision: u64) -> Option<Unpacked<G>> {
    if checked.are_fixes {
        let fixed = *checked.result.downcast::<Fixed<G>>().ok()?;
        return (fixed.revision == revision).then_some(Unpacked::Fixed(fixed));
    }
    let found = *checked.result.downcast::<Found<G>>().ok()?;
    (found.revision == revision).then_some(Unpacked::Found(found))
}
