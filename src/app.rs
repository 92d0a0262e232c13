//! The window.

pub mod board;
pub mod commands;
pub mod editor;
pub mod fonts;
pub mod icons;
pub mod painter;
pub mod playback;
