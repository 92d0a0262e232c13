//! Translates notifications into turns. The coordinates in the log are matched to the points on the board where pieces
//! can lie.

use super::packets::Notification;
use super::places::{Pending, recognise_attack, recognise_move, recognise_start};
use super::table::Table;
use super::{EDITION, Translated};
use crate::game::prelude::*;
use crate::game::{CarId, Event, EventKind, Issue, ORDER_FROM_LOG};
use crate::games::vektorace::{
    Action, CarEntry, Draft, GridPlace, LoggedOrder, MAX_CARS, Move, Options, Rotation, Setup, State, Supply, Track,
    Turn, Vektorace,
};
use crate::limits::import::MAX_WARNINGS;
use crate::replay::{FileError, MAX_TURNS};

/// The largest distance, in octagons, between coordinates in the log and the matching point on the board. A larger
/// distance causes a warning.
const NEAR: f64 = 0.01;

/// Reads the log and replays the race at the same time.
struct Translator<'a> {
    table: &'a Table,
    draft: &'a Draft,
    grid: Vec<GridPlace>,
    starts: Vec<(CarId, [f64; 2])>,
    points: Vec<(CarId, Supply)>,
    race: Option<(Track, Setup, State)>,
    /// The state of the race before its last turn; `None` before the first turn.
    before: Option<State>,
    pending: Vec<(CarId, Pending)>,
    turns: Vec<Turn>,
    notes: Vec<String>,
    warnings: Vec<String>,
    /// The number of warnings beyond the limit. They are counted but not listed.
    unsaid: usize,
}

/// Translates the log into the setup and the turns, with warnings about the parts that could not be used.
///
/// # Errors
/// Returns an error if the log does not contain a complete start.
pub fn translate(table: &Table, draft: &Draft, notifications: &[Notification]) -> Result<Translated, FileError> {
    let mut translator = Translator {
        table,
        draft,
        grid: Vec::new(),
        starts: Vec::new(),
        points: Vec::new(),
        race: None,
        before: None,
        pending: Vec::new(),
        turns: Vec::new(),
        notes: Vec::new(),
        warnings: Vec::new(),
        unsaid: 0,
    };
    for notification in notifications {
        if translator.race.is_none() {
            translator.read_start(notification)?;
        } else {
            translator.read_turn(notification);
        }
        if translator.turns.len() > MAX_TURNS {
            return Err(FileError::new(format!(
                "the log has more than {MAX_TURNS} turns, which is the limit of a race"
            )));
        }
    }
    for (car, pending) in std::mem::take(&mut translator.pending) {
        if pending.is_begun() {
            translator.warn(format!("The log ends in the middle of car {car}'s turn. That turn is left out."));
        }
    }
    if translator.unsaid > 0 {
        translator.warnings.push(format!("Further warnings, which are not listed: {}.", translator.unsaid));
    }
    let Some((_, setup, _)) = translator.race else {
        return Err(FileError::new("the log ends before the race has started: no gear was chosen for the start"));
    };
    let Translator { turns, warnings, notes, .. } = translator;
    Ok(Translated { setup, turns, warnings, notes })
}

/// Reads a car's tyre and nitro points from a packet. Returns first the points that the player chose, then the points
/// that the car had before.
fn supplies(packet: &Notification) -> (Supply, Supply) {
    let amount = |value: Option<f64>| value.map_or(0, |n| n.clamp(0.0, 99.0) as u8);
    (
        Supply { tyre: amount(packet.number("tire")), nitro: amount(packet.number("nitro")) },
        Supply {
            tyre: amount(packet.nested("prevTokens", "tire")),
            nitro: amount(packet.nested("prevTokens", "nitro")),
        },
    )
}

/// The error for a log with more cars than a race may have.
fn too_many_cars() -> FileError {
    FileError::new(format!(
        "the log has more than {MAX_CARS} cars at the start: import the log and the table data of one game"
    ))
}

