//! Lists facts about a race state that only Wheel to Wheel has: fields, tyres, stops, weather and the yellow flag.

use super::setup::DRIVERS;
use super::state::{Spot, State};
use super::tyres::Compound;
use crate::game::{Collector, Details, Facts};

pub(super) fn details(state: &State) -> Details {
    let mut race = Collector::default();
    race.add("rain", state.rain.is_some()).add("yellow_flag", state.yellow.is_some());
    if let Some(rain) = &state.rain {
        race.add("rain_since_round", rain.start);
    }
    Details { race: race.facts(), cars: (0..state.drivers.len()).map(|index| of_driver(state, index)).collect() }
}

fn of_driver(state: &State, index: usize) -> Facts {
    let driver = &state.drivers[index];
    let mut facts = Collector::default();
    match driver.spot {
        Spot::Loop(field) => facts.add("space", field.to_string()),
        Spot::Lane(field) => facts.add("space", format!("P{field}")).add("in_pits", true),
        Spot::CrashZone => facts.add("space", "crash zone"),
        Spot::Out => &mut facts,
    };
    let team = state.terms.teams.get(index / DRIVERS);
    facts.add("team", team.map_or("", |team| team.colour.as_str())).add("record_name", state.name(index));
    facts.add("tyres", driver.set.compound.name()).add("tyre_laps", driver.set.laps);
    let charged: Vec<&str> = driver.driven.iter().flatten().map(|compound: &Compound| compound.name()).collect();
    facts.add("compounds_driven", charged);
    facts.add("pit_stops", driver.stops).add("failed_tries", driver.fails);
    facts.add_if(driver.is_racing(), "lap_open", driver.lap_open);
    if let Some(die) = driver.die {
        facts.add("die", die.name());
    }
    facts.facts()
}
