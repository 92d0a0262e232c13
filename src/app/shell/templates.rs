//! The page of templates for a new circuit, each with its picture.

use egui::{Context, Key, Label, RichText, Sense, Ui, vec2};

use crate::Games;
use crate::app::board::view::BoardView;
use crate::app::board::{look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::editor::sketch::{Beginning, Drawable};
use crate::game::AnyDraft;
use crate::game::scene::{Scene, Style};

/// The size of a card, in points.
const CARD: egui::Vec2 = vec2(232.0, 220.0);
const PICTURE: f32 = 140.0;

/// The page of templates.
#[derive(Default)]
pub struct Templates {
    open: bool,
    /// The id of the chosen game.
    game: &'static str,
    /// The index of the selected card.
    chosen: usize,
    /// The templates of the chosen game, with their pictures.
    cards: Vec<(Beginning<AnyDraft>, Scene)>,
}

impl Templates {
    /// Opens the page with the game that was chosen last.
    pub fn open(&mut self, games: Games) {
        if let Some(game) = games.find(self.game).or_else(|| games.iter().next()) {
            self.open = true;
            self.play(game);
        }
    }

    /// Switches the page to the templates of a game.
    fn play(&mut self, game: &dyn Drawable) {
        if self.game != game.info().id || self.cards.is_empty() {
            self.game = game.info().id;
            let card = |beginning: Beginning<AnyDraft>| {
                let scene = picture(&beginning.draft);
                (beginning, scene)
            };
            self.cards = game.beginnings().into_iter().map(card).collect();
        }
        self.chosen = 0;
    }

    /// Whether the page is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Closes the page. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// Shows the page, if it is open.
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
            for row in [0..3, 3..6] {
                ui.horizontal(|ui| {
                    // The height is the same for games with fewer templates, so that the page does not move.
                    ui.set_min_height(CARD.y);
                    ui.spacing_mut().item_spacing.x = 12.0;
                    for index in row {
                        begun |= self.card(ui, index);
                    }
                });
                ui.add_space(8.0);
            }
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
        if begun && let Some((beginning, _)) = self.cards.get(self.chosen) {
            queue.push(Request::Begin(Box::new(beginning.draft.clone())));
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

    /// Shows a card. Returns whether to begin a circuit with it.
    fn card(&mut self, ui: &mut Ui, index: usize) -> bool {
        let Some((template, scene)) = self.cards.get(index) else { return false };
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
        let text = egui::Rect::from_min_max(egui::pos2(rect.left(), rect.top() + PICTURE), rect.max);
        let text = text.shrink2(vec2(12.0, 4.0));
        let layout = egui::Layout::top_down(egui::Align::Min);
        let inner = &mut ui.new_child(egui::UiBuilder::new().max_rect(text).layout(layout));
        inner.spacing_mut().item_spacing.y = 2.0;
        inner.add(Label::new(look::strong(template.name, look::BODY)).truncate());
        inner.add(Label::new(RichText::new(template.line).weak().size(look::SMALL)).wrap());
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.clicked() {
            self.chosen = index;
        }
        response.double_clicked()
    }
}

/// The picture of a template, without details too small for a card.
fn picture(draft: &AnyDraft) -> Scene {
    let mut scene = draft.scene(&[]);
    scene.items.retain(|item| !matches!(item.style, Style::GridLine | Style::Ruler | Style::PitHatch));
    scene.bounds = draft.layout().table;
    scene
}
