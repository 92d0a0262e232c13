//! Circuits that are drawn: out of closed lines, walls, points and areas, on a sheet of paper.
//!
//! VektoRace circuits are laid out of pieces, and have an editor of their own ([`Document`](super::Document)). Where a
//! circuit is drawn, its game tells what it is drawn of ([`Sketch`]), and everything else is the same for all such games:
//! [`SketchDocument`] has the draft, its history, the selection and the issues, and [`AnySketch`] is how the window knows it,
//! whichever game it is.
//!
//! | module | what is in it |
//! |---|---|
//! | [`Tool`], [`Form`] | what is drawn, and with how many points |
//! | [`Shape`], [`Part`] | what is on the paper, and what of it is selected |
//! | [`Pen`] | a hand's way over the paper, made into corners on the grid or off it |
//! | [`Motion`] | mirrors and quarter turns |
//! | `paper`, `board`, `spaces` | Vector Racing; Wheel to Wheel; Formula D |

mod any;
mod board;
mod check;
mod document;
mod findings;
mod motion;
mod paper;
mod pen;
mod pick;
mod picture;
mod spaces;
mod step;

use crate::game::Reference;
use crate::game::form::{Entry, Field};
use crate::games::Listed;

pub use any::{AnySketch, Moved};
pub use check::{Check, Checked};
pub use document::SketchDocument;
pub use findings::{Findings, Seeker};
pub use motion::Motion;
pub use pen::{Grid, Pen};
pub use step::SketchEdit;

/// A place on the paper: x to the right, y up, in thousandths of the game's unit.
pub type At = [i64; 2];

/// One unit.
pub const UNIT: i64 = 1_000;

/// The farthest from the origin anything is put, in units: far off any sheet, so that someone who overshoots still sees
/// where it went.
const FARTHEST: f64 = 10_000.0;

/// A place as a picture has it.
#[must_use]
pub fn to_world(at: At) -> [f64; 2] {
    at.map(|value| value as f64 / UNIT as f64)
}

/// What a person draws with: each tool draws one kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// The outer boundary first, islands after it.
    Boundary,
    /// A wall that stands free.
    Wall,
    /// The finish line.
    Finish,
    /// A place to start from.
    Start,
    /// An oil slick.
    Oil,
    /// A speed-up.
    SpeedUp,
    /// A slow-down.
    SlowDown,
    /// Two places that are connected.
    Warp,
    /// A mirror.
    Reflector,
    /// A point that turns the path.
    Spinner,
    /// A round wall.
    Disc,
    /// The line that a board's fields lie along.
    Loop,
    /// The line that the pit lane's fields lie along.
    Lane,
    /// A red field.
    Red,
    /// A garage.
    Garage,
    /// Where the pit lane is entered.
    PitEntry,
    /// Where it leads to.
    PitExit,
    /// Where those go who crashed.
    CrashZone,
    /// The line that spaces are laid out along.
    CentreLine,
    /// A corner with its stops.
    Corner,
    /// Where residents hear engines.
    Noise,
    /// A dangerous space.
    Danger,
    /// A stretch of the line that runs under the ground.
    Tunnel,
    /// The line at which speed is measured.
    Police,
    /// A slot of the grid.
    Slot,
    /// A space: laid out, not drawn.
    Space,
}

impl Tool {
    /// What it draws, as it is called in the middle of a sentence.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Boundary => "boundary",
            Self::Wall => "wall",
            Self::Finish => "finish line",
            Self::Start => "start",
            Self::Oil => "oil slick",
            Self::SpeedUp => "speed-up",
            Self::SlowDown => "slow-down",
            Self::Warp => "warp",
            Self::Reflector => "reflector",
            Self::Spinner => "spinner",
            Self::Disc => "disc",
            Self::Loop => "loop",
            Self::Lane => "pit lane",
            Self::Red => "red field",
            Self::Garage => "garage",
            Self::PitEntry => "pit entry",
            Self::PitExit => "pit exit",
            Self::CrashZone => "crash zone",
            Self::CentreLine => "centre line",
            Self::Corner => "corner",
            Self::Noise => "noise mark",
            Self::Danger => "danger mark",
            Self::Tunnel => "tunnel",
            Self::Police => "police line",
            Self::Slot => "grid slot",
            Self::Space => "space",
        }
    }
}

/// How many points a shape is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One.
    Point,
    /// Two: its ends.
    Segment,
    /// Two: its middle and a point of its rim.
    Circle,
    /// Two or more, one after the other.
    Chain,
    /// Three or more, in a ring.
    Ring,
    /// One, or three or more in a ring: the ground between them belongs to it.
    Area,
}

impl Form {
    /// How many points end it by themselves, if any number does.
    #[must_use]
    pub const fn full(self) -> Option<usize> {
        match self {
            Self::Point => Some(1),
            Self::Segment | Self::Circle => Some(2),
            Self::Chain | Self::Ring | Self::Area => None,
        }
    }

    /// Whether so many points make one.
    #[must_use]
    pub const fn is_enough(self, points: usize) -> bool {
        match self {
            Self::Point => points == 1,
            Self::Segment | Self::Circle => points == 2,
            Self::Chain => points > 1,
            Self::Ring => points > 2,
            Self::Area => points == 1 || points > 2,
        }
    }

