//! Work in the background, and searches that can be stopped.

pub mod background;
pub mod search;
