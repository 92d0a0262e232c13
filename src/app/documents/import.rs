//! Opens files of other programs as new documents. Asks only for data that the files do not contain.

use std::path::{Path, PathBuf};

use super::files::Loaded;
use crate::Games;
use crate::game::prelude::*;
use crate::game::{AnyDraft, Issue};
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::{Draft, VectorRacing, WallRule};
use crate::import::{Format, bga, gp_online, racetrack};
use crate::replay::{self, ReplayFile, TrackFile, code};
use crate::storage;

/// An imported document, with remarks about its file.
pub struct Imported {
    /// The document. It has no file of its own yet.
    pub loaded: Loaded,
    /// Sentences that say what was corrected or left out.
    pub remarks: Vec<String>,
}

/// The data that an import can use in addition to the imported file.
pub struct Importer<'a> {
    /// The games of the program.
    pub games: Games,
    /// The other files that the user opened together with the imported file.
    pub others: &'a [PathBuf],
    /// The circuit on screen, if it is a track of Vector Racing; otherwise `None`.
    pub track: Option<&'a Draft>,
    /// The second file that the user has chosen; `None` if the user has not been asked for one.
    pub second: Option<&'a Path>,
}

/// The result of an import.
pub enum Import {
    /// The import has succeeded. The value is the imported document.
    Done(Imported),
    /// The import needs this second file first.
    Needs(Wanted),
}

/// A second file that is needed to import a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The table data of a game of the online edition. Such a game consists of two files: its log and its table data.
    Table,
    /// The log of a game of the online edition.
    Log,
    /// The track of Vector Racing on which the moves in the file were made.
    Track,
}

impl Wanted {
    /// A short name of the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "the table data of this online game",
            Self::Log => "the log of this game",
            Self::Track => "the track on which the moves were made",
        }
    }

    /// The title of the dialog in which the user chooses the file.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Table => "Choose the table data of this online game",
            Self::Log => "Choose the log of this game",
            Self::Track => "Choose the track on which the moves were made",
        }
    }

    /// Tells the user how to get the file. Each sentence is one step.
    #[must_use]
    pub const fn steps(self) -> &'static [&'static str] {
        match self {
            Self::Table => &[
                "A recorded game of the online edition consists of two files: the log and the table data. You have opened the log. Get the table data like this:",
                "1. Open the replay of the game in a web browser.",
                "2. Press F12 and select the console.",
                "3. Enter copy(JSON.stringify(gameui.gamedatas)) in the console, paste the copied text into an empty file and save it.",
            ],
            Self::Log => &[
                "A recorded game of the online edition consists of two files: the log and the table data. You have opened the table data. Get the log like this:",
                "1. Open the replay of the game in a web browser.",
                "2. Press F12, select the network tab and reload the page.",
                "3. Find the request for archive/archive/logs.html?table=… and save its response as a file.",
            ],
            Self::Track => &[
                "The file contains moves of Vector Racing, but not the track on which they were made.",
                "Choose the file of the track. You can also open the track first, and then drop the file with the moves on this window.",
            ],
        }
    }
}

impl Importer<'_> {
    /// Imports a file of this format.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read; the text names the file and the cause.
    pub fn import(&self, path: &Path, format: Format) -> Result<Import, String> {
        let bytes = storage::read(path).map_err(|error| error.to_string())?;
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (text, remarks) = match format {
            Format::OnlineLog | Format::OnlineTable => {
                let is_log = format == Format::OnlineLog;
                let (format, wanted) =
                    if is_log { (Format::OnlineTable, Wanted::Table) } else { (Format::OnlineLog, Wanted::Log) };
                let second = || self.second.map(Path::to_owned);
                let Some(other) = self.other(path, format).or_else(second) else { return Ok(Import::Needs(wanted)) };
                let second = storage::read(&other).map_err(|error| error.to_string())?;
                let (log, table) = if is_log { (&bytes, &second) } else { (&second, &bytes) };
                let imported = bga::import(log, table).map_err(|error| about(&error))?;
                let text = replay::print(&imported.replay).map_err(|error| about(&error))?;
                (text, [imported.warnings, imported.notes].concat())
            }
            Format::CircuitText => {
                let text = String::from_utf8_lossy(&bytes);
                (code::track_of(&text).map_err(|error| about(&error))?, Vec::new())
            }
            Format::RaceText => {
                let text = self.games.file_from_text(&bytes, &storage::files_beside(path));
                (text.map_err(|error| about(&error))?, Vec::new())
            }
            Format::Map => {
                let (draft, notes) =
                    racetrack::ascii_noted(&bytes, &name, WallRule::NoTouch).map_err(|error| about(&error))?;
                (replay::print(&TrackFile::<VectorRacing>::new(draft)).map_err(|error| about(&error))?, notes)
            }
            Format::Outlines => {
                let draft = racetrack::xml(&bytes).map_err(|error| about(&error))?;
                (replay::print(&TrackFile::<VectorRacing>::new(draft)).map_err(|error| about(&error))?, Vec::new())
            }
            Format::GpOnline => {
                let furnished = gp_online::circuit(&name, &bytes).map_err(|error| about(&error))?;
                let text = replay::print(&TrackFile::<FormulaD>::new(furnished.draft));
                (text.map_err(|error| about(&error))?, sentences(&furnished.notes))
            }
            Format::Moves => {
                let moves = racetrack::moves(&bytes).map_err(|error| about(&error))?;
                let track = match self.track {
                    Some(track) => track.clone(),
                    None => match self.second {
                        Some(path) => self.track_of(path)?,
                        None => return Ok(Import::Needs(Wanted::Track)),
                    },
                };
                let race: ReplayFile<VectorRacing> =
                    racetrack::race(&name, track, &moves).map_err(|issues| about(&sentences(&issues).join(" ")))?;
                (replay::print(&race).map_err(|error| about(&error))?, Vec::new())
            }
        };
        let opened = self.games.open(text.as_bytes(), &replay::no_files).map_err(|error| about(&error))?;
        Ok(Import::Done(Imported { loaded: Loaded::try_from(opened)?, remarks }))
    }

    /// Finds a file of this format among the files that were opened together with `path`. Prefers a file in the same
    /// folder.
    fn other(&self, path: &Path, format: Format) -> Option<PathBuf> {
        let is_one = |other: &&PathBuf| {
            other.as_path() != path && storage::read(other).is_ok_and(|bytes| Format::of(&bytes) == Some(format))
        };
        let found: Vec<&PathBuf> = self.others.iter().filter(is_one).collect();
        let beside = found.iter().find(|other| other.parent() == path.parent());
        beside.or(found.first()).map(|other| (*other).clone())
    }

    fn track_of(&self, path: &Path) -> Result<Draft, String> {
        let draft: AnyDraft = super::files::load_circuit(self.games, path)?;
        let wrong = || replay::of_another_game(draft.info().name, VectorRacing::INFO);
        draft.of::<VectorRacing>().cloned().ok_or_else(|| format!("{}: {}", path.display(), wrong()))
    }
}

/// The largest number of remarks to show for the same kind of issue.
const ALIKE: usize = 3;

/// Returns the messages of the issues. If many issues are of the same kind, returns only the first [`ALIKE`] of them.
fn sentences(issues: &[Issue]) -> Vec<String> {
    let is_shown =
        |(index, issue): &(usize, &Issue)| issues[..*index].iter().filter(|other| other.id == issue.id).count() < ALIKE;
    issues.iter().enumerate().filter(is_shown).map(|(_, issue)| issue.message.clone()).collect()
}
