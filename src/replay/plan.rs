//! A race that is about to begin: its circuit and its setup, filled in field by field.

use serde::Deserialize as _;
use serde_json::Value;

use super::file::{FileError, ReplayFile, print};
use crate::game::Issue;
use crate::game::form::{Entered, Entry, Field};
use crate::game::scene::Scene;
use crate::games::AnyDraft;
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::VectorRacing;
use crate::games::wheel_to_wheel::WheelToWheel;

/// A race that is about to begin, whichever game it is of.
pub trait RacePlan: Send {
    /// What there is to fill in.
    fn fields(&self) -> Vec<Field>;
    /// Fills in a field.
    ///
    /// # Errors
    /// A sentence, where what was entered cannot be.
    fn enter(&mut self, field: &str, entry: &Entry) -> Result<(), String>;
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

/// A plan for a race on a circuit; `None` where the races of its game are begun in another way. It begins with `setup`, as
/// files have it, where that is one of the game, and else as races on the circuit usually do.
#[must_use]
pub fn plan(draft: &AnyDraft, setup: Option<&Value>) -> Option<Box<dyn RacePlan>> {
    match draft {
        AnyDraft::VectorRacing(draft) => Some(Box::new(PlanOf::<VectorRacing>::new(draft.clone(), setup))),
        AnyDraft::FormulaD(draft) => Some(Box::new(PlanOf::<FormulaD>::new(draft.clone(), setup))),
        AnyDraft::WheelToWheel(draft) => Some(Box::new(PlanOf::<WheelToWheel>::new(draft.clone(), setup))),
        AnyDraft::Vektorace(_) => None,
    }
}

/// A plan for a race of one game.
struct PlanOf<G: Entered> {
    draft: G::Draft,
    setup: G::Setup,
    /// What validating the circuit came to: it does not change.
    track: Result<G::Track, Vec<Issue>>,
}

impl<G: Entered> PlanOf<G> {
    fn new(draft: G::Draft, setup: Option<&Value>) -> Self {
        let (track, issues) = G::validate(&draft);
        let setup = setup.and_then(|setup| G::Setup::deserialize(setup).ok());
        Self { setup: setup.unwrap_or_else(|| G::new_setup(&draft)), track: track.ok_or(issues), draft }
    }
}

impl<G: Entered> RacePlan for PlanOf<G> {
    fn fields(&self) -> Vec<Field> {
        G::setup_fields(&self.draft, &self.setup)
    }

    fn enter(&mut self, field: &str, entry: &Entry) -> Result<(), String> {
        G::enter_setup(&self.draft, &mut self.setup, field, entry)
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
