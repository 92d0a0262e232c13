//! Solves a Formula D circuit for a lone car under best play. Gives the expected number of turns and its spread, the
//! effect of pit stops, and the average play at each corner.

use indicatif::ProgressBar;
use serde::Serialize;

use super::super::{Answer, Failure, Outcome, bounds, say, say_json};
use super::{Arguments, BoundOnly, unfinished, valid};
use crate::game::CarId;
use crate::game::prelude::*;
use crate::game::words::many;
use crate::games::formula_d::solve::{
    Best, Forecast, MOST_BYTES, Progress, Question, Simulation, SolveError, forecast, simulate, solve_best,
};
use crate::games::formula_d::{
    CarEntry, Draft, Forecast as Chart, FormulaD, Preset, Rules, STOCK, Setup, Track, TyreSet, Wear, WeatherRolls,
};

/// Options for Formula D only.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Formula D")]
pub struct Options {
    /// Rules to start from: advanced, or basic with one pool of 18 wear points
    #[arg(long, value_name = "PRESET", value_parser = ["advanced", "basic"])]
    preset: Option<String>,
    /// Wear points of a constructed car, 20 in all: tyres/brakes/gearbox/body/engine/handling
    #[arg(long, value_name = "T/B/G/C/E/H")]
    wear: Option<Wear>,
    /// Slot of the grid to start from, 1 for pole
    #[arg(long, value_name = "SLOT")]
    slot: Option<u32>,
    /// Start without the start die, in gear 1
    #[arg(long)]
    no_start_die: bool,
    /// Weather of the race: good, changeable or rain
    #[arg(long, value_parser = ["good", "changeable", "rain"])]
    weather: Option<String>,
    /// Tyres at the start, in a race with the option to choose tyres: hard, soft or rain
    #[arg(long, alias = "tires", value_parser = ["hard", "soft", "rain"])]
    tyres: Option<String>,
    /// Number of the car's pit box [default: the best box]
    #[arg(long = "box", value_name = "BOX", conflicts_with = "no_stops")]
    pit_box: Option<u32>,
    /// Race without pit stops
    #[arg(long)]
    no_stops: bool,
    /// Also simulate this many races with random dice and the best play, and print their mean
    #[arg(long, value_name = "RACES", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    races: Option<u32>,
}

impl Options {
    /// The names of the options that were given.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            ("--preset", self.preset.is_some()),
            ("--wear", self.wear.is_some()),
            ("--slot", self.slot.is_some()),
            ("--no-start-die", self.no_start_die),
            ("--weather", self.weather.is_some()),
            ("--tyres", self.tyres.is_some()),
            ("--box", self.pit_box.is_some()),
            ("--no-stops", self.no_stops),
            ("--races", self.races.is_some()),
        ];
        options.into_iter().filter(|(_, given)| *given).map(|(name, _)| name)
    }
}

#[derive(Debug, Serialize)]
struct Document<'a> {
    game: &'static str,
    /// The expected number of turns to the finish under best play.
    /// A race that ends in elimination counts as the number of turns driven plus `out_counts`.
    turns: f64,
    /// Whether `turns` is proved to be the optimum. For this, every pit box must be tried, and the model must include
    /// all rules.
    optimal: bool,
    /// The reason why the work stopped early (time limit, memory limit or signal); `None` if the work is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    laps: u16,
    states: u64,
    bytes: u64,
    /// The quantity that best play minimises, in words.
    objective: String,
    /// Rules that the model leaves out.
    left_out: Vec<&'static str>,
    preset: &'static str,
    wear: String,
    slot: u32,
    start_die: bool,
    weather: &'static str,
    #[serde(rename = "tires")]
    tyres: &'static str,
    out_counts: f64,
    /// The probability that the car is eliminated.
    out: f64,
    /// Expected number of turns, counting only the races in which the car finishes.
    turns_finished: f64,
    deviation: f64,
    spread: Vec<Share>,
    stops: Stops,
    corners: Vec<CornerDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    simulated: Option<Simulated>,
}

/// A number of turns, and the probability that a race takes exactly this number.
#[derive(Debug, Serialize)]
struct Share {
    turns: usize,
    chance: f64,
}

/// The effect of pit stops on the expected turns.
#[derive(Debug, Serialize)]
struct Stops {
    allowed: bool,
    /// Expected number of stops under best play.
    expected: f64,
    /// The expected number of turns under best play if the car makes no pit stops.
    turns_without: f64,
    /// The expected number of turns that pit stops save.
    gain: f64,
    /// The number of the car's pit box; `None` if it makes no stops.
    #[serde(rename = "box")]
    pit_box: Option<u32>,
    /// The pit boxes that were tried, each with its expected turns.
    boxes: Vec<BoxDocument>,
}

