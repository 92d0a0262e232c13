//! Helpers of the Vector Racing tests: reference tracks, and races that can be set to any position.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::sync::Arc;

use paddock::game::prelude::*;
use paddock::game::{CarId, IllegalTurn};
use paddock::games::vector_racing::{
    Crossing, Draft, FinishDraft, Kind, Racer, RacerEntry, Rational, ReflectorDraft, RegionDraft, RegionKind, Report,
    Rules, Setup, Spin, SpinnerDraft, Spot, State, Time, Track, Turn, VectorRacing, WallDraft, WarpDraft, report,
};

pub fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

/// Points as `0,0 12,0 1/2,3`.
pub fn spots(text: &str) -> Vec<Spot> {
    text.split_whitespace().map(spot).collect()
}

pub fn spot(text: &str) -> Spot {
    let (x, y) = text.split_once(',').unwrap();
    [number(x), number(y)]
}

pub fn rectangle(x: [i64; 2], y: [i64; 2]) -> Vec<Spot> {
    [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]].map(|point| point.map(Rational::int)).to_vec()
}

pub fn line(from: &str, to: &str, crossing: Crossing) -> Option<FinishDraft> {
    Some(FinishDraft { from: spot(from), to: spot(to), crossing })
}

/// The ring of the ledger: a square of 12 with a square island, started on its line.
pub fn ring() -> Draft {
    Draft {
        name: "RING".to_owned(),
        outer: rectangle([0, 12], [0, 12]),
        islands: vec![rectangle([4, 8], [4, 8])],
        finish: line("6,0", "6,4", Crossing::Right),
        start: Some([6, 2]),
        ..Draft::default()
    }
}

/// A straight: a box from the origin with a line across it.
pub fn straight(width: i64, height: i64, at: i64, start: [i32; 2]) -> Draft {
    Draft {
        name: "Straight".to_owned(),
        kind: Kind::Sprint,
        outer: rectangle([0, width], [0, height]),
        finish: line(&format!("{at},0"), &format!("{at},{height}"), Crossing::Right),
        start: Some(start),
        ..Draft::default()
    }
}

/// The corner of the ledger, with its far end where it says.
pub fn ell(width: i64, inner: i64) -> Draft {
    Draft {
        name: "ELL".to_owned(),
        kind: Kind::Sprint,
        outer: spots(&format!("0,0 {width},0 {width},20 {inner},20 {inner},4 0,4")),
        finish: line(&format!("{inner},18"), &format!("{width},18"), Crossing::Up),
        start: Some([1, 2]),
        ..Draft::default()
    }
}

/// A wide board to try objects on: the start at the origin, a line far off.
pub fn board() -> Draft {
    Draft {
        name: "Board".to_owned(),
        kind: Kind::Sprint,
        outer: rectangle([-40, 40], [-40, 40]),
        finish: line("39,-40", "39,40", Crossing::Right),
        start: Some([0, 0]),
        ..Draft::default()
    }
}

pub fn region(kind: RegionKind, outline: &str) -> RegionDraft {
    RegionDraft { kind, outline: spots(outline) }
}

/// A rectangle as an outline: `0..4 5..7`.
pub fn area(kind: RegionKind, x: [i64; 2], y: [i64; 2]) -> RegionDraft {
    RegionDraft { kind, outline: rectangle(x, y) }
}

pub fn warp(outline: &str, offset: [i32; 2]) -> WarpDraft {
    WarpDraft { outline: spots(outline), offset }
}

pub fn reflector(from: &str, to: &str) -> ReflectorDraft {
    ReflectorDraft { from: spot(from), to: spot(to) }
}

pub fn spinner(at: &str, turn: Spin) -> SpinnerDraft {
    SpinnerDraft { at: spot(at), turn }
}

pub fn wall(from: &str, to: &str) -> WallDraft {
    WallDraft { from: spot(from), to: spot(to), open_from: false, open_to: false }
}

pub fn valid(draft: &Draft) -> Track {
    let (track, issues) = VectorRacing::validate(draft);
    track.unwrap_or_else(|| panic!("{}: {issues:#?}", draft.name))
}

/// The ids of all issues of a draft, in order of severity.
pub fn issues(draft: &Draft) -> Vec<&'static str> {
    VectorRacing::validate(draft).1.into_iter().map(|issue| issue.id).collect()
}

