//! The layers of a circuit: which are hidden, and which are locked.

use std::collections::BTreeSet;

use egui::{CollapsingHeader, Role, ScrollArea, Ui, WidgetInfo};

use super::EditorTab;
use crate::app::board::look;
use crate::editor::sketch::{AnySketch, Layer, Part, Shape};

/// The title of the layer of the reference picture.
const PICTURE: &str = "Picture";

/// The width of the area for a layer's two checkboxes, in points. The first value is for checkboxes with a word beside
/// each, the second for checkboxes without words.
const CHECKS: [f32; 2] = [164.0, 92.0];
/// The smallest width of the name of a layer beside checkboxes with words, in points.
const TITLE: f32 = 72.0;

/// The hidden layers and the locked layers, each by its title.
#[derive(Debug, Default)]
pub(super) struct Layers {
    hidden: BTreeSet<&'static str>,
    locked: BTreeSet<&'static str>,
}

impl Layers {
    /// Returns the hidden layers among `layers`.
    pub fn hidden(&self, layers: &[Layer]) -> Vec<Layer> {
        layers.iter().filter(|layer| self.hidden.contains(layer.title)).copied().collect()
    }

    /// Whether the reference picture is shown.
    pub fn shows_picture(&self) -> bool {
        !self.hidden.contains(PICTURE)
    }

    /// Whether the user can move the reference picture: its layer is neither hidden nor locked.
    pub fn frees_picture(&self) -> bool {
        self.shows_picture() && !self.locked.contains(PICTURE)
    }

    /// Whether the pointer can select a shape: its layer is neither hidden nor locked.
    pub fn frees(&self, layers: &[Layer], shape: &Shape) -> bool {
        let is_held = |layer: &&Layer| self.hidden.contains(layer.title) || self.locked.contains(layer.title);
        !layers.iter().filter(is_held).any(|layer| layer.has(shape))
    }
}

/// Draws a row for each layer that has shapes. The rows scroll if they and their heading are higher than `most`, in
/// points. Returns whether anything changed.
pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, layers: &mut Layers, most: f32) -> bool {
    let known = document.manner().layers;
    let picture = document.reference().is_some().then(|| Layer::new(PICTURE, &[]));
    let is_used = |layer: &&Layer| document.shapes().iter().any(|shape| layer.has(shape));
    let shown: Vec<Layer> = known.iter().filter(is_used).copied().chain(picture).collect();
    if shown.is_empty() {
        return false;
    }
    let mut changed = false;
    CollapsingHeader::new(look::strong("Layers", look::BODY)).id_salt("layers").show_unindented(ui, |ui| {
        let is_narrow = ui.available_width() < CHECKS[0] + TITLE;
        let room = (ui.available_width() - CHECKS[usize::from(is_narrow)]).max(40.0);
        let grid = egui::Grid::new("layers").num_columns(3).spacing([6.0, 2.0]);
        let height = (most - look::ROW - ui.spacing().item_spacing.y).max(2.0 * look::ROW);
        let area = ScrollArea::vertical().id_salt("layers").max_height(height).min_scrolled_height(height);
        area.show(ui, |ui| {
            grid.show(ui, |ui| {
                if is_narrow {
                    ui.label("");
                    ui.label(look::weak("shown"));
                    ui.label(look::weak("locked"));
                    ui.end_row();
                }
                for layer in shown {
                    ui.scope(|ui| {
                        ui.set_max_width(room);
                        ui.add(egui::Label::new(layer.title).truncate());
                    });
                    for (set, word, can) in
                        [(&mut layers.hidden, "Show", layer.can_hide), (&mut layers.locked, "Lock", true)]
                    {
                        // The box for "shown" is ticked if the layer is not in the set of hidden layers.
                        let is_show = word == "Show";
                        let mut on = set.contains(layer.title) != is_show;
                        let label = match (is_narrow, is_show) {
                            (true, _) => "",
                            (false, true) => "shown",
                            (false, false) => "locked",
                        };
                        let response = ui.add_enabled_ui(can, |ui| look::checkbox(ui, &mut on, label)).inner;
                        let name = format!("{word} {}", layer.title);
                        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, can, on, &name));
                        if response.changed() {
                            changed = true;
                            if on == is_show {
                                set.remove(layer.title);
                            } else {
                                set.insert(layer.title);
                            }
                        }
                    }
                    ui.end_row();
                }
            })
        });
    });
    changed
}

impl EditorTab {
    /// Whether the user can change a part: the layer of its shape is neither hidden nor locked.
    pub(super) fn is_free(&self, part: Part) -> bool {
        let shape = self.document.shape(part.shape);
        shape.is_some_and(|shape| self.desk.layers.frees(self.manner.layers, shape))
    }

    /// The parts at a point of the board, the uppermost first. Leaves out parts on hidden or locked layers.
    pub(super) fn stack(&self, at: [f64; 2], reach: f64) -> Vec<Part> {
        self.document.stack(at, reach, &|shape| self.desk.layers.frees(self.manner.layers, shape))
    }

    /// The uppermost part at a point of the board; `None` if there is none. Ignores parts on hidden or locked layers.
    pub(super) fn pick(&self, at: [f64; 2], reach: f64) -> Option<Part> {
        self.stack(at, reach).into_iter().next()
    }

    /// Remembers the shapes at a point of the board, so that the user can select a shape that lies below another.
    pub(super) fn note_under(&mut self, at: [f64; 2], reach: f64) {
        let mut under: Vec<Part> = Vec::new();
        for part in self.stack(at, reach) {
            let part = self.selectable(part);
            if !under.iter().any(|above| above.shape == part.shape) {
                under.push(part);
            }
        }
        self.desk.under = under;
    }

    /// Returns the given shapes and points, and the other shapes of their groups. Leaves out everything on a hidden or
    /// locked layer.
    pub(super) fn together(&self, parts: &[Part]) -> Vec<Part> {
        let free = parts.iter().filter(|part| self.is_free(**part)).map(|part| self.selectable(*part));
        let free: Vec<Part> = free.collect();
        self.document.with_groups(&free).into_iter().filter(|part| self.is_free(*part)).collect()
    }

    /// The part that a click on `part` selects: the part itself, or its shape if the part is a handle beside the shape.
    pub(super) fn selectable(&self, part: Part) -> Part {
        let is_handle = self.document.shape(part.shape).is_some_and(|shape| shape.handle(part).is_some());
        if is_handle { part.shape.whole() } else { part }
    }

    /// Deselects the shapes of layers that are hidden or locked.
    pub(super) fn keep_free(&mut self) {
        let parts: Vec<Part> = self.document.selection().items().to_vec();
        let free: Vec<Part> = parts.iter().copied().filter(|part| self.is_free(*part)).collect();
        if free.len() < parts.len() {
            self.document.selection_mut().set(free);
        }
    }
}
