//! The expected turns of a lone car, exactly, and the gear to begin with.

use serde::Serialize;

use super::super::{Answer, Failure, Outcome, say, say_json};
use super::{Arguments, valid};
use crate::game::Game as _;
use crate::games::formula_d::solve::{Question, Watch, solve};
use crate::games::formula_d::{Draft, FormulaD};

#[derive(Debug, Serialize)]
struct Document {
    game: &'static str,
    /// Expected turns from pole to the finish, played best; the start die is in it.
    turns: f64,
    optimal: bool,
    laps: u16,
    states: u64,
    bytes: u64,
}

/// The call about a circuit of Formula D.
pub fn run(arguments: &Arguments, draft: &Draft) -> Answer {
    let Some(track) = valid::<FormulaD>(&arguments.track, draft) else { return Ok(Outcome::Faulty) };
    let failed = |why: String| Failure::new(format!("{}: {why}", arguments.track.display()));
    let laps = u16::try_from(arguments.laps.unwrap_or(draft.laps)).map_err(|_| failed("too many laps".to_owned()))?;
    let all = Question::all(laps);
    // Where all zones would take too much memory, tires alone vary.
    let question = if all.bytes(&track) <= 1 << 30 { all } else { Question::tires(laps) };
    let solution = solve(&track, &question, &Watch::NOBODY).map_err(|error| failed(error.to_string()))?;
    let pole = draft.spaces.iter().find(|space| space.slot == Some(1)).and_then(|space| track.find(&space.id));
    let turns = pole.and_then(|at| solution.start_value(&track, at));
    let turns = turns.ok_or_else(|| failed("nobody can start on this circuit".to_owned()))?;
    if arguments.json {
        let (states, bytes) = (solution.states, solution.bytes);
        say_json(&Document { game: FormulaD::ID, turns, optimal: true, laps, states, bytes })?;
        return Ok(Outcome::Fine);
    }
    let lap = if laps == 1 { "one lap".to_owned() } else { format!("{laps} laps") };
    let zones = if question.zones.len() > 1 { "all wear points" } else { "tires" };
    say(&format!(
        "A lone stock car needs {turns:.2} turns for {lap} from pole, on average and played best ({zones} varying)."
    ));
    say(&format!("{} states were looked at.", solution.states));
    Ok(Outcome::Fine)
}
