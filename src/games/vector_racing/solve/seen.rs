//! Gives numbers to states, in the order in which they are found.

/// A set of numbers that keeps their order of insertion. The numbers are stored in pieces that never move in memory. A
/// hash table, which is at most four fifths full, contains the index of each number. Common set types take three times
/// the memory or are ten times slower.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pieces: Vec<Vec<u64>>,
    count: usize,
    table: Vec<u32>,
}

/// The number of elements that each entry of `pieces` stores.
const PIECE: usize = 1 << 14;
/// The value of an empty entry of the hash table.
const EMPTY: u32 = u32::MAX;

impl Seen {
    /// Returns the number of elements in the set.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns the number at this index. The number that was inserted first has index 0.
    pub fn get(&self, index: usize) -> u64 {
        self.pieces[index / PIECE][index % PIECE]
    }

    /// Returns the memory that the set uses, in bytes.
    pub fn bytes(&self) -> usize {
        self.pieces.len() * PIECE * size_of::<u64>() + self.table.len() * size_of::<u32>()
    }

    /// Inserts a number if it is new. Returns its index and whether it is new.
    pub fn insert(&mut self, number: u64) -> (usize, bool) {
        if (self.count + 1) * 5 > self.table.len() * 4 {
            self.grow();
        }
        let mut place = self.place(number);
        loop {
            match self.table[place] {
                EMPTY => break,
                index if self.get(index as usize) == number => return (index as usize, false),
                _ => place = if place + 1 == self.table.len() { 0 } else { place + 1 },
            }
        }
        self.table[place] = self.count as u32;
        if self.count.is_multiple_of(PIECE) {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.push(number);
        }
        self.count += 1;
        (self.count - 1, true)
    }

    /// Returns the index in the hash table at which to begin looking for a number. It is the number's hash, scaled to
    /// the table's length.
    fn place(&self, number: u64) -> usize {
        let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((u128::from(mixed) * self.table.len() as u128) >> 64) as usize
    }

    fn grow(&mut self) {
        let length = (self.table.len() * 7 / 5).max(1_024);
        self.table = vec![EMPTY; length];
        for index in 0..self.count {
            let mut place = self.place(self.get(index));
            while self.table[place] != EMPTY {
                place = if place + 1 == length { 0 } else { place + 1 };
            }
            self.table[place] = index as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_order() {
        let mut seen = Seen::default();
        for number in 0..100_000u64 {
            assert_eq!(seen.insert(number.wrapping_mul(0x1234_5678_9abc)), (number as usize, true));
        }
        assert_eq!(seen.insert(0x1234_5678_9abc), (1, false));
        assert_eq!((seen.len(), seen.get(2)), (100_000, 2 * 0x1234_5678_9abc));
        assert!(seen.bytes() < 16 * 100_000);
    }
}
