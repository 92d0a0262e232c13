//! Lists the legal turns at a position of a race, as one JSON document.
//!
//! ```text
//! cargo run --no-default-features --example list_moves -- replays/vector_racing/mill-lane-three-pencils.json 12
//! ```

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::path::Path;

use paddock::game::Refused;
use paddock::replay::Opened;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "replays/vektorace/copper-kettle-first-edition.json".to_owned());
    let at = arguments.next().map_or(Ok(0), |text| text.parse::<usize>())?;
    let circuit = |name: &str| {
        std::fs::read(Path::new(&file).with_file_name(name)).map_err(|error| Refused::from(error.to_string()))
    };
    let Opened::Race(race) = paddock::open(&std::fs::read(&file)?, &circuit)? else {
        return Err(format!("{file} is a circuit, not a race").into());
    };
    let at = at.min(race.len());
    let turns: Vec<_> = race.legal_turns(at)?.into_iter().map(|legal| legal.turn).collect();
    let document = json!({ "game": race.info().id, "at": at, "car": race.view(at).to_act, "turns": turns });
    println!("{document:#}");
    Ok(())
}
