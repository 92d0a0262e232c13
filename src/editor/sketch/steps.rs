//! The steps of a circuit being drawn: edits, gestures, undoing, and what is selected meanwhile.

use super::document::{SketchDocument, Turning};
use super::{Gesture, History, Motion, Part, Selection, Shape, ShapeId, Sketch, SketchEdit, Step, edit, shapes_of};
use crate::game::AnyDraft;
use crate::game::Refused;

/// Changes a circuit step by step. Selecting is no step.
pub trait Steps {
    /// Everything on the board, what lies on top last.
    fn shapes(&self) -> &[Shape];
    /// What is selected.
    fn selection(&self) -> &Selection<Part>;
    /// To select something else.
    fn selection_mut(&mut self) -> &mut Selection<Part>;

    /// Whether the circuit differs from what was saved last.
    fn is_dirty(&self) -> bool;
    /// Marks the circuit as it is now as saved in its file.
    fn mark_saved(&mut self);
    /// Marks the circuit as it is now as being in no file.
    fn mark_unsaved(&mut self);
    /// A number that is another after every change: for what is kept beside the draft, such as its picture.
    fn revision(&self) -> u64;

    /// The number of steps, of those that are done, and of those that were forgotten before them.
    fn steps(&self) -> (usize, usize, usize);
    /// What a step did.
    fn step_title(&self, step: usize) -> Option<&str>;
    /// Undoes the last step and selects what changed. Returns whether there was one.
    fn undo(&mut self) -> bool;
    /// Redoes the step that was undone last and selects what changed. Returns whether there was one.
    fn redo(&mut self) -> bool;

    /// Begins a gesture. A drag says in each frame how far it has come since: each of its edits is of the draft as it was.
    fn begin(&mut self) -> Gesture;
    /// Ends the gesture under way, if any.
    fn end(&mut self);
    /// Takes back what the gesture under way has done.
    fn take_back(&mut self, gesture: Gesture);

    /// Carries out an edit, as part of a gesture or by itself: all of a gesture's edits are one step. Returns whether
    /// anything changed.
    ///
    /// # Errors
    /// A sentence, where it cannot be done; nothing is changed then.
    fn apply_in(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, Refused>;
    /// Turns shapes together about their middle, by eighths of a full turn, counter-clockwise where positive, as a step of
    /// its own; where there are none, the circuit. Turned on and on they stay about the same middle. Returns whether
    /// anything changed.
    fn turn(&mut self, shapes: &[ShapeId], eighths: i64) -> bool;
    /// Puts another circuit of the same game in its place, as a step of its own. Returns whether it is another.
    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool;

    /// Carries out an edit as a step of its own. Returns whether anything changed.
    ///
    /// # Errors
    /// As [`apply_in`](Self::apply_in).
    fn apply(&mut self, edit: &SketchEdit) -> Result<bool, Refused> {
        self.apply_in(edit, None)
    }

    /// Undoes steps, or redoes them, until this number of them is done.
    fn go_to(&mut self, position: usize) {
        while self.steps().1 > position && self.undo() {}
        while self.steps().1 < position && self.redo() {}
    }

    /// All shapes.
    fn all(&self) -> Vec<ShapeId> {
        self.shapes().iter().map(|shape| shape.id).collect()
    }

    /// A shape by its id.
    fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes().iter().find(|shape| shape.id == id)
    }

    /// The shapes that are selected whole or in part.
    fn selected_shapes(&self) -> Vec<ShapeId> {
        shapes_of(self.selection().items())
    }
}

impl<G: Sketch> Steps for SketchDocument<G> {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    fn selection(&self) -> &Selection<Part> {
        &self.selection
    }

    fn selection_mut(&mut self) -> &mut Selection<Part> {
        &mut self.selection
    }

    fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    fn mark_saved(&mut self) {
        self.history.mark_saved();
    }

    fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
    }

    fn revision(&self) -> u64 {
        self.history.revision()
    }

    fn steps(&self) -> (usize, usize, usize) {
        (self.history.steps().len(), self.history.position(), self.history.forgotten())
    }

    fn step_title(&self, step: usize) -> Option<&str> {
        self.history.steps().get(step).map(Step::title)
    }

    fn undo(&mut self) -> bool {
        self.walk(History::undo)
    }

    fn redo(&mut self) -> bool {
        self.walk(History::redo)
    }

    fn begin(&mut self) -> Gesture {
        self.before = Some(Box::new([self.draft.clone(), self.draft.clone()]));
        self.history.begin()
    }

    fn end(&mut self) {
        self.history.close();
        self.before = None;
    }

    fn take_back(&mut self, gesture: Gesture) {
        if let Some(before) = self.before.take() {
            let [draft, _] = *before;
            self.step("Put back".to_owned(), draft, Some(gesture), &[]);
        }
    }

    fn apply_in(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, Refused> {
        if gesture.is_none() {
            self.history.close();
        }
        let next = self.draft.clone();
        self.apply_to(next, edit, gesture)
    }

    fn turn(&mut self, shapes: &[ShapeId], eighths: i64) -> bool {
        let revision = self.revision();
        let going_on = self.turning.take().filter(|last| last.revision == revision && last.shapes == shapes);
        let begun = || {
            let about = G::middle(&self.draft, shapes)?;
            Some(Turning { shapes: shapes.to_vec(), start: self.draft.clone(), about, eighths: 0, revision: 0 })
        };
        let Some(mut turning) = going_on.or_else(begun) else { return false };
        turning.eighths = (turning.eighths + eighths) % 8;
        let all = if shapes.is_empty() { self.shapes.iter().map(|shape| shape.id).collect() } else { shapes.to_vec() };
        let mut next = turning.start.clone();
        edit::turn::<G>(&mut next, &all, Motion::Turn(turning.eighths, turning.about));
        let title = SketchEdit::Turn(all, eighths, turning.about).title::<G>(&self.draft);
        self.history.close();
        let is_changed = self.step(title, next, None, &[]);
        turning.revision = self.revision();
        self.turning = Some(turning);
        is_changed
    }

    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool {
        draft.of::<G>().is_some_and(|draft| self.put_instead(title, draft.clone()))
    }
}
