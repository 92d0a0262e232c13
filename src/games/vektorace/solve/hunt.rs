//! The hunt for the fastest lap: the bound reaches one move further back at a time, and where a lap may be done in so many,
//! it is looked for.

use super::bound::Bound;
use super::cells::Relaxed;
use super::course::Phase;
use super::line;
use super::lone::Lone;
use super::model::Model;
use super::report::{Fastest, Progress, Refusal, Stage};
use super::search::{Found, Limits, lap_within};

/// Positions looked at for a lap of so many turns, before squares of half the side are taken and before the search gives
/// up on that number.
const LOOKED_AT: [usize; 2] = [150_000, 1_000_000];

/// Positions looked at over all numbers of turns before the search gives up.
const LOOKED_AT_IN_ALL: usize = 1_500_000;

/// How many moves more are tried once they change nothing in the bound.
const BEYOND: usize = 3;

/// The hunt.
pub struct Hunt<'a> {
    model: &'a Model<'a>,
    /// The relaxed problem.
    pub relaxed: Relaxed,
    /// Its bound.
    pub bound: Bound,
    /// Whether the squares were halved.
    fine: bool,
    /// No number of turns below this is searched again.
    from: usize,
    /// No clean lap has fewer turns.
    at_least: usize,
    /// Positions looked at.
    states: usize,
    /// Of the searches that were given up, the one for the fewest turns: it is not certain that no lap is so quick.
    given_up: Option<usize>,
    /// The furthest phase any car came to.
    furthest: u8,
}

impl<'a> Hunt<'a> {
    /// A hunt on squares of this side. `None` where it was stopped.
    pub fn new(model: &'a Model<'a>, side: f64, progress: Progress<'_>) -> Option<Self> {
        let relaxed = model.relax(side, progress)?;
        (progress.report)(Stage::Bound);
        let bound = Bound::new(&relaxed, model.points, model.course.done());
        Some(Self { model, relaxed, bound, fine: false, from: 0, at_least: 1, states: 0, given_up: None, furthest: 0 })
    }

    /// The turns that a clean lap has at least, as far as is proved.
    pub const fn at_least(&self) -> usize {
        self.at_least
    }

    /// The fastest lap from any of the poles, and from which: inside, none where there is none to be found; outside, none
    /// where the hunt was stopped.
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
                        // The rules refuse it once its points are shared out: another one may stand.
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

    /// Takes squares of half the side, which see more; answers whether there is room for them.
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

    /// Why there is no lap.
    pub fn refusal(&self, poles: &[Lone<'_>], progress: Progress<'_>) -> Option<Refusal> {
        let points = self.model.points;
        let certain = self.bound.is_settled() && poles.iter().all(|lone| lone.needs(&self.bound) > points);
        let stuck = if certain { self.stuck(poles, progress)? } else { usize::from(self.furthest) };
        let corner = (1..=self.model.track.corners().len()).contains(&stuck).then_some(stuck as u8);
        let what = match corner {
            Some(number) => format!("get round corner {number}"),
            None if stuck == 0 => "cross the line from the grid".to_owned(),
            None => "come from the last corner to the line".to_owned(),
        };
        let who = if certain { "No car can" } else { "No car was found to" };
        let reason = if certain {
            let side = self.relaxed.tiling.side;
            format!("It is certain: with cars anywhere in squares of {side} octagons there would be no way either.")
        } else {
            format!("It is not certain: {} positions were looked at.", self.states)
        };
        let message = format!("{who} {what} without a penalty, alone from pole with {points} points.");
        Some(Refusal { corner, proved: certain, message, reason })
    }

    /// The phase that nobody gets out of.
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
