//! The form fields of a shape on a board, and of the board itself.

use super::tool;
use crate::editor::sketch::Part;
use crate::game::Refused;
use crate::game::form::{self, Entry, Field, Value};
use crate::games::wheel_to_wheel::{Draft, MAX_LOOP, SLOTS, field_places};

/// The id of the button that fits the number of fields to the length of the loop.
const FIT: &str = "#fit";
/// The id of the button that puts the starting grid on the last fields.
const USUAL_GRID: &str = "#usual-grid";
/// The id of the button that puts the crash zone at its default position.
const USUAL_ZONE: &str = "#usual-zone";

fn press(id: &str, label: &str, can: bool) -> Field {
    Field::new(id, label, Value::Press(can))
}

/// The form fields of a part, or of the board if the part is `None`.
pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    let of = |path: &str| form::fields(draft, &(), path);
    let Some(part) = part else {
        let mut fields = of("");
        let help = "Puts slot 1 of the grid on the last field, slot 2 on the field before it, and so on.";
        let usual = press(USUAL_GRID, "Put the grid on the last fields", draft.loop_len > SLOTS as u32).help(help);
        let grid = fields.iter().position(|field| field.id == "/grid").map_or(fields.len(), |place| place + 1);
        fields.insert(grid, usual);
        return fields;
    };
    let index = part.shape.index;
    match part.shape.tool {
        tool::LOOP if part.point.is_none() => {
            let help = "Makes one field for each unit of the loop's length. The grid moves to the last fields.";
            let fit = press(FIT, "Fit the number of fields to the line", draft.line.len() > 2).help(help);
            of("/loop_len").into_iter().chain([fit]).collect()
        }
        tool::LANE if part.point.is_none() => [of("/lane_len"), of("/lane_line")].concat(),
        tool::RED if index < draft.red.len() => {
            let mut fields = of(&format!("/red/{index}"));
            fields.iter_mut().for_each(|field| field.label = "Field".to_owned());
            fields
        }
        tool::GARAGE if index < draft.garages.len() => of(&format!("/garages/{index}")),
        tool::PIT_ENTRY => of("/pit_entry"),
        tool::PIT_EXIT => of("/pit_exit"),
        tool::CRASH_ZONE => {
            let usual = press(USUAL_ZONE, "Reset the position of the crash zone", draft.crash_zone.is_some());
            of("/crash_next").into_iter().chain([usual]).collect()
        }
        _ => Vec::new(),
    }
}

/// Enters a value into a form field of the board.
pub(super) fn enter(draft: &mut Draft, field: &str, entry: &Entry) -> Result<(), Refused> {
    match field {
        FIT => {
            let length = field_places(draft).length.round();
            draft.loop_len = length.clamp(24.0, f64::from(MAX_LOOP)) as u32;
            usual_grid(draft);
        }
        USUAL_GRID => usual_grid(draft),
        USUAL_ZONE => draft.crash_zone = None,
        _ => return form::enter(draft, &(), field, entry),
    }
    Ok(())
}

/// Puts the slots of the starting grid on the last fields of the loop.
pub(super) fn usual_grid(draft: &mut Draft) {
    let slots = SLOTS as u32;
    draft.grid = (1..=slots.min(draft.loop_len)).map(|slot| draft.loop_len - slot).collect();
}
