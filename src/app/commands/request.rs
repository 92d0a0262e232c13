//! The requests of panels, and the queue that they are pushed onto.

use std::path::PathBuf;
use std::sync::Arc;

use super::Command;
use crate::analysis::Table;
use crate::app::documents::autosave::Recovered;
use crate::app::documents::export::Order;
use crate::app::documents::figures::Mark;
use crate::app::documents::files::{OnDisk, SaveKind};
use crate::app::documents::import::Wanted;
use crate::app::documents::unsaved::Found;
use crate::app::settings::Seats;
use crate::app::settings::players::{DrivenBy, Player};
use crate::editor::random::Wish;
use crate::export::TableFormat;
use crate::game::AnyDraft;
use crate::game::CarId;
use crate::render::chart::Chart;
use crate::replay::journal::Kept;
use crate::replay::{LineId, RaceEdit};

/// An item that is deleted only after the user has confirmed the deletion, because it cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// This journal or autosave, which was set aside because it could not be used.
    Aside(PathBuf),
    /// The saved layout of the Analysis workspace with this name.
    Layout(String),
}

/// A request of a panel: a command, or an action with arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Carry out a command.
    Do(Command),
    /// Open these files.
    OpenFiles(Vec<PathBuf>),
    /// Open the shipped document with this index.
    OpenShipped(usize),
    /// Show the shipped race that the guided tour explains.
    ShowTour,
    /// Delete this crash report.
    DropCrash(PathBuf),
    /// Remove a file from the list of recent files.
    ForgetRecent(PathBuf),
    /// Show the tab with this index.
    Select(usize),
    /// Close the tab with this index.
    Close(usize),
    /// Close the tab with this index and discard its changes.
    CloseUnsaved(usize),
    /// Save the tab with this index, then close it.
    SaveAndClose(usize),
    /// Save the document with this id even if another program changed its file.
    SaveAnyway(u64),
    /// Save the document with this id even if its file is write-protected.
    SaveProtected(u64),
    /// Ask the user for a file, and save the document with this id to it.
    SaveElsewhere(u64),
    /// Discard the changes of the document with this id, and read its file again.
    Reload(u64),
    /// Save all documents with changes, then quit.
    SaveAllAndQuit,
    /// Go to the position in the race at which this number of turns has been played.
    GoTo(usize),
    /// Show this line of the race (the main line or a variation), at the position after this number of turns.
    ShowLine(LineId, usize),
    /// Apply this edit to the race and write it to the journal.
    Record(RaceEdit),
    /// Start recording a new race. The values are the text of its race file, and the cars that computer drivers drive.
    BeginRace(String, Seats),
    /// Let a computer driver or a player program drive this car in the race on screen. `None` lets a person drive it.
    Seat(CarId, Option<DrivenBy>),
    /// Store these players in the settings.
    KeepPlayers(Vec<Player>),
    /// Start the program of this player and wait for its greeting. The number is the player's index in the dialog.
    TryPlayer(usize, Player),
    /// Make the computer drivers of the race on screen wait (`true`) or continue (`false`).
    DriversWait(bool),
    /// Apply the edits of a journal to the race of the document with this id. The path is the journal's path, and the
    /// last value is the journal's content.
    Resume(u64, PathBuf, Box<Kept>),
    /// Open this journal or autosave as a new document. It was set aside because it could not be used.
    OpenAside(PathBuf),
    /// Ask the user whether to delete this layout, or this file that was set aside.
    AskDelete(Deletion),
    /// Delete this layout, or this file that was set aside. The user has already confirmed the deletion.
    Delete(Deletion),
    /// Ask the user for the second file that the import of this file needs.
    ChooseSecond(PathBuf, Wanted),
    /// Delete the journal at this path.
    DropJournal(PathBuf),
    /// Select this car; `None` for no car.
    SelectCar(Option<CarId>),
    /// Show this ghost beside the selected car; `None` for no ghost.
    Ghost(Option<Ghost>),
    /// Ask for a circuit file for the new race.
    ChooseCircuit,
    /// When stepping from event to event, stop only at turns with this mark; `None` to stop at turns with any mark.
    Events(Option<Mark>),
    /// Play at this speed, in turns per second.
    Speed(f64),
    /// Show this message in the status bar.
    Tell(String),
    /// Restore the autosaved changes of the document with this id.
    Recover(u64, Box<Recovered>),
    /// Delete the autosave at this path.
    DropRecovered(PathBuf),
    /// Open these circuits, which were found in autosaves.
    RecoverUnsaved(Vec<Found>),
    /// Delete these autosaves in the data folder.
    DropUnsaved(Vec<PathBuf>),
    /// Keep the open version of the document with this id, although another program has changed its file. The second
    /// value is the current state of the file.
    KeepMine(u64, OnDisk),
    /// Begin a new circuit with a copy of this draft.
    Begin(Box<AnyDraft>),
    /// Generate a random circuit.
    RandomCircuit(Wish),
    /// Ask for a file, and export this picture to it.
    Export(Box<Order>),
    /// Copy this picture to the clipboard.
    CopyPicture(Box<Order>),
    /// Draw this picture for the preview of the export dialog.
    PreviewExport(Box<Order>),
    /// Stop the export of the moving picture.
    StopExport,
    /// Ask for a file, and export this table to it.
    ExportTable(Arc<Table>, TableFormat),
    /// Ask for a file, and export this plot to it.
    ExportChart(Box<Chart>, SaveKind),
    /// Save this layout of the Analysis workspace. The value is the text of a layout file.
    SaveLayout(String),
    /// Show the Analysis workspace with this layout. The value is the text of a layout file.
    ShowLayout(String),
    /// Ask for a file, and export a layout to it. The values are the layout's name and the text of its file.
    ExportLayout(String, String),
    /// Ask for the file of a layout, then show and save the layout.
    ImportLayout,
    /// Search for the fastest lap, and prove that no lap is faster. The number is the side of the comparison that will
    /// show the lap: 0 for the first side, 1 for the second.
    ProveLap(usize),
    /// Stop the search that proves the fastest lap.
    StopProving,
    /// Copy this text to the clipboard.
    CopyText(String),
    /// Paste the shapes that this text describes. If the text comes from the QR code of a circuit, open that circuit
    /// instead.
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

    /// Removes and returns all requests that were pushed since the last call.
    #[must_use]
    pub fn take(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.0)
    }
}

/// A ghost: a lap shown beside the selected car, turn by turn from the start of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghost {
    /// The fastest lap of the race.
    Fastest,
    /// The lap of this car with the same lap number as the selected car's current lap.
    Car(CarId),
    /// A lap, given by its car and its number.
    Lap(CarId, u32),
}
