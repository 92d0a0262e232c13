//! Finds the lanes of a bare graph, which stores only spaces and edges. For each space, finds the next space in its
//! lane; then sorts the lanes from left to right.

use super::matching::matching;
use super::{Bare, BareError, BareKind};
use crate::games::formula_d::draft::{MAX_EDGES, MAX_SPACES};

/// The extra cost of an edge without a detour. A detour is a path of two edges through a neighbouring lane that leads
/// to the same space. Most edges within a lane have one, so an edge without a detour is probably a lane change. The
/// extra cost is higher than the cost of any bend.
const UNSHADOWED: i64 = 1_000_000;

/// A row of spaces that follow each other in a lane.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The spaces of the row in driving order. A closed row begins with its first space past the finish line.
    pub spaces: Vec<usize>,
    /// Whether the last space of the row leads back to its first.
    pub is_closed: bool,
    /// The lane of the row, counted from 0 at the left.
    pub lane: usize,
}

/// The lanes of a graph. A lane with gaps has several rows.
pub(super) struct Lanes {
    pub rows: Vec<Row>,
    /// The number of lanes of the graph.
    pub count: usize,
    pub next: Vec<Option<usize>>,
    pub prev: Vec<Option<usize>>,
    /// The lane of each space, counted from 0 at the left; `None` for a space without a lane.
    pub of: Vec<Option<usize>>,
}

impl Lanes {
    /// Returns the spaces in a lane.
    pub fn in_lane(&self, lane: usize) -> impl Iterator<Item = usize> {
        self.rows.iter().filter(move |row| row.lane == lane).flat_map(|row| row.spaces.iter().copied())
    }
}

/// The largest number of rows of spaces that a graph may have. A lane with gaps consists of several rows. If a graph
/// has more rows than this number, its lanes cannot be found.
const MOST_ROWS: usize = 60;

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn unit(a: [f64; 2]) -> [f64; 2] {
    let length = a[0].hypot(a[1]).max(1e-9);
    [a[0] / length, a[1] / length]
}

/// The driving direction at each space: the mean direction of its own edges and of the edges of nearby spaces. The
/// edges of the space alone are not enough, because at the end of a lane all of them are lane changes.
fn directions(bare: &Bare, edges: &[[usize; 2]]) -> Vec<[f64; 2]> {
    const ROUNDS: usize = 2;
    let mut ways = vec![[0.0; 2]; bare.spaces.len()];
    for [from, to] in edges {
        let step = unit(minus(bare.spaces[*to].at, bare.spaces[*from].at));
        for (end, axis) in [from, to].into_iter().flat_map(|end| [(end, 0), (end, 1)]) {
            ways[*end][axis] += step[axis];
        }
    }
    for _ in 0..ROUNDS {
        let own: Vec<[f64; 2]> = ways.iter().map(|way| unit(*way)).collect();
        ways.clone_from(&own);
        for [from, to] in edges {
            for (end, other, axis) in [(from, to, 0), (from, to, 1), (to, from, 0), (to, from, 1)] {
                ways[*end][axis] += own[*other][axis];
            }
        }
    }
    ways.into_iter().map(unit).collect()
}

/// Checks that a graph has spaces, is not too large, and has no edge to a space that does not exist.
pub(super) fn check_size(bare: &Bare) -> Result<(), BareError> {
    let count = bare.spaces.len();
    if count == 0 || count > MAX_SPACES || bare.edges.len() > MAX_EDGES {
        return Err(BareError(format!(
            "the circuit is empty or too large: it must have 1 to {MAX_SPACES} spaces and at most {MAX_EDGES} edges"
        )));
    }
    if bare.edges.iter().flatten().any(|end| *end >= count) {
        return Err(BareError("an edge leads to a space that does not exist".to_owned()));
    }
    Ok(())
}

