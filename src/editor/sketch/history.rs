//! Undo and redo. Each step stores a whole draft, because drafts are small.
//!
//! A gesture is one step: edits recorded with the same [`Gesture`] are merged. If the draft after a gesture equals the
//! draft before it, the gesture adds no step. Every step has a revision number. A document compares these numbers to
//! find out whether it differs from its file.

use super::Part;

/// A gesture of the user, such as a drag, or typing into a field. All its edits make one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gesture(u64);

/// One step of the history: the result of one gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<D> {
    title: String,
    revision: u64,
    gesture: Option<Gesture>,
    /// If the step is done, the draft before the step. If the step is undone, the draft after it.
    other: D,
    /// The selection before the step and the selection after it.
    selected: [Vec<Part>; 2],
    /// The approximate memory that the step takes, in bytes.
    bytes: usize,
}

impl<D> Step<D> {
    /// The selection before the step and the selection after it.
    #[must_use]
    pub const fn selected(&self) -> &[Vec<Part>; 2] {
        &self.selected
    }

    /// The title of the step, such as "Move corner 3".
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }
}

/// The largest number of steps that the history keeps. Older steps are dropped.
pub const MAX_STEPS: usize = 2_000;

/// The largest amount of memory that all steps of the history together may take, in bytes.
const MAX_BYTES: usize = 32 << 20;

/// The history of a draft: the steps that can be undone, and the steps that can be redone.
#[derive(Clone, Debug)]
pub struct History<D> {
    steps: Vec<Step<D>>,
    /// The number of steps that are done now. The steps after them are undone.
    position: usize,
    /// The number of old steps that were dropped.
    forgotten: usize,
    /// The revision of the draft before the first of `steps`.
    beginning: u64,
    /// The revision of the draft in the file; `None` if the draft was never saved.
    saved: Option<u64>,
    /// The highest number given to a revision or a gesture so far.
    last_number: u64,
    /// Estimates the memory that a draft takes, in bytes.
    weigh: fn(&D) -> usize,
}

/// The revision of the draft before the first step.
const BEGINNING: u64 = 0;

impl<D: Clone + PartialEq> History<D> {
    /// Makes an empty history. `saved` says whether the document is in a file; `weigh` estimates the memory that a
    /// draft takes, in bytes.
    #[must_use]
    pub const fn new(saved: bool, weigh: fn(&D) -> usize) -> Self {
        Self {
            steps: Vec::new(),
            position: 0,
            forgotten: 0,
            beginning: BEGINNING,
            saved: if saved { Some(BEGINNING) } else { None },
            last_number: BEGINNING,
            weigh,
        }
    }

    /// Begins a gesture: all edits recorded with it make one step.
    pub fn begin(&mut self) -> Gesture {
        self.last_number += 1;
        Gesture(self.last_number)
    }

    /// Ends the current gesture, if there is one. The next edit becomes a new step, even if it is recorded with the
    /// same [`Gesture`] as the edit before it.
    pub fn close(&mut self) {
        for step in &mut self.steps {
            step.gesture = None;
        }
    }

    /// Replaces `draft` by `next` and records the change as a step. If the last step has the same gesture, the change
    /// becomes part of that step. Returns whether the draft changed.
    ///
    /// ```
    /// use paddock::editor::History;
    ///
    /// let mut history = History::new(true, |_: &u32| 4);
    /// let mut draft = 1;
    /// assert!(history.record(&mut draft, "Set to 2", 2, None));
    /// assert!(history.undo(&mut draft));
    /// assert_eq!(draft, 1);
    /// ```
    pub fn record(&mut self, draft: &mut D, title: impl Into<String>, next: D, gesture: Option<Gesture>) -> bool {
        self.record_with(draft, title, next, gesture, &[])
    }

