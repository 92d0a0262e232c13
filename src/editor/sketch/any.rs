//! A circuit being drawn as the window knows it: whichever game it is of.

use std::any::Any;

use super::check::{Check, Checked};
use super::findings::{DraftSeeker, TrackSeeker};
use super::pick::{pick, within};
use super::{
    Action, At, Drag, Facing, Form, Gesture, Grid, Held, Part, Seeker, Selection, Settled, Shape, ShapeId, Sketch,
    SketchDocument, SketchEdit, Snap, Tool,
};
use crate::game::form::{Entry, Field};
use crate::game::scene::Scene;
use crate::game::{Issue, Layout, Reference, counted};
use crate::games::AnyDraft;
use crate::geometry::{Direction, Surd};
use crate::replay::FileError;

/// What a game says of its editor, whatever the circuit.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The tools.
    pub tools: &'static [Tool],
    /// The actions beside those of all games.
    pub actions: &'static [Action],
    /// What a shape is called, and what a shape or a point of one is.
    pub words: [&'static str; 2],
    /// The grids, the finest first.
    pub grids: &'static [Grid],
    /// The usual grid.
    pub grid: Grid,
    /// Whether shapes snap to whole units from others and to their edges, too.
    pub has_snaps: bool,
    /// By how many hundredths of a unit the arrow keys move shapes: usually, far, and a little.
    pub nudges: [i64; 3],
    /// By how many eighths of a full turn shapes are turned.
    pub eighths: i64,
    /// What to do where there is nothing on the board.
    pub empty: &'static str,
    /// What a search is about, in two words, and what it looks for, in a sentence.
    pub sought: [&'static str; 2],
    /// The zones that can be shown.
    pub zones: Option<&'static str>,
    /// What the unit of length is called, in the plural.
    pub unit: &'static str,
}

/// A circuit being drawn.
pub trait AnySketch: Any + Send {
    /// What its game says of its editor.
    fn manner(&self) -> Manner;
    /// The circuit as it is now.
    fn draft(&self) -> AnyDraft;
    /// What it is called.
    fn name(&self) -> &str;
    /// How long a unit is on the table, in millimetres, where it is known.
    fn layout(&self) -> Layout;
    /// Whether what a tool draws goes to the nearest field, whatever the grid.
    fn sticks(&self, tool: &str) -> bool;
    /// Its drawing.
    fn scene(&self) -> Scene;
    /// What helps beside it.
    fn overlay(&self, selected: Option<Part>, zones: bool, scene: &mut Scene);
    /// Everything on the board, what lies on top last.
    fn shapes(&self) -> &[Shape];
    /// The lower left and the upper right corner of the board.
    fn paper(&self) -> [[f64; 2]; 2];

    /// The track file's text.
    ///
    /// # Errors
    /// If serialisation fails, which never happens for drafts.
    fn to_text(&self) -> Result<String, FileError>;
    /// Whether it differs from what was saved last.
    fn is_dirty(&self) -> bool;
    /// It is in its file as it is now.
    fn mark_saved(&mut self);
    /// It is in no file as it is now.
    fn mark_unsaved(&mut self);
    /// A number that is another after every change.
    fn revision(&self) -> u64;

    /// Everything that is wrong or odd, errors first, as far as is known.
    fn issues(&self) -> &[Issue];
    /// What fixes each of them, in words; empty while that is not known.
    fn fixes(&mut self) -> Vec<Option<String>>;
    /// Fixes an issue. Returns whether it could be.
    fn apply_fix(&mut self, index: usize) -> bool;
    /// Whether nothing is an error, as far as is known.
    fn is_sound(&self) -> bool;
    /// Whether what is known of the circuit is known of it as it is.
    fn is_checked(&self) -> bool;
    /// The check that is due, where one is: once for every change.
    fn due(&mut self) -> Option<Check>;
    /// Takes in what a check has found, unless the circuit is another one by now.
    fn take_checked(&mut self, checked: Checked);

    /// The number of steps, of those that are done, and of those that were forgotten before them.
    fn steps(&self) -> (usize, usize, usize);
    /// What a step did.
    fn step_title(&self, step: usize) -> Option<&str>;
    /// Undoes the last step. Returns whether there was one.
    fn undo(&mut self) -> bool;
    /// Redoes the step that was undone last. Returns whether there was one.
    fn redo(&mut self) -> bool;
    /// Undoes steps, or redoes them, until this number of them is done.
    fn go_to(&mut self, position: usize);

    /// What is selected.
    fn selection(&self) -> &Selection<Part>;
    /// To select something else.
    fn selection_mut(&mut self) -> &mut Selection<Part>;

    /// Begins a gesture.
    fn begin(&mut self) -> Gesture;
    /// Ends the gesture under way, if any.
    fn end(&mut self);
    /// Carries out an edit, as part of a gesture or by itself. Returns whether anything changed.
    ///
    /// # Errors
    /// A sentence, where it cannot be done.
    fn apply(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String>;
    /// Takes back what the gesture under way has done.
    fn take_back(&mut self, gesture: Gesture);
    /// Turns shapes, or where there are none the circuit, by eighths of a full turn, as a step. Returns whether anything
    /// changed.
    fn turn(&mut self, shapes: &[ShapeId], eighths: i64) -> bool;

    /// Takes up the selected parts, or the one under the pointer alone.
    fn take_up(&mut self, lead: Part, pointer: [f64; 2]) -> Option<Drag>;
    /// Takes up a point that a gesture has just put there.
    fn take_up_new(&mut self, gesture: Gesture, point: Part, pointer: [f64; 2]) -> Option<Drag>;
    /// Moves what is held to the pointer.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn drag(&mut self, drag: &mut Drag, pointer: [f64; 2], snap: Snap) -> Result<Settled, String>;
    /// Turns what is held.
    fn turn_held(&mut self, drag: &mut Drag, eighths: i64) -> bool;
    /// Where a new shape comes to lie that the pointer holds at `wanted`.
    fn settle(&self, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled;
    /// The way a shape looks.
    fn facing(&self, shape: ShapeId) -> Option<Facing>;
    /// The way a new shape of this tool looks at a place.
    fn facing_at(&self, tool: &str, at: At) -> Option<Direction>;
    /// A shape as it would be once it is put there.
    fn ghost(&self, tool: &'static str, facing: Option<Direction>, at: At) -> Option<Shape>;

    /// The fields of a shape or a point of it, or of the circuit.
    fn fields(&self, part: Option<Part>) -> Vec<Field>;
    /// Whether something could be entered into a field: an error says why not.
    ///
    /// # Errors
    /// A sentence.
    fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String>;
    /// One step of the arrow keys in a number field.
    fn field_step(&self) -> Surd;
    /// The picture under the board.
    fn reference(&self) -> Option<Reference>;

    /// The selected shapes as text, and how many there are.
    fn copied(&self) -> Option<(String, usize)>;
    /// Puts down what was copied. Returns the number of shapes, and of those left out.
    ///
    /// # Errors
    /// A sentence, where the text holds no shapes of this game.
    fn paste(&mut self, text: &str) -> Result<[usize; 2], String>;
    /// Puts another circuit of the same game in its place, as a step that can be undone. Returns whether anything changed.
    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool;
    /// What a search can be asked, as fields.
    fn question(&self) -> Vec<Field>;
    /// Fills in a field of the question.
    fn ask(&mut self, field: &str, entry: &Entry);
    /// A search for the fastest way, to be run on another thread; `None` where the circuit has errors.
    fn seeker(&self) -> Option<Box<dyn Seeker>>;
}

impl<G: Sketch> AnySketch for SketchDocument<G> {
    fn manner(&self) -> Manner {
        Manner {
            tools: G::TOOLS,
            actions: G::ACTIONS,
            words: G::WORDS,
            grids: G::GRIDS.0,
            grid: G::GRIDS.1,
            has_snaps: G::HAS_SNAPS,
            nudges: G::NUDGES,
            eighths: G::EIGHTHS,
            empty: G::EMPTY,
            sought: G::SOUGHT,
            zones: G::ZONES,
            unit: G::INFO.unit,
        }
    }

    fn draft(&self) -> AnyDraft {
        G::any(self.draft().clone())
    }

    fn name(&self) -> &str {
        G::track_name(self.draft())
    }

    fn layout(&self) -> Layout {
        G::layout(self.draft())
    }

    fn sticks(&self, tool: &str) -> bool {
        G::sticks(tool)
    }

    fn scene(&self) -> Scene {
        G::draw_draft(self.draft(), &[])
    }

    fn overlay(&self, selected: Option<Part>, zones: bool, scene: &mut Scene) {
        G::overlay(self.draft(), selected, zones, scene);
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
        Self::is_dirty(self)
    }

    fn mark_saved(&mut self) {
        Self::mark_saved(self);
    }

    fn mark_unsaved(&mut self) {
        self.history_mut().mark_unsaved();
    }

    fn revision(&self) -> u64 {
        Self::revision(self)
    }

    fn issues(&self) -> &[Issue] {
        Self::issues(self)
    }

    fn fixes(&mut self) -> Vec<Option<String>> {
        Self::fixes(self).iter().map(|fix| fix.as_ref().map(|fix| fix.title.clone())).collect()
    }

    fn apply_fix(&mut self, index: usize) -> bool {
        Self::apply_fix(self, index)
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
        self.history().steps().get(step).map(super::Step::title)
    }

    fn undo(&mut self) -> bool {
        Self::undo(self)
    }

    fn redo(&mut self) -> bool {
        Self::redo(self)
    }

    fn go_to(&mut self, position: usize) {
        Self::go_to(self, position);
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

    fn end(&mut self) {
        Self::end(self);
    }

    fn apply(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String> {
        if gesture.is_some() { self.apply_in(edit, gesture) } else { Self::apply(self, edit) }
    }

    fn take_back(&mut self, gesture: Gesture) {
        Self::take_back(self, gesture);
    }

    fn turn(&mut self, shapes: &[ShapeId], eighths: i64) -> bool {
        Self::turn(self, shapes, eighths)
    }

    fn take_up(&mut self, lead: Part, pointer: [f64; 2]) -> Option<Drag> {
        Self::take_up(self, lead, pointer)
    }

    fn take_up_new(&mut self, gesture: Gesture, point: Part, pointer: [f64; 2]) -> Option<Drag> {
        Self::take_up_new(self, gesture, point, pointer)
    }

    fn drag(&mut self, drag: &mut Drag, pointer: [f64; 2], snap: Snap) -> Result<Settled, String> {
        Self::drag(self, drag, pointer, snap)
    }

    fn turn_held(&mut self, drag: &mut Drag, eighths: i64) -> bool {
        Self::turn_held(self, drag, eighths)
    }

    fn settle(&self, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
        G::settle(self.draft(), held, wanted, snap)
    }

    fn facing(&self, shape: ShapeId) -> Option<Facing> {
        G::facing(self.draft(), shape)
    }

    fn facing_at(&self, tool: &str, at: At) -> Option<Direction> {
        G::facing_at(self.draft(), tool, at)
    }

    fn ghost(&self, tool: &'static str, facing: Option<Direction>, at: At) -> Option<Shape> {
        let mut next = self.draft().clone();
        let shape = G::put(&mut next, tool, &[at]).ok()?;
        if let Some(facing) = facing {
            G::face(&mut next, shape, facing);
        }
        G::shapes(&next).into_iter().find(|known| known.id == shape)
    }

    fn fields(&self, part: Option<Part>) -> Vec<Field> {
        Self::fields(self, part)
    }

    fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
        Self::try_enter(self, part, field, entry)
    }

    fn field_step(&self) -> Surd {
        super::field_step::<G>()
    }

    fn reference(&self) -> Option<Reference> {
        G::reference(self.draft())
    }

    fn copied(&self) -> Option<(String, usize)> {
        Self::copied(self)
    }

    fn paste(&mut self, text: &str) -> Result<[usize; 2], String> {
        Self::paste(self, text)
    }

    fn replace(&mut self, title: &str, draft: &AnyDraft) -> bool {
        G::own(draft).is_some_and(|draft| Self::replace(self, title, draft.clone()))
    }

    fn question(&self) -> Vec<Field> {
        G::question(self.draft(), Self::question(self))
    }

    fn ask(&mut self, field: &str, entry: &Entry) {
        G::ask(self.question_mut(), field, entry);
    }

    fn seeker(&self) -> Option<Box<dyn Seeker>> {
        let question = Self::question(self).clone();
        if !self.is_checked() {
            // What is known is of an earlier draft: the search checks this one first.
            return Some(Box::new(DraftSeeker::<G>(self.draft().clone(), question)));
        }
        self.track().map(|track| -> Box<dyn Seeker> { Box::new(TrackSeeker::<G>(track.clone(), question)) })
    }
}

impl dyn AnySketch {
    /// The document itself, where it is of this game.
    #[must_use]
    pub fn of<G: Sketch>(&self) -> Option<&SketchDocument<G>> {
        (self as &dyn Any).downcast_ref()
    }

    /// The same, to change it.
    pub fn of_mut<G: Sketch>(&mut self) -> Option<&mut SketchDocument<G>> {
        (self as &mut dyn Any).downcast_mut()
    }

    /// A shape by its id.
    #[must_use]
    pub fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes().iter().find(|shape| shape.id == id)
    }

    /// How many errors and how many warnings there are.
    #[must_use]
    pub fn issue_counts(&self) -> (usize, usize) {
        let [errors, warnings, _] = counted(self.issues());
        (errors, warnings)
    }

    /// How shapes of a tool are drawn.
    #[must_use]
    pub fn form(&self, tool: &str) -> Form {
        self.manner().tools.iter().find(|known| known.id == tool).map_or(Form::Point, |tool| tool.form)
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

    /// The edge of an open shape whose middle is near a place: the place a corner put there gets, and the middle.
    #[must_use]
    pub fn edge_at(&self, at: [f64; 2], reach: f64) -> Option<(ShapeId, usize, [f64; 2])> {
        self.shapes().iter().filter(|shape| self.is_open(shape.id)).find_map(|shape| {
            let near = |[x, y]: [f64; 2]| (x - at[0]).hypot(y - at[1]) <= reach * 0.8;
            shape.middles().find(|(_, middle)| near(*middle)).map(|(place, middle)| (shape.id, place, middle))
        })
    }

    /// All shapes.
    #[must_use]
    pub fn all(&self) -> Vec<ShapeId> {
        self.shapes().iter().map(|shape| shape.id).collect()
    }
}
