//! Imports files of other programs. Each module reads one format and returns one of Paddock's own documents.

pub mod bga;
mod format;
pub mod gp_online;
pub mod racetrack;

pub use format::Format;
