//! Printed sheets for setting up a circuit on a real table: one page with a plan and the measurements of every piece,
//! or several pages (tiles) with the whole table at its true size.

use krilla::Document;
use krilla::metadata::Metadata;

use super::RenderError;
use super::paper::{Align, Canvas, Fonts, Frame, Paper, page};
use super::theme::Theme;
use crate::game::Layout;
use crate::game::scene::Scene;

use crate::limits::MAX_SHEETS;

/// The white margin of a page, in millimetres. It is wider than the border that printers cannot print on.
const MARGIN: f64 = 12.0;
/// The overlap of neighbouring tiles for gluing, in millimetres.
const OVERLAP: f64 = 5.0;
/// The length of the line that shows whether the printer kept the true size, in millimetres.
const CHECK: f64 = 100.0;
/// The height of the title above a plan, in millimetres.
const HEAD: f64 = 16.0;
const GAP: f64 = 8.0;
/// The height of a row of measurements, in millimetres.
const ROW: f64 = 5.4;

/// The content of a sheet for setting up a circuit.
#[derive(Clone, Copy, Debug)]
pub struct SheetRequest<'a> {
    /// The circuit's name.
    pub title: &'a str,
    /// The designer and the licence, printed on one line; may be empty.
    pub credits: &'a str,
    /// The circuit's drawing.
    pub scene: &'a Scene,
    /// The positions of the circuit's pieces on the table, and the table's size.
    pub layout: &'a Layout,
    /// The name of the unit of length, in the plural.
    pub unit: &'a str,
    /// The length of a unit, in millimetres; `None` if unknown. Only tiles need it.
    pub unit_mm: Option<f64>,
    /// The paper to print on.
    pub paper: Paper,
}

impl SheetRequest<'_> {
    fn size(&self) -> [f64; 2] {
        let [from, to] = self.layout.table;
        [to[0] - from[0], to[1] - from[1]]
    }

    /// Returns the length of a unit, or an error if such a unit cannot be printed.
    fn checked_unit(&self) -> Result<Option<f64>, RenderError> {
        match self.unit_mm {
            Some(mm) if !(1.0..=200.0).contains(&mm) => Err(RenderError::Unit(mm)),
            mm => Ok(mm),
        }
    }

    fn document(&self) -> Document {
        let mut document = Document::new();
        document.set_metadata(Metadata::new().title(self.title.to_owned()).creator("Paddock".to_owned()));
        document
    }
}

fn finish(document: Document) -> Result<Vec<u8>, RenderError> {
    document.finish().map_err(|error| RenderError::Pdf(format!("{error:?}")))
}

/// Makes a PDF of one page. It shows the circuit as large as possible, and for each piece the distances of its middle
/// from the table's left and lower edges.
///
/// # Errors
/// Returns an error if the table has no size, or if the unit cannot be printed.
pub fn plan(request: SheetRequest<'_>) -> Result<Vec<u8>, RenderError> {
    let unit_mm = request.checked_unit()?;
    let fonts = Fonts::new()?;
    let size = request.paper.landscape();
    let mut document = request.document();
    let mut sheet = document.start_page_with(page(size)?);
    let mut surface = sheet.surface();
    let mut canvas = Canvas { surface: &mut surface, fonts: &fonts };
    let ink = Theme::Print.ink();
    let head = MARGIN + 6.0;
    canvas.text([MARGIN, head], 6.5, true, ink, Align::Left, request.title);
    let [width, height] = request.size();
    let centimetres = |length: f64| unit_mm.map(|mm| format!("{:.1}", length * mm / 10.0));
    let table = match (centimetres(width), centimetres(height)) {
        (Some(w), Some(h)) => format!("Table {width:.2} × {height:.2} {}, that is {w} × {h} cm", request.unit),
        _ => format!("Table {width:.2} × {height:.2} {}", request.unit),
    };
    canvas.text([MARGIN, head + 6.0], 3.6, false, ink, Align::Left, &table);
    // In the space that is left beside the table's size.
    let left = size[0] - 2.0 * MARGIN - GAP - 3.6 * fonts.width(&table, false);
    let letters = (left.max(1.0) / fonts.width(request.credits, false).max(1e-9)).min(3.6);
    canvas.text([size[0] - MARGIN, head + 6.0], letters, false, ink, Align::Right, request.credits);

    let columns = measurements(&request, unit_mm);
    let table = [columns_width(&columns, &fonts), 6.0 + ROW * request.layout.pieces.len() as f64];
    let [[left, bottom], [right, top]] = request.scene.bounds;
    let (high, inner) = (MARGIN + HEAD, [size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - HEAD]);
    let fits = |room: [f64; 2]| (room[0] / (right - left)).min(room[1] / (top - bottom));
    // The measurements are beside the plan or below it, whichever leaves more space for the plan.
    let beside = fits([inner[0] - table[0] - GAP, inner[1]]);
    let below = fits([inner[0], inner[1] - table[1] - GAP]);
    let scale = beside.max(below);
    if scale.is_finite() && scale > 0.0 {
        let frame = Frame { world: [left, top], at: [MARGIN, high], scale };
        canvas.scene(request.scene, Theme::Print, frame, [(right - left) * scale, (top - bottom) * scale]);
    }
    let at = if below > beside {
        [MARGIN, high + (top - bottom) * scale + GAP]
    } else {
        [size[0] - MARGIN - table[0], high + 4.0]
    };
    draw_columns(&mut canvas, &columns, at, size[1] - MARGIN);
    surface.finish();
    sheet.finish();
    finish(document)
}

/// The columns of a table: for each, the heading, the cells, and whether the cells are numbers.
struct Columns(Vec<(String, Vec<String>, bool)>);

