//! Stores the states of each turn as sorted numbers, in as few bytes as possible.

/// The number of a state, stored in 32 or 64 bits.
pub(super) trait Key: Copy + Ord + Send + Sync + std::fmt::Debug {
    /// The largest number that a key can hold.
    const MOST: u64;
    /// Creates a key from a number, which must not exceed [`MOST`](Key::MOST).
    fn new(number: u64) -> Self;
    /// Returns the key as a number.
    fn number(self) -> u64;
}

impl Key for u32 {
    const MOST: u64 = Self::MAX as u64;

    fn new(number: u64) -> Self {
        number as Self
    }

    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Key for u64 {
    const MOST: u64 = Self::MAX;

    fn new(number: u64) -> Self {
        number
    }

    fn number(self) -> u64 {
        self
    }
}

/// Returns the keys of a sorted list that are at least `from` and below `to`.
pub(super) fn range<K: Key>(sorted: &[K], from: u64, to: u64) -> &[K] {
    let begin = sorted.partition_point(|key| key.number() < from);
    let end = begin + sorted[begin..].partition_point(|key| key.number() < to);
    &sorted[begin..end]
}
