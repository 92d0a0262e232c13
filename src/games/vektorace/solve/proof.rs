//! Answers a question about a circuit, such as which lap is the fastest, and proves each part of the answer.

use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::bound::Bound;
use super::hunt::Hunt;
use super::lone::{Horizon, Lone, Node};
use super::model::Model;
use super::report::{CutShort, Extent, LeastPoints, Progress, Question, Refusal, Solution, Stage, StartReport};
use super::search::{Found, Limits, lap_within};
use super::{grid, line, survey};
use crate::games::vektorace::{State, Track};
use crate::geometry::Point;

/// The possible lengths of a square's side, in octagons. The search uses the first one for which it has enough memory.
const SIDES: [f64; 3] = [0.25, 0.5, 1.0];

/// The search for a cheap lap from one grid place lets the car spend 0 points, then 1, then 2 and so on. After it has
/// visited this number of states, it lets the car spend all its points at once.
const SAVING: usize = 40_000;

/// A lap that costs fewer points may need more turns. The search for such a lap begins with the fewest turns that the
/// lower bound allows, and tries up to this many turns more. The tables of the lower bound must cover these laps, so
/// they are extended to twice this number of moves beyond the fastest lap.
const BEYOND: usize = 3;

/// The heat map covers laps that are at most this many turns slower than the fastest lap.
const SLOWER: usize = 2;

/// Answers a question about a circuit. Returns `None` if `progress` stopped the search. If `progress` asked the search
/// to end early, returns the results found so far.
#[must_use]
pub fn solve(track: &Track, question: &Question, progress: Progress<'_>) -> Option<Solution> {
    answered(track, question, None, progress)
}

/// Answers a question about a circuit, like [`solve`], but for the grid of a race. `race` is the race before its first
/// turn. Each car starts alone from its own place in its own gear; the fastest lap is that of the fastest car. Only the
/// lap is searched; the reports on grid places, corners and pit lane stay empty.
#[must_use]
pub fn solve_race(track: &Track, question: &Question, race: &State, progress: Progress<'_>) -> Option<Solution> {
    answered(track, &Question { extent: Extent::Lap, ..*question }, Some(race), progress)
}

fn answered(track: &Track, question: &Question, race: Option<&State>, progress: Progress<'_>) -> Option<Solution> {
    (progress.report)(Stage::Board);
    let is_over = || (progress.stop)() || (progress.conclude)();
    let model = Model::new(track, question, &is_over);
    let mut solution = Solution {
        edition: model.edition,
        points: model.points,
        pole_aside: None,
        note: model.note(),
        fastest: None,
        refused: None,
        starts: Vec::new(),
        corners: Vec::new(),
        pit: Vec::new(),
        reach: None,
        cut_short: None,
    };
    let mut at_least = 1;
    let watched = Progress { stop: &is_over, ..progress };
    if answer(&model, question, race, watched, &mut solution, &mut at_least).is_none() {
        if (progress.stop)() {
            return None;
        }
        solution.cut_short = Some(CutShort { at_least });
    }
    Some(solution)
}

/// Answers the question about the circuit in parts, beginning with the fastest lap, and stores each answer in
/// `solution`. Stores in `at_least` the proved minimum number of turns of a clean lap from pole, or from the grid of
/// `race`. A clean lap has no penalty and no fall from the table, and keeps out of the pit lane. Returns `None` if
/// `progress` stopped the search.
fn answer(
    model: &Model<'_>,
    question: &Question,
    race: Option<&State>,
    progress: Progress<'_>,
    solution: &mut Solution,
    at_least: &mut usize,
) -> Option<()> {
    let places = match race {
        Some(race) => race.cars.iter().map(|car| car.position).collect(),
        None => grid::grid(model.track, model.edition, model.terms),
    };
    let Some(pole) = places.first() else {
        solution.refused = Some(Refusal {
            corner: None,
            proved: false,
            message: "No place of the grid is free: there is no room for a car beside the pitwall.".to_owned(),
            reason: "The search tried places for pole up to 12 octagons from the wall.".to_owned(),
        });
        return Some(());
    };
    let Some(side) = SIDES.into_iter().find(|side| model.is_affordable(*side)) else {
        solution.refused = Some(Refusal {
            corner: None,
            proved: false,
            message: "The table is too large for a search.".to_owned(),
            reason: "The search would need more memory than it may use, even with squares one octagon wide.".to_owned(),
        });
        return Some(());
    };
    let poles = match race {
        Some(race) => race.cars.iter().flat_map(|car| model.starts(car.position, car.gear..=car.gear)).collect(),
        None => {
            solution.pole_aside = Some(grid::aside(model.track, *pole));
            model.starts(*pole, grid::gears(model.edition))
        }
    };
    let mut hunt = Hunt::new(model, side, progress)?;
    let found = hunt.run(&poles, progress);
    *at_least = hunt.at_least();
    let Some((fastest, best)) = found? else {
        solution.refused = Some(hunt.refusal(&poles, &solution.place(), progress)?);
        return Some(());
    };
    let turns = fastest.lap.turns.len();
    let (gear, tyre, nitro) = (fastest.lap.gear, fastest.lap.tyre, fastest.lap.nitro);
    solution.fastest = Some(fastest);
    if question.extent == Extent::Lap {
        return Some(());
    }
    let Hunt { relaxed, mut bound, .. } = hunt;
    while !bound.is_settled() && bound.moves() < turns + 2 * BEYOND {
        bound.extend(&relaxed, progress.stop);
        if (progress.stop)() {
            return None;
        }
    }
    drop(relaxed);
    (progress.report)(Stage::Starts);
    let mut starts = model.all_starts(&places, &bound, progress);
    if (progress.stop)() {
        return None;
    }
    if let Some(start) = starts.iter_mut().find(|start| start.place == 1 && start.gear == gear) {
        // The search for a cheap lap may give up; the fastest lap from this place is known.
        start.lap.get_or_insert(LeastPoints { tyre, nitro, turns, proved: false });
    }
    solution.starts = starts;
    (progress.report)(Stage::Reach);
    let Some(lone) = poles.get(best) else { return Some(()) };
    let survey = survey::Survey::new(lone, &bound, turns + SLOWER, progress.stop)?;
    (progress.report)(Stage::Corners);
    let corners = survey::corners(lone, &bound, &survey, progress.stop);
    let pit = survey::pit(lone, &survey, progress.stop);
    solution.reach = Some(survey.reach);
    if (progress.stop)() {
        return None;
    }
    (solution.corners, solution.pit) = (corners, pit);
    Some(())
}

