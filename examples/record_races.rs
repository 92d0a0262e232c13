//! Records the races that ship in `replays/vektorace`: cars driven by a beam search over their own next turns, with a
//! seed and a temper each. Run it to record them anew; the same seeds give the same races.
//!
//! ```text
//! cargo run --release --example record_races
//! ```

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::path::Path;

use paddock::game::{CarId, Game as _, LegalTurn};
use paddock::games::vektorace::{
    Action, Car, CarEntry, Draft, Edition, GridPlace, Setup, Standing, State, Track, Turn, Vektorace,
};
use paddock::replay::{self, ReplayFile, TrackFile};
use paddock::storage;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// How many own turns a driver thinks ahead.
const DEPTH: usize = 4;
/// How many positions it keeps at each step.
const BEAM: usize = 24;
/// More turns than any of these races takes.
const MOST_TURNS: usize = 600;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for race in &RACES {
        let path = root.join("tracks/vektorace").join(race.track).with_extension("json");
        let track: TrackFile<Vektorace> = replay::parse(&storage::read(&path)?)?;
        let mut replay = record(race, track.track)?;
        let turns = replay.turns.len();
        replay.title = race.title.to_owned();
        let out = root.join("replays/vektorace").join(race.file).with_extension("json");
        storage::write(&out, replay::print(&replay)?.as_bytes())?;
        println!("{}: {turns} turns", out.display());
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Race {
    file: &'static str,
    title: &'static str,
    track: &'static str,
    edition: Edition,
    laps: u8,
    seed: u64,
    /// Names, and how much a driver likes to attack, in octagons.
    drivers: &'static [(&'static str, f64)],
}

const RACES: [Race; 4] = [
    Race {
        file: "kestrel-ring-three-laps",
        title: "Three laps of the Kestrel Ring",
        track: "kestrel-ring",
        edition: Edition::Second,
        laps: 3,
        seed: 11,
        drivers: &[("Ada", 0.5), ("Bruno", 2.0), ("Clara", 1.0)],
    },
    Race {
        file: "copper-kettle-six-cars",
        title: "Six cars in the Copper Kettle",
        track: "copper-kettle",
        edition: Edition::Online,
        laps: 2,
        seed: 5,
        drivers: &[("Ines", 1.0), ("Jonas", 2.5), ("Kaya", 0.5), ("Luca", 1.5), ("Mira", 2.0), ("Nils", 1.0)],
    },
    Race {
        file: "nightjar-park-duel",
        title: "A duel in Nightjar Park",
        track: "nightjar-park",
        edition: Edition::Second,
        laps: 2,
        seed: 3,
        drivers: &[("Orla", 3.0), ("Piet", 3.0)],
    },
    Race {
        file: "widdershins-four-cars",
        title: "Four cars the other way round",
        track: "widdershins",
        edition: Edition::Online,
        laps: 3,
        seed: 21,
        drivers: &[("Rosa", 1.5), ("Samir", 1.0), ("Tove", 2.0), ("Ugo", 1.5)],
    },
];

/// Plays a race to its end.
fn record(race: &Race, draft: Draft) -> Result<ReplayFile<Vektorace>, String> {
    let mut random = ChaCha8Rng::seed_from_u64(race.seed);
    let (track, issues) = Vektorace::validate(&draft);
    let track = track.ok_or_else(|| format!("{}: {issues:?}", race.track))?;
    let setup = setup(race, &track, &mut random)?;
    let mut state = Vektorace::start(&track, &setup).map_err(|issues| format!("{issues:?}"))?;
    let mut turns = Vec::new();
    while let Some(index) = state.to_act() {
        if turns.len() == MOST_TURNS {
            return Err(format!("{}: no end after {MOST_TURNS} turns", race.file));
        }
        let temper = race.drivers[index].1;
        let turn = choose(&track, &state, index, temper, &mut random).ok_or("a car without a turn")?;
        state = Vektorace::play(&track, &state, &turn).map_err(|illegal| illegal.to_string())?.state;
        turns.push(turn);
    }
    Ok(ReplayFile::new(String::new(), draft, setup, turns))
}

/// A grid that fits: places are tried in a random order.
fn setup(race: &Race, track: &Track, random: &mut ChaCha8Rng) -> Result<Setup, String> {
    let cars: Vec<CarEntry> = (1..)
        .zip(race.drivers)
        .map(|(number, (name, _))| {
            let tyre = random.random_range(3..=5u8);
            CarEntry {
                car: CarId(number),
                name: (*name).to_owned(),
                tyre,
                nitro: 8 - tyre,
                start_boost: false,
                power: None,
            }
        })
        .collect();
    let number = |text: &str| text.parse().expect("a number");
    let back = (race.edition == Edition::Online).then(|| number("6.9"));
    let pole = GridPlace { car: CarId(1), aside: Some(number("1.5")), back, behind: None, place: None };
    let mut setup = Setup {
        edition: race.edition,
        laps: race.laps,
        start_gear: 4,
        options: Default::default(),
        grid_side: None,
        cars: cars.clone(),
        grid: vec![pole],
    };
    for entry in &cars[1..] {
        let mut places: Vec<(u32, u8)> =
            (1..entry.car.0).flat_map(|behind| (1..=7).map(move |place| (behind, place))).collect();
        places.shuffle(random);
        let fits = places.into_iter().find(|(behind, place)| {
            let mut trial = setup.clone();
            trial.cars.truncate(entry.car.0 as usize);
            trial.grid.push(GridPlace {
                car: entry.car,
                aside: None,
                back: None,
                behind: Some(CarId(*behind)),
                place: Some(*place),
            });
            if trial.cars.len() == trial.grid.len() && Vektorace::start(track, &trial).is_ok() {
                setup.grid = trial.grid;
                true
            } else {
                false
            }
        });
        fits.ok_or_else(|| format!("no start place for car {}", entry.car))?;
    }
    Ok(setup)
}

