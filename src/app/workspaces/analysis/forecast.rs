//! The strategy forecast: the expected result of each strategy that a car can follow from a given turn of the race. A
//! background job computes the forecast.

use std::fmt;
use std::sync::Arc;

use egui::{ComboBox, Label, Ui};

use crate::analysis::{Table, tables};
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::app::workspaces::desk::Shown;
use crate::game::{CarId, Forecast, Progress};
use crate::replay::Race;

/// The job that computes a forecast.
pub struct ForecastJob {
    race: Arc<dyn Race>,
    /// The version number that the race had when the forecast began.
    state: u64,
    at: usize,
    car: CarId,
}

impl fmt::Debug for ForecastJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForecastJob").field("at", &self.at).field("car", &self.car).finish_non_exhaustive()
    }
}

impl Work for ForecastJob {
    type Stage = String;
    type Found = Forecast;

    fn first(&self) -> String {
        "Starting the forecast".to_owned()
    }

    fn work(&self, report: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Forecast> {
        self.race.forecast(self.at, self.car, Progress { report, stop })
    }
}

/// The state of the forecast panel of a race.
#[derive(Debug, Default)]
pub struct ForecastPanel {
    /// The car that the user chose in the panel; `None` if the forecast is for the car selected on the board.
    chosen: Option<CarId>,
    under_way: UnderWay<ForecastJob>,
    found: Option<Found>,
    /// The version number of the forecast's table. It changes with every new forecast.
    number: u64,
}

#[derive(Debug)]
struct Found {
    state: u64,
    at: usize,
    car: CarId,
    forecast: Forecast,
    table: Arc<Table>,
}

impl ForecastPanel {
    /// Stops the running forecast.
    pub fn stop(&mut self) {
        self.under_way.stop();
    }

    /// Starts a forecast for a car after `at` turns of the race. Stops the forecast that is running.
    pub fn begin(&mut self, race: Arc<dyn Race>, state: u64, at: usize, car: CarId) -> Arc<Search<ForecastJob>> {
        self.under_way.begin(ForecastJob { race, state, at, car })
    }

    /// Stores the result of a forecast. Does nothing if that forecast was stopped or replaced by a newer one.
    pub fn take(&mut self, forecasting: &Arc<Search<ForecastJob>>, forecast: Option<Forecast>) {
        if !self.under_way.ended(forecasting) {
            return;
        }
        if let Some(forecast) = forecast {
            let &ForecastJob { state, at, car, .. } = forecasting.what();
            self.number += 1;
            self.found = Some(Found { state, at, car, table: Arc::new(tables::forecast(&forecast)), forecast });
        }
    }

    /// The latest finished forecast; `None` before the first one.
    #[must_use]
    pub fn forecast(&self) -> Option<&Forecast> {
        self.found.as_ref().map(|found| &found.forecast)
    }

    /// The current stage of the running forecast, in words; `None` if no forecast is running.
    #[must_use]
    pub fn stage(&self) -> Option<String> {
        self.under_way.stage()
    }

    /// The car that the user chose in the panel; `None` if the forecast is for the car selected on the board.
    #[must_use]
    pub const fn chosen(&self) -> Option<CarId> {
        self.chosen
    }

    /// The forecast's table, with its version number; `None` if there is no forecast.
    pub(super) fn table(&self) -> Option<(u64, Arc<Table>)> {
        self.found.as_ref().map(|found| (self.number, Arc::clone(&found.table)))
    }

    /// Draws the list of cars, the button that starts or cancels the forecast, and the headline of the forecast.
    pub(super) fn heading(&mut self, ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
        let Some(forecasts) = shown.race.info().forecasts else {
            ui.weak("This game has no strategies to compare.");
            return;
        };
        let stage = self.stage();
        ui.horizontal(|ui| {
            self.choose(ui, shown);
            // The button and the progress are in the same place, so that the controls beside them do not move.
            if let Some(stage) = &stage {
                if ui.button("Cancel").on_hover_text(Command::StopForecast.spec().tooltip()).clicked() {
                    queue.push(Command::StopForecast);
                }
                ui.spinner();
                ui.weak(stage);
            } else {
                let spec = Command::Forecast.spec();
                let button = ui.button(format!("{}  Compare", icons::GAUGE));
                let help = format!("{forecasts}\n{}", spec.tooltip());
                if button.on_hover_text(help).accessible_name("Compare strategies").clicked() {
                    queue.push(Command::Forecast);
                }
                ui.weak(format!("from {}", position(shown.playback.position())));
            }
        });
        let Some(found) = &self.found else {
            ui.add(Label::new(look::weak(forecasts)).wrap());
            return;
        };
        let name = shown.index_of(found.car).map_or("", |index| shown.name(index));
        let about = format!("{name}, from {}: {}", position(found.at), found.forecast.headline);
        ui.add(Label::new(look::strong(about, look::BODY)).wrap());
        let mut notes = found.forecast.notes.join(" ");
        if found.state != shown.state {
            notes = format!("The race has changed since this forecast. {notes}");
        }
        ui.add(Label::new(look::weak(notes)).wrap());
    }

    fn choose(&mut self, ui: &mut Ui, shown: Shown<'_>) {
        let name = |car: CarId| shown.index_of(car).map_or("", |index| shown.name(index)).to_owned();
        let words = self.chosen.map_or_else(|| "Selected car".to_owned(), name);
        let combo = ComboBox::from_id_salt("forecast-car").width(160.0).selected_text(words).truncate();
        let response = look::show_list(ui, combo, |ui| {
            if ui.selectable_label(self.chosen.is_none(), "Selected car").clicked() {
                self.chosen = None;
            }
            for entrant in shown.race.entrants() {
                if ui.selectable_label(self.chosen == Some(entrant.car), name(entrant.car)).clicked() {
                    self.chosen = Some(entrant.car);
                }
            }
        });
        let hint =
            "Compares this car's strategies. “Selected car” is the car selected on the board, or else the car to act";
        response.response.accessible_name("Car whose strategies are compared").on_hover_text(hint);
    }
}

/// A position in the race, in words: "the grid" or "turn 12".
fn position(at: usize) -> String {
    if at == 0 { "the grid".to_owned() } else { format!("turn {at}") }
}
