//! `paddock solve`: the fastest lap of a circuit, and other proved results.

mod any;
mod dice;
mod paper;
mod teams;

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::bounds::{self, Bounds};
use super::open::{self, OpenFailure};
use super::{Answer, Failure, Outcome, complain, say, say_json};
use crate::game::prelude::*;
use crate::game::words::many;
use crate::game::{AnyDraft, Game, Issue, Severity};
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::VectorRacing;
use crate::games::vektorace::solve::{
    self, CornerReport, Extent, Lap, MOST_BYTES, PitReport, Question, Reach, Refusal, Solution, StartReport,
};
use crate::games::vektorace::{Edition, Track, Turn, Vektorace};
use crate::games::wheel_to_wheel::WheelToWheel;
use crate::replay::Opened;

pub use paper::draw as paper_line;

/// The arguments of `solve`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The file of the circuit
    track: PathBuf,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// The edition: formula8 or second (VektoRace) [default: second]
    #[arg(long, value_parser = edition)]
    edition: Option<Edition>,
    /// The total of tyre and nitro points that a car has for the lap (VektoRace) [default: 8]
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=8))]
    points: Option<u8>,
    /// Apply the track limits drawn on the circuit (VektoRace)
    #[arg(long)]
    track_limits: bool,
    /// With --json: also list the fewest turns in which a car can reach each square of the board (VektoRace)
    #[arg(long, requires = "json")]
    reach: bool,
    /// Laps to race (Vector Racing, Formula D) [default: the circuit's own]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    laps: Option<u32>,
    /// Search only races without a crash (Vector Racing)
    #[arg(long, conflicts_with = "crashes")]
    clean: bool,
    /// Also search races in which the racer brakes by crashing (Vector Racing); this is the default
    #[arg(long)]
    crashes: bool,
    /// The largest number of states to store, in millions (Vector Racing) [default: 200]
    #[arg(long, value_name = "MILLIONS")]
    states: Option<u32>,
    /// A recorded race on this circuit, to compare each turn with the fastest route (Vector Racing)
    #[arg(long, value_name = "RACE")]
    compare: Option<PathBuf>,
    #[command(flatten)]
    formula_d: dice::Options,
    #[command(flatten)]
    bounds: Bounds,
}

fn edition(text: &str) -> Result<Edition, String> {
    [Edition::Formula8, Edition::Second]
        .into_iter()
        .find(|edition| edition.id() == text)
        .ok_or_else(|| "choose formula8 or second".to_owned())
}

/// The result of `solve` for VektoRace in JSON.
#[derive(Debug, Serialize)]
struct Document<'a> {
    game: &'static str,
    edition: &'static str,
    points: u8,
    /// The number of turns of the fastest lap.
    turns: Option<usize>,
    /// The proved lower bound of the number of turns. It holds for laps from the searched pole place, without the pit
    /// lane, a penalty or a fall from the table.
    at_least: Option<usize>,
    optimal: bool,
    /// The reason why the work stopped early (time limit, memory limit or signal). Some results are then missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    /// The number of states that the search visited.
    states: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartDocument>,
    /// The distance of the pole place from the pitwall's axis, in octagons. Only laps from this pole place were
    /// searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pole_aside: Option<f64>,
    /// The car's positions on the board: on the grid, and after each turn.
    line: Vec<[f64; 2]>,
    /// The gear of each turn.
    gears: Vec<u8>,
    /// The turns of the fastest lap in the format of race files.
    list: Vec<&'a Turn>,
    /// For each turn, the numbers of the corners that the car passes in it.
    corners_passed: Vec<&'a [u8]>,
    starts: &'a [StartReport],
    corners: &'a [CornerReport],
    pit: &'a [PitReport],
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<&'a Reach>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a Refusal>,
}

#[derive(Debug, Serialize)]
struct StartDocument {
    place: u8,
    gear: u8,
    tyre: u8,
    nitro: u8,
}

/// The default of `--states`, in millions.
const USUAL_STATES: u32 = 200;

