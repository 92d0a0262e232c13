//! Circuits being drawn: out of closed lines, walls, points and areas, or laid out of pieces.
//!
//! A game says what its circuits are drawn of ([`Sketch`]); everything else is the same for all games: [`SketchDocument`]
//! has the draft, its history, the selection and the issues, and [`AnySketch`] is how the window knows it, whichever game
//! it is.
//!
//! | module | content |
//! |---|---|
//! | [`Tool`], [`Action`], [`Form`] | what a game draws with, and what it does to shapes |
//! | [`Shape`], [`Part`] | what is on the board, and what of it is selected |
//! | [`SketchEdit`] | what a person asks for, in words: "Move corner 3" |
//! | [`History`] | steps that can be undone: each keeps a whole draft |
//! | [`Grid`], [`Snap`], [`Settled`] | from the pointer's floating point to exact places |
//! | [`Drag`], [`Pen`] | shapes held by the pointer, and a line drawn in one go |
//! | [`Motion`] | mirrors and turns |
//! | [`Check`], [`Fix`] | checks on another thread, and what fixes an issue |
//! | [`Manner`] | what a game says of its editor, whatever the circuit |
//! | [`Steps`], [`Checks`], [`Drags`], [`Clips`] | what every [`AnySketch`] does, by its work; implemented once, for `SketchDocument` |
//! | `pieces`, `paper`, `spaces`, `board` | VektoRace; Vector Racing; Formula D; Wheel to Wheel |
//!
//! Places are exact for every game: a + b·√2, which holds the decimals of all files. A game whose files hold less rounds
//! where it takes a place into its draft. Floating point comes in through the pointer only.

mod any;
mod board;
mod check;
mod checks;
mod clip;
mod document;
mod drag;
mod edit;
mod findings;
mod history;
mod manner;
mod motion;
mod paper;
mod pen;
mod pick;
mod picture;
pub mod pieces;
mod selection;
mod snap;
mod spaces;
mod steps;
mod tool;

use crate::game::form::{Entry, Field};
use crate::game::scene::Scene;
use crate::game::{AnyDraft, Game, Issue, Reference, Refused};
use crate::geometry::{Direction, Point};
use crate::replay::{Kind, Playable};

pub use any::AnySketch;
pub use check::{Check, Checked};
pub use checks::Checks;
pub use clip::Clips;
pub use document::SketchDocument;
pub use drag::{Drag, Drags};
pub use edit::{Alignment, SketchEdit};
pub use findings::{Findings, Row, SolveStage, Solver, Table};
pub use history::{Gesture, History, MAX_STEPS, Step};
pub use manner::Manner;
pub use motion::{Axis, Motion};
pub use pen::Pen;
pub use selection::Selection;
pub use snap::{
    Facing, Fix, Grid, Held, Settled, Snap, extent_of, in_thousandths, limited, place_at, shapes_of, thousandths,
};
pub use steps::Steps;
pub use tool::{Action, Form, Tool};

/// A place on the board, or the way from one to another: exact, x to the right, y up, in the game's unit.
pub type At = Point;

/// One unit, in thousandths.
pub const UNIT: i64 = 1_000;

/// A place as a picture has it.
#[must_use]
pub fn to_world(at: At) -> [f64; 2] {
    at.to_f64()
}

/// Names a shape of a draft: the tool that draws such shapes, and its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId {
    /// The tool's id.
    pub tool: &'static str,
    /// Its place among the tool's shapes, from 0.
    pub index: usize,
}

/// What can be selected: a shape, or a point of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The shape.
    pub shape: ShapeId,
    /// Which of its points; none for all of it.
    pub point: Option<usize>,
}

impl ShapeId {
    /// All of the shape.
    #[must_use]
    pub const fn whole(self) -> Part {
        Part { shape: self, point: None }
    }

    /// One of its points.
    #[must_use]
    pub const fn point(self, point: usize) -> Part {
        Part { shape: self, point: Some(point) }
    }
}

