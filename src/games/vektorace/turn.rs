//! One recorded entry (ledger, section 6.1).

mod attack;
mod fields;
mod logged;
mod side;

use arrayvec::ArrayString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::power::{Power, PowerUses};
use super::track::direction;
use crate::game::CarId;
use crate::geometry::Direction;

pub use attack::{Attack, AttackKind, AttackPlace};
use fields::TurnFields;
pub use logged::LoggedOrder;
pub use side::{Rotation, Side};

/// Points taken in the pit lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Tyre points.
    pub tyre: u8,
    /// Nitro points.
    pub nitro: u8,
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableEdge {
    /// The one to the right, x at its most.
    Right,
    /// The upper one, y at its most.
    Top,
    /// The one to the left.
    Left,
    /// The lower one.
    Bottom,
}

impl TableEdge {
    /// All four, counter-clockwise.
    pub const ALL: [Self; 4] = [Self::Right, Self::Top, Self::Left, Self::Bottom];

    /// Its letter in the notation (section 6.2).
    #[must_use]
    pub const fn code(self) -> char {
        match self {
            Self::Right => 'R',
            Self::Top => 'T',
            Self::Left => 'L',
            Self::Bottom => 'B',
        }
    }

    /// The way off the table across it.
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

/// How a car that fell from the table is put back on it (VR-EDGE-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placing {
    /// The way it faces.
    pub heading: Direction,
    /// Along which edge it slides, where it fell from a corner of the table and its spot is taken (VR-EDGE-04).
    pub edge: Option<TableEdge>,
}

/// What a car does before anything else in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// How it turns on the spot, after a penalty in the first edition (VR-PEN-03).
    pub rotation: Rotation,
    /// How it comes back on the table (VR-EDGE-03).
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
    /// The Super Powers it uses (VR-POW-02).
    pub powers: PowerUses,
    /// The Super Power it takes from the reserve for its own, at the end of a lap (VR-POW-03).
    pub exchange: Option<Power>,
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
        /// How it is turned on the spot; in the first edition only at its next turn.
        rotation: Rotation,
        /// The next gear.
        declare: Option<u8>,
    },
    /// It goes over the table's edge (VR-EDGE).
    Edge {
        /// The way it faces along the edge; in the first edition it leaves the table and faces nowhere.
        heading: Option<Direction>,
        /// The next gear.
        declare: Option<u8>,
    },
    /// It misses its turn after it fell from the table (VR-EDGE-03).
    Lost,
    /// It lets another car play first.
    GiveWay {
        /// Which.
        to: CarId,
    },
    /// It takes its declaration back and makes another, where the table has agreed to that.
    Redeclare {
        /// The next gear.
        declare: u8,
    },
    /// It concedes and leaves the race (VR-QUIT-01 and 02).
    Withdraw,
    /// Its player has left the table (VR-QUIT-03).
    Abandon,
}

/// The most characters a clause's id has.
pub const CLAUSE_LENGTH: usize = 16;

/// The text as a clause's id: letters, digits and hyphens, at most [`CLAUSE_LENGTH`]; `None` for any other text.
#[must_use]
pub fn clause_id(text: &str) -> Option<ArrayString<CLAUSE_LENGTH>> {
    let is_id = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    ArrayString::from(text).ok().filter(|_| is_id)
}

/// How a doubtful case was decided at the table (VR-MISC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steward {
    /// The clause in doubt: letters, digits and hyphens ([`clause_id`]).
    pub clause: ArrayString<CLAUSE_LENGTH>,
    /// The car whose player decided.
    pub by: CarId,
    /// Whether the turn was allowed.
    pub allow: bool,
}

/// One entry of a recorded race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TurnFields", into = "TurnFields")]
pub struct Turn {
    /// The car.
    pub car: CarId,
    /// What it does first.
    pub start: Start,
    /// What it does.
    pub action: Action,
    /// What was decided about it.
    pub steward: Option<Steward>,
    /// The order of the next round, in an imported game whose log decided between cars exactly level.
    pub next_order: Option<LoggedOrder>,
}

impl Turn {
    /// A turn that begins with nothing special.
    #[must_use]
    pub fn new(car: CarId, action: Action) -> Self {
        Self { car, start: Start::default(), action, steward: None, next_order: None }
    }

    /// The gear it declares, if any.
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

/// Reads and writes a [`Direction`] that may be missing as its number, 0 to 7.
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
