//! Records the shipped races of `replays/vector_racing`: racers driven by a beam search over their own next moves, with
//! a seed for each race and a character for each driver. Also writes the circuits they race on. Run it to record the
//! races again; the same seeds give the same races.
//!
//! ```text
//! cargo run --release -p paddock-tools --bin record_paper_races
//! ```

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::vector_racing::solve::{Progress, Question, Seed, turns_from};
use paddock::games::vector_racing::{
    Draft, Incident, ObjectKind, RacerEntry, Report, Setup, Standing, State, Terms, Track, Turn, VectorRacing,
    legal_moves, report,
};
use paddock::replay::{self, ReplayFile, TrackFile};
use paddock::storage;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// The largest number of entries, more than any of these races needs.
const MOST_ENTRIES: usize = 2_000;
/// The number of seeds tried for a race that must show certain events.
const MOST_SEEDS: u64 = 400;
/// The number of own moves that a racer plans ahead.
const DEPTH: usize = 5;
/// The number of positions that a racer keeps at each step of planning.
const BEAM: usize = 40;

/// A driver's character.
#[derive(Clone, Copy)]
struct Driver {
    name: &'static str,
    /// The chance of playing a random move, which may be a crash; with `exact`, of losing a turn.
    careless: f64,
    /// The value of meeting an object for the first time, in laps.
    curious: f64,
}

const fn driver(name: &'static str, careless: f64, curious: f64) -> Driver {
    Driver { name, careless, curious }
}

/// An event that a race must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// A racer crashes at least this often.
    Crashes(usize),
    /// A racer is eliminated.
    Out,
    /// Several racers finish first in the same turn, and one of them wins.
    Decided,
    /// Objects of every kind are met.
    EveryKind,
}

struct Race {
    file: &'static str,
    title: &'static str,
    track: &'static str,
    drivers: &'static [Driver],
    /// Whether drivers know how many turns are left after each move. A careless driver then sometimes loses one turn;
    /// all others play perfectly.
    exact: bool,
    wanted: &'static [Sight],
}

const RACES: [Race; 4] = [
    Race {
        file: "mill-lane-three-pencils",
        title: "Three pencils in Mill Lane",
        track: "mill-lane",
        drivers: &[driver("Alma", 0.0, 0.0), driver("Bodo", 0.03, 0.0), driver("Cleo", 0.0, 0.0)],
        exact: false,
        wanted: &[],
    },
    Race {
        file: "cellar-stairs-crashes",
        title: "Bruises on the Cellar Stairs",
        track: "cellar-stairs",
        drivers: &[
            driver("Dirk", 0.15, 0.0),
            driver("Elin", 0.02, 0.0),
            driver("Fred", 0.45, 0.0),
            driver("Gwen", 0.02, 0.0),
            driver("Hugo", 0.2, 0.0),
        ],
        exact: false,
        wanted: &[Sight::Crashes(4), Sight::Decided, Sight::Out],
    },
    Race {
        file: "curiosity-shop-everything",
        title: "Everything must be tried in the Curiosity Shop",
        track: "curiosity-shop",
        drivers: &[driver("Ines", 0.05, 0.12), driver("Jost", 0.05, 0.3), driver("Kati", 0.02, 0.0)],
        exact: false,
        wanted: &[Sight::EveryKind],
    },
    Race {
        file: "two-ponds-photo-finish",
        title: "A photo finish at the Two Ponds",
        track: "two-ponds",
        drivers: &[
            driver("Lars", 0.08, 0.0),
            driver("Mona", 0.1, 0.0),
            driver("Nils", 0.05, 0.0),
            driver("Olga", 0.2, 0.0),
        ],
        exact: true,
        wanted: &[Sight::Decided],
    },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for entry in std::fs::read_dir(root.join("tracks/vector_racing"))? {
        let path = entry?.path();
        let file: TrackFile<VectorRacing> = replay::parse(&storage::read(&path)?)?;
        storage::write(&path, replay::print(&file)?.as_bytes())?;
    }
    let only: Vec<String> = std::env::args().skip(1).collect();
    for race in RACES.iter().filter(|race| only.is_empty() || only.iter().any(|name| name == race.file)) {
        let path = root.join("tracks/vector_racing").join(race.track).with_extension("json");
        let file: TrackFile<VectorRacing> = replay::parse(&storage::read(&path)?)?;
        let recorded = find(race, &file.track)?;
        let out = root.join("replays/vector_racing").join(race.file).with_extension("json");
        storage::write(&out, replay::print(&recorded)?.as_bytes())?;
        println!("{}: {} entries", out.display(), recorded.turns.len());
    }
    Ok(())
}