/// A shape as it is on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its name for programs.
    pub id: ShapeId,
    /// Its name for people, in the middle of a sentence, such as "island 2".
    pub name: String,
    /// What else there is to know about it, in a few words; may be empty.
    pub note: String,
    /// How it is drawn.
    pub form: Form,
    /// Its points, in the game's unit.
    pub points: Vec<[f64; 2]>,
    /// The number of points, from the first, that are corners among which others can be put; the rest stand for themselves,
    /// such as the other end of a warp.
    pub corners: usize,
    /// The outline of a piece; empty for a shape that is its line.
    pub body: Vec<[f64; 2]>,
    /// The line around a piece that marks it.
    pub halo: Vec<[f64; 2]>,
    /// Its place in an order that can be changed, from 1.
    pub rank: Option<u32>,
}

impl Shape {
    /// A shape all of whose points are corners.
    #[must_use]
    pub fn new(id: ShapeId, name: impl Into<String>, form: Form, points: Vec<[f64; 2]>) -> Self {
        let corners = points.len();
        let (note, body, halo) = (String::new(), Vec::new(), Vec::new());
        Self { id, name: name.into(), note, form, points, corners, body, halo, rank: None }
    }

    /// The line it is drawn with: closed where it is a ring.
    #[must_use]
    pub fn line(&self) -> Vec<[f64; 2]> {
        let corners = self.points.iter().take(self.corners);
        let back = self.points.first().filter(|_| self.form.is_closed() && self.corners > 2);
        corners.chain(back).copied().collect()
    }

    /// The middles of its edges, each with the place a corner put there gets.
    pub fn middles(&self) -> impl Iterator<Item = (usize, [f64; 2])> {
        let line = if self.form.has_corners() && self.corners > 1 { self.line() } else { Vec::new() };
        let middle = |ends: &[[f64; 2]]| [0, 1].map(|axis| f64::midpoint(ends[0][axis], ends[1][axis]));
        let middles: Vec<[f64; 2]> = line.windows(2).map(middle).collect();
        (1..).zip(middles)
    }

    /// Whether its points can be taken up one by one while it is selected.
    #[must_use]
    pub const fn has_handles(&self) -> bool {
        self.body.is_empty()
    }

    /// The least box around it: lower left, upper right.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let line = if self.body.is_empty() { self.line() } else { self.body.clone() };
        let ends = |pick: fn(f64, f64) -> f64, start: f64| {
            [0, 1].map(|axis| line.iter().map(|point| point[axis]).fold(start, pick))
        };
        [ends(f64::min, f64::INFINITY), ends(f64::max, f64::NEG_INFINITY)]
    }
}

/// A draft that a new circuit may begin with.
#[derive(Clone, Debug)]
pub struct Beginning<D> {
    /// What it is called.
    pub name: &'static str,
    /// What there is to know about it, in a few words.
    pub line: &'static str,
    /// The circuit.
    pub draft: D,
}

impl<D> Beginning<D> {
    /// The same with the draft made into something else.
    pub fn map<E>(self, change: impl FnOnce(D) -> E) -> Beginning<E> {
        Beginning { name: self.name, line: self.line, draft: change(self.draft) }
    }
}

/// A game whose circuits can be edited, whichever it is. Every [`Sketch`] is one, as [`Kind`].
pub trait Drawable: Playable {
    /// Drafts that a new circuit may begin with, the usual first.
    fn beginnings(&self) -> Vec<Beginning<AnyDraft>>;

    /// A document on a circuit of this game as it is in its file (`saved`), or on one that is in no file. It is checked
    /// later: see [`SketchDocument::checked_later`]. `None` for a circuit of another game.
    fn document(&self, draft: &AnyDraft, saved: bool) -> Option<Box<dyn AnySketch>>;

    /// Its tools and actions.
    fn palette(&self) -> (&'static [Tool], &'static [Action]);
}

impl<G: Sketch> Drawable for Kind<G> {
    fn beginnings(&self) -> Vec<Beginning<AnyDraft>> {
        G::beginnings().into_iter().map(|beginning| beginning.map(AnyDraft::new::<G>)).collect()
    }

