//! One recorded turn (ledger, section 6.1).

mod attack;
mod fields;
mod logged;
mod side;

use arrayvec::ArrayString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::power::{Power, PowerUse, PowerUses};
use super::track::direction;
use crate::game::CarId;
use crate::geometry::Direction;

pub use attack::{Attack, AttackKind, AttackPlace};
use fields::TurnFields;
pub use logged::LoggedOrder;
pub use side::{Rotation, Side};

/// The points that a car takes in the pit lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// The number of tyre points taken.
    pub tyre: u8,
    /// The number of nitro points taken.
    pub nitro: u8,
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableEdge {
    /// The right edge, with the largest x.
    Right,
    /// The upper edge, with the largest y.
    Top,
    /// The left edge, with the smallest x.
    Left,
    /// The lower edge, with the smallest y.
    Bottom,
}

impl TableEdge {
    /// All four edges, counter-clockwise.
    pub const ALL: [Self; 4] = [Self::Right, Self::Top, Self::Left, Self::Bottom];

    /// Returns the edge's letter in the notation (ledger, section 6.2).
    #[must_use]
    pub const fn code(self) -> char {
        match self {
            Self::Right => 'R',
            Self::Top => 'T',
            Self::Left => 'L',
            Self::Bottom => 'B',
        }
    }

    /// Returns the direction that leads off the table across this edge.
    #[must_use]
    pub const fn outwards(self) -> Direction {
        Direction::new(match self {
            Self::Right => 0,
            Self::Top => 2,
            Self::Left => 4,
            Self::Bottom => 6,
        })
    }
}

/// The heading of a fallen car that is put back on the table, and the edge along which it slides (VR-EDGE-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placing {
    /// The direction the car faces on the table.
    pub heading: Direction,
    /// The edge the car slides along, if it fell over a corner of the table and the point where it fell is occupied
    /// (VR-EDGE-04).
    pub edge: Option<TableEdge>,
}

/// The start of a turn: what the car does before it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The rotation on the spot. Only the first edition has it, for a car that had a penalty (VR-PEN-03).
    pub rotation: Rotation,
    /// The heading and edge of a car that is put back on the table (VR-EDGE-03).
    pub placing: Option<Placing>,
}

impl Default for Start {
    fn default() -> Self {
        Self { rotation: Rotation::Straight, placing: None }
    }
}

/// A car's move along its gear vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Whether the car jams on its brakes. If so, `gear` is the reduced gear.
    pub brake: bool,
    /// The gear vector played, 1 to 5.
    pub gear: u8,
    /// The vector's first octagon lies at this side of the car.
    pub vector: Side,
    /// The boost's length; 0 for a wasted boost, which was paid for and did not fit; `None` without a boost.
    pub boost: Option<u8>,
    /// The car is placed at this side of the last octagon laid.
    pub place: Side,
    /// The car's rotation at its new place.
    pub rotation: Rotation,
    /// The attack on another car; `None` if the car does not attack.
    pub attack: Option<Attack>,
    /// The points taken in the pit lane; `None` if the turn records none.
    pub pit: Option<Supply>,
    /// Whether the car calls BOX-BOX, which announces a pit stop.
    pub box_box: bool,
    /// The Super Powers used (VR-POW-02).
    pub powers: PowerUses,
    /// The Super Power taken from the reserve in exchange for the car's own, at the end of a lap (VR-POW-03).
    pub exchange: Option<Power>,
    /// The gear declared for the next turn; `None` for a car that finishes.
    pub declare: Option<u8>,
}

/// The main part of a turn, such as a move, a stop, or giving way to another car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The car moves along its gear vector.
    Move(Move),
    /// The car has no legal move and stands still.
    Stop {
        /// The rotation of the car on the spot. In the first edition the car rotates only at its next turn.
        rotation: Rotation,
        /// The gear that the car declares for its next turn; `None` if the record has no declaration.
        declare: Option<u8>,
    },
    /// The car goes over the edge of the table (VR-EDGE).
    Edge {
        /// The direction that the car faces along the edge; `None` in the first edition, where the car leaves the
        /// table.
        heading: Option<Direction>,
        /// The gear that the car declares for its next turn; `None` if the record has no declaration.
        declare: Option<u8>,
    },
    /// The car misses its turn after it fell from the table (VR-EDGE-03).
    Lost,
    /// The car lets another car play first.
    GiveWay {
        /// The car that plays first in place of the car that gives way.
        to: CarId,
    },
    /// The car takes its declaration back and makes another one, if the players agreed on that option.
    Redeclare {
        /// The gear that the car now declares in place of its last declaration.
        declare: u8,
    },
    /// The car concedes and leaves the race (VR-QUIT-01 and 02).
    Withdraw,
    /// The car's player has left the table (VR-QUIT-03).
    Abandon,
}

/// The largest number of characters in a clause id.
pub const CLAUSE_LENGTH: usize = 16;

/// Reads a clause id: letters, digits and hyphens, at most [`CLAUSE_LENGTH`] characters. Returns `None` for any other
/// text.
#[must_use]
pub fn clause_id(text: &str) -> Option<ArrayString<CLAUSE_LENGTH>> {
    let is_id = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    ArrayString::from(text).ok().filter(|_| is_id)
}

/// A decision of the players on a doubtful case (VR-MISC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steward {
    /// The id of the clause whose meaning is in doubt: letters, digits and hyphens ([`clause_id`]).
    pub clause: ArrayString<CLAUSE_LENGTH>,
    /// The car whose player decided the doubtful case.
    pub by: CarId,
    /// Whether the players allowed the turn.
    pub allow: bool,
}

/// One turn of a recorded race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TurnFields", into = "TurnFields")]
pub struct Turn {
    /// The number of the car that plays the turn.
    pub car: CarId,
    /// The start of the turn, before the car moves.
    pub start: Start,
    /// The main part of the turn: a move, a stop, giving way, or another action.
    pub action: Action,
    /// The players' decision on a doubtful case, if any.
    pub steward: Option<Steward>,
    /// The order of the next round, taken from the log. Set only for an imported online game in which cars were exactly
    /// level.
    pub next_order: Option<LoggedOrder>,
}

impl Turn {
    /// Creates a turn with this action alone: no rotation or new position before it, no steward's decision, and no
    /// order of the next round from a log.
    #[must_use]
    pub fn new(car: CarId, action: Action) -> Self {
        Self { car, start: Start::default(), action, steward: None, next_order: None }
    }

    /// Whether the car swaps points in this turn (VR-POW-12).
    #[must_use]
    pub fn swaps_points(&self) -> bool {
        matches!(self.action, Action::Move(Move { powers, .. }) if powers.iter().any(PowerUse::swaps_points))
    }

    /// Returns the gear declared in this turn, or `None` if the turn declares no gear.
    #[must_use]
    pub const fn declared(&self) -> Option<u8> {
        match self.action {
            Action::Move(Move { declare, .. }) | Action::Stop { declare, .. } | Action::Edge { declare, .. } => declare,
            Action::Redeclare { declare } => Some(declare),
            Action::Lost | Action::GiveWay { .. } | Action::Withdraw | Action::Abandon => None,
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

/// Reads and writes an optional [`Direction`] as its number, 0 to 7.
mod heading {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Direction, direction};

    #[derive(Deserialize)]
    struct Number(#[serde(with = "direction")] Direction);

    pub fn serialize<S: Serializer>(heading: &Option<Direction>, serializer: S) -> Result<S::Ok, S::Error> {
        heading.map(Direction::number).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Direction>, D::Error> {
        Number::deserialize(deserializer).map(|number| Some(number.0))
    }
}
