//! A dialog inside the window that asks for a path, for systems without file dialogs (no portal and no zenity).
//!
//! A background job asks for the path and waits. The window shows the question and sends the user's answer to the job.
//! Meanwhile the window keeps working, as it does during a dialog of the system.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::{Button, Context, Key, Label, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::app::board::look;

/// The largest number of file names that the dialog offers.
const OFFERED: usize = 200;

/// The purpose for which the dialog asks for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A file to read, with one of these extensions.
    Open(&'static [&'static str]),
    /// A file to write.
    Save,
}

/// A question to the user that asks for a path. The user has not answered it yet.
struct Asked {
    title: &'static str,
    purpose: Purpose,
    /// The typed path.
    typed: String,
    /// The reason why the typed path was not accepted; empty if there is none.
    complaint: String,
    /// The existing file that is replaced if the user presses Enter again. The dialog has already warned the user.
    /// `None` before such a warning.
    replaces: Option<PathBuf>,
    /// A folder and the names in it, which the dialog offers. The names of folders end with a separator.
    listed: Option<(PathBuf, Vec<String>)>,
    answer: Sender<PathBuf>,
}

/// The dialog in which the user types a path. All clones stand for the same dialog, so only one can be open.
#[derive(Clone)]
pub struct PathDialog {
    ctx: Context,
    asked: Arc<Mutex<Option<Asked>>>,
    /// The folder of the path that the user entered last. The dialog starts there when it is opened again.
    folder: Arc<Mutex<PathBuf>>,
}

impl PathDialog {
    /// Makes the path dialog of a window.
    #[must_use]
    pub fn new(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), asked: Arc::default(), folder: Arc::default() }
    }

    fn asked(&self) -> MutexGuard<'_, Option<Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for a path and waits for the answer. Call it in a background job. `typed` is the path that the field
    /// contains at first. Returns `None` if the user cancels, or if another question is open.
    #[must_use]
    pub fn ask(&self, title: &'static str, purpose: Purpose, typed: &Path) -> Option<PathBuf> {
        let (answer, answered) = channel();
        {
            let mut asked = self.asked();
            if asked.is_some() {
                return None;
            }
            let folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            // A path ends with a separator here if there is no name yet, so that the names in the folder are offered.
            let (typed, complaint) = (folder.join(typed).display().to_string(), String::new());
            *asked = Some(Asked { title, purpose, typed, complaint, replaces: None, listed: None, answer });
        }
        self.ctx.request_repaint();
        // If the user cancels, the sender is dropped and this returns `None`.
        let path = answered.recv().ok()?;
        let folder = std::path::absolute(&path).ok().and_then(|path| Some(path.parent()?.to_owned()));
        *self.folder.lock().unwrap_or_else(PoisonError::into_inner) = folder.unwrap_or_default();
        Some(path)
    }

    /// Cancels the question. Returns whether a question was open.
    #[must_use]
    pub fn close(&self) -> bool {
        self.asked().take().is_some()
    }

    /// Shows the path dialog, if a path is being asked for.
    pub fn show(&self, ctx: &Context) {
        let mut slot = self.asked();
        let Some(asked) = slot.as_mut() else { return };
        let done = look::modal(ctx, "path").show(ctx, |ui| asked.ui(ui)).inner;
        if done {
            *slot = None;
        }
    }
}

impl Asked {
    /// Shows the dialog. Returns whether the user has answered or cancelled.
    fn ui(&mut self, ui: &mut Ui) -> bool {
        ui.set_width(560.0);
        ui.label(look::strong(self.title, look::HEADING));
        ui.add_space(4.0);
        let words = "This system has no file dialog, so type the path. Tab completes it; ~ is your home folder.";
        ui.add(Label::new(look::weak(words)).wrap());
        ui.add_space(8.0);
        // Handle Tab before the field is drawn. Otherwise Tab would move the focus out of the field.
        let completes = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
        let id = egui::Id::unique("path-field");
        let field = ui.add(TextEdit::singleline(&mut self.typed).id(id).desired_width(f32::INFINITY).lock_focus(true));
        let field = field.accessible_name("Path");
        if field.changed() {
            self.complaint.clear();
            self.replaces = None;
        }
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        field.request_focus();
        let names = self.matching();
        if completes {
            self.complete(&names, ui.ctx(), id);
        }
        ui.add_space(4.0);
        ScrollArea::vertical().max_height(220.0).min_scrolled_height(220.0).auto_shrink([false, false]).show(
            ui,
            |ui| {
                for name in &names {
                    let button = Button::selectable(false, name).min_size(egui::vec2(ui.available_width(), look::ROW));
                    if ui.add(button).clicked() {
                        self.put(name, ui.ctx(), id);
                    }
                }
                if names.is_empty() {
                    let is_named = !self.typed.is_empty() && !self.typed.ends_with(std::path::is_separator);
                    ui.label(look::weak(if is_named {
                        "No file or folder here starts with this name."
                    } else {
                        "This folder has no folders and no files of this kind."
                    }));
                }
            },
        );
        ui.add_space(4.0);
        let whole = std::path::absolute(self.path()).map(|path| path.display().to_string()).unwrap_or_default();
        // The line keeps its height while no path is typed.
        let words = if whole.is_empty() { " ".to_owned() } else { format!("Path: {whole}") };
        ui.add(Label::new(look::weak(words)).truncate()).on_hover_text(whole);
        // This is always one line high, so that the buttons do not move.
        let complaint = if self.complaint.is_empty() { " " } else { &self.complaint };
        ui.label(RichText::new(complaint).color(ui.visuals().warn_fg_color));
        ui.add_space(4.0);
        let words = if self.purpose == Purpose::Save { "Save" } else { "Open" };
        let (mut takes, mut cancelled) = (enter, false);
        ui.horizontal(|ui| {
            takes |= ui.button(words).on_hover_text("Enter").clicked();
            cancelled = ui.button("Cancel").on_hover_text("Esc").clicked();
        });
        cancelled || (takes && self.take())
    }

