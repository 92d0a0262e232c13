//! `paddock render`: draws circuits and races, one or many at once. Circuits become pictures or set-up sheets.
//! Races become pictures, moving pictures or plots.

mod complaints;
mod moving;
mod options;
mod plot;
mod sheet;
mod still;

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use options::{Extra, Format, Hidden, Over, SheetKind, TextForm, ThemeName};

use super::bounds::{self, Bounds};
use super::open;
use super::output::Inputs;
use super::{Answer, Failure, Outcome, complain, say};
use crate::game::scene::Style;
use crate::render::furniture::Part;
use crate::render::{Caption, Paper, Picture, Texts};
use crate::storage;

/// Draws circuits, or races after some turns.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The files of circuits or races, or folders with `.json` files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write, ending in .png, .svg, .pdf (a set-up sheet), .csv (a plot),
    /// .gif or .apng (a moving picture); or a folder for many files
    #[arg(short, long, value_name = "OUT", required_unless_present = "plot")]
    output: Option<PathBuf>,
    /// The format of the pictures, if the output is a folder
    #[arg(long, value_enum, default_value_t = Format::Png)]
    format: Format,
    /// Draw the race after this number of turns; several numbers, such as 3,7,12, give pictures side by side [default:
    /// the end of the race]
    #[arg(long, value_name = "N", value_delimiter = ',', allow_negative_numbers = true, value_parser = super::open::turns_played)]
    at: Vec<usize>,
    /// With several positions, the number of positions drawn in each row [default: up to 4]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=20))]
    columns: Option<u32>,
    /// Width of the picture, in pixels [default: 1600; moving pictures: 800]
    #[arg(long, value_name = "PX")]
    width: Option<u32>,
    /// Width of the printed picture, in millimetres, instead of pixels
    #[arg(long, value_name = "MM", conflicts_with = "width", value_parser = clap::value_parser!(u32).range(1..=5_000))]
    width_mm: Option<u32>,
    /// Pixels per inch of the printed picture
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(10..=2_400))]
    dpi: u32,
    /// The colours of the picture
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
    /// Show where the car to act can legally go
    #[arg(long)]
    legal: bool,
    /// Show the fastest lap with its gears (VektoRace, second edition) or the fastest route (Vector Racing)
    #[arg(long)]
    racing_line: bool,
    /// Leave the background transparent
    #[arg(long)]
    transparent: bool,
    /// Add the title and a description below the picture
    #[arg(long)]
    legend: bool,
    /// Add these parts around the board, such as the title and the key
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    furniture: Vec<Extra>,
    /// Show the whole table, not only the part with the circuit
    #[arg(long)]
    whole_table: bool,
    /// Leave out these parts of the drawing
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    hide: Vec<Hidden>,
    /// The way in which an SVG file stores its texts [default: named]
    #[arg(long, value_enum)]
    text: Option<TextForm>,
    /// The kind of set-up sheet
    #[arg(long, value_enum, default_value_t = SheetKind::Plan)]
    sheet: SheetKind,
    /// The paper size of a set-up sheet: a4, a3, letter, or width and height in millimetres, such as 200x280
    #[arg(long, value_parser = options::paper, default_value = "a4", value_name = "SIZE")]
    paper: Paper,
    /// For set-up sheets: the length in millimetres of the game's unit (VektoRace: of an octagon), if the circuit does
    /// not set it
    #[arg(long, value_name = "MM")]
    unit_mm: Option<f64>,
    /// Draw these quantities of a race as plots, one below the other: names or expressions such as "speed / gear",
    /// separated by commas; `delta` alone draws the lead of one car or lap over another; `list` prints the names
    #[arg(long, value_name = "QUANTITIES",
          conflicts_with_all = ["at", "legal", "racing_line", "transparent", "legend", "furniture", "hide", "whole_table", "columns", "unit_mm"])]
    plot: Vec<String>,
    /// The numbers of the cars to show in the plots [default: all cars]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS", requires = "plot")]
    cars: Vec<u32>,
    /// With --plot delta: compare with this other race on the same circuit, or with `fastest-lap`, the proved fastest
    /// lap [default: the same race]
    #[arg(long, value_name = "RACE|fastest-lap", requires = "plot", conflicts_with = "over")]
    against: Option<String>,
    /// With --plot delta: compare only this lap of both cars, or two different laps, such as 1,2 for lap 1 of the first
    /// car and lap 2 of the other [default: whole races]
    #[arg(long, value_name = "LAPS", value_delimiter = ',', requires = "plot", conflicts_with = "over")]
    laps: Vec<u32>,
    /// The horizontal axis of plots [default: turn]
    #[arg(long, value_enum, requires = "plot")]
    over: Option<Over>,
    /// Height of the picture with the plots, in pixels [default: enough for all plots]
    #[arg(long, value_name = "PX", requires = "plot")]
    height: Option<u32>,
    #[command(flatten)]
    moving: moving::MovingArguments,
    #[command(flatten)]
    bounds: Bounds,
}

impl Arguments {
    /// The width of a still picture, in pixels.
    fn still_width(&self) -> u32 {
        self.width_or(1_600)
    }

    /// The width of the picture, in pixels; `usual` if no width was given.
    fn width_or(&self, usual: u32) -> u32 {
        let printed = |mm: u32| (f64::from(mm) / 25.4 * f64::from(self.dpi)).round() as u32;
        self.width.or(self.width_mm.map(printed)).unwrap_or(usual)
    }

