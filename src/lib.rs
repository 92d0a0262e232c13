//! Paddock: circuits, recorded games and their reading, for racing games played on a table.
//!
//! The house, from the ground up; imports run downwards only:
//!
//! | room | what is in it |
//! |---|---|
//! | [`geometry`] | exact plane geometry, knows no game |
//! | [`licenses`] | the licences of the program, its fonts and the crates in it |
//! | [`limits`] | how much a file may ask for |
//! | [`process`] | what the process asks of the system: memory, cores |
//! | [`game`] | what every game provides: the [`Game`](game::Game) trait and the words all games share |
//! | [`games`] | one folder a game |
//! | [`replay`] | a recorded game: its file, and the states it leads through |
//! | [`analysis`] | the race in figures |
//! | [`editor`] | drafts of circuits, edits with inverses, undo |
//! | [`render`] | pictures of a scene: SVG, PNG from it, and PDF sheets |
//! | [`import`], [`export`] | other programs' files in; tables out |
//! | [`storage`] | reading and writing files without losing any |
//! | [`cli`], [`app`] | the command line and the window |

pub mod analysis;
#[cfg(feature = "window")]
#[doc(hidden)]
pub mod app;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod editor;
#[cfg(feature = "tables")]
pub mod export;
pub mod game;
pub mod games;
pub mod geometry;
#[cfg(feature = "files")]
pub mod import;
#[cfg(any(feature = "cli", feature = "window"))]
pub mod licenses;
pub mod limits;
mod list;
#[cfg(feature = "files")]
pub mod process;
pub mod render;
pub mod replay;
#[cfg(feature = "files")]
pub mod storage;

pub use list::{Games, open};
