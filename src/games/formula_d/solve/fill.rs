//! Computes the values (expected turns to the finish) of all states on one space.
//!
//! The values are stored in rows. The states in one row differ only in gearbox and engine points. The values after a
//! move are computed for a whole row at once.

use super::super::dice;
use super::super::track::SpaceIndex;
use super::moves::{ARRIVED, ARRIVED_STRAINED, MOST_EXIT, WAITS, Way};
use super::table::{GEARS, Shift, Solution, Spot};

/// The values (expected turns to the finish) of all states on one space, while the solver computes them.
struct Local {
    lap: u16,
    mode: usize,
    /// The indices of this space's pairs, as a range. A pair is a space together with a state code.
    pairs: std::ops::Range<usize>,
    /// The values, by pair (space and state code), gear and wear points.
    values: Vec<f64>,
}

impl Solution {
    /// Computes the values of all states on a space. They are sorted by pair (space and state code), then by gear, then
    /// by combination of wear points. The values of states in which the car has just arrived in its box stay 0, because
    /// `arrivals` computes these values later.
    pub(super) fn space(&self, at: SpaceIndex, lap: u16, mode: usize) -> Vec<f64> {
        let pairs = self.pairs_of(at);
        let count = self.combinations();
        let values = vec![0.0; pairs.len() * GEARS * count];
        let mut local = Local { lap, mode, pairs: pairs.clone(), values };
        let block = count / (usize::from(self.most[1]) + 1);
        let mut thrown = vec![0.0; pairs.len() * GEARS * count];
        for brakes in 0..=self.most[1] {
            for (place, pair) in pairs.clone().enumerate() {
                let spot = Spot { lap, mode, pair };
                if self.from[pair] == Shift::Box && self.pairs[pair].1 != WAITS {
                    continue;
                }
                for gear in 1..GEARS {
                    let begin = (place * GEARS + gear) * count + usize::from(brakes) * block;
                    let mut row = vec![0.0; block];
                    self.thrown(spot, gear as u8, brakes, &local, &mut row);
                    thrown[begin..begin + block].copy_from_slice(&row);
                }
                let first = usize::from(brakes) * block;
                for gear in 0..GEARS {
                    for point in first..first + block {
                        let worth = if self.is_out(self.points_at(point)) {
                            self.question.out
                        } else {
                            let after = |(next, left): &(u8, Option<usize>)| {
                                left.map_or(self.question.out, |left| {
                                    thrown[(place * GEARS + usize::from(*next)) * count + left]
                                })
                            };
                            let gears = self.gears_from(self.from[pair], gear as u8, point).iter().map(after);
                            1.0 + gears.fold(self.question.out, f64::min)
                        };
                        local.values[(place * GEARS + gear) * count + point] = worth;
                    }
                }
            }
        }
        local.values
    }

    /// Computes the expected values of a gear before its die is rolled, for a car with `brakes` brake points. Each
    /// entry of `sum` belongs to one combination of the car's other wear points. Adds the value for this combination to
    /// the entry.
    fn thrown(&self, spot: Spot, gear: u8, brakes: u8, local: &Local, sum: &mut [f64]) {
        let sides = dice::faces(gear).len() as f64;
        let mut best = vec![0.0; sum.len()];
        for (face, count) in dice::weights(gear) {
            best.fill(self.question.out);
            for spaces in self.bases(spot, face) {
                for way in self.moves.of(spot.lap, spot.mode, spot.pair, spaces) {
                    self.lower(spot, (gear, face), way, brakes, local, &mut best);
                }
            }
            let share = f64::from(count) / sides;
            for (sum, best) in sum.iter_mut().zip(&best) {
                *sum += share * best;
            }
        }
    }

    /// Computes the values of a move for a face of the gear die, for every combination of tyre, gearbox and engine
    /// points. Each value that is lower than the entry in `best` replaces that entry.
    fn lower(&self, spot: Spot, (gear, face): (u8, u8), way: &Way, brakes: u8, local: &Local, best: &mut [f64]) {
        let inner = self.inner();
        let strain = self.strain(spot, way, gear, face);
        let lap = spot.lap + u16::from(way.end.crossed);
        let mut mixed = Vec::new();
        for tyres in 0..=self.most[0] {
            let Some((left, brakes, spins)) = self.paid(way, tyres, brakes) else { continue };
            let row = &mut best[usize::from(tyres) * inner..][..inner];
            let Some((pair, next)) = self.target(way, gear, face, spins) else {
                row.fill(0.0);
                continue;
            };
            let modes = self.modes_after(spot.mode, gear, face);
            if strain == 0.0 && modes.len() == 1 {
                let spot = Spot { lap, mode: modes[0].0, pair };
                let values = self.row(spot, next, brakes, left, local);
                for (best, worth) in row.iter_mut().zip(values) {
                    *best = best.min(*worth);
                }
                continue;
            }
            mixed.clear();
            mixed.resize(inner, 0.0);
            for (mode, chance) in modes {
                let spot = Spot { lap, mode: *mode, pair };
                let values = self.row(spot, next, brakes, left, local);
                let hit =
                    if self.is_basic() { self.row(spot, next, brakes.saturating_sub(1), left, local) } else { values };
                let engines = usize::from(self.most[3]) + 1;
                for (place, mixed) in mixed.iter_mut().enumerate() {
                    let back = usize::from(!self.is_basic() && place % engines > 0);
                    *mixed += chance * ((1.0 - strain) * values[place] + strain * hit[place - back]);
                }
            }
            for (best, worth) in row.iter_mut().zip(&mixed) {
                *best = best.min(*worth);
            }
        }
    }

