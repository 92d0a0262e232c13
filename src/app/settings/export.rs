//! The choices of the export dialog that are kept between runs.

use serde::{Deserialize, Serialize};

use crate::game::scene::Style;
use crate::limits::{MAX_MOVING_SIDE, MAX_PICTURE_SIDE};
use crate::render::furniture::Part;
use crate::render::{COORDINATES, GUIDE, Paper, Texts, Theme};

/// The types of files that a picture can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileType {
    /// A PNG picture of a circuit or a position.
    Png,
    /// An SVG drawing of a circuit or a position.
    Svg,
    /// A plan with the measurements of a circuit, as PDF.
    Plan,
    /// A circuit at its true size on several pages, as PDF.
    Tiles,
    /// The pieces of a circuit to cut out, as PDF.
    Pieces,
    /// A race as an animated GIF.
    Gif,
    /// A race as an animated PNG.
    Apng,
}

impl FileType {
    /// The file types for pictures of a circuit.
    pub const CIRCUIT: [Self; 5] = [Self::Png, Self::Svg, Self::Plan, Self::Tiles, Self::Pieces];
    /// The file types for pictures of a race.
    pub const RACE: [Self; 4] = [Self::Png, Self::Svg, Self::Gif, Self::Apng];

    /// The type's name in the dialog.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Plan => "PDF plan",
            Self::Tiles => "PDF at true size",
            Self::Pieces => "PDF of pieces",
            Self::Gif => "Animated GIF",
            Self::Apng => "Animated PNG",
        }
    }

    /// Whether the file shows several turns of a race.
    #[must_use]
    pub const fn is_moving(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    /// Whether the file is a set-up sheet.
    #[must_use]
    pub const fn is_sheet(self) -> bool {
        matches!(self, Self::Plan | Self::Tiles | Self::Pieces)
    }
}

/// The theme of an exported picture. On the command line, the themes have the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Dark ink on a light background.
    Light,
    /// Light ink on a dark background.
    Dark,
    /// Ink in two colours on a white background.
    Print,
    /// Black and grey ink on a white background.
    Grey,
}

impl ThemeChoice {
    /// All themes with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Light, "Light"), (Self::Dark, "Dark"), (Self::Print, "Print"), (Self::Grey, "Grey")];

    /// The theme of the picture.
    #[must_use]
    pub const fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::Light,
            Self::Dark => Theme::Dark,
            Self::Print => Theme::Print,
            Self::Grey => Theme::Grey,
        }
    }
}

/// The paper on which set-up sheets are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaperChoice {
    /// 210 × 297 mm.
    A4,
    /// 297 × 420 mm.
    A3,
    /// 8.5 × 11 inches.
    Letter,
    /// The size in [`ExportChoice::paper_mm`].
    Custom,
}

impl PaperChoice {
    /// All paper sizes, each with the name that the user sees.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::A4, "A4"), (Self::A3, "A3"), (Self::Letter, "Letter"), (Self::Custom, "Custom")];
}

/// The user's choices in the export dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools, reason = "each field is a checkbox in the dialog")]
pub struct ExportChoice {
    /// The file type of the last export of a circuit.
    pub of_circuit: FileType,
    /// The file type of the last export of a race.
    pub of_race: FileType,
    /// The theme of the picture.
    pub theme: ThemeChoice,
    /// Whether the user enters the width in millimetres, not in pixels.
    pub in_mm: bool,
    /// The width of a still picture, in pixels.
    pub width: u32,
    /// The width of a still picture, in millimetres.
    pub width_mm: u32,
    /// The number of pixels per inch of the printed picture.
    pub dpi: u32,
    /// The width of a moving picture, in pixels.
    pub moving_width: u32,
    /// Whether the picture has a title.
    pub title: bool,
    /// Whether the picture has a scale bar.
    pub scale: bool,
    /// Whether the picture has a legend, which explains its signs.
    pub key: bool,
    /// Whether the picture has a table of corners.
    pub corners: bool,
    /// Whether the picture shows the direction of the race.
    pub direction: bool,
    /// Whether the picture of a race shows its starting grid.
    pub grid: bool,
    /// Whether the picture of a position has a list of the cars in race order, with lap, gear and points left.
    pub cars: bool,
    /// Whether the picture of a circuit has a QR code.
    pub code: bool,
    /// Whether the picture has a border.
    pub border: bool,
    /// Whether the coordinate grid and the numbers on the table's edge are left out.
    pub hide_coordinates: bool,
    /// Whether the line that guides the cars around the circuit is left out.
    pub hide_line: bool,
    /// The way in which texts are stored in an SVG file.
    pub texts: Texts,
    /// Whether the picture shows the whole table, not only the part with the circuit.
    pub whole_table: bool,
    /// Whether the background is transparent.
    pub transparent: bool,
    /// The paper on which set-up sheets are printed.
    pub paper: PaperChoice,
    /// The width and height of custom paper, in millimetres.
    pub paper_mm: [u32; 2],
    /// The time for which a moving picture shows each turn, in hundredths of a second.
    pub hundredths: u32,
    /// The number of frames in which a moving picture shows each turn.
    pub steps: u32,
    /// Whether a moving picture has captions.
    pub captions: bool,
    /// Whether a moving picture starts again after its end.
    pub repeats: bool,
    /// The largest size of a moving picture, in megabytes; 0 for no limit.
    pub megabytes: u32,
}

