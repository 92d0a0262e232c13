//! The window.

pub mod board;
pub mod commands;
pub mod editor;
pub mod fonts;
pub mod icons;
pub mod painter;
pub mod playback;

use std::path::PathBuf;

/// Why the window cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct AppError(String);

/// Opens the window on some files.
///
/// # Errors
/// Where there is no display.
pub fn run(_files: Vec<PathBuf>) -> Result<(), AppError> {
    Err(AppError("not built in".to_owned()))
}
