//! Starts the background checks of a circuit, and the searches for fixes. Only one check and one search run at a time.
//! During a drag, there are pauses between the checks.

use std::time::Duration;

use super::EditorTab;
use super::board::Hold;
use crate::editor::sketch::{Check, Checked};

/// The length of the pause between two checks while parts are dragged, as a multiple of the time that the last check
/// took. Without pauses, checks would use a core all the time, which makes frames slower and empties batteries. A check
/// takes at least one frame, and the pause then takes two. So at 60 frames a second, the issues are updated at most 20
/// times a second.
const PAUSE: f64 = 2.0;

/// The state of the background checks of a circuit. Times are in seconds since the start of the program.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checking {
    is_being_checked: bool,
    is_being_fixed: bool,
    /// The time at which the last check began.
    began: f64,
    /// The end of the pause after the last check.
    pause_end: f64,
}

impl EditorTab {
    /// The check that must be started now; `None` if no check is due. Give its result to
    /// [`take_checked`](Self::take_checked).
    pub fn due_check(&mut self, now: f64) -> Option<Check> {
        if self.checking.is_being_checked || self.check_pause(now).is_some() {
            // Run only one check at a time. The next check covers all changes made during this one.
            return None;
        }
        let check = self.document.due();
        (self.checking.is_being_checked, self.checking.began) = (check.is_some(), now);
        check
    }

    /// The time until the next check may start; `None` if it may start now. Only a drag makes checks pause.
    #[must_use]
    pub fn check_pause(&self, now: f64) -> Option<Duration> {
        let rest = self.checking.pause_end - now;
        (rest > 0.0 && self.drags_parts()).then(|| Duration::from_secs_f64(rest))
    }

    /// The search for fixes that must be started now; `None` if no search is due. Give its result to
    /// [`take_checked`](Self::take_checked).
    pub fn due_fixes(&mut self) -> Option<Check> {
        // While parts are dragged, fixes would be out of date as soon as they are found.
        if self.checking.is_being_fixed || self.drags_parts() {
            return None;
        }
        let fixes = self.document.due_fixes();
        self.checking.is_being_fixed = fixes.is_some();
        fixes
    }

    /// Notes that the running background checks have failed. They are not started again until the circuit changes.
    pub fn give_up_check(&mut self) {
        (self.checking.is_being_checked, self.checking.is_being_fixed) = (false, false);
    }

    /// Receives the result of a check.
    pub fn take_checked(&mut self, checked: Checked, now: f64) {
        if checked.are_fixes {
            self.checking.is_being_fixed = false;
        } else {
            self.checking.is_being_checked = false;
            self.checking.pause_end = now + PAUSE * (now - self.checking.began);
        }
        self.document.take_checked(checked);
    }

    /// Whether the panels can say if the circuit has errors: after a check, or during a drag if the last check found no
    /// errors. Without the second case, the text would change several times a second during a drag.
    pub(super) fn is_known(&self) -> bool {
        self.document.is_checked() || self.drags_parts() && self.document.is_sound()
    }

    /// Whether the user drags shapes or points.
    fn drags_parts(&self) -> bool {
        matches!(self.hold, Hold::Parts(_))
    }
}
