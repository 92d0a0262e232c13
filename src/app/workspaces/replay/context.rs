//! The menus that a right click opens: on a turn, on a car, on the board.

use egui::{Button, Response, Role, Ui, WidgetInfo};

use crate::app::board::look;
use crate::app::commands::{Command, CommandQueue, Ghost, Request, TimelineStep};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::plotting::turn_of_menu;
use crate::game::CarId;

/// An entry of a context menu.
struct Entry {
    words: String,
    /// The shortcut of the entry; empty if it has none.
    keys: String,
    /// The requests that a click on the entry sends.
    requests: Vec<Request>,
    /// Whether the entry's switch is on. `None` if the entry is no switch.
    is_on: Option<bool>,
}

impl Entry {
    fn new(words: impl Into<String>, requests: Vec<Request>) -> Self {
        Self { words: words.into(), keys: String::new(), requests, is_on: None }
    }

    /// The entry of a command, with its shortcut.
    fn command(command: Command, words: &str) -> Self {
        Self { keys: command.spec().keys(), ..Self::new(words, vec![command.into()]) }
    }
}

/// Shows menu entries.
fn show(ui: &mut Ui, entries: impl IntoIterator<Item = Entry>, queue: &mut CommandQueue) {
    for Entry { words, keys, requests, is_on } in entries {
        let button = is_on.map_or_else(|| Button::new(&words), |is_on| Button::selectable(is_on, &words));
        let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
        let response = ui.add(button);
        if let Some(is_on) = is_on {
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, &words));
        }
        if response.clicked() {
            requests.into_iter().for_each(|request| queue.push(request));
            // The menu closes by itself only after a click with the mouse.
            ui.close();
        }
    }
}

/// Adds a context menu to the row of a turn in the list. The entries that edit the turn, or add a note or a bookmark to
/// it, go to the turn first.
pub(super) fn of_turn(response: &Response, shown: Shown<'_>, position: usize, queue: &mut CommandQueue) {
    look::context_menu(response, |ui| {
        let there = |then: Command| vec![Request::GoTo(position), then.into()];
        let mut all = vec![Entry::new(format!("Go to turn {position}"), vec![Request::GoTo(position)])];
        if position > 0 {
            all.push(Entry::new("Edit this turn", there(Command::EditTurn)));
            all.push(Entry::new("Copy as one line", vec![Request::CopyText(shown.race.notation(position))]));
        }
        all.push(Entry::new("Write a note", there(Command::Note)));
        let has_bookmark = shown.remarks.bookmark(position).is_some();
        let words = if has_bookmark { "Remove the bookmark" } else { "Add a bookmark" };
        all.push(Entry::new(words, there(Command::Bookmark)));
        show(ui, all, queue);
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
        Entry::new(if is_chosen { "Deselect" } else { "Select" }, vec![select]),
        Entry::new("Next turn of this car", go(TimelineStep::NextOfCar)),
        Entry::new("Previous turn of this car", go(TimelineStep::PreviousOfCar)),
    ];
    if shown.chosen.is_some_and(|chosen| chosen != car) {
        all.push(Entry::new("Show as a ghost", vec![Request::Ghost(Some(Ghost::Car(car)))]));
    }
    show(ui, all, queue);
    super::seats::menu(ui, shown, car, queue);
    let words = if desk.is_hidden(index) { "Show in plots" } else { "Hide in plots" };
    if ui.button(words).clicked()
        && let Some(hidden) = desk.hidden.get_mut(index)
    {
        *hidden = !*hidden;
        ui.close();
    }
}

/// Adds the menu of a plot below the board.
pub(super) fn of_plot(response: &Response, desk: &mut Desk, queue: &mut CommandQueue) {
    let turn = turn_of_menu(response, desk);
    look::context_menu(response, |ui| {
        let go = turn.map(|turn| Entry::new(format!("Go to turn {turn}"), vec![Request::GoTo(turn)]));
        show(ui, go, queue);
        if ui.add_enabled(desk.window.is_some(), Button::new("Whole race")).clicked() {
            desk.window = None;
            ui.close();
        }
        show(ui, [Entry::command(Command::ShowPlots, "Hide the plots")], queue);
    });
}

/// Adds the menu of the board, with entries for the car under the pointer and for the view. `switches` are the commands
/// that turn a part of the view on and off, each with its words and whether it is on.
pub(super) fn of_board(
    ui: &Ui,
    response: &Response,
    shown: Shown<'_>,
    (car, switches): (Option<CarId>, &[(Command, &str, bool)]),
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
        let switch = |&(command, words, is_on): &(Command, &str, bool)| Entry {
            is_on: Some(is_on),
            ..Entry::command(command, words)
        };
        let fit = Entry::command(Command::Fit, "Fit board");
        let export = Entry::command(Command::Export, "Export…");
        show(ui, std::iter::once(fit).chain(switches.iter().map(switch)).chain([export]), queue);
    });
}
