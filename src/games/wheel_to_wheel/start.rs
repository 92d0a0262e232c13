//! Creates the first state of a race from its setup (WW-SET, WW-QUAL).

use std::sync::Arc;

use super::dice::Die;
use super::options::{LARGEST_ROUND_CAP, Strategy};
use super::setup::{DRIVERS, MAX_QUALIFYING, MAX_RACES, MAX_TEAMS, MIN_TEAMS, Setup, TeamEntry, sum};
use super::skills::{Icon, LAST_SLOT, MOST_SLOTS, POINTS_PER_SLOT, Skills};
use super::state::{Driver, Phase, Spot, State, Team, TeamTerms, Terms};
use super::track::Track;
use super::tyres::{Compound, Set, Used};
use crate::game::words::many;
use crate::game::{Issue, has_errors};

/// Returns the first state of a race, or every error of the setup at once.
pub(super) fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
    let mut issues = Vec::new();
    let count = setup.teams.len();
    if !(MIN_TEAMS..=MAX_TEAMS).contains(&count) {
        let message = "The race has too few or too many teams: the game is for 2 to 6.";
        issues.push(
            Issue::error("WW-SET-01", message).fix(format!("Number of teams now: {count}. Add or delete teams.")),
        );
        return Err(issues);
    }
    check_race(setup, &mut issues);
    check_qualifying(track, setup, &mut issues);
    let order = setup.grid_order();
    check_colours(track, setup, &order, &mut issues);
    for team in &setup.teams {
        check_drivers(setup, team, &mut issues);
        check_skills(setup, team, &mut issues);
    }
    if has_errors(&issues) {
        return Err(issues);
    }
    Ok(first(track, setup, &order))
}

fn first(track: &Track, setup: &Setup, order: &[usize]) -> State {
    let mut terms = Terms {
        options: setup.options,
        championship: setup.championship,
        weather: true,
        teams: Vec::with_capacity(order.len()),
    };
    let (mut teams, mut drivers) = (arrayvec::ArrayVec::new(), arrayvec::ArrayVec::new());
    for (seat, list_place) in order.iter().copied().enumerate() {
        let entry = &setup.teams[list_place];
        let garage = track.garages.iter().find(|(colour, ..)| *colour == entry.colour);
        let (code, field) = garage.map_or_else(Default::default, |(_, code, field)| (code.clone(), *field));
        terms.teams.push(TeamTerms {
            list_place,
            colour: entry.colour.clone(),
            code,
            garage: field,
            plans: [0, 1].map(|driver: usize| entry.drivers[driver].plan),
        });
        let earned = match setup.championship {
            Some(_) => slots_for(entry.points),
            None => 0,
        };
        let free = earned.saturating_sub(entry.skills.taken());
        teams.push(Team { skills: entry.skills, free, six: false, moved: [false; DRIVERS] });
        for driver in 0..DRIVERS {
            let slot = DRIVERS * seat + driver + 1;
            drivers.push(on_grid(track.slot(slot), entry.drivers[driver].tyre));
        }
    }
    State {
        terms: Arc::new(terms),
        round: 1,
        seat: 0,
        extra: None,
        row: 0,
        yellow: None,
        rain: None,
        rain_ended: 0,
        awarded: 0,
        finished: 0,
        phase: Phase::Racing,
        teams,
        drivers,
    }
}

/// Returns a driver on the loop field of its grid slot (WW-SET-02).
pub(super) fn on_grid(field: u16, tyre: Compound) -> Driver {
    Driver {
        spot: Spot::Loop(field),
        lap: 1,
        lap_open: false,
        set: Set::new(tyre),
        used: Used::default(),
        driven: [None; 3],
        charged: false,
        stops: 0,
        battery: 0,
        filled_now: false,
        fails: 0,
        landed: 0,
        die: None,
        finished: 0,
    }
}

