//! Lists all moves that a car can make with a gear and a face of its die, with the costs of each move. Can also explain
//! why the car cannot reach other nearby spaces (FD-GEN).

use super::gears::{SKIP_ZONES, skip_cost};
use super::playing::Act;
use super::reasons::{Unreachable, why_not};
use super::route::exit_order;
use super::search::{End, Layers, ends};
use super::walk::{Course, Walk};
use crate::game::CarId;
use crate::game::words::many;
use crate::games::formula_d::draft::EdgeKind;
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::state::{Phase, State};
use crate::games::formula_d::track::{Edge, NOWHERE, SpaceIndex, Track};
use crate::games::formula_d::turn::{Change, Nitro, Turn, Way};

/// Extra spaces that a driver declares after the gear die is rolled, from nitro, soft tyres or skid control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Additions {
    /// The nitro used; `None` if no nitro is used.
    pub nitro: Option<Nitro>,
    /// Whether the car drives the one extra space that soft tyres may add to a move.
    pub soft: bool,
    /// The number of spaces added by skid control (the skill Skidding Pro); negative if spaces are removed.
    pub skid: i8,
}

/// A legal move (FD-GEN-01).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct Move {
    /// The space where the move ends.
    pub end: SpaceIndex,
    /// The spaces that the move enters, in order.
    pub route: Vec<SpaceIndex>,
    /// The lane changes of the move, in the form that a record stores.
    pub changes: Vec<Change>,
    /// The number of spaces given up by braking.
    pub brakes: u8,
    /// The number of spaces that the car could not drive because other cars block it; `None` if it is not blocked.
    pub blocked: Option<u8>,
    /// The tyre points that the move costs, for overshooting and for being blocked.
    pub tyres: u16,
    /// The brake points that the move costs.
    pub brake_points: u16,
    /// The number of spaces that drift adds to the move.
    pub drift: u8,
    /// The penalty for overshooting: the number of overshoot spaces times the factor of the tyres.
    pub overshoot: u16,
    /// Whether the car spins.
    pub spins: bool,
    /// Whether the car is eliminated.
    pub is_out: bool,
    /// Whether the car finishes the race.
    pub finishes: bool,
    /// Whether the car crosses the finish line.
    pub crosses_line: bool,
    /// Whether the car crosses the police line.
    pub crosses_police: bool,
    /// Whether the move ends in the car's box.
    pub is_boxed: bool,
    /// The dangerous spaces on the route.
    pub dangers: Vec<SpaceIndex>,
    /// The cars that the mover may collide with.
    pub partners: Vec<CarId>,
    /// Whether a slipstream can follow the move.
    pub may_slip: bool,
    /// The number of corners that the move touches; the corner where it begins counts too.
    pub touched: u8,
    /// Whether the move is one space shorter because the car passes a car with the skill How Sweet!
    pub is_sweet: bool,
}

impl Move {
    /// Returns the costs of the move. They are used to compare several routes to the same space: lower costs are better
    /// (FD-GEN-07).
    const fn burden(&self) -> [u16; 5] {
        [self.is_out as u16, self.tyres, self.brake_points, self.dangers.len() as u16, self.is_sweet as u16]
    }

    /// Returns the turn with this move added to it.
    #[must_use]
    pub fn turn(&self, track: &Track, turn: Turn) -> Turn {
        let end = track.name(self.end).parse().ok();
        Turn {
            spaces: self.route.len() as u16,
            changes: self.changes.clone(),
            brakes: self.brakes,
            blocked: self.blocked,
            ends: end.into_iter().collect(),
            ..turn
        }
    }

    /// Describes the end space and the costs of the move, such as `b16: overshoot 3, T-3`.
    #[must_use]
    pub fn words(&self, track: &Track) -> String {
        let mut parts = Vec::new();
        let mut say = |holds: bool, text: String| {
            if holds {
                parts.push(text);
            }
        };
        say(self.overshoot > 0, format!("overshoot {}", self.overshoot));
        say(self.blocked.is_some(), format!("blocked, {} left", self.blocked.unwrap_or(0)));
        say(self.tyres > 0, format!("T-{}", self.tyres));
        say(self.brake_points > 0, format!("B-{}", self.brake_points));
        say(!self.dangers.is_empty(), many(self.dangers.len(), "danger roll"));
        say(!self.partners.is_empty(), format!("{} beside", many(self.partners.len(), "car")));
        say(self.spins, "spin".to_owned());
        say(self.is_out, "out".to_owned());
        say(self.finishes, "finish".to_owned());
        say(self.is_boxed, "pit box".to_owned());
        let name = track.name(self.end);
        if parts.is_empty() { name.to_owned() } else { format!("{name}: {}", parts.join(", ")) }
    }
}

