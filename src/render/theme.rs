//! Themes: a theme says how each [`Style`] of a scene is painted. Widths and dashes are in world units, so a drawing
//! keeps its proportions at every size.

use crate::game::scene::Style;

/// A colour: red, green, blue, opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// An opaque colour from a number such as `0x0072b2`.
    #[must_use]
    pub const fn rgb(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self([red, green, blue, 255])
    }

    /// The same colour with another opacity, from 0 (invisible) to 255 (opaque).
    #[must_use]
    pub const fn alpha(self, alpha: u8) -> Self {
        let [red, green, blue, _] = self.0;
        Self([red, green, blue, alpha])
    }

    /// Mixes this colour with `parts` of 255 parts of another colour. Keeps the opacity.
    #[must_use]
    pub fn mixed(self, other: Self, parts: u8) -> Self {
        let mix = |mine: u8, theirs: u8| {
            let parts = u32::from(parts);
            ((u32::from(mine) * (255 - parts) + u32::from(theirs) * parts + 127) / 255) as u8
        };
        let [red, green, blue, alpha] = self.0;
        Self([mix(red, other.0[0]), mix(green, other.0[1]), mix(blue, other.0[2]), alpha])
    }

    /// The relative luminance of the colour, from 0 for black to 1 for white, as WCAG 2 defines it.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0[0]) + 0.7152 * linear(self.0[1]) + 0.0722 * linear(self.0[2])
    }

    /// The contrast with another colour, from 1 to 21, as WCAG 2 defines it.
    ///
    /// ```
    /// use paddock::render::Colour;
    ///
    /// assert!((Colour::rgb(0x000000).contrast(Colour::rgb(0xffffff)) - 21.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (mine, theirs) = (self.luminance() + 0.05, other.luminance() + 0.05);
        mine.max(theirs) / mine.min(theirs)
    }

    /// Black or white, whichever is easier to read on this colour.
    #[must_use]
    pub fn ink(self) -> Self {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }
}

const BLACK: Colour = Colour::rgb(0x00_00_00);
const WHITE: Colour = Colour::rgb(0xff_ff_ff);

/// The colour, width and dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The line's colour.
    pub colour: Colour,
    /// The line's width, in world units.
    pub width: f64,
    /// The lengths of dashes and gaps, in world units; `None` for a solid line.
    pub dash: Option<[f64; 2]>,
}

/// The fill and outline of a shape. A text is painted with the colour `fill`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour of the inside; `None` if it is not painted.
    pub fill: Option<Colour>,
    /// The paint of the outline; `None` if it has no outline.
    pub line: Option<Line>,
    /// Whether a text is semi-bold.
    pub bold: bool,
}

