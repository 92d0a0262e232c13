//! Tests of repeated rotations. The result of a single rotation by an eighth of a turn is rounded. But two such
//! rotations make an exact quarter turn, and eight of them restore the original circuit.

use super::*;
use crate::editor::sketch::SketchDocument;
use crate::editor::sketch::{AnySketch, Drags, Steps};
use crate::games::vektorace::{LabelDraft, LimitDraft};

type Document = SketchDocument<Vektorace>;

fn shapes(pieces: &[Piece]) -> Vec<ShapeId> {
    pieces.iter().map(|piece| piece.shape_id()).collect()
}

fn moved(document: &mut Document, piece: Piece, to: At) {
    assert_eq!(document.apply(&SketchEdit::SetPoint(piece.into(), to)), Ok(true));
}

fn everything() -> Document {
    let outline = [(18.0, 11.0), (21.5, 11.0), (20.3, 13.1)].map(|(x, y)| place_at(x, y)).to_vec();
    let limits = vec![LimitDraft { keep: Keep::Out, outline }];
    let labels = vec![LabelDraft::new(place_at(12.3, 4.1), "Start")];
    Document::new(Draft { limits, labels, ..starter() }, true)
}

fn all(document: &mut Document) -> Vec<ShapeId> {
    {
        let all: Vec<Part> = document.shapes().iter().map(|shape| shape.id.whole()).collect();
        document.selection_mut().set(all);
    }
    document.selected_shapes()
}

#[test]
fn four_quarter_turns_give_the_same_bytes_and_so_do_eight_eighths() {
    let mut document = everything();
    // A point with odd units and multiples of √2 cannot always be rotated exactly by an eighth.
    moved(&mut document, Piece::Corner(0), Point::new(Surd::from_units(160_001, 3), Surd::from_units(200_002, -7)));
    moved(&mut document, Piece::Corner(1), place_at(8.3333, 16.7777));
    let start = document.to_text().expect("text");
    let pieces = all(&mut document);
    for (count, eighths) in [(4, 2), (8, 1), (8, -1), (4, -2), (8, 3)] {
        for _ in 0..count {
            assert!(document.turn(&pieces, eighths));
        }
        assert_eq!(document.to_text().expect("text"), start, "rotated {count} times by {eighths} eighths of a turn");
    }
    let quarter = |document: &mut Document, turns: &[i64]| {
        for eighths in turns {
            document.turn(&pieces, *eighths);
        }
        let text = document.to_text().expect("text");
        document.go_to(2);
        text
    };
    assert_eq!(quarter(&mut document, &[1, 1]), quarter(&mut document, &[2]), "two eighths make a quarter turn");
    assert_eq!(document.to_text().expect("text"), start);
}

#[test]
fn a_group_rotates_about_its_middle_and_keeps_its_shape() {
    let mut document = Document::new(starter(), true);
    let pieces = shapes(&[Piece::Corner(0), Piece::Corner(1)]);
    // The pieces are at (8, 10) and (8, 16), so the group rotates about (8, 13).
    document.turn(&pieces, 2);
    let corner = |document: &Document, index: usize| document.draft().corners[index];
    assert_eq!([corner(&document, 0).at, corner(&document, 1).at], [place_at(11.0, 13.0), place_at(5.0, 13.0)]);
    assert_eq!([corner(&document, 0).facing, corner(&document, 1).facing], [7, 5].map(Direction::new));
    document.turn(&pieces, -1);
    let way = corner(&document, 1).at - corner(&document, 0).at;
    assert_eq!(way, Direction::new(3).unit() * 6, "exactly six octagons, diagonally");
    let title = document.history().undo_title().expect("a step");
    assert_eq!(title, "Rotate 2 pieces");
}

#[test]
fn edits_between_rotations_are_kept() {
    let mut document = Document::new(starter(), true);
    let pieces = all(&mut document);
    document.turn(&pieces, 2);
    let name = SketchEdit::Enter(None, "/name".to_owned(), Entry::Text("Another".to_owned()), String::new());
    assert_eq!(document.apply(&name), Ok(true));
    document.turn(&pieces, -2);
    assert_eq!(document.draft(), &Draft { name: "Another".to_owned(), ..starter() });
    document.undo();
    document.turn(&pieces, 4);
    document.undo();
    document.undo();
    document.undo();
    assert_eq!(document.draft(), &starter());
}

#[test]
fn pieces_rotated_during_a_drag_rotate_about_the_held_one() {
    let mut document = Document::new(starter(), true);
    document.selection_mut().set([Piece::Corner(0), Piece::Corner(1)].map(Part::from));
    let mut drag = document.take_up(Piece::Corner(0).into(), [8.0, 10.0]).expect("a piece");
    let snap = Snap::grid(Grid::Whole);
    document.drag(&mut drag, [12.0, 10.0], snap).expect("moved");
    document.turn_held(&mut drag, -2);
    document.drag(&mut drag, [13.0, 12.0], snap).expect("moved");
    document.end();
    let places = [0, 1].map(|index: usize| document.draft().corners[index].at);
    assert_eq!(places, [place_at(13.0, 12.0), place_at(19.0, 12.0)]);
    assert_eq!(document.history().steps().len(), 1);
}
