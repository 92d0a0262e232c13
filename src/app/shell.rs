//! The parts around the workspaces: menus, tabs, the palette, messages, questions and dialogs.

pub(in crate::app) mod closing;
pub(in crate::app) mod export;
pub(in crate::app) mod frame;
pub(in crate::app) mod licenses;
pub(in crate::app) mod menu;
pub mod messages;
pub mod palette;
pub(in crate::app) mod players;
pub mod questions;
pub(in crate::app) mod screen_size;
pub mod templates;
pub mod tour;
pub mod welcome;