impl Paint {
    const fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), line: None, bold: false }
    }

    const fn line(colour: Colour, width: f64) -> Self {
        Self { fill: None, line: Some(Line { colour, width, dash: None }), bold: false }
    }

    const fn outlined(self, colour: Colour, width: f64) -> Self {
        Self { line: Some(Line { colour, width, dash: None }), ..self }
    }

    const fn dashed(self, on: f64, off: f64) -> Self {
        match self.line {
            Some(line) => Self { line: Some(Line { dash: Some([on, off]), ..line }), ..self },
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
    /// For a light screen.
    #[default]
    Light,
    /// For a dark screen.
    Dark,
    /// For printing: white background, little ink.
    Print,
}

/// The Okabe-Ito colours, which most colour-blind people can tell apart, in the order in which cars get them.
const CARS: [Colour; 8] = [
    Colour::rgb(0x00_72_b2),
    Colour::rgb(0xe6_9f_00),
    Colour::rgb(0x00_9e_73),
    Colour::rgb(0xcc_79_a7),
    Colour::rgb(0x56_b4_e9),
    Colour::rgb(0xd5_5e_00),
    Colour::rgb(0xf0_e4_42),
    Colour::rgb(0x7f_7f_7f),
];

/// Seven colours of the cividis map (Nuñez, Anderton, Renslow, 2018). The map runs from dark blue to yellow and looks
/// the same to colour-blind people.
const CIVIDIS: [Colour; 7] = [
    Colour::rgb(0x00_22_4e),
    Colour::rgb(0x2a_3f_6d),
    Colour::rgb(0x57_5d_6d),
    Colour::rgb(0x7d_7c_78),
    Colour::rgb(0xa5_9c_74),
    Colour::rgb(0xd2_c0_60),
    Colour::rgb(0xfe_e8_38),
];

/// The colour of the cividis map at `part` of 255: 0 is dark blue, 255 is yellow.
#[must_use]
pub fn cividis(part: u8) -> Colour {
    let along = u32::from(part) * (CIVIDIS.len() as u32 - 1);
    let (index, rest) = ((along / 255) as usize, along % 255);
    CIVIDIS[index].mixed(CIVIDIS[(index + 1).min(CIVIDIS.len() - 1)], rest as u8)
}

/// The colour of the car at this index of the entry list.
#[must_use]
pub const fn car_colour(index: usize) -> Colour {
    CARS[index % CARS.len()]
}

/// The colours of a theme.
struct Palette {
    outside: Colour,
    table: Colour,
    /// The colour of the area on which cars race.
    ground: Colour,
    edge: Colour,
    grid: Colour,
    grid_strong: Colour,
    quiet: Colour,
    ink: Colour,
    piece: Colour,
    piece_edge: Colour,
    lane: Colour,
    hatch: Colour,
    line: Colour,
    accent: Colour,
    warning: Colour,
    error: Colour,
}

const LIGHT: Palette = Palette {
    outside: Colour::rgb(0xe9_ec_ee),
    table: Colour::rgb(0xf8_f9_f9),
    ground: WHITE,
    edge: Colour::rgb(0xb4_bc_c3),
    grid: Colour::rgb(0xeb_ee_f0),
    grid_strong: Colour::rgb(0xd8_de_e2),
    quiet: Colour::rgb(0x6b_76_80),
    ink: Colour::rgb(0x1d_24_2b),
    piece: Colour::rgb(0x4a_55_60),
    piece_edge: Colour::rgb(0x2c_35_3d),
    lane: Colour::rgb(0xe7_ed_f3),
    hatch: Colour::rgb(0xcd_d8_e2),
    line: Colour::rgb(0x2c_35_3d),
    accent: Colour::rgb(0x15_65_c0),
    warning: Colour::rgb(0xb2_6a_00),
    error: Colour::rgb(0xd3_2f_2f),
};

const DARK: Palette = Palette {
    outside: Colour::rgb(0x12_15_18),
    table: Colour::rgb(0x1f_24_29),
    ground: Colour::rgb(0x2a_31_38),
    edge: Colour::rgb(0x4a_54_5d),
    grid: Colour::rgb(0x28_2e_34),
    grid_strong: Colour::rgb(0x35_3d_44),
    quiet: Colour::rgb(0x93_9e_a8),
    ink: Colour::rgb(0xe8_ec_ef),
    piece: Colour::rgb(0x5d_69_74),
    piece_edge: Colour::rgb(0x8b_97_a2),
    lane: Colour::rgb(0x25_2d_36),
    hatch: Colour::rgb(0x36_42_4e),
    line: Colour::rgb(0xd3_da_e0),
    accent: Colour::rgb(0x64_b5_f6),
    warning: Colour::rgb(0xff_b3_40),
    error: Colour::rgb(0xff_5f_56),
};

const PRINT: Palette = Palette {
    outside: WHITE,
    table: WHITE,
    ground: WHITE,
    edge: BLACK,
    grid: Colour::rgb(0xec_ec_ec),
    grid_strong: Colour::rgb(0xd0_d0_d0),
    quiet: Colour::rgb(0x50_50_50),
    ink: BLACK,
    piece: WHITE,
    piece_edge: BLACK,
    lane: WHITE,
    hatch: Colour::rgb(0xb8_b8_b8),
    line: BLACK,
    accent: Colour::rgb(0x15_65_c0),
    warning: Colour::rgb(0xb2_6a_00),
    error: Colour::rgb(0xd3_2f_2f),
};

/// The fill and outline of an area of the board with an effect, such as oil or grass.
fn patch(colour: Colour) -> Paint {
    Paint::fill(colour.alpha(90)).outlined(colour, 0.06)
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Print];

    /// The theme's name in files and on the command line.
    ///
    /// ```
    /// use paddock::render::Theme;
    ///
    /// assert_eq!(Theme::ALL.map(Theme::name), ["light", "dark", "print"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
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
        }
    }

    /// The fill and outline with which this theme paints a style, and whether its text is bold.
    #[must_use]
    pub fn paint(self, style: Style) -> Paint {
        let palette = self.palette();
        match style {
            Style::Table => Paint::fill(palette.table).outlined(palette.edge, 0.06),
            Style::GridLine => Paint::line(palette.grid, 0.03),
            Style::GridLineStrong => Paint::line(palette.grid_strong, 0.04),
            Style::Ruler => Paint::fill(palette.quiet),
            Style::PitLane => Paint::fill(palette.lane),
            Style::PitHatch => Paint::line(palette.hatch, 0.04),
            Style::EntryLine => Paint::line(palette.quiet, 0.07).dashed(0.3, 0.2),
            Style::FinishLine => Paint::line(palette.line, 0.12),
            Style::Wall => Paint::fill(palette.piece).outlined(palette.piece_edge, 0.04),
            Style::ChequerLight => Paint::fill(WHITE),
            Style::ChequerDark => Paint::fill(Colour::rgb(0x16_1a_1e)),
            Style::Corner => Paint::fill(palette.piece).outlined(palette.piece_edge, 0.04),
            Style::CurbDark => match self {
                Self::Print => Paint::fill(BLACK),
                _ => Paint::fill(Colour::rgb(0xc6_28_28)),
            },
            Style::CurbLight => Paint::fill(Colour::rgb(0xf6_f6_f4)),
            Style::CornerNumber => Paint::fill(palette.piece.ink()).bold(),
            Style::Chevron => Paint::line(palette.quiet.alpha(170), 0.07),
            Style::TrackLimit => Paint::line(Colour::rgb(0xd8_5a_1c), 0.09).dashed(0.5, 0.2),
            Style::LapLine => Paint::line(palette.quiet.alpha(if self == Self::Print { 90 } else { 60 }), 0.07),
            Style::Label => Paint::fill(palette.ink),
            Style::Ground => Paint::fill(palette.ground),
            Style::OffTrack => Paint::fill(palette.table),
            Style::Boundary => Paint::line(palette.line, 0.12),
            Style::Oil => Paint::fill(palette.ink.alpha(90)).outlined(palette.ink.alpha(160), 0.05),
            Style::SpeedUp => patch(Colour::rgb(0x00_9e_73)),
            Style::SlowDown => patch(Colour::rgb(0xd5_5e_00)),
            Style::Warp => patch(Colour::rgb(0xcc_79_a7)),
            Style::Reflector => Paint::line(Colour::rgb(0x2f_95_d0), 0.16),
            _ => self.live_paint(style),
        }
    }

    /// The fill and outline of cars, and of everything that the window draws over the board.
    fn live_paint(self, style: Style) -> Paint {
        let palette = self.palette();
        match style {
            Style::CarBase(car) => Paint::fill(car_colour(car)).outlined(car_colour(car).mixed(BLACK, 120), 0.04),
            Style::CarBody(car) => {
                // The colour of the body is mixed with the opposite of the number's colour, so that the number is
                // easier to read on it.
                let colour = car_colour(car);
                Paint::fill(colour.mixed(colour.ink().ink(), 70))
            }
            Style::CarNumber(car) => Paint::fill(car_colour(car).ink()).bold(),
            Style::ActRing => Paint::line(palette.accent, 0.09),
            Style::Vector(car) => {
                let colour = car_colour(car);
                Paint::fill(colour.alpha(70)).outlined(colour.alpha(190), 0.04)
            }
            Style::Boost(car) => {
                let colour = car_colour(car).mixed(palette.ink, 90);
                Paint::fill(colour.alpha(70)).outlined(colour.alpha(210), 0.04).dashed(0.16, 0.1)
            }
            Style::Path(car) => Paint::line(self.line_colour(car), 0.1),
            Style::OldPath(car, age) => {
                let left = 150u8.saturating_sub(age.saturating_mul(28)).max(24);
                Paint::line(self.line_colour(car).alpha(left), 0.07)
            }
            Style::Ghost(car) => Paint::fill(car_colour(car).alpha(40))
                .outlined(self.line_colour(car).alpha(160), 0.04)
                .dashed(0.12, 0.1),
            Style::LegalFree => Paint::fill(palette.table).outlined(palette.accent, 0.04),
            Style::LegalCost => Paint::fill(palette.accent).outlined(palette.accent, 0.04),
            Style::Illegal => Paint::fill(palette.error.alpha(50)).outlined(palette.error.alpha(200), 0.03),
            Style::EvidenceShape => Paint::fill(palette.error.alpha(90)).outlined(palette.error, 0.07),
            Style::EvidenceLine => Paint::line(palette.error, 0.14),
            Style::IssueMark => Paint::fill(palette.warning.alpha(60)).outlined(palette.warning, 0.08),
            Style::Selection => Paint::fill(palette.accent.alpha(28)).outlined(palette.accent, 0.08),
            Style::Guide => Paint::line(palette.accent.alpha(200), 0.05).dashed(0.18, 0.12),
            Style::Zone => {
                Paint::fill(palette.accent.alpha(22)).outlined(palette.accent.alpha(70), 0.04).dashed(0.3, 0.25)
            }
            Style::Space => Paint::fill(palette.table).outlined(palette.edge, 0.05),
            Style::SpaceBeside => Paint::fill(palette.table.mixed(palette.accent, 16)).outlined(palette.edge, 0.05),
            // Corners that demand more stops are darker. Text is readable on all of them.
            Style::SpaceCorner(stops) => {
                let parts = 24 + 26 * stops.min(3);
                let fill = palette.table.mixed(palette.quiet, parts);
                Paint::fill(fill).outlined(palette.table.mixed(palette.quiet, 230), 0.05)
            }
            Style::SpacePit => Paint::fill(palette.lane).outlined(palette.edge, 0.05),
            Style::RacingLine => Paint::line(self.racing(), 0.14),
            Style::RacingPlace => Paint::fill(self.racing()).outlined(palette.table, 0.05),
            Style::RacingGear => Paint::fill(self.racing().ink()).bold(),
            Style::Reach(when) => Paint::fill(cividis(when).alpha(if self == Self::Print { 120 } else { 150 })),
            Style::Hover => Paint::fill(palette.accent.alpha(18)).outlined(palette.accent.alpha(170), 0.06),
            _ => Paint::default(),
        }
    }

    /// The colour of the fastest lap, which differs from the colours of all cars and of warnings.
    const fn racing(self) -> Colour {
        match self {
            Self::Dark => Colour::rgb(0xe0_b0_ff),
            Self::Light | Self::Print => Colour::rgb(0x6a_1b_9a),
        }
    }

    /// A car's colour for lines and points. The darkest and the lightest colour are changed so that they are visible
    /// on this theme's background.
    #[must_use]
    pub fn line_colour(self, car: usize) -> Colour {
        let colour = car_colour(car);
        let ground = self.palette().table;
        if colour.contrast(ground) >= 2.0 { colour } else { colour.mixed(ground.ink(), 80) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLES: [Style; 55] = [
        Style::Table,
        Style::GridLine,
        Style::GridLineStrong,
        Style::Ruler,
        Style::PitLane,
        Style::PitHatch,
        Style::EntryLine,
        Style::FinishLine,
        Style::Wall,
        Style::ChequerLight,
        Style::ChequerDark,
        Style::Corner,
        Style::CurbDark,
        Style::CurbLight,
        Style::CornerNumber,
        Style::Ground,
        Style::OffTrack,
        Style::Boundary,
        Style::Oil,
        Style::SpeedUp,
        Style::SlowDown,
        Style::Warp,
        Style::Reflector,
        Style::Chevron,
        Style::TrackLimit,
        Style::LapLine,
        Style::CarBase(0),
        Style::CarBody(0),
        Style::CarNumber(0),
        Style::ActRing,
        Style::Vector(0),
        Style::Boost(0),
        Style::Path(0),
        Style::OldPath(0, 1),
        Style::Ghost(0),
        Style::LegalFree,
        Style::LegalCost,
        Style::Illegal,
        Style::EvidenceShape,
        Style::EvidenceLine,
        Style::IssueMark,
        Style::Selection,
        Style::Hover,
        Style::Guide,
        Style::Zone,
        Style::Space,
        Style::SpaceBeside,
        Style::SpaceCorner(1),
        Style::SpaceCorner(3),
        Style::SpacePit,
        Style::Label,
        Style::RacingLine,
        Style::RacingPlace,
        Style::RacingGear,
        Style::Reach(200),
    ];

    #[test]
    fn every_style_is_painted_in_every_theme() {
        for theme in Theme::ALL {
            for style in STYLES {
                let paint = theme.paint(style);
                assert!(paint.fill.is_some() || paint.line.is_some(), "{theme:?} {style:?}");
                assert!(paint.line.is_none_or(|line| line.width > 0.0), "{theme:?} {style:?}");
            }
        }
    }

    #[test]
    fn numbers_read_on_every_car_and_corner() {
        for theme in Theme::ALL {
            for car in 0..8 {
                let number = theme.paint(Style::CarNumber(car)).fill.expect("a colour");
                assert!(number.contrast(car_colour(car)) >= 4.5, "{car}");
            }
            let number = theme.paint(Style::CornerNumber).fill.expect("a colour");
            assert!(number.contrast(theme.paint(Style::Corner).fill.expect("a colour")) >= 4.5, "{theme:?}");
        }
    }

    #[test]
    fn old_paths_fade_but_stay() {
        let opacity = |age| Theme::Light.paint(Style::OldPath(2, age)).line.map_or(0, |line| line.colour.0[3]);
        assert!(opacity(1) > opacity(2) && opacity(2) > opacity(3));
        assert!(opacity(255) > 0);
    }
}
