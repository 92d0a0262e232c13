//! Races against computer drivers: who drives each car is chosen for a new race or in a car's menu, drivers move by
//! themselves, wait after a turn was taken back, and are known again at the next start.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::Path;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::settings::players::DrivenBy;
use paddock::app::{Done, Paddock};
use paddock::drivers::Level;
use paddock::game::CarId;

use crate::hands::{CTRL, Window, click, click_button, paddock, press, race_tab as tab};

const NONE: Modifiers = Modifiers::NONE;

/// A window with these settings and a data folder. Saved races go to `file`.
pub fn window(settings: Settings, folder: &Path) -> Window {
    window_with(settings, folder, Background::inline)
}

/// The same, whose background work runs where `background` says.
fn window_with(settings: Settings, folder: &Path, background: fn() -> Background<Done>) -> Window {
    let (file, data) = (folder.join("evening.json"), folder.join("data"));
    let dialogs = std::sync::Arc::new(crate::desk::Always { file, picture: None });
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let mut window = Paddock::new(ui.ctx(), settings.clone(), dialogs.clone(), background());
            window.keep_unsaved_in(ui.ctx(), data.join("unsaved"));
            window
        });
        window.show(ui);
    };
    let builder = egui_kittest::Harness::builder().with_size(vec2(1600.0, 1000.0)).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    harness
}

/// The names of the lists in New race that say who drives each car.
fn driver_lists(harness: &Window) -> Vec<String> {
    let lists = harness.query_all_by_role(Role::ComboBox).filter_map(|node| node.accesskit_node().label());
    let lists: Vec<String> = lists.filter(|label| label.ends_with(": driven by")).collect();
    assert!(lists.len() >= 2, "{lists:?}");
    lists
}

/// Chooses an option of a drop-down list.
pub fn choose(harness: &mut Window, list: &str, option: &str) {
    let node = harness.get_by_role_and_label(Role::ComboBox, list);
    node.scroll_to_me();
    harness.run_steps(4);
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run_steps(4);
    let shown = harness.query_all_by_label(option).find(|node| node.accesskit_node().role() == Role::Button);
    shown.unwrap_or_else(|| panic!("no {option} in {list}")).click();
    harness.run_steps(4);
}

