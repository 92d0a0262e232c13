//! The Replay workspace: the board, the turns on the left, timing on the right, the timeline below.
//!
//! Panels see the race through [`Shown`] and change only [`Desk`] and [`ReplayDesk`]. Requests go to the command
//! queue.

mod advice;
mod card;
mod compared;
mod context;
mod facts;
mod framing;
pub(in crate::app::workspaces) mod ghosts;
pub(in crate::app::workspaces) mod overlay;
pub(in crate::app::workspaces) mod pending;
mod plots;
mod popup;
mod preview;
mod question;
mod record;
mod remarks;
pub(in crate::app::workspaces) mod seats;
pub(in crate::app::workspaces) mod secret;
pub(in crate::app) mod timeline;
mod timing;
pub(in crate::app::workspaces) mod tree;
mod turns;
mod typed;

use std::convert::identity;

use egui::Ui;

use self::pending::{PendingTurn, Purpose};
use self::preview::Preview;
use self::secret::Secret;
use super::desk::{Desk, Shown};
use super::panel::{Edge, Sizes};
use super::{panel, stretches};
use crate::app::board::view::{BoardView, Followed};
use crate::app::board::{legend, look, minimap};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::settings::Settings;
use crate::game::scene::{Item, Scene, Tag};
use crate::game::{Place, StateView};
use crate::replay::{Race, RaceEdit, RecordError};

/// The state of the Replay workspace for one race.
pub(in crate::app::workspaces) struct ReplayDesk {
    list: turns::List,
    rows: tree::Rows,
    beside: remarks::Beside,
    /// The view of the board before the last turn, shown beside the current board.
    before: BoardView,
    before_picture: Option<(usize, Scene)>,
    /// The height of the recording panel.
    record_height: record::Height,
    /// Whether the recording panel is open.
    pub(super) is_recording: bool,
    /// Whether the recording panel is open only because the user edits a turn.
    pub(super) only_edits: bool,
    pub(super) pending: PendingTurn,
    /// The secret moves of the round; `None` if moves are recorded one by one.
    pub(super) secret: Option<Secret>,
    /// The last secret moves that were revealed together. The values are the number of turns played after them, and the
    /// number of these moves. Undo takes back all of them, because the players have seen each other's moves and must
    /// play the round again.
    pub(super) revealed: Option<(usize, usize)>,
    /// The cached places at which a move of the car to act may end. The first value is the position for which they were
    /// computed: the number of turns played, including secret moves.
    places: Option<(usize, Vec<Place>)>,
    /// The drawing of the move under the pointer.
    preview: Preview,
    /// The advised turn under the pointer, with the drawing of its move.
    hint: advice::Hint,
}

impl Default for ReplayDesk {
    fn default() -> Self {
        Self {
            list: turns::List::default(),
            rows: tree::Rows::default(),
            beside: remarks::Beside::default(),
            before: BoardView::panned_by_primary(),
            before_picture: None,
            record_height: record::Height::default(),
            is_recording: false,
            only_edits: false,
            pending: PendingTurn::default(),
            secret: None,
            revealed: None,
            places: None,
            preview: Preview::default(),
            hint: advice::Hint::default(),
        }
    }
}

impl ReplayDesk {
    /// Drops cached data after the race has changed.
    pub(super) fn forget(&mut self, race: &dyn Race) {
        (self.before_picture, self.places) = (None, None);
        self.rows.refresh(race);
    }

    /// Drops the cached drawing of the board before the last turn.
    pub(super) fn forget_before(&mut self) {
        self.before_picture = None;
    }

    /// Moves the text cursor to the field for a note.
    pub(super) fn write_note(&mut self) {
        self.beside.focus();
    }

    /// Switches between the list of all turns and the list of remarks.
    pub(super) fn toggle_remarks(&mut self) {
        self.list.toggle_remarks();
    }

    /// Whether the list of remarks is shown instead of the list of turns.
    pub(super) const fn shows_remarks(&self) -> bool {
        self.list.shows_remarks()
    }

