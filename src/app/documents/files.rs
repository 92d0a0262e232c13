//! Chooses files, reads documents and writes pictures, in background jobs.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::figures::Figures;
use super::path_dialog::{PathDialog, Purpose};
use super::print;
use crate::app::settings::export::ExportChoice;
use crate::app::shipped;

use crate::Games;
use crate::game::AnyDraft;
use crate::render;
use crate::replay::{self, OpenError, Opened, Race};
use crate::storage::{self, identity};

/// Asks the user for files. Tests use their own implementation.
pub trait FileDialogs: Send + Sync {
    /// Asks for files to open; empty if cancelled.
    fn open(&self) -> Vec<PathBuf>;
    /// Asks for files of other programs to open; empty if cancelled.
    fn import(&self) -> Vec<PathBuf> {
        self.open()
    }
    /// Opens a file in the system's program for this type of file. Returns whether a program opened it.
    fn view(&self, _path: &Path) -> bool {
        false
    }
    /// Asks for a second file that is needed to import the chosen file. `title` is the title of the dialog. `None` if
    /// the user cancels.
    fn second(&self, _title: &'static str) -> Option<PathBuf> {
        None
    }
    /// Asks for the file of a layout; `None` if cancelled.
    fn layout(&self) -> Option<PathBuf> {
        self.open().into_iter().next()
    }
    /// Asks for a reference picture; `None` if cancelled.
    fn picture(&self) -> Option<PathBuf> {
        None
    }
    /// Reads the picture on the clipboard, and returns it as a PNG file.
    ///
    /// # Errors
    /// Returns an error if there is no picture; the text says what to do.
    fn copied_picture(&self) -> Result<Vec<u8>, String> {
        Err(NO_PICTURE.to_owned())
    }
    /// Asks for the path to save to; `None` if cancelled.
    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf>;
    /// Shows a dialog that is part of the window; called in each frame.
    fn show(&self, _ctx: &egui::Context) {}
    /// Cancels a dialog that is part of the window. Returns whether such a dialog was open.
    fn close(&self) -> bool {
        false
    }
}

/// The message if there is no picture to paste.
pub const NO_PICTURE: &str = "There is no picture on the clipboard. Copy one in a picture viewer or a browser first.";

/// Shows the file dialogs of the system. If the system has none, shows a dialog inside the window.
pub struct SystemDialogs {
    instead: PathDialog,
}

/// The shortest time in which a user can cancel a dialog. If a dialog ends sooner and without an answer, the program
/// concludes that the system has no file dialogs.
const SHOWN: Duration = Duration::from_millis(250);
/// The extensions of circuits and races.
const DOCUMENTS: &[&str] = &["json"];
/// The extensions of files of other programs.
const IMPORTS: &[&str] = &["json", "txt", "dat", "xml", "map", "log"];
/// The extensions of reference pictures.
const PICTURES: &[&str] = &["png", "jpg", "jpeg", "webp"];

impl SystemDialogs {
    /// Makes the dialogs of a window.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Self {
        Self { instead: PathDialog::new(ctx) }
    }
}

/// Asks the user through a dialog of the system and returns the answer. If the system cannot show the dialog, uses
/// `instead`.
fn answer<T>(dialog: impl FnOnce() -> Option<T>, instead: impl FnOnce() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    dialog().or_else(|| if began.elapsed() < SHOWN { instead() } else { None })
}

impl FileDialogs for SystemDialogs {
    fn open(&self) -> Vec<PathBuf> {
        let title = "Open circuits and races";
        let dialog = || {
            rfd::FileDialog::new()
                .set_title(title)
                .add_filter("Circuits and races", DOCUMENTS)
                .add_filter("Files of other programs", IMPORTS)
                .add_filter("All files", &["*"])
                .pick_files()
        };
        let instead = || Some(vec![self.instead.ask(title, Purpose::Open(IMPORTS), Path::new(""))?]);
        answer(dialog, instead).unwrap_or_default()
    }

