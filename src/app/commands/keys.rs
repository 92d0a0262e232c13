//! Shortcuts: their names, and whether a key press matches one of them.

use egui::{Key, KeyboardShortcut, Modifiers};

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

/// The name of a shortcut, such as `Ctrl+O`.
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
        Key::Comma => ",",
        Key::Period => ".",
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

/// Whether a key press matches this shortcut. Ctrl, Alt and Shift must be held exactly as in the shortcut. Shift may
/// differ for keys such as `?`, because some keyboards type them with Shift.
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
}
