//! Tests of recording at the table: the move under the pointer, turns that need only one click, and the board that
//! follows the action.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::game::Place;
use paddock::replay::Race;
use serde_json::Value;

use crate::hands::{CTRL, Window, click, opened, paddock, press, race_tab as tab};
use crate::whole_races::{Hand, Table};

/// The races that are recorded whole: four games, two laps (or the length of the game), three cars or more.
pub const WHOLE: [&str; 4] = [
    "replays/vektorace/three-sisters-first-edition.json",
    "replays/vector_racing/mill-lane-three-pencils.json",
    "replays/formula_d/saltmarsh-six-cars.json",
    "replays/wheel_to_wheel/skerry-sands-four-teams.json",
];

/// A window on a shipped race, with its first turns only.
pub fn window(name: &str, turns: usize) -> (tempfile::TempDir, Window, Box<dyn Race>) {
    window_of(name, turns, egui::vec2(1600.0, 1000.0))
}

fn window_of(name: &str, turns: usize, size: egui::Vec2) -> (tempfile::TempDir, Window, Box<dyn Race>) {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("race.json");
    let text = std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let Ok(paddock::replay::Opened::Race(race)) = paddock::open(&text, &paddock::replay::no_files) else {
        panic!("{name} is a race")
    };
    let mut begun: Value = serde_json::from_slice(&text).unwrap();
    let all = begun["turns"].as_array_mut().unwrap();
    assert!(all.len() > turns);
    all.truncate(turns);
    for field in ["fingerprints", "notes", "bookmarks", "marks", "variations"] {
        begun.as_object_mut().unwrap().shift_remove(field);
    }
    std::fs::write(&file, serde_json::to_vec(&begun).unwrap()).unwrap();
    let mut harness = opened(file, size);
    press(&mut harness, Modifiers::NONE, Key::End);
    // The legend, which is shown at first, lies over places.
    click(&mut harness, "Close the legend");
    assert_eq!(tab(&harness).race().len(), turns);
    (folder, harness, race)
}

pub fn press_at(harness: &mut Window, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        let button = PointerButton::Primary;
        harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    }
    harness.run_steps(3);
}

/// The rectangle of the button with this label.
fn rect_of(harness: &Window, label: &str) -> Rect {
    harness.get_by_role_and_label(egui::accesskit::Role::Button, label).rect()
}

pub fn press_button(harness: &mut Window, label: &str) {
    let at = rect_of(harness, label).center();
    let whole = harness.ctx.content_rect();
    assert!(whole.contains(at), "{label} is at {at:?}, outside the window");
    press_at(harness, at);
}

/// A point of the board inside a place; for one with a direction, the part that stands for the direction.
pub fn point_of(harness: &Window, place: &Place) -> Pos2 {
    let [x, y] = place.dir.map_or([0.0, 0.0], |dir| {
        let angle = f64::from(dir) * std::f64::consts::FRAC_PI_4;
        [angle.cos() * 0.28, angle.sin() * 0.28]
    });
    tab(harness).board().screen_from_world([place.at[0] + x, place.at[1] + y])
}

/// The first legal place to which a turn leads.
pub fn place_of(race: &dyn Race, at: usize, turn: &Value) -> Option<Place> {
    let leads = |way: &Value| {
        way.as_object().unwrap().iter().all(|(field, value)| turn.get(field).unwrap_or(&Value::Null) == value)
    };
    race.places(at).into_iter().find(|place| place.illegal.is_none() && place.ways.iter().any(leads))
}

/// In Formula D a roll that is not known yet decides what a place costs, so its card says the lowest and the highest cost.
#[test]
fn the_place_under_the_pointer_says_what_it_costs_at_most() {
    let (_folder, mut harness, race) = window(WHOLE[2], 0);
    press(&mut harness, Modifiers::NONE, Key::R);
    let place = race.places(0).into_iter().find(|place| place.words.starts_with("a0 ")).unwrap();
    let at = point_of(&harness, &place);
    for _ in 0..2 {
        harness.event(Event::PointerMoved(at));
        harness.run_steps(6);
        for words in ["Costs nothing", "At most 3 brake points", "Black die: start: 20 or start: 2 to 19"] {
            harness.get_by_label(words);
        }
        harness.event(Event::PointerMoved(Pos2::new(800.0, 5.0)));
        harness.run_steps(6);
        assert!(harness.query_by_label("At most 3 brake points").is_none());
    }
}

