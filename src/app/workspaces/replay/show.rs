//! The Replay workspace as it is drawn: what is brought up to date before a frame, and which panel stands where.

use std::sync::Arc;

use egui::Ui;

use super::desk::{Shown, caption};
use super::{ReplayTab, card, motion, overlay, plots, record, timeline, timing, turns};
use crate::app::commands::{CommandQueue, Request};
use crate::app::settings::Settings;
use crate::app::workspaces::Workspace;
use crate::app::workspaces::analysis::arrangement::Arrangement;
use crate::app::workspaces::analysis::{self, Workbench};
use crate::render::Theme;
use crate::replay::Remarks;

impl ReplayTab {
    /// Brings what is kept between frames up to date with the position.
    pub(super) fn refresh(&mut self) {
        let at = self.playback.position();
        // Whoever amends a turn sees the board before it.
        let is_recording = self.is_recording && self.workspace == Workspace::Replay;
        let looked = if is_recording { self.hand.position(at) } else { at };
        if self.picture.as_ref().is_none_or(|(of, _)| *of != looked) {
            self.picture = Some((looked, self.race.scene(looked, self.trail())));
        }
        if self.remarks.is_none() {
            self.remarks = Some(self.race.remarks());
        }
        self.desk.rows.refresh(self.race.as_ref());
        if self.is_recording {
            self.hand.refresh(self.race.as_ref(), at);
        }
        if self.view.as_ref().is_none_or(|(of, _)| *of != at) {
            self.view = Some((at, self.race.view(at)));
        }
        // While playing, the next position makes the places obsolete before anyone could read them.
        let offers = (self.legal && self.workspace == Workspace::Replay) || is_recording;
        if offers && !self.playback.is_playing() && self.places.as_ref().is_none_or(|(of, _)| *of != looked) {
            self.places = Some((looked, self.race.places(looked)));
        }
    }

