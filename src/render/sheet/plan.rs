//! The plan: a page with the whole circuit, and the measurements of every piece.
//! The measurements are beside the circuit, below it, or on further pages.

use super::super::code::qr_code;
use super::super::paper::{Align, Canvas, Fonts, Frame};
use super::super::theme::Theme;
use super::{Book, GAP, MARGIN, RenderError, Sheet, SheetRequest, title};
use crate::game::scene::Scene;
use crate::game::{Layout, words};
use crate::replay::code;

/// The height of the title and the facts above a plan, in millimetres.
const HEAD: f64 = 21.0;
/// The height of the scale bar below a plan, in millimetres.
const FOOT: f64 = 7.0;
/// The height of a row of a table, in millimetres.
const ROW: f64 = 5.0;
/// The height of a table's headings, in millimetres.
const HEADINGS: f64 = 6.0;
/// The font size of a table, in millimetres.
const LETTERS: f64 = 3.2;
/// The space between two columns, in millimetres.
const BETWEEN: f64 = 3.5;
/// The smallest size of the plan on a page with a table of measurements, as a fraction of the plan's size on a page
/// without a table. If the plan would become smaller, the table moves to another page.
const KEEPS: f64 = 0.6;

/// Makes a PDF with a page that shows the circuit as large as possible.
/// Lists for each piece the distances from the table's left and lower edges.
/// Tables that would leave too little space for the plan follow on separate pages.
///
/// # Errors
/// Returns an error if the length of a unit is known but not between 1 and 200 mm.
pub fn plan(request: SheetRequest<'_>) -> Result<Sheet, RenderError> {
    let unit_mm = request.checked_unit()?;
    let layout = request.draft.layout();
    let size = request.paper.landscape();
    let mut book = Book::new(request.draft.name())?;
    let [[left, bottom], [right, top]] = request.scene.bounds;
    let world = [right - left, top - bottom];
    let inner = [size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - HEAD - FOOT];
    let fits = |room: [f64; 2]| (room[0] / world[0]).min(room[1] / world[1]);
    let mut later = [corners(request.draft.corner_table()), measurements(&layout, unit_mm)];
    later.iter_mut().for_each(|table| table.measure(&book.fonts));
    // Puts the first table that leaves enough space for the plan on the same page.
    let mut near = None;
    for table in &mut later {
        let beside = table.blocks(inner[1]);
        let beside = (fits([inner[0] - table.width(beside) - GAP, inner[1]]), beside);
        let across = table.most_across(inner[0]);
        let below = (fits([inner[0], inner[1] - table.height(across) - GAP]), across);
        let best = beside.0.max(below.0);
        if near.is_none() && !table.is_empty() && best >= KEEPS * fits(inner) {
            let is_below = below.0 > beside.0;
            near = Some((std::mem::take(table), best, if is_below { below.1 } else { beside.1 }, is_below));
        }
    }
    let (scale, table) = match near {
        Some((table, scale, blocks, is_below)) => (scale, Some((table, blocks, is_below))),
        None => (fits(inner), None),
    };
    // A circuit that is too large has no code.
    let code = code::text_of(request.draft).ok().and_then(|text| qr_code(&text));
    let whole = [inner[0], inner[1] + FOOT];
    let pages: Vec<(usize, std::ops::Range<usize>)> = later
        .iter()
        .enumerate()
        .flat_map(|(number, table)| table.pages(whole).map(move |rows| (number, rows)))
        .collect();
    let count = pages.len() + 1;
    let (high, drawn) = (MARGIN + HEAD, [world[0] * scale, world[1] * scale]);
    book.page(size, |canvas| {
        let coded = code.as_ref().map_or(0.0, |code| qr(canvas, code, size));
        head(canvas, &request, &layout, [size[0] - coded, size[1]], &pointer(&later, pages.len()));
        if scale.is_finite() && scale > 0.0 {
            let frame = Frame { world: [left, top], at: [MARGIN, high], scale };
            canvas.scene(request.scene, Theme::Print, frame, drawn);
            scale_bar(canvas, &request, [MARGIN, high + drawn[1] + 4.0], scale, drawn[0]);
        }
        if let Some((table, blocks, is_below)) = &table {
            let at = if *is_below {
                [MARGIN, high + drawn[1] + FOOT + GAP]
            } else {
                [size[0] - MARGIN - table.width(*blocks), high + 4.0]
            };
            table.draw(canvas, at, *blocks, 0..table.rows());
        }
        number(canvas, size, 1, count);
    })?;
    for (index, (table, rows)) in pages.into_iter().enumerate() {
        let table = &later[table];
        book.page(size, |canvas| {
            let words = format!(
                "{}: {} {} to {} of {}",
                request.draft.name(),
                table.what,
                rows.start + 1,
                rows.end,
                table.rows()
            );
            title(canvas, &words, [MARGIN, MARGIN + 6.0], 5.0, whole[0]);
            let blocks = table.most_across(whole[0]).min(rows.len().div_ceil(fitting(whole[1])));
            table.draw(canvas, [MARGIN, MARGIN + HEAD - 4.0], blocks.max(1), rows);
            number(canvas, size, index + 2, count);
        })?;
    }
    book.finish(0)
}

