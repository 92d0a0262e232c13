//! Helpers of the Formula D tests: the ledger's circuit OVAL, and races that can be set to any position.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::PathBuf;
use std::sync::Arc;

use paddock::game::prelude::*;
use paddock::game::{CarId, IllegalTurn, Issue, Played};
use paddock::games::formula_d::bare::Furnished;
use paddock::games::formula_d::{
    Car, CarEntry, ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, Forecast, FormulaD, Phase, Purpose, Rules,
    Setup, Side, SpaceDraft, SpaceKind, Standing, Start, State, Terms, Track, Turn, complete,
};

/// The circuit of the ledger, section 0.1: a ring, driven counter-clockwise, so that lane a is on the inside.
pub fn oval() -> Draft {
    let mut draft = Draft { name: "OVAL".to_owned(), lap: 120, ..Draft::default() };
    let place = |rank: f64, radius: f64| {
        let angle = rank / 120.0 * std::f64::consts::TAU;
        ([angle.cos() * radius, angle.sin() * radius].map(|value| (value * 1000.0).round() / 1000.0), angle)
    };
    let lanes = ['a', 'b', 'c'];
    let corner_of = |k: usize| match k {
        10..=13 => SpaceKind::Corner("K1".into()),
        25..=32 => SpaceKind::Corner("K2".into()),
        38..=45 => SpaceKind::Corner("K3".into()),
        _ => SpaceKind::Straight,
    };
    let slots = ["a59", "c58", "a56", "c55", "a53", "c52", "a50", "c49", "a47", "c46"];
    for k in 0..60 {
        for (lane, letter) in (1..).zip(lanes) {
            let rank = 2 * k as i32 + i32::from(letter == 'b');
            let (at, angle) = place(f64::from(rank), 20.0 + f64::from(lane));
            let id = format!("{letter}{k}");
            draft.spaces.push(SpaceDraft {
                slot: (1..).zip(slots).find(|(_, slot)| *slot == id).map(|(number, _)| number),
                danger: ["b34", "b35"].contains(&id.as_str()),
                id: id.into(),
                lane,
                kind: corner_of(k),
                rank,
                at,
                angle: ((angle.to_degrees() + 90.0) * 1000.0).round() / 1000.0,
                noise: (15..=18).contains(&k),
                approach: [9, 24, 37].contains(&k),
                ..SpaceDraft::default()
            });
        }
    }
    let mut edge = |from: (char, usize), to: (char, usize)| {
        let kind = match (from.0 as i32) - (to.0 as i32) {
            0 if from == ('c', 36) => EdgeKind::Portal(1),
            0 => EdgeKind::Ahead,
            1 => EdgeKind::Left,
            _ => EdgeKind::Right,
        };
        draft.edges.push(EdgeDraft {
            from: format!("{}{}", from.0, from.1).into(),
            to: format!("{}{}", to.0, to.1).into(),
            kind,
            finish: from.1 == 59 && to.1 == 0,
            police: from.1 == 20 && to.1 == 21,
        });
    };
    for k in 0..60 {
        let n = (k + 1) % 60;
        for lane in lanes {
            edge((lane, k), (lane, n));
        }
        let is_approach = [9, 24, 37].contains(&k);
        match k {
            10..=12 | 38..=45 => {
                edge(('a', k), ('b', k));
                edge(('b', k), ('c', n));
            }
            25..=32 => {
                edge(('c', k), ('b', k));
                edge(('b', k), ('a', n));
            }
            13 => {}
            _ if is_approach => {}
            _ => {
                edge(('a', k), ('b', k));
                edge(('b', k), ('a', n));
                edge(('b', k), ('c', n));
                edge(('c', k), ('b', k));
            }
        }
        let before = (k + 59) % 60;
        for other in ['a', 'c'] {
            draft.contacts.push([format!("{other}{k}").into(), format!("b{k}").into()]);
            draft.contacts.push([format!("{other}{k}").into(), format!("b{before}").into()]);
        }
    }
    for (id, stops, inside, longest, shortest) in
        [("K1", 1, Side::Right, 5, 4), ("K2", 2, Side::Left, 9, 8), ("K3", 3, Side::Right, 9, 8)]
    {
        draft.corners.push(CornerDraft {
            id: id.into(),
            name: String::new(),
            stops,
            inside: Some(inside),
            longest: Some(longest),
            shortest: Some(shortest),
        });
    }
    pits(&mut draft, &place);
    for (from, to, weather) in [(1, 10, Forecast::Good), (11, 15, Forecast::Changeable), (16, 20, Forecast::Rain)] {
        draft.chart.push(ChartLine { from, to, weather });
    }
    draft
}

