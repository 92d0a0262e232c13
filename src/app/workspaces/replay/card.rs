//! The turn card: the last turn in words with its costs, and the rule it breaks if it is illegal.

use egui::{Button, Frame, Label, RichText, Ui};

use super::advice::Hint;
use super::remarks::Beside;
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::workspaces::clause;
use crate::app::workspaces::desk::{Shown, disc};
use crate::game::words::{length, many, points};
use crate::game::{Event, EventKind, Evidence, IllegalTurn};

pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    (stage, hint, gives_advice): (Option<&str>, &mut Hint, bool),
    beside: &mut Beside,
    queue: &mut CommandQueue,
) {
    ui.spacing_mut().item_spacing.y = 8.0;
    let at = shown.playback.position();
    match shown.race.step(at).filter(|_| at > 0) {
        Some(step) => {
            heading(ui, shown, at);
            // Later errors may follow from the first illegal turn, so they are not red.
            if step.unverified {
                ui.label(look::weak(format!(
                    "{} Not verified: an earlier turn is illegal, so this position is not possible.",
                    icons::WARNING
                )));
                if let Some(illegal) = &step.illegal {
                    let words = format!("The recorded turn breaks rule {}: {}", illegal.clause, illegal.message);
                    ui.label(look::prose(ui, &words, look::SMALL, ui.visuals().weak_text_color()));
                }
            } else if let Some(illegal) = &step.illegal {
                warning(ui, shown, illegal);
            }
            ui.add(Label::new(shown.race.describe(at)).wrap().selectable(true));
            ui.add(Label::new(RichText::new(shown.race.notation(at)).monospace()).wrap().selectable(true)).on_hover_text(
                "The turn as one line of text. `paddock show --notation` prints the whole race like this; `paddock import text` reads it.",
            );
            if let Some(reason) = &step.reason {
                ui.add(Label::new(format!("Recorded anyway: {reason}")).wrap().selectable(true));
            }
            facts(ui, shown, at, &step.events);
        }
        None => {
            ui.label(look::strong("The grid", look::HEADING));
            let laps = shown.race.laps();
            let (cars, turns) = (shown.race.entrants().len(), shown.race.len());
            ui.label(format!("{}, {}, {}.", many(cars, "car"), many(laps, "lap"), many(turns, "turn")));
            first_illegal(ui, shown, queue);
            ui.label(look::weak("→ goes to the next turn, Space plays the race, ? shows all keys."));
        }
    }
    super::compared::show(ui, shown, stage, queue);
    super::advice::show(ui, shown, (hint, gives_advice), queue);
    ui.separator();
    super::remarks::show(ui, shown, beside, queue);
    for issue in shown.race.issues() {
        let words = format!("{} {}", icons::WARNING, issue.message);
        ui.label(look::prose(ui, &words, look::SMALL, ui.visuals().weak_text_color()));
    }
}

/// Shows a link to the first illegal turn, if there is one.
fn first_illegal(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let Some(turn) = shown.figures.first_illegal else { return };
    let Some(illegal) = shown.race.step(turn).and_then(|step| step.illegal.as_ref()) else { return };
    framed(ui, |ui| {
        let words = format!("Turn {turn} is illegal: {}", illegal.message);
        let words = look::prose(ui, &words, look::BODY, ui.visuals().text_color());
        ui.add(Label::new(words).wrap().selectable(true));
        ui.label(look::weak("Later turns are shown as recorded, but not verified."));
        if ui.button("Go to this turn").on_hover_text(format!("Shows turn {turn}")).clicked() {
            queue.push(Request::GoTo(turn));
        }
    });
}

fn heading(ui: &mut Ui, shown: Shown<'_>, at: usize) {
    let Some(facts) = shown.figures.turns.get(at - 1) else { return };
    egui::Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            if let Some(entrant) = shown.race.entrants().get(facts.car) {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
                disc(ui.painter(), rect.center(), facts.car, entrant.car);
            }
            ui.add(Label::new(look::strong(shown.name(facts.car), look::HEADING)).truncate());
        },
        |ui| ui.label(look::weak(format!("Turn {at}, {}", shown.stage()))),
    );
}

/// Shows an error inside a border.
fn framed(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let error = ui.visuals().error_fg_color;
    Frame::new()
        .fill(error.gamma_multiply(0.12))
        .stroke(egui::Stroke::new(1.0, error))
        .corner_radius(6)
        .inner_margin(8)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                ui.label(RichText::new(icons::WARNING_CIRCLE).size(look::HEADING).color(error));
                ui.vertical(add);
            });
        });
}

fn warning(ui: &mut Ui, shown: Shown<'_>, illegal: &IllegalTurn) {
    framed(ui, |ui| {
        let words = look::prose(ui, &illegal.message, look::BODY, ui.visuals().text_color());
        ui.add(Label::new(words).wrap().selectable(true));
        for evidence in &illegal.evidence {
            if let Evidence::Cost { resource, due, available } = evidence {
                ui.label(look::weak(format!("{due} {resource} needed, {available} left")));
            }
        }
        clause::show(ui, shown.race.info().id, illegal.clause, "card");
        let copy = ui.small_button(icons::COPY).on_hover_text("Copy the reason why this turn is illegal");
        if copy.accessible_name("Copy the reason why this turn is illegal").clicked() {
            ui.copy_text(illegal.to_string());
        }
    });
}

