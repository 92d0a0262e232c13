//! Remarks on turns: notes, marks and bookmarks in the list of turns, in the list of remarks, on the timeline and on
//! the board; and names in scripts that the program's own fonts lack.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Shape, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::board::{look, painter};
use paddock::render::Theme;
use paddock::replay::TurnMark;
use serde_json::{Value, json};

use crate::hands::{Window, click, opened_with, press, race_tab as tab};

const SHIFT: Modifiers = Modifiers::SHIFT;

/// A window on a copy of a shipped race, changed by `change`.
fn window(change: impl Fn(&mut Value)) -> (tempfile::TempDir, Window) {
    window_with(change, None)
}

/// The same, with this provider of fonts.
fn window_with(change: impl Fn(&mut Value), fonts: Option<Arc<dyn egui::FontProvider>>) -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("race.json");
    let shipped = crate::desk::shipped("replays/vektorace/widdershins-four-cars.json");
    let mut race: Value = serde_json::from_slice(&std::fs::read(shipped).unwrap()).unwrap();
    for field in ["notes", "bookmarks", "marks"] {
        race.as_object_mut().unwrap().shift_remove(field);
    }
    change(&mut race);
    std::fs::write(&file, serde_json::to_vec(&race).unwrap()).unwrap();
    let harness = opened_with(file, vec2(1600.0, 1000.0), fonts);
    (folder, harness)
}

/// The colours of the texts on screen that are exactly `words`.
fn colours(harness: &Window, words: &str) -> Vec<egui::Color32> {
    fn collect(shape: &Shape, words: &str, found: &mut Vec<egui::Color32>) {
        match shape {
            Shape::Text(text) if text.galley.text() == words => {
                let section = text.galley.job.sections.first();
                let color = section.map_or(text.fallback_color, |section| section.format.color);
                let painted = if color == egui::Color32::PLACEHOLDER { text.fallback_color } else { color };
                found.push(text.override_text_color.unwrap_or(painted));
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, words, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, words, &mut found));
    found
}

#[test]
fn a_note_stands_below_its_turn_and_in_full_in_the_list_of_remarks() {
    let long = "Samir brakes for the second corner far too early, and Rosa needs only to follow him through it \
                before she passes him on the straight.";
    let (_folder, mut harness) = window(|race| {
        race["notes"] = json!([{ "at": 3, "text": long }, { "at": 9, "text": "Rain?\nNot yet." }]);
        race["bookmarks"] = json!([{ "at": 5, "name": "The pass" }]);
        race["marks"] = json!({ "3": "?", "12": "!!" });
    });
    harness.get_by_label_contains("Note on turn 3: Samir brakes");
    harness.get_by_label("Note on turn 9: Rain? Not yet.");
    // A click goes to the turn of the note.
    harness.get_by_label("Note on turn 9: Rain? Not yet.").click();
    harness.run_steps(4);
    assert_eq!(tab(&harness).playback().position(), 9);
    click(&mut harness, "List of remarks");
    harness.get_by_label(long);
    press(&mut harness, Modifiers::NONE, Key::Home);
    click(&mut harness, "List of turns");
    // The note is gone with its text.
    let has_note = |harness: &Window| harness.query_by_label_contains("Note on turn 3: ").is_some();
    for _ in 0..3 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut harness, Modifiers::NONE, Key::N);
    press(&mut harness, crate::hands::CTRL, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Backspace);
    assert!(has_note(&harness), "not before the field is left");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(tab(&harness).race().remarks().note(3), None);
    assert!(!has_note(&harness));
}

#[test]
fn the_list_of_remarks_leads_to_turns_and_is_kept_up_to_date() {
    let (_folder, mut harness) = window(|race| {
        race["notes"] = json!([{ "at": 9, "text": "Rain?\nNot yet." }]);
        race["bookmarks"] = json!([{ "at": 5, "name": "The pass" }]);
        race["marks"] = json!({ "12": "!!" });
    });
    for round in 0..2 {
        // By key, then by pointer.
        if round == 0 {
            press(&mut harness, SHIFT, Key::N)
        } else {
            click(&mut harness, "List of remarks")
        }
        assert!(harness.query_by_label("Turn 1, Rosa").is_none(), "only remarks are listed");
        let listed: Vec<String> = harness
            .query_all_by_label_contains("Remarks on ")
            .map(|node| node.accesskit_node().label().unwrap())
            .collect();
        assert_eq!(listed.len(), 3, "{listed:?}");
        harness.get_by_label("The pass");
        harness.get_by_label("Rain?\nNot yet.");
        harness.get_by_label_contains("Remarks on 9 ").click();
        harness.run_steps(4);
        assert_eq!(tab(&harness).playback().position(), 9);
        if round == 0 {
            press(&mut harness, SHIFT, Key::N)
        } else {
            click(&mut harness, "List of turns")
        }
        assert!(harness.query_by_label_contains("Remarks on ").is_none());
    }
    // A mark set now is listed too, and undone.
    press(&mut harness, SHIFT, Key::N);
    press(&mut harness, Modifiers::NONE, Key::Num5);
    assert_eq!(tab(&harness).race().remarks().marks.get(&9), Some(&TurnMark::Mistake));
    harness.get_by_label_contains("Remarks on 9 ");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::Num2);
    harness.get_by_label_contains("Remarks on 10 ");
    press(&mut harness, crate::hands::CTRL, Key::Z);
    assert!(harness.query_by_label_contains("Remarks on 10 ").is_none());
}

