//! Records the shipped races of `replays/vektorace`: cars driven by a beam search over their own next turns, with a
//! seed for each race and a character for each driver. Run it to record them again; the same seeds give the same races.
//!
//! ```text
//! cargo run --release -p paddock-tools --bin record_races
//! ```

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::path::Path;

use paddock::game::prelude::*;
use paddock::game::{CarId, Event, EventKind, LegalTurn};
use paddock::games::vektorace::{
    Action, Car, CarEntry, Draft, Edition, GridPlace, GridSide, Options, Power, Rotation, Setup, Standing, State,
    Track, Turn, Vektorace,
};
use paddock::replay::{self, ReplayFile, TrackFile};
use paddock::storage;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The largest number of turns, more than any of these races needs.
const MOST_TURNS: usize = 600;
/// The number of seeds tried for a race that must show certain events.
const MOST_SEEDS: u64 = 400;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let only: Vec<String> = std::env::args().skip(1).collect();
    for race in RACES.iter().filter(|race| only.is_empty() || only.iter().any(|name| name == race.file)) {
        let path = root.join("tracks/vektorace").join(race.track).with_extension("json");
        let track: TrackFile<Vektorace> = replay::parse(&storage::read(&path)?)?;
        let mut replay = find(race, &track.track)?;
        let turns = replay.turns.len();
        replay.title = race.title.to_owned();
        let out = root.join("replays/vektorace").join(race.file).with_extension("json");
        storage::write(&out, replay::print(&replay)?.as_bytes())?;
        println!("{}: {turns} turns", out.display());
    }
    Ok(())
}

/// An event that does not happen in every race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// An attack of this kind, in the rulebook's word.
    Attack(&'static str),
    /// A stop in the pit lane of this kind, in the rulebook's word.
    Pit(&'static str),
    /// A car jams on the brakes.
    Brakes,
    /// A car stands still as a penalty.
    Penalty,
    /// A car goes over the table's edge.
    Edge,
    /// One car lets another past.
    GaveWay,
    /// A pit stop is announced.
    BoxBox,
    /// A car rotates on the spot before its move.
    Turned,
    /// A boost is used that was committed in secret before the start.
    SecretBoost,
    /// A car far behind gives up.
    Withdrawal,
    /// This Super Power is used.
    Used(Power),
}

impl Sight {
    /// Whether a turn shows the event.
    fn is_in(self, turn: &Turn, events: &[Event]) -> bool {
        let any = |test: &dyn Fn(&EventKind) -> bool| events.iter().any(|event| test(&event.kind));
        match self {
            Self::Attack(name) => any(&|kind| matches!(kind, EventKind::Attacked { attack, .. } if *attack == name)),
            Self::Pit(name) => any(&|kind| matches!(kind, EventKind::Pitted { stop } if *stop == name)),
            Self::Brakes => any(&|kind| matches!(kind, EventKind::Braked { .. })),
            Self::Penalty => any(&|kind| *kind == EventKind::Stopped),
            Self::Edge => any(&|kind| *kind == EventKind::Fell),
            Self::GaveWay => any(&|kind| matches!(kind, EventKind::GaveWay { .. })),
            Self::BoxBox => any(&|kind| *kind == EventKind::BoxBox),
            Self::Turned => turn.start.rotation != Rotation::Straight,
            Self::SecretBoost => matches!(turn.action, Action::Move(played) if played.boost.is_some() && !any(&|kind| {
                matches!(kind, EventKind::Spent { purpose: "boost", .. })
            })),
            Self::Withdrawal => turn.action == Action::Withdraw,
            Self::Used(power) => any(&|kind| *kind == EventKind::UsedPower { power: power.name() }),
        }
    }
}

/// The depth and the care with which drivers plan.
#[derive(Clone, Copy)]
struct Mind {
    /// The number of its own turns that a driver plans ahead.
    depth: usize,
    /// The number of positions that a driver keeps at each step.
    beam: usize,
    /// The chance that a driver gets carried away and declares the highest possible gear.
    reckless: f64,
}

/// Drivers who plan far ahead and never get carried away.
const CAREFUL: Mind = Mind { depth: 4, beam: 24, reckless: 0.0 };
/// Average drivers.
const HUMAN: Mind = Mind { depth: 3, beam: 10, reckless: 0.06 };

#[derive(Clone, Copy)]
struct Race {
    file: &'static str,
    title: &'static str,
    track: &'static str,
    edition: Edition,
    laps: u8,
    /// The first seed; if its race does not show the wanted events, the next ones are tried.
    seed: u64,
    mind: Mind,
    /// The drivers: each name, and the value that the driver gives to an attack, in octagons.
    drivers: &'static [(&'static str, f64)],
    /// The events that the race must show.
    wanted: &'static [Sight],
}

