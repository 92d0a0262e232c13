//! `paddock analyze`: summarises one race or many races in numbers. Also forecasts each strategy from a given turn on.

mod beyond;

mod compared;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::bounds::{self, Bounds};
use super::compare;
use super::open::{self, Found};
use super::output::Destination;
use super::points::{self, Points};
use super::{Answer, Failure, Outcome, complain, say, say_json};
use crate::analysis::{CarDigest, Digest, RaceResult, Record, ScoredRace, Series, fastest_laps, highlights};
use crate::game::CarId;
use crate::game::words::{self, many, signed};
use crate::replay::Race;
use crate::replay::journal::digest;
use crate::report;
pub(super) use compared::evaluate;

/// The largest total size, in bytes, of the files that are read in one batch.
const TOGETHER: u64 = 32 << 20;

/// The arguments of `analyze`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The files of the races, or folders with `.json` files
    #[arg(required = true)]
    replays: Vec<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Print totals by driver and circuit, even for one race
    #[arg(long)]
    record: bool,
    /// Also compare every turn of one race with the best play
    #[arg(long, conflicts_with = "record")]
    compare: bool,
    /// Forecast each strategy for this car, from the position set with --at (Wheel to Wheel: tyre strategies)
    #[arg(long, value_name = "CAR")]
    what_if: Option<u32>,
    /// With --what-if: forecast from the position after this many turns [default: 0, the grid]
    #[arg(long, value_name = "N", requires = "what_if", allow_negative_numbers = true, value_parser = open::turns_played)]
    at: Option<usize>,
    /// Write the analysis of one race as a page: .html for screens, .pdf for paper
    #[arg(short, long, value_name = "PAGE", conflicts_with_all = ["json", "record", "compare", "what_if"])]
    output: Option<PathBuf>,
    /// Compare a car of the race with a car of another race on the same circuit, with another car of the same race
    /// (name the same file again), or with `fastest-lap`, the proved fastest lap of a car alone
    #[arg(long, value_name = "RACE|fastest-lap", conflicts_with_all = ["record", "compare", "what_if", "output"])]
    against: Option<String>,
    /// With --against: the numbers of the two cars, such as 3,7 [default: the winner of each race, or the first two
    /// cars of the same race]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', requires = "against")]
    cars: Vec<u32>,
    /// With --against: compare only this lap of both cars, or two different laps, such as 1,2 for lap 1 of the first
    /// car and lap 2 of the other [default: whole races]
    #[arg(long, value_name = "LAPS", value_delimiter = ',', requires = "against")]
    laps: Vec<u32>,
    #[command(flatten)]
    bounds: Bounds,
}

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    if let Some(output) = &arguments.output {
        return page(&arguments.replays, output);
    }
    if let Some(against) = &arguments.against {
        return against_another(arguments, against);
    }
    match arguments.replays.as_slice() {
        [path] if !path.is_dir() && arguments.what_if.is_some() => {
            beyond::forecast(path, CarId(arguments.what_if.unwrap_or_default()), arguments.at, arguments.json)
        }
        _ if arguments.what_if.is_some() => {
            Err(Failure::new("--what-if works on one race only; name one file, not several files or a folder"))
        }
        [path] if !path.is_dir() && !arguments.record => one(path, arguments),
        _ if arguments.compare => {
            Err(Failure::new("--compare works on one race only; name one file, not several files or a folder"))
        }
        paths => several(paths, arguments.json),
    }
}

/// Compares a car with another car of the same race, with a car of another race, or with the proved fastest lap.
fn against_another(arguments: &Arguments, against: &str) -> Answer {
    let [path] = arguments.replays.as_slice() else {
        return Err(Failure::new("several files are named; name one file here, and the other one after --against"));
    };
    let Found::Race(race, at) = open::race(path, None)? else { return Ok(Outcome::Faulty) };
    let wanted = compare::Wanted { against: Some(against), cars: &arguments.cars, laps: &arguments.laps };
    let compared = compare::compare(path, race.as_ref(), wanted)?;
    bounds::answer();
    if arguments.json {
        say_json(&compared)?;
    } else {
        compared.print();
    }
    Ok(open::legality(path, race.as_ref(), at))
}

