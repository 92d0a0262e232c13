//! The corner under the pointer, and the turns in which cars passed it.

use crate::analysis::Digest;
use crate::replay::Race;

/// The corner under the pointer.
#[derive(Clone, Debug)]
pub(in crate::app) struct LitCorner {
    /// The version number that the race had when the turns were found.
    state: u64,
    /// The corner's number.
    pub(in crate::app) number: u32,
    /// The corner's index in the circuit's list, as in [`Tag::Corner`](crate::game::scene::Tag::Corner).
    index: usize,
    /// The numbers of the turns in which cars passed the corner, in order; `None` while they are computed.
    turns: Option<Vec<usize>>,
}

impl LitCorner {
    /// Finds a corner and the turns in which cars passed it; `None` if the circuit has no such corner.
    pub(super) fn find(race: &dyn Race, state: u64, number: u32, digest: Option<&Digest>) -> Option<Self> {
        let span = race.corner_spans().into_iter().find(|span| span.number == number)?;
        let turns = digest.map(|digest| {
            let passages = digest.cars.iter().flat_map(|car| &car.corners).filter(|passage| passage.corner == number);
            let mut turns: Vec<usize> = passages.map(|passage| passage.turn).collect();
            turns.sort_unstable();
            turns.dedup();
            turns
        });
        Some(Self { state, number, index: span.index, turns })
    }

    /// Whether this data is up to date: it is for the corner `number` and for the version `state` of the race. The
    /// turns in which cars passed the corner must be present if `has_passages` is true, and missing if it is false.
    pub(super) fn is_of(&self, state: u64, number: u32, has_passages: bool) -> bool {
        (self.state, self.number) == (state, number) && self.turns.is_some() == has_passages
    }

    /// The corner's index in the circuit's list, as in [`Tag::Corner`](crate::game::scene::Tag::Corner).
    pub(super) const fn index(&self) -> usize {
        self.index
    }

    /// The numbers of the turns in which cars passed the corner, in order.
    pub(in crate::app) fn turns(&self) -> &[usize] {
        self.turns.as_deref().unwrap_or_default()
    }
}
