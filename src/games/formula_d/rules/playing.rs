//! A turn while it is being played: the state that it has reached, and effects that occur in several parts of a turn,
//! such as lost wear points.

use super::walk::Walk;
use crate::game::{CarId, Event, EventKind, IllegalTurn};
use crate::games::formula_d::options::{Skill, Zone};
use crate::games::formula_d::state::{Car, Phase, Standing, State};
use crate::games::formula_d::track::{NOWHERE, SpaceIndex, Track};
use crate::games::formula_d::turn::{Chance, Purpose, Roll, Turn};

/// The result of one step of a turn. If the step breaks a rule, the result is an error, and the rest of the turn is not
/// played.
pub(super) type Step<T = ()> = Result<T, Box<IllegalTurn>>;

/// A turn in progress, with everything that it has changed so far.
pub(super) struct Act<'a> {
    pub track: &'a Track,
    pub before: &'a State,
    pub turn: &'a Turn,
    pub state: State,
    pub index: usize,
    is_strict: bool,
    pub first: Option<IllegalTurn>,
    pub events: Vec<Event>,
    pub next_roll: usize,
    /// The spaces on which a damage marker is put at the end of the turn.
    pub marks: Vec<SpaceIndex>,
    /// The cars that lost body or engine points in this turn. At the end of the turn, a marker is put on the space of
    /// each of these cars.
    pub harmed: Vec<usize>,
    /// The dangerous spaces entered in this turn, in route order.
    pub dangers: Vec<SpaceIndex>,
    /// The space on which the car stands. After the car has left the board, the last space on which it stood.
    pub stands: SpaceIndex,
    /// The spaces entered in this turn, in order.
    pub path: Vec<SpaceIndex>,
    /// The state of the car at the end of its move; `None` if the car has not moved in this turn.
    pub walked: Option<Walk>,
    /// The spaces where the moves of this turn ended, in order.
    pub ends: Vec<SpaceIndex>,
    /// The last space before the finish line, if the car crossed the line in this turn.
    pub before_line: Option<SpaceIndex>,
    /// The last space before the finish line, if the car was eliminated in the move over the line of its last lap.
    pub out_at: Option<SpaceIndex>,
    /// Whether the move itself took the car out of play, because the car finished, was eliminated or retired. A car
    /// that was eliminated only by a roll after the move does not count.
    pub left_by_move: bool,
    /// The lap in which the turn began.
    pub began_lap: u16,
    /// Provides a result for each roll of the black die that the record lacks. If it is `None`, a missing roll is an
    /// error.
    pub filler: Option<&'a mut dyn FnMut(Purpose) -> u8>,
    /// All rolls of the black die in the turn: those in the record, and those that `filler` provided.
    pub filled: Vec<Roll>,
    /// The stopwatch time that was filled in because the record lacks it, in seconds; `None` if nothing was filled in.
    pub filled_seconds: Option<u32>,
}

impl<'a> Act<'a> {
    /// Prepares the turn of the car with this index. If `is_strict` is set, the first broken rule ends the turn.
    pub(super) fn new(track: &'a Track, before: &'a State, turn: &'a Turn, index: usize, is_strict: bool) -> Self {
        Self {
            track,
            before,
            turn,
            state: before.clone(),
            index,
            is_strict,
            first: None,
            events: Vec::new(),
            next_roll: 0,
            marks: Vec::new(),
            harmed: Vec::new(),
            dangers: Vec::new(),
            stands: before.cars[index].at,
            before_line: None,
            out_at: None,
            path: Vec::new(),
            walked: None,
            ends: Vec::new(),
            left_by_move: false,
            began_lap: before.cars[index].lap,
            filler: None,
            filled: Vec::new(),
            filled_seconds: None,
        }
    }

    /// Handles a broken rule, given as a clause and a message. A strict turn ends with this error. A lenient turn notes
    /// the error and continues.
    pub(super) fn broken(&mut self, clause: &'static str, message: impl Into<String>) -> Step {
        self.refused(IllegalTurn::new(clause, message))
    }

    /// Handles a broken rule, given as an error. A strict turn ends with this error. A lenient turn notes the error and
    /// continues.
    pub(super) fn refused(&mut self, illegal: IllegalTurn) -> Step {
        if self.is_strict {
            return Err(Box::new(illegal));
        }
        self.first.get_or_insert(illegal);
        Ok(())
    }

    /// Handles a recorded value that differs from the value that the rules give: reports it as a broken rule.
    pub(super) fn mismatch(&mut self, clause: &'static str, field: &str, recorded: &str, given: &str) -> Step {
        self.broken(clause, format!("The record says {recorded} for {field}, but clause {clause} gives {given}."))
    }

    /// Whether the turn is played leniently: it continues after a broken rule, and the first broken rule is noted.
    pub(super) const fn is_lenient(&self) -> bool {
        !self.is_strict
    }

