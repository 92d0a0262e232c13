//! The upper right panel. It shows the selection, or the whole circuit if nothing is selected.

use egui::{Label, RichText, ScrollArea, Ui};

use super::{Asked, Desk, compass, extent, numbers, outline};
use crate::app::board::{icons, look};
use crate::app::commands::buttons::{buttons, icons_row};
use crate::app::commands::{Command, CommandQueue};
use crate::editor::sketch::{Action, Alignment, AnySketch, Part, Shape, SketchEdit};
use crate::game::form::{Field, Value};
use crate::game::words::fixed;

const TURNS: &[Command] = &[Command::RotateLeft, Command::RotateRight, Command::Mirror, Command::MirrorUpright];

pub(super) fn show(
    ui: &mut Ui,
    document: &dyn AnySketch,
    desk: &mut Desk,
    complaint: Option<&str>,
    queue: &mut CommandQueue,
) {
    ui.add_space(4.0);
    ScrollArea::vertical().id_salt(("inspector", desk.tab)).auto_shrink(false).show(ui, |ui| {
        match document.selection().items() {
            [] => circuit(ui, document, desk, complaint, queue),
            [part] => one(ui, document, desk, *part, queue),
            several => many(ui, document, desk, several.len(), queue),
        }
    });
    numbers::finish(document, desk);
}

/// Draws the inspector for a single selected part.
fn one(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, part: Part, queue: &mut CommandQueue) {
    let Some(shape) = document.shape(part.shape) else { return };
    heading(ui, shape, part);
    if let Some(below) = desk.below(part).and_then(|below| document.shape(below.shape)) {
        let words = format!("Alt+click on the board selects {}, which lies at the same place.", below.name);
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
    }
    if let Some(field) = desk.types_next.take() {
        focus(ui, part, field, document);
    }
    let all = document.fields(Some(part));
    desk.form.forget(&key(Some(part)), &all);
    fields(ui, document, desk, Some(part), &all);
    if part.point.is_none()
        && let Some(facing) = document.facing(part.shape)
    {
        ui.add_space(8.0);
        let chosen = compass::show(ui, &facing, shape);
        desk.asked.extend(chosen.map(|chosen| Asked::Edit(SketchEdit::Face(part.shape, chosen))));
    }
    if part.point.is_none() && shape.has_handles() && shape.corners > 1 {
        extent::show(ui, document, desk);
    }
    if shape.form.has_corners() && shape.has_handles() && shape.corners > 1 {
        if outline::is_open(desk, shape.id) {
            outline::show(ui, document, desk, shape);
        } else {
            points(ui, document, desk, shape, part.point);
            outline::button(ui, document, desk, shape);
        }
        buttons(ui, &[Command::AddPoint], queue);
    }
    ui.add_space(8.0);
    if document.can_turn() {
        buttons(ui, TURNS, queue);
    }
    let of = |action: &&Action| action.of.contains(&shape.id.tool) && !action.has_field;
    let actions = document.manner().actions.iter().filter(of);
    buttons(ui, &actions.map(Command::Act).collect::<Vec<_>>(), queue);
    buttons(ui, &[Command::Duplicate, Command::Delete], queue);
    ui.add_space(8.0);
}

