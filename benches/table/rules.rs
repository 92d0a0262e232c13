//! The speed of the VektoRace rules: turns checked, places checked and whole turns listed on one core, and the time to
//! open, step through and edit a race of thousands of turns.
//!
//! The races are the recorded online games of `../shared/data`, if present, otherwise the one in `tests/data`.

use std::sync::Arc;
use std::time::Duration;

use paddock::app::documents::figures::Figures;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::vektorace::{
    Action, CarEntry, Draft, Edition, GridPlace, Setup, State, Track, Turn, Vektorace, count_places,
};
use paddock::import::bga;
use paddock::replay::{Race as _, RaceEdit, Recorder as _, Timeline, TrackSource};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use super::files::{draft, public, root};
use super::table::{NOTHING, Table, Times};
use super::units::{count_of, rate, time};

struct Game {
    track: Track,
    setup: Setup,
    turns: Vec<Turn>,
}

impl Game {
    /// The states of the game, one before each turn.
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
    let folder = public("vektorace/online").unwrap_or_else(|| root("tests/data/online"));
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

/// Prints the rows about recorded games and a long race.
pub fn rows(table: &Table) {
    recorded(table);
    long(table);
}

/// Measures the rules on the recorded games.
fn recorded(table: &Table) {
    let positions: Vec<(Game, Vec<State>)> = games()
        .into_iter()
        .map(|game| {
            let states = game.states();
            (game, states)
        })
        .collect();
    let turns: usize = positions.iter().map(|(game, _)| game.turns.len()).sum();
    let size = format!("{} races, {} turns", positions.len(), count_of(turns));
    let a_state = format!("{} B/state", size_of::<State>());
    let times = Times::of(table.or(50, 10), || {
        for (game, _) in &positions {
            let mut state = Vektorace::start(&game.track, &game.setup).unwrap();
            for turn in &game.turns {
                state = Vektorace::play(&game.track, &state, turn).unwrap().state;
            }
            std::hint::black_box(&state);
        }
    });
    table.row("every turn checked", &size, &rate(turns, times.median(), "turns"), &a_state);
    // A place is a vector together with a rotation of the car; boosts are not counted.
    let states = || positions.iter().flat_map(|(game, states)| states.iter().map(move |state| (game, state)));
    let places: usize =
        states().map(|(_, state)| if state.cars[state.to_act().unwrap()].gear == 1 { 27 } else { 65 }).sum();
    let times = Times::of(table.or(50, 5), || {
        states().for_each(|(game, state)| {
            std::hint::black_box(count_places(&game.track, state));
        });
    });
    let size = format!("{} places", count_of(places));
    table.row("every place of the car to act checked", &size, &rate(places, times.median(), "places"), NOTHING);
    let mut listed = 0;
    let times = Times::of(table.or(20, 3), || {
        listed = states().map(|(game, state)| Vektorace::legal_turns(&game.track, state).len()).sum();
    });
    let size = format!("{} turns listed", count_of(listed));
    assert!(listed > turns, "{size}");
    table.row("whole turns listed before every turn", &size, &rate(listed, times.median(), "turns"), NOTHING);
}

/// Measures a long race.
fn long(table: &Table) {
    let (draft, setup, mut turns) = long_race(10_001);
    let open = |turns: &[Turn]| {
        Timeline::<Vektorace>::new(String::new(), draft.clone(), setup.clone(), turns.to_vec()).unwrap()
    };
    let edited = open(&turns);
    turns.truncate(5_000);
    let timeline = open(&turns);
    let times = Times::of(table.or(20, 3), || open(&turns));
    let median = times.median();
    table.row(
        "a race opened: every turn played, every state kept",
        "5,000 turns",
        &format!("{}, {}", time(median), rate(turns.len(), median, "turns")),
        NOTHING,
    );
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let times = Times::of(table.or(100, 30), || {
        let at = random.random_range(0..=timeline.len());
        (timeline.view(at), timeline.describe(at), timeline.scene(at, 12), timeline.places(at))
    });
    table.row("going to any turn: state, words, picture, places", "5,000 turns", &times.in_words(), NOTHING);
    // The edited first turn makes its car leave the race, so that every later state changes.
    let turn = serde_json::json!({"car": edited.turn_json(1).expect("a turn")["car"], "kind": "withdraw"});
    let edit = RaceEdit::Edit { line: edited.shown_line(), number: 1, turn, reason: None };
    let size = "10,000 turns checked again";
    let mut times = Times::default();
    for _ in 0..table.or(10, 3) {
        let mut timeline = edited.clone();
        times.time(|| std::hint::black_box(timeline.record(&edit).unwrap().now_illegal.len()));
    }
    assert!(times.within(0) > Duration::from_micros(10).as_secs_f64(), "10,000 turns are checked");
    table.row("the first turn edited", size, &times.in_words(), NOTHING);
    // As in the window while another part uses the race: copies the race, edits the copy and updates its figures.
    let figures = Figures::of(&edited);
    let mut times = Times::default();
    for _ in 0..table.or(10, 3) {
        let mut figures = figures.clone();
        times.time(|| {
            let mut race = edited.copied().unwrap();
            let past = race.past();
            Arc::get_mut(&mut race).and_then(|race| race.recorder()).unwrap().record(&edit).unwrap();
            figures.renew(race.as_ref(), race.same_since(&past));
            std::hint::black_box(figures.first_illegal);
        });
    }
    table.row("the same in the window, figures updated", size, &times.in_words(), NOTHING);
}

/// Generates a race of this number of turns in which four cars play random legal turns.
fn long_race(count: usize) -> (Draft, Setup, Vec<Turn>) {
    let draft = draft::<Vektorace>("kestrel-ring");
    let track = Vektorace::validate(&draft).0.unwrap();
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
    (draft, setup, turns)
}
