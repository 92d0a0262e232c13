//! A recorded game: its file, and the states it leads through. Knows no window and does no input or output.

mod file;
mod open;
mod race;
mod text;
mod timeline;

pub use file::{
    FORMAT_VERSION, FileError, FileKind, MAX_TURNS, Note, Position, ReplayFile, TrackFile, TrackSource, identify,
    parse, print,
};
pub use open::{OpenError, Opened, open};
pub use race::{Race, Step};
pub use text::read_text;
pub use timeline::Timeline;
