//! Reads races of every game as text, with lines and words replaced by others. A race that reads is written and read again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use paddock::app::shipped;
use paddock::game::prelude::*;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Opened;
use paddock_fuzz::{look, mutation, random, replaced};
use rand::RngExt as _;

fuzz_target!(|bytes: &[u8]| {
    let _ = look::read_text(paddock::Games::all(), bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Vektorace::read_notation(text);
        let _ = VectorRacing::read_notation(text);
        let _ = FormulaD::read_notation(text);
        let _ = WheelToWheel::read_notation(text);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = random(seed);
    let text = match std::str::from_utf8(&data[..size]) {
        // Sometimes the first turns of a shipped race, so that every game occurs, whatever the corpus has.
        _ if random.random_bool(0.05) => {
            match shipped::open(paddock::Games::all(), random.random_range(0..shipped::count())) {
                Ok(Opened::Race(race)) => Some(race.notation_text(random.random_range(0..race.len().min(20)))),
                _ => None,
            }
        }
        Ok(text) if random.random_bool(0.7) => Some(text.to_owned()),
        _ => None,
    };
    let changed = text.map(|text| mutation::mutate_text(&text, &mut random));
    changed
        .and_then(|changed| replaced(data, changed.as_bytes(), max_size))
        .unwrap_or_else(|| fuzzer_mutate(data, size, max_size))
});
