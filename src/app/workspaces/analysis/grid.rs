//! A table on screen. A click on a header sorts the rows, typed words filter them, and a button copies them.

use std::sync::Arc;

use egui::scroll_area::ScrollBarVisibility;
use egui::{Align, Align2, Button, FontId, Layout, Sense, TextEdit, Ui, pos2};
use egui_extras::{Column, TableBuilder, TableRow};

use super::arrangement::Pane;
use super::{Bench, Shown};
use crate::analysis::{Choice, Kind, Quantity, Table, Value};
use crate::app::board::{icons, look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::disc;
use crate::game::CarId;
use crate::game::words::many;

/// The space around the text of a cell, in points.
const ROOM: f32 = 18.0;
/// The largest width of a column, in points.
const WIDEST: f32 = 260.0;
/// The largest number of columns that stay in place while the others scroll sideways.
const MOST_FIXED: usize = 4;
/// The number of rows that are measured to set the widths of columns. If a table has more rows, about this number of
/// them are measured.
const LOOKED_AT: usize = 2_000;

/// The state of a table on screen.
#[derive(Clone, Debug, Default)]
pub(super) struct GridView {
    /// The filter text that the user typed, and the column that the user sorts by.
    pub(super) choice: Choice,
    /// The cached rows to show, filtered and sorted, as indices into the table's rows. The first two values are the
    /// inputs from which they were computed: the version of the table, and the user's choice.
    rows: Option<(u64, Choice, Arc<[u32]>)>,
    /// The version of the table, and the text of each row, in which the filter searches.
    words: Option<(u64, Vec<String>)>,
    /// The version of the table, and the widths of its columns, in points.
    widths: Option<(u64, Vec<f32>)>,
    /// The turn to which the table was last scrolled; `None` if it has not been scrolled yet.
    followed: Option<usize>,
    /// The new vertical scroll position, in points, if the user has scrolled the columns that stay in place; otherwise
    /// `None`. The other columns follow in the next frame.
    pushed: Option<f32>,
}

/// A group of columns that are drawn together: the columns that stay in place, or the columns that scroll sideways.
struct Columns<'a> {
    /// The columns in this group, as indices into the table's columns.
    places: &'a [usize],
    /// The widths of all columns of the table, in points.
    widths: &'a [f32],
    /// The vertical scroll position, in points, of the columns that stay in place; `None` for the columns that scroll
    /// sideways.
    fixed_at: Option<f32>,
}

/// The vertical positions of a group of columns after drawing.
struct Drawn {
    /// The scroll position at which the rows were drawn, in points.
    offset: f32,
    /// The scroll position in the next frame, in points.
    next: f32,
    /// The y coordinate of the lower end of the rows, in points.
    bottom: f32,
}

impl GridView {
    /// The rows that pass the filter, in sorted order.
    pub(super) fn rows(&mut self, reading: u64, table: &Table) -> Arc<[u32]> {
        if let Some((.., rows)) = self.rows.as_ref().filter(|(of, choice, _)| *of == reading && *choice == self.choice)
        {
            return Arc::clone(rows);
        }
        if self.words.as_ref().is_none_or(|(of, _)| *of != reading) && !self.choice.words.is_empty() {
            self.words = Some((reading, table.words()));
        }
        let words = self.words.as_ref().map_or(&[][..], |(_, words)| words);
        let rows: Arc<[u32]> = table.chosen(&self.choice, words).into();
        self.rows = Some((reading, self.choice.clone(), Arc::clone(&rows)));
        rows
    }

