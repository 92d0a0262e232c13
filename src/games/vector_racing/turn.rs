//! A recorded entry: the action of one racer in one turn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::CarId;
use crate::limits::vector_racing::{MAX_COMPONENT, MAX_SPEED};

/// Whether a move is too fast to be carried out: a component exceeds [`MAX_SPEED`].
pub(super) fn is_too_fast(velocity: [i32; 2]) -> bool {
    velocity.iter().any(|part| part.unsigned_abs() > MAX_SPEED.unsigned_abs())
}

/// The action of a racer in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The racer moves by this velocity: x to the right, y up.
    Move([i32; 2]),
    /// The racer misses the turn (RT-TURN-03).
    Lost,
}

/// One entry of a recorded race: the action of one racer in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TurnFields", into = "TurnFields")]
pub struct Turn {
    /// The number of the racer that the entry is for.
    pub car: CarId,
    /// The racer's action in this turn.
    pub action: Action,
}

impl Turn {
    /// Creates an entry with a move.
    #[must_use]
    pub const fn go(car: CarId, velocity: [i32; 2]) -> Self {
        Self { car, action: Action::Move(velocity) }
    }

    /// Creates an entry for a lost turn.
    #[must_use]
    pub const fn lost(car: CarId) -> Self {
        Self { car, action: Action::Lost }
    }
}

/// The fields of one racer's turn in files.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
struct TurnFields {
    /// The racer's number.
    car: CarId,
    /// The move: x to the right, y up.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    velocity: Option<[i32; 2]>,
    /// Whether the racer misses this turn after a crash.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    lost: bool,
}

impl TryFrom<TurnFields> for Turn {
    type Error = String;

    fn try_from(fields: TurnFields) -> Result<Self, String> {
        match (fields.velocity, fields.lost) {
            (Some(velocity), false) if velocity.iter().all(|part| part.unsigned_abs() <= MAX_COMPONENT as u32) => {
                Ok(Self::go(fields.car, velocity))
            }
            (Some(_), false) => Err(format!("`move` has a component beyond {MAX_COMPONENT}")),
            (None, true) => Ok(Self::lost(fields.car)),
            (Some(_), true) => Err("a lost turn cannot have a `move`".to_owned()),
            (None, false) => Err("a turn has neither `move` nor `lost`: add one of them".to_owned()),
        }
    }
}

impl From<Turn> for TurnFields {
    fn from(turn: Turn) -> Self {
        let (velocity, lost) = match turn.action {
            Action::Move(velocity) => (Some(velocity), false),
            Action::Lost => (None, true),
        };
        Self { car: turn.car, velocity, lost }
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
