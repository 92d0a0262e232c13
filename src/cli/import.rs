//! `paddock import`: games and tracks of other programs, and races as text.

use std::path::{Path, PathBuf};

use super::open;
use super::output::Destination;
use super::{Answer, Failure, Outcome, complain};
use crate::game::prelude::*;
use crate::game::{AnyDraft, Game, Issue};
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::{Draft, VectorRacing, WallRule};
use crate::import::racetrack::RacetrackError;
use crate::import::{bga, gp_online, racetrack};
use crate::replay::{self, FileError, OpenError, Opened, ReplayFile};
use crate::storage;

/// Reads games recorded by other programs, or written as text.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    format: Format,
}

#[derive(Debug, clap::Subcommand)]
enum Format {
    /// A game of VektoRace from its online game log and table data
    Bga(BgaArguments),
    /// A circuit from a QR code on a printed page; the file has the text that a phone reads from the code
    Code(CodeArguments),
    /// A race as text, one line for each turn, as `show --notation` prints it
    Text(TextArguments),
    /// A track of Vector Racing from a character map: `#` or `x` is a wall; `.`, `o` or a blank is free; `S` is a start
    /// (one or more); `*` or `G` is the finish
    Ascii(AsciiArguments),
    /// A track of Vector Racing from outlines in XML
    XmlTrack(XmlArguments),
    /// A race of Vector Racing from a list of one racer's moves
    Moves(MovesArguments),
    /// A circuit of Formula D from a file of GP Online
    GpOnline(GpOnlineArguments),
}

#[derive(Debug, clap::Args)]
struct AsciiArguments {
    /// The text file with the map
    map: PathBuf,
    /// The rule for walls: landing_only, may_touch, no_touch or sampled
    #[arg(long, default_value = "no_touch", value_parser = wall_rule)]
    walls: WallRule,
    /// The file to write the track to; `-` is standard output
    #[arg(short, long, value_name = "TRACK")]
    output: PathBuf,
}

fn wall_rule(text: &str) -> Result<WallRule, String> {
    let known = || WallRule::ALL.map(WallRule::id).join(", ");
    WallRule::ALL.into_iter().find(|rule| rule.id() == text).ok_or_else(|| format!("choose one of {}", known()))
}

#[derive(Debug, clap::Args)]
struct XmlArguments {
    /// The XML file with the outlines of the track
    document: PathBuf,
    /// The file to write the track to; `-` is standard output
    #[arg(short, long, value_name = "TRACK")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct MovesArguments {
    /// The file with the moves, such as `(1,0) (2,1)` or `1R 2R1U`
    moves: PathBuf,
    /// The file of the track on which the moves were made
    #[arg(long, value_name = "TRACK")]
    track: PathBuf,
    /// The file to write the race to; `-` is standard output
    #[arg(short, long, value_name = "RACE")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct GpOnlineArguments {
    /// The .dat file with the circuit
    circuit: PathBuf,
    /// The file to write the track to; `-` is standard output
    #[arg(short, long, value_name = "TRACK")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct BgaArguments {
    /// The file with the game log
    log: PathBuf,
    /// The file with the table data
    #[arg(long, value_name = "GAMEDATAS")]
    table: PathBuf,
    /// The file to write the race to; `-` is standard output
    #[arg(short, long, value_name = "RACE")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct CodeArguments {
    /// The file with the text from the QR code
    text: PathBuf,
    /// The file to write the track to; `-` is standard output
    #[arg(short, long, value_name = "TRACK")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct TextArguments {
    /// The file with the race as text
    text: PathBuf,
    /// The file to write the race to; `-` is standard output
    #[arg(short, long, value_name = "RACE")]
    output: PathBuf,
}

pub fn run(arguments: &Arguments) -> Answer {
    match &arguments.format {
        Format::Bga(arguments) => bga(arguments),
        Format::Code(arguments) => code(arguments),
        Format::Text(arguments) => text(arguments),
        Format::Ascii(arguments) => ascii(arguments),
        Format::XmlTrack(arguments) => xml_track(arguments),
        Format::Moves(arguments) => moves(arguments),
        Format::GpOnline(arguments) => gp_online(arguments),
    }
}

fn bga(arguments: &BgaArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.log, &arguments.table])?;
    let log = storage::read(&arguments.log)?;
    let table = storage::read(&arguments.table)?;
    let imported = bga::import(&log, &table).map_err(|error| named(error, arguments))?;
    for warning in imported.warnings.iter().chain(&imported.notes) {
        complain(&format!("{}: {warning}", arguments.log.display()));
    }
    write(&output, &imported.replay)
}

fn code(arguments: &CodeArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.text])?;
    let odd = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", arguments.text.display()));
    let bytes = storage::read(&arguments.text)?;
    let track = replay::code::track_of(&String::from_utf8_lossy(&bytes)).map_err(|error| odd(&error))?;
    match super::games().open(track.as_bytes(), &replay::no_files) {
        Ok(Opened::Track(draft)) => write_draft(&output, &draft),
        Ok(Opened::Race(_)) => Err(odd(&"this is the text of a race; the text of a circuit is needed")),
        Err(error) => Err(odd(&error)),
    }
}

fn text(arguments: &TextArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.text])?;
    let text = storage::read(&arguments.text)?;
    let load = storage::files_beside(&arguments.text);
    let file = super::games()
        .file_from_text(&text, &load)
        .map_err(|error| Failure::new(format!("{}: {error}", arguments.text.display())))?;
    write_file(&output, &file)
}

