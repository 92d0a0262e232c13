//! A circuit that is being drawn: the draft, its history, what is selected, and what is wrong with it.

use super::{At, Fix, Gesture, History, Part, Selection, Shape, ShapeId, Sketch, SketchEdit};
use crate::game::Issue;
use crate::game::Refused;
use crate::replay::{FileError, TrackFile, parse};

/// A turn that may be carried on: two eighths make an exact quarter, and eight lead back to where they began, whatever had
/// to be rounded on the way.
#[derive(Clone, Debug)]
pub(super) struct Turning<D> {
    /// What is turned, and what it was before the first turn.
    pub(super) shapes: Vec<ShapeId>,
    pub(super) start: D,
    pub(super) about: At,
    /// How far it is turned by now.
    pub(super) eighths: i64,
    /// The revision after the last turn: where it is another one, something else was done since.
    pub(super) revision: u64,
}

/// A circuit that is being drawn.
///
/// Everything that changes the draft goes through [`apply`](super::Steps::apply), and is one step of the history. Selecting is none.
#[derive(Clone, Debug)]
pub struct SketchDocument<G: Sketch> {
    pub(super) draft: G::Draft,
    pub(super) history: History<G::Draft>,
    pub(super) selection: Selection<Part>,
    pub(super) shapes: Vec<Shape>,
    /// The draft as it was when the gesture under way began, and as its edits find it.
    pub(super) before: Option<Box<[G::Draft; 2]>>,
    pub(super) track: Option<G::Track>,
    pub(super) issues: Vec<Issue>,
    /// What fixes each of the issues, once that is known.
    pub(super) fixes: Option<Vec<Option<Fix<G::Draft>>>>,
    /// Whether the issues are those of the draft as it is.
    pub(super) is_checked: bool,
    /// Whether somebody else is to check the draft as it is ([`checks_later`](Self::checks_later)).
    pub(super) is_due: bool,
    pub(super) checks_later: bool,
    /// The turn that the next one carries on.
    pub(super) turning: Option<Turning<G::Draft>>,
    /// What a search is asked.
    pub(super) question: G::Question,
}

impl<G: Sketch> SketchDocument<G> {
    /// A draft as it is in its file (`saved`), or one that is in no file.
    #[must_use]
    pub fn new(draft: G::Draft, saved: bool) -> Self {
        let mut document = Self { checks_later: false, ..Self::checked_later(draft, saved) };
        document.check();
        document
    }

    /// The same, for whoever does not wait for checks: nothing is known of the draft until what [`due`](super::Checks::due) gives was
    /// run, and taken in by [`take_checked`](super::Checks::take_checked); and so after every change.
    #[must_use]
    pub fn checked_later(draft: G::Draft, saved: bool) -> Self {
        let mut document = Self {
            draft,
            history: History::new(saved, G::weight),
            selection: Selection::default(),
            shapes: Vec::new(),
            before: None,
            track: None,
            issues: Vec::new(),
            fixes: None,
            is_checked: false,
            is_due: true,
            checks_later: true,
            turning: None,
            question: G::Question::default(),
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
    pub const fn history(&self) -> &History<G::Draft> {
        &self.history
    }

    /// What the gesture did up to now stays: what follows counts from here.
    pub(super) fn rebase(&mut self) {
        if let Some(before) = &mut self.before {
            before[1] = self.draft.clone();
        }
    }

    /// The draft as the edits of the gesture under way find it.
    pub(super) fn base(&self) -> &G::Draft {
        self.before.as_ref().map_or(&self.draft, |before| &before[1])
    }

    /// Changes the draft as the edits of the gesture under way find it.
    pub(super) fn change_base(&mut self, change: impl FnOnce(&mut G::Draft)) {
        if let Some(before) = &mut self.before {
            change(&mut before[1]);
        }
    }

    /// Carries out an edit of the draft as the gesture found it, in place of what the gesture did before.
    ///
    /// # Errors
    /// As [`apply`](super::Steps::apply).
    pub(super) fn reapply(&mut self, edit: &SketchEdit, gesture: Gesture) -> Result<bool, Refused> {
        self.apply_to(self.base().clone(), edit, Some(gesture))
    }

    pub(super) fn apply_to(
        &mut self,
        mut next: G::Draft,
        edit: &SketchEdit,
        gesture: Option<Gesture>,
    ) -> Result<bool, Refused> {
        let kept = edit.kept::<G>(&self.draft, self.selection.items());
        let added = edit.carry_out::<G>(&mut next)?;
        let is_changed = self.step(edit.title::<G>(&self.draft), next, gesture, &added);
        if let Some(kept) = kept.filter(|_| is_changed) {
            self.selection.set(kept);
        }
        Ok(is_changed)
    }

    /// Puts another draft in its place, as one step, and selects what was added.
    pub(super) fn step(&mut self, title: String, next: G::Draft, gesture: Option<Gesture>, added: &[ShapeId]) -> bool {
        let is_changed = self.history.record(&mut self.draft, title, next, gesture);
        if is_changed {
            self.look();
            if !added.is_empty() {
                self.selection.set(added.iter().map(|shape| shape.whole()));
            }
            self.keep_selected();
            self.check();
        }
        is_changed
    }

    pub(super) fn walk(&mut self, step: fn(&mut History<G::Draft>, &mut G::Draft) -> bool) -> bool {
        if !step(&mut self.history, &mut self.draft) {
            return false;
        }
        let before = std::mem::take(&mut self.shapes);
        self.look();
        self.select_new(&before);
        self.check();
        true
    }

    /// Selects what was not there before, or was elsewhere; where that is nothing, what was selected stays so.
    fn select_new(&mut self, before: &[Shape]) {
        let is_same = |a: &Shape, b: &Shape| {
            a.id.tool == b.id.tool && a.points == b.points && (a.form, &a.body) == (b.form, &b.body)
        };
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

    pub(super) fn look(&mut self) {
        self.shapes = G::shapes(&self.draft);
    }

    pub(super) fn check(&mut self) {
        self.fixes = None;
        if self.checks_later {
            (self.is_checked, self.is_due) = (false, true);
            return;
        }
        (self.track, self.issues) = G::validate(&self.draft);
        self.is_checked = true;
    }

    /// What fixes each of the issues; empty while that is not known.
    pub(super) fn fixes_known(&mut self) -> &[Option<Fix<G::Draft>>] {
        if self.fixes.is_none() && self.is_checked {
            let fix = |index| G::fix(&self.draft, &self.issues, index);
            self.fixes = Some((0..self.issues.len()).map(fix).collect());
        }
        self.fixes.as_deref().unwrap_or_default()
    }

    /// Puts another draft in its place, as a step of its own. Returns whether it is another.
    pub(super) fn put_instead(&mut self, title: &str, draft: G::Draft) -> bool {
        self.history.close();
        self.step(title.to_owned(), draft, None, &[])
    }
}
