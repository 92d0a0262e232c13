//! Tests of editing a VektoRace circuit.

use super::*;
use crate::editor::sketch::{AnySketch, SketchDocument, Step};
use crate::editor::sketch::{Checks, Drags, Steps};

type Document = SketchDocument<Vektorace>;

fn starting() -> Document {
    Document::new(starter(), true)
}

fn apply(document: &mut Document, edit: SketchEdit) {
    assert_eq!(document.apply(&edit), Ok(true), "{edit:?}");
}

fn shapes(pieces: &[Piece]) -> Vec<ShapeId> {
    pieces.iter().map(|piece| piece.shape_id()).collect()
}

fn parts(pieces: &[Piece]) -> Vec<Part> {
    pieces.iter().copied().map(Part::from).collect()
}

fn enter(piece: Option<Piece>, field: &str, entry: Entry) -> SketchEdit {
    SketchEdit::Enter(piece.map(Part::from), field.to_owned(), entry, String::new())
}

fn at(x: f64, y: f64) -> Point {
    place_at(x, y)
}

fn numbers(document: &Document) -> Vec<u32> {
    document.draft().corners.iter().map(|corner| corner.number).collect()
}

#[test]
fn steps_have_titles_in_words() {
    let mut document = starting();
    apply(&mut document, SketchEdit::SetPoint(Piece::Corner(2).into(), at(33.0, 17.0)));
    apply(&mut document, SketchEdit::TurnEach(shapes(&[Piece::Pitwall]), 2));
    apply(&mut document, SketchEdit::Delete(parts(&[Piece::Corner(0), Piece::Corner(1)])));
    apply(&mut document, SketchEdit::Put(tool::CORNER, vec![at(5.0, 5.0)]));
    apply(&mut document, SketchEdit::Rank(Piece::Corner(2).shape_id(), 1));
    apply(&mut document, enter(Some(Piece::Corner(0)), "#bend", Entry::Flag(true)));
    let titles: Vec<&str> = document.history().steps().iter().map(Step::title).collect();
    assert_eq!(
        titles,
        [
            "Move corner 3",
            "Rotate the pitwall",
            "Delete 2 pieces",
            "Place corner 3",
            "Renumber corner 3 as 1",
            "Pass corner 2 on the other side",
        ]
    );
}

#[test]
fn numbers_close_up_and_come_back() {
    let mut document = starting();
    document.selection_mut().set(parts(&[Piece::Corner(1)]));
    apply(&mut document, SketchEdit::Delete(parts(&[Piece::Corner(1)])));
    assert_eq!(numbers(&document), [1, 2, 3]);
    assert!(document.selection().is_empty());
    document.undo();
    assert_eq!((numbers(&document), document.selection().items()), (vec![1, 2, 3, 4], &parts(&[Piece::Corner(1)])[..]));
    apply(&mut document, SketchEdit::Rank(Piece::Corner(3).shape_id(), 2));
    assert_eq!(numbers(&document), [1, 3, 4, 2]);
    apply(&mut document, SketchEdit::Duplicate(shapes(&[Piece::Corner(3), Piece::Pitwall]), at(1.0, -1.0)));
    assert_eq!((numbers(&document), document.selection().only()), (vec![1, 3, 4, 2, 5], Some(Piece::Corner(4).into())));
    // The pitwall has no copy, so the step does not name it.
    assert_eq!(document.history().steps().last().map(Step::title), Some("Duplicate corner 2"));
    let again = SketchEdit::Duplicate(shapes(&[Piece::Pitwall]), at(1.0, -1.0));
    assert!(document.apply(&again).expect_err("there is one pitwall").to_string().contains("can have only one"));
}

#[test]
fn a_drag_is_one_step_and_none_if_it_ends_where_it_began() {
    let mut document = starting();
    let start = document.draft().clone();
    let mut drag = document.take_up(Piece::Corner(0).into(), [8.2, 10.1]).expect("a piece");
    for step in 1..20 {
        document.drag(&mut drag, [8.2 + f64::from(step) * 0.3, 10.1], Snap::grid(Grid::Half)).expect("moved");
    }
    assert_eq!(document.draft().corners[0].at, at(13.5, 10.0));
    assert_eq!((document.history().steps().len(), document.is_dirty()), (1, true));
    document.drag(&mut drag, [8.3, 10.2], Snap::grid(Grid::Half)).expect("moved");
    assert_eq!((document.history().steps().len(), document.is_dirty()), (0, false));
    document.end();
    assert_eq!(document.draft(), &start);
}

#[test]
fn pieces_dragged_together_keep_their_distance() {
    let mut document = starting();
    apply(&mut document, SketchEdit::SetPoint(Piece::Corner(1).into(), at(8.1234, 16.0)));
    document.selection_mut().set(parts(&[Piece::Corner(0), Piece::Corner(1)]));
    let mut drag = document.take_up(Piece::Corner(0).into(), [8.0, 10.0]).expect("a piece");
    document.drag(&mut drag, [9.1, 10.9], Snap::grid(Grid::Whole)).expect("moved");
    assert_eq!(document.draft().corners[0].at, at(9.0, 11.0));
    assert_eq!(document.draft().corners[1].at, at(9.1234, 17.0));
}