#[test]
fn the_move_to_the_place_under_the_pointer_is_shown_with_what_it_leaves_open() {
    let (_folder, mut harness, race) = window(WHOLE[0], 9);
    press(&mut harness, Modifiers::NONE, Key::R);
    let place = place_of(race.as_ref(), 9, &race.turn_json(10).unwrap()).unwrap();
    assert!(harness.query_by_label_contains(&place.words).is_none());
    let at = point_of(&harness, &place);
    harness.event(Event::PointerMoved(at));
    harness.run_steps(6);
    let card = harness.get_by_label(&place.words).rect();
    assert!(harness.query_by_label_contains("Next gear: ").is_some());
    assert!(!card.expand(4.0).contains(at), "the card covers nothing beside the pointer");
    // Legal places have the same card when nothing is recorded.
    press(&mut harness, Modifiers::NONE, Key::R);
    press(&mut harness, Modifiers::NONE, Key::L);
    harness.run_steps(4);
    assert!(harness.query_by_label(&place.words).is_some() && harness.query_by_label_contains("Next gear: ").is_some());
}

#[test]
fn a_click_on_a_place_asks_for_the_rest_at_the_pointer_and_escape_takes_it_back() {
    let (_folder, mut harness, race) = window(WHOLE[0], 9);
    press(&mut harness, Modifiers::NONE, Key::R);
    let wanted = race.turn_json(10).unwrap();
    let place = place_of(race.as_ref(), 9, &wanted).unwrap();
    for _ in 0..2 {
        let at = point_of(&harness, &place);
        press_at(&mut harness, at);
        assert_eq!(tab(&harness).race().len(), 9, "the next gear is open");
        assert!(!tab(&harness).choices().is_empty());
        // Facts about another place would lie over the questions.
        let others = tab(&harness).race().places(9).into_iter().filter(|other| other.at != place.at);
        let others: Vec<Pos2> = others.take(6).map(|other| tab(&harness).board().screen_from_world(other.at)).collect();
        assert!(!others.is_empty());
        let facts = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("facts"));
        for other in others {
            harness.hover_at(other);
            harness.run_steps(3);
            assert!(!harness.ctx.memory(|memory| memory.areas().is_visible(&facts)));
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(tab(&harness).choices().is_empty());
        harness.get_by_label("Stop recording");
    }
    let mut table = Table { harness, gestures: 0 };
    table.play(Hand::Mouse, &wanted, "");
    assert!(table.gestures <= 4, "{}", table.gestures);
}

#[test]
fn one_click_plays_a_turn_that_leaves_nothing_open() {
    let (_folder, mut harness, race) = window(WHOLE[1], 6);
    press(&mut harness, Modifiers::NONE, Key::R);
    let wanted = race.turn_json(7).unwrap();
    let place = place_of(race.as_ref(), 6, &wanted).unwrap();
    let at = point_of(&harness, &place);
    press_at(&mut harness, at);
    assert_eq!(tab(&harness).race().turn_json(7).unwrap(), wanted);
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(tab(&harness).race().len(), 6);
    // On the keypad every key leads in its direction: here the eight keys around 5, whatever is offered.
    let rect = |x: i64, y: i64| {
        let velocity = tab(&harness)
            .race()
            .view(6)
            .cars
            .iter()
            .find(|car| Some(car.car) == tab(&harness).race().view(6).to_act)
            .unwrap()
            .velocity
            .unwrap();
        let label = format!("move {}, {}", i64::from(velocity[0]) + x, i64::from(velocity[1]) + y);
        harness.query_by_role_and_label(egui::accesskit::Role::Button, &label).map(|node| node.rect())
    };
    let middle = rect(0, 0).unwrap();
    let mut found = 0;
    for (x, y) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        if let Some(rect) = rect(x, y) {
            found += 1;
            let way = rect.center() - middle.center();
            assert_eq!(
                [way.x.signum() * f32::from(way.x.abs() > 5.0), -way.y.signum() * f32::from(way.y.abs() > 5.0)],
                [x as f32, y as f32]
            );
        }
    }
    assert!(found > 2, "{found}");
}