    /// The typed path, with `~` replaced by the home folder.
    fn path(&self) -> PathBuf {
        let typed = self.typed.trim();
        match typed.strip_prefix('~').and_then(|rest| Some((std::env::home_dir()?, rest))) {
            Some((home, rest)) => home.join(rest.trim_start_matches(['/', MAIN_SEPARATOR])),
            None => PathBuf::from(typed),
        }
    }

    /// Answers with the typed path if that path is acceptable. Otherwise shows the reason. Returns whether the path was
    /// acceptable.
    fn take(&mut self) -> bool {
        let path = self.path();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        self.complaint = if self.typed.trim().is_empty() {
            "Type a path.".to_owned()
        } else if path.is_dir() {
            "This is a folder. Type the name of a file in it.".to_owned()
        } else if !folder.is_dir() {
            format!("There is no folder {}.", folder.display())
        } else if self.purpose != Purpose::Save && !path.exists() {
            "There is no such file. Check the path.".to_owned()
        } else if self.purpose == Purpose::Save && path.exists() && self.replaces.as_ref() != Some(&path) {
            self.replaces = Some(path);
            "This file exists. Save again to replace it.".to_owned()
        } else {
            // If the window is closing, no job waits for the answer any more.
            let _ = self.answer.send(path);
            return true;
        };
        false
    }

    /// The typed text in two parts: the folder with its last separator, and the name after it.
    fn parts(&self) -> (&str, &str) {
        let end = self.typed.rfind(['/', MAIN_SEPARATOR]).map_or(0, |at| at + 1);
        self.typed.split_at(end)
    }

    /// The names in the typed folder that begin with the typed name.
    fn matching(&mut self) -> Vec<String> {
        let path = self.path();
        let (_, begin) = self.parts();
        let folder = if begin.is_empty() { path.as_path() } else { path.parent().unwrap_or(Path::new("")) };
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
        let begin = begin.to_owned();
        if self.listed.as_ref().is_none_or(|(listed, _)| *listed != folder) {
            let names = names(&folder, &self.purpose);
            self.listed = Some((folder, names));
        }
        let all = self.listed.iter().flat_map(|(_, names)| names);
        // Hidden names are offered only if the typed name begins with a dot.
        let fits = |name: &&String| name.starts_with(&begin) && (begin.starts_with('.') || !name.starts_with('.'));
        all.filter(fits).take(OFFERED).cloned().collect()
    }

    /// Extends the typed name by all letters that these names have in common. For example, `ov` becomes `oval-` if the
    /// names are `oval-1.json` and `oval-2.json`.
    fn complete(&mut self, names: &[String], ctx: &Context, field: egui::Id) {
        let Some(first) = names.first() else { return };
        let common = names.iter().fold(first.as_str(), |common, name| {
            let same = common.char_indices().zip(name.chars()).find(|((_, one), other)| one != other);
            let end = same.map_or(common.len().min(name.len()), |((at, _), _)| at);
            &common[..end]
        });
        let common = common.to_owned();
        self.put(&common, ctx, field);
    }

    /// Replaces the typed name with `name`, and moves the cursor to the end.
    fn put(&mut self, name: &str, ctx: &Context, field: egui::Id) {
        self.typed = format!("{}{name}", self.parts().0);
        self.complaint.clear();
        if let Some(mut state) = TextEdit::load_state(ctx, field) {
            let end = egui::text::CCursor::new(self.typed.chars().count());
            state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
            state.store(ctx, field);
        }
    }
}

/// The sorted names in a folder: folders first, then files of the wanted kinds.
fn names(folder: &Path, purpose: &Purpose) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.path().is_dir() {
            folders.push(format!("{name}{MAIN_SEPARATOR}"));
            continue;
        }
        let ending = Path::new(&name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let fits = match purpose {
            Purpose::Open(endings) => endings.iter().any(|known| known.eq_ignore_ascii_case(ending)),
            Purpose::Save => true,
        };
        if fits {
            files.push(name);
        }
    }
    folders.sort_unstable();
    files.sort_unstable();
    folders.into_iter().chain(files).collect()
}
