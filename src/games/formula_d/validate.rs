//! Checks whether a race can be driven on a draft (section 1.3 of the rules ledger). Reports all issues together, not
//! only the first.

mod build;
mod corners;
mod graph;
mod grid;
mod narrows;
mod net;
mod pit;
mod road;
mod shape;

use super::draft::{Draft, MAX_NAME, MAX_RANK, MAX_SPACES, SpaceKind};
use super::track::Track;
use crate::game::form::excess;
use crate::game::{Issue, Severity, has_errors};
pub(super) use corners::corner_paths;
pub(super) use grid::progress as grid_progress;
use net::Net;
pub(super) use road::{chart_of, road_faults};
pub(super) use shape::{Clashes, clashes};

/// The largest number of issues that are listed for one clause. If many spaces have the same issue, they usually have
/// the same cause, so a longer list would not help.
const MOST_ALIKE: usize = 25;
/// The largest number of edges that may lead out of a space, and also the largest number that may lead into it.
const MOST_WAYS: usize = 40;
/// The largest coordinate, in spaces.
const LARGEST_COORDINATE: f64 = 100_000.0;

/// The issues found so far. Stores the first issues of each clause, and counts the others.
#[derive(Debug, Default)]
struct Found {
    issues: Vec<Issue>,
    /// The clauses that have more issues than `issues` lists. Each entry holds three values: the clause, the worst
    /// severity of its unlisted issues, and their number.
    more: Vec<(&'static str, Severity, usize)>,
}

impl Found {
    fn add(&mut self, issue: Issue) {
        if self.issues.iter().filter(|other| other.id == issue.id).count() < MOST_ALIKE {
            self.issues.push(issue);
            return;
        }
        match self.more.iter_mut().find(|(id, ..)| *id == issue.id) {
            Some((_, worst, count)) => (*worst, *count) = ((*worst).min(issue.severity), *count + 1),
            None => self.more.push((issue.id, issue.severity, 1)),
        }
    }

    fn has_errors(&self) -> bool {
        has_errors(&self.issues) || self.more.iter().any(|(_, worst, _)| *worst == Severity::Error)
    }

    /// Returns the listed issues. If a clause has more issues than are listed, adds one issue that reports the number
    /// of the others.
    fn all(self) -> Vec<Issue> {
        let Self { mut issues, more } = self;
        for (id, worst, count) in more {
            let message = format!("There are {count} more issues of clause {id}.");
            issues.push(if worst == Severity::Error { Issue::error(id, message) } else { Issue::warning(id, message) });
        }
        issues
    }
}

/// Returns all issues, and the track if the draft has no errors.
pub(super) fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
    let mut found = Found::default();
    limits(draft, &mut found);
    if found.has_errors() {
        return (None, found.all());
    }
    let Some(net) = Net::new(draft, &mut found) else {
        return (None, found.all());
    };
    if crowded(&net, &mut found) {
        return (None, found.all());
    }
    graph::check(&net, &mut found);
    narrows::check(draft, &mut found);
    let paths = corners::check(&net, &mut found);
    grid::check(&net, &mut found);
    pit::check(&net, &mut found);
    shape::check(&net, &mut found);
    road::check(&net, &mut found);
    if found.has_errors() {
        return (None, found.all());
    }
    (Some(build::track(&net, &paths)), found.all())
}

/// Reports spaces with far more edges than any space of a real board. Returns whether validation must stop because of
/// errors.
fn crowded(net: &Net<'_>, found: &mut Found) -> bool {
    let crowd = (0..net.len()).filter(|space| net.out[*space].len().max(net.into[*space].len()) > MOST_WAYS);
    for space in crowd {
        let message = format!("Space {} has more than {MOST_WAYS} edges out of it or into it.", net.id(space));
        found.add(Issue::error("FD-VAL-05", message).at(net.at(space)));
    }
    found.has_errors()
}

/// Checks that the draft is not too large, and that its numbers lie within their limits. All other checks rely on this,
/// so it comes first.
fn limits(draft: &Draft, found: &mut Found) {
    if !(2..=4).contains(&draft.lanes) {
        let message = format!("A circuit has 2 to 4 lanes, but this one has {}.", draft.lanes);
        found.add(Issue::error("FD-VAL-01", message).fix("Set `lanes` to 2, 3 or 4."));
    }
    for size in excess(draft) {
        found.add(Issue::error("FD-VAL-02", format!("The circuit has {size} can be raced.")));
    }
    if draft.spaces.is_empty() {
        found.add(
            Issue::error("FD-VAL-03", "The circuit has no spaces.").fix("Draw a centre line, or import a circuit."),
        );
        // Everything else would follow from this.
        return;
    }
    if !(2..=MAX_RANK).contains(&draft.lap) {
        let message = format!("The lap is {} half spaces long; it must be 2 to {MAX_RANK}.", draft.lap);
        found
            .add(Issue::error("FD-VAL-10", message).fix("Set `lap` to twice the number of spaces in the middle lane."));
    }
    if draft.laps == 0 || draft.laps > super::setup::MAX_LAPS {
        let message = format!("The number of laps must be 1 to {}.", super::setup::MAX_LAPS);
        found.add(Issue::error("FD-SET-01", message));
    }
    for space in draft.spaces.iter().take(MAX_SPACES) {
        let numbers = space.outline.iter().chain([&space.at]).flatten().chain([&space.angle]);
        if numbers.into_iter().any(|value| !value.is_finite() || value.abs() > LARGEST_COORDINATE) {
            let message =
                format!("Space {}: a coordinate is out of range (limit {LARGEST_COORDINATE}).", named(&space.id));
            found.add(Issue::error("FD-VAL-02", message));
        }
        let is_off = !(0..draft.lap).contains(&space.rank);
        if is_off && (2..=MAX_RANK).contains(&draft.lap) {
            let message = format!(
                "Space {}: rank {} lies outside the lap of {} half spaces.",
                named(&space.id),
                space.rank,
                draft.lap
            );
            found.add(Issue::error("FD-VAL-10", message).at(space.at));
        }
        let has_lane = match space.kind {
            SpaceKind::Straight | SpaceKind::Corner(_) => (1..=draft.lanes).contains(&space.lane),
            SpaceKind::Pit | SpaceKind::Box(_) => space.lane == 0,
        };
        if !has_lane || !is_name(&space.id) {
            let message =
                format!("Space {}: its id is not valid, or lane {} is unknown.", named(&space.id), space.lane);
            let fix = "Use lanes from 1 on the track and lane 0 for the pit lane and boxes. Use only letters, digits, - and _ in ids.";
            found.add(Issue::error("FD-VAL-02", message).at(space.at).fix(fix));
        }
    }
}

/// Whether a text may name a space or a corner. Only some characters are allowed, because with others a line of
/// notation could be read in two ways.
fn is_name(text: &str) -> bool {
    super::turn::SpaceName::is_name(text)
}

/// Returns a name as messages show it: shortened if it is too long, and with control characters replaced.
fn named(text: &str) -> String {
    text.chars().take(MAX_NAME).collect::<String>().replace(char::is_control, "\u{fffd}")
}
