//! Tests of dialogs, menus and drop-down lists: the topmost one gets the pointer and Escape, also when it is used
//! again.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::documents::files::{FileDialogs, SaveKind};
use paddock::app::documents::path_dialog::{PathDialog, Purpose};
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;

use crate::desk::{program, shipped};
use crate::hands::{CTRL, Window, click, click_button, paddock, press};

fn window() -> Window {
    program(PathBuf::from("unused.json"))
}

fn is_open(harness: &Window) -> bool {
    harness.query_by_label("Start race").is_some()
}

/// Opens the drop-down of circuits, and returns whether its options are shown.
fn open_circuits(harness: &mut Window) {
    harness.get_by_role_and_label(Role::ComboBox, "Circuit").click();
    harness.run_steps(4);
}

fn option<'a>(harness: &'a Window, name: &'a str) -> Option<egui_kittest::Node<'a>> {
    harness.query_all_by_label(name).find(|node| node.accesskit_node().role() == Role::Button)
}

#[test]
fn drop_downs_of_a_new_race_are_in_front_on_every_use() {
    let mut harness = window();
    for circuit in ["Copper Kettle", "Kestrel Ring", "Long Barrow"] {
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        assert!(is_open(&harness));
        open_circuits(&mut harness);
        option(&harness, circuit).unwrap_or_else(|| panic!("no {circuit}")).click();
        harness.run_steps(4);
        let chosen = harness.get_by_role_and_label(Role::ComboBox, "Circuit").value();
        assert_eq!(chosen.as_deref(), Some(circuit));
        click(&mut harness, "Cancel");
        assert!(!is_open(&harness));
    }
}

#[test]
fn escape_closes_a_drop_down_and_then_the_dialog() {
    let mut harness = window();
    for _ in 0..2 {
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        open_circuits(&mut harness);
        assert!(option(&harness, "Kestrel Ring").is_some());
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(option(&harness, "Kestrel Ring").is_none());
        assert!(is_open(&harness), "the first Escape closes only the drop-down");
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(!is_open(&harness));
    }
}

#[test]
fn escape_closes_an_open_menu_and_nothing_below() {
    let mut harness = program(shipped("replays/vektorace/widdershins-four-cars.json"));
    press(&mut harness, CTRL, Key::O);
    for _ in 0..2 {
        click(&mut harness, "View");
        assert!(harness.query_by_label_contains("Larger text").is_some());
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(harness.query_by_label_contains("Larger text").is_none());
        assert!(paddock(&harness).document().is_some());
    }
}

/// In a low window, no menu covers its title or leaves the window; entries beyond it are reached by scrolling.
#[test]
fn tall_menus_scroll_in_a_small_window() {
    let mut harness = program(shipped("replays/vektorace/widdershins-four-cars.json"));
    press(&mut harness, CTRL, Key::O);
    harness.set_size(vec2(800.0, 560.0));
    harness.run_steps(4);
    for (menu, last) in [("View", "Normal text"), ("Race", "Play slower")] {
        click(&mut harness, menu);
        let title = harness.query_all_by_label(menu).next().unwrap().rect();
        let entry = |harness: &Window| harness.query_all_by_label_contains(last).last().unwrap().rect();
        let is_in = |rect: Rect| rect.top() >= title.bottom() && rect.bottom() <= 560.0;
        assert!(!is_in(entry(&harness)), "{menu} would fit: try a smaller window");
        harness.event(egui::Event::PointerMoved(title.center_bottom() + vec2(40.0, 200.0)));
        for _ in 0..40 {
            harness.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, -200.0),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            harness.run_steps(1);
        }
        harness.run_steps(10);
        assert!(is_in(entry(&harness)), "{menu}: {last} is at {:?}", entry(&harness));
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn drop_down_lists_are_used_with_the_keyboard_and_close() {
    let mut harness = crate::hands::opened(PathBuf::new(), vec2(1366.0, 768.0));
    let circuit = |harness: &Window| {
        let list = harness.query_all_by_role(Role::ComboBox).next().unwrap();
        list.accesskit_node().value().unwrap_or_default()
    };
    for _ in 0..2 {
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        harness.run_steps(8);
        let before = circuit(&harness);
        harness.query_all_by_role(Role::ComboBox).next().unwrap().focus();
        harness.run_steps(2);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run_steps(4);
        assert!(egui::Popup::is_any_open(&harness.ctx), "the list is open");
        for _ in 0..4 {
            press(&mut harness, Modifiers::NONE, Key::Tab);
        }
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run_steps(4);
        assert!(!egui::Popup::is_any_open(&harness.ctx), "the list is closed");
        assert_ne!(circuit(&harness), before, "a circuit was chosen");
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

/// A system without file dialogs.
struct InWindow(PathDialog);

impl FileDialogs for InWindow {
    fn open(&self) -> Vec<PathBuf> {
        self.0.ask("Open circuits and races", Purpose::Open(&["json"]), Path::new("")).into_iter().collect()
    }

    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf> {
        let name = format!("{suggested}.{}", kind.extension());
        self.0.ask("Save as", Purpose::Save, Path::new(&name))
    }

    fn show(&self, ctx: &egui::Context) {
        self.0.show(ctx);
    }

    fn close(&self) -> bool {
        self.0.close()
    }
}

/// Frames until this holds; jobs have threads of their own.
fn until(harness: &mut Window, holds: impl Fn(&Window) -> bool) {
    for _ in 0..400 {
        if holds(harness) {
            return;
        }
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("it never came to this: {}", paddock(harness).status());
}

#[test]
fn without_a_file_dialog_paths_are_typed_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let race = folder.path().join("evening-race.json");
    std::fs::copy(shipped("replays/vektorace/widdershins-four-cars.json"), &race).unwrap();
    std::fs::copy(shipped("tracks/vektorace/widdershins.json"), folder.path().join("widdershins.json")).unwrap();
    let show = |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = std::sync::Arc::new(InWindow(PathDialog::new(ui.ctx())));
            Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::default())
        });
        window.show(ui);
    };
    let builder = egui_kittest::Harness::builder().with_size(vec2(1000.0, 700.0));
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(8);
    let asks = |harness: &Window| harness.query_by_label("Path").is_some();
    let typed = |harness: &mut Window, words: &str| {
        press(harness, CTRL, Key::A);
        harness.event(egui::Event::Text(words.to_owned()));
        harness.run_steps(4);
    };
    // Escape cancels, and the question comes again.
    for _ in 0..2 {
        press(&mut harness, CTRL, Key::O);
        until(&mut harness, asks);
        press(&mut harness, Modifiers::NONE, Key::Escape);
        until(&mut harness, |harness| !asks(harness));
    }
    press(&mut harness, CTRL, Key::O);
    until(&mut harness, asks);
    typed(&mut harness, "/no/such/folder/file.json");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.query_by_label_contains("There is no folder").is_some());
    // Tab completes the only name that begins like this.
    typed(&mut harness, &folder.path().join("even").display().to_string());
    press(&mut harness, Modifiers::NONE, Key::Tab);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    until(&mut harness, |harness| paddock(harness).document().is_some());
    assert!(!asks(&harness));
    assert_eq!(crate::hands::race_tab(&harness).race().entrants().len(), 4);
    // Export: an existing file is replaced only if that is said twice.
    let picture = folder.path().join("board.svg");
    std::fs::write(&picture, "former").unwrap();
    press(&mut harness, CTRL, Key::E);
    harness.get_by_label("SVG").click();
    harness.run_steps(4);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    until(&mut harness, asks);
    let proposed = harness.query_all_by_label_contains(&format!("Path: {}", folder.path().display())).count();
    assert_eq!(proposed, 1, "the folder of the last file is proposed, and shown");
    typed(&mut harness, &picture.display().to_string());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.query_by_label_contains("This file exists").is_some());
    assert_eq!(std::fs::read(&picture).unwrap(), b"former");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    until(&mut harness, |_| std::fs::read_to_string(&picture).unwrap().contains("<svg"));
    assert!(!asks(&harness));
}

