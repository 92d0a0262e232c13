//! The command line: one file for each subcommand.
//! Scripts rely on the printed text and the exit codes; see the table in the README.

mod advise;
mod analyze;
mod balance;
mod bounds;
mod check;
mod compare;
mod completions;
mod driving;
mod engine;
mod examples;
mod export;
mod import;
mod league;
mod licenses;
mod man;
mod moves;
mod open;
mod output;
mod plain;
mod play;
mod players;
mod points;
mod render;
mod schema;
mod show;
mod simulate;
mod solve;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{Parser, Subcommand};

use crate::Games;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Success; exit code 0.
    Fine,
    /// The input was read and has errors or illegal turns; exit code 1.
    Faulty,
    /// Something could not be read or written, no result was found, or the arguments are wrong; exit code 2.
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

/// An error that ends the command with exit code 2. Its message is printed on standard error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// Makes a failure with this message.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl From<crate::storage::StorageError> for Failure {
    fn from(error: crate::storage::StorageError) -> Self {
        Self(error.to_string())
    }
}

/// The result of a subcommand.
type Answer = Result<Outcome, Failure>;

/// Design circuits for table-top racing games, record races move by move, and analyse them.
#[derive(Debug, Parser)]
#[command(name = "paddock", version, args_conflicts_with_subcommands = true, after_help = examples::ALL)]
struct Arguments {
    /// Circuits and races to open in the window; without files, the welcome page opens
    files: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check circuits and races, also whole folders
    #[command(after_help = examples::CHECK)]
    Check(check::Arguments),
    /// Print the state of a race after some turns, or the race as text
    #[command(after_help = examples::SHOW)]
    Show(show::Arguments),
    /// List the legal moves of the car to act
    #[command(after_help = examples::MOVES)]
    Moves(moves::Arguments),
    /// Draw a circuit, or a race after some turns, as PNG, SVG or PDF; or a race as a moving picture
    #[command(after_help = examples::RENDER)]
    Render(render::Arguments),
    /// Read games recorded by other programs, or written as text
    #[command(after_help = examples::IMPORT)]
    Import(import::Arguments),
    /// Write the telemetry of races as CSV or Parquet
    #[command(after_help = examples::EXPORT)]
    Export(export::Arguments),
    /// Summarise a race in figures (standings, laps, stints), or many races by driver and circuit
    #[command(after_help = examples::ANALYZE)]
    Analyze(analyze::Arguments),
    /// Find and prove the best possible result on a circuit: the fastest lap, the fewest turns or the best strategy
    #[command(after_help = examples::SOLVE)]
    Solve(solve::Arguments),
    /// Drive a race to its end with computer drivers
    #[command(after_help = examples::PLAY)]
    Play(play::Arguments),
    /// Compare the possible decisions of the car to act, by chance to win, place and turns
    #[command(after_help = examples::ADVISE)]
    Advise(advise::Arguments),
    /// Let drivers race each other, and rate them
    #[command(after_help = examples::LEAGUE)]
    League(league::Arguments),
    /// Drive many races, and write a row for each race and car
    #[command(after_help = examples::SIMULATE)]
    Simulate(simulate::Arguments),
    /// Sum up driven races for each circuit: wins by grid place, passing, race length
    #[command(after_help = examples::BALANCE)]
    Balance(balance::Arguments),
    /// Drive cars for other programs, which send and receive lines of JSON
    #[command(after_help = examples::ENGINE)]
    Engine(engine::Arguments),
    /// Print the JSON Schema of a file format
    #[command(after_help = examples::SCHEMA)]
    Schema(schema::Arguments),
    /// Print the licences of the program, its fonts and the crates in it
    #[command(after_help = examples::LICENSES)]
    Licenses(licenses::Arguments),
    /// Print the completions for a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions(completions::Arguments),
    /// Print the manual page, or write one for each command
    #[command(after_help = examples::MAN)]
    Man(man::Arguments),
}

static GAMES: OnceLock<Games> = OnceLock::new();

/// The games that the program knows.
fn games() -> Games {
    *GAMES.get_or_init(Games::all)
}

/// Returns the name of `file` if the user probably meant it as a command: it is one word, and no file has this name.
fn mistyped(file: &Path) -> Option<&str> {
    let is_word = |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    file.to_str().filter(is_word).filter(|_| !file.exists())
}

/// Runs the program with these arguments and games.
/// Without a subcommand, runs `open`, which shows the files in the window until it is closed.
pub fn run<E: std::fmt::Display>(
    arguments: impl IntoIterator<Item = OsString>,
    games: Games,
    open: impl FnOnce(Vec<PathBuf>, Games) -> Result<(), E>,
) -> ExitCode {
    // The games are set only once, because a process runs only one command.
    let games = *GAMES.get_or_init(|| games);
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version texts that the user requested go to standard output.
            // Any other error means wrong arguments.
            let code = if error.use_stderr() { Outcome::Failed } else { Outcome::Fine };
            if error.use_stderr() {
                // If this fails, nothing more can be reported; the exit code still shows the error.
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
        None => match arguments.files.first().and_then(|file| mistyped(file)) {
            Some(word) => {
                Err(Failure::new(format!("there is no command and no file {word}. See paddock --help for the commands.")))
            }
            None => open(arguments.files, games).map(|()| Outcome::Fine).map_err(|error| {
                Failure::new(format!(
                    "the window cannot be opened: {error}\nWithout a display, use the commands that need no window: check, show, moves, render, import, export, analyze, solve, play, advise, league, simulate, balance, schema (see paddock --help)."
                ))
            }),
        },
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Moves(arguments)) => moves::run(&arguments),
        Some(Command::Render(arguments)) => render::run(&arguments),
        Some(Command::Import(arguments)) => import::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Advise(arguments)) => advise::run(&arguments),
        Some(Command::League(arguments)) => league::run(&arguments),
        Some(Command::Simulate(arguments)) => simulate::run(&arguments),
        Some(Command::Balance(arguments)) => balance::run(&arguments),
        Some(Command::Engine(arguments)) => engine::run(&arguments),
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

/// Returns the final outcome of a command after its output. If writing to standard output failed, reports this and
/// returns `Failed`. Otherwise returns `outcome` unchanged.
fn ended(outcome: Outcome) -> Outcome {
    match output::failure() {
        Some(sentence) => {
            complain(&sentence);
            Outcome::Failed
        }
        None => outcome,
    }
}

/// Writes one line to standard output; line breaks in names and titles are escaped.
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
    // If this fails, nothing more can be reported.
    let _ = writeln!(anstream::stderr().lock(), "paddock: {}", plain::lines(text));
}

/// Prints one JSON document.
fn say_json<T: serde::Serialize>(document: &T) -> Result<(), Failure> {
    let text = serde_json::to_string(document)
        .map_err(|error| Failure::new(format!("the result cannot be written as JSON: {error}")))?;
    output::print(&plain::json(&text));
    Ok(())
}
