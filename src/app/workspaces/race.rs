//! The tab of a race, with its two workspaces: Replay for watching and recording the race, Analysis for studying it.
//!
//! The tab owns the race and the state of both workspaces. Panels read the race through `Shown`, and change only the
//! state that they share. Steps through the race go through the command queue to [`RaceTab::run`] and
//! [`RaceTab::go_to`].

mod changes;
mod compare;
mod consistency;
mod driving;
mod ghost;
mod seats;
mod show;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::changes::Unrecorded;
pub use self::compare::CompareJob;
pub use self::driving::{Driven, DriverJob, Programs, Wish};
use super::analysis::layouts::Layout;
use super::analysis::reading::Reading;
use super::analysis::{AnalysisDesk, ForecastJob, ProveJob};
use super::desk::Desk;
use super::playback::{Playback, Stops};
use super::replay::pending::Purpose;
use super::replay::{ReplayDesk, ghosts};
use crate::analysis::{ScoredRace, Stretch};
use crate::app::board::view::{BoardView, ZOOM_STEP};
use crate::app::commands::{Command, Ghost, Situation};
use crate::app::documents::figures::{Figures, Mark};
use crate::app::jobs::search::Search;
use crate::app::workspaces::Workspace;
use crate::app::workspaces::new_number;
use crate::app::workspaces::recording::Recording;
use crate::game::scene::Scene;
use crate::game::{CarId, Forecast, IllegalTurn, Place, ProvedLap, StateView};
use crate::replay::{Race, Remarks};

/// The tab of a race.
pub struct RaceTab {
    race: Arc<dyn Race>,
    figures: Arc<Figures>,
    playback: Playback,
    /// The board of the Replay workspace.
    board: BoardView,
    /// The view of the board in the Analysis workspace. At first, it shows the whole circuit.
    overview: BoardView,
    desk: Desk,
    /// The number of turns played, and the cached scene that shows the race after these turns.
    picture: Option<(usize, Scene)>,
    /// The length of the paths on the board, as a number of turns of each car; 0 for no paths.
    trail: u8,
    view: Option<(usize, StateView)>,
    remarks: Option<Remarks>,
    legal: bool,
    /// Whether moves stay hidden until all players have entered theirs. Has an effect only in games in which all cars
    /// move at the same time.
    secret: bool,
    recording: Recording,
    /// The revision of the race when it was last saved; `None` if it was never saved.
    saved: Option<u64>,
    /// The kind of event at which the commands Next event and Previous event stop; `None` if they stop at every event.
    events: Option<Mark>,
    /// The current workspace: Replay or Analysis.
    workspace: Workspace,
    /// The tab's unique number.
    tab: u64,
    /// The version number of the race, unique over all tabs. It changes with every edit, and when another line (main
    /// line or variation) is shown.
    state: u64,
    replay: ReplayDesk,
    analysis: AnalysisDesk,
    /// The race's points, with the version number of the race that they belong to. The points are `None` if the game
    /// gives no points.
    scored: Option<(u64, Option<ScoredRace>)>,
    ghost: Option<Ghost>,
    ghost_items: Option<ghost::Drawn>,
    comparison: compare::Comparison,
    drivers: driving::Drivers,
    drove: seats::Drove,
}

impl RaceTab {
    /// Makes a tab for a race. It shows the grid at first.
    #[must_use]
    pub fn new(race: Arc<dyn Race>, figures: Arc<Figures>) -> Self {
        let desk = Desk { hidden: vec![false; race.entrants().len()], ..Desk::default() };
        Self {
            playback: Playback::new(race.len()),
            race,
            figures,
            board: BoardView::panned_by_primary(),
            overview: BoardView::of_whole_scene(),
            desk,
            picture: None,
            trail: 2,
            view: None,
            remarks: None,
            legal: false,
            secret: false,
            recording: Recording::default(),
            saved: Some(0),
            events: None,
            workspace: Workspace::Replay,
            tab: new_number(),
            state: new_number(),
            replay: ReplayDesk::default(),
            analysis: AnalysisDesk::default(),
            scored: None,
            ghost: None,
            ghost_items: None,
            comparison: compare::Comparison::default(),
            drivers: driving::Drivers::default(),
            drove: seats::Drove::default(),
        }
    }

    /// The version number of the race, unique over all tabs. It changes with every edit, and when another line (main
    /// line or variation) is shown.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The current workspace: Replay or Analysis.
    #[must_use]
    pub const fn workspace(&self) -> Workspace {
        self.workspace
    }

