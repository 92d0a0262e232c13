//! Printed sheets for setting up a circuit on a real table, as PDF. The plan has the measurements of every piece.
//! Tiles show the table at its true size on several pages. Another sheet has pieces to cut out.

mod mask;
mod pieces;
mod plan;
mod tiles;
mod tiling;

use super::book::Book;
use super::paper::{Align, Canvas, Paper};
use super::theme::Theme;
use super::{RenderError, Sheet};
use crate::game::AnyDraft;
use crate::game::scene::Scene;

pub use pieces::pieces;
pub use plan::plan;
pub use tiles::tiles;

/// The white margin of a page, in millimetres. It is wider than the border that printers cannot print on.
const MARGIN: f64 = 12.0;
/// The distance between two elements of a page, such as the plan and a table, in millimetres.
const GAP: f64 = 8.0;

/// The settings of a set-up sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetRequest<'a> {
    /// The circuit that the sheet is for.
    pub draft: &'a AnyDraft,
    /// The circuit's drawing.
    pub scene: &'a Scene,
    /// The length of one unit of the game on the real table, in millimetres; `None` if unknown. Without it, only the
    /// plan can be printed, because all other sheets have the true size.
    pub unit_mm: Option<f64>,
    /// The paper to print on.
    pub paper: Paper,
}

/// Writes a title that begins at `at`, in letters small enough for this width. All lengths are in millimetres.
fn title(canvas: &mut Canvas<'_, '_>, text: &str, at: [f64; 2], letters: f64, width: f64) {
    let letters = (width.max(0.0) / canvas.fonts.width(text, true).max(1e-9)).min(letters);
    canvas.text(at, letters, true, Theme::Print.ink(), Align::Left, text);
}

impl SheetRequest<'_> {
    /// Returns the length of a unit, in millimetres, or `None` if it is unknown. Returns an error if it is not between
    /// 1 and 200 mm.
    fn checked_unit(&self) -> Result<Option<f64>, RenderError> {
        match self.unit_mm {
            Some(mm) if !(1.0..=200.0).contains(&mm) => Err(RenderError::Unit(mm)),
            mm => Ok(mm),
        }
    }

    /// Returns the length of a unit, in millimetres. Returns an error if it is unknown or not between 1 and 200 mm.
    fn true_size(&self) -> Result<f64, RenderError> {
        self.checked_unit()?.ok_or(RenderError::Unit(0.0))
    }
}
