//! The rules of Hundred: roll the die, move, and be the first past the last space.
//!
//! - HU-TURN-01: Cars take turns in the order of the entry list. A car that ends its move on a stop misses its next turn.
//! - HU-DICE-01: A turn is one roll of the die. The car moves the number of spaces that the die shows.
//! - HU-LINK-01: A car that ends its move at the start of a shortcut or a slide moves on to its end.
//! - HU-RACE-01: A car that passes the last space of the last lap has finished. A player may retire instead of rolling. The
//!   race is over when no car is left on the board.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use paddock::game::form::{FormData, Hint};
use paddock::game::{
    CarId, CarView, Commentary, Entrant, Event, EventKind, Forced, GameInfo, GearWords, IllegalTurn, Issue, LegalTurn,
    Notation, NotationError, Place, Played, Rules, Sort, StateView, Status, TrackAbout, View, Words, read_car,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::{self, Draft, FEWEST_SIDES, SPACES, START, Track, outline, place};

/// The largest number of laps.
pub const MOST_LAPS: u32 = 9;
/// The largest number of cars.
pub const MOST_CARS: usize = 8;
/// The dice to choose from, by their number of sides.
pub const DICE: [u32; 4] = [FEWEST_SIDES, 8, 10, 12];

/// The game Hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hundred;

/// A car of the entry list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarEntry {
    /// The car's number.
    #[schemars(title = "No.", range(min = 1, max = 99))]
    pub car: CarId,
    /// The name of the car's player.
    #[schemars(title = "Player", length(max = 1_000), extend("x-beside" = true))]
    pub name: String,
}

/// The setup of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of laps.
    #[schemars(title = "Laps", range(min = 1, max = MOST_LAPS), extend("x-heading" = "Rules"))]
    pub laps: u32,
    /// The number of sides of the die: 6, 8, 10 or 12.
    #[schemars(title = "Die")]
    pub sides: u32,
    /// The cars, in the order of their turns.
    #[schemars(title = "Cars", length(max = 100), extend("x-heading" = "Cars", "x-add" = "Add a car", "x-item" = "car"))]
    #[schemars(extend("x-cars" = true, "x-ordered" = true))]
    pub cars: Vec<CarEntry>,
}

impl Setup {
    /// Makes the entry of one more car, with a number that is free.
    fn next_car(&self) -> CarEntry {
        let is_free = |number: &u32| self.cars.iter().all(|entry| entry.car.0 != *number);
        let number = (1..).find(is_free).unwrap_or(1);
        CarEntry { car: CarId(number), name: format!("Player {number}") }
    }

    /// The name of a car's driver.
    fn name(&self, car: CarId) -> String {
        let entry = self.cars.iter().find(|entry| entry.car == car && !entry.name.is_empty());
        entry.map_or_else(|| format!("car {car}"), |entry| entry.name.clone())
    }
}

impl FormData for Setup {
    type Of = Draft;

    fn hint(&self, _: &Draft, path: &[&str]) -> Hint {
        match path {
            ["cars"] => Hint::range(1..=MOST_CARS as i64),
            ["sides"] => Hint::choices(DICE.map(|sides| (json!(sides), format!("{sides} sides"))).to_vec()),
            _ => Hint::default(),
        }
    }

    fn item(&self, _: &Draft, _: &[&str]) -> Value {
        json!(self.next_car())
    }
}

/// One recorded turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The car's number.
    pub car: CarId,
    /// The number that the die shows; left out by a player who retires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
}

/// A car between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Car {
    /// The car's number.
    pub id: CarId,
    /// The number of spaces past the start. After the finish, the number of spaces of the race plus 1.
    pub total: u32,
    /// Whether the car is racing, has finished or has retired.
    pub status: Status,
    /// The round in which the car reached its space. Of two cars on a space, the one that came earlier is ahead.
    since: u32,
    die: Option<u8>,
    misses: bool,
}

/// The state between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cars, in the order of their turns.
    pub cars: Vec<Car>,
    /// The index of the car to act.
    pub to_act: Option<usize>,
    /// The number of spaces from the start to the end of the last lap.
    pub spaces: u32,
    /// The number of sides of the die.
    pub sides: u32,
    round: u32,
}

