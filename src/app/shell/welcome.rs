//! The welcome page: ways to begin, recent files, and shipped circuits and races.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Button, Color32, Frame, RichText, Sense, TextureHandle, Ui, vec2};

use crate::Games;
use crate::app::board::{icons, look, painter};
use crate::app::commands::{Command, CommandQueue, Deletion, Request};
use crate::app::documents::left_over::LeftOver;
use crate::app::settings::Settings;
use crate::app::shipped::{self, Summary};
use crate::game::scene::Scene;
use crate::render::Theme;

/// The size of a shipped document's card, in points.
const CARD: egui::Vec2 = vec2(264.0, 232.0);
/// The height of the picture on a card, in points.
const PICTURE: f32 = 160.0;
/// The width of rendered pictures, in pixels. A card then has about two pixels per point, which is enough for a
/// high-density screen.
pub const PICTURE_PIXELS: u32 = 560;

/// The picture on a card, rendered in one theme. The texture is `None` until the picture is rendered.
struct Thumbnail {
    theme: Theme,
    texture: Option<TextureHandle>,
}

/// The card on the welcome page that shows a shipped document.
struct Card {
    summary: Result<Summary, String>,
    /// Whether the card has been on screen, or just outside it. Only such cards get a picture.
    is_seen: bool,
    thumbnail: Option<Thumbnail>,
}

/// The state of the welcome page.
#[derive(Default)]
pub struct Welcome {
    cards: Option<Vec<Card>>,
    /// The number of pictures that background jobs are rendering now.
    making: usize,
}

/// A picture that is still to be rendered.
pub struct Wanted {
    /// The index of the shipped document in the list of all shipped documents.
    pub index: usize,
    /// The theme in which to render the picture.
    pub theme: Theme,
    /// The scene to render.
    pub scene: Arc<Scene>,
}

impl Welcome {
    /// Whether the list of shipped documents is loaded.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        self.cards.is_some()
    }

    /// Receives the summaries of the shipped documents, in the order in which the program lists the documents.
    pub fn set(&mut self, summaries: Vec<Result<Summary, String>>) {
        let card = |summary| Card { summary, is_seen: false, thumbnail: None };
        self.cards = Some(summaries.into_iter().map(card).collect());
    }

    /// Returns the pictures to render now in this theme. Only cards that have been on screen get a picture, and each
    /// picture is returned only once. Pass each rendered picture to [`picture`](Self::picture), then call this function
    /// again.
    pub fn wanted(&mut self, theme: Theme) -> Vec<Wanted> {
        let mut wanted = Vec::new();
        // Rendering dozens of pictures at once would slow the window down.
        let most = std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1);
        for (index, card) in self.cards.iter_mut().flatten().enumerate().filter(|(_, card)| card.is_seen) {
            if self.making >= most {
                break;
            }
            let Ok(summary) = &card.summary else { continue };
            if card.thumbnail.as_ref().is_none_or(|thumbnail| thumbnail.theme != theme) {
                // The old picture stays until the new one is ready.
                let texture = card.thumbnail.take().and_then(|thumbnail| thumbnail.texture);
                card.thumbnail = Some(Thumbnail { theme, texture });
                self.making += 1;
                wanted.push(Wanted { index, theme, scene: Arc::clone(&summary.scene) });
            }
        }
        wanted
    }

    /// Receives a rendered picture, or the error. If rendering failed, the card shows only its text.
    pub fn picture(
        &mut self,
        ctx: &egui::Context,
        index: usize,
        theme: Theme,
        image: Result<egui::ColorImage, String>,
    ) {
        self.making = self.making.saturating_sub(1);
        let Ok(image) = image else { return };
        let Some(card) = self.cards.as_mut().and_then(|cards| cards.get_mut(index)) else { return };
        let Some(thumbnail) = card.thumbnail.as_mut().filter(|thumbnail| thumbnail.theme == theme) else { return };
        let name = format!("shipped-{index}");
        thumbnail.texture = Some(ctx.load_texture(name, image, egui::TextureOptions::LINEAR));
    }

    /// Shows the welcome page. `unsaved` has the files with unsaved changes, and the files that were set aside.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        games: Games,
        settings: &Settings,
        (left_over, aside): (&[LeftOver], &[PathBuf]),
        queue: &mut CommandQueue,
    ) {
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let width = (ui.available_width() - 64.0).clamp(320.0, 1_120.0);
            let margin = ((ui.available_width() - width) / 2.0).max(16.0);
            ui.horizontal_top(|ui| {
                ui.add_space(margin);
                ui.vertical(|ui| {
                    ui.set_width(width);
                    ui.add_space(40.0);
                    ui.label(look::strong("Paddock", look::TITLE));
                    ui.label(
                        "Draw circuits for tabletop racing games, record races with every move checked, and analyse them.",
                    );
                    ui.add_space(16.0);
                    beginnings(ui, queue);
                    unsaved(ui, left_over, queue);
                    set_aside(ui, aside, queue);
                    recent(ui, &settings.recent, left_over, queue);
                    self.gallery(ui, games, queue);
                    ui.add_space(40.0);
                });
            });
        });
    }

    /// Shows the shipped documents of each game: its circuits, then its races.
    fn gallery(&mut self, ui: &mut Ui, games: Games, queue: &mut CommandQueue) {
        let Some(cards) = &mut self.cards else {
            if shipped::count() > 0 {
                ui.add_space(24.0);
                ui.weak("Loading circuits and races…");
            }
            return;
        };
        let is_race = |index: usize| shipped::name(index).is_some_and(|name| !shipped::is_circuit(name));
        for (number, game) in games.iter().enumerate() {
            let of_game = |index: &usize| shipped::game_order(games, *index) == number;
            let mut of_game: Vec<usize> = (0..cards.len()).filter(of_game).collect();
            if of_game.is_empty() {
                continue;
            }
            of_game.sort_by_key(|index| is_race(*index));
            ui.add_space(24.0);
            ui.label(look::strong(game.info().name, look::HEADING));
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(16.0, 16.0);
                for index in of_game {
                    show_card(ui, index, &mut cards[index], queue);
                }
            });
        }
    }
}

