//! The command line: one file a subcommand. What is printed and which exit code is given is a contract; see the
//! README's table.

mod analyze;
mod bounds;
mod check;
mod completions;
mod examples;
mod export;
mod import;
mod licenses;
mod man;
mod moves;
mod open;
mod output;
mod plain;
mod points;
mod render;
mod schema;
mod show;
mod solve;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{Parser, Subcommand};

use crate::Games;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Fine: exit code 0.
    Fine,
    /// The input was read and has errors or illegal turns: exit code 1.
    Faulty,
    /// Something could not be read or written, or the call is wrong: exit code 2.
    Failed,
}

impl Outcome {
    const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Faulty => 1,
            Self::Failed => 2,
        }
    }
}

/// A sentence for standard error; exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// A failure with this sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl From<crate::storage::StorageError> for Failure {
    fn from(error: crate::storage::StorageError) -> Self {
        Self(error.to_string())
    }
}

/// What a subcommand comes to.
type Answer = Result<Outcome, Failure>;

/// Design circuits for table-top racing games, record races move by move, and read them afterwards.
#[derive(Debug, Parser)]
#[command(name = "paddock", version, args_conflicts_with_subcommands = true, after_help = examples::ALL)]
struct Arguments {
    /// Circuits and races to open in the window; none opens the welcome page
    files: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Validate circuits and races; folders are walked
    #[command(after_help = examples::CHECK)]
    Check(check::Arguments),
    /// Print the state of a race after some turns, or the race as text
    #[command(after_help = examples::SHOW)]
    Show(show::Arguments),
    /// List what the car to act may do
    #[command(after_help = examples::MOVES)]
    Moves(moves::Arguments),
    /// Draw a circuit, or a race at some turn, as PNG, SVG or PDF
    #[command(after_help = examples::RENDER)]
    Render(render::Arguments),
    /// Read games recorded by other programs, or written as text
    #[command(after_help = examples::IMPORT)]
    Import(import::Arguments),
    /// Write the telemetry of races as CSV or Parquet
    #[command(after_help = examples::EXPORT)]
    Export(export::Arguments),
    /// Tell races in figures: standings, stints, events; several of them by driver and circuit
    #[command(after_help = examples::ANALYZE)]
    Analyze(analyze::Arguments),
    /// Find what a circuit allows at best, and prove it: the fastest lap, the least turns, the best strategy
    #[command(after_help = examples::SOLVE)]
    Solve(solve::Arguments),
    /// Print the JSON Schema of a file format
    #[command(after_help = examples::SCHEMA)]
    Schema(schema::Arguments),
    /// Print the licences of the program, its fonts and the crates in it
    #[command(after_help = examples::LICENSES)]
    Licenses(licenses::Arguments),
    /// Print what a shell needs to complete calls
    #[command(after_help = examples::COMPLETIONS)]
    Completions(completions::Arguments),
    /// Print the manual page, or write one for every call
    #[command(after_help = examples::MAN)]
    Man(man::Arguments),
}

static GAMES: OnceLock<Games> = OnceLock::new();

/// The games of this call.
fn games() -> Games {
    *GAMES.get_or_init(Games::all)
}

/// Runs the program on its arguments, for these games. A call without a subcommand is `open`'s: it shows files in the window until that is closed.
pub fn run<E: std::fmt::Display>(
    arguments: impl IntoIterator<Item = OsString>,
    games: Games,
    open: impl FnOnce(Vec<PathBuf>, Games) -> Result<(), E>,
) -> ExitCode {
    // The first call says which games there are; a process has one call.
    let games = *GAMES.get_or_init(|| games);
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are asked for and go to standard output; everything else is a wrong call.
            let code = if error.use_stderr() { Outcome::Failed } else { Outcome::Fine };
            if error.use_stderr() {
                // Nobody is left to be told if this fails; the exit code still says it.
                let _ = error.print();
            } else {
                output::attempt(|| error.print());
            }
            return ExitCode::from(ended(code).code());
        }
    };
    if arguments.command.is_some() {
        bounds::watch();
    }
    let answer = match arguments.command {
        None => open(arguments.files, games).map(|()| Outcome::Fine).map_err(|error| {
            Failure::new(format!(
                "the window cannot be opened: {error}\nWithout a display use the calls that need none: check, show, moves, render, import, export, analyze, solve, schema (see paddock --help)."
            ))
        }),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Moves(arguments)) => moves::run(&arguments),
        Some(Command::Render(arguments)) => render::run(&arguments),
        Some(Command::Import(arguments)) => import::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Schema(arguments)) => schema::run(&arguments),
        Some(Command::Licenses(arguments)) => licenses::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments),
        Some(Command::Man(arguments)) => man::run(&arguments),
    };
    let outcome = answer.unwrap_or_else(|failure| {
        complain(&failure.to_string());
        Outcome::Failed
    });
    let outcome = ended(outcome);
    bounds::pass_signal_on();
    ExitCode::from(outcome.code())
}

/// The outcome of a call once its answer was written: a failure, if it could not be.
fn ended(outcome: Outcome) -> Outcome {
    match output::failure() {
        Some(sentence) => {
            complain(&sentence);
            Outcome::Failed
        }
        None => outcome,
    }
}

/// Writes a line to standard output: one, whatever names and titles hold.
fn say(text: &str) {
    output::print(&plain::line(text));
}

/// Writes text of several lines to standard output.
fn say_lines(text: &str) {
    output::print(&plain::lines(text));
}

/// Writes a line to standard error.
fn complain(text: &str) {
    use std::io::Write as _;
    // Nobody is left to be told where this fails.
    let _ = writeln!(anstream::stderr().lock(), "paddock: {}", plain::lines(text));
}

/// Prints one JSON document.
fn say_json<T: serde::Serialize>(document: &T) -> Result<(), Failure> {
    let text = serde_json::to_string(document)
        .map_err(|error| Failure::new(format!("the answer cannot be written: {error}")))?;
    output::print(&plain::json(&text));
    Ok(())
}
