//! What panels ask for, and the queue they push it into.

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

/// What a panel asks for: a command, or something that needs particulars.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A command of the table.
    Do(Command),
    /// Open these files.
    OpenFiles(Vec<PathBuf>),
    /// Open the shipped document at this place of the list.
    OpenShipped(usize),
    /// Show the race that the tour goes through.
    ShowTour,
    /// Forget a file of the list of recent ones.
    ForgetRecent(PathBuf),
    /// Show the document at this place of the tabs.
    Select(usize),
    /// Close it.
    Close(usize),
    /// Close it although it has changes that are not saved.
    CloseUnsaved(usize),
    /// Save it, and close it once it is saved.
    SaveAndClose(usize),
    /// Save the document with this mark although its file was changed by another program.
    SaveAnyway(u64),
    /// Save the document with this mark although its file is write-protected.
    SaveProtected(u64),
    /// Ask for another file, and save the document with this mark there.
    SaveElsewhere(u64),
    /// Read the document with this mark again from its file; its changes are lost.
    Reload(u64),
    /// Save everything that has changes, and quit once all is saved.
    SaveAllAndQuit,
    /// Go to a position of the race.
    GoTo(usize),
    /// Show a position of a line of the race.
    ShowLine(LineId, usize),
    /// Do this to the race, and keep it in its journal.
    Record(RaceEdit),
    /// Begin to record this race, which is a file's text.
    BeginRace(String),
    /// Do again what the journal of the document with this mark holds.
    Resume(u64, PathBuf, Box<Kept>),
    /// Open this file, which was set aside, as a document of its own.
    OpenAside(PathBuf),
    /// Ask whether this file, which was set aside, is to be deleted.
    AskDeleteAside(PathBuf),
    /// Delete this file, which was set aside.
    DeleteAside(PathBuf),
    /// Forget the journal at this place.
    DropJournal(PathBuf),
    /// Look at this car; at none in particular where there is none.
    LookAt(Option<CarId>),
    /// Have this drive beside the car one looks at.
    Ghost(Option<Ghost>),
    /// Offer a circuit of a file, which the user is asked for, on the page for a new race.
    ChooseCircuit,
    /// Step only to events of this kind; to all of them where there is none.
    Events(Option<Mark>),
    /// Play at this many turns a second.
    Speed(f64),
    /// Tell something in the status bar.
    Tell(String),
    /// Give the document with this mark the changes that were kept of it.
    Recover(u64, Box<Recovered>),
    /// Delete the changes that are kept at this place.
    DropRecovered(PathBuf),
    /// Open these circuits that were kept and never saved.
    RecoverUnsaved(Vec<Found>),
    /// Forget those in these files of the data folder.
    DropUnsaved(Vec<PathBuf>),
    /// Keep what is open of the document with this mark, although its file is as told here by now.
    KeepMine(u64, OnDisk),
    /// Begin a new circuit with this.
    Begin(Box<AnyDraft>),
    /// A circuit is to be drawn by chance.
    DrawByChance(Wish),
    /// Write this table to a file the user is asked for.
    ExportTable(Arc<Table>, TableFormat),
    /// Write this plot to a file the user is asked for.
    ExportChart(Box<Chart>, SaveKind),
    /// Put pieces into the clipboard, as this text.
    CopyText(String),
    /// Paste what this text holds.
    Paste(String),
}

impl From<Command> for Request {
    fn from(command: Command) -> Self {
        Self::Do(command)
    }
}

/// What panels asked for in this frame, in order.
#[derive(Debug, Default)]
pub struct CommandQueue(Vec<Request>);

impl CommandQueue {
    /// Asks for something.
    pub fn push(&mut self, request: impl Into<Request>) {
        self.0.push(request.into());
    }

    /// Everything asked for since the last call.
    #[must_use]
    pub fn take(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.0)
    }
}

/// What drives beside the car one looks at, turn for turn from the beginning of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghost {
    /// The fastest lap of the race.
    Fastest,
    /// Another car, in the same lap.
    Car(CarId),
    /// A lap of a car.
    Lap(CarId, u32),
}