/// The turn a driver plays.
fn choose(track: &Track, state: &State, index: usize, temper: f64, random: &mut ChaCha8Rng) -> Option<Turn> {
    let listed = Vektorace::legal_turns(track, state);
    let mut ways: Vec<(f64, Turn, State)> = listed
        .into_iter()
        .filter(|legal| !matches!(legal.turn.action, Action::Withdraw))
        .filter_map(|legal| {
            let next = Vektorace::play(track, state, &legal.turn).ok()?.state;
            let liking = temper * f64::from(u8::from(is_attack(&legal)));
            Some((worth(track, &next, index) + liking, legal.turn, alone(next, index)))
        })
        .collect();
    keep_best(&mut ways, |way| way.0);
    for _ in 1..DEPTH {
        let mut further = Vec::new();
        for (value, first, position) in &ways {
            if position.cars[index].standing != Standing::Racing {
                further.push((*value, *first, position.clone()));
                continue;
            }
            for legal in Vektorace::legal_turns(track, position) {
                if matches!(legal.turn.action, Action::Withdraw | Action::GiveWay { .. }) {
                    continue;
                }
                let Ok(played) = Vektorace::play(track, position, &legal.turn) else { continue };
                further.push((worth(track, &played.state, index), *first, alone(played.state, index)));
            }
        }
        keep_best(&mut further, |way| way.0);
        if further.is_empty() {
            break;
        }
        ways = further;
    }
    // A driver is not a machine: anything nearly as good as the best will do.
    let best = ways.first()?.0;
    let good: Vec<&(f64, Turn, State)> = ways.iter().filter(|way| way.0 > best - 0.4).collect();
    good.choose(random).map(|way| way.1)
}

fn is_attack(legal: &LegalTurn<Turn>) -> bool {
    matches!(legal.turn.action, Action::Move(played) if played.attack.is_some())
}

/// What a position is worth to a car: how little way it has left, and which points.
fn worth(track: &Track, state: &State, index: usize) -> f64 {
    let car = &state.cars[index];
    if let Standing::Finished(rank) = car.standing {
        return 20.0 - f64::from(rank);
    }
    let points = f64::from(car.tyre.min(8)) + 0.8 * f64::from(car.nitro.min(8));
    // The last points are worth the most: without tyres a car cannot brake.
    1.6 * points.sqrt() - way_left(track, state, car)
}

/// The way that is left, straight from apex to apex.
fn way_left(track: &Track, state: &State, car: &Car) -> f64 {
    let wall = track.pitwall();
    let line = (wall.finish.origin + wall.track.normal.unit()).to_f64();
    let apexes: Vec<[f64; 2]> = track.corners().iter().map(|corner| corner.apex().to_f64()).collect();
    let count = apexes.len();
    // Online the last corner stays current until the line; past its outside ray it lies behind.
    let behind = state.edition == Edition::Online && usize::from(car.passed) + 1 == count && car.sector > 3;
    let passed = if car.crossings == 0 { count } else { usize::from(car.passed) + usize::from(behind) };
    let mut stations: Vec<[f64; 2]> = apexes.get(passed..).unwrap_or_default().to_vec();
    stations.push(line);
    let lap: Vec<[f64; 2]> = std::iter::once(line).chain(apexes).chain([line]).collect();
    let length = |points: &[[f64; 2]]| -> f64 {
        points.windows(2).map(|pair| (pair[0][0] - pair[1][0]).hypot(pair[0][1] - pair[1][1])).sum()
    };
    let laps = f64::from(state.laps) - f64::from(car.crossings);
    stations.insert(0, car.position.to_f64());
    length(&stations) + laps * length(&lap)
}

/// The position as if only this car played on, the others standing where they are.
fn alone(mut state: State, index: usize) -> State {
    if state.cars[index].standing == Standing::Racing {
        state.order = [index as u8].into_iter().collect();
        state.played = 0;
    }
    state
}

/// Keeps the best, of equal positions only one.
fn keep_best(ways: &mut Vec<(f64, Turn, State)>, value: impl Fn(&(f64, Turn, State)) -> f64) {
    ways.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let mut kept: Vec<(f64, Turn, State)> = Vec::with_capacity(BEAM);
    for way in ways.drain(..) {
        if kept.len() == BEAM {
            break;
        }
        if !kept.iter().any(|other| other.2 == way.2) {
            kept.push(way);
        }
    }
    *ways = kept;
}
