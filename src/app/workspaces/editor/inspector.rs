//! The right panel's upper part: what is selected, or the circuit as a whole.

mod circuit;
mod drawn;
mod piece;

use egui::{Label, RichText, Ui};

use super::fields;
use super::palette::heading;
use super::{Action, Desk};
use crate::app::board::{icons, painter};
use crate::app::commands::buttons::{buttons, icons_row};
use crate::app::commands::{Command, CommandQueue};
use crate::editor::{Document, Edit, Piece};
use crate::geometry::{Direction, Octilinear, Point, Surd};
use crate::render::Theme;

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk, theme: Theme, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    egui::ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        let draft = document.draft();
        match document.selection().items() {
            [] => circuit::show(ui, draft, desk, queue),
            [piece @ (Piece::Corner(_) | Piece::Pitwall)] => piece::show(ui, draft, *piece, desk, queue),
            [Piece::Limit(index)] => drawn::limit(ui, draft, *index, None, desk, queue),
            [Piece::LimitCorner(index, corner)] => drawn::limit(ui, draft, *index, Some(*corner), desk, queue),
            [Piece::Label(index)] => drawn::label(ui, draft, *index, desk, queue),
            several => many(ui, several, queue),
        }
        if let Some(complaint) = fields::complaint(desk.typing.as_ref()) {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(complaint).color(painter::color(theme.error()))).wrap());
        }
    });
}

/// Several pieces at once.
fn many(ui: &mut Ui, pieces: &[Piece], queue: &mut CommandQueue) {
    heading(ui, &format!("{} pieces", pieces.len()));
    ui.add_space(4.0);
    ui.add(Label::new("Drag one to move them all. R turns them as a whole, Alt+R each on the spot.").wrap());
    ui.add_space(8.0);
    let turns = [Command::TurnLeft, Command::TurnRight, Command::TurnEachLeft, Command::TurnEachRight];
    buttons(ui, &turns, queue);
    buttons(ui, &[Command::Mirror, Command::MirrorUpright], queue);
    ui.add_space(8.0);
    ui.label("Align");
    icons_row(
        ui,
        &[
            (Command::AlignLeft, icons::ALIGN_LEFT),
            (Command::AlignCenter, icons::ALIGN_CENTER_HORIZONTAL),
            (Command::AlignRight, icons::ALIGN_RIGHT),
            (Command::AlignTop, icons::ALIGN_TOP),
            (Command::AlignMiddle, icons::ALIGN_CENTER_VERTICAL),
            (Command::AlignBottom, icons::ALIGN_BOTTOM),
        ],
        pieces.len() > 1,
        queue,
    );
    ui.label("Distribute");
    icons_row(
        ui,
        &[(Command::DistributeAcross, icons::COLUMNS), (Command::DistributeUp, icons::ROWS)],
        pieces.len() > 2,
        queue,
    );
    ui.add_space(8.0);
    buttons(ui, &[Command::Duplicate, Command::Delete], queue);
}

/// The fields of a piece's place.
fn place(ui: &mut Ui, piece: Piece, at: Point, desk: &mut Desk) {
    ui.horizontal(|ui| {
        let label = ui.label("x");
        if let Some(x) = fields::number(ui, &mut desk.typing, fields::Field::X(piece), &label, at.x) {
            let edit = Edit::Move(vec![(piece, Point::new(x, at.y))]);
            desk.push(Action::Typed(fields::Field::X(piece), edit));
        }
        ui.add_space(8.0);
        let label = ui.label("y");
        if let Some(y) = fields::number(ui, &mut desk.typing, fields::Field::Y(piece), &label, at.y) {
            let edit = Edit::Move(vec![(piece, Point::new(at.x, y))]);
            desk.push(Action::Typed(fields::Field::Y(piece), edit));
        }
        ui.label(RichText::new("octagons").weak());
    });
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
    hull_with(parts, Surd::ZERO)
}
