//! What a table agrees on, as fields to be filled in: the options, and the teams.

use super::draft::Draft;
use super::options::{
    Collision, DriverOrder, GarageThrow, LARGEST_ROUND_CAP, LapSlots, Options, PitEnter, RainCount, Strategy,
    TeamMates, TyreOverrun, YellowScope,
};
use super::setup::{DriverEntry, MAX_RACES, MAX_TEAMS, MIN_TEAMS, Setup, Stage, TeamEntry};
use super::skills::{Icon, LAST_SLOT, Skills};
use super::tyres::{Compound, Plan};
use crate::game::form::{Entry, Field, Value, misfit};

const COLLISIONS: &[(Collision, &str)] =
    &[(Collision::Occupied, "with any car there"), (Collision::SameRound, "with cars of the round")];
const TEAM_MATES: &[(TeamMates, &str)] = &[(TeamMates::Collide, "collide"), (TeamMates::Share, "may share it")];
const RAINS: &[(RainCount, &str)] =
    &[(RainCount::NextRound, "from the next round"), (RainCount::StartingRound, "with the round it starts in")];
const GARAGES: &[(GarageThrow, &str)] =
    &[(GarageThrow::Any, "any die, from the track too"), (GarageThrow::Blue, "blue only")];
const YELLOWS: &[(YellowScope, &str)] =
    &[(YellowScope::AllLater, "all later throws"), (YellowScope::FollowingTeams, "the teams after")];
const ENTERS: &[(PitEnter, &str)] = &[(PitEnter::Any, "in passing"), (PitEnter::Exact, "from the entry field")];
const OVERRUNS: &[(TyreOverrun, &str)] = &[
    (TyreOverrun::ForcedPit, "must turn in"),
    (TyreOverrun::BlueOnly, "blue die only"),
    (TyreOverrun::Off, "no matter"),
];
const ORDERS: &[(DriverOrder, &str)] =
    &[(DriverOrder::Free, "as the team likes"), (DriverOrder::Fixed, "driver 1 first")];
const SLOTS: &[(LapSlots, &str)] = &[(LapSlots::EachLap, "laps 1 and 2"), (LapSlots::FirstLapOnly, "lap 1 only")];
const STRATEGIES: &[(Strategy, &str)] = &[(Strategy::Plan, "a note"), (Strategy::Binding, "binding")];
const TYRES: &[(Compound, &str)] = &[(Compound::Hard, "hard"), (Compound::Soft, "soft")];

/// A race of two teams of the board's first colours.
#[must_use]
pub fn new_setup(draft: &Draft) -> Setup {
    let mut setup = Setup { championship: None, options: Options::default(), teams: Vec::new() };
    while setup.teams.len() < MIN_TEAMS {
        add_team(draft, &mut setup);
    }
    setup
}

fn add_team(draft: &Draft, setup: &mut Setup) {
    let is_free = |colour: &&str| setup.teams.iter().all(|team| team.colour != **colour);
    let colour = draft.garages.iter().map(|garage| garage.colour.as_str()).find(is_free).unwrap_or_default().to_owned();
    let number = setup.teams.len() + 1;
    let driver = |which: u32| DriverEntry::new(format!("Driver {number}.{which}"), Compound::Hard);
    setup.teams.push(TeamEntry {
        name: format!("Team {number}"),
        colour,
        qualifying: Vec::new(),
        points: 0,
        skills: Skills::default(),
        drivers: [driver(1), driver(2)],
    });
}

/// The plans there are to choose from, none first.
fn plans() -> Vec<(Option<Plan>, &'static str)> {
    std::iter::once((None, "no plan")).chain(Plan::ALL.into_iter().map(|plan| (Some(plan), plan.id()))).collect()
}