fn pits(draft: &mut Draft, place: &dyn Fn(f64, f64) -> ([f64; 2], f64)) {
    let ranks = [96, 100, 104, 108, 112, 116, 0, 2, 3, 4];
    let mut add = |id: String, kind: SpaceKind, rank: i32, radius: f64| {
        // The end of the lane is stretched, so that its spaces do not overlap.
        let (at, angle) = place(f64::from(rank), radius);
        let angle = ((angle.to_degrees() + 90.0) * 1000.0).round() / 1000.0;
        draft.spaces.push(SpaceDraft { id: id.into(), kind, rank, at, angle, ..SpaceDraft::default() });
    };
    for (number, rank) in (0..).zip(ranks) {
        add(format!("p{number}"), SpaceKind::Pit, rank, 24.5);
    }
    for number in 1..=5u32 {
        add(format!("x{number}"), SpaceKind::Box(number), ranks[number as usize] + 2, 25.8);
    }
    let mut edge = |from: String, to: String, kind: EdgeKind| {
        let finish = to == "p6";
        draft.edges.push(EdgeDraft { from: from.into(), to: to.into(), kind, finish, police: false });
    };
    edge("c47".to_owned(), "p0".to_owned(), EdgeKind::PitIn);
    for number in 0..9 {
        edge(format!("p{number}"), format!("p{}", number + 1), EdgeKind::Ahead);
    }
    for number in 1..=5 {
        edge(format!("p{number}"), format!("x{number}"), EdgeKind::BoxIn);
        edge(format!("x{number}"), format!("p{}", number + 1), EdgeKind::BoxOut);
    }
    edge("p9".to_owned(), "c3".to_owned(), EdgeKind::PitOut);
}

pub fn valid(draft: &Draft) -> Track {
    let (track, issues) = FormulaD::validate(draft);
    track.unwrap_or_else(|| panic!("not valid: {issues:#?}"))
}

/// The issues of a draft with this id.
pub fn issues(draft: &Draft, id: &str) -> Vec<Issue> {
    FormulaD::validate(draft).1.into_iter().filter(|issue| issue.id == id).collect()
}

pub fn setup(cars: u32) -> Setup {
    Setup { cars: (1..=cars).map(|car| CarEntry::new(CarId(car), format!("P{car}"))).collect(), ..Setup::default() }
}

pub fn road(cars: u32) -> Setup {
    use paddock::games::formula_d::Skill;
    let mut setup = setup(cars);
    setup.rules.road = true;
    for (entry, skill) in setup.cars.iter_mut().zip([Skill::AceAtTheWheel, Skill::LittleGenius, Skill::CarRadio]) {
        entry.skill = Some(skill);
    }
    setup
}

/// A race in a chosen position.
#[derive(Clone)]
pub struct Table {
    pub track: Track,
    pub setup: Setup,
    pub state: State,
}

/// A race on OVAL with cars such as `b12 g4 made=1 lap=2`, separated by commas. The first is to act, and numbers count
/// from 1. Wear points are those of the setup, unless given as `T1` or `B0`.
pub fn table(cars: &str) -> Table {
    table_of(&setup(cars.split(',').count() as u32), cars)
}

pub fn table_of(setup: &Setup, cars: &str) -> Table {
    let track = valid(&oval());
    let state = FormulaD::start(&track, setup).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let mut table = Table { track, setup: setup.clone(), state };
    table.place(cars);
    table
}

impl Table {
    pub fn place(&mut self, cars: &str) {
        self.state.phase = Phase::Race;
        self.state.round = 1;
        self.state.done = 0;
        for (index, words) in cars.split(',').enumerate() {
            let mut words = words.split_whitespace();
            let at = self.track.find(words.next().unwrap()).unwrap();
            let rank = self.track.space(at).rank;
            let lap = self.track.lap();
            let car = &mut self.state.cars[index];
            (car.at, car.last, car.lap, car.start, car.stops, car.gear) = (at, at, 1, Start::Done, 0, 4);
            (car.boxed, car.waits, car.spun) = (false, false, false);
            if self.track.space(at).ground.is_pit() {
                car.pit_progress = lap + 94;
                car.lap = if rank < 60 { 2 } else { 1 };
                car.boxed = rank < 60;
            }
            for word in words {
                match word.split_once('=') {
                    Some(("made", number)) => car.stops = number.parse().unwrap(),
                    Some(("lap", number)) => car.lap = number.parse().unwrap(),
                    Some(_) => panic!("{word}"),
                    None => {
                        let (letter, number) = word.split_at(1);
                        let number = number.parse().unwrap();
                        match letter {
                            "g" => car.gear = number,
                            "T" => car.wear[0] = number,
                            "B" => car.wear[1] = number,
                            "G" => car.wear[2] = number,
                            "C" => car.wear[3] = number,
                            "E" => car.wear[4] = number,
                            "H" => car.wear[5] = number,
                            _ => panic!("{word}"),
                        }
                    }
                }
            }
        }
        self.state.order = (0..self.state.cars.len() as u8).collect();
    }

