//! The card with facts about the car or place under the pointer. The card is placed beside this car or place, where it
//! covers as few other places and cars as possible.

use egui::{Align2, Area, Frame, Id, Order, Rect, Ui, Vec2};

use crate::app::board::view::BoardOutput;

/// The largest width of the card, and its assumed height until it has been drawn once, in points.
const ROOM: Vec2 = Vec2::new(300.0, 80.0);
/// The distances, in points, that the card may have from the car or place under the pointer. The smallest is tried
/// first.
const APART: [f32; 5] = [10.0, 30.0, 60.0, 100.0, 150.0];
/// The corners and sides of the card that may be nearest to the car or place under the pointer, in order of preference.
const SIDES: [Align2; 8] = [
    Align2::LEFT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_TOP,
    Align2::RIGHT_BOTTOM,
    Align2::LEFT_CENTER,
    Align2::RIGHT_CENTER,
    Align2::CENTER_TOP,
    Align2::CENTER_BOTTOM,
];

/// Shows the card beside `thing`, the area of the car or place under the pointer. If possible, the card covers none of
/// the areas in `others`.
pub(super) fn show(ui: &Ui, output: &BoardOutput, thing: Rect, others: &[Rect], content: impl FnOnce(&mut Ui)) {
    let board = output.view.rect;
    let id = Id::unique("facts");
    let size = ui.ctx().memory(|memory| memory.area_rect(id)).map_or(ROOM, |card| card.size());
    let card = place(board, size, thing, others);
    let area = Area::new(id).order(Order::Tooltip).fixed_pos(card.min);
    area.interactable(false).constrain_to(board).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(ROOM.x);
            content(ui);
        });
    });
}

/// Finds a place for a card of this size beside `thing`. Chooses the place that covers the fewest of the areas in
/// `others`; if there are several such places, the nearest of them.
fn place(board: Rect, size: Vec2, thing: Rect, others: &[Rect]) -> Rect {
    let inside = |card: Rect| {
        let by = (board.min - card.min).max(Vec2::ZERO) + (board.max - card.max).min(Vec2::ZERO);
        card.translate(by)
    };
    let cards = APART.into_iter().flat_map(|apart| {
        SIDES.into_iter().map(move |side| {
            // The card touches the opposite side of the area around the thing.
            let around = thing.expand(apart);
            let at = around.center() - side.to_sign() * around.size() / 2.0;
            inside(side.anchor_size(at, size))
        })
    });
    let covered = |card: &Rect| {
        let hides_thing = usize::from(card.intersects(thing)) * (others.len() + 1);
        others.iter().filter(|other| other.intersects(*card)).count() + hides_thing
    };
    cards.min_by_key(covered).unwrap_or(Rect::from_min_size(thing.max, size))
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    #[test]
    fn the_card_is_beside_the_place_and_covers_no_other() {
        let board = Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 500.0));
        let size = vec2(120.0, 60.0);
        let square = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(16.0, 16.0));
        let row: Vec<Rect> = (0..10).map(|index| square(250.0 + 20.0 * index as f32, 250.0)).collect();
        for thing in &row {
            let card = place(board, size, *thing, &row);
            assert!(board.contains_rect(card) && !row.iter().any(|other| other.intersects(card)), "{card:?}");
            assert!(card.distance_to_pos(thing.center()) < 40.0, "{card:?} is near {thing:?}");
        }
        // In a corner of the board there is less room.
        let card = place(board, size, square(595.0, 495.0), &[]);
        assert!(board.contains_rect(card) && !card.intersects(square(595.0, 495.0)), "{card:?}");
        // Where no place is free, the card hides only other places.
        let all: Vec<Rect> =
            (0..900).map(|index| square((index % 30) as f32 * 20.0, (index / 30) as f32 * 20.0)).collect();
        assert!(!place(board, size, all[400], &all).intersects(all[400]));
    }
}
