//! The parts of a car's move: lane changes, nitro and slipstreams.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PartError, as_text, whole};
use crate::games::formula_d::draft::Side;

/// The direction of a step that does not go straight ahead in its lane. A record must name the direction of such a
/// step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// The step leads into the lane to the left. At the end of a pit lane with two exits, the car takes the exit
    /// further left. If both exits lead into the same lane, the car takes the nearer exit.
    Left,
    /// The step leads into the lane to the right. At the end of a pit lane with two exits, the car takes the exit
    /// further right. If both exits lead into the same lane, the car takes the farther exit.
    Right,
    /// The step leads into the pit lane.
    Pit,
}

/// A recorded lane change: `R2` is a lane change to the right on the second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The direction of the lane change.
    pub way: Way,
    /// The number of the step that changes lanes, from 1.
    pub step: u16,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.way {
            Way::Left => 'L',
            Way::Right => 'R',
            Way::Pit => 'P',
        };
        write!(f, "{letter}{}", self.step)
    }
}

impl FromStr for Change {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "a lane change such as `R2`");
        let mut letters = text.chars();
        let way = match letters.next() {
            Some('L') => Way::Left,
            Some('R') => Way::Right,
            Some('P') => Way::Pit,
            _ => return Err(wrong()),
        };
        Ok(Self { way, step: whole(letters.as_str()).ok_or_else(wrong)? })
    }
}

as_text!(Change);

/// The nitro used in a move. In the notation, `n` uses the whole bonus, and `n2` uses 2 spaces of it. `n+` also adds
/// the three extra spaces of the skill Better Nitro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nitro {
    /// The number of bonus spaces used, if not all are used.
    pub part: Option<u8>,
    /// Whether the three extra spaces of the skill Better Nitro are added.
    pub better: bool,
}

impl fmt::Display for Nitro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("n")?;
        self.part.map_or(Ok(()), |part| part.fmt(f))?;
        f.write_str(if self.better { "+" } else { "" })
    }
}

impl FromStr for Nitro {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "nitro: `n` or `n+`");
        let rest = text.strip_prefix('n').ok_or_else(wrong)?;
        let (rest, better) = rest.strip_suffix('+').map_or((rest, false), |rest| (rest, true));
        let part = if rest.is_empty() { None } else { Some(whole(rest).ok_or_else(wrong)?) };
        Ok(Self { part, better })
    }
}

as_text!(Nitro);

/// The shape of a slipstream: the order of its three steps (FD-SLP-04 to 06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Shape A: the car changes lanes, drives ahead, and changes back.
    A,
    /// Shape B: the car changes lanes, then drives two spaces ahead.
    B,
    /// Shape C: the car changes lanes twice, then drives ahead.
    C,
}

impl Shape {
    /// All shapes of slipstreams.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// The letter of the slipstream shape in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'a',
            Self::B => 'b',
            Self::C => 'c',
        }
    }
}

/// A slipstream. `aL` is shape A with the first lane change to the left. `bR-1` is shape B with the first lane change
/// to the right, and gives up one space by braking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slip {
    /// The shape of the slipstream.
    pub shape: Shape,
    /// The side of the first lane change.
    pub side: Side,
    /// The number of spaces given up by braking.
    pub brakes: u8,
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.shape.letter(), self.side.letter())?;
        if self.brakes > 0 { write!(f, "-{}", self.brakes) } else { Ok(()) }
    }
}

impl FromStr for Slip {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let wrong = || PartError::new(text, "a slipstream such as `aL` or `bR-1`");
        let (shape, brakes) = text.split_once('-').map_or((text, None), |(shape, brakes)| (shape, Some(brakes)));
        let mut letters = shape.chars();
        let shape = Shape::ALL.into_iter().find(|shape| letters.clone().next() == Some(shape.letter()));
        letters.next();
        let side = [Side::Left, Side::Right].into_iter().find(|side| letters.clone().next() == Some(side.letter()));
        letters.next();
        let brakes = brakes.map_or(Some(0), |brakes| whole::<u8>(brakes).filter(|brakes| *brakes > 0));
        match (shape, side, brakes, letters.next()) {
            (Some(shape), Some(side), Some(brakes), None) => Ok(Self { shape, side, brakes }),
            _ => Err(wrong()),
        }
    }
}

as_text!(Slip);