/// The sentence of the first issue with this id.
pub fn issue(draft: &Draft, id: &str) -> String {
    let (_, issues) = VectorRacing::validate(draft);
    issues.iter().find(|issue| issue.id == id).unwrap_or_else(|| panic!("no {id} in {issues:?}")).message.clone()
}

pub fn setup(count: u32) -> Setup {
    let racers = (1..=count).map(|car| RacerEntry::new(CarId(car), format!("R{car}"))).collect();
    Setup { laps: 1, rules: None, racers }
}

/// A race in any position.
#[derive(Clone)]
pub struct Trial {
    pub track: Arc<Track>,
    pub state: State,
}

impl Trial {
    pub fn new(draft: &Draft) -> Self {
        Self::with(draft, &setup(1))
    }

    pub fn with(draft: &Draft, setup: &Setup) -> Self {
        let track = valid(draft);
        let state = VectorRacing::start(&track, setup).unwrap_or_else(|issues| panic!("{issues:#?}"));
        Self { track: Arc::new(track), state }
    }

    /// With other options.
    pub fn rules(mut self, change: impl FnOnce(&mut Rules)) -> Self {
        let mut rules = self.state.terms.rules.clone();
        change(&mut rules);
        let laps = self.state.terms.laps;
        let racers = self.state.racers.iter().map(|racer| RacerEntry::new(racer.car, "")).collect();
        self.state = VectorRacing::start(&self.track, &Setup { laps, rules: Some(rules), racers }).unwrap();
        self
    }

    /// The first racer elsewhere.
    pub fn at(mut self, at: [i32; 2], base: [i32; 2]) -> Self {
        (self.state.racers[0].at, self.state.racers[0].base) = (at, base);
        self
    }

    pub fn racer(&self) -> &Racer {
        &self.state.racers[0]
    }

    pub fn change(mut self, change: impl FnOnce(&mut Racer)) -> Self {
        change(&mut self.state.racers[0]);
        self
    }

    /// All about a move of the first racer that need not be legal.
    pub fn report(&self, velocity: [i32; 2]) -> Report {
        report(&self.track, &self.state, &Turn::go(self.state.racers[0].car, velocity)).unwrap()
    }

    /// From a place, with the base that makes the move legal.
    pub fn from(&self, at: [i32; 2], velocity: [i32; 2]) -> Report {
        self.clone().at(at, velocity).report(velocity)
    }

    pub fn play(&self, turn: Turn) -> Self {
        let played = VectorRacing::play(&self.track, &self.state, &turn).unwrap_or_else(|error| panic!("{error}"));
        Self { track: self.track.clone(), state: played.state }
    }

    /// A legal move of whoever is to act.
    pub fn go(&self, velocity: [i32; 2]) -> Self {
        let car = self.state.racers[self.state.to_act().unwrap()].car;
        self.play(Turn::go(car, velocity))
    }

    pub fn lose(&self) -> Self {
        let car = self.state.racers[self.state.to_act().unwrap()].car;
        self.play(Turn::lost(car))
    }

    pub fn refused(&self, turn: Turn) -> IllegalTurn {
        VectorRacing::play(&self.track, &self.state, &turn).unwrap_err()
    }

    /// The legal moves of whoever is to act.
    pub fn moves(&self) -> Vec<[i32; 2]> {
        VectorRacing::legal_turns(&self.track, &self.state)
            .into_iter()
            .filter_map(|legal| match legal.turn.action {
                paddock::games::vector_racing::Action::Move(velocity) => Some(velocity),
                paddock::games::vector_racing::Action::Lost => None,
            })
            .collect()
    }
}

pub fn t(above: i64, below: i64) -> Time {
    Time::Ratio(above, below)
}

/// Where a report's crash is placed, and when it happened.
pub fn crash(report: &Report) -> (Time, [i32; 2]) {
    let crash = report.crash.as_ref().unwrap_or_else(|| panic!("no crash: {report:?}"));
    (crash.t, crash.placed)
}

/// Whether it neither crashes nor finishes.
pub fn lands(report: &Report) -> Option<[i32; 2]> {
    (report.crash.is_none() && report.finish.is_none()).then_some(report.end)
}

/// The objects a report met, as `oil:1@1/2`.
pub fn met(report: &Report) -> Vec<String> {
    use paddock::games::vector_racing::Incident;
    use paddock::games::vector_racing::notation::Moment;
    report
        .incidents
        .iter()
        .filter_map(|(t, incident)| match incident {
            Incident::Met(id) => Some(format!("{id}@{}", Moment(*t))),
            Incident::Crossed { .. } => None,
        })
        .collect()
}
