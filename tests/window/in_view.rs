//! Texts that small windows must show whole: hints on an empty board, the current step, tabs, the names of axes.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, Shape, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;
use paddock::editor::sketch::Drawable;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Kind;

use crate::hands::{CTRL, Window, click_button, opened, paddock, press};

/// A painted text: its words, its rectangle, and the part of the window where it is visible.
type Painted = (String, Rect, Rect);

fn painted(shapes: &[egui::epaint::ClippedShape]) -> Vec<Painted> {
    fn collect(shape: &Shape, clip: Rect, found: &mut Vec<Painted>) {
        match shape {
            Shape::Text(text) => found.push((text.galley.text().to_owned(), text.visual_bounding_rect(), clip)),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut found));
    found
}

/// A circuit of each game in a small window: the first template that is empty, or the first one that is not.
fn circuits(is_empty: bool) -> Vec<(tempfile::TempDir, Window)> {
    let games: [Box<dyn Drawable>; 4] = [
        Box::new(Kind::<Vektorace>::new()),
        Box::new(Kind::<VectorRacing>::new()),
        Box::new(Kind::<FormulaD>::new()),
        Box::new(Kind::<WheelToWheel>::new()),
    ];
    let open = |game: Box<dyn Drawable>| {
        let documents = game.beginnings().into_iter().map(|beginning| game.document(&beginning.draft, true).unwrap());
        let document = documents.into_iter().find(|document| document.shapes().is_empty() == is_empty).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("circuit.json");
        std::fs::write(&file, document.to_text().unwrap()).unwrap();
        (folder, opened(file, vec2(1000.0, 700.0)))
    };
    games.into_iter().map(open).collect()
}

fn editor(harness: &Window) -> &EditorTab {
    match paddock(harness).document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab,
        _ => panic!("no circuit is shown"),
    }
}

#[test]
fn the_hint_on_an_empty_board_is_whole_and_inside_the_rulers() {
    for (_folder, harness) in circuits(true) {
        let board = editor(&harness).board().view().rect;
        let inside = Rect::from_min_max(board.min + vec2(30.0, 18.0), board.max);
        let hint = editor(&harness).document().manner().empty;
        let texts = painted(&harness.output().shapes);
        let on_board: Vec<&Painted> =
            texts.iter().filter(|(words, rect, _)| words == hint && board.contains(rect.center())).collect();
        assert_eq!(on_board.len(), 1, "{hint}");
        let (_, rect, clip) = on_board[0];
        assert!(inside.contains_rect(*rect) && clip.contains_rect(*rect), "{hint}: {rect:?} in {inside:?}");
    }
}

#[test]
fn the_current_step_is_whole_in_a_low_window() {
    for (_folder, mut harness) in circuits(false) {
        press(&mut harness, CTRL, Key::A);
        for step in 1..=6 {
            press(&mut harness, Modifiers::NONE, Key::R);
            let (count, position, _) = editor(&harness).document().steps();
            assert_eq!((count, position), (step, step));
            let title = editor(&harness).document().step_title(position - 1).unwrap().to_owned();
            let texts = painted(&harness.output().shapes);
            let rows = texts.iter().filter(|(words, rect, _)| *words == title && rect.left() < 200.0);
            let (_, text, clip) = rows.max_by(|one, other| one.1.top().total_cmp(&other.1.top())).unwrap();
            // A row has margins above and below its text.
            assert!(clip.bottom() >= text.bottom() + 3.5, "{step}: {title} at {text:?} in {clip:?}");
        }
    }
}

#[test]
fn the_tabs_below_the_inspector_are_in_one_row() {
    for (_folder, harness) in circuits(true) {
        let search = editor(&harness).document().manner().sought[0];
        let tabs = ["Issues", search, "Balance"].map(|tab| {
            let mut tabs = harness.get_all_by_role(Role::Button);
            let is_tab = |label: &str| label == tab || label.starts_with("Issues ") && tab == "Issues";
            tabs.rfind(|node| node.accesskit_node().label().is_some_and(|label| is_tab(&label))).unwrap().rect()
        });
        assert!(tabs.iter().all(|tab| tab.center().y == tabs[0].center().y), "{search}: {tabs:?}");
        assert!(tabs.windows(2).all(|pair| pair[0].right() < pair[1].left()) && tabs[2].right() <= 1000.0, "{tabs:?}");
    }
}

fn analysis(race: &str) -> Window {
    let mut harness = opened(crate::desk::shipped(race), vec2(1366.0, 768.0));
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness
}

#[test]
fn the_axis_of_two_cars_has_its_whole_name() {
    for race in ["replays/formula_d/saltmarsh-six-cars.json", "replays/vector_racing/two-ponds-photo-finish.json"] {
        let mut harness = analysis(race);
        click_button(&mut harness, "Two cars");
        harness.run_steps(4);
        let texts = painted(&harness.output().shapes);
        let (_, rect, clip) = texts.iter().find(|(words, ..)| words == "laps").unwrap();
        assert!(clip.contains_rect(*rect), "{race}: {rect:?} in {clip:?}");
    }
}

#[test]
fn lap_progress_is_in_percent_everywhere() {
    let mut harness = analysis("replays/formula_d/saltmarsh-six-cars.json");
    click_button(&mut harness, "Lap progress");
    let plot = harness.get_by_label("Plot of Lap progress").rect();
    let texts = painted(&harness.output().shapes);
    let axis: Vec<&str> = texts
        .iter()
        .filter(|(_, rect, _)| rect.right() < plot.left() + 44.0 && plot.y_range().contains(rect.center().y))
        .map(|(words, ..)| words.as_str())
        .collect();
    assert!(axis.contains(&"100") && !axis.contains(&"1"), "{axis:?}");
    harness.get_by_label("% of the lap");
    harness.event(egui::Event::PointerMoved(plot.center()));
    harness.run_steps(4);
    harness.get_by_label_contains("Lap progress, % of the lap, after");
}

/// Far more turns than a car has itself would be a riddle beside its turns.
#[test]
fn the_column_of_led_turns_says_of_how_many() {
    let mut harness = analysis("replays/formula_d/saltmarsh-six-cars.json");
    click_button(&mut harness, "Results");
    let race = crate::hands::race_tab(&harness).race();
    let digest = paddock::analysis::Digest::of(race);
    let all: u32 = digest.cars.iter().map(|car| car.turns_led).sum();
    harness.get_by_label(&format!("Sort cars by Led, of {all}"));
    let table = paddock::analysis::tables::results(race, &digest);
    assert!(table.columns.iter().any(|column| column.name == "led"), "the exported key stays");
}