#[test]
fn marks_have_the_colour_of_what_they_say_in_the_list_and_on_the_board() {
    let (_folder, mut harness) = window(|race| race["marks"] = json!({ "3": "??", "4": "!" }));
    for (turn, sign, mark) in [(3, "??", TurnMark::Blunder), (4, "!", TurnMark::Good)] {
        while tab(&harness).playback().position() < turn {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        let visuals = harness.ctx.global_style().visuals.clone();
        let color = look::mark_color(&visuals, mark);
        assert_ne!(look::mark_color(&visuals, TurnMark::Blunder), look::mark_color(&visuals, TurnMark::Good));
        let found = colours(&harness, sign);
        assert!(found.contains(&color), "the list: {found:?}");
        assert!(found.contains(&visuals.panel_fill), "beside the car, on a disc of its colour: {found:?}");
        let has_disc = harness.output().shapes.iter().any(
            |clipped| matches!(&clipped.shape, Shape::Circle(circle) if circle.fill == color && circle.radius == 9.0),
        );
        assert!(has_disc, "{mark:?}");
    }
}

#[test]
fn a_plot_has_a_menu_on_the_right_button() {
    let (_folder, mut harness) = window(|_| {});
    for workspace in [Key::F2, Key::F3] {
        press(&mut harness, Modifiers::NONE, workspace);
        let rect = harness.get_by_label("Plot of Gear").rect();
        let at = Pos2::new(rect.left() + rect.width() * 0.6, rect.center().y);
        for _ in 0..2 {
            harness.event(Event::PointerMoved(at));
            harness.run_steps(3);
            for pressed in [true, false] {
                let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
                harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
                harness.run_steps(3);
            }
            let entry = harness.get_by_label_contains("Go to turn ");
            let turn: usize = entry.accesskit_node().label().unwrap()["Go to turn ".len()..].parse().unwrap();
            entry.click();
            harness.run_steps(4);
            assert_eq!(tab(&harness).playback().position(), turn, "{workspace:?}");
            assert!(turn > 0 && harness.query_by_label_contains("Go to turn ").is_none());
        }
        press(&mut harness, Modifiers::NONE, Key::Home);
    }
}

/// The car and the emphasis of a line in a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    /// With the full colour of the car, in a thin line.
    Plain(usize),
    /// With the full colour of the car, in a wide line.
    Wide(usize),
    /// With a faint colour.
    Faint(usize),
}

/// The width and colour of a line that is already cut into triangles. Its edges are transparent, one point wide together.
fn strokes_of(mesh: &egui::Mesh) -> Vec<(f32, egui::Color32)> {
    let is_seen = |vertex: &&egui::epaint::Vertex| vertex.color.a() > 0;
    // The lines of a plot are one list of triangles. The transparent edges of a line belong to it.
    let seen: Vec<_> = mesh.vertices.iter().filter(is_seen).collect();
    let lines = seen.chunk_by(|one, other| one.color == other.color);
    lines
        .filter_map(|line| {
            let across = line.windows(2).map(|pair| pair[0].pos.distance(pair[1].pos));
            let inner = across.min_by(f32::total_cmp)?;
            Some(((inner + 1.0).round().max(1.5), line[0].color))
        })
        .collect()
}

/// The lines of cars in the plots below the board, in the order in which they are painted, without the marks of points.
fn lines(harness: &Window) -> Vec<Drawn> {
    fn collect(shape: &Shape, strokes: &mut Vec<(f32, egui::Color32)>) {
        match shape {
            Shape::Path(path) if !path.closed => {
                if let egui::epaint::ColorMode::Solid(color) = path.stroke.color {
                    strokes.push((path.stroke.width, color));
                }
            }
            Shape::LineSegment { stroke, .. } => strokes.push((stroke.width, stroke.color)),
            Shape::Mesh(mesh) => strokes.extend(strokes_of(mesh)),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, strokes)),
            _ => {}
        }
    }
    let theme = if harness.ctx.global_style().visuals.dark_mode { Theme::Dark } else { Theme::Light };
    let left = harness.get_by_label("Plot of Gear").rect();
    let mut strokes = Vec::new();
    // Not the chips of the cars, which lie above the plots.
    let of_plots = harness.output().shapes.iter().filter(|clipped| clipped.clip_rect.top() >= left.top() - 1.0);
    of_plots.for_each(|clipped| collect(&clipped.shape, &mut strokes));
    let mut drawn: Vec<Drawn> = Vec::new();
    for (width, color) in strokes {
        let line = (0..4).find_map(|car| {
            let full = painter::color(theme.line_colour(car));
            match (color == full, width) {
                (true, 3.0) => Some(Drawn::Wide(car)),
                (true, _) => Some(Drawn::Plain(car)),
                _ => (color == full.gamma_multiply(0.4)).then_some(Drawn::Faint(car)),
            }
        });
        if let Some(line) = line.filter(|line| drawn.last() != Some(line)) {
            drawn.push(line);
        }
    }
    drawn
}

