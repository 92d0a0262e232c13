//! The recording panel. The user enters the next turn with the mouse, with keys, or as a line of text.

use egui::{Button, Key, Label, RichText, ScrollArea, Ui};

use super::pending::{PendingTurn, Purpose};
use super::question::{self, Asked, costs, field_words, value_words};
use super::typed;
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::workspaces::desk::{Shown, disc};
use crate::game::EventKind;
use crate::replay::chooser::Choice;

/// The largest height of the panel, in points. A longer question scrolls.
const HEIGHT: f32 = 300.0;
/// The smallest height of the panel, in points.
const LEAST: f32 = 120.0;
/// The height that the panel leaves for the timing table above it, in points, even in a low window.
const TABLE: f32 = 130.0;
/// The same while the panel shows the answer to a typed line.
const TABLE_WITH_ANSWER: f32 = 64.0;

/// The height that an error in the typed line leaves for that line and for the questions, in points.
const LEFT: f32 = 150.0;

/// The height of the panel, in points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Height {
    /// The height without the answer to a typed line; `None` before the panel is open.
    usual: Option<f32>,
    /// The additional height for the answer to a typed line. The questions keep their height beside an answer.
    more: f32,
    /// Whether the panel showed an answer in the last frame.
    answered: bool,
}

impl Height {
    /// The height for the next frame. `room` is the height that the panel and the timing table share. `answers` says
    /// whether the panel shows the answer to a typed line.
    pub(super) fn now(self, room: f32, answers: bool) -> f32 {
        let most = HEIGHT.min((room - TABLE).max(room * 0.5));
        let usual = self.usual.map_or(most, |height| height.min(most));
        if answers { (usual + self.more).min(room - TABLE_WITH_ANSWER).max(usual) } else { usual }
    }

    /// Adapts the height to the content of the panel: `missing` is the additional height that it needs. Without
    /// answers the panel only grows, so that after the first turns no button moves under the pointer. Returns whether
    /// the height has changed.
    pub(super) fn fit(&mut self, room: f32, answers: bool, missing: f32) -> bool {
        let before = self.now(room, answers);
        let needed = before + missing;
        // In the first frame without an answer, the line below the questions still has its height.
        if std::mem::replace(&mut self.answered, answers) && !answers {
            return true;
        }
        if answers {
            self.more = (needed - self.now(room, false)).max(0.0);
        } else {
            let grown = if self.usual.is_some() { before } else { LEAST };
            (self.usual, self.more) = (Some(needed.max(grown)), 0.0);
        }
        (self.now(room, answers) - before).abs() > 0.5
    }
}

/// Shows the panel. Returns the additional height that its questions need, in points; negative if the panel is higher
/// than needed.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue) -> f32 {
    let at = shown.playback.position();
    ui.add_space(6.0);
    heading(ui, shown, pending, queue);
    if pending.purpose == Purpose::Play {
        super::seats::show_turn(ui, shown, queue);
    }
    let is_over = pending.chooser.total() == 0;
    if !is_over {
        // The line for typing, with its error, stays at the bottom of the panel, wherever the questions are scrolled to.
        let below = egui::Panel::bottom("replay-typed").resizable(false).show_separator_line(false);
        // Inside, the available height is what the line took in the last frame.
        let most = (ui.available_height() - LEFT).max(ui.available_height() * 0.5);
        below.frame(egui::Frame::NONE).show(ui, |ui| {
            typed::complain(ui, shown, pending, (at, most), queue);
            typed::show(ui, shown, pending, at, queue);
        });
    }
    let area = ScrollArea::vertical().id_salt(("record", shown.tab)).auto_shrink([false, false]);
    let area = area.show(ui, |ui| {
        if is_over {
            ui.add(
                Label::new(format!("{} The race is over: there is no turn to play here.", icons::FLAG_CHECKERED))
                    .wrap(),
            );
            return;
        }
        trail(ui, shown, pending);
        match pending.chooser.question() {
            Some(question) => {
                if question::show(ui, shown, pending, question, Asked::InPanel) {
                    play_whole(shown, pending, queue);
                } else {
                    offer_rest(ui, shown, pending, queue);
                }
            }
            None => {
                if question::show_dice(ui, shown, pending, Asked::InPanel)
                    && pending.purpose == Purpose::Play
                    && let Some(edit) = pending.chosen(shown.race.shown_line(), at)
                    && !pending.asks_again(shown.race, at, &edit)
                {
                    queue.push(Request::Record(edit));
                } else {
                    ready(ui, shown, pending, queue, Asked::InPanel);
                }
            }
        }
    });
    area.content_size.y - area.inner_rect.height()
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
        close(ui, queue);
    });
    if shown.view.to_act.is_none() {
        return;
    }
    match pending.purpose {
        Purpose::Edit(_) => ui.label(look::weak("Later turns will be checked again. Esc cancels.")),
        Purpose::Play if shown.playback.at_last() => {
            let words = match forced(shown, pending) {
                Some(true) => "The car misses this turn.",
                Some(false) => "Only one turn is legal.",
                None => "Click a place on the board, or choose here.",
            };
            ui.label(look::weak(words))
        }
        Purpose::Play => ui.label(look::weak("Starts a variation; the recorded turns stay.")),
    };
}

