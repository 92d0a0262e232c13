//! A race compared with the best that could have been done, on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use egui::{Label, Ui};

use super::{ReplayTab, Shown};
use crate::app::commands::{Command, CommandQueue};
use crate::app::{icons, look};
use crate::game::{CarId, Judgement, Onlooker};
use crate::replay::Race;

/// A comparison that is under way.
pub struct Comparison {
    race: Arc<dyn Race>,
    /// The state of the race it is about.
    state: u64,
    stage: Mutex<String>,
    stopped: AtomicBool,
}

impl Comparison {
    /// Runs it; `told` is called when it has come further. `None` where it was stopped.
    pub fn run(&self, told: &(dyn Fn() + Sync)) -> Option<Judgement> {
        let tell = |stage: String| {
            *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
            told();
        };
        let stop = || self.stopped.load(Ordering::Relaxed);
        self.race.judge(Onlooker { tell: &tell, stop: &stop })
    }
}

/// What a tab knows of it.
#[derive(Default)]
pub(super) struct Judging {
    running: Option<Arc<Comparison>>,
    /// What was found, and about which state of the race.
    found: Option<(u64, Arc<Judgement>)>,
    /// Whether the best way is drawn.
    pub(super) line: bool,
}

impl Drop for Judging {
    /// A race that is closed needs no comparison.
    fn drop(&mut self) {
        self.stop();
    }
}

impl Judging {
    fn stop(&mut self) {
        if let Some(comparison) = self.running.take() {
            comparison.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// What was found about this state of the race.
    pub(super) fn found(&self, state: u64) -> Option<&Arc<Judgement>> {
        self.found.as_ref().filter(|(of, _)| *of == state).map(|(_, judgement)| judgement)
    }

    /// What is being done, if anything is.
    pub(super) fn stage(&self) -> Option<String> {
        let comparison = self.running.as_ref()?;
        Some(comparison.stage.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl ReplayTab {
    /// Begins to compare the race; what is under way is stopped. `None` where races of its game are not compared.
    pub fn compare(&mut self) -> Option<Arc<Comparison>> {
        self.judging.stop();
        self.race.judged_by()?;
        let comparison = Arc::new(Comparison {
            race: Arc::clone(&self.race),
            state: self.state,
            stage: Mutex::new("Beginning".to_owned()),
            stopped: AtomicBool::new(false),
        });
        self.judging.running = Some(Arc::clone(&comparison));
        Some(comparison)
    }

    /// Gives up the comparison that is under way.
    pub(super) fn stop_comparing(&mut self) {
        self.judging.stop();
    }

    /// Takes in what came of a comparison.
    pub fn compared(&mut self, comparison: &Arc<Comparison>, judgement: Option<Judgement>) {
        if !self.judging.running.as_ref().is_some_and(|running| Arc::ptr_eq(running, comparison)) {
            // It was stopped, or another one was begun.
            return;
        }
        self.judging.running = None;
        if let Some(judgement) = judgement {
            self.judging.found = Some((comparison.state, Arc::new(judgement)));
            self.judging.line = true;
        }
    }

    /// What was found out about the race as it is shown.
    #[must_use]
    pub fn judgement(&self) -> Option<&Judgement> {
        self.judging.found(self.state).map(Arc::as_ref)
    }
}

/// The part of the turn card that says what the turn was worth, or offers to find out.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, stage: Option<&str>, queue: &mut CommandQueue) {
    let Some(judged_by) = shown.race.judged_by().filter(|_| !shown.race.is_empty()) else { return };
    let at = shown.playback.position();
    if let Some(stage) = stage {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(stage);
            if ui.button("Cancel").on_hover_text(Command::StopComparing.spec().tooltip()).clicked() {
                queue.push(Command::StopComparing);
            }
        });
        return;
    }
    let Some(judgement) = shown.judgement else {
        let spec = Command::Compare.spec();
        let button = ui.button(format!("{}  {}", icons::GAUGE, spec.title));
        if button.accessible_name(spec.title).on_hover_text(format!("{judged_by} ({})", spec.keys())).clicked() {
            queue.push(Command::Compare);
        }
        return;
    };
    ui.add(Label::new(look::strong(&judgement.headline, look::BODY)).wrap()).on_hover_text(judged_by);
    if let Some(verdict) = judgement.verdict(at) {
        let lost = verdict.lost.map_or_else(
            || "What this turn lost cannot be told: nothing reaches the finish from here.".to_owned(),
            |lost| match lost {
                lost if lost.abs() < 5e-3 => "This turn lost nothing.".to_owned(),
                lost if lost < 0.0 => format!("This turn gained {}: a crash was a way.", turns(-lost)),
                lost => format!("This turn lost {}.", turns(lost)),
            },
        );
        ui.add(Label::new(lost).wrap());
        if let Some(luck) = verdict.luck {
            let word = if luck < 0.0 { "took" } else { "gave" };
            ui.add(Label::new(format!("Its dice {word} {:.1} {}.", luck.abs(), judgement.luck_unit)).wrap());
        }
    }
    let cars: Vec<CarId> = shown.race.entrants().iter().map(|entrant| entrant.car).collect();
    egui::Grid::new("lost").num_columns(3).spacing([16.0, 2.0]).show(ui, |ui| {
        for (index, car) in cars.into_iter().enumerate() {
            let [lost, luck] = judgement.sums(car, at);
            if lost.is_none() && luck.is_none() {
                continue;
            }
            ui.label(look::weak(shown.name(index)));
            ui.label(lost.map_or_else(String::new, |lost| format!("lost {}", turns(lost))));
            ui.label(luck.map_or_else(String::new, |luck| format!("luck {luck:+.1} {}", judgement.luck_unit)));
            ui.end_row();
        }
    });
}

/// "2 turns", "0.4 turns".
fn turns(count: f64) -> String {
    let words = if (count - count.round()).abs() < 5e-3 { format!("{count:.0}") } else { format!("{count:.1}") };
    format!("{words} turn{}", if words == "1" { "" } else { "s" })
}
