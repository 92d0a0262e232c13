//! Tables for computer drivers. They give estimates of the number of turns that a lone car needs to finish from any
//! state of a race. The tables are computed from the solver's lower bound.

use super::board::Board;
use super::bound::{Bound, NEVER};
use super::course::Course;
use super::model::Model;
use super::report::{MOST_BYTES, Progress, Question};
use super::templates::Templates;
use crate::games::vektorace::{Car, Edition, State, Track};

/// The possible side lengths of the squares of the tables, in octagons. The second is used if there is too little
/// memory for the first. Drivers need no proof, so these squares are larger than the solver's.
const SIDES: [f64; 2] = [0.5, 1.0];
/// The most memory that the tables may take, in bytes.
const BYTES: u64 = MOST_BYTES / 2;
/// The largest number of points that the tables cover, tyre and nitro together.
pub(super) const POINTS: u8 = 8;
/// The largest number of moves that the tables cover.
const MOVES: usize = 70;
/// The average number of octagons that a car drives in a turn. It is used only if the tables have no value for the car.
const PACE: f64 = 3.0;
/// Two small values, in turns, that decide between moves that are otherwise equally good. The first is the value of
/// each point that the car has left at the finish. The second is the value of being one octagon closer to the finish.
const HAIRS: [f64; 2] = [0.03, 0.004];

/// Tables from which the drivers estimate how many turns a lone car needs to finish.
pub struct Tables {
    pub(super) board: Board,
    pub(super) course: Course,
    pub(super) templates: Templates,
    pub(super) bound: Bound,
    /// The number of turns of a lap that begins on the finish line with a car already at speed. The index is the number
    /// of points that the car may spend in the lap.
    flying: [f64; POINTS as usize + 1],
}

impl Tables {
    /// Fills the tables for a race with the edition and terms of the state `first`. Returns `None` if `stop` ended the
    /// work.
    pub fn new(track: &Track, first: &State, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let question = Question {
            edition: first.edition,
            points: POINTS,
            track_limits: first.terms.track_limits,
            bytes: BYTES,
            ..Question::default()
        };
        let model = Model::new(track, &question, stop);
        let side = SIDES.into_iter().find(|side| model.is_affordable(*side)).unwrap_or(SIDES[1]);
        let relaxed = model.relax(side, Progress { stop, ..Progress::SILENT })?;
        let mut bound = Bound::new(&relaxed, POINTS, model.course.done()).with_declarations();
        while !bound.is_settled() && bound.moves() < MOVES {
            bound.extend(&relaxed, stop);
            if stop() {
                return None;
            }
        }
        let wall = track.pitwall();
        let line = wall.finish.origin.to_f64();
        let (aside, along) = (wall.track.normal.unit().to_f64(), wall.direction.unit().to_f64());
        let at = [line[0] + 1.5 * aside[0] + along[0], line[1] + 1.5 * aside[1] + along[1]];
        let lap = |points: u8| {
            let moves = (2..=5).map(|gear| bound.moves_after(1, wall.direction, gear, at, points)).min();
            moves.unwrap_or(MOVES) as f64
        };
        let flying = std::array::from_fn(|points| lap(points as u8));
        let Model { board, course, templates, .. } = model;
        Some(Self { board, course, templates, bound, flying })
    }

    /// Returns the number of turns that a car already at speed needs for `laps` laps. It spends `points` points in all,
    /// evenly over the laps.
    fn laps(&self, laps: u8, points: u8) -> f64 {
        if laps == 0 {
            return -HAIRS[0] * f64::from(points);
        }
        let each = f64::from(points) / f64::from(laps);
        let (below, part) = (each.floor(), each.fract());
        let at = |points: f64| self.flying[(points as usize).min(usize::from(POINTS))];
        f64::from(laps) * (at(below) * (1.0 - part) + at(below + 1.0) * part)
    }

    /// Estimates the number of turns that a car needs to finish if it is alone. The result is at least half a turn.
    pub fn turns(&self, track: &Track, state: &State, car: &Car) -> f64 {
        let corners = track.corners().len();
        // In the online edition the last corner stays current until the finish line. A car beyond the outside ray of
        // that corner has passed it.
        let is_past = state.edition == Edition::Online && usize::from(car.passed) + 1 == corners && car.sector > 3;
        let passed = usize::from(car.passed) + usize::from(is_past);
        let phase = if car.crossings == 0 { 0 } else { (passed + 1).min(self.course.done() - 1) };
        let laps = state.laps.saturating_sub(car.crossings.max(1));
        let points = (car.tyre + car.nitro).min(POINTS);
        let at = car.position.to_f64();
        let way = way_left(track, car, phase, corners);
        let gear = car.gear.clamp(1, 5);
        let mut best = f64::MAX;
        let mut least = NEVER;
        for moves in 0..=self.bound.moves() {
            let needed = self.bound.declared_with(moves, phase, car.heading, gear, at);
            if needed >= least {
                continue;
            }
            least = needed;
            if needed <= points {
                best = best.min(moves as f64 + self.laps(laps, points - needed));
            }
            if needed == 0 {
                break;
            }
        }
        if best == f64::MAX {
            // The tables have no value for this car. It is in the pit lane, off the table, or has too few points for a
            // clean lap.
            best = 3.0 + way / PACE + self.laps(laps, points);
        }
        (best + HAIRS[1] * way).max(0.5)
    }
}

/// Returns the length of the rest of the lap, in octagons, along straight lines from apex to apex.
fn way_left(track: &Track, car: &Car, phase: usize, corners: usize) -> f64 {
    let wall = track.pitwall();
    let line = (wall.finish.origin + wall.track.normal.unit()).to_f64();
    let passed = if phase == 0 { 0 } else { phase - 1 };
    let mut from = car.position.to_f64();
    let mut length = 0.0;
    let mut to = |point: [f64; 2]| {
        length += (point[0] - from[0]).hypot(point[1] - from[1]);
        from = point;
    };
    if phase == 0 {
        to(line);
    }
    for corner in track.corners().iter().take(corners).skip(passed) {
        to(corner.apex().to_f64());
    }
    to(line);
    length
}