    /// Records a change like [`record`](Self::record). `selected` is the selection before the change.
    pub(super) fn record_with(
        &mut self,
        draft: &mut D,
        title: impl Into<String>,
        next: D,
        gesture: Option<Gesture>,
        selected: &[Part],
    ) -> bool {
        if *draft == next {
            return false;
        }
        self.steps.truncate(self.position);
        self.last_number += 1;
        let revision = self.last_number;
        let before = std::mem::replace(draft, next);
        match self.steps.last_mut() {
            Some(step) if gesture.is_some() && step.gesture == gesture => {
                step.revision = revision;
                if step.other == *draft {
                    self.steps.pop();
                }
            }
            _ => {
                let title = title.into();
                let bytes = size_of::<Step<D>>() + title.len() + (self.weigh)(&before) + 2 * size_of_val(selected);
                let selected = [selected.to_vec(), Vec::new()];
                self.steps.push(Step { title, revision, gesture, other: before, selected, bytes });
            }
        }
        self.position = self.steps.len();
        self.forget();
        true
    }

    /// Stores `after`, the selection after the last change, in the step that contains this change.
    pub(super) fn remember(&mut self, after: &[Part]) {
        let revision = self.last_number;
        if let Some(step) = self.steps.last_mut().filter(|step| step.revision == revision) {
            step.selected[1] = after.to_vec();
        }
    }

    /// Drops the oldest steps if there are too many or they take too much memory. The newest step is never dropped.
    fn forget(&mut self) {
        let mut bytes: usize = self.steps.iter().map(|step| step.bytes).sum();
        let mut gone = 0;
        while self.steps.len() - gone > 1 && (self.steps.len() - gone > MAX_STEPS || bytes > MAX_BYTES) {
            bytes -= self.steps[gone].bytes;
            self.beginning = self.steps[gone].revision;
            gone += 1;
        }
        self.steps.drain(..gone);
        self.position -= gone;
        self.forgotten += gone;
    }

    /// The number of dropped steps, which can no longer be undone.
    #[must_use]
    pub const fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// Undoes the last step. Returns `false` if there is nothing to undo.
    pub fn undo(&mut self, draft: &mut D) -> bool {
        self.close();
        let Some(step) = self.position.checked_sub(1).and_then(|index| self.steps.get_mut(index)) else { return false };
        std::mem::swap(draft, &mut step.other);
        self.position -= 1;
        true
    }

    /// Redoes the last undone step. Returns `false` if there is nothing to redo.
    pub fn redo(&mut self, draft: &mut D) -> bool {
        self.close();
        let Some(step) = self.steps.get_mut(self.position) else { return false };
        std::mem::swap(draft, &mut step.other);
        self.position += 1;
        true
    }

    /// All steps in order, done and undone.
    #[must_use]
    pub fn steps(&self) -> &[Step<D>] {
        &self.steps
    }

    /// The number of [`steps`](Self::steps) that are done.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The title of the step that [`undo`](Self::undo) would undo; `None` if there is nothing to undo.
    #[must_use]
    pub fn undo_title(&self) -> Option<&str> {
        self.position.checked_sub(1).and_then(|index| self.steps.get(index)).map(Step::title)
    }

    /// The title of the step that [`redo`](Self::redo) would redo; `None` if there is nothing to redo.
    #[must_use]
    pub fn redo_title(&self) -> Option<&str> {
        self.steps.get(self.position).map(Step::title)
    }

