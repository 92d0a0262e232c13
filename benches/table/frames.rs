//! The time of a frame (layout and tessellation, without a graphics card): in the Replay workspace during playback of
//! a race of 5,000 turns; and in the Editor, with live checks, while one piece of an eight-corner circuit is dragged
//! and while all pieces move. The goal is 8 ms on one core.

use std::sync::Arc;

use egui::{Context, Event, Key, Modifiers, Pos2, vec2};
use paddock::app::Paddock;
use paddock::app::tabs::Content;
use paddock::editor::sketch::pieces::Piece;
use paddock::games::vektorace::Vektorace;

use super::endless::Endless;
use super::files::{race, root};
use super::memory;
use super::table::{NOTHING, Table, Times};
use super::units::{count_of, time};
use super::window::{UNCOUNTED, button, frames, key, window};

const TURNS: usize = 5_000;

/// Prints the rows about frames.
pub fn rows(table: &Table) {
    let count = table.or(300, 60);
    let ctx = Context::default();
    let mut window = window(&ctx);
    let race = race(&root("replays/vektorace/copper-kettle-six-cars.json"));
    let turns = format!("{} turns, six cars", count_of(TURNS));
    let mut opened = Times::default();
    opened.time(|| window.open_race(Arc::new(Endless::new(race, TURNS, 1))));
    table.row("a race shown for the first time", &turns, &time(opened.median()), NOTHING);
    let report = |name: &str, size: &str, times: Times| {
        let text = format!("{}, 99 of 100 within {}", time(times.median()), time(times.within(99)));
        table.row(name, size, &text, &memory::held());
    };
    for (name, keys) in [
        ("Replay, at rest", [].as_slice()),
        ("Replay, a step every frame", &[Key::ArrowRight]),
        ("Replay, the same with legal places", &[Key::L, Key::ArrowRight]),
    ] {
        report(name, &turns, pressing(&ctx, &mut window, count, &plain(keys)));
    }
    analysis(table, &ctx, &mut window);
    window.open(&ctx, vec![root("tracks/vektorace/long-barrow.json")]);
    let size = "eight corners";
    report("Editor, at rest", size, pressing(&ctx, &mut window, count, &[]));
    report("Editor, a piece dragged with the mouse", size, dragging(&ctx, &mut window, count));
    let all = [(Modifiers::COMMAND, Key::A), (Modifiers::NONE, Key::ArrowRight)];
    report("Editor, all pieces moved every frame", size, pressing(&ctx, &mut window, count, &all));
    let moved = window.document().is_some_and(|document| document.is_unsaved());
    assert!(moved, "the pieces were to move");
}

/// The number of turns of the race in the Analysis workspace.
const MANY_TURNS: usize = 100_000;

/// Measures the Analysis workspace with 20 cars: at rest, and while a stretch is selected by a drag over a plot. The goals
/// are 3 ms and 5 ms.
fn analysis(table: &Table, ctx: &Context, window: &mut Paddock) {
    let count = table.or(300, 60);
    let turns = table.or(MANY_TURNS, 20_000);
    let race = race(&root("replays/vektorace/widdershins-four-cars.json"));
    let size = format!("{} turns, 20 cars", count_of(turns));
    let mut opened = Times::default();
    opened.time(|| window.open_race(Arc::new(Endless::new(race, turns, 5))));
    table.row("a race shown for the first time", &size, &time(opened.median()), NOTHING);
    let report = |name: &str, times: Times| {
        let text = format!("{}, 99 of 100 within {}", time(times.median()), time(times.within(99)));
        table.row(name, &size, &text, &memory::held());
    };
    // The first frames compute the figures of the race.
    let mut read = Times::default();
    read.time(|| {
        frames(ctx, window, 1, |frame, _| (frame == 0).then(|| key(Key::F3, Modifiers::NONE)).into_iter().collect())
    });
    table.row("Analysis, shown for the first time", &size, &time(read.median()), NOTHING);
    for axis in ["rounds", "the lap", "turns"] {
        report(&format!("Analysis over {axis}, at rest"), frames(ctx, window, count, |_, _| Vec::new()));
        report(&format!("Analysis over {axis}, a stretch brushed"), brushing(ctx, window, count));
        let clear = [key(Key::Escape, Modifiers::NONE), key(Key::X, Modifiers::NONE)];
        frames(ctx, window, 4, |frame, _| clear.get(frame).cloned().into_iter().collect());
    }
}

/// The times of frames in which the pointer drags over the upper plot.
fn brushing(ctx: &Context, window: &mut Paddock, count: usize) -> Times {
    let stretch = |window: &Paddock| match window.document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab.stretch(),
        _ => None,
    };
    let start = Pos2::new(900.0, 180.0);
    let mut seen = 0;
    let times = frames(ctx, window, count, |frame, window| {
        let place = start + vec2(20.0 + (frame % 500) as f32, 0.0);
        seen += usize::from(stretch(window).is_some());
        match frame {
            0 => vec![Event::PointerMoved(start), button(start, true)],
            _ if frame == count + UNCOUNTED - 1 => vec![button(place, false)],
            _ => vec![Event::PointerMoved(place)],
        }
    });
    assert!(seen > count / 2, "a stretch was to be selected: {seen}");
    times
}

fn plain(keys: &[Key]) -> Vec<(Modifiers, Key)> {
    keys.iter().map(|key| (Modifiers::NONE, *key)).collect()
}

/// The times of frames with key presses: the first key is pressed in the first frame, the last key in every later
/// frame, unless it is L.
fn pressing(ctx: &Context, window: &mut Paddock, count: usize, keys: &[(Modifiers, Key)]) -> Times {
    frames(ctx, window, count, |frame, _| {
        let pressed = if frame == 0 { keys.first() } else { keys.last().filter(|(_, key)| *key != Key::L) };
        let pressed = pressed.map(|(modifiers, pressed)| key(*pressed, *modifiers));
        pressed.into_iter().chain([Event::PointerMoved(Pos2::new(700.0 + (frame % 50) as f32, 300.0))]).collect()
    })
}

/// The times of frames in which the pointer moves corner 4 in a circle two octagons wide, past corner 5 and back, with
/// all snapping on.
fn dragging(ctx: &Context, window: &mut Paddock, count: usize) -> Times {
    let piece = Piece::Corner(3);
    let at = |window: &Paddock| match window.document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => {
            piece.at(tab.document().of::<Vektorace>()?.draft()).map(|at| tab.board().screen_from_world(at.to_f64()))
        }
        _ => None,
    };
    let scale = match window.document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab.board().scale() as f32,
        _ => 1.0,
    };
    let start = at(window).expect("a circuit is shown");
    let mut places = Vec::new();
    let times = frames(ctx, window, count, |frame, window| {
        let (sin, cos) = (frame as f32 * 0.09).sin_cos();
        let place = start + vec2(2.0 - 2.0 * cos, 2.0 * sin) * scale;
        places.push(at(window));
        match frame {
            0 => vec![Event::PointerMoved(start), button(start, true)],
            _ if frame == count + UNCOUNTED - 1 => vec![button(place, false)],
            _ => vec![Event::PointerMoved(place)],
        }
    });
    places.dedup();
    assert!(places.len() > count / 4, "the piece was to move: {} places", places.len());
    times
}
