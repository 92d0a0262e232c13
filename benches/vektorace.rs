//! How fast the rules of VektoRace are: turns checked, and places judged, per second on one core.
//!
//! Runs over the recorded online games of `../shared/data` where they are there, else over the one in `tests/data`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints, and has nobody to report to")]

use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use paddock::game::Game as _;
use paddock::games::vektorace::{Setup, State, Track, Turn, Vektorace, count_places};
use paddock::import::bga;
use paddock::replay::TrackSource;

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
