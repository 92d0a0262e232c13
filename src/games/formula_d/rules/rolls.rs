//! The rolls of the black die that a move causes, in their order, with their effects (step T7).
//!
//! Interpretation: as soon as the moving car has stopped, the list of the rolls to make is final. If one of these rolls
//! eliminates a car, that car makes no more rolls, but other cars still make theirs (FD-COL-04).

use super::playing::{Act, Step};
use crate::game::{CarId, EventKind};
use crate::games::formula_d::dice::BLACK;
use crate::games::formula_d::draft::Forecast;
use crate::games::formula_d::options::{Skill, Zone};
use crate::games::formula_d::state::{Phase, Standing, State, Weather};
use crate::games::formula_d::turn::{Chance, Purpose, Roll, StopKind};

/// The properties of a finished move that decide which rolls of the black die must be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    /// Whether the move eliminated the moving car.
    pub was_out: bool,
    /// Whether the move leads to motor rolls (rolls of the black die for engine damage).
    pub is_strained: bool,
    /// Whether the face of the gear die requires a weather roll.
    pub strains_weather: bool,
}

/// Returns the highest result of a motor roll that damages the car's motor. Every lower result damages it too
/// (FD-MOT-03, FD-RAI-01, FD-SKL-10, FD-BAS-03).
pub(in crate::games::formula_d) fn motor_limit(state: &State, index: usize) -> u8 {
    if state.terms.rules.is_basic() {
        return 4;
    }
    4 - u8::from(state.weather.is_rain()) - u8::from(state.terms.has(index, Skill::LittleGenius))
}

