//! Requests of panels, and the queue they are pushed into.

use std::path::PathBuf;
use std::sync::Arc;

use super::Command;
use crate::analysis::Table;
use crate::app::documents::autosave::Recovered;
use crate::app::documents::figures::Mark;
use crate::app::documents::files::{OnDisk, SaveKind};
use crate::app::documents::unsaved::Found;
use crate::editor::random::Wish;
use crate::export::TableFormat;
use crate::game::AnyDraft;
use crate::game::CarId;
use crate::render::chart::Chart;
use crate::replay::journal::Kept;
use crate::replay::{LineId, RaceEdit};

/// A request of a panel: a command, or something with arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Carry out a command.
    Do(Command),
    /// Open these files.
    OpenFiles(Vec<PathBuf>),
    /// Open the shipped document with this index.
    OpenShipped(usize),
    /// Show the race of the tour.
    ShowTour,
    /// Remove a file from the recent ones.
    ForgetRecent(PathBuf),
    /// Show the tab with this index.
    Select(usize),
    /// Close the tab with this index.
    Close(usize),
    /// Close the tab with this index and discard its changes.
    CloseUnsaved(usize),
    /// Save the tab with this index, then close it.
    SaveAndClose(usize),
    /// Save the document with this mark, even though another program changed its file.
    SaveAnyway(u64),
    /// Save the document with this mark, even though its file is write-protected.
    SaveProtected(u64),
    /// Save the document with this mark to another file, after asking for it.
    SaveElsewhere(u64),
    /// Read the document with this mark again from its file and discard its changes.
    Reload(u64),
    /// Save all documents with changes, then quit.
    SaveAllAndQuit,
    /// Go to a position of the race.
    GoTo(usize),
    /// Show a position of a line of the race.
    ShowLine(LineId, usize),
    /// Apply this edit to the race, and write it to the journal.
    Record(RaceEdit),
    /// Begin to record this race, given as the text of a file.
    BeginRace(String),
    /// Apply the journal of the document with this mark.
    Resume(u64, PathBuf, Box<Kept>),
    /// Open this file, which was set aside, as a new document.
    OpenAside(PathBuf),
    /// Ask before deleting this file, which was set aside.
    AskDeleteAside(PathBuf),
    /// Delete this file, which was set aside.
    DeleteAside(PathBuf),
    /// Delete the journal at this path.
    DropJournal(PathBuf),
    /// Select this car, or none.
    SelectCar(Option<CarId>),
    /// Show this ghost beside the selected car, or none.
    Ghost(Option<Ghost>),
    /// Ask for a circuit file for the new race.
    ChooseCircuit,
    /// Step to events of this kind only; `None` for all.
    Events(Option<Mark>),
    /// Play at this many turns a second.
    Speed(f64),
    /// Show a message in the status bar.
    Tell(String),
    /// Restore the autosaved changes of the document with this mark.
    Recover(u64, Box<Recovered>),
    /// Delete the autosave at this path.
    DropRecovered(PathBuf),
    /// Open these circuits found in autosaves.
    RecoverUnsaved(Vec<Found>),
    /// Delete these autosaves in the data folder.
    DropUnsaved(Vec<PathBuf>),
    /// Keep the open version of the document with this mark, although its file has changed to this state.
    KeepMine(u64, OnDisk),
    /// Begin a new circuit with this draft.
    Begin(Box<AnyDraft>),
    /// Make a random circuit.
    RandomCircuit(Wish),
    /// Export this table, after asking for a file.
    ExportTable(Arc<Table>, TableFormat),
    /// Export this plot, after asking for a file.
    ExportChart(Box<Chart>, SaveKind),
    /// Copy this text to the clipboard.
    CopyText(String),
    /// Paste the shapes in this text.
    Paste(String),
}

impl From<Command> for Request {
    fn from(command: Command) -> Self {
        Self::Do(command)
    }
}

/// The requests of this frame, in order.
#[derive(Debug, Default)]
pub struct CommandQueue(Vec<Request>);

impl CommandQueue {
    /// Adds a request.
    pub fn push(&mut self, request: impl Into<Request>) {
        self.0.push(request.into());
    }

    /// Takes all requests since the last call.
    #[must_use]
    pub fn take(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.0)
    }
}

/// A ghost: a lap shown beside the selected car, turn for turn from the start of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghost {
    /// The fastest lap of the race.
    Fastest,
    /// Another car in the same lap.
    Car(CarId),
    /// This lap of this car.
    Lap(CarId, u32),
}
