//! Tests that tools show what they place, and say what the next click does.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use paddock::editor::sketch::{Drawable, Form, Sketch, SketchDocument};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::replay::Kind;

use crate::sketch::{Window, click, move_to, press, window_on};

fn window<G: Sketch>(template: usize) -> Window {
    let draft = Kind::<G>::new().beginnings()[template].draft.of::<G>().unwrap().clone();
    window_on(Box::new(SketchDocument::<G>::new(draft, true)))
}

fn words(window: &Window) -> String {
    window.state().tab.preview().map(|preview| preview.words.clone()).unwrap_or_default()
}

/// Hovers over a circuit with each tool of a game, after the first points of shapes that need more than one.
fn every_tool_shows_something<G: Sketch>(places: [[f64; 2]; 3]) {
    let tools = G::MANNER.tools.iter().filter(|tool| tool.form != Form::Order);
    assert!(tools.clone().count() > 3);
    for tool in tools {
        let mut window = window::<G>(0);
        window.get_by_label(tool.title).click();
        window.run();
        let before = match tool.form {
            Form::Point | Form::Order => 0,
            Form::Segment | Form::Circle => 1,
            _ => 2,
        };
        places[..before].iter().for_each(|at| click(&mut window, *at));
        move_to(&mut window, places[before]);
        let preview = window.state().tab.preview();
        assert!(preview.is_some_and(|preview| !preview.is_empty()), "{}: {preview:?}", tool.title);
        // Hidden for the selection tool, and while the board is panned.
        window.key_down(Key::Space);
        window.run();
        assert!(window.state().tab.preview().is_none(), "{} with Space", tool.title);
        window.key_up(Key::Space);
        press(&mut window, Key::Escape);
        press(&mut window, Key::Escape);
        move_to(&mut window, places[0]);
        assert!(window.state().tab.preview().is_none(), "{}", tool.title);
    }
}

#[test]
fn tools_of_all_games_show_what_they_place() {
    every_tool_shows_something::<Vektorace>([[20.0, 12.0], [24.0, 12.0], [24.0, 15.0]]);
    every_tool_shows_something::<VectorRacing>([[20.0, 30.0], [24.0, 30.0], [24.0, 33.0]]);
    every_tool_shows_something::<FormulaD>([[0.0, 22.0], [4.0, 22.0], [4.0, 20.0]]);
    every_tool_shows_something::<WheelToWheel>([[0.0, 12.0], [4.0, 12.0], [4.0, 9.0]]);
}

#[test]
fn previews_say_what_counts() {
    // The curve through the points, with the number of fields that the loop would have.
    let mut window = window::<WheelToWheel>(2);
    press(&mut window, Key::B);
    for at in [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]] {
        click(&mut window, at);
    }
    move_to(&mut window, [0.0, 10.0]);
    let count: u32 = words(&window).strip_suffix(" fields").unwrap().parse().unwrap();
    assert!(count > 40, "{count}");
    click(&mut window, [0.0, 10.0]);
    press(&mut window, Key::Enter);
    let drawn = window.state().tab.draft().of::<WheelToWheel>().unwrap().clone();
    assert_eq!(drawn.loop_len, count);
    // A corner of Formula D, with its longest and shortest path.
    let mut window = self::window::<FormulaD>(0);
    let draft = window.state().tab.draft().of::<FormulaD>().unwrap().clone();
    let at = |id: &str| draft.spaces.iter().find(|space| space.id == id).unwrap().at;
    press(&mut window, Key::C);
    click(&mut window, at("b60"));
    move_to(&mut window, at("b66"));
    let said = words(&window);
    assert!(said.starts_with("1 stop, ") && said.ends_with(" spaces"), "{said}");
    // A red field becomes grey again by a second click.
    let mut window = self::window::<WheelToWheel>(0);
    let red = window.state().tab.draft().of::<WheelToWheel>().unwrap().red.clone();
    press(&mut window, Key::N);
    let places = paddock::games::wheel_to_wheel::field_places(window.state().tab.draft().of::<WheelToWheel>().unwrap());
    click(&mut window, places.fields[red[0] as usize]);
    assert!(words(&window).starts_with("field "), "{}", words(&window));
    assert_eq!(window.state().tab.draft().of::<WheelToWheel>().unwrap().red, red[1..]);
    click(&mut window, places.fields[red[0] as usize]);
    assert_eq!(window.state().tab.draft().of::<WheelToWheel>().unwrap().red, red);
}
