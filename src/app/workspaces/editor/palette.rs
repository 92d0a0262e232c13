//! The left panel: tools, what snaps, the list of pieces, and what was done.

use egui::{Button, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use super::board::Hold;
use super::{Action, Desk, Tool, pieces};
use crate::app::board::{fonts, icons};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::steps::{self, Steps};
use crate::editor::{Document, Grid, Snap};

/// The tools, two in a row.
const TOOLS: [(Tool, Command, &str); 6] = [
    (Tool::Select, Command::ToolSelect, icons::CURSOR),
    (Tool::Number, Command::ToolNumber, icons::LIST_NUMBERS),
    (Tool::Corner, Command::ToolCorner, icons::TRAFFIC_CONE),
    (Tool::Pitwall, Command::ToolPitwall, icons::WALL),
    (Tool::Limit, Command::ToolLimit, icons::POLYGON),
    (Tool::Label, Command::ToolLabel, icons::TEXT_T),
];

pub(super) fn show(ui: &mut Ui, document: &Document, desk: &mut Desk, hold: &mut Hold, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    heading(ui, "Tools");
    let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    for pair in TOOLS.chunks(2) {
        ui.horizontal(|ui| {
            for (tool, command, icon) in pair {
                let dragged = tool_button(ui, width, desk.tool == *tool, *command, icon, queue);
                if dragged && matches!(tool, Tool::Corner | Tool::Pitwall | Tool::Label) {
                    desk.tool = *tool;
                    desk.facing = None;
                    *hold = Hold::New;
                }
            }
        });
    }
    ui.add_space(8.0);
    snapping(ui, desk);
    ui.add_space(8.0);
    pieces::show(ui, document, desk);
    ui.add_space(8.0);
    let history = document.history();
    let listed = Steps {
        count: history.steps().len(),
        position: history.position(),
        forgotten: history.forgotten(),
        title: &|step| history.steps().get(step).map(crate::editor::Step::title),
    };
    if let Some(position) = steps::show(ui, &listed, queue) {
        desk.push(Action::GoTo(position));
    }
}

/// A heading of a part of a panel.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).family(fonts::semibold()));
}

/// A button that takes up a tool. Answers whether one begins to drag from it: the piece is then put where it is let
/// go.
fn tool_button(
    ui: &mut Ui,
    width: f32,
    selected: bool,
    command: Command,
    icon: &str,
    queue: &mut CommandQueue,
) -> bool {
    let spec = command.spec();
    let title = match command {
        Command::ToolNumber => "Number",
        Command::ToolLimit => "Limit",
        _ => spec.title.trim_end_matches(" tool"),
    };
    let button = Button::selectable(selected, format!("{icon}  {title}"))
        .shortcut_text(spec.keys())
        .sense(Sense::click_and_drag())
        .min_size(vec2(width, 28.0));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, spec.title));
    let response = response.on_hover_text(spec.tooltip());
    if response.clicked() {
        queue.push(command);
    }
    response.drag_started()
}

/// What draws pieces to places: the grid, whole octagons, and edges, each switched on its own.
fn snapping(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal(|ui| {
        heading(ui, "Snap");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new("Alt places freely").weak().size(12.0));
        });
    });
    ui.horizontal(|ui| {
        ui.label("Grid").on_hover_text(Command::SnapGrid.spec().tooltip());
        ui.spacing_mut().item_spacing.x = 2.0;
        for grid in Grid::ALL {
            let selected = desk.snap.grid == grid;
            let response = ui.add(Button::selectable(selected, grid.name()));
            response.widget_info(|| {
                WidgetInfo::selected(Role::RadioButton, true, selected, format!("Grid {}", grid.name()))
            });
            if response.on_hover_text(Command::SnapGrid.spec().tooltip()).clicked() {
                desk.push(Action::Snap(Snap { grid, ..desk.snap }));
            }
        }
    });
    let snap = desk.snap;
    ui.horizontal(|ui| {
        for (command, title, on, switched) in [
            (Command::SnapSteps, "Octagons", snap.steps, Snap { steps: !snap.steps, ..snap }),
            (Command::SnapEdges, "Edges", snap.edges, Snap { edges: !snap.edges, ..snap }),
        ] {
            let mut value = on;
            let response = ui.checkbox(&mut value, title);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, command.spec().title));
            if response.on_hover_text(command.spec().tooltip()).changed() {
                desk.push(Action::Snap(switched));
            }
            ui.add_space(12.0);
        }
    });
}
