//! The seat of a program in one race. Through its seat, a program makes the decisions of its cars.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::message::{Answer, Order, position};
use super::process::{Line, Process};
use super::program::Program;
use super::tally::Loss;
use crate::drivers::{Guest, Opening, Question, Seat};

/// The largest number of times that a failed program is started again in one race.
pub const STARTS_AGAIN: u32 = 3;
/// A program that has failed this number of times, in all races together, is not started again.
pub const MOST_FAILURES: u64 = 20;
/// The time limit for the first decision in a race is multiplied by this factor, because the program then learns the
/// circuit.
const FIRST: u32 = 6;
/// The longest time limit of a decision.
const MOST_TIME: Duration = Duration::from_secs(24 * 3_600);
/// The largest number of lines that a program may write before it answers.
const MOST_LINES: u32 = 10_000;
/// The largest number of characters that are kept from an error message, or from a line that is not a message.
const MOST_LETTERS: usize = 80;

/// The seat of a program in one race. It has the turns of the race, and the process that makes the decisions.
struct ProgramSeat<'a> {
    program: &'a Program,
    opening: Opening,
    /// The turns played since the player program joined the race, each as a message to the program.
    turns: Vec<String>,
    process: Option<Process>,
    /// The number of entries of `turns` that were sent to the process.
    known: usize,
    /// The number of processes that failed in this race.
    failures: u32,
}

/// The reason why the program made no decision, with details. `None` if Paddock stopped waiting for the decision.
type Failed = Option<(Loss, String)>;

impl<'a> ProgramSeat<'a> {
    /// Makes the seat through which a program makes decisions in one race. The program is started only for its first
    /// decision.
    const fn new(program: &'a Program, opening: Opening) -> Self {
        Self { program, opening, turns: Vec::new(), process: None, known: 0, failures: 0 }
    }

    /// Asks the program for a decision. Waits for it until the time limit.
    fn ask(&mut self, question: &Question<'_>) -> Result<Value, Failed> {
        let (mut expected, is_new) = (0, self.process.is_none());
        let limit = self.program.limit.min(MOST_TIME).saturating_mul(if is_new { FIRST } else { 1 });
        let begin = Instant::now();
        let (reminder, end) = (begin + limit.mul_f64(0.75), begin + limit);
        let process = match self.process.take() {
            Some(process) => process,
            None => self.program.take().map_err(|error| Some((Loss::Died, error.to_string())))?,
        };
        let process = self.process.insert(process);
        let mut talk = Talk { process, lines: 0, stop: question.stop };
        if is_new {
            talk.process.send(Order::Hello.line());
            while talk.answer(end)? != Answer::Hello {}
            talk.process.send(position(&self.opening.file, self.opening.at));
            (expected, self.known) = (1, 0);
        }
        for turn in self.turns.iter().skip(self.known) {
            talk.process.send(turn.clone());
            expected += 1;
        }
        self.known = self.turns.len();
        while expected > 0 {
            match talk.answer(end)? {
                Answer::Ready => expected -= 1,
                Answer::Error { message } => return Err(Some((Loss::Nonsense, short(&message)))),
                // Other answers came too late, so they are ignored.
                _ => {}
            }
        }
        let time = u64::try_from(limit.as_millis() / 2).unwrap_or(u64::MAX);
        talk.process.send(Order::go(question, self.opening.seed, time).line());
        let mut is_reminded = false;
        loop {
            let answered = talk.answer(if is_reminded { end } else { reminder });
            match answered {
                Err(Some((Loss::Late, _))) if !is_reminded => {
                    is_reminded = true;
                    talk.process.send(Order::Stop.line());
                }
                Err(failed) => return Err(failed),
                Ok(Answer::Bestmove { turn }) => return Ok(turn),
                Ok(Answer::Error { message }) => return Err(Some((Loss::Refused, short(&message)))),
                Ok(_) => {}
            }
        }
    }
}

/// The messages that are exchanged for one decision.
struct Talk<'a> {
    process: &'a Process,
    lines: u32,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Talk<'_> {
    /// Waits for the next message and skips `info` messages.
    fn answer(&mut self, end: Instant) -> Result<Answer, Failed> {
        loop {
            self.lines += 1;
            if self.lines > MOST_LINES {
                return Err(Some((Loss::Flooded, String::new())));
            }
            let text = match self.process.line(end, &self.stop) {
                Line::Text(text) => text,
                Line::TooLong => return Err(Some((Loss::Flooded, String::new()))),
                Line::End => return Err(Some((Loss::Died, String::new()))),
                Line::Late => return Err(Some((Loss::Late, String::new()))),
                Line::Stopped => return Err(None),
            };
            match serde_json::from_str(&text) {
                Ok(Answer::Info) => {}
                Ok(answer) => return Ok(answer),
                Err(_) => return Err(Some((Loss::Nonsense, short(&text)))),
            }
        }
    }
}

/// Returns the beginning of a text, for error messages.
fn short(text: &str) -> String {
    text.chars().take(MOST_LETTERS).collect()
}

impl Guest for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn sit(&self, opening: Opening) -> Box<dyn Seat + '_> {
        Box::new(ProgramSeat::new(self, opening))
    }
}

impl Seat for ProgramSeat<'_> {
    fn see(&mut self, turn: &Value) {
        self.turns.push(Order::Turn { turn }.line());
    }

    fn is_there(&mut self) -> bool {
        let is_gone =
            self.process.is_none() && (self.failures > STARTS_AGAIN || self.program.tally.failures() >= MOST_FAILURES);
        if is_gone {
            self.program.tally.ask();
            self.program.tally.lose(Loss::Absent, String::new());
        }
        !is_gone
    }

    fn choose(&mut self, question: &Question<'_>) -> Option<Value> {
        let failed = match self.ask(question) {
            Ok(turn) => {
                self.program.tally.ask();
                return Some(turn);
            }
            Err(failed) => failed?,
        };
        let (loss, mut words) = failed;
        self.program.tally.ask();
        if loss.ends_process() {
            self.failures += 1;
            if let Some(process) = self.process.take() {
                // The last line on standard error says more than a line that cannot be read.
                let last = process.last_words();
                words = if last.is_empty() { words } else { last };
            }
        }
        self.program.tally.lose(loss, words);
        None
    }

    fn refuse(&mut self) {
        self.program.tally.lose(Loss::Illegal, String::new());
    }
}

impl Drop for ProgramSeat<'_> {
    fn drop(&mut self) {
        // The process can be used for the next race. Everything that it still writes is about this race and is ignored.
        if let Some(process) = self.process.take() {
            self.program.give_back(process);
        }
    }
}
