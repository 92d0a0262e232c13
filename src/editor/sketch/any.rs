//! A drawn circuit as the window knows it: whichever game it is of.

use super::check::{Check, Checked};
use super::findings::{DraftSeeker, TrackSeeker};
use super::pick::{pick, within};
use super::{At, Form, Grid, Motion, Part, Seeker, Shape, ShapeId, Sketch, SketchDocument, SketchEdit, Tool, UNIT};
use crate::editor::{Gesture, Selection};
use crate::game::form::Field;
use crate::game::scene::Scene;
use crate::game::{Issue, Layout, Reference, counted};
use crate::games::AnyDraft;
use crate::replay::FileError;

/// Where a drag has brought what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The place of what leads it.
    pub at: At,
    /// How far it has come from where it was.
    pub by: At,
}

/// A circuit that is being drawn.
pub trait AnySketch: Send {
    /// The name files use for its game.
    fn game(&self) -> &'static str;
    /// The circuit as it is now.
    fn draft(&self) -> AnyDraft;
    /// What it is called.
    fn name(&self) -> &str;
    /// What the unit of length is called, in the plural.
    fn unit(&self) -> &'static str;
    /// How long a unit is on the table, in millimetres, where it is known.
    fn layout(&self) -> Layout;
    /// What one draws with.
    fn tools(&self) -> &'static [Tool];
    /// How many points what a tool draws has.
    fn form(&self, tool: Tool) -> Form;
    /// Whether what it draws goes to the nearest field, whatever the grid.
    fn sticks(&self, tool: Tool) -> bool;
    /// Its drawing.
    fn scene(&self) -> Scene;
    /// Everything on the paper, what lies on top last.
    fn shapes(&self) -> &[Shape];
    /// The lower left and the upper right corner of the paper.
    fn paper(&self) -> [[f64; 2]; 2];

    /// The track file's text.
    ///
    /// # Errors
    /// Where the draft cannot be written, which none is.
    fn to_text(&self) -> Result<String, FileError>;
    /// Whether it differs from what was saved last.
    fn is_dirty(&self) -> bool;
    /// It is in its file as it is now.
    fn mark_saved(&mut self);
    /// It is in no file as it is now.
    fn mark_unsaved(&mut self);
    /// A number that is another after every change.
    fn revision(&self) -> u64;

    /// Everything that is wrong or odd, errors first; in the middle of a gesture, before it.
    fn issues(&self) -> &[Issue];
    /// Whether nothing is an error, as far as is known.
    fn is_sound(&self) -> bool;
    /// Whether what is known of the circuit is known of it as it is.
    fn is_checked(&self) -> bool;
    /// The check that is due, where one is: once for every change.
    fn due(&mut self) -> Option<Check>;
    /// Takes in what a check has found, unless the circuit is another one by now.
    fn take_checked(&mut self, checked: Checked);

    /// What was done, and undone: how many steps, how many of them are done, and how many were forgotten before them.
    fn steps(&self) -> (usize, usize, usize);
    /// What a step did.
    fn step_title(&self, step: usize) -> Option<&str>;
    /// Takes the last step back. Says whether there was one.
    fn undo(&mut self) -> bool;
    /// Does the step again that was taken back last. Says whether there was one.
    fn redo(&mut self) -> bool;

    /// What is selected.
    fn selection(&self) -> &Selection<Part>;
    /// To select something else.
    fn selection_mut(&mut self) -> &mut Selection<Part>;

    /// Begins a gesture.
    fn begin(&mut self) -> Gesture;
    /// Ends the gesture under way, if any.
    fn end(&mut self);
    /// Carries out an edit, as part of a gesture or by itself. Says whether anything changed.
    ///
    /// # Errors
    /// A sentence, where it cannot be done.
    fn apply(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String>;
    /// Carries out an edit of the circuit as the gesture found it, in place of what the gesture did before.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn apply_anew(&mut self, edit: &SketchEdit, gesture: Gesture) -> Result<bool, String>;
    /// What the gesture did up to now stays: what follows counts from here.
    fn rebase(&mut self);
    /// Takes back what the gesture under way has done.
    fn take_back(&mut self, gesture: Gesture);

    /// What there is to fill in about a shape or a point of it, or about the circuit.
    fn fields(&self, part: Option<Part>) -> Vec<Field>;
    /// The picture under the board.
    fn reference(&self) -> Option<&Reference>;

    /// The selected shapes as text, and how many there are.
    fn copied(&self) -> Option<(String, usize)>;
    /// Puts down what was copied. Answers how many shapes.
    ///
    /// # Errors
    /// A sentence, where the text holds no shapes of this game.
    fn paste(&mut self, text: &str) -> Result<usize, String>;
    /// Puts another circuit of the same game in its place, as a step that can be taken back. Says whether anything changed.
    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool;
    /// What to do where there is nothing on the paper.
    fn empty_hint(&self) -> &'static str;
    /// What a search would look for, in a sentence.
    fn sought(&self) -> &'static str;
    /// A search for the quickest way, to be run on another thread; `None` where the circuit has errors.
    fn seeker(&self) -> Option<Box<dyn Seeker>>;
}

impl<G: Sketch + std::fmt::Debug + Clone> AnySketch for SketchDocument<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn draft(&self) -> AnyDraft {
        G::any(self.draft().clone())
    }