/// A pit box, and the expected number of turns if the car uses it.
#[derive(Debug, Serialize)]
struct BoxDocument {
    #[serde(rename = "box")]
    pit_box: u32,
    turns: f64,
}

/// The average play at one corner in one lap: turns, stops, gears, and lost wear points.
#[derive(Debug, Serialize)]
struct CornerDocument<'a> {
    corner: usize,
    name: &'a str,
    turns: f64,
    stops: f64,
    /// The average number of turns that end in the corner, one entry for each gear from 1.
    gears: [f64; 6],
    /// The wear points that the car loses in the corner.
    wear: WearDocument,
}

#[derive(Debug, Serialize)]
struct WearDocument {
    #[serde(rename = "tires")]
    tyres: f64,
    brakes: f64,
    gearbox: f64,
    engine: f64,
}

#[derive(Debug, Serialize)]
struct Simulated {
    races: u32,
    mean: f64,
    /// The standard error of the simulated mean.
    error: f64,
    out: u32,
    stops: f64,
}

/// A complete result: the expected number of turns, the distribution of the number of turns, and simulated races if
/// requested.
struct Report {
    best: Best,
    forecast: Forecast,
    simulated: Option<Simulation>,
}

/// The result of a search.
enum Found {
    Report(Report),
    /// The expected number of turns without the distribution, because a limit (time, memory or a signal) was reached
    /// before the distribution was computed.
    Turns(Best),
}

/// Runs `solve` for a Formula D circuit.
pub fn run(arguments: &Arguments, draft: &Draft) -> Answer {
    let Some(track) = valid::<FormulaD>(&arguments.track, draft) else { return Ok(Outcome::Faulty) };
    let failed = |why: String| Failure::new(format!("{}: {why}", arguments.track.display()));
    let options = &arguments.formula_d;
    let question = question(&track, options, arguments.laps.unwrap_or(draft.laps)).map_err(failed)?;
    let report = match answer(&track, &question, options) {
        Err(SolveError::Stopped { at_least }) => {
            bounds::answer();
            if arguments.json {
                say_json(&BoundOnly::new(FormulaD::INFO.id, at_least))?;
            }
            return Err(unfinished(&arguments.track, "complete answer", at_least));
        }
        report => report.map_err(|error| failed(error.to_string()))?,
    };
    let report = report.ok_or_else(|| {
        failed("No car can start from this place on the grid. Choose another place with --slot.".to_owned())
    })?;
    bounds::answer();
    let report = match report {
        Found::Report(report) => report,
        Found::Turns(best) => {
            let is_optimal = best.is_complete && best.solution.question().left_out().is_empty();
            let at_least = if is_optimal { best.turns } else { 1.0 };
            if arguments.json {
                let bound = BoundOnly::new(FormulaD::INFO.id, at_least);
                say_json(&BoundOnly { turns: Some(best.turns), optimal: is_optimal, ..bound })?;
            } else {
                let turns = best.turns;
                say(&format!(
                    "A lone car needs {turns:.2} turns on average; {} before the other results were computed.",
                    bounds::why()
                ));
            }
            return Ok(Outcome::Fine);
        }
    };
    if arguments.json {
        say_json(&document(&track, options, &report))?;
    } else {
        print(&track, options, &report);
    }
    Ok(Outcome::Fine)
}

/// Describes the race that the options ask for as a question for the solver.
fn question(track: &Track, options: &Options, laps: u32) -> Result<Question, String> {
    let preset = if options.preset.as_deref() == Some("basic") { Preset::Basic } else { Preset::Advanced };
    let (weather, tyres) = (options.weather.as_deref(), options.tyres.as_deref());
    let tyres = tyres.map(|name| TyreSet::ALL.into_iter().find(|set| set.name() == name).unwrap_or_default());
    let rules = Rules {
        preset,
        construction: options.wear.is_some_and(|wear| wear.0 != STOCK),
        tyres: tyres.is_some(),
        weather: weather.is_some(),
        ..Rules::default()
    };
    let mut car = CarEntry::new(CarId(1), "");
    (car.wear, car.tyres, car.slot) = (options.wear, tyres.unwrap_or_default(), options.slot);
    let slots = track.slots().len();
    if options.slot.is_some_and(|slot| slot == 0 || slot as usize > slots) {
        return Err(format!("There is no slot {} on this grid; slots are 1 to {slots}.", options.slot.unwrap_or(0)));
    }
    if let Some(number) = options.pit_box.filter(|number| track.boxes().iter().all(|(other, _)| other != number)) {
        return Err(format!("The pit lane has no box {number}."));
    }
    let roll = |wanted: &str| {
        let chart = track.chart().ok_or("The circuit has no weather chart. Add one, or leave out --weather.")?;
        let forecast = match wanted {
            "good" => Chart::Good,
            "rain" => Chart::Rain,
            _ => Chart::Changeable,
        };
        let place = chart.iter().position(|other| *other == forecast);
        place.map(|place| place as u8 + 1).ok_or(format!("The weather chart of this circuit has no {wanted} weather."))
    };
    let race = weather.map(roll).transpose()?;
    let setup = Setup {
        laps,
        rules,
        weather: WeatherRolls { race, ..WeatherRolls::default() },
        cars: vec![car],
        ..Setup::default()
    };
    let question = Question::new(track, &setup)
        .map_err(|issues| issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>().join(" "))?;
    Ok(if options.no_stops { question.without_stops() } else { question })
}

