//! Helpers of the window tests: the whole window, with a simulated pointer and keyboard.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a helper fails the test and says why")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::tabs::Content;
use paddock::app::workspaces::race::RaceTab;

/// The window; it is made in its first frame.
pub type Window = Harness<'static, Option<Paddock>>;

/// Ctrl, as all systems report it.
pub const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

/// Frames until everything that a key or a click leads to is there.
const STEPS: usize = 4;

pub fn paddock(harness: &Window) -> &Paddock {
    harness.state().as_ref().unwrap()
}

/// The race that is shown.
pub fn race_tab(harness: &Window) -> &RaceTab {
    match paddock(harness).document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab,
        _ => panic!("no race is shown"),
    }
}

pub fn press(harness: &mut Window, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(STEPS);
}

pub fn click(harness: &mut Window, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(STEPS);
}

/// The same where a text has the same words.
pub fn click_button(harness: &mut Window, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(STEPS);
}