#[test]
fn an_edit_begins_with_the_turn_as_it_is_and_one_choice_is_changed() {
    let (_folder, mut harness, race) = window(WHOLE[0], 10);
    let turn = race.turn_json(10).unwrap();
    press(&mut harness, Modifiers::NONE, Key::E);
    harness.get_by_label("Edit turn 10");
    harness.get_by_label("Save edit");
    let chip = format!("next gear: {}", turn["declare"]);
    assert_eq!(harness.get_by_label("Turn as one line of text").accesskit_node().value().unwrap(), race.notation(10));
    // Taking back one choice asks for it alone.
    let chosen = tab(&harness).choices().len();
    press_button(&mut harness, &chip);
    assert_eq!(tab(&harness).choices().len(), chosen - 1);
    // The line would still be the old turn.
    assert_eq!(harness.get_by_label("Turn as one line of text").accesskit_node().value().unwrap_or_default(), "");
    let other = race.legal_turns(9).unwrap().into_iter().map(|legal| legal.turn).find(|legal| {
        let mut same = legal.clone();
        same["declare"] = turn["declare"].clone();
        legal["declare"] != turn["declare"] && same == turn
    });
    let other = other.unwrap();
    press_button(&mut harness, &format!("next gear {}", other["declare"]));
    press_button(&mut harness, "Save edit");
    assert_eq!(tab(&harness).race().turn_json(10).unwrap(), other);
}

/// While a game is recorded, an edit of an earlier turn is followed by the next turn, or by the first turn that is illegal
/// now, and not by a variation. Without recording, the edited turn stays on screen.
#[test]
fn recording_goes_on_after_an_earlier_turn_was_edited() {
    for is_recording in [true, false] {
        let (_folder, mut harness, race) = window(WHOLE[0], 10);
        if is_recording {
            press(&mut harness, Modifiers::NONE, Key::R);
        }
        for _ in 0..2 {
            for _ in 0..4 {
                press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
            }
            let at = tab(&harness).playback().position();
            press(&mut harness, Modifiers::NONE, Key::E);
            harness.get_by_label(&format!("Edit turn {at}"));
            press_button(&mut harness, "Save edit");
            assert_eq!(tab(&harness).playback().position(), if is_recording { 10 } else { at });
        }
        assert_eq!((tab(&harness).race().len(), tab(&harness).race().variations()), (10, 0));
        if is_recording {
            harness.get_by_label("Record turn 11");
        }
        assert_eq!(tab(&harness).race().notation(10), race.notation(10));
    }
}

#[test]
fn the_board_follows_the_action_and_the_map_shows_where_it_is() {
    let (_folder, mut harness, race) = window_of(WHOLE[2], 30, egui::vec2(1366.0, 768.0));
    let map = |harness: &Window| harness.query_by_label("Map of the board").map(|node| node.rect());
    let inside = |harness: &Window, at: usize| {
        let view = race.view(at);
        let car = view.car(view.to_act.unwrap()).unwrap().at;
        let board = tab(harness).board();
        board.view().rect.contains(board.screen_from_world(car))
    };
    assert!(map(&harness).is_some() && inside(&harness, 30));
    for at in (1..30).rev() {
        press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
        assert!(inside(&harness, at), "{at}");
    }
    let zoomed = tab(&harness).board().scale();
    press(&mut harness, Modifiers::NONE, Key::F);
    assert!(map(&harness).is_none() && tab(&harness).board().scale() < zoomed, "the whole board");
    // C turns following off, and on again with the zoom to the action.
    press(&mut harness, Modifiers::NONE, Key::C);
    press(&mut harness, Modifiers::NONE, Key::C);
    assert_eq!(tab(&harness).board().scale(), zoomed);
    press(&mut harness, Modifiers::NONE, Key::C);
    let corner = map(&harness).unwrap();
    let before = tab(&harness).board().view().center;
    press_at(&mut harness, corner.lerp_inside(egui::vec2(0.5, 0.1)));
    assert_ne!(tab(&harness).board().view().center, before, "a click on the map moves the view");
    press(&mut harness, Modifiers::SHIFT, Key::M);
    assert!(map(&harness).is_none());
    press(&mut harness, Modifiers::SHIFT, Key::M);
    assert!(map(&harness).is_some());
}

