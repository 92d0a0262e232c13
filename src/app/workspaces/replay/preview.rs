//! The preview of the move to the place under the pointer: the vector, pencil line or route of the move, and the car at
//! its end.

use serde_json::Value;

use super::ghosts;
use super::pending::PendingTurn;
use super::question::{field_words, value_words};
use crate::app::workspaces::desk::Shown;
use crate::game::scene::{Item, Style, Tag};
use crate::game::words::{capital, costs};
use crate::game::{CarId, Cost, Place};
use crate::replay::chooser::Ways;

/// The largest number of values listed for one choice.
const MOST_VALUES: usize = 8;

/// The inputs from which a preview is drawn: the race's version number, the number of turns played, the version of the
/// choices, and the place under the pointer with its direction.
type MadeFor = (u64, usize, u64, Option<([f64; 2], Option<u8>)>);

#[derive(Clone, Debug, Default)]
pub(super) struct Preview {
    /// The inputs from which the cached preview was drawn; `None` before the first preview.
    of: Option<MadeFor>,
    /// The drawing of the move.
    pub(super) items: Vec<Item>,
    /// The highest cost of a move to the place under the pointer, and the choices that are still open, one sentence for
    /// each.
    pub(super) open: Vec<String>,
}

impl Preview {
    /// Updates the preview, so that it shows the move to the place under the pointer. If the pointer is on no place,
    /// and the choices made so far leave only one turn, it shows that turn.
    pub(super) fn refresh(&mut self, shown: Shown<'_>, position: usize, pending: &PendingTurn, place: Option<&Place>) {
        let chooser = &pending.chooser;
        // Searching the turns may take longer than a frame, so search only once for each place.
        let of = (shown.state, position, chooser.changes(), place.map(|place| (place.at, place.dir)));
        if self.of == Some(of) {
            return;
        }
        let ways = place.and_then(|place| chooser.ways_to(place));
        let turn = match place {
            Some(_) => ways.as_ref().map(|ways| ways.cheapest),
            None => chooser.only(),
        };
        let car = shown.race.view(position).to_act;
        *self = Self {
            of: Some(of),
            open: ways.map(|ways| open(shown, &ways)).unwrap_or_default(),
            items: turn.zip(car).map(|(legal, car)| draw(shown, position, &legal.turn, car)).unwrap_or_default(),
        };
    }
}

/// The sentences about what is still open: the highest cost, if it is not the lowest one, and each field.
fn open(shown: Shown<'_>, ways: &Ways<'_>) -> Vec<String> {
    let total = |cost: &[Cost]| cost.iter().map(|cost| cost.amount).sum::<u32>();
    let dearest =
        (total(ways.dearest) > total(&ways.cheapest.cost)).then(|| format!("At most {}", costs(ways.dearest)));
    let fields = ways.open.iter().map(|(field, values)| sentence(shown, field, values));
    dearest.into_iter().chain(fields).collect()
}

/// Lists the values that the user can still choose for a field, such as "Declared gear: 3, 4 or 5".
fn sentence(shown: Shown<'_>, field: &str, values: &[Value]) -> String {
    let name = field_words(shown, field);
    let mut words: Vec<String> =
        values.iter().take(MOST_VALUES).map(|value| without_unit(&name, value_words(shown, field, value))).collect();
    if values.len() > MOST_VALUES {
        words.push(format!("{} more", values.len() - MOST_VALUES));
    }
    let last = words.pop().unwrap_or_default();
    let list = if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) };
    format!("{}: {list}", capital(&name))
}

/// Removes the unit after a number if the name of the field names it already: "spaces to brake" needs no "2 spaces".
fn without_unit(name: &str, words: String) -> String {
    match words.split_once(' ') {
        Some((number, unit)) if number.parse::<i64>().is_ok() && name.contains(unit.trim_end_matches('s')) => {
            number.to_owned()
        }
        _ => words,
    }
}

/// Draws the move of a turn, and the car at the end of this move as a ghost.
pub(super) fn draw(shown: Shown<'_>, position: usize, turn: &Value, car: CarId) -> Vec<Item> {
    let Some(scene) = shown.race.scene_after(position, turn) else { return Vec::new() };
    let own = shown.index_of(car);
    let is_move = |item: &&Item| match item.style {
        Style::Vector(index) | Style::Boost(index) | Style::Path(index) => Some(index) == own,
        _ => false,
    };
    let moves: Vec<Item> =
        scene.items.iter().filter(is_move).map(|item| Item { tag: Tag::None, ..item.clone() }).collect();
    moves.into_iter().chain(ghosts::restyle(scene.items, Some(car))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_said_once() {
        assert_eq!(without_unit("spaces to brake", "2 spaces".to_owned()), "2");
        assert_eq!(without_unit("spaces to brake", "1 space".to_owned()), "1");
        assert_eq!(without_unit("brakes", "2 spaces".to_owned()), "2 spaces");
        assert_eq!(without_unit("move", "straight on".to_owned()), "straight on");
    }
}