fn measurements(request: &SheetRequest<'_>, unit_mm: Option<f64>) -> Columns {
    let [from, _] = request.layout.table;
    let pieces = &request.layout.pieces;
    let number = |axis: usize| pieces.iter().map(|piece| format!("{:.2}", piece.at[axis] - from[axis])).collect();
    let mut columns = vec![
        ("Piece".to_owned(), pieces.iter().map(|piece| piece.name.clone()).collect(), false),
        ("from left".to_owned(), number(0), true),
        ("from bottom".to_owned(), number(1), true),
    ];
    if let Some(mm) = unit_mm {
        let cm = |axis: usize| {
            pieces.iter().map(|piece| format!("{:.1}", (piece.at[axis] - from[axis]) * mm / 10.0)).collect()
        };
        columns.push(("cm from left".to_owned(), cm(0), true));
        columns.push(("cm from bottom".to_owned(), cm(1), true));
    }
    columns.push(("rotation".to_owned(), pieces.iter().map(|piece| piece.turned.clone()).collect(), false));
    Columns(columns)
}

/// The font size of the measurements, in millimetres.
const LETTERS: f64 = 3.3;

fn width_of(column: &(String, Vec<String>, bool), fonts: &Fonts) -> f64 {
    let (head, cells, _) = column;
    let widest = cells.iter().map(|cell| fonts.width(cell, false)).fold(fonts.width(head, true), f64::max);
    widest * LETTERS + 3.5
}

fn columns_width(columns: &Columns, fonts: &Fonts) -> f64 {
    columns.0.iter().map(|column| width_of(column, fonts)).sum()
}

fn draw_columns(canvas: &mut Canvas<'_, '_>, columns: &Columns, at: [f64; 2], lowest: f64) {
    let ink = Theme::Print.ink();
    let mut x = at[0];
    for column in &columns.0 {
        let width = width_of(column, canvas.fonts);
        let (head, cells, is_number) = column;
        let (edge, align) = if *is_number { (x + width - 3.5, Align::Right) } else { (x, Align::Left) };
        canvas.text([edge, at[1]], LETTERS, true, ink, align, head);
        for (row, cell) in cells.iter().enumerate() {
            let y = at[1] + 1.2 + ROW * (row + 1) as f64;
            if y > lowest {
                break;
            }
            canvas.text([edge, y], LETTERS, false, ink, align, cell);
        }
        x += width;
    }
    canvas.line([at[0], at[1] + 1.8], [x - 3.5, at[1] + 1.8], 0.2, ink);
}

/// Makes a PDF of the whole table at its true size. Every page shows which part of the table it is, and a line to
/// check that the printer kept the size.
///
/// # Errors
/// Returns an error if the unit's length is missing or cannot be printed, or if more than [`MAX_SHEETS`] pages are
/// needed.
pub fn tiles(request: SheetRequest<'_>) -> Result<Vec<u8>, RenderError> {
    let scale = request.checked_unit()?.ok_or(RenderError::Unit(0.0))?;
    let fonts = Fonts::new()?;
    let paper = request.paper.landscape();
    let shown = [paper[0] - 2.0 * MARGIN, paper[1] - 2.0 * MARGIN - 8.0];
    let step = [shown[0] - OVERLAP, shown[1] - OVERLAP];
    let [width, height] = request.size().map(|length| length * scale);
    let count = |length: f64, step: f64| ((length - OVERLAP) / step).ceil().clamp(1.0, 1e6) as u64;
    let (across, up) = (count(width, step[0]), count(height, step[1]));
    if across * up > MAX_SHEETS {
        return Err(RenderError::Pages { pages: across * up });
    }
    let [[left, _], [_, top]] = request.layout.table;
    let mut document = request.document();
    for row in 0..up {
        for column in 0..across {
            let mut sheet = document.start_page_with(page(paper)?);
            let mut surface = sheet.surface();
            let mut canvas = Canvas { surface: &mut surface, fonts: &fonts };
            let world = [left + column as f64 * step[0] / scale, top - row as f64 * step[1] / scale];
            canvas.scene(request.scene, Theme::Print, Frame { world, at: [MARGIN, MARGIN], scale }, shown);
            marks(&mut canvas, &request, scale, [column, row], [across, up], shown);
            surface.finish();
            sheet.finish();
        }
    }
    finish(document)
}

/// Draws a tile's frame, a small map that shows which part of the table the tile is, and a line to check the printed
/// size.
fn marks(
    canvas: &mut Canvas<'_, '_>,
    request: &SheetRequest<'_>,
    scale: f64,
    [column, row]: [u64; 2],
    [across, up]: [u64; 2],
    shown: [f64; 2],
) {
    let ink = Theme::Print.ink();
    canvas.rectangle([MARGIN, MARGIN], shown, 0.15, ink);
    let base = MARGIN + shown[1] + 6.0;
    let words = format!(
        "{}: row {} of {up}, column {} of {across}. Tiles overlap by {OVERLAP} mm.",
        request.title,
        row + 1,
        column + 1
    );
    canvas.text([MARGIN, base], 3.4, true, ink, Align::Left, &words);
    let right = MARGIN + shown[0];
    canvas.line([right - CHECK, base - 1.0], [right, base - 1.0], 0.3, ink);
    for end in [right - CHECK, right] {
        canvas.line([end, base - 2.5], [end, base + 0.5], 0.3, ink);
    }
    let check = format!("{CHECK} mm; one unit is {scale} mm");
    canvas.text([right - CHECK - 3.0, base], 3.4, false, ink, Align::Right, &check);
}
