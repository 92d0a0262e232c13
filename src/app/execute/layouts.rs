//! Saves, deletes, exports and imports layouts of the Analysis workspace.

use std::path::Path;
use std::sync::Arc;

use egui::Context;

use super::Done;
use crate::app::Paddock;
use crate::app::commands::Command;
use crate::app::documents::files::SaveKind;
use crate::app::tabs::Content;
use crate::app::workspaces::analysis::layouts::{Layout, MAX_LAYOUTS};
use crate::storage;

impl Paddock {
    /// Saves a layout. Replaces a saved layout that has the same name.
    pub(super) fn save_layout(&mut self, layout: Layout) {
        let layouts = &mut self.layouts;
        let words = format!("Saved the layout {}", layout.name);
        match layouts.iter().position(|known| known.name == layout.name) {
            Some(index) => layouts[index] = layout,
            None if layouts.len() < MAX_LAYOUTS => layouts.push(layout),
            None => return self.messages.error(format!("Not saved: {MAX_LAYOUTS} layouts exist. Delete one first.")),
        }
        self.status = words;
    }

    /// Shows the race on screen in the Analysis workspace, with the panels of a layout.
    pub(super) fn show_layout(&mut self, layout: &Layout) {
        if let Some(arrangement) = layout.arrangement() {
            self.arrangement = arrangement;
        }
        if let Some(Content::Race(tab)) = self.content_mut() {
            tab.take_layout(layout);
            tab.run(Command::ShowAnalysis);
        }
    }

    /// Deletes the saved layout with this name.
    pub(super) fn delete_layout(&mut self, name: &str) {
        self.layouts.retain(|layout| layout.name != name);
        self.status = format!("Deleted the layout {name}");
    }

    /// Asks for a file, and writes the text of a layout to it.
    pub(super) fn export_layout(&mut self, ctx: &Context, name: &str, text: String) {
        let suggested = name.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "-");
        self.write_asked(ctx, SaveKind::Layout, suggested, move |path| {
            storage::write(path, text.as_bytes()).map_err(|error| error.to_string())
        });
    }

    /// Asks for the file of a layout, and reads it.
    pub(super) fn import_layout(&mut self, ctx: &Context) {
        let dialogs = Arc::clone(&self.dialogs);
        self.background.start(ctx, move || {
            let Some(path) = dialogs.layout() else { return Done::Nothing };
            let read = storage::read(&path).map_err(|error| error.to_string());
            let layout = read.and_then(|bytes| {
                let text = String::from_utf8(bytes).map_err(|_| "this is not a text file".to_owned())?;
                Layout::from_file(&text)
            });
            Done::LayoutRead(path, layout)
        });
    }

    /// Shows an imported layout, and saves it.
    pub(super) fn layout_read(&mut self, path: &Path, layout: Result<Layout, String>) {
        match layout {
            Ok(layout) => {
                self.show_layout(&layout);
                let words = format!("Imported the layout {}", layout.name);
                self.save_layout(layout);
                self.status = words;
            }
            Err(error) => self.messages.error(format!("{}: {error}", path.display())),
        }
    }
}
