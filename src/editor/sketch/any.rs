//! A circuit being drawn as the window knows it: whichever game it is of.

use std::any::Any;

use super::findings::{DraftSolver, TrackSolver};
use super::pick::{pick, within};
use super::{
    At, Checks, Clips, Drags, Facing, Form, Held, Manner, Part, Settled, Shape, ShapeId, Sketch, SketchDocument,
    SketchEdit, Snap, Solver, Steps,
};
use crate::game::form::{Entry, Field};
use crate::game::scene::Scene;
use crate::game::{AnyDraft, Layout, Reference, Refused};
use crate::geometry::Direction;
use crate::replay::{FileError, TrackFile, print};

/// A circuit being drawn.
pub trait AnySketch: Any + Send + Steps + Checks + Drags + Clips {
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
    /// The lower left and the upper right corner of the board.
    fn paper(&self) -> [[f64; 2]; 2];

    /// The track file's text.
    ///
    /// # Errors
    /// If serialisation fails, which never happens for drafts.
    fn to_text(&self) -> Result<String, FileError>;

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
    fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused>;
    /// The picture under the board.
    fn reference(&self) -> Option<Reference>;

    /// What a search can be asked, as fields.
    fn question(&self) -> Vec<Field>;
    /// Fills in a field of the question.
    fn ask(&mut self, field: &str, entry: &Entry);
    /// A search for the fastest way, to be run on another thread; `None` where the circuit has errors.
    fn solver(&self) -> Option<Box<dyn Solver>>;
}

impl<G: Sketch> AnySketch for SketchDocument<G> {
    fn manner(&self) -> Manner {
        Manner { unit: G::INFO.unit, ..G::MANNER }
    }

    fn draft(&self) -> AnyDraft {
        AnyDraft::new::<G>(self.draft.clone())
    }

    fn name(&self) -> &str {
        G::track_name(&self.draft)
    }

    fn layout(&self) -> Layout {
        G::layout(&self.draft)
    }

    fn sticks(&self, tool: &str) -> bool {
        G::sticks(tool)
    }

    fn scene(&self) -> Scene {
        G::draw_draft(&self.draft, &[])
    }

    fn overlay(&self, selected: Option<Part>, zones: bool, scene: &mut Scene) {
        G::overlay(&self.draft, selected, zones, scene);
    }

    fn paper(&self) -> [[f64; 2]; 2] {
        G::paper(&self.draft)
    }

    fn to_text(&self) -> Result<String, FileError> {
        print(&TrackFile::<G>::new(self.draft.clone()))
    }

    fn settle(&self, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
        G::settle(&self.draft, held, wanted, snap)
    }

    fn facing(&self, shape: ShapeId) -> Option<Facing> {
        G::facing(&self.draft, shape)
    }

    fn facing_at(&self, tool: &str, at: At) -> Option<Direction> {
        G::facing_at(&self.draft, tool, at)
    }

    fn ghost(&self, tool: &'static str, facing: Option<Direction>, at: At) -> Option<Shape> {
        let mut next = self.draft.clone();
        let shape = G::put(&mut next, tool, &[at]).ok()?;
        if let Some(facing) = facing {
            G::face(&mut next, shape, facing);
        }
        G::shapes(&next).into_iter().find(|known| known.id == shape)
    }

    fn fields(&self, part: Option<Part>) -> Vec<Field> {
        let mut fields = G::fields(&self.draft, part);
        if part.is_none() {
            fields.extend(super::picture::fields(G::reference(&self.draft).as_ref()));
        }
        fields
    }

    fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
        let edit = SketchEdit::Enter(part, field.to_owned(), entry.clone(), String::new());
        edit.carry_out::<G>(&mut self.draft.clone()).map(|_| ())
    }

    fn reference(&self) -> Option<Reference> {
        G::reference(&self.draft)
    }

    fn question(&self) -> Vec<Field> {
        G::question(&self.draft, &self.question)
    }

    fn ask(&mut self, field: &str, entry: &Entry) {
        G::ask(&mut self.question, field, entry);
    }

    fn solver(&self) -> Option<Box<dyn Solver>> {
        let question = self.question.clone();
        if !self.is_checked() {
            // What is known is of an earlier draft: the search checks this one first.
            return Some(Box::new(DraftSolver::<G>(self.draft.clone(), question)));
        }
        self.track().map(|track| -> Box<dyn Solver> { Box::new(TrackSolver::<G>(track.clone(), question)) })
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

    /// How shapes of a tool are drawn.
    #[must_use]
    pub fn form(&self, tool: &str) -> Form {
        self.manner().form(tool)
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
}
