//! The settings that all panels share: the axis of the plots, the visible laps, and the cars.

use egui::{Button, ComboBox, Ui};

use super::AnalysisDesk;
use super::arrangement::{Arrangement, Pane};
use super::layout_menu;
use super::layouts::Layout;
use super::panels::{add, add_menu};
use crate::analysis::{Axis, Laps, Quantity};
use crate::app::board::icons;
use crate::app::board::look;
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::plotting::car_chips;

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    desk: &mut Desk,
    (arrangement, layouts): (&mut Arrangement, &[Layout]),
    queue: &mut CommandQueue,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.weak("Over");
        for axis in Axis::ALL {
            let help = match axis {
                Axis::Turns => "The horizontal axis counts the turns of all cars",
                Axis::Rounds => "The horizontal axis counts rounds, to compare the cars round by round",
                Axis::Lap => "The horizontal axis shows the place on the lap; each lap has a separate line",
            };
            let button = Button::selectable(own.axis == axis, axis.title());
            if ui.add(button).on_hover_text(help).clicked() {
                own.axis = axis;
            }
        }
        // The choice is always shown, so that the controls beside it do not move.
        ui.add_enabled_ui(own.axis == Axis::Lap, |ui| laps(ui, shown, own));
        let spec = Command::CarsInRows.spec();
        let rows = ui.add(Button::selectable(own.rows, icons::ROWS)).on_hover_text(spec.tooltip());
        if rows.accessible_name(spec.title).clicked() {
            queue.push(Command::CarsInRows);
        }
        ui.add_space(8.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(8.0);
            let spec = Command::ResetPanels.spec();
            let reset = ui.button(icons::ARROW_COUNTER_CLOCKWISE).on_hover_text(spec.tooltip());
            if reset.accessible_name(spec.title).clicked() {
                queue.push(Command::ResetPanels);
            }
            layout_menu::show(ui, shown, own, arrangement, layouts, queue);
            let is_own = |pane| matches!(pane, Pane::Plot(Quantity::Own(_)));
            let has = |pane| if is_own(pane) { arrangement.has(pane) } else { arrangement.shows(pane) };
            if let Some(pane) = add_menu(ui, shown, &has) {
                add(pane, None, arrangement, own);
            }
            // The list of cars scrolls if there is no room for all of them.
            let cars = egui::ScrollArea::horizontal().id_salt(("cars", shown.tab)).auto_shrink([false, true]);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let room = ui.available_width();
                cars.show(ui, |ui| car_chips(ui, room, shown, desk));
            });
        });
    });
    ui.add_space(4.0);
}

/// Draws the list from which the user chooses the laps to plot.
fn laps(ui: &mut Ui, shown: Shown<'_>, own: &mut AnalysisDesk) {
    let words = |laps: Laps| match laps {
        Laps::All => "all laps".to_owned(),
        Laps::One(lap) => format!("lap {lap}"),
    };
    let combo = ComboBox::from_id_salt("laps-drawn").width(84.0).selected_text(words(own.laps));
    let response = look::show_list(ui, combo, |ui| {
        for laps in std::iter::once(Laps::All).chain((1..=shown.race.laps()).map(Laps::One)) {
            if ui.selectable_label(own.laps == laps, words(laps)).clicked() {
                own.laps = laps;
            }
        }
    });
    response.response.accessible_name("Laps to plot").on_hover_text("The laps to plot");
}
