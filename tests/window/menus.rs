//! The menus: what they list in each workspace, ticks, recent files, and clicks from one menu to the next.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::commands::{Command, Menu, Spec, TABLE};

use crate::desk::{program, shipped};
use crate::hands::{CTRL, Window, paddock, press, race_tab};

/// A window so high that no menu scrolls, with this file open.
fn high_with(file: &str) -> Window {
    let mut harness = program(shipped(file));
    harness.set_size(egui::vec2(1440.0, 1500.0));
    press(&mut harness, CTRL, Key::O);
    harness
}

fn race() -> Window {
    high_with("replays/vektorace/widdershins-four-cars.json")
}

fn circuit() -> Window {
    high_with("tracks/vektorace/widdershins.json")
}

/// The title of a menu in the bar, at the top of the window.
fn title<'a>(harness: &'a Window, menu: &'a str) -> Option<Node<'a>> {
    harness
        .query_all_by_label(menu)
        .find(|node| node.accesskit_node().role() == Role::Button && node.rect().top() < 30.0)
}

/// The titles of the menus in the bar.
fn titles(harness: &Window) -> Vec<&'static str> {
    Menu::BAR.iter().map(|menu| menu.title()).filter(|menu| title(harness, menu).is_some()).collect()
}

/// Opens a menu of the bar.
fn open(harness: &mut Window, menu: &str) {
    title(harness, menu).unwrap_or_else(|| panic!("no menu {menu}")).click();
    harness.run_steps(4);
}

/// An entry of an open menu that can be ticked.
fn switch<'a>(harness: &'a Window, title: &'a str) -> Option<Node<'a>> {
    harness.query_all_by_label(title).find(|node| node.accesskit_node().role() == Role::CheckBox)
}

/// The commands that an open menu lists.
fn listed(harness: &Window, menu: Menu) -> Vec<&'static str> {
    let of_menu = TABLE.iter().filter(|spec| spec.menu == menu).map(|spec| spec.title);
    of_menu.filter(|title| harness.query_all_by_label_contains(title).next().is_some()).collect()
}

/// The tick of an entry in an open menu; `None` if it can have none.
fn tick(harness: &Window, title: &str) -> Option<bool> {
    switch(harness, title)?.accesskit_node().toggled().map(|toggled| toggled == Toggled::True)
}

