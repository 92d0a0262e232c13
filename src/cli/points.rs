//! The points of a race, by team and driver, as `check`, `show` and `analyze` print them.

use serde::Serialize;

use super::say;
use crate::game::{Score, Scored};

/// The points of a race as a JSON document. Teams and drivers are listed with the best first.
#[derive(Debug, Serialize)]
pub struct Points {
    /// Whether the race is over. If it is not, the document has the points that the race would give if it ended now.
    over: bool,
    /// The name of the winning team. Left out before the race is over, and if drivers race for themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_team: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    teams: Vec<Scored>,
    drivers: Vec<Scored>,
}

impl Points {
    /// Makes the JSON document of a race's points.
    pub fn of(score: Score) -> Self {
        let winning_team = score.winning_team().map(|team| team.name.clone());
        Self { over: score.over, winning_team, teams: score.teams, drivers: score.drivers }
    }
}

/// Prints the teams' points and the winning team. Each line begins with `indent`.
pub fn print(score: &Score, indent: &str) {
    score.team_sentences().iter().for_each(|sentence| say(&format!("{indent}{sentence}")));
}
