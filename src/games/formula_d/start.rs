//! From a setup to the first state (FD-SET, FD-CAR, FD-WEA-02 and 03, FD-TEA-01, FD-ROA-01).

mod grid;

use std::sync::Arc;

use super::draft::Forecast;
use super::options::{BASIC_POOL, STOCK, Skill, TireSet, Zone};
use super::rules;
use super::setup::{CarEntry, MAX_CARS, MAX_LAPS, Setup};
use super::spaces::SpaceSet;
use super::state::{Car, CarTerms, Effort, Phase, Qualifying, Standing, Start, State, Terms, Weather};
use super::track::{NOWHERE, SpaceIndex, Track};
use super::validate::{chart_of, road_faults};
use crate::game::{Issue, has_errors};

/// The first state, or what keeps the race from starting.
pub(super) fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
    let mut issues = Vec::new();
    field(track, setup, &mut issues);
    if has_errors(&issues) {
        return Err(issues);
    }
    let rules = &setup.rules;
    for (clause, says) in rules.conflicts() {
        issues.push(Issue::error(clause, says));
    }
    if rules.road {
        issues.extend(road_faults(track.draft()).into_iter().map(|says| Issue::error("FD-VAL-30", says)));
    }
    if let Some(recorded) = &setup.circuit
        && *recorded != circuit_digest(track)
    {
        issues.push(Issue::error("FD-LOG-05", "Circuit differs from the one recorded."));
    }
    let cars: Vec<CarTerms> =
        setup.cars.iter().enumerate().map(|(index, entry)| terms_of(track, setup, index, entry, &mut issues)).collect();
    let qualifying_weather = weather(track, setup, true, &mut issues);
    let race_weather = weather(track, setup, false, &mut issues);
    if rules.teams {
        teams(setup, &cars, &mut issues);
    }
    let order = if rules.qualifying { (0..setup.cars.len()).collect() } else { grid::order(track, setup, &mut issues) };
    if has_errors(&issues) {
        return Err(issues);
    }
    let new_car = |index: usize, entry: &CarEntry| Car {
        car: entry.car,
        at: NOWHERE,
        last: NOWHERE,
        lap: 0,
        gear: 0,
        wear: cars[index].wear,
        stops: 0,
        start: Start::Due,
        spun: false,
        tires: entry.tires,
        fresh: false,
        pit_stops: 0,
        waits: false,
        boxed: false,
        pit_progress: 0,
        repairs: if rules.pit_options { 2 } else { 0 },
        nitro_used: false,
        ace_used: false,
        scrap_used: false,
        radio_gone: false,
        qualifying: Qualifying::default(),
        standing: Standing::Racing,
    };
    let mut list: Vec<Car> = setup.cars.iter().enumerate().map(|(index, entry)| new_car(index, entry)).collect();
    let teams = cars.iter().map(|car| usize::from(car.team) + 1).max().unwrap_or(0);
    if rules.qualifying {
        for (car, entry) in list.iter_mut().zip(&setup.cars) {
            car.tires = entry.qualifying_tires.unwrap_or(entry.tires);
        }
    }
    let mut state = State {
        terms: Arc::new(Terms { rules: rules.clone(), laps: setup.laps, cars, race_weather }),
        phase: Phase::Qualifying(0),
        round: 0,
        order: Default::default(),
        done: 0,
        cars: list,
        markers: SpaceSet::default(),
        weather: if rules.qualifying { qualifying_weather } else { race_weather },
        police: Vec::new(),
        team_repairs: if rules.teams && rules.pit_options { vec![4; teams] } else { Vec::new() },
        finished: 0,
        out: 0,
        effort: Effort::default(),
    };
    if rules.qualifying {
        state.cars[0].at = track.qualifying_start();
    } else {
        rules::line_up(track, &mut state, &order);
    }
    Ok(state)
}

/// The digest of a circuit as setups write it (FD-LOG-05).
pub(super) fn circuit_digest(track: &Track) -> String {
    format!("{:016x}", track.digest())
}

