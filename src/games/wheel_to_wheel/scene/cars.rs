//! Draws cars on their fields, and the route of the last recorded turn.

use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::games::wheel_to_wheel::rules::{self, Landing};
use crate::games::wheel_to_wheel::setup::Setup;
use crate::games::wheel_to_wheel::state::{Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::Turn;

/// Draws the cars of a race state, the route of the last turn, and the words "Rain" and "Yellow flag" when they apply.
pub(in crate::games::wheel_to_wheel) fn draw_state(
    track: &Track,
    _: &Setup,
    state: &State,
    last: Option<(&State, &Turn)>,
    scene: &mut Scene,
) {
    if let Some((before, turn)) = last {
        draw_last(track, before, turn, scene);
    }
    let to_act = state.to_act();
    for (index, driver) in state.drivers.iter().enumerate() {
        if driver.spot != Spot::Out {
            draw_car(track, state, index, to_act == Some(index), scene);
        }
    }
    let weather = [(state.rain.is_some(), "Rain"), (state.yellow.is_some(), "Yellow flag")];
    let words: Vec<&str> = weather.into_iter().filter_map(|(is_so, word)| is_so.then_some(word)).collect();
    if !words.is_empty() {
        let at = [(scene.bounds[0][0] + scene.bounds[1][0]) / 2.0, scene.bounds[1][1] - 0.6];
        scene.add(Style::Label, Shape::Text { at, height: 0.5, text: words.join(", ") });
    }
}

/// Draws the route of a recorded turn, field by field. If a collision or an engine failure then put the token on
/// another field, draws a guide line to that field.
fn draw_last(track: &Track, before: &State, turn: &Turn, scene: &mut Scene) {
    let Some(report) = rules::report(track, before, turn) else { return };
    let from = track.place_of(report.before.spot);
    if report.before.spot != report.after.spot {
        let radius = 0.3 * track.course.pitch;
        scene.add(Style::Ghost(report.index), Shape::Circle { center: from, radius });
    }
    let mut way = vec![from];
    way.extend(report.spots.iter().map(|spot| track.place_of(*spot)));
    let end = way.last().copied().unwrap_or(from);
    if way.len() > 1 {
        scene.add(Style::Path(report.index), Shape::Polyline(way));
    }
    let is_put = report.failure || matches!(report.landing, Landing::Collision(_));
    if is_put {
        scene.add(Style::Guide, Shape::Polyline(vec![end, track.place_of(report.after.spot)]));
    }
    if let Landing::Collision(_) = report.landing {
        let [x, y] = end;
        let arm = 0.35 * track.course.pitch;
        scene.add(Style::EvidenceLine, Shape::Polyline(vec![[x - arm, y - arm], [x + arm, y + arm]]));
        scene.add(Style::EvidenceLine, Shape::Polyline(vec![[x - arm, y + arm], [x + arm, y - arm]]));
    }
}

/// The distance between the middles of two cars side by side, as a multiple of a car's size.
const GAP: f64 = 0.5;
/// The corners of the light outline around a car: their distances forward and to the left of its middle, as multiples
/// of the car's size.
const HALO: [[f64; 2]; 5] = [[-0.44, -0.28], [0.24, -0.28], [0.56, 0.0], [0.24, 0.28], [-0.44, 0.28]];
/// The distance from the middle of a car to the middle of its number, as a multiple of the car's size.
const NOSE: f64 = 0.06;

/// Returns the largest size at which this number of cars fits side by side on a field. `outline` is the field's
/// outline, `at` its middle, and `x` and `y` the driving direction.
fn fitting(outline: &[[f64; 2]], at: [f64; 2], [x, y]: [f64; 2], count: usize) -> f64 {
    let asides = (0..count).map(|place| aside(place, count));
    let corners = asides.flat_map(|aside| HALO.map(|[along, left]| [along - NOSE, left + aside]));
    let sides = || outline.iter().zip(outline.iter().cycle().skip(1));
    let limits = corners.flat_map(|[along, left]| {
        let [dx, dy] = [x * along - y * left, y * along + x * left];
        sides().filter_map(move |(from, to)| {
            let [across, up] = [to[1] - from[1], from[0] - to[0]];
            let room = (from[0] - at[0]) * across + (from[1] - at[1]) * up;
            let needed = dx * across + dy * up;
            (needed > 0.0).then(|| room / needed)
        })
    });
    limits.fold(f64::INFINITY, f64::min).max(0.1)
}

/// Returns the car's distance to the left of the middle of its field, as a multiple of the car's size. The distance is
/// negative if the car stands on the right. `place` is the car's index among the `count` cars on the field.
fn aside(place: usize, count: usize) -> f64 {
    (place as f64 - (count.max(1) - 1) as f64 / 2.0) * GAP
}

/// Draws a car. Cars that share a field stand side by side.
fn draw_car(track: &Track, state: &State, index: usize, to_act: bool, scene: &mut Scene) {
    let spot = state.drivers[index].spot;
    let here: Vec<usize> = (0..state.drivers.len()).filter(|other| state.drivers[*other].spot == spot).collect();
    let place = here.iter().position(|other| *other == index).unwrap_or(0);
    let (at, [x, y]) = (track.place_of(spot), track.course.facing(spot));
    let unit = fitting(&track.course.outline(spot), at, [x, y], here.len()).min(track.course.pitch);
    let aside = aside(place, here.len()) * unit;
    let center = [at[0] - y * aside, at[1] + x * aside];
    let corner = |along: f64, left: f64| {
        // The nose is longer than the tail, so the number is behind the middle of the field.
        let along = along - NOSE;
        [center[0] + (x * along - y * left) * unit, center[1] + (y * along + x * left) * unit]
    };
    let tag = Tag::Car(state.car(index));
    if to_act {
        scene.add_tagged(Style::ActRing, tag, Shape::Circle { center, radius: 0.52 * unit });
    }
    let body = vec![corner(-0.36, -0.2), corner(0.2, -0.2), corner(0.42, 0.0), corner(0.2, 0.2), corner(-0.36, 0.2)];
    let halo = HALO.map(|[along, left]| corner(along, left)).to_vec();
    scene.add_tagged(Style::CarHalo, tag, Shape::Polygon(halo));
    scene.add_tagged(Style::CarBase(index), tag, Shape::Polygon(body));
    let inner =
        vec![corner(-0.28, -0.14), corner(0.16, -0.14), corner(0.32, 0.0), corner(0.16, 0.14), corner(-0.28, 0.14)];
    scene.add_tagged(Style::CarBody(index), tag, Shape::Polygon(inner));
    let text = state.car(index).to_string();
    scene.add_tagged(Style::CarNumber(index), tag, Shape::Text { at: corner(0.0, 0.0), height: 0.24 * unit, text });
}