    fn second(&self, title: &'static str) -> Option<PathBuf> {
        let dialog = || rfd::FileDialog::new().set_title(title).add_filter("All files", &["*"]).pick_file();
        answer(dialog, || self.instead.ask(title, Purpose::Open(IMPORTS), Path::new("")))
    }

    fn import(&self) -> Vec<PathBuf> {
        let title = "Import files of other programs";
        let dialog = || {
            rfd::FileDialog::new()
                .set_title(title)
                .add_filter("Files of other programs", IMPORTS)
                .add_filter("All files", &["*"])
                .pick_files()
        };
        let instead = || Some(vec![self.instead.ask(title, Purpose::Open(IMPORTS), Path::new(""))?]);
        answer(dialog, instead).unwrap_or_default()
    }

    fn view(&self, path: &Path) -> bool {
        print::view(path)
    }

    fn layout(&self) -> Option<PathBuf> {
        let title = "Import a layout";
        let dialog = || rfd::FileDialog::new().set_title(title).add_filter("Layouts", DOCUMENTS).pick_file();
        answer(dialog, || self.instead.ask(title, Purpose::Open(DOCUMENTS), Path::new("")))
    }

    fn picture(&self) -> Option<PathBuf> {
        let title = "Choose a reference picture";
        let dialog = || rfd::FileDialog::new().set_title(title).add_filter("Pictures", PICTURES).pick_file();
        answer(dialog, || self.instead.ask(title, Purpose::Open(PICTURES), Path::new("")))
    }

    fn copied_picture(&self) -> Result<Vec<u8>, String> {
        let copied = arboard::Clipboard::new().and_then(|mut clipboard| clipboard.get_image());
        let picture = copied.map_err(|_| NO_PICTURE.to_owned())?;
        let [width, height] = [picture.width, picture.height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        let mut png = Vec::new();
        let written = image::RgbaImage::from_raw(width, height, picture.bytes.into_owned()).is_some_and(|pixels| {
            pixels.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).is_ok()
        });
        if written { Ok(png) } else { Err("The picture on the clipboard cannot be read.".to_owned()) }
    }

    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf> {
        let name = format!("{suggested}.{}", kind.extension());
        let title = if kind == SaveKind::Document { "Save as" } else { "Export" };
        let dialog = || {
            let dialog = rfd::FileDialog::new().set_title(title).add_filter(kind.name(), &[kind.extension()]);
            dialog.set_file_name(&name).save_file()
        };
        answer(dialog, || self.instead.ask(title, Purpose::Save, Path::new(&name)))
    }

    fn show(&self, ctx: &egui::Context) {
        self.instead.show(ctx);
    }

    fn close(&self) -> bool {
        self.instead.close()
    }
}

/// The state of a file when it was last read or written. A comparison with this state shows whether the file has
/// changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    /// The file's path after all links are resolved. All paths to the same file have the same identity.
    pub identity: PathBuf,
    /// The digest of the file's bytes.
    digest: u64,
    /// The digest by which a journal recognises the file that it belongs to. It is the same on every machine.
    pub journal: u64,
    /// The file's modification time and length. If both are unchanged, the bytes are assumed to be unchanged.
    stamp: Option<(std::time::SystemTime, u64)>,
}

impl OnDisk {
    /// Returns the state of the file at this path, whose content is `bytes`.
    #[must_use]
    pub fn of(path: &Path, bytes: &[u8]) -> Self {
        Self {
            identity: identity(path),
            digest: digest(bytes),
            journal: replay::journal::digest(bytes),
            stamp: stamp(path),
        }
    }

    /// Reads the file, and returns its new state if its bytes differ from this state. Returns `None` if the bytes are
    /// the same or cannot be read.
    #[must_use]
    pub fn now(&self) -> Option<Self> {
        let stamp = stamp(&self.identity);
        if stamp == self.stamp || stamp.is_none() {
            return None;
        }
        let bytes = storage::read(&self.identity).ok()?;
        let journal = replay::journal::digest(&bytes);
        let now = Self { identity: self.identity.clone(), digest: digest(&bytes), journal, stamp };
        (now.digest != self.digest).then_some(now)
    }

