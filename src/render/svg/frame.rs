//! Maps world coordinates to the pixels of a picture.

use super::Caption;
use crate::game::scene::Scene;
use crate::limits::MAX_PICTURE_SIDE;
use crate::render::RenderError;

/// Maps world coordinates to coordinates in the picture.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct Frame {
    left: f64,
    top: f64,
    pub(super) scale: f64,
    pub(super) width: u32,
    pub(super) board_height: u32,
    pub(super) height: u32,
    /// The least height of a capital letter on the board, in pixels. Smaller text is left out.
    pub(super) least_text: f64,
}

impl Frame {
    pub(in crate::render) fn new(scene: &Scene, width: u32, caption: Caption<'_>) -> Result<Self, RenderError> {
        let [[left, bottom], [right, top]] = scene.bounds;
        let (across, up) = (right - left, top - bottom);
        let proper = across.is_finite() && up.is_finite() && across > 0.0 && up > 0.0;
        let (left, top, across, up) = if proper { (left, top, across, up) } else { (0.0, 1.0, 1.0, 1.0) };
        let scale = f64::from(width) / across;
        let board = (up * scale).round().max(1.0);
        let below = if caption.is_empty() { 0.0 } else { (f64::from(width) * 0.055).round() };
        // Checks before the conversion, so that the height of a very narrow scene cannot overflow.
        if width == 0 || width > MAX_PICTURE_SIDE || board + below > f64::from(MAX_PICTURE_SIDE) {
            return Err(RenderError::Size { width, height: (board + below).min(1e15) as u64 });
        }
        Ok(Self {
            left,
            top,
            scale,
            width,
            board_height: board as u32,
            height: (board + below) as u32,
            least_text: 0.0,
        })
    }

    /// The height of the picture including its caption, in pixels.
    pub(in crate::render) const fn height(&self) -> u32 {
        self.height
    }

    /// The shorter side of the drawing, in pixels.
    pub(super) fn shorter(&self) -> f64 {
        f64::from(self.width.min(self.board_height))
    }

    pub(super) fn x(&self, x: f64) -> f64 {
        (x - self.left) * self.scale
    }

    pub(super) fn y(&self, y: f64) -> f64 {
        (self.top - y) * self.scale
    }
}
