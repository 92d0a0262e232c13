//! Sets of spaces, stored as bits.

use super::track::SpaceIndex;

/// A set of spaces of a circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpaceSet(Vec<u64>);

impl SpaceSet {
    /// Whether the set contains a space.
    #[must_use]
    pub fn has(&self, at: SpaceIndex) -> bool {
        self.0.get(usize::from(at) / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }

    /// Adds a space to the set. Returns `true` if the space was not yet in the set.
    pub fn add(&mut self, at: SpaceIndex) -> bool {
        let word = usize::from(at) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let is_new = !self.has(at);
        self.0[word] |= 1 << (at % 64);
        is_new
    }

    /// Removes a space from the set.
    pub fn remove(&mut self, at: SpaceIndex) {
        if let Some(bits) = self.0.get_mut(usize::from(at) / 64) {
            *bits &= !(1 << (at % 64));
        }
        // Removes empty words at the end, so that equal sets are equal bit for bit.
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|bits| *bits == 0)
    }

    /// Returns the spaces of the set, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = SpaceIndex> + '_ {
        (0..)
            .zip(&self.0)
            .flat_map(|(word, bits)| (0..64u16).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit))
    }
}