    /// The way in which an SVG file stores its texts.
    fn texts(&self) -> Texts {
        self.text.map_or(Texts::Named, TextForm::texts)
    }

    /// The settings of a still picture with this caption.
    fn picture<'a>(&self, caption: Caption<'a>) -> Picture<'a> {
        Picture {
            theme: self.theme.into(),
            width: self.still_width(),
            caption,
            transparent: self.transparent,
            dpi: self.width_mm.map(|_| self.dpi),
        }
    }

    fn hidden(&self) -> Vec<Style> {
        self.hide.iter().flat_map(|what| what.styles()).copied().collect()
    }

    fn parts(&self) -> Vec<Part> {
        self.furniture.iter().flat_map(|extra| extra.parts()).copied().collect()
    }

    /// The file or folder to write.
    fn out(&self) -> Result<&Path, Failure> {
        self.output.as_deref().ok_or_else(|| Failure::new("no output is named; name a file or a folder with -o"))
    }

    /// The file to draw. Returns an error if several files are named.
    fn only_file(&self) -> Result<&Path, Failure> {
        let [file] = self.files.as_slice() else {
            return Err(Failure::new(format!(
                "{}: {} files cannot be drawn into one picture; name a folder as output",
                self.out()?.display(),
                self.files.len()
            )));
        };
        Inputs::new([file.as_path()]).keep(self.out()?)?;
        Ok(file)
    }
}

pub fn run(arguments: &Arguments) -> Answer {
    arguments.bounds.keep();
    if !arguments.plot.is_empty() {
        arguments.moving.are_unused()?;
        return plot::run(arguments);
    }
    let output = arguments.out()?;
    let moving = moving::format_of(output);
    let format = Format::of(output);
    if arguments.text.is_some() && (moving.is_some() || format.unwrap_or(arguments.format) != Format::Svg) {
        return Err(Failure::new("--text is for SVG: name a file that ends in .svg, or use --format svg for a folder"));
    }
    if let Some(format) = moving {
        return moving::run(arguments, arguments.only_file()?, format);
    }
    arguments.moving.are_unused()?;
    if let Some(format) = format {
        return still::one(arguments, arguments.only_file()?, output, format);
    }
    let name = output.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if ["png", "svg", "pdf", "gif", "apng"].iter().any(|ending| name == format!(".{ending}")) {
        return Err(Failure::new(format!(
            "{}: the file name is only an extension; choose a name such as picture{name}",
            output.display()
        )));
    }
    if output.extension().is_some() && !output.is_dir() {
        let name = output.display();
        return Err(Failure::new(format!(
            "{name}: unknown kind of file; end the name in .png or .svg for a picture, in .pdf for a set-up sheet, in .gif or .apng for a moving picture"
        )));
    }
    many(arguments, output)
}

/// Draws a picture of every file into the output folder.
fn many(arguments: &Arguments, output: &Path) -> Answer {
    let walked = open::walk(&arguments.files)?;
    let files = walked.files.iter().cloned();
    let mut jobs: Vec<(PathBuf, PathBuf)> = Vec::with_capacity(walked.files.len());
    for file in files {
        // `with_extension` would cut names that contain dots.
        let mut name = file.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".{}", arguments.format.ending()));
        let out = output.join(name);
        if let Some((other, _)) = jobs.iter().find(|(_, known)| *known == out) {
            return Err(Failure::new(format!(
                "{} and {} would both be written to {}; draw them with separate commands",
                other.display(),
                file.display(),
                out.display()
            )));
        }
        jobs.push((file, out));
    }
    let inputs = Inputs::new(jobs.iter().map(|(file, _)| file.as_path()));
    for (_, out) in &jobs {
        inputs.keep(out)?;
    }
    storage::create_folder(output)?;
    let progress = open::progress(jobs.len(), "drawn");
    let draw = |(file, out): &(PathBuf, PathBuf)| {
        let answer = (!bounds::is_reached()).then(|| still::one(arguments, file, out, arguments.format));
        progress.inc(1);
        answer
    };
    let answers: Vec<Option<Answer>> = jobs
        .chunks(together(arguments.still_width()))
        .flat_map(|jobs| jobs.par_iter().map(draw).collect::<Vec<_>>())
        .collect();
    progress.finish_and_clear();
    // If a file cannot be drawn, report it, draw the remaining files, and let the command fail.
    let mut worst = Outcome::Fine;
    let (mut drawn, mut left_out) = (0, 0);
    for answer in answers {
        match answer {
            Some(Ok(outcome)) => {
                drawn += 1;
                worst = worst.max(outcome);
            }
            Some(Err(failure)) => {
                complain(&failure.to_string());
                worst = Outcome::Failed;
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        complain(&format!("{}: {left_out} of {} files were not drawn", bounds::why(), jobs.len()));
        worst = Outcome::Failed;
    }
    say(&format!("{}: {drawn} of {} drawn", output.display(), jobs.len()));
    Ok(walked.outcome(worst))
}

/// The number of pictures of this width that may be drawn at the same time. It is limited by the memory.
fn together(width: u32) -> usize {
    const MOST_BYTES: u64 = 1_200_000_000;
    // An estimate of the memory for a square picture: a strip of pixels and the file, plus an eighth of all pixels.
    const STRIP: u64 = 32 << 20;
    let bytes = STRIP + u64::from(width).pow(2) / 2;
    usize::try_from(MOST_BYTES.min(bounds::memory()) / bytes).unwrap_or(1).max(1)
}
