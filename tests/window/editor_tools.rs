//! Tests of editing several pieces, track limits, labels and corner numbers, by pointer and by keyboard.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::desk::{click, click_with, document, drag, press, starter, titles, window};
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::workspaces::editor::HandTool;
use paddock::editor::sketch::Part;
use paddock::editor::sketch::pieces::{Piece, tool};
use paddock::editor::sketch::{AnySketch, Checks, Clips, Steps};
use paddock::editor::{Grid, place_at};
use paddock::games::vektorace::{Draft, Hand, Keep, LabelDraft, LimitDraft};
use paddock::geometry::{Direction, Point};

fn square(x: f64, y: f64) -> LimitDraft {
    let outline = [(x, y), (x + 4.0, y), (x + 4.0, y + 4.0), (x, y + 4.0)].map(|(x, y)| place_at(x, y)).to_vec();
    LimitDraft { keep: Keep::Out, outline }
}

fn with_limit() -> Draft {
    Draft { limits: vec![square(18.0, 11.0)], ..starter() }
}

#[test]
fn clicks_with_shift_or_ctrl_add_to_the_selection() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 10.0]);
    click_with(&mut harness, [8.0, 16.0], PointerButton::Primary, Modifiers::SHIFT);
    click_with(&mut harness, [32.0, 16.0], PointerButton::Primary, Modifiers::COMMAND);
    assert_eq!(
        document(&harness).selection().items(),
        [Piece::Corner(0), Piece::Corner(1), Piece::Corner(2)].map(Part::from)
    );
    click_with(&mut harness, [8.0, 16.0], PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(document(&harness).selection().items(), [Piece::Corner(0), Piece::Corner(2)].map(Part::from));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    assert_eq!(document(&harness).selection().items().len(), 5);
    press(&mut harness, Key::Escape);
    assert!(document(&harness).selection().is_empty());
    assert!(!document(&harness).is_dirty(), "selecting is no change");
}

#[test]
fn keys_nudge_by_a_quarter_by_one_and_by_a_hundredth() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 10.0]);
    press(&mut harness, Key::ArrowRight);
    assert_eq!(document(&harness).draft().corners[0].at, place_at(8.25, 10.0));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run();
    assert_eq!(document(&harness).draft().corners[0].at, place_at(8.25, 11.0));
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    harness.run();
    assert_eq!(document(&harness).draft().corners[0].at, place_at(8.24, 11.0));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    harness.run();
    assert_eq!(document(&harness).draft().corners[4].at, place_at(9.24, 10.0));
}

#[test]
fn several_pieces_are_aligned_distributed_and_mirrored() {
    let mut draft = starter();
    draft.corners[0].at = place_at(8.5, 10.25);
    draft.corners[1].at = place_at(9.0, 16.0);
    let mut harness = window(draft);
    drag(&mut harness, [3.0, 7.0], [12.0, 20.0]);
    assert_eq!(document(&harness).selection().items(), [Piece::Corner(0), Piece::Corner(1)].map(Part::from));
    harness.get_by_label("Align left edges").click();
    harness.run();
    let corners = |harness: &egui_kittest::Harness<'_, crate::desk::Desk>| document(harness).draft().corners.clone();
    assert_eq!([corners(&harness)[0].at.x, corners(&harness)[1].at.x], [place_at(8.5, 0.0).x; 2]);
    harness.get_by_label("Mirror top to bottom").click();
    harness.run();
    let [first, second, ..] = corners(&harness)[..] else { panic!("four corners") };
    assert_eq!((first.at, first.facing), (place_at(8.5, 16.0), Direction::new(3)));
    assert_eq!((second.at, second.facing), (place_at(8.5, 10.25), Direction::new(5)));
    assert_eq!(document(&harness).draft().direction, Some(Hand::Clockwise), "a part of it does not turn the race");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness.get_by_label("Distribute horizontally").click();
    harness.run();
    let mut xs: Vec<f64> = Piece::solid(document(&harness).draft())
        .filter_map(|piece| Some(piece.at(document(&harness).draft())?.to_f64()[0]))
        .collect();
    xs.sort_by(f64::total_cmp);
    let gaps: Vec<f64> = xs.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.iter().all(|gap| (gap - gaps[0]).abs() < 1e-9), "{xs:?}");
    let titles = titles(&harness);
    assert_eq!(titles, ["Align 2 pieces", "Mirror 2 pieces", "Distribute 5 pieces"]);
}

