//! The panels as tiles: their titles, menus and contents.

use std::sync::Arc;

use egui::{Button, Ui, WidgetText};
use egui_tiles::{Behavior, SimplificationOptions, TileId, Tiles, UiResponse};

use super::arrangement::{Arrangement, Entry, Pane, TableKind};
use super::others::OtherRace;
use super::own::{self, Expressions};
use super::reading::Reading;
use super::{AnalysisDesk, Bench, board, charts, comparison, grid, plot, stretch, summary, tab_strip};
use crate::analysis::{Quantity, Table};
use crate::app::board::view::BoardView;
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::documents::files::SaveKind;
use crate::app::workspaces::desk::{Desk, Shown};
use crate::app::workspaces::plotting::turn_of_menu;
use crate::export::TableFormat;
use crate::game::scene::{Item, Scene};

/// The space on each side of the title of a tab, in points.
const TAB_MARGIN: f32 = 8.0;

/// The state that the panels need in one frame.
pub(super) struct Panels<'a> {
    shown: Shown<'a>,
    own: &'a mut AnalysisDesk,
    /// The expressions of the user's own quantities.
    expressions: &'a mut Expressions,
    /// The races in other tabs.
    others: &'a [OtherRace],
    desk: &'a mut Desk,
    board: &'a mut BoardView,
    picture: &'a Scene,
    ghost: &'a [Item],
    queue: &'a mut CommandQueue,
    reading: Option<(u64, Arc<Reading>)>,
    /// The panel that the user wants to add, and the group of tabs to add it to.
    added: Option<(Pane, TileId)>,
    closed: Option<Pane>,
}

/// The panels that the user asked to add or close in this frame.
pub(super) struct Changes {
    added: Option<(Pane, TileId)>,
    closed: Option<Pane>,
}

impl Changes {
    /// Carries out these changes: adds and closes the panels.
    pub(super) fn apply(self, arrangement: &mut Arrangement, own: &mut AnalysisDesk) {
        if let Some((pane, beside)) = self.added {
            add(pane, Some(beside), arrangement, own);
        }
        if let Some(pane) = self.closed {
            arrangement.close(pane);
        }
    }
}

/// Adds a panel to the group of tabs `beside`. If the panel plots one of the user's own quantities, the text field for
/// its expression gets the keyboard focus.
pub(super) fn add(pane: Pane, beside: Option<TileId>, arrangement: &mut Arrangement, own: &mut AnalysisDesk) {
    if let Pane::Plot(Quantity::Own(number)) = pane {
        own.own_quantities.focused = Some(number);
        arrangement.own.entry(number).or_default();
    }
    arrangement.show(pane, beside);
}

