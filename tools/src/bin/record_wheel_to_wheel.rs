//! Records the shipped races of `replays/wheel_to_wheel`: teams decide by evaluating their next roll, with a seed for
//! each race and a character for each team. Run it to record them again; the same seeds give the same races.
//!
//! ```text
//! cargo run --release -p paddock-tools --bin record_wheel_to_wheel
//! ```

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::path::Path;

use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::championship::{Race as Raced, next_setup};
use paddock::games::wheel_to_wheel::{
    Action, BATTERY, Branch, Compound, Die, DriverEntry, FACES, Icon, Landing, Options, Phase, Plan, Report, Setup,
    Skills, Spot, Stage, State, TeamEntry, Track, Turn, Use, WheelToWheel, allowed, choices, forced, next, report, sum,
};
use paddock::replay::{self, ReplayFile, TrackFile};
use paddock::storage;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// The number of seeds tried for a race that must show certain events.
const MOST_SEEDS: u64 = 2_000;
/// The largest number of entries of a race.
const MOST_TURNS: usize = 6_000;

/// An event that does not happen in every race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Rain,
    Collision,
    EngineFailure,
    WetTyres,
    AutomaticEntry,
    Discharge,
}

/// A team in a race: its name, its colour, the skill it prefers, and its drivers with their plans.
type Team = (&'static str, &'static str, Icon, [(&'static str, Plan); 2]);

struct Race {
    file: &'static str,
    title: &'static str,
    track: &'static str,
    /// The first seed; if its race does not show the wanted events, the next ones are tried.
    seed: u64,
    teams: &'static [Team],
    wanted: &'static [Sight],
}

const RACES: [Race; 3] = [
    Race {
        file: "skerry-sands-four-teams",
        title: "Four teams on Skerry Sands",
        track: "skerry-sands",
        seed: 1,
        teams: &[
            ("Gannet", "coral", Icon::Helmet, [("Ines", Plan::Hhs), ("Jory", Plan::Shh)]),
            ("Petrel", "azure", Icon::Tools, [("Kasia", Plan::Hsh), ("Lowen", Plan::Ssh)]),
            ("Tern", "jade", Icon::Headset, [("Mads", Plan::Shs), ("Nell", Plan::Hss)]),
            ("Plover", "ivory", Icon::Helmet, [("Odo", Plan::Shh), ("Perran", Plan::Hhs)]),
        ],
        wanted: &[Sight::Collision, Sight::Discharge],
    },
    Race {
        file: "lanternwood-cloudburst",
        title: "A cloudburst in Lanternwood",
        track: "lanternwood",
        seed: 1,
        teams: &[
            ("Moth", "amber", Icon::Headset, [("Quinn", Plan::Ssh), ("Rhea", Plan::Shh)]),
            ("Firefly", "onyx", Icon::Helmet, [("Sami", Plan::Hss), ("Tove", Plan::Hhs)]),
            ("Lacewing", "jade", Icon::Tools, [("Ugo", Plan::Shs), ("Vera", Plan::Hsh)]),
        ],
        wanted: &[Sight::Rain, Sight::Collision, Sight::EngineFailure, Sight::WetTyres],
    },
    Race {
        file: "lanternwood-twelve-cars",
        title: "Twelve cars in Lanternwood",
        track: "lanternwood",
        seed: 1,
        teams: &[
            ("Candle", "amber", Icon::Helmet, [("Wim", Plan::Shh), ("Xenia", Plan::Hhs)]),
            ("Lamp", "azure", Icon::Tools, [("Yuri", Plan::Ssh), ("Zoe", Plan::Hsh)]),
            ("Torch", "jade", Icon::Headset, [("Anouk", Plan::Hss), ("Bram", Plan::Shs)]),
            ("Beacon", "coral", Icon::Tools, [("Cleo", Plan::Shh), ("Dov", Plan::Hhs)]),
            ("Spark", "ivory", Icon::Helmet, [("Elif", Plan::Hsh), ("Fritz", Plan::Ssh)]),
            ("Ember", "onyx", Icon::Headset, [("Gwen", Plan::Shs), ("Hal", Plan::Hss)]),
        ],
        wanted: &[Sight::Collision, Sight::AutomaticEntry],
    },
];

/// The championship of three short races.
const CUP: &[Team] = &[
    ("Quay", "amber", Icon::Tools, [("Abe", Plan::Shh), ("Bea", Plan::Hhs)]),
    ("Mole", "azure", Icon::Helmet, [("Cyd", Plan::Ssh), ("Dee", Plan::Hsh)]),
    ("Jetty", "coral", Icon::Headset, [("Eve", Plan::Shs), ("Fay", Plan::Hss)]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let load = |name: &str| -> Result<TrackFile<WheelToWheel>, Box<dyn std::error::Error>> {
        let path = root.join("tracks/wheel_to_wheel").join(name).with_extension("json");
        Ok(replay::parse(&storage::read(&path)?)?)
    };
    let save = |file: &str, replay: &ReplayFile<WheelToWheel>| -> Result<(), Box<dyn std::error::Error>> {
        let out = root.join("replays/wheel_to_wheel").join(file).with_extension("json");
        storage::write(&out, replay::print(replay)?.as_bytes())?;
        println!("{}: {} entries", out.display(), replay.turns.len());
        Ok(())
    };
    for race in &RACES {
        let draft = load(race.track)?.track;
        let (setup, turns) = find(race, &track_of(&draft)?)?;
        save(race.file, &ReplayFile::new(race.title.to_owned(), draft, setup, turns))?;
    }
    let draft = load("skerry-sands")?.track;
    let track = track_of(&draft)?;
    let mut setup = setup_of(CUP, Some(Stage { race: 1, races: 3 }));
    for number in 1..=3_u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(40 + number);
        qualify(&track, &mut setup, &mut rng);
        let (turns, end, _) = drive(&track, &setup, CUP, &mut rng).ok_or("a race of the cup has no end")?;
        let title = format!("Harbour Cup, race {number} of 3");
        let file = format!("harbour-cup-{number}");
        save(&file, &ReplayFile::new(title, draft.clone(), setup.clone(), turns))?;
        if let Some(after) = next_setup(&Raced { track: &track, setup: &setup, end: &end }) {
            setup = after;
        }
    }
    Ok(())
}

fn track_of(draft: &<WheelToWheel as paddock::game::Rules>::Draft) -> Result<Track, String> {
    let (track, issues) = WheelToWheel::validate(draft);
    track.ok_or_else(|| format!("{}: {}", draft.name, issues.first().map_or("", |issue| issue.message.as_str())))
}

/// Finds the first race that shows all wanted events.
fn find(race: &Race, track: &Track) -> Result<(Setup, Vec<Turn>), String> {
    for seed in race.seed..race.seed + MOST_SEEDS {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut setup = setup_of(race.teams, None);
        qualify(track, &mut setup, &mut rng);
        let Some((turns, _, seen)) = drive(track, &setup, race.teams, &mut rng) else { continue };
        if race.wanted.iter().all(|sight| seen.contains(sight)) {
            println!("{}: seed {seed}", race.file);
            return Ok((setup, turns));
        }
    }
    Err(format!("{}: no seed shows {:?}", race.file, race.wanted))
}

fn setup_of(teams: &[Team], championship: Option<Stage>) -> Setup {
    let team = |(name, colour, _, drivers): &Team| TeamEntry {
        name: (*name).to_owned(),
        colour: (*colour).to_owned(),
        qualifying: Vec::new(),
        points: 0,
        skills: Skills::default(),
        drivers: drivers.map(|(name, plan)| DriverEntry::planned(name, plan)),
    };
    Setup { championship, options: Options::default(), teams: teams.iter().map(team).collect() }
}

/// Rolls for the grid. Teams with equal rolls roll again (WW-QUAL).
fn qualify(track: &Track, setup: &mut Setup, rng: &mut ChaCha8Rng) {
    let mut level: Vec<usize> = (0..setup.teams.len()).collect();
    while !level.is_empty() {
        for team in level.drain(..) {
            let throw = Die::ALL.map(|die| track.faces().of(die)[rng.random_range(0..FACES)]);
            setup.teams[team].qualifying.push(throw);
        }
        let sums = |team: &TeamEntry| team.qualifying.iter().map(sum).collect::<Vec<u32>>();
        let all: Vec<Vec<u32>> = setup.teams.iter().map(sums).collect();
        level = (0..all.len()).filter(|team| all.iter().filter(|other| **other == all[*team]).count() > 1).collect();
    }
}

/// Plays one race. Returns its entries, its final state and the events seen in it.
fn drive(track: &Track, setup: &Setup, teams: &[Team], rng: &mut ChaCha8Rng) -> Option<(Vec<Turn>, State, Vec<Sight>)> {
    let mut state = WheelToWheel::start(track, setup).ok()?;
    let mut turns = Vec::new();
    let mut seen = Vec::new();
    while state.phase == Phase::Racing && turns.len() < MOST_TURNS {
        let turn = decide(track, &state, teams, rng)?;
        let facts = report(track, &state, &turn)?;
        for (is_seen, sight) in [
            (facts.rain_start, Sight::Rain),
            (matches!(facts.landing, Landing::Collision(_)), Sight::Collision),
            (facts.failure, Sight::EngineFailure),
            (facts.tyres.is_some_and(|(_, on)| on == Compound::Wet), Sight::WetTyres),
            (facts.helped, Sight::AutomaticEntry),
            (turn.action == Action::Discharge, Sight::Discharge),
        ] {
            if is_seen && !seen.contains(&sight) {
                seen.push(sight);
            }
        }
        state = next(track, &state, &turn)?;
        turns.push(turn);
    }
    (state.phase == Phase::Over).then_some((turns, state, seen))
}

/// Decides for the driver to move: a slot for the skill its team prefers, the battery if it is worth more than a roll,
/// otherwise the die with the best expected roll, and the best use of that roll.
fn decide(track: &Track, state: &State, teams: &[Team], rng: &mut ChaCha8Rng) -> Option<Turn> {
    let index = state.to_act()?;
    let car = state.car(index);
    let team = state.team_of(index);
    if team.free > 0 {
        let liked = teams.get(state.terms.teams.get(index / 2)?.list_place).map_or(Icon::Tools, |team| team.2);
        let mut icons = vec![liked];
        icons.extend(Icon::ALL.into_iter().filter(|icon| *icon != liked));
        let spend = icons.into_iter().map(|icon| Turn::spend(car, icon, team.skills.of(icon) + 1));
        if let Some(turn) = spend.into_iter().find(|turn| next(track, state, turn).is_some()) {
            return Some(turn);
        }
    }
    let dice = allowed(track, state, index, state.is_extra(index)).list();
    let mean = |die: Die| {
        let best = |face: &u8| best_of(track, state, index, die, *face).map_or(-99.0, |(worth, _)| worth);
        track.faces().of(die).iter().map(best).sum::<f64>() / FACES as f64
    };
    // Drivers are not computers: the estimated value of a die has a small error.
    let mut rated: Vec<(f64, Die)> = dice.iter().map(|die| (mean(*die) + rng.random_range(-0.6..0.6), *die)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (worth, die) = *rated.first()?;
    let discharge = Turn::discharge(car);
    if next(track, state, &discharge).is_some() && worth_of(track, state, &discharge) > worth {
        return Some(discharge);
    }
    let face = track.faces().of(die)[rng.random_range(0..FACES)];
    best_of(track, state, index, die, face).map(|(_, turn)| turn)
}

/// The best use of a roll, with its value.
fn best_of(track: &Track, state: &State, index: usize, die: Die, face: u8) -> Option<(f64, Turn)> {
    let car = state.car(index);
    let turns = choices(track, state, car, die, face).into_iter().map(|throw| Turn::throw(car, throw));
    let rated = turns.map(|turn| (worth_of(track, state, &turn), turn));
    rated.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// The compound that a driver wants for the lap after its next stop.
fn wanted(state: &State, report: &Report) -> Option<Compound> {
    let plan = state.terms.teams.get(report.index / 2)?.plans[report.index % 2]?;
    let lap = if report.failure { report.before.lap } else { report.before.lap + 1 };
    let planned = plan.compound(lap.min(3))?;
    // In the rain, wet tyres act like hard ones in the dry.
    let is_wet = state.rain.is_some() && !report.rain_end && planned == Compound::Hard;
    Some(if is_wet { Compound::Wet } else { planned })
}

/// The value of a turn, in fields.
fn worth_of(track: &Track, state: &State, turn: &Turn) -> f64 {
    let Some(report) = report(track, state, turn) else { return -999.0 };
    let (before, after) = (&report.before, &report.after);
    let mut worth = report.spots.len() as f64;
    if report.finish.is_some() {
        worth += 20.0;
    }
    match turn.action {
        Action::Discharge => worth -= 5.0,
        Action::Throw(throw) if throw.what == Use::Charge => {
            let left = f64::from(BATTERY - after.battery);
            worth += 0.62 * f64::from(throw.face) + if left == 0.0 { 1.2 } else { 0.0 };
        }
        _ => {}
    }
    if report.extra {
        worth += 3.5;
    }
    if let Landing::Collision(_) = report.landing {
        worth -= 30.0;
    }
    let must = forced(track, state, report.index).is_some();
    let next_compound = wanted(state, &report);
    let wants = must
        || (before.lap < 3
            && before.lap_open
            && next_compound.is_some_and(|c| c.counts_as() != before.set.compound.counts_as()));
    let throw = turn.as_throw();
    if throw.is_some_and(|throw| throw.branch == Some(Branch::Pit)) && !wants {
        worth -= 12.0;
    }
    if throw.is_some_and(|throw| throw.branch == Some(Branch::Track)) && wants {
        worth -= 25.0;
    }
    if wants && !report.failure {
        let garage = state.garage(report.index);
        let was_ahead = track.steps_to_garage(before.spot, garage).is_some();
        let passed = was_ahead && matches!(after.spot, Spot::Lane(field) if field > garage);
        if report.landing == Landing::Garage {
            worth += 9.0;
        } else if passed {
            worth -= 25.0;
        }
    }
    if report.landing == Landing::Garage {
        let fitted = report.tyres.map_or(before.set.compound, |(_, on)| on);
        let fits = next_compound.is_none_or(|wanted| wanted == fitted || before.lap >= 3 && !report.failure);
        worth += if fits { 2.0 } else { -6.0 };
    }
    // The value ignores one risk for the next turn: sharing a place before a red field.
    worth
}
