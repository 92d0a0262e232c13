//! One recorded entry: a throw and the driver's use of it, a discharge of the battery, or a skill slot that the team
//! spends.
//!
//! A driver's move is its first entry, followed by the entries of its extra throws. Entries are throws, not moves, for
//! three reasons. A driver decides on the use of a throw after the throw. If the rules refuse a throw, such as the
//! third of a move, the error belongs to that throw alone. With the third slot of the tools, a move may have any number
//! of throws, so the legal moves could not be listed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Die;
use super::skills::Icon;
use super::tyres::Compound;
use crate::game::CarId;

/// The purpose of a throw, such as a move or a charge of the battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// The token moves by the full score of the throw.
    Move,
    /// The battery is charged by the full score of the throw.
    Charge,
    /// In the pit lane: the token stays, because the score is too high for the garage (WW-PIT-06).
    Hold,
    /// On the way to the garage: the token stops on the pit entry field (WW-PIT-07).
    Halt,
    /// The engine breaks: this six has no other use (WW-ENG-02).
    Failure,
    /// The battery is discharged after the throw. This is always illegal (WW-TURN-04), but may be recorded.
    Discharge,
}

impl Use {
    /// All uses of a throw.
    pub const ALL: [Self; 6] = [Self::Move, Self::Charge, Self::Hold, Self::Halt, Self::Failure, Self::Discharge];
}

/// The branch that a token takes from the pit entry field (WW-MOVE-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    /// The token stays on the track.
    Track,
    /// The token enters the pit lane.
    Pit,
}

/// A throw, and how the driver uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The die that the driver throws.
    pub die: Die,
    /// The face that the die shows.
    pub face: u8,
    /// The use of the throw.
    pub what: Use,
    /// The number of fields that the token moves, if it differs from the face of the die. Such a move is always illegal
    /// (WW-TURN-05), but may be recorded.
    pub steps: Option<u8>,
    /// The branch (track or pit lane) that the token takes, if it leaves the pit entry field.
    pub branch: Option<Branch>,
    /// Whether the driver wants to drive past its garage without a stop. Without this mark, a throw that falls short of
    /// the garage is a failed try (WW-PIT-08).
    pub through: bool,
    /// The fresh set that the driver fits on arrival in the garage; `None` if it keeps the old set.
    pub tyres: Option<Compound>,
}

impl Throw {
    /// Creates a throw with this use, without a branch, without fresh tyres and without the mark `through`.
    #[must_use]
    pub const fn new(die: Die, face: u8, what: Use) -> Self {
        Self { die, face, what, steps: None, branch: None, through: false, tyres: None }
    }

    /// Returns the number of fields that the token moves.
    #[must_use]
    pub fn distance(&self) -> u8 {
        self.steps.unwrap_or(self.face)
    }
}

/// The action of an entry: a throw, a discharge, a spent skill slot or a missed turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The driver throws a die and uses the score, for example to move or to charge the battery.
    Throw(Throw),
    /// The driver discharges the battery instead of throwing a die (WW-BAT-05).
    Discharge,
    /// The team spends a skill slot (WW-SKILL-05).
    Spend {
        /// The icon of the skill.
        icon: Icon,
        /// The number of the skill slot, 2 or 3. Every team has slot 1 from the start.
        slot: u8,
    },
    /// The driver misses its turn. This is always illegal (WW-TURN-03), but may be recorded.
    Pass,
}

/// One entry of a recorded race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TurnFields", into = "TurnFields")]
pub struct Turn {
    /// The number of the driver's car. If the team spends a skill slot, this is the car of the team's driver that moves
    /// next.
    pub car: CarId,
    /// The action that the entry records.
    pub action: Action,
}

impl Turn {
    /// Creates an entry in which this car's driver throws a die.
    #[must_use]
    pub const fn throw(car: CarId, throw: Throw) -> Self {
        Self { car, action: Action::Throw(throw) }
    }

    /// Creates an entry in which this car's driver discharges the battery instead of throwing a die.
    #[must_use]
    pub const fn discharge(car: CarId) -> Self {
        Self { car, action: Action::Discharge }
    }

    /// Creates an entry in which the team of this car spends a skill slot.
    #[must_use]
    pub const fn spend(car: CarId, icon: Icon, slot: u8) -> Self {
        Self { car, action: Action::Spend { icon, slot } }
    }

    /// Returns the throw; `None` if this entry is not a throw.
    #[must_use]
    pub const fn as_throw(&self) -> Option<&Throw> {
        match &self.action {
            Action::Throw(throw) => Some(throw),
            _ => None,
        }
    }
}

/// The kind of an entry: a throw, a discharge, a spent slot or a missed turn.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Throw,
    Discharge,
    Spend,
    Pass,
}

/// A turn as it is stored in files.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
struct TurnFields {
    /// The number of the driver's car.
    car: CarId,
    /// The kind of the entry: a throw, a discharge, a spent slot or a missed turn.
    kind: Kind,
    /// The die that the driver threw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    die: Option<Die>,
    /// The face that the die showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    face: Option<u8>,
    /// The use of the throw; set for every throw, and only for throws.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    what: Option<Use>,
    /// The number of fields that the token moves, if it differs from the face of the die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<u8>,
    /// The branch (track or pit lane) that the token takes, if it leaves the pit entry field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch: Option<Branch>,
    /// Whether the driver wants to drive past its garage without a stop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    through: bool,
    /// The fresh set of tyres fitted in the garage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tyres: Option<Compound>,
    /// The icon of the skill slot that the team spends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    icon: Option<Icon>,
    /// The number of the skill slot that the team spends.
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
                    return Err("a throw needs a `die`, a `face` and a `use`".to_owned());
                };
                if steps.is_some() && what != Use::Move {
                    return Err("`steps` may be given only for a throw that moves the car".to_owned());
                }
                let steps = steps.filter(|steps| *steps != face);
                Action::Throw(Throw { die, face, what, steps, branch, through, tyres })
            }
            Kind::Spend => match (icon, slot) {
                (Some(icon), Some(slot)) => Action::Spend { icon, slot },
                _ => return Err("an entry that spends a slot of a skill needs the fields `icon` and `slot`".to_owned()),
            },
            Kind::Discharge => Action::Discharge,
            Kind::Pass => Action::Pass,
        };
        if has_throw && !matches!(kind, Kind::Throw) {
            return Err("only an entry of the kind `throw` may have the fields of a throw".to_owned());
        }
        if has_slot && !matches!(kind, Kind::Spend) {
            return Err("only an entry that spends a slot of a skill may have the fields `icon` and `slot`".to_owned());
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
