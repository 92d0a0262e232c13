//! Applies the rules to a lone car, for the solver. Computes its moves, the gears that it may choose, the effects of an
//! overshoot, and the moves out of its box. All functions use the code that checks real races, so every switch of the
//! rules applies here too.

use super::list::{Searcher, changes};
use super::playing::Act;
use super::search::ends;
use super::walk::{Course, Walk};
use crate::games::formula_d::state::State;
use crate::games::formula_d::track::{SpaceIndex, Track};
use crate::games::formula_d::turn::{Change, Turn};

/// A possible end of a lone car's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(in crate::games::formula_d) struct LoneEnd {
    /// The space where the move ends.
    pub to: SpaceIndex,
    /// The number of stops that the car has made in the corner where the move ends. The stop at the end of this move is
    /// included. The number is 0 outside corners and after an overshoot.
    pub made: u8,
    /// The number of times that this move crosses the finish line.
    pub crossed: u8,
    /// Whether the car has finished the race.
    pub done: bool,
    /// Whether this move takes the car into its box.
    pub boxed: bool,
    /// Whether the car is in the pits and has already been in its box on this visit.
    pub visited: bool,
    /// The brake points that the move costs, for braking and for being blocked. In the basic game the car loses points
    /// of its pool instead.
    pub brakes: u8,
    /// The number of spaces given up by braking.
    pub given: u8,
    /// The tyre points lost because the car is blocked.
    pub tyres: u8,
    /// Whether the car overshoots by more than one space.
    pub far: bool,
    /// The penalty for overshooting: the number of overshoot spaces times the factor of the tyres.
    pub penalty: u16,
}

/// Converts a search result to the end of a lone car's move. Returns `None` if the move eliminates the car no matter
/// how many wear points it has.
fn lone_end(course: &Course<'_>, walk: &Walk, given: u16, blocked: u16, penalty: u16) -> Option<LoneEnd> {
    let (track, state) = (course.track, course.state);
    if walk.is_fatal() || blocked >= 7 {
        return None;
    }
    let car = &state.cars[0];
    let ground = track.space(walk.at).ground;
    let made = match ground.corner() {
        Some(corner) if !walk.has_overshot() => {
            let made = if walk.is_in_start_corner() { car.stops.saturating_add(1) } else { 1 };
            made.min(track.corners()[usize::from(corner)].stops)
        }
        _ => 0,
    };
    let is_basic = state.terms.rules.is_basic();
    let table = if is_basic { blocked } else { blocked.min(3) };
    Some(LoneEnd {
        to: walk.at,
        made,
        crossed: walk.crossed,
        done: walk.is_done(),
        boxed: walk.is_boxed(),
        visited: ground.is_pit() && (car.boxed || walk.is_boxed()),
        brakes: (given + table).min(255) as u8,
        given: given.min(255) as u8,
        tyres: if is_basic { 0 } else { blocked.saturating_sub(3) as u8 },
        far: penalty > u16::from(walk.rate),
        penalty,
    })
}

/// Lists where the moves of a lone car can end if the car brakes for at most `brakes` spaces. Entry `n` of the list is
/// for moves whose length, before drift and braking, is `n` spaces. `n` runs from 0 to `longest`.
pub(in crate::games::formula_d) fn lone_ends(
    track: &Track,
    state: &State,
    longest: u16,
    brakes: u16,
    searcher: &mut Searcher,
) -> Vec<Vec<LoneEnd>> {
    let drift = u16::from(state.drift(0));
    let mut course = Course::new(track, state, 0, longest);
    let mut found = Vec::new();
    let mut by_base = Vec::with_capacity(usize::from(longest) + 1);
    if drift == 0 {
        searcher.layers.search(&course, longest);
    }
    for base in 0..=longest {
        if drift > 0 {
            course.base = base;
            searcher.layers.search(&course, base + drift);
        }
        ends(&course, &searcher.layers, base, brakes, &mut found);
        let mut list: Vec<LoneEnd> = found
            .iter()
            .filter_map(|end| {
                let walk = &searcher.layers.nodes[end.node as usize].walk;
                lone_end(&course, walk, end.brakes, end.blocked.unwrap_or(0), end.penalty)
            })
            .collect();
        list.sort_unstable();
        // If ends differ only in the penalty, only the end with the lowest penalty matters.
        list.dedup_by(|next, kept| LoneEnd { penalty: 0, ..*next } == LoneEnd { penalty: 0, ..*kept });
        by_base.push(list);
    }
    by_base
}

/// Returns the moves with which a lone car can leave its box after a quick stop. The roll at the stop allows `number`
/// spaces. Each entry contains the end of the move, its lane changes in the form that race files use, and its number of
/// spaces. The steps of lane changes are counted from 1, the first step out of the box.
pub(in crate::games::formula_d) fn lone_exits(
    track: &Track,
    state: &State,
    number: u16,
    searcher: &mut Searcher,
) -> Vec<(LoneEnd, Vec<Change>, u16)> {
    let mut course = Course::new(track, state, 0, number);
    course.drift = 0;
    searcher.layers.search(&course, number);
    let mut found = Vec::new();
    ends(&course, &searcher.layers, number, 0, &mut found);
    let mut exits: Vec<(LoneEnd, Vec<Change>, u16)> = Vec::new();
    for end in &found {
        let walk = &searcher.layers.nodes[end.node as usize].walk;
        let Some(lone) = lone_end(&course, walk, 0, 0, end.penalty) else { continue };
        let edges = searcher.layers.route(&course, end.node);
        exits.push((lone, changes(&course, &edges), edges.len() as u16));
    }
    exits.sort_by_key(|exit| exit.0);
    exits.dedup_by_key(|exit| exit.0);
    exits
}

/// Returns the gears that a lone car may announce, each with the wear points that the car has after it has paid for the
/// gear. The wear points are `None` if the payment eliminates the car.
pub(in crate::games::formula_d) fn lone_gears(track: &Track, state: &State) -> Vec<(u8, Option<[u8; 6]>)> {
    (1..=6)
        .filter_map(|gear| {
            let turn = Turn { gear: Some(gear), ..Turn::of(state.cars[0].car, state.round) };
            let mut act = Act::new(track, state, &turn, 0, true);
            act.announce().ok()?;
            Some((gear, act.is_racing().then(|| act.car().wear)))
        })
        .collect()
}

/// Returns the tyre points of a lone car after an overshoot, and whether the car spins; `None` if it is eliminated.
/// `far` is set if the car overshoots by more than one space.
pub(in crate::games::formula_d) fn lone_overshoot(
    track: &Track,
    state: &State,
    penalty: u16,
    far: bool,
) -> Option<(u8, bool)> {
    let turn = Turn::of(state.cars[0].car, state.round);
    let mut act = Act::new(track, state, &turn, 0, true);
    let mut walk = Course::new(track, state, 0, 0).first();
    walk.penalty = penalty;
    // `walk.rate` is the penalty of one space. A total penalty above it means an overshoot of several spaces.
    walk.rate = if far { 1 } else { penalty.min(255) as u8 };
    act.after_move(&walk);
    act.is_racing().then(|| (act.car().wear[0], act.car().spun))
}
