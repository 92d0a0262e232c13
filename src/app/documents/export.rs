//! Describes pictures to export, and draws and writes them in background jobs.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use egui::ColorImage;

use super::files::{SaveKind, write_sheet};
use crate::app::settings::export::{ExportChoice, FileType};
use crate::game::scene::Scene;
use crate::game::{AnyDraft, CarId};
use crate::render::furniture::{Furniture, Part};
use crate::render::moving::{Moving, MovingError, MovingFormat, first_frame, moving};
use crate::render::{self, Panel, Picture, RenderError};
use crate::replay::{Race, code};
use crate::storage;

/// The largest number of positions that one picture shows side by side.
const MOST_POSITIONS: usize = 40;
/// The number of positions in a row, if a picture shows several positions side by side.
const COLUMNS: usize = 4;

/// The circuit or race that a picture shows.
#[derive(Clone)]
pub enum Board {
    /// A circuit.
    Circuit(AnyDraft),
    /// A race, and the number of turns played in the position on screen.
    Race(Arc<dyn Race>, usize),
}

/// The document to export, as it was when the export dialog was opened.
#[derive(Clone)]
pub struct Subject {
    /// The circuit or race.
    pub board: Board,
    /// The scene that the board shows on screen.
    pub scene: Scene,
    /// The beginning of suggested file names: the name of the document's file, without an extension.
    pub name: String,
}

/// A picture to export, as the user has chosen it in the export dialog.
#[derive(Clone)]
pub struct Order {
    /// The document to export.
    pub subject: Arc<Subject>,
    /// The size, the colours and the parts of the picture that the user chose.
    pub choice: ExportChoice,
    /// For a still picture of a race: the positions to draw side by side, as the user has typed them. Each position is
    /// given by its number of played turns. If the text is empty, only the position on screen is drawn.
    pub positions: String,
    /// For a moving picture (GIF or APNG): the number of turns played in the first frame.
    pub from: usize,
    /// For a moving picture (GIF or APNG): the number of turns played in the last frame.
    pub to: usize,
    /// For a moving picture (GIF or APNG): the car that the view follows; `None` to show the whole board.
    pub follow: Option<CarId>,
}

/// The progress of the export of a moving picture (GIF or APNG).
#[derive(Debug, Default)]
pub struct Filming {
    done: AtomicUsize,
    all: AtomicUsize,
    stop: AtomicBool,
}

impl Filming {
    /// The number of frames that are done, and the number of all frames.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    /// Cancels the export of the moving picture (GIF or APNG).
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn report(&self, done: usize, all: usize) -> bool {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        !self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = (self.from, self.to);
        f.debug_struct("Order").field("choice", &self.choice).field("turns", &turns).finish_non_exhaustive()
    }
}

impl PartialEq for Order {
    fn eq(&self, other: &Self) -> bool {
        let turns = |order: &Self| (order.from, order.to, order.follow, order.positions.clone());
        Arc::ptr_eq(&self.subject, &other.subject) && self.choice == other.choice && turns(self) == turns(other)
    }
}

impl Order {
    /// Whether the document is a race.
    #[must_use]
    pub fn is_race(&self) -> bool {
        matches!(self.subject.board, Board::Race(..))
    }

    /// The type of the file.
    #[must_use]
    pub fn file(&self) -> FileType {
        self.choice.file(self.is_race())
    }

    /// The types of files that the document can be exported to.
    #[must_use]
    pub fn files(&self) -> Vec<FileType> {
        match &self.subject.board {
            Board::Race(..) => FileType::RACE.to_vec(),
            Board::Circuit(draft) if draft.cutouts().is_empty() => {
                FileType::CIRCUIT.into_iter().filter(|file| *file != FileType::Pieces).collect()
            }
            Board::Circuit(_) => FileType::CIRCUIT.to_vec(),
        }
    }