    /// The state of the Analysis workspace.
    #[must_use]
    pub const fn analysis(&self) -> &AnalysisDesk {
        &self.analysis
    }

    /// The race and its version number, if the Analysis workspace needs a new analysis; otherwise `None`.
    #[must_use]
    pub fn to_read(&self) -> Option<(u64, Arc<dyn Race>)> {
        let is_lit = self.desk.hovered_corner.is_some();
        let is_shown = self.workspace == Workspace::Analysis || self.ghost == Some(Ghost::Fastest) || is_lit;
        let wanted = is_shown && self.analysis.wants_reading(self.state);
        wanted.then(|| (self.state, Arc::clone(&self.race)))
    }

    /// Receives the analysis of this version of the race. Ignores it if the race has changed since.
    pub fn set_reading(&mut self, state: u64, reading: Arc<Reading>) {
        if state == self.state {
            self.analysis.set_reading(state, reading);
        }
    }

    /// The race's points; `None` if its game gives no points.
    pub fn scored(&mut self) -> Option<&ScoredRace> {
        if self.scored.as_ref().is_none_or(|(of, _)| *of != self.state) {
            self.scored = Some((self.state, ScoredRace::of(self.race.as_ref())));
        }
        self.scored.as_ref()?.1.as_ref()
    }

    /// Receives the points of all open races, including the race in this tab.
    pub fn set_scores(&mut self, scores: &[ScoredRace]) {
        if let Some((_, Some(own))) = &self.scored {
            self.analysis.standings_mut().add_up(own, scores);
        }
    }

    /// Begins the strategy forecast for the selected car, and stops a running one. Returns `None` if the game has no
    /// forecast.
    pub fn forecast(&mut self) -> Option<Arc<Search<ForecastJob>>> {
        self.race.info().forecasts?;
        let at = self.playback.position();
        let chosen = self.analysis.forecast_panel().chosen().or(self.desk.focus);
        let car = chosen.or(self.race.view(at).to_act).or_else(|| Some(self.race.entrants().first()?.car))?;
        self.workspace = Workspace::Analysis;
        Some(self.analysis.forecast_panel_mut().begin(Arc::clone(&self.race), self.state, at, car))
    }

    /// Receives the result of a strategy forecast. The forecast is `None` if it was stopped.
    pub fn forecast_done(&mut self, forecasting: &Arc<Search<ForecastJob>>, forecast: Option<Forecast>) {
        self.analysis.forecast_panel_mut().take(forecasting, forecast);
    }

    /// The race in this tab.
    #[must_use]
    pub fn shared_race(&self) -> Arc<dyn Race> {
        Arc::clone(&self.race)
    }

    /// The race.
    #[must_use]
    pub fn race(&self) -> &dyn Race {
        self.race.as_ref()
    }

    /// The number of the first illegal turn, and the rule that it breaks; `None` if all turns are legal.
    #[must_use]
    pub fn first_illegal(&self) -> Option<(usize, &IllegalTurn)> {
        let turn = self.figures.first_illegal?;
        self.race.step(turn)?.illegal.as_ref().map(|illegal| (turn, illegal))
    }

    /// The choices made so far for the turn being recorded, in words.
    #[must_use]
    pub fn choices(&self) -> Vec<String> {
        self.replay.pending.chooser.chosen()
    }

    /// The places on the board where the next move may end: a move of the car to act, or of the player who must choose
    /// a secret move. `None` if the places are not computed yet.
    #[must_use]
    pub fn places(&self) -> Option<&[Place]> {
        self.replay.places().map(|(_, places)| places.as_slice())
    }

    /// The values of the race that plots and tables show.
    #[must_use]
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// The playback of the race.
    #[must_use]
    pub const fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The view of the board.
    #[must_use]
    pub const fn board(&self) -> &BoardView {
        match self.workspace {
            Workspace::Analysis => &self.overview,
            _ => &self.board,
        }
    }

    const fn board_mut(&mut self) -> &mut BoardView {
        match self.workspace {
            Workspace::Analysis => &mut self.overview,
            _ => &mut self.board,
        }
    }

