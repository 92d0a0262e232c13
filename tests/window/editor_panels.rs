//! The panels of the editor: the board has most of the window, and the dividers stay where the user drags them.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::epaint::Shape;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::tabs::Content;
use paddock::app::workspaces::editor::EditorTab;

use crate::hands::{Window, paddock};
use crate::layout::{CIRCUITS, window};

fn tab(harness: &Window) -> &EditorTab {
    match paddock(harness).document().map(|document| &document.content) {
        Some(Content::Circuit(tab)) => tab,
        _ => panic!("no circuit is shown"),
    }
}

/// The rectangle of the board.
fn board(harness: &Window) -> Rect {
    tab(harness).board().view().rect
}

fn pointer(harness: &mut Window, pos: Pos2, pressed: bool) {
    harness.event(egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(2);
}

fn drag(harness: &mut Window, from: Pos2, to: Pos2) {
    harness.event(egui::Event::PointerMoved(from));
    harness.run_steps(2);
    pointer(harness, from, true);
    for part in 1..=8 {
        harness.event(egui::Event::PointerMoved(from + (to - from) * (part as f32 / 8.0)));
        harness.run_steps(1);
    }
    pointer(harness, to, false);
    harness.run_steps(3);
}

#[test]
fn the_board_has_more_than_half_of_a_small_window_whatever_is_selected() {
    for file in CIRCUITS {
        let mut harness = window(Some(file), [1000.0, 700.0]);
        let whole = board(&harness);
        // The test's frame takes eight points at each side.
        assert!(whole.area() > 0.5 * 984.0 * 684.0, "{file}: {whole:?}");
        let names: Vec<String> =
            tab(&harness).document().shapes().iter().take(6).map(paddock::editor::sketch::Shape::title).collect();
        assert!(names.len() > 2, "{file}");
        let mut is_selected = false;
        for name in names {
            let label = format!("Select {name}");
            let Some(row) = harness.query_by_label(&label) else { continue };
            row.click();
            harness.run_steps(6);
            is_selected |= !tab(&harness).document().selection().is_empty();
            assert_eq!(board(&harness), whole, "{file}: {name} is selected");
        }
        assert!(is_selected, "{file}");
    }
}

#[test]
fn the_panels_are_as_wide_as_the_user_drags_them() {
    for file in CIRCUITS {
        let mut harness = window(Some(file), [1600.0, 1000.0]);
        let whole = board(&harness);
        let middle = whole.center().y;
        drag(&mut harness, pos2(whole.left() - 2.0, middle), pos2(180.0, middle));
        let narrow = board(&harness);
        assert!((narrow.left() - 180.0).abs() < 8.0, "{file}: {narrow:?}");
        for _ in 0..4 {
            harness.run_steps(4);
            assert_eq!(board(&harness), narrow, "{file}: the panel does not grow");
        }
        drag(&mut harness, pos2(narrow.left() - 2.0, middle), pos2(270.0, middle));
        assert!((board(&harness).left() - 270.0).abs() < 8.0, "{file}: {:?}", board(&harness));
        drag(&mut harness, pos2(whole.right() + 2.0, middle), pos2(whole.right() + 50.0, middle));
        assert!((board(&harness).right() - whole.right() - 50.0).abs() < 8.0, "{file}: {:?}", board(&harness));
        // The divider between the inspector and the issues.
        let tabs = |harness: &Window| harness.get_by_label_contains("Issues").rect();
        let before = tabs(&harness);
        let divider = pos2(before.center().x, before.top() - 3.0);
        drag(&mut harness, divider, divider - egui::vec2(0.0, 120.0));
        assert!((tabs(&harness).top() - before.top() + 120.0).abs() < 10.0, "{file}: {before:?} {:?}", tabs(&harness));
    }
}

#[test]
fn errors_come_before_warnings_and_name_things_as_players_do() {
    use paddock::editor::sketch::{Checks as _, SketchDocument};
    use paddock::game::Severity;
    use paddock::games::vector_racing::VectorRacing;
    let path = crate::desk::shipped("tracks/vector_racing/two-ponds.json");
    let document = SketchDocument::<VectorRacing>::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    let mut draft = document.draft().clone();
    // A reflector across the table and a start off the track; a spare reflector pair gives a warning.
    let text = serde_json::json!([{"from": [1, 1], "to": [5, 2]}]);
    draft.reflectors = serde_json::from_value(text).unwrap();
    draft.starts.push([-40, -40]);
    draft.regions = serde_json::from_value(serde_json::json!([{"kind": "oil", "outline": [[-30, -30]]}])).unwrap();
    let document = SketchDocument::<VectorRacing>::new(draft, true);
    let severities: Vec<Severity> = document.issues().iter().map(|issue| issue.severity).collect();
    assert!(severities.contains(&Severity::Error) && severities.contains(&Severity::Warning), "{severities:?}");
    assert!(severities.is_sorted(), "{severities:?}");
    let messages: Vec<&str> = document.issues().iter().map(|issue| issue.message.as_str()).collect();
    assert!(messages.iter().any(|message| message.starts_with("Reflector 1 is not on a grid line")), "{messages:?}");
    assert!(messages.iter().any(|message| message.starts_with("Oil slick 1 lies off the track")), "{messages:?}");
}

#[test]
fn the_panel_below_the_inspector_keeps_its_height_whatever_tab_it_shows() {
    for file in CIRCUITS {
        let mut harness = window(Some(file), [1000.0, 700.0]);
        let top = |harness: &Window| harness.get_by_label_contains("Issues").rect().top();
        let search = tab(&harness).document().manner().sought[0];
        for by in [0.0, -60.0] {
            let title = harness.get_by_label_contains("Issues").rect();
            let divider = pos2(title.center().x, title.top() - 3.0);
            drag(&mut harness, divider, divider + egui::vec2(0.0, by));
            let before = top(&harness);
            assert!((before - title.top() - by).abs() < 10.0, "{file}: {title:?}, {before}");
            for tab in ["Balance", search] {
                harness.get_by_role_and_label(Role::Button, tab).click();
                harness.run_steps(4);
                assert_eq!(top(&harness), before, "{file}: {tab}");
            }
            harness.get_by_label_contains("Issues").click();
            harness.run_steps(4);
            assert_eq!(top(&harness), before, "{file}");
        }
    }
}

#[test]
fn buttons_of_the_inspector_show_their_whole_titles() {
    let mut seen = 0;
    for file in CIRCUITS {
        for size in [[1000.0, 700.0], [1600.0, 1000.0]] {
            let mut harness = window(Some(file), size);
            let shapes = tab(&harness).document().shapes().to_vec();
            let actions = tab(&harness).document().manner().actions;
            for action in actions.iter().filter(|action| !action.has_field && !action.of.is_empty()) {
                let Some(shape) = shapes.iter().find(|shape| action.of.contains(&shape.id.tool)) else { continue };
                let label = format!("Select {}", shape.title());
                let Some(row) = harness.query_by_label(&label) else { continue };
                row.click();
                harness.run_steps(4);
                if tab(&harness).document().selection().only() != Some(shape.id.whole()) {
                    continue;
                }
                let button = harness.get_by_role_and_label(Role::Button, action.title).rect();
                let font = egui::TextStyle::Button.resolve(&harness.ctx.global_style());
                let text = harness.ctx.fonts_mut(|fonts| {
                    fonts.layout_no_wrap(action.title.to_owned(), font, egui::Color32::WHITE).size().x
                });
                assert!(button.width() > text || button.height() > 36.0, "{file}: {}, {button:?}", action.title);
                seen += 1;
            }
        }
    }
    assert!(seen > 4, "{seen}");
}

/// The widths of the panels beside the board, and the height of the panel with the issues.
fn sizes(harness: &Window) -> [f32; 3] {
    let board = board(harness);
    let whole = harness.ctx.content_rect();
    [board.left(), whole.right() - board.right(), whole.bottom() - harness.get_by_label_contains("Issues").rect().top()]
}

#[test]
fn panels_grow_back_after_a_small_window_and_keep_only_widths_that_were_dragged() {
    let mut large = window(Some(CIRCUITS[0]), [1600.0, 1000.0]);
    large.run_steps(2);
    let usual = sizes(&large);
    let mut harness = window(Some(CIRCUITS[0]), [1000.0, 700.0]);
    let small = sizes(&harness);
    assert!((0..3).all(|index| small[index] + 20.0 < usual[index]), "{small:?} {usual:?}");
    let resize = |harness: &mut Window, width: f32, height: f32| {
        harness.set_size(egui::vec2(width, height));
        harness.run_steps(4);
        sizes(harness)
    };
    assert_eq!(resize(&mut harness, 1600.0, 1000.0), usual, "a small window leaves no trace");
    // A width that the user drags is kept, also after a window in which it does not fit.
    let edge = board(&harness).left_center() - egui::vec2(2.0, 0.0);
    drag(&mut harness, edge, edge - egui::vec2(60.0, 0.0));
    let chosen = sizes(&harness);
    assert!((usual[0] - chosen[0] - 60.0).abs() < 8.0, "{chosen:?} {usual:?}");
    assert_eq!(chosen[1..], usual[1..]);
    assert!(resize(&mut harness, 1000.0, 700.0)[0] < chosen[0] - 10.0);
    assert_eq!(resize(&mut harness, 1600.0, 1000.0), chosen);
}

#[test]
fn the_word_of_an_empty_number_field_fits_into_the_field() {
    for (file, field) in
        [("tracks/vektorace/adder-lane.json", "An octagon is"), ("tracks/vector_racing/mill-lane.json", "Square side")]
    {
        for size in [[1000.0, 700.0], [1600.0, 1000.0]] {
            let harness = window(Some(file), size);
            let field = harness.get_by_role_and_label(Role::TextInput, field).rect();
            let font = egui::TextStyle::Body.resolve(&harness.ctx.global_style());
            let words = |fonts: &mut egui::epaint::text::FontsView<'_>| {
                fonts.layout_no_wrap("unknown".to_owned(), font.clone(), egui::Color32::WHITE).size().x
            };
            let word = harness.ctx.fonts_mut(words);
            assert!(
                field.width() >= word + 2.0 * harness.ctx.global_style().spacing.button_padding.x,
                "{file} {size:?}: {field:?}, {word}"
            );
            assert!(field.right() < harness.ctx.content_rect().right());
        }
    }
}