    /// The revision number of the current draft. If two revisions are equal, their drafts are equal.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.position
            .checked_sub(1)
            .and_then(|index| self.steps.get(index))
            .map_or(self.beginning, |step| step.revision)
    }

    /// Whether the draft differs from the saved one.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.revision())
    }

    /// Marks the draft as not saved.
    pub const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Marks the current draft as saved. Ends the current gesture, so that undo can return to the saved draft.
    pub fn mark_saved(&mut self) {
        self.close();
        self.saved = Some(self.revision());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type List = Vec<i32>;

    fn start(list: &[i32], saved: bool) -> (List, History<List>) {
        (list.to_vec(), History::new(saved, |list| list.len() * size_of::<i32>()))
    }

    /// Overwrites a number of the list. If the index is beyond the end, appends the number.
    fn put(
        list: &mut List,
        history: &mut History<List>,
        title: &str,
        at: usize,
        to: i32,
        gesture: Option<Gesture>,
    ) -> bool {
        let mut next = list.clone();
        match next.get_mut(at) {
            Some(place) => *place = to,
            None => next.push(to),
        }
        history.record(list, title, next, gesture)
    }

    #[test]
    fn a_gesture_is_one_step_and_none_if_it_ends_where_it_began() {
        let (mut list, mut history) = start(&[1, 2], true);
        let drag = history.begin();
        for to in [5, 6, 7] {
            assert!(put(&mut list, &mut history, "Drag", 0, to, Some(drag)));
        }
        assert_eq!((history.steps().len(), &list), (1, &vec![7, 2]));
        assert!(history.is_dirty());
        put(&mut list, &mut history, "Drag", 0, 1, Some(drag));
        assert_eq!((history.steps().len(), &list), (0, &vec![1, 2]));
        assert!(!history.is_dirty());
    }

    #[test]
    fn an_edit_without_effect_is_no_step() {
        let (mut list, mut history) = start(&[1], true);
        assert!(!put(&mut list, &mut history, "Same", 0, 1, None));
        assert!(history.steps().is_empty() && !history.is_dirty() && list == [1]);
    }

    #[test]
    fn the_dirty_flag_follows_the_saved_revision() {
        let (mut list, mut history) = start(&[1], false);
        assert!(history.is_dirty(), "never saved");
        put(&mut list, &mut history, "Two", 0, 2, None);
        history.mark_saved();
        put(&mut list, &mut history, "Three", 0, 3, None);
        assert!(history.is_dirty());
        history.undo(&mut list);
        assert!(!history.is_dirty(), "back at the saved revision");
        history.undo(&mut list);
        assert!(history.is_dirty(), "before the saved revision");
        put(&mut list, &mut history, "Two again", 0, 2, None);
        assert!(history.is_dirty(), "the saved revision is gone for good");
    }

    #[test]
    fn saving_in_the_middle_of_a_gesture_can_be_undone_to() {
        let (mut list, mut history) = start(&[1], true);
        let drag = history.begin();
        put(&mut list, &mut history, "Drag", 0, 2, Some(drag));
        history.mark_saved();
        put(&mut list, &mut history, "Drag", 0, 3, Some(drag));
        assert_eq!(history.steps().len(), 2);
        history.undo(&mut list);
        assert!(!history.is_dirty() && list == [2]);
    }

    #[test]
    fn a_gesture_that_adds_and_overwrites_is_undone_at_once() {
        let (mut list, mut history) = start(&[1], true);
        let drag = history.begin();
        for (at, to) in [(0, 2), (9, 5), (1, 6), (0, 1)] {
            put(&mut list, &mut history, "Drag", at, to, Some(drag));
        }
        assert_eq!(list, [1, 6]);
        history.undo(&mut list);
        assert_eq!(list, [1]);
        history.redo(&mut list);
        assert_eq!(list, [1, 6]);
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let (mut list, mut history) = start(&[0], true);
        for to in 1..=(MAX_STEPS as i32 + 5) {
            put(&mut list, &mut history, "Set", 0, to, None);
        }
        assert_eq!((history.steps().len(), history.position(), history.forgotten()), (MAX_STEPS, MAX_STEPS, 5));
        while history.undo(&mut list) {}
        assert_eq!(list, [5]);
        assert!(history.is_dirty(), "the saved state is before the first step that is kept");
        history.mark_saved();
        history.redo(&mut list);
        history.undo(&mut list);
        assert!(!history.is_dirty());
    }

    #[test]
    fn a_new_step_drops_the_undone_steps() {
        let (mut list, mut history) = start(&[1], true);
        put(&mut list, &mut history, "Two", 0, 2, None);
        history.undo(&mut list);
        assert_eq!(history.redo_title(), Some("Two"));
        put(&mut list, &mut history, "Three", 0, 3, None);
        assert_eq!((history.redo_title(), history.undo_title()), (None, Some("Three")));
        assert!(!history.redo(&mut list));
    }
}
