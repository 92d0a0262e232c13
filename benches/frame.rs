//! What a frame costs without a graphics card, layout and tessellation: in the Replay workspace over a race of 5,000
//! turns while it is played, and in the Editor while a piece of an eight-corner circuit is dragged, and while all of them
//! move, with live lint. The goal is 8 ms on one core.
#![allow(clippy::panic, clippy::print_stdout, reason = "a bench tells its times, and stops where it cannot begin")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};
use paddock::app::Paddock;
use paddock::app::background::Background;
use paddock::app::documents::Content;
use paddock::app::files::{FileDialogs, SaveKind};
use paddock::app::settings::Settings;
use paddock::editor::Piece;
use paddock::game::scene::{Scene, Tag};
use paddock::game::{Entrant, Issue, LegalTurn, Place, Resource, StateView};
use paddock::replay::{Opened, Race, Step, open};

/// The window's allocator: frames allocate many small shapes.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TURNS: usize = 5_000;
const FRAMES: usize = 300;

/// A short race over and over: as long as one likes, and every state is a real one.
struct Endless(Box<dyn Race>);

impl Endless {
    fn at(&self, at: usize) -> usize {
        if at == 0 { 0 } else { (at - 1) % self.0.len() + 1 }
    }
}

impl Race for Endless {
    fn game(&self) -> &'static str {
        self.0.game()
    }
    fn unit(&self) -> &'static str {
        self.0.unit()
    }
    fn resources(&self) -> &[Resource] {
        self.0.resources()
    }
    fn track_name(&self) -> &str {
        "endless"
    }

    fn title(&self) -> &str {
        self.0.title()
    }
    fn entrants(&self) -> &[Entrant] {
        self.0.entrants()
    }
    fn laps(&self) -> u32 {
        self.0.laps()
    }
    fn len(&self) -> usize {
        TURNS
    }
    fn step(&self, turn: usize) -> Option<&Step> {
        self.0.step(self.at(turn))
    }
    fn issues(&self) -> &[Issue] {
        self.0.issues()
    }
    fn view(&self, at: usize) -> StateView {
        self.0.view(self.at(at))
    }
    fn fingerprint(&self, at: usize) -> u64 {
        self.0.fingerprint(self.at(at))
    }
    fn describe(&self, turn: usize) -> String {
        self.0.describe(self.at(turn))
    }
    fn turn_json(&self, turn: usize) -> serde_json::Value {
        self.0.turn_json(self.at(turn))
    }
    fn notation(&self, turn: usize) -> String {
        self.0.notation(self.at(turn))
    }
    fn notation_text(&self, at: usize) -> String {
        self.0.notation_text(self.at(at))
    }
    fn scene(&self, at: usize, trail: usize) -> Scene {
        self.0.scene(self.at(at), trail)
    }
    fn track_scene(&self, highlight: &[Tag]) -> Scene {
        self.0.track_scene(highlight)
    }
    fn places(&self, at: usize) -> Vec<Place> {
        self.0.places(self.at(at))
    }
    fn legal_turns(&self, at: usize) -> Vec<LegalTurn<serde_json::Value>> {
        self.0.legal_turns(self.at(at))
    }
}

struct NoDialogs;

impl FileDialogs for NoDialogs {
    fn open(&self) -> Vec<std::path::PathBuf> {
        Vec::new()
    }
    fn save(&self, _: SaveKind, _: &str) -> Option<std::path::PathBuf> {
        None
    }
}

fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/copper-kettle-six-cars.json");
    let bytes = std::fs::read(file).expect("a shipped race");
    let Ok(Opened::Race(race)) = open(&bytes, &|name| Err(format!("{name} is not here"))) else {
        panic!("a shipped race opens")
    };
    let ctx = Context::default();
    let mut window = Paddock::new(&ctx, Settings::default(), Arc::new(NoDialogs), Background::inline());
    let began = Instant::now();
    window.open_race(Arc::new(Endless(race)));
    println!("opening {TURNS} turns: {:.1} ms", ms(began.elapsed()));
    for (name, keys) in [
        ("at rest", [].as_slice()),
        ("stepping", &[Key::ArrowRight]),
        ("stepping, with legal places", &[Key::L, Key::ArrowRight]),
    ] {
        tell(name, frames(&ctx, &mut window, &plain(keys)));
    }
    let circuit = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace/long-barrow.json");
    window.open(&ctx, vec![circuit]);
    tell("editor, eight corners, at rest", frames(&ctx, &mut window, &[]));
    tell("editor, one piece dragged with the mouse", dragging(&ctx, &mut window));
    let all = [(Modifiers::COMMAND, Key::A), (Modifiers::NONE, Key::ArrowRight)];
    tell("editor, all pieces moved every frame", frames(&ctx, &mut window, &all));
    let moved = window.document().is_some_and(|document| document.is_unsaved());
    assert!(moved, "the pieces were to move");
}

fn plain(keys: &[Key]) -> Vec<(Modifiers, Key)> {
    keys.iter().map(|key| (Modifiers::NONE, *key)).collect()
}

fn tell(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    println!("{name}: median {:.2} ms, 99 of 100 within {:.2} ms", ms(at(50)), ms(at(99)));
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The times of frames; the first key is pressed once, the last before every frame.
fn frames(ctx: &Context, window: &mut Paddock, keys: &[(Modifiers, Key)]) -> Vec<Duration> {
    timed(ctx, window, |frame, _| {
        let pressed = if frame == 0 { keys.first() } else { keys.last().filter(|(_, key)| *key != Key::L) };
        let pressed = pressed.map(|(modifiers, key)| Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: *modifiers,
        });
        pressed.into_iter().chain([Event::PointerMoved(Pos2::new(700.0 + (frame % 50) as f32, 300.0))]).collect()
    })
}

/// The times of frames in which the pointer leads corner 4 round in a circle two octagons wide, past corner 5 and back,
/// with everything on that draws it to places.
fn dragging(ctx: &Context, window: &mut Paddock) -> Vec<Duration> {
    let piece = Piece::Corner(3);
    let at = |window: &Paddock| match window.document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => {
            piece.at(tab.pieces()?.document().draft()).map(|at| tab.board().screen_from_world(at.to_f64()))
        }
        _ => None,
    };
    let scale = match window.document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab.board().scale() as f32,
        _ => 1.0,
    };
    let start = at(window).expect("a circuit is shown");
    let mut places = Vec::new();
    let times = timed(ctx, window, |frame, window| {
        let (sin, cos) = (frame as f32 * 0.09).sin_cos();
        let place = start + vec2(2.0 - 2.0 * cos, 2.0 * sin) * scale;
        let modifiers = Modifiers::NONE;
        places.push(at(window));
        match frame {
            0 => vec![
                Event::PointerMoved(start),
                Event::PointerButton { pos: start, button: PointerButton::Primary, pressed: true, modifiers },
            ],
            _ if frame == FRAMES + 19 => {
                vec![Event::PointerButton { pos: place, button: PointerButton::Primary, pressed: false, modifiers }]
            }
            _ => vec![Event::PointerMoved(place)],
        }
    });
    places.dedup();
    assert!(places.len() > FRAMES / 4, "the piece was to move: {} places", places.len());
    times
}

fn timed(ctx: &Context, window: &mut Paddock, mut events: impl FnMut(usize, &Paddock) -> Vec<Event>) -> Vec<Duration> {
    let mut times = Vec::with_capacity(FRAMES);
    for frame in 0..FRAMES + 20 {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1_600.0, 1_000.0))),
            time: Some(frame as f64 / 60.0 + 1.0),
            focused: true,
            ..RawInput::default()
        };
        input.events = events(frame, window);
        let began = Instant::now();
        let mut output = ctx.run_ui(input, |ui| window.show(ui));
        let shapes = std::mem::take(&mut output.shapes);
        let meshes = ctx.tessellate(shapes, output.pixels_per_point);
        let took = began.elapsed();
        std::hint::black_box(meshes);
        output.textures_delta.clear();
        // The first frames fill the font's texture.
        if frame >= 20 {
            times.push(took);
        }
    }
    times
}
