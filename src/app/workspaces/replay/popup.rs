//! The popup on the board. After a click on a place, it opens at the pointer and asks for the other choices that a move
//! to this place needs.

use egui::{Align2, Area, Frame, Id, Order, Pos2, Rect, Ui, vec2};

use super::pending::PendingTurn;
use super::question::{self, Asked};
use super::record;
use crate::app::board::look;
use crate::app::board::painter::View;
use crate::app::commands::CommandQueue;
use crate::app::workspaces::desk::Shown;

/// The largest width of the popup, in points.
const WIDTH: f32 = 280.0;
/// The usual height of the popup, in points.
const HEIGHT: f32 = 130.0;
/// The horizontal and the vertical distance between the clicked point and the popup, in points.
const APART: f32 = 18.0;
/// The margin that the popup keeps free around the car whose turn it is, in points.
const CLEAR: f32 = 16.0;

/// Shows the popup, if the user has clicked a place and there are choices left to make. After the last choice, the turn
/// is recorded at once, unless dice must be rolled or the turn takes a car out of the race.
pub(super) fn show(ui: &Ui, shown: Shown<'_>, (pending, view): (&mut PendingTurn, &View), queue: &mut CommandQueue) {
    let Some(at) = pending.asked_at.filter(|_| !look::has_dialog(ui.ctx())) else { return };
    let board = ui.max_rect();
    let id = Id::unique("rest-of-the-turn");
    // The popup stays on one side of the click while it is open.
    let side: Option<(Pos2, Align2)> = ui.data(|data| data.get_temp(id));
    let side = side
        .filter(|(of, _)| *of == at)
        .map_or_else(|| clear_side(board, at, car_to_act(shown, view)), |(_, side)| side);
    ui.data_mut(|data| data.insert_temp(id, (at, side)));
    let area = Area::new(id).order(Order::Foreground).pivot(side).constrain_to(board);
    area.fixed_pos(at - APART * side.to_sign()).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(WIDTH);
            let Some(question) = pending.chooser.question() else {
                let _ = question::show_dice(ui, shown, pending, Asked::OnBoard);
                record::ready(ui, shown, pending, queue, Asked::OnBoard);
                return;
            };
            if question::show(ui, shown, pending, question, Asked::OnBoard) {
                record::play_whole(shown, pending, queue);
            }
            ui.label(look::weak("Esc cancels the chosen place."));
        });
    });
}

/// The screen position of the car to act; `None` if no car acts.
fn car_to_act(shown: Shown<'_>, view: &View) -> Option<Pos2> {
    let car = shown.view.car(shown.view.to_act?)?;
    Some(view.screen_from_world(car.at))
}

/// Chooses the corner of the popup that is placed at the click, so that the popup lies within the board and does not
/// cover the car to act. If no corner meets these conditions, chooses the top left corner.
fn clear_side(board: Rect, at: Pos2, car: Option<Pos2>) -> Align2 {
    let sides = [Align2::LEFT_TOP, Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::RIGHT_BOTTOM];
    let is_clear = |side: &Align2| {
        let card = side.anchor_size(at - APART * side.to_sign(), vec2(WIDTH, HEIGHT));
        board.contains_rect(card) && car.is_none_or(|car| !card.expand(CLEAR).contains(car))
    };
    sides.into_iter().find(is_clear).unwrap_or(Align2::LEFT_TOP)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn the_popup_covers_neither_the_car_to_act_nor_the_edge_of_the_board() {
        let board = Rect::from_min_max(pos2(0.0, 0.0), pos2(1_000.0, 800.0));
        let at = pos2(500.0, 400.0);
        assert_eq!(clear_side(board, at, None), Align2::LEFT_TOP, "below, to the right");
        assert_eq!(clear_side(board, at, Some(pos2(560.0, 450.0))), Align2::LEFT_BOTTOM, "the car is below");
        assert_eq!(clear_side(board, pos2(900.0, 400.0), None), Align2::RIGHT_TOP, "the edge is on the right");
        assert_eq!(clear_side(board, pos2(900.0, 790.0), None), Align2::RIGHT_BOTTOM);
        assert_eq!(clear_side(board, at, Some(pos2(440.0, 330.0))), Align2::LEFT_TOP);
    }
}
