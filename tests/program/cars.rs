//! The numbers of cars on pictures of races.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use crate::shipped::of_all_games;
use paddock::game::lettering;
use paddock::game::scene::{Scene, Shape, Style, Tag};
use paddock::replay::{Opened, no_files};

/// The cars whose numbers are partly hidden by other cars.
fn hidden(scene: &Scene) -> Vec<Tag> {
    let items = &scene.items;
    let numbers = items.iter().enumerate().filter_map(|(index, item)| match (&item.shape, item.style) {
        (Shape::Text { at, height, text }, Style::CarNumber(_)) => Some((index, item.tag, *at, *height, text)),
        _ => None,
    });
    let is_hidden = |(index, tag, [x, y], height, text): &(usize, Tag, [f64; 2], f64, &String)| {
        let [wide, high] = [lettering::width(text) * height / 2.0, height / 2.0];
        let corners =
            [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high], [*x, *y]];
        let above = items[*index..].iter().filter(|item| item.tag != *tag && matches!(item.style, Style::CarBase(_)));
        above.into_iter().any(|item| corners.iter().any(|corner| item.shape.contains(*corner)))
    };
    numbers.filter(is_hidden).map(|(_, tag, ..)| tag).collect()
}

/// Cars that share a place stand beside each other, and the car to act is drawn last.
#[test]
fn no_car_hides_the_number_of_another() {
    let (mut shared, mut drawn) = (0, 0);
    for path in of_all_games("replays") {
        let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(&path).unwrap(), &no_files) else {
            panic!("{} is no race", path.display())
        };
        let apart = race.len() / 12 + 1;
        for at in 0..=race.len() {
            let view = race.view(at);
            let places: Vec<[u64; 2]> =
                view.cars.iter().filter(|car| !car.status.is_out()).map(|car| car.at.map(f64::to_bits)).collect();
            let shares = (1..places.len()).any(|index| places[..index].contains(&places[index]));
            // Cars that have passed the line may wait on one place for the rest of a race.
            if !(at % apart == 0 || shares && shared < 400) {
                continue;
            }
            let scene = race.scene(at, 1);
            let place = |tag: &Tag| match tag {
                Tag::Car(car) => view.car(*car).map(|car| car.at.map(f64::to_bits)),
                _ => None,
            };
            let is_shared =
                |tag: &Tag| place(tag).is_some_and(|at| places.iter().filter(|other| **other == at).count() > 1);
            let hidden: Vec<Tag> = hidden(&scene).into_iter().filter(is_shared).collect();
            assert_eq!(hidden, [], "{}, {at}", path.display());
            shared += usize::from(shares);
            drawn += 1;
            let is_ring = |item: &&paddock::game::scene::Item| item.style == Style::ActRing;
            let Some(ring) = scene.items.iter().find(is_ring) else { continue };
            let (car, middle) = (view.to_act.unwrap(), ring.shape.middle().unwrap());
            let number = scene.items.iter().find_map(|item| match (&item.shape, item.style, item.tag) {
                (Shape::Text { at, .. }, Style::CarNumber(_), Tag::Car(of)) if of == car => Some(*at),
                _ => None,
            });
            let [x, y] = number.unwrap_or_else(|| panic!("{}, {at}: {car} is not drawn", path.display()));
            assert!((x - middle[0]).hypot(y - middle[1]) < 0.3, "{}, {at}: the ring is around another", path.display());
        }
    }
    assert!(shared > 40 && drawn > 200, "{shared} of {drawn}");
}
