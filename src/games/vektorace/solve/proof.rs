//! The questions, one after the other.

use rayon::prelude::*;

use super::board::Board;
use super::bound::{Bound, NEVER};
use super::cells::Relaxed;
use super::course::{Course, Phase};
use super::lone::{self, Lone, Node};
use super::report::{Extent, LeastPoints, Question, Quickest, Refusal, Solution, Stage, StartReport, Watch};
use super::search::{Found, Limits, lap_within};
use super::templates::Templates;
use super::{grid, line, survey};
use crate::games::vektorace::{Edition, FirstMove, Terms, Track};
use crate::geometry::Point;

/// The sides of the squares, in octagons: the second where the first leaves too many positions open.
const SIDES: [f64; 2] = [0.25, 0.125];

/// Positions looked at for a lap of so many turns before smaller squares are taken, and before the search gives up.
const LOOKED_AT: [usize; 2] = [150_000, 1_000_000];

/// And over all numbers of turns before it gives up.
const LOOKED_AT_IN_ALL: usize = 1_500_000;

/// The same for a lap that saves points.
const SAVING: usize = 60_000;

/// How many turns more than the fewest a lap that saves points may take, and how many more are tried once more moves
/// change nothing in the bound.
const BEYOND: usize = 3;

/// How many turns slower than the quickest a lap may be whose places are in reach.
const SLOWER: usize = 2;

/// Tells what can be told about a circuit. `None` where `watch` stopped it.
#[must_use]
pub fn solve(track: &Track, question: &Question, watch: Watch<'_>) -> Option<Solution> {
    (watch.tell)(Stage::Board);
    // The online edition's own way of counting corners is not searched: its circuits are proved by the second's rules.
    let edition = if question.edition == Edition::Online { Edition::Second } else { question.edition };
    let terms = Terms { track_limits: question.track_limits, ..Terms::of(edition) };
    let places = grid::grid(track, edition, terms);
    let mut solution = Solution {
        edition,
        points: question.points.min(8),
        quickest: None,
        refused: None,
        starts: Vec::new(),
        corners: Vec::new(),
        pit: Vec::new(),
        reach: None,
    };
    let board = Board::new(track);
    let model = Model {
        track,
        edition,
        terms,
        points: solution.points,
        course: Course::new(track, edition),
        templates: Templates::new(edition != Edition::Formula8),
        board,
    };
    let Some(pole) = places.first() else {
        let message = "No place of the grid is free: there is no room for a car beside the pitwall.".to_owned();
        solution.refused = Some(Refusal { corner: None, proved: true, message });
        return Some(solution);
    };
    let mut relaxed = model.relax(SIDES[0], watch)?;
    (watch.tell)(Stage::Bound);
    let mut bound = Bound::new(&relaxed, model.points, model.course.done());
    let poles = model.starts(*pole);
    let (mut from, mut states, mut fine, mut settled) = (0, 0, 0, 0);
    // Below this many turns it is certain that there is no lap; above the first, one may have been missed.
    let mut at_least = None;
    let mut furthest = 0;
    let found = loop {
        if (watch.stop)() {
            return None;
        }
        bound.extend(&relaxed);
        let turns = bound.moves();
        settled += usize::from(bound.is_settled());
        if settled > BEYOND {
            break None;
        }
        if turns < from {
            continue;
        }
        let mut lap = None;
        for lone in poles.iter().filter(|lone| lone.needs(&bound) <= model.points) {
            (watch.tell)(Stage::Lap(turns));
            from = turns;
            let limits = Limits { nodes: LOOKED_AT[fine], stop: watch.stop };
            let outcome = lap_within(lone, &bound, lone.first(), turns, &limits);
            if (watch.stop)() {
                return None;
            }
            states += outcome.nodes;
            furthest = furthest.max(outcome.furthest);
            match outcome.found {
                Found::Lap(nodes) => {
                    lap = line::lap(lone, &nodes, 1);
                    if lap.is_some() {
                        break;
                    }
                }
                Found::None => {}
                Found::Stopped if fine + 1 < SIDES.len() => {
                    // Smaller squares see more of it; the search begins again with as many turns.
                    fine += 1;
                    relaxed = model.relax(SIDES[fine], watch)?;
                    bound = Bound::new(&relaxed, model.points, model.course.done());
                    (lap, settled) = (None, 0);
                    break;
                }
                Found::Stopped => at_least = at_least.or(Some(turns)),
            }
        }
        if let Some(lap) = lap {
            break Some(Quickest { at_least: at_least.unwrap_or(turns), lap, states });
        }
        if states > LOOKED_AT_IN_ALL {
            break None;
        }
    };
    let Some(quickest) = found else {
        solution.refused = Some(model.refusal(&relaxed, &poles, &bound, furthest));
        return Some(solution);
    };
    if question.extent == Extent::Lap {
        solution.quickest = Some(quickest);
        return Some(solution);
    }
    while !bound.is_settled() && bound.moves() < quickest.lap.turns.len() + 2 * BEYOND {
        bound.extend(&relaxed);
    }
    (watch.tell)(Stage::Starts);
    solution.starts = model.all_starts(&places, &bound, watch);
    (watch.tell)(Stage::Reach);
    let turns = quickest.lap.turns.len() + SLOWER;
    let best = poles.iter().find(|lone| lone.first().gear == quickest.lap.gear);
    if let Some(lone) = best {
        let survey = survey::Survey::new(lone, &model.board, &bound, turns, watch.stop)?;
        (watch.tell)(Stage::Corners);
        solution.corners = survey::corners(lone, &bound, &survey, watch.stop);
        solution.pit = survey::pit(lone, &survey);
        solution.reach = Some(survey.reach);
    }
    if (watch.stop)() {
        return None;
    }
    solution.quickest = Some(quickest);
    Some(solution)
}

