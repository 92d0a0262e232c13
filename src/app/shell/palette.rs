//! The keyboard map, and the command palette. The palette also finds open documents and layouts.

use egui::{Align2, Area, Button, Frame, Key, Order, ScrollArea, TextEdit, Ui, vec2};

use crate::Games;
use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Menu, Request, Situation, Spec, TABLE, rows, shortcut_words};

/// An entry of the command palette.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The title, such as the title of a document.
    pub title: String,
    /// The words at the right: the keys of a command, or the kind of a document.
    pub beside: String,
    /// The help text.
    pub help: String,
    /// Whether the entry can be chosen now.
    pub is_enabled: bool,
    /// The request that is sent when the user chooses this entry.
    pub request: Request,
}

/// The command palette.
#[derive(Debug, Default)]
pub struct Palette {
    open: bool,
    typed: String,
    chosen: usize,
    opened_now: bool,
}

impl Palette {
    /// Opens the command palette with an empty field, or closes it.
    pub fn toggle(&mut self) {
        *self = Self { open: !self.open, opened_now: !self.open, ..Self::default() };
    }

    /// Closes the command palette. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(self).open
    }

    /// Whether the command palette is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Shows the command palette, if it is open. It lists the commands, and the entries in `others`.
    pub fn ui(&mut self, ctx: &egui::Context, situation: &Situation, others: Vec<Entry>, queue: &mut CommandQueue) {
        if !self.open {
            return;
        }
        let area = Area::new(egui::Id::unique(look::PALETTE))
            .anchor(Align2::CENTER_TOP, vec2(0.0, 96.0))
            .order(Order::Foreground)
            .show(ctx, |ui| {
                Frame::window(ui.style()).inner_margin(8).show(ui, |ui| self.contents(ui, situation, others, queue));
            });
        let outside = ctx.input(|input| {
            let pressed = input.pointer.any_pressed();
            pressed && input.pointer.interact_pos().is_some_and(|place| !area.response.rect.contains(place))
        });
        if outside && !self.opened_now {
            self.close();
        }
        self.opened_now = false;
    }

    fn contents(&mut self, ui: &mut Ui, situation: &Situation, others: Vec<Entry>, queue: &mut CommandQueue) {
        ui.set_width(520.0);
        look::keep_bars_free(ui);
        let hint = "Type the name of a command, an open document or a layout";
        let id = egui::Id::unique("palette-field");
        if !ui.memory(|memory| memory.has_focus(id)) {
            // The field gets the focus with this frame, but some letters may have been typed already.
            let typed = ui.input(|input| {
                let letters = input.events.iter().filter_map(|event| match event {
                    egui::Event::Text(letters) => Some(letters.as_str()),
                    _ => None,
                });
                letters.collect::<String>()
            });
            self.typed.push_str(&typed);
            let mut state = egui::text_edit::TextEditState::load(ui.ctx(), id).unwrap_or_default();
            let end = egui::text::CCursor::new(self.typed.chars().count());
            state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
            state.store(ui.ctx(), id);
        }
        let field = TextEdit::singleline(&mut self.typed).id(id).hint_text(hint).desired_width(f32::INFINITY);
        let field = ui.add(field.margin(vec2(8.0, 6.0)));
        let field = field.accessible_name("Find a command");
        if field.changed() {
            self.chosen = 0;
        }
        // The text field always has the keyboard focus.
        field.request_focus();
        let found = found(&self.typed, situation, others);
        let (up, down, enter) = ui.input(|input| {
            (input.key_pressed(Key::ArrowUp), input.key_pressed(Key::ArrowDown), input.key_pressed(Key::Enter))
        });
        self.chosen = match (up, down) {
            (true, _) => self.chosen.saturating_sub(1),
            (_, true) => self.chosen + 1,
            _ => self.chosen,
        };
        self.chosen = self.chosen.min(found.len().saturating_sub(1));
        ui.add_space(4.0);
        ScrollArea::vertical().max_height(360.0).auto_shrink([false, false]).show(ui, |ui| {
            for (index, entry) in found.iter().enumerate() {
                let chosen = index == self.chosen;
                let response = ui.add_enabled(
                    entry.is_enabled,
                    Button::selectable(chosen, entry.title.as_str())
                        .shortcut_text(entry.beside.as_str())
                        .min_size(vec2(ui.available_width(), look::ROW)),
                );
                if chosen && (up || down) {
                    response.scroll_to_me(None);
                }
                if response.on_hover_text(&entry.help).clicked() || (chosen && enter && entry.is_enabled) {
                    queue.push(entry.request.clone());
                    self.open = false;
                }
            }
            if found.is_empty() {
                ui.weak(format!("Nothing matches “{}”.", self.typed));
            }
        });
    }
}

