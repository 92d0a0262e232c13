//! Lists details of a race state that other games do not have, such as tyres, stops in corners, the weather and
//! qualifying.

use super::state::{Phase, Start, State};
use super::track::{NOWHERE, SpaceIndex, Track};
use crate::game::{Collector, Details, Facts};

pub(super) fn details(track: &Track, state: &State) -> Details {
    let rules = &state.terms.rules;
    let mut race = Collector::default();
    race.add_if(rules.weather, "weather", state.weather.name());
    if let Phase::Qualifying(car) = state.phase {
        race.add("qualifying", state.cars[usize::from(car)].car.0);
    }
    let markers: Vec<&str> =
        (0..track.len() as SpaceIndex).filter(|at| state.markers.has(*at)).map(|at| track.name(at)).collect();
    race.add_if(!markers.is_empty(), "markers", markers);
    Details { race: race.facts(), cars: (0..state.cars.len()).map(|index| of_car(track, state, index)).collect() }
}

fn of_car(track: &Track, state: &State, index: usize) -> Facts {
    let (rules, terms, car) = (&state.terms.rules, &state.terms.cars[index], &state.cars[index]);
    let mut facts = Collector::default();
    if car.at != NOWHERE {
        facts.add("space", track.name(car.at));
        if let Some(corner) = track.space(car.at).ground.corner() {
            // Players count corners from 1.
            facts.add("corner", u32::from(corner) + 1).add("corner_stops", car.stops);
        }
        facts.add_if(track.space(car.at).ground.is_pit(), "in_pits", true);
    }
    let mut others = (0..state.cars.len()).filter(|other| *other != index);
    let mate = others.find(|other| rules.teams && state.terms.cars[*other].team == terms.team);
    if let Some(mate) = mate {
        facts.add("teammate", state.cars[mate].car.0);
    }
    if rules.tyres {
        facts.add("tyres", car.tyres.name()).add("tyres_worn", state.is_worn(car, car.lap));
    }
    facts.add("pit_stops", car.pit_stops);
    facts.add_if(car.waits, "waits_in_box", true);
    facts.add_if(car.spun, "spun", true);
    facts.add_if(car.start == Start::Stalled, "lost_turns", 1);
    let lap = &car.qualifying;
    if lap.over || state.phase == Phase::Qualifying(index as u8) {
        let mut lap_facts = Collector::default();
        lap_facts.add("throws", lap.throws).add("overshoot", lap.overshoot).add("seconds", lap.seconds);
        lap_facts.add("over", lap.over).add("failed", lap.failed);
        lap_facts.add_if(lap.over && !lap.failed, "score", lap.score());
        facts.add("qualifying", lap_facts.facts());
    }
    facts.facts()
}
