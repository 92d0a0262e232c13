//! A turn being played: what is known of it so far, and what every part of it does to cars.

use super::walk::Walk;
use crate::game::{CarId, Event, EventKind, IllegalTurn};
use crate::games::formula_d::options::{Skill, Zone};
use crate::games::formula_d::state::{Car, Standing, State};
use crate::games::formula_d::track::{NOWHERE, SpaceIndex, Track};
use crate::games::formula_d::turn::{Chance, Purpose, Roll, Turn};

/// Nothing, or the rule that stops a strict turn.
pub(super) type Step<T = ()> = Result<T, Box<IllegalTurn>>;

/// A turn being played.
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
    /// Spaces that get a marker at the end of the turn.
    pub marks: Vec<SpaceIndex>,
    /// Cars that lost body or engine points: their spaces get markers.
    pub harmed: Vec<usize>,
    /// Dangerous spaces entered, in route order.
    pub dangers: Vec<SpaceIndex>,
    /// The space the car stands on, or stood on when it left the board.
    pub stands: SpaceIndex,
    /// The spaces entered, in order.
    pub path: Vec<SpaceIndex>,
    /// How the move ended; none where there was none.
    pub walked: Option<Walk>,
    /// The check values of ends, in order.
    pub ends: Vec<SpaceIndex>,
    /// Whether the car had finished or gone out by the end of its move.
    pub left_by_move: bool,
    /// The lap the turn began in.
    pub began_lap: u16,
    /// What rolls that the record has not are filled in by.
    pub filler: Option<&'a mut dyn FnMut(Purpose) -> u8>,
    /// The rolls of the turn with those that were filled in.
    pub filled: Vec<Roll>,
    /// The stopwatch, where it was filled in.
    pub filled_seconds: Option<u32>,
}

impl<'a> Act<'a> {
    /// The turn of a car that is in the race.
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

    /// A rule is broken: a strict turn stops.
    pub(super) fn broken(&mut self, clause: &'static str, message: impl Into<String>) -> Step {
        self.refused(IllegalTurn::new(clause, message))
    }

    /// The same with a refusal that is made.
    pub(super) fn refused(&mut self, illegal: IllegalTurn) -> Step {
        if self.is_strict {
            return Err(Box::new(illegal));
        }
        self.first.get_or_insert(illegal);
        Ok(())
    }

    /// A consequence that the record gives differently.
    pub(super) fn mismatch(&mut self, clause: &'static str, field: &str, recorded: &str, given: &str) -> Step {
        self.broken(clause, format!("The record gives {field} = {recorded}; {clause} gives {given}."))
    }

    /// Whether rules that are broken are noted, not kept.
    pub(super) const fn is_lenient(&self) -> bool {
        !self.is_strict
    }

    /// The turn's number, as sentences name it.
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

    /// Takes wear points away, as many as there are; the basic game has one pool. Losses of body and engine leave a marker
    /// (FD-DMG-01), and a zone that must not be empty eliminates (FD-ELI-01).
    pub(super) fn lose(&mut self, index: usize, zone: Zone, points: u16, purpose: &'static str) {
        if points == 0 {
            return;
        }
        let is_basic = self.is_basic();
        let place = if is_basic { Zone::Tyres } else { zone };
        let has = u16::from(self.state.cars[index].points(place));
        let lost = points.min(has);
        self.state.cars[index].wear[place as usize] = (has - lost) as u8;
        if lost > 0 {
            self.event(index, EventKind::Spent { resource: place.name(), amount: i32::from(lost), purpose });
        }
        let is_vital = is_basic || matches!(zone, Zone::Body | Zone::Engine | Zone::Handling);
        if !is_basic && matches!(zone, Zone::Body | Zone::Engine) && lost > 0 {
            self.harmed.push(index);
        }
        if is_vital && has == lost {
            self.eliminate(index);
        }
    }

    /// Gives wear points back, never above the start values (FD-SET-02).
    pub(super) fn regain(&mut self, index: usize, zone: Zone, points: u8, purpose: &'static str) {
        let limit = self.state.limit(index, zone);
        let has = self.state.cars[index].points(zone);
        let now = has.saturating_add(points).min(limit).max(has);
        self.state.cars[index].wear[zone as usize] = now;
        if now > has {
            let amount = -i32::from(now - has);
            self.event(index, EventKind::Spent { resource: zone.name(), amount, purpose });
        }
    }

    /// Takes a car out of the race: it leaves the board at once, with a marker where it stood (FD-ELI-02).
    pub(super) fn eliminate(&mut self, index: usize) {
        if !self.state.cars[index].is_racing() {
            return;
        }
        let at = if index == self.index { self.stands } else { self.state.cars[index].at };
        self.state.out += 1;
        self.state.cars[index].standing = Standing::Out(self.state.out);
        self.state.cars[index].at = NOWHERE;
        self.state.cars[index].last = at;
        self.state.cars[index].gear = 0;
        if at != NOWHERE && !self.is_basic() {
            self.marks.push(at);
        }
        self.event(index, EventKind::Eliminated);
    }

    /// Whether the mover still races.
    pub(super) fn is_racing(&self) -> bool {
        self.car().is_racing()
    }

    /// The value of a known face; an unknown one counts as none.
    pub(super) const fn known(chance: Option<Chance>) -> Option<u8> {
        match chance {
            Some(Chance::Known(value)) => Some(value),
            _ => None,
        }
    }
}