    fn document(&self, draft: &AnyDraft, saved: bool) -> Option<Box<dyn AnySketch>> {
        Some(Box::new(SketchDocument::<G>::checked_later(draft.of::<G>()?.clone(), saved)))
    }

    fn palette(&self) -> (&'static [Tool], &'static [Action]) {
        (G::MANNER.tools, G::MANNER.actions)
    }
}

/// A game whose circuits can be drawn. All functions take any draft, valid or not, and ids that no longer name anything
/// do nothing.
pub trait Sketch: Game + Clone + std::fmt::Debug {
    /// What it says of its editor, whatever the circuit.
    const MANNER: Manner;
    /// What is asked of [`solve`](Self::solve).
    type Question: Default + Clone + Send + Sync;

    /// Everything on the board, what lies on top last.
    fn shapes(draft: &Self::Draft) -> Vec<Shape>;

    /// Puts a shape on the board.
    ///
    /// # Errors
    /// A sentence, where there is no room for it or the points make none.
    fn put(draft: &mut Self::Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused>;

    /// Takes a shape away; those of the same tool after it move up.
    fn remove(draft: &mut Self::Draft, shape: ShapeId);

    /// Moves a shape.
    fn shift(draft: &mut Self::Draft, shape: ShapeId, by: At);

    /// Puts a point of a shape somewhere else.
    fn set_point(draft: &mut Self::Draft, shape: ShapeId, point: usize, at: At);

    /// Puts a corner between two others: it becomes the one with this place.
    fn insert_point(draft: &mut Self::Draft, shape: ShapeId, place: usize, at: At);

    /// Takes a corner away. Returns whether that left a shape: where it does not, nothing is changed.
    fn remove_point(draft: &mut Self::Draft, shape: ShapeId, point: usize) -> bool;

    /// The tools of the lines that take what this tool draws along when they are moved, mirrored or turned as a whole.
    fn rides_on(_draft: &Self::Draft, _tool: &str) -> &'static [&'static str] {
        &[]
    }

    /// Whether what this tool draws goes to the field that is nearest to the pointer: the grid of the board, which may lie
    /// nearer to another field, then means nothing.
    fn sticks(_tool: &str) -> bool {
        false
    }

    /// Mirrors or turns a shape.
    fn turn(draft: &mut Self::Draft, shape: ShapeId, motion: Motion);

    /// Mirrors or turns shapes together.
    fn turn_all(draft: &mut Self::Draft, shapes: &[ShapeId], motion: Motion) {
        shapes.iter().for_each(|shape| Self::turn(draft, *shape, motion));
    }

    /// Mirrors shapes about their middle, or where there are none, the circuit.
    fn mirror(draft: &mut Self::Draft, shapes: &[ShapeId], axis: Axis) {
        edit::mirror::<Self>(draft, shapes, axis);
    }

    /// Turns the circuit by quarters of a full turn, counter-clockwise where positive, with its table where it has one.
    fn rotate(draft: &mut Self::Draft, quarters: i64) {
        let shapes: Vec<ShapeId> = Self::shapes(draft).iter().map(|shape| shape.id).collect();
        if let Some(about) = Self::middle(draft, &shapes) {
            edit::turn::<Self>(draft, &shapes, Motion::Turn(2 * quarters, about));
        }
    }

    /// The place that shapes are turned about together; where there are none, the circuit.
    fn middle(draft: &Self::Draft, shapes: &[ShapeId]) -> Option<At> {
        edit::middle::<Self>(draft, shapes)
    }

    /// Where a part is, exactly: a point, or the first of a shape's.
    fn place(draft: &Self::Draft, part: Part) -> Option<At> {
        let shapes = Self::shapes(draft);
        let shape = shapes.iter().find(|shape| shape.id == part.shape)?;
        shape.points.get(part.point.unwrap_or(0)).map(|at| Grid::Off.place(*at))
    }

