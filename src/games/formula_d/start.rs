//! Makes the first state of a race from its setup (FD-SET, FD-CAR, FD-WEA-02 and 03, FD-TEA-01, FD-ROA-01).

mod grid;

use std::sync::Arc;

use super::draft::Forecast;
use super::options::{BASIC_POOL, STOCK, Skill, TyreSet, Zone};
use super::rules;
use super::setup::{CarEntry, MAX_CARS, MAX_LAPS, Setup};
use super::spaces::SpaceSet;
use super::state::{Car, CarTerms, Effort, LastContest, Phase, Qualifying, Standing, Start, State, Terms, Weather};
use super::track::{NOWHERE, SpaceIndex, Track};
use super::validate::{chart_of, road_faults};
use crate::game::words::many;
use crate::game::{Entrant, Issue, has_errors};

/// The message about wear points that no car can have.
const OUT_OF_RANGE: &str = "The wear points are out of range: the tyres have 1 to 14, each other zone has 1 to 7.";
/// The number of repair points that each team has at the start of a race (FD-TEA-02).
const TEAM_REPAIRS: u8 = 4;

/// Returns the first state of the race, or the issues that keep the race from starting.
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
    if rules.pit_options && !rules.is_basic() && !rules.road && !track.has_pit() {
        let says = "Switch off \"Tyre and technical stops\": this circuit has no pit lane.";
        issues.push(Issue::error("FD-PSO-01", says));
    }
    if rules.road {
        issues.extend(road_faults(track.draft()).into_iter().map(|says| Issue::error("FD-VAL-30", says)));
    }
    if let Some(recorded) = &setup.circuit
        && *recorded != circuit_digest(track)
    {
        issues.push(Issue::error("FD-LOG-05", "This circuit differs from the circuit on which the race was recorded."));
    }
    let mut cars: Vec<CarTerms> =
        setup.cars.iter().enumerate().map(|(index, entry)| terms_of(setup, index, entry, &mut issues)).collect();
    boxes(track, setup, &mut cars, &mut issues);
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
        start: Start::of(rules),
        spun: false,
        tyres: entry.tyres,
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
            car.tyres = entry.qualifying_tyres.unwrap_or(entry.tyres);
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
        police_over: LastContest::default(),
        team_repairs: if rules.teams && (rules.pit_options || rules.switches.team_repairs) {
            vec![TEAM_REPAIRS; teams]
        } else {
            Vec::new()
        },
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

/// Returns the digest of a circuit in the form that setups store (FD-LOG-05).
pub(super) fn circuit_digest(track: &Track) -> String {
    format!("{:016x}", track.digest())
}

/// Checks how many cars and laps the race has, and the cars' numbers (FD-SET-01).
fn field(track: &Track, setup: &Setup, issues: &mut Vec<Issue>) {
    let most = track.slots().len().min(MAX_CARS);
    if setup.cars.is_empty() || setup.cars.len() > most {
        issues.push(Issue::error(
            "FD-SET-01",
            format!("Too few or too many cars: this race must have 1 to {most} cars."),
        ));
    }
    if setup.laps == 0 || setup.laps > MAX_LAPS {
        issues.push(Issue::error("FD-SET-01", format!("The number of laps must be 1 to {MAX_LAPS}.")));
    }
    issues.extend(Entrant::check("FD-SET-01", setup.cars.iter().map(|entry| entry.car)));
}

