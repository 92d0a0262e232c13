//! Checks that cars can drive complete laps along the edges (FD-VAL-03 to 12, 23).

use super::Found;
use super::net::Net;
use crate::game::Issue;
use crate::games::formula_d::draft::{EdgeKind, SpaceKind};

pub(super) fn check(net: &Net<'_>, found: &mut Found) {
    ends(net, found);
    twins(net, found);
    edges(net, found);
    loops(net, found);
    connected(net, found);
    lanes(net, found);
}

/// Checks the number of edges out of and into each space (FD-VAL-03 to 05).
fn ends(net: &Net<'_>, found: &mut Found) {
    for space in (0..net.len()).filter(|space| !net.is_blocked(*space)) {
        let (id, at) = (net.id(space), net.at(space));
        if net.out[space].is_empty() {
            let issue = Issue::error("FD-VAL-03", format!("Space {id} has no way forward.")).at(at);
            found.add(issue.fix("Join the space to the space in front of it."));
        }
        if net.into[space].is_empty() {
            let issue = Issue::error("FD-VAL-04", format!("Space {id} cannot be reached.")).at(at);
            found.add(issue.fix("Draw an edge from the space behind to this space."));
        }
        let ahead = net.ways_out(space).filter(|way| way.is_ahead()).count();
        let behind = net.ways_in(space).filter(|way| way.is_ahead()).count();
        for (count, word) in [(ahead, "ahead"), (behind, "behind")] {
            if count > 1 {
                let of = if word == "ahead" { "ahead of" } else { "behind" };
                let message = format!("Space {id} has two spaces {of} it in lane {}.", net.lane(space));
                found.add(Issue::error("FD-VAL-05", message).at(at).fix("Make one of the edges a lane change."));
            }
        }
    }
}

/// Checks that no space has two edges to the same side, because a record could not tell them apart.
fn twins(net: &Net<'_>, found: &mut Found) {
    for space in 0..net.len() {
        let count = |kind: EdgeKind| net.ways_out(space).filter(|way| way.kind == kind).count();
        let kinds = [(EdgeKind::Left, 1), (EdgeKind::Right, 1), (EdgeKind::PitIn, 1), (EdgeKind::PitOut, 2)];
        if kinds.iter().any(|(kind, most)| count(*kind) > *most) {
            let message = format!("Space {} has two edges to the same side.", net.id(space));
            found.add(Issue::error("FD-VAL-06", message).at(net.at(space)).fix("Delete one of the two edges."));
        }
    }
}

/// Checks each edge by itself (FD-VAL-06 to 08, 10).
fn edges(net: &Net<'_>, found: &mut Found) {
    for way in &net.ways {
        let kinds = [way.from, way.to].map(|space| &net.draft.spaces[space].kind);
        let [from, to] = [way.from, way.to].map(|space| i32::from(net.lane(space)));
        let tracks = [way.from, way.to].map(|space| net.is_track(space));
        let is_sound = match way.kind {
            EdgeKind::Ahead => from == to && (tracks == [true; 2] || kinds.iter().all(|kind| **kind == SpaceKind::Pit)),
            EdgeKind::Portal(_) => from == to && tracks == [true; 2],
            EdgeKind::Left => tracks == [true; 2] && to == from - 1,
            EdgeKind::Right => tracks == [true; 2] && to == from + 1,
            EdgeKind::PitIn => tracks[0] && *kinds[1] == SpaceKind::Pit,
            EdgeKind::PitOut => tracks[1] && *kinds[0] == SpaceKind::Pit,
            EdgeKind::BoxIn => *kinds[0] == SpaceKind::Pit && matches!(kinds[1], SpaceKind::Box(_)),
            EdgeKind::BoxOut => *kinds[1] == SpaceKind::Pit && matches!(kinds[0], SpaceKind::Box(_)),
        };
        if !is_sound {
            let issue = net.edge_error("FD-VAL-06", way, " jumps a lane or points the wrong way.");
            found.add(
                issue.fix("A left edge must lead to the lane on the left, a right edge to the lane on the right."),
            );
        }
        let twins = net.ways_out(way.from).filter(|other| other.to == way.to).count();
        let is_opposed = net.ways_out(way.to).any(|other| other.to == way.from);
        if way.from == way.to || twins > 1 || is_opposed {
            let (u, v) = (net.id(way.from), net.id(way.to));
            let (message, fix) = if way.from == way.to {
                (format!("Edge {u}>{u} leads back to its own space."), "Delete the edge.")
            } else if twins > 1 {
                (format!("Edge {u}>{v} exists {twins} times."), "Keep only one of these edges.")
            } else {
                let message = format!("Edges {u}>{v} and {v}>{u} lead in opposite directions.");
                (message, "Delete one of the two edges.")
            };
            found.add(Issue::error("FD-VAL-07", message).at(net.at(way.from)).fix(fix));
            continue;
        }
        let rise = net.rank(way.to) - net.rank(way.from);
        if way.finish {
            if rise >= 0 || rise + net.draft.lap <= 0 {
                found.add(net.edge_error(
                    "FD-VAL-10",
                    way,
                    " is marked as crossing the finish line, but the rank does not drop there.",
                ));
            }
        } else if rise <= 0 {
            let issue = net.edge_error("FD-VAL-08", way, " does not lead forward.");
            found.add(issue.fix(
                "Raise the rank of the space that the edge leads to, or mark the edge as crossing the finish line.",
            ));
            if -rise * 2 >= net.draft.lap {
                found.add(net.edge_error(
                    "FD-VAL-10",
                    way,
                    " is not marked as crossing the finish line, but the rank drops by half a lap or more there.",
                ));
            }
        }
    }
}

