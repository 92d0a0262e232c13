//! The values of the options of `paddock render`.

use std::path::Path;

use clap::ValueEnum;

use crate::game::scene::Style;
use crate::render::furniture::Part;
use crate::render::{self, Paper, Texts, Theme};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Png,
    Svg,
    Pdf,
}

impl Format {
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Pdf => "pdf",
        }
    }

    pub(super) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        [Self::Png, Self::Svg, Self::Pdf].into_iter().find(|format| format.ending() == ending)
    }
}

/// The horizontal axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Over {
    /// Turns of the race
    Turn,
    /// Rounds of the race
    Round,
    /// The position along the lap; all laps are drawn over each other
    Lap,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ThemeName {
    Light,
    Dark,
    Print,
    Grey,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Print => Self::Print,
            ThemeName::Grey => Self::Grey,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Hidden {
    /// The grid and the numbers on the table's edge
    Coordinates,
    /// The guide line along the lap, and the arrows for the direction
    Line,
}

impl Hidden {
    pub(super) const fn styles(self) -> &'static [Style] {
        match self {
            Self::Coordinates => render::COORDINATES,
            Self::Line => render::GUIDE,
        }
    }
}

/// The way in which an SVG file stores its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TextForm {
    /// Texts that name their font, IBM Plex Sans
    Named,
    /// Texts with their font in the file. The file is about 300 kB larger for each font weight that it uses
    Embedded,
    /// Letters as outlines, which look the same in every program
    Outlines,
}

impl TextForm {
    pub(super) const fn texts(self) -> Texts {
        match self {
            Self::Named => Texts::Named,
            Self::Embedded => Texts::Embedded,
            Self::Outlines => Texts::Outlines,
        }
    }
}

/// A part of the picture that is drawn around the board, such as the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Extra {
    /// The circuit's name, and facts about it
    Title,
    /// A scale bar in the game's unit
    Scale,
    /// The meaning of signs and colours
    Key,
    /// A table of corners (Formula D)
    Corners,
    /// The direction of the race: clockwise or counter-clockwise
    Direction,
    /// The cars of a race in the order of the starting grid
    Grid,
    /// The cars in their current order, with lap, gear and points left
    Cars,
    /// The circuit as a QR code; `import code` reads its text back into a file
    Code,
    /// A line around the picture
    Border,
    /// All of these parts
    All,
}

impl Extra {
    pub(super) const fn parts(self) -> &'static [Part] {
        match self {
            Self::Title => &[Part::Title],
            Self::Scale => &[Part::Scale],
            Self::Key => &[Part::Key],
            Self::Corners => &[Part::Corners],
            Self::Direction => &[Part::Direction],
            Self::Grid => &[Part::Grid],
            Self::Cars => &[Part::Cars],
            Self::Code => &[Part::Code],
            Self::Border => &[Part::Border],
            Self::All => &Part::ALL,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SheetKind {
    /// The circuit with the measurements of every piece
    Plan,
    /// The table at its true size, on several pages
    Tiles,
    /// Pieces to cut out, at their true size (VektoRace)
    Pieces,
}

/// Reads the size of the paper.
pub(super) fn paper(text: &str) -> Result<Paper, String> {
    match text.to_ascii_lowercase().as_str() {
        "a4" => return Ok(Paper::A4),
        "a3" => return Ok(Paper::A3),
        "letter" => return Ok(Paper::Letter),
        _ => {}
    }
    let side = |text: &str| text.trim().parse().ok().filter(|side| (Paper::LEAST..=Paper::MOST).contains(side));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(width, height)| side(width).zip(side(height)));
    let (width, height) = sides.ok_or_else(|| {
        format!("write a4, a3, letter, or two lengths from {} to {} mm, such as 200x280", Paper::LEAST, Paper::MOST)
    })?;
    Ok(Paper::Custom { width, height })
}