/// Checks a car's entry. Returns the properties of the car that do not change during the race, such as its wear points
/// and tyres at the start (FD-SET-02, FD-CAR-01, FD-BAS-01, FD-ROA-01, FD-VAL-24).
fn terms_of(setup: &Setup, index: usize, entry: &CarEntry, issues: &mut Vec<Issue>) -> CarTerms {
    let rules = &setup.rules;
    let typed = entry.wear.map(|wear| wear.0);
    let is_within =
        |wear: &[u8; 6]| (1..=14).contains(&wear[0]) && wear[1..].iter().all(|points| (1..=7).contains(points));
    let is_built = |wear: &[u8; 6]| is_within(wear) && wear.iter().map(|points| u32::from(*points)).sum::<u32>() == 20;
    let built = "The wear points must add up to 20, with 1 to 14 on the tyres and 1 to 7 on each other zone.";
    let enter = || format!("Enter the wear points of car {}.", entry.car);
    let mut wear = STOCK;
    if rules.is_basic() {
        wear = [BASIC_POOL, 0, 0, 0, 0, 0];
        if typed.is_some_and(|typed| typed != wear) {
            let message = format!("Delete the wear points of car {}: in the basic game every car has 18.", entry.car);
            issues.push(Issue::error("FD-BAS-04", message));
        }
    } else if rules.road {
        card(setup, index, entry, issues);
        match entry.skill.and_then(Skill::card) {
            Some(card) => {
                wear = typed.unwrap_or(card);
                if !is_within(&wear) {
                    issues.push(Issue::error("FD-CAR-01", OUT_OF_RANGE));
                }
            }
            None => {
                wear = typed.unwrap_or([6, 3, 3, 3, 3, 2]);
                if !is_built(&wear) {
                    issues.push(Issue::error("FD-CAR-01", built).fix(enter()));
                }
            }
        }
    } else if rules.construction {
        match typed {
            Some(typed) if is_built(&typed) => wear = typed,
            _ => issues.push(Issue::error("FD-CAR-01", built).fix(enter())),
        }
    } else if let Some(typed) = typed {
        let over = Zone::ALL.into_iter().find(|zone| typed[*zone as usize] > STOCK[*zone as usize]);
        if let (true, Some(zone)) = (rules.switches.stock_car, over) {
            let message = format!("Zone {} cannot have more than {} wear points.", zone.name(), STOCK[zone as usize]);
            issues.push(Issue::error("FD-SET-02", message));
        } else if rules.switches.stock_car && typed != STOCK {
            issues.push(Issue::error("FD-SET-02", "The wear points are not those of a stock car, 6/3/3/3/3/2."));
        } else if !is_within(&typed) {
            issues.push(Issue::error("FD-SET-02", OUT_OF_RANGE));
        }
        wear = typed;
    }
    if !rules.road && entry.skill.is_some() {
        let skill = entry.skill.map_or("", Skill::name);
        let message = format!("Card {skill} is not available to car {}: cards belong to road races.", entry.car);
        issues.push(Issue::error("FD-ROA-01", message).fix("Remove the card, or switch on the option \"Road race\"."));
    }
    let special = [Some(entry.tyres), entry.qualifying_tyres].into_iter().flatten().any(|set| set != TyreSet::Hard);
    if special && !rules.tyres {
        issues.push(Issue::error("FD-TIR-01", "Soft and rain tyres need the option \"Choice of tyres\"."));
    }
    CarTerms {
        wear,
        skill: entry.skill.filter(|_| rules.road),
        pit_box: NOWHERE,
        team: team_of(setup, index),
        tyres: entry.tyres,
    }
}

/// Checks a driver's card: only one car may have each card, and the Weather Frog is allowed only in a race with
/// weather.
fn card(setup: &Setup, index: usize, entry: &CarEntry, issues: &mut Vec<Issue>) {
    let Some(skill) = entry.skill else {
        let message = format!("Car {} has no driver card.", entry.car);
        issues.push(Issue::error("FD-ROA-01", message).fix("Choose a card for each car of a road race."));
        return;
    };
    let taken = setup.cars[..index].iter().find(|other| other.skill == Some(skill));
    let why = match taken {
        Some(other) => format!("car {} has it, and there is only one of each card", other.car),
        None if skill == Skill::WeatherFrog && !setup.rules.weather => "the race has no weather".to_owned(),
        None => return,
    };
    let message = format!("Card {} is not available to car {}: {why}.", skill.name(), entry.car);
    issues.push(Issue::error("FD-ROA-01", message).fix("Choose another card."));
}

/// Returns a value that identifies the team of a car. If the entry has a team number, the value is `Ok` with that
/// number. Cars without a team number form pairs in the order of the list. For such a car, the value is `Err` with the
/// index of its pair.
fn team_key(setup: &Setup, index: usize) -> Result<u32, usize> {
    let unnamed = || setup.cars[..index].iter().filter(|entry| entry.team.is_none()).count() / 2;
    setup.cars[index].team.ok_or_else(unnamed)
}

/// Returns the index of a car's team. Teams are indexed from 0, in the order in which they first occur in the entry
/// list.
fn team_of(setup: &Setup, index: usize) -> u8 {
    let mut teams: Vec<Result<u32, usize>> = Vec::new();
    for car in 0..=index {
        let key = team_key(setup, car);
        if !teams.contains(&key) {
            teams.push(key);
        }
    }
    let own = team_key(setup, index);
    teams.iter().position(|team| *team == own).unwrap_or(0) as u8
}

