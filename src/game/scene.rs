//! Drawings. A drawing is a list of shapes in world units, each with the name of a style. The window, SVG and PNG paint
//! the same list, so exports look like the window. The theme sets colours, widths and dashes.
//!
//! World units are the game's unit of length. The x axis points to the right, the y axis up.

mod crop;
mod ruler;
mod shape;

use super::CarId;

/// A drawing. Its items are in the order in which they are painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The part of the board to show: its lower left and upper right corner, in world units.
    pub bounds: [[f64; 2]; 2],
    /// The shapes, from back to front.
    pub items: Vec<Item>,
}

/// A shape with its style, and the piece it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The shape to paint.
    pub shape: Shape,
    /// The name of the item's style.
    pub style: Style,
    /// The piece that the item belongs to. A click on the item picks this piece.
    pub tag: Tag,
}

/// The kinds of shape that can be painted.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A closed polygon. The style sets its fill and its outline. Only convex polygons can be picked.
    Polygon(Vec<[f64; 2]>),
    /// An open line through points.
    Polyline(Vec<[f64; 2]>),
    /// A circle.
    Circle {
        /// The circle's centre.
        center: [f64; 2],
        /// The circle's radius, in world units.
        radius: f64,
    },
    /// A line of text, centred on a point.
    Text {
        /// The text's centre.
        at: [f64; 2],
        /// The height of a capital letter, in world units.
        height: f64,
        /// The text.
        text: String,
    },
}