#[test]
fn the_pointer_is_shown_in_centimetres_only_if_the_size_of_a_square_is_known() {
    let mut harness = window(Some("tracks/vector_racing/mill-lane.json"), [1600.0, 1000.0]);
    let shown = |harness: &mut Window| {
        let at = board(harness).center();
        harness.event(egui::Event::PointerMoved(at));
        harness.run_steps(3);
        assert!(harness.query_all_by_label_contains(" squares").next().is_some());
        harness.query_all_by_label_contains(" cm").next().is_some()
    };
    assert!(!shown(&mut harness), "the size is unknown");
    harness.get_by_role_and_label(Role::TextInput, "Square side").focus();
    harness.run_steps(2);
    harness.event(egui::Event::Text("8".to_owned()));
    harness.run_steps(2);
    crate::hands::press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(shown(&mut harness), "a square is 8 mm wide");
}

#[test]
fn the_names_of_tools_are_whole_on_a_laptop() {
    for size in [[1280.0, 800.0], [1366.0, 768.0]] {
        for file in CIRCUITS {
            let harness = window(Some(file), size);
            let below = harness.get_by_label("Snap").rect().top();
            let beside = harness.get_by_label("Tools").rect().left() + 270.0;
            let mut tools = Vec::new();
            for clipped in &harness.output().shapes {
                if let Shape::Text(text) = &clipped.shape
                    && (80.0..below).contains(&text.pos.y)
                    && text.pos.x < beside
                {
                    tools.push((text.galley.text().to_owned(), text.galley.elided));
                }
            }
            assert!(tools.len() >= 8, "{file}, {size:?}: {tools:?}");
            let cut: Vec<_> = tools.iter().filter(|(_, elided)| *elided).collect();
            assert!(cut.is_empty(), "{file}, {size:?}: {cut:?}");
        }
    }
}

#[test]
fn a_list_of_numbers_that_is_refused_stays_in_its_field_with_the_reason() {
    let file = CIRCUITS.iter().find(|file| file.contains("wheel_to_wheel")).unwrap();
    let mut harness = window(Some(file), [1000.0, 700.0]);
    let grid = |harness: &Window| harness.get_by_label("Grid").accesskit_node().value().unwrap();
    let was = grid(&harness);
    for text in ["70 69 xx", "70 69"] {
        harness.get_by_label("Grid").focus();
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.run_steps(2);
        harness.event(egui::Event::Text(text.to_owned()));
        harness.run_steps(2);
        harness.key_press(Key::Tab);
        harness.run_steps(4);
        assert_ne!(was, text);
        assert_eq!(grid(&harness), text);
        let is_refused = harness.query_by_label_contains("Enter a whole number from").is_some();
        assert_eq!(is_refused, text.contains("xx"), "{text}");
    }
}
