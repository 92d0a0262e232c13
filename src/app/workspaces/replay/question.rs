//! The questions about the pending turn: options to click, and dice. The recording panel and the popup on the board
//! show them.

use egui::{Button, Grid, Key, Ui, Vec2};
use serde_json::Value;

use super::pending::PendingTurn;
use crate::app::board::{icons, look};
use crate::app::workspaces::desk::Shown;
use crate::game::words::{self, capital};
use crate::game::{CarId, Cost, Throw};
use crate::replay::chooser::{self, Choice, Question};

/// The keys for the digits, beginning with 0.
const DIGITS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The names of the fields of a turn that contain a car's number.
const CARS: [&str; 2] = ["car", "to"];

/// The largest number of faces of a die that are shown as buttons. A die with more faces has a number field.
const MOST_FACES: u8 = 30;

/// The part of the window that shows a question: the recording panel or the popup. Key presses answer only the question
/// in the recording panel. Otherwise one key press could answer two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// The question is shown in the recording panel.
    InPanel,
    /// The question is shown in the popup on the board.
    OnBoard,
}

impl Asked {
    /// Whether this key was pressed to answer a question. Always false for questions in the popup.
    pub(super) fn pressed(self, ui: &Ui, key: Key) -> bool {
        self == Self::InPanel && look::has_keys(ui.ctx()) && ui.input(|input| input.key_pressed(key))
    }

    /// Reads digits that the user types, and returns the index of the option with the typed code; `None` while the code
    /// is incomplete.
    fn typed(self, ui: &Ui, digits: &mut String, codes: &[String]) -> Option<usize> {
        let pressed = (0..10_u8).filter(|digit| self.pressed(ui, DIGITS[usize::from(*digit)])).collect::<Vec<_>>();
        for digit in pressed {
            digits.push_str(&digit.to_string());
            if !codes.iter().any(|code| code.starts_with(digits.as_str())) {
                *digits = digit.to_string();
            }
            if let Some(index) = codes.iter().position(|code| code == digits) {
                digits.clear();
                return Some(index);
            }
        }
        None
    }

    /// The name of a button for screen readers. The same button in the panel and in the popup gets two different names.
    pub(super) fn name(self, words: String) -> String {
        match self {
            Self::InPanel => words,
            Self::OnBoard => format!("{words}, on the board"),
        }
    }
}

/// The name of a field, in the words that players of the game use.
pub(super) fn field_words(shown: Shown<'_>, field: &str) -> String {
    shown.race.words_for(field, None).unwrap_or_else(|| chooser::field_in_words(field))
}

/// The value of a field, in the words that players of the game use.
pub(super) fn value_words(shown: Shown<'_>, field: &str, value: &Value) -> String {
    // Cars are named by their drivers.
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|_| CARS.contains(&field));
    let driver = number.and_then(|number| shown.index_of(CarId(number))).map(|index| shown.name(index).to_owned());
    let words = || shown.race.words_for(field, Some(value)).unwrap_or_else(|| chooser::in_words(value));
    driver.unwrap_or_else(words)
}

/// Shows a question with its options, and stores the user's answer in `pending`. Returns whether the user answered.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, question: Question, asked: Asked) -> bool {
    let words = field_words(shown, &question.field);
    let position = pending.position(shown.playback.position());
    let left = pending.chooser.left().next();
    let sides = left.map(|legal| shown.race.sides(position, &legal.turn, &question.field)).unwrap_or_default();
    // The faces of a die keep their order. Other options are sorted, the free ones first.
    let question = if sides.is_empty() { question.free_first() } else { question };
    ui.horizontal(|ui| {
        ui.label(look::strong(capital(&words), look::BODY));
        if !sides.is_empty() {
            let roll = ui.add(Button::new(format!("{} Roll", icons::DICE)).small());
            let name = asked.name("Roll".to_owned());
            let clicked = roll.on_hover_text("Rolls the die (D)").accessible_name(name).clicked();
            if clicked || asked.pressed(ui, Key::D) {
                pending.roll(&question, &sides, chance());
            }
        }
    });
    let before = pending.chooser.changes();
    let view = shown.race.view(position);
    let velocity = view.to_act.and_then(|car| view.car(car)?.velocity);
    let answer = match velocity.and_then(|velocity| question.keypad(velocity)) {
        Some(keys) => show_keypad(ui, shown, (pending, &question), &keys, asked),
        None => show_list(ui, shown, pending, &question, asked),
    };
    if let Some(option) = answer {
        pending.complaint = None;
        pending.digits.clear();
        pending.chooser.take(&option);
    }
    pending.chooser.changes() != before
}

