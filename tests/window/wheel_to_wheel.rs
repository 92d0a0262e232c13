//! Tests of Wheel to Wheel in the window: the championship of the open races, the strategy forecast, incidents in the
//! game's words, and dice that are entered by hand.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::documents::files::FileDialogs;
use paddock::app::documents::files::SaveKind;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::workspaces::Workspace;
use paddock::app::workspaces::analysis::arrangement::TableKind;
use paddock::game::{CarId, CarView};

use crate::hands::{Window, click, click_button, paddock, press, race_tab as tab};

/// Writes where the test says.
struct Saves(Mutex<PathBuf>);

impl FileDialogs for Saves {
    fn open(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn save(&self, _: SaveKind, _: &str) -> Option<PathBuf> {
        Some(self.0.lock().unwrap().clone())
    }
}

fn shipped(name: &str) -> PathBuf {
    crate::desk::shipped(&format!("replays/{name}.json"))
}

fn window(files: Vec<PathBuf>, save: PathBuf) -> Window {
    window_of(vec2(1600.0, 1000.0), files, save)
}

fn window_of(size: egui::Vec2, files: Vec<PathBuf>, save: PathBuf) -> Window {
    let dialogs = std::sync::Arc::new(Saves(Mutex::new(save)));
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs.clone(), Background::inline());
            window.open(ui.ctx(), files.clone());
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(size).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(8);
    harness
}

fn cup(numbers: &[u32]) -> Vec<PathBuf> {
    numbers.iter().map(|number| shipped(&format!("wheel_to_wheel/harbour-cup-{number}"))).collect()
}

/// The race in the Analysis workspace.
fn read(harness: &mut Window) {
    press(harness, Modifiers::NONE, Key::F3);
    assert_eq!(tab(harness).workspace(), Workspace::Analysis);
}

#[test]
fn ww_champ_01_races_that_are_open_are_added_up_in_a_table_that_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("cup.csv");
    let mut harness = window(cup(&[2, 1]), csv.clone());
    read(&mut harness);
    harness.get_by_label("Race 2 of 3 of a championship");
    click_button(&mut harness, "Championship");
    harness.get_by_label_contains("2 of the 3 races of the championship.");
    harness.get_by_label_contains("Race 3 is missing.");
    // The third race is opened, and the first is shown.
    harness.state_mut().as_mut().unwrap().open(&egui::Context::default(), cup(&[3]));
    harness.run_steps(6);
    read(&mut harness);
    harness.get_by_label("Includes all 3 races of the championship.");
    for column in ["team", "points", "race 1", "race 2", "race 3", "wins"] {
        let label = format!("Sort teams by {}", column[..1].to_uppercase() + &column[1..]);
        assert!(harness.query_by_label(&label).is_some(), "{label}");
    }
    assert!(harness.query_all_by_label("110").next().is_some(), "the points of the team that won");
    harness.get_by_label("Menu of Championship").click();
    harness.run_steps(4);
    harness.get_by_label("Export table (CSV)…").click();
    harness.run_steps(4);
    let text = std::fs::read_to_string(&csv).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("place,team,points,race_1,race_2,race_3,wins,seconds,thirds", 4));
    assert!(lines[1].starts_with("1,") && lines[1].contains(",110,"), "{text}");
    // The drivers are beside them, with their cars.
    harness.get_by_label("Drivers' championship").click();
    harness.run_steps(4);
    assert!(harness.query_by_label("Sort drivers by Driver").is_some());
}

#[test]
fn a_race_of_a_game_without_points_offers_no_championship() {
    let mut harness = window(vec![shipped("vektorace/nightjar-park-duel")], PathBuf::new());
    read(&mut harness);
    assert!(harness.query_by_role_and_label(Role::Button, "Championship").is_none());
    harness.get_by_label("Add panel").click();
    harness.run_steps(4);
    assert!(harness.query_all_by_label("Championship").next().is_none());
    assert!(harness.query_all_by_label("Strategies").next().is_none());
}

