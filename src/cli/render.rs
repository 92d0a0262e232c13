//! `paddock render`: draws circuits and races, one or many at once. Circuits become pictures or set-up sheets.
//! Races become pictures, moving pictures or plots.

mod moving;
mod options;
mod plot;

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use options::{Extra, Format, Hidden, Over, SheetKind, TextForm, ThemeName};

use super::bounds::{self, Bounds};
use super::open::{self, OpenFailure};
use super::output::Inputs;
use super::{Answer, Failure, Outcome, complain, say};
use crate::game::prelude::*;
use crate::game::scene::{Scene, Style};
use crate::game::words;
use crate::game::{AnyDraft, Severity};
use crate::games::vector_racing::VectorRacing;
use crate::games::vektorace::solve::{Extent, MOST_BYTES, Question};
use crate::games::vektorace::{Vektorace, draw_lap};
use crate::render::furniture::{Furniture, Part};
use crate::render::{self, Caption, Panel, Paper, Picture, SheetRequest, Texts};
use crate::replay::{Opened, Race, code};
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
        return one(arguments, arguments.only_file()?, output, format);
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
        let answer = (!bounds::is_reached()).then(|| one(arguments, file, out, arguments.format));
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

fn one(arguments: &Arguments, file: &Path, out: &Path, format: Format) -> Answer {
    let opened = match open::document(file) {
        Ok(opened) => opened,
        Err(OpenFailure::Unreadable(failure)) => return Err(failure),
        Err(OpenFailure::Invalid(error)) => {
            complain(&format!("{}: {error}", file.display()));
            return Ok(Outcome::Faulty);
        }
    };
    if format == Format::Pdf {
        let Opened::Track(draft) = opened else {
            return Err(Failure::new(format!("{}: this is a race; a set-up sheet needs a circuit", file.display())));
        };
        return sheet(arguments, &draft, file, out);
    }
    let parts = arguments.parts();
    let (scene, furniture, caption, outcome) = match opened {
        Opened::Track(draft) => {
            if !arguments.at.is_empty() || arguments.columns.is_some() || arguments.legal {
                return Err(Failure::new(format!(
                    "{}: this is a circuit; --at, --columns and --legal are for races",
                    file.display()
                )));
            }
            let mut outcome = faults(&draft, file);
            let faulty = outcome == Outcome::Faulty;
            let mut scene = draft.scene(&[]);
            if arguments.racing_line && !faulty {
                outcome = racing_line(&draft, file, &mut scene)?;
            }
            let mut furniture = Furniture::circuit(&draft, arguments.unit_mm, &scene);
            if parts.contains(&Part::Code) {
                match code::text_of(&draft) {
                    Ok(text) => furniture.code = Some(text),
                    Err(error) => complain(&format!("{}: drawn without a QR code: {error}", file.display())),
                }
            }
            (scene, furniture, (draft.name().to_owned(), about(&draft)), outcome)
        }
        Opened::Race(race) => {
            if arguments.racing_line {
                let name = file.display();
                return Err(Failure::new(format!("{name}: this is a race; --racing-line is for circuits")));
            }
            if arguments.at.len() > 1 {
                return positions(arguments, race.as_ref(), file, out, format);
            }
            if arguments.columns.is_some() {
                return Err(Failure::new("--columns is for several positions, such as --at 3,7,12"));
            }
            let at = open::position(file, race.as_ref(), arguments.at.first().copied())?;
            let caption = (race.title().to_owned(), format!("After turn {at} of {}", race.len()));
            let scene = render::position(race.as_ref(), at, arguments.legal);
            let furniture = Furniture::race(race.as_ref(), Some(at), caption.1.clone(), &scene);
            (scene, furniture, caption, open::legality(file, race.as_ref(), at))
        }
    };
    let scene = scene.without(&arguments.hidden());
    let mut scene = if arguments.whole_table { scene } else { scene.cropped() };
    furniture.add(&parts, &mut scene);
    let caption = if arguments.legend { Caption { title: &caption.0, legend: &caption.1 } } else { Caption::default() };
    let picture = Picture {
        theme: arguments.theme.into(),
        width: arguments.still_width(),
        caption,
        transparent: arguments.transparent,
        dpi: arguments.width_mm.map(|_| arguments.dpi),
    };
    let failed = |error: render::RenderError| Failure::new(format!("{}: {error}", out.display()));
    let bytes = match format {
        Format::Svg => {
            let drawing = render::svg(&scene, picture).and_then(|drawing| arguments.texts().apply(drawing));
            drawing.map_err(failed)?.into_bytes()
        }
        _ => render::png(&scene, picture).map_err(failed)?,
    };
    storage::write(out, &bytes)?;
    if format == Format::Png {
        unwritten(&scene);
    }
    Ok(outcome)
}

