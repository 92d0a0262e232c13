//! Drawing a circuit: a document, edits that can be taken back, a selection, snapping. Knows no window and does no
//! input or output.
//!
//! The layers, from the ground up:
//!
//! | module | what is in it |
//! |---|---|
//! | [`History`], [`Change`] | steps that can be undone, whatever the draft; one gesture is one step |
//! | [`Selection`] | what is selected, whatever the thing |
//! | [`Piece`], [`PieceChange`] | what can be taken up on a board, and the smallest changes of it, each with its inverse |
//! | [`Edit`], [`Clip`] | what a person asks for, in words: "Move corner 3"; and what was copied |
//! | [`Snap`], [`settle`], [`Drag`] | from the pointer's floating point to exact places, and what drew a piece there |
//! | [`random`] | circuits drawn by chance, for a seed |
//! | [`Document`] | all of it together, with the issues kept up to date |
//! | [`sketch`] | circuits that are drawn and not laid out of pieces: the other games |
//!
//! Floating point comes in through the pointer only, and is rounded to an exact place before it reaches a draft.

mod aim;
mod change;
mod clip;
mod document;
mod drag;
mod edit;
mod history;
mod mend;
mod pick;
mod pieces;
pub mod random;
mod selection;
mod settle;
pub mod sketch;
mod snap;
mod template;
mod turn;

pub use change::PieceChange;
pub use clip::Clip;
pub use document::Document;
pub use drag::Drag;
pub use edit::{Alignment, Axis, Edit};
pub use history::{Change, Gesture, History, MAX_STEPS, Step};
pub use pieces::Piece;
pub use selection::Selection;
pub use settle::{Guide, Reason, Settled, settle, settle_limit, settle_point};
pub use snap::{Grid, Snap, limited, place_at};
pub use template::{Template, beginnings, starter};
