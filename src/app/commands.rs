//! The one table of commands. Menus, palette, shortcuts, tooltips and the keyboard map are made from it.
//!
//! A panel never changes a document: it pushes a [`Request`] onto the [`CommandQueue`], and
//! `execute` carries it out after the frame's panels are drawn. To add a command, add a variant to
//! [`Command`], a row to [`TABLE`], and an arm where it is carried out.

use egui::KeyboardShortcut;

pub(in crate::app) mod buttons;
mod command;
mod keys;
mod request;
mod situation;
mod table;

pub use command::{Command, Nudge};
pub use keys::{matches, pressed, shortcut_words};
pub use request::{CommandQueue, Request, SaveKind};
pub use situation::Situation;
pub use table::TABLE;

/// The menu a command is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Files.
    File,
    /// Changes of what is selected.
    Edit,
    /// Tools, and changes of the whole circuit.
    Circuit,
    /// What is seen.
    View,
    /// Walking through a race.
    Race,
    /// Help.
    Help,
    /// In no menu; the palette and the keyboard map still have it.
    None,
}

impl Menu {
    /// Those of the menu bar, in order.
    pub const BAR: [Self; 6] = [Self::File, Self::Edit, Self::Circuit, Self::View, Self::Race, Self::Help];

    /// What is written on it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Circuit => "Circuit",
            Self::View => "View",
            Self::Race => "Race",
            Self::Help => "Help",
            Self::None => "More",
        }
    }
}

/// A row of the table.
pub struct Spec {
    /// Which command.
    pub command: Command,
    /// Its name for settings and tests.
    pub id: &'static str,
    /// What menus call it.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The menu it is in.
    pub menu: Menu,
    /// Keys that do it; the first is shown.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Whether it makes sense now.
    pub enabled: fn(&Situation) -> bool,
}

const fn row(
    command: Command,
    id: &'static str,
    title: &'static str,
    menu: Menu,
    shortcuts: &'static [KeyboardShortcut],
    enabled: fn(&Situation) -> bool,
    help: &'static str,
) -> Spec {
    Spec { command, id, title, help, menu, shortcuts, enabled }
}

impl Spec {
    /// Its first shortcut in words, such as `Ctrl+O`; empty where there is none.
    #[must_use]
    pub fn keys(&self) -> String {
        self.shortcuts.first().map(shortcut_words).unwrap_or_default()
    }

    /// Its help with its first shortcut, for tooltips.
    #[must_use]
    pub fn tooltip(&self) -> String {
        if self.shortcuts.is_empty() {
            self.help.to_owned()
        } else {
            format!("{} ({})", self.help.trim_end_matches('.'), self.keys())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use egui::Modifiers;

    use super::*;
    use crate::editor::sketch::Tool;

    #[test]
    fn ids_commands_and_titles_are_there_once() {
        let ids: BTreeSet<_> = TABLE.iter().map(|spec| spec.id).collect();
        let commands: BTreeSet<_> = TABLE.iter().map(|spec| spec.command as usize).collect();
        let titles: BTreeSet<_> = TABLE.iter().map(|spec| spec.title).collect();
        assert_eq!([ids.len(), commands.len(), titles.len()], [TABLE.len(); 3]);
        // The last variant: every one before it has a row, too.
        assert_eq!(TABLE.len(), Command::Escape as usize + 1);
        for spec in TABLE {
            assert!(spec.help.ends_with('.'), "{}: a help text is a sentence", spec.id);
        }
    }

    /// The tools of the games whose circuits are drawn.
    const DRAWN: [&[Tool]; 3] = [
        <crate::games::formula_d::FormulaD as crate::editor::sketch::Sketch>::TOOLS,
        <crate::games::vector_racing::VectorRacing as crate::editor::sketch::Sketch>::TOOLS,
        <crate::games::wheel_to_wheel::WheelToWheel as crate::editor::sketch::Sketch>::TOOLS,
    ];

    #[test]
    fn every_tool_has_its_command() {
        for (tools, tool) in DRAWN.into_iter().flat_map(|tools| tools.iter().map(move |tool| (tools, tool))) {
            let command = Command::of_tool(*tool);
            assert_eq!(command.tool(), Some(*tool));
            let now = Situation { circuit: true, tools, ..Situation::default() };
            assert!((command.spec().enabled)(&now) && command.belongs(&now));
            let pieces = Situation { circuit: true, ..Situation::default() };
            assert!(!(command.spec().enabled)(&pieces) && !command.belongs(&pieces));
        }
    }

    #[test]
    fn no_two_commands_share_a_key_where_both_make_sense() {
        // A document is a race or a circuit: the arrow keys may mean one thing here and another there.
        let everything = Situation {
            document: true,
            race: true,
            circuit: true,
            several: true,
            can_undo: true,
            can_redo: true,
            selection: true,
            corner: true,
            limit: true,
            selected: 3,
            drawing: true,
            picture: true,
            variation: true,
            ..Situation::default()
        };
        let drawn = DRAWN.map(|tools| Situation { race: false, tools, ..everything });
        let others = [Situation { race: false, ..everything }, Situation { circuit: false, ..everything }];
        for situation in others.into_iter().chain(drawn) {
            let mut seen = Vec::new();
            for spec in TABLE.iter().filter(|spec| (spec.enabled)(&situation)) {
                for shortcut in spec.shortcuts {
                    let held = Modifiers { ctrl: shortcut.modifiers.command, ..shortcut.modifiers };
                    for (other, id) in &seen {
                        assert!(!matches(other, shortcut.logical_key, held), "{id} and {} share a key", spec.id);
                    }
                    seen.push((*shortcut, spec.id));
                }
            }
        }
    }
}
