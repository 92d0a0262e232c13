//! A circuit being edited: the draft, its history, what is selected, and what is wrong with it.

use super::turn::Turning;
use super::{Clip, Drag, Edit, Gesture, History, Piece, PieceChange, Selection, Settled, Snap, starter};
use crate::game::{Game as _, Issue, counted};
use crate::games::vektorace::{Draft, Track, Vektorace};
use crate::geometry::{Direction, Point, Surd};
use crate::replay::{FileError, TrackFile, parse, print};

/// A circuit being edited.
///
/// Everything that changes the draft goes through [`apply`](Self::apply), and is one step of the history. Selecting is
/// none.
#[derive(Clone, Debug)]
pub struct Document {
    draft: Draft,
    history: History<PieceChange>,
    selection: Selection<Piece>,
    track: Option<Track>,
    issues: Vec<Issue>,
    /// The turn that the next one carries on.
    pub(super) turning: Option<Turning>,
}

impl Document {
    /// A draft as it is in its file, or a new one that is not worth saving yet.
    #[must_use]
    pub fn new(draft: Draft) -> Self {
        Self::with_history(draft, History::new(true))
    }

    /// A draft that is in no file, such as one recovered or imported.
    #[must_use]
    pub fn unsaved(draft: Draft) -> Self {
        Self::with_history(draft, History::new(false))
    }

    /// A new circuit to begin with.
    #[must_use]
    pub fn starter() -> Self {
        Self::new(starter())
    }

