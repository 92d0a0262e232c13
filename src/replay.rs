//! Recorded races: their files, texts, states and edits. This module needs no window, and reads and writes no files.

pub mod chooser;
pub mod code;
mod file;
pub mod journal;
mod kind;
mod line;
pub mod motion;
mod open;
mod plan;
mod race;
mod record;
mod recorder;
mod remarks;
mod shared;
mod stored;
mod text;
mod timeline;
mod tree;
mod undo;
mod view;

pub use file::{
    About, FORMAT_VERSION, FileError, FileKind, MAX_TURNS, Position, ReplayFile, TrackFile, TrackSource, Variation,
    locate, parse, print,
};
pub use kind::{Kind, Playable, file_from_text, open};
pub use line::{LineId, Step};
pub use open::{Fetch, OpenError, Opened, no_files, of_another_game, track_text};
pub use plan::{PlanStart, RacePlan};
pub use race::{LineView, Past, Race, TurnView};
pub use recorder::{RaceEdit, RecordError, Recorded, Recorder};
pub use remarks::{Bookmark, MAX_REMARK, Note, Remarks, TurnMark};
pub use text::read_text;
pub use timeline::Timeline;
pub use tree::{MAX_DEPTH, MAX_VARIATIONS};
