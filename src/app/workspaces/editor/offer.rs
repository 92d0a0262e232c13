//! The menu of the right button: what applies to the piece under it, or to the circuit.

use egui::{Button, Ui};

use super::EditorTab;
use super::board::REACH;
use crate::app::board::view::BoardOutput;
use crate::app::commands::{Command, CommandQueue, Situation};
use crate::editor::Piece;
use crate::game::scene::Scene;

/// What applies to corners.
const CORNERS: &[Command] = &[
    Command::TurnLeft,
    Command::TurnRight,
    Command::FlipCurb,
    Command::OtherSide,
    Command::PassEarlier,
    Command::PassLater,
];
/// What applies to track limits.
const LIMITS: &[Command] = &[Command::SwitchKeep, Command::AddPoint];
/// What applies to several pieces.
const SEVERAL: &[Command] = &[
    Command::TurnEachLeft,
    Command::TurnEachRight,
    Command::AlignLeft,
    Command::AlignCenter,
    Command::AlignRight,
    Command::AlignTop,
    Command::AlignMiddle,
    Command::AlignBottom,
    Command::DistributeAcross,
    Command::DistributeUp,
];
/// What applies to any piece.
const PIECES: &[Command] = &[
    Command::Mirror,
    Command::MirrorUpright,
    Command::Cut,
    Command::Copy,
    Command::Duplicate,
    Command::Delete,
    Command::SelectAll,
];
/// What applies where nothing is selected.
const CIRCUIT: &[Command] = &[
    Command::ToolCorner,
    Command::ToolPitwall,
    Command::ToolNumber,
    Command::ToolLimit,
    Command::ToolLabel,
    Command::Paste,
    Command::SelectAll,
    Command::Mirror,
    Command::RotateLeft,
    Command::Reverse,
    Command::Renumber,
    Command::Fit,
];

impl EditorTab {
    pub(super) fn offer(&mut self, out: &BoardOutput, scene: &Scene, queue: &mut CommandQueue) {
        if out.response.secondary_clicked() {
            let under = out.pointer.and_then(|at| self.document.pick(scene, at, REACH / out.view.scale));
            match under {
                Some(piece) if self.document.selection().contains(piece) => {}
                under => self.document.selection_mut().set(under),
            }
        }
        let situation = self.situation();
        let turns = self.document.selection().items().contains(&Piece::Pitwall);
        out.response.context_menu(|ui| {
            ui.set_min_width(250.0);
            if !situation.selection {
                entries(ui, CIRCUIT, &situation, queue);
                return;
            }
            if situation.corner {
                entries(ui, CORNERS, &situation, queue);
                ui.separator();
            } else if turns {
                entries(ui, &CORNERS[..2], &situation, queue);
                ui.separator();
            }
            if situation.limit {
                entries(ui, LIMITS, &situation, queue);
                ui.separator();
            }
            if situation.selected > 1 {
                ui.menu_button("Align and distribute", |ui| entries(ui, SEVERAL, &situation, queue));
            }
            entries(ui, PIECES, &situation, queue);
        });
    }
}

fn entries(ui: &mut Ui, commands: &[Command], situation: &Situation, queue: &mut CommandQueue) {
    for command in commands {
        let spec = command.spec();
        let button = Button::new(spec.title).shortcut_text(spec.keys());
        if ui.add_enabled((spec.enabled)(situation), button).on_hover_text(spec.help).clicked() {
            queue.push(*command);
            ui.close();
        }
    }
}
