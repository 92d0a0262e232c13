//! Tests of drawing a circuit of Formula D in the window, with the pointer and the keys.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::editor::sketch::{Drawable, SketchDocument};
use paddock::games::formula_d::{
    CornerArrows, Draft, EdgeKind, Forecast, FormulaD, SpaceKind, corner_arrows, police_line, ways_of,
};
use paddock::replay::Kind;

use crate::sketch::{Window, click, drag, press, titles, window_on};

fn beginning(name: &str) -> Draft {
    let found = Kind::<FormulaD>::new().beginnings();
    found.iter().find(|beginning| beginning.name == name).unwrap().draft.of::<FormulaD>().unwrap().clone()
}

fn window(draft: Draft) -> Window {
    window_on(Box::new(SketchDocument::<FormulaD>::new(draft, true)))
}

fn draft(harness: &Window) -> Draft {
    harness.state().tab.draft().of::<FormulaD>().unwrap().clone()
}

fn undo(harness: &mut Window) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
}

fn says(harness: &Window, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

/// Where a space lies.
fn space(harness: &Window, id: &str) -> [f64; 2] {
    draft(harness).spaces.iter().find(|space| space.id == id).unwrap().at
}

fn click_space(harness: &mut Window, id: &str) {
    let at = space(harness, id);
    click(harness, at);
}

fn drag_between(harness: &mut Window, from: &str, to: &str) {
    let ends = [from, to].map(|id| space(harness, id));
    drag(harness, &ends);
}

const RING: [[f64; 2]; 8] =
    [[0.0, 0.0], [14.0, 0.0], [22.0, 5.0], [22.0, 12.0], [14.0, 17.0], [-14.0, 17.0], [-22.0, 8.0], [-14.0, 0.0]];

#[test]
fn a_circuit_is_drawn_from_an_empty_table_until_it_can_be_raced() {
    let mut harness = window(beginning("Empty table"));
    assert!(says(&harness, "Take the centre line tool (B)"));
    // A pit lane leaves a track that is there.
    press(&mut harness, Key::L);
    for at in [[-8.0, 3.0], [8.0, 3.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Enter);
    assert!(harness.state().refused.as_deref().is_some_and(|why| why.starts_with("Draw the centre line first")));
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::B);
    for at in RING {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Enter);
    let drawn = draft(&harness);
    assert!(drawn.spaces.len() > 250 && drawn.corners.len() > 1 && drawn.slots() == 10, "{}", drawn.spaces.len());
    assert!(says(&harness, "There is no pit lane"));
    press(&mut harness, Key::L);
    for at in [[-13.0, 2.0], [-9.0, 3.0], [8.0, 3.0], [11.0, 2.0]] {
        click(&mut harness, at);
    }
    press(&mut harness, Key::Enter);
    let drawn = draft(&harness);
    let boxes = drawn.spaces.iter().filter(|space| matches!(space.kind, SpaceKind::Box(_))).count();
    assert_eq!((drawn.pit_line.len(), boxes), (4, 5));
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    assert!(!says(&harness, "There is no pit lane"));
    assert_eq!(titles(&harness).len(), 2, "{:?}", titles(&harness));
    undo(&mut harness);
    assert!(draft(&harness).spaces.iter().all(|space| space.lane > 0));
}

#[test]
fn marks_of_the_road_are_put_and_taken_away_by_clicks() {
    let mut harness = window(beginning("Oval"));
    press(&mut harness, Key::Y);
    click_space(&mut harness, "b60");
    assert!(police_line(&draft(&harness)).is_some_and(|rank| rank.abs_diff(121) <= 1));
    click_space(&mut harness, "b60");
    assert_eq!(police_line(&draft(&harness)), None);
    press(&mut harness, Key::N);
    click_space(&mut harness, "a50");
    press(&mut harness, Key::X);
    click_space(&mut harness, "c52");
    let drawn = draft(&harness);
    let marked = |id: &str| drawn.spaces.iter().find(|space| space.id == id).unwrap();
    assert!(marked("a50").noise && marked("c52").danger);
    // Two clicks take a slot away and give the last number to another space.
    press(&mut harness, Key::S);
    let pole = drawn.spaces.iter().find(|space| space.slot == Some(1)).unwrap().id.clone();
    click_space(&mut harness, &pole);
    assert_eq!(draft(&harness).slots(), 9);
    click_space(&mut harness, "b2");
    let drawn = draft(&harness);
    assert_eq!(drawn.spaces.iter().find(|space| space.id == "b2").unwrap().slot, Some(10));
    // A tunnel under the back straight; again, and it is gone.
    let before = drawn.spaces.len();
    press(&mut harness, Key::T);
    click(&mut harness, [0.0, 22.0]);
    let under = draft(&harness);
    assert_eq!(under.tunnels.len(), 1);
    assert!(under.spaces.len() + 60 < before, "{} of {before}", under.spaces.len());
    assert_eq!(under.edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Portal(_))).count(), 3);
    click(&mut harness, [0.0, 22.0]);
    assert_eq!(draft(&harness).spaces.len(), before);
}

