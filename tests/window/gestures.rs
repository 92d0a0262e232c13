//! Tests that a circuit of each game is drawn from an empty table with few gestures of the pointer, without a key, and
//! is raced at once. A click, a double click and a drag are one gesture each, on the board or in a panel.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers fail the test; the counts are printed"
)]

use egui::accesskit::Role;
use egui::{Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;
use paddock::editor::sketch::Drawable;
use paddock::game::Severity;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Kind;

use crate::hands::{Window, opened, paddock, race_tab};

/// A pointer over the window, which counts its gestures.
struct Pointer {
    window: Window,
    gestures: u32,
    _folder: tempfile::TempDir,
}

impl Pointer {
    /// Opens the empty template of a game.
    fn over_empty(game: &dyn Drawable) -> Self {
        let empty = game.beginnings().into_iter().last().unwrap();
        assert!(empty.name.starts_with("Empty"), "{}", empty.name);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("circuit.json");
        std::fs::write(&path, game.document(&empty.draft, true).unwrap().to_text().unwrap()).unwrap();
        let window = opened(path, vec2(1600.0, 1000.0));
        let pointer = Self { window, gestures: 0, _folder: folder };
        assert!(pointer.editor().document().shapes().is_empty());
        pointer
    }

    fn editor(&self) -> &EditorTab {
        match paddock(&self.window).document().map(|document| &document.content) {
            Some(Content::Circuit(tab)) => tab,
            _ => panic!("no circuit is shown"),
        }
    }

    fn screen(&self, at: [f64; 2]) -> Pos2 {
        let place = self.editor().board().screen_from_world(at);
        let board = self.window.get_by_role_and_label(Role::Canvas, "Board").rect();
        assert!(board.contains(place), "{at:?} is outside the view");
        place
    }

    fn move_to(&mut self, place: Pos2) {
        self.window.event(egui::Event::PointerMoved(place));
        self.window.run_steps(1);
    }

    fn button(&self, pos: Pos2, pressed: bool) -> egui::Event {
        egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    fn press(&mut self, place: Pos2, times: u32) {
        self.gestures += 1;
        self.move_to(place);
        for _ in 0..times {
            // Both in one frame, so that two clicks are quick enough for a double click.
            let events = [self.button(place, true), self.button(place, false)];
            self.window.input_mut().events.extend(events);
            self.window.run_steps(1);
        }
        self.window.run_steps(5);
    }

    fn click(&mut self, at: [f64; 2]) {
        let place = self.screen(at);
        self.press(place, 1);
    }

    fn double_click(&mut self, at: [f64; 2]) {
        let place = self.screen(at);
        self.press(place, 2);
    }

    /// Clicks a button, a tool or a field of the panels.
    fn choose(&mut self, label: &str) {
        let is_control = |role: Role| {
            matches!(role, Role::Button | Role::RadioButton | Role::CheckBox | Role::ComboBox | Role::MenuItem)
        };
        let is_meant = |name: Option<String>| name.is_some_and(|name| name.contains(label));
        let place = self.window.get_by(|node| is_control(node.role()) && is_meant(node.label())).rect().center();
        self.press(place, 1);
    }

    fn drag(&mut self, way: &[[f64; 2]]) {
        self.gestures += 1;
        let way: Vec<Pos2> = way.iter().map(|at| self.screen(*at)).collect();
        self.move_to(way[0]);
        self.window.event(self.button(way[0], true));
        self.window.run_steps(1);
        for ends in way.windows(2) {
            for part in 1..=6 {
                self.move_to(ends[0].lerp(ends[1], part as f32 / 6.0));
            }
        }
        self.window.event(self.button(way[way.len() - 1], false));
        self.window.run_steps(4);
    }

    /// Races on the circuit, which must have no issue worse than a note. Returns the number of gestures.
    fn race(mut self, most: u32) {
        let document = self.editor().document();
        let worst = document.issues().iter().find(|issue| issue.severity != Severity::Note);
        assert!(document.is_sound() && worst.is_none(), "{:?}", document.issues());
        let name = self.editor().draft().info().id;
        if self.window.query_all_by_label_contains("Race here").next().is_none() {
            // The panel of the circuit is shown when nothing is selected.
            self.choose("Select tool");
            let board = self.window.get_by_role_and_label(Role::Canvas, "Board").rect();
            self.press(board.right_bottom() - vec2(40.0, 40.0), 1);
        }
        self.choose("Race here");
        self.choose("Start race");
        assert_eq!(race_tab(&self.window).race().info().id, name, "{}", paddock(&self.window).status());
        assert!(paddock(&self.window).errors().is_empty(), "{:?}", paddock(&self.window).errors());
        println!("{name}: {} gestures of {most}", self.gestures);
        assert!(self.gestures <= most, "{name}: {} gestures", self.gestures);
    }
}

#[test]
fn vektorace_with_six_corners_takes_25_gestures() {
    let mut pointer = Pointer::over_empty(&Kind::<Vektorace>::new());
    pointer.choose("Pitwall tool");
    pointer.click([20.0, 5.0]);
    pointer.choose("Corner tool");
    for at in [[7.0, 9.0], [7.0, 18.0], [15.0, 18.5], [20.0, 15.0], [33.0, 18.0], [33.0, 9.0]] {
        pointer.click(at);
    }
    let corners = pointer.editor().draft().of::<Vektorace>().unwrap().corners.len();
    assert_eq!(corners, 6);
    pointer.race(25);
}

#[test]
fn vector_racing_with_an_island_and_two_objects_takes_30_gestures() {
    let mut pointer = Pointer::over_empty(&Kind::<VectorRacing>::new());
    pointer.choose("Boundary tool");
    for at in [[4.0, 4.0], [45.0, 4.0], [50.0, 12.0], [50.0, 33.0], [10.0, 33.0], [4.0, 26.0], [4.0, 4.0]] {
        pointer.click(at);
    }
    for at in [[13.0, 12.0], [41.0, 12.0], [41.0, 24.0], [13.0, 24.0], [13.0, 12.0]] {
        pointer.click(at);
    }
    pointer.choose("Finish line tool");
    pointer.drag(&[[26.0, 4.0], [26.0, 12.0]]);
    pointer.choose("Start tool");
    pointer.click([26.0, 8.0]);
    pointer.choose("Oil slick tool");
    for at in [[44.0, 18.0], [47.0, 18.0], [47.0, 22.0], [44.0, 18.0]] {
        pointer.click(at);
    }
    pointer.choose("Spinner tool");
    pointer.click([8.0, 18.0]);
    let draft = pointer.editor().draft();
    let draft = draft.of::<VectorRacing>().unwrap();
    assert_eq!((draft.islands.len(), draft.object_count()), (1, 2));
    pointer.race(30);
}

/// A centre line with bends to both sides.
const RING: [[f64; 2]; 14] = [
    [0.0, 0.0],
    [17.0, 0.0],
    [26.0, 3.0],
    [26.0, 11.0],
    [16.0, 13.0],
    [9.0, 18.0],
    [14.0, 25.0],
    [8.0, 31.0],
    [-6.0, 30.0],
    [-12.0, 22.0],
    [-25.0, 22.0],
    [-31.0, 16.0],
    [-31.0, 6.0],
    [-22.0, 0.0],
];

#[test]
fn formula_d_with_five_corners_takes_35_gestures() {
    let mut pointer = Pointer::over_empty(&Kind::<FormulaD>::new());
    pointer.choose("Centre line tool");
    for at in RING {
        pointer.click(at);
    }
    pointer.click(RING[0]);
    pointer.choose("Pit lane tool");
    for at in [[-19.0, 2.0], [-15.0, 3.0], [6.0, 3.0]] {
        pointer.click(at);
    }
    pointer.double_click([10.0, 2.0]);
    let draft = pointer.editor().draft();
    let draft = draft.of::<FormulaD>().unwrap();
    assert!(draft.corners.len() >= 5 && draft.slots() == 10 && draft.pit_line.len() == 4);
    pointer.race(35);
}

#[test]
fn wheel_to_wheel_with_60_fields_takes_20_gestures() {
    let mut pointer = Pointer::over_empty(&Kind::<WheelToWheel>::new());
    pointer.choose("Loop tool");
    for at in [[0.0, 0.0], [8.0, 0.0], [12.0, 4.0], [9.0, 9.0], [-8.0, 9.0], [-13.0, 4.0], [-8.0, 0.0], [0.0, 0.0]] {
        pointer.click(at);
    }
    pointer.choose("Red field tool");
    for at in [[12.0, 2.0], [12.0, 7.0]] {
        pointer.click(at);
    }
    let draft = pointer.editor().draft();
    let draft = draft.of::<WheelToWheel>().unwrap();
    assert_eq!(draft.loop_len, 60);
    assert!(draft.red.len() >= 2);
    pointer.race(20);
}
