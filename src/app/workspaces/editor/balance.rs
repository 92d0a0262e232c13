//! The balance panel shows how fair a circuit is. Computer drivers race on the circuit in the background while the user
//! draws it.

use std::sync::Arc;

use egui::{DragValue, Grid, Label, ProgressBar, RichText, ScrollArea, Ui};

use super::{EditorTab, Lower};
use crate::app::board::{icons, look, painter};
use crate::app::commands::{Command, CommandQueue};
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::drivers::{DriveError, Level, Start};
use crate::editor::sketch::AnySketch;
use crate::game::{AnyDraft, Progress, words};
use crate::list::Offered;
use crate::render::Theme;
use crate::simulate::{CircuitBalance, study};

/// The seed of the races. It never changes, so the same circuit always has the same balance.
const SEED: u64 = 1;

/// The settings of the races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    races: u64,
    cars: u32,
    /// The number of laps; 0 for the usual number.
    laps: u32,
    level: Level,
}

/// The state of the panel.
pub(super) struct Judged {
    under_way: UnderWay<BalanceJob>,
    /// Whether the drivers race again after every change of the circuit.
    is_on: bool,
    asked: Asked,
    /// The circuit and the settings of the latest races, which are running or done.
    of: Option<(AnyDraft, Asked)>,
    revision: Option<u64>,
    shown: Option<Result<CircuitBalance, String>>,
    /// The revision of the circuit that the balance on screen belongs to.
    shown_of: Option<u64>,
    /// Whether the balance on screen includes all requested races.
    is_whole: bool,
}

impl Default for Judged {
    fn default() -> Self {
        Self {
            under_way: UnderWay::default(),
            is_on: false,
            asked: Asked { races: 200, cars: 4, laps: 0, level: Level::Club },
            of: None,
            revision: None,
            shown: None,
            shown_of: None,
            is_whole: false,
        }
    }
}

/// The job in which computer drivers race on a circuit.
pub struct BalanceJob {
    game: &'static dyn Offered,
    draft: AnyDraft,
    asked: Asked,
}

/// The balance so far; `None` while the drivers learn the circuit.
pub type Standing = Option<Box<CircuitBalance>>;

impl Work for BalanceJob {
    type Stage = Standing;
    type Found = Result<CircuitBalance, String>;

    fn first(&self) -> Standing {
        None
    }

