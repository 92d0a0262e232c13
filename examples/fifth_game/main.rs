//! Paddock with a fifth game, Hundred, as another crate adds it: opens the window, or runs the command line if there are
//! arguments.
//!
//! ```text
//! cargo run --release --example fifth_game
//! cargo run --release --example fifth_game -- solve examples/fifth_game/mill-road.json
//! ```
//!
//! A game is a type that implements the parts of `paddock::game::Game`, and `paddock::editor::sketch::Sketch` for the editor.
//! Files, forms, recording, undo, replays, analyses and pictures follow from these.

mod analysis;
pub mod board;
pub mod rules;

fn main() -> std::process::ExitCode {
    paddock::run(paddock::Games::all().with::<rules::Hundred>())
}
