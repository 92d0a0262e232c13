//! A valid circuit, indexed for the rules.

use super::draft::{Draft, EdgeKind, Forecast, Side};

/// The index of a space in [`Draft::spaces`].
pub type SpaceIndex = u16;

/// An edge out of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The space that the edge leads to.
    pub to: SpaceIndex,
    /// The kind of the edge, such as straight on or a lane change.
    pub kind: EdgeKind,
    /// Whether the edge crosses the finish line.
    pub finish: bool,
    /// Whether the edge crosses the police line.
    pub police: bool,
}

impl Edge {
    /// Whether the edge stays in its lane.
    #[must_use]
    pub const fn is_ahead(self) -> bool {
        matches!(self.kind, EdgeKind::Ahead | EdgeKind::Portal(_))
    }

    /// Returns the side to which the edge changes lanes; `None` if the edge is not a lane change.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self.kind {
            EdgeKind::Left => Some(Side::Left),
            EdgeKind::Right => Some(Side::Right),
            _ => None,
        }
    }
}

/// The kind of a space. A corner is given by its index instead of its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The space is part of a straight.
    Straight,
    /// The space is part of the corner with this index.
    Corner(u8),
    /// The space is part of the pit lane.
    Pit,
    /// The space is the pit box with this number.
    Box(u32),
}

impl Ground {
    /// Returns the index of the corner that the space is part of; `None` for a space outside corners.
    #[must_use]
    pub const fn corner(self) -> Option<u8> {
        match self {
            Self::Corner(corner) => Some(corner),
            _ => None,
        }
    }

    /// Whether the space is part of the pit lane or a pit box.
    #[must_use]
    pub const fn is_pit(self) -> bool {
        matches!(self, Self::Pit | Self::Box(_))
    }
}

/// A space of a valid circuit, as the rules use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The lane of the space, 1 for the leftmost; 0 in the pit lane.
    pub lane: u8,
    /// The kind of the space: straight, corner, pit lane or pit box.
    pub ground: Ground,
    /// The rank of the space: its distance along the lap, in half spaces.
    pub rank: i32,
    /// Whether the space is in a noise area.
    pub noise: bool,
    /// Whether the space is printed red. Red spaces are dangerous in road races.
    pub danger: bool,
    /// The index of the corner that the space is part of. For a space outside corners, the index of the next corner
    /// ahead.
    pub ahead_corner: u8,
}

/// A corner of a valid circuit, as the rules use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The number of stops that the corner demands.
    pub stops: u8,
    /// The side of the track on which the inside of the corner lies.
    pub inside: Side,
    /// The number of spaces on the longest path through the corner.
    pub longest: u32,
    /// The number of spaces on the shortest path through the corner.
    pub shortest: u32,
    /// The highest rank (half spaces along the lap) of the corner's spaces.
    pub last: i32,
}

/// A circuit that passed validation.
#[derive(Clone, Debug)]
pub struct Track {
    pub(super) draft: Draft,
    pub(super) spaces: Vec<Space>,
    pub(super) first_edge: Vec<u32>,
    /// The edges, sorted by the space they lead from. For each space, edges straight ahead come first, then edges to
    /// the left, edges to the right, and all other edges.
    pub(super) edges: Vec<Edge>,
    pub(super) next: Vec<SpaceIndex>,
    pub(super) prev: Vec<SpaceIndex>,
    pub(super) first_contact: Vec<u32>,
    pub(super) contacts: Vec<SpaceIndex>,
    pub(super) corners: Vec<Corner>,
    /// The spaces of the grid slots, by slot number, pole first.
    pub(super) slots: Vec<SpaceIndex>,
    /// The pit boxes, each with its number and its space, by ascending number.
    pub(super) boxes: Vec<(u32, SpaceIndex)>,
    pub(super) lap: i32,
    pub(super) chart: Option<[Forecast; 20]>,
    pub(super) qualifying_start: SpaceIndex,
    pub(super) has_police: bool,
    pub(super) has_pit: bool,
    /// The digest of all parts of the circuit that the rules use.
    pub(super) digest: u64,
}

/// A special index that means "no space", for example for a car that is off the board.
pub const NOWHERE: SpaceIndex = SpaceIndex::MAX;

