//! A circuit the rules trust.

use std::sync::OnceLock;

use super::draft::{Draft, Kind};
use super::exact::{Leg, Time, Vector, times};
use super::grid::Points;
use super::king::{Ground, King, Step};
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
    /// Grid points on the track and on no wall.
    pub(super) inside: Points,
    /// Those, and the ones on boundaries and rims, where walls may be touched.
    pub(super) touchable: Points,
    /// Cells that are the finish.
    pub(super) goals: Option<Points>,
    pub(super) line: Option<Line>,
    pub(super) objects: Objects,
    pub(super) king: King,
    pub(super) middle: OnceLock<[Vec<u32>; 2]>,
}

impl Track {
    /// What it was made from.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// How many grid points a racer can stand on.
    #[must_use]
    pub fn inside_count(&self) -> usize {
        self.inside.count()
    }

    /// The king distance of a grid point: the least number of unit steps to the finish that touch no wall; for a point on a
    /// wall that may be touched, of steps that leave no track. `None` where it is not reached.
    #[must_use]
    pub fn king_distance(&self, at: [i32; 2]) -> Option<u32> {
        if self.touchable.has(at) && !self.inside.has(at) {
            return self.king.reach(&self.inside, at);
        }
        self.king_inside(at)
    }

    /// The king distance of a grid point on the track and on no wall.
    pub(super) fn king_inside(&self, at: [i32; 2]) -> Option<u32> {
        if self.inside.has(at) { self.king.at(&self.inside, at) } else { None }
    }

    /// How many steps it is to the finish for places and gaps: the king distance, and where there is none, the least that
    /// steps which pass walls lead to.
    pub(super) fn steps_left(&self, at: [i32; 2]) -> Option<u32> {
        self.king.reach(&self.inside, at)
    }

    /// Whether a grid point is on the track and on no wall.
    #[must_use]
    pub fn is_inside(&self, at: [i32; 2]) -> bool {
        self.inside.has(at)
    }

    /// Where racers can stand by these options.
    pub(super) const fn standing(&self, walls: WallRule) -> &Points {
        match walls {
            WallRule::MayTouch => &self.touchable,
            WallRule::NoTouch | WallRule::LandingOnly | WallRule::Sampled => &self.inside,
        }
    }

    /// A grid point in scaled units.
    pub(super) fn scaled(&self, at: [i32; 2]) -> Vector {
        times(at.map(i64::from), self.scale)
    }

    /// The leg of a move from a virtual origin.
    pub(super) const fn leg(&self, origin: Vector, velocity: Vector) -> Leg {
        Leg { origin: times(origin, self.scale), velocity: times(velocity, self.scale) }
    }

    /// The progress a race begins with there: on a circuit the line may have to be crossed once to begin the first lap.
    #[must_use]
    pub fn first_progress(&self, start: [i32; 2]) -> i32 {
        match (&self.line, self.draft.kind) {
            (Some(line), Kind::Circuit) if line.side(self.scaled(start)) < 0 => -1,
            _ => 0,
        }
    }

    /// The progress that finishes a race of so many laps.
    #[must_use]
    pub fn needed(&self, laps: u32) -> i32 {
        match self.draft.kind {
            Kind::Circuit => i32::try_from(laps).unwrap_or(i32::MAX),
            Kind::Sprint => 1,
        }
    }

    /// The options a race has that does not say.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.draft.rules
    }

    /// What the king's steps are taken on.
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

    /// What a king's step leads to.
    pub(super) fn king_step(&self, from: [i32; 2], step: [i32; 2]) -> Step {
        self.ground().step(from, step)
    }

    /// Whether the racer's place at a moment is on the track, not on a boundary: where a warp lets go of a racer.
    pub(super) fn is_on_track(&self, leg: &Leg, t: Time) -> bool {
        if !self.walls.is_map() {
            return self.walls.place_at(leg, t) == Place::Inside;
        }
        // On a map of cells the place is on the track if no wall cell's closed square holds it. Maps have no discs, so
        // every moment is a fraction.
        let Time::Ratio(above, below) = t else { return false };
        let near = |axis: usize| {
            let value =
                i128::from(leg.origin[axis]) * i128::from(below) + i128::from(leg.velocity[axis]) * i128::from(above);
            // Twice the coordinate, less one: a square reaches from 2x - 1 to 2x + 1.
            let unit = i128::from(below) * i128::from(self.scale);
            let first =
                (value * 2 - unit).div_euclid(unit * 2) + i128::from((value * 2 - unit).rem_euclid(unit * 2) != 0);
            first..=(value * 2 + unit).div_euclid(unit * 2)
        };
        near(0).all(|x| near(1).all(|y| self.inside.has([x as i32, y as i32])))
    }
}