#[test]
fn the_board_has_half_of_a_small_window() {
    for name in WHOLE {
        let (_folder, harness, _) = window_of(name, 8, egui::vec2(1366.0, 768.0));
        let board = tab(&harness).board().view().rect;
        let share = board.area() / (1366.0 * 768.0);
        assert!(share >= 0.5, "{name}: {:.1} %, {board:?}", share * 100.0);
    }
}

#[test]
fn the_legend_is_shown_until_it_is_closed_once_in_a_game() {
    let (_folder, mut harness, _) = window(WHOLE[0], 9);
    let words = "curb: pass the corner on this side";
    let is_shown = |harness: &Window| harness.query_by_label(words).is_some();
    assert!(!is_shown(&harness), "the helper closed it");
    assert_eq!(paddock(&harness).settings().known_games, ["vektorace"]);
    for shown in [true, false, true] {
        press(&mut harness, Modifiers::NONE, Key::H);
        assert_eq!(is_shown(&harness), shown);
    }
    // Legal places are explained while they are shown.
    let free = "a legal place that costs nothing";
    assert!(harness.query_by_label(free).is_none());
    press(&mut harness, Modifiers::NONE, Key::L);
    assert!(harness.query_by_label(free).is_some());
    click(&mut harness, "Close the legend");
    assert!(!is_shown(&harness));
    press(&mut harness, Modifiers::NONE, Key::F3);
    assert!(!is_shown(&harness));
}

#[test]
fn a_broken_clause_is_shown_beside_the_turn() {
    let (_folder, mut harness, race) = window(WHOLE[0], 9);
    press(&mut harness, Modifiers::NONE, Key::R);
    let at = harness.get_by_label("Turn as one line of text").rect().center();
    press_at(&mut harness, at);
    // The turn of a car that is not to act.
    harness.event(Event::Text(race.notation(11)));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let link = harness.query_all_by_label_contains("Rule VR-").next();
    let link = link.unwrap_or_else(|| {
        let typed = harness.get_by_label("Turn as one line of text").accesskit_node().value();
        panic!("not refused: {}, {typed:?}", paddock(&harness).status())
    });
    let id = link.accesskit_node().label().unwrap().trim_start_matches("Rule ").to_owned();
    let text = paddock::clauses::clause("vektorace", &id).unwrap().text.as_str();
    for shown in [true, false, true] {
        harness.query_all_by_label_contains("Rule VR-").next().unwrap().click();
        harness.run_steps(3);
        assert_eq!(harness.query_by_label(text).is_some(), shown, "{id}");
    }
}

