//! The editor of circuits, for all games: circuits of pieces, and freehand circuits of lines, walls, points and areas.
//!
//! A game implements [`Sketch`], which says what its circuits are made of. Everything else is the same for all games.
//! [`SketchDocument`] has the draft, its history, the selection and the issues. The window uses each document as an
//! [`AnySketch`], so the window need not know the game.
//!
//! | module | content |
//! |---|---|
//! | [`Tool`], [`Action`], [`Form`] | a game's tools and the actions on its shapes |
//! | [`Drawable`], [`Beginning`] | a game whose data types are unknown; its templates |
//! | [`Shape`], [`Part`] | the shapes on the board, and the selected parts of them |
//! | [`SketchEdit`] | an edit, with its title such as "Move corner 3" |
//! | [`History`] | steps that can be undone; each keeps a whole draft |
//! | [`Grid`], [`Snap`], [`Settled`] | snapping: from the pointer's floating-point position to an exact point |
//! | [`Drag`], [`Pen`] | dragging shapes, and drawing a line in one gesture |
//! | [`Preview`] | the shape that the next click adds |
//! | [`Motion`] | mirroring and rotating |
//! | [`Measure`] | moving, scaling and rotating by numbers that the user enters |
//! | [`Check`], [`Fix`] | checks on another thread, and suggested fixes |
//! | [`computed`], [`read_corners`] | arithmetic in number fields; corners as text |
//! | [`Layer`] | kinds of shapes that are shown, hidden and locked together |
//! | [`Manner`] | the constants of a game's editor |
//! | [`Groups`] | shapes that are selected and changed together |
//! | [`Steps`], [`Checks`], [`Drags`], [`Clips`], [`Groups`] | the parts of every [`AnySketch`], implemented once for `SketchDocument` |
//! | `pieces`, `paper`, `spaces`, `board` | VektoRace; Vector Racing; Formula D; Wheel to Wheel |
//!
//! Positions are exact in every game. Every coordinate is a number a + b·√2. Such numbers include every decimal number
//! that a file can store. If the files of a game have fewer decimals, the game rounds each position that it puts into
//! its draft. Only the pointer uses floating point.

mod any;
mod board;
mod carried;
mod check;
mod checks;
mod clip;
mod corners;
mod document;
mod drag;
mod drawable;
mod edit;
mod findings;
mod fixing;
mod grouped;
mod groups;
mod history;
mod layer;
mod manner;
mod motion;
mod paper;
mod pen;
mod pick;
mod picture;
pub mod pieces;
mod preview;
mod reshape;
mod selection;
mod settle;
mod shape;
mod snap;
mod spaces;
mod steps;
mod sum;
mod tool;

use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;

use crate::game::form::{Entry, Field};
use crate::game::scene::{Scene, Tag};
use crate::game::{Game, Group, Issue, Reference, Refused};
use crate::geometry::{Direction, Point};

pub use any::AnySketch;
pub use check::{Check, Checked};
pub use checks::Checks;
pub use clip::Clips;
pub use corners::read_corners;
pub use document::SketchDocument;
pub use drag::{Drag, Drags, locked_axis};
pub use drawable::{Beginning, Drawable};
pub use edit::{Alignment, SketchEdit};
pub use findings::{Findings, Row, SolveStage, Solver, Table};
pub use grouped::Groups;
pub use history::{Gesture, History, MAX_STEPS, Step};
pub use layer::Layer;
pub use manner::Manner;
pub use motion::{Axis, Motion};
pub use pen::Pen;
pub use preview::{Preview, circle};
pub use reshape::Measure;
pub use selection::Selection;
pub use shape::{Handle, Part, Shape, ShapeId};
pub use snap::{
    Facing, Fix, Grid, Held, Settled, Snap, extent_of, in_thousandths, limited, place_at, shapes_of, thousandths,
};
pub use steps::Steps;
pub use sum::computed;
pub use tool::{Action, Form, Tool};