/// The number of rows that fit into a column of this height.
fn fitting(height: f64) -> usize {
    ((height - HEADINGS) / ROW).max(1.0) as usize
}

/// Returns a sentence that says which tables are on later pages; empty if there are no later pages.
fn pointer(later: &[Table], pages: usize) -> String {
    let names: Vec<String> = later
        .iter()
        .filter(|table| !table.is_empty())
        .map(|table| words::many(table.rows() as u64, table.one))
        .collect();
    match pages {
        0 => String::new(),
        1 => format!("Page 2 lists {}.", names.join(" and ")),
        _ => format!("Pages 2 to {} list {}.", pages + 1, names.join(" and ")),
    }
}

/// Draws the title, the facts, and a note. The note says which points of the pieces are measured, and which tables are
/// on later pages.
fn head(canvas: &mut Canvas<'_, '_>, request: &SheetRequest<'_>, layout: &Layout, size: [f64; 2], pointer: &str) {
    let ink = Theme::Print.ink();
    let draft = request.draft;
    title(canvas, draft.name(), [MARGIN, MARGIN + 6.0], 6.5, size[0] - 2.0 * MARGIN);
    let mut facts = draft.facts();
    if let Some(mm) = request.unit_mm {
        let [from, to] = layout.table;
        let cm = |axis: usize| (to[axis] - from[axis]) * mm / 10.0;
        facts.push(format!("table {:.1} × {:.1} cm", cm(0), cm(1)));
    }
    let wide = size[0] - 2.0 * MARGIN;
    let credits = draft.credits();
    let facts = facts.join(", ");
    let both = canvas.fonts.width(&facts, false) + canvas.fonts.width(&credits, false);
    let letters = ((wide - GAP) / both.max(1e-9)).min(3.6);
    canvas.text([MARGIN, MARGIN + 12.0], letters, false, ink, Align::Left, &facts);
    canvas.text([size[0] - MARGIN, MARGIN + 12.0], letters, false, ink, Align::Right, &credits);
    let note = [layout.measured, pointer].into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join(" ");
    let letters = (wide / canvas.fonts.width(&note, false).max(1e-9)).min(3.2);
    canvas.text([MARGIN, MARGIN + 17.0], letters, false, ink, Align::Left, &note);
}

/// Draws the QR code of the circuit at the upper right. Returns the width that it needs in the head of the page, in
/// millimetres.
fn qr(canvas: &mut Canvas<'_, '_>, code: &Scene, size: [f64; 2]) -> f64 {
    const TOP: f64 = 3.0;
    let side = MARGIN + HEAD - TOP - 2.0;
    let modules = code.bounds[1][1];
    let frame = Frame { world: [0.0, modules], at: [size[0] - MARGIN - side, TOP], scale: side / modules };
    canvas.scene(code, Theme::Print, frame, [side; 2]);
    side + GAP
}

/// Draws the scale bar and writes its length. The bar is at most a quarter as long as the plan.
fn scale_bar(canvas: &mut Canvas<'_, '_>, request: &SheetRequest<'_>, [x, y]: [f64; 2], scale: f64, width: f64) {
    let wanted = width / scale / 4.0;
    let ten = 10f64.powf(wanted.log10().floor());
    let Some(length) = [5.0, 2.0, 1.0].map(|step| step * ten).into_iter().find(|length| *length <= wanted) else {
        return;
    };
    let ink = Theme::Print.ink();
    let end = x + length * scale;
    canvas.line([x, y], [end, y], 0.4, ink);
    for at in [x, end] {
        canvas.line([at, y - 1.2], [at, y + 1.2], 0.4, ink);
    }
    let unit = request.draft.info().unit;
    let text = match request.unit_mm {
        Some(mm) => format!("{length} {unit} = {:.1} cm; scale 1 : {:.1}", length * mm / 10.0, mm / scale),
        None => format!("{length} {unit}"),
    };
    canvas.text([end + 3.0, y + 1.2], LETTERS, false, ink, Align::Left, &text);
}

/// Writes the page's number.
fn number(canvas: &mut Canvas<'_, '_>, size: [f64; 2], page: usize, of: usize) {
    if of > 1 {
        let at = [size[0] - MARGIN, size[1] - MARGIN / 2.0];
        canvas.text(at, LETTERS, false, Theme::Print.ink(), Align::Right, &format!("{page} / {of}"));
    }
}

/// A column of a table: its heading, its cells, and whether they are numbers.
struct Column {
    heading: &'static str,
    cells: Vec<String>,
    is_number: bool,
    width: f64,
}

/// A table that is drawn in one or more blocks beside each other.
#[derive(Default)]
struct Table {
    /// The word for the rows in the plural, such as "pieces", for headings.
    what: &'static str,
    /// The word for one row, such as "piece".
    one: &'static str,
    columns: Vec<Column>,
}

