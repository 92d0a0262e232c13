//! Reads reference pictures.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::app::board::pixels::read_picture;

fuzz_target!(|bytes: &[u8]| {
    let _ = read_picture("fuzz", bytes);
});
