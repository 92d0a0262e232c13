//! Checks the corners (FD-VAL-13 to 21).

use super::Found;
use super::net::Net;
use crate::game::words::many;
use crate::game::{Issue, Remedy};
use crate::games::formula_d::draft::Draft;

/// The lengths of the routes through a corner, in spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paths {
    pub longest: u32,
    pub shortest: u32,
}

pub(super) fn check(net: &Net<'_>, found: &mut Found) -> Vec<Paths> {
    if net.draft.corners.is_empty() {
        let issue = Issue::error("FD-VAL-21", "A circuit needs at least one corner.");
        found.add(issue.fix("Mark the spaces of a corner."));
    }
    let sequence = net.order();
    let paths = (0..net.draft.corners.len()).map(|corner| one(net, corner, &sequence, found)).collect();
    let first = |corner: usize| {
        (0..net.len()).filter(|space| net.corner[*space] == Some(corner)).map(|space| net.rank(space)).min()
    };
    let firsts: Vec<Option<i32>> = (0..net.draft.corners.len()).map(first).collect();
    if firsts.windows(2).any(|pair| matches!(pair, [Some(one), Some(other)] if one > other)) {
        let message = "The corners are not listed in driving order.";
        found.add(Issue::warning("FD-VAL-21", message).remedy(Remedy::Renumber));
    }
    paths
}

/// Returns two lengths for each corner of a draft, in spaces: the longest path through it, and the shortest path. The
/// list is empty if names in the draft are unknown or not unique.
pub(in crate::games::formula_d) fn corner_paths(draft: &Draft) -> Vec<[u32; 2]> {
    let mut nothing = Found::default();
    let Some(net) = Net::new(draft, &mut nothing) else { return Vec::new() };
    let sequence = net.order();
    let is_in = |space: usize, corner: usize| net.corner[space] == Some(corner);
    let of = |corner: usize| {
        let begins = |space: &usize| is_in(*space, corner) && net.ways_in(*space).any(|way| !is_in(way.from, corner));
        let entries: Vec<usize> = (0..net.len()).filter(begins).collect();
        let Paths { longest, shortest } = lengths(&net, corner, &sequence, &entries);
        [longest, shortest]
    };
    (0..draft.corners.len()).map(of).collect()
}

/// Checks one corner. Returns the lengths of the routes through it.
fn one(net: &Net<'_>, corner: usize, sequence: &[usize], found: &mut Found) -> Paths {
    let drawn = &net.draft.corners[corner];
    let id = &drawn.id;
    let spaces: Vec<usize> = (0..net.len()).filter(|space| net.corner[*space] == Some(corner)).collect();
    let is_inside = |space: usize| net.corner[space] == Some(corner);
    let middle = spaces.get(spaces.len() / 2).map(|space| net.at(*space));
    let shown = |issue: Issue| middle.map_or(issue.clone(), |at| issue.at(at));
    if !(1..=3).contains(&drawn.stops) {
        found.add(shown(Issue::error("FD-VAL-17", format!("Corner {id}: the number of stops must be 1, 2 or 3."))));
    }
    if drawn.inside.is_none() {
        let issue = Issue::error("FD-VAL-21", format!("The inside of corner {id} is not set."));
        found.add(shown(issue.fix("Set the inside of the corner to left or right.")));
    }
    let Some(first) = spaces.first().copied() else {
        let message = format!("Corner {id} has no spaces, but demands {}.", many(drawn.stops, "stop"));
        found.add(Issue::error("FD-VAL-18", message).fix("Add spaces to the corner, or delete the corner."));
        return Paths { longest: 0, shortest: 0 };
    };
    split(net, corner, &spaces, first, found);
    let mut is_entered = vec![false; net.len()];
    let mut open: Vec<usize> =
        spaces.iter().copied().filter(|space| net.ways_in(*space).any(|way| !is_inside(way.from))).collect();
    let entries = open.clone();
    open.iter().for_each(|space| is_entered[*space] = true);
    while let Some(space) = open.pop() {
        for way in net.ways_out(space).filter(|way| is_inside(way.to)) {
            if !std::mem::replace(&mut is_entered[way.to], true) {
                open.push(way.to);
            }
        }
    }
    let mut is_left = vec![false; net.len()];
    let mut open: Vec<usize> =
        spaces.iter().copied().filter(|space| net.ways_out(*space).any(|way| !is_inside(way.to))).collect();
    for space in &open {
        is_left[*space] = true;
        // If the space ahead is blocked, a car that overshoots may leave the corner along any edge (FD-OVR-04, R-64).
        let is_barred = net.next[*space].is_some_and(|next| net.is_blocked(next));
        if !is_barred && !net.ways_out(*space).any(super::net::Way::is_ahead) {
            let message =
                format!("Space {} leads out of corner {id}, but not straight ahead in its lane.", net.id(*space));
            found.add(Issue::error("FD-VAL-16", message).at(net.at(*space)));
        }
    }
    while let Some(space) = open.pop() {
        for way in net.ways_in(space).filter(|way| is_inside(way.from)) {
            if !std::mem::replace(&mut is_left[way.from], true) {
                open.push(way.from);
            }
        }
    }
    for space in spaces.iter().copied().filter(|space| !is_entered[*space] || !is_left[*space]) {
        let message = format!("Corner {id}: no route through the corner uses space {}.", net.id(space));
        found.add(Issue::error("FD-VAL-14", message).at(net.at(space)));
    }
    around(net, corner, found);
    let paths = lengths(net, corner, sequence, &entries);
    let Paths { longest, shortest } = paths;
    if longest < u32::from(drawn.stops) {
        let message = format!("Corner {id}: {} cannot fit in {}.", many(drawn.stops, "stop"), many(longest, "space"));
        found.add(shown(Issue::error("FD-VAL-18", message)));
    }
    let usual = match drawn.stops {
        1 => 1..=18,
        2 => 8..=18,
        _ => 14..=23,
    };
    if (1..=3).contains(&drawn.stops) && !usual.contains(&longest) {
        let message = format!(
            "Corner {id}: its longest path has {}, which is unusual for {}.",
            many(longest, "space"),
            many(drawn.stops, "stop")
        );
        found.add(shown(Issue::warning("FD-VAL-19", message)));
    }
    let printed = [drawn.longest, drawn.shortest];
    if printed.iter().any(Option::is_some) && printed != [Some(longest), Some(shortest)] {
        let box_of = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let message = format!(
            "Corner {id}: the green and red boxes say {}/{}, but the routes have {longest}/{shortest} spaces.",
            box_of(printed[0]),
            box_of(printed[1])
        );
        found.add(shown(
            Issue::warning("FD-VAL-20", message)
                .fix("Set the corner's longest and shortest path to the lengths of its routes."),
        ));
    }
    paths
}

