//! One frame of the window: menus and tabs at the top, the document in the middle, the status bar at the bottom, and
//! dialogs over them.

use egui::{Align2, Area, Button, Frame, Layout, Order, Panel, Ui, vec2};

use super::{menu, palette, tour, welcome};
use crate::app::Paddock;
use crate::app::board::{icons, look};
use crate::app::commands::{self, Command, CommandQueue, Request, Situation};
use crate::app::tabs::Content;
use crate::app::workspaces::Workspace;
use crate::app::workspaces::analysis::layouts;
use crate::app::workspaces::analysis::others::OtherRace;
use crate::app::workspaces::replay::timeline;
use crate::game::words::fixed;

/// The height of the status bar, in points.
const STATUS: f32 = 26.0;
/// The width that the status bar keeps free for the zoom and the pointer's position, in points.
const RIGHT: f32 = 300.0;

impl Paddock {
    /// Draws a frame and carries out its requests.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        look::keep_bars_free(ui);
        let before = (self.document().map(crate::app::Document::mark), self.status.clone());
        self.collect(&ctx);
        self.prepare_picture(&ctx);
        self.check_circuits(&ctx);
        self.evaluate_circuit(&ctx);
        self.plan_race(&ctx);
        self.keep_changes(&ctx);
        self.list_changed(&ctx);
        self.read_race(&ctx);
        self.gather_scores();
        self.look_at_files(&ctx);
        self.take_dropped(&ctx);
        self.guard_closing(&ctx);
        if self.is_free() {
            self.move_drivers(&ctx);
        }
        // Behind a dialog or a question, no key does anything except Escape.
        let is_covered = !self.is_free() || ctx.memory(|memory| memory.top_modal_layer().is_some());
        let here = self.situation();
        let situation = if is_covered { Situation::default() } else { here };
        for request in commands::pressed(&ctx, &situation, self.palette.is_open()) {
            match request {
                request if is_covered && request != Request::Do(Command::Escape) => {}
                // The palette opens at once, so that letters typed with its shortcut reach it.
                Request::Do(Command::Palette) => self.palette.toggle(),
                request => self.queue.push(request),
            }
        }
        let workspace = self.document().map(crate::app::Document::workspace);
        Panel::top("menu").exact_size(30.0).show(ui, |ui| {
            ui.add_space(2.0);
            let mut queue = CommandQueue::default();
            let menus = menu::Menus {
                situation: &here,
                is_free: !is_covered,
                shown: workspace,
                recent: &self.settings.recent,
                is_on: &|command| self.is_on(&ctx, command),
            };
            menu::bar(ui, &menus, &mut queue);
            queue.take().into_iter().for_each(|request| self.queue.push(request));
            ui.add_space(2.0);
        });
        Panel::top("tabs").exact_size(28.0).show(ui, |ui| {
            // Scroll to the tab only after a change, so that the user can scroll the tabs freely.
            let now = (self.document().map(crate::app::Document::mark), self.documents.len());
            let reveal = self.revealed != Some(now);
            self.revealed = Some(now);
            menu::tabs(ui, &self.documents, self.shown, reveal, &mut self.queue);
        });
        Panel::bottom("status").exact_size(STATUS).show(ui, |ui| self.status_bar(ui));
        self.body(ui);
        let others = if self.palette.is_open() { self.palette_entries() } else { Vec::new() };
        self.palette.ui(&ctx, &situation, others, &mut self.queue);
        self.dialogs.show(&ctx);
        self.show_export(&ctx);
        self.templates.ui(&ctx, self.games, &mut self.queue);
        self.chance.ui(&ctx, self.games, &mut self.queue);
        self.new_race.ui(&ctx, &self.settings.players, &mut self.queue);
        if self.tour.is_on() {
            let sight = self.sight();
            self.tour.ui(&ctx, sight, STATUS + timeline::HEIGHT, &mut self.queue);
        }
        if self.keyboard_map && palette::keyboard_map(&ctx, self.games) {
            self.keyboard_map = false;
        }
        self.licenses.ui(&ctx);
        self.players.ui(&ctx, &mut self.queue);
        self.screen_size.ui(&ctx, &mut self.settings);
        self.ask_before_closing(&ctx);
        self.ask_which_counts(&ctx);
        self.ask(&ctx);
        // The buttons of the timeline stay free.
        let has_timeline = self.document().is_some_and(|document| document.workspace() != Workspace::Editor);
        self.messages.ui(&ctx, STATUS + if has_timeline { timeline::HEIGHT } else { 0.0 });
        show_drop_hint(&ctx);
        self.execute(&ctx);
        // A status message about one document does not apply to another document.
        if self.document().map(crate::app::Document::mark) != before.0 && self.status == before.1 {
            self.status.clear();
        }
        // A finding does not apply to a document that was edited since.
        let state = self.document().map(crate::app::Document::state);
        if let Some((_, words)) = self.finding.take_if(|(of, _)| Some(*of) != state)
            && self.status == words
        {
            self.status.clear();
        }
    }

    /// Shows the result of a search, a comparison or a forecast in the status bar, if its document is on screen. The
    /// next edit of the document removes the text.
    pub(in crate::app) fn tell_finding(&mut self, mark: u64, words: String) {
        if let Some(document) = self.document().filter(|document| document.mark() == mark) {
            self.finding = Some((document.state(), words.clone()));
            self.status = words;
        }
    }

    /// The entries of the palette that are not commands: the open documents, and the layouts for the race on screen.
    fn palette_entries(&self) -> Vec<palette::Entry> {
        let others = self.documents.iter().enumerate().filter(|(index, _)| Some(*index) != self.shown);
        let mut entries: Vec<palette::Entry> = others
            .map(|(index, document)| palette::Entry {
                title: document.title(),
                beside: "open".to_owned(),
                help: format!("Shows {}", document.kind()),
                is_enabled: true,
                request: Request::Select(index),
            })
            .collect();
        let Some(Content::Race(tab)) = self.document().map(|document| &document.content) else { return entries };
        let layouts = layouts::shipped(tab.race(), &tab.figures().series);
        let layouts = layouts.iter().chain(&self.layouts);
        entries.extend(layouts.filter_map(|layout| {
            Some(palette::Entry {
                title: layout.name.clone(),
                beside: "layout".to_owned(),
                help: "Shows this layout in the Analysis workspace".to_owned(),
                is_enabled: true,
                request: Request::ShowLayout(layout.to_file().ok()?),
            })
        }));
        entries
    }

    /// Whether no dialog and no question covers the window.
    fn is_free(&self) -> bool {
        let is_page =
            self.templates.is_open() || self.export.is_open() || self.chance.is_open() || self.new_race.is_open();
        !is_page && self.questions.is_empty()
    }

    fn body(&mut self, ui: &mut Ui) {
        let theme = look::theme(ui);
        let Some(index) = self.shown.filter(|index| *index < self.documents.len()) else {
            self.prepare_welcome(ui);
            egui::CentralPanel::no_frame().frame(welcome::frame(ui)).show(ui, |ui| {
                let unsaved = (self.left_over.as_slice(), self.aside.as_slice());
                self.welcome.ui(ui, self.games, &self.settings, unsaved, &mut self.queue);
            });
            return;
        };
        let others = self.documents.iter().enumerate().filter(|(other, _)| *other != index);
        let others = others.filter_map(|(_, document)| match &document.content {
            Content::Race(tab) => Some(tab.as_other()),
            Content::Circuit(_) => None,
        });
        let others: Vec<OtherRace> = others.collect();
        let document = &mut self.documents[index];
        match &mut document.content {
            Content::Race(tab) => {
                let panels = (&mut self.arrangement, self.layouts.as_slice(), others.as_slice());
                tab.show(ui, theme, &self.settings, panels, &mut self.queue);
            }
            Content::Circuit(tab) => {
                tab.show(ui, theme, &mut self.queue);
                if let Some(why) = tab.take_refusal() {
                    self.status = why;
                }
            }
        }
    }

    fn status_bar(&mut self, ui: &mut Ui) {
        ui.horizontal_centered(|ui| {
            // The zoom and the pointer's position have their place at the right.
            let room = (ui.available_width() - RIGHT).max(80.0);
            ui.scope(|ui| {
                ui.set_max_width(room);
                let words = look::prose(ui, &self.status, look::SMALL, ui.visuals().weak_text_color());
                ui.add(egui::Label::new(words).truncate());
            });
            if self.background.is_busy() {
                ui.add(egui::Spinner::new().size(14.0));
            }
            if let Some((done, all)) =
                self.filming.as_ref().map(|filming| filming.progress()).filter(|(_, all)| *all > 0)
            {
                ui.label(look::weak(format!("Moving picture: frame {done} of {all}")));
                if ui.small_button("Cancel export").clicked() {
                    self.queue.push(Request::StopExport);
                }
                ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
            }
            // Its id does not depend on the spinner. Otherwise a click would be lost when a job ends between press and
            // release.
            let right = egui::UiBuilder::new().scope_id(egui::Id::unique("status-right"));
            ui.scope_builder(right.layout(Layout::right_to_left(egui::Align::Center)), |ui| {
                let unit = match self.document().map(|document| &document.content) {
                    Some(Content::Race(tab)) => tab.race().info().unit,
                    Some(Content::Circuit(tab)) => tab.document().manner().unit,
                    None => "",
                };
                let board = match self.document().map(|document| &document.content) {
                    Some(Content::Race(tab)) => tab.board(),
                    Some(Content::Circuit(tab)) => tab.board(),
                    None => return,
                };
                let (percent, pointer) = (board.percent(), board.pointer());
                let zoom = Button::new(look::weak(format!("{percent:.0} %"))).frame(false);
                let zoom = ui.add(zoom).on_hover_text("Zoom. 100 % shows the whole board. Click for 100 % (F)");
                if zoom.accessible_name("Fit board").clicked() {
                    self.queue.push(Command::Fit);
                }
                if let Some([x, y]) = pointer {
                    let centimetres =
                        self.unit_cm().map(|size| format!(" · {}, {} cm", fixed(x * size, 1), fixed(y * size, 1)));
                    ui.label(look::weak(format!(
                        "{}, {} {unit}{}",
                        fixed(x, 2),
                        fixed(y, 2),
                        centimetres.unwrap_or_default()
                    )));
                }
            });
        });
    }

    /// Returns the facts about the window that show the tour whether its current step is done.
    pub(in crate::app) fn sight(&self) -> tour::Sight {
        let toured = |document: &&crate::app::Document| Some(document.mark()) == self.toured;
        let document = self.documents.iter().find(toured);
        let situation = document.map(crate::app::Document::situation).unwrap_or_default();
        let position = match document.map(|document| &document.content) {
            Some(Content::Race(tab)) => tab.playback().position(),
            _ => 0,
        };
        tour::Sight {
            open: document.is_some(),
            shown: self.document().is_some_and(|document| toured(&document)),
            position,
            legal: self.settings.legal,
            recording: situation.recording,
            analysis: situation.analysis,
            pictures: self.pictures,
        }
    }

    /// The length of one unit of the circuit, in centimetres on the table; `None` if the document on screen does not
    /// define it.
    fn unit_cm(&self) -> Option<f64> {
        match &self.document()?.content {
            Content::Circuit(tab) => tab.unit_cm(),
            Content::Race(_) => None,
        }
    }

    /// Opens the files that the user drops on the window.
    fn take_dropped(&mut self, ctx: &egui::Context) {
        let dropped =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect::<Vec<_>>());
        if !dropped.is_empty() {
            self.queue.push(Request::OpenFiles(dropped));
        }
    }

    /// Asks which version of a document to keep, if both the open document and its file have changed.
    fn ask_which_counts(&mut self, ctx: &egui::Context) {
        let Some(mark) = self.changed_outside else { return };
        let document = self.documents.iter().find(|document| document.mark() == mark);
        let Some(path) = document.and_then(|document| document.path.as_ref()) else {
            self.changed_outside = None;
            return;
        };
        let mut answered = false;
        let answer = look::modal(ctx, "changed-outside").show(ctx, |ui| {
            ui.set_width(400.0);
            ui.label(look::strong("The file was changed by another program", look::HEADING));
            ui.add_space(8.0);
            ui.label(format!(
                "{} has changed since Paddock last read or saved it. Nothing was written.",
                path.display()
            ));
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                let save = ui.button(format!("{} Save anyway", icons::FLOPPY_DISK));
                if save.on_hover_text("Overwrites the other program's changes").clicked() {
                    answered = true;
                    self.queue.push(Request::SaveAnyway(mark));
                }
                let reload = ui.button(format!("{} Reload", icons::ARROW_CLOCKWISE));
                if reload.on_hover_text("This discards your changes since the last save").clicked() {
                    answered = true;
                    self.queue.push(Request::Reload(mark));
                }
                answered |= ui.button("Cancel").clicked();
            });
        });
        if answered || answer.backdrop_response.clicked() {
            self.changed_outside = None;
        }
    }
}

/// Shows a hint while files are dragged over the window.
fn show_drop_hint(ctx: &egui::Context) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    Area::new(egui::Id::unique("drop"))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .order(Order::Tooltip)
        .interactable(false)
        .show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(24).show(ui, |ui| {
                ui.label(look::strong(format!("{} Drop to open", icons::FOLDER_OPEN), look::HEADING));
            });
        });
}
