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

/// The largest number of calls of a position, and of uses of a cast, that are played.
const MOST: usize = 4;
/// A random race begins again after this number of turns.
const LONGEST: usize = 400;
/// In one of this number of positions, an expert decides.
const EXPERT: usize = 30;

/// Plays random races with the circuit and the setup of a shipped race, through this number of positions. In each, plays
/// everything that drivers offer, and checks it by the rules. Returns the number of turns that were offered.
fn offered_in<G: Game>(file: &str, positions: usize) -> usize {
    let bytes = std::fs::read(file).unwrap();
    let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("{file}") };
    let written: ReplayFile<G> = replay::parse(&bytes).unwrap();
    let draft = race.draft();
    let track = G::validate(draft.of::<G>().unwrap()).0.unwrap();
    let first = G::start(&track, &written.setup).unwrap();
    let knowledge = G::learn(&track, &first, Progress::SILENT).unwrap();
    let cockpit = Cockpit::<G> { track: &track, knowledge: &knowledge };
    let mut dice = Dice::seed_from_u64(11);
    let (mut state, mut turns, mut count) = (first.clone(), 0, 0);
    for position in 0..positions {
        if G::clock(&state).1.is_none() || turns == LONGEST {
            (state, turns) = (first.clone(), 0);
        }
        let mut next = Vec::new();
        let mut calls = G::calls(&knowledge, &track, &state);
        assert!(!calls.is_empty(), "{file}, position {position}: a decision");
        calls.shuffle(&mut dice);
        for call in calls.iter().take(MOST) {
            let cast = G::cast(&track, &state, &call.what, &mut dice);
            let mut uses = G::uses(&knowledge, &track, &state, &cast);
            uses.shuffle(&mut dice);
            for turn in uses.iter().take(MOST) {
                let driven = G::carry_out(&track, &state, &turn.what, &mut dice);
                let Some((turn, played)) = driven else { panic!("{file}, position {position}: {:?}", turn.what) };
                let again = G::play(&track, &state, &turn);
                assert!(again.is_ok_and(|again| again.state == played.state), "{file}, position {position}: {turn:?}");
                next.push(played.state);
            }
        }
        count += next.len();
        let level = match position % EXPERT {
            0 => Level::Expert,
            odd if odd % 2 == 1 => Level::Club,
            _ => Level::Novice,
        };
        let effort = Effort { rollouts: Some(8), ..Effort::default() };
        let decided = cockpit.decide(&state, level, effort, &mut dice, Progress::SILENT);
        let (turn, played) = decided.unwrap_or_else(|| panic!("{file}, position {position}: {level:?} decides"));
        assert!(G::play(&track, &state, &turn).is_ok(), "{file}, position {position}: {level:?} plays {turn:?}");
        // A random offer leads to positions that no driver would choose.
        let random = next.choose(&mut dice).filter(|_| dice.random_bool(0.5)).cloned();
        state = random.unwrap_or(played.state);
        turns += 1;
    }
    count
}

#[test]
fn drivers_offer_only_legal_turns() {
    let positions = 60;
    let check = |file: &str, offered: usize| assert!(offered >= positions, "{file}: {offered} turns were offered");
    for race in
        ["copper-kettle-first-edition", "kestrel-ring-three-laps", "long-barrow-online", "lovers-knot-super-powers"]
    {
        let file = format!("replays/vektorace/{race}.json");
        check(&file, offered_in::<Vektorace>(&file, positions));
    }
    for race in ["two-ponds-photo-finish", "cellar-stairs-crashes"] {
        let file = format!("replays/vector_racing/{race}.json");
        check(&file, offered_in::<VectorRacing>(&file, positions));
    }
    for race in [
        "saltmarsh-first-evening",
        "saltmarsh-six-cars",
        "weavers-knot-changing-skies",
        "gaslight-quarter-by-night",
        "cobalt-pass-teams",
    ] {
        let file = format!("replays/formula_d/{race}.json");
        check(&file, offered_in::<FormulaD>(&file, positions));
    }
    for race in ["harbour-cup-1", "lanternwood-cloudburst", "skerry-sands-four-teams"] {
        let file = format!("replays/wheel_to_wheel/{race}.json");
        check(&file, offered_in::<WheelToWheel>(&file, positions));
    }
}
