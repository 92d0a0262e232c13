//! Surveys the corners, the pit lane and the squares that cars can reach. Cars make every move that may still lead to a
//! finished lap. If several cars are in the same small square with the same direction, gear and phase of the lap, the
//! survey continues with only one of them.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::bound::Bound;
use super::cells::LONGEST_MOVE;
use super::lone::{Horizon, Lone, Node};
use super::report::{CornerReport, PitReport, Reach};
use super::search::{Found, Limits, lap_within};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::rules::situation::Situation;
use crate::games::vektorace::rules::{gears, pit_points};
use crate::geometry::{Point, Surd};

/// The side of the squares of a heat map, in octagons.
const SIDE: f64 = 0.5;

/// The number of states in a batch. The moves from the states of a batch are computed together, then the results are
/// merged. Small batches need less memory.
const TOGETHER: usize = 4_096;

/// For each corner and each gear, the survey stores at most this number of states in which a car has just passed the
/// corner in this gear. States from earlier turns are stored first.
const PASSERS: usize = 2_000;

/// For each corner and each gear, the survey searches the rest of the lap from at most this many states in which a car
/// has just passed the corner in this gear.
const TRIED: usize = 8;

/// The largest number of states that the search for the rest of a lap may visit.
const REST: usize = 20_000;

/// The results of a survey of all places that a car can reach on a lap: a selection of the states that the car can
/// reach, and the fewest turns in which it reaches each square of the board.
pub struct Survey {
    /// The states of the car that the survey stores. It compares states with the same heading, gear and phase in the
    /// same square, whose sides are one octagon long. Of these it stores one: the state reached in the earliest turn,
    /// and among several of that turn, the one with the fewest points spent.
    pub nodes: Vec<Node>,
    /// The fewest turns in which each square is reached.
    pub reach: Reach,
    /// The states of the car just after it passed a corner, by the corner and the gear in which the car passed it.
    passers: BTreeMap<(u8, u8), Vec<Node>>,
}

impl Survey {
    /// Surveys the circuit turn by turn. Tries all moves after which a car may still finish within `turns` turns.
    /// Returns `None` if the survey was stopped.
    pub fn new(lone: &Lone<'_>, bound: &Bound, turns: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let board = lone.board;
        let across = |length: f64| (length / SIDE).ceil() as usize;
        let (columns, rows) = (across(board.size[0]), across(board.size[1]));
        let mut reach = Reach { from: board.from, side: SIDE, columns, within: turns, turns: vec![0; columns * rows] };
        let mut known: BTreeSet<(u32, u8, u8, u8)> = BTreeSet::new();
        let mut survey_nodes = Vec::new();
        let mut passers: BTreeMap<(u8, u8), Vec<Node>> = BTreeMap::new();
        let mut front = vec![lone.first()];
        for turn in 1..=turns {
            let now = std::mem::take(&mut front);
            for some in now.chunks(TOGETHER) {
                let mut children: Vec<(u8, Node)> = some
                    .par_iter()
                    .flat_map_iter(|node| {
                        let mut found = Vec::new();
                        if !stop() {
                            let horizon = Horizon { bound: Some(bound), left: turns - turn };
                            lone.expand(node, 0, horizon, &mut found);
                        }
                        // If several moves lead to the same place with the same heading, gear and phase, keep only the
                        // cheapest.
                        found.sort_unstable_by_key(|child: &Node| (child.key(), child.spent));
                        found.dedup_by_key(|child| child.key());
                        let from = node.phase;
                        found.into_iter().map(move |child| (from, child))
                    })
                    .collect();
                if stop() {
                    return None;
                }
                children.sort_by_key(|(_, child)| child.spent);
                for (from, child) in children {
                    for corner in from.max(1)..child.phase {
                        let passers = passers.entry((corner, child.gear)).or_default();
                        if passers.len() < PASSERS {
                            passers.push(child);
                        }
                    }
                    let at = lone.place(child.at);
                    let square = |side: f64| {
                        let column = ((at[0] - board.from[0]) / side) as usize;
                        (column, ((at[1] - board.from[1]) / side) as usize)
                    };
                    let (column, row) = square(SIDE);
                    if let Some(fewest) = reach.turns.get_mut(row * columns + column)
                        && *fewest == 0
                    {
                        *fewest = turn.min(255) as u8;
                    }
                    let (wide_column, wide_row) = square(2.0 * SIDE);
                    let key =
                        ((wide_row * columns + wide_column) as u32, child.heading.number(), child.gear, child.phase);
                    if usize::from(child.phase) < lone.course.done() && known.insert(key) {
                        front.push(child);
                    }
                }
            }
            survey_nodes.extend_from_slice(&front);
            if front.is_empty() {
                break;
            }
        }
        Some(Self { nodes: survey_nodes, reach, passers })
    }
}

