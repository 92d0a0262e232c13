//! A player: a program that drives cars. If it drives in several races at the same time, each race has its own process
//! of the program.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::message::{Answer, Order};
use super::process::{Line, Process};
use super::tally::{Report, Tally};
use super::words::split;
use crate::drivers::Level;

/// The default time limit of a decision.
pub const LIMIT: Duration = Duration::from_secs(10);

/// The largest number of characters of a player's name.
const MOST_LETTERS: usize = 40;

/// The reason why a program cannot be a player.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The name cannot be used for a player.
    #[error(
        "\"{0}\" cannot be the name of a player; use up to {MOST_LETTERS} letters, digits, `-` or `_`, but not the name of one of Paddock's own drivers"
    )]
    Name(String),
    /// The command is empty, or a quote in it is not closed.
    #[error(
        "the command of {0} is empty, or a quote in it is not closed; an example of a command is python3 player.py"
    )]
    Command(String),
    /// The program cannot be started.
    #[error("the program of {name} cannot be started: {error}")]
    Start {
        /// The name of the player.
        name: String,
        /// The error that the system reported.
        error: io::Error,
    },
    /// The program did not answer the message `hello`.
    #[error("the program of {name} did not answer the message `hello`: {words}")]
    Greeting {
        /// The name of the player.
        name: String,
        /// The reason in a few words, for example that the program ended or wrote something else.
        words: String,
    },
}

/// A program that takes part in races.
pub struct Program {
    pub(super) name: String,
    command: Vec<String>,
    pub(super) limit: Duration,
    /// Processes that are waiting for their next race.
    idle: Mutex<Vec<Process>>,
    pub(super) tally: Tally,
}

impl Program {
    /// Makes a player from a command. Starts the program once to check that it can be started.
    ///
    /// # Errors
    /// Returns an error if the name or the command is not valid, or the program cannot be started.
    pub fn new(name: &str, command: &str, limit: Duration) -> Result<Self, ProgramError> {
        let command = Self::check(name, command)?;
        let first = Process::start(&command).map_err(|error| ProgramError::Start { name: name.to_owned(), error })?;
        let idle = Mutex::new(vec![first]);
        Ok(Self { name: name.to_owned(), command, limit, idle, tally: Tally::new(name) })
    }

    /// Checks a name and a command without starting the program. Returns the words of the command.
    ///
    /// # Errors
    /// Returns an error if the name or the command is not valid.
    pub fn check(name: &str, command: &str) -> Result<Vec<String>, ProgramError> {
        let is_plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
        let is_name = !name.is_empty() && name.chars().count() <= MOST_LETTERS && name.chars().all(is_plain);
        if !is_name || name.parse::<Level>().is_ok() {
            return Err(ProgramError::Name(name.chars().take(MOST_LETTERS).collect()));
        }
        let command = split(command).filter(|words| words.first().is_some_and(|program| !program.is_empty()));
        command.ok_or_else(|| ProgramError::Command(name.to_owned()))
    }

    /// Asks the program for its greeting. Waits for the answer at most as long as for a decision.
    ///
    /// # Errors
    /// Returns an error if the program does not answer as `docs/engine.md` describes.
    pub fn greet(&self) -> Result<(), ProgramError> {
        let wrong = |words: String| ProgramError::Greeting { name: self.name.clone(), words };
        let process = self.take().map_err(|error| ProgramError::Start { name: self.name.clone(), error })?;
        process.send(Order::Hello.line());
        let words = match process.line(Instant::now() + self.limit, &|| false) {
            Line::Text(text) if serde_json::from_str(&text).is_ok_and(|answer: Answer| answer == Answer::Hello) => {
                self.give_back(process);
                return Ok(());
            }
            Line::Text(text) => format!("it wrote: {}", text.chars().take(80).collect::<String>()),
            Line::TooLong => "its output was too long".to_owned(),
            Line::End => format!("it ended: {}", process.last_words()),
            Line::Late | Line::Stopped => format!("it did not answer within {} s", self.limit.as_secs()),
        };
        Err(wrong(words))
    }

    /// The report on all decisions of the player so far.
    #[must_use]
    pub fn report(&self) -> Report {
        self.tally.report()
    }

    /// Returns a process for a race. Uses a waiting process, or starts a new one.
    pub(super) fn take(&self) -> io::Result<Process> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        waiting.map_or_else(|| Process::start(&self.command), Ok)
    }

    /// Keeps a process for the next race.
    pub(super) fn give_back(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        idle.drain(..).for_each(|process| process.dismiss(Order::Quit.line()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_commands_are_checked() {
        let error = |name: &str, command: &str| Program::new(name, command, LIMIT).err().expect(name).to_string();
        for name in ["", "club", "a,b", "a b", &"x".repeat(41)] {
            assert!(error(name, "true").contains("cannot be the name of a player"), "{name}");
        }
        assert!(error("mine", " ").contains("an example of a command is python3 player.py"));
        assert!(error("mine", "sh -c 'x").contains("is not closed"));
        assert!(error("mine", "/no/such/program").contains("cannot be started"));
    }
}