/// A point on the board, or the offset between two points. It is exact and in the game's unit. The x axis points to the
/// right, the y axis up.
pub type At = Point;

/// The number of thousandths in one unit of length.
pub const UNIT: i64 = 1_000;

/// Converts a point on the board to floating point, for drawing.
#[must_use]
pub fn to_world(at: At) -> [f64; 2] {
    at.to_f64()
}

/// A game whose circuits can be edited. All functions accept every draft, valid or not, and do nothing if an id no
/// longer exists.
pub trait Sketch: Game + Clone + std::fmt::Debug {
    /// The constants of the editor for this game: tools, actions, words and grids.
    const MANNER: Manner;
    /// The allowed numbers of bends of a random freehand circuit or, if circuits consist of pieces, the allowed numbers
    /// of corners. Outside this range, few random circuits would be valid. `None` if the game has no random circuits.
    const BENDS: Option<RangeInclusive<usize>> = None;
    /// The options of [`solve`](Self::solve).
    type Question: Default + Clone + Send + Sync;

    /// All shapes on the board, from bottom to top.
    fn shapes(draft: &Self::Draft) -> Vec<Shape>;

    /// Adds a shape.
    ///
    /// # Errors
    /// Returns an error if there is no space for the shape, or if the points do not make a shape of this tool.
    fn put(draft: &mut Self::Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused>;

    /// Deletes a shape. The indices of later shapes of the same tool go down by one.
    fn remove(draft: &mut Self::Draft, shape: ShapeId);

    /// Moves a shape.
    fn shift(draft: &mut Self::Draft, shape: ShapeId, by: At);

    /// Moves a point of a shape to a point on the board.
    fn set_point(draft: &mut Self::Draft, shape: ShapeId, point: usize, at: At);

    /// Moves several points of a shape to points on the board.
    fn set_points(draft: &mut Self::Draft, shape: ShapeId, points: &[(usize, At)]) {
        points.iter().for_each(|(point, at)| Self::set_point(draft, shape, *point, *at));
    }

    /// Inserts a corner into a shape, at this index among its corners. Only chains, rings and areas have corners.
    fn insert_point(_draft: &mut Self::Draft, _shape: ShapeId, _place: usize, _at: At) {}

    /// Deletes a corner. Returns `false` and changes nothing if the remaining corners are too few for the shape.
    fn remove_point(_draft: &mut Self::Draft, _shape: ShapeId, _point: usize) -> bool {
        false
    }

    /// The tools that draw the lines on which the shapes of this tool lie. When the user moves, mirrors or rotates such
    /// a line as a whole, the shapes on the line move with it.
    fn rides_on(_draft: &Self::Draft, _tool: &str) -> &'static [&'static str] {
        &[]
    }

    /// Whether this tool's shapes snap to the nearest field of the track instead of the board's grid.
    fn sticks(_tool: &str) -> bool {
        false
    }

    /// Whether this tool's shapes have positions of their own. Other shapes lie on the track and always move with it, so
    /// they cannot be grouped, rotated or mirrored by themselves.
    fn stands_alone(_draft: &Self::Draft, tool: &str) -> bool {
        !Self::sticks(tool)
    }

    /// Mirrors or rotates a shape.
    fn turn(draft: &mut Self::Draft, shape: ShapeId, motion: Motion);

    /// Mirrors or rotates shapes together.
    fn turn_all(draft: &mut Self::Draft, shapes: &[ShapeId], motion: Motion) {
        shapes.iter().for_each(|shape| Self::turn(draft, *shape, motion));
    }

    /// Mirrors shapes about their common middle. If the list is empty, mirrors the whole circuit.
    fn mirror(draft: &mut Self::Draft, shapes: &[ShapeId], axis: Axis) {
        edit::mirror::<Self>(draft, shapes, axis);
    }

