//! What a new circuit begins with: a page of templates, each with its picture.

use egui::{Context, Key, Label, RichText, Sense, Ui, vec2};

use super::board::BoardView;
use super::commands::{CommandQueue, Request};
use super::{look, painter};
use crate::editor::Template;
use crate::game::Game as _;
use crate::game::scene::{Scene, Style};
use crate::games::vektorace::Vektorace;

/// The size of a card, in points, and of the picture on it.
const CARD: egui::Vec2 = vec2(232.0, 220.0);
const PICTURE: f32 = 140.0;

/// The page; closed until a new circuit is asked for.
#[derive(Default)]
pub struct Templates {
    open: bool,
    chosen: Template,
    /// The pictures, drawn once.
    scenes: Vec<Scene>,
}

impl Templates {
    /// Opens it.
    pub fn open(&mut self) {
        self.open = true;
        self.chosen = Template::default();
        if self.scenes.is_empty() {
            self.scenes = Template::ALL.iter().map(|template| picture(*template)).collect();
        }
    }

    /// Whether it is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Closes it; answers whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// Shows it, if it is open.
    pub fn ui(&mut self, ctx: &Context, queue: &mut CommandQueue) {
        if !self.open {
            return;
        }
        let mut begun = false;
        let answer = look::modal(ctx, "templates").show(ctx, |ui| {
            ui.set_width(CARD.x * 3.0 + 24.0);
            ui.label(look::strong("New circuit", look::HEADING));
            ui.add_space(8.0);
            for row in [0..3, 3..Template::ALL.len()] {
                ui.horizontal(|ui| {
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
                begun |= ui.button("Begin").on_hover_text("With the template that is marked (Enter)").clicked();
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    self.open = false;
                }
            });
        });
        if begun {
            queue.push(Request::Begin(self.chosen));
        }
        if begun || answer.backdrop_response.clicked() {
            self.open = false;
        }
    }

    /// The template so many places further on.
    fn step(&mut self, by: i32) {
        let now = Template::ALL.iter().position(|template| *template == self.chosen).unwrap_or(0) as i32;
        let next = (now + by).clamp(0, Template::ALL.len() as i32 - 1);
        self.chosen = Template::ALL[next as usize];
    }

    /// A card; answers whether a circuit is to be begun with it.
    fn card(&mut self, ui: &mut Ui, index: usize) -> bool {
        let (Some(template), Some(scene)) = (Template::ALL.get(index).copied(), self.scenes.get(index)) else {
            return false;
        };
        let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
        let selected = self.chosen == template;
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::RadioButton, true, selected, format!("Template {}", template.name()))
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
        inner.add(Label::new(look::strong(template.name(), look::BODY)).truncate());
        inner.add(Label::new(RichText::new(template.line()).weak().size(look::SMALL)).wrap());
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.clicked() {
            self.chosen = template;
        }
        response.double_clicked()
    }
}

/// A template's picture, without what is too fine for a card.
fn picture(template: Template) -> Scene {
    let draft = template.draft();
    let mut scene = Vektorace::draw_draft(&draft, &[]);
    scene.items.retain(|item| !matches!(item.style, Style::GridLine | Style::Ruler | Style::PitHatch));
    scene.bounds = [draft.table.from.to_f64(), draft.table.to.to_f64()];
    scene
}
