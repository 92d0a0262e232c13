//! What is read and kept of documents: files, autosaves, what was set aside, and figures of races.

pub mod aside;
pub mod autosave;
pub mod figures;
pub mod files;

pub mod unsaved;