    /// The circuit in a track file's bytes.
    ///
    /// # Errors
    /// Where they are no track file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        parse::<TrackFile<Vektorace>>(bytes).map(|file| Self::new(file.track))
    }

    /// The track file's text.
    ///
    /// # Errors
    /// Where the draft cannot be written, which none is.
    pub fn to_text(&self) -> Result<String, FileError> {
        print(&TrackFile::<Vektorace>::new(self.draft.clone()))
    }

    fn with_history(draft: Draft, history: History<PieceChange>) -> Self {
        let selection = Selection::default();
        let mut document = Self { draft, history, selection, track: None, issues: Vec::new(), turning: None };
        document.check();
        document
    }

    /// The circuit as it is now.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What was done.
    #[must_use]
    pub const fn history(&self) -> &History<PieceChange> {
        &self.history
    }

    /// What is selected.
    #[must_use]
    pub const fn selection(&self) -> &Selection<Piece> {
        &self.selection
    }

    /// To select something else.
    pub const fn selection_mut(&mut self) -> &mut Selection<Piece> {
        &mut self.selection
    }

    /// Everything that is wrong or odd, errors first.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// How many errors and how many warnings there are.
    #[must_use]
    pub fn issue_counts(&self) -> (usize, usize) {
        let [errors, warnings, _] = counted(&self.issues);
        (errors, warnings)
    }

    /// The track, where nothing is an error.
    #[must_use]
    pub const fn track(&self) -> Option<&Track> {
        self.track.as_ref()
    }

    /// Whether the draft differs from what was saved last.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    /// The draft as it is now is in the file.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
    }

    /// The draft as it is now is in no file: another program has changed it.
    pub const fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
    }

    /// A number that is another after every change: for what is kept beside the draft, such as its picture.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.history.revision()
    }

    /// Carries out an edit as a step of its own. Says whether anything changed.
    pub fn apply(&mut self, edit: &Edit) -> bool {
        self.history.close();
        self.apply_in(edit, None)
    }

    /// Carries out an edit as part of a gesture: all of a gesture's edits are one step.
    pub fn apply_in(&mut self, edit: &Edit, gesture: Option<Gesture>) -> bool {
        let changes = edit.changes(&self.draft);
        self.carry_out(edit, changes, gesture)
    }

    /// Carries out the changes that an edit comes down to.
    pub(super) fn carry_out(&mut self, edit: &Edit, changes: Vec<PieceChange>, gesture: Option<Gesture>) -> bool {
        let title = edit.title(&self.draft);
        if !self.history.record(&mut self.draft, title, changes.iter().cloned(), gesture) {
            return false;
        }
        if edit.selects() {
            self.selection.set(touched(&changes));
        } else {
            for change in &changes {
                self.selection.rename(|piece| change.renamed(piece));
            }
        }
        if let Edit::InsertLimitCorner(limit, place, _) = edit {
            self.selection.set([Piece::LimitCorner(*limit, *place)]);
        }
        self.check();
        true
    }

    /// Begins a gesture.
    pub fn begin(&mut self) -> Gesture {
        self.history.begin()
    }

    /// Ends the gesture under way, if any.
    pub fn end(&mut self) {
        self.history.close();
    }

    /// Takes the last step back and selects what it touched. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let changes = self.history.undo(&mut self.draft);
        self.select_changed(changes)
    }

    /// Does the step again that was taken back last. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        let changes = self.history.redo(&mut self.draft);
        self.select_changed(changes)
    }

    /// Takes steps back, or does them again, until so many are done.
    pub fn go_to(&mut self, position: usize) {
        while self.history.position() > position && self.undo() {}
        while self.history.position() < position && self.redo() {}
    }

    fn select_changed(&mut self, changes: Option<Vec<PieceChange>>) -> bool {
        let Some(changes) = changes else { return false };
        self.selection.set(touched(&changes));
        self.check();
        true
    }

    fn check(&mut self) {
        (self.track, self.issues) = Vektorace::validate(&self.draft);
    }

    /// Selects every piece.
    pub fn select_all(&mut self) {
        self.selection.set(Piece::all(&self.draft));
    }

    /// Takes up the selected pieces, or `lead` alone where it is not one of them.
    pub fn take_up(&mut self, lead: Piece, pointer: [f64; 2]) -> Drag {
        if !self.selection.contains(lead) {
            self.selection.set([lead]);
        }
        let gesture = self.begin();
        Drag::new(gesture, &self.draft, lead, self.selection.items(), pointer)
    }

    /// Moves the pieces of a drag to the pointer, and tells what drew them to where they lie now.
    pub fn drag(&mut self, drag: &Drag, pointer: [f64; 2], snap: Snap) -> Settled {
        let (edit, settled) = drag.to(&self.draft, pointer, snap);
        self.apply_in(&edit, Some(drag.gesture()));
        settled
    }

    /// The selected pieces, to be pasted somewhere; `None` where nothing is selected that can be.
    #[must_use]
    pub fn copied(&self) -> Option<Clip> {
        Some(Clip::of(&self.draft, self.selection.items())).filter(|clip| !clip.is_empty())
    }

    /// Puts down what was copied, a little aside where its own place is taken. Says whether anything was put down: a
    /// second pitwall is not.
    pub fn paste(&mut self, clip: Clip) -> bool {
        let taken: Vec<Point> = Piece::all(&self.draft).filter_map(|piece| piece.at(&self.draft)).collect();
        let aside = Point::new(Surd::ONE, -Surd::ONE);
        let is_free = |times: &i64| clip.places().all(|place| !taken.contains(&(place + aside * *times)));
        // A draft may hold so many copies that none of these places is free: then one lies on another.
        let times = (0..100).find(is_free).unwrap_or(0);
        self.apply(&Edit::Paste(clip, aside * times))
    }

    /// The way an arrow key moves the selection: so many hundredths of an octagon in this direction.
    #[must_use]
    pub fn nudge(&self, direction: Direction, hundredths: i64) -> Edit {
        let step = direction.times(Surd::from_units(200, 0)).unwrap_or_default();
        Edit::moved_by(&self.draft, self.selection.items(), step * hundredths)
    }
}