const RACES: [Race; 9] = [
    Race {
        file: "three-sisters-first-edition",
        title: "Secret boosts at the Three Sisters",
        track: "three-sisters",
        edition: Edition::Formula8,
        laps: 2,
        seed: 1,
        mind: HUMAN,
        drivers: &[("Agnes", 3.0), ("Bela", 3.0), ("Cato", 3.0), ("Dora", 3.0)],
        wanted: &[Sight::SecretBoost, Sight::Attack("push"), Sight::Attack("slingshot"), Sight::Brakes],
    },
    Race {
        file: "copper-kettle-first-edition",
        title: "Pit stops in the Copper Kettle",
        track: "copper-kettle",
        edition: Edition::Formula8,
        laps: 3,
        seed: 1,
        mind: HUMAN,
        drivers: &[("Edda", 1.5), ("Finn", 1.5), ("Greta", 1.5)],
        wanted: &[Sight::Pit("pit stop"), Sight::Penalty, Sight::Turned],
    },
    Race {
        file: "kestrel-ring-first-edition",
        title: "Over the edge at the Kestrel Ring",
        track: "kestrel-ring",
        edition: Edition::Formula8,
        laps: 2,
        seed: 1,
        mind: Mind { reckless: 0.15, ..HUMAN },
        drivers: &[("Hanno", 2.5), ("Ilse", 2.5), ("Jorn", 2.5)],
        wanted: &[Sight::Edge, Sight::Attack("shunt"), Sight::Withdrawal],
    },
    Race {
        file: "kestrel-ring-three-laps",
        title: "Three laps of the Kestrel Ring",
        track: "kestrel-ring",
        edition: Edition::Second,
        laps: 3,
        seed: 11,
        mind: HUMAN,
        drivers: &[("Ada", 0.5), ("Bruno", 2.0), ("Clara", 1.0)],
        wanted: &[Sight::GaveWay, Sight::Attack("slingshot"), Sight::Attack("shunt")],
    },
    Race {
        file: "nightjar-park-duel",
        title: "A duel in Nightjar Park",
        track: "nightjar-park",
        edition: Edition::Second,
        laps: 2,
        seed: 3,
        mind: CAREFUL,
        drivers: &[("Orla", 3.0), ("Piet", 3.0)],
        wanted: &[],
    },
    Race {
        file: "lovers-knot-super-powers",
        title: "Super Powers in the Lovers' Knot",
        track: "lovers-knot",
        edition: Edition::Second,
        laps: 3,
        seed: 1,
        mind: Mind { reckless: 0.1, ..HUMAN },
        drivers: &[("Wanda", 3.0), ("Xaver", 3.0), ("Yara", 3.0), ("Zeno", 3.0), ("Vito", 3.0)],
        wanted: &[
            Sight::Used(Power::WideBoost),
            Sight::Used(Power::OpenBoost),
            Sight::Used(Power::SparePoint),
            Sight::Used(Power::LateShift),
            Sight::Used(Power::Shield),
            Sight::Used(Power::JumpShift),
            Sight::Used(Power::SwapPoint),
            Sight::Attack("slipstream"),
            Sight::Attack("shunt"),
            Sight::Pit("splash and go"),
            Sight::BoxBox,
            Sight::Brakes,
            Sight::Penalty,
        ],
    },
    Race {
        file: "copper-kettle-six-cars",
        title: "Six cars in the Copper Kettle",
        track: "copper-kettle",
        edition: Edition::Online,
        laps: 2,
        seed: 5,
        mind: CAREFUL,
        drivers: &[("Ines", 1.0), ("Jonas", 2.5), ("Kaya", 0.5), ("Luca", 1.5), ("Mira", 2.0), ("Nils", 1.0)],
        wanted: &[],
    },
    Race {
        file: "widdershins-four-cars",
        title: "Four cars the other way round",
        track: "widdershins",
        edition: Edition::Online,
        laps: 3,
        seed: 21,
        mind: CAREFUL,
        drivers: &[("Rosa", 1.5), ("Samir", 1.0), ("Tove", 2.0), ("Ugo", 1.5)],
        wanted: &[Sight::BoxBox, Sight::Pit("pit stop"), Sight::Attack("push"), Sight::Attack("ram")],
    },
    Race {
        file: "long-barrow-online",
        title: "Wheel to wheel round the Long Barrow",
        track: "long-barrow",
        edition: Edition::Online,
        laps: 2,
        seed: 1,
        mind: Mind { reckless: 0.08, ..HUMAN },
        drivers: &[("Alma", 3.0), ("Boris", 3.0), ("Celia", 3.0), ("Dario", 3.0), ("Elif", 3.0)],
        wanted: &[
            Sight::Attack("ram"),
            Sight::Attack("boost overtaking"),
            Sight::GaveWay,
            Sight::Penalty,
            Sight::Pit("splash and go"),
        ],
    },
];

