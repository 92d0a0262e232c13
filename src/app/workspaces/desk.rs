//! The data that the panels of Replay and Analysis show, and the state that they share.

use crate::analysis::Stretch;
use crate::app::commands::Ghost;
use crate::app::documents::figures::{Figures, Mark};
use crate::app::settings::Seats;
use crate::app::settings::players::Player;
use crate::app::workspaces::lit_corner::LitCorner;
use crate::app::workspaces::playback::Playback;
use crate::drivers::Advised;
use crate::game::scene::{Item, Scene};
use crate::game::{CarId, CarView, Evaluation, StateView};
use crate::render::Theme;
use crate::replay::motion::in_motion;
use crate::replay::{Race, Remarks};

/// The width, in points, of the column to the left of the plots and the timeline. The column shows the names of the
/// plots. All plots and the timeline use the same width, so that their x axes are aligned.
pub(super) const GUTTER: f32 = 96.0;
/// The space to the right of the plots and the timeline, in points.
pub(super) const EDGE: f32 = 16.0;

/// The race on screen, with all its data that the panels show.
#[derive(Clone, Copy)]
pub(in crate::app) struct Shown<'a> {
    pub(in crate::app) race: &'a dyn Race,
    /// The tab's unique number.
    pub(in crate::app) tab: u64,
    /// The version number of the race. It changes with every edit. It also changes when the user switches between the
    /// main line and the variations.
    pub(in crate::app) state: u64,
    pub(in crate::app) figures: &'a Figures,
    pub(in crate::app) playback: &'a Playback,
    /// The state of the cars at the point of the race that is on screen.
    pub(super) view: &'a StateView,
    /// The notes, marks and bookmarks of the line (main line or variation) on screen.
    pub(super) remarks: &'a Remarks,
    /// The kind of event at which the commands Next event and Previous event stop; `None` if they stop at every event.
    pub(super) events: Option<Mark>,
    /// The car selected by the user; `None` if no car is selected.
    pub(super) chosen: Option<CarId>,
    /// The selected car, or the car that played last if no car is selected.
    pub(super) focus: Option<CarId>,
    pub(super) ghost: Option<Ghost>,
    pub(in crate::app) theme: Theme,
    /// The result of comparing the line on screen (main line or variation) with best play; `None` if no comparison was
    /// requested.
    pub(in crate::app) evaluation: Option<&'a Evaluation>,
    /// Whether the board shows the best route that the comparison with best play has found.
    pub(super) line: bool,
    /// The advice of computer drivers for the position on screen; `None` if no advice was requested.
    pub(super) advice: Option<&'a Advised>,
    /// The cars that computer drivers and player programs drive.
    pub(super) seats: &'a Seats,
    /// The programs that can drive cars.
    pub(super) players: &'a [Player],
    /// Whether computer drivers and programs wait until the user lets them continue.
    pub(super) drivers_wait: bool,
    /// Whether the moves of the race are entered in secret, so that computer drivers do not move.
    pub(super) secret: bool,
    /// The current stage of the drivers' work, in words; `None` if no driver is at work.
    pub(super) thinking: Option<&'a str>,
}

impl Shown<'_> {
    /// Returns the picture of the board with the moving car on its way to its new place; `None` if no car is moving.
    pub(in crate::app::workspaces) fn in_motion(&self, picture: &Scene, gently: bool) -> Option<Scene> {
        in_motion(self.race, self.playback.position(), self.playback.part(), picture, gently)
    }

    /// The index of a car in the list of entrants. The index also determines the car's colour.
    pub(in crate::app) fn index_of(&self, car: CarId) -> Option<usize> {
        self.race.entrants().iter().position(|entrant| entrant.car == car)
    }

    /// The car that the board follows: the selected car, or else the car to act.
    pub(super) fn followed(&self) -> Option<&CarView> {
        self.chosen.or(self.view.to_act).and_then(|car| self.view.car(car))
    }

    /// The round in which the turn on screen was played, or the first round if the grid is on screen. After the last
    /// turn of a round, this is not the round of `view`, because `view` is already in the next round.
    pub(super) fn round(&self) -> u32 {
        let turn = self.playback.position().checked_sub(1).and_then(|index| self.figures.turns.get(index));
        turn.map_or(self.view.round, |turn| turn.round)
    }

    /// Whether the turn on screen belongs to qualifying.
    pub(super) fn is_qualifying(&self) -> bool {
        let start = self.figures.series.start();
        self.view.is_qualifying() || start > 0 && self.playback.position() <= start
    }

    /// The part of the race on screen: qualifying, or the round.
    pub(super) fn stage(&self) -> String {
        if self.is_qualifying() { "qualifying".to_owned() } else { format!("round {}", self.round()) }
    }

    /// The name of the player whose car has this index in the entry list.
    pub(in crate::app) fn name(&self, index: usize) -> &str {
        self.race.entrants().get(index).map_or("", |entrant| entrant.name.as_str())
    }
}

