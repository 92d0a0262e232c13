//! How fast the rules of VektoRace are: turns checked, and places judged, per second on one core.
//!
//! Runs over the recorded online games of `../shared/data` where they are there, else over the one in `tests/data`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints, and has nobody to report to")]

use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use paddock::app::figures::Figures;
use paddock::game::{CarId, Game as _};
use paddock::games::vektorace::{
    Action, CarEntry, Draft, Edition, GridPlace, Setup, State, Track, Turn, Vektorace, count_places,
};
use paddock::import::bga;
use paddock::replay::{self, Race as _, RaceEdit, Recorder as _, Timeline, TrackFile, TrackSource};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let games = games();
    let turns: usize = games.iter().map(|game| game.turns.len()).sum();
    println!("{} races, {turns} turns, {} bytes a state", games.len(), size_of::<State>());
    divan::main();
}

struct Game {
    track: Track,
    setup: Setup,
    turns: Vec<Turn>,
}

impl Game {
    /// The state before each turn.
    fn states(&self) -> Vec<State> {
        let mut state = Vektorace::start(&self.track, &self.setup).unwrap();
        self.turns
            .iter()
            .map(|turn| {
                let next = Vektorace::play(&self.track, &state, turn).unwrap().state;
                std::mem::replace(&mut state, next)
            })
            .collect()
    }
}

fn games() -> Vec<Game> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = manifest.join("../shared/data/vektorace/online");
    let folder = if shared.is_dir() { shared } else { manifest.join("tests/data/online") };
    let mut folders: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
        .into_iter()
        .map(|folder| {
            let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
            let replay = bga::import(&read("log.json"), &read("gamedatas.json")).unwrap().replay;
            let TrackSource::Here(draft) = replay.track else { unreachable!("imported races hold their track") };
            Game { track: Vektorace::validate(&draft).0.unwrap(), setup: replay.setup, turns: replay.turns }
        })
        .collect()
}

/// Every turn of every race, checked against the rules: the rate is turns per second.
#[divan::bench(sample_count = 50)]
fn turns_checked(bencher: Bencher) {
    let games = games();
    let turns: usize = games.iter().map(|game| game.turns.len()).sum();
    bencher.counter(ItemsCount::new(turns)).bench(|| {
        for game in &games {
            let mut state = Vektorace::start(&game.track, &game.setup).unwrap();
            for turn in &game.turns {
                state = Vektorace::play(&game.track, &state, turn).unwrap().state;
            }
            divan::black_box(&state);
        }
    });
}

/// All places of the car to act before every turn: the rate is places (vector, car and turn, boosts left uncounted)
/// judged per second.
#[divan::bench(sample_count = 50)]
fn places_judged(bencher: Bencher) {
    let positions: Vec<(Game, Vec<State>)> = games()
        .into_iter()
        .map(|game| {
            let states = game.states();
            (game, states)
        })
        .collect();
    let places: usize = positions
        .iter()
        .flat_map(|(_, states)| states)
        .map(|state| if state.cars[state.to_act().unwrap()].gear == 1 { 27 } else { 65 })
        .sum();
    bencher.counter(ItemsCount::new(places)).bench(|| {
        for (game, states) in &positions {
            for state in states {
                divan::black_box(count_places(&game.track, state));
            }
        }
    });
}

/// Whole turns (with boosts, attacks, points and declarations) listed before every turn: the rate is turns per second.
#[divan::bench(sample_count = 20)]
fn legal_turns_listed(bencher: Bencher) {
    let positions: Vec<(Game, Vec<State>)> = games()
        .into_iter()
        .map(|game| {
            let states = game.states();
            (game, states)
        })
        .collect();
    let list = || -> usize {
        positions
            .iter()
            .map(|(game, states)| {
                states.iter().map(|state| Vektorace::legal_turns(&game.track, state).len()).sum::<usize>()
            })
            .sum()
    };
    bencher.counter(ItemsCount::new(list())).bench(list);
}

