//! A PDF that is made page by page.

use krilla::Document;
use krilla::metadata::Metadata;

use super::RenderError;
use super::fonts::Fonts;
use super::paper::{Canvas, page};

/// A finished PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The bytes of the PDF.
    pub pdf: Vec<u8>,
    /// The number of pages in the PDF.
    pub pages: usize,
    /// The number of pages that need not be printed, compared with tiles that cover the whole table from its upper left
    /// corner. Tiles are pages that together show the table at its true size. Paddock saves pages by shifting the tiles
    /// and by leaving out blank tiles. The number is 0 for sheets without tiles.
    pub saved: usize,
}

/// A PDF that is being made.
pub(crate) struct Book {
    document: Document,
    pub(crate) fonts: Fonts,
    pages: usize,
}

impl Book {
    /// Begins a PDF with this title.
    pub(crate) fn new(title: &str) -> Result<Self, RenderError> {
        let mut document = Document::new();
        document.set_metadata(Metadata::new().title(title.to_owned()).creator("Paddock".to_owned()));
        Ok(Self { document, fonts: Fonts::new()?, pages: 0 })
    }

    /// Adds a page of this size, in millimetres.
    pub(crate) fn page(&mut self, size: [f64; 2], draw: impl FnOnce(&mut Canvas<'_, '_>)) -> Result<(), RenderError> {
        let mut sheet = self.document.start_page_with(page(size)?);
        let mut surface = sheet.surface();
        draw(&mut Canvas { surface: &mut surface, fonts: &self.fonts });
        surface.finish();
        sheet.finish();
        self.pages += 1;
        Ok(())
    }

    /// Ends the PDF. `saved` is the value of [`Sheet::saved`].
    pub(crate) fn finish(self, saved: usize) -> Result<Sheet, RenderError> {
        let pdf = self.document.finish().map_err(|error| RenderError::Pdf(format!("{error:?}")))?;
        Ok(Sheet { pdf, pages: self.pages, saved })
    }
}
