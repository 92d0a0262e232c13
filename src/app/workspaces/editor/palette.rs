//! The left panel: the tools, the snapping settings, the list of shapes and the history.

use egui::{Button, Label, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::board::Hold;
use super::{Asked, Desk, HandTool, layers};
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::steps::{self, Steps};
use crate::editor::sketch::{AnySketch, Form, Grid, Manner, Shape, ShapeId, SketchEdit};
use crate::game::words::capital;

/// The smallest height of the list of shapes in points, if the panel has room for it.
const HEIGHT: f32 = 208.0;
/// The smallest height of the list of shapes in a low panel, in points.
const LEAST: f32 = 3.0 * ROW;
/// The smallest height of the history with the gap above it, in points.
const HISTORY: f32 = 100.0;
/// The fraction of the height below the tools that the list of shapes fills. The rest is for the history.
const PART: f32 = 0.65;
/// The height of a row, in points.
const ROW: f32 = 24.0;
/// The smallest width of the panel, in points, at which the buttons of the tools have titles.
const WIDE: f32 = 220.0;

pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, hold: &mut Hold, queue: &mut CommandQueue) {
    let manner = document.manner();
    ui.add_space(4.0);
    ui.label(look::strong("Tools", look::BODY));
    let is_wide = ui.available_width() >= WIDE;
    let columns = if is_wide { 2 } else { 4 };
    let width = (ui.available_width() + ui.spacing().item_spacing.x) / columns as f32 - ui.spacing().item_spacing.x;
    let select = (HandTool::Select, Command::ToolSelect, icons::CURSOR);
    let drawing = manner.tools.iter().map(|tool| (HandTool::Draw(tool), Command::Draw(tool), icons::named(tool.icon)));
    let tools: Vec<_> = std::iter::once(select).chain(drawing).collect();
    for row in tools.chunks(columns) {
        ui.horizontal(|ui| {
            // The longest titles need all of the width.
            ui.spacing_mut().button_padding.x = if is_wide { 5.0 } else { 2.0 };
            for (hand, command, icon) in row {
                let is_dragged = tool_button(ui, (width, is_wide), desk.hand == *hand, *command, icon, queue);
                if is_dragged && matches!(hand, HandTool::Draw(tool) if tool.form == Form::Point) {
                    (desk.hand, desk.facing) = (*hand, None);
                    *hold = Hold::New;
                }
            }
        });
    }
    ui.add_space(8.0);
    snapping(ui, &manner, desk, queue);
    ui.add_space(8.0);
    // In a low window the layers scroll, so that the list of shapes and the history stay in view.
    let most = ui.available_height() - ROW - LEAST - HISTORY;
    desk.has_new_layers |= layers::show(ui, document, &mut desk.layers, most);
    ui.add_space(4.0);
    ui.label(look::strong(format!("{}s", capital(manner.words[0])), look::BODY));
    // The height does not depend on the number of shapes or steps, so that nothing jumps.
    let room = ui.available_height();
    let height = (room * PART).max(HEIGHT).min((room - HISTORY).max(LEAST));
    let list = ScrollArea::vertical().id_salt(("shapes", desk.tab)).max_height(height).min_scrolled_height(height);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let shapes = document.shapes();
        // Only rows in view are laid out, since a circuit may have hundreds of spaces.
        list.show_rows(ui, ROW, shapes.len().max(1), |ui, shown| {
            ui.set_min_height(height);
            if shapes.is_empty() {
                ui.add(Label::new(manner.empty).wrap());
            }
            let mut places = Vec::new();
            for shape in shapes.iter().take(shown.end).skip(shown.start) {
                let place = row(ui, document, desk, shape);
                places.extend(shape.rank.map(|rank| (shape.id, rank, place)));
            }
            carry(ui, desk, &places);
        });
    });
    ui.add_space(8.0);
    let (count, position, forgotten) = document.steps();
    let listed = Steps { tab: desk.tab, count, position, forgotten, title: &|step| document.step_title(step) };
    if let Some(position) = steps::show(ui, &listed, queue) {
        desk.asked.push(Asked::GoTo(position));
    }
}

