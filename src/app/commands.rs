//! The table of all commands. Menus, the palette, shortcuts, tooltips and the keyboard map are generated from it.
//!
//! A panel never changes a document. It pushes a [`Request`] onto the [`CommandQueue`], and `execute` carries out the
//! request after all panels of the frame are drawn. To add a command, add a variant to [`Command`], a row to [`TABLE`],
//! and a match arm to the code that carries out commands.

use egui::KeyboardShortcut;

pub(in crate::app) mod buttons;
mod command;
mod keys;
mod pressed;
mod request;
mod situation;
mod table;

pub use command::{Command, Nudge, TimelineStep};
pub use keys::{matches, shortcut_words};
pub use pressed::{pressed, turn_line};
pub use request::{CommandQueue, Deletion, Ghost, Request};
pub use situation::Situation;
pub use table::{TABLE, rows};

/// The menu that a command is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// The menu for documents and files.
    File,
    /// The menu for edits of the selection.
    Edit,
    /// The menu for tools, and for edits of the whole circuit.
    Circuit,
    /// The menu for display settings.
    View,
    /// The menu for stepping through a race and recording it.
    Race,
    /// The menu for help and information about the program.
    Help,
    /// No menu: the command is only in the palette and the keyboard map.
    None,
}

impl Menu {
    /// The menus of the menu bar, in order.
    pub const BAR: [Self; 6] = [Self::File, Self::Edit, Self::Circuit, Self::View, Self::Race, Self::Help];

    /// The title of the menu.
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

/// A row of the table of commands.
#[derive(Clone, Copy)]
pub struct Spec {
    /// The command.
    pub command: Command,
    /// The id of the command, for settings and tests.
    pub id: &'static str,
    /// The title in menus.
    pub title: &'static str,
    /// The help text of the command, in one or two sentences.
    pub help: &'static str,
    /// The menu that the command is in.
    pub menu: Menu,
    /// The shortcuts of the command. Menus show the first.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Returns whether the command is enabled in a situation. A tool or an action of a game also needs a circuit of
    /// that game on screen.
    enabled: fn(&Situation) -> bool,
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
    /// Whether the command is enabled in this situation.
    #[must_use]
    pub fn is_enabled(&self, now: &Situation) -> bool {
        (self.enabled)(now)
            && match self.command {
                Command::Draw(tool) => now.tools.contains(tool),
                Command::Act(action) => {
                    now.actions.iter().position(|known| known == action).is_some_and(|place| now.able >> place & 1 == 1)
                }
                _ => true,
            }
    }

    /// Whether menus list the command. Menus leave out commands that can never be enabled in this workspace and game.
    #[must_use]
    pub fn belongs(&self, now: &Situation) -> bool {
        self.is_enabled(&now.at_its_best())
    }

    /// The first shortcut in words, such as `Ctrl+O`; empty if the command has none.
    #[must_use]
    pub fn keys(&self) -> String {
        self.shortcuts.first().map(shortcut_words).unwrap_or_default()
    }

    /// The help text with the first shortcut, for tooltips.
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
    use crate::Games;
    use crate::replay::TurnMark;

    /// The names of an enum's variants, read from its source text.
    fn variants(source: &str, name: &str) -> Vec<String> {
        let list = source.split(&format!("pub enum {name} {{")).nth(1).and_then(|rest| rest.split("\n}").next());
        let lines = list.expect("the enum").lines().map(str::trim).filter(|line| !line.starts_with("//"));
        let found: Vec<String> = lines.filter_map(|line| Some(line.strip_suffix(',')?.to_owned())).collect();
        assert!(found.len() > 2, "{name} has more variants than {found:?}");
        found
    }

