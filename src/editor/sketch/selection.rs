//! Selections: sets of items that remember the order in which the items were selected.

/// A set of selected items. A change of the selection is not an edit.
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
    /// The selected items, in the order of selection.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Whether nothing is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether `item` is selected.
    #[must_use]
    pub fn contains(&self, item: T) -> bool {
        self.items.contains(&item)
    }

    /// The only selected item; `None` if no item or several items are selected.
    #[must_use]
    pub fn only(&self) -> Option<T> {
        match self.items.as_slice() {
            [item] => Some(*item),
            _ => None,
        }
    }

    /// The item that was selected last; `None` if nothing is selected.
    #[must_use]
    pub fn lead(&self) -> Option<T> {
        self.items.last().copied()
    }

    /// Selects these items and deselects all others.
    pub fn set(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.clear();
        for item in items {
            if !self.items.contains(&item) {
                self.items.push(item);
            }
        }
    }

    /// Selects `item`, or deselects it if it is selected.
    ///
    /// ```
    /// use paddock::editor::Selection;
    ///
    /// let mut selection = Selection::default();
    /// selection.toggle(3);
    /// selection.toggle(5);
    /// selection.toggle(3);
    /// assert_eq!(selection.items(), [5]);
    /// ```
    pub fn toggle(&mut self, item: T) {
        if self.items.contains(&item) {
            self.items.retain(|other| *other != item);
        } else {
            self.items.push(item);
        }
    }

    /// Deselects everything.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Replaces every selected item by the item that `name` returns for it, for example after indices have changed. An
    /// item for which `name` returns `None` is deselected.
    pub fn rename(&mut self, name: impl Fn(T) -> Option<T>) {
        self.items = self.items.iter().filter_map(|item| name(*item)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_selected_and_deselected() {
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
