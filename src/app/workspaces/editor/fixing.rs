//! Fixes all issues of a circuit, one after another. Each fix is computed after the previous fix was applied.

use egui::Context;

use super::EditorTab;
use crate::editor::sketch::Gesture;

/// The largest number of fixes that are applied one after another.
const MOST: usize = 60;

/// The progress of fixing all issues: the gesture that joins the fixes into one step of the editing history, the
/// revision after the last fix, and the number of fixes so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixing {
    gesture: Gesture,
    revision: u64,
    count: usize,
}

impl EditorTab {
    /// Starts to fix all issues.
    pub(super) fn fix_all(&mut self) {
        self.drop_hold();
        self.document.end();
        let gesture = self.document.begin();
        self.fixing = Some(Fixing { gesture, revision: self.document.revision(), count: 0 });
    }

    /// Applies the next fix, if the circuit has been checked since the last fix. Stops if nothing is left to fix, or if
    /// the user changed the circuit.
    pub(super) fn go_on_fixing(&mut self, ctx: &Context) {
        self.fixes = self.document.fixes();
        let Some(mut fixing) = self.fixing else { return };
        if !self.document.knows_fixes() && self.document.revision() == fixing.revision {
            return;
        }
        let next = self.fixes.iter().position(Option::is_some);
        let may = self.document.revision() == fixing.revision && fixing.count < MOST;
        match next.filter(|_| may) {
            Some(index) if self.document.apply_fix_in(index, fixing.gesture) => {
                fixing.count += 1;
                fixing.revision = self.document.revision();
                self.fixing = Some(fixing);
                self.fixes.clear();
            }
            _ => {
                self.fixing = None;
                if may {
                    self.document.end();
                }
            }
        }
        ctx.request_repaint();
    }
}
