//! The panel of proofs: what is asked, how far it has come, and what was found.

use egui::{ComboBox, DragValue, Grid, Label, ProgressBar, RichText, Role, ScrollArea, Slider, Ui, WidgetInfo};

use super::Proof;
use crate::app::board::{icons, look, painter};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::editor::Lower;
use crate::editor::Document;
use crate::games::vektorace::Edition;
use crate::games::vektorace::solve::{Lap, Quickest, Solution, StartReport};
use crate::render::{Theme, cividis};

/// Draws the panel. What it asks of the board goes through the proof itself.
pub fn show(ui: &mut Ui, document: &Document, proof: &mut Proof, theme: Theme, queue: &mut CommandQueue) {
    proof.hovered = None;
    ScrollArea::vertical().id_salt("proof").auto_shrink(false).show(ui, |ui| {
        ask(ui, document, proof, queue);
        let Some((revision, solution)) = proof.found.take() else { return };
        let is_current = revision == document.revision();
        ui.add_space(8.0);
        if !is_current {
            let words =
                format!("{}  The circuit was changed since: this is about how it was.", icons::CLOCK_COUNTER_CLOCKWISE);
            ui.add(Label::new(RichText::new(words).color(painter::color(theme.warning()))).wrap());
            ui.add_space(4.0);
        }
        if let Some(refused) = &solution.refused {
            let words = format!("{}  {}", icons::WARNING_CIRCLE, refused.message);
            ui.add(Label::new(RichText::new(words).color(painter::color(theme.error()))).wrap());
            ui.add(Label::new(RichText::new(refused.reason.as_str()).weak()).wrap());
        }
        if let Some(note) = &solution.note {
            let words = format!("{}  {note}", icons::INFO);
            ui.add(Label::new(RichText::new(words).weak()).wrap());
        }
        if let Some(quickest) = &solution.quickest {
            found(ui, quickest, &solution, is_current, proof, queue);
        }
        proof.found = Some((revision, solution));
    });
}

