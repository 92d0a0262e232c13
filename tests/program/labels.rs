//! Signs and numbers beside a track: they lie on nothing, on no other sign, and inside the picture.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use crate::shipped::of_all_games;
use paddock::editor::random::propose;
use paddock::game::AnyDraft;
use paddock::game::lettering;
use paddock::game::scene::{Item, Scene, Shape, Style, Tag};
use paddock::games::formula_d::FormulaD;
use paddock::games::vektorace::{Draft, Vektorace};
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::render::Theme;
use paddock::replay::{Opened, no_files};

/// A rectangle: its lower left and upper right corner.
type Area = [[f64; 2]; 2];

fn shipped() -> Vec<(String, AnyDraft)> {
    let mut found = Vec::new();
    for path in of_all_games("tracks") {
        let Ok(Opened::Track(draft)) = paddock::open(&std::fs::read(&path).unwrap(), &no_files) else {
            panic!("{} is not a circuit", path.display())
        };
        found.push((path.display().to_string(), draft));
    }
    assert!(found.len() >= 20, "{} circuits", found.len());
    found
}

/// The areas of the signs and of the numbers beside the track.
fn labels(scene: &Scene) -> Vec<Area> {
    let area = |item: &Item| match (&item.style, &item.shape) {
        (Style::Sign, Shape::Polygon(corners)) => Some([corners[0], corners[2]]),
        (Style::Count, Shape::Text { at, height, text }) => {
            let half = [lettering::width(text) * height / 2.0, height / 2.0];
            Some([[at[0] - half[0], at[1] - half[1]], [at[0] + half[0], at[1] + half[1]]])
        }
        _ => None,
    };
    scene.items.iter().filter_map(area).collect()
}

const fn is_label(style: Style) -> bool {
    matches!(
        style,
        Style::Sign
            | Style::SignText
            | Style::SignNote
            | Style::SignDot
            | Style::Badge(_)
            | Style::BadgeText(_)
            | Style::Leader
            | Style::Count
    )
}

/// Whether any part of a straight line lies in an area.
fn crosses([low, high]: Area, from: [f64; 2], to: [f64; 2]) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let way = to[axis] - from[axis];
        if way.abs() < 1e-12 {
            if from[axis] <= low[axis] || from[axis] >= high[axis] {
                return false;
            }
            continue;
        }
        let parts = [(low[axis] - from[axis]) / way, (high[axis] - from[axis]) / way];
        first = first.max(parts[0].min(parts[1]));
        last = last.min(parts[0].max(parts[1]));
    }
    first < last
}

/// Whether a point is inside a closed line of any shape.
fn is_inside(ring: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let crossed = ring.iter().zip(ring.iter().cycle().skip(1)).filter(|(from, to)| {
        (from[1] > y) != (to[1] > y) && x < from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1])
    });
    crossed.count() % 2 == 1
}

fn grown([low, high]: Area, by: f64) -> Area {
    [low.map(|value| value - by), high.map(|value| value + by)]
}

/// The first item under a label that it must not cover.
fn under(scene: &Scene, label: Area) -> Option<&Item> {
    let middle = [0, 1].map(|axis| (label[0][axis] + label[1][axis]) / 2.0);
    let is_island = scene.items.iter().skip(1).any(|item| match &item.shape {
        Shape::Polygon(ring) => item.style == Style::OffTrack && is_inside(ring, middle),
        _ => false,
    });
    let covers = |item: &&Item| {
        let half = Theme::Light.paint(item.style).line.map_or(0.0, |line| line.width / 2.0);
        let area = grown(label, half);
        let lines = |points: &[[f64; 2]]| points.windows(2).any(|pair| crosses(area, pair[0], pair[1]));
        match &item.shape {
            Shape::Polygon(ring) => {
                let closed: Vec<_> = ring.iter().chain(ring.first()).copied().collect();
                lines(&closed) || (is_inside(ring, middle) && !(item.style == Style::Ground && is_island))
            }
            Shape::Polyline(points) => lines(points),
            Shape::Circle { center, radius } => {
                let nearest = [0, 1].map(|axis| center[axis].clamp(label[0][axis], label[1][axis]));
                (nearest[0] - center[0]).hypot(nearest[1] - center[1]) < radius + half
            }
            Shape::Text { at, .. } => (0..2).all(|axis| label[0][axis] < at[axis] && at[axis] < label[1][axis]),
        }
    };
    scene
        .items
        .iter()
        .filter(|item| !item.style.is_backdrop() && item.style != Style::Shadow && !is_label(item.style))
        .find(covers)
}

