//! Prints a circuit's table at its true size on several pages: an overview, and the pages with marks for cutting and
//! gluing.

use super::super::paper::{Align, Canvas, Frame};
use super::super::theme::{Colour, Theme};
use super::tiling::{FOOT, OVERLAP, Tiling};
use super::{Book, MARGIN, RenderError, Sheet, SheetRequest, title};
use crate::game::words;

/// The length, in millimetres, of a printed line that players measure to check whether the printer kept the true size.
/// On small paper the line is half as long.
const CHECK: f64 = 100.0;
/// The height of the title and the instructions of the overview, in millimetres.
const HEAD: f64 = 34.0;
/// Half the length of a cross, in millimetres.
const CROSS: f64 = 3.0;
/// The length of a dash and of a gap of the cutting line, in millimetres.
const DASH: [f64; 2] = [2.5, 2.0];

/// Makes a PDF of the table at its true size. The first page is an overview that shows where each of the following
/// pages belongs. Pages without any part of the circuit are left out.
///
/// # Errors
/// Returns an error if the length of a unit is unknown or not between 1 and 200 mm, or if more than
/// [`MAX_SHEETS`](crate::limits::MAX_SHEETS) pages are needed.
pub fn tiles(request: SheetRequest<'_>) -> Result<Sheet, RenderError> {
    let scale = request.true_size()?;
    let tiling = Tiling::of(request.scene, request.draft.layout().table, scale, request.paper)?;
    let mut book = Book::new(request.draft.name())?;
    book.page(request.paper.landscape(), |canvas| overview(canvas, &request, &tiling, scale))?;
    for place in tiling.places().filter(|place| tiling.is_printed(*place)) {
        book.page(tiling.paper, |canvas| {
            let frame = Frame { world: tiling.corner(place), at: [MARGIN, MARGIN], scale };
            canvas.scene(request.scene, Theme::Print, frame, tiling.shown);
            marks(canvas, &tiling, place);
            foot(canvas, &request, &tiling, place, scale);
        })?;
    }
    book.finish(tiling.saved)
}

/// Draws the first page.
/// It has instructions for putting the pages together, and the circuit with the outlines of the pages.
fn overview(canvas: &mut Canvas<'_, '_>, request: &SheetRequest<'_>, tiling: &Tiling, scale: f64) {
    let ink = Theme::Print.ink();
    let size = request.paper.landscape();
    title(canvas, request.draft.name(), [MARGIN, MARGIN + 6.0], 6.5, size[0] - 2.0 * MARGIN);
    let blank = tiling.places().count() - tiling.pages();
    let left_out =
        if blank > 0 { format!(", {} left out", words::many(blank as u64, "blank page")) } else { String::new() };
    let lines = [
        format!(
            "{} at true size{left_out}. One unit ({}) is {scale} mm.",
            words::many(tiling.pages() as u64, "page"),
            request.draft.info().unit
        ),
        format!("Print at 100 %, and check that the line below a tile is {} mm long.", check(tiling)),
        "Cut each page along its dashed lines on the left and at the top. Lay it over its neighbours so that the crosses \
         meet, and glue it."
            .to_owned(),
    ];
    for (line, y) in lines.iter().zip([13.0, 18.5, 24.0]) {
        let letters = ((size[0] - 2.0 * MARGIN) / canvas.fonts.width(line, false).max(1e-9)).min(3.6);
        canvas.text([MARGIN, MARGIN + y], letters, false, ink, Align::Left, line);
    }
    let [across, up] = tiling.count;
    let first = tiling.corner([0, 0]);
    let last = tiling.part(scale, [across - 1, up - 1]);
    let world = [last[1][0] - first[0], first[1] - last[0][1]];
    let inner = [size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - HEAD];
    let shrunk = (inner[0] / world[0]).min(inner[1] / world[1]);
    let frame = Frame { world: first, at: [MARGIN, MARGIN + HEAD], scale: shrunk };
    canvas.scene(request.scene, Theme::Print, frame, world.map(|length| length * shrunk));
    let tall = tiling.shown[1] / scale * shrunk;
    for place in tiling.places() {
        let at = frame.place(tiling.corner(place));
        let wide = tiling.shown[0] / scale * shrunk;
        canvas.rectangle(at, [wide, tall], if tiling.is_printed(place) { 0.3 } else { 0.1 }, ink);
        let name = if tiling.is_printed(place) { Tiling::name(place) } else { "blank".to_owned() };
        let fitting = (wide - 3.0) / canvas.fonts.width(&name, true).max(1e-9);
        let letters = (0.3 * tall).min(8.0).min(fitting).max(0.5);
        canvas.text([at[0] + 1.5, at[1] + letters], letters, true, ink, Align::Left, &name);
    }
}

