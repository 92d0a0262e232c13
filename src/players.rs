//! Other programs as players: they are started, asked for turns by lines of JSON, and ended when they misbehave.
//!
//! The protocol is that of `paddock engine` with the roles exchanged: this program asks, and the player answers.
//! `docs/engine.md` describes it. A [`Program`] is a [`Guest`](crate::drivers::Guest) of races.
//! It can sit in several races at once, each with a process of its own.
//! A process that is free is used again in the next race.
//!
//! A program that hangs, ends, sends too much or answers nonsense loses its turn, and its process is ended.
//! It is started again for its next turn: up to [`STARTS_AGAIN`] times in a race, and [`MOST_FAILURES`] times in all.
//! An answer that is not a legal turn costs only this turn.

mod message;
mod process;
mod program;
mod seat;
mod tally;
mod words;

pub use process::end_all;
pub use program::{LIMIT, Program, ProgramError};
pub use seat::{MOST_FAILURES, STARTS_AGAIN};
pub use tally::{Loss, Report};
