//! A circuit being edited: the draft, its history, the selection and the issues.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{At, Fix, Gesture, History, Part, Selection, Shape, ShapeId, Sketch, SketchEdit};
use crate::game::Issue;
use crate::game::Refused;
use crate::replay::{FileError, TrackFile, parse};

/// The last rotation, which the next rotation can continue. A single rotation by an eighth of a turn rounds the points.
/// Rotations that continue each other do not add up rounding errors: two eighths make an exact quarter turn, and eight
/// eighths restore the draft from before the first rotation.
#[derive(Clone, Debug)]
pub(super) struct Turning<D> {
    /// The rotated shapes.
    pub(super) shapes: Vec<ShapeId>,
    /// The draft before the first of the rotations that continue each other.
    pub(super) start: D,
    /// The point about which the shapes are rotated.
    pub(super) about: At,
    /// The total rotation so far, in eighths of a full turn.
    pub(super) eighths: i64,
    /// The revision of the draft just after this rotation. If the draft now has another revision, something else was
    /// edited since, and the next rotation does not continue this one.
    pub(super) revision: u64,
}

/// A circuit being edited.
///
/// Every change of the draft goes through [`apply`](super::Steps::apply) and is one step of the history. Selecting is
/// not a step.
#[derive(Clone, Debug)]
pub struct SketchDocument<G: Sketch> {
    pub(super) draft: G::Draft,
    pub(super) history: History<G::Draft>,
    pub(super) selection: Selection<Part>,
    pub(super) shapes: Vec<Shape>,
    /// Two drafts: the draft at the start of the current gesture, and the draft to which the gesture's next edit is
    /// applied. `None` outside a gesture.
    pub(super) before: Option<Box<[G::Draft; 2]>>,
    pub(super) track: Option<G::Track>,
    pub(super) issues: Vec<Issue>,
    /// The suggested fix of each issue; `None` while the fixes are not known.
    pub(super) fixes: Option<Vec<Option<Fix<G::Draft>>>>,
    /// Whether the issues were found in the current draft and not in an earlier one.
    pub(super) is_checked: bool,
    /// Whether a check of the current draft must still be started.
    pub(super) is_due: bool,
    pub(super) checks_later: bool,
    /// Whether the search for fixes of the current issues must still be started.
    pub(super) are_fixes_due: bool,
    /// The flag that stops the running search for fixes. It is set when the circuit changes.
    pub(super) no_longer_wanted: Arc<AtomicBool>,
    /// The last rotation, which the next rotation may continue. `None` before the first rotation.
    pub(super) turning: Option<Turning<G::Draft>>,
    /// The options of the solver.
    pub(super) question: G::Question,
}

impl<G: Sketch> SketchDocument<G> {
    /// Opens a draft and checks it. `saved` says whether the draft is in a file.
    #[must_use]
    pub fn new(draft: G::Draft, saved: bool) -> Self {
        let mut document = Self { checks_later: false, ..Self::checked_later(draft, saved) };
        document.check();
        document
    }

    /// Opens a draft without checking it. After opening and after every change, take the check from
    /// [`due`](super::Checks::due), run it on any thread, and pass its result to
    /// [`take_checked`](super::Checks::take_checked).
    #[must_use]
    pub fn checked_later(draft: G::Draft, saved: bool) -> Self {
        let mut document = Self {
            draft,
            history: History::new(saved, G::weight),
            selection: Selection::default(),
            shapes: Vec::new(),
            before: None,
            track: None,
            issues: Vec::new(),
            fixes: None,
            is_checked: false,
            is_due: true,
            checks_later: true,
            are_fixes_due: false,
            no_longer_wanted: Arc::default(),
            turning: None,
            question: G::Question::default(),
        };
        document.look();
        document
    }