/// Solves the race once without pit stops and once for each pit box, and keeps the best of these solutions. Then
/// computes the distribution of its number of turns. Shows a progress bar.
fn answer(track: &Track, question: &Question, options: &Options) -> Result<Option<Found>, SolveError> {
    let boxes: Vec<u32> = match options.pit_box {
        Some(number) => vec![number],
        None => track.boxes().iter().map(|(number, _)| *number).collect(),
    };
    // The bar is hidden automatically if standard error is not a terminal.
    let bar = ProgressBar::new(100);
    let progress = |share: f64| {
        bar.set_position((share * 100.0) as u64);
        !bounds::is_search_over()
    };
    let progress = Progress { report: &progress, bytes: MOST_BYTES.min(bounds::memory()) };
    let best = solve_best(track, question, &boxes, !options.no_start_die, &progress);
    bar.finish_and_clear();
    let Some(best) = best? else { return Ok(None) };
    let progress = Progress { report: &|_| !bounds::is_reached(), ..progress };
    let (solution, at) = (&best.solution, question.grid());
    let Some(forecast) = forecast(track, solution, &solution.on_grid(track, at), !options.no_start_die, &progress)
    else {
        return Ok(bounds::is_reached().then_some(Found::Turns(best)));
    };
    let simulated =
        options.races.map(|races| simulate(track, solution, at, !options.no_start_die, races, 1, &progress));
    Ok(Some(Found::Report(Report { best, forecast, simulated })))
}

fn objective(report: &Report) -> String {
    format!(
        "fewest expected turns; an elimination counts as the turns driven plus {:.0}, which is more than the whole \
         race takes in first gear",
        report.best.solution.question().out
    )
}

fn document<'a>(track: &'a Track, options: &Options, report: &Report) -> Document<'a> {
    let Report { best: Best { solution, pit_box, turns, without, boxes, is_complete }, forecast, simulated } = report;
    let is_complete = *is_complete;
    let question = solution.question();
    let left_out = question.left_out();
    let spread = forecast.spread.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
    let corners = track.draft().corners.iter().zip(&forecast.corners).zip(1..);
    Document {
        game: FormulaD::INFO.id,
        turns: *turns,
        optimal: left_out.is_empty() && is_complete,
        stopped: super::stopped()
            .filter(|_| !is_complete || simulated.as_ref().is_some_and(|done| Some(done.races) < options.races)),
        laps: question.laps(),
        states: solution.states,
        bytes: solution.bytes,
        objective: objective(report),
        left_out,
        preset: if question.is_basic() { "basic" } else { "advanced" },
        wear: wear(question),
        slot: options.slot.unwrap_or(1),
        start_die: !options.no_start_die,
        weather: question.weather().name(),
        tyres: question.tyres().name(),
        out_counts: question.out,
        out: forecast.out,
        turns_finished: forecast.turns,
        deviation: forecast.deviation,
        spread: spread.map(|(turns, chance)| Share { turns, chance: *chance }).collect(),
        stops: Stops {
            allowed: question.has_stops(),
            expected: forecast.stops,
            turns_without: *without,
            gain: without - turns,
            pit_box: *pit_box,
            boxes: boxes.iter().map(|(pit_box, turns)| BoxDocument { pit_box: *pit_box, turns: *turns }).collect(),
        },
        corners: corners
            .map(|((drawn, corner), number)| CornerDocument {
                corner: number,
                name: &drawn.name,
                turns: corner.turns,
                stops: corner.stops,
                gears: corner.gears,
                wear: WearDocument {
                    tyres: corner.wear[0],
                    brakes: corner.wear[1],
                    gearbox: corner.wear[2],
                    engine: corner.wear[3],
                },
            })
            .collect(),
        simulated: simulated.map(|simulated| Simulated {
            races: simulated.races,
            mean: simulated.mean,
            error: simulated.interval(1.0),
            out: simulated.out,
            stops: f64::from(simulated.stops) / f64::from(simulated.races),
        }),
    }
}

