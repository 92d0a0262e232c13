//! Tests of drawing a circuit on squared paper in the window, with the pointer and the keys.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::Paddock;
use paddock::app::board::fonts;
use paddock::app::commands::{self, CommandQueue, Request};
use paddock::app::workspaces::editor::{EditorTab, HandTool};
use paddock::editor::Grid;
use paddock::editor::sketch::{AnySketch, Drawable, SketchDocument};
use paddock::game::prelude::*;
use paddock::games::vector_racing::{Crossing, Draft, VectorRacing};
use paddock::render::Theme;
use paddock::replay::Kind;

/// The workspace in a window of its own, with the command table around it.
pub struct Desk {
    /// The workspace.
    pub tab: EditorTab,
    queue: CommandQueue,
    /// What was refused last.
    pub refused: Option<String>,
}

impl Desk {
    fn show(&mut self, ui: &mut egui::Ui) {
        for request in commands::pressed(ui.ctx(), &self.tab.situation(), false) {
            self.queue.push(request);
        }
        self.tab.show(ui, Theme::Light, &mut self.queue);
        for request in self.queue.take() {
            if let Request::Do(command) = request {
                self.tab.run(command);
            }
        }
        self.refused = self.tab.take_refusal().or(self.refused.take());
    }
}

pub type Window = Harness<'static, Desk>;

fn window(draft: Draft) -> Window {
    window_on(Box::new(SketchDocument::<VectorRacing>::new(draft, true)))
}

/// A circuit of any game that is drawn.
pub fn window_on(document: Box<dyn AnySketch>) -> Window {
    let desk = Desk { tab: EditorTab::new(document), queue: CommandQueue::default(), refused: None };
    let mut harness = Harness::builder()
        .with_size(egui::vec2(1400.0, 900.0))
        .with_context_setup(fonts::install)
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk);
    harness.run();
    harness
}

fn draft(harness: &Window) -> Draft {
    harness.state().tab.draft().of::<VectorRacing>().unwrap().clone()
}

/// A sheet with nothing on it.
fn empty() -> Draft {
    beginning("Empty sheet")
}

fn beginning(name: &str) -> Draft {
    let found = Kind::<VectorRacing>::new().beginnings();
    found.iter().find(|beginning| beginning.name == name).unwrap().draft.of::<VectorRacing>().unwrap().clone()
}

pub fn screen(harness: &Window, at: [f64; 2]) -> Pos2 {
    harness.state().tab.board().screen_from_world(at)
}

pub fn move_to(harness: &mut Window, at: [f64; 2]) {
    let place = screen(harness, at);
    harness.event(egui::Event::PointerMoved(place));
    harness.run();
}

