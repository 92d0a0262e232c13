//! Looks up the best choice in a state, and the value (expected turns to the finish) of every possible choice, in the
//! tables of the solution.

use super::super::dice;
use super::super::options::TyreSet;
use super::super::rules::Move;
use super::super::track::{SpaceIndex, Track};
use super::moves::{ARRIVED, ARRIVED_STRAINED, WAITS, Way};
use super::table::{Shift, Solution, Spot};
use super::{Lone, Question};

/// A possible move of a lone car, with the expected number of turns to the finish after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoloMove {
    /// The space where the move ends. If the car finishes the race, this is the first space past the line.
    pub to: SpaceIndex,
    /// The number of spaces given up by braking.
    pub brakes: u8,
    /// The penalty for overshooting, in wear points: the number of overshoot spaces times the factor of the tyres.
    pub penalty: u16,
    /// Whether the car moves the extra space that soft tyres allow.
    pub soft: bool,
    /// Whether the move ends in the car's box.
    pub boxed: bool,
    /// The best tyres to fit in the box; `None` if the move ends elsewhere, or if the rules do not let players choose
    /// tyres.
    pub tyres: Option<TyreSet>,
    /// Whether the move eliminates the car.
    pub is_out: bool,
    /// The expected number of turns to the finish after this turn. If the move eliminates the car, this is the number
    /// of turns that an elimination costs.
    pub turns: f64,
}

impl SoloMove {
    /// Whether this move of the model is the same move as `option`, a move from the list of legal moves.
    #[must_use]
    pub fn is(&self, option: &Move) -> bool {
        if self.boxed || option.is_boxed {
            // In a race each car has its own box, so the spaces of the two boxes can differ.
            return self.boxed && option.is_boxed;
        }
        option.end == self.to && option.brakes == self.brakes && option.overshoot == self.penalty
    }
}

impl Solution {
    /// The race that was solved.
    #[must_use]
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// Finds a state in the model. Returns its [`Spot`] and the index of its combination of wear points. The [`Spot`]
    /// holds the lap, the mode (tyre set and weather) and the pair (space and state code). Returns `None` if the model
    /// does not contain the state.
    pub(super) fn spot(&self, lone: &Lone) -> Option<(Spot, usize)> {
        let own = self.question.pit_box();
        let pair = if lone.waits {
            self.pair(own, WAITS)?
        } else if lone.boxed {
            self.pair(lone.at, 1)?
        } else {
            self.pair(lone.at, lone.made)?
        };
        let has_tyres = self.question.race.terms.rules.tyres;
        let changes = self.modes.iter().any(|mode| mode.weather != self.modes[0].weather);
        let mode = self.modes.iter().position(|mode| {
            (!changes || mode.weather == lone.weather)
                && (!has_tyres || (mode.tyres, mode.fresh) == (lone.tyres, lone.fresh))
        })?;
        let point = self.point(self.points_of(&lone.wear));
        (lone.lap <= self.question.laps()).then_some((Spot { lap: lone.lap, mode, pair }, point))
    }

    /// Returns the expected number of turns from a state to the finish; `None` if the state is not in the model.
    #[must_use]
    pub fn value(&self, lone: &Lone) -> Option<f64> {
        let (spot, point) = self.spot(lone)?;
        self.worth.get(self.index(spot, lone.gear.min(6), point)).copied()
    }

    /// Returns the expected number of turns to the finish after a move. `point` is the index of the wear points before
    /// the move. Returns `None` if the move eliminates the car, or if the car has too few points for it.
    pub(super) fn way_worth(&self, spot: Spot, point: usize, (gear, face): (u8, u8), way: &Way) -> Option<f64> {
        let [tyres, brakes, gearbox, engine] = self.points_at(point);
        let (tyres, brakes, spins) = self.paid(way, tyres, brakes)?;
        let Some((pair, next)) = self.target(way, gear, face, spins) else { return Some(0.0) };
        let lap = spot.lap + u16::from(way.end.crossed);
        let strain = self.strain(spot, way, gear, face);
        let points = [tyres, brakes, gearbox, engine];
        let hit = self.hit(points);
        let mut worth = 0.0;
        for (mode, chance) in self.modes_after(spot.mode, gear, face) {
            let spot = Spot { lap, mode: *mode, pair };
            let at = |points| self.worth[self.index(spot, next, self.point(points))];
            worth += chance * if strain > 0.0 { (1.0 - strain) * at(points) + strain * at(hit) } else { at(points) };
        }
        Some(worth)
    }