    /// The kind of file, for the dialog that asks where to save.
    #[must_use]
    pub fn kind(&self) -> SaveKind {
        match self.file() {
            FileType::Png => SaveKind::Png,
            FileType::Svg => SaveKind::Svg,
            FileType::Plan => SaveKind::Plan,
            FileType::Tiles => SaveKind::Tiles,
            FileType::Pieces => SaveKind::Pieces,
            FileType::Gif => SaveKind::Gif,
            FileType::Apng => SaveKind::Apng,
        }
    }

    /// Writes the file. Returns a remark for the user, which may be empty. Returns `None` if the user has stopped the
    /// export.
    ///
    /// # Errors
    /// Returns an error if the picture cannot be drawn or written; the text names the file and the cause.
    pub fn write(&self, path: &Path, filming: &Filming) -> Result<Option<String>, String> {
        let failed = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
        let picture = self.picture(self.choice.pixels(false));
        let (bytes, remark) = match (self.file(), &self.subject.board) {
            (FileType::Plan | FileType::Tiles | FileType::Pieces, Board::Circuit(draft)) => {
                write_sheet(path, self.kind(), draft, &self.choice)?;
                return Ok(Some(String::new()));
            }
            (FileType::Gif | FileType::Apng, Board::Race(race, _)) => {
                let (hidden, parts) = (self.choice.hidden(), self.choice.parts());
                let request = Moving { hidden: &hidden, parts: &parts, ..self.moving() };
                match moving(race.as_ref(), &request, &mut |done, all| filming.report(done, all)) {
                    Ok(movie) => (movie.bytes, movie.changes.join(", ")),
                    Err(MovingError::Stopped) => return Ok(None),
                    Err(error) => return Err(failed(&error)),
                }
            }
            (file, _) => {
                let drawing = self.drawing(picture).map_err(|error| failed(&error))?;
                let bytes = match file {
                    FileType::Svg => self.choice.texts.apply(drawing).map_err(|error| failed(&error))?.into_bytes(),
                    _ => render::png_of(&drawing, picture).map_err(|error| failed(&error))?,
                };
                (bytes, String::new())
            }
        };
        storage::write(path, &bytes).map_err(|error| error.to_string())?;
        Ok(Some(remark))
    }

    /// Draws the picture at this width, in pixels. For a moving picture, draws its first frame. For a sheet, draws the
    /// board.
    ///
    /// # Errors
    /// Returns an error if the picture cannot be drawn; the text is the cause.
    pub fn image(&self, width: u32) -> Result<ColorImage, String> {
        let drawn = match &self.subject.board {
            Board::Race(race, _) if self.file().is_moving() => {
                let (hidden, parts) = (self.choice.hidden(), self.choice.parts());
                let request = Moving { hidden: &hidden, parts: &parts, width, ..self.moving() };
                first_frame(race.as_ref(), &request).map_err(|error| error.to_string())
            }
            _ => {
                let picture = Picture { transparent: false, ..self.picture(width) };
                self.drawing(picture)
                    .and_then(|drawing| render::pixels_of(&drawing).map_err(|error: RenderError| error.to_string()))
            }
        };
        drawn.map(|(size, rgba)| ColorImage::from_rgba_unmultiplied(size, &rgba))
    }

