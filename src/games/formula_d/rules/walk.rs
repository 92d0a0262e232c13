//! Drives one move step by step. Computes the state of the car after each step, and the edges that the car may take
//! next (sections 3.6 to 3.9 of the rules ledger).
//!
//! The same steps are used to check a recorded route and to search all routes. Some rules of the ledger can be read in
//! two ways. This module reads them as follows. Every car that leaves a corner with a stop missing must keep its lane,
//! even if the overshoot eliminates it. Edges into and out of the pit lane do not count as lane changes on a straight.
//! In an overtaking manoeuvre the car must leave its lane as late as possible, and return to it as early as possible.
//! For both rules, only lane changes to the side on which the car overtakes are considered.

use crate::games::formula_d::draft::{EdgeKind, Side};
use crate::games::formula_d::options::Skill;
use crate::games::formula_d::spaces::SpaceSet;
use crate::games::formula_d::state::{Phase, State};
use crate::games::formula_d::track::{Edge, Ground, NOWHERE, SpaceIndex, Track};

/// The state of a car during a move. Two partial moves with the same state have the same possible next steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The space where the car is at this point of the move.
    pub at: SpaceIndex,
    /// The space where the car left its lane to overtake; [`NOWHERE`] if the car is not overtaking, or can no longer
    /// return to its lane.
    pub open: SpaceIndex,
    /// The overshoot penalty so far: the number of overshoot spaces times the factor of the tyres.
    pub penalty: u16,
    /// The number of lane changes that this move has made on the current straight.
    pub changes: u8,
    /// The number of the lane that the car left by a lane change on the current straight; 0 if it has not changed lanes
    /// there.
    pub left: u8,
    /// The number by which `penalty` rises with each further overshoot space; 0 if the car has not overshot.
    pub rate: u8,
    /// The number of times that this move has crossed the finish line.
    pub crossed: u8,
    /// The number of corners in which the car has been during this move, including the corner where the move began.
    pub touched: u8,
    flags: u8,
}

/// Flag: the car is still in the corner where the move began.
const IN_START: u8 = 1;
/// Flag: the car left a corner with two or more stops missing.
const FATAL: u8 = 2;
/// Flag: the car left a corner with a stop missing, so it must keep its lane.
const LOCKED: u8 = 4;
/// Flag: the car enters a space of a corner before it has driven the length of the move without drift. Therefore drift
/// makes the move longer.
const DRIFTS: u8 = 8;
/// Flag: on a straight, the moving car passed the car whose driver has the skill How Sweet!
const SWEET: u8 = 16;
/// Flag: the car has crossed the finish line at the end of its last lap.
const DONE: u8 = 32;
/// Flag: the car is in its own box.
const BOXED: u8 = 64;

impl Walk {
    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether the car left a corner with two or more stops missing.
    pub const fn is_fatal(&self) -> bool {
        self.has(FATAL)
    }

    /// Whether the car left a corner with a stop missing.
    pub const fn has_overshot(&self) -> bool {
        self.has(LOCKED)
    }

    /// Whether drift makes the move longer. It does if the car enters a space of a corner before it has driven the
    /// length of the move without drift.
    pub const fn drifts(&self) -> bool {
        self.has(DRIFTS)
    }

    /// Whether, on a straight, the moving car passed the car whose driver has the skill How Sweet!
    pub const fn is_sweet(&self) -> bool {
        self.has(SWEET)
    }

    /// Whether the race or the qualifying lap is over for the car.
    pub const fn is_done(&self) -> bool {
        self.has(DONE)
    }

    /// Whether the car is in its box.
    pub const fn is_boxed(&self) -> bool {
        self.has(BOXED)
    }

    /// Whether the car overshoots by more than one space. If it does, the penalty is greater than the penalty for one
    /// space.
    pub const fn overshoots_far(&self) -> bool {
        self.penalty > self.rate as u16
    }

    /// Whether the car is still in the corner where the move began.
    pub const fn is_in_start_corner(&self) -> bool {
        self.has(IN_START)
    }
}

/// A reason why a car may not take an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A car stands on the next space (FD-DRV-02).
    Occupied,
    /// The car left a corner with a stop missing, so it must keep its lane (FD-OVR-04).
    Locked,
    /// The car has already changed lanes twice on this straight (FD-STR-01).
    Changes,
    /// The edge leads back to a lane that the car has already left on this straight (FD-STR-03).
    Left,
    /// The car returns to its lane without having overtaken another car (FD-STR-04).
    NobodyPassed,
    /// The car left its lane too early for the overtaking manoeuvre, or returns too late (FD-STR-05).
    NotShort,
    /// The pit lane is closed to the car (FD-PIT-01).
    PitClosed,
    /// The box belongs to another car, or the car passes its own box (FD-PIT-03).
    Box,
}