impl Model<'_> {
    /// Returns lone cars that start at this point: one for each combination of a starting gear and a decision about the
    /// first move.
    fn starts(&self, at: Point, gears: RangeInclusive<u8>) -> Vec<Lone<'_>> {
        gears
            .flat_map(|gear| grid::first_moves(self.edition).iter().map(move |first| (gear, *first)))
            .map(|(gear, first)| self.lone(at, gear, first, self.points))
            .collect()
    }

    /// Returns the result of the search from every grid place in every starting gear.
    fn all_starts(&self, places: &[Point], bound: &Bound, progress: Progress<'_>) -> Vec<StartReport> {
        let all: Vec<(u8, Point, u8)> = (1..)
            .zip(places)
            .flat_map(|(place, at)| grid::gears(self.edition).map(move |gear| (place, *at, gear)))
            .collect();
        all.into_par_iter()
            .map(|(place, at, gear)| StartReport {
                place,
                gear,
                at: at.to_f64(),
                lap: self.least_points(at, gear, bound, progress),
                turns_at_least: self.lone(at, gear, None, self.points).fewest_moves(bound),
            })
            .collect()
    }

    /// Searches for a lap with as few points as possible. The lap may have at most [`BEYOND`] turns more than the
    /// fewest turns that the lower bound allows.
    fn least_points(&self, at: Point, gear: u8, bound: &Bound, progress: Progress<'_>) -> Option<LeastPoints> {
        let mut proved = true;
        let mut looked_at = 0;
        for points in 0..=self.points {
            if looked_at > SAVING && points < self.points {
                // The search has visited enough states. From here on, it uses all the points.
                proved = false;
                continue;
            }
            for first in grid::first_moves(self.edition) {
                let lone = self.lone(at, gear, *first, points);
                let Some(fewest) = lone.fewest_moves(bound) else {
                    // Tables that do not cover enough moves prove nothing about longer laps.
                    proved &= bound.is_settled();
                    continue;
                };
                for turns in (fewest..=bound.moves()).take(BEYOND + 1) {
                    let limits = Limits { nodes: SAVING / 2, stop: progress.stop };
                    let outcome = lap_within(&lone, bound, lone.first(), turns, &limits);
                    looked_at += outcome.nodes;
                    if let Found::Lap(nodes) = outcome.found
                        && let Some(lap) = line::lap(&lone, &nodes, 1)
                    {
                        return Some(LeastPoints { tyre: lap.tyre, nitro: lap.nitro, turns: lap.turns.len(), proved });
                    }
                }
                proved = false;
            }
        }
        None
    }
}

impl Lone<'_> {
    /// Returns a lower bound on the points that the car needs for a lap from the start. The lap may have at most the
    /// number of moves that the bound covers.
    pub fn needs(&self, bound: &Bound) -> u8 {
        let Node { phase, heading, gear, at, .. } = self.first();
        bound.declared(usize::from(phase), heading, gear, self.place(at))
    }

    /// Returns the fewest moves in which a lap from the start may be possible. Returns `None` if the bound allows no
    /// lap.
    fn fewest_moves(&self, bound: &Bound) -> Option<usize> {
        let mut first = Vec::new();
        self.expand(&self.first(), 0, Horizon::OPEN, &mut first);
        let after = |node: &Node| {
            let points = self.points - node.spent;
            bound.moves_after(usize::from(node.phase), node.heading, node.gear, self.place(node.at), points)
        };
        first.iter().map(after).min().map(|moves| moves + 1).filter(|moves| *moves <= bound.moves())
    }
}
