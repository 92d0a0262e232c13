//! Shows who drives the car to act, and the menu in which the user chooses who drives a car.

use egui::{Button, Label, Ui};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::settings::Seats;
use crate::app::settings::players::{DrivenBy, Player};
use crate::app::workspaces::desk::{Shown, disc};
use crate::drivers::Level;
use crate::game::{CarId, Entrant};

/// The width of a name in the list of cars in the dialog for a new race, in points.
const NAME: f32 = 140.0;

/// The words for the driver of a car; "person" if `by` is `None`.
fn word(by: Option<&DrivenBy>) -> String {
    by.map_or_else(|| "person".to_owned(), ToString::to_string)
}

/// All drivers that a car can have: a person, the computer drivers, and the players.
fn all(players: &[Player]) -> impl Iterator<Item = Option<DrivenBy>> {
    let levels = Level::ALL.map(|level| Some(DrivenBy::Level(level)));
    let players = players.iter().map(|player| Some(DrivenBy::Player(player.name.clone())));
    [None].into_iter().chain(levels).chain(players)
}

/// If a computer driver or a player program drives the car to act, shows its name, with buttons to let it move or wait.
pub(super) fn show_turn(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let Some(by) = shown.view.to_act.and_then(|car| shown.seats.get(&car)) else { return };
    if !shown.playback.at_last() {
        return;
    }
    let the = match by {
        DrivenBy::Level(_) => format!("The {by}"),
        DrivenBy::Player(name) => name.clone(),
    };
    if shown.secret {
        let words = format!("{the} does not move while moves are secret. Enter its move, or switch off Secret moves.");
        ui.add(Label::new(words).wrap());
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let (words, hint) = match shown.thinking {
            Some(_) => (format!("{the} is thinking…"), ""),
            None if shown.drivers_wait => (format!("{the} waits."), "Let the driver go on, or play the turn yourself"),
            None => (format!("{the} moves."), "The driver moves at the speed of playback"),
        };
        let label = ui.add(Label::new(words).wrap());
        if !hint.is_empty() {
            label.on_hover_text(hint);
        }
        let spec = Command::DriveTurn.spec();
        let button = Button::new(format!("{} Move", icons::CARET_RIGHT));
        let step = ui.add_enabled(shown.thinking.is_none(), button);
        if step.on_hover_text(format!("Plays one turn ({})", spec.keys())).accessible_name("Let it move").clicked() {
            queue.push(Command::DriveTurn);
        }
        if shown.drivers_wait {
            if ui.button("Go on").on_hover_text("Lets the drivers move by themselves again").clicked() {
                queue.push(Request::DriversWait(false));
            }
        } else if ui.button("Wait").on_hover_text("Makes the drivers wait until you let them go on").clicked() {
            queue.push(Request::DriversWait(true));
        }
    });
}

/// Adds the menu entries with which the user chooses who drives a car.
pub(super) fn menu(ui: &mut Ui, shown: Shown<'_>, car: CarId, queue: &mut CommandQueue) {
    let now = shown.seats.get(&car);
    ui.menu_button("Driven by", |ui| {
        for by in all(shown.players) {
            let entry = Button::selectable(now == by.as_ref(), word(by.as_ref()));
            if ui.add(entry).clicked() {
                queue.push(Request::Seat(car, by));
                ui.close();
            }
        }
        ui.separator();
        let spec = Command::Players.spec();
        if ui.button(spec.title).on_hover_text(spec.tooltip()).clicked() {
            queue.push(Command::Players);
            ui.close();
        }
    });
}

/// Shows the cars of a new race, and lets the user choose who drives each of them.
pub(in crate::app::workspaces) fn choose(
    ui: &mut Ui,
    entrants: &[Entrant],
    seats: &mut Seats,
    players: &[Player],
    queue: &mut CommandQueue,
) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.label(look::strong("Driven by", look::BODY));
        let spec = Command::Players.spec();
        if ui.add(Button::new(spec.title).small()).on_hover_text(spec.tooltip()).clicked() {
            queue.push(Command::Players);
        }
    });
    ui.add_space(2.0);
    egui::Grid::new("seats").num_columns(3).spacing([8.0, 4.0]).show(ui, |ui| {
        for (index, entrant) in entrants.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
            disc(ui.painter(), rect.center(), index, entrant.car);
            ui.allocate_ui(egui::vec2(NAME, look::ROW), |ui| {
                ui.set_min_width(NAME);
                ui.add(Label::new(&entrant.name).truncate());
            });
            let now = seats.get(&entrant.car).cloned();
            let mut by = now.clone();
            let list = egui::ComboBox::from_id_salt(("seat", index)).width(120.0).selected_text(word(now.as_ref())).truncate();
            let list = look::show_list(ui, list, |ui| {
                for other in all(players) {
                    let words = word(other.as_ref());
                    ui.selectable_value(&mut by, other, words);
                }
            });
            list.response.accessible_name(format!("Car {}: driven by", entrant.car)).on_hover_text(
                "A person enters the turns of the car. Computer drivers and player programs move by themselves when it is their turn",
            );
            if by != now {
                match by {
                    Some(by) => seats.insert(entrant.car, by),
                    None => seats.remove(&entrant.car),
                };
            }
            ui.end_row();
        }
    });
}
