//! Which spaces follow each other in a lane, and how the lanes lie.

use super::matching::matching;
use super::{Bare, BareError, BareKind};
use crate::games::formula_d::draft::{MAX_EDGES, MAX_SPACES};

/// An edge that no two-step path shadows is worth more than any crookedness.
const UNSHADOWED: i64 = 1_000_000;

/// Lanes, the leftmost first.
pub(super) struct Lanes {
    /// The spaces of each lane in driving order, the first past the line first.
    pub rows: Vec<Vec<usize>>,
    /// Whether each lane closes.
    pub is_closed: Vec<bool>,
    pub next: Vec<Option<usize>>,
    pub prev: Vec<Option<usize>>,
    /// The lane of each space, from 0.
    pub of: Vec<Option<usize>>,
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn unit(a: [f64; 2]) -> [f64; 2] {
    let length = a[0].hypot(a[1]).max(1e-9);
    [a[0] / length, a[1] / length]
}

pub(super) fn lanes(bare: &Bare) -> Result<Lanes, BareError> {
    let count = bare.spaces.len();
    if count == 0 || count > MAX_SPACES || bare.edges.len() > MAX_EDGES {
        return Err(BareError(format!("a circuit has 1 to {MAX_SPACES} spaces and at most {MAX_EDGES} edges")));
    }
    if bare.edges.iter().flatten().any(|end| *end >= count) {
        return Err(BareError("an edge leads to a space that is not there".to_owned()));
    }
    let is_track = |space: usize| bare.spaces[space].kind != BareKind::Pit;
    let edges: Vec<[usize; 2]> =
        bare.edges.iter().copied().filter(|edge| edge.iter().all(|end| is_track(*end))).collect();
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut way_out = vec![[0.0; 2]; count];
    let mut way_in = vec![[0.0; 2]; count];
    for [from, to] in &edges {
        out[*from].push(*to);
        let step = unit(minus(bare.spaces[*to].at, bare.spaces[*from].at));
        for axis in 0..2 {
            way_out[*from][axis] += step[axis];
            way_in[*to][axis] += step[axis];
        }
    }
    let mut choices: Vec<Vec<(usize, i64)>> = vec![Vec::new(); count];
    for [from, to] in &edges {
        let is_shadowed = out[*from].iter().any(|by| by != to && out[*by].contains(to));
        let step = unit(minus(bare.spaces[*to].at, bare.spaces[*from].at));
        let [before, after] = [way_out[*from], way_in[*to]].map(unit);
        let bend = 2.0 - (step[0] * before[0] + step[1] * before[1]) - (step[0] * after[0] + step[1] * after[1]);
        let price = (bend * 1000.0).round() as i64 + if is_shadowed { 0 } else { UNSHADOWED };
        choices[*from].push((*to, price));
    }
    let next = matching(&choices, count);
    let mut prev: Vec<Option<usize>> = vec![None; count];
    for (space, next) in next.iter().enumerate() {
        if let Some(next) = next {
            prev[*next] = Some(space);
        }
    }
    let mut of: Vec<Option<usize>> = vec![None; count];
    let (mut rows, mut is_closed): (Vec<Vec<usize>>, Vec<bool>) = (Vec::new(), Vec::new());
    // Open lanes from their beginnings, then closed ones from behind the line.
    let open = (0..count).filter(|space| is_track(*space) && prev[*space].is_none());
    let after_line =
        |space: &usize| bare.spaces[*space].finish && prev[*space].is_some_and(|before| !bare.spaces[before].finish);
    let first = (0..count).filter(|space| is_track(*space) && after_line(space));
    let any = (0..count).filter(|space| is_track(*space));
    for start in open.chain(first).chain(any) {
        if of[start].is_some() {
            continue;
        }
        let mut row = Vec::new();
        let mut space = start;
        loop {
            of[space] = Some(rows.len());
            row.push(space);
            match next[space] {
                Some(ahead) if of[ahead].is_none() => space = ahead,
                end => {
                    is_closed.push(end == Some(start));
                    break;
                }
            }
        }
        rows.push(row);
    }
    if !(2..=4).contains(&rows.len()) {
        return Err(BareError(format!("the spaces make {} lanes; a circuit has 2 to 4", rows.len())));
    }
    let order = from_left(bare, &edges, &rows, &of, &next, &prev);
    let place = |lane: usize| order.iter().position(|other| *other == lane);
    let of = of.into_iter().map(|lane| lane.and_then(place)).collect();
    let is_closed = order.iter().map(|lane| is_closed[*lane]).collect();
    let rows = order.iter().map(|lane| rows[*lane].clone()).collect();
    Ok(Lanes { rows, is_closed, next, prev, of })
}

/// The lanes from left to right: lane changes say which lies left of which.
fn from_left(
    bare: &Bare,
    edges: &[[usize; 2]],
    rows: &[Vec<usize>],
    of: &[Option<usize>],
    next: &[Option<usize>],
    prev: &[Option<usize>],
) -> Vec<usize> {
    let count = rows.len();
    let mut lefter = vec![vec![0i64; count]; count];
    for [from, to] in edges {
        let (Some(one), Some(other)) = (of[*from], of[*to]) else { continue };
        if one == other {
            continue;
        }
        let ahead = bare.spaces[next[*from].unwrap_or(*from)].at;
        let behind = bare.spaces[prev[*from].unwrap_or(*from)].at;
        let way = minus(ahead, behind);
        let step = minus(bare.spaces[*to].at, bare.spaces[*from].at);
        let is_left = way[0] * step[1] - way[1] * step[0] > 0.0;
        let vote = if is_left { 1 } else { -1 };
        lefter[other][one] += vote;
        lefter[one][other] -= vote;
    }
    // Neighbours know of each other; whoever has the most lanes to its right through neighbours is leftmost.
    let mut is_left = vec![vec![false; count]; count];
    for one in 0..count {
        for other in 0..count {
            is_left[one][other] = lefter[one][other] > 0;
        }
    }
    for by in 0..count {
        for one in 0..count {
            for other in 0..count {
                is_left[one][other] |= is_left[one][by] && is_left[by][other];
            }
        }
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|lane| std::cmp::Reverse(is_left[*lane].iter().filter(|left| **left).count()));
    order
}
