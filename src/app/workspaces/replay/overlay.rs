//! The overlay of the board. It shows the car under the pointer, the places where the car to act can move, and the
//! reason why a turn is illegal.

use egui::{Key, Rect, Ui};

use super::{facts, ghosts};
use crate::app::board::view::BoardOutput;
use crate::app::board::{fonts, look};
use crate::app::workspaces::corners;
use crate::app::workspaces::desk::{Desk, Shown};
use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::game::{CarView, Cost, Place, words};
use crate::geometry::Direction;

/// The places where the car to act can move, and the data to show on them.
#[derive(Clone, Copy, Default)]
pub(in crate::app) struct Offer<'a> {
    /// The places on the board where moves of the car to act would end. Contains legal and illegal places.
    pub(in crate::app::workspaces) places: &'a [Place],
    /// Whether each place shows its cost, such as "T2" for 2 tyre points.
    pub(in crate::app::workspaces) with_costs: bool,
    /// The place under the pointer; `None` if the pointer is on no place.
    pub(in crate::app::workspaces) pointed: Option<&'a Place>,
    /// The outline of the place that the user chose; `None` before a choice.
    pub(in crate::app::workspaces) chosen: Option<&'a [[f64; 2]]>,
    /// The drawing of the move to the place under the pointer. If no place is under the pointer, this is the drawing of
    /// the turn that the user has chosen so far.
    pub(in crate::app::workspaces) preview: &'a [Item],
    /// The choices that still have to be made for a move to the place under the pointer, as sentences.
    pub(in crate::app::workspaces) open: &'a [String],
    /// Whether the popup on the board asks for the rest of a turn.
    pub(in crate::app::workspaces) asks: bool,
}

/// Whether illegal places are shown. They are shown while the I key is held.
fn with_illegal(ui: &Ui) -> bool {
    !ui.ctx().text_edit_focused() && ui.input(|input| input.key_down(Key::I))
}

/// Returns the place under the pointer; `None` if the pointer is on no place.
pub(in crate::app::workspaces) fn pointed<'a>(ui: &Ui, output: &BoardOutput, places: &'a [Place]) -> Option<&'a Place> {
    let pointer = output.pointer.filter(|_| !output.panning)?;
    under(places, pointer, with_illegal(ui))
}

/// Paints the overlay. Shows facts about the car or the place under the pointer. `picture` is the scene of the board.
pub(in crate::app) fn show(
    ui: &Ui,
    shown: Shown<'_>,
    output: &BoardOutput,
    (picture, ghost): (&Scene, &[Item]),
    offer: Offer<'_>,
    desk: &mut Desk,
) {
    let Offer { places: offered, with_costs, pointed: place, chosen, preview, open, asks } = offer;
    let mut scene = Scene::default();
    if let Some(evaluation) = shown.evaluation.filter(|_| shown.line) {
        scene.items.extend_from_slice(&evaluation.drawing.items);
        // Also draw the best option of the current turn.
        let before = shown.playback.position().checked_sub(1).and_then(|before| evaluation.advice(before));
        scene.items.extend(before.into_iter().flat_map(|advice| advice.drawing.items.iter().cloned()));
    }
    corners::add_to(&mut scene, shown, picture, desk);
    let before = scene.items.len();
    scene.items.extend_from_slice(ghost);
    ghosts::add_hovered(&mut scene, shown, desk);
    if scene.items.len() > before {
        // A ghost must not hide a car.
        scene.items.extend(picture.items.iter().filter(|item| is_of_car(item)).cloned());
    }
    let at = shown.playback.position();
    let illegal = shown.race.step(at).filter(|_| at > 0).and_then(|step| step.illegal.as_ref());
    if let Some(illegal) = illegal {
        scene.add_evidence(illegal);
    }
    scene.items.extend_from_slice(preview);
    scene.add_places(offered, with_illegal(ui));
    if with_costs {
        add_costs(&mut scene, offered);
    }
    cars_over_places(&mut scene, shown, picture, offered);
    if let Some(outline) = chosen {
        scene.add(Style::Hover, Shape::Polygon(outline.to_vec()));
    }
    if let Some(place) = place {
        scene.add(Style::Hover, Shape::Polygon(place.outline.clone()));
        if let Some(illegal) = &place.illegal {
            scene.add_evidence(illegal);
        }
    }
    match output.hovered {
        Some(Tag::Car(car)) => desk.hovering = Some(car),
        Some(Tag::Corner(index)) => desk.hovering_corner = corners::number_of(shown, index),
        _ => {}
    }
    let hovered = desk.hovering.or(desk.hovered).and_then(|car| shown.view.car(car));
    if let Some(car) = hovered.filter(|car| car.status == crate::game::Status::Racing) {
        scene.add(Style::Hover, Shape::Circle { center: car.at, radius: 0.8 });
    }
    output.overlay(&scene);
    show_mark(ui, shown, output);
    // An open menu explains what it was opened for, and facts would lie over the questions of the popup.
    if asks || output.panning || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let around = |shape: &Shape| {
        let [low, high] = shape.bounds()?.map(|corner| output.view.screen_from_world(corner));
        Some(Rect::from_two_pos(low, high))
    };
    let around_place = |place: &Place| around(&Shape::Polygon(place.outline.clone()));
    let around_car = |car: &CarView| around(&Shape::Circle { center: car.at, radius: 0.5 });
    // The card must not hide where else the car can move, nor the cars.
    let others = || {
        let places = offered.iter().filter(|place| place.illegal.is_none()).filter_map(around_place);
        places.chain(shown.view.cars.iter().filter_map(around_car)).collect::<Vec<Rect>>()
    };
    if let Some(place) = place {
        if let Some(thing) = around_place(place) {
            let costs = offered.iter().any(|place| !place.cost.is_empty());
            facts::show(ui, output, thing, &others(), |ui| hint_of_place(ui, place, costs, open));
        }
    } else if let Some(car) = hovered.filter(|_| output.hovered.is_some())
        && let Some(thing) = around_car(car)
    {
        facts::show(ui, output, thing, &others(), |ui| facts_of_car(ui, shown, car));
    }
}

