//! Tests of the panels beside the board: whole headings and names, panels that fit another window, plots of what the
//! race has, cars above places.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use egui::epaint::Shape;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::hands::{Window, click, opened, press, race_tab as tab};
use crate::layout::window;

const NONE: Modifiers = Modifiers::NONE;

/// A race of each game, with the headings of its columns in the timing table.
const RACES: [(&str, &[&str]); 4] = [
    ("replays/vektorace/copper-kettle-six-cars.json", &["Gap", "Gear", "Tyre", "Nitro", "Lap"]),
    ("replays/vector_racing/mill-lane-three-pencils.json", &["Gap", "Speed", "Lap"]),
    ("replays/formula_d/weavers-knot-changing-skies.json", &["Gap", "Gear", "Ty", "Br", "Ge", "Bo", "En", "Ha", "Lap"]),
    ("replays/wheel_to_wheel/skerry-sands-four-teams.json", &["Gap", "Die", "Battery", "Tyre", "Lap"]),
];

/// The sizes of the window at which the panels were looked at.
const SIZES: [[f32; 2]; 4] = [[1000.0, 700.0], [1366.0, 768.0], [1600.0, 1000.0], [2560.0, 1440.0]];

/// The texts that can be seen: their place, their words, and whether they are cut with "…".
fn texts(harness: &Window) -> Vec<(Rect, String, bool)> {
    fn collect(shape: &Shape, clip: Rect, found: &mut Vec<(Rect, String, bool)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
            Shape::Text(text) => {
                let rect = text.galley.rect.translate(text.pos.to_vec2());
                if clip.intersect(rect).is_positive() {
                    found.push((rect, text.galley.job.text.clone(), text.galley.elided));
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut found));
    found
}

#[test]
fn headings_and_names_of_the_timing_table_are_whole() {
    for (file, headings) in RACES {
        for size in SIZES {
            let mut harness = window(Some(file), size);
            for _ in 0..9 {
                press(&mut harness, NONE, Key::ArrowRight);
            }
            let left = tab(&harness).board().view().rect.right();
            let right: Vec<_> = texts(&harness).into_iter().filter(|(rect, ..)| rect.left() >= left).collect();
            let top = right.iter().find(|(_, words, _)| words == "Gap").unwrap().0.center().y;
            let seen: Vec<&str> = right
                .iter()
                .filter(|(rect, words, _)| (rect.center().y - top).abs() < 4.0 && words != "#")
                .map(|(_, words, cut)| if *cut { "cut" } else { words.as_str() })
                .filter(|words| !words.is_empty() && words.chars().all(char::is_alphanumeric))
                .collect();
            // "Tokens" is an icon in a narrow table, which may also have no column for laps.
            let seen: Vec<&str> = seen.into_iter().filter(|words| *words != "Tokens").collect();
            let without_laps: Vec<&str> = headings.iter().copied().filter(|words| *words != "Lap").collect();
            assert!(seen == headings || size[0] < 1_400.0 && seen == without_laps, "{file}, {size:?}: {seen:?}");
            for entrant in tab(&harness).race().entrants() {
                let named = right.iter().filter(|(rect, words, _)| rect.top() > top && *words == entrant.name);
                let cut: Vec<bool> = named.map(|(.., cut)| *cut).collect();
                assert!(cut.contains(&false) && !cut.contains(&true), "{file}, {size:?}: {} {cut:?}", entrant.name);
            }
        }
    }
}

/// The number of letters of a text that can be seen to the right of `left`, at most; `None` if the text is not there.
fn letters(harness: &Window, words: &str, left: f32) -> Option<usize> {
    fn most(shape: &Shape, words: &str, left: f32) -> Option<usize> {
        match shape {
            Shape::Vec(shapes) => shapes.iter().filter_map(|shape| most(shape, words, left)).max(),
            Shape::Text(text) if text.pos.x >= left && text.galley.job.text == words => {
                let letters = text.galley.rows.iter().map(|row| row.glyphs.len()).sum::<usize>();
                Some(letters - usize::from(text.galley.elided))
            }
            _ => None,
        }
    }
    harness.output().shapes.iter().filter_map(|clipped| most(&clipped.shape, words, left)).max()
}

/// Columns give way to names, and their values are in the tooltips of the names.
#[test]
fn eight_letters_of_every_name_are_shown() {
    let mut names = 0;
    for file in
        ["replays/formula_d/gaslight-quarter-by-night.json", "replays/wheel_to_wheel/lanternwood-cloudburst.json"]
    {
        for (size, recording) in
            [[1000.0, 700.0], [1366.0, 768.0]].into_iter().flat_map(|size| [(size, false), (size, true)])
        {
            let mut harness = window(Some(file), size);
            press(&mut harness, NONE, Key::ArrowRight);
            if recording {
                press(&mut harness, NONE, Key::R);
            }
            let board = tab(&harness).board().view().rect;
            for entrant in tab(&harness).race().entrants() {
                let least = entrant.name.chars().count().min(8);
                let shown = letters(&harness, &entrant.name, board.right()).unwrap_or(0);
                assert!(shown >= least, "{file} {size:?} {recording}: {shown} letters of {}", entrant.name);
                names += 1;
            }
        }
    }
    assert!(names > 30, "{names}");
}

fn drag(harness: &mut Window, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: NONE };
    for event in [Event::PointerMoved(from), button(from, true), Event::PointerMoved(to), button(to, false)] {
        harness.event(event);
        harness.run_steps(3);
    }
}

