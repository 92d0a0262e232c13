//! The digest of one car's race.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{CornerPassage, LapRow, Stint};
use crate::game::{CarId, Status};

/// Points of a resource spent on one purpose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Spending {
    /// The resource.
    pub resource: String,
    /// The purpose, in the game's words.
    pub purpose: String,
    /// The number of points.
    pub amount: u32,
}

/// The luck of a car's dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DiceLuck {
    /// The number of dice rolled.
    pub throws: u32,
    /// The sum of their faces.
    pub faces: u32,
    /// The sum of their faces less the means of the dice, in the game's unit.
    pub luck: f64,
    /// The sum of their variances.
    pub variance: f64,
}

impl DiceLuck {
    pub(super) fn add(&mut self, face: u32, mean: f64, variance: f64) {
        self.throws += 1;
        self.faces += face;
        self.luck += f64::from(face) - mean;
        self.variance += variance;
    }

    /// The luck in standard deviations; `None` if the dice had only one possible result.
    #[must_use]
    pub fn deviations(&self) -> Option<f64> {
        (self.variance > 0.0).then(|| self.luck / self.variance.sqrt())
    }
}

/// The figures of one car's race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarDigest {
    /// The car.
    pub car: CarId,
    /// The driver's name.
    pub name: String,
    /// Its place on the grid, from 1.
    pub grid: u32,
    /// Its place at the end, from 1.
    pub rank: u32,
    /// Whether it is racing, has finished or is out.
    pub status: Status,
    /// The number of its own turns.
    pub turns: u32,
    /// The distance it moved, in the game's unit.
    pub distance: f64,
    /// Its longest move, in the game's unit.
    pub longest_move: f64,
    /// The mean gear of its moves; `None` if it made none.
    pub gear: Option<f64>,
    /// The number of turns of the race after which it led, up to the finish of the winner.
    pub turns_led: u32,
    /// The distance to the line at the end of the round in which the winner finished, or to the leader if nobody has finished,
    /// in the game's unit. At least that of the car placed ahead. `None` for a car that has left the race.
    pub gap: Option<f64>,
    /// The number of rounds it finished after the winner; `None` if it did not finish.
    pub turns_behind: Option<u32>,
    /// The number of attacks it made, by name.
    pub attacks: BTreeMap<String, u32>,
    /// The number of attacks it suffered, by name.
    pub suffered: BTreeMap<String, u32>,
    /// The number of times it passed a car.
    pub overtakings: u32,
    /// The number of times it was passed.
    pub overtaken: u32,
    /// The number of times it stood still, left the board, hit another car or broke down.
    pub penalties: u32,
    /// The number of emergency brakings.
    pub brakings: u32,
    /// The number of pit stops.
    pub stops: u32,
    /// The number of its illegal turns.
    pub illegal: u32,
    /// The points it spent, by resource and purpose.
    pub spent: Vec<Spending>,
    /// The luck of its dice, in games where dice decide how far cars move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceLuck>,
    /// Its qualifying lap, if there was one. No other figure counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualifying: Option<LapRow>,
    /// Its laps, which together are its whole race.
    pub laps: Vec<LapRow>,
    /// Its stints.
    pub stints: Vec<Stint>,
    /// Its corners.
    pub corners: Vec<CornerPassage>,
}