impl Translator<'_> {
    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(warning);
        } else {
            self.unsaid += 1;
        }
    }

    /// Whether a car with this id is in the race.
    fn is_entered(&self, car: CarId) -> bool {
        self.race.as_ref().is_some_and(|(_, setup, _)| setup.cars.iter().any(|entry| entry.car == car))
    }

    /// Reads a packet that comes before the start of the race: a start place, a player's tyre and nitro points, or the
    /// starting gear.
    fn read_start(&mut self, packet: &Notification) -> Result<(), FileError> {
        match (packet.kind.as_str(), packet.car("player_id")) {
            ("placeFirstCar" | "placeCarFS", Some(car)) => {
                let at = packet.number("x").zip(packet.number("y"));
                let Some((x, y)) = at else {
                    return Err(FileError::new(format!("the start place of car {car} has no coordinates")));
                };
                if self.grid.len() == MAX_CARS {
                    return Err(too_many_cars());
                }
                let reference = packet.car("refCar").and_then(|id| self.starts.iter().find(|(other, _)| *other == id));
                let (place, off) = recognise_start(self.draft, car, [x, y], reference.copied());
                if off > NEAR {
                    self.warn(format!("Car {car} is {off:.2} octagons away from the nearest start place."));
                }
                self.grid.push(place);
                self.starts.push((car, [x / 100.0, y / 100.0]));
            }
            ("chooseTokensAmount", Some(car)) => {
                self.points.retain(|(other, _)| *other != car);
                if self.points.len() == MAX_CARS {
                    return Err(too_many_cars());
                }
                self.points.push((car, supplies(packet).0));
            }
            ("chooseStartingGear", _) => self.begin(packet.small("n").unwrap_or_default())?,
            _ => {}
        }
        Ok(())
    }

    /// Starts the race, when the packet with the starting gear is read. From then on, the race is replayed while the
    /// rest of the log is read.
    fn begin(&mut self, start_gear: u8) -> Result<(), FileError> {
        let cars = self.grid.iter().map(|place| {
            let points = self.points.iter().find(|(car, _)| *car == place.car);
            let points = points.map_or_else(Supply::default, |(_, points)| *points);
            let name = self.table.players.iter().find(|(car, _)| *car == place.car).map(|(_, name)| name.clone());
            CarEntry {
                car: place.car,
                name: name.unwrap_or_default(),
                tyre: points.tyre,
                nitro: points.nitro,
                start_boost: false,
                power: None,
            }
        });
        let setup = Setup {
            edition: EDITION,
            laps: self.table.laps,
            start_gear,
            options: Options::default(),
            cars: cars.collect(),
            grid_side: None,
            grid: self.grid.clone(),
        };
        let invalid = |issues: Vec<Issue>| {
            let why = issues.first().map_or_else(String::new, |issue| issue.message.clone());
            FileError::new(format!("the race cannot start: {why}"))
        };
        let (track, issues) = Vektorace::validate(self.draft);
        let track = track.ok_or_else(|| invalid(issues))?;
        let state = Vektorace::start(&track, &setup).map_err(invalid)?;
        self.race = Some((track, setup, state));
        Ok(())
    }

    /// Reads one packet of the race.
    fn read_turn(&mut self, packet: &Notification) {
        if packet.kind == "nextRoundTurnOrder" {
            self.settle_order(packet);
            return;
        }
        let Some(car) = packet.car("player_id") else { return };
        if !self.is_entered(car) {
            // Packets may also be about spectators. So only packets that belong to a turn cause a warning.
            if matches!(packet.kind.as_str(), "declareGear" | "giveWay") {
                self.warn(format!("The log has a turn of car {car}, which is not on the grid. That turn is left out."));
            }
            return;
        }
        let rotation = || match packet.whole("rotation") {
            Some(1) => Rotation::Left,
            Some(-1) => Rotation::Right,
            _ => Rotation::Straight,
        };
        let at = || packet.number("x").zip(packet.number("y")).map(|(x, y)| [x / 100.0, y / 100.0]);
        match packet.kind.as_str() {
            "placeGearVector" => {
                let pending = self.pending(car);
                pending.vector = at();
                pending.gear = packet.small("gear");
                pending.boost = None;
                pending.place = None;
            }
            "chooseBoost" => self.pending(car).boost = packet.small("n"),
            // If the site refuses a position, the player chooses another one. So the last position is used.
            "placeCar" => self.pending(car).place = at().map(|at| (at, rotation())),
            "engageManeuver" => {
                let place = packet.nested("attackPos", "x").zip(packet.nested("attackPos", "y"));
                let attack = packet.text("action").zip(packet.car("enemy")).zip(place);
                self.pending(car).attack =
                    attack.map(|((action, target), (x, y))| (action, target, [x / 100.0, y / 100.0]));
            }
            "useNewVector" => self.pending(car).brakes = true,
            "rotateAfterBrake" => self.pending(car).stop = Some(rotation()),
            "boxBox" => self.pending(car).box_box = true,
            "chooseTokensAmount" => self.pending(car).pit = Some(supplies(packet)),
            "giveWay" => {
                if let Some(to) = packet.car("player2_id") {
                    self.take(car);
                    self.push(Turn::new(car, Action::GiveWay { to }));
                }
            }
            "declareGear" => self.finish_turn(car, packet.small("n")),
            "finishedRace" if self.pending(car).is_begun() => self.finish_turn(car, None),
            _ => {}
        }
    }

    fn pending(&mut self, car: CarId) -> &mut Pending {
        let index = self.pending.iter().position(|(other, _)| *other == car).unwrap_or_else(|| {
            self.pending.push((car, Pending::default()));
            self.pending.len() - 1
        });
        &mut self.pending[index].1
    }

    fn take(&mut self, car: CarId) -> Pending {
        std::mem::take(self.pending(car))
    }

    fn push(&mut self, turn: Turn) {
        if let Some((track, _, state)) = &mut self.race {
            let after = Vektorace::force(track, state, &turn).played.state;
            self.before = Some(std::mem::replace(state, after));
        }
        self.turns.push(turn);
    }

    /// Sets the order of play for the new round. If the order in the log differs from the rules' order only because
    /// cars are exactly level, the order in the log is used (ruling R-47). If it differs for another reason, the rules'
    /// order is kept. The race then shows the turns that do not follow the rules' order as played out of order.
    fn settle_order(&mut self, packet: &Notification) {
        let Some((track, _, state)) = &mut self.race else { return };
        let Some(logged) = packet.cars("order").and_then(|cars| LoggedOrder::new(&cars)) else { return };
        let order = state.order.iter().map(|index| state.cars[usize::from(*index)].id);
        if state.played != 0 || order.eq(logged.cars().iter().copied()) {
            return;
        }
        let (Some(before), Some(last)) = (&self.before, self.turns.last_mut()) else { return };
        let turn = Turn { next_order: Some(logged), ..*last };
        // The turn itself may be illegal. Only the order matters here.
        let forced = Vektorace::force(track, before, &turn).played;
        let is_taken = |event: &Event| matches!(event.kind, EventKind::Incident { what: ORDER_FROM_LOG, .. });
        if forced.events.iter().any(is_taken) {
            *last = turn;
            *state = forced.state;
            let cars: Vec<String> = logged.cars().iter().map(ToString::to_string).collect();
            self.notes.push(format!(
                "Round {}: cars are exactly level, so the order of the log is used: {}.",
                state.round,
                cars.join(", ")
            ));
        }
    }

    fn finish_turn(&mut self, id: CarId, declare: Option<u8>) {
        let pending = self.take(id);
        let number = self.turns.len() + 1;
        let Some((track, _, state)) = &self.race else { return };
        let Some(car) = state.cars.iter().find(|car| car.id == id) else { return };
        if let Some(rotation) = pending.stop {
            self.push(Turn::new(id, Action::Stop { rotation, declare }));
            return;
        }
        let Some((mut played, off)) = recognise_move(car, &pending, declare) else {
            self.warn(format!(
                "Turn {number}, of car {id}, has no vector or no car position in the log. It is left out."
            ));
            return;
        };
        let mut warnings = Vec::new();
        if off > NEAR {
            warnings.push(format!(
                "In turn {number}, of car {id}, a piece is {off:.2} octagons away from the nearest place where it can lie."
            ));
        }
        if let Some((action, target, at)) = &pending.attack {
            played.attack = recognise_attack(state, car, &played, action, *target, *at);
            if played.attack.is_none() {
                warnings.push(format!(
                    "Turn {number}, of car {id}, has an unknown attack \"{action}\". The attack is left out."
                ));
            }
        }
        if let Some((taken, before)) = pending.pit {
            played.pit = Some(taken);
            // The log gives either the points gained or the points that the car has afterwards. The meaning that is
            // legal is used.
            let gained = Supply {
                tyre: taken.tyre.saturating_sub(before.tyre),
                nitro: taken.nitro.saturating_sub(before.nitro),
            };
            let is_legal = |pit| {
                let turn = Turn::new(id, Action::Move(Move { pit: Some(pit), ..played }));
                Vektorace::play(track, state, &turn).is_ok()
            };
            if gained != taken && !is_legal(taken) && is_legal(gained) {
                played.pit = Some(gained);
            }
        }
        warnings.into_iter().for_each(|warning| self.warn(warning));
        self.push(Turn::new(id, Action::Move(played)));
    }
}
