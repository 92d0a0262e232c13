//! The states a recorded game leads through.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use fnv::FnvHasher;
use serde_json::Value;

use super::file::{self, About, FileError};
use super::line::{Line, LineId, Link, Written};
use super::race::{LineView, Past, Race, Step, TurnView};
use super::record::Edits;
use super::recorder::Recorder;
use super::remarks::Remarks;
use super::shared::Shared;
use super::tree::Tree;
use super::{text, variation};
use serde::{Deserialize as _, Serialize};

use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::words::many;
use crate::game::{
    CarId, Details, Entrant, Event, EventKind, Game, GearWords, Issue, Judgement, LegalTurn, Onlooker, Outlook, Place,
    Resource, Score, StateView, Throw,
};

/// A recorded game, played through: every state is kept, so any position is at hand at once. Lines share the states they
/// have in common, and so do copies.
#[derive(Debug)]
pub struct Timeline<G: Game> {
    pub(super) title: String,
    pub(super) about: About,
    pub(super) draft: G::Draft,
    /// The file the track is in, where it is not in the race's own.
    pub(super) track_file: Option<String>,
    pub(super) track: G::Track,
    pub(super) setup: G::Setup,
    /// The state before the first turn.
    pub(super) grid: G::State,
    pub(super) tree: Tree<G>,
    /// The line that answers.
    pub(super) shown: LineId,
    pub(super) edits: Edits<G>,
    /// The fingerprints of the file, each with whether it was the state's own.
    pub(super) fingerprints: BTreeMap<usize, (u64, bool)>,
    entrants: Vec<Entrant>,
    resources: Vec<Resource>,
    issues: Vec<Issue>,
}

impl<G: Game> Clone for Timeline<G> {
    fn clone(&self) -> Self {
        Self {
            title: self.title.clone(),
            about: self.about.clone(),
            draft: self.draft.clone(),
            track_file: self.track_file.clone(),
            track: self.track.clone(),
            setup: self.setup.clone(),
            grid: self.grid.clone(),
            tree: self.tree.clone(),
            shown: self.shown,
            edits: self.edits.clone(),
            fingerprints: self.fingerprints.clone(),
            entrants: self.entrants.clone(),
            resources: self.resources.clone(),
            issues: self.issues.clone(),
        }
    }
}

impl<G: Game> Timeline<G> {
    /// Plays `turns` from the grid. An illegal turn is carried out as far as it makes sense, flagged, and what
    /// follows is marked as unverified.
    ///
    /// # Errors
    /// Every error of the track and the setup: without a first state there is nothing to show.
    pub fn new(title: String, draft: G::Draft, setup: G::Setup, turns: Vec<G::Turn>) -> Result<Self, Vec<Issue>> {
        // A valid track may still look odd; that is said where the track itself is checked.
        let (track, issues) = G::validate(&draft);
        let Some(track) = track else { return Err(issues) };
        let grid = G::start(&track, &setup)?;
        let resources = G::resources(&track, &setup);
        let mut timeline = Self {
            title,
            about: About::default(),
            draft,
            track_file: None,
            track,
            entrants: G::entrants(&setup),
            resources,
            setup,
            grid,
            tree: Tree::new(),
            shown: LineId::default(),
            edits: Edits::default(),
            fingerprints: BTreeMap::new(),
            issues: Vec::new(),
        };
        for turn in turns {
            timeline.push(turn);
        }
        Ok(timeline)
    }

    /// Adds a turn at the end of the line that is shown, legal or not. It cannot be undone: this is for whoever reads or
    /// makes races; [`record`](super::Recorder::record) is for whoever is at the table.
    pub fn push(&mut self, turn: G::Turn) {
        let (track, grid) = (&self.track, &self.grid);
        if let Some(line) = self.tree.line_mut(self.shown) {
            line.push(track, grid, Written::new(turn));
        }
    }

    /// The track.
    pub const fn track(&self) -> &G::Track {
        &self.track
    }

