//! The texts of an SVG document: with the name of their font, with the font itself, or as outlines.

use std::fmt::Write as _;

use data_encoding::BASE64;
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{self, Node};
use serde::{Deserialize, Serialize};

use super::{FONT_FAMILY, FONT_REGULAR, FONT_SEMIBOLD, RenderError, png};

/// The form of the texts in an SVG document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Texts {
    /// Texts that name their font. They look the same only where the font, IBM Plex Sans, is installed.
    #[default]
    Named,
    /// Texts with their font in the document. The document is about 300 kB larger for each font weight that it uses.
    Embedded,
    /// The outlines of the letters, as shapes. They look the same everywhere, but cannot be edited as text.
    Outlines,
}

impl Texts {
    /// Converts the texts of an SVG document to this form: with a named font, with the font itself, or as outlines. The
    /// document must be the output of [`svg`](super::svg) or [`strip`](super::strip).
    ///
    /// ```
    /// use paddock::game::scene::{Item, Scene, Shape, Style, Tag};
    /// use paddock::render::{Picture, Texts, Theme, svg};
    ///
    /// let text = Shape::Text { at: [5.0, 5.0], height: 1.0, text: "Pit lane".to_owned() };
    /// let items = vec![Item { shape: text, style: Style::Label, tag: Tag::None }];
    /// let scene = Scene { bounds: [[0.0; 2], [10.0; 2]], items };
    /// let drawing = svg(&scene, Picture::plain(Theme::Light, 400)).unwrap();
    /// assert!(drawing.contains("<text"));
    ///
    /// let outlines = Texts::Outlines.apply(drawing).unwrap();
    /// assert!(!outlines.contains("<text") && outlines.contains("<g aria-label=\"Pit lane\">"));
    /// ```
    ///
    /// # Errors
    /// Returns an error if the document is not valid SVG.
    pub fn apply(self, svg: String) -> Result<String, RenderError> {
        match self {
            Self::Named => Ok(svg),
            Self::Embedded => Ok(embedded(&svg)),
            Self::Outlines => outlined(&svg),
        }
    }
}

/// The beginning of a text element in an SVG document.
const TEXT: &str = "<text ";

/// Adds to a document the font weights that its texts use.
fn embedded(svg: &str) -> String {
    let is_used = |weight: u32| {
        svg.split(TEXT).skip(1).any(|text| {
            let attributes = text.split('>').next().unwrap_or_default();
            attributes.contains("font-weight=\"600\"") == (weight == 600)
        })
    };
    let mut style = String::from("<style>\n");
    for (weight, font) in [(400, FONT_REGULAR), (600, FONT_SEMIBOLD)].into_iter().filter(|(weight, _)| is_used(*weight))
    {
        let data = BASE64.encode(font);
        let _ = writeln!(
            style,
            "@font-face {{ font-family: \"{FONT_FAMILY}\"; font-weight: {weight}; src: url(data:font/ttf;base64,{data}); }}"
        );
    }
    style.push_str("</style>\n");
    // The style goes after the opening `svg` tag, which follows the XML declaration.
    let start = svg.find("<svg").and_then(|tag| svg[tag..].find('>').map(|end| tag + end + 1)).unwrap_or(0);
    format!("{}\n{style}{}", &svg[..start], svg[start..].trim_start_matches('\n'))
}

/// Replaces every text by its outlines.
fn outlined(svg: &str) -> Result<String, RenderError> {
    // Gives each text a number as its id, so that its outlines can be found below.
    let mut parts = svg.split(TEXT);
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        let _ = write!(numbered, "{TEXT}id=\"{}\" {part}", id(number));
    }
    let tree = png::parsed(&numbered)?;
    let mut out = String::with_capacity(2 * svg.len());
    let mut parts = svg.split(TEXT);
    out.push_str(parts.next().unwrap_or_default());
    for (number, part) in parts.enumerate() {
        let (text, rest) = part.split_once("</text>").unwrap_or((part, ""));
        let words = text.split_once('>').map_or("", |(_, words)| words);
        // A text of blanks has no outlines.
        if let Some(Node::Text(text)) = tree.node_by_id(&id(number)) {
            let _ = write!(out, "<g aria-label=\"{words}\">");
            group(&mut out, text.flattened());
            out.push_str("</g>");
        }
        out.push_str(rest);
    }
    Ok(out)
}

fn id(number: usize) -> String {
    format!("paddock-text-{number}")
}

