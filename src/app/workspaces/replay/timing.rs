//! The timing table: the cars in the order of the race, with laps, gaps and resources.

use egui::{Align, FontId, Layout, RichText, Sense, Ui, pos2, vec2};
use egui_extras::{Column, TableBuilder, TableRow};
use serde_json::Value;

use super::context;
use crate::analysis::tables::status_in_position;
use crate::analysis::{Gap, gaps, is_home};
use crate::app::board::{icons, look};
use crate::app::commands::{CommandQueue, Request};
use crate::app::workspaces::desk::{Desk, Shown, disc};
use crate::game::words::{capital, many, short};
use crate::game::{CarView, Facts, Resource, Status, TokenView};
use crate::replay::Race;
use crate::replay::chooser::field_in_words;

/// The largest number of resources for which the table has wide columns. If there are more resources, all their columns
/// are narrow.
const MANY: usize = 3;
/// The way in which the table shows the tokens of cars. A token stands for something that a car can use, such as a
/// Super Power.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tokens {
    /// No tokens, because no car has any, or because there is no room for them.
    None,
    /// One icon for each token that a car has. The icons of used tokens are faint.
    Each,
    /// The number of tokens that a car can still use.
    Counted,
}

/// The width of the panel, in points, below which all columns have their smallest width.
const NARROW: f32 = 322.0;

/// Whether the table has so many resources that their columns are narrow.
fn has_many(race: &dyn Race) -> bool {
    race.resources().iter().filter(|resource| resource.max > 0).count() > MANY
}

pub(super) fn show(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    // The spacing of the table is not that of the card below it.
    ui.scope(|ui| table(ui, shown, desk, queue));
}

/// The columns that the table leaves out if there is no room for them.
#[derive(Clone, Copy)]
struct Optional {
    tokens: Tokens,
    has_gear: bool,
    has_lap: bool,
}

/// The number of letters of a name that the table always shows.
const LETTERS: usize = 8;
/// The width of the space to the left of a car's name in its cell, in points. The car's disc is in this space.
const NAME: f32 = 23.0;