/// Finds the first race that shows all wanted events.
fn find(race: &Race, draft: &Draft) -> Result<ReplayFile<Vektorace>, String> {
    let seeds: Vec<u64> = (race.seed..race.seed + MOST_SEEDS).collect();
    let found = seeds.par_iter().by_exponential_blocks().find_map_first(|seed| match record(race, draft, *seed) {
        Ok((replay, shown)) if race.wanted.iter().all(|sight| shown.contains(sight)) => Some(Ok(replay)),
        Ok((_, shown)) => {
            let missing: Vec<&Sight> = race.wanted.iter().filter(|sight| !shown.contains(sight)).collect();
            println!("{}, seed {seed}: {missing:?} not shown", race.file);
            None
        }
        Err(why) if race.wanted.is_empty() => Some(Err(why)),
        Err(_) => None,
    });
    found.unwrap_or_else(|| Err(format!("{}: no seed shows all of it", race.file)))
}

/// Plays a race to its end. Returns it with the events seen in it.
fn record(race: &Race, draft: &Draft, seed: u64) -> Result<(ReplayFile<Vektorace>, Vec<Sight>), String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (track, issues) = Vektorace::validate(draft);
    let track = track.ok_or_else(|| format!("{}: {issues:?}", race.track))?;
    let setup = setup(race, &track, &mut random)?;
    let mut state = Vektorace::start(&track, &setup).map_err(|issues| format!("{issues:?}"))?;
    let mut turns = Vec::new();
    let mut shown = Vec::new();
    while let Some(index) = state.to_act() {
        if turns.len() == MOST_TURNS {
            return Err(format!("{}: no end after {MOST_TURNS} turns", race.file));
        }
        // A driver does not use a power at the first opportunity, but at a random one.
        let mut wanted: Vec<Sight> = race.wanted.iter().filter(|sight| !shown.contains(*sight)).copied().collect();
        wanted.retain(|sight| !matches!(sight, Sight::Used(_)) || (state.round > 1 && random.random_bool(0.7)));
        let driver = Driver { mind: race.mind, temper: race.drivers[index].1, wanted: &wanted };
        let turn = driver.choose(&track, &state, index, &mut random).ok_or("a car without a turn")?;
        let played = Vektorace::play(&track, &state, &turn).map_err(|illegal| illegal.to_string())?;
        shown.extend(wanted.into_iter().filter(|sight| sight.is_in(&turn, &played.events)));
        state = played.state;
        turns.push(turn);
    }
    Ok((ReplayFile::new(String::new(), draft.clone(), setup, turns), shown))
}

