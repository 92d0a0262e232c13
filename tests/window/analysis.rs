//! Tests of the Analysis workspace, used by keys, buttons, menus and lists, without a display.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;

use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::analysis::Quantity;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::commands::Ghost;
use paddock::app::documents::files::FileDialogs;
use paddock::app::documents::files::SaveKind;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::workspaces::Workspace;
use paddock::app::workspaces::analysis::arrangement::{Arrangement, Pane, TableKind};
use paddock::game::CarId;

use crate::hands::{Window, click, click_button, paddock, press, race_tab as tab};

/// A user who writes where the test says, and opens what it says.
#[derive(Default)]
struct Choices {
    save: Mutex<Option<PathBuf>>,
    asked: Mutex<Vec<(SaveKind, String)>>,
    open: Vec<PathBuf>,
}

impl FileDialogs for Choices {
    fn open(&self) -> Vec<PathBuf> {
        self.open.clone()
    }

    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf> {
        self.asked.lock().unwrap().push((kind, suggested.to_owned()));
        self.save.lock().unwrap().clone()
    }
}

fn window_with(settings: Settings, choices: &Arc<Choices>, files: Vec<PathBuf>) -> Window {
    paced(settings, choices, files, 0.25)
}

/// The same with this number of seconds between steps.
fn paced(settings: Settings, choices: &Arc<Choices>, files: Vec<PathBuf>, seconds: f32) -> Window {
    let choices = Arc::clone(choices);
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = Arc::clone(&choices) as Arc<dyn FileDialogs>;
            let mut window = Paddock::new(ui.ctx(), settings.clone(), dialogs, Background::inline());
            window.open(ui.ctx(), files.clone());
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_step_dt(seconds);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    harness
}

fn race() -> PathBuf {
    crate::desk::shipped("replays/vektorace/widdershins-four-cars.json")
}

/// The race in the Analysis workspace.
fn window() -> (Window, Arc<Choices>) {
    let choices = Arc::new(Choices::default());
    let mut harness = window_with(Settings::default(), &choices, vec![race()]);
    press(&mut harness, Modifiers::NONE, Key::F3);
    (harness, choices)
}

fn position(harness: &Window) -> usize {
    tab(harness).playback().position()
}

/// Where the names of rows lie, from above: the texts with this label.
fn tops(harness: &Window, label: &str) -> Vec<f32> {
    let mut tops: Vec<f32> = harness.query_all_by_label(label).map(|node| node.rect().top()).collect();
    tops.sort_by(f32::total_cmp);
    tops
}

#[test]
fn a_race_is_read_and_every_panel_has_its_tab() {
    let (mut harness, _) = window();
    let document = paddock(&harness).document().unwrap();
    assert_eq!(document.workspace(), Workspace::Analysis);
    assert!(tab(&harness).analysis().reading().is_some(), "the race was read in the background");
    for label in ["Board", "Summary", "Gear", "Gap to the leader", "Tyre", "Nitro", "Two cars", "Laps", "Turns"] {
        assert!(harness.query_all_by_label(label).next().is_some(), "{label}");
    }
    for kind in TableKind::ALL {
        assert!(harness.query_all_by_label(kind.title()).next().is_some(), "{kind:?}");
    }
    harness.get_by_label("Plot of Gear");
    harness.get_by_label("Plot of Gap to the leader");
    // The summary says where it was decided.
    harness.get_by_label_contains("Samir won, Rosa came second");
    harness.get_by_label_contains("Samir's lap 1");
    press(&mut harness, Modifiers::NONE, Key::F2);
    assert_eq!(tab(&harness).workspace(), Workspace::Replay);
    assert!(harness.query_by_label_contains("Samir won, Rosa came second").is_none());
    harness.get_by_role_and_label(Role::Button, "Analysis").click();
    harness.run_steps(4);
    assert_eq!(tab(&harness).workspace(), Workspace::Analysis);
}

