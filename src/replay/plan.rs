//! The plan of a race that has not started. It consists of a circuit and a setup. The setup is edited field by field.

use serde::Deserialize as _;
use serde_json::Value;

use super::file::{FileError, ReplayFile, print};
use crate::game::form::{self, Entry, Field, FormData as _};
use crate::game::scene::Scene;
use crate::game::{Entrant, Game, Issue, Refused};

/// The setup with which the plan of a race begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PlanStart {
    /// The usual setup of a race on the circuit.
    #[default]
    Usual,
    /// A setup, in the form used in files: for example, that of the previous race of a championship.
    Setup(Value),
    /// The usual setup of the circuit with these changes. They come from the plan of a race on another circuit
    /// ([`RacePlan::changes`]).
    Changes(Value),
}

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
    /// The differences between the setup and the usual setup of the circuit, as a JSON merge patch (RFC 7396). So rules
    /// of the circuit that the user has left as they are do not follow the user to another circuit.
    fn changes(&self) -> Value;
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
    pub fn new(draft: G::Draft, start: &PlanStart) -> Self {
        let (track, issues) = G::validate(&draft);
        let usual = G::new_setup(&draft);
        let begun = match start {
            PlanStart::Usual => None,
            PlanStart::Setup(setup) => Some(setup.clone()),
            PlanStart::Changes(changes) => Some(patched(json(&usual), changes)),
        };
        let mut setup = begun.and_then(|setup| G::Setup::deserialize(setup).ok()).unwrap_or(usual);
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
        json(&self.setup)
    }

    fn changes(&self) -> Value {
        difference(&json(&G::new_setup(&self.draft)), &json(&self.setup))
            .unwrap_or_else(|| Value::Object(serde_json::Map::new()))
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

fn json(setup: &impl serde::Serialize) -> Value {
    serde_json::to_value(setup).unwrap_or_default()
}

/// Returns the merge patch (RFC 7396) that turns `from` into `to`; `None` if they are equal.
fn difference(from: &Value, to: &Value) -> Option<Value> {
    let (Value::Object(from), Value::Object(to)) = (from, to) else { return (from != to).then(|| to.clone()) };
    let changed = to.iter().filter_map(|(key, now)| {
        let before = from.get(key).unwrap_or(&Value::Null);
        Some((key.clone(), difference(before, now)?))
    });
    let gone = from.keys().filter(|key| !to.contains_key(*key)).map(|key| (key.clone(), Value::Null));
    let patch: serde_json::Map<String, Value> = changed.chain(gone).collect();
    (!patch.is_empty()).then_some(Value::Object(patch))
}

/// Applies a merge patch (RFC 7396).
fn patched(from: Value, patch: &Value) -> Value {
    let Value::Object(patch) = patch else { return patch.clone() };
    let mut whole = if let Value::Object(from) = from { from } else { serde_json::Map::new() };
    for (key, value) in patch {
        if value.is_null() {
            whole.remove(key);
        } else {
            let before = whole.remove(key).unwrap_or_default();
            whole.insert(key.clone(), patched(before, value));
        }
    }
    Value::Object(whole)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_turns_one_setup_into_the_other() {
        let usual = json!({ "laps": 3, "rules": { "walls": "a", "ties": "b" }, "cars": [1, 2] });
        for (now, changes) in [
            (usual.clone(), None),
            (json!({ "laps": 2, "rules": { "walls": "a", "ties": "b" }, "cars": [1, 2] }), Some(json!({ "laps": 2 }))),
            (
                json!({ "laps": 3, "rules": { "walls": "a", "new": { "on": true } }, "cars": [1] }),
                Some(json!({ "rules": { "ties": null, "new": { "on": true } }, "cars": [1] })),
            ),
        ] {
            let found = difference(&usual, &now);
            assert_eq!(found, changes);
            assert_eq!(patched(usual.clone(), &found.unwrap_or(json!({}))), now);
        }
    }
}
