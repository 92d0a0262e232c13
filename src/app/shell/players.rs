//! The dialog in which the user enters players: programs that drive cars.

use egui::{Button, Context, DragValue, Grid, Label, TextEdit, Ui};

use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Request};
use crate::app::settings::players::Player;
use crate::players::Program;

/// The largest number of players.
const MOST: usize = 12;
/// The longest time for a decision, in seconds.
const MOST_SECONDS: u32 = 3_600;

/// The dialog in which the user lists players: programs that drive cars.
#[derive(Default)]
pub struct Players {
    /// The players as entered so far; `None` while the dialog is closed.
    entered: Option<Vec<Player>>,
    /// The index of the player that was tried last, and the result of the trial. The result is `None` until the
    /// player's program answers.
    tried: Option<(usize, Option<Result<(), String>>)>,
}

impl Players {
    /// Opens the dialog for players. It starts with the players in the settings.
    pub fn open(&mut self, players: &[Player]) {
        let entered = if players.is_empty() { vec![Player::default()] } else { players.to_vec() };
        *self = Self { entered: Some(entered), ..Self::default() };
    }

    /// Closes the players dialog and discards what was changed in it. Returns whether the dialog was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(self).entered.is_some()
    }

    /// Receives the result of a trial: whether the program of the player with this index answered.
    pub fn tried(&mut self, index: usize, result: Result<(), String>) {
        if self.tried.as_ref().is_some_and(|(tried, _)| *tried == index) {
            self.tried = Some((index, Some(result)));
        }
    }

    /// Shows the dialog for players, if it is open. When the user confirms the players, requests to store them in the
    /// settings.
    pub fn ui(&mut self, ctx: &Context, queue: &mut CommandQueue) {
        let Some(mut entered) = self.entered.take() else { return };
        let (mut is_done, mut is_left) = (false, false);
        look::modal(ctx, "players").show(ctx, |ui| {
            ui.set_width(640.0);
            ui.label(look::strong("Player programs", look::HEADING));
            ui.add_space(4.0);
            let words = "A player program drives cars: it reads positions and writes moves, each as a line of JSON. The \
                         command `paddock engine` is an example. You can choose a player program as the driver \
                         of a car.";
            let words = look::prose(ui, words, look::SMALL, ui.visuals().weak_text_color());
            ui.add(Label::new(words).wrap());
            ui.add_space(8.0);
            self.list(ui, &mut entered, queue);
            ui.add_space(4.0);
            let add = ui.add_enabled(entered.len() < MOST, Button::new(format!("{} Player program", icons::PLUS)));
            if add.on_hover_text("Adds a player program").accessible_name("Add a player").clicked() {
                entered.push(Player::default());
            }
            ui.add_space(4.0);
            let fault = fault(&entered);
            let (words, color) = match (&fault, &self.tried) {
                (Some(fault), _) => (fault.clone(), ui.visuals().warn_fg_color),
                (None, Some((index, tried))) => self.news(*index, tried.as_ref(), &entered, ui),
                (None, None) => (" ".to_owned(), ui.visuals().text_color()),
            };
            let words = look::prose(ui, &words, look::BODY, color);
            ui.add(Label::new(words).wrap());
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let keep = ui.add_enabled(fault.is_none(), Button::new(look::strong("OK", look::BODY)));
                is_done = keep.on_disabled_hover_text("Fix the error above first").clicked();
                is_left = ui.button("Cancel").on_hover_text("Esc").clicked();
            });
        });
        if is_done {
            entered.retain(|player| !is_empty(player));
            queue.push(Request::KeepPlayers(entered));
        } else if !is_left {
            self.entered = Some(entered);
        }
    }

    /// Shows a row with fields for each player.
    fn list(&mut self, ui: &mut Ui, entered: &mut Vec<Player>, queue: &mut CommandQueue) {
        let mut removed = None;
        Grid::new("players").num_columns(5).spacing([8.0, 6.0]).show(ui, |ui| {
            for heading in ["Name", "Command", "Seconds", "", ""] {
                ui.label(look::weak(heading));
            }
            ui.end_row();
            for (index, player) in entered.iter_mut().enumerate() {
                let number = index + 1;
                let name = TextEdit::singleline(&mut player.name).hint_text("mine");
                ui.add_sized([110.0, look::ROW], name).accessible_name(format!("Name of player {number}"));
                let command = TextEdit::singleline(&mut player.command).hint_text("python3 player.py");
                ui.add_sized([300.0, look::ROW], command).accessible_name(format!("Command of player {number}"));
                let seconds = DragValue::new(&mut player.seconds).range(1..=MOST_SECONDS);
                let seconds = ui.add(seconds).on_hover_text("The time for each decision, in seconds");
                seconds.accessible_name(format!("Seconds of player {number}"));
                let is_waiting = matches!(self.tried, Some((_, None)));
                let can = !is_waiting && !player.command.trim().is_empty();
                let test = ui.add_enabled(can, Button::new("Try"));
                let test = test.on_hover_text("Starts the program and waits for its greeting");
                if test.accessible_name(format!("Try player {number}")).clicked() {
                    self.tried = Some((index, None));
                    queue.push(Request::TryPlayer(index, player.clone()));
                }
                let remove = ui.button(icons::X).on_hover_text("Removes the player program");
                if remove.accessible_name(format!("Remove player {number}")).clicked() {
                    removed = Some(index);
                }
                ui.end_row();
            }
        });
        if let Some(index) = removed {
            entered.remove(index);
            self.tried = None;
        }
    }

    /// Describes the result of the last trial of a player's program in a sentence. Returns the sentence and its colour.
    fn news(
        &self,
        index: usize,
        tried: Option<&Result<(), String>>,
        entered: &[Player],
        ui: &Ui,
    ) -> (String, egui::Color32) {
        let name = entered.get(index).map_or("", |player| player.name.trim());
        let name = if name.is_empty() { "The program" } else { name };
        match tried {
            None => (format!("{name} was started. Waiting for its greeting…"), ui.visuals().weak_text_color()),
            Some(Ok(())) => (format!("{name} answers."), ui.visuals().text_color()),
            Some(Err(why)) => (why.clone(), ui.visuals().warn_fg_color),
        }
    }
}

