//! The list of turns. Only visible rows are laid out, so the number of turns does not affect the speed.

use egui::{Align2, FontFamily, FontId, Rect, ScrollArea, Sense, Ui, pos2, vec2};

mod remarked;
mod variation;

use super::context;
use super::tree::{Row, Rows};
use crate::app::board::{fonts, icons, look, painter};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::documents::figures::{Mark, TurnFacts};
use crate::app::workspaces::desk::{Desk, Shown, disc};
use crate::game::words::{short, signed};

/// The largest number of marks in a row of the list of turns.
const MARKS: usize = 3;
/// The smallest width of a row, in points, at which it has all columns.
const WIDE: f32 = 224.0;
/// The distance from the end of a car's name to the gear or the marks beside it, in points. A name may end in a number.
/// With a smaller distance, this number and the gear would look like one number.
const APART: f32 = 10.0;
/// The width of a mark in a row, in points.
const MARK: f32 = 17.0;

/// The state of the list of turns: its scroll position, and whether it shows only remarks.
#[derive(Debug, Default)]
pub(in crate::app::workspaces) struct List {
    /// The number of the turn that the list of turns was last scrolled to.
    position: usize,
    offset: f32,
    height: f32,
    /// The number of the frame in which the list was last drawn.
    pass: u64,
    name: variation::Name,
    /// Whether the list of turns shows only remarks.
    only_remarks: bool,
}

impl List {
    /// Switches between the list of all turns and the list of remarks.
    pub(super) fn toggle_remarks(&mut self) {
        self.only_remarks = !self.only_remarks;
    }

    /// Whether the list of turns shows only remarks.
    pub(super) const fn shows_remarks(&self) -> bool {
        self.only_remarks
    }

    /// Returns the scroll offset to set; `None` if the list stays where it is. If the turn has changed and its row is
    /// not visible, the list scrolls to this row. Otherwise, if the list was not drawn in the last frame because its
    /// tab was hidden, it returns to its earlier offset.
    fn scroll_to(&mut self, position: usize, pass: u64) -> Option<f32> {
        let fresh = pass > self.pass + 1;
        let is_first = self.pass == 0;
        self.pass = pass;
        if position == self.position && !is_first {
            return fresh.then_some(self.offset);
        }
        self.position = position;
        let top = position as f32 * look::ROW;
        let visible = top >= self.offset && top + look::ROW <= self.offset + self.height;
        if visible { fresh.then_some(self.offset) } else { Some((top - self.height / 2.0).max(0.0)) }
    }
}

pub(in crate::app::workspaces) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    (list, tree): (&mut List, &Rows),
    desk: &mut Desk,
    queue: &mut CommandQueue,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (remarks, words, count) in [(false, "Turns", shown.race.len()), (true, "Remarks", tree.remarked().len())] {
            let is_on = list.only_remarks == remarks;
            let button = ui
                .add(egui::Button::selectable(is_on, (look::strong(words, look::BODY), look::weak(count.to_string()))));
            let button = button.on_hover_text(Command::ShowRemarks.spec().tooltip());
            if button.accessible_name(format!("List of {}", words.to_lowercase())).clicked() && !is_on {
                list.toggle_remarks();
            }
        }
    });
    if list.only_remarks {
        return remarked::show(ui, shown, tree, queue);
    }
    header(ui, shown);
    if shown.race.variations() > 0 {
        let room = egui::Panel::bottom("replay-variation").exact_size(variation::HEIGHT);
        room.show(ui, |ui| variation::show(ui, shown, &mut list.name, queue));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt(("turns", shown.tab)).auto_shrink([false, false]);
    let pass = ui.ctx().cumulative_pass_nr() + 1;
    if let Some(offset) = list.scroll_to(tree.place(shown.playback.position()), pass) {
        area = area.vertical_scroll_offset(offset);
    }
    let output = area.show_rows(ui, look::ROW, tree.len(), |ui, rows| {
        for index in rows {
            match tree.get(index) {
                Some(Row::Turn { turn, shown: true, depth, .. }) => row(ui, shown, desk, turn, depth, queue),
                Some(Row::Turn { line, turn, depth, .. }) => variation::turn(ui, shown, line, turn, depth, queue),
                Some(Row::Note { turn, depth }) => note(ui, shown, turn, depth, queue),
                Some(Row::Head { line, turn, depth }) => variation::head(ui, shown, line, turn, depth, queue),
                None => {}
            }
        }
    });
    list.offset = output.state.clamped_offset().y;
    list.height = output.inner_rect.height();
}

/// The columns of a row, as x coordinates.
struct Columns {
    /// The right edge of the column with the turn's number.
    number: f32,
    /// The middle of the column with the car's disc.
    car: f32,
    /// The left edge of the column with the car's name.
    name: f32,
    /// The right edge of the gear column.
    gear: f32,
    /// The right edge of the column with the distance moved; `None` in a narrow list, which has no such column.
    moved: Option<f32>,
    /// The right edge of the marks of the turn. They are between the name and the gear, so that a name may use their
    /// space in a row without marks.
    marks: f32,
    /// The largest number of marks that fit in a row.
    most: usize,
}

