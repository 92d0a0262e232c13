//! Draws variations in the list of turns, and a strip of controls below the list. In the strip, the user can rename the
//! variation on screen, make it the main line, or delete it.

use egui::{Align2, Button, FontId, Label, Rect, Response, Sense, TextEdit, Ui, pos2, vec2};

use crate::app::board::{fonts, icons, look};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::workspaces::desk::{Shown, disc};
use crate::game::words::many;
use crate::replay::{LineId, RaceEdit};

/// The height of the area below the list of turns that describes the line on screen, in points.
pub(super) const HEIGHT: f32 = 68.0;
/// The indent of a variation, in points.
const STEP: f32 = 14.0;
const DEEPEST: usize = 6;

/// Returns the rectangle of a row, indented according to its depth. Draws a vertical line for each level of variations
/// around the row.
pub(super) fn set_in(ui: &Ui, rect: Rect, depth: usize) -> Rect {
    for level in 0..depth.min(DEEPEST) {
        let x = rect.left() + 6.0 + STEP * level as f32;
        ui.painter().vline(x, rect.y_range(), ui.visuals().window_stroke);
    }
    let mut inner = rect;
    inner.min.x += STEP * depth.min(DEEPEST) as f32;
    inner
}

fn plain_row(ui: &mut Ui) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), look::ROW), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.6));
    }
    (rect, response)
}

/// Draws the row of a turn on a line (main line or variation) that is not on screen.
pub(super) fn turn(ui: &mut Ui, shown: Shown<'_>, line: LineId, turn: usize, depth: usize, queue: &mut CommandQueue) {
    let (rect, response) = plain_row(ui);
    let inner = set_in(ui, rect, depth);
    let view = shown.race.turn_of(line, turn);
    let index = view.as_ref().and_then(|view| shown.index_of(view.car));
    let name = index.map_or("", |index| shown.name(index));
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Turn {turn} of another line of play, {name}"))
    });
    if let Some(view) = view {
        let painter = ui.painter_at(rect);
        let (middle, weak) = (rect.center().y, ui.visuals().weak_text_color());
        let ink = if view.illegal { ui.visuals().error_fg_color } else { weak };
        let small = FontId::proportional(look::SMALL);
        painter.text(pos2(inner.left() + 34.0, middle), Align2::RIGHT_CENTER, turn, small.clone(), weak);
        if let Some(index) = index {
            disc(&painter, pos2(inner.left() + 50.0, middle), index, view.car);
        }
        let words = view.notation.split_once(": ").map_or(view.notation.as_str(), |(_, words)| words);
        let at = pos2(inner.left() + 66.0, middle);
        // The main line stays bold, also while another line is on screen.
        let font = if depth == 0 { FontId::new(look::SMALL, fonts::semibold()) } else { small };
        let written = painter.text(at, Align2::LEFT_CENTER, words, font, ink);
        if let Some(mark) = view.mark {
            let font = FontId::new(look::BODY, fonts::semibold());
            let at = pos2((written.right() + 6.0).min(rect.right() - 20.0), middle);
            painter.text(at, Align2::LEFT_CENTER, mark.sign(), font, ui.visuals().hyperlink_color);
        }
        if response.clicked() {
            queue.push(Request::ShowLine(line, turn));
        }
        response.on_hover_text(format!("{name}: {}", view.notation));
    }
}

/// Shows the heading of a variation.
pub(super) fn head(ui: &mut Ui, shown: Shown<'_>, line: LineId, turn: usize, depth: usize, queue: &mut CommandQueue) {
    let (rect, response) = plain_row(ui);
    let inner = set_in(ui, rect, depth);
    let lines = shown.race.lines();
    let Some(view) = lines.iter().find(|view| view.id == line) else { return };
    let words = title(&view.name, turn);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Variation: {words}")));
    let painter = ui.painter_at(rect);
    let text = format!("{} {words}", icons::GIT_BRANCH);
    let font = FontId::new(look::SMALL, fonts::semibold());
    painter.text(pos2(inner.left() + 4.0, rect.center().y), Align2::LEFT_CENTER, text, font, ui.visuals().text_color());
    if response.clicked() {
        queue.push(Request::ShowLine(line, turn));
    }
    let count = view.len + 1 - turn;
    response.on_hover_text(format!("Variation from turn {turn}, with {}", many(count, "turn")));
}

fn title(name: &str, turn: usize) -> String {
    if name.is_empty() { format!("Instead of turn {turn}") } else { name.to_owned() }
}

/// The name of a variation that the user is typing.
#[derive(Debug, Default)]
pub(super) struct Name {
    of: Option<(LineId, String)>,
    text: String,
}

/// Shows the name and the buttons of the variation on screen, below the list of turns. On the main line, shows the
/// number of variations instead.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, name: &mut Name, queue: &mut CommandQueue) {
    let lines = shown.race.lines();
    let line = shown.race.shown_line();
    let Some(view) = lines.iter().find(|view| view.id == line) else { return };
    ui.add_space(6.0);
    let Some((_, at)) = view.parent else {
        let count = lines.len() - 1;
        ui.add(Label::new(format!("Main line, with {}", many(count, "variation"))).truncate());
        ui.label(look::weak("↓ shows the next variation"));
        return;
    };
    if name.of.as_ref() != Some(&(line, view.name.clone())) {
        name.of = Some((line, view.name.clone()));
        name.text.clone_from(&view.name);
    }
    let field = TextEdit::singleline(&mut name.text).hint_text(title("", at + 1)).desired_width(ui.available_width());
    let field = ui.add(field).on_hover_text("The name of this variation");
    if field.lost_focus() && name.text.trim() != view.name {
        queue.push(Request::Record(RaceEdit::Name { line, name: name.text.clone() }));
    }
    field.accessible_name("Name of the variation");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (command, words) in [
            (Command::PromoteVariation, format!("{} Promote", icons::CARET_UP)),
            (Command::DeleteVariation, format!("{} Delete", icons::TRASH)),
        ] {
            let button = ui.add(Button::new(words)).on_hover_text(command.spec().tooltip());
            if button.accessible_name(command.spec().title).clicked() {
                queue.push(command);
            }
        }
        let back = ui.button("Main line").on_hover_text("Shows the main line, at the turn where this variation starts");
        if back.clicked()
            && let Some(main) = lines.first()
        {
            queue.push(Request::ShowLine(main.id, at));
        }
    });
}
