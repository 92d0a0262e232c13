//! Draws plots as pictures, in SVG and PNG. A plot has lines over a horizontal axis. The window draws its plots itself,
//! with the same colours, dashes and marks.

mod stack;

#[cfg(feature = "pictures")]
pub use stack::stacked_png;
pub use stack::{least_stack_height, stack_height, stacked};

use std::fmt::Write as _;

use super::svg::{Hex, Number, escaped, write_text};
use super::theme::{Colour, Paint, Theme, colour_round};
use super::{FONT_FAMILY, RenderError};
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

/// Formats a number on an axis with only the decimals that it needs.
fn figure(value: f64) -> String {
    Number(value).to_string()
}

const MARGIN: [f64; 4] = [78.0, 54.0, 24.0, 62.0];
/// The space between the ends of the vertical axis and the edges of the plot, in pixels. It keeps lines off the edges.
const HEAD_ROOM: f64 = 6.0;

/// Maps points of the plot to points of the picture, in pixels.
struct Frame {
    width: f64,
    /// The y coordinate of the upper edge of the plot's area, in pixels.
    top: f64,
    /// The y coordinate of the lower edge of the plot's area, in pixels.
    bottom: f64,
    x: [f64; 2],
    y: [f64; 2],
    /// The shifts of the cars' lines, as pairs: the index of a car, and the number of pixels by which its line is moved
    /// up.
    spread: Vec<(usize, f64)>,
}

impl Frame {
    fn new(chart: &Chart, width: f64, [top, bottom]: [f64; 2]) -> Self {
        Self { width, top, bottom, x: proper(chart.x.range), y: proper(chart.y.range), spread: Vec::new() }
    }

    fn left(&self) -> f64 {
        MARGIN[0]
    }

    fn right(&self) -> f64 {
        self.width - MARGIN[2]
    }

    fn top(&self) -> f64 {
        self.top
    }

    fn bottom(&self) -> f64 {
        self.bottom
    }

    fn across(&self, x: f64) -> f64 {
        let part = (x - self.x[0]) / (self.x[1] - self.x[0]);
        self.left() + part * (self.right() - self.left())
    }

    fn up(&self, y: f64) -> f64 {
        let part = (y - self.y[0]) / (self.y[1] - self.y[0]);
        self.bottom() - HEAD_ROOM - part * (self.bottom() - self.top() - 2.0 * HEAD_ROOM)
    }
}

/// Returns the ends of an axis. If they are equal or not finite, returns 0 and 1.
fn proper([from, to]: [f64; 2]) -> [f64; 2] {
    if from.is_finite() && to.is_finite() && to != from { [from, to] } else { [0.0, 1.0] }
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

/// Writes the beginning of the SVG document, with the background of the chart.
fn write_head(out: &mut String, title: &str, theme: Theme, [width, height]: [u32; 2]) {
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FONT_FAMILY}, sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"butt\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        escaped(title),
        Hex(theme.background()),
    );
}

/// Writes a sample of a car's line for the legend, with its left end at this point.
fn write_sample(out: &mut String, [left, y]: [f64; 2], index: usize, colour: Colour) {
    let _ = write!(
        out,
        "<line x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{}\" stroke-width=\"3\"",
        Number(left),
        Number(left + 32.0),
        Hex(colour),
        y = Number(y - 5.0),
    );
    if let Some([on, off]) = dash(index) {
        let _ = write!(out, " stroke-dasharray=\"{} {}\"", Number(on * 2.0), Number(off * 2.0));
    }
    out.push_str("/>\n");
}

/// Writes the axes and the lines of a plot. `number` becomes part of the ids of the elements, so that each id is unique
/// in the document.
fn write_panel(out: &mut String, chart: &Chart, frame: &Frame, theme: Theme, number: usize) {
    write_ground(out, chart, frame, theme);
    write_marks(out, chart, frame, theme);
    // Lines may lie a little outside the plot's area, if they are moved apart.
    let room = 4.0 + frame.spread.iter().map(|(_, pixels)| pixels.abs()).fold(0.0, f64::max);
    let _ = writeln!(
        out,
        "<clipPath id=\"plot{number}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n<g clip-path=\"url(#plot{number})\">",
        Number(frame.left() - 4.0),
        Number(frame.top() - room),
        Number(frame.right() - frame.left() + 8.0),
        Number(frame.bottom() - frame.top() + 2.0 * room)
    );
    for line in &chart.lines {
        write_line(out, line, frame, theme);
    }
    out.push_str("</g>\n");
}