fn column(heading: &'static str, cells: Vec<String>, is_number: bool) -> Column {
    Column { heading, cells, is_number, width: 0.0 }
}

fn corners(lines: Vec<String>) -> Table {
    Table { what: "corners", one: "corner", columns: vec![column("Corner", lines, false)] }
}

fn measurements(layout: &Layout, unit_mm: Option<f64>) -> Table {
    let [from, _] = layout.table;
    let pieces = &layout.pieces;
    let length = |axis: usize, unit: f64, decimals: usize| {
        pieces.iter().map(|piece| format!("{:.decimals$}", (piece.at[axis] - from[axis]) * unit)).collect()
    };
    let mut columns = vec![
        column("Piece", pieces.iter().map(|piece| piece.name.clone()).collect(), false),
        column("left", length(0, 1.0, 2), true),
        column("bottom", length(1, 1.0, 2), true),
    ];
    if let Some(mm) = unit_mm {
        columns.push(column("left, cm", length(0, mm / 10.0, 1), true));
        columns.push(column("bottom, cm", length(1, mm / 10.0, 1), true));
    }
    columns.push(column("details", pieces.iter().map(|piece| piece.turned.clone()).collect(), false));
    Table { what: "pieces", one: "piece", columns }
}

impl Table {
    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    fn is_empty(&self) -> bool {
        self.rows() == 0
    }

    /// Computes the widths of the columns.
    fn measure(&mut self, fonts: &Fonts) {
        for column in &mut self.columns {
            let widest = column.cells.iter().map(|cell| fonts.width(cell, false));
            column.width = widest.fold(fonts.width(column.heading, true), f64::max) * LETTERS + BETWEEN;
        }
    }

    /// The width of the table with this number of blocks beside each other.
    fn width(&self, blocks: usize) -> f64 {
        let one: f64 = self.columns.iter().map(|column| column.width).sum();
        one * blocks as f64 + GAP * blocks.saturating_sub(1) as f64
    }

    /// The height of the table if its rows are divided into this number of blocks.
    fn height(&self, blocks: usize) -> f64 {
        HEADINGS + ROW * self.rows().div_ceil(blocks.max(1)) as f64
    }

    /// The number of blocks into which the table's rows must be divided so that no block is higher than `height`.
    fn blocks(&self, height: f64) -> usize {
        self.rows().div_ceil(fitting(height)).max(1)
    }

    /// The largest number of blocks that fit beside each other; at least one.
    fn most_across(&self, width: f64) -> usize {
        let one = self.width(1) + GAP;
        if one > GAP { (((width + GAP) / one) as usize).max(1) } else { 1 }
    }

    /// Divides the rows of the table among further pages of this size. These pages show only the table.
    fn pages(&self, size: [f64; 2]) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (rows, most) = (self.rows(), fitting(size[1]) * self.most_across(size[0]));
        (0..rows).step_by(most).map(move |first| first..rows.min(first + most))
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>, at: [f64; 2], blocks: usize, rows: std::ops::Range<usize>) {
        let ink = Theme::Print.ink();
        let tall = rows.len().div_ceil(blocks.max(1)).max(1);
        let step = self.width(1) + GAP;
        let starts = rows.clone().step_by(tall);
        for (block, first) in starts.enumerate() {
            let left = at[0] + step * block as f64;
            let mut x = left;
            for column in &self.columns {
                let (edge, align) =
                    if column.is_number { (x + column.width - BETWEEN, Align::Right) } else { (x, Align::Left) };
                canvas.text([edge, at[1]], LETTERS, true, ink, align, column.heading);
                let shown = &column.cells[first..rows.end.min(first + tall)];
                for (row, cell) in (1..).zip(shown) {
                    let y = at[1] + 1.2 + ROW * f64::from(row);
                    canvas.text([edge, y], LETTERS, false, ink, align, cell);
                }
                x += column.width;
            }
            canvas.line([left, at[1] + 1.8], [x - BETWEEN, at[1] + 1.8], 0.2, ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: usize) -> Table {
        let cells = |text: &str| vec![text.to_owned(); rows];
        let columns = vec![column("Piece", cells("Space 1"), false), column("left", cells("12.34"), true)];
        let mut table = Table { what: "pieces", one: "piece", columns };
        table.measure(&Fonts::new().expect("fonts"));
        table
    }

    #[test]
    fn every_row_is_on_one_page() {
        for rows in [1, 33, 34, 560, 1_001] {
            let table = table(rows);
            let pages: Vec<_> = table.pages([270.0, 170.0]).collect();
            let listed: Vec<usize> = pages.iter().cloned().flatten().collect();
            assert_eq!(listed, (0..rows).collect::<Vec<_>>());
            let most = table.most_across(270.0) * fitting(170.0);
            assert!(pages.iter().all(|page| page.len() <= most) && table.width(table.most_across(270.0)) <= 270.0);
        }
        assert_eq!(table(0).pages([270.0, 170.0]).count(), 0);
    }
}
