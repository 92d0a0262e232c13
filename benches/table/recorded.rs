//! The time to record in a race of any length, as the window does it: a turn at the end, taking it back, and editing a
//! turn in the middle.

use std::path::Path;
use std::sync::Arc;

use paddock::app::documents::figures::Figures;
use paddock::app::documents::files::{Loaded, load};
use paddock::replay::RaceEdit;

use super::long_race::length;
use super::memory;
use super::table::{NOTHING, Table, Times};

/// Prints the rows about the race in a file.
pub fn rows(table: &Table, file: &Path) {
    let (_, Loaded::Race(race, figures)) = load(paddock::Games::all(), file).unwrap() else { unreachable!("a race") };
    let size = length(race.as_ref());
    let mut race = race.copied().unwrap();
    let mut figures = Figures::clone(&figures);
    let line = race.shown_line();
    let len = race.len();
    let number = len / 2;
    let car = race.turn_json(number).unwrap()["car"].clone();
    let mut edit = |times: &mut Times, edit: &RaceEdit| {
        times.time(|| {
            let past = race.past();
            let recorded = Arc::get_mut(&mut race).and_then(|race| race.recorder()).unwrap().record(edit);
            recorded.unwrap();
            figures.renew(race.as_ref(), race.same_since(&past));
        });
        race.legal_turns(len - 1).unwrap().first().map(|legal| legal.turn.clone()).unwrap_or_default()
    };
    let (mut cut, mut played, mut edited) = (Times::default(), Times::default(), Times::default());
    for _ in 0..20 {
        let turn = edit(&mut cut, &RaceEdit::Cut { line, at: len - 1 });
        edit(&mut played, &RaceEdit::Play { line, at: len - 1, turn, reason: None });
    }
    for _ in 0..3 {
        let turn = serde_json::json!({"car": car, "kind": "withdraw"});
        edit(&mut edited, &RaceEdit::Edit { line, number, turn, reason: None });
        edit(&mut Times::default(), &RaceEdit::Undo);
    }
    table.row("a turn recorded", &size, &played.in_words(), NOTHING);
    table.row("a turn taken back", &size, &cut.in_words(), NOTHING);
    // The memory includes the undo steps.
    table.row("a turn edited before half of them", &size, &edited.in_words(), &memory::held());
}
