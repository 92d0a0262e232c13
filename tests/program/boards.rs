//! What boards show: grid places, pit lanes, roads and cars on their fields.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::shipped::of_all_games;
use paddock::game::lettering;
use paddock::game::scene::{Scene, Shape, Style};
use paddock::games::formula_d::{EdgeKind, FormulaD};

use paddock::replay::{Opened, no_files};
use serde_json::json;

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
        // The route is whole, except at the grid places: no dash lies between them or on their brackets.
        let route: Vec<_> = of_style(&scene, |style| style == Style::LapLine).into_iter().map(points).collect();
        let places = of_style(&scene, |style| style == Style::Slot);
        assert!(!route.is_empty() && places.len() >= 3, "{name}");
        for (part, next) in route.iter().zip(route.iter().cycle().skip(1)) {
            let gap = far(*part.last().unwrap(), next[0]);
            assert!(gap <= 6.0, "{name}: a gap of {gap}");
            let length: f64 = part.windows(2).map(|pair| far(pair[0], pair[1])).sum();
            assert!(length >= 1.0, "{name}: a stub of {length}");
            for (at, place) in part.iter().flat_map(|at| places.iter().map(move |place| (at, place))) {
                let [low, high] = place.bounds().unwrap();
                assert!(
                    (0..2).any(|axis| at[axis] < low[axis] || high[axis] < at[axis]),
                    "{name}: {at:?} in {place:?}"
                );
            }
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

/// The angle between the way into a point and the way out of it, in radians.
fn turn([before, at, after]: [[f64; 2]; 3]) -> f64 {
    let (a, b) = ([at[0] - before[0], at[1] - before[1]], [after[0] - at[0], after[1] - at[1]]);
    (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1]).abs()
}

/// The middle of a part of the road, and its direction.
fn middle(part: &[[f64; 2]]) -> ([f64; 2], [f64; 2]) {
    let halfway = |a: usize, b: usize| [0, 1].map(|axis| (part[a][axis] + part[b][axis]) / 2.0);
    let (from, to) = (halfway(0, 3), halfway(1, 2));
    ([0, 1].map(|axis| (from[axis] + to[axis]) / 2.0), [to[0] - from[0], to[1] - from[1]])
}

#[test]
fn the_road_is_equally_wide_and_bends_smoothly_along_the_edge_of_the_table() {
    let (mut wide, mut narrow, mut beside) = (0, 0, 0);
    for (name, draft) in circuits("vektorace") {
        let scene = draft.scene(&[]);
        let [low, high] = of_style(&scene, |style| style == Style::Table)[0].bounds().unwrap();
        let edge =
            |at: [f64; 2]| (0..2).map(|axis| (at[axis] - low[axis]).min(high[axis] - at[axis])).fold(9.0, f64::min);
        let parts = of_style(&scene, |style| style == Style::RoadEdge);
        // In a tight bend, the corners are in another order, so that the outline does not cross itself.
        let across = |part: &[[f64; 2]]| far(part[0], part[3]).max(far(part[0], part[2]));
        let whole = 2.0 * 3.16;
        for side in [0, 3] {
            let mut line: Vec<[f64; 2]> = parts.iter().map(|part| points(part)[side]).collect();
            line.dedup_by(|a, b| far(*a, *b) < 1e-3);
            for three in line.windows(3).filter(|three| edge(three[1]) < 1.2) {
                let turned = turn([three[0], three[1], three[2]]);
                assert!(turned < 0.12, "{name}: a kink of {turned} at {:?}", three[1]);
                beside += 1;
            }
        }
        // Another part of the road may lie beside this one. Then both share the ground between them.
        let middles: Vec<_> = parts.iter().map(|part| middle(points(part))).collect();
        let (whole_parts, narrow_parts): (Vec<_>, Vec<_>) = parts
            .iter()
            .map(|part| points(part))
            .filter(|part| edge(part[0]).min(edge(part[3])) > 4.0)
            .partition(|part| {
                let (at, way) = middle(part);
                middles.iter().all(|(other, back)| far(at, *other) > whole || way[0] * back[0] + way[1] * back[1] > 0.0)
            });
        for part in whole_parts {
            let across = across(part);
            assert!(across > whole - 0.01, "{name}: {across} of {whole} wide at {:?}", part[0]);
            wide += 1;
        }
        for part in narrow_parts {
            let across = across(part);
            assert!(0.7 * whole < across && across < 1.1 * whole, "{name}: {across} of {whole} wide at {:?}", part[0]);
            narrow += 1;
        }
    }
    assert!(narrow > 20, "{narrow} narrow parts");
    assert!(wide > 100 && beside > 100, "{wide} parts, {beside} points beside an edge");
}