/// Draws the button of a tool. Returns whether the user begins to drag a new shape from the button to the board. The
/// shape is placed where the drag ends.
fn tool_button(
    ui: &mut Ui,
    (width, is_wide): (f32, bool),
    selected: bool,
    command: Command,
    icon: &str,
    queue: &mut CommandQueue,
) -> bool {
    let spec = command.spec();
    let title = format!("{icon} {}", spec.title.trim_end_matches(" tool"));
    let button = if is_wide {
        Button::selectable(selected, title).shortcut_text(spec.keys()).truncate()
    } else {
        Button::selectable(selected, RichText::new(icon).size(look::HEADING))
    };
    let button = button.sense(Sense::click_and_drag()).min_size(vec2(width, 28.0));
    let response = ui.add_sized([width, 28.0], button);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, spec.title));
    let response = response.on_hover_text(spec.tooltip());
    if response.clicked() {
        queue.push(command);
    }
    response.drag_started()
}

/// Draws the snapping settings: the grid distances, and a checkbox for each other kind of snapping that the game has,
/// such as snapping to the edges of shapes.
fn snapping(ui: &mut Ui, manner: &Manner, desk: &mut Desk, queue: &mut CommandQueue) {
    let is_wide = ui.available_width() >= WIDE;
    ui.horizontal(|ui| {
        ui.label(look::strong(if manner.steps.is_some() { "Snap" } else { "Grid" }, look::BODY));
        if is_wide {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(look::weak("Alt: no snapping"));
            });
        }
    });
    ui.horizontal_wrapped(|ui| {
        // All steps fit into one row, also in the narrowest panel.
        ui.spacing_mut().item_spacing.x = if is_wide { 2.0 } else { 1.0 };
        if !is_wide {
            ui.spacing_mut().button_padding.x = 4.0;
        }
        for grid in manner.grids {
            let selected = desk.snap.grid == *grid;
            let response = ui.add(Button::selectable(selected, grid.name()));
            let name = format!("Grid {}", grid.name());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, &name));
            let hint = match grid {
                _ if grid.is_off() => "No grid: lines follow the pointer",
                Grid::Five => "Snaps to the thick lines of the board (every fifth line)",
                _ => "The distance between grid points. Lines that you draw snap to these points",
            };
            if response.on_hover_text(hint).clicked() {
                desk.snap.grid = *grid;
            }
        }
    });
    let Some(steps) = manner.steps else { return };
    ui.horizontal_wrapped(|ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        let snaps = [(Command::SnapSteps, steps, desk.snap.steps), (Command::SnapEdges, "edges", desk.snap.edges)];
        for (command, title, on) in snaps {
            if !is_wide && command == Command::SnapEdges {
                ui.end_row();
            }
            let mut value = on;
            let response = look::checkbox(ui, &mut value, capital(title));
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, command.spec().title));
            if response.on_hover_text(command.spec().tooltip()).changed() {
                queue.push(command);
            }
            ui.add_space(12.0);
        }
    });
}

