//! The results in the balance panel: sentences, tables, the comparison with a kept balance, and the board coloured by
//! how often cars pass each other.

use egui::{CollapsingHeader, FontId, Grid, Label, RichText, Ui};

use super::proof;
use crate::app::board::{icons, look, painter};
use crate::game::scene::{Scene, Shape, Style};
use crate::render::Theme;
use crate::simulate::{CircuitBalance, Comparison, Studied};

/// The radius of the disc that marks a place on the board, in the game's unit.
const RADIUS: f64 = 0.45;

/// The user's request to keep or to drop a balance. Later balances are compared with the kept balance.
pub(super) enum Keep {
    /// Keep the balance on screen. It replaces the balance that was kept before.
    This,
    /// Drop the kept balance.
    Nothing,
}

/// The mean number of passes per race on the stretch of the lap where cars pass each other most often.
fn most(studied: &Studied) -> f64 {
    studied.stretches.iter().map(|stretch| stretch.passes).fold(0.0, f64::max)
}

/// Draws a disc at each place of the board where moves of cars ended. The disc's colour shows how often cars pass each
/// other on the stretch of the lap that the place belongs to. Draws nothing if no car passed another.
pub(super) fn draw_heat(studied: &Studied, scene: &mut Scene) {
    let most = most(studied);
    if most <= 0.0 {
        return;
    }
    for place in &studied.places {
        let share = studied.stretches.get(place.stretch).map_or(0.0, |stretch| stretch.passes / most);
        let style = Style::Heat((share * 255.0).round() as u8);
        scene.add(style, Shape::Circle { center: place.at, radius: RADIUS });
    }
}

/// Draws the results: sentences, the checkbox that colours the board, and tables. `old` is set if the circuit has
/// changed since the races. In that case, a warning in the colours of this theme comes first.
pub(super) fn show(ui: &mut Ui, studied: &Studied, old: Option<Theme>, heat: &mut bool) {
    ui.add_space(8.0);
    if let Some(theme) = old {
        let words = format!("{}  The circuit has changed since these races.", icons::CLOCK_COUNTER_CLOCKWISE);
        ui.add(Label::new(RichText::new(words).color(painter::color(theme.warning()))).wrap());
        ui.add_space(4.0);
    }
    for sentence in &studied.balance.verdict {
        ui.add(Label::new(sentence.as_str()).wrap());
    }
    passes(ui, studied, heat);
    CollapsingHeader::new("Grid").default_open(true).show(ui, |ui| places(ui, &studied.balance));
    CollapsingHeader::new("Stretches").default_open(true).show(ui, |ui| stretches(ui, studied));
}

/// Draws the checkbox that colours the board by how often cars pass each other, and the scale of these colours.
fn passes(ui: &mut Ui, studied: &Studied, heat: &mut bool) {
    let most = most(studied);
    if most <= 0.0 {
        return;
    }
    ui.add_space(4.0);
    let help = "Colours places on the board by how often cars overtake each other on that stretch of the lap";
    look::checkbox(ui, heat, "Show where cars overtake").on_hover_text(help);
    if *heat {
        proof::scale(ui, "0", &format!("{most:.1} passes/race"), 100);
    }
    ui.add_space(4.0);
}

/// Draws the titles of a table's columns, each with its help text.
fn titles(ui: &mut Ui, titles: &[(&str, &str)]) {
    for (title, help) in titles {
        ui.label(look::weak(*title)).on_hover_text(*help);
    }
    ui.end_row();
}

fn places(ui: &mut Ui, balance: &CircuitBalance) {
    Grid::new("balance-places").num_columns(4).striped(true).spacing([14.0, 2.0]).show(ui, |ui| {
        titles(
            ui,
            &[
                ("Grid", "The place on the grid"),
                (
                    "Wins",
                    "The percentage of races won from this place on the grid. If cars tie for first, the win is divided equally between them",
                ),
                ("95 %", "The range that contains the true percentage of wins, with 95 % certainty"),
                ("Place", "The average final place"),
            ],
        );
        for slot in &balance.slots {
            let [win, low, high] = [slot.win, slot.low, slot.high].map(|share| share * 100.0);
            ui.label(slot.slot.to_string());
            ui.label(format!("{win:.0} %"));
            ui.label(format!("{low:.0} to {high:.0}"));
            ui.label(format!("{:.1}", slot.place));
            ui.end_row();
        }
    });
}

fn stretches(ui: &mut Ui, studied: &Studied) {
    Grid::new("balance-stretches").num_columns(6).striped(true).spacing([7.0, 2.0]).show(ui, |ui| {
        // Six columns fit the narrowest panel only in small letters.
        ui.style_mut().override_font_id = Some(FontId::proportional(look::SMALL));
        titles(
            ui,
            &[
                ("No.", "The number of the corner where the stretch begins. 0 is the stretch from the finish line to the first corner. On a circuit without corners, the lap has eight equal stretches, numbered from 1"),
                ("Passes", "The mean number of times in a race that one car overtakes another on this stretch"),
                ("Gear", "The mean gear of moves that end on this stretch"),
                ("Spent", "The mean number of points that a car spends on this stretch in a race"),
                ("Out", "The percentage of cars that retire on this stretch"),
                ("Won", "The percentage of races in which the winner took the lead for the last time on this stretch"),
            ],
        );
        for stretch in &studied.stretches {
            ui.label(stretch.stretch.to_string());
            ui.label(format!("{:.1}", stretch.passes));
            ui.label(stretch.gear.map_or_else(|| "–".to_owned(), |gear| format!("{gear:.1}")));
            ui.label(format!("{:.1}", stretch.spent));
            ui.label(format!("{:.0} %", stretch.out * 100.0));
            ui.label(format!("{:.0} %", stretch.decided * 100.0));
            ui.end_row();
        }
    });
}

/// Draws the comparison of the current balance with the kept one, and two buttons: "keep the current
/// balance" and "drop the kept balance".
pub(super) fn compared(ui: &mut Ui, kept: Option<&CircuitBalance>, compared: Option<&Comparison>) -> Option<Keep> {
    ui.add_space(4.0);
    let mut keep = None;
    ui.horizontal_wrapped(|ui| {
        let help = "Keeps these results, to compare them with the results after a change";
        if ui.button("Keep to compare").on_hover_text(help).clicked() {
            keep = Some(Keep::This);
        }
        if kept.is_some()
            && ui.button("Forget").on_hover_text("Drops the results that were kept for comparison").clicked()
        {
            keep = Some(Keep::Nothing);
        }
    });
    let Some(comparison) = compared else { return keep };
    ui.add_space(4.0);
    Grid::new("balance-compared").num_columns(4).striped(true).spacing([8.0, 2.0]).show(ui, |ui| {
        let p = "The probability that chance alone causes such a large difference, corrected for the number of tests";
        titles(
            ui,
            &[
                ("Kept", "The mean in the kept results"),
                ("Now", "The mean in the results on screen"),
                ("p", p),
                ("Figure", "The name of the compared figure"),
            ],
        );
        let figure = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}"));
        for of in &comparison.differences {
            ui.label(figure(of.one));
            ui.label(figure(of.other));
            let p = of.corrected.map_or_else(|| "–".to_owned(), |p| format!("{p:.3}"));
            ui.label(if of.is_significant { look::strong(p, look::BODY) } else { RichText::new(p) });
            ui.add(Label::new(of.name).truncate()).on_hover_text(of.name);
            ui.end_row();
        }
    });
    for sentence in &comparison.verdict {
        ui.add(Label::new(sentence.as_str()).wrap());
    }
    keep
}
