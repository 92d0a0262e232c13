//! Shows the tab of a race: updates cached data, then shows the workspace.

use std::sync::Arc;

use egui::Ui;

use super::RaceTab;
use crate::app::commands::CommandQueue;
use crate::app::settings::Settings;
use crate::app::workspaces::analysis::arrangement::Arrangement;
use crate::app::workspaces::analysis::layouts::Layout;
use crate::app::workspaces::analysis::others::OtherRace;
use crate::app::workspaces::desk::Shown;
use crate::app::workspaces::lit_corner::LitCorner;
use crate::app::workspaces::replay::timeline;
use crate::app::workspaces::{Workspace, analysis, replay};
use crate::render::Theme;
use crate::replay::Remarks;

impl RaceTab {
    /// Updates the cached data to the position of the race that is on screen.
    fn refresh(&mut self) {
        let at = self.playback.position();
        let is_replay = self.workspace == Workspace::Replay;
        let is_recording = self.replay.is_recording && is_replay;
        let looked = if is_replay { self.replay.looked_at(at) } else { at };
        if self.picture.as_ref().is_none_or(|(of, _)| *of != looked) {
            self.picture = Some((looked, self.race.scene(looked, self.trail())));
        }
        if self.remarks.is_none() {
            self.remarks = Some(self.race.remarks());
        }
        let keeps_secrets = self.keeps_secrets();
        self.replay.refresh(self.race.as_ref(), at, keeps_secrets);
        if self.view.as_ref().is_none_or(|(of, _)| *of != at) {
            self.view = Some((at, self.race.view(at)));
        }
        // Skip this during playback: the places would be out of date before the user could read them.
        if ((self.legal && is_replay) || is_recording) && !self.playback.is_playing() {
            self.replay.refresh_places(self.race.as_ref(), looked);
        }
    }

    /// Computes the values of the user's own quantities again, if their expressions or the race have changed.
    fn refresh_own(&mut self, arrangement: &Arrangement) {
        let is_compared = self.comparison.found(self.state).is_some();
        let is_wanted = self.analysis.wants_own(self.state, is_compared, &arrangement.own);
        if self.workspace == Workspace::Analysis && is_wanted {
            let series = &mut Arc::make_mut(&mut self.figures).series;
            let of = (self.state, is_compared);
            self.analysis.compute_own(self.race.as_ref(), series, of, &arrangement.own);
        }
    }

    /// Updates the corner under the pointer. Adds the turns in which cars passed it, if the background analysis of the
    /// race is ready.
    fn refresh_corner(&mut self) {
        let Some(number) = self.desk.hovered_corner else {
            self.desk.corner = None;
            return;
        };
        let reading = self.analysis.reading().filter(|_| !self.analysis.wants_reading(self.state));
        let known = self.desk.corner.as_ref();
        if known.is_none_or(|known| !known.is_of(self.state, number, reading.is_some())) {
            let digest = reading.map(|reading| &reading.digest);
            self.desk.corner = LitCorner::find(self.race.as_ref(), self.state, number, digest);
        }
    }

    /// The race, for comparisons in other tabs.
    pub(in crate::app) fn as_other(&self) -> OtherRace {
        let (race, figures) = (Arc::clone(&self.race), Arc::clone(&self.figures));
        OtherRace { tab: self.tab, state: self.state, race, figures }
    }

    /// Shows the selected workspace: Replay or Analysis.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        theme: Theme,
        settings: &Settings,
        (arrangement, layouts, others): (&mut Arrangement, &[Layout], &[OtherRace]),
        queue: &mut CommandQueue,
    ) {
        (self.legal, self.secret) = (settings.legal, settings.secret);
        if self.trail != settings.trail {
            self.trail = settings.trail;
            self.picture = None;
            self.replay.forget_before();
        }
        if settings.before {
            let earlier = self.playback.position().saturating_sub(1);
            self.replay.refresh_before(self.race.as_ref(), earlier, self.trail());
        }
        if self.playback.is_playing() {
            self.playback.advance(f64::from(ui.input(|input| input.stable_dt)));
            ui.ctx().request_repaint();
        }
        self.refresh();
        self.refresh_own(arrangement);
        self.refresh_ghost(self.playback.position());
        self.desk.hovered = self.desk.hovering.take();
        self.desk.hovered_turn = self.desk.hovering_turn.take();
        self.desk.hovered_corner = self.desk.hovering_corner.take();
        self.refresh_corner();
        let (Some((_, view)), Some((_, picture))) = (&self.view, &self.picture) else { return };
        let no_remarks = Remarks::default();
        let focus = self.focus();
        let thinking = self.drivers.stage();
        let advice = self.drivers.advice(self.state, self.playback.position());
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
            evaluation: self.comparison.found(self.state).map(Arc::as_ref),
            line: self.comparison.line,
            advice: advice.as_ref().map(|advice| &advice.advised),
            seats: &self.drove.seats,
            players: &settings.players,
            drivers_wait: self.drove.waits,
            secret: self.keeps_secrets(),
            thinking: thinking.as_deref(),
        };
        let ghost = self.ghost_items.as_ref().map_or(&[][..], |drawn| &drawn.items);
        let desk = &mut self.desk;
        if self.workspace == Workspace::Analysis {
            let board = &mut self.overview;
            egui::Panel::bottom("analysis-timeline")
                .exact_size(timeline::HEIGHT)
                .show(ui, |ui| timeline::show(ui, shown, desk, queue));
            let ground = egui::Frame::new().fill(ui.visuals().panel_fill);
            egui::CentralPanel::no_frame().frame(ground).show(ui, |ui| {
                let moving = shown.in_motion(picture, settings.easing);
                let (own, picture) = (&mut self.analysis, moving.as_ref().unwrap_or(picture));
                let bench =
                    analysis::Workbench { own, desk, board, picture, ghost, arrangement, layouts, others, queue };
                analysis::show(ui, shown, bench);
            });
        } else {
            let board = &mut self.board;
            let stage = self.comparison.stage();
            let (own, stage) = (&mut self.replay, stage.as_deref());
            replay::show(ui, shown, replay::Workbench { own, desk, board, picture, ghost, stage, settings, queue });
        }
    }
}
