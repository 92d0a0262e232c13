//! The balance panel shows how fair a circuit is. Computer drivers race on the circuit in the background while the user
//! draws it.

use std::sync::Arc;

use egui::{DragValue, Grid, Label, ProgressBar, ScrollArea, Ui};

use super::{EditorTab, Lower, findings};
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::drivers::{DriveError, Level, Start};
use crate::editor::sketch::AnySketch;
use crate::game::scene::Scene;
use crate::game::{AnyDraft, Progress, words};
use crate::list::Offered;
use crate::render::Theme;
use crate::simulate::{CircuitBalance, Comparison, Studied, compare, study};

/// The seed of the races. It never changes, so the same circuit always has the same balance.
const SEED: u64 = 1;

/// The settings of the races that computer drivers drive to measure the balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    races: u64,
    cars: u32,
    /// The number of laps in each race; 0 stands for the game's usual number.
    laps: u32,
    level: Level,
}

/// The state of the balance panel.
pub(super) struct Evaluated {
    under_way: UnderWay<BalanceJob>,
    /// Whether the drivers race again after every change of the circuit.
    is_on: bool,
    asked: Asked,
    /// The circuit and the settings of the latest series of races. The races may still be running.
    of: Option<(AnyDraft, Asked)>,
    revision: Option<u64>,
    shown: Option<Result<Arc<Studied>, String>>,
    /// The balance that the user has kept, to compare later balances with it.
    kept: Option<CircuitBalance>,
    /// The balance that was last compared with the balance in `kept`, and the result of this comparison.
    compared: Option<(Arc<Studied>, Comparison)>,
    /// Whether the board shows how often cars pass each other on each stretch of the lap.
    heat: bool,
    /// The revision of the circuit for which the balance on screen was computed.
    shown_of: Option<u64>,
    /// Whether the balance on screen includes all requested races.
    is_whole: bool,
}

