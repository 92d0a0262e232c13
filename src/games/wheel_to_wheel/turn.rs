//! One recorded entry: a throw and what was done with it, a discharge, or a slot that is spent.
//!
//! A driver's move is its first entry and those of the extra throws that follow it. Entries are throws, not moves: what to do
//! with a throw is decided when it lies, a throw that is refused may be the third of a move, and with the third slot of tools
//! a move has no longest form, so that moves could not be listed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Die;
use super::skills::Icon;
use super::tyres::Compound;
use crate::game::CarId;

/// What is done with a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// The token moves the full score.
    Move,
    /// The battery takes the full score.
    Charge,
    /// In the pit lane: the token stays, because the score is too big for the garage (WW-PIT-06).
    Hold,
    /// On the way to the garage: the token stops on the pit entry field (WW-PIT-07).
    Halt,
    /// The engine breaks: nothing else can be done with this six (WW-ENG-02).
    Failure,
    /// The battery is used after the throw, which no rule allows (WW-TURN-04): for records of tables that did.
    Discharge,
}

impl Use {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Move, Self::Charge, Self::Hold, Self::Halt, Self::Failure, Self::Discharge];
}

/// Which way a token leaves the pit entry field (WW-MOVE-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    /// It stays on the track.
    Track,
    /// It turns in.
    Pit,
}

/// A throw and what is done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The die.
    pub die: Die,
    /// What it shows.
    pub face: u8,
    /// What is done with it.
    pub what: Use,
    /// How far the token was moved where that is not the score, which no rule allows (WW-TURN-05).
    pub steps: Option<u8>,
    /// The way, where the token leaves the pit entry field.
    pub branch: Option<Branch>,
    /// Whether no stop is wanted, where a throw that falls short of the garage would count as a failed try (WW-PIT-08).
    pub through: bool,
    /// The fresh set, where one is fitted on arrival in the garage; the old one stays on where there is none.
    pub tyres: Option<Compound>,
}

impl Throw {
    /// A throw and its use.
    #[must_use]
    pub const fn new(die: Die, face: u8, what: Use) -> Self {
        Self { die, face, what, steps: None, branch: None, through: false, tyres: None }
    }

    /// How many fields it moves the token.
    #[must_use]
    pub fn distance(&self) -> u8 {
        self.steps.unwrap_or(self.face)
    }
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A throw.
    Throw(Throw),
    /// The battery in place of a throw (WW-BAT-05).
    Discharge,
    /// A slot is spent (WW-SKILL-05).
    Spend {
        /// Of this icon.
        icon: Icon,
        /// The slot, 2 or 3.
        slot: u8,
    },
    /// Nothing, which no rule allows (WW-TURN-03): for records of tables that did.
    Pass,
}

/// One entry of a recorded race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TurnFields", into = "TurnFields")]
pub struct Turn {
    /// The driver. A slot is spent by the driver that is to move.
    pub car: CarId,
    /// What it does.
    pub action: Action,
}

impl Turn {
    /// A throw.
    #[must_use]
    pub const fn throw(car: CarId, throw: Throw) -> Self {
        Self { car, action: Action::Throw(throw) }
    }

    /// A discharge.
    #[must_use]
    pub const fn discharge(car: CarId) -> Self {
        Self { car, action: Action::Discharge }
    }

    /// A slot that is spent.
    #[must_use]
    pub const fn spend(car: CarId, icon: Icon, slot: u8) -> Self {
        Self { car, action: Action::Spend { icon, slot } }
    }

    /// The throw, if it is one.
    #[must_use]
    pub const fn as_throw(&self) -> Option<&Throw> {
        match &self.action {
            Action::Throw(throw) => Some(throw),
            _ => None,
        }
    }
}

/// What kind of entry it is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Throw,
    Discharge,
    Spend,
    Pass,
}

/// A turn as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
struct TurnFields {
    /// The driver's number.
    car: CarId,
    /// What it does.
    kind: Kind,
    /// The die thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    die: Option<Die>,
    /// What it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    face: Option<u8>,
    /// What is done with it.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    what: Option<Use>,
    /// How far the token was moved, if not by the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<u8>,
    /// The way, where the token leaves the pit entry field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch: Option<Branch>,
    /// Whether no stop is wanted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    through: bool,
    /// The set that is fitted in the garage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tyres: Option<Compound>,
    /// The icon of the slot that is spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    icon: Option<Icon>,
    /// That slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slot: Option<u8>,
}

impl TryFrom<TurnFields> for Turn {
    type Error = String;

    fn try_from(fields: TurnFields) -> Result<Self, String> {
        let TurnFields { car, kind, die, face, what, steps, branch, through, tyres, icon, slot } = fields;
        let has_throw = die.is_some()
            || face.is_some()
            || what.is_some()
            || steps.is_some()
            || branch.is_some()
            || through
            || tyres.is_some();
        let has_slot = icon.is_some() || slot.is_some();
        let action = match kind {
            Kind::Throw => {
                let (Some(die), Some(face), Some(what)) = (die, face, what) else {
                    return Err("a throw has a `die`, a `face` and a `use`".to_owned());
                };
                if steps.is_some() && what != Use::Move {
                    return Err("`steps` belong to a throw that is moved".to_owned());
                }
                let steps = steps.filter(|steps| *steps != face);
                Action::Throw(Throw { die, face, what, steps, branch, through, tyres })
            }
            Kind::Spend => match (icon, slot) {
                (Some(icon), Some(slot)) => Action::Spend { icon, slot },
                _ => return Err("a slot that is spent has an `icon` and a `slot`".to_owned()),
            },
            Kind::Discharge => Action::Discharge,
            Kind::Pass => Action::Pass,
        };
        if has_throw && !matches!(kind, Kind::Throw) {
            return Err("what belongs to a throw stands in an entry that is none".to_owned());
        }
        if has_slot && !matches!(kind, Kind::Spend) {
            return Err("`icon` and `slot` belong to a slot that is spent".to_owned());
        }
        Ok(Self { car, action })
    }
}

impl From<Turn> for TurnFields {
    fn from(turn: Turn) -> Self {
        let empty = Self {
            car: turn.car,
            kind: Kind::Pass,
            die: None,
            face: None,
            what: None,
            steps: None,
            branch: None,
            through: false,
            tyres: None,
            icon: None,
            slot: None,
        };
        match turn.action {
            Action::Throw(Throw { die, face, what, steps, branch, through, tyres }) => Self {
                kind: Kind::Throw,
                die: Some(die),
                face: Some(face),
                what: Some(what),
                steps,
                branch,
                through,
                tyres,
                ..empty
            },
            Action::Discharge => Self { kind: Kind::Discharge, ..empty },
            Action::Spend { icon, slot } => Self { kind: Kind::Spend, icon: Some(icon), slot: Some(slot), ..empty },
            Action::Pass => empty,
        }
    }
}

impl JsonSchema for Turn {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        TurnFields::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        TurnFields::json_schema(generator)
    }
}