/// Finds the race with the first seed that shows the wanted events.
fn find(race: &Race, draft: &Draft) -> Result<ReplayFile<VectorRacing>, String> {
    let track = VectorRacing::validate(draft).0.ok_or("the circuit has errors")?;
    for seed in 1..=MOST_SEEDS {
        let setup = setup(race, draft);
        let state = VectorRacing::start(&track, &setup).map_err(|issues| format!("{issues:?}"))?;
        let (turns, seen) = drive(race, &track, state, &mut ChaCha8Rng::seed_from_u64(seed));
        if race.wanted.iter().all(|sight| seen.shows(*sight)) {
            println!("{}: seed {seed}", race.file);
            return Ok(ReplayFile::new(race.title.to_owned(), draft.clone(), setup, turns));
        }
    }
    Err(format!("{}: no seed shows all of {:?}", race.file, race.wanted))
}

fn setup(race: &Race, draft: &Draft) -> Setup {
    let starts: Vec<[i32; 2]> = draft.all_starts().collect();
    let racer = |(number, driver): (u32, &Driver)| {
        let start = starts.get((number as usize - 1) % starts.len()).copied();
        RacerEntry { start: start.filter(|_| starts.len() > 1), ..RacerEntry::new(CarId(number), driver.name) }
    };
    Setup { laps: draft.laps, rules: None, racers: (1..).zip(race.drivers).map(racer).collect() }
}

/// The events that were seen in a race.
#[derive(Default)]
struct Seen {
    crashes: usize,
    out: usize,
    kinds: BTreeSet<ObjectKind>,
    /// The turn in which each racer finished, and its place.
    finishes: Vec<(u32, u32)>,
}

impl Seen {
    fn shows(&self, sight: Sight) -> bool {
        match sight {
            Sight::Crashes(count) => self.crashes >= count,
            Sight::Out => self.out > 0,
            Sight::EveryKind => self.kinds.len() == ObjectKind::ALL.len(),
            Sight::Decided => {
                let first = self.finishes.iter().map(|(turn, _)| *turn).min();
                let together: Vec<u32> =
                    self.finishes.iter().filter(|(turn, _)| Some(*turn) == first).map(|(_, place)| *place).collect();
                together.len() > 1 && together.iter().filter(|place| **place == 1).count() == 1
            }
        }
    }
}

fn drive(race: &Race, track: &Track, mut state: State, chance: &mut ChaCha8Rng) -> (Vec<Turn>, Seen) {
    let (mut turns, mut seen) = (Vec::new(), Seen::default());
    let mut met: Vec<BTreeSet<ObjectKind>> = vec![BTreeSet::new(); race.drivers.len()];
    while let Some(index) = state.to_act().filter(|_| turns.len() < MOST_ENTRIES) {
        let driver = race.drivers[index];
        let turn = if race.exact {
            calculate(track, &state, index, driver, chance)
        } else {
            choose(track, &state, index, driver, &met[index], chance)
        };
        if let Some(report) = report(track, &state, &turn) {
            seen.crashes += usize::from(report.crash.is_some());
            met[index].extend(kinds(&report));
            seen.kinds.extend(kinds(&report));
        }
        let Ok(played) = VectorRacing::play(track, &state, &turn) else { break };
        state = played.state;
        turns.push(turn);
    }
    seen.out = state.racers.iter().filter(|racer| racer.standing == Standing::Out).count();
    let view = VectorRacing::view(track, &state);
    for (racer, car) in state.racers.iter().zip(&view.cars) {
        if let Standing::Finished(finish) = &racer.standing {
            seen.finishes.push((finish.turn, car.rank));
        }
    }
    (turns, seen)
}

fn kinds(report: &Report) -> impl Iterator<Item = ObjectKind> + '_ {
    report.incidents.iter().filter_map(|(_, incident)| match incident {
        Incident::Met(id) => Some(id.kind),
        Incident::Crossed { .. } => None,
    })
}