    /// Returns a row of values: the values of all states with this number of brake points and tyre points, one for each
    /// combination of gearbox and engine points.
    fn row<'a>(&'a self, spot: Spot, gear: u8, brakes: u8, tyres: u8, local: &'a Local) -> &'a [f64] {
        let inner = self.inner();
        let point = self.point([tyres, brakes, 0, 0]);
        if local.pairs.contains(&spot.pair) && spot.lap == local.lap && spot.mode == local.mode {
            let place = spot.pair - local.pairs.start;
            return &local.values[(place * GEARS + usize::from(gear)) * self.combinations() + point..][..inner];
        }
        &self.worth[self.index(spot, gear, point)..][..inner]
    }

    /// Computes the values of states in which the car has just arrived in its box.
    pub(super) fn arrivals(&mut self, lap: u16, mode: usize) {
        let own = self.question.pit_box();
        for within in [ARRIVED, ARRIVED_STRAINED] {
            let Some(pair) = self.pair(own, within) else { return };
            for point in 0..self.combinations() {
                let spot = Spot { lap, mode, pair };
                let worth = self.stops(spot, point).map(|(_, worth)| worth).fold(self.question.out, f64::min);
                for gear in 0..GEARS {
                    let index = self.index(spot, gear as u8, point);
                    self.worth[index] = worth;
                }
            }
        }
    }

    /// Returns the modes (tyre set and weather) that a car can have after a pit stop, depending on the tyres that it
    /// chooses. Each mode comes with the value of the stop (expected turns to the finish) before the black die is
    /// rolled.
    pub(super) fn stops(&self, spot: Spot, point: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let old = self.modes[spot.mode];
        let may_change = self.question.race.terms.rules.tyres;
        let is_open = move |mode: &usize| {
            let new = self.modes[*mode];
            if may_change { new.fresh && new.weather == old.weather } else { *mode == spot.mode }
        };
        (0..self.modes.len()).filter(is_open).map(move |mode| (mode, self.stop_worth(Spot { mode, ..spot }, point)))
    }

    /// Returns the value of a pit stop before the black die is rolled, for a car that already has its new tyres. The
    /// value is the expected number of turns to the finish.
    pub(super) fn stop_worth(&self, spot: Spot, point: usize) -> f64 {
        let quick: f64 = (1..=MOST_EXIT).map(|number| 0.1 * self.quick(spot, number, point)).sum();
        quick + 0.5 * self.slow(spot, point)
    }

    /// Returns the value of a slow pit stop, for a car that already has its new tyres.
    pub(super) fn slow(&self, spot: Spot, point: usize) -> f64 {
        let strained = self.pairs[spot.pair].1 == ARRIVED_STRAINED;
        let Some(pair) = self.pair(self.question.pit_box(), WAITS) else { return self.question.out };
        self.weathers(spot.mode, strained)
            .iter()
            .map(|(mode, chance)| chance * self.worth[self.index(Spot { mode: *mode, pair, ..spot }, 4, point)])
            .sum()
    }

    /// Returns the value (expected turns to the finish) of a quick pit stop after which the car moves `number` spaces
    /// out of its box.
    pub(super) fn quick(&self, spot: Spot, number: u16, point: usize) -> f64 {
        self.exits(spot, number, point).map(|(_, worth)| worth).fold(self.question.out, f64::min)
    }

    /// Returns the moves out of the box, each with its value (expected turns to the finish).
    pub(super) fn exits(&self, spot: Spot, number: u16, point: usize) -> impl Iterator<Item = (&Way, f64)> + '_ {
        let strained = self.pairs[spot.pair].1 == ARRIVED_STRAINED;
        let [tyres, brakes, gearbox, engine] = self.points_at(point);
        self.moves.exits(spot.lap, spot.mode, number).iter().map(move |way| {
            let worth = self.paid(way, tyres, brakes).map_or(self.question.out, |(tyres, brakes, spins)| {
                let Some(pair) = way.pair else { return 0.0 };
                let point = self.point([tyres, brakes, gearbox, engine]);
                let lap = spot.lap + u16::from(way.end.crossed);
                let next = |mode: usize| Spot { lap, mode, pair: pair as usize };
                let weathers = self.weathers(spot.mode, strained).iter();
                let gear = if spins { 0 } else { 4 };
                weathers.map(|(mode, chance)| chance * self.worth[self.index(next(*mode), gear, point)]).sum()
            });
            (way, worth)
        })
    }
}
