//! The left panel: what one draws with, what places are drawn to, the list of shapes, and what was done.

use egui::{Button, Label, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

use super::{Action, Desk, Hand};
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::steps::{self, Steps};
use crate::editor::sketch::{AnySketch, Grid, Shape, Tool};
use crate::game::words::capital;

/// The room for the list of shapes.
const HEIGHT: f32 = 208.0;
/// The height of a row.
const ROW: f32 = 24.0;

/// The icon of a tool.
pub(super) const fn icon(tool: Tool) -> &'static str {
    match tool {
        Tool::Boundary => icons::POLYGON,
        Tool::Wall => icons::WALL,
        Tool::Finish => icons::FLAG_CHECKERED,
        Tool::Start => icons::FLAG,
        Tool::Oil => icons::DROP,
        Tool::SpeedUp => icons::FAST_FORWARD,
        Tool::SlowDown => icons::REWIND,
        Tool::Warp => icons::SWAP,
        Tool::Reflector => icons::FLIP_HORIZONTAL,
        Tool::Spinner => icons::SPIRAL,
        Tool::Disc => icons::CIRCLE,
        Tool::Loop => icons::PATH,
        Tool::Lane => icons::ARROW_BEND_UP_RIGHT,
        Tool::Red => icons::WARNING_CIRCLE,
        Tool::Garage => icons::WRENCH,
        Tool::PitEntry => icons::SIGN_OUT,
        Tool::PitExit => icons::FLAG,
        Tool::CrashZone => icons::PROHIBIT,
        Tool::CentreLine => icons::PATH,
        Tool::Corner => icons::TRAFFIC_CONE,
        Tool::Noise => icons::MEGAPHONE,
        Tool::Danger => icons::WARNING,
        Tool::Tunnel => icons::ARROW_LINE_DOWN,
        Tool::Police => icons::GAUGE,
        Tool::Slot => icons::LIST_NUMBERS,
        Tool::Space => icons::CIRCLE,
    }
}

pub(super) fn show(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    ui.label(look::strong("Tools", look::BODY));
    let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    let select = (Hand::Select, Command::ToolSelect, icons::CURSOR);
    let drawing = document.tools().iter().map(|tool| (Hand::Draw(*tool), Command::of_tool(*tool), icon(*tool)));
    let tools: Vec<_> = std::iter::once(select).chain(drawing).collect();
    for pair in tools.chunks(2) {
        ui.horizontal(|ui| {
            for (hand, command, icon) in pair {
                tool_button(ui, width, desk.hand == *hand, *command, icon, queue);
            }
        });
    }
    ui.add_space(8.0);
    grid(ui, desk);
    ui.add_space(8.0);
    ui.label(look::strong("On the paper", look::BODY));
    let list = ScrollArea::vertical().id_salt("shapes").max_height(HEIGHT).min_scrolled_height(HEIGHT);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let shapes = document.shapes();
        // Only the rows in view are laid out: a circuit may have hundreds of spaces.
        list.show_rows(ui, ROW, shapes.len().max(1), |ui, shown| {
            ui.set_min_height(HEIGHT);
            if shapes.is_empty() {
                ui.add(Label::new(document.empty_hint()).wrap());
            }
            shapes.iter().take(shown.end).skip(shown.start).for_each(|shape| row(ui, document, desk, shape));
        });
    });
    ui.add_space(8.0);
    let (count, position, forgotten) = document.steps();
    let listed = Steps { count, position, forgotten, title: &|step| document.step_title(step) };
    if let Some(position) = steps::show(ui, &listed, queue) {
        desk.actions.push(Action::GoTo(position));
    }
}

fn tool_button(ui: &mut Ui, width: f32, selected: bool, command: Command, icon: &str, queue: &mut CommandQueue) {
    let spec = command.spec();
    let title = spec.title.trim_end_matches(" tool").trim_start_matches("Draw ");
    let title = match command {
        Command::ToolSelect => "Select".to_owned(),
        _ => capital(title.trim_start_matches("a ").trim_start_matches("an ")),
    };
    let button = Button::selectable(selected, format!("{icon}  {title}")).shortcut_text(spec.keys());
    let response = ui.add(button.min_size(vec2(width, 28.0)));
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, spec.title));
    if response.on_hover_text(spec.tooltip()).clicked() {
        queue.push(command);
    }
}

/// What places are drawn to.
fn grid(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal(|ui| {
        ui.label(look::strong("Grid", look::BODY));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(look::weak("Alt places freely"));
        });
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for grid in Grid::ALL {
            let selected = desk.grid == grid;
            let response = ui.add(Button::selectable(selected, grid.name()));
            let name = format!("Grid {}", grid.name());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, &name));
            let hint = match grid {
                Grid::Off => "Free: lines follow the hand",
                Grid::Five => "The strong lines of the paper",
                _ => "So many squares: lines follow the grid",
            };
            if response.on_hover_text(hint).clicked() {
                desk.grid = grid;
            }
        }
    });
}

fn row(ui: &mut Ui, document: &dyn AnySketch, desk: &mut Desk, shape: &Shape) {
    let part = shape.id.whole();
    let selected = document.selection().items().iter().any(|other| other.shape == shape.id);
    let name = capital(shape.name.trim_start_matches("the "));
    let button = Button::selectable(selected, format!("{}  {name}", icon(shape.id.tool)))
        .right_text(RichText::new(&shape.note).weak().size(look::SMALL))
        .truncate()
        .min_size(vec2(ui.available_width(), ROW));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, format!("Select {name}")));
    if desk.was_hovered == Some(part) {
        // The same shape is under the pointer on the paper.
        let line = ui.visuals().widgets.hovered.bg_stroke;
        ui.painter().rect_stroke(response.rect, 4.0, line, egui::StrokeKind::Inside);
    }
    let response = response.on_hover_text("Click selects it, a double click shows it in the middle");
    if response.hovered() {
        desk.hovered = Some(part);
    }
    if response.clicked() {
        let several = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        desk.actions.push(if several { Action::Toggle(part) } else { Action::Select(vec![part]) });
    }
    if response.double_clicked() && shape.corners > 0 {
        let [low, high] = shape.bounds();
        desk.actions.push(Action::Center([f64::midpoint(low[0], high[0]), f64::midpoint(low[1], high[1])]));
    }
}