    /// Whether the file's bytes have changed or cannot be read. Returns false for a deleted file, because saving then
    /// overwrites nothing.
    #[must_use]
    pub fn was_changed(&self) -> bool {
        self.identity.exists() && !storage::read(&self.identity).is_ok_and(|bytes| digest(&bytes) == self.digest)
    }
}

fn stamp(path: &Path) -> Option<(std::time::SystemTime, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Returns the path to write to: the path that the user chose, with the extension for this kind of file added if it is
/// missing.
///
/// # Errors
/// Returns an error if the path belongs to an open document, or if the path with the added extension exists already,
/// because the user has not agreed to replace that file.
pub fn destination(chosen: PathBuf, kind: SaveKind, open: &[PathBuf]) -> Result<PathBuf, String> {
    let has_ending = match kind {
        SaveKind::Document => chosen.extension().is_some(),
        _ => chosen.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(kind.extension())),
    };
    let mut path = chosen;
    if !has_ending {
        let mut name = path.into_os_string();
        name.push(format!(".{}", kind.extension()));
        path = PathBuf::from(name);
        if path.exists() {
            return Err(format!(
                "{}: this file already exists; nothing was written. To replace it, type its name with the extension.",
                path.display()
            ));
        }
    }
    if open.contains(&identity(&path)) {
        return Err(format!(
            "{}: this file is open in another tab; nothing was written. Choose another name, or close that tab first.",
            path.display()
        ));
    }
    Ok(path)
}

/// A loaded document.
#[allow(clippy::large_enum_variant, reason = "only a few values exist at once, and no list contains them")]
pub enum Loaded {
    /// A race, with the facts and the series that were computed from it.
    Race(Arc<dyn Race>, Arc<Figures>),
    /// A circuit.
    Circuit(AnyDraft),
}

impl TryFrom<Opened> for Loaded {
    type Error = &'static str;

    fn try_from(opened: Opened) -> Result<Self, &'static str> {
        Ok(match opened {
            Opened::Race(race) => {
                let race: Arc<dyn Race> = Arc::from(race);
                let figures = Figures::of(race.as_ref());
                Self::Race(race, Arc::new(figures))
            }
            Opened::Track(draft) => Self::Circuit(draft),
        })
    }
}

/// Reads a document from a file.
///
/// # Errors
/// Returns an error if the document cannot be read; the text names the file, the cause and the remedy.
pub fn load(games: Games, path: &Path) -> Result<(OnDisk, Loaded), String> {
    let bytes = storage::read(path).map_err(|error| error.to_string())?;
    let opened = games.open(&bytes, &storage::files_beside(path)).map_err(|error| explained(path, &error))?;
    let loaded = Loaded::try_from(opened).map_err(|reason| format!("{}: {reason}", path.display()))?;
    Ok((OnDisk::of(path, &bytes), loaded))
}

/// Reads the circuit in a file.
///
/// # Errors
/// Returns an error if the circuit cannot be read; the text names the file, the cause and the remedy.
pub fn load_circuit(games: Games, path: &Path) -> Result<AnyDraft, String> {
    let bytes = storage::read(path).map_err(|error| error.to_string())?;
    let opened = games.open(&bytes, &storage::files_beside(path)).map_err(|error| explained(path, &error))?;
    match opened {
        Opened::Track(draft) => Ok(draft),
        Opened::Race(_) => {
            Err(format!("{}: this is a race, not a circuit. Choose the file of a circuit.", path.display()))
        }
    }
}

/// Opens a shipped document.
///
/// # Errors
/// Returns an error if the document cannot be opened.
pub fn load_shipped(games: Games, index: usize) -> Result<Loaded, String> {
    Loaded::try_from(shipped::open(games, index)?).map_err(str::to_owned)
}

