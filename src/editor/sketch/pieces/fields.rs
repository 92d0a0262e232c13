//! The fields of pieces and of the circuit.

use super::{Piece, SketchEdit, limited, numbering, place_at, tool, transform};
use crate::editor::sketch::Part;
use crate::game::form::{Entry, Field, Value, misfit};
use crate::games::vektorace::{Draft, Hand, Keep};
use crate::geometry::{Point, Surd};

const HANDS: &[(Hand, &str)] = &[(Hand::Clockwise, "clockwise"), (Hand::CounterClockwise, "counter-clockwise")];
const KEEPS: &[(Keep, &str)] = &[(Keep::Out, "keep out: an island"), (Keep::In, "keep in: an outer edge")];

fn hand_name(hand: Hand) -> &'static str {
    HANDS.iter().find(|(known, _)| *known == hand).map_or("", |(_, name)| name)
}

fn number(id: &str, label: &str, value: Surd, unit: &'static str) -> Field {
    Field::new(id, label, Value::Number(value.to_string(), unit))
}

/// The fields of a part, or of the circuit.
pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    match part {
        None => of_circuit(draft),
        Some(part) => Piece::of(part).map_or_else(Vec::new, |piece| of_piece(draft, piece)),
    }
}

fn of_piece(draft: &Draft, piece: Piece) -> Vec<Field> {
    let Some(at) = piece.at(draft) else { return Vec::new() };
    if let Piece::Limit(index) = piece {
        let keep = draft.limits.get(index).map_or(Keep::Out, |limit| limit.keep);
        let help = "Whether pieces keep out of it or in it; it binds where the table has agreed on track limits.";
        return vec![Field::new("keep", "Pieces", Value::choice(KEEPS, keep)).help(help)];
    }
    let mut fields = vec![number("x", "x", at.x, ""), number("y", "y", at.y, "octagons").beside()];
    match piece {
        Piece::Corner(index) => {
            let corner = draft.corners[index];
            let numbers = (1..=draft.corners.len()).map(|number| number.to_string()).collect();
            let race = draft.direction.unwrap_or(Hand::Clockwise);
            let is_bend = corner.hand.is_some_and(|hand| hand != race);
            let label = format!("Part of an S-bend, {}", hand_name(race.flipped()));
            let now = (corner.number as usize).wrapping_sub(1);
            let help = "When the corner is passed: 1 is the first after the finish line. The others move up.";
            fields.push(Field::new("number", "Number", Value::Choice(numbers, now)).help(help));
            let help = "Cars pass it against the direction of the race.";
            fields.push(Field::new("hand", label, Value::Flag(is_bend)).help(help));
        }
        Piece::Label(index) => {
            let label = &draft.labels[index];
            fields.insert(0, Field::new("text", "Text", Value::Text(label.text.clone(), 1)));
            fields.push(number("size", "Size", label.size, "octagons").help("The height of a capital letter."));
        }
        _ => {}
    }
    fields
}

fn of_circuit(draft: &Draft) -> Vec<Field> {
    let size = draft.table.to - draft.table.from;
    let octagon = draft.octagon_mm.map(|size| size.to_string()).unwrap_or_default();
    let hands: Vec<String> = HANDS.iter().map(|(_, name)| (*name).to_owned()).collect();
    // None is chosen where the file does not say.
    let hand = HANDS.iter().position(|(known, _)| Some(*known) == draft.direction).unwrap_or(HANDS.len());
    let mut fields = vec![
        Field::new("name", "Name", Value::Text(draft.name.clone(), 1)),
        Field::new("description", "Description", Value::Text(draft.description.clone(), 3)),
        Field::new("direction", "The race goes", Value::Choice(hands, hand)),
        number("width", "Width", size.x, "").help("In octagons: the base of a car is one.").heading("Table"),
        number("height", "height", size.y, "octagons").beside(),
        Field::new("octagon_mm", "An octagon is", Value::Number(octagon, "mm wide")).help(
            "Measure the base of a car across its flats. With it the table and the pointer are shown in centimetres, too.",
        ),
    ];
    if let Some(octagon) = draft.octagon_mm.filter(|size| size.is_positive()) {
        // To the millimetre.
        let shown = |side: Surd| place_at((side.to_f64() * octagon.to_f64()).round() / 10.0, 0.0).x;
        fields.push(number("width_cm", "Width", shown(size.x), "").heading("Table in centimetres"));
        fields.push(number("height_cm", "height", shown(size.y), "cm").beside());
    }
    fields
}

