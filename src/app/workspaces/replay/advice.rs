//! The advice of computer drivers, shown on the turn's card.

use egui::{Align, Id, Label, Sense, Ui};
use serde_json::Value;

use super::preview;
use crate::app::board::look;
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::workspaces::desk::Shown;
use crate::drivers::{Advised, Candidate, LossUnit};
use crate::game::scene::Item;
use crate::replay::RaceEdit;

/// The largest number of decisions that are listed, the best first. The decision that was played is listed in any case.
const MOST: usize = 6;

/// The advised turn under the pointer. The board shows its move.
#[derive(Default)]
pub(super) struct Hint {
    /// The turn under the pointer in this frame, in the form used in files.
    turn: Option<Value>,
    /// The cached drawing of the last advised turn under the pointer. The first three values are its inputs: the
    /// version number of the race, the number of turns played, and the turn.
    drawn: Option<(u64, usize, Value, Vec<Item>)>,
}

impl Hint {
    /// The drawing of the turn under the pointer; `None` if the pointer is on no advised turn.
    pub(super) fn items(&mut self, shown: Shown<'_>) -> Option<&[Item]> {
        let turn = self.turn.as_ref()?;
        let at = shown.playback.position();
        let is_drawn = |(state, of, known, _): &(u64, usize, Value, Vec<Item>)| {
            (*state, *of) == (shown.state, at) && known == turn
        };
        if !self.drawn.as_ref().is_some_and(is_drawn) {
            let items = preview::draw(shown, at, turn, shown.view.to_act?);
            self.drawn = Some((shown.state, at, turn.clone(), items));
        }
        self.drawn.as_ref().map(|(.., items)| items.as_slice())
    }
}

/// Shows the advice for the position on screen, the progress of the drivers, or a button that asks them. If `plays` is
/// true, a click on a complete turn records this turn.
pub(in crate::app::workspaces) fn show(
    ui: &mut Ui,
    shown: Shown<'_>,
    (hint, plays): (&mut Hint, bool),
    queue: &mut CommandQueue,
) {
    hint.turn = None;
    if let Some(step) = shown.thinking {
        scroll_once(ui, shown);
        ui.horizontal(|ui| {
            ui.spinner();
            if ui.button("Stop").on_hover_text(Command::StopDrivers.spec().tooltip()).clicked() {
                queue.push(Command::StopDrivers);
            }
            ui.add(Label::new(step).truncate());
        });
    }
    let Some(acts) = shown.view.to_act else { return };
    let Some(advised) = shown.advice else {
        if shown.thinking.is_some() || shown.secret {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            for command in [Command::Advise, Command::DriveTurn] {
                let spec = command.spec();
                if ui.button(spec.title).on_hover_text(spec.tooltip()).clicked() {
                    queue.push(command);
                }
            }
        });
        return;
    };
    scroll_once(ui, shown);
    let name = shown.index_of(acts).map_or("", |index| shown.name(index));
    let mut lists = vec![(format!("Advice for {name}"), &advised.moves)];
    if !advised.uses.is_empty() {
        lists.push(("After the roll".to_owned(), &advised.uses));
    }
    for (title, listed) in lists {
        let pointed = list(ui, &title, listed, advised);
        // Before a roll, a decision is no whole turn, so there is nothing to draw or to record.
        let at = shown.playback.position();
        let whole = pointed.filter(|(candidate, _)| shown.race.outcome(at, &candidate.turn).is_some());
        if let Some((candidate, is_clicked)) = whole {
            if is_clicked && plays {
                let (line, turn) = (shown.race.shown_line(), candidate.turn.clone());
                queue.push(Request::Record(RaceEdit::Play { line, at, turn, reason: None }));
            }
            hint.turn = Some(candidate.turn.clone());
        }
    }
    // A smaller loss would be shown as 0.
    let least = if advised.loss_in == LossUnit::Chance { 5e-4 } else { 5e-3 };
    if let Some(played) = advised.played.as_ref().filter(|played| played.loss >= least) {
        let words = match advised.loss_in {
            LossUnit::Chance => format!("lowers the chance to win by {:.1} percentage points", played.loss * 100.0),
            unit => format!("loses {}", played.lost(unit)),
        };
        ui.add(Label::new(look::weak(format!("The turn that was played ({}) {words}.", played.words))).wrap());
    }
}

/// Scrolls to the advice, or its progress, when it is first shown for a position. In a small window it would be below the visible part of
/// the turn card.
fn scroll_once(ui: &Ui, shown: Shown<'_>) {
    let id = Id::unique("advice-position");
    let position = (shown.state, shown.playback.position());
    if ui.data(|data| data.get_temp(id)) != Some(position) {
        ui.data_mut(|data| data.insert_temp(id, position));
        ui.scroll_to_cursor(Some(Align::Min));
    }
}

