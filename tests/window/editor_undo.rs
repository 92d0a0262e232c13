//! Tests that every edit of a circuit, in every game, can be undone and redone exactly.

use paddock::editor::sketch::{AnySketch, Checks, Clips, Drags, Steps};
use paddock::editor::sketch::{Measure, Part, ShapeId, Sketch, SketchDocument, SketchEdit, pieces};
use paddock::editor::{Alignment, Axis, Grid, Snap, place_at};
use paddock::game::Reference;
use paddock::game::form::{Entry, Value};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft, Vektorace};
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::geometry::{Direction, Point, Surd};
use proptest::prelude::*;

use crate::fifth_program::rules::Hundred;

/// Something a person may do; parts are named by numbers that may also lead nowhere.
#[derive(Clone, Debug)]
enum Deed {
    Edit(SketchEdit),
    /// Fills in one of the fields of a part, or of the circuit.
    Fill(Option<Part>, usize, i64),
    /// Copies these, and pastes them.
    Paste(Vec<Part>),
    Drag {
        part: Part,
        from: [f64; 2],
        path: Vec<[f64; 2]>,
        snap: Snap,
        turned: i64,
    },
    Turn(Vec<ShapeId>, i64),
    Become(usize),
    Fix(usize),
    Select(Vec<Part>),
    Undo(usize),
    Redo(usize),
    Save,
}

fn point() -> impl Strategy<Value = Point> {
    (-5.0..45.0f64, -5.0..30.0f64).prop_map(|(x, y)| place_at(x, y))
}

fn shape<G: Sketch>() -> impl Strategy<Value = ShapeId> {
    // Spaces are laid out and have no tool.
    let tools: Vec<&'static str> = G::MANNER.tools.iter().map(|tool| tool.id).chain(["space"]).collect();
    (prop::sample::select(tools), 0usize..8).prop_map(|(tool, index)| ShapeId { tool, index })
}

fn shapes<G: Sketch>() -> impl Strategy<Value = Vec<ShapeId>> {
    prop::collection::vec(shape::<G>(), 0..4)
}

fn part<G: Sketch>() -> impl Strategy<Value = Part> {
    (shape::<G>(), prop::option::of(0usize..6)).prop_map(|(shape, point)| Part { shape, point })
}

fn parts<G: Sketch>() -> impl Strategy<Value = Vec<Part>> {
    prop::collection::vec(part::<G>(), 0..4)
}

fn direction() -> impl Strategy<Value = Direction> {
    (0i64..8).prop_map(Direction::new)
}

fn axis() -> impl Strategy<Value = Axis> {
    prop_oneof![Just(Axis::Horizontal), Just(Axis::Vertical)]
}

fn alignment() -> impl Strategy<Value = Alignment> {
    use Alignment::{Bottom, Center, Left, Middle, Right, Top};
    prop::sample::select(vec![Left, Center, Right, Top, Middle, Bottom])
}

fn reference() -> impl Strategy<Value = Option<Reference>> {
    prop::option::of((point(), 1i64..100, -720i64..720, 0u8..120).prop_map(|(at, scale, rotation, opacity)| {
        Reference { rotation: rotation as f64, opacity, ..Reference::new("photo.png", at.to_f64(), scale as f64) }
    }))
}

