//! Drawing a circuit: a document, edits that can be undone, a selection, snapping. Knows no window and does no input or
//! output.
//!
//! One editor serves all games: see [`sketch`]. [`random`] draws circuits of VektoRace for a seed.

pub mod random;
pub mod sketch;

pub use sketch::{Alignment, Axis, Gesture, Grid, History, MAX_STEPS, Selection, Snap, Step, place_at};
