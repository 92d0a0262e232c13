//! Helpers of the Wheel to Wheel tests: the ledger's board TEST-60, and races that can be set to any position.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::sync::Arc;

use paddock::game::IllegalTurn;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{
    Branch, Compound, Die, Draft, Driver, DriverEntry, Icon, Options, Report, Set, Setup, Skills, Spot, State,
    TeamEntry, Throw, Track, Turn, Use, Used, WheelToWheel, choices, refusal_code, report,
};

pub const COLOURS: [&str; 6] = ["amber", "azure", "jade", "coral", "ivory", "onyx"];
pub const CODES: [&str; 6] = ["AM", "AZ", "JD", "CR", "IV", "ON"];

/// The ledger's board.
pub fn test_60() -> Draft {
    Draft::assumed()
}

/// The same with garages past the line, where it is crossed before the stop.
pub fn late_garages() -> Draft {
    let mut draft = test_60();
    draft.name = "LATE-60".to_owned();
    draft.lane_line = 3;
    draft.crash_next = 18;
    draft
}

pub fn valid(draft: &Draft) -> Track {
    let (track, issues) = WheelToWheel::validate(draft);
    track.unwrap_or_else(|| panic!("{}: {issues:#?}", draft.name))
}

/// The sentences of the issues with this id.
pub fn issues(draft: &Draft, id: &str) -> Vec<String> {
    let (track, issues) = WheelToWheel::validate(draft);
    let has_errors = paddock::game::has_errors(&issues);
    assert_eq!(track.is_none(), has_errors);
    issues.into_iter().filter(|issue| issue.id == id).map(|issue| issue.message).collect()
}

/// A team of the list with a colour, on hard and soft tyres.
pub fn team(place: usize) -> TeamEntry {
    TeamEntry {
        name: String::new(),
        colour: COLOURS.get(place).copied().unwrap_or("mauve").to_owned(),
        qualifying: Vec::new(),
        points: 0,
        skills: Skills::default(),
        drivers: [DriverEntry::new("", Compound::Hard), DriverEntry::new("", Compound::Soft)],
    }
}

pub fn setup(teams: usize) -> Setup {
    Setup { championship: None, options: Options::default(), teams: (0..teams).map(team).collect() }
}

pub fn starts(draft: &Draft, setup: &Setup) -> Result<State, Vec<String>> {
    let issues = WheelToWheel::start(&valid(draft), setup);
    issues.map_err(|issues| issues.into_iter().map(|issue| format!("{} {}", issue.id, issue.message)).collect())
}

pub fn mv(die: Die, face: u8) -> Throw {
    Throw::new(die, face, Use::Move)
}

pub fn to_pit(die: Die, face: u8) -> Throw {
    Throw { branch: Some(Branch::Pit), ..mv(die, face) }
}

pub fn on_track(die: Die, face: u8) -> Throw {
    Throw { branch: Some(Branch::Track), ..mv(die, face) }
}

pub fn charge(die: Die, face: u8) -> Throw {
    Throw::new(die, face, Use::Charge)
}

pub fn hold(face: u8) -> Throw {
    Throw::new(Die::Blue, face, Use::Hold)
}

pub fn halt(die: Die, face: u8) -> Throw {
    Throw::new(die, face, Use::Halt)
}

pub fn failure(die: Die) -> Throw {
    Throw::new(die, 6, Use::Failure)
}

pub fn fit(throw: Throw, compound: Compound) -> Throw {
    Throw { tyres: Some(compound), ..throw }
}

pub const H: Compound = Compound::Hard;
pub const S: Compound = Compound::Soft;
pub const W: Compound = Compound::Wet;

/// A place as records write it.
pub fn spot(text: &str) -> Spot {
    match text.strip_prefix('P') {
        Some(field) => Spot::Lane(field.parse().unwrap()),
        None if text == "CZ" => Spot::CrashZone,
        None => Spot::Loop(text.parse().unwrap()),
    }
}

/// Compounds as letters, such as `HS`.
pub fn used(letters: &str) -> Used {
    letters.chars().fold(Used::default(), |used, letter| used.with(Compound::from_letter(letter).unwrap()))
}

/// A set as a letter and its laps, such as `H1`.
pub fn set(text: &str) -> Set {
    let compound = Compound::from_letter(text.chars().next().unwrap()).unwrap();
    Set { compound, laps: text[1..].parse().unwrap() }
}

/// A race in any position. [`Trial::spread`] puts it into round 5 and lap 1, everybody far from each other.
#[derive(Clone)]
pub struct Trial {
    pub track: Arc<Track>,
    pub state: State,
}

impl Trial {
    pub fn new(teams: usize) -> Self {
        Self::on(&test_60(), &setup(teams)).spread()
    }

    /// With options.
    pub fn with(teams: usize, change: impl FnOnce(&mut Options)) -> Self {
        let mut setup = setup(teams);
        change(&mut setup.options);
        Self::on(&test_60(), &setup).spread()
    }

    /// At its start.
    pub fn on(draft: &Draft, setup: &Setup) -> Self {
        let track = valid(draft);
        let state = WheelToWheel::start(&track, setup).unwrap_or_else(|issues| panic!("{issues:#?}"));
        Self { track: Arc::new(track), state }
    }

    /// Round 5, laps begun, cars far from each other.
    pub fn spread(mut self) -> Self {
        self.state.round = 5;
        let fields = [12, 52, 22, 47, 32, 37, 57, 42, 7, 17, 2, 26];
        for (driver, field) in self.state.drivers.iter_mut().zip(fields) {
            (driver.spot, driver.lap_open) = (Spot::Loop(field), true);
        }
        self
    }

