//! Steps that can be undone. Knows nothing of what is edited: a [`Change`] knows how to carry itself out and what
//! takes it back.
//!
//! One gesture is one step: changes recorded under the same [`Gesture`] merge, and what a gesture has put back to
//! where it was vanishes from the list. Every step has a revision, so that a document knows whether it is as saved,
//! whichever way it got there.

use std::fmt;

/// The smallest thing that can be done to a draft.
pub trait Change: Clone + PartialEq + fmt::Debug {
    /// What is changed.
    type Draft;
    /// Names a value that a change overwrites.
    type Slot: PartialEq;

    /// Carries the change out and returns the change that takes it back; `None` where it changes nothing.
    fn apply(&self, draft: &mut Self::Draft) -> Option<Self>;

    /// The one value this change overwrites: of two such changes in a gesture only the later counts. `None` where it
    /// adds or takes something away, so that what other changes name may be something else before and after it.
    fn slot(&self) -> Option<Self::Slot>;

    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// A gesture under way, such as a drag or the typing into a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gesture(u64);

/// One entry of the history: what one gesture did.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<C> {
    title: String,
    revision: u64,
    gesture: Option<Gesture>,
    /// Each change with the one that takes it back.
    changes: Vec<(C, C)>,
}

impl<C> Step<C> {
    /// What was done, in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }
}

impl<C: Change> Step<C> {
    fn bytes(&self) -> usize {
        let changes: usize = self.changes.iter().map(|(change, back)| change.bytes() + back.bytes()).sum();
        size_of::<Self>() + self.title.len() + changes
    }
}

/// The most steps that are kept: the oldest are forgotten beyond it.
pub const MAX_STEPS: usize = 2_000;

/// The most memory steps take, in bytes.
const MAX_BYTES: usize = 32 << 20;

/// The steps done, and those undone that can be done again.
#[derive(Clone, Debug)]
pub struct History<C> {
    steps: Vec<Step<C>>,
    /// How many of `steps` are done.
    position: usize,
    /// How many steps were forgotten before the first of `steps`.
    forgotten: usize,
    /// The revision before the first of `steps`.
    beginning: u64,
    /// The revision that is in the file; `None` before it was ever saved.
    saved: Option<u64>,
    /// The last number given to a revision or a gesture.
    last_number: u64,
}

/// The revision before the first step.
const BEGINNING: u64 = 0;

impl<C: Change> History<C> {
    /// No steps, of a document that is as in its file (`saved`), or that has none yet.
    #[must_use]
    pub const fn new(saved: bool) -> Self {
        Self {
            steps: Vec::new(),
            position: 0,
            forgotten: 0,
            beginning: BEGINNING,
            saved: if saved { Some(BEGINNING) } else { None },
            last_number: BEGINNING,
        }
    }

    /// A new gesture: what is recorded under it makes one step.
    pub fn begin(&mut self) -> Gesture {
        self.last_number += 1;
        Gesture(self.last_number)
    }

    /// Ends the gesture under way, if any: the next change begins a new step, whatever it is recorded under.
    pub fn close(&mut self) {
        for step in &mut self.steps {
            step.gesture = None;
        }
    }

    /// Carries out `changes` and records them as one step, or adds them to the last step where that is of the same
    /// gesture. Changes that change nothing are left out, and a step without any is none. Says whether the draft
    /// is another than before.
    pub fn record(
        &mut self,
        draft: &mut C::Draft,
        title: impl Into<String>,
        changes: impl IntoIterator<Item = C>,
        gesture: Option<Gesture>,
    ) -> bool {
        let mut done: Vec<(C, C)> = Vec::new();
        for change in changes {
            if let Some(back) = change.apply(draft) {
                // One edit, too, may overwrite a value twice, and may end where it began.
                merge(&mut done, change, back);
            }
        }
        if done.is_empty() {
            return false;
        }
        self.steps.truncate(self.position);
        self.last_number += 1;
        let revision = self.last_number;
        match self.steps.last_mut() {
            Some(step) if gesture.is_some() && step.gesture == gesture => {
                for (change, back) in done {
                    merge(&mut step.changes, change, back);
                }
                step.revision = revision;
                if step.changes.is_empty() {
                    self.steps.pop();
                }
            }
            _ => self.steps.push(Step { title: title.into(), revision, gesture, changes: done }),
        }
        self.position = self.steps.len();
        self.forget();
        true
    }

