//! The page of templates for a new circuit. It shows a picture of each template.

use egui::{Context, Key, Label, ScrollArea, Sense, Ui, vec2};

use crate::Games;
use crate::app::board::view::BoardView;
use crate::app::board::{look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::editor::sketch::{Beginning, Drawable};
use crate::game::AnyDraft;
use crate::game::scene::{Scene, Style};

/// The size of the card that shows a template, in points.
const CARD: egui::Vec2 = vec2(232.0, 236.0);
/// The largest number of lines of a description. A longer one ends with an ellipsis.
const LINES: usize = 4;
/// The height of the page without its cards, in points.
const AROUND: f32 = 200.0;
const PICTURE: f32 = 140.0;

/// The page of templates.
#[derive(Default)]
pub struct Templates {
    open: bool,
    /// The id of the chosen game.
    game: &'static str,
    /// The index of the selected card.
    chosen: usize,
    /// The templates of the chosen game: first the program's templates, then the user's own.
    cards: Vec<Card>,
    /// The user's own templates, for every game.
    own: Vec<AnyDraft>,
}

/// A template with its name, a short description and its picture.
struct Card {
    name: String,
    line: String,
    draft: AnyDraft,
    scene: Scene,
}

impl Card {
    fn new(name: impl Into<String>, line: impl Into<String>, draft: AnyDraft) -> Self {
        let scene = picture(&draft);
        Self { name: name.into(), line: line.into(), draft, scene }
    }

    fn own(draft: &AnyDraft) -> Self {
        let name = if draft.name().is_empty() { "Untitled" } else { draft.name() };
        Self::new(name, "Your own template.", draft.clone())
    }
}

impl Templates {
    /// Opens the page of templates. It shows the templates of the game with the id `shown`, the game of the document on
    /// screen. Without a document, it shows those of the game that the user chose last.
    pub fn open(&mut self, games: Games, shown: Option<&str>) {
        let game = shown.and_then(|shown| games.find(shown)).or_else(|| games.find(self.game));
        if let Some(game) = game.or_else(|| games.iter().next()) {
            self.open = true;
            self.play(game);
        }
    }

    /// Switches the page to the templates of a game.
    fn play(&mut self, game: &dyn Drawable) {
        if self.game != game.info().id || self.cards.is_empty() {
            self.game = game.info().id;
            let card = |beginning: Beginning<AnyDraft>| Card::new(beginning.name, beginning.line, beginning.draft);
            self.cards = game.beginnings().into_iter().map(card).collect();
            let id = self.game;
            self.cards.extend(self.own.iter().filter(|draft| draft.info().id == id).map(Card::own));
        }
        self.chosen = 0;
    }

    /// Receives the user's own templates.
    pub fn set_own(&mut self, own: Vec<AnyDraft>) {
        let id = self.game;
        // The cards of the user's own templates come last.
        let before = self.own.iter().filter(|draft| draft.info().id == id).count();
        self.cards.truncate(self.cards.len().saturating_sub(before));
        self.cards.extend(own.iter().filter(|draft| draft.info().id == id).map(Card::own));
        self.own = own;
    }

    /// Whether the page of templates is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Closes the page of templates. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// Shows the page of templates, if it is open.
    pub fn ui(&mut self, ctx: &Context, games: Games, queue: &mut CommandQueue) {
        if !self.open {
            return;
        }
        let mut begun = false;
        let answer = look::modal(ctx, "templates").show(ctx, |ui| {
            ui.set_width(CARD.x * 3.0 + 24.0);
            ui.label(look::strong("New circuit", look::HEADING));
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                for game in games.iter() {
                    let is_chosen = self.game == game.info().id;
                    if ui.selectable_label(is_chosen, game.info().name).clicked() && !is_chosen {
                        self.play(game);
                    }
                }
            });
            ui.add_space(8.0);
            let rows = self.cards.len().div_ceil(3).max(2);
            // The height is the same for games with fewer templates, so that the page does not move.
            let height = (2.0 * (CARD.y + 12.0)).min(ctx.content_rect().height() - AROUND);
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                for row in 0..rows {
                    ui.horizontal(|ui| {
                        ui.set_min_height(CARD.y);
                        ui.spacing_mut().item_spacing.x = 12.0;
                        for index in row * 3..row * 3 + 3 {
                            begun |= self.card(ui, index);
                        }
                    });
                    ui.add_space(8.0);
                }
            });
            let (left, right, enter) = ui.input(|input| {
                let pressed = |key| input.key_pressed(key);
                (
                    pressed(Key::ArrowLeft) || pressed(Key::ArrowUp),
                    pressed(Key::ArrowRight) || pressed(Key::ArrowDown),
                    pressed(Key::Enter),
                )
            });
            self.step(i32::from(right) - i32::from(left));
            begun |= enter;
            ui.horizontal(|ui| {
                begun |=
                    ui.button("Create").on_hover_text("Creates a circuit from the selected template (Enter)").clicked();
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    self.open = false;
                }
            });
        });
        if begun && let Some(card) = self.cards.get(self.chosen) {
            queue.push(Request::Begin(Box::new(card.draft.clone())));
        }
        if begun || answer.backdrop_response.clicked() {
            self.open = false;
        }
    }

    /// Moves the selection by this number of templates.
    fn step(&mut self, by: i32) {
        let last = self.cards.len().saturating_sub(1) as i32;
        self.chosen = (self.chosen as i32 + by).clamp(0, last) as usize;
    }

    /// Shows the card of a template. Returns whether to begin a circuit from this template.
    fn card(&mut self, ui: &mut Ui, index: usize) -> bool {
        let Some(template) = self.cards.get(index) else { return false };
        let scene = &template.scene;
        let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
        let selected = self.chosen == index;
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::RadioButton, true, selected, format!("Template {}", template.name))
        });
        let edge = if selected {
            egui::Stroke::new(2.0, ui.visuals().hyperlink_color)
        } else if response.hovered() {
            ui.visuals().widgets.hovered.bg_stroke
        } else {
            ui.visuals().window_stroke
        };
        ui.painter().rect(rect, 6.0, ui.visuals().faint_bg_color, edge, egui::StrokeKind::Inside);
        let place = egui::Rect::from_min_size(rect.min, vec2(rect.width(), PICTURE));
        let view = BoardView::fitted(scene, place);
        painter::paint(&ui.painter_at(place), &view, look::theme(ui), scene);
        if scene.items.is_empty() {
            // An empty table has nothing to draw but its edge.
            let [low, high] = scene.bounds.map(|at| view.screen_from_world(at));
            let table = egui::Rect::from_two_pos(low, high);
            ui.painter().rect_stroke(table, 2.0, ui.visuals().widgets.hovered.bg_stroke, egui::StrokeKind::Inside);
        }
        let text = egui::Rect::from_min_max(egui::pos2(rect.left(), rect.top() + PICTURE), rect.max);
        let text = text.shrink2(vec2(12.0, 4.0));
        let layout = egui::Layout::top_down(egui::Align::Min);
        let inner = &mut ui.new_child(egui::UiBuilder::new().max_rect(text).layout(layout));
        inner.spacing_mut().item_spacing.y = 2.0;
        inner.add(Label::new(look::strong(template.name.as_str(), look::BODY)).truncate());
        let font = egui::FontId::proportional(look::SMALL);
        let ink = ui.visuals().weak_text_color();
        let mut line = egui::text::LayoutJob::simple(template.line.clone(), font, ink, text.width());
        line.wrap.max_rows = LINES;
        let line = inner.painter().layout_job(line);
        let is_cut = line.elided;
        inner.add(Label::new(line));
        // What is read on the card already is not said again.
        let response = if is_cut { response.on_hover_text(template.line.as_str()) } else { response };
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.clicked() {
            self.chosen = index;
        }
        response.double_clicked()
    }
}

/// Draws a template for its card. Leaves out details that are too small for the card.
fn picture(draft: &AnyDraft) -> Scene {
    let mut scene = draft.scene(&[]);
    scene.items.retain(|item| !matches!(item.style, Style::GridLine | Style::Ruler | Style::PitHatch));
    scene.bounds = draft.layout().table;
    scene
}
