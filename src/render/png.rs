//! A scene as PNG: the SVG, rasterised with the embedded font, so that both formats show the same picture.

use std::borrow::Cow;
use std::io::Cursor;
use std::sync::{Arc, LazyLock};

use image::ImageEncoder as _;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use resvg::{tiny_skia, usvg};

use super::{FONT_FAMILY, FONT_REGULAR, FONT_SEMIBOLD, Picture, RenderError, Theme};
use crate::game::scene::Scene;

/// The two cuts of the font; nothing on the machine is looked at, so pictures are the same everywhere.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(FONT_REGULAR)));
    fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(FONT_SEMIBOLD)));
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

/// The scene as a PNG file.
///
/// # Errors
/// Where a side of the picture would be 0 or longer than [`MAX_PICTURE_SIDE`](crate::limits::MAX_PICTURE_SIDE), or the picture is beyond
/// what memory holds.
pub fn png(scene: &Scene, picture: Picture<'_>) -> Result<Vec<u8>, RenderError> {
    encoded(&super::svg(scene, picture)?, picture.transparent)
}

/// An SVG document of this house as a PNG file.
pub(super) fn encoded(svg: &str, transparent: bool) -> Result<Vec<u8>, RenderError> {
    let pixels = rasterised(svg)?;
    let mut file = Cursor::new(Vec::new());
    PngEncoder::new_with_quality(&mut file, CompressionType::Fast, FilterType::Adaptive).write_image(
        &straight(&pixels, transparent),
        pixels.width(),
        pixels.height(),
        image::ExtendedColorType::Rgba8,
    )?;
    Ok(file.into_inner())
}

/// The colours as a file wants them: not multiplied by how opaque they are. Only pictures without a ground have any
/// that are not.
fn straight(pixels: &tiny_skia::Pixmap, transparent: bool) -> Cow<'_, [u8]> {
    if !transparent {
        return Cow::Borrowed(pixels.data());
    }
    let colour = |pixel: &tiny_skia::PremultipliedColorU8| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    };
    Cow::Owned(pixels.pixels().iter().flat_map(colour).collect())
}

/// An SVG document as pixels.
fn rasterised(svg: &str) -> Result<tiny_skia::Pixmap, RenderError> {
    let options =
        usvg::Options { font_family: FONT_FAMILY.to_owned(), fontdb: Arc::clone(&FONTS), ..Default::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or(RenderError::Size { width: size.width(), height: u64::from(size.height()) })?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// A thumbnail: RGBA pixels with their width and height.
///
/// # Errors
/// As [`png`].
pub fn pixels(scene: &Scene, theme: Theme, width: u32) -> Result<([usize; 2], Vec<u8>), RenderError> {
    let pixels = rasterised(&super::svg(scene, Picture::plain(theme, width))?)?;
    Ok(([pixels.width() as usize, pixels.height() as usize], pixels.take()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::{Shape, Style};

    #[test]
    fn a_picture_has_the_size_asked_for_and_the_text_on_it() {
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
