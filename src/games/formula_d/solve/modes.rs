//! Modes. A mode is a pair: a set of tyres and a kind of weather. The tyres change only at a pit stop. The weather
//! changes only after a weather check, which is made if the face of the gear die strains motors.

use super::super::draft::Forecast as Chart;
use super::super::options::TyreSet;
use super::super::state::{State, Weather};
use super::super::track::Track;
use super::Question;

/// A mode: a set of tyres and a kind of weather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    pub tyres: TyreSet,
    /// Whether the tyres were fitted at a pit stop.
    pub fresh: bool,
    pub weather: Weather,
}

/// Returns all modes (tyre set and weather) that a race can have.
pub(super) fn modes(track: &Track, question: &Question) -> Vec<Mode> {
    let rules = &question.race.terms.rules;
    let mut sets: Vec<(TyreSet, bool)> = Vec::new();
    if rules.tyres {
        sets.extend(question.sets.iter().map(|set| (*set, false)));
        if question.has_stops() {
            sets.extend(TyreSet::ALL.map(|set| (set, true)));
        }
    } else {
        sets.push((question.race.cars[0].tyres, false));
    }
    let changes = rules.weather && question.race.weather.may_change() && track.chart().is_some();
    let weathers: &[Weather] = if changes {
        &[Weather::Good, Weather::Changeable, Weather::Showers, Weather::Rainy]
    } else {
        &[question.race.weather]
    };
    let modes = sets.iter().flat_map(|(tyres, fresh)| {
        weathers.iter().map(|weather| Mode { tyres: *tyres, fresh: *fresh, weather: *weather })
    });
    modes.collect()
}

/// Returns the kinds of weather that can follow after a weather check, each with its chance (FD-WEA-04).
pub(super) fn checked(track: &Track, race: &State, weather: Weather) -> Vec<(Weather, f64)> {
    let mut found: Vec<(Weather, f64)> = Vec::new();
    let Some(chart) = track.chart().filter(|_| race.terms.rules.weather && weather.may_change()) else {
        return vec![(weather, 1.0)];
    };
    for forecast in chart {
        let next = match (weather, forecast) {
            (Weather::Changeable, Chart::Good) => Weather::Good,
            (Weather::Showers, Chart::Good) => Weather::Changeable,
            (Weather::Changeable, Chart::Rain) => Weather::Showers,
            (Weather::Showers, Chart::Rain) => Weather::Rainy,
            (weather, _) => weather,
        };
        match found.iter_mut().find(|(known, _)| *known == next) {
            Some((_, chance)) => *chance += 0.05,
            None => found.push((next, 0.05)),
        }
    }
    found
}
