//! Notation: a turn as one line of text (section 5.3 of the rules ledger).
//!
//! Some items are not defined in the ledger: `*ace(13)`, `*skid(-1)`, `*radio>2`, `*scrap` and `*frog(6)` for skills;
//! `clock:200` for the stopwatch in seconds; `=6/3/3/3/3/2` for the wear points after the turn; `+B1>3` for a brake
//! point that car 3 gets from the police. Lane changes whose step number is greater than the length of the main move
//! belong to the move out of the pit box. A remark begins with `#` or `//`.

mod line;
mod read;

use self::line::line;
use self::read::read;

use super::FormulaD;
use super::state::State;
use super::turn::Turn;
use crate::game::{CarId, Notation, NotationError};

impl Notation for FormulaD {
    fn notation(turn: &Turn) -> String {
        line(turn)
    }

    fn read_notation(line: &str) -> Result<Turn, NotationError> {
        read(line)
    }

    fn prefix(state: &State, car: CarId) -> String {
        format!("{}.{car} ", state.round)
    }
}