/// A setup as fields: options, championship, teams.
#[must_use]
pub fn setup_fields(draft: &Draft, setup: &Setup) -> Vec<Field> {
    let options = &setup.options;
    let race = setup.championship.map_or(0, |stage| stage.race);
    let races = setup.championship.map_or(0, |stage| stage.races);
    let mut fields = vec![
        Field::new("collision", "Collisions", Value::choice(COLLISIONS, options.collision))
            .help("Which cars one collides with on a red field.")
            .heading("Rules"),
        Field::new("team_mates", "Team-mates on a red field", Value::choice(TEAM_MATES, options.team_mates))
            .help("Whether drivers of one team collide with each other."),
        Field::new("yellow", "Yellow flag", Value::choice(YELLOWS, options.yellow_scope)).help("Who keeps to it."),
        Field::new("slip_charge", "Slipstream red may charge", Value::Flag(options.slipstream_charge))
            .help("Whether a red throw that only the slipstream allows may charge the battery."),
        Field::new("rain_count", "Rounds of rain count", Value::choice(RAINS, options.rain_count))
            .help("The first of the rounds that rain lasts."),
        Field::new("pit_enter", "Pit lane entered", Value::choice(ENTERS, options.pit_enter)),
        Field::new("garage", "Into the garage", Value::choice(GARAGES, options.garage_throw))
            .help("The dice whose throws may end in the own garage."),
        Field::new("overrun", "Worn tyres", Value::choice(OVERRUNS, options.tyre_overrun)),
        Field::new("order", "Driver to begin", Value::choice(ORDERS, options.driver_order)),
        Field::new("slots", "Laps earn slots", Value::choice(SLOTS, options.lap_slots)),
        Field::new("strategy", "A plan is", Value::choice(STRATEGIES, options.strategy)),
        Field::new("engine", "Tyres after engine failure", Value::Flag(options.engine_garage_change))
            .help("Whether tyres may be changed after an engine failure."),
        Field::new("cap", "Rounds at most", Value::Count(options.round_cap.into(), 1..=LARGEST_ROUND_CAP.into())),
        Field::new("races", "Races of the championship", Value::Count(races.into(), 0..=MAX_RACES.into()))
            .help("How many races the championship has; 0 for a race of its own."),
    ];
    if races > 0 {
        fields.push(
            Field::new("race", "this is number", Value::Count(race.into(), 1..=races.into()))
                .help("Which of them it is.")
                .beside(),
        );
    }
    let colours: Vec<String> = draft.garages.iter().map(|garage| garage.colour.clone()).collect();
    let plans = plans();
    for (index, team) in setup.teams.iter().enumerate() {
        let name = Field::new(format!("team.{index}.name"), "Team", Value::Text(team.name.clone(), 1));
        let removable = Value::Press(setup.teams.len() > MIN_TEAMS);
        let remove =
            Field::new(format!("team.{index}.remove"), "Remove", removable).help("Takes the team off the list.");
        let colour = colours.iter().position(|colour| *colour == team.colour).unwrap_or(0);
        let colour = Field::new(format!("team.{index}.colour"), "Colour", Value::Choice(colours.clone(), colour));
        fields.push(if index == 0 { name.heading("Teams") } else { name });
        fields.extend([colour.beside(), remove.beside()]);
        for (which, driver) in team.drivers.iter().enumerate() {
            let of = |what: &str| format!("team.{index}.{which}.{what}");
            fields.push(Field::new(of("name"), format!("Driver {}", which + 1), Value::Text(driver.name.clone(), 1)));
            fields.push(
                Field::new(of("tyre"), "on", Value::choice(TYRES, driver.tyre)).help("Its first tyres.").beside(),
            );
            fields.push(
                Field::new(of("plan"), "plan", Value::choice(&plans, driver.plan)).help("Its strategy.").beside(),
            );
        }
        let throws: Vec<String> = team.qualifying.iter().map(|[b, g, r]| format!("{b} {g} {r}")).collect();
        fields.push(
            Field::new(format!("team.{index}.qualifying"), "Qualifying", Value::Text(throws.join(", "), 1))
                .help("The blue, green and red die, such as 2 5 6; after a comma those thrown again. Without any the list is the grid."),
        );
        if races > 0 || team.points != 0 || team.skills != Skills::default() {
            fields.extend(carried(index, team));
        }
    }
    let room = Value::Press(setup.teams.len() < MAX_TEAMS.min(draft.garages.len()));
    fields.push(Field::new("team.add", "Add a team", room).help("Enters one more team."));
    fields
}

