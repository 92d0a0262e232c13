//! The right panel's upper part: the piece that is selected, or the circuit as a whole.

use egui::{Button, Label, RichText, Role, Ui, WidgetInfo};

use super::fields::{self, Field};
use super::palette::{capital, heading};
use super::{Action, Desk};
use crate::app::commands::{Command, CommandQueue};
use crate::app::{icons, painter};
use crate::editor::{Document, Edit, Piece};
use crate::games::vektorace::{Draft, Hand, TableDraft};
use crate::geometry::{Direction, Octilinear, Point, Surd};
use crate::render::Theme;

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk, theme: Theme, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    egui::ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        match document.selection().items() {
            [] => circuit(ui, document.draft(), desk, queue),
            [piece] => self::piece(ui, document.draft(), *piece, desk, queue),
            several => {
                heading(ui, &format!("{} pieces", several.len()));
                ui.add_space(4.0);
                ui.add(Label::new("Drag one to move them all. R turns each on the spot.").wrap());
                ui.add_space(8.0);
                buttons(ui, &[Command::TurnLeft, Command::TurnRight, Command::Duplicate, Command::Delete], queue);
            }
        }
        if let Some(complaint) = fields::complaint(desk.typing.as_ref()) {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(complaint).color(painter::color(theme.error()))).wrap());
        }
    });
}

/// Buttons for commands of the table, two a row.
fn buttons(ui: &mut Ui, commands: &[Command], queue: &mut CommandQueue) {
    let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    for pair in commands.chunks(2) {
        ui.horizontal(|ui| {
            for command in pair {
                let spec = command.spec();
                let title = match command {
                    Command::TurnLeft => format!("{}  Turn left", icons::ARROW_COUNTER_CLOCKWISE),
                    Command::TurnRight => format!("{}  Turn right", icons::ARROW_CLOCKWISE),
                    Command::Duplicate => format!("{}  Duplicate", icons::COPY),
                    Command::Delete => format!("{}  Delete", icons::TRASH),
                    _ => spec.title.to_owned(),
                };
                let response = ui.add_sized([width, 28.0], Button::new(title));
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, spec.title));
                if response.on_hover_text(spec.tooltip()).clicked() {
                    queue.push(*command);
                }
            }
        });
    }
}

fn piece(ui: &mut Ui, draft: &Draft, piece: Piece, desk: &mut Desk, queue: &mut CommandQueue) {
    let (Some(at), Some(direction)) = (piece.at(draft), piece.direction(draft)) else { return };
    heading(ui, &capital(piece.name(draft).trim_start_matches("the ")));
    ui.add_space(4.0);
    place(ui, piece, at, desk);
    ui.add_space(8.0);
    let outline: Vec<[f64; 2]> = hull(&piece.shape(draft));
    ui.horizontal_top(|ui| {
        let (name, square): (_, fn(Direction) -> bool) = match piece {
            Piece::Corner(_) => ("Face", Direction::is_diagonal),
            Piece::Pitwall => ("Run", |direction: Direction| !direction.is_diagonal()),
        };
        if let Some(chosen) = fields::compass(ui, name, direction, square, &outline) {
            desk.push(Action::Edit(Edit::Face(piece, chosen)));
        }
        ui.vertical(|ui| {
            let (title, hint) = match piece {
                Piece::Corner(_) => ("Curbs face", "Cars go round the side with the curbs."),
                Piece::Pitwall => ("Cars run", "The way cars pass the pitwall on the straight."),
            };
            ui.label(title);
            ui.label(RichText::new(format!("{}, {}°", fields::words(direction), direction.degrees())).weak());
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(hint).weak()).wrap());
        });
    });
    ui.add_space(8.0);
    match piece {
        Piece::Corner(index) => {
            corner(ui, draft, index, desk);
            ui.add_space(8.0);
            buttons(ui, &[Command::TurnLeft, Command::TurnRight, Command::Duplicate, Command::Delete], queue);
        }
        Piece::Pitwall => buttons(ui, &[Command::TurnLeft, Command::TurnRight, Command::Delete], queue),
    }
}

/// The outline of parts that belong together, wider by `margin` on all sides.
pub(super) fn hull_with(parts: &[Octilinear], margin: Surd) -> Vec<[f64; 2]> {
    let sides = || Direction::ALL.into_iter().filter_map(move |direction| direction.times(margin));
    let corners: Vec<Point> =
        parts.iter().flat_map(Octilinear::corners).flat_map(|corner| sides().map(move |side| corner + side)).collect();
    Octilinear::around(&corners).map(|hull| hull.corners().into_iter().map(Point::to_f64).collect()).unwrap_or_default()
}

