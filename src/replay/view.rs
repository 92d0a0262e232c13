//! Implements [`Race`] for `Timeline`, the recorded race of one game.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use fnv::FnvHasher;
use serde::{Deserialize as _, Serialize};
use serde_json::Value;

use super::file::{self, FileError};
use super::line::{Line, LineId, Link, Step};
use super::race::{LineView, Past, Race, TurnView};
use super::recorder::Recorder;
use super::remarks::Remarks;
use super::shared::Shared;
use super::timeline::Timeline;
use super::{stored, text};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::{
    AnyDraft, CarId, CornerSpan, Details, Entrant, Evaluation, Event, EventKind, Forecast, Game, GameInfo, Issue,
    LegalTurn, Place, Progress, ProvedLap, Resource, Score, StateView, Throw,
};

/// Returns a turn in the form used in files.
fn json(turn: &impl Serialize) -> Result<Value, FileError> {
    serde_json::to_value(turn).map_err(|error| FileError::new(format!("the turn cannot be written as JSON: {error}")))
}

impl<G: Game> Race for Timeline<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn draft(&self) -> AnyDraft {
        AnyDraft::new::<G>(self.draft().clone())
    }

    fn evaluate(&self, progress: Progress<'_>) -> Option<Evaluation> {
        let turns: Vec<&G::Turn> = self.turns().collect();
        G::evaluate(&self.track, &self.grid, &turns, progress)
    }

    fn can_prove_lap(&self) -> Result<(), String> {
        G::can_prove_lap(&self.grid)
    }

    fn proved_lap(&self, progress: Progress<'_>) -> Option<Result<ProvedLap, String>> {
        G::proved_lap(&self.track, &self.grid, progress)
    }

    fn score(&self) -> Option<Score> {
        self.score_at(self.len())
    }

    fn score_at(&self, at: usize) -> Option<Score> {
        G::score(&self.track, &self.setup, self.state(at))
    }

    fn next_setup(&self) -> Option<Value> {
        let setup = G::next_setup(&self.track, &self.setup, self.state(self.len()))?;
        // A setup that was read from a file can also be written, so this never fails.
        serde_json::to_value(setup).ok()
    }

    fn forecast(&self, at: usize, car: CarId, progress: Progress<'_>) -> Option<Forecast> {
        G::forecast(&self.track, self.state(at), car, progress)
    }

    fn resources(&self) -> &[Resource] {
        &self.resources
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn track_name(&self) -> &str {
        G::track_name(&self.draft)
    }

    fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    fn laps(&self) -> u32 {
        G::laps(&self.draft, &self.setup)
    }

    fn edition(&self) -> Option<&'static str> {
        G::edition(&self.setup)
    }

    fn len(&self) -> usize {
        self.links().len()
    }

    fn step(&self, turn: usize) -> Option<&Step> {
        self.link(turn).map(|link| &link.step)
    }

    fn issues(&self) -> &[Issue] {
        &self.issues
    }

    fn view(&self, at: usize) -> StateView {
        G::view(&self.track, self.state(at))
    }

    fn corner_spans(&self) -> Vec<CornerSpan> {
        G::corner_spans(&self.track)
    }

    fn details(&self, at: usize) -> Details {
        G::details(&self.track, self.state(at))
    }

    fn fingerprint(&self, at: usize) -> u64 {
        let mut hasher = FnvHasher::default();
        self.state(at).hash(&mut hasher);
        hasher.finish()
    }

    fn describe(&self, turn: usize) -> String {
        let turn = turn.min(self.len());
        let (Some(before), Some(link)) = (turn.checked_sub(1), self.link(turn)) else { return String::new() };
        G::describe(&self.setup, self.state(before), &link.turn, &link.state, &link.step.events)
    }

    fn turn_json(&self, turn: usize) -> Result<Value, FileError> {
        self.link(turn).map_or(Ok(Value::Null), |link| json(&link.turn))
    }

    fn notation(&self, turn: usize) -> String {
        self.link(turn).map_or_else(String::new, |link| G::notation(&link.turn))
    }

    fn notation_text(&self, at: usize) -> String {
        text::print(self, at)
    }

    fn scene(&self, at: usize, trail: usize) -> Scene {
        let links = self.links();
        let at = at.min(links.len());
        let mut scene = self.drawn.get_or_init(|| G::draw_draft(&self.draft, &[])).clone();
        let mut ages = vec![0u8; self.entrants.len()];
        let first = at.saturating_sub(trail.saturating_add(1));
        for Link { step, .. } in links.range(first, at.saturating_sub(1)).rev().map(Arc::as_ref) {
            let Some(car) = self.entrants.iter().position(|entrant| entrant.car == step.car) else { continue };
            for event in &step.events {
                if let EventKind::Moved { points, .. } = &event.kind {
                    ages[car] = ages[car].saturating_add(1);
                    scene.add(Style::OldPath(car, ages[car]), Shape::Polyline(points.clone()));
                }
            }
        }
        let last = self.link(at).and_then(|link| Some((self.state(at.checked_sub(1)?), &link.turn)));
        G::draw_state(&self.track, &self.setup, self.state(at), last, &mut scene);
        scene
    }

    fn track_scene(&self, highlight: &[Tag]) -> Scene {
        G::draw_draft(&self.draft, highlight)
    }

    fn places(&self, at: usize) -> Vec<Place> {
        G::places(&self.track, self.state(at))
    }

    fn words_for(&self, field: &str, value: Option<&Value>) -> Option<String> {
        G::words_for(field, value)
    }

    fn sides(&self, at: usize, turn: &Value, field: &str) -> Vec<Value> {
        G::Turn::deserialize(turn).map(|turn| G::sides(&self.track, self.state(at), &turn, field)).unwrap_or_default()
    }

    fn throws(&self, at: usize, turn: &Value) -> Vec<Throw> {
        G::Turn::deserialize(turn).map(|turn| G::throws(&self.track, self.state(at), &turn)).unwrap_or_default()
    }

    fn with_throws(&self, at: usize, turn: &Value, faces: &[u8]) -> Option<Value> {
        let turn = G::Turn::deserialize(turn).ok()?;
        let thrown = G::with_throws(&self.track, self.state(at), &turn, faces)?;
        serde_json::to_value(&thrown).ok()
    }

    fn legal_turns(&self, at: usize) -> Result<Vec<LegalTurn<Value>>, FileError> {
        let legal = G::legal_turns(&self.track, self.state(at)).into_iter();
        let as_json = |legal: LegalTurn<G::Turn>| -> Result<LegalTurn<Value>, FileError> {
            let LegalTurn { turn, cost, at, dir, at_once } = legal;
            Ok(LegalTurn { turn: json(&turn)?, cost, at, dir, at_once })
        };
        legal.map(as_json).collect()
    }

    fn outcome(&self, at: usize, turn: &Value) -> Option<(Vec<Event>, StateView)> {
        let turn = G::Turn::deserialize(turn).ok()?;
        let played = G::play(&self.track, self.state(at), &turn).ok()?;
        Some((played.events, G::view(&self.track, &played.state)))
    }

    fn legend(&self) -> &'static [(Style, &'static str)] {
        G::legend()
    }

    fn scene_after(&self, at: usize, turn: &Value) -> Option<Scene> {
        let turn = G::Turn::deserialize(turn).ok()?;
        let before = self.state(at);
        let played = G::play(&self.track, before, &turn).ok()?;
        let mut scene = Scene::default();
        G::draw_state(&self.track, &self.setup, &played.state, Some((before, &turn)), &mut scene);
        Some(scene)
    }

    fn lines(&self) -> Vec<LineView> {
        let view = |line: &Line<G>| LineView {
            id: line.id,
            parent: line.parent,
            name: line.name.clone(),
            len: line.links.len(),
            depth: self.tree.depth(line.id),
        };
        self.tree.lines().map(view).collect()
    }

    fn main_line(&self) -> LineId {
        self.tree.main().id
    }

    fn variations(&self) -> usize {
        self.tree.lines().len().saturating_sub(1)
    }

    fn shown_line(&self) -> LineId {
        self.line().id
    }

    fn turn_of(&self, line: LineId, turn: usize) -> Option<TurnView> {
        let link = self.tree.line(line)?.links.get(turn.checked_sub(1)?)?;
        let owner = self.tree.line(self.tree.owner(line, turn))?;
        Some(TurnView {
            car: link.step.car,
            notation: G::notation(&link.turn),
            illegal: link.step.fault().is_some(),
            mark: owner.remarks.marks.get(&turn).copied(),
        })
    }

    fn remarks(&self) -> Remarks {
        let mut remarks = Remarks::default();
        let (mut line, mut end) = (self.line(), usize::MAX);
        loop {
            let from = line.parent.map(|(_, at)| at);
            let is_own = |at: usize| at <= end && from.is_none_or(|from| at > from);
            remarks.add(line.remarks.moved(|at| is_own(at).then_some(at)));
            let Some(above) = line.parent.and_then(|(parent, _)| self.tree.line(parent)) else { return remarks };
            end = from.unwrap_or(0);
            line = above;
        }
    }

    fn file_text(&self, whole: bool) -> Result<String, FileError> {
        file::print(&stored::file_of(self, whole))
    }

    fn recorder(&mut self) -> Option<&mut dyn Recorder> {
        Some(self)
    }

    fn recorded(&self) -> Option<&dyn Recorder> {
        Some(self)
    }

    fn past(&self) -> Past {
        Past::new(self.line().links.clone())
    }

    fn same_since(&self, past: &Past) -> usize {
        past.turns::<Shared<Arc<Link<G>>>>().map_or(0, |links| links.same(self.links()))
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn copied(&self) -> Option<Arc<dyn Race>> {
        Some(Arc::new(self.clone()))
    }
}
