//! Runs the solvers of every game on shipped circuits with some values changed, and stops them early: no panic, and no bound
//! that contradicts the result.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::app::shipped;
use paddock::game::prelude::*;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::{WheelToWheel, analysis, lone};
use paddock::games::{formula_d, vector_racing, vektorace};
use paddock::replay::Opened;
use paddock_fuzz::look;
use paddock_fuzz::mutation::mutate;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of times a solver may ask whether to stop; then it must.
const MOST: u32 = 3_000;

fuzz_target!(|bytes: &[u8]| {
    let Some(seed) = bytes.first_chunk::<8>() else { return };
    let mut random = ChaCha8Rng::seed_from_u64(u64::from_le_bytes(*seed));
    let index = random.random_range(0..shipped::count());
    let Ok(Opened::Track(draft)) = shipped::open(paddock::Games::all(), index) else { return };
    let Ok(mut value) = serde_json::from_str(&look::written(&draft)) else { return };
    mutate(&mut value, &mut random);
    let Ok(Opened::Track(draft)) = paddock::open(value.to_string().as_bytes(), &paddock::replay::no_files) else {
        return;
    };
    let most = random.random_range(0..MOST);
    let asked = AtomicU32::new(0);
    let is_enough = || asked.fetch_add(1, Ordering::Relaxed) >= most;
    if let Some(draft) = draft.of::<Vektorace>() {
        use vektorace::solve::{Progress, Question, solve};
        let Some(track) = Vektorace::validate(draft).0 else { return };
        let question = Question { bytes: 200_000_000, ..Question::default() };
        let progress = Progress { conclude: &is_enough, ..Progress::SILENT };
        let solution = solve(&track, &question, progress).expect("nobody stops it");
        if let Some(fastest) = solution.fastest {
            assert!(fastest.at_least <= fastest.lap.turns.len());
        }
    } else if let Some(draft) = draft.of::<VectorRacing>() {
        use vector_racing::solve::{Progress, Question, solve};
        let Some(track) = VectorRacing::validate(draft).0 else { return };
        let question = Question { with_crashes: true, states: 1_000_000, ..Question::of(&track) };
        let progress = Progress { conclude: &is_enough, ..Progress::SILENT };
        let solution = solve(&track, &question, progress).expect("nobody stops it");
        if let (Some(best), Some(bound)) = (solution.best(), solution.bound()) {
            assert!(bound <= best.turns);
        }
    } else if let Some(draft) = draft.of::<FormulaD>() {
        use formula_d::solve::{Progress, Question, solve};
        let Some(track) = FormulaD::validate(draft).0 else { return };
        let Ok(question) = Question::stock(&track, 1) else { return };
        let progress = Progress { report: &|_| !is_enough(), bytes: 300_000_000 };
        if let Ok(solution) = solve(&track, &question, &progress) {
            assert!(solution.start_value(&track, question.grid()).is_none_or(|turns| turns >= 1.0));
        }
    } else if let Some(draft) = draft.of::<WheelToWheel>() {
        let Some(track) = WheelToWheel::validate(draft).0 else { return };
        let Some(alone) = lone(&track, &WheelToWheel::new_setup(draft), 0) else { return };
        let stop = || is_enough();
        let progress = paddock::game::Progress { report: &|_| (), stop: &stop };
        if let Ok(found) = analysis::strategies(&track, &alone, progress) {
            assert!(found.plans.iter().all(|plan| plan.best.at_most.is_none_or(|most| most >= plan.best.at_least)));
        }
    }
});
