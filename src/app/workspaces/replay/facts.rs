//! The card with facts about the car or place under the pointer. It is in a corner of the board, so that it does not
//! cover what is near the pointer.

use egui::{Align2, Area, Frame, Id, Order, Rect, Ui, Vec2};

use crate::app::board::view::BoardOutput;

/// The size, in points, of the area at the upper left of the board that the card with facts may cover. While the
/// pointer is near this area, the card is at the upper right.
const ROOM: Vec2 = Vec2::new(300.0, 150.0);
/// The distance from the card to the edges of the board, in points.
const MARGIN: f32 = 10.0;

/// Shows the card with facts at the top left of the board, or at the top right while the pointer is near the top left.
pub(super) fn show(ui: &Ui, output: &BoardOutput, content: impl FnOnce(&mut Ui)) {
    let board = output.view.rect;
    let left = Rect::from_min_size(board.min, ROOM.min(board.size() * 0.5));
    let is_near = output.response.hover_pos().is_some_and(|pointer| left.expand(20.0).contains(pointer));
    let (pivot, corner) = if is_near {
        (Align2::RIGHT_TOP, board.right_top() + Vec2::new(-MARGIN, MARGIN))
    } else {
        (Align2::LEFT_TOP, board.left_top() + Vec2::splat(MARGIN))
    };
    let area = Area::new(Id::unique("facts")).order(Order::Tooltip).pivot(pivot).fixed_pos(corner);
    area.interactable(false).constrain_to(board).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(ROOM.x);
            content(ui);
        });
    });
}
