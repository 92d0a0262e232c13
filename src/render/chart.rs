//! Draws plots as pictures, in SVG and PNG. A plot has lines over a horizontal axis. The window draws its plots itself,
//! with the same colours, dashes and marks.

mod draw;
mod stack;

#[cfg(feature = "pictures")]
pub use stack::stacked_png;
pub use stack::{least_stack_height, stack_height, stacked};

use draw::{Frame, MARGIN, write_head, write_legend, write_panel};

use super::RenderError;
use super::theme::{Theme, colour_round};
use crate::limits::MAX_PICTURE_SIDE;

/// The ways in which the points of a line can be joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joined {
    /// Steps: a value stays until the next point.
    #[default]
    Steps,
    /// Straight lines from point to point.
    Line,
    /// Straight lines with a mark on each point.
    Marked,
}

/// A line of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartLine {
    /// The line's name in the legend.
    pub name: String,
    /// The car's index in the entry list. The colour and the dashes of the line follow from this index.
    pub index: usize,
    /// The number of the lap that the line shows; `None` if it shows more than one lap.
    pub lap: Option<u32>,
    /// The line's points (x, y), sorted by x.
    pub points: Vec<[f64; 2]>,
    /// The way in which the line's points are joined: steps, or straight lines with or without marks.
    pub joined: Joined,
    /// The x coordinate up to which a stepped line continues at its last value. `None` if the line ends at its last
    /// point.
    pub end: Option<f64>,
}

/// One axis of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartAxis {
    /// The name of the quantity, with its unit.
    pub title: String,
    /// The values at the two ends of the axis. The first is at the left or at the bottom, the second at the right or at
    /// the top.
    /// If low values are at the top, the first value is the larger one.
    pub range: [f64; 2],
    /// Whether the axis shows only whole numbers.
    pub is_whole: bool,
}

/// A plot: two axes and the lines between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The plot's name in file names: lower-case letters and hyphens.
    pub name: String,
    /// The title above the plot.
    pub title: String,
    /// The horizontal axis of the plot.
    pub x: ChartAxis,
    /// The vertical axis of the plot.
    pub y: ChartAxis,
    /// Shaded ranges of x, such as every second lap.
    pub bands: Vec<[f64; 2]>,
    /// The plot's lines, from back to front.
    pub lines: Vec<ChartLine>,
    /// Points on the horizontal axis that have names, such as corners. Each has its x coordinate and its name.
    pub marks: Vec<(f64, String)>,
    /// The largest possible value, such as a full tank. It is drawn as a thin line.
    pub most: Option<f64>,
}

/// Returns the dashes of a car's line: the lengths of a dash and of a gap, in line widths. Returns `None` for a solid
/// line.
/// Two cars whose colours have a similar lightness have different dashes, and so have cars with the same colour.
#[must_use]
pub const fn dash(index: usize) -> Option<[f64; 2]> {
    match pattern(index) {
        1 => Some([6.0, 3.0]),
        2 => Some([1.5, 2.5]),
        3 => Some([3.0, 2.0]),
        _ => None,
    }
}

/// The number of the dashes and of the mark of a car, 0 to 3. Cars with the same colour have different numbers.
#[must_use]
pub const fn pattern(index: usize) -> usize {
    (index + colour_round(index)) % 4
}

/// The distance, in pixels, by which the lines of neighbouring cars are moved apart if their values are counts. This
/// keeps lines with equal values from hiding each other. No line is moved by more than 2 pixels, so that its value can
/// still be read.
#[must_use]
pub fn apart(cars: usize) -> f64 {
    (4.0 / cars.saturating_sub(1).max(1) as f64).min(1.5)
}

/// The numbers to print on an axis: about `wanted` of them, in steps of 1, 2 or 5 times a power of ten.
/// If `is_whole` is true, all are whole numbers.
///
/// ```
/// use paddock::render::chart::ticks;
///
/// assert_eq!(ticks([0.0, 10.0], 5, true), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
/// ```
#[must_use]
pub fn ticks([from, to]: [f64; 2], wanted: usize, is_whole: bool) -> Vec<f64> {
    let span = to - from;
    if !span.is_finite() || span <= 0.0 {
        return vec![from];
    }
    let raw = span / wanted.max(1) as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|step| *step >= raw).unwrap_or(raw);
    let step = if is_whole { step.max(1.0) } else { step };
    let first = (from / step).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(|count| count as f64 * step).collect()
}