    /// Opens or closes the recording panel.
    pub(super) fn set_recording(&mut self, on: bool) {
        self.is_recording = on;
        self.only_edits = false;
        self.pending = PendingTurn::default();
        self.record_height = record::Height::default();
        self.cover();
    }

    /// The number of turns played in the position on the board. This is `at`, the position of the playback. While the
    /// user edits a turn, it is the position before that turn instead.
    pub(super) fn looked_at(&self, at: usize) -> usize {
        if self.is_recording { self.pending.position(at) } else { at }
    }

    /// Updates cached data, so that it belongs to the position after `at` turns. If `keeps_secrets` is true, new moves
    /// at the end of the race stay hidden until all players have entered theirs.
    pub(super) fn refresh(&mut self, race: &dyn Race, at: usize, keeps_secrets: bool) {
        self.rows.refresh(race);
        if self.secret.as_ref().is_some_and(|secret| !secret.is_of(race) || !keeps_secrets) {
            self.secret = None;
        }
        if let Some(secret) = self.secret.as_mut().filter(|secret| !secret.fits(race, at)) {
            secret.is_open = false;
        }
        if !self.is_recording {
            return;
        }
        if keeps_secrets && self.pending.purpose == Purpose::Play && at == race.len() && self.secret.is_none() {
            self.secret = Secret::new(race);
        }
        let is_edit = self.pending.purpose != Purpose::Play;
        let secret = self.secret.as_ref().filter(|secret| !is_edit && secret.fits(race, at));
        let (race, at) = secret.map_or((race, at), Secret::race);
        self.pending.refresh(race, at);
    }

    /// Returns the secret moves that are being collected for the position after `at` turns; `None` if none are being
    /// collected for this position.
    pub(super) fn secret_at(&self, race: &dyn Race, at: usize) -> Option<&Secret> {
        let hands_in = self.is_recording && self.pending.purpose == Purpose::Play;
        self.secret.as_ref().filter(|secret| hands_in && secret.fits(race, at))
    }

    /// Whether handed-in secret moves have become invalid, because the race has changed since. They are dropped in the
    /// next frame.
    pub(super) fn loses_secrets(&self, race: &dyn Race) -> bool {
        self.has_secrets() && self.secret.as_ref().is_some_and(|secret| !secret.is_of(race))
    }

    /// Hands in a secret move. Returns all moves of the round if this was the last one, otherwise `None`.
    pub(super) fn hand_in(&mut self, edit: &RaceEdit) -> Result<Option<Vec<RaceEdit>>, RecordError> {
        let Some(secret) = &mut self.secret else { return Ok(None) };
        let moves = secret.hand_in(edit)?;
        self.places = None;
        if moves.is_some() {
            self.secret = None;
        }
        Ok(moves)
    }

    /// Hides the possible moves of the player who must choose a secret move. Returns whether they were visible.
    pub(super) fn cover(&mut self) -> bool {
        self.secret.as_mut().is_some_and(|secret| std::mem::take(&mut secret.is_open))
    }

    /// Whether a player has handed in a secret move.
    pub(super) fn has_secrets(&self) -> bool {
        self.secret.as_ref().is_some_and(|secret| !secret.is_empty())
    }

    /// Takes back the last secret move. Returns whether there was a secret move. `race` is the race without these
    /// moves.
    pub(super) fn take_secret_back(&mut self, race: &dyn Race) -> bool {
        let Some(secret) = self.secret.as_mut().filter(|secret| !secret.is_empty()) else { return false };
        secret.take_back(race);
        self.places = None;
        true
    }

    /// Updates the cached places at which a move of the car to act may end, for the position after `at` turns of the
    /// race.
    pub(super) fn refresh_places(&mut self, race: &dyn Race, at: usize) {
        let (race, played) = self.secret_at(race, at).map_or((race, at), Secret::race);
        if self.places.as_ref().is_none_or(|(of, _)| *of != played) {
            self.places = Some((played, race.places(played)));
        }
    }