impl<'a> Panels<'a> {
    pub(super) fn new(
        shown: Shown<'a>,
        (own, expressions, others): (&'a mut AnalysisDesk, &'a mut Expressions, &'a [OtherRace]),
        desk: &'a mut Desk,
        board: &'a mut BoardView,
        (picture, ghost): (&'a Scene, &'a [Item]),
        queue: &'a mut CommandQueue,
    ) -> Self {
        let reading = own.reading.clone();
        Self { shown, own, expressions, others, desk, board, picture, ghost, queue, reading, added: None, closed: None }
    }

    /// The changes to the panels that the user requested in this frame: a panel to add, a panel to close.
    pub(super) fn changes(self) -> Changes {
        Changes { added: self.added, closed: self.closed }
    }

    /// The title of a panel.
    fn title(&self, pane: Pane) -> String {
        match pane {
            Pane::Plot(Quantity::Own(number)) => own::title(self.expressions, number),
            _ => title(self.shown, pane),
        }
    }

    /// The table that a panel shows, with its version number; `None` if the panel shows no table.
    fn table_of(&mut self, pane: Pane) -> Option<(u64, Arc<Table>)> {
        match pane {
            Pane::Table(kind) => {
                let (number, reading) = self.reading.as_ref()?;
                Some((*number, reading.table(kind)?))
            }
            Pane::Championship(entry) => self.own.standings.table(entry),
            Pane::Forecast => self.own.forecast_panel.table(),
            Pane::Stretch => self.own.stretch_table(self.shown, self.desk),
            Pane::Board | Pane::Summary | Pane::Plot(_) | Pane::Comparison => None,
        }
    }

    /// Draws the table in a panel. `number` is the version number of the table.
    fn grid(&mut self, ui: &mut Ui, pane: Pane, (number, table): (u64, &Table)) {
        let mut view = self.own.grids.remove(&pane).unwrap_or_default();
        let mut bench = Bench { desk: self.desk, reading: number, pointed: None };
        grid::show(ui, self.shown, &mut bench, &mut view, table, (what(pane), why_empty(self.shown, pane)), self.queue);
        self.own.shows_plot = bench.pointed.or(self.own.shows_plot);
        self.own.grids.insert(pane, view);
    }

    fn table(&mut self, ui: &mut Ui, pane: Pane) {
        if self.reading.is_none() {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.weak("Analysing the race…");
            });
            return;
        }
        if let Some((number, table)) = self.table_of(pane) {
            self.grid(ui, pane, (number, &table));
        }
    }

    fn championship(&mut self, ui: &mut Ui, entry: Entry) {
        self.own.standings.heading(ui);
        let pane = Pane::Championship(entry);
        if let Some((number, table)) = self.table_of(pane) {
            self.grid(ui, pane, (number, &table));
        }
    }

    fn forecast(&mut self, ui: &mut Ui) {
        self.own.forecast_panel.heading(ui, self.shown, self.queue);
        if let Some((number, table)) = self.table_of(Pane::Forecast) {
            self.grid(ui, Pane::Forecast, (number, &table));
        }
    }

    fn stretch(&mut self, ui: &mut Ui) {
        stretch::heading(ui, self.shown, self.own, self.desk, self.queue);
        if let Some((number, table)) = self.table_of(Pane::Stretch) {
            self.grid(ui, Pane::Stretch, (number, &table));
        }
    }

    /// Draws the entries that export a panel's content.
    fn exports(&mut self, ui: &mut Ui, pane: Pane) {
        match pane {
            Pane::Plot(_) | Pane::Comparison => {
                let chart = |panels: &mut Self| match pane {
                    Pane::Plot(quantity) => Some(charts::of_quantity(panels.shown, panels.own, panels.desk, quantity)),
                    _ => charts::of_comparison(panels.shown, panels.own, panels.others),
                };
                let none = "Nothing to export: choose two cars first";
                for (kind, words) in
                    [(SaveKind::ChartPng, "Export plot (PNG)…"), (SaveKind::ChartSvg, "Export plot (SVG)…")]
                {
                    if ui.button(words).clicked() {
                        match chart(self) {
                            Some(chart) => self.queue.push(Request::ExportChart(Box::new(chart), kind)),
                            None => self.queue.push(Request::Tell(none.to_owned())),
                        }
                    }
                }
                for (format, words) in FORMATS {
                    if ui.button(words).clicked() {
                        match chart(self).map(|chart| charts::table(self.shown, &chart)) {
                            Some(table) => self.queue.push(Request::ExportTable(Arc::new(table), format)),
                            None => self.queue.push(Request::Tell(none.to_owned())),
                        }
                    }
                }
                ui.separator();
            }
            Pane::Table(_) | Pane::Championship(_) | Pane::Forecast | Pane::Stretch => {
                let known = self.table_of(pane);
                for (format, words) in FORMATS {
                    if ui.add_enabled(known.is_some(), Button::new(words)).clicked()
                        && let Some((number, table)) = &known
                    {
                        // Export the rows as they are filtered and sorted on screen.
                        let rows = self.own.grids.entry(pane).or_default().rows(*number, table).to_vec();
                        self.queue.push(Request::ExportTable(Arc::new(table.with(&rows)), format));
                    }
                }
                ui.separator();
            }
            Pane::Board | Pane::Summary => {}
        }
    }

    /// Adds the menu that a right click on a plot opens.
    fn plot_menu(&mut self, plot: &egui::Response, pane: Pane) {
        let turn = turn_of_menu(plot, self.desk);
        look::context_menu(plot, |ui| {
            if let Some(turn) = turn
                && ui.button(format!("Go to turn {turn}")).clicked()
            {
                self.queue.push(Request::GoTo(turn));
            }
            let is_zoomed = self.own.window(self.shown, self.desk).is_some();
            if ui.add_enabled(is_zoomed, Button::new("Whole race")).clicked() {
                self.own.set_window(self.desk, None);
            }
            let stretch = self.desk.stretch;
            let on_axis = stretch.and_then(|stretch| stretch.on_axis(&self.shown.figures.series, self.own.axis));
            if ui.add_enabled(on_axis.is_some(), Button::new("Zoom to the stretch")).clicked() {
                self.own.set_window(self.desk, on_axis);
            }
            if ui.add_enabled(stretch.is_some(), Button::new("Clear the stretch")).clicked() {
                self.queue.push(Command::ClearStretch);
            }
            ui.separator();
            self.exports(ui, pane);
            if ui.button("Close panel").clicked() {
                self.closed = Some(pane);
            }
        });
    }

    /// Draws the menu of a panel's tab.
    fn menu(&mut self, ui: &mut Ui, pane: Pane, tabs: TileId, has: &dyn Fn(Pane) -> bool) {
        ui.set_min_width(200.0);
        self.exports(ui, pane);
        if let Some(pane) = add_menu(ui, self.shown, has) {
            self.added = Some((pane, tabs));
        }
        if ui.button("Close panel").clicked() {
            self.closed = Some(pane);
        }
    }
}

