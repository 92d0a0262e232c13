//! Plots the speed of all cars of a race over its turns as PNG.
//!
//! ```text
//! cargo run --no-default-features --features pictures --example plot_curve -- replays/vektorace/copper-kettle-six-cars.json speed.png
//! ```

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::path::Path;

use paddock::analysis::{Axis, Laps, Quantity, Series, lines};
use paddock::game::Refused;
use paddock::render::Theme;
use paddock::render::chart::{Chart, ChartAxis, ChartLine, Joined, png};
use paddock::replay::Opened;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "replays/vektorace/copper-kettle-six-cars.json".to_owned());
    let out = arguments.next().unwrap_or_else(|| "speed.png".to_owned());
    let circuit = |name: &str| {
        std::fs::read(Path::new(&file).with_file_name(name)).map_err(|error| Refused::from(error.to_string()))
    };
    let Opened::Race(race) = paddock::open(&std::fs::read(&file)?, &circuit)? else {
        return Err(format!("{file} is a circuit, not a race").into());
    };
    let series = Series::of(race.as_ref());
    let lines: Vec<ChartLine> = lines(&series, Quantity::Speed, Axis::Turns, Laps::All)
        .into_iter()
        .map(|line| ChartLine {
            name: race.entrants()[line.car].name.clone(),
            index: line.car,
            points: line.points.into_owned(),
            joined: Joined::Marked,
            ..ChartLine::default()
        })
        .collect();
    let axis = |title: &str, range| ChartAxis { title: title.to_owned(), range, is_whole: true };
    let chart = Chart {
        title: format!("{}: speed", race.title()),
        x: axis(Axis::Turns.label(), Axis::Turns.range(&series)),
        y: axis(race.info().unit, Quantity::Speed.extent(&series, race.resources())),
        lines,
        ..Chart::default()
    };
    std::fs::write(&out, png(&chart, Theme::Light, [1_600, 800])?)?;
    println!("{out}: {} turns of {} cars", race.len(), race.entrants().len());
    Ok(())
}