impl State {
    /// Returns the index of a car.
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.cars.iter().position(|known| known.id == car)
    }

    /// Returns the number of the round, from 1.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// Returns the space of a car.
    pub fn space(&self, index: usize) -> u32 {
        space_of(self.cars[index].total, self.spaces)
    }

    /// Returns the sort key of a car: a car with a smaller key is ahead. Retired cars are behind all others.
    fn order(&self, index: usize) -> impl Ord {
        let Car { status, total, since, .. } = self.cars[index];
        (status.is_out(), Reverse(total), since, index)
    }

    fn rank(&self, index: usize) -> u32 {
        1 + (0..self.cars.len()).filter(|other| self.order(*other) < self.order(index)).count() as u32
    }
}

/// Returns the space at this number of spaces past the start of a race.
pub fn space_of(total: u32, spaces: u32) -> u32 {
    if total == 0 || total > spaces { START } else { (total - 1) % SPACES + 1 }
}

/// Returns the lap at this number of spaces past the start, from 1; 0 at the start.
const fn lap_of(total: u32) -> u32 {
    total.div_ceil(SPACES)
}

/// Returns three positions of a car, in spaces past the start: before a roll, after the move, and after the link that
/// begins there, if any.
pub fn way(track: &Track, spaces: u32, from: u32, die: u32) -> [u32; 3] {
    let moved = (from + die).min(spaces + 1);
    let space = space_of(moved, spaces);
    [from, moved, moved - space + track.ends[space as usize]]
}

/// Returns the places on the board along the three positions that [`way`] returns.
pub fn points([from, moved, end]: [u32; 3], spaces: u32) -> Vec<[f64; 2]> {
    (from..=moved).chain((end != moved).then_some(end)).map(|total| place(space_of(total, spaces))).collect()
}

/// Returns the first rule that a turn breaks.
fn check(state: &State, turn: &Turn) -> Result<(), IllegalTurn> {
    let Some(next) = state.to_act.map(|index| state.cars[index].id) else {
        return Err(IllegalTurn::new("HU-RACE-01", "The race is over. Delete this turn."));
    };
    if next != turn.car {
        let message = format!("It is the turn of car {next}, not of car {}. Enter that turn first.", turn.car);
        return Err(IllegalTurn::new("HU-TURN-01", message));
    }
    match turn.die {
        Some(die) if !(1..=state.sides).contains(&u32::from(die)) => {
            let message = format!("The die has no {die}. Enter a number from 1 to {}.", state.sides);
            Err(IllegalTurn::new("HU-DICE-01", message))
        }
        _ => Ok(()),
    }
}

/// Plays a turn, legal or not. A car that is not racing stays where it is.
fn act(track: &Track, state: &State, turn: &Turn) -> Played<State> {
    let (mut next, mut events) = (state.clone(), Vec::new());
    let mut add = |car: CarId, kind: EventKind| events.push(Event { car, kind });
    let racing = state.index_of(turn.car).filter(|index| state.cars[*index].status == Status::Racing);
    let Some(index) = racing else { return Played { state: next, events } };
    if let Some(die) = turn.die {
        let way @ [from, moved, end] = way(track, state.spaces, state.cars[index].total, u32::from(die));
        let distance = f64::from(moved - from + end.abs_diff(moved));
        add(turn.car, EventKind::Moved { distance, points: points(way, state.spaces), gear: Some(die) });
        let sides = f64::from(state.sides);
        let (mean, variance) = ((sides + 1.0) / 2.0, (sides * sides - 1.0) / 12.0);
        add(turn.car, EventKind::Thrown { face: u32::from(die), mean, variance });
        let misses = track.stops.contains(&space_of(end, state.spaces));
        for (is_so, what, detail, sort) in [
            (end > moved, "shortcut", "leads ahead", Sort::Boost),
            (end < moved, "slide", "leads back", Sort::Penalty),
            (misses, "stop", "misses the next turn", Sort::Penalty),
        ] {
            if is_so {
                add(turn.car, EventKind::Incident { what, detail, sort });
            }
        }
        if lap_of(end) > lap_of(from) {
            add(turn.car, EventKind::Lap { lap: lap_of(end) });
        }
        let status = if end > state.spaces { Status::Finished } else { Status::Racing };
        next.cars[index] = Car { id: turn.car, total: end, status, since: state.round, die: Some(die), misses };
        for other in (0..state.cars.len()).filter(|other| *other != index) {
            let (was, is) = (state.order(index) < state.order(other), next.order(index) < next.order(other));
            let cars = [turn.car, state.cars[other].id];
            if was != is {
                add(cars[usize::from(was)], EventKind::Overtook { other: cars[usize::from(is)] });
            }
        }
        if status == Status::Finished {
            add(turn.car, EventKind::Finished { rank: next.rank(index) });
        }
    } else {
        next.cars[index].status = Status::Withdrawn;
        add(turn.car, EventKind::Withdrew);
    }
    next.to_act = None;
    let mut after = index;
    while next.to_act.is_none() && next.cars.iter().any(|car| car.status == Status::Racing) {
        after = (after + 1) % next.cars.len();
        next.round += u32::from(after == 0);
        let car = &mut next.cars[after];
        if car.status == Status::Racing && std::mem::take(&mut car.misses) {
            add(car.id, EventKind::MissedTurn);
        } else if car.status == Status::Racing {
            next.to_act = Some(after);
        }
    }
    Played { state: next, events }
}

