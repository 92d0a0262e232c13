//! The Analysis workspace: plots, tables and sentences about a race, beside its board, in panels that can be dragged,
//! split, closed and added. All plots and tables, the board and the timeline show the same turn.
//!
//! | module | content |
//! |---|---|
//! | [`arrangement`] | the arrangement of the panels, which the settings store |
//! | [`reading`] | the figures and tables of a race, computed in the background |
//! | `panels` | the panels as tiles, with their menus |
//! | `tab_strip` | scrolls the tabs of a group, if there is no room for all of them |
//! | `toolbar` | the settings that all panels share: axis, laps, cars |
//! | [`layouts`], `layout_menu` | arrangements that have names: shipped layouts, and layouts that the user saves |
//! | `own` | own quantities: expressions that the user writes |
//! | `others`, `sides` | other open races; the two sides of a comparison |
//! | `coloured` | paths on the board, coloured by a value |
//! | `proved` | the search that proves the fastest lap |
//! | `stretch` | the totals of each car over the selected stretch |
//! | `plot`, `comparison`, `grid`, `summary`, `board`, `championship`, `forecast` | the panels |
//! | `charts` | plots as pictures and tables, for export |

pub mod arrangement;
mod board;
mod championship;
mod charts;
mod coloured;
mod comparison;
mod forecast;
mod grid;
mod layout_menu;
pub mod layouts;
pub mod others;
pub(in crate::app) mod own;
mod panels;
mod plot;
mod proved;
pub mod reading;
mod sides;
mod stretch;
mod summary;
mod tab_strip;
mod toolbar;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use egui::Ui;

use self::arrangement::{Arrangement, Pane};
pub use self::championship::Standings;
pub use self::forecast::{ForecastJob, ForecastPanel};
use self::grid::GridView;
use self::layouts::Layout;
use self::others::OtherRace;
use self::own::OwnQuantities;
pub use self::proved::ProveJob;
use self::reading::Reading;
use self::sides::Side;
use self::stretch::StretchTable;
use super::desk::{Desk, Shown};
use crate::analysis::{Axis, Laps, PathValue, PlotLine, Quantity, lead, lines};
use crate::app::board::view::BoardView;
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::plotting::within;
use crate::game::CarId;
use crate::game::scene::{Item, Scene};