fn wear(question: &Question) -> String {
    if question.is_basic() { question.wear()[0].to_string() } else { Wear(question.wear()).to_string() }
}

fn print(track: &Track, options: &Options, report: &Report) {
    let Report { best: Best { solution, pit_box, turns, without, boxes, is_complete }, forecast, simulated } = report;
    let question = solution.question();
    let laps = many(question.laps(), "lap");
    let car = if question.is_basic() {
        "car under the basic rules".to_owned()
    } else if question.wear() == STOCK {
        "stock car".to_owned()
    } else {
        format!("car with wear points {}", wear(question))
    };
    let slot = options.slot.unwrap_or(1);
    let from = if slot == 1 { "pole".to_owned() } else { format!("slot {slot}") };
    let stops = match (pit_box, boxes.len()) {
        (None, tried) if !is_complete => format!("without pit stops (boxes tried: {tried}; {})", bounds::why()),
        (Some(number), tried) if !is_complete => {
            format!("pit stops included (box {number}; boxes tried: {tried}; {})", bounds::why())
        }
        (Some(number), 2..) => format!("pit stops included (box {number}, the best of {})", boxes.len()),
        (Some(number), _) => format!("pit stops included (box {number})"),
        (None, _) => "without pit stops".to_owned(),
    };
    let left = question.left_out();
    let left = if left.is_empty() { String::new() } else { format!("; left out: {}", left.join("; ")) };
    say(&format!(
        "A lone {car} needs {turns:.2} turns on average for {laps} from {from} with best play, {stops}{left}."
    ));
    say(&format!("Best play: {}.", objective(report)));
    let die = if options.no_start_die { "without the start die" } else { "with the start die" };
    let tyres = if question.has_tyres() { format!(", {} tyres", question.tyres().name()) } else { String::new() };
    let weather = if options.weather.is_some() { question.weather().name() } else { "dry" };
    say(&format!("Start {die}{tyres}; weather: {weather}."));
    say("");
    say(&format!("Chance of elimination: {:.3} %.", forecast.out * 100.0));
    let [low, middle, high] = [0.05, 0.5, 0.95].map(|share| forecast.within(share));
    say(&format!(
        "Turns of the races in which the car finishes: mean {:.2}, standard deviation {:.2}; half take {middle} or \
         fewer, nine in ten {low} to {high}.",
        forecast.turns, forecast.deviation
    ));
    for (turns, chance) in forecast.spread.iter().enumerate().filter(|(_, chance)| **chance >= 0.0005) {
        say(&format!("  {turns:>3} turns {:5.1} %", chance * 100.0));
    }
    if question.has_stops() {
        let gain = without - turns;
        let pays = if gain >= 0.005 {
            format!(
                "Stops save turns: {turns:.2} turns with stops allowed, {without:.2} without a stop, {gain:.2} saved"
            )
        } else if !is_complete {
            format!("No stop that was tried saves turns: {without:.2} turns without a stop")
        } else {
            format!("Stops save no turns: {without:.2} turns without a stop")
        };
        say(&format!("{pays}; {:.2} stops per race.", forecast.stops));
    }
    if let Some(simulated) = simulated {
        say(&format!(
            "{} with this play: {:.2} ± {:.2} turns, {} out, {:.2} stops.",
            many(simulated.races, "simulated race"),
            simulated.mean,
            simulated.interval(1.0),
            many(simulated.out, "car"),
            f64::from(simulated.stops) / f64::from(simulated.races)
        ));
    }
    say("");
    say(
        "For each corner, in one lap: turns on the way to it and in it; stops (turns that end in it), with their gears; lost wear points.",
    );
    for ((drawn, corner), number) in track.draft().corners.iter().zip(&forecast.corners).zip(1..) {
        let gears = (1..).zip(corner.gears).filter(|(_, turns)| *turns >= 0.005 * corner.stops.max(0.01));
        let gears: Vec<String> =
            gears.map(|(gear, turns)| format!("{gear} ({:.0} %)", 100.0 * turns / corner.stops)).collect();
        let [tyres, brakes, gearbox, engine] = corner.wear;
        let lost = if question.is_basic() {
            format!("{tyres:.2}")
        } else {
            format!("T {tyres:.2} B {brakes:.2} G {gearbox:.2} E {engine:.2}")
        };
        let name = if drawn.name.is_empty() { String::new() } else { format!(" {}", drawn.name) };
        say(&format!(
            "  {number:>2}{name}: {:.2} turns, {:.2} stops; gears {}; {lost}",
            corner.turns,
            corner.stops,
            if gears.is_empty() { "-".to_owned() } else { gears.join(", ") }
        ));
    }
    say("");
    say(&format!("{} states, {} MB.", solution.states, solution.bytes >> 20));
}
