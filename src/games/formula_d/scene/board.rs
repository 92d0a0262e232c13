//! Prepares a draft for drawing. Finds spaces by their name or by a place on the board, and corners by their name. Also
//! finds the sides of spaces that form the edge of the road.

use fnv::FnvHashMap;

use super::MARGIN;
use crate::games::formula_d::draft::{Draft, EdgeDraft, EdgeKind, MAX_EDGES, MAX_SPACES, SpaceDraft, SpaceKind};

/// A corner's index in the draft, and the number of stops that the corner demands.
#[derive(Clone, Copy)]
pub(super) struct Bend {
    pub(super) index: usize,
    pub(super) stops: u8,
}

/// The left or the right side of a space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flank {
    Left,
    Right,
}

pub(super) struct Board<'a> {
    pub(super) draft: &'a Draft,
    pub(super) spaces: &'a [SpaceDraft],
    /// The length of the circuit's shorter side, in spaces.
    pub(super) shorter: f64,
    index: FnvHashMap<&'a str, usize>,
    corners: FnvHashMap<&'a str, Bend>,
    /// All edges between spaces of the draft, in the draft's order: the edge, and the indices of its two spaces.
    edges: Vec<(&'a EdgeDraft, [usize; 2])>,
    /// For each space, the indices in `edges` of the edges that lead out of it.
    out: Vec<Vec<usize>>,
    /// For each square of the board, the indices of the spaces whose centres lie in it.
    squares: FnvHashMap<[i32; 2], Vec<usize>>,
    /// For each space, its right and its left side as lines; `None` for a side that does not lie at the edge of the
    /// road.
    free: Vec<[Option<[[f64; 2]; 2]>; 2]>,
    box_of: [[f64; 2]; 2],
}

impl<'a> Board<'a> {
    pub(super) fn new(draft: &'a Draft) -> Self {
        let spaces = &draft.spaces[..draft.spaces.len().min(MAX_SPACES)];
        let index: FnvHashMap<&str, usize> =
            spaces.iter().enumerate().map(|(at, space)| (space.id.as_str(), at)).collect();
        let corner = |(index, corner): (usize, &'a crate::games::formula_d::draft::CornerDraft)| {
            (corner.id.as_str(), Bend { index, stops: corner.stops })
        };
        let corners = draft.corners.iter().enumerate().map(corner).collect();
        // The space that an edge names is usually the space that the last such edge named, or the one after it. The
        // numbers are for the spaces where edges begin, and for those where edges of each kind end. (Where an id is
        // used twice, which is an error, either space may be found.)
        let mut last = [0_usize; 5];
        let mut find = |id: &str, way: usize| {
            let mut next = last[way]..=last[way] + 1;
            let found = next.find(|at| spaces.get(*at).is_some_and(|space| space.id == id));
            last[way] = found.or_else(|| index.get(id).copied())?;
            Some(last[way])
        };
        let mut ends = |edge: &EdgeDraft| {
            let way = match edge.kind {
                EdgeKind::Ahead => 1,
                EdgeKind::Left => 2,
                EdgeKind::Right => 3,
                _ => 4,
            };
            Some([find(edge.from.as_str(), 0)?, find(edge.to.as_str(), way)?])
        };
        let edges = draft.edges.iter().take(MAX_EDGES);
        let edges: Vec<(&EdgeDraft, [usize; 2])> = edges.filter_map(|edge| Some((edge, ends(edge)?))).collect();
        let mut out = vec![Vec::new(); spaces.len()];
        for (place, (_, [from, _])) in edges.iter().enumerate() {
            out[*from].push(place);
        }
        let mut squares: FnvHashMap<[i32; 2], Vec<usize>> = FnvHashMap::default();
        let mut box_of = [[f64::MAX; 2], [f64::MIN; 2]];
        for (at, space) in spaces.iter().enumerate() {
            squares.entry(square(space.at)).or_default().push(at);
            for point in space.outline.iter().chain([&space.at]).filter(|point| point.iter().all(|x| x.is_finite())) {
                for axis in 0..2 {
                    let value = point[axis].clamp(-1e6, 1e6);
                    box_of[0][axis] = box_of[0][axis].min(value - 0.6);
                    box_of[1][axis] = box_of[1][axis].max(value + 0.6);
                }
            }
        }
        if box_of[0][0] > box_of[1][0] {
            // An empty canvas has room for a circuit of the usual size.
            box_of = [[-40.0, -15.0], [40.0, 40.0]];
        }
        let shorter = (box_of[1][0] - box_of[0][0]).min(box_of[1][1] - box_of[0][1]);
        let mut board = Self { draft, spaces, shorter, index, corners, edges, out, squares, free: Vec::new(), box_of };
        board.free = spaces.iter().map(|space| board.find_free(space)).collect();
        board
    }