pub fn button(harness: &mut Window, at: [f64; 2], pressed: bool, modifiers: Modifiers) {
    let pos = screen(harness, at);
    harness.event(egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
    harness.run();
}

pub fn click(harness: &mut Window, at: [f64; 2]) {
    move_to(harness, at);
    button(harness, at, true, Modifiers::NONE);
    button(harness, at, false, Modifiers::NONE);
    // Two clicks at one place are not to be a double click.
    for _ in 0..40 {
        harness.step();
    }
}

pub fn drag(harness: &mut Window, way: &[[f64; 2]]) {
    let (first, last) = (way[0], way[way.len() - 1]);
    move_to(harness, first);
    button(harness, first, true, Modifiers::NONE);
    for ends in way.windows(2) {
        for part in 1..=6 {
            let part = f64::from(part) / 6.0;
            move_to(harness, [0, 1].map(|axis| ends[0][axis] + (ends[1][axis] - ends[0][axis]) * part));
        }
    }
    button(harness, last, false, Modifiers::NONE);
}

pub fn press(harness: &mut Window, key: Key) {
    harness.key_press(key);
    harness.run();
}

pub fn titles(harness: &Window) -> Vec<String> {
    let document = harness.state().tab.document();
    (0..document.steps().0).filter_map(|step| document.step_title(step).map(str::to_owned)).collect()
}

fn corners(outline: &[[paddock::games::vector_racing::Rational; 2]]) -> Vec<[f64; 2]> {
    outline.iter().map(|spot| spot.map(paddock::games::vector_racing::Rational::to_f64)).collect()
}

#[test]
fn a_circuit_is_drawn_from_an_empty_sheet_until_it_can_be_raced() {
    let mut harness = window(empty());
    assert!(harness.query_all_by_label_contains("Take the boundary tool (B)").next().is_some());
    press(&mut harness, Key::B);
    assert_eq!(harness.state().tab.tool(), Some("boundary"));
    for at in [[4.0, 4.0], [30.2, 3.8], [30.0, 24.0], [4.0, 24.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Enter);
    for at in [[11.0, 10.0], [23.0, 10.0], [23.0, 18.0], [11.0, 18.0]] {
        click(&mut harness, at);
    }
    // The first corner closes it, too.
    click(&mut harness, [11.0, 10.0]);
    press(&mut harness, Key::L);
    drag(&mut harness, &[[16.9, 4.1], [17.1, 10.2]]);
    press(&mut harness, Key::S);
    click(&mut harness, [17.0, 7.0]);
    let drawn = draft(&harness);
    assert_eq!(corners(&drawn.outer), [[4.0, 4.0], [30.0, 4.0], [30.0, 24.0], [4.0, 24.0]]);
    assert_eq!(corners(&drawn.islands[0]), [[11.0, 10.0], [23.0, 10.0], [23.0, 18.0], [11.0, 18.0]]);
    assert_eq!(drawn.finish.as_ref().map(|line| line.crossing), Some(Crossing::Right));
    assert_eq!(drawn.start, Some([17, 7]));
    assert_eq!(titles(&harness), ["Draw a boundary", "Draw a boundary", "Draw a finish line", "Draw a start"]);
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    assert!(harness.query_by_label_contains("No rule for circuits is broken").is_some());
}

#[test]
fn every_object_has_its_tool_and_its_key() {
    let mut harness = window(beginning("Oval"));
    let ring = |harness: &mut Window, key: Key, at: [f64; 2]| {
        press(harness, key);
        for [dx, dy] in [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]] {
            click(harness, [at[0] + dx, at[1] + dy]);
        }
        press(harness, Key::Enter);
    };
    ring(&mut harness, Key::O, [14.0, 4.0]);
    ring(&mut harness, Key::U, [20.0, 5.0]);
    ring(&mut harness, Key::Y, [34.0, 5.0]);
    ring(&mut harness, Key::X, [6.0, 14.0]);
    press(&mut harness, Key::O);
    click(&mut harness, [38.0, 30.0]);
    press(&mut harness, Key::Enter);
    press(&mut harness, Key::W);
    drag(&mut harness, &[[30.0, 29.0], [33.0, 31.0]]);
    press(&mut harness, Key::I);
    click(&mut harness, [20.0, 30.0]);
    click(&mut harness, [20.0, 32.0]);
    press(&mut harness, Key::T);
    click(&mut harness, [46.0, 20.0]);
    press(&mut harness, Key::C);
    drag(&mut harness, &[[46.0, 14.0], [47.0, 14.0]]);
    let drawn = draft(&harness);
    assert_eq!(drawn.regions.iter().map(|region| region.outline.len()).collect::<Vec<_>>(), [4, 4, 4, 1]);
    assert_eq!([drawn.warps.len(), drawn.walls.len(), drawn.reflectors.len(), drawn.spinners.len()], [1; 4]);
    assert_eq!(drawn.discs[0].radius_squared.to_f64(), 1.0);
    assert_eq!(titles(&harness)[4], "Draw an oil slick");
    // Escape puts the tool down, and then lets go of what is selected.
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().tab.hand(), HandTool::Select);
}

