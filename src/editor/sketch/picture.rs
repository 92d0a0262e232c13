//! The form fields of the reference picture, for all games.

use crate::game::Reference;
use crate::game::Refused;
use crate::game::form::{Entry, Field, Value};

/// The id of the field for the picture's opacity, in percent.
const OPACITY: &str = "#picture-opacity";
/// The ids of the fields for the coordinates of the picture's centre.
const PLACE: [&str; 2] = ["#picture-x", "#picture-y"];
/// The id of the field for the picture's rotation.
const ROTATION: &str = "#picture-rotation";

/// The form fields of the picture; empty if there is no picture.
pub(super) fn fields(reference: Option<&Reference>) -> Vec<Field> {
    let Some(reference) = reference else { return Vec::new() };
    let strength = Value::Count(reference.opacity.into(), 0..=100);
    let rotation = Value::Number(reference.rotation.to_string(), "°".to_owned());
    let [x, y] = reference.at.map(|value| Value::Number(value.to_string(), String::new()));
    vec![
        Field::new(OPACITY, "Opacity", strength).heading("Picture").help("The opacity of the picture, in percent."),
        Field::new(PLACE[0], "Centre x", x).help("The centre of the picture."),
        Field::new(PLACE[1], "centre y", y).beside(),
        Field::new(ROTATION, "Rotation", rotation).help("The rotation of the picture, in degrees counter-clockwise."),
    ]
}

/// Whether a field belongs to the reference picture.
pub(super) fn has(field: &str) -> bool {
    field == OPACITY || field == ROTATION || PLACE.contains(&field)
}

/// Returns the reference picture with the value that was entered into the form field `field`.
pub(super) fn entered(reference: Option<&Reference>, field: &str, entry: &Entry) -> Result<Reference, Refused> {
    let reference = reference.ok_or("There is no picture under the board. Add one first.")?;
    let misfit = || format!("This value does not fit the field `{field}`. Enter another value.");
    if field == OPACITY {
        let opacity = entry.count().and_then(|count| u8::try_from(count).ok()).filter(|count| *count <= 100);
        return Ok(Reference { opacity: opacity.ok_or_else(misfit)?, ..reference.clone() });
    }
    let typed = entry.text().ok_or_else(misfit)?;
    let number: Option<f64> = typed.trim().parse().ok().filter(|number: &f64| number.is_finite());
    if let Some(axis) = PLACE.iter().position(|known| *known == field) {
        let mut at = reference.at;
        at[axis] = number.ok_or_else(|| format!("`{typed}` is not a number. Enter a number such as 2.5."))?;
        return Ok(Reference { at, ..reference.clone() }.rounded());
    }
    let rotation = number.ok_or_else(|| format!("`{typed}` is not a number of degrees. Enter a number such as 90."))?;
    Ok(Reference { rotation, ..reference.clone() }.rounded())
}