    /// The circuit's bounding box, with a margin.
    pub(super) fn bounds(&self) -> [[f64; 2]; 2] {
        let margin = self.shorter * MARGIN;
        let [low, high] = self.box_of;
        [low.map(|value| value - margin), high.map(|value| value + margin)]
    }

    /// Returns the corner that a space is part of; `None` if it is in no corner.
    pub(super) fn corner(&self, space: &SpaceDraft) -> Option<Bend> {
        match &space.kind {
            SpaceKind::Corner(id) => self.corners.get(id.as_str()).copied(),
            _ => None,
        }
    }

    /// Returns the edges out of the space with this index, each with the space that it leads to.
    pub(super) fn ways(&self, at: usize) -> impl Iterator<Item = (&'a EdgeDraft, &'a SpaceDraft)> + '_ {
        self.out.get(at).into_iter().flatten().map(|place| {
            let (edge, [_, to]) = self.edges[*place];
            (edge, &self.spaces[to])
        })
    }

    /// Returns the index of the next space of the same lane. `None` at the end of a lane.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        let mut ways = self.out.get(at)?.iter().map(|place| self.edges[*place]);
        ways.find(|(edge, _)| edge.kind == EdgeKind::Ahead).map(|(_, [_, next])| next)
    }

    /// Returns all edges, each with its two spaces.
    pub(super) fn edges(&self) -> impl Iterator<Item = (&'a EdgeDraft, &'a SpaceDraft, &'a SpaceDraft)> + '_ {
        self.edges.iter().map(|(edge, [from, to])| (*edge, &self.spaces[*from], &self.spaces[*to]))
    }

    /// Returns a side of a space as a line from its rear end to its front end. Returns `None` if another space of the
    /// road touches that side.
    pub(super) fn free_side(&self, space: &SpaceDraft, flank: Flank) -> Option<[[f64; 2]; 2]> {
        self.free_side_at(*self.index.get(space.id.as_str())?, flank)
    }

    /// Returns a side of the space with this index, as [`free_side`](Self::free_side) does.
    pub(super) fn free_side_at(&self, at: usize, flank: Flank) -> Option<[[f64; 2]; 2]> {
        let [right, left] = *self.free.get(at)?;
        if flank == Flank::Left { left } else { right }
    }

    /// Finds the right and the left side of a space. A side is `None` if it does not lie at the edge of the road.
    fn find_free(&self, space: &SpaceDraft) -> [Option<[[f64; 2]; 2]>; 2] {
        let Some([back_right, front_right, front_left, back_left]) = space.quad() else { return [None; 2] };
        let sides = [([back_right, front_right], Flank::Right), ([back_left, front_left], Flank::Left)];
        sides.map(|(side, flank)| Some(side).filter(|side| self.is_free(space, *side, flank)))
    }

    /// Whether no other space of the road touches this side of a space.
    fn is_free(&self, space: &SpaceDraft, [from, to]: [[f64; 2]; 2], flank: Flank) -> bool {
        let [x, y] = outward([from, to], flank);
        let beyond = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0 + [x, y][axis] * 0.45);
        let [column, row] = square(beyond);
        let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| [column.saturating_add(x), row.saturating_add(y)]));
        let is_beside = |at: &usize| {
            let other = &self.spaces[*at];
            let is_other = !std::ptr::eq(other, space) && other.level == space.level && other.lane > 0;
            is_other && (other.at[0] - beyond[0]).powi(2) + (other.at[1] - beyond[1]).powi(2) < 0.75_f64.powi(2)
        };
        !near.filter_map(|square| self.squares.get(&square)).flatten().any(is_beside)
    }
}

/// Returns the direction away from a space, at right angles to one of its sides, as a unit vector.
pub(super) fn outward([from, to]: [[f64; 2]; 2], flank: Flank) -> [f64; 2] {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    // `hypot` would take several times as long.
    let length = (x * x + y * y).sqrt().max(1e-9);
    let sign = if flank == Flank::Left { 1.0 } else { -1.0 };
    [-y / length * sign, x / length * sign]
}

/// Returns the square of the board that contains a point. A square is one space wide.
fn square(at: [f64; 2]) -> [i32; 2] {
    at.map(|value| value.floor().clamp(-1e6, 1e6) as i32)
}
