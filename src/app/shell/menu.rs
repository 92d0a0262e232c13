//! The menu bar and the tabs. The menus are generated from the table of commands. The menu bar also has buttons that
//! switch the workspace and the theme.

use std::path::PathBuf;

use egui::{
    Align, Align2, Atom, Button, FontId, IdSalt, Layout, MenuBar, Rect, RichText, Ui, WidgetInfo, accesskit::Role, vec2,
};

use crate::app::board::icons;
use crate::app::board::look::{self, ROW};
use crate::app::commands::{Command, CommandQueue, Menu, Request, Situation, Spec, TimelineStep, rows};
use crate::app::tabs::Document;
use crate::app::workspaces::Workspace;
use crate::editor::Alignment;

/// The facts that decide what the menus show.
pub struct Menus<'a> {
    /// The state of the window and its document. It decides which commands are listed.
    pub situation: &'a Situation,
    /// Whether the window accepts commands. It accepts none while a dialog or question covers it.
    pub is_free: bool,
    /// The workspace on screen; `None` on the welcome page.
    pub shown: Option<Workspace>,
    /// The recent files, the newest first.
    pub recent: &'a [PathBuf],
    /// Whether a command's tool, switch or setting is on; `None` for a command that has none.
    pub is_on: &'a dyn Fn(Command) -> Option<bool>,
}

/// Shows the menu bar, which is the first line of the window.
pub fn bar(ui: &mut Ui, menus: &Menus<'_>, queue: &mut CommandQueue) {
    let rows = rows(menus.situation);
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::BAR {
            let rows: Vec<&Spec> =
                rows.iter().filter(|spec| spec.menu == menu && spec.belongs(menus.situation)).collect();
            if rows.is_empty() {
                continue;
            }
            ui.menu_button(menu.title(), |ui| {
                // A menu scrolls if it is taller than the part of the window below its title.
                let below = ui.ctx().content_rect().bottom() - ui.max_rect().top();
                let height = (below - MENU_MARGIN).max(ROW * 4.0);
                // Without this, egui limits the menu to the usual height of a popup.
                ui.set_max_height(height);
                look::keep_bars_free(ui);
                let mut area = egui::ScrollArea::vertical().max_height(height);
                if !ui.ctx().memory(|memory| memory.areas().visible_last_frame(&ui.layer_id())) {
                    // A menu opens at its top, wherever it was scrolled to before.
                    area = area.vertical_scroll_offset(0.0);
                }
                area.show(ui, |ui| entries(ui, &rows, menus, queue));
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            themes(ui, menus, queue);
            ui.add_space(8.0);
            // The layout is from right to left, so the last button is drawn first.
            workspace(ui, Workspace::Analysis, menus.shown, queue);
            workspace(ui, Workspace::Replay, menus.shown, queue);
            workspace(ui, Workspace::Editor, menus.shown, queue);
        });
    });
}

/// The space below the longest menu, in points.
const MENU_MARGIN: f32 = 16.0;
/// The width of the column of ticks in a menu, in points.
const TICKS: f32 = 16.0;

fn entries(ui: &mut Ui, rows: &[&Spec], menus: &Menus<'_>, queue: &mut CommandQueue) {
    ui.set_min_width(240.0);
    let first_tool = menus.situation.tools.first().map(Command::Draw);
    // The column of ticks is shown only if an entry of this menu can have a tick.
    let has_ticks = rows.iter().any(|spec| (menus.is_on)(spec.command).is_some());
    for (number, spec) in rows.iter().enumerate() {
        if number > 0 && (Some(spec.command) == first_tool || starts_group(spec.command)) {
            ui.separator();
        }
        let is_on = (menus.is_on)(spec.command);
        let is_enabled = menus.is_free && spec.is_enabled(menus.situation);
        let place = IdSalt::new("tick");
        let tick = Atom::custom(place, vec2(TICKS, look::SMALL));
        let button = if has_ticks { Button::new((tick, spec.title)) } else { Button::new(spec.title) };
        let mut shown = None;
        let response = ui.add_enabled_ui(is_enabled, |ui| {
            let laid_out = button.shortcut_text(spec.keys()).atom_ui(ui);
            shown = laid_out.rect(place);
            laid_out.response
        });
        let response = response.inner.on_hover_text(spec.help).on_disabled_hover_text(spec.help);
        if let Some(is_on) = is_on {
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, is_enabled, is_on, spec.title));
        }
        if let Some(place) = shown.filter(|_| is_on == Some(true)) {
            let colour = ui.style().interact(&response).text_color();
            ui.painter().text(
                place.center(),
                Align2::CENTER_CENTER,
                icons::CHECK,
                FontId::proportional(look::SMALL),
                colour,
            );
        }
        if response.clicked() {
            queue.push(spec.command);
            ui.close();
        }
        if spec.command == Command::Open {
            ui.add_enabled_ui(menus.is_free && !menus.recent.is_empty(), |ui| recent(ui, menus.recent, queue));
        }
    }
}

