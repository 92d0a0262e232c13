//! Draws a scene as SVG. The same drawing always gives the same bytes.
//!
//! Coordinates are written in pixels with y downwards, so that other programs show the file at the requested size.

mod frame;
mod shapes;

use std::fmt::Write as _;

use super::theme::{Paint, Theme};
use super::{FONT_FAMILY, RenderError};
use crate::game::scene::{Scene, Style};
pub(super) use frame::Frame;
pub use shapes::escaped;
pub(super) use shapes::{Hex, Number, write_text};
use shapes::{fill, write_items};

/// The caption: the lines of text under a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caption<'a> {
    /// The caption's title, in larger letters.
    pub title: &'a str,
    /// The caption's details, in smaller letters.
    pub legend: &'a str,
}

impl Caption<'_> {
    const fn is_empty(&self) -> bool {
        self.title.is_empty() && self.legend.is_empty()
    }
}

/// The settings of a picture: colours, width, caption and background.
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture<'a> {
    /// The theme, which sets the colours.
    pub theme: Theme,
    /// The width of the picture in pixels. The height follows from the scene's proportions.
    pub width: u32,
    /// The text below the drawing.
    pub caption: Caption<'a>,
    /// Whether the background around the table is transparent.
    pub transparent: bool,
    /// The pixels per inch of the printed picture, to write into a PNG file; `None` to leave this number out.
    pub dpi: Option<u32>,
}

impl Picture<'_> {
    /// Settings for a picture without a caption and with a background.
    #[must_use]
    pub fn plain(theme: Theme, width: u32) -> Self {
        Self { theme, width, ..Self::default() }
    }
}

/// Draws the scene as an SVG document.
///
/// ```
/// use paddock::render::{Picture, Theme, svg};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let picture = svg(&race.scene(12, 0), Picture::plain(Theme::Print, 800)).unwrap();
/// assert!(picture.starts_with("<svg") || picture.starts_with("<?xml"));
/// ```
///
/// # Errors
/// Returns an error if a side of the picture is 0 or longer than [`MAX_PICTURE_SIDE`](crate::limits::MAX_PICTURE_SIDE).
pub fn svg(scene: &Scene, picture: Picture<'_>) -> Result<String, RenderError> {
    document(scene, &Frame::new(scene, picture.width, picture.caption)?, picture)
}

/// The least height of a capital letter that can be read, in pixels.
#[cfg(feature = "pictures")]
const LEGIBLE: f64 = 4.5;

/// Draws the scene as an SVG document that is then painted as pixels. Leaves out the numbers on spaces if they would be
/// too small to read. The document of [`svg`] has all these numbers, because other programs can enlarge it.
#[cfg(feature = "pictures")]
pub(super) fn svg_of_pixels(scene: &Scene, picture: Picture<'_>) -> Result<String, RenderError> {
    let mut frame = Frame::new(scene, picture.width, picture.caption)?;
    frame.least_text = LEGIBLE;
    document(scene, &frame, picture)
}

fn document(scene: &Scene, frame: &Frame, picture: Picture<'_>) -> Result<String, RenderError> {
    let mut out = String::with_capacity(256 + scene.items.len() * 120);
    begin(&mut out, frame.width, frame.height);
    draw_scene(&mut out, scene, frame, picture, "");
    out.push_str("</svg>\n");
    Ok(out)
}

