//! Begins a turn with the start die (steps T1 and T2, FD-STA).

use super::playing::{Act, Step};
use crate::games::formula_d::dice;
use crate::games::formula_d::state::Start;
use crate::games::formula_d::turn::{Purpose, Turn};

/// The way in which a car's turn continues after the start die (FD-STA-02 to 04). A car that has already started goes
/// on to roll its gear die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// The car rolls its gear die.
    Throw,
    /// The car stalls and does not move.
    Stalls,
    /// The car makes a great start: it moves four spaces without a gear die.
    Great,
}

impl Act<'_> {
    /// Whether the turn contains only its rolls of the black die, the wear points received, its recorded results, and
    /// the parts that `other` contains.
    fn has_only(&self, other: Turn) -> bool {
        let Turn { rolls, gains, ends, out, spin, wear, .. } = self.turn.clone();
        *self.turn == Turn { rolls, gains, ends, out, spin, wear, ..other }
    }

    /// Checks a turn in which the car was eliminated by the wear points that it paid for its gear. Such a turn must
    /// contain no move.
    pub(super) fn nothing_driven(&mut self) -> Step {
        let turn = self.turn;
        if !self.has_only(Turn { gear: turn.gear, ..Turn::of(turn.car, turn.round) }) {
            return self.broken(
                "FD-ELI-01",
                format!(
                    "Car {} was eliminated when it paid for its gear. Delete the die, the move and all that belongs to the move.",
                    turn.car
                ),
            );
        }
        Ok(())
    }

    /// Reads the start die, if the car has not started yet (FD-STA-01 to 04). Returns how the turn continues.
    pub(super) fn begin(&mut self) -> Step<Beginning> {
        let (car, turn) = (self.car().car, self.turn);
        if self.car().start != Start::Due {
            if turn.skip {
                let message = format!("The record skips the turn, but car {car} has started and must move.");
                self.broken("FD-STA-02", message)?;
            }
            self.car_mut().start = Start::Done;
            return Ok(Beginning::Throw);
        }
        let is_rolled = turn.rolls.first().is_some_and(|roll| roll.purpose == Purpose::Start) || self.filler.is_some();
        if !is_rolled {
            self.broken("FD-STA-01", format!("Car {car} has not rolled its start die: add the roll, as in `!S=7`."))?;
        }
        let value = if is_rolled { self.roll(Purpose::Start, "FD-STA-01", "")? } else { None };
        self.car_mut().start = Start::Done;
        match value {
            Some(1) => {
                if !turn.skip || turn.gear.is_some() || turn.die.is_some() || turn.spaces > 0 {
                    self.broken("FD-STA-02", format!("Car {car} stalled, so it does not move in this round."))?;
                } else if !self.has_only(Turn { skip: true, ..Turn::of(car, turn.round) }) {
                    let message =
                        format!("Car {car} stalled, so its turn contains only `skip` and the roll of the start die.");
                    self.broken("FD-STA-02", message)?;
                }
                Ok(Beginning::Stalls)
            }
            Some(dice::GREAT_START) => {
                // Interpretation: the bonus of soft tyres is added to a throw, and here is none (FD-TIR-04).
                let has_more = turn.nitro.is_some() || turn.soft || turn.skid != 0 || turn.ace.is_some();
                if turn.die.is_some() || turn.gear.is_some_and(|gear| gear != 1) || turn.skip || has_more {
                    self.broken(
                        "FD-STA-04",
                        "After a great start the car moves 4 spaces in gear 1, without gear die or extra spaces.",
                    )?;
                }
                Ok(Beginning::Great)
            }
            _ => {
                if turn.skip {
                    self.mismatch("FD-STA-03", "the turn", "skip", "a move in gear 1")?;
                }
                Ok(Beginning::Throw)
            }
        }
    }
}