fn beginnings(ui: &mut Ui, queue: &mut CommandQueue) {
    ui.horizontal_wrapped(|ui| {
        for (command, icon, title) in [
            (Command::Open, icons::FOLDER_OPEN, "Open…"),
            (Command::NewRace, icons::NOTE_PENCIL, "New race…"),
            (Command::NewCircuit, icons::FILE_PLUS, "New circuit…"),
            (Command::TakeTour, icons::PLAY_CIRCLE, "Take the tour"),
        ] {
            let button = Button::new(format!("{icon}  {title}")).min_size(vec2(128.0, 32.0));
            if ui.add(button).on_hover_text(command.spec().tooltip()).clicked() {
                queue.push(command);
            }
        }
        ui.weak("or drop files anywhere in the window");
    });
}

/// Lists the files with unsaved changes. Each has a button that opens the file and offers its changes.
fn unsaved(ui: &mut Ui, left_over: &[LeftOver], queue: &mut CommandQueue) {
    if left_over.is_empty() {
        return;
    }
    ui.add_space(24.0);
    ui.label(look::strong("Unsaved changes", look::HEADING));
    ui.add_space(4.0);
    for left in left_over {
        ui.horizontal(|ui| {
            let recover = ui.button(format!("{} Recover…", icons::CLOCK_COUNTER_CLOCKWISE));
            let recover = recover.on_hover_text("Opens the file and asks whether to recover or discard the changes");
            if recover.clicked() {
                queue.push(Request::OpenFiles(vec![left.file.clone()]));
            }
            ui.add(egui::Label::new(left.sentence() + ".").truncate()).on_hover_text(left.file.display().to_string());
        });
    }
}