pub(super) fn lanes(bare: &Bare) -> Result<Lanes, BareError> {
    let count = bare.spaces.len();
    let is_track = |space: usize| bare.spaces[space].kind != BareKind::Pit;
    let edges: Vec<[usize; 2]> =
        bare.edges.iter().copied().filter(|edge| edge.iter().all(|end| is_track(*end))).collect();
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    edges.iter().for_each(|[from, to]| out[*from].push(*to));
    let ways = directions(bare, &edges);
    let mut choices: Vec<Vec<(usize, i64)>> = vec![Vec::new(); count];
    for [from, to] in &edges {
        let is_shadowed = out[*from].iter().any(|by| by != to && out[*by].contains(to));
        let step = unit(minus(bare.spaces[*to].at, bare.spaces[*from].at));
        let [before, after] = [ways[*from], ways[*to]];
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
    let mut is_seen = vec![false; count];
    let mut rows: Vec<Row> = Vec::new();
    // Finds open rows from their first space. Then finds closed rows from their first space past the finish line.
    let open = (0..count).filter(|space| is_track(*space) && prev[*space].is_none());
    let after_line =
        |space: &usize| bare.spaces[*space].finish && prev[*space].is_some_and(|before| !bare.spaces[before].finish);
    let first = (0..count).filter(|space| is_track(*space) && after_line(space));
    let any = (0..count).filter(|space| is_track(*space));
    for start in open.chain(first).chain(any) {
        if is_seen[start] {
            continue;
        }
        let mut spaces = Vec::new();
        let mut space = start;
        let is_closed = loop {
            is_seen[space] = true;
            spaces.push(space);
            match next[space] {
                Some(ahead) if !is_seen[ahead] => space = ahead,
                end => break end == Some(start),
            }
        };
        rows.push(Row { spaces, is_closed, lane: 0 });
    }
    if rows.len() < 2 || rows.len() > MOST_ROWS {
        return Err(too_many(rows.len()));
    }
    let mut row_of: Vec<Option<usize>> = vec![None; count];
    for (number, row) in rows.iter().enumerate() {
        row.spaces.iter().for_each(|space| row_of[*space] = Some(number));
    }
    let lane_of = from_left(bare, &edges, &rows, &row_of, &next, &prev);
    let lanes = lane_of.iter().max().map_or(0, |lane| lane + 1);
    if !(2..=4).contains(&lanes) {
        return Err(too_many(lanes));
    }
    for (row, lane) in rows.iter_mut().zip(&lane_of) {
        row.lane = *lane;
    }
    let of = row_of.into_iter().map(|row| row.map(|row| lane_of[row])).collect();
    Ok(Lanes { rows, count: lanes, next, prev, of })
}

fn too_many(lanes: usize) -> BareError {
    BareError(format!("the spaces form {lanes} lanes, but a circuit must have 2 to 4"))
}

/// Returns the lane of each row of spaces, counted from 0 at the left. The lane changes between two rows show which of
/// them is further left. First, each row gets the lowest number that is higher than the numbers of all rows on its
/// left. Then each row that is not a closed loop, but has rows on its right, moves to the lane directly left of the
/// nearest of these rows.
fn from_left(
    bare: &Bare,
    edges: &[[usize; 2]],
    rows: &[Row],
    row_of: &[Option<usize>],
    next: &[Option<usize>],
    prev: &[Option<usize>],
) -> Vec<usize> {
    let count = rows.len();
    let mut votes = vec![vec![0i64; count]; count];
    for [from, to] in edges {
        let (Some(one), Some(other)) = (row_of[*from], row_of[*to]) else { continue };
        let is_blocked = [from, to].into_iter().any(|end| bare.spaces[*end].kind == BareKind::Blocked);
        if one == other || is_blocked {
            continue;
        }
        let ahead = bare.spaces[next[*from].unwrap_or(*to)].at;
        let behind = bare.spaces[prev[*from].unwrap_or(*from)].at;
        let way = minus(ahead, behind);
        let step = minus(bare.spaces[*to].at, bare.spaces[*from].at);
        let is_left = way[0] * step[1] - way[1] * step[0] > 0.0;
        let vote = if is_left { 1 } else { -1 };
        votes[other][one] += vote;
        votes[one][other] -= vote;
    }
    let is_left = |one: usize, other: usize| votes[one][other] > 0;
    let mut lane = vec![0usize; count];
    for _ in 0..count {
        for row in 0..count {
            let least = (0..count).filter(|left| is_left(*left, row)).map(|left| lane[left] + 1).max().unwrap_or(0);
            lane[row] = least.min(count - 1).max(lane[row]);
        }
    }
    for row in (0..count).filter(|row| !rows[*row].is_closed) {
        let right = (0..count).filter(|right| is_left(row, *right)).map(|right| lane[right]).min();
        lane[row] = right.map_or(lane[row], |right| right.saturating_sub(1)).max(lane[row]);
    }
    lane
}
