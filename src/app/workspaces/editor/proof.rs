//! The panel of the search for the fastest lap: settings, progress and findings.

use std::cell::Cell;
use std::sync::Arc;

use egui::{Button, CollapsingHeader, Grid, Label, ProgressBar, RichText, Role, ScrollArea, Slider, Ui, WidgetInfo};

use super::{EditorTab, Lower};
use crate::app::board::{fonts, icons, look, painter};
use crate::app::commands::{Command, CommandQueue};
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::app::workspaces::form::Form;
use crate::editor::sketch::{AnySketch, Findings, SolveStage, Solver, Table};
use crate::game::AnyDraft;
use crate::game::scene::{Scene, Shape, Style};
use crate::render::{Theme, cividis};

/// The state of the panel that searches for the fastest lap.
pub(super) struct Proof {
    under_way: UnderWay<LapSearch>,
    /// The result of the latest search: the searched circuit, and the findings. The circuit is stored without data that
    /// cannot change the findings, such as its name. `None` before the first search.
    found: Option<(AnyDraft, Findings)>,
    /// The latest check of the findings: the revision of the circuit, and whether the findings apply to it.
    holds: Cell<Option<(u64, bool)>>,
    /// The form with the settings of the search.
    form: Form,
    /// Whether the board shows the fastest lap.
    pub(super) line: bool,
    /// Whether the board shows the points that a car can reach.
    pub(super) reach: bool,
    /// The number of the turn whose reachable points are drawn; 0 for all turns.
    only: usize,
    /// The point to mark on the board, because the pointer is on its row of the table; `None` if the pointer is on no
    /// such row.
    hovered: Option<[f64; 2]>,
}

impl Default for Proof {
    fn default() -> Self {
        let (under_way, form) = (UnderWay::default(), Form::default());
        Self { under_way, found: None, holds: Cell::new(None), form, line: true, reach: false, only: 0, hovered: None }
    }
}

/// The search for a circuit's fastest lap.
pub struct LapSearch {
    solver: Box<dyn Solver>,
    /// The circuit that is searched, without data that cannot change the result, such as its name.
    searched: AnyDraft,
}

impl Work for LapSearch {
    type Stage = SolveStage;
    type Found = Findings;

    fn first(&self) -> SolveStage {
        "Starting the search".to_owned().into()
    }

    fn work(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        self.solver.solve(report, stop)
    }
}

impl Proof {
    /// Stops the running search.
    pub(super) fn stop(&mut self) {
        self.under_way.stop();
    }

    pub(super) fn is_running(&self) -> bool {
        self.under_way.is_running()
    }

    /// The findings of the latest search; `None` before the first search, or if they may no longer be true because the
    /// circuit has changed.
    pub(super) fn findings(&self, document: &dyn AnySketch) -> Option<&Findings> {
        let (of, findings) = self.found.as_ref()?;
        let revision = document.revision();
        let holds = match self.holds.get() {
            Some((known, holds)) if known == revision => holds,
            _ => *of == document.searched(),
        };
        self.holds.set(Some((revision, holds)));
        holds.then_some(findings)
    }

    fn take(&mut self, searched: AnyDraft, findings: Findings) {
        self.found = Some((searched, findings));
        self.holds.set(None);
    }
}

impl EditorTab {
    /// Starts a search for the fastest lap and stops the running one. Returns `None` if the circuit has errors.
    pub fn solve(&mut self) -> Option<Arc<Search<LapSearch>>> {
        self.proof.stop();
        self.desk.lower = Lower::Proof;
        let what = LapSearch { solver: self.document.solver()?, searched: self.document.searched() };
        Some(self.proof.under_way.begin(what))
    }

    /// Receives the findings of a search.
    pub fn found(&mut self, search: &Arc<Search<LapSearch>>, findings: Option<Findings>) {
        if !self.proof.under_way.ended(search) {
            return;
        }
        if let Some(findings) = findings {
            self.proof.only = 0;
            self.proof.take(search.what().searched.clone(), findings);
        }
    }

    /// Whether the tab has findings that apply to the current circuit.
    #[must_use]
    pub fn findings_hold(&self) -> bool {
        self.proof.findings(self.document.as_ref()).is_some()
    }

    /// Shows findings about the circuit that were computed elsewhere. For example, a random circuit is searched before
    /// it is opened.
    pub fn know(&mut self, findings: Findings) {
        self.proof.take(self.document.searched(), findings);
        self.desk.lower = Lower::Proof;
    }

