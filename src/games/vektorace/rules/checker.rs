//! The checker decides what happens when a turn breaks a rule. A strict checker stops the turn. A lenient checker
//! records the rule and continues.

use arrayvec::ArrayString;

use crate::game::IllegalTurn;
use crate::games::vektorace::CLAUSE_LENGTH;

/// Handles broken rules. A strict checker stops at the first broken rule. A lenient checker records it and continues.
pub struct Checker {
    /// Whether to stop at the first broken rule.
    pub strict: bool,
    /// The first broken rule recorded by a lenient checker.
    pub first: Option<IllegalTurn>,
    /// The clause that this turn may break, because a steward's call allows it (VR-MISC-02).
    pub allowed: Option<ArrayString<CLAUSE_LENGTH>>,
    /// Whether the car swaps points as late as possible in its turn. If not, it swaps them as soon as it can
    /// (VR-POW-12).
    pub swaps_late: bool,
}

impl Checker {
    /// Creates a checker. A strict checker stops at the first broken rule.
    pub const fn new(strict: bool) -> Self {
        Self { strict, first: None, allowed: None, swaps_late: false }
    }

    /// Handles a broken rule. If a steward's call allows it, does nothing. Otherwise a strict checker returns the
    /// broken rule as an error, and a lenient checker records it if it is the first.
    pub fn refuse(&mut self, illegal: IllegalTurn) -> Result<(), IllegalTurn> {
        if self.allowed.is_some_and(|clause| *clause == *illegal.clause) {
            return Ok(());
        }
        if self.strict {
            return Err(illegal);
        }
        self.first.get_or_insert(illegal);
        Ok(())
    }

    /// Returns the value of `checked` if the check succeeded. If it failed, a strict checker returns the error. A
    /// lenient checker records the error and returns the value of `otherwise`.
    pub fn accept<T>(
        &mut self,
        checked: Result<T, IllegalTurn>,
        otherwise: impl FnOnce() -> T,
    ) -> Result<T, IllegalTurn> {
        match checked {
            Ok(value) => Ok(value),
            // The checks themselves handle a steward's call, so that the rest of a check still runs.
            Err(illegal) if self.strict => Err(illegal),
            Err(illegal) => {
                self.first.get_or_insert(illegal);
                Ok(otherwise())
            }
        }
    }
}