#[test]
fn menus_list_what_applies_to_the_workspace() {
    let mut harness = program(std::path::PathBuf::from("unused.json"));
    assert_eq!(titles(&harness), ["File", "View", "Help"], "the welcome page");
    open(&mut harness, "File");
    assert_eq!(
        listed(&harness, Menu::File),
        ["New circuit…", "Random circuit…", "New race…", "Open…", "Import…", "Quit"],
        "no document is open"
    );

    let mut harness = race();
    assert_eq!(titles(&harness), ["File", "Edit", "View", "Race", "Help"]);
    open(&mut harness, "Edit");
    assert_eq!(listed(&harness, Menu::Edit), ["Undo", "Redo"]);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    open(&mut harness, "View");
    let view = listed(&harness, Menu::View);
    assert!(view.contains(&"Follow car") && !view.contains(&"Switch the plot axis"), "{view:?}");
    assert!(!view.contains(&"Pit lane and start area"), "{view:?}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::F3);
    open(&mut harness, "View");
    let view = listed(&harness, Menu::View);
    assert!(!view.contains(&"Follow car") && view.contains(&"Switch the plot axis"), "{view:?}");

    let mut harness = circuit();
    assert_eq!(titles(&harness), ["File", "Edit", "Circuit", "View", "Help"]);
    open(&mut harness, "Edit");
    let edit = listed(&harness, Menu::Edit);
    // Nothing is selected, but something could be.
    assert!(edit.contains(&"Cut") && edit.contains(&"Distribute vertically"), "{edit:?}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    open(&mut harness, "View");
    let view = listed(&harness, Menu::View);
    assert!(view.contains(&"Pit lane and start area") && !view.contains(&"Legal places"), "{view:?}");
}

#[test]
fn a_dialog_disables_menus_but_does_not_change_them() {
    let mut harness = race();
    let before = titles(&harness);
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    assert!(harness.query_by_label("Start race").is_some());
    assert_eq!(titles(&harness), before);
}

/// Each switch of these menus is ticked when it is on, and clicking it twice leaves it as it was.
#[test]
fn switches_are_ticked_when_they_are_on() {
    let on_race: &[(&str, &[&str])] = &[
        ("View", &["Follow car", "Smooth car movement", "Before and after", "Legal places", "Plots"]),
        ("Race", &["Bookmark", "Record turns"]),
    ];
    let on_circuit: &[(&str, &[&str])] =
        &[("Circuit", &["Snap to the grid", "Snap in line", "Snap to edges"]), ("View", &["Pit lane and start area"])];
    for (mut harness, menus) in [(race(), on_race), (circuit(), on_circuit)] {
        for (menu, switches) in menus {
            for switch in *switches {
                let mut seen = Vec::new();
                for _ in 0..3 {
                    open(&mut harness, menu);
                    seen.push(tick(&harness, switch).unwrap_or_else(|| panic!("{switch} has no tick")));
                    self::switch(&harness, switch).unwrap().click();
                    harness.run_steps(4);
                }
                assert_eq!(seen, [seen[0], !seen[0], seen[0]], "{switch}");
            }
        }
    }
}

/// One theme is ticked, one tool, one workspace.
#[test]
fn one_of_several_is_ticked() {
    let mut harness = circuit();
    let of = |harness: &Window, titles: &[&'static str]| -> Vec<&'static str> {
        titles.iter().copied().filter(|title| tick(harness, title) == Some(true)).collect()
    };
    let rows = paddock::app::commands::rows(&paddock(&harness).document().unwrap().situation());
    let tools: Vec<Spec> = rows.into_iter().filter(|spec| is_tool(spec.command)).collect();
    assert!(tools.len() > 3);
    let titles: Vec<&str> = tools.iter().map(|spec| spec.title).collect();
    for spec in &tools {
        press(&mut harness, Modifiers::NONE, spec.shortcuts[0].logical_key);
        open(&mut harness, "Circuit");
        assert_eq!(of(&harness, &titles), [spec.title]);
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
    for theme in ["Light theme", "Dark theme", "System theme"] {
        open(&mut harness, "View");
        switch(&harness, theme).unwrap().click();
        harness.run_steps(4);
        open(&mut harness, "View");
        assert_eq!(of(&harness, &["Light theme", "Dark theme", "System theme"]), [theme]);
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

fn is_tool(command: Command) -> bool {
    matches!(command, Command::ToolSelect | Command::Draw(_))
}

fn click_at(harness: &mut Window, at: Pos2) {
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(1);
    }
    harness.run_steps(4);
}

/// A click on another title of the bar changes the menu at most; it never carries out an entry.
#[test]
fn a_click_on_the_next_menu_carries_out_nothing() {
    let mut harness = race();
    for size in [egui::vec2(1000.0, 700.0), egui::vec2(1600.0, 1000.0)] {
        harness.set_size(size);
        harness.run_steps(4);
        let was = race_tab(&harness).playback().position();
        for (first, second) in [("File", "Race"), ("Race", "File"), ("View", "Race")] {
            for menu in [first, second] {
                let place = title(&harness, menu).unwrap().rect().center();
                click_at(&mut harness, place);
            }
            assert!(!race_tab(&harness).playback().is_playing(), "{first}, then {second}");
            assert_eq!(race_tab(&harness).playback().position(), was);
            press(&mut harness, Modifiers::NONE, Key::Escape);
            press(&mut harness, Modifiers::NONE, Key::Escape);
            for entry in ["New circuit…", "Larger text", "Take back the last turn"] {
                assert!(harness.query_by_label(entry).is_none(), "Escape closes the menu");
            }
            assert!(paddock(&harness).document().is_some());
        }
    }
}

#[test]
fn a_menu_that_scrolls_opens_at_its_top() {
    let mut harness = race();
    harness.set_size(egui::vec2(1000.0, 500.0));
    harness.run_steps(8);
    // Entries are wider than the buttons of the timeline.
    let first = |harness: &Window| {
        let entries = harness.query_all_by_label_contains("Next turn").map(|node| node.rect());
        entries.max_by(|one, other| one.width().total_cmp(&other.width())).unwrap()
    };
    open(&mut harness, "Race");
    let top = first(&harness);
    harness.hover_at(top.center() + egui::vec2(0.0, 100.0));
    harness.run_steps(4);
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -200.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(20);
    assert!(first(&harness).top() < top.top() - 100.0, "the menu scrolls: {:?}", first(&harness));
    let again = [(); 3].map(|()| {
        press(&mut harness, Modifiers::NONE, Key::Escape);
        open(&mut harness, "Race");
        harness.run_steps(4);
        first(&harness)
    });
    assert!(again.iter().all(|rect| rect.min == top.min), "{top:?} {again:?}");
    assert_eq!(again[1], again[2], "the menu does not grow");
}

#[test]
fn a_new_race_begins_with_the_game_and_the_circuit_on_screen() {
    let mut harness = high_with("replays/formula_d/weavers-knot-changing-skies.json");
    harness.state_mut().as_mut().unwrap().request(Command::NewRace);
    harness.run_steps(30);
    harness.get_by_label("Start race");
    let name = race_tab(&harness).race().track_name().to_owned();
    let circuits = harness.query_all_by_label("Circuit").filter_map(|node| node.accesskit_node().value());
    let circuits: Vec<String> = circuits.collect();
    assert!(circuits.contains(&name), "{circuits:?}");
}

#[test]
fn recent_files_are_opened_from_the_file_menu() {
    let mut harness = race();
    press(&mut harness, CTRL, Key::W);
    assert!(paddock(&harness).document().is_none());
    for _ in 0..2 {
        open(&mut harness, "File");
        let entry = harness.query_all_by_label_contains("Open recent").next().unwrap().rect().center();
        click_at(&mut harness, entry);
        let entry = harness.query_all_by_label("widdershins-four-cars.json").last().unwrap().rect().center();
        click_at(&mut harness, entry);
        for _ in 0..200 {
            harness.run_steps(1);
            if paddock(&harness).document().is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert_eq!(race_tab(&harness).race().entrants().len(), 4);
        press(&mut harness, CTRL, Key::W);
    }
}

/// Every command that switches a setting off and on again has a tick in its menu.
#[test]
fn every_command_that_switches_a_setting_has_a_tick() {
    let mut harness = race();
    let settings = |harness: &Window| serde_json::to_value(paddock(harness).settings()).unwrap();
    let mut switches = Vec::new();
    // Commands of the other menus change the race, or start a search; none of them has a setting.
    for spec in TABLE.iter().filter(|spec| spec.menu == Menu::View || spec.command == Command::SecretMoves) {
        let mut seen = Vec::new();
        for _ in 0..3 {
            harness.state_mut().as_mut().unwrap().request(spec.command);
            harness.run_steps(2);
            seen.push(settings(&harness));
        }
        if seen[0] != seen[1] && seen[0] == seen[2] {
            switches.push(spec);
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
        if paddock(&harness).document().is_none() {
            press(&mut harness, CTRL, Key::PageDown);
        }
    }
    assert_eq!(switches.len(), 8, "{:?}", switches.iter().map(|spec| spec.title).collect::<Vec<_>>());
    let mut harness = race();
    for spec in switches {
        open(&mut harness, spec.menu.title());
        if listed(&harness, spec.menu).contains(&spec.title) {
            assert!(tick(&harness, spec.title).is_some(), "{} has no tick", spec.title);
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn a_tab_out_of_view_is_reached_from_the_list_of_documents() {
    let mut harness = program(shipped("tracks/vektorace/widdershins.json"));
    harness.set_size(egui::vec2(1000.0, 700.0));
    let files = ["copper-kettle-six-cars", "kestrel-ring-three-laps", "long-barrow-online", "nightjar-park-duel"]
        .map(|name| shipped(&format!("replays/vektorace/{name}.json")));
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().unwrap().open(&ctx, files.to_vec());
    harness.run_steps(6);
    let title = |harness: &Window| paddock(harness).document().unwrap().title().to_owned();
    let last = "A duel in Nightjar Park";
    for _ in 0..2 {
        for wanted in [last, "Six cars in the Copper Kettle"] {
            harness.get_by_label("All open documents").click();
            harness.run_steps(4);
            let entries: Vec<Node<'_>> = harness.query_all_by_label_contains(wanted).collect();
            // The list is below the tabs.
            let entry =
                entries.iter().filter(|node| node.rect().top() > 56.0).min_by_key(|node| node.rect().top() as i32);
            entry.unwrap_or_else(|| panic!("{wanted} is not in the list")).click();
            harness.run_steps(4);
            assert_eq!(title(&harness), wanted);
            assert!(harness.query_by_label("Close A duel in Nightjar Park").is_some());
        }
    }
    let list = harness.get_by_label("All open documents").rect();
    assert!(list.right() <= 1000.0, "the button stays in the window: {list:?}");
}

#[test]
fn keys_do_nothing_behind_an_open_menu() {
    for _ in 0..2 {
        let mut harness = circuit();
        press(&mut harness, CTRL, Key::A);
        open(&mut harness, "File");
        press(&mut harness, Modifiers::NONE, Key::Delete);
        press(&mut harness, Modifiers::NONE, Key::Escape);
        harness.get_by_label("No steps yet.");
        press(&mut harness, Modifiers::NONE, Key::Delete);
        assert!(harness.query_by_label("No steps yet.").is_none(), "without a menu, the key deletes");
    }
    let mut harness = race();
    open(&mut harness, "Race");
    for key in [Key::End, Key::R, Key::B, Key::ArrowRight, Key::Num1] {
        press(&mut harness, Modifiers::NONE, key);
    }
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let tab = race_tab(&harness);
    assert_eq!((tab.playback().position(), tab.situation().recording), (0, false));
    let remarks = tab.race().remarks();
    assert!(remarks.bookmarks.is_empty() && remarks.marks.is_empty());
    press(&mut harness, Modifiers::NONE, Key::End);
    assert!(race_tab(&harness).playback().position() > 0);
}
