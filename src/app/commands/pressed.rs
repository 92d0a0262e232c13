//! Finds the commands for the keys pressed in a frame.

use egui::Key;

use super::{Command, Request, Situation, matches, rows};
use crate::replay::code;

/// The id of the text field in which turns are typed. The field keeps the focus after Enter. While the field has the
/// focus, Escape only removes the focus.
pub fn turn_line() -> egui::Id {
    egui::Id::unique("typed-turn")
}

/// Returns the enabled commands whose keys were pressed in this frame, and consumes these key presses. While the user
/// types text, only Escape and shortcuts with Ctrl are used, except those that edit text. The same holds while the command palette is open
/// (`in_palette`), even in its first frame, when its text field has no focus yet.
pub fn pressed(ctx: &egui::Context, situation: &Situation, in_palette: bool) -> Vec<Request> {
    let mut typing = ctx.text_edit_focused() || in_palette;
    let focused = ctx.memory(|memory| memory.focused().is_some());
    // An open menu or drop-down is on top, and Escape only closes it.
    let popup = egui::Popup::is_any_open(ctx);
    let mut commands: Vec<Request> = Vec::new();
    let rows = rows(situation);
    // If Escape was pressed, egui has already taken the focus from the field.
    let in_turn_line = ctx.memory(|memory| memory.had_focus_last_frame(turn_line()));
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            // egui reports Cut, Copy and Paste as separate events, not as keys.
            let of_clipboard = match event {
                egui::Event::Copy => Some(Command::Copy.into()),
                egui::Event::Cut => Some(Command::Cut.into()),
                egui::Event::Paste(text) => Some(Request::Paste(text.clone())),
                _ => None,
            };
            if let Some(request) = of_clipboard {
                let enabled = match &request {
                    Request::Do(command) => command.spec().is_enabled(situation),
                    // The text of a circuit is opened wherever it is pasted.
                    Request::Paste(text) if code::is_text(text) => true,
                    _ => situation.circuit,
                };
                if enabled && !typing {
                    commands.push(request);
                    return false;
                }
                return true;
            }
            let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let found = rows.iter().find(|spec| {
                spec.is_enabled(situation) && spec.shortcuts.iter().any(|shortcut| matches(shortcut, *key, *modifiers))
            });
            let Some(spec) = found else { return true };
            if *key == Key::Escape && (popup || in_turn_line) {
                // egui closes the menu, or has already taken the focus from the field.
                return true;
            }
            let plain = !modifiers.command && !modifiers.ctrl;
            if popup && plain && *key != Key::Escape {
                // The key belongs to the menu, not to the document behind it.
                return true;
            }
            // While turns are recorded, the digit keys choose among the possible turns.
            let is_digit = matches!(key.name().as_bytes(), [b'0'..=b'9']);
            if situation.recording && is_digit && modifiers.is_none() {
                return true;
            }
            // The keys of a text field, and the key that presses a focused widget, are not shortcuts.
            // In a text field, Ctrl+A selects all text, and Ctrl+Z undoes the typing. Typing in the fields of a circuit
            // is an edit of the circuit, and a line without text has nothing to undo.
            let undoes = matches!(spec.command, Command::Undo | Command::Redo);
            let is_edit = situation.circuit || in_turn_line && !situation.half_typed;
            let of_text = plain && *key != Key::Escape || *key == Key::A || undoes && !is_edit;
            if (typing && of_text) || (focused && *key == Key::Space) {
                return true;
            }
            typing |= spec.command == Command::Palette;
            commands.push(spec.command.into());
            false
        });
    });
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::commands::TimelineStep;

    #[test]
    fn shortcuts_are_named_as_on_keyboards() {
        assert_eq!(Command::Palette.spec().keys(), "Ctrl+K");
        assert_eq!(Command::Walk(TimelineStep::NextRound).spec().keys(), "Shift+→");
        assert_eq!(Command::ThemeDark.spec().tooltip(), "Light text on a dark background.");
    }
}