/// Draws the plot as an SVG document of this size, in pixels.
///
/// # Errors
/// Returns an error if the picture is less than 200 pixels wide or 160 pixels high,
/// or if a side is longer than [`MAX_PICTURE_SIDE`].
pub fn svg(chart: &Chart, theme: Theme, [width, height]: [u32; 2]) -> Result<String, RenderError> {
    if width < 200 || height < 160 || width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE {
        return Err(RenderError::Size { width, height: u64::from(height) });
    }
    let bottom = f64::from(height) - MARGIN[3];
    let frame = Frame::new(chart, f64::from(width), [MARGIN[1], bottom]);
    let mut out = String::new();
    write_head(&mut out, &chart.title, theme, [width, height]);
    write_panel(&mut out, chart, &frame, theme, 0);
    write_legend(&mut out, chart, &frame, theme);
    out.push_str("</svg>\n");
    Ok(out)
}

/// Draws the plot as a PNG file of this size, in pixels.
///
/// # Errors
/// Returns an error in the same cases as [`svg`], and if the picture does not fit into memory.
#[cfg(feature = "pictures")]
pub fn png(chart: &Chart, theme: Theme, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
    super::png::png_of(&svg(chart, theme, size)?, super::Picture::default())
}

#[cfg(test)]
mod tests {
    use super::draw::corners;
    use super::*;

    fn chart() -> Chart {
        let line = |index: usize, name: &str, joined| ChartLine {
            name: name.to_owned(),
            index,
            lap: None,
            points: vec![[0.0, 1.0], [4.0, 3.0], [9.0, 2.0]],
            joined,
            end: Some(10.0),
        };
        Chart {
            name: "gear".to_owned(),
            title: "Gear <declared>".to_owned(),
            x: ChartAxis { title: "Turn".to_owned(), range: [0.0, 10.0], is_whole: false },
            y: ChartAxis { title: "Gear".to_owned(), range: [0.0, 6.0], is_whole: false },
            bands: vec![[3.0, 6.0]],
            marks: Vec::new(),
            most: None,
            lines: vec![line(0, "Ada", Joined::Steps), line(1, "Bo", Joined::Marked)],
        }
    }

    #[test]
    fn ticks_are_even_and_within_the_axis() {
        assert_eq!(ticks([0.0, 10.0], 5, false), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks([3.0, 47.0], 4, false), [20.0, 40.0]);
        assert_eq!(ticks([0.0, 0.0], 4, false), [0.0]);
        assert_eq!(ticks([0.0, f64::NAN], 4, false), [0.0]);
        assert_eq!(ticks([-1.0, 1.0], 2, false), [-1.0, 0.0, 1.0]);
        assert_eq!(ticks([0.8, 2.2], 5, true), [1.0, 2.0], "places are whole numbers");
    }

    #[test]
    fn no_two_of_twenty_cars_have_the_same_colour_and_dashes() {
        let looks =
            |index: usize| (Theme::Light.line_colour(index), dash(index).map(|lengths| lengths.map(f64::to_bits)));
        for (first, second) in (0..20).flat_map(|first| (first + 1..20).map(move |second| (first, second))) {
            assert_ne!(looks(first), looks(second), "cars {first} and {second}");
            let marks = [first, second].map(|index| (Theme::Light.line_colour(index), pattern(index)));
            assert_ne!(marks[0], marks[1], "the marks of cars {first} and {second}");
        }
    }

    #[test]
    fn steps_have_right_angles_and_reach_the_end() {
        let chart = chart();
        assert_eq!(corners(&chart.lines[0]), [[0.0, 1.0], [4.0, 1.0], [4.0, 3.0], [9.0, 3.0], [9.0, 2.0], [10.0, 2.0]]);
        assert_eq!(corners(&chart.lines[1]), chart.lines[1].points);
    }

    #[test]
    fn a_picture_names_its_lines_and_tells_them_apart_without_colour() {
        let text = svg(&chart(), Theme::Print, [800, 400]).expect("a picture");
        for words in ["Gear &lt;declared&gt;", ">Turn</text>", ">Ada</text>", ">Bo</text>", "stroke-dasharray"] {
            assert!(text.contains(words), "{words}");
        }
        assert_eq!(text.matches("<rect ").count(), 1 + 1 + 1 + 3, "ground, clip, band, and three square marks");
        assert!(svg(&chart(), Theme::Print, [0, 400]).is_err());
        let pixels = image::load_from_memory(&png(&chart(), Theme::Dark, [800, 400]).expect("a picture"));
        assert_eq!(pixels.map(|pixels| (pixels.width(), pixels.height())).ok(), Some((800, 400)));
    }

    #[test]
    fn odd_numbers_draw_something() {
        let mut odd = chart();
        odd.x.range = [f64::NAN, 0.0];
        odd.lines[0].points = vec![[f64::INFINITY, 0.0], [f64::NAN, 1.0]];
        assert!(png(&odd, Theme::Light, [300, 200]).is_ok());
        assert!(png(&Chart::default(), Theme::Light, [300, 200]).is_ok());
    }
}