/// What is asked, and the search under way.
fn ask(ui: &mut Ui, document: &Document, proof: &mut Proof, queue: &mut CommandQueue) {
    if let Some(stage) = proof.under_way.stage() {
        ui.add(ProgressBar::new(stage.share()).desired_height(6.0).animate(true));
        ui.horizontal(|ui| {
            ui.label(stage.words());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let spec = Command::StopProof.spec();
                if ui.button("Cancel").on_hover_text(spec.tooltip()).clicked() {
                    queue.push(Command::StopProof);
                }
            });
        });
        return;
    }
    let whole = document.track().is_some();
    if proof.found.is_none() {
        let words = if whole {
            "Can it be raced, and how fast? The quickest lap is looked for and proved, from every place of the grid, with what each corner and the pit lane allow."
        } else {
            "Laps are looked for on a circuit without errors: mend those first."
        };
        ui.add(Label::new(RichText::new(words).weak()).wrap());
        ui.add_space(4.0);
    }
    ui.horizontal(|ui| {
        let editions = [Edition::Second, Edition::Formula8];
        let title = |edition: Edition| if edition == Edition::Second { "Second edition" } else { "First edition" };
        let combo = ComboBox::from_id_salt("proof-edition").selected_text(title(proof.question.edition)).width(120.0);
        let response = combo.show_ui(ui, |ui| {
            for edition in editions {
                ui.selectable_value(&mut proof.question.edition, edition, title(edition));
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Edition of the proof"));
        let points = ui.add(DragValue::new(&mut proof.question.points).range(0..=8).suffix(" points"));
        points.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Points for the lap"));
        points.on_hover_text("How many tyre and nitro points the lap may take, in all: 0 to 8");
    });
    if !document.draft().limits.is_empty() {
        ui.checkbox(&mut proof.question.track_limits, "Track limits bind");
    }
    ui.add_space(4.0);
    let spec = Command::Prove.spec();
    let title = if proof.found.is_some() { "Prove again" } else { "Prove" };
    let button = ui.add_enabled(whole, egui::Button::new(format!("{}  {title}", icons::FLAG_CHECKERED)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, whole, spec.title));
    if button.on_hover_text(spec.tooltip()).on_disabled_hover_text("Mend the errors first").clicked() {
        queue.push(Command::Prove);
    }
}

fn found(
    ui: &mut Ui,
    quickest: &Quickest,
    solution: &Solution,
    is_current: bool,
    proof: &mut Proof,
    queue: &mut CommandQueue,
) {
    let Lap { gear, tyre, nitro, turns, .. } = &quickest.lap;
    let proved = if quickest.is_optimal() {
        "no clean lap is quicker".to_owned()
    } else {
        format!("no clean lap takes fewer than {}", quickest.at_least)
    };
    ui.label(look::strong(format!("{} turns, {proved}", turns.len()), look::HEADING));
    let edition = solution.edition.name();
    ui.label(format!("From pole in gear {gear}: {tyre} tyre, {nitro} nitro points; {edition}"));
    ui.add_space(4.0);
    ui.add_enabled_ui(is_current, |ui| {
        ui.horizontal(|ui| {
            toggle(ui, Command::ShowRacingLine, "Racing line", proof.line, queue);
            toggle(ui, Command::ShowReach, "Reach", proof.reach, queue);
        });
        if let Some(reach) = solution.reach.as_ref().filter(|_| proof.reach) {
            let last = reach.turns.iter().copied().max().unwrap_or(0);
            let mut turn = proof.only.unwrap_or(0);
            let slider = Slider::new(&mut turn, 0..=last).custom_formatter(|turn, _| match turn as u8 {
                0 => "all".to_owned(),
                turn => format!("turn {turn}"),
            });
            let slider = ui.add(slider.text("in reach"));
            slider.on_hover_text(format!(
                "Where a car can be after so many turns that may still finish within {}: dark first, bright last",
                reach.within
            ));
            proof.only = (turn > 0).then_some(turn);
            scale(ui, last);
        }
    });
    ui.add_space(8.0);
    egui::CollapsingHeader::new("The lap, turn by turn")
        .default_open(true)
        .show(ui, |ui| lap(ui, &quickest.lap, proof));
    egui::CollapsingHeader::new("Corners and pit lane").default_open(true).show(ui, |ui| corners(ui, solution));
    egui::CollapsingHeader::new("From every place of the grid").show(ui, |ui| starts(ui, &solution.starts));
}

/// The colours of what is in reach, from the first turn to the last.
fn scale(ui: &mut Ui, last: u8) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(look::weak("turn 1"));
        let size = egui::vec2((ui.available_width() - 60.0).clamp(40.0, 160.0), 10.0);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        let steps = last.max(2);
        let width = rect.width() / f32::from(steps);
        for step in 0..steps {
            let colour = cividis((u32::from(step) * 255 / u32::from(steps - 1)) as u8);
            let left = rect.left() + f32::from(step) * width;
            let cell = egui::Rect::from_min_size(egui::pos2(left, rect.top()), egui::vec2(width + 0.5, rect.height()));
            ui.painter().rect_filled(cell, 0.0, painter::color(colour));
        }
        ui.label(look::weak(format!("turn {last}")));
    });
}

fn toggle(ui: &mut Ui, command: Command, words: &str, on: bool, queue: &mut CommandQueue) {
    let spec = command.spec();
    let mut shown = on;
    let response = ui.checkbox(&mut shown, words);
    if response.on_hover_text(spec.tooltip()).changed() {
        queue.push(command);
    }
}

fn lap(ui: &mut Ui, lap: &Lap, proof: &mut Proof) {
    Grid::new("proof-lap").num_columns(4).striped(true).spacing([12.0, 2.0]).show(ui, |ui| {
        for title in ["Turn", "Played", "Points", "Passed"] {
            ui.label(look::weak(title));
        }
        ui.end_row();
        for (index, turn) in lap.turns.iter().enumerate() {
            let cells = [
                ui.label((index + 1).to_string()),
                ui.label(
                    RichText::new(turn.notation.split_once(": ").map_or(turn.notation.as_str(), |(_, rest)| rest))
                        .monospace(),
                ),
                ui.label(spent(turn.tyre, turn.nitro)),
                ui.label(turn.passes()),
            ];
            ui.end_row();
            if cells.iter().any(egui::Response::hovered) {
                proof.hovered = Some(index);
            }
        }
    });
}

