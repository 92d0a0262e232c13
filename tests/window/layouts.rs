//! Tests of layouts: shipped ones, and those that the user saves, deletes, exports and imports.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::documents::files::{FileDialogs, SaveKind};
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;

use crate::hands::{Window, click, click_button, paddock, press, race_tab};

/// A user who answers every question for a file with this path.
#[derive(Default)]
struct Answers(Mutex<PathBuf>);

impl FileDialogs for Answers {
    fn open(&self) -> Vec<PathBuf> {
        vec![self.0.lock().unwrap().clone()]
    }

    fn save(&self, kind: SaveKind, _: &str) -> Option<PathBuf> {
        assert_eq!(kind, SaveKind::Layout);
        Some(self.0.lock().unwrap().clone())
    }
}

fn window_of(race: &str, settings: Settings, answers: &Arc<Answers>, size: egui::Vec2) -> Window {
    let (file, answers) = (crate::desk::shipped(race), Arc::clone(answers));
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = Arc::clone(&answers) as Arc<dyn FileDialogs>;
            let mut window = Paddock::new(ui.ctx(), settings.clone(), dialogs, Background::inline());
            window.open(ui.ctx(), vec![file.clone()]);
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(size).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness
}

fn window(settings: Settings, answers: &Arc<Answers>) -> Window {
    window_of("replays/vektorace/widdershins-four-cars.json", settings, answers, vec2(1600.0, 1000.0))
}

fn typed(harness: &mut Window, text: &str) {
    for letter in text.chars() {
        harness.event(egui::Event::Text(letter.to_string()));
    }
    harness.run_steps(4);
}

/// Opens the menu, and chooses a layout.
fn choose(harness: &mut Window, name: &str) {
    click(harness, "Layouts");
    click_button(harness, name);
}

/// Saves the present panels under a name.
fn save(harness: &mut Window, name: &str) {
    click(harness, "Layouts");
    click(harness, "Name of the layout");
    typed(harness, name);
    click(harness, "Save the layout");
}

fn shows(harness: &Window, plot: &str) -> bool {
    harness.query_by_label(&format!("Plot of {plot}")).is_some()
}

#[test]
fn a_layout_is_saved_listed_chosen_and_deleted_over_restarts() {
    let answers = Arc::new(Answers::default());
    let mut harness = window(Settings::default(), &answers);
    click(&mut harness, "Menu of Gear");
    click(&mut harness, "Close panel");
    click(&mut harness, "Add panel");
    click_button(&mut harness, "Own quantity…");
    typed(&mut harness, "nitro + tyre");
    harness.get_all_by_label("Lap").next().unwrap().click();
    harness.run_steps(4);
    save(&mut harness, "My points");
    assert_eq!(paddock(&harness).status(), "Saved the layout My points");
    click(&mut harness, "Reset panels");
    assert!(shows(&harness, "Gear") && !shows(&harness, "nitro + tyre"));
    // The next run has it, twice used.
    let mut next = window(paddock(&harness).settings_to_keep(), &answers);
    for _ in 0..2 {
        choose(&mut next, "My points");
        assert!(!shows(&next, "Gear") && shows(&next, "nitro + tyre"));
        choose(&mut next, "Race story");
        assert!(shows(&next, "Place") && !shows(&next, "nitro + tyre"));
    }
    // The same name replaces it.
    save(&mut next, "My points");
    choose(&mut next, "Duel");
    choose(&mut next, "My points");
    assert!(shows(&next, "Place"));
    assert_eq!(paddock(&next).settings_to_keep().layouts.len(), 1);
    click(&mut next, "Layouts");
    // It is deleted only after a question.
    click(&mut next, "Delete the layout My points");
    next.get_by_label("Delete permanently?");
    next.get_by_label_contains("“My points”");
    click(&mut next, "Keep");
    assert_eq!(paddock(&next).settings_to_keep().layouts.len(), 1);
    click(&mut next, "Layouts");
    click(&mut next, "Delete the layout My points");
    next.get_by_label_contains(" Delete").click();
    next.run_steps(4);
    assert_eq!(paddock(&next).status(), "Deleted the layout My points");
    assert!(next.query_by_label("Delete permanently?").is_none());
    let mut last = window(paddock(&next).settings_to_keep(), &answers);
    click(&mut last, "Layouts");
    assert!(last.query_by_label("My points").is_none());
    last.get_by_label("Race story");
}

#[test]
fn a_layout_is_exported_and_imported_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let answers = Arc::new(Answers(Mutex::new(folder.path().join("shared.json"))));
    let mut harness = window(Settings::default(), &answers);
    click(&mut harness, "Add panel");
    click_button(&mut harness, "Own quantity…");
    typed(&mut harness, "gear * 2");
    save(&mut harness, "Doubled");
    click(&mut harness, "Layouts");
    click(&mut harness, "Export this layout…");
    let text = std::fs::read_to_string(folder.path().join("shared.json")).unwrap();
    assert!(text.contains("\"paddock_layout\": 1") && text.contains("Doubled") && text.contains("gear * 2"), "{text}");
    // Another user reads it.
    let mut other = window(Settings::default(), &answers);
    for round in 0..2 {
        click(&mut other, "Layouts");
        click(&mut other, "Import a layout…");
        assert_eq!(paddock(&other).status(), "Imported the layout Doubled", "{round}");
        assert!(shows(&other, "gear * 2"));
        assert_eq!(paddock(&other).settings_to_keep().layouts.len(), 1, "{round}: kept once");
        click(&mut other, "Reset panels");
    }
    // A file that is no layout changes nothing.
    std::fs::write(folder.path().join("shared.json"), "{\"laps\": 3}").unwrap();
    click(&mut other, "Layouts");
    click(&mut other, "Import a layout…");
    let errors = paddock(&other).errors();
    assert!(errors.last().unwrap().contains("this is not a layout"), "{errors:?}");
    assert!(shows(&other, "Gear"));
}

