//! Generates races of any length for measuring: cars play legal turns and keep to a pace. The same seeds give the same
//! races.

use paddock::game::prelude::*;
use paddock::game::{CarId, LegalTurn};
use paddock::games::vektorace::{Action, CarEntry, Draft, Edition, GridPlace, Setup, State, Track, Turn, Vektorace};
use paddock::replay::ReplayFile;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use super::files;

/// The number of legal turns that a driver considers.
const LOOKED_AT: usize = 10;

/// A race to generate.
pub struct Race {
    /// The name of the shipped circuit's file, without the extension.
    pub track: &'static str,
    /// The number of cars, 2 to 6.
    pub cars: u32,
    /// The number of laps.
    pub laps: u8,
    /// The pace of the first car, in its own turns for each lap. Each later car takes 1 % more.
    pub pace: f64,
    /// The largest number of turns, of all cars together.
    pub turns: usize,
    pub seed: u64,
}

impl Race {
    /// Plays the race to its end, or to its largest number of turns.
    pub fn drive(&self) -> ReplayFile<Vektorace> {
        let draft: Draft = files::draft::<Vektorace>(self.track);
        let track = Vektorace::validate(&draft).0.unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let setup = self.setup(&track, &mut random);
        let mut state = Vektorace::start(&track, &setup).unwrap();
        let mut turns = Vec::with_capacity(self.turns);
        let mut own = vec![0u32; self.cars as usize];
        while let Some(index) = state.to_act().filter(|_| turns.len() < self.turns) {
            own[index] += 1;
            // Each car has its own pace, so that gaps open and close.
            let pace = self.pace * (1.0 + 0.01 * index as f64);
            let (turn, next) = choose(&track, &state, index, f64::from(own[index]) / pace, &mut random);
            state = next;
            turns.push(turn);
        }
        let title = format!("{} cars, seed {}", self.cars, self.seed);
        ReplayFile::new(title, draft, setup, turns)
    }

    /// Finds a grid without overlaps: for each car, tries the places behind earlier cars in random order.
    fn setup(&self, track: &Track, random: &mut ChaCha8Rng) -> Setup {
        let entry = |number| CarEntry {
            car: CarId(number),
            name: ["Ada", "Bruno", "Clara", "Dario", "Elif", "Finn"][number as usize - 1].to_owned(),
            tyre: 4,
            nitro: 4,
            start_boost: false,
            power: None,
        };
        let empty = GridPlace { car: CarId(1), aside: None, back: None, behind: None, place: None };
        let pole = GridPlace { aside: Some("1.5".parse().unwrap()), ..empty.clone() };
        let mut setup = Setup {
            edition: Edition::Second,
            laps: self.laps,
            start_gear: 4,
            options: Default::default(),
            grid_side: None,
            cars: vec![entry(1)],
            grid: vec![pole],
        };
        for number in 2..=self.cars {
            let mut places: Vec<(u32, u8)> =
                (1..number).flat_map(|behind| (1..=7).map(move |place| (behind, place))).collect();
            places.shuffle(random);
            setup.cars.push(entry(number));
            let fits = places.into_iter().any(|(behind, place)| {
                setup.grid.truncate(number as usize - 1);
                let place =
                    GridPlace { car: CarId(number), behind: Some(CarId(behind)), place: Some(place), ..empty.clone() };
                setup.grid.push(place);
                // A race needs at least two cars, so the loop begins with car 2.
                Vektorace::start(track, &setup).is_ok()
            });
            assert!(fits, "{}: no start place for car {number}", self.track);
        }
        setup
    }
}

/// Tries some random legal turns. Returns the one that brings the car nearest to its wanted progress (in laps since
/// the start), and the state after it.
fn choose(track: &Track, state: &State, index: usize, wanted: f64, random: &mut ChaCha8Rng) -> (Turn, State) {
    let mut legal: Vec<LegalTurn<Turn>> = Vektorace::legal_turns(track, state);
    legal.retain(|legal| !matches!(legal.turn.action, Action::Withdraw));
    let mut best: Option<(f64, Turn, State)> = None;
    for legal in legal.sample(random, LOOKED_AT) {
        let Ok(played) = Vektorace::play(track, state, &legal.turn) else { continue };
        let car = &Vektorace::view(track, &played.state).cars[index];
        let points: u32 = car.resources.iter().sum();
        let worth = 0.003 * f64::from(points.min(8)) - (wanted - car.progress).abs();
        if best.as_ref().is_none_or(|(most, _, _)| worth > *most) {
            best = Some((worth, legal.turn, played.state));
        }
    }
    let (_, turn, next) = best.expect("a car has a turn");
    (turn, next)
}