#[test]
fn panels_of_one_game_are_hidden_in_races_of_other_games_and_come_back() {
    let mut harness = window(cup(&[1]), PathBuf::new());
    read(&mut harness);
    click_button(&mut harness, "Championship");
    press(&mut harness, Modifiers::NONE, Key::W);
    let open = |harness: &mut Window, file: PathBuf| {
        harness.state_mut().as_mut().unwrap().open(&egui::Context::default(), vec![file]);
        harness.run_steps(6);
        read(harness);
    };
    let tabs = ["Menu of Strategies", "Drivers' championship"];
    assert!(tabs.iter().all(|tab| harness.query_by_label(tab).is_some()));
    for other in ["formula_d/saltmarsh-first-evening", "vector_racing/two-ponds-photo-finish"] {
        open(&mut harness, shipped(other));
        for title in ["Championship", "Drivers' championship", "Strategies"] {
            assert!(harness.query_by_label(title).is_none(), "{title} in {other}");
        }
        harness.get_by_label("Menu of Laps");
    }
    let kept = paddock(&harness).settings_to_keep().panels;
    assert!(kept.contains("Forecast") && !kept.contains("\"invisible\":[{"), "{kept}");
    open(&mut harness, cup(&[2]).remove(0));
    for (title, buttons) in [("Championship", 2), ("Drivers' championship", 1), ("Strategies", 1)] {
        // The summary has a button with the same words as the first tab.
        assert_eq!(harness.query_all_by_role_and_label(Role::Button, title).count(), buttons, "{title}");
    }
    // The panel that was in front is in front again.
    harness.get_by_label("Menu of Strategies");
}

#[test]
fn a_tab_that_comes_to_the_front_scrolls_into_view_and_the_arrows_scroll_far() {
    for size in [vec2(1366.0, 768.0), vec2(1000.0, 700.0)] {
        let mut harness = window_of(size, cup(&[3]), PathBuf::new());
        read(&mut harness);
        let is_whole = |harness: &Window, title: &str| {
            let end = harness.query_by_label("Scroll tabs right").map_or(size.x - 20.0, |arrow| arrow.rect().left());
            let start = harness.query_by_label("Scroll tabs left").map_or(size.x * 0.42, |arrow| arrow.rect().right());
            let tabs = harness.get_all_by_role_and_label(Role::Button, title).map(|tab| tab.rect().x_range());
            let tab = tabs.max_by(|one, other| one.min.total_cmp(&other.min)).unwrap();
            assert!(start <= tab.min + 1.0 && tab.max <= end + 1.0, "{title}: {tab:?} in {start} to {end}");
        };
        click_button(&mut harness, "Championship");
        is_whole(&harness, "Championship");
        press(&mut harness, Modifiers::NONE, Key::W);
        harness.run_steps(4);
        is_whole(&harness, "Strategies");
        // In the narrow window, one click on an arrow scrolls by more than half of the visible tabs.
        let place = |harness: &Window| harness.get_by_role_and_label(Role::Button, "Turns").rect().left();
        let before = place(&harness);
        harness.get_by_label("Scroll tabs left").click();
        harness.run_steps(20);
        let moved = place(&harness) - before;
        assert!(moved > if size.x < 1100.0 { 250.0 } else { 30.0 }, "{moved}");
    }
}

#[test]
fn ww_pts_02_the_teams_points_of_one_race_stand_in_its_summary() {
    let mut harness = window(vec![shipped("wheel_to_wheel/skerry-sands-four-teams")], PathBuf::new());
    read(&mut harness);
    harness.run_steps(8);
    let score = tab(&harness).race().score().unwrap();
    assert!(score.over && score.teams.len() == 4);
    harness.get_by_label_contains("Team points: ");
    harness.get_by_label(&format!("Winning team: {}.", score.winning_team().unwrap().name));
}

