//! Other programs as players. Paddock starts such a program, asks it for turns in lines of JSON, and ends it if it
//! breaks the protocol.
//!
//! The protocol is that of `paddock engine` with the roles exchanged: Paddock asks, and the player answers.
//! `docs/engine.md` describes the protocol. A [`Program`] takes part in races as a [`Guest`](crate::drivers::Guest). It
//! can take part in several races at once. Each race then has its own process of the program. A process whose race is
//! over is used again in another race.
//!
//! If a program hangs, ends, sends too much or answers nonsense, the novice driver makes the decision, and the
//! program's process is ended. The program is started again for its next decision, up to [`STARTS_AGAIN`] times in a
//! race. After [`MOST_FAILURES`] failures in all races, it is not started again. If an answer is not a legal turn, the
//! novice driver makes the decision, but the process is not ended.

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
