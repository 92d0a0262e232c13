//! The export dialog. It shows a preview, and exports a circuit, a position or a race as a picture.

use std::sync::Arc;

use egui::{ColorImage, ComboBox, Context, DragValue, Grid, Key, ScrollArea, TextEdit, TextureHandle, Ui, vec2};

use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Request};
use crate::app::documents::export::{Board, Order, Subject};
use crate::app::settings::export::{ExportChoice, FileType, PaperChoice, Preset, ThemeChoice};
use crate::game::words;
use crate::limits::{MAX_MOVING_SIDE, MAX_PICTURE_SIDE};
use crate::render::{Paper, Texts};

/// The width of the column with the choices, in points.
const CHOICES: f32 = 432.0;
/// The ways to store texts in an SVG file, each with its name and its help text.
const TEXTS: [(Texts, &str, &str); 3] = [
    (
        Texts::Named,
        "As text",
        "The file refers to the font IBM Plex Sans, which must be installed where the file is shown",
    ),
    (
        Texts::Embedded,
        "With font",
        "The file contains the font, and is about 300 kB larger for each font weight that it uses",
    ),
    (Texts::Outlines, "Outlines", "Letters are shapes: they look the same everywhere, and cannot be edited as text"),
];
/// The largest size of the preview, in points.
const PREVIEW: egui::Vec2 = vec2(340.0, 380.0);
/// The largest height of the area with the choices for a race, in points. The choices for a moving picture are the
/// most, and they fit into it. For a circuit, the area is at most as high as the preview.
const OF_RACE: f32 = 470.0;
/// The size of a checkbox with its words, in points.
const CHECKBOX: egui::Vec2 = vec2(108.0, 24.0);
/// The number of checkboxes in a row.
const COLUMNS: usize = 3;
/// The height of everything but the choices and the preview: the title, the buttons, and the space around the dialog,
/// in points.
const AROUND: f32 = 200.0;
/// The width of the preview, in pixels.
pub const PREVIEW_WIDTH: u32 = 680;

/// The preview of the picture.
#[derive(Default)]
struct Preview {
    /// The picture for which a preview was last requested. The preview is finished or is being drawn.
    of: Option<Order>,
    is_drawing: bool,
    drawn: Option<Result<TextureHandle, String>>,
}

/// The export dialog; closed, or open for a document.
#[derive(Default)]
pub struct ExportDialog {
    order: Option<Order>,
    preview: Preview,
}

impl ExportDialog {
    /// Opens the export dialog for a document. It starts with these choices.
    pub fn open(&mut self, subject: Subject, choice: ExportChoice) {
        let (from, to) = match &subject.board {
            Board::Circuit(_) => (0, 0),
            Board::Race(race, _) => (0, race.len()),
        };
        let mut order = Order { subject: Arc::new(subject), choice, positions: String::new(), from, to, follow: None };
        // The last circuit may have been of a game with other types of files.
        if !order.files().contains(&order.file()) {
            order.choice.choose(order.is_race(), FileType::Png);
        }
        self.order = Some(order);
        self.preview.of = None;
        self.preview.drawn = None;
    }