#[test]
fn a_piece_dragged_a_little_into_another_is_laid_against_it() {
    let mut document = starting();
    let mut drag = document.take_up(Piece::Corner(0).into(), [8.0, 10.0]).expect("a piece");
    document.drag(&mut drag, [8.0, 15.5], Snap { edges: true, ..Snap::grid(Grid::Half) }).expect("moved");
    assert_eq!(document.issue_counts(), (0, 0), "{:?}", document.issues());
    assert_ne!(document.draft().corners[0].at, at(8.0, 15.5));
    document.drag(&mut drag, [8.0, 15.5], Snap::NONE).expect("moved");
    assert_eq!(document.draft().corners[0].at, at(8.0, 15.5));
    assert_eq!(document.issue_counts(), (1, 0));
}

#[test]
fn issues_follow_the_draft() {
    let mut document = starting();
    assert!(document.track().is_some());
    apply(&mut document, SketchEdit::Delete(parts(&[Piece::Pitwall])));
    assert!(document.track().is_none());
    assert_eq!(document.issue_counts(), (1, 0));
    document.undo();
    assert!(document.track().is_some() && document.issues().is_empty());
}

#[test]
fn mirroring_keeps_a_circuit_valid_and_twice_is_nothing() {
    let mut document = starting();
    let start = document.draft().clone();
    apply(&mut document, SketchEdit::Mirror(Vec::new(), Axis::Horizontal));
    assert_eq!(document.draft().direction, Some(Hand::CounterClockwise));
    assert!(document.issues().is_empty(), "{:?}", document.issues());
    apply(&mut document, SketchEdit::Mirror(Vec::new(), Axis::Horizontal));
    assert_eq!(document.draft(), &start);
}

#[test]
fn a_circuit_can_be_raced_the_other_way() {
    let mut document = starting();
    apply(&mut document, SketchEdit::Act(&tool::REVERSE, Vec::new()));
    assert_eq!(numbers(&document), [4, 3, 2, 1]);
    assert!(document.issues().is_empty(), "{:?}", document.issues());
    apply(&mut document, SketchEdit::Act(&tool::REVERSE, Vec::new()));
    assert_eq!(document.draft(), &starter());
}

#[test]
fn what_is_placed_on_an_empty_table_looks_the_right_way() {
    let mut document = Document::new(Draft::default(), true);
    let wall = at(20.0, 6.0);
    apply(&mut document, SketchEdit::Put(tool::PITWALL, vec![wall]));
    for (x, y) in [(8.0, 10.0), (8.0, 16.0), (32.0, 16.0), (32.0, 10.0)] {
        apply(&mut document, SketchEdit::Put(tool::CORNER, vec![at(x, y)]));
    }
    assert_eq!(document.draft().corners, starter().corners);
    assert_eq!(document.draft().pitwall, starter().pitwall);
    assert!(document.issues().is_empty());
}

#[test]
fn selecting_is_no_step_and_undo_restores_the_selection_of_before() {
    let mut document = starting();
    document.selection_mut().set(parts(&[Piece::Corner(2)]));
    apply(&mut document, SketchEdit::TurnEach(shapes(&[Piece::Corner(2)]), 1));
    {
        let all: Vec<Part> = document.shapes().iter().map(|shape| shape.id.whole()).collect();
        document.selection_mut().set(all);
    }
    assert_eq!((document.selection().items().len(), document.history().steps().len()), (5, 1));
    document.undo();
    assert_eq!((document.selection().only(), document.is_dirty()), (Some(Piece::Corner(2).into()), false));
    document.go_to(1);
    assert_eq!(document.draft().corners[2].facing, Direction::new(2));
    document.go_to(0);
    assert_eq!(document.draft(), &starter());
}

#[test]
fn the_pointer_finds_pieces_and_those_near_it() {
    let document = starting();
    let document: &dyn AnySketch = &document;
    assert_eq!(document.pick([8.5, 10.0], 0.6), Some(Piece::Corner(0).into()));
    assert_eq!(document.pick([12.0, 12.0], 0.6), None);
    assert_eq!(document.within([40.0, 0.0], [19.0, 11.0]), parts(&[Piece::Pitwall, Piece::Corner(3)]));
}

#[test]
fn a_document_survives_its_file() {
    let mut document = starting();
    apply(&mut document, enter(Some(Piece::Corner(0)), "#bend", Entry::Flag(true)));
    let text = document.to_text().expect("written");
    let read = Document::from_bytes(text.as_bytes()).expect("read");
    assert_eq!(read.draft(), document.draft());
    assert_eq!(read.to_text().expect("written"), text);
    assert!(!read.is_dirty());
    assert!(Document::from_bytes(b"{}").is_err());
}
