//! Plays a race to its end with random legal turns, and prints it as text.
//!
//! ```text
//! cargo run --no-default-features --example random_race -- tracks/formula_d/saltmarsh.json 7
//! ```

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;

use paddock::replay::{LineId, Opened, RaceEdit, no_files};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The largest number of turns. Cars that drive at random may never finish.
const MOST_TURNS: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "tracks/vektorace/copper-kettle.json".to_owned());
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let Opened::Track(draft) = paddock::open(&std::fs::read(&file)?, &no_files)? else {
        return Err(format!("{file} is a race, not a circuit").into());
    };
    // The game's default setup; `RacePlan::enter` changes its fields.
    let plan = paddock::Games::all().plan(&draft, &paddock::replay::PlanStart::Usual).ok_or("the game is unknown")?;
    let text = plan.file_text("Random race")?;
    let Opened::Race(mut race) = paddock::open(text.as_bytes(), &no_files)? else {
        return Err("the file just made is not a race".into());
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    while race.len() < MOST_TURNS && race.view(race.len()).to_act.is_some() {
        let at = race.len();
        let legal = race.legal_turns(at)?;
        let Some(chosen) = legal.get(random.random_range(0..legal.len().max(1))) else { break };
        let play = RaceEdit::Play { line: LineId::default(), at, turn: chosen.turn.clone(), reason: None };
        race.recorder().ok_or("the race cannot be changed")?.record(&play)?;
    }
    println!("{}", race.notation_text(race.len()).trim_end());
    Ok(())
}