/// The state of the Analysis workspace for one race.
#[derive(Debug, Default)]
pub struct AnalysisDesk {
    axis: Axis,
    laps: Laps,
    /// Whether each car has a separate row in plots.
    rows: bool,
    /// The value that colours the paths on the board. If `None`, each path has the colour of its car.
    path_value: Option<PathValue>,
    /// The cached lowest and highest value of `path_value` in the race.
    path_range: Option<coloured::ValueRange>,
    /// The visible ranges of two axes: first of the axis of rounds, then of the axis along the lap. `None` stands for
    /// the whole axis. The axis of turns is not in the list, because it uses the range of the Replay workspace.
    windows: [Option<[f64; 2]>; 2],
    /// The two sides (cars or laps) to compare; `None` until the user chooses.
    pair: Option<[Side; 2]>,
    /// For each other tab with a race: whether that race is on the same circuit as this race. The key is the unique
    /// number of the tab.
    comparable: BTreeMap<u64, bool>,
    grids: BTreeMap<Pane, GridView>,
    /// The championship of the open races.
    standings: Standings,
    /// The state of the forecast panel.
    forecast_panel: ForecastPanel,
    /// The version number of the race that was analysed, and its analysis; `None` before the first analysis.
    reading: Option<(u64, Arc<Reading>)>,
    /// The version number of the race, and the cached lines of its plots.
    lines: (u64, Vec<(LineKey, Vec<PlotLine<'static>>)>),
    difference: Option<Difference>,
    /// The search that proves the fastest lap, and its result.
    proof: proved::Proof,
    /// The state of the quantities that the user defines by expressions.
    own_quantities: OwnQuantities,
    /// The text in the field for the name of a new layout.
    layout_name: String,
    /// The cached table with each car's totals over the selected stretch.
    stretch: Option<StretchTable>,
    /// The plot panel to bring to the front in the next frame, in case another tab covers it.
    shows_plot: Option<Pane>,
    /// Whether to bring the panel with the totals over the stretch to the front in the next frame.
    shows_stretch: bool,
}

/// The cached gap between the two sides of a comparison, with the version numbers of the races from which it was
/// computed.
#[derive(Debug)]
struct Difference {
    states: [u64; 2],
    pair: [Side; 2],
    line: Arc<[[f64; 2]]>,
}

type LineKey = (Quantity, Axis, Laps);

impl AnalysisDesk {
    /// Switches the horizontal axis of the plots between turns, rounds and the distance along the lap.
    pub fn next_axis(&mut self) {
        let now = Axis::ALL.iter().position(|axis| *axis == self.axis).unwrap_or(0);
        self.axis = Axis::ALL[(now + 1) % Axis::ALL.len()];
    }

    /// Switches plots between one row for each car and all cars in one plot.
    pub const fn toggle_rows(&mut self) {
        self.rows = !self.rows;
    }

    /// Whether each car has a separate row in plots.
    #[must_use]
    pub const fn has_rows(&self) -> bool {
        self.rows
    }

    /// The analysis of the race: its statistics and tables. After an edit, returns the old analysis until the new one
    /// is ready.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref().map(|(_, reading)| reading.as_ref())
    }

    /// Whether the figures and tables of this version of the race must still be computed.
    #[must_use]
    pub fn wants_reading(&self, state: u64) -> bool {
        self.reading.as_ref().is_none_or(|(of, _)| *of != state)
    }

    /// Stores the analysis of the race. `state` is the version number of the race that was analysed.
    pub fn set_reading(&mut self, state: u64, reading: Arc<Reading>) {
        self.reading = Some((state, reading));
    }

    /// The standings of the championship, added up over the open races.
    pub const fn standings_mut(&mut self) -> &mut Standings {
        &mut self.standings
    }

    /// The state of the forecast panel.
    #[must_use]
    pub const fn forecast_panel(&self) -> &ForecastPanel {
        &self.forecast_panel
    }

    /// The state of the forecast panel, for changing it.
    pub const fn forecast_panel_mut(&mut self) -> &mut ForecastPanel {
        &mut self.forecast_panel
    }

    /// Drops the cached lines of plots.
    pub(super) fn forget_lines(&mut self) {
        self.lines.1.clear();
    }

    /// Returns the lines that a quantity's plot shows on the current axis.
    fn lines<'a>(&'a mut self, shown: Shown<'a>, quantity: Quantity) -> Vec<PlotLine<'a>> {
        let (axis, laps) = (self.axis, self.laps);
        let series = &shown.figures.series;
        if axis == Axis::Turns {
            return lines(series, quantity, axis, laps);
        }
        if self.lines.0 != shown.state {
            self.lines = (shown.state, Vec::new());
        }
        let key = (quantity, axis, laps);
        let known = self.lines.1.iter().position(|(of, _)| *of == key);
        let index = known.unwrap_or_else(|| {
            let owned = |line: PlotLine<'_>| PlotLine { points: Cow::Owned(line.points.into_owned()), ..line };
            let lines = lines(series, quantity, axis, laps).into_iter().map(owned).collect();
            self.lines.1.push((key, lines));
            self.lines.1.len() - 1
        });
        let borrowed = |line: &'a PlotLine<'static>| PlotLine { points: Cow::Borrowed(line.points.as_ref()), ..*line };
        self.lines.1.get(index).map(|(_, lines)| lines.iter().map(borrowed).collect()).unwrap_or_default()
    }

    /// The line that shows the gap between the two sides of a comparison; empty if one of the races was closed.
    fn difference(&mut self, shown: Shown<'_>, others: &[OtherRace], pair: [Side; 2]) -> Arc<[[f64; 2]]> {
        let states = pair.map(|side| side.state(shown, others));
        if let Some(known) = self.difference.as_ref().filter(|known| (known.states, known.pair) == (states, pair)) {
            return Arc::clone(&known.line);
        }
        let [first, second] = pair.map(|side| side.way(shown, self, others));
        let line = first.zip(second).map(|(first, second)| lead(&first, &second));
        let line: Arc<[[f64; 2]]> = line.unwrap_or_default().into();
        self.difference = Some(Difference { states, pair, line: Arc::clone(&line) });
        line
    }

    fn window(&self, shown: Shown<'_>, desk: &Desk) -> Option<[f64; 2]> {
        let window = match self.axis {
            Axis::Turns => desk.window,
            Axis::Rounds => self.windows[0],
            Axis::Lap => self.windows[1],
        };
        // The race may have become shorter, so keep the range within it.
        let end = self.axis.end(&shown.figures.series);
        within(window?, end).or_else(|| window.filter(|window| *window == [0.0, end]))
    }

    fn set_window(&mut self, desk: &mut Desk, window: Option<[f64; 2]>) {
        match self.axis {
            Axis::Turns => desk.window = window,
            Axis::Rounds => self.windows[0] = window,
            Axis::Lap => self.windows[1] = window,
        }
    }
}

/// The shared state that tables read and change while they are drawn.
struct Bench<'a> {
    desk: &'a mut Desk,
    /// The version number of the race from which the tables on screen were computed. A cache with another version
    /// number is out of date.
    reading: u64,
    /// The plot to bring to the front, because the user clicked a value of its quantity in a table in this frame.
    /// `None` if the user clicked no value that has a plot.
    pointed: Option<Pane>,
}

