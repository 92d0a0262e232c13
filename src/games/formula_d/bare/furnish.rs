//! Turns a bare graph, which is a circuit without lanes, into a draft of a circuit.

use super::course::Course;
use super::lanes::{Lanes, check_size, lanes};
use super::place::contacts;
use super::ranks::{loops, ranks};
use super::{Bare, BareError, BareKind, Furnished, bridges, corners, pit, prune};
use crate::game::Issue;
use crate::games::formula_d::draft::{Draft, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind, standard_chart};
use crate::games::formula_d::outline::{outline, rounded};
use crate::games::formula_d::validate::grid_progress;

/// The number of grid slots that are added to a circuit without a grid.
const SLOTS: u32 = 10;

/// An edge between two spaces of the track. Its kind is straight on or a lane change.
struct Way {
    from: usize,
    to: usize,
    kind: EdgeKind,
    finish: bool,
}

pub(super) fn furnish(bare: &Bare) -> Result<Furnished, BareError> {
    check_size(bare)?;
    let mut notes = bare.notes.clone();
    let bare = &prune::pruned(bare, &mut notes);
    let lanes = lanes(bare)?;
    let course = Course::new(bare, &lanes);
    let along = course.along(bare, &lanes);
    let distance = |one: usize, other: usize| {
        let (a, b) = (bare.spaces[one].at, bare.spaces[other].at);
        (b[0] - a[0]).hypot(b[1] - a[1])
    };
    let track: Vec<usize> = (0..bare.spaces.len()).filter(|space| lanes.of[*space].is_some()).collect();
    let is_blocked = |space: usize| bare.spaces[space].kind == BareKind::Blocked;
    let open = |space: usize, other: Option<usize>| other.filter(|other| !is_blocked(*other) && !is_blocked(space));
    let steps = track.iter().filter_map(|space| Some(distance(*space, open(*space, lanes.next[*space])?))).collect();
    let scale = 1.0 / median(steps);
    let mut touching = contacts(bare, &lanes, &along, course.length());
    let half = median(widths(bare, &lanes, &touching)) * scale / 2.0;
    let at = |space: usize| bare.spaces[space].at.map(|value| rounded(value * scale));
    let id = |space: usize| bare.spaces[space].id.clone();
    let mut draft = Draft { name: bare.name.clone(), lanes: lanes.count as u8, ..Draft::default() };
    for space in &track {
        let (before, after) = (open(*space, lanes.prev[*space]), open(*space, lanes.next[*space]));
        // At an end of a lane, the missing neighbour is the mirror image of the neighbour on the other side.
        let mirrored = |other: Option<usize>| {
            other.map_or(at(*space), |other| [0, 1].map(|axis| 2.0 * at(*space)[axis] - at(other)[axis]))
        };
        let behind = before.map_or_else(|| mirrored(after), at);
        let ahead = after.map_or_else(|| mirrored(before), at);
        let (shape, angle) = outline(behind, at(*space), ahead, half);
        draft.spaces.push(SpaceDraft {
            id: id(*space),
            lane: lanes.of[*space].map_or(0, |lane| lane as u8 + 1),
            at: at(*space),
            angle: rounded(angle),
            outline: shape,
            blocked: is_blocked(*space),
            lane_start: lanes.prev[*space].is_none(),
            lane_end: lanes.next[*space].is_none(),
            ..SpaceDraft::default()
        });
    }
    for row in lanes.rows.iter().filter(|row| !row.is_closed) {
        let (first, last) = (row.spaces[0], row.spaces[row.spaces.len() - 1]);
        let message =
            format!("Lane {} is not a closed loop: it begins at {} and ends at {}.", row.lane + 1, id(first), id(last));
        notes.push(Issue::warning("FD-VAL-12", message).at(at(first)));
    }
    for space in track.iter().copied().filter(|space| is_blocked(*space)) {
        let message =
            format!("Space {} is blocked: no car may enter it, although its lane runs through it.", id(space));
        notes.push(Issue::warning("FD-DRV-01", message).at(at(space)));
    }
    let ways = ways(bare, &lanes, &course, &mut notes);
    for way in &ways {
        let pair = [way.from, way.to];
        let is_change = matches!(way.kind, EdgeKind::Left | EdgeKind::Right);
        if is_change && !touching.iter().any(|other| *other == pair || *other == [way.to, way.from]) {
            touching.push(pair);
        }
        let (from, to) = (id(way.from), id(way.to));
        draft.edges.push(EdgeDraft { from, to, kind: way.kind, finish: way.finish, police: false });
    }
    draft.contacts = touching.iter().map(|[one, other]| [id(*one), id(*other)]).collect();
    let inner: Vec<[usize; 2]> = ways.iter().filter(|way| !way.finish).map(|way| [way.from, way.to]).collect();
    let ranked = ranks(&along, course.middle.len(), &inner);
    for (drawn, space) in draft.spaces.iter_mut().zip(&track) {
        drawn.rank = ranked.of[*space];
    }
    draft.lap = ranked.lap;
    if ranked.lap as usize > course.middle.len() * 2 {
        let message = format!(
            "The middle lane has {0} spaces, but another route is longer. Therefore the length of the lap was set to {1} half spaces (two half spaces are one space).",
            course.middle.len(),
            ranked.lap
        );
        notes.push(Issue::warning("FD-VAL-08", message));
    }
    corners::add(bare, &track, &touching, &mut draft);
    pit::add(bare, scale, half, &mut draft, &mut notes);
    slots(bare, &mut draft, &mut notes);
    bridges::add(&mut draft, &mut notes);
    draft.chart.clone_from(&bare.chart);
    if draft.chart.is_empty() {
        draft.chart = standard_chart();
        notes
            .push(Issue::warning("FD-WEA-01", "The file has no weather chart, so the circuit has the standard chart."));
    }
    Ok(Furnished { draft, notes })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().filter(|value| *value > 1e-9).unwrap_or(1.0)
}

