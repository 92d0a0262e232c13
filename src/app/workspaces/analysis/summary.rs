//! The summary panel: sentences about the decisive parts of the race, and some figures.

use egui::{RichText, ScrollArea, Ui};

use super::reading::Reading;
use crate::analysis::fastest_laps;
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::desk::Shown;
use crate::game::words::many;

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, reading: &Reading, queue: &mut CommandQueue) {
    let digest = &reading.digest;
    ScrollArea::vertical().id_salt(("summary", shown.tab)).auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(2.0);
        ui.label(look::strong(&digest.title, look::HEADING));
        let over = if digest.over { "" } else { ", not finished" };
        ui.label(look::weak(format!(
            "{}, {}, {} in {}{over}",
            digest.track,
            many(digest.laps, "lap"),
            many(digest.turns as u64, "turn"),
            many(digest.rounds, "round")
        )));
        offers(ui, shown, reading, queue);
        ui.add_space(8.0);
        for sentence in &digest.story {
            ui.add(egui::Label::new(sentence).wrap().selectable(true));
            ui.add_space(2.0);
        }
        for sentence in &reading.highlights {
            ui.add(egui::Label::new(sentence).wrap().selectable(true));
            ui.add_space(2.0);
        }
        for sentence in reading.score.iter().flat_map(crate::game::Score::team_sentences) {
            ui.add(egui::Label::new(sentence).wrap().selectable(true));
            ui.add_space(2.0);
        }
        ui.add_space(4.0);
        for sentence in facts(reading) {
            ui.add(egui::Label::new(RichText::new(sentence).weak()).wrap().selectable(true));
        }
    });
}

/// Draws the buttons that open the championship and the forecast, if the game has them.
fn offers(ui: &mut Ui, shown: Shown<'_>, reading: &Reading, queue: &mut CommandQueue) {
    if let Some([race, races]) = reading.score.as_ref().and_then(|score| score.stage) {
        ui.label(look::weak(format!("Race {race} of {races} of a championship")));
    }
    let commands = [
        (Command::ShowChampionship, icons::LIST_NUMBERS, reading.score.is_some()),
        (Command::NextRace, icons::NOTE_PENCIL, reading.score.as_ref().is_some_and(|score| score.goes_on())),
        (Command::Forecast, icons::GAUGE, shown.race.info().forecasts.is_some()),
    ];
    if commands.iter().all(|(.., is_there)| !is_there) {
        return;
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for (command, icon, _) in commands.into_iter().filter(|(.., is_there)| *is_there) {
            let spec = command.spec();
            let button = ui.button(format!("{icon}  {}", spec.title)).on_hover_text(spec.tooltip());
            if button.accessible_name(spec.title).clicked() {
                queue.push(command);
            }
        }
    });
}

/// Sentences with figures, such as how often the lead changed.
fn facts(reading: &Reading) -> Vec<String> {
    let digest = &reading.digest;
    let mut facts = Vec::new();
    facts.push(match digest.lead_changes {
        0 => "The lead never changed.".to_owned(),
        1 => "The lead changed once.".to_owned(),
        2 => "The lead changed twice.".to_owned(),
        more => format!("The lead changed {more} times."),
    });
    facts.extend(fastest_laps(digest));
    let sum = |count: &dyn Fn(&crate::analysis::CarDigest) -> u32| digest.cars.iter().map(count).sum::<u32>();
    let attacks = sum(&|car| car.attacks.values().sum());
    let (passed, penalties, stops) = (sum(&|car| car.overtakings), sum(&|car| car.penalties), sum(&|car| car.stops));
    // A game that gives points usually has no attacks. Then “0 attacks” is left out.
    let attacked = if attacks == 0 && reading.score.is_some() { None } else { Some((attacks, "attack")) };
    let counted =
        [(passed, "overtaking"), (penalties, "penalty"), (stops, "pit stop"), (digest.illegal, "illegal turn")];
    let words: Vec<String> = attacked.iter().chain(&counted).map(|(count, what)| many(*count, what)).collect();
    facts.push(format!("{}.", words.join(", ")));
    facts
}
