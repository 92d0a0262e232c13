//! The issues of a circuit being drawn, and what fixes them.

use super::check::{self, Check, Checked};
use super::document::SketchDocument;
use super::{Fix, Sketch};
use crate::game::{Issue, counted};

/// Knows what is wrong with a circuit.
pub trait Checks {
    /// Everything that is wrong or odd, errors first, as far as is known.
    fn issues(&self) -> &[Issue];
    /// What fixes each of them, in words; empty while that is not known.
    fn fixes(&mut self) -> Vec<Option<String>>;
    /// Fixes the issue at this place of the list, as a step. Returns whether it could be.
    fn apply_fix(&mut self, index: usize) -> bool;
    /// Whether nothing is an error, as far as is known.
    fn is_sound(&self) -> bool;
    /// Whether what is known of the circuit is known of it as it is.
    fn is_checked(&self) -> bool;
    /// The check that is due, where one is: once for every change.
    fn due(&mut self) -> Option<Check>;
    /// Takes in what a check has found, unless the circuit is another one by now.
    fn take_checked(&mut self, checked: Checked);

    /// How many errors and how many warnings there are.
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
        self.put_instead(&title, draft)
    }

    fn is_sound(&self) -> bool {
        self.track.is_some()
    }

    fn is_checked(&self) -> bool {
        self.is_checked
    }

    fn due(&mut self) -> Option<Check> {
        std::mem::take(&mut self.is_due).then(|| check::check::<G>(self.draft().clone(), self.history.revision()))
    }

    fn take_checked(&mut self, checked: Checked) {
        if let Some(found) = check::found::<G>(checked, self.history.revision()) {
            (self.track, self.issues, self.fixes) = (found.track, found.issues, Some(found.fixes));
            (self.is_checked, self.is_due) = (true, false);
        }
    }
}