    /// Forgets the oldest steps where there are too many, or they take too much memory. The newest always stays.
    fn forget(&mut self) {
        let mut bytes: usize = self.steps.iter().map(Step::bytes).sum();
        let mut gone = 0;
        while self.steps.len() - gone > 1 && (self.steps.len() - gone > MAX_STEPS || bytes > MAX_BYTES) {
            bytes -= self.steps[gone].bytes();
            self.beginning = self.steps[gone].revision;
            gone += 1;
        }
        self.steps.drain(..gone);
        self.position -= gone;
        self.forgotten += gone;
    }

    /// How many steps, the oldest, can no longer be taken back.
    #[must_use]
    pub const fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// Takes the last step back and returns the changes that did so, in order; `None` where there is no step.
    pub fn undo(&mut self, draft: &mut C::Draft) -> Option<Vec<C>> {
        self.close();
        let step = self.steps.get(self.position.checked_sub(1)?)?;
        let changes: Vec<C> = step.changes.iter().rev().map(|(_, back)| back.clone()).collect();
        for change in &changes {
            change.apply(draft);
        }
        self.position -= 1;
        Some(changes)
    }

    /// Does the step again that was taken back last, and returns its changes; `None` where there is none.
    pub fn redo(&mut self, draft: &mut C::Draft) -> Option<Vec<C>> {
        self.close();
        let step = self.steps.get(self.position)?;
        let changes: Vec<C> = step.changes.iter().map(|(change, _)| change.clone()).collect();
        for change in &changes {
            change.apply(draft);
        }
        self.position += 1;
        Some(changes)
    }

    /// All steps, done and undone, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step<C>] {
        &self.steps
    }

    /// How many of [`steps`](Self::steps) are done.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// What [`undo`](Self::undo) would take back.
    #[must_use]
    pub fn undo_title(&self) -> Option<&str> {
        self.position.checked_sub(1).and_then(|index| self.steps.get(index)).map(Step::title)
    }

    /// What [`redo`](Self::redo) would do again.
    #[must_use]
    pub fn redo_title(&self) -> Option<&str> {
        self.steps.get(self.position).map(Step::title)
    }

    /// The number of the present revision: the same number is the same draft.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.position
            .checked_sub(1)
            .and_then(|index| self.steps.get(index))
            .map_or(self.beginning, |step| step.revision)
    }

    /// Whether the draft differs from what was saved last.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.revision())
    }

    /// The draft as it is now is in no file any more.
    pub const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// The draft as it is now is in the file. Ends the gesture under way, so that the saved state can be returned to.
    pub fn mark_saved(&mut self) {
        self.close();
        self.saved = Some(self.revision());
    }
}

