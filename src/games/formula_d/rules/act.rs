//! Plays one turn from beginning to end (steps T1 to T8 in section 3.0 of the rules ledger). The turn is checked while
//! it is played. A strict run stops at the first broken rule. A lenient run notes the first broken rule and continues.

use super::begin::Beginning;
use super::playing::{Act, Step};
use super::rolls::Due;
use super::route::{self, Routed};
use super::walk::{Course, Walk};
use crate::game::{EventKind, Sort};
use crate::games::formula_d::dice;
use crate::games::formula_d::draft::EdgeKind;
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::state::{Standing, Start};
use crate::games::formula_d::track::{Edge, NOWHERE, SpaceIndex};
use crate::games::formula_d::turn::Turn;

/// The cause of damage by an overshoot, in events.
const OVERSHOT: &str = "overshooting";

impl Act<'_> {
    /// Removes the car from the board because its player retires (FD-ELI-02). No damage marker is put on its space,
    /// because no part of the car broke.
    pub(super) fn retire(&mut self) -> Step {
        let turn = self.turn;
        // A retirement can decide a tie for the grid or a police contest. So the turn may contain black rolls and wear
        // points.
        let (rolls, gains) = (turn.rolls.clone(), turn.gains.clone());
        if *turn != (Turn { retires: true, rolls, gains, ..Turn::of(turn.car, turn.round) }) {
            self.broken(
                "FD-ELI-02",
                format!("Car {} retires in this turn, so the turn cannot contain anything else.", turn.car),
            )?;
        }
        self.state.out += 1;
        let (out, at) = (self.state.out, self.stands);
        let car = self.car_mut();
        (car.standing, car.at, car.last, car.gear, car.spun, car.waits) =
            (Standing::Retired(out), NOWHERE, at, 0, false, false);
        self.left_by_move = true;
        self.event(self.index, EventKind::Withdrew);
        Ok(())
    }

    /// Plays a whole turn of the race, not of qualifying.
    pub(super) fn race(&mut self) -> Step {
        if self.turn.retires {
            self.retire()?;
            return self.end();
        }
        if self.turn.seconds.is_some() {
            self.broken("FD-QUA-03", "Delete the stopwatch's seconds: the stopwatch is used only in qualifying.")?;
        }
        match self.begin()? {
            Beginning::Stalls => {
                self.car_mut().start = Start::Stalled;
                self.event(self.index, EventKind::MissedTurn);
            }
            Beginning::Great => {
                self.car_mut().gear = 1;
                // Interpretation: drift and How Sweet! change these 4 spaces too, because they apply to every move
                // (FD-TIR-05, FD-SKL-01).
                self.drive(4, None, true)?;
            }
            Beginning::Throw => {
                self.announce()?;
                if self.is_racing() {
                    let face = self.throw()?;
                    let base = self.additions(face)?;
                    self.drive(base, face, false)?;
                } else {
                    self.nothing_driven()?;
                }
            }
        }
        self.end()
    }

    /// Plays the move of a turn, with everything that belongs to it: braking, being blocked, overshooting, slipstreams,
    /// the pit stop and the rolls of the black die.
    pub(super) fn drive(&mut self, base: u16, face: Option<u8>, is_great: bool) -> Step {
        let course = Course::new(self.track, self.before, self.index, base);
        let routed = self.follow(&course)?;
        let length = self.length(&course, &routed, is_great, face)?;
        self.pay(self.index, Zone::Brakes, length.brakes, "braking");
        self.take(&course, &routed)?;
        self.drove(course.start, &routed.edges);
        self.drop_scrap(routed.edges.len())?;
        let mut walk = routed.walk;
        walk.penalty = walk.penalty.saturating_add(length.extra);
        self.ends.push(walk.at);
        if self.is_racing()
            && let Some(rest) = length.blocked
        {
            self.stop_blocked(rest);
        }
        let may_slip = length.brakes == 0 && length.blocked.is_none();
        if !self.turn.slips.is_empty() && !self.is_racing() {
            self.broken("FD-SLP-02", "There is no slipstream: the car is out of the race.")?;
        } else if !self.turn.slips.is_empty() {
            self.slipstream(&course, &mut walk, may_slip)?;
            self.ends.push(walk.at);
        }
        // The move and its slipstreams are one move (FD-SLP-10).
        self.skid_corners(&walk)?;
        self.walked = Some(walk);
        self.after_move(&walk);
        self.stop_in_box(&walk, face)?;
        let (was_out, is_strained) =
            (!self.is_racing() && !matches!(self.car().standing, Standing::Finished(_)), self.is_strained(face));
        self.left_by_move = !self.is_racing();
        self.moved_event();
        self.black(Due { was_out, is_strained, strains_weather: self.has_strained(face) })
    }

    /// Whether the face of the gear die causes motor rolls (rolls for engine damage). The answer is no if the car is in
    /// the pits and the switch `no_pit_motor_rolls` is on.
    fn is_strained(&self, face: Option<u8>) -> bool {
        let exempt =
            self.track.space(self.stands).ground.is_pit() && self.state.terms.rules.switches.no_pit_motor_rolls;
        self.has_strained(face) && !exempt
    }

    /// Whether the car is in gear 5 or gear 6 and rolled the highest face of its gear die.
    pub(super) fn has_strained(&self, face: Option<u8>) -> bool {
        let gear = self.turn.gear.unwrap_or(0);
        face.is_some_and(|face| dice::strains(gear, face))
    }

    /// Finds the edges of the recorded route. If a step of the route is not possible, a strict run returns the error,
    /// and a lenient run ends the route before that step.
    pub(super) fn follow(&mut self, course: &Course<'_>) -> Step<Routed> {
        let (routed, illegal) = route::follow(course, self.turn, 0, self.turn.spaces, self.is_lenient());
        if let Some(illegal) = illegal {
            self.refused(illegal)?;
        }
        Ok(routed)
    }

    /// Moves the car along a route. Applies the effects of each edge in order: laps, police line, checkpoint, dangerous
    /// spaces (FD-DRV, FD-POL-01, FD-CHK-01).
    pub(super) fn take(&mut self, course: &Course<'_>, routed: &Routed) -> Step {
        let mut from = course.start;
        for edge in &routed.edges {
            self.cross(from, *edge)?;
            from = edge.to;
        }
        self.stands = from;
        if self.is_racing() {
            self.car_mut().at = from;
        }
        Ok(())
    }

    /// Applies the effects of driving along one edge.
    pub(super) fn cross(&mut self, from: SpaceIndex, edge: Edge) -> Step {
        if self.state.is_dangerous(self.track, edge.to) {
            self.dangers.push(edge.to);
        }
        match edge.kind {
            EdgeKind::PitIn => {
                let progress = i32::from(self.car().lap) * self.track.lap() + self.track.space(from).rank;
                let car = self.car_mut();
                (car.pit_progress, car.boxed) = (progress, false);
            }
            EdgeKind::PitOut => self.car_mut().boxed = false,
            EdgeKind::BoxIn => {
                self.car_mut().boxed = true;
                self.regain(self.index, Zone::Tyres, u8::MAX, "new tyres");
            }
            _ => {}
        }
        if edge.police {
            self.speed_trap();
        }
        if edge.finish {
            self.before_line = Some(from);
            let lap = self.car().lap.saturating_add(1);
            self.car_mut().lap = lap;
            self.event(self.index, EventKind::Lap { lap: u32::from(lap) });
            self.checkpoint(lap)?;
        }
        Ok(())
    }

    /// Carries out everything that happens when a move ends: the car may be eliminated, spin or finish (FD-OVR-07 to
    /// 10, FD-WIN-05).
    pub(super) fn after_move(&mut self, walk: &Walk) {
        self.stands = walk.at;
        if !self.is_racing() {
            return;
        }
        self.car_mut().at = walk.at;
        if walk.is_fatal() {
            self.eliminate(self.index, OVERSHOT);
            return;
        }
        if walk.penalty > 0 {
            let tyres = u16::from(self.car().wear[0]);
            if self.is_basic() {
                self.lose(self.index, Zone::Tyres, walk.penalty, OVERSHOT);
            } else if walk.penalty > tyres.max(1) || self.is_literally_out(walk, tyres) {
                self.lose(self.index, Zone::Tyres, walk.penalty, OVERSHOT);
                self.eliminate(self.index, OVERSHOT);
            } else {
                self.lose(self.index, Zone::Tyres, walk.penalty, OVERSHOT);
                if walk.penalty >= tyres {
                    self.car_mut().spun = true;
                    self.event(
                        self.index,
                        EventKind::Incident { what: "spin", detail: "goes on in first gear", sort: Sort::Penalty },
                    );
                }
            }
        }
        if self.is_racing() && walk.is_done() {
            self.state.finished += 1;
            let place = self.state.finished;
            let car = self.car_mut();
            (car.standing, car.at, car.spun) = (Standing::Finished(place), NOWHERE, false);
            self.event(self.index, EventKind::Finished { rank: u32::from(place) });
        }
    }

    /// Whether the switch `literal_overshoot` is on, and the car overshoots by more than one space and loses its last
    /// tyre points. Such a car is eliminated.
    fn is_literally_out(&self, walk: &Walk, tyres: u16) -> bool {
        self.state.terms.rules.switches.literal_overshoot && walk.penalty >= tyres && walk.overshoots_far()
    }

    /// Moves the event that reports the car's move to the front of the list of events.
    fn moved_event(&mut self) {
        let Some(moved) = self.events.iter().position(|event| matches!(event.kind, EventKind::Moved { .. })) else {
            return;
        };
        let event = self.events.remove(moved);
        self.events.insert(0, event);
    }

    /// Adds the spaces that the car has just driven to the event that reports its move.
    pub(super) fn drove(&mut self, from: SpaceIndex, edges: &[Edge]) {
        self.path.extend(edges.iter().map(|edge| edge.to));
        let found = self.events.iter_mut().find_map(|event| match &mut event.kind {
            EventKind::Moved { distance, points, .. } => Some((distance, points)),
            _ => None,
        });
        let path = edges.iter().map(|edge| self.track.at(edge.to));
        match found {
            Some((distance, points)) => {
                *distance += edges.len() as f64;
                points.extend(path);
            }
            None => {
                let points = std::iter::once(self.track.at(from)).chain(path).collect();
                let gear = Some(self.car().gear).filter(|gear| *gear > 0);
                let kind = EventKind::Moved { distance: edges.len() as f64, points, gear };
                self.event(self.index, kind);
            }
        }
    }

    /// Stores a space where a move of this turn ended. Another move of the same turn may begin there.
    pub(super) fn note_end(&mut self, at: SpaceIndex) {
        self.ends.push(at);
    }
}
