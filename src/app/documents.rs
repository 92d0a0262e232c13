//! Documents on the disk: files, autosaves and files set aside. Also the figures of races.

pub mod aside;
pub mod autosave;
pub mod crash;
pub mod figures;
pub mod files;
pub mod import;
pub mod path_dialog;
pub mod unsaved;