impl Rules for Hundred {
    const INFO: &GameInfo = &GameInfo {
        id: "hundred",
        name: "Hundred",
        unit: "spaces",
        example: "1: 4",
        gear: GearWords { title: "Die", word: "die", unit: "rolled", help: "The car's last roll", values: &[] },
        resources: &[],
        simultaneous: false,
        compared_with: Some(
            "Each roll is compared with the average of the die, in spaces and in turns to the finish, with shortcuts, \
             slides and stops. There are no decisions in Hundred, so everything is luck.",
        ),
        forecasts: None,
    };

    type Draft = Draft;
    type Track = Track;
    type Setup = Setup;
    type State = State;
    type Turn = Turn;

    fn new_setup(_: &Draft) -> Setup {
        let mut setup = Setup { laps: 1, sides: FEWEST_SIDES, cars: Vec::new() };
        (0..2).for_each(|_| setup.cars.push(setup.next_car()));
        setup
    }

    fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
        let issues: Vec<Issue> = board::faults(draft).into_iter().map(|(issue, _)| issue).collect();
        let track = Track { ends: board::ends(&draft.links), stops: draft.stops.clone() };
        (issues.is_empty().then_some(track), issues)
    }

    fn start(_: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
        let Setup { laps, sides, ref cars } = *setup;
        let is_twice = |index: usize| cars[..index].iter().any(|other| other.car == cars[index].car);
        let mut issues = Vec::new();
        let mut need = |is_so: bool, message: &str, fix: &str| {
            issues.extend((!is_so).then(|| Issue::error("HU-SETUP-01", message).fix(fix)));
        };
        need((1..=MOST_LAPS).contains(&laps), "A race has 1 to 9 laps.", "Change the number of laps.");
        need(DICE.contains(&sides), "The die has 6, 8, 10 or 12 sides.", "Choose one of these dice.");
        need((1..=MOST_CARS).contains(&cars.len()), "A race has 1 to 8 cars.", "Add or remove cars.");
        need(!(0..cars.len()).any(is_twice), "Two cars have the same number.", "Renumber one of them.");
        let car = |id: CarId| Car { id, total: 0, status: Status::Racing, since: 0, die: None, misses: false };
        let (cars, spaces) = (cars.iter().map(|entry| car(entry.car)).collect(), laps.saturating_mul(SPACES));
        let first = State { cars, to_act: Some(0), spaces, sides, round: 1 };
        if issues.is_empty() { Ok(first) } else { Err(issues) }
    }

    fn entrants(setup: &Setup) -> Vec<Entrant> {
        setup.cars.iter().map(|entry| Entrant { car: entry.car, name: setup.name(entry.car) }).collect()
    }

    fn laps(_: &Draft, setup: &Setup) -> u32 {
        setup.laps
    }

    fn play(track: &Track, state: &State, turn: &Turn) -> Result<Played<State>, IllegalTurn> {
        check(state, turn).map(|()| act(track, state, turn))
    }

    fn force(track: &Track, state: &State, turn: &Turn) -> Forced<State> {
        Forced { illegal: check(state, turn).err(), played: act(track, state, turn) }
    }

    fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
        let Some(own) = state.to_act.map(|index| &state.cars[index]) else { return Vec::new() };
        let legal = |die: Option<u8>| {
            let [.., end] = way(track, state.spaces, own.total, die.map_or(0, u32::from));
            let turn = Turn { car: own.id, die };
            LegalTurn { turn, cost: Cow::default(), at: place(space_of(end, state.spaces)), dir: None, at_once: true }
        };
        (1..=state.sides as u8).map(Some).chain([None]).map(legal).collect()
    }

    fn places(track: &Track, state: &State) -> Vec<Place> {
        let Some(own) = state.to_act.map(|index| &state.cars[index]) else { return Vec::new() };
        let mut ends: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for die in 1..=state.sides {
            let [.., end] = way(track, state.spaces, own.total, die);
            ends.entry(end).or_default().push(die);
        }
        let place = |(end, dice): (u32, Vec<u32>)| {
            let space = space_of(end, state.spaces);
            let words = if space == START { "to the finish".to_owned() } else { format!("to space {space}") };
            let ways = dice.iter().map(|die| json!({"car": own.id, "die": die})).collect();
            Place { ways, ..Place::new(place(space), outline(space), words) }
        };
        ends.into_iter().map(place).collect()
    }

    fn sides(_: &Track, state: &State, _: &Turn, field: &str) -> Vec<Value> {
        (1..=state.sides).filter(|_| field == "die").map(Value::from).collect()
    }

    fn car_of(turn: &Turn) -> CarId {
        turn.car
    }

    fn track_name(draft: &Draft) -> &str {
        &draft.name
    }

    fn track_about(draft: &Draft) -> TrackAbout<'_> {
        let size = format!("{SPACES} spaces, {} shortcuts and slides", draft.links.len());
        TrackAbout { size, description: "", credits: None, groups: &draft.groups }
    }
}

