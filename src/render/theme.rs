//! Themes: a theme says how each [`Style`] of a scene is painted.
//! Widths and dashes are in world units, so a drawing keeps its proportions at every size.
//! Lines that must stay visible also have a smallest width, as a fraction of the picture's shorter side.

mod colour;
mod palette;

use crate::game::scene::Style;

use colour::{BLACK, WHITE, team_colour};
pub use colour::{Colour, car_colour, cividis, colour_round};
use palette::{DARK, GREY, LIGHT, PRINT, Palette};

/// The colour, width and dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The line's colour.
    pub colour: Colour,
    /// The line's width, in world units.
    pub width: f64,
    /// The smallest width of the line, as a fraction of the picture's shorter side.
    pub least: f64,
    /// The lengths of dashes and gaps, in world units; `None` for a solid line.
    pub dash: Option<[f64; 2]>,
}

/// The fill and outline of a shape. A text is painted with the colour `fill`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour of the inside; `None` if the inside is not painted.
    pub fill: Option<Colour>,
    /// The colour, width and dashes of the outline; `None` if the shape has no outline.
    pub line: Option<Line>,
    /// Whether a text is semi-bold.
    pub bold: bool,
}

impl Line {
    /// Returns the line's width in a picture. `scale` is the number of picture units in a world unit, and `shorter` is
    /// the picture's shorter side. The result has the same unit as `shorter`.
    #[must_use]
    pub fn width_at(&self, scale: f64, shorter: f64) -> f64 {
        (self.width * scale).max(self.least * shorter)
    }
}

impl Paint {
    const fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), line: None, bold: false }
    }

    const fn line(colour: Colour, width: f64) -> Self {
        Self { fill: None, line: Some(Line { colour, width, least: 0.0, dash: None }), bold: false }
    }

    const fn outlined(self, colour: Colour, width: f64) -> Self {
        Self { line: Some(Line { colour, width, least: 0.0, dash: None }), ..self }
    }

    const fn dashed(self, on: f64, off: f64) -> Self {
        match self.line {
            Some(line) => Self { line: Some(Line { dash: Some([on, off]), ..line }), ..self },
            None => self,
        }
    }

    /// Returns the same paint in grey.
    fn grey(self) -> Self {
        let line = self.line.map(|line| Line { colour: line.colour.grey(), ..line });
        Self { fill: self.fill.map(Colour::grey), line, ..self }
    }

    /// Sets the smallest width of the line, as a fraction of the picture's shorter side.
    const fn least(self, least: f64) -> Self {
        match self.line {
            Some(line) => Self { line: Some(Line { least, ..line }), ..self },
            None => self,
        }
    }

    const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// A theme: the set of colours for a screen or for printing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The theme for a light screen.
    #[default]
    Light,
    /// The theme for a dark screen.
    Dark,
    /// The theme for printing in colour: white background, little ink.
    Print,
    /// The theme for printing in black and grey.
    Grey,
}

/// The lengths of dashes and gaps in the path of each car in [`Theme::Grey`], which has no colours to tell the cars
/// apart.
/// The first path is a solid line.
const DASHES: [[f64; 2]; 6] = [[1.0, 0.0], [0.5, 0.25], [0.2, 0.2], [1.0, 0.3], [0.5, 0.5], [0.15, 0.4]];

/// The grey tones of the base and the body of each car in [`Theme::Grey`], which has no colours to tell the cars apart.
const GREY_CARS: [[Colour; 2]; 8] = {
    const DARK: [Colour; 2] = [Colour::rgb(0x18_18_18), Colour::rgb(0x6c_6c_6c)];
    const PALE: [Colour; 2] = [WHITE, Colour::rgb(0xb4_b4_b4)];
    [
        [DARK[0], DARK[0]],
        [PALE[0], PALE[0]],
        [DARK[1], DARK[1]],
        [PALE[1], PALE[1]],
        [DARK[0], DARK[1]],
        [PALE[0], PALE[1]],
        [DARK[1], DARK[0]],
        [PALE[1], PALE[0]],
    ]
};