/// Writes the analysis of a race as a page.
fn page(paths: &[PathBuf], output: &Path) -> Answer {
    let [path] = paths else {
        return Err(Failure::new(format!(
            "{}: several files are named, but a page shows one race; name one file",
            output.display()
        )));
    };
    if path.is_dir() {
        return Err(Failure::new(format!(
            "{}: this is a folder, but a page shows one race; name one file",
            path.display()
        )));
    }
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let is_pdf = match ending.as_str() {
        "html" | "htm" => false,
        "pdf" => true,
        _ => return Err(Failure::new(format!("{}: the name of a page must end in .html or .pdf", output.display()))),
    };
    let destination = Destination::new(output, &[path])?;
    let Found::Race(race, at) = open::race(path, None)? else { return Ok(Outcome::Faulty) };
    let made = if is_pdf {
        report::pdf(race.as_ref()).map(|sheet| sheet.pdf)
    } else {
        report::html(race.as_ref()).map(String::into_bytes)
    };
    let bytes = made.map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    destination.write(&bytes)?;
    destination.report(&format!("{}: contains the analysis of {}", output.display(), race.title()));
    Ok(open::legality(path, race.as_ref(), at))
}

/// The JSON document of a race: its digest, and its points if its game gives any.
#[derive(Debug, serde::Serialize)]
struct Scored<'a> {
    #[serde(flatten)]
    digest: &'a Digest,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
}

fn one(path: &Path, arguments: &Arguments) -> Answer {
    let Found::Race(race, at) = open::race(path, None)? else { return Ok(Outcome::Faulty) };
    let digest = Digest::of(race.as_ref());
    let evaluation = if arguments.compare { evaluate(path, race.as_ref())? } else { None };
    bounds::answer();
    // The statistics of the race itself are valid even if the comparison was not finished in time.
    let is_cut_short = arguments.compare && evaluation.is_none();
    match (&evaluation, arguments.json) {
        (Some(evaluation), true) => say_json(&compared::Document::of(race.as_ref(), &digest, evaluation))?,
        (None, true) => say_json(&Scored { digest: &digest, points: race.score().map(Points::of) })?,
        (_, false) => print(race.as_ref(), &digest),
    }
    if let Some(evaluation) = evaluation.filter(|_| !arguments.json) {
        compared::print(race.as_ref(), &evaluation);
    }
    if is_cut_short {
        return Err(Failure::new(format!(
            "{}: {} before the comparison with the best play was finished",
            path.display(),
            bounds::why()
        )));
    }
    Ok(open::legality(path, race.as_ref(), at))
}

/// The result of opening one of the files on the command line.
enum Part {
    Race(RaceResult, Option<ScoredRace>, Outcome, Identity),
    /// The file is a circuit. The command ignores it.
    Circuit,
    /// The file was not read, because a limit (time, memory or a signal) had been reached.
    NotRead,
    /// The file could not be read, or it has errors. Contains the error message and the outcome of the command.
    Failed(String, Outcome),
}