impl Columns {
    /// Computes the columns of a row that reaches from x = `left` to x = `right`. `width` is the width of the gear
    /// column.
    fn new(left: f32, right: f32, width: f32) -> Self {
        if right - left >= WIDE {
            let (gear, moved) = (right - 52.0, Some(right - 6.0));
            let marks = gear - width;
            return Self { number: left + 34.0, car: left + 50.0, name: left + 66.0, gear, moved, marks, most: MARKS };
        }
        let gear = right - 6.0;
        let (marks, most) = (gear - width, MARKS - 1);
        Self { number: left + 26.0, car: left + 39.0, name: left + 52.0, gear, moved: None, marks, most }
    }
}

fn header(ui: &mut Ui, shown: Shown<'_>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let columns = Columns::new(rect.left(), rect.right(), 0.0);
    let (middle, weak) = (rect.center().y, ui.visuals().weak_text_color());
    let write = |x: f32, align: Align2, words: &str| {
        ui.painter().text(pos2(x, middle), align, words, FontId::proportional(look::SMALL), weak);
    };
    write(columns.number, Align2::RIGHT_CENTER, "Turn");
    let gear = shown.race.info().gear;
    write(columns.gear, Align2::RIGHT_CENTER, gear.title);
    if let Some(moved) = columns.moved {
        write(moved, Align2::RIGHT_CENTER, "Moved");
    }
    response.on_hover_text(format!(
        "The {} of the turn, and the distance the car moved, in {}",
        gear.word,
        shown.race.info().unit
    ));
}

fn row(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, position: usize, depth: usize, queue: &mut CommandQueue) {
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
    let is_in_stretch = desk
        .stretch
        .zip(facts)
        .is_some_and(|(stretch, facts)| stretch.includes(&shown.figures.series, facts.car, position));
    let is_lit = desk.passes_corner(position);
    if is_in_stretch || is_lit {
        ui.painter().rect_filled(
            rect,
            0.0,
            painter::color(shown.theme.accent()).gamma_multiply(if is_lit { 0.3 } else { 0.14 }),
        );
    }
    if current {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() || desk.hovered_turn == Some(position) {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.6));
    }
    match facts {
        Some(facts) => {
            paint_turn(ui, shown, variation::set_in(ui, rect, depth), position, facts, depth == 0);
            if response.hovered() {
                desk.hovering = shown.race.entrants().get(facts.car).map(|entrant| entrant.car);
            }
        }
        None => {
            let at = pos2(Columns::new(rect.left(), rect.right(), 0.0).name, rect.center().y);
            ui.painter().text(at, Align2::LEFT_CENTER, "The grid", FontId::proportional(look::BODY), text_color(ui));
        }
    }
    if response.clicked() {
        queue.push(Request::GoTo(position));
    }
    context::of_turn(&response, shown, position, queue);
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

/// Shows the note on a turn below the turn's row, in one line. The whole note is in the tooltip.
fn note(ui: &mut Ui, shown: Shown<'_>, position: usize, depth: usize, queue: &mut CommandQueue) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), look::ROW), Sense::click());
    let Some(note) = shown.remarks.note(position) else { return };
    let inner = variation::set_in(ui, rect, depth);
    let painter = ui.painter_at(rect);
    let left = Columns::new(inner.left(), inner.right(), 0.0).name;
    let ink = ui.visuals().weak_text_color();
    let line = note.lines().collect::<Vec<_>>().join(" ");
    let text = look::elided(&painter, &line, FontId::proportional(look::SMALL), ink, inner.right() - 4.0 - left);
    painter.galley(pos2(left, rect.center().y - text.size().y / 2.0), text, ink);
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Note on turn {position}: {line}"))
    });
    if response.clicked() {
        queue.push(Request::GoTo(position));
    }
    context::of_turn(&response, shown, position, queue);
    response.on_hover_text(note);
}

fn text_color(ui: &Ui) -> egui::Color32 {
    ui.visuals().text_color()
}

fn mark_words(facts: &TurnFacts) -> String {
    facts.marks.iter().map(|mark| format!(", {}", mark.name())).collect()
}

