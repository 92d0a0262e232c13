//! Draws several plots in one picture, one below the other, with one horizontal axis and one legend.

use std::collections::BTreeMap;

use super::super::RenderError;
use super::super::svg::write_text;
use super::super::theme::{Paint, Theme};
use super::draw::{Frame, MARGIN, write_head, write_mark, write_panel, write_sample};
use super::{Chart, Joined, apart};
use crate::limits::MAX_PICTURE_SIDE;

/// The height of the title above all plots, in pixels.
const HEAD: f64 = 44.0;
/// The height of the space for text above each plot, in pixels.
const ABOVE: f64 = 44.0;
/// The height of the numbers below each plot, in pixels.
const BELOW: f64 = 30.0;
/// The height of a row of the legend, in pixels.
const ROW: f64 = 24.0;
/// The smallest height of a plot's area, in pixels.
const LEAST: f64 = 50.0;

/// The usual height of a picture with this number of plots, in pixels.
#[must_use]
pub fn stack_height(plots: usize) -> u32 {
    let plots = u32::try_from(plots).unwrap_or(u32::MAX);
    plots.saturating_mul(280).saturating_add(160).min(MAX_PICTURE_SIDE)
}

/// The smallest height of a picture with this number of plots and one row of the legend, in pixels.
#[must_use]
pub fn least_stack_height(plots: usize) -> u32 {
    ((LEAST + ABOVE + BELOW) * plots.max(1) as f64 + HEAD + ROW + 34.0) as u32
}

/// Draws plots one below the other as an SVG document of this size, in pixels. All plots should have the same
/// horizontal axis, because its title is written only once, below the last plot. If the values are counts, the line of
/// each car is shifted a little (see [`apart`]), so that lines with equal values do not hide each other.
///
/// # Errors
/// Returns an error if the size is too small for the plots, or if a side is longer than [`MAX_PICTURE_SIDE`].
pub fn stacked(charts: &[Chart], title: &str, theme: Theme, [width, height]: [u32; 2]) -> Result<String, RenderError> {
    let cars = named(charts);
    let key = key(&cars, f64::from(width));
    let rows = key.last().map_or(0.0, |(_, [_, row], _)| row + 1.0);
    let last = f64::from(height) - rows * ROW - 34.0;
    let each = (last - HEAD) / charts.len().max(1) as f64;
    let area = each - ABOVE - BELOW;
    if width < 200 || area < LEAST || width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE {
        return Err(RenderError::Size { width, height: u64::from(height) });
    }
    let mut out = String::new();
    write_head(&mut out, title, theme, [width, height]);
    let paint = |bold| Paint { fill: Some(theme.ink()), line: None, bold };
    write_text(&mut out, [MARGIN[0], 32.0], 22.0, paint(true), Some("start"), title);
    for (number, chart) in charts.iter().enumerate() {
        let top = HEAD + each * number as f64 + ABOVE;
        let mut frame = Frame::new(chart, f64::from(width), [top, top + area]);
        frame.spread = spread(chart, &cars);
        let mut chart = chart.clone();
        let x_title = std::mem::take(&mut chart.x.title);
        write_panel(&mut out, &chart, &frame, theme, number);
        if number + 1 == charts.len() {
            let at = [frame.right(), frame.bottom() + 46.0];
            write_text(&mut out, at, 15.0, paint(false), Some("end"), &x_title);
        }
    }
    for (name, [left, row], index) in key {
        let y = last + 34.0 + row * ROW;
        let colour = theme.line_colour(index);
        write_sample(&mut out, [left, y], index, colour);
        if charts.iter().flat_map(|chart| &chart.lines).any(|line| line.joined == Joined::Marked) {
            write_mark(&mut out, index, [left + 16.0, y - 5.0], colour);
        }
        write_text(&mut out, [left + 40.0, y], 15.0, paint(false), Some("start"), &name);
    }
    out.push_str("</svg>\n");
    Ok(out)
}

/// Draws plots one below the other as a PNG file.
///
/// # Errors
/// Returns an error in the same cases as [`stacked`], and if the picture does not fit into memory.
#[cfg(feature = "pictures")]
pub fn stacked_png(charts: &[Chart], title: &str, theme: Theme, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
    super::super::png::png_of(&stacked(charts, title, theme, size)?, super::super::Picture::default())
}

/// The cars of the plots by index, each with its name.
fn named(charts: &[Chart]) -> BTreeMap<usize, String> {
    charts.iter().flat_map(|chart| &chart.lines).map(|line| (line.index, line.name.clone())).collect()
}

/// The entries of the legend. Each has the car's name, the position of the entry (the left edge in pixels, and the row
/// from 0), and the car's index.
fn key(cars: &BTreeMap<usize, String>, width: f64) -> Vec<(String, [f64; 2], usize)> {
    let (mut left, mut row) = (MARGIN[0], 0.0);
    let mut entries = Vec::with_capacity(cars.len());
    for (index, name) in cars {
        // Letters of this size are about half as wide as they are high.
        let wide = 64.0 + name.chars().count() as f64 * 8.2;
        if left > MARGIN[0] && left + wide > width - MARGIN[2] {
            (left, row) = (MARGIN[0], row + 1.0);
        }
        entries.push((name.clone(), [left, row], *index));
        left += wide;
    }
    entries
}

/// Returns pairs: the index of a car, and the number of pixels by which its line is moved up. The shifts keep lines
/// with equal values from hiding each other. Empty if the values are not counts.
fn spread(chart: &Chart, cars: &BTreeMap<usize, String>) -> Vec<(usize, f64)> {
    if !chart.y.is_whole {
        return Vec::new();
    }
    let middle = cars.len().saturating_sub(1) as f64 / 2.0;
    cars.keys().enumerate().map(|(order, car)| (*car, (middle - order as f64) * apart(cars.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{ChartAxis, ChartLine};
    use super::*;

    #[test]
    fn no_line_lies_on_the_edge_of_its_plot() {
        for count in [1, 2, 6, 12] {
            let line = |index| ChartLine { index, points: vec![[0.0, 0.0], [5.0, 6.0]], ..ChartLine::default() };
            let y = ChartAxis { range: [0.0, 6.0], is_whole: true, ..ChartAxis::default() };
            let chart = Chart { y, lines: (0..count).map(line).collect(), ..Chart::default() };
            let frame = Frame::new(&chart, 400.0, [50.0, 150.0]);
            let moved = spread(&chart, &named(std::slice::from_ref(&chart)));
            assert_eq!(moved.len(), count);
            for (_, pixels) in moved {
                assert!(pixels.abs() <= 2.0, "{pixels} pixels look like another value");
                assert!(frame.up(0.0) - pixels < 147.0 && frame.up(6.0) - pixels > 53.0, "{pixels}");
            }
        }
    }
}