/// The lines from signs to the things that they name, from the sign.
fn leaders(scene: &Scene) -> Vec<[[f64; 2]; 2]> {
    let line = |item: &Item| match (&item.style, &item.shape) {
        (Style::Leader, Shape::Polyline(points)) => Some([points[0], points[1]]),
        _ => None,
    };
    scene.items.iter().filter_map(line).collect()
}

/// Checks all labels of a drawing, and returns their number.
fn check(name: &str, scene: Scene) -> usize {
    let labels = labels(&scene);
    // A label on the track would be found.
    let track = scene.items.iter().find(|item| {
        matches!(item.style, Style::Space | Style::Road | Style::Boundary) && item.shape.middle().is_some()
    });
    let on_track = match track.map(|item| &item.shape) {
        Some(Shape::Polyline(points)) => points[0],
        Some(shape) => shape.middle().unwrap(),
        None => panic!("{name} has no track"),
    };
    assert!(under(&scene, grown([on_track; 2], 0.3)).is_some(), "{name}: nothing at {on_track:?}");
    let [low, high] = scene.clone().cropped().bounds;
    for (index, label) in labels.iter().enumerate() {
        assert_eq!(under(&scene, *label), None, "{name}: under {label:?}");
        for other in &labels[index + 1..] {
            let apart = (0..2).any(|axis| label[1][axis] <= other[0][axis] || other[1][axis] <= label[0][axis]);
            assert!(apart, "{name}: {label:?} and {other:?}");
        }
        let high_of = |area: &Area| area[1][1] - area[0][1];
        for [from, to] in leaders(&scene) {
            // A leader begins at the edge of its own sign, and keeps clear of all others.
            let is_own = (0..2).all(|axis| label[0][axis] - 1e-6 <= from[axis] && from[axis] <= label[1][axis] + 1e-6);
            let clear = if is_own { -1e-6 } else { 0.15 * high_of(label) };
            assert!(!crosses(grown(*label, clear), from, to), "{name}: a leader crosses {label:?}");
        }
        for axis in 0..2 {
            assert!(low[axis] <= label[0][axis] && label[1][axis] <= high[axis], "{name}: {label:?} is cut off");
        }
    }
    labels.len()
}

#[test]
fn labels_of_shipped_circuits_lie_on_nothing() {
    for (name, draft) in shipped() {
        let count = check(&name, draft.scene(&[]));
        assert!(count >= 1, "{name} has no labels");
    }
}

#[test]
fn labels_of_random_circuits_lie_on_nothing() {
    let mut signs = 0;
    let mut circuits = 0;
    for seed in 0..1_000 {
        let corners = 3 + seed as usize % 8;
        let Ok(draft) = propose(seed, corners, Draft::default().table) else { continue };
        signs += check(&format!("seed {seed}"), AnyDraft::new::<Vektorace>(draft).scene(&[]));
        circuits += 1;
        if circuits == 100 {
            break;
        }
    }
    // Each has a sign at the finish line and one at the pit lane.
    assert!(circuits == 100 && signs >= 200, "{circuits} circuits, {signs} signs");
}