#[test]
fn every_game_has_layouts_that_fit_the_smallest_window() {
    let answers = Arc::new(Answers::default());
    // No race of Vector Racing has points to lose, or corners.
    let races: [(&str, &[&str]); 4] = [
        ("replays/vektorace/widdershins-four-cars.json", &["Race story", "Tyres", "Duel", "Corner school"]),
        ("replays/vector_racing/two-ponds-photo-finish.json", &["Race story", "Duel"]),
        ("replays/formula_d/saltmarsh-six-cars.json", &["Race story", "Wear", "Duel", "Corner school"]),
        ("replays/wheel_to_wheel/harbour-cup-1.json", &["Race story", "Tyres", "Duel"]),
    ];
    for (race, names) in races {
        let mut harness = window_of(race, Settings::default(), &answers, vec2(1000.0, 700.0));
        for name in names {
            choose(&mut harness, name);
            let plots: Vec<egui::Rect> =
                harness.query_all_by_label_contains("Plot of ").map(|node| node.rect()).collect();
            let wanted = if *name == "Race story" { 2 } else { 1 };
            let drawn = plots.iter().filter(|rect| rect.width() > 200.0 && rect.height() > 40.0).count();
            assert!(drawn >= wanted, "{race}, {name}: {plots:?}");
            let inside = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(1000.0, 700.0));
            assert!(plots.iter().all(|rect| inside.contains_rect(*rect)), "{race}, {name}: {plots:?}");
        }
    }
}

#[test]
fn a_click_on_a_cell_brings_its_plot_to_the_front() {
    let answers = Arc::new(Answers::default());
    let mut harness = window(Settings::default(), &answers);
    for (column, plot, behind) in [("Nitro", "Nitro", "Tyre"), ("Tyre", "Tyre", "Nitro"), ("Driven", "Driven", "Place")]
    {
        assert!(!shows(&harness, plot), "{plot} is behind another tab");
        let header = harness.get_by_label(&format!("Sort laps by {column}")).rect();
        let cell = egui::pos2(header.center().x, header.bottom() + 20.0);
        harness.hover_at(cell);
        harness.run_steps(2);
        harness.drag_at(cell);
        harness.drop_at(cell);
        harness.run_steps(4);
        assert!(shows(&harness, plot) && !shows(&harness, behind), "{column}");
    }
    // A cell without a plot leaves everything where it is.
    let header = harness.get_by_label("Sort laps by Driver").rect();
    let cell = egui::pos2(header.center().x, header.bottom() + 20.0);
    harness.drag_at(cell);
    harness.drop_at(cell);
    harness.run_steps(4);
    assert!(shows(&harness, "Tyre") && shows(&harness, "Driven"));
}

#[test]
fn each_car_has_a_row_of_its_own_by_key_and_by_button() {
    let answers = Arc::new(Answers::default());
    let mut harness = window(Settings::default(), &answers);
    let names = ["Rosa", "Samir", "Tove", "Ugo"];
    let row = |harness: &Window, name: &str| {
        harness.query_by_label(&format!("Plot of Place, {name}")).map(|node| node.rect())
    };
    choose(&mut harness, "Race story");
    for _ in 0..2 {
        assert!(shows(&harness, "Place") && row(&harness, "Rosa").is_none());
        press(&mut harness, Modifiers::SHIFT, Key::X);
        let rows: Vec<egui::Rect> = names.iter().map(|name| row(&harness, name).unwrap()).collect();
        assert!(rows.windows(2).all(|pair| pair[0].bottom() <= pair[1].top() + 1.0), "{rows:?}");
        assert!(rows.iter().all(|row| row.height() >= 18.0 && row.width() > 400.0), "{rows:?}");
        press(&mut harness, Modifiers::SHIFT, Key::X);
    }
    click(&mut harness, "Cars in rows");
    let before = row(&harness, "Rosa").unwrap().height();
    click(&mut harness, "Plot Ugo");
    assert!(row(&harness, "Ugo").is_none() && row(&harness, "Rosa").unwrap().height() > before);
    click(&mut harness, "Plot Ugo");
    // A layout keeps the rows.
    save(&mut harness, "In rows");
    choose(&mut harness, "Duel");
    assert!(row(&harness, "Rosa").is_none());
    let mut next = window(paddock(&harness).settings_to_keep(), &answers);
    choose(&mut next, "In rows");
    assert!(names.iter().all(|name| row(&next, name).is_some()));
}

#[test]
fn every_car_has_a_chip_in_the_bar_of_a_small_window() {
    for race in ["replays/formula_d/saltmarsh-six-cars.json", "replays/wheel_to_wheel/lanternwood-twelve-cars.json"] {
        for size in [vec2(1000.0, 700.0), vec2(1366.0, 768.0)] {
            let mut harness = crate::hands::opened(crate::desk::shipped(race), size);
            press(&mut harness, Modifiers::NONE, Key::F3);
            harness.run_steps(6);
            let end = harness.get_by_label("Add panel").rect().left();
            let entrants: Vec<String> =
                race_tab(&harness).race().entrants().iter().map(|entrant| entrant.name.clone()).collect();
            assert!(entrants.len() >= 6);
            for name in entrants {
                let chip = harness.get_by_label(&format!("Plot {name}")).rect();
                assert!(chip.right() <= end && chip.left() > 0.0, "{race}, {size:?}: {name} at {chip:?}, bar to {end}");
            }
        }
    }
}
