//! The form fields of pieces and of the circuit. Adds some fields that are not in the schema: corner numbers, S-bends
//! and the size of the table.

use super::{Piece, SketchEdit, limited, numbering, place_at, tool, transform};
use crate::editor::sketch::Part;
use crate::game::Refused;
use crate::game::form::{self, Entry, Field, Value, misfit, name_of};
use crate::games::vektorace::{Draft, Hand};
use crate::geometry::{Point, Surd};

/// The id of the field for a corner's number.
const NUMBER: &str = "#number";
/// The id of the switch that says whether a corner is part of an S-bend.
const BEND: &str = "#bend";
/// The ids of the fields for the table's width and height, in octagons and in centimetres.
const SIDES: [&str; 4] = ["#width", "#height", "#width-cm", "#height-cm"];

fn number(id: &str, label: &str, value: Surd, unit: &str) -> Field {
    Field::new(id, label, Value::Number(value.to_string(), unit.to_owned()))
}

/// The JSON path of a piece in the draft.
fn path(piece: Piece) -> String {
    match piece {
        Piece::Pitwall => "/pitwall".to_owned(),
        Piece::Corner(index) => format!("/corners/{index}"),
        Piece::Limit(index) => format!("/limits/{index}"),
        Piece::LimitCorner(limit, corner) => format!("/limits/{limit}/outline/{corner}"),
        Piece::Label(index) => format!("/labels/{index}"),
    }
}

/// Returns the form fields of a part of the circuit, such as a corner or a label, or those of the whole circuit if
/// `part` is `None`.
pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    let Some(part) = part else { return of_circuit(draft) };
    let Some(piece) = Piece::of(part).filter(|piece| piece.at(draft).is_some()) else { return Vec::new() };
    let mut fields = form::fields(draft, &(), &path(piece));
    fields.retain(|field| !field.id.ends_with("#there"));
    if let Piece::Corner(index) = piece {
        let corner = draft.corners[index];
        let numbers = (1..=draft.corners.len()).map(|number| number.to_string()).collect();
        let race = draft.direction.unwrap_or(Hand::Clockwise);
        let now = Value::Choice(numbers, (corner.number as usize).wrapping_sub(1));
        let help = "The corner's position in driving order: corner 1 is the first after the finish line. A change renumbers the other corners.";
        fields.push(Field::new(NUMBER, "Number", now).help(help));
        let label = format!("Part of an S-bend, {}", name_of(&race.flipped()));
        let is_bend = Value::Flag(corner.hand.is_some_and(|hand| hand != race));
        fields.push(
            Field::new(BEND, label, is_bend).help("Cars go round this corner in the opposite direction to the race."),
        );
    }
    fields
}

fn of_circuit(draft: &Draft) -> Vec<Field> {
    let size = draft.table.to - draft.table.from;
    let mut fields = form::fields(draft, &(), "");
    let table = [
        number(SIDES[0], "Width", size.x, "").help("In octagons: the base of a car is one octagon.").heading("Table"),
        number(SIDES[1], "height", size.y, "octagons").beside(),
    ];
    let octagon = fields.iter().position(|field| field.id == "/octagon_mm").unwrap_or(fields.len());
    fields.splice(octagon..octagon, table);
    if let Some(octagon) = draft.octagon_mm.filter(|size| size.is_positive()) {
        // Rounds to a millimetre.
        let shown = |side: Surd| place_at((side.to_f64() * octagon.to_f64()).round() / 10.0, 0.0).x;
        fields.push(number(SIDES[2], "Width", shown(size.x), "").heading("Table in centimetres"));
        fields.push(number(SIDES[3], "height", shown(size.y), "cm").beside());
    }
    fields
}

/// Enters a value into a form field.
pub(super) fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
    let wrong = || misfit(field);
    let piece = part.and_then(Piece::of);
    match (piece, field, entry) {
        (Some(Piece::Corner(index)), NUMBER, Entry::Choice(place)) => {
            numbering::renumber(draft, index, u32::try_from(place + 1).map_err(|_| wrong())?);
        }
        (Some(Piece::Corner(index)), BEND, Entry::Flag(is_bend)) => {
            let race = draft.direction.unwrap_or(Hand::Clockwise);
            draft.corners.get_mut(index).ok_or_else(wrong)?.hand = is_bend.then(|| race.flipped());
        }
        (None, side, Entry::Text(text)) if SIDES.contains(&side) => {
            let mut length = text.parse::<Surd>().map_err(|error| error.to_string())?;
            if side.ends_with("-cm") {
                let octagon = draft.octagon_mm.filter(|size| size.is_positive()).ok_or_else(wrong)?;
                length = place_at(length.to_f64() * 10.0 / octagon.to_f64(), 0.0).x;
            }
            let table = &mut draft.table;
            table.to = limited(if side.starts_with("#width") {
                Point::new(table.from.x + length, table.to.y)
            } else {
                Point::new(table.to.x, table.from.y + length)
            });
        }
        _ => {
            form::enter(draft, &(), field, entry)?;
            if let Some(at) = piece.and_then(|piece| piece.at_mut(draft)) {
                *at = limited(*at);
            }
        }
    }
    Ok(())
}

/// The title of an edit in the words of VektoRace, such as "Place corner 3". `None` if the default title of the editor
/// is used.
pub(super) fn title(draft: &Draft, edit: &SketchEdit) -> Option<String> {
    let words = match edit {
        SketchEdit::Put(tool::CORNER, _) => return Some(format!("Place corner {}", numbering::next_number(draft))),
        SketchEdit::Put(tool::PITWALL, _) if draft.pitwall.is_some() => "Move the pitwall",
        SketchEdit::Put(tool::PITWALL, _) => "Place the pitwall",
        SketchEdit::Put(tool::LIMIT, _) => return Some(format!("Draw track limit {}", draft.limits.len() + 1)),
        SketchEdit::Put(tool::LABEL, _) => "Write a label",
        SketchEdit::Order(_) => "Number corners by clicking",
        SketchEdit::Mirror(shapes, _) if transform::is_whole(draft, &Piece::of_shapes(shapes)) => "Mirror the circuit",
        SketchEdit::Enter(None, field, ..) => match field.as_str() {
            "/name" => "Rename the circuit",
            "/description" => "Describe the circuit",
            "/direction" => "Change the direction of the race",
            "/octagon_mm" => "Set the size of an octagon",
            side if SIDES.contains(&side) => "Resize the table",
            _ => return None,
        },
        SketchEdit::Enter(Some(part), field, entry, _) => {
            let name = Piece::of(*part)?.name(draft);
            let last = field.rsplit('/').next().unwrap_or_default();
            return match (last, entry) {
                (NUMBER, Entry::Choice(place)) => Some(format!("Renumber {name} as {}", place + 1)),
                (BEND, _) => Some(format!("Pass {name} on the other side")),
                ("keep", Entry::Choice(place)) => Some(format!("Keep {} {name}", ["out of", "in"][place.min(&1) & 1])),
                ("text" | "size", _) => Some(format!("Change {name}")),
                _ => None,
            };
        }
        _ => return None,
    };
    Some(words.to_owned())
}
