//! The legend: what the shapes on the board mean.

use std::sync::Arc;

use egui::{Align2, Area, Frame, Id, Order, Rect, Sense, Ui, vec2};

use super::painter::{self, View};
use super::{icons, look};
use crate::game::Place;
use crate::game::scene::{Item, Scene, Shape, Style};
use crate::render::Theme;
use crate::render::sample::{HALF, OF_RACES, sample};

/// The styles that only the window draws, each with its meaning.
const OF_WINDOW: [(Style, &str); 1] = [(Style::Illegal, "an illegal place (while you hold I)")];

/// The size of a sample of a style in the legend, in points.
const SAMPLE: egui::Vec2 = vec2(24.0, 15.0);
/// The largest size of the legend, as fractions of the board's width and height. A longer legend scrolls.
const SHARE: egui::Vec2 = vec2(0.66, 0.4);
/// If the window is smaller than this size, in points, the legend shows only its title at first.
const UNFOLDED: egui::Vec2 = vec2(1_100.0, 800.0);
/// The usual size of a legend that has only its title, in points.
const TITLE: egui::Vec2 = vec2(105.0, 28.0);
/// The distance from the legend to the edges of the board, in points.
const MARGIN: f32 = 10.0;

/// The picture that the legend explains, and other facts about the board.
pub struct Explained<'a> {
    /// The unique number of the race's tab. The legend of each tab has its own position.
    pub tab: u64,
    /// The visible part of the board.
    pub view: &'a View,
    /// Whether the user has moved or zoomed the view. Then the legend stays in its corner, because it would jump while
    /// the user turns the wheel.
    pub is_held: bool,
    /// The picture on the board.
    pub scene: &'a Scene,
    /// The styles of the race's game, each with its meaning.
    pub known: &'a [(Style, &'a str)],
    /// The places for the car to act that the board shows.
    pub places: &'a [Place],
    /// The rectangles that the legend must not cover: the small map of the board and the card of the tour.
    pub free: Vec<Rect>,
    /// Whether playback is running: the board shows turn after turn.
    pub is_playing: bool,
    /// All points at which a car stands at some time in the race, in world units.
    pub visited: &'a dyn Fn() -> Arc<[[f64; 2]]>,
}