/// Shows the submenu of recent files.
fn recent(ui: &mut Ui, files: &[PathBuf], queue: &mut CommandQueue) {
    ui.menu_button("Open recent", |ui| {
        for file in files {
            let name = file.file_name().map_or_else(|| file.display().to_string(), |name| name.display().to_string());
            if ui.button(name).on_hover_text(file.display().to_string()).clicked() {
                queue.push(Request::OpenFiles(vec![file.clone()]));
                ui.close();
            }
        }
    });
}

/// Whether a menu has a separator before this command.
const fn starts_group(command: Command) -> bool {
    matches!(
        command,
        Command::Save
            | Command::Export
            | Command::CloseDocument
            | Command::Cut
            | Command::SelectAll
            | Command::RotateLeft
            | Command::Mirror
            | Command::Align(Alignment::Left)
            | Command::AddPicture
            | Command::PastePicture
            | Command::FinishLine
            | Command::RotateCircuitLeft
            | Command::Fix
            | Command::SnapGrid
            | Command::ShowZones
            | Command::FollowCar
            | Command::ShowReplay
            | Command::NextDocument
            | Command::LargerText
            | Command::ThemeLight
            | Command::Walk(TimelineStep::NextTurn)
            | Command::Walk(TimelineStep::First)
            | Command::Faster
    )
}

/// Shows the button for a workspace. A click on the button shows the current document in this workspace.
fn workspace(ui: &mut Ui, workspace: Workspace, shown: Option<Workspace>, queue: &mut CommandQueue) {
    let is_race = matches!(shown, Some(Workspace::Replay | Workspace::Analysis));
    let command = match workspace {
        Workspace::Editor => None,
        Workspace::Replay => Some(Command::ShowReplay).filter(|_| is_race),
        Workspace::Analysis => Some(Command::ShowAnalysis).filter(|_| is_race),
    };
    let button = Button::selectable(shown == Some(workspace), workspace.title());
    let why_not = match (workspace, shown) {
        (Workspace::Replay, Some(_)) => "This document is a circuit. Only a race can be replayed",
        (Workspace::Analysis, Some(_)) => "This document is a circuit. Only a race can be analysed",
        (Workspace::Editor, Some(_)) => "This document is a race. Only a circuit can be edited",
        (Workspace::Replay, None) => "Open a race to replay it",
        (Workspace::Analysis, None) => "Open a race to analyse it",
        (Workspace::Editor, None) => "Open or create a circuit to edit it",
    };
    let hint = command.map_or_else(|| "The workspace on screen".to_owned(), |command| command.spec().tooltip());
    let response = ui
        .add_enabled(command.is_some() || shown == Some(workspace), button)
        .on_hover_text(hint)
        .on_disabled_hover_text(why_not);
    if let Some(command) = command.filter(|_| response.clicked()) {
        queue.push(command);
    }
}

