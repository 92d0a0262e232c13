//! The picture under the board: loading it, where it lies, and scaling it by two points whose distance is known.

use egui::{Area, Button, Context, Frame, Order, TextEdit, TextureHandle, Ui, vec2};

use super::{EditorTab, Tool};
use crate::app::board::{BoardOutput, Under};
use crate::app::files::Pixels;
use crate::app::look;
use crate::editor::{Edit, place_at};
use crate::games::vektorace::ReferenceDraft;
use crate::geometry::Surd;

/// The picture, as far as it is there.
#[derive(Default)]
pub(super) enum Underlay {
    /// Nobody asked for one.
    #[default]
    Nothing,
    /// It is being read from this file.
    Loading(String),
    /// It was read from this file; its size is that of the file, which may be larger than the texture.
    Ready(String, TextureHandle, [f64; 2]),
    /// It could not be read from this file, and why.
    Failed(String, String),
}

impl Underlay {
    fn file(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::Loading(file) | Self::Ready(file, ..) | Self::Failed(file, _) => Some(file),
        }
    }

    /// Why there is no picture, where it could not be read.
    pub(super) fn complaint(&self) -> Option<&str> {
        match self {
            Self::Failed(_, why) => Some(why),
            _ => None,
        }
    }
}

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
    /// The file of the picture that is to be read, once for each.
    pub fn wanted_picture(&mut self) -> Option<String> {
        let Some(reference) = &self.document.draft().reference else {
            self.underlay = Underlay::Nothing;
            return None;
        };
        if self.underlay.file() == Some(reference.file.as_str()) {
            return None;
        }
        self.underlay = Underlay::Loading(reference.file.clone());
        Some(reference.file.clone())
    }

    /// Takes what came of reading the picture.
    pub fn set_picture(&mut self, ctx: &Context, file: String, read: Result<Pixels, String>) {
        if self.document.draft().reference.as_ref().is_none_or(|reference| reference.file != file) {
            // Another one was chosen meanwhile.
            return;
        }
        self.underlay = match read {
            Ok(pixels) => {
                let image = egui::ColorImage::from_rgba_unmultiplied(pixels.size, &pixels.rgba);
                let texture = ctx.load_texture(format!("reference-{file}"), image, egui::TextureOptions::LINEAR);
                Underlay::Ready(file, texture, pixels.original.map(f64::from))
            }
            Err(why) => Underlay::Failed(file, why),
        };
    }

    /// Has the picture read again: the track file has moved, or the picture has changed.
    pub fn forget_picture(&mut self) {
        self.underlay = Underlay::Nothing;
    }

    /// Whether the picture is there to be seen.
    #[must_use]
    pub const fn shows_picture(&self) -> bool {
        matches!(self.underlay, Underlay::Ready(..))
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
        let Underlay::Ready(_, texture, size) = &self.underlay else { return None };
        let opacity = f32::from(reference.opacity.min(100)) / 100.0;
        Some(Under { texture: texture.id(), corners: corners(reference, *size), opacity })
    }

    /// A point of the picture whose distance from another is known.
    pub(super) fn measure(&mut self, at: [f64; 2]) {
        if self.desk.measured.len() >= 2 {
            self.desk.measured.clear();
        }
        self.desk.measured.push(at);
        if self.desk.measured.len() == 2 {
            self.desk.length.clear();
        }
    }

    /// Asks how far apart the two points are, beside the second.
    pub(super) fn ask_length(&mut self, ui: &Ui, out: &BoardOutput) {
        let [from, to] = match self.desk.measured.as_slice() {
            [from, to] if self.desk.tool == Tool::Measure => [*from, *to],
            _ => return,
        };
        let octagon = self.document.draft().octagon_mm.map(|size| size.to_f64() / 10.0);
        let place = out.view.screen_from_world(to) + vec2(16.0, 16.0);
        let place = place.min(out.response.rect.max - vec2(300.0, 90.0));
        let (mut done, mut given_up) = (false, false);
        Area::new(egui::Id::unique("length")).fixed_pos(place).order(Order::Middle).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(12).show(ui, |ui| {
                let unit = if octagon.is_some() { "centimetres" } else { "octagons" };
                let label = ui.label(format!("How far apart are these two points, in {unit}?"));
                ui.horizontal(|ui| {
                    let field = TextEdit::singleline(&mut self.desk.length).desired_width(80.0);
                    let field = ui.add(field).labelled_by(label.id);
                    if self.desk.length.is_empty() && !field.has_focus() {
                        field.request_focus();
                    }
                    done = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
                    let valid = self.desk.length.parse::<Surd>().is_ok_and(Surd::is_positive);
                    done |= ui.add_enabled(valid, Button::new("Scale the picture")).clicked();
                    given_up = ui.button("Cancel").clicked();
                });
                ui.label(look::weak("The first point stays where it is."));
            });
        });
        if done && let Ok(length) = self.desk.length.parse::<Surd>() {
            let length = length.to_f64() / octagon.filter(|size| *size > 0.0).unwrap_or(1.0);
            let reference = self.document.draft().reference.as_ref();
            if let Some(reference) = reference.and_then(|reference| scaled(reference, [from, to], length)) {
                self.document.apply(&Edit::Reference(Some(reference)));
            }
        }
        if done || given_up {
            self.desk.measured.clear();
            self.take(Tool::Select);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
