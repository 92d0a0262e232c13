//! The evaluation of a turn, shown on the turn's card.

use egui::{Label, Ui};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue};
use crate::app::workspaces::desk::Shown;
use crate::game::words::signed;
use crate::game::{Account, Choice, Evaluation, Verdict};

/// Shows the evaluation of the turn, or a button that starts the comparison with best play.
pub(in crate::app::workspaces) fn show(ui: &mut Ui, shown: Shown<'_>, stage: Option<&str>, queue: &mut CommandQueue) {
    let Some(compared_with) = shown.race.info().compared_with.filter(|_| !shown.race.is_empty()) else { return };
    let at = shown.playback.position();
    if let Some(stage) = stage {
        ui.horizontal(|ui| {
            if ui.button("Cancel").on_hover_text(Command::StopComparing.spec().tooltip()).clicked() {
                queue.push(Command::StopComparing);
            }
            ui.spinner();
            ui.add(Label::new(stage).truncate());
        });
        return;
    }
    let Some(evaluation) = shown.evaluation else {
        let spec = Command::Compare.spec();
        let button = ui.button(format!("{}  {}", icons::GAUGE, spec.title));
        if button.accessible_name(spec.title).on_hover_text(format!("{compared_with} ({})", spec.keys())).clicked() {
            queue.push(Command::Compare);
        }
        return;
    };
    // Only the result stands out. The sentences after it are details.
    let (result, details) = match evaluation.headline.split_once(". ") {
        Some((result, details)) => (format!("{result}."), details),
        None => (evaluation.headline.clone(), ""),
    };
    ui.add(Label::new(look::strong(result, look::BODY)).wrap()).on_hover_text(compared_with);
    if !details.is_empty() {
        ui.add(Label::new(look::weak(details)).wrap()).on_hover_text(compared_with);
    }
    if let Some(verdict) = evaluation.verdict(at) {
        for sentence in sentences(verdict, evaluation.luck_unit) {
            ui.add(Label::new(sentence).wrap());
        }
    }
    let before = at.checked_sub(1).and_then(|before| evaluation.advice(before));
    if let Some(advice) = before {
        choices(ui, "Choices of this turn", &advice.choices);
        if !advice.uses.is_empty() {
            choices(ui, &advice.thrown, &advice.uses);
        }
    }
    if let Some(advice) = evaluation.advice(at) {
        let name = shown.index_of(advice.car).map_or("", |index| shown.name(index));
        choices(ui, &format!("Choices of the next turn, {name}"), &advice.choices);
    }
    accounts(ui, shown, evaluation, at);
}

/// Returns sentences about a turn: the number of turns lost compared with the best turn, and the luck with the dice.
fn sentences(verdict: &Verdict, luck_unit: &str) -> Vec<String> {
    let mut sentences = vec![match (verdict.lost, verdict.shares) {
        (None, _) => "The loss of this turn is unknown, because no route to the finish was found from here.".to_owned(),
        (Some(lost), _) if lost.abs() < 5e-3 => "No better turn was found.".to_owned(),
        (Some(lost), _) if lost < 0.0 => format!("{} faster than the best turn that was found.", turns(-lost)),
        (Some(lost), Some([choice, use_of])) => {
            let part = |part: f64, by: &str| (part >= 5e-3).then(|| format!("{part:.2} because of the {by}"));
            let parts: Vec<String> = [part(choice, "gear"), part(use_of, "move")].into_iter().flatten().collect();
            format!("{} slower than the best turn: {}.", turns(lost), parts.join(", "))
        }
        (Some(lost), None) => format!("{} slower than the best turn.", turns(lost)),
    }];
    let gave = |luck: f64| if luck < 0.0 { "cost" } else { "gave" };
    if let Some(luck) = verdict.luck {
        let worth = verdict.worth.map_or_else(String::new, |worth| format!(", worth {} turns", signed(worth, 2)));
        sentences.push(format!("Luck with the dice {} {:.1} {luck_unit}{worth}.", gave(luck), luck.abs()));
    }
    if let Some(chance) = verdict.chance.filter(|chance| chance.abs() >= 0.05) {
        let (gave, turns) = (gave(chance), turns(chance.abs()));
        sentences.push(format!("All other luck (other dice, other cars) {gave} this car {turns}."));
    }
    sentences
}

/// The largest number of choices that are listed, the best first. The choice of the player is listed in any case.
const MOST_CHOICES: usize = 4;

/// The width of the two columns of numbers beside the choices, with the gaps, in points.
const NUMBERS: f32 = 148.0;

