//! What is open and where it is kept: tabs, files, autosaves, and what was set aside.

pub mod aside;
pub mod autosave;
pub mod figures;
pub mod files;

pub mod unsaved;
