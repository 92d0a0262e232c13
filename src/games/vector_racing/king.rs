//! The king distance G of a grid point: the least number of king steps to the finish. A king step goes to one of the
//! eight neighbouring grid points, like a king in chess (rules ledger, section 1).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::exact::{Leg, Time, times};
use super::grid::Points;
use super::line::Line;
use super::walls::Walls;

/// The eight steps of a king in chess.
pub(super) const STEPS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// The distance given to a point from which the finish cannot be reached.
const NEVER: u32 = u32::MAX;

/// The king distance (number of king steps to the finish) of every grid point of a track.
#[derive(Clone, Debug)]
pub(super) struct King {
    steps: Vec<u32>,
    /// The number of king steps (moves of a king in chess) to the finish, for every point on which a racer can stand.
    /// It is used for the ranking and for the gaps between racers. A route that begins on a wall may touch walls but
    /// must stay on the track. If no such route leads from a point to the finish, the route from this point may pass
    /// through walls.
    reach: Vec<u32>,
}

/// The points, walls and finish of a track. They determine which king steps (moves of a king in chess) are possible.
pub(super) struct Ground<'a> {
    pub inside: &'a Points,
    /// The points on the track, including the points on walls that racers may touch.
    pub touchable: &'a Points,
    pub walls: &'a Walls,
    pub line: Option<&'a Line>,
    pub goals: Option<&'a Points>,
    pub scale: i64,
}

/// The result of one king step (a move of a king in chess).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Blocked,
    Clear,
    /// The step crosses the finish line in the direction of the race, even if it then hits a wall.
    Finishes,
    /// The step crosses the finish line against the direction of the race.
    Back,
}

impl Ground<'_> {
    /// Returns the result of a step to one of the eight neighbouring grid points. `from` is on the track and not on a
    /// wall.
    pub fn step(&self, from: [i32; 2], step: [i32; 2]) -> Step {
        let to = [from[0] + step[0], from[1] + step[1]];
        let lands = self.inside.has(to);
        if self.line.is_none() && self.walls.is_map() {
            // Wall cells are closed squares, so a diagonal step needs both cells beside it to be free.
            let is_clear = lands && self.inside.has([to[0], from[1]]) && self.inside.has([from[0], to[1]]);
            return if is_clear { Step::Clear } else { Step::Blocked };
        }
        let leg =
            Leg { origin: times(from.map(i64::from), self.scale), velocity: times(step.map(i64::from), self.scale) };
        let is_clear = self.walls.is_surely_clear(from, to);
        let contact = if is_clear { None } else { self.walls.first_contact(&leg, Time::START, Time::END) };
        let passed = self.line.and_then(|line| line.passed(&leg, Time::START, Time::END));
        if let Some(passed) = passed.filter(|passed| contact.is_none_or(|t| passed.t < t)) {
            if passed.forward {
                return Step::Finishes;
            }
            return if contact.is_none() && lands { Step::Back } else { Step::Blocked };
        }
        if contact.is_none() && lands { Step::Clear } else { Step::Blocked }
    }

    /// Returns the result of a king step (a move of a king in chess) that begins or ends on a wall that racers may
    /// touch. If `passes_walls` is true, the step may also pass through walls.
    fn wide_step(&self, from: [i32; 2], step: [i32; 2], passes_walls: bool) -> Step {
        let to = [from[0] + step[0], from[1] + step[1]];
        let leg =
            Leg { origin: times(from.map(i64::from), self.scale), velocity: times(step.map(i64::from), self.scale) };
        let is_barred = !passes_walls
            && (self.walls.is_map()
                || !self.touchable.has(to)
                || (!self.walls.is_surely_clear(from, to)
                    && self.walls.first_crossing(&leg, Time::START, Time::END, true).is_some()));
        match self.line.and_then(|line| line.passed(&leg, Time::START, Time::END)) {
            _ if is_barred => Step::Blocked,
            None => Step::Clear,
            Some(passed) if passed.forward => Step::Finishes,
            Some(_) => Step::Back,
        }
    }
}