    /// The cached places at which a move of the car to act may end, with the number of turns played for which they were
    /// computed. This number includes secret moves.
    pub(super) fn places(&self) -> Option<(usize, &Vec<Place>)> {
        self.places.as_ref().map(|(of, places)| (*of, places))
    }

    /// Updates the drawing that shows the board before the last turn.
    pub(super) fn refresh_before(&mut self, race: &dyn Race, at: usize, trail: usize) {
        if self.before_picture.as_ref().is_none_or(|(of, _)| *of != at) {
            self.before_picture = Some((at, race.scene(at, trail)));
        }
    }
}

/// The data that the race's tab passes to the workspace in each frame.
pub(in crate::app::workspaces) struct Workbench<'a> {
    pub(in crate::app::workspaces) own: &'a mut ReplayDesk,
    pub(in crate::app::workspaces) desk: &'a mut Desk,
    pub(in crate::app::workspaces) board: &'a mut BoardView,
    pub(in crate::app::workspaces) picture: &'a Scene,
    pub(in crate::app::workspaces) ghost: &'a [Item],
    /// The stage of a running comparison with best play; `None` if no comparison is running.
    pub(in crate::app::workspaces) stage: Option<&'a str>,
    pub(in crate::app::workspaces) settings: &'a Settings,
    pub(in crate::app::workspaces) queue: &'a mut CommandQueue,
}

/// The width of the window, in points, below which the panels beside the board start with a smaller width.
const NARROW: f32 = 1_400.0;

/// The smallest width of the list of turns, in points.
const TURNS: f32 = 182.0;

/// The width of the scroll bar of the panel at the right, in points.
const BAR: f32 = 8.0;

