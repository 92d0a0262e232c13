//! What happens on each stretch of the lap, and where on the board the stretches are.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stretch::StretchRow;
use crate::drivers::Stretches;

/// What cars do on a stretch of the lap.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StretchBalance {
    /// The number of the stretch: of the corner that it begins with, or 0 for the way from the line to the first corner.
    pub stretch: u32,
    /// The mean number of times in a race that a car passes another one here.
    pub passes: f64,
    /// The mean number of points that a car spends here in a race.
    pub spent: f64,
    /// The mean gear of moves that end here; `None` if no move has a gear.
    pub gear: Option<f64>,
    /// The share of the cars that retire here.
    pub out: f64,
    /// The share of the races whose winner took the lead for good here.
    pub decided: f64,
}

/// A place on the board where cars end turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatPlace {
    /// The place, in the game's unit.
    pub at: [f64; 2],
    /// The index of its stretch.
    pub stretch: usize,
}

/// The figures of the stretches, while races are driven.
#[derive(Clone, Debug, Default)]
pub(super) struct StretchSums {
    stretches: Vec<Sum>,
    races: f64,
    cars: f64,
    /// For each square of the board and stretch: the number of turns, and the sum of their places.
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
    /// Adds a race.
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

    /// The figures so far.
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

    /// The places where cars ended turns: one for each square of one unit, on the stretch of most turns there.
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
