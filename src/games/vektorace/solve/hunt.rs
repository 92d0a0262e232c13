//! Searches for the fastest lap. Each step extends the lower bound (`bound`) by one move. If the bound then allows a
//! lap of that number of moves, the step searches for such a lap.

use super::bound::Bound;
use super::cells::Relaxed;
use super::course::Phase;
use super::line;
use super::lone::Lone;
use super::model::Model;
use super::report::{Fastest, Progress, Refusal, Stage};
use super::search::{Found, Limits, lap_within};
use crate::game::words::many;

/// The limits on the number of states that the search visits while it looks for a lap of a certain number of turns. At
/// the first limit, the search halves the side of the squares into which the table is cut, and starts again. At the
/// second limit, it gives up looking for a lap of that number of turns.
const LOOKED_AT: [usize; 2] = [150_000, 1_000_000];

/// The largest number of states that the whole search visits. The search tries one number of turns after another; this
/// is the limit for all these tries together.
const LOOKED_AT_IN_ALL: usize = 1_500_000;

/// After the lower bound on the points of a lap has stopped changing, the search still extends it by this many moves.
const BEYOND: usize = 3;

/// The search for the fastest lap.
pub struct Hunt<'a> {
    model: &'a Model<'a>,
    /// The relaxed problem: the table is cut into squares, and a car may make every move that may be possible from at
    /// least one point of its square.
    pub relaxed: Relaxed,
    /// The lower bound on the tyre and nitro points that a car needs for the rest of its lap, computed from the relaxed
    /// problem.
    pub bound: Bound,
    /// Whether the squares of `relaxed` cannot be halved again: they have been halved already, or there is too little
    /// memory.
    fine: bool,
    /// The smallest number of turns for which the search still looks for a lap. The search is finished with all smaller
    /// numbers.
    from: usize,
    /// The proved minimum number of turns of a clean lap (without a penalty, the pit lane or a fall from the table).
    at_least: usize,
    /// The number of states visited.
    states: usize,
    /// The smallest number of turns for which the search gave up before it had tried everything. A lap of that number
    /// of turns may still exist.
    given_up: Option<usize>,
    /// The furthest phase of the lap that a car reached in the search.
    furthest: u8,
}

impl<'a> Hunt<'a> {
    /// Prepares a search on a grid of squares. `side` is the length of a square's side, in octagons. Returns `None` if
    /// the search was stopped.
    pub fn new(model: &'a Model<'a>, side: f64, progress: Progress<'_>) -> Option<Self> {
        let relaxed = model.relax(side, progress)?;
        (progress.report)(Stage::Bound);
        let bound = Bound::new(&relaxed, model.points, model.course.done());
        Some(Self { model, relaxed, bound, fine: false, from: 0, at_least: 1, states: 0, given_up: None, furthest: 0 })
    }

    /// Returns the proved minimum number of turns of a clean lap (without a penalty, the pit lane or a fall from the
    /// table).
    pub const fn at_least(&self) -> usize {
        self.at_least
    }

