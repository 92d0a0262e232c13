//! `paddock render RACE -o OUT.gif`: moving pictures of races.

use std::cell::RefCell;
use std::path::Path;

use super::Arguments;
use super::complaints::unwritten;
use crate::cli::bounds::{self, file_size};
use crate::cli::open::{self, Found};
use crate::cli::{Answer, Failure, Outcome, complain, say};
use crate::game::CarId;
use crate::game::words::many;
use crate::render;
use crate::render::moving::{Moving, MovingError, MovingFormat, moving};
use crate::storage;

/// The width of a moving picture, in pixels.
const WIDTH: u32 = 800;

/// The options for moving pictures.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options for moving pictures (.gif, .apng)")]
pub(super) struct MovingArguments {
    /// The first position, as the number of turns played [default: 0]
    #[arg(long, value_name = "N")]
    from: Option<usize>,
    /// The last position, as the number of turns played [default: the end of the race]
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// The time for each turn, in seconds, 0.02 to 60; the last position stays for at least 2 seconds [default: 0.5]
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds_per_turn: Option<f64>,
    /// The number of frames for each turn, 1 to 60; with more than one, cars glide from place to place [default: 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=60))]
    steps: Option<u32>,
    /// Show the surroundings of this car, not the whole board
    #[arg(long, value_name = "CAR")]
    follow: Option<u32>,
    /// Below the board, write the race, the turn, the round and the car that moved
    #[arg(long)]
    captions: bool,
    /// Repeat the moving picture forever (the default)
    #[arg(long = "loop", conflicts_with = "once")]
    repeats: bool,
    /// Show the moving picture once, and stop at its end
    #[arg(long)]
    once: bool,
    /// Make the file no larger than this, such as 5MB or 800kB, with fewer frames and colours or a smaller picture if
    /// needed
    #[arg(long, value_name = "SIZE", alias = "most-bytes", value_parser = file_size)]
    size_limit: Option<u64>,
}

impl MovingArguments {
    /// Returns an error if one of these options was given, because they have no effect on a still picture.
    pub(super) fn are_unused(&self) -> Result<(), Failure> {
        let given = [
            ("--from", self.from.is_some()),
            ("--to", self.to.is_some()),
            ("--seconds-per-turn", self.seconds_per_turn.is_some()),
            ("--steps", self.steps.is_some()),
            ("--follow", self.follow.is_some()),
            ("--captions", self.captions),
            ("--loop", self.repeats),
            ("--once", self.once),
            ("--size-limit", self.size_limit.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => {
                Err(Failure::new(format!("{name} is for moving pictures: choose an output that ends in .gif or .apng")))
            }
            None => Ok(()),
        }
    }
}

/// Returns the format of a moving picture, from the ending of its file name; `None` for other files.
pub(super) fn format_of(path: &Path) -> Option<MovingFormat> {
    // A file such as `.gif` has no extension.
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "gif" => Some(MovingFormat::Gif),
        "apng" => Some(MovingFormat::Apng),
        _ => None,
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.trim().trim_end_matches('s').parse().ok();
    seconds.filter(|seconds| (0.02..=60.0).contains(seconds)).ok_or_else(|| "write a number from 0.02 to 60".to_owned())
}

/// Draws a race as a moving picture.
pub(super) fn run(arguments: &Arguments, file: &Path, format: MovingFormat) -> Answer {
    let still = [
        ("--at and --columns", !arguments.at.is_empty() || arguments.columns.is_some(), "use --from and --to"),
        ("--legend", arguments.legend, "use --captions"),
        ("--racing-line", arguments.racing_line, "leave it out"),
        ("--transparent", arguments.transparent, "leave it out"),
    ];
    if let Some((name, _, instead)) = still.iter().find(|(_, is_given, _)| *is_given) {
        return Err(Failure::new(format!("{name} cannot be used for moving pictures; {instead}")));
    }
    let own = &arguments.moving;
    let Found::Race(race, to) = open::race(file, own.to)? else { return Ok(Outcome::Faulty) };
    let from = own.from.unwrap_or(0);
    if from > to {
        return Err(Failure::new(format!("{}: --from {from} comes after --to {to}", file.display())));
    }
    let (hidden, parts) = (arguments.hidden(), arguments.parts());
    let request = Moving {
        format,
        from,
        to,
        theme: arguments.theme.into(),
        width: arguments.width_or(WIDTH),
        seconds_per_turn: own.seconds_per_turn.unwrap_or(0.5),
        steps: own.steps.unwrap_or(1),
        follow: own.follow.map(CarId),
        captions: own.captions,
        repeats: !own.once,
        legal: arguments.legal,
        whole_table: arguments.whole_table,
        hidden: &hidden,
        parts: &parts,
        most_bytes: own.size_limit,
    };
    let bar = RefCell::new(open::progress(to - from + 1, "frames"));
    let mut report = |done: usize, all: usize| {
        let bar = bar.borrow();
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        !bounds::is_reached()
    };
    let made = moving(race.as_ref(), &request, &mut report);
    bar.borrow().finish_and_clear();
    let output = arguments.out()?;
    let out = output.display();
    let movie = made.map_err(|error| match error {
        MovingError::Stopped => Failure::new(format!("{}: {out} was not written", bounds::why())),
        MovingError::Car(_) | MovingError::Turns { .. } => Failure::new(format!("{}: {error}", file.display())),
        other => Failure::new(format!("{out}: {other}")),
    })?;
    storage::write(output, &movie.bytes)?;
    unwritten(&render::position(race.as_ref(), to, false));
    if !movie.changes.is_empty() {
        complain(&format!("{out}: made smaller to keep the size limit: {}", movie.changes.join(", ")));
    }
    let [width, height] = movie.size;
    let frames = many(movie.frames as u64, "frame");
    say(&format!("{out}: {frames}, {width} × {height} pixels, {} kB", movie.bytes.len().div_ceil(1_000)));
    Ok(open::legality(file, race.as_ref(), to))
}