#[test]
fn several_pieces_are_turned_as_a_whole_or_each_on_the_spot() {
    let mut harness = window(starter());
    drag(&mut harness, [3.0, 7.0], [12.0, 20.0]);
    press(&mut harness, Key::R);
    press(&mut harness, Key::R);
    let corners = |harness: &egui_kittest::Harness<'_, crate::desk::Desk>| document(harness).draft().corners.clone();
    assert_eq!([corners(&harness)[0].at, corners(&harness)[1].at], [place_at(11.0, 13.0), place_at(5.0, 13.0)]);
    harness.get_by_label("Rotate right").click();
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    harness.run();
    assert_eq!(document(&harness).draft(), &starter(), "turned back");
    harness.key_press_modifiers(Modifiers::ALT, Key::R);
    harness.run();
    assert_eq!(corners(&harness)[..2].iter().map(|corner| corner.facing.number()).collect::<Vec<_>>(), [6, 4]);
    assert_eq!(corners(&harness)[0].at, place_at(8.0, 10.0));
    harness.key_press_modifiers(Modifiers::ALT | Modifiers::SHIFT, Key::R);
    harness.run();
    assert_eq!(document(&harness).draft(), &starter());
    assert_eq!(titles(&harness)[3..], ["Rotate 2 pieces", "Rotate each of 2 pieces", "Rotate each of 2 pieces"]);
}

#[test]
fn the_whole_circuit_is_mirrored_and_turned_with_its_table() {
    let mut harness = window(starter());
    harness.get_by_label("Rotate circuit left").click();
    harness.run();
    let draft = document(&harness).draft();
    assert_eq!((draft.table.to, draft.corners[0].at), (place_at(24.0, 40.0), place_at(14.0, 8.0)));
    assert_eq!((draft.corners[0].facing, draft.pitwall.unwrap().direction), (Direction::new(7), Direction::new(6)));
    assert!(document(&harness).issues().is_empty(), "{:?}", document(&harness).issues());
    harness.get_by_label("Rotate circuit right").click();
    harness.run();
    assert_eq!(document(&harness).draft(), &starter());
    harness.key_press_modifiers(Modifiers::SHIFT, Key::M);
    harness.run();
    let draft = document(&harness).draft();
    assert_eq!((draft.direction, draft.pitwall.unwrap().at), (Some(Hand::CounterClockwise), place_at(20.0, 18.0)));
    assert!(document(&harness).issues().is_empty(), "{:?}", document(&harness).issues());
}

#[test]
fn a_piece_snaps_to_whole_octagons_and_edges_and_says_so_until_alt_is_held() {
    let mut harness = window(starter());
    // Ten and a bit octagons down and to the right of corner 2, on no place a decimal could name.
    let way = 10.0 / std::f64::consts::SQRT_2;
    drag(&mut harness, [8.0, 10.0], [8.0 + way + 0.05, 16.0 - way - 0.03]);
    let draft = document(&harness).draft();
    assert_eq!(draft.corners[0].at, draft.corners[1].at + Direction::new(7).unit() * 10);
    assert!(draft.corners[0].at.x.as_decimal().is_none(), "exact only with the root of 2");
    press(&mut harness, Key::E);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::G);
    harness.run();
    let snap = harness.state().tab.snap();
    assert_eq!((snap.grid, snap.steps, snap.edges), (Grid::Quarter, false, false));
    press(&mut harness, Key::G);
    assert_eq!(harness.state().tab.snap().grid, Grid::Fine);
    harness.get_by_label("Grid 0.25").click();
    harness.run();
    harness.get_by_label("Snap to edges").click();
    harness.run();
    drag(&mut harness, [32.0, 10.0], [32.0, 15.1]);
    let touching = document(&harness).draft().corners[3].at;
    assert_eq!(document(&harness).issue_counts().0, 0, "{:?}", document(&harness).issues());
    assert_ne!(touching, place_at(32.0, 15.0));
    harness.event(egui::Event::ModifiersChanged(Modifiers::ALT));
    let at = touching.to_f64();
    crate::desk::move_to(&mut harness, at);
    for (place, pressed) in [(at, Some(true)), ([20.123, 14.0], None), ([20.123, 14.456], None)] {
        crate::desk::move_to(&mut harness, place);
        if pressed.is_some() {
            crate::desk::button(&mut harness, place, true);
        }
    }
    crate::desk::button(&mut harness, [20.123, 14.456], false);
    let [x, y] = document(&harness).draft().corners[3].at.to_f64();
    assert!((x - 20.123).abs() < 0.05 && (y - 14.456).abs() < 0.05, "{x} {y}");
    assert_ne!(document(&harness).draft().corners[3].at, Grid::Quarter.place([x, y]));
}

