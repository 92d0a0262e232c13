//! A circuit that is being drawn: the draft, its history, what is selected, and what is wrong with it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::check::{self, Check, Checked};
use super::edit::{self, NO_SECOND};
use super::{
    At, Fix, Gesture, History, Motion, Part, Selection, Shape, ShapeId, Sketch, SketchEdit, shapes_of, thousandths,
};
use crate::game::form::{Entry, Field};
use crate::game::{Issue, Size, counted};
use crate::limits::MAX_CLIP_BYTES;
use crate::replay::{FileError, TrackFile, parse, print};

/// Shapes that were copied, as text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Clip<G: Sketch> {
    /// What they are called, in the plural.
    paddock: String,
    version: u32,
    game: String,
    track: G::Draft,
}

impl<G: Sketch> Clip<G> {
    const VERSION: u32 = 1;

    /// What the game calls shapes.
    fn word() -> String {
        format!("{}s", G::WORDS[0])
    }

    /// The shapes in a text. Earlier versions wrote those of VektoRace without `track` around them.
    fn read(text: &str) -> Result<Self, String> {
        let word = Self::word();
        let text = text.trim();
        if text.len() > MAX_CLIP_BYTES || !text.starts_with('{') {
            return Err(nothing(&word));
        }
        let wrong = |error: serde_json::Error| format!("What is in the clipboard cannot be pasted as {word}: {error}.");
        let mut value: Value = serde_json::from_str(text).map_err(wrong)?;
        if let Some(fields) = value.as_object_mut().filter(|fields| !fields.contains_key("track")) {
            const HEAD: [&str; 3] = ["paddock", "version", "game"];
            let track: serde_json::Map<String, Value> = fields
                .iter()
                .filter(|(key, _)| !HEAD.contains(&key.as_str()))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            fields.retain(|key, _| HEAD.contains(&key.as_str()));
            fields.insert("track".to_owned(), Value::Object(track));
        }
        let clip: Self = serde_json::from_value(value).map_err(wrong)?;
        if clip.paddock != word || clip.version != Self::VERSION || clip.game != G::INFO.id {
            return Err(format!("The {word} in the clipboard are of another game, or of a newer Paddock."));
        }
        Ok(clip)
    }
}

fn nothing(word: &str) -> String {
    format!("There are no {word} in the clipboard: copy some with Ctrl+C first.")
}

/// A turn that may be carried on: two eighths make an exact quarter, and eight lead back to where they began, whatever had
/// to be rounded on the way.
#[derive(Clone, Debug)]
struct Turning<D> {
    /// What is turned, and what it was before the first turn.
    shapes: Vec<ShapeId>,
    start: D,
    about: At,
    /// How far it is turned by now.
    eighths: i64,
    /// The revision after the last turn: where it is another one, something else was done since.
    revision: u64,
}

/// A circuit that is being drawn.
///
/// Everything that changes the draft goes through [`apply`](Self::apply), and is one step of the history. Selecting is none.
#[derive(Clone, Debug)]
pub struct SketchDocument<G: Sketch> {
    draft: G::Draft,
    history: History<G::Draft>,
    selection: Selection<Part>,
    shapes: Vec<Shape>,
    /// The draft as it was when the gesture under way began, and as its edits find it.
    before: Option<Box<[G::Draft; 2]>>,
    track: Option<G::Track>,
    issues: Vec<Issue>,
    /// What fixes each of the issues, once that is known.
    fixes: Option<Vec<Option<Fix<G::Draft>>>>,
    /// Whether the issues are those of the draft as it is.
    is_checked: bool,
    /// Whether somebody else is to check the draft as it is ([`checks_later`](Self::checks_later)).
    is_due: bool,
    checks_later: bool,
    /// The turn that the next one carries on.
    turning: Option<Turning<G::Draft>>,
    /// What a search is asked.
    question: G::Question,
}

impl<G: Sketch> SketchDocument<G> {
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

    /// The track file's text.
    ///
    /// # Errors
    /// If serialisation fails, which never happens for drafts.
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
    pub const fn history(&self) -> &History<G::Draft> {
        &self.history
    }

