//! Cars that are not there: as they were at the turn under the pointer, and one that drives another lap beside the car one
//! looks at.

use egui::{ComboBox, Ui};

use super::{Desk, ReplayTab, Shown};
use crate::analysis::{ghost, into_lap, tables};
use crate::app::commands::{CommandQueue, Request};
use crate::game::CarId;
use crate::game::scene::{Item, Scene, Style, Tag};
use crate::replay::Race;

/// What drives beside the car one looks at, turn for turn from the beginning of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghost {
    /// The quickest lap of the race.
    Quickest,
    /// Another car, in the same lap.
    Car(CarId),
    /// A lap of a car.
    Lap(CarId, u32),
}

/// What is drawn of a ghost.
pub(super) struct Drawn {
    /// The car and the position it is shown at; `None` where it is nowhere.
    of: Option<(CarId, usize)>,
    pub(super) items: Vec<Item>,
}

/// The cars of a position, as ghosts; only the one asked for where one is.
pub(super) fn of(race: &dyn Race, position: usize, only: Option<CarId>) -> Vec<Item> {
    let is_wanted = |tag: Tag| matches!(tag, Tag::Car(car) if only.is_none_or(|only| only == car));
    let restyled = |item: Item| {
        let style = match item.style {
            Style::CarBase(index) | Style::CarBody(index) => Style::Ghost(index),
            style @ Style::CarNumber(_) => style,
            _ => return None,
        };
        Some(Item { style, tag: Tag::None, ..item })
    };
    let items = race.scene(position, 0).items.into_iter().filter(|item| is_wanted(item.tag));
    items.filter_map(restyled).collect()
}

impl ReplayTab {
    /// The car one looks at: the one that was chosen, or the one that played last.
    #[must_use]
    pub fn focus(&self) -> Option<CarId> {
        let last = self.race.step(self.playback.position().max(1)).map(|step| step.car);
        self.desk.focus.or(last)
    }

    /// Chooses the car one looks at; none leaves that to the race.
    pub fn set_focus(&mut self, car: Option<CarId>) {
        self.desk.focus = car;
    }

    /// Chooses the next car of the entry list; after the last, none. Answers what there is to tell.
    pub fn choose_next_car(&mut self) -> String {
        let entrants = self.race.entrants();
        let now = self.desk.focus.and_then(|car| entrants.iter().position(|entrant| entrant.car == car));
        let next = entrants.get(now.map_or(0, |now| now + 1));
        let words =
            next.map_or_else(|| "No car is chosen".to_owned(), |entrant| format!("Looking at {}", entrant.name));
        self.desk.focus = next.map(|entrant| entrant.car);
        words
    }

    /// What drives beside the car one looks at.
    #[must_use]
    pub const fn ghost(&self) -> Option<Ghost> {
        self.ghost
    }

    /// Has something drive beside it, or nothing.
    pub fn set_ghost(&mut self, ghost: Option<Ghost>) {
        // Beside whichever car moves next, it would jump.
        if ghost.is_some() && self.desk.focus.is_none() {
            self.desk.focus = self.focus();
        }
        self.ghost = ghost;
        self.ghost_items = None;
    }

    /// The car and position of the ghost at a position of the race; `None` where there is none, or it has ended its lap.
    #[must_use]
    pub fn ghost_at(&self, position: usize) -> Option<(CarId, usize)> {
        let which = self.ghost?;
        let series = &self.figures.series;
        let index = |car: CarId| self.race.entrants().iter().position(|entrant| entrant.car == car);
        let (lap, turns) = into_lap(series, index(self.focus()?)?, position)?;
        // On the way to the line, and once the race is over for it, the car drives no lap to compare with.
        if !matches!(which, Ghost::Car(_)) && !(1..=self.race.laps()).contains(&lap) {
            return None;
        }
        let (car, lap) = match which {
            Ghost::Car(car) => (car, lap),
            Ghost::Lap(car, lap) => (car, lap),
            Ghost::Quickest => {
                let (car, lap) = tables::quickest_lap(&self.analysis.reading()?.digest)?;
                (car, lap.lap)
            }
        };
        Some((car, ghost(series, index(car)?, lap, turns)?))
    }

    /// Brings the ghost that is drawn up to date.
    pub(super) fn refresh_ghost(&mut self, position: usize) {
        let at = self.ghost_at(position);
        if self.ghost_items.as_ref().is_none_or(|drawn| drawn.of != at) {
            let items = at.map(|(car, at)| of(self.race.as_ref(), at, Some(car))).unwrap_or_default();
            self.ghost_items = Some(Drawn { of: at, items });
        }
    }
}

/// Adds the cars as they were at the turn under the pointer, where that is another one.
pub(super) fn add_hovered(scene: &mut Scene, shown: Shown<'_>, desk: &mut Desk) {
    let Some(turn) = desk.hovered_turn.filter(|turn| *turn != shown.playback.position()) else { return };
    if desk.ghosts.as_ref().is_none_or(|(state, known, _)| (*state, *known) != (shown.state, turn)) {
        desk.ghosts = Some((shown.state, turn, of(shown.race, turn, None)));
    }
    if let Some((.., items)) = &desk.ghosts {
        scene.items.extend(items.iter().cloned());
    }
}

/// What may drive beside the car one looks at.
pub(super) fn choose(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let words = |ghost: Option<Ghost>| match ghost {
        None => "no ghost".to_owned(),
        Some(Ghost::Quickest) => "the quickest lap".to_owned(),
        Some(Ghost::Car(car)) => shown.index_of(car).map_or("", |index| shown.name(index)).to_owned(),
        Some(Ghost::Lap(car, lap)) => {
            format!("{}, lap {lap}", shown.index_of(car).map_or("", |index| shown.name(index)))
        }
    };
    let combo = ComboBox::from_id_salt("ghost").width(130.0).selected_text(words(shown.ghost));
    let response = combo.show_ui(ui, |ui| {
        let cars = || shown.race.entrants().iter().map(|entrant| entrant.car);
        let laps = shown.focus.into_iter().flat_map(|car| (1..=shown.race.laps()).map(move |lap| Ghost::Lap(car, lap)));
        let others = cars().filter(|car| Some(*car) != shown.focus).map(Ghost::Car);
        let all = std::iter::once(Ghost::Quickest).chain(others).chain(laps);
        for ghost in std::iter::once(None).chain(all.map(Some)) {
            if ui.selectable_label(ghost == shown.ghost, words(ghost)).clicked() {
                queue.push(Request::Ghost(ghost));
            }
        }
    });
    let hint = "Drives beside the car one looks at, turn for turn from the beginning of the lap. Click a car in the timing table to look at it.";
    response.response.accessible_name("Ghost").on_hover_text(hint);
}