#[test]
fn signs_stand_clearly_apart() {
    let mut pairs = 0;
    for (name, draft) in shipped() {
        let scene = draft.scene(&[]);
        let plates: Vec<Area> = scene
            .items
            .iter()
            .filter(|item| item.style == Style::Sign)
            .filter_map(|item| item.shape.bounds())
            .collect();
        for (index, plate) in plates.iter().enumerate() {
            for other in &plates[index + 1..] {
                let least = 0.3 * (plate[1][1] - plate[0][1]).min(other[1][1] - other[0][1]);
                let apart = (0..2)
                    .any(|axis| plate[1][axis] + least <= other[0][axis] || other[1][axis] + least <= plate[0][axis]);
                assert!(apart, "{name}: {plate:?} and {other:?}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100, "{pairs} pairs");
}

#[test]
fn a_number_between_two_corners_has_a_line_to_its_own() {
    let mut lines = 0;
    for (name, draft) in shipped() {
        let Some(pieces) = draft.of::<Vektorace>() else { continue };
        let scene = draft.scene(&[]);
        for item in scene.items.iter().filter(|item| matches!(item.style, Style::Badge(_))) {
            let (Tag::Corner(own), Some([x, y])) = (item.tag, item.shape.middle()) else { panic!("{name}: {item:?}") };
            let far = |index: usize| {
                let [a, b] = pieces.corners[index].at.to_f64();
                (a - x).hypot(b - y)
            };
            let has_line = scene.items.iter().any(|line| line.style == Style::Leader && line.tag == item.tag);
            let nearest = (0..pieces.corners.len()).filter(|index| *index != own).map(far).fold(f64::MAX, f64::min);
            assert!(has_line || nearest > 1.5 * far(own), "{name}: {own}: {nearest} and {}", far(own));
            lines += usize::from(has_line);
        }
    }
    assert!(lines > 0);
}

#[test]
fn every_corner_has_one_number_in_the_style_of_signs() {
    for (name, draft) in shipped() {
        let scene = draft.scene(&[]);
        let texts = |style: fn(&Style) -> bool| {
            let texts = scene.items.iter().filter(|item| style(&item.style)).filter_map(|item| match &item.shape {
                Shape::Text { text, .. } => Some(text.clone()),
                _ => None,
            });
            texts.collect::<Vec<_>>()
        };
        let numbers = texts(|style| matches!(style, Style::BadgeText(_)));
        assert!((1..).zip(&numbers).all(|(number, text)| *text == format!("{number}")), "{name}: {numbers:?}");
        let has_corners = name.contains("formula_d") || name.contains("vektorace");
        assert!(!has_corners || numbers.len() >= 3, "{name}");
    }
}

/// All texts of a drawing, with their areas.
fn texts(scene: &Scene) -> Vec<(Style, String, Area)> {
    let text = |item: &Item| match &item.shape {
        Shape::Text { text, .. } => Some((item.style, text.clone(), item.shape.bounds()?)),
        _ => None,
    };
    scene.items.iter().filter_map(text).collect()
}

#[test]
fn every_tenth_space_and_every_fifth_field_has_its_number() {
    let check = |name: &str, draft: &AnyDraft| {
        let shown = texts(&draft.scene(&[]));
        let wanted: Vec<u32> = if let Some(draft) = draft.of::<FormulaD>() {
            let spaces = draft.spaces.iter().filter(|space| space.lane > 0 && space.rank >= 20 && space.rank % 20 < 2);
            // A space under a bridge cannot be seen.
            let is_hidden = |level: i32, at: [f64; 2]| {
                let above = draft.spaces.iter().filter(|other| i32::from(other.level) > level);
                above.map(|other| (other.at[0] - at[0]).hypot(other.at[1] - at[1])).any(|far| far < 0.8)
            };
            let seen = spaces.filter(|space| !is_hidden(space.level.into(), space.at));
            let tens: BTreeSet<i32> = seen.map(|space| space.rank / 20 * 10).collect();
            tens.into_iter().map(i32::unsigned_abs).collect()
        } else if let Some(draft) = draft.of::<WheelToWheel>() {
            (0..draft.loop_len).step_by(5).collect()
        } else {
            return 0;
        };
        for number in &wanted {
            let is_it = |(style, text, _): &&(Style, String, Area)| {
                matches!(style, Style::Count | Style::Label | Style::SpaceRedText) && *text == number.to_string()
            };
            assert!(shown.iter().any(|text| is_it(&text)), "{name}: {number} is missing");
        }
        wanted.len()
    };
    let mut count = 0;
    for (name, draft) in shipped() {
        count += check(&name, &draft);
    }
    assert!(count > 60, "{count} numbers");
}

#[test]
fn rulers_are_whole_and_large_on_two_sides_of_every_picture() {
    let mut rulers = 0;
    for (name, draft) in shipped() {
        let scene = draft.scene(&[]).cropped();
        let [low, high] = scene.bounds;
        let longer = (high[0] - low[0]).max(high[1] - low[1]);
        let numbers: Vec<Area> =
            texts(&scene).into_iter().filter(|(style, ..)| *style == Style::Ruler).map(|(.., area)| area).collect();
        if name.contains("formula_d") || name.contains("wheel_to_wheel") {
            assert!(numbers.is_empty(), "{name}: {numbers:?}");
            continue;
        }
        rulers += 1;
        for area in &numbers {
            let inside = (0..2).all(|axis| low[axis] <= area[0][axis] && area[1][axis] <= high[axis]);
            assert!(inside, "{name}: {area:?} is cut off");
            // The area is 1.4 times as high as a capital letter.
            assert!((area[1][1] - area[0][1]) / 1.4 / longer * 1_600.0 >= 14.0, "{name}: {area:?} is too small");
        }
        let near = |axis: usize| numbers.iter().filter(|area| area[1][axis] < low[axis] + 0.06 * longer).count();
        assert!(near(0) >= 3 && near(1) >= 3, "{name}: {numbers:?}");
        for (index, area) in numbers.iter().enumerate() {
            for other in &numbers[index + 1..] {
                let apart = (0..2).any(|axis| area[1][axis] <= other[0][axis] || other[1][axis] <= area[0][axis]);
                assert!(apart, "{name}: {area:?} and {other:?}");
            }
        }
    }
    assert!(rulers >= 10, "{rulers} rulers");
}

#[test]
fn leaders_end_beside_what_they_name() {
    let mut count = 0;
    for (name, draft) in shipped() {
        let scene = draft.scene(&[]);
        let written = texts(&scene);
        for [from, to] in leaders(&scene) {
            count += 1;
            for (style, text, area) in written.iter().filter(|(style, ..)| !is_label(*style) && *style != Style::Ruler)
            {
                assert!(!crosses(*area, from, to), "{name}: a leader strikes through {text}, {style:?}");
            }
        }
    }
    assert!(count > 5, "{count} leaders");
}

#[test]
fn a_sign_names_the_red_fields() {
    let mut boards = 0;
    for (name, draft) in shipped().into_iter().filter(|(_, draft)| draft.of::<WheelToWheel>().is_some()) {
        let scene = draft.scene(&[]);
        let area = |item: &Item| item.shape.bounds().unwrap();
        let is_sign = |item: &&Item| matches!(&item.shape, Shape::Text { text, .. } if text == "COLLISIONS");
        let [low, high] =
            grown(area(scene.items.iter().find(is_sign).unwrap_or_else(|| panic!("{name}: no sign"))), 1.0);
        let is_red =
            |at: [f64; 2]| scene.items.iter().any(|item| item.style == Style::SpaceRed && item.shape.contains(at));
        // It stands beside a red field, or its line leads to one.
        let steps = || (0..=20).map(|step| f64::from(step) / 20.0);
        let is_beside = steps()
            .any(|x| steps().any(|y| is_red([low[0] + (high[0] - low[0]) * x, low[1] + (high[1] - low[1]) * y])));
        let is_led = leaders(&scene).iter().any(|[from, to]| {
            crosses([low, high], *from, *to)
                && steps().any(|part| is_red([0, 1].map(|axis| to[axis] + (to[axis] - from[axis]) * part)))
        });
        assert!(is_beside || is_led, "{name}: {low:?} {high:?}");
        boards += 1;
    }
    assert!(boards >= 2, "{boards}");
}
