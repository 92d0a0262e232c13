//! The recording panel: the turn of the car to act, by clicks, by keys, or typed in one line.

use egui::{Button, Key, Label, RichText, ScrollArea, TextEdit, Ui};

use super::pending::{Complaint, PendingTurn, Purpose};
use crate::app::board::{icons, look};
use crate::app::commands::{self, Command, CommandQueue, Request};
use crate::app::workspaces::desk::{Shown, disc};
use crate::game::Cost;
use crate::replay::chooser::{self, Choice, Question};

/// The height of the panel, in points. It is fixed, so that nothing moves when the question changes.
pub(super) const HEIGHT: f32 = 300.0;

/// The keys of the first options.
const KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue) {
    let at = shown.playback.position();
    ui.add_space(6.0);
    heading(ui, shown, pending, queue);
    ScrollArea::vertical().id_salt("record").auto_shrink([false, false]).show(ui, |ui| {
        if pending.chooser.total() == 0 {
            ui.add(
                Label::new(format!("{} The race is over: there is no turn to play here.", icons::FLAG_CHECKERED))
                    .wrap(),
            );
            return;
        }
        trail(ui, pending);
        match pending.chooser.question() {
            Some(question) => ask(ui, shown, pending, at, &question),
            None => ready(ui, shown, pending, at, queue),
        }
        ui.add_space(6.0);
        typed(ui, shown, pending, at, queue);
    });
}

fn heading(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue) {
    let position = pending.position(shown.playback.position());
    let view = shown.race.view(position);
    ui.horizontal(|ui| {
        let words = match pending.purpose {
            Purpose::Edit(turn) => format!("Edit turn {turn}"),
            Purpose::Play if shown.playback.at_last() => format!("Record turn {}", position + 1),
            Purpose::Play => format!("Play turn {} differently", position + 1),
        };
        ui.label(look::strong(words, look::BODY));
        if let Some((index, car)) = view.to_act.and_then(|car| Some((shown.index_of(car)?, car))) {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
            disc(ui.painter(), rect.center(), index, car);
            ui.add(Label::new(shown.name(index)).truncate());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = ui.add(Button::new(RichText::new(icons::X).size(12.0)).frame(false));
            let close = close.on_hover_text(Command::Record.spec().tooltip());
            if close.accessible_name("Stop recording").clicked() {
                queue.push(Command::Record);
            }
        });
    });
    match pending.purpose {
        Purpose::Edit(_) => ui.label(look::weak("Later turns will be checked again. Esc cancels.")),
        Purpose::Play if shown.playback.at_last() => {
            ui.label(look::weak("Click a place on the board, or choose here."))
        }
        Purpose::Play => ui.label(look::weak("A different turn here starts a variation. The race does not change.")),
    };
}

/// Shows the choices so far, with a button to go back.
fn trail(ui: &mut Ui, pending: &mut PendingTurn) {
    let chosen = pending.chooser.chosen();
    ui.horizontal_wrapped(|ui| {
        let back = Button::new(format!("{} Back", icons::ARROW_U_UP_LEFT)).small();
        let back = ui.add_enabled(!chosen.is_empty(), back).on_hover_text("Removes the last choice (Backspace)");
        let typing = ui.ctx().text_edit_focused();
        if back.clicked() || (!typing && ui.input(|input| input.key_pressed(Key::Backspace))) {
            pending.back();
        }
        let words = if chosen.is_empty() { "Nothing chosen yet".to_owned() } else { chosen.join(" · ") };
        ui.label(look::weak(words));
    });
}

/// Shows the next question with its options.
fn ask(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, at: usize, question: &Question) {
    let race = shown.race;
    let words = race.words_for(&question.field, None).unwrap_or_else(|| chooser::field_in_words(&question.field));
    let mut capital = words.chars();
    let title: String = capital.next().map(|first| first.to_uppercase().chain(capital).collect()).unwrap_or_default();
    ui.label(look::strong(title, look::BODY));
    let typing = ui.ctx().text_edit_focused();
    let mut chosen = None;
    let position = pending.position(at);
    let left = pending.chooser.left().next();
    let sides = left.map(|legal| race.sides(position, &legal.turn, &question.field)).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        if !sides.is_empty() {
            let roll = ui.add(Button::new(format!("{} Roll", icons::DICE)));
            let pressed = !typing && ui.input(|input| input.key_pressed(Key::R));
            if roll.on_hover_text("Rolls the die (R)").accessible_name("Roll").clicked() || pressed {
                pending.roll(&question.field, &sides, chance());
            }
        }
        for (index, option) in question.options.iter().enumerate() {
            let key = KEYS.get(index);
            let label = key.map_or_else(String::new, |key| format!("{}  ", key.name()));
            let said = race.words_for(&question.field, Some(&option.value)).unwrap_or_else(|| option.words.clone());
            let text = format!("{label}{said}{}", costs(&option.cost));
            let button = ui.add(Button::new(text)).on_hover_text(hint(option));
            let pressed = key.is_some_and(|key| !typing && ui.input(|input| input.key_pressed(*key)));
            if button.accessible_name(format!("{words} {}", option.words)).clicked() || pressed {
                chosen = Some(option.value.clone());
            }
        }
    });
    if let Some(value) = chosen {
        pending.complaint = None;
        pending.chooser.choose(&question.field, value);
    }
}

