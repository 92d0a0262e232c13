//! Turning several pieces as one, again and again: two eighths make an exact quarter, and eight lead back to where
//! they began, whatever had to be rounded on the way.

use super::{Document, Drag, Edit, Piece};
use crate::games::vektorace::Draft;
use crate::geometry::Point;

/// A turn that may be carried on.
#[derive(Clone, Debug)]
pub(super) struct Turning {
    /// What is turned, and what it was before the first turn.
    pieces: Vec<Piece>,
    start: Draft,
    about: Point,
    /// How far it is turned by now.
    eighths: i64,
    /// The document's revision after the last turn: where it is another one, something else was done since.
    revision: u64,
}

impl Document {
    /// Turns pieces together about their middle, by eighths of a full turn, counter-clockwise where positive, as a
    /// step of its own. Turned on and on they stay about the same middle. Says whether anything changed.
    pub fn turn(&mut self, pieces: &[Piece], eighths: i64) -> bool {
        let going_on = self.turning.take().filter(|last| last.revision == self.revision() && last.pieces == pieces);
        let begun = || {
            let about = Edit::middle_of(self.draft(), pieces)?;
            let (pieces, start) = (pieces.to_vec(), self.draft().clone());
            Some(Turning { pieces, start, about, eighths: 0, revision: 0 })
        };
        let Some(mut turning) = going_on.or_else(begun) else { return false };
        turning.eighths = (turning.eighths + eighths) % 8;
        let edit = Edit::TurnTogether(turning.pieces.clone(), turning.eighths, turning.about);
        self.end();
        let changes = edit.changes(&turning.start);
        let changed = self.carry_out(&edit, changes, None);
        turning.revision = self.revision();
        self.turning = Some(turning);
        changed
    }

    /// Turns what the pointer holds about the piece it holds it by, as part of the drag.
    pub fn turn_held(&mut self, drag: &mut Drag, eighths: i64) -> bool {
        let pieces: Vec<Piece> = drag.pieces().collect();
        let Some(about) = pieces.first().and_then(|lead| lead.at(self.draft())) else { return false };
        let changed = self.apply_in(&Edit::TurnTogether(pieces, eighths, about), Some(drag.gesture()));
        drag.follow(self.draft());
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Grid, Snap, place_at, starter};
    use super::*;
    use crate::games::vektorace::{Keep, LabelDraft, LimitDraft};
    use crate::geometry::{Direction, Surd};

    fn everything() -> Document {
        let outline = [(18.0, 11.0), (21.5, 11.0), (20.3, 13.1)].map(|(x, y)| place_at(x, y)).to_vec();
        let limits = vec![LimitDraft { keep: Keep::Out, outline }];
        let labels = vec![LabelDraft::new(place_at(12.3, 4.1), "Start")];
        Document::new(Draft { limits, labels, ..starter() })
    }

    fn all(document: &mut Document) -> Vec<Piece> {
        document.select_all();
        document.selection().items().to_vec()
    }

    #[test]
    fn four_quarter_turns_give_the_same_bytes_and_so_do_eight_eighths() {
        let mut document = everything();
        // Odd units and parts of the root of two cannot all be turned by an eighth exactly.
        document.apply(&Edit::Move(vec![
            (Piece::Corner(0), Point::new(Surd::from_units(160_001, 3), Surd::from_units(200_002, -7))),
            (Piece::Corner(1), place_at(8.3333, 16.7777)),
        ]));
        let start = document.to_text().expect("text");
        let pieces = all(&mut document);
        for (count, eighths) in [(4, 2), (8, 1), (8, -1), (4, -2), (8, 3)] {
            for _ in 0..count {
                assert!(document.turn(&pieces, eighths));
            }
            assert_eq!(document.to_text().expect("text"), start, "{count} times {eighths} eighths");
        }
        let quarter = |document: &mut Document, turns: &[i64]| {
            for eighths in turns {
                document.turn(&pieces, *eighths);
            }
            let text = document.to_text().expect("text");
            document.go_to(1);
            text
        };
        assert_eq!(quarter(&mut document, &[1, 1]), quarter(&mut document, &[2]), "two eighths are a quarter");
        assert_eq!(document.to_text().expect("text"), start);
    }

    #[test]
    fn a_group_turns_about_its_middle_and_keeps_its_shape() {
        let mut document = Document::starter();
        let pieces = [Piece::Corner(0), Piece::Corner(1)];
        // At 8, 10 and 8, 16: about 8, 13.
        document.turn(&pieces, 2);
        let corner = |document: &Document, index: usize| document.draft().corners[index];
        assert_eq!([corner(&document, 0).at, corner(&document, 1).at], [place_at(11.0, 13.0), place_at(5.0, 13.0)]);
        assert_eq!([corner(&document, 0).facing, corner(&document, 1).facing], [7, 5].map(Direction::new));
        document.turn(&pieces, -1);
        let way = corner(&document, 1).at - corner(&document, 0).at;
        assert_eq!(way, Direction::new(3).unit() * 6, "exactly six octagons, aslant");
        let title = document.history().undo_title().expect("a step");
        assert_eq!(title, "Turn 2 pieces");
    }

    #[test]
    fn what_was_done_in_between_is_not_turned_back() {
        let mut document = Document::starter();
        let pieces = all(&mut document);
        document.turn(&pieces, 2);
        document.apply(&Edit::Name("Another".to_owned()));
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
    fn pieces_turned_in_the_middle_of_a_drag_turn_about_the_one_that_is_held() {
        let mut document = Document::starter();
        document.selection_mut().set([Piece::Corner(0), Piece::Corner(1)]);
        let mut drag = document.take_up(Piece::Corner(0), [8.0, 10.0]);
        let snap = Snap::grid(Grid::Whole);
        document.drag(&drag, [12.0, 10.0], snap);
        document.turn_held(&mut drag, -2);
        document.drag(&drag, [13.0, 12.0], snap);
        document.end();
        let places = [0, 1].map(|index: usize| document.draft().corners[index].at);
        assert_eq!(places, [place_at(13.0, 12.0), place_at(19.0, 12.0)]);
        assert_eq!(document.history().steps().len(), 1);
    }
}