#[test]
fn arrows_of_the_road_stand_in_its_middle() {
    let mut count = 0;
    for (name, draft) in circuits("vektorace") {
        let scene = draft.scene(&[]);
        let parts = of_style(&scene, |style| style == Style::Road);
        for arrow in of_style(&scene, |style| style == Style::Arrow) {
            let at = arrow.middle().unwrap();
            let off = |part: &&Shape| {
                let ends = points(part);
                let middle = |a: usize, b: usize| [0, 1].map(|axis| (ends[a][axis] + ends[b][axis]) / 2.0);
                let (from, to) = (middle(0, 3), middle(1, 2));
                let nearest = (0..=8).map(|step| {
                    let part = f64::from(step) / 8.0;
                    far([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part), at)
                });
                nearest.fold(f64::MAX, f64::min)
            };
            let nearest = parts.iter().map(off).fold(f64::MAX, f64::min);
            assert!(nearest < 0.4, "{name}: the arrow at {at:?} is {nearest} from the middle");
            count += 1;
        }
    }
    assert!(count > 30, "{count} arrows");
}

#[test]
fn the_hatching_of_a_pit_lane_stays_in_it_and_the_edge_of_a_table_lies_on_its_grid() {
    let mut count = 0;
    for (name, draft) in circuits("vektorace") {
        let scene = draft.scene(&[]);
        let [low, high] = of_style(&scene, |style| style == Style::PitLane)[0].bounds().unwrap();
        for at in of_style(&scene, |style| style == Style::PitHatch).into_iter().flat_map(points) {
            // Half the width of the line, which has round ends.
            let is_inside = (0..2).all(|axis| low[axis] + 0.024 < at[axis] && at[axis] < high[axis] - 0.024);
            assert!(is_inside, "{name}: {at:?}");
            count += 1;
        }
        let last = |is_it: fn(Style) -> bool| scene.items.iter().rposition(|item| is_it(item.style));
        let grid = last(|style| matches!(style, Style::GridLine | Style::GridLineStrong));
        assert!(grid.is_some() && last(|style| style == Style::Table) > grid, "{name}");
    }
    assert!(count > 40, "{count} ends of lines");
}

#[test]
fn arrows_keep_off_the_numbers_of_grid_slots() {
    let mut count = 0;
    for (name, draft) in circuits("formula_d") {
        let scene = draft.scene(&[]);
        let draft = draft.of::<FormulaD>().unwrap();
        for arrow in of_style(&scene, |style| style == Style::Arrow) {
            let at = arrow.middle().unwrap();
            let space = draft.spaces.iter().min_by(|a, b| far(a.at, at).total_cmp(&far(b.at, at))).unwrap();
            let is_slot = |id: &str| draft.spaces.iter().any(|space| space.id == id && space.slot.is_some());
            for edge in draft.edges.iter().filter(|edge| edge.kind == EdgeKind::Ahead) {
                let is_beside =
                    (edge.from == space.id && is_slot(&edge.to)) || (edge.to == space.id && is_slot(&edge.from));
                assert!(!is_beside, "{name}: an arrow on {} beside a slot", space.id);
            }
            count += 1;
        }
    }
    assert!(count > 80, "{count} arrows");
}