    /// The widths of the columns, in points; 0 for columns that are left out on screen. They are computed once for each
    /// version of the table, so that they do not change while the user scrolls.
    fn widths(&mut self, ui: &Ui, reading: u64, table: &Table) -> Vec<f32> {
        if let Some((_, widths)) = self.widths.as_ref().filter(|(of, _)| *of == reading) {
            return widths.clone();
        }
        let width = |text: &str, size: f32| {
            let font = FontId::proportional(size);
            ui.ctx().fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font, egui::Color32::WHITE).size().x)
        };
        let step = (table.rows.len() / LOOKED_AT).max(1);
        let widths: Vec<f32> = table
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| {
                if tells_nothing(table, index) {
                    return 0.0;
                }
                let cells = table.rows.iter().step_by(step).filter_map(|row| row.get(index));
                let longest = cells.map(|value| value.shown(column.kind)).max_by_key(|text| text.chars().count());
                let cell = longest.map_or(0.0, |text| width(&text, look::BODY));
                let disc = if column.name == "car" { 22.0 } else { 0.0 };
                (cell.max(disc).max(width(&column.title, look::SMALL) + 12.0) + ROOM).min(WIDEST)
            })
            .collect();
        self.widths = Some((reading, widths.clone()));
        widths
    }

    /// Sorts by the column whose header was clicked: ascending, then descending, then in the original order.
    fn sort(&mut self, column: usize) {
        self.choice.sorted = match self.choice.sorted {
            Some((known, false)) if known == column => Some((column, true)),
            Some((known, true)) if known == column => None,
            _ => Some((column, false)),
        };
    }
}

/// A number of rows in words. `what` is the plural word for the rows.
fn counted(count: usize, what: &str) -> String {
    match what {
        "strategies" => many(count, "strategy"),
        "cars in the stretch" => format!("{} in the stretch", many(count, "car")),
        _ => many(count, what.strip_suffix('s').unwrap_or(what)),
    }
}

/// Draws a table. `what` is the plural word for its rows, such as "laps". `why_empty` is the sentence that a table without
/// rows shows.
pub(super) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    bench: &mut Bench<'_>,
    view: &mut GridView,
    table: &Table,
    (what, why_empty): (&str, &str),
    queue: &mut CommandQueue,
) {
    view.choice.without = bench.hidden_cars(shown);
    let reading = bench.reading;
    let rows = view.rows(reading, table);
    let [all, count] = [table.counted(0..table.rows.len()), table.counted(rows.iter().map(|row| *row as usize))];
    ui.horizontal(|ui| {
        let field =
            TextEdit::singleline(&mut view.choice.words).hint_text(format!("{} Filter", icons::MAGNIFYING_GLASS));
        let field = ui.add(field.desired_width(180.0)).on_hover_text("Shows only rows with all of these words");
        field.accessible_name(format!("Filter {what}"));
        let number = if count == all { counted(all, what) } else { format!("{count} of {}", counted(all, what)) };
        ui.label(look::weak(number));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let copy = ui.add_enabled(!rows.is_empty(), Button::new(icons::COPY).frame(false));
            let copy = copy.on_hover_text("Copies these rows, with tabs between columns");
            if copy.accessible_name(format!("Copy {what}")).clicked() {
                queue.push(Request::CopyText(table.copied(&rows)));
                queue.push(Request::Tell(format!("Copied {}", counted(count, what))));
            }
        });
    });
    if table.rows.is_empty() {
        ui.add(egui::Label::new(egui::RichText::new(why_empty).weak()).wrap());
        return;
    }
    let widths = view.widths(ui, reading, table);
    // The bar below the columns covers no row.
    ui.spacing_mut().scroll.floating_allocated_width = ui.spacing().scroll.bar_width;
    let places: Vec<usize> = (0..widths.len()).filter(|place| widths[*place] > 0.0).collect();
    // The car and its driver stay in place, unless they would leave little room for the rest.
    let driver = table.columns.iter().take(MOST_FIXED).position(|column| column.name == "name");
    let count = places.iter().filter(|place| driver.is_some_and(|driver| **place <= driver)).count();
    let gap = ui.spacing().item_spacing.x;
    let width: f32 = places[..count].iter().map(|place| widths[*place] + gap).sum();
    let whole = ui.available_rect_before_wrap();
    let (count, width) = if width < 0.6 * whole.width() { (count, width) } else { (0, 0.0) };
    let (fixed, others) = places.split_at(count);
    let part = |ui: &mut Ui, rect| ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let others = Columns { places: others, widths: &widths, fixed_at: None };
    let right = &mut part(ui, whole.with_min_x(whole.left() + width));
    let area = egui::ScrollArea::horizontal().id_salt((&table.name, shown.tab)).auto_shrink([false, false]);
    let drawn = area.show(right, |ui| body(ui, shown, bench, view, (table, what), &others, queue)).inner;
    if count > 0 {
        let fixed = Columns { places: fixed, widths: &widths, fixed_at: Some(drawn.offset) };
        let rect = whole.with_max_x(whole.left() + width).with_max_y(drawn.bottom);
        let left = &mut part(ui, rect);
        left.set_clip_rect(rect.intersect(ui.clip_rect()));
        let moved = body(left, shown, bench, view, (table, what), &fixed, queue).next;
        view.pushed = ((moved - drawn.offset).abs() > 0.1 && drawn.next == drawn.offset).then_some(moved);
        if view.pushed.is_some() {
            ui.request_repaint();
        }
        ui.painter().vline(rect.right() - 0.5 * gap, rect.y_range(), ui.visuals().window_stroke);
    }
    ui.advance_cursor_after_rect(whole);
}