    /// Draws the workspace into `ui`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        theme: Theme,
        settings: &Settings,
        arrangement: &mut Arrangement,
        queue: &mut CommandQueue,
    ) {
        self.legal = settings.legal;
        if self.trail != settings.trail {
            self.trail = settings.trail;
            (self.picture, self.before_picture) = (None, None);
        }
        let earlier = self.playback.position().saturating_sub(1);
        if settings.before && self.before_picture.as_ref().is_none_or(|(of, _)| *of != earlier) {
            self.before_picture = Some((earlier, self.race.scene(earlier, self.trail())));
        }
        if self.playback.is_playing() {
            self.playback.advance(f64::from(ui.input(|input| input.stable_dt)));
            ui.ctx().request_repaint();
        }
        self.refresh();
        self.refresh_ghost(self.playback.position());
        self.desk.hovered = self.desk.hovering.take();
        self.desk.hovered_turn = self.desk.hovering_turn.take();
        let (Some((_, view)), Some((_, picture))) = (&self.view, &self.picture) else { return };
        let no_remarks = Remarks::default();
        let focus = self.focus();
        let shown = Shown {
            race: self.race.as_ref(),
            tab: self.tab,
            state: self.state,
            figures: &self.figures,
            playback: &self.playback,
            view,
            remarks: self.remarks.as_ref().unwrap_or(&no_remarks),
            events: self.events,
            chosen: self.desk.focus,
            focus,
            ghost: self.ghost,
            theme,
            judgement: self.judging.found(self.state).map(Arc::as_ref),
            line: self.judging.line,
        };
        let ghost = self.ghost_items.as_ref().map_or(&[][..], |drawn| &drawn.items);
        let stage = self.judging.stage();
        let (is_recording, hand) = (self.is_recording, &mut self.hand);
        let desk = &mut self.desk;
        if self.workspace == Workspace::Analysis {
            egui::Panel::bottom("analysis-timeline")
                .exact_size(timeline::HEIGHT)
                .show(ui, |ui| timeline::show(ui, shown, desk, queue));
            let ground = egui::Frame::new().fill(ui.visuals().panel_fill);
            egui::CentralPanel::no_frame().frame(ground).show(ui, |ui| {
                let moving = motion::in_motion(shown, picture, settings.easing);
                let picture = moving.as_ref().unwrap_or(picture);
                let (own, board) = (&mut self.analysis, &mut self.board);
                analysis::show(ui, shown, Workbench { own, desk, board, picture, ghost, arrangement, queue });
            });
            return;
        }
        if settings.plots {
            // The board is what one looks at: plots begin at less than a third of the window and stay below half.
            let room = ui.available_height();
            egui::Panel::bottom("replay-plots")
                .resizable(true)
                .default_size((room * 0.3).clamp(140.0, 300.0))
                .size_range(120.0..=(room * 0.45).max(140.0))
                .show(ui, |ui| plots::show(ui, shown, desk, queue));
        }
        egui::Panel::bottom("replay-timeline")
            .exact_size(timeline::HEIGHT)
            .show(ui, |ui| timeline::show(ui, shown, desk, queue));
        egui::Panel::left("replay-turns")
            .default_size(272.0)
            .size_range(232.0..=420.0)
            .show(ui, |ui| turns::show(ui, shown, desk, queue));
        egui::Panel::right("replay-timing").default_size(336.0).size_range(300.0..=480.0).show(ui, |ui| {
            if is_recording {
                egui::Panel::bottom("replay-record")
                    .exact_size(record::HEIGHT)
                    .show(ui, |ui| record::show(ui, shown, hand, queue));
            }
            // One area for both: a long field must not push the panel over its neighbours.
            egui::ScrollArea::vertical().id_salt("timing-and-card").auto_shrink([false, false]).show(ui, |ui| {
                timing::show(ui, shown, desk, queue);
                ui.add_space(8.0);
                ui.separator();
                card::show(ui, shown, settings.legal, stage.as_deref(), &mut desk.beside, queue);
            });
        });
        let looked = if is_recording { hand.position(self.playback.position()) } else { self.playback.position() };
        let offers = self.legal || is_recording;
        let places = self.places.as_ref().filter(|(of, _)| *of == looked && offers);
        let places = places.filter(|_| !self.playback.is_playing()).map_or(&[][..], |(_, places)| places.as_slice());
        let ground = egui::Frame::new().fill(ui.visuals().panel_fill);
        if let Some((_, picture)) = self.before_picture.as_ref().filter(|_| settings.before) {
            let half = ui.available_width() / 2.0;
            egui::Panel::left("replay-before").exact_size(half).resizable(false).frame(ground).show(ui, |ui| {
                caption(
                    ui,
                    &match shown.playback.position() {
                        0 | 1 => "Before: the grid".to_owned(),
                        at => format!("Before: turn {}", at - 1),
                    },
                );
                let output = self.before.show(ui, picture, theme);
                output.response.on_hover_text("The board before the turn (V hides it)");
            });
        }
        egui::CentralPanel::no_frame().frame(ground).show(ui, |ui| {
            if settings.before {
                let at = shown.playback.position();
                caption(ui, &if at == 0 { "The grid".to_owned() } else { format!("After: turn {at}") });
            }
            if let Some(car) = shown.followed().filter(|_| settings.follow) {
                self.board.bring_into_view(car.at);
            }
            let moving = motion::in_motion(shown, picture, settings.easing);
            let output = self.board.show(ui, moving.as_ref().unwrap_or(picture), theme);
            let chosen = hand.spot.clone().filter(|_| is_recording);
            let with_costs = is_recording && hand.narrows(places);
            let places = if is_recording { hand.open_places(places) } else { places };
            let offer = overlay::Offer { places, with_costs };
            let clicked = overlay::show(ui, shown, &output, ghost, offer, chosen, desk).cloned();
            if let Some(place) = clicked.filter(|_| is_recording) {
                match hand.again(&place, shown.race, shown.playback.position()) {
                    Some(edit) => queue.push(Request::Record(edit)),
                    None => {
                        hand.choose_place(&place);
                    }
                }
            }
        });
    }
}
