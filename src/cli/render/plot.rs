//! Plots of a race: pictures and tables for `paddock render --plot`.

use std::path::Path;

use super::Arguments;
use super::options::Over;
use crate::analysis::{Axis, Column, Expression, Kind, Quantity, Series, Table, Value, plotted};
use crate::cli::analyze::evaluate;
use crate::cli::bounds;
use crate::cli::compare::{Wanted, compare};
use crate::cli::open::{self, Found};
use crate::cli::output::Inputs;
use crate::cli::{Answer, Failure, Outcome, say};
use crate::export::{TableFormat, write_table};
use crate::game::words::many;
use crate::limits::MAX_PICTURE_SIDE;
use crate::render::RenderError;
use crate::render::chart::{Chart, least_stack_height, stack_height, stacked, stacked_png};
use crate::replay::Race;
use crate::report::chart;
use crate::storage;

/// Draws the plots of one race, or lists what can be plotted.
pub(super) fn run(arguments: &Arguments) -> Answer {
    let [file] = arguments.files.as_slice() else {
        return Err(Failure::new(format!(
            "--plot draws one race, but {} files are named; name one",
            arguments.files.len()
        )));
    };
    let is_list = arguments.plot.iter().any(|word| word.trim() == "list");
    let ending = arguments.output.as_deref().map(ending).unwrap_or_default();
    match &arguments.output {
        None if !is_list => {
            return Err(Failure::new("no output file is named; name one with -o, ending in .svg, .png or .csv"));
        }
        Some(output) if !is_list && !["svg", "png", "csv"].contains(&ending.as_str()) => {
            return Err(Failure::new(format!(
                "{}: the name of a plot must end in .svg, .png or .csv",
                output.display()
            )));
        }
        _ => {}
    }
    if arguments.text.is_some() && ending != "svg" {
        return Err(Failure::new("--text is for SVG: name a file that ends in .svg"));
    }
    let Found::Race(race, _) = open::race(file, None)? else { return Ok(Outcome::Faulty) };
    let race = race.as_ref();
    let words = words(&arguments.plot);
    let is_delta = words.iter().any(|word| word.trim() == "delta");
    if is_delta && words.len() > 1 {
        return Err(Failure::new("--plot delta is drawn alone; name no other quantities"));
    }
    if !is_delta && (arguments.against.is_some() || !arguments.laps.is_empty()) {
        return Err(Failure::new("--against and --laps are only for --plot delta"));
    }
    if let (true, Some(output)) = (is_delta, &arguments.output) {
        Inputs::new([file.as_path()]).keep(output)?;
        return delta(arguments, file, race, (output, &ending));
    }
    let mut series = Series::of(race);
    let is_comparable = race.info().compared_with.is_some();
    if is_list {
        for quantity in Quantity::of_race(race, &series).into_iter().chain(is_comparable.then_some(Quantity::Lost)) {
            let words = [quantity.title(race).into_owned(), quantity.unit(race).to_owned()];
            say(&format!("{:<16} {}, {}", quantity.word(race.resources()), words[0], words[1]));
        }
        return Ok(Outcome::Fine);
    }
    let Some(output) = &arguments.output else { return Ok(Outcome::Failed) };
    Inputs::new([file.as_path()]).keep(output)?;
    let named = |failure: &dyn std::fmt::Display| Failure::new(format!("{}: {failure}", file.display()));
    let mut quantities: Vec<Quantity> = Vec::new();
    if is_comparable && words.iter().any(|word| word.contains("losses") || word.trim() == "lost") {
        let Some(evaluation) = evaluate(file, race)? else {
            let (file, why) = (file.display(), bounds::why());
            return Err(Failure::new(format!("{file}: {why} before the losses were computed; nothing was written")));
        };
        series.set_lost(Some(&evaluation));
    }
    for word in words {
        let quantity = quantity(&word, race, &mut series).map_err(|error| named(&error))?;
        if !quantities.contains(&quantity) {
            quantities.push(quantity);
        }
    }
    let cars = cars(race, &arguments.cars).map_err(|words| named(&words))?;
    let axis = match arguments.over {
        None | Some(Over::Turn) => Axis::Turns,
        Some(Over::Round) => Axis::Rounds,
        Some(Over::Lap) => Axis::Lap,
    };
    let outcome = open::legality(file, race, race.len());
    let failed = |error: RenderError| match error {
        RenderError::Size { .. } => Failure::new(format!(
            "{}: this size is not possible for a picture of {}; the width must be at least 200 pixels and the height \
             at least {} (more with many cars), and neither may exceed {MAX_PICTURE_SIDE}",
            output.display(),
            many(quantities.len() as u64, "plot"),
            least_stack_height(quantities.len())
        )),
        error => Failure::new(format!("{}: {error}", output.display())),
    };
    let bytes = if ending == "csv" {
        let mut bytes = Vec::new();
        write_table(&plotted(race, &series, &quantities, axis, &cars), TableFormat::Csv, &mut bytes)
            .map_err(|error| Failure::new(format!("{}: {error}", output.display())))?;
        bytes
    } else {
        let charts: Vec<Chart> =
            quantities.iter().map(|quantity| chart(race, &series, *quantity, axis, &cars)).collect();
        let height = arguments.height.unwrap_or_else(|| stack_height(charts.len()));
        let (theme, size) = (arguments.theme.into(), [arguments.still_width(), height]);
        match ending.as_str() {
            "svg" => {
                let drawing = stacked(&charts, race.title(), theme, size);
                drawing.and_then(|drawing| arguments.texts().apply(drawing)).map_err(failed)?.into_bytes()
            }
            _ => stacked_png(&charts, race.title(), theme, size).map_err(failed)?,
        }
    };
    storage::write(output, &bytes)?;
    Ok(outcome)
}

