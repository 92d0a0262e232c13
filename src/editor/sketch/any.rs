//! A trait for a circuit being edited. It hides the data types of the circuit's game, so the window can treat the
//! circuits of all games alike.

use std::any::Any;

use super::findings::{DraftSolver, TrackSolver};
use super::layer::without;
use super::pick::{stack, within};
use super::{
    Action, At, Checks, Clips, Drags, Facing, Form, Groups, Held, Layer, Manner, Part, Preview, Settled, Shape,
    ShapeId, Sketch, SketchDocument, SketchEdit, Snap, Solver, Steps,
};
use crate::game::form::{Entry, Field, Value};
use crate::game::scene::{Scene, Tag};
use crate::game::{AnyDraft, Reference, Refused};
use crate::geometry::Direction;
use crate::replay::{FileError, TrackFile, print};

/// A circuit of any game, opened in the editor.
pub trait AnySketch: Any + Send + Steps + Checks + Drags + Clips + Groups {
    /// The editor's constants for the circuit's game.
    fn manner(&self) -> Manner;
    /// The circuit in its current state. It may have errors.
    fn draft(&self) -> AnyDraft;
    /// The circuit's name.
    fn name(&self) -> &str;
    /// The current draft with another name; `None` if a circuit cannot have this name.
    fn renamed(&self, name: &str) -> Option<AnyDraft>;
    /// The size of one unit on the table, in millimetres. If the circuit does not give it, this is the size with which
    /// the circuit is printed, or `None` if the game has no such size.
    fn unit_mm(&self) -> Option<f64>;
    /// The size of one unit on the table, in millimetres. `None` if the circuit does not give it.
    fn given_unit_mm(&self) -> Option<f64>;
    /// Whether this tool's shapes snap to the nearest field of the track instead of the grid.
    fn sticks(&self, tool: &str) -> bool;
    /// The drawing of the circuit without the signs beside the track, and without the shapes of hidden layers.
    fn track_scene(&self, hidden: &[Layer]) -> Scene;
    /// Adds the signs beside the track to a drawing that `track_scene` made.
    fn add_signs(&self, hidden: &[Layer], scene: &mut Scene);
    /// The drawing of the circuit with its signs.
    fn scene(&self) -> Scene {
        self.scene_without(&[])
    }
    /// The drawing of the circuit with its signs, and without the shapes of hidden layers.
    fn scene_without(&self, hidden: &[Layer]) -> Scene {
        let mut scene = self.track_scene(hidden);
        self.add_signs(hidden, &mut scene);
        scene
    }
    /// Draws editing aids (lines and areas) over the circuit. Some of them belong to the selected part. The zones are
    /// drawn only if `zones` is true.
    fn overlay(&self, selected: Option<Part>, zones: bool, scene: &mut Scene);
    /// The lower left and the upper right corner of the board.
    fn paper(&self) -> [[f64; 2]; 2];

    /// The text of the track file.
    ///
    /// # Errors
    /// Returns an error if serialisation fails, which never happens for drafts.
    fn to_text(&self) -> Result<String, FileError>;