/// Everything a person can ask for of a game, but for fields. Who adds an edit adds it here, too:
/// `every_kind_of_edit_is_tried` looks.
fn edit<G: Sketch>() -> BoxedStrategy<SketchEdit> {
    let tools: Vec<&'static str> = G::MANNER.tools.iter().map(|tool| tool.id).collect();
    let put = (prop::sample::select(tools), prop::collection::vec(point(), 0..6));
    let eighths = || (-5i64..5).prop_map(|turns| turns * G::MANNER.eighths);
    let act = if G::MANNER.actions.is_empty() {
        Just(SketchEdit::Rotate(1)).boxed()
    } else {
        (0..G::MANNER.actions.len(), shapes::<G>())
            .prop_map(|(action, shapes)| SketchEdit::Act(&G::MANNER.actions[action], shapes))
            .boxed()
    };
    prop_oneof![
        4 => put.prop_map(|(tool, points)| SketchEdit::Put(tool, points)),
        2 => (parts::<G>(), point()).prop_map(|(parts, by)| SketchEdit::Shift(parts, by)),
        2 => (part::<G>(), point()).prop_map(|(part, at)| SketchEdit::SetPoint(part, at)),
        2 => (parts::<G>(), 0usize..5, point())
            .prop_map(|(parts, measure, at)| SketchEdit::Reshape(parts, Measure::ALL[measure], at.x)),
        2 => (shape::<G>(), 0usize..7, point()).prop_map(|(shape, place, at)| SketchEdit::InsertPoint(shape, place, at)),
        2 => (shape::<G>(), (0usize..5, 0usize..4), prop::collection::vec(point(), 0..5))
            .prop_map(|(shape, place, corners)| SketchEdit::Corners(shape, place, corners)),
        1 => parts::<G>().prop_map(SketchEdit::Delete),
        1 => (shapes::<G>(), point()).prop_map(|(shapes, by)| SketchEdit::Duplicate(shapes, by)),
        1 => (shapes::<G>(), eighths(), point()).prop_map(|(shapes, eighths, at)| SketchEdit::Turn(shapes, eighths, at)),
        1 => (shapes::<G>(), eighths()).prop_map(|(shapes, eighths)| SketchEdit::TurnEach(shapes, eighths)),
        1 => (shape::<G>(), direction()).prop_map(|(shape, direction)| SketchEdit::Face(shape, direction)),
        1 => (shapes::<G>(), axis()).prop_map(|(shapes, axis)| SketchEdit::Mirror(shapes, axis)),
        1 => (-5i64..5).prop_map(SketchEdit::Rotate),
        1 => (shapes::<G>(), alignment()).prop_map(|(shapes, alignment)| SketchEdit::Align(shapes, alignment)),
        1 => (shapes::<G>(), axis()).prop_map(|(shapes, axis)| SketchEdit::Distribute(shapes, axis)),
        1 => shapes::<G>().prop_map(SketchEdit::Order),
        1 => (shape::<G>(), 0u32..10).prop_map(|(shape, rank)| SketchEdit::Rank(shape, rank)),
        2 => act,
        1 => reference().prop_map(SketchEdit::Reference),
        2 => shapes::<G>().prop_map(SketchEdit::Group),
        1 => shapes::<G>().prop_map(SketchEdit::Ungroup),
        1 => ("[a-c]{0,2}", prop::option::of(part::<G>())).prop_map(|(text, part)| {
            SketchEdit::Enter(part, "/name".to_owned(), Entry::Text(text), "Rename".to_owned())
        }),
    ]
    .boxed()
}

fn deed<G: Sketch>() -> BoxedStrategy<Deed> {
    let place = || (0.0..40.0f64, 0.0..24.0f64).prop_map(|(x, y)| [x, y]);
    let snap = (prop::sample::select(G::MANNER.grids.to_vec()), any::<bool>(), any::<bool>())
        .prop_map(|(grid, steps, edges)| Snap { grid, steps, edges });
    let dragged = (part::<G>(), place(), prop::collection::vec(place(), 1..5), snap, -2i64..3);
    prop_oneof![
        12 => edit::<G>().prop_map(Deed::Edit),
        4 => (prop::option::of(part::<G>()), 0usize..40, -3i64..40).prop_map(|(of, field, now)| Deed::Fill(of, field, now)),
        1 => parts::<G>().prop_map(Deed::Paste),
        4 => dragged.prop_map(|(part, from, path, snap, turned)| Deed::Drag { part, from, path, snap, turned }),
        1 => (shapes::<G>(), -9i64..9).prop_map(|(shapes, turns)| Deed::Turn(shapes, turns * G::MANNER.eighths)),
        1 => (0usize..6).prop_map(Deed::Become),
        1 => (0usize..4).prop_map(Deed::Fix),
        1 => parts::<G>().prop_map(Deed::Select),
        1 => (1usize..4).prop_map(Deed::Undo),
        1 => (1usize..4).prop_map(Deed::Redo),
        1 => Just(Deed::Save),
    ]
    .boxed()
}

/// What a number may mean to a field.
fn entry(value: &Value, number: i64) -> Entry {
    match value {
        Value::Text(..) | Value::Number(..) => Entry::Text(number.to_string()),
        Value::Count(..) => Entry::Count(number),
        Value::Choice(..) => Entry::Choice(number.unsigned_abs() as usize % 5),
        Value::Flag(_) => Entry::Flag(number % 2 == 0),
        Value::Press(_) => Entry::Press,
    }
}