/// Whether nothing was entered for a player.
fn is_empty(player: &Player) -> bool {
    player.name.trim().is_empty() && player.command.trim().is_empty()
}

/// The first error of the players, in a sentence; `None` if there is no error.
fn fault(entered: &[Player]) -> Option<String> {
    entered.iter().enumerate().filter(|(_, player)| !is_empty(player)).find_map(|(index, player)| {
        let number = index + 1;
        if player.name.trim().is_empty() {
            return Some(format!("Enter the name of player {number}."));
        }
        if player.command.trim().is_empty() {
            return Some(format!("Enter the command of player {number}, such as python3 player.py."));
        }
        if entered[..index].iter().any(|other| other.name == player.name) {
            return Some(format!("The name {} is used twice. Change one of the names.", player.name));
        }
        Program::check(&player.name, &player.command).err().map(|error| {
            let words = error.to_string();
            format!("Player {number}: {words}.")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_players_are_found() {
        let player = |name: &str, command: &str| Player { name: name.into(), command: command.into(), seconds: 10 };
        let words = |players: &[Player]| fault(players).unwrap_or_default();
        assert_eq!(words(&[player("", ""), player("mine", "python3 player.py")]), "", "empty rows do not count");
        assert_eq!(words(&[player("", "x")]), "Enter the name of player 1.");
        assert_eq!(
            words(&[player("a", "x"), player("b", " ")]),
            "Enter the command of player 2, such as python3 player.py."
        );
        assert_eq!(words(&[player("a", "x"), player("a", "y")]), "The name a is used twice. Change one of the names.");
        assert!(words(&[player("club", "x")]).contains("Paddock's own drivers"));
        assert!(words(&[player("a", "\"x")]).contains("is not closed"));
    }
}