/// A racer's entry: with the chance `careless` a random move, otherwise the one that leads farthest within a few of
/// the racer's own moves.
fn choose(
    track: &Track,
    state: &State,
    index: usize,
    driver: Driver,
    met: &BTreeSet<ObjectKind>,
    chance: &mut ChaCha8Rng,
) -> Turn {
    let car = state.racers[index].car;
    if state.racers[index].lost > 0 {
        return Turn::lost(car);
    }
    let moves = moves(state);
    if chance.random_bool(driver.careless)
        && let Some(any) = moves.choose(chance)
    {
        return *any;
    }
    // The other racers are left out: they block nobody.
    let alone = lone(state, index);
    let mut beam: Vec<(f64, Turn, State, BTreeSet<ObjectKind>)> = Vec::new();
    let mut best: Option<(f64, Turn)> = None;
    for depth in 0..DEPTH {
        let mut next = Vec::new();
        let from: Vec<(Option<Turn>, State, BTreeSet<ObjectKind>)> = if depth == 0 {
            vec![(None, alone.clone(), met.clone())]
        } else {
            beam.drain(..).map(|(_, first, state, met)| (Some(first), state, met)).collect()
        };
        for (first, state, met) in from {
            for turn in self::moves(&state) {
                let Some(found) = report(track, &state, &turn).filter(|found| found.crash.is_none()) else { continue };
                let Ok(played) = VectorRacing::play(track, &state, &turn) else { continue };
                let mut met = met.clone();
                met.extend(kinds(&found));
                let finished = matches!(played.state.racers[0].standing, Standing::Finished(_));
                let progress = VectorRacing::view(track, &played.state).cars[0].progress;
                let bonus = met.len() as f64 * driver.curious;
                // Finishing sooner is better. The random part decides between equal values.
                let haste = if finished { 10.0 - depth as f64 } else { 0.0 };
                let value = progress + bonus + haste + chance.random_range(0.0..1e-3);
                let first = first.unwrap_or(turn);
                if finished && best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, first));
                }
                if !finished {
                    next.push((value, first, played.state, met));
                }
            }
        }
        next.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        next.truncate(BEAM);
        beam = next;
        if best.is_some() {
            break;
        }
    }
    let chosen = best.map(|(_, turn)| turn).or_else(|| beam.first().map(|(_, turn, ..)| *turn));
    // If every route ends in a wall, play any move.
    chosen.or_else(|| moves.choose(chance).copied()).unwrap_or_else(|| Turn::go(car, [0, 0]))
}

/// A racer's entry, chosen by the number of turns still needed after each move.
fn calculate(track: &Track, state: &State, index: usize, driver: Driver, chance: &mut ChaCha8Rng) -> Turn {
    let car = state.racers[index].car;
    if state.racers[index].lost > 0 {
        return Turn::lost(car);
    }
    let question = Question { rules: state.terms.rules.clone(), laps: state.terms.laps, ..Question::of(track) };
    let needed = |turn: &Turn| {
        let after = VectorRacing::play(track, state, turn).ok()?.state;
        let racer = &after.racers[index];
        match racer.standing {
            Standing::Finished(_) => Some(0),
            Standing::Out => None,
            Standing::Racing => Some(turns_from(track, &question, Seed::racer(racer), Progress::SILENT)? + racer.lost),
        }
    };
    let mut found: Vec<(u32, Turn)> =
        moves(state).into_iter().filter_map(|turn| Some((needed(&turn)?, turn))).collect();
    let Some(least) = found.iter().map(|(needed, _)| *needed).min() else { return Turn::go(car, [0, 0]) };
    let lost = u32::from(chance.random_bool(driver.careless));
    if found.iter().any(|(needed, _)| *needed == least + lost) {
        found.retain(|(needed, _)| *needed == least + lost);
    } else {
        found.retain(|(needed, _)| *needed == least);
    }
    found.choose(chance).map_or(Turn::go(car, [0, 0]), |(_, turn)| *turn)
}

fn moves(state: &State) -> Vec<Turn> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let car = state.racers[index].car;
    legal_moves(&state.terms.rules, &state.racers[index]).into_iter().map(|velocity| Turn::go(car, velocity)).collect()
}

/// The state with only one racer.
fn lone(state: &State, index: usize) -> State {
    let mut alone = state.clone();
    alone.racers = vec![state.racers[index].clone()];
    let mut terms = Terms::clone(&state.terms);
    terms.starts = state.terms.starts.get(index).copied().into_iter().collect();
    alone.terms = Arc::new(terms);
    alone
}
