//! A race of 100,000 turns: what opening it, going to any of its turns, drawing a frame, recording and amending take, and
//! how much memory the process holds; with the growth from 100 turns on. `cargo bench --bench long_race`.
//!
//! The race is driven once and cut to each length; each is measured in a process of its own.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench tells its times, and has nobody to report to")]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, vec2};
use paddock::analysis::{Digest, Telemetry};
use paddock::app::Paddock;
use paddock::app::background::Background;
use paddock::app::documents::Content;
use paddock::app::figures::Figures;
use paddock::app::files::{FileDialogs, Loaded, SaveKind, load};
use paddock::app::settings::Settings;
use paddock::replay::{Race, RaceEdit, print};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

mod drivers;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LENGTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];
const FRAMES: usize = 120;
/// Names the file that a process of its own measures.
const FILE: &str = "PADDOCK_BENCH_FILE";
/// Says what it measures.
const PART: &str = "PADDOCK_BENCH_PART";

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
    if let Some(file) = std::env::var_os(FILE) {
        match std::env::var(PART).as_deref() {
            Ok("digest") => digest(Path::new(&file)),
            _ => measure(Path::new(&file)),
        }
        return;
    }
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let most = LENGTHS[LENGTHS.len() - 1];
    let began = Instant::now();
    let race = drivers::Race {
        track: "kestrel-ring",
        cars: 6,
        laps: 99,
        pace: most as f64 / 6.0 / 97.0,
        turns: most,
        seed: 1,
    };
    let mut replay = race.drive();
    println!("{} turns driven in {:.1} s; medians, and the slowest in brackets", replay.turns.len(), s(began));
    println!("goals at 100,000 turns: opened in 2 s, any turn within 5 ms, a frame within 8 ms, 500 MB");
    for length in LENGTHS.into_iter().rev() {
        replay.turns.truncate(length);
        std::fs::write(folder.path().join(length.to_string()), print(&replay).unwrap()).unwrap();
    }
    for part in ["window", "digest"] {
        println!("{part}");
        for length in LENGTHS {
            let file = folder.path().join(length.to_string());
            let child = Command::new(std::env::current_exe().unwrap()).env(FILE, file).env(PART, part).status();
            assert!(child.unwrap().success());
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn s(began: Instant) -> f64 {
    began.elapsed().as_secs_f64()
}

fn timed<T>(times: &mut Vec<Duration>, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let made = work();
    times.push(began.elapsed());
    made
}

/// "0.21 (0.35) ms"
fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    format!("{:.2} ({:.2}) ms", ms(median), ms(times.last().copied().unwrap_or_default()))
}

/// What analysing and tables take.
fn digest(file: &Path) {
    let (_, Loaded::Race(race, _)) = load(file).unwrap() else { unreachable!("a race") };
    let before = peak();
    let began = Instant::now();
    let telemetry = Telemetry::of(race.as_ref());
    let took = s(began);
    let began = Instant::now();
    std::hint::black_box(Digest::with(race.as_ref(), &telemetry));
    println!(
        "{:>7} turns: telemetry {took:.2} s, digest {:.2} s; peak memory {before} MB, then {} MB",
        race.len(),
        s(began),
        peak()
    );
}

fn measure(file: &Path) {
    let bytes = std::fs::metadata(file).unwrap().len();
    let mut times = [const { Vec::new() }; 5];
    let [opened, walked, ..] = &mut times;
    let (_, loaded) = timed(opened, || load(file)).unwrap();
    let Loaded::Race(race, figures) = loaded else { unreachable!("a race") };
    let turns = race.len();
    let again = timed(walked, || Figures::of(race.as_ref()));
    assert_eq!(again, *figures);
    drop((again, figures));
    println!(
        "{turns:>7} turns: {:.1} MB, opened in {:.3} s ({:.0} turns a second), of it figures {:.3} s; peak {} MB",
        bytes as f64 / 1e6,
        opened[0].as_secs_f64(),
        turns as f64 / opened[0].as_secs_f64(),
        walked[0].as_secs_f64(),
        peak()
    );
    seeks(race.as_ref());
    drop(race);
    let ctx = Context::default();
    let mut window = Paddock::new(&ctx, Settings::default(), Arc::new(NoDialogs), Background::inline());
    window.open(&ctx, vec![file.to_owned()]);
    let mut told = Vec::new();
    let mut tell = |name: &str, times: Vec<Duration>| told.push(format!("{name} {}", self::told(times)));
    tell("at rest", frames(&ctx, &mut window, |_, _| Vec::new()));
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut seen = std::collections::BTreeSet::new();
    let seek = frames(&ctx, &mut window, |frame, window| {
        seen.insert(position(window));
        // On the lowest plot, by turns pressed and let go.
        let pos = Pos2::new(if frame % 2 == 0 { random.random_range(200.0..1500.0) } else { 700.0 }, 930.0);
        let click =
            |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        vec![Event::PointerMoved(pos), click(true), click(false)]
    });
    assert!(seen.len() > FRAMES / 4, "the race was to be walked through: {} positions", seen.len());
    tell("seeking", seek);
    let key = |key: Key, modifiers: Modifiers| {
        vec![Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }]
    };
    tell("next event", frames(&ctx, &mut window, |_, _| key(Key::ArrowRight, Modifiers::COMMAND)));
    tell("stepping", frames(&ctx, &mut window, |_, _| key(Key::ArrowLeft, Modifiers::NONE)));
    tell(
        "zooming",
        frames(&ctx, &mut window, |frame, _| {
            let y = if frame % 40 < 20 { 4.0 } else { -4.0 };
            let wheel = Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, y),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            };
            vec![Event::PointerMoved(Pos2::new(800.0, 930.0)), wheel]
        }),
    );
    println!("         frames: {}", told.join(", "));
    println!("         memory {} MB, peak {} MB", resident(), peak());
    let mut told = Vec::new();
    let mut tell = |name: &str, times: Vec<Duration>| told.push(format!("{name} {}", self::told(times)));
    // The first frame of these reads the race, which the window does in the background; it is not counted.
    let mut begun = false;
    let begin = |_: usize, _: &Paddock| {
        if std::mem::replace(&mut begun, true) { Vec::new() } else { key(Key::F3, Modifiers::NONE) }
    };
    tell("at rest", frames(&ctx, &mut window, begin));
    assert!(is_read(&window), "the race was to be read");
    let mut random = ChaCha8Rng::seed_from_u64(4);
    tell(
        "seeking",
        frames(&ctx, &mut window, |frame, _| {
            // On the uppermost plot, by turns pressed and let go.
            let pos = Pos2::new(if frame % 2 == 0 { random.random_range(760.0..1_560.0) } else { 900.0 }, 190.0);
            let click = |pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            vec![Event::PointerMoved(pos), click(true), click(false)]
        }),
    );
    tell("stepping", frames(&ctx, &mut window, |_, _| key(Key::ArrowLeft, Modifiers::NONE)));
    for axis in ["over rounds", "along the lap"] {
        let mut turned = false;
        let turn = |_: usize, _: &Paddock| {
            let over = Event::PointerMoved(Pos2::new(900.0, 190.0));
            let mut events = vec![over];
            if !std::mem::replace(&mut turned, true) {
                events.extend(key(Key::X, Modifiers::NONE));
            }
            events
        };
        tell(axis, frames(&ctx, &mut window, turn));
    }
    println!("         Analysis, three plots, a table, the board: {}", told.join(", "));
    println!("         memory {} MB, peak {} MB", resident(), peak());
    edits(file);
}