impl Default for ExportChoice {
    fn default() -> Self {
        Self {
            of_circuit: FileType::Png,
            of_race: FileType::Png,
            theme: ThemeChoice::Light,
            in_mm: false,
            width: 2_400,
            width_mm: 277,
            dpi: 300,
            moving_width: 800,
            title: false,
            scale: false,
            key: false,
            corners: false,
            direction: false,
            grid: false,
            cars: false,
            code: false,
            border: false,
            hide_coordinates: false,
            hide_line: false,
            texts: Texts::Named,
            whole_table: false,
            transparent: false,
            paper: PaperChoice::A4,
            paper_mm: [297, 210],
            hundredths: 50,
            steps: 1,
            captions: true,
            repeats: true,
            megabytes: 5,
        }
    }
}

/// A preset: ready-made choices for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// A picture for a web page.
    Forum,
    /// A picture for a page of A4 paper.
    A4,
    /// A large printed picture.
    Poster,
}

impl Preset {
    /// All presets, each with the name that the user sees.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Forum, "Forum 1600 px"), (Self::A4, "A4 print"), (Self::Poster, "Poster")];
}

impl ExportChoice {
    /// The type of the file.
    #[must_use]
    pub const fn file(&self, is_race: bool) -> FileType {
        if is_race { self.of_race } else { self.of_circuit }
    }

    /// Chooses the type of the file.
    pub const fn choose(&mut self, is_race: bool, file: FileType) {
        if is_race {
            self.of_race = file;
        } else {
            self.of_circuit = file;
        }
    }

    /// Applies a preset. Choices that the preset does not set stay as they are.
    pub fn apply(&mut self, preset: Preset, is_race: bool) {
        let parts = |choice: &mut Self, title: bool, all: bool| {
            (choice.title, choice.scale, choice.key, choice.corners, choice.border) = (title, all, all, all, all);
            (choice.direction, choice.grid, choice.cars, choice.code) = (all, all, all, all);
        };
        self.choose(is_race, FileType::Png);
        (self.whole_table, self.transparent) = (false, false);
        match preset {
            Preset::Forum => {
                (self.theme, self.in_mm, self.width) = (ThemeChoice::Light, false, 1_600);
                parts(self, false, false);
            }
            Preset::A4 => {
                (self.theme, self.in_mm, self.width_mm, self.dpi) = (ThemeChoice::Print, true, 277, 300);
                parts(self, true, true);
            }
            Preset::Poster => {
                (self.theme, self.in_mm, self.width_mm, self.dpi) = (ThemeChoice::Light, true, 821, 200);
                parts(self, true, true);
            }
        }
    }

    /// The width of the picture, in pixels. Moving pictures (`is_moving`) use `moving_width`.
    #[must_use]
    pub fn pixels(&self, is_moving: bool) -> u32 {
        if is_moving {
            return self.moving_width.clamp(100, MAX_MOVING_SIDE);
        }
        let printed = || (f64::from(self.width_mm) / 25.4 * f64::from(self.dpi)).round() as u32;
        let width = if self.in_mm { printed() } else { self.width };
        width.clamp(100, MAX_PICTURE_SIDE)
    }

    /// The parts drawn around the board, such as a title and a legend.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let parts = [
            (self.title, Part::Title),
            (self.scale, Part::Scale),
            (self.key, Part::Key),
            (self.corners, Part::Corners),
            (self.direction, Part::Direction),
            (self.grid, Part::Grid),
            (self.cars, Part::Cars),
            (self.code, Part::Code),
            (self.border, Part::Border),
        ];
        parts.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, part)| part).collect()
    }

    /// The styles that the picture leaves out.
    #[must_use]
    pub fn hidden(&self) -> Vec<Style> {
        let hidden = [(self.hide_coordinates, COORDINATES), (self.hide_line, GUIDE)];
        hidden.into_iter().filter(|(is_hidden, _)| *is_hidden).flat_map(|(_, styles)| styles).copied().collect()
    }

    /// The paper of a set-up sheet.
    #[must_use]
    pub const fn sheet_paper(&self) -> Paper {
        let [width, height] = self.paper_mm;
        match self.paper {
            PaperChoice::A4 => Paper::A4,
            PaperChoice::A3 => Paper::A3,
            PaperChoice::Letter => Paper::Letter,
            PaperChoice::Custom => Paper::Custom { width, height },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_on_paper_becomes_pixels() {
        let mut choice = ExportChoice { in_mm: true, width_mm: 254, dpi: 300, ..ExportChoice::default() };
        assert_eq!((choice.pixels(false), choice.pixels(true)), (3_000, 800));
        choice.width_mm = 100_000;
        assert_eq!(choice.pixels(false), MAX_PICTURE_SIDE);
    }

    #[test]
    fn presets_choose_and_stored_choices_may_lack_fields() {
        let mut choice = ExportChoice { of_race: FileType::Gif, hide_line: true, ..ExportChoice::default() };
        choice.apply(Preset::A4, true);
        assert_eq!((choice.file(true), choice.theme, choice.parts().len()), (FileType::Png, ThemeChoice::Print, 9));
        assert!(choice.hide_line && choice.hidden().contains(&Style::LapLine));
        choice.apply(Preset::Forum, true);
        assert_eq!((choice.pixels(false), choice.parts().len()), (1_600, 0));
        let stored: ExportChoice = serde_json::from_str(r#"{"width": 900}"#).expect("a choice");
        assert_eq!(stored, ExportChoice { width: 900, ..ExportChoice::default() });
    }
}