fn click_at(harness: &mut Window, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: NONE });
    }
    harness.run_steps(4);
}

/// Panels that were widened in a large window become narrower in a small one.
#[test]
fn panels_widened_in_a_large_window_leave_the_board_its_space_in_a_small_one() {
    let mut harness = window(Some(RACES[0].0), [2560.0, 1440.0]);
    let board = |harness: &Window| tab(harness).board().view().rect;
    for _ in 0..2 {
        let before = board(&harness);
        drag(&mut harness, pos2(before.right() + 1.0, 400.0), pos2(before.right() - 400.0, 400.0));
        drag(&mut harness, pos2(before.left() - 1.0, 400.0), pos2(before.left() + 400.0, 400.0));
        let wide = board(&harness);
        assert!(wide.width() < before.width() - 200.0 || before.width() < 1_800.0, "{before:?} {wide:?}");
        harness.set_size(vec2(1000.0, 700.0));
        harness.run_steps(6);
        assert!(board(&harness).width() >= 420.0, "{:?}", board(&harness));
        harness.set_size(vec2(2560.0, 1440.0));
        harness.run_steps(6);
    }
}

/// Cars can have no life points in this race, so nothing plots or lists them.
#[test]
fn resources_that_no_car_can_have_are_not_plotted() {
    let mut harness = window(Some(RACES[1].0), [1600.0, 1000.0]);
    assert!(tab(&harness).race().resources().iter().all(|resource| resource.max == 0));
    harness.get_by_label("Plot of Speed");
    assert!(harness.query_by_label("Plot of Life").is_none());
    press(&mut harness, NONE, Key::F3);
    harness.run_steps(6);
    let is_there = |harness: &Window, words: &str| texts(harness).iter().any(|(_, text, _)| text == words);
    assert!(is_there(&harness, "Gap to the leader"));
    assert!(!is_there(&harness, "Life") || !is_there(&harness, "points left"));
    assert!(!is_there(&harness, "Resource"), "a panel of other games");
}

/// A field that another car stands on is offered. The car, with its number, is painted above the place.
#[test]
fn a_place_never_hides_the_number_of_a_car() {
    let mut harness = window(Some(RACES[3].0), [1366.0, 768.0]);
    click(&mut harness, "Close the legend");
    for _ in 0..9 {
        press(&mut harness, NONE, Key::ArrowRight);
    }
    press(&mut harness, NONE, Key::R);
    let view = tab(&harness).race().view(9);
    let places = tab(&harness).places().unwrap().to_vec();
    let car = view.cars.iter().find(|car| {
        Some(car.car) != view.to_act
            && places.iter().any(|place| (place.at[0] - car.at[0]).hypot(place.at[1] - car.at[1]) < 0.1)
    });
    let car = car.unwrap();
    let at = tab(&harness).board().screen_from_world(car.at);
    // The last shapes at the middle of the car: its body, and then its number.
    let mut under = Vec::new();
    for clipped in &harness.output().shapes {
        collect_at(&clipped.shape, at, &mut under);
    }
    let number = under.iter().rposition(|shape| matches!(shape, Under::Text(words) if *words == car.car.to_string()));
    let number = number.unwrap();
    let before = under[..number].iter().rev().find_map(|shape| match shape {
        Under::Fill(side) => Some(*side),
        Under::Text(_) => None,
    });
    let place = 0.3 * tab(&harness).board().scale() as f32;
    assert!(before.unwrap() > place * 1.2, "the number is on the car: {before:?}, {place}");
    assert!(under[number + 1..].iter().all(|shape| !matches!(shape, Under::Fill(side) if *side < place * 3.0)));
}

/// A shape under a point: a text, or a fill with its larger side in points.
#[derive(Debug)]
enum Under {
    Text(String),
    Fill(f32),
}