/// The styles that every theme defines. The `usize` of a style sets its colour. For a garage, it is the index of a
/// colour. For all other styles, it is the index of a car in the entry list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The surface of the table on which the circuit lies.
    Table,
    /// The grid on the table.
    GridLine,
    /// Every fifth line of the grid.
    GridLineStrong,
    /// The grid of squared paper, on and off the track.
    PaperLine,
    /// Every fifth line of squared paper.
    PaperLineStrong,
    /// The numbers along the table's edge.
    Ruler,
    /// The shadow of a piece or a bridge.
    Shadow,
    /// A broad line along the lap, drawn as a road. It serves as a guide in games whose tracks have no edges.
    Road,
    /// The edge of a [`Road`](Self::Road), drawn as a slightly broader line under it.
    RoadEdge,
    /// The ground under a space. It is visible as the edge of the track.
    Bed,
    /// The pit lane's ground.
    PitLane,
    /// Hatching of the pit lane.
    PitHatch,
    /// The line where the pit lane begins.
    EntryLine,
    /// The start and finish line.
    FinishLine,
    /// A marker that warns of a danger on the track.
    Marker,
    /// A mark of a grid slot.
    Slot,
    /// A point from which cars start.
    Start,
    /// Text or a symbol on a starting point.
    StartText,
    /// A wall that stands on the board.
    Wall,
    /// A light square of a chequered line.
    ChequerLight,
    /// A dark square of a chequered line.
    ChequerDark,
    /// The outline of a chequered line.
    ChequerFrame,
    /// The body of a corner piece.
    Corner,
    /// A red stripe of a corner's curb.
    CurbDark,
    /// A white stripe of a corner's curb.
    CurbLight,
    /// The curb along a corner. The number is the number of stops that the corner requires.
    Curb(u8),
    /// A painted track limit, a line that pieces must not cross.
    TrackLimit,
    /// The surface of a track that does not fill the whole board.
    Ground,
    /// An area that lies inside the track's surface but does not belong to the track.
    OffTrack,
    /// The edge of the track's surface.
    Boundary,
    /// An oil slick.
    Oil,
    /// A space that makes cars faster.
    SpeedUp,
    /// A space that makes cars slower.
    SlowDown,
    /// One of the two ends of a warp.
    Warp,
    /// The mark on a space in a noise area, where residents hear engines (Formula D).
    Noise,
    /// The symbol on an area with a special effect, such as the drop on an oil slick.
    Symbol,
    /// A mirror.
    Reflector,
    /// The middle of a spinner.
    Spinner,
    /// An arrow from the track into the pit lane, or back.
    PitArrow,
    /// The ground under the spaces. It is visible as lines between them.
    Joint,
    /// A thin arrow, such as the arrow at an exit of a space.
    Chevron,
    /// An arrow that shows the direction of the race. The first corner of its polygon is the tip, and the third corner
    /// is the notch behind the tip.
    Arrow,
    /// An edge of a tunnel.
    Tunnel,
    /// The route around the circuit, drawn faintly as a guide.
    LapLine,
    /// The light edge around a car.
    CarHalo,
    /// The base of the car with this index: the shape under its silhouette and its number.
    CarBase(usize),
    /// The car's silhouette on its base.
    CarBody(usize),
    /// The car's number on its base.
    CarNumber(usize),
    /// The ring around the car whose turn it is.
    ActRing,
    /// The vector piece of the last move (VektoRace).
    Vector(usize),
    /// The boost piece of the last move (VektoRace).
    Boost(usize),
    /// The path of the last turn.
    Path(usize),
    /// The path of an earlier turn of a car. The second number is the age of the turn, in turns of that car, from 1.
    OldPath(usize, u8),
    /// The path of a turn. Its colour shows a value of the turn, from 0 for the lowest value to 255 for the highest.
    Graded(u8),
    /// The edge of a [`Graded`](Self::Graded) path, drawn as a slightly broader line under it.
    GradedEdge,
    /// A place on the board where a car was: either before the car's last turn, or after the turn that is under the
    /// pointer.
    Ghost(usize),
    /// A place on the board that the car can reach at no cost.
    LegalFree,
    /// A place on the board that the car can reach by spending resources.
    LegalCost,
    /// A place on the board that the car may choose, but on the way to which it crashes.
    LegalCrash,
    /// A place on the board where the car must not end.
    Illegal,
    /// A shape that shows why a turn is illegal.
    EvidenceShape,
    /// A line that shows why a turn is illegal.
    EvidenceLine,
    /// The point on the board where an issue is.
    IssueMark,
    /// The outline of the selected piece.
    Selection,
    /// The outline of the piece under the pointer.
    Hover,
    /// A guide line from a piece to the piece or line that it snapped to.
    Guide,
    /// A marked area, such as the starting area.
    Zone,
    /// A space of a straight.
    Space,
    /// A space of a straight in a lane with an even number. Its colour is different, so that the lanes can be told
    /// apart.
    SpaceBeside,
    /// A space of a corner. The number is the number of stops that the corner requires.
    SpaceCorner(u8),
    /// A space or field of the pit lane, or a place for cars that left the track.
    SpacePit,
    /// A space or field with a penalty.
    SpaceRed,
    /// Text on a [`SpaceRed`](Self::SpaceRed).
    SpaceRedText,
    /// The garage of a team. The number is the index of its colour in [`TEAM_COLOURS`].
    Garage(usize),
    /// Text on a garage.
    GarageText(usize),
    /// Text on the board.
    Label,
    /// The number of a space or field, shown beside the track.
    Count,
    /// The background of the title and the legend of a picture.
    Page,
    /// The strip on which the numbers of a ruler are written. It has the colour of the page, and is left out of
    /// transparent pictures.
    RulerStrip,
    /// The plate of a sign beside the track.
    Sign,
    /// The name on a sign.
    SignText,
    /// Smaller text on a sign.
    SignNote,
    /// A dot on a sign. A sign has one dot for each stop that the corner requires.
    SignDot,
    /// The coloured part of a sign. The number is the number of stops that the corner requires.
    Badge(u8),
    /// Text on the coloured part of a sign.
    BadgeText(u8),
    /// A line from a sign to the piece or place that the sign names.
    Leader,
    /// The path of the fastest lap.
    RacingLine,
    /// The place on the board where a car is after a turn of the fastest lap.
    RacingPlace,
    /// The number of the gear, written at the place where a car ends a turn of the fastest lap.
    RacingGear,
    /// A place on the board that a car can reach. The number gives the colour of the place and shows how many turns the
    /// car needs at least: 0 stands for one turn, and 255 for the largest number of turns.
    Reach(u8),
    /// A place on the board where cars end turns. The number gives the colour of the place and shows how often cars
    /// overtake on the stretch of track around it: 0 stands for never, and 255 for the stretch with the most
    /// overtaking.
    Heat(u8),
}

/// The names of the garage colours. Every theme defines each of these colours.
pub const TEAM_COLOURS: [&str; 10] =
    ["amber", "azure", "jade", "coral", "ivory", "onyx", "crimson", "violet", "pink", "grey"];

/// The piece that an item of a drawing belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The item belongs to no piece, so the user cannot select it on the board.
    #[default]
    None,
    /// The corner at this index of the draft's list, from 0.
    Corner(usize),
    /// The pitwall, or another piece of which a board has only one.
    Wall,
    /// The track limit at this index of the draft's list, from 0.
    Limit(usize),
    /// The label at this index of the draft's list, from 0.
    Label(usize),
    /// A car.
    Car(CarId),
}

impl Scene {
    /// Adds an item that belongs to no piece, so that the user cannot select it on the board.
    ///
    /// ```
    /// use paddock::game::scene::{Scene, Shape, Style};
    ///
    /// let mut scene = Scene::default();
    /// scene.add(Style::Label, Shape::Circle { center: [1.0, 2.0], radius: 0.5 });
    /// assert_eq!(scene.items.len(), 1);
    /// ```
    pub fn add(&mut self, style: Style, shape: Shape) {
        self.items.push(Item { shape, style, tag: Tag::None });
    }