fn surd(entry: &Entry) -> Result<Surd, String> {
    entry.text().unwrap_or_default().parse::<Surd>().map_err(|error| error.to_string())
}

/// Fills in a field.
pub(super) fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
    match part {
        None => enter_circuit(draft, field, entry),
        Some(part) => {
            let piece = Piece::of(part).ok_or_else(|| misfit(field))?;
            enter_piece(draft, piece, field, entry)
        }
    }
}

fn enter_piece(draft: &mut Draft, piece: Piece, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let race = draft.direction.unwrap_or(Hand::Clockwise);
    match (piece, field, entry) {
        (_, "x" | "y", _) => {
            let value = surd(entry)?;
            let at = piece.at_mut(draft).ok_or_else(wrong)?;
            *at = limited(if field == "x" { Point::new(value, at.y) } else { Point::new(at.x, value) });
        }
        (Piece::Corner(index), "number", Entry::Choice(place)) => {
            numbering::renumber(draft, index, u32::try_from(place + 1).map_err(|_| wrong())?);
        }
        (Piece::Corner(index), "hand", Entry::Flag(is_bend)) => {
            draft.corners.get_mut(index).ok_or_else(wrong)?.hand = is_bend.then(|| race.flipped());
        }
        (Piece::Limit(index), "keep", _) => {
            draft.limits.get_mut(index).ok_or_else(wrong)?.keep = entry.chosen(KEEPS).ok_or_else(wrong)?;
        }
        (Piece::Label(index), "text", Entry::Text(text)) => {
            draft.labels.get_mut(index).ok_or_else(wrong)?.text.clone_from(text);
        }
        (Piece::Label(index), "size", _) => draft.labels.get_mut(index).ok_or_else(wrong)?.size = surd(entry)?,
        _ => return Err(wrong()),
    }
    Ok(())
}

fn enter_circuit(draft: &mut Draft, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    match field {
        "name" => entry.text().ok_or_else(wrong)?.clone_into(&mut draft.name),
        "description" => entry.text().ok_or_else(wrong)?.clone_into(&mut draft.description),
        "direction" => draft.direction = Some(entry.chosen(HANDS).ok_or_else(wrong)?),
        "octagon_mm" => {
            let is_none = entry.text().is_some_and(|text| text.trim().is_empty());
            draft.octagon_mm = if is_none { None } else { Some(surd(entry)?) };
        }
        "width" | "height" | "width_cm" | "height_cm" => {
            let mut side = surd(entry)?;
            if field.ends_with("_cm") {
                let octagon = draft.octagon_mm.filter(|size| size.is_positive()).ok_or_else(wrong)?;
                side = place_at(side.to_f64() * 10.0 / octagon.to_f64(), 0.0).x;
            }
            let table = &mut draft.table;
            table.to = limited(if field.starts_with("width") {
                Point::new(table.from.x + side, table.to.y)
            } else {
                Point::new(table.to.x, table.from.y + side)
            });
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// What an edit is called, where the usual words say too little.
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
            "name" => "Rename the circuit",
            "description" => "Describe the circuit",
            "direction" => "Change the direction of the race",
            "octagon_mm" => "Set the size of an octagon",
            "width" | "height" | "width_cm" | "height_cm" => "Resize the table",
            _ => return None,
        },
        SketchEdit::Enter(Some(part), field, entry, _) => {
            let name = Piece::of(*part)?.name(draft);
            return match (field.as_str(), entry) {
                ("number", Entry::Choice(place)) => Some(format!("Renumber {name} as {}", place + 1)),
                ("hand", _) => Some(format!("Change the side of {name}")),
                ("keep", Entry::Choice(place)) => Some(format!("Keep {} {name}", ["out of", "in"][place.min(&1) & 1])),
                ("text" | "size", _) => Some(format!("Change {name}")),
                _ => None,
            };
        }
        _ => return None,
    };
    Some(words.to_owned())
}
