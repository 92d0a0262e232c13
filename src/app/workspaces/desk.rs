//! What the panels of both workspaces of a race look at, and what they share.

use crate::app::commands::Ghost;
use crate::app::documents::figures::{Figures, Mark};
use crate::app::workspaces::playback::Playback;
use crate::game::scene::Item;
use crate::game::{CarId, CarView, Evaluation, StateView};
use crate::render::Theme;
use crate::replay::{Race, Remarks};

/// How much room plots and timeline leave for names on their left, so that their x axes agree, in points.
pub(super) const GUTTER: f32 = 96.0;
/// The same on their right.
pub(super) const EDGE: f32 = 16.0;

/// What panels look at.
#[derive(Clone, Copy)]
pub(in crate::app) struct Shown<'a> {
    pub(in crate::app) race: &'a dyn Race,
    /// Tells the tab from every other one.
    pub(in crate::app) tab: u64,
    /// Stands for the state of the race that is shown: another number once it was changed, or another line is shown.
    pub(in crate::app) state: u64,
    pub(in crate::app) figures: &'a Figures,
    pub(in crate::app) playback: &'a Playback,
    /// The state at the position that is shown.
    pub(super) view: &'a StateView,
    /// What is written beside the turns of the line that is shown.
    pub(super) remarks: &'a Remarks,
    /// The events that are stepped to; all where there is none.
    pub(super) events: Option<Mark>,
    /// The car that was chosen to be looked at.
    pub(super) chosen: Option<CarId>,
    /// The car one looks at: that one, or the one that played last.
    pub(super) focus: Option<CarId>,
    pub(super) ghost: Option<Ghost>,
    pub(in crate::app) theme: Theme,
    /// What was found out about the race as it is shown, where anybody asked.
    pub(in crate::app) evaluation: Option<&'a Evaluation>,
    /// Whether the best way is drawn.
    pub(super) line: bool,
}

impl Shown<'_> {
    /// The place of a car in the entry list, which gives its colour.
    pub(in crate::app) fn index_of(&self, car: CarId) -> Option<usize> {
        self.race.entrants().iter().position(|entrant| entrant.car == car)
    }

    /// The car the board follows: the one that was chosen, or the one to act.
    pub(super) fn followed(&self) -> Option<&CarView> {
        self.chosen.or(self.view.to_act).and_then(|car| self.view.car(car))
    }

    /// What the player of a car is called.
    pub(in crate::app) fn name(&self, index: usize) -> &str {
        self.race.entrants().get(index).map_or("", |entrant| entrant.name.as_str())
    }
}

/// What the panels of both workspaces share.
#[derive(Debug, Default)]
pub(in crate::app) struct Desk {
    /// The car under the pointer, on the board, in the table or in a plot; in the last frame.
    pub(in crate::app) hovered: Option<CarId>,
    /// The same in this frame.
    pub(in crate::app) hovering: Option<CarId>,
    /// The position under the pointer, on the timeline or in a plot; in the last frame.
    pub(in crate::app) hovered_turn: Option<usize>,
    /// The same in this frame.
    pub(in crate::app) hovering_turn: Option<usize>,
    /// Cars whose lines are not shown in the plots, by their place in the entry list.
    pub(in crate::app) hidden: Vec<bool>,
    /// The car that was chosen to be looked at.
    pub(super) focus: Option<CarId>,
    /// The cars as they were at a turn, for the state of the race and the turn.
    pub(super) ghosts: Option<(u64, usize, Vec<Item>)>,
    /// The field for the number of a turn takes what is typed.
    pub(super) goes_to_turn: bool,
    /// The resource whose plot is shown.
    pub(super) resource: usize,
    /// The part of the race the plots show, as positions; all of it where there is none.
    pub(in crate::app) window: Option<[f64; 2]>,
}

impl Desk {
    /// Whether the lines of a car are not shown.
    pub(in crate::app) fn is_hidden(&self, index: usize) -> bool {
        self.hidden.get(index).copied().unwrap_or(false)
    }
}

/// A car's disc with its number, as it is shown wherever the car is named. `center` is its middle.
pub(in crate::app) fn disc(painter: &egui::Painter, center: egui::Pos2, index: usize, car: CarId) {
    let colour = crate::render::car_colour(index);
    painter.circle_filled(center, 9.0, crate::app::board::painter::color(colour));
    let size = if car.0 > 99 { 8.0 } else { 11.0 };
    painter.text(
        center,
        egui::Align2::CENTER_CENTER,
        car,
        egui::FontId::new(size, crate::app::board::fonts::semibold()),
        crate::app::board::painter::color(colour.ink()),
    );
}