/// Returns the number of skill slots that a team earns with this number of championship points (WW-SKILL-04). Slots
/// beyond the maximum are lost.
#[must_use]
pub fn slots_for(points: u32) -> u8 {
    u8::try_from(points / POINTS_PER_SLOT).unwrap_or(u8::MAX).min(MOST_SLOTS)
}

fn check_race(setup: &Setup, issues: &mut Vec<Issue>) {
    let cap = setup.options.round_cap;
    if cap == 0 || cap > LARGEST_ROUND_CAP {
        issues.push(
            Issue::error("WW-RACE-03", format!("The round limit must be 1 to {LARGEST_ROUND_CAP}, not {cap}."))
                .fix("Correct the round limit."),
        );
    }
    if let Some(stage) = setup.championship
        && !(1..=stage.races.min(MAX_RACES)).contains(&stage.race)
    {
        let message =
            format!("There is no race {} of {}: a championship has 1 to {MAX_RACES} races.", stage.race, stage.races);
        issues
            .push(Issue::error("WW-CHAMP-01", message).fix("Enter 1 for the first race, 2 for the second, and so on."));
    }
}

/// Returns the name of a team for error messages.
fn named(team: &TeamEntry) -> String {
    let name = if team.name.is_empty() { &team.colour } else { &team.name };
    name.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Checks that the qualifying throws show possible faces, and that no team has thrown too few or too many times
/// (WW-QUAL-01 to 03).
fn check_qualifying(track: &Track, setup: &Setup, issues: &mut Vec<Issue>) {
    let teams = &setup.teams;
    if teams.iter().all(|team| team.qualifying.is_empty()) {
        return;
    }
    for (place, team) in teams.iter().enumerate() {
        let throws = &team.qualifying;
        // Reports each wrong face, except in throws beyond the limit.
        for (die, face) in throws.iter().take(MAX_QUALIFYING).flat_map(|throw| Die::ALL.into_iter().zip(throw)) {
            if !track.faces().shows(die, *face) {
                let message = format!("The {} die has no {face}.", die.name());
                issues.push(
                    Issue::error("WW-DICE-04", message).fix(format!("Correct the throws of team {}.", named(team))),
                );
            }
        }
        if throws.len() > MAX_QUALIFYING {
            let message = format!("Team {} has more than {MAX_QUALIFYING} qualifying throws.", named(team));
            issues.push(Issue::error("WW-QUAL-03", message));
            continue;
        }
        // A team throws once. It throws again as long as another team has had the same sums in all throws so far.
        let is_level = |so_far: usize, other: &TeamEntry| {
            other.qualifying.len() >= so_far
                && other.qualifying.iter().zip(throws).take(so_far).all(|(a, b)| sum(a) == sum(b))
        };
        let others = || teams.iter().enumerate().filter(move |(other, _)| *other != place).map(|(_, other)| other);
        let needed = (0..=throws.len()).find(|so_far| *so_far > 0 && !others().any(|other| is_level(*so_far, other)));
        if needed != Some(throws.len()) {
            let (message, fix) = match needed {
                None if throws.is_empty() => {
                    (format!("Team {} has not thrown for the grid.", named(team)), "Record its throw.")
                }
                None => (
                    format!("Team {} is level with another team and must throw again.", named(team)),
                    "Record the throws of the teams that were level.",
                ),
                Some(_) => (
                    format!("Team {} throws again although no other team is level with it.", named(team)),
                    "Delete the last throw.",
                ),
            };
            let id = if throws.is_empty() { "WW-QUAL-01" } else { "WW-QUAL-03" };
            issues.push(Issue::error(id, message).fix(fix));
        }
    }
}

/// Checks the colours of the teams, in the order in which the teams choose them (WW-SET-01, WW-QUAL-05).
fn check_colours(track: &Track, setup: &Setup, order: &[usize], issues: &mut Vec<Issue>) {
    let mut taken: Vec<&str> = Vec::new();
    let known: Vec<&str> = track.garages.iter().map(|(colour, ..)| colour.as_str()).collect();
    for list_place in order {
        let team = &setup.teams[*list_place];
        let colour = team.colour.as_str();
        if taken.contains(&colour) {
            let message =
                format!("Two teams have the colour {}.", named(&TeamEntry { name: String::new(), ..team.clone() }));
            issues.push(Issue::error("WW-QUAL-05", message).fix("Choose another of the board's colours."));
        } else if !known.contains(&colour) {
            let message = "A team has a colour that the board does not have.";
            let fix = format!("Team {} needs one of the board's colours: {}.", named(team), known.join(", "));
            issues.push(Issue::error("WW-SET-01", message).fix(fix));
        }
        taken.push(colour);
    }
}

/// Checks the drivers' first tyres and their plans (WW-SET-03, WW-TYRE-09).
fn check_drivers(setup: &Setup, team: &TeamEntry, issues: &mut Vec<Issue>) {
    for driver in &team.drivers {
        if driver.tyre == Compound::Wet {
            let fix = format!("Correct the tyres on which the drivers of team {} start.", named(team));
            issues
                .push(Issue::error("WW-SET-03", "A driver starts on wet tyres. Start on hard or soft tyres.").fix(fix));
            continue;
        }
        let first = driver.plan.and_then(|plan| plan.compound(1));
        if let Some(first) = first.filter(|first| setup.options.strategy == Strategy::Binding && *first != driver.tyre)
        {
            let message =
                format!("A driver does not start on {first} tyres, although its tyre plan has them for lap 1.");
            issues.push(Issue::error("WW-TYRE-09", message).fix(format!("Correct the plan of team {}.", named(team))));
        }
    }
}

/// Checks that the team has earned its skills (WW-SET-04, WW-SKILL-02, 04).
fn check_skills(setup: &Setup, team: &TeamEntry, issues: &mut Vec<Issue>) {
    let name = named(team);
    let Skills { .. } = team.skills;
    if Icon::ALL.into_iter().any(|icon| !(1..=LAST_SLOT).contains(&team.skills.of(icon))) {
        let message = format!("Team {name} has a skill that is not in slot 1, 2 or 3.");
        issues.push(
            Issue::error("WW-SET-04", message)
                .fix("Set each skill to slot 1, 2 or 3. A skill on which no slot was spent is in slot 1."),
        );
        return;
    }
    if setup.championship.is_none() {
        if team.points != 0 || team.skills != Skills::default() {
            let message =
                format!("Team {name} has points or skills of earlier races, but this race is not in a championship.");
            let fix = "Set all skills to slot 1 and the points to 0, or make the race part of a championship.";
            issues.push(Issue::error("WW-SET-04", message).fix(fix));
        }
        return;
    }
    let earned = slots_for(team.points);
    if team.skills.taken() > earned {
        let message = format!(
            "Team {name} has taken {}, but its {} earn {earned}.",
            many(team.skills.taken(), "slot"),
            many(team.points, "point")
        );
        issues.push(
            Issue::error("WW-SKILL-04", message)
                .fix("A team earns one slot for every 20 points. Correct the slots or the points."),
        );
    }
}

/// Returns the state of a lone driver, for analyses without other cars and without weather. The driver is driver 1 of
/// the team with the index `seat` in the turn order, from 0. It starts on grid slot 1.
pub(super) fn lone(track: &Track, setup: &Setup, seat: usize) -> Option<State> {
    let order = setup.grid_order();
    let mut state = first(track, setup, &order);
    let mut terms = (*state.terms).clone();
    terms.weather = false;
    terms.options.round_cap = LARGEST_ROUND_CAP;
    terms.championship = None;
    terms.teams = vec![terms.teams.get(seat)?.clone()];
    state.terms = Arc::new(terms);
    state.teams = std::iter::once(*state.teams.get(seat)?).collect();
    let mut driver = *state.drivers.get(DRIVERS * seat)?;
    driver.spot = Spot::Loop(track.slot(1));
    let absent = Driver { spot: Spot::Out, ..driver };
    state.drivers = [driver, absent].into_iter().collect();
    Some(state)
}
