//! Helpers of the window tests: the whole window, with a simulated pointer and keyboard.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a helper fails the test and says why")]

use std::path::PathBuf;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;
use paddock::app::workspaces::race::RaceTab;

/// The window; it is made in its first frame.
pub type Window = Harness<'static, Option<Paddock>>;

/// Ctrl, as all systems report it.
pub const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

/// Frames until everything that a key or a click leads to is there.
const STEPS: usize = 4;

/// A window of this size with a file open, whose dialogs all answer with that file.
pub fn opened(file: PathBuf, size: egui::Vec2) -> Window {
    opened_with(file, size, None)
}

/// The same, with a provider of fonts for characters that the program's own fonts lack.
pub fn opened_with(file: PathBuf, size: egui::Vec2, fonts: Option<Arc<dyn egui::FontProvider>>) -> Window {
    let dialogs = Arc::new(crate::desk::Always { file: file.clone(), picture: None });
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs.clone(), Background::inline());
            window.open(ui.ctx(), vec![file.clone()]);
            window
        });
        window.show(ui);
    };
    // Without a provider, a missing glyph fails the test.
    let allows_missing = fonts.is_some();
    let install = move |ctx: &egui::Context| {
        look::install(ctx);
        fonts.into_iter().for_each(|fonts| ctx.add_font_provider(fonts));
    };
    let builder = Harness::builder().with_size(size).with_step_dt(0.25);
    let builder = if allows_missing { builder.allow_missing_glyphs() } else { builder };
    let mut harness = builder.with_context_setup(install).build_ui_state(show, None);
    harness.run_steps(6);
    harness
}

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

/// Turns the wheel at a place, by this number of points towards the user, and moves the pointer away.
pub fn wheel(harness: &mut Window, place: Pos2, by: f32) {
    harness.event(Event::PointerMoved(place));
    harness.run_steps(2);
    harness.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -by),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(6);
    harness.event(Event::PointerMoved(Pos2::ZERO));
    harness.run_steps(6);
}

/// Asks the window to close, as its frame's button does.
pub fn ask_to_close(harness: &mut Window) {
    let viewport = harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    harness.step();
    harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
    harness.run_steps(3);
}