/// Numbers of cars and laps (FD-SET-01).
fn field(track: &Track, setup: &Setup, issues: &mut Vec<Issue>) {
    let most = track.slots().len().min(MAX_CARS);
    if setup.cars.is_empty() || setup.cars.len() > most {
        issues.push(Issue::error("FD-SET-01", format!("This race takes 1 to {most} cars.")));
    }
    if setup.laps == 0 || setup.laps > MAX_LAPS {
        issues.push(Issue::error("FD-SET-01", format!("A race has 1 to {MAX_LAPS} laps.")));
    }
    for (index, entry) in setup.cars.iter().enumerate().take(MAX_CARS) {
        if setup.cars[..index].iter().any(|other| other.car == entry.car) {
            issues.push(Issue::error("FD-SET-01", format!("Two cars have the number {}.", entry.car)));
        }
    }
}

/// What is agreed on about a car (FD-SET-02, FD-CAR-01, FD-BAS-01, FD-ROA-01, FD-VAL-24).
fn terms_of(track: &Track, setup: &Setup, index: usize, entry: &CarEntry, issues: &mut Vec<Issue>) -> CarTerms {
    let rules = &setup.rules;
    let typed = entry.wear.map(|wear| wear.0);
    let is_within =
        |wear: &[u8; 6]| (1..=14).contains(&wear[0]) && wear[1..].iter().all(|points| (1..=7).contains(points));
    let is_built = |wear: &[u8; 6]| is_within(wear) && wear.iter().map(|points| u32::from(*points)).sum::<u32>() == 20;
    let built = "Distribute exactly 20 WP: tires 1-14, other zones 1-7.";
    let mut wear = STOCK;
    if rules.is_basic() {
        wear = [BASIC_POOL, 0, 0, 0, 0, 0];
        if typed.is_some_and(|typed| typed != wear) {
            issues.push(Issue::error("FD-BAS-04", "Not part of the basic game."));
        }
    } else if rules.road {
        card(setup, index, entry, issues);
        match entry.skill.and_then(Skill::card) {
            Some(card) => wear = typed.unwrap_or(card),
            None => {
                wear = typed.unwrap_or([6, 3, 3, 3, 3, 2]);
                if !typed.is_none_or(|typed| is_built(&typed)) {
                    issues.push(Issue::error("FD-CAR-01", built));
                }
            }
        }
        if !is_within(&wear) {
            issues.push(Issue::error("FD-CAR-01", built));
        }
    } else if rules.construction {
        match typed {
            Some(typed) if is_built(&typed) => wear = typed,
            _ => issues.push(Issue::error("FD-CAR-01", built).mend(format!("Give car {} its wear points.", entry.car))),
        }
    } else if let Some(typed) = typed {
        let over = Zone::ALL.into_iter().find(|zone| typed[*zone as usize] > STOCK[*zone as usize]);
        if let (true, Some(zone)) = (rules.switches.stock_car, over) {
            let message = format!("Zone {} cannot exceed {} WP.", zone.name(), STOCK[zone as usize]);
            issues.push(Issue::error("FD-SET-02", message));
        } else if rules.switches.stock_car && typed != STOCK {
            issues.push(Issue::error("FD-SET-02", "A stock car has 6/3/3/3/3/2 wear points."));
        } else if !is_within(&typed) {
            issues.push(Issue::error("FD-SET-02", "A car has 1 to 14 tire WP, and 1 to 7 of each other zone."));
        }
        wear = typed;
    }
    if !rules.road && entry.skill.is_some() {
        issues
            .push(Issue::error("FD-ROA-01", format!("Card {} is not available.", entry.skill.map_or("", Skill::name))));
    }
    let special = [Some(entry.tires), entry.qualifying_tires].into_iter().flatten().any(|set| set != TireSet::Hard);
    if special && !rules.tires {
        issues.push(Issue::error("FD-TIR-01", "Special tires need the option for tires."));
    }
    let team = entry.team.map_or(index / 2, |team| team as usize);
    if team >= MAX_CARS {
        issues.push(Issue::error("FD-TEA-01", format!("Teams are numbered from 0 to {}.", MAX_CARS - 1)));
    }
    CarTerms {
        wear,
        skill: entry.skill.filter(|_| rules.road),
        pit_box: pit_box(track, setup, index, entry, team, issues),
        team: team.min(MAX_CARS - 1) as u8,
        tires: entry.tires,
    }
}

