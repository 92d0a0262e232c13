//! Carries out commands of the menus and keys, and Escape.

use std::sync::Arc;

use egui::{Context, ThemePreference, ViewportCommand};

use super::Done;
use super::saving::Saving;
use crate::app::Paddock;
use crate::app::commands::Command;
use crate::app::documents::files::SaveKind;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::analysis::arrangement::Arrangement;
use crate::app::workspaces::race::{RaceTab, Wish};
use crate::games::vektorace::Vektorace;

impl Paddock {
    /// Carries out a command on the window or on the document on screen.
    pub(super) fn run(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::NewCircuit => {
                let shown = self.document().map(|document| match &document.content {
                    Content::Circuit(tab) => tab.draft().info().id,
                    Content::Race(tab) => tab.race().info().id,
                });
                self.templates.open(self.games, shown);
                self.find_templates(ctx);
            }
            Command::SaveTemplate => self.save_template(ctx),
            Command::NewRace | Command::RaceHere => {
                let circuits = self.documents.iter().filter_map(Document::draft).collect();
                let shown = self.document().map(|document| match &document.content {
                    Content::Circuit(tab) => tab.draft(),
                    Content::Race(tab) => tab.race().draft(),
                });
                self.new_race.open(self.games, circuits, shown);
            }
            Command::DuplicateCircuit => self.duplicate_circuit(),
            Command::NextRace => self.plan_next_race(),
            Command::Open => {
                let dialogs = Arc::clone(&self.dialogs);
                self.background.start(ctx, move || Done::Chosen(dialogs.open()));
            }
            Command::Import => {
                let dialogs = Arc::clone(&self.dialogs);
                self.background.start(ctx, move || Done::Chosen(dialogs.import()));
            }
            Command::Print => self.print(ctx),
            Command::Save | Command::SaveAs => {
                if let Some(index) = self.shown {
                    let how = if command == Command::SaveAs { Saving::As } else { Saving::Own };
                    self.save(ctx, index, how);
                }
            }
            Command::Prove => self.prove(ctx),
            Command::Compare => self.compare(ctx),
            Command::Forecast => self.forecast(ctx),
            Command::Advise => self.ask_drivers(ctx, Wish::Advice),
            Command::DriveTurn => self.ask_drivers(ctx, Wish::Turn),
            Command::DriveOn => self.ask_drivers(ctx, Wish::Race),
            Command::ShowChampionship => self.show_championship(),
            Command::RandomCircuit => {
                let draft = match self.content_mut() {
                    Some(Content::Circuit(tab)) => Some(tab.draft()),
                    _ => None,
                };
                let table = draft.as_ref().and_then(|draft| draft.of::<Vektorace>()).map(|draft| draft.table);
                self.chance.open(self.games, draft.map(|draft| draft.info().id), table);
            }
            Command::AddPicture => self.choose_picture(ctx),
            Command::PastePicture => self.paste_picture(ctx),
            Command::Export => self.open_export(),
            Command::ExportPlan => self.export_sheet(ctx, SaveKind::Plan),
            Command::ExportTiles => self.export_sheet(ctx, SaveKind::Tiles),
            Command::CloseDocument => {
                if let Some(index) = self.shown {
                    self.close(index);
                }
            }
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            Command::NextDocument => self.turn_tabs(1),
            Command::PreviousDocument => {
                self.turn_tabs(self.documents.len().saturating_sub(usize::from(self.shown.is_some())))
            }
            Command::ShowWelcome => self.select(None),
            Command::LargerText | Command::SmallerText | Command::UsualText => {
                match command {
                    Command::LargerText => self.settings.enlarge_text(),
                    Command::SmallerText => self.settings.reduce_text(),
                    _ => self.settings.text_scale = 100,
                }
                ctx.set_zoom_factor(self.settings.zoom());
                self.status = format!("Text size {} %", self.settings.text_scale);
            }
            Command::ThemeLight => ctx.set_theme(ThemePreference::Light),
            Command::ThemeDark => ctx.set_theme(ThemePreference::Dark),
            Command::ThemeSystem => ctx.set_theme(ThemePreference::System),
            Command::ResetPanels => {
                self.arrangement = Arrangement::default();
                "Panels reset".clone_into(&mut self.status);
            }
            Command::ShowPlots => self.settings.toggle_plots(ctx.content_rect().height()),
            Command::LegalPlaces => {
                self.settings.legal = !self.settings.legal;
                let hint = if self.settings.legal { "Hold I to see illegal places" } else { "" };
                hint.clone_into(&mut self.status);
            }
            Command::FollowCar => {
                self.settings.follow = !self.settings.follow;
                let follows = self.settings.follow;
                if let Some(Content::Race(tab)) = self.content_mut() {
                    tab.follow(follows);
                }
                let words = if self.settings.follow {
                    "The board follows the selected car, or the car to act if no car is selected"
                } else {
                    "The board follows no car"
                };
                words.clone_into(&mut self.status);
            }
            Command::SelectNextCar => {
                if let Some(Content::Race(tab)) = self.content_mut() {
                    self.status = tab.choose_next_car();
                }
            }
            Command::Trails => {
                self.settings.next_trail();
                self.status = match self.settings.trail {
                    0 => "No paths".to_owned(),
                    turns => format!("Paths of the last {turns} turns of each car"),
                };
            }
            Command::Easing => {
                self.settings.easing = !self.settings.easing;
                let words = if self.settings.easing { "Smooth car movement" } else { "Cars move at a constant speed" };
                words.clone_into(&mut self.status);
            }
            Command::SecretMoves => self.switch_secret_moves(),
            Command::ShowMinimap => self.settings.minimap = !self.settings.minimap,
            Command::ShowLegend => {
                if let Some(Content::Race(tab)) = self.document().map(|document| &document.content) {
                    let game = tab.race().info().id;
                    self.settings.toggle_legend(game);
                }
            }
            Command::ShowBefore => self.settings.before = !self.settings.before,
            Command::Palette => self.palette.toggle(),
            Command::KeyboardMap => self.keyboard_map = !self.keyboard_map,
            Command::Licenses => self.licenses.toggle(),
            Command::Players => self.players.open(&self.settings.players),
            Command::MeasureScreen => self.screen_size.open(ctx, &self.settings),
            Command::ActualSize => self.show_actual_size(ctx),
            Command::TakeTour => {
                let sight = self.sight();
                self.tour.begin(sight, &mut self.queue);
            }
            Command::Escape => self.escape(),
            Command::Copy | Command::Cut => self.copy(ctx, command),
            // egui delivers the pasted text as an event in a later frame.
            Command::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            _ => match self.content_mut() {
                Some(Content::Race(_)) => self.run_in_race(command),
                Some(Content::Circuit(tab)) => _ = tab.run(command),
                None => {}
            },
        }
    }

    /// Handles Escape. Does the first of these that is possible: closes the frontmost dialog, cancels the drag or the
    /// turn in progress, dismisses the newest message.
    fn escape(&mut self) {
        if self.palette.close() || std::mem::take(&mut self.keyboard_map) || self.licenses.close() {
            return;
        }
        // A question is in front of all dialogs. Some questions must be answered.
        if !self.questions.is_empty() {
            self.put_off_question();
            return;
        }
        if self.closing.take().is_some()
            || self.changed_outside.take().is_some()
            || self.dialogs.close()
            || self.close_export()
            || self.templates.close()
            || self.chance.close()
            || self.players.close()
            || self.new_race.close()
            || self.screen_size.close()
        {
            return;
        }
        let left = match self.content_mut() {
            Some(Content::Circuit(tab)) => tab.escape(),
            Some(Content::Race(_)) => self.in_race(RaceTab::escape),
            None => false,
        };
        if !left {
            self.messages.dismiss();
        }
    }
}
