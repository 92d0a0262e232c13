//! Opens circuits and races of every game with some values replaced by others of their kind. Every document that opens is
//! checked, drawn, analysed, written and read again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use paddock_fuzz::{look, mutation, random, replaced};
use rand::RngExt as _;

fuzz_target!(|bytes: &[u8]| {
    let _ = look::look_at(paddock::Games::all(), bytes);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = random(seed);
    let changed = match serde_json::from_slice(&data[..size]) {
        Ok(mut document) if random.random_bool(0.9) => {
            mutation::mutate(&mut document, &mut random);
            serde_json::to_vec(&document).ok()
        }
        _ => None,
    };
    changed
        .and_then(|changed| replaced(data, &changed, max_size))
        .unwrap_or_else(|| fuzzer_mutate(data, size, max_size))
});