    /// Whether the export dialog is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.order.is_some()
    }

    /// Closes the export dialog. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        self.order.take().is_some()
    }

    /// The current choice of the user; `None` if the export dialog is closed.
    #[must_use]
    pub fn choice(&self) -> Option<&ExportChoice> {
        self.order.as_ref().map(|order| &order.choice)
    }

    /// Receives a drawn preview; `None` if drawing it panicked.
    pub fn previewed(&mut self, ctx: &Context, image: Option<Result<ColorImage, String>>) {
        self.preview.is_drawing = false;
        let image = image.unwrap_or_else(|| Err("The preview cannot be drawn.".to_owned()));
        self.preview.drawn = Some(image.map(|image| ctx.load_texture("export", image, egui::TextureOptions::LINEAR)));
    }

    /// Shows the export dialog, if it is open.
    pub fn ui(&mut self, ctx: &Context, queue: &mut CommandQueue) {
        let Some(order) = &mut self.order else { return };
        self.preview.keep(ctx, order, queue);
        let (mut is_done, mut is_closed) = (false, false);
        // Whether the text of the field "Turns" is wrong. The preview says why.
        let mut is_refused = false;
        let answer = look::modal(ctx, "export").show(ctx, |ui| {
            ui.set_width(CHOICES + PREVIEW.x + 24.0);
            ui.label(look::strong("Export", look::HEADING));
            ui.add_space(8.0);
            ui.horizontal_top(|ui| {
                // The size does not depend on the type of file, so that the dialog does not jump.
                let most = if order.is_race() { OF_RACE } else { PREVIEW.y };
                let height = (ctx.content_rect().height() - AROUND).clamp(160.0, most);
                ui.allocate_ui_with_layout(vec2(CHOICES, height), egui::Layout::top_down(egui::Align::Min), |ui| {
                    ui.set_width(CHOICES);
                    ScrollArea::vertical().auto_shrink([true, false]).show(ui, |ui| choices(ui, order));
                });
                ui.add_space(16.0);
                self.preview.ui(ui);
            });
            is_refused = !order.file().is_moving() && order.turns().is_err();
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                let export = egui::Button::new(format!("{} Export…", icons::FLOPPY_DISK));
                let export = ui.add_enabled(!is_refused, export);
                is_done |= export.on_hover_text("Asks for a file and writes the picture (Enter)").clicked();
                let can_copy = !order.file().is_sheet() && !order.file().is_moving() && !is_refused;
                let copy = ui.add_enabled(can_copy, egui::Button::new(format!("{} Copy picture", icons::COPY)));
                if copy.on_hover_text("Copies the picture to the clipboard").clicked() {
                    queue.push(Request::CopyPicture(Box::new(order.clone())));
                }
                is_closed |= ui.button("Cancel").on_hover_text("Esc").clicked();
            });
        });
        // While a field has the focus, Enter only confirms the value in it.
        let is_free = ctx.memory(|memory| memory.focused().is_none());
        is_done |= is_free && !is_refused && ctx.input(|input| input.key_pressed(Key::Enter));
        if is_done {
            queue.push(Request::Export(Box::new(order.clone())));
        }
        if is_done || is_closed || answer.backdrop_response.clicked() {
            self.close();
        }
    }
}

impl Preview {
    /// Requests a new preview in the background if the picture to export has changed since the last request.
    fn keep(&mut self, ctx: &Context, order: &Order, queue: &mut CommandQueue) {
        if self.is_drawing {
            ctx.request_repaint_after(std::time::Duration::from_millis(50));
        } else if self.of.as_ref() != Some(order) {
            self.is_drawing = true;
            self.of = Some(order.clone());
            queue.push(Request::PreviewExport(Box::new(order.clone())));
            ctx.request_repaint();
        }
    }

    fn ui(&self, ui: &mut Ui) {
        ui.allocate_ui_with_layout(PREVIEW, egui::Layout::top_down(egui::Align::Center), |ui| {
            ui.set_min_size(PREVIEW);
            match &self.drawn {
                Some(Ok(texture)) => {
                    let picture = egui::Image::new(texture).max_size(PREVIEW).alt_text("Preview of the picture");
                    egui::Frame::new().stroke(ui.visuals().window_stroke).show(ui, |ui| ui.add(picture));
                }
                Some(Err(why)) => {
                    ui.colored_label(ui.visuals().error_fg_color, why);
                }
                None => {
                    ui.add_space(PREVIEW.y / 2.0);
                    ui.spinner();
                }
            }
        });
    }
}