/// A driver's card is used once, and the Frog needs weather.
fn card(setup: &Setup, index: usize, entry: &CarEntry, issues: &mut Vec<Issue>) {
    let Some(skill) = entry.skill else {
        let message = format!("Car {} has no driver card.", entry.car);
        issues.push(Issue::error("FD-ROA-01", message).mend("Give each car of a road race one skill."));
        return;
    };
    let is_taken = setup.cars[..index].iter().any(|other| other.skill == Some(skill));
    if is_taken || (skill == Skill::WeatherFrog && !setup.rules.weather) {
        issues.push(Issue::error("FD-ROA-01", format!("Card {} is not available.", skill.name())));
    }
}

/// The box of a car: the one it names; its own where there are enough; else one for two neighbours of the list.
fn pit_box(
    track: &Track,
    setup: &Setup,
    index: usize,
    entry: &CarEntry,
    team: usize,
    issues: &mut Vec<Issue>,
) -> SpaceIndex {
    let boxes = track.boxes();
    let no_box = |issues: &mut Vec<Issue>| {
        issues.push(Issue::error("FD-VAL-24", format!("No box for {}.", entry.car)));
        NOWHERE
    };
    if let Some(number) = entry.pit_box {
        return match boxes.iter().find(|(other, _)| *other == number) {
            Some((_, space)) => *space,
            None => no_box(issues),
        };
    }
    if boxes.is_empty() || setup.rules.road || setup.rules.is_basic() {
        return NOWHERE;
    }
    let place = if setup.rules.teams {
        team
    } else if boxes.len() >= setup.cars.len() {
        index
    } else {
        index / 2
    };
    match boxes.get(place) {
        Some((_, space)) => *space,
        None => no_box(issues),
    }
}

/// Pairs of two (FD-TEA-01).
fn teams(setup: &Setup, cars: &[CarTerms], issues: &mut Vec<Issue>) {
    if !setup.cars.len().is_multiple_of(2) {
        issues.push(Issue::error("FD-TEA-01", "Teams need an even number of cars."));
        return;
    }
    for car in cars {
        if cars.iter().filter(|other| other.team == car.team).count() != 2 {
            let message = format!("Team {} has not two cars.", car.team);
            issues.push(Issue::error("FD-TEA-01", message).mend("Give two cars the same team."));
            return;
        }
    }
}

/// The weather a roll makes (FD-WEA-01 to 03, FD-SKL-02).
fn weather(track: &Track, setup: &Setup, is_qualifying: bool, issues: &mut Vec<Issue>) -> Weather {
    if !setup.rules.weather || (is_qualifying && !setup.rules.qualifying) {
        return Weather::Good;
    }
    let chart = match chart_of(track.draft()) {
        Ok(chart) => chart,
        Err(_) if track.draft().chart.is_empty() => {
            if !is_qualifying {
                issues.push(Issue::error("FD-WEA-01", "The circuit has no weather chart."));
            }
            return Weather::Good;
        }
        Err(message) => {
            issues.push(Issue::error("FD-VAL-29", message));
            return Weather::Good;
        }
    };
    let rolls = setup.weather;
    let (roll, again) =
        if is_qualifying { (rolls.qualifying, rolls.frog_qualifying) } else { (rolls.race, rolls.frog_race) };
    let has_frog = setup.rules.road && setup.cars.iter().any(|entry| entry.skill == Some(Skill::WeatherFrog));
    if again.is_some() && !has_frog {
        issues.push(Issue::error("FD-SKL-02", "A weather reroll is allowed once."));
    }
    let on_chart = |roll: u8| usize::from(roll).checked_sub(1).and_then(|place| chart.get(place)).copied();
    let Some(forecast) =
        roll.and_then(|roll| again.map_or(on_chart(roll), |again| on_chart(roll).and(on_chart(again))))
    else {
        issues.push(Issue::error("FD-WEA-02", "The weather roll is missing.").mend("Roll the black die: 1 to 20."));
        return Weather::Good;
    };
    match forecast {
        Forecast::Rain => Weather::Rainy,
        // No change during qualifying (FD-WEA-02).
        Forecast::Changeable if !is_qualifying => Weather::Changeable,
        Forecast::Changeable | Forecast::Good => Weather::Good,
    }
}
