//! What a table agrees on, as fields to be filled in: presets, options and switches, and the cars.

use super::draft::Draft;
use super::options::{Preset, Rules, Skill, Switches, TireSet};
use super::setup::{CarEntry, Grid, MAX_CARS, MAX_LAPS, Setup, WeatherRolls};
use super::turn::Wear;
use crate::game::CarId;
use crate::game::form::{Entry, Field, Value, misfit};

const PRESETS: &[(Preset, &str)] = &[(Preset::Advanced, "advanced"), (Preset::Basic, "basic")];
const GRIDS: &[(Grid, &str)] = &[(Grid::Typed, "as listed"), (Grid::Rolled, "by black rolls")];
const TIRES: &[(TireSet, &str)] = &[(TireSet::Hard, "hard"), (TireSet::Soft, "soft"), (TireSet::Rain, "rain")];

type Option_ = (&'static str, &'static str, &'static str, fn(&mut Rules) -> &mut bool);
type Switch = (&'static str, &'static str, fn(&mut Switches) -> &mut bool);

const OPTIONS: &[Option_] = &[
    ("construction", "Car construction", "Cars are constructed from 20 wear points.", |rules| &mut rules.construction),
    ("qualifying", "Qualifying", "A lap with a stopwatch settles the grid.", |rules| &mut rules.qualifying),
    ("weather", "Weather", "The weather chart and rain.", |rules| &mut rules.weather),
    ("tires", "Choice of tires", "Hard, soft and rain tires.", |rules| &mut rules.tires),
    ("pit_options", "Tire and technical stops", "Stops for tires, and for repairs.", |rules| &mut rules.pit_options),
    ("teams", "Teams of two", "Two neighbours of the list are a team.", |rules| &mut rules.teams),
    ("road", "Road race", "Driver cards, nitro, and what is marked on the road.", |rules| &mut rules.road),
];

const SWITCHES: &[Switch] = &[
    ("stock_car", "Stock cars", |s| &mut s.stock_car),
    ("one_gear_up", "One gear up at most", |s| &mut s.one_gear_up),
    ("skips_must_be_payable", "Skips must be payable", |s| &mut s.skips_must_be_payable),
    ("half_space_is_ahead", "Half a space ahead is ahead", |s| &mut s.half_space_is_ahead),
    ("pit_cars_last", "Cars in the pits act last", |s| &mut s.pit_cars_last),
    ("others_roll_first", "In collisions others roll first", |s| &mut s.others_roll_first),
    ("no_pit_collisions", "No collisions in the pits", |s| &mut s.no_pit_collisions),
    ("no_pit_motor_rolls", "No motor rolls in the pits", |s| &mut s.no_pit_motor_rolls),
    ("arrows_bind_slipstreams", "Arrows bind slipstreams", |s| &mut s.arrows_bind_slipstreams),
    ("single_file_pits", "Stuck in the pits costs nothing", |s| &mut s.single_file_pits),
    ("no_costs_in_pits", "No gear costs in the pits", |s| &mut s.no_costs_in_pits),
    ("whole_nitro", "Nitro gives its whole bonus", |s| &mut s.whole_nitro),
    ("soft_dry_double", "Soft tires double penalties in the dry", |s| &mut s.soft_dry_double),
    ("soft_bonus_one_lap", "Soft tires help in lap 1 only", |s| &mut s.soft_bonus_one_lap),
    ("worn_soft_drift", "Worn soft tires drift in rain", |s| &mut s.worn_soft_drift),
    ("literal_overshoot", "Last tire points, over 1 space: out", |s| &mut s.literal_overshoot),
    ("soft_bonus_after_stop", "Soft tires help at once after a slow tire stop", |s| &mut s.soft_bonus_after_stop),
    ("team_repairs", "Every stop of a team may repair", |s| &mut s.team_repairs),
];

/// A race of two stock cars on a circuit.
#[must_use]
pub fn new_setup(draft: &Draft) -> Setup {
    let car = |number: u32| CarEntry::new(CarId(number), format!("Player {number}"));
    Setup { laps: draft.laps.clamp(1, MAX_LAPS), cars: vec![car(1), car(2)], ..Setup::default() }
}

/// Skills there are to choose from, none first.
fn skills() -> Vec<(Option<Skill>, &'static str)> {
    std::iter::once((None, "no card")).chain(Skill::ALL.into_iter().map(|skill| (Some(skill), skill.name()))).collect()
}

fn roll(id: &'static str, label: &str, roll: Option<u8>) -> Field {
    Field::new(id, label, Value::Count(roll.unwrap_or(0).into(), 0..=20))
        .help("The black roll; 0 where there was none.")
}

/// A setup as fields: laps, preset, options, switches, cars.
#[must_use]
pub fn setup_fields(draft: &Draft, setup: &Setup) -> Vec<Field> {
    let mut rules = setup.rules.clone();
    let mut fields = vec![
        Field::new("laps", "Laps", Value::Count(setup.laps.into(), 1..=MAX_LAPS.into())).heading("Rules"),
        Field::new("preset", "Preset", Value::choice(PRESETS, rules.preset))
            .help("Advanced: six zones, damage, slipstreams, pit stops. Basic: one pool of wear points."),
        Field::new("grid", "Grid", Value::choice(GRIDS, setup.grid)).help("With qualifying it comes from there."),
    ];
    for (id, label, help, of) in OPTIONS {
        fields.push(Field::new(*id, *label, Value::Flag(*of(&mut rules))).help(*help));
    }
    if rules.weather {
        fields.push(roll("weather.race", "Weather roll", setup.weather.race));
        if rules.qualifying {
            fields.push(roll("weather.qualifying", "In qualifying", setup.weather.qualifying));
        }
    }
    for (place, (id, label, of)) in SWITCHES.iter().enumerate() {
        let field = Field::new(format!("switch.{id}"), *label, Value::Flag(*of(&mut rules.switches)));
        fields.push(if place == 0 { field.heading("Details") } else { field });
    }
    let skills = skills();
    for (index, car) in setup.cars.iter().enumerate() {
        let of = |what: &str| format!("car.{index}.{what}");
        let number = Field::new(of("number"), "No.", Value::Count(car.car.0.into(), 1..=999));
        fields.push(if index == 0 { number.heading("Cars") } else { number });
        fields.push(Field::new(of("name"), "", Value::Text(car.name.clone(), 1)).help("Who drives it.").beside());
        fields.push(
            Field::new(of("remove"), "Remove", Value::Press(setup.cars.len() > 1))
                .help("Takes it off the list.")
                .beside(),
        );
        if rules.tires {
            fields.push(Field::new(of("tires"), "Tires", Value::choice(TIRES, car.tires)));
        }
        if rules.road {
            fields.push(Field::new(of("skill"), "Card", Value::choice(&skills, car.skill)));
        }
        if rules.teams {
            let team = car.team.map_or_else(String::new, |team| team.to_string());
            fields.push(
                Field::new(of("team"), "Team", Value::Text(team, 1))
                    .help("Any number; two cars with the same one are a team. Empty: neighbours of the list are.")
                    .beside(),
            );
            let number = car.pit_box.map_or_else(String::new, |number| number.to_string());
            fields.push(
                Field::new(of("box"), "Box", Value::Text(number, 1))
                    .help("The number of its pit box. Empty: boxes are given in the order of the list.")
                    .beside(),
            );
        }
        if rules.construction || !rules.switches.stock_car {
            let wear = car.wear.as_ref().map_or_else(String::new, Wear::to_string);
            fields.push(
                Field::new(of("wear"), "Wear points", Value::Text(wear, 1))
                    .help("Tires, brakes, gearbox, body, engine, handling, such as 6/3/3/3/3/2.")
                    .beside(),
            );
        }
        if setup.grid == Grid::Rolled && !rules.qualifying {
            let rolls: Vec<String> = car.rolls.iter().map(u8::to_string).collect();
            fields.push(
                Field::new(of("rolls"), "Grid rolls", Value::Text(rolls.join(" "), 1))
                    .help("Black rolls; after ties those thrown again behind them.")
                    .beside(),
            );
        }
    }
    let room = setup.cars.len() < MAX_CARS.min(draft.slots().max(1));
    fields.push(Field::new("car.add", "Add a car", Value::Press(room)).help("Enters one more car."));
    fields
}

/// Fills in a field of a setup.
///
/// # Errors
/// Where there is no such field, or the entry does not fit it.
pub fn enter_setup(_: &Draft, setup: &mut Setup, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let count = || entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong);
    let roll = || Ok::<_, String>(u8::try_from(count()?).ok().filter(|roll| (1..=20).contains(roll)));
    match field {
        "laps" => setup.laps = count()?.clamp(1, MAX_LAPS),
        "preset" => {
            setup.rules.preset = entry.chosen(PRESETS).ok_or_else(wrong)?;
            if setup.rules.is_basic() {
                // The basic game has none of these.
                let switches = setup.rules.switches.clone();
                let qualifying = setup.rules.qualifying;
                setup.rules = Rules { preset: Preset::Basic, qualifying, switches, ..Rules::default() };
                setup.laps = 1;
            }
        }
        "grid" => setup.grid = entry.chosen(GRIDS).ok_or_else(wrong)?,
        "weather.race" => setup.weather = WeatherRolls { race: roll()?, ..setup.weather },
        "weather.qualifying" => setup.weather = WeatherRolls { qualifying: roll()?, ..setup.weather },
        "car.add" => {
            let number = (1..).find(|number| setup.cars.iter().all(|car| car.car.0 != *number)).unwrap_or(1);
            setup.cars.push(CarEntry::new(CarId(number), format!("Player {number}")));
        }
        _ => {
            if let Some((.., of)) = OPTIONS.iter().find(|(id, ..)| *id == field) {
                *of(&mut setup.rules) = entry.flag().ok_or_else(wrong)?;
            } else if let Some(id) = field.strip_prefix("switch.") {
                let (.., of) = SWITCHES.iter().find(|(known, ..)| *known == id).ok_or_else(wrong)?;
                *of(&mut setup.rules.switches) = entry.flag().ok_or_else(wrong)?;
            } else {
                return car(setup, field, entry);
            }
        }
    }
    Ok(())
}