/// Lets frames pass until this holds.
pub fn until(harness: &mut Window, what: &str, holds: impl Fn(&Window) -> bool) {
    for _ in 0..3_000 {
        if holds(harness) {
            return;
        }
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("{what}: {} turns, {}", tab(harness).race().len(), paddock(harness).status());
}

fn acts(harness: &Window) -> Option<CarId> {
    tab(harness).race().view(tab(harness).race().len()).to_act
}

#[test]
fn drivers_of_a_new_race_move_by_themselves_and_wait_after_a_turn_was_taken_back() {
    race_against_drivers(&["Wheel to Wheel"]);
}

mod slow {
    #[test]
    #[ignore = "slow: drivers learn three circuits"]
    fn drivers_of_a_new_race_move_by_themselves_in_the_other_games() {
        super::race_against_drivers(&["VektoRace", "Vector Racing", "Formula D"]);
    }
}

/// Begins a race in each of these games. Drivers play their cars' turns as soon as they are to act, and the person's
/// car waits for the person.
fn race_against_drivers(games: &[&str]) {
    for game in games {
        let folder = tempfile::tempdir().unwrap();
        let mut harness = window(Settings::default(), folder.path());
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        click_button(&mut harness, game);
        harness.run_steps(4);
        let lists = driver_lists(&harness);
        for (list, level) in lists.iter().skip(1).zip(["novice driver", "club driver", "novice driver"]) {
            choose(&mut harness, list, level);
        }
        press(&mut harness, CTRL, Key::Enter);
        harness.run_steps(4);
        let seats = tab(&harness).seats().clone();
        assert_eq!(seats.len(), lists.len() - 1, "{game}");
        assert_eq!(seats.values().next(), Some(&DrivenBy::Level(Level::Novice)), "{game}");
        let is_person = |harness: &Window| acts(harness).is_some_and(|car| !seats.contains_key(&car));
        until(&mut harness, "the person is to act", is_person);
        // The drivers answer the person's turns, twice.
        for _ in 0..2 {
            let before = tab(&harness).race().len();
            // Drivers may answer within the frames of a key press. Then the person must not play on. In Wheel to Wheel,
            // the person may also choose to move the other car of the team, which is no turn of its driver.
            let is_answered = |harness: &Window| {
                let race = tab(harness).race();
                (before..race.len()).any(|turn| seats.contains_key(&race.view(turn).to_act.unwrap()))
            };
            while is_person(&harness) && !is_answered(&harness) {
                crate::record::play_the_first(&mut harness);
            }
            until(&mut harness, &format!("{game}: the drivers have moved"), |harness| {
                is_person(harness) && is_answered(harness)
            });
            let race = tab(&harness).race();
            assert!((1..=race.len()).all(|turn| race.step(turn).unwrap().fault().is_none()), "{game}");
        }
        // Take back: the person decides again, and the drivers do not move until then.
        let before = tab(&harness).race().len();
        press(&mut harness, CTRL, Key::Backspace);
        let after = tab(&harness).race().len();
        assert!(after < before && is_person(&harness), "{game}: {before} {after}");
        // Undo puts the turns back; they were the last edit.
        press(&mut harness, CTRL, Key::Z);
        assert_eq!(tab(&harness).race().len(), before, "{game}");
        // Undo again takes back the last turn, of a driver. It waits, and goes on when it may.
        press(&mut harness, CTRL, Key::Z);
        let len = tab(&harness).race().len();
        assert!(len < before && tab(&harness).drivers_wait(), "{game}");
        harness.run_steps(40);
        assert_eq!(tab(&harness).race().len(), len, "{game}: it waits");
        click(&mut harness, "Go on");
        until(&mut harness, "the driver goes on", |harness| tab(harness).race().len() > len);
    }
}

#[test]
fn one_lets_drivers_wait_and_move_turn_by_turn_and_changes_them_in_the_menu_of_a_car() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Settings::default(), folder.path());
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click_button(&mut harness, "Wheel to Wheel");
    click(&mut harness, "Start race");
    assert!(tab(&harness).seats().is_empty());
    harness.run_steps(20);
    assert_eq!(tab(&harness).race().len(), 0, "persons drive all cars");
    // The slowest pace: a turn takes four seconds, which are sixteen frames.
    for _ in 0..4 {
        press(&mut harness, NONE, Key::OpenBracket);
    }
    // By mouse: the menu of the car to act.
    let car = acts(&harness).unwrap();
    let view = tab(&harness).race().view(0);
    let at = tab(&harness).board().screen_from_world(view.car(car).unwrap().at);
    let seat = |harness: &mut Window, level: &str| {
        right_click(harness, at);
        let entry = harness.query_all_by_label_contains("Driven by").next().unwrap().rect().center();
        click_at(harness, entry);
        let entry = harness.query_all_by_label(level).last().unwrap().rect().center();
        click_at(harness, entry);
        press(harness, NONE, Key::Escape);
    };
    seat(&mut harness, "club driver");
    assert_eq!(tab(&harness).seats().get(&car), Some(&DrivenBy::Level(Level::Club)));
    click(&mut harness, "Wait");
    let len = tab(&harness).race().len();
    assert_eq!(len, 0, "the driver has not moved yet");
    harness.run_steps(40);
    assert_eq!(tab(&harness).race().len(), len);
    for turn in 1..=2 {
        // One turn at a time, if the driver is to act again.
        if acts(&harness) != Some(car) {
            break;
        }
        click(&mut harness, "Let it move");
        until(&mut harness, "one turn", |harness| tab(harness).race().len() == len + turn);
        press(&mut harness, CTRL, Key::Z);
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::Z);
    }
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, CTRL, Key::Z);
    seat(&mut harness, "person");
    assert!(tab(&harness).seats().is_empty());
    seat(&mut harness, "expert driver");
    assert_eq!(tab(&harness).seats().get(&car), Some(&DrivenBy::Level(Level::Expert)));
}