/// A scroll bar is drawn in the last points of the area with the fields.
#[test]
fn no_field_of_a_new_race_is_under_the_scroll_bar() {
    for size in [vec2(1000.0, 700.0), vec2(1440.0, 900.0)] {
        let mut harness = crate::hands::opened(PathBuf::new(), size);
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        harness.get_by_role_and_label(Role::Button, "Wheel to Wheel").click();
        harness.run_steps(8);
        let dialog = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("new-race"))).unwrap();
        let fields =
            harness.get_all_by_label_contains("ualifying").filter(|node| node.accesskit_node().is_text_input());
        let fields: Vec<Rect> = fields.map(|node| node.rect()).collect();
        assert!(fields.len() > 1, "{fields:?}");
        for field in fields {
            assert!(
                field.width() > 100.0 && field.right() <= dialog.right() - 24.5,
                "{size:?}: {field:?} in {dialog:?}"
            );
        }
    }
}

/// A refused entry stays in its field with the error below, and the race cannot begin until it is corrected.
#[test]
fn a_refused_entry_of_a_new_race_stays_and_keeps_the_race_from_starting() {
    let mut harness = window();
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    harness.get_by_role_and_label(Role::Button, "Wheel to Wheel").click();
    harness.run_steps(8);
    let can_start = |harness: &Window| !harness.get_by_label("Start race").accesskit_node().is_disabled();
    let throws = |harness: &Window| {
        let fields = harness.query_all_by_role(Role::TextInput);
        let named =
            fields.filter_map(|node| node.accesskit_node().label().filter(|name| name.contains("ualifying throws")));
        named.collect::<Vec<String>>()
    };
    let name = throws(&harness).first().cloned().unwrap();
    let enter = |harness: &mut Window, text: &str| {
        harness.get_by_label(&name).focus();
        harness.run_steps(2);
        press(harness, CTRL, Key::A);
        press(harness, Modifiers::NONE, Key::Delete);
        harness.event(egui::Event::Text(text.to_owned()));
        harness.run_steps(2);
        press(harness, Modifiers::NONE, Key::Tab);
        harness.run_steps(4);
    };
    let entered = |harness: &Window| harness.get_by_label(&name).accesskit_node().value().unwrap_or_default();
    for _ in 0..2 {
        assert!(can_start(&harness), "at first, and when the entry is corrected");
        enter(&mut harness, "9 9 x");
        assert_eq!(entered(&harness), "9 9 x");
        assert_eq!(harness.query_all_by_label_contains("Enter a whole number from 1 to 6").count(), 1);
        assert!(!can_start(&harness));
        harness.get_by_label_contains("Correct the entry");
        // Another field does not take the error away.
        click_button(&mut harness, "Add a team");
        harness.run_steps(4);
        assert_eq!(entered(&harness), "9 9 x");
        assert!(!can_start(&harness));
        enter(&mut harness, "");
        assert_eq!(entered(&harness), "");
        assert_eq!(harness.query_all_by_label_contains("Enter a whole number").count(), 0);
    }
}
