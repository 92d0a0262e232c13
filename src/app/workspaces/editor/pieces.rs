//! The list of what is on the table. Corners are listed in the order they are passed, and can be dragged to be passed
//! earlier or later.

use egui::{Button, Label, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::palette::heading;
use super::{Action, Desk};
use crate::app::board::icons;
use crate::editor::{Document, Edit, Piece};
use crate::game::words::capital;
use crate::games::vektorace::{Hand, Keep};

/// The room for the list: the pitwall and eight corners without scrolling.
const HEIGHT: f32 = 256.0;
/// The height of a row.
const ROW: f32 = 24.0;

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk) {
    heading(ui, "Pieces");
    let list = ScrollArea::vertical().id_salt("pieces").max_height(HEIGHT).min_scrolled_height(HEIGHT);
    list.show(ui, |ui| {
        ui.set_min_height(HEIGHT);
        ui.spacing_mut().item_spacing.y = 2.0;
        rows(ui, document, desk);
    });
}

fn rows(ui: &mut Ui, document: &Document, desk: &mut Desk) {
    let draft = document.draft();
    let mut corners: Vec<usize> = (0..draft.corners.len()).collect();
    corners.sort_by_key(|index| draft.corners.get(*index).map_or(0, |corner| corner.number));
    if Piece::all(draft).next().is_none() {
        ui.add(Label::new("The table is empty. Take the pitwall (W) or a corner (C) and click where it goes.").wrap());
        return;
    }
    if draft.pitwall.is_some() {
        row(ui, document, desk, Piece::Pitwall);
    }
    let places: Vec<Rect> = corners.iter().filter_map(|index| row(ui, document, desk, Piece::Corner(*index))).collect();
    carry(ui, desk, &corners, &places);
    for piece in Piece::all(draft).filter(|piece| matches!(piece, Piece::Limit(_) | Piece::Label(_))) {
        row(ui, document, desk, piece);
    }
}

/// A row; answers where it is.
fn row(ui: &mut Ui, document: &Document, desk: &mut Desk, piece: Piece) -> Option<Rect> {
    let draft = document.draft();
    let [x, y] = piece.at(draft)?.to_f64();
    let name = match piece {
        Piece::Label(index) => draft.labels.get(index).map(|label| format!("“{}”", label.text))?,
        _ => capital(&piece.name(draft).replace("the ", "")),
    };
    let icon = match piece {
        Piece::Corner(_) => icons::DOTS_SIX_VERTICAL,
        Piece::Pitwall => icons::WALL,
        Piece::Label(_) => icons::TEXT_T,
        _ => icons::POLYGON,
    };
    let race = draft.direction.unwrap_or(Hand::Clockwise);
    let note = match piece {
        Piece::Corner(index) if draft.corners.get(index)?.hand.is_some_and(|hand| hand != race) => " · S-bend",
        Piece::Limit(index) if draft.limits.get(index)?.keep == Keep::In => " · keep in",
        Piece::Limit(_) => " · keep out",
        _ => "",
    };
    let selected = document.selection().contains(piece);
    let place = RichText::new(format!("{}, {}", short(x), short(y))).weak().size(12.0);
    let button = Button::selectable(selected, format!("{icon}  {name}{note}"))
        .right_text(place)
        .truncate()
        .sense(if matches!(piece, Piece::Corner(_)) { Sense::click_and_drag() } else { Sense::click() })
        .min_size(vec2(ui.available_width(), ROW));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, format!("Select {name}")));
    if desk.was_hovered == Some(piece) {
        // The same piece is under the pointer on the board.
        let line = ui.visuals().widgets.hovered.bg_stroke;
        ui.painter().rect_stroke(response.rect, 4.0, line, egui::StrokeKind::Inside);
    }
    let hint = match (piece, piece.direction(draft)) {
        (Piece::Corner(_), Some(facing)) => {
            format!("Faces {}. Drag it up or down to have it passed earlier or later.", super::fields::words(facing))
        }
        (_, Some(direction)) => format!("Cars run {}", super::fields::words(direction)),
        _ => "Click selects it, a double click shows it in the middle".to_owned(),
    };
    let response = if desk.carried.is_none() { response.on_hover_text(hint) } else { response };
    if response.hovered() {
        desk.hovered = Some(piece);
    }
    if response.clicked() {
        let several = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        desk.push(if several { Action::Toggle(piece) } else { Action::Select(vec![piece]) });
    }
    if response.double_clicked() {
        desk.push(Action::Center([x, y]));
    }
    if let (Piece::Corner(index), true) = (piece, response.drag_started_by(egui::PointerButton::Primary)) {
        desk.carried = Some(index);
    }
    Some(response.rect)
}

/// A coordinate with two decimals at most, and no more than it needs.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A corner that is dragged in the list: a line shows where it goes, and it goes there when it is let go.
fn carry(ui: &mut Ui, desk: &mut Desk, corners: &[usize], places: &[Rect]) {
    let Some(carried) = desk.carried else { return };
    let Some(pointer) = ui.ctx().pointer_latest_pos() else { return };
    ui.set_cursor_icon(egui::CursorIcon::Grabbing);
    // So many rows lie above the pointer: the corner goes in after them.
    let above = places.iter().filter(|place| place.center().y < pointer.y).count();
    let edge = match (places.get(above), places.last()) {
        (Some(next), _) => next.top(),
        (None, Some(last)) => last.bottom(),
        (None, None) => return,
    };
    if let Some(first) = places.first() {
        let line = egui::Stroke::new(2.0, ui.visuals().hyperlink_color);
        ui.painter().hline(first.x_range(), edge, line);
    }
    if !ui.input(|input| input.pointer.primary_down()) {
        desk.carried = None;
        let from = corners.iter().position(|index| *index == carried);
        // Its own row no longer counts once it is taken out.
        let number = above + usize::from(from.is_none_or(|from| from >= above));
        if from.is_some_and(|from| from + 1 != number) {
            desk.push(Action::Edit(Edit::Number(carried, number as u32)));
        }
    }
}
