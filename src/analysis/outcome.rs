//! Names the effects of a move. Most names are the same in all games.

use crate::game::{CarId, Event, EventKind, Sort, StateView, Status};

/// Returns words for the effects of a turn on the car that played it, such as `collision`, `finish`, `corner` and
/// `pit`. The worst effect comes first. Each word is listed once. Incidents have the game's own names. Words are in
/// lower case, with `_` instead of spaces and hyphens.
///
/// Only effects of this turn are listed. In games whose cars move at the same time, the turns of other cars in the same
/// round may still change these effects.
#[must_use]
pub fn words_of_move(car: CarId, before: &StateView, events: &[Event], after: &StateView) -> Vec<String> {
    let mut words: Vec<(u8, String)> = Vec::new();
    let mut add = |grave: u8, word: &str| {
        let word = word.replace([' ', '-'], "_").to_lowercase();
        if !words.iter().any(|(_, known)| *known == word) {
            words.push((grave, word));
        }
    };
    for event in events.iter().filter(|event| event.car == car) {
        match &event.kind {
            EventKind::Incident { what, sort: Sort::Penalty, .. } => add(0, what),
            EventKind::Collided { .. } => add(0, "collision"),
            EventKind::Fell => add(0, "off the board"),
            EventKind::Stopped => add(0, "stands still"),
            EventKind::Withdrew => add(0, "out"),
            EventKind::Eliminated { .. } => add(0, "eliminated"),
            EventKind::MissedTurn => add(0, "missed turn"),
            EventKind::Braked { .. } => add(1, "emergency braking"),
            EventKind::Finished { .. } => add(2, "finish"),
            EventKind::Lap { .. } => add(3, "lap"),
            EventKind::Incident { what, .. } => add(4, what),
            EventKind::Cornered(_) => add(5, "corner"),
            EventKind::Attacked { .. } => add(6, "attack"),
            EventKind::Pitted { .. } => add(7, "pit"),
            EventKind::BoxBox => add(7, "box box"),
            EventKind::GaveWay { .. } => add(8, "gives way"),
            EventKind::UsedPower { .. } | EventKind::TookPower { .. } => add(8, "power"),
            EventKind::Moved { .. }
            | EventKind::Thrown { .. }
            | EventKind::Spent { .. }
            | EventKind::CameBack
            | EventKind::Redeclared
            | EventKind::Slipstreamed { .. }
            | EventKind::Overtook { .. }
            | EventKind::Classified { .. } => {}
        }
    }
    if let (Some(before), Some(after)) = (before.car(car), after.car(car)) {
        let has_become = |status: Status| before.status != status && after.status == status;
        if has_become(Status::Finished) {
            add(2, "finish");
        }
        if has_become(Status::Withdrawn) {
            add(0, "out");
        }
        if has_become(Status::Eliminated) {
            add(0, "eliminated");
        }
        // Compares the numbers of corners passed, for games without an event for corners.
        // The number starts again at 0 in each lap.
        let has_begun = after.opened() > before.opened();
        if after.corners > before.corners || (has_begun && after.corners > 0 && before.opened() > 0) {
            add(5, "corner");
        }
    }
    words.sort_by_key(|(grave, _)| *grave);
    words.into_iter().map(|(_, word)| word).collect()
}
