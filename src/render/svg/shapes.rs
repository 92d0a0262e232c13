//! Writes shapes and texts as elements of an SVG document.

use std::fmt::Write as _;

use super::Frame;
use crate::game::scene::{Item, Shape, Style};
use crate::render::CAPITAL;
use crate::render::theme::{Colour, Line, Paint, Theme};

pub(super) fn write_items(out: &mut String, frame: &Frame, theme: Theme, items: &[Item]) {
    // Areas of one style, such as the spaces of a lane, are written as one path. One path is painted several times
    // faster.
    for parts in items.chunk_by(|a, b| a.style == b.style && can_join(theme, a) && can_join(theme, b)) {
        match parts {
            [item] => write_item(out, frame, theme, item),
            parts => write_parts(out, frame, theme, parts),
        }
    }
}

/// Whether several items like this one can be drawn as one path without changing the picture. This is true for thin
/// arrows, for opaque areas whose outline has the colour of the inside, and for opaque areas that never overlap. All
/// other items must be drawn one by one. Otherwise the outline of one area could appear inside another area.
fn can_join(theme: Theme, item: &Item) -> bool {
    if let (Style::Chevron, Shape::Polyline(points)) = (item.style, &item.shape) {
        // The arrows on a space begin at one point. As one path, they are not darker there.
        return points.len() > 1 && all_finite(points);
    }
    let paint = theme.paint(item.style);
    let is_opaque = paint.fill.is_some_and(|Colour([.., alpha])| alpha == 255);
    let is_seamless = paint.line.is_none_or(|line| line.dash.is_none() && paint.fill == Some(line.colour));
    let is_apart = matches!(
        item.style,
        Style::Space
            | Style::SpaceBeside
            | Style::SpaceCorner(_)
            | Style::SpacePit
            | Style::Curb(_)
            | Style::CurbLight
            | Style::SpaceRed
    );
    is_opaque
        && (is_seamless || is_apart)
        && matches!(&item.shape, Shape::Polygon(corners) if corners.len() > 2 && all_finite(corners))
}

/// Writes several areas of the same style as one path.
fn write_parts(out: &mut String, frame: &Frame, theme: Theme, parts: &[Item]) {
    let Some(first) = parts.first() else { return };
    out.push_str("<path d=\"");
    for part in parts {
        if let Shape::Polyline(line) = &part.shape {
            out.push('M');
            points(out, frame, line);
        } else if let Shape::Polygon(corners) = &part.shape {
            out.push('M');
            // All areas run in the same direction. Otherwise overlapping areas would cut holes into each other.
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let twice: f64 = sides.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
            if twice < 0.0 {
                points(out, frame, &corners.iter().rev().copied().collect::<Vec<_>>());
            } else {
                points(out, frame, corners);
            }
            out.push('Z');
        }
    }
    out.push('"');
    attributes(out, frame, theme.paint(first.style), matches!(first.shape, Shape::Polygon(_)));
    out.push_str("/>\n");
}

fn write_item(out: &mut String, frame: &Frame, theme: Theme, item: &Item) {
    let paint = theme.paint(item.style);
    match &item.shape {
        Shape::Polygon(corners) if corners.len() > 2 && all_finite(corners) => {
            out.push_str("<polygon points=\"");
            points(out, frame, corners);
            out.push('"');
            attributes(out, frame, paint, true);
            out.push_str("/>\n");
        }
        Shape::Polyline(line) if line.len() > 1 && all_finite(line) => {
            out.push_str("<polyline points=\"");
            points(out, frame, line);
            out.push('"');
            attributes(out, frame, paint, false);
            out.push_str("/>\n");
        }
        Shape::Circle { center, radius } if all_finite(&[*center, [*radius, 0.0]]) => {
            let (x, y, r) = (frame.x(center[0]), frame.y(center[1]), radius * frame.scale);
            let _ = write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", Number(x), Number(y), Number(r));
            attributes(out, frame, paint, true);
            out.push_str("/>\n");
        }
        Shape::Text { at, height, text } if all_finite(&[*at, [*height, 0.0]]) => {
            let capital = height * frame.scale;
            if capital < frame.least_text && matches!(item.style, Style::Label | Style::GarageText(_)) {
                return;
            }
            let (x, y, size) = (frame.x(at[0]), frame.y(at[1]) + capital / 2.0, capital / CAPITAL);
            write_text(out, [x, y], size, paint, None, text);
        }
        _ => {}
    }
}

pub(in crate::render) fn write_text(
    out: &mut String,
    at: [f64; 2],
    size: f64,
    paint: Paint,
    anchor: Option<&str>,
    text: &str,
) {
    if text.is_empty() {
        return;
    }
    let [x, y] = at;
    let _ = write!(out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\"", Number(x), Number(y), Number(size));
    if paint.bold {
        out.push_str(" font-weight=\"600\"");
    }
    if let Some(anchor) = anchor {
        let _ = write!(out, " text-anchor=\"{anchor}\"");
    }
    fill(out, paint.fill);
    let _ = writeln!(out, ">{}</text>", escaped(text));
}

fn all_finite(points: &[[f64; 2]]) -> bool {
    points.iter().all(|[x, y]| x.is_finite() && y.is_finite())
}

fn points(out: &mut String, frame: &Frame, points: &[[f64; 2]]) {
    for (index, [x, y]) in points.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(out, "{space}{},{}", Number(frame.x(*x)), Number(frame.y(*y)));
    }
}

fn attributes(out: &mut String, frame: &Frame, paint: Paint, closed: bool) {
    fill(out, if closed { paint.fill } else { None });
    let Some(line @ Line { colour, dash, .. }) = paint.line else { return };
    let _ = write!(out, " stroke=\"{}\"", Hex(colour));
    opacity(out, "stroke-opacity", colour);
    let _ = write!(out, " stroke-width=\"{}\"", Number(line.width_at(frame.scale, frame.shorter()).max(0.5)));
    if let Some([on, off]) = dash {
        // Round caps would fill the gaps of a dashed line.
        let (on, off) = (Number(on * frame.scale), Number(off * frame.scale));
        let _ = write!(out, " stroke-dasharray=\"{on} {off}\" stroke-linecap=\"butt\"");
    }
}

pub(super) fn fill(out: &mut String, colour: Option<Colour>) {
    match colour {
        Some(colour) => {
            let _ = write!(out, " fill=\"{}\"", Hex(colour));
            opacity(out, "fill-opacity", colour);
        }
        None => out.push_str(" fill=\"none\""),
    }
}

fn opacity(out: &mut String, name: &str, Colour([.., alpha]): Colour) {
    if alpha < 255 {
        let _ = write!(out, " {name}=\"{}\"", Number(f64::from(alpha) / 255.0));
    }
}

/// A number printed with at most two decimals, without trailing zeros.
pub(in crate::render) struct Number(pub f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

pub(in crate::render) struct Hex(pub Colour);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Colour([red, green, blue, _]) = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Escapes text for XML and HTML, also inside attributes with double quotes.
/// Characters that XML does not allow become a replacement character.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            control if control.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            other => out.push(other),
        }
    }
    out
}
