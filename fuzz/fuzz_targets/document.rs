//! Circuits and races of every game, as files: whatever opens is looked at as the window does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::replay::{Opened, open};

fuzz_target!(|bytes: &[u8]| {
    let Ok(opened) = open(bytes, &|name| Err(format!("{name}: no other files here"))) else { return };
    match opened {
        Opened::Track(draft) => {
            let _ = (draft.issues(), draft.layout(), draft.scene(&[]));
        }
        Opened::Race(race) => {
            for at in [0, race.len() / 2, race.len()] {
                let _ = (race.scene(at, 3), race.view(at), race.fingerprint(at));
            }
            let _ = race.issues();
        }
    }
});
