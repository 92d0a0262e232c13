//! Documents on the disk: their files, autosaves and journals. This module also contains the figures computed from a
//! race.

pub mod aside;
pub mod autosave;
pub mod crash;
pub mod export;
pub mod figures;
pub mod files;
pub mod import;
pub mod left_over;
pub mod path_dialog;
pub mod print;
pub mod templates;
pub mod unsaved;
