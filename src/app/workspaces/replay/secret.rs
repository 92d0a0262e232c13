//! Secret moves: in a game in which all cars move at the same time, the moves of a round stay hidden until all players
//! have handed in theirs. The players use the computer one after another. Nothing is recorded before the last move of
//! the round (RT-TURN-01).

use std::sync::Arc;

use egui::{Button, Key, Label, Ui};

use super::question::Asked;
use super::record;
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::desk::{Shown, disc};
use crate::app::workspaces::playback::Playback;
use crate::game::{CarId, StateView};
use crate::replay::{LineId, Race, RaceEdit, RecordError};

/// The moves handed in so far for a round that is not complete.
pub(in crate::app::workspaces) struct Secret {
    /// The position after the last recorded turn, from which the secret moves are made. New notes or marks do not
    /// change it.
    of: Point,
    /// The number of the round.
    round: u32,
    /// A copy of the race in which the secret moves are already played. The board does not show this position. The copy
    /// is used to find the moves that the next player can choose.
    race: Arc<dyn Race>,
    playback: Playback,
    view: StateView,
    /// The moves of the round so far. Each was handed in by its player, or was added automatically because it was the
    /// player's only possible move.
    moves: Vec<Move>,
    /// Whether the possible moves of the car to act are shown, because its player has asked for them.
    pub(super) is_open: bool,
}

/// A move of the round, handed in by a player or added automatically.
struct Move {
    edit: RaceEdit,
    car: CarId,
    /// Whether the player chose the move. A player without a choice is not asked.
    is_chosen: bool,
}

/// Identifies a position at the end of a line (main line or variation).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    /// The id of the main line or the variation.
    line: LineId,
    /// The number of turns of the line.
    turns: usize,
    /// A fingerprint of the cars' state after the last turn, to notice changes.
    state: u64,
}

impl Point {
    fn end_of(race: &dyn Race) -> Self {
        Self { line: race.shown_line(), turns: race.len(), state: race.fingerprint(race.len()) }
    }
}

impl Secret {
    /// Begins to collect secret moves after the last recorded turn. Returns `None` if the race is over or cannot be
    /// changed, if no player has a choice in this round, or if the round has open moves already: the players have seen them.
    pub(super) fn new(race: &dyn Race) -> Option<Self> {
        let view = race.view(race.len());
        view.to_act?;
        if race.len().checked_sub(1).is_some_and(|before| race.view(before).round == view.round) {
            return None;
        }
        let mut playback = Playback::new(race.len());
        playback.go_to(race.len());
        let mut new = Self {
            of: Point::end_of(race),
            round: view.round,
            race: race.copied()?,
            playback,
            view,
            moves: Vec::new(),
            is_open: false,
        };
        new.skip().ok()?;
        (!new.is_complete()).then_some(new)
    }

    /// Whether the race still ends at the position for which the secret moves were collected.
    pub(super) fn is_of(&self, race: &dyn Race) -> bool {
        self.of == Point::end_of(race)
    }

    /// Whether the secret moves were collected for the position of the race after `at` turns.
    pub(super) fn fits(&self, race: &dyn Race, at: usize) -> bool {
        at == self.of.turns && self.is_of(race)
    }

    /// The copy of the race that includes the secret moves, and the number of turns in it.
    pub(in crate::app::workspaces) fn race(&self) -> (&dyn Race, usize) {
        (self.race.as_ref(), self.playback.position())
    }

    /// The car whose player chooses its move now.
    pub(super) const fn acts(&self) -> Option<CarId> {
        self.view.to_act
    }

    /// Returns the data for choosing the next secret move: the race as it is after the secret moves handed in so far.
    pub(super) fn shown<'a>(&'a self, shown: Shown<'a>) -> Shown<'a> {
        Shown { race: self.race.as_ref(), playback: &self.playback, view: &self.view, ..shown }
    }