/// Everything that stays the same during a move: the positions of the other cars, and the limits that the rules set for
/// the move.
pub struct Course<'a> {
    pub track: &'a Track,
    pub state: &'a State,
    pub mover: usize,
    /// The space where the move begins.
    pub start: SpaceIndex,
    /// The spaces occupied by other cars.
    taken: SpaceSet,
    lap: u16,
    last_lap: u16,
    factors: [u8; 2],
    /// The length of the move without drift, in spaces: the face of the gear die plus extra spaces such as nitro.
    pub base: u16,
    /// The number of spaces by which drift makes a move longer if the car drives in a corner.
    pub drift: u8,
    sweet: SpaceIndex,
    /// The last lap in which the car may enter the pit lane, counted from 1; 0 if the car may never enter it.
    pit_until: u16,
    pit_box: SpaceIndex,
    was_boxed: bool,
    made: u8,
    /// The spaces from which a car may begin to overtake, each with the side to which it then changes lanes.
    departures: Vec<(SpaceIndex, Side)>,
}

impl<'a> Course<'a> {
    /// Collects everything that stays the same during the next move of the car with index `mover`. The move begins on
    /// the space where the car stands.
    pub fn new(track: &'a Track, state: &'a State, mover: usize, base: u16) -> Self {
        let (terms, car) = (&state.terms, &state.cars[mover]);
        let is_qualifying = matches!(state.phase, Phase::Qualifying(_));
        let mut taken = SpaceSet::default();
        if !is_qualifying {
            for other in state.cars.iter().filter(|other| other.car != car.car && other.is_on_board()) {
                taken.add(other.at);
            }
        }
        let pick = |space: SpaceIndex| space != NOWHERE && track.space(space).ground == Ground::Straight;
        let sweet = terms
            .with(Skill::HowSweet)
            .filter(|sweet| *sweet != mover && !is_qualifying)
            .map(|sweet| state.cars[sweet].at)
            .filter(|space| pick(*space))
            .unwrap_or(NOWHERE);
        let pit_box = terms.cars[mover].pit_box;
        let is_closed = terms.rules.road || terms.rules.is_basic() || is_qualifying || pit_box == NOWHERE;
        let mut course = Self {
            track,
            state,
            mover,
            start: car.at,
            taken,
            lap: car.lap,
            last_lap: if is_qualifying { 1 } else { terms.laps as u16 },
            factors: [0, 1].map(|crossed| state.factor(car, car.lap + crossed)),
            base,
            drift: state.drift(mover),
            sweet,
            pit_until: if is_closed { 0 } else { (terms.laps as u16).saturating_sub(1) },
            pit_box,
            was_boxed: car.boxed,
            made: car.stops,
            departures: Vec::new(),
        };
        course.departures = course.find_departures();
        course
    }

    /// Finds the spaces from which the moving car may begin to overtake (FD-STR-05). For each other car on a straight
    /// and for each side, this is the nearest space behind that car from which a lane change to that side is possible.
    /// No car may stand between this space and the other car.
    fn find_departures(&self) -> Vec<(SpaceIndex, Side)> {
        let mut found = Vec::new();
        for car in self.taken.iter().filter(|car| self.track.space(*car).ground == Ground::Straight) {
            for (side, kind) in [(Side::Left, EdgeKind::Left), (Side::Right, EdgeKind::Right)] {
                let mut at = car;
                // No move is longer than 64 spaces.
                for _ in 0..64 {
                    let Some(behind) = self.track.prev(at) else { break };
                    if self.is_taken(behind) || self.track.space(behind).ground != Ground::Straight {
                        break;
                    }
                    at = behind;
                    let is_open = |edge: &Edge| edge.kind == kind && !self.is_taken(edge.to);
                    if self.track.edges(at).iter().any(is_open) {
                        found.push((at, side));
                        break;
                    }
                }
            }
        }
        found
    }

    /// Whether another car stands on a space.
    pub fn is_taken(&self, at: SpaceIndex) -> bool {
        self.taken.has(at)
    }

    /// Returns the state of the moving car before its first step.
    pub fn first(&self) -> Walk {
        let is_corner = self.track.space(self.start).ground.corner().is_some();
        Walk {
            at: self.start,
            open: NOWHERE,
            penalty: 0,
            changes: 0,
            left: 0,
            rate: 0,
            crossed: 0,
            touched: u8::from(is_corner),
            flags: if is_corner { IN_START } else { 0 },
        }
    }