const FORMATS: [(TableFormat, &str); 2] =
    [(TableFormat::Csv, "Export table (CSV)…"), (TableFormat::Parquet, "Export table (Parquet)…")];

/// Draws the button with the menu that lists all panels. Panels on screen are ticked. In a low window the list scrolls.
/// Returns the panel that the user wants to add.
pub(super) fn add_menu(ui: &mut Ui, shown: Shown<'_>, has: &dyn Fn(Pane) -> bool) -> Option<Pane> {
    let mut added = None;
    let menu = ui.menu_button(format!("{} Panel", icons::PLUS), |ui| {
        let height = ui.ctx().content_rect().height() - 24.0;
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| entries(ui, shown, has, &mut added));
    });
    let help = "Adds a panel: a plot, a table, the board or the summary";
    menu.response.on_hover_text(help).accessible_name("Add panel");
    added
}

/// Whether a race has data for a panel.
pub(super) fn is_there(shown: Shown<'_>, pane: Pane) -> bool {
    match pane {
        Pane::Plot(quantity) => quantity.is_there(&shown.figures.series, shown.race.resources()),
        Pane::Championship(_) => shown.race.score().is_some(),
        Pane::Forecast => shown.race.info().forecasts.is_some(),
        Pane::Board | Pane::Summary | Pane::Comparison | Pane::Stretch | Pane::Table(_) => true,
    }
}

/// Draws the entries of the menu that lists all panels.
fn entries(ui: &mut Ui, shown: Shown<'_>, has: &dyn Fn(Pane) -> bool, added: &mut Option<Pane>) {
    let mut group = None;
    let all = Pane::all(shown.race.resources().len()).chain(Pane::OF_SOME);
    for pane in all.filter(|pane| is_there(shown, *pane)) {
        let of = match pane {
            Pane::Board | Pane::Summary => 0,
            Pane::Plot(_) | Pane::Comparison => 1,
            Pane::Table(_) | Pane::Stretch => 2,
            Pane::Championship(_) | Pane::Forecast => 3,
        };
        if group.replace(of).is_some_and(|before| before != of) {
            ui.separator();
        }
        if ui.add(Button::selectable(has(pane), title(shown, pane))).clicked() {
            *added = Some(pane);
            ui.close();
        }
        if pane == Pane::Comparison {
            let free = own::free_number(&|quantity| has(Pane::Plot(quantity)));
            let button = ui.add_enabled(free.is_some(), Button::new("Own quantity…"));
            let button = button.on_hover_text("Plots an expression that you write, such as speed / gear");
            if let Some(free) = free.filter(|_| button.clicked()) {
                *added = Some(Pane::Plot(Quantity::Own(free)));
                ui.close();
            }
        }
    }
}

/// The title of a panel.
pub(super) fn title(shown: Shown<'_>, pane: Pane) -> String {
    match pane {
        Pane::Board => "Board".to_owned(),
        Pane::Summary => "Summary".to_owned(),
        Pane::Plot(quantity) => quantity.title(shown.race).into_owned(),
        Pane::Comparison => "Two cars".to_owned(),
        Pane::Stretch => "Stretch".to_owned(),
        Pane::Table(kind) => kind.title().to_owned(),
        Pane::Championship(Entry::Teams) => "Championship".to_owned(),
        Pane::Championship(Entry::Drivers) => "Drivers' championship".to_owned(),
        Pane::Forecast => "Strategies".to_owned(),
    }
}

/// The sentence that a panel shows if its table has no rows.
fn why_empty(shown: Shown<'_>, pane: Pane) -> &'static str {
    let Pane::Table(kind) = pane else { return "There is nothing to show yet." };
    match kind {
        TableKind::Results => "There are no cars in this race.",
        TableKind::Laps => "No car has driven a lap yet.",
        TableKind::Stints => "No car has played a turn yet.",
        TableKind::Corners | TableKind::CornerMeans if shown.race.corner_spans().is_empty() => {
            "This circuit has no marked corners."
        }
        TableKind::Corners | TableKind::CornerMeans => "No car has driven through a corner yet.",
        TableKind::Incidents => "There were no incidents.",
        TableKind::Duels => "No car attacked, hit or overtook another car.",
        TableKind::Spent if shown.race.resources().iter().all(|resource| resource.max == 0) => {
            "Cars have no points to spend in this race."
        }
        TableKind::Spent => "No points were spent.",
        TableKind::Turns => "No turns have been played yet.",
    }
}

/// The noun for the rows of a table, in the plural.
const fn what(pane: Pane) -> &'static str {
    let Pane::Table(kind) = pane else {
        return match pane {
            Pane::Championship(Entry::Teams) => "teams",
            Pane::Championship(Entry::Drivers) => "drivers",
            Pane::Stretch => "cars in the stretch",
            _ => "strategies",
        };
    };
    match kind {
        TableKind::Results => "cars",
        TableKind::Laps => "laps",
        TableKind::Stints => "stints",
        TableKind::Corners => "passages",
        TableKind::CornerMeans => "corners",
        TableKind::Incidents => "incidents",
        TableKind::Duels => "duels",
        TableKind::Spent => "purposes",
        TableKind::Turns => "turns",
    }
}