    /// Returns the wear points after the car has lost one point by motor damage: an engine point, or a point of the
    /// pool in the basic game.
    pub(super) fn hit(&self, [tyres, brakes, gearbox, engine]: [u8; 4]) -> [u8; 4] {
        if self.is_basic() {
            [tyres, brakes.saturating_sub(1), gearbox, engine]
        } else {
            [tyres, brakes, gearbox, engine.saturating_sub(1)]
        }
    }

    /// Returns every move for a face of the gear die, except moves that eliminate the car. Each entry contains the
    /// move, whether it uses the optional space of soft tyres, and the expected number of turns to the finish after it.
    pub(super) fn ways(
        &self,
        spot: Spot,
        point: usize,
        (gear, face): (u8, u8),
    ) -> impl Iterator<Item = (&Way, bool, f64)> + '_ {
        self.bases(spot, face).flat_map(move |spaces| {
            let ways = self.moves.of(spot.lap, spot.mode, spot.pair, spaces).iter();
            ways.filter_map(move |way| {
                let worth = self.way_worth(spot, point, (gear, face), way)?;
                Some((way, spaces > u16::from(face), worth))
            })
        })
    }

    /// Returns the best of the moves that [`ways`](Self::ways) lists after a roll of the gear die; `None` if every move
    /// eliminates the car. `thrown` is the gear and the face.
    pub(super) fn best_way(&self, spot: Spot, point: usize, thrown: (u8, u8)) -> Option<(&Way, bool, f64)> {
        self.ways(spot, point, thrown).reduce(|best, way| if way.2 < best.2 { way } else { best })
    }

    /// Returns the expected number of turns to the finish after the car has chosen a gear and paid for it, before the
    /// die is rolled.
    pub(super) fn gear_worth(&self, spot: Spot, point: usize, gear: u8) -> f64 {
        let sides = dice::faces(gear).len() as f64;
        let worth = |face| self.best_way(spot, point, (gear, face)).map_or(self.question.out, |best| best.2);
        dice::weights(gear).map(|(face, count)| f64::from(count) / sides * worth(face).min(self.question.out)).sum()
    }

    /// Returns the gears that the car may announce, the best first. Each gear has the expected number of turns to the
    /// finish with this gear, the current turn included.
    #[must_use]
    pub fn gear_values(&self, lone: &Lone) -> Vec<(u8, f64)> {
        let Some((spot, point)) = self.spot(lone) else { return Vec::new() };
        let mut values: Vec<(u8, f64)> = self
            .gears_from(self.from[spot.pair], lone.gear.min(6), point)
            .iter()
            .map(|(gear, left)| {
                (*gear, 1.0 + left.map_or(self.question.out, |left| self.gear_worth(spot, left, *gear)))
            })
            .collect();
        values.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
        values
    }

    /// Returns the moves for a gear and a face of its die, the best first.
    #[must_use]
    pub fn move_values(&self, lone: &Lone, gear: u8, face: u8) -> Vec<SoloMove> {
        let Some((spot, point)) = self.spot(lone) else { return Vec::new() };
        let known = self.gears_from(self.from[spot.pair], lone.gear.min(6), point);
        let left = known.iter().find(|(other, _)| *other == gear).and_then(|(_, left)| *left);
        left.map_or_else(Vec::new, |left| self.moves_from(spot, left, (gear, face)))
    }

    fn moves_from(&self, spot: Spot, point: usize, thrown: (u8, u8)) -> Vec<SoloMove> {
        let mut moves: Vec<SoloMove> = self
            .ways(spot, point, thrown)
            .map(|(way, soft, turns)| SoloMove {
                to: way.end.to,
                brakes: way.end.given,
                penalty: way.end.penalty,
                soft,
                boxed: way.end.boxed,
                tyres: self.fitted(spot, point, thrown, way),
                is_out: false,
                turns,
            })
            .collect();
        moves.sort_by(|one, other| one.turns.total_cmp(&other.turns).then(one.to.cmp(&other.to)));
        moves
    }

    /// Returns the best tyres to fit after a move into the box; `None` if the move ends elsewhere, or if the rules do
    /// not let players choose tyres.
    fn fitted(&self, spot: Spot, point: usize, (gear, face): (u8, u8), way: &Way) -> Option<TyreSet> {
        if !way.end.boxed || !self.question.race.terms.rules.tyres {
            return None;
        }
        let (arrived, point) = self.arrival(spot, point, (gear, face), way)?;
        let best = self.stops(arrived, point).reduce(|best, stop| if stop.1 < best.1 { stop } else { best })?;
        Some(self.modes[best.0].tyres)
    }

    /// Returns the state of a car after a move into its box. The car already has the new tyres that `into` names.
    pub(super) fn arrived(&self, lone: &Lone, (gear, face): (u8, u8), into: &SoloMove) -> Option<(Spot, usize)> {
        let (spot, point) = self.spot(lone)?;
        let known = self.gears_from(self.from[spot.pair], lone.gear.min(6), point);
        let left = known.iter().find(|(other, _)| *other == gear).and_then(|(_, left)| *left)?;
        let (way, ..) =
            self.ways(spot, left, (gear, face)).find(|(way, soft, _)| way.end.boxed && *soft == into.soft)?;
        let (arrived, point) = self.arrival(spot, left, (gear, face), way)?;
        let old = self.modes[arrived.mode];
        let mode = into.tyres.and_then(|tyres| {
            self.modes.iter().position(|mode| (mode.tyres, mode.fresh, mode.weather) == (tyres, true, old.weather))
        });
        Some((Spot { mode: mode.unwrap_or(arrived.mode), ..arrived }, point))
    }

    /// Returns the state of a car after a move into its box, before it gets other tyres. Returns `None` if the move
    /// does not end in the box.
    pub(super) fn arrival(&self, spot: Spot, point: usize, thrown: (u8, u8), way: &Way) -> Option<(Spot, usize)> {
        let [tyres, brakes, gearbox, engine] = self.points_at(point);
        let (tyres, brakes, spins) = self.paid(way, tyres, brakes)?;
        let (pair, _) = self.target(way, thrown.0, thrown.1, spins)?;
        let lap = spot.lap + u16::from(way.end.crossed);
        let is_box = self.from[pair] == Shift::Box && matches!(self.pairs[pair].1, ARRIVED | ARRIVED_STRAINED);
        is_box.then(|| (Spot { lap, pair, ..spot }, self.point([tyres, brakes, gearbox, engine])))
    }

    /// Returns the expected number of turns of a race that begins on a grid space. All results of the start die are
    /// included: stall, normal start and great start.
    #[must_use]
    pub fn start_value(&self, track: &Track, at: SpaceIndex) -> Option<f64> {
        self.due_value(&self.on_grid(track, at))
    }

    /// Returns the expected number of turns to the finish of a car that still has to roll its start die.
    pub(super) fn due_value(&self, lone: &Lone) -> Option<f64> {
        let normal = self.value(lone)?;
        Some(0.05 * (1.0 + normal) + 0.9 * normal + 0.05 * self.great_start(lone)?)
    }

    /// Returns the expected number of turns to the finish with a great start. The turn in which the car starts is
    /// included.
    pub(super) fn great_start(&self, lone: &Lone) -> Option<f64> {
        self.great_move(lone).map(|best| 1.0 + best.turns)
    }

    /// Returns the best move after a great start, which is always four spaces long.
    pub(super) fn great_move(&self, lone: &Lone) -> Option<SoloMove> {
        let (spot, point) = self.spot(lone)?;
        self.moves_from(spot, point, (1, 4)).into_iter().find(|best| !best.soft)
    }

    /// Returns the state of a car that stands on a grid space and has rolled a normal start: no stall and no great
    /// start.
    #[must_use]
    pub fn on_grid(&self, track: &Track, at: SpaceIndex) -> Lone {
        let car = &self.question.race.cars[0];
        Lone {
            at,
            made: 0,
            gear: 0,
            lap: first_lap(track, at),
            wear: self.question.wear(),
            boxed: false,
            waits: false,
            tyres: car.tyres,
            fresh: false,
            weather: self.question.race.weather,
        }
    }
}

/// Returns the lap of a car that starts on this grid space: 0 if the space lies before the finish line, 1 if it lies
/// past the line.
pub(super) fn first_lap(track: &Track, at: SpaceIndex) -> u16 {
    u16::from(track.space(at).rank * 2 <= track.lap())
}