#[test]
fn a_line_drawn_in_one_go_follows_the_grid_or_the_hand() {
    let way: Vec<[f64; 2]> = (0..=48)
        .map(|step| {
            let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 48.0).sin_cos();
            [20.0 + 9.0 * cos, 16.0 + 7.0 * sin]
        })
        .collect();
    let mut harness = window(empty());
    press(&mut harness, Key::B);
    drag(&mut harness, &way);
    let on_grid = corners(&draft(&harness).outer);
    assert!(on_grid.len() > 8, "{on_grid:?}");
    assert!(on_grid.iter().flatten().all(|value| value.fract() == 0.0), "{on_grid:?}");
    for (index, from) in on_grid.iter().enumerate() {
        let to = on_grid[(index + 1) % on_grid.len()];
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        assert!(dx == 0.0 || dy == 0.0 || dx.abs() == dy.abs(), "{from:?} to {to:?} is neither straight nor across");
    }
    let mut harness = window(empty());
    harness.get_by_label("Grid off").click();
    harness.run();
    assert_eq!(harness.state().tab.snap().grid, Grid::Off);
    press(&mut harness, Key::B);
    drag(&mut harness, &way);
    let free = corners(&draft(&harness).outer);
    assert!(free.iter().flatten().any(|value| value.fract() != 0.0), "{free:?}");
    assert!(free.iter().all(|[x, y]| (((x - 20.0) / 9.0).hypot((y - 16.0) / 7.0) - 1.0).abs() < 0.08), "{free:?}");
}

#[test]
fn corners_are_dragged_put_in_and_taken_away_each_in_one_step() {
    let mut harness = window(beginning("Two islands"));
    click(&mut harness, [10.0, 20.0]);
    assert_eq!(corners(&draft(&harness).islands[0]).len(), 4);
    drag(&mut harness, &[[10.0, 11.0], [8.2, 12.9]]);
    assert_eq!(corners(&draft(&harness).islands[0])[0], [8.0, 13.0]);
    // The middle of an edge becomes a corner.
    drag(&mut harness, &[[17.0, 27.0], [17.0, 29.0]]);
    assert_eq!(corners(&draft(&harness).islands[0])[3], [17.0, 29.0]);
    press(&mut harness, Key::Delete);
    assert_eq!(corners(&draft(&harness).islands[0]).len(), 4);
    assert_eq!(
        titles(&harness),
        ["Move a corner of island 1", "Add a corner to island 1", "Delete a corner of island 1"]
    );
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(corners(&draft(&harness).islands[0])[0], [8.0, 13.0]);
    harness.get_by_label("As opened").click();
    harness.run();
    assert_eq!(draft(&harness), beginning("Two islands"));
    assert!(!harness.state().tab.is_dirty());
}

#[test]
fn a_drag_that_is_given_up_never_was() {
    let mut harness = window(beginning("Two islands"));
    click(&mut harness, [10.0, 20.0]);
    move_to(&mut harness, [17.0, 27.0]);
    button(&mut harness, [17.0, 27.0], true, Modifiers::NONE);
    for y in [28.0, 30.0, 31.0] {
        move_to(&mut harness, [17.0, y]);
    }
    assert_eq!(corners(&draft(&harness).islands[0]).len(), 5);
    press(&mut harness, Key::Escape);
    button(&mut harness, [17.0, 31.0], false, Modifiers::NONE);
    assert_eq!((draft(&harness), titles(&harness).len()), (beginning("Two islands"), 0));
}

#[test]
fn shapes_are_moved_turned_mirrored_copied_and_nudged() {
    let mut harness = window(beginning("Two islands"));
    harness.get_by_label("Select Island 1").click();
    harness.run();
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::ArrowUp);
    assert_eq!(corners(&draft(&harness).islands[0])[0], [11.0, 12.0]);
    press(&mut harness, Key::R);
    let turned = corners(&draft(&harness).islands[0]);
    assert!(turned.iter().flatten().all(|value| value.fract() == 0.0), "{turned:?}");
    assert_eq!((turned[0][0] - turned[1][0]).abs(), 0.0, "what was level is upright");
    press(&mut harness, Key::R);
    press(&mut harness, Key::R);
    press(&mut harness, Key::R);
    assert_eq!(corners(&draft(&harness).islands[0])[0], [11.0, 12.0], "four quarters are none");
    press(&mut harness, Key::D);
    assert_eq!(draft(&harness).islands.len(), 3);
    harness.event(egui::Event::Copy);
    harness.run();
    let (text, count) = harness.state().tab.copied().unwrap();
    assert_eq!(count, 1);
    assert_eq!(harness.state_mut().tab.paste(&text), Ok("Pasted 1 shape".to_owned()));
    assert_eq!(draft(&harness).islands.len(), 4);
    for text in ["", "hello", "{}", r#"{"paddock":"shapes","version":1,"game":"vektorace","track":{}}"#] {
        let refused = harness.state_mut().tab.paste(text).unwrap_err();
        assert!(refused.ends_with('.') && !refused.is_empty(), "{text}: {refused}");
    }
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::M);
    let line = draft(&harness).finish.unwrap();
    assert_eq!(line.crossing, Crossing::Left, "the race goes the other way round");
}

