//! The hint of a turn on the timeline: who moved, and the meaning of each mark.

use crate::app::board::icons;
use crate::app::documents::figures::Mark;
use crate::app::workspaces::desk::Shown;
use crate::game::{Event, EventKind, Sort};

/// The number of events of one kind that the hint names.
const NAMED: usize = 3;

/// Returns the hint of a turn; turn 0 is the grid.
pub(super) fn of_turn(shown: Shown<'_>, turn: usize) -> String {
    let Some(facts) = turn.checked_sub(1).and_then(|index| shown.figures.turns.get(index)) else {
        return "The grid".to_owned();
    };
    let words = |mark: Mark| format!("\n{} {}{}", mark.icon(), mark.name(), details(shown, turn, mark));
    let marks: String = facts.marks.iter().map(words).collect();
    let remarks = shown.remarks;
    let opinion = remarks.marks.get(&turn).map(|mark| format!("\n{} {}", mark.sign(), mark.name()));
    let bookmark = remarks.bookmark(turn).map(|name| format!("\n{} {name}", icons::BOOKMARK));
    let note = remarks.note(turn).map(|note| format!("\n{} {note}", icons::NOTE));
    let own: String = [opinion, bookmark, note].into_iter().flatten().collect();
    format!("Turn {turn}, round {}: {}{marks}{own}", facts.round, shown.name(facts.car))
}

/// Returns the events of a turn that a mark stands for, in a few words each. Some marks, such as that of a lap, say all
/// there is to say.
fn details(shown: Shown<'_>, turn: usize, mark: Mark) -> String {
    let Some(step) = shown.race.step(turn) else { return String::new() };
    let name = |car| shown.index_of(car).map_or("", |index| shown.name(index));
    let detail = |event: &Event| {
        let who = name(event.car);
        match (mark, &event.kind) {
            (Mark::Overtaking, EventKind::Overtook { other }) if event.car == step.car => {
                Some(format!("{who} past {}", name(*other)))
            }
            (Mark::NewOrder, EventKind::Overtook { other }) if event.car != step.car => {
                Some(format!("{who} past {}", name(*other)))
            }
            (Mark::Attack, EventKind::Attacked { target, attack }) => Some(format!("{attack} on {}", name(*target))),
            (Mark::Collision, EventKind::Collided { other, .. }) => Some(format!("{who} into {}", name(*other))),
            (Mark::Damage, EventKind::Spent { purpose: cause, incident: true, .. })
            | (Mark::Withdrawal, EventKind::Eliminated { cause })
            | (Mark::Penalty, EventKind::Incident { what: cause, sort: Sort::Penalty, .. }) => {
                Some(format!("{who} ({cause})"))
            }
            (Mark::Braking, EventKind::Braked { from, to }) => Some(format!("from gear {from} to {to}")),
            (Mark::Flag, EventKind::Incident { what, sort: Sort::Flag, .. })
            | (Mark::Power, EventKind::Incident { what, sort: Sort::Boost, .. })
            | (Mark::Power, EventKind::UsedPower { power: what } | EventKind::TookPower { power: what })
            | (Mark::Pit, EventKind::Pitted { stop: what }) => Some((*what).to_owned()),
            (Mark::Finish, EventKind::Finished { rank }) => Some(format!("{who}, place {rank}")),
            (Mark::Finish, EventKind::Classified { rank }) => Some(format!("{who}, place {rank}, still on track")),
            _ => None,
        }
    };
    // The name of the mark stands before the details already.
    let detail = |event: &Event| detail(event).filter(|words| words != mark.name());
    let mut found: Vec<String> = step.events.iter().filter_map(detail).collect();
    found.dedup();
    let more = match found.len() {
        0 => return String::new(),
        count if count > NAMED => format!(" and {} more", count - NAMED),
        _ => String::new(),
    };
    found.truncate(NAMED);
    format!(": {}{more}", found.join(", "))
}