/// Draws several positions of a race side by side.
fn positions(arguments: &Arguments, race: &dyn Race, file: &Path, out: &Path, format: Format) -> Answer {
    let given = [("--furniture", !arguments.furniture.is_empty()), ("--legend", arguments.legend)];
    if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::new(format!("{name} is for one position; leave it out, or name one position with --at")));
    }
    let mut outcome = Outcome::Fine;
    let mut panels = Vec::with_capacity(arguments.at.len());
    for at in &arguments.at {
        let at = open::position(file, race, Some(*at))?;
        let scene = render::position(race, at, arguments.legal).without(&arguments.hidden());
        let scene = if arguments.whole_table { scene } else { scene.cropped() };
        panels.push(Panel { scene, words: format!("After turn {at} of {}", race.len()) });
        outcome = outcome.max(open::legality(file, race, at));
    }
    let columns = arguments.columns.map_or(4, |columns| columns as usize);
    let picture = Picture {
        theme: arguments.theme.into(),
        width: arguments.still_width(),
        caption: Caption::default(),
        transparent: arguments.transparent,
        dpi: arguments.width_mm.map(|_| arguments.dpi),
    };
    panels.iter().for_each(|panel| {
        if format == Format::Png {
            unwritten(&panel.scene)
        }
    });
    let drawing = render::strip(panels, columns, picture);
    let bytes = match format {
        Format::Svg => drawing.and_then(|drawing| arguments.texts().apply(drawing)).map(String::into_bytes),
        _ => drawing.and_then(|drawing| render::png_of(&drawing, picture)),
    };
    storage::write(out, &bytes.map_err(|error| Failure::new(format!("{}: {error}", out.display())))?)?;
    Ok(outcome)
}