    /// Rotates the circuit, and its table if it has one, by quarter turns; positive is counter-clockwise.
    fn rotate(draft: &mut Self::Draft, quarters: i64) {
        let shapes: Vec<ShapeId> = Self::shapes(draft).iter().map(|shape| shape.id).collect();
        if let Some(about) = Self::middle(draft, &shapes) {
            carried::turn::<Self>(draft, &shapes, Motion::Turn(2 * quarters, about));
        }
    }

    /// Returns the centre about which shapes are rotated together. If the list is empty, this is the centre of the
    /// whole circuit. Returns `None` if there are no shapes.
    fn middle(draft: &Self::Draft, shapes: &[ShapeId]) -> Option<At> {
        edit::middle::<Self>(draft, shapes)
    }

    /// Returns the exact position on the board of a shape or of one of its points. A whole shape has the position of
    /// its first point. Returns `None` if the shape or the point does not exist.
    fn place(draft: &Self::Draft, part: Part) -> Option<At> {
        let shapes = Self::shapes(draft);
        let shape = shapes.iter().find(|shape| shape.id == part.shape)?;
        Self::exact(draft, shape, part.point.unwrap_or(0))
    }

    /// The exact position of a point of one of the draft's shapes. `None` if there is no such point.
    fn exact(_draft: &Self::Draft, shape: &Shape, point: usize) -> Option<At> {
        shape.spots().nth(point).map(|at| Grid::Off.place(at))
    }

