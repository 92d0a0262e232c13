//! Paddock with a fifth game, Hundred, added as another crate would add it. Opens the window; with arguments, runs the
//! command line.
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
