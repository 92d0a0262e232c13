//! The statistics of each stretch of the lap, and the places on the board where cars ended their turns.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stretch::StretchRow;
use crate::drivers::Stretches;

/// The average statistics of one stretch of the lap.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StretchBalance {
    /// The number of the corner at which the stretch begins; 0 for the stretch from the line to the first corner.
    /// In a circuit without numbered corners, the stretches are numbered from 1.
    pub stretch: u32,
    /// The mean number of passes on this stretch in a race: how often a car passes another car.
    pub passes: f64,
    /// The mean number of points that a car spends on this stretch in a race.
    pub spent: f64,
    /// The mean gear of the moves that end on this stretch; `None` if no move has a gear.
    pub gear: Option<f64>,
    /// The share of the cars that retire on this stretch.
    pub out: f64,
    /// The share of the races whose winner took the lead for good on this stretch.
    pub decided: f64,
}

/// A place on the board where turns ended, for a heat map. It stands for all turns that ended in one square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatPlace {
    /// The mean of the points where the turns in this square ended, in the game's unit.
    pub at: [f64; 2],
    /// The index of the stretch of the lap on which the turns in this square ended.
    pub stretch: usize,
}

/// The totals of all races added so far. The statistics of the stretches are computed from them.
#[derive(Clone, Debug, Default)]
pub(super) struct StretchSums {
    stretches: Vec<Sum>,
    races: f64,
    cars: f64,
    /// For each square of the board and each stretch: the number of turns that ended there, and the sum of their end
    /// positions.
    places: BTreeMap<([i64; 2], usize), (f64, [f64; 2])>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    number: u32,
    passes: f64,
    spent: f64,
    gears: f64,
    turns: f64,
    out: f64,
    decided: f64,
}

impl StretchSums {
    /// Adds the rows of one race.
    pub fn add(&mut self, rows: &[StretchRow], stretches: &Stretches) {
        let count = stretches.lap.len();
        self.stretches.resize(count, Sum::default());
        self.races += 1.0;
        self.cars += stretches.cars.len() as f64;
        for (index, row) in rows.iter().enumerate() {
            let Some(sum) = self.stretches.get_mut(index % count.max(1)) else { continue };
            let used = &row.used;
            sum.number = row.stretch.number;
            sum.passes += f64::from(used.passes);
            sum.spent += f64::from(used.spent);
            if let Some(gear) = used.gear() {
                sum.gears += gear * f64::from(used.turns);
                sum.turns += f64::from(used.turns);
            }
            sum.out += f64::from(u8::from(used.is_out));
            sum.decided += f64::from(u8::from(row.decided));
        }
        for (at, stretch) in &stretches.places {
            let square = at.map(|part| part.round() as i64);
            let (turns, sum) = self.places.entry((square, *stretch)).or_default();
            *turns += 1.0;
            *sum = [sum[0] + at[0], sum[1] + at[1]];
        }
    }

    /// Returns the average statistics of each stretch, over the races added so far.
    pub fn balances(&self) -> Vec<StretchBalance> {
        let (races, cars) = (self.races.max(1.0), self.cars.max(1.0));
        let of = |sum: &Sum| StretchBalance {
            stretch: sum.number,
            passes: sum.passes / races,
            spent: sum.spent / cars,
            gear: (sum.turns > 0.0).then(|| sum.gears / sum.turns),
            out: sum.out / cars,
            decided: sum.decided / races,
        };
        self.stretches.iter().map(of).collect()
    }

    /// Returns one place for each square in which turns ended. A square is one unit wide. If turns in a square belong
    /// to several stretches, only the stretch with the most turns is used.
    pub fn places(&self) -> Vec<HeatPlace> {
        let mut best: BTreeMap<[i64; 2], (f64, HeatPlace)> = BTreeMap::new();
        for (&(square, stretch), &(turns, sum)) in &self.places {
            let place = HeatPlace { at: sum.map(|sum| sum / turns), stretch };
            let known = best.entry(square).or_insert((turns, place));
            if known.0 < turns {
                *known = (turns, place);
            }
        }
        best.into_values().map(|(_, place)| place).collect()
    }
}