#[test]
fn the_cursor_is_one_in_plots_tables_and_time() {
    let (mut harness, _) = window();
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(position(&harness), 1, "the keys of the replay walk here, too");
    let plot = harness.get_by_label("Plot of Gear");
    let middle = plot.rect().center();
    harness.hover_at(middle);
    harness.run_steps(2);
    harness.drag_at(middle);
    harness.drop_at(middle);
    harness.run_steps(4);
    let there = position(&harness);
    assert!((90..130).contains(&there), "the middle of 213 turns: {there}");
    // A row of the table leads to its turn.
    click_button(&mut harness, "Incidents");
    click(&mut harness, "Filter incidents");
    harness.get_by_label("Filter incidents").type_text("finish");
    harness.run_steps(4);
    let all = tab(&harness).analysis().reading().unwrap().table(TableKind::Incidents).unwrap().rows.len();
    // The fourth car is on the track at the end, so three cars finish.
    harness.get_by_label(&format!("3 of {all} incidents"));
    let header = harness.get_by_label("Sort incidents by Turn").rect();
    let first = egui::pos2(header.left(), header.bottom() + 20.0);
    harness.drag_at(first);
    harness.drop_at(first);
    harness.run_steps(4);
    let step = tab(&harness).race().step(position(&harness)).unwrap().clone();
    assert!(step.events.iter().any(|event| matches!(event.kind, paddock::game::EventKind::Finished { .. })));
}

#[test]
fn tables_sort_filter_and_lead_to_their_turns() {
    let (mut harness, _) = window();
    harness.get_by_label("12 laps");
    let names = ["Rosa", "Samir", "Tove", "Ugo"];
    let in_table = |harness: &Window, name: &str| {
        let top = harness.get_by_label("Sort laps by Driver").rect().top();
        tops(harness, name).into_iter().filter(|at| *at > top).collect::<Vec<_>>()
    };
    let first = |harness: &Window| {
        let key = |name: &&str| in_table(harness, name).first().copied().unwrap_or(f32::MAX);
        names.into_iter().min_by(|a, b| key(a).total_cmp(&key(b))).unwrap()
    };
    assert_eq!(first(&harness), "Samir", "the winner's laps come first");
    click(&mut harness, "Sort laps by Driver");
    assert_eq!(first(&harness), "Rosa");
    click(&mut harness, "Sort laps by Driver");
    assert_eq!(first(&harness), "Ugo");
    click(&mut harness, "Sort laps by Driver");
    assert_eq!(first(&harness), "Samir", "a third click is as it was");
    harness.get_by_label("Filter laps").click();
    harness.run_steps(2);
    harness.get_by_label("Filter laps").type_text("ugo");
    harness.run_steps(4);
    harness.get_by_label("3 of 12 laps");
    // The first of Ugo's rows is the way to the line.
    let place = {
        let header = harness.get_by_label("Sort laps by Driver").rect();
        egui::pos2(header.left() + 6.0, header.bottom() + 20.0)
    };
    harness.drag_at(place);
    harness.drop_at(place);
    harness.run_steps(4);
    let ends: Vec<usize> = tab(&harness)
        .analysis()
        .reading()
        .unwrap()
        .digest
        .cars
        .iter()
        .find(|car| car.name == "Ugo")
        .unwrap()
        .laps
        .iter()
        .map(|lap| lap.to)
        .collect();
    assert!(ends.contains(&position(&harness)), "{} is none of {ends:?}", position(&harness));
}

#[test]
fn cars_are_chosen_for_plots_and_tables_alike() {
    let (mut harness, _) = window();
    harness.get_by_label("12 laps");
    click(&mut harness, "Plot Rosa");
    harness.get_by_label("9 of 12 laps");
    click(&mut harness, "Plot Rosa");
    harness.get_by_label("12 laps");
}

#[test]
fn a_double_click_shows_a_car_alone_and_another_one_all_of_them() {
    let mut harness = paced(Settings::default(), &Arc::new(Choices::default()), vec![race()], 0.02);
    press(&mut harness, Modifiers::NONE, Key::F3);
    let twice = |harness: &mut Window| {
        let chip = harness.get_by_label("Plot Rosa").rect().center();
        for _ in 0..2 {
            harness.drag_at(chip);
            harness.drop_at(chip);
            harness.run_steps(1);
        }
        harness.run_steps(4);
    };
    twice(&mut harness);
    harness.get_by_label("3 of 12 laps");
    harness.run_steps(60);
    twice(&mut harness);
    harness.get_by_label("12 laps");
}

#[test]
fn recording_goes_back_to_the_replay() {
    let (mut harness, _) = window();
    for _ in 0..5 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut harness, Modifiers::NONE, Key::E);
    assert_eq!(tab(&harness).workspace(), Workspace::Replay);
    harness.get_by_label("Turn as one line of text");
}

