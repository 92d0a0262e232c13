//! Checks the record of a blocked car, and deducts the points that it loses (FD-BLK).

use super::playing::{Act, Step};
use super::route::follow;
use super::search::{End, Layers, ends};
use super::walk::{Course, Walk};
use crate::game::{Evidence, IllegalTurn};
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::state::Phase;
use crate::games::formula_d::words::spaces;

impl Act<'_> {
    /// Checks the record of a blocked car: the car must really be blocked, and it must have driven as far as it could
    /// (FD-BLK-01, 02, 05).
    pub(super) fn check_block(&mut self, course: &Course<'_>, steps: u16, rest: u16) -> Step {
        if self.turn.brakes > 0 {
            self.broken("FD-BLK-05", "A blocked car does not brake: delete the brakes (`b`) or the block (`k`).")?;
        }
        let stuck = |steps: u16| {
            let message = format!(
                "The car is stuck in the pit lane, so it loses no wear points: drive {} and delete the block (`k`).",
                spaces(steps.into())
            );
            IllegalTurn::new("FD-PIT-07", message)
        };
        if self.turn_walk(course).is_some_and(|walk| course.is_stuck(&walk)) {
            return self.refused(stuck(steps));
        }
        let mut layers = Layers::default();
        layers.search(course, course.base + u16::from(course.drift));
        let mut found = Vec::new();
        ends(course, &layers, course.base, 0, &mut found);
        // The longest move that is not blocked. A car that is stuck in the pit lane drives fewer spaces than the die
        // shows.
        let is_blocked = found.iter().any(|end| end.blocked.is_some());
        let is_full = |end: &&End| end.blocked.is_none() && !is_blocked;
        if let Some(full) = found.iter().rev().filter(is_full).max_by_key(|end| end.steps) {
            let via = layers.route(course, full.node);
            let names: Vec<&str> = via.iter().map(|edge| course.track.name(edge.to)).collect();
            let evidence = Evidence::Line {
                from: course.track.at(course.start),
                to: via.last().map_or(course.track.at(course.start), |edge| course.track.at(edge.to)),
            };
            let (walk, via) = (&layers.nodes[full.node as usize].walk, names.join(" "));
            let message = if walk.is_done() {
                format!("The car is not blocked: it can finish the race via {via}.")
            } else if walk.is_boxed() {
                format!("The car is not blocked: it can reach its box via {via}.")
            } else if full.steps < course.required(walk, course.base) && course.is_stuck(walk) {
                return self.refused(stuck(full.steps).with([evidence]));
            } else {
                format!("The car is not blocked: a full move is possible via {via}.")
            };
            return self.refused(IllegalTurn::new("FD-BLK-01", message).with([evidence]));
        }
        found.retain(|end| end.blocked.is_some());
        let deepest = found.first().map_or(0, |end| end.steps);
        if steps != deepest {
            self.broken(
                "FD-BLK-02",
                format!(
                    "The recorded route is wrong: the car can drive {} before it is blocked.",
                    spaces(deepest.into())
                ),
            )?;
        }
        let fits = |end: &&End| end.blocked == Some(rest);
        let at = self.turn_walk(course).map(|walk| walk.at);
        let here = |end: &&End| at.is_none_or(|at| layers.nodes[end.node as usize].walk.at == at);
        if steps == deepest && !found.iter().filter(here).any(|end| fits(&end)) {
            let gives = found.iter().find(here).or(found.first()).and_then(|end| end.blocked).unwrap_or(0);
            self.mismatch(
                "FD-BLK-02",
                "the spaces that the car could not drive",
                &rest.to_string(),
                &gives.to_string(),
            )?;
        }
        Ok(())
    }

    /// Returns the state of the car at the end of the recorded main move; `None` if the route breaks a rule.
    fn turn_walk(&self, course: &Course<'_>) -> Option<Walk> {
        let (routed, illegal) = follow(course, self.turn, 0, self.turn.spaces, false);
        illegal.is_none().then_some(routed.walk)
    }

    /// Deducts the points that a car loses when it is blocked (FD-BLK-03, FD-BLK-04). In the basic game the car loses
    /// one point for each space that it could not drive.
    pub(super) fn stop_blocked(&mut self, rest: u16) {
        if matches!(self.state.phase, Phase::Qualifying(_)) {
            return;
        }
        if self.is_basic() {
            self.lose(self.index, Zone::Tyres, rest, "blocked");
            if rest >= 7 {
                self.eliminate(self.index, "blocked");
            }
            return;
        }
        let (brakes, tyres) = (rest.min(3), rest.saturating_sub(3));
        let can_pay =
            u16::from(self.car().points(Zone::Brakes)) >= brakes && u16::from(self.car().points(Zone::Tyres)) >= tyres;
        self.lose(self.index, Zone::Brakes, brakes, "blocked");
        self.lose(self.index, Zone::Tyres, tyres, "blocked");
        if rest >= 7 || !can_pay {
            self.eliminate(self.index, "blocked");
        }
    }
}