/// Paints a row: the turn's number, car, name, gear, distance, marks.
fn paint_turn(ui: &Ui, shown: Shown<'_>, rect: Rect, position: usize, facts: &TurnFacts, is_main: bool) {
    let painter = ui.painter_at(rect);
    let gear = shown.race.info().gear;
    let gear_width = if gear.values.is_empty() { 16.0 } else { 36.0 };
    let columns = Columns::new(rect.left(), rect.right(), gear_width);
    let middle = rect.center().y;
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
    painter.text(pos2(columns.number, middle), Align2::RIGHT_CENTER, position, small.clone(), weak);
    if let Some(entrant) = shown.race.entrants().get(facts.car) {
        disc(&painter, pos2(columns.car, middle), facts.car, entrant.car);
    }
    let mark = shown.remarks.marks.get(&position);
    let bookmark = if shown.remarks.bookmark(position).is_some() { icons::BOOKMARK } else { "" };
    // Long names are cut, so that the marks beside them are always visible.
    let accent = ui.visuals().hyperlink_color;
    let mut beside = egui::text::LayoutJob::default();
    let font = FontId::new(look::BODY, fonts::semibold());
    if let Some(mark) = mark {
        let color = look::mark_color(ui.visuals(), *mark);
        beside.append(mark.sign(), 0.0, egui::TextFormat::simple(font.clone(), color));
    }
    beside.append(bookmark, 0.0, egui::TextFormat::simple(font, accent));
    let beside = painter.layout_job(beside);
    let gap = if beside.size().x > 0.0 { 5.0 } else { 0.0 };
    // If there are variations, the main line is bold.
    let family = if is_main && shown.race.variations() > 0 { fonts::semibold() } else { FontFamily::Proportional };
    // The turns lost are shown after the marks.
    let lost = shown.evaluation.and_then(|evaluation| evaluation.verdict(position)?.lost).filter(|lost| *lost > 0.05);
    let lost = lost.map(|lost| {
        let words = signed(-lost, if lost.fract() == 0.0 { 0 } else { 1 });
        let font = FontId::new(look::SMALL, fonts::semibold());
        painter.layout_no_wrap(words, font, painter::color(shown.theme.warning()))
    });
    let marks_end = columns.marks - lost.as_ref().map_or(0.0, |lost| lost.size().x + 4.0);
    let mut marks: Vec<Mark> = facts.marks.iter().take(columns.most - usize::from(lost.is_some())).collect();
    let room = |marks: &[Mark]| {
        // A mark cannot be read as a part of the name.
        let apart = if marks.is_empty() { APART } else { 4.0 };
        marks_end - MARK * marks.len() as f32 - apart - columns.name - gap - beside.size().x
    };
    // A whole name is worth more than a second mark: the hover text has all of them.
    let font = FontId::new(look::BODY, family);
    let whole = painter.layout_no_wrap(shown.name(facts.car).to_owned(), font.clone(), ink).size().x;
    while marks.len() > 1 && whole > room(&marks) && whole <= room(&marks[..1]) {
        marks.pop();
    }
    let marks_begin = marks_end - MARK * marks.len() as f32;
    let name = look::elided(&painter, shown.name(facts.car), font, ink, room(&marks));
    let beside_at = pos2(columns.name + name.size().x + gap, middle - beside.size().y / 2.0);
    painter.galley(pos2(columns.name, middle - name.size().y / 2.0), name, ink);
    painter.galley(beside_at, beside, accent);
    if let Some(value) = facts.gear {
        painter.text(pos2(columns.gear, middle), Align2::RIGHT_CENTER, gear.name(value), small.clone(), ink);
    }
    if let (Some(distance), Some(moved)) = (facts.distance, columns.moved) {
        let words = short(distance, 1);
        painter.text(pos2(moved, middle), Align2::RIGHT_CENTER, words, small, weak);
    }
    if let Some(lost) = lost {
        let ink = painter::color(shown.theme.warning());
        painter.galley(pos2(columns.marks - lost.size().x, middle - lost.size().y / 2.0), lost, ink);
    }
    for (place, mark) in marks.into_iter().enumerate() {
        let at = pos2(marks_begin + MARK * (place as f32 + 0.5), middle);
        let color = if mark == Mark::Illegal { ui.visuals().error_fg_color } else { weak };
        painter.text(at, Align2::CENTER_CENTER, mark.icon(), body.clone(), color);
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
        let mut list = List { position: 0, offset: 0.0, height: 240.0, pass: 1, ..List::default() };
        assert_eq!(list.scroll_to(0, 2), None);
        assert_eq!(list.scroll_to(5, 3), None);
        assert_eq!(list.scroll_to(100, 4), Some(2_280.0));
        list.offset = 2_280.0;
        assert_eq!(list.scroll_to(101, 5), None);
        assert_eq!(list.scroll_to(1, 6), Some(0.0));
    }

    #[test]
    fn a_list_shown_again_goes_to_where_it_was_or_to_its_turn() {
        let mut list = List::default();
        assert_eq!(list.scroll_to(0, 9), Some(0.0), "a race just opened shows the grid");
        list.height = 240.0;
        list.offset = 96.0;
        assert_eq!(list.scroll_to(0, 10), None, "the user scrolled");
        assert_eq!(list.scroll_to(0, 20), Some(96.0), "where the user left it");
        list.offset = 24.0;
        assert_eq!(list.scroll_to(3, 30), Some(24.0), "not where another list was");
        assert_eq!(list.scroll_to(30, 40), Some(600.0), "another turn is shown now: it is brought into view");
    }
}