#[test]
fn the_highlighted_car_is_drawn_solid_and_in_front_of_the_others() {
    let (_folder, mut harness) = window(|_| {});
    let plain = lines(&harness);
    assert_eq!(plain.iter().filter(|line| **line == Drawn::Plain(1)).count(), 3, "{plain:?}");
    assert!(plain.iter().all(|line| matches!(line, Drawn::Plain(_))), "{plain:?}");
    let samir = harness
        .query_all_by_role_and_label(Role::Label, "Samir")
        .min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    samir.unwrap().click();
    // The pointer leaves the row, so that only the selection counts.
    harness.event(Event::PointerMoved(Pos2::new(800.0, 300.0)));
    harness.run_steps(4);
    let lines = lines(&harness);
    let of_a_plot = [Drawn::Faint(0), Drawn::Faint(2), Drawn::Faint(3), Drawn::Wide(1)];
    assert_eq!(lines, [of_a_plot; 3].concat(), "gear, distance and the resource");
}

/// Records for which characters the window looks for a font of the system.
#[derive(Default)]
struct Asked(Mutex<String>);

impl egui::FontProvider for Asked {
    fn font_for(&self, request: &egui::FallbackRequest<'_>) -> Option<egui::epaint::text::FontInsert> {
        self.0.lock().unwrap().push_str(request.cluster);
        None
    }
}

#[test]
fn fonts_of_the_system_are_asked_for_names_that_the_own_fonts_lack() {
    let asked = Arc::new(Asked::default());
    let name = |race: &mut Value| {
        race["setup"]["cars"][0]["name"] = json!("北京");
        race["setup"]["cars"][1]["name"] = json!("محمد");
        race["setup"]["cars"][2]["name"] = json!("Zoë Αθηνά Жук");
    };
    let (_folder, harness) = window_with(name, Some(asked.clone()));
    assert_eq!(tab(&harness).race().entrants()[0].name, "北京");
    let asked = asked.0.lock().unwrap().clone();
    for character in "北京محمد".chars() {
        assert!(asked.contains(character), "{character}: {asked}");
    }
    for character in "ZoëΑθηνάЖук".chars() {
        assert!(!asked.contains(character), "{character}: {asked}");
    }
}

#[test]
fn ctrl_z_in_a_text_undoes_only_the_typing() {
    let command = Modifiers::COMMAND;
    let (_folder, mut harness) = window(|_| {});
    for key in [Key::ArrowRight, Key::Num1, Key::N] {
        press(&mut harness, Modifiers::NONE, key);
    }
    assert_eq!(tab(&harness).race().remarks().marks.len(), 1);
    harness.get_by_label("Note").type_text("first note");
    harness.run_steps(2);
    press(&mut harness, command, Key::Z);
    press(&mut harness, command, Key::Z);
    assert_eq!(tab(&harness).race().remarks().marks.len(), 1, "the mark stays");
    // Without a field that has the focus, the mark is undone.
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, command, Key::Z);
    assert!(tab(&harness).race().remarks().marks.is_empty());
    // The line in which turns are typed.
    press(&mut harness, Modifiers::NONE, Key::End);
    let length = tab(&harness).race().len();
    press(&mut harness, command | SHIFT, Key::Z);
    assert_eq!(tab(&harness).race().remarks().marks.len(), 1);
    press(&mut harness, Modifiers::NONE, Key::R);
    harness.get_by_label("Turn as one line of text").focus();
    harness.run_steps(2);
    harness.get_by_label("Turn as one line of text").type_text("4F");
    harness.run_steps(2);
    press(&mut harness, command, Key::Z);
    assert_eq!(tab(&harness).race().remarks().marks.len(), 1, "only the text is undone");
    assert_eq!(harness.get_by_label("Turn as one line of text").accesskit_node().value().unwrap_or_default(), "");
    // An empty line has nothing to undo.
    press(&mut harness, command, Key::Z);
    assert!(tab(&harness).race().remarks().marks.is_empty());
    assert_eq!(tab(&harness).race().len(), length);
}
