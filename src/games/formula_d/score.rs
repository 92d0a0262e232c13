//! The points of a team race (FD-TEA-03).

use super::rules::{places_and_points, team_points};
use super::setup::Setup;
use super::state::{Phase, State};
use super::track::Track;
use super::words;
use crate::game::{Score, Scored};

/// Returns the points of the drivers and teams. `None` before the race starts, and if the cars do not race in teams.
pub(super) fn score(track: &Track, setup: &Setup, state: &State) -> Option<Score> {
    if !state.terms.rules.teams || matches!(state.phase, Phase::Qualifying(_)) {
        return None;
    }
    let results = places_and_points(track, state);
    let name = |index: usize| setup.cars.get(index).map_or_else(String::new, words::name_of);
    let of_team = |team: u8| (0..results.len()).filter(move |index| state.terms.cars[*index].team == team);
    let team_name = |team: u8| of_team(team).map(name).collect::<Vec<_>>().join(" + ");
    let driver = |(index, (place, points)): (usize, &(u32, u32))| Scored {
        name: name(index),
        car: Some(state.cars[index].car),
        team: team_name(state.terms.cars[index].team),
        points: *points,
        places: vec![*place],
    };
    let mut drivers: Vec<Scored> = results.iter().enumerate().map(driver).collect();
    drivers.sort_by(|one, other| one.places.cmp(&other.places));
    let team = |(team, points): (u8, u32)| {
        let mut places: Vec<u32> = of_team(team).map(|index| results[index].0).collect();
        places.sort_unstable();
        Scored { name: team_name(team), car: None, team: String::new(), points, places }
    };
    Some(Score {
        stage: None,
        over: state.phase == Phase::Over,
        drivers,
        teams: team_points(track, state).into_iter().map(team).collect(),
    })
}
