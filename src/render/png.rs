//! Draws a scene as PNG.
//! The scene's SVG is painted into pixels with the embedded font, so both formats show the same picture.
//! Characters that this font does not have are painted with fonts of the system.

use std::io::Write as _;
use std::ops::Range;

use resvg::{tiny_skia, usvg};

use super::svg::svg_of_pixels;
use super::{FONT_FAMILY, Picture, RenderError, Theme, wide};
use crate::game::scene::Scene;

/// Draws the scene as a PNG file.
///
/// # Errors
/// Returns an error if a side of the picture is 0 or longer than [`MAX_PICTURE_SIDE`](crate::limits::MAX_PICTURE_SIDE).
/// Also returns an error if the picture does not fit into memory.
pub fn png(scene: &Scene, picture: Picture<'_>) -> Result<Vec<u8>, RenderError> {
    png_of(&svg_of_pixels(scene, picture)?, picture)
}

/// Converts an SVG document made by [`svg`](super::svg()) or [`strip`](super::strip()) to a PNG file.
///
/// # Errors
/// Returns an error if the picture does not fit into memory.
pub fn png_of(svg: &str, picture: Picture<'_>) -> Result<Vec<u8>, RenderError> {
    let tree = parsed(svg)?;
    let size = tree.size().to_int_size();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size.width(), size.height());
    encoder.set_color(if picture.transparent { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    // On these pictures the adaptive filter saves 2 % of the bytes, and takes several times as long.
    encoder.set_filter(png::Filter::Paeth);
    encoder.set_pixel_dims(picture.dpi.map(|dpi| {
        // PNG counts the pixels in a metre.
        let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
        png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let high = strip_height([size.width(), size.height()]);
    let strip_at = |top: u32| -> Result<Vec<u8>, RenderError> {
        let (strip, within) = strip(&tree, top, high)?;
        Ok(stored(&strip.data()[within], picture.transparent))
    };
    // Two strips are painted at once, since painting takes longer than everything else.
    for top in (0..size.height()).step_by(2 * high as usize) {
        let below = Some(top + high).filter(|below| *below < size.height());
        let strips = std::thread::scope(|scope| {
            let below = below.map(|below| scope.spawn(move || strip_at(below)));
            let above = strip_at(top);
            let below = below.map(|painter| painter.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            [Some(above), below]
        });
        for pixels in strips.into_iter().flatten() {
            rows.write_all(&pixels?).map_err(png::EncodingError::from)?;
        }
    }
    rows.finish()?;
    drop(writer);
    Ok(file)
}

/// The largest size of a strip in bytes. Large pictures are painted strip by strip to save memory.
const STRIP_BYTES: u32 = 16 << 20;
/// A picture with at least this number of pixels is painted in two or more strips.
const LARGE: u64 = 400_000;

/// Returns the number of rows in each strip of a picture with this width and height.
fn strip_height([width, height]: [u32; 2]) -> u32 {
    let is_large = u64::from(width) * u64::from(height) >= LARGE;
    let wanted = if is_large { height.div_ceil(2) } else { height };
    wanted.min(STRIP_BYTES / 4 / width.max(1)).max(1)
}

/// Parses an SVG document into a tree of shapes.
pub(super) fn parsed(svg: &str) -> Result<usvg::Tree, RenderError> {
    let options = usvg::Options { font_family: FONT_FAMILY.to_owned(), fontdb: wide::fonts(svg), ..Default::default() };
    Ok(usvg::Tree::from_str(svg, &options)?)
}

/// Paints a strip of the picture: at most `rows` rows, from row `top` on. Also paints a few rows above and below the
/// strip, because the edges of a shape can be rounded differently if the picture ends inside the shape. Returns the
/// pixels of all these rows, and the range of bytes that belongs to the strip.
fn strip(tree: &usvg::Tree, top: u32, rows: u32) -> Result<(tiny_skia::Pixmap, Range<usize>), RenderError> {
    const MARGIN: u32 = 4;
    let size = tree.size().to_int_size();
    let rows = rows.min(size.height() - top);
    let first = top.saturating_sub(MARGIN);
    let end = size.height().min(top + rows + MARGIN);
    let bytes = |rows: u32| rows as usize * size.width() as usize * 4;
    Ok((painted(tree, first, end - first)?, bytes(top - first)..bytes(top - first + rows)))
}

/// Paints `rows` rows of the picture, from row `top` on.
pub(super) fn painted(tree: &usvg::Tree, top: u32, rows: u32) -> Result<tiny_skia::Pixmap, RenderError> {
    let width = tree.size().to_int_size().width();
    let no_pixels = RenderError::Size { width, height: u64::from(rows) };
    let mut pixels = tiny_skia::Pixmap::new(width, rows).ok_or(no_pixels)?;
    resvg::render(tree, tiny_skia::Transform::from_translate(0.0, -(top as f32)), &mut pixels.as_mut());
    Ok(pixels)
}

/// Converts painted pixels to the bytes that PNG stores. In a transparent picture, each pixel has red, green, blue and
/// opacity, and the colours are not multiplied by the opacity. Otherwise it has red, green and blue.
fn stored(pixels: &[u8], transparent: bool) -> Vec<u8> {
    let pixels = pixels.chunks_exact(4);
    if !transparent {
        let mut stored = Vec::with_capacity(pixels.len() * 3);
        pixels.for_each(|pixel| stored.extend_from_slice(&pixel[..3]));
        return stored;
    }
    let straight = |pixel: &[u8]| {
        let pixel = tiny_skia::PremultipliedColorU8::from_rgba(pixel[0], pixel[1], pixel[2], pixel[3]);
        let colour = pixel.unwrap_or(tiny_skia::PremultipliedColorU8::TRANSPARENT).demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    };
    pixels.flat_map(straight).collect()
}

/// Draws a thumbnail. Returns its width and height, and its RGBA pixels.
///
/// # Errors
/// Returns an error in the same cases as [`png()`].
pub fn pixels(scene: &Scene, theme: Theme, width: u32) -> Result<([usize; 2], Vec<u8>), RenderError> {
    pixels_of(&svg_of_pixels(scene, Picture::plain(theme, width))?)
}

/// Paints an SVG document made by [`svg`](super::svg()) or [`strip`](super::strip()). Returns its width and height, and
/// its RGBA pixels.
///
/// # Errors
/// Returns an error if the picture does not fit into memory.
pub fn pixels_of(svg: &str) -> Result<([usize; 2], Vec<u8>), RenderError> {
    let tree = parsed(svg)?;
    let pixels = painted(&tree, 0, tree.size().to_int_size().height())?;
    Ok(([pixels.width() as usize, pixels.height() as usize], pixels.take()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::{Shape, Style};

    /// A scene with text, lines and areas that cross the edges of strips.
    #[test]
    fn strips_together_are_the_whole_picture() {
        let file = include_bytes!("../../tracks/formula_d/cobalt-pass.json");
        let Ok(crate::replay::Opened::Track(draft)) = crate::open(file, &crate::replay::no_files) else {
            panic!("a circuit")
        };
        let caption = crate::render::Caption { title: "Ágnes", legend: "After the end" };
        let picture = Picture { caption, ..Picture::plain(Theme::Dark, 1_000) };
        let tree = parsed(&super::super::svg(&draft.scene(&[]), picture).expect("SVG")).expect("a tree");
        let height = tree.size().to_int_size().height();
        let whole = painted(&tree, 0, height).expect("painted");
        for rows in [37, 256] {
            let mut strips = Vec::new();
            for top in (0..height).step_by(rows as usize) {
                let (strip, within) = strip(&tree, top, rows).expect("painted");
                strips.extend_from_slice(&strip.data()[within]);
            }
            assert_eq!(strips.len(), whole.data().len());
            let differences = strips.iter().zip(whole.data()).map(|(one, other)| one.abs_diff(*other));
            let seen = differences.filter(|difference| *difference > 4).count();
            assert!(seen * 10_000 <= strips.len(), "strips of {rows}: {seen} of {}", strips.len());
        }
    }

    #[test]
    fn large_pictures_have_two_strips_and_huge_ones_more() {
        assert_eq!([[800, 400], [1_600, 563], [1_600, 1_000]].map(strip_height), [400, 282, 500]);
        assert!(strip_height([16_384, 16_384]) * 16_384 * 4 <= STRIP_BYTES);
        assert_eq!(strip_height([1, 1]), 1);
        // A picture with an odd number of strips and an odd number of rows is complete.
        let scene = Scene { bounds: [[0.0, 0.0], [16.384, 1.001]], items: Vec::new() };
        let file = png(&scene, Picture::plain(Theme::Print, 16_384)).expect("a picture");
        let pixels = image::load_from_memory(&file).expect("a PNG file").to_rgb8();
        assert_eq!(pixels.dimensions(), (16_384, 1_001));
        assert!(pixels.pixels().all(|pixel| pixel.0 == [255; 3]));
    }

    #[test]
    fn a_picture_for_print_says_how_large_it_is() {
        let scene = Scene { bounds: [[0.0, 0.0], [4.0, 2.0]], items: Vec::new() };
        let pixels = |dpi| {
            let file = png(&scene, Picture { dpi, ..Picture::plain(Theme::Print, 40) }).expect("a picture");
            let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG file");
            reader.info().pixel_dims.map(|dims| (dims.xppu, dims.yppu))
        };
        assert_eq!((pixels(Some(300)), pixels(None)), (Some((11_811, 11_811)), None));
    }

    #[test]
    fn a_picture_has_the_requested_size_and_its_text() {
        let mut scene = Scene { bounds: [[0.0, 0.0], [4.0, 2.0]], items: Vec::new() };
        let blank = png(&scene, Picture::plain(Theme::Print, 320)).expect("a picture");
        scene.add(Style::Label, Shape::Text { at: [2.0, 1.0], height: 1.0, text: "88".to_owned() });
        let written = png(&scene, Picture::plain(Theme::Print, 320)).expect("a picture");
        let [blank, written] =
            [blank, written].map(|bytes| image::load_from_memory(&bytes).expect("a PNG file").to_rgba8());
        assert_eq!(written.dimensions(), (320, 160));
        let dark = written.pixels().filter(|pixel| pixel.0[0] < 128).count();
        assert!(dark > 320 * 160 / 40, "the embedded font draws: {dark}");
        assert!(blank.pixels().all(|pixel| pixel.0 == [255; 4]));
    }
}
