//! One recorded entry: a car's whole turn, with all its dice (section 5 of the rules ledger).

mod parts;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use parts::{Chance, Change, Gain, Nitro, PitStop, Purpose, Roll, Shape, Slip, SpaceName, StopKind, Way, Wear};

use super::draft::is_default;
use crate::game::CarId;

pub use crate::limits::formula_d::{MAX_LENGTH, MAX_LIST};

/// A car's whole turn, with all its dice. A result that is not known is written `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The car whose turn it is.
    pub car: CarId,
    /// The round, from 1; 0 in the qualifying laps.
    pub round: u32,
    /// Whether the car misses this turn after a poor start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skip: bool,
    /// Whether the player retires. Then the car is removed from the board, and the turn contains no move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retires: bool,
    /// The gear that the player announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gear: Option<u8>,
    /// The face of the gear die; `None` if no die is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<Chance>,
    /// The face of the second roll of the gear die, which the skill Ace At The Wheel allows; `None` without a second
    /// roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<Chance>,
    /// The number of spaces that the car entered in its main move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spaces: u16,
    /// Lane changes and steps into the pit lane, each with the number of its step. Steps beyond `spaces` belong to the
    /// move out of the pit box.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The number of spaces given up by braking in the main move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub brakes: u8,
    /// The number of spaces that the car still had to drive when it was blocked; `None` if it was not blocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<u8>,
    /// The nitro used in the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nitro: Option<Nitro>,
    /// Whether the car used the optional extra space of soft tyres.
    #[serde(default, skip_serializing_if = "is_default")]
    pub soft: bool,
    /// The number of spaces added by drift. It is recorded only to check the replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<u8>,
    /// The number of spaces added by the skill Skidding Pro; negative if spaces were removed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skid: i8,
    /// The slipstreams of the turn, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips: Vec<Slip>,
    /// The stop in the pit box; `None` if the car made no stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pit: Option<PitStop>,
    /// Whether the driver with the skill Pile of Scrap drops a marker on the space that the car leaves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scrap: bool,
    /// The car at which the driver throws the car radio; `None` if the driver throws none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radio: Option<CarId>,
    /// The rolls of the black die, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// The second weather roll, which the driver with the skill Weather Frog asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frog: Option<Chance>,
    /// Wear points received at a checkpoint or from the police.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<Gain>,
    /// The time on the stopwatch at the end of a qualifying lap, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// The end spaces of the turn: the space where the main move ended, if further moves followed it, and the space
    /// where the turn ended. They are recorded only to check the replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<SpaceName>,
    /// Whether the car is eliminated in this turn. It is recorded only to check the replay.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out: bool,
    /// Whether the car spins in this turn. It is recorded only to check the replay.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spin: bool,
    /// The car's wear points after the turn. They are recorded only to check the replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear: Option<Wear>,
}

impl Turn {
    /// Creates a turn of a car in a round, with nothing else recorded.
    #[must_use]
    pub const fn of(car: CarId, round: u32) -> Self {
        Self {
            car,
            round,
            skip: false,
            retires: false,
            gear: None,
            die: None,
            ace: None,
            spaces: 0,
            changes: Vec::new(),
            brakes: 0,
            blocked: None,
            nitro: None,
            soft: false,
            drift: None,
            skid: 0,
            slips: Vec::new(),
            pit: None,
            scrap: false,
            radio: None,
            rolls: Vec::new(),
            frog: None,
            gains: Vec::new(),
            seconds: None,
            ends: Vec::new(),
            out: false,
            spin: false,
            wear: None,
        }
    }

    /// Returns the face of the gear die that counts: the second roll if there is one.
    #[must_use]
    pub fn face(&self) -> Option<Chance> {
        self.ace.or(self.die)
    }

    /// Whether any die of the turn is unknown.
    #[must_use]
    pub fn has_unknowns(&self) -> bool {
        let faces = [self.die, self.ace, self.frog];
        faces.contains(&Some(Chance::Unknown)) || self.rolls.iter().any(|roll| roll.value == Chance::Unknown)
    }

    /// Whether the lists and numbers of the turn are within the limits.
    #[must_use]
    pub(super) fn is_bounded(&self) -> bool {
        self.spaces <= MAX_LENGTH
            && [self.changes.len(), self.slips.len(), self.rolls.len(), self.gains.len(), self.ends.len()]
                .into_iter()
                .all(|count| count <= MAX_LIST)
    }
}