impl Behavior<Pane> for Panels<'_> {
    /// Whether the user can drag a tile: true only for panels. If the empty part of a tab bar could be dragged, the
    /// user could drop a whole group of tabs into another group.
    fn is_tile_draggable(&self, tiles: &Tiles<Pane>, tile: TileId) -> bool {
        tiles.get(tile).is_some_and(egui_tiles::Tile::is_pane)
    }

    fn pane_ui(&mut self, ui: &mut Ui, _tile_id: TileId, pane: &mut Pane) -> UiResponse {
        let margin = if matches!(pane, Pane::Board) { 0 } else { 6 };
        egui::Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin).show(ui, |ui| {
            match *pane {
                Pane::Board => board::show(ui, self.shown, self.own, self.desk, self.board, (self.picture, self.ghost)),
                Pane::Summary => match &self.reading {
                    Some((_, reading)) => summary::show(ui, self.shown, reading, self.queue),
                    None => {
                        ui.weak("Analysing the race…");
                    }
                },
                Pane::Plot(quantity) => {
                    if let Quantity::Own(number) = quantity
                        && !own::field(ui, self.shown, self.own, self.expressions, number)
                    {
                        ui.take_available_space();
                        return;
                    }
                    for plot in plot::show(ui, self.shown, self.own, self.desk, quantity, self.queue) {
                        self.plot_menu(&plot, *pane);
                    }
                }
                Pane::Stretch => self.stretch(ui),
                Pane::Comparison => {
                    comparison::show(ui, self.shown, self.own, self.desk, self.others, self.queue);
                }
                Pane::Table(_) => self.table(ui, *pane),
                Pane::Championship(entry) => self.championship(ui, entry),
                Pane::Forecast => self.forecast(ui),
            }
            // The panel fills its tile, whatever its content.
            ui.take_available_space();
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        self.title(*pane).into()
    }

    fn tab_title_spacing(&self, _visuals: &egui::Visuals) -> f32 {
        TAB_MARGIN
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut Ui,
        tile_id: TileId,
        tabs: &egui_tiles::Tabs,
        offset: &mut f32,
    ) {
        let Some(pane) = tabs.active.and_then(|active| tiles.get_pane(&active)).copied() else { return };
        let has = |pane: Pane| tiles.find_pane(&pane).is_some();
        let name = format!("Menu of {}", self.title(pane));
        let menu =
            egui::containers::menu::MenuButton::from_button(Button::new(icons::DOTS_THREE_VERTICAL).frame(false))
                .ui(ui, |ui| self.menu(ui, pane, tile_id, &has));
        menu.0.on_hover_text("Export, add or close panels").accessible_name(name);
        let width = |ui: &Ui, words: String| {
            let font = egui::TextStyle::Button.resolve(ui.style());
            ui.painter().layout_no_wrap(words, font, egui::Color32::WHITE).size().x
        };
        let shown = tabs.children.iter().filter(|tab| tiles.is_visible(**tab));
        let titles = shown.filter_map(|tab| Some((*tab, self.title(*tiles.get_pane(tab)?))));
        let widths: Vec<(TileId, f32)> =
            titles.map(|(tab, title)| (tab, width(ui, title) + 2.0 * TAB_MARGIN)).collect();
        // The unit of a plot is beside its tabs, where it covers no line. If there is no room, only the tooltips of the
        // plot show it.
        if let Pane::Plot(quantity) = pane {
            let tabs: f32 = widths.iter().map(|(_, width)| width).sum();
            let unit = quantity.unit(self.shown.race);
            if ui.available_width() > tabs + width(ui, unit.to_owned()) + 16.0 {
                let label = ui.label(look::weak(unit));
                if let Some(note) = quantity.note() {
                    label.on_hover_text(note);
                }
            }
        }
        tab_strip::scroll(ui, tile_id, tabs.active, &widths, self.tab_bar_height(ui.style()), offset);
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        4.0
    }

    fn min_size(&self) -> f32 {
        96.0
    }

    fn tab_bar_height(&self, _style: &egui::Style) -> f32 {
        26.0
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        visuals.faint_bg_color
    }
}