/// Shows the Replay workspace.
pub(in crate::app::workspaces) fn show(ui: &mut Ui, shown: Shown<'_>, bench: Workbench<'_>) {
    let Workbench { own, desk, board, picture, ghost, stage, settings, queue } = bench;
    let at = shown.playback.position();
    // Keep at least half of a window of 1366 × 768 for the board.
    let width = ui.ctx().content_rect().width();
    let is_narrow = width < NARROW;
    if settings.shows_plots(ui.ctx().content_rect().height()) {
        // The board needs the most space: plots start at less than a third of the window's height and stay below
        // half.
        let room = ui.available_height();
        let sizes = Sizes { usual: (room * 0.3).clamp(140.0, 300.0), least: 120.0, most: (room * 0.45).max(140.0) };
        panel::show(ui, (Edge::Bottom, "replay-plots"), sizes, identity, |ui| plots::show(ui, shown, desk, queue));
    }
    egui::Panel::bottom("replay-timeline")
        .exact_size(timeline::HEIGHT)
        .show(ui, |ui| timeline::show(ui, shown, desk, queue));
    let usual = if is_narrow { TURNS } else { 272.0 };
    let sizes = Sizes { usual, least: TURNS, most: (width * 0.25).clamp(TURNS, 420.0) };
    panel::show(ui, (Edge::Left, "replay-turns"), sizes, identity, |ui| {
        turns::show(ui, shown, (&mut own.list, &own.rows), desk, queue);
    });
    let pending = &mut own.pending;
    let hands_in = own.is_recording && pending.purpose == Purpose::Play;
    let mut secret = own.secret.as_mut().filter(|secret| hands_in && secret.fits(shown.race, at));
    // While moves are handed in, the car to act is the one whose player chooses now. Nothing else of the moves is shown.
    let chooses = secret.as_ref().map(|secret| StateView { to_act: secret.acts(), ..shown.view.clone() });
    let choosing = chooses.as_ref().map_or(shown, |view| Shown { view, ..shown });
    let usual = if is_narrow { 300.0 } else { 344.0 };
    let sizes = Sizes { usual, least: 300.0, most: (width * 0.3).clamp(300.0, 480.0) };
    panel::show(ui, (Edge::Right, "replay-timing"), sizes, identity, |ui| {
        // The car to act and the button for recording have a fixed place, however many cars the table has, and
        // whether turns are recorded or not. It is above the table, because messages appear at the bottom.
        egui::Panel::top("replay-next").resizable(false).show(ui, |ui| {
            ui.add_space(4.0);
            card::next(ui, choosing, (settings.legal, own.is_recording), queue);
            ui.add_space(4.0);
        });
        if own.is_recording {
            // In a low window the first cars of the table keep some space, and longer questions scroll.
            let room = ui.available_height();
            let answers = pending.is_answered();
            let panel = egui::Panel::bottom("replay-record").exact_size(own.record_height.now(room, answers));
            let missing = panel.show(ui, |ui| match &mut secret {
                Some(secret) if !secret.is_open => {
                    secret::show_cover(ui, shown, secret, queue);
                    0.0
                }
                Some(secret) => record::show(ui, secret.shown(shown), pending, queue),
                None => record::show(ui, shown, pending, queue),
            });
            if own.record_height.fit(room, answers, missing.inner) {
                ui.ctx().request_discard("the height of the recording panel has changed");
            }
        }
        // The timing table and the card share one scroll area, so that a long list cannot push the panel over its
        // neighbours.
        let area = egui::ScrollArea::vertical().id_salt(("timing-and-card", shown.tab)).auto_shrink([false, false]);
        // The bar has its own space, also while there is none, so that it covers no figures and nothing moves when it
        // appears.
        let width = ui.available_width() - BAR;
        ui.spacing_mut().scroll.bar_width = BAR;
        ui.spacing_mut().scroll.floating_allocated_width = 0.0;
        area.show(ui, |ui| {
            ui.set_max_width(width);
            timing::show(ui, choosing, desk, queue);
            ui.add_space(8.0);
            ui.separator();
            card::show(ui, shown, (stage, &mut own.hint, secret.is_none()), &mut own.beside, queue);
        });
    });
    // The player who chooses a secret move sees the race with the secret moves of the others.
    let secret = secret.map(|secret| &*secret);
    let is_covered = secret.is_some_and(|secret| !secret.is_open);
    let chooser = secret.map_or(shown, |secret| secret.shown(shown));
    let at_choice = chooser.playback.position();
    let looked = if own.is_recording { pending.position(at_choice) } else { at };
    let offers = (settings.legal || own.is_recording) && !is_covered;
    let places = own.places.as_ref().filter(|(of, _)| *of == looked && offers);
    let places = places.filter(|_| !shown.playback.is_playing()).map_or(&[][..], |(_, places)| places.as_slice());
    let ground = egui::Frame::new().fill(ui.visuals().panel_fill);
    if let Some((_, picture)) = own.before_picture.as_ref().filter(|_| settings.before) {
        let half = ui.available_width() / 2.0;
        egui::Panel::left("replay-before").exact_size(half).resizable(false).frame(ground).show(ui, |ui| {
            caption(
                ui,
                &match at {
                    0 | 1 => "Before: the grid".to_owned(),
                    at => format!("Before: turn {}", at - 1),
                },
            );
            // Both boards show the same part of the circuit, whichever of them the user moves.
            own.before.show_like(board);
            let set = *own.before.view();
            let output = own.before.show(ui, picture, shown.theme);
            let now = *own.before.view();
            if (now.center, now.scale) != (set.center, set.scale) {
                board.show_like(&own.before);
            }
            output.response.on_hover_text("The board before the last turn (press V to hide it)");
        });
    }
    egui::CentralPanel::no_frame().frame(ground).show(ui, |ui| {
        if settings.before {
            caption(ui, &if at == 0 { "The grid".to_owned() } else { format!("After: turn {at}") });
        }
        board.followed = chooser
            .followed()
            .filter(|_| settings.follow)
            .map(|car| Followed { at: car.at, size: framing::size_of(picture) });
        board.offered =
            settings.follow.then(|| framing::area_of(shown, looked, places, framing::size_of(picture))).flatten();
        let at_rest = picture;
        let moving = shown.in_motion(picture, settings.easing);
        let picture = moving.as_ref().unwrap_or(picture);
        let output = board.show(ui, picture, shown.theme);
        if let Some(driven) = stretches::driven(shown, desk) {
            output.overlay(&driven);
        }
        let with_costs = own.is_recording && pending.narrows(places);
        let pointed = {
            let open = if own.is_recording { pending.open_places(places) } else { places };
            overlay::pointed(ui, &output, open).cloned()
        };
        if !own.is_recording && pointed.is_some() {
            pending.refresh(shown.race, looked);
        }
        let place = pointed.as_ref().filter(|place| place.illegal.is_none());
        if place.is_some() || own.is_recording {
            own.preview.refresh(chooser, looked, pending, place);
        } else {
            own.preview = Preview::default();
        }
        let chosen = pending.spot.clone().filter(|_| own.is_recording);
        let asks = own.is_recording && pending.asked_at.is_some();
        let open = if own.is_recording { pending.open_places(places) } else { places };
        let offer = overlay::Offer {
            places: open,
            with_costs,
            pointed: pointed.as_ref(),
            chosen: chosen.as_deref(),
            preview: match own.hint.items(shown) {
                Some(items) => items,
                None if is_covered => &[],
                None => &own.preview.items,
            },
            open: if place.is_some() { &own.preview.open } else { &[] },
            asks,
        };
        overlay::show(ui, shown, &output, (picture, ghost), offer, desk);
        let under = match output.hovered {
            Some(Tag::Car(car)) => Some(car),
            _ => None,
        };
        let switches = [
            (Command::FollowCar, "Follow car", settings.follow),
            (Command::LegalPlaces, "Legal places", settings.legal),
            (Command::ShowLegend, "Legend", settings.shows_legend(shown.race.info().id)),
            (Command::ShowMinimap, "Map of the board", settings.minimap),
        ];
        context::of_board(ui, &output.response, shown, (under, &switches), desk, queue);
        let tour = look::tour_card(ui.ctx());
        let explained = legend::Explained {
            tab: shown.tab,
            view: &output.view,
            is_held: board.is_held(),
            // While cars move, the legend makes room for them where they will stop.
            scene: at_rest,
            known: shown.race.legend(),
            places,
            free: settings.minimap.then(|| minimap::place(board)).flatten().into_iter().chain(tour).collect(),
            is_playing: shown.playback.is_playing(),
            visited: &|| framing::visited(ui, shown),
        };
        if settings.shows_legend(shown.race.info().id) && legend::show(ui, &explained, shown.theme) {
            queue.push(Command::ShowLegend);
        }
        if settings.minimap {
            minimap::show(ui, board, picture, shown.theme);
        }
        if own.is_recording {
            if output.response.clicked() && !output.panning {
                choose(ui, chooser, place, pending, queue);
            }
            popup::show(ui, chooser, (pending, &output.view), queue);
        }
    });
}

/// Handles a click on the board while the recording panel is open. If only one turn leads to the clicked place, records
/// that turn. If several turns lead there, opens the popup that asks for the other choices. Ignores a click outside all
/// places.
fn choose(ui: &Ui, shown: Shown<'_>, place: Option<&Place>, pending: &mut PendingTurn, queue: &mut CommandQueue) {
    let at = shown.playback.position();
    let Some(place) = place else { return };
    if !pending.choose_place(place) {
        return;
    }
    match pending.whole(shown.race, at) {
        Some(edit) if !pending.asks_again(shown.race, at, &edit) => queue.push(Request::Record(edit)),
        Some(_) => {}
        None => pending.asked_at = ui.input(|input| input.pointer.interact_pos()),
    }
}

/// Shows a caption above a board. Boards have captions only while two boards are shown side by side.
fn caption(ui: &mut Ui, words: &str) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.label(look::weak(words));
    });
}