    /// The turn's round and car, such as `4.2`, for messages.
    pub(super) fn name(&self) -> String {
        format!("{}.{}", self.turn.round, self.turn.car)
    }

    pub(super) fn car(&self) -> &Car {
        &self.state.cars[self.index]
    }

    pub(super) fn car_mut(&mut self) -> &mut Car {
        &mut self.state.cars[self.index]
    }

    pub(super) fn id(&self, index: usize) -> CarId {
        self.state.cars[index].car
    }

    pub(super) fn event(&mut self, index: usize, kind: EventKind) {
        let car = self.id(index);
        self.events.push(Event { car, kind });
    }

    pub(super) fn has(&self, skill: Skill) -> bool {
        self.state.terms.has(self.index, skill)
    }

    pub(super) fn is_basic(&self) -> bool {
        self.state.terms.rules.is_basic()
    }

    /// Deducts wear points from a zone of a car. If the zone has too few points, it loses all that it has. In the basic
    /// game all points come from one pool. If the car loses body or engine points, a damage marker is put on its space
    /// (FD-DMG-01). If its pool, body, engine or handling is empty afterwards, the car is eliminated (FD-ELI-01).
    pub(super) fn lose(&mut self, index: usize, zone: Zone, points: u16, cause: &'static str) {
        self.deduct(index, zone, points, cause, true);
    }

    /// Deducts the wear points that the player chose to pay, with the same consequences as [`lose`](Self::lose).
    pub(super) fn pay(&mut self, index: usize, zone: Zone, points: u16, purpose: &'static str) {
        self.deduct(index, zone, points, purpose, false);
    }

    fn deduct(&mut self, index: usize, zone: Zone, points: u16, purpose: &'static str, incident: bool) {
        if points == 0 {
            return;
        }
        let is_basic = self.is_basic();
        let place = if is_basic { Zone::Tyres } else { zone };
        let has = u16::from(self.state.cars[index].points(place));
        let lost = points.min(has);
        self.state.cars[index].wear[place as usize] = (has - lost) as u8;
        if lost > 0 {
            let resource = place.name_in(&self.state.terms.rules);
            self.event(index, EventKind::Spent { resource, amount: i32::from(lost), purpose, incident });
        }
        let is_vital = is_basic || matches!(zone, Zone::Body | Zone::Engine | Zone::Handling);
        if !is_basic && matches!(zone, Zone::Body | Zone::Engine) && lost > 0 {
            self.harmed.push(index);
        }
        if is_vital && has == lost {
            self.eliminate(index, purpose);
        }
    }

    /// Gives wear points back to a zone of a car. The zone never gets more points than it had at the start (FD-SET-02).
    pub(super) fn regain(&mut self, index: usize, zone: Zone, points: u8, purpose: &'static str) {
        let limit = self.state.limit(index, zone);
        let has = self.state.cars[index].points(zone);
        let now = has.saturating_add(points).min(limit).max(has);
        self.state.cars[index].wear[zone as usize] = now;
        if now > has {
            let amount = -i32::from(now - has);
            let resource = zone.name_in(&self.state.terms.rules);
            self.event(index, EventKind::Spent { resource, amount, purpose, incident: false });
        }
    }

    /// Eliminates a car. `cause` is the reason, in the same words as the damage. The car leaves the board at once, and a
    /// damage marker is put on the space where it stood (FD-ELI-02).
    pub(super) fn eliminate(&mut self, index: usize, cause: &'static str) {
        if !self.state.cars[index].is_racing() {
            return;
        }
        let at = if index == self.index { self.stands } else { self.state.cars[index].at };
        if index == self.index {
            self.take_back_last_crossing();
        }
        self.state.out += 1;
        self.state.cars[index].standing = Standing::Out(self.state.out);
        self.state.cars[index].at = NOWHERE;
        self.state.cars[index].last = at;
        self.state.cars[index].gear = 0;
        if at != NOWHERE && !self.is_basic() {
            self.marks.push(at);
        }
        self.event(index, EventKind::Eliminated { cause });
    }

    /// Takes the crossing of the line back with which the car would have finished: it counts only if the car survives
    /// its move (FD-WIN-05).
    fn take_back_last_crossing(&mut self) {
        let (lap, last_lap) = (u32::from(self.car().lap), self.state.terms.laps);
        if self.state.phase != Phase::Race || lap <= last_lap {
            return;
        }
        self.car_mut().lap -= 1;
        self.out_at = self.before_line;
        let own = self.car().car;
        self.events
            .retain(|event| event.car != own || !matches!(event.kind, EventKind::Lap { lap: known } if known == lap));
    }

    /// Whether the moving car is still racing.
    pub(super) fn is_racing(&self) -> bool {
        self.car().is_racing()
    }

    /// Returns the result of a die; `None` if the result is unknown.
    pub(super) const fn known(chance: Option<Chance>) -> Option<u8> {
        match chance {
            Some(Chance::Known(value)) => Some(value),
            _ => None,
        }
    }
}
