//! Tests of the window, used by keys, buttons and lists, without a display.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::commands::{Request, TABLE};
use paddock::app::documents::files::FileDialogs;
use paddock::app::documents::files::SaveKind;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;

use crate::hands::{CTRL, Window, click, paddock, press};

/// A user who chooses what the test says.
#[derive(Default)]
pub struct Choices {
    pub open: Vec<PathBuf>,
    pub save: Mutex<Option<PathBuf>>,
}

impl FileDialogs for Choices {
    fn open(&self) -> Vec<PathBuf> {
        self.open.clone()
    }

    fn save(&self, _: SaveKind, _: &str) -> Option<PathBuf> {
        self.save.lock().expect("no test panics while it holds this").clone()
    }
}

/// A window with these files open.
pub fn window(files: Vec<PathBuf>, choices: Choices) -> Window {
    let choices = Arc::new(choices);
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = Arc::clone(&choices) as Arc<dyn FileDialogs>;
            let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
            window.open(ui.ctx(), files.clone());
            window
        });
        window.show(ui);
    };
    let mut harness =
        Harness::builder().with_size(vec2(1440.0, 900.0)).with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    harness
}

pub fn race() -> PathBuf {
    crate::desk::shipped("replays/vektorace/widdershins-four-cars.json")
}

fn race_window() -> Window {
    window(vec![race()], Choices::default())
}

pub fn position(harness: &Window) -> usize {
    match paddock(harness).document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab.playback().position(),
        _ => panic!("no race is shown"),
    }
}

#[test]
fn the_welcome_page_offers_what_ships_and_how_to_begin() {
    let mut harness = window(Vec::new(), Choices::default());
    assert!(paddock(&harness).document().is_none());
    harness.get_by_label("Open Widdershins");
    // Grouped by game, with the races of a game after its circuits.
    let top = |label: &str| harness.get_by_label(label).rect().top();
    let games = ["VektoRace", "Vector Racing", "Formula D", "Wheel to Wheel"].map(top);
    assert!(games.is_sorted(), "{games:?}");
    let order =
        ["Recent files", "VektoRace", "Open Widdershins", "Open Four cars the other way round", "Vector Racing"];
    assert!(order.map(top).is_sorted(), "{:?}", order.map(top));
    let race = "Open Four cars the other way round";
    harness.get_by_label(race).scroll_to_me();
    harness.run_steps(3);
    click(&mut harness, race);
    assert_eq!(
        paddock(&harness).document().map(|document| document.title()),
        Some("Four cars the other way round".into())
    );
    press(&mut harness, CTRL, Key::W);
    assert!(paddock(&harness).document().is_none(), "the welcome page is back");
}

#[test]
fn a_typed_turn_number_replaces_the_old_one() {
    let mut harness = race_window();
    press(&mut harness, Modifiers::NONE, Key::End);
    let last = position(&harness);
    for wanted in ["12", "7", "12"] {
        press(&mut harness, Modifiers::NONE, Key::G);
        for digit in wanted.chars() {
            harness.event(egui::Event::Text(digit.to_string()));
            harness.run_steps(2);
        }
        assert_ne!(position(&harness).to_string(), wanted, "only Enter goes there");
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert_eq!(position(&harness).to_string(), wanted, "of {last}");
    }
}