/// A value with its standard error in brackets. Without the error if all simulated races gave the same value: then the
/// error is not known to be zero. An error that would be shown as 0 is bounded by the smallest number that is shown.
fn with_error(value: String, error: f64, decimals: usize) -> String {
    let unit = 0.1_f64.powi(decimals as i32);
    match error {
        0.0 => value,
        error if error < unit / 2.0 => format!("{value} (±<{unit:.decimals$})"),
        error => format!("{value} (±{error:.decimals$})"),
    }
}

/// The width of a column of figures with its gap, in points.
const FIGURES: f32 = 88.0;

/// Shows decisions in a grid, the best first. Returns the decision under the pointer, and whether it was clicked.
fn list<'a>(ui: &mut Ui, title: &str, listed: &'a [Candidate], advised: &Advised) -> Option<(&'a Candidate, bool)> {
    let is_alone = advised.loss_in == LossUnit::Turns;
    let is_played =
        |candidate: &Candidate| advised.played.as_ref().is_some_and(|played| candidate.is_part_of(&played.turn));
    let mut pointed = None;
    // Long words wrap; a narrow panel has no space for the places.
    let has_places = !is_alone && ui.available_width() > 360.0;
    let figures = 1 + usize::from(!is_alone) + usize::from(has_places);
    let wide = (ui.available_width() - FIGURES * figures as f32).max(80.0);
    egui::Grid::new(("advice", title)).num_columns(figures + 1).striped(true).spacing([12.0, 5.0]).show(ui, |ui| {
        ui.label(look::weak(title)).on_hover_text(
            "Point at a turn to see its move on the board, and click it to record it. Before a dice roll, a decision is only a part of a turn and cannot be recorded",
        );
        let help = |candidate: &str, error: &str| format!("{candidate}. The number in brackets is {error}");
        let error = "the standard error. In the simulated races, computer drivers drive all cars";
        if !is_alone {
            ui.label(look::weak("Win"))
                .on_hover_text(help("The chance to win, estimated by many simulations of the rest of the race", error));
            if has_places {
                ui.label(look::weak("Place")).on_hover_text(help("The average final place", error));
            }
        }
        ui.label(look::weak("Turns")).on_hover_text(help("Average turns to the finish, including this one", error));
        ui.end_row();
        for (_, candidate) in listed.iter().enumerate().filter(|(place, known)| *place < MOST || is_played(known)) {
            let words = ui.scope(|ui| {
                ui.set_max_width(wide);
                let is_played = is_played(candidate);
                let words = if is_played {
                    Label::new(look::strong(&candidate.words, look::BODY))
                } else {
                    Label::new(&candidate.words)
                };
                let response = ui.add(words.wrap().sense(Sense::click()));
                response.on_hover_ui(|ui| {
                    if is_played {
                        ui.label("The turn that was played");
                    }
                    if !candidate.line.is_empty() {
                        ui.label(format!("Next turns, if computer drivers continue: {}", candidate.line.join("; ")));
                    }
                })
            });
            if words.inner.hovered() {
                pointed = Some((candidate, words.inner.clicked()));
            }
            if !is_alone {
                let win = format!("{:.0} %", candidate.win * 100.0);
                ui.label(with_error(win, candidate.win_error * 100.0, 0));
                if has_places {
                    ui.label(with_error(format!("{:.1}", candidate.place), candidate.place_error, 1));
                }
            }
            match candidate.turns {
                Some(turns) => ui.label(with_error(format!("{turns:.1}"), candidate.turns_error, 1)),
                None => ui.label("out").on_hover_text("The car leaves the race in all simulated races"),
            };
            ui.end_row();
        }
    });
    pointed
}

#[cfg(test)]
mod tests {
    use super::with_error;

    #[test]
    fn no_error_is_shown_as_zero() {
        assert_eq!(with_error("33 %".to_owned(), 0.4, 0), "33 % (±<1)");
        assert_eq!(with_error("33 %".to_owned(), 0.6, 0), "33 % (±1)");
        assert_eq!(with_error("2.2".to_owned(), 0.03, 1), "2.2 (±<0.1)");
        assert_eq!(with_error("2.2".to_owned(), 0.05, 1), "2.2 (±0.1)");
        assert_eq!(with_error("2.0".to_owned(), 0.0, 1), "2.0", "all races gave the same value");
    }
}
