//! A race of 100,000 turns: the time to open it, go to any of its turns, draw a frame, record and edit, and the memory
//! of the process, with their growth from 100 turns on. The goals at 100,000 turns: opened in 2 s, any turn within 5
//! ms, a frame within 8 ms, 500 MB.
//!
//! The race is generated once and cut to each length; each length is measured in separate processes.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use egui::{Context, Event, Key, Modifiers, MouseWheelUnit, Pos2, vec2};
use paddock::analysis::{Digest, Telemetry};
use paddock::app::Paddock;
use paddock::app::documents::figures::Figures;
use paddock::app::documents::files::{Loaded, load};
use paddock::app::tabs::Content;
use paddock::replay::{Race, print};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use super::table::{NOTHING, Table, Times};
use super::units::{bytes, count_of, rate, time};
use super::window::{button, frames, key, window};
use super::{drivers, memory, recorded};

/// A function that measures the race in a file and prints the rows.
type Rows = fn(&Table, &Path);

/// The parts that are each measured in their own process.
const PARTS: [(&str, Rows); 4] =
    [("open", opened), ("window", windowed), ("edits", recorded::rows), ("digest", digested)];

/// Prints the rows about long races.
pub fn rows(table: &Table) {
    let lengths = table.or([100, 1_000, 10_000, 100_000].as_slice(), [1_000, 10_000].as_slice());
    let most = *lengths.last().unwrap();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let race = drivers::Race {
        track: "kestrel-ring",
        cars: 6,
        laps: 99,
        pace: most as f64 / 6.0 / 97.0,
        turns: most,
        seed: 1,
    };
    let began = Instant::now();
    let mut replay = race.drive();
    let took = began.elapsed().as_secs_f64();
    let driven = replay.turns.len();
    assert!(driven > most * 9 / 10, "only {driven} turns");
    table.row("made: six cars driven", &format!("{} turns", count_of(driven)), &rate(driven, took, "turns"), NOTHING);
    for length in lengths.iter().rev() {
        replay.turns.truncate(*length);
        std::fs::write(folder.path().join(length.to_string()), print(&replay).unwrap()).unwrap();
    }
    // Sorted by part, so that the rows of one part, which show its growth, are below each other.
    for (name, _) in PARTS {
        for length in lengths {
            let file = folder.path().join(length.to_string());
            table.part("long_race", &format!("{name} {}", file.display()));
        }
    }
}

/// Prints the rows of a part for a file. `part` is the part's name, a space and the file's path.
pub fn part(table: &Table, part: &str) {
    let (name, file) = part.split_once(' ').expect("a part and a file");
    let (_, rows) = PARTS.iter().find(|(part, _)| *part == name).expect("a part");
    rows(table, Path::new(file));
}

/// The length of a race, for the size column.
pub fn length(race: &dyn Race) -> String {
    format!("{} turns", count_of(race.len()))
}

/// Measures opening the race, and going to any turn.
fn opened(table: &Table, file: &Path) {
    let file_bytes = std::fs::metadata(file).unwrap().len();
    let mut times = Times::default();
    let (_, loaded) = times.time(|| load(paddock::Games::all(), file)).unwrap();
    let Loaded::Race(race, figures) = loaded else { unreachable!("a race") };
    let (size, took) = (length(race.as_ref()), times.median());
    let file_size = format!("{size}, a file of {}", bytes(file_bytes as f64));
    let text = format!("{}, {}", time(took), rate(race.len(), took, "turns"));
    table.row("opened: read, played, figures computed", &file_size, &text, &memory::peak());
    let mut walked = Times::default();
    let again = walked.time(|| Figures::of(race.as_ref()));
    assert_eq!(again, *figures);
    table.row("of which the figures", &size, &time(walked.median()), NOTHING);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut times: [Times; 4] = Default::default();
    for _ in 0..200 {
        let at = random.random_range(0..=race.len());
        let [views, words, scenes, places] = &mut times;
        views.time(|| std::hint::black_box(race.view(at)));
        words.time(|| std::hint::black_box((race.describe(at), race.notation(at))));
        scenes.time(|| std::hint::black_box(race.scene(at, 12)));
        places.time(|| std::hint::black_box(race.places(at)));
    }
    for (name, times) in ["state", "words", "scene", "places"].iter().zip(times) {
        table.row(&format!("any turn: {name}"), &size, &times.in_words(), NOTHING);
    }
}

