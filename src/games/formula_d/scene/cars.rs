//! Draws the cars, the markers and the turn just played.

use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::games::formula_d::draft::SpaceDraft;
use crate::games::formula_d::setup::Setup;
use crate::games::formula_d::state::State;
use crate::games::formula_d::track::{SpaceIndex, Track};
use crate::games::formula_d::turn::Turn;

fn local(space: &SpaceDraft, along: f64, left: f64, turned: f64) -> [f64; 2] {
    let (sin, cos) = (space.angle + turned).to_radians().sin_cos();
    [space.at[0] + along * cos - left * sin, space.at[1] + along * sin + left * cos]
}

fn outline(space: &SpaceDraft, points: &[(f64, f64)], turned: f64) -> Shape {
    Shape::Polygon(points.iter().map(|(along, left)| local(space, *along, *left, turned)).collect())
}

/// Draws the damage markers, the route that a car drove in the last turn, and the cars on the board.
pub(in crate::games::formula_d) fn draw_state(
    track: &Track,
    setup: &Setup,
    state: &State,
    last: Option<(&State, &Turn)>,
    scene: &mut Scene,
) {
    let drawn = |at: SpaceIndex| &track.draft().spaces[usize::from(at)];
    for at in state.markers.iter().filter(|at| usize::from(*at) < track.len()) {
        scene.add(Style::Marker, outline(drawn(at), &[(-0.2, -0.2), (0.2, -0.2), (0.0, 0.25)], 90.0));
    }
    if let Some((before, turn)) = last {
        way(track, before, turn, scene);
    }
    let to_act = state.to_act();
    for (index, car) in state.cars.iter().enumerate().filter(|(_, car)| car.is_on_board()) {
        let place = setup.cars.iter().position(|entry| entry.car == car.car).unwrap_or(index);
        let space = drawn(car.at);
        // A car that has spun faces backwards.
        let turned = if car.spun { 180.0 } else { 0.0 };
        let base = [(-0.5, -0.36), (0.26, -0.36), (0.6, -0.08), (0.6, 0.08), (0.26, 0.36), (-0.5, 0.36)];
        let body = [(-0.42, -0.28), (0.2, -0.28), (0.52, 0.0), (0.2, 0.28), (-0.42, 0.28)];
        let halo = base.map(|(along, left)| (along * 1.18, left * 1.26));
        scene.add_tagged(Style::CarHalo, Tag::Car(car.car), outline(space, &halo, turned));
        scene.add_tagged(Style::CarBase(place), Tag::Car(car.car), outline(space, &base, turned));
        scene.add_tagged(Style::CarBody(place), Tag::Car(car.car), outline(space, &body, turned));
        let text = car.car.to_string();
        let height = 0.4 * (2.0 / text.len() as f64).min(1.0);
        let number = Shape::Text { at: local(space, -0.06, 0.0, turned), height, text };
        scene.add_tagged(Style::CarNumber(place), Tag::Car(car.car), number);
        if to_act == Some(index) {
            scene.add(Style::ActRing, Shape::Circle { center: space.at, radius: 0.72 });
        }
    }
}

/// Draws the route that the car drove in a turn.
fn way(track: &Track, before: &State, turn: &Turn, scene: &mut Scene) {
    let Some(index) = before.index_of(turn.car) else { return };
    let forced = crate::games::formula_d::rules::force(track, before, turn);
    for event in forced.played.events {
        if let crate::game::EventKind::Moved { points, .. } = event.kind
            && event.car == turn.car
            && points.len() > 1
        {
            scene.add(Style::Ghost(index), Shape::Circle { center: points[0], radius: 0.3 });
            scene.add(Style::Path(index), Shape::Polyline(points));
        }
    }
}