/// Writes a scene with its caption into a document. The id of every group begins with `prefix`.
pub(super) fn draw_scene(out: &mut String, scene: &Scene, frame: &Frame, picture: Picture<'_>, prefix: &str) {
    let Picture { theme, caption, transparent, .. } = picture;
    if !caption.title.is_empty() {
        let _ = writeln!(out, "<title>{}</title>", escaped(caption.title));
    }
    if !transparent {
        write_background(out, theme, frame.width, frame.height);
    }
    let (wide, tall) = (frame.width, frame.board_height);
    if !caption.is_empty() {
        // An inner SVG document clips everything outside the board, so that nothing is drawn behind the caption.
        let _ = writeln!(out, "<svg width=\"{wide}\" height=\"{tall}\">");
    }
    // Later items cover earlier items, so the order must be kept.
    // A layer becomes several groups if items of other layers lie between its items.
    let mut ids = Ids { prefix, known: std::collections::BTreeMap::new() };
    for layer in scene.items.chunk_by(|a, b| a.style.layer() == b.style.layer()) {
        let Some(name) = layer.first().map(|item| item.style.layer()) else { continue };
        let id = ids.next(name.to_owned());
        let _ = writeln!(out, "<g id=\"{id}\" inkscape:groupmode=\"layer\" inkscape:label=\"{id}\">");
        for piece in layer.chunk_by(|a, b| a.tag == b.tag) {
            let name = piece.first().and_then(|item| item.tag.name());
            if let Some(name) = &name {
                let _ = writeln!(out, "<g id=\"{}\">", ids.next(name.clone()));
            }
            for shown in piece.split(|item| transparent && item.style == Style::RulerStrip) {
                write_items(out, frame, theme, shown);
            }
            if name.is_some() {
                out.push_str("</g>\n");
            }
        }
        out.push_str("</g>\n");
    }
    if !caption.is_empty() {
        out.push_str("</svg>\n");
    }
    let top = f64::from(tall);
    write_caption(out, [top, f64::from(frame.height) - top], theme, caption);
}

/// Gives each group of a document a unique id.
struct Ids<'a> {
    prefix: &'a str,
    known: std::collections::BTreeMap<String, u32>,
}

impl Ids<'_> {
    /// Returns the name as an id. If the document already has this id, adds a number.
    fn next(&mut self, name: String) -> String {
        let count = self.known.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
        let prefix = self.prefix;
        if *count == 1 { format!("{prefix}{name}") } else { format!("{prefix}{name}-part-{count}") }
    }
}

/// Writes a caption into the strip that begins at `top` and has the height `below`, both in pixels.
fn write_caption(out: &mut String, [top, below]: [f64; 2], theme: Theme, caption: Caption<'_>) {
    let margin = below * 0.3;
    let write = |out: &mut String, share: f64, size: f64, bold: bool, text: &str| {
        if text.is_empty() {
            return;
        }
        let paint = Paint { fill: Some(theme.ink()), line: None, bold };
        write_text(out, [margin, top + below * share], below * size, paint, Some("start"), text);
    };
    write(out, 0.42, 0.36, true, caption.title);
    // A legend alone stands in the middle of the strip.
    let (share, size) = if caption.title.is_empty() { (0.62, 0.36) } else { (0.82, 0.26) };
    write(out, share, size, false, caption.legend);
}

/// Draws only a caption, in a picture of this size in pixels.
#[cfg(feature = "pictures")]
pub(super) fn caption_alone(theme: Theme, [width, height]: [u32; 2], caption: Caption<'_>) -> String {
    let mut out = String::new();
    begin(&mut out, width, height);
    write_background(&mut out, theme, width, height);
    write_caption(&mut out, [0.0, f64::from(height)], theme, caption);
    out.push_str("</svg>\n");
    out
}

/// Writes the first lines of a document.
pub(super) fn begin(out: &mut String, width: u32, height: u32) {
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail, so the results are ignored here and below.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FONT_FAMILY}, sans-serif\" text-anchor=\"middle\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    );
}