/// Measures the analysis of the race: telemetry and digest.
fn digested(table: &Table, file: &Path) {
    let (_, Loaded::Race(race, _)) = load(paddock::Games::all(), file).unwrap() else { unreachable!("a race") };
    let size = length(race.as_ref());
    let mut times = Times::default();
    let telemetry = times.time(|| Telemetry::of(race.as_ref()));
    table.row("telemetry: every car after every turn", &size, &time(times.median()), NOTHING);
    let mut times = Times::default();
    times.time(|| std::hint::black_box(Digest::with(race.as_ref(), &telemetry)));
    table.row("digest: the race added up", &size, &time(times.median()), &memory::peak());
}

/// Measures frames in the Replay and the Analysis workspace.
fn windowed(table: &Table, file: &Path) {
    let count = table.or(120, 60);
    let ctx = Context::default();
    let mut window = window(&ctx);
    window.open(&ctx, vec![file.to_owned()]);
    let turns: usize = file.file_name().unwrap().to_str().unwrap().parse().unwrap();
    let size = format!("{} turns", count_of(turns));
    let report = |name: &str, times: Times, memory: &str| table.row(name, &size, &times.in_words(), memory);
    report("Replay, at rest", frames(&ctx, &mut window, count, |_, _| Vec::new()), NOTHING);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut seen = BTreeSet::new();
    let seek = frames(&ctx, &mut window, count, |frame, window| {
        seen.insert(position(window));
        // Click on the lowest plot: at a random place in every second frame, otherwise at a fixed place.
        click(if frame % 2 == 0 { random.random_range(200.0..1_500.0) } else { 700.0 }, 930.0)
    });
    assert!(seen.len() > count / 4, "the race was to be walked through: {} positions", seen.len());
    report("Replay, seeking", seek, NOTHING);
    let next = frames(&ctx, &mut window, count, |_, _| vec![key(Key::ArrowRight, Modifiers::COMMAND)]);
    report("Replay, next event", next, NOTHING);
    let step = |_: usize, _: &Paddock| vec![key(Key::ArrowLeft, Modifiers::NONE)];
    report("Replay, stepping", frames(&ctx, &mut window, count, step), NOTHING);
    let zoom = frames(&ctx, &mut window, count, |frame, _| {
        let wheel = Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, if frame % 40 < 20 { 4.0 } else { -4.0 }),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        };
        vec![Event::PointerMoved(Pos2::new(800.0, 930.0)), wheel]
    });
    report("Replay, zooming the plots", zoom, &memory::held());
    // The window analyses the race in the background during the first of these frames, which is not counted.
    let begin = |frame: usize, _: &Paddock| if frame == 0 { vec![key(Key::F3, Modifiers::NONE)] } else { Vec::new() };
    let rest = frames(&ctx, &mut window, count, begin);
    assert!(is_read(&window), "the race was to be read");
    report("Analysis (plots, table, board), at rest", rest, NOTHING);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let seek = frames(&ctx, &mut window, count, |frame, _| {
        // Click on the uppermost plot: at a random place in every second frame, otherwise at a fixed place.
        click(if frame % 2 == 0 { random.random_range(760.0..1_560.0) } else { 900.0 }, 190.0)
    });
    report("Analysis, seeking", seek, NOTHING);
    report("Analysis, stepping", frames(&ctx, &mut window, count, step), NOTHING);
    for axis in ["over rounds", "along the lap"] {
        let turned = frames(&ctx, &mut window, count, |frame, _| {
            let over = Event::PointerMoved(Pos2::new(900.0, 190.0));
            let turn = (frame == 0).then(|| key(Key::X, Modifiers::NONE));
            std::iter::once(over).chain(turn).collect()
        });
        let most = if axis == "along the lap" { memory::peak() } else { NOTHING.to_owned() };
        report(&format!("Analysis, plots {axis}"), turned, &most);
    }
}

/// The events of a press and a release of the left button, both in one frame.
fn click(x: f32, y: f32) -> Vec<Event> {
    let pos = Pos2::new(x, y);
    vec![Event::PointerMoved(pos), button(pos, true), button(pos, false)]
}

/// Whether the Analysis workspace has computed its figures.
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
