//! Buttons that carry out commands. Inspectors show them.

use egui::{Button, RichText, Role, Ui, WidgetInfo};

use super::{Command, CommandQueue};
use crate::app::board::icons;

/// The space at each side of a button's text, in points.
const PADDING: f32 = 3.0;

/// Shows commands as a row of icon buttons of the same size.
pub fn icons_row(ui: &mut Ui, commands: &[(Command, &str)], enabled: bool, queue: &mut CommandQueue) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (command, icon) in commands {
            let spec = command.spec();
            let button = Button::new(RichText::new(*icon).size(18.0)).min_size(egui::vec2(34.0, 28.0));
            let response = ui.add_enabled(enabled, button);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, spec.title));
            let response = response.on_hover_text(format!("{}: {}", spec.title, spec.help));
            let why = "Select more pieces first: Shift+click or Ctrl+click, or drag a frame around them";
            if response.on_disabled_hover_text(why).clicked() {
                queue.push(*command);
            }
        }
    });
}

/// Shows commands as buttons of the same size, with two buttons in each row. If a text is too long for half a row, each
/// button has a row of its own.
pub fn buttons(ui: &mut Ui, commands: &[Command], queue: &mut CommandQueue) {
    // Use only the visible width: a row above may have made the panel's content wider than the panel.
    let space = ui.available_width().min(ui.clip_rect().right() - ui.cursor().left());
    let half = (space - ui.spacing().item_spacing.x) / 2.0;
    let room = half - 2.0 * PADDING - 1.0;
    let font = egui::TextStyle::Button.resolve(ui.style());
    let painter = ui.painter().clone();
    let fits = |command: &Command| {
        let text = painter.layout_no_wrap(title(*command), font.clone(), egui::Color32::PLACEHOLDER);
        text.size().x <= room
    };
    let (columns, width) = if commands.iter().all(fits) { (2, half) } else { (1, space) };
    for row in commands.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding.x = PADDING;
            for command in row {
                let spec = command.spec();
                let response = ui.add_sized([width, 28.0], Button::new(title(*command)).wrap());
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, spec.title));
                if response.on_hover_text(spec.tooltip()).clicked() {
                    queue.push(*command);
                }
            }
        });
    }
}

/// The text of a command's button. If the button has an icon, the text is shorter than the command's title.
fn title(command: Command) -> String {
    match command {
        Command::RotateLeft => format!("{}  Rotate left", icons::ARROW_COUNTER_CLOCKWISE),
        Command::RotateRight => format!("{}  Rotate right", icons::ARROW_CLOCKWISE),
        Command::RotateEachLeft => format!("{}  Each left", icons::ARROW_COUNTER_CLOCKWISE),
        Command::RotateEachRight => format!("{}  Each right", icons::ARROW_CLOCKWISE),
        Command::RotateCircuitLeft => format!("{}  Rotate left", icons::ARROW_COUNTER_CLOCKWISE),
        Command::RotateCircuitRight => format!("{}  Rotate right", icons::ARROW_CLOCKWISE),
        Command::Mirror => format!("{}  Left/right", icons::FLIP_HORIZONTAL),
        Command::MirrorUpright => format!("{}  Top/bottom", icons::FLIP_VERTICAL),
        Command::AddPoint => format!("{}  Add point", icons::PLUS),
        Command::AddPicture => format!("{}  Picture…", icons::IMAGE),
        Command::PastePicture => "Paste".to_owned(),
        Command::ToolPicture => "Move".to_owned(),
        Command::ToolMeasure => format!("{}  Scale", icons::RULER),
        Command::RemovePicture => "Remove".to_owned(),
        Command::Duplicate => format!("{}  Duplicate", icons::COPY),
        Command::Delete => format!("{}  Delete", icons::TRASH),
        _ => command.spec().title.to_owned(),
    }
}