/// Draws the row of a shape in the list. Returns the row's rectangle.
fn row(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, shape: &Shape) -> Rect {
    let part = shape.id.whole();
    let selected = document.selection().items().iter().any(|other| other.shape == shape.id);
    let name = shape.title();
    let tool = document.manner().tools.iter().find(|tool| tool.id == shape.id.tool);
    let can_move = shape.rank.is_some();
    let icon =
        if can_move { icons::DOTS_SIX_VERTICAL } else { tool.map_or(icons::CIRCLE, |tool| icons::named(tool.icon)) };
    let button = Button::selectable(selected, format!("{icon}  {name}")).truncate();
    let button = button
        .sense(if can_move { Sense::click_and_drag() } else { Sense::click() })
        .min_size(vec2(ui.available_width(), ROW));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, format!("Select {name}")));
    note(ui, response.rect, &format!("{icon}  {name}"), &shape.note);
    if desk.was_hovered == Some(part) {
        // Outline the row of the shape that is under the pointer on the board.
        let line = ui.visuals().widgets.hovered.bg_stroke;
        ui.painter().rect_stroke(response.rect, 4.0, line, egui::StrokeKind::Inside);
    }
    // The row may be too narrow for the name and the note.
    let note = if shape.note.is_empty() { String::new() } else { format!(", {}", shape.note) };
    let hint = format!("{name}{note}\nClick to select, double-click to centre the board on it");
    let more = if can_move { ". Drag the row up or down to change the number" } else { "" };
    let response = if desk.carried.is_none() { response.on_hover_text(format!("{hint}{more}")) } else { response };
    if response.hovered() {
        desk.hovered = Some(part);
    }
    if response.clicked() && !desk.layers.frees(document.manner().layers, shape) {
        desk.refused = Some("The layer of this shape is locked or hidden. Unlock and show it under Layers.".to_owned());
    } else if response.clicked() {
        let several = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        desk.asked.push(if several { Asked::Toggle(part) } else { Asked::Select(vec![part]) });
    }
    if response.double_clicked() && shape.corners > 0 {
        let [low, high] = shape.bounds();
        desk.asked.push(Asked::Center([f64::midpoint(low[0], high[0]), f64::midpoint(low[1], high[1])]));
    }
    if can_move && response.drag_started_by(egui::PointerButton::Primary) {
        desk.carried = Some(shape.id);
    }
    response.rect
}

/// The smallest width of a note, in points. If there is less room beside the name, the note is left out.
const NOTE: f32 = 40.0;

/// Draws the note of a shape at the right end of its row. A note that is too long is cut with "…".
fn note(ui: &Ui, row: Rect, name: &str, note: &str) {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let name = ui.painter().layout_no_wrap(name.to_owned(), font, egui::Color32::PLACEHOLDER).size().x;
    let gap = ui.spacing().button_padding.x;
    let font = egui::FontId::proportional(look::SMALL);
    let room = row.width() - name - 4.0 * gap;
    let text = look::elided(ui.painter(), note, font, ui.visuals().weak_text_color(), room.max(0.0));
    if room < NOTE && text.size().x > 0.0 && text.elided {
        return;
    }
    let place = egui::pos2(row.right() - gap - text.size().x, row.center().y - 0.5 * text.size().y);
    ui.painter().galley(place, text, ui.visuals().weak_text_color());
}

/// Draws a line between the rows where the dragged row would go. Moves the row there when the button is released.
fn carry(ui: &mut Ui, desk: &mut Desk, places: &[(ShapeId, u32, Rect)]) {
    let Some(carried) = desk.carried else { return };
    let Some(pointer) = ui.ctx().pointer_latest_pos() else { return };
    ui.set_cursor_icon(egui::CursorIcon::Grabbing);
    // The row goes before the first row whose centre is below the pointer.
    let below = places.iter().find(|(.., place)| place.center().y >= pointer.y);
    let (edge, before) = match (below, places.last()) {
        (Some((_, rank, place)), _) => (place.top(), *rank),
        (None, Some((_, rank, place))) => (place.bottom(), rank + 1),
        (None, None) => return,
    };
    if let Some((.., first)) = places.first() {
        ui.painter().hline(first.x_range(), edge, egui::Stroke::new(2.0, ui.visuals().hyperlink_color));
    }
    if !ui.input(|input| input.pointer.primary_down()) {
        desk.carried = None;
        let now = places.iter().find(|(id, ..)| *id == carried).map(|(_, rank, _)| *rank);
        // The dragged row leaves the list first, which moves later rows up by one.
        let rank = if now.is_some_and(|now| now < before) { before - 1 } else { before };
        if now.is_some_and(|now| now != rank) {
            desk.asked.push(Asked::Edit(SketchEdit::Rank(carried, rank)));
        }
    }
}
