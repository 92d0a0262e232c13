//! Whatever is done to a circuit can be taken back and done again, exactly.

use paddock::editor::{Alignment, Axis, Clip, Document, Edit, Grid, Piece, Snap, place_at};
use paddock::games::vektorace::{
    CornerDraft, Draft, Hand, Keep, LabelDraft, LimitDraft, PitwallDraft, ReferenceDraft, TableDraft,
};
use paddock::geometry::{Direction, Point, Surd};
use proptest::prelude::*;

/// Something a person may do; pieces are named by numbers that may also lead nowhere.
#[derive(Clone, Debug)]
enum Deed {
    Edit(Edit),
    Drag { piece: Piece, from: [f64; 2], path: Vec<[f64; 2]>, snap: Snap },
    Select(Vec<Piece>),
    Nudge(i64, i64),
    Undo(usize),
    Redo(usize),
    Save,
}

fn point() -> impl Strategy<Value = Point> {
    (-5.0..45.0f64, -5.0..30.0f64).prop_map(|(x, y)| place_at(x, y))
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        2 => Just(Piece::Pitwall),
        6 => (0usize..8).prop_map(Piece::Corner),
        2 => (0usize..4).prop_map(Piece::Limit),
        2 => (0usize..4, 0usize..6).prop_map(|(limit, corner)| Piece::LimitCorner(limit, corner)),
        2 => (0usize..4).prop_map(Piece::Label),
        1 => Just(Piece::Reference),
    ]
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    prop::collection::vec(piece(), 0..4)
}

fn direction() -> impl Strategy<Value = Direction> {
    (0i64..8).prop_map(Direction::new)
}

fn hand() -> impl Strategy<Value = Option<Hand>> {
    prop_oneof![Just(None), Just(Some(Hand::Clockwise)), Just(Some(Hand::CounterClockwise))]
}

fn axis() -> impl Strategy<Value = Axis> {
    prop_oneof![Just(Axis::Horizontal), Just(Axis::Vertical)]
}

fn alignment() -> impl Strategy<Value = Alignment> {
    use Alignment::{Bottom, Center, Left, Middle, Right, Top};
    prop::sample::select(vec![Left, Center, Right, Top, Middle, Bottom])
}

fn keep() -> impl Strategy<Value = Keep> {
    prop_oneof![Just(Keep::Out), Just(Keep::In)]
}

fn limit() -> impl Strategy<Value = LimitDraft> {
    (keep(), prop::collection::vec(point(), 0..6)).prop_map(|(keep, outline)| LimitDraft { keep, outline })
}

fn label() -> impl Strategy<Value = LabelDraft> {
    (point(), "[a-z ]{0,5}", 0.1..3.0f64)
        .prop_map(|(at, text, size)| LabelDraft { size: Grid::Tenth.number(size), ..LabelDraft::new(at, text) })
}

fn reference() -> impl Strategy<Value = Option<ReferenceDraft>> {
    prop::option::of((point(), 1i64..100, -720i64..720, 0u8..120).prop_map(|(at, scale, rotation, opacity)| {
        ReferenceDraft {
            rotation: Surd::from_int(rotation),
            opacity,
            ..ReferenceDraft::new("photo.png", at, Surd::from_int(scale))
        }
    }))
}

/// What was copied from some draft or other.
fn clip() -> impl Strategy<Value = Clip> {
    (pieces(), prop::collection::vec(limit(), 0..2), prop::collection::vec(label(), 0..2)).prop_map(
        |(pieces, limits, labels)| {
            let mut clip = Clip::of(Document::starter().draft(), &pieces);
            (clip.limits, clip.labels) = (limits, labels);
            clip
        },
    )
}

