//! Scrolls the tabs of a group, if there is no room for all of them.

use egui::{Id, Pos2, Ui};
use egui_tiles::TileId;

/// The number of frames until the tabs have their final place after another tab came to the front. A new tab is only
/// counted in the next frame, and an arrow that appears moves the tabs.
const FRAMES: u8 = 4;

/// The part of the visible tabs by which a click on an arrow scrolls. The arrows of `egui_tiles` scroll by a third.
const STEP: f32 = 0.8;

/// Scrolls the tabs of a group so that the tab in front is visible, whenever another tab came to the front. Also makes
/// a click on an arrow beside the tabs scroll by most of the visible tabs. `widths` lists the tabs with their widths,
/// `arrow` is the width of an arrow, and `offset` is the length by which the tabs are scrolled. Call this when `ui` has
/// only the room for the tabs and the arrows left.
pub(super) fn scroll(
    ui: &Ui,
    group: TileId,
    front: Option<TileId>,
    widths: &[(TileId, f32)],
    arrow: f32,
    offset: &mut f32,
) {
    let length = |tabs: &[(TileId, f32)]| tabs.iter().map(|(_, width)| width).sum::<f32>();
    let all = ui.available_rect_before_wrap();
    let room = all.width() - 2.0 * (arrow + ui.spacing().item_spacing.x);
    let has_arrows = length(widths) > all.width();
    let clicked = ui.input(|input| input.pointer.interact_pos().filter(|_| input.pointer.primary_clicked()));
    let is_free = |place: &Pos2| ui.ctx().layer_id_at(*place) == Some(ui.layer_id());
    if let Some(place) = clicked.filter(|place| has_arrows && all.contains(*place) && is_free(place)) {
        let more = room * (STEP - 1.0 / 3.0);
        if place.x > all.right() - arrow && *offset + room < length(widths) {
            *offset += more;
        } else if place.x < all.left() + arrow && *offset > arrow {
            *offset -= more;
        }
    }
    let id = Id::unique(("tab-strip", group));
    let (before, left) = ui.data(|data| data.get_temp::<(Option<TileId>, u8)>(id)).unwrap_or_default();
    let left = if before == front { left } else { FRAMES };
    if left == 0 {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, (front, left - 1)));
    ui.request_repaint();
    let Some(index) = widths.iter().position(|(tab, _)| Some(*tab) == front) else { return };
    if has_arrows {
        let (start, end) = (length(&widths[..index]), length(&widths[..=index]));
        *offset = offset.max(end - room).min(start);
    }
}
