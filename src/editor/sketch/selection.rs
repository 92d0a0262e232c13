//! What is selected: several things, in the order they were taken, the last one leading.

/// A set of selected things. Changing it is no edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection<T> {
    items: Vec<T>,
}

impl<T> Default for Selection<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<T: Copy + PartialEq> Selection<T> {
    /// Everything selected, in the order it was taken.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Whether nothing is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether `item` is.
    #[must_use]
    pub fn contains(&self, item: T) -> bool {
        self.items.contains(&item)
    }

    /// The one selected thing; `None` where there are none or several.
    #[must_use]
    pub fn only(&self) -> Option<T> {
        match self.items.as_slice() {
            [item] => Some(*item),
            _ => None,
        }
    }

    /// The thing taken last.
    #[must_use]
    pub fn lead(&self) -> Option<T> {
        self.items.last().copied()
    }

    /// Selects these and nothing else.
    pub fn set(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.clear();
        for item in items {
            if !self.items.contains(&item) {
                self.items.push(item);
            }
        }
    }

    /// Takes `item` in, or lets it go if it is in.
    pub fn toggle(&mut self, item: T) {
        if self.items.contains(&item) {
            self.items.retain(|other| *other != item);
        } else {
            self.items.push(item);
        }
    }

    /// Lets everything go.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Gives every thing its new name, letting go those that have none.
    pub fn rename(&mut self, name: impl Fn(T) -> Option<T>) {
        self.items = self.items.iter().filter_map(|item| name(*item)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_come_and_go() {
        let mut selection = Selection::default();
        selection.set([3, 4, 3]);
        assert_eq!(selection.items(), [3, 4]);
        selection.toggle(3);
        selection.toggle(7);
        assert_eq!((selection.items(), selection.lead(), selection.only()), (&[4, 7][..], Some(7), None));
        selection.rename(|item| (item != 4).then_some(item - 1));
        assert_eq!(selection.only(), Some(6));
        selection.clear();
        assert!(selection.is_empty());
    }
}