#[test]
fn corners_are_numbered_by_clicking_them_in_order() {
    let mut harness = window(starter());
    press(&mut harness, Key::N);
    assert_eq!(harness.state().tab.tool(), Some(tool::NUMBER));
    for at in [[32.0, 16.0], [32.0, 10.0], [8.0, 10.0], [8.0, 16.0]] {
        click(&mut harness, at);
    }
    let numbers: Vec<u32> = document(&harness).draft().corners.iter().map(|corner| corner.number).collect();
    assert_eq!((numbers, harness.state().tab.hand()), (vec![3, 4, 1, 2], HandTool::Select));
    assert_eq!(titles(&harness), ["Number corners by clicking"], "one step");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(document(&harness).draft(), &starter());
}

#[test]
fn corners_are_renumbered_by_dragging_them_in_the_list_and_by_keys() {
    let mut harness = window(starter());
    let from = harness.get_by_label("Select Corner 4").rect().center();
    let to = harness.get_by_label("Select Corner 2").rect().center_top() + egui::vec2(0.0, 2.0);
    let press_at = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for event in [
        egui::Event::PointerMoved(from),
        press_at(from, true),
        egui::Event::PointerMoved(from - egui::vec2(0.0, 14.0)),
        egui::Event::PointerMoved(to),
        press_at(to, false),
    ] {
        harness.event(event);
        harness.run();
    }
    let numbers = |harness: &egui_kittest::Harness<'_, crate::desk::Desk>| -> Vec<u32> {
        document(harness).draft().corners.iter().map(|corner| corner.number).collect()
    };
    assert_eq!(numbers(&harness), [1, 3, 4, 2]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    click(&mut harness, [8.0, 10.0]);
    press(&mut harness, Key::CloseBracket);
    assert_eq!(numbers(&harness), [2, 1, 3, 4]);
    press(&mut harness, Key::OpenBracket);
    assert_eq!(numbers(&harness), [1, 2, 3, 4]);
}

#[test]
fn curbs_and_hands_are_flipped() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 10.0]);
    press(&mut harness, Key::B);
    assert_eq!(document(&harness).draft().corners[0].facing, Direction::new(1));
    press(&mut harness, Key::S);
    assert_eq!(document(&harness).draft().corners[0].hand, Some(Hand::CounterClockwise));
    press(&mut harness, Key::S);
    assert_eq!(document(&harness).draft().corners[0].hand, None);
}

