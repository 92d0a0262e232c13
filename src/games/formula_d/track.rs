//! A circuit the rules trust: indexed and dense.

use super::draft::{Draft, EdgeKind, Forecast, Side};

/// The place of a space in [`Draft::spaces`].
pub type SpaceIndex = u16;

/// A way from a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: SpaceIndex,
    /// What kind of way it is.
    pub kind: EdgeKind,
    /// Whether it crosses the finish line.
    pub finish: bool,
    /// Whether it crosses the police line.
    pub police: bool,
}

impl Edge {
    /// Whether it stays in the lane.
    #[must_use]
    pub const fn is_ahead(self) -> bool {
        matches!(self.kind, EdgeKind::Ahead | EdgeKind::Portal(_))
    }

    /// The side it changes to, where it changes lanes.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self.kind {
            EdgeKind::Left => Some(Side::Left),
            EdgeKind::Right => Some(Side::Right),
            _ => None,
        }
    }
}

/// What a space is for, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Part of a straight.
    Straight,
    /// Part of the corner at this place of the list.
    Corner(u8),
    /// Part of the pit lane.
    Pit,
    /// The pit box with this number.
    Box(u32),
}

impl Ground {
    /// The corner it belongs to.
    #[must_use]
    pub const fn corner(self) -> Option<u8> {
        match self {
            Self::Corner(corner) => Some(corner),
            _ => None,
        }
    }

    /// Whether it is pit lane or box.
    #[must_use]
    pub const fn is_pit(self) -> bool {
        matches!(self, Self::Pit | Self::Box(_))
    }
}

/// A space as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// Its lane, 1 the leftmost; 0 in the pit lane.
    pub lane: u8,
    /// What it is for.
    pub ground: Ground,
    /// How far round the lap it is, in half spaces.
    pub rank: i32,
    /// Residents hear engines here.
    pub noise: bool,
    /// Printed red.
    pub danger: bool,
    /// The corner it belongs to, or the first met going forward.
    pub ahead_corner: u8,
}

/// A corner as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// How many stops it demands.
    pub stops: u8,
    /// The side of the inside.
    pub inside: Side,
    /// Spaces of its longest way through.
    pub longest: u32,
    /// Spaces of its shortest.
    pub shortest: u32,
    /// The highest rank of its spaces.
    pub last: i32,
}

/// A circuit that passed validation.
#[derive(Clone, Debug)]
pub struct Track {
    pub(super) draft: Draft,
    pub(super) spaces: Vec<Space>,
    pub(super) first_edge: Vec<u32>,
    /// By space: ahead first, then left, right, and the rest.
    pub(super) edges: Vec<Edge>,
    pub(super) next: Vec<SpaceIndex>,
    pub(super) prev: Vec<SpaceIndex>,
    pub(super) first_contact: Vec<u32>,
    pub(super) contacts: Vec<SpaceIndex>,
    pub(super) corners: Vec<Corner>,
    /// By slot, pole first.
    pub(super) slots: Vec<SpaceIndex>,
    /// Boxes by number, ascending.
    pub(super) boxes: Vec<(u32, SpaceIndex)>,
    pub(super) lap: i32,
    pub(super) chart: Option<[Forecast; 20]>,
    pub(super) qualifying_start: SpaceIndex,
    pub(super) has_police: bool,
    pub(super) has_pit: bool,
    /// A digest of everything the rules look at.
    pub(super) digest: u64,
}

/// No space.
pub const NOWHERE: SpaceIndex = SpaceIndex::MAX;

impl Track {
    /// What it was made from.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// How many spaces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spaces.len()
    }

    /// Whether there are none; never the case for a circuit that passed validation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// A space.
    #[must_use]
    pub fn space(&self, at: SpaceIndex) -> &Space {
        &self.spaces[usize::from(at)]
    }

    /// The ways from a space: ahead first, then left, right, and the rest.
    #[must_use]
    pub fn edges(&self, at: SpaceIndex) -> &[Edge] {
        let at = usize::from(at);
        &self.edges[self.first_edge[at] as usize..self.first_edge[at + 1] as usize]
    }

    /// The space directly in front in the same lane (FD-TRK-04).
    #[must_use]
    pub fn next(&self, at: SpaceIndex) -> Option<SpaceIndex> {
        Some(self.next[usize::from(at)]).filter(|next| *next != NOWHERE)
    }

    /// The space directly behind in the same lane.
    #[must_use]
    pub fn prev(&self, at: SpaceIndex) -> Option<SpaceIndex> {
        Some(self.prev[usize::from(at)]).filter(|prev| *prev != NOWHERE)
    }

    /// Whether a way from a space stays in its lane.
    #[must_use]
    pub fn has_ahead(&self, at: SpaceIndex) -> bool {
        self.edges(at).first().is_some_and(|edge| edge.is_ahead())
    }

    /// The spaces next to a space (FD-TRK-05).
    #[must_use]
    pub fn beside(&self, at: SpaceIndex) -> &[SpaceIndex] {
        let at = usize::from(at);
        &self.contacts[self.first_contact[at] as usize..self.first_contact[at + 1] as usize]
    }

    /// Whether two spaces are adjacent: next to each other, or one directly behind the other (FD-TRK-06).
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

    /// The pit boxes with their numbers, ascending.
    #[must_use]
    pub fn boxes(&self) -> &[(u32, SpaceIndex)] {
        &self.boxes
    }

    /// The length of a lap in rank units.
    #[must_use]
    pub const fn lap(&self) -> i32 {
        self.lap
    }

    /// What the weather chart says of each black result, 1 first.
    #[must_use]
    pub const fn chart(&self) -> Option<&[Forecast; 20]> {
        self.chart.as_ref()
    }

    /// Where qualifying laps start: the last middle-lane space before the line (FD-QUA-01).
    #[must_use]
    pub const fn qualifying_start(&self) -> SpaceIndex {
        self.qualifying_start
    }

    /// Whether a police line is drawn.
    #[must_use]
    pub const fn has_police(&self) -> bool {
        self.has_police
    }

    /// Whether there is a pit lane.
    #[must_use]
    pub const fn has_pit(&self) -> bool {
        self.has_pit
    }

    /// A digest of everything the rules look at: circuits with the same one race alike.
    #[must_use]
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// The name of a space.
    #[must_use]
    pub fn name(&self, at: SpaceIndex) -> &str {
        &self.draft.spaces[usize::from(at)].id
    }

    /// The space with this name.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<SpaceIndex> {
        self.draft.spaces.iter().position(|space| space.id == id).map(|index| index as SpaceIndex)
    }

    /// Where a space's centre is.
    #[must_use]
    pub fn at(&self, at: SpaceIndex) -> [f64; 2] {
        self.draft.spaces[usize::from(at)].at
    }

    /// The edge from one space to another.
    #[must_use]
    pub fn edge(&self, from: SpaceIndex, to: SpaceIndex) -> Option<Edge> {
        self.edges(from).iter().copied().find(|edge| edge.to == to)
    }

    /// Whether a step over this edge passes a car that stands there (FD-TRK-11).
    #[must_use]
    pub fn passes(&self, from: SpaceIndex, edge: Edge, stands: SpaceIndex) -> bool {
        let first = self.space(from).rank;
        let last = self.space(edge.to).rank + if edge.finish { self.lap } else { 0 };
        let at = self.space(stands).rank;
        [at, at + self.lap].into_iter().any(|at| first <= at && at < last)
    }
}