    #[test]
    fn ids_commands_and_titles_are_there_once() {
        let ids: BTreeSet<_> = TABLE.iter().map(|spec| spec.id).collect();
        let commands: BTreeSet<_> = TABLE.iter().map(|spec| format!("{:?}", spec.command)).collect();
        let titles: BTreeSet<_> = TABLE.iter().map(|spec| spec.title).collect();
        assert_eq!([ids.len(), commands.len(), titles.len()], [TABLE.len(); 3]);
        // Every command has a row, except the tools and actions of games.
        let own = include_str!("commands/command.rs");
        let mut all = BTreeSet::new();
        for name in variants(own, "Command") {
            let values = match name.split_once('(') {
                None => vec![String::new()],
                Some(("Walk", _)) => variants(own, "TimelineStep"),
                Some(("Align", _)) => variants(include_str!("../editor/sketch/edit.rs"), "Alignment"),
                Some(("Mark", _)) => TurnMark::ALL.map(|mark| format!("{mark:?}")).to_vec(),
                Some(("Nudge", _)) => {
                    let ways = ["[1, 0]", "[0, 1]", "[-1, 0]", "[0, -1]"];
                    let far = variants(own, "Nudge");
                    far.iter().flat_map(|far| ways.map(|way| format!("{far}, {way}"))).collect()
                }
                Some((name, _)) => {
                    assert!(["Draw", "Act"].contains(&name), "what {name} has is not known here");
                    Vec::new()
                }
            };
            let named = |value: &String| match name.split_once('(') {
                Some((name, _)) => format!("{name}({value})"),
                None => name.clone(),
            };
            all.extend(values.iter().map(named));
        }
        assert_eq!(all, commands);
        for spec in TABLE {
            assert!(spec.help.ends_with('.'), "{}: a help text is a sentence", spec.id);
        }
    }

    /// Returns a situation for each game: a circuit is on screen, and every action is enabled.
    fn drawing() -> Vec<Situation> {
        let shown =
            |(tools, actions)| Situation { circuit: true, tools, actions, able: u32::MAX, ..Situation::default() };
        Games::all().iter().map(|game| shown(game.palette())).collect()
    }

    #[test]
    fn every_tool_and_action_has_its_row() {
        for now in drawing() {
            let rows = rows(&now);
            let tools = now.tools.iter().map(Command::Draw);
            for command in tools.chain(now.actions.iter().map(Command::Act)) {
                let found: Vec<_> = rows.iter().filter(|spec| spec.command == command).collect();
                assert!(found.len() == 1 && found[0].is_enabled(&now) && found[0].help.ends_with('.'), "{command:?}");
                assert!(!command.spec().is_enabled(&Situation { circuit: true, ..Situation::default() }));
                assert!(matches!(command, Command::Act(_)) || command.spec().shortcuts.len() == 1, "{command:?}");
            }
            let ids: BTreeSet<_> = rows.iter().map(|spec| spec.id).collect();
            assert_eq!(ids.len(), rows.len());
        }
    }

    #[test]
    fn no_two_commands_share_a_key_where_both_make_sense() {
        // A key may have one command for races and another for circuits, as the arrow keys do.
        let everything = Situation {
            document: true,
            race: true,
            circuit: true,
            several: true,
            can_undo: true,
            can_redo: true,
            selection: true,
            line: true,
            snaps: true,
            zones: true,
            fixable: true,
            selected: 3,
            drawing: true,
            picture: true,
            variation: true,
            ..Situation::default()
        };
        let drawn = drawing().into_iter().map(|Situation { tools, actions, able, .. }| {
            let snaps = tools.iter().any(|tool| tool.id == "pitwall");
            Situation { race: false, tools, actions, able, snaps, zones: snaps, ..everything }
        });
        let others = [
            Situation { race: false, snaps: false, ..everything },
            Situation { circuit: false, snaps: false, zones: false, ..everything },
        ];
        for situation in others.into_iter().chain(drawn) {
            let mut seen = Vec::new();
            for spec in rows(&situation).iter().filter(|spec| spec.is_enabled(&situation)) {
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
