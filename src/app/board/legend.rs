//! The legend: what the shapes on the board mean.

use egui::{Align2, Area, Frame, Id, Order, Sense, Ui, vec2};

use super::painter::{self, View};
use super::{icons, look};
use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::render::Theme;

/// The styles that are used in races of all games, each with its meaning.
const OF_RACES: [(Style, &str); 6] = [
    (Style::ActRing, "the car to act"),
    (Style::Vector(0), "the last move"),
    (Style::OldPath(0, 1), "earlier moves"),
    (Style::LegalFree, "a legal place that costs nothing"),
    (Style::LegalCost, "a legal place that costs points"),
    (Style::Illegal, "an illegal place (hold I)"),
];

/// The size of a sample of a style in the legend, in points.
const SAMPLE: egui::Vec2 = vec2(24.0, 15.0);
/// The distance from the legend to the edges of the board, in points.
const MARGIN: f32 = 10.0;

/// Shows the legend in a corner of the board. It lists those styles of the scene whose meaning is given in `known` (the
/// styles of the race's game) or in [`OF_RACES`]. Styles of legal moves are listed only while such moves are shown.
/// `tab` is the number of the race's tab; the legend stays in the corner where the tab first showed it. Returns whether
/// the user clicked the legend's close button.
pub fn show(
    ui: &Ui,
    (tab, view): (u64, &View),
    scene: &Scene,
    known: &[(Style, &str)],
    places: bool,
    theme: Theme,
) -> bool {
    if look::has_dialog(ui.ctx()) {
        return false;
    }
    // Styles that differ only in a number, such as the colours of cars, count as one style.
    let mut kinds: Vec<std::mem::Discriminant<Style>> = Vec::new();
    for kind in scene.items.iter().map(|item| std::mem::discriminant(&item.style)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let occurs = |style: &Style| match style {
        Style::SpaceCorner(_) => scene.items.iter().any(|item| item.style == *style),
        Style::LegalFree | Style::LegalCost | Style::Illegal => places,
        _ => kinds.contains(&std::mem::discriminant(style)),
    };
    let rows: Vec<(Style, &str)> = known.iter().chain(&OF_RACES).copied().filter(|(style, _)| occurs(style)).collect();
    let mut closed = false;
    let key = Id::unique(("legend", tab));
    let pivot = ui.data(|data| data.get_temp(key)).unwrap_or_else(|| {
        let size = vec2(240.0, 30.0 + rows.len() as f32 * (SAMPLE.y + 1.0));
        let pivot = emptier(view, scene, size);
        ui.data_mut(|data| data.insert_temp(key, pivot));
        pivot
    });
    let corner = pivot.pos_in_rect(&view.rect.shrink(MARGIN));
    let area = Area::new(Id::unique("legend")).order(Order::Middle).pivot(pivot).fixed_pos(corner);
    area.constrain_to(view.rect).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
            ui.spacing_mut().interact_size.y = SAMPLE.y;
            ui.horizontal(|ui| {
                ui.label(look::strong("Legend", look::SMALL));
                let close = ui.add(egui::Button::new(icons::X).small().frame(false));
                closed = close.on_hover_text("Close (H shows it again)").accessible_name("Close the legend").clicked();
            });
            let height = (view.rect.height() - 60.0).max(40.0);
            egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                for (style, words) in &rows {
                    ui.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(SAMPLE, Sense::hover());
                        sample(ui, rect, *style, theme);
                        ui.label(egui::RichText::new(*words).size(look::SMALL));
                    });
                }
            });
        });
    });
    closed
}

/// The corner of the board, lower left or upper right, where a legend of this size hides less of the scene.
fn emptier(view: &View, scene: &Scene, size: egui::Vec2) -> Align2 {
    let corners = [Align2::LEFT_BOTTOM, Align2::RIGHT_TOP];
    let covered = |pivot: &Align2| {
        let card = pivot.align_size_within_rect(size, view.rect.shrink(MARGIN));
        let middles = scene.items.iter().filter(|item| !matches!(item.style, Style::GridLine | Style::GridLineStrong));
        let middles = middles.filter_map(|item| item.shape.middle());
        middles.filter(|middle| card.contains(view.screen_from_world(*middle))).count()
    };
    corners.into_iter().min_by_key(covered).unwrap_or(Align2::LEFT_BOTTOM)
}

/// Paints a sample of a style: a filled shape, or a line for styles that are lines.
fn sample(ui: &Ui, rect: egui::Rect, style: Style, theme: Theme) {
    let view = View { rect, center: [0.0; 2], scale: 15.0 };
    let shape = match style {
        Style::ActRing | Style::Warp => Shape::Circle { center: [0.0; 2], radius: 0.4 },
        Style::Chevron => Shape::Polyline(vec![[-0.2, 0.35], [0.25, 0.0], [-0.2, -0.35]]),
        _ if theme.paint(style).fill.is_some() => {
            Shape::Polygon(vec![[-0.7, -0.38], [0.7, -0.38], [0.7, 0.38], [-0.7, 0.38]])
        }
        _ => Shape::Polyline(vec![[-0.7, 0.0], [0.7, 0.0]]),
    };
    let is_area = matches!(shape, Shape::Polygon(_));
    painter::paint_item(&ui.painter_at(rect), &view, theme, &Item { shape, style, tag: Tag::None });
    if is_area {
        // Draw an outline, so that a colour close to the colour of the card is visible too.
        let edge = egui::Rect::from_center_size(rect.center(), vec2(1.4, 0.76) * view.scale as f32);
        let line = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().rect_stroke(edge, 0.0, line, egui::StrokeKind::Inside);
    }
}