#[test]
fn fields_say_what_they_mean_and_refuse_in_words() {
    let mut harness = window(beginning("Oval"));
    harness.get_by_label("Select Finish line").click();
    harness.run();
    let field = harness.get_all_by_role(egui::accesskit::Role::TextInput).next().unwrap();
    field.focus();
    harness.run();
    let field = harness.get_all_by_role(egui::accesskit::Role::TextInput).next().unwrap();
    field.type_text("nowhere");
    harness.run();
    press(&mut harness, Key::Enter);
    assert!(harness.query_by_label_contains("is not a coordinate").is_some());
    assert_eq!(draft(&harness), beginning("Oval"));
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::Escape);
    assert!(harness.query_all_by_label("Walls").next().is_some(), "nothing selected: the circuit's own fields");
}

#[test]
fn a_second_start_at_the_same_point_is_refused() {
    let mut harness = window(beginning("Oval"));
    press(&mut harness, Key::S);
    click(&mut harness, [27.0, 7.0]);
    assert_eq!(harness.state().refused.as_deref(), Some("This grid point already has a start. Click another point."));
    assert!(!harness.state().tab.is_dirty());
}

#[test]
fn every_control_has_a_name_that_is_no_glyph() {
    let mut harness = window(beginning("Oval"));
    for select in ["Select Outer boundary", "Select Finish line", "Select Start"] {
        harness.get_by_label(select).click();
        harness.run();
        for node in harness.get_all_by(|node| {
            use egui::accesskit::Role;
            matches!(
                node.role(),
                Role::Button | Role::CheckBox | Role::RadioButton | Role::TextInput | Role::SpinButton | Role::ComboBox
            )
        }) {
            let name = node.accesskit_node().label().unwrap_or_default();
            let spoken = name.chars().filter(|sign| sign.is_ascii_alphanumeric()).count();
            assert!(spoken > 0, "{:?}: `{name}`", node.accesskit_node().role());
        }
    }
}

#[test]
fn a_drawn_circuit_is_saved_opened_again_proved_and_raced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn.json");
    let mut harness = crate::desk::program(path.clone());
    let chord = |harness: &mut Harness<'_, Option<Paddock>>, modifiers: Modifiers, key: Key| {
        harness.key_press_modifiers(modifiers, key);
        harness.run_steps(8);
    };
    let shown = |harness: &Harness<'_, Option<Paddock>>| harness.state().as_ref().unwrap().document().unwrap().title();
    chord(&mut harness, Modifiers::COMMAND, Key::N);
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Vector Racing").click();
    harness.run_steps(4);
    chord(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(shown(&harness), "Oval");
    chord(&mut harness, Modifiers::COMMAND, Key::R);
    assert!(harness.query_all_by_label_contains(", and no race takes fewer").next().is_some());
    chord(&mut harness, Modifiers::COMMAND, Key::S);
    assert!(path.is_file(), "{:?}", harness.state().as_ref().unwrap().errors());
    let text = std::fs::read(&path).unwrap();
    let file: paddock::replay::TrackFile<VectorRacing> = paddock::replay::parse(&text).unwrap();
    assert!(VectorRacing::validate(&file.track).0.is_some());
    chord(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(harness.query_by_label_contains("Ready to start").is_some());
    chord(&mut harness, Modifiers::COMMAND, Key::Enter);
    assert_eq!(shown(&harness), "Race on Oval");
}

#[test]
fn a_picture_is_put_under_the_paper_and_scaled_by_two_points() {
    let folder = tempfile::tempdir().unwrap();
    let (path, picture) = (folder.path().join("traced.json"), folder.path().join("photo.png"));
    image::RgbImage::new(108, 76).save(&picture).unwrap();
    let file = paddock::replay::TrackFile::<VectorRacing>::new(beginning("Oval"));
    std::fs::write(&path, paddock::replay::print(&file).unwrap()).unwrap();
    let mut harness = crate::desk::program_with(crate::desk::Always { file: path, picture: Some(picture) });
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    harness.run_steps(8);
    // It stands at the end of a long list.
    harness.get_by_label("Add reference picture…").scroll_to_me();
    harness.run_steps(8);
    harness.get_by_label("Add reference picture…").click();
    harness.run_steps(8);
    let tab = |harness: &Harness<'_, Option<Paddock>>| {
        let window = harness.state().as_ref().unwrap();
        match &window.document().unwrap().content {
            paddock::app::tabs::Content::Circuit(tab) => (tab.shows_picture(), tab.draft()),
            paddock::app::tabs::Content::Race(_) => panic!("a race"),
        }
    };
    let (shown, drawn) = tab(&harness);
    let reference = drawn.of::<VectorRacing>().unwrap().reference.clone().unwrap();
    assert!(shown, "{:?}", harness.state().as_ref().unwrap().errors());
    assert_eq!((reference.file.as_str(), reference.scale, reference.at), ("photo.png", 2.0, [27.0, 19.0]));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::P);
    harness.run_steps(4);
    assert!(harness.query_by_label("Remove the picture").is_some());
}

