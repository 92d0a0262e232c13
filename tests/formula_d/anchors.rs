//! Marks keep their places while the centre line is edited (the editor of Formula D).
#![allow(clippy::panic, reason = "a helper fails the test and says why")]

use paddock::editor::sketch::{AnySketch as _, Part, ShapeId, SketchDocument, SketchEdit, Steps as _};
use paddock::editor::{Axis, place_at};
use paddock::game::form::Entry;
use paddock::games::formula_d::{
    Draft, FormulaD, SpaceDraft, SpaceKind, Ways, lay, mark_corner, mark_police, measure_corners, police_line,
    set_ways, ways_of,
};
use proptest::prelude::*;

fn shipped(name: &str) -> Draft {
    let path = format!("{}/tracks/formula_d/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).expect("a shipped circuit");
    SketchDocument::<FormulaD>::from_bytes(&bytes).expect("a circuit").draft().clone()
}

const LINE: ShapeId = ShapeId { tool: "centre-line", index: 0 };

/// A circuit with marks of every kind.
fn marked() -> Draft {
    let line = [
        [0.0, 0.0],
        [22.0, 0.0],
        [34.0, 6.0],
        [38.0, 18.0],
        [30.0, 28.0],
        [10.0, 30.0],
        [-12.0, 30.0],
        [-26.0, 24.0],
        [-30.0, 10.0],
        [-22.0, 0.0],
    ];
    let pit_line = vec![[-14.0, 1.9], [-10.0, 3.0], [9.0, 3.0], [13.0, 1.9]];
    let mut draft = lay(&Draft { lanes: 3, pit_line, ..Draft::default() }, &line);
    mark_corner(&mut draft, None, 6, 11);
    mark_police(&mut draft, Some(150));
    for (index, space) in draft.spaces.iter_mut().enumerate().filter(|(_, space)| space.lane > 0) {
        space.noise = (90..110).contains(&space.rank);
        space.danger = index % 17 == 0;
        space.blocked = index % 41 == 0;
    }
    for rank in [25, 27, 121] {
        let space = draft.spaces.iter().position(|space| space.lane == 2 && space.rank == rank).expect("a space");
        set_ways(&mut draft, space, Ways { ahead: rank != 121, left: true, right: false });
    }
    measure_corners(&mut draft);
    draft
}

fn opened(draft: Draft) -> SketchDocument<FormulaD> {
    SketchDocument::checked_later(draft, true)
}

fn apply(document: &mut SketchDocument<FormulaD>, edit: SketchEdit) {
    document.apply(&edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
}

fn set(point: usize, [x, y]: [f64; 2]) -> SketchEdit {
    SketchEdit::SetPoint(LINE.point(point), place_at(x, y))
}

#[test]
fn arrows_drawn_by_hand_stay_when_the_line_is_edited_elsewhere() {
    let mut document = opened(lay(&Draft { lanes: 3, ..Draft::default() }, &marked().line));
    let place = |draft: &Draft, id: &str| draft.spaces.iter().find(|space| space.id == id).expect("a space").at;
    let drag = |document: &mut SketchDocument<FormulaD>, from: &str, to: &str| {
        let ends = [from, to].map(|id| place(document.draft(), id)).map(|[x, y]| place_at(x, y));
        apply(document, SketchEdit::Put("arrow", ends.to_vec()));
    };
    drag(&mut document, "b5", "a6");
    drag(&mut document, "b6", "b7");
    let drawn = document.draft().clone();
    let own = |draft: &Draft| {
        ["b5", "b6"].map(|id| {
            let index = draft.spaces.iter().position(|space| space.id == id).expect("a space");
            let ways = ways_of(draft, index);
            (draft.spaces[index].at, [ways.ahead, ways.left, ways.right])
        })
    };
    assert_eq!(own(&drawn).map(|(_, ways)| ways), [[true, false, true], [false, true, true]]);
    for edit in [
        set(6, [-12.0, 36.0]),
        SketchEdit::InsertPoint(LINE, 7, place_at(-20.0, 31.0)),
        SketchEdit::Delete(vec![LINE.point(5)]),
    ] {
        apply(&mut document, edit);
        assert_ne!(document.draft().line, drawn.line);
        assert_eq!(own(document.draft()), own(&drawn));
    }
    let text = document.to_text().expect("a file");
    let again = SketchDocument::<FormulaD>::from_bytes(text.as_bytes()).expect("a circuit");
    assert_eq!(own(again.draft()), own(&drawn));
}

/// The marks of a space, and its place on the board.
fn marks(space: &SpaceDraft) -> impl PartialEq + std::fmt::Debug + '_ {
    (
        space.lane,
        &space.kind,
        space.at,
        &space.outline,
        space.level,
        space.slot,
        space.noise,
        space.danger,
        space.blocked,
        &space.arrows,
    )
}

/// Everything that a circuit shows.
fn shown(draft: &Draft) -> Draft {
    Draft { anchors: None, ..draft.clone() }
}

/// Whether a space is in both circuits: at the same place, with the same marks. A bridge reaches as far as its crossing
/// is wide.
fn is_kept(space: &SpaceDraft, after: &Draft) -> bool {
    after.spaces.iter().any(|other| marks(&SpaceDraft { level: space.level, ..other.clone() }) == marks(space))
}

/// The first space that differs between two circuits that must be the same; `None` if they are.
fn difference(a: &Draft, b: &Draft) -> Option<String> {
    let spaces = a.spaces.iter().zip(&b.spaces).find(|(a, b)| a != b).map(|pair| format!("{pair:?}"));
    spaces.or_else(|| (shown(a) != shown(b)).then(|| "not a space".to_owned()))
}

/// The circuits that edits are tried on.
fn circuits() -> Vec<Draft> {
    let shipped = ["saltmarsh", "gaslight-quarter", "weavers-knot"].map(shipped);
    std::iter::once(marked()).chain(shipped).chain([narrowed()]).collect()
}

/// A drag along a lane that closes it, from one space to another.
fn narrow(draft: &Draft, from: &str, to: &str) -> SketchEdit {
    let place = |id: &str| draft.spaces.iter().find(|space| space.id == id).expect("a space").at;
    SketchEdit::Put("narrowing", [from, to].map(|id| place_at(place(id)[0], place(id)[1])).to_vec())
}

/// A circuit with marks of every kind that is narrowed on the right, and elsewhere on the left.
fn narrowed() -> Draft {
    let mut document = opened(Draft { name: "Narrows".to_owned(), ..marked() });
    for (from, to) in [("c20", "c34"), ("a100", "a118")] {
        let edit = narrow(document.draft(), from, to);
        apply(&mut document, edit);
    }
    assert_eq!(document.draft().narrows.len(), 2);
    document.draft().clone()
}

#[test]
fn an_edit_of_the_line_changes_only_what_lies_between_its_points() {
    for draft in circuits() {
        let count = draft.line.len();
        for point in (0..count).step_by(3) {
            let [x, y] = draft.line[point];
            let mut document = opened(draft.clone());
            apply(&mut document, set(point, [x + 0.7, y - 1.3]));
            let after = document.draft();
            assert_ne!(after.line, draft.line);
            // The curve changes up to two points away, and spaces up to the next fixed points.
            let far = |space: &&SpaceDraft| {
                let gap = |step: usize| {
                    let ends = [step, step + 1].map(|step| draft.line[(point + count + step - 4) % count]);
                    (0..=20)
                        .map(|part| {
                            [0, 1].map(|axis| ends[0][axis] + (ends[1][axis] - ends[0][axis]) * f64::from(part) / 20.0)
                        })
                        .map(|[x, y]| (space.at[0] - x).hypot(space.at[1] - y))
                        .fold(f64::MAX, f64::min)
                };
                space.lane > 0 && (0..8).map(gap).fold(f64::MAX, f64::min) > 4.0
            };
            let spaces: Vec<&SpaceDraft> = draft.spaces.iter().filter(far).collect();
            assert!(count < 14 || spaces.len() > 40, "{}: {}", draft.name, spaces.len());
            for space in spaces {
                assert!(is_kept(space, after), "{}, point {point}: {space:?}", draft.name);
            }
            let ids = |draft: &Draft| draft.corners.iter().map(|corner| corner.id.clone()).collect::<Vec<_>>();
            assert_eq!((ids(after), after.slots()), (ids(&draft), draft.slots()), "{} {point}", draft.name);
            assert_eq!(police_line(after).is_some(), police_line(&draft).is_some());
            // Back again, everything is as before.
            apply(&mut document, set(point, [x, y]));
            assert_eq!(difference(document.draft(), &draft), None, "{}, point {point}", draft.name);
            assert_eq!(document.draft().anchors, draft.anchors);
        }
    }
}

#[test]
fn the_other_end_of_the_lap_stays_in_spaces_and_in_millimetres() {
    let draft = marked();
    let mut document = opened(draft.clone());
    apply(&mut document, set(5, [10.0, 36.0]));
    let after = document.draft();
    assert_ne!(after.lap, draft.lap, "the lap is longer");
    // The first corner, before the edit: the same spaces, in number and in place.
    let own = |draft: &Draft| -> Vec<SpaceDraft> {
        let id = SpaceKind::Corner(draft.corners[0].id.clone());
        draft.spaces.iter().filter(|space| space.kind == id).cloned().collect()
    };
    assert!(!own(&draft).is_empty());
    assert_eq!(own(after), own(&draft));
    // The grid, after the edit: the same distance before the finish line.
    let grid = |draft: &Draft| -> Vec<(Option<u32>, i32, [f64; 2])> {
        let slots = draft.spaces.iter().filter(|space| space.slot.is_some());
        slots.map(|space| (space.slot, draft.lap - space.rank, space.at)).collect()
    };
    assert_eq!(grid(&draft).len(), 10);
    assert_eq!(grid(after), grid(&draft));
    assert_eq!(after.pit_line, draft.pit_line);
}

#[test]
fn a_tunnel_clicked_on_and_off_changes_nothing() {
    for draft in circuits() {
        for stretch in (0..draft.line.len()).step_by(3) {
            let ends = [draft.line[stretch], draft.line[(stretch + 1) % draft.line.len()]];
            let middle = [0, 1].map(|axis| f64::midpoint(ends[0][axis], ends[1][axis]));
            let click = SketchEdit::Put("tunnel", vec![place_at(middle[0], middle[1])]);
            let mut document = opened(draft.clone());
            let is_one = |document: &SketchDocument<FormulaD>| document.draft().tunnels != draft.tunnels;
            let ends = |draft: &Draft| draft.spaces.iter().filter(|space| space.lane_end || space.lane_start).count();
            apply(&mut document, click.clone());
            assert!(is_one(&document));
            // Every space outside the tunnel stays where it is.
            for space in document.draft().spaces.iter().filter(|space| space.lane > 0) {
                let is_there = draft.spaces.iter().any(|other| other.at == space.at && other.kind == space.kind);
                // A lane that would end in the tunnel ends before it.
                let is_end = ends(document.draft()) != ends(&draft);
                assert!(is_there || is_end || !draft.tunnels.is_empty(), "{}, tunnel {stretch}: {space:?}", draft.name);
            }
            apply(&mut document, click);
            assert!(!is_one(&document));
            assert_eq!(difference(document.draft(), &draft), None, "{}, tunnel {stretch}", draft.name);
        }
    }
}

#[test]
fn a_circuit_mirrored_twice_is_where_it_was() {
    for draft in circuits() {
        let mut document = opened(Draft { lanes: 4, ..draft.clone() });
        for axis in [Axis::Horizontal, Axis::Vertical] {
            (0..2).for_each(|_| apply(&mut document, SketchEdit::Mirror(Vec::new(), axis)));
            assert_eq!(document.draft().line, draft.line, "{}, {axis:?}", draft.name);
        }
    }
}

#[test]
fn the_pit_lane_follows_the_line() {
    let draft = marked();
    let mut document = opened(draft.clone());
    // The start straight moves down by three spaces, one point at a time.
    for point in [9, 0, 1] {
        let [x, y] = draft.line[point];
        apply(&mut document, set(point, [x, y - 3.0]));
    }
    let after = document.draft();
    for (was, is) in draft.pit_line.iter().zip(&after.pit_line) {
        assert!((is[1] - was[1] + 3.0).abs() < 0.8, "{was:?} {is:?}");
    }
    for point in [1, 0, 9] {
        apply(&mut document, set(point, draft.line[point]));
    }
    assert_eq!(difference(document.draft(), &draft), None);
}

#[test]
fn a_corner_that_a_tunnel_hides_comes_back_with_its_name() {
    let mut draft = marked();
    let hidden = draft.corners.len() - 1;
    draft.corners[hidden].name = "Mill".to_owned();
    let id = SpaceKind::Corner(draft.corners[hidden].id.clone());
    let middle = draft.spaces.iter().find(|space| space.kind == id).expect("a space").at;
    let mut document = opened(draft.clone());
    // Tunnels all around it.
    let mut clicks = Vec::new();
    for stretch in 0..draft.line.len() {
        let [a, b] = [draft.line[stretch], draft.line[(stretch + 1) % draft.line.len()]];
        if [a, b].iter().any(|end| (end[0] - middle[0]).hypot(end[1] - middle[1]) < 16.0) {
            clicks.push(SketchEdit::Put("tunnel", vec![place_at((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)]));
        }
    }
    clicks.iter().for_each(|click| apply(&mut document, click.clone()));
    assert!(document.draft().corners.len() < draft.corners.len(), "{} tunnels", clicks.len());
    // A file keeps what is hidden, and has version 2, so that older programs say that they are too old.
    let text = paddock::editor::sketch::AnySketch::to_text(&document).expect("printed");
    assert!(document.draft().anchors.is_some() && text.contains("\"version\": 2"));
    let any = paddock::game::AnyDraft::new::<FormulaD>(document.draft().clone());
    assert!(paddock::replay::track_text(&any).expect("printed").contains("\"version\": 2"));
    let plain = paddock::game::AnyDraft::new::<FormulaD>(shown(document.draft()));
    assert!(paddock::replay::track_text(&plain).expect("printed").contains("\"version\": 1"));
    let mut document = SketchDocument::<FormulaD>::from_bytes(text.as_bytes()).expect("read");
    clicks.iter().rev().for_each(|click| apply(&mut document, click.clone()));
    assert_eq!(difference(document.draft(), &draft), None);
}

#[test]
fn marks_can_be_changed_between_edits_of_the_line() {
    let draft = marked();
    let mut document = opened(draft.clone());
    apply(&mut document, set(5, [10.0, 36.0]));
    let slot = document.draft().spaces.iter().position(|space| space.slot == Some(10)).expect("a slot");
    let free = document.draft().spaces.iter().position(|space| space.rank == 12 && space.lane == 1).expect("a space");
    let part = |index| ShapeId { tool: "space", index }.whole();
    let enter = |part, field: String, entry| SketchEdit::Enter(Some(part), field, entry, "Set".to_owned());
    apply(&mut document, enter(part(slot), format!("/spaces/{slot}/slot"), Entry::Text(String::new())));
    apply(&mut document, enter(part(free), format!("/spaces/{free}/slot"), Entry::Text("10".to_owned())));
    apply(&mut document, set(5, draft.line[5]));
    let after = document.draft();
    let places: Vec<i32> = after.spaces.iter().filter(|space| space.slot == Some(10)).map(|space| space.rank).collect();
    assert_eq!(places, [12]);
    assert_eq!(after.slots(), draft.slots());
}

#[test]
fn a_narrowing_is_kept_in_files_of_version_2_and_taken_away_without_a_trace() {
    for draft in circuits() {
        let mut document = opened(draft.clone());
        let lane = if draft.lanes == 4 { 'd' } else { 'c' };
        let edit = narrow(&draft, &format!("{lane}60"), &format!("{lane}75"));
        apply(&mut document, edit);
        let index = draft.narrows.len();
        assert_eq!(document.draft().narrows.len(), index + 1);
        let text = document.to_text().expect("a file");
        assert!(text.contains("\"narrows\"") && text.contains("\"version\": 2"), "{}", draft.name);
        let mut again = SketchDocument::<FormulaD>::from_bytes(text.as_bytes()).expect("a circuit");
        assert_eq!(again.draft(), document.draft());
        assert_eq!(again.to_text().expect("a file"), text);
        let shape = ShapeId { tool: "narrowing", index };
        apply(&mut again, SketchEdit::Delete(vec![Part { shape, point: None }]));
        assert_eq!(again.draft(), &draft, "{}", draft.name);
        // Drawn again, it is the same; and so it is after both steps were undone.
        let edit = narrow(&draft, &format!("{lane}60"), &format!("{lane}75"));
        apply(&mut again, edit);
        assert_eq!(again.draft(), document.draft());
        assert!(again.undo() && again.undo());
        assert_eq!(again.to_text().expect("a file"), text);
    }
}

#[test]
fn an_edit_of_the_line_moves_narrowings_with_it() {
    let draft = narrowed();
    let closed = |draft: &Draft| {
        let ends = |is: fn(&SpaceDraft) -> bool| draft.spaces.iter().filter(|space| is(space)).count();
        (ends(|space| space.lane_end), ends(|space| space.lane_start), draft.narrows.len())
    };
    assert_eq!(closed(&draft), (2, 2, 2));
    let mut document = opened(draft.clone());
    // The lanes end where they did, since the line is edited at the other end of the lap.
    let own = |draft: &Draft| draft.spaces.iter().filter(|space| space.rank < 80).cloned().collect::<Vec<_>>();
    apply(&mut document, set(7, [-27.0, 27.0]));
    assert_eq!((closed(document.draft()), own(document.draft())), (closed(&draft), own(&draft)));
    // Mirrored, they end on the other side.
    apply(&mut document, SketchEdit::Mirror(Vec::new(), Axis::Horizontal));
    let sides = |draft: &Draft| draft.narrows.iter().map(|narrow| narrow.side).collect::<Vec<_>>();
    let mirrored = document.draft();
    assert_eq!(closed(mirrored), closed(&draft));
    assert!(sides(mirrored).iter().zip(sides(&draft)).all(|(is, was)| *is != was));
    let lanes =
        |draft: &Draft| draft.spaces.iter().filter(|space| space.lane_end).map(|space| space.lane).collect::<Vec<_>>();
    assert_eq!((lanes(&draft), lanes(mirrored)), (vec![1, 3], vec![1, 3]));
}

/// An edit of a circuit, and the edit that takes it back.
fn pair(draft: &Draft, kind: u8, point: usize, [x, y]: [f64; 2]) -> [SketchEdit; 2] {
    let point = point % draft.line.len();
    let at = draft.line[point];
    let moved = [at[0] + x, at[1] + y].map(|value| (value * 100.0).round() / 100.0);
    let middle = draft.line[(point + 1) % draft.line.len()];
    let middle = [0, 1].map(|axis| f64::midpoint(at[axis], middle[axis]));
    let lanes =
        |lanes: u8| SketchEdit::Enter(None, "/lanes".to_owned(), Entry::Count(lanes.into()), "Lanes".to_owned());
    let narrow = SketchEdit::Put("narrowing", vec![place_at(at[0], at[1]), place_at(middle[0], middle[1])]);
    if kind == 8 && opened(draft.clone()).apply(&narrow).is_ok() {
        let added = ShapeId { tool: "narrowing", index: draft.narrows.len() };
        return [narrow, SketchEdit::Delete(vec![Part { shape: added, point: None }])];
    }
    match kind {
        0..=2 => [set(point, moved), set(point, at)],
        3 => {
            let added = point + 1;
            let at = place_at(middle[0] + x / 4.0, middle[1] + y / 4.0);
            [SketchEdit::InsertPoint(LINE, added, at), SketchEdit::Delete(vec![LINE.point(added)])]
        }
        4 => {
            let click = SketchEdit::Put("tunnel", vec![place_at(middle[0], middle[1])]);
            [click.clone(), click]
        }
        // A lane that is removed takes its marks with it, so only an added lane has an inverse.
        5 if draft.lanes < 4 => [lanes(draft.lanes + 1), lanes(draft.lanes)],
        6 => [SketchEdit::Mirror(Vec::new(), Axis::Horizontal), SketchEdit::Mirror(Vec::new(), Axis::Horizontal)],
        _ => {
            let by = place_at((x * 4.0).round() / 4.0, (y * 4.0).round() / 4.0);
            let whole = vec![Part { shape: LINE, point: None }];
            [SketchEdit::Shift(whole.clone(), by), SketchEdit::Shift(whole, -by)]
        }
    }
}

/// The spaces as text, each with its place to a hundredth of a space and everything marked on it.
fn places(draft: &Draft) -> Vec<String> {
    let mut places: Vec<String> = draft
        .spaces
        .iter()
        .filter(|space| space.lane > 0)
        .map(|space| {
            let at = space.at.map(|value| (value * 100.0).round() as i64);
            format!(
                "{:?}",
                (
                    at,
                    space.lane,
                    space.rank,
                    &space.kind,
                    space.slot,
                    space.noise,
                    space.danger,
                    space.blocked,
                    &space.arrows
                )
            )
        })
        .collect();
    places.sort();
    places
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_edits_and_their_inverses_leave_every_mark_where_it_was(
        edits in prop::collection::vec((0u8..9, 0usize..30, (-4.0..4.0f64, -4.0..4.0f64)), 1..7),
        circuit in 0usize..5,
    ) {
        let draft = circuits().swap_remove(circuit);
        let mut document = opened(draft.clone());
        let mut back: Vec<SketchEdit> = Vec::new();
        for (kind, point, (x, y)) in edits {
            let [edit, inverse] = pair(document.draft(), kind, point, [x, y]);
            apply(&mut document, edit);
            back.push(inverse);
        }
        let done = back.len();
        for edit in back.into_iter().rev() {
            apply(&mut document, edit);
        }
        prop_assert!(done > 0);
        prop_assert_eq!(places(document.draft()), places(&draft));
        prop_assert_eq!(police_line(document.draft()), police_line(&draft));
        prop_assert_eq!(&document.draft().line, &draft.line);
    }
}