fn themes(ui: &mut Ui, menus: &Menus<'_>, queue: &mut CommandQueue) {
    for (icon, command) in
        [(icons::DESKTOP, Command::ThemeSystem), (icons::MOON, Command::ThemeDark), (icons::SUN, Command::ThemeLight)]
    {
        let spec = command.spec();
        let is_on = (menus.is_on)(command) == Some(true);
        let response = ui.add(Button::selectable(is_on, icon)).on_hover_text(spec.help);
        let response = response.accessible_name(spec.title);
        if response.clicked() {
            queue.push(command);
        }
    }
}

/// The largest number of characters in the title on a tab; longer titles are shortened.
const TITLE: usize = 32;

/// Shows a tab for each document, and a menu that lists them all, because some tabs may be out of view. If `reveal` is
/// true, scrolls to the tab of the document on screen.
pub fn tabs(ui: &mut Ui, documents: &[Document], shown: Option<usize>, reveal: bool, queue: &mut CommandQueue) {
    ui.horizontal(|ui| {
        let free = ui.available_width() - ROW - ui.spacing().item_spacing.x;
        // A vertical wheel scrolls the tabs too.
        ui.style_mut().always_scroll_the_only_direction = true;
        egui::ScrollArea::horizontal().max_width(free).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let home =
                    ui.add(Button::selectable(shown.is_none(), "Welcome")).on_hover_text("Shipped and recent files");
                if home.clicked() {
                    queue.push(Command::ShowWelcome);
                }
                if reveal && shown.is_none() {
                    home.scroll_to_me(None);
                }
                for (index, document) in documents.iter().enumerate() {
                    ui.add_space(6.0);
                    let is_shown = shown == Some(index);
                    let place = tab(ui, index, document, is_shown, queue);
                    if reveal && is_shown {
                        ui.scroll_to_rect(place, None);
                    }
                }
            });
        });
        if !documents.is_empty() {
            list(ui, documents, shown, queue);
        }
    });
}

/// Shows the button that opens the list of all documents.
fn list(ui: &mut Ui, documents: &[Document], shown: Option<usize>, queue: &mut CommandQueue) {
    let button = Button::new(icons::CARET_DOWN).frame_when_inactive(false);
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        look::keep_bars_free(ui);
        egui::ScrollArea::vertical().show(ui, |ui| {
            for (index, document) in documents.iter().enumerate() {
                let label = format!("{} {}", icon(document), document.title());
                if ui.add(Button::selectable(shown == Some(index), label)).clicked() {
                    queue.push(Request::Select(index));
                    ui.close();
                }
            }
        });
    });
    _ = response.accessible_name("All open documents").on_hover_text("All open documents");
}

/// The icon on the tab of a document.
fn icon(document: &Document) -> &'static str {
    match document.workspace() {
        Workspace::Editor => icons::PATH,
        Workspace::Replay | Workspace::Analysis => icons::PLAY_CIRCLE,
    }
}

/// Shows the tab of a document, with its close button. Returns the rectangle around the tab and the button.
fn tab(ui: &mut Ui, index: usize, document: &Document, shown: bool, queue: &mut CommandQueue) -> Rect {
    let icon = icon(document);
    // Space for the mark of unsaved changes is always reserved, so that tabs do not move.
    let mark = if document.is_unsaved() { "•" } else { " " };
    let title = document.title();
    let is_long = title.chars().count() > TITLE;
    let short: String = title.chars().take(if is_long { TITLE - 1 } else { TITLE }).collect();
    let more = if is_long { "…" } else { "" };
    let response = ui.add(Button::selectable(shown, format!("{icon} {short}{more} {mark}")));
    let file = document.path.as_ref().map_or_else(|| "No file yet".to_owned(), |path| path.display().to_string());
    let hint = if is_long { format!("{title}\n{file}") } else { file };
    let response = response.on_hover_text(hint);
    if response.clicked() {
        queue.push(Request::Select(index));
    }
    if response.middle_clicked() {
        queue.push(Request::Close(index));
    }
    let close = ui.add(Button::new(RichText::new(icons::X).size(12.0)).frame(false)).on_hover_text("Close (Ctrl+W)");
    let place = response.rect.union(close.rect);
    if close.accessible_name(format!("Close {title}")).clicked() {
        queue.push(Request::Close(index));
    }
    place
}