    /// Draws those results of the search that the user has chosen to show, such as the fastest lap. Exported pictures
    /// show them too.
    pub fn draw_proof(&self, scene: &mut Scene) {
        let proof = &self.proof;
        let Some(findings) = proof.findings(self.document.as_ref()) else { return };
        let shown = (1..).zip(&findings.reach).filter(|(turn, _)| proof.only == 0 || proof.only == *turn);
        for (_, reach) in shown.filter(|_| proof.reach) {
            scene.items.extend(reach.items.iter().cloned());
        }
        if proof.line {
            scene.items.extend(findings.drawing.items.iter().cloned());
        }
        if let Some(center) = proof.hovered {
            scene.add(Style::ActRing, Shape::Circle { center, radius: 0.7 });
        }
    }
}

/// Draws the tabs of the lower panel.
pub(super) fn tabs(ui: &mut Ui, lower: &mut Lower, sought: &str, issues: usize, proof: &Proof) {
    ui.add_space(4.0);
    // Each tab has room for its longest title, so that the next one stays where it is. In a narrow panel the margins
    // become smaller, so that all tabs are in one row.
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let searching = format!("{sought}…");
        let proof = if proof.is_running() { searching.clone() } else { sought.to_owned() };
        let number = if issues == 0 { String::new() } else { issues.to_string() };
        let tabs = [
            (Lower::Issues, "Issues".to_owned(), number, "Issues 99".to_owned()),
            (Lower::Proof, proof, String::new(), searching),
            (Lower::Balance, "Balance".to_owned(), String::new(), "Balance".to_owned()),
        ];
        let font = egui::FontId::new(look::BODY, fonts::semibold());
        let width =
            |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), egui::Color32::WHITE).size().x;
        let widths = tabs.each_ref().map(|(.., longest)| width(longest));
        let free = ui.available_width() - widths.iter().sum::<f32>() - 2.0 * ui.spacing().item_spacing.x;
        let margin = (free / 6.0).clamp(1.0, 6.0);
        ui.spacing_mut().button_padding.x = margin;
        for ((tab, title, number, _), width) in tabs.into_iter().zip(widths) {
            let selected = *lower == tab;
            let text = if selected { look::strong(title, look::BODY) } else { RichText::new(title) };
            let button = match number.is_empty() {
                true => Button::selectable(selected, text),
                false => Button::selectable(selected, (text, RichText::new(number).weak())).gap(4.0),
            };
            if ui.add(button.min_size(egui::vec2(width + 2.0 * margin, 0.0))).clicked() {
                *lower = tab;
            }
        }
    });
}

/// Draws the panel that searches for the fastest lap. The checkboxes in the panel choose which findings the board
/// shows; `proof` stores these choices.
pub(super) fn show(
    ui: &mut Ui,
    document: &mut dyn AnySketch,
    proof: &mut Proof,
    theme: Theme,
    queue: &mut CommandQueue,
) {
    proof.hovered = None;
    ui.take_available_space();
    ScrollArea::vertical().id_salt("proof").auto_shrink(false).show(ui, |ui| {
        ask(ui, document, proof, queue);
        let is_current = proof.findings(document).is_some();
        let Some((searched, findings)) = proof.found.take() else { return };
        ui.add_space(8.0);
        if !is_current {
            let words = format!(
                "{}  The circuit has changed since this search. Search again to update.",
                icons::CLOCK_COUNTER_CLOCKWISE
            );
            ui.add(Label::new(RichText::new(words).color(painter::color(theme.warning()))).wrap());
            ui.add_space(4.0);
        }
        ui.add(Label::new(look::strong(&findings.headline, look::HEADING)).wrap());
        for note in &findings.notes {
            let note = look::prose(ui, note, look::BODY, ui.visuals().text_color());
            ui.add(Label::new(note).wrap());
        }
        ui.add_enabled_ui(is_current, |ui| shown(ui, &findings, proof, queue));
        for found in &findings.tables {
            ui.add_space(8.0);
            CollapsingHeader::new(found.title)
                .default_open(!found.is_folded)
                .show(ui, |ui| table(ui, found, &mut proof.hovered));
        }
        proof.found = Some((searched, findings));
    });
}

