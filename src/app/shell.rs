//! The frame around the workspaces: menu, tabs, palette, messages, questions, and the pages that open over it.

pub(in crate::app) mod frame;
pub(in crate::app) mod licenses;
pub(in crate::app) mod menu;
pub mod messages;
pub mod palette;
pub mod questions;
pub mod templates;
pub mod tour;
pub mod welcome;