fn carry_out<G: Sketch>(document: &mut SketchDocument<G>, deed: Deed) {
    match deed {
        Deed::Edit(edit) => {
            // What is refused changes nothing.
            let before = document.draft().clone();
            if document.apply(&edit).is_err() {
                assert!(*document.draft() == before, "{edit:?}");
            }
        }
        Deed::Fill(of, field, number) => {
            let fields = document.fields(of);
            if let Some(field) = fields.get(field % fields.len().max(1)) {
                let edit = SketchEdit::Enter(of, field.id.clone(), entry(&field.value, number), "Set".to_owned());
                let _ = document.apply(&edit);
            }
        }
        Deed::Paste(parts) => {
            document.selection_mut().set(parts);
            if let Some((text, _)) = document.copied() {
                let _ = document.paste(&text, None);
            }
        }
        Deed::Drag { part, from, path, snap, turned } => {
            let Some(mut drag) = document.take_up(part, from) else { return };
            for pointer in path {
                let _ = document.drag(&mut drag, pointer, snap);
            }
            if turned != 0 {
                document.turn_held(&mut drag, turned * G::MANNER.eighths);
            }
            document.end();
        }
        Deed::Turn(shapes, eighths) => {
            document.turn(&shapes, eighths);
        }
        Deed::Become(index) => {
            let drafts = drafts::<G>();
            document.replace("Become", &paddock::game::AnyDraft::new::<G>(drafts[index % drafts.len()].clone()));
        }
        Deed::Fix(index) => {
            document.apply_fix(index);
        }
        Deed::Select(parts) => document.selection_mut().set(parts),
        Deed::Undo(times) => (0..times).for_each(|_| {
            document.undo();
        }),
        Deed::Redo(times) => (0..times).for_each(|_| {
            document.redo();
        }),
        Deed::Save => document.mark_saved(),
    }
}

/// What a new circuit of a game may begin with.
fn drafts<G: Sketch>() -> Vec<G::Draft> {
    G::beginnings().into_iter().map(|beginning| beginning.draft).collect()
}

/// A draft as a file may hold it: far off, odd numbers, nothing where something should be.
fn odd_draft() -> impl Strategy<Value = Draft> {
    let number = || prop_oneof![Just(-1_000_000i64), Just(1_000_000), -50i64..50].prop_map(Surd::from_int);
    let point = move || (number(), number()).prop_map(|(x, y)| Point::new(x, y));
    let hand = || prop_oneof![Just(None), Just(Some(Hand::Clockwise)), Just(Some(Hand::CounterClockwise))];
    let corner_number = prop_oneof![Just(0u32), Just(u32::MAX), Just(u32::MAX - 1), 1u32..9];
    let corner = (corner_number, point(), direction(), hand()).prop_map(|(number, at, facing, hand)| CornerDraft {
        number,
        at,
        facing,
        hand,
    });
    let pitwall = prop::option::of((point(), direction()).prop_map(|(at, direction)| PitwallDraft { at, direction }));
    (point(), point(), hand(), pitwall, prop::collection::vec(corner, 0..12)).prop_map(
        |(from, to, direction, pitwall, corners)| Draft {
            table: TableDraft { from, to },
            direction,
            pitwall,
            corners,
            ..Draft::default()
        },
    )
}

/// Two hundred edits undone give the same bytes, and redone the same as before. The selection goes along: undo restores
/// that of before a step, redo that of after it.
fn undone_and_redone<G: Sketch>(deeds: Vec<Deed>) -> Result<(), TestCaseError> {
    undone_and_redone_from::<G>(drafts::<G>()[0].clone(), deeds)
}

fn undone_and_redone_from<G: Sketch>(start: G::Draft, deeds: Vec<Deed>) -> Result<(), TestCaseError> {
    // The draft is not checked: random drawings are mostly invalid, and checking them takes long.
    let mut document = SketchDocument::<G>::checked_later(start, true);
    let before = document.to_text().expect("printed");
    let mut selected: Vec<[Vec<Part>; 2]> = Vec::new();
    for deed in deeds {
        // What a person can select is there.
        let is_there = |part: &Part| {
            document.shape(part.shape).is_some_and(|shape| part.point.is_none_or(|point| point < shape.points.len()))
        };
        if let Deed::Select(parts) | Deed::Paste(parts) = &deed {
            let parts: Vec<Part> = parts.iter().copied().filter(is_there).collect();
            document.selection_mut().set(parts);
        }
        let (was, steps) = (document.selection().items().to_vec(), document.history().position());
        match deed {
            Deed::Select(_) => {}
            Deed::Paste(_) => carry_out(&mut document, Deed::Paste(was.clone())),
            deed => carry_out(&mut document, deed),
        }
        if document.history().position() > steps {
            selected.push([was, document.selection().items().to_vec()]);
        }
    }
    let after = document.to_text().expect("printed");
    let done = document.history().position();
    // The history of a large drawing forgets its oldest steps. Many edits of a small one are refused.
    let forgotten = document.history().forgotten();
    prop_assert!(done > 10 && selected.len() == done + forgotten, "{done} steps, {}, {forgotten}", selected.len());
    let selected = selected.split_off(forgotten);
    for [was, _] in selected.iter().rev() {
        prop_assert!(document.undo());
        prop_assert_eq!(document.selection().items(), &was[..]);
    }
    prop_assert!(!document.undo(), "nothing is left to undo");
    if forgotten == 0 {
        prop_assert_eq!(&document.to_text().expect("printed"), &before);
    }
    for [_, now] in &selected {
        prop_assert!(document.redo());
        prop_assert_eq!(document.selection().items(), &now[..]);
    }
    prop_assert_eq!(document.history().position(), done);
    prop_assert_eq!(&document.to_text().expect("printed"), &after);
    Ok(())
}

