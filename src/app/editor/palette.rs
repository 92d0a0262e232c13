//! The left panel: tools, snapping, the list of pieces, and what was done.

use egui::{Button, Label, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo};

use super::board::Hold;
use super::{Action, Desk, Tool};
use crate::app::commands::{Command, CommandQueue};
use crate::app::{fonts, icons};
use crate::editor::{Document, Piece, Snap};

/// The room for the list of pieces: all nine without scrolling.
const PIECES_HEIGHT: f32 = 288.0;

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk, hold: &mut Hold, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    heading(ui, "Tools");
    for (tool, command, icon) in [
        (Tool::Select, Command::ToolSelect, icons::CURSOR),
        (Tool::Corner, Command::ToolCorner, icons::POLYGON),
        (Tool::Pitwall, Command::ToolPitwall, icons::WALL),
    ] {
        if tool_button(ui, desk.tool == tool, command, icon, queue) && tool != Tool::Select {
            desk.tool = tool;
            desk.facing = None;
            *hold = Hold::New;
        }
    }
    ui.add_space(8.0);
    snapping(ui, desk);
    ui.add_space(8.0);
    heading(ui, "Pieces");
    ScrollArea::vertical().id_salt("pieces").max_height(PIECES_HEIGHT).min_scrolled_height(PIECES_HEIGHT).show(
        ui,
        |ui| {
            ui.set_min_height(PIECES_HEIGHT);
            pieces(ui, document, desk);
        },
    );
    ui.add_space(8.0);
    history(ui, document, desk, queue);
}

/// A heading of a part of a panel.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).family(fonts::semibold()));
}

/// A button that takes up a tool. Answers whether one begins to drag from it: the piece is then put where it is let
/// go.
fn tool_button(ui: &mut Ui, selected: bool, command: Command, icon: &str, queue: &mut CommandQueue) -> bool {
    let spec = command.spec();
    let title = spec.title.trim_end_matches(" tool");
    let button = Button::selectable(selected, format!("{icon}  {title}"))
        .shortcut_text(spec.keys())
        .sense(Sense::click_and_drag())
        .min_size(egui::vec2(ui.available_width(), 28.0));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, spec.title));
    let response = response.on_hover_text(spec.help);
    if response.clicked() {
        queue.push(command);
    }
    response.drag_started()
}

fn snapping(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal(|ui| {
        let label = ui.label("Snap");
        label.on_hover_text("Pieces moved with the pointer go to places this far apart, in octagons. Hold Alt or Shift to place freely.");
        ui.spacing_mut().item_spacing.x = 2.0;
        for snap in Snap::ALL {
            let selected = desk.snap == snap;
            let response = ui.add(Button::selectable(selected, snap.name()));
            response.widget_info(|| {
                WidgetInfo::selected(Role::RadioButton, true, selected, format!("Snap {}", snap.name()))
            });
            if response.clicked() {
                desk.push(Action::Snap(snap));
            }
        }
    });
}

fn pieces(ui: &mut Ui, document: &Document, desk: &mut Desk) {
    let draft = document.draft();
    let mut listed: Vec<Piece> = Piece::all(draft).collect();
    if listed.is_empty() {
        ui.add(Label::new("The table is empty. Take the pitwall (W) or a corner (C) and click where it goes.").wrap());
        return;
    }
    listed.sort_by_key(|piece| match piece {
        Piece::Pitwall => 0,
        Piece::Corner(index) => draft.corners.get(*index).map_or(0, |corner| corner.number),
    });
    for piece in listed {
        let (Some(at), Some(direction)) = (piece.at(draft), piece.direction(draft)) else { continue };
        let name = capital(&piece.name(draft).replace("the ", ""));
        let [x, y] = at.to_f64();
        let place = format!("{x:.1}, {y:.1}");
        let button = Button::selectable(document.selection().contains(piece), name.as_str())
            .right_text(RichText::new(place).weak())
            .min_size(egui::vec2(ui.available_width(), 24.0));
        let response = ui.add(button);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, document.selection().contains(piece), format!("Select {name}"))
        });
        if desk.was_hovered == Some(piece) {
            // The same piece is under the pointer on the board.
            let line = ui.visuals().widgets.hovered.bg_stroke;
            ui.painter().rect_stroke(response.rect, 4.0, line, egui::StrokeKind::Inside);
        }
        let response = response.on_hover_text(format!("Faces {}", super::fields::words(direction)));
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
    }
}

fn history(ui: &mut Ui, document: &Document, desk: &mut Desk, queue: &mut CommandQueue) {
    let history = document.history();
    ui.horizontal(|ui| {
        heading(ui, "History");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (command, icon, title) in [
                (Command::Redo, icons::ARROW_U_UP_RIGHT, history.redo_title()),
                (Command::Undo, icons::ARROW_U_UP_LEFT, history.undo_title()),
            ] {
                let spec = command.spec();
                let response = ui.add_enabled(title.is_some(), Button::new(icon).min_size(egui::vec2(28.0, 24.0)));
                response.widget_info(|| WidgetInfo::labeled(Role::Button, title.is_some(), spec.title));
                let hint = format!("{}: {} ({})", spec.title, title.unwrap_or_default().to_lowercase(), spec.keys());
                if response.on_hover_text(hint).on_disabled_hover_text(spec.tooltip()).clicked() {
                    queue.push(command);
                }
            }
        });
    });
    if history.steps().is_empty() {
        ui.label(RichText::new("Nothing done yet.").weak());
        return;
    }
    ScrollArea::vertical().id_salt("history").auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for position in 0..=history.steps().len() {
            let title = position
                .checked_sub(1)
                .and_then(|index| history.steps().get(index))
                .map_or("As opened", |step| step.title());
            let text = RichText::new(title);
            let text = if position > history.position() { text.weak() } else { text };
            let button = Button::selectable(position == history.position(), text)
                .truncate()
                .min_size(egui::vec2(ui.available_width(), 24.0));
            if ui.add(button).clicked() {
                desk.push(Action::GoTo(position));
            }
        }
    });
}

/// With a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
