//! Checks the narrowings of a circuit that was laid out along a line (FD-VAL-12).

use super::Found;
use crate::game::Issue;
use crate::games::formula_d::draft::Draft;
use crate::games::formula_d::line::{Course, NarrowFault, OpenLanes, SHORTEST};

/// Reports narrowings that close no lane.
pub(super) fn check(draft: &Draft, found: &mut Found) {
    if draft.narrows.is_empty() {
        return;
    }
    let course = Course::drawn(draft);
    let faults = course.as_ref().map_or_else(
        || (0..draft.narrows.len()).map(|index| (index, NarrowFault::Lost)).collect(),
        |course| OpenLanes::new(draft, course).1,
    );
    for (index, fault) in faults {
        let (narrow, name) = (&draft.narrows[index], format!("Narrowing {}", index + 1));
        let (says, fix) = match fault {
            NarrowFault::Lost => (format!("{name} is not on the centre line."), "Delete the narrowing."),
            NarrowFault::Short => (
                format!("{name} is shorter than {SHORTEST} spaces, so it closes no lane."),
                "Make the narrowing longer, or delete it.",
            ),
            NarrowFault::Wide => (
                format!("{name} leaves {} lanes open, but the circuit has only {}.", narrow.lanes, draft.lanes),
                "Leave fewer lanes open, or delete the narrowing.",
            ),
            NarrowFault::Crowded => (
                format!("{name} closes no lane, because fewer than 2 lanes would stay open."),
                "Move the narrowing away from the others, leave more lanes open, or delete it.",
            ),
        };
        let issue = Issue::warning("FD-VAL-12", says).fix(fix);
        let at = course.as_ref().and_then(|course| Some(course.curve.at(course.curve.along(narrow.from)?, 0.0).0));
        found.add(at.map_or(issue.clone(), |at| issue.at(at)));
    }
}