    /// The draft the track was made from.
    pub const fn draft(&self) -> &G::Draft {
        &self.draft
    }

    /// How the race began.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The line that is shown.
    pub(super) fn line(&self) -> &Line<G> {
        self.tree.line(self.shown).unwrap_or_else(|| self.tree.main())
    }

    fn links(&self) -> &Shared<Arc<Link<G>>> {
        &self.line().links
    }

    /// The turns of the line that is shown.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &G::Turn> + ExactSizeIterator {
        self.links().iter().map(|link| &link.turn)
    }

    /// The state at position `at`; the last one beyond the end.
    pub fn state(&self, at: usize) -> &G::State {
        let links = self.links();
        let link = at.min(links.len()).checked_sub(1).and_then(|index| links.get(index));
        link.map_or(&self.grid, |link| &link.state)
    }

    /// The link of turn `turn` (from 1), of the last one beyond the end.
    fn link(&self, turn: usize) -> Option<&Link<G>> {
        let links = self.links();
        links.get(turn.min(links.len()).checked_sub(1)?).map(Arc::as_ref)
    }

    /// Compares recorded fingerprints with the states' own, and keeps an issue for each that differs.
    pub fn compare_fingerprints(&mut self, recorded: impl IntoIterator<Item = (usize, u64)>) {
        for (at, fingerprint) in recorded {
            let agrees = at <= self.len() && self.fingerprint(at) == fingerprint;
            self.fingerprints.insert(at, (fingerprint, agrees));
            let message = if at > self.len() {
                format!("The file has a fingerprint for turn {at}, but only {}.", many(self.len() as u64, "turn"))
            } else if !agrees {
                format!("After turn {at} the position is not the one the file was written with.")
            } else {
                continue;
            };
            self.issues
                .push(Issue::error("fingerprint", message).mend("Export the race anew if the difference is meant."));
        }
    }
}

/// A turn as files hold it.
fn json(turn: &impl Serialize) -> Result<Value, FileError> {
    serde_json::to_value(turn).map_err(|error| FileError::new(format!("the turn cannot be written as JSON: {error}")))
}

impl<G: Game> Race for Timeline<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn judged_by(&self) -> Option<&'static str> {
        G::JUDGED_BY
    }

    fn judge(&self, onlooker: Onlooker<'_>) -> Option<Judgement> {
        let turns: Vec<&G::Turn> = self.turns().collect();
        G::judge(&self.track, &self.grid, &turns, onlooker)
    }

    fn score(&self) -> Option<Score> {
        self.score_at(self.len())
    }

    fn score_at(&self, at: usize) -> Option<Score> {
        G::score(&self.track, &self.setup, self.state(at))
    }

    fn next_setup(&self) -> Option<Value> {
        let setup = G::next_setup(&self.track, &self.setup, self.state(self.len()))?;
        // A setup that was read from a file can be written, too.
        serde_json::to_value(setup).ok()
    }

    fn foresees(&self) -> Option<&'static str> {
        G::FORESEES
    }

    fn foresee(&self, at: usize, car: CarId, onlooker: Onlooker<'_>) -> Option<Outlook> {
        G::foresee(&self.track, self.state(at), car, onlooker)
    }

    fn example(&self) -> &'static str {
        G::EXAMPLE
    }

    fn gear_words(&self) -> GearWords {
        G::GEAR
    }

    fn unit(&self) -> &'static str {
        G::UNIT
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
        G::laps(&self.setup)
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
        let mut scene = self.track_scene(&[]);
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

    fn sides(&self, turn: &Value, field: &str) -> Vec<Value> {
        G::Turn::deserialize(turn).map(|turn| G::sides(&turn, field)).unwrap_or_default()
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
        file::print(&variation::file_of(self, whole))
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

    fn copied(&self) -> Option<Arc<dyn Race>> {
        Some(Arc::new(self.clone()))
    }
}