#[test]
fn corners_are_stretched_and_given_arrows_and_spaces_ways_of_their_own() {
    let mut harness = window(beginning("Oval"));
    let before = draft(&harness);
    press(&mut harness, Key::C);
    let ends = [space(&harness, "b58"), space(&harness, "b64")];
    drag(&mut harness, &ends);
    let drawn = draft(&harness);
    assert_eq!(drawn.corners.len(), before.corners.len() + 1);
    let added = drawn.corners.iter().position(|corner| before.corners.iter().all(|old| old.id != corner.id)).unwrap();
    assert_eq!(corner_arrows(&drawn, added), Some(CornerArrows::RacingLine));
    assert!(drawn.corners[added].longest > drawn.corners[added].shortest);
    assert!(says(&harness, "Longest path"));
    undo(&mut harness);
    assert_eq!(draft(&harness), before);
    // A single space: its way to the left is taken away, and an arrow says so.
    press(&mut harness, Key::Escape);
    click_space(&mut harness, "b3");
    harness.get_by_label("Into the lane to the left").click();
    harness.run();
    let drawn = draft(&harness);
    let index = drawn.spaces.iter().position(|space| space.id == "b3").unwrap();
    assert!(!ways_of(&drawn, index).left && ways_of(&drawn, index).right);
    assert_eq!(drawn.spaces[index].arrows.len(), 2);
    // There is nothing to the left of the leftmost lane.
    press(&mut harness, Key::Escape);
    click_space(&mut harness, "a3");
    harness.get_by_label("Into the lane to the left").click();
    harness.run();
    assert!(harness.state().refused.is_some() || says(&harness, "it leads to no space"));
    undo(&mut harness);
    assert_eq!(draft(&harness), before);
}

#[test]
fn a_mirrored_circuit_keeps_what_is_marked_on_the_other_side() {
    let mut harness = window(beginning("Hook"));
    let before = draft(&harness);
    press(&mut harness, Key::M);
    let after = draft(&harness);
    assert_eq!(after.corners.len(), before.corners.len());
    assert!(
        before.corners.iter().zip(&after.corners).all(|(was, is)| was.inside != is.inside && was.stops == is.stops)
    );
    assert_eq!(after.slots(), before.slots());
    assert!(harness.state().tab.document().is_sound(), "{:?}", harness.state().tab.document().issues());
    undo(&mut harness);
    assert_eq!(draft(&harness), before);
}

#[test]
fn every_control_has_a_name_that_is_no_glyph() {
    let mut harness = window(beginning("Figure of eight"));
    click_space(&mut harness, "b10");
    let is_control = |role: Role| {
        matches!(
            role,
            Role::Button | Role::CheckBox | Role::RadioButton | Role::TextInput | Role::SpinButton | Role::ComboBox
        )
    };
    for node in harness.get_all_by(|node| is_control(node.role())) {
        let name = node.accesskit_node().label().unwrap_or_default();
        assert!(name.chars().any(|sign| sign.is_ascii_alphanumeric()), "{:?}: `{name}`", node.accesskit_node().role());
    }
}