/// Reports an error if a route leads in a circle without crossing the finish line (FD-VAL-09).
fn loops(net: &Net<'_>, found: &mut Found) {
    let order = net.order();
    if order.len() == net.len() {
        return;
    }
    let mut is_left = vec![true; net.len()];
    order.iter().for_each(|space| is_left[*space] = false);
    // The remaining spaces are on a loop, or are reached from a loop. So going backwards from any of them leads onto a
    // loop.
    let Some(mut space) = is_left.iter().position(|left| *left) else { return };
    for _ in 0..net.len() {
        let Some(way) = net.ways_in(space).find(|way| !way.finish && is_left[way.from]) else { break };
        space = way.from;
    }
    let message = format!("A loop through {} never crosses the finish line.", net.id(space));
    found.add(Issue::error("FD-VAL-09", message).at(net.at(space)).fix("Mark the edges that cross the finish line."));
}

/// Returns one entry for each space. If `forward` is true, the entry says whether the space can be reached from the
/// space `from`. If `forward` is false, the entry says whether `from` can be reached from the space.
fn reach(net: &Net<'_>, from: usize, forward: bool) -> Vec<bool> {
    let mut seen = vec![false; net.len()];
    let mut open = vec![from];
    seen[from] = true;
    while let Some(space) = open.pop() {
        let ends: Vec<usize> = if forward {
            net.ways_out(space).map(|way| way.to).collect()
        } else {
            net.ways_in(space).map(|way| way.from).collect()
        };
        for end in ends {
            if !std::mem::replace(&mut seen[end], true) {
                open.push(end);
            }
        }
    }
    seen
}

/// Checks that every space is on a lap (FD-VAL-11).
fn connected(net: &Net<'_>, found: &mut Found) {
    let first = net.ways.iter().find(|way| way.finish && net.is_track(way.to)).map_or(0, |way| way.to);
    let (to, back) = (reach(net, first, true), reach(net, first, false));
    let is_off = |space: &usize| !net.is_blocked(*space) && (!to[*space] || !back[*space]);
    for space in (0..net.len()).filter(is_off) {
        let message = format!("Space {} is not on a complete lap.", net.id(space));
        found
            .add(Issue::error("FD-VAL-11", message).at(net.at(space)).fix("Join the space to the track at both ends."));
    }
}

/// Checks that every lane either goes once around the lap and crosses the finish line, or has marked ends (FD-VAL-12,
/// 23).
fn lanes(net: &Net<'_>, found: &mut Found) {
    for space in (0..net.len()).filter(|space| net.is_track(*space)) {
        let drawn = &net.draft.spaces[space];
        let is_broken =
            (net.next[space].is_none() && !drawn.lane_end) || (net.prev[space].is_none() && !drawn.lane_start);
        let is_crooked = net.next[space].is_some_and(|next| net.lane(next) != net.lane(space));
        if is_broken || is_crooked {
            let message = format!("Lane {} breaks off at {}.", net.lane(space), net.id(space));
            let fix = "Join the space to the space ahead in its lane, or mark the ends of the lane.";
            found.add(Issue::error("FD-VAL-12", message).at(net.at(space)).fix(fix));
        }
    }
    let mut seen = vec![false; net.len()];
    let mut closed: Vec<u8> = Vec::new();
    for start in (0..net.len()).filter(|space| net.is_track(*space)) {
        if seen[start] {
            continue;
        }
        let (mut space, mut falls, mut has_line) = (start, 0, false);
        let is_ring = loop {
            seen[space] = true;
            let Some(next) = net.next[space] else { break false };
            falls += usize::from(net.rank(next) <= net.rank(space));
            let mut ways = net.ways_out(space).chain(net.barred.iter().filter(|way| way.from == space));
            has_line |= ways.any(|way| way.to == next && way.finish);
            space = next;
            if space == start {
                break true;
            }
            if seen[space] {
                break false;
            }
        };
        if !is_ring {
            continue;
        }
        let lane = net.lane(start);
        if !has_line {
            let message = format!("Lane {lane} does not cross the finish line.");
            let fix = "Mark the edges that cross the finish line.";
            found.add(Issue::error("FD-VAL-23", message).at(net.at(start)).fix(fix));
        }
        if falls > 1 || closed.contains(&lane) {
            let message = format!("Lane {lane} breaks off at {}.", net.id(start));
            found.add(
                Issue::error("FD-VAL-12", message)
                    .at(net.at(start))
                    .fix("Connect the lane's last space to its first, so that the lane becomes a closed loop."),
            );
        }
        closed.push(lane);
    }
}