    pub fn terms(&mut self) -> &mut Terms {
        Arc::make_mut(&mut self.state.terms)
    }

    pub fn rules(&mut self) -> &mut Rules {
        &mut self.terms().rules
    }

    pub fn mark(&mut self, spaces: &str) {
        for space in spaces.split_whitespace() {
            let at = self.track.find(space).unwrap();
            self.state.markers.add(at);
        }
    }

    /// Plays a line as it is.
    pub fn play(&mut self, line: &str) -> Played<State> {
        let played = FormulaD::play(&self.track, &self.state, &turn(line));
        let played = played.unwrap_or_else(|illegal| panic!("{line}: {illegal}"));
        self.state = played.state.clone();
        played
    }

    /// Plays a line; black rolls that it lacks are harmless.
    pub fn go(&mut self, line: &str) -> Played<State> {
        let played = complete(&self.track, &self.state, &turn(line), &mut harmless);
        let (whole, played) = played.unwrap_or_else(|illegal| panic!("{line}: {illegal}"));
        let again = FormulaD::play(&self.track, &self.state, &whole).unwrap();
        assert_eq!(again.state, played.state, "{line}");
        self.state = played.state.clone();
        played
    }

    /// The reason why a line is refused, even with harmless rolls for those it lacks.
    pub fn refusal(&self, line: &str) -> IllegalTurn {
        match complete(&self.track, &self.state, &turn(line), &mut harmless) {
            Ok(_) => panic!("{line} plays"),
            Err(illegal) => illegal,
        }
    }

    /// The reason why a line is refused as it is.
    pub fn refused(&self, line: &str) -> IllegalTurn {
        match FormulaD::play(&self.track, &self.state, &turn(line)) {
            Ok(_) => panic!("{line} plays"),
            Err(illegal) => illegal,
        }
    }

    pub fn plays(&self, line: &str) -> bool {
        complete(&self.track, &self.state, &turn(line), &mut harmless).is_ok()
    }

    pub fn car(&self, car: u32) -> &Car {
        &self.state.cars[self.state.index_of(CarId(car)).unwrap()]
    }

    pub fn at(&self, car: u32) -> &str {
        self.track.name(self.car(car).at)
    }

    pub fn wear(&self, car: u32) -> [u8; 6] {
        self.car(car).wear
    }

    pub fn is_out(&self, car: u32) -> bool {
        matches!(self.car(car).standing, Standing::Out(_))
    }

    pub fn is_marked(&self, space: &str) -> bool {
        self.state.markers.has(self.track.find(space).unwrap())
    }
}

/// A black roll without effect.
pub fn harmless(purpose: Purpose) -> u8 {
    match purpose {
        Purpose::Noise => 1,
        Purpose::Start => 10,
        _ => 20,
    }
}

pub fn turn(line: &str) -> Turn {
    FormulaD::read_notation(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A data file gathered outside the project. Tests that need one are ignored if it does not exist.
pub fn data(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/formula_d").join(name);
    assert!(path.exists(), "{} is missing", path.display());
    path
}

/// The circuits of GP Online in the gathered data.
pub const CIRCUITS: [&str; 9] =
    ["austria", "indianapolis", "minikart", "monaco", "monza", "silverstone", "spa", "suzuka", "valencia"];

/// A circuit of GP Online, imported.
pub fn imported(name: &str) -> Furnished {
    let bytes = std::fs::read(data(&format!("circuits/{name}.dat"))).unwrap();
    paddock::import::gp_online::circuit(name, &bytes).unwrap()
}

/// The circuits of GP Online, imported.
#[cfg(shared_data)]
pub fn circuits() -> Vec<(String, Draft)> {
    CIRCUITS.iter().map(|name| ((*name).to_owned(), imported(name).draft)).collect()
}
