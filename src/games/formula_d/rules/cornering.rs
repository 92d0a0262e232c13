//! Reports the turn's stops and overshoots in the corners of its route (section 7.3 of the rules ledger).

use super::playing::Act;
use crate::game::{Cornering, EventKind};
use crate::games::formula_d::track::SpaceIndex;

impl Act<'_> {
    /// Adds an event for each corner in which the car was during this turn, in the order of the route. Call this
    /// function after the stops are counted.
    pub(super) fn tell_corners(&mut self) {
        if self.walked.is_none() {
            return;
        }
        let start = self.before.cars[self.index].at;
        let path: Vec<SpaceIndex> = std::iter::once(start).chain(self.path.iter().copied()).collect();
        let corner_of = |at: SpaceIndex| self.track.space(at).ground.corner();
        let mut passed: Vec<Cornering> = Vec::new();
        let mut place = 0;
        while let Some(first) = path.get(place) {
            let corner = corner_of(*first);
            let length = path[place..].iter().take_while(|at| corner_of(**at) == corner).count();
            let end = place + length;
            if let Some(corner) = corner {
                let terms = self.track.corners()[usize::from(corner)];
                let came_in = place > 0;
                let left = end < path.len();
                let made = if came_in { 0 } else { self.before.cars[self.index].stops };
                let stops = if left { made } else { self.car().stops };
                let is_short = left && made < terms.stops;
                passed.push(Cornering {
                    corner: u32::from(corner) + 1,
                    entered: came_in.then(|| self.track.name(*first).to_owned()),
                    spaces: (length - usize::from(!came_in)) as u32,
                    shortest: terms.shortest,
                    stops: u32::from(stops.min(terms.stops)),
                    required: u32::from(terms.stops),
                    left,
                    overshoot: if is_short { (path.len() - end) as u32 } else { 0 },
                });
            }
            place = end;
        }
        for cornering in passed {
            self.event(self.index, EventKind::Cornered(cornering));
        }
    }
}