    fn name(&self) -> &str {
        G::track_name(self.draft())
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn layout(&self) -> Layout {
        G::layout(self.draft())
    }

    fn tools(&self) -> &'static [Tool] {
        G::TOOLS
    }

    fn sticks(&self, tool: Tool) -> bool {
        G::sticks(tool)
    }

    fn form(&self, tool: Tool) -> Form {
        G::form(tool)
    }

    fn scene(&self) -> Scene {
        G::draw_draft(self.draft(), &[])
    }

    fn shapes(&self) -> &[Shape] {
        Self::shapes(self)
    }

    fn paper(&self) -> [[f64; 2]; 2] {
        G::paper(self.draft())
    }

    fn to_text(&self) -> Result<String, FileError> {
        Self::to_text(self)
    }

    fn is_dirty(&self) -> bool {
        self.history().is_dirty()
    }

    fn mark_saved(&mut self) {
        self.history_mut().mark_saved();
    }

    fn mark_unsaved(&mut self) {
        self.history_mut().mark_unsaved();
    }

    fn revision(&self) -> u64 {
        self.history().revision()
    }

    fn issues(&self) -> &[Issue] {
        Self::issues(self)
    }

    fn is_sound(&self) -> bool {
        self.track().is_some()
    }

    fn is_checked(&self) -> bool {
        Self::is_checked(self)
    }

    fn due(&mut self) -> Option<Check> {
        Self::due(self)
    }

    fn take_checked(&mut self, checked: Checked) {
        Self::take_checked(self, checked);
    }

    fn steps(&self) -> (usize, usize, usize) {
        let history = self.history();
        (history.steps().len(), history.position(), history.forgotten())
    }

    fn step_title(&self, step: usize) -> Option<&str> {
        self.history().steps().get(step).map(crate::editor::Step::title)
    }

    fn undo(&mut self) -> bool {
        self.walk(true)
    }

    fn redo(&mut self) -> bool {
        self.walk(false)
    }

    fn selection(&self) -> &Selection<Part> {
        Self::selection(self)
    }

    fn selection_mut(&mut self) -> &mut Selection<Part> {
        Self::selection_mut(self)
    }

    fn begin(&mut self) -> Gesture {
        Self::begin(self)
    }

    fn apply_anew(&mut self, edit: &SketchEdit, gesture: Gesture) -> Result<bool, String> {
        Self::apply_anew(self, edit, gesture)
    }

    fn rebase(&mut self) {
        Self::rebase(self);
    }

    fn take_back(&mut self, gesture: Gesture) {
        Self::take_back(self, gesture);
    }

    fn end(&mut self) {
        Self::end(self);
    }

    fn apply(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String> {
        if gesture.is_some() { self.apply_in(edit, gesture) } else { Self::apply(self, edit) }
    }

    fn fields(&self, part: Option<Part>) -> Vec<Field> {
        let mut fields = G::fields(self.draft(), part);
        if part.is_none() {
            fields.extend(super::picture::fields(G::reference(self.draft())));
        }
        fields
    }

    fn reference(&self) -> Option<&Reference> {
        G::reference(self.draft())
    }

    fn copied(&self) -> Option<(String, usize)> {
        Self::copied(self)
    }

    fn paste(&mut self, text: &str) -> Result<usize, String> {
        Self::paste(self, text)
    }

    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool {
        G::own(draft).is_some_and(|draft| Self::replace(self, title, draft.clone()))
    }

    fn empty_hint(&self) -> &'static str {
        G::EMPTY
    }

    fn sought(&self) -> &'static str {
        G::SOUGHT
    }

    fn seeker(&self) -> Option<Box<dyn Seeker>> {
        if !self.is_checked() {
            // What is known is of an earlier draft: the search checks this one first.
            return Some(Box::new(DraftSeeker::<G>(self.draft().clone())));
        }
        self.track().map(|track| -> Box<dyn Seeker> { Box::new(TrackSeeker::<G>(track.clone())) })
    }
}

