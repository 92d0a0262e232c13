//! A circuit that is being drawn: the draft, its history, what is selected, and what is wrong with it.

use serde::{Deserialize, Serialize};

use super::check::{Check, Checked};
use super::step::{NO_SECOND, Swap};
use super::{At, Part, Shape, ShapeId, Sketch, SketchEdit};
use crate::editor::{Gesture, History, Selection};
use crate::game::{Issue, Size};
use crate::limits::MAX_CLIP_BYTES;
use crate::replay::{FileError, TrackFile, parse, print};

/// What the text in a clipboard says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Shapes,
}

/// Shapes that were copied, as text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Clip<G: Sketch> {
    paddock: Kind,
    version: u32,
    game: String,
    track: G::Draft,
}

/// A circuit that is being drawn.
///
/// Everything that changes the draft goes through [`apply`](Self::apply), and is one step of the history. Selecting is none.
pub struct SketchDocument<G: Sketch> {
    draft: G::Draft,
    history: History<Swap<G>>,
    selection: Selection<Part>,
    shapes: Vec<Shape>,
    /// The draft as it was when the gesture under way began, and as its edits find it.
    before: Option<Box<[G::Draft; 2]>>,
    track: Option<G::Track>,
    issues: Vec<Issue>,
    /// Whether the issues are those of the draft as it is: in the middle of a gesture they wait for its end.
    is_checked: bool,
    /// Whether somebody else is to check the draft as it is ([`checks_later`](Self::checks_later)).
    is_due: bool,
    checks_later: bool,
}

impl<G: Sketch + std::fmt::Debug + Clone> SketchDocument<G> {
    /// A draft as it is in its file (`saved`), or one that is in no file.
    #[must_use]
    pub fn new(draft: G::Draft, saved: bool) -> Self {
        let mut document = Self { checks_later: false, ..Self::checked_later(draft, saved) };
        document.check();
        document
    }

    /// The same, for whoever does not wait for checks: nothing is known of the draft until what [`due`](Self::due) gives was
    /// run, and taken in by [`take_checked`](Self::take_checked); and so after every change.
    #[must_use]
    pub fn checked_later(draft: G::Draft, saved: bool) -> Self {
        let mut document = Self {
            draft,
            history: History::new(saved),
            selection: Selection::default(),
            shapes: Vec::new(),
            before: None,
            track: None,
            issues: Vec::new(),
            is_checked: false,
            is_due: true,
            checks_later: true,
        };
        document.look();
        document
    }

