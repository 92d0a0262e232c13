//! A validated circuit, as the rules use it.

use std::sync::OnceLock;

use super::draft::{Draft, Kind};
use super::exact::{Leg, Time, Vector, times};
use super::grid::Points;
use super::king::{Ground, King, STEPS, Step, is_near};
use super::line::Line;
use super::options::{Rules, WallRule};
use super::placed::Objects;
use super::polygon::Place;
use super::walls::Walls;

/// A circuit that passed validation.
#[derive(Clone, Debug)]
pub struct Track {
    pub(super) draft: Draft,
    /// The common denominator of all coordinates.
    pub(super) scale: i64,
    pub(super) walls: Walls,
    /// The inside points: grid points on the track that are not on a wall.
    pub(super) inside: Points,
    /// The grid points on the track, on boundaries and on the rims of discs: racers can stand on all of them if walls
    /// may be touched.
    pub(super) touchable: Points,
    /// The finish cells of an imported map; `None` if the circuit has a finish line.
    pub(super) goals: Option<Points>,
    pub(super) line: Option<Line>,
    pub(super) objects: Objects,
    pub(super) king: King,
    pub(super) middle: OnceLock<[Vec<u32>; 2]>,
    pub(super) lap: OnceLock<u32>,
}

impl Track {
    /// Returns the draft of this track.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Returns the number of inside points.
    #[must_use]
    pub fn inside_count(&self) -> usize {
        self.inside.count()
    }

    /// Returns the king distance of a grid point: the least number of king steps (moves of a king in chess) to the
    /// finish. The steps must touch no wall. If the point is on a wall that may be touched, the steps only have to stay
    /// on the track. Returns `None` if the finish cannot be reached.
    #[must_use]
    pub fn king_distance(&self, at: [i32; 2]) -> Option<u32> {
        if self.touchable.has(at) && !self.inside.has(at) {
            return self.king.reach(&self.inside, at);
        }
        self.king_inside(at)
    }

    /// Returns the number of king steps (moves of a king in chess) to the finish from a point that is not on a wall.
    pub(super) fn king_inside(&self, at: [i32; 2]) -> Option<u32> {
        if self.inside.has(at) { self.king.at(&self.inside, at) } else { None }
    }

    /// Returns the number of steps to the finish, which is used to rank the racers and to measure gaps between them.
    /// Usually this is the king distance. If every route to the finish leads through walls, the steps may pass through
    /// walls.
    pub(super) fn steps_left(&self, at: [i32; 2]) -> Option<u32> {
        self.king.reach(&self.inside, at)
    }

    /// Returns the length of a lap in king steps (moves of a king in chess), at least 1. On a circuit, it is the
    /// largest number of steps to the finish from a point just after the line, even if racers start elsewhere. On a
    /// sprint, it is the largest number of steps from a start.
    pub(super) fn lap_steps(&self) -> u32 {
        *self.lap.get_or_init(|| {
            let line = self.line.filter(|_| self.draft.kind == Kind::Circuit);
            let is_after = |line: &Line, at: [i32; 2]| {
                is_near(line, at, self.scale)
                    && line.side(self.scaled(at)) >= 0
                    && STEPS.iter().any(|step| self.king_step(at, *step) == Step::Back)
            };
            let after = |line: Line| {
                self.inside.iter().filter(|at| is_after(&line, *at)).filter_map(|at| self.king_inside(at)).max()
            };
            let from_start = || self.draft.all_starts().filter_map(|at| self.steps_left(at)).max();
            line.and_then(after).or_else(from_start).unwrap_or(1).max(1)
        })
    }

    /// Whether a grid point is on the track and not on a wall.
    #[must_use]
    pub fn is_inside(&self, at: [i32; 2]) -> bool {
        self.inside.has(at)
    }

    /// Returns the points on which racers can stand under this wall rule.
    pub(super) const fn standing(&self, walls: WallRule) -> &Points {
        match walls {
            WallRule::MayTouch => &self.touchable,
            WallRule::NoTouch | WallRule::LandingOnly | WallRule::Sampled => &self.inside,
        }
    }

    /// Returns a grid point in scaled units: its coordinates multiplied by `scale`.
    pub(super) fn scaled(&self, at: [i32; 2]) -> Vector {
        times(at.map(i64::from), self.scale)
    }

    /// Creates the leg (a straight part of a path) with this virtual origin and velocity. Both are given in grid units.
    pub(super) const fn leg(&self, origin: Vector, velocity: Vector) -> Leg {
        Leg { origin: times(origin, self.scale), velocity: times(velocity, self.scale) }
    }

    /// Returns the progress (number of line crossings) of a racer that starts at this point. On a circuit it is -1 for
    /// a racer that must cross the line once to begin the first lap. Otherwise it is 0.
    #[must_use]
    pub fn first_progress(&self, start: [i32; 2]) -> i32 {
        match (&self.line, self.draft.kind) {
            (Some(line), Kind::Circuit) if line.side(self.scaled(start)) < 0 => -1,
            _ => 0,
        }
    }

    /// Whether a point lies on the finish line or on its straight extension.
    pub(super) fn is_on_line(&self, at: [i32; 2]) -> bool {
        self.line.is_some_and(|line| line.side(self.scaled(at)) == 0)
    }

    /// Returns the progress (number of line crossings) needed to finish a race with this number of laps.
    #[must_use]
    pub fn needed(&self, laps: u32) -> i32 {
        i32::try_from(self.draft.laps_of(laps)).unwrap_or(i32::MAX)
    }

    /// Returns the track's own options, which apply if a race sets no options.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.draft.rules
    }

    /// Returns the points, walls and finish of the track. They determine which king steps (moves of a king in chess)
    /// are possible.
    pub(super) const fn ground(&self) -> Ground<'_> {
        Ground {
            inside: &self.inside,
            touchable: &self.touchable,
            walls: &self.walls,
            line: self.line.as_ref(),
            goals: self.goals.as_ref(),
            scale: self.scale,
        }
    }

    /// Returns the result of a king step (a move of a king in chess).
    pub(super) fn king_step(&self, from: [i32; 2], step: [i32; 2]) -> Step {
        self.ground().step(from, step)
    }

    /// Whether the racer's point at time `t` is on the track. A point on a boundary is on the track only if walls may be
    /// touched and the racer does not leave the track there. Used to check where a warp puts a racer
    /// (RT-WALL-01).
    pub(super) fn is_on_track(&self, leg: &Leg, t: Time, walls: WallRule) -> bool {
        if !self.walls.is_map() {
            return match self.walls.place_at(leg, t) {
                Place::Inside => true,
                Place::On => walls == WallRule::MayTouch && (t == Time::END || !self.walls.leaves(leg, t)),
                Place::Outside => false,
            };
        }
        // On a map of cells the position is on the track if no wall cell's closed square contains it. Maps have no
        // discs, so every time is a fraction.
        let Time::Ratio(above, below) = t else { return false };
        let near = |axis: usize| {
            let value =
                i128::from(leg.origin[axis]) * i128::from(below) + i128::from(leg.velocity[axis]) * i128::from(above);
            // In half units, the square of a cell at x reaches from 2x - 1 to 2x + 1.
            let unit = i128::from(below) * i128::from(self.scale);
            let first =
                (value * 2 - unit).div_euclid(unit * 2) + i128::from((value * 2 - unit).rem_euclid(unit * 2) != 0);
            first..=(value * 2 + unit).div_euclid(unit * 2)
        };
        near(0).all(|x| near(1).all(|y| self.inside.has([x as i32, y as i32])))
    }
}
