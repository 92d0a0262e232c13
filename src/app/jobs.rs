//! Background jobs, and searches that can be stopped.

pub mod background;
pub mod search;