#[test]
fn a_race_is_walked_through_by_keys() {
    let mut harness = race_window();
    assert_eq!(position(&harness), 0);
    for _ in 0..3 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(position(&harness), 3);
    press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(position(&harness), 2);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(position(&harness), 4, "four cars: the second round begins after four turns");
    press(&mut harness, Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!(position(&harness), 0);
    press(&mut harness, CTRL, Key::ArrowRight);
    let event = position(&harness);
    assert!(event > 0);
    press(&mut harness, CTRL, Key::ArrowLeft);
    assert!(position(&harness) < event);
    press(&mut harness, Modifiers::NONE, Key::End);
    let end = position(&harness);
    harness.get_by_label_contains("The race is over");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(position(&harness), end, "there is nothing after the end");
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_eq!(position(&harness), 0);
}

#[test]
fn a_race_is_walked_through_by_buttons_and_played() {
    let mut harness = race_window();
    click(&mut harness, "Next turn");
    click(&mut harness, "Next turn");
    assert_eq!(position(&harness), 2);
    click(&mut harness, "Previous turn");
    assert_eq!(position(&harness), 1);
    click(&mut harness, "Next round");
    assert_eq!(position(&harness), 4);
    press(&mut harness, Modifiers::NONE, Key::Space);
    // A step of the harness is a quarter of a second; a turn takes a second.
    harness.run_steps(12);
    let playing = position(&harness);
    assert!((6..=9).contains(&playing), "{playing}");
    click(&mut harness, "Pause");
    let paused = position(&harness);
    harness.run_steps(8);
    assert_eq!(position(&harness), paused);
}

#[test]
fn a_click_in_the_list_or_on_the_timeline_goes_there() {
    let mut harness = race_window();
    let turn = harness.get_all_by_role(egui::accesskit::Role::Button);
    let label = turn
        .filter_map(|node| node.accesskit_node().label())
        .find(|label| label.starts_with("Turn 7,"))
        .expect("turn 7 is in the list");
    click(&mut harness, &label);
    assert_eq!(position(&harness), 7);
    let bar = harness.get_by_label("Timeline").rect();
    let middle = egui::pos2((bar.left() + 96.0 + bar.right() - 16.0) / 2.0, bar.top() + 29.0);
    harness.drag_at(middle);
    harness.run_steps(2);
    harness.drop_at(middle);
    harness.run_steps(3);
    let turns = match paddock(&harness).document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab.playback().len(),
        _ => 0,
    };
    assert!(position(&harness).abs_diff(turns / 2) <= 1, "{} of {turns}", position(&harness));
    press(&mut harness, Modifiers::NONE, Key::End);
    let last = format!("Turn {turns},");
    assert!(harness.query_all_by_label_contains(&last).count() > 1, "in the list and on the card");
}

#[test]
fn the_turn_card_tells_the_turn() {
    let mut harness = race_window();
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    harness.get_by_label_contains("Round 1, Rosa:");
    let number = harness.get_by_label("Current turn");
    assert_eq!(number.accesskit_node().numeric_value(), Some(1.0));
    harness.get_by_label_contains("of 213, round 1, lap 1 of 3");
    // The last turn of a round belongs to that round on the timeline, on the card and in the timing table.
    let tab = crate::hands::race_tab(&harness);
    let next = tab.figures().turns.iter().position(|turn| turn.round == 2).unwrap();
    assert_eq!(tab.race().view(next).round, 2, "the position after the turn is in the next round");
    for (turn, round) in [(next, 1), (next + 1, 2)] {
        while position(&harness) < turn {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        harness.get_by_label(&format!("of 213, round {round}, lap 1 of 3"));
        harness.get_by_label(&format!("Turn {turn}, round {round}"));
        harness.get_by_label(&format!("round {round}"));
    }
}

#[test]
fn the_turn_card_has_the_turn_in_one_line() {
    let mut harness = race_window();
    assert!(harness.query_by_label_contains("1: 4FL+3").is_none(), "the grid is not a turn");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    harness.get_by_label("1: 4FL+3 F- =4");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    let line = harness.get_by_label("2: 4F+2 FR- P1 =5");
    line.hover();
    harness.run_steps(6);
    harness.get_by_label_contains("The turn as one line of text.");
    assert!(harness.query_by_label("1: 4FL+3 F- =4").is_none(), "the line is the turn's that is shown");
}

#[test]
fn pictures_are_written_as_the_board_shows_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("board.png");
    let choices = Choices { save: Mutex::new(Some(png.clone())), ..Choices::default() };
    let mut harness = window(vec![race()], choices);
    press(&mut harness, Modifiers::NONE, Key::L);
    press(&mut harness, CTRL, Key::E);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(paddock(&harness).status(), format!("Wrote {}", png.display()));
    let picture = image::open(&png).expect("a PNG file").to_rgb8();
    assert_eq!(picture.width(), 2400);
    let first = *picture.get_pixel(0, 0);
    assert!(picture.pixels().filter(|pixel| **pixel != first).count() > 100_000, "it shows something");
    let svg = folder.path().join("board.svg");
    let choices = Choices { save: Mutex::new(Some(svg.clone())), ..Choices::default() };
    let mut harness = window(vec![race()], choices);
    press(&mut harness, CTRL, Key::E);
    click(&mut harness, "SVG");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let text = std::fs::read_to_string(&svg).expect("an SVG file");
    assert!(text.starts_with("<?xml") && text.contains("<polygon"));
}

