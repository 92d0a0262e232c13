//! What a race counts for, where a game gives points.

use serde::Serialize;

use super::CarId;

/// A race in points. What goes on is scored as if it ended now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Which race of a championship it is, from 1, and of how many; none for a race of its own.
    pub stage: Option<[u32; 2]>,
    /// Whether it is over.
    pub over: bool,
    /// The drivers, best first.
    pub drivers: Vec<Scored>,
    /// The teams, best first; none where drivers race for themselves.
    pub teams: Vec<Scored>,
}

impl Score {
    /// The team with the most points once the race is over: the first, if it has any.
    #[must_use]
    pub fn winning_team(&self) -> Option<&Scored> {
        self.teams.first().filter(|team| self.over && team.points > 0)
    }

    /// The teams' points and the winning team in sentences; none if drivers race for themselves.
    #[must_use]
    pub fn team_sentences(&self) -> Vec<String> {
        if self.teams.is_empty() {
            return Vec::new();
        }
        let place = |place: &u32| format!("{place}{}", ordinal_end(*place));
        let team = |team: &Scored| {
            let places: Vec<String> = team.places.iter().map(place).collect();
            let points = if team.points == 1 { "point" } else { "points" };
            format!("{} {} {points} ({})", team.name, team.points, places.join(" and "))
        };
        let teams: Vec<String> = self.teams.iter().map(team).collect();
        let so_far = if self.over { "" } else { " if the race ended now" };
        let mut sentences = vec![format!("Team points{so_far}: {}.", teams.join(", "))];
        sentences.extend(self.winning_team().map(|team| format!("Winning team: {}.", team.name)));
        sentences
    }

    /// Whether the race is over and its championship is not.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.over && self.stage.is_some_and(|[race, races]| race < races)
    }
}

/// The end of an ordinal number: "st", "nd", "rd", "th".
const fn ordinal_end(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// What a driver or a team scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// What it is called.
    pub name: String,
    /// A driver's car.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub car: Option<CarId>,
    /// A driver's team; empty for a team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    /// Points.
    pub points: u32,
    /// The places that were taken, from 1: a driver's one, or those of a team's drivers.
    pub places: Vec<u32>,
}