impl Arguments {
    /// Returns an error if an option does not apply to the circuit's game.
    fn refuse_foreign(&self, draft: &AnyDraft) -> Result<(), Failure> {
        const VEKTORACE: &[&str] = &[Vektorace::INFO.name];
        const VECTOR_RACING: &[&str] = &[VectorRacing::INFO.name];
        const FORMULA_D: &[&str] = &[FormulaD::INFO.name];
        let game = draft.info().name;
        let options: [(&str, bool, &[&str]); 9] = [
            ("--edition", self.edition.is_some(), VEKTORACE),
            ("--points", self.points.is_some(), VEKTORACE),
            ("--track-limits", self.track_limits, VEKTORACE),
            ("--reach", self.reach, VEKTORACE),
            ("--laps", self.laps.is_some(), &[VectorRacing::INFO.name, FormulaD::INFO.name]),
            ("--crashes", self.crashes, VECTOR_RACING),
            ("--clean", self.clean, VECTOR_RACING),
            ("--states", self.states.is_some(), VECTOR_RACING),
            ("--compare", self.compare.is_some(), VECTOR_RACING),
        ];
        let formula_d = self.formula_d.given().map(|option| (option, true, FORMULA_D));
        let foreign = options.into_iter().chain(formula_d).find(|(_, given, games)| *given && !games.contains(&game));
        let Some((option, _, games)) = foreign else { return Ok(()) };
        let track = self.track.display();
        Err(Failure::new(format!(
            "{track}: {option} is for circuits of {}; this is a circuit of {game}.",
            games.join(" and ")
        )))
    }
}

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    let Some(draft) = circuit(&arguments.track)? else { return Ok(Outcome::Faulty) };
    arguments.refuse_foreign(&draft)?;
    if let Some(draft) = draft.of::<VectorRacing>() {
        return paper::run(arguments, draft);
    } else if let Some(draft) = draft.of::<FormulaD>() {
        return dice::run(arguments, draft);
    } else if let Some(draft) = draft.of::<WheelToWheel>() {
        return teams::run(arguments, draft);
    }
    let Some(draft) = draft.of::<Vektorace>() else { return any::run(arguments, &draft) };
    let Some(track) = valid::<Vektorace>(&arguments.track, draft) else { return Ok(Outcome::Faulty) };
    let question = Question {
        edition: arguments.edition.unwrap_or(Edition::Second),
        points: arguments.points.unwrap_or(8),
        track_limits: arguments.track_limits,
        extent: Extent::Everything,
        bytes: MOST_BYTES.min(bounds::memory()),
    };
    let solution = watched(&track, &question)?;
    bounds::answer();
    if arguments.json {
        say_json(&document(&solution, arguments.reach))?;
    } else {
        print(&solution);
    }
    if let Some(cut) = solution.cut_short.filter(|_| solution.fastest.is_none() && solution.refused.is_none()) {
        return Err(unfinished(&arguments.track, "lap", cut.at_least as f64));
    }
    if let Some(refused) = &solution.refused {
        complain(&format!("{}: {} {}", arguments.track.display(), refused.message, refused.reason));
        return Ok(Outcome::Faulty);
    }
    Ok(Outcome::Fine)
}

/// Makes the error for a command that stopped before it found a result. Its message names the lower bound that is
/// known.
pub fn unfinished(path: &Path, what: &str, at_least: f64) -> Failure {
    let why = bounds::why();
    let least =
        if at_least > 1.0 { format!("; at least {} turns are needed", tenths(at_least)) } else { String::new() };
    Failure::new(format!("{}: {why} before any {what} was found{least}", path.display()))
}

/// Rounds a bound down to tenths.
fn tenths(bound: f64) -> f64 {
    (bound * 10.0).floor() / 10.0
}

/// The JSON document for a search that found only a lower bound.
#[derive(Debug, Serialize)]
struct BoundOnly {
    game: &'static str,
    turns: Option<f64>,
    at_least: f64,
    optimal: bool,
    stopped: Option<&'static str>,
}

impl BoundOnly {
    fn new(game: &'static str, at_least: f64) -> Self {
        Self { game, turns: None, at_least, optimal: false, stopped: stopped() }
    }
}

/// The reason why a search in this run of the program stopped early (time limit, memory limit or signal), as named in
/// JSON; `None` if every search ended by itself.
fn stopped() -> Option<&'static str> {
    bounds::search_ended_by().map(bounds::Reached::id)
}

/// Opens a circuit, even if it has errors. If the circuit cannot be opened because of its errors, reports them and
/// returns `None`.
fn circuit(path: &Path) -> Result<Option<AnyDraft>, Failure> {
    match open::document(path) {
        Ok(Opened::Track(draft)) => Ok(Some(draft)),
        Ok(Opened::Race(_)) => Err(Failure::new(format!("{}: this is a race; name a circuit", path.display()))),
        Err(OpenFailure::Unreadable(failure)) => Err(failure),
        Err(OpenFailure::Invalid(error)) => {
            complain(&format!("{}: {error}", path.display()));
            Ok(None)
        }
    }
}

/// Returns the circuit in the form that the rules use. If it has errors, reports them and returns `None`.
fn valid<G: Game>(path: &Path, draft: &G::Draft) -> Option<G::Track> {
    let (track, issues) = G::validate(draft);
    for Issue { message, .. } in issues.iter().filter(|issue| issue.severity == Severity::Error) {
        complain(&format!("{}: {message}", path.display()));
    }
    track
}