/// Draws the edges of a page, the lines to cut along, and the crosses that meet the crosses of the neighbouring pages.
fn marks(canvas: &mut Canvas<'_, '_>, tiling: &Tiling, [column, row]: [usize; 2]) {
    let ink = Theme::Print.ink();
    let [width, height] = tiling.shown;
    canvas.rectangle([MARGIN, MARGIN], tiling.shown, 0.15, ink);
    let [left, top, right, bottom] = [
        column > 0 && tiling.is_printed([column - 1, row]),
        row > 0 && tiling.is_printed([column, row - 1]),
        tiling.is_printed([column + 1, row]),
        tiling.is_printed([column, row + 1]),
    ];
    for (has_neighbour, from, to, is_cut) in [
        (left, [OVERLAP / 2.0, 0.0], [OVERLAP / 2.0, height], true),
        (right, [width - OVERLAP / 2.0, 0.0], [width - OVERLAP / 2.0, height], false),
        (top, [0.0, OVERLAP / 2.0], [width, OVERLAP / 2.0], true),
        (bottom, [0.0, height - OVERLAP / 2.0], [width, height - OVERLAP / 2.0], false),
    ] {
        if !has_neighbour {
            continue;
        }
        let at = |part: f64| [0, 1].map(|axis| MARGIN + from[axis] + (to[axis] - from[axis]) * part);
        if is_cut {
            dashed(canvas, at(0.0), at(1.0), ink);
        }
        for part in [0.25, 0.75] {
            let [x, y] = at(part);
            canvas.line([x - CROSS, y], [x + CROSS, y], 0.2, ink);
            canvas.line([x, y - CROSS], [x, y + CROSS], 0.2, ink);
        }
    }
}

/// Draws a dashed line between two points.
fn dashed(canvas: &mut Canvas<'_, '_>, from: [f64; 2], to: [f64; 2], ink: Colour) {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    let at = |along: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * (along / length).min(1.0));
    let [on, off] = DASH;
    let mut along = 0.0;
    while along < length {
        canvas.line(at(along), at(along + on), 0.15, ink);
        along += on + off;
    }
}

/// Draws a page's name in large letters, a small map of all pages, and a line to check the printed size.
fn foot(canvas: &mut Canvas<'_, '_>, request: &SheetRequest<'_>, tiling: &Tiling, place: [usize; 2], scale: f64) {
    let ink = Theme::Print.ink();
    let top = MARGIN + tiling.shown[1];
    let name = Tiling::name(place);
    canvas.text([MARGIN, top + FOOT - 2.0], 13.0, true, ink, Align::Left, &name);
    let mut left = MARGIN + canvas.fonts.width(&name, true) * 13.0 + 5.0;
    let cell = ((FOOT - 3.0) / tiling.count[1] as f64).min(40.0 / tiling.count[0] as f64).min(4.0);
    for [column, row] in tiling.places() {
        let at = [left + column as f64 * cell, top + 2.0 + row as f64 * cell];
        let line = if tiling.is_printed([column, row]) { 0.2 } else { 0.05 };
        canvas.rectangle(at, [cell * 0.85; 2], line, ink);
        if [column, row] == place {
            let y = at[1] + cell * 0.425;
            canvas.line([at[0], y], [at[0] + cell * 0.85, y], cell * 0.85, ink);
        }
    }
    left += tiling.count[0] as f64 * cell + 5.0;
    let right = MARGIN + tiling.shown[0];
    let length = check(tiling);
    canvas.line([right - length, top + 4.5], [right, top + 4.5], 0.3, ink);
    for end in [right - length, right] {
        canvas.line([end, top + 3.0], [end, top + 6.0], 0.3, ink);
    }
    let words = format!("{length} mm; one unit is {scale} mm");
    canvas.text([right, top + 10.0], 3.2, false, ink, Align::Right, &words);
    title(canvas, request.draft.name(), [left, top + 6.0], 4.0, right - length - 4.0 - left);
}

/// The length, in millimetres, of the line for checking whether the printer kept the true size.
fn check(tiling: &Tiling) -> f64 {
    if tiling.shown[0] < 2.0 * CHECK { CHECK / 2.0 } else { CHECK }
}
