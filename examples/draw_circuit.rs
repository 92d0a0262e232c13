//! Draws a circuit as SVG.
//!
//! ```text
//! cargo run --no-default-features --example draw_circuit -- tracks/vektorace/copper-kettle.json circuit.svg
//! ```

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;

use paddock::render::{Picture, Theme, svg};
use paddock::replay::Opened;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "tracks/vektorace/copper-kettle.json".to_owned());
    let out = arguments.next().unwrap_or_else(|| "circuit.svg".to_owned());
    let Opened::Track(draft) = paddock::open(&std::fs::read(&file)?, &paddock::replay::no_files)? else {
        return Err(format!("{file} is a race, not a circuit").into());
    };
    let picture = svg(&draft.scene(&[]), Picture::plain(Theme::Print, 1_600))?;
    std::fs::write(&out, picture)?;
    println!("{out}: {}", draft.name());
    Ok(())
}