#[test]
fn plots_run_over_turns_rounds_and_the_lap() {
    let (mut harness, _) = window();
    for (axis, range) in [("Round", 25..31), ("Lap", 40..60), ("Turn", 90..130)] {
        harness.get_by_role_and_label(Role::Button, axis).click();
        harness.run_steps(4);
        let middle = harness.get_by_label("Plot of Gear").rect().center();
        harness.hover_at(middle);
        harness.run_steps(2);
        harness.drag_at(middle);
        harness.drop_at(middle);
        harness.run_steps(4);
        let at = position(&harness);
        let view = tab(&harness).race().view(at);
        // In the middle of the plot somebody is in the middle of a lap.
        let middle =
            view.cars.iter().map(|car| (car.progress.rem_euclid(1.0) * 100.0) as usize).find(|x| range.contains(x));
        let place = match axis {
            "Round" => view.round as usize,
            "Lap" => middle.unwrap_or(0),
            _ => at,
        };
        assert!(range.contains(&place), "{axis}: {place}");
    }
}

#[test]
fn corners_are_marked_along_the_lap_and_only_there() {
    fn count(shape: &egui::Shape, words: &str) -> usize {
        match shape {
            egui::Shape::Text(text) => usize::from(text.galley.text() == words),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, words)).sum(),
            _ => 0,
        }
    }
    let marked = |harness: &Window, words: &str| {
        harness.output().shapes.iter().map(|clipped| count(&clipped.shape, words)).sum::<usize>()
    };
    let (mut harness, _) = window();
    let corners = tab(&harness).race().corner_spans().len();
    assert!(corners >= 4);
    assert_eq!(marked(&harness, "C1"), 0, "over rounds");
    press(&mut harness, Modifiers::NONE, Key::X);
    let plots = harness.query_all_by_label_contains("Plot of ").count();
    assert!(plots >= 3);
    for number in 1..=corners {
        assert_eq!(marked(&harness, &format!("C{number}")), plots, "corner {number}, once in each plot");
    }
    press(&mut harness, Modifiers::NONE, Key::X);
    assert_eq!(marked(&harness, "C1"), 0, "over turns");
}

#[test]
fn turns_lost_are_a_curve_once_the_race_is_compared_and_until_it_changes() {
    let file = crate::desk::shipped("replays/vector_racing/two-ponds-photo-finish.json");
    let mut harness = window_with(Settings::default(), &Arc::new(Choices::default()), vec![file]);
    press(&mut harness, Modifiers::NONE, Key::F3);
    let has_panel = |harness: &Window| harness.query_all_by_label("Turns lost").next().is_some();
    assert!(!has_panel(&harness), "not compared yet");
    press(&mut harness, crate::hands::CTRL, Key::R);
    for _ in 0..40 {
        harness.run_steps(4);
        if tab(&harness).evaluation().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(250));
    }
    harness.run_steps(4);
    assert!(has_panel(&harness));
    let tab = tab(&harness);
    let evaluation = tab.evaluation().unwrap();
    let series = &tab.figures().series;
    for (index, entrant) in tab.race().entrants().iter().enumerate() {
        let lost = evaluation.account(entrant.car, tab.race().len()).lost.filter(|lost| *lost > 0.0);
        let last = series.values(index, Quantity::Lost).last().map(|[_, value]| *value);
        assert!((last.unwrap() - lost.unwrap()).abs() < 1e-9, "{}: {last:?}, {lost:?}", entrant.name);
    }
    press(&mut harness, crate::hands::CTRL, Key::Backspace);
    assert!(!has_panel(&harness), "the race is another one now");
}