/// A race of so many turns in which four cars play whatever is legal, drawn with a seed.
fn long_race(count: usize) -> (Draft, Setup, Vec<Turn>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace/kestrel-ring.json");
    let file: TrackFile<Vektorace> = replay::parse(&std::fs::read(path).unwrap()).unwrap();
    let track = Vektorace::validate(&file.track).0.unwrap();
    let car = |number| CarEntry {
        car: CarId(number),
        name: String::new(),
        tyre: 4,
        nitro: 4,
        start_boost: false,
        power: None,
    };
    let empty = GridPlace { car: CarId(1), aside: None, back: None, behind: None, place: None };
    let behind =
        |number| GridPlace { car: CarId(number), behind: Some(CarId(number - 1)), place: Some(1), ..empty.clone() };
    let pole = GridPlace { aside: Some("1.5".parse().unwrap()), ..empty.clone() };
    let setup = Setup {
        edition: Edition::Second,
        laps: 99,
        start_gear: 4,
        options: Default::default(),
        grid_side: None,
        cars: (1..=4).map(car).collect(),
        grid: std::iter::once(pole).chain((2..=4).map(behind)).collect(),
    };
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut state = Vektorace::start(&track, &setup).unwrap();
    let mut turns = Vec::with_capacity(count);
    while turns.len() < count {
        let mut legal = Vektorace::legal_turns(&track, &state);
        legal.retain(|legal| !matches!(legal.turn.action, Action::Withdraw));
        let turn = legal.choose(&mut random).unwrap().turn;
        state = Vektorace::play(&track, &state, &turn).unwrap().state;
        turns.push(turn);
    }
    (file.track, setup, turns)
}

/// A file of 5,000 turns is played through: what opening one costs.
#[divan::bench(sample_count = 20)]
fn race_of_5000_turns_opened(bencher: Bencher) {
    let (draft, setup, turns) = long_race(5_000);
    bencher
        .counter(ItemsCount::new(turns.len()))
        .bench(|| Timeline::<Vektorace>::new(String::new(), draft.clone(), setup.clone(), turns.clone()).unwrap());
}

/// Stepping to any turn of a race of 5,000: state, timing table, words and picture.
#[divan::bench(sample_count = 100)]
fn step_to_any_of_5000_turns(bencher: Bencher) {
    let (draft, setup, turns) = long_race(5_000);
    let timeline = Timeline::<Vektorace>::new(String::new(), draft, setup, turns).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    bencher.with_inputs(|| random.random_range(0..=timeline.len())).bench_local_values(|at| {
        (timeline.view(at), timeline.describe(at), timeline.scene(at, 12), timeline.places(at))
    });
}

/// The first turn of a race of 10,001 is amended: that car leaves the race, so that no state after it is one that was
/// there before, and 10,000 turns are judged anew. It takes less than 200 ms.
#[divan::bench(sample_count = 10)]
fn turn_amended_before_10000_others(bencher: Bencher) {
    let (draft, setup, turns) = long_race(10_001);
    let timeline = Timeline::<Vektorace>::new(String::new(), draft, setup, turns).unwrap();
    let turn = serde_json::json!({"car": timeline.turn_json(1)["car"], "kind": "withdraw"});
    let edit = RaceEdit::Amend { line: timeline.shown_line(), number: 1, turn, reason: None };
    bencher
        .counter(ItemsCount::new(10_000usize))
        .with_inputs(|| timeline.clone())
        .bench_local_refs(|timeline| timeline.record(&edit).unwrap().now_illegal.len());
}

/// The same as the window does it while something else looks at the race: it is copied, amended, and what is worked out
/// about it is brought up to date.
#[divan::bench(sample_count = 10)]
fn turn_amended_before_10000_others_in_the_window(bencher: Bencher) {
    let (draft, setup, turns) = long_race(10_001);
    let timeline = Timeline::<Vektorace>::new(String::new(), draft, setup, turns).unwrap();
    let figures = Figures::of(&timeline);
    let turn = serde_json::json!({"car": timeline.turn_json(1)["car"], "kind": "withdraw"});
    let edit = RaceEdit::Amend { line: timeline.shown_line(), number: 1, turn, reason: None };
    bencher.counter(ItemsCount::new(10_000usize)).with_inputs(|| figures.clone()).bench_local_refs(|figures| {
        let mut race = timeline.copied().unwrap();
        let past = race.past();
        Arc::get_mut(&mut race).and_then(|race| race.recorder()).unwrap().record(&edit).unwrap();
        figures.renew(race.as_ref(), race.same_since(&past));
        figures.first_illegal
    });
}