fn costs(cost: &[Cost]) -> String {
    if cost.is_empty() {
        return String::new();
    }
    let words: Vec<String> = cost.iter().map(|cost| format!("{} {}", cost.amount, cost.resource)).collect();
    format!("  ({})", words.join(", "))
}

fn hint(option: &Choice) -> String {
    let turns = if option.turns == 1 { "One turn".to_owned() } else { format!("{} turns", option.turns) };
    let cost = if option.cost.is_empty() { "free".to_owned() } else { costs(&option.cost).trim().to_owned() };
    format!("{turns} left with this choice. Cheapest: {cost}")
}

/// Shows the button to record the remaining turn.
fn ready(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, at: usize, queue: &mut CommandQueue) {
    dice(ui, shown, pending, at);
    let Some(edit) = pending.chosen(shown.race.shown_line(), at) else { return };
    let cost = pending.only().map(|legal| costs(&legal.cost)).unwrap_or_default();
    let words = if pending.purpose == Purpose::Play { "Record turn" } else { "Save edit" };
    let button = ui.add(Button::new(look::strong(format!("{} {words}{cost}", icons::CHECK_CIRCLE), look::BODY)));
    let typing = ui.ctx().text_edit_focused();
    let pressed = !typing && ui.input(|input| input.key_pressed(Key::Enter));
    if (button.on_hover_text("Enter, or click the place again").accessible_name(words).clicked() || pressed)
        && !pending.asks_again(shown.race, at, &edit)
    {
        queue.push(Request::Record(edit));
    }
}

/// Shows the dice that follow the choices, typed or rolled.
fn dice(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, at: usize) {
    let Some(thrown) = pending.thrown(shown.race, at) else { return };
    let dice = thrown.dice.clone();
    if dice.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.label(look::strong("Dice to roll", look::BODY));
        let roll = ui.add(Button::new(format!("{} Roll all", icons::DICE)));
        let typing = ui.ctx().text_edit_focused();
        let pressed = !typing && ui.input(|input| input.key_pressed(Key::R));
        if roll.on_hover_text("Rolls all dice, one after the other (R)").accessible_name("Roll all").clicked()
            || pressed
        {
            pending.throw_all(shown.race, at, chance);
        }
    });
    egui::Grid::new("dice").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        for (index, die) in dice.iter().enumerate() {
            ui.label(&die.words);
            let mut face = die.face;
            let field = ui.add(egui::DragValue::new(&mut face).range(1..=die.sides).speed(0.1));
            let field = field.on_hover_text(format!("1 to {}: type or drag", die.sides));
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &die.words));
            if face != die.face {
                pending.set_face(shown.race, at, index, face);
            }
            ui.end_row();
        }
    });
}

/// A random number.
fn chance() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0_u8)
}

/// Shows the line for typing a turn, with its error.
fn typed(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, at: usize, queue: &mut CommandQueue) {
    // An id of its own, so that the focus stays in the line when the questions above it change.
    let line = commands::turn_line();
    ui.horizontal(|ui| {
        let hint = format!("or type the turn: {}", shown.race.info().example);
        let field = TextEdit::singleline(&mut pending.typed).id(line).hint_text(hint).code_editor();
        let field = ui.add(field.desired_width((ui.available_width() - 70.0).max(80.0)));
        let field = field.on_hover_text("The turn as one line of text, as on the turn card. It may be illegal");
        if field.changed() {
            pending.complaint = None;
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered {
            // The next turn is typed here, too: without focus its letters would be commands.
            field.request_focus();
        }
        field.accessible_name("Turn in one line");
        let can = !pending.typed.trim().is_empty();
        if (ui.add_enabled(can, Button::new("Enter")).clicked() || entered)
            && can
            && let Some(edit) = pending.typed(shown.race, at)
            && !pending.asks_again(shown.race, at, &edit)
        {
            queue.push(Request::Record(edit));
        }
    });
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
            ui.add(Label::new(RichText::new(format!("Column {column}: {message}")).color(error)).wrap());
        }
        Some(Complaint::Illegal(illegal)) => {
            ui.add(Label::new(RichText::new(format!("{} [{}]", illegal.message, illegal.clause)).color(error)).wrap());
            ui.label(look::weak(
                "If the turn was really played, give a reason and record it anyway. It stays marked as illegal.",
            ));
            ui.horizontal(|ui| {
                let field = TextEdit::singleline(&mut pending.reason).hint_text("For example: nobody noticed in time");
                let field = ui.add(field.desired_width((ui.available_width() - 110.0).max(80.0)));
                let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                if entered {
                    ui.memory_mut(|memory| memory.request_focus(line));
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
            let words = "This takes the car out of the race. Enter the turn again to record it.";
            ui.add(Label::new(RichText::new(words).color(ui.visuals().warn_fg_color)).wrap());
        }
        Some(Complaint::Refused(why)) => {
            ui.add(Label::new(RichText::new(why).color(error)).wrap());
        }
        None => {}
    }
}