    /// The circuit in a track file's bytes.
    ///
    /// # Errors
    /// Where they are no track file of this game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        parse::<TrackFile<G>>(bytes).map(|file| Self::new(file.track, true))
    }

    /// The track file's text.
    ///
    /// # Errors
    /// Where the draft cannot be written, which none is.
    pub fn to_text(&self) -> Result<String, FileError> {
        print(&TrackFile::<G>::new(self.draft.clone()))
    }

    /// The circuit as it is now.
    #[must_use]
    pub const fn draft(&self) -> &G::Draft {
        &self.draft
    }

    /// The track, where nothing is an error.
    #[must_use]
    pub const fn track(&self) -> Option<&G::Track> {
        self.track.as_ref()
    }

    /// What was done.
    #[must_use]
    pub(super) const fn history(&self) -> &History<Swap<G>> {
        &self.history
    }

    /// The same, to mark it saved or to begin and end gestures.
    pub(super) const fn history_mut(&mut self) -> &mut History<Swap<G>> {
        &mut self.history
    }

    /// Everything on the paper.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// What is selected.
    #[must_use]
    pub const fn selection(&self) -> &Selection<Part> {
        &self.selection
    }

    /// To select something else.
    pub const fn selection_mut(&mut self) -> &mut Selection<Part> {
        &mut self.selection
    }

    /// Everything that is wrong or odd, errors first.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// Carries out an edit as a step of its own. Says whether anything changed.
    ///
    /// # Errors
    /// A sentence, where it cannot be done; nothing is changed then.
    pub fn apply(&mut self, edit: &SketchEdit) -> Result<bool, String> {
        self.history.close();
        self.apply_in(edit, None)
    }

    /// Carries out an edit as part of a gesture: all of a gesture's edits are one step.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub fn apply_in(&mut self, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String> {
        let next = self.draft.clone();
        self.apply_to(next, edit, gesture)
    }

    /// Begins a gesture. A drag says in each frame how far it has come since: each of its edits is of the draft as it was.
    pub fn begin(&mut self) -> Gesture {
        self.before = Some(Box::new([self.draft.clone(), self.draft.clone()]));
        self.history.begin()
    }

    /// What the gesture did up to now stays: what follows counts from here.
    pub fn rebase(&mut self) {
        if let Some(before) = &mut self.before {
            before[1] = self.draft.clone();
        }
    }

    /// Carries out an edit of the draft as the gesture found it, in place of what the gesture did before.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub fn apply_anew(&mut self, edit: &SketchEdit, gesture: Gesture) -> Result<bool, String> {
        let next = self.before.as_ref().map_or_else(|| self.draft.clone(), |before| before[1].clone());
        self.apply_to(next, edit, Some(gesture))
    }

    /// Takes back what the gesture under way has done.
    pub fn take_back(&mut self, gesture: Gesture) {
        if let Some(before) = self.before.take() {
            let [draft, _] = *before;
            self.step("Put back".to_owned(), draft, Some(gesture), &[]);
        }
    }

    fn apply_to(&mut self, mut next: G::Draft, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String> {
        let added = edit.carry_out::<G>(&mut next)?;
        Ok(self.step(edit.title::<G>(&self.draft), next, gesture, &added))
    }

    /// Puts another draft in its place, as one step, and selects what was added.
    fn step(&mut self, title: String, next: G::Draft, gesture: Option<Gesture>, added: &[ShapeId]) -> bool {
        let is_changed = self.history.record(&mut self.draft, title, [Swap(Box::new(next))], gesture);
        self.look();
        if is_changed {
            if !added.is_empty() {
                self.selection.set(added.iter().map(|shape| shape.whole()));
            }
            self.keep_selected();
            (self.is_checked, self.is_due) = (false, false);
            if gesture.is_none() {
                self.check();
            }
        }
        is_changed
    }

    /// Another draft altogether, such as one that was kept when the program ended. Says whether it is another.
    pub fn replace(&mut self, title: &str, draft: G::Draft) -> bool {
        self.history.close();
        self.step(title.to_owned(), draft, None, &[])
    }

    /// Ends the gesture under way, if any, and looks at what it has left.
    pub fn end(&mut self) {
        self.history.close();
        self.before = None;
        if !self.is_checked {
            self.check();
        }
    }

    /// Takes the last step back, or does it again, and selects what changed. Says whether there was one.
    pub fn walk(&mut self, back: bool) -> bool {
        let before = std::mem::take(&mut self.shapes);
        let changes = if back { self.history.undo(&mut self.draft) } else { self.history.redo(&mut self.draft) };
        self.look();
        if changes.is_none() {
            return false;
        }
        self.select_new(&before);
        self.check();
        true
    }

    /// Selects what was not there before, or was elsewhere; where that is nothing, what was selected stays so.
    fn select_new(&mut self, before: &[Shape]) {
        let is_same = |a: &Shape, b: &Shape| a.id.tool == b.id.tool && a.points == b.points;
        let is_new = |shape: &&Shape| !before.iter().any(|other| is_same(other, shape));
        let new: Vec<Part> = self.shapes.iter().filter(is_new).map(|shape| shape.id.whole()).collect();
        if new.is_empty() {
            self.keep_selected();
        } else {
            self.selection.set(new);
        }
    }

    /// What is selected and no longer there is let go.
    fn keep_selected(&mut self) {
        let count = |id: ShapeId| self.shapes.iter().find(|shape| shape.id == id).map(|shape| shape.points.len());
        let there = |part: &Part| count(part.shape).is_some_and(|count| part.point.is_none_or(|point| point < count));
        let kept: Vec<Part> = self.selection.items().iter().copied().filter(there).collect();
        self.selection.set(kept);
    }

    fn look(&mut self) {
        self.shapes = G::shapes(&self.draft);
    }

    fn check(&mut self) {
        if self.checks_later {
            (self.is_checked, self.is_due) = (false, true);
            return;
        }
        (self.track, self.issues) = G::validate(&self.draft);
        self.is_checked = true;
    }

    /// Whether what is known of the draft is known of it as it is.
    #[must_use]
    pub const fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// The check that is due, where one is: once for every change.
    pub fn due(&mut self) -> Option<Check> {
        std::mem::take(&mut self.is_due).then(|| self.to_check())
    }

    /// Takes in what a check has found, unless the draft is another one by now.
    pub fn take_checked(&mut self, checked: Checked) {
        if let Some(found) = self.found_by(checked) {
            (self.track, self.issues) = found;
            (self.is_checked, self.is_due) = (true, false);
        }
    }

    /// The selected shapes as text, and how many there are; `None` where none is selected whole.
    #[must_use]
    pub fn copied(&self) -> Option<(String, usize)> {
        let shapes = self.selected_shapes();
        if shapes.is_empty() {
            return None;
        }
        let track = G::only(&self.draft, &shapes);
        if track == G::only(&self.draft, &[]) {
            // Nothing of these can be put down elsewhere.
            return None;
        }
        let clip = Clip::<G> { paddock: Kind::Shapes, version: 1, game: G::ID.to_owned(), track };
        serde_json::to_string_pretty(&clip).ok().map(|text| (text, shapes.len()))
    }

    /// The shapes that are selected whole or in part.
    #[must_use]
    pub fn selected_shapes(&self) -> Vec<ShapeId> {
        let mut shapes: Vec<ShapeId> = self.selection.items().iter().map(|part| part.shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }

    /// Puts down what was copied, a little aside where its own place is taken. Answers how many shapes.
    ///
    /// # Errors
    /// A sentence, where the text holds no shapes of this game.
    pub fn paste(&mut self, text: &str) -> Result<usize, String> {
        const NOTHING: &str = "There are no shapes in the clipboard: copy some with Ctrl+C first.";
        let text = text.trim();
        if text.len() > MAX_CLIP_BYTES || !text.starts_with('{') {
            return Err(NOTHING.to_owned());
        }
        let clip: Clip<G> = serde_json::from_str(text)
            .map_err(|error| format!("What is in the clipboard cannot be pasted as shapes: {error}."))?;
        if clip.version != 1 || clip.game != G::ID {
            return Err("The shapes in the clipboard are of another game, or of a newer Paddock.".to_owned());
        }
        let too_large = |draft: &G::Draft| G::sizes(draft).into_iter().find(Size::is_too_large);
        if let Some(size) = too_large(&clip.track) {
            return Err(format!("What is in the clipboard has {size} are pasted."));
        }
        let firsts: Vec<[f64; 2]> = self.shapes.iter().filter_map(|shape| shape.points.first().copied()).collect();
        let copied = G::shapes(&clip.track);
        let is_free = |times: &i64| {
            let by = *times as f64;
            let lands = |shape: &Shape| shape.points.first().map(|[x, y]| [x + by, y - by]);
            copied.iter().filter_map(lands).all(|at| !firsts.contains(&at))
        };
        let times = (0..100).find(is_free).unwrap_or(0);
        let by: At = [times * super::UNIT, -times * super::UNIT];
        let mut next = self.draft.clone();
        let added = G::merge(&mut next, &clip.track, by);
        if added.is_empty() {
            return Err(if clip.track == G::Draft::default() { NOTHING } else { NO_SECOND }.to_owned());
        }
        if let Some(size) = too_large(&next) {
            return Err(format!("With what is in the clipboard the circuit would have {size} can be drawn."));
        }
        self.history.close();
        let words = if added.len() == 1 { "Paste a shape".to_owned() } else { format!("Paste {} shapes", added.len()) };
        self.step(words, next, None, &added);
        Ok(added.len())
    }
}