impl Default for Evaluated {
    fn default() -> Self {
        Self {
            under_way: UnderWay::default(),
            is_on: false,
            asked: Asked { races: 200, cars: 4, laps: 0, level: Level::Club },
            of: None,
            revision: None,
            shown: None,
            kept: None,
            compared: None,
            heat: true,
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

/// The balance from the races driven so far; `None` while the drivers still learn the circuit.
pub type Standing = Option<Arc<Studied>>;

impl Work for BalanceJob {
    type Stage = Standing;
    type Found = Result<Arc<Studied>, String>;

    fn first(&self) -> Standing {
        None
    }

    fn work(&self, report: &(dyn Fn(Standing) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Self::Found> {
        let Asked { races, cars, laps, level } = self.asked;
        let start = Start { laps: (laps > 0).then_some(laps), cars: Some(cars as usize), fields: Vec::new() };
        let learned = self.game.learn(&self.draft, &start, Progress { stop, ..Progress::SILENT });
        let report = |studied: Studied| report(Some(Arc::new(studied)));
        match learned.and_then(|school| study(school.as_ref(), level, SEED, races, &report, stop)) {
            Err(DriveError::Stopped) => None,
            answer => Some(answer.map(Arc::new).map_err(|error| error.to_string())),
        }
    }
}

impl EditorTab {
    /// Shows the balance panel. From now on, computer drivers race again after every change of the circuit.
    pub fn evaluate_balance(&mut self) {
        self.desk.lower = Lower::Balance;
        self.evaluated.is_on = true;
    }

    /// The balance on screen, and whether it includes all requested races.
    #[must_use]
    pub fn balance(&self) -> Option<(&CircuitBalance, bool)> {
        let shown = self.evaluated.shown.as_ref()?.as_ref().ok()?;
        Some((&shown.balance, self.evaluated.is_whole))
    }

    /// The comparison of the balance on screen with the balance that the user has kept; `None` if one of them is
    /// missing.
    #[must_use]
    pub fn compared_balance(&self) -> Option<&Comparison> {
        self.evaluated.compared.as_ref().map(|(_, comparison)| comparison)
    }

    /// Draws how often cars pass each other on each stretch of the lap. The drawing is empty unless the balance panel
    /// is open, its checkbox for these colours is ticked, and the balance was computed for the current circuit.
    #[must_use]
    pub fn heat(&self) -> Scene {
        let mut scene = Scene::default();
        self.draw_heat(&mut scene);
        scene
    }

    pub(super) fn draw_heat(&self, scene: &mut Scene) {
        let evaluated = &self.evaluated;
        if self.desk.lower == Lower::Balance
            && evaluated.heat
            && evaluated.shown_of == Some(self.document.revision())
            && let Some(Ok(studied)) = &evaluated.shown
        {
            findings::draw_heat(studied, scene);
        }
    }

    /// If the circuit or the settings have changed, returns the job in which computer drivers race again. Returns
    /// `None` if nothing has changed, if the circuit is not checked or has errors, or if the races are switched off.
    /// `game` finds the game of the circuit.
    pub fn due_balance(
        &mut self,
        game: impl FnOnce(&AnyDraft) -> Option<&'static dyn Offered>,
    ) -> Option<Arc<Search<BalanceJob>>> {
        let evaluated = &mut self.evaluated;
        if !evaluated.is_on || self.desk.lower != Lower::Balance {
            return None;
        }
        let revision = self.document.revision();
        let asked = evaluated.asked;
        let is_same = evaluated.of.as_ref().is_some_and(|(_, of)| *of == asked);
        let is_done = evaluated.is_whole || evaluated.under_way.is_running();
        if evaluated.revision == Some(revision) && is_same && is_done {
            return None;
        }
        // Stop races on an earlier revision. New races start only when the circuit has been checked and has no errors.
        if evaluated.revision != Some(revision) {
            evaluated.under_way.stop();
        }
        if !self.document.is_checked() || !self.document.is_sound() {
            return None;
        }
        evaluated.revision = Some(revision);
        let draft = self.document.draft();
        if is_same && evaluated.of.as_ref().is_some_and(|(of, _)| *of == draft) && evaluated.is_whole {
            evaluated.shown_of = Some(revision);
            return None;
        }
        let game = game(&draft)?;
        // Remove a balance with other settings, or an error.
        if !is_same || evaluated.shown.as_ref().is_some_and(Result::is_err) {
            evaluated.shown = None;
        }
        evaluated.of = Some((draft.clone(), asked));
        evaluated.is_whole = false;
        Some(evaluated.under_way.begin(BalanceJob { game, draft, asked }))
    }

    /// Receives the result of the races. `answer` is `None` if the job has panicked.
    pub fn evaluated(&mut self, job: &Arc<Search<BalanceJob>>, answer: Option<Result<Arc<Studied>, String>>) {
        if !self.evaluated.under_way.ended(job) {
            return;
        }
        // If there is no answer, the job has panicked. Switch it off, because it would panic again.
        self.evaluated.is_on &= answer.is_some();
        self.evaluated.shown =
            Some(answer.unwrap_or_else(|| Err("No balance was computed, because of a bug in Paddock.".to_owned())));
        self.evaluated.shown_of = self.evaluated.revision;
        self.evaluated.is_whole = true;
    }

    /// Draws the balance panel.
    pub(super) fn show_balance(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        ui.take_available_space();
        let is_known = self.is_known();
        let (document, evaluated) = (self.document.as_ref(), &mut self.evaluated);
        if let Some(Some(studied)) = evaluated.under_way.stage() {
            evaluated.shown = Some(Ok(studied));
            evaluated.shown_of = evaluated.revision;
        }
        evaluated.compare();
        ScrollArea::vertical().id_salt("balance").auto_shrink(false).show(ui, |ui| {
            ask(ui, (document, is_known), evaluated, queue);
            match &evaluated.shown {
                None => {}
                Some(Err(why)) => {
                    ui.colored_label(ui.visuals().error_fg_color, why);
                }
                Some(Ok(studied)) => {
                    let is_old = evaluated.shown_of != Some(document.revision());
                    let compared = evaluated.compared.as_ref().map(|(_, comparison)| comparison);
                    match findings::compared(ui, evaluated.kept.as_ref(), compared) {
                        Some(findings::Keep::This) => evaluated.kept = Some(studied.balance.clone()),
                        Some(findings::Keep::Nothing) => evaluated.kept = None,
                        None => {}
                    }
                    findings::show(ui, studied, is_old.then_some(theme), &mut evaluated.heat);
                }
            }
        });
    }
}

impl Evaluated {
    /// Compares the balance on screen with the balance in `kept`. Does nothing if this comparison is up to date.
    fn compare(&mut self) {
        let (Some(kept), Some(Ok(shown))) = (&self.kept, &self.shown) else {
            self.compared = None;
            return;
        };
        let is_same = |(of, comparison): &(Arc<Studied>, Comparison)| Arc::ptr_eq(of, shown) && comparison.one == *kept;
        if !self.compared.as_ref().is_some_and(is_same) {
            let comparison = compare(vec![(kept.clone(), shown.balance.clone())]).pop();
            self.compared = comparison.map(|comparison| (Arc::clone(shown), comparison));
        }
    }
}

/// Draws the settings of the races that computer drivers drive on the circuit, their progress, and the button that
/// starts or stops them. `is_known` is false while it is not known whether the circuit has errors.
fn ask(ui: &mut Ui, (document, is_known): (&dyn AnySketch, bool), evaluated: &mut Evaluated, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    Grid::new("balance-asked").num_columns(4).spacing([8.0, 4.0]).show(ui, |ui| {
        let asked = &mut evaluated.asked;
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
            ui.selectable_value(&mut evaluated.asked.level, level, level.name());
        }
    });
    ui.add_space(4.0);
    if evaluated.is_on {
        let stage = evaluated.under_way.stage();
        ui.horizontal(|ui| {
            if ui
                .button("Stop")
                .on_hover_text("Stops the races. Later changes of the circuit start no new races")
                .clicked()
            {
                evaluated.is_on = false;
                evaluated.under_way.stop();
            }
            if stage.is_some() {
                ui.spinner();
            }
            let races =
                evaluated.shown.as_ref().and_then(|shown| shown.as_ref().ok()).map_or(0, |shown| shown.balance.races);
            ui.label(match &stage {
                Some(None) => "Drivers learn the circuit…".to_owned(),
                Some(Some(_)) => format!("{races} of {}", words::many(evaluated.asked.races, "race")),
                None if !is_known => "Checking the circuit…".to_owned(),
                None if !document.is_sound() => {
                    "Fix the errors first: drivers can only race on a circuit without errors.".to_owned()
                }
                None => words::many(u64::from(races), "race"),
            });
        });
        if stage.is_none() && evaluated.shown.is_some() {
            ui.add(Label::new(look::weak("Drivers race again after each change.")).wrap());
        }
        if let Some(Some(studied)) = &stage {
            let share = f64::from(studied.balance.races) / evaluated.asked.races.max(1) as f64;
            ui.add(ProgressBar::new(share as f32).desired_height(6.0));
        }
    } else {
        let words =
            "Computer drivers race while you draw. See who wins, how often cars pass and how long a race lasts.";
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
        let spec = Command::EvaluateBalance.spec();
        let button = ui.button(format!("{}  Let drivers race", icons::FLAG_CHECKERED));
        if button.on_hover_text(spec.tooltip()).clicked() {
            queue.push(Command::EvaluateBalance);
        }
    }
}
