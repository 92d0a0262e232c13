//! The messages between Paddock and a player, which is a program that drives cars.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drivers::Question;

/// A message from Paddock to a player program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Order<'a> {
    /// Asks the player to introduce itself.
    Hello,
    /// Reports a turn that was played.
    Turn {
        /// The turn, in the form used in files.
        turn: &'a Value,
    },
    /// Asks for a decision.
    Go {
        /// The car to act.
        car: u32,
        /// A seed for the player's random numbers. It is the same for all decisions of a race.
        seed: u64,
        /// The time in which the player should answer, in milliseconds. It is half of the time limit.
        time_ms: u64,
        /// The decisions to choose from.
        moves: &'a [Value],
    },
    /// Asks the player to answer now.
    Stop,
    /// Asks the player to end its program.
    Quit,
}

impl<'a> Order<'a> {
    /// Makes the message that asks for a decision.
    pub fn go(question: &'a Question<'_>, seed: u64, time_ms: u64) -> Self {
        Self::Go { car: question.car.0, seed, time_ms, moves: &question.moves }
    }

    /// Returns the message as one line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns the message that begins a race. It contains the race's file in one line, and `at`, the number of turns that
/// were already played.
pub fn position(file: &str, at: usize) -> String {
    format!(r#"{{"type":"position","race":{file},"at":{at}}}"#)
}

/// A message from a player program to Paddock. Fields that are not listed here are ignored.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The answer to `hello`.
    Hello,
    /// The answer to the message `position` or `turn`: the player is ready.
    Ready,
    /// A report that the player sends while it thinks. Paddock skips it.
    Info,
    /// The player's decision.
    Bestmove {
        /// The turn, or the part of the turn that was asked for.
        turn: Value,
    },
    /// The player cannot answer.
    Error {
        /// The reason why the player cannot answer.
        #[serde(default)]
        message: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_may_have_more_fields_and_nonsense_is_none() {
        let read = |line: &str| serde_json::from_str::<Answer>(line).ok();
        assert_eq!(read(r#"{"type":"hello","name":"x","protocol":1}"#), Some(Answer::Hello));
        assert_eq!(read(r#"{"type":"ready","turn":4}"#), Some(Answer::Ready));
        let turn = Value::from(3);
        assert_eq!(read(r#"{"type":"bestmove","car":1,"turn":3}"#), Some(Answer::Bestmove { turn }));
        for nonsense in ["", "hello", "3", "[]", "{}", r#"{"type":"bestmove"}"#, r#"{"type":"dance"}"#] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
        assert_eq!(position(r#"{"a":1}"#, 3), r#"{"type":"position","race":{"a":1},"at":3}"#);
        assert_eq!(Order::Hello.line(), r#"{"type":"hello"}"#);
    }
}
