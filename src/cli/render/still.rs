//! Still pictures: a circuit, a race after some turns, or several positions of a race side by side.

use std::path::Path;

use super::complaints::{faults, unwritten};
use super::options::Format;
use super::{Arguments, sheet};
use crate::cli::bounds;
use crate::cli::open::{self, OpenFailure};
use crate::cli::{Answer, Failure, Outcome, complain, solve};
use crate::game::AnyDraft;
use crate::game::prelude::*;
use crate::game::scene::Scene;
use crate::games::vector_racing::VectorRacing;
use crate::games::vektorace::solve::{Extent, MOST_BYTES, Question};
use crate::games::vektorace::{Vektorace, draw_lap};
use crate::render::furniture::{Furniture, Part};
use crate::render::{self, Caption, Panel};
use crate::replay::{Opened, Race, code};
use crate::storage;

/// Draws a circuit or a race into a file: a picture, several positions side by side, or a set-up sheet.
pub(super) fn one(arguments: &Arguments, file: &Path, out: &Path, format: Format) -> Answer {
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
        return sheet::sheet(arguments, &draft, file, out);
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
    let picture = arguments.picture(caption);
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
    let picture = arguments.picture(Caption::default());
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

/// Adds the fastest lap, or the fastest route in Vector Racing, to the drawing of a circuit.
fn racing_line(draft: &AnyDraft, file: &Path, scene: &mut Scene) -> Answer {
    if let Some(draft) = draft.of::<VectorRacing>() {
        return solve::paper_line(draft, file, scene);
    }
    let Some(draft) = draft.of::<Vektorace>() else {
        return Err(Failure::new(format!(
            "{}: games with dice have no fastest line; leave out --racing-line",
            file.display()
        )));
    };
    let Some(track) = Vektorace::validate(draft).0 else { return Ok(Outcome::Faulty) };
    let question = Question { extent: Extent::Lap, bytes: MOST_BYTES.min(bounds::memory()), ..Question::default() };
    let solution = solve::watched(&track, &question)?;
    if let Some(cut) = solution.cut_short.filter(|_| solution.fastest.is_none()) {
        return Err(solve::unfinished(file, "lap", cut.at_least as f64));
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