/// Extra search words for a command, besides those in its title and help text.
const fn synonyms(command: Command) -> &'static str {
    match command {
        Command::ThemeLight
        | Command::ThemeDark
        | Command::ThemeSystem
        | Command::LargerText
        | Command::SmallerText
        | Command::UsualText
        | Command::MeasureScreen
        | Command::Easing
        | Command::Players => "settings preferences options",
        Command::KeyboardMap => "shortcuts keys hotkeys",
        Command::Export => "picture image gif pdf animation",
        Command::Advise => "hint engine best move",
        Command::TakeTour => "tutorial introduction",
        _ => "",
    }
}

/// Finds the commands and the other entries whose title, help text or synonyms contain every typed word. Lists enabled
/// entries first.
fn found(typed: &str, situation: &Situation, others: Vec<Entry>) -> Vec<Entry> {
    let words: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let rank = |entry: &Entry| {
        let title = entry.title.to_lowercase();
        let mut help = entry.help.to_lowercase();
        if let Request::Do(command) = entry.request {
            help = help + " " + synonyms(command);
        }
        if words.iter().all(|word| title.contains(word)) {
            Some(u8::from(!words.first().is_none_or(|word| title.starts_with(word.as_str()))))
        } else {
            words.iter().all(|word| title.contains(word) || help.contains(word)).then_some(2)
        }
    };
    let commands = rows(situation).into_iter().filter(|spec| spec.menu != Menu::None).map(|spec| Entry {
        title: spec.title.to_owned(),
        beside: spec.keys(),
        help: spec.help.to_owned(),
        is_enabled: spec.is_enabled(situation),
        request: spec.command.into(),
    });
    let mut found: Vec<(u8, Entry)> = commands.chain(others).filter_map(|entry| Some((rank(&entry)?, entry))).collect();
    found.sort_by_key(|(rank, entry)| (!entry.is_enabled, *rank));
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// The width of a column of the keyboard map, in points.
const COLUMN: f32 = 336.0;
/// The part of a column's width that is reserved for the keyboard shortcuts, in points.
const KEYS: f32 = 152.0;

/// A section of the keyboard map. It lists the commands of one menu, or the keys and mouse actions for the board.
#[derive(Clone, Copy)]
enum Part {
    Commands(Menu),
    Board,
}

/// Shows the keyboard map. Returns whether to close it.
pub fn keyboard_map(ctx: &egui::Context, games: Games) -> bool {
    use Part::{Board, Commands};
    let room = ctx.content_rect().size();
    let wide: &[&[Part]] = &[
        &[Commands(Menu::Race), Commands(Menu::Help), Commands(Menu::None)],
        &[Commands(Menu::View), Board],
        &[Commands(Menu::Edit), Commands(Menu::File)],
        &[Commands(Menu::Circuit)],
    ];
    let narrow: &[&[Part]] = &[
        &[Commands(Menu::Race), Commands(Menu::View), Commands(Menu::Help), Board],
        &[Commands(Menu::File), Commands(Menu::Edit), Commands(Menu::Circuit), Commands(Menu::None)],
    ];
    let columns = if room.x >= COLUMN * 4.0 + 80.0 { wide } else { narrow };
    let mut close = false;
    look::dim(ctx);
    let area = Area::new(egui::Id::unique(look::KEYBOARD_MAP))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .order(Order::Foreground);
    area.show(ctx, |ui| {
        Frame::window(ui.style()).inner_margin(20).show(ui, |ui| {
            look::keep_bars_free(ui);
            let width = COLUMN * columns.len() as f32;
            ui.label(look::strong("Keyboard map", look::HEADING));
            // egui keeps the size that an area had before. With a minimum height, the map can grow again.
            let height = (room.y - 150.0).max(200.0);
            let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height).max_width(width);
            list.show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    for parts in columns {
                        ui.vertical(|ui| {
                            ui.set_width(COLUMN);
                            for part in *parts {
                                match part {
                                    Commands(menu) => group(ui, games, *menu),
                                    Board => board_keys(ui),
                                }
                            }
                        });
                    }
                });
            });
            ui.add_space(8.0);
            ui.label(look::weak(format!("{} Ctrl+K finds commands by name.", icons::INFO)));
            // The button comes last, because only now the width of the map is known.
            let size = egui::Vec2::splat(look::ROW);
            let corner = ui.min_rect().right_top() - vec2(size.x, 0.0);
            let button = ui.put(egui::Rect::from_min_size(corner, size), Button::new(icons::X));
            close = button.on_hover_text("Close (Esc)").accessible_name("Close the keyboard map").clicked();
        });
    });
    close
}