    /// Searches for the fastest lap from any of the pole places. Returns the lap and the index of its pole place.
    /// Returns `Some(None)` if no lap was found, and `None` if the search was stopped.
    pub fn run(&mut self, poles: &[Lone<'_>], progress: Progress<'_>) -> Option<Option<(Fastest, usize)>> {
        let mut settled = 0;
        while settled <= BEYOND && self.states <= LOOKED_AT_IN_ALL {
            self.bound.extend(&self.relaxed, progress.stop);
            if (progress.stop)() {
                return None;
            }
            settled += usize::from(self.bound.is_settled());
            let turns = self.bound.moves();
            if turns < self.from {
                continue;
            }
            let hopeful = |lone: &Lone<'_>| lone.needs(&self.bound) <= self.model.points;
            let hopeful: Vec<usize> = (0..poles.len()).filter(|index| poles.get(*index).is_some_and(hopeful)).collect();
            for index in hopeful {
                let Some(lone) = poles.get(index) else { continue };
                (progress.report)(Stage::Lap(turns));
                self.from = turns;
                let limits = Limits { nodes: LOOKED_AT[usize::from(self.fine)], stop: progress.stop };
                let outcome = lap_within(lone, &self.bound, lone.first(), turns, &limits);
                if (progress.stop)() {
                    return None;
                }
                self.states += outcome.nodes;
                self.furthest = self.furthest.max(outcome.furthest);
                match outcome.found {
                    Found::Lap(nodes) => {
                        if let Some(lap) = line::lap(lone, &nodes, 1) {
                            let at_least = self.given_up.unwrap_or(turns);
                            self.at_least = at_least;
                            return Some(Some((Fastest { at_least, lap, states: self.states }, index)));
                        }
                        // The rules refuse this lap once its points are divided into tyres and nitro. Another lap may
                        // be legal.
                        self.given_up.get_or_insert(turns);
                    }
                    Found::None => {}
                    Found::Stopped if !self.fine && self.refine(progress)? => {
                        settled = 0;
                        break;
                    }
                    Found::Stopped => {
                        self.given_up.get_or_insert(turns);
                    }
                }
            }
            if self.bound.moves() == turns && self.given_up.is_none() {
                self.at_least = turns + 1;
            }
        }
        Some(None)
    }

    /// Halves the side of the squares, which makes the bound tighter. Returns whether there is enough memory for this,
    /// or `None` if the search was stopped.
    fn refine(&mut self, progress: Progress<'_>) -> Option<bool> {
        let side = self.relaxed.tiling.side / 2.0;
        self.fine = true;
        if !self.model.is_affordable(side) {
            return Some(false);
        }
        self.relaxed = self.model.relax(side, progress)?;
        self.bound = Bound::new(&self.relaxed, self.model.points, self.model.course.done());
        Some(true)
    }

    /// Explains why no lap was found. `place` says where the laps begin, such as `from pole`. Returns `None` if the
    /// search was stopped.
    pub fn refusal(&self, poles: &[Lone<'_>], place: &str, progress: Progress<'_>) -> Option<Refusal> {
        let points = self.model.points;
        let certain = self.bound.is_settled() && poles.iter().all(|lone| lone.needs(&self.bound) > points);
        let stuck = if certain { self.stuck(poles, progress)? } else { usize::from(self.furthest) };
        let corner = (1..=self.model.track.corners().len()).contains(&stuck).then_some(stuck as u8);
        let what = match corner {
            Some(number) => format!("get round corner {number}"),
            None if stuck == 0 => "cross the finish line from the grid".to_owned(),
            None => "get from the last corner to the finish line".to_owned(),
        };
        let who = if certain { "no car can" } else { "no car was found that can" };
        let reason = if certain {
            let side = self.relaxed.tiling.side;
            format!(
                "This is certain for a car that starts there and keeps out of the pit lane. The search found no route, although it allowed more moves than the rules do: it treated all positions in a square of {side} by {side} octagons as one position. Other grid places were not searched."
            )
        } else {
            format!("This is not certain: the search checked only {} positions.", self.states)
        };
        let points = many(u64::from(points), "point");
        let message = format!("Starting alone {place} with {points}, {who} {what} without a penalty.");
        Some(Refusal { corner, proved: certain, message, reason })
    }

    /// Returns the phase of the lap that no car can leave. Returns `None` if the search was stopped.
    fn stuck(&self, poles: &[Lone<'_>], progress: Progress<'_>) -> Option<Phase> {
        let points = self.model.points;
        for goal in 1..=self.model.course.done() {
            let mut bound = Bound::new(&self.relaxed, points, goal);
            loop {
                bound.extend(&self.relaxed, progress.stop);
                if (progress.stop)() {
                    return None;
                }
                if poles.iter().any(|lone| lone.needs(&bound) <= points) {
                    break;
                }
                if bound.is_settled() {
                    return Some(goal - 1);
                }
            }
        }
        Some(self.model.course.done() - 1)
    }
}
