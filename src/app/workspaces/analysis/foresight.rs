//! What each way to go on promises a car from a position on, worked out on a thread of its own.

use std::fmt;
use std::sync::Arc;

use egui::{ComboBox, Label, Ui};

use crate::analysis::{Table, tables};
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::jobs::search::{Search, Seek, UnderWay};
use crate::app::workspaces::desk::Shown;
use crate::game::{CarId, Onlooker, Outlook};
use crate::replay::Race;

/// The comparison of ways to go on.
pub struct Foreseeing {
    race: Arc<dyn Race>,
    /// The state of the race it is about.
    state: u64,
    at: usize,
    car: CarId,
}

impl fmt::Debug for Foreseeing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foreseeing").field("at", &self.at).field("car", &self.car).finish_non_exhaustive()
    }
}

impl Seek for Foreseeing {
    type Stage = String;
    type Found = Outlook;

    fn first(&self) -> String {
        "Beginning".to_owned()
    }

    fn seek(&self, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Outlook> {
        self.race.foresee(self.at, self.car, Onlooker { tell, stop })
    }
}

/// What a race knows of it.
#[derive(Debug, Default)]
pub struct Foresight {
    /// The car it is to be about; the one that is looked at where none was chosen here.
    chosen: Option<CarId>,
    under_way: UnderWay<Foreseeing>,
    found: Option<Found>,
    /// Another number for whatever is found.
    number: u64,
}

#[derive(Debug)]
struct Found {
    state: u64,
    at: usize,
    car: CarId,
    outlook: Outlook,
    table: Arc<Table>,
}

impl Foresight {
    /// Gives up what is under way.
    pub fn stop(&mut self) {
        self.under_way.stop();
    }

    /// Begins; what is under way is stopped.
    pub fn begin(&mut self, race: Arc<dyn Race>, state: u64, at: usize, car: CarId) -> Arc<Search<Foreseeing>> {
        self.under_way.begin(Foreseeing { race, state, at, car })
    }

    /// Takes in what came of it; of what was stopped nothing is taken.
    pub fn take(&mut self, foreseeing: &Arc<Search<Foreseeing>>, outlook: Option<Outlook>) {
        if !self.under_way.ended(foreseeing) {
            return;
        }
        if let Some(outlook) = outlook {
            let &Foreseeing { state, at, car, .. } = foreseeing.what();
            self.number += 1;
            self.found = Some(Found { state, at, car, table: Arc::new(tables::outlook(&outlook)), outlook });
        }
    }

    /// What was found last.
    #[must_use]
    pub fn outlook(&self) -> Option<&Outlook> {
        self.found.as_ref().map(|found| &found.outlook)
    }

    /// What is being done, if anything is.
    #[must_use]
    pub fn stage(&self) -> Option<String> {
        self.under_way.stage()
    }

    /// The car that was chosen here.
    #[must_use]
    pub const fn chosen(&self) -> Option<CarId> {
        self.chosen
    }

    /// The table, and a number that tells its states apart.
    pub(super) fn table(&self) -> Option<(u64, Arc<Table>)> {
        self.found.as_ref().map(|found| (self.number, Arc::clone(&found.table)))
    }

    /// Whose future is asked for, and what was found.
    pub(super) fn heading(&mut self, ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
        let Some(foresees) = shown.race.info().foresees else {
            ui.weak("Races of this game have no strategies to compare.");
            return;
        };
        let stage = self.stage();
        ui.horizontal(|ui| {
            self.choose(ui, shown);
            // One place for both, so that nothing beside them moves.
            if let Some(stage) = &stage {
                if ui.button("Cancel").on_hover_text(Command::StopForeseeing.spec().tooltip()).clicked() {
                    queue.push(Command::StopForeseeing);
                }
                ui.spinner();
                ui.weak(stage);
            } else {
                let spec = Command::Foresee.spec();
                let button = ui.button(format!("{}  Compare", icons::GAUGE));
                let help = format!("{foresees}\n{}", spec.tooltip());
                if button.on_hover_text(help).accessible_name("Compare strategies").clicked() {
                    queue.push(Command::Foresee);
                }
                ui.weak(format!("from {} on", position(shown.playback.position())));
            }
        });
        let Some(found) = &self.found else {
            ui.add(Label::new(look::weak(foresees)).wrap());
            return;
        };
        let name = shown.index_of(found.car).map_or("", |index| shown.name(index));
        let about = format!("{name}, from {} on: {}", position(found.at), found.outlook.headline);
        ui.add(Label::new(look::strong(about, look::BODY)).wrap());
        let mut notes = found.outlook.notes.join(" ");
        if found.state != shown.state {
            notes = format!("The race was changed since. {notes}");
        }
        ui.add(Label::new(look::weak(notes)).wrap());
    }

    fn choose(&mut self, ui: &mut Ui, shown: Shown<'_>) {
        let name = |car: CarId| shown.index_of(car).map_or("", |index| shown.name(index)).to_owned();
        let words = self.chosen.map_or_else(|| "The car one looks at".to_owned(), name);
        let combo = ComboBox::from_id_salt("foreseen-car").width(160.0).selected_text(words).truncate();
        let response = combo.show_ui(ui, |ui| {
            if ui.selectable_label(self.chosen.is_none(), "The car one looks at").clicked() {
                self.chosen = None;
            }
            for entrant in shown.race.entrants() {
                if ui.selectable_label(self.chosen == Some(entrant.car), name(entrant.car)).clicked() {
                    self.chosen = Some(entrant.car);
                }
            }
        });
        let hint = "Whose strategies are compared: a car, or the one that was chosen in the race, else the one to act";
        response.response.accessible_name("Whose strategies").on_hover_text(hint);
    }
}

/// "the grid", "turn 12".
fn position(at: usize) -> String {
    if at == 0 { "the grid".to_owned() } else { format!("turn {at}") }
}
