//! Builds a track from a draft that has no errors.

use std::hash::{Hash as _, Hasher as _};

use super::corners::Paths;
use super::net::Net;
use super::road::{chart_of, faults_free};
use crate::games::formula_d::draft::{EdgeKind, Side, SpaceKind};
use crate::games::formula_d::track::{Corner, Edge, Ground, NOWHERE, Space, SpaceIndex, Track};

pub(super) fn track(net: &Net<'_>, paths: &[Paths]) -> Track {
    let draft = net.draft;
    let mut first_edge = vec![0];
    let mut edges = Vec::with_capacity(net.ways.len());
    for space in 0..net.len() {
        let mut out: Vec<_> = net.ways_out(space).collect();
        out.sort_by_key(|way| (rank_of(way.kind), way.to));
        edges.extend(out.iter().map(|way| Edge {
            to: way.to as SpaceIndex,
            kind: way.kind,
            finish: way.finish,
            police: way.police,
        }));
        first_edge.push(edges.len() as u32);
    }
    let mut pairs: Vec<[usize; 2]> =
        net.contacts.iter().flat_map(|[one, other]| [[*one, *other], [*other, *one]]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut first_contact = vec![0u32; net.len() + 1];
    pairs.iter().for_each(|[one, _]| first_contact[one + 1] += 1);
    for space in 0..net.len() {
        first_contact[space + 1] += first_contact[space];
    }
    let mut slots: Vec<(u32, SpaceIndex)> =
        (0..net.len()).filter_map(|space| Some((draft.spaces[space].slot?, space as SpaceIndex))).collect();
    slots.sort_unstable();
    let mut boxes = Vec::new();
    for (index, space) in draft.spaces.iter().enumerate() {
        if let SpaceKind::Box(number) = space.kind {
            boxes.push((number, index as SpaceIndex));
        }
    }
    boxes.sort_unstable();
    let spaces = spaces(net);
    let corners = draft
        .corners
        .iter()
        .enumerate()
        .zip(paths)
        .map(|((number, corner), paths)| Corner {
            stops: corner.stops,
            inside: corner.inside.unwrap_or(Side::Right),
            longest: paths.longest,
            shortest: paths.shortest,
            last: (0..net.len())
                .filter(|space| net.corner[*space] == Some(number))
                .map(|space| net.rank(space))
                .max()
                .unwrap_or(0),
        })
        .collect();
    let middle = draft.lanes / 2 + draft.lanes % 2;
    let before_line = |way: &&super::net::Way| way.finish && way.is_ahead() && net.is_track(way.from);
    let qualifying_start = net
        .ways
        .iter()
        .filter(before_line)
        .min_by_key(|way| (net.lane(way.from).abs_diff(middle), way.from))
        .map_or(0, |way| way.from) as SpaceIndex;
    let mut track = Track {
        draft: draft.clone(),
        spaces,
        first_edge,
        edges,
        next: net.next.iter().map(|next| next.map_or(NOWHERE, |next| next as SpaceIndex)).collect(),
        prev: net.prev.iter().map(|prev| prev.map_or(NOWHERE, |prev| prev as SpaceIndex)).collect(),
        first_contact,
        contacts: pairs.iter().map(|[_, other]| *other as SpaceIndex).collect(),
        corners,
        slots: slots.into_iter().map(|(_, space)| space).collect(),
        boxes,
        lap: draft.lap,
        chart: if draft.chart.is_empty() { None } else { chart_of(draft).ok() },
        qualifying_start,
        has_police: net.ways.iter().any(|way| way.police) && faults_free(net),
        has_pit: net.ways.iter().any(|way| way.kind == EdgeKind::PitIn),
        digest: 0,
    };
    track.digest = digest(&track);
    track
}

/// Returns a key that sorts the edges of a space: edges straight ahead first, then to the left, then to the right, then
/// all others.
const fn rank_of(kind: EdgeKind) -> u8 {
    match kind {
        EdgeKind::Ahead | EdgeKind::Portal(_) => 0,
        EdgeKind::Left => 1,
        EdgeKind::Right => 2,
        EdgeKind::PitIn => 3,
        EdgeKind::PitOut => 4,
        EdgeKind::BoxIn => 5,
        EdgeKind::BoxOut => 6,
    }
}

fn spaces(net: &Net<'_>) -> Vec<Space> {
    let starts: Vec<(i32, usize)> = {
        let mut starts: Vec<(i32, usize)> = (0..net.draft.corners.len())
            .filter_map(|corner| {
                let ranks = (0..net.len()).filter(|space| net.corner[*space] == Some(corner));
                Some((ranks.map(|space| net.rank(space)).min()?, corner))
            })
            .collect();
        starts.sort_unstable();
        starts
    };
    (0..net.len())
        .map(|index| {
            let drawn = &net.draft.spaces[index];
            let ground = match (&drawn.kind, net.corner[index]) {
                (SpaceKind::Pit, _) => Ground::Pit,
                (SpaceKind::Box(number), _) => Ground::Box(*number),
                (_, Some(corner)) => Ground::Corner(corner as u8),
                _ => Ground::Straight,
            };
            let next = starts.iter().find(|(rank, _)| *rank > drawn.rank).or(starts.first());
            let ahead_corner = net.corner[index].or(next.map(|(_, corner)| *corner)).unwrap_or(0) as u8;
            Space { lane: drawn.lane, ground, rank: drawn.rank, noise: drawn.noise, danger: drawn.danger, ahead_corner }
        })
        .collect()
}

/// Returns a digest of all parts of the track that the rules use. Names are included, because records name spaces.
fn digest(track: &Track) -> u64 {
    let mut hasher = fnv::FnvHasher::default();
    for (index, space) in track.spaces.iter().enumerate() {
        track.draft.spaces[index].id.hash(&mut hasher);
        let ground = match space.ground {
            Ground::Straight => 0u64,
            Ground::Corner(corner) => 1 + u64::from(corner),
            Ground::Pit => 1000,
            Ground::Box(number) => 1001 + u64::from(number),
        };
        (space.lane, ground, space.rank, space.noise, space.danger).hash(&mut hasher);
        track.next[index].hash(&mut hasher);
        for edge in track.edges(index as SpaceIndex) {
            (edge.to, rank_of(edge.kind), edge.finish, edge.police).hash(&mut hasher);
        }
        track.beside(index as SpaceIndex).hash(&mut hasher);
    }
    for corner in &track.corners {
        (corner.stops, corner.inside).hash(&mut hasher);
    }
    (track.lap, &track.slots).hash(&mut hasher);
    for line in &track.draft.chart {
        (line.from, line.to, line.weather).hash(&mut hasher);
    }
    hasher.finish()
}