    /// The facts about this race that determine the available commands.
    #[must_use]
    pub fn situation(&self) -> Situation {
        let score = self.race.score();
        Situation {
            document: true,
            race: true,
            at_first: self.playback.at_first(),
            at_last: self.playback.at_last(),
            recording: self.replay.is_recording && self.workspace == Workspace::Replay,
            half_typed: !self.replay.pending.typed.is_empty(),
            analysis: self.workspace == Workspace::Analysis,
            simultaneous: self.race.info().simultaneous,
            secret: self.keeps_secrets(),
            comparable: self.race.info().compared_with.is_some(),
            comparing: self.comparison.stage().is_some(),
            compared: self.evaluation().is_some(),
            points: score.is_some(),
            next_race: score.is_some_and(|score| score.goes_on()),
            forecastable: self.race.info().forecasts.is_some(),
            forecasting: self.analysis.forecast_panel().stage().is_some(),
            driving: self.drivers.stage().is_some(),
            stretch: self.desk.stretch.is_some(),
            variation: self.race.main_line() != self.race.shown_line(),
            can_undo: self.has_secrets() || self.race.recorded().is_some_and(|recorded| recorded.can_undo().is_some()),
            can_redo: self.race.recorded().is_some_and(|recorded| recorded.can_redo().is_some()),
            ..Situation::default()
        }
    }

    /// Whether the moves of the race are entered in secret. Computer drivers wait then, because they do not know the moves
    /// in hand.
    #[must_use]
    pub fn keeps_secrets(&self) -> bool {
        self.secret && self.race.info().simultaneous
    }