fn table(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(look::strong("Timing", look::BODY));
        ui.weak(shown.stage());
        for fact in facts_in_words(&shown.race.details(shown.playback.position()).race) {
            ui.label(RichText::new(fact).strong());
        }
    });
    // Resources that no car can have in this race are not shown.
    let resources: Vec<Resource> = shown.race.resources().iter().filter(|resource| resource.max > 0).copied().collect();
    let resources = resources.as_slice();
    let standings = shown.view.standings();
    let gaps = gaps(shown.view, shown.race.laps());
    // If there are many resources, their columns are narrower.
    let is_short = has_many(shown.race);
    let narrow = ui.available_width() < NARROW;
    ui.spacing_mut().item_spacing.x = if narrow { 1.5 } else { 4.0 };
    let heading_size = if narrow { look::SMALL - 1.0 } else { look::SMALL };
    let gear = shown.race.info().gear;
    // A column is at least as wide as its heading.
    let width_in = |size: f32, words: &str| {
        let font = FontId::proportional(size);
        ui.painter().layout_no_wrap(words.to_owned(), font, egui::Color32::PLACEHOLDER).size().x.ceil() + 2.0
    };
    let width_of = |words: &str| width_in(heading_size, words);
    let values = gear.values.iter().map(|name| width_in(look::BODY, name)).fold(0.0, f32::max);
    // The names of dice need a gap to the figures before them.
    let gear_width = (width_of(gear.title) + 3.0).max(values + 3.0).max(if narrow { 24.0 } else { 38.0 });
    let headings: Vec<String> = resources.iter().map(|resource| heading(resource, is_short)).collect();
    let least = match (is_short, narrow) {
        (true, true) => 13.0,
        (true, false) => 21.0,
        (false, true) => 29.0,
        (false, false) => 42.0,
    };
    let widths: Vec<f32> = headings.iter().map(|words| width_of(words).max(least)).collect();
    let most_tokens = standings.iter().map(|car| car.tokens.len()).max().unwrap_or(0);
    let tokens = match most_tokens {
        0 => Tokens::None,
        most if most > if narrow { 1 } else { 2 } => Tokens::Counted,
        _ => Tokens::Each,
    };
    let token_heading = if narrow || tokens == Tokens::Each { icons::LIGHTNING } else { "Tokens" };
    let token_width = match tokens {
        Tokens::Counted => width_of(token_heading).max(22.0),
        _ => 8.0 + 16.0 * most_tokens as f32,
    };
    let rank_width = if narrow && standings.len() < 10 { 11.0 } else { 18.0 };
    let gap_width = if narrow { 28.0 } else { 36.0 };
    let lap_width = if narrow { 20.0 } else { 24.0 };
    // Names are more important than the columns at the right, whose values are in the tooltip of a name.
    let begin = |name: &str| width_in(look::BODY, &shortened(name, LETTERS));
    let name_width = NAME + shown.race.entrants().iter().map(|entrant| begin(&entrant.name)).fold(0.0, f32::max);
    let mut optional = Optional { tokens, has_gear: true, has_lap: true };
    let fits = |Optional { tokens, has_gear, has_lap }: Optional| {
        let each = [
            Some(rank_width),
            Some(name_width),
            Some(gap_width),
            has_gear.then_some(gear_width),
            (tokens != Tokens::None).then_some(token_width),
            has_lap.then_some(lap_width),
        ];
        let all = each.into_iter().flatten().chain(widths.iter().copied());
        all.map(|width| width + ui.spacing().item_spacing.x).sum::<f32>() <= ui.available_width()
    };
    optional.has_lap = fits(optional);
    if !fits(optional) {
        optional.tokens = Tokens::None;
    }
    optional.has_gear = fits(optional);
    let Optional { tokens, has_gear, has_lap } = optional;
    let mut table = TableBuilder::new(ui)
        .id_salt("timing")
        .vscroll(false)
        .sense(Sense::click())
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::exact(rank_width))
        .column(Column::remainder().at_least(name_width.min(if narrow { 50.0 } else { 64.0 })).clip(true))
        .column(Column::exact(gap_width));
    let gear_column = has_gear.then_some(gear_width);
    let token_column = (tokens != Tokens::None).then_some(token_width);
    let lap_column = has_lap.then_some(lap_width);
    for width in gear_column.into_iter().chain(widths).chain(token_column).chain(lap_column) {
        table = table.column(Column::exact(width));
    }
    let header = table.header(look::ROW, |mut header| {
        let gap = format!(
            "Distance to the leader along the lap, in {}. Once the leader has finished: distance to the finish",
            shown.race.info().unit
        );
        let mut head = |words: &str, help: &str, is_middle: bool| {
            header.col(|ui| {
                if is_middle {
                    in_the_middle(ui, |ui| ui.label(look::weak(words).size(heading_size))).on_hover_text(help);
                    return;
                }
                if narrow {
                    // The last letter may be wider than its place.
                    ui.add_space(1.5);
                }
                ui.label(look::weak(words).size(heading_size)).on_hover_text(help);
            });
        };
        head("#", "Place in the race", false);
        head("", "", false);
        head("Gap", &gap, false);
        if has_gear {
            head(gear.title, gear.help, is_short);
        }
        for (resource, words) in resources.iter().zip(&headings) {
            head(words, &format!("{} left (at most {})", resource.name, many(resource.max, "point")), is_short);
        }
        match tokens {
            Tokens::None => {}
            Tokens::Each => head(token_heading, "Powers and skills. Those that are used up are faint", false),
            Tokens::Counted => {
                head(token_heading, "The number of powers, skills and free slots that are not used up", true)
            }
        }
        if has_lap {
            head("Lap", "The car's current lap", false);
        }
    });
    header.body(|mut body| {
        for car in &standings {
            let gap = gaps.iter().find(|(known, _)| *known == car.car).map(|(_, gap)| *gap);
            body.row(look::ROW, |row| line(row, shown, desk, (car, gap, optional, is_short), queue));
        }
    });
}

/// Adds a widget in the middle of a cell, so that narrow columns are centred below their headings.
fn in_the_middle(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> egui::Response) -> egui::Response {
    ui.with_layout(Layout::centered_and_justified(egui::Direction::LeftToRight), add).inner
}

/// The first letters of a name, with "…" if there are more.
fn shortened(name: &str, letters: usize) -> String {
    let mut all = name.chars();
    let first: String = all.by_ref().take(letters).collect();
    if all.next().is_some() { first + "…" } else { first }
}

/// The heading of a resource's column: its name, or only the first two letters if there are many resources.
fn heading(resource: &Resource, is_short: bool) -> String {
    let mut words: Vec<char> = resource.name.chars().collect();
    if let Some(first) = words.first_mut() {
        first.make_ascii_uppercase();
    }
    words.into_iter().take(if is_short { 2 } else { usize::MAX }).collect()
}