#[test]
fn what_is_shown_is_written() {
    let (mut harness, choices) = window();
    let folder = tempfile::tempdir().unwrap();
    let export = |harness: &mut Window, menu: &str, entry: &str, name: &str| {
        let path = folder.path().join(name);
        *choices.save.lock().unwrap() = Some(path.clone());
        click(harness, menu);
        click(harness, entry);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{entry}: {error}, {:?}", paddock(harness).errors()))
    };
    harness.get_by_label("Filter laps").click();
    harness.run_steps(2);
    harness.get_by_label("Filter laps").type_text("ugo");
    harness.run_steps(4);
    let csv = String::from_utf8(export(&mut harness, "Menu of Laps", "Export table (CSV)…", "laps.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 4, "{csv}");
    assert!(csv.starts_with("car,name,lap,from,to,turns,quickest,") && csv.contains("Ugo") && !csv.contains("Rosa"));
    let parquet = export(&mut harness, "Menu of Laps", "Export table (Parquet)…", "laps.parquet");
    assert_eq!((&parquet[..4], &parquet[parquet.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    click(&mut harness, "Plot Tove");
    let svg = String::from_utf8(export(&mut harness, "Menu of Gear", "Export plot (SVG)…", "gear.svg")).unwrap();
    assert!(svg.contains(">Rosa</text>") && !svg.contains(">Tove</text>") && svg.contains(">round</text>"));
    let png = export(&mut harness, "Menu of Gear", "Export plot (PNG)…", "gear.png");
    assert_eq!(image::load_from_memory(&png).map(|picture| (picture.width(), picture.height())).unwrap(), (1_600, 700));
    let points = String::from_utf8(export(&mut harness, "Menu of Gear", "Export table (CSV)…", "gear.csv")).unwrap();
    assert!(points.starts_with("car,name,x,value") && points.lines().count() > 20);
    let asked = choices.asked.lock().unwrap();
    assert_eq!(asked[0], (SaveKind::Csv, "widdershins-four-cars-laps".to_owned()));
    assert_eq!(asked[3].0, SaveKind::ChartPng);
}

#[test]
fn panels_are_closed_added_kept_and_put_back() {
    let (mut harness, choices) = window();
    click(&mut harness, "Menu of Gear");
    click(&mut harness, "Close panel");
    assert!(harness.query_by_label("Plot of Gear").is_none());
    harness.get_by_label("Plot of Moved");
    click(&mut harness, "Add panel");
    click_button(&mut harness, "Laps since the start");
    harness.get_by_label("Plot of Laps since the start");
    let kept = paddock(&harness).settings_to_keep();
    assert!(!kept.panels.is_empty());
    // The next run begins as this one ended.
    let mut next = window_with(kept, &choices, vec![race()]);
    press(&mut next, Modifiers::NONE, Key::F3);
    assert!(next.query_by_label("Plot of Gear").is_none());
    next.get_by_label("Plot of Laps since the start");
    click(&mut next, "Reset panels");
    next.get_by_label("Plot of Gear");
    assert!(next.query_by_label("Plot of Laps since the start").is_none());
    assert!(paddock(&next).settings_to_keep().panels.is_empty());
    // A text that is none is no reason to show nothing.
    let settings = Settings { panels: "rubbish".to_owned(), ..Settings::default() };
    let mut odd = window_with(settings, &choices, vec![race()]);
    press(&mut odd, Modifiers::NONE, Key::F3);
    odd.get_by_label("Plot of Gear");
}

#[test]
fn two_cars_are_compared() {
    let (mut harness, _) = window();
    click_button(&mut harness, "Two cars");
    let plot = harness.get_by_label("Plot of two cars").rect();
    harness.hover_at(plot.center());
    harness.run_steps(12);
    harness.get_by_label_contains("turns ahead of");
    let combo = |harness: &Window, name: &str| harness.get_by_label(name).accesskit_node().value();
    let before = [combo(&harness, "First car"), combo(&harness, "Second car")];
    click(&mut harness, "Swap the two cars");
    let [first, second] = [combo(&harness, "First car"), combo(&harness, "Second car")];
    assert_eq!([second, first], before);
    assert!(before[0] != before[1] && before[0].is_some(), "{before:?}");
}

#[test]
fn a_ghost_drives_beside_the_car_one_looks_at() {
    let (mut harness, _) = window();
    press(&mut harness, Modifiers::NONE, Key::F2);
    press(&mut harness, Modifiers::SHIFT, Key::C);
    let tab_of = |harness: &Window| (tab(harness).focus(), tab(harness).ghost());
    assert_eq!(tab_of(&harness), (Some(CarId(1)), None));
    press(&mut harness, Modifiers::SHIFT, Key::G);
    assert_eq!(tab_of(&harness).1, Some(Ghost::Fastest));
    // The fastest lap is the first of car 2. Car 1 crosses the line in its first turn, car 2 in its second, turn 6.
    let race = tab(&harness).race();
    let own =
        |car: u32| (1..=race.len()).filter(move |turn| race.step(*turn).unwrap().car == CarId(car)).collect::<Vec<_>>();
    let (mine, theirs) = (own(1), own(2));
    let lap = |car: u32, turn: usize| race.view(turn).car(CarId(car)).unwrap().lap;
    let first = |car: u32, turns: &[usize]| turns.iter().position(|turn| lap(car, *turn) == 1).unwrap();
    let (my_first, their_first) = (first(1, &mine), first(2, &theirs));
    for into in 0..5 {
        let at = mine[my_first + into];
        assert_eq!(
            tab(&harness).ghost_at(at),
            Some((CarId(2), theirs[their_first + into])),
            "{into} turns into the lap"
        );
    }
    // On the way to the line, and once its race is over, no lap is driven that could be compared with.
    assert_eq!(tab(&harness).ghost_at(0), None);
    let over = *mine.last().unwrap();
    assert_eq!(tab(&harness).ghost_at(over), None);
    press(&mut harness, Modifiers::SHIFT, Key::G);
    assert_eq!(tab_of(&harness).1, None);
}

#[test]
fn a_ghost_is_seen_and_written() {
    let (mut harness, _) = window();
    press(&mut harness, Modifiers::SHIFT, Key::C);
    for _ in 0..6 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    let without = tab(&harness).picture().items.len();
    press(&mut harness, Modifiers::SHIFT, Key::G);
    assert!(tab(&harness).picture().items.len() > without, "pictures show the ghost, too");
}

#[test]
fn a_turn_is_gone_to_by_its_number() {
    let (mut harness, _) = window();
    press(&mut harness, Modifiers::NONE, Key::G);
    harness.get_by_label("Current turn");
    for key in [Key::Num4, Key::Num2] {
        let text = key.name().to_owned();
        harness.event(egui::Event::Text(text));
        harness.run_steps(2);
    }
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(position(&harness), 42);
}

#[test]
fn what_is_read_follows_what_is_recorded() {
    // A copy with its circuit inside it: what is recorded is kept beside the file.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.json");
    let (shipped, _) = window();
    std::fs::write(&file, tab(&shipped).race().file_text(true).unwrap()).unwrap();
    let mut harness = window_with(Settings::default(), &Arc::new(Choices::default()), vec![file]);
    press(&mut harness, Modifiers::NONE, Key::F3);
    let turns = |harness: &Window| tab(harness).analysis().reading().unwrap().digest.turns;
    assert_eq!(turns(&harness), 213);
    press(&mut harness, Modifiers::NONE, Key::F2);
    for _ in 0..10 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness.key_press_modifiers(Modifiers { ctrl: true, command: true, ..Modifiers::NONE }, Key::K);
    harness.run_steps(3);
    harness.event(egui::Event::Text("Delete all later turns".to_owned()));
    harness.run_steps(3);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(tab(&harness).race().len(), 10, "{}", paddock(&harness).status());
    assert_eq!(turns(&harness), 10);
}

#[test]
fn every_control_has_a_name() {
    let (mut harness, _) = window();
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    for node in harness.root().children_recursive() {
        let access = node.accesskit_node();
        let is_control = matches!(
            access.role(),
            Role::Button | Role::CheckBox | Role::ComboBox | Role::TextInput | Role::Slider | Role::SpinButton
        );
        if is_control {
            // A glyph of the icon font says nothing.
            let says = |words: Option<String>| {
                words.is_some_and(|words| words.chars().any(|letter| letter.is_ascii_alphanumeric()))
            };
            let named = says(access.label()) || says(access.value());
            assert!(named, "{:?} at {:?}: {:?}", access.role(), node.rect(), access.label());
        }
    }
}

#[test]
fn a_plot_of_a_resource_that_a_game_has_not_is_kept_and_not_shown() {
    let mut settings = Settings::default();
    let mut arrangement = Arrangement::default();
    arrangement.show(Pane::Plot(Quantity::Resource(7)), None);
    settings.panels = arrangement.to_text();
    let choices = Arc::new(Choices::default());
    let mut harness = window_with(settings, &choices, vec![race()]);
    press(&mut harness, Modifiers::NONE, Key::F3);
    assert!(harness.query_by_label("Resource").is_none() && harness.query_by_label("Gap to the leader").is_some());
    let kept = Arrangement::from_text(&paddock(&harness).settings_to_keep().panels).unwrap();
    assert!(kept.has(Pane::Plot(Quantity::Resource(7))), "another race may have it");
}