fn board_keys(ui: &mut Ui) {
    heading(ui, "Board");
    for (keys, what) in [
        ("Wheel", "Zoom at the pointer"),
        ("Right drag", "Move the board"),
        ("Middle drag", "Move the board"),
        ("Space drag", "Move the board"),
        ("Hold Alt", "Place pieces without snapping"),
        ("Alt+click", "Select the next shape below"),
        ("Hold I", "Show illegal places and the reasons"),
    ] {
        line(ui, keys, what, "");
    }
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(12.0);
    ui.label(look::strong(words, look::BODY));
}

fn group(ui: &mut Ui, games: Games, menu: Menu) {
    heading(ui, menu.title());
    for spec in TABLE.iter().filter(|spec| spec.menu == menu && !spec.shortcuts.is_empty()) {
        row(ui, spec);
    }
    if menu == Menu::Circuit {
        for game in games.iter() {
            heading(ui, &format!("{}: {}", menu.title(), game.info().name));
            let (tools, actions) = game.palette();
            let commands = tools.iter().map(Command::Draw).chain(actions.iter().map(Command::Act));
            commands.map(Command::spec).filter(|spec| !spec.shortcuts.is_empty()).for_each(|spec| row(ui, &spec));
        }
    }
}

fn row(ui: &mut Ui, spec: &Spec) {
    let keys: Vec<String> = spec.shortcuts.iter().map(shortcut_words).collect();
    line(ui, &keys.join(", "), spec.title, spec.help);
}

fn line(ui: &mut Ui, keys: &str, what: &str, help: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.allocate_ui_with_layout(vec2(KEYS, 18.0), egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.set_min_width(KEYS);
            ui.label(egui::RichText::new(keys).size(look::SMALL).weak());
        });
        let response = ui.label(what.trim_end_matches('…'));
        if !help.is_empty() {
            response.on_hover_text(help);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::commands::TimelineStep;

    #[test]
    fn commands_are_found_by_parts_of_their_names() {
        let race = Situation { document: true, race: true, ..Situation::default() };
        let other = Entry {
            title: "Harbour Cup".to_owned(),
            beside: String::new(),
            help: "A race of Wheel to Wheel".to_owned(),
            is_enabled: true,
            request: Request::Select(3),
        };
        let found = |typed| found(typed, &race, vec![other.clone()]);
        let first = |typed| found(typed).first().map(|entry| entry.request.clone());
        assert_eq!(first("next tu"), Some(Command::Walk(TimelineStep::NextTurn).into()));
        assert_eq!(first("export"), Some(Command::Export.into()));
        assert_eq!(first("dark"), Some(Command::ThemeDark.into()));
        let settings = found("sett");
        for command in [Command::ThemeLight, Command::LargerText, Command::MeasureScreen] {
            assert!(settings.iter().any(|entry| entry.request == command.into()), "{command:?}");
        }
        assert_eq!(first("harb"), Some(Request::Select(3)));
        assert_eq!(first("no such thing"), None);
        assert!(found("").len() > 20);
    }

    #[test]
    fn what_makes_no_sense_now_comes_last() {
        let found = found("", &Situation::default(), Vec::new());
        let last_enabled = found.iter().rposition(|entry| entry.is_enabled);
        let first_disabled = found.iter().position(|entry| !entry.is_enabled);
        assert!(last_enabled < first_disabled);
    }
}
