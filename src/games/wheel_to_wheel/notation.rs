//! Notation: entries as lines of text, and the record of a driver's move (rules ledger, section 9).
//!
//! `11: g5 m` means that the driver of car 11 threw green 5 and moved. Words may follow: `track` or `pit` if the token
//! leaves the pit entry field, and `through` if the driver does not want to stop. `tyres S` means that the driver fits
//! a fresh set of soft tyres.
//!
//! Other letters may stand in place of `m`: `c` charges the battery, `h` keeps the car on its field in the pit lane,
//! `e` halts it on the pit entry field, and `x` is an engine failure. `11: D` is a discharge, and `11: s helmet2`
//! spends a slot. Text after a `#` is a remark.

mod record;
mod record_read;

use super::WheelToWheel;
use crate::game::{Notation, NotationError, Piece, Words, read_car};
use std::str::FromStr;

use super::dice::Die;
use super::skills::Icon;
use super::turn::{Action, Branch, Throw, Turn, Use};
use super::tyres::Compound;

pub use record::{Mark, RecordAction, RecordLine, Wheels, records};
pub use record_read::RecordError;

impl Notation for WheelToWheel {
    fn notation(turn: &Turn) -> String {
        let mut said = format!("{}: ", turn.car);
        match turn.action {
            Action::Pass => said.push_str("pass"),
            Action::Discharge => said.push('D'),
            Action::Spend { icon, slot } => said.push_str(&format!("s {}{slot}", icon.name())),
            Action::Throw(throw) => {
                let Throw { die, face, what, steps, branch, through, tyres } = throw;
                said.push_str(&format!("{}{face} {}", die.letter(), what.letter()));
                if let Some(steps) = steps {
                    said.push_str(&steps.to_string());
                }
                match branch {
                    Some(Branch::Track) => said.push_str(" track"),
                    Some(Branch::Pit) => said.push_str(" pit"),
                    None => {}
                }
                if through {
                    said.push_str(" through");
                }
                if let Some(compound) = tyres {
                    said.push_str(&format!(" tyres {}", compound.letter()));
                }
            }
        }
        said
    }

    fn read_notation(line: &str) -> Result<Turn, NotationError> {
        let (car, actions) = read_car(line, "11: g5 m")?;
        let mut words = Words::new(actions);
        let word = words.expect("the action, such as `g5 m` or `D`, is missing")?;
        let action = match word.text {
            "pass" => Action::Pass,
            "D" => Action::Discharge,
            "s" => {
                let (icon, slot) = read_slot(words.expect("the skill slot, such as `helmet2`, is missing")?)?;
                Action::Spend { icon, slot }
            }
            _ => Action::Throw(read_throw(word, &mut words)?),
        };
        words.finish("is one word too many")?;
        Ok(Turn { car, action })
    }
}

/// Reads a number written with digits only.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

impl Use {
    /// The letter of this use of a throw in the notation.
    const fn letter(self) -> char {
        match self {
            Self::Move => 'm',
            Self::Charge => 'c',
            Self::Hold => 'h',
            Self::Halt => 'e',
            Self::Failure => 'x',
            Self::Discharge => 'd',
        }
    }
}

/// Reads a skill slot such as `helmet2`.
fn read_slot(word: Piece<'_>) -> Result<(Icon, u8), NotationError> {
    let slot = |icon: Icon| word.text.strip_prefix(icon.name()).map(|slot| (icon, slot));
    let found = Icon::ALL.into_iter().find_map(slot);
    let number = found.and_then(|(icon, slot)| Some((icon, number(slot)?)));
    number.ok_or_else(|| word.error("is not a skill slot: write one such as `helmet2`"))
}

/// Reads a die and its face, such as `g5`.
fn read_die(text: &str) -> Option<(Die, u8)> {
    let mut letters = text.chars();
    let die = Die::from_letter(letters.next()?)?;
    number(letters.as_str()).map(|face| (die, face))
}

fn read_throw(word: Piece<'_>, words: &mut Words<'_>) -> Result<Throw, NotationError> {
    let Some((die, face)) = read_die(word.text) else {
        return Err(word.error("is neither a throw, such as `g5`, nor `D`, `s` or `pass`"));
    };
    let said = words.expect("the use of the throw, such as `m` or `c`, is missing")?;
    let mut throw = Throw::new(die, face, Use::Move);
    let letters: Vec<char> = said.text.chars().collect();
    let known = Use::ALL.into_iter().find(|what| letters.first() == Some(&what.letter()));
    match (known, letters.len()) {
        (Some(what), 1) => throw.what = what,
        (Some(Use::Move), _) => {
            let steps = number::<u8>(&said.text[1..]);
            let steps = steps.ok_or_else(|| said.error("is not a number of steps"))?;
            throw.steps = Some(steps).filter(|steps| *steps != face);
        }
        _ => return Err(said.error("is not `m`, `c`, `h`, `e` or `x`")),
    }
    while let Some(word) = words.next() {
        let is_twice = match word.text {
            "track" => throw.branch.replace(Branch::Track).is_some(),
            "pit" => throw.branch.replace(Branch::Pit).is_some(),
            "through" => std::mem::replace(&mut throw.through, true),
            "tyres" => {
                let word = words.expect("the tyres are missing: `H`, `S` or `W`")?;
                let mut letters = word.text.chars();
                let compound = letters.next().and_then(Compound::from_letter).filter(|_| letters.as_str().is_empty());
                throw.tyres.replace(compound.ok_or_else(|| word.error("is not `H`, `S` or `W`"))?).is_some()
            }
            _ => return Err(word.error("is not `track`, `pit`, `through` or `tyres`")),
        };
        if is_twice {
            return Err(word.error("is repeated"));
        }
    }
    Ok(throw)
}