    /// The settings of a still picture of this width, in pixels.
    fn picture(&self, width: u32) -> Picture<'static> {
        let choice = &self.choice;
        Picture {
            transparent: choice.transparent,
            dpi: choice.in_mm.then_some(choice.dpi),
            ..Picture::plain(choice.theme.theme(), width)
        }
    }

    /// The positions to draw side by side. The list is empty if the board is drawn as it is on screen.
    ///
    /// # Errors
    /// Returns an error if the user's entry is not a list of turns of the race; the text says what to enter.
    pub fn turns(&self) -> Result<Vec<usize>, String> {
        let Board::Race(race, _) = &self.subject.board else { return Ok(Vec::new()) };
        let last = race.len();
        let parts = self.positions.split([',', ';', ' ']).map(str::trim).filter(|part| !part.is_empty());
        let turn = |part: &str| part.parse().ok().filter(|turn| *turn <= last);
        let turns: Vec<usize> = parts
            .map(|part| {
                turn(part).ok_or_else(|| {
                    format!(
                        "\"{part}\" is not a turn of the race; enter numbers from 0 to {last}, with commas between them"
                    )
                })
            })
            .collect::<Result<_, _>>()?;
        if turns.len() > MOST_POSITIONS {
            return Err(format!("At most {MOST_POSITIONS} positions can be drawn side by side. Enter fewer."));
        }
        Ok(turns)
    }

    /// The suggested name of the file, without an extension. It names the turns of a race that the picture shows, unless
    /// the picture shows all of them.
    #[must_use]
    pub fn name(&self) -> String {
        let name = &self.subject.name;
        let Board::Race(race, shown) = &self.subject.board else { return name.clone() };
        if self.file().is_moving() {
            let (from, to) = (self.from.min(self.to), self.from.max(self.to));
            return if (from, to) == (0, race.len()) { name.clone() } else { format!("{name}-turns-{from}-to-{to}") };
        }
        match self.turns().unwrap_or_default()[..] {
            [] => format!("{name}-turn-{shown}"),
            [turn] => format!("{name}-turn-{turn}"),
            [first, .., last] => format!("{name}-turns-{first}-to-{last}"),
        }
    }

    /// The still picture as SVG.
    fn drawing(&self, picture: Picture<'_>) -> Result<String, String> {
        let turns = self.turns()?;
        let drawing = match &self.subject.board {
            Board::Race(race, _) if !turns.is_empty() => {
                let panel = |at: &usize| {
                    let scene = render::position(race.as_ref(), *at, false).without(&self.choice.hidden());
                    let scene = if self.choice.whole_table { scene } else { scene.cropped() };
                    Panel { scene, words: format!("After turn {at} of {}", race.len()) }
                };
                render::strip(turns.iter().map(panel).collect(), COLUMNS, picture)
            }
            _ => render::svg(&self.scene(), picture),
        };
        drawing.map_err(|error| error.to_string())
    }

    /// The settings of a moving picture, such as its size and its speed. They include neither the parts drawn around
    /// the board, such as a title, nor the list of styles that the user has hidden.
    fn moving(&self) -> Moving<'static> {
        let choice = &self.choice;
        Moving {
            format: if self.file() == FileType::Gif { MovingFormat::Gif } else { MovingFormat::Apng },
            from: self.from,
            to: self.to,
            theme: choice.theme.theme(),
            width: choice.pixels(true),
            seconds_per_turn: f64::from(choice.hundredths) / 100.0,
            steps: choice.steps,
            follow: self.follow,
            captions: choice.captions,
            repeats: choice.repeats,
            legal: false,
            whole_table: choice.whole_table,
            hidden: &[],
            parts: &[],
            most_bytes: (choice.megabytes > 0).then_some(u64::from(choice.megabytes) * 1_000_000),
        }
    }

    /// The scene of a still picture, with the parts around the board, such as a title or a legend.
    fn scene(&self) -> Scene {
        let scene = self.subject.scene.clone().without(&self.choice.hidden());
        let mut scene = if self.choice.whole_table { scene } else { scene.cropped() };
        let parts = self.choice.parts();
        let drawn = &self.subject.scene;
        let furniture = match &self.subject.board {
            Board::Circuit(draft) => Furniture {
                code: parts.contains(&Part::Code).then(|| code::text_of(draft).ok()).flatten(),
                ..Furniture::circuit(draft, None, drawn)
            },
            Board::Race(race, at) => {
                Furniture::race(race.as_ref(), Some(*at), format!("After turn {at} of {}", race.len()), drawn)
            }
        };
        furniture.add(&parts, &mut scene);
        scene
    }
}
