//! Editing a circuit: a document, edits that can be undone, a selection, snapping. It reads and writes no files and
//! does not need the window.
//!
//! One editor serves all games: see [`sketch`]. [`random`] makes random circuits of VektoRace.

pub mod random;
pub mod sketch;

pub use sketch::{Alignment, Axis, Gesture, Grid, History, MAX_STEPS, Selection, Snap, Step, place_at};
