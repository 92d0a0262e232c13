//! Plays qualifying laps, which are timed with a stopwatch (FD-QUA).

use super::playing::{Act, Step};
use super::walk::Course;
use crate::game::EventKind;
use crate::games::formula_d::options::Skill;
use crate::games::formula_d::setup::MAX_CARS;
use crate::games::formula_d::state::{Car, Phase, Qualifying, Start, State};
use crate::games::formula_d::track::{NOWHERE, Track};
use crate::games::formula_d::turn::Purpose;

impl Act<'_> {
    /// Plays one turn of a qualifying lap: one roll of the gear die and the move.
    pub(super) fn qualify(&mut self) -> Step {
        let turn = self.turn;
        if turn.retires {
            return self.retire_from_qualifying();
        }
        if self.car().qualifying.throws == 0 && self.car().at != self.track.qualifying_start() {
            let message = format!(
                "The car is on the wrong space: qualifying laps start on {}.",
                self.track.name(self.track.qualifying_start())
            );
            self.broken("FD-QUA-01", message)?;
        }
        if let Some(wrong) = self.not_in_qualifying() {
            self.broken("FD-QUA-02", wrong)?;
        }
        self.announce()?;
        let face = self.throw()?;
        let base = self.additions(face)?;
        let throws = self.car().qualifying.throws.saturating_add(1);
        self.car_mut().qualifying.throws = throws;
        let course = Course::new(self.track, self.before, self.index, base);
        let routed = self.follow(&course)?;
        let length = self.length(&course, &routed, false, face)?;
        self.drove(course.start, &routed.edges);
        self.take(&course, &routed)?;
        let walk = routed.walk;
        let overshoot = walk.penalty.saturating_add(length.extra);
        let score = &mut self.car_mut().qualifying;
        score.overshoot = score.overshoot.saturating_add(overshoot);
        score.failed = walk.is_fatal();
        score.over = walk.is_fatal() || walk.is_done();
        let made = if self.track.space(walk.at).ground.corner().is_none() || walk.has_overshot() {
            0
        } else if walk.is_in_start_corner() {
            self.car().stops.saturating_add(1).min(9)
        } else {
            1
        };
        self.car_mut().stops = made;
        self.stands = walk.at;
        if self.is_lenient() {
            self.take_as_typed();
            // The lap ends if the recorded turn crosses the finish line, even if the replayed route ended elsewhere
            // (FD-LOG-06).
            let is_home = self.car().lap > 1;
            self.car_mut().qualifying.over = walk.is_fatal() || is_home;
        }
        let is_over = self.car().qualifying.over;
        if is_over {
            self.stop_the_watch()?;
        } else if turn.seconds.is_some() {
            self.broken(
                "FD-QUA-03",
                "Delete the stopwatch's seconds: the stopwatch is read only at the end of the lap.",
            )?;
        }
        self.leftover_rolls()?;
        self.qualified_ends(walk.at)?;
        self.check_damage()
    }

    /// Returns the reason why a turn of a qualifying lap may not contain one of its parts; `None` if it contains only
    /// gear, die, move and stopwatch (FD-QUA-02).
    fn not_in_qualifying(&self) -> Option<&'static str> {
        let turn = self.turn;
        [
            (turn.skip, "Delete `skip`: qualifying has no start die, so no car misses a turn."),
            (turn.nitro.is_some(), "Nitro cannot be used in qualifying."),
            (turn.ace.is_some(), "The gear die cannot be rolled again in qualifying."),
            (turn.skid != 0, "Skid control cannot be used in qualifying, because it costs wear points."),
            (!turn.slips.is_empty(), "Each car drives its qualifying lap alone, so it has no slipstream."),
            (turn.pit.is_some(), "Pit stops are not part of qualifying."),
            (turn.scrap, "Scrap cannot be dropped in qualifying."),
            (turn.radio.is_some(), "Each car drives its qualifying lap alone, so no radio can hit another car."),
            (!turn.gains.is_empty(), "Cars receive no wear points in qualifying."),
        ]
        .into_iter()
        .find_map(|(is_recorded, wrong)| is_recorded.then_some(wrong))
    }

    /// Checks the end space recorded for a roll of a qualifying lap: it must be the space that the car reaches in the
    /// replay.
    fn qualified_ends(&mut self, at: crate::games::formula_d::track::SpaceIndex) -> Step {
        let turn = self.turn;
        if let Some(recorded) = turn.ends.last()
            && recorded.as_str() != self.track.name(at)
        {
            let gives = self.track.name(at).to_owned();
            let message =
                format!("Turn {}: the recorded end space is {recorded}, but the replay gives {gives}.", self.name());
            self.broken("FD-LOG-04", message)?;
        }
        Ok(())
    }

    /// Ends a qualifying lap: stores the time of the stopwatch. Then begins the qualifying lap of the next car or,
    /// after the last car, the race.
    fn stop_the_watch(&mut self) -> Step {
        let failed = self.car().qualifying.failed;
        match self.turn.seconds {
            Some(seconds) => self.car_mut().qualifying.seconds = seconds,
            None if !failed && self.filler.is_some() => self.filled_seconds = Some(0),
            None if !failed => {
                self.broken("FD-QUA-03", "The lap time is missing: add the stopwatch's seconds, as in `clock:95`.")?
            }
            None => {}
        }
        self.event(self.index, EventKind::Lap { lap: 1 });
        self.next_to_qualify()
    }

    /// Retires a car during qualifying, before the race begins.
    fn retire_from_qualifying(&mut self) -> Step {
        if !self.turn.gains.is_empty() {
            self.broken("FD-QUA-02", "Cars receive no wear points in qualifying.")?;
        }
        self.retire()?;
        self.car_mut().qualifying.failed = true;
        self.next_to_qualify()?;
        self.leftover_rolls()
    }

    /// Begins the qualifying lap of the next car. After the last car, begins the race.
    fn next_to_qualify(&mut self) -> Step {
        let score = self.car().qualifying;
        let limits = self.state.terms.cars[self.index].wear;
        let start = Start::of(&self.state.terms.rules);
        let car = self.car_mut();
        (car.at, car.gear, car.stops, car.lap, car.wear) = (NOWHERE, 0, 0, 0, limits);
        car.qualifying = Qualifying { over: true, ..score };
        car.spun = false;
        car.start = start;
        let next = self.index + 1;
        if next < self.state.cars.len() {
            self.state.phase = Phase::Qualifying(next as u8);
            self.state.cars[next].at = self.track.qualifying_start();
            return Ok(());
        }
        let order = self.grid()?;
        let terms = self.state.terms.clone();
        self.state.weather = terms.race_weather;
        for (car, agreed) in self.state.cars.iter_mut().zip(&terms.cars) {
            car.tyres = agreed.tyres;
        }
        line_up(self.track, &mut self.state, &order);
        Ok(())
    }

    /// Returns the cars in grid order. The lowest qualifying score comes first. Cars with equal scores are sorted by
    /// time, and cars with equal times by rolls of the black die (FD-QUA-05).
    fn grid(&mut self) -> Step<Vec<usize>> {
        let key = |state: &State, car: usize| {
            let lap = &state.cars[car].qualifying;
            if lap.failed { (true, 0, 0) } else { (false, lap.score(), lap.seconds) }
        };
        let mut order: Vec<usize> =
            (0..self.state.cars.len()).filter(|car| self.state.cars[*car].is_racing()).collect();
        order.sort_by_key(|car| key(&self.state, *car));
        let groups: Vec<Vec<usize>> = order
            .chunk_by(|one, other| key(&self.state, *one) == key(&self.state, *other))
            .map(<[usize]>::to_vec)
            .collect();
        let mut settled = Vec::with_capacity(order.len());
        for group in groups {
            settled.extend(self.untie(group, false)?);
        }
        Ok(settled)
    }

    /// Sorts tied cars by rolls of the black die, the highest roll first. The rolls are made in the order of the entry
    /// list. Cars that are still tied roll again. `has_rolled` is set if the cars have already rolled and are still
    /// tied. In this case a driver with the skill Quick Off The Mark wins without rolling again (FD-SKL-06).
    fn untie(&mut self, group: Vec<usize>, has_rolled: bool) -> Step<Vec<usize>> {
        let mut order = Vec::with_capacity(group.len());
        let mut rest = group;
        let is_quick = |car: &usize| self.state.terms.has(*car, Skill::QuickOffTheMark);
        if let Some(place) = rest.iter().position(is_quick).filter(|_| has_rolled) {
            order.push(rest.remove(place));
        }
        if rest.len() < 2 {
            order.extend(rest);
            return Ok(order);
        }
        let says = format!(
            "Cars {} and {} are tied: roll the black die again for both, and enter each result, as in `!Q=7`.",
            self.id(rest[0]),
            self.id(rest[1])
        );
        let mut values = Vec::with_capacity(rest.len());
        for car in &rest {
            match self.roll(Purpose::Grid, "FD-SET-03", &says)? {
                Some(value) => values.push((value, *car)),
                // If a roll is missing, the order of the entry list is used.
                None => {
                    order.extend(rest);
                    return Ok(order);
                }
            }
        }
        values.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        let again: Vec<Vec<usize>> = values
            .chunk_by(|one, other| one.0 == other.0)
            .map(|tied| tied.iter().map(|(_, car)| *car).collect())
            .collect();
        for tied in again {
            order.extend(self.untie(tied, true)?);
        }
        Ok(order)
    }
}

/// Puts the cars on the grid and begins round 1. `order` lists, for each slot from pole, the index of the car that
/// starts there. If no car has that index, the slot stays empty.
pub(in crate::games::formula_d) fn line_up(track: &Track, state: &mut State, order: &[usize]) {
    for (slot, car) in order.iter().enumerate().take(MAX_CARS.max(order.len())) {
        let (Some(space), Some(car)) = (track.slots().get(slot), state.cars.get_mut(*car)) else { continue };
        (car.at, car.last) = (*space, *space);
        // A slot past the line is in the first lap (FD-TRK-02).
        car.lap = u16::from(track.space(*space).rank * 2 <= track.lap());
    }
    // All cars may have retired in qualifying.
    state.phase = if state.cars.iter().any(Car::is_racing) { Phase::Race } else { Phase::Over };
    state.round = 1;
    state.done = 0;
    state.order = super::order::order(track, state).into_iter().collect();
}
