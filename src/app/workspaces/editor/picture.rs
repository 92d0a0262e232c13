//! The reference picture: reads its file, and scales it by two points whose distance is known.

use egui::{Context, Ui};

use super::{EditorTab, HandTool};
use crate::app::board::pixels::Pixels;
use crate::app::board::underlay::{Answer, Underlay};
use crate::app::board::view::BoardOutput;
use crate::editor::sketch::SketchEdit;
use crate::game::Reference;

impl EditorTab {
    fn picture_file(&self) -> Option<String> {
        self.document.reference().map(|reference| reference.file)
    }

    /// The name of the picture file that must be read now; `None` if there is none. Returns each file only once.
    pub fn wanted_picture(&mut self) -> Option<String> {
        let file = self.picture_file();
        self.underlay.wanted(file.as_deref())
    }

    /// Receives the result of reading the picture file: the picture's pixels, or the error.
    pub fn set_picture(&mut self, ctx: &Context, file: String, read: Result<Pixels, String>) {
        let now = self.picture_file();
        self.underlay.set(ctx, now.as_deref(), file, read);
    }

    /// Forgets the picture, so that it is read again. Call this if the circuit's file has moved, or if the picture has
    /// changed.
    pub fn forget_picture(&mut self) {
        self.underlay = Underlay::Nothing;
    }

    /// Takes over the reference picture from another tab whose circuit refers to the same picture file. Needed for a
    /// circuit without a file, because pictures are otherwise found by the path of the circuit's file.
    pub fn share_picture(&mut self, other: &Self) {
        self.underlay = other.underlay.clone();
    }

    /// Whether the picture is shown.
    #[must_use]
    pub const fn shows_picture(&self) -> bool {
        matches!(self.underlay, Underlay::Ready(..))
    }

    /// Adds a reference picture, scaled to the width of the table. `size` is its width and height in pixels.
    pub fn put_picture(&mut self, file: String, size: [f64; 2]) {
        let [low, high] = self.document.paper();
        let middle = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]));
        let scale = size[0] / (high[0] - low[0]).abs().max(1.0);
        self.edit(&SketchEdit::Reference(Some(Reference::new(file, middle, scale))), None);
    }

    /// Asks for the distance between the two clicked points, in a field beside the second one.
    pub(super) fn ask_length(&mut self, ui: &Ui, out: &BoardOutput) {
        let [from, to] = match self.desk.measured.points.as_slice() {
            [from, to] if self.desk.hand == HandTool::Measure => [*from, *to],
            _ => return,
        };
        let unit_cm = self.unit_cm().filter(|size| *size > 0.0);
        let unit = if unit_cm.is_some() { "centimetres" } else { self.manner.unit };
        let Some(answer) = self.desk.measured.ask(ui, out, unit) else { return };
        if let Answer::Length(length) = answer {
            let length = length / unit_cm.unwrap_or(1.0);
            let reference = self.document.reference();
            if let Some(reference) = reference.and_then(|picture| picture.scaled([from, to], length)) {
                self.edit(&SketchEdit::Reference(Some(reference)), None);
            }
        }
        self.take(HandTool::Select);
    }
}
