//! Documents on the disk: files, autosaves, files set aside, and the figures of races.

pub mod aside;
pub mod autosave;
pub mod figures;
pub mod files;
pub mod import;
pub mod path_dialog;
pub mod unsaved;
