//! The time of a frame (layout and tessellation, without a graphics card): in the Replay workspace during playback of
//! a race of 5,000 turns; and in the Editor, with live checks, while one piece of an eight-corner circuit is dragged
//! and while all pieces move. The goal is 8 ms on one core.

use std::sync::Arc;

use egui::{Context, Event, Key, Modifiers, Pos2, vec2};
use paddock::app::Paddock;
use paddock::app::tabs::Content;
use paddock::editor::sketch::pieces::Piece;
use paddock::game::scene::{Scene, Style, Tag};
use paddock::game::{
    AnyDraft, CarId, CornerSpan, Details, Entrant, Evaluation, Event as GameEvent, Forecast, GameInfo, Issue,
    LegalTurn, Place, Progress, Resource, Score, StateView, Throw,
};
use paddock::games::vektorace::Vektorace;
use paddock::replay::{FileError, LineId, LineView, Past, Race, Recorder, Remarks, Step, TurnView};
use serde_json::Value;

use super::files::{race, root};
use super::memory;
use super::table::{NOTHING, Table, Times};
use super::units::{count_of, time};
use super::window::{UNCOUNTED, button, frames, key, window};

const TURNS: usize = 5_000;

/// A short race repeated to any length, so that all its states are real.
struct Endless(Box<dyn Race>);

impl Endless {
    fn at(&self, at: usize) -> usize {
        if at == 0 { 0 } else { (at - 1) % self.0.len() + 1 }
    }
}

impl Race for Endless {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }
    fn draft(&self) -> AnyDraft {
        self.0.draft()
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
    fn turn_json(&self, turn: usize) -> Result<Value, FileError> {
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
    fn legal_turns(&self, at: usize) -> Result<Vec<LegalTurn<Value>>, FileError> {
        self.0.legal_turns(self.at(at))
    }
    // The functions below are not called in a frame: an endless race has no variations, and nothing is recorded.
    fn evaluate(&self, _: Progress<'_>) -> Option<Evaluation> {
        None
    }
    fn score(&self) -> Option<Score> {
        None
    }
    fn score_at(&self, _: usize) -> Option<Score> {
        None
    }
    fn next_setup(&self) -> Option<Value> {
        None
    }
    fn forecast(&self, _: usize, _: CarId, _: Progress<'_>) -> Option<Forecast> {
        None
    }
    fn edition(&self) -> Option<&'static str> {
        None
    }
    fn corner_spans(&self) -> Vec<CornerSpan> {
        self.0.corner_spans()
    }
    fn details(&self, _: usize) -> Details {
        Details::default()
    }
    fn words_for(&self, _: &str, _: Option<&Value>) -> Option<String> {
        None
    }
    fn sides(&self, _: usize, _: &Value, _: &str) -> Vec<Value> {
        Vec::new()
    }
    fn throws(&self, _: usize, _: &Value) -> Vec<Throw> {
        Vec::new()
    }
    fn with_throws(&self, _: usize, _: &Value, _: &[u8]) -> Option<Value> {
        None
    }
    fn outcome(&self, _: usize, _: &Value) -> Option<(Vec<GameEvent>, StateView)> {
        None
    }
    fn legend(&self) -> &'static [(Style, &'static str)] {
        &[]
    }
    fn scene_after(&self, _: usize, _: &Value) -> Option<Scene> {
        None
    }
    fn lines(&self) -> Vec<LineView> {
        Vec::new()
    }
    fn main_line(&self) -> LineId {
        LineId::default()
    }
    fn variations(&self) -> usize {
        0
    }
    fn shown_line(&self) -> LineId {
        LineId::default()
    }
    fn turn_of(&self, _: LineId, _: usize) -> Option<TurnView> {
        None
    }
    fn remarks(&self) -> Remarks {
        Remarks::default()
    }
    fn file_text(&self, whole: bool) -> Result<String, FileError> {
        self.0.file_text(whole)
    }
    fn recorder(&mut self) -> Option<&mut dyn Recorder> {
        None
    }
    fn recorded(&self) -> Option<&dyn Recorder> {
        None
    }
    fn past(&self) -> Past {
        Past::default()
    }
    fn same_since(&self, _: &Past) -> usize {
        0
    }
    fn copied(&self) -> Option<Arc<dyn Race>> {
        None
    }
}

/// Prints the rows about frames.
pub fn rows(table: &Table) {
    let count = table.or(300, 60);
    let ctx = Context::default();
    let mut window = window(&ctx);
    let race = race(&root("replays/vektorace/copper-kettle-six-cars.json"));
    let turns = format!("{} turns, six cars", count_of(TURNS));
    let mut opened = Times::default();
    opened.time(|| window.open_race(Arc::new(Endless(race))));
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
    window.open(&ctx, vec![root("tracks/vektorace/long-barrow.json")]);
    let size = "eight corners";
    report("Editor, at rest", size, pressing(&ctx, &mut window, count, &[]));
    report("Editor, a piece dragged with the mouse", size, dragging(&ctx, &mut window, count));
    let all = [(Modifiers::COMMAND, Key::A), (Modifiers::NONE, Key::ArrowRight)];
    report("Editor, all pieces moved every frame", size, pressing(&ctx, &mut window, count, &all));
    let moved = window.document().is_some_and(|document| document.is_unsaved());
    assert!(moved, "the pieces were to move");
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
