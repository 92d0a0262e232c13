//! The statistics of one car in one race.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{CornerPassage, LapRow, Stint};
use crate::game::{CarId, Status};

/// The number of points of one resource that a car spent on one purpose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Spending {
    /// The name of the resource.
    pub resource: String,
    /// The purpose of the spending, in the game's words.
    pub purpose: String,
    /// The number of points spent.
    pub amount: u32,
}

/// A car's luck with its dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DiceLuck {
    /// The number of dice rolled.
    pub throws: u32,
    /// The sum of the results rolled.
    pub faces: u32,
    /// The car's luck, in the game's unit; negative for bad luck. It is the sum of the results rolled, minus the sum of
    /// the means of these dice.
    pub luck: f64,
    /// The sum of the variances of the dice rolled.
    pub variance: f64,
}

impl DiceLuck {
    pub(super) fn add(&mut self, face: u32, mean: f64, variance: f64) {
        self.throws += 1;
        self.faces += face;
        self.luck += f64::from(face) - mean;
        self.variance += variance;
    }

    /// The luck in standard deviations; `None` if every die rolled had only one possible result.
    #[must_use]
    pub fn deviations(&self) -> Option<f64> {
        (self.variance > 0.0).then(|| self.luck / self.variance.sqrt())
    }
}

/// The statistics of one car in one race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarDigest {
    /// The number of the car.
    pub car: CarId,
    /// The driver's name.
    pub name: String,
    /// The car's grid slot, from 1.
    pub grid: u32,
    /// The car's final rank in the race, from 1.
    pub rank: u32,
    /// Whether the car is racing, has finished or is out.
    pub status: Status,
    /// The number of turns the car played.
    pub turns: u32,
    /// The distance the car moved, in the game's unit.
    pub distance: f64,
    /// The car's longest move, in the game's unit.
    pub longest_move: f64,
    /// The mean gear of the car's moves; `None` if it never moved.
    pub gear: Option<f64>,
    /// The number of turns (of any car) at whose end this car was the leader. Turns after the winner's finish do not
    /// count.
    pub turns_led: u32,
    /// The car's distance to the finish line, in the game's unit, at the end of the round in which the winner finished.
    /// If nobody has finished, it is the distance to the leader at the end of the record. It is never less than the gap
    /// of the car ranked ahead. `None` for a car that has left the race.
    pub gap: Option<f64>,
    /// The number of rounds from the winner's finish to the car's finish; `None` if the car did not finish.
    pub turns_behind: Option<u32>,
    /// The number of attacks of each kind that the car made. The key is the name of the attack.
    pub attacks: BTreeMap<String, u32>,
    /// The number of attacks of each kind that other cars made on this car. The key is the name of the attack.
    pub suffered: BTreeMap<String, u32>,
    /// The number of times the car passed another car.
    pub overtakings: u32,
    /// The number of times the car was passed.
    pub overtaken: u32,
    /// The number of times the car stood still, fell off the board, hit another car or broke down.
    pub penalties: u32,
    /// The number of times the car braked in an emergency.
    pub brakings: u32,
    /// The number of pit stops the car made.
    pub stops: u32,
    /// The number of illegal turns the car played.
    pub illegal: u32,
    /// The points the car spent: one entry for each resource and purpose.
    pub spent: Vec<Spending>,
    /// The luck of the car's dice; `None` in games where dice do not decide how far cars move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceLuck>,
    /// The car's qualifying lap; `None` if there was no such lap. No other field of this structure includes this lap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualifying: Option<LapRow>,
    /// The car's laps. Together they make up its whole race.
    pub laps: Vec<LapRow>,
    /// The car's stints: the parts of its race between pit stops.
    pub stints: Vec<Stint>,
    /// The corners the car passed, in order.
    pub corners: Vec<CornerPassage>,
}