#[test]
fn a_click_on_a_corners_sign_selects_it_and_the_next_ones_change_its_stops() {
    use paddock::game::scene::{Shape, Tag};
    let mut harness = window(beginning("Oval"));
    let before = draft(&harness).corners[0].clone();
    let sign = {
        let scene = harness.state().tab.document().scene();
        let mut of_corner = scene.items.iter().filter(|item| item.tag == Tag::Corner(0));
        // Signs are drawn after the spaces, and lie beside them.
        let is_area = |item: &&paddock::game::scene::Item| matches!(item.shape, Shape::Polygon(_));
        of_corner.rfind(is_area).and_then(|item| item.shape.middle()).unwrap()
    };
    click(&mut harness, sign);
    let corner = harness.state().tab.document().selection().only().unwrap();
    assert_eq!((corner.shape.tool, corner.shape.index, corner.point), ("corner", 0, None));
    assert!(titles(&harness).is_empty());
    click(&mut harness, sign);
    assert_eq!(draft(&harness).corners[0].stops, before.stops % 3 + 1);
    let name = if before.name.is_empty() { before.id.to_string() } else { before.name };
    assert_eq!(titles(&harness), [format!("Change the stops of corner {name}")]);
    // The corner's ends are dragged on the board, and the path lengths follow.
    let spaces = draft(&harness).corners[0].longest;
    let ends = harness.state().tab.document().shape(corner.shape).unwrap().points.clone();
    let to = {
        let drawn = draft(&harness);
        let last = drawn.spaces.iter().find(|space| space.at == ends[1]).unwrap();
        drawn.spaces.iter().find(|space| space.lane == last.lane && space.rank == last.rank - 6).unwrap().at
    };
    drag(&mut harness, &[ends[1], to]);
    assert!(draft(&harness).corners[0].longest < spaces, "{:?}", draft(&harness).corners[0]);
    // A new corner has its inside where the line bends to.
    press(&mut harness, Key::Escape);
    let kept = draft(&harness);
    let new = kept.corners.iter().map(|corner| corner.inside).collect::<Vec<_>>();
    assert!(new.iter().all(Option::is_some));
}

/// The ends and the weather of the lines of the chart.
fn chart(harness: &Window) -> Vec<(u8, u8, Forecast)> {
    draft(harness).chart.iter().map(|line| (line.from, line.to, line.weather)).collect()
}

/// Types a number into a field, and enters it.
fn type_number(harness: &mut Window, name: &str, text: &str) {
    let field = harness.get_by_role_and_label(Role::TextInput, name);
    field.focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run();
    press(harness, Key::Enter);
}

#[test]
fn the_weather_chart_is_a_form_that_keeps_every_result() {
    use Forecast::{Changeable, Good, Rain};
    let mut harness = window(beginning("Oval"));
    let before = draft(&harness);
    harness.get_by_label("Weather chart").click();
    harness.run();
    // A line that grows moves the lines after it.
    type_number(&mut harness, "1 to, weather line 1", "17");
    assert_eq!(chart(&harness), [(1, 17, Good), (18, 18, Changeable), (19, 20, Rain)]);
    // A number that leaves no room for the other lines is refused, with the numbers that fit.
    type_number(&mut harness, "1 to, weather line 1", "19");
    assert_eq!(chart(&harness)[0], (1, 17, Good));
    let refused = harness.state().refused.clone().unwrap_or_default();
    assert!(refused.contains("from 1 to 18") || says(&harness, "from 1 to 18"), "{refused}");
    harness.get_by_label("Remove, weather line 2").click();
    harness.run();
    assert_eq!(chart(&harness), [(1, 17, Good), (18, 20, Rain)]);
    harness.get_by_label("Add a weather line").click();
    harness.run();
    assert_eq!(chart(&harness), [(1, 17, Good), (18, 19, Rain), (20, 20, Rain)]);
    harness.get_by_role_and_label(Role::ComboBox, "20 to 20, weather line 3").click();
    harness.run();
    harness.get_by_label("changeable").click();
    harness.run();
    assert_eq!(chart(&harness)[2], (20, 20, Changeable));
    assert!(harness.state().tab.document().issues().is_empty());
    let titles = titles(&harness);
    assert!(titles.len() == 4 && titles.iter().all(|title| title == "Change the weather chart"), "{titles:?}");
    (0..4).for_each(|_| undo(&mut harness));
    assert_eq!(draft(&harness), before);
}

