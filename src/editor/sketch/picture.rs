//! The form fields of the reference picture under the board, for all games.

use crate::game::Reference;
use crate::game::Refused;
use crate::game::form::{Entry, Field, Value};

/// The field of the opacity, in hundredths.
const OPACITY: &str = "#picture-opacity";
/// The fields of the middle's coordinates.
const PLACE: [&str; 2] = ["#picture-x", "#picture-y"];
/// The field of the rotation.
const ROTATION: &str = "#picture-rotation";

/// The fields; empty without a picture.
pub(super) fn fields(reference: Option<&Reference>) -> Vec<Field> {
    let Some(reference) = reference else { return Vec::new() };
    let strength = Value::Count(reference.opacity.into(), 0..=100);
    let rotation = Value::Number(reference.rotation.to_string(), "°".to_owned());
    let [x, y] = reference.at.map(|value| Value::Number(value.to_string(), String::new()));
    vec![
        Field::new(OPACITY, "Strength", strength).heading("Picture").help("How strongly it shows."),
        Field::new(PLACE[0], "Middle", x).help("Where its middle lies."),
        Field::new(PLACE[1], "picture y", y).beside(),
        Field::new(ROTATION, "Turned by", rotation).help("In degrees, to the left."),
    ]
}

/// Whether a field belongs to the picture.
pub(super) fn has(field: &str) -> bool {
    field == OPACITY || field == ROTATION || PLACE.contains(&field)
}

/// The picture with one field filled in.
pub(super) fn entered(reference: Option<&Reference>, field: &str, entry: &Entry) -> Result<Reference, Refused> {
    let reference = reference.ok_or("There is no picture under the board.")?;
    let misfit = || format!("That cannot be entered into `{field}`.");
    if field == OPACITY {
        let opacity = entry.count().and_then(|count| u8::try_from(count).ok()).filter(|count| *count <= 100);
        return Ok(Reference { opacity: opacity.ok_or_else(misfit)?, ..reference.clone() });
    }
    let typed = entry.text().ok_or_else(misfit)?;
    let number: Option<f64> = typed.trim().parse().ok().filter(|number: &f64| number.is_finite());
    if let Some(axis) = PLACE.iter().position(|known| *known == field) {
        let mut at = reference.at;
        at[axis] = number.ok_or_else(|| format!("`{typed}` is not a number."))?;
        return Ok(Reference { at, ..reference.clone() }.rounded());
    }
    let rotation = number.ok_or_else(|| format!("`{typed}` is not a number of degrees."))?;
    Ok(Reference { rotation, ..reference.clone() }.rounded())
}