    /// Returns the number of stops that the car misses in its corner if it drives along this edge; 0 if the edge does
    /// not leave the corner.
    fn missing(&self, walk: &Walk, edge: Edge) -> u8 {
        let Some(corner) = self.track.space(walk.at).ground.corner() else { return 0 };
        if self.track.space(edge.to).ground.corner() == Some(corner) {
            return 0;
        }
        let made = if walk.has(IN_START) { self.made } else { 0 };
        self.track.corners()[usize::from(corner)].stops.saturating_sub(made)
    }

    /// Returns the reason why the car may not take an edge; `None` if it may. Does not check the limits for lane
    /// changes on straights: call `refuses_run` for them.
    pub fn refuses(&self, walk: &Walk, edge: Edge) -> Option<Fault> {
        match edge.kind {
            EdgeKind::Ahead | EdgeKind::Portal(_) | EdgeKind::PitOut if walk.at != self.pit_box => {
                // A car that has not yet been in its box on this visit to the pit lane must enter the box when it gets
                // there.
                let is_due = self.track.space(walk.at).ground == Ground::Pit && !self.was_boxed && !walk.is_boxed();
                if is_due && self.track.edge(walk.at, self.pit_box).is_some() {
                    return Some(Fault::Box);
                }
            }
            EdgeKind::BoxIn if edge.to != self.pit_box || self.was_boxed => return Some(Fault::Box),
            EdgeKind::PitIn => {
                let lap = self.lap + u16::from(walk.crossed);
                if !(1..=self.pit_until).contains(&lap) {
                    return Some(Fault::PitClosed);
                }
            }
            _ => {}
        }
        if !edge.is_ahead()
            && !self.track.space(walk.at).ground.is_pit()
            && (walk.has(LOCKED) || self.missing(walk, edge) > 0)
            && self.track.has_ahead(walk.at)
        {
            return Some(Fault::Locked);
        }
        self.is_taken(edge.to).then_some(Fault::Occupied)
    }

    /// Checks the limits for lane changes on straights (FD-STR-01 to 05). Returns the reason why they forbid this edge;
    /// `None` if they allow it.
    pub fn refuses_run(&self, walk: &Walk, edge: Edge) -> Option<Fault> {
        edge.side()?;
        let from = self.track.space(walk.at);
        if from.ground != Ground::Straight || walk.changes == 0 {
            return None;
        }
        if walk.changes >= 2 {
            return Some(Fault::Changes);
        }
        if self.track.space(edge.to).lane != walk.left {
            return None;
        }
        self.refuses_return(walk, edge)
    }

    /// Returns the reason why the car may not return to a lane; `None` if it may.
    fn refuses_return(&self, walk: &Walk, edge: Edge) -> Option<Fault> {
        if walk.open == NOWHERE {
            return Some(Fault::Left);
        }
        let (mut at, mut last) = (walk.open, None);
        let mut between = 0;
        for _ in 0..200 {
            let Some(next) = self.track.next(at) else { return Some(Fault::Left) };
            if next == edge.to {
                break;
            }
            between += 1;
            at = next;
            if self.is_taken(next) {
                last = Some(next);
            }
        }
        let Some(last) = last else {
            return Some(if between == 0 { Fault::Left } else { Fault::NobodyPassed });
        };
        // The return is too late if the car could have returned from an earlier space, to a free space nearer to the
        // cars that it passed.
        let first = self.track.edges(walk.open).iter().find(|other| {
            other.side().is_some() && self.track.space(other.to).lane == self.track.space(walk.at).lane
        })?;
        let mut beside = first.to;
        for _ in 0..200 {
            if beside == walk.at {
                return None;
            }
            let lane = walk.left;
            for back in self.track.edges(beside).iter().filter(|back| self.track.space(back.to).lane == lane) {
                let mut at = last;
                for _ in 0..200 {
                    let Some(next) = self.track.next(at).filter(|next| *next != edge.to) else { break };
                    if next == back.to {
                        return Some(Fault::NotShort);
                    }
                    at = next;
                }
            }
            beside = self.track.next(beside)?;
        }
        None
    }

    /// Explains why a car may not return to the lane that it left. Call this only if the car left its lane at a space
    /// where no overtaking manoeuvre may begin.
    pub fn why_closed(&self, from: SpaceIndex, to: SpaceIndex) -> Fault {
        let (mut at, mut between, mut has_car) = (from, 0, false);
        for _ in 0..200 {
            let Some(next) = self.track.next(at).filter(|next| *next != to) else { break };
            between += 1;
            has_car |= self.is_taken(next);
            at = next;
        }
        match (has_car, between) {
            (true, _) => Fault::NotShort,
            (false, 0) => Fault::Left,
            (false, _) => Fault::NobodyPassed,
        }
    }