/// Draws the settings and the button that starts a search, or the progress of the running search.
fn ask(ui: &mut Ui, document: &mut dyn AnySketch, proof: &mut Proof, queue: &mut CommandQueue) {
    if let Some(stage) = proof.under_way.stage() {
        if let Some(share) = stage.share {
            ui.add(ProgressBar::new(share).desired_height(6.0).animate(true));
        }
        // The button comes first, so that a long text leaves room for it.
        let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let spec = Command::StopProof.spec();
            if ui.button("Cancel").on_hover_text(spec.tooltip()).clicked() {
                queue.push(Command::StopProof);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                if stage.share.is_none() {
                    ui.spinner();
                }
                ui.add(Label::new(stage.words).truncate());
            });
        });
        return;
    }
    let sound = document.is_sound() || !document.is_checked();
    if proof.found.is_none() {
        let words = if sound {
            document.manner().sought[1]
        } else {
            "Fix the errors first: the search needs a circuit without errors."
        };
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
    }
    let question = document.question();
    if !question.is_empty() {
        for filled in proof.form.show(ui, "question", &question).filled {
            document.ask(&filled.id, &filled.entry);
        }
        ui.add_space(4.0);
    }
    let spec = Command::Prove.spec();
    let title = if proof.found.is_some() { "Search again" } else { "Search" };
    let button = ui.add_enabled(sound, Button::new(format!("{}  {title}", icons::FLAG_CHECKERED)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, sound, spec.title));
    if button.on_hover_text(spec.tooltip()).on_disabled_hover_text("Fix the errors first").clicked() {
        queue.push(Command::Prove);
    }
}

/// Draws the switches with which the user chooses the findings that the board shows.
fn shown(ui: &mut Ui, findings: &Findings, proof: &mut Proof, queue: &mut CommandQueue) {
    if findings.drawing.items.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        toggle(ui, Command::ShowRacingLine, "Racing line", proof.line, queue);
        if !findings.reach.is_empty() {
            toggle(ui, Command::ShowReach, "Reach", proof.reach, queue);
        }
    });
    if findings.reach.is_empty() || !proof.reach {
        return;
    }
    let last = findings.reach.len();
    let slider = Slider::new(&mut proof.only, 0..=last).custom_formatter(|turn, _| match turn as usize {
        0 => "all".to_owned(),
        turn => format!("turn {turn}"),
    });
    let hint = "The places that a car can reach in this turn but not earlier, on laps little slower than the fastest. \
                Dark: early turns. Bright: late turns.";
    ui.add(slider.text("in reach")).on_hover_text(hint);
    scale(ui, "turn 1", &format!("turn {last}"), last);
}

fn toggle(ui: &mut Ui, command: Command, words: &str, on: bool, queue: &mut CommandQueue) {
    let mut shown = on;
    if look::checkbox(ui, &mut shown, words).on_hover_text(command.spec().tooltip()).changed() {
        queue.push(command);
    }
}

/// Draws a colour scale with a word at each end.
pub(super) fn scale(ui: &mut Ui, first: &str, last: &str, steps: usize) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(look::weak(first));
        let size = egui::vec2((ui.available_width() - 60.0).clamp(40.0, 160.0), 10.0);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        let steps = steps.clamp(2, 255);
        let width = rect.width() / steps as f32;
        for step in 0..steps {
            let colour = cividis((step * 255 / (steps - 1)) as u8);
            let left = rect.left() + step as f32 * width;
            let cell = egui::Rect::from_min_size(egui::pos2(left, rect.top()), egui::vec2(width + 0.5, rect.height()));
            ui.painter().rect_filled(cell, 0.0, painter::color(colour));
        }
        ui.label(look::weak(last));
    });
}

/// Draws a table. In a narrow panel the table scrolls sideways.
fn table(ui: &mut Ui, table: &Table, hovered: &mut Option<[f64; 2]>) {
    let scroll = ScrollArea::horizontal().id_salt(("table", table.title)).auto_shrink([false, true]);
    let grid = Grid::new(("proof", table.title)).num_columns(table.columns.len()).striped(true).spacing([14.0, 2.0]);
    scroll.show(ui, |ui| grid.show(ui, |ui| rows(ui, table, hovered)));
}

/// Draws the heading and the rows of a table in a grid.
fn rows(ui: &mut Ui, table: &Table, hovered: &mut Option<[f64; 2]>) {
    for (title, help) in &table.columns {
        let response = ui.label(look::weak(title));
        if !help.is_empty() {
            response.on_hover_text(*help);
        }
    }
    ui.end_row();
    for row in &table.rows {
        let mut is_hovered = false;
        for (column, cell) in row.cells.iter().enumerate() {
            let text = RichText::new(cell);
            let response = ui.label(if table.notation == Some(column) { text.monospace() } else { text });
            is_hovered |= response.hovered();
            if !row.help.is_empty() {
                response.on_hover_text(&row.help);
            }
        }
        ui.end_row();
        if is_hovered {
            *hovered = row.at;
        }
    }
}
