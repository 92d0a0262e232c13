//! The dialog for a random circuit. The user chooses the game, the number of corners (in some games called bends), the
//! size of the table and the seed.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use egui::{ComboBox, Context, DragValue, Grid, Key, Label, ProgressBar, Ui};

use crate::Games;
use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Request};
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::editor::random::{self, Wish};
use crate::editor::sketch::{Findings, SolveStage, pieces};
use crate::game::prelude::*;
use crate::game::{AnyDraft, GameInfo};
use crate::games::vektorace::solve::{Progress, Stage};
use crate::games::vektorace::{TableDraft, Vektorace};
use crate::geometry::{Point, Surd};

/// The job that makes a random circuit. It generates circuits until one of them can be raced.
pub struct Making {
    games: Games,
    wish: Wish,
}

impl Work for Making {
    type Stage = SolveStage;
    /// The circuit and its fastest lap, or the reason why no circuit was found.
    type Found = Result<(AnyDraft, Findings), String>;

    fn first(&self) -> SolveStage {
        SolveStage::from("Drawing circuits".to_owned())
    }

    fn work(&self, report: &(dyn Fn(SolveStage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Self::Found> {
        let wish = self.wish;
        if wish.game != Vektorace::INFO.id {
            let found = self.games.find(wish.game)?.random(wish.seed, wish.corners, report, stop);
            let none = || "No circuit found. Use another seed or another number of bends.".to_owned();
            return (!stop()).then(|| found.ok_or_else(none));
        }
        let to = Point::new(Surd::from_int(wish.width), Surd::from_int(wish.height));
        let table = TableDraft { from: Point::ORIGIN, to };
        let staged = |stage: Stage| report(SolveStage::from(stage.words()));
        let progress = Progress { report: &staged, stop, ..Progress::SILENT };
        Some(match random::raceable(wish.seed, wish.corners, table, progress)? {
            Ok((draft, solution)) => Ok((AnyDraft::new::<Vektorace>(draft), pieces::findings(&solution))),
            Err(error) => Err(format!("No circuit found: {error}. Use a larger table or fewer corners.")),
        })
    }
}

/// Lists the games that can make random circuits, each with the smallest and the largest number of corners (or bends)
/// that the user can choose.
fn offered(games: Games) -> impl Iterator<Item = (&'static GameInfo, RangeInclusive<usize>)> {
    games.iter().filter_map(|game| Some((game.info(), game.bends()?)))
}

/// The dialog for a random circuit.
#[derive(Default)]
pub struct Chance {
    open: bool,
    wish: Wish,
    making: UnderWay<Making>,
    /// The reason why the last search found no circuit. `None` while a search is running, and when the dialog is
    /// opened.
    failure: Option<String>,
}

impl Chance {
    /// Opens the dialog for a random circuit. At first, the game and the table size are those of the circuit on screen,
    /// if there is one.
    pub fn open(&mut self, games: Games, game: Option<&'static str>, table: Option<TableDraft>) {
        self.open = true;
        self.failure = None;
        if let Some(game) = game.filter(|game| offered(games).any(|(info, _)| info.id == *game)) {
            self.wish.game = game;
        }
        self.wish.seed = fresh_seed();
        if let Some(table) = table {
            let [width, height] = (table.to - table.from).to_f64().map(|side| side.clamp(8.0, 60.0).floor() as i64);
            (self.wish.width, self.wish.height) = (width, height);
        }
    }

    /// Whether the dialog for a random circuit is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Closes the dialog for a random circuit, and stops the search. Returns whether the dialog was open.
    pub fn close(&mut self) -> bool {
        self.making.stop();
        std::mem::take(&mut self.open)
    }

    /// Begins the search for a circuit. The dialog shows its progress.
    pub fn begin(&mut self, games: Games, wish: Wish) -> Arc<Search<Making>> {
        self.failure = None;
        self.making.begin(Making { games, wish })
    }

    /// Receives the result of a search, and returns the circuit to open. Returns `None` if the search was stopped or
    /// found no circuit; in the second case the dialog says why.
    pub fn take(
        &mut self,
        search: &Arc<Search<Making>>,
        found: Option<<Making as Work>::Found>,
    ) -> Option<(AnyDraft, Findings)> {
        if !self.making.ended(search) {
            return None;
        }
        match found? {
            Ok(found) => {
                self.open = false;
                Some(found)
            }
            Err(why) => {
                self.failure = Some(why);
                None
            }
        }
    }

    /// Shows the dialog for a random circuit, if it is open.
    pub fn ui(&mut self, ctx: &Context, games: Games, queue: &mut CommandQueue) {
        if !self.open {
            return;
        }
        let stage = self.making.stage();
        let (mut draws, mut closes) = (false, false);
        let answer = look::modal(ctx, "chance").show(ctx, |ui| {
            ui.set_width(380.0);
            ui.label(look::strong("Random circuit", look::HEADING));
            ui.add_space(4.0);
            let words =
                "Makes a circuit that can be raced, without errors or warnings. The same seed gives the same circuit.";
            ui.add(Label::new(words).wrap());
            ui.add_space(12.0);
            ui.add_enabled_ui(stage.is_none(), |ui| self.fields(ui, games));
            ui.add_space(12.0);
            if let Some(stage) = &stage {
                if let Some(share) = stage.share {
                    ui.add(ProgressBar::new(share).desired_height(6.0));
                }
                ui.horizontal(|ui| {
                    if ui.button("Cancel").on_hover_text("Esc").clicked() {
                        self.making.stop();
                    }
                    ui.add(Label::new(&stage.words).truncate());
                });
                return;
            }
            if let Some(why) = &self.failure {
                ui.add(look::error(ui, why));
                ui.add_space(8.0);
            }
            ui.horizontal(|ui| {
                draws = ui.button(format!("{}  Create", icons::MAGIC_WAND)).on_hover_text("Enter").clicked();
                closes = ui.button("Cancel").on_hover_text("Esc").clicked();
            });
            let is_typing = ui.ctx().text_edit_focused();
            draws |= !is_typing && ui.input(|input| input.key_pressed(Key::Enter));
        });
        if draws {
            queue.push(Request::RandomCircuit(self.wish));
        }
        if closes || answer.backdrop_response.clicked() {
            self.close();
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
            // The list above may have changed the game in this frame.
            let bends = offered(games).find(|(info, _)| info.id == self.wish.game).map_or(bends, |(_, bends)| bends);
            self.wish.corners = self.wish.corners.clamp(*bends.start(), *bends.end());
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
