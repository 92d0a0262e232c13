//! A race that is about to begin: its circuit and its setup, filled in field by field.

use serde::Deserialize as _;
use serde_json::Value;

use super::file::{FileError, ReplayFile, print};
use crate::game::form::{self, Entry, Field, FormData as _};
use crate::game::scene::Scene;
use crate::game::{Game, Issue};
use crate::games::{AnyDraft, Listed, Work};

/// A race that is about to begin, whichever game it is of.
pub trait RacePlan: Send {
    /// What there is to fill in.
    fn fields(&self) -> Vec<Field>;
    /// Fills in a field.
    ///
    /// # Errors
    /// A sentence, where what was entered cannot be.
    fn enter(&mut self, field: &str, entry: &Entry) -> Result<(), String>;
    /// How the race begins, as files have it.
    fn setup(&self) -> Value;
    /// Everything that keeps the race from beginning.
    fn issues(&self) -> Vec<Issue>;
    /// The circuit with the cars where they start, as far as they can.
    fn scene(&self) -> Scene;
    /// The race as its file, without a turn. Without a title it is called after its circuit.
    ///
    /// # Errors
    /// Where it cannot be written, which none is.
    fn file_text(&self, title: &str) -> Result<String, FileError>;
}

/// A plan for a race on a circuit. It begins with `setup`, as files have it, where that is one of the game, and else as races on
/// the circuit usually do.
#[must_use]
pub fn plan(draft: &AnyDraft, setup: Option<&Value>) -> Option<Box<dyn RacePlan>> {
    struct Plan<'a>(&'a AnyDraft, Option<&'a Value>);
    impl Work for Plan<'_> {
        type Output = Option<Box<dyn RacePlan>>;

        fn of<G: Listed>(self) -> Self::Output {
            Some(Box::new(PlanOf::<G>::new(G::own(self.0)?.clone(), self.1)))
        }
    }
    draft.game().run(Plan(draft, setup))
}

/// A plan for a race of one game.
struct PlanOf<G: Game> {
    draft: G::Draft,
    setup: G::Setup,
    /// What validating the circuit came to: it does not change.
    track: Result<G::Track, Vec<Issue>>,
}

impl<G: Game> PlanOf<G> {
    fn new(draft: G::Draft, setup: Option<&Value>) -> Self {
        let (track, issues) = G::validate(&draft);
        let mut setup =
            setup.and_then(|setup| G::Setup::deserialize(setup).ok()).unwrap_or_else(|| G::new_setup(&draft));
        // It may come from a race on another circuit.
        let before = setup.clone();
        setup.settle(&draft, &before, "");
        Self { setup, track: track.ok_or(issues), draft }
    }
}

impl<G: Game> RacePlan for PlanOf<G> {
    fn fields(&self) -> Vec<Field> {
        form::fields(&self.setup, &self.draft, "")
    }

    fn enter(&mut self, field: &str, entry: &Entry) -> Result<(), String> {
        form::enter(&mut self.setup, &self.draft, field, entry)
    }

    fn setup(&self) -> Value {
        serde_json::to_value(&self.setup).unwrap_or_default()
    }

    fn issues(&self) -> Vec<Issue> {
        match &self.track {
            Ok(track) => G::start(track, &self.setup).err().unwrap_or_default(),
            Err(issues) => issues.clone(),
        }
    }

    fn scene(&self) -> Scene {
        let mut scene = G::draw_draft(&self.draft, &[]);
        if let Ok(track) = &self.track
            && let Ok(state) = G::start(track, &self.setup)
        {
            G::draw_state(track, &self.setup, &state, None, &mut scene);
        }
        scene
    }

    fn file_text(&self, title: &str) -> Result<String, FileError> {
        let circuit = G::track_name(&self.draft).trim();
        let title = match (title.trim(), circuit) {
            ("", "") => "New race".to_owned(),
            ("", circuit) => format!("Race on {circuit}"),
            (title, _) => title.to_owned(),
        };
        print(&ReplayFile::<G>::new(title, self.draft.clone(), self.setup.clone(), Vec::new()))
    }
}