/// Shows the choices of the export dialog.
fn choices(ui: &mut Ui, order: &mut Order) {
    let is_race = order.is_race();
    let file = order.file();
    ui.spacing_mut().item_spacing.y = 6.0;
    Grid::new("export-choices").num_columns(2).spacing(vec2(12.0, 8.0)).show(ui, |ui| {
        ui.label("Preset");
        ui.horizontal(|ui| {
            for (preset, words) in Preset::ALL {
                if ui.button(words).clicked() {
                    order.choice.apply(preset, is_race);
                }
            }
        });
        ui.end_row();
        ui.label("File");
        ui.vertical(|ui| {
            for row in order.files().chunk_by(|one, other| one.is_sheet() == other.is_sheet()) {
                ui.horizontal(|ui| {
                    for kind in row {
                        if ui.selectable_label(file == *kind, kind.words()).clicked() {
                            order.choice.choose(is_race, *kind);
                        }
                    }
                });
            }
        });
        ui.end_row();
        if is_race && !file.is_moving() {
            ui.label("Turns");
            let field = TextEdit::singleline(&mut order.positions)
                .hint_text("the turn on screen, or 3, 7, 12")
                .desired_width(220.0);
            ui.add(field)
                .on_hover_text(
                    "The positions to draw, as numbers of turns played. Several positions are drawn side by side",
                )
                .accessible_name("Turns to draw");
            ui.end_row();
        }
        let is_strip = !file.is_moving() && order.turns().is_ok_and(|turns| !turns.is_empty());
        let choice = &mut order.choice;
        if file.is_sheet() {
            ui.label("Paper");
            ui.horizontal(|ui| {
                for (paper, words) in PaperChoice::ALL {
                    ui.selectable_value(&mut choice.paper, paper, words);
                }
                if choice.paper == PaperChoice::Custom {
                    for (side, name) in choice.paper_mm.iter_mut().zip(["Width of the paper", "Height of the paper"]) {
                        let field = DragValue::new(side).range(Paper::LEAST..=Paper::MOST).suffix(" mm");
                        ui.add(field).accessible_name(name);
                    }
                }
            });
            ui.end_row();
        } else {
            ui.label("Width");
            width(ui, choice, file.is_moving());
            ui.end_row();
            ui.label("Theme");
            ui.horizontal(|ui| {
                for (theme, words) in ThemeChoice::ALL {
                    ui.selectable_value(&mut choice.theme, theme, words);
                }
            });
            ui.end_row();
            ui.label("Extras");
            // Positions side by side have no extras.
            ui.add_enabled_ui(!is_strip, |ui| extras(ui, choice, is_race, file.is_moving()));
            ui.end_row();
        }
        if file == FileType::Svg {
            ui.label("Text");
            ui.horizontal(|ui| {
                for (texts, words, help) in TEXTS {
                    ui.selectable_value(&mut choice.texts, texts, words).on_hover_text(help);
                }
            });
            ui.end_row();
        }
        ui.label("Hide");
        let route = "The line that shows the way around the circuit, and the arrows for the direction";
        let mut boxes =
            [(&mut choice.hide_coordinates, "Coordinates", ""), (&mut choice.hide_line, "Route and arrows", route)];
        in_columns(ui, &mut boxes);
        ui.end_row();
        if !file.is_sheet() {
            ui.label("Board");
            let mut boxes = vec![(&mut choice.whole_table, "Whole table", "")];
            if !file.is_moving() {
                boxes.push((&mut choice.transparent, "Transparent", ""));
            }
            in_columns(ui, &mut boxes);
            ui.end_row();
        }
        if file.is_moving() {
            movie(ui, order);
        }
    });
    ui.add_space(4.0);
    ui.label(look::weak(summary(order)));
}

/// Shows checkboxes in columns. The columns have the same width in all rows of choices.
///
/// The rows of checkboxes do not form an inner grid, because the dialog's grid would give an inner grid the height of
/// only one row.
fn in_columns(ui: &mut Ui, boxes: &mut [(&mut bool, &str, &str)]) {
    ui.vertical(|ui| {
        for row in boxes.chunks_mut(COLUMNS) {
            ui.horizontal(|ui| {
                for (on, words, help) in row {
                    ui.allocate_ui_with_layout(CHECKBOX, egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.set_min_width(CHECKBOX.x);
                        let response = look::checkbox(ui, on, *words);
                        if !help.is_empty() {
                            response.on_hover_text(*help);
                        }
                    });
                }
            });
        }
    });
}

/// Shows the checkboxes for the parts of a picture around the board, such as the title and the legend.
fn extras(ui: &mut Ui, choice: &mut ExportChoice, is_race: bool, is_moving: bool) {
    let mut boxes = vec![
        (&mut choice.title, "Title", ""),
        (&mut choice.scale, "Scale", ""),
        (&mut choice.key, "Legend", "Explains the signs on the board"),
        (&mut choice.direction, "Direction", ""),
        (&mut choice.border, "Border", ""),
    ];
    if is_race {
        boxes.push((&mut choice.grid, "Starting grid", ""));
    } else {
        boxes.push((&mut choice.corners, "Corners", "A table of the corners"));
        boxes.push((
            &mut choice.code,
            "QR code",
            "A QR code that contains the circuit as text. Scan it with a phone. Then paste the text in Paddock, or open it as a file",
        ));
    }
    if is_race && !is_moving {
        boxes.push((&mut choice.cars, "Cars", "A list of the cars in race order, with lap, gear and points left"));
    }
    in_columns(ui, &mut boxes);
}