/// Shows the choices, the best first, each with the number of turns that it loses compared with the best choice.
fn choices(ui: &mut Ui, title: &str, choices: &[Choice]) {
    ui.label(look::weak(title));
    let best = choices.first().map_or(0.0, |choice| choice.turns);
    // The two columns of numbers stay within the panel.
    let names = (ui.available_width() - NUMBERS).max(40.0);
    let grid = egui::Grid::new(("choices", title)).num_columns(3).spacing([12.0, 2.0]).max_col_width(names);
    grid.show(ui, |ui| {
        let listed = choices.iter().enumerate().filter(|(place, choice)| *place < MOST_CHOICES || choice.taken);
        for (_, choice) in listed {
            let words = if choice.taken { look::strong(&choice.words, look::BODY) } else { (&choice.words).into() };
            let name = ui.add(Label::new(words).truncate());
            let name = if choice.taken { name.on_hover_text("The choice that was made") } else { name };
            if !choice.outcomes.is_empty() {
                name.on_hover_ui(|ui| outcomes(ui, choice));
            }
            ui.label(format!("{:.2} turns", choice.turns))
                .on_hover_text("Expected number of turns to the finish, including this one");
            let more = choice.turns - best;
            ui.label(look::weak(if more < 5e-3 { "best".to_owned() } else { signed(more, 2) }));
            ui.end_row();
        }
    });
}

/// Shows the possible results of a choice that depends on dice, with their chances.
fn outcomes(ui: &mut Ui, choice: &Choice) {
    egui::Grid::new("outcomes").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (words, chance) in &choice.outcomes {
            ui.label(words);
            ui.label(format!("{:.0} %", chance * 100.0));
            ui.end_row();
        }
    });
}

/// Shows a table with a row for each car: the turns that the driver's decisions have cost so far, and the car's luck.
fn accounts(ui: &mut Ui, shown: Shown<'_>, evaluation: &Evaluation, at: usize) {
    let cars: Vec<(usize, Account)> = (0..)
        .zip(shown.race.entrants())
        .map(|(index, entrant)| (index, evaluation.account(entrant.car, at)))
        .filter(|(_, account)| !account.is_empty())
        .collect();
    if cars.is_empty() {
        return;
    }
    let unit = evaluation.luck_unit;
    let dice = format!(
        "Luck with the dice: the difference from the average, in {unit}. In brackets: the same in standard deviations"
    );
    type Cell = fn(&Account) -> Option<String>;
    let columns: [(&str, &str, Cell); 4] = [
        ("Lost", "Turns lost so far by decisions of the driver", |account| {
            let lost = account.lost?;
            Some(match account.shares {
                Some([choice, use_of]) => format!("{lost:.1} ({choice:.1} + {use_of:.1})"),
                None => format!("{lost:.1}"),
            })
        }),
        ("Dice", &dice, |account| {
            let luck = account.luck?;
            let luck = signed(luck, 1);
            Some(account.deviations.map_or_else(|| luck.clone(), |z| format!("{luck} ({})", signed(z, 1))))
        }),
        ("Worth", "The effect of the luck with the dice, in turns", |account| {
            account.worth.map(|worth| signed(worth, 1))
        }),
        (
            "Others",
            "The effect of all other luck (other dice, other cars), in turns. Positive numbers are gains",
            |account| account.chance.map(|chance| signed(chance, 1)),
        ),
    ];
    let has = |cell: &Cell| cars.iter().any(|(_, account)| cell(account).is_some());
    let columns: Vec<_> = columns.into_iter().filter(|(_, _, cell)| has(cell)).collect();
    let grid = egui::Grid::new("accounts").num_columns(1 + columns.len()).spacing([12.0, 2.0]);
    // In a narrow panel the columns scroll.
    let table = |ui: &mut Ui| {
        ui.label(look::weak("So far"));
        for (title, help, _) in &columns {
            ui.label(look::weak(*title)).on_hover_text(*help);
        }
        ui.end_row();
        for (index, account) in &cars {
            ui.add(Label::new(look::weak(shown.name(*index))).truncate());
            for (_, _, cell) in &columns {
                ui.label(cell(account).unwrap_or_default());
            }
            ui.end_row();
        }
    };
    let area = egui::ScrollArea::horizontal().id_salt(("accounts", shown.tab)).auto_shrink([false, true]);
    area.show(ui, |ui| grid.show(ui, table));
}

/// A number of turns in words, such as "0.4 turns".
fn turns(count: f64) -> String {
    let words = if (count - count.round()).abs() < 5e-3 { format!("{count:.0}") } else { format!("{count:.1}") };
    format!("{words} turn{}", if words == "1" { "" } else { "s" })
}
