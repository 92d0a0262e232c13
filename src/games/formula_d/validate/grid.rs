//! Checks the grid slots (FD-VAL-22).

use super::Found;
use super::net::Net;
use crate::game::Issue;

pub(super) fn check(net: &Net<'_>, found: &mut Found) {
    let mut slots: Vec<(u32, usize)> =
        (0..net.len()).filter_map(|space| Some((net.draft.spaces[space].slot?, space))).collect();
    slots.sort_unstable();
    if slots.is_empty() {
        let issue = Issue::error("FD-VAL-22", "The circuit has no grid slots.");
        found.add(issue.fix("Give each space where a car starts a slot number, 1 for pole."));
    }
    let mut before: Option<i32> = None;
    for (place, (slot, space)) in slots.iter().enumerate() {
        let progress = progress(net.rank(*space), net.draft.lap);
        let is_behind = before.is_none_or(|before| progress <= before);
        // A slot may lie in a corner, but not in the pits or on a space where no car may stand.
        let is_road = net.is_track(*space) && !net.is_blocked(*space);
        if *slot as usize != place + 1 || !is_behind || !is_road {
            let wanted = place + 1;
            let message = format!("Grid slot {wanted} is missing, used twice, or not behind slot {}.", wanted - 1);
            let fix = "Number the slots from pole backwards (1, 2, 3, ...), each on its own space of the track.";
            found.add(Issue::error("FD-VAL-22", message).at(net.at(*space)).fix(fix));
            return;
        }
        before = Some(progress);
    }
}

/// Returns the progress of a car that starts on a space of this rank, in half spaces. A space in the second half of the
/// lap lies before the finish line, so its progress is its rank. For a space in the first half, which lies past the
/// line, one lap is added.
pub(in crate::games::formula_d) const fn progress(rank: i32, lap: i32) -> i32 {
    if rank * 2 > lap { rank } else { rank + lap }
}
