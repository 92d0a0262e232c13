//! One recorded entry (ledger, section 6.1).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::CarId;

/// A side of an octagon where the next piece may be put, seen in the direction of travel (sections 2.1 and 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Side-left: 90° to the left.
    SideLeft,
    /// Front-left: 45° to the left.
    FrontLeft,
    /// Straight ahead.
    Front,
    /// Front-right: 45° to the right.
    FrontRight,
    /// Side-right: 90° to the right.
    SideRight,
}

impl Side {
    /// All five, from left to right.
    pub const ALL: [Self; 5] = [Self::SideLeft, Self::FrontLeft, Self::Front, Self::FrontRight, Self::SideRight];

    /// How many eighths to the left of straight ahead.
    #[inline]
    #[must_use]
    pub const fn eighths(self) -> i64 {
        match self {
            Self::SideLeft => 2,
            Self::FrontLeft => 1,
            Self::Front => 0,
            Self::FrontRight => -1,
            Self::SideRight => -2,
        }
    }

    /// Whether it is one of the two at 90°.
    #[inline]
    #[must_use]
    pub const fn is_aside(self) -> bool {
        matches!(self, Self::SideLeft | Self::SideRight)
    }

    /// The ledger's short name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::SideLeft => "SL",
            Self::FrontLeft => "FL",
            Self::Front => "F",
            Self::FrontRight => "FR",
            Self::SideRight => "SR",
        }
    }

    /// The name files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SideLeft => "side-left",
            Self::FrontLeft => "front-left",
            Self::Front => "front",
            Self::FrontRight => "front-right",
            Self::SideRight => "side-right",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a car is turned where it ends: by 45° at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    /// 45° to the left.
    Left,
    /// Not at all.
    Straight,
    /// 45° to the right.
    Right,
}

impl Rotation {
    /// All three, from left to right.
    pub const ALL: [Self; 3] = [Self::Left, Self::Straight, Self::Right];

    /// In eighths, to the left.
    #[inline]
    #[must_use]
    pub const fn eighths(self) -> i64 {
        match self {
            Self::Left => 1,
            Self::Straight => 0,
            Self::Right => -1,
        }
    }

    /// The ledger's sign.
    #[must_use]
    pub const fn code(self) -> char {
        match self {
            Self::Left => '<',
            Self::Straight => '-',
            Self::Right => '>',
        }
    }
}

/// The kinds of attack (sections 3.12 to 3.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// Closing up behind a car, for nothing.
    Slipstream,
    /// Closing up behind a car and marking it: it may not shift down next turn.
    Push,
    /// Past a car for a nitro point.
    Slingshot,
    /// Past a car after a long boosted move (online edition).
    BoostOvertaking,
    /// Beside a car's rear: it cannot go that way next turn.
    Shunt,
    /// A shunt with the attacker turned towards its target (online edition).
    Ram,
}

impl AttackKind {
    /// The rulebook's word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slipstream => "slipstream",
            Self::Push => "push",
            Self::Slingshot => "slingshot",
            Self::BoostOvertaking => "boost overtaking",
            Self::Shunt => "shunt",
            Self::Ram => "ram",
        }
    }
}

/// Where an attack leads, seen from the target: behind it, to one of its rear sides, or past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttackPlace {
    /// Rear-left of the target (shunt, ram).
    Left,
    /// Rear-right of the target (shunt, ram).
    Right,
    /// In front of it (slingshot, boost overtaking).
    Front,
    /// At its front-left.
    FrontLeft,
    /// At its front-right.
    FrontRight,
    /// Beside the car that blocks the way in front, on its left (VR-SLING-03).
    SideLeft,
    /// The same on its right.
    SideRight,
}

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// What kind.
    pub kind: AttackKind,
    /// On which car.
    pub target: CarId,
    /// Where it leads, for the kinds that have a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<AttackPlace>,
}

/// Points taken in the pit lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Tyre points.
    pub tyre: u8,
    /// Nitro points.
    pub nitro: u8,
}

/// A car's move along its gear vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Whether the car jams on the brakes: `gear` is then the reduced gear.
    pub brake: bool,
    /// The gear vector played.
    pub gear: u8,
    /// Where its first octagon lies.
    pub vector: Side,
    /// The boost's length; 0 for one that was paid for and found no room.
    pub boost: Option<u8>,
    /// Where the car ends.
    pub place: Side,
    /// How it is turned there.
    pub rotation: Rotation,
    /// What it does to another car.
    pub attack: Option<Attack>,
    /// What it takes in the pit lane.
    pub pit: Option<Supply>,
    /// Whether it calls its pit stop.
    pub box_box: bool,
    /// The next gear; none for a car that finishes.
    pub declare: Option<u8>,
}

/// What a car does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It moves.
    Move(Move),
    /// It has no legal move and stands still.
    Stop {
        /// How it is turned on the spot.
        rotation: Rotation,
        /// The next gear.
        declare: Option<u8>,
    },
    /// It lets another car play first.
    GiveWay {
        /// Which.
        to: CarId,
    },
    /// It leaves the race.
    Withdraw,
}

/// One entry of a recorded race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TurnFields", into = "TurnFields")]
pub struct Turn {
    /// The car.
    pub car: CarId,
    /// What it does.
    pub action: Action,
}

