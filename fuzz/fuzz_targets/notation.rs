//! Races as text, of every game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::game::Game as _;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::read_text;

fuzz_target!(|bytes: &[u8]| {
    let _ = read_text::<Vektorace>(bytes);
    let _ = read_text::<VectorRacing>(bytes);
    let _ = read_text::<FormulaD>(bytes);
    let _ = read_text::<WheelToWheel>(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Vektorace::read_notation(text);
        let _ = VectorRacing::read_notation(text);
        let _ = FormulaD::read_notation(text);
        let _ = WheelToWheel::read_notation(text);
    }
});
