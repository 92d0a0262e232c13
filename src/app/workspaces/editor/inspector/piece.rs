//! A corner, or the pitwall.

use egui::{Label, RichText, Ui};

use super::{hull, place};
use crate::app::commands::buttons::buttons;
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::editor::palette::heading;
use crate::app::workspaces::editor::{Action, Desk, fields};
use crate::editor::{Edit, Piece};
use crate::game::words::capital;
use crate::games::vektorace::{Draft, Hand};
use crate::geometry::Direction;

pub(super) fn show(ui: &mut Ui, draft: &Draft, piece: Piece, desk: &mut Desk, queue: &mut CommandQueue) {
    let (Some(at), Some(direction)) = (piece.at(draft), piece.direction(draft)) else { return };
    heading(ui, &capital(piece.name(draft).trim_start_matches("the ")));
    ui.add_space(4.0);
    place(ui, piece, at, desk);
    ui.add_space(8.0);
    let outline: Vec<[f64; 2]> = hull(&piece.shape(draft));
    ui.horizontal_top(|ui| {
        let (name, square): (_, fn(Direction) -> bool) = match piece {
            Piece::Corner(_) => ("Face", Direction::is_diagonal),
            _ => ("Run", |direction: Direction| !direction.is_diagonal()),
        };
        if let Some(chosen) = fields::compass(ui, name, direction, square, &outline) {
            desk.push(Action::Edit(Edit::Face(piece, chosen)));
        }
        ui.vertical(|ui| {
            let (title, hint) = match piece {
                Piece::Corner(_) => ("Curbs face", "Cars go round the side with the curbs."),
                _ => ("Cars run", "The way cars pass the pitwall on the straight."),
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
            let commands = [
                Command::TurnLeft,
                Command::TurnRight,
                Command::PassEarlier,
                Command::PassLater,
                Command::FlipCurb,
                Command::Duplicate,
                Command::Delete,
            ];
            buttons(ui, &commands, queue);
        }
        _ => {
            buttons(ui, &[Command::TurnLeft, Command::TurnRight, Command::Delete], queue);
            ui.add_space(8.0);
            let mut zones = desk.zones;
            let spec = Command::ShowZones.spec();
            if ui.checkbox(&mut zones, spec.title).on_hover_text(spec.tooltip()).changed() {
                queue.push(Command::ShowZones);
            }
        }
    }
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

/// A hand in words.
pub(super) const fn sense(hand: Hand) -> &'static str {
    match hand {
        Hand::Clockwise => "clockwise",
        Hand::CounterClockwise => "counter-clockwise",
    }
}
