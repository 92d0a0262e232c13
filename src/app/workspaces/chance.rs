//! The dialog for a random circuit: the number of corners, the table and the seed.

use std::ops::RangeInclusive;
use std::time::{SystemTime, UNIX_EPOCH};

use egui::{ComboBox, Context, DragValue, Grid, Key, Label, Ui};

use crate::Games;
use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Request};
use crate::editor::random::{self, Wish};
use crate::editor::sketch::{Findings, pieces};
use crate::game::prelude::*;
use crate::game::{AnyDraft, GameInfo};
use crate::games::vektorace::solve::Progress;
use crate::games::vektorace::{TableDraft, Vektorace};
use crate::geometry::{Point, Surd};

/// Generates random circuits until one of them can be raced. Returns this circuit and its fastest lap.
///
/// # Errors
/// If no circuit was found, for example because the table is too small.
pub fn draw(games: Games, wish: Wish) -> Result<(AnyDraft, Findings), String> {
    if wish.game != Vektorace::INFO.id {
        let found = games.find(wish.game).and_then(|game| game.random(wish.seed, wish.corners, &|| false));
        return found.ok_or_else(|| "No circuit found. Use another seed or another number of bends.".to_owned());
    }
    let to = Point::new(Surd::from_int(wish.width), Surd::from_int(wish.height));
    let table = TableDraft { from: Point::ORIGIN, to };
    match random::raceable(wish.seed, wish.corners, table, Progress::SILENT) {
        Some(Ok((draft, solution))) => Ok((AnyDraft::new::<Vektorace>(draft), pieces::findings(&solution))),
        Some(Err(error)) => Err(format!("No circuit found: {error}. Use a larger table or fewer corners.")),
        None => Err("No circuit found.".to_owned()),
    }
}

/// The games that have random circuits, each with the numbers of bends.
fn offered(games: Games) -> impl Iterator<Item = (&'static GameInfo, RangeInclusive<usize>)> {
    games.iter().filter_map(|game| Some((game.info(), game.bends()?)))
}

/// The dialog for a random circuit.
#[derive(Default)]
pub struct Chance {
    open: bool,
    wish: Wish,
}

impl Chance {
    /// Opens the dialog. It starts with the game and the size of the table of the circuit on screen, if there is one.
    pub fn open(&mut self, games: Games, game: Option<&'static str>, table: Option<TableDraft>) {
        self.open = true;
        if let Some(game) = game.filter(|game| offered(games).any(|(info, _)| info.id == *game)) {
            self.wish.game = game;
        }
        self.wish.seed = fresh_seed();
        if let Some(table) = table {
            let [width, height] = (table.to - table.from).to_f64().map(|side| side.clamp(8.0, 60.0).floor() as i64);
            (self.wish.width, self.wish.height) = (width, height);
        }
    }

    /// Whether the dialog is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Closes the dialog. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// Shows the dialog, if it is open.
    pub fn ui(&mut self, ctx: &Context, games: Games, queue: &mut CommandQueue) {
        if !self.open {
            return;
        }
        let mut draws = false;
        let answer = look::modal(ctx, "chance").show(ctx, |ui| {
            ui.set_width(380.0);
            ui.label(look::strong("Random circuit", look::HEADING));
            ui.add_space(4.0);
            let words =
                "Makes a circuit without errors or warnings that can be raced. The same seed gives the same circuit.";
            ui.add(Label::new(words).wrap());
            ui.add_space(12.0);
            self.fields(ui, games);
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                draws = ui.button(format!("{}  Create", icons::MAGIC_WAND)).on_hover_text("Enter").clicked();
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    self.open = false;
                }
            });
            let is_typing = ui.ctx().text_edit_focused();
            draws |= !is_typing && ui.input(|input| input.key_pressed(Key::Enter));
        });
        if draws {
            queue.push(Request::RandomCircuit(self.wish));
        }
        if draws || answer.backdrop_response.clicked() {
            self.open = false;
        }
    }

    fn fields(&mut self, ui: &mut Ui, games: Games) {
        let now = offered(games).find(|(info, _)| info.id == self.wish.game);
        let Some((now, bends)) = now.or_else(|| offered(games).next()) else { return };
        self.wish.game = now.id;
        Grid::new("chance").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
            let label = ui.label("Game").id;
            let list = ComboBox::from_id_salt("chance-game").selected_text(now.name);
            let response = look::show_list(ui, list, |ui| {
                for (info, _) in offered(games) {
                    ui.selectable_value(&mut self.wish.game, info.id, info.name);
                }
            });
            response.response.labelled_by(label);
            ui.end_row();
            let has_table = self.wish.game == Vektorace::INFO.id;
            let label = ui.label(if has_table { "Corners" } else { "Bends" }).id;
            ui.add(DragValue::new(&mut self.wish.corners).range(bends)).labelled_by(label);
            ui.end_row();
            if has_table {
                let label = ui.label("Table").id;
                ui.horizontal(|ui| {
                    ui.add(DragValue::new(&mut self.wish.width).range(8..=60)).labelled_by(label);
                    ui.label("by");
                    ui.add(DragValue::new(&mut self.wish.height).range(8..=60)).labelled_by(label);
                    ui.label("octagons");
                });
                ui.end_row();
            }
            let label = ui.label("Seed").id;
            ui.horizontal(|ui| {
                ui.add(DragValue::new(&mut self.wish.seed)).labelled_by(label);
                if ui.button("Another").on_hover_text("Takes another seed").clicked() {
                    self.wish.seed = fresh_seed();
                }
            });
            ui.end_row();
        });
    }
}

/// A new seed with few digits, so that users can type it and pass it on.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_millis() as u64);
    now % 1_000_000
}