#[test]
fn who_drives_is_known_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    let mut seats = Vec::new();
    for start in 0..2 {
        let mut harness = window(settings, folder.path());
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        click_button(&mut harness, "Formula D");
        choose(&mut harness, "Car 2: driven by", "novice driver");
        press(&mut harness, CTRL, Key::Enter);
        harness.run_steps(2);
        assert_eq!(tab(&harness).seats().len(), 1, "start {start}");
        if start == 1 {
            press(&mut harness, CTRL, Key::S);
            harness.run_steps(4);
            assert!(folder.path().join("evening.json").exists());
        }
        seats.push(tab(&harness).seats().clone());
        settings = paddock(&harness).settings_to_keep();
        // Text and back, as the settings are kept between runs.
        settings = serde_json::from_str(&serde_json::to_string(&settings).unwrap()).unwrap();
    }
    // The saved race, by its file; the race without a file, by its journal.
    let mut harness = window(settings, folder.path());
    harness.run_steps(6);
    assert_eq!(tab(&harness).seats(), &seats[0], "the race that came back");
    press(&mut harness, CTRL, Key::O);
    harness.run_steps(6);
    assert!(paddock(&harness).document().unwrap().path.is_some());
    assert_eq!(tab(&harness).seats(), &seats[1]);
}

#[test]
fn who_drives_stays_with_the_car_when_its_number_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Settings::default(), folder.path());
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click_button(&mut harness, "Formula D");
    choose(&mut harness, "Car 2: driven by", "novice driver");
    for number in ["22", "7"] {
        type_into(&mut harness, "No., car 2", number);
        press(&mut harness, NONE, Key::Enter);
        harness.run_steps(4);
        assert!(driver_lists(&harness).contains(&format!("Car {number}: driven by")), "{:?}", driver_lists(&harness));
    }
    press(&mut harness, CTRL, Key::Enter);
    harness.run_steps(2);
    assert_eq!(tab(&harness).seats().keys().copied().collect::<Vec<_>>(), [CarId(7)]);
}

fn click_at(harness: &mut Window, at: Pos2) {
    button_at(harness, at, PointerButton::Primary);
}

fn right_click(harness: &mut Window, at: Pos2) {
    button_at(harness, at, PointerButton::Secondary);
}

fn button_at(harness: &mut Window, at: Pos2, button: PointerButton) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: NONE });
    }
    harness.run_steps(4);
}

/// Types into the field with this label.
fn type_into(harness: &mut Window, label: &str, words: &str) {
    harness.get_by_label(label).focus();
    harness.run_steps(2);
    press(harness, CTRL, Key::A);
    harness.event(Event::Text(words.to_owned()));
    harness.run_steps(3);
}

