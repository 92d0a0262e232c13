//! Carries out stops in the pit box (FD-PIT-03 to 06, FD-PSO, FD-TIR-01).
//!
//! Interpretation: the move out of the box has exactly the number of spaces that the roll gives, without drift, brakes
//! or slipstream. If another car is in the way, in the pit lane or at its exit, the leaving car stops behind that car
//! and loses no wear points (FD-PIT-07).

use super::playing::{Act, Step};
use super::route;
use super::search::{Layers, ends};
use super::walk::{Course, Walk};
use crate::game::EventKind;
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::track::SpaceIndex;
use crate::games::formula_d::turn::{PitStop, Purpose, StopKind};
use crate::games::formula_d::words::spaces;

impl Act<'_> {
    /// If the turn records a pit stop, checks that the car's move reaches its box.
    pub(super) fn pit_claim(&mut self, walk: &Walk, course: &Course<'_>, face: Option<u8>) -> Step {
        if self.turn.pit.is_none() || walk.is_boxed() {
            return Ok(());
        }
        let box_at = self.state.terms.cars[self.index].pit_box;
        let far = distance(course, course.start, box_at);
        let shown = far.map_or_else(|| "out of reach".to_owned(), |far| format!("{} away", spaces(far)));
        let die = face.map_or_else(|| "?".to_owned(), |face| face.to_string());
        if self.turn.pit.as_ref().is_some_and(|stop| stop.tyres.is_some_and(|set| set != self.car().tyres)) {
            let message = format!(
                "Tyres can be changed only in the car's own box. The car does not reach it: the box is {shown}, and the die shows {die}."
            );
            return self.broken("FD-TIR-01", message);
        }
        let reaches = far.zip(face).is_some_and(|(far, face)| far <= u32::from(face));
        if reaches && !self.track.space(walk.at).ground.is_pit() {
            let message = format!(
                "The car does not stop in its box: the recorded route stays on the track. The box is {shown}: drive into the pit lane, or delete the stop."
            );
            return self.broken("FD-PIT-03", message);
        }
        self.broken(
            "FD-PIT-03",
            format!("The car does not reach its box: the box is {shown}, and the die shows {die}."),
        )
    }

    /// Carries out the recorded stop in the pit box. After a quick stop, the car also moves out of the box.
    pub(super) fn stop_in_box(&mut self, walk: &Walk, _face: Option<u8>) -> Step {
        if !walk.is_boxed() || !self.is_racing() {
            return Ok(());
        }
        let options = self.state.terms.rules.pit_options;
        if options && self.turn.pit.is_none() {
            self.broken("FD-PSO-01", "The kind of stop is missing: choose a tyre stop or a technical stop.")?;
        }
        let usual = PitStop::default();
        let stop = self.turn.pit.as_ref().unwrap_or(&usual);
        let is_technical = stop.kind == StopKind::Technical;
        if is_technical && !options {
            self.broken("FD-PSO-01", "Technical stops need the option \"Tyre and technical stops\".")?;
        }
        self.event(self.index, EventKind::Pitted { stop: if is_technical { "technical stop" } else { "tyre stop" } });
        if let Some(set) = stop.tyres {
            if !self.state.terms.rules.tyres && set != self.car().tyres {
                self.broken("FD-TIR-01", "The car cannot get other tyres: they need the option \"Choice of tyres\".")?;
            } else {
                self.car_mut().tyres = set;
            }
        }
        let car = self.car_mut();
        car.pit_stops = car.pit_stops.saturating_add(1);
        car.fresh = true;
        if !stop.repairs.is_empty() {
            self.repair(stop, is_technical)?;
        }
        if is_technical {
            let car = self.car_mut();
            (car.waits, car.gear) = (true, 0);
            return Ok(());
        }
        let value = self.roll(Purpose::Pit, "FD-LOG-02", "")?;
        self.car_mut().gear = 4;
        match value {
            Some(value @ 1..=10) => self.leave(value),
            _ => {
                self.car_mut().waits = true;
                Ok(())
            }
        }
    }

    /// Makes the recorded repairs. They are allowed at a technical stop. In team races with the switch `team_repairs`
    /// they are allowed at every stop (FD-PSO-02, FD-PSO-03, FD-TEA-02, R-62).
    fn repair(&mut self, stop: &PitStop, is_technical: bool) -> Step {
        let team = usize::from(self.state.terms.cars[self.index].team);
        let has_store = !self.state.team_repairs.is_empty();
        let store =
            if has_store { self.state.team_repairs.get(team).copied().unwrap_or(0) } else { self.car().repairs };
        let most = if has_store { 4 } else { 2 };
        let points: u16 = stop.repairs.iter().map(|repair| u16::from(repair.points)).sum();
        let mut zones: Vec<Zone> = stop.repairs.iter().map(|repair| repair.zone).collect();
        zones.sort_unstable();
        zones.dedup();
        let every_stop = has_store && self.state.terms.rules.switches.team_repairs;
        if !is_technical && !every_stop {
            self.broken("FD-PSO-02", "A tyre stop repairs nothing: delete the repairs, or make it a technical stop.")?;
        }
        let is_sound = zones.len() == stop.repairs.len()
            && zones.len() <= 2
            && !zones.contains(&Zone::Tyres)
            && stop.repairs.iter().all(|repair| repair.points > 0 && repair.car.is_none())
            && points <= most;
        if !is_sound {
            let stop = if is_technical { "technical" } else { "tyre" };
            let message = format!(
                "These repairs are not allowed: a {stop} stop repairs up to {most} wear points in one or two zones, but not in the tyres."
            );
            self.broken("FD-PSO-02", message)?;
        }
        if points > u16::from(store) {
            self.broken("FD-PSO-03", format!("Too few repair points for this stop: {store} left."))?;
        }
        for repair in &stop.repairs {
            let limit = self.state.limit(self.index, repair.zone);
            if u16::from(self.car().points(repair.zone)) + u16::from(repair.points) > u16::from(limit) {
                self.broken(
                    "FD-SET-02",
                    format!("Zone {} cannot have more than {limit} wear points.", repair.zone.name()),
                )?;
            }
            self.regain(self.index, repair.zone, repair.points.min(4), "repairs");
        }
        let left = u16::from(store).saturating_sub(points) as u8;
        if has_store {
            if let Some(store) = self.state.team_repairs.get_mut(team) {
                *store = left;
            }
        } else {
            self.car_mut().repairs = left;
        }
        Ok(())
    }

    /// Moves the car out of its box after a quick stop (FD-PIT-05). `value` is the result of the black die.
    fn leave(&mut self, value: u8) -> Step {
        let number = u16::from(value.div_ceil(2));
        self.note_end(self.stands);
        let snapshot = self.state.clone();
        let mut course = Course::new(self.track, &snapshot, self.index, number);
        course.drift = 0;
        let mut layers = Layers::default();
        layers.search(&course, number);
        let mut found = Vec::new();
        ends(&course, &layers, number, 0, &mut found);
        let is_free = found.iter().any(|end| end.blocked.is_none() && end.steps == number);
        let is_done = found.iter().any(|end| layers.nodes[end.node as usize].walk.is_done());
        let count = if is_free || is_done { number } else { found.first().map_or(0, |end| end.steps) };
        let (mut routed, mut illegal) = route::follow(&course, self.turn, self.turn.spaces, count, true);
        if routed.walk.is_done() {
            // A car that has finished drives no further, so its move out of the box may be too short.
            illegal = None;
        }
        if let Some(illegal) = illegal {
            let mut illegal = illegal;
            if illegal.clause == "FD-DRV-03" {
                illegal = crate::game::IllegalTurn::new(
                    "FD-PIT-05",
                    format!(
                        "The move out of the box has the wrong length: after a quick stop with a roll of {value} the car moves {}.",
                        spaces(number.into())
                    ),
                );
            }
            self.refused(illegal)?;
        }
        routed.walk.penalty = routed.walk.penalty.min(100);
        self.take(&course, &routed)?;
        self.drove(course.start, &routed.edges);
        self.walked = Some(routed.walk);
        self.after_move(&routed.walk);
        Ok(())
    }
}

/// Returns the number of spaces on the shortest route between two spaces; `None` if the route has more than 60 spaces.
fn distance(course: &Course<'_>, from: SpaceIndex, to: SpaceIndex) -> Option<u32> {
    let mut seen = vec![false; course.track.len()];
    *seen.get_mut(usize::from(to))? = false;
    let mut layer = vec![from];
    for far in 0..=60 {
        if layer.contains(&to) {
            return Some(far);
        }
        let mut next = Vec::new();
        for edge in layer.iter().flat_map(|at| course.track.edges(*at)) {
            if !std::mem::replace(&mut seen[usize::from(edge.to)], true) {
                next.push(edge.to);
            }
        }
        layer = next;
    }
    None
}
