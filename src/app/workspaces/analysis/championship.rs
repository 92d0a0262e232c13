//! The championship table. It adds up the points of the open races of a championship.

use std::sync::Arc;

use egui::{Label, Ui};

use super::arrangement::Entry;
use crate::analysis::{Championship, ScoredRace, Table, championship_of, tables};
use crate::app::board::look;

/// The standings of a championship, with the races from which they were computed.
#[derive(Debug, Default)]
pub struct Standings {
    /// The races from which the standings were computed: the race on screen, and all open races. `None` before the
    /// first call of `add_up`.
    of: Option<(ScoredRace, Vec<ScoredRace>)>,
    found: Option<Found>,
    /// The version number of the tables of teams and drivers. It changes whenever the standings change.
    number: u64,
}

#[derive(Debug)]
struct Found {
    championship: Championship,
    teams: Arc<Table>,
    drivers: Arc<Table>,
}

impl Standings {
    /// Adds up the points of the race on screen (`own`) and of the open races. Does nothing if neither has changed
    /// since the last call.
    pub fn add_up(&mut self, own: &ScoredRace, open: &[ScoredRace]) {
        if self.of.as_ref().is_some_and(|(known, others)| known == own && others == open) {
            return;
        }
        let championship = championship_of(own, open);
        self.of = Some((own.clone(), open.to_vec()));
        self.number += 1;
        self.found = Some(Found {
            teams: Arc::new(tables::team_championship(&championship)),
            drivers: Arc::new(tables::driver_championship(&championship)),
            championship,
        });
    }

    /// The championship table of the teams or the drivers, with its version number; `None` if there is no
    /// championship.
    pub(super) fn table(&self, entry: Entry) -> Option<(u64, Arc<Table>)> {
        let found = self.found.as_ref()?;
        let table = match entry {
            Entry::Teams => &found.teams,
            Entry::Drivers => &found.drivers,
        };
        Some((self.number, Arc::clone(table)))
    }

    /// Draws a note that says how many races the standings include.
    pub(super) fn heading(&self, ui: &mut Ui) {
        let Some(Found { championship, .. }) = &self.found else {
            ui.weak("This game has no championship, because its races give no points.");
            return;
        };
        let count = championship.races.len();
        let mut words = match championship.of {
            Some(of) if count == of as usize => format!("Includes all {of} races of the championship."),
            Some(of) => format!(
                "Includes {count} of the {of} races of the championship. Open the other races to add their points."
            ),
            None if count == 1 => {
                "This race belongs to no championship. Open other races of the same teams to add up their points."
                    .to_owned()
            }
            None => format!("Includes {count} races of the same teams. They belong to no championship."),
        };
        for note in &championship.notes {
            words.push(' ');
            words.push_str(note);
        }
        ui.add(Label::new(look::weak(words)).wrap());
    }
}