/// The kinds of entry as files name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// A move in the declared gear.
    Move,
    /// A move in a lower gear, after jamming on the brakes.
    Brake,
    /// No move: the car stands still.
    Stop,
    /// Another car plays first.
    GiveWay,
    /// The car leaves the race.
    Withdraw,
}

/// A turn as it stands in a file: one flat object.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
struct TurnFields {
    /// The car's number.
    car: CarId,
    /// What kind of entry.
    kind: Kind,
    /// The gear vector played, 1 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gear: Option<u8>,
    /// Where its first octagon lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vector: Option<Side>,
    /// The boost's length; 0 for one that was paid for and found no room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boost: Option<u8>,
    /// Where the car ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Side>,
    /// How it is turned there, or on the spot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<Rotation>,
    /// The attack, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<Attack>,
    /// Points taken in the pit lane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pit: Option<Supply>,
    /// Whether the pit stop is called.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    box_box: bool,
    /// Who is let past.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<CarId>,
    /// The next gear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declare: Option<u8>,
}

impl TurnFields {
    const fn new(car: CarId, kind: Kind) -> Self {
        Self {
            car,
            kind,
            gear: None,
            vector: None,
            boost: None,
            place: None,
            rotation: None,
            attack: None,
            pit: None,
            box_box: false,
            to: None,
            declare: None,
        }
    }

    /// The first field that is there although the kind has no use for it.
    fn surplus(&self) -> Option<&'static str> {
        let moves = matches!(self.kind, Kind::Move | Kind::Brake);
        let stops = self.kind == Kind::Stop;
        [
            ("gear", self.gear.is_some() && !moves),
            ("vector", self.vector.is_some() && !moves),
            ("boost", self.boost.is_some() && !moves),
            ("place", self.place.is_some() && !moves),
            ("rotation", self.rotation.is_some() && !moves && !stops),
            ("attack", self.attack.is_some() && !moves),
            ("pit", self.pit.is_some() && !moves),
            ("box_box", self.box_box && !moves),
            ("to", self.to.is_some() && self.kind != Kind::GiveWay),
            ("declare", self.declare.is_some() && !moves && !stops),
        ]
        .into_iter()
        .find_map(|(name, surplus)| surplus.then_some(name))
    }
}

impl From<Turn> for TurnFields {
    fn from(turn: Turn) -> Self {
        match turn.action {
            Action::Move(played) => Self {
                gear: Some(played.gear),
                vector: Some(played.vector),
                boost: played.boost,
                place: Some(played.place),
                rotation: Some(played.rotation),
                attack: played.attack,
                pit: played.pit,
                box_box: played.box_box,
                declare: played.declare,
                ..Self::new(turn.car, if played.brake { Kind::Brake } else { Kind::Move })
            },
            Action::Stop { rotation, declare } => {
                Self { rotation: Some(rotation), declare, ..Self::new(turn.car, Kind::Stop) }
            }
            Action::GiveWay { to } => Self { to: Some(to), ..Self::new(turn.car, Kind::GiveWay) },
            Action::Withdraw => Self::new(turn.car, Kind::Withdraw),
        }
    }
}

impl TryFrom<TurnFields> for Turn {
    type Error = String;

    fn try_from(fields: TurnFields) -> Result<Self, String> {
        if let Some(name) = fields.surplus() {
            return Err(format!("an entry of this kind has no \"{name}\""));
        }
        let missing = |name: &str| format!("this entry lacks \"{name}\"");
        let action = match fields.kind {
            Kind::Move | Kind::Brake => Action::Move(Move {
                brake: fields.kind == Kind::Brake,
                gear: fields.gear.ok_or_else(|| missing("gear"))?,
                vector: fields.vector.ok_or_else(|| missing("vector"))?,
                boost: fields.boost,
                place: fields.place.ok_or_else(|| missing("place"))?,
                rotation: fields.rotation.ok_or_else(|| missing("rotation"))?,
                attack: fields.attack,
                pit: fields.pit,
                box_box: fields.box_box,
                declare: fields.declare,
            }),
            Kind::Stop => {
                Action::Stop { rotation: fields.rotation.ok_or_else(|| missing("rotation"))?, declare: fields.declare }
            }
            Kind::GiveWay => Action::GiveWay { to: fields.to.ok_or_else(|| missing("to"))? },
            Kind::Withdraw => Action::Withdraw,
        };
        Ok(Self { car: fields.car, action })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_reads_back_as_it_was_written() {
        let text = r#"{"car":7,"kind":"move","gear":4,"vector":"front-left","boost":2,"place":"front","rotation":"right","attack":{"kind":"push","target":3},"declare":5}"#;
        let turn: Turn = serde_json::from_str(text).expect("well-formed");
        assert_eq!(serde_json::to_string(&turn).expect("serialises"), text);
    }

    #[test]
    fn fields_that_make_no_sense_together_are_refused() {
        let refuse = |text: &str| serde_json::from_str::<Turn>(text).expect_err("refused").to_string();
        assert!(refuse(r#"{"car":7,"kind":"stop"}"#).contains("lacks \"rotation\""));
        assert!(refuse(r#"{"car":7,"kind":"give_way","to":2,"gear":4}"#).contains("has no \"gear\""));
        assert!(refuse(r#"{"car":7,"kind":"withdraw","speed":2}"#).contains("unknown field `speed`"));
    }
}
