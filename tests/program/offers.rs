//! Computer drivers offer and play only legal turns, in random positions of every game and edition.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use paddock::drivers::{Cockpit, Effort, Level};
use paddock::game::{Dice, Game, Progress};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::{self, Opened, ReplayFile, no_files};
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rayon::prelude::*;

/// The largest number of calls of a position, and of uses of a cast, that are played.
const MOST: usize = 4;
/// Races that are played beside each other, on all cores.
const PARTS: usize = 4;
/// A random race begins again after this number of turns.
const LONGEST: usize = 400;

/// A series of positions in random races.
#[derive(Clone, Copy)]
struct Walk {
    positions: usize,
    /// In one of this number of positions, an expert decides.
    expert: usize,
    /// The seed of the dice.
    seed: u64,
}

/// The circuit and the setup of a shipped race, and what drivers know about them.
struct Learned<G: Game> {
    file: &'static str,
    track: G::Track,
    first: G::State,
    knowledge: G::Knowledge,
}

impl<G: Game> Learned<G> {
    fn of(file: &'static str) -> Self {
        let bytes = std::fs::read(file).unwrap();
        let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("{file}") };
        let written: ReplayFile<G> = replay::parse(&bytes).unwrap();
        let draft = race.draft();
        let track = G::validate(draft.of::<G>().unwrap()).0.unwrap();
        let first = G::start(&track, &written.setup).unwrap();
        let knowledge = G::learn(&track, &first, Progress::SILENT).unwrap();
        Self { file, track, first, knowledge }
    }

    /// Plays random races. In each position, plays what drivers offer, and checks it by the rules. Returns the number
    /// of turns that were offered.
    fn offered(&self, walk: Walk) -> usize {
        let Self { file, track, first, knowledge } = self;
        let cockpit = Cockpit::<G> { track, knowledge };
        let mut dice = Dice::seed_from_u64(walk.seed);
        let (mut state, mut turns, mut count) = (first.clone(), 0, 0);
        for position in 0..walk.positions {
            let here = || format!("{file}, seed {}, position {position}", walk.seed);
            if G::clock(&state).1.is_none() || turns == LONGEST {
                (state, turns) = (first.clone(), 0);
            }
            let mut next = Vec::new();
            let mut calls = G::calls(knowledge, track, &state);
            assert!(!calls.is_empty(), "{}: a decision", here());
            calls.shuffle(&mut dice);
            for call in calls.iter().take(MOST) {
                let cast = G::cast(track, &state, &call.what, &mut dice);
                let mut uses = G::uses(knowledge, track, &state, &cast);
                uses.shuffle(&mut dice);
                for turn in uses.iter().take(MOST) {
                    let driven = G::carry_out(track, &state, &turn.what, &mut dice);
                    let Some((turn, played)) = driven else { panic!("{}: {:?}", here(), turn.what) };
                    let again = G::play(track, &state, &turn);
                    assert!(again.is_ok_and(|again| again.state == played.state), "{}: {turn:?}", here());
                    next.push(played.state);
                }
            }
            count += next.len();
            let level = match position % walk.expert {
                0 => Level::Expert,
                odd if odd % 2 == 1 => Level::Club,
                _ => Level::Novice,
            };
            let effort = Effort { rollouts: Some(8), ..Effort::default() };
            let decided = cockpit.decide(&state, level, effort, &mut dice, Progress::SILENT);
            let (turn, played) = decided.unwrap_or_else(|| panic!("{}: {level:?} decides", here()));
            assert!(G::play(track, &state, &turn).is_ok(), "{}: {level:?} plays {turn:?}", here());
            // A random offer leads to positions that no driver would choose.
            let random = next.choose(&mut dice).filter(|_| dice.random_bool(0.5)).cloned();
            state = random.unwrap_or(played.state);
            turns += 1;
        }
        count
    }
}

