//! Carries out requests to computer drivers.

use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::app::Paddock;
use crate::app::jobs::search::Search;
use crate::app::settings::players::Player;
use crate::app::tabs::{Content, Document};
use crate::app::workspaces::race::{Driven, DriverJob, Wish};
use crate::game::words::many;
use crate::players::Program;
use crate::replay::RaceEdit;

impl Paddock {
    /// Asks computer drivers to act in the race on screen. They give advice, play one turn, or play all remaining
    /// turns.
    pub(super) fn ask_drivers(&mut self, ctx: &Context, wish: Wish) {
        let games = self.games;
        let Some(document) = self.shown.and_then(|index| self.documents.get_mut(index)) else { return };
        let mark = document.mark();
        let Content::Race(tab) = &mut document.content else { return };
        if tab.keeps_secrets() {
            "Computer drivers do not move while moves are secret".clone_into(&mut self.status);
            return;
        }
        let Some(game) = games.find(tab.race().info().id) else { return };
        match tab.ask_drivers(game, wish, (&self.settings.players, &self.programs)) {
            Some(work) => {
                if wish == Wish::Advice {
                    "Computing advice: its progress is shown on the turn card".clone_into(&mut self.status);
                }
                self.search(ctx, work, move |work, answer| Done::Driven(mark, work, answer));
            }
            None => "The race is over: no car can act".clone_into(&mut self.status),
        }
    }

    /// Stores the players in the settings. Ends programs whose player was removed, in the background.
    pub(super) fn keep_players(&mut self, ctx: &Context, players: Vec<Player>) {
        let others = self.programs.forget_others(&players);
        self.settings.players = players;
        self.background.start_quietly(ctx, move || {
            drop(others);
            Done::Nothing
        });
    }

    /// Starts a player's program in the background, and waits for its greeting.
    pub(super) fn try_player(&mut self, ctx: &Context, index: usize, player: Player) {
        let lost = Done::TriedPlayer(index, Err("The trial failed, because of a bug in Paddock.".to_owned()));
        self.background.start_or(ctx, lost, move || {
            let program = Program::new(&player.name, &player.command, player.limit());
            let greeted = program.and_then(|program| program.greet());
            Done::TriedPlayer(index, greeted.map_err(|error| error.to_string()))
        });
    }

    /// Asks the computer driver of the car to act for a turn, once the pause before the turn has ended. Does nothing if
    /// a person drives this car.
    pub(in crate::app) fn move_drivers(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        let Some(Content::Race(tab)) = self.content_mut() else { return };
        match tab.driver_moves_in(now) {
            Some(left) if left > 0.0 => ctx.request_repaint_after(std::time::Duration::from_secs_f64(left)),
            Some(_) => self.ask_drivers(ctx, Wish::OwnTurn),
            None => {}
        }
    }

    /// Stores in the settings, for each open race, the cars that are driven by computer drivers. In the settings, a
    /// race is identified by the path of its file or its journal.
    pub(in crate::app) fn seats_to_keep(&self, settings: &mut crate::app::settings::Settings) {
        for document in &self.documents {
            if let (Content::Race(tab), Some(place)) = (&document.content, document.kept_place()) {
                settings.keep_seats(place, tab.seats());
            }
        }
    }

    /// Receives the answer of drivers. If it contains turns, records them.
    pub(super) fn driven(&mut self, mark: u64, work: &Arc<Search<DriverJob>>, answer: Option<Driven>) {
        let is_stopped = answer.is_none();
        let Some(index) = self.documents.iter().position(|document| document.mark() == mark) else { return };
        let Some(Document { content: Content::Race(tab), .. }) = self.documents.get_mut(index) else { return };
        let (mut line, mut at) = (tab.race().shown_line(), work.what().at());
        let (turns, lost) = match tab.driven(work, answer) {
            Ok(Some(played)) => played,
            Ok(None) => return,
            Err(why) => {
                // Without this, the driver would fail again at once.
                tab.let_drivers_wait(true);
                self.messages.error(why);
                return;
            }
        };
        lost.into_iter().for_each(|words| self.messages.error(words));
        let is_own = work.what().wish() == Wish::OwnTurn;
        if is_own && (is_stopped || turns.is_empty()) {
            if is_stopped {
                tab.let_drivers_wait(true);
            }
            return;
        }
        let is_shown = self.shown == Some(index);
        self.status = match work.what().wish() {
            Wish::Advice if is_stopped => "Advice stopped".to_owned(),
            _ if is_stopped => "Computer drivers stopped".to_owned(),
            Wish::Advice if !tab.has_advice(at) => "The race has changed. Ask for advice again".to_owned(),
            Wish::Advice if is_shown && tab.is_at(at) => "The advice is shown on the turn card".to_owned(),
            Wish::Advice => format!("The advice for the position after {} is ready", many(at as u64, "turn")),
            Wish::Turn | Wish::OwnTurn => format!("A computer driver played turn {}", at + 1),
            Wish::Race => format!("Computer drivers played {}", many(turns.len() as u64, "turn")),
        };
        let (shown, words) = (self.shown, self.status.clone());
        // Record the turns in the history and the journal, like turns that people enter.
        self.shown = Some(index);
        let mut is_recorded = true;
        for turn in turns {
            is_recorded = self.record(&RaceEdit::Play { line, at, turn, reason: None });
            let Some(Document { content: Content::Race(tab), .. }) = self.documents.get_mut(index) else { break };
            if !is_recorded {
                tab.let_drivers_wait(true);
                break;
            }
            (line, at) = (tab.race().shown_line(), at + 1);
        }
        self.shown = shown;
        if is_recorded {
            self.status = words;
        }
    }
}
