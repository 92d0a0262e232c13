//! The small map in a corner of the board: the whole scene, the part in view, and the cars. A click or a drag on it
//! moves the view.

use egui::{Rect, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::painter::{self, View};
use super::view::BoardView;
use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::render::Theme;

/// The largest size of the map, in points.
const SIZE: Vec2 = vec2(170.0, 120.0);
/// The distance from the map to the edges of the board, in points.
const MARGIN: f32 = 10.0;
/// The smallest distance from the map to the followed car, in points.
const CLEAR: f32 = 20.0;
/// The radius of a car on the map, in points.
const CAR: f32 = 3.5;

/// Whether the map leaves out shapes of this style. It leaves out shapes too fine to see. It also leaves out the shapes
/// of cars, and draws discs instead.
const fn is_left_out(style: Style) -> bool {
    matches!(
        style,
        Style::GridLine
            | Style::GridLineStrong
            | Style::Ruler
            | Style::Label
            | Style::Path(_)
            | Style::OldPath(..)
            | Style::Vector(_)
            | Style::Boost(_)
            | Style::Ghost(_)
            | Style::CarBase(_)
            | Style::CarBody(_)
            | Style::CarNumber(_)
            | Style::ActRing
            | Style::Chevron
    )
}

/// The rectangle of the map; `None` if the whole scene is in view, because then no map is needed. The map is in the
/// lower right corner. If it would hide the followed car there, it is in the upper left corner.
#[must_use]
pub fn place(board: &BoardView) -> Option<Rect> {
    board.is_cut().then_some(())?;
    let view = board.view();
    let [low, high] = board.bounds();
    let (width, height) = ((high[0] - low[0]).max(1e-3) as f32, (high[1] - low[1]).max(1e-3) as f32);
    let size = vec2(width, height) * (SIZE.x / width).min(SIZE.y / height);
    let usual = Rect::from_min_max(view.rect.max - size, view.rect.max).translate(Vec2::splat(-MARGIN));
    let is_hidden = |at: [f64; 2]| usual.expand(CLEAR).contains(view.screen_from_world(at));
    let is_moved = board.followed.is_some_and(|followed| is_hidden(followed.at));
    Some(if is_moved { Rect::from_min_size(view.rect.min + Vec2::splat(MARGIN), size) } else { usual })
}

/// Shows the map if a part of the scene is out of view.
pub fn show(ui: &Ui, board: &mut BoardView, scene: &Scene, theme: Theme) {
    let Some(rect) = place(board) else { return };
    let view = *board.view();
    let response = ui.interact(rect, ui.scope_id().with("minimap"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Map of the board"));
    let ground = painter::color(theme.background());
    let painter = ui.painter().with_clip_rect(rect.expand(2.0).intersect(view.rect));
    painter.rect_filled(rect, 2.0, ground);
    let map = View { rect, ..BoardView::fitted_to(scene, rect) };
    let is_shown = |item: &&Item| {
        let is_shape = !matches!(item.shape, Shape::Text { .. });
        is_shape && !is_left_out(item.style)
    };
    let shown: Vec<&Item> = scene.items.iter().filter(is_shown).collect();
    board.map.paint(&painter, &map, theme, &shown);
    for item in &scene.items {
        if let (Style::CarBase(index), Tag::Car(_), Some(at)) = (item.style, item.tag, item.shape.middle()) {
            let colour = painter::color(crate::render::car_colour(index));
            painter.circle(map.screen_from_world(at), CAR, colour, Stroke::new(1.0, ground));
        }
    }
    let corner = |corner: egui::Pos2| map.screen_from_world(view.world_from_screen(corner));
    let seen = Rect::from_two_pos(corner(view.rect.min), corner(view.rect.max)).intersect(rect);
    painter.rect_stroke(seen, 1.0, Stroke::new(1.5, painter::color(theme.accent())), StrokeKind::Inside);
    // A strong border, because the map looks like the board around it.
    painter.rect_stroke(rect, 2.0, Stroke::new(1.5, ui.visuals().weak_text_color()), StrokeKind::Outside);
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) {
        board.center_on(map.world_from_screen(pointer));
    }
    response.on_hover_text("The whole board. Click or drag to move the view; F fits the board");
}