    /// Snaps the shape or point that the user drags or draws. `wanted` is the point on the board where the shape or
    /// point would be without snapping.
    fn settle(&self, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled;
    /// The direction a shape faces; `None` if shapes of its tool have no direction.
    fn facing(&self, shape: ShapeId) -> Option<Facing>;
    /// The direction that a new shape of this tool faces by default if it is placed at the point `at` of the board.
    /// `None` if such shapes have no direction.
    fn facing_at(&self, tool: &str, at: At) -> Option<Direction>;
    /// The preview of a shape of this tool with these points.
    fn preview(&self, tool: &'static str, facing: Option<Direction>, points: &[At]) -> Preview;

    /// The form fields of a shape, of a point of a shape, or (if the part is `None`) of the circuit.
    fn fields(&self, part: Option<Part>) -> Vec<Field>;
    /// Checks whether a value can be entered into a field. Does not change the draft.
    ///
    /// # Errors
    /// Returns an error if the entry is not possible.
    fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused>;
    /// Checks whether an edit is possible. Does not change the draft.
    ///
    /// # Errors
    /// Returns an error if the edit is not possible.
    fn try_edit(&self, edit: &SketchEdit) -> Result<(), Refused>;
    /// The reference picture under the board; `None` if there is none.
    fn reference(&self) -> Option<Reference>;

    /// Returns the shape that a sign on the board belongs to. Also returns the action that a click on the sign starts
    /// while the shape is selected. Returns `None` if the tag belongs to no sign.
    fn sign(&self, tag: Tag) -> Option<(ShapeId, Option<&'static Action>)>;
    /// The bounding box of the selection: lower left, upper right. `None` if nothing selected can be moved freely.
    fn extent(&self) -> Option<[At; 2]>;

    /// The form fields of the solver's options.
    fn question(&self) -> Vec<Field>;
    /// Enters a value into a field of the solver's options.
    fn ask(&mut self, field: &str, entry: &Entry);
    /// A copy of the draft without the parts that cannot change the result of a search, such as the name. After an
    /// edit, the result is still valid if the new copy equals the copy that was searched.
    fn searched(&self) -> AnyDraft;
    /// A search for the fastest lap, to run on another thread. `None` if the circuit has errors.
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

    fn renamed(&self, name: &str) -> Option<AnyDraft> {
        let mut next = self.draft.clone();
        let entry = Entry::Text(name.to_owned());
        SketchEdit::Enter(None, "/name".to_owned(), entry, String::new()).carry_out::<G>(&mut next).ok()?;
        Some(AnyDraft::new::<G>(next))
    }

    fn unit_mm(&self) -> Option<f64> {
        G::unit_mm(&self.draft)
    }

    fn given_unit_mm(&self) -> Option<f64> {
        G::given_unit_mm(&self.draft)
    }

    fn sticks(&self, tool: &str) -> bool {
        G::sticks(tool)
    }

    fn track_scene(&self, hidden: &[Layer]) -> Scene {
        G::draw_track(&without::<G>(&self.draft, &self.shapes, hidden), &[])
    }

    fn add_signs(&self, hidden: &[Layer], scene: &mut Scene) {
        G::draw_signs(&without::<G>(&self.draft, &self.shapes, hidden), scene);
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

    fn preview(&self, tool: &'static str, facing: Option<Direction>, points: &[At]) -> Preview {
        G::preview(&self.draft, tool, facing, points)
    }

    fn fields(&self, part: Option<Part>) -> Vec<Field> {
        let mut fields = G::fields(&self.draft, part);
        if let Some(part) = part.filter(|part| part.point.is_some() && !G::sticks(part.shape.tool))
            && fields.is_empty()
            && let Some(shape) = self.shapes.iter().find(|shape| shape.id == part.shape)
            && let Some(at) = part.point.and_then(|point| G::exact(&self.draft, shape, point))
        {
            let [x, y] = [at.x, at.y].map(|value| Value::Number(value.to_string(), String::new()));
            let [first, second] = super::edit::COORDINATES;
            fields = vec![Field::new(first, "x", x), Field::new(second, "y", y).beside()];
        }
        if part.is_none() {
            fields.extend(super::picture::fields(G::reference(&self.draft).as_ref()));
        }
        fields
    }

    fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
        self.try_edit(&SketchEdit::Enter(part, field.to_owned(), entry.clone(), String::new()))
    }

    fn try_edit(&self, edit: &SketchEdit) -> Result<(), Refused> {
        edit.carry_out::<G>(&mut self.draft.clone()).map(|_| ())
    }

    fn reference(&self) -> Option<Reference> {
        G::reference(&self.draft)
    }

    fn sign(&self, tag: Tag) -> Option<(ShapeId, Option<&'static Action>)> {
        G::sign(tag).filter(|(shape, _)| self.shapes.iter().any(|known| known.id == *shape))
    }

    fn extent(&self) -> Option<[At; 2]> {
        super::reshape::extent::<G>(&self.draft, self.selection.items())
    }

    fn question(&self) -> Vec<Field> {
        G::question(&self.draft, &self.question)
    }

    fn ask(&mut self, field: &str, entry: &Entry) {
        G::ask(&mut self.question, field, entry);
    }

    fn searched(&self) -> AnyDraft {
        AnyDraft::new::<G>(G::searched(&self.draft))
    }

    fn solver(&self) -> Option<Box<dyn Solver>> {
        let question = self.question.clone();
        if !self.is_checked() {
            // The known issues belong to an earlier draft, so the search first checks the present one.
            return Some(Box::new(DraftSolver::<G>(self.draft.clone(), question)));
        }
        self.track().map(|track| -> Box<dyn Solver> { Box::new(TrackSolver::<G>(track.clone(), question)) })
    }
}

impl dyn AnySketch {
    /// Returns this document as a document of the game `G`; `None` if it belongs to another game.
    #[must_use]
    pub fn of<G: Sketch>(&self) -> Option<&SketchDocument<G>> {
        (self as &dyn Any).downcast_ref()
    }

    /// Returns this document, mutable, as a document of the game `G`; `None` if it belongs to another game.
    pub fn of_mut<G: Sketch>(&mut self) -> Option<&mut SketchDocument<G>> {
        (self as &mut dyn Any).downcast_mut()
    }

    /// The form of a tool's shapes: a point, a line, a closed line and so on.
    #[must_use]
    pub fn form(&self, tool: &str) -> Form {
        self.manner().form(tool)
    }

    /// Whether a shape shows its points. This is true if the selection contains this shape or points of it, and no
    /// other shape.
    #[must_use]
    pub fn is_open(&self, shape: ShapeId) -> bool {
        let selected = self.selection().items();
        !selected.is_empty() && selected.iter().all(|part| part.shape == shape)
    }

    /// The part of the drawing nearest to a point of the board. `None` if no part is within the pointer's reach.
    #[must_use]
    pub fn pick(&self, at: [f64; 2], reach: f64) -> Option<Part> {
        self.stack(at, reach, &|_| true).into_iter().next()
    }

    /// The parts of the drawing at a point of the board, the uppermost first. Considers only shapes for which `is_free`
    /// returns true.
    #[must_use]
    pub fn stack(&self, at: [f64; 2], reach: f64, is_free: &dyn Fn(&Shape) -> bool) -> Vec<Part> {
        stack(self.shapes(), &|shape| self.is_open(shape.id), is_free, at, reach)
    }

    /// The shapes whose points all lie inside a box, given by two opposite corners.
    #[must_use]
    pub fn within(&self, a: [f64; 2], b: [f64; 2]) -> Vec<Part> {
        within(self.shapes(), a, b)
    }

    /// Finds an edge whose middle is within the pointer's reach. Only shapes whose corners are shown are searched.
    /// Returns the shape, the index that a corner inserted in this edge would get, and the middle of the edge. `None`
    /// if there is no such edge.
    #[must_use]
    pub fn edge_at(&self, at: [f64; 2], reach: f64) -> Option<(ShapeId, usize, [f64; 2])> {
        self.shapes().iter().filter(|shape| self.is_open(shape.id)).find_map(|shape| {
            let near = |[x, y]: [f64; 2]| (x - at[0]).hypot(y - at[1]) <= reach * 0.8;
            shape.middles().find(|(_, middle)| near(*middle)).map(|(place, middle)| (shape.id, place, middle))
        })
    }
}
