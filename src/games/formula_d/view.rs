//! Describes a Formula D state in the form that all games share.

use super::FormulaD;
use super::options::{BASIC_POOL, STOCK, Skill, TyreSet, Zone};
use super::rules::ranks;
use super::setup::{CarEntry, Setup};
use super::state::{Car, Phase, Standing, Start, State};
use super::track::{NOWHERE, Track};
use crate::game::prelude::*;
use crate::game::{CarView, CornerSpan, Details, Resource, StateView, Status, TokenView, View};

impl View for FormulaD {
    fn details(track: &Track, state: &State) -> Details {
        super::details::details(track, state)
    }

    fn corner_spans(track: &Track) -> Vec<CornerSpan> {
        let lap = f64::from(track.lap().max(1));
        let mut ranks: Vec<Option<[i32; 2]>> = vec![None; track.corners().len()];
        for space in &track.spaces {
            let corner = space.ground.corner().and_then(|corner| ranks.get_mut(usize::from(corner)));
            if let Some(ends) = corner {
                let [first, last] = ends.get_or_insert([space.rank; 2]);
                (*first, *last) = (space.rank.min(*first), space.rank.max(*last));
            }
        }
        let span = |(number, ends): (u32, Option<[i32; 2]>)| {
            let [first, last] = ends?;
            // A space is two half spaces long.
            let [from, to] = [first, last + 2].map(|rank| (f64::from(rank) / lap).clamp(0.0, 1.0));
            let index = number as usize - 1;
            let name = track.draft().corners.get(index).map_or_else(String::new, |corner| corner.name.clone());
            Some(CornerSpan { number, name, index, from, to })
        };
        (1..).zip(ranks).filter_map(span).collect()
    }

    fn view(track: &Track, state: &State) -> StateView {
        let ranks = ranks(track, state);
        StateView {
            round: state.round.max(1),
            to_act: state.to_act().map(|car| state.cars[car].car),
            phase: match state.phase {
                Phase::Qualifying(_) => "qualifying",
                Phase::Race => "race",
                Phase::Over => "finished",
            },
            cars: state
                .cars
                .iter()
                .enumerate()
                .map(|(index, car)| one(track, state, index, car, ranks[index]))
                .collect(),
        }
    }
}

/// Returns the zones of a car. Each has a maximum: the most wear points that any car of the race has in this zone at
/// the start. No car can have more later (FD-SET-02).
pub(super) fn resources(setup: &Setup) -> Vec<Resource> {
    let of = |entry: &CarEntry| {
        if setup.rules.is_basic() {
            return [BASIC_POOL, 0, 0, 0, 0, 0];
        }
        let card = entry.skill.filter(|_| setup.rules.road).and_then(Skill::card);
        entry.wear.map(|wear| wear.0).or(card).unwrap_or(STOCK)
    };
    let most = |zone: usize| setup.cars.iter().map(|entry| of(entry)[zone]).max().unwrap_or(0);
    let named = FormulaD::INFO.resources.iter().enumerate();
    let rules = &setup.rules;
    let named = named.zip(Zone::ALL);
    named
        .map(|((zone, resource), kind)| Resource { name: kind.name_in(rules), max: u32::from(most(zone)), ..*resource })
        .collect()
}

fn one(track: &Track, state: &State, index: usize, car: &Car, rank: u32) -> CarView {
    let at = if car.at == NOWHERE { car.last } else { car.at };
    let lap = i32::from(car.lap);
    let (place, rank_on_lap) =
        if at == NOWHERE { ([0.0, 0.0], track.lap()) } else { (track.at(at), track.space(at).rank) };
    let home = matches!(car.standing, Standing::Finished(_));
    // Lap 1 begins at the finish line, so the progress of cars on the grid behind the line is negative.
    let half_spaces = if home { state.terms.laps as i32 * track.lap() } else { (lap - 1) * track.lap() + rank_on_lap };
    let behind = track.corners().iter().filter(|corner| corner.last < rank_on_lap).count();
    CarView {
        velocity: None,
        car: car.car,
        at: place,
        dir: None,
        gear: Some(car.gear).filter(|gear| *gear > 0),
        resources: car.wear.iter().map(|points| u32::from(*points)).collect(),
        lap: u32::from(car.lap),
        laps_done: u32::from(car.lap.saturating_sub(1)).min(state.terms.laps),
        corners: if car.lap == 0 { track.corners().len() } else { behind } as u32,
        progress: f64::from(half_spaces) / f64::from(track.lap()),
        distance: f64::from(half_spaces) / 2.0,
        rank,
        status: match car.standing {
            Standing::Racing => Status::Racing,
            Standing::Finished(_) => Status::Finished,
            Standing::Out(_) => Status::Eliminated,
            Standing::Retired(_) => Status::Withdrawn,
        },
        marks: marks(track, state, car),
        tokens: tokens(state, index, car),
    }
}

fn marks(track: &Track, state: &State, car: &Car) -> Vec<&'static str> {
    let mut marks = Vec::new();
    let mut say = |holds: bool, mark| {
        if holds {
            marks.push(mark);
        }
    };
    say(car.start == Start::Stalled, "stalled");
    say(car.spun, "spun");
    say(car.waits, "waits in the box");
    say(car.is_on_board() && track.space(car.at).ground.is_pit() && !car.waits, "in the pits");
    if state.terms.rules.tyres {
        say(car.tyres == TyreSet::Hard, "hard tyres");
        say(car.tyres == TyreSet::Soft, "soft tyres");
        say(car.tyres == TyreSet::Rain, "rain tyres");
        say(state.is_worn(car, car.lap), "worn tyres");
    }
    marks
}

fn tokens(state: &State, index: usize, car: &Car) -> Vec<TokenView> {
    let mut tokens = Vec::new();
    if state.terms.rules.road {
        tokens.push(TokenView { name: "nitro", used: car.nitro_used });
    }
    if let Some(skill) = state.terms.cars[index].skill {
        let used = match skill {
            Skill::CarRadio => car.radio_gone,
            Skill::AceAtTheWheel => car.ace_used,
            Skill::PileOfScrap => car.scrap_used,
            _ => false,
        };
        tokens.push(TokenView { name: skill.name(), used });
    }
    tokens
}