/// The outline of parts that belong together.
pub(super) fn hull(parts: &[Octilinear]) -> Vec<[f64; 2]> {
    let corners: Vec<Point> = parts.iter().flat_map(Octilinear::corners).collect();
    Octilinear::around(&corners).map(|hull| hull.corners().into_iter().map(Point::to_f64).collect()).unwrap_or_default()
}

fn place(ui: &mut Ui, piece: Piece, at: Point, desk: &mut Desk) {
    ui.horizontal(|ui| {
        let label = ui.label("x");
        if let Some(x) = fields::number(ui, &mut desk.typing, Field::X(piece), &label, at.x) {
            desk.push(Action::Edit(Edit::Move(vec![(piece, Point::new(x, at.y))])));
        }
        ui.add_space(8.0);
        let label = ui.label("y");
        if let Some(y) = fields::number(ui, &mut desk.typing, Field::Y(piece), &label, at.y) {
            desk.push(Action::Edit(Edit::Move(vec![(piece, Point::new(at.x, y))])));
        }
        ui.label(RichText::new("octagons").weak());
    });
}

fn corner(ui: &mut Ui, draft: &Draft, index: usize, desk: &mut Desk) {
    let Some(corner) = draft.corners.get(index) else { return };
    ui.horizontal(|ui| {
        let label = ui.label("Number");
        let shown = corner.number.to_string();
        egui::ComboBox::from_id_salt("number")
            .width(72.0)
            .selected_text(shown)
            .show_ui(ui, |ui| {
                for number in 1..=draft.corners.len() as u32 {
                    if ui.selectable_label(number == corner.number, number.to_string()).clicked() {
                        desk.push(Action::Edit(Edit::Number(index, number)));
                    }
                }
            })
            .response
            .labelled_by(label.id)
            .on_hover_text("When the corner is passed: 1 is the first after the finish line. The others move up.");
    });
    ui.add_space(8.0);
    ui.label("Cars pass it");
    let race = draft.direction.unwrap_or(Hand::Clockwise);
    let with = corner.hand.unwrap_or(race) == race;
    let ways = [
        (true, format!("as the race goes, {}", sense(race))),
        (false, format!("as part of an S-bend, {}", sense(race.flipped()))),
    ];
    for (value, title) in ways {
        if ui.radio(with == value, title).clicked() && with != value {
            let hand = if value { None } else { Some(race.flipped()) };
            desk.push(Action::Edit(Edit::Hand(index, hand)));
        }
    }
}

const fn sense(hand: Hand) -> &'static str {
    match hand {
        Hand::Clockwise => "clockwise",
        Hand::CounterClockwise => "counter-clockwise",
    }
}

fn circuit(ui: &mut Ui, draft: &Draft, desk: &mut Desk, queue: &mut CommandQueue) {
    heading(ui, "Circuit");
    ui.add_space(4.0);
    let label = ui.label("Name");
    if let Some(name) = fields::text(ui, &mut desk.typing, Field::Name, &label, &draft.name, 1) {
        desk.push(Action::Typed(Edit::Name(name)));
    }
    ui.add_space(4.0);
    let label = ui.label("Description");
    if let Some(text) = fields::text(ui, &mut desk.typing, Field::Description, &label, &draft.description, 3) {
        desk.push(Action::Typed(Edit::Description(text)));
    }
    ui.add_space(8.0);
    ui.label("Table");
    let table = draft.table;
    ui.horizontal(|ui| {
        let label = ui.label("width");
        if let Some(width) = fields::number(ui, &mut desk.typing, Field::Width, &label, table.to.x - table.from.x) {
            let to = Point::new(table.from.x + width, table.to.y);
            desk.push(Action::Edit(Edit::Table(TableDraft { to, ..table })));
        }
        let label = ui.label("height");
        if let Some(height) = fields::number(ui, &mut desk.typing, Field::Height, &label, table.to.y - table.from.y) {
            let to = Point::new(table.to.x, table.from.y + height);
            desk.push(Action::Edit(Edit::Table(TableDraft { to, ..table })));
        }
    });
    ui.label(RichText::new("in octagons: the base of a car is one").weak());
    ui.add_space(8.0);
    ui.label("The race goes");
    for hand in [Hand::Clockwise, Hand::CounterClockwise] {
        if ui.radio(draft.direction == Some(hand), sense(hand)).clicked() && draft.direction != Some(hand) {
            desk.push(Action::Edit(Edit::Direction(Some(hand))));
        }
    }
    ui.add_space(8.0);
    buttons(ui, &[Command::Mirror, Command::Reverse], queue);
}
