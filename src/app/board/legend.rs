//! The legend: what the shapes on the board mean.

use egui::{Align2, Area, Frame, Id, Order, Sense, Ui, vec2};

use super::painter::{self, View};
use super::{icons, look};
use crate::game::scene::{Item, Scene, Shape, Style};
use crate::render::Theme;
use crate::render::sample::{HALF, sample};

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
/// The largest size of the legend, as fractions of the board's width and height. A longer legend scrolls.
const SHARE: egui::Vec2 = vec2(0.66, 0.5);
/// The distance from the legend to the edges of the board, in points.
const MARGIN: f32 = 10.0;

/// Shows the legend in a corner of the board. It explains the styles that occur in the scene, if `known` (the styles of
/// the race's game) or [`OF_RACES`] gives their meaning. Styles of legal moves are explained only while such moves are
/// shown. `tab` is the number of the race's tab. On each tab, the legend stays in its corner until it would hide the
/// car to act. Returns whether the user clicked the legend's close button.
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
    let placed: Option<Placed> = ui.data(|data| data.get_temp(key));
    let room = view.rect.shrink(MARGIN);
    let most = SHARE * room.size();
    // The card moves only if it hides the car to act.
    let placed = placed.filter(|placed| !placed.hides_car_to_act(view, scene)).unwrap_or_else(|| {
        let size =
            placed.map_or(most.min(vec2(280.0, 30.0 + rows.len() as f32 * (SAMPLE.y + 1.0))), |placed| placed.size);
        Placed { pivot: emptiest(view, scene, size), size }
    });
    let (pivot, corner) = (placed.pivot, placed.pivot.pos_in_rect(&room));
    let area = Area::new(Id::unique("legend")).order(Order::Middle).pivot(pivot).fixed_pos(corner);
    let shown = area.constrain_to(view.rect).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
            ui.spacing_mut().interact_size.y = SAMPLE.y;
            ui.horizontal(|ui| {
                ui.label(look::strong("Legend", look::SMALL));
                let close = ui.add(egui::Button::new(icons::X).small().frame(false));
                closed = close.on_hover_text("Close (H shows it again)").accessible_name("Close the legend").clicked();
            });
            let height = (most.y - 40.0).max(40.0);
            ui.set_max_width(most.x);
            egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                for (style, words) in &rows {
                    ui.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(SAMPLE, Sense::hover());
                        paint(ui, rect, *style, theme);
                        ui.add(egui::Label::new(egui::RichText::new(*words).size(look::SMALL)).wrap());
                    });
                }
            });
        });
    });
    ui.data_mut(|data| data.insert_temp(key, Placed { pivot, size: shown.response.rect.size() }));
    closed
}

/// The place of the legend on the board.
#[derive(Clone, Copy)]
struct Placed {
    /// The corner of the board.
    pivot: Align2,
    /// The size of the legend, in points.
    size: egui::Vec2,
}

impl Placed {
    /// Whether the legend covers the car to act.
    fn hides_car_to_act(self, view: &View, scene: &Scene) -> bool {
        let card = self.pivot.align_size_within_rect(self.size, view.rect.shrink(MARGIN));
        let rings = scene.items.iter().filter(|item| item.style == Style::ActRing);
        rings.filter_map(|item| item.shape.middle()).any(|at| card.contains(view.screen_from_world(at)))
    }
}

/// The corner of the board where a legend of this size hides the least of the scene. The lower right corner is never
/// chosen, because the map of the board is there.
fn emptiest(view: &View, scene: &Scene, size: egui::Vec2) -> Align2 {
    let corners = [Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_TOP];
    let weight = |style: Style| match style {
        Style::GridLine | Style::GridLineStrong => 0,
        Style::ActRing => 1_000_000,
        Style::CarBase(_) => 1_000,
        _ => 1,
    };
    let covered = |pivot: &Align2| {
        let card = pivot.align_size_within_rect(size, view.rect.shrink(MARGIN));
        let is_covered = |item: &&Item| {
            let middle = item.shape.middle();
            middle.is_some_and(|middle| card.contains(view.screen_from_world(middle)))
        };
        scene.items.iter().filter(is_covered).map(|item| weight(item.style)).sum::<usize>()
    };
    corners.into_iter().min_by_key(covered).unwrap_or(Align2::LEFT_BOTTOM)
}

/// Paints a sample of a style.
fn paint(ui: &Ui, rect: egui::Rect, style: Style, theme: Theme) {
    let view = View { rect, center: [0.0; 2], scale: 15.0 };
    let items = sample(style);
    for item in &items {
        painter::paint_item(&ui.painter_at(rect), &view, theme, item);
    }
    if items.iter().any(|item| item.shape == Shape::rectangle([HALF.map(|half| -half), HALF])) {
        // Draw an outline, so that a colour close to the colour of the card is visible too.
        let edge =
            egui::Rect::from_center_size(rect.center(), 2.0 * vec2(HALF[0] as f32, HALF[1] as f32) * view.scale as f32);
        let line = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().rect_stroke(edge, 0.0, line, egui::StrokeKind::Inside);
    }
}
