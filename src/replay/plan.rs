//! The plan of a race that has not started. It consists of a circuit and a setup. The setup is edited field by field.

use serde::Deserialize as _;
use serde_json::Value;

use super::file::{FileError, ReplayFile, print};
use crate::game::form::{self, Entry, Field, FormData as _};
use crate::game::scene::Scene;
use crate::game::{Entrant, Game, Issue, Refused};

/// A race of any game that is being set up.
pub trait RacePlan: Send {
    /// The form fields of the setup.
    fn fields(&self) -> Vec<Field>;
    /// Sets a form field of the setup to the value that the user has entered.
    ///
    /// # Errors
    /// Returns a sentence for the user if the field does not accept the value.
    fn enter(&mut self, field: &str, entry: &Entry) -> Result<(), Refused>;
    /// The setup, in the form used in files.
    fn setup(&self) -> Value;
    /// The cars in the entry list.
    fn entrants(&self) -> Vec<Entrant>;
    /// The errors that keep the race from starting. Empty if the race can start.
    fn issues(&self) -> Vec<Issue>;
    /// Draws the circuit, and also the cars on the grid if the race can start.
    fn scene(&self) -> Scene;
    /// Returns the text of a race file without turns. If `title` is empty, the race is named after its circuit.
    ///
    /// # Errors
    /// Returns an error if serialisation fails. This never happens for a plan.
    fn file_text(&self, title: &str) -> Result<String, FileError>;
}

/// A plan for a race of one game.
pub(super) struct PlanOf<G: Game> {
    draft: G::Draft,
    setup: G::Setup,
    /// The track, or the issues of the circuit. Computed only once, because a plan never changes its circuit.
    track: Result<G::Track, Vec<Issue>>,
}

impl<G: Game> PlanOf<G> {
    pub fn new(draft: G::Draft, setup: Option<&Value>) -> Self {
        let (track, issues) = G::validate(&draft);
        let mut setup =
            setup.and_then(|setup| G::Setup::deserialize(setup).ok()).unwrap_or_else(|| G::new_setup(&draft));
        // The setup may come from a race on another circuit. So it is adjusted to this circuit.
        let before = setup.clone();
        setup.settle(&draft, &before, "");
        Self { setup, track: track.ok_or(issues), draft }
    }
}

impl<G: Game> RacePlan for PlanOf<G> {
    fn fields(&self) -> Vec<Field> {
        form::fields(&self.setup, &self.draft, "")
    }

    fn enter(&mut self, field: &str, entry: &Entry) -> Result<(), Refused> {
        form::enter(&mut self.setup, &self.draft, field, entry)
    }

    fn setup(&self) -> Value {
        serde_json::to_value(&self.setup).unwrap_or_default()
    }

    fn entrants(&self) -> Vec<Entrant> {
        G::entrants(&self.setup)
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