/// What a team brings from earlier races of a championship (WW-CHAMP-01, WW-SKILL-04).
fn carried(index: usize, team: &TeamEntry) -> impl Iterator<Item = Field> {
    let points = Field::new(
        format!("team.{index}.points"),
        "Points so far",
        Value::Count(team.points.into(), 0..=u32::MAX.into()),
    )
    .help("The points of the championship's earlier races; every 20 earn a slot of a skill.");
    let skills = team.skills;
    std::iter::once(points).chain(Icon::ALL.into_iter().map(move |icon| {
        let slot = Value::Count(skills.of(icon).into(), 1..=LAST_SLOT.into());
        Field::new(format!("team.{index}.skill.{}", icon.name()), icon.name(), slot).help(icon.help()).beside()
    }))
}

/// Fills in a field of a setup.
///
/// # Errors
/// Where there is no such field, or the entry does not fit it.
pub fn enter_setup(draft: &Draft, setup: &mut Setup, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let count = || entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong);
    let options = &mut setup.options;
    match field {
        "collision" => options.collision = entry.chosen(COLLISIONS).ok_or_else(wrong)?,
        "team_mates" => options.team_mates = entry.chosen(TEAM_MATES).ok_or_else(wrong)?,
        "slip_charge" => options.slipstream_charge = entry.flag().ok_or_else(wrong)?,
        "rain_count" => options.rain_count = entry.chosen(RAINS).ok_or_else(wrong)?,
        "garage" => options.garage_throw = entry.chosen(GARAGES).ok_or_else(wrong)?,
        "yellow" => options.yellow_scope = entry.chosen(YELLOWS).ok_or_else(wrong)?,
        "pit_enter" => options.pit_enter = entry.chosen(ENTERS).ok_or_else(wrong)?,
        "overrun" => options.tyre_overrun = entry.chosen(OVERRUNS).ok_or_else(wrong)?,
        "order" => options.driver_order = entry.chosen(ORDERS).ok_or_else(wrong)?,
        "slots" => options.lap_slots = entry.chosen(SLOTS).ok_or_else(wrong)?,
        "strategy" => options.strategy = entry.chosen(STRATEGIES).ok_or_else(wrong)?,
        "engine" => options.engine_garage_change = entry.flag().ok_or_else(wrong)?,
        "cap" => options.round_cap = count()?.clamp(1, LARGEST_ROUND_CAP),
        "races" => {
            let races = count()?.min(MAX_RACES);
            let race = setup.championship.map_or(1, |stage| stage.race).clamp(1, races.max(1));
            setup.championship = (races > 0).then_some(Stage { race, races });
        }
        "race" => {
            let race = count()?;
            let stage = setup.championship.as_mut().ok_or_else(wrong)?;
            stage.race = race.clamp(1, stage.races);
        }
        "team.add" => add_team(draft, setup),
        _ => return team(draft, setup, field, entry),
    }
    Ok(())
}

