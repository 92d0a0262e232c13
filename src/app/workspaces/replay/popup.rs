//! The popup on the board. After a click on a place, it opens at the pointer and asks for the other choices that a move
//! to this place needs.

use egui::{Area, Frame, Id, Order, Ui, Vec2};

use super::pending::PendingTurn;
use super::question::{self, Asked};
use super::record;
use crate::app::board::look;
use crate::app::commands::CommandQueue;
use crate::app::workspaces::desk::Shown;

/// The largest width of the popup, in points.
const WIDTH: f32 = 280.0;

/// Shows the popup, if the user clicked a place and choices are left. The last answer records the turn, unless dice
/// follow or the turn takes a car out of the race.
pub(super) fn show(ui: &Ui, shown: Shown<'_>, pending: &mut PendingTurn, queue: &mut CommandQueue) {
    let Some(at) = pending.asked_at.filter(|_| !look::has_dialog(ui.ctx())) else { return };
    let board = ui.max_rect();
    let area = Area::new(Id::unique("rest-of-the-turn")).order(Order::Foreground).constrain_to(board);
    area.fixed_pos(at + Vec2::new(18.0, 18.0)).show(ui.ctx(), |ui| {
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