/// Adds a change to those of a step: where it overwrites what the step overwrote before, the earlier one goes, and
/// where the value is back at what it was, both go.
fn merge<C: Change>(changes: &mut Vec<(C, C)>, change: C, back: C) {
    if let Some(slot) = change.slot() {
        for index in (0..changes.len()).rev() {
            let (earlier, first_back) = &mut changes[index];
            match earlier.slot() {
                // Past an addition or removal, the same name may mean another thing.
                None => break,
                Some(other) if other == slot => {
                    if change == *first_back {
                        changes.remove(index);
                    } else {
                        *earlier = change;
                    }
                    return;
                }
                Some(_) => {}
            }
        }
    }
    changes.push((change, back));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of numbers: `Set` overwrites, `Push` and `Pop` do not.
    #[derive(Clone, Debug, PartialEq)]
    enum Op {
        Set(usize, i32),
        Push(i32),
        Pop,
    }

    impl Change for Op {
        type Draft = Vec<i32>;
        type Slot = usize;

        fn apply(&self, list: &mut Vec<i32>) -> Option<Self> {
            match self {
                Self::Set(at, to) => {
                    let place = list.get_mut(*at)?;
                    let before = std::mem::replace(place, *to);
                    (before != *to).then_some(Self::Set(*at, before))
                }
                Self::Push(number) => {
                    list.push(*number);
                    Some(Self::Pop)
                }
                Self::Pop => list.pop().map(Self::Push),
            }
        }

        fn slot(&self) -> Option<usize> {
            match self {
                Self::Set(at, _) => Some(*at),
                Self::Push(_) | Self::Pop => None,
            }
        }
    }

    #[test]
    fn a_gesture_is_one_step_and_vanishes_when_it_leads_back() {
        let (mut list, mut history) = (vec![1, 2], History::new(true));
        let drag = history.begin();
        for to in [5, 6, 7] {
            assert!(history.record(&mut list, "Drag", [Op::Set(0, to)], Some(drag)));
        }
        assert_eq!((history.steps().len(), &list), (1, &vec![7, 2]));
        assert!(history.is_dirty());
        history.record(&mut list, "Drag", [Op::Set(0, 1)], Some(drag));
        assert_eq!((history.steps().len(), &list), (0, &vec![1, 2]));
        assert!(!history.is_dirty());
    }

    #[test]
    fn nothing_done_is_no_step() {
        let (mut list, mut history) = (vec![1], History::new(true));
        assert!(!history.record(&mut list, "Nothing", [Op::Set(0, 1), Op::Set(9, 9)], None));
        assert!(history.steps().is_empty() && !history.is_dirty());
        assert!(!history.record(&mut list, "There and back", [Op::Set(0, 5), Op::Set(0, 1)], None));
        assert!(history.steps().is_empty() && list == [1]);
    }

    #[test]
    fn the_dirty_flag_follows_the_saved_revision() {
        let (mut list, mut history) = (vec![1], History::new(false));
        assert!(history.is_dirty(), "never saved");
        history.record(&mut list, "Two", [Op::Set(0, 2)], None);
        history.mark_saved();
        history.record(&mut list, "Three", [Op::Set(0, 3)], None);
        assert!(history.is_dirty());
        history.undo(&mut list);
        assert!(!history.is_dirty(), "back at the saved revision");
        history.undo(&mut list);
        assert!(history.is_dirty(), "before the saved revision");
        history.record(&mut list, "Two again", [Op::Set(0, 2)], None);
        assert!(history.is_dirty(), "the saved revision is gone for good");
    }

    #[test]
    fn saving_in_the_middle_of_a_gesture_keeps_a_way_back() {
        let (mut list, mut history) = (vec![1], History::new(true));
        let drag = history.begin();
        history.record(&mut list, "Drag", [Op::Set(0, 2)], Some(drag));
        history.mark_saved();
        history.record(&mut list, "Drag", [Op::Set(0, 3)], Some(drag));
        assert_eq!(history.steps().len(), 2);
        history.undo(&mut list);
        assert!(!history.is_dirty() && list == [2]);
    }

    #[test]
    fn changes_do_not_merge_across_additions() {
        let (mut list, mut history) = (vec![1], History::new(true));
        let drag = history.begin();
        for op in [Op::Set(0, 2), Op::Push(5), Op::Set(1, 6), Op::Set(0, 1)] {
            history.record(&mut list, "Drag", [op], Some(drag));
        }
        assert_eq!(list, [1, 6]);
        history.undo(&mut list);
        assert_eq!(list, [1]);
        history.redo(&mut list);
        assert_eq!(list, [1, 6]);
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let (mut list, mut history) = (vec![0], History::new(true));
        for to in 1..=(MAX_STEPS as i32 + 5) {
            history.record(&mut list, "Set", [Op::Set(0, to)], None);
        }
        assert_eq!((history.steps().len(), history.position(), history.forgotten()), (MAX_STEPS, MAX_STEPS, 5));
        while history.undo(&mut list).is_some() {}
        assert_eq!(list, [5]);
        assert!(history.is_dirty(), "what was saved lies before the first step that is kept");
        history.mark_saved();
        history.redo(&mut list);
        history.undo(&mut list);
        assert!(!history.is_dirty());
    }

    #[test]
    fn a_new_step_drops_what_was_undone() {
        let (mut list, mut history) = (vec![1], History::new(true));
        history.record(&mut list, "Two", [Op::Set(0, 2)], None);
        history.undo(&mut list);
        assert_eq!(history.redo_title(), Some("Two"));
        history.record(&mut list, "Three", [Op::Set(0, 3)], None);
        assert_eq!((history.redo_title(), history.undo_title()), (None, Some("Three")));
        assert!(history.redo(&mut list).is_none());
    }
}