/// The game, a digest of the state on the grid, and a digest of all turns. Two races with equal results that share these
/// are copies: the same race in two files.
type Identity = (&'static str, u64, u64);

fn several(paths: &[PathBuf], json: bool) -> Answer {
    let walked = open::walk(paths)?;
    let files = &walked.files;
    let progress = open::progress(files.len(), "analysed");
    let mut record = Record::default();
    let mut scored = Vec::new();
    let mut counted: BTreeMap<Identity, Vec<(RaceResult, &PathBuf)>> = BTreeMap::new();
    let (mut not_read, mut copies) = (0, 0);
    let mut outcome = Outcome::Fine;
    for files in open::batches(files, TOGETHER) {
        let parts: Vec<Part> = files
            .par_iter()
            // Each thread takes one file at a time, so that all threads finish at about the same time.
            .with_max_len(1)
            .map(|path| {
                let part = if bounds::is_reached() { Part::NotRead } else { part(path) };
                progress.inc(1);
                part
            })
            .collect();
        // Add the races in the order of the files, so that the totals are the same on every machine.
        for (part, path) in parts.into_iter().zip(files) {
            match part {
                Part::Race(result, score, of, identity) => {
                    outcome = outcome.max(of);
                    let alike = counted.entry(identity).or_default();
                    // Races without turns are all alike.
                    if let Some((_, first)) = alike.iter().find(|(other, _)| *other == result && result.turns > 0) {
                        let (path, first) = (path.display(), first.display());
                        complain(&format!("{path}: the same race as {first}; it counts once"));
                        copies += 1;
                        continue;
                    }
                    record.add(&result);
                    scored.extend(score);
                    alike.push((result, path));
                }
                Part::Circuit => {}
                Part::NotRead => not_read += 1,
                Part::Failed(sentence, of) => {
                    complain(&sentence);
                    outcome = outcome.max(of);
                }
            }
        }
    }
    progress.finish_and_clear();
    bounds::answer();
    if not_read > 0 {
        complain(&format!("{}: {not_read} of {} files were not read", bounds::why(), files.len()));
        outcome = Outcome::Failed;
    }
    if record.races == 0 && not_read == 0 {
        return Err(Failure::new("these files contain no races"));
    }
    if json {
        say_json(&beyond::Document { record: &record, championships: beyond::declared(&scored), not_read, copies })?;
    } else {
        print_record(&record);
        beyond::declared(&scored).iter().for_each(beyond::print);
    }
    Ok(walked.outcome(outcome))
}

fn part(path: &Path) -> Part {
    let race = match open::document(path) {
        Ok(crate::replay::Opened::Race(race)) => race,
        Ok(crate::replay::Opened::Track(_)) => return Part::Circuit,
        Err(open::OpenFailure::Unreadable(failure)) => return Part::Failed(failure.to_string(), Outcome::Failed),
        Err(open::OpenFailure::Invalid(error)) => {
            return Part::Failed(format!("{}: {error}", path.display()), Outcome::Faulty);
        }
    };
    let outcome = open::legality(path, race.as_ref(), race.len());
    let race = race.as_ref();
    let turns: Vec<String> = (1..=race.len()).map(|turn| race.notation(turn)).collect();
    let identity = (race.info().id, race.fingerprint(0), digest(turns.join("\n").as_bytes()));
    Part::Race(RaceResult::of(&Digest::of(race)), ScoredRace::of(race), outcome, identity)
}

fn print(race: &dyn Race, digest: &Digest) {
    let over = if digest.over { "" } else { ", not over" };
    say(&format!(
        "{}: {}, {}, {} in {}{over}",
        digest.title,
        digest.track,
        many(digest.laps, "lap"),
        many(digest.turns as u64, "turn"),
        many(digest.rounds, "round")
    ));
    for sentence in &digest.story {
        say(sentence);
    }
    for sentence in highlights(race, &Series::of(race), digest) {
        say(&sentence);
    }
    if let Some(sentence) = fastest_laps(digest) {
        say(&sentence);
    }
    if let Some(score) = race.score() {
        points::print(&score, "");
    }
    say("");
    let word = race.info().gear.word;
    say(&format!(
        "place  grid  car  name                 gap  behind  turns  {word:>5}  led  passed  attacks  penalties  stops  spent"
    ));
    for car in &digest.cars {
        let gear = car.gear.map_or_else(|| "-".to_owned(), |gear| format!("{gear:.1}"));
        let gap = match (car.status, car.gap) {
            (status, _) if status.is_out() => "out".to_owned(),
            (_, None) => "out".to_owned(),
            (_, Some(gap)) => format!("{gap:.1}"),
        };
        let behind = car.turns_behind.map_or_else(|| "-".to_owned(), |rounds| rounds.to_string());
        say(&format!(
            "{:>5}  {:>4}  {:>3}  {:<16}  {gap:>6}  {behind:>6}  {:>5}  {gear:>5}  {:>3}  {:>6}  {:>7}  {:>9}  {:>5}  {}",
            car.rank,
            car.grid,
            car.car.to_string(),
            short(&car.name),
            car.turns,
            car.turns_led,
            car.overtakings,
            car.attacks.values().sum::<u32>(),
            car.penalties,
            car.stops,
            spendings(car)
        ));
    }
    let to = if digest.cars.iter().any(|car| car.turns_behind.is_some()) {
        "the finish line at the end of the round in which the winner finished"
    } else {
        "the leader"
    };
    say(&format!("gap: {} to {to}, at least the gap of the car ahead", race.info().unit));
    if let Some(legend) = race.info().gear.legend() {
        say(&format!("{legend}; missed turns are left out"));
    }
    print_luck(race, digest);
    for car in &digest.cars {
        say("");
        say(&format!("{}: laps and stints", car.name));
        for lap in car.qualifying.iter().chain(&car.laps) {
            let spent: Vec<String> = race
                .resources()
                .iter()
                .zip(&lap.spent)
                .filter(|(_, spent)| **spent > 0)
                .map(|(resource, spent)| words::points(*spent, resource.name))
                .collect();
            let gear = lap.gear.map_or_else(String::new, |gear| format!(", {word} {gear:.1}"));
            let pit = if lap.pit { ", pit stop" } else { "" };
            let open = if lap.complete { "" } else { ", not complete" };
            let has_points = race.resources().iter().any(|resource| resource.max > 0);
            let spent = match spent.as_slice() {
                [] if !has_points => String::new(),
                [] => ", nothing spent".to_owned(),
                spent => format!(", {} spent", spent.join(", ")),
            };
            say(&format!(
                "  {:<11} {:>9}, {:.1} {}{gear}{spent}{pit}{open}",
                lap.name(),
                many(lap.turns, "turn"),
                lap.distance,
                race.info().unit
            ));
        }
        for (number, stint) in (1..).zip(&car.stints).filter(|_| car.stints.len() > 1) {
            let from = if stint.from == 0 { "the grid".to_owned() } else { format!("turn {}", stint.from) };
            say(&format!("  stint {number}: {from} to turn {}, {:.1} {}", stint.to, stint.distance, race.info().unit));
        }
    }
}

/// Prints each car's luck, in games in which dice set the length of a move.
fn print_luck(race: &dyn Race, digest: &Digest) {
    for (index, (car, dice)) in digest.cars.iter().filter_map(|car| Some((car, car.dice?))).enumerate() {
        if index == 0 {
            say("");
            say(&format!("luck: the dice's results minus their means, in {}", race.info().unit));
        }
        let rare = dice.deviations().map_or_else(String::new, |z| format!(", {} standard deviations", signed(z, 1)));
        say(&format!("  {:<16}  {:>6} in {}{rare}", short(&car.name), signed(dice.luck, 1), many(dice.throws, "roll")));
    }
}

/// Shortens a name to fit its column.
fn short(name: &str) -> String {
    if name.chars().count() > 16 { name.chars().take(15).chain(['…']).collect() } else { name.to_owned() }
}

/// A car's spending in words: "2 tyre points on move, 1 nitro point on boost".
fn spendings(car: &CarDigest) -> String {
    let parts = car
        .spent
        .iter()
        .map(|spending| format!("{} on {}", words::points(spending.amount, &spending.resource), spending.purpose));
    parts.collect::<Vec<_>>().join(", ")
}

fn print_record(record: &Record) {
    say(&format!("{}, {}, {} of them illegal", many(record.races, "race"), many(record.turns, "turn"), record.illegal));
    say("");
    say("driver            races  wins  podiums  mean place  mean gain  attacks  passed  penalties  fastest lap");
    let mut drivers: Vec<_> = record.drivers.iter().collect();
    drivers.sort_by(|a, b| (b.1.wins, b.1.podiums).cmp(&(a.1.wins, a.1.podiums)).then(a.0.cmp(b.0)));
    for (name, driver) in drivers {
        let lap = driver
            .fastest_lap
            .as_ref()
            .map_or_else(|| "-".to_owned(), |(turns, track)| format!("{}, {track}", many(*turns, "turn")));
        say(&format!(
            "{:<16}  {:>5}  {:>4}  {:>7}  {:>10.2}  {:>+9.2}  {:>7}  {:>6}  {:>9}  {lap}",
            short(name),
            driver.races,
            driver.wins,
            driver.podiums,
            driver.mean_rank,
            driver.mean_gain,
            driver.attacks,
            driver.overtakings,
            driver.penalties
        ));
    }
    say("");
    say("circuit           races  fastest lap  won from pole  lead changes");
    for (name, track) in &record.tracks {
        let lap = track.fastest_lap.map_or_else(|| "-".to_owned(), |turns| many(turns, "turn"));
        say(&format!(
            "{:<16}  {:>5}  {lap:>12}  {:>13}  {:>12.1}",
            short(name),
            track.races,
            track.won_from_pole,
            track.mean_lead_changes
        ));
    }
}