/// The fill and outline of an area with an effect, such as oil or grass.
fn patch(colour: Colour) -> Paint {
    Paint::fill(colour.alpha(90)).outlined(colour, 0.06)
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Print, Self::Grey];

    /// The theme's name in files and on the command line.
    ///
    /// ```
    /// use paddock::render::Theme;
    ///
    /// assert_eq!(Theme::ALL.map(Theme::name), ["light", "dark", "print", "grey"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
            Self::Grey => "grey",
        }
    }

    /// The colour around the table.
    #[must_use]
    pub const fn background(self) -> Colour {
        self.palette().outside
    }

    /// The colour of text.
    #[must_use]
    pub const fn ink(self) -> Colour {
        self.palette().ink
    }

    /// The colour of selections and the cursor.
    #[must_use]
    pub const fn accent(self) -> Colour {
        self.palette().accent
    }

    /// The colour of warnings.
    #[must_use]
    pub const fn warning(self) -> Colour {
        self.palette().warning
    }

    /// The colour of errors; used for nothing else.
    #[must_use]
    pub const fn error(self) -> Colour {
        self.palette().error
    }

    const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Print => &PRINT,
            Self::Grey => &GREY,
        }
    }

    /// The fill and outline with which this theme paints a style, and whether its text is bold.
    #[must_use]
    pub fn paint(self, style: Style) -> Paint {
        let paint = self.board_paint(style);
        if self == Self::Grey { paint.grey() } else { paint }
    }

    /// The fill and outline of the board and its pieces.
    fn board_paint(self, style: Style) -> Paint {
        let palette = self.palette();
        match style {
            Style::Table => Paint::fill(palette.table).outlined(palette.edge, 0.06),
            Style::GridLine => Paint::line(palette.grid, 0.03).least(0.000_8),
            Style::GridLineStrong => Paint::line(palette.grid_strong, 0.04).least(0.001),
            Style::PaperLine => Paint::line(palette.ink.alpha(46), 0.03).least(0.000_8),
            Style::PaperLineStrong => Paint::line(palette.ink.alpha(90), 0.04).least(0.001),
            Style::Ruler => Paint::fill(palette.quiet),
            Style::Shadow => Paint::fill(BLACK.alpha(if self == Self::Dark { 130 } else { 60 })),
            // The outlines close the joints between the parts of a road.
            Style::Road => Paint::fill(palette.surface).outlined(palette.surface, 0.1).least(0.004),
            Style::RoadEdge => Paint::fill(palette.verge).outlined(palette.verge, 0.1).least(0.004),
            Style::Bed => Paint::fill(palette.verge).outlined(palette.verge, 0.3),
            Style::PitLane => Paint::fill(palette.lane),
            Style::PitHatch => Paint::line(palette.hatch, 0.05),
            Style::EntryLine => Paint::line(palette.line, 0.09).dashed(0.3, 0.2).least(0.002),
            Style::FinishLine => Paint::line(palette.line, 0.12).least(0.003),
            Style::Slot => Paint::line(palette.line, 0.07).least(0.002),
            Style::Start => Paint::fill(Colour::rgb(0x17_78_40)).outlined(palette.line, 0.05).least(0.001_5),
            Style::StartText => Paint::fill(WHITE).bold(),
            Style::Symbol | Style::Spinner => Paint::fill(palette.ink).outlined(palette.ink, 0.06).least(0.001),
            Style::Wall => Paint::fill(palette.piece).outlined(palette.piece_edge, 0.06),
            Style::ChequerLight => Paint::fill(WHITE),
            Style::ChequerDark => Paint::fill(Colour::rgb(0x10_13_17)),
            Style::ChequerFrame => Paint::line(Colour::rgb(0x10_13_17), 0.05).least(0.001),
            Style::Corner => Paint::fill(palette.piece).outlined(palette.piece_edge, 0.06),
            Style::CurbDark | Style::Marker if self.is_print() => Paint::fill(palette.red),
            Style::CurbDark | Style::Marker => Paint::fill(Colour::rgb(0xc6_28_28)),
            Style::CurbLight => Paint::fill(Colour::rgb(0xf6_f6_f4)).outlined(BLACK.alpha(90), 0.02),
            Style::Curb(stops) => Paint::fill(self.curb(stops)).outlined(palette.ink.alpha(150), 0.03),
            Style::PitArrow => Paint::line(palette.line, 0.09).least(0.002),
            Style::Joint => Paint::fill(palette.joint),
            Style::Chevron => Paint::line(palette.line.alpha(120), 0.06).least(0.001),
            Style::Arrow => Paint::fill(palette.line),
            // The line is thicker and has shorter dashes than the paths of cars, because it has the same colour.
            Style::TrackLimit if self == Self::Grey => Paint::line(palette.ink, 0.2).dashed(0.22, 0.16).least(0.004),
            Style::TrackLimit => Paint::line(Colour::rgb(0xd8_5a_1c), 0.12).dashed(0.5, 0.2).least(0.003),
            Style::LapLine => Paint::line(palette.line.alpha(120), 0.08).dashed(0.5, 0.4).least(0.002),
            Style::Label => Paint::fill(palette.ink),
            Style::Count => Paint::fill(palette.quiet),
            Style::Ground => Paint::fill(palette.paper),
            Style::OffTrack => Paint::fill(palette.off),
            Style::Boundary => Paint::line(palette.ink, 0.16).least(0.005),
            Style::Tunnel => Paint::line(palette.ink, 0.08).dashed(0.4, 0.3).least(0.002),
            Style::Oil => Paint::fill(palette.ink.alpha(90)).outlined(palette.ink.alpha(160), 0.05),
            // Without colours, areas have different tones, and edges that are solid, dashed or dotted.
            Style::SpeedUp if self == Self::Grey => {
                Paint::fill(WHITE.alpha(60)).outlined(palette.ink, 0.12).least(0.002)
            }
            Style::Warp if self == Self::Grey => {
                Paint::fill(palette.ink.alpha(24)).outlined(palette.ink, 0.08).dashed(0.08, 0.16).least(0.001_5)
            }
            Style::SlowDown if self == Self::Grey => {
                Paint::fill(palette.ink.alpha(56)).outlined(palette.ink, 0.12).dashed(0.4, 0.24).least(0.002)
            }
            Style::SpeedUp => patch(Colour::rgb(0x00_9e_73)),
            Style::SlowDown => patch(Colour::rgb(0xd5_5e_00)),
            Style::Noise if self == Self::Grey => Paint::fill(palette.ink.alpha(40)).outlined(palette.ink, 0.04),
            Style::Warp | Style::Noise => patch(Colour::rgb(0xcc_79_a7)),
            Style::Reflector if self == Self::Grey => Paint::line(palette.quiet, 0.16).least(0.003),
            Style::Reflector => Paint::line(Colour::rgb(0x2f_95_d0), 0.16).least(0.003),
            Style::Zone => {
                Paint::fill(palette.accent.alpha(30)).outlined(palette.accent.alpha(140), 0.05).dashed(0.3, 0.25)
            }
            Style::Space => self.space(palette.surface),
            Style::SpaceBeside => self.space(palette.surface_beside),
            // Corners that demand more stops are closer to the colour of their curb. Text is readable on all of them.
            Style::SpaceCorner(stops) => self.space(self.corner(stops)),
            Style::SpacePit => Paint::fill(palette.lane).outlined(palette.hatch, 0.05).least(0.001),
            // A light joint, because a dark one would merge neighbouring dark fields.
            Style::SpaceRed if self == Self::Grey => Paint::fill(palette.red).outlined(WHITE, 0.1).least(0.002),
            Style::SpaceRed => Paint::fill(palette.red).outlined(palette.verge, 0.05).least(0.001),
            Style::SpaceRedText => Paint::fill(palette.red.ink()).bold(),
            Style::Garage(team) => Paint::fill(team_colour(team)).outlined(palette.line, 0.05).least(0.001),
            Style::GarageText(team) => Paint::fill(team_colour(team).ink()).bold(),
            Style::Page | Style::RulerStrip => Paint::fill(palette.outside),
            Style::Sign => Paint::fill(palette.table).outlined(palette.ink, 0.06).least(0.001_2),
            Style::SignText => Paint::fill(palette.ink).bold(),
            Style::SignNote => Paint::fill(palette.ink),
            Style::SignDot => Paint::fill(palette.ink),
            Style::Badge(stops) => Paint::fill(self.curb(stops)).outlined(palette.ink, 0.06).least(0.001_2),
            Style::BadgeText(stops) => Paint::fill(self.curb(stops).ink()).bold(),
            Style::Leader => Paint::line(palette.ink, 0.06).least(0.001_2),
            _ => self.live_paint(style),
        }
    }

    /// The colour of a corner's curb, by the number of stops that the corner requires.
    fn curb(self, stops: u8) -> Colour {
        self.palette().curbs[usize::from(stops.clamp(1, 3)) - 1]
    }

    /// The colour of a corner's surface. The more stops the corner requires, the closer the colour is to the colour of
    /// the corner's curb.
    fn corner(self, stops: u8) -> Colour {
        let strength = if self.is_print() { stops.clamp(1, 3) - 1 } else { stops.clamp(1, 3) };
        self.palette().surface.mixed(self.curb(stops), 20 * strength)
    }

    fn space(self, fill: Colour) -> Paint {
        Paint::fill(fill).outlined(self.palette().joint, 0.06).least(0.001)
    }

    const fn is_print(self) -> bool {
        matches!(self, Self::Print | Self::Grey)
    }

    /// The fill and outline of cars, and of everything that the window draws over the board.
    fn live_paint(self, style: Style) -> Paint {
        let palette = self.palette();
        match style {
            Style::CarHalo => Paint::fill(palette.table),
            Style::CarBase(car) => Paint::fill(self.car(car)[0]).outlined(palette.line, 0.05).least(0.001_2),
            Style::CarBody(car) => Paint::fill(self.car(car)[1]),
            Style::CarNumber(car) => Paint::fill(self.car(car)[0].ink()).bold(),
            Style::ActRing => Paint::line(palette.accent, 0.1).least(0.003),
            Style::Vector(car) => {
                let colour = self.trace(car);
                Paint::fill(colour.alpha(70)).outlined(colour.alpha(220), 0.05)
            }
            Style::Boost(car) => {
                let colour = self.trace(car).mixed(palette.ink, 90);
                Paint::fill(colour.alpha(70)).outlined(colour.alpha(230), 0.05).dashed(0.16, 0.1)
            }
            Style::Path(car) => self.dashes(car, Paint::line(self.trace(car), 0.12).least(0.003)),
            Style::OldPath(car, age) => {
                let left = 190u8.saturating_sub(age.saturating_mul(32)).max(24);
                self.dashes(car, Paint::line(self.trace(car).alpha(left), 0.07).least(0.002))
            }
            Style::Graded(part) => Paint::line(cividis(part), 0.14).least(0.004),
            Style::GradedEdge => Paint::line(palette.ink.mixed(palette.table, 60), 0.2).least(0.006),
            Style::Ghost(car) => {
                Paint::fill(car_colour(car).alpha(60)).outlined(self.trace(car).alpha(220), 0.05).dashed(0.12, 0.1)
            }
            Style::LegalFree => Paint::fill(palette.table).outlined(palette.accent, 0.04),
            Style::LegalCost => Paint::fill(palette.accent).outlined(palette.table, 0.03),
            Style::LegalCrash => Paint::fill(palette.warning),
            Style::Illegal => Paint::fill(palette.error.alpha(50)).outlined(palette.error.alpha(200), 0.03),
            Style::EvidenceShape => Paint::fill(palette.error.alpha(90)).outlined(palette.error, 0.07),
            Style::EvidenceLine => Paint::line(palette.error, 0.14),
            Style::IssueMark => Paint::fill(palette.warning.alpha(60)).outlined(palette.warning, 0.08),
            Style::Selection => Paint::fill(palette.accent.alpha(28)).outlined(palette.accent, 0.08),
            Style::Guide => Paint::line(palette.accent.alpha(200), 0.05).dashed(0.18, 0.12),
            Style::RacingLine => Paint::line(self.racing(), 0.14),
            Style::RacingPlace => Paint::fill(self.racing()).outlined(palette.table, 0.05),
            Style::RacingGear => Paint::fill(self.racing().ink()).bold(),
            Style::Heat(share) => Paint::fill(cividis(share).alpha(200)),
            Style::Reach(when) => Paint::fill(cividis(when).alpha(if self.is_print() { 120 } else { 150 })),
            Style::Hover => Paint::fill(palette.accent.alpha(18)).outlined(palette.accent.alpha(170), 0.06),
            _ => Paint::default(),
        }
    }

    /// Gives the path of a car its dashes, in the theme without colours.
    fn dashes(self, car: usize, path: Paint) -> Paint {
        match DASHES[car % DASHES.len()] {
            [on, off] if self == Self::Grey && off > 0.0 => path.dashed(on, off),
            _ => path,
        }
    }

    /// The colours of a car's base and body. The car's number has one colour, which is readable on both.
    fn car(self, car: usize) -> [Colour; 2] {
        if self == Self::Grey {
            return GREY_CARS[car % GREY_CARS.len()];
        }
        // The colour of the body is mixed with the opposite of the number's colour,
        // so that the number is easier to read on it.
        let colour = car_colour(car);
        [colour, colour.mixed(colour.ink().ink(), 70)]
    }

    /// A car's colour for lines on the board.
    /// It is visible on the table, on squared paper and on the surface of a track.
    fn trace(self, car: usize) -> Colour {
        let palette = self.palette();
        if self == Self::Grey {
            // Dashes tell the paths apart.
            return palette.ink;
        }
        let colour = car_colour(car);
        let seen = |colour: &Colour| {
            let surfaces = [palette.table, palette.paper, palette.surface, self.corner(3)];
            surfaces.iter().all(|ground| colour.contrast(*ground) >= 1.9)
        };
        [0, 50, 90, 130].into_iter().map(|parts| colour.mixed(palette.ink, parts)).find(seen).unwrap_or(palette.ink)
    }

    /// The colour of the fastest lap. It differs from the colours of all cars and of warnings.
    const fn racing(self) -> Colour {
        match self {
            Self::Dark => Colour::rgb(0xe0_b0_ff),
            Self::Light | Self::Print | Self::Grey => Colour::rgb(0x6a_1b_9a),
        }
    }

    /// A car's colour for lines and points.
    /// The darkest and the lightest colour are changed so that they are visible on this theme's background.
    #[must_use]
    pub fn line_colour(self, car: usize) -> Colour {
        let colour = car_colour(car);
        let ground = self.palette().table;
        if colour.contrast(ground) >= 2.0 { colour } else { colour.mixed(ground.ink(), 80) }
    }
}

#[cfg(test)]
mod tests;
