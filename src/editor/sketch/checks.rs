//! The issues of a circuit being edited, and their fixes.

use std::sync::Arc;

use super::check::{self, Check, Checked, Unpacked};
use super::document::SketchDocument;
use super::{Fix, Gesture, Sketch};
use crate::game::{Issue, counted};

/// Lists and fixes the issues of a circuit.
pub trait Checks {
    /// The known issues, errors first.
    fn issues(&self) -> &[Issue];
    /// The title of each issue's fix; `None` for an issue without a fix. The list is empty until the fixes are known.
    fn fixes(&mut self) -> Vec<Option<String>>;
    /// Applies the fix of an issue as a separate step of the history. Returns `false` if the issue has no fix.
    fn apply_fix(&mut self, index: usize) -> bool;
    /// Applies the fix of an issue as part of a gesture that fixes several issues. Returns `false` if the issue has no
    /// fix.
    fn apply_fix_in(&mut self, index: usize, gesture: Gesture) -> bool;
    /// Whether the circuit has no known errors.
    fn is_sound(&self) -> bool;
    /// Whether the issues were found in the current draft and not in an earlier one.
    fn is_checked(&self) -> bool;
    /// Whether the fixes of all issues are known.
    fn knows_fixes(&self) -> bool;
    /// Returns the check that must run now. Returns `None` if this function has already returned a check of the current
    /// draft, or if the draft is already checked.
    fn due(&mut self) -> Option<Check>;
    /// Returns the search for fixes that must run now. The search can run on any thread, at the same time as checks.
    /// Returns `None` if there are no issues, or if this function has already returned the search for the current
    /// issues.
    fn due_fixes(&mut self) -> Option<Check>;
    /// Stores the result of a check, unless the circuit has changed since the check began.
    fn take_checked(&mut self, checked: Checked);

    /// The number of errors, and the number of warnings.
    fn issue_counts(&self) -> (usize, usize) {
        let [errors, warnings, _] = counted(self.issues());
        (errors, warnings)
    }
}

impl<G: Sketch> Checks for SketchDocument<G> {
    fn issues(&self) -> &[Issue] {
        &self.issues
    }

    fn fixes(&mut self) -> Vec<Option<String>> {
        self.fixes_known().iter().map(|fix| fix.as_ref().map(|fix| fix.title.clone())).collect()
    }

    fn apply_fix(&mut self, index: usize) -> bool {
        let Some(Fix { title, draft }) = self.fixes_known().get(index).cloned().flatten() else { return false };
        let draft = self.fixed(draft);
        self.put_instead(&title, draft)
    }

    fn apply_fix_in(&mut self, index: usize, gesture: Gesture) -> bool {
        let Some(fix) = self.fixes_known().get(index).cloned().flatten() else { return false };
        let draft = self.fixed(fix.draft);
        self.step("Fix all issues".to_owned(), draft, Some(gesture), &[])
    }

    fn is_sound(&self) -> bool {
        self.track.is_some()
    }

    fn is_checked(&self) -> bool {
        self.is_checked
    }

    fn knows_fixes(&self) -> bool {
        self.is_checked && (self.fixes.is_some() || self.issues.is_empty() || !self.checks_later)
    }

    fn due_fixes(&mut self) -> Option<Check> {
        if !std::mem::take(&mut self.are_fixes_due) {
            return None;
        }
        self.no_longer_wanted = Arc::default();
        let (issues, stop) = (self.issues.clone(), Arc::clone(&self.no_longer_wanted));
        Some(check::fixes::<G>(self.draft.clone(), issues, self.history.revision(), stop))
    }

    fn due(&mut self) -> Option<Check> {
        std::mem::take(&mut self.is_due).then(|| check::check::<G>(self.draft().clone(), self.history.revision()))
    }

    fn take_checked(&mut self, checked: Checked) {
        match check::unpack::<G>(checked, self.history.revision()) {
            Some(Unpacked::Found(found)) => {
                self.are_fixes_due = !found.issues.is_empty();
                (self.track, self.issues, self.fixes) = (found.track, found.issues, None);
                (self.is_checked, self.is_due) = (true, false);
            }
            Some(Unpacked::Fixed(fixed)) => self.fixes = Some(fixed.fixes),
            None => {}
        }
    }
}

impl<G: Sketch> SketchDocument<G> {
    /// Returns the draft after a fix, with its groups updated. If the fix has deleted shapes of a kind but left the
    /// groups unchanged, all shapes of this kind leave their groups, because it is unknown which of them were deleted.
    fn fixed(&self, mut draft: G::Draft) -> G::Draft {
        if G::groups(&draft) == G::groups(&self.draft) {
            let before: Vec<super::ShapeId> = self.shapes.iter().map(|shape| shape.id).collect();
            super::groups::follow::<G>(&mut draft, &before, &[], false);
        }
        draft
    }
}