#[test]
fn a_circuit_goes_on_paper() {
    let folder = tempfile::tempdir().expect("a folder");
    let circuit = crate::desk::shipped("tracks/vektorace/adder-lane.json");
    let sheet = folder.path().join("sheet.pdf");
    let mut harness = window(vec![circuit], Choices { save: Mutex::new(Some(sheet.clone())), ..Choices::default() });
    // Its true size is not known yet: that is said, and nothing written.
    let choose = |harness: &mut Window, words: &str| {
        press(harness, CTRL, Key::K);
        harness.event(egui::Event::Text(words.to_owned()));
        harness.run_steps(3);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    choose(&mut harness, "Export at true size");
    harness.get_by_label_contains("first set the width of an octagon in millimetres");
    assert!(!sheet.exists());
    choose(&mut harness, "Export plan (PDF)");
    assert_eq!(paddock(&harness).status(), format!("Wrote {}", sheet.display()));
    assert!(std::fs::read(&sheet).expect("a PDF file").starts_with(b"%PDF-"));
}

#[test]
fn changing_ones_mind_in_a_dialog_changes_nothing() {
    let mut harness = window(vec![race()], Choices::default());
    press(&mut harness, CTRL, Key::E);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, CTRL, Key::O);
    assert_eq!(paddock(&harness).documents().len(), 1);
    assert!(paddock(&harness).errors().is_empty());
}

#[test]
fn the_palette_finds_and_does() {
    let mut harness = race_window();
    press(&mut harness, CTRL, Key::K);
    harness.get_by_label("Find a command").type_text("end of the race");
    harness.run_steps(3);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(position(&harness) > 50);
    assert!(harness.query_by_label("Find a command").is_none(), "the palette has closed");
    // Plain keys are for typing while the palette is open.
    press(&mut harness, CTRL, Key::K);
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert!(position(&harness) > 50);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_eq!(position(&harness), 0);
}

#[test]
fn the_palette_finds_open_documents_and_layouts() {
    let mut harness = race_window();
    let files = ["tracks/formula_d/saltmarsh.json", "replays/wheel_to_wheel/harbour-cup-1.json"];
    for file in files {
        harness.state_mut().as_mut().unwrap().request(Request::OpenFiles(vec![crate::desk::shipped(file)]));
        harness.run_steps(6);
    }
    let choose = |harness: &mut Window, words: &str| {
        press(harness, CTRL, Key::K);
        harness.get_by_label("Find a command").type_text(words);
        harness.run_steps(3);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    let titles: Vec<String> = paddock(&harness).documents().iter().map(paddock::app::tabs::Document::title).collect();
    assert_eq!(titles.len(), 3);
    for title in titles {
        choose(&mut harness, &title);
        assert_eq!(paddock(&harness).document().unwrap().title(), title);
    }
    // The race that is shown now has layouts.
    choose(&mut harness, "race story");
    let shown = paddock(&harness).document().unwrap();
    assert_eq!(shown.workspace(), paddock::app::workspaces::Workspace::Analysis);
    assert!(harness.query_by_label("Plot of Place").is_some());
}

#[test]
fn the_keyboard_map_is_closed_in_its_corner() {
    for size in [vec2(1000.0, 700.0), vec2(1440.0, 900.0), vec2(1920.0, 1080.0)] {
        let mut harness = crate::hands::opened(PathBuf::new(), size);
        press(&mut harness, Modifiers::SHIFT, Key::Questionmark);
        harness.run_steps(4);
        let map = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("keyboard-map"))).unwrap();
        let button = harness.get_by_label("Close the keyboard map").rect();
        let far = [map.right() - button.right(), button.top() - map.top()];
        assert!(far.iter().all(|far| (0.0..=24.0).contains(far)), "{size:?}: {button:?} in {map:?}");
    }
}

