//! Choosing files, reading documents and writing pictures: the window's only contact with the disk. All of it is
//! called from background jobs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::figures::Figures;
use super::shipped;
use crate::game::scene::Scene;
use crate::games::AnyDraft;
use crate::render::{self, Theme};
use crate::replay::{self, OpenError, Opened, Race};
use crate::storage;

/// How wide exported pictures are, in pixels.
pub const PICTURE_WIDTH: u32 = 2_400;

/// Asks the user for files. Tests put their own in its place.
pub trait FileDialogs: Send + Sync {
    /// Which files to open; none where the user changed their mind.
    fn open(&self) -> Vec<PathBuf>;
    /// Where to write; `None` where the user changed their mind.
    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf>;
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveKind {
    /// A picture of pixels.
    Png,
    /// A drawing.
    Svg,
    /// A circuit or a race.
    Document,
}

impl SaveKind {
    /// What file names end in.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Document => "json",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG picture",
            Self::Svg => "SVG drawing",
            Self::Document => "Paddock document",
        }
    }
}

/// The system's own dialogs.
pub struct SystemDialogs;

impl FileDialogs for SystemDialogs {
    fn open(&self) -> Vec<PathBuf> {
        rfd::FileDialog::new()
            .set_title("Open circuits and races")
            .add_filter("Circuits and races", &["json"])
            .add_filter("All files", &["*"])
            .pick_files()
            .unwrap_or_default()
    }

    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf> {
        let path = rfd::FileDialog::new()
            .add_filter(kind.name(), &[kind.extension()])
            .set_file_name(format!("{suggested}.{}", kind.extension()))
            .save_file()?;
        Some(if path.extension().is_none() { path.with_extension(kind.extension()) } else { path })
    }
}

/// A document as it was read, ready to be shown.
pub enum Loaded {
    /// A race and what is worked out about it.
    Race(Arc<dyn Race>, Arc<Figures>),
    /// A circuit.
    Circuit(AnyDraft),
}

impl From<Opened> for Loaded {
    fn from(opened: Opened) -> Self {
        match opened {
            Opened::Race(race) => {
                let race: Arc<dyn Race> = Arc::from(race);
                let figures = Figures::of(race.as_ref());
                Self::Race(race, Arc::new(figures))
            }
            Opened::Track(draft) => Self::Circuit(draft),
        }
    }
}

/// Reads a document from a file.
///
/// # Errors
/// A text that names the file, the cause and the next step.
pub fn load(path: &Path) -> Result<Loaded, String> {
    let bytes = storage::read(path).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let fetch = |track: &str| storage::read(&folder.join(track)).map_err(|error| error.to_string());
    replay::open(&bytes, &fetch).map(Loaded::from).map_err(|error| explained(path, &error))
}

/// Opens a shipped document.
///
/// # Errors
/// A sentence.
pub fn load_shipped(index: usize) -> Result<Loaded, String> {
    shipped::open(index).map(Loaded::from)
}

fn explained(path: &Path, error: &OpenError) -> String {
    let place = path.display();
    match error {
        OpenError::File(file) => format!("{place}: {file}\nMend the file there, or open another one."),
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

/// Writes a picture of the scene.
///
/// # Errors
/// A text that names the file and the cause.
pub fn write_picture(path: &Path, kind: SaveKind, scene: &Scene, theme: Theme) -> Result<(), String> {
    let bytes = match kind {
        SaveKind::Svg => render::svg(scene, theme, PICTURE_WIDTH).map(String::into_bytes),
        _ => render::png(scene, theme, PICTURE_WIDTH),
    };
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    storage::write(path, &bytes).map_err(|error| error.to_string())
}