/// All moves of a car for a gear and a face of its die.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The legal moves, sorted by end space. Moves that eliminate the car come last (FD-GEN-08).
    pub options: Vec<Move>,
    /// Whether every possible move eliminates the car.
    pub all_eliminate: bool,
}

/// Searches for moves. Use one searcher for many searches: each search reuses the memory of the previous search.
#[derive(Debug, Default)]
pub struct Searcher {
    pub(super) layers: Layers,
    ends: Vec<End>,
}

/// Returns the brake points and the tyre points that the car can still spend on its move, after it has paid for its
/// gear and its additions.
fn left(track: &Track, state: &State, index: usize, gear: u8, additions: Additions) -> (u16, u16) {
    let car = &state.cars[index];
    let (mut brakes, mut tyres) = (car.points(Zone::Brakes), car.points(Zone::Tyres));
    let in_pits = car.is_on_board() && track.space(car.at).ground.is_pit();
    let is_free = car.waits || car.spun || (in_pits && state.terms.rules.switches.no_costs_in_pits);
    let skipped = if is_free { 0 } else { car.gear.saturating_sub(gear).saturating_sub(1).min(3) };
    if state.terms.rules.is_basic() {
        tyres = tyres.saturating_sub(skipped);
        brakes = tyres;
    } else {
        for (zone, points) in SKIP_ZONES.into_iter().zip(skip_cost(skipped)) {
            if zone == Zone::Brakes {
                brakes = brakes.saturating_sub(points);
            }
        }
        tyres = tyres.saturating_sub(additions.skid.unsigned_abs());
    }
    if matches!(state.phase, Phase::Qualifying(_)) {
        brakes = 0;
    }
    (u16::from(brakes), u16::from(tyres))
}

impl Searcher {
    /// Returns the end spaces of all moves whose length before drift and braking is `spaces`, and the number of partial
    /// moves searched. This is the fastest search for moves, because it computes nothing else about the moves.
    pub fn end_spaces(
        &mut self,
        track: &Track,
        state: &State,
        index: usize,
        spaces: u16,
        brakes: u16,
    ) -> (Vec<SpaceIndex>, usize) {
        let course = Course::new(track, state, index, spaces);
        self.layers.search(&course, spaces + u16::from(course.drift));
        ends(&course, &self.layers, spaces, brakes, &mut self.ends);
        let mut found: Vec<SpaceIndex> =
            self.ends.iter().map(|end| self.layers.nodes[end.node as usize].walk.at).collect();
        found.sort_unstable();
        found.dedup();
        (found, self.layers.len())
    }

    /// Returns the largest number of corners that a move of up to `spaces` spaces can touch. The corner where the car
    /// stands counts too.
    pub(super) fn most_touched(&mut self, track: &Track, state: &State, index: usize, spaces: u16) -> u8 {
        let course = Course::new(track, state, index, spaces);
        self.layers.search(&course, spaces + u16::from(course.drift));
        self.layers.nodes.iter().map(|node| node.walk.touched).max().unwrap_or(0)
    }

    /// Returns all moves that a car can make with a gear and a face of its die. The length of the moves is the face
    /// plus the spaces of `additions`. Leaves out moves that touch too few corners for their skid control (FD-SKL-04).
    pub fn moves(
        &mut self,
        track: &Track,
        state: &State,
        index: usize,
        gear: u8,
        face: u8,
        additions: Additions,
    ) -> Moves {
        let mut found = self.moves_before_slips(track, state, index, gear, face, additions);
        found.options.retain(|option| option.touched >= additions.skid.unsigned_abs());
        found.all_eliminate = found.options.iter().all(|option| option.is_out);
        found
    }

