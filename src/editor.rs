//! Drawing a circuit: a document, edits that can be taken back, a selection, snapping. Knows no window and does no
//! input or output.
//!
//! The layers, from the ground up:
//!
//! | module | what is in it |
//! |---|---|
//! | [`History`], [`Change`] | steps that can be undone, whatever the draft; one gesture is one step |
//! | [`Selection`] | what is selected, whatever the thing |
//! | [`Piece`], [`PieceChange`] | the smallest changes of a VektoRace draft, each with its inverse |
//! | [`Edit`] | what a person asks for, in words: "Move corner 3" |
//! | [`Snap`], [`Drag`] | from the pointer's floating point to exact places |
//! | [`Document`] | all of it together, with the issues kept up to date |
//!
//! Floating point comes in through the pointer only, and is rounded to an exact place before it reaches a draft.

mod document;
mod drag;
mod edit;
mod history;
mod pieces;
mod selection;
mod snap;
mod template;

pub use document::Document;
pub use drag::Drag;
pub use edit::Edit;
pub use history::{Change, Gesture, History, Step};
pub use pieces::{Piece, PieceChange};
pub use selection::Selection;
pub use snap::{Snap, limited, place_at};
pub use template::starter;