/// Shows the costs and gains of the turn, one per line.
fn facts(ui: &mut Ui, shown: Shown<'_>, at: usize, events: &[Event]) {
    let Some(facts) = shown.figures.turns.get(at - 1) else { return };
    let car = shown.race.entrants().get(facts.car).map(|entrant| entrant.car);
    egui::Grid::new("facts").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
        let mut line = |what: &str, words: String| {
            ui.label(look::weak(what));
            ui.label(words);
            ui.end_row();
        };
        if let Some(distance) = facts.distance {
            line("Moved", length(distance, shown.race.info().unit));
        }
        for event in events {
            if let EventKind::Spent { resource, amount, purpose, incident } = &event.kind {
                let what = if *amount < 0 {
                    "Gained"
                } else if *incident {
                    "Lost"
                } else {
                    "Spent"
                };
                // In Formula D a roll of one car may damage another one.
                let whose = shown.index_of(event.car).filter(|_| Some(event.car) != car);
                let whose = whose.map_or_else(String::new, |index| format!("{}: ", shown.name(index)));
                line(what, format!("{whose}{} ({purpose})", points(amount.unsigned_abs(), resource)));
            }
        }
        let rank = |position: usize| {
            let view = shown.race.view(position);
            car.and_then(|car| view.car(car).map(|car| car.rank))
        };
        // Compare the car's places at the ends of rounds, because within a round they are not final.
        let rounds = shown.figures.series.rounds();
        let next = rounds.partition_point(|start| (*start as usize) < at);
        let began = next.checked_sub(1).and_then(|index| rounds.get(index)).map_or(0, |start| *start as usize);
        let ended = rounds.get(next).map_or(shown.race.len(), |start| *start as usize);
        // While cars qualify one after another, they have no places yet.
        if let (false, Some(before), Some(after)) = (shown.is_qualifying(), rank(began), rank(ended)) {
            // The places after a round that goes on are not known yet.
            let last = shown.race.view(ended);
            let goes_on = last.to_act.is_some() && last.round == shown.race.view(began).round;
            let words = match before.cmp(&after) {
                _ if goes_on => format!("{before} before the round"),
                std::cmp::Ordering::Equal => format!("{after} before and after the round"),
                _ => format!("{before} before the round, {after} after it"),
            };
            line("Place", words);
        }
    });
}

/// The width of the row with the car to act, in points, above which it has room for all words.
const WIDE: f32 = 360.0;
/// The width of this row, in points, up to which its words are short.
const NARROW: f32 = 300.0;

/// The button that opens and closes the recording panel.
fn record_button(is_recording: bool) -> Button<'static> {
    Button::selectable(is_recording, format!("{} Record", icons::NOTE_PENCIL)).frame_when_inactive(true)
}

/// Shows which car acts next, and the buttons for its turn. `legal` says whether legal places are shown.
pub(super) fn next(ui: &mut Ui, shown: Shown<'_>, (legal, is_recording): (bool, bool), queue: &mut CommandQueue) {
    let Some(car) = shown.view.to_act else {
        ui.horizontal(|ui| {
            // As high as the row with the buttons, so that the table below stays where it is.
            ui.add_visible(false, record_button(false));
            ui.add_space(-ui.min_rect().width() - ui.spacing().item_spacing.x);
            ui.label(format!("{} The race is over.", icons::FLAG_CHECKERED));
        });
        return;
    };
    let width = ui.available_width();
    egui::Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            if width > WIDE {
                ui.label(look::weak("To act"));
            }
            if let Some(index) = shown.index_of(car) {
                let (rect, disc_response) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
                disc(ui.painter(), rect.center(), index, car);
                let name = ui.add(Label::new(shown.name(index)).truncate());
                name.union(disc_response).on_hover_text("The car to act");
            }
        },
        |ui| {
            // From right to left.
            let spec = Command::LegalPlaces.spec();
            let mut on = legal || is_recording;
            let words = if width > NARROW { "Legal places" } else { "Places" };
            let places = ui.add_enabled_ui(!is_recording, |ui| look::checkbox(ui, &mut on, words)).inner;
            let places = places
                .on_hover_text(spec.tooltip())
                .on_disabled_hover_text("While turns are recorded, the legal places are always shown.");
            if places.accessible_name("Show legal places").changed() {
                queue.push(Command::LegalPlaces);
            }
            let record = ui.add(record_button(is_recording));
            if record.on_hover_text(Command::Record.spec().tooltip()).clicked() {
                queue.push(Command::Record);
            }
        },
    );
    // While turns are recorded, the recording panel shows the line about the driver.
    if !is_recording {
        super::seats::show_turn(ui, shown, queue);
    }
}
