//! The king distance G: the least number of unit steps to the finish (ledger, section 1).

use std::collections::VecDeque;

use super::exact::{Leg, Time, times};
use super::grid::Points;
use super::line::Line;
use super::walls::Walls;

/// The eight steps of a king.
pub(super) const STEPS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// What is not reached.
const NEVER: u32 = u32::MAX;

/// The king distance of every grid point of a track.
#[derive(Clone, Debug)]
pub(super) struct King {
    steps: Vec<u32>,
}

/// What the steps are taken on.
pub(super) struct Ground<'a> {
    pub inside: &'a Points,
    pub walls: &'a Walls,
    pub line: Option<&'a Line>,
    pub goals: Option<&'a Points>,
    pub scale: i64,
}

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Blocked,
    Clear,
    /// Over the line in the direction of the race, whatever comes then.
    Finishes,
    /// Over the line against it.
    Back,
}

impl Ground<'_> {
    /// What a step from an inside point leads to.
    pub fn step(&self, from: [i32; 2], step: [i32; 2]) -> Step {
        let to = [from[0] + step[0], from[1] + step[1]];
        let lands = self.inside.has(to);
        if self.line.is_none() && self.walls.is_map() {
            // Closed squares: a diagonal step needs both squares beside it.
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
}

impl King {
    /// The distances on a track.
    pub fn new(ground: &Ground<'_>) -> Self {
        let mut king = Self { steps: vec![NEVER; ground.inside.width() * ground.inside.height()] };
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
        // Goals come before points beside the line: only one of the two kinds is there.
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
        king
    }

    fn set(&mut self, points: &Points, at: [i32; 2], steps: u32) {
        if let Some(index) = points.index(at) {
            self.steps[index] = steps;
        }
    }

    /// The distance of a point; `None` where the finish is not reached from it.
    pub fn at(&self, points: &Points, at: [i32; 2]) -> Option<u32> {
        points.index(at).and_then(|index| self.steps.get(index)).copied().filter(|steps| *steps != NEVER)
    }
}

/// Whether a point is within a step of the line's box.
fn is_near(line: &Line, at: [i32; 2], scale: i64) -> bool {
    (0..2).all(|axis| {
        let (low, high) = (line.from[axis].min(line.to[axis]), line.from[axis].max(line.to[axis]));
        let value = i64::from(at[axis]) * scale;
        value >= low - scale && value <= high + scale
    })
}