/// Edits, and what is filled in: none of them goes back by itself.
fn two_hundred<G: Sketch>() -> impl Strategy<Value = Vec<Deed>> {
    let filled = (prop::option::of(part::<G>()), 0usize..40, -3i64..40);
    let one = prop_oneof![
        6 => edit::<G>().prop_map(Deed::Edit),
        1 => filled.prop_map(|(of, field, now)| Deed::Fill(of, field, now)),
        1 => parts::<G>().prop_map(Deed::Paste),
        3 => parts::<G>().prop_map(Deed::Select),
    ];
    prop::collection::vec(one, 200)
}

proptest! {
    // Two hundred edits each take their time: a few dozen sequences try every kind many times over.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn two_hundred_edits_of_vektorace_undone_give_the_same_bytes(deeds in two_hundred::<Vektorace>()) {
        undone_and_redone::<Vektorace>(deeds)?;
    }

    #[test]
    fn two_hundred_edits_of_vector_racing_undone_give_the_same_bytes(deeds in two_hundred::<VectorRacing>()) {
        undone_and_redone::<VectorRacing>(deeds)?;
    }

    #[test]
    fn two_hundred_edits_of_wheel_to_wheel_undone_give_the_same_bytes(deeds in two_hundred::<WheelToWheel>()) {
        undone_and_redone::<WheelToWheel>(deeds)?;
    }

    #[test]
    fn two_hundred_edits_of_the_fifth_game_undone_give_the_same_bytes(deeds in two_hundred::<Hundred>()) {
        undone_and_redone::<Hundred>(deeds)?;
    }
}

proptest! {
    // Each edit of a centre line lays the spaces out again.
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn two_hundred_edits_of_formula_d_undone_give_the_same_bytes(deeds in two_hundred::<FormulaD>()) {
        undone_and_redone::<FormulaD>(deeds)?;
    }

    #[test]
    fn two_hundred_edits_of_a_circuit_that_narrows_undone_give_the_same_bytes(deeds in two_hundred::<FormulaD>()) {
        let mut document = SketchDocument::<FormulaD>::checked_later(drafts::<FormulaD>()[0].clone(), true);
        for ends in [["c50", "c62"], ["a12", "a20"]] {
            let spaces = &document.draft().spaces;
            let ends = ends.map(|id| spaces.iter().find(|space| space.id == id).expect("a space").at);
            let ends = ends.map(|[x, y]| place_at(x, y)).to_vec();
            prop_assert!(document.apply(&SketchEdit::Put("narrowing", ends)).is_ok());
        }
        undone_and_redone_from::<FormulaD>(document.draft().clone(), deeds)?;
    }
}

/// The name of an edit's kind, as its debug text begins.
fn kind(edit: &SketchEdit) -> String {
    format!("{edit:?}").split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_kind_of_edit_is_tried() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = edit::<Vektorace>();
    let tried: std::collections::BTreeSet<String> =
        (0..3_000).map(|_| kind(&strategy.new_tree(&mut runner).expect("an edit").current())).collect();
    let source = include_str!("../../src/editor/sketch/edit.rs");
    let list = source
        .split("pub enum SketchEdit {")
        .nth(1)
        .and_then(|rest| rest.split("\n}").next())
        .expect("the list of edits");
    let kinds: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(char::is_uppercase))
        .map(|line| line.split(['(', ' ', ',']).next().unwrap_or_default())
        .collect();
    assert!(kinds.len() > 15, "{kinds:?}");
    for kind in kinds {
        assert!(tried.contains(kind), "{kind} is in no sequence of edits");
    }
}

