//! The compass: eight arrows around a picture of the selected shape, to choose its direction.

use egui::{Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::board::look;
use crate::editor::sketch::{Facing, Shape};
use crate::geometry::Direction;

/// Draws the compass with its labels. Returns the new direction if the user chose one.
pub(super) fn show(ui: &mut Ui, facing: &Facing, shape: &Shape) -> Option<Direction> {
    let at = shape.points.first().copied().unwrap_or_default();
    let outline: Vec<[f64; 2]> = shape.body.iter().map(|[x, y]| [x - at[0], y - at[1]]).collect();
    let mut chosen = None;
    ui.horizontal_top(|ui| {
        chosen = compass(ui, facing, &outline);
        ui.vertical(|ui| {
            let [title, hint] = facing.words;
            ui.label(title);
            ui.label(look::weak(format!("{}, {}°", words(facing.now), facing.now.degrees())));
            ui.add_space(4.0);
            ui.add(egui::Label::new(look::weak(hint)).wrap());
        });
    });
    chosen
}

/// A direction in words, such as "up and right".
const fn words(direction: Direction) -> &'static str {
    match direction.number() {
        0 => "right",
        1 => "up and right",
        2 => "up",
        3 => "up and left",
        4 => "left",
        5 => "down and left",
        6 => "down",
        _ => "down and right",
    }
}

fn compass(ui: &mut Ui, facing: &Facing, outline: &[[f64; 2]]) -> Option<Direction> {
    const CELL: f32 = 32.0;
    let (rect, _) = ui.allocate_exact_size(vec2(3.0, 3.0) * CELL, Sense::hover());
    let mut chosen = None;
    for direction in Direction::ALL {
        let (right, up) = direction.signs();
        let middle = rect.center() + vec2(right as f32, -(up as f32)) * CELL;
        let cell = egui::Rect::from_center_size(middle, vec2(CELL, CELL) - vec2(4.0, 4.0));
        let id = ui.scope_id().with(("compass", direction.number()));
        let response = ui.interact(cell, id, Sense::click());
        let selected = direction == facing.now;
        let title = format!("{} {}", facing.verb, words(direction));
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, &title));
        let visuals = ui.style().interact_selectable(&response, selected);
        let fill =
            if selected || response.hovered() || response.has_focus() { visuals.bg_fill } else { visuals.weak_bg_fill };
        ui.painter().rect(cell, 4.0, fill, visuals.bg_stroke, egui::StrokeKind::Inside);
        let ink = if selected || (facing.is_usual)(direction) {
            visuals.fg_stroke.color
        } else {
            visuals.fg_stroke.color.gamma_multiply(0.45)
        };
        let way = vec2(right as f32, -(up as f32)).normalized();
        ui.painter().arrow(middle - way * 8.0, way * 16.0, Stroke::new(1.5, ink));
        let hint = if (facing.is_usual)(direction) { title } else { format!("{title}: {}", facing.unusual) };
        if response.on_hover_text(hint).clicked() {
            chosen = Some(direction);
        }
    }
    let reach = outline.iter().flatten().fold(0.1_f64, |most, value| most.max(value.abs()));
    let scale = f64::from(CELL) * 0.36 / reach;
    let points = outline
        .iter()
        .map(|[x, y]| pos2(rect.center().x + (x * scale) as f32, rect.center().y - (y * scale) as f32))
        .collect();
    let visuals = ui.visuals().widgets.noninteractive;
    ui.painter().add(egui::Shape::convex_polygon(
        points,
        visuals.fg_stroke.color.gamma_multiply(0.25),
        visuals.fg_stroke,
    ));
    chosen.filter(|direction| *direction != facing.now)
}
