//! The program's icon: `assets/icon.svg`, rasterised for the window.

use egui::IconData;
use resvg::{tiny_skia, usvg};

const ICON: &str = include_str!("../../../assets/icon.svg");
/// The width and height of the icon, in pixels.
const SIZE: u32 = 128;

/// The icon of the window; `None` if it cannot be drawn.
pub(in crate::app) fn icon() -> Option<IconData> {
    let tree = usvg::Tree::from_str(ICON, &usvg::Options::default()).ok()?;
    let mut pixels = tiny_skia::Pixmap::new(SIZE, SIZE)?;
    let scale = SIZE as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let rgba = pixels.pixels().iter().map(|pixel| pixel.demultiply());
    let rgba = rgba.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
    Some(IconData { rgba, width: SIZE, height: SIZE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_drawn() {
        let icon = icon().expect("an icon");
        assert_eq!(icon.rgba.len(), (SIZE * SIZE * 4) as usize);
        let at = |x: u32, y: u32| icon.rgba[((y * SIZE + x) * 4) as usize..][..4].to_vec();
        assert_eq!(at(0, 0)[3], 0, "its corners are round");
        assert_eq!(at(SIZE / 2, SIZE - 12)[3], 255);
        assert_ne!(at(SIZE / 2, SIZE - 12), at(31, 70), "a track lies on its ground");
    }
}
