//! The form fields of a shape on squared paper, and of the circuit. Adds fields that are not in the schema: the sheet's
//! width and height, and the default start.

use super::points::{region_at, ring};
use super::tool;
use crate::editor::sketch::{Part, Sketch as _};
use crate::game::Refused;
use crate::game::form::{self, Entry, Field, Value, misfit};
use crate::games::vector_racing::{Draft, SheetDraft, VectorRacing};

/// The largest width or height of a sheet, in squares.
const LARGEST_SHEET: i64 = 1_000;
/// The ids of the fields for the sheet's width and height.
const SHEET: [&str; 2] = ["#width", "#height"];
/// The id of the button that fits the sheet to the drawing.
const FIT: &str = "#fit";
/// The id of the button that makes a start the default start.
const FIRST: &str = "#first";

/// Returns the JSON path of a shape or a point in the draft. Returns `None` if there is no such path.
fn path(draft: &Draft, part: Part) -> Option<String> {
    let (index, region) = (part.shape.index, region_at(draft, part.shape));
    let outline = match part.shape.tool {
        tool::BOUNDARY if index == 0 => "/outer".to_owned(),
        tool::BOUNDARY => format!("/islands/{}", index - 1),
        tool::WARP => format!("/warps/{index}/outline"),
        tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN => format!("/regions/{}/outline", region?),
        _ => String::new(),
    };
    let corners = ring(&mut draft.clone(), part.shape).map_or(0, |ring| ring.len());
    if let Some(point) = part.point.filter(|point| *point < corners) {
        return Some(format!("{outline}/{point}"));
    }
    Some(match part.shape.tool {
        tool::WALL => format!("/walls/{index}"),
        tool::REFLECTOR => format!("/reflectors/{index}"),
        tool::FINISH => "/finish".to_owned(),
        tool::DISC => format!("/discs/{index}"),
        tool::SPINNER => format!("/spinners/{index}"),
        tool::WARP => format!("/warps/{index}"),
        tool::START if index == 0 && draft.start.is_some() => "/start".to_owned(),
        tool::START => {
            let at = draft.all_starts().nth(index)?;
            format!("/starts/{}", draft.starts.iter().position(|start| *start == at)?)
        }
        // An area with only one point is stored as that point.
        tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN if corners == 1 => format!("{outline}/0"),
        _ => return None,
    })
}

/// The form fields of a shape, of a point of a shape, or of the circuit if the part is `None`.
pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    let Some(part) = part else { return of_circuit(draft) };
    let Some(path) = path(draft, part) else { return Vec::new() };
    let mut fields = form::fields(draft, &(), &path);
    // Optional shapes, such as the finish line, are added and deleted on the board. So their fields have no switch
    // here.
    fields.retain(|field| !field.id.ends_with("#there"));
    match part.shape.tool {
        tool::START => {
            let help = "Racers start here unless they choose another start.";
            fields
                .push(Field::new(FIRST, "Make this the default start", Value::Press(part.shape.index > 0)).help(help));
        }
        tool::WARP
            if part.point.is_none()
                && draft.warps.get(part.shape.index).is_some_and(|warp| warp.outline.len() == 1) =>
        {
            fields.extend(form::fields(draft, &(), &format!("{path}/outline/0")));
        }
        _ => {}
    }
    fields
}

fn of_circuit(draft: &Draft) -> Vec<Field> {
    let mut fields = form::fields(draft, &(), "");
    let [low, high] = sheet(draft);
    let side = |axis: usize| Value::Count(i64::from(high[axis]) - i64::from(low[axis]), 1..=LARGEST_SHEET);
    let square = fields.iter().position(|field| field.id == "/square_mm").map(|place| fields.remove(place));
    let paper = [
        Field::new(SHEET[0], "Squares across", side(0)).heading("Paper").help("The width of the sheet, in squares."),
        Field::new(SHEET[1], "squares up", side(1)).help("The height of the sheet, in squares.").beside(),
    ];
    let fit = Field::new(FIT, "Fit the sheet to the drawing", Value::Press(!draft.outer.is_empty()));
    let fit = fit.help("Leaves a margin of one square around the drawing.");
    let rules = fields.iter().position(|field| field.heading.is_some()).unwrap_or(fields.len());
    fields.splice(rules..rules, paper.into_iter().chain(square).chain([fit]));
    fields
}

/// Returns the lower left and the upper right corner of the draft's sheet. If the draft sets no sheet, returns the
/// corners of the visible area.
fn sheet(draft: &Draft) -> [[i32; 2]; 2] {
    match draft.sheet {
        Some(SheetDraft { from, to }) => [from, to],
        None => VectorRacing::paper(draft).map(|corner| corner.map(|value| value as i32)),
    }
}

/// Enters a value into a form field.
pub(super) fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
    let wrong = || misfit(field);
    match field {
        FIRST => {
            let index = part.ok_or_else(wrong)?.shape.index;
            let starts: Vec<[i32; 2]> = draft.start.into_iter().chain(draft.starts.iter().copied()).collect();
            let first = *starts.get(index).ok_or_else(wrong)?;
            draft.start = Some(first);
            draft.starts = starts.into_iter().filter(|at| *at != first).collect();
        }
        FIT => {
            draft.sheet = None;
            let [from, to] = sheet(draft);
            draft.sheet = Some(SheetDraft { from, to });
        }
        _ => {
            let Some(axis) = SHEET.iter().position(|side| *side == field) else {
                return form::enter(draft, &(), field, entry);
            };
            let [from, mut to] = sheet(draft);
            to[axis] = from[axis].saturating_add(entry.count().ok_or_else(wrong)?.clamp(1, LARGEST_SHEET) as i32);
            draft.sheet = Some(SheetDraft { from, to });
        }
    }
    Ok(())
}