/// Lists the facts that only this game has, such as weather and flags, in words. Leaves out facts that are false, zero
/// or empty, and facts that are lists.
pub(super) fn facts_in_words(facts: &Facts) -> Vec<String> {
    const SINCE: &str = "_since_round";
    let words = |(name, value): (&String, &Value)| {
        // "rain since round 44" includes "rain". The car that is qualifying is the car to act.
        if facts.get(&format!("{name}{SINCE}")).is_some() || name == "qualifying" {
            return None;
        }
        if let Some(what) = name.strip_suffix(SINCE) {
            return Some(format!("{} since round {value}", field_in_words(what)));
        }
        // "corner: 1" could also be the next corner.
        let name = if name == "corner" { "in corner".to_owned() } else { field_in_words(name) };
        match value {
            Value::Bool(true) => Some(name),
            Value::String(value) if !value.is_empty() => Some(format!("{name}: {}", value.replace('_', " "))),
            Value::Number(number) if number.as_f64() != Some(0.0) => Some(format!("{name}: {number}")),
            _ => None,
        }
    };
    facts.iter().filter_map(words).collect()
}

fn line(
    mut row: TableRow<'_, '_>,
    shown: Shown<'_>,
    desk: &mut Desk,
    (car, gap, optional, is_short): (&CarView, Option<Gap>, Optional, bool),
    queue: &mut CommandQueue,
) {
    row.set_hovered(desk.hovered == Some(car.car));
    row.set_selected(shown.view.to_act == Some(car.car));
    let out = car.status != Status::Racing;
    let cell = |row: &mut TableRow<'_, '_>, words: String| {
        row.col(|ui| {
            let words = RichText::new(words);
            ui.label(if out { words.weak() } else { words });
        });
    };
    // A narrow column of figures is below the middle of its heading.
    let figure = |row: &mut TableRow<'_, '_>, words: String| {
        if !is_short {
            return cell(row, words);
        }
        let words = RichText::new(words);
        row.col(|ui| _ = in_the_middle(ui, |ui| ui.label(if out { words.weak() } else { words })));
    };
    cell(&mut row, car.rank.to_string());
    row.col(|ui| name(ui, shown, car, optional));
    // The column is narrow: a car that does not race has an icon there, and the words of the table of results in the
    // tooltip. A car for which the race ended on the track keeps its gap.
    let gap_in_figures = gap.map(|gap| short(gap.first, 1));
    let state = match car.status {
        Status::Finished if !is_home(car, shown.race.laps()) => gap_in_figures,
        Status::Finished => Some(icons::FLAG_CHECKERED.to_owned()),
        Status::Withdrawn | Status::Eliminated => Some(icons::SIGN_OUT.to_owned()),
        // A race may end before all cars are home (WW-RACE-02).
        Status::Racing if shown.view.to_act.is_none() => gap_in_figures,
        Status::Racing => None,
    };
    match (state, gap) {
        (Some(state), _) => {
            let words = capital(status_in_position(shown.view, car, shown.race.laps()));
            row.col(|ui| {
                let response = ui.weak(state).on_hover_text(&words);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
            });
        }
        (None, Some(gap)) if car.rank > 1 => cell(&mut row, short(gap.first, 1)),
        (None, _) => cell(&mut row, "–".to_owned()),
    }
    if optional.has_gear {
        let words = shown.race.info().gear;
        let words = car.gear.filter(|_| !out).map_or_else(String::new, |gear| words.name(gear).into_owned());
        figure(&mut row, words);
    }
    for (resource, _) in shown.race.resources().iter().enumerate().filter(|(_, resource)| resource.max > 0) {
        figure(&mut row, car.resources.get(resource).map_or_else(String::new, ToString::to_string));
    }
    match optional.tokens {
        Tokens::None => {}
        Tokens::Each => {
            row.col(|ui| token(ui, car));
        }
        Tokens::Counted => {
            row.col(|ui| count_tokens(ui, car, out));
        }
    }
    if optional.has_lap {
        cell(&mut row, lap(shown, car));
    }
    let response = row.response();
    if response.hovered() {
        desk.hovering = Some(car.car);
    }
    look::context_menu(&response, |ui| context::of_car(ui, shown, car.car, desk, queue));
    if response.clicked() {
        let is_chosen = shown.chosen == Some(car.car);
        queue.push(Request::SelectCar((!is_chosen).then_some(car.car)));
    }
}

fn token_in_words(token: &TokenView) -> String {
    if token.used { format!("{}, used", token.name) } else { token.name.to_owned() }
}