    /// Returns the moves as [`Searcher::moves`] does, with the moves that touch too few corners for their skid control:
    /// the missing corners may be touched in a slipstream (FD-SLP-10).
    pub(super) fn moves_before_slips(
        &mut self,
        track: &Track,
        state: &State,
        index: usize,
        gear: u8,
        face: u8,
        additions: Additions,
    ) -> Moves {
        if state.cars.get(index).is_none_or(|car| !car.is_on_board()) {
            return Moves::default();
        }
        let (brakes, tyres) = left(track, state, index, gear, additions);
        let nitro = additions
            .nitro
            .map_or(0, |nitro| i32::from(nitro.part.unwrap_or(gear).min(6)) + if nitro.better { 3 } else { 0 });
        let base = i32::from(face) + nitro + i32::from(additions.soft) + i32::from(additions.skid);
        let base = base.clamp(0, 100) as u16;
        let course = Course::new(track, state, index, base);
        self.layers.search(&course, base + u16::from(course.drift));
        ends(&course, &self.layers, base, brakes, &mut self.ends);
        let mut options: Vec<Move> = Vec::new();
        for end in &self.ends {
            let walk = self.layers.nodes[end.node as usize].walk;
            let edges = self.layers.route(&course, end.node);
            let option = option(&course, end, &walk, &edges, gear, brakes, tyres);
            // Drops a route if another route to the same space is at least as good in every respect.
            let burden = option.burden();
            let beats = |one: [u16; 5], other: [u16; 5]| one.iter().zip(other).all(|(one, other)| *one <= other);
            let has_corners = |of: &Move| of.touched >= additions.skid.unsigned_abs();
            let is_same = |other: &Move| {
                other.end == option.end
                    && other.finishes == option.finishes
                    && has_corners(other) == has_corners(&option)
            };
            if options.iter().any(|other| is_same(other) && beats(other.burden(), burden)) {
                continue;
            }
            options.retain(|other| !(is_same(other) && beats(burden, other.burden())));
            options.push(option);
        }
        options.sort_by_key(|option| (option.is_out, option.end, option.burden()));
        let all_eliminate = options.iter().all(|option| option.is_out);
        Moves { options, all_eliminate }
    }
}

fn option(course: &Course<'_>, end: &End, walk: &Walk, edges: &[Edge], gear: u8, brakes: u16, tyres: u16) -> Move {
    let (track, state) = (course.track, course.state);
    let is_basic = state.terms.rules.is_basic();
    let car = &state.cars[course.mover];
    let limit = u16::from(state.limit(course.mover, Zone::Tyres));
    // The car gets new tyres at a checkpoint or in its box before it pays penalties.
    let is_checked =
        state.terms.rules.road && course.lap_of(walk) > car.lap && course.lap_of(walk) >= 2 && !walk.is_done();
    let mut has = if is_checked || (walk.is_boxed() && !is_basic) { limit } else { tyres };
    let rest = end.blocked.unwrap_or(0);
    let (mut is_out, mut brake_points) = (walk.is_fatal(), end.brakes);
    let mut cost = end.penalty;
    let is_qualifying = matches!(state.phase, Phase::Qualifying(_));
    let mut spins = false;
    if is_qualifying {
        cost = 0;
    } else if is_basic {
        cost += rest + end.brakes;
        brake_points = 0;
        is_out |= cost >= has && cost > 0 || rest >= 7;
    } else {
        let (table_brakes, table_tyres) = (rest.min(3), rest.saturating_sub(3));
        is_out |= rest >= 7 || brakes < end.brakes + table_brakes || has < table_tyres;
        has = has.saturating_sub(table_tyres);
        is_out |= end.penalty > has.max(1);
        let is_far = end.penalty > u16::from(walk.rate);
        is_out |= state.terms.rules.switches.literal_overshoot && is_far && end.penalty > 0 && end.penalty >= has;
        spins = !is_out && end.penalty > 0 && end.penalty >= has && !walk.is_done();
        brake_points += table_brakes;
        cost += table_tyres;
    }
    let route: Vec<SpaceIndex> = edges.iter().map(|edge| edge.to).collect();
    let dangers = route.iter().copied().filter(|at| state.is_dangerous(track, *at)).collect();
    let is_home = walk.is_done() || is_out;
    let near = |at: SpaceIndex| track.beside(walk.at).contains(&at) || track.next(walk.at) == Some(at);
    let in_pits = |at: SpaceIndex| track.space(at).ground.is_pit();
    let partners = state
        .cars
        .iter()
        .enumerate()
        .filter(|(other, stands)| {
            !is_home
                && !is_qualifying
                && *other != course.mover
                && stands.is_on_board()
                && near(stands.at)
                && !in_pits(walk.at)
                && !in_pits(stands.at)
        })
        .map(|(_, stands)| stands.car)
        .collect();
    let has_braked = end.brakes > 0 || end.blocked.is_some();
    let may_slip = !is_home
        && !has_braked
        && !is_basic
        && !is_qualifying
        && !walk.has_overshot()
        && super::slip::refuses(track, state, walk.at, gear).is_none();
    Move {
        end: walk.at,
        changes: changes(course, edges),
        route,
        brakes: end.brakes as u8,
        blocked: end.blocked.map(|rest| rest.min(255) as u8),
        tyres: cost,
        brake_points,
        drift: if walk.drifts() { course.drift } else { 0 },
        overshoot: end.penalty,
        spins,
        is_out,
        finishes: walk.is_done() && !is_out,
        crosses_line: walk.crossed > 0,
        crosses_police: edges.iter().any(|edge| edge.police),
        is_boxed: walk.is_boxed(),
        dangers,
        partners,
        may_slip,
        touched: walk.touched,
        is_sweet: walk.is_sweet(),
    }
}

