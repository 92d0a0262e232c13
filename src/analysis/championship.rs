//! Championships: adds up the points of several races (rules WW-CHAMP-01 and WW-CHAMP-02 of Wheel to Wheel).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::standings::{self, add_up};
use crate::game::{self, CarId, Score};
use crate::replay::Race;

/// The points of one race, with the data that shows which championship the race belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredRace {
    /// The id of the race's game.
    pub game: &'static str,
    /// The race's title.
    pub title: String,
    /// The points of the race's drivers and teams.
    pub score: Score,
}

impl ScoredRace {
    /// Extracts the data of a race that a championship needs; `None` if the race's game gives no points.
    #[must_use]
    pub fn of(race: &dyn Race) -> Option<Self> {
        Some(Self { game: race.info().id, title: race.title().to_owned(), score: race.score()? })
    }

    /// Returns the values that identify the championship of this race: the game, the number of races, and the names of
    /// the teams (of the drivers, if there are no teams). Two races with equal values belong to the same championship.
    fn kind(&self) -> (&'static str, Option<u32>, Vec<&str>) {
        let entrants = if self.score.teams.is_empty() { &self.score.drivers } else { &self.score.teams };
        let mut names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        names.sort_unstable();
        (self.game, self.score.stage.map(|[_, races]| races), names)
    }
}

/// A row of a championship's table: a driver or a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The rank in the championship, from 1. Equal results share a rank.
    pub place: u32,
    /// The name of the driver or the team.
    pub name: String,
    /// The driver's car; `None` if the row is a team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub car: Option<CarId>,
    /// The driver's team. Empty if the driver has no team, or if the row itself is a team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    /// The total points of the driver or the team.
    pub points: u32,
    /// The points in each race, in the order of the races.
    pub by_race: Vec<u32>,
    /// The number of first places, of second places, and so on. A team gets the places of all its drivers.
    pub places: Vec<u32>,
}

/// The standings of a championship, computed from the given races.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Championship {
    /// The id of the game of the championship.
    pub game: &'static str,
    /// The planned number of races of the championship; `None` if the races belong to no championship.
    pub of: Option<u32>,
    /// The races whose points are added up, each with its number (from 1) and its title.
    pub races: Vec<(u32, String)>,
    /// Messages about problems: races that are missing, that appear more than once, or that are not over.
    pub notes: Vec<String>,
    /// The teams, the leader first; no teams if drivers race for themselves.
    pub teams: Vec<Line>,
    /// The drivers, the leader first.
    pub drivers: Vec<Line>,
}

/// Groups races into championships. The championships are in the order of their first races in the list.
///
/// ```
/// use paddock::analysis::championships;
///
/// assert!(championships(&[]).is_empty());
/// ```
#[must_use]
pub fn championships(races: &[ScoredRace]) -> Vec<Championship> {
    let mut kinds = Vec::new();
    for race in races {
        let kind = race.kind();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let of = |kind| added(&races.iter().filter(|race| race.kind() == kind).collect::<Vec<_>>());
    kinds.into_iter().map(of).collect()
}

/// Returns the standings of the championship that a race belongs to. Adds up the points of this race and of those races
/// in `others` that belong to the same championship.
#[must_use]
pub fn championship_of(race: &ScoredRace, others: &[ScoredRace]) -> Championship {
    let kind = race.kind();
    let alike = others.iter().filter(|other| other.kind() == kind);
    // Races that belong to no championship are numbered in the order of the list.
    // If several races have the same number, only the first counts.
    match race.score.stage {
        Some(_) => added(&std::iter::once(race).chain(alike).collect::<Vec<_>>()),
        None if others.contains(race) => added(&alike.collect::<Vec<_>>()),
        None => added(&std::iter::once(race).chain(alike).collect::<Vec<_>>()),
    }
}

/// Computes the standings of one championship from its races.
fn added(races: &[&ScoredRace]) -> Championship {
    let of = races.first().and_then(|race| race.score.stage).map(|[_, of]| of);
    let mut notes = Vec::new();
    let mut counted: BTreeMap<u32, &ScoredRace> = BTreeMap::new();
    for (number, race) in (1..).zip(races) {
        let number = race.score.stage.map_or(number, |[race, _]| race);
        match counted.get(&number) {
            Some(first) if first == race => {}
            Some(_) => notes.push(format!("Race {number} appears more than once: \"{}\" is not counted.", race.title)),
            None => {
                counted.insert(number, race);
            }
        }
    }
    let missing: Vec<String> =
        (1..=of.unwrap_or(0)).filter(|race| !counted.contains_key(race)).map(|race| race.to_string()).collect();
    match missing.as_slice() {
        [] => {}
        [one] => notes.push(format!("Race {one} is missing.")),
        more => notes.push(format!("Races {} are missing.", more.join(", "))),
    }
    let open = counted.iter().filter(|(_, race)| !race.score.over);
    notes.extend(open.map(|(number, _)| format!("Race {number} is not over. It counts as if it ended now.")));
    Championship {
        game: races.first().map_or("", |race| race.game),
        of,
        races: counted.iter().map(|(number, race)| (*number, race.title.clone())).collect(),
        notes,
        teams: lines(&counted, |score| &score.teams),
        drivers: lines(&counted, |score| &score.drivers),
    }
}

/// Adds up the points of each driver or team over all races. Competitors are matched by name, because car numbers may
/// change between races. Competitors with the same name are matched by the order of their car numbers.
fn lines(races: &BTreeMap<u32, &ScoredRace>, entrants: fn(&Score) -> &[game::Scored]) -> Vec<Line> {
    let mut known: Vec<(&game::Scored, usize)> = Vec::new();
    let mut entries = Vec::new();
    for race in races.values() {
        let mut list: Vec<&game::Scored> = entrants(&race.score).iter().collect();
        list.sort_by_key(|entrant| entrant.car);
        let mut met: BTreeMap<&str, usize> = BTreeMap::new();
        let mut points = Vec::new();
        for entrant in list {
            let nth = met.entry(&entrant.name).or_default();
            let who = known.iter().position(|(other, of)| other.name == entrant.name && of == nth);
            let who = who.unwrap_or_else(|| {
                known.push((entrant, *nth));
                known.len() - 1
            });
            *nth += 1;
            points.push((who, entrant.points, entrant.places.clone()));
        }
        entries.push(points);
    }
    let line = |line: standings::Line<usize>| {
        let (entrant, _) = known.get(line.who)?;
        Some(Line {
            place: line.place,
            name: entrant.name.clone(),
            car: entrant.car,
            team: entrant.team.clone(),
            points: line.points,
            by_race: line.by_race,
            places: line.places,
        })
    };
    add_up(entries.into_iter()).into_iter().filter_map(line).collect()
}