#[test]
fn a_chart_with_gaps_is_reported_and_closed_by_its_fix() {
    let mut faulty = beginning("Oval");
    faulty.chart[1].to = 13;
    let mut harness = window(faulty);
    assert!(says(&harness, "result 14 is missing"));
    harness.get_by_label_contains("Close the gaps of the weather chart").click();
    harness.run();
    assert_eq!(chart(&harness)[1..], [(11, 13, Forecast::Changeable), (14, 20, Forecast::Rain)]);
    assert!(!says(&harness, "is missing"));
}

#[test]
fn arrows_are_drawn_and_removed_by_hand() {
    let mut harness = window(beginning("Oval"));
    let before = draft(&harness);
    let index = before.spaces.iter().position(|space| space.id == "b3").unwrap();
    let ways = |draft: &Draft| {
        let ways = ways_of(draft, index);
        [ways.ahead, ways.left, ways.right]
    };
    press(&mut harness, Key::W);
    // A drag forbids a move, and two clicks allow it again.
    drag_between(&mut harness, "b3", "a4");
    assert_eq!(ways(&draft(&harness)), [true, false, true]);
    assert_eq!(draft(&harness).spaces[index].arrows.len(), 2);
    ["b3", "a4"].into_iter().for_each(|id| click_space(&mut harness, id));
    assert_eq!(ways(&draft(&harness)), [true; 3]);
    assert!(draft(&harness).spaces[index].arrows.is_empty());
    drag_between(&mut harness, "b3", "c4");
    drag_between(&mut harness, "b3", "b4");
    assert_eq!(ways(&draft(&harness)), [false, true, false]);
    let drawn = draft(&harness);
    assert_eq!(
        titles(&harness),
        [
            "Remove the arrow from b3 to a4",
            "Draw the arrow from b3 to a4",
            "Remove the arrow from b3 to c4",
            "Remove the arrow from b3 to b4",
        ]
    );
    // Moves that no rule allows are refused, and so is a space without an exit.
    for (from, to, why) in [
        ("a4", "b3", "against the driving direction"),
        ("b3", "b6", "b6 does not follow b3"),
        ("b3", "a4", "only arrow"),
    ] {
        drag_between(&mut harness, from, to);
        let refused = harness.state_mut().refused.take().unwrap_or_default();
        assert!(refused.contains(why), "{from} to {to}: {refused}");
        assert_eq!(draft(&harness), drawn);
    }
    (0..4).for_each(|_| undo(&mut harness));
    assert_eq!(draft(&harness), before);
}

#[test]
fn an_arrow_whose_space_is_deleted_is_reported() {
    let mut harness = window(beginning("Oval"));
    press(&mut harness, Key::W);
    drag_between(&mut harness, "b3", "c4");
    assert!(!says(&harness, "do not match its exits"));
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::Escape);
    click_space(&mut harness, "a4");
    press(&mut harness, Key::Delete);
    assert!(draft(&harness).spaces.iter().all(|space| space.id != "a4"));
    assert!(says(&harness, "The arrows drawn on b3 do not match its exits"));
}

#[test]
fn an_exit_through_a_tunnel_is_a_tunnel_again() {
    let mut harness = window(beginning("Oval"));
    press(&mut harness, Key::T);
    click(&mut harness, [0.0, 22.0]);
    let under = draft(&harness);
    let is_middle = |draft: &Draft, id: &str| draft.spaces.iter().any(|space| space.id == id && space.lane == 2);
    let portal = |draft: &Draft| {
        let own = |kind| matches!(kind, EdgeKind::Portal(_));
        draft.edges.iter().find(|edge| own(edge.kind) && is_middle(draft, &edge.from)).cloned()
    };
    let drawn = portal(&under).unwrap();
    // No other move leads out of the space in front of the tunnel.
    press(&mut harness, Key::W);
    drag_between(&mut harness, &drawn.from, &drawn.to);
    assert!(harness.state().refused.as_deref().is_some_and(|why| why.contains("the only arrow")));
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::Escape);
    click_space(&mut harness, &drawn.from);
    for expected in [None, Some(drawn)] {
        harness.get_by_label("Ahead in the lane").click();
        harness.run();
        assert_eq!(portal(&draft(&harness)), expected);
    }
}