    /// Whether it has corners, among which others can be put.
    #[must_use]
    pub const fn has_corners(self) -> bool {
        matches!(self, Self::Chain | Self::Ring | Self::Area)
    }

    /// Whether its last point is joined to its first.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Ring | Self::Area)
    }
}

/// Names a shape of a draft: what drew it, and which of those it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId {
    /// The tool that draws such shapes.
    pub tool: Tool,
    /// Its place among them, from 0.
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

/// A shape as it is on the paper.
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
    /// How many of them, from the first, are corners among which others can be put; the rest stand for themselves, such as
    /// the other end of a warp.
    pub corners: usize,
}

impl Shape {
    /// A shape all of whose points are corners.
    #[must_use]
    pub fn new(id: ShapeId, name: impl Into<String>, form: Form, points: Vec<[f64; 2]>) -> Self {
        let corners = points.len();
        Self { id, name: name.into(), note: String::new(), form, points, corners }
    }

    /// The line it is drawn with: closed where it is a ring.
    #[must_use]
    pub fn line(&self) -> Vec<[f64; 2]> {
        let corners = self.points.iter().take(self.corners);
        let back = self.points.first().filter(|_| self.form.is_closed() && self.corners > 2);
        corners.chain(back).copied().collect()
    }

    /// The least box around it: lower left, upper right.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let line = self.line();
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

/// A game whose circuits are drawn: what they are drawn of. All functions take any draft, valid or not, and ids that no
/// longer name anything do nothing.
pub trait Sketch: Listed {
    /// What one draws with, in the order of the palette.
    const TOOLS: &'static [Tool];

    /// How many points what this tool draws has.
    fn form(tool: Tool) -> Form;

    /// Everything on the paper, what lies on top last.
    fn shapes(draft: &Self::Draft) -> Vec<Shape>;

    /// Puts a shape on the paper.
    ///
    /// # Errors
    /// A sentence, where there is no room for it or the points make none.
    fn put(draft: &mut Self::Draft, tool: Tool, points: &[At]) -> Result<ShapeId, String>;

    /// Takes a shape away; those of the same tool after it move up.
    fn remove(draft: &mut Self::Draft, shape: ShapeId);

    /// Moves a shape.
    fn shift(draft: &mut Self::Draft, shape: ShapeId, by: At);

    /// Puts a point of a shape somewhere else.
    fn set_point(draft: &mut Self::Draft, shape: ShapeId, point: usize, at: At);

    /// Puts a corner between two others: it becomes the one with this place.
    fn insert_point(draft: &mut Self::Draft, shape: ShapeId, place: usize, at: At);

    /// Takes a corner away. Says whether that left a shape: where it does not, nothing is changed.
    fn remove_point(draft: &mut Self::Draft, shape: ShapeId, point: usize) -> bool;

    /// The lines that take what this tool draws along when they are moved, mirrored or turned as a whole.
    fn rides_on(_draft: &Self::Draft, _tool: Tool) -> &'static [Tool] {
        &[]
    }

    /// Whether what this tool draws goes to the field that is nearest to the pointer: the grid of the paper, which may lie
    /// nearer to another field, then means nothing.
    fn sticks(_tool: Tool) -> bool {
        false
    }

    /// Mirrors or turns a shape.
    fn turn(draft: &mut Self::Draft, shape: ShapeId, motion: Motion);

    /// What there is to fill in about a shape or a point of it, or about the circuit; what there is about the picture under
    /// the board is the same for all games, and not asked here.
    fn fields(draft: &Self::Draft, part: Option<Part>) -> Vec<Field>;

    /// Fills in a field.
    ///
    /// # Errors
    /// A sentence, where what was entered cannot be; the draft is as it was.
    fn enter(draft: &mut Self::Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String>;

    /// A draft with these shapes and nothing else.
    fn only(draft: &Self::Draft, shapes: &[ShapeId]) -> Self::Draft;

    /// Adds the shapes of another draft, moved; what there can be only one of, and is there, is left out. Answers what was
    /// added.
    fn merge(draft: &mut Self::Draft, other: &Self::Draft, by: At) -> Vec<ShapeId>;

    /// The lower left and the upper right corner of the paper.
    fn paper(draft: &Self::Draft) -> [[f64; 2]; 2];

    /// The picture under the board.
    fn reference(draft: &Self::Draft) -> Option<&Reference>;

    /// Puts another one there, or none.
    fn set_reference(draft: &mut Self::Draft, reference: Option<Reference>);

    /// About how much memory the draft takes, in bytes.
    fn weight(draft: &Self::Draft) -> usize;

    /// What to do where there is nothing on the paper.
    const EMPTY: &'static str;

    /// What [`seek`](Self::seek) looks for, in a sentence.
    const SOUGHT: &'static str;

    /// Looks for the quickest way over a track. `tell` is told how far it has come, `stop` is asked whether to go on; `None`
    /// where it was stopped.
    fn seek(track: &Self::Track, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings>;

    /// What a new circuit may begin with, the usual first.
    fn beginnings() -> Vec<Beginning<Self::Draft>>;
}
