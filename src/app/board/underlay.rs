//! The reference picture under the board: loads the picture, and computes its scale from the known distance between two
//! points.

use egui::{Area, Button, Context, Frame, Order, TextEdit, TextureHandle, Ui, vec2};

use super::look;
use super::pixels::Pixels;
use super::view::{BoardOutput, Under};

/// The state of the reference picture.
#[derive(Clone, Default)]
pub enum Underlay {
    /// The circuit has no reference picture.
    #[default]
    Nothing,
    /// The picture is being read from this file.
    Loading(String),
    /// The picture was read. The values are its file, its texture, and the size of the picture in the file, in pixels.
    /// The texture may be smaller than the picture in the file.
    Ready(String, TextureHandle, [f64; 2]),
    /// The picture could not be read: the file, and the reason.
    Failed(String, String),
}

impl Underlay {
    fn file(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::Loading(file) | Self::Ready(file, ..) | Self::Failed(file, _) => Some(file),
        }
    }

    /// The reason why the picture could not be read; `None` if there was no error.
    pub fn complaint(&self) -> Option<&str> {
        match self {
            Self::Failed(_, why) => Some(why),
            _ => None,
        }
    }

    /// Returns the picture file to read now; `None` if there is nothing to read. `file` is the picture file that the
    /// circuit refers to. A file is returned only once, even if the circuit still refers to it.
    pub fn wanted(&mut self, file: Option<&str>) -> Option<String> {
        let Some(file) = file else {
            *self = Self::Nothing;
            return None;
        };
        if self.file() == Some(file) {
            return None;
        }
        *self = Self::Loading(file.to_owned());
        Some(file.to_owned())
    }

    /// Receives the result of reading `file`. `now` is the file that the circuit refers to now. If `file` and `now`
    /// differ, the result is ignored.
    pub fn set(&mut self, ctx: &Context, now: Option<&str>, file: String, read: Result<Pixels, String>) {
        if now != Some(file.as_str()) {
            // A different file was chosen in the meantime.
            return;
        }
        *self = match read {
            Ok(pixels) => {
                let texture = ctx.load_texture(format!("reference-{file}"), pixels.image, egui::TextureOptions::LINEAR);
                Self::Ready(file, texture, pixels.original.map(f64::from))
            }
            Err(why) => Self::Failed(file, why),
        };
    }

    /// The picture to paint under the board; `None` if it is not loaded. `corners` computes the picture's corners from
    /// the picture's size in pixels.
    pub fn under(&self, opacity: u8, corners: impl Fn([f64; 2]) -> [[f64; 2]; 4]) -> Option<Under> {
        let Self::Ready(_, texture, size) = self else { return None };
        let opacity = f32::from(opacity.min(100)) / 100.0;
        Some(Under { texture: texture.id(), corners: corners(*size), opacity })
    }
}

/// A measurement on the reference picture: two clicked points, and the distance that the user typed for them.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The points that the user has clicked so far.
    pub points: Vec<[f64; 2]>,
    /// The distance between the two clicked points, as the user typed it.
    length: String,
}

/// The user's answer to the question about the distance between the two clicked points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The distance, in the unit named in the question.
    Length(f64),
    /// The user closed the question without an answer.
    GivenUp,
}

impl Measured {
    /// Adds a point. A third point starts a new measurement.
    pub fn add(&mut self, at: [f64; 2]) {
        if self.points.len() >= 2 {
            self.points.clear();
        }
        self.points.push(at);
        self.length.clear();
    }

    /// Asks for the distance between the two points, in a field beside the second one. `unit` is the name of the unit,
    /// in the plural.
    pub fn ask(&mut self, ui: &Ui, out: &BoardOutput, unit: &str) -> Option<Answer> {
        let [_, to] = self.points[..] else { return None };
        let place = out.view.screen_from_world(to) + vec2(16.0, 16.0);
        let place = place.min(out.response.rect.max - vec2(300.0, 90.0));
        let (mut done, mut given_up) = (false, false);
        let length = self.length.trim().parse::<f64>().ok().filter(|length| length.is_finite() && *length > 0.0);
        Area::new(egui::Id::unique("length")).fixed_pos(place).order(Order::Middle).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(12).show(ui, |ui| {
                let label = ui.label(format!("How far apart are these two points, in {unit}?"));
                ui.horizontal(|ui| {
                    let field = TextEdit::singleline(&mut self.length).desired_width(80.0);
                    let field = ui.add(field).labelled_by(label.id);
                    if self.length.is_empty() && !field.has_focus() {
                        field.request_focus();
                    }
                    done = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
                    done |= ui.add_enabled(length.is_some(), Button::new("Scale the picture")).clicked();
                    given_up = ui.button("Cancel").clicked();
                });
                ui.label(look::weak("Scaling does not move the first point."));
            });
        });
        match length.filter(|_| done) {
            Some(length) => Some(Answer::Length(length)),
            None => (done || given_up).then_some(Answer::GivenUp),
        }
    }
}