struct Model<'a> {
    track: &'a Track,
    edition: Edition,
    terms: Terms,
    points: u8,
    course: Course,
    templates: Templates,
    board: Board,
}

impl Model<'_> {
    fn relax(&self, side: f64, watch: Watch<'_>) -> Option<Relaxed> {
        Relaxed::new(&self.board, &self.course, &self.templates, side, watch.stop)
    }

    /// A lone car at a place, in every gear a race may start in.
    fn starts(&self, at: Point) -> Vec<Lone<'_>> {
        grid::gears(self.edition)
            .flat_map(|gear| grid::first_moves(self.edition).iter().map(move |first| (gear, *first)))
            .map(|(gear, first)| self.lone(at, gear, first, self.points))
            .collect()
    }

    fn lone(&self, at: Point, gear: u8, first: Option<FirstMove>, points: u8) -> Lone<'_> {
        let state = lone::state(self.track, self.edition, self.terms, at, gear, first);
        Lone::new(self.track, &self.board, &self.course, &self.templates, state, points)
    }

    /// Every place in every gear.
    fn all_starts(&self, places: &[Point], bound: &Bound, watch: Watch<'_>) -> Vec<StartReport> {
        let all: Vec<(u8, Point, u8)> = (1..)
            .zip(places)
            .flat_map(|(place, at)| grid::gears(self.edition).map(move |gear| (place, *at, gear)))
            .collect();
        all.into_par_iter()
            .map(|(place, at, gear)| StartReport {
                place,
                gear,
                at: at.to_f64(),
                lap: self.least_points(at, gear, bound, watch),
                turns_at_least: self.lone(at, gear, None, self.points).fewest_moves(bound),
            })
            .collect()
    }

    /// A lap with as few points as possible, of a few turns more than the fewest if need be.
    fn least_points(&self, at: Point, gear: u8, bound: &Bound, watch: Watch<'_>) -> Option<LeastPoints> {
        let first = *grid::first_moves(self.edition).first()?;
        let mut proved = true;
        for points in 0..=self.points {
            let lone = self.lone(at, gear, first, points);
            let Some(fewest) = lone.fewest_moves(bound) else { continue };
            for turns in (fewest..=bound.moves()).take(BEYOND + 1) {
                let limits = Limits { nodes: SAVING, stop: watch.stop };
                if let Found::Lap(nodes) = lap_within(&lone, bound, lone.first(), turns, &limits).found
                    && let Some(lap) = line::lap(&lone, &nodes, 0)
                {
                    return Some(LeastPoints { tyre: lap.tyre, nitro: lap.nitro, turns: lap.turns.len(), proved });
                }
            }
            proved = false;
        }
        None
    }

    /// Why there is no lap.
    fn refusal(&self, relaxed: &Relaxed, poles: &[Lone<'_>], bound: &Bound, furthest: u8) -> Refusal {
        let certain = poles.iter().all(|lone| lone.needs(bound) > self.points);
        let stuck = if certain { self.stuck(relaxed, poles) } else { usize::from(furthest) };
        let corner = (1..=self.track.corners().len()).contains(&stuck).then_some(stuck as u8);
        let what = match corner {
            Some(number) => format!("get round corner {number}"),
            None if stuck == 0 => "cross the line from the grid".to_owned(),
            None => "come from the last corner to the line".to_owned(),
        };
        let message = if certain {
            format!("No car can {what} without a penalty.")
        } else {
            format!("No car was found to {what} without a penalty.")
        };
        Refusal { corner, proved: certain, message }
    }

    /// The phase that nobody gets out of.
    fn stuck(&self, relaxed: &Relaxed, poles: &[Lone<'_>]) -> Phase {
        for goal in 1..=self.course.done() {
            let mut bound = Bound::new(relaxed, self.points, goal);
            let reached = loop {
                bound.extend(relaxed);
                if poles.iter().any(|lone| lone.needs(&bound) <= self.points) {
                    break true;
                }
                if bound.is_settled() {
                    break false;
                }
            };
            if !reached {
                return goal - 1;
            }
        }
        self.course.done() - 1
    }
}

impl Lone<'_> {
    /// Points needed at least from the start, with all the moves of the bound.
    fn needs(&self, bound: &Bound) -> u8 {
        let Node { phase, heading, gear, at, .. } = self.first();
        bound.declared(usize::from(phase), heading, gear, self.place(at)).min(NEVER)
    }

    /// The fewest moves with which a lap from the start may be done.
    fn fewest_moves(&self, bound: &Bound) -> Option<usize> {
        let mut first = Vec::new();
        self.expand(&self.first(), 0, None, 0, &mut first);
        let after = |node: &Node| {
            let points = self.points - node.spent;
            bound.moves_after(usize::from(node.phase), node.heading, node.gear, self.place(node.at), points)
        };
        first.iter().map(after).min().map(|moves| moves + 1).filter(|moves| *moves <= bound.moves())
    }
}