    /// The same, to mark it saved or to begin and end gestures.
    pub(super) const fn history_mut(&mut self) -> &mut History<G::Draft> {
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

    /// How many errors and how many warnings there are.
    #[must_use]
    pub fn issue_counts(&self) -> (usize, usize) {
        let [errors, warnings, _] = counted(&self.issues);
        (errors, warnings)
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

    /// A number that is another after every change: for what is kept beside the draft, such as its picture.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.history.revision()
    }

    /// What a search is asked.
    #[must_use]
    pub const fn question(&self) -> &G::Question {
        &self.question
    }

    /// The same, to change it.
    pub const fn question_mut(&mut self) -> &mut G::Question {
        &mut self.question
    }

    /// The fields of a part or of the circuit.
    #[must_use]
    pub fn fields(&self, part: Option<Part>) -> Vec<Field> {
        let mut fields = G::fields(&self.draft, part);
        if part.is_none() {
            fields.extend(super::picture::fields(G::reference(&self.draft).as_ref()));
        }
        fields
    }

    /// Whether something could be entered into a field: an error says why not.
    ///
    /// # Errors
    /// A sentence.
    pub fn try_enter(&self, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
        let edit = SketchEdit::Enter(part, field.to_owned(), entry.clone(), String::new());
        edit.carry_out::<G>(&mut self.draft.clone()).map(|_| ())
    }

    /// Carries out an edit as a step of its own. Returns whether anything changed.
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
    /// As [`apply`](Self::apply).
    pub fn apply_anew(&mut self, edit: &SketchEdit, gesture: Gesture) -> Result<bool, String> {
        self.apply_to(self.base().clone(), edit, Some(gesture))
    }

    /// Takes back what the gesture under way has done.
    pub fn take_back(&mut self, gesture: Gesture) {
        if let Some(before) = self.before.take() {
            let [draft, _] = *before;
            self.step("Put back".to_owned(), draft, Some(gesture), &[]);
        }
    }

    fn apply_to(&mut self, mut next: G::Draft, edit: &SketchEdit, gesture: Option<Gesture>) -> Result<bool, String> {
        let kept = edit.kept::<G>(&self.draft, self.selection.items());
        let added = edit.carry_out::<G>(&mut next)?;
        let is_changed = self.step(edit.title::<G>(&self.draft), next, gesture, &added);
        if let Some(kept) = kept.filter(|_| is_changed) {
            self.selection.set(kept);
        }
        Ok(is_changed)
    }

    /// Turns shapes together about their middle, by eighths of a full turn, counter-clockwise where positive, as a step of
    /// its own. Turned on and on they stay about the same middle. Returns whether anything changed.
    pub fn turn(&mut self, shapes: &[ShapeId], eighths: i64) -> bool {
        let revision = self.revision();
        let going_on = self.turning.take().filter(|last| last.revision == revision && last.shapes == shapes);
        let begun = || {
            let about = G::middle(&self.draft, shapes)?;
            Some(Turning { shapes: shapes.to_vec(), start: self.draft.clone(), about, eighths: 0, revision: 0 })
        };
        let Some(mut turning) = going_on.or_else(begun) else { return false };
        turning.eighths = (turning.eighths + eighths) % 8;
        let all = if shapes.is_empty() { self.shapes.iter().map(|shape| shape.id).collect() } else { shapes.to_vec() };
        let mut next = turning.start.clone();
        edit::turn::<G>(&mut next, &all, Motion::Turn(turning.eighths, turning.about));
        let title = SketchEdit::Turn(all, eighths, turning.about).title::<G>(&self.draft);
        self.history.close();
        let is_changed = self.step(title, next, None, &[]);
        turning.revision = self.revision();
        self.turning = Some(turning);
        is_changed
    }

    /// Puts another draft in its place, as one step, and selects what was added.
    fn step(&mut self, title: String, next: G::Draft, gesture: Option<Gesture>, added: &[ShapeId]) -> bool {
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

    /// Another draft altogether, such as one that was kept when the program ended. Returns whether it is another.
    pub fn replace(&mut self, title: &str, draft: G::Draft) -> bool {
        self.history.close();
        self.step(title.to_owned(), draft, None, &[])
    }

    /// Ends the gesture under way, if any.
    pub fn end(&mut self) {
        self.history.close();
        self.before = None;
    }

    /// Undoes the last step and selects what changed. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.walk(History::undo)
    }

    /// Redoes the step that was undone last and selects what changed. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.walk(History::redo)
    }