/// The pieces that changes put down, or where there are none, those they alter, as they are called afterwards.
fn touched(changes: &[PieceChange]) -> Vec<Piece> {
    let mut pieces = Selection::default();
    let added = changes.iter().any(PieceChange::is_addition);
    for change in changes {
        pieces.rename(|piece| change.renamed(piece));
        if (!added || change.is_addition() || matches!(change, PieceChange::Pitwall(Some(_))))
            && let Some(piece) = change.piece()
            && !pieces.contains(piece)
        {
            pieces.toggle(piece);
        }
    }
    pieces.items().to_vec()
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Grid, place_at};
    use super::*;
    use crate::game::scene::Scene;
    use crate::games::vektorace::{CornerDraft, Hand};

    fn at(x: f64, y: f64) -> Point {
        place_at(x, y)
    }

    fn numbers(document: &Document) -> Vec<u32> {
        document.draft().corners.iter().map(|corner| corner.number).collect()
    }

    #[test]
    fn steps_have_titles_in_words() {
        let mut document = Document::starter();
        document.apply(&Edit::Move(vec![(Piece::Corner(2), at(33.0, 17.0))]));
        document.apply(&Edit::Turn(vec![Piece::Pitwall], 2));
        document.apply(&Edit::Delete(vec![Piece::Corner(0), Piece::Corner(1)]));
        document.apply(&Edit::PlaceCorner { at: at(5.0, 5.0), facing: Direction::new(5) });
        document.apply(&Edit::Number(2, 1));
        document.apply(&Edit::Hand(0, Some(Hand::CounterClockwise)));
        let titles: Vec<&str> = document.history().steps().iter().map(super::super::Step::title).collect();
        assert_eq!(
            titles,
            [
                "Move corner 3",
                "Turn the pitwall",
                "Delete 2 pieces",
                "Place corner 3",
                "Renumber corner 3 as 1",
                "Change the side of corner 2",
            ]
        );
    }

    #[test]
    fn numbers_close_up_and_come_back() {
        let mut document = Document::starter();
        document.apply(&Edit::Delete(vec![Piece::Corner(1)]));
        assert_eq!(numbers(&document), [1, 2, 3]);
        assert!(document.selection().is_empty());
        document.undo();
        assert_eq!((numbers(&document), document.selection().items()), (vec![1, 2, 3, 4], &[Piece::Corner(1)][..]));
        document.apply(&Edit::Number(3, 2));
        assert_eq!(numbers(&document), [1, 3, 4, 2]);
        document.apply(&Edit::Duplicate(vec![Piece::Corner(3), Piece::Pitwall], at(1.0, -1.0)));
        assert_eq!((numbers(&document), document.selection().only()), (vec![1, 3, 4, 2, 5], Some(Piece::Corner(4))));
    }

    #[test]
    fn a_drag_is_one_step_and_none_when_it_comes_back() {
        let mut document = Document::starter();
        let start = document.draft().clone();
        let drag = document.take_up(Piece::Corner(0), [8.2, 10.1]);
        for step in 1..20 {
            document.drag(&drag, [8.2 + f64::from(step) * 0.3, 10.1], Snap::grid(Grid::Half));
        }
        assert_eq!(document.draft().corners[0].at, at(13.5, 10.0));
        assert_eq!((document.history().steps().len(), document.is_dirty()), (1, true));
        document.drag(&drag, [8.3, 10.2], Snap::grid(Grid::Half));
        assert_eq!((document.history().steps().len(), document.is_dirty()), (0, false));
        document.end();
        assert_eq!(document.draft(), &start);
    }

    #[test]
    fn pieces_dragged_together_keep_their_distance() {
        let mut document = Document::starter();
        document.apply(&Edit::Move(vec![(Piece::Corner(1), at(8.1234, 16.0))]));
        document.selection_mut().set([Piece::Corner(0), Piece::Corner(1)]);
        let drag = document.take_up(Piece::Corner(0), [8.0, 10.0]);
        document.drag(&drag, [9.1, 10.9], Snap::grid(Grid::Whole));
        assert_eq!(document.draft().corners[0].at, at(9.0, 11.0));
        assert_eq!(document.draft().corners[1].at, at(9.1234, 17.0));
    }

    #[test]
    fn a_piece_dragged_a_little_into_another_is_laid_against_it() {
        let mut document = Document::starter();
        let drag = document.take_up(Piece::Corner(0), [8.0, 10.0]);
        document.drag(&drag, [8.0, 15.5], Snap { edges: true, ..Snap::grid(Grid::Half) });
        assert_eq!(document.issue_counts(), (0, 0), "{:?}", document.issues());
        assert_ne!(document.draft().corners[0].at, at(8.0, 15.5));
        document.drag(&drag, [8.0, 15.5], Snap::NONE);
        assert_eq!(document.draft().corners[0].at, at(8.0, 15.5));
        assert_eq!(document.issue_counts(), (1, 0));
    }

    #[test]
    fn issues_follow_the_draft() {
        let mut document = Document::starter();
        assert!(document.track().is_some());
        document.apply(&Edit::Delete(vec![Piece::Pitwall]));
        assert!(document.track().is_none());
        assert_eq!(document.issue_counts(), (1, 0));
        document.undo();
        assert!(document.track().is_some() && document.issues().is_empty());
    }

    #[test]
    fn mirroring_keeps_a_circuit_valid_and_twice_is_nothing() {
        let mut document = Document::starter();
        let start = document.draft().clone();
        document.apply(&Edit::Mirror(Vec::new(), Axis::Horizontal));
        assert_eq!(document.draft().direction, Some(Hand::CounterClockwise));
        assert!(document.issues().is_empty(), "{:?}", document.issues());
        document.apply(&Edit::Mirror(Vec::new(), Axis::Horizontal));
        assert_eq!(document.draft(), &start);
    }

    #[test]
    fn a_circuit_can_be_raced_the_other_way() {
        let mut document = Document::starter();
        document.apply(&Edit::Reverse);
        assert_eq!(numbers(&document), [4, 3, 2, 1]);
        assert!(document.issues().is_empty(), "{:?}", document.issues());
        document.apply(&Edit::Reverse);
        assert_eq!(document.draft(), &starter());
    }

    #[test]
    fn what_is_placed_on_an_empty_table_looks_the_right_way() {
        let mut document = Document::new(Draft::default());
        let wall = at(20.0, 6.0);
        document.apply(&Edit::PlacePitwall { at: wall, direction: document.run_at(wall) });
        for (x, y) in [(8.0, 10.0), (8.0, 16.0), (32.0, 16.0), (32.0, 10.0)] {
            let at = at(x, y);
            document.apply(&Edit::PlaceCorner { at, facing: document.facing_at(at) });
        }
        assert_eq!(document.draft().corners, starter().corners);
        assert_eq!(document.draft().pitwall, starter().pitwall);
        assert!(document.issues().is_empty());
    }

    #[test]
    fn selecting_is_no_step_and_undo_shows_what_it_did() {
        let mut document = Document::starter();
        document.apply(&Edit::Turn(vec![Piece::Corner(2)], 1));
        document.select_all();
        assert_eq!((document.selection().items().len(), document.history().steps().len()), (5, 1));
        document.undo();
        assert_eq!((document.selection().only(), document.is_dirty()), (Some(Piece::Corner(2)), false));
        document.go_to(1);
        assert_eq!(document.draft().corners[2].facing, Direction::new(2));
        document.go_to(0);
        assert_eq!(document.draft(), &starter());
    }

    #[test]
    fn the_pointer_finds_pieces_and_those_near_it() {
        let document = Document::starter();
        let scene = Scene::default();
        assert_eq!(document.pick(&scene, [8.5, 10.0], 0.6), Some(Piece::Corner(0)));
        assert_eq!(document.pick(&scene, [12.0, 12.0], 0.6), None);
        assert_eq!(document.pieces_within([40.0, 0.0], [19.0, 11.0]), [Piece::Pitwall, Piece::Corner(3)]);
    }

    #[test]
    fn a_document_survives_its_file() {
        let mut document = Document::starter();
        let corner = CornerDraft { hand: Some(Hand::CounterClockwise), ..document.draft().corners[0] };
        document.apply(&Edit::Hand(0, corner.hand));
        let text = document.to_text().expect("written");
        let read = Document::from_bytes(text.as_bytes()).expect("read");
        assert_eq!(read.draft(), document.draft());
        assert_eq!(read.to_text().expect("written"), text);
        assert!(!read.is_dirty());
        assert!(Document::from_bytes(b"{}").is_err());
    }
}
