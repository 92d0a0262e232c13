//! Measures the board of a race: the size of cars, the area of the legal places, and the points that cars visit.

use std::sync::Arc;

use egui::Ui;

use crate::app::workspaces::desk::Shown;
use crate::game::Place;
use crate::game::scene::{Scene, Shape, Style};

/// The width of the largest car, in world units; 1 if no car is drawn as a polygon. The directions in which the cars
/// face do not change the result.
pub(super) fn size_of(picture: &Scene) -> f64 {
    let width = |corners: &Vec<[f64; 2]>| {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let across = sides.map(|(from, to)| {
            let [x, y] = [to[0] - from[0], to[1] - from[1]];
            let away = corners.iter().map(|at| (y * (at[0] - from[0]) - x * (at[1] - from[1])) / x.hypot(y).max(1e-9));
            away.clone().fold(f64::MIN, f64::max) - away.fold(f64::MAX, f64::min)
        });
        across.fold(f64::MAX, f64::min)
    };
    let widths = picture.items.iter().filter_map(|item| match (&item.style, &item.shape) {
        (Style::CarBase(_), Shape::Polygon(corners)) => Some(width(corners)),
        _ => None,
    });
    let size = widths.fold(0.0, f64::max);
    if size > 0.0 && size.is_finite() { size } else { 1.0 }
}

/// The area that contains the legal places and the car to act after `at` turns; `None` if there are no legal places.
/// `size` is the size of the car.
pub(super) fn area_of(shown: Shown<'_>, at: usize, places: &[Place], size: f64) -> Option<[[f64; 2]; 2]> {
    let legal = places.iter().filter(|place| place.illegal.is_none());
    let mut shapes: Vec<Shape> = legal.map(|place| Shape::Polygon(place.outline.clone())).collect();
    if shapes.is_empty() {
        return None;
    }
    let view = shown.race.view(at.min(shown.race.len()));
    let car = view.to_act.and_then(|car| view.car(car));
    shapes.extend(car.map(|car| Shape::Circle { center: car.at, radius: size / 2.0 }));
    let each = shapes.iter().filter_map(Shape::bounds);
    each.reduce(|[low, high], [least, most]| {
        [[0, 1].map(|axis| low[axis].min(least[axis])), [0, 1].map(|axis| high[axis].max(most[axis]))]
    })
}

/// The largest number of positions of a race from which [`visited`] collects points.
const MOST_LOOKS: usize = 2_000;

/// The points at which cars stand during the whole race. In a very long race, only some positions are used. The points
/// are cached until the race changes.
pub(super) fn visited(ui: &Ui, shown: Shown<'_>) -> Arc<[[f64; 2]]> {
    let key = egui::Id::unique(("visited", shown.tab));
    let known: Option<(u64, Arc<[[f64; 2]]>)> = ui.data(|data| data.get_temp(key));
    if let Some((_, points)) = known.filter(|(state, _)| *state == shown.state) {
        return points;
    }
    let apart = shown.race.len() / MOST_LOOKS + 1;
    let cars = (0..=shown.race.len()).step_by(apart).flat_map(|at| shown.race.view(at).cars);
    let points: Arc<[[f64; 2]]> = cars.filter(|car| !car.status.is_out()).map(|car| car.at).collect();
    ui.data_mut(|data| data.insert_temp(key, (shown.state, Arc::clone(&points))));
    points
}
