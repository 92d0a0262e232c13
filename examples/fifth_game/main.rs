//! Paddock with a fifth game, Hundred, as a crate of its own adds it: the window, or with arguments the command line.
//!
//! ```text
//! cargo run --release --example fifth_game
//! cargo run --release --example fifth_game -- solve examples/fifth_game/mill-road.json
//! ```
//!
//! A game is a type without values that implements the parts of `paddock::game::Game`, and `paddock::editor::sketch::Sketch`,
//! the editor's side of it. Files, forms, recording, undo, replays, figures and pictures follow from these.

mod analysis;
pub mod board;
pub mod rules;

fn main() -> std::process::ExitCode {
    paddock::run(paddock::Games::all().with::<rules::Hundred>())
}