    fn work(&self, report: &(dyn Fn(Standing) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Self::Found> {
        let Asked { races, cars, laps, level } = self.asked;
        let start = Start { laps: (laps > 0).then_some(laps), cars: Some(cars as usize), fields: Vec::new() };
        let learned = self.game.learn(&self.draft, &start, Progress { stop, ..Progress::SILENT });
        let report = |balance: &CircuitBalance| report(Some(Box::new(balance.clone())));
        match learned.and_then(|school| study(school.as_ref(), level, SEED, races, &report, stop)) {
            Err(DriveError::Stopped) => None,
            answer => Some(answer.map_err(|error| error.to_string())),
        }
    }
}

impl EditorTab {
    /// Shows the balance of the circuit, and from now on lets drivers race after every change.
    pub fn judge(&mut self) {
        self.desk.lower = Lower::Balance;
        self.judged.is_on = true;
    }

    /// The balance on screen, and whether it includes all requested races.
    #[must_use]
    pub fn balance(&self) -> Option<(&CircuitBalance, bool)> {
        let shown = self.judged.shown.as_ref()?.as_ref().ok()?;
        Some((shown, self.judged.is_whole))
    }

    /// The races that drivers must start now, because the circuit or the settings have changed; `None` if no races are
    /// due. `game` finds the game of the circuit.
    pub fn due_balance(
        &mut self,
        game: impl FnOnce(&AnyDraft) -> Option<&'static dyn Offered>,
    ) -> Option<Arc<Search<BalanceJob>>> {
        let judged = &mut self.judged;
        if !judged.is_on || self.desk.lower != Lower::Balance {
            return None;
        }
        let revision = self.document.revision();
        let asked = judged.asked;
        let is_same = judged.of.as_ref().is_some_and(|(_, of)| *of == asked);
        let is_done = judged.is_whole || judged.under_way.is_running();
        if judged.revision == Some(revision) && is_same && is_done {
            return None;
        }
        // Stop races on an earlier revision. New races start only when the circuit has been checked and has no errors.
        if judged.revision != Some(revision) {
            judged.under_way.stop();
        }
        if !self.document.is_checked() || !self.document.is_sound() {
            return None;
        }
        judged.revision = Some(revision);
        let draft = self.document.draft();
        if is_same && judged.of.as_ref().is_some_and(|(of, _)| *of == draft) && judged.is_whole {
            judged.shown_of = Some(revision);
            return None;
        }
        let game = game(&draft)?;
        // Remove a balance with other settings, or an error.
        if !is_same || judged.shown.as_ref().is_some_and(Result::is_err) {
            judged.shown = None;
        }
        judged.of = Some((draft.clone(), asked));
        judged.is_whole = false;
        Some(judged.under_way.begin(BalanceJob { game, draft, asked }))
    }

    /// Receives the result of the drivers' races.
    pub fn judged(&mut self, job: &Arc<Search<BalanceJob>>, answer: Option<Result<CircuitBalance, String>>) {
        if !self.judged.under_way.ended(job) {
            return;
        }
        // If there is no answer, the job has panicked. Switch it off, because it would panic again.
        self.judged.is_on &= answer.is_some();
        self.judged.shown =
            Some(answer.unwrap_or_else(|| Err("The races failed. This is a bug in Paddock.".to_owned())));
        self.judged.shown_of = self.judged.revision;
        self.judged.is_whole = true;
    }

    /// Draws the panel.
    pub(super) fn show_balance(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        ui.take_available_space();
        let (document, judged) = (self.document.as_ref(), &mut self.judged);
        if let Some(Some(balance)) = judged.under_way.stage() {
            judged.shown = Some(Ok(*balance));
            judged.shown_of = judged.revision;
        }
        ScrollArea::vertical().id_salt("balance").auto_shrink(false).show(ui, |ui| {
            ask(ui, document, judged, queue);
            match &judged.shown {
                None => {}
                Some(Err(why)) => {
                    ui.colored_label(ui.visuals().error_fg_color, why);
                }
                Some(Ok(balance)) => {
                    let is_old = judged.shown_of != Some(document.revision());
                    answer(ui, balance, is_old.then_some(theme));
                }
            }
        });
    }
}

/// Draws the settings, the switch that turns the races on, and their progress.
fn ask(ui: &mut Ui, document: &dyn AnySketch, judged: &mut Judged, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    Grid::new("balance-asked").num_columns(4).spacing([8.0, 4.0]).show(ui, |ui| {
        let asked = &mut judged.asked;
        ui.label("Races");
        ui.add(DragValue::new(&mut asked.races).range(10..=5_000)).accessible_name("Races to drive");
        ui.label("Cars");
        ui.add(DragValue::new(&mut asked.cars).range(1..=12)).accessible_name("Cars in a race");
        ui.end_row();
        ui.label("Laps");
        let laps = DragValue::new(&mut asked.laps).range(0..=20);
        let laps = laps.custom_formatter(|laps, _| if laps < 1.0 { "usual".to_owned() } else { format!("{laps:.0}") });
        ui.add(laps.custom_parser(|text| if text.trim() == "usual" { Some(0.0) } else { text.trim().parse().ok() }))
            .accessible_name("Laps of a race");
        ui.end_row();
    });
    ui.horizontal(|ui| {
        ui.label("Drivers");
        for level in [Level::Novice, Level::Club] {
            ui.selectable_value(&mut judged.asked.level, level, level.name());
        }
    });
    ui.add_space(4.0);
    if judged.is_on {
        let stage = judged.under_way.stage();
        ui.horizontal(|ui| {
            if ui.button("Stop").on_hover_text("Stops the races, and starts none after later changes").clicked() {
                judged.is_on = false;
                judged.under_way.stop();
            }
            if stage.is_some() {
                ui.spinner();
            }
            let races = judged.shown.as_ref().and_then(|shown| shown.as_ref().ok()).map_or(0, |shown| shown.races);
            ui.label(match &stage {
                Some(None) => "Drivers learn the circuit…".to_owned(),
                Some(Some(_)) => format!("{races} of {}", words::many(judged.asked.races, "race")),
                None if !document.is_checked() => "Checking the circuit…".to_owned(),
                None if !document.is_sound() => "Fix the errors: drivers need a circuit without errors.".to_owned(),
                None => words::many(u64::from(races), "race"),
            });
        });
        if let Some(Some(balance)) = &stage {
            let share = f64::from(balance.races) / judged.asked.races.max(1) as f64;
            ui.add(ProgressBar::new(share as f32).desired_height(6.0));
        }
    } else {
        let words =
            "Computer drivers race while you draw. See who wins, how often cars pass and how long a race lasts.";
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
        let spec = Command::Judge.spec();
        let button = ui.button(format!("{}  Let drivers race", icons::FLAG_CHECKERED));
        if button.on_hover_text(spec.tooltip()).clicked() {
            queue.push(Command::Judge);
        }
    }
}

/// Draws the verdict and the table of grid places. If `old` is a theme, also warns, in that theme's colours, that the
/// circuit has changed since the races.
fn answer(ui: &mut Ui, balance: &CircuitBalance, old: Option<Theme>) {
    ui.add_space(8.0);
    if let Some(theme) = old {
        let words = format!("{}  The circuit has changed since these races.", icons::CLOCK_COUNTER_CLOCKWISE);
        ui.add(Label::new(RichText::new(words).color(painter::color(theme.warning()))).wrap());
        ui.add_space(4.0);
    }
    for sentence in &balance.verdict {
        ui.add(Label::new(sentence.as_str()).wrap());
    }
    ui.add_space(8.0);
    let grid = Grid::new("balance-places").num_columns(4).striped(true).spacing([14.0, 2.0]);
    grid.show(ui, |ui| {
        for (title, help) in [
            ("Grid", "The place on the grid"),
            ("Wins", "The fraction of races won from this place on the grid"),
            ("95 %", "With 95 % certainty, the true fraction is in this range"),
            ("Place", "The average place in the result"),
        ] {
            ui.label(look::weak(title)).on_hover_text(help);
        }
        ui.end_row();
        for slot in &balance.slots {
            let [win, low, high] = [slot.win, slot.low, slot.high].map(|share| share * 100.0);
            ui.label(slot.slot.to_string());
            ui.label(format!("{win:.0} %"));
            ui.label(format!("{low:.0} to {high:.0}"));
            ui.label(format!("{:.1}", slot.place));
            ui.end_row();
        }
    });
}