/// Finds a grid without overlaps: tries places in random order.
fn setup(race: &Race, track: &Track, random: &mut ChaCha8Rng) -> Result<Setup, String> {
    let first = race.edition == Edition::Formula8;
    let powers = race.wanted.iter().any(|sight| matches!(sight, Sight::Used(_)));
    let mut tokens = Power::ALL;
    if powers {
        tokens.shuffle(random);
    }
    let mut cars: Vec<CarEntry> = (1..)
        .zip(race.drivers)
        .map(|(number, (name, _))| {
            let tyre = random.random_range(3..=5u8);
            let power = powers.then_some(tokens[number as usize - 1]);
            CarEntry { car: CarId(number), name: (*name).to_owned(), tyre, nitro: 8 - tyre, start_boost: false, power }
        })
        .collect();
    if race.wanted.contains(&Sight::SecretBoost) {
        cars.iter_mut().for_each(|car| car.start_boost = random.random_bool(0.5));
    }
    let number = |text: &str| text.parse().expect("a number");
    let back = (race.edition == Edition::Online).then(|| number("6.9"));
    let pole = GridPlace { car: CarId(1), aside: Some(number("1.5")), back, behind: None, place: None };
    let mut setup = Setup {
        edition: race.edition,
        laps: race.laps,
        start_gear: if first { 3 } else { 4 },
        options: Options { powers: powers.then_some(true), ..Options::default() },
        cars: cars.clone(),
        grid_side: first.then_some(GridSide::Black),
        grid: vec![pole],
    };
    if first {
        let slot = |entry: &CarEntry| GridPlace { car: entry.car, aside: None, back: None, behind: None, place: None };
        setup.grid.extend(cars[1..].iter().map(slot));
        return Ok(setup);
    }
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

/// A position that a driver considers: its value, the first turn of the route to it, and the state.
type Way = (f64, Turn, State);

struct Driver<'a> {
    mind: Mind,
    temper: f64,
    wanted: &'a [Sight],
}

impl Driver<'_> {
    /// Whether a driver gives up: late in the race, last of at least three, and a corner or more behind the car ahead.
    fn concedes(&self, state: &State, index: usize) -> bool {
        let gates = |car: usize| (state.cars[car].crossings, state.cars[car].passed);
        let places = state.places();
        let [.., ahead, last] = places.as_slice() else { return false };
        let (ahead, last) = (usize::from(*ahead), usize::from(*last));
        self.wanted.contains(&Sight::Withdrawal)
            && (last == index && state.round > 20 && state.order.len() >= 3)
            && gates(ahead) > gates(last)
    }

    /// Chooses the turn that a driver plays.
    fn choose(&self, track: &Track, state: &State, index: usize, random: &mut ChaCha8Rng) -> Option<Turn> {
        let listed = Vektorace::legal_turns(track, state);
        let mut ways: Vec<Way> = listed
            .into_iter()
            .filter(|legal| legal.turn.action != Action::Withdraw || self.concedes(state, index))
            .filter_map(|legal| {
                let played = Vektorace::play(track, state, &legal.turn).ok()?;
                let news = self.wanted.iter().filter(|sight| sight.is_in(&legal.turn, &played.events)).count();
                let liking = self.temper * f64::from(u8::from(is_attack(&legal))) + 8.0 * news as f64;
                let value = worth(track, &played.state, index) + liking;
                Some((value, legal.turn, alone(played.state, index)))
            })
            .collect();
        if self.mind.reckless > 0.0 && random.random_bool(self.mind.reckless) {
            return carried_away(&ways, random);
        }
        keep_best(&mut ways, self.mind.beam);
        for _ in 1..self.mind.depth {
            let mut further = Vec::new();
            for (value, first, position) in &ways {
                if position.cars[index].standing != Standing::Racing {
                    further.push((*value, *first, position.clone()));
                    continue;
                }
                // Keep the bonus of the first turn along the route.
                let liked = value - worth(track, position, index);
                for legal in Vektorace::legal_turns(track, position) {
                    if !is_thought_of(&legal) {
                        continue;
                    }
                    let Ok(played) = Vektorace::play(track, position, &legal.turn) else { continue };
                    let value = worth(track, &played.state, index) + if self.wanted.is_empty() { 0.0 } else { liked };
                    further.push((value, *first, alone(played.state, index)));
                }
            }
            keep_best(&mut further, self.mind.beam);
            if further.is_empty() {
                break;
            }
            ways = further;
        }
        // Drivers are not machines: any turn nearly as good as the best may be chosen.
        let best = ways.first()?.0;
        let good: Vec<&Way> = ways.iter().filter(|way| way.0 > best - 0.4).collect();
        good.choose(random).map(|way| way.1)
    }
}

