//! The part of the recording panel in which the user types a turn as one line of text. It also shows the error in that
//! text.

use egui::{Button, Key, Label, RichText, ScrollArea, TextEdit, Ui};
use serde::Deserialize as _;

use super::pending::{Complaint, PendingTurn};
use crate::app::board::look;
use crate::app::commands::{self, CommandQueue, Request};
use crate::app::workspaces::clause;
use crate::app::workspaces::desk::Shown;
use crate::game::CarId;
use crate::replay::RaceEdit;

/// Shows the text field for a turn.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, at: usize, queue: &mut CommandQueue) {
    // The line has a fixed id, so that it keeps the focus when the questions above it change.
    let line = commands::turn_line();
    ui.add_space(4.0);
    pending.follow_choices();
    ui.horizontal(|ui| {
        let view = shown.race.view(pending.position(at));
        // Turns of qualifying are recorded with round 0.
        let round = if view.is_qualifying() { 0 } else { view.round };
        let example = shown.race.info().example_of(round, view.to_act.or(view.cars.first().map(|car| car.car)));
        let hint = format!("or type {example}");
        let field = TextEdit::singleline(&mut pending.typed).id(line).hint_text(hint).code_editor();
        let field = ui.add(field.desired_width((ui.available_width() - 70.0).max(80.0)));
        let field = field
            .on_hover_text("The turn as one line of text, as on the turn card. You can also enter an illegal turn");
        if field.changed() {
            pending.complaint = None;
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered {
            // Keep the focus for typing the next turn. Without it, the typed letters would be commands.
            field.request_focus();
        }
        field.accessible_name("Turn as one line of text");
        let can = !pending.typed.trim().is_empty();
        if (ui.add_enabled(can, Button::new("Enter")).clicked() || entered)
            && can
            && let Some(edit) = pending.typed(shown.race, at)
            && !pending.asks_again(shown.race, at, &edit)
        {
            queue.push(Request::Record(edit));
        }
    });
}

/// Shows the error in the typed text, above its line. It takes up to this height, in points; a longer error scrolls.
pub(super) fn complain(
    ui: &mut Ui,
    shown: Shown<'_>,
    pending: &mut PendingTurn,
    (at, height): (usize, f32),
    queue: &mut CommandQueue,
) {
    if pending.complaint.is_none() {
        return;
    }
    ui.separator();
    let area = ScrollArea::vertical().id_salt(("complaint", shown.tab)).auto_shrink([false, true]);
    area.max_height(height).min_scrolled_height(height).show(ui, |ui| complaint(ui, shown, pending, at, queue));
}

/// Shows the error in the typed text. If the turn is illegal, also shows a field for the reason to record it anyway.
fn complaint(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, at: usize, queue: &mut CommandQueue) {
    let error = ui.visuals().error_fg_color;
    match pending.complaint.clone() {
        Some(Complaint::Notation(message, column)) => {
            let before: String = pending.typed.chars().take(column.saturating_sub(1)).collect();
            let at_fault: String = pending.typed.chars().skip(column.saturating_sub(1)).collect();
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.label(RichText::new(before).monospace());
                ui.label(
                    RichText::new(if at_fault.is_empty() { "▁" } else { &at_fault })
                        .monospace()
                        .color(error)
                        .underline(),
                );
            });
            let words = look::prose(ui, &format!("Column {column}: {message}"), look::BODY, error);
            ui.add(Label::new(words).wrap());
        }
        Some(Complaint::Illegal(illegal)) => {
            ui.add(Label::new(look::prose(ui, &illegal.message, look::BODY, error)).wrap());
            clause::show(ui, shown.race.info().id, illegal.clause, "typed");
            if pending.typed(shown.race, at).is_some_and(|edit| is_of_stranger(shown, &edit)) {
                // No car of the race can have played this turn.
                return;
            }
            ui.label(look::weak(
                "If the turn was really played, give a reason and record it anyway. It stays marked as illegal.",
            ));
            ui.horizontal(|ui| {
                let field = TextEdit::singleline(&mut pending.reason).hint_text("for example: seen too late");
                let field = ui.add(field.desired_width((ui.available_width() - 132.0).max(80.0)));
                let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                if entered {
                    // The line below must not take the same key press as the entry of another turn.
                    ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
                    ui.memory_mut(|memory| memory.request_focus(commands::turn_line()));
                }
                field.accessible_name("Reason");
                let can = !pending.reason.trim().is_empty();
                if (ui.add_enabled(can, Button::new("Record anyway")).clicked() || entered)
                    && can
                    && let Some(edit) = pending.typed(shown.race, at)
                {
                    queue.push(Request::Record(edit));
                }
            });
        }
        Some(Complaint::Leaves) => {
            let words = "This turn takes the car out of the race. Enter the turn again to record it.";
            ui.add(Label::new(RichText::new(words).color(ui.visuals().warn_fg_color)).wrap());
        }
        Some(Complaint::Rolled(message)) => {
            ui.add(Label::new(message).wrap());
        }
        Some(Complaint::Refused(why)) => {
            ui.add(Label::new(look::prose(ui, &why, look::BODY, error)).wrap());
        }
        None => {}
    }
}

/// Whether a turn is that of a car that is not in the race.
fn is_of_stranger(shown: Shown<'_>, edit: &RaceEdit) -> bool {
    let (RaceEdit::Play { turn, .. } | RaceEdit::Edit { turn, .. }) = edit else { return false };
    let car = turn.get("car").and_then(|car| CarId::deserialize(car).ok());
    car.is_some_and(|car| shown.index_of(car).is_none())
}