/// Whether an item of a scene is a part of a car.
const fn is_of_car(item: &Item) -> bool {
    matches!(item.style, Style::CarBase(_) | Style::CarBody(_) | Style::CarNumber(_))
}

/// Draws again each car that stands on an offered place, because the place would hide the car's number. Also draws the
/// outline of the place around the car.
fn cars_over_places(scene: &mut Scene, shown: Shown<'_>, picture: &Scene, offered: &[Place]) {
    if offered.is_empty() {
        return;
    }
    let mut cars = Vec::new();
    for (index, entrant) in shown.race.entrants().iter().enumerate() {
        let Some(car) = shown.view.car(entrant.car) else { continue };
        let is_under = |place: &&Place| Shape::Polygon(place.outline.clone()).contains(car.at);
        let Some(place) = offered.iter().find(|place| place.illegal.is_none() && is_under(place)) else { continue };
        cars.push(index);
        let ring = place.outline.iter().chain(place.outline.first()).copied().collect();
        scene.add(Style::LegalFree, Shape::Polyline(ring));
    }
    let is_above = |item: &&Item| match item.style {
        Style::CarBase(car) | Style::CarBody(car) => cars.contains(&car),
        Style::CarNumber(_) => true,
        _ => false,
    };
    scene.items.extend(picture.items.iter().filter(is_above).cloned());
}

/// Paints the mark of the last turn beside the car that made it.
fn show_mark(ui: &Ui, shown: Shown<'_>, output: &BoardOutput) {
    let at = shown.playback.position();
    let Some(mark) = shown.remarks.marks.get(&at) else { return };
    let facts = at.checked_sub(1).and_then(|index| shown.figures.turns.get(index));
    let entrant = facts.and_then(|facts| shown.race.entrants().get(facts.car));
    let Some(car) = entrant.and_then(|entrant| shown.view.car(entrant.car)) else { return };
    let center = output.view.screen_from_world(car.at) + egui::vec2(14.0, -14.0);
    let painter = ui.painter_at(output.view.rect);
    let font = egui::FontId::new(look::SMALL, fonts::semibold());
    painter.circle_filled(center, 10.0, ui.visuals().panel_fill);
    painter.circle(center, 9.0, look::mark_color(ui.visuals(), *mark), egui::Stroke::NONE);
    painter.text(center, egui::Align2::CENTER_CENTER, mark.sign(), font, ui.visuals().panel_fill);
}

/// Shows a car's rank in the race, its speed and its resources.
fn facts_of_car(ui: &mut Ui, shown: Shown<'_>, car: &CarView) {
    let name = shown.index_of(car.car).map_or("", |index| shown.name(index));
    ui.label(look::strong(name, look::BODY));
    let mut words = vec![format!("place {}", car.rank)];
    words.extend(match (car.velocity, car.gear) {
        (Some([x, y]), _) => Some(format!("velocity ({x}, {y})")),
        (None, gear) => {
            gear.map(|gear| format!("{} {}", shown.race.info().gear.word, shown.race.info().gear.name(gear)))
        }
    });
    let resources = shown.race.resources().iter().zip(&car.resources).filter(|(resource, _)| resource.max > 0);
    words.extend(resources.map(|(resource, points)| format!("{points} {}", resource.name)));
    words.extend(car.marks.iter().map(|mark| (*mark).to_owned()));
    ui.label(words.join(", "));
    let details = shown.race.details(shown.playback.position());
    let facts = shown.index_of(car.car).and_then(|index| details.cars.get(index));
    // The line above has said the gear (or die) already, and marks such as "soft tyres".
    let is_said = |name: &str, value: &serde_json::Value| {
        name == shown.race.info().gear.word.to_lowercase()
            || value.as_str().is_some_and(|value| car.marks.contains(&format!("{value} {name}").as_str()))
    };
    let mut facts = facts.cloned().unwrap_or_default();
    facts.retain(|name, value| !is_said(name, value));
    let facts = super::timing::facts_in_words(&facts);
    if !facts.is_empty() {
        ui.add(egui::Label::new(look::weak(facts.join(", "))).wrap());
    }
}