/// Shows the fields for the width of a picture.
fn width(ui: &mut Ui, choice: &mut ExportChoice, is_moving: bool) {
    ui.horizontal(|ui| {
        if is_moving {
            let field = DragValue::new(&mut choice.moving_width).range(100..=MAX_MOVING_SIDE).suffix(" px");
            ui.add(field).accessible_name("Width in pixels");
            return;
        }
        if choice.in_mm {
            let field = DragValue::new(&mut choice.width_mm).range(20..=1_500).suffix(" mm");
            ui.add(field).accessible_name("Width in millimetres");
            let field = DragValue::new(&mut choice.dpi).range(50..=600).suffix(" dpi");
            ui.add(field).accessible_name("Dots per inch");
        } else {
            let field = DragValue::new(&mut choice.width).range(100..=MAX_PICTURE_SIDE).suffix(" px");
            ui.add(field).accessible_name("Width in pixels");
        }
        ui.selectable_value(&mut choice.in_mm, false, "px");
        ui.selectable_value(&mut choice.in_mm, true, "mm");
    });
}

/// Shows the rows of choices for a moving picture: an animated GIF or PNG.
fn movie(ui: &mut Ui, order: &mut Order) {
    let Board::Race(race, _) = &order.subject.board else { return };
    let last = race.len();
    ui.label("Turns");
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut order.from).range(0..=order.to)).accessible_name("First turn");
        ui.label("to");
        ui.add(DragValue::new(&mut order.to).range(order.from..=last)).accessible_name("Last turn");
        ui.label(look::weak(format!("of {last}")));
    });
    ui.end_row();
    ui.label("View");
    let named = |car| {
        let entrant = race.entrants().iter().find(|entrant| entrant.car == car);
        entrant.map_or_else(|| format!("Car {car}"), |entrant| format!("Follow {} {}", entrant.car, entrant.name))
    };
    let shown = order.follow.map_or_else(|| "Whole board".to_owned(), named);
    let combo = ComboBox::from_id_salt("follow").width(220.0).truncate().selected_text(shown);
    look::show_list(ui, combo, |ui| {
        ui.selectable_value(&mut order.follow, None, "Whole board");
        for entrant in race.entrants() {
            ui.selectable_value(&mut order.follow, Some(entrant.car), named(entrant.car));
        }
    });
    ui.end_row();
    let choice = &mut order.choice;
    ui.label("Time");
    ui.horizontal(|ui| {
        let mut seconds = f64::from(choice.hundredths) / 100.0;
        let field = DragValue::new(&mut seconds).range(0.02..=60.0).speed(0.01).max_decimals(2).suffix(" s a turn");
        if ui.add(field).accessible_name("Seconds per turn").changed() {
            choice.hundredths = (seconds * 100.0).round() as u32;
        }
        let unit = if choice.steps == 1 { " step" } else { " steps" };
        let steps = DragValue::new(&mut choice.steps).range(1..=60).suffix(unit);
        ui.add(steps)
            .on_hover_text("Frames for each turn. With more than one, cars move smoothly")
            .accessible_name("Steps");
    });
    ui.end_row();
    ui.label("Playback");
    in_columns(ui, &mut [(&mut choice.captions, "Captions", ""), (&mut choice.repeats, "Loop", "")]);
    ui.end_row();
    ui.label("Size limit");
    ui.horizontal(|ui| {
        let field = DragValue::new(&mut choice.megabytes).range(0..=1_000).suffix(" MB");
        ui.add(field).accessible_name("Size limit in megabytes");
        ui.label(look::weak(if choice.megabytes == 0 { "0: no limit" } else { "lowers the quality if necessary" }));
    });
    ui.end_row();
}

/// Describes the picture to export in one line.
fn summary(order: &Order) -> String {
    let file = order.file();
    let width = order.choice.pixels(file.is_moving());
    match &order.subject.board {
        Board::Circuit(_) if file == FileType::Plan => "The circuit with the measurements of every piece".to_owned(),
        Board::Circuit(draft) if file.is_sheet() => match draft.unit_mm() {
            Some(mm) => format!("Pages at true size; one unit is {mm} mm"),
            None => "True size unknown: set the size of a unit in the right panel".to_owned(),
        },
        Board::Circuit(_) => format!("The circuit, {width} pixels wide"),
        Board::Race(race, _) if file.is_moving() => {
            let frames = (order.to - order.from) * order.choice.steps as usize + 1;
            let turns = format!("Turns {} to {} of {}", order.from, order.to, race.len());
            format!("{turns}: {frames} frames, {width} pixels wide")
        }
        Board::Race(race, at) => match order.turns() {
            Err(_) => "Correct the turns".to_owned(),
            Ok(turns) if turns.is_empty() => {
                format!("The board after turn {at} of {}, {width} pixels wide", race.len())
            }
            Ok(turns) => format!("{}, {width} pixels wide", words::many(turns.len() as u64, "position")),
        },
    }
}