/// One of the best turns among those that declare the highest gear.
fn carried_away(ways: &[Way], random: &mut ChaCha8Rng) -> Option<Turn> {
    let highest = ways.iter().filter_map(|way| way.1.declared()).max();
    let mut fast: Vec<&Way> = ways.iter().filter(|way| way.1.declared() == highest).collect();
    fast.sort_by(|a, b| b.0.total_cmp(&a.0));
    fast.truncate(5);
    fast.choose(random).map(|way| way.1)
}

/// Whether a driver who plans ahead considers a turn. Shields, powers, giving way and withdrawals are left out.
fn is_thought_of(legal: &LegalTurn<Turn>) -> bool {
    match legal.turn.action {
        Action::Move(played) => played.powers.is_empty() && !played.attack.is_some_and(|attack| attack.shield),
        Action::Withdraw | Action::GiveWay { .. } => false,
        _ => true,
    }
}

fn is_attack(legal: &LegalTurn<Turn>) -> bool {
    matches!(legal.turn.action, Action::Move(played) if played.attack.is_some())
}

/// The value of a position for a car: higher with less distance left and with more tyre and nitro points.
fn worth(track: &Track, state: &State, index: usize) -> f64 {
    let car = &state.cars[index];
    if let Standing::Finished(rank) = car.standing {
        return 20.0 - f64::from(rank);
    }
    let points = f64::from(car.tyre.min(8)) + 0.8 * f64::from(car.nitro.min(8));
    // The last points are worth most, since a car without tyres cannot brake.
    1.6 * points.sqrt() - way_left(track, state, car)
}

/// The remaining distance, straight from apex to apex.
fn way_left(track: &Track, state: &State, car: &Car) -> f64 {
    let wall = track.pitwall();
    let line = (wall.finish.origin + wall.track.normal.unit()).to_f64();
    let apexes: Vec<[f64; 2]> = track.corners().iter().map(|corner| corner.apex().to_f64()).collect();
    let count = apexes.len();
    // In the online edition the last corner stays current until the line. A car beyond its outside ray has passed it.
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

/// Changes the position so that only this car plays on and the others stand still.
fn alone(mut state: State, index: usize) -> State {
    if state.cars[index].standing == Standing::Racing {
        state.order = [index as u8].into_iter().collect();
        state.played = 0;
    }
    state
}

/// Keeps the best positions. Of equal positions it keeps only one.
fn keep_best(ways: &mut Vec<Way>, most: usize) {
    ways.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut kept: Vec<Way> = Vec::with_capacity(most);
    for way in ways.drain(..) {
        if kept.len() == most {
            break;
        }
        if !kept.iter().any(|other| other.2 == way.2) {
            kept.push(way);
        }
    }
    *ways = kept;
}