/// The turn as text: `1: 4` means that car 1 rolls 4; `1: out` means that its player retires.
impl Notation for Hundred {
    fn notation(turn: &Turn) -> String {
        turn.die.map_or_else(|| format!("{}: out", turn.car), |die| format!("{}: {die}", turn.car))
    }

    fn read_notation(line: &str) -> Result<Turn, NotationError> {
        let (car, rest) = read_car(line, Self::INFO.example)?;
        let mut words = Words::new(rest);
        let word = words.expect("the roll is missing: write `4`, or `out` for a player who retires")?;
        words.finish("is one word too many")?;
        let die = if word.text == "out" { None } else { Some(word.number("a roll")?) };
        Ok(Turn { car, die })
    }
}

impl Commentary for Hundred {
    fn words_for(field: &str, value: Option<&Value>) -> Option<String> {
        (field == "die" && value.is_some_and(Value::is_null)).then(|| "retire".to_owned())
    }

    fn describe(setup: &Setup, before: &State, turn: &Turn, after: &State, events: &[Event]) -> String {
        let name = setup.name(turn.car);
        let Some(index) = before.index_of(turn.car) else { return format!("Car {} is not in this race.", turn.car) };
        let Some(die) = turn.die else { return format!("Round {}, {name}: retires.", before.round) };
        let said = events.iter().filter(|event| event.car == turn.car).filter_map(|event| match event.kind {
            EventKind::Incident { what, detail, .. } => Some(format!("; {what}: {detail}")),
            EventKind::Finished { rank } => Some(format!("; finishes in place {rank}")),
            _ => None,
        });
        let (from, to) = (before.space(index), after.space(index));
        format!("Round {}, {name}: rolls {die}, from space {from} to {to}{}.", before.round, said.collect::<String>())
    }
}

impl View for Hundred {
    fn view(_: &Track, state: &State) -> StateView {
        let view = |(index, car): (usize, &Car)| CarView {
            gear: car.die,
            lap: lap_of(car.total).min(lap_of(state.spaces)),
            laps_done: lap_of(car.total).saturating_sub(1),
            progress: (f64::from(car.total) - 1.0) / f64::from(SPACES),
            distance: f64::from(car.total) - 1.0,
            rank: state.rank(index),
            status: car.status,
            marks: if car.misses { vec!["misses a turn"] } else { Vec::new() },
            ..CarView::new(car.id, place(state.space(index)))
        };
        let phase = if state.to_act.is_some() { "race" } else { "finished" };
        let to_act = state.to_act.map(|index| state.cars[index].id);
        StateView { round: state.round, to_act, phase, cars: state.cars.iter().enumerate().map(view).collect() }
    }
}