/// Whatever is done can be undone and redone, step by step, and a revision, a saved state and the issues go with it.
fn taken_back_and_done_again<G: Sketch>(start: G::Draft, deeds: Vec<Deed>) -> Result<(), TestCaseError> {
    let mut document = SketchDocument::<G>::new(start.clone(), true);
    let mut saved = document.draft().clone();
    let mut at_revision: Vec<(u64, G::Draft)> = vec![(document.revision(), document.draft().clone())];
    for deed in deeds {
        if matches!(deed, Deed::Save) {
            saved = document.draft().clone();
        }
        carry_out(&mut document, deed);
        let revision = document.revision();
        match at_revision.iter().find(|(known, _)| *known == revision) {
            Some((_, draft)) => prop_assert!(draft == document.draft(), "one revision, one draft"),
            None => at_revision.push((revision, document.draft().clone())),
        }
        if !document.is_dirty() {
            prop_assert!(&saved == document.draft(), "clean means as saved");
        }
    }
    let text = document.to_text().expect("printed");
    let read = SketchDocument::<G>::from_bytes(text.as_bytes()).expect("what is written can be read");
    prop_assert!(read.draft() == document.draft(), "{text}");
    let end = document.draft().clone();
    let end_issues = document.issues().to_vec();
    document.go_to(usize::MAX);
    let last = document.draft().clone();
    let steps = document.history().steps().len();
    document.go_to(0);
    prop_assert!(document.draft() == &start);
    prop_assert!(!document.undo());
    for position in 0..steps {
        prop_assert_eq!(document.history().position(), position);
        let before = document.draft().clone();
        prop_assert!(document.redo());
        prop_assert!(&before != document.draft(), "a step changes something");
    }
    prop_assert!(document.draft() == &last);
    // The issues are those of the draft, however one got there.
    if let Some(position) = (0..=steps).find(|position| {
        document.go_to(*position);
        document.draft() == &end
    }) {
        prop_assert_eq!(document.history().position(), position);
        prop_assert_eq!(document.issues(), &end_issues[..]);
    }
    Ok(())
}

fn deeds<G: Sketch>(most: usize) -> impl Strategy<Value = Vec<Deed>> {
    prop::collection::vec(deed::<G>(), 0..most)
}

proptest! {
    #[test]
    fn whatever_a_file_holds_can_be_edited(draft in odd_draft(), deeds in deeds::<Vektorace>(12)) {
        let mut document = SketchDocument::<Vektorace>::new(draft.clone(), false);
        for deed in deeds {
            carry_out(&mut document, deed);
        }
        let text = document.to_text().expect("printed");
        let read = SketchDocument::<Vektorace>::from_bytes(text.as_bytes()).expect("what is written can be read");
        prop_assert_eq!(read.draft(), document.draft());
        document.go_to(0);
        prop_assert_eq!(document.draft(), &draft);
    }

    #[test]
    fn everything_of_vektorace_can_be_taken_back_and_done_again(deeds in deeds::<Vektorace>(25)) {
        taken_back_and_done_again::<Vektorace>(pieces::starter(), deeds)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn everything_of_vector_racing_can_be_taken_back_and_done_again(deeds in deeds::<VectorRacing>(25)) {
        taken_back_and_done_again::<VectorRacing>(drafts::<VectorRacing>()[0].clone(), deeds)?;
    }

    #[test]
    fn everything_of_wheel_to_wheel_can_be_taken_back_and_done_again(deeds in deeds::<WheelToWheel>(25)) {
        taken_back_and_done_again::<WheelToWheel>(drafts::<WheelToWheel>()[0].clone(), deeds)?;
    }

    #[test]
    fn everything_of_the_fifth_game_can_be_taken_back_and_done_again(deeds in deeds::<Hundred>(25)) {
        taken_back_and_done_again::<Hundred>(drafts::<Hundred>()[0].clone(), deeds)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn everything_of_formula_d_can_be_taken_back_and_done_again(deeds in deeds::<FormulaD>(12)) {
        taken_back_and_done_again::<FormulaD>(drafts::<FormulaD>()[0].clone(), deeds)?;
    }
}

/// A grid's own places are those it rounds to, whatever the game.
#[test]
fn every_game_has_its_grid_among_its_grids() {
    fn assert_own<G: Sketch>() {
        let (all, usual): (&[Grid], Grid) = (G::MANNER.grids, G::MANNER.grid);
        assert!(all[0].is_off() && all.contains(&usual) && !usual.is_off(), "{}", G::INFO.name);
    }
    assert_own::<Vektorace>();
    assert_own::<VectorRacing>();
    assert_own::<FormulaD>();
    assert_own::<WheelToWheel>();
}
