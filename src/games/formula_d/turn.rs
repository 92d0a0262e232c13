//! One recorded entry: a car's whole turn, with all its dice (the ledger's section 5).

mod parts;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use parts::{Chance, Change, Gain, Nitro, PitStop, Purpose, Roll, Shape, Slip, SpaceName, StopKind, Way, Wear};

use super::draft::is_default;
use crate::game::CarId;

pub use crate::limits::formula_d::{MAX_LENGTH, MAX_LIST};

/// A car's whole turn, with all its dice. A result the record does not know is written `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The car whose turn it is.
    pub car: CarId,
    /// The round, from 1; 0 in the qualifying laps.
    pub round: u32,
    /// Whether the car misses its turn after a poor start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skip: bool,
    /// Whether its player retires. The car is removed from the board, and the turn has nothing else.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retires: bool,
    /// The announced gear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gear: Option<u8>,
    /// The face of the gear die; `None` if no die is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<Chance>,
    /// The face of the second roll of an Ace At The Wheel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<Chance>,
    /// The number of spaces the main move entered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spaces: u16,
    /// Lane changes and steps into the pit lane, by step. Steps beyond `spaces` belong to the move out of the box.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Spaces given up by braking in the main move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub brakes: u8,
    /// The spaces that remained when the car was blocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<u8>,
    /// The nitro used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nitro: Option<Nitro>,
    /// Whether the optional space of soft tyres was used.
    #[serde(default, skip_serializing_if = "is_default")]
    pub soft: bool,
    /// Check value: the drift spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<u8>,
    /// Spaces added by Skidding Pro; negative if it removed spaces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skid: i8,
    /// Slipstreams, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips: Vec<Slip>,
    /// The stop in the pit box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pit: Option<PitStop>,
    /// Whether Pile of Scrap drops a marker on the space the car leaves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scrap: bool,
    /// The car a radio is thrown at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radio: Option<CarId>,
    /// Results of the black die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// The second weather roll, which a Weather Frog asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frog: Option<Chance>,
    /// Wear points received at a checkpoint or from the police.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<Gain>,
    /// The stopwatch at the end of a qualifying lap, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Check values: the space where the main move ended, if more followed it, and the space where the turn ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<SpaceName>,
    /// Check value: the car is out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out: bool,
    /// Check value: the car has spun.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spin: bool,
    /// Check value: the wear points after the turn.
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
