//! The fields for remarks on the current turn: a mark, a note and a bookmark.

use egui::{Button, TextEdit, Ui};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::workspaces::desk::Shown;
use crate::replay::{LineId, RaceEdit, TurnMark};

/// The note and the name of the bookmark that the user is typing. Each is recorded when its field loses the focus.
#[derive(Debug, Default)]
pub(in crate::app::workspaces) struct Beside {
    /// The place in the race that the texts belong to: the line (main line or variation), the number of turns played,
    /// and the revision of the race.
    of: Option<(LineId, usize, u64)>,
    note: String,
    bookmark: String,
    wants_focus: bool,
}

impl Beside {
    /// Moves the text cursor to the note in the next frame.
    pub fn focus(&mut self) {
        self.wants_focus = true;
    }
}

pub(in crate::app::workspaces) fn show(ui: &mut Ui, shown: Shown<'_>, beside: &mut Beside, queue: &mut CommandQueue) {
    let (line, at) = (shown.race.shown_line(), shown.playback.position());
    let Some(recorded) = shown.race.recorded() else { return };
    let of = Some((line, at, recorded.revision()));
    if beside.of != of {
        if let Some((line, at, _)) = beside
            .of
            .filter(|(line, _, revision)| Some(*revision) == of.map(|of| of.2) || *line != shown.race.shown_line())
        {
            // The user left the field by going to another turn. Record the note that was typed before.
            keep_note(shown, beside, line, at, queue);
        }
        beside.of = of;
        beside.note = shown.remarks.note(at).unwrap_or_default();
        shown.remarks.bookmark(at).unwrap_or_default().clone_into(&mut beside.bookmark);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        let present = shown.remarks.marks.get(&at);
        for mark in TurnMark::ALL {
            let command = Command::Mark(mark);
            let button = Button::selectable(present == Some(&mark), look::strong(mark.sign(), look::BODY));
            let response = ui.add_enabled(at > 0, button.min_size(egui::vec2(26.0, 24.0)));
            let response = response.on_hover_text(command.spec().tooltip());
            if response.accessible_name(format!("Mark as {}", mark.name())).clicked() {
                queue.push(command);
            }
        }
        ui.add_space(4.0);
        let is_set = shown.remarks.bookmark(at).is_some();
        let button =
            ui.add(Button::selectable(is_set, icons::BOOKMARK)).on_hover_text(Command::Bookmark.spec().tooltip());
        if button.accessible_name("Bookmark").clicked() {
            queue.push(Command::Bookmark);
        }
        // Space for the name is always reserved, so that nothing moves.
        let field = TextEdit::singleline(&mut beside.bookmark).hint_text("name").desired_width(ui.available_width());
        let field = ui.add_enabled(is_set, field);
        if field.lost_focus() && is_set && shown.remarks.bookmark(at) != Some(beside.bookmark.trim()) {
            queue.push(Request::Record(RaceEdit::Bookmark { line, at, name: Some(beside.bookmark.clone()) }));
        }
        field.accessible_name("Name of the bookmark");
    });
    let field = TextEdit::multiline(&mut beside.note).hint_text("A note on this turn").desired_rows(2);
    let field = ui.add(field.desired_width(f32::INFINITY));
    if std::mem::take(&mut beside.wants_focus) {
        field.request_focus();
        field.scroll_to_me(None);
    }
    if field.lost_focus() {
        keep_note(shown, beside, line, at, queue);
    }
    field.on_hover_text("This note is saved in the race's file (N)").accessible_name("Note");
}

/// Records the typed note, if it has changed.
fn keep_note(shown: Shown<'_>, beside: &Beside, line: LineId, at: usize, queue: &mut CommandQueue) {
    let is_of_line = line == shown.race.shown_line();
    if is_of_line && shown.remarks.note(at).unwrap_or_default() != beside.note {
        queue.push(Request::Record(RaceEdit::Note { line, at, text: beside.note.clone() }));
    }
}
