//! Printed sheets for setting up a circuit on a real table, as PDF: a plan with the measurements of every piece, the
//! table at its true size on several pages (tiles), and pieces to cut out.

mod mask;
mod pieces;
mod plan;
mod tiles;
mod tiling;

use krilla::Document;
use krilla::metadata::Metadata;

use super::RenderError;
use super::paper::{Canvas, Fonts, Paper, page};
use crate::game::AnyDraft;
use crate::game::scene::Scene;

pub use pieces::pieces;
pub use plan::plan;
pub use tiles::tiles;

/// The white margin of a page, in millimetres. It is wider than the border that printers cannot print on.
const MARGIN: f64 = 12.0;
/// The distance between two parts of a page, in millimetres.
const GAP: f64 = 8.0;

/// The content of a sheet for setting up a circuit.
#[derive(Clone, Copy, Debug)]
pub struct SheetRequest<'a> {
    /// The circuit.
    pub draft: &'a AnyDraft,
    /// The circuit's drawing.
    pub scene: &'a Scene,
    /// The length of a unit, in millimetres; `None` if unknown. Only a plan can do without.
    pub unit_mm: Option<f64>,
    /// The paper to print on.
    pub paper: Paper,
}

/// A finished sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The PDF.
    pub pdf: Vec<u8>,
    /// The number of its pages.
    pub pages: usize,
    /// Of tiles: how many pages fewer there are than if the whole table were divided from its upper left corner.
    pub saved: usize,
}

impl SheetRequest<'_> {
    /// Returns the length of a unit, or an error if such a unit cannot be printed.
    fn checked_unit(&self) -> Result<Option<f64>, RenderError> {
        match self.unit_mm {
            Some(mm) if !(1.0..=200.0).contains(&mm) => Err(RenderError::Unit(mm)),
            mm => Ok(mm),
        }
    }

    /// Returns the length of a unit, or an error if it is unknown or cannot be printed.
    fn true_size(&self) -> Result<f64, RenderError> {
        self.checked_unit()?.ok_or(RenderError::Unit(0.0))
    }
}

/// A PDF that is being made, page by page.
struct Book {
    document: Document,
    fonts: Fonts,
    pages: usize,
}

impl Book {
    fn new(title: &str) -> Result<Self, RenderError> {
        let mut document = Document::new();
        document.set_metadata(Metadata::new().title(title.to_owned()).creator("Paddock".to_owned()));
        Ok(Self { document, fonts: Fonts::new()?, pages: 0 })
    }

    /// Adds a page of this size, in millimetres.
    fn page(&mut self, size: [f64; 2], draw: impl FnOnce(&mut Canvas<'_, '_>)) -> Result<(), RenderError> {
        let mut sheet = self.document.start_page_with(page(size)?);
        let mut surface = sheet.surface();
        draw(&mut Canvas { surface: &mut surface, fonts: &self.fonts });
        surface.finish();
        sheet.finish();
        self.pages += 1;
        Ok(())
    }

    fn finish(self, saved: usize) -> Result<Sheet, RenderError> {
        let pdf = self.document.finish().map_err(|error| RenderError::Pdf(format!("{error:?}")))?;
        Ok(Sheet { pdf, pages: self.pages, saved })
    }
}
