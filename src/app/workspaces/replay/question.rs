//! The questions about the pending turn: options to click, and dice. The recording panel and the popup on the board show
//! them.

use egui::{Button, Grid, Key, Ui, Vec2};
use serde_json::Value;

use super::pending::PendingTurn;
use crate::app::board::{icons, look};
use crate::app::workspaces::desk::Shown;
use crate::game::words::capital;
use crate::game::{Cost, Throw};
use crate::replay::chooser::{self, Choice, Question};

/// The keys of the digits from 0.
const DIGITS: [Key; 10] = [
    Key::Num0,
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// The key of each option. Options that are numbers up to 9 have their digit, and "none" beside them 0; others are numbered
/// from 1, and those after the ninth have no key.
fn keys(options: &[Choice]) -> Vec<Option<Key>> {
    let digit = |option: &Choice| match &option.value {
        Value::Null | Value::Bool(false) => Some(0),
        Value::Number(number) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
        _ => None,
    };
    let digits: Option<Vec<usize>> = options.iter().map(|option| digit(option).filter(|digit| *digit < 10)).collect();
    let is_distinct = |digits: &Vec<usize>| digits.iter().all(|one| digits.iter().filter(|other| *other == one).count() == 1);
    let numbers = digits.filter(is_distinct).unwrap_or_else(|| (1..=options.len()).collect());
    numbers.into_iter().map(|number| DIGITS.get(number).copied()).collect()
}

/// The largest number of faces that are shown as buttons.
const MOST_FACES: u8 = 30;

/// The place where questions are shown. Keys answer only in the panel, so that a key never answers twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// In the recording panel.
    InPanel,
    /// In the popup on the board.
    OnBoard,
}

impl Asked {
    /// Whether a key was pressed for a question here.
    pub(super) fn pressed(self, ui: &Ui, key: Key) -> bool {
        self == Self::InPanel && !ui.ctx().text_edit_focused() && ui.input(|input| input.key_pressed(key))
    }

    /// The accessible name of a button here: unique in the window.
    pub(super) fn name(self, words: String) -> String {
        match self {
            Self::InPanel => words,
            Self::OnBoard => format!("{words}, on the board"),
        }
    }
}

/// The name of a field in the game's words.
pub(super) fn field_words(shown: Shown<'_>, field: &str) -> String {
    shown.race.words_for(field, None).unwrap_or_else(|| chooser::field_in_words(field))
}

/// A field's value in the game's words.
pub(super) fn value_words(shown: Shown<'_>, field: &str, value: &Value) -> String {
    shown.race.words_for(field, Some(value)).unwrap_or_else(|| chooser::in_words(value))
}

/// Shows a question with its options, and takes the answer. Returns whether there was one.
pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, question: Question, asked: Asked) -> bool {
    let words = field_words(shown, &question.field);
    let position = pending.position(shown.playback.position());
    let left = pending.chooser.left().next();
    let sides = left.map(|legal| shown.race.sides(position, &legal.turn, &question.field)).unwrap_or_default();
    // The faces of a die are no choice: they keep their order.
    let question = if sides.is_empty() { question.free_first() } else { question };
    ui.horizontal(|ui| {
        ui.label(look::strong(capital(&words), look::BODY));
        if !sides.is_empty() {
            let roll = ui.add(Button::new(format!("{} Roll", icons::DICE)).small());
            let name = asked.name("Roll".to_owned());
            let clicked = roll.on_hover_text("Rolls the die (D)").accessible_name(name).clicked();
            if clicked || asked.pressed(ui, Key::D) {
                pending.roll(&question.field, &sides, chance());
            }
        }
    });
    let before = pending.chooser.changes();
    let answer = match keypad(shown, position, &question.options) {
        Some(keys) => show_keypad(ui, shown, &question, &keys, asked),
        None => show_list(ui, shown, &question, &words, asked),
    };
    if let Some(value) = answer {
        pending.complaint = None;
        pending.chooser.choose(&question.field, value);
    }
    pending.chooser.changes() != before
}

/// Shows the options one after the other.
fn show_list(ui: &mut Ui, shown: Shown<'_>, question: &Question, words: &str, asked: Asked) -> Option<Value> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for (option, key) in question.options.iter().zip(keys(&question.options)) {
            let said = value_words(shown, &question.field, &option.value);
            let button = keycap(ui, key.filter(|_| asked == Asked::InPanel), format!("{said}{}", costs(&option.cost)));
            let name = asked.name(format!("{words} {}", option.words));
            let clicked = button.on_hover_text(hint(option)).accessible_name(name).clicked();
            if clicked || key.is_some_and(|key| asked.pressed(ui, key)) {
                chosen = Some(option.value.clone());
            }
        }
    });
    chosen
}

/// A button with its key in front, as on a keyboard.
fn keycap(ui: &mut Ui, key: Option<Key>, words: String) -> egui::Response {
    match key {
        Some(key) => ui.add(Button::new((egui::RichText::new(key.name()).monospace().weak(), words))),
        None => ui.add(Button::new(words)),
    }
}