/// Everything a person can ask for. Who adds an edit adds it here, too: `every_kind_of_edit_is_tried` looks.
fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        limit().prop_map(Edit::PlaceLimit),
        label().prop_map(Edit::PlaceLabel),
        (pieces(), alignment()).prop_map(|(pieces, alignment)| Edit::Align(pieces, alignment)),
        (pieces(), axis()).prop_map(|(pieces, axis)| Edit::Distribute(pieces, axis)),
        prop::collection::vec(0usize..8, 0..5).prop_map(Edit::Order),
        pieces().prop_map(Edit::FlipHand),
        (0usize..4, keep()).prop_map(|(limit, keep)| Edit::Keep(limit, keep)),
        (0usize..4, 0usize..7, point()).prop_map(|(limit, place, at)| Edit::InsertLimitCorner(limit, place, at)),
        (0usize..4, label()).prop_map(|(index, label)| Edit::Label(index, label)),
        (clip(), point()).prop_map(|(clip, by)| Edit::Paste(clip, by)),
        (pieces(), axis()).prop_map(|(pieces, axis)| Edit::Mirror(pieces, axis)),
        (-5i64..5).prop_map(Edit::RotateCircuit),
        prop::option::of((1i64..100).prop_map(Surd::from_int)).prop_map(Edit::OctagonMm),
        reference().prop_map(Edit::Reference),
        odd_draft().prop_map(|draft| Edit::Become(Box::new(draft))),
        (point(), direction()).prop_map(|(at, facing)| Edit::PlaceCorner { at, facing }),
        (point(), direction()).prop_map(|(at, direction)| Edit::PlacePitwall { at, direction }),
        prop::collection::vec((piece(), point()), 0..4).prop_map(Edit::Move),
        (pieces(), -9i64..9).prop_map(|(pieces, eighths)| Edit::Turn(pieces, eighths)),
        (0usize..4, prop::collection::vec(point(), 0..6)).prop_map(|(limit, outline)| Edit::Redraw(limit, outline)),
        (pieces(), -9i64..9, point()).prop_map(|(pieces, eighths, at)| Edit::TurnTogether(pieces, eighths, at)),
        (piece(), direction()).prop_map(|(piece, direction)| Edit::Face(piece, direction)),
        (0usize..8, 0u32..10).prop_map(|(corner, number)| Edit::Number(corner, number)),
        Just(Edit::CloseGaps),
        (0usize..8, hand()).prop_map(|(corner, hand)| Edit::Hand(corner, hand)),
        pieces().prop_map(Edit::Delete),
        (pieces(), point()).prop_map(|(pieces, by)| Edit::Duplicate(pieces, by)),
        Just(Edit::Reverse),
        (point(), point()).prop_map(|(from, to)| Edit::Table(TableDraft { from, to })),
        hand().prop_map(Edit::Direction),
        "[a-c]{0,2}".prop_map(Edit::Name),
        "[a-c]{0,2}".prop_map(Edit::Description),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    let place = || (0.0..40.0f64, 0.0..24.0f64).prop_map(|(x, y)| [x, y]);
    let snap = (prop::sample::select(Grid::ALL.to_vec()), any::<bool>(), any::<bool>())
        .prop_map(|(grid, steps, edges)| Snap { grid, steps, edges });
    prop_oneof![
        6 => edit().prop_map(Deed::Edit),
        3 => (piece(), place(), prop::collection::vec(place(), 1..5), snap)
            .prop_map(|(piece, from, path, snap)| Deed::Drag { piece, from, path, snap }),
        1 => pieces().prop_map(Deed::Select),
        1 => (0i64..8, 1i64..101).prop_map(|(direction, times)| Deed::Nudge(direction, times)),
        1 => (1usize..4).prop_map(Deed::Undo),
        1 => (1usize..4).prop_map(Deed::Redo),
        1 => Just(Deed::Save),
    ]
}

fn carry_out(document: &mut Document, deed: Deed) {
    match deed {
        Deed::Edit(edit) => {
            document.apply(&edit);
        }
        Deed::Drag { piece, from, path, snap } => {
            let drag = document.take_up(piece, from);
            for pointer in path {
                document.drag(&drag, pointer, snap);
            }
            document.end();
        }
        Deed::Select(pieces) => document.selection_mut().set(pieces),
        Deed::Nudge(direction, times) => {
            let edit = document.nudge(Direction::new(direction), times);
            document.apply(&edit);
        }
        Deed::Undo(times) => (0..times).for_each(|_| {
            document.undo();
        }),
        Deed::Redo(times) => (0..times).for_each(|_| {
            document.redo();
        }),
        Deed::Save => document.mark_saved(),
    }
}