/// Returns the lane changes that a record needs to describe a route. Leaves out a lane change if the car has no other
/// edge to take, apart from edges into the pit lane or a box.
pub(super) fn changes(course: &Course<'_>, edges: &[Edge]) -> Vec<Change> {
    let mut at = course.start;
    let mut changes = Vec::new();
    for (step, edge) in (1..).zip(edges) {
        let ways = course.track.edges(at);
        let others = || ways.iter().filter(|way| !matches!(way.kind, EdgeKind::PitIn | EdgeKind::BoxIn));
        let way = match edge.kind {
            EdgeKind::Left if others().count() > 1 => Some(Way::Left),
            EdgeKind::Right if others().count() > 1 => Some(Way::Right),
            EdgeKind::PitIn => Some(Way::Pit),
            EdgeKind::PitOut if others().next() != Some(edge) => {
                let own = exit_order(course, edge);
                let mut exits = others().filter(|way| way.kind == EdgeKind::PitOut);
                let is_first = exits.all(|way| exit_order(course, way) >= own);
                Some(if is_first { Way::Left } else { Way::Right })
            }
            _ => None,
        };
        changes.extend(way.map(|way| Change { way, step }));
        at = edge.to;
    }
    changes
}

/// Returns the gears that the car to act may announce. The list includes gears that the car can pay for only with its
/// last engine point, which eliminates it.
#[must_use]
pub fn gears(track: &Track, state: &State) -> Vec<u8> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let may = |gear: &u8| {
        let turn = Turn { gear: Some(*gear), ..Turn::of(state.cars[index].car, state.round) };
        Act::new(track, state, &turn, index, true).announce().is_ok()
    };
    (1..=6).filter(may).collect()
}

/// Returns all moves that a car can make with a gear and a face of its die. Also returns the nearby spaces that it
/// cannot reach, each with the reason.
#[must_use]
pub fn moves(
    track: &Track,
    state: &State,
    car: CarId,
    gear: u8,
    face: u8,
    additions: Additions,
) -> (Moves, Vec<Unreachable>) {
    let Some(index) = state.index_of(car).filter(|index| state.cars[*index].at != NOWHERE) else {
        return (Moves::default(), Vec::new());
    };
    let found = Searcher::default().moves(track, state, index, gear, face, additions);
    let reached: Vec<SpaceIndex> = found.options.iter().map(|option| option.end).collect();
    let (brakes, _) = left(track, state, index, gear, additions);
    let unreachable = why_not(track, state, index, u16::from(face), brakes, &reached);
    (found, unreachable)
}
