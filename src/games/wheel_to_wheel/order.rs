//! Finishing places and points of a race (WW-RACE, WW-PTS).

use super::setup::DRIVERS;
use super::state::{Phase, State};
use super::track::Track;
use crate::game::CarId;

/// A driver's result in a race, provisional or final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Result {
    /// The number of the driver's car.
    pub car: CarId,
    /// The index of the driver's team in the turn order (its seat), from 0.
    pub seat: usize,
    /// The driver's rank in the race, from 1.
    pub place: u32,
    /// The points that the driver scores if the race ends now.
    pub points: u32,
    /// Whether the driver has finished the race.
    pub finished: bool,
    /// Whether the driver has used both compounds, hard and soft. A finisher that has used only one is ranked behind
    /// all finishers that have used both (WW-TYRE-10).
    pub complied: bool,
}

/// A team's result in a race, provisional or final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamResult {
    /// The team's index in the turn order (its seat), from 0.
    pub seat: usize,
    /// The team's rank in the race, from 1. Teams that are level share a rank, which can happen only before the end of
    /// a race.
    pub place: u32,
    /// The sum of the points of the team's drivers.
    pub points: u32,
    /// The ranks of the team's drivers in the race, the better rank first.
    pub places: [u32; DRIVERS],
}

/// Returns the drivers in the order of their ranks in the race. Finishers come first. The others are sorted by lap,
/// then by steps to the line, then by turn order.
fn order(track: &Track, state: &State) -> Vec<usize> {
    let mut order: Vec<usize> = (0..state.drivers.len()).collect();
    order.sort_by_key(|index| {
        let driver = &state.drivers[*index];
        if driver.finished > 0 {
            (0, u32::from(!driver.has_complied()), 0, 0, u32::from(driver.finished))
        } else {
            let lap = u32::from(u8::MAX - driver.lap);
            (1, lap, u32::from(!driver.lap_open), track.steps_to_line(driver.spot), *index as u32)
        }
    });
    order
}

/// Returns the rank of each driver in the race, from 1. The list is in the turn order.
pub(super) fn ranks(track: &Track, state: &State) -> Vec<u32> {
    let mut ranks = vec![0; state.drivers.len()];
    for (place, index) in (1..).zip(order(track, state)) {
        ranks[index] = place;
    }
    ranks
}

/// Returns the drivers' results, best first (WW-RACE-01 to 03, WW-PTS-01). During a race, the results are computed as
/// if the race ended now: unfinished drivers are ranked, too. In an abandoned race, unfinished drivers score 0 points.
#[must_use]
pub fn results(track: &Track, state: &State) -> Vec<Result> {
    let place_of = |(place, index): (u32, usize)| {
        let driver = &state.drivers[index];
        let finished = driver.finished > 0;
        let prize = track.prizes.get(place as usize - 1).copied().unwrap_or(0);
        let scores = match (finished, state.phase) {
            (true, _) => driver.has_complied(),
            (false, Phase::Over | Phase::Racing) => true,
            (false, Phase::Abandoned) => false,
        };
        Result {
            car: state.car(index),
            seat: index / DRIVERS,
            place,
            points: if scores { prize } else { 0 },
            finished,
            complied: driver.has_complied(),
        }
    };
    (1..).zip(order(track, state)).map(place_of).collect()
}

/// Returns the teams' results, best first: by points, then by the better driver's rank, then by the other driver's
/// rank (WW-PTS-02).
#[must_use]
pub fn team_results(track: &Track, state: &State) -> Vec<TeamResult> {
    let drivers = results(track, state);
    let mut teams: Vec<TeamResult> = (0..state.teams.len())
        .map(|seat| {
            let own: Vec<&Result> = drivers.iter().filter(|result| result.seat == seat).collect();
            let mut places = [0; DRIVERS];
            places.iter_mut().zip(&own).for_each(|(place, result)| *place = result.place);
            TeamResult { seat, place: 0, points: own.iter().map(|result| result.points).sum(), places }
        })
        .collect();
    teams.sort_by_key(|team| (std::cmp::Reverse(team.points), team.places));
    for (place, team) in (1..).zip(&mut teams) {
        team.place = place;
    }
    teams
}