fn explained(path: &Path, error: &OpenError) -> String {
    let place = path.display();
    match error {
        OpenError::File(file) => format!("{place}: {file}\nFix this error in the file, or open another file."),
        OpenError::Invalid { issues, .. } => {
            let mut text = format!("{place}: the race cannot be shown, because its circuit or its setup has errors:");
            for issue in issues.iter().take(6) {
                text.push_str(&format!("\n• {} [{}]", issue.message, issue.id));
            }
            if issues.len() > 6 {
                text.push_str(&format!("\n… and {} more", issues.len() - 6));
            }
            text
        }
    }
}

/// Writes a set-up sheet of a circuit.
///
/// # Errors
/// Returns an error if the sheet cannot be written; the text names the file and the cause.
pub fn write_sheet(path: &Path, kind: SaveKind, draft: &AnyDraft, choice: &ExportChoice) -> Result<(), String> {
    let scene = draft.scene(&[]).without(&choice.hidden());
    let unit_mm = draft.unit_mm();
    let request = render::SheetRequest { draft, scene: &scene, unit_mm, paper: choice.sheet_paper() };
    let sheet = match kind {
        SaveKind::Tiles => render::tiles(request),
        SaveKind::Pieces => render::pieces(request),
        _ => render::plan(request),
    };
    let sheet = sheet.map_err(|error| format!("{}: {error}", path.display()))?;
    storage::write(path, &sheet.pdf).map_err(|error| error.to_string())
}

#[cfg(test)]
mod track_files {
    use super::*;

    #[test]
    fn a_race_may_not_name_a_track_file_outside_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).expect("made");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let track = std::fs::read(manifest.join("tracks/vektorace/nightjar-park.json")).expect("read");
        let race = std::fs::read(manifest.join("replays/vektorace/nightjar-park-duel.json")).expect("read");
        let mut race: serde_json::Value = serde_json::from_slice(&race).expect("JSON");
        std::fs::write(folder.path().join("track.json"), &track).expect("written");
        std::fs::write(inner.join("track.json"), &track).expect("written");
        let mut load_with = |name: &str| {
            race["track"] = name.into();
            let path = inner.join("race.json");
            std::fs::write(&path, race.to_string()).expect("written");
            load(Games::all(), &path).map(|_| ())
        };
        assert_eq!(load_with("track.json"), Ok(()));
        assert!(load_with("../track.json").is_err_and(|why| why.contains("not in the replay's folder")));
    }
}
/// The kind of file to save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveKind {
    /// A PNG picture.
    Png,
    /// An SVG drawing.
    Svg,
    /// A plan with measurements, as PDF.
    Plan,
    /// The table at its true size, on several pages, as PDF.
    Tiles,
    /// Pieces to cut out, as PDF.
    Pieces,
    /// A race as a GIF.
    Gif,
    /// A race as an animated PNG.
    Apng,
    /// A plot as PNG.
    ChartPng,
    /// A plot as SVG.
    ChartSvg,
    /// A table as CSV.
    Csv,
    /// A table as Parquet.
    Parquet,
    /// A circuit or a race.
    Document,
    /// A layout of the Analysis workspace.
    Layout,
}

impl SaveKind {
    /// The extension of files of this kind.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png | Self::ChartPng => "png",
            Self::Svg | Self::ChartSvg => "svg",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Plan | Self::Tiles | Self::Pieces => "pdf",
            Self::Document | Self::Layout => "json",
        }
    }

    pub(in crate::app) const fn name(self) -> &'static str {
        match self {
            Self::Png | Self::ChartPng => "PNG picture",
            Self::Svg | Self::ChartSvg => "SVG drawing",
            Self::Gif => "Animated GIF",
            Self::Apng => "Animated PNG",
            Self::Csv => "CSV table",
            Self::Parquet => "Parquet table",
            Self::Plan | Self::Tiles | Self::Pieces => "PDF sheet",
            Self::Document => "Paddock document",
            Self::Layout => "Paddock layout",
        }
    }
}