    pub fn index(&self, name: &str) -> usize {
        (0..self.state.drivers.len()).find(|index| self.state.name(*index) == name).unwrap()
    }

    pub fn driver(&self, name: &str) -> &Driver {
        &self.state.drivers[self.index(name)]
    }

    pub fn spot_of(&self, name: &str) -> String {
        self.driver(name).spot.to_string()
    }

    /// Changes a driver.
    pub fn change(mut self, name: &str, change: impl FnOnce(&mut Driver)) -> Self {
        let index = self.index(name);
        change(&mut self.state.drivers[index]);
        self
    }

    pub fn at(self, name: &str, place: &str) -> Self {
        self.change(name, |driver| driver.spot = spot(place))
    }

    pub fn lap(self, name: &str, lap: u8) -> Self {
        self.change(name, |driver| driver.lap = lap)
    }

    pub fn battery(self, name: &str, battery: u8) -> Self {
        self.change(name, |driver| driver.battery = battery)
    }

    /// A driver's set, and the compounds it has used.
    pub fn tyres(self, name: &str, tyres: &str, was: &str) -> Self {
        self.change(name, |driver| (driver.set, driver.used) = (set(tyres), used(was)))
    }

    /// Slots of an icon for a driver's team.
    pub fn skill(mut self, name: &str, icon: Icon, slot: u8) -> Self {
        let team = self.index(name) / 2;
        self.state.teams[team].skills = self.state.teams[team].skills.with(icon, slot);
        self
    }

    /// It is the turn of this driver's team and nobody of it has moved.
    pub fn turn_of(mut self, name: &str) -> Self {
        self.state.seat = (self.index(name) / 2) as u8;
        self.state.extra = None;
        self.state.row = 0;
        self.state.teams.iter_mut().for_each(|team| team.moved = [false; 2]);
        self
    }

    pub fn round(mut self, round: u32) -> Self {
        self.state.round = round;
        self
    }

    pub fn throw(&self, name: &str, throw: Throw) -> Turn {
        Turn::throw(self.state.car(self.index(name)), throw)
    }

    pub fn discharge(&self, name: &str) -> Turn {
        Turn::discharge(self.state.car(self.index(name)))
    }

    pub fn spend(&self, name: &str, icon: Icon, slot: u8) -> Turn {
        Turn::spend(self.state.car(self.index(name)), icon, slot)
    }

    pub fn pass(&self, name: &str) -> Turn {
        Turn { car: self.state.car(self.index(name)), action: paddock::games::wheel_to_wheel::Action::Pass }
    }

    /// All about a turn.
    pub fn report(&self, turn: Turn) -> Report {
        report(&self.track, &self.state, &turn).unwrap()
    }

    /// A legal turn. It is among those listed.
    pub fn play(&self, turn: Turn) -> Self {
        let played = WheelToWheel::play(&self.track, &self.state, &turn).unwrap_or_else(|error| panic!("{error}"));
        let listed = WheelToWheel::legal_turns(&self.track, &self.state);
        assert!(listed.iter().any(|legal| legal.turn == turn), "{turn:?} plays and is not listed");
        Self { track: self.track.clone(), state: played.state }
    }

    /// A legal throw.
    pub fn go(&self, name: &str, throw: Throw) -> Self {
        self.play(self.throw(name, throw))
    }

    /// What is said against a turn. It is not among those listed, and leaves the state as it is.
    pub fn refused(&self, turn: Turn) -> IllegalTurn {
        let refused = WheelToWheel::play(&self.track, &self.state, &turn).unwrap_err();
        let listed = WheelToWheel::legal_turns(&self.track, &self.state);
        assert!(listed.iter().all(|legal| legal.turn != turn), "{turn:?} is listed and does not play");
        refused
    }

    /// The sentence against a throw.
    pub fn against(&self, name: &str, throw: Throw) -> String {
        self.refused(self.throw(name, throw)).message
    }

    /// The number of the ledger's message against a turn.
    pub fn code(&self, turn: Turn) -> &'static str {
        self.refused(turn);
        refusal_code(&self.track, &self.state, &turn).unwrap()
    }

    /// The code against a throw.
    pub fn no(&self, name: &str, throw: Throw) -> &'static str {
        self.code(self.throw(name, throw))
    }

    /// The dice this driver may throw, as letters.
    pub fn dice(&self, name: &str) -> String {
        let index = self.index(name);
        let extra = self.state.is_extra(index);
        let allowed = paddock::games::wheel_to_wheel::allowed(&self.track, &self.state, index, extra);
        allowed.list().into_iter().map(Die::letter).collect()
    }

    /// The uses of a throw.
    pub fn uses(&self, name: &str, die: Die, face: u8) -> Vec<Throw> {
        choices(&self.track, &self.state, self.state.car(self.index(name)), die, face)
    }

    /// The others of the round throw blue ones until it is over. Needs blue throws that do nothing but move.
    pub fn end_round(&self) -> Self {
        let mut trial = self.clone();
        let round = trial.state.round;
        while let (Some(index), true) = (trial.state.to_act(), trial.state.round == round) {
            let name = trial.state.name(index);
            let die = if trial.dice(&name).contains('b') { Die::Blue } else { Die::Green };
            let throw = *trial.uses(&name, die, 1).first().unwrap();
            trial = trial.go(&name, throw);
        }
        trial
    }
}