#[test]
fn a_bridge_has_no_edge_across_its_lanes() {
    let mut bridges = 0;
    for (name, draft) in circuits("formula_d") {
        let scene = draft.scene(&[]);
        // Bridges are drawn after everything on the ground, and begin with their shadow.
        let Some(first) = scene.items.iter().position(|item| item.style == Style::Shadow) else { continue };
        bridges += 1;
        let deck = &scene.items[first..];
        assert!(deck.iter().any(|item| matches!(item.style, Style::Space | Style::SpaceBeside)), "{name}: no deck");
        assert!(deck.iter().any(|item| item.style == Style::Joint), "{name}: nothing between the spaces");
        assert!(!deck.iter().any(|item| item.style == Style::Bed), "{name}: an edge around the deck");
    }
    assert!(bridges > 0);
}

/// Whether a point is inside a closed line of any shape.
fn is_inside(ring: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let crossed = ring.iter().zip(ring.iter().cycle().skip(1)).filter(|(from, to)| {
        (from[1] > y) != (to[1] > y) && x < from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1])
    });
    crossed.count() % 2 == 1
}

#[test]
fn the_ground_between_two_spaces_of_a_lane_has_no_gap() {
    let mut count = 0;
    for (name, draft) in circuits("formula_d") {
        let scene = draft.scene(&[]);
        let joints: Vec<_> = of_style(&scene, |style| style == Style::Joint).into_iter().map(points).collect();
        let draft = draft.of::<FormulaD>().unwrap();
        let space = |id: &str| draft.spaces.iter().find(|space| space.id == id).unwrap();
        for edge in draft.edges.iter().filter(|edge| edge.kind == EdgeKind::Ahead) {
            let (from, to) = (space(&edge.from), space(&edge.to));
            let (here, next) = (from.shown(), to.shown());
            if from.lane == 0 || to.lane == 0 || from.level != to.level || here.len() != 4 || next.len() != 4 {
                continue;
            }
            for [a, b] in [[here[1], next[0]], [here[2], next[3]]] {
                let apart = far(a, b);
                // Closer spaces touch: their outlines cover the gap.
                if !(0.1..0.8).contains(&apart) {
                    continue;
                }
                let middle = [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0);
                let inwards = [0, 1].map(|axis| middle[axis] + 0.1 * (from.at[axis] - middle[axis]));
                assert!(
                    joints.iter().any(|ring| is_inside(ring, inwards)),
                    "{name}: between {} and {}",
                    from.id,
                    to.id
                );
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} gaps");
}

#[test]
fn numbers_of_grid_places_and_circles_of_spinners_are_drawn_large_and_round() {
    let mut numbers = 0;
    for (name, draft) in circuits("vektorace") {
        let scene = draft.scene(&[]);
        for shape in of_style(&scene, |style| style == Style::Label) {
            let Shape::Text { height, .. } = shape else { continue };
            assert!(*height >= 0.55, "{name}: {height}");
            numbers += 1;
        }
    }
    let mut bends = 0;
    for (name, draft) in circuits("vector_racing") {
        let scene = draft.scene(&[]);
        for circle in of_style(&scene, |style| style == Style::Slot) {
            for three in points(circle).windows(3) {
                let turned = turn([three[0], three[1], three[2]]);
                assert!(turned < 0.15, "{name}: a kink of {turned}");
                bends += 1;
            }
        }
    }
    assert!(numbers >= 30 && bends >= 30, "{numbers} numbers, {bends} bends");
}

#[test]
fn the_edge_of_a_table_is_shown_whole_or_not_at_all() {
    let (mut shown, mut hidden) = (0, 0);
    for (name, draft) in circuits("vektorace") {
        let scene = draft.scene(&[]);
        let rim = of_style(&scene, |style| style == Style::Table)[0].bounds().unwrap();
        let picture = scene.cropped();
        // The ruler's strips lie beside the board.
        let strips = of_style(&picture, |style| style == Style::RulerStrip);
        let [left, below] = [strips[0], strips[1]].map(|strip| strip.bounds().unwrap()[1]);
        let low = [left[0], below[1]];
        for axis in 0..2 {
            for inside in [rim[0][axis] - low[axis], picture.bounds[1][axis] - rim[1][axis]] {
                assert!(inside.abs() > 0.15, "{name}: the edge is {inside} inside the picture");
                *(if inside > 0.0 { &mut shown } else { &mut hidden }) += 1;
            }
        }
    }
    assert!(shown > 5 && hidden > 5, "{shown} edges shown, {hidden} hidden");
}

/// The middle and the direction of each arrow.
fn arrows(scene: &Scene) -> Vec<([f64; 2], [f64; 2])> {
    let tip_and_notch = |shape: &Shape| {
        let [tip, _, notch, _] = points(shape) else { panic!("{shape:?} is no arrow") };
        (shape.middle().unwrap(), [tip[0] - notch[0], tip[1] - notch[1]])
    };
    of_style(scene, |style| style == Style::Arrow).into_iter().map(tip_and_notch).collect()
}

#[test]
fn every_lane_of_a_track_with_islands_has_arrows() {
    let circuits = circuits("vector_racing");
    let (_, two_ponds) = circuits.iter().find(|(name, _)| name.contains("two-ponds")).unwrap();
    let three_ponds = three_ponds();
    // Each lane that leads up: the range of its x coordinates, on the right of each pond.
    for (draft, lanes) in [
        (two_ponds, [[24.0, 29.0], [46.0, 52.0]].as_slice()),
        (&three_ponds, &[[14.0, 20.0], [30.0, 36.0], [46.0, 52.0]]),
    ] {
        let all = arrows(&draft.scene(&[]));
        for [from, to] in lanes {
            let inside = |([x, y], _): &&([f64; 2], [f64; 2])| *from < *x && *x < *to && 12.0 < *y && *y < 26.0;
            let own: Vec<_> = all.iter().filter(inside).collect();
            assert!(!own.is_empty(), "no arrow between x = {from} and {to}: {all:?}");
            assert!(own.iter().all(|(_, way)| way[1] > 0.9 * way[1].hypot(way[0])), "{own:?}");
        }
        // Above the ponds, cars drive to the left; below, to the right.
        let ahead = |is_there: fn(f64) -> bool| -> Vec<f64> {
            let beside = all.iter().filter(|([x, y], _)| (10.0..50.0).contains(x) && is_there(*y));
            beside.map(|(_, [x, _])| *x).collect()
        };
        let (below, above) = (ahead(|y| y < 8.0), ahead(|y| y > 30.5));
        assert!(!below.is_empty() && below.iter().all(|x| *x > 0.0), "{all:?}");
        assert!(!above.is_empty() && above.iter().all(|x| *x < 0.0), "{all:?}");
    }
}

/// A circuit like Two Ponds, with three ponds and narrow lanes between them.
fn three_ponds() -> paddock::game::AnyDraft {
    let pond = |from: i32, to: i32| json!([[from, 9], [to, 9], [to, 29], [from, 29]]);
    let track = json!({
        "name": "Three Ponds",
        "sheet": {"from": [0, 0], "to": [54, 38]},
        "outer": [[2, 2], [52, 2], [52, 36], [2, 36]],
        "islands": [pond(8, 14), pond(20, 30), pond(36, 46)],
        "finish": {"from": [10, 2], "to": [10, 9], "crossing": "+x"},
        "start": [10, 5],
        "rules": {"walls": "may_touch", "crash": "stop_at_wall", "ties": ["fraction"]}
    });
    let file = json!({"paddock": "track", "version": 1, "game": "vector_racing", "track": track});
    match paddock::open(file.to_string().as_bytes(), &no_files) {
        Ok(Opened::Track(draft)) => draft,
        _ => panic!("not a circuit: {file}"),
    }
}