/// Shows the list of autosaves and journals that were set aside.
fn set_aside(ui: &mut Ui, paths: &[PathBuf], queue: &mut CommandQueue) {
    if paths.is_empty() {
        return;
    }
    ui.add_space(24.0);
    ui.label(look::strong("Unsaved work set aside", look::HEADING));
    ui.add_space(4.0);
    ui.weak(
        "Turns or changes that were never saved and no longer match their file. Open them as a copy, or delete them.",
    );
    for path in paths {
        ui.horizontal(|ui| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
            let delete = Button::new(RichText::new(icons::TRASH).size(look::SMALL)).frame(false);
            let delete = ui.add(delete).on_hover_text("Delete permanently…");
            if delete.accessible_name(format!("Delete {name}")).clicked() {
                queue.push(Request::AskDelete(Deletion::Aside(path.clone())));
            }
            if ui.link(name).on_hover_text("Opens a copy that can be saved").clicked() {
                queue.push(Request::OpenAside(path.clone()));
            }
            ui.add(egui::Label::new(look::weak(folder)).truncate());
        });
    }
}

fn recent(ui: &mut Ui, paths: &[PathBuf], left_over: &[LeftOver], queue: &mut CommandQueue) {
    ui.add_space(24.0);
    ui.label(look::strong("Recent files", look::HEADING));
    ui.add_space(4.0);
    if paths.is_empty() {
        ui.weak("Files you open are listed here.");
    }
    for path in paths {
        ui.horizontal(|ui| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
            let forget = Button::new(RichText::new(icons::X).size(look::SMALL)).frame(false);
            let forget = ui.add(forget).on_hover_text("Removes the file from this list, but does not delete it");
            if forget.accessible_name(format!("Remove {name} from the list")).clicked() {
                queue.push(Request::ForgetRecent(path.clone()));
            }
            if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                queue.push(Request::OpenFiles(vec![path.clone()]));
            }
            if left_over.iter().any(|left| left.file == *path) {
                ui.label(look::weak("• unsaved changes"));
            }
            ui.add(egui::Label::new(look::weak(folder)).truncate());
        });
    }
}

fn show_card(ui: &mut Ui, index: usize, card: &mut Card, queue: &mut CommandQueue) {
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    // One more row on either side, so that pictures are there when the page is scrolled.
    card.is_seen |= ui.clip_rect().expand2(vec2(0.0, CARD.y)).intersects(rect);
    let (title, line) = match &card.summary {
        Ok(summary) => (summary.title.clone(), summary.line.clone()),
        Err(error) => ("Cannot be opened".to_owned(), error.clone()),
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open {title}")));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let visuals = *ui.style().interact(&response);
    let hovered = response.hovered() || response.has_focus();
    let edge = if hovered { visuals.bg_stroke } else { ui.visuals().window_stroke };
    ui.painter().rect(rect, 6.0, ui.visuals().window_fill, edge, egui::StrokeKind::Inside);
    let picture = egui::Rect::from_min_size(rect.min, vec2(rect.width(), PICTURE)).shrink(1.0);
    let ground = painter::color(look::theme(ui).background());
    let corners = egui::CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 };
    ui.painter().rect_filled(picture, corners, ground);
    if let Some(texture) = card.thumbnail.as_ref().and_then(|thumbnail| thumbnail.texture.as_ref()) {
        let size = texture.size_vec2();
        let scale = (picture.width() / size.x).min(picture.height() / size.y);
        let place = egui::Rect::from_center_size(picture.center(), size * scale);
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture.id(), place, whole, Color32::WHITE);
    }
    let text = egui::Rect::from_min_max(egui::pos2(rect.left(), picture.bottom()), rect.max).shrink2(vec2(12.0, 8.0));
    {
        // Draw each card in a separate child `Ui`, so that its text cannot move the next card.
        let layout = egui::Layout::top_down(egui::Align::Min);
        let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(text).layout(layout));
        ui.set_clip_rect(text.intersect(ui.clip_rect()));
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.add(egui::Label::new(look::strong(title, look::BODY)).truncate());
        let line = egui::text::LayoutJob {
            wrap: egui::text::TextWrapping { max_width: text.width(), max_rows: 2, ..Default::default() },
            ..egui::text::LayoutJob::simple(
                line,
                egui::FontId::proportional(look::SMALL),
                ui.visuals().weak_text_color(),
                text.width(),
            )
        };
        ui.add(egui::Label::new(line));
    }
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        queue.push(Request::OpenShipped(index));
    }
}

/// The frame with the background of the page.
pub fn frame(ui: &Ui) -> Frame {
    Frame::new().fill(ui.visuals().panel_fill)
}
