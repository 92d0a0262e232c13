//! Divides a circuit's table at its true size into as few pages as possible.

use super::super::paper::Paper;
use super::mask::Mask;
use super::{MARGIN, RenderError};
use crate::game::scene::Scene;
use crate::limits::MAX_SHEETS;

/// The width of the strip that two neighbouring pages both show, in millimetres.
/// The pages are cut and glued along the middle of the strip.
pub(super) const OVERLAP: f64 = 8.0;
/// The height of the strip for text below a tile, in millimetres.
pub(super) const FOOT: f64 = 14.0;
/// The side of a cell of the [`Mask`], in millimetres.
const CELL: f64 = 4.0;
/// The number of positions of the first page that are tried in each direction, to find the division with the fewest
/// pages.
const TRIES: u32 = 9;

/// A table divided into pages, in rows and columns.
pub(super) struct Tiling {
    /// The size of the paper, in millimetres.
    pub(super) paper: [f64; 2],
    /// The size of the part of a page that shows the table, in millimetres.
    pub(super) shown: [f64; 2],
    /// The number of columns and the number of rows, in pages.
    pub(super) count: [usize; 2],
    /// The upper left corner of the first page, in world units.
    origin: [f64; 2],
    /// The distance from page to page, in world units.
    step: [f64; 2],
    /// Whether each page is printed, row by row.
    printed: Vec<bool>,
    /// The number of pages saved, compared with a division that begins at the upper left corner of the table and prints
    /// every page.
    pub(super) saved: usize,
}

/// Returns the size of a page, and of the part of it that shows the table, in millimetres.
fn page(paper: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    (paper, [paper[0] - 2.0 * MARGIN, paper[1] - 2.0 * MARGIN - FOOT])
}

/// Returns the number of pages along an edge of the table. `length` is the length of the edge, and `shown` is the
/// length that one page shows, both in millimetres.
fn count(length: f64, shown: f64) -> u64 {
    ((length - OVERLAP) / (shown - OVERLAP)).ceil().clamp(1.0, 1e6) as u64
}

impl Tiling {
    /// Divides a table into pages. `scale` is the number of millimetres in a world unit. Tries portrait and landscape
    /// pages and several positions of the first page. Chooses the division with the fewest pages. Pages that show no
    /// part of the circuit are not printed.
    pub(super) fn of(scene: &Scene, table: [[f64; 2]; 2], scale: f64, paper: Paper) -> Result<Self, RenderError> {
        let [low, high] = table;
        let size = [0, 1].map(|axis| (high[axis] - low[axis]) * scale);
        let across = page(paper.landscape());
        let plain = count(size[0], across.1[0]) * count(size[1], across.1[1]);
        // A very large table has larger cells.
        let mut cells = [1.0, 4.0, 16.0].into_iter().map(|factor| Mask::of(scene, table, factor * CELL / scale));
        let mask = cells.find_map(|mask| mask).ok_or(RenderError::Pages { pages: plain })?;
        let content = mask.content().ok_or(RenderError::Blank)?;
        let upright = page(paper.portrait());
        let best = [across, upright]
            .into_iter()
            .flat_map(|(paper, shown)| Self::divided(&mask, content, scale, paper, shown))
            // Of equally good divisions, takes the first:
            // with landscape pages, and with the circuit nearest to the middle.
            .min_by_key(Self::pages)
            .ok_or(RenderError::Pages { pages: plain })?;
        if best.pages() as u64 > MAX_SHEETS {
            return Err(RenderError::Pages { pages: best.pages() as u64 });
        }
        Ok(Self { saved: (plain as usize).saturating_sub(best.pages()), ..best })
    }

    /// Returns ways to divide the circuit's area into pages of the size `paper`. They differ in the position of the
    /// first page. Ways with more even margins come first.
    fn divided(mask: &Mask, [low, high]: [[f64; 2]; 2], scale: f64, paper: [f64; 2], shown: [f64; 2]) -> Vec<Self> {
        let step = shown.map(|length| (length - OVERLAP) / scale);
        let count = [0, 1].map(|axis| count((high[axis] - low[axis]) * scale, shown[axis]) as usize);
        if count[0] * count[1] > 4 * MAX_SHEETS as usize {
            return Vec::new();
        }
        // The space that the pages have beyond the content.
        let left = [0, 1].map(|axis| step[axis] * count[axis] as f64 + OVERLAP / scale - (high[axis] - low[axis]));
        let mut parts: Vec<f64> = (0..TRIES).map(|part| f64::from(part) / f64::from(TRIES - 1)).collect();
        parts.sort_by(|a, b| (a - 0.5).abs().total_cmp(&(b - 0.5).abs()));
        let at = |x: f64, y: f64| {
            let origin = [low[0] - left[0] * x, high[1] + left[1] * y];
            let mut tiling = Self { paper, shown, count, origin, step, printed: Vec::new(), saved: 0 };
            tiling.printed = tiling.places().map(|place| mask.has(tiling.own(scale, place))).collect();
            tiling
        };
        parts.iter().flat_map(|y| parts.iter().map(|x| at(*x, *y))).filter(|tiling| tiling.pages() > 0).collect()
    }

