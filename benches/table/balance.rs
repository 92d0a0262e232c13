//! The Balance panel in use: frames while a corner is dragged and drivers race on other threads, and the time from the end
//! of the drag to the first figures of the new circuit.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Rect, vec2};
use paddock::app::Paddock;
use paddock::app::jobs::background::Background;
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;
use paddock::editor::sketch::{AnySketch as _, SketchDocument, SketchEdit, Steps as _};
use paddock::game::form::Entry;
use paddock::games::formula_d::FormulaD;

use super::table::{NOTHING, Table, Times, median};
use super::units::time;
use super::window::{button, key, window_with};

/// The time from frame to frame.
const FRAME: Duration = Duration::from_micros(16_667);
/// The longest wait for figures.
const PATIENCE: Duration = Duration::from_secs(60);

/// The circuits: the name, the file, the beginning of the name of the shape to drag, and how far it is dragged.
const CIRCUITS: [(&str, &str, &str, f32); 4] = [
    ("VektoRace, Copper Kettle", "tracks/vektorace/copper-kettle.json", "corner", 1.0),
    ("Vector Racing, Two Ponds", "tracks/vector_racing/two-ponds.json", "the start", 1.6),
    ("Formula D, Saltmarsh", "tracks/formula_d/saltmarsh.json", CENTRE_LINE, 1.5),
    ("Wheel to Wheel, Skerry Sands", "tracks/wheel_to_wheel/skerry-sands.json", "", 0.3),
];

/// The beginning of the name of the centre line.
const CENTRE_LINE: &str = "the centre line";
/// The place of the first entry in the list of shapes, on a screen of 1600 x 1000 points.
const FIRST_SHAPE: Pos2 = Pos2::new(70.0, 449.0);
/// The height of an entry in that list, in points, and the number of entries to try.
const ROW: f32 = 19.0;
const LIST: usize = 14;

/// Prints the rows of the panel. They come from a separate process, which leaves a core to the window as the program does.
pub fn rows(table: &Table) {
    table.part("balance", "all");
}

/// Prints the rows of all circuits; if `which` is `points`, only the rows about the points of the largest circuit.
pub fn part(table: &Table, which: &str) {
    paddock::process::leave_a_core_to_the_window();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let (file, spaces) = widened(&root.join("tracks/formula_d/saltmarsh.json"), folder.path());
    if which != "points" {
        for (name, file, shape, far) in CIRCUITS {
            circuit(table, name, root.join(file), (shape, far));
        }
        circuit(table, &format!("Formula D, {spaces} spaces"), file.clone(), (CENTRE_LINE, 1.5));
    }
    every_point(table, &format!("Formula D, {spaces} spaces"), file);
}

/// Writes a copy of a circuit of Formula D with four lanes. Returns its file and its number of spaces.
fn widened(file: &Path, folder: &Path) -> (PathBuf, usize) {
    let bytes = std::fs::read(file).expect("a circuit");
    let mut document = SketchDocument::<FormulaD>::from_bytes(&bytes).expect("a circuit");
    let lanes = SketchEdit::Enter(None, "/lanes".to_owned(), Entry::Count(4), "Lanes".to_owned());
    document.apply(&lanes).expect("four lanes");
    let wide = folder.join("wide.json");
    std::fs::write(&wide, document.to_text().expect("text")).expect("written");
    (wide, document.draft().spaces.len())
}

fn editor(window: &Paddock) -> &EditorTab {
    match window.document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab,
        _ => panic!("no circuit is shown"),
    }
}

