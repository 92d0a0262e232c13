//! What is laid over the board: the car under the pointer, where the car to act may go, and what proves an illegal
//! turn.

use egui::{Key, Ui};

use super::{Desk, Shown};
use crate::app::board::BoardOutput;
use crate::app::look;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::{Cost, Evidence, Place};

/// How large a place is drawn, in parts of the car's outline: places lie close together, and must not melt into one
/// blot. The one under the pointer is shown whole.
const GHOST: f64 = 0.3;

/// Paints the overlay and shows hints at the pointer.
pub(super) fn show(ui: &Ui, shown: Shown<'_>, output: &BoardOutput, offered: &[Place], desk: &mut Desk) {
    let mut scene = Scene::default();
    let at = shown.playback.position();
    let illegal = shown.race.step(at).filter(|_| at > 0).and_then(|step| step.illegal.as_ref());
    if let Some(illegal) = illegal {
        evidence(&illegal.evidence, &mut scene);
    }
    let typing = ui.ctx().text_edit_focused();
    let with_illegal = !typing && ui.input(|input| input.key_down(Key::I));
    places(offered, with_illegal, &mut scene);
    let place = output.pointer.and_then(|pointer| under(offered, pointer, with_illegal));
    if let Some(place) = place {
        scene.add(Style::Hover, Shape::Polygon(place.outline.clone()));
        if let Some(illegal) = &place.illegal {
            evidence(&illegal.evidence, &mut scene);
        }
    }
    if let Some(Tag::Car(car)) = output.hovered {
        desk.hovering = Some(car);
    }
    let hovered = desk.hovering.or(desk.hovered).and_then(|car| shown.view.car(car));
    if let Some(car) = hovered.filter(|car| car.status == crate::game::Status::Racing) {
        scene.add(Style::Hover, Shape::Circle { center: car.at, radius: 0.8 });
    }
    output.overlay(&scene);
    if output.panning {
        return;
    }
    if let Some(place) = place {
        output.response.clone().on_hover_ui_at_pointer(|ui| hint_of_place(ui, place));
    } else if let Some(car) = hovered.filter(|_| output.hovered.is_some()) {
        output.response.clone().on_hover_ui_at_pointer(|ui| {
            let name = shown.index_of(car.car).map_or("", |index| shown.name(index));
            ui.label(look::strong(name, look::BODY));
            let mut words = vec![format!("place {}", car.rank)];
            words.extend(car.gear.map(|gear| format!("gear {gear}")));
            let resources = shown.race.resources().iter().zip(&car.resources);
            words.extend(resources.map(|(resource, points)| format!("{points} {}", resource.name)));
            words.extend(car.marks.iter().map(|mark| (*mark).to_owned()));
            ui.label(words.join(", "));
        });
    }
}

fn hint_of_place(ui: &mut Ui, place: &Place) {
    ui.label(&place.words);
    match &place.illegal {
        Some(illegal) => {
            ui.colored_label(ui.visuals().error_fg_color, &illegal.message);
            ui.label(look::weak(format!("Rule {}", illegal.clause)));
        }
        None if place.cost.is_empty() => {
            ui.label(look::weak("Costs nothing"));
        }
        None => {
            ui.label(look::weak(format!("Costs {}", costs(&place.cost))));
        }
    }
}

fn costs(cost: &[Cost]) -> String {
    let words: Vec<String> = cost.iter().map(|cost| format!("{} {}", cost.amount, cost.resource)).collect();
    words.join(", ")
}

/// The place under the pointer. Several share an octagon and differ in how the car is turned: then it is the one that
/// looks to where the pointer is, seen from the middle.
fn under(offered: &[Place], pointer: [f64; 2], with_illegal: bool) -> Option<&Place> {
    let inside = |place: &&Place| {
        (place.illegal.is_none() || with_illegal) && Shape::Polygon(place.outline.clone()).contains(pointer)
    };
    let away = |place: &Place| {
        let way = [pointer[0] - place.at[0], pointer[1] - place.at[1]];
        let distance = way[0].hypot(way[1]);
        let aside = place.dir.map_or(0.0, |dir| {
            let [x, y] = unit(dir);
            1.0 - (way[0] * x + way[1] * y) / distance.max(1e-6)
        });
        // Far from every other difference: first the nearest octagon, then the direction.
        (distance * 20.0).round() * 10.0 + aside
    };
    offered.iter().filter(inside).min_by(|a, b| away(a).total_cmp(&away(b)))
}

fn unit(dir: u8) -> [f64; 2] {
    let (sin, cos) = (f64::from(dir) * std::f64::consts::FRAC_PI_4).sin_cos();
    [cos, sin]
}

/// Outlines of places, each with an arrow for how the car is turned there.
pub(super) fn places(offered: &[Place], with_illegal: bool, scene: &mut Scene) {
    let style = |place: &Place| match (&place.illegal, place.cost.is_empty()) {
        (Some(_), _) => Style::Illegal,
        (None, true) => Style::LegalFree,
        (None, false) => Style::LegalCost,
    };
    let kept: Vec<(usize, &Place)> =
        offered.iter().enumerate().filter(|(_, place)| place.illegal.is_none() || with_illegal).collect();
    // One outline for an octagon, in the look of the cheapest way there.
    let mut drawn: Vec<[f64; 2]> = Vec::new();
    for wanted in [Style::LegalFree, Style::LegalCost, Style::Illegal] {
        for (index, place) in kept.iter().filter(|(_, place)| style(place) == wanted) {
            if drawn.iter().any(|other| (other[0] - place.at[0]).hypot(other[1] - place.at[1]) < 1e-3) {
                continue;
            }
            drawn.push(place.at);
            let shrunk =
                |corner: &[f64; 2]| [0, 1].map(|axis| place.at[axis] + (corner[axis] - place.at[axis]) * GHOST);
            let outline = place.outline.iter().map(shrunk).collect();
            scene.add_tagged(wanted, Tag::Place(*index), Shape::Polygon(outline));
        }
    }
    for (_, place) in kept {
        let Some(dir) = place.dir else { continue };
        let [x, y] = unit(dir);
        let at = |along: f64, left: f64| [place.at[0] + x * along - y * left, place.at[1] + y * along + x * left];
        let tip = vec![at(0.34, 0.0), at(0.2, 0.09), at(0.2, -0.09)];
        scene.add(style(place), Shape::Polygon(tip));
    }
}

/// The shapes that prove an illegal turn.
pub(super) fn evidence(evidence: &[Evidence], scene: &mut Scene) {
    for proof in evidence {
        match proof {
            Evidence::Shape { outline } => scene.add(Style::EvidenceShape, Shape::Polygon(outline.clone())),
            Evidence::Line { from, to } => scene.add(Style::EvidenceLine, Shape::Polyline(vec![*from, *to])),
            Evidence::Cost { .. } => {}
        }
    }
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
            illegal: (!legal).then(|| IllegalTurn::new("T-1", "no")),
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

    #[test]
    fn an_octagon_is_outlined_once_and_illegal_ones_on_request() {
        let places = [place([0.0, 0.0], 0, 1, true), place([0.0, 0.0], 1, 0, true), place([2.0, 0.0], 0, 0, false)];
        let count = |with_illegal, style| {
            let mut scene = Scene::default();
            super::places(&places, with_illegal, &mut scene);
            scene.items.iter().filter(|item| item.style == style && item.tag != Tag::None).count()
        };
        assert_eq!([count(false, Style::LegalFree), count(false, Style::LegalCost)], [1, 0]);
        assert_eq!([count(false, Style::Illegal), count(true, Style::Illegal)], [0, 1]);
    }
}
