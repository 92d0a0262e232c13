//! One procedure, two judges: the strict one stops at the first rule broken, the lenient one notes it and carries on.

use arrayvec::ArrayString;

use crate::game::IllegalTurn;
use crate::games::vektorace::CLAUSE_LENGTH;

/// Decides what happens at a broken rule.
pub struct Checker {
    /// Whether it stops at the first.
    pub strict: bool,
    /// The first, where it does not.
    pub first: Option<IllegalTurn>,
    /// The clause that a steward's call allows to be broken (VR-MISC-02).
    pub allowed: Option<ArrayString<CLAUSE_LENGTH>>,
}

impl Checker {
    /// A rule is broken.
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

    /// What a check found: in the lenient case, `otherwise` stands in for a refused value.
    pub fn accept<T>(
        &mut self,
        checked: Result<T, IllegalTurn>,
        otherwise: impl FnOnce() -> T,
    ) -> Result<T, IllegalTurn> {
        match checked {
            Ok(value) => Ok(value),
            // What a check found has its own way past a steward's call: the rest of the check still counts.
            Err(illegal) if self.strict => Err(illegal),
            Err(illegal) => {
                self.first.get_or_insert(illegal);
                Ok(otherwise())
            }
        }
    }
}