/// Draws the difference between two cars, or between two laps.
fn delta(arguments: &Arguments, file: &Path, race: &dyn Race, (output, ending): (&Path, &str)) -> Answer {
    let (cars, laps) = (&arguments.cars, &arguments.laps);
    let compared = compare(file, race, Wanted { against: arguments.against.as_deref(), cars, laps })?;
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", output.display()));
    let bytes = if ending == "csv" {
        let columns = vec![
            Column::new("x", "x", Kind::Number(4), "The laps since the start of the race, or since the finish line"),
            Column::new("delta", "Turns ahead", Kind::Number(4), "The turns by which the first car is ahead"),
        ];
        let rows = compared.points().iter().map(|[x, turns]| vec![Value::number(*x), Value::number(*turns)]).collect();
        let mut bytes = Vec::new();
        write_table(&Table { name: "delta".into(), columns, rows }, TableFormat::Csv, &mut bytes)
            .map_err(|error| failed(&error))?;
        bytes
    } else {
        let charts = [compared.chart()];
        let size = [arguments.still_width(), arguments.height.unwrap_or_else(|| stack_height(2))];
        let theme = arguments.theme.into();
        let drawn = match ending {
            "svg" => stacked(&charts, race.title(), theme, size).map(String::into_bytes),
            _ => stacked_png(&charts, race.title(), theme, size),
        };
        drawn.map_err(|error| failed(&error))?
    };
    storage::write(output, &bytes)?;
    Ok(open::legality(file, race, race.len()))
}

/// Splits the arguments into quantities at commas. Commas in brackets are part of an expression.
fn words(arguments: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    for argument in arguments {
        let (mut word, mut depth) = (String::new(), 0_u32);
        for letter in argument.chars() {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    words.push(std::mem::take(&mut word));
                    continue;
                }
                _ => {}
            }
            word.push(letter);
        }
        words.push(word);
    }
    words
}

/// Returns the quantity that a text describes: the name of a quantity, or an expression such as `speed / gear`. If it
/// is an expression, computes its values and adds them to `series`.
fn quantity(word: &str, race: &dyn Race, series: &mut Series) -> Result<Quantity, String> {
    let unknown = match Quantity::named(word, race, series) {
        Ok(quantity) => return Ok(quantity),
        Err(unknown) => unknown,
    };
    let is_name = word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' '));
    if is_name && !word.contains([' ', '-']) {
        return Err(unknown.to_string());
    }
    let expression = Expression::read(word, race, series).map_err(|error| format!("{:?}: {error}", word.trim()))?;
    if let Some((known, _)) = series.own().find(|(_, text)| *text == expression.text()) {
        return Ok(Quantity::Own(known));
    }
    let number = u8::try_from(series.own().count()).map_err(|_| "at most 256 expressions can be plotted".to_owned())?;
    expression.add_to(series, number);
    Ok(Quantity::Own(number))
}

/// The ending of a file's name, in lower case, without the dot.
fn ending(path: &Path) -> String {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// The indices of the cars with these numbers, or of all cars if no numbers are given. Returns a message if a number is
/// unknown.
fn cars(race: &dyn Race, numbers: &[u32]) -> Result<Vec<usize>, String> {
    let entrants = race.entrants();
    if numbers.is_empty() {
        return Ok((0..entrants.len()).collect());
    }
    let mut cars = Vec::with_capacity(numbers.len());
    for number in numbers {
        let Some(car) = entrants.iter().position(|entrant| entrant.car.0 == *number) else {
            let known: Vec<String> =
                entrants.iter().map(|entrant| format!("{} ({})", entrant.car.0, entrant.name)).collect();
            return Err(format!("unknown car {number}; this race has {}", known.join(", ")));
        };
        if !cars.contains(&car) {
            cars.push(car);
        }
    }
    cars.sort_unstable();
    Ok(cars)
}