    /// The places of all pages, row by row. A place is the number of the column and the number of the row, from 0.
    pub(super) fn places(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let [across, up] = self.count;
        (0..up).flat_map(move |row| (0..across).map(move |column| [column, row]))
    }

    /// The number of pages that are printed.
    pub(super) fn pages(&self) -> usize {
        self.printed.iter().filter(|is_printed| **is_printed).count()
    }

    /// Whether the page in this column and row is printed.
    pub(super) fn is_printed(&self, [column, row]: [usize; 2]) -> bool {
        column < self.count[0] && self.printed.get(row * self.count[0] + column).copied().unwrap_or(false)
    }

    /// The world point at the upper left corner of a page.
    pub(super) fn corner(&self, [column, row]: [usize; 2]) -> [f64; 2] {
        [self.origin[0] + column as f64 * self.step[0], self.origin[1] - row as f64 * self.step[1]]
    }

    /// The part of the table that a page shows: lower left and upper right corner.
    pub(super) fn part(&self, scale: f64, place: [usize; 2]) -> [[f64; 2]; 2] {
        let [left, top] = self.corner(place);
        [[left, top - self.shown[1] / scale], [left + self.shown[0] / scale, top]]
    }

    /// The part of the table that a page still shows when all pages are cut and glued together. Pages are cut and glued
    /// along the middle of the strips that neighbouring pages share.
    fn own(&self, scale: f64, place: [usize; 2]) -> [[f64; 2]; 2] {
        let [mut low, mut high] = self.part(scale, place);
        let half = OVERLAP / 2.0 / scale;
        for axis in 0..2 {
            let (is_first, is_last) = (place[axis] == 0, place[axis] + 1 == self.count[axis]);
            // Rows are counted from the top.
            let (is_low, is_high) = if axis == 0 { (is_first, is_last) } else { (is_last, is_first) };
            low[axis] += if is_low { 0.0 } else { half };
            high[axis] -= if is_high { 0.0 } else { half };
        }
        [low, high]
    }

    /// The name of a page: a letter for the column and a number for the row, such as `C2`.
    pub(super) fn name([column, row]: [usize; 2]) -> String {
        let mut letters = String::new();
        let mut left = column + 1;
        while left > 0 {
            letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
            left = (left - 1) / 26;
        }
        format!("{letters}{}", row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::{Shape, Style};

    fn scene(parts: &[[[f64; 2]; 2]]) -> Scene {
        let mut scene = Scene::default();
        parts.iter().for_each(|part| scene.add(Style::Wall, Shape::rectangle(*part)));
        scene
    }

    #[test]
    fn blank_pages_are_left_out_and_everything_else_is_covered() {
        // Two blocks in opposite corners of a table of 100 × 70 cm.
        let parts = [[[2.0, 2.0], [20.0, 12.0]], [[80.0, 50.0], [98.0, 58.0]]];
        let tiling = Tiling::of(&scene(&parts), [[0.0, 0.0], [100.0, 70.0]], 10.0, Paper::A4).expect("pages");
        assert_eq!((tiling.pages(), tiling.saved), (2, 18));
        for [low, high] in parts {
            let holds = |place: [usize; 2]| {
                let [from, to] = tiling.part(10.0, place);
                tiling.is_printed(place) && (0..2).all(|axis| from[axis] <= low[axis] && high[axis] <= to[axis])
            };
            assert!(tiling.places().any(holds), "{low:?}");
        }
    }

    #[test]
    fn a_circuit_that_fits_upright_is_one_upright_page() {
        let tall = scene(&[[[30.0, 10.0], [46.0, 34.0]]]);
        let tiling = Tiling::of(&tall, [[0.0, 0.0], [100.0, 70.0]], 10.0, Paper::A4).expect("a page");
        assert_eq!((tiling.pages(), tiling.paper), (1, [210.0, 297.0]));
    }

    #[test]
    fn neighbours_share_a_strip() {
        let whole = scene(&[[[0.0, 0.0], [100.0, 70.0]]]);
        let tiling = Tiling::of(&whole, [[0.0, 0.0], [100.0, 70.0]], 10.0, Paper::A3).expect("pages");
        let ([_, right], [left, _]) = (tiling.part(10.0, [0, 0]), tiling.part(10.0, [1, 0]));
        assert!((right[0] - left[0] - OVERLAP / 10.0).abs() < 1e-9);
        assert!(tiling.places().all(|place| tiling.is_printed(place)));
    }

    #[test]
    fn places_have_names_and_too_many_pages_are_refused() {
        assert_eq!([[0, 0], [25, 9], [26, 0]].map(Tiling::name), ["A1", "Z10", "AA1"]);
        let whole = scene(&[[[0.0, 0.0], [1e4, 1e4]]]);
        assert!(Tiling::of(&whole, [[0.0, 0.0], [1e4, 1e4]], 10.0, Paper::A4).is_err());
    }
}
