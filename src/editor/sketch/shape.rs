//! The shapes on the board, their handles, and the parts of a circuit that can be selected.

use super::Form;
use crate::game::words::capital;

/// The id of a shape in a draft. It consists of the id of the tool that draws the shape, and the index of the shape
/// among the shapes of this tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId {
    /// The id of the tool that draws the shape.
    pub tool: &'static str,
    /// The shape's index among the shapes of its tool, from 0.
    pub index: usize,
}

/// A part of a circuit that can be selected: a shape, or one point of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The shape that is selected, or whose point is selected.
    pub shape: ShapeId,
    /// The index of the point in the shape; `None` for the whole shape.
    pub point: Option<usize>,
}

impl ShapeId {
    /// Returns the part that stands for the whole shape.
    #[must_use]
    pub const fn whole(self) -> Part {
        Part { shape: self, point: None }
    }

    /// Returns the part that stands for one point of the shape.
    #[must_use]
    pub const fn point(self, point: usize) -> Part {
        Part { shape: self, point: Some(point) }
    }
}

/// A shape on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The shape's id.
    pub id: ShapeId,
    /// The shape's name inside a sentence, such as "island 2".
    pub name: String,
    /// A few more words about the shape, such as "12 fields". May be empty.
    pub note: String,
    /// The form in which the shape is drawn, such as a ring.
    pub form: Form,
    /// The shape's points, in the game's unit.
    pub points: Vec<[f64; 2]>,
    /// The number of points that are corners. The corners come first in `points`, and the user can insert new corners
    /// between them. Later points, such as the second end of a warp, are not corners.
    pub corners: usize,
    /// The outline of a piece; empty for a shape that is only a line.
    pub body: Vec<[f64; 2]>,
    /// The outline that marks a piece as selected.
    pub halo: Vec<[f64; 2]>,
    /// The shape's number, from 1, in an order that the user can change: for example 3 for corner 3. `None` if the
    /// shape has no such number.
    pub rank: Option<u32>,
    /// Handles beside the shape, such as one for its size. Their indices come after those of the points.
    pub handles: Vec<Handle>,
}

/// A handle beside a shape. Dragging it changes a property of the shape, such as its direction or its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The handle's point on the board.
    pub at: [f64; 2],
    /// A line leads from this point of the shape to the handle.
    pub from: [f64; 2],
    /// The effect of the handle in a few words, such as "Drag to resize".
    pub help: &'static str,
}

impl Shape {
    /// Makes a shape whose points are all corners.
    #[must_use]
    pub fn new(id: ShapeId, name: impl Into<String>, form: Form, points: Vec<[f64; 2]>) -> Self {
        let corners = points.len();
        let (note, body, halo) = (String::new(), Vec::new(), Vec::new());
        Self { id, name: name.into(), note, form, points, corners, body, halo, rank: None, handles: Vec::new() }
    }

    /// The shape's name as a title, such as "Island 2".
    #[must_use]
    pub fn title(&self) -> String {
        capital(self.name.trim_start_matches("the "))
    }

    /// The points and then the handles, in the order of their indices.
    pub fn spots(&self) -> impl Iterator<Item = [f64; 2]> {
        self.points.iter().copied().chain(self.handles.iter().map(|handle| handle.at))
    }

    /// The handle that the part stands for. `None` if the part is a point, or the whole shape.
    #[must_use]
    pub fn handle(&self, part: Part) -> Option<&Handle> {
        self.handles.get(part.point?.checked_sub(self.points.len())?)
    }

    /// The line through the shape's corners, closed if the shape is a ring.
    #[must_use]
    pub fn line(&self) -> Vec<[f64; 2]> {
        let corners = self.points.iter().take(self.corners);
        let back = self.points.first().filter(|_| self.form.is_closed() && self.corners > 2);
        corners.chain(back).copied().collect()
    }

    /// Returns the middle of each edge, with the index that a new corner inserted there gets.
    pub fn middles(&self) -> impl Iterator<Item = (usize, [f64; 2])> {
        let line = if self.form.has_corners() && self.corners > 1 { self.line() } else { Vec::new() };
        let middle = |ends: &[[f64; 2]]| [0, 1].map(|axis| f64::midpoint(ends[0][axis], ends[1][axis]));
        let middles: Vec<[f64; 2]> = line.windows(2).map(middle).collect();
        (1..).zip(middles)
    }

    /// Whether the shape's points can be dragged one by one while it is selected.
    #[must_use]
    pub const fn has_handles(&self) -> bool {
        self.body.is_empty()
    }

    /// The shape's bounding box: lower left, upper right.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let line = if self.body.is_empty() { self.line() } else { self.body.clone() };
        let ends = |pick: fn(f64, f64) -> f64, start: f64| {
            [0, 1].map(|axis| line.iter().map(|point| point[axis]).fold(start, pick))
        };
        [ends(f64::min, f64::INFINITY), ends(f64::max, f64::NEG_INFINITY)]
    }
}