/// Draws the plot as a PNG file of this size, in pixels.
///
/// # Errors
/// Returns an error in the same cases as [`svg`], and if the picture does not fit into memory.
#[cfg(feature = "pictures")]
pub fn png(chart: &Chart, theme: Theme, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
    super::png::png_of(&svg(chart, theme, size)?, super::Picture::default())
}

/// Writes the background of a plot: the bands, the grid, the numbers and the titles.
fn write_ground(out: &mut String, chart: &Chart, frame: &Frame, theme: Theme) {
    let ink = theme.ink();
    let faint = ink.mixed(theme.background(), 225);
    let weak = ink.mixed(theme.background(), 110);
    for band in &chart.bands {
        let [from, to] = band.map(|x| frame.across(x.clamp(frame.x[0], frame.x[1])));
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Number(from),
            Number(frame.top()),
            Number((to - from).max(0.0)),
            Number(frame.bottom() - frame.top()),
            Hex(ink.mixed(theme.background(), 242)),
        );
    }
    let mut rule = |from: [f64; 2], to: [f64; 2], colour: Colour| {
        let _ = writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>",
            Number(from[0]),
            Number(from[1]),
            Number(to[0]),
            Number(to[1]),
            Hex(colour)
        );
    };
    let (across, up) = (
        ticks(frame.x, 10, false),
        ticks([frame.y[0].min(frame.y[1]), frame.y[0].max(frame.y[1])], 5, chart.y.is_whole),
    );
    for y in &up {
        rule([frame.left(), frame.up(*y)], [frame.right(), frame.up(*y)], faint);
    }
    for x in &across {
        rule([frame.across(*x), frame.bottom()], [frame.across(*x), frame.bottom() + 5.0], weak);
    }
    rule([frame.left(), frame.bottom()], [frame.right(), frame.bottom()], weak);
    let paint = |colour: Colour, bold: bool| Paint { fill: Some(colour), line: None, bold };
    for y in up {
        write_text(out, [frame.left() - 8.0, frame.up(y) + 5.0], 15.0, paint(weak, false), Some("end"), &figure(y));
    }
    for x in across {
        let at = [frame.across(x), frame.bottom() + 22.0];
        write_text(out, at, 15.0, paint(weak, false), Some("middle"), &figure(x));
    }
    write_text(out, [frame.left(), frame.top() - 22.0], 20.0, paint(ink, true), Some("start"), &chart.title);
    write_text(out, [frame.right(), frame.bottom() + 48.0], 15.0, paint(ink, false), Some("end"), &chart.x.title);
    write_text(out, [frame.right(), frame.top() - 22.0], 15.0, paint(ink, false), Some("end"), &chart.y.title);
}

/// Writes the names of marked points of the horizontal axis, such as corners, each with a dotted line. Also draws a
/// thin line at the largest possible value.
fn write_marks(out: &mut String, chart: &Chart, frame: &Frame, theme: Theme) {
    let weak = theme.ink().mixed(theme.background(), 130);
    let mut rule = |[x1, y1]: [f64; 2], [x2, y2]: [f64; 2], dashes: &str| {
        let _ = writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"{dashes}/>",
            Number(x1),
            Number(y1),
            Number(x2),
            Number(y2),
            Hex(weak)
        );
    };
    if let Some(most) = chart.most {
        rule([frame.left(), frame.up(most)], [frame.right(), frame.up(most)], "");
    }
    let marks = chart.marks.iter().filter(|(x, _)| (frame.x[0]..=frame.x[1]).contains(x));
    let marks: Vec<(f64, &str)> = marks.map(|(x, name)| (frame.across(*x), name.as_str())).collect();
    for (x, _) in &marks {
        rule([*x, frame.top()], [*x, frame.bottom()], " stroke-dasharray=\"1 4\"");
    }
    let paint = Paint { fill: Some(weak), line: None, bold: false };
    let mut free = f64::NEG_INFINITY;
    for (x, name) in marks {
        // Leaves out a name that would touch the one before.
        let half = name.chars().count() as f64 * 4.0 + 3.0;
        if x - half >= free {
            write_text(out, [x, frame.top() - 5.0], 14.0, paint, Some("middle"), name);
            free = x + half;
        }
    }
}

