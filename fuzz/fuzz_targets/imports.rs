//! Reads files of other programs. The first byte chooses the format; a zero separates a log from its table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::game::prelude::*;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::{VectorRacing, WallRule};
use paddock::import::{bga, gp_online, racetrack};

fuzz_target!(|bytes: &[u8]| {
    let Some((format, bytes)) = bytes.split_first() else { return };
    match format % 5 {
        0 => {
            let middle = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            let (log, table) = bytes.split_at(middle);
            let _ = bga::import(log, table.get(1..).unwrap_or_default());
        }
        1 => {
            if let Ok(circuit) = gp_online::circuit("fuzz", bytes) {
                let _ = FormulaD::validate(&circuit.draft);
            }
        }
        2 => {
            if let Ok(draft) = racetrack::ascii(bytes, "fuzz", WallRule::default()) {
                let _ = VectorRacing::validate(&draft);
            }
        }
        3 => {
            if let Ok(draft) = racetrack::xml(bytes) {
                let _ = VectorRacing::validate(&draft);
            }
        }
        _ => {
            let _ = racetrack::moves(bytes);
        }
    }
});