/// Returns one lane width for each pair of touching spaces: the distance between their centres, measured across the
/// track.
fn widths(bare: &Bare, lanes: &Lanes, touching: &[[usize; 2]]) -> Vec<f64> {
    let width = |[one, other]: &[usize; 2]| {
        let (a, b) = (bare.spaces[*one].at, bare.spaces[*other].at);
        let ahead = bare.spaces[lanes.next[*one].unwrap_or(*one)].at;
        let length = (ahead[0] - a[0]).hypot(ahead[1] - a[1]).max(1e-9);
        (((ahead[0] - a[0]) * (b[1] - a[1]) - (ahead[1] - a[1]) * (b[0] - a[0])) / length).abs()
    };
    touching.iter().map(width).collect()
}

/// Returns the edges of the track with their kinds. Leaves out edges that do not lead forward, and adds a note for each
/// edge left out.
fn ways(bare: &Bare, lanes: &Lanes, course: &Course, notes: &mut Vec<Issue>) -> Vec<Way> {
    let id = |space: usize| &bare.spaces[space].id;
    let mut note = |clause: &'static str, message: String, at: usize| {
        notes.push(Issue::warning(clause, message).at(bare.spaces[at].at));
    };
    let mut ways: Vec<Way> = Vec::new();
    for [from, to] in bare.edges.iter().copied() {
        let (Some(one), Some(other)) = (lanes.of[from], lanes.of[to]) else { continue };
        let name = format!("{}>{}", id(from), id(to));
        let kind = if lanes.next[from] == Some(to) {
            EdgeKind::Ahead
        } else if other + 1 == one {
            EdgeKind::Left
        } else if one + 1 == other {
            EdgeKind::Right
        } else {
            let message = format!("Edge {name} was left out: it jumps a lane or points the wrong way.");
            note("FD-VAL-06", message, from);
            continue;
        };
        let finish = course.crosses(from, to);
        let is_marked = bare.spaces[to].finish && !bare.spaces[from].finish;
        if finish && !is_marked {
            note(
                "FD-VAL-23",
                format!("Edge {name} crosses the finish line but is not marked as crossing it. The mark was added."),
                from,
            );
        } else if is_marked && !finish {
            note(
                "FD-VAL-10",
                format!(
                    "Edge {name} is marked as crossing the finish line but does not cross it. The mark was removed."
                ),
                from,
            );
        }
        // The notation has one letter for each side. So of two edges to the same side, only the shorter one is kept.
        let length = |way: &Way| {
            let (a, b) = (bare.spaces[way.from].at, bare.spaces[way.to].at);
            (b[0] - a[0]).hypot(b[1] - a[1])
        };
        let way = Way { from, to, kind, finish };
        let twin = ways.iter().position(|other| other.from == from && other.kind == kind);
        if let Some(twin) = twin {
            let gone = if length(&way) < length(&ways[twin]) { std::mem::replace(&mut ways[twin], way) } else { way };
            let message = format!(
                "Edge {}>{} was left out: a shorter edge leads from the same space to the same side.",
                id(gone.from),
                id(gone.to)
            );
            note("FD-VAL-06", message, from);
            continue;
        }
        ways.push(way);
    }
    let inner: Vec<usize> = (0..ways.len()).filter(|way| !ways[*way].finish).collect();
    let pairs: Vec<[usize; 2]> = inner.iter().map(|way| [ways[*way].from, ways[*way].to]).collect();
    let is_ahead = |pair: [usize; 2]| lanes.next[pair[0]] == Some(pair[1]);
    let back: Vec<usize> = loops(&course.rough, &pairs, &is_ahead).into_iter().map(|place| inner[place]).collect();
    for way in &back {
        let message = format!("Edge {}>{} was left out: it leads backwards.", id(ways[*way].from), id(ways[*way].to));
        note("FD-VAL-09", message, ways[*way].from);
    }
    let mut place = 0..;
    ways.retain(|_| place.next().is_none_or(|place| !back.contains(&place)));
    ways
}

