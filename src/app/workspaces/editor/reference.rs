//! The picture under a circuit of pieces: where it lies, and scaling it.

use egui::{Context, Ui};

use super::{EditorTab, Tool};
use crate::app::board::pixels::Pixels;
use crate::app::board::underlay::Answer;
use crate::app::board::view::{BoardOutput, Under};
use crate::editor::{Edit, place_at};
use crate::games::vektorace::ReferenceDraft;

/// The corners of a picture on the board: lower left, lower right, upper right, upper left.
#[must_use]
pub fn corners(reference: &ReferenceDraft, size: [f64; 2]) -> [[f64; 2]; 4] {
    let scale = reference.scale.to_f64().max(1e-3);
    let (half_width, half_height) = (size[0] / scale / 2.0, size[1] / scale / 2.0);
    let (sin, cos) = reference.rotation.to_f64().to_radians().sin_cos();
    let [x, y] = reference.at.to_f64();
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[across, up]: [f64; 2]| {
        let (dx, dy) = (across * half_width, up * half_height);
        [x + dx * cos - dy * sin, y + dx * sin + dy * cos]
    })
}

/// The picture scaled so that two of its points, seen at these places, are `length` octagons apart; the first stays
/// where it is. `None` where that cannot be.
#[must_use]
pub fn scaled(reference: &ReferenceDraft, points: [[f64; 2]; 2], length: f64) -> Option<ReferenceDraft> {
    let [from, to] = points;
    let seen = (from[0] - to[0]).hypot(from[1] - to[1]);
    let factor = length / seen;
    let scale = reference.scale.to_f64() / factor;
    if !(factor.is_finite() && factor > 0.0 && (0.01..=10_000.0).contains(&scale)) {
        return None;
    }
    let [x, y] = reference.at.to_f64();
    let at = place_at(from[0] + (x - from[0]) * factor, from[1] + (y - from[1]) * factor);
    Some(ReferenceDraft { at, scale: place_at(scale, 0.0).x, ..reference.clone() })
}

impl EditorTab {
    fn picture_file(&self) -> Option<&str> {
        self.document.draft().reference.as_ref().map(|reference| reference.file.as_str())
    }

    /// The file of the picture that is to be read, once for each.
    pub fn wanted_picture(&mut self) -> Option<String> {
        let file = self.picture_file().map(str::to_owned);
        self.underlay.wanted(file.as_deref())
    }

    /// Takes what came of reading the picture.
    pub fn set_picture(&mut self, ctx: &Context, file: String, read: Result<Pixels, String>) {
        let now = self.picture_file().map(str::to_owned);
        self.underlay.set(ctx, now.as_deref(), file, read);
    }

    /// Has the picture read again: the track file has moved, or the picture has changed.
    pub fn forget_picture(&mut self) {
        self.underlay = super::Underlay::Nothing;
    }

    /// Whether the picture is there to be seen.
    #[must_use]
    pub const fn shows_picture(&self) -> bool {
        matches!(self.underlay, super::Underlay::Ready(..))
    }

    /// Puts a picture under the board, over all of the table.
    pub fn put_picture(&mut self, file: String, size: [f64; 2]) {
        let table = self.document.draft().table;
        let (from, to) = (table.from.to_f64(), table.to.to_f64());
        let middle = place_at(f64::midpoint(from[0], to[0]), f64::midpoint(from[1], to[1]));
        let scale = (size[0] / (to[0] - from[0]).abs().max(1.0)).clamp(0.01, 10_000.0);
        let reference = ReferenceDraft::new(file, middle, place_at(scale, 0.0).x);
        self.document.apply(&Edit::Reference(Some(reference)));
    }

    /// What lies under the board's lines.
    pub(super) fn under(&self) -> Option<Under> {
        let reference = self.document.draft().reference.as_ref()?;
        self.underlay.under(reference.opacity, |size| corners(reference, size))
    }

    /// Asks how far apart the two points are, beside the second.
    pub(super) fn ask_length(&mut self, ui: &Ui, out: &BoardOutput) {
        let [from, to] = match self.desk.measured.points.as_slice() {
            [from, to] if self.desk.tool == Tool::Measure => [*from, *to],
            _ => return,
        };
        let octagon = self.document.draft().octagon_mm.map(|size| size.to_f64() / 10.0);
        let unit = if octagon.is_some() { "centimetres" } else { "octagons" };
        let Some(answer) = self.desk.measured.ask(ui, out, unit) else { return };
        if let Answer::Length(length) = answer {
            let length = length / octagon.filter(|size| *size > 0.0).unwrap_or(1.0);
            let reference = self.document.draft().reference.as_ref();
            if let Some(reference) = reference.and_then(|reference| scaled(reference, [from, to], length)) {
                self.document.apply(&Edit::Reference(Some(reference)));
            }
        }
        self.desk.measured.points.clear();
        self.take(Tool::Select);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Surd;

    #[test]
    fn two_points_whose_distance_is_known_give_the_scale() {
        let reference = ReferenceDraft::new("a.png", place_at(20.0, 12.0), Surd::from_int(50));
        let points = [[10.0, 12.0], [30.0, 12.0]];
        let scaled = scaled(&reference, points, 10.0).expect("a scale");
        // Twenty octagons were seen where there are ten: an octagon takes twice the pixels.
        assert_eq!((scaled.scale, scaled.at), (Surd::from_int(100), place_at(15.0, 12.0)));
        assert!(super::scaled(&reference, [[1.0, 1.0]; 2], 5.0).is_none(), "one point twice");
        assert!(super::scaled(&reference, points, 1e-9).is_none(), "absurdly large");
    }

    #[test]
    fn corners_turn_about_the_middle() {
        let reference = ReferenceDraft {
            rotation: Surd::from_int(90),
            ..ReferenceDraft::new("a.png", place_at(10.0, 10.0), Surd::from_int(10))
        };
        let [low, ..] = corners(&reference, [40.0, 20.0]);
        assert!((low[0] - 11.0).abs() < 1e-9 && (low[1] - 8.0).abs() < 1e-9, "{low:?}");
    }
}
