//! Set-up sheets: PDF files with a plan, tiles or pieces of a circuit.

use std::path::Path;

use super::Arguments;
use super::complaints::{faults, unwritten, unwritten_text};
use super::options::SheetKind;
use crate::cli::{Answer, Failure, say};
use crate::game::{AnyDraft, words};
use crate::render::{self, SheetRequest};
use crate::storage;

/// Writes the set-up sheet of a circuit.
pub(super) fn sheet(arguments: &Arguments, draft: &AnyDraft, file: &Path, out: &Path) -> Answer {
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