fn ascii(arguments: &AsciiArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.map])?;
    let bytes = storage::read(&arguments.map)?;
    let name = arguments.map.file_stem().unwrap_or_default().to_string_lossy();
    let (draft, notes) =
        racetrack::ascii_noted(&bytes, &name, arguments.walls).map_err(|error| odd(&arguments.map, &error))?;
    for note in notes {
        complain(&format!("{}: {note}", arguments.map.display()));
    }
    write_track(&output, draft)
}

fn xml_track(arguments: &XmlArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.document])?;
    let bytes = storage::read(&arguments.document)?;
    let draft = racetrack::xml(&bytes).map_err(|error| odd(&arguments.document, &error))?;
    write_track(&output, draft)
}

/// The largest number of messages of one kind that are printed. Further messages of the same kind are only counted.
const ALIKE: usize = 5;

/// Prints messages about a file: the first few of each kind, and the number of messages left out.
fn complain_about(file: &Path, issues: &[Issue]) {
    let mut kinds: Vec<&str> = Vec::new();
    for issue in issues {
        if !kinds.contains(&issue.id) {
            kinds.push(issue.id);
        }
    }
    for kind in kinds {
        let of_kind: Vec<&Issue> = issues.iter().filter(|issue| issue.id == kind).collect();
        for issue in of_kind.iter().take(ALIKE) {
            complain(&format!("{}: {}", file.display(), issue.message));
        }
        if of_kind.len() > ALIKE {
            complain(&format!("{}: {} more messages of the kind {kind}", file.display(), of_kind.len() - ALIKE));
        }
    }
}

/// Imports a Formula D circuit. Reports every change that the import made to the circuit.
fn gp_online(arguments: &GpOnlineArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.circuit])?;
    let bytes = storage::read(&arguments.circuit)?;
    let name = arguments.circuit.file_stem().unwrap_or_default().to_string_lossy();
    let furnished = gp_online::circuit(&name, &bytes)
        .map_err(|error| Failure::new(format!("{}: {error}", arguments.circuit.display())))?;
    complain_about(&arguments.circuit, &furnished.notes);
    write_track_of::<FormulaD>(&output, furnished.draft)
}

fn odd(path: &Path, error: &RacetrackError) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

/// Writes the track and reports its errors and warnings.
fn write_track(output: &Destination, draft: Draft) -> Answer {
    write_track_of::<VectorRacing>(output, draft)
}

fn write_track_of<G: Game>(output: &Destination, draft: G::Draft) -> Answer {
    write_draft(output, &AnyDraft::new::<G>(draft))
}

fn write_draft(output: &Destination, draft: &AnyDraft) -> Answer {
    let issues = draft.issues();
    let text = replay::track_text(draft).map_err(|error| Failure::new(error.to_string()))?;
    output.write(text.as_bytes())?;
    complain_about(&output.path, &issues);
    output.report(&format!("{}: written", output.path.display()));
    Ok(if crate::game::has_errors(&issues) { Outcome::Faulty } else { Outcome::Fine })
}

fn moves(arguments: &MovesArguments) -> Answer {
    let output = Destination::new(&arguments.output, &[&arguments.moves, &arguments.track])?;
    let refused = |why: String| Err(Failure::new(format!("{}: {why}", arguments.track.display())));
    let draft = match open::document(&arguments.track) {
        Ok(Opened::Track(draft)) => match draft.of::<VectorRacing>() {
            Some(draft) => draft.clone(),
            None => return refused(replay::of_another_game(draft.info().name, VectorRacing::INFO)),
        },
        Ok(Opened::Race(_)) => return refused("this is a race, not a circuit".to_owned()),
        Err(open::OpenFailure::Unreadable(failure)) => return Err(failure),
        Err(open::OpenFailure::Invalid(error)) => {
            return Err(Failure::new(format!("{}: {error}", arguments.track.display())));
        }
    };
    let moves = racetrack::moves(&storage::read(&arguments.moves)?).map_err(|error| odd(&arguments.moves, &error))?;
    let title = arguments.moves.file_stem().unwrap_or_default().to_string_lossy();
    let replay = racetrack::race(&title, draft, &moves).map_err(|issues| {
        let message = issues.first().map_or_else(String::new, |issue| issue.message.clone());
        Failure::new(format!("{}: {message}", arguments.track.display()))
    })?;
    write(&output, &replay)
}

/// Writes the race and reports whether it is legal.
fn write<G: Game>(output: &Destination, replay: &ReplayFile<G>) -> Answer {
    write_file(output, &replay::print(replay).map_err(|error| Failure::new(error.to_string()))?)
}

/// Writes the text of a race's file, and reports whether the race is legal.
fn write_file(output: &Destination, text: &str) -> Answer {
    output.write(text.as_bytes())?;
    let name = output.path.display();
    // The written text is opened again, from memory, to report at once whether every turn is legal.
    match super::games().open(text.as_bytes(), &replay::no_files) {
        Ok(Opened::Race(race)) => {
            output.report(&format!("{name}: {}", crate::game::words::many(race.len() as u64, "turn")));
            Ok(open::legality(&output.path, race.as_ref(), race.len()))
        }
        Ok(Opened::Track(_)) => Err(Failure::new(format!("{name}: this is a circuit, not a race"))),
        Err(OpenError::File(error)) => Err(Failure::new(format!("{name}: {error}"))),
        Err(error @ OpenError::Invalid { .. }) => {
            complain(&format!("{name}: {error}"));
            Ok(Outcome::Faulty)
        }
    }
}

/// Turns an import error into a failure that names the faulty file: the log or the table data.
fn named(error: bga::ImportError, arguments: &BgaArguments) -> Failure {
    let with = |path: &Path, error: FileError| Failure::new(format!("{}: {error}", path.display()));
    match error {
        bga::ImportError::Log(error) => with(&arguments.log, error),
        bga::ImportError::Table(error) => with(&arguments.table, error),
    }
}