#[test]
fn a_track_limit_is_drawn_point_by_point_and_given_up_by_escape() {
    let mut harness = window(starter());
    press(&mut harness, Key::L);
    for at in [[18.0, 11.0], [22.0, 11.0], [22.0, 15.0], [19.0, 18.0], [18.0, 15.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Backspace);
    click(&mut harness, [18.0, 15.0]);
    press(&mut harness, Key::Enter);
    let limits = &document(&harness).draft().limits;
    assert_eq!((limits.len(), limits[0].outline.len(), limits[0].keep), (1, 5, Keep::Out));
    assert_eq!(limits[0].outline[2], place_at(22.0, 15.0));
    assert_eq!(document(&harness).selection().only(), Some(Piece::Limit(0).into()));
    assert_eq!(titles(&harness), ["Draw track limit 1"]);
    press(&mut harness, Key::K);
    assert_eq!(document(&harness).draft().limits[0].keep, Keep::In);
    press(&mut harness, Key::L);
    for at in [[25.0, 11.0], [27.0, 11.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::Escape);
    assert_eq!((document(&harness).draft().limits.len(), harness.state().tab.hand()), (1, HandTool::Select));
}

#[test]
fn points_of_a_track_limit_snap_until_alt_is_held() {
    let mut harness = window(with_limit());
    click(&mut harness, [18.0, 13.0]);
    assert_eq!(document(&harness).selection().only(), Some(Piece::Limit(0).into()));
    // The lower left corner of the limit goes onto the pitwall's upper edge.
    drag(&mut harness, [18.0, 11.0], [19.5, 6.3]);
    let wall = Piece::Pitwall.placed(document(&harness).draft());
    let at = document(&harness).draft().limits[0].outline[0];
    assert!(wall.iter().any(|part| part.contains(at)), "{at:?}");
    assert_eq!(at.y, wall[2].reach(Direction::new(2)), "on the edge, exactly");
    let held = at.to_f64();
    harness.event(egui::Event::ModifiersChanged(Modifiers::ALT));
    crate::desk::move_to(&mut harness, held);
    crate::desk::button(&mut harness, held, true);
    for place in [[18.0, 8.0], [19.5, 6.31]] {
        crate::desk::move_to(&mut harness, place);
    }
    crate::desk::button(&mut harness, [19.5, 6.31], false);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
    assert_ne!(document(&harness).draft().limits[0].outline[0].y, at.y, "placed freely");
}

#[test]
fn a_track_limit_that_crosses_itself_is_untangled_by_a_click() {
    let mut draft = with_limit();
    draft.limits[0].outline.swap(1, 2);
    let mut harness = window(draft.clone());
    harness.get_by_label_contains("Issue: Track limit 1 crosses or touches itself");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run();
    assert!(document(&harness).issues().is_empty(), "{:?}", document(&harness).issues());
    assert_eq!(titles(&harness), ["Repair the outline of track limit 1"]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(document(&harness).draft(), &draft);
}

#[test]
fn points_of_a_track_limit_are_moved_added_and_deleted() {
    let mut harness = window(with_limit());
    harness.get_by_label("Select Track limit 1").click();
    harness.run();
    // The disc in the middle of the lower edge becomes a point.
    drag(&mut harness, [20.0, 11.0], [20.0, 9.5]);
    let outline =
        |harness: &egui_kittest::Harness<'_, crate::desk::Desk>| document(harness).draft().limits[0].outline.clone();
    assert_eq!((outline(&harness).len(), outline(&harness)[1]), (5, place_at(20.0, 9.5)));
    assert_eq!(titles(&harness).len(), 1, "one gesture, one step");
    drag(&mut harness, [22.0, 15.0], [23.5, 16.0]);
    assert_eq!(outline(&harness)[3], place_at(23.5, 16.0));
    click(&mut harness, [20.0, 9.5]);
    assert_eq!(document(&harness).selection().only(), Some(Piece::LimitCorner(0, 1).into()));
    press(&mut harness, Key::Delete);
    assert_eq!(outline(&harness).len(), 4);
    harness.get_by_label("Select Track limit 1").click();
    harness.run();
    press(&mut harness, Key::A);
    assert_eq!(outline(&harness).len(), 5, "a point in the longest edge");
    harness.get_by_label("Select Track limit 1").click();
    harness.run();
    press(&mut harness, Key::Delete);
    assert!(document(&harness).draft().limits.is_empty());
    while document(&harness).history().undo_title().is_some() {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
    }
    assert_eq!(document(&harness).draft(), &with_limit());
}

#[test]
fn a_label_is_written_and_what_is_typed_is_one_step() {
    let mut harness = window(starter());
    press(&mut harness, Key::T);
    click(&mut harness, [20.0, 12.0]);
    assert_eq!(harness.state().tab.hand(), HandTool::Select);
    for letter in ["P", "i", "t"] {
        harness.event(egui::Event::Text(letter.to_owned()));
        harness.run();
    }
    assert_eq!(document(&harness).draft().labels, [LabelDraft::new(place_at(20.0, 12.0), "Pit")]);
    assert_eq!(titles(&harness), ["Write a label", "Change the label “Label”"]);
    press(&mut harness, Key::Escape);
    click(&mut harness, [20.0, 13.5]);
    drag(&mut harness, [20.0, 12.0], [24.0, 13.0]);
    assert_eq!(document(&harness).draft().labels[0].at, place_at(24.0, 13.0));
}

#[test]
fn the_table_is_shown_in_centimetres_where_the_size_of_an_octagon_is_known() {
    let mut harness = window(starter());
    assert!(harness.query_by_label_contains("in centimetres").is_none());
    let enter = |harness: &mut egui_kittest::Harness<'_, crate::desk::Desk>, label: &str, nth: usize, text: &str| {
        harness.get_all_by_label(label).nth(nth).expect("a field").focus();
        harness.run();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.event(egui::Event::Text(text.to_owned()));
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
    };
    let field = |harness: &egui_kittest::Harness<'_, crate::desk::Desk>, label: &str| {
        harness.get_all_by_label(label).position(|node| node.accesskit_node().is_text_input()).expect("a field")
    };
    let place = field(&harness, "An octagon is");
    enter(&mut harness, "An octagon is", place, "24.5");
    assert_eq!(document(&harness).draft().octagon_mm, Some(place_at(24.5, 0.0).x));
    harness.get_by_label_contains("in centimetres");
    assert_eq!(titles(&harness), ["Set the size of an octagon"]);
    let text = document(&harness).to_text().expect("text");
    assert!(text.contains("\"octagon_mm\": 24.5"), "{text}");
}

#[test]
fn arrow_keys_in_a_number_field_make_one_step() {
    let mut harness = window(starter());
    click(&mut harness, [8.0, 10.0]);
    harness.get_by_label("x").focus();
    harness.run();
    for _ in 0..5 {
        press(&mut harness, Key::ArrowUp);
    }
    assert_eq!(document(&harness).draft().corners[0].at, place_at(8.5, 10.0));
    assert_eq!(titles(&harness), ["Move corner 1"]);
    press(&mut harness, Key::Enter);
    harness.get_by_label("y").focus();
    harness.run();
    press(&mut harness, Key::ArrowDown);
    assert_eq!(titles(&harness).len(), 2);
}

#[test]
fn what_is_copied_lands_aside_of_what_is_there() {
    let mut document = crate::desk::Document::new(with_limit(), true);
    document.selection_mut().set([Piece::Corner(1), Piece::Limit(0), Piece::Pitwall].map(Part::from));
    let (clip, count) = document.copied().expect("pieces");
    assert_eq!((count, document.paste(&clip, None)), (3, Ok([2, 1])));
    let draft = document.draft();
    assert_eq!((draft.corners[4].at, draft.corners[4].number), (place_at(9.0, 15.0), 5));
    assert_eq!(draft.limits[1].outline[0], place_at(19.0, 10.0));
    assert_eq!(draft.pitwall, starter().pitwall, "there is only one");
    assert_eq!(document.history().undo_title(), Some("Paste 2 pieces"));
    let mut other = crate::desk::Document::new(Draft::default(), true);
    assert_eq!(other.paste(&clip, None), Ok([3, 0]));
    assert_eq!(other.draft().pitwall, starter().pitwall);
    assert_eq!(other.draft().corners[0].at, place_at(8.0, 16.0), "its own place is free here");
    let _: Point = other.draft().limits[0].outline[0];
}

#[test]
fn issues_are_fixed_by_a_click_or_by_a_key_and_that_can_be_taken_back() {
    let mut draft = starter();
    draft.corners[0].at = place_at(8.0, 15.5);
    draft.corners[3].number = 9;
    let mut harness = window(draft.clone());
    harness.get_by_label("Fix: Move corner 1").click();
    harness.run();
    assert!(titles(&harness) == ["Move corner 1"] && document(&harness).issue_counts().0 == 1);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run();
    assert_eq!(titles(&harness), ["Move corner 1", "Renumber the corners"]);
    assert_eq!(document(&harness).issue_counts(), (0, 0), "{:?}", document(&harness).issues());
    for _ in 0..2 {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
    }
    assert_eq!(document(&harness).draft(), &draft);
}