    /// Drives along an edge, even if the rules forbid it, and returns the state of the car after this step. `step` is
    /// the number of the step in the move, from 1. If `is_slip` is set, the step belongs to a slipstream, and a lane
    /// change in this step does not count towards the limits on straights.
    pub fn enter(&self, walk: &Walk, edge: Edge, step: u16, is_slip: bool) -> Walk {
        let mut after = *walk;
        let (from, to) = (self.track.space(walk.at), self.track.space(edge.to));
        match self.missing(walk, edge) {
            0 => {}
            missing => {
                let crossed = usize::from(walk.crossed.min(1));
                let is_qualifying = matches!(self.state.phase, Phase::Qualifying(_));
                let made_one = walk.has(IN_START) && self.made > 0;
                if missing == 1 || (is_qualifying && made_one) {
                    after.rate = after.rate.saturating_add(self.factors[crossed]);
                } else {
                    after.flags |= FATAL;
                }
                after.flags |= LOCKED;
            }
        }
        if from.ground.corner() != to.ground.corner() {
            after.flags &= !IN_START;
            after.touched = after.touched.saturating_add(u8::from(to.ground.corner().is_some()));
        }
        if from.ground == Ground::Straight && !is_slip {
            if let Some(side) = edge.side() {
                if after.changes == 0 {
                    after.left = from.lane;
                    after.open = if self.departures.contains(&(walk.at, side)) { walk.at } else { NOWHERE };
                } else {
                    after.open = NOWHERE;
                }
                after.changes += 1;
            }
            if to.ground != Ground::Straight {
                (after.changes, after.left, after.open) = (0, 0, NOWHERE);
            }
        } else {
            (after.changes, after.left, after.open) = (0, 0, NOWHERE);
        }
        // After two lane changes the car may not change lanes again, so the lane that it left no longer matters.
        if after.changes >= 2 {
            after.left = 0;
        }
        if self.drift > 0 && step <= self.base && to.ground.corner().is_some() && !is_slip {
            after.flags |= DRIFTS;
        }
        if self.sweet != NOWHERE && self.is_passed(walk, edge) {
            after.flags |= SWEET;
        }
        if edge.finish {
            after.crossed += 1;
            if self.lap + u16::from(after.crossed) > self.last_lap {
                after.flags |= DONE;
            }
        }
        if edge.kind == EdgeKind::BoxIn {
            after.flags |= BOXED;
        }
        after.penalty = after.penalty.saturating_add(u16::from(after.rate));
        after.at = edge.to;
        after
    }

    /// Whether the moving car is on a straight and, by driving along this edge, passes the car whose driver has the
    /// skill How Sweet! (FD-SKL-01).
    fn is_passed(&self, walk: &Walk, edge: Edge) -> bool {
        self.track.space(walk.at).ground == Ground::Straight && self.track.passes(walk.at, edge, self.sweet)
    }

    /// Returns the edges that the car may take, each with its index.
    pub fn ways<'s>(&'s self, walk: &'s Walk) -> impl Iterator<Item = (usize, Edge)> + 's {
        self.track
            .edges(walk.at)
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, edge)| self.refuses(walk, *edge).is_none() && self.refuses_run(walk, *edge).is_none())
    }

    /// Whether a legal next step would pass the car whose driver has the skill "How Sweet!". If so, the moving car may
    /// stop here, one space before the end of its move.
    pub fn looks_away(&self, walk: &Walk) -> bool {
        self.sweet != NOWHERE && !walk.is_sweet() && self.ways(walk).any(|(_, edge)| self.is_passed(walk, edge))
    }

    /// Whether the car is in the pits and cannot drive on because other cars are in the way. The answer is always no if
    /// the switch `single_file_pits` is off (FD-PIT-07).
    pub fn is_stuck(&self, walk: &Walk) -> bool {
        self.track.space(walk.at).ground.is_pit()
            && !walk.is_boxed()
            && self.ways(walk).next().is_none()
            && self.state.terms.rules.switches.single_file_pits
    }

    /// Returns the lap of the car at this point of the move.
    pub const fn lap_of(&self, walk: &Walk) -> u16 {
        self.lap + walk.crossed as u16
    }

    /// Returns the number of spaces that the car must drive if it does not brake. Drift adds spaces. A car that passed
    /// the car with the skill How Sweet! drives one space less.
    pub fn required(&self, walk: &Walk, base: u16) -> u16 {
        let drift = if walk.drifts() { u16::from(self.drift) } else { 0 };
        (base + drift).saturating_sub(u16::from(walk.is_sweet()))
    }
}
