//! Writes the parts of a chart as SVG: the axes, the grid, the lines and the legend.

use std::fmt::Write as _;

use super::super::FONT_FAMILY;
use super::super::svg::{Hex, Number, escaped, write_text};
use super::super::theme::{Colour, Paint, Theme};
use super::{Chart, ChartLine, Joined, dash, pattern, ticks};

/// Formats a number on an axis with only the decimals that it needs.
fn figure(value: f64) -> String {
    Number(value).to_string()
}

pub(super) const MARGIN: [f64; 4] = [78.0, 54.0, 24.0, 62.0];
/// The space between the ends of the vertical axis and the edges of the plot, in pixels. It keeps lines off the edges.
const HEAD_ROOM: f64 = 6.0;

/// Maps points of the plot to points of the picture, in pixels.
pub(super) struct Frame {
    width: f64,
    /// The y coordinate of the upper edge of the plot's area, in pixels.
    top: f64,
    /// The y coordinate of the lower edge of the plot's area, in pixels.
    bottom: f64,
    x: [f64; 2],
    y: [f64; 2],
    /// The shifts of the cars' lines, as pairs: the index of a car, and the number of pixels by which its line is moved
    /// up.
    pub(super) spread: Vec<(usize, f64)>,
}

impl Frame {
    pub(super) fn new(chart: &Chart, width: f64, [top, bottom]: [f64; 2]) -> Self {
        Self { width, top, bottom, x: proper(chart.x.range), y: proper(chart.y.range), spread: Vec::new() }
    }

    pub(super) fn left(&self) -> f64 {
        MARGIN[0]
    }

    pub(super) fn right(&self) -> f64 {
        self.width - MARGIN[2]
    }

    pub(super) fn top(&self) -> f64 {
        self.top
    }

    pub(super) fn bottom(&self) -> f64 {
        self.bottom
    }

    fn across(&self, x: f64) -> f64 {
        let part = (x - self.x[0]) / (self.x[1] - self.x[0]);
        self.left() + part * (self.right() - self.left())
    }

    pub(super) fn up(&self, y: f64) -> f64 {
        let part = (y - self.y[0]) / (self.y[1] - self.y[0]);
        self.bottom() - HEAD_ROOM - part * (self.bottom() - self.top() - 2.0 * HEAD_ROOM)
    }
}

/// Returns the ends of an axis. If they are equal or not finite, returns 0 and 1.
fn proper([from, to]: [f64; 2]) -> [f64; 2] {
    if from.is_finite() && to.is_finite() && to != from { [from, to] } else { [0.0, 1.0] }
}

/// Writes the beginning of the SVG document, with the background of the chart.
pub(super) fn write_head(out: &mut String, title: &str, theme: Theme, [width, height]: [u32; 2]) {
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
pub(super) fn write_sample(out: &mut String, [left, y]: [f64; 2], index: usize, colour: Colour) {
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
pub(super) fn write_panel(out: &mut String, chart: &Chart, frame: &Frame, theme: Theme, number: usize) {
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
pub(super) fn corners(line: &ChartLine) -> Vec<[f64; 2]> {
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
pub(super) fn write_mark(out: &mut String, index: usize, [x, y]: [f64; 2], colour: Colour) {
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
pub(super) fn write_legend(out: &mut String, chart: &Chart, frame: &Frame, theme: Theme) {
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