/// The largest number of places for which the board shows costs. If there are more places, it shows no costs.
const MOST_COSTS: usize = 60;

/// Adds the costs of places to the scene, such as "T2" for 2 tyre points. If no move to a place is the cheapest in
/// every resource, shows the costs of two moves, as in "B1/T3". Adds nothing if the places have directions, because
/// several such places share one point.
fn add_costs(scene: &mut Scene, offered: &[Place]) {
    if offered.len() > MOST_COSTS || offered.iter().any(|place| place.dir.is_some()) {
        return;
    }
    let short = |cost: &Cost| {
        let letter = cost.resource.chars().next().map_or('?', |letter| letter.to_ascii_uppercase());
        format!("{letter}{}", cost.amount)
    };
    for place in offered.iter().filter(|place| place.illegal.is_none() && !place.cost.is_empty()) {
        let costs = if place.costs.is_empty() { std::slice::from_ref(&place.cost) } else { &place.costs };
        let ways: Vec<String> =
            costs.iter().map(|cost| cost.iter().map(short).collect::<Vec<_>>().join(" ")).take(2).collect();
        let more = if costs.len() > 2 { "…" } else { "" };
        let text = format!("{}{more}", ways.join("/"));
        scene.add(Style::Label, Shape::Text { at: place.at, height: 0.5, text });
    }
}

/// Shows what a place is and costs. `costs` says whether any offered place has a cost: where nothing has one, as in Vector
/// Racing, "Costs nothing" under a crash would mislead.
fn hint_of_place(ui: &mut Ui, place: &Place, costs: bool, open: &[String]) {
    ui.label(&place.words);
    match &place.illegal {
        Some(illegal) => {
            ui.label(look::prose(ui, &illegal.message, look::BODY, ui.visuals().error_fg_color));
            ui.label(look::weak(format!("Rule {}", illegal.clause)));
        }
        None if place.cost.is_empty() => {
            if costs {
                ui.label(look::weak("Costs nothing"));
            }
        }
        None if place.costs.len() > 1 => {
            // No cost is lower in every resource, so all costs are shown.
            let ways: Vec<String> = place.costs.iter().map(|cost| words::costs(cost)).collect();
            ui.label(look::weak(format!("Costs {}", ways.join(", or "))));
        }
        None => {
            ui.label(look::weak(format!("Costs {}", words::costs(&place.cost))));
        }
    }
    for sentence in open {
        ui.label(look::weak(sentence));
    }
}

/// Returns the offered place under the pointer. Several places may share an octagon and differ only in direction. Of
/// these, returns the place whose direction is closest to the direction from the middle of the octagon to the pointer.
fn under(offered: &[Place], pointer: [f64; 2], with_illegal: bool) -> Option<&Place> {
    let inside = |place: &&Place| {
        (place.illegal.is_none() || with_illegal) && Shape::Polygon(place.outline.clone()).contains(pointer)
    };
    let away = |place: &Place| {
        let way = [pointer[0] - place.at[0], pointer[1] - place.at[1]];
        let distance = way[0].hypot(way[1]);
        let aside = place.dir.map_or(0.0, |dir| {
            let [x, y] = Direction::new(i64::from(dir)).unit().to_f64();
            1.0 - (way[0] * x + way[1] * y) / distance.max(1e-6)
        });
        // With these weights, the distance to the octagon decides first, and the direction second.
        (distance * 20.0).round() * 10.0 + aside
    };
    offered.iter().filter(inside).min_by(|a, b| away(a).total_cmp(&away(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::IllegalTurn;

    fn place(at: [f64; 2], dir: u8, cost: u32, legal: bool) -> Place {
        let outline = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| [at[0] + x, at[1] + y]);
        let cost = if cost > 0 { vec![Cost { resource: "tyre", amount: cost }] } else { Vec::new() };
        Place {
            at,
            dir: Some(dir),
            outline: outline.to_vec(),
            words: String::new(),
            cost,
            costs: Vec::new(),
            crash: None,
            illegal: (!legal).then(|| IllegalTurn::new("T-1", "no")),
            ways: Vec::new(),
        }
    }

    #[test]
    fn the_pointer_chooses_the_octagon_and_then_the_direction() {
        let places = [place([0.0, 0.0], 0, 0, true), place([0.0, 0.0], 1, 0, true), place([0.0, 0.0], 7, 1, true)];
        assert_eq!(under(&places, [0.3, 0.0], false).and_then(|place| place.dir), Some(0));
        assert_eq!(under(&places, [0.2, 0.2], false).and_then(|place| place.dir), Some(1));
        assert_eq!(under(&places, [0.2, -0.2], false).and_then(|place| place.dir), Some(7));
        assert_eq!(under(&places, [3.0, 0.0], false), None);
        let refused = [place([0.0, 0.0], 0, 0, false)];
        assert_eq!(under(&refused, [0.3, 0.0], false), None, "only on request");
        assert!(under(&refused, [0.3, 0.0], true).is_some());
    }
}
