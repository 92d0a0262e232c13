//! The states a recorded game leads through.

use std::hash::{Hash as _, Hasher as _};

use fnv::FnvHasher;

use super::race::{Race, Step};
use super::text;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::{Entrant, EventKind, Game, Issue, LegalTurn, Place, Resource, StateView};

/// A recorded game, played through: every state is kept, so any position is at hand at once.
#[derive(Debug)]
pub struct Timeline<G: Game> {
    title: String,
    draft: G::Draft,
    track: G::Track,
    setup: G::Setup,
    turns: Vec<G::Turn>,
    states: Vec<G::State>,
    steps: Vec<Step>,
    entrants: Vec<Entrant>,
    issues: Vec<Issue>,
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
        let first = G::start(&track, &setup)?;
        let mut timeline = Self {
            title,
            draft,
            track,
            entrants: G::entrants(&setup),
            setup,
            turns: Vec::with_capacity(turns.len()),
            states: vec![first],
            steps: Vec::with_capacity(turns.len()),
            issues: Vec::new(),
        };
        for turn in turns {
            timeline.push(turn);
        }
        Ok(timeline)
    }

    /// Adds a turn at the end and answers what it led to.
    pub fn push(&mut self, turn: G::Turn) -> &Step {
        let before = self.state(self.turns.len());
        let unverified = self.steps.last().is_some_and(|step| step.unverified || step.illegal.is_some());
        let car = G::car_of(&turn);
        let (played, illegal) = match G::play(&self.track, before, &turn) {
            Ok(played) => (played, None),
            Err(illegal) => (G::force(&self.track, before, &turn).played, Some(illegal)),
        };
        self.turns.push(turn);
        self.states.push(played.state);
        self.steps.push(Step { car, events: played.events, illegal, unverified });
        &self.steps[self.steps.len() - 1]
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

    /// The turns.
    pub fn turns(&self) -> &[G::Turn] {
        &self.turns
    }

    /// The state at position `at`; the last one beyond the end.
    pub fn state(&self, at: usize) -> &G::State {
        &self.states[at.min(self.states.len() - 1)]
    }

    /// Compares recorded fingerprints with the states' own, and keeps an issue for each that differs.
    pub fn compare_fingerprints(&mut self, recorded: impl IntoIterator<Item = (usize, u64)>) {
        for (at, fingerprint) in recorded {
            let message = if at > self.turns.len() {
                format!("The file has a fingerprint for turn {at}, but only {} turns.", self.turns.len())
            } else if self.fingerprint(at) != fingerprint {
                format!("After turn {at} the position is not the one the file was written with.")
            } else {
                continue;
            };
            self.issues
                .push(Issue::error("fingerprint", message).mend("Export the race anew if the difference is meant."));
        }
    }
}

impl<G: Game> Race for Timeline<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn resources(&self) -> &'static [Resource] {
        G::RESOURCES
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

    fn len(&self) -> usize {
        self.turns.len()
    }

    fn step(&self, turn: usize) -> Option<&Step> {
        self.steps.get(turn.min(self.steps.len()).checked_sub(1)?)
    }

    fn issues(&self) -> &[Issue] {
        &self.issues
    }

    fn view(&self, at: usize) -> StateView {
        G::view(&self.track, self.state(at))
    }

    fn fingerprint(&self, at: usize) -> u64 {
        let mut hasher = FnvHasher::default();
        self.state(at).hash(&mut hasher);
        hasher.finish()
    }

    fn describe(&self, turn: usize) -> String {
        let turn = turn.min(self.turns.len());
        let Some(index) = turn.checked_sub(1) else { return String::new() };
        G::describe(&self.setup, &self.states[index], &self.turns[index], &self.states[turn], &self.steps[index].events)
    }

    fn turn_json(&self, turn: usize) -> serde_json::Value {
        let index = turn.min(self.turns.len()).checked_sub(1);
        index.and_then(|index| serde_json::to_value(&self.turns[index]).ok()).unwrap_or_default()
    }

    fn notation(&self, turn: usize) -> String {
        let index = turn.min(self.turns.len()).checked_sub(1);
        index.map_or_else(String::new, |index| G::notation(&self.turns[index]))
    }

    fn notation_text(&self, at: usize) -> String {
        text::print::<G>(&self.title, &self.draft, &self.setup, &self.turns[..at.min(self.turns.len())])
    }

    fn scene(&self, at: usize, trail: usize) -> Scene {
        let at = at.min(self.turns.len());
        let mut scene = self.track_scene(&[]);
        let mut ages = vec![0u8; self.entrants.len()];
        let first = at.saturating_sub(trail.saturating_add(1));
        for step in self.steps[first..at.saturating_sub(1).max(first)].iter().rev() {
            let Some(car) = self.entrants.iter().position(|entrant| entrant.car == step.car) else { continue };
            for event in &step.events {
                if let EventKind::Moved { points, .. } = &event.kind {
                    ages[car] = ages[car].saturating_add(1);
                    scene.add(Style::OldPath(car, ages[car]), Shape::Polyline(points.clone()));
                }
            }
        }
        let last = at.checked_sub(1).map(|index| (&self.states[index], &self.turns[index]));
        G::draw_state(&self.track, &self.setup, self.state(at), last, &mut scene);
        scene
    }

    fn track_scene(&self, highlight: &[Tag]) -> Scene {
        G::draw_draft(&self.draft, highlight)
    }

    fn places(&self, at: usize) -> Vec<Place> {
        G::places(&self.track, self.state(at))
    }

    fn legal_turns(&self, at: usize) -> Vec<LegalTurn<serde_json::Value>> {
        G::legal_turns(&self.track, self.state(at))
            .into_iter()
            .map(|legal| LegalTurn {
                turn: serde_json::to_value(&legal.turn).unwrap_or_default(),
                cost: legal.cost,
                at: legal.at,
                dir: legal.dir,
                at_once: legal.at_once,
            })
            .collect()
    }
}
