//! What boards show: grid places, pit lanes, roads and cars on their fields.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::shipped::of_all_games;
use paddock::game::lettering;
use paddock::game::scene::{Scene, Shape, Style};
use paddock::games::formula_d::FormulaD;
use paddock::replay::{Opened, no_files};

/// The drawings of all shipped circuits of a game, with their files.
fn circuits(game: &str) -> Vec<(String, paddock::game::AnyDraft)> {
    let files = of_all_games("tracks").into_iter().filter(|path| path.to_str().unwrap().contains(game));
    let drafts = files.map(|path| match paddock::open(&std::fs::read(&path).unwrap(), &no_files) {
        Ok(Opened::Track(draft)) => (path.display().to_string(), draft),
        _ => panic!("{} is not a circuit", path.display()),
    });
    drafts.collect()
}

fn of_style(scene: &Scene, is_it: impl Fn(Style) -> bool) -> Vec<&Shape> {
    scene.items.iter().filter(|item| is_it(item.style)).map(|item| &item.shape).collect()
}

fn points(shape: &Shape) -> &[[f64; 2]] {
    match shape {
        Shape::Polygon(points) | Shape::Polyline(points) => points,
        _ => panic!("{shape:?} has no points"),
    }
}

fn far(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn numbers_of_grid_slots_fill_their_spaces() {
    let mut count = 0;
    for (name, draft) in circuits("formula_d") {
        let scene = draft.scene(&[]);
        let draft = draft.of::<FormulaD>().unwrap();
        let mut heights = Vec::new();
        for space in draft.spaces.iter().filter(|space| space.slot.is_some()) {
            let wanted = space.slot.unwrap().to_string();
            let found = of_style(&scene, |style| style == Style::Label).into_iter().find_map(|shape| match shape {
                Shape::Text { at, height, text } if *text == wanted && far(*at, space.at) < 0.2 => Some(*height),
                _ => None,
            });
            let height = found.unwrap_or_else(|| panic!("{name}: slot {wanted} has no number"));
            assert!(height >= 0.44 && lettering::width(&wanted) * height <= 0.81, "{name}: {wanted}: {height}");
            heights.push(height);
            count += 1;
        }
        assert!(heights.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {heights:?}");
    }
    assert!(count >= 40, "{count} slots");
}

#[test]
fn arrows_lead_into_and_out_of_every_pit_lane() {
    let mut count = 0;
    for (name, draft) in circuits("formula_d").into_iter().chain(circuits("wheel_to_wheel")) {
        let scene = draft.scene(&[]);
        let arrows = of_style(&scene, |style| style == Style::PitArrow);
        assert!(arrows.len() >= 2, "{name}: {arrows:?}");
        let lane: Vec<_> = of_style(&scene, |style| style == Style::SpacePit);
        for arrow in arrows {
            let middle = arrow.middle().unwrap();
            let nearest = lane.iter().map(|field| far(field.middle().unwrap(), middle)).fold(f64::MAX, f64::min);
            assert!(nearest < 1.6, "{name}: {nearest} from the lane");
            count += 1;
        }
    }
    assert!(count >= 12, "{count} arrows");
}

#[test]
fn the_guide_of_a_table_keeps_to_it_and_passes_the_grid() {
    let mut parts = 0;
    for (name, draft) in circuits("vektorace") {
        let scene = draft.scene(&[]);
        let table = of_style(&scene, |style| style == Style::Table)[0].bounds().unwrap();
        for part in of_style(&scene, |style| style == Style::RoadEdge) {
            let [low, high] = part.bounds().unwrap();
            let is_inside =
                (0..2).all(|axis| low[axis] >= table[0][axis] + 0.49 && high[axis] <= table[1][axis] - 0.49);
            assert!(is_inside, "{name}: {low:?} {high:?} on {table:?}");
            parts += 1;
        }
        // The route is whole, except at the numbers of grid places.
        let route: Vec<_> = of_style(&scene, |style| style == Style::LapLine).into_iter().map(points).collect();
        assert!(!route.is_empty(), "{name}");
        for (part, next) in route.iter().zip(route.iter().cycle().skip(1)) {
            let gap = far(*part.last().unwrap(), next[0]);
            assert!(gap <= 1.2, "{name}: a gap of {gap}");
        }
    }
    assert!(parts > 200, "{parts} parts");
}

#[test]
fn cars_stay_within_their_fields() {
    let mut count = 0;
    for race in of_all_games("replays").into_iter().filter(|path| path.to_str().unwrap().contains("wheel_to_wheel")) {
        let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(&race).unwrap(), &no_files) else { panic!("a race") };
        for at in (0..race.len()).step_by(5) {
            let scene = race.scene(at, 0);
            let fields = of_style(&scene, |style| {
                matches!(
                    style,
                    Style::Space | Style::SpaceBeside | Style::SpaceRed | Style::SpacePit | Style::Garage(_)
                )
            });
            for car in of_style(&scene, |style| style == Style::CarHalo) {
                let middle = car.middle().unwrap();
                let field = fields.iter().rev().find(|field| field.contains(middle)).unwrap();
                for corner in points(car) {
                    let beyond = outside(points(field), *corner);
                    assert!(beyond < 0.001, "{} after {at} turns: {beyond} beyond {field:?}", race.title());
                }
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} cars");
}

/// The distance of a point from a convex polygon that runs counter-clockwise, at right angles to its sides. Negative inside.
fn outside(ring: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let beyond = |(from, to): (&[f64; 2], &[f64; 2])| {
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        ((at[0] - from[0]) * y - (at[1] - from[1]) * x) / x.hypot(y)
    };
    ring.iter().zip(ring.iter().cycle().skip(1)).map(beyond).fold(f64::MIN, f64::max)
}