/// Draws a frame, and returns the time of its layout and tessellation. If `is_paced`, waits until a screen of 60 frames a
/// second asks for the next frame.
fn drawn(ctx: &Context, window: &mut Paddock, events: Vec<Event>, is_paced: bool) -> Duration {
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1_600.0, 1_000.0))),
        time: Some(ctx.input(|input| input.time) + FRAME.as_secs_f64()),
        focused: true,
        events,
        ..RawInput::default()
    };
    let began = Instant::now();
    let mut output = ctx.run_ui(input, |ui| window.show(ui));
    let shapes = std::mem::take(&mut output.shapes);
    std::hint::black_box(ctx.tessellate(shapes, output.pixels_per_point));
    let took = began.elapsed();
    output.textures_delta.clear();
    if is_paced {
        std::thread::sleep(FRAME.saturating_sub(took));
    }
    took
}

/// Draws a frame as a screen of 60 frames a second asks for it.
fn frame(ctx: &Context, window: &mut Paddock, events: Vec<Event>) -> Duration {
    drawn(ctx, window, events, true)
}

/// Draws frames until the panel has figures of the circuit on screen. Returns the time that this took, and the longest
/// frame.
fn figures(ctx: &Context, window: &mut Paddock) -> (Option<Duration>, Duration) {
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    while began.elapsed() < PATIENCE {
        longest = longest.max(frame(ctx, window, Vec::new()));
        if !editor(window).heat().items.is_empty() {
            return (Some(began.elapsed()), longest);
        }
    }
    (None, longest)
}

/// Returns the point of the screen at which a press takes hold of the first shape whose name begins with `name`: a point
/// of a line, or the middle of a piece.
fn hold(tab: &EditorTab, name: &str) -> Pos2 {
    let mut shapes = tab.document().shapes().iter().filter(|shape| shape.has_handles() || shape.corners == 1);
    let shape = shapes.find(|shape| shape.name.to_lowercase().starts_with(name)).expect("a shape to drag");
    let points = &shape.points;
    let place = if shape.has_handles() {
        points[points.len() / 2]
    } else {
        [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / points.len() as f64)
    };
    tab.board().screen_from_world(place)
}

fn circuit(table: &Table, name: &str, file: PathBuf, (dragged, far): (&str, f32)) {
    let ctx = Context::default();
    let mut window = window_with(&ctx, Background::default());
    window.open(&ctx, vec![file]);
    for _ in 0..60 {
        frame(&ctx, &mut window, Vec::new());
    }
    // Without drivers on other threads, one frame follows the other, as in the rows of `frames`.
    drag(table, &ctx, &mut window, &format!("{name}, without the panel"), (dragged, far), false);
    frame(&ctx, &mut window, vec![key(Key::Z, Modifiers::COMMAND)]);
    // The command of the panel, by its name.
    frame(&ctx, &mut window, vec![key(Key::K, Modifiers::COMMAND)]);
    frame(&ctx, &mut window, Vec::new());
    frame(&ctx, &mut window, vec![Event::Text("Evaluate the balance".to_owned())]);
    frame(&ctx, &mut window, Vec::new());
    frame(&ctx, &mut window, vec![key(Key::Enter, Modifiers::NONE)]);
    let words = |took: Option<Duration>| took.map_or_else(|| "none".to_owned(), |took| time(took.as_secs_f64()));
    let (first, _) = figures(&ctx, &mut window);
    table.row(&format!("{name}: first figures"), "", &words(first), NOTHING);
    drag(table, &ctx, &mut window, name, (dragged, far), true);
    let (after, longest) = figures(&ctx, &mut window);
    let sound = if editor(&window).document().is_sound() { "" } else { "circuit with errors" };
    table.row(&format!("{name}: figures after the drag"), sound, &words(after), NOTHING);
    table.row(&format!("{name}: the longest frame until then"), "", &time(longest.as_secs_f64()), NOTHING);
}