/// Shows the options of a question as a list, each with its code.
fn show_list(
    ui: &mut Ui,
    shown: Shown<'_>,
    pending: &mut PendingTurn,
    question: &Question,
    asked: Asked,
) -> Option<Choice> {
    let codes = question.codes();
    let typed = asked.typed(ui, &mut pending.digits, &codes);
    // What earlier choices cost is not written again beside every option.
    let is_first = pending.chooser.choices().next().is_none();
    let paid = if is_first { Vec::new() } else { in_all(&question.options) };
    let mut chosen = typed.and_then(|index| question.options.get(index)).cloned();
    ui.horizontal_wrapped(|ui| {
        for (option, code) in question.options.iter().zip(&codes) {
            let said = value_words(shown, &option.field, &option.value);
            let has_code = asked == Asked::InPanel && !begins_with(&said, code);
            let said = format!("{said}{}", costs(&beyond(&option.cost, &paid)));
            let words = field_words(shown, &option.field);
            let code = egui::RichText::new(code).monospace().weak();
            // The words of a long answer wrap, because the panel cannot become wider.
            let said = egui::AtomExt::atom_shrink(said, true);
            let button = if has_code { Button::new((code, said)) } else { Button::new(said) };
            let button = ui.add(button.wrap());
            let name = asked.name(format!("{words} {}", option.words));
            if button.on_hover_text(hint(option)).accessible_name(name).clicked() {
                chosen = Some(option.clone());
            }
        }
    });
    chosen
}

/// Shows velocities as the nine keys of a keypad. Velocities that cannot be chosen are greyed out. Keys of moves in
/// which the car crashes have a warning sign.
fn show_keypad(
    ui: &mut Ui,
    shown: Shown<'_>,
    (pending, question): (&PendingTurn, &Question),
    keys: &[u8],
    asked: Asked,
) -> Option<Choice> {
    const ARROWS: [&str; 9] = ["↙", "↓", "↘", "←", "•", "→", "↖", "↑", "↗"];
    let mut chosen = None;
    let words = field_words(shown, &question.field);
    Grid::new(("keypad", asked == Asked::InPanel)).num_columns(3).spacing([4.0, 4.0]).show(ui, |ui| {
        for row in [7_u8, 4, 1] {
            for key in row..row + 3 {
                let option = keys.iter().position(|of| *of == key).and_then(|index| question.options.get(index));
                let said = option.map(|option| value_words(shown, &question.field, &option.value)).unwrap_or_default();
                let arrow = ARROWS[usize::from(key) - 1];
                let code = egui::RichText::new(key.to_string()).monospace().weak();
                let crash = option.and_then(|option| pending.crash_of(option));
                let warning = ui.visuals().warn_fg_color;
                let arrow = egui::RichText::new(arrow);
                let arrow = if crash.is_some() { arrow.color(warning) } else { arrow };
                let button = Button::new((code, arrow)).min_size(Vec2::new(52.0, 30.0));
                let end = crash.map(|crash| format!(": {crash}")).unwrap_or_default();
                let button = ui.add_enabled(option.is_some(), button).on_hover_text(format!("{words} {said}{end}"));
                let Some(option) = option else { continue };
                if crash.is_some() {
                    // The sign is painted over the key, so that all keys keep their size.
                    let corner = button.rect.right_top() + Vec2::new(-3.0, 3.0);
                    let font = egui::FontId::proportional(11.0);
                    ui.painter().text(corner, egui::Align2::RIGHT_TOP, icons::WARNING, font, warning);
                }
                let name = asked.name(format!("{words} {}{end}", option.words));
                let clicked = button.accessible_name(name).clicked();
                if clicked || asked.pressed(ui, DIGITS[usize::from(key)]) {
                    chosen = Some(option.clone());
                }
            }
            ui.end_row();
        }
    });
    chosen
}

/// Writes costs in brackets, such as "  (1 tyre point, 2 nitro points)". The text is empty for an option without costs.
pub(super) fn costs(cost: &[Cost]) -> String {
    if cost.is_empty() { String::new() } else { format!("  ({})", words::costs(cost)) }
}

/// The points that every option costs.
fn in_all(options: &[Choice]) -> Vec<Cost> {
    let Some((first, others)) = options.split_first() else { return Vec::new() };
    let least = |cost: &Cost| {
        let amount = |option: &Choice| amount(&option.cost, cost.resource);
        others.iter().map(amount).fold(cost.amount, u32::min)
    };
    let all = first.cost.iter().map(|cost| Cost { amount: least(cost), ..*cost });
    all.filter(|cost| cost.amount > 0).collect()
}

/// The part of a cost that is not in `paid`.
fn beyond(cost: &[Cost], paid: &[Cost]) -> Vec<Cost> {
    let rest =
        cost.iter().map(|cost| Cost { amount: cost.amount - amount(paid, cost.resource).min(cost.amount), ..*cost });
    rest.filter(|cost| cost.amount > 0).collect()
}

/// The points of one resource in a cost.
fn amount(cost: &[Cost], resource: &str) -> u32 {
    cost.iter().find(|cost| cost.resource == resource).map_or(0, |cost| cost.amount)
}

