//! The advice of computer drivers, shown on the turn's card.

use egui::{Label, Ui};

use crate::app::board::look;
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::desk::Shown;
use crate::drivers::{Advised, Candidate};

/// The largest number of decisions that are listed, the best first. The decision that was played is listed in any case.
const MOST: usize = 6;

/// Shows the advice for the position on screen, the progress of the drivers, or a button that asks them.
pub(in crate::app::workspaces) fn show(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    if let Some(step) = shown.thinking {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.add(Label::new(step).truncate());
            if ui.button("Stop").on_hover_text(Command::StopDrivers.spec().tooltip()).clicked() {
                queue.push(Command::StopDrivers);
            }
        });
        return;
    }
    let Some(acts) = shown.view.to_act else { return };
    let Some(advised) = shown.advice else {
        ui.horizontal_wrapped(|ui| {
            for command in [Command::Advise, Command::DriveTurn] {
                let spec = command.spec();
                if ui.button(spec.title).on_hover_text(spec.tooltip()).clicked() {
                    queue.push(command);
                }
            }
        });
        return;
    };
    let name = shown.index_of(acts).map_or("", |index| shown.name(index));
    let is_alone = shown.view.cars.iter().filter(|car| !car.status.is_out()).count() < 2;
    list(ui, &format!("Advice for {name}"), &advised.moves, advised, is_alone);
    if !advised.uses.is_empty() {
        list(ui, "After the roll", &advised.uses, advised, is_alone);
    }
    if let Some(played) = advised.played.as_ref().filter(|played| played.loss > 0.0) {
        let lost = loss(played, is_alone);
        ui.add(Label::new(look::weak(format!("The turn played, {}, loses {lost}.", played.words))).wrap());
    }
}

/// The width of a column of figures with its gap, in points.
const FIGURES: f32 = 88.0;

/// The loss of a decision compared with the best decision, in words. It is in turns if only one car is racing
/// (`is_alone`), otherwise in percent of the chance to win.
fn loss(candidate: &Candidate, is_alone: bool) -> String {
    if is_alone { format!("{:.1} turns", candidate.loss) } else { format!("{:.0} %", candidate.loss * 100.0) }
}

/// Shows decisions in a grid, the best first.
fn list(ui: &mut Ui, title: &str, listed: &[Candidate], advised: &Advised, is_alone: bool) {
    let is_played =
        |candidate: &Candidate| advised.played.as_ref().is_some_and(|played| candidate.is_part_of(&played.turn));
    // Long words wrap; a narrow panel has no space for the places.
    let has_places = !is_alone && ui.available_width() > 360.0;
    let figures = 1 + usize::from(!is_alone) + usize::from(has_places);
    let wide = (ui.available_width() - FIGURES * figures as f32).max(80.0);
    egui::Grid::new(("advice", title)).num_columns(figures + 1).spacing([12.0, 2.0]).show(ui, |ui| {
        ui.label(look::weak(title));
        let help = |candidate: &str, error: &str| format!("{candidate}. In brackets: {error}");
        let error = "the standard error. In the simulated races, club drivers drive all cars";
        if !is_alone {
            ui.label(look::weak("Win"))
                .on_hover_text(help("The chance to win, estimated by driving the rest of the race many times", error));
            if has_places {
                ui.label(look::weak("Place")).on_hover_text(help("The average final place", error));
            }
        }
        ui.label(look::weak("Turns")).on_hover_text(help("Average turns to the finish, including this one", error));
        ui.end_row();
        for (_, candidate) in listed.iter().enumerate().filter(|(place, known)| *place < MOST || is_played(known)) {
            ui.scope(|ui| {
                ui.set_max_width(wide);
                if is_played(candidate) {
                    let words = Label::new(look::strong(&candidate.words, look::BODY)).wrap();
                    ui.add(words).on_hover_text("The turn that was played");
                } else {
                    ui.add(Label::new(&candidate.words).wrap());
                }
            });
            if !is_alone {
                ui.label(format!("{:.0} % (±{:.0})", candidate.win * 100.0, candidate.win_error * 100.0));
                if has_places {
                    ui.label(format!("{:.1} (±{:.1})", candidate.place, candidate.place_error));
                }
            }
            ui.label(format!("{:.1} (±{:.1})", candidate.turns, candidate.turns_error));
            ui.end_row();
        }
    });
}