fn team(draft: &Draft, setup: &mut Setup, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let words: Vec<&str> = field.split('.').collect();
    let index: usize = words.get(1).and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let team = setup.teams.get_mut(index).ok_or_else(wrong)?;
    match words[..] {
        ["team", _, "remove"] => {
            setup.teams.remove(index);
        }
        ["team", _, "name"] => entry.text().ok_or_else(wrong)?.clone_into(&mut team.name),
        ["team", _, "colour"] => {
            let Entry::Choice(chosen) = entry else { return Err(wrong()) };
            draft.garages.get(*chosen).ok_or_else(wrong)?.colour.clone_into(&mut team.colour);
        }
        ["team", _, "points"] => {
            team.points = entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong)?;
        }
        ["team", _, "skill", name] => {
            let icon = Icon::ALL.into_iter().find(|icon| icon.name() == name).ok_or_else(wrong)?;
            let slot = entry.count().and_then(|count| u8::try_from(count).ok()).ok_or_else(wrong)?;
            team.skills = team.skills.with(icon, slot.clamp(1, LAST_SLOT));
        }
        ["team", _, "qualifying"] => team.qualifying = qualifying(entry.text().ok_or_else(wrong)?)?,
        ["team", _, which, what] => {
            let driver = which.parse().ok().and_then(|which: usize| team.drivers.get_mut(which)).ok_or_else(wrong)?;
            match what {
                "name" => entry.text().ok_or_else(wrong)?.clone_into(&mut driver.name),
                "tyre" => driver.tyre = entry.chosen(TYRES).ok_or_else(wrong)?,
                "plan" => {
                    driver.plan = entry.chosen(&plans()).ok_or_else(wrong)?;
                    if let Some(plan) = driver.plan {
                        driver.tyre = plan.compounds()[0];
                    }
                }
                _ => return Err(wrong()),
            }
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// The throws of a qualifying: three faces each, with commas between throws.
fn qualifying(text: &str) -> Result<Vec<[u8; 3]>, String> {
    let throw = |part: &str| {
        let faces: Vec<u8> = part.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        <[u8; 3]>::try_from(faces).ok()
    };
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    parts.map(throw).collect::<Option<Vec<_>>>().ok_or_else(|| {
        "Enter three faces, blue, green and red, such as 2 5 6; those thrown again after a comma.".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_are_entered_and_taken_off_and_every_field_takes_its_own_value() {
        let draft = Draft::assumed();
        let mut setup = new_setup(&draft);
        assert_eq!(setup.teams.iter().map(|team| team.colour.as_str()).collect::<Vec<_>>(), ["amber", "azure"]);
        enter_setup(&draft, &mut setup, "team.add", &Entry::Press).expect("one more");
        enter_setup(&draft, &mut setup, "team.2.1.plan", &Entry::Choice(3)).expect("a plan");
        assert_eq!((setup.teams[2].drivers[1].plan, setup.teams[2].drivers[1].tyre), (Some(Plan::Shs), Compound::Soft));
        enter_setup(&draft, &mut setup, "team.0.qualifying", &Entry::Text("2 5 6, 1 2 4".to_owned())).expect("throws");
        assert_eq!(setup.teams[0].qualifying, [[2, 5, 6], [1, 2, 4]]);
        assert!(enter_setup(&draft, &mut setup, "team.0.qualifying", &Entry::Text("2 5".to_owned())).is_err());
        enter_setup(&draft, &mut setup, "races", &Entry::Count(3)).expect("a cup");
        assert_eq!(setup.championship, Some(Stage { race: 1, races: 3 }));
        enter_setup(&draft, &mut setup, "team.1.points", &Entry::Count(43)).expect("points");
        enter_setup(&draft, &mut setup, "team.1.skill.tools", &Entry::Count(2)).expect("a skill");
        assert_eq!((setup.teams[1].points, setup.teams[1].skills.tools), (43, 2));
        enter_setup(&draft, &mut setup, "team.0.remove", &Entry::Press).expect("one less");
        assert_eq!(setup.teams.len(), 2);
        for field in setup_fields(&draft, &setup) {
            let entry = match &field.value {
                Value::Text(text, _) => Entry::Text(text.clone()),
                Value::Number(text, _) => Entry::Text(text.clone()),
                Value::Count(count, _) => Entry::Count(*count),
                Value::Choice(_, chosen) => Entry::Choice(*chosen),
                Value::Flag(flag) => Entry::Flag(*flag),
                Value::Press(_) => continue,
            };
            let before = setup.clone();
            enter_setup(&draft, &mut setup, &field.id, &entry).unwrap_or_else(|why| panic!("{}: {why}", field.id));
            assert_eq!(setup, before, "{} entered as it was", field.id);
        }
    }
}
