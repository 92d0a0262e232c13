//! Ghosts: pale cars that show the turn under the pointer, or another lap beside the selected car.

use egui::{ComboBox, Ui};

use crate::app::board::look;
use crate::app::commands::{CommandQueue, Ghost, Request};
use crate::app::workspaces::desk::{Desk, Shown};
use crate::game::CarId;
use crate::game::scene::{Item, Scene, Style, Tag};
use crate::replay::Race;

/// Draws the cars after `position` turns as ghosts. If `only` names a car, draws only that car.
pub(in crate::app::workspaces) fn of(race: &dyn Race, position: usize, only: Option<CarId>) -> Vec<Item> {
    restyle(race.scene(position, 0).items, only)
}

/// Turns the cars of a drawing into ghosts. If `only` names a car, returns only that car.
pub(super) fn restyle(items: Vec<Item>, only: Option<CarId>) -> Vec<Item> {
    let is_wanted = |tag: Tag| matches!(tag, Tag::Car(car) if only.is_none_or(|only| only == car));
    let restyled = |item: Item| {
        let style = match item.style {
            Style::CarBase(index) | Style::CarBody(index) => Style::Ghost(index),
            style @ Style::CarNumber(_) => style,
            _ => return None,
        };
        Some(Item { style, tag: Tag::None, ..item })
    };
    items.into_iter().filter(|item| is_wanted(item.tag)).filter_map(restyled).collect()
}

/// Adds ghosts of the cars after the turn under the pointer, unless that turn is the current one.
pub(in crate::app::workspaces) fn add_hovered(scene: &mut Scene, shown: Shown<'_>, desk: &mut Desk) {
    let Some(turn) = desk.hovered_turn.filter(|turn| *turn != shown.playback.position()) else { return };
    if desk.ghosts.as_ref().is_none_or(|(state, known, _)| (*state, *known) != (shown.state, turn)) {
        desk.ghosts = Some((shown.state, turn, of(shown.race, turn, None)));
    }
    if let Some((.., items)) = &desk.ghosts {
        scene.items.extend(items.iter().cloned());
    }
}

/// Shows the list from which the user chooses a ghost to compare with the selected car.
pub(in crate::app::workspaces) fn choose(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let words = |ghost: Option<Ghost>| match ghost {
        None => "no ghost".to_owned(),
        Some(Ghost::Fastest) => "the fastest lap".to_owned(),
        Some(Ghost::Car(car)) => shown.index_of(car).map_or("", |index| shown.name(index)).to_owned(),
        Some(Ghost::Lap(car, lap)) => {
            format!("{}, lap {lap}", shown.index_of(car).map_or("", |index| shown.name(index)))
        }
    };
    let combo = ComboBox::from_id_salt("ghost").width(130.0).selected_text(words(shown.ghost));
    let response = look::show_list(ui, combo, |ui| {
        let cars = || shown.race.entrants().iter().map(|entrant| entrant.car);
        let laps = shown.focus.into_iter().flat_map(|car| (1..=shown.race.laps()).map(move |lap| Ghost::Lap(car, lap)));
        let others = cars().filter(|car| Some(*car) != shown.focus).map(Ghost::Car);
        let all = std::iter::once(Ghost::Fastest).chain(others).chain(laps);
        for ghost in std::iter::once(None).chain(all.map(Some)) {
            if ui.selectable_label(ghost == shown.ghost, words(ghost)).clicked() {
                queue.push(Request::Ghost(ghost));
            }
        }
    });
    let hint = "Shows another lap as a ghost beside the selected car, turn by turn from the start of the lap. Click a car in the timing table to select it.";
    response.response.accessible_name("Ghost").on_hover_text(hint);
}