/// Adds the grid slots. The slot farthest ahead is pole (FD-SET-04, R-63).
fn slots(bare: &Bare, draft: &mut Draft, notes: &mut Vec<Issue>) {
    let mut slots: Vec<(i32, usize)> = Vec::new();
    for space in bare.spaces.iter().filter(|space| space.slot) {
        let Some(place) = draft.spaces.iter().position(|drawn| drawn.id == space.id) else { continue };
        let drawn = &draft.spaces[place];
        if drawn.lane == 0 || drawn.blocked {
            let why = if drawn.blocked { "is blocked" } else { "lies in the pit lane" };
            let message = format!("The grid slot on {} was left out: the space {why}.", drawn.id);
            notes.push(Issue::warning("FD-VAL-22", message).at(drawn.at));
            continue;
        }
        slots.push((-grid_progress(drawn.rank, draft.lap), place));
    }
    slots.sort_unstable();
    if slots.is_empty() {
        notes.push(Issue::warning("FD-VAL-22", "The file has no grid: ten slots were added behind the finish line."));
        slots = behind_the_line(draft);
    }
    for (number, (_, place)) in (1..).zip(slots) {
        draft.spaces[place].slot = Some(number);
    }
}

/// Finds spaces for grid slots on the straight that leads to the finish line. The slots alternate between the two outer
/// lanes.
fn behind_the_line(draft: &Draft) -> Vec<(i32, usize)> {
    let mut slots: Vec<(i32, usize)> = Vec::new();
    let mut limit = draft.lap;
    for number in 0..SLOTS {
        let lane = if number.is_multiple_of(2) { 1 } else { draft.lanes };
        let may = |space: &SpaceDraft| space.lane == lane && !space.blocked && space.kind == SpaceKind::Straight;
        let found = (0..draft.spaces.len())
            .filter(|place| may(&draft.spaces[*place]) && draft.spaces[*place].rank < limit)
            .max_by_key(|place| draft.spaces[*place].rank);
        let Some(place) = found.filter(|place| draft.spaces[*place].rank * 2 > draft.lap) else { break };
        limit = draft.spaces[place].rank - 1;
        slots.push((-draft.spaces[place].rank, place));
    }
    slots
}