/// The options by their key on a keypad, if every option is a velocity one step or none from the present one. The key's
/// direction from 5 is the direction of the step.
fn keypad(shown: Shown<'_>, position: usize, options: &[Choice]) -> Option<Vec<(usize, Value)>> {
    let view = shown.race.view(position);
    let now = view.car(view.to_act?)?.velocity?;
    let of = |option: &Choice| {
        let [x, y] = serde_json::from_value::<[i64; 2]>(option.value.clone()).ok()?;
        let step = [x - i64::from(now[0]), y - i64::from(now[1])];
        let key = step.iter().all(|part| part.abs() <= 1).then(|| 5 + step[0] + 3 * step[1])?;
        Some((usize::try_from(key).ok()?, option.value.clone()))
    };
    options.iter().map(of).collect()
}

/// Shows velocities as the nine keys of a keypad. Those that are not offered are greyed out.
fn show_keypad(
    ui: &mut Ui,
    shown: Shown<'_>,
    question: &Question,
    keys: &[(usize, Value)],
    asked: Asked,
) -> Option<Value> {
    const ARROWS: [&str; 9] = ["↙", "↓", "↘", "←", "•", "→", "↖", "↑", "↗"];
    let mut chosen = None;
    let words = field_words(shown, &question.field);
    Grid::new(("keypad", asked == Asked::InPanel)).num_columns(3).spacing([4.0, 4.0]).show(ui, |ui| {
        for row in [7, 4, 1] {
            for key in row..row + 3 {
                let value = keys.iter().find(|(of, _)| *of == key).map(|(_, value)| value);
                let said = value.map(|value| value_words(shown, &question.field, value)).unwrap_or_default();
                let button = Button::new(format!("{}  {}", key, ARROWS[key - 1])).min_size(Vec2::new(52.0, 32.0));
                let button = ui.add_enabled(value.is_some(), button).on_hover_text(format!("{words} {said}"));
                let Some(value) = value else { continue };
                let name = asked.name(format!("{words} {}", chooser::in_words(value)));
                if button.accessible_name(name).clicked() || asked.pressed(ui, DIGITS[key]) {
                    chosen = Some(value.clone());
                }
            }
            ui.end_row();
        }
    });
    chosen
}

/// Writes costs in brackets, such as "  (1 tyre, 2 nitro)"; nothing for a free option.
pub(super) fn costs(cost: &[Cost]) -> String {
    if cost.is_empty() {
        return String::new();
    }
    let words: Vec<String> = cost.iter().map(|cost| format!("{} {}", cost.amount, cost.resource)).collect();
    format!("  ({})", words.join(", "))
}

fn hint(option: &Choice) -> String {
    let turns = if option.turns == 1 { "One turn".to_owned() } else { format!("{} turns", option.turns) };
    let cost = if option.cost.is_empty() { "free".to_owned() } else { costs(&option.cost).trim().to_owned() };
    format!("{turns} left with this choice. Cheapest: {cost}")
}

/// Shows the dice that follow the choices, with a button for each face.
pub(super) fn show_dice(ui: &mut Ui, shown: Shown<'_>, pending: &mut PendingTurn, asked: Asked) {
    let at = shown.playback.position();
    let Some(thrown) = pending.thrown(shown.race, at) else { return };
    let dice = thrown.dice.clone();
    if dice.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.label(look::strong("Dice to roll", look::BODY));
        let roll = ui.add(Button::new(format!("{} Roll all", icons::DICE)).small());
        let roll = roll.on_hover_text("Rolls all dice, one after the other (D)");
        if roll.accessible_name(asked.name("Roll all".to_owned())).clicked() || asked.pressed(ui, Key::D) {
            pending.throw_all(shown.race, at, chance);
        }
    });
    for (index, die) in dice.iter().enumerate() {
        if let Some(face) = show_die(ui, die, asked) {
            pending.set_face(shown.race, at, index, face);
        }
    }
}

/// Shows the faces of a die, the present one selected. Returns the clicked one.
fn show_die(ui: &mut Ui, die: &Throw, asked: Asked) -> Option<u8> {
    let mut clicked = None;
    ui.label(capital(&die.words));
    if die.sides > MOST_FACES {
        let mut face = die.face;
        let field = ui.add(egui::DragValue::new(&mut face).range(1..=die.sides).speed(0.1));
        let field = field.on_hover_text(format!("1 to {}: type or drag", die.sides));
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

/// A random number.
fn chance() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn keys_of(values: &[Value]) -> Vec<Option<Key>> {
        let choice = |value: &Value| Choice { value: value.clone(), words: String::new(), cost: Vec::new(), turns: 1 };
        keys(&values.iter().map(choice).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_have_their_own_digit_and_other_options_are_numbered() {
        use Key::{Num0, Num1, Num2, Num3, Num5};
        assert_eq!(keys_of(&[json!(3), json!(5), json!(2)]), [Num3, Num5, Num2].map(Some));
        assert_eq!(keys_of(&[Value::Null, json!(1), json!(2)]), [Num0, Num1, Num2].map(Some));
        assert_eq!(keys_of(&[json!("left"), json!("right")]), [Num1, Num2].map(Some));
        assert_eq!(keys_of(&[json!(9), json!(10)]), [Num1, Num2].map(Some));
        assert_eq!(keys_of(&[Value::Null, json!(0)]), [Num1, Num2].map(Some));
        assert_eq!(keys_of(&(20..31).map(|number| json!(number)).collect::<Vec<_>>())[9..], [None, None]);
    }
}