/// Returns the points through which a line is drawn. For a line in steps, also returns the corner of each step.
fn corners(line: &ChartLine) -> Vec<[f64; 2]> {
    if line.joined != Joined::Steps {
        return line.points.clone();
    }
    let mut corners: Vec<[f64; 2]> = Vec::with_capacity(line.points.len() * 2 + 1);
    for [x, y] in &line.points {
        if let Some([_, before]) = corners.last().copied() {
            corners.push([*x, before]);
        }
        corners.push([*x, *y]);
    }
    if let (Some([x, y]), Some(end)) = (corners.last().copied(), line.end)
        && end > x
    {
        corners.push([end, y]);
    }
    corners
}

fn write_line(out: &mut String, line: &ChartLine, frame: &Frame, theme: Theme) {
    let corners = corners(line);
    let moved = frame.spread.iter().find(|(car, _)| *car == line.index).map_or(0.0, |(_, pixels)| *pixels);
    let finite = corners.iter().filter(|[x, y]| x.is_finite() && y.is_finite());
    let points: Vec<String> =
        finite.map(|[x, y]| format!("{},{}", Number(frame.across(*x)), Number(frame.up(*y) - moved))).collect();
    let colour = theme.line_colour(line.index);
    let _ = write!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"",
        points.join(" "),
        Hex(colour)
    );
    if let Some([on, off]) = dash(line.index) {
        let _ = write!(out, " stroke-dasharray=\"{} {}\"", Number(on * 2.0), Number(off * 2.0));
    }
    out.push_str("/>\n");
    if line.joined == Joined::Marked {
        for [x, y] in line.points.iter().filter(|[x, y]| x.is_finite() && y.is_finite()) {
            write_mark(out, line.index, [frame.across(*x), frame.up(*y) - moved], colour);
        }
    }
}

/// Writes the mark of a point. The marks of all cars differ in shape or colour.
fn write_mark(out: &mut String, index: usize, [x, y]: [f64; 2], colour: Colour) {
    const SIZE: f64 = 4.0;
    let _ = match pattern(index) {
        0 => write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{SIZE}\"", Number(x), Number(y)),
        1 => write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{w}\"",
            Number(x - SIZE * 0.85),
            Number(y - SIZE * 0.85),
            w = SIZE * 1.7
        ),
        2 => write!(
            out,
            "<polygon points=\"{x},{} {},{y} {x},{} {},{y}\"",
            Number(y - SIZE * 1.2),
            Number(x + SIZE * 1.2),
            Number(y + SIZE * 1.2),
            Number(x - SIZE * 1.2),
            x = Number(x),
            y = Number(y),
        ),
        _ => write!(
            out,
            "<polygon points=\"{},{} {},{y} {},{y}\"",
            Number(x),
            Number(y - SIZE * 1.2),
            Number(x + SIZE * 1.1),
            Number(x - SIZE * 1.1),
            y = Number(y + SIZE * 0.9),
        ),
    };
    let _ = writeln!(out, " fill=\"{}\"/>", Hex(colour));
}

/// Writes the legend under the plot.
fn write_legend(out: &mut String, chart: &Chart, frame: &Frame, theme: Theme) {
    let mut left = frame.left();
    let y = frame.bottom() + MARGIN[3] - 18.0;
    let mut named: Vec<(&str, usize)> = Vec::new();
    for line in &chart.lines {
        // A car with one line for each lap is listed once.
        if named.contains(&(line.name.as_str(), line.index)) {
            continue;
        }
        named.push((&line.name, line.index));
        let sample = ChartLine { points: Vec::new(), ..line.clone() };
        let colour = theme.line_colour(sample.index);
        write_sample(out, [left, y], sample.index, colour);
        let paint = Paint { fill: Some(theme.ink()), line: None, bold: false };
        write_text(out, [left + 40.0, y], 15.0, paint, Some("start"), &line.name);
        // Letters of this size are about half as wide as they are high.
        left += 64.0 + line.name.chars().count() as f64 * 8.2;
    }
}

#[cfg(test)]
mod tests {
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