/// Writes the outlines of a text's letters, as SVG.
fn group(out: &mut String, of: &usvg::Group) {
    let [a, b, c, d, e, f] = {
        let at = of.transform();
        [at.sx, at.ky, at.kx, at.sy, at.tx, at.ty]
    };
    let is_moved = !of.transform().is_identity();
    if is_moved {
        let _ = write!(out, "<g transform=\"matrix({a} {b} {c} {d} {e} {f})\">");
    }
    for node in of.children() {
        match node {
            Node::Group(inner) => group(out, inner),
            Node::Path(path) if path.is_visible() => shape(out, path),
            _ => {}
        }
    }
    if is_moved {
        out.push_str("</g>");
    }
}

fn shape(out: &mut String, path: &usvg::Path) {
    let Some(fill) = path.fill() else { return };
    let usvg::Paint::Color(colour) = fill.paint() else { return };
    out.push_str("<path d=\"");
    for segment in path.data().segments() {
        let _ = match segment {
            PathSegment::MoveTo(to) => write!(out, "M{:.3} {:.3}", to.x, to.y),
            PathSegment::LineTo(to) => write!(out, "L{:.3} {:.3}", to.x, to.y),
            PathSegment::QuadTo(one, to) => write!(out, "Q{:.3} {:.3} {:.3} {:.3}", one.x, one.y, to.x, to.y),
            PathSegment::CubicTo(one, two, to) => {
                write!(out, "C{:.3} {:.3} {:.3} {:.3} {:.3} {:.3}", one.x, one.y, two.x, two.y, to.x, to.y)
            }
            PathSegment::Close => write!(out, "Z"),
        };
    }
    let _ = write!(out, "\" fill=\"#{:02x}{:02x}{:02x}\"", colour.red, colour.green, colour.blue);
    if fill.opacity().get() < 1.0 {
        let _ = write!(out, " fill-opacity=\"{}\"", fill.opacity().get());
    }
    out.push_str("/>");
}

#[cfg(test)]
mod tests {
    use super::super::{Picture, Theme, svg};
    use super::*;
    use crate::game::scene::{Item, Scene, Shape, Style, Tag};

    fn document() -> String {
        let item = |style, shape| Item { shape, style, tag: Tag::None };
        let text =
            |style, y: f64, text: &str| item(style, Shape::Text { at: [10.0, y], height: 1.5, text: text.to_owned() });
        let items = vec![
            item(Style::Road, Shape::rectangle([[1.0, 1.0], [19.0, 9.0]])),
            text(Style::Label, 3.0, "Corner & <exit>"),
            text(Style::SignText, 5.0, "   "),
            text(Style::SignText, 7.0, "START"),
        ];
        svg(&Scene { bounds: [[0.0; 2], [20.0, 10.0]], items }, Picture::plain(Theme::Light, 400)).expect("drawn")
    }

    /// The number of pixels in which a document differs from the document with texts.
    fn differing(other: &str) -> usize {
        let pixels = |svg: &str| png::painted(&png::parsed(svg).expect("SVG"), 0, 200).expect("painted");
        let (one, other) = (pixels(&document()), pixels(other));
        assert_eq!(one.data().len(), other.data().len());
        let differs = |pair: &(&u8, &u8)| pair.0.abs_diff(*pair.1) > 32;
        one.data().iter().zip(other.data()).filter(differs).count()
    }

    #[test]
    fn outlines_look_like_the_texts() {
        let outlines = Texts::Outlines.apply(document()).expect("outlines");
        assert!(!outlines.contains(TEXT), "{outlines}");
        assert_eq!(outlines.matches("aria-label").count(), 2, "a text of blanks has none");
        assert!(outlines.contains("aria-label=\"Corner &amp; &lt;exit&gt;\""), "{outlines}");
        assert_eq!(differing(&outlines), 0);
        let without: String = document().lines().filter(|line| !line.starts_with(TEXT)).collect();
        assert!(differing(&without) > 500, "the comparison sees letters");
    }

    #[test]
    fn the_weights_in_use_are_embedded() {
        let whole = Texts::Embedded.apply(document()).expect("embedded");
        assert_eq!(whole.matches("@font-face").count(), 2);
        assert_eq!(differing(&whole), 0);
        let one: String =
            document().lines().filter(|line| !line.contains("font-weight")).map(|line| format!("{line}\n")).collect();
        let one = Texts::Embedded.apply(one).expect("embedded");
        assert_eq!(one.matches("@font-face").count(), 1);
        assert_eq!(Texts::Named.apply(document()).expect("the same"), document());
    }
}