#[test]
fn a_crash_report_is_offered_at_the_next_start_and_only_once() {
    use paddock::app::documents::crash::Log;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("17-4.crash.txt");
    std::fs::write(&path, "Paddock 0.1.0 crashed: a fault of long ago").unwrap();
    let start = || {
        let folder = folder.path().to_owned();
        let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
            let window = window.get_or_insert_with(|| {
                let dialogs = std::sync::Arc::new(crate::desk::Always { file: "none".into(), picture: None });
                let window = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
                window.with_crash_reports(ui.ctx(), Log::default(), folder.clone())
            });
            window.show(ui);
        };
        let builder = egui_kittest::Harness::builder().with_size(egui::vec2(1000.0, 700.0)).with_step_dt(0.25);
        let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
        harness.run_steps(6);
        harness
    };
    let asks = |harness: &Window| harness.query_by_label_contains("a fault of long ago").is_some();
    let mut harness = start();
    assert!(asks(&harness));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!asks(&harness) && !asks(&start()), "it is offered once");
    let kept = || std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(kept(), 1);
    std::fs::rename(folder.path().join("17-4.crash-shown.txt"), &path).unwrap();
    let mut harness = start();
    let delete = harness.get_all_by_role(egui::accesskit::Role::Button);
    let delete = delete.filter_map(|node| node.accesskit_node().label()).find(|label| label.contains("Delete it"));
    click(&mut harness, &delete.unwrap());
    assert!(!asks(&harness) && kept() == 0);
}

fn right_click(harness: &mut Window, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        let button = PointerButton::Secondary;
        harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        harness.run_steps(2);
    }
    harness.run_steps(2);
}

/// One right click opens the menu of what is under the pointer; Escape closes it, and the next opens another one.
#[test]
fn turns_cars_and_the_board_have_menus() {
    let (_folder, mut harness, race) = window(WHOLE[0], 20);
    let view = race.view(20);
    let (first, second) = (&view.cars[0], &view.cars[1]);
    let name =
        |car: paddock::game::CarId| race.entrants().iter().find(|entrant| entrant.car == car).unwrap().name.clone();
    for car in [first, second] {
        let at = tab(&harness).board().screen_from_world(car.at);
        right_click(&mut harness, at);
        let menu = harness.query_by_label_contains("Fit board F").expect("a menu").rect();
        let name = name(car.car);
        let named = harness.query_all_by_label_contains(&name);
        assert!(
            named.map(|node| node.rect()).any(|rect| rect.left() >= menu.left() - 8.0 && rect.bottom() <= menu.top())
        );
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(harness.query_by_label_contains("Fit board F").is_none(), "Escape closes it");
    }
    let at = tab(&harness).board().screen_from_world(second.at);
    right_click(&mut harness, at);
    press_button(&mut harness, "Next turn of this car");
    assert_eq!(tab(&harness).playback().position(), 20, "there is no later turn");
    let at = tab(&harness).board().screen_from_world(second.at);
    right_click(&mut harness, at);
    press_button(&mut harness, "Previous turn of this car");
    let at = tab(&harness).playback().position();
    assert!(at < 20 && race.step(at).unwrap().car == second.car, "{at}");
    // The menu of a turn.
    let row = harness.query_all_by_label_contains("Turn 20, ").next().unwrap().rect().center();
    right_click(&mut harness, row);
    press_button(&mut harness, "Add a bookmark");
    assert!(tab(&harness).race().remarks().bookmark(20).is_some() && tab(&harness).playback().position() == 20);
    let row = harness.query_all_by_label_contains("Turn 19, ").next().unwrap().rect().center();
    right_click(&mut harness, row);
    press_button(&mut harness, "Edit this turn");
    harness.get_by_label("Edit turn 19");
}

/// Rain, flags and the weather are seen beside the order, and a car's tyres in the facts about it.
#[test]
fn the_state_of_the_table_is_seen_while_watching() {
    for (name, words) in [
        ("replays/formula_d/weavers-knot-changing-skies.json", "weather: "),
        ("replays/wheel_to_wheel/lanternwood-cloudburst.json", "rain"),
    ] {
        let (_folder, mut harness, race) = window(name, 120);
        let has_fact = |at: &usize| {
            let facts = race.details(*at).race;
            facts.get("weather").is_some() || facts.get("rain") == Some(&Value::Bool(true))
        };
        let at = (1..=120).rev().find(has_fact).expect("a race with such weather");
        for _ in at..120 {
            press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
        }
        assert_eq!(tab(&harness).playback().position(), at);
        assert!(harness.query_all_by_label_contains(words).next().is_some(), "{name}, turn {at}");
    }
}