/// Plays random races with each of these circuits and setups, through this number of positions in all.
fn check<G: Game>(files: &[&'static str], positions: usize, expert: usize) {
    assert!(!files.is_empty());
    let part = positions.div_ceil(files.len() * PARTS);
    let mut played = 0;
    for file in files {
        let learned = Learned::<G>::of(file);
        let counts =
            (0..PARTS).into_par_iter().map(|seed| learned.offered(Walk { positions: part, expert, seed: seed as u64 }));
        let offered: usize = counts.sum();
        played += part * PARTS;
        assert!(offered >= part * PARTS, "{file}: {offered} turns were offered");
    }
    assert!(played >= positions);
}

/// The edition that a race file names; empty if its game has only one.
fn edition(file: &str) -> String {
    let race: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    race["setup"]["edition"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn every_edition_has_its_races() {
    let of = |files: &[&str]| files.iter().map(|file| edition(file)).collect::<std::collections::BTreeSet<_>>();
    let all = [of(&VEKTORACE_FIRST), of(&VEKTORACE_SECOND), of(&VEKTORACE_ONLINE)];
    assert!(all.iter().all(|editions| editions.len() == 1), "{all:?}");
    let different: std::collections::BTreeSet<_> = all.iter().flatten().collect();
    assert_eq!(different.len(), 3, "{all:?}");
}

const VEKTORACE_FIRST: [&str; 3] = [
    "replays/vektorace/copper-kettle-first-edition.json",
    "replays/vektorace/kestrel-ring-first-edition.json",
    "replays/vektorace/three-sisters-first-edition.json",
];
const VEKTORACE_SECOND: [&str; 3] = [
    "replays/vektorace/kestrel-ring-three-laps.json",
    "replays/vektorace/lovers-knot-super-powers.json",
    "replays/vektorace/nightjar-park-duel.json",
];
const VEKTORACE_ONLINE: [&str; 3] = [
    "replays/vektorace/copper-kettle-six-cars.json",
    "replays/vektorace/long-barrow-online.json",
    "replays/vektorace/widdershins-four-cars.json",
];
const VECTOR_RACING: [&str; 3] = [
    "replays/vector_racing/two-ponds-photo-finish.json",
    "replays/vector_racing/mill-lane-three-pencils.json",
    "replays/vector_racing/cellar-stairs-crashes.json",
];
const FORMULA_D: [&str; 5] = [
    "replays/formula_d/saltmarsh-first-evening.json",
    "replays/formula_d/saltmarsh-six-cars.json",
    "replays/formula_d/weavers-knot-changing-skies.json",
    "replays/formula_d/gaslight-quarter-by-night.json",
    "replays/formula_d/cobalt-pass-teams.json",
];
const WHEEL_TO_WHEEL: [&str; 4] = [
    "replays/wheel_to_wheel/harbour-cup-1.json",
    "replays/wheel_to_wheel/lanternwood-cloudburst.json",
    "replays/wheel_to_wheel/lanternwood-twelve-cars.json",
    "replays/wheel_to_wheel/skerry-sands-four-teams.json",
];

#[test]
fn drivers_offer_only_legal_turns() {
    check::<Vektorace>(&VEKTORACE_FIRST[..1], 60, 30);
    check::<Vektorace>(&VEKTORACE_SECOND[1..2], 60, 30);
    check::<Vektorace>(&VEKTORACE_ONLINE[..1], 60, 30);
    check::<VectorRacing>(&VECTOR_RACING, 180, 30);
    check::<FormulaD>(&FORMULA_D, 300, 30);
    check::<WheelToWheel>(&WHEEL_TO_WHEEL, 240, 30);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: 60,000 positions"]
    fn drivers_offer_only_legal_turns_in_ten_thousand_positions_of_each_game_and_edition() {
        let (positions, expert) = (10_000, 500);
        check::<Vektorace>(&VEKTORACE_FIRST, positions, expert);
        check::<Vektorace>(&VEKTORACE_SECOND, positions, expert);
        check::<Vektorace>(&VEKTORACE_ONLINE, positions, expert);
        check::<VectorRacing>(&VECTOR_RACING, positions, expert);
        check::<FormulaD>(&FORMULA_D, positions, expert);
        check::<WheelToWheel>(&WHEEL_TO_WHEEL, positions, expert);
    }
}