impl King {
    /// Computes the king distance (number of king steps to the finish) of every grid point of a track.
    pub fn new(ground: &Ground<'_>) -> Self {
        let mut king = Self { steps: vec![NEVER; ground.inside.width() * ground.inside.height()], reach: Vec::new() };
        let mut queue = VecDeque::new();
        for at in ground.inside.iter() {
            let is_goal = ground.goals.is_some_and(|goals| goals.has(at));
            let is_next = || STEPS.iter().any(|step| ground.step(at, *step) == Step::Finishes);
            let steps = if is_goal {
                0
            } else if ground.line.is_some_and(|line| is_near(line, at, ground.scale)) && is_next() {
                1
            } else {
                continue;
            };
            king.set(ground.inside, at, steps);
            queue.push_back((at, steps));
        }
        // A track has either finish cells or a line, so the queue starts with a single distance: 0 or 1.
        while let Some((at, steps)) = queue.pop_front() {
            for step in STEPS {
                let from = [at[0] - step[0], at[1] - step[1]];
                if !ground.inside.has(from) || king.at(ground.inside, from).is_some() {
                    continue;
                }
                if ground.step(from, step) == Step::Clear {
                    king.set(ground.inside, from, steps + 1);
                    queue.push_back((from, steps + 1));
                }
            }
        }
        king.reach = king.steps.clone();
        for passes_walls in [false, true] {
            king.widen(ground, passes_walls);
        }
        king
    }

    /// Finds the king distance (number of king steps to the finish) of every point for which it is still unknown. If
    /// `passes_walls` is true, the steps may pass through walls.
    fn widen(&mut self, ground: &Ground<'_>, passes_walls: bool) {
        let points = ground.touchable;
        let misses = |reach: &[u32], at: [i32; 2]| points.index(at).is_some_and(|index| reach[index] == NEVER);
        let next = |at: [i32; 2], step: [i32; 2]| [at[0] + step[0], at[1] + step[1]];
        let lacking: Vec<[i32; 2]> = points.iter().filter(|at| misses(&self.reach, *at)).collect();
        if lacking.is_empty() {
            return;
        }
        let mut queue = BinaryHeap::new();
        for row in 0..points.height() {
            for column in 0..points.width() {
                let at = points.point(column, row);
                if !misses(&self.reach, at) {
                    queue.push(Reverse((self.reach[row * points.width() + column], at)));
                }
            }
        }
        let is_next =
            |at: &[i32; 2]| STEPS.iter().any(|step| ground.wide_step(*at, *step, passes_walls) == Step::Finishes);
        for at in lacking.into_iter().filter(is_next) {
            if let Some(index) = points.index(at) {
                self.reach[index] = 1;
            }
            queue.push(Reverse((1, at)));
        }
        // The heap returns points in order of distance, so each point is first visited by the fewest steps.
        while let Some(Reverse((steps, at))) = queue.pop() {
            for step in STEPS {
                let from = next(at, [-step[0], -step[1]]);
                let may_stand = passes_walls || points.has(from);
                if may_stand
                    && misses(&self.reach, from)
                    && ground.wide_step(from, step, passes_walls) == Step::Clear
                    && let Some(index) = points.index(from)
                {
                    self.reach[index] = steps + 1;
                    queue.push(Reverse((steps + 1, from)));
                }
            }
        }
    }

    /// Returns the number of king steps to the finish from a point on which a racer can stand, even a point on a wall
    /// or in a dead end. Returns `None` for other points.
    pub fn reach(&self, points: &Points, at: [i32; 2]) -> Option<u32> {
        points.index(at).and_then(|index| self.reach.get(index)).copied().filter(|steps| *steps != NEVER)
    }

    fn set(&mut self, points: &Points, at: [i32; 2], steps: u32) {
        if let Some(index) = points.index(at) {
            self.steps[index] = steps;
        }
    }

    /// Returns the number of king steps to the finish from a point that is not on a wall; `None` if the finish cannot
    /// be reached.
    pub fn at(&self, points: &Points, at: [i32; 2]) -> Option<u32> {
        points.index(at).and_then(|index| self.steps.get(index)).copied().filter(|steps| *steps != NEVER)
    }
}

/// Whether a grid point lies in the bounding box of the finish line, or at most one step (also diagonal) away from it.
pub(super) fn is_near(line: &Line, at: [i32; 2], scale: i64) -> bool {
    (0..2).all(|axis| {
        let (low, high) = (line.from[axis].min(line.to[axis]), line.from[axis].max(line.to[axis]));
        let value = i64::from(at[axis]) * scale;
        value >= low - scale && value <= high + scale
    })
}
