//! The list of remarks: every turn with a note, a bookmark or a mark, with its notes in full.

use egui::{Label, RichText, ScrollArea, Sense, Ui};

use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::{Shown, disc};
use crate::app::workspaces::replay::tree::Rows;

/// Shows the list of remarks. A click on a remark goes to its turn.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, tree: &Rows, queue: &mut CommandQueue) {
    if tree.remarked().len() == 0 {
        ui.add(
            Label::new(look::weak("No remarks yet. On a turn, N writes a note, B sets a bookmark, 1 to 6 set a mark."))
                .wrap(),
        );
        return;
    }
    ScrollArea::vertical().id_salt(("remarks", shown.tab)).auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for position in tree.remarked() {
            remark(ui, shown, position, queue);
        }
    });
}

/// Shows the remarks on one turn.
fn remark(ui: &mut Ui, shown: Shown<'_>, position: usize, queue: &mut CommandQueue) {
    let facts = position.checked_sub(1).and_then(|index| shown.figures.turns.get(index));
    let title = facts.map_or_else(|| "The grid".to_owned(), |facts| format!("{position} {}", shown.name(facts.car)));
    let current = position == shown.playback.position();
    let fill = if current { ui.visuals().selection.bg_fill } else { egui::Color32::TRANSPARENT };
    let inner = egui::Frame::new().fill(fill).corner_radius(4).inner_margin(4).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            if let Some((index, entrant)) =
                facts.and_then(|facts| Some((facts.car, shown.race.entrants().get(facts.car)?)))
            {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(18.0), Sense::hover());
                disc(ui.painter(), rect.center(), index, entrant.car);
            }
            if let Some(mark) = shown.remarks.marks.get(&position) {
                let color = look::mark_color(ui.visuals(), *mark);
                ui.label(look::strong(mark.sign(), look::BODY).color(color)).on_hover_text(mark.name());
            }
            if shown.remarks.bookmark(position).is_some() {
                ui.label(RichText::new(icons::BOOKMARK).color(ui.visuals().hyperlink_color));
            }
            ui.add(Label::new(&title).truncate());
        });
        if let Some(name) = shown.remarks.bookmark(position).filter(|name| !name.is_empty()) {
            ui.add(Label::new(look::strong(name, look::BODY)).wrap());
        }
        if let Some(note) = shown.remarks.note(position) {
            ui.add(Label::new(note).wrap());
        }
    });
    let response = ui.interact(inner.response.rect, ui.scope_id().with(("remark", position)), Sense::click());
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, current, format!("Remarks on {title}")));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        queue.push(Request::GoTo(position));
    }
}
