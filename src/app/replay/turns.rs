//! The list of turns. Only the rows in view are laid out, so that it costs the same for ten turns and for fifty
//! thousand.

use egui::{Align2, FontId, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::{Desk, Shown, disc};
use crate::app::commands::{CommandQueue, Request};
use crate::app::figures::{Mark, TurnFacts};
use crate::app::look;

/// The most marks a row has room for.
const MARKS: usize = 3;

/// Where the list is scrolled to.
#[derive(Debug, Default)]
pub(super) struct List {
    /// The position the list was last scrolled for.
    position: usize,
    offset: f32,
    height: f32,
}

impl List {
    /// The offset that brings a position into view, where it is not there yet.
    fn scroll_to(&mut self, position: usize) -> Option<f32> {
        if position == self.position {
            return None;
        }
        self.position = position;
        let top = position as f32 * look::ROW;
        let visible = top >= self.offset && top + look::ROW <= self.offset + self.height;
        (!visible).then(|| (top - self.height / 2.0).max(0.0))
    }
}

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(look::strong("Turns", look::BODY));
        ui.weak(shown.race.len().to_string());
    });
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt("turns").auto_shrink([false, false]);
    if let Some(offset) = desk.list.scroll_to(shown.playback.position()) {
        area = area.vertical_scroll_offset(offset);
    }
    let output = area.show_rows(ui, look::ROW, shown.race.len() + 1, |ui, rows| {
        for position in rows {
            row(ui, shown, desk, position, queue);
        }
    });
    desk.list.offset = output.state.clamped_offset().y;
    desk.list.height = output.inner_rect.height();
}

fn row(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, position: usize, queue: &mut CommandQueue) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), look::ROW), Sense::click());
    let current = position == shown.playback.position();
    let facts = position.checked_sub(1).and_then(|index| shown.figures.turns.get(index));
    response.widget_info(|| {
        let label = facts.map_or_else(
            || "The grid".to_owned(),
            |facts| format!("Turn {position}, {}{}", shown.name(facts.car), mark_words(facts)),
        );
        egui::WidgetInfo::selected(egui::Role::Button, true, current, label)
    });
    if current {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() || desk.hovered_turn == Some(position) {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.6));
    }
    match facts {
        Some(facts) => {
            paint_turn(ui, shown, rect, position, facts);
            if response.hovered() {
                desk.hovering = shown.race.entrants().get(facts.car).map(|entrant| entrant.car);
            }
        }
        None => {
            let at = pos2(rect.left() + 52.0, rect.center().y);
            ui.painter().text(at, Align2::LEFT_CENTER, "The grid", FontId::proportional(look::BODY), text_color(ui));
        }
    }
    if response.clicked() {
        queue.push(Request::GoTo(position));
    }
    if let Some(facts) = facts {
        response.on_hover_ui(|ui| {
            ui.label(shown.race.describe(position));
            ui.label(look::weak(format!("Round {}{}", facts.round, mark_words(facts))));
            if facts.unverified {
                ui.label(look::weak("Not verified: an earlier turn is illegal."));
            }
        });
    }
}

fn text_color(ui: &Ui) -> egui::Color32 {
    ui.visuals().text_color()
}

fn mark_words(facts: &TurnFacts) -> String {
    facts.marks.iter().map(|mark| format!(", {}", mark.name())).collect()
}

/// Columns: number of the turn, car, name, gear, distance, marks.
fn paint_turn(ui: &Ui, shown: Shown<'_>, rect: Rect, position: usize, facts: &TurnFacts) {
    let painter = ui.painter_at(rect);
    let (middle, left, right) = (rect.center().y, rect.left(), rect.right());
    let illegal = facts.marks.has(Mark::Illegal);
    let weak = ui.visuals().weak_text_color();
    let ink = match (illegal, facts.unverified) {
        (true, _) => ui.visuals().error_fg_color,
        (_, true) => weak,
        _ => text_color(ui),
    };
    let small = FontId::proportional(look::SMALL);
    let body = FontId::proportional(look::BODY);
    if starts_round(shown, position) {
        painter.hline(rect.x_range(), rect.top(), ui.visuals().window_stroke);
    }
    painter.text(pos2(left + 38.0, middle), Align2::RIGHT_CENTER, position, small.clone(), weak);
    if let Some(entrant) = shown.race.entrants().get(facts.car) {
        disc(&painter, pos2(left + 54.0, middle), facts.car, entrant.car);
    }
    let marks: Vec<Mark> = facts.marks.iter().take(MARKS).collect();
    let marks_left = right - 8.0 - 18.0 * MARKS as f32;
    let name = painter.with_clip_rect(Rect::from_min_max(
        pos2(left + 70.0, rect.top()),
        pos2((marks_left - 62.0).max(left + 70.0), rect.bottom()),
    ));
    name.text(pos2(left + 70.0, middle), Align2::LEFT_CENTER, shown.name(facts.car), body, ink);
    if let Some(gear) = facts.gear {
        painter.text(pos2(marks_left - 42.0, middle), Align2::CENTER_CENTER, gear, small.clone(), ink);
    }
    if let Some(distance) = facts.distance {
        let words = format!("{distance:.1}");
        painter.text(pos2(marks_left - 6.0, middle), Align2::RIGHT_CENTER, words, small, weak);
    }
    for (place, mark) in marks.into_iter().enumerate() {
        let at = pos2(marks_left + 9.0 + 18.0 * place as f32, middle);
        let color = if mark == Mark::Illegal { ui.visuals().error_fg_color } else { weak };
        painter.text(at, Align2::CENTER_CENTER, mark.icon(), FontId::proportional(look::BODY), color);
    }
}

fn starts_round(shown: Shown<'_>, position: usize) -> bool {
    let round = |index: usize| shown.figures.turns.get(index).map(|facts| facts.round);
    position >= 1 && round(position - 1) != position.checked_sub(2).and_then(round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_scrolls_only_where_the_turn_is_out_of_view() {
        let mut list = List { position: 0, offset: 0.0, height: 240.0 };
        assert_eq!(list.scroll_to(0), None);
        assert_eq!(list.scroll_to(5), None);
        assert_eq!(list.scroll_to(100), Some(2_280.0));
        list.offset = 2_280.0;
        assert_eq!(list.scroll_to(101), None);
        assert_eq!(list.scroll_to(1), Some(0.0));
    }
}