/// Whether the words of an option begin with its code, as "2 spaces" begins with 2. If so, the code is not written
/// before the words.
fn begins_with(said: &str, code: &str) -> bool {
    said.strip_prefix(code).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

fn hint(option: &Choice) -> String {
    let cost = if option.cost.is_empty() { "free".to_owned() } else { words::costs(&option.cost) };
    format!("{} possible with this choice. Cheapest: {cost}", words::many(option.turns, "turn"))
}

/// Shows the dice that must be rolled after the choices, with a button for each face. Returns whether the user typed
/// the result of the last die.
pub(super) fn show_dice(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, asked: Asked) -> bool {
    let at = shown.playback.position();
    let Some(thrown) = pending.thrown(shown.race, at) else { return false };
    let dice = thrown.dice.clone();
    if dice.is_empty() {
        return false;
    }
    ui.horizontal(|ui| {
        ui.label(look::strong("Dice to roll", look::BODY));
        let roll = ui.add(Button::new(format!("{} Roll all", icons::DICE)).small());
        let roll = roll.on_hover_text("Rolls all dice, one after another (D)");
        if roll.accessible_name(asked.name("Roll all".to_owned())).clicked() || asked.pressed(ui, Key::D) {
            pending.throw_all(shown.race, at, chance);
        }
    });
    let next = pending.next_die.min(dice.len() - 1);
    for (index, die) in dice.iter().enumerate() {
        let (mut face, mut is_typed) = (show_die(ui, die, index == next, asked), false);
        if index == next {
            let width = die.sides.to_string().len();
            let codes: Vec<String> = (1..=die.sides).map(|face| format!("{face:0width$}")).collect();
            let typed = asked.typed(ui, &mut pending.digits, &codes);
            is_typed = face.is_none() && typed.is_some();
            face = face.or_else(|| typed.and_then(|index| u8::try_from(index + 1).ok()));
        }
        if let Some(face) = face {
            pending.set_face(shown.race, at, index, face);
            pending.next_die = index + 1;
            // The result may have changed which dice follow.
            let left = pending.thrown(shown.race, at).map_or(0, |thrown| thrown.dice.len());
            return is_typed && pending.next_die >= left;
        }
    }
    false
}

/// Shows the faces of a die, with the current result selected. If `next` is true, digit keys set this die. Returns the
/// clicked face.
fn show_die(ui: &mut Ui, die: &Throw, next: bool, asked: Asked) -> Option<u8> {
    let mut clicked = None;
    ui.label(if next { look::strong(capital(&die.words), look::BODY) } else { capital(&die.words).into() });
    if die.sides > MOST_FACES {
        let mut face = die.face;
        let field = ui.add(egui::DragValue::new(&mut face).range(1..=die.sides).speed(0.1));
        let field = field.on_hover_text(format!("Type a number from 1 to {}, or drag to change it", die.sides));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &die.words));
        return (face != die.face).then_some(face);
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        for face in 1..=die.sides {
            let button = Button::new(face.to_string()).selected(face == die.face).min_size(Vec2::splat(26.0));
            let name = asked.name(format!("{}: {face}", die.words));
            if ui.add(button).accessible_name(name).clicked() {
                clicked = Some(face);
            }
        }
    });
    clicked
}

/// Returns a random number, for rolling a die.
fn chance() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_only_where_the_words_do_not_begin_with_it() {
        let cases = [("1 space", "1"), ("1", "1"), ("12 spaces", "1"), ("a poor start (1)", "1"), ("7", "07")];
        assert_eq!(cases.map(|(said, code)| begins_with(said, code)), [true, true, false, false, false]);
    }

    /// After a boost for 1 nitro point, only options that cost more say what they cost beyond it.
    #[test]
    fn costs_of_earlier_choices_are_not_repeated() {
        let cost = |resource, amount| Cost { resource, amount };
        let option = |cost: Vec<Cost>| {
            let mut option = Choice::new("gear", 3.into());
            option.cost = cost;
            option
        };
        let options = [
            option(vec![cost("nitro", 1)]),
            option(vec![cost("tyre", 2), cost("nitro", 1)]),
            option(vec![cost("tyre", 1), cost("nitro", 3)]),
        ];
        let paid = in_all(&options);
        assert_eq!(paid, [cost("nitro", 1)]);
        assert_eq!(beyond(&options[0].cost, &paid), []);
        assert_eq!(beyond(&options[1].cost, &paid), [cost("tyre", 2)]);
        assert_eq!(beyond(&options[2].cost, &paid), [cost("tyre", 1), cost("nitro", 2)]);
        assert_eq!(in_all(&options[..1]), [cost("nitro", 1)], "a single option costs what is paid already");
        assert_eq!(in_all(&[]), []);
    }

    #[test]
    fn costs_have_singular_and_plural() {
        let cost = |resource, amount| Cost { resource, amount };
        assert_eq!(costs(&[]), "");
        assert_eq!(costs(&[cost("brakes", 1), cost("tyres", 2)]), "  (1 brake point, 2 tyre points)");
    }
}
