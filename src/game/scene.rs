//! What to draw: shapes in world units with the name of a style. Three painters (window, SVG, PNG) paint the same
//! list, so what is exported is what is seen. Colours, widths and dashes belong to the theme, not here.
//!
//! World units are the game's unit of length, x to the right, y up.

use super::CarId;

/// A drawing: items in the order they are painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The part of the world worth showing: lower left and upper right.
    pub bounds: [[f64; 2]; 2],
    /// From back to front.
    pub items: Vec<Item>,
}

/// A shape, how it looks and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The shape.
    pub shape: Shape,
    /// The name of its look.
    pub style: Style,
    /// What it belongs to, for the pointer.
    pub tag: Tag,
}

/// The shapes painters know.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A convex polygon, closed, filled and outlined as the style says.
    Polygon(Vec<[f64; 2]>),
    /// A line through points, open.
    Polyline(Vec<[f64; 2]>),
    /// A circle.
    Circle {
        /// Its middle.
        center: [f64; 2],
        /// In world units.
        radius: f64,
    },
    /// A line of text, centred on a point.
    Text {
        /// Its middle.
        at: [f64; 2],
        /// Height of a capital letter, in world units.
        height: f64,
        /// What it says.
        text: String,
    },
}

/// The looks a theme has to have. `usize` is the car's place in the entry list, which gives its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The table.
    Table,
    /// The grid on the table.
    GridLine,
    /// Every fifth line of the grid.
    GridLineStrong,
    /// The figures on the table's edge.
    Ruler,
    /// The pit lane's ground.
    PitLane,
    /// Hatching of the pit lane.
    PitHatch,
    /// The line where the pit lane begins.
    EntryLine,
    /// The start and finish line.
    FinishLine,
    /// A wall that stands on the board.
    Wall,
    /// A light field of its chequers.
    ChequerLight,
    /// A dark one.
    ChequerDark,
    /// A corner piece.
    Corner,
    /// A red stripe of its curbs.
    CurbDark,
    /// A white one.
    CurbLight,
    /// The number on a corner piece.
    CornerNumber,
    /// A line that pieces must not cross, painted on the board.
    TrackLimit,
    /// The ground one races on, where it is not the table.
    Ground,
    /// What lies within it and is not raced on.
    OffTrack,
    /// The edge of the ground.
    Boundary,
    /// An oil slick.
    Oil,
    /// A place that makes faster.
    SpeedUp,
    /// A place that makes slower.
    SlowDown,
    /// An end of a warp.
    Warp,
    /// A mirror.
    Reflector,
    /// Which way the race goes.
    Chevron,
    /// The way round the circuit, drawn faintly.
    LapLine,
    /// A car's base.
    CarBase(usize),
    /// The silhouette on it.
    CarBody(usize),
    /// The number on it.
    CarNumber(usize),
    /// The ring around the car to act.
    ActRing,
    /// The vector just placed.
    Vector(usize),
    /// The boost just placed.
    Boost(usize),
    /// The path of the turn just played.
    Path(usize),
    /// The path of earlier turns; the second number is the age in turns of that car, from 1.
    OldPath(usize, u8),
    /// Where a car stood before, or stands at the turn the pointer is on.
    Ghost(usize),
    /// A place that may be taken for nothing.
    LegalFree,
    /// A place that costs something.
    LegalCost,
    /// A place that may not be taken.
    Illegal,
    /// A shape that proves an illegal turn.
    EvidenceShape,
    /// A line that does.
    EvidenceLine,
    /// Where an issue is.
    IssueMark,
    /// What is selected.
    Selection,
    /// What the pointer is on.
    Hover,
    /// A line that shows what drew a piece to its place.
    Guide,
    /// An area that means something and is no piece, such as where cars start.
    Zone,
    /// A space of a straight.
    Space,
    /// A space of every second lane of a straight.
    SpaceBeside,
    /// A space of a corner that demands so many stops.
    SpaceCorner(u8),
    /// A space or field of a pit lane, and where cars stand that left the track.
    SpacePit,
    /// Writing on the board.
    Label,
    /// The fastest lap.
    RacingLine,
    /// Where its car stands after a turn.
    RacingPlace,
    /// The gear it came in.
    RacingGear,
    /// What can be reached: the number runs from 0, at once, to 255, last of all.
    Reach(u8),
}

/// What an item belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tag {
    /// Nothing one could pick.
    #[default]
    None,
    /// The corner at this place of the draft's list, from 0.
    Corner(usize),
    /// The one wall of the board, or what else there is one of.
    Wall,
    /// The track limit at this place of the draft's list, from 0.
    Limit(usize),
    /// The label at this place of the draft's list, from 0.
    Label(usize),
    /// A car.
    Car(CarId),
}

impl Scene {
    /// Adds an item that cannot be picked.
    pub fn add(&mut self, style: Style, shape: Shape) {
        self.items.push(Item { shape, style, tag: Tag::None });
    }

    /// Adds an item that belongs to something.
    pub fn add_tagged(&mut self, style: Style, tag: Tag, shape: Shape) {
        self.items.push(Item { shape, style, tag });
    }

    /// The same without everything of these styles.
    #[must_use]
    pub fn without(mut self, styles: &[Style]) -> Self {
        self.items.retain(|item| !styles.contains(&item.style));
        self
    }

    /// The topmost thing at `point` that can be picked, counting polygons and circles.
    #[must_use]
    pub fn pick(&self, point: [f64; 2]) -> Option<Tag> {
        self.items.iter().rev().find(|item| item.tag != Tag::None && item.shape.contains(point)).map(|item| item.tag)
    }
}

impl Shape {
    /// Whether `point` is inside; lines and texts have no inside.
    #[must_use]
    pub fn contains(&self, point: [f64; 2]) -> bool {
        match self {
            Self::Polygon(corners) => {
                let turn = |from: &[f64; 2], to: &[f64; 2]| {
                    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
                };
                let sides = corners.iter().zip(corners.iter().cycle().skip(1));
                let (mut left, mut right) = (true, true);
                for (from, to) in sides {
                    let side = turn(from, to);
                    left &= side >= 0.0;
                    right &= side <= 0.0;
                }
                corners.len() > 2 && (left || right)
            }
            Self::Circle { center, radius } => (point[0] - center[0]).hypot(point[1] - center[1]) <= *radius,
            Self::Polyline(_) | Self::Text { .. } => false,
        }
    }
}