/// Solves the circuit and shows a progress bar.
pub fn watched(track: &Track, question: &Question) -> Result<Solution, Failure> {
    // The bar is hidden automatically if standard error is not a terminal.
    let bar = ProgressBar::new(100);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {elapsed}") {
        bar.set_style(style);
    }
    let report = |stage: solve::Stage| {
        bar.set_message(stage.words());
        bar.set_position((stage.share() * 100.0) as u64);
    };
    let progress = solve::Progress { report: &report, conclude: &bounds::is_reached, ..solve::Progress::SILENT };
    let solution = solve::solve(track, question, progress);
    bar.finish_and_clear();
    solution.ok_or_else(|| Failure::new("the search was stopped"))
}

fn document(solution: &Solution, reach: bool) -> Document<'_> {
    let fastest = solution.fastest.as_ref();
    let lap = fastest.map(|fastest| &fastest.lap);
    let turns = lap.map_or(&[][..], |lap| &lap.turns);
    let first = turns.first().and_then(|turn| turn.path.first()).copied();
    Document {
        game: "vektorace",
        edition: solution.edition.id(),
        points: solution.points,
        turns: lap.map(|lap| lap.turns.len()),
        at_least: fastest.map(|fastest| fastest.at_least).or(solution.cut_short.map(|cut| cut.at_least)),
        optimal: fastest.is_some_and(solve::Fastest::is_optimal),
        stopped: solution.cut_short.and_then(|_| stopped()),
        states: fastest.map_or(0, |fastest| fastest.states),
        start: lap.map(|lap| StartDocument { place: lap.place, gear: lap.gear, tyre: lap.tyre, nitro: lap.nitro }),
        line: first.into_iter().chain(turns.iter().filter_map(|turn| turn.path.last().copied())).collect(),
        gears: turns.iter().map(|turn| turn.gear).collect(),
        list: turns.iter().map(|turn| &turn.turn).collect(),
        pole_aside: solution.pole_aside,
        corners_passed: turns.iter().map(|turn| turn.corners.as_slice()).collect(),
        starts: &solution.starts,
        corners: &solution.corners,
        pit: &solution.pit,
        reach: solution.reach.as_ref().filter(|_| reach),
        note: solution.note.as_deref(),
        refused: solution.refused.as_ref(),
    }
}

fn print(solution: &Solution) {
    if let Some(note) = &solution.note {
        say(note);
    }
    let Some(fastest) = &solution.fastest else { return };
    let Lap { gear, tyre, nitro, turns, .. } = &fastest.lap;
    let count = many(turns.len(), "turn");
    let found = if fastest.is_optimal() { "" } else { " found" };
    say(&format!("The fastest lap{found} takes {count}. {}", fastest.claim(&solution.place())));
    say("Other places for pole were not searched.");
    say(&format!(
        "From pole in gear {gear}, with {tyre} tyre and {nitro} nitro points ({}; {} positions searched):",
        solution.edition.name(),
        fastest.states
    ));
    for (number, turn) in (1..).zip(turns) {
        let notation = turn.notation.trim_start_matches("1: ");
        say(format!("  {number:>2}  {notation:<18} {}", turn.passes()).trim_end());
    }
    say("");
    if solution.starts.is_empty() {
        let why = bounds::why();
        say(&format!("The other grid places, the corners and the pit lane were not searched: {why}."));
        return;
    }
    print_starts(&solution.starts);
    say("");
    if solution.cut_short.is_some() {
        let why = bounds::why();
        say(&format!("The search ended before all corners and the pit lane were searched: {why}."));
    }
    for corner in &solution.corners {
        let gear = corner.entry_gear.map_or_else(|| "no gear found".to_owned(), |gear| format!("up to gear {gear}"));
        let more = if corner.abreast >= 6 { " or more" } else { "" };
        say(&format!("Corner {}: {gear}; cars abreast: {}{more}.", corner.number, corner.abreast));
    }
    for entry in &solution.pit {
        let points = match entry.points {
            0 => "the car overshoots the exit".to_owned(),
            points => many(points, "point"),
        };
        say(&format!("Pit lane in gear {}: {points}.", entry.gear));
    }
}

fn print_starts(starts: &[StartReport]) {
    say("The fewest tyre and nitro points that a car needs for a lap, from each grid place:");
    for start in starts {
        let lap = match &start.lap {
            Some(lap) => {
                let proved = if lap.proved { "" } else { " (fewer may be enough)" };
                format!("{} tyre and {} nitro points, {}{proved}", lap.tyre, lap.nitro, many(lap.turns, "turn"))
            }
            None => "no lap was found".to_owned(),
        };
        say(&format!("  grid place {} in gear {}: {lap}", start.place, start.gear));
    }
}