/// Shows the number of tokens that a car can still use. The tooltip names all of its tokens.
fn count_tokens(ui: &mut Ui, car: &CarView, out: bool) {
    if car.tokens.is_empty() {
        return;
    }
    let left = car.tokens.iter().filter(|token| !token.used).count();
    let words = car.tokens.iter().map(token_in_words).collect::<Vec<_>>().join("\n");
    let text = RichText::new(left.to_string());
    let response =
        in_the_middle(ui, |ui| ui.label(if out || left == 0 { text.weak() } else { text })).on_hover_text(&words);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
}

/// Shows an icon for each token of a car, faint if the token is used. The tooltip has the token's name.
fn token(ui: &mut Ui, car: &CarView) {
    for token in &car.tokens {
        let icon = RichText::new(icons::LIGHTNING);
        let icon =
            if token.used { icon.color(ui.visuals().weak_text_color().gamma_multiply(0.5)) } else { icon.strong() };
        let words = token_in_words(token);
        let response = ui.label(icon).on_hover_text(&words);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    }
}

/// The number of the car's lap, limited to the number of laps of the race. Empty if the car is no longer racing.
fn lap(shown: Shown<'_>, car: &CarView) -> String {
    match car.status {
        Status::Racing => car.lap_of(shown.race.laps()).to_string(),
        Status::Finished | Status::Withdrawn | Status::Eliminated => String::new(),
    }
}

/// Shows a car's disc and name. The tooltip has the values of the columns that the table has no room for.
fn name(ui: &mut Ui, shown: Shown<'_>, car: &CarView, optional: Optional) {
    let Some(index) = shown.index_of(car.car) else { return };
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::hover());
    let words = shown.name(index);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
    let painter = ui.painter_at(rect);
    let middle = pos2(rect.left() + 10.0, rect.center().y);
    disc(&painter, middle, index, car.car);
    if shown.chosen == Some(car.car) {
        painter.circle_stroke(middle, 10.5, egui::Stroke::new(2.0, ui.visuals().text_color()));
    }
    let ink = if car.status == Status::Racing { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
    let at = pos2(rect.left() + NAME, rect.center().y);
    let galley = look::elided(&painter, words, FontId::proportional(look::BODY), ink, rect.right() - at.x);
    painter.galley(pos2(at.x, at.y - galley.size().y / 2.0), galley, ink);
    let marks = car.marks.join(", ");
    let driver = shown.seats.get(&car.car).map(ToString::to_string);
    let hint = if marks.is_empty() { words.to_owned() } else { format!("{words}: {marks}") };
    let gear = car.gear.filter(|_| !optional.has_gear);
    let gear = gear.map(|gear| format!("{} {}", shown.race.info().gear.word, shown.race.info().gear.name(gear)));
    let lap = Some(lap(shown, car)).filter(|lap| !optional.has_lap && !lap.is_empty()).map(|lap| format!("lap {lap}"));
    let tokens = car.tokens.iter().filter(|_| optional.tokens == Tokens::None).map(token_in_words);
    let left_out = lap.into_iter().chain(gear).chain(tokens).collect::<Vec<_>>().join(", ");
    let hint = if left_out.is_empty() { hint } else { format!("{hint}\n{left_out}") };
    let looked = if shown.chosen == Some(car.car) { "Click to deselect" } else { "Click to select" };
    let hint = driver.map_or_else(|| hint.clone(), |driver| format!("{hint}\n{driver}"));
    response.on_hover_text(format!(
        "{hint}\n{looked}. The board and the ghost follow the selected car. The commands \
         “Next turn of this car” and “Previous turn of this car” go to its turns"
    ));
    // A dot at the car shows that the tooltip has more facts about the car.
    if !marks.is_empty() {
        let (warning, ground) = (ui.visuals().warn_fg_color, ui.visuals().panel_fill);
        painter.circle(middle + vec2(9.0, -8.0), 3.5, warning, egui::Stroke::new(1.0, ground));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn facts_say_that_a_car_is_in_the_corner() {
        let facts: Facts =
            [("space", "a76".into()), ("corner", 1.into()), ("corner_stops", 0.into()), ("in_pits", true.into())]
                .map(|(name, value): (&str, Value)| (name.to_owned(), value))
                .into_iter()
                .collect();
        let mut words = facts_in_words(&facts);
        words.sort();
        assert_eq!(words, ["in corner: 1", "in pits", "space: a76"]);
        let facts = [("rain", json!(true)), ("rain_since_round", json!(44)), ("qualifying", json!(3))];
        let facts: Facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        assert_eq!(facts_in_words(&facts), ["rain since round 44"]);
    }
}