/// Whether the Analysis workspace has its figures.
fn is_read(window: &Paddock) -> bool {
    match window.document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab.analysis().reading().is_some(),
        _ => false,
    }
}

fn position(window: &Paddock) -> usize {
    match window.document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab.playback().position(),
        _ => 0,
    }
}

/// What any turn takes that is gone to.
fn seeks(race: &dyn Race) {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..200 {
        let at = random.random_range(0..=race.len());
        let [views, words, scenes, places] = &mut times;
        timed(views, || std::hint::black_box(race.view(at)));
        timed(words, || std::hint::black_box((race.describe(at), race.notation(at))));
        timed(scenes, || std::hint::black_box(race.scene(at, 12)));
        timed(places, || std::hint::black_box(race.places(at)));
    }
    let [views, words, scenes, places] = times.map(told);
    println!("         any turn: state {views}, words {words}, scene {scenes}, places {places}");
}

/// What recording takes, as the window does it: a turn at the end, taken back, and one amended in the middle.
fn edits(file: &Path) {
    let (_, Loaded::Race(race, figures)) = load(file).unwrap() else { unreachable!("a race") };
    let mut race = race.copied().unwrap();
    let mut figures = Figures::clone(&figures);
    let line = race.shown_line();
    let len = race.len();
    let number = len / 2;
    let car = race.turn_json(number)["car"].clone();
    let mut edit = |times: &mut Vec<Duration>, edit: &RaceEdit| {
        timed(times, || {
            let past = race.past();
            let recorded = Arc::get_mut(&mut race).and_then(|race| race.recorder()).unwrap().record(edit);
            recorded.unwrap();
            figures.renew(race.as_ref(), race.same_since(&past));
        });
        race.legal_turns(len - 1).first().map(|legal| legal.turn.clone()).unwrap_or_default()
    };
    let (mut cut, mut played, mut amended) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..20 {
        let turn = edit(&mut cut, &RaceEdit::Cut { line, at: len - 1 });
        edit(&mut played, &RaceEdit::Play { line, at: len - 1, turn, reason: None });
    }
    for _ in 0..3 {
        let turn = serde_json::json!({"car": car, "kind": "withdraw"});
        edit(&mut amended, &RaceEdit::Amend { line, number, turn, reason: None });
        edit(&mut Vec::new(), &RaceEdit::Undo);
    }
    let (cut, played, amended) = (told(cut), told(played), told(amended));
    println!("         recorded: a turn {played}, taken back {cut}, one amended before half of them {amended}");
    println!("         memory with what can be undone {} MB, peak {} MB", resident(), peak());
}

/// The times of frames, with what happens before each.
fn frames(ctx: &Context, window: &mut Paddock, mut events: impl FnMut(usize, &Paddock) -> Vec<Event>) -> Vec<Duration> {
    let mut times = Vec::with_capacity(FRAMES);
    for frame in 0..FRAMES + 20 {
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
        std::hint::black_box(ctx.tessellate(shapes, output.pixels_per_point));
        // The first frames fill the font's texture.
        if frame >= 20 {
            times.push(began.elapsed());
        }
        output.textures_delta.clear();
    }
    times
}

/// The memory this process holds, in MB; 0 where the system does not tell.
fn resident() -> u64 {
    memory("VmRSS:")
}

/// The most memory it has held, in MB. What the system counts for a process (`getrusage`) has its parent's in it.
fn peak() -> u64 {
    memory("VmHWM:")
}

fn memory(line: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let told = status.lines().find_map(|text| text.strip_prefix(line)?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    told.unwrap_or(0) * 1_024 / 1_000_000
}
