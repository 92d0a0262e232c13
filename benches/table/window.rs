//! The window without a screen. Each frame gets input, and the time of layout and tessellation is measured.

use std::sync::Arc;
use std::time::Instant;

use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};
use paddock::app::documents::files::FileDialogs;
use paddock::app::documents::files::SaveKind;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::{Done, Paddock};

use super::table::Times;

/// The number of first frames that are not counted, because they fill the font's texture.
pub const UNCOUNTED: usize = 20;

struct NoDialogs;

impl FileDialogs for NoDialogs {
    fn open(&self) -> Vec<std::path::PathBuf> {
        Vec::new()
    }
    fn save(&self, _: SaveKind, _: &str) -> Option<std::path::PathBuf> {
        None
    }
}

/// Makes a window that does background work at once.
pub fn window(ctx: &Context) -> Paddock {
    window_with(ctx, Background::inline())
}

/// Makes a window that does its background work in this way.
pub fn window_with(ctx: &Context, background: Background<Done>) -> Paddock {
    Paddock::new(ctx, Settings::default(), Arc::new(NoDialogs), background)
}

/// Draws frames with the events that `events` returns. Returns the times of this number of frames, after the
/// uncounted ones.
pub fn frames(
    ctx: &Context,
    window: &mut Paddock,
    count: usize,
    mut events: impl FnMut(usize, &Paddock) -> Vec<Event>,
) -> Times {
    let mut times = Times::default();
    for frame in 0..count + UNCOUNTED {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1_600.0, 1_000.0))),
            time: Some(ctx.input(|input| input.time) + 1.0 / 60.0),
            focused: true,
            events: events(frame, window),
            ..RawInput::default()
        };
        let began = Instant::now();
        let mut output = ctx.run_ui(input, |ui| window.show(ui));
        let shapes = std::mem::take(&mut output.shapes);
        let meshes = ctx.tessellate(shapes, output.pixels_per_point);
        let took = began.elapsed();
        std::hint::black_box(meshes);
        output.textures_delta.clear();
        if frame >= UNCOUNTED {
            times.add(took);
        }
    }
    times
}

/// The event of a key press.
pub fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// The event of pressing or releasing the left button.
pub fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}