/// Draws the panel for the whole circuit.
fn circuit(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, complaint: Option<&str>, queue: &mut CommandQueue) {
    ui.label(look::strong("Circuit", look::BODY));
    ui.add_space(4.0);
    buttons(ui, &[Command::RaceHere, Command::DuplicateCircuit], queue);
    ui.add_space(4.0);
    let all = document.fields(None);
    desk.form.forget(&key(None), &all);
    let (mut credits, plain): (Vec<Field>, Vec<Field>) =
        all.into_iter().partition(|field| field.id.starts_with("/credits/"));
    let begin = plain.iter().position(|field| field.folded).unwrap_or(plain.len());
    // Groups that are folded come after all other fields.
    let (plain, folded) = plain.split_at(begin);
    fields(ui, document, desk, None, plain);
    for group in folded.chunk_by(|_, next| next.heading.is_none()) {
        let [first, rest @ ..] = group else { continue };
        let title = first.heading.clone().unwrap_or_default();
        let inner = [&[Field { heading: None, ..first.clone() }], rest].concat();
        let shown = egui::CollapsingHeader::new(title).show_unindented(ui, |ui| form(ui, desk, None, &inner));
        if shown.header_response.clicked() {
            // The fields below the heading may be out of view in a low window.
            shown.header_response.scroll_to_me(Some(egui::Align::TOP));
        }
    }
    ui.add_space(8.0);
    buttons(
        ui,
        &[Command::RotateCircuitLeft, Command::RotateCircuitRight, Command::Mirror, Command::MirrorUpright],
        queue,
    );
    let manner = document.manner();
    let actions = manner.actions.iter().filter(|action| action.of.is_empty());
    buttons(ui, &actions.map(Command::Act).collect::<Vec<_>>(), queue);
    if let Some(zones) = manner.zones {
        let mut shown = desk.zones;
        if look::checkbox(ui, &mut shown, zones).on_hover_text(Command::ShowZones.spec().tooltip()).changed() {
            queue.push(Command::ShowZones);
        }
    }
    ui.add_space(8.0);
    match document.reference() {
        None => buttons(ui, &[Command::AddPicture, Command::PastePicture], queue),
        Some(reference) => {
            ui.label("Reference picture");
            ui.add(Label::new(RichText::new(&reference.file).weak()).truncate()).on_hover_text(&reference.file);
            if let Some(why) = complaint {
                ui.add(look::error(ui, why));
            }
            let commands = [Command::ToolPicture, Command::ToolMeasure, Command::AddPicture, Command::RemovePicture];
            buttons(ui, &commands, queue);
        }
    }
    measures(ui, document, desk);
    // Most people fill in the credits only once, so these fields are folded away at the end.
    if let Some(title) = credits.first_mut().and_then(|first| first.heading.take()) {
        ui.add_space(8.0);
        egui::CollapsingHeader::new(title).show(ui, |ui| form(ui, desk, None, &credits));
    }
    ui.add_space(8.0);
}

/// Lists the measures of the circuit, such as its number of corners and the length of its lap.
fn measures(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk) {
    let revision = document.revision();
    if desk.measures.as_ref().is_none_or(|(of, _)| *of != revision) {
        desk.measures = Some((revision, document.draft().measures()));
    }
    let Some((_, measures)) = desk.measures.as_ref().filter(|(_, measures)| !measures.is_empty()) else { return };
    ui.add_space(8.0);
    ui.label(look::strong("Measures", look::BODY));
    ui.add_space(2.0);
    egui::Grid::new("measures").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (name, value) in measures {
            ui.label(look::weak(*name));
            ui.add(Label::new(value.as_str()).truncate());
            ui.end_row();
        }
    });
    ui.add_space(8.0);
}

/// The unique id of a form. The form belongs to the shape or point `of`, or to the whole circuit if `of` is `None`.
pub(super) fn key(of: Option<Part>) -> String {
    of.map_or_else(|| "circuit".to_owned(), |part| format!("{part:?}"))
}

/// Draws the form fields of the shape or point `of`, or of the whole circuit if `of` is `None`. Also shows the error in
/// the value that the user entered last, if there is one.
fn fields(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, of: Option<Part>, fields: &[Field]) {
    // Rows that have only numbers are drawn here. The form draws the fields between them.
    let mut plain: &[Field] = &[];
    let mut rest = fields;
    while let Some(first) = rest.first() {
        let beside = rest[1..].iter().take_while(|field| field.beside).count();
        let (row, after) = rest.split_at(beside + 1);
        if numbers::are_numbers(row) {
            form(ui, desk, of, plain);
            if let Some(heading) = &first.heading {
                ui.add_space(8.0);
                ui.label(look::strong(heading.to_owned(), look::BODY));
                ui.add_space(2.0);
            }
            numbers::row(ui, document, desk, of, row);
            plain = &[];
        } else {
            let start = fields.len() - rest.len() - plain.len();
            plain = &fields[start..fields.len() - after.len()];
        }
        rest = after;
    }
    form(ui, desk, of, plain);
    if let Some(complaint) = &desk.complaint {
        ui.add_space(4.0);
        ui.add(look::error(ui, complaint));
    }
}

fn form(ui: &mut Ui, desk: &mut Desk, of: Option<Part>, fields: &[Field]) {
    if fields.is_empty() {
        return;
    }
    let answer = desk.form.show(ui, &key(of), fields);
    desk.asked.extend(answer.filled.into_iter().map(|filled| Asked::FillForm(of, filled)));
    desk.is_filling |= answer.is_busy;
}

/// Focuses a text field and selects its text, so that typing replaces it.
fn focus(ui: &Ui, part: Part, field: &str, document: &dyn AnySketch) {
    use egui::text::{CCursor, CCursorRange};
    let fields = document.fields(Some(part));
    let Some(known) = fields.iter().find(|known| known.id.ends_with(field)) else { return };
    let id = ui.make_persistent_id(egui::IdSalt::new((key(Some(part)).as_str(), &known.id)));
    let length = if let Value::Text(text, _) = &known.value { text.chars().count() } else { 0 };
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(length))));
    state.store(ui.ctx(), id);
    ui.memory_mut(|memory| memory.request_focus(id));
}