/// A draft as a file may hold it: far off, odd numbers, nothing where something should be.
fn odd_draft() -> impl Strategy<Value = Draft> {
    let number = || prop_oneof![Just(-1_000_000i64), Just(1_000_000), -50i64..50].prop_map(Surd::from_int);
    let point = move || (number(), number()).prop_map(|(x, y)| Point::new(x, y));
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

proptest! {
    // Two hundred edits each take their time: a few dozen sequences try every kind many times over.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn two_hundred_edits_undone_give_the_same_bytes(edits in prop::collection::vec(edit(), 200)) {
        let mut document = Document::starter();
        let before = document.to_text().expect("printed");
        for edit in &edits {
            document.apply(edit);
        }
        let after = document.to_text().expect("printed");
        while document.undo() {}
        prop_assert_eq!(&document.to_text().expect("printed"), &before);
        while document.redo() {}
        prop_assert_eq!(&document.to_text().expect("printed"), &after);
    }
}

/// The name of an edit's kind, as its debug text begins.
fn kind(edit: &Edit) -> String {
    format!("{edit:?}").split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_kind_of_edit_is_tried() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let tried: std::collections::BTreeSet<String> =
        (0..3_000).map(|_| kind(&edit().new_tree(&mut runner).expect("an edit").current())).collect();
    let source = include_str!("../../src/editor/edit.rs");
    let list =
        source.split("pub enum Edit {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("the list of edits");
    let kinds: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(char::is_uppercase))
        .map(|line| line.split(['(', ' ', ',']).next().unwrap_or_default())
        .collect();
    assert!(kinds.len() > 25, "{kinds:?}");
    for kind in kinds {
        assert!(tried.contains(kind), "{kind} is in no sequence of edits");
    }
}

proptest! {
    #[test]
    fn whatever_a_file_holds_can_be_edited(draft in odd_draft(), deeds in prop::collection::vec(deed(), 0..12)) {
        let mut document = Document::unsaved(draft.clone());
        for deed in deeds {
            carry_out(&mut document, deed);
        }
        let text = document.to_text().expect("printed");
        let read = Document::from_bytes(text.as_bytes()).expect("what is written can be read");
        prop_assert_eq!(read.draft(), document.draft());
        document.go_to(0);
        prop_assert_eq!(document.draft(), &draft);
    }

    #[test]
    fn everything_can_be_taken_back_and_done_again(deeds in prop::collection::vec(deed(), 0..25)) {
        let mut document = Document::starter();
        let mut saved = document.draft().clone();
        let mut at_revision: Vec<(u64, Draft)> = vec![(document.revision(), document.draft().clone())];
        let start = document.draft().clone();
        for deed in deeds {
            if matches!(deed, Deed::Save) {
                saved = document.draft().clone();
            }
            carry_out(&mut document, deed);
            let revision = document.revision();
            match at_revision.iter().find(|(known, _)| *known == revision) {
                Some((_, draft)) => prop_assert_eq!(draft, document.draft(), "one revision, one draft"),
                None => at_revision.push((revision, document.draft().clone())),
            }
            if !document.is_dirty() {
                prop_assert_eq!(&saved, document.draft(), "clean means as saved");
            }
        }
        let text = document.to_text().expect("printed");
        let read = Document::from_bytes(text.as_bytes()).expect("what is written can be read");
        prop_assert_eq!(read.draft(), document.draft());
        let end = document.draft().clone();
        let end_issues = document.issues().to_vec();
        document.go_to(usize::MAX);
        let last = document.draft().clone();
        let steps = document.history().steps().len();
        document.go_to(0);
        prop_assert_eq!(document.draft(), &start);
        prop_assert!(!document.undo());
        for position in 0..steps {
            prop_assert_eq!(document.history().position(), position);
            let before = document.draft().clone();
            prop_assert!(document.redo());
            prop_assert_ne!(&before, document.draft(), "a step changes something");
        }
        prop_assert_eq!(document.draft(), &last);
        // The issues are those of the draft, however one got there.
        if let Some(position) = (0..=steps).find(|position| {
            document.go_to(*position);
            document.draft() == &end
        }) {
            prop_assert_eq!(document.history().position(), position);
            prop_assert_eq!(document.issues(), &end_issues[..]);
        }
    }
}