    /// The lower left and the upper right of a shape, and the place it is distributed by.
    fn extent(_draft: &Self::Draft, shape: &Shape) -> Option<([At; 2], At)> {
        let [low, high] = shape.bounds();
        let middle = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]));
        (low[0] <= high[0]).then(|| ([low, high].map(|at| Grid::Fine.place(at)), Grid::Fine.place(middle)))
    }

    /// Where something comes to lie that the pointer holds at `wanted`.
    fn settle(_draft: &Self::Draft, _held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
        Settled::on_grid(snap.grid, wanted)
    }

    /// The way a shape looks; none where it looks no way.
    fn facing(_draft: &Self::Draft, _shape: ShapeId) -> Option<Facing> {
        None
    }

    /// The way a new shape of this tool looks at a place, unless somebody says otherwise.
    fn facing_at(_draft: &Self::Draft, _tool: &str, _at: At) -> Option<Direction> {
        None
    }

    /// Makes a shape look a way.
    fn face(_draft: &mut Self::Draft, _shape: ShapeId, _direction: Direction) {}

    /// Gives these shapes the first ranks, in this order; the others keep theirs behind them.
    fn order(_draft: &mut Self::Draft, _shapes: &[ShapeId]) {}

    /// Gives a shape a rank; the others make room.
    fn set_rank(_draft: &mut Self::Draft, _shape: ShapeId, _rank: u32) {}

    /// Does what an action says, to shapes of its tools or to the circuit.
    fn act(_draft: &mut Self::Draft, _action: &Action, _shapes: &[ShapeId]) {}

    /// What an edit is called where the usual words say too little.
    fn title(_draft: &Self::Draft, _edit: &SketchEdit) -> Option<String> {
        None
    }

    /// What fixes an issue of the list; none where that is for a person to decide.
    fn fix(_draft: &Self::Draft, _issues: &[Issue], _index: usize) -> Option<Fix<Self::Draft>> {
        None
    }

    /// Draws what helps beside the circuit itself: about the one part that is selected, and the zones where they are shown.
    fn overlay(_draft: &Self::Draft, _selected: Option<Part>, _zones: bool, _scene: &mut Scene) {}

    /// The fields of a shape or a point of it, or of the circuit; those of the picture under the board are the same for all
    /// games, and not listed here.
    fn fields(draft: &Self::Draft, part: Option<Part>) -> Vec<Field>;

    /// Fills in a field.
    ///
    /// # Errors
    /// A sentence, where what was entered cannot be; the draft is as it was.
    fn enter(draft: &mut Self::Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused>;

    /// A draft with these shapes and nothing else.
    fn only(draft: &Self::Draft, shapes: &[ShapeId]) -> Self::Draft;

    /// Adds the shapes of another draft, moved; what there can be only one of, and is there, is left out. Returns what was
    /// added.
    fn merge(draft: &mut Self::Draft, other: &Self::Draft, by: At) -> Vec<ShapeId>;

    /// The lower left and the upper right corner of the board.
    fn paper(draft: &Self::Draft) -> [[f64; 2]; 2] {
        Self::layout(draft).table
    }

    /// The picture under the board.
    fn reference(draft: &Self::Draft) -> Option<Reference>;

    /// Puts another one there, or none.
    fn set_reference(draft: &mut Self::Draft, reference: Option<Reference>);

    /// About how much memory the draft takes, in bytes.
    fn weight(draft: &Self::Draft) -> usize;

    /// What can be asked of [`solve`](Self::solve), as fields.
    fn question(_draft: &Self::Draft, _question: &Self::Question) -> Vec<Field> {
        Vec::new()
    }

    /// Fills in a field of the question.
    fn ask(_question: &mut Self::Question, _field: &str, _entry: &Entry) {}

    /// Looks for the fastest way over a track. `tell` takes the progress, `stop` says whether to give up; `None` where it
    /// did.
    fn solve(
        track: &Self::Track,
        question: &Self::Question,
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Findings>;

    /// What a new circuit may begin with, the usual first.
    fn beginnings() -> Vec<Beginning<Self::Draft>>;
}