    /// Whether no player has handed in a move.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.iter().all(|one| !one.is_chosen)
    }

    /// Whether all moves of the round have been made.
    fn is_complete(&self) -> bool {
        self.view.to_act.is_none() || self.view.round != self.round
    }

    /// Hands in a move. Once all players have handed in their moves, returns all moves of the round.
    ///
    /// # Errors
    /// Returns an error if the move is illegal, or cannot be played.
    pub(super) fn hand_in(&mut self, edit: &RaceEdit) -> Result<Option<Vec<RaceEdit>>, RecordError> {
        self.play(edit, true)?;
        self.is_open = false;
        self.skip()?;
        Ok(self.is_complete().then(|| self.moves.iter().map(|one| one.edit.clone()).collect()))
    }

    fn play(&mut self, edit: &RaceEdit, is_chosen: bool) -> Result<(), RecordError> {
        let refused = || RecordError::Refused("this race cannot be changed".to_owned());
        let car = self.view.to_act.ok_or_else(refused)?;
        let recorder = Arc::get_mut(&mut self.race).and_then(|race| race.recorder()).ok_or_else(refused)?;
        let at = recorder.record(edit)?.at;
        self.playback.set_len(self.race.len());
        self.playback.go_to(at);
        self.view = self.race.view(at);
        self.moves.push(Move { edit: edit.clone(), car, is_chosen });
        Ok(())
    }

    /// Plays the moves of players who have no choice, such as players who miss the turn.
    fn skip(&mut self) -> Result<(), RecordError> {
        while !self.is_complete() {
            let at = self.playback.position();
            let turns = self.race.legal_turns(at).unwrap_or_default();
            let [only] = turns.as_slice() else { break };
            let edit = RaceEdit::Play { line: self.of.line, at, turn: only.turn.clone(), reason: None };
            self.play(&edit, false)?;
        }
        Ok(())
    }

    /// Takes back the last move that a player has handed in. `race` is the race without the secret moves.
    pub(super) fn take_back(&mut self, race: &dyn Race) {
        let Some(last) = self.moves.iter().rposition(|one| one.is_chosen) else { return };
        let moves = std::mem::take(&mut self.moves);
        if let Some(mut new) = Self::new(race) {
            for one in moves.iter().take(last).skip(new.moves.len()) {
                // It was played before, so it can be played again.
                let _ = new.play(&one.edit, one.is_chosen);
            }
            *self = new;
        }
    }
}

/// Shows whose move it is. The possible moves stay hidden until the player asks for them.
pub(super) fn show_cover(ui: &mut Ui, shown: Shown<'_>, secret: &mut Secret, queue: &mut CommandQueue) {
    ui.add_space(6.0);
    let name = |car| shown.index_of(car).map_or("", |index| shown.name(index));
    let Some(car) = secret.view.to_act else { return };
    ui.horizontal(|ui| {
        ui.label(look::strong("Secret move of", look::BODY));
        if let Some(index) = shown.index_of(car) {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
            disc(ui.painter(), rect.center(), index, car);
        }
        ui.add(Label::new(look::strong(name(car), look::BODY)).truncate());
        record::close(ui, queue);
    });
    let words = "The other players look away. After the last move, all moves are shown together.";
    ui.add(Label::new(look::weak(words)).wrap());
    ui.add_space(8.0);
    let words = format!("{} Show my moves", icons::EYE);
    let open = ui.add(Button::new(look::strong(words, look::BODY))).on_hover_text("Enter");
    if open.accessible_name("Show my moves").clicked() || Asked::InPanel.pressed(ui, Key::Enter) {
        secret.is_open = true;
    }
    ui.add_space(8.0);
    if !secret.is_empty() {
        let names: Vec<&str> = secret.moves.iter().filter(|one| one.is_chosen).map(|one| name(one.car)).collect();
        ui.add(Label::new(format!("Handed in: {}", names.join(", "))).wrap());
        let back = ui.button(format!("{} Take the last move back", icons::ARROW_U_UP_LEFT));
        let back = back.on_hover_text(Command::Undo.spec().tooltip());
        if back.accessible_name("Take the last move back").clicked() {
            queue.push(Command::Undo);
        }
    }
}