pub(super) fn write_background(out: &mut String, theme: Theme, width: u32, height: u32) {
    let _ = write!(out, "<rect width=\"{width}\" height=\"{height}\"");
    fill(out, Some(theme.background()));
    out.push_str("/>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::Shape;
    use crate::limits::MAX_PICTURE_SIDE;

    fn scene() -> Scene {
        let mut scene = Scene { bounds: [[0.0, 0.0], [4.0, 2.0]], items: Vec::new() };
        scene.add(Style::Table, Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]));
        scene.add(Style::EntryLine, Shape::Polyline(vec![[1.0, 0.0], [1.0, 2.0]]));
        scene.add(Style::ActRing, Shape::Circle { center: [3.0, 1.5], radius: 0.5 });
        let text = "<b>\"R&D\"</b>\u{0}".to_owned();
        scene.add(Style::Label, Shape::Text { at: [2.0, 1.0], height: 0.5, text });
        scene
    }

    #[test]
    fn the_y_axis_is_flipped_and_the_world_scaled_to_the_width() {
        let svg = svg(&scene(), Picture::plain(Theme::Light, 400)).expect("a picture");
        assert!(svg.contains("width=\"400\" height=\"200\""), "{svg}");
        assert!(svg.contains("<circle cx=\"300\" cy=\"50\" r=\"50\""), "{svg}");
        assert!(svg.contains("stroke-dasharray=\"30 20\""), "{svg}");
    }

    #[test]
    fn layers_and_pieces_are_groups_with_ids_of_their_own() {
        let mut scene = scene();
        let square = Shape::rectangle([[1.0, 1.0], [2.0, 2.0]]);
        for style in [Style::Corner, Style::CurbDark] {
            scene.add_tagged(style, crate::game::scene::Tag::Corner(2), square.clone());
        }
        scene.add(Style::Label, square);
        let svg = svg(&scene, Picture::plain(Theme::Light, 400)).expect("a picture");
        let ids: Vec<&str> = svg.split("<g id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids, ["table", "track", "cars", "labels", "pieces", "corner-3", "labels-part-2"]);
        assert_eq!((svg.matches("<g ").count(), svg.matches("</g>").count()), (7, 7));
        assert_eq!(svg.matches("inkscape:groupmode=\"layer\"").count(), 6);
    }

    #[test]
    fn text_is_escaped_and_the_output_stable() {
        let first = svg(&scene(), Picture::plain(Theme::Dark, 300)).expect("a picture");
        assert!(first.contains("&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;\u{fffd}<"), "{first}");
        assert_eq!(first, svg(&scene(), Picture::plain(Theme::Dark, 300)).expect("a picture"));
    }

    #[test]
    fn sides_beyond_the_limits_are_refused() {
        for width in [0, MAX_PICTURE_SIDE + 1, u32::MAX] {
            let error = svg(&scene(), Picture::plain(Theme::Light, width)).expect_err("refused").to_string();
            assert!(error.contains("must be 1 to 16384"), "{error}");
        }
        let tall = Scene { bounds: [[0.0, 0.0], [1.0, 1e300]], items: Vec::new() };
        assert!(svg(&tall, Picture::plain(Theme::Light, 100)).is_err());
    }

    #[test]
    fn shapes_that_cannot_be_drawn_are_left_out() {
        let mut scene = Scene { bounds: [[f64::NAN, 0.0], [0.0, 0.0]], items: Vec::new() };
        scene.add(Style::Path(0), Shape::Polyline(vec![[f64::INFINITY, 0.0], [1.0, 1.0]]));
        scene.add(Style::Corner, Shape::Polygon(Vec::new()));
        let svg = svg(&scene, Picture::plain(Theme::Print, 64)).expect("an empty picture");
        assert!(!svg.contains("poly") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn areas_of_one_style_are_one_path_and_small_text_is_no_pixels() {
        let mut scene = scene();
        for x in 0..3 {
            let low = [f64::from(x), 0.0];
            scene.add(Style::Space, Shape::rectangle([low, [low[0] + 0.9, 1.0]]));
        }
        let picture = Picture::plain(Theme::Light, 400);
        let drawn = svg(&scene, picture).expect("a picture");
        assert_eq!(drawn.matches("<path").count(), 1, "{drawn}");
        assert!(drawn.contains("M0,200 90,200 90,100 0,100ZM100,200"), "{drawn}");
        // The label is half a unit high: 50 pixels of 400, and less than 4 of 20.
        #[cfg(feature = "pictures")]
        for (width, count) in [(400, 1), (20, 0)] {
            let picture = Picture::plain(Theme::Light, width);
            assert_eq!(svg_of_pixels(&scene, picture).expect("a picture").matches("<text").count(), count, "{width}");
            assert_eq!(svg(&scene, picture).expect("a picture").matches("<text").count(), 1, "{width}");
        }
    }

    #[test]
    fn a_caption_is_set_below_the_board() {
        let caption = Caption { title: "Oval", legend: "Clockwise, 3 laps" };
        let svg = svg(&scene(), Picture { caption, ..Picture::plain(Theme::Light, 400) }).expect("a picture");
        assert!(svg.contains("height=\"222\"") && svg.contains(">Oval</text>"), "{svg}");
    }
}
