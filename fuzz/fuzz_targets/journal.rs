//! Reads journals that hold their race, and replays them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::replay::{Opened, journal};

fuzz_target!(|bytes: &[u8]| {
    let Ok(kept) = journal::read(bytes) else { return };
    let Ok(Some(Opened::Race(mut race))) = journal::own_race(paddock::Games::all().playable(), &kept) else { return };
    if let Some(recorder) = race.recorder() {
        let _ = journal::replay(recorder, &kept);
    }
});
