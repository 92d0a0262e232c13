//! Adds Vector Racing's own columns to a data export, such as each racer's grid point, lost turns and hits.

use super::state::{Life, Standing, State};
use crate::game::{Collector, Details};

pub(super) fn details(state: &State) -> Details {
    let of_racer = |racer: &super::state::Racer| {
        let mut facts = Collector::default();
        facts.add("space", state.terms.rules.y_axis.named(racer.at));
        facts.add_if(racer.lost > 0, "lost_turns", racer.lost);
        facts.add_if(racer.force, "sliding", true).add_if(racer.fast, "speed_up", true);
        facts.add_if(racer.slow, "slow_down", true);
        facts.add_if(matches!(racer.standing, Standing::Out), "out", true);
        if let Some(hits) = state.terms.hits() {
            facts.add("hits", racer.tally.count(hits)).add("hits_required", hits.count);
        }
        // The life lost is a sum of square roots, so it is not a whole number. The number under each root is listed
        // instead.
        if let Life::Roots(squares) = &racer.life {
            facts.add("crash_speeds_squared", squares.clone());
        }
        facts.facts()
    };
    Details { cars: state.racers.iter().map(of_racer).collect(), ..Details::default() }
}
