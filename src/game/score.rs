//! The points of a race, if the game gives points.

use serde::Serialize;

use super::CarId;
use super::words::{many, ordinal};

/// The points of a race. If the race is still in progress, these are the points that it would give if it ended now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The number of this race in its championship, from 1, and the number of races in the championship. `None` for a
    /// single race.
    pub stage: Option<[u32; 2]>,
    /// Whether the race is over.
    pub over: bool,
    /// The points of the drivers, best first.
    pub drivers: Vec<Scored>,
    /// The points of the teams, best first. Empty if drivers race for themselves.
    pub teams: Vec<Scored>,
}

impl Score {
    /// The winning team: the team with the most points. `None` if the race is not over, or no team has points.
    #[must_use]
    pub fn winning_team(&self) -> Option<&Scored> {
        self.teams.first().filter(|team| self.over && team.points > 0)
    }

    /// Sentences that give the teams' points and the winning team. Empty if drivers race for themselves.
    #[must_use]
    pub fn team_sentences(&self) -> Vec<String> {
        if self.teams.is_empty() {
            return Vec::new();
        }
        let place = |place: &u32| ordinal(*place);
        let team = |team: &Scored| {
            let places: Vec<String> = team.places.iter().map(place).collect();
            format!("{} {} ({})", team.name, many(team.points, "point"), places.join(" and "))
        };
        let teams: Vec<String> = self.teams.iter().map(team).collect();
        let so_far = if self.over { "" } else { " if the race ended now" };
        let mut sentences = vec![format!("Team points{so_far}: {}.", teams.join(", "))];
        sentences.extend(self.winning_team().map(|team| format!("Winning team: {}.", team.name)));
        sentences
    }

    /// Whether the race is over and its championship continues.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.over && self.stage.is_some_and(|[race, races]| race < races)
    }
}

/// The points of a driver or a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// The name of the driver or the team.
    pub name: String,
    /// The driver's car. `None` if these are the points of a team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub car: Option<CarId>,
    /// The driver's team. Empty if these are the points of a team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    /// The number of points.
    pub points: u32,
    /// The finishing ranks, from 1. A driver has one rank. A team has the ranks of all its drivers.
    pub places: Vec<u32>,
}