impl Act<'_> {
    /// Reads the next roll of the black die in the record, which must have this purpose. Returns `None` if its result
    /// is unknown. If the roll is missing, returns an error in a strict turn and `None` in a lenient turn.
    pub(super) fn roll(&mut self, purpose: Purpose, clause: &'static str, says: &str) -> Step<Option<u8>> {
        let roll = self.turn.rolls.get(self.next_roll).copied();
        let Some(roll) = roll.filter(|roll| roll.purpose == purpose) else {
            let grid = self.filled.iter().filter(|roll| roll.purpose == Purpose::Grid).count();
            if let Some(filler) = &mut self.filler {
                let mut value = filler(purpose).clamp(1, BLACK);
                // If the same value were returned every time, tied cars would stay tied for ever. So each value differs
                // once every car has had one grid roll.
                if purpose == Purpose::Grid && grid >= self.state.cars.len() {
                    value = BLACK - (grid % usize::from(BLACK)) as u8;
                }
                self.filled.push(Roll { purpose, value: Chance::Known(value) });
                return Ok(Some(value));
            }
            let message = if says.is_empty() {
                format!("Missing roll {purpose} ({}): add it, as in `!{purpose}=7`.", purpose.words())
            } else {
                says.to_owned()
            };
            self.broken(clause, message)?;
            return Ok(None);
        };
        self.next_roll += 1;
        self.filled.push(roll);
        match roll.value {
            Chance::Known(value) if (1..=BLACK).contains(&value) => Ok(Some(value)),
            Chance::Known(value) => {
                let message = format!("Turn {} cannot be replayed: {value} is not on the black die.", self.name());
                self.broken("FD-LOG-01", message)?;
                Ok(None)
            }
            Chance::Unknown => Ok(None),
        }
    }

    /// Makes all rolls of the black die that a move causes, in order.
    pub(super) fn black(&mut self, due: Due) -> Step {
        let is_home = matches!(self.car().standing, Standing::Finished(_));
        if !self.left_by_move {
            if !self.is_basic() {
                self.danger_rolls()?;
            }
            self.collisions()?;
        }
        if due.is_strained && (!due.was_out || is_home) {
            self.motors()?;
        }
        if !self.left_by_move {
            self.noise()?;
            self.radio()?;
        } else if self.turn.radio.is_some() {
            self.broken(
                "FD-SKL-07",
                "The driver of a car that has left the race cannot throw the radio at another car.",
            )?;
        }
        if due.strains_weather {
            self.weather()?;
        }
        Ok(())
    }

    fn is_rain(&self) -> bool {
        self.before.weather.is_rain()
    }

    /// Makes the danger rolls: one roll of the black die for each dangerous space that the car entered, in route order
    /// (FD-DMG-02 to 04, FD-SKL-09).
    fn danger_rolls(&mut self) -> Step {
        let spaces = std::mem::take(&mut self.dangers);
        for space in spaces {
            if !self.is_racing() {
                break;
            }
            let says = format!("A danger roll for {} is missing: add it, as in `!D=7`.", self.track.name(space));
            let value = self.roll(Purpose::Danger, "FD-DMG-02", &says)?;
            let lands = space == self.stands;
            let limit = if lands && self.has(Skill::PileOfScrap) { 2 } else { 4 + u8::from(self.is_rain()) };
            if value.is_some_and(|value| value <= limit) {
                self.lose(self.index, Zone::Handling, 1, "danger");
            }
        }
        Ok(())
    }

    /// Returns the cars with which the moving car may collide after its move, in order of play (FD-COL-01).
    fn partners(&self) -> Vec<usize> {
        let switch = self.state.terms.rules.switches.no_pit_collisions;
        let is_pit = |at| self.track.space(at).ground.is_pit();
        if switch && is_pit(self.stands) {
            return Vec::new();
        }
        let near = |at| self.track.beside(self.stands).contains(&at) || self.track.next(self.stands) == Some(at);
        let is_partner = |car: usize| {
            let other = &self.state.cars[car];
            car != self.index && other.is_on_board() && near(other.at) && !(switch && is_pit(other.at))
        };
        self.state.order.iter().map(|car| usize::from(*car)).filter(|car| is_partner(*car)).collect()
    }

    /// Makes the collision rolls of the moving car and of the cars that it may hit (FD-COL-01 to 05, FD-RAI-01,
    /// FD-SKL-03, FD-BAS-03).
    fn collisions(&mut self) -> Step {
        let partners = self.partners();
        let mut turns: Vec<(usize, bool)> = partners.iter().map(|car| (*car, false)).collect();
        let own = partners.iter().map(|car| (*car, true));
        if self.state.terms.rules.switches.others_roll_first {
            turns.extend(own);
        } else {
            turns = own.chain(turns).collect();
        }
        let limit = if self.is_basic() { 4 } else { 1 + u8::from(self.is_rain()) };
        for (other, is_mover) in turns {
            let (roller, opponent) = if is_mover { (self.index, other) } else { (other, self.index) };
            let times = if self.state.terms.has(opponent, Skill::Aggressive) { 2 } else { 1 };
            for _ in 0..times {
                if !self.state.cars[roller].is_racing() {
                    break;
                }
                let car = self.id(other);
                let purpose = if is_mover { Purpose::Mover(car) } else { Purpose::Other(car) };
                let says = format!(
                    "The collision roll of car {} against car {} is missing: add it, as in `!{purpose}=7`.",
                    self.id(roller),
                    self.id(opponent)
                );
                if self.roll(purpose, "FD-COL-01", &says)?.is_some_and(|value| value <= limit) {
                    self.lose(roller, Zone::Body, 1, "collision");
                }
            }
        }
        Ok(())
    }

    /// Makes the motor rolls: rolls for engine damage of the cars in gear 5 or 6 (FD-MOT-01 to 04, FD-SKL-10,
    /// FD-BAS-03).
    fn motors(&mut self) -> Step {
        let exempt = self.state.terms.rules.switches.no_pit_motor_rolls;
        let mut cars = vec![self.index];
        cars.extend(self.state.order.iter().map(|car| usize::from(*car)).filter(|car| *car != self.index));
        for index in cars {
            let car = self.state.cars[index];
            let in_pits = exempt && car.is_on_board() && self.track.space(car.at).ground.is_pit();
            if !car.is_racing() || car.gear < 5 || in_pits {
                continue;
            }
            let purpose = if index == self.index { Purpose::Motor } else { Purpose::MotorOf(car.car) };
            let says = format!("The motor roll of car {} is missing: add it, as in `!{purpose}=7`.", car.car);
            let value = self.roll(purpose, "FD-MOT-01", &says)?;
            let limit = motor_limit(self.before, index);
            if value.is_some_and(|value| value <= limit) {
                self.lose(index, Zone::Engine, 1, "motor damage");
            }
        }
        Ok(())
    }

    /// Takes one wear point from a zone that was hit. If a car without tyre points is hit on its tyres, it is
    /// eliminated. A hit on brakes or gearbox has no effect if the zone has no points left.
    fn hit(&mut self, index: usize, zone: Zone, cause: &'static str) {
        if zone == Zone::Tyres && self.state.cars[index].points(zone) == 0 {
            self.eliminate(index, cause);
        } else {
            self.lose(index, zone, 1, cause);
        }
    }

    /// Makes the roll for engine noise if the move ended in a noise area. A high result costs a wear point (FD-NOI-01).
    fn noise(&mut self) -> Step {
        if !self.state.terms.rules.road || !self.is_racing() || !self.track.space(self.stands).noise {
            return Ok(());
        }
        match self.roll(Purpose::Noise, "FD-NOI-01", "The roll for engine noise is missing: add it, as in `!N=7`.")? {
            Some(16..=18) => self.hit(self.index, Zone::Tyres, "engine noise"),
            Some(19) => self.hit(self.index, Zone::Body, "engine noise"),
            Some(20) => self.hit(self.index, Zone::Engine, "engine noise"),
            _ => {}
        }
        Ok(())
    }

    /// Plays the skill Car Radio: the driver throws the radio at an adjacent car (FD-SKL-07).
    fn radio(&mut self) -> Step {
        let Some(target) = self.turn.radio else { return Ok(()) };
        let wrong = if !self.has(Skill::CarRadio) {
            Some("Only the driver with the Car Radio card can throw a radio.")
        } else if self.car().radio_gone {
            Some("The driver threw the radio in an earlier turn, so it cannot be used again.")
        } else {
            (!self.is_racing())
                .then_some("The driver of a car that has left the race cannot throw the radio at another car.")
        };
        if let Some(wrong) = wrong {
            return self.broken("FD-SKL-07", wrong);
        }
        let found = self.state.index_of(target).filter(|index| {
            let other = &self.state.cars[*index];
            *index != self.index && other.is_on_board() && self.track.are_adjacent(self.stands, other.at)
        });
        let Some(index) = found else {
            return self.broken("FD-SKL-07", format!("Car {target} is not adjacent to the car that throws the radio."));
        };
        self.car_mut().radio_gone = true;
        self.event(self.index, EventKind::Attacked { target, attack: "radio" });
        let zone = match self.roll(Purpose::Radio(target), "FD-LOG-02", "")? {
            Some(1..=4) => Zone::Tyres,
            Some(5..=7) => Zone::Brakes,
            Some(8..=10) => Zone::Gearbox,
            Some(11..=13) => Zone::Body,
            Some(14..=17) => Zone::Engine,
            Some(_) => Zone::Handling,
            None => return Ok(()),
        };
        self.hit(index, zone, "radio");
        Ok(())
    }

    /// Makes the weather check: a roll of the black die that may change the weather (FD-WEA-04, FD-WEA-05, FD-SKL-02).
    fn weather(&mut self) -> Step {
        if !self.state.terms.rules.weather || !self.state.weather.may_change() {
            return Ok(());
        }
        let Some(chart) = self.track.chart() else { return Ok(()) };
        let mut value =
            self.roll(Purpose::Weather, "FD-WEA-02", "The weather roll is missing: add it, as in `!W=7`.")?;
        if let Some(again) = self.turn.frog {
            let has_frog = self.state.terms.with(Skill::WeatherFrog);
            let may = has_frog.is_some_and(|frog| !self.state.cars[frog].standing.is_out());
            let face = Self::known(Some(again));
            if !may || face.is_some_and(|face| !(1..=BLACK).contains(&face)) {
                let wrong = if may {
                    "The second weather roll must be 1 to 20."
                } else {
                    "Only a driver with the card Weather Frog can have the weather rolled again."
                };
                self.broken("FD-SKL-02", wrong)?;
            }
            value = face;
        }
        let Some(forecast) = value.and_then(|value| chart.get(usize::from(value) - 1)) else { return Ok(()) };
        self.state.weather = match (self.state.weather, forecast) {
            (Weather::Changeable, Forecast::Good) => Weather::Good,
            (Weather::Showers, Forecast::Good) => Weather::Changeable,
            (Weather::Changeable, Forecast::Rain) => Weather::Showers,
            (Weather::Showers, Forecast::Rain) => Weather::Rainy,
            (weather, _) => weather,
        };
        Ok(())
    }

    /// Checks that the turn records no superfluous roll: every recorded roll must have a cause in the move (FD-LOG-02).
    pub(super) fn leftover_rolls(&mut self) -> Step {
        let has_weather_roll = self.turn.rolls.iter().any(|roll| roll.purpose == Purpose::Weather);
        if self.turn.frog.is_some() && !has_weather_roll {
            self.broken("FD-SKL-02", "There is no weather roll in this turn for the skill Weather Frog to repeat.")?;
        }
        let Some(roll) = self.turn.rolls.get(self.next_roll) else { return Ok(()) };
        let purpose = roll.purpose;
        let switches = &self.state.terms.rules.switches;
        let (no_collisions, no_motor) = (switches.no_pit_collisions, switches.no_pit_motor_rolls);
        let in_pits = |car: CarId| {
            let index = if car == self.turn.car { Some(self.index) } else { self.state.index_of(car) };
            let at = index.map(|index| if index == self.index { self.stands } else { self.state.cars[index].at });
            at.is_some_and(|at| usize::from(at) < self.track.len() && self.track.space(at).ground.is_pit())
        };
        match purpose {
            Purpose::Mover(car) | Purpose::Other(car) if no_collisions && (in_pits(car) || in_pits(self.turn.car)) => {
                self.broken("FD-COL-05", "There are no collision rolls in the pit lane. Delete the roll.")
            }
            Purpose::Motor if no_motor && in_pits(self.turn.car) => self.broken(
                "FD-MOT-04",
                format!("Car {} makes no motor roll in the pit lane. Delete the roll.", self.turn.car),
            ),
            Purpose::MotorOf(car) if no_motor && in_pits(car) => {
                self.broken("FD-MOT-04", format!("Car {car} makes no motor roll in the pit lane. Delete the roll."))
            }
            Purpose::Weather if self.state.terms.rules.weather && !self.before.weather.may_change() => {
                self.broken("FD-WEA-05", "The weather of this race no longer changes. Delete the weather roll.")
            }
            _ => {
                let (words, why) = (purpose.words(), self.why_not_due(purpose));
                self.broken("FD-LOG-02", format!("Unexpected roll {purpose} ({words}): {why}. Delete it."))
            }
        }
    }

    /// Explains why a roll that the record contains is not made in this turn.
    fn why_not_due(&self, purpose: Purpose) -> String {
        let is_made = self.turn.rolls.iter().take(self.next_roll).any(|roll| roll.purpose == purpose);
        let own = self.turn.car;
        let is_basic = self.is_basic();
        let rules = &self.state.terms.rules;
        match purpose {
            Purpose::Danger if is_basic => "the basic game has no dangerous spaces".to_owned(),
            Purpose::Danger if is_made => "the move enters no further dangerous space".to_owned(),
            Purpose::Danger => "the move enters no dangerous space".to_owned(),
            _ if is_made => "this roll has already been made".to_owned(),
            _ if matches!(self.state.phase, Phase::Qualifying(_)) => "qualifying laps have no such roll".to_owned(),
            Purpose::Start => format!("car {own} has rolled its start die"),
            Purpose::Grid => "no cars are tied for a place on the grid".to_owned(),
            Purpose::Mover(car) | Purpose::Other(car) => {
                let is_known = self.state.index_of(car).is_some_and(|index| self.state.cars[index].is_on_board());
                if self.left_by_move {
                    format!("car {own} has left the board")
                } else if car == own || !is_known {
                    format!("no other car on the board has the number {car}")
                } else {
                    format!("car {car} is neither next to car {own} nor directly ahead of it")
                }
            }
            Purpose::Motor | Purpose::MotorOf(_) if !self.has_strained(Self::known(self.turn.face())) => {
                "only a 20 in gear 5 or a 30 in gear 6 strains motors".to_owned()
            }
            Purpose::Motor | Purpose::MotorOf(_) => "only racing cars in gear 5 or 6 make motor rolls".to_owned(),
            Purpose::Pit if self.turn.pit.as_ref().is_some_and(|stop| stop.kind == StopKind::Technical) => {
                "a technical stop needs no roll".to_owned()
            }
            Purpose::Pit => format!("car {own} does not reach its box"),
            Purpose::Noise if !rules.road => "engine noise matters only in road races".to_owned(),
            Purpose::Noise => "the move does not end in a noise area".to_owned(),
            Purpose::Radio(car) => format!("no radio is thrown at car {car}"),
            Purpose::Weather if !rules.weather => "the race has no weather".to_owned(),
            Purpose::Weather => "only a 20 in gear 5 or a 30 in gear 6 changes the weather".to_owned(),
        }
    }
}