fn collect_at(shape: &Shape, at: Pos2, under: &mut Vec<Under>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect_at(shape, at, under)),
        Shape::Text(text) if text.visual_bounding_rect().contains(at) => {
            under.push(Under::Text(text.galley.job.text.clone()));
        }
        Shape::Path(path) if path.fill.a() > 200 => {
            let rect = Rect::from_points(&path.points);
            if rect.contains(at) {
                under.push(Under::Fill(rect.width().max(rect.height())));
            }
        }
        Shape::Mesh(mesh) => {
            let rect = mesh.calc_bounds();
            if rect.contains(at) && mesh.vertices.first().is_some_and(|vertex| vertex.color.a() > 200) {
                under.push(Under::Fill(rect.width().max(rect.height())));
            }
        }
        _ => {}
    }
}

/// After a place is chosen, a click beside all places leaves it chosen. Escape takes it back.
#[test]
fn a_click_beside_all_places_changes_nothing() {
    let mut harness = window(Some(RACES[0].0), [1600.0, 1000.0]);
    click(&mut harness, "Close the legend");
    for _ in 0..9 {
        press(&mut harness, NONE, Key::ArrowRight);
    }
    press(&mut harness, NONE, Key::R);
    let place = tab(&harness).places().unwrap().iter().find(|place| place.illegal.is_none()).unwrap().clone();
    let at = tab(&harness).board().screen_from_world(place.at) + vec2(3.0, 0.0);
    click_at(&mut harness, at);
    let chosen = tab(&harness).choices();
    assert!(!chosen.is_empty());
    let corner = tab(&harness).board().view().rect.left_bottom() + vec2(20.0, -20.0);
    for _ in 0..2 {
        click_at(&mut harness, corner);
        assert_eq!(tab(&harness).choices(), chosen);
    }
    press(&mut harness, NONE, Key::Escape);
    assert!(tab(&harness).choices().is_empty());
    assert!(harness.get_by_label("Back").accesskit_node().is_disabled(), "nothing is chosen");
}

/// The map of the board never covers the car to act.
#[test]
fn the_map_leaves_the_car_to_act_free() {
    let mut harness = window(Some("replays/vektorace/widdershins-four-cars.json"), [1000.0, 700.0]);
    click(&mut harness, "Close the legend");
    let mut moved = false;
    for _ in 0..40 {
        press(&mut harness, NONE, Key::ArrowRight);
        let Some(map) = harness.query_by_label("Map of the board").map(|node| node.rect()) else { continue };
        let view = tab(&harness).race().view(tab(&harness).playback().position());
        let car = view.car(view.to_act.unwrap()).unwrap().at;
        let at = tab(&harness).board().screen_from_world(car);
        assert!(!map.contains(at), "{map:?}, {at:?}");
        moved |= map.left() < 400.0;
    }
    assert!(moved, "no car to act is in the usual corner of the map: choose another race");
}

/// The button with the usual answers is a sentence, not a column of letters.
#[test]
fn the_usual_answers_are_a_sentence_in_a_narrow_panel() {
    let mut harness = window(Some("replays/vektorace/widdershins-four-cars.json"), [1000.0, 700.0]);
    click(&mut harness, "Close the legend");
    for _ in 0..12 {
        press(&mut harness, NONE, Key::ArrowRight);
    }
    press(&mut harness, NONE, Key::R);
    for _ in 0..2 {
        press(&mut harness, NONE, Key::Num3);
        let all = texts(&harness);
        let usual = all.iter().find(|(_, words, _)| words.starts_with("Enter: ")).expect("usual answers");
        assert!(usual.0.width() > 120.0 && usual.0.right() < 1000.0, "{:?}", usual.0);
        press(&mut harness, NONE, Key::Backspace);
    }
}

