//! The list of a circuit's editing steps. A click on a step undoes all later steps. If the clicked step was undone, the
//! click redoes the steps up to and including it.

use egui::style::ScrollAnimation;
use egui::{Button, Rangef, Rect, RichText, Role, ScrollArea, Ui, WidgetInfo};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};

/// The height of a row, in points.
const ROW: f32 = 24.0;

/// The steps of the editing history, both done and undone.
pub struct Steps<'a> {
    /// The number of the circuit's tab.
    pub tab: u64,
    /// The number of steps.
    pub count: usize,
    /// The number of steps that are done. The steps after them were undone.
    pub position: usize,
    /// The number of earlier steps that can no longer be undone, because the history is limited.
    pub forgotten: usize,
    /// Returns the title of the step with this index; `None` if there is no such step.
    pub title: &'a dyn Fn(usize) -> Option<&'a str>,
}

/// Draws the list of editing steps. If the user clicks a step, returns the number of steps up to and including it. The
/// caller must then undo all later steps, or redo the undone steps up to the clicked one.
pub fn show(ui: &mut Ui, steps: &Steps<'_>, queue: &mut CommandQueue) -> Option<usize> {
    let undo = steps.position.checked_sub(1).and_then(steps.title);
    let redo = (steps.title)(steps.position);
    ui.horizontal(|ui| {
        ui.label(look::strong("History", look::BODY));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (command, icon, title) in
                [(Command::Redo, icons::ARROW_U_UP_RIGHT, redo), (Command::Undo, icons::ARROW_U_UP_LEFT, undo)]
            {
                let spec = command.spec();
                let response = ui.add_enabled(title.is_some(), Button::new(icon).min_size(egui::vec2(28.0, 24.0)));
                response.widget_info(|| WidgetInfo::labeled(Role::Button, title.is_some(), spec.title));
                let hint = format!("{}: {} ({})", spec.title, title.unwrap_or_default().to_lowercase(), spec.keys());
                if response.on_hover_text(hint).on_disabled_hover_text(spec.tooltip()).clicked() {
                    queue.push(command);
                }
            }
        });
    });
    if steps.count == 0 {
        ui.label(RichText::new("No steps yet.").weak());
        return None;
    }
    let beginning = match steps.forgotten {
        0 => "As opened".to_owned(),
        count => format!("{count} earlier steps cannot be undone"),
    };
    let mut chosen = None;
    // Only rows in view are laid out, because the list may have thousands of steps.
    let scroll = ScrollArea::vertical().id_salt(("history", steps.tab)).auto_shrink(false).stick_to_bottom(true);
    // In a low window the list is only two rows high. It must not reach below the panel.
    let scroll = scroll.min_scrolled_height(ROW);
    let known = ui.scope_id().with(("history", steps.tab));
    let before = ui.data_mut(|data| data.get_temp::<usize>(known));
    let has_moved = before.is_some_and(|before| before != steps.position);
    ui.data_mut(|data| data.insert_temp(known, steps.position));
    scroll.show_rows(ui, ROW, steps.count + 1, |ui, shown| {
        // With the usual padding, a button would be higher than a row, and the last rows would not fit into the list.
        ui.spacing_mut().button_padding.y = 2.0;
        // Undo and redo keep the last step that is done in view.
        if has_moved {
            let rows = steps.position as f32 - shown.start as f32;
            let top = ui.max_rect().top() + rows * (ROW + ui.spacing().item_spacing.y);
            let row = Rect::from_x_y_ranges(ui.max_rect().x_range(), Rangef::new(top, top + ROW));
            ui.scroll_to_rect_animation(row, None, ScrollAnimation::none());
        }
        for position in shown {
            let title = position.checked_sub(1).and_then(steps.title).unwrap_or(&beginning);
            let text = RichText::new(title);
            let text = if position > steps.position { text.weak() } else { text };
            let button = Button::selectable(position == steps.position, text)
                .truncate()
                .min_size(egui::vec2(ui.available_width(), ROW));
            if ui.add(button).clicked() {
                chosen = Some(position);
            }
        }
    });
    chosen
}