impl dyn AnySketch + '_ {
    /// A shape by its id.
    #[must_use]
    pub fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes().iter().find(|shape| shape.id == id)
    }

    /// Where a part is: a point, or the first of a shape's.
    #[must_use]
    pub fn at(&self, part: Part) -> Option<[f64; 2]> {
        self.shape(part.shape)?.points.get(part.point.unwrap_or(0)).copied()
    }

    /// How many errors and how many warnings there are.
    #[must_use]
    pub fn issue_counts(&self) -> (usize, usize) {
        let [errors, warnings, _] = counted(self.issues());
        (errors, warnings)
    }

    /// Whether a shape shows its points: it, or one of them, is the only thing selected.
    #[must_use]
    pub fn is_open(&self, shape: ShapeId) -> bool {
        let selected = self.selection().items();
        !selected.is_empty() && selected.iter().all(|part| part.shape == shape)
    }

    /// What the pointer means at a place, within reach.
    #[must_use]
    pub fn pick(&self, at: [f64; 2], reach: f64) -> Option<Part> {
        pick(self.shapes(), &|shape| self.is_open(shape.id), at, reach)
    }

    /// The shapes all of whose points lie in a frame.
    #[must_use]
    pub fn within(&self, a: [f64; 2], b: [f64; 2]) -> Vec<Part> {
        within(self.shapes(), a, b)
    }

    /// The edge of an open ring that is near a place, away from its ends: the place a corner put there would get.
    #[must_use]
    pub fn edge_at(&self, at: [f64; 2], reach: f64) -> Option<(ShapeId, usize)> {
        let open = self.shapes().iter().filter(|shape| shape.form.has_corners() && self.is_open(shape.id));
        open.filter(|shape| shape.corners > 1).find_map(|shape| {
            let line = shape.line();
            let edge = line.windows(2).position(|ends| {
                let middle = [f64::midpoint(ends[0][0], ends[1][0]), f64::midpoint(ends[0][1], ends[1][1])];
                (middle[0] - at[0]).hypot(middle[1] - at[1]) <= reach * 0.8
            })?;
            Some((shape.id, edge + 1))
        })
    }

    /// How far what is held goes when its lead, which was at `start`, is to be where the pointer has brought it: the lead
    /// comes to lie on the grid, and everything else keeps its distance.
    #[must_use]
    pub fn moved(&self, start: [f64; 2], from: [f64; 2], pointer: [f64; 2], grid: Grid) -> Moved {
        let wanted = [0, 1].map(|axis| start[axis] + pointer[axis] - from[axis]);
        let (at, was) = (grid.place(wanted), Grid::Off.place(start));
        Moved { at, by: [at[0] - was[0], at[1] - was[1]] }
    }

    /// The middle of what is selected, or of everything: on the grid, so that what turns about it stays on the grid.
    #[must_use]
    pub fn middle(&self, of: &[ShapeId]) -> At {
        let boxes =
            || self.shapes().iter().filter(|shape| of.contains(&shape.id) && shape.corners > 0).map(Shape::bounds);
        let low = [0, 1].map(|axis| boxes().map(|[low, _]| low[axis]).fold(f64::INFINITY, f64::min));
        let high = [0, 1].map(|axis| boxes().map(|[_, high]| high[axis]).fold(f64::NEG_INFINITY, f64::max));
        if low[0] > high[0] {
            return [0, 0];
        }
        // About a grid point, quarter turns keep grid points.
        [0, 1].map(|axis| Grid::Whole.place([f64::midpoint(low[axis], high[axis]), 0.0])[0])
    }

    /// The middle between the edges of what is selected, to the half unit: mirrors about it keep grid points.
    #[must_use]
    pub fn mirror_middle(&self, of: &[ShapeId]) -> At {
        let boxes =
            || self.shapes().iter().filter(|shape| of.contains(&shape.id) && shape.corners > 0).map(Shape::bounds);
        let ends = |axis: usize| {
            let low = boxes().map(|[low, _]| low[axis]).fold(f64::INFINITY, f64::min);
            let high = boxes().map(|[_, high]| high[axis]).fold(f64::NEG_INFINITY, f64::max);
            if low > high { 0 } else { Grid::Whole.place([low + high, 0.0])[0] / 2 }
        };
        [ends(0), ends(1)]
    }

    /// All shapes.
    #[must_use]
    pub fn all(&self) -> Vec<ShapeId> {
        self.shapes().iter().map(|shape| shape.id).collect()
    }

    /// What mirrors or turns what is selected, or all of it, about its middle.
    #[must_use]
    pub fn turning(&self, selected: &[ShapeId], how: fn(At) -> Motion, is_mirror: bool) -> SketchEdit {
        let shapes = if selected.is_empty() { self.all() } else { selected.to_vec() };
        let about = if is_mirror { self.mirror_middle(&shapes) } else { self.middle(&shapes) };
        SketchEdit::Turn(shapes, how(about))
    }

    /// The place of one unit aside, for copies.
    #[must_use]
    pub const fn aside() -> At {
        [UNIT, -UNIT]
    }
}