/// Shows the legend in a corner of the board. It lists the styles in the scene with their meanings, which come from the
/// game, [`OF_RACES`] and [`OF_WINDOW`]. Styles without a meaning are left out. Styles of legal moves are listed only
/// while such moves are shown. The legend is shown in the corner where it hides the least, and stays in that corner
/// until it must move (see [`Placed::must_move`]). In a small window only its title is shown until the user clicks it.
/// Returns whether the user clicked the legend's close button.
pub fn show(ui: &Ui, explained: &Explained<'_>, theme: Theme) -> bool {
    let Explained { tab, view, scene, known, places, .. } = *explained;
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
    // Once a race has shown a kind of place, the legend keeps its row: it would change its size from turn to turn.
    let offered: Vec<Style> = ui.data_mut(|data| {
        let seen: &mut Vec<Style> = data.get_temp_mut_or_default(Id::unique(("legend-places", tab)));
        for style in places.iter().map(Place::style) {
            if !seen.contains(&style) {
                seen.push(style);
            }
        }
        if places.is_empty() { Vec::new() } else { seen.clone() }
    });
    let occurs = |style: &Style| match style {
        Style::SpaceCorner(_) => scene.items.iter().any(|item| item.style == *style),
        Style::LegalFree | Style::LegalCost | Style::LegalCrash => offered.contains(style),
        Style::Illegal => !offered.is_empty(),
        _ => kinds.contains(&std::mem::discriminant(style)),
    };
    // The last move is on the turn list, too, and every row hides a part of the board.
    let of_races =
        OF_RACES.iter().filter(|(style, _)| !matches!(style, Style::Ghost(_) | Style::Path(_) | Style::Boost(_)));
    let all = known.iter().chain(of_races).chain(&OF_WINDOW).copied();
    let rows: Vec<(Style, &str)> = all.filter(|(style, _)| occurs(style)).collect();
    let mut closed = false;
    let key = Id::unique(("legend", tab));
    let fold = Id::unique("legend-folded");
    let folded: Option<bool> = ui.data(|data| data.get_temp(fold));
    let is_folded = folded.unwrap_or_else(|| {
        let window = ui.ctx().content_rect().size();
        window.x < UNFOLDED.x || window.y < UNFOLDED.y
    });
    let placed: Option<Placed> = ui.data(|data| data.get_temp(key));
    let room = view.rect.shrink(MARGIN);
    let most = SHARE * room.size();
    let estimate =
        || if is_folded { TITLE } else { most.min(vec2(280.0, 30.0 + rows.len() as f32 * (SAMPLE.y + 1.0))) };
    let placed = placed.filter(|placed| !placed.must_move(explained)).unwrap_or_else(|| {
        let size = placed.map_or_else(estimate, |placed| placed.size);
        Placed {
            pivot: emptiest(explained, size),
            size,
            seen: placed.and_then(|placed| placed.seen).map(|_| Seen::of(view)),
        }
    });
    let (pivot, corner) = (placed.pivot, placed.pivot.pos_in_rect(&room));
    let area = Area::new(Id::unique("legend")).order(Order::Middle).pivot(pivot).fixed_pos(corner);
    let shown = area.constrain_to(view.rect).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            look::keep_bars_free(ui);
            ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
            ui.spacing_mut().interact_size.y = SAMPLE.y;
            ui.horizontal(|ui| {
                let caret = if is_folded { icons::CARET_RIGHT } else { icons::CARET_DOWN };
                let title = look::strong(format!("{caret} Legend"), look::SMALL);
                let title = ui.add(egui::Button::new(title).small().frame(false));
                let help = if is_folded { "Shows what the shapes on the board mean" } else { "Hides the list below" };
                if title.on_hover_text(help).accessible_name("Legend").clicked() {
                    ui.data_mut(|data| data.insert_temp(fold, !is_folded));
                }
                let close = ui.add(egui::Button::new(icons::X).small().frame(false));
                closed = close.on_hover_text("Hides the legend (H)").accessible_name("Close the legend").clicked();
            });
            if is_folded {
                return;
            }
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
    let size = shown.response.rect.size();
    let is_measured = (size - placed.size).abs().max_elem() < 1.0;
    let seen = placed.seen.or(is_measured.then(|| Seen::of(view)));
    ui.data_mut(|data| data.insert_temp(key, Placed { size, seen, ..placed }));
    closed
}

/// The size and the zoom of the board at an earlier time, to find out whether they have changed since.
#[derive(Clone, Copy)]
struct Seen {
    rect: Rect,
    scale: f64,
}

impl Seen {
    const fn of(view: &View) -> Self {
        Self { rect: view.rect, scale: view.scale }
    }

    /// Whether the size or the zoom of the board has changed so much that the legend may have to move to another corner
    /// of the board. Small changes are ignored: for example, a car beside the board changes the zoom of a fitted board
    /// a little.
    fn has_changed(self, view: &View) -> bool {
        let zoom = self.scale / view.scale;
        let size = (self.rect.size() - view.rect.size()).abs();
        !(0.9..=1.1).contains(&zoom) || size.max_elem() > 0.1 * view.rect.size().min_elem()
    }
}

/// The position and the size of the legend on the board.
#[derive(Clone, Copy)]
struct Placed {
    /// The corner of the board where the legend is.
    pivot: Align2,
    /// The size of the legend, in points.
    size: egui::Vec2,
    /// The size and the zoom that the board had when the program chose the corner for the legend. `None` while the size
    /// of the legend is only an estimate.
    seen: Option<Seen>,
}

impl Placed {
    /// Whether the legend must move to another corner of the board. It must move in each of these cases:
    ///
    /// - The legend covers the small map or the card of the tour.
    /// - The legend covers the car to act, and the board has another corner where no car ever stands. This case is
    ///   ignored during playback, or if the view does not show the whole race.
    /// - The size or the zoom of the board has changed, but not by the user's hand, and another corner is better now.
    /// - The corner was chosen while the size of the legend was only an estimate.
    fn must_move(self, explained: &Explained<'_>) -> bool {
        let Explained { view, is_held, scene, free, is_playing, visited, .. } = explained;
        let here = card(view, self.pivot, self.size);
        if free.iter().any(|free| free.intersects(here)) {
            return true;
        }
        let hides_car = || scene.items.iter().any(|item| item.style == Style::ActRing && is_under(item, view, here));
        // A view that does not show the whole race moves with the cars.
        let is_whole = || visited().iter().all(|at| view.rect.contains(view.screen_from_world(*at)));
        let best = || {
            let other = card(view, emptiest(explained, self.size), self.size);
            (other, hidden(explained, other))
        };
        if !is_playing && hides_car() && is_whole() && best().1 < VISITED {
            return true;
        }
        let has_changed = self.seen.is_none_or(|seen| !is_held && seen.has_changed(view));
        has_changed && (self.seen.is_none() || best().1 / SEEN_LAST < hidden(explained, here) / SEEN_LAST)
    }
}