    /// Whether players have handed in secret moves for a round that is not complete.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.replay.has_secrets()
    }

    /// Carries out a command for races. Returns `false` for other commands.
    pub fn run(&mut self, command: Command) -> bool {
        match command {
            Command::Walk(step) => {
                let figures = Arc::clone(&self.figures);
                let stops = self.stops(&figures);
                self.playback.step(step, &stops);
            }
            Command::PlayPause => self.playback.toggle(),
            Command::Faster => self.playback.faster(),
            Command::Slower => self.playback.slower(),
            Command::ZoomIn => self.board_mut().zoom(ZOOM_STEP),
            Command::ZoomOut => self.board_mut().zoom(1.0 / ZOOM_STEP),
            Command::Fit => self.board_mut().fit(),
            Command::NextVariation => self.walk_variations(1),
            Command::PreviousVariation => self.walk_variations(-1),
            Command::Record => {
                self.workspace = Workspace::Replay;
                self.set_recording(!self.replay.is_recording);
            }
            Command::EditTurn => {
                self.workspace = Workspace::Replay;
                let was_recording = self.replay.is_recording;
                self.set_recording(true);
                self.replay.only_edits = !was_recording;
                self.replay.pending.purpose = Purpose::Edit(self.playback.position());
            }
            Command::Note => {
                self.workspace = Workspace::Replay;
                self.replay.write_note();
            }
            Command::ShowRemarks => self.replay.toggle_remarks(),
            Command::GhostOfFastestLap => {
                let is_shown = self.ghost == Some(Ghost::Fastest);
                self.set_ghost((!is_shown).then_some(Ghost::Fastest));
            }
            Command::StopComparing => self.stop_comparing(),
            Command::StopDrivers => self.stop_drivers(),
            Command::StopForecast => self.analysis.forecast_panel_mut().stop(),
            Command::ShowBestRoute => self.comparison.line = !self.comparison.line,
            Command::NextAxis => self.analysis.next_axis(),
            Command::CarsInRows => self.analysis.toggle_rows(),
            Command::GoToTurn => self.desk.goes_to_turn = true,
            Command::StretchFrom | Command::StretchTo => self.select_stretch(command == Command::StretchFrom),
            Command::ClearStretch => self.desk.stretch = None,
            Command::ShowReplay => self.workspace = Workspace::Replay,
            Command::ShowAnalysis => self.workspace = Workspace::Analysis,
            _ => return false,
        }
        true
    }

    /// Whether a command with an on/off state, such as a setting or a bookmark, is on; `None` for other commands.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        let at = self.playback.position();
        let remarks = || self.race.remarks();
        Some(match command {
            Command::Record => self.replay.is_recording,
            Command::ShowRemarks => self.replay.shows_remarks(),
            Command::GhostOfFastestLap => self.ghost == Some(Ghost::Fastest),
            Command::ShowBestRoute => self.comparison.line,
            Command::CarsInRows => self.analysis.has_rows(),
            Command::ShowReplay => self.workspace == Workspace::Replay,
            Command::ShowAnalysis => self.workspace == Workspace::Analysis,
            Command::Bookmark => remarks().bookmark(at).is_some(),
            Command::Mark(mark) => remarks().marks.get(&at) == Some(&mark),
            _ => return None,
        })
    }

    /// The positions at which a step by rounds, events, turns of the selected car or bookmarks can stop.
    fn stops<'a>(&self, figures: &'a Figures) -> Stops<'a> {
        let facts = |turn: usize| figures.turns.get(turn.checked_sub(1)?);
        let is_one = |mark: Mark| move |turn: &u32| facts(*turn as usize).is_some_and(|facts| facts.marks.is_of(mark));
        let of = |car: CarId| self.race.entrants().iter().position(|entrant| entrant.car == car);
        let car = self.focus().and_then(of);
        Stops {
            rounds: figures.series.rounds(),
            events: match self.events {
                Some(mark) => figures.events.iter().copied().filter(is_one(mark)).collect(),
                None => Cow::Borrowed(&figures.events),
            },
            car: car.map_or(&[], |car| figures.series.own_turns(car)),
            bookmarks: self.race.remarks().bookmarks.iter().map(|bookmark| bookmark.at as u32).collect(),
        }
    }

    /// Begins the search that proves the fastest lap. This side (0 or 1) of the comparison then shows the lap.
    pub fn prove(&mut self, side: usize) -> Arc<Search<ProveJob>> {
        self.analysis.prove(Arc::clone(&self.race), side)
    }

    /// Stops the search that proves the fastest lap.
    pub fn stop_proving(&mut self) {
        self.analysis.stop_proving();
    }

    /// Receives the result of the search that proves the fastest lap.
    pub fn proved(&mut self, search: &Arc<Search<ProveJob>>, found: Option<Result<ProvedLap, String>>) {
        self.analysis.proved(search, found);
    }

    /// Applies the settings of a layout to the plots and paths, such as the axis and the laps to show.
    pub fn take_layout(&mut self, layout: &Layout) {
        self.analysis.take_layout(layout);
    }

    /// If `begins` is true, makes the selected stretch begin at the position on screen. Otherwise makes it end there.
    fn select_stretch(&mut self, begins: bool) {
        let (at, len) = (self.playback.position(), self.race.len());
        let known = self.desk.stretch;
        self.desk.stretch = if begins { Stretch::from(known, at, len) } else { Stretch::to(known, at) };
        self.analysis.show_stretch();
    }

    /// The selected stretch of the race; `None` if no stretch is selected.
    #[must_use]
    pub const fn stretch(&self) -> Option<Stretch> {
        self.desk.stretch
    }

    /// The number of the corner under the pointer, with the turns in which cars passed it. There are no turns until the
    /// background analysis of the race has found them.
    #[must_use]
    pub fn corner_under_pointer(&self) -> Option<(u32, &[usize])> {
        self.desk.corner.as_ref().map(|corner| (corner.number, corner.turns()))
    }

    /// Sets the kind of event at which the commands Next event and Previous event stop; `None` for every event.
    pub fn set_events(&mut self, events: Option<Mark>) {
        self.events = events;
    }

    /// Sets whether the board follows the car to act. When this is switched off, the view stays where it is.
    pub const fn follow(&mut self, on: bool) {
        if on {
            self.board.show_action();
        } else {
            self.board.hold();
        }
    }

    /// Goes to the point of the race after `position` turns.
    pub fn go_to(&mut self, position: usize) {
        self.playback.go_to(position);
    }

    /// Sets the speed of playback, in turns per second.
    pub fn set_speed(&mut self, speed: f64) {
        self.playback.set_speed(speed);
    }

    /// The scene at the point of the race on screen. Legal moves of the car to act are included if the user shows them.
    #[must_use]
    pub fn picture(&self) -> Scene {
        let at = self.playback.position();
        let mut scene = self.race.scene(at, self.trail());
        if let Some(illegal) = self.race.step(at).and_then(|step| step.illegal.as_ref()).filter(|_| at > 0) {
            scene.add_evidence(illegal);
        }
        if let Some((car, at)) = self.ghost_at(at) {
            scene.items.extend(ghosts::of(self.race.as_ref(), at, Some(car)));
        }
        if self.legal {
            scene.add_places(&self.race.places(at), false);
        }
        if let Some(evaluation) = self.evaluation().filter(|_| self.comparison.line) {
            scene.items.extend(evaluation.drawing.items.iter().cloned());
        }
        scene
    }

    /// The number of turns whose paths the board shows, for all cars together.
    fn trail(&self) -> usize {
        self.race.entrants().len() * usize::from(self.trail)
    }
}