fn body(
    ui: &mut Ui,
    shown: Shown<'_>,
    bench: &mut Bench<'_>,
    view: &mut GridView,
    (table, what): (&Table, &str),
    columns: &Columns<'_>,
    queue: &mut CommandQueue,
) -> Drawn {
    let rows = view.rows(bench.reading, table);
    let position = shown.playback.position();
    let mut builder = TableBuilder::new(ui)
        .id_salt((&table.name, shown.tab, columns.fixed_at.is_some()))
        .sense(Sense::click())
        .auto_shrink([false, false])
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center));
    for place in columns.places {
        builder = builder.column(Column::exact(columns.widths[*place]).clip(true));
    }
    if let Some(offset) = columns.fixed_at {
        builder = builder.vertical_scroll_offset(offset).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    } else if let Some(offset) = view.pushed.take() {
        builder = builder.vertical_scroll_offset(offset);
    }
    // While the table of turns is not sorted, it scrolls with the race.
    let follows = view.choice.sorted.is_none() && table.name == "turns" && columns.fixed_at.is_none();
    if follows && view.followed != Some(position) {
        view.followed = Some(position);
        // Without sorting, the turns are in ascending order.
        let row = rows.partition_point(|row| table.turn(*row as usize).is_some_and(|turn| turn < position));
        if row < rows.len() {
            builder = builder.scroll_to_row(row, None);
        }
    }
    let mut sorted = None;
    let builder = builder.header(look::ROW, |mut header| {
        for index in columns.places.iter().copied() {
            let column = &table.columns[index];
            header.col(|ui| {
                let arrow = match view.choice.sorted {
                    Some((by, backwards)) if by == index => {
                        if backwards {
                            icons::CARET_DOWN
                        } else {
                            icons::CARET_UP
                        }
                    }
                    _ => "",
                };
                let title = look::weak(format!("{} {arrow}", column.title));
                let button = Button::new(title).frame(false);
                let layout = if is_number(column.kind) {
                    Layout::right_to_left(Align::Center)
                } else {
                    Layout::left_to_right(Align::Center)
                };
                let response = ui.with_layout(layout, |ui| ui.add(button)).inner;
                let name = if column.title.is_empty() { column.name.to_string() } else { column.title.to_string() };
                let hint = format!("{}\nClick to sort", column.help);
                if response.on_hover_text(hint).accessible_name(format!("Sort {what} by {name}")).clicked() {
                    sorted = Some(index);
                }
            });
        }
    });
    let mut top = 0.0;
    let scrolled = builder.body(|mut body| {
        top = body.ui_mut().max_rect().top();
        body.rows(look::ROW, rows.len(), |mut row| {
            let index = rows[row.index()] as usize;
            let car = table.car(index);
            row.set_hovered(car.is_some() && bench.hovered() == car);
            row.set_selected(position > 0 && table.turn(index) == Some(position));
            let turn = table.turn(index);
            let corner = table.whole(index, "corner").and_then(|corner| u32::try_from(corner).ok());
            let tint = if bench.is_corner(turn, corner) {
                Some(0.3)
            } else {
                turn.is_some_and(|turn| bench.is_in_stretch(shown, turn)).then_some(0.14)
            };
            let cell = line(&mut row, shown, (table, columns.places), (index, tint));
            if let Some(column) = cell.and_then(|cell| table.columns.get(cell)) {
                bench.pointed = quantity_of(shown, &column.name).map(Pane::Plot);
            }
            let response = row.response();
            if response.hovered() {
                bench.hover(car);
                bench.desk.hovering_corner = corner.or(bench.desk.hovering_corner);
            }
            if let Some(turn) = table.turn(index).filter(|_| response.clicked()) {
                // Count the clicked turn as one that the table has already scrolled to. So the clicked row stays under
                // the pointer.
                view.followed = Some(turn);
                queue.push(Request::GoTo(turn));
            }
        });
    });
    if let Some(column) = sorted {
        view.sort(column);
    }
    let rows = scrolled.inner_rect;
    Drawn { offset: rows.top() - top, next: scrolled.state.unclamped_offset().y, bottom: rows.bottom() }
}

