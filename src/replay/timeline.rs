//! The states of a recorded race.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::file::About;
use super::line::{Line, LineId, Link, Written};
use super::race::Race as _;
use super::shared::Shared;
use super::tree::Tree;
use super::undo::Edits;
use crate::game::scene::Scene;
use crate::game::words::many;
use crate::game::{Entrant, Game, Issue, Resource};

/// A recorded race with the state after every turn. Lines of play share the states that they have in common. Copies of
/// a race share all states.
#[derive(Debug)]
pub struct Timeline<G: Game> {
    pub(super) title: String,
    pub(super) about: About,
    pub(super) draft: G::Draft,
    /// The drawing of the circuit. It is made when it is needed for the first time.
    pub(super) drawn: OnceLock<Scene>,
    /// The name of the track file. `None` if the track is in the race's own file.
    pub(super) track_file: Option<String>,
    pub(super) track: G::Track,
    pub(super) setup: G::Setup,
    /// The state before the first turn.
    pub(super) grid: G::State,
    pub(super) tree: Tree<G>,
    /// The id of the line of play that is shown.
    pub(super) shown: LineId,
    pub(super) edits: Edits<G>,
    /// The fingerprints in the file (numbers that identify states), by the number of turns played. Each has a flag that
    /// says whether it matches the state.
    pub(super) fingerprints: BTreeMap<usize, (u64, bool)>,
    pub(super) entrants: Vec<Entrant>,
    pub(super) resources: Vec<Resource>,
    pub(super) issues: Vec<Issue>,
}

impl<G: Game> Clone for Timeline<G> {
    fn clone(&self) -> Self {
        Self {
            title: self.title.clone(),
            about: self.about.clone(),
            draft: self.draft.clone(),
            drawn: self.drawn.clone(),
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
    /// Makes a race by playing `turns` from the grid. An illegal turn is played as far as possible and flagged as
    /// illegal. All turns after it are flagged as unverified.
    ///
    /// # Errors
    /// Returns all errors of the track and the setup. With errors there is no first state, so the race cannot be shown.
    pub fn new(title: String, draft: G::Draft, setup: G::Setup, turns: Vec<G::Turn>) -> Result<Self, Vec<Issue>> {
        // A valid track may still have warnings. They are reported where the track itself is checked.
        let (track, issues) = G::validate(&draft);
        let Some(track) = track else { return Err(issues) };
        let grid = G::start(&track, &setup)?;
        let resources = G::resources(&track, &setup);
        let mut timeline = Self {
            title,
            about: About::default(),
            draft,
            drawn: OnceLock::new(),
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

    /// Adds a turn, legal or not, at the end of the line of play that is shown. This cannot be undone. This function is
    /// for programs that read or generate races. To record by hand, use [`record`](super::Recorder::record).
    pub fn push(&mut self, turn: G::Turn) {
        let (track, grid) = (&self.track, &self.grid);
        if let Some(line) = self.tree.line_mut(self.shown) {
            line.push(track, grid, Written::new(turn));
        }
    }

    /// The track on which the race is driven.
    pub const fn track(&self) -> &G::Track {
        &self.track
    }

    /// The draft that the track was made from.
    pub const fn draft(&self) -> &G::Draft {
        &self.draft
    }

    /// The setup of the race.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The line of play that is shown.
    pub(super) fn line(&self) -> &Line<G> {
        self.tree.line(self.shown).unwrap_or_else(|| self.tree.main())
    }

    /// The recorded turns of the line of play that is shown, with their results.
    pub(super) fn links(&self) -> &Shared<Arc<Link<G>>> {
        &self.line().links
    }

    /// The turns of the line of play that is shown.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &G::Turn> + ExactSizeIterator {
        self.links().iter().map(|link| &link.turn)
    }

    /// The state after `at` turns. If there are fewer turns, returns the last state.
    pub fn state(&self, at: usize) -> &G::State {
        let links = self.links();
        let link = at.min(links.len()).checked_sub(1).and_then(|index| links.get(index));
        link.map_or(&self.grid, |link| &link.state)
    }

    /// The recorded turn with this number, from 1, and its result. If there are fewer turns, returns the last turn.
    /// `None` if there are no turns.
    pub(super) fn link(&self, turn: usize) -> Option<&Link<G>> {
        let links = self.links();
        links.get(turn.min(links.len()).checked_sub(1)?).map(Arc::as_ref)
    }

    /// Compares the fingerprints in a file (numbers that identify states) with the states of this race. Adds an issue
    /// for each difference.
    pub fn compare_fingerprints(&mut self, recorded: impl IntoIterator<Item = (usize, u64)>) {
        for (at, fingerprint) in recorded {
            let agrees = at <= self.len() && self.fingerprint(at) == fingerprint;
            self.fingerprints.insert(at, (fingerprint, agrees));
            let message = if at > self.len() {
                format!(
                    "The file has a fingerprint for turn {at}, but the race has only {}.",
                    many(self.len() as u64, "turn")
                )
            } else if !agrees {
                format!("The position after turn {at} differs from the position in the file.")
            } else {
                continue;
            };
            self.issues.push(
                Issue::error("fingerprint", message).fix("If the difference is intended, export the race again."),
            );
        }
    }
}
