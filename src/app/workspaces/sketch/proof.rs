//! What is known about the quickest way over the circuit, and what is being found out about it.

use std::sync::Arc;

use egui::{Grid, Label, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::Lower;
use crate::app::board::{icons, look, painter};
use crate::app::commands::{Command, CommandQueue};
use crate::app::jobs::search::{Search, Seek, UnderWay};
use crate::editor::sketch::{AnySketch, Findings, Seeker};
use crate::game::scene::{Scene, Shape, Style};
use crate::render::Theme;

/// What is seen of it.
pub(super) struct Proof {
    under_way: UnderWay<DrawingSearch>,
    /// What was found, and for which revision of the circuit.
    found: Option<(u64, Findings)>,
    /// Whether the way is drawn.
    pub(super) line: bool,
    /// The turn under the pointer in the list, from 0.
    hovered: Option<usize>,
}

impl Default for Proof {
    fn default() -> Self {
        Self { under_way: UnderWay::default(), found: None, line: true, hovered: None }
    }
}

/// The search for the quickest race over a drawn circuit.
pub struct DrawingSearch {
    seeker: Box<dyn Seeker>,
    revision: u64,
}

impl Seek for DrawingSearch {
    type Stage = String;
    type Found = Findings;

    fn first(&self) -> String {
        "Beginning".to_owned()
    }

    fn seek(&self, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        self.seeker.seek(tell, stop)
    }
}

impl Proof {
    /// Stops the search under way.
    pub(super) fn stop(&mut self) {
        self.under_way.stop();
    }

    pub(super) fn is_running(&self) -> bool {
        self.under_way.is_running()
    }

    /// What was found, where it is about the circuit as it is now.
    pub(super) fn findings(&self, revision: u64) -> Option<&Findings> {
        self.found.as_ref().filter(|(of, _)| *of == revision).map(|(_, findings)| findings)
    }

    /// Begins a search; the one under way is stopped.
    pub(super) fn begin(&mut self, document: &dyn AnySketch) -> Option<Arc<Search<DrawingSearch>>> {
        self.stop();
        let what = DrawingSearch { seeker: document.seeker()?, revision: document.revision() };
        Some(self.under_way.begin(what))
    }

    /// Takes in what a search found.
    pub(super) fn take_in(&mut self, search: &Arc<Search<DrawingSearch>>, findings: Option<Findings>) {
        if !self.under_way.ended(search) {
            return;
        }
        if let Some(findings) = findings {
            self.found = Some((search.what().revision, findings));
        }
    }

    /// Draws what is to be seen of it.
    pub(super) fn draw(&self, revision: u64, scene: &mut Scene) {
        let Some(findings) = self.findings(revision) else { return };
        if self.line {
            scene.items.extend(findings.drawing.items.iter().cloned());
        }
        if let Some((_, at)) = self.hovered.and_then(|turn| findings.turns.get(turn)) {
            scene.add(Style::ActRing, Shape::Circle { center: *at, radius: 0.6 });
        }
    }
}

/// The tabs of the lower panel.
pub(super) fn tabs(ui: &mut Ui, lower: &mut Lower, issues: usize, proof: &Proof) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let issues = if issues == 0 { "Issues".to_owned() } else { format!("Issues ({issues})") };
        let proof = if proof.is_running() { "Quickest race…" } else { "Quickest race" }.to_owned();
        for (tab, words) in [(Lower::Issues, issues), (Lower::Proof, proof)] {
            let selected = *lower == tab;
            let text = if selected { look::strong(words, look::BODY) } else { RichText::new(words) };
            if ui.selectable_label(selected, text).clicked() {
                *lower = tab;
            }
        }
    });
}

/// Draws the panel. What it asks of the board goes through the proof itself.
pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, proof: &mut Proof, theme: Theme, queue: &mut CommandQueue) {
    proof.hovered = None;
    ui.take_available_space();
    ScrollArea::vertical().id_salt("proof").auto_shrink(false).show(ui, |ui| {
        ask(ui, document, proof, queue);
        let Some((revision, findings)) = proof.found.take() else { return };
        ui.add_space(8.0);
        if revision != document.revision() {
            let words =
                format!("{}  The circuit was changed since: this is about how it was.", icons::CLOCK_COUNTER_CLOCKWISE);
            ui.add(Label::new(RichText::new(words).color(painter::color(theme.warning()))).wrap());
            ui.add_space(4.0);
        }
        ui.add(Label::new(look::strong(&findings.headline, look::HEADING)).wrap());
        for note in &findings.notes {
            ui.add(Label::new(note.as_str()).wrap());
        }
        if !findings.turns.is_empty() {
            ui.add_space(4.0);
            let mut shown = proof.line;
            let spec = Command::ShowRacingLine.spec();
            if ui.checkbox(&mut shown, "Draw it").on_hover_text(spec.tooltip()).changed() {
                queue.push(Command::ShowRacingLine);
            }
            turns(ui, &findings, &mut proof.hovered);
        }
        proof.found = Some((revision, findings));
    });
}

fn ask(ui: &mut Ui, document: &dyn AnySketch, proof: &Proof, queue: &mut CommandQueue) {
    if let Some(stage) = proof.under_way.stage() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(stage);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let spec = Command::StopProof.spec();
                if ui.button("Cancel").on_hover_text(spec.tooltip()).clicked() {
                    queue.push(Command::StopProof);
                }
            });
        });
        return;
    }
    let sound = document.is_sound() || !document.is_checked();
    if proof.found.is_none() {
        let words = if sound {
            document.sought()
        } else {
            "The quickest race is looked for on a circuit without errors: mend those first."
        };
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
    }
    let spec = Command::Prove.spec();
    let title = if proof.found.is_some() { "Look again" } else { "Look for it" };
    let button = ui.add_enabled(sound, egui::Button::new(format!("{}  {title}", icons::FLAG_CHECKERED)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, sound, spec.title));
    if button.on_hover_text(spec.tooltip()).on_disabled_hover_text("Mend the errors first").clicked() {
        queue.push(Command::Prove);
    }
}

fn turns(ui: &mut Ui, findings: &Findings, hovered: &mut Option<usize>) {
    Grid::new("proof-turns").num_columns(3).striped(true).spacing([16.0, 2.0]).show(ui, |ui| {
        for title in ["Turn", "Move", "Ends at"] {
            ui.label(look::weak(title));
        }
        ui.end_row();
        for (index, (words, [x, y])) in findings.turns.iter().enumerate() {
            let cells = [
                ui.label((index + 1).to_string()),
                ui.label(RichText::new(words).monospace()),
                ui.label(format!("{x}, {y}")),
            ];
            ui.end_row();
            if cells.iter().any(egui::Response::hovered) {
                *hovered = Some(index);
            }
        }
    });
}