/// Reports the characters of a picture for which no font has a glyph. Reports only once in a run of the program.
fn unwritten(scene: &Scene) {
    let texts = scene.items.iter().filter_map(|item| match &item.shape {
        crate::game::scene::Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    unwritten_text(&texts.collect::<String>());
}

/// Reports the characters of a text for which no font has a glyph. Reports only once in a run of the program.
fn unwritten_text(text: &str) {
    static REPORTED: std::sync::Once = std::sync::Once::new();
    let missing = render::unwritable(text);
    if !missing.is_empty() {
        let few: Vec<String> = missing.iter().take(8).map(ToString::to_string).collect();
        REPORTED.call_once(|| {
            complain(&format!(
                "no font on this computer has the characters {} ({} in all), so boxes are drawn instead. Install a font that has them, or draw an SVG",
                few.join(" "),
                words::many(missing.len() as u64, "character")
            ));
        });
    }
}

/// Adds the fastest lap, or the fastest route in Vector Racing, to the drawing of a circuit.
fn racing_line(draft: &AnyDraft, file: &Path, scene: &mut Scene) -> Answer {
    if let Some(draft) = draft.of::<VectorRacing>() {
        return super::solve::paper_line(draft, file, scene);
    }
    let Some(draft) = draft.of::<Vektorace>() else {
        return Err(Failure::new(format!(
            "{}: games with dice have no fastest line; leave out --racing-line",
            file.display()
        )));
    };
    let Some(track) = Vektorace::validate(draft).0 else { return Ok(Outcome::Faulty) };
    let question = Question { extent: Extent::Lap, bytes: MOST_BYTES.min(bounds::memory()), ..Question::default() };
    let solution = super::solve::watched(&track, &question)?;
    if let Some(cut) = solution.cut_short.filter(|_| solution.fastest.is_none()) {
        return Err(super::solve::unfinished(file, "lap", cut.at_least as f64));
    }
    if let Some(refused) = &solution.refused {
        complain(&format!("{}: {}", file.display(), refused.message));
    }
    let Some(fastest) = &solution.fastest else { return Ok(Outcome::Faulty) };
    draw_lap(&fastest.lap, scene);
    Ok(Outcome::Fine)
}

/// The table's size in words, for the legend.
fn about(draft: &AnyDraft) -> String {
    let [from, to] = draft.layout().table;
    format!("Table {:.2} × {:.2} {}", to[0] - from[0], to[1] - from[1], draft.info().unit)
}

fn sheet(arguments: &Arguments, draft: &AnyDraft, file: &Path, out: &Path) -> Answer {
    let given = [
        ("--at", !arguments.at.is_empty()),
        ("--columns", arguments.columns.is_some()),
        ("--legal", arguments.legal),
        ("--racing-line", arguments.racing_line),
        ("--legend", arguments.legend),
        ("--furniture", !arguments.furniture.is_empty()),
        ("--transparent", arguments.transparent),
        ("--whole-table", arguments.whole_table),
        ("--width", arguments.width.is_some() || arguments.width_mm.is_some()),
    ];
    if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::new(format!("{name} is for pictures; leave it out for a set-up sheet")));
    }
    if arguments.sheet == SheetKind::Pieces && draft.cutouts().is_empty() {
        let refused = render::RenderError::NoPieces(draft.info().name);
        return Err(Failure::new(format!("{}: {refused}", file.display())));
    }
    let scene = draft.scene(&[]).without(&arguments.hidden());
    let unit_mm = arguments.unit_mm.or(draft.unit_mm());
    let request = SheetRequest { draft, scene: &scene, unit_mm, paper: arguments.paper };
    if arguments.sheet != SheetKind::Plan && request.unit_mm.is_none() {
        return Err(Failure::new(format!(
            "{}: the circuit has no true size yet; give the length of one unit ({}) in millimetres with --unit-mm",
            file.display(),
            draft.info().unit
        )));
    }
    let made = match arguments.sheet {
        SheetKind::Plan => render::plan(request),
        SheetKind::Tiles => render::tiles(request),
        SheetKind::Pieces => render::pieces(request),
    };
    let sheet = made.map_err(|error| Failure::new(format!("{}: {error}", out.display())))?;
    storage::write(out, &sheet.pdf)?;
    unwritten(&scene);
    unwritten_text(&[draft.name(), &draft.credits()].concat());
    let saved = match sheet.saved {
        0 => String::new(),
        saved => format!(", {} saved", words::many(saved as u64, "page")),
    };
    say(&format!("{}: {}{saved}", out.display(), words::many(sheet.pages as u64, "page")));
    Ok(faults(draft, file))
}

/// Reports the first error of a circuit, and the number of further errors.
fn faults(draft: &AnyDraft, file: &Path) -> Outcome {
    let issues = draft.issues();
    let mut errors = issues.iter().filter(|issue| issue.severity == Severity::Error);
    let Some(first) = errors.next() else { return Outcome::Fine };
    let more = match errors.count() {
        0 => String::new(),
        others => format!(" (and {})", words::many(others as u64, "other error")),
    };
    complain(&format!("{}: {} [{}]{more}; the circuit was drawn anyway", file.display(), first.message, first.id));
    Outcome::Faulty
}
