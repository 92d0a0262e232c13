//! A championship: a fixed number of races, each in its own race file. The setup of each race contains the points and
//! skill slots that the teams gained in earlier races (WW-CHAMP, WW-SKILL-04). This module computes the championship
//! table and the setup of the next race.

use super::order::{TeamResult, results, team_results};
use super::setup::{Setup, Stage, TeamEntry};
use super::state::{Phase, State};
use super::track::Track;
use super::words::driver_name;
use crate::game::standings::{Line, add_up};
use crate::game::{CarId, Score, Scored};

/// A race of a championship: its board, its setup and its last state.
#[derive(Clone, Copy, Debug)]
pub struct Race<'a> {
    /// The board of the race.
    pub track: &'a Track,
    /// The setup of the race.
    pub setup: &'a Setup,
    /// The last state of the race.
    pub end: &'a State,
}

/// The standings of a championship.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The teams, the winner of the title first. A team is given by its index in the entry list, from 0.
    pub teams: Vec<Line<usize>>,
    /// The drivers, the best driver first.
    pub drivers: Vec<Line<CarId>>,
}

/// Returns the championship table after these races (WW-CHAMP-01, 02).
#[must_use]
pub fn table(races: &[Race<'_>]) -> Table {
    let teams = races.iter().map(|race| {
        let place = |seat: usize| list_place(race, seat);
        let of = |result: TeamResult| (place(result.seat), result.points, result.places.to_vec());
        team_results(race.track, race.end).into_iter().map(of).collect()
    });
    let drivers = races.iter().map(|race| {
        let results = results(race.track, race.end).into_iter();
        results.map(|result| (result.car, result.points, vec![result.place])).collect()
    });
    Table { teams: add_up(teams), drivers: add_up(drivers) }
}

fn list_place(race: &Race<'_>, seat: usize) -> usize {
    race.end.terms.teams.get(seat).map_or(seat, |team| team.list_place)
}

/// Returns the drivers' and teams' points in a race, which may still be running.
#[must_use]
pub fn score(race: &Race<'_>) -> Score {
    let team = |seat: usize| race.setup.teams.get(list_place(race, seat)).map_or("", TeamEntry::shown_name).to_owned();
    let driver = |result: super::order::Result| Scored {
        name: driver_name(race.setup, result.car),
        car: Some(result.car),
        team: team(result.seat),
        points: result.points,
        places: vec![result.place],
    };
    let of_team = |result: TeamResult| Scored {
        name: team(result.seat),
        car: None,
        team: String::new(),
        points: result.points,
        places: result.places.to_vec(),
    };
    Score {
        stage: race.setup.championship.map(|stage| [stage.race, stage.races]),
        over: race.end.phase != Phase::Racing,
        drivers: results(race.track, race.end).into_iter().map(driver).collect(),
        teams: team_results(race.track, race.end).into_iter().map(of_team).collect(),
    }
}

/// Returns the setup of the next race of a championship, after a race that has ended. The teams keep their points and
/// skills. Their qualifying throws are removed, because the teams throw for the grid again. Returns `None` after the
/// last race, if the race has not ended, and for a race outside a championship.
#[must_use]
pub fn next_setup(race: &Race<'_>) -> Option<Setup> {
    let is_over = race.end.phase != Phase::Racing;
    let stage = race.setup.championship.filter(|stage| is_over && stage.race < stage.races)?;
    let mut setup = race.setup.clone();
    setup.championship = Some(Stage { race: stage.race + 1, races: stage.races });
    for result in team_results(race.track, race.end) {
        let list_place = race.end.terms.teams.get(result.seat)?.list_place;
        let entry = setup.teams.get_mut(list_place)?;
        entry.points = entry.points.saturating_add(result.points);
        entry.skills = race.end.teams.get(result.seat)?.skills;
    }
    setup.teams.iter_mut().for_each(|team| team.qualifying.clear());
    Some(setup)
}