/// Checks that the spaces of the corner form one connected piece (FD-VAL-13).
fn split(net: &Net<'_>, corner: usize, spaces: &[usize], first: usize, found: &mut Found) {
    let is_inside = |space: usize| net.corner[space] == Some(corner);
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); net.len()];
    for [one, other] in &net.contacts {
        beside[*one].push(*other);
        beside[*other].push(*one);
    }
    let mut seen = vec![false; net.len()];
    seen[first] = true;
    let mut open = vec![first];
    while let Some(space) = open.pop() {
        let near = net.ways_out(space).map(|way| way.to).chain(net.ways_in(space).map(|way| way.from));
        let near: Vec<usize> = near.chain(beside[space].iter().copied()).filter(|space| is_inside(*space)).collect();
        for other in near {
            if !std::mem::replace(&mut seen[other], true) {
                open.push(other);
            }
        }
    }
    if let Some(apart) = spaces.iter().copied().find(|space| !seen[*space]) {
        let id = &net.draft.corners[corner].id;
        let message = format!("Corner {id} is split into separate pieces.");
        let fix = format!("Make the piece at {} a separate corner with its own id.", net.id(apart));
        found.add(Issue::error("FD-VAL-13", message).at(net.at(apart)).fix(fix));
    }
}

/// Checks that every route around the track leads through the corner (FD-VAL-15).
fn around(net: &Net<'_>, corner: usize, found: &mut Found) {
    let is_barred = |space: usize| net.corner[space] == Some(corner) || !net.is_track(space);
    let mut from: Vec<Option<usize>> = vec![None; net.len()];
    let mut open = Vec::new();
    for way in net.ways.iter().filter(|way| way.finish && !is_barred(way.to) && net.is_track(way.from)) {
        if from[way.to].replace(way.to).is_none() {
            open.push(way.to);
        }
    }
    let ranks = || (0..net.len()).filter(|space| net.corner[*space] == Some(corner)).map(|space| net.rank(space));
    let middle = (ranks().min().unwrap_or(0) + ranks().max().unwrap_or(0)) / 2;
    while let Some(space) = open.pop() {
        for way in net.ways_out(space).filter(|way| !is_barred(way.to)) {
            if way.finish {
                // Goes back along the route to the finish line, to find the space beside the corner.
                let (mut step, mut best) = (space, space);
                while let Some(before) = from[step].filter(|before| *before != step) {
                    step = before;
                    if (net.rank(step) - middle).abs() < (net.rank(best) - middle).abs() {
                        best = step;
                    }
                }
                let id = &net.draft.corners[corner].id;
                let message = format!("Corner {id} can be bypassed via space {}.", net.id(best));
                let issue = Issue::error("FD-VAL-15", message).at(net.at(best));
                found.add(issue.fix("Make that space part of the corner."));
                return;
            }
            if from[way.to].is_none() {
                from[way.to] = Some(space);
                open.push(way.to);
            }
        }
    }
}

/// Returns the longest and the shortest path through the corner, from an entry to an exit, in spaces.
fn lengths(net: &Net<'_>, corner: usize, sequence: &[usize], entries: &[usize]) -> Paths {
    let is_inside = |space: usize| net.corner[space] == Some(corner);
    let mut longest = vec![0u32; net.len()];
    let mut shortest = vec![u32::MAX; net.len()];
    let mut paths = Paths { longest: 0, shortest: u32::MAX };
    for entry in entries {
        (longest[*entry], shortest[*entry]) = (1, 1);
    }
    // A corner may span the finish line: then its end comes before its beginning in the sequence.
    for space in sequence.iter().chain(sequence).copied().filter(|space| is_inside(*space)) {
        if longest[space] == 0 {
            continue;
        }
        for way in net.ways_out(space) {
            if is_inside(way.to) {
                longest[way.to] = longest[way.to].max(longest[space] + 1);
                shortest[way.to] = shortest[way.to].min(shortest[space].saturating_add(1));
            } else if net.is_track(way.to) {
                paths.longest = paths.longest.max(longest[space]);
                paths.shortest = paths.shortest.min(shortest[space]);
            }
        }
    }
    if paths.shortest == u32::MAX { Paths { longest: paths.longest, shortest: 0 } } else { paths }
}
