//! `paddock render`: a picture of a circuit, or of a race at some turn.

use std::path::PathBuf;

use clap::ValueEnum;

use super::open::{self, OpenFailure};
use super::{Answer, Failure, Outcome, complain};
use crate::game::scene::Scene;
use crate::render::{self, Theme};
use crate::replay::{Opened, Race};
use crate::storage;

/// How many earlier turns leave their path in the picture.
const TRAIL: usize = 12;

/// Draws a circuit, or a race at some turn.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The circuit or race
    file: PathBuf,
    /// Where to write; the ending says what: .png or .svg
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// After how many turns; the end, where not given
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Width of the picture, in pixels
    #[arg(long, value_name = "PX", default_value_t = 1600)]
    width: u32,
    /// Colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
    /// Show where the car to act may be put
    #[arg(long)]
    legal: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    Light,
    Dark,
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Print => Self::Print,
        }
    }
}

pub fn run(arguments: &Arguments) -> Answer {
    let extension = arguments.output.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    let as_png = match extension.as_deref() {
        Some("png") => true,
        Some("svg") => false,
        _ => {
            return Err(Failure::new(format!("{}: a picture's name ends in .png or .svg", arguments.output.display())));
        }
    };
    let (scene, outcome) = match open::document(&arguments.file) {
        Err(OpenFailure::Unreadable(failure)) => return Err(failure),
        Err(OpenFailure::Invalid(error)) => {
            complain(&format!("{}: {error}", arguments.file.display()));
            return Ok(Outcome::Faulty);
        }
        Ok(Opened::Track(draft)) => {
            if arguments.at.is_some() || arguments.legal {
                return Err(Failure::new(format!(
                    "{}: this is a circuit; --at and --legal are for races",
                    arguments.file.display()
                )));
            }
            let faulty = crate::game::has_errors(&draft.issues());
            (draft.scene(&[]), if faulty { Outcome::Faulty } else { Outcome::Fine })
        }
        Ok(Opened::Race(race)) => {
            let at = open::position(&arguments.file, race.as_ref(), arguments.at)?;
            (race_scene(race.as_ref(), at, arguments.legal), open::legality(&arguments.file, race.as_ref(), at))
        }
    };
    let theme = Theme::from(arguments.theme);
    let failed = |error: render::RenderError| Failure::new(format!("{}: {error}", arguments.output.display()));
    let bytes = if as_png {
        render::png(&scene, theme, arguments.width).map_err(failed)?
    } else {
        render::svg(&scene, theme, arguments.width).map_err(failed)?.into_bytes()
    };
    storage::write(&arguments.output, &bytes)?;
    Ok(outcome)
}

fn race_scene(race: &dyn Race, at: usize, legal: bool) -> Scene {
    let mut scene = race.scene(at, TRAIL);
    if legal {
        scene.add_places(&race.places(at), false);
    }
    if let Some(illegal) = race.step(at).filter(|_| at > 0).and_then(|step| step.illegal.as_ref()) {
        scene.add_evidence(illegal);
    }
    scene
}