/// The state shared by the panels of both workspaces.
#[derive(Debug, Default)]
pub(in crate::app) struct Desk {
    /// The car under the pointer in the last frame, on the board, in a table or in a plot.
    pub(in crate::app) hovered: Option<CarId>,
    /// The car under the pointer in this frame.
    pub(in crate::app) hovering: Option<CarId>,
    /// The turn under the pointer in the last frame, on the timeline or in a plot.
    pub(in crate::app) hovered_turn: Option<usize>,
    /// The turn under the pointer in this frame.
    pub(in crate::app) hovering_turn: Option<usize>,
    /// The number of the corner under the pointer in the last frame, on the board or in a table.
    pub(in crate::app) hovered_corner: Option<u32>,
    /// The number of the corner under the pointer in this frame.
    pub(in crate::app) hovering_corner: Option<u32>,
    /// The corner under the pointer in the last frame, with the turns in which cars passed it.
    pub(in crate::app) corner: Option<LitCorner>,
    /// Whether each car is hidden in the plots, by index in the entry list.
    pub(in crate::app) hidden: Vec<bool>,
    /// The car selected by the user; `None` if no car is selected.
    pub(super) focus: Option<CarId>,
    /// The cached drawing of all cars as ghosts, in their positions after the turn under the pointer. The first value
    /// is the race's version number, and the second is the number of that turn.
    pub(super) ghosts: Option<(u64, usize, Vec<Item>)>,
    /// Whether the field for a turn's number gets the focus in the next frame.
    pub(super) goes_to_turn: bool,
    /// The index of the resource that the plot below the board shows.
    pub(super) resource: usize,
    /// The range of turns that the plots show; `None` for the whole race.
    pub(in crate::app) window: Option<[f64; 2]>,
    /// The selected stretch of the race; `None` if no stretch is selected.
    pub(in crate::app) stretch: Option<Stretch>,
    /// The plot over which the user is dragging to select a stretch, and the x coordinate where the drag began.
    pub(in crate::app) brush: Option<(egui::Id, f64)>,
}

impl Desk {
    /// Whether a car is hidden in the plots.
    pub(in crate::app) fn is_hidden(&self, index: usize) -> bool {
        self.hidden.get(index).copied().unwrap_or(false)
    }
}

/// Paints a small disc with a car's number, in the car's colour. All panels use this disc to mark a car. If an earlier
/// car has the same colour, the disc has a ring.
pub(in crate::app) fn disc(painter: &egui::Painter, center: egui::Pos2, index: usize, car: CarId) {
    let colour = crate::render::car_colour(index);
    painter.circle_filled(center, 9.0, crate::app::board::painter::color(colour));
    if crate::render::colour_round(index) > 0 {
        let ink = crate::app::board::painter::color(colour.ink());
        painter.circle_stroke(center, 8.0, egui::Stroke::new(1.0, ink));
    }
    let size = if car.0 > 99 { 8.0 } else { 11.0 };
    painter.text(
        center,
        egui::Align2::CENTER_CENTER,
        car,
        egui::FontId::new(size, crate::app::board::fonts::semibold()),
        crate::app::board::painter::color(colour.ink()),
    );
}