    /// Opens a circuit from the bytes of a track file.
    ///
    /// ```
    /// use paddock::editor::sketch::{Checks as _, SketchDocument};
    /// use paddock::games::vektorace::Vektorace;
    ///
    /// let bytes = std::fs::read("tracks/vektorace/copper-kettle.json").unwrap();
    /// let document = SketchDocument::<Vektorace>::from_bytes(&bytes).unwrap();
    /// assert!(document.is_sound());
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a track file of this game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        parse::<TrackFile<G>>(bytes).map(|file| Self::new(file.track, true))
    }

    /// The circuit in its current state. It may have errors.
    #[must_use]
    pub const fn draft(&self) -> &G::Draft {
        &self.draft
    }

    /// The track; `None` if the draft has errors.
    #[must_use]
    pub const fn track(&self) -> Option<&G::Track> {
        self.track.as_ref()
    }

    /// The history of edits that can be undone and redone.
    #[must_use]
    pub const fn history(&self) -> &History<G::Draft> {
        &self.history
    }

    /// Keeps the edits that the current gesture has made so far. The gesture's next edit will not replace them: it will
    /// be applied to the current draft.
    pub(super) fn rebase(&mut self) {
        if let Some(before) = &mut self.before {
            before[1] = self.draft.clone();
        }
    }

    /// The draft to which the next edit of the current gesture will be applied.
    pub(super) fn base(&self) -> &G::Draft {
        self.before.as_ref().map_or(&self.draft, |before| &before[1])
    }

    /// Changes the draft to which the next edit of the current gesture is applied.
    pub(super) fn change_base(&mut self, change: impl FnOnce(&mut G::Draft)) {
        if let Some(before) = &mut self.before {
            change(&mut before[1]);
        }
    }

    /// Replaces the earlier edits of the current gesture by one edit. The edit is applied to the [`base`](Self::base)
    /// draft of the gesture.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`apply`](super::Steps::apply).
    pub(super) fn reapply(&mut self, edit: &SketchEdit, gesture: Gesture) -> Result<bool, Refused> {
        self.apply_to(self.base().clone(), edit, Some(gesture))
    }

    pub(super) fn apply_to(
        &mut self,
        mut next: G::Draft,
        edit: &SketchEdit,
        gesture: Option<Gesture>,
    ) -> Result<bool, Refused> {
        let kept = edit.kept::<G>(&self.draft, self.selection.items());
        let added = edit.carry_out::<G>(&mut next)?;
        let is_changed = self.step(edit.title::<G>(&self.draft, &self.shapes), next, gesture, &added);
        if let Some(kept) = kept.filter(|_| is_changed) {
            self.selection.set(kept);
            self.keep_selected();
            self.history.remember(self.selection.items());
        }
        Ok(is_changed)
    }

    /// Replaces the draft as one step of the history, and selects the added shapes. Returns whether the draft changed.
    pub(super) fn step(&mut self, title: String, next: G::Draft, gesture: Option<Gesture>, added: &[ShapeId]) -> bool {
        let selected = self.selection.items();
        let is_changed = self.history.record_with(&mut self.draft, title, next, gesture, selected);
        if is_changed {
            self.look();
            if !added.is_empty() {
                self.selection.set(added.iter().map(|shape| shape.whole()));
            }
            self.keep_selected();
            self.history.remember(self.selection.items());
            self.check();
        }
        is_changed
    }

    /// Undoes or redoes a step. Undoing restores the selection from before the step. Redoing restores the selection
    /// from after it.
    pub(super) fn walk(&mut self, is_redo: bool) -> bool {
        let step = if is_redo { History::redo } else { History::undo };
        if !step(&mut self.history, &mut self.draft) {
            return false;
        }
        let position = self.history.position();
        let walked = self.history.steps().get(if is_redo { position - 1 } else { position });
        let selected = walked.map(|step| step.selected()[usize::from(is_redo)].clone());
        self.selection.set(selected.unwrap_or_default());
        self.look();
        self.keep_selected();
        self.check();
        true
    }

    /// Deselects the shapes and points that no longer exist in the draft.
    fn keep_selected(&mut self) {
        let count = |id: ShapeId| self.shapes.iter().find(|shape| shape.id == id).map(|shape| shape.points.len());
        let there = |part: &Part| count(part.shape).is_some_and(|count| part.point.is_none_or(|point| point < count));
        let kept: Vec<Part> = self.selection.items().iter().copied().filter(there).collect();
        self.selection.set(kept);
    }

    pub(super) fn look(&mut self) {
        self.shapes = G::shapes(&self.draft);
    }

    pub(super) fn check(&mut self) {
        (self.fixes, self.are_fixes_due) = (None, false);
        self.no_longer_wanted.store(true, Ordering::Relaxed);
        if self.checks_later {
            (self.is_checked, self.is_due) = (false, true);
            return;
        }
        (self.track, self.issues) = super::check::validated::<G>(&self.draft);
        self.is_checked = true;
    }

    /// Returns the suggested fix of each issue. The list is empty until the fixes are known.
    pub(super) fn fixes_known(&mut self) -> &[Option<Fix<G::Draft>>] {
        if self.fixes.is_none() && self.is_checked && !self.checks_later {
            let fix = |index| G::fix(&self.draft, &self.issues, index);
            self.fixes = Some((0..self.issues.len()).map(fix).collect());
        }
        self.fixes.as_deref().unwrap_or_default()
    }

    /// Replaces the draft as a separate step of the history. Returns whether the draft changed.
    pub(super) fn put_instead(&mut self, title: &str, draft: G::Draft) -> bool {
        self.history.close();
        self.step(title.to_owned(), draft, None, &[])
    }
}