/// Whether the only legal turn is a missed turn; `None` if there is a choice.
fn forced(shown: Shown<'_>, pending: &PendingTurn) -> Option<bool> {
    let only = pending.only().filter(|_| pending.chooser.total() == 1)?;
    let (events, _) = shown.race.outcome(shown.playback.position(), &only.turn)?;
    Some(events.iter().any(|event| matches!(event.kind, EventKind::MissedTurn)))
}

/// Shows the button that closes the panel, at the right.
pub(super) fn close(ui: &mut Ui, queue: &mut CommandQueue) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let close = ui.add(Button::new(RichText::new(icons::X).size(12.0)).frame(false));
        let close = close.on_hover_text(Command::Record.spec().tooltip());
        if close.accessible_name("Stop recording").clicked() {
            queue.push(Command::Record);
        }
    });
}

/// Shows the choices made so far. A click on a choice cancels it and keeps the others.
fn trail(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn) {
    let choices: Vec<(usize, String)> = pending
        .chooser
        .choices()
        .map(|(index, field, words)| {
            let said = |(field, value)| format!("{}: {}", field_words(shown, field), value_words(shown, field, value));
            (index, field.map_or(words, said))
        })
        .collect();
    let mut dropped = None;
    ui.horizontal_wrapped(|ui| {
        let back = Button::new(format!("{} Back", icons::ARROW_U_UP_LEFT)).small();
        let back = ui.add_enabled(!choices.is_empty(), back).on_hover_text("Removes the last choice (Backspace)");
        let back = back.accessible_name("Back");
        if back.clicked() || Asked::InPanel.pressed(ui, Key::Backspace) {
            pending.back();
        } else if choices.is_empty() && pending.chooser.total() > 1 {
            ui.label(look::weak("Nothing chosen yet"));
        }
        for (index, words) in choices {
            let chip = ui.add(Button::new(RichText::new(&words).size(look::SMALL)).small());
            if chip.on_hover_text("Cancels this choice; the other choices stay").clicked() {
                dropped = Some(index);
            }
        }
    });
    if let Some(index) = dropped {
        pending.drop_choice(index);
    }
}

/// Records the turn once the user has answered the last question. Does not record it yet if dice must be rolled, if the
/// turn takes a car out of the race, or if it replaces another turn.
pub(super) fn play_whole(shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue) {
    let at = shown.playback.position();
    if pending.purpose == Purpose::Play
        && let Some(edit) = pending.whole(shown.race, at)
        && !pending.asks_again(shown.race, at, &edit)
    {
        queue.push(Request::Record(edit));
    }
}

/// Shows a button that gives the usual answers to all remaining questions. The Enter key does the same.
fn offer_rest(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue) {
    let Some(rest) = pending.usual_rest(shown.race, shown.playback.position()) else { return };
    let said = |option: &Choice| {
        format!("{}: {}", field_words(shown, &option.field), value_words(shown, &option.field, &option.value))
    };
    let words = rest.iter().map(said).collect::<Vec<_>>().join(", ");
    // Show the key and the words in one text. A separate key would be wrapped letter by letter beside long words.
    let button = Button::new(RichText::new(format!("Enter: {words}")).size(look::SMALL));
    let button = ui.add(button.wrap()).on_hover_text("Gives the usual answer to every question that is still open");
    if button.accessible_name(format!("Usual: {words}")).clicked() || Asked::InPanel.pressed(ui, Key::Enter) {
        rest.iter().for_each(|option| pending.chooser.take(option));
        play_whole(shown, pending, queue);
    }
}

/// Shows the button that records the turn, once all choices are made.
pub(super) fn ready(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue, asked: Asked) {
    let at = shown.playback.position();
    let Some(edit) = pending.chosen(shown.race.shown_line(), at) else { return };
    let cost = pending.only().map(|legal| costs(&legal.cost)).unwrap_or_default();
    let words = if pending.purpose == Purpose::Play { "Record turn" } else { "Save edit" };
    let button = ui.add(Button::new(look::strong(format!("{} {words}{cost}", icons::CHECK_CIRCLE), look::BODY)));
    let clicked = button.on_hover_text("Enter").accessible_name(asked.name(words.to_owned())).clicked();
    if (clicked || asked.pressed(ui, Key::Enter)) && !pending.asks_again(shown.race, at, &edit) {
        queue.push(Request::Record(edit));
    }
}
