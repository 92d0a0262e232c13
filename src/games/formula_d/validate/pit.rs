//! Checks the pit lane (FD-VAL-23, 24).

use super::Found;
use super::net::Net;
use crate::game::Issue;
use crate::games::formula_d::draft::{EdgeKind, SpaceKind};

pub(super) fn check(net: &Net<'_>, found: &mut Found) {
    let pits: Vec<usize> = (0..net.len()).filter(|space| net.draft.spaces[*space].kind == SpaceKind::Pit).collect();
    let boxes: Vec<(u32, usize)> = (0..net.len())
        .filter_map(|space| match net.draft.spaces[space].kind {
            SpaceKind::Box(number) => Some((number, space)),
            _ => None,
        })
        .collect();
    if pits.is_empty() {
        let says = if boxes.is_empty() {
            "There is no pit lane, so nobody can make a pit stop."
        } else {
            "The pit lane does not leave the track."
        };
        let issue = if boxes.is_empty() { Issue::warning("FD-VAL-24", says) } else { Issue::error("FD-VAL-24", says) };
        found.add(issue.fix("Draw a pit lane that begins before the finish line and ends after the line."));
        return;
    }
    for (kind, word) in [(EdgeKind::PitIn, "leave"), (EdgeKind::PitOut, "rejoin")] {
        if !net.ways.iter().any(|way| way.kind == kind) {
            let message = format!("The pit lane does not {word} the track.");
            found.add(Issue::error("FD-VAL-24", message).at(net.at(pits[0])));
        }
    }
    for (number, space) in &boxes {
        let is_joined = net.ways_in(*space).any(|way| way.kind == EdgeKind::BoxIn)
            && net.ways_out(*space).any(|way| way.kind == EdgeKind::BoxOut);
        let is_doubled = boxes.iter().any(|(other, at)| other == number && at < space);
        if !is_joined || is_doubled {
            let says = if is_joined { "has the number of another box" } else { "is not on the pit lane" };
            let message = format!("The box {} {says}.", net.id(*space));
            found.add(Issue::error("FD-VAL-24", message).at(net.at(*space)));
        }
    }
    let (slots, room) = (net.draft.slots(), boxes.len() * 2);
    if room < slots {
        let message = format!("There are too few pit boxes for {} cars.", room + 1);
        let issue = Issue::warning("FD-VAL-24", message).at(net.at(pits[0]));
        found.add(issue.fix("Two cars share a box: draw one box for every two grid slots."));
    }
    bypass(net, found);
}

/// Reports an error if a car could pass the finish line in the pit lane without using an edge that is marked as
/// crossing the line (FD-VAL-23).
fn bypass(net: &Net<'_>, found: &mut Found) {
    for entry in net.ways.iter().filter(|way| way.kind == EdgeKind::PitIn && !way.finish) {
        let mut seen = vec![false; net.len()];
        let mut open = vec![entry.to];
        while let Some(space) = open.pop() {
            for way in net.ways_out(space).filter(|way| !way.finish) {
                if way.kind == EdgeKind::PitOut {
                    if net.rank(way.to) <= net.rank(entry.from) {
                        let message = format!(
                            "The pit lane that leads back to lane {} does not cross the finish line.",
                            net.lane(way.to)
                        );
                        let fix = "In the pit lane, mark the edge beside the finish line as crossing the line.";
                        found.add(Issue::error("FD-VAL-23", message).at(net.at(space)).fix(fix));
                        return;
                    }
                } else if !net.is_track(way.to) && !std::mem::replace(&mut seen[way.to], true) {
                    open.push(way.to);
                }
            }
        }
    }
}
