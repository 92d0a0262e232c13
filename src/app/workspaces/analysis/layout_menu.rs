//! The menu in the toolbar that shows, saves, deletes, exports and imports layouts.

use egui::{Button, TextEdit, Ui};

use super::AnalysisDesk;
use super::arrangement::Arrangement;
use super::layouts::{Layout, MAX_LAYOUTS, MAX_NAME, View, shipped};
use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Deletion, Request};
use crate::app::workspaces::desk::Shown;

/// The width of the menu, in points.
const WIDTH: f32 = 250.0;

impl AnalysisDesk {
    /// The current values of the settings that a layout stores in addition to its panels.
    const fn view(&self) -> View {
        (self.axis, self.laps, self.rows, self.path_value)
    }

    /// Applies the settings that a layout stores in addition to its panels: the horizontal axis of the plots, the laps
    /// that they show, whether each car has its own row, and the quantity that colours the paths.
    pub fn take_layout(&mut self, layout: &Layout) {
        (self.axis, self.laps, self.rows) = (layout.axis, layout.laps, layout.rows);
        self.path_value = layout.paths;
    }
}

/// Draws the button that opens the menu of layouts.
pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    arrangement: &Arrangement,
    saved: &[Layout],
    queue: &mut CommandQueue,
) {
    // A menu with a text field stays open until the user clicks elsewhere.
    let config =
        egui::containers::menu::MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let button = egui::containers::menu::MenuButton::new(format!("{} Layout", icons::COLUMNS)).config(config);
    let (response, _) = button.ui(ui, |ui| {
        ui.set_width(WIDTH);
        ui.label(look::weak("Layouts"));
        let mut wanted = None;
        for layout in shipped(shown.race, &shown.figures.series) {
            if ui.button(&layout.name).clicked() {
                wanted = Some(layout);
            }
        }
        if !saved.is_empty() {
            ui.separator();
            ui.label(look::weak("Saved"));
        }
        for layout in saved {
            ui.horizontal(|ui| {
                let delete = ui.button(icons::TRASH).on_hover_text("Deletes this layout");
                if delete.accessible_name(format!("Delete the layout {}", layout.name)).clicked() {
                    queue.push(Request::AskDelete(Deletion::Layout(layout.name.clone())));
                    // The menu would cover the question.
                    ui.close();
                }
                let name = Button::new((layout.name.as_str(), egui::Atom::grow())).truncate();
                if ui.add(name.min_size(egui::vec2(ui.available_width(), 0.0))).clicked() {
                    wanted = Some(layout.clone());
                }
            });
        }
        if let Some(layout) = wanted {
            if let Ok(text) = layout.to_file() {
                queue.push(Request::ShowLayout(text));
            }
            ui.close();
        }
        ui.separator();
        save(ui, own, arrangement, saved, queue);
        ui.separator();
        let present = || Layout::new("Layout", arrangement, own.view());
        if ui.button("Export this layout…").on_hover_text("Writes the panels on screen to a file").clicked() {
            // Panels that have not changed since they were saved are exported with the name of their layout.
            let present = present();
            let named = saved.iter().find(|layout| layout.shows_the_same(&present)).cloned();
            let layout = named.unwrap_or(present);
            if let Ok(text) = layout.to_file() {
                queue.push(Request::ExportLayout(layout.name, text));
            }
            ui.close();
        }
        if ui.button("Import a layout…").on_hover_text("Reads a layout from a file, shows it and saves it").clicked()
        {
            queue.push(Request::ImportLayout);
            ui.close();
        }
    });
    response.on_hover_text("Shows, saves and shares arrangements of panels").accessible_name("Layouts");
}

/// Draws the text field for a layout's name, and the button that saves the current panels under that name.
fn save(ui: &mut Ui, own: &mut AnalysisDesk, arrangement: &Arrangement, saved: &[Layout], queue: &mut CommandQueue) {
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut own.layout_name).hint_text("Name").char_limit(MAX_NAME);
        let field = ui.add(field.desired_width(130.0)).accessible_name("Name of the layout");
        let name = own.layout_name.trim();
        let is_known = saved.iter().any(|layout| layout.name == name);
        let has_room = is_known || saved.len() < MAX_LAYOUTS;
        let words = if is_known { "Replace" } else { "Save" };
        let button = ui.add_enabled(!name.is_empty() && has_room, Button::new(words));
        let button = button.on_hover_text("Saves these panels, the axis and your own quantities under this name");
        let button = button.on_disabled_hover_text(match has_room {
            true => "Type a name first".to_owned(),
            false => format!("All {MAX_LAYOUTS} places for layouts are taken. Delete a layout to save this one."),
        });
        let has_entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if (button.accessible_name("Save the layout").clicked() || has_entered) && !name.is_empty() && has_room {
            if let Ok(text) = Layout::new(name, arrangement, own.view()).to_file() {
                queue.push(Request::SaveLayout(text));
            }
            own.layout_name.clear();
            ui.close();
        }
    });
}
