//! The tour of the program. It has five steps in a shipped race, and the user carries out each step.
//!
//! The tour shows a movable card over the window. The window itself works as usual. A step is done as soon as the
//! window shows the step's result, no matter how the user got this result.

use egui::{Align2, Button, Layout, RichText, Ui, vec2};

use crate::app::board::{icons, look};
use crate::app::commands::{Command, CommandQueue, Request};

/// The shipped race of the tour.
pub const RACE: &str = "replays/vektorace/widdershins-four-cars.json";
/// The size of the card, in points. The longest text of a step fits into it, so the buttons are in the same position at
/// every step.
const SIZE: egui::Vec2 = vec2(360.0, 204.0);
/// The number of turns that the user must step through to complete the first step of the tour.
const TURNS: usize = 3;

/// The facts about the window that the tour needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Whether the tour's race is open.
    pub open: bool,
    /// Whether the tour's race is on screen.
    pub shown: bool,
    /// The position that the tab of the tour's race shows, as a number of turns played.
    pub position: usize,
    /// Whether the board shows the legal moves of the car to act.
    pub legal: bool,
    /// Whether the recording panel is open.
    pub recording: bool,
    /// Whether the tour's race is shown in the Analysis workspace.
    pub analysis: bool,
    /// The number of files exported since the window was opened.
    pub pictures: usize,
}

/// A step of the tour.
struct TourStep {
    title: &'static str,
    words: &'static str,
    /// The command that does this step. The user runs it by pressing its key or the button on the card.
    command: Command,
    is_done: fn(now: &Sight, began: &Sight) -> bool,
}

static STEPS: [TourStep; 5] = [
    TourStep {
        title: "Step through a race",
        words: "This race has four cars. Press → for the next turn, ← for the previous turn; hold Shift for \
                rounds, Ctrl for events. The card on the right describes each turn. Play three turns.",
        command: Command::Walk(crate::app::commands::TimelineStep::NextTurn),
        is_done: |now, _| now.position >= TURNS,
    },
    TourStep {
        title: "See what was possible",
        words: "The board shows every place the car to act can reach, with its cost. Point at a place to see the \
                whole move.",
        command: Command::LegalPlaces,
        is_done: |now, _| now.legal,
    },
    TourStep {
        title: "Try another turn",
        words: "Record turns here with clicks, number keys or a line of text; only legal choices are offered. A \
                turn that differs from the recorded turn starts a variation, so the race does not change.",
        command: Command::Record,
        is_done: |now, _| now.recording,
    },
    TourStep {
        title: "Analyse the race",
        words: "Plots, tables and sentences show where the race was won. Point at a turn in a plot to see it on \
                the board; click to go to it. F2 returns to the replay.",
        command: Command::ShowAnalysis,
        is_done: |now, _| now.analysis,
    },
    TourStep {
        title: "Export a picture",
        words: "Choose a size, a theme and a file type: a picture, a vector drawing or a moving picture. Each \
                panel's menu exports its plot or table.",
        command: Command::Export,
        is_done: |now, began| now.pictures > began.pictures,
    },
];

/// The state of a running tour.
#[derive(Clone, Copy, Debug)]
struct TourProgress {
    step: usize,
    done: [bool; STEPS.len()],
    began: Sight,
    /// Whether the tour's race is being opened.
    opening: bool,
}

/// The tour, if one is running.
#[derive(Debug, Default)]
pub struct Tour(Option<TourProgress>);

impl Tour {
    /// Begins the tour. Opens its race if necessary.
    pub fn begin(&mut self, sight: Sight, queue: &mut CommandQueue) {
        let opening = !sight.open;
        self.0 = Some(TourProgress { step: 0, done: [false; STEPS.len()], began: sight, opening });
        queue.push(Request::ShowTour);
    }

    /// Whether the tour is running.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Shows the card of the tour.
    pub fn ui(&mut self, ctx: &egui::Context, sight: Sight, bottom: f32, queue: &mut CommandQueue) {
        let Some(progress) = &mut self.0 else { return };
        progress.opening &= !sight.open;
        if sight.shown {
            // A step that was done once stays done.
            let is_done = (STEPS[progress.step].is_done)(&sight, &progress.began);
            progress.done[progress.step] |= is_done;
        }
        let answer = egui::Window::new("The tour")
            .id(egui::Id::unique(look::TOUR))
            .title_bar(false)
            .resizable(false)
            .frame(egui::Frame::window(&ctx.global_style()).inner_margin(16))
            // The steps explain what is on the right and in the middle.
            .pivot(Align2::LEFT_BOTTOM)
            .default_pos(ctx.content_rect().left_bottom() + vec2(16.0, -bottom - 16.0))
            .show(ctx, |ui| {
                // The size is the same for all steps, so that the buttons stay under the pointer.
                ui.set_width(SIZE.x);
                ui.set_height(SIZE.y);
                card(ui, progress, sight, queue)
            });
        if answer.and_then(|answer| answer.inner) == Some(Answer::End) {
            self.0 = None;
        }
    }
}