/// Whether a column is left out on screen, because all its cells are empty or all are "yes".
fn tells_nothing(table: &Table, column: usize) -> bool {
    let mut cells = table.rows.iter().filter_map(|row| row.get(column));
    let kind = table.columns[column].kind;
    kind == Kind::Flag && cells.clone().all(|cell| *cell == Value::Flag(true))
        || cells.all(|cell| cell.shown(kind).is_empty())
}

const fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Whole | Kind::Lap | Kind::Number(_) | Kind::Difference(_))
}

/// Draws the cells of a row. Tints the row if its turn is in the selected stretch, or if it belongs to the corner under
/// the pointer. Returns the index of the clicked column, if any.
fn line(
    row: &mut TableRow<'_, '_>,
    shown: Shown<'_>,
    (table, places): (&Table, &[usize]),
    (index, tint): (usize, Option<f32>),
) -> Option<usize> {
    let tint = tint.map(|part| painter::color(shown.theme.accent()).gamma_multiply(part));
    let values = table.rows.get(index)?;
    let mut clicked = None;
    for place in places.iter().copied() {
        let (Some(value), Some(column)) = (values.get(place), table.columns.get(place)) else { continue };
        let (_, cell) = row.col(|ui| {
            if let Some(tint) = tint {
                // The tint also covers the space between the columns.
                let room = egui::vec2(0.5 * ui.spacing().item_spacing.x, 0.0);
                let clip = ui.clip_rect().expand2(room);
                ui.painter().with_clip_rect(clip).rect_filled(ui.max_rect().expand2(room), 0.0, tint);
            }
            if column.name == "car" || column.name == "other_car" {
                number(ui, shown, &value.shown(column.kind));
                return;
            }
            let text = value.shown(column.kind);
            if is_number(column.kind) {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(6.0);
                    ui.label(text.as_ref());
                });
            } else if text.chars().count() > 24 {
                ui.add(egui::Label::new(text.as_ref()).truncate()).on_hover_text(text.as_ref());
            } else {
                ui.label(text.as_ref());
            }
        });
        if cell.clicked() {
            clicked = Some(place);
        }
    }
    clicked
}

/// The quantity whose values a column contains; `None` if the column's values belong to no quantity. `name` is the
/// column's key.
fn quantity_of(shown: Shown<'_>, name: &str) -> Option<Quantity> {
    let name = name.strip_suffix("_at_start").or_else(|| name.strip_suffix("_at_end")).unwrap_or(name);
    let name = match name {
        "moved" => "speed",
        "entry" | "minimum" | "exit" => "gear",
        "led" => "place",
        name => name,
    };
    Quantity::named(name, shown.race, &shown.figures.series).ok()
}

/// Draws the disc of the car whose number is `text`. If the race has no such car, draws the text alone.
fn number(ui: &mut Ui, shown: Shown<'_>, text: &str) {
    let car = text.parse().ok().map(CarId);
    let Some((car, index)) = car.and_then(|car| Some((car, shown.index_of(car)?))) else {
        ui.label(text);
        return;
    };
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("Car {car}")));
    let painter = ui.painter_at(rect);
    disc(&painter, pos2(Align2::CENTER_CENTER.pos_in_rect(&rect).x, rect.center().y), index, car);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_sorts_ascending_then_descending_then_not() {
        let mut view = GridView::default();
        let mut click = |column| {
            view.sort(column);
            view.choice.sorted
        };
        assert_eq!([click(2), click(2), click(2)], [Some((2, false)), Some((2, true)), None]);
        assert_eq!([click(1), click(4)], [Some((1, false)), Some((4, false))], "another column starts ascending");
    }
}