#[test]
fn strategies_are_compared_from_the_cursor_on() {
    let mut harness = window(cup(&[1]), PathBuf::new());
    read(&mut harness);
    for _ in 0..60 {
        harness.key_press(Key::ArrowRight);
        harness.run_steps(1);
    }
    press(&mut harness, Modifiers::NONE, Key::W);
    let forecast = tab(&harness).analysis().forecast_panel().forecast().unwrap().clone();
    assert_eq!(forecast.prospects.len(), 6);
    let (best, _) = forecast.best().unwrap();
    assert!(forecast.headline.starts_with(best.name), "{}", forecast.headline);
    harness.get_by_label_contains("from turn 60: ");
    for label in [
        "Sort strategies by Turns",
        "Sort strategies by Reason",
        "Compare strategies",
        "Car whose strategies are compared",
    ] {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
    // Of another car, from elsewhere.
    harness.get_by_label("Car whose strategies are compared").click();
    harness.run_steps(4);
    let name = tab(&harness).race().entrants()[3].name.clone();
    harness
        .get_all_by_role(Role::Button)
        .rfind(|node| node.accesskit_node().label() == Some(name.clone()))
        .unwrap()
        .click();
    harness.run_steps(4);
    press(&mut harness, Modifiers::NONE, Key::Home);
    click_button(&mut harness, "Compare strategies");
    harness.get_by_label_contains(&format!("{name}, from the grid: "));
    let forecast = tab(&harness).analysis().forecast_panel().forecast().unwrap();
    assert!(forecast.prospects.iter().all(|prospect| prospect.expected.is_some()), "{forecast:?}");
}

#[test]
fn incidents_are_worded_in_the_games_words() {
    let harness = window(vec![shipped("wheel_to_wheel/lanternwood-cloudburst")], PathBuf::new());
    let table = paddock::analysis::tables::incidents(tab(&harness).race());
    let kind = table.column("kind").unwrap();
    let kinds: std::collections::BTreeSet<String> =
        table.rows.iter().map(|row| row[kind].shown(paddock::analysis::Kind::Text).into_owned()).collect();
    for word in ["collision", "yellow flag", "rain", "engine failure", "magic six", "pit stop"] {
        assert!(kinds.contains(word), "no {word} in {kinds:?}");
    }
    let words = table.copied(&(0..table.rows.len() as u32).collect::<Vec<_>>());
    assert!(!words.contains("stood still") && !words.contains("attack"), "{words}");
}

/// A race of Wheel to Wheel that is being recorded, at the place where its last turns were not yet played.
fn recording(folder: &Path, turns: usize) -> Window {
    let path = folder.join("evening.json");
    let mut file: serde_json::Value =
        serde_json::from_slice(&std::fs::read(shipped("wheel_to_wheel/harbour-cup-1")).unwrap()).unwrap();
    file["turns"].as_array_mut().unwrap().truncate(turns);
    file.as_object_mut().unwrap().retain(|name, _| name != "fingerprints");
    std::fs::write(&path, file.to_string()).unwrap();
    let mut harness = window(vec![path], PathBuf::new());
    press(&mut harness, Modifiers::NONE, Key::End);
    press(&mut harness, Modifiers::NONE, Key::R);
    harness
}

fn type_turn(harness: &mut Window, text: &str) {
    harness.get_by_label("Turn as one line of text").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.get_by_label("Turn as one line of text").type_text(text);
    harness.run_steps(2);
    press(harness, Modifiers::NONE, Key::Enter);
}

#[test]
fn ww_dice_04_dice_are_entered_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = recording(folder.path(), 0);
    let to_act = |harness: &Window| {
        let race = tab(harness).race();
        race.view(race.len()).to_act.unwrap()
    };
    let car = to_act(&harness);
    // As one line: the die, its face, and what is done with it.
    type_turn(&mut harness, &format!("{car}: g5 m"));
    assert_eq!(tab(&harness).race().len(), 1, "{:?}", paddock(&harness).status());
    assert_eq!(tab(&harness).race().turn_json(1).unwrap()["face"], 5);
    // A face that no die has is refused, and nothing is recorded.
    let next = to_act(&harness);
    assert_ne!(next, car);
    type_turn(&mut harness, &format!("{next}: b5 m"));
    assert_eq!(tab(&harness).race().len(), 1);
    assert!(harness.query_by_label_contains("The blue die has no 5.").is_some());
    type_turn(&mut harness, &format!("{next}: hello"));
    assert!(harness.query_by_label_contains("Column ").is_some());
    // Piece by piece: every step is a choice by a number key.
    type_turn(&mut harness, &format!("{next}: g6 m"));
    assert_eq!((tab(&harness).race().len(), to_act(&harness)), (2, next), "a six: the same driver throws again");
    // The line keeps the focus; Escape leaves it.
    press(&mut harness, Modifiers::NONE, Key::Escape);
    for _ in 0..6 {
        if tab(&harness).race().len() > 2 {
            break;
        }
        press(&mut harness, Modifiers::NONE, Key::Num1);
    }
    assert_eq!(tab(&harness).race().len(), 3);
    assert!(tab(&harness).race().step(3).unwrap().illegal.is_none());
}

#[test]
fn dice_are_asked_for_before_what_is_done_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = recording(folder.path(), 0);
    // First the die, then its face, then the use: as at the table.
    assert!(harness.query_by_label("die green").is_some(), "the first question is about the die");
    harness.get_by_label("die green").click();
    harness.run_steps(4);
    for face in 1..=6 {
        assert!(harness.query_by_label(&format!("face {face}")).is_some(), "face {face}");
    }
    harness.get_by_label("face 3").click();
    harness.run_steps(4);
    harness.get_by_label("use charge").click();
    harness.run_steps(4);
    let turn = tab(&harness).race().turn_json(1).unwrap();
    assert_eq!((&turn["die"], &turn["face"], &turn["use"]), (&"green".into(), &3.into(), &"charge".into()));
    assert_eq!(tab(&harness).race().view(1).car(CarId(turn["car"].as_u64().unwrap() as u32)).unwrap().resources[0], 3);
}