/// In every shipped race, at its beginning and its end, the table is within its panel, and no cell covers another one.
#[test]
fn the_timing_table_fits_its_panel_in_every_race() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("replays");
    let files = |folder: &std::path::Path| -> Vec<std::path::PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut rows = 0;
    for path in files(&folder)
        .iter()
        .flat_map(|game| files(game))
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
    {
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_str().unwrap().to_owned();
        let mut harness = window(Some(&name), [1000.0, 700.0]);
        for key in [Key::Home, Key::End] {
            press(&mut harness, NONE, key);
            harness.run_steps(4);
            let left = tab(&harness).board().view().rect.right();
            let painted = texts(&harness);
            let top = painted.iter().find(|(rect, words, _)| words == "Gap" && rect.right() > left).unwrap().0;
            let heading = painted.iter().find(|(_, words, _)| words == "Timing").unwrap().0;
            assert!((left..left + 24.0).contains(&heading.left()), "{name} {key:?}: {heading:?} beside {left}");
            let is_cell = |(rect, words, _): &&(Rect, String, bool)| {
                let is_row = rect.top() >= top.top() - 2.0 && rect.top() < top.top() + 28.0 * 4.0;
                is_row && rect.left() >= left && !words.trim().is_empty()
            };
            let mut cells: Vec<&(Rect, String, bool)> = painted.iter().filter(is_cell).collect();
            assert!(cells.iter().all(|(rect, ..)| rect.right() <= 992.0), "{name} {key:?}: {cells:?}");
            cells.sort_by(|a, b| a.0.left().total_cmp(&b.0.left()));
            for (index, (rect, words, _)) in cells.iter().enumerate() {
                let covered = cells[index + 1..].iter().find(|(other, ..)| {
                    (other.center().y - rect.center().y).abs() < 6.0 && other.left() < rect.right() - 1.5
                });
                // The number of a car is on its disc.
                assert!(covered.is_none(), "{name} {key:?}: {words:?} at {rect:?} and {covered:?}");
                rows += 1;
            }
        }
    }
    assert!(rows > 500, "{rows}");
}

/// While cars drive for their places on the grid, no round and no lap of the race is shown.
/// While a round goes on, nobody has a place after it; when its last car has moved, they have one.
#[test]
fn a_round_that_goes_on_has_no_places_after_it() {
    let shipped: serde_json::Value = serde_json::from_slice(&std::fs::read(RACES[0].0).unwrap()).unwrap();
    for (turns, ends) in [(6, true), (9, false), (12, true)] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("race.json");
        let mut begun = shipped.clone();
        begun["turns"].as_array_mut().unwrap().truncate(turns);
        begun.as_object_mut().unwrap().shift_remove("fingerprints");
        std::fs::write(&file, serde_json::to_vec(&begun).unwrap()).unwrap();
        let mut harness = opened(file, vec2(1600.0, 1000.0));
        press(&mut harness, NONE, Key::End);
        let said: Vec<String> =
            texts(&harness).into_iter().map(|(_, words, _)| words).filter(|words| words.contains(" round")).collect();
        let after = said.iter().any(|words| words.ends_with(" after it") || words.ends_with(" after the round"));
        let before = said.iter().any(|words| words.ends_with(" before the round"));
        assert_eq!((after, before), (ends, !ends), "{turns} turns: {said:?}");
    }
}

#[test]
fn qualifying_is_named_beside_the_turn_the_table_and_on_the_timeline() {
    let mut harness = window(Some("replays/formula_d/cobalt-pass-teams.json"), [1366.0, 768.0]);
    let words = |harness: &Window| texts(harness).into_iter().map(|(_, words, _)| words).collect::<Vec<String>>();
    let first = tab(&harness).figures().series.start();
    assert!(first > 20, "{first} turns of qualifying");
    for at in [0, 1, 20, first] {
        while tab(&harness).playback().position() < at {
            press(&mut harness, NONE, Key::ArrowRight);
        }
        let seen = words(&harness);
        assert!(seen.iter().any(|words| words == "qualifying"), "{at}: {seen:?}");
        assert!(seen.iter().any(|words| words == "Qualifying"), "{at}: a band of the timeline");
        assert!(seen.iter().any(|words| words.starts_with("of ") && words.ends_with(", qualifying")), "{at}");
        assert!(!seen.iter().any(|words| words == "round 1" || words.contains("lap 1 of")), "{at}: {seen:?}");
    }
    press(&mut harness, NONE, Key::ArrowRight);
    let seen = words(&harness);
    assert!(seen.iter().any(|words| words == "round 1") && !seen.iter().any(|words| words == "qualifying"), "{seen:?}");
}

/// A small window makes the panels smaller only as long as it is small.
#[test]
fn panels_of_replay_grow_back_after_a_small_window() {
    for (race, _) in RACES {
        let board = |harness: &Window| tab(harness).board().view().rect;
        let usual = board(&window(Some(race), [1600.0, 1000.0]));
        let mut harness = window(Some(race), [1000.0, 700.0]);
        assert!(board(&harness).left() + 20.0 < usual.left(), "{race}: the list of turns is narrow");
        for _ in 0..2 {
            harness.set_size(vec2(1600.0, 1000.0));
            harness.run_steps(4);
            assert_eq!(board(&harness), usual, "{race}");
            harness.set_size(vec2(1000.0, 700.0));
            harness.run_steps(4);
        }
    }
}