#[test]
fn what_lies_on_a_line_goes_along_with_it_once() {
    use paddock::editor::sketch::Steps;
    use paddock::editor::sketch::{ShapeId, Sketch, SketchEdit, thousandths};
    use paddock::games::{formula_d::FormulaD, wheel_to_wheel::WheelToWheel};
    fn moved<G: Sketch>() -> Vec<(String, [Vec<[f64; 2]>; 2])> {
        let drawn = G::beginnings()
            .into_iter()
            .rev()
            .find_map(|beginning| (!G::shapes(&beginning.draft).is_empty()).then_some(beginning.draft));
        let mut document = SketchDocument::<G>::new(drawn.unwrap(), true);
        let before = document.shapes().to_vec();
        let all = before.iter().map(|shape| ShapeId::whole(shape.id)).collect();
        assert_eq!(document.apply(&SketchEdit::Shift(all, thousandths([4_000, 2_000]))), Ok(true));
        let after = document.shapes().to_vec();
        assert_eq!(before.len(), after.len());
        before.into_iter().zip(after).map(|(a, b)| (a.name, [a.points, b.points])).collect()
    }
    for shapes in [moved::<WheelToWheel>(), moved::<FormulaD>()] {
        for (name, [before, after]) in shapes {
            for (a, b) in before.iter().zip(&after) {
                let way = [b[0] - a[0], b[1] - a[1]];
                assert!((way[0] - 4.0).abs() < 0.03 && (way[1] - 2.0).abs() < 0.03, "{name}: {way:?}");
            }
        }
    }
}

#[test]
fn words_that_are_no_entry_yet_stay_as_they_are_typed() {
    use paddock::app::workspaces::form::Form;
    use paddock::game::form::{Field, Value};
    // A list of numbers, which is written again with single blanks.
    let mut numbers = vec![4_u32, 5];
    let mut form = Form::default();
    let mut harness = Harness::new_ui(move |ui| {
        let text = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let other = Field::new("other", "Other", Value::Text(String::new(), 1));
        let fields = [Field::new("grid", "Grid", Value::Text(text, 1)), other];
        for filled in form.show(ui, "circuit", &fields).filled {
            let words =
                filled.entry.text().unwrap().split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
            form.answered("circuit", &filled, words.as_ref().err().map(|_| "Enter whole numbers.".to_owned()));
            numbers = words.unwrap_or_else(|_| numbers.clone());
        }
    });
    harness.run();
    harness.get_by_label("Grid").focus();
    harness.run();
    for typed in [" ", "-", "6"] {
        harness.get_by_label("Grid").type_text(typed);
        harness.run();
    }
    assert_eq!(harness.get_by_label("Grid").value(), Some("4 5 -6".to_owned()));
    assert!(harness.query_by_label("Enter whole numbers.").is_none(), "the user is still typing");
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.get_by_label("Grid").value(), Some("4 5 -6".to_owned()), "refused, but not lost");
    assert!(harness.query_by_label("Enter whole numbers.").is_some());
}