#[test]
fn players_are_entered_tried_and_drive_cars_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Settings::default(), folder.path());
    let engine = format!("'{}' engine", env!("CARGO_BIN_EXE_paddock"));
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click_button(&mut harness, "Wheel to Wheel");
    harness.run_steps(4);
    // Cancelled at first: nothing is kept.
    for keeps in [false, true] {
        click_button(&mut harness, "Player programs…");
        harness.run_steps(4);
        harness.get_by_label_contains("The command paddock engine is an example.");
        type_into(&mut harness, "Name of player 1", "mine");
        assert!(harness.query_by_label("Enter the command of player 1, such as python3 player.py.").is_some());
        type_into(&mut harness, "Command of player 1", &engine);
        click(&mut harness, "Try player 1");
        until_shown(&mut harness, "mine answers.");
        click(&mut harness, "Add a player");
        type_into(&mut harness, "Name of player 2", "mine");
        type_into(&mut harness, "Command of player 2", "false");
        assert!(harness.query_by_label("The name mine is used twice. Change one of the names.").is_some());
        type_into(&mut harness, "Name of player 2", "broken");
        click(&mut harness, "Try player 2");
        harness.run_steps(2);
        until_shown(&mut harness, "did not answer the message hello");
        if keeps {
            click(&mut harness, "OK");
        } else {
            press(&mut harness, NONE, Key::Escape);
        }
        harness.run_steps(4);
        let players = paddock(&harness).settings().players.len();
        assert_eq!(players, if keeps { 2 } else { 0 });
        assert!(harness.query_by_label("Start race").is_some(), "only the dialog of players was closed");
    }
    let list = |harness: &Window, index: usize| -> String {
        let lists = harness.query_all_by_role(Role::ComboBox).filter_map(|node| node.accesskit_node().label());
        lists.filter(|label| label.ends_with(": driven by")).nth(index).unwrap()
    };
    let (second, third) = (list(&harness, 1), list(&harness, 2));
    choose(&mut harness, &second, "mine");
    choose(&mut harness, &third, "broken");
    press(&mut harness, CTRL, Key::Enter);
    harness.run_steps(4);
    let seats = tab(&harness).seats().clone();
    let names: Vec<String> = seats.values().map(ToString::to_string).collect();
    assert_eq!(names, ["mine", "broken"]);
    // Each car has moved, and what went wrong is reported.
    let has_moved = |harness: &Window, name: &str| {
        let race = tab(harness).race();
        let by = |step: usize| race.step(step).and_then(|step| seats.get(&step.car)).map(ToString::to_string);
        (1..=race.len()).any(|step| by(step).as_deref() == Some(name))
    };
    for _ in 0..40 {
        if ["mine", "broken"].iter().all(|name| has_moved(&harness, name)) {
            break;
        }
        if acts(&harness).is_some_and(|car| !seats.contains_key(&car)) {
            crate::record::play_the_first(&mut harness);
        } else {
            let before = tab(&harness).race().len();
            until(&mut harness, "a player moves", |harness| tab(harness).race().len() > before);
        }
    }
    for name in ["mine", "broken"] {
        assert!(has_moved(&harness, name), "{name}");
    }
    let lost = "broken gave no valid decision because the program ended. The novice driver decided instead.";
    until_shown(&mut harness, lost);
    assert!(harness.query_by_label_contains("mine gave no").is_none());
    // A restart: the settings go through text, as egui stores them.
    let text = serde_json::to_string(paddock(&harness).settings()).unwrap();
    let settings: Settings = serde_json::from_str(&text).unwrap();
    assert_eq!(settings.players, paddock(&harness).settings().players);
}

/// Lets frames pass until a label contains these words.
fn until_shown(harness: &mut Window, words: &str) {
    for _ in 0..2_000 {
        if harness.query_by_label_contains(words).is_some() {
            return;
        }
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let shown: Vec<String> =
        harness.query_all_by_label_contains("").filter_map(|node| node.accesskit_node().label()).collect();
    panic!("\"{words}\" is not shown, but: {shown:?}");
}

/// The driver of the first car thinks; advice takes its place, and afterwards the driver moves all the same.
#[test]
fn advice_while_a_driver_thinks_makes_no_driver_wait() {
    let folder = tempfile::tempdir().unwrap();
    // Work in the background can only be replaced if the window does not wait for it.
    let mut harness = window_with(Settings::default(), folder.path(), Background::default);
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click_button(&mut harness, "VektoRace");
    // The form is read in the background too.
    let is_read = |harness: &Window| harness.query_all_by_label_contains(": driven by").count() >= 2;
    until(&mut harness, "the form", is_read);
    let lists = driver_lists(&harness);
    lists.iter().for_each(|list| choose(&mut harness, list, "expert driver"));
    press(&mut harness, CTRL, Key::Enter);
    for asked in 1..=2 {
        until(&mut harness, "a driver thinks", |harness| tab(harness).situation().driving);
        press(&mut harness, NONE, Key::A);
        let at = tab(&harness).race().len();
        until(&mut harness, "there is advice", |harness| tab(harness).has_advice(at));
        until(&mut harness, "the driver moves", |harness| tab(harness).race().len() > at);
        assert!(!tab(&harness).drivers_wait(), "asked {asked} times");
    }
    click(&mut harness, "Wait");
}