/// Drags a shape to and fro for some hundred frames, and prints a row with the times of the frames.
fn drag(table: &Table, ctx: &Context, window: &mut Paddock, name: &str, (dragged, far): (&str, f32), is_paced: bool) {
    // A shape shows its points only while it is selected. Spaces cover the centre line, so it is selected in the list of
    // shapes, where it comes first.
    click(ctx, window, if dragged == CENTRE_LINE { FIRST_SHAPE } else { hold(editor(window), dragged) });
    for _ in 0..30 {
        frame(ctx, window, Vec::new());
    }
    let start = hold(editor(window), dragged);
    let before = editor(window).document().revision();
    let count = table.or(300, 60);
    let times = swing(ctx, window, start, far, count, is_paced);
    let is_moved = editor(window).document().revision() > before + count as u64 / 4;
    let text = format!("{}, the longest {}", time(times.median()), time(times.within(100)));
    let what = if is_moved { "frames while a point is dragged" } else { "frames of a drag that moved nothing" };
    table.row(&format!("{name}: {what}"), "", &text, NOTHING);
}

/// Presses and releases the mouse.
fn click(ctx: &Context, window: &mut Paddock, place: Pos2) {
    for is_pressed in [true, false] {
        frame(ctx, window, vec![Event::PointerMoved(place), button(place, is_pressed)]);
    }
}

/// Drags what is under `start` to and fro, by up to `far` units of the board, and releases it far from where it was.
/// Returns the times of the frames.
fn swing(ctx: &Context, window: &mut Paddock, start: Pos2, far: f32, count: usize, is_paced: bool) -> Times {
    let scale = editor(window).board().scale() as f32;
    let mut times = Times::default();
    let mut last = start;
    for step in 0..count {
        let part = step as f32 / (count - 1) as f32;
        last = start + vec2(far, far) * scale * (part * 4.5 * std::f32::consts::PI).sin();
        let events = match step {
            // With Alt, points do not snap, so that they move in every frame.
            0 => vec![Event::ModifiersChanged(Modifiers::ALT), Event::PointerMoved(start), button(start, true)],
            _ => vec![Event::PointerMoved(last)],
        };
        times.add(drawn(ctx, window, events, is_paced));
    }
    frame(ctx, window, vec![button(last, false), Event::ModifiersChanged(Modifiers::NONE)]);
    times
}

/// Drags every point of every shape that has points, one frame after the other. Prints a row for each shape.
fn every_point(table: &Table, name: &str, file: PathBuf) {
    let ctx = Context::default();
    let mut window = window_with(&ctx, Background::default());
    window.open(&ctx, vec![file]);
    for _ in 0..60 {
        frame(&ctx, &mut window, Vec::new());
    }
    let mut done = Vec::new();
    for row in 0..LIST {
        click(&ctx, &mut window, FIRST_SHAPE + vec2(0.0, row as f32 * ROW));
        let document = editor(&window).document();
        let Some(selected) = document.selection().only().map(|part| part.shape) else { continue };
        let Some(shape) = document.shapes().iter().find(|shape| shape.id == selected) else { continue };
        if !shape.has_handles() || done.contains(&selected) {
            continue;
        }
        done.push(selected);
        let (shape, spots): (String, Vec<[f64; 2]>) = (shape.name.clone(), shape.spots().collect());
        let mut medians = Vec::new();
        for spot in spots {
            let before = editor(&window).document().revision();
            let start = editor(&window).board().screen_from_world(spot);
            let times = swing(&ctx, &mut window, start, 1.0, table.or(60, 24), false);
            if editor(&window).document().revision() > before + 4 {
                medians.push(times.median());
                frame(&ctx, &mut window, vec![key(Key::Z, Modifiers::COMMAND)]);
            }
            for _ in 0..10 {
                frame(&ctx, &mut window, Vec::new());
            }
        }
        let slowest = medians.iter().copied().fold(0.0, f64::max);
        let (size, text) = (format!("{} points", medians.len()), time(median(medians)));
        let what = format!("{name}: frames while a point of {shape} is dragged");
        table.row(&what, &size, &format!("{text}, of the slowest point {}", time(slowest)), NOTHING);
    }
    assert!(done.len() > 2, "the centre line, the pit lane and corners have points");
}
