//! Edits circuits: a document with undo, a selection and snapping.
//! It reads and writes no files and works without the window.
//!
//! One editor serves all games: see [`sketch`]. [`random`] makes random circuits of VektoRace.

pub mod random;
pub mod sketch;

pub use sketch::{Alignment, Axis, Gesture, Grid, History, MAX_STEPS, Selection, Snap, Step, place_at};
