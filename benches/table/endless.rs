//! A race of any length and with any number of cars, made of a short one.

use std::sync::Arc;

use paddock::game::scene::{Scene, Style, Tag};
use paddock::game::{
    AnyDraft, CarId, CarView, CornerSpan, Details, Entrant, Evaluation, Event as GameEvent, Forecast, GameInfo, Issue,
    LegalTurn, Place, Progress, ProvedLap, Resource, Score, StateView, Throw,
};
use paddock::replay::{FileError, LineId, LineView, Past, Race, Recorder, Remarks, Step, TurnView};
use serde_json::Value;

/// A short race repeated to any length, so that all its states are real. With several copies, as many cars drive the
/// same race, one copy after the other.
pub struct Endless {
    race: Box<dyn Race>,
    turns: usize,
    /// The turns of each copy of the race.
    steps: Vec<Vec<Step>>,
    entrants: Vec<Entrant>,
}

impl Endless {
    /// Repeats a race to this number of turns, with this number of copies of its cars.
    pub fn new(race: Box<dyn Race>, turns: usize, copies: u32) -> Self {
        let steps = (0..copies).map(|copy| {
            let step = |turn: usize| {
                let mut step = race.step(turn).expect("a turn").clone();
                step.car = copied(step.car, copy);
                for event in &mut step.events {
                    event.car = copied(event.car, copy);
                }
                step
            };
            (1..=race.len()).map(step).collect()
        });
        let steps = steps.collect();
        let named = |copy: u32| {
            race.entrants().iter().map(move |known| Entrant { car: copied(known.car, copy), ..known.clone() })
        };
        let entrants = (0..copies).flat_map(named).collect();
        Self { race, turns, steps, entrants }
    }

    /// The number of turns that a copy has played after `at` turns, as a position of the short race.
    fn position(&self, copy: usize, at: usize) -> usize {
        let copies = self.steps.len();
        let played = (at + copies - 1 - copy) / copies;
        if played == 0 { 0 } else { (played - 1) % self.race.len() + 1 }
    }

    /// The copy whose turn this is, and the number of the turn in the short race.
    fn turn(&self, turn: usize) -> (usize, usize) {
        let copy = (turn.max(1) - 1) % self.steps.len();
        (copy, self.position(copy, turn))
    }

    fn at(&self, at: usize) -> usize {
        self.turn(at).1
    }
}

/// The number of a car's copy.
const fn copied(car: CarId, copy: u32) -> CarId {
    CarId(car.0 + 100 * copy)
}

impl Race for Endless {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn info(&self) -> &'static GameInfo {
        self.race.info()
    }
    fn draft(&self) -> AnyDraft {
        self.race.draft()
    }

    fn can_prove_lap(&self) -> Result<(), String> {
        self.race.can_prove_lap()
    }
    fn resources(&self) -> &[Resource] {
        self.race.resources()
    }
    fn track_name(&self) -> &str {
        "endless"
    }

    fn title(&self) -> &str {
        self.race.title()
    }
    fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }
    fn laps(&self) -> u32 {
        self.race.laps()
    }
    fn len(&self) -> usize {
        self.turns
    }
    fn step(&self, turn: usize) -> Option<&Step> {
        let (copy, at) = self.turn(turn);
        self.steps.get(copy)?.get(at.checked_sub(1)?)
    }
    fn issues(&self) -> &[Issue] {
        self.race.issues()
    }
    fn view(&self, at: usize) -> StateView {
        let mut all = self.race.view(self.at(at));
        let cars = self.race.entrants().len() as u32;
        // Rounds go on over the whole race.
        all.round = (at as u32).div_ceil(self.entrants.len() as u32).max(1);
        all.cars = (0..self.steps.len())
            .flat_map(|copy| {
                let number = copy as u32;
                let view = self.race.view(self.position(copy, at));
                view.cars.into_iter().map(move |car| CarView {
                    car: copied(car.car, number),
                    rank: car.rank + cars * number,
                    ..car
                })
            })
            .collect();
        all
    }
    fn fingerprint(&self, at: usize) -> u64 {
        self.race.fingerprint(self.at(at))
    }
    fn describe(&self, turn: usize) -> String {
        self.race.describe(self.at(turn))
    }
    fn turn_json(&self, turn: usize) -> Result<Value, FileError> {
        self.race.turn_json(self.at(turn))
    }
    fn notation(&self, turn: usize) -> String {
        self.race.notation(self.at(turn))
    }
    fn notation_text(&self, at: usize) -> String {
        self.race.notation_text(self.at(at))
    }
    fn scene(&self, at: usize, trail: usize) -> Scene {
        self.race.scene(self.at(at), trail)
    }
    fn track_scene(&self, highlight: &[Tag]) -> Scene {
        self.race.track_scene(highlight)
    }
    fn places(&self, at: usize) -> Vec<Place> {
        self.race.places(self.at(at))
    }
    fn legal_turns(&self, at: usize) -> Result<Vec<LegalTurn<Value>>, FileError> {
        self.race.legal_turns(self.at(at))
    }
    // The functions below are not called in a frame: an endless race has no variations, and nothing is recorded.
    fn evaluate(&self, _: Progress<'_>) -> Option<Evaluation> {
        None
    }
    fn proved_lap(&self, _: Progress<'_>) -> Option<Result<ProvedLap, String>> {
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
        self.race.corner_spans()
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
        self.race.file_text(whole)
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