    /// Adds an item that belongs to a piece, so that the pointer can pick it.
    pub fn add_tagged(&mut self, style: Style, tag: Tag, shape: Shape) {
        self.items.push(Item { shape, style, tag });
    }

    /// Whether the arrows for the direction of the race lead clockwise around the circuit. `None` if there are too few
    /// arrows, or if the arrows lead both ways, as on a figure of eight.
    #[must_use]
    pub fn is_clockwise(&self) -> Option<bool> {
        let arrows: Vec<[[f64; 2]; 2]> = self
            .items
            .iter()
            .filter(|item| item.style == Style::Arrow)
            .filter_map(|item| match &item.shape {
                Shape::Polygon(corners) => Some([*corners.get(2)?, *corners.first()?]),
                _ => None,
            })
            .collect();
        let count = arrows.len() as f64;
        let sum = |axis: usize| arrows.iter().map(|[_, tip]| tip[axis]).sum::<f64>();
        let middle = [sum(0) / count, sum(1) / count];
        // For each arrow, its rotation about the middle, and the largest rotation that it could have.
        let (mut turned, mut most) = (0.0, 0.0);
        for [notch, tip] in &arrows {
            let (from, way) = ([tip[0] - middle[0], tip[1] - middle[1]], [tip[0] - notch[0], tip[1] - notch[1]]);
            turned += from[0] * way[1] - from[1] * way[0];
            most += from[0].hypot(from[1]) * way[0].hypot(way[1]);
        }
        (arrows.len() >= 3 && turned.abs() > 0.4 * most).then_some(turned < 0.0)
    }

    /// Removes all items of these styles.
    #[must_use]
    pub fn without(mut self, styles: &[Style]) -> Self {
        self.items.retain(|item| !styles.contains(&item.style));
        self
    }

    /// The topmost piece at a point of the board. `None` if there is no piece. Only polygons and circles can be picked.
    ///
    /// ```
    ///
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let scene = race.scene(12, 0);
    /// assert_eq!(scene.pick([-1_000.0, -1_000.0]), None, "far off the table");
    /// ```
    #[must_use]
    pub fn pick(&self, point: [f64; 2]) -> Option<Tag> {
        self.items.iter().rev().find(|item| item.tag != Tag::None && item.shape.contains(point)).map(|item| item.tag)
    }
}

impl Style {
    /// Whether the style belongs to the table or the squared paper, and not to a circuit.
    #[must_use]
    pub const fn is_backdrop(self) -> bool {
        matches!(
            self,
            Self::Table
                | Self::GridLine
                | Self::GridLineStrong
                | Self::PaperLine
                | Self::PaperLineStrong
                | Self::Ruler
                | Self::OffTrack
        )
    }

    /// The layer of a drawing that the style belongs to, for programs that edit drawings in layers.
    #[must_use]
    pub const fn layer(self) -> &'static str {
        match self {
            Self::Page | Self::RulerStrip => "table",
            _ if self.is_backdrop() => "table",
            Self::CarHalo
            | Self::CarBase(_)
            | Self::CarBody(_)
            | Self::CarNumber(_)
            | Self::ActRing
            | Self::Ghost(_) => "cars",
            Self::Vector(_) | Self::Boost(_) | Self::Path(_) | Self::OldPath(..) => "moves",
            Self::Label
            | Self::Count
            | Self::Sign
            | Self::SignText
            | Self::SignNote
            | Self::SignDot
            | Self::Badge(_)
            | Self::BadgeText(_)
            | Self::Leader => "labels",
            Self::LapLine
            | Self::Arrow
            | Self::Guide
            | Self::RacingLine
            | Self::RacingPlace
            | Self::RacingGear
            | Self::Reach(_)
            | Self::Heat(_) => "route",
            Self::LegalFree
            | Self::LegalCost
            | Self::LegalCrash
            | Self::Illegal
            | Self::EvidenceShape
            | Self::EvidenceLine
            | Self::IssueMark
            | Self::Selection
            | Self::Hover
            | Self::Zone => "marks",
            Self::Shadow
            | Self::Wall
            | Self::Corner
            | Self::CurbDark
            | Self::CurbLight
            | Self::TrackLimit
            | Self::Oil
            | Self::SpeedUp
            | Self::SlowDown
            | Self::Warp
            | Self::Noise
            | Self::Symbol
            | Self::Spinner
            | Self::Reflector => "pieces",
            _ => "track",
        }
    }
}

impl Tag {
    /// The name of the piece, such as `corner-3`. Pieces are numbered from 1. `None` if the tag names no piece.
    #[must_use]
    pub fn name(self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Corner(index) => Some(format!("corner-{}", index + 1)),
            Self::Wall => Some("wall".to_owned()),
            Self::Limit(index) => Some(format!("limit-{}", index + 1)),
            Self::Label(index) => Some(format!("label-{}", index + 1)),
            Self::Car(car) => Some(format!("car-{car}")),
        }
    }
}
