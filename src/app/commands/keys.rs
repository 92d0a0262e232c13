//! Shortcuts: as keyboards name them, and as they are pressed.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{Command, Request, Situation, rows};

pub(super) const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

pub(super) const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub(super) const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

pub(super) const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

pub(super) const fn alt_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT.plus(Modifiers::SHIFT), key)
}

pub(super) const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// A shortcut as keyboards name it.
#[must_use]
pub fn shortcut_words(shortcut: &KeyboardShortcut) -> String {
    let Modifiers { shift, command, ctrl, alt, .. } = shortcut.modifiers;
    let key = match shortcut.logical_key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Plus => "+",
        Key::Equals => "=",
        Key::Minus => "−",
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Questionmark => "?",
        Key::Escape => "Esc",
        Key::PageUp => "PgUp",
        Key::PageDown => "PgDn",
        Key::Delete => "Del",
        other => other.name(),
    };
    let mut words = String::new();
    for (held, name) in [(command || ctrl, "Ctrl+"), (shift, "Shift+"), (alt, "Alt+")] {
        if held {
            words.push_str(name);
        }
    }
    words + key
}

/// Whether a key press is this shortcut. Modifiers count exactly, but for Shift on keys that may need it to be typed.
#[must_use]
pub fn matches(shortcut: &KeyboardShortcut, pressed: Key, held: Modifiers) -> bool {
    let wanted = shortcut.modifiers;
    let typed_with_shift =
        matches!(pressed, Key::Questionmark | Key::Plus | Key::OpenBracket | Key::CloseBracket) && !wanted.shift;
    shortcut.logical_key == pressed
        && (wanted.command || wanted.ctrl) == (held.command || held.ctrl)
        && wanted.alt == held.alt
        && (wanted.shift == held.shift || typed_with_shift)
}

/// The enabled commands whose keys were pressed in this frame; the key presses are used up. While a text is being
/// typed only shortcuts with Ctrl count, and Escape.
pub fn pressed(ctx: &egui::Context, situation: &Situation) -> Vec<Request> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let mut commands: Vec<Request> = Vec::new();
    let rows = rows(situation);
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            // The window system tells of these three in words of its own, not as keys.
            let of_clipboard = match event {
                egui::Event::Copy => Some(Command::Copy.into()),
                egui::Event::Cut => Some(Command::Cut.into()),
                egui::Event::Paste(text) => Some(Request::Paste(text.clone())),
                _ => None,
            };
            if let Some(request) = of_clipboard {
                let enabled = match &request {
                    Request::Do(command) => command.spec().is_enabled(situation),
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
            // A text field keeps its keys, and a widget chosen by Tab keeps the key that presses it.
            let plain = !modifiers.command && !modifiers.ctrl;
            // In a text, Ctrl+A selects the text.
            let of_text = plain && *key != Key::Escape || *key == Key::A;
            if (typing && of_text) || (focused && *key == Key::Space) {
                return true;
            }
            commands.push(spec.command.into());
            false
        });
    });
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_count_exactly_but_for_typing_shift() {
        let right = key(Key::ArrowRight);
        assert!(matches(&right, Key::ArrowRight, Modifiers::NONE));
        assert!(!matches(&right, Key::ArrowRight, Modifiers::SHIFT));
        assert!(!matches(&right, Key::ArrowRight, Modifiers::CTRL | Modifiers::COMMAND));
        assert!(matches(&key(Key::Questionmark), Key::Questionmark, Modifiers::SHIFT));
    }

    #[test]
    fn shortcuts_are_named_as_on_keyboards() {
        assert_eq!(Command::Palette.spec().keys(), "Ctrl+K");
        assert_eq!(Command::NextRound.spec().keys(), "Shift+→");
        assert_eq!(Command::ThemeDark.spec().tooltip(), "Light writing on a dark ground.");
    }
}
