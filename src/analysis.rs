//! The race in figures. Works on the common words of all games; knows no rules and no window.

mod telemetry;

pub use telemetry::{Sample, Telemetry};
