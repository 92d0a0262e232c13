//! Shows who drives the car to act, and the menu in which the user chooses who drives a car.

use egui::{Button, Label, Ui};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::settings::Seats;
use crate::app::workspaces::desk::{Shown, disc};
use crate::drivers::Level;
use crate::game::{CarId, Entrant};

/// The width of a name in the list of a new race, in points.
const NAME: f32 = 140.0;

/// The words for the driver of a car: "person" if `level` is `None`, else the level and "driver".
pub(in crate::app) fn word(level: Option<Level>) -> String {
    level.map_or_else(|| "person".to_owned(), |level| format!("{level} driver"))
}

/// Shows who drives the car to act, if that is a computer driver, with buttons to let it move or wait.
pub(super) fn show_turn(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let Some(level) = shown.view.to_act.and_then(|car| shown.seats.get(&car)) else { return };
    if !shown.playback.at_last() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let (words, hint) = match shown.thinking {
            Some(_) => (format!("The {level} driver is thinking…"), ""),
            None if shown.drivers_wait => (format!("The {level} driver waits."), "Click Go on, or play this turn"),
            None => (format!("The {level} driver moves."), "The speed of playback sets the pace"),
        };
        let label = ui.add(Label::new(words).wrap());
        if !hint.is_empty() {
            label.on_hover_text(hint);
        }
        let spec = Command::DriveTurn.spec();
        let button = Button::new(format!("{} Move", icons::CARET_RIGHT));
        let step = ui.add_enabled(shown.thinking.is_none(), button);
        if step.on_hover_text(format!("One turn ({})", spec.keys())).accessible_name("Let it move").clicked() {
            queue.push(Command::DriveTurn);
        }
        if shown.drivers_wait {
            if ui.button("Go on").on_hover_text("The drivers move by themselves again").clicked() {
                queue.push(Request::DriversWait(false));
            }
        } else if ui.button("Wait").on_hover_text("The drivers wait until you let them go on").clicked() {
            queue.push(Request::DriversWait(true));
        }
    });
}

/// Adds the menu entries that let a person or a computer driver drive a car.
pub(super) fn menu(ui: &mut Ui, shown: Shown<'_>, car: CarId, queue: &mut CommandQueue) {
    let now = shown.seats.get(&car).copied();
    ui.menu_button("Driven by", |ui| {
        for level in [None].into_iter().chain(Level::ALL.map(Some)) {
            let entry = Button::selectable(now == level, word(level));
            if ui.add(entry).clicked() {
                queue.push(Request::Seat(car, level));
                ui.close();
            }
        }
    });
}

/// Shows the list in which the user chooses who drives each car of a new race.
pub(in crate::app::workspaces) fn choose(ui: &mut Ui, entrants: &[Entrant], seats: &mut Seats) {
    ui.add_space(8.0);
    ui.label(look::strong("Driven by", look::BODY));
    ui.add_space(2.0);
    egui::Grid::new("seats").num_columns(3).spacing([8.0, 4.0]).show(ui, |ui| {
        for (index, entrant) in entrants.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
            disc(ui.painter(), rect.center(), index, entrant.car);
            ui.allocate_ui(egui::vec2(NAME, look::ROW), |ui| {
                ui.set_min_width(NAME);
                ui.add(Label::new(&entrant.name).truncate());
            });
            let now = seats.get(&entrant.car).copied();
            let mut level = now;
            let list = egui::ComboBox::from_id_salt(("seat", entrant.car)).width(120.0).selected_text(word(now));
            let list = look::show_list(ui, list, |ui| {
                for other in [None].into_iter().chain(Level::ALL.map(Some)) {
                    ui.selectable_value(&mut level, other, word(other));
                }
            });
            list.response.accessible_name(format!("Car {}: driven by", entrant.car)).on_hover_text(
                "A person enters the turns of the car. A computer driver moves by itself when it is its turn",
            );
            if level != now {
                match level {
                    Some(level) => seats.insert(entrant.car, level),
                    None => seats.remove(&entrant.car),
                };
            }
            ui.end_row();
        }
    });
}