/// The user's answer on the card: continue or end the tour.
#[derive(PartialEq, Eq)]
enum Answer {
    Stay,
    End,
}

fn card(ui: &mut Ui, progress: &mut TourProgress, sight: Sight, queue: &mut CommandQueue) -> Answer {
    let step = &STEPS[progress.step];
    let is_done = progress.done[progress.step];
    let is_last = progress.step + 1 == STEPS.len();
    let mut answer = Answer::Stay;
    ui.horizontal(|ui| {
        ui.label(look::weak(format!("The tour · {} of {}", progress.step + 1, STEPS.len())));
        dots(ui, progress);
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            let close = ui.add(Button::new(RichText::new(icons::X).size(12.0)).frame(false));
            let close = close.on_hover_text("Ends the tour. To start it again, use the Help menu");
            if close.accessible_name("End the tour").clicked() {
                answer = Answer::End;
            }
        });
    });
    ui.add_space(4.0);
    ui.label(look::strong(step.title, look::HEADING));
    ui.add(egui::Label::new(step.words).wrap());
    ui.with_layout(Layout::bottom_up(egui::Align::Min), |ui| {
        ui.horizontal(|ui| {
            let back = ui.add_enabled(progress.step > 0, Button::new("Back"));
            if back.on_hover_text("Previous step").clicked() {
                progress.step -= 1;
            }
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                let (words, hint) = match (is_last, is_done) {
                    (true, _) => ("Finish", "Ends the tour. To start it again, use the Help menu"),
                    (false, true) => ("Next", "Next step"),
                    (false, false) => ("Skip", "Next step; you can come back to this step"),
                };
                let next = Button::new(if is_done { RichText::new(words).strong() } else { RichText::new(words) });
                let next = if is_done { next.fill(ui.visuals().selection.bg_fill) } else { next };
                if ui.add(next).on_hover_text(hint).clicked() {
                    if is_last {
                        answer = Answer::End;
                    } else {
                        progress.step += 1;
                    }
                }
            });
        });
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if progress.opening {
                ui.label(look::weak("Opening the race…"));
            } else if !sight.shown {
                ui.label(look::weak("This is not the tour's race."));
                if ui.button("Show it").on_hover_text("Opens the tour's race, or shows its tab").clicked() {
                    queue.push(Request::ShowTour);
                }
            } else {
                hands_on(ui, step, is_done, is_last, queue);
            }
        });
    });
    answer
}

/// Shows how to do the step: its key and a button for the same command. Shows a tick if the step is done.
fn hands_on(ui: &mut Ui, step: &TourStep, is_done: bool, is_last: bool, queue: &mut CommandQueue) {
    let spec = step.command.spec();
    ui.label("Press");
    ui.label(RichText::new(spec.keys()).monospace().background_color(ui.visuals().code_bg_color));
    ui.label("or");
    let title = spec.title.trim_end_matches('…');
    if ui.button(title).on_hover_text(spec.tooltip()).clicked() {
        queue.push(step.command);
    }
    if is_done {
        let words = if is_last { "done: the tour is complete" } else { "done" };
        ui.label(format!("{} {words}", icons::CHECK_CIRCLE));
    }
}

/// Shows a dot for each step: filled if it is done, with a ring at the current step.
fn dots(ui: &mut Ui, progress: &TourProgress) {
    let (rect, _) = ui.allocate_exact_size(vec2(STEPS.len() as f32 * 16.0, 12.0), egui::Sense::hover());
    let accent = ui.visuals().hyperlink_color;
    let weak = ui.visuals().weak_text_color();
    for (index, done) in progress.done.iter().enumerate() {
        let center = rect.left_center() + vec2(6.0 + index as f32 * 16.0, 0.0);
        let color = if *done { accent } else { weak };
        if *done {
            ui.painter().circle_filled(center, 4.0, color);
        } else {
            ui.painter().circle_stroke(center, 3.5, egui::Stroke::new(1.0, color));
        }
        if index == progress.step {
            ui.painter().circle_stroke(center, 6.0, egui::Stroke::new(1.0, accent));
        }
    }
}