/// The cost of hiding the car to act, the small map or the card of the tour behind the legend. The legend is shown in
/// the corner of the board with the lowest total cost.
const MUST_SEE: usize = 1_000_000;
/// The cost of placing the legend in a corner of the board where cars stand at some time in the race.
const VISITED: usize = 100_000;
/// The cost of hiding one car (not the car to act) behind the legend.
const CAR: usize = 10_000;
/// The cost of hiding any part of the start behind the legend.
const START: usize = 5_000;
/// The cost of hiding one corner sign of the circuit behind the legend.
const SIGN: usize = 1_000;
/// The limit for the total cost of hiding shapes of all other kinds. The total stays below this limit, so that hiding
/// even one sign costs more.
const SEEN_LAST: usize = SIGN;

/// If the middle of a car is nearer to the legend than this distance, in points, the car counts as hidden, because a
/// part of it may be under the legend.
const AROUND: f32 = 12.0;

/// The rectangle that a legend of this size covers in a corner of the board.
fn card(view: &View, pivot: Align2, size: egui::Vec2) -> Rect {
    pivot.align_size_within_rect(size, view.rect.shrink(MARGIN))
}

/// Whether a part of an item is under the legend.
fn is_under(item: &Item, view: &View, card: Rect) -> bool {
    let bounds = item.shape.bounds();
    bounds.is_some_and(|[low, high]| {
        Rect::from_two_pos(view.screen_from_world(low), view.screen_from_world(high)).intersects(card)
    })
}

/// Returns the cost of placing the legend in this rectangle: the total for everything that the legend would hide.
fn hidden(explained: &Explained<'_>, card: Rect) -> usize {
    let Explained { view, scene, free, visited, .. } = explained;
    let is_covered = |item: &&Item| is_under(item, view, card);
    let around = card.expand(AROUND);
    let is_visited = visited().iter().any(|at| around.contains(view.screen_from_world(*at)));
    let (mut cost, mut hides_start, mut others) = (0, false, 0);
    for item in scene.items.iter().filter(is_covered) {
        match item.style {
            Style::ActRing => cost += MUST_SEE,
            Style::CarBase(_) => cost += CAR,
            Style::FinishLine | Style::ChequerFrame | Style::Slot | Style::Start => hides_start = true,
            Style::Sign => cost += SIGN,
            Style::Table | Style::GridLine | Style::GridLineStrong | Style::PaperLine | Style::PaperLineStrong => {}
            _ => others += 1,
        }
    }
    let covered = free.iter().filter(|free| free.intersects(card)).count();
    cost + covered * MUST_SEE
        + usize::from(is_visited) * VISITED
        + usize::from(hides_start) * START
        + others.min(SEEN_LAST - 1)
}

/// The corner of the board where a legend of this size hides the least.
fn emptiest(explained: &Explained<'_>, size: egui::Vec2) -> Align2 {
    let corners = [Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM];
    let cost = |pivot: &Align2| hidden(explained, card(explained.view, *pivot, size));
    corners.into_iter().min_by_key(cost).unwrap_or(Align2::LEFT_BOTTOM)
}

/// Paints a sample of a style.
fn paint(ui: &Ui, rect: Rect, style: Style, theme: Theme) {
    let view = View { rect, center: [0.0; 2], scale: 15.0 };
    let items = sample(style);
    for item in &items {
        painter::paint_item(&ui.painter_at(rect), &view, theme, item);
    }
    if items.iter().any(|item| item.shape == Shape::rectangle([HALF.map(|half| -half), HALF])) {
        // Draw an outline, so that a colour close to the colour of the card is visible too.
        let edge =
            Rect::from_center_size(rect.center(), 2.0 * vec2(HALF[0] as f32, HALF[1] as f32) * view.scale as f32);
        let line = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().rect_stroke(edge, 0.0, line, egui::StrokeKind::Inside);
    }
}
