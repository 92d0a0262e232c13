//! Continues shipped races with listed turns, and with listed turns that have one field changed. Every listed turn plays; a
//! changed one plays or is refused, and nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paddock::app::shipped;
use paddock::replay::{Opened, RaceEdit};
use paddock_fuzz::look;
use serde_json::Value;

/// The largest number of turns that one run records.
const MOST: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next().map(usize::from);
    let Some(index) = next() else { return };
    let Ok(Opened::Race(mut race)) = shipped::open(paddock::Games::all(), index % shipped::count()) else { return };
    let Some(at) = next() else { return };
    let mut at = race.len() * at / 256;
    for _ in 0..MOST {
        let turns = race.legal_turns(at).expect("turns can be written");
        let (Some(which), Some(change)) = (next(), next()) else { return };
        let Some(legal) = turns.get(which * turns.len() / 256) else { return };
        let mut turn = legal.turn.clone();
        let is_changed = change > 0;
        if is_changed
            && let Value::Object(fields) = &mut turn
            && let Some(key) = fields.keys().nth(change % fields.len().max(1)).cloned()
        {
            let value = next().unwrap_or(0);
            fields.insert(key, if value % 5 == 0 { Value::Null } else { Value::from(value % 32) });
        }
        let line = race.shown_line();
        let Some(recorder) = race.recorder() else { return };
        match recorder.record(&RaceEdit::Play { line, at, turn, reason: None }) {
            Ok(recorded) => {
                recorder.show_line(recorded.line);
                at = recorded.at;
            }
            Err(error) => assert!(is_changed, "a listed turn was refused: {error:?}"),
        }
    }
    // The race written as a file and as text reads back as the same race.
    let file = race.file_text(true).expect("text");
    assert_ne!(look::look_at(paddock::Games::all(), file.as_bytes()), look::Kind::Refused, "{file}");
    let text = race.notation_text(race.len());
    assert!(look::read_text(paddock::Games::all(), text.as_bytes()), "{text}");
});
