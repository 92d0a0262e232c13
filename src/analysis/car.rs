//! A car's race in figures.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{CornerPassage, LapRow, Stint};
use crate::game::{CarId, Status};

/// Points of a resource spent on something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Spending {
    /// The resource.
    pub resource: String,
    /// On what, in the game's words.
    pub purpose: String,
    /// How many points.
    pub amount: u32,
}

/// What a car's dice gave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DiceLuck {
    /// How many were thrown.
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

    /// The luck in standard deviations; none where no die could have shown anything else.
    #[must_use]
    pub fn deviations(&self) -> Option<f64> {
        (self.variance > 0.0).then(|| self.luck / self.variance.sqrt())
    }
}

/// A car's race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarDigest {
    /// The car.
    pub car: CarId,
    /// Whose it is.
    pub name: String,
    /// Its place on the grid, from 1.
    pub grid: u32,
    /// Its place at the end, from 1.
    pub rank: u32,
    /// Whether it finished.
    pub status: Status,
    /// Turns of its own.
    pub turns: u32,
    /// How far it moved, in the game's unit.
    pub distance: f64,
    /// Its longest move.
    pub longest_move: f64,
    /// The mean gear of its moves; none where it made none.
    pub gear: Option<f64>,
    /// Turns of the race after which it led, up to the one that won it.
    pub turns_led: u32,
    /// The distance to the line when the winner came home (at the end of that round), or to the leader if nobody has come
    /// home, in the game's unit: at least that of the car placed ahead. `None` for a car that has left the race.
    pub gap: Option<f64>,
    /// The rounds after the winner in which it came home; `None` for a car that did not.
    pub turns_behind: Option<u32>,
    /// Attacks it made, by name.
    pub attacks: BTreeMap<String, u32>,
    /// Attacks it suffered, by name.
    pub suffered: BTreeMap<String, u32>,
    /// Cars it passed, counted each time.
    pub overtakings: u32,
    /// Times it was passed.
    pub overtaken: u32,
    /// Times it stood still, went off the board, ran into another car or broke down.
    pub penalties: u32,
    /// Times it braked in an emergency.
    pub brakings: u32,
    /// Pit stops.
    pub stops: u32,
    /// Turns of its own that break a rule.
    pub illegal: u32,
    /// What it spent, and on what.
    pub spent: Vec<Spending>,
    /// What its dice gave it, where dice decide how far cars go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceLuck>,
    /// Its drive for the grid place, where there was one; no other figure counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualifying: Option<LapRow>,
    /// Its laps; together they are its race.
    pub laps: Vec<LapRow>,
    /// Its stints.
    pub stints: Vec<Stint>,
    /// Its corners.
    pub corners: Vec<CornerPassage>,
}