impl Bench<'_> {
    fn hidden_cars(&self, shown: Shown<'_>) -> Vec<CarId> {
        let cars = shown.race.entrants().iter().zip(&self.desk.hidden);
        cars.filter(|(_, hidden)| **hidden).map(|(entrant, _)| entrant.car).collect()
    }

    /// Whether this turn of the race belongs to the selected stretch.
    fn is_in_stretch(&self, shown: Shown<'_>, turn: usize) -> bool {
        let car = turn.checked_sub(1).and_then(|index| shown.figures.turns.get(index)).map(|facts| facts.car);
        self.desk.stretch.zip(car).is_some_and(|(stretch, car)| stretch.includes(&shown.figures.series, car, turn))
    }

    /// Whether a table row belongs to the corner under the pointer. A row about a corner belongs to it if `corner` is
    /// its number. A row about a turn belongs to it if a car passed the corner in turn `turn`.
    fn is_corner(&self, turn: Option<usize>, corner: Option<u32>) -> bool {
        match (turn, corner) {
            (_, Some(corner)) => self.desk.is_corner(corner),
            (Some(turn), None) => self.desk.passes_corner(turn),
            (None, None) => false,
        }
    }

    const fn hovered(&self) -> Option<CarId> {
        self.desk.hovered
    }

    const fn hover(&mut self, car: Option<CarId>) {
        if car.is_some() {
            self.desk.hovering = car;
        }
    }
}

/// The data that the window passes to the workspace in each frame.
pub(in crate::app) struct Workbench<'a> {
    pub(in crate::app) own: &'a mut AnalysisDesk,
    pub(in crate::app) desk: &'a mut Desk,
    pub(in crate::app) board: &'a mut BoardView,
    pub(in crate::app) picture: &'a Scene,
    pub(in crate::app) ghost: &'a [Item],
    pub(in crate::app) arrangement: &'a mut Arrangement,
    /// The layouts that the user has saved.
    pub(in crate::app) layouts: &'a [Layout],
    /// The races in other tabs.
    pub(in crate::app) others: &'a [OtherRace],
    pub(in crate::app) queue: &'a mut CommandQueue,
}

/// Draws the Analysis workspace into `ui`, without the timeline.
pub(in crate::app) fn show(ui: &mut Ui, shown: Shown<'_>, bench: Workbench<'_>) {
    let Workbench { own, desk, board, picture, ghost, arrangement, layouts, others, queue } = bench;
    toolbar::show(ui, shown, own, desk, (arrangement, layouts), queue);
    if shown.race.is_empty() {
        ui.add_space(24.0);
        ui.vertical_centered(|ui| {
            ui.weak("No turns recorded yet. Record a turn to see the analysis.");
            ui.add_space(8.0);
            let spec = Command::Record.spec();
            if ui.button(spec.title).on_hover_text(spec.tooltip()).clicked() {
                queue.push(Command::Record);
            }
        });
        return;
    }
    // The panel of an own quantity has a field for its expression. So the panel is shown even if it has no values.
    let is_own = |pane: Pane| matches!(pane, Pane::Plot(Quantity::Own(_)));
    arrangement.fit(|pane| is_own(pane) || panels::is_there(shown, pane));
    let Arrangement { tree, own: expressions, .. } = arrangement;
    let mut panels = panels::Panels::new(shown, (own, expressions, others), desk, board, (picture, ghost), queue);
    tree.ui(&mut panels, ui);
    let changes = panels.changes();
    changes.apply(arrangement, own);
    if let Some(plot) = own.shows_plot.take().filter(|plot| arrangement.has(*plot)) {
        arrangement.show(plot, None);
    }
    if std::mem::take(&mut own.shows_stretch) {
        arrangement.show(Pane::Stretch, None);
    }
}