/// Lists the corners of a shape with their coordinates.
fn points(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, shape: &Shape, selected: Option<usize>) {
    const ROW: f32 = 26.0;
    ui.add_space(8.0);
    ui.label("Points");
    let list = ScrollArea::vertical().id_salt(("points", desk.tab)).max_height(180.0).auto_shrink([false, true]);
    list.show_rows(ui, ROW, shape.corners, |ui, shown| {
        for point in shown {
            let part = shape.id.point(point);
            ui.horizontal(|ui| {
                let is_selected = selected == Some(point);
                let button = egui::Button::selectable(is_selected, format!("{}", point + 1));
                let response = ui.add(button.min_size(egui::vec2(28.0, 24.0)));
                let name = format!("Select point {}", point + 1);
                let label = || egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, &name);
                response.widget_info(label);
                if response.on_hover_text(name.as_str()).clicked() {
                    desk.asked.push(Asked::Select(vec![part]));
                }
                let fields = document.fields(Some(part));
                if is_selected || fields.is_empty() || !numbers::are_numbers(&fields) {
                    // The coordinates of the selected point are in fields above the list.
                    let [x, y] = shape.points[point];
                    ui.label(look::weak(format!("{}, {}", fixed(x, 2), fixed(y, 2))));
                } else {
                    numbers::row(ui, document, desk, Some(part), &fields);
                }
            });
        }
    });
}

fn heading(ui: &mut Ui, shape: &Shape, part: Part) {
    let name = shape.title();
    let title = match part.point {
        Some(point) => format!("{name}, corner {}", point + 1),
        None => name,
    };
    ui.label(look::strong(title, look::BODY));
    if !shape.note.is_empty() {
        ui.label(look::weak(&shape.note));
    }
    ui.add_space(4.0);
    if part.point.is_none() && shape.form.has_corners() && shape.corners > 1 {
        let words =
            "Drag a point to move it. Drag the middle of an edge to add a point. Delete removes the selected point.";
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(4.0);
    }
    for handle in shape.handles.iter().filter(|_| part.point.is_none()) {
        ui.add(Label::new(look::weak(handle.help)).wrap());
        ui.add_space(4.0);
    }
}

/// Draws the panel for several selected shapes.
fn many(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, count: usize, queue: &mut CommandQueue) {
    let (can_group, can_ungroup) = (document.can_group(), document.can_ungroup());
    let words = if can_ungroup && !can_group { ", grouped" } else { "" };
    ui.label(look::strong(format!("{count} {}s{words}", document.manner().words[0]), look::BODY));
    ui.add_space(4.0);
    let words = if document.can_turn() {
        "Drag one shape to move all. R rotates them together, Alt+R rotates each in its place."
    } else {
        "Drag one shape to move all."
    };
    ui.add(Label::new(words).wrap());
    extent::show(ui, document, desk);
    if let Some(complaint) = &desk.complaint {
        ui.add(look::error(ui, complaint));
    }
    ui.add_space(8.0);
    if document.can_turn() {
        let turns = [Command::RotateLeft, Command::RotateRight, Command::RotateEachLeft, Command::RotateEachRight];
        buttons(ui, &turns, queue);
        buttons(ui, &[Command::Mirror, Command::MirrorUpright], queue);
    }
    ui.add_space(8.0);
    ui.label("Align");
    icons_row(
        ui,
        &[
            (Command::Align(Alignment::Left), icons::ALIGN_LEFT),
            (Command::Align(Alignment::Center), icons::ALIGN_CENTER_HORIZONTAL),
            (Command::Align(Alignment::Right), icons::ALIGN_RIGHT),
            (Command::Align(Alignment::Top), icons::ALIGN_TOP),
            (Command::Align(Alignment::Middle), icons::ALIGN_CENTER_VERTICAL),
            (Command::Align(Alignment::Bottom), icons::ALIGN_BOTTOM),
        ],
        true,
        queue,
    );
    ui.label("Distribute");
    let groups = [(can_group, Command::Group), (can_ungroup, Command::Ungroup)];
    let groups: Vec<Command> = groups.into_iter().filter(|(can, _)| *can).map(|(_, command)| command).collect();
    let across = [(Command::DistributeAcross, icons::COLUMNS), (Command::DistributeUp, icons::ROWS)];
    icons_row(ui, &across, count > 2, queue);
    ui.add_space(8.0);
    buttons(ui, &groups, queue);
    buttons(ui, &[Command::Duplicate, Command::Delete], queue);
}