/// Assigns the pit boxes (FD-VAL-24, R-65). If a car's entry names a box, the car and its team get that box. The other
/// cars get the free boxes in the order of the entry list. A team always shares one box. In a race without teams, each
/// car gets its own box if there are enough boxes. Otherwise each pair of neighbours in the list shares a box.
fn boxes(track: &Track, setup: &Setup, cars: &mut [CarTerms], issues: &mut Vec<Issue>) {
    let no_box = |issues: &mut Vec<Issue>, car: usize| {
        issues.push(Issue::error("FD-VAL-24", format!("There is no pit box for car {}.", setup.cars[car].car)));
    };
    let mut named: Vec<Option<SpaceIndex>> = vec![None; cars.len()];
    for (car, entry) in setup.cars.iter().enumerate() {
        let Some(number) = entry.pit_box else { continue };
        match track.boxes().iter().find(|(other, _)| *other == number) {
            Some((_, space)) => named[car] = Some(*space),
            None => {
                let known: Vec<String> = track.boxes().iter().map(|(number, _)| number.to_string()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let message = format!("There is no pit box for car {}: the circuit has no box {number}.", entry.car);
                issues.push(
                    Issue::error("FD-VAL-24", message).fix(format!("Choose one of the circuit's boxes: {known}.")),
                );
                return;
            }
        }
    }
    let teams: Vec<u8> = cars.iter().map(|car| car.team).collect();
    if setup.rules.teams {
        for car in 0..cars.len() {
            let own: Vec<SpaceIndex> =
                (0..cars.len()).filter(|other| teams[*other] == teams[car]).filter_map(|other| named[other]).collect();
            if own.windows(2).any(|pair| pair[0] != pair[1]) {
                let message = format!("The team of car {} has two different boxes.", setup.cars[car].car);
                issues.push(Issue::error("FD-TEA-01", message).fix(
                    "The cars of a team share one box: choose the same box for both, or choose a box for only one car.",
                ));
                return;
            }
        }
        for car in 0..cars.len() {
            named[car] = (0..cars.len()).filter(|other| teams[*other] == teams[car]).find_map(|other| named[other]);
        }
    }
    let free: Vec<SpaceIndex> =
        track.boxes().iter().map(|(_, space)| *space).filter(|space| !named.contains(&Some(*space))).collect();
    let others: Vec<usize> = (0..cars.len()).filter(|car| named[*car].is_none()).collect();
    let needs_none = track.boxes().is_empty() || setup.rules.road || setup.rules.is_basic();
    let mut units: Vec<u8> = Vec::new();
    for (place, car) in others.into_iter().enumerate() {
        if needs_none {
            continue;
        }
        let unit = if setup.rules.teams {
            if !units.contains(&teams[car]) {
                units.push(teams[car]);
            }
            units.iter().position(|team| *team == teams[car]).unwrap_or(0)
        } else if free.len() >= named.iter().filter(|own| own.is_none()).count() {
            place
        } else {
            place / 2
        };
        match free.get(unit) {
            Some(space) => cars[car].pit_box = *space,
            None => no_box(issues, car),
        }
    }
    for (car, own) in cars.iter_mut().zip(named) {
        car.pit_box = own.unwrap_or(car.pit_box);
    }
}

/// Checks that every team has two cars (FD-TEA-01).
fn teams(setup: &Setup, cars: &[CarTerms], issues: &mut Vec<Issue>) {
    if !setup.cars.len().is_multiple_of(2) {
        issues.push(Issue::error("FD-TEA-01", "The number of cars is odd, but teams of two need an even number."));
        return;
    }
    for (car, entry) in cars.iter().zip(&setup.cars) {
        let count = cars.iter().filter(|other| other.team == car.team).count();
        if count != 2 {
            let team =
                entry.team.map_or_else(|| format!("The team of car {}", entry.car), |team| format!("Team {team}"));
            let message = format!("{team} has {}, not two.", many(count, "car"));
            issues
                .push(Issue::error("FD-TEA-01", message).fix("Each team needs two cars: give another car this team."));
            return;
        }
    }
}

/// Returns the weather that follows from the weather roll in the setup (FD-WEA-01 to 03, FD-SKL-02).
fn weather(track: &Track, setup: &Setup, is_qualifying: bool, issues: &mut Vec<Issue>) -> Weather {
    if !setup.rules.weather || (is_qualifying && !setup.rules.qualifying) {
        return Weather::Good;
    }
    let chart = match chart_of(track.draft()) {
        Ok(chart) => chart,
        Err(_) if track.draft().chart.is_empty() => {
            if !is_qualifying {
                issues.push(Issue::error(
                    "FD-WEA-01",
                    "The circuit has no weather chart: add one, or race without weather.",
                ));
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
        issues.push(Issue::error(
            "FD-SKL-02",
            "Only a driver with the card Weather Frog can have the weather rolled again. No driver has this card.",
        ));
    }
    let before = if is_qualifying { "qualifying" } else { "the race" };
    let on_chart = |roll: u8| usize::from(roll).checked_sub(1).and_then(|place| chart.get(place)).copied();
    let Some(forecast) =
        roll.and_then(|roll| again.map_or(on_chart(roll), |again| on_chart(roll).and(on_chart(again))))
    else {
        issues.push(
            Issue::error("FD-WEA-02", format!("The weather roll before {before} is missing."))
                .fix("Roll the black die, and enter a result from 1 to 20."),
        );
        return Weather::Good;
    };
    match forecast {
        Forecast::Rain => Weather::Rainy,
        // The weather does not change during qualifying (FD-WEA-02).
        Forecast::Changeable if !is_qualifying => Weather::Changeable,
        Forecast::Changeable | Forecast::Good => Weather::Good,
    }
}
