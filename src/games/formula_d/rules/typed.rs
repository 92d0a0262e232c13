//! Accepts an illegal turn as recorded: the car gets the recorded end space, wear points, spin and elimination
//! (FD-LOG-06).

use super::playing::Act;
use crate::game::EventKind;
use crate::games::formula_d::draft::EdgeKind;
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::state::{Phase, Standing};
use crate::games::formula_d::track::{Ground, SpaceIndex};

impl Act<'_> {
    /// Puts the car on its recorded end space, and gives it its recorded wear points. The car spins or is eliminated if
    /// that is recorded. It is also eliminated if the recorded points leave a vital zone empty (FD-ELI-01).
    pub(super) fn take_as_typed(&mut self) {
        if let Some(at) = self.typed_end() {
            self.take_end(at);
        }
        if !self.car().is_racing() {
            return;
        }
        if let Some(wear) = self.turn.wear {
            let limits = self.state.terms.cars[self.index].wear;
            for (place, (points, limit)) in self.car_mut().wear.iter_mut().zip(wear.0.into_iter().zip(limits)) {
                *place = points.min(limit);
            }
        }
        if self.turn.spin {
            (self.car_mut().spun, self.car_mut().gear) = (true, 0);
        }
        let vital: &[Zone] = if self.is_basic() { &[Zone::Tyres] } else { &[Zone::Body, Zone::Engine, Zone::Handling] };
        if self.turn.out || vital.iter().any(|zone| self.car().points(*zone) == 0) {
            self.eliminate(self.index, "as recorded");
        }
    }

    /// Returns the recorded end space. Returns `None` if it is not recorded, if the car cannot stand there, or if the
    /// car stands there already.
    fn typed_end(&self) -> Option<SpaceIndex> {
        let at = self.track.find(self.turn.ends.last()?.as_str())?;
        let is_blocked = self.track.draft().spaces[usize::from(at)].blocked;
        let is_free = self.state.on(at).is_none_or(|other| other == self.index);
        (!is_blocked && is_free && at != self.stands && !self.car().standing.is_out()).then_some(at)
    }

    /// Returns the lap in which the car reaches its recorded end space. Of the possible laps, chooses the one that
    /// agrees best with the recorded number of spaces.
    fn lap_on(&self, at: SpaceIndex) -> u16 {
        let began = &self.before.cars[self.index];
        let (lap, rank) = (self.track.lap(), |space: SpaceIndex| self.track.space(space).rank);
        let spaces = i32::from(self.turn.spaces) + 3 * self.turn.slips.len() as i32;
        let wanted = rank(began.at) + 2 * spaces;
        let off = |crossings: i32| (crossings * lap + rank(at) - wanted).abs();
        // If two laps fit equally well, the higher one counts.
        let crossings = [1, 0, -1].into_iter().min_by_key(|crossings| off(*crossings)).unwrap_or(0);
        (i32::from(began.lap) + crossings).clamp(0, i32::from(u16::MAX)) as u16
    }

    fn take_end(&mut self, at: SpaceIndex) {
        let began = self.before.cars[self.index];
        let lap = self.lap_on(at);
        let is_qualifying = matches!(self.state.phase, Phase::Qualifying(_));
        let last_lap = if is_qualifying { 1 } else { self.state.terms.laps };
        let is_home = u32::from(lap) > last_lap;
        if matches!(self.car().standing, Standing::Finished(_)) && !is_home {
            // The replayed route crossed the finish line, but the recorded end space lies before it.
            self.state.finished -= 1;
            self.car_mut().standing = Standing::Racing;
            self.left_by_move = false;
            self.events.retain(|event| !matches!(event.kind, EventKind::Finished { .. }));
        }
        if lap != self.car().lap {
            self.events.retain(|event| !matches!(event.kind, EventKind::Lap { .. }));
            if lap > began.lap {
                self.event(self.index, EventKind::Lap { lap: u32::from(lap) });
            }
        }
        let ground = |space: SpaceIndex| self.track.space(space).ground;
        let is_same_corner = ground(at).corner().is_some() && ground(at) == ground(began.at) && lap == began.lap;
        let stops = match ground(at) {
            Ground::Corner(_) if is_same_corner => began.stops.saturating_add(1).min(9),
            Ground::Corner(_) => 1,
            _ => 0,
        };
        let was_in_pits = ground(began.at).is_pit();
        let entry = (0..self.track.len() as SpaceIndex)
            .filter(|space| self.track.edges(*space).iter().any(|edge| edge.kind == EdgeKind::PitIn))
            .map(|space| self.track.space(space).rank)
            .max();
        let is_box = matches!(ground(at), Ground::Box(_));
        let in_pits = ground(at).is_pit();
        let pit_progress = i32::from(began.lap) * self.track.lap() + entry.unwrap_or(0);
        self.stands = at;
        let car = self.car_mut();
        (car.last, car.lap, car.stops) = (at, lap, stops);
        if in_pits && !was_in_pits {
            car.pit_progress = pit_progress;
        }
        car.boxed = in_pits && (car.boxed || is_box);
        if is_qualifying {
            car.at = at;
        } else if is_home && car.is_racing() {
            self.state.finished += 1;
            let place = self.state.finished;
            let car = self.car_mut();
            (car.standing, car.at, car.spun) =
                (Standing::Finished(place), crate::games::formula_d::track::NOWHERE, false);
            self.event(self.index, EventKind::Finished { rank: u32::from(place) });
        } else if car.is_racing() {
            car.at = at;
        }
    }
}