/// "1 tyre, 2 nitro"; nothing for nothing.
fn spent(tyre: u8, nitro: u8) -> String {
    let parts = [(tyre, "tyre"), (nitro, "nitro")];
    let parts = parts.into_iter().filter(|(amount, _)| *amount > 0).map(|(amount, what)| format!("{amount} {what}"));
    parts.collect::<Vec<_>>().join(", ")
}

fn corners(ui: &mut Ui, solution: &Solution) {
    Grid::new("proof-corners").num_columns(3).striped(true).spacing([16.0, 2.0]).show(ui, |ui| {
        for (title, help) in [
            ("Corner", "In the order they are passed"),
            ("Entry gear", "The highest gear found in which a car passes it and still finishes without a penalty"),
            ("Abreast", "How many cars find room side by side on its outside"),
        ] {
            ui.label(look::weak(title)).on_hover_text(help);
        }
        ui.end_row();
        for corner in &solution.corners {
            ui.label(corner.number.to_string());
            ui.label(corner.entry_gear.map_or_else(|| "none found".to_owned(), |gear| gear.to_string()));
            ui.label(if corner.abreast >= 6 { "6 or more".to_owned() } else { corner.abreast.to_string() });
            ui.end_row();
        }
    });
    if solution.pit.is_empty() {
        return;
    }
    ui.add_space(6.0);
    Grid::new("proof-pit").num_columns(2).striped(true).spacing([16.0, 2.0]).show(ui, |ui| {
        ui.label(look::weak("Pit lane in gear"));
        ui.label(look::weak("Points"));
        ui.end_row();
        for entry in &solution.pit {
            ui.label(entry.gear.to_string());
            ui.label(if entry.points == 0 { "overshoots".to_owned() } else { entry.points.to_string() });
            ui.end_row();
        }
    });
}

fn starts(ui: &mut Ui, starts: &[StartReport]) {
    let gears: Vec<u8> = starts.iter().take_while(|start| start.place == 1).map(|start| start.gear).collect();
    ui.add(Label::new(look::weak("Turns of a lap that saves points, and the points it takes:")).wrap());
    Grid::new("proof-starts").num_columns(gears.len() + 1).striped(true).spacing([16.0, 2.0]).show(ui, |ui| {
        ui.label(look::weak("Place"));
        for gear in &gears {
            ui.label(look::weak(format!("Gear {gear}")));
        }
        ui.end_row();
        for row in starts.chunk_by(|a, b| a.place == b.place) {
            if let Some(first) = row.first() {
                ui.label(first.place.to_string());
            }
            for start in row {
                let words = match &start.lap {
                    None => "none found".to_owned(),
                    Some(lap) if lap.tyre + lap.nitro == 0 => format!("{}, none", lap.turns),
                    Some(lap) => format!("{}, {}", lap.turns, spent(lap.tyre, lap.nitro)),
                };
                let response = ui.label(words);
                if let Some(turns) = start.turns_at_least {
                    response.on_hover_text(format!("With all points no lap from here takes fewer than {turns} turns"));
                }
            }
            ui.end_row();
        }
    });
}

/// The tabs of the lower panel.
pub fn tabs(ui: &mut Ui, lower: &mut Lower, issues: usize, proof: &Proof) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let issues = if issues == 0 { "Issues".to_owned() } else { format!("Issues ({issues})") };
        let laps = if proof.is_running() { "Laps…" } else { "Laps" }.to_owned();
        for (tab, words) in [(Lower::Issues, issues), (Lower::Proof, laps)] {
            let selected = *lower == tab;
            let text = if selected { look::strong(words, look::BODY) } else { RichText::new(words) };
            if ui.selectable_label(selected, text).clicked() {
                *lower = tab;
            }
        }
    });
}
