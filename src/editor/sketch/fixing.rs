//! Tries suggested fixes. Each fix is checked on the current circuit before it is offered.

use super::{Fix, Part, Shape, ShapeId, Sketch, SketchEdit};
use crate::game::words::capital;
use crate::game::{Issue, counted};

/// Fixes are computed only for the first issues of the list, at most this number. When some of these issues are fixed,
/// later issues move up in the list and get fixes too.
const MOST: usize = 24;

/// Returns the first fix that removes an issue and adds no error. If the circuit has no errors, the fix must not add a
/// warning either. Returns `None` if no fix meets these conditions.
pub(super) fn first_that_works<G: Sketch>(
    issues: &[Issue],
    index: usize,
    fixes: impl IntoIterator<Item = Fix<G::Draft>>,
) -> Option<Fix<G::Draft>> {
    let issue = issues.get(index).filter(|_| index < MOST)?;
    let [errors, warnings, _] = counted(issues);
    let has_errors = errors > 0;
    fixes.into_iter().find(|fix| {
        let left = G::validate(&fix.draft).1;
        let [errors_left, warnings_left, _] = counted(&left);
        // Some checks run only on a circuit without errors, so a fix of the last error may reveal new warnings.
        let is_no_worse = errors_left <= errors && (has_errors || warnings_left <= warnings);
        // The issue must be gone, and no other issue with the same id may have taken its place.
        let alike = |issues: &[Issue]| issues.iter().filter(|other| other.id == issue.id).count();
        let is_gone = !left.iter().any(|other| other.id == issue.id && other.message == issue.message);
        is_no_worse && is_gone && alike(&left) < alike(issues)
    })
}

/// Makes a fix by changing a copy of the draft. Returns `None` if the change has no effect.
pub(super) fn changed<D: Clone + PartialEq>(
    draft: &D,
    title: impl Into<String>,
    change: impl FnOnce(&mut D),
) -> Option<Fix<D>> {
    let mut next = draft.clone();
    change(&mut next);
    (next != *draft).then(|| Fix { title: title.into(), draft: next })
}

/// Carries out an edit on a copy of the draft, and returns the result as a fix. Returns `None` if the edit is refused.
pub(super) fn edited<G: Sketch>(draft: &G::Draft, edit: &SketchEdit) -> Option<Fix<G::Draft>> {
    let mut next = draft.clone();
    edit.carry_out::<G>(&mut next).ok()?;
    Some(Fix { title: edit.title::<G>(draft, &G::shapes(draft)), draft: next })
}

/// Makes a fix that deletes a shape.
pub(super) fn deleted<G: Sketch>(draft: &G::Draft, shape: ShapeId) -> Option<Fix<G::Draft>> {
    edited::<G>(draft, &SketchEdit::Delete(vec![Part { shape, point: None }]))
}

/// Returns the shape whose name a sentence begins with. For the sentence "Island 2 is not inside", this is the shape
/// named "island 2". Returns `None` if the sentence does not begin with the name of a shape.
pub(super) fn named<'a>(shapes: &'a [Shape], sentence: &str) -> Option<&'a Shape> {
    shapes.iter().find(|shape| {
        let rest = sentence.strip_prefix(&capital(&shape.name));
        rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
    })
}