#[test]
fn the_keyboard_map_shows_every_command_that_has_a_key() {
    let mut harness = race_window();
    press(&mut harness, Modifiers::SHIFT, Key::Questionmark);
    harness.get_by_label("Close the keyboard map");
    for spec in TABLE.iter().filter(|spec| !spec.shortcuts.is_empty()) {
        let title = spec.title.trim_end_matches('…');
        assert!(harness.query_all_by_label(title).next().is_some(), "{title}");
    }
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_label("Close the keyboard map").is_none());
}

#[test]
fn nothing_moves_when_the_turn_changes() {
    let mut harness = race_window();
    let places = |harness: &Window| {
        ["Board", "Timeline", "Next turn", "Plot of Gear"].map(|label| harness.get_by_label(label).rect())
    };
    let before = places(&harness);
    for _ in 0..25 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        assert_eq!(places(&harness), before, "at {}", position(&harness));
    }
}

#[test]
fn everything_one_can_press_has_a_name() {
    let mut harness = Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        .with_accessibility_check(true)
        .with_context_setup(look::install)
        .build_ui_state(
            |ui, window: &mut Option<Paddock>| {
                let window = window.get_or_insert_with(|| {
                    let dialogs = Arc::new(Choices::default());
                    let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
                    window.open(ui.ctx(), vec![race()]);
                    window
                });
                window.show(ui);
            },
            None,
        );
    harness.run_steps(4);
    press(&mut harness, CTRL, Key::Home);
    press(&mut harness, CTRL, Key::K);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::SHIFT, Key::Questionmark);
}

#[test]
fn from_the_welcome_page_one_turns_to_the_first_document_or_the_last() {
    let other = race().parent().expect("a folder").join("nightjar-park-duel.json");
    let mut harness = window(vec![race(), other], Choices::default());
    let title = |harness: &Window| paddock(harness).document().map(|document| document.title());
    let ends = [0, 1].map(|index| Some(paddock(&harness).documents()[index].title()));
    assert_ne!(ends[0], ends[1]);
    for (modifiers, end) in [(CTRL, 0), (CTRL | Modifiers::SHIFT, 1)] {
        click(&mut harness, "Welcome");
        assert_eq!(title(&harness), None);
        press(&mut harness, modifiers, Key::Tab);
        assert_eq!(title(&harness), ends[end]);
    }
    // One document is enough.
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "Welcome");
    press(&mut harness, CTRL, Key::Tab);
    assert!(title(&harness).is_some());
}

/// A race whose sixth turn is missing, so that what is turn 6 now is another car's.
fn illegal_race(folder: &Path) -> PathBuf {
    let path = folder.join("illegal.json");
    let mut race: serde_json::Value =
        serde_json::from_slice(&std::fs::read(race()).expect("there")).expect("a race is JSON");
    race["turns"].as_array_mut().expect("turns").remove(5);
    std::fs::write(&path, race.to_string()).expect("written");
    path
}

#[test]
fn a_race_with_an_illegal_turn_says_so_and_leads_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window(vec![illegal_race(folder.path())], Choices::default());
    let status = paddock(&harness).status();
    assert!(status.contains("Turn 6 is illegal: "), "{status}");
    click(&mut harness, "Go to this turn");
    assert_eq!(position(&harness), 6);
    harness.get_by_label("Copy the reason why this turn is illegal");
}