fn car(setup: &mut Setup, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let rest = field.strip_prefix("car.").ok_or_else(wrong)?;
    let (index, what) = rest.split_once('.').ok_or_else(wrong)?;
    let index: usize = index.parse().map_err(|_| wrong())?;
    let car = setup.cars.get_mut(index).ok_or_else(wrong)?;
    match what {
        "number" => car.car = CarId(entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong)?),
        "name" => entry.text().ok_or_else(wrong)?.clone_into(&mut car.name),
        "tires" => car.tires = entry.chosen(TIRES).ok_or_else(wrong)?,
        "skill" => car.skill = entry.chosen(&skills()).ok_or_else(wrong)?,
        "remove" => {
            setup.cars.remove(index);
        }
        "wear" => {
            let text = entry.text().ok_or_else(wrong)?.trim();
            car.wear = match text {
                "" => None,
                text => Some(wear(text).ok_or("Enter six numbers, such as 6/3/3/3/3/2.")?),
            };
        }
        "team" | "box" => {
            let text = entry.text().ok_or_else(wrong)?.trim();
            let number =
                if text.is_empty() { None } else { Some(text.parse().map_err(|_| "Enter a number, such as 7.")?) };
            *(if what == "team" { &mut car.team } else { &mut car.pit_box }) = number;
        }
        "rolls" => {
            let words = entry.text().ok_or_else(wrong)?.split_whitespace();
            let rolls: Option<Vec<u8>> =
                words.map(|word| word.parse().ok().filter(|roll| (1..=20).contains(roll))).collect();
            car.rolls = rolls.ok_or("Enter black rolls, 1 to 20, with blanks between them.")?;
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

fn wear(text: &str) -> Option<Wear> {
    let points: Vec<u8> = text.split('/').map(|word| word.trim().parse().ok()).collect::<Option<_>>()?;
    <[u8; 6]>::try_from(points).ok().map(Wear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_takes_its_own_value_and_cars_come_and_go() {
        let draft = Draft::default();
        let mut setup = new_setup(&draft);
        for (field, entry) in [
            ("weather", Entry::Flag(true)),
            ("tires", Entry::Flag(true)),
            ("construction", Entry::Flag(true)),
            ("grid", Entry::Choice(1)),
            ("weather.race", Entry::Count(12)),
            ("car.1.wear", Entry::Text("5/4/3/3/3/2".to_owned())),
            ("car.0.rolls", Entry::Text("17 4".to_owned())),
            ("teams", Entry::Flag(true)),
            ("car.1.team", Entry::Text("70".to_owned())),
            ("car.0.box", Entry::Text("3".to_owned())),
            ("car.add", Entry::Press),
        ] {
            enter_setup(&draft, &mut setup, field, &entry).unwrap_or_else(|why| panic!("{field}: {why}"));
        }
        assert_eq!((setup.cars.len(), setup.weather.race, setup.cars[0].rolls.as_slice()), (3, Some(12), &[17, 4][..]));
        for field in setup_fields(&draft, &setup) {
            let entry = match &field.value {
                Value::Text(text, _) | Value::Number(text, _) => Entry::Text(text.clone()),
                Value::Count(count, _) => Entry::Count(*count),
                Value::Choice(_, chosen) => Entry::Choice(*chosen),
                Value::Flag(flag) => Entry::Flag(*flag),
                Value::Press(_) => continue,
            };
            let before = setup.clone();
            enter_setup(&draft, &mut setup, &field.id, &entry).unwrap_or_else(|why| panic!("{}: {why}", field.id));
            assert_eq!(setup, before, "{} entered as it was", field.id);
        }
        assert!(enter_setup(&draft, &mut setup, "car.0.wear", &Entry::Text("6/3".to_owned())).is_err());
        enter_setup(&draft, &mut setup, "preset", &Entry::Choice(1)).expect("basic");
        assert!(setup.rules.is_basic() && !setup.rules.weather && setup.laps == 1);
    }
}
