//! Paddock: the rules of table-top racing games, their circuits, and recorded races.
//!
//! The games are VektoRace, Vector Racing, Formula D and Wheel to Wheel. Open a race, step through it, list the legal
//! turns of the car to act, and draw it:
//!
//! ```
//! use paddock::render::{Picture, Theme, svg};
//! use paddock::replay::{Opened, no_files};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json")?;
//! // A race may name the file of its circuit; this one includes its circuit.
//! let Opened::Race(race) = paddock::open(&bytes, &no_files)? else { return Err("a circuit".into()) };
//!
//! // Position 0 is the grid; position 12 is after twelve turns.
//! assert_eq!(race.len(), 55);
//! println!("{}", race.describe(12));
//! assert!(race.step(12).is_some_and(|step| step.illegal.is_none()));
//!
//! let view = race.view(12);
//! let legal = race.legal_turns(12)?;
//! println!("car {:?} has {} legal turns", view.to_act, legal.len());
//!
//! let picture = svg(&race.scene(12, 0), Picture::plain(Theme::Print, 1_200))?;
//! assert!(picture.contains("<svg"));
//! # Ok(())
//! # }
//! ```
//!
//! To record turns, pass a [`RaceEdit`](replay::RaceEdit) to the race's [`Recorder`](replay::Recorder). To begin a
//! race, plan it with [`Games::plan`]. The folder `examples/` has five short programs.
//!
//! # Modules
//!
//! A module imports only from modules listed above it:
//!
//! | module | contents |
//! |---|---|
//! | [`geometry`] | exact plane geometry, which does not depend on the games |
//! | [`limits`] | the largest sizes allowed in files |
//! | [`game`] | the traits a game implements, and the words all games share |
//! | [`games`] | one folder for each game |
//! | [`replay`] | recorded races: files, texts, positions, edits |
//! | [`analysis`] | figures of a race: telemetry, laps, gaps, tables |
//! | [`editor`] | circuits being edited: tools, undo, selection |
//! | [`render`] | pictures of a scene as SVG; PNG and PDF with the feature `pictures` |
//! | `import`, `export` | reading files of other programs (feature `files`); writing tables (feature `tables`) |
//! | `storage`, `process` | files on a disk; the memory of the machine (feature `files`) |
//! | `players` | other programs as players (feature `files`) |
//! | [`clauses`] | the clauses of the rules, in our own words |
//! | `licenses` | the licences of the program, its fonts and its crates |
//!
//! # Features
//!
//! Without default features, the crate is only the core: everything from `geometry` to `editor`, with SVG. The features
//! `pictures`, `tables`, `files`, `cli` and `window` add the rest. `cli` and `window` make the program, and their only
//! public function is `run`. It runs the program with a list of games, so that another crate can add a game
//! (`examples/fifth_game`).

pub mod analysis;
#[cfg(feature = "window")]
#[doc(hidden)]
pub mod app;
pub mod clauses;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod drivers;
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
pub mod players;
#[cfg(feature = "files")]
pub mod process;
pub mod render;
pub mod replay;
pub mod report;
pub mod simulate;
#[cfg(feature = "files")]
pub mod storage;

pub use list::{Games, Offered, open};

/// Runs the program with these games. Opens the window, or runs the command line if a subcommand is given. Returns the
/// exit code.
#[cfg(all(feature = "cli", feature = "window"))]
#[must_use]
pub fn run(games: Games) -> std::process::ExitCode {
    process::use_small_pages();
    cli::run(std::env::args_os(), games, app::run)
}