/// Returns the report of every corner: the highest gear in which a car can pass it, and the number of cars that fit
/// there side by side.
pub fn corners(lone: &Lone<'_>, bound: &Bound, survey: &Survey, stop: &(dyn Fn() -> bool + Sync)) -> Vec<CornerReport> {
    (1..=lone.track.corners().len() as u8)
        .into_par_iter()
        .map(|number| {
            let gets_round = |gear: &u8| {
                let Some(passers) = survey.passers.get(&(number, *gear)) else { return false };
                let mut hopeful: Vec<(usize, u8, Node)> = passers
                    .iter()
                    .filter_map(|node| {
                        let (phase, points) = (usize::from(node.phase), lone.points - node.spent);
                        let moves = bound.moves_after(phase, node.heading, node.gear, lone.place(node.at), points);
                        (moves <= bound.moves()).then_some((moves, node.spent, *node))
                    })
                    .collect();
                hopeful.sort_by_key(|(moves, spent, _)| (*spent, *moves));
                hopeful.iter().take(TRIED).any(|(moves, _, node)| finishes(lone, bound, node, *moves, stop))
            };
            let entry_gear = (1..=5).rev().find(gets_round);
            CornerReport { number, entry_gear, abreast: abreast(lone, usize::from(number - 1)) }
        })
        .collect()
}

/// Whether a search finds moves with which the car finishes its lap from this node (state of the car).
fn finishes(lone: &Lone<'_>, bound: &Bound, node: &Node, moves: usize, stop: &(dyn Fn() -> bool + Sync)) -> bool {
    if usize::from(node.phase) >= lone.course.done() {
        return true;
    }
    (0..4).any(|more| {
        let limits = Limits { nodes: REST, stop };
        let within = usize::from(node.moves) + moves + more;
        matches!(lap_within(lone, bound, *node, within, &limits).found, Found::Lap(_))
    })
}

/// Returns the number of cars, up to 6, that fit side by side on the outside of a corner. The first car stands against
/// the corner's curb.
fn abreast(lone: &Lone<'_>, corner: usize) -> u8 {
    let corner = &lone.track.corners()[corner];
    let out = corner.facing;
    let reach = corner.shape().reach(out) - corner.at.along(out) + pieces().car().reach(out.opposite());
    // Along a diagonal, the stored reach is √2 times the distance, and x and y are equal. So each is half the reach,
    // rounded outwards.
    let (a, b) = reach.units();
    let part = if out.is_diagonal() { Surd::from_units((a + 1).div_euclid(2), (b + 1).div_euclid(2)) } else { reach };
    let (x, y) = out.signs();
    let mut at = corner.at + Point::new(part * x, part * y);
    let situation = Situation::new(lone.track, &lone.state, 0);
    let mut count = 0;
    while count < 6 && situation.room_for_car(at).is_ok() {
        count += 1;
        at += out.unit();
    }
    count
}

/// Returns a report for each gear in which a car was found to enter the pit lane. The race is assumed to have enough
/// laps for the pit lane to be open.
pub fn pit(lone: &Lone<'_>, survey: &Survey, stop: &(dyn Fn() -> bool + Sync)) -> Vec<PitReport> {
    let open = lone.with_more_laps();
    let last = open.course.done() - 1;
    let found: Vec<PitReport> = survey
        .nodes
        .par_iter()
        .filter(|node| {
            usize::from(node.phase) == last
                && !stop()
                && open.course.is_near_the_lane(open.place(node.at), LONGEST_MOVE, 0.0)
        })
        .flat_map_iter(|node| entries(&open, node))
        .collect();
    let mut best: Vec<PitReport> = Vec::new();
    for entry in found {
        match best.iter_mut().find(|known| known.gear == entry.gear) {
            Some(known) => known.points = known.points.max(entry.points),
            None => best.push(entry),
        }
    }
    best.sort_by_key(|entry| entry.gear);
    best
}

fn entries(lone: &Lone<'_>, node: &Node) -> Vec<PitReport> {
    let mut found = Vec::new();
    for gear in 1..=lone.most(node) {
        let price = gears::price(node.gear, gear);
        let Some(points) = lone.points.checked_sub(node.spent + price.tyre + price.nitro) else { continue };
        let situation = lone.situation(node, gear, points);
        let best = lone.templates.of(node.heading, gear).iter().filter_map(|laying| {
            let pieces = super::lone::lay(&situation, laying)?;
            let limit = Situation::spot_limit(&pieces.vector, pieces.boost.as_ref());
            let stops = laying.endings.iter().filter_map(|ending| {
                let boost = pieces.boost.as_ref();
                let spot = situation.check_spot(&pieces.vector, boost, ending.side, limit).ok()?;
                let there = situation.check_arrow(&pieces.vector, boost, &spot, ending.rotation).ok()?;
                pit_points(&situation, &pieces.vector, boost, there.at, there.heading)
            });
            stops.max()
        });
        found.extend(best.max().map(|points| PitReport { gear, points }));
    }
    found
}