    fn walk(&mut self, step: fn(&mut History<G::Draft>, &mut G::Draft) -> bool) -> bool {
        if !step(&mut self.history, &mut self.draft) {
            return false;
        }
        let before = std::mem::take(&mut self.shapes);
        self.look();
        self.select_new(&before);
        self.check();
        true
    }

    /// Undoes steps, or redoes them, until this number of them is done.
    pub fn go_to(&mut self, position: usize) {
        while self.history.position() > position && self.undo() {}
        while self.history.position() < position && self.redo() {}
    }

    /// Selects every shape.
    pub fn select_all(&mut self) {
        self.selection.set(self.shapes.iter().map(|shape| shape.id.whole()));
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

    fn look(&mut self) {
        self.shapes = G::shapes(&self.draft);
    }

    fn check(&mut self) {
        self.fixes = None;
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
        std::mem::take(&mut self.is_due).then(|| check::check::<G>(self.draft().clone(), self.history.revision()))
    }

    /// Takes in what a check has found, unless the draft is another one by now.
    pub fn take_checked(&mut self, checked: Checked) {
        if let Some(found) = check::found::<G>(checked, self.history.revision()) {
            (self.track, self.issues, self.fixes) = (found.track, found.issues, Some(found.fixes));
            (self.is_checked, self.is_due) = (true, false);
        }
    }

    /// What fixes each of the issues; empty while that is not known.
    pub fn fixes(&mut self) -> &[Option<Fix<G::Draft>>] {
        if self.fixes.is_none() && self.is_checked {
            let fix = |index| G::fix(&self.draft, &self.issues, index);
            self.fixes = Some((0..self.issues.len()).map(fix).collect());
        }
        self.fixes.as_deref().unwrap_or_default()
    }

    /// What fixes the issue at this place of the list; none where that is for a person to decide.
    #[must_use]
    pub fn fix(&self, index: usize) -> Option<Fix<G::Draft>> {
        G::fix(&self.draft, &self.issues, index)
    }

    /// Fixes the issue at this place of the list, as a step. Returns whether it could be.
    pub fn apply_fix(&mut self, index: usize) -> bool {
        let Some(Fix { title, draft }) = self.fixes().get(index).cloned().flatten() else { return false };
        self.replace(&title, draft)
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
        let clip =
            Clip::<G> { paddock: Clip::<G>::word(), version: Clip::<G>::VERSION, game: G::INFO.id.to_owned(), track };
        serde_json::to_string_pretty(&clip).ok().map(|text| (text, shapes.len()))
    }

    /// The shapes that are selected whole or in part.
    #[must_use]
    pub fn selected_shapes(&self) -> Vec<ShapeId> {
        shapes_of(self.selection.items())
    }

    /// Puts down what was copied, a little aside where its own place is taken. Returns the number of shapes, and of those
    /// that were left out because the circuit has room for one and has it.
    ///
    /// # Errors
    /// A sentence, where the text holds no shapes of this game.
    pub fn paste(&mut self, text: &str) -> Result<[usize; 2], String> {
        let clip = Clip::<G>::read(text)?;
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
        let by = thousandths([times * super::UNIT, -times * super::UNIT]);
        let mut next = self.draft.clone();
        let added = G::merge(&mut next, &clip.track, by);
        if added.is_empty() {
            let is_empty = clip.track == G::only(&G::Draft::default(), &[]);
            return Err(if is_empty { nothing(&Clip::<G>::word()) } else { NO_SECOND.to_owned() });
        }
        if let Some(size) = too_large(&next) {
            return Err(format!("With what is in the clipboard the circuit would have {size} can be drawn."));
        }
        self.history.close();
        let word = G::WORDS[0];
        let words = if added.len() == 1 { format!("Paste a {word}") } else { format!("Paste {} {word}s", added.len()) };
        self.step(words, next, None, &added);
        Ok([added.len(), copied.len().saturating_sub(added.len())])
    }
}