#[test]
fn only_the_turn_that_breaks_a_rule_first_is_reported_as_illegal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window(vec![illegal_race(folder.path())], Choices::default());
    let later = match paddock(&harness).document().map(|document| &document.content) {
        Some(Content::Race(tab)) => {
            (7..=tab.race().len()).find(|turn| tab.race().step(*turn).is_some_and(|step| step.illegal.is_some()))
        }
        _ => None,
    };
    let later = later.expect("the cars' order stays wrong");
    assert_eq!(harness.query_all_by_label_contains(", illegal turn").count(), 1);
    for _ in 0..later {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    harness.get_by_label_contains("Not verified: an earlier turn is illegal");
    assert!(harness.query_by_label("Copy the reason why this turn is illegal").is_none(), "no red frame");
}

#[test]
fn each_race_has_its_own_place_in_its_list() {
    let other = race().with_file_name("copper-kettle-six-cars.json");
    let mut harness = window(vec![race(), other], Choices::default());
    let grid = |harness: &Window| {
        let mut rows = harness
            .get_all_by_role(egui::accesskit::Role::Button)
            .filter(|node| node.accesskit_node().label().is_some_and(|label| label == "The grid"));
        rows.next().is_some()
    };
    press(&mut harness, Modifiers::NONE, Key::End);
    assert!(!grid(&harness), "the list is at its end");
    press(&mut harness, CTRL, Key::Tab);
    assert_eq!(position(&harness), 0);
    assert!(grid(&harness), "the other race is at its grid");
    press(&mut harness, CTRL, Key::Tab);
    assert!(!grid(&harness));
}

#[test]
fn messages_belong_to_one_document() {
    let other = race().with_file_name("copper-kettle-six-cars.json");
    let mut harness = window(vec![race(), other], Choices::default());
    assert!(paddock(&harness).status().starts_with("Opened "));
    press(&mut harness, CTRL, Key::Tab);
    assert_eq!(paddock(&harness).status(), "");
}

#[test]
fn the_workspace_switch_never_leads_to_another_document() {
    let mut harness = window(vec![race()], Choices::default());
    assert!(harness.get_by_label("Editor").accesskit_node().is_disabled());
    press(&mut harness, CTRL, Key::N);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.get_by_label("Replay").accesskit_node().is_disabled());
    assert!(!harness.get_by_label("Editor").accesskit_node().is_disabled());
    click(&mut harness, "Editor");
    assert_eq!(paddock(&harness).document().map(|document| document.title()), Some("Oval".into()));
}

/// Help, Licences: a part is found by its name and read; Escape closes the view, also a second time.
#[test]
fn licences_are_read_in_the_window() {
    let mut harness = race_window();
    for round in 0..2 {
        press(&mut harness, CTRL, Key::K);
        harness.get_by_label("Find a command").type_text("Licences");
        harness.run_steps(3);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run_steps(3);
        harness.get_by_label("Close the licences");
        assert!(harness.query_by_label_contains("Permission is hereby granted").is_some(), "Paddock's own, {round}");
        harness.get_by_label("Find a part").focus();
        harness.run_steps(2);
        harness.get_by_label("Find a part").type_text("plex");
        harness.run_steps(3);
        click(&mut harness, "IBM Plex Sans (font)");
        assert!(harness.query_by_label_contains("SIL OPEN FONT LICENSE").is_some());
        press(&mut harness, Modifiers::NONE, Key::Escape);
        harness.run_steps(3);
        assert!(harness.query_by_label("Close the licences").is_none(), "{round}");
    }
}

#[test]
fn letters_typed_right_after_the_shortcut_go_to_the_palette() {
    let mut harness = race_window();
    press(&mut harness, Modifiers::NONE, Key::End);
    let last = position(&harness);
    assert!(last > 50);
    let key = |key, modifiers| egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    // Home would go to the start of the race, and L would switch the legal places.
    for letters in [["s", "t"], ["a", "r"]] {
        if letters[0] == "s" {
            harness.event(key(Key::K, CTRL));
            harness.event(key(Key::Home, Modifiers::NONE));
        }
        for letter in letters {
            harness.event(egui::Event::Text(letter.to_owned()));
        }
        harness.step();
    }
    harness.event(egui::Event::Text("t of the race".to_owned()));
    harness.run_steps(3);
    assert_eq!(position(&harness), last, "the keys act as commands");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(position(&harness), 0, "“start of the race” was chosen");
}
