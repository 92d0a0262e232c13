//! The editing steps of a circuit: edits, gestures, undo, and the selection.

use super::document::{SketchDocument, Turning};
use super::{Gesture, Motion, Part, Selection, Shape, ShapeId, Sketch, SketchEdit, Step, carried, shapes_of};
use crate::game::AnyDraft;
use crate::game::Refused;

/// Changes a circuit in steps that can be undone. Selecting a shape is not a step.
pub trait Steps {
    /// All shapes on the board, from bottom to top.
    fn shapes(&self) -> &[Shape];
    /// The selected shapes and points.
    fn selection(&self) -> &Selection<Part>;
    /// The selected shapes and points, mutable.
    fn selection_mut(&mut self) -> &mut Selection<Part>;

    /// Whether the circuit differs from the saved one.
    fn is_dirty(&self) -> bool;
    /// Marks the circuit as saved.
    fn mark_saved(&mut self);
    /// Marks the circuit as not saved.
    fn mark_unsaved(&mut self);
    /// The revision number of the current draft. It changes with every edit. A cache that was made for another revision
    /// is out of date.
    fn revision(&self) -> u64;

    /// Returns three numbers: the number of all steps of the history, the number of steps that are not undone, and the
    /// number of old steps that were dropped.
    fn steps(&self) -> (usize, usize, usize);
    /// The title of the step with this index; `None` if there is no such step.
    fn step_title(&self, step: usize) -> Option<&str>;
    /// Undoes the last step and restores the selection before it. Returns `false` if there is nothing to undo.
    fn undo(&mut self) -> bool;
    /// Redoes the last undone step and restores the selection after it. Returns `false` if there is nothing to redo.
    fn redo(&mut self) -> bool;

    /// Begins a gesture, such as a drag. Each edit of a drag moves the parts by the whole offset since the start of the
    /// drag. Therefore each edit replaces the edit before it.
    fn begin(&mut self) -> Gesture;
    /// Ends the current gesture, if there is one.
    fn end(&mut self);
    /// Reverts all edits of the gesture.
    fn take_back(&mut self, gesture: Gesture);

    /// Applies an edit, alone or as part of a gesture. All edits of a gesture make one step. Returns whether anything
    /// changed.
    ///
    /// # Errors
    /// Returns an error if the edit is not possible; then nothing is changed.
    fn apply_in(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, Refused>;
    /// Rotates shapes together about their common middle, as one step of the history. `eighths` is the angle in eighths
    /// of a full turn; positive is counter-clockwise. If the list is empty, rotates the whole circuit. If the same
    /// shapes are rotated again, the middle stays the same. Returns whether anything changed.
    fn turn(&mut self, shapes: &[ShapeId], eighths: i64) -> bool;
    /// Replaces the circuit by another circuit of the same game, as one step. Returns whether the circuit changed.
    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool;

    /// Applies an edit as a step. Returns whether anything changed.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`apply_in`](Self::apply_in).
    fn apply(&mut self, edit: &SketchEdit) -> Result<bool, Refused> {
        self.apply_in(edit, None)
    }

    /// Undoes or redoes steps until exactly `position` steps of the history are in effect.
    fn go_to(&mut self, position: usize) {
        while self.steps().1 > position && self.undo() {}
        while self.steps().1 < position && self.redo() {}
    }

    /// The ids of all shapes of the circuit.
    fn all(&self) -> Vec<ShapeId> {
        self.shapes().iter().map(|shape| shape.id).collect()
    }

    /// The shape with this id; `None` if no shape has it.
    fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes().iter().find(|shape| shape.id == id)
    }

    /// The shapes that are selected, or that have a selected point.
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
        self.walk(false)
    }

    fn redo(&mut self) -> bool {
        self.walk(true)
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
            self.step("Revert".to_owned(), draft, Some(gesture), &[]);
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
        carried::turn::<G>(&mut next, &all, Motion::Turn(turning.eighths, turning.about));
        let title = SketchEdit::Turn(all, eighths, turning.about).title::<G>(&self.draft, &self.shapes);
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
