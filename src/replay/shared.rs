//! A list for many turns, whose copies share most of their entries. Copying a list of a hundred thousand turns, or
//! adding a turn to a copy, takes little more time than for a list of a few hundred turns.

use std::sync::Arc;

/// The number of entries in a chunk. Copies of a list share whole chunks, never parts of them.
const CHUNK: usize = 128;

/// A list that is divided into chunks. All chunks except the last one are full.
#[derive(Debug)]
pub(super) struct Shared<T> {
    chunks: Vec<Arc<Vec<T>>>,
    len: usize,
}

// `Default` is not derived, because deriving would require `T: Default`.
impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self { chunks: self.chunks.clone(), len: self.len }
    }
}

impl<T> Shared<T> {
    /// The number of entries in the list.
    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub fn last(&self) -> Option<&T> {
        self.get(self.len.checked_sub(1)?)
    }

    /// All entries of the list, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.range(0, self.len)
    }

    /// The entries from index `from` to index `to - 1`. If `to` is too large, returns the entries up to the end.
    pub fn range(&self, from: usize, to: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (from..to.min(self.len)).map(|index| &self.chunks[index / CHUNK][index % CHUNK])
    }
}

impl<T: Clone> Shared<T> {
    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Arc::new(vec![entry]));
        } else if let Some(chunk) = self.chunks.last_mut() {
            Arc::make_mut(chunk).push(entry);
        }
        self.len += 1;
    }

    /// Keeps only the first `len` entries.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.len = len;
        self.chunks.truncate(len.div_ceil(CHUNK));
        if !len.is_multiple_of(CHUNK)
            && let Some(chunk) = self.chunks.last_mut()
        {
            Arc::make_mut(chunk).truncate(len % CHUNK);
        }
    }

    /// Returns the first `len` entries as a new list.
    pub fn head(&self, len: usize) -> Self {
        let mut head = self.clone();
        head.truncate(len);
        head
    }

    /// Removes and returns all entries after the first `at`.
    pub fn split_off(&mut self, at: usize) -> Vec<T> {
        let rest = self.range(at, self.len).cloned().collect();
        self.truncate(at);
        rest
    }
}

impl<T: Clone> Extend<T> for Shared<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.push(entry));
    }
}

impl<T> Shared<Arc<T>> {
    /// Counts the entries at the beginning that both lists share. An entry is shared only if both lists point to the
    /// same allocation. Equal entries in two allocations do not count.
    pub fn same(&self, other: &Self) -> usize {
        let chunks = self.chunks.iter().zip(&other.chunks);
        let whole = chunks.take_while(|(one, other)| Arc::ptr_eq(one, other)).count();
        let start = (whole * CHUNK).min(self.len);
        let rest = self.range(start, self.len).zip(other.range(start, other.len));
        start + rest.take_while(|(one, other)| Arc::ptr_eq(one, other)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(len: usize) -> Shared<Arc<usize>> {
        let mut list = Shared::default();
        list.extend((0..len).map(Arc::new));
        list
    }

    #[test]
    fn it_is_the_list_it_stands_for() {
        for len in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK, 5 * CHUNK + 7] {
            let shared = list(len);
            assert_eq!(shared.len(), len);
            assert!(shared.iter().map(|entry| **entry).eq(0..len));
            assert!(shared.iter().rev().map(|entry| **entry).eq((0..len).rev()));
            assert_eq!(shared.last().map(|entry| **entry), len.checked_sub(1));
            assert_eq!(shared.get(len), None);
            for at in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, len] {
                let mut head = shared.head(at);
                assert!(head.iter().map(|entry| **entry).eq(0..at.min(len)));
                assert_eq!(head.same(&shared), at.min(len));
                let mut cut = shared.clone();
                assert!(cut.split_off(at).iter().map(|entry| **entry).eq(at.min(len)..len));
                assert!(cut.iter().eq(head.iter()));
                head.push(Arc::new(77));
                assert_eq!((head.last().map(|entry| **entry), head.len()), (Some(77), at.min(len) + 1));
                assert_eq!(shared.same(&head), at.min(len), "equal is not the same");
                assert!(shared.iter().map(|entry| **entry).eq(0..len), "copies leave it alone");
                assert!(shared.range(at, at + 5).map(|entry| **entry).eq(at..(at + 5).min(len.max(at))));
            }
        }
    }

    #[test]
    fn a_copy_shares_all_but_what_was_changed() {
        let one = list(10 * CHUNK + 3);
        let mut other = one.clone();
        other.push(Arc::new(0));
        let shared = one.chunks.iter().zip(&other.chunks).filter(|(one, other)| Arc::ptr_eq(one, other)).count();
        assert_eq!(shared, 10);
    }
}