impl Track {
    /// The draft that the circuit was made from.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The number of spaces of the circuit.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spaces.len()
    }

    /// Whether the circuit has no spaces; never true for a circuit that passed validation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// The space with this index.
    #[must_use]
    pub fn space(&self, at: SpaceIndex) -> &Space {
        &self.spaces[usize::from(at)]
    }

    /// Returns the edges out of a space. Edges straight ahead come first, then edges to the left, edges to the right,
    /// and all other edges.
    #[must_use]
    pub fn edges(&self, at: SpaceIndex) -> &[Edge] {
        let at = usize::from(at);
        &self.edges[self.first_edge[at] as usize..self.first_edge[at + 1] as usize]
    }

    /// Returns the space directly in front in the same lane; `None` if no space is there (FD-TRK-04).
    #[must_use]
    pub fn next(&self, at: SpaceIndex) -> Option<SpaceIndex> {
        Some(self.next[usize::from(at)]).filter(|next| *next != NOWHERE)
    }

    /// Returns the space directly behind in the same lane; `None` if no space is there.
    #[must_use]
    pub fn prev(&self, at: SpaceIndex) -> Option<SpaceIndex> {
        Some(self.prev[usize::from(at)]).filter(|prev| *prev != NOWHERE)
    }

    /// Whether a space has an edge that stays in its lane.
    #[must_use]
    pub fn has_ahead(&self, at: SpaceIndex) -> bool {
        self.edges(at).first().is_some_and(|edge| edge.is_ahead())
    }

    /// Returns the spaces that touch a space along a side (FD-TRK-05).
    #[must_use]
    pub fn beside(&self, at: SpaceIndex) -> &[SpaceIndex] {
        let at = usize::from(at);
        &self.contacts[self.first_contact[at] as usize..self.first_contact[at + 1] as usize]
    }

    /// Whether two spaces are adjacent: they touch along a side, or one is directly behind the other (FD-TRK-06).
    #[must_use]
    pub fn are_adjacent(&self, one: SpaceIndex, other: SpaceIndex) -> bool {
        self.beside(one).contains(&other) || self.next(one) == Some(other) || self.next(other) == Some(one)
    }

    /// The corners in driving order.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The spaces of the grid slots, pole first.
    #[must_use]
    pub fn slots(&self) -> &[SpaceIndex] {
        &self.slots
    }

    /// Returns the pit boxes by ascending number, each with its number and its space.
    #[must_use]
    pub fn boxes(&self) -> &[(u32, SpaceIndex)] {
        &self.boxes
    }

    /// The length of a lap, in half spaces. The `rank` of a space is measured in half spaces too.
    #[must_use]
    pub const fn lap(&self) -> i32 {
        self.lap
    }

    /// The weather for each result of the black die, from 1 to 20; `None` if the circuit has no weather chart.
    #[must_use]
    pub const fn chart(&self) -> Option<&[Forecast; 20]> {
        self.chart.as_ref()
    }

    /// The space where qualifying laps start: the last space of the middle lane before the finish line (FD-QUA-01).
    #[must_use]
    pub const fn qualifying_start(&self) -> SpaceIndex {
        self.qualifying_start
    }

    /// Whether the circuit has a police line and road markings without faults.
    #[must_use]
    pub const fn has_police(&self) -> bool {
        self.has_police
    }

    /// Whether the circuit has a pit lane.
    #[must_use]
    pub const fn has_pit(&self) -> bool {
        self.has_pit
    }

    /// The digest of all parts of the circuit that the rules use. On two circuits with the same digest, the rules give
    /// the same results.
    #[must_use]
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// The name (id) of a space.
    #[must_use]
    pub fn name(&self, at: SpaceIndex) -> &str {
        &self.draft.spaces[usize::from(at)].id
    }

    /// Returns the space with this name; `None` if there is no such space.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<SpaceIndex> {
        self.draft.spaces.iter().position(|space| space.id == id).map(|index| index as SpaceIndex)
    }

    /// Returns the coordinates of a space's centre on the board.
    #[must_use]
    pub fn at(&self, at: SpaceIndex) -> [f64; 2] {
        self.draft.spaces[usize::from(at)].at
    }

    /// Returns the edge from one space to another; `None` if there is no such edge.
    #[must_use]
    pub fn edge(&self, from: SpaceIndex, to: SpaceIndex) -> Option<Edge> {
        self.edges(from).iter().copied().find(|edge| edge.to == to)
    }

    /// Whether a car that drives along this edge passes a car on the space `stands` (FD-TRK-11).
    #[must_use]
    pub fn passes(&self, from: SpaceIndex, edge: Edge, stands: SpaceIndex) -> bool {
        let first = self.space(from).rank;
        let last = self.space(edge.to).rank + if edge.finish { self.lap } else { 0 };
        let at = self.space(stands).rank;
        [at, at + self.lap].into_iter().any(|at| first <= at && at < last)
    }
}
