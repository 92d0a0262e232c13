//! The menus that a right click opens: on a turn, on a car, on the board.

use egui::{Response, Ui};

use crate::app::board::look;
use crate::app::commands::{Command, CommandQueue, Ghost, Request, TimelineStep};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::plotting::turn_of_menu;
use crate::game::CarId;

/// Shows menu entries. Each entry has a text and the requests that a click on it sends.
fn entries(ui: &mut Ui, entries: Vec<(String, Vec<Request>)>, queue: &mut CommandQueue) {
    for (words, requests) in entries {
        if ui.button(words).clicked() {
            requests.into_iter().for_each(|request| queue.push(request));
        }
    }
}

/// The menu entry of a command, with its shortcut.
fn command(command: Command, words: &str) -> (String, Vec<Request>) {
    let keys = command.spec().keys();
    let words = if keys.is_empty() { words.to_owned() } else { format!("{words}   {keys}") };
    (words, vec![command.into()])
}

/// Adds a context menu to the row of a turn in the list. The entries that edit the turn, or add a note or a bookmark to
/// it, go to the turn first.
pub(super) fn of_turn(response: &Response, shown: Shown<'_>, position: usize, queue: &mut CommandQueue) {
    look::context_menu(response, |ui| {
        let there = |then: Command| vec![Request::GoTo(position), then.into()];
        let mut all = vec![(format!("Go to turn {position}"), vec![Request::GoTo(position)])];
        if position > 0 {
            all.push(("Edit this turn".to_owned(), there(Command::EditTurn)));
            all.push(("Copy as one line".to_owned(), vec![Request::CopyText(shown.race.notation(position))]));
        }
        all.push(("Write a note".to_owned(), there(Command::Note)));
        let has_bookmark = shown.remarks.bookmark(position).is_some();
        let words = if has_bookmark { "Remove the bookmark" } else { "Add a bookmark" };
        all.push((words.to_owned(), there(Command::Bookmark)));
        entries(ui, all, queue);
    });
}

/// Shows the menu entries for a car.
pub(super) fn of_car(ui: &mut Ui, shown: Shown<'_>, car: CarId, desk: &mut Desk, queue: &mut CommandQueue) {
    let Some(index) = shown.index_of(car) else { return };
    ui.label(look::strong(shown.name(index), look::BODY));
    let is_chosen = shown.chosen == Some(car);
    let select = Request::SelectCar((!is_chosen).then_some(car));
    let go = |step: TimelineStep| vec![Request::SelectCar(Some(car)), Command::Walk(step).into()];
    let mut all = vec![
        ((if is_chosen { "Deselect" } else { "Select" }).to_owned(), vec![select]),
        ("Next turn of this car".to_owned(), go(TimelineStep::NextOfCar)),
        ("Previous turn of this car".to_owned(), go(TimelineStep::PreviousOfCar)),
    ];
    if shown.chosen.is_some_and(|chosen| chosen != car) {
        all.push(("Show as a ghost".to_owned(), vec![Request::Ghost(Some(Ghost::Car(car)))]));
    }
    entries(ui, all, queue);
    super::seats::menu(ui, shown, car, queue);
    let words = if desk.is_hidden(index) { "Show in plots" } else { "Hide in plots" };
    if ui.button(words).clicked()
        && let Some(hidden) = desk.hidden.get_mut(index)
    {
        *hidden = !*hidden;
    }
}

/// Adds the menu of a plot below the board.
pub(super) fn of_plot(response: &Response, desk: &mut Desk, queue: &mut CommandQueue) {
    let turn = turn_of_menu(response, desk);
    look::context_menu(response, |ui| {
        let go = turn.map(|turn| (format!("Go to turn {turn}"), vec![Request::GoTo(turn)]));
        entries(ui, go.into_iter().collect(), queue);
        if ui.add_enabled(desk.window.is_some(), egui::Button::new("Whole race")).clicked() {
            desk.window = None;
        }
        entries(ui, vec![command(Command::ShowPlots, "Hide the plots")], queue);
    });
}

/// Adds the menu of the board, with entries for the car under the pointer and for the view.
pub(super) fn of_board(
    ui: &Ui,
    response: &Response,
    shown: Shown<'_>,
    car: Option<CarId>,
    desk: &mut Desk,
    queue: &mut CommandQueue,
) {
    // Remember the car that the menu was opened for, because the pointer may move on.
    let key = response.id.with("car");
    if response.secondary_clicked() {
        ui.data_mut(|data| data.insert_temp(key, car));
    }
    let car: Option<CarId> = ui.data(|data| data.get_temp(key)).unwrap_or(car);
    look::context_menu(response, |ui| {
        if let Some(car) = car {
            of_car(ui, shown, car, desk, queue);
            ui.separator();
        }
        let view = [
            command(Command::Fit, "Fit board"),
            command(Command::FollowCar, "Follow car"),
            command(Command::LegalPlaces, "Legal places"),
            command(Command::ShowLegend, "Legend"),
            command(Command::ShowMinimap, "Map of the board"),
            command(Command::Export, "Export…"),
        ];
        entries(ui, view.into(), queue);
    });
}