/// The first line has the die and the tyres; the facts below do not say them again.
#[test]
fn the_facts_of_a_driver_under_the_pointer_say_nothing_twice() {
    let mut harness = window(cup(&[1]), PathBuf::new());
    // It could lie over the car.
    click(&mut harness, "Close the legend");
    press(&mut harness, Modifiers::NONE, Key::Home);
    for _ in 0..12 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    harness.run_steps(20);
    let view = tab(&harness).race().view(12);
    // The car nearest to the middle of the board, where no minimap lies over it.
    let board = tab(&harness).board();
    let away = |car: &&CarView| board.screen_from_world(car.at).distance(board.view().rect.center());
    let car = view.cars.iter().min_by(|one, other| away(one).total_cmp(&away(other))).unwrap();
    let at = board.screen_from_world(car.at);
    harness.event(Event::PointerMoved(at));
    harness.run_steps(8);
    let place = format!("place {}, ", car.rank);
    let first = harness.query_all_by_label_contains(&place).next().unwrap();
    let first = first.accesskit_node().value().unwrap();
    assert!(first.contains("die") && first.contains("tyres"), "{first}");
    let below = harness.query_all_by_label_contains("space: ").next().unwrap();
    let below = below.accesskit_node().value().unwrap();
    assert!(!below.contains("die") && !below.contains("tyres: ") && below.contains("team: "), "{below}");
}

#[test]
fn the_list_of_turns_shows_the_die_of_the_throw() {
    let harness = window(cup(&[1]), PathBuf::new());
    let race = tab(&harness).race();
    let figures = paddock::app::documents::figures::Figures::of(race);
    for turn in 1..=race.len() {
        let json = race.turn_json(turn).unwrap();
        let die = match json["die"].as_str() {
            Some("blue") => 1,
            Some("green") => 2,
            Some("red") => 3,
            _ => 0,
        };
        if json["kind"] != "spend" {
            assert_eq!(figures.turns[turn - 1].gear, Some(die), "turn {turn}: {json}");
        }
    }
}

#[test]
fn ww_champ_01_the_next_race_begins_with_the_points_and_skills_so_far() {
    let mut harness = window(cup(&[1]), PathBuf::new());
    // The board of the race comes first, whatever else there is.
    let race = tab(&harness).race();
    let board = race.track_name().to_owned();
    let expected = race.next_setup().unwrap();
    assert_eq!(expected["championship"]["race"], 2);
    read(&mut harness);
    click_button(&mut harness, "Next race of the championship…");
    harness.run_steps(6);
    assert!(harness.query_by_label("Next race of the championship").is_some(), "the page says what it is for");
    // Both keys go down and up again within one frame.
    let modifiers = Modifiers { ctrl: true, ..Modifiers::COMMAND };
    let enter = |pressed| Event::Key { key: Key::Enter, physical_key: None, pressed, repeat: false, modifiers };
    let up = Event::ModifiersChanged(Modifiers::NONE);
    harness.input_mut().events.extend([Event::ModifiersChanged(modifiers), enter(true), enter(false), up]);
    harness.run_steps(6);
    let next = tab(&harness).race();
    assert_eq!((next.len(), next.track_name()), (0, board.as_str()));
    let file: serde_json::Value = serde_json::from_str(&next.file_text(true).unwrap()).unwrap();
    assert_eq!(file["setup"], expected);
    let points: Vec<u64> =
        file["setup"]["teams"].as_array().unwrap().iter().map(|team| team["points"].as_u64().unwrap_or(0)).collect();
    assert!(points.iter().all(|points| *points > 0), "{points:?}");
}

#[test]
fn ww_champ_01_nothing_follows_the_last_race_nor_one_that_goes_on() {
    let last = window(cup(&[3]), PathBuf::new());
    assert_eq!(tab(&last).race().next_setup(), None);
    let folder = tempfile::tempdir().unwrap();
    let half = recording(folder.path(), 20);
    assert_eq!(tab(&half).race().next_setup(), None);
    for mut harness in [last, half] {
        assert!(!tab(&harness).situation().next_race);
        read(&mut harness);
        assert!(harness.query_by_label("Next race of the championship…").is_none());
    }
}

#[test]
fn tables_show_whole_fields_and_say_why_they_are_empty() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(vec![shipped("wheel_to_wheel/lanternwood-twelve-cars")], folder.path().join("a.csv"));
    read(&mut harness);
    for title in [TableKind::Corners, TableKind::CornerMeans].map(TableKind::title) {
        click_button(&mut harness, title);
        harness.get_by_label("This circuit has no marked corners.");
    }
    click_button(&mut harness, TableKind::Results.title());
    assert!(harness.query_by_label("224").is_some() && harness.query_by_label("224.0").is_none(), "Wim's fields");
    click_button(&mut harness, TableKind::Turns.title());
    harness.get_by_label("Sort turns by Luck so far");
}