    /// The bounding box of a shape (lower left, upper right), and the point that is used to distribute shapes evenly.
    /// `None` if the shape has no points.
    fn extent(_draft: &Self::Draft, shape: &Shape) -> Option<([At; 2], At)> {
        let [low, high] = shape.bounds();
        let middle = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]));
        (low[0] <= high[0]).then(|| ([low, high].map(|at| Grid::Fine.place(at)), Grid::Fine.place(middle)))
    }

    /// Snaps the shapes or points that the user drags, or the new shape that the user draws. `wanted` is the point on
    /// the board where they would be without snapping.
    fn settle(draft: &Self::Draft, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
        settle::usual::<Self>(draft, held, wanted, snap)
    }

    /// The size of one unit on the table, in millimetres, if the circuit gives it. `unit_mm` may be a usual size instead,
    /// with which the circuit can be printed.
    fn given_unit_mm(draft: &Self::Draft) -> Option<f64> {
        Self::unit_mm(draft)
    }

    /// The direction a shape faces; `None` if shapes of its tool have no direction.
    fn facing(_draft: &Self::Draft, _shape: ShapeId) -> Option<Facing> {
        None
    }

    /// The direction that a new shape of this tool faces by default if it is placed at the point `_at` of the board.
    /// `None` if such shapes have no direction.
    fn facing_at(_draft: &Self::Draft, _tool: &str, _at: At) -> Option<Direction> {
        None
    }

    /// The preview of a shape of this tool with these points. The shape faces `facing`, if shapes of this tool have a
    /// direction.
    fn preview(draft: &Self::Draft, tool: &'static str, facing: Option<Direction>, points: &[At]) -> Preview {
        preview::usual::<Self>(draft, tool, facing, points)
    }

    /// Makes a shape face a direction.
    fn face(_draft: &mut Self::Draft, _shape: ShapeId, _direction: Direction) {}

    /// Gives these shapes the numbers from 1, in this order. All other shapes get the numbers after them, in their
    /// current order.
    fn order(_draft: &mut Self::Draft, _shapes: &[ShapeId]) {}

    /// Gives a shape this number in the order. The numbers of the other shapes move up or down.
    fn set_rank(_draft: &mut Self::Draft, _shape: ShapeId, _rank: u32) {}

    /// Applies an action to these shapes, or to the whole circuit.
    fn act(_draft: &mut Self::Draft, _action: &Action, _shapes: &[ShapeId]) {}

    /// Returns the shape that a sign on the board belongs to. Also returns the action that a click on the sign starts
    /// while the shape is selected. Returns `None` if the tag belongs to no sign.
    fn sign(_tag: Tag) -> Option<(ShapeId, Option<&'static Action>)> {
        None
    }

    /// The title of an edit in the list of steps, if the game has its own title for it. If `None`, the default title is
    /// used.
    fn title(_draft: &Self::Draft, _edit: &SketchEdit) -> Option<String> {
        None
    }

    /// The suggested fix of the issue with this index in the list; `None` if only a person can decide how to fix it.
    fn fix(_draft: &Self::Draft, _issues: &[Issue], _index: usize) -> Option<Fix<Self::Draft>> {
        None
    }

    /// Draws editing aids (lines and areas) over the circuit. Some of them belong to the selected part. The zones are
    /// drawn only if `_zones` is true.
    fn overlay(_draft: &Self::Draft, _selected: Option<Part>, _zones: bool, _scene: &mut Scene) {}

    /// The form fields of a shape, of a point of a shape, or (if the part is `None`) of the circuit. Leaves out the
    /// fields of the reference picture, which are the same for all games.
    fn fields(draft: &Self::Draft, part: Option<Part>) -> Vec<Field>;

    /// Enters a value into a form field.
    ///
    /// # Errors
    /// Returns an error if the entry is not possible; the draft is then unchanged.
    fn enter(draft: &mut Self::Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused>;

    /// Returns a draft with only these shapes.
    fn only(draft: &Self::Draft, shapes: &[ShapeId]) -> Self::Draft;

    /// Adds the shapes of another draft, moved by an offset. A shape is left out if a circuit can have only one such
    /// shape and already has it. Returns the added shapes.
    fn merge(draft: &mut Self::Draft, other: &Self::Draft, by: At) -> Vec<ShapeId>;

    /// The lower left and the upper right corner of the board.
    fn paper(draft: &Self::Draft) -> [[f64; 2]; 2] {
        Self::layout(draft).table
    }

    /// The groups of shapes.
    fn groups(draft: &Self::Draft) -> &[Group];

    /// Replaces the groups of shapes.
    fn set_groups(draft: &mut Self::Draft, groups: Vec<Group>);

    /// The reference picture under the board; `None` if there is none.
    fn reference(draft: &Self::Draft) -> Option<Reference>;

    /// Replaces or removes the reference picture.
    fn set_reference(draft: &mut Self::Draft, reference: Option<Reference>);

    /// The approximate memory that a draft takes, in bytes. By default, the size of its JSON.
    fn weight(draft: &Self::Draft) -> usize {
        size_of::<Self::Draft>() + serde_json::to_vec(draft).map_or(0, |text| text.len())
    }

    /// The form fields of the options of [`solve`](Self::solve).
    fn question(_draft: &Self::Draft, _question: &Self::Question) -> Vec<Field> {
        Vec::new()
    }

    /// Enters a value into a field of the options of [`solve`](Self::solve).
    fn ask(_question: &mut Self::Question, _field: &str, _entry: &Entry) {}

    /// A copy of the draft without names, texts, the reference picture and the size for printing, because these parts
    /// cannot change the result of a search.
    fn searched(draft: &Self::Draft) -> Self::Draft {
        draft.clone()
    }

    /// Searches for the fastest lap. `report` receives the progress; `stop` says whether to stop. Returns `None` if
    /// the search was stopped.
    fn solve(
        track: &Self::Track,
        question: &Self::Question,
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Findings>;

    /// The templates for a new circuit, the default first.
    fn beginnings() -> Vec<Beginning<Self::Draft>>;

    /// A random freehand circuit with about this number of bends. It may have errors. `None` if the game has no such
    /// circuits.
    fn random(_bends: usize, _random: &mut ChaCha8Rng) -> Option<Self::Draft> {
        None
    }
}
